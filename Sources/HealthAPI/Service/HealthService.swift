import HTTPServer
import HealthCore
import HealthDatabase
import JSONReader
import Postgres

/// A bearer token as a request presents it, not looked up yet.
struct PresentedToken: Sendable {
    let token: BearerToken
    fileprivate let request: HTTPRequest

    init(_ token: BearerToken, _ request: HTTPRequest) {
        self.token = token
        self.request = request
    }
}

extension Pool {
    /// As `withSession(for:_:)`, out of the person's share of the sessions.
    func withSession<Value: Sendable>(
        for person: Person, _ body: @escaping @Sendable (Session) throws -> Value
    ) async throws -> Value {
        try await withSession(for: person.id, body)
    }
}

/// The endpoints over one store.
public struct HealthService: Sendable {
    let pool: Pool
    let log: Log
    let live: ChangeHub
    let rateLimit: RateLimit?
    /// Nil where the service takes no imports.
    let imports: ImportService?
    let crossOrigin: CrossOriginPolicy
    let readiness: Readiness
    private let tokenUses: TokenUses

    /// - Parameters:
    ///   - live: closed by who made it, after the server has stopped.
    ///   - rateLimit: nil for none.
    ///   - imports: started and stopped by who made it; nil for none.
    ///   - crossOrigin: which pages may ask; `HealthService.crossOrigin` makes one.
    ///   - readiness: what `GET /ready` asks.
    public init(
        pool: Pool, log: Log, live: ChangeHub, rateLimit: RateLimit?, imports: ImportService? = nil,
        crossOrigin: CrossOriginPolicy = .none, readiness: Readiness
    ) {
        self.pool = pool
        self.log = log
        self.live = live
        self.rateLimit = rateLimit
        self.imports = imports
        self.crossOrigin = crossOrigin
        self.readiness = readiness
        tokenUses = TokenUses(pool: pool)
    }

    /// What the server needs to answer requests.
    public var router: Router {
        Router(routes: routes, crossOrigin: crossOrigin) { failure, request in
            if case .thrown(let error) = failure { report(error, request) }
            return ErrorTable.error(for: failure).response
        }
    }

    /// What has a body is streamed: it is read once the handler knows the token, so that nobody else takes memory.
    private var routes: [Route] {
        [
            Route(
                method: .post, template: "/v1/batches", summary: "Adds and deletes samples in one transaction",
                body: .streamed, handler: postBatch),
            Route(
                method: .get, template: "/v1/anchors/{device}/{types}", summary: "The anchor that a client stored",
                handler: getAnchor),
            Route(
                method: .put, template: "/v1/anchors/{device}/{types}", summary: "Stores the anchor of a client",
                body: .streamed, handler: putAnchor),
            Route(
                method: .delete, template: "/v1/anchors/{device}/{types}", summary: "Forgets the anchor of a client",
                handler: deleteAnchor),
            Route(
                method: .get, template: "/v1/samples", summary: "Samples of one type, page by page", handler: getSamples
            ),
            Route(
                method: .get, template: "/v1/changes", summary: "What changed since an anchor", handler: getChanges),
            Route(
                method: .get, template: "/v1/changes/stream", summary: "Tells of changes as they happen",
                handler: getChangeStream),
            Route(
                method: .get, template: "/v1/statistics-collection", summary: "Figures of one type, bucket by bucket",
                handler: getStatisticsCollection),
            Route(
                method: .get, template: "/v1/statistics", summary: "Figures of one range", handler: getStatistics),
            Route(
                method: .get, template: "/v1/explain", summary: "Which samples made one bucket, and which did not",
                handler: getExplanation),
            Route(
                method: .get, template: "/v1/summaries", summary: "Several types together, day by day",
                handler: getSummaries),
            Route(
                method: .get, template: "/v1/summaries/{date}/footprint",
                summary: "The samples behind one day of one type",
                handler: getFootprint),
            Route(
                method: .get, template: "/v1/workouts", summary: "Workouts, page by page", handler: getWorkouts),
            Route(
                method: .get, template: "/v1/workouts/{uuid}", summary: "One workout and what was measured during it",
                handler: getWorkout),
            Route(
                method: .get, template: "/v1/activity-summaries", summary: "The activity rings, day by day",
                handler: getActivitySummaries),
            Route(
                method: .put, template: "/v1/activity-summaries/{date}", summary: "Stores the activity rings of a day",
                body: .streamed, handler: putActivitySummary),
            Route(
                method: .get, template: "/v1/characteristics", summary: "What does not change about the person",
                handler: getCharacteristics),
            Route(method: .get, template: "/v1/sleep", summary: "Sleep, night by night", handler: getSleep),
            Route(method: .get, template: "/v1/types", summary: "The sample types", handler: getTypes),
            Route(
                method: .get, template: "/v1/latest", summary: "The newest sample of several types", handler: getLatest
            ),
            Route(
                method: .get, template: "/v1/units", summary: "The units in which the person reads", handler: getUnits),
            Route(
                method: .put, template: "/v1/units", summary: "Chooses units for types", body: .streamed,
                handler: putUnits),
            Route(method: .get, template: "/v1/sources", summary: "The sources of the person", handler: getSources),
            Route(
                method: .get, template: "/v1/sources/priority", summary: "The order in which sources are believed",
                handler: getSourcePriority),
            Route(
                method: .put, template: "/v1/sources/priority", summary: "Sets that order for one type",
                body: .streamed, handler: putSourcePriority),
            Route(method: .get, template: "/v1/time-zones", summary: "Where the person was", handler: getTimeZones),
            Route(
                method: .put, template: "/v1/time-zones", summary: "Sets time zones by hand", body: .streamed,
                handler: putTimeZones),
            Route(
                method: .post, template: "/v1/time-zones", summary: "Reports the time zone of the person",
                body: .streamed, handler: postTimeZone),
            Route(
                method: .post, template: "/v1/clients/health-auto-export",
                summary: "Takes what Health Auto Export sends",
                body: .streamed,
                handler: postHealthAutoExport),
            Route(
                method: .post, template: "/api/v1/sdk/users/{user_id}/sync",
                summary: "Takes what open-wearables' SDK sends",
                body: .streamed, handler: postOpenWearables),
            Route(
                method: .post, template: "/v1/reconcile", summary: "Compares what a phone and the store hold",
                body: .streamed, handler: postReconcile),
        ] + importRoutes + [
            Route(method: .get, template: "/health", summary: "Whether the process is alive", handler: getHealth),
            Route(method: .get, template: "/ready", summary: "Whether requests can be answered", handler: getReady),
        ]
    }

