import Foundation
import HTTPServer
import HealthCore
import HealthDatabase
import JSON
import Postgres
import Synchronization

extension Endpoint {
    static let getSQL = Endpoint(
        .get, "/v1/sql", "Rows of a query in SQL",
        notes: """
            The query reads, as an analyst's does, what the caller's grants with the right to read cover. It is cancelled after \
            \(StatementRole.statementSecondsMax) seconds. It has at most \(SQLQuestion.statementBytesMax) bytes, and a row at most \
            \(StatementRole.rowBytesMax >> 10) KiB.
            """,
        tag: .assistants,
        parameters: [
            EndpointParameter(
                name: "statement", schema: .string, isRequired: true, meaning: "One SELECT of PostgreSQL.",
                example: "select date, steps from daily_steps order by date", errors: [.wrongStatement]),
            .limit(SQLQuestion.rowsMax, default: SQLQuestion.rowsDefault, of: "rows"),
        ],
        takes: .parameters { try SQLQuestion($0) }, right: .read, gives: .json("The rows.").rows("rows"),
        errors: [.wrongStatement, .noStatements]
    ) { call in
        try await call.service.statements.answer(call.taken, for: call.caller)
    }.asTool(
        Tool(
            name: "sql", title: "SQL",
            text: """
                Rows of one SELECT in PostgreSQL's SQL, for questions that no other tool answers, such as joins of nights with \
                workouts. The schema health_analysis has views: daily_steps, daily_heart_rate, daily_quantity (person, type, date, \
                sum, average, minimum, maximum, unit), sleep_night, workout_sample, quantity_sample, category_sample and more; \
                information_schema.columns lists them. Durations are in seconds, and times in UTC. Prefer views of days to samples, \
                whose sources are not merged. A null is no zero.
                """))
}

/// The parameters of a query in SQL.
struct SQLQuestion: Sendable {
    let statement: String
    let limit: Int

    static let rowsMax = 1_000
    static let rowsDefault = 100
    static let statementBytesMax = 10_000

    init(_ parameters: RequestParameters) throws(ParameterError) {
        let text = try ParameterText.required(parameters["statement"], "statement")
        guard text.utf8.count <= SQLQuestion.statementBytesMax else {
            throw ParameterError(
                .outOfRange, "statement", "statement has at most \(SQLQuestion.statementBytesMax) bytes")
        }
        statement = text.trimmingCharacters(in: CharacterSet(charactersIn: "; \n\t\r"))
        limit = try parameters.limit(SQLQuestion.rowsMax, default: SQLQuestion.rowsDefault)
    }

    /// True for an error of the caller's statement. Others are errors of the service or the server.
    static func isOfStatement(_ error: PostgresError) -> Bool {
        !error.isUnavailable && !error.isConnectionLost && !["XX", "40", "55"].contains(error.sqlState.prefix(2))
    }

    static func refusal(_ message: String, hint: String? = nil) -> APIError {
        APIError(.wrongStatement, message, key: "parameter", "statement", hint: hint)
    }
}

struct SQLAnswer: Shaped {
    fileprivate var rows: [StoredJSON]
    fileprivate var hasMore: Bool

    static let shape = Shape<Self>([
        .member("rows", \.rows, "Each is an object with the columns of the query."),
        .member("partial", \.hasMore, "True if the query has more rows."),
    ]).named("SQLAnswer")

    var rowCount: Int? { rows.count }
}

/// Runs statements of callers, with sessions that have no right of the service.
final class CallerStatements: Sendable {
    private let owner: Pool
    private let sessions = Mutex<(role: StatementRole, pool: Pool)?>(nil)

    /// The most sessions of this service.
    private static let sessionsMax = 2

    init(_ owner: Pool) { self.owner = owner }

    /// - Throws: `APIError`: 503 if statements cannot run, 400 for a wrong statement and a row that
    ///   is too long; `PostgresError`; the errors of the pool.
    func answer(_ question: SQLQuestion, for caller: Caller) async throws -> SQLAnswer {
        let (role, pool) = try await prepared()
        let (rows, hasMore): (rows: [[UInt8]?], hasMore: Bool)
        do {
            (rows, hasMore) = try await pool.withSession(for: caller.person) {
                try role.rows(question.statement, limit: question.limit, as: caller.access, $0)
            }
        } catch let error as PostgresError where SQLQuestion.isOfStatement(error) {
            throw SQLQuestion.refusal(error.message, hint: error.hint)
        }
        return SQLAnswer(
            rows: try rows.map { row in
                guard let json = StoredJSON(row) else {
                    throw SQLQuestion.refusal(
                        "a row is longer than \(StatementRole.rowBytesMax) bytes", hint: "select fewer columns")
                }
                return json
            }, hasMore: hasMore)
    }

    private func prepared() async throws -> (role: StatementRole, pool: Pool) {
        if let known = sessions.withLock({ $0 }) { return known }
        guard let role = try await owner.withSession({ try StatementRole($0) }) else {
            throw APIError(
                .noStatements, "statements cannot run here",
                hint: "healthstore analyst add makes a login that reads with SQL")
        }
        let database = try role.database(owner.database)
        return sessions.withLock { known in
            // A pool without callers has no sessions.
            let made = known ?? (role, Pool(Pool.Configuration(database: database, sessionsMax: Self.sessionsMax)))
            known = made
            return made
        }
    }
}
