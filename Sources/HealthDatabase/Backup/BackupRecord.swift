/// The kinds of lines of a person's export, in their order. `healthstore export` writes them,
/// `healthstore import` reads them.
///
/// A line is one JSON object. It has one member with the name of the kind, and the line of a sample
/// also has `stored`. A type, source or device has a line before the lines that name it. The first
/// line is the header (`healthstore`). The last line has the number of lines of each kind
/// (`summary`).
public enum BackupRecord: String, CaseIterable, Sendable {
    /// A sample type that data of the person refer to.
    case type
    case source, sourceRevision, device, sourcePriority
    /// A unit that the person chose for a type.
    case preferredUnit
    /// The preferences of the person's own holder.
    case readerPreference
    case timeZone
    /// An import that has finished or was undone, and what its export states.
    case `import`, completeRange
    case sample
    case deleted
    /// An element of an export that is not a sample.
    case element
    case syncIdentifier
    case recognisedRecord
    /// Rows of a sample or element that an import replaced.
    case replacedSample
    case clientAnchor
    /// A run of an app's automation.
    case clientSession

    /// The version of the format that this program writes. It reads this version and earlier ones.
    public static let format: Int32 = 3

    /// The personal tables whose rows the lines contain.
    public var tables: [String] {
        switch self {
        case .sample:
            ["sample"] + SideTable.allCases.filter { $0 != .timeZone }.map(\.rawValue)
        default: [statements?.table].compactMap { $0 }
        }
    }

    /// The personal tables that are not exported, each with the reason. The column `holder_id` of
    /// samples and deletions is not exported either, because restored samples belong to the
    /// person's own holder.
    public static let leftOut: [(table: String, reason: String)] =
        [
            ("person", "the header says uuid and name"),
            ("access_log", "has the requests to this store; a restored person begins a new log"),
            ("access_grant", "holders belong to the store, so a restored person makes new grants"),
            ("holder", "belongs to the store"),
            ("token", "secrets are not exported; the copy needs new tokens"),
            ("token_use", "belongs to token"),
            ("webhook", "has a secret, and a position of this feed; receivers make new webhooks"),
            ("idempotency_key", "receipts are kept for some days, and name positions of this feed"),
            ("change_counter", "the copy has another feed, which readers read from its start"),
            ("sample_holder", "holders belong to the store"),
            ("source_kind", "follows from the sources"),
            ("import_count", "reports about files that this store has read"),
            ("import_refusal", "reports about files that this store has read"),
            ("import_upload", "belongs to files that this store has received"),
        ] + derived

    /// The tables that are filled again from the restored rows.
    static let derived: [(table: String, reason: String)] =
        [
            "sample_extent", "person_sample_type", "person_unit", "unit_type", "source_type", "device_type", "hour",
            "day",
            "night",
        ].map { ($0, "follows from the samples") } + [
            ("sample_time_zone", "follows from the samples' metadata"),
            ("day_clock", "follows from the time zones"),
            ("mark", "lists figures to compute again"),
            ("preference_change", "has only positions of the feed"),
            ("contained_change", "has only positions of the feed"),
        ]
}

/// The SQL that turns rows of one table into lines and lines into rows.
struct BackupStatements {
    /// The name of the table in the schema `health`.
    var table: String
    /// Selects the members of the lines of a person. The text `PERSON` is replaced by the person's
    /// id. The order of the lines does not depend on the change feed.
    var export: String
    /// The members of a line and their types, as columns of `json_to_record`. The insertion reads
    /// them from `item`.
    var fields: String
    /// Inserts the rows of lines. $1 is the person. $3 is the feed position before the first line.
    /// `line_number` numbers the lines from 1. Each line must become exactly one row.
    var insert: String
    /// Inserts rows of shared tables to which the rows of the lines refer.
    var preparation: String?
}

extension BackupRecord {
    /// Nil for samples, which are in several tables.
    private var statements: BackupStatements? {
        switch self {
        case .type: BackupRecord.typeStatements
        case .source: BackupRecord.sourceStatements
        case .sourceRevision: BackupRecord.revisionStatements
        case .device: BackupRecord.deviceStatements
        case .sourcePriority: BackupRecord.priorityStatements
        case .preferredUnit: BackupRecord.unitStatements
        case .readerPreference: BackupRecord.preferenceStatements
        case .timeZone: BackupRecord.timeZoneStatements
        case .import: BackupRecord.importStatements
        case .completeRange: BackupRecord.rangeStatements
        case .sample: nil
        case .deleted: BackupRecord.deletionStatements
        case .element: BackupRecord.elementStatements
        case .syncIdentifier: BackupRecord.syncStatements
        case .recognisedRecord: BackupRecord.recognisedStatements
        case .replacedSample: BackupRecord.replacedStatements
        case .clientAnchor: BackupRecord.anchorStatements
        case .clientSession: BackupRecord.sessionStatements
        }
    }

    var lineKind: LineKind { LineKind(name: rawValue, statements: statements, isPersonal: isPersonal) }

    /// True if the lines are rows of the person, false if they are rows of a table that all people
    /// share.
    var isPersonal: Bool { self != .type }
}
