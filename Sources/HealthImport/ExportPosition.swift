import HealthCore
import XMLStream

/// A place between two records of an export from which it can be read on, with what has to be known of the part before.
///
/// It is good for the same file and the same person.
public struct ExportPosition: Sendable, Codable {
    /// Nothing follows.
    public var isAtEnd = false
    /// Bytes of export.xml before it, where a line starts.
    var offset: Int64 = 0
    /// Lines before it.
    var lines = 0
    /// Of the next record.
    var nextOrdinal: Int64 = 0
    /// Records and other elements before it, refused ones included.
    public var recordsRead: Int64 = 0
    /// What the part before said.
    public var entryPath = ""
    public var exportDate: String?
    public var locale: String?
    public var otherFiles = 0
    /// Those between here and the end of the piece in which it was found are among them.
    public var repairs = XMLRepairs()

    public init() {}
}

/// Some records of an export.
public struct ExportBatch: Sendable {
    /// In the order of the file, except that a container comes after what it contains.
    public var records: [ImportedRecord]
    public var refusals: [RefusedRecord]
    /// Where the file can be read on behind them; nil where it cannot.
    public var position: ExportPosition?
}
