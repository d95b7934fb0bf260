/// The reason why a whole file cannot be imported. A defect of one record is a `Refusal`.
public struct HealthImportError: Error, Hashable, Sendable, CustomStringConvertible {
    public var code: Code
    /// In PostgreSQL's style. It never contains a health value.
    public var message: String

    public enum Code: String, Sendable {
        /// The file or archive contains no HealthKit export.
        case noExport = "no_export"
        /// The file cannot be read, or the archive is broken.
        case unreadable = "unreadable_file"
        /// The XML is broken beyond repair.
        case malformed = "malformed_export"
        /// A limit was exceeded.
        case tooLarge = "too_large"
    }

    init(_ code: Code, _ message: String) {
        self.code = code
        self.message = message
    }

    public var description: String { message }
}
