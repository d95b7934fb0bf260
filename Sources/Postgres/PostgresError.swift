/// A failure that PostgreSQL or the connection to it reported.
///
/// The error keeps only the primary message, the hint and the name of a constraint. DETAIL and
/// CONTEXT may quote values of rows, which are health data.
public struct PostgresError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The SQLSTATE, five characters. Connection failures that libpq reports without an SQLSTATE
    /// get one of class 08.
    ///
    /// https://www.postgresql.org/docs/15/errcodes-appendix.html
    public var sqlState: String
    public var message: String
    public var hint: String?
    /// The name of the violated constraint, or nil.
    public var constraint: String?

    public init(sqlState: String, message: String, hint: String? = nil, constraint: String? = nil) {
        self.sqlState = sqlState
        self.message = message
        self.hint = hint
        self.constraint = constraint
    }

    public var description: String { "\(message) (SQLSTATE \(sqlState))" }

    /// The message for a log, which must hold no health values. The message of a data exception
    /// (class 22) quotes the value, so it is left out.
    ///
    /// https://www.postgresql.org/docs/15/errcodes-appendix.html
    public var loggedMessage: String {
        sqlState.hasPrefix("22") ? "a value has the wrong form; the message quotes it and is not logged" : message
    }

    /// True if the session is unusable, because the connection broke or the server ended the
    /// session. True also if a Citus coordinator lost its connection to a worker; Citus reports
    /// that within a transaction without an SQLSTATE of its own, so the message decides.
    ///
    /// https://github.com/citusdata/citus/blob/v13.2.2/src/backend/distributed/transaction/remote_transaction.c
    public var isConnectionLost: Bool {
        sqlState.hasPrefix("08") || ["57P01", "57P02", "57P03", "57P05"].contains(sqlState)
            || sqlState == "XX000" && PostgresError.lostWorker.contains(where: message.hasPrefix)
    }

    /// How the messages begin in which Citus reports a lost worker. All but the first are of libpq.
    private static let lostWorker = [
        "failure on connection marked as essential", "server closed the connection unexpectedly",
        "no connection to the server", "could not receive data from server", "could not send data to server",
        "connection not open", "SSL SYSCALL error", "SSL connection has been closed unexpectedly",
    ]

    /// True if the same transaction may succeed when it is repeated. The cases are serialization
    /// failure, deadlock, lock not available, and a shard that Citus divided since it planned the
    /// statement.
    ///
    /// https://github.com/citusdata/citus/blob/v13.2.2/src/backend/distributed/metadata/metadata_cache.c
    public var isTransient: Bool {
        ["40001", "40P01", "55P03"].contains(sqlState)
            || sqlState == "XX000" && message.hasPrefix("could not find valid entry for shard")
    }

    /// True if a lock was not available within `lock_timeout`, or not at once for NOWAIT.
    public var isLockTimeout: Bool { sqlState == "55P03" }

    /// True if the statement exceeded `statement_timeout` or was cancelled.
    public var isCancelled: Bool { sqlState == "57014" }

    /// True if the database cannot be used now, so the same statement may succeed later: the
    /// connection broke (class 08), the server has no room, memory or connection left (53), an
    /// operator stopped it (57), or its disk or a server of its cluster failed (58). The exception
    /// is a cancelled statement (57014), which would take as long again.
    public var isUnavailable: Bool {
        isConnectionLost || ["53", "57", "58"].contains(sqlState.prefix(2)) && !isCancelled
    }

    /// True if it is unknown whether the transaction was committed: the connection was lost during
    /// the commit, the server did not answer in time, or a standby or a worker of a cluster did not
    /// confirm it.
    public var isUnknownCommit: Bool { sqlState == PostgresError.unknownCommitState }

    private static let unknownCommitState = "08007"

    /// What to do when files of the database are damaged, as in "invalid page in block 7 of
    /// relation base/5/1259".
    public static let damageHint =
        "files of the database are damaged: stop the service, and restore a backup: healthstore help backup"

    /// The classes' codes for damaged tables and indexes.
    static let damageStates = ["XX001", "XX002"]

    static func unknownCommit(_ reason: String) -> PostgresError {
        PostgresError(sqlState: unknownCommitState, message: "the outcome of the commit is unknown: \(reason)")
    }

    static func connectionFailure(_ message: String) -> PostgresError {
        PostgresError(sqlState: "08006", message: message)
    }

    static func protocolViolation(_ message: String) -> PostgresError {
        PostgresError(sqlState: "08P01", message: message)
    }
}
