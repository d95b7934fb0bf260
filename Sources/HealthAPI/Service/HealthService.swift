import HTTPServer
import HealthCore
import HealthDatabase
import HealthJobs
import JSONReader
import Postgres

/// The bearer token of a request, before it is looked up.
struct PresentedToken: Sendable {
    let token: BearerToken
    fileprivate let request: HTTPRequest

    init(_ token: BearerToken, _ request: HTTPRequest) {
        self.token = token
        self.request = request
    }
}

extension Pool {
    /// Runs the body with a session of the person's share.
    func withSession<Value: Sendable>(
        for person: Person, _ body: @escaping @Sendable (Session) throws -> Value
    ) async throws -> Value {
        try await withSession(for: person.id, body)
    }
}

/// The endpoints over one store.
public struct HealthService: Sendable {
    /// Of the program, by semantic versioning.
    public static let version = "0.14.0"

    let pool: Pool
    let log: Log
    let live: ChangeHub
    let rateLimit: RateLimit?
    /// Nil if the service takes no imports.
    let imports: ImportService?
    let crossOrigin: CrossOriginPolicy
    let readiness: Readiness
    /// Nil if the service keeps no access log.
    let accessLog: AccessLogWriter?
    /// Nil if the service erases no people.
    let erasing: EraseWorker?
    private let tokenUses: TokenUses

    /// - Parameters:
    ///   - live: the caller closes it after the server has stopped.
    ///   - rateLimit: nil for no limit.
    ///   - imports: the caller starts and stops it; nil for a service without imports.
    ///   - crossOrigin: which pages of other origins may send requests; `HealthService.crossOrigin`
    ///     makes one.
    ///   - accessLog: the caller starts and stops it; nil for a service that keeps none.
    ///   - erasing: the caller starts and stops it; nil for a service that erases no people.
    ///   - readiness: the check of `GET /ready`.
    public init(
        pool: Pool, log: Log, live: ChangeHub, rateLimit: RateLimit?, imports: ImportService? = nil,
        crossOrigin: CrossOriginPolicy = .none, accessLog: AccessLogWriter? = nil, erasing: EraseWorker? = nil,
        readiness: Readiness
    ) {
        self.pool = pool
        self.log = log
        self.live = live
        self.rateLimit = rateLimit
        self.imports = imports
        self.crossOrigin = crossOrigin
        self.readiness = readiness
        self.accessLog = accessLog
        self.erasing = erasing
        tokenUses = TokenUses(pool: pool)
    }

    /// The routes of all endpoints, and the answers to errors.
    public var router: Router {
        Router(routes: Endpoint.all.map { $0.route(of: self) }, crossOrigin: crossOrigin) { failure, request in
            if case .thrown(let error) = failure { report(error, request) }
            return ErrorTable.error(for: failure).response
        }
    }

    /// Who sent the request.
    ///
    /// - Throws: `APIError` (401) without a valid token; it does not say which part of the token is
    ///   wrong.
    func caller(of request: HTTPRequest) async throws -> Caller { try await caller(of: try bearerToken(of: request)) }

    /// The request's token, before it is looked up. Counts the request, so every endpoint calls it
    /// once.
    ///
    /// - Throws: `APIError`: 401 without a token, 429 if the token makes too many requests.
    func bearerToken(of request: HTTPRequest) throws(APIError) -> PresentedToken {
        guard let header = request.headers["Authorization"] else {
            throw APIError(
                .missingToken, "the request carries no bearer token",
                hint: "send the header Authorization: Bearer TOKEN; healthstore token create makes a token")
        }
        let parts = header.split(separator: " ", maxSplits: 1)
        guard parts.count == 2, parts[0].lowercased() == "bearer",
            let token = BearerToken(parts[1].trimmingPrefix(while: { $0 == " " }).description)
        else {
            guard operatorToken(in: header) == nil else { throw HealthService.operatorTokenRefused }
            throw HealthService.invalidToken(header)
        }
        try rateLimit?.take(token)
        return PresentedToken(token, request)
    }

