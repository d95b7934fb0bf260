/// The kinds of lines of a whole store that are not lines of a person's export, in their order.
///
/// The file of a whole store has these lines:
/// 1. a header (`healthstoreMove`),
/// 2. for each person a line `person`, and the person's export,
/// 3. the lines of these kinds that belong to the store,
/// 4. for each person a line `accessOf`, and the lines of these kinds that belong to the person,
/// 5. the number of lines, and their SHA-256 (`end`).
public enum StoreRecord: String, CaseIterable, Sendable {
    /// A holder that is neither a person nor an analyst.
    case holder
    case operatorToken
    /// The uuid of a person who was erased.
    case erased
    /// The key of sealed anchors. With it, the new store recognises old anchors as expired.
    case secret
    /// A type that is not in the catalogue and that a grant or token names.
    case type
    /// The label of a source for holders that may not see its name.
    case sourceLabel
    case grant, token, tokenUse
    /// The next three kinds are rows of other holders. Those of the person's own holder are in the
    /// person's export.
    case readerPreference, clientAnchor, clientSession
    /// A holder that saved the same sample as another one.
    case sampleHolder
    case accessLogEntry

    /// The version of the format that this program writes. It reads this version and earlier ones.
    public static let format = 1

    /// The tables of the store, and what a person's export leaves out, that do not move, each with
    /// the reason.
    public static let leftOut: [(table: String, reason: String)] =
        [
            ("person", "has a line of its own"),
            ("change_counter", "the new store has another feed, which readers read from its start"),
            ("idempotency_key", "receipts are kept for some days, and name positions of the feed"),
            ("import_count", "reports about files that the old store has read"),
            ("import_refusal", "reports about files that the old store has read"),
            ("import_upload", "belongs to files that the old store has received"),
            ("webhook", "has a position of the feed; two stores would send events to one receiver"),
        ] + BackupRecord.derived

    /// True if the lines belong to a person, false if they belong to the store.
    var isPersonal: Bool {
        switch self {
        case .holder, .operatorToken, .erased, .secret: false
        default: true
        }
    }

    /// The table whose rows the lines contain.
    public var table: String { statements.table }

    var lineKind: LineKind {
        // A type may exist already, and so may the uuid of an erased person.
        LineKind(name: rawValue, statements: statements, isPersonal: self != .type && self != .erased)
    }
}
