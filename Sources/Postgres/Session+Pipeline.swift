import CLibPQ

/// A statement and its parameters.
public struct Statement: Sendable, Equatable {
    let sql: String
    let parameters: [Parameter]
    let isPrepared: Bool

    /// - Parameters:
    ///   - sql: remains prepared in the session, so it should be constant.
    ///   - isPrepared: false for the reason of `Session.executeUnprepared`. Only statements that
    ///     are sent together regard it.
    public init(_ sql: String, _ parameters: [Parameter] = [], isPrepared: Bool = true) {
        self.sql = sql
        self.parameters = parameters
        self.isPrepared = isPrepared
    }
}

extension Session {
    enum Replay {
        case none
        /// The body of `reading(only:)` runs.
        case running
        /// The body ran a statement whose rows are missing.
        case failed
    }

    /// Thrown to the body of `reading(only:)`, which the session then refuses to run further.
    private struct UnforeseenStatement: Error {}

    /// Refuses every use of the connection while the body of `reading(only:)` runs.
    func checkReplay() throws {
        guard replay != .none else { return }
        replay = .failed
        throw UnforeseenStatement()
    }

    /// Runs one statement, like `execute(_:_:)`.
    ///
    /// - Throws: `PostgresError`, or `CancellationError` if the pool's caller was cancelled.
    public func execute(_ statement: Statement) throws -> Rows {
        try execute(statement.sql, statement.parameters)
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
        guard foreseen.isEmpty else { return try executeUnforeseen(statements) }
        return try pipeline(statements, endsTransaction: false)
    }

    /// - Parameter endsTransaction: true to commit in the same round trip.
    private func pipeline(_ statements: [Statement], endsTransaction: Bool) throws -> [Rows] {
        guard transactionDepth > 0 else {
            throw PostgresError.protocolViolation("a pipeline needs an open transaction")
        }
        try beginCall()
        defer { endCall() }
        let openingNames = try opening.map { $0.isPrepared ? try preparedWithoutParameters($0.sql) : nil }
        let names = try statements.map { $0.isPrepared ? try preparedStatement($0.sql, $0.parameters) : nil }
        let commit = Statement("commit")
        let commitName = endsTransaction ? try preparedWithoutParameters(commit.sql) : nil
        let opening = takeOpening()
        guard PQenterPipelineMode(connection) == 1 else { throw failure() }
        defer { PQexitPipelineMode(connection) }
        for (statement, name) in zip(opening, openingNames) { try send(statement, name: name) }
        for (statement, name) in zip(statements, names) { try send(statement, name: name) }
        if endsTransaction { try send(commit, name: commitName) }
        guard PQpipelineSync(connection) == 1 else { throw failure() }
        let rows = try receive(opening.count + statements.count + (endsTransaction ? 1 : 0))
        return Array(rows[opening.count...].prefix(statements.count))
    }

    /// Runs statements that `body` of `reading` will probably run later, in one round trip. Until
    /// the transaction ends, `execute` returns the rows of an equal statement without asking the
    /// server. The transaction reads one snapshot, so the rows are the same.
    ///
    /// Does nothing inside a transaction that does not only read.
    ///
    /// - Throws: the same errors as `execute`.
    public func foresee(_ statements: [Statement]) throws {
        guard isReading else { return }
        let statements = Session.distinct(statements)
        foreseen += zip(statements, try execute(statements)).map { (statement: $0, rows: $1) }
    }

    /// Runs statements in one transaction that only reads, in one round trip. Then runs `body`,
    /// whose `execute` returns their rows. The transaction has ended by then.
    ///
    /// - Parameters:
    ///   - statements: probably all that `body` runs.
    ///   - body: changes nothing that must not be changed twice.
    /// - Returns: the result of `body`; nil if `body` ran another statement, which was refused. The
    ///   caller then uses `reading` and `foresee`.
    /// - Throws: the error of `body`, and the same errors as `reading`. `PostgresError` (08P01)
    ///   inside a transaction.
    public func reading<Value>(only statements: [Statement], _ body: () throws -> Value) throws -> Value? {
        guard transactionDepth == 0 else {
            throw PostgresError.protocolViolation("a transaction is open")
        }
        let statements = Session.distinct(statements)
        let rows = try reading {
            try preferIndexOrder()
            return try pipeline(statements, endsTransaction: true)
        }
        replay = .running
        transactionDepth += 1
        isReading = true
        prefersIndexOrder = true
        foreseen = zip(statements, rows).map { (statement: $0, rows: $1) }
        defer {
            replay = .none
            transactionDepth -= 1
            isReading = false
            prefersIndexOrder = false
            foreseen = []
        }
        do {
            let value = try body()
            return replay == .failed ? nil : value
        } catch {
            if replay == .failed { return nil }
            throw error
        }
    }

    private static func distinct(_ statements: [Statement]) -> [Statement] {
        statements.reduce(into: []) { if !$0.contains($1) { $0.append($1) } }
    }

    /// Runs the statements that were not foreseen.
    private func executeUnforeseen(_ statements: [Statement]) throws -> [Rows] {
        var rows = statements.map { statement in foreseen.first { $0.statement == statement }?.rows }
        let missing = statements.indices.filter { rows[$0] == nil }
        guard !missing.isEmpty else { return rows.compactMap(\.self) }
        let kept = foreseen
        foreseen = []
        defer { foreseen = kept }
        for (index, found) in zip(missing, try execute(missing.map { statements[$0] })) { rows[index] = found }
        return rows.compactMap(\.self)
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
