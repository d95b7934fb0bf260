/// What the lines of a person's export are, in their order: `healthstore export` writes them, `healthstore import` reads them.
///
/// Each line is one JSON object with one member that has the kind's name, a sample's also `stored`. What a later line names (a
/// type, a source, a device) an earlier one has described. The first line is the header (`healthstore`), the last one counts all
/// others (`summary`).
public enum BackupRecord: String, CaseIterable, Sendable {
    /// A sample type that the person's data name.
    case type
    case source, sourceRevision, device, sourcePriority
    /// A unit that the person chose for a type.
    case preferredUnit
    case timeZone
    case sample
    case deleted
    /// An element of an export that is no sample.
    case element
    case syncIdentifier
    case recognisedRecord
    case clientAnchor
    /// A run of an automation of another maker's client.
    case clientSession

    /// The version of the format that this program writes; it reads this one and those before.
    public static let format: Int32 = 2

    /// The personal tables whose rows the lines hold.
    public var tables: [String] {
        switch self {
        case .sample:
            ["sample"] + SideTable.allCases.filter { $0 != .timeZone }.map(\.rawValue)
        default: [statements?.table].compactMap { $0 }
        }
    }

    /// The personal tables that are left out, and why.
    public static let leftOut: [(table: String, reason: String)] = [
        ("person", "the header says uuid and name"),
        ("analyst_grant", "analysts belong to the server, and a copy is granted anew"),
        ("token", "secrets are not written down; the copy needs tokens of its own"),
        (
            "idempotency_key",
            "receipts are kept for some days only, and the copy has another feed to which they would refer"
        ),
        ("change_counter", "the copy has a feed of its own, which readers begin anew"),
        ("preference_change", "says only where in the feed preferences changed"),
        ("sample_extent", "follows from the samples"),
        ("person_sample_type", "follows from the samples"),
        ("person_unit", "follows from the samples"),
        ("sample_time_zone", "follows from the samples' metadata"),
        ("slot_type", "follows from the samples"),
        ("slot_mark", "says where slots do not follow from the samples yet"),
        ("hour_slot", "follows from the samples"),
        ("day_slot", "follows from the samples"),
        ("import", "reports on files that were read here"),
        ("import_count", "belongs to import"),
        ("import_refusal", "belongs to import"),
        ("import_upload", "belongs to import"),
    ]
}

/// How rows of one table become lines and lines become rows.
struct BackupStatements {
    /// In the schema health.
    var table: String
    /// Selects what the line holds, by its names, of the person `PERSON`, in an order that no change of the feed touches.
    var export: String
    /// What `json_to_record` reads from the line, as `item`.
    var fields: String
    /// Inserts the fields. $1 is the person, $3 the change position before the first line; `place` counts the lines from 1. Each
    /// line must make one row.
    var insert: String
}

extension BackupRecord {
    /// Nil for samples, whose lines come from several tables.
    var statements: BackupStatements? {
        switch self {
        case .type: BackupRecord.typeStatements
        case .source: BackupRecord.sourceStatements
        case .sourceRevision: BackupRecord.revisionStatements
        case .device: BackupRecord.deviceStatements
        case .sourcePriority: BackupRecord.priorityStatements
        case .preferredUnit: BackupRecord.unitStatements
        case .timeZone: BackupRecord.timeZoneStatements
        case .sample: nil
        case .deleted: BackupRecord.deletionStatements
        case .element: BackupRecord.elementStatements
        case .syncIdentifier: BackupRecord.syncStatements
        case .recognisedRecord: BackupRecord.recognisedStatements
        case .clientAnchor: BackupRecord.anchorStatements
        case .clientSession: BackupRecord.sessionStatements
        }
    }

    /// Whether lines are rows of the person, rather than of a table that all people share.
    var isPersonal: Bool { self != .type }
}
