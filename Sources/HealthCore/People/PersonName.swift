/// The kinds of names whose number is limited for each person. So no client and no file can fill
/// the store with names.
public enum PersonName: String, CaseIterable, Sendable {
    /// `HKSource`: a name with a bundle identifier.
    case source
    /// `HKSourceRevision`: a source at one version.
    case sourceRevision
    /// `HKDevice`.
    case device
    /// A sample type that is not in the catalogue.
    case unknownType
    /// A unit string as sent.
    case unit

    /// The greatest number of names of this kind that the store keeps for one person. A person with
    /// ten years of data has tens of sources and units. Revisions and devices number hundreds,
    /// because each software version has a new one.
    public var countMax: Int {
        switch self {
        case .source, .unknownType, .unit: 2_000
        case .sourceRevision, .device: 20_000
        }
    }

    /// The field of a sample that contains the name.
    public var field: String {
        switch self {
        case .source: "source"
        case .sourceRevision: "source.version"
        case .device: "device"
        case .unknownType: "type"
        case .unit: "unit"
        }
    }

    /// The refusal of a sample whose name would exceed the limit.
    public var refusal: Refusal {
        let (names, hint) =
            switch self {
            case .source: ("sources", "send the sample with a source that GET /v1/sources lists")
            case .sourceRevision:
                ("versions of sources", "send the sample with a version that was sent before, or without one")
            case .device: ("devices", "send the sample with a device that was sent before, or without one")
            case .unknownType:
                ("sample types that are not HealthKit's", "send the sample with a type that GET /v1/types lists")
            case .unit: ("unit strings", "send the sample in a unit that was sent before")
            }
        return Refusal(
            .tooManyNames, field: field,
            "the person already has \(countMax) \(names), which is the limit; \(hint)")
    }
}
