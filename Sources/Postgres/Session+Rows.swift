import CLibPQ

extension Session {
    /// Runs one statement inside the open transaction and calls `body` with each of its rows as it
    /// arrives.
    ///
    /// Only one row at a time is in memory, however many rows the statement returns. If `body`
    /// returns false or throws, the server cancels the rest. A savepoint keeps the transaction
    /// usable after a cancellation. Going back to it undoes the statement, so the statement must
    /// not change data. `body` must not use the session.
    ///
    /// https://www.postgresql.org/docs/15/libpq-single-row-mode.html
    ///
    /// - Parameter body: returns true to receive further rows.
    /// - Throws: `PostgresError`, the error of `body`, or `PostgresError` (08P01) outside a
    ///   transaction.
    public func forEachRow(
        of sql: String, _ parameters: [Parameter] = [], _ body: (Row) throws -> Bool
    ) throws {
        guard transactionDepth > 0 else {
            throw PostgresError.protocolViolation("forEachRow needs an open transaction")
        }
        let statement = try prepare(sql, parameters)
        struct Stop: Error {}
        do {
            try attempt {
                let isSent = Session.withEncoded(parameters) { count, types, values, lengths, formats in
                    if let statement {
                        PQsendQueryPrepared(connection, statement, count, values, lengths, formats, 1)
                    } else {
                        PQsendQueryParams(connection, sql, count, types, values, lengths, formats, 1)
                    }
                }
                guard isSent == 1, PQsetSingleRowMode(connection) == 1 else { throw failure() }
                do {
                    while let result = nextResult() {
                        // The last result has no row. It contains the outcome of the statement.
                        guard let row = try check(result).first else { continue }
                        guard try body(row) else { throw Stop() }
                    }
                } catch {
                    abandonRows()
                    throw error
                }
            }
        } catch is Stop {}
    }

    /// Prepares the statement in a call of its own, because each further call has its own limit.
    private func prepare(_ sql: String, _ parameters: [Parameter]) throws -> String? {
        try beginCall()
        defer { endCall() }
        return try preparedStatement(sql, parameters)
    }

    /// Waits for the next result. The time that the caller takes for a row does not count.
    private func nextResult() -> OpaquePointer? {
        socket?.beginCall(limits.statement)
        defer { endCall() }
        return PQgetResult(connection)
    }

    /// Cancels the running statement and discards the rest of its rows.
    private func abandonRows() {
        requestCancel()
        while let result = nextResult() { PQclear(result) }
    }
}
