import CLibPQ

/// A statement and its parameters.
public struct Statement: Sendable, Equatable {
    let sql: String
    let parameters: [Parameter]
    let isPrepared: Bool

    /// - Parameters:
    ///   - sql: remains prepared in the session, so it should be constant.
    ///   - isPrepared: false for the reason of `Session.executeUnprepared`.
    public init(_ sql: String, _ parameters: [Parameter] = [], isPrepared: Bool = true) {
        self.sql = sql
        self.parameters = parameters
        self.isPrepared = isPrepared
    }
}

extension Session {
    /// Runs one statement, like `execute(_:_:)` or `executeUnprepared(_:_:)`.
    ///
    /// - Throws: `PostgresError`, or `CancellationError` if the pool's caller was cancelled.
    public func execute(_ statement: Statement) throws -> Rows {
        try statement.isPrepared
            ? execute(statement.sql, statement.parameters) : executeUnprepared(statement.sql, statement.parameters)
    }

    /// Runs statements in one round trip, inside the open transaction.
    ///
    /// The statements run in their order, and no statement can use the rows of another. The first
    /// that fails ends the transaction.
    ///
    /// https://www.postgresql.org/docs/15/libpq-pipeline-mode.html
    ///
    /// - Returns: the rows of each statement.
    /// - Throws: `PostgresError`, or `CancellationError` if the pool's caller was cancelled.
    ///   `PostgresError` (08P01) outside a transaction.
    public func execute(_ statements: [Statement]) throws -> [Rows] {
        guard transactionDepth > 0 else {
            throw PostgresError.protocolViolation("a pipeline needs an open transaction")
        }
        try beginCall()
        defer { endCall() }
        let openingNames = try opening.map { $0.isPrepared ? try preparedWithoutParameters($0.sql) : nil }
        let names = try statements.map { $0.isPrepared ? try preparedStatement($0.sql, $0.parameters) : nil }
        let opening = takeOpening()
        guard PQenterPipelineMode(connection) == 1 else { throw failure() }
        defer { PQexitPipelineMode(connection) }
        for (statement, name) in zip(opening, openingNames) { try send(statement, name: name) }
        for (statement, name) in zip(statements, names) { try send(statement, name: name) }
        guard PQpipelineSync(connection) == 1 else { throw failure() }
        return Array(try receive(opening.count + statements.count)[opening.count...])
    }

    private func send(_ statement: Statement, name: String?) throws {
        let isSent = Session.withEncoded(statement.parameters) { count, types, values, lengths, formats in
            if let name {
                PQsendQueryPrepared(connection, name, count, values, lengths, formats, 1)
            } else {
                PQsendQueryParams(connection, statement.sql, count, types, values, lengths, formats, 1)
            }
        }
        guard isSent == 1 else { throw failure() }
    }

    /// Receives the results of `count` statements, and the end of the pipeline.
    ///
    /// - Throws: the first failure among the results.
    private func receive(_ count: Int) throws -> [Rows] {
        var received: [Rows] = []
        var firstFailure: (any Error)?
        for _ in 0..<count {
            // After the results of each statement comes a null.
            while let result = PQgetResult(connection) {
                do { received.append(try check(result)) } catch { firstFailure = firstFailure ?? error }
            }
        }
        let end = PQgetResult(connection)
        defer { PQclear(end) }
        if let firstFailure { throw firstFailure }
        guard PQresultStatus(end) == PGRES_PIPELINE_SYNC, received.count == count else { throw failure() }
        return received
    }
}
