/// The values that a sample of any kind may have and need not have. Nil if the sender sent none.
///
/// Each value is a property here, a row in `all`, a nullable column of `health.sample` and
/// `health.recognised_record`, and a field at the end of `health.staged_record`. The row decides
/// how batches are parsed, and how samples are stored, compared, backed up, restored, read and
/// answered. A migration adds the column, because the files of `sql/tables` are those of the first
/// release.
public struct SampleMembers: Sendable, Hashable {
    /// The time at which the phone saved the sample.
    public var creation: Instant?

    public init() {}

    /// In the order of the fields at the end of `health.staged_record`.
    public static let all = [
        SampleMember("creationDate", column: "creation_time", .time(\.creation), "When the phone saved the sample.")
    ]
}

/// One value of `SampleMembers`, as a member of JSON objects and as a column.
public struct SampleMember: Sendable {
    /// The name in batches, answers and the lines of an export.
    public let name: String
    /// The name in `health.sample`, `health.recognised_record` and staging tables.
    public let column: String
    /// The meaning in the OpenAPI document.
    public let meaning: String
    public let value: Value

    /// The property, by the kind of its JSON: a time of RFC 3339, a text or a finite number.
    public enum Value: Sendable {
        case time(WritableKeyPath<SampleMembers, Instant?> & Sendable)
        case text(WritableKeyPath<SampleMembers, String?> & Sendable)
        case number(WritableKeyPath<SampleMembers, Double?> & Sendable)
    }

    fileprivate init(
        _ name: String, column: String, _ value: Value, _ meaning: String
    ) {
        self.name = name
        self.column = column
        self.value = value
        self.meaning = meaning
    }
}
