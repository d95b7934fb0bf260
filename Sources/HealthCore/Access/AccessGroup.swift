/// A group of types that a grant can name instead of listing types.
public enum AccessGroup: String, CaseIterable, Codable, Sendable {
    case activity, heart, sleep, body, nutrition, respiratory, mobility, hearing, mind
    /// A grant covers the three special groups only if it names them.
    case reproductive, clinical, routes
    /// All other types, including types that are not in the catalogue.
    case other

    /// The groups that a grant of all groups does not cover. A grant covers them only if it names
    /// them.
    public static let special: Set<AccessGroup> = [.reproductive, .clinical, .routes]
}

extension SampleType {
    /// The group by which access to the type is granted.
    ///
    /// It follows the type's group in the Health app, with the exceptions in `exceptions`.
    public var accessGroup: AccessGroup {
        AccessGroup.exceptions[shortName] ?? AccessGroup.ofDisplayGroup[displayGroup] ?? .other
    }
}

extension AccessGroup {
    fileprivate static let ofDisplayGroup: [String: AccessGroup] = [
        "activity": .activity, "bodyMeasurements": .body, "cycleTracking": .reproductive, "hearing": .hearing,
        "heart": .heart, "medications": .clinical, "mindfulness": .mind, "mobility": .mobility,
        "nutrition": .nutrition, "respiratory": .respiratory, "sleep": .sleep, "vitals": .body,
    ]

    /// The groups of types that need another group than their group in the Health app, by short
    /// name.
    fileprivate static let exceptions: [String: AccessGroup] = [
        "workoutRoute": .routes,
        "hotFlashes": .reproductive, "pelvicPain": .reproductive, "vaginalDryness": .reproductive,
        "breastPain": .reproductive, "sexualActivity": .reproductive,
        "cda": .clinical, "allergyRecord": .clinical, "clinicalNoteRecord": .clinical, "conditionRecord": .clinical,
        "coverageRecord": .clinical, "immunizationRecord": .clinical, "labResultRecord": .clinical,
        "medicationRecord": .clinical, "procedureRecord": .clinical, "vitalSignRecord": .clinical,
        "insulinDelivery": .clinical, "timeInDaylight": .mind,
    ]
}
