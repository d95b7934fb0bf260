import Foundation
import XMLStream

/// A position between two records of an export where reading can resume, with what the part before
/// it said.
///
/// It is valid for the same file and the same person.
public struct ExportPosition: Sendable, Codable {
    /// Whether it is the end of the file.
    public var isAtEnd = false
    /// Files up to here, this one and those of zips inside the archive included.
    var entries = 0
    /// Bytes of export.xml before it, up to the start of a line; 0 between two files.
    var offset: Int64 = 0
    /// Lines before it.
    var lines = 0
    /// Ordinal of the next record.
    var nextOrdinal: Int64 = 0
    /// Records and other elements before it, refused ones included.
    public var recordsRead: Int64 = 0
    // What the part before it said, as in `ExportReport`.
    public var entryPath = ""
    public var exportDate: String?
    public var locale: String?
    public var files = ExportReport.Files()
    /// Repairs up to the end of the piece in which this position lies.
    public var repairs = XMLRepairs()

    public init() {}

    /// The position in a text that ``text`` made; nil for any other text.
    public init?(text: String) {
        guard let position = try? JSONDecoder().decode(ExportPosition.self, from: Data(text.utf8)) else { return nil }
        self = position
    }

    /// The position as JSON, for a checkpoint.
    public var text: String { (try? JSONEncoder().encode(self)).map { String(decoding: $0, as: UTF8.self) } ?? "{}" }
}
