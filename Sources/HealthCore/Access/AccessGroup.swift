/// A group of types by which access is granted, so that a grant need not list types.
public enum AccessGroup: String, CaseIterable, Sendable {
    case activity, heart, sleep, body, nutrition, respiratory, mobility, hearing, mind
    /// A grant covers these three only if it names them.
    case reproductive, clinical, routes
    /// Everything else, including types that are not in the catalogue.
    case other

    /// The groups that no preset and no grant of all groups includes.
    public static let special: Set<AccessGroup> = [.reproductive, .clinical, .routes]
}

extension SampleType {
    /// The group by which access to the type is granted.
    ///
    /// It follows the type's group in the Health app. The exceptions are types whose group there
    /// says little about how private they are.
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

    /// By short name.
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
