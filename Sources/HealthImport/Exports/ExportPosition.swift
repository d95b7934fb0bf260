import HealthCore
import XMLStream

/// A place between two records of an export from which it can be read on, with what has to be known of the part before.
///
/// It is good for the same file and the same person.
public struct ExportPosition: Sendable, Codable {
    /// Nothing follows.
    public var isAtEnd = false
    /// Files of the archive that were opened before it, those in zips inside it included, and the one in which it is.
    var entries = 0
    /// Bytes of export.xml before it, where a line starts; 0 between two files.
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
    public var files = ExportReport.Files()
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
    /// Path of the export inside the archive, or the file's name; empty until it is found.
    public var entryPath: String
}