    /// The person for whom the request's bearer token speaks.
    ///
    /// - Throws: `APIError` (401) without a good token; which of its parts is wrong is not said.
    func person(of request: HTTPRequest) async throws -> Person { try await person(of: try bearerToken(of: request)) }

    /// The request's token, not looked up yet; counts the request. Asked for once by every endpoint.
    ///
    /// - Throws: `APIError` (401) where there is none, 429 where the token makes too many requests.
    func bearerToken(of request: HTTPRequest) throws(APIError) -> PresentedToken {
        guard let header = request.headers["Authorization"] else {
            throw APIError(
                .unauthorized, "missing_token", "the request carries no bearer token",
                hint: "send the header Authorization: Bearer TOKEN; healthstore token create makes a token")
        }
        let parts = header.split(separator: " ", maxSplits: 1)
        guard parts.count == 2, parts[0].lowercased() == "bearer",
            let token = BearerToken(parts[1].trimmingPrefix(while: { $0 == " " }).description)
        else { throw HealthService.invalidToken(header) }
        try rateLimit?.take(token)
        return PresentedToken(token, request)
    }

    /// The person for whom the token speaks. The request counts among theirs from now on.
    ///
    /// - Throws: `APIError` (401) without a good token; `HTTPOwnerOverloaded` where the person has too many requests.
    func person(of presented: PresentedToken) async throws -> Person {
        // In a session of the service itself: who asks is known only afterwards.
        let person = try await pool.withSession { try HealthService.person(of: presented.token, $0) }
        try presented.request.assign(to: person.id)
        tokenUses.note(presented.token, of: person)
        return person
    }

    static func person(of token: BearerToken, _ session: Session) throws -> Person {
        guard let person = try TokenStore.person(for: token, session) else { throw HealthService.invalidToken }
        return person
    }

    /// Answers a question from one snapshot of the database, on the person's clock and in the person's units.
    ///
    /// The look-up of the token and the answer take two sessions, because a session for an answer
    /// comes from the share of the person who asks, and only the look-up tells who that is. The
    /// second session costs 18 µs, 0.6 % of a question for the days of a month (2.8 ms).
    func answer<Asked: Question>(
        _ token: PresentedToken, _ question: Asked,
        _ body: @escaping @Sendable (Asked.Request, Person, Session) throws -> HTTPResponse
    ) async throws -> HTTPResponse {
        try await answer(try await person(of: token), question, body)
    }

    /// Answers a question of a person who is known already, because the body of the request was read before.
    func answer<Asked: Question>(
        _ person: Person, _ question: Asked,
        _ body: @escaping @Sendable (Asked.Request, Person, Session) throws -> HTTPResponse
    ) async throws -> HTTPResponse {
        try await pool.withSession(for: person) { session in
            try session.transaction(isolation: .repeatableRead, readOnly: true) {
                try body(try question.request(of: person, session), person, session)
            }
        }
    }

    static var invalidToken: APIError {
        APIError(.unauthorized, "invalid_token", "the bearer token is unknown, wrong or revoked")
    }

    /// - Parameter header: the value of `Authorization`. The answer repeats no part of it.
    private static func invalidToken(_ header: String) -> APIError {
        guard header.split(separator: " ", maxSplits: 1).first?.lowercased() != "bearer" else { return invalidToken }
        return APIError(
            .unauthorized, "invalid_token", "the header Authorization does not begin with Bearer",
            hint: "send Authorization: Bearer TOKEN, with the word Bearer and a blank before the token")
    }

    /// What the client is not told about an error.
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