    /// Who presents the token. From now on the request counts among the requests about this
    /// person.
    ///
    /// - Throws: `APIError` (401) without a valid token; `HTTPOwnerOverloaded` if the person has
    ///   too many requests.
    func caller(of presented: PresentedToken) async throws -> Caller {
        // In a session of the service's share, because the person is not known yet.
        let caller = try await pool.withSession { try HealthService.caller(of: presented.token, $0) }
        try presented.request.assign(to: caller.person.id)
        tokenUses.note(presented.token, of: caller.person)
        if accessLog != nil { presented.request.note(AccessNote(caller, presented.request)) }
        return caller
    }

    static func caller(of token: BearerToken, _ session: Session) throws -> Caller {
        guard let caller = try TokenStore.caller(for: token, session) else { throw HealthService.invalidToken }
        return caller
    }

    /// Answers from one snapshot of the database that holds what the caller may read.
    func read<Value: Sendable>(
        _ caller: Caller, _ body: @escaping @Sendable (Session) throws -> Value
    ) async throws -> Value {
        try await pool.withSession(for: caller.person) { session in
            try session.reading(as: caller.access) { try body(session) }
        }
    }

    /// Answers a question from one snapshot of the database, on the person's clock and in the
    /// person's units.
    ///
    /// The look-up of the token and the answer take two sessions, because a session for an answer
    /// comes from the share of the person in question, and only the look-up tells who that is. The
    /// second session costs 18 µs, 0.6 % of a question for the days of a month (2.8 ms).
    func answer<Asked: Question>(
        _ token: PresentedToken, _ question: Asked,
        _ body: @escaping @Sendable (Asked.Request, Person, Session) throws -> HTTPResponse
    ) async throws -> HTTPResponse {
        try await answer(try await caller(of: token), question, body)
    }

    /// Answers a question of a caller who is known already, because the body of the request was
    /// read before.
    func answer<Asked: Question>(
        _ caller: Caller, _ question: Asked,
        _ body: @escaping @Sendable (Asked.Request, Person, Session) throws -> HTTPResponse
    ) async throws -> HTTPResponse {
        let person = caller.person
        return try await read(caller) { session in
            try body(try question.request(of: person, session), person, session)
        }
    }

    static var invalidToken: APIError {
        APIError(.invalidToken, "the bearer token is unknown, wrong or revoked")
    }

    /// - Parameter header: the value of `Authorization`. The answer repeats no part of it.
    static func invalidToken(_ header: String) -> APIError {
        guard header.split(separator: " ", maxSplits: 1).first?.lowercased() != "bearer" else { return invalidToken }
        return APIError(
            .invalidToken, "the header Authorization does not begin with Bearer",
            hint: "send Authorization: Bearer TOKEN, with the word Bearer and a blank before the token")
    }

    /// Logs what the answer to an error does not tell the client.
    func report(_ error: any Error, _ request: HTTPRequest) {
        switch error {
        case is APIError, is ParameterError, is JSONError, is Pool.Failure, is CancellationError, is HTTPBodyError,
            is HTTPOwnerOverloaded:
            break
        case let error as PostgresError:
            log.event(
                .error, "database_error",
                [("requestId", request.id), ("sqlState", error.sqlState), ("message", error.message)])
        case let error as HealthDatabaseError where error.code == .migrationChanged || error.code == .filesMissing:
            log.event(.error, error.code.rawValue, [("requestId", request.id), ("message", error.message)])
        case is HealthDatabaseError: break
        default: log.event(.error, "internal_error", [("requestId", request.id), ("kind", "\(Swift.type(of: error))")])
        }
    }

    // MARK: Health

    @Sendable func getHealth(_ request: HTTPRequest) async throws -> HTTPResponse {
        HTTPResponse(json: HealthService.status("ok"))
    }

    @Sendable func getReady(_ request: HTTPRequest) async throws -> HTTPResponse {
        try await readiness.check()
        return HTTPResponse(json: HealthService.status("ready"))
    }
}
