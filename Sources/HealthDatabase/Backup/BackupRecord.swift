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
    /// A unit in which samples were sent.
    case unit
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
    case syncPlan
    /// A run of an app's automation.
    case clientSession

    /// The version of the format that this program writes. It reads this version and earlier ones.
    public static let format: Int32 = 4
    /// The first format with lines of units.
    static let formatOfUnits: Int32 = 4

    /// The personal tables whose rows the lines contain.
    public var tables: [String] {
        switch self {
        case .sample:
            ["sample"] + SideTable.allCases.filter { $0 != .timeZone }.map(\.rawValue)
        default: [statements?.table].compactMap { $0 }
        }
    }

    /// True if the lines are rows of the person. False if they name rows of a table that all people
    /// share, which may exist.
    var isPersonal: Bool { self != .type }
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
