import Foundation
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

    /// The position in a text that ``text`` made; nil for any other text.
    public init?(text: String) {
        guard let position = try? JSONDecoder().decode(ExportPosition.self, from: Data(text.utf8)) else { return nil }
        self = position
    }

    /// The position as JSON, for a checkpoint.
    public var text: String { (try? JSONEncoder().encode(self)).map { String(decoding: $0, as: UTF8.self) } ?? "{}" }
}
