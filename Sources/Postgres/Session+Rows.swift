import CLibPQ

extension Session {
    /// Runs one statement inside the open transaction and hands each of its rows to `body` as it arrives.
    ///
    /// Rows are never collected: the client holds one row at a time, however many the statement has. If `body` returns
    /// false or throws, the rest is cancelled on the server. A savepoint keeps the transaction usable after that, so the
    /// statement must change nothing. `body` must not use the session.
    ///
    /// https://www.postgresql.org/docs/15/libpq-single-row-mode.html
    ///
    /// - Parameter body: returns whether it takes further rows.
    /// - Throws: `PostgresError`, also outside a transaction, or what `body` throws.
    public func forEachRow(
        of sql: String, _ parameters: [Parameter] = [], _ body: (Row) throws -> Bool
    ) throws {
        guard transactionDepth > 0 else {
            throw PostgresError.protocolViolation("rows are read one by one inside a transaction")
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
                    // The last result has no row; it says how the statement ended.
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

    /// Cancels the running statement and drops what is still on its way.
    private func abandonRows() {
        requestCancel()
        while let result = PQgetResult(connection) { PQclear(result) }
    }
}
