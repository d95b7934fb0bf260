import CLibPQ

extension Session {
    /// Runs one statement inside the open transaction and calls `body` with each of its rows as it
    /// arrives.
    ///
    /// Holds one row at a time, however many the statement returns. If `body` returns false or
    /// throws, the rest is cancelled on the server. A savepoint keeps the transaction usable after
    /// that, so the statement must not change data. `body` must not use the session.
    ///
    /// https://www.postgresql.org/docs/15/libpq-single-row-mode.html
    ///
    /// - Parameter body: returns whether it takes further rows.
    /// - Throws: `PostgresError`, 08P01 outside a transaction, or the error of `body`.
    public func forEachRow(
        of sql: String, _ parameters: [Parameter] = [], _ body: (Row) throws -> Bool
    ) throws {
        guard transactionDepth > 0 else {
            throw PostgresError.protocolViolation("forEachRow needs an open transaction")
        }
        let statement = try preparedStatement(sql, parameters)
        _ = try attempt {
            let isSent = Session.withEncoded(parameters) { count, types, values, lengths, formats in
                if let statement {
                    PQsendQueryPrepared(connection, statement, count, values, lengths, formats, 1)
                } else {
                    PQsendQueryParams(connection, sql, count, types, values, lengths, formats, 1)
                }
            }
            guard isSent == 1, PQsetSingleRowMode(connection) == 1 else { throw failure() }
            do {
                while let result = PQgetResult(connection) {
                    // The last result has no row. It says how the statement ended.
                    guard let row = try check(result).first else { continue }
                    guard try body(row) else {
                        abandonRows()
                        return false
                    }
                }
            } catch {
                abandonRows()
                throw error
            }
            return true
        }
    }

    /// Cancels the running statement and discards the rest of its rows.
    private func abandonRows() {
        requestCancel()
        while let result = PQgetResult(connection) { PQclear(result) }
    }
}
