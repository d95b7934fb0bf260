import CLibPQ

extension Session {
    /// The isolation levels that PostgreSQL distinguishes.
    ///
    /// https://www.postgresql.org/docs/15/transaction-iso.html
    public enum Isolation: String, Sendable {
        case readCommitted = "read committed"
        case repeatableRead = "repeatable read"
        case serializable = "serializable"
    }

    /// Runs `body` in one transaction. Commits when `body` returns, and rolls back when it throws.
    ///
    /// Inside another transaction, `body` becomes part of that transaction. A transaction in which
    /// `body` runs no statement is not begun.
    ///
    /// - Throws: the error of `body`, `PostgresError`, or `CancellationError` if the pool's caller
    ///   was cancelled. The SQLSTATE is 25P02 if a failed statement turned the commit into a
    ///   rollback, and 08007 if the outcome of the commit is unknown.
    public func transaction<Value>(
        isolation: Isolation = .readCommitted, readOnly: Bool = false, _ body: () throws -> Value
    ) throws -> Value {
        try transaction([begin(isolation, readOnly: readOnly)], readOnly, body)
    }

    /// Runs `body` in one transaction that only reads, in one snapshot, and keeps plans.
    ///
    /// - Parameter settings: `set local` statements. Inside another transaction, they apply until
    ///   that transaction ends.
    /// - Throws: the same errors as `transaction`.
    public func reading<Value>(settings: [String] = [], _ body: () throws -> Value) throws -> Value {
        if transactionDepth > 0 {
            for setting in settings { _ = try executeUnprepared(setting) }
        }
        // Settings may contain names and times, so they are not kept prepared.
        let opening = [begin(.repeatableRead, readOnly: true)] + keepingPlans(readingPlanMode)
        return try transaction(opening + settings.map { Statement($0, isPrepared: false) }, true, body)
    }

    /// Runs `body` in one transaction that writes some rows, and keeps plans.
    ///
    /// - Throws: the same errors as `transaction`.
    public func writing<Value>(_ body: () throws -> Value) throws -> Value {
        try transaction([begin(.readCommitted, readOnly: false)] + keepingPlans(writingPlanMode), false, body)
    }

    /// Makes PostgreSQL read rows in the order of an index until the open transaction ends. It then
    /// sorts only what no index has in order. PostgreSQL expects few rows of a person. Without this
    /// setting it could read all of them and sort them, on disk if they are many.
    ///
    /// Before the first statement of a transaction, it costs no round trip.
    ///
    /// - Throws: `PostgresError`.
    public func preferIndexOrder() throws {
        guard !prefersIndexOrder else { return }
        let setting = Statement("set local enable_sort = off")
        if opening.isEmpty { _ = try execute(setting) } else { opening.append(setting) }
        prefersIndexOrder = transactionDepth > 0
    }

    private func begin(_ isolation: Isolation, readOnly: Bool) -> Statement {
        Statement("begin isolation level \(isolation.rawValue)\(readOnly ? " read only" : "")")
    }

    /// Planning takes longer than reading or writing some rows. With these settings, PostgreSQL
    /// keeps the plan of a prepared statement. The plan may have been made while the tables were
    /// empty, so it must use an index wherever there is one.
    private func keepingPlans(_ mode: String) -> [Statement] {
        [Statement("set local plan_cache_mode = \(mode)"), Statement("set local enable_seqscan = off")]
    }

    private func transaction<Value>(
        _ opening: [Statement], _ isReadOnly: Bool, _ body: () throws -> Value
    ) throws -> Value {
        guard transactionDepth == 0 else { return try body() }
        try call?.check()
        self.opening = opening
        transactionDepth += 1
        isReading = isReadOnly
        defer {
            transactionDepth -= 1
            isReading = false
            prefersIndexOrder = false
        }
        let value: Value
        do {
            value = try body()
            try call?.check()
        } catch {
            // The first error is reported. A connection that cannot roll back is not idle, so the
            // pool closes it. A cancelled call must roll back, too. `executeScript` would refuse
            // to, because it checks for a cancellation.
            if takeOpening().isEmpty, isOpenOnServer { rollback() }
            throw error
        }
        if takeOpening().isEmpty, isOpenOnServer { try commit(isReadOnly: isReadOnly) }
        return value
    }

    /// False if the server has ended the open transaction. True if that is not known.
    private var isOpenOnServer: Bool { PQtransactionStatus(connection) != PQTRANS_IDLE }

    /// Runs `body` inside the open transaction. Undoes the changes of `body` if it throws.
    ///
    /// - Returns: the result of `body`.
    /// - Throws: `PostgresError`, or the error of `body`.
    public func attempt<Value>(_ body: () throws -> Value) throws -> Value {
        try executeScript("savepoint attempt")
        let value: Value
        do { value = try body() } catch {
            try? executeScript("rollback to savepoint attempt; release savepoint attempt")
            throw error
        }
        try executeScript("release savepoint attempt")
        return value
    }

    private func commit(isReadOnly: Bool) throws {
        // PostgreSQL answers COMMIT of a failed transaction with the tag ROLLBACK and reports no
        // error.
        func check(_ isCommitted: Bool) throws {
            guard !isCommitted else { return }
            throw PostgresError(sqlState: "25P02", message: "the transaction failed and was rolled back")
        }
        guard isReadOnly else { return try check(commitWrites().commandTag == "COMMIT") }
        // A transaction that only read has nothing to lose, so its end is received before the next
        // call.
        let hasFailed = PQtransactionStatus(connection) == PQTRANS_INERROR
        guard PQsendQuery(connection, "commit") == 1 else { throw failure() }
        isEnding = true
        try check(!hasFailed)
    }

    /// Commits a transaction that writes.
    ///
    /// A cancellation is not sent meanwhile. It would end the wait for a standby. The commit would
    /// then look like a success to other sessions, and could be lost with the server.
    private func commitWrites() throws -> Rows {
        guard let call else { return try commitNow() }
        do { return try call.withoutCancellation(self) { try commitNow() } } catch let error as CancellationError {
            rollback()
            throw error
        }
    }

    private func commitNow() throws -> Rows {
        socket?.beginCall(limits.commit)
        defer { endCall() }
        do { return try check(PQexec(connection, "commit")) } catch let error as PostgresError
            where error.isConnectionLost && !error.isUnknownCommit
        {
            throw PostgresError.unknownCommit(error.message)
        }
    }

    private func rollback() {
        socket?.beginCall(limits.statement)
        defer { endCall() }
        _ = try? check(PQexec(connection, "rollback"))
    }

    /// Receives the answer to the last commit, if it has not been received.
    func finishEnding() {
        guard isEnding else { return }
        isEnding = false
        socket?.beginCall(limits.statement)
        defer { endCall() }
        while let result = PQgetResult(connection) { PQclear(result) }
        // A late cancellation can hit the commit.
        if PQtransactionStatus(connection) == PQTRANS_INERROR { PQclear(PQexec(connection, "rollback")) }
    }

    /// Returns the statements that begin the open transaction, which the caller sends. Returns them
    /// once.
    func takeOpening() -> [Statement] {
        defer { opening = [] }
        return opening
    }

    /// Begins the open transaction on the server, if no statement has begun it.
    ///
    /// A script cannot begin it: Citus would repeat the whole script on other servers, because it
    /// contains settings. Call it between `beginCall` and `endCall`.
    func sendOpening() throws {
        guard !opening.isEmpty else { return }
        _ = try execute([])
        // `execute` has ended the time limit of the call that this function belongs to.
        socket?.beginCall(limits.statement)
    }
}
