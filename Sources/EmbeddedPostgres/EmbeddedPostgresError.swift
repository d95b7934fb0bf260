import Foundation

/// The reason why the private server is not usable. Messages follow PostgreSQL's style guide.
public struct EmbeddedPostgresError: Error, Hashable, Sendable, CustomStringConvertible {
    public var code: Code
    public var message: String
    /// What the reader of the message can do about it, or nil.
    public var hint: String?

    public enum Code: String, Sendable {
        case programsMissing = "postgresql_missing"
        case noServerUser = "no_server_user"
        case directoryUnusable = "data_directory_unusable"
        case noStore = "no_store"
        case pathTooLong = "path_too_long"
        case programFailed = "program_failed"
        case backupFailed = "backup_failed"
    }

    init(_ code: Code, _ message: String, hint: String? = nil) {
        self.code = code
        self.message = message
        self.hint = hint
    }

    /// The error of a call of the system that has failed. Its reason ends the message.
    static func system(
        _ code: Code, _ message: String, number: Int32 = errno, hint: String? = nil
    ) -> EmbeddedPostgresError {
        EmbeddedPostgresError(code, "\(message): \(String(cString: strerror(number)))", hint: hint)
    }

    public var description: String { hint.map { "\(message) (\($0))" } ?? message }
}
