/// What PostgreSQL or the connection to it reported.
///
/// Only the primary message and the hint are kept: DETAIL and CONTEXT may quote values of rows, and values here are
/// somebody's health.
public struct PostgresError: Error, Hashable, Sendable, CustomStringConvertible {
    /// Five characters; of class 08 for failures of the connection itself.
    ///
    /// https://www.postgresql.org/docs/15/errcodes-appendix.html
    public var sqlState: String
    public var message: String
    public var hint: String?
    /// Name of the constraint that was violated, if one was.
    public var constraint: String?

    public init(sqlState: String, message: String, hint: String? = nil, constraint: String? = nil) {
        self.sqlState = sqlState
        self.message = message
        self.hint = hint
        self.constraint = constraint
    }

    public var description: String { "\(message) (SQLSTATE \(sqlState))" }

    /// The session cannot be used again: the connection broke, or the server ended it.
    public var isConnectionLost: Bool {
        sqlState.hasPrefix("08") || ["57P01", "57P02", "57P03", "57P05"].contains(sqlState)
    }

    /// The same transaction may succeed if it is tried again (serialization failure, deadlock, lock not available).
    public var isTransient: Bool { ["40001", "40P01", "55P03"].contains(sqlState) }

    /// A lock could not be had in `lock_timeout`, or at once.
    public var isLockTimeout: Bool { sqlState == "55P03" }

    /// The statement ran longer than `statement_timeout`, or was cancelled.
    public var isCancelled: Bool { sqlState == "57014" }

    /// The server is out of disk, memory or connections.
    public var isOutOfResources: Bool { sqlState.hasPrefix("53") }

    static func connectionFailure(_ message: String) -> PostgresError {
        PostgresError(sqlState: "08006", message: message)
    }

    static func protocolViolation(_ message: String) -> PostgresError {
        PostgresError(sqlState: "08P01", message: message)
    }
}
