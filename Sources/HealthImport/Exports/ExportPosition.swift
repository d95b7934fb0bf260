import Foundation

/// A position between two records of an export at which reading can resume.
///
/// A position is valid only for the same file and the same person.
public struct ExportPosition: Sendable, Codable {
    /// True if the position is the end of the file.
    public var isAtEnd = false
    /// The number of files up to this position, including the current file and the files of zips
    /// inside the archive.
    var entries = 0
    /// Bytes of export.xml before the position, which is the start of a line. 0 between two files.
    var offset: Int64 = 0
    /// The number of lines before the position.
    var lines = 0
    /// Ordinal of the next record.
    var nextOrdinal: Int64 = 0
    /// The report about the part of the file before the position. Its repairs are those up to the
    /// end of the bytes that were parsed together with the position.
    public var report = ExportReport()

    public init() {}

    /// Parses the result of ``text``. Returns nil for any other text.
    public init?(text: String) {
        guard let position = try? JSONDecoder().decode(ExportPosition.self, from: Data(text.utf8)) else { return nil }
        self = position
    }

    /// The position as JSON, for a checkpoint.
    public var text: String { (try? JSONEncoder().encode(self)).map { String(decoding: $0, as: UTF8.self) } ?? "{}" }
}
