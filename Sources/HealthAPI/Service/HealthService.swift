import HTTPServer
import HealthCore
import HealthDatabase
import HealthJobs
import JSON
import Postgres

extension HTTPRequest {
    /// True for the request of a browser that opens an address outside the API.
    fileprivate var prefersPage: Bool {
        [.get, .head].contains(method) && !path.hasPrefix("/v1/") && !path.hasPrefix("/api/")
            && preferredMediaType(among: ["application/json", "text/html"]) == 1
    }
}

extension Pool {
    /// Runs the body with a session that counts toward the person's sessions.
    func withSession<Value: Sendable>(
        for person: Person, _ body: @escaping @Sendable (Session) throws -> Value
    ) async throws -> Value {
        try await withSession(for: person.id, body)
    }
}

/// The endpoints of the service for one store.
public struct HealthService: Sendable {
    /// The version of the program, by semantic versioning.
    public static let version = "1.0.0"

    let pool: Pool
    let log: Log
    let live: ChangeHub
    let rateLimit: RateLimit?
    /// Nil if the service does not know of others.
    let presence: ServicePresence?
    /// Nil if the service accepts no imports.
    let imports: ImportService?
    let crossOrigin: CrossOriginPolicy
    let readiness: Readiness
    /// True if the service refuses requests that change the database.
    let isReadOnly: Bool
    /// Nil if the disk of the database is not known.
    let disk: DiskReserve?
    /// Nil if the service keeps no access log.
    let accessLog: AccessLogWriter?
    /// Nil if the service erases no people.
    let erasing: EraseWorker?
    let webhooks: WebhookWorker?
    /// Nil if no proxy signs people in.
    let proxy: TrustedProxy?
    /// Nil if people do not log in at a provider of OpenID Connect.
    let openID: OpenIDProvider?
    /// The routes of the web page.
    let page: [Route]
    /// The answer to a browser that opens a path without a route; nil for the error of the API.
    let missingPage: HTTPResponse?
    let wrongTokens: WrongTokens
    let statements: CallerStatements
    let lookUps = SharedCalls<LookUp, CallerStore.VersionedFinding>()
    let knownCallers = CallerCache()
    let knownAnswers = AnswerCache()
    let requestCounters = RequestCounters()
    let recordCounters = RecordCounters()
    /// Nil if the service cannot write the times at which tokens were used.
    let tokenUses: TokenUses?

    /// - Parameters:
    ///   - live: the hub of open streams. The caller closes it after the server has stopped.
    ///   - rateLimit: nil for no limit.
    ///   - presence: knows the number of services that divide the limits; nil for a service alone.
    ///   - imports: the caller starts and stops it. Nil for a service without imports.
    ///   - crossOrigin: the policy for requests from web pages of other origins.
    ///     `HealthService.crossOrigin` makes one.
    ///   - accessLog: the caller starts and stops it; nil for a service that keeps none.
    ///   - erasing: the caller starts and stops it; nil for a service that erases no people.
    ///   - webhooks: the caller starts and stops it; nil for a service that sends no events.
    ///   - readiness: the check of `GET /ready`.
    ///   - isReadOnly: true to refuse requests that change the database.
    ///   - disk: the service stores no health data while it is short; nil if the disk of the
    ///     database is not known.
    ///   - primary: sessions with the primary, for a read-only service. The service writes there
    ///     when tokens were used. The caller closes the pool.
    ///   - proxy: the proxy that signs people in; nil for none.
    ///   - openID: the provider of OpenID Connect at which people log in; nil for none.
    ///   - page: the routes of the web page, which are not part of the API.
    ///   - missingPage: the answer to a browser that opens a path without a route.
    public init(
        pool: Pool, log: Log, live: ChangeHub, rateLimit: RateLimit?, presence: ServicePresence? = nil,
        imports: ImportService? = nil,
        crossOrigin: CrossOriginPolicy = .none, accessLog: AccessLogWriter? = nil, erasing: EraseWorker? = nil,
        webhooks: WebhookWorker? = nil,
        readiness: Readiness, isReadOnly: Bool = false, disk: DiskReserve? = nil, primary: Pool? = nil,
        proxy: TrustedProxy? = nil,
        openID: OpenIDProvider? = nil,
        page: [Route] = [],
        missingPage: HTTPResponse? = nil
    ) {
        self.pool = pool
        self.log = log
        self.live = live
        self.rateLimit = rateLimit
        self.presence = presence
        self.imports = imports
        self.crossOrigin = crossOrigin
        self.readiness = readiness
        self.isReadOnly = isReadOnly
        self.disk = disk
        self.proxy = proxy
        self.openID = openID
        self.page = page
        self.missingPage = missingPage
        wrongTokens = WrongTokens(log: log)
        statements = CallerStatements(pool)
        self.accessLog = accessLog
        self.erasing = erasing
        self.webhooks = webhooks
        tokenUses = (isReadOnly ? primary : pool).map { TokenUses(pool: $0) }
    }

    /// The routes of all endpoints and of the page, and the answers to errors.
    public var router: Router {
        Router(routes: Endpoint.all.map { $0.route(of: self) } + page, crossOrigin: crossOrigin) { error, request in
            if !(error is HTTPFailure) { report(error, request) }
            if case HTTPFailure.notFound = error, let missingPage, request.prefersPage { return missingPage }
            let answer = ErrorTable.error(for: error)
            requestCounters.count(answer.code)
            return OAuthMetadata.challenge(answer.response, request, self)
        }
    }

    /// Runs `body` on one snapshot of the database, with only the rows that the caller may read.
    ///
    /// Every endpoint that reads health data uses this function or `readFeed`.
    func read<Value: Sendable>(
        _ caller: Caller, _ body: @escaping @Sendable (Session) throws -> Value
    ) async throws -> Value {
        try await pool.withSession(for: caller.person) { session in
            try session.reading(as: caller.access) { try body(session) }
        }
    }

    /// Logs the details of an error that its answer does not contain.
    func report(_ error: any Error, _ request: HTTPRequest) {
        switch error {
        case let error as PostgresError:
            log.event(
                .error, "database_error",
                [("requestId", request.id), ("sqlState", error.sqlState), ("message", error.loggedMessage)])
        case let error as HealthDatabaseError where error.code == .migrationChanged || error.code == .filesMissing:
            log.event(.error, error.code.rawValue, [("requestId", request.id), ("message", error.message)])
        // Any other error with a code of its own is the caller's, whose answer says everything.
        case _ where ErrorTable.error(for: error).code != .internalError: break
        default: log.event(.error, "internal_error", [("requestId", request.id), ("kind", "\(Swift.type(of: error))")])
        }
    }

    // MARK: Health

    @Sendable func getHealth(_ request: HTTPRequest) async throws -> HTTPResponse {
        HTTPResponse(json: ["status": "ok"].json)
    }

    @Sendable func getReady(_ request: HTTPRequest) async throws -> HTTPResponse {
        HTTPResponse(json: Ready(standby: try await readiness.check()).json)
    }

    /// Answers a request that changes the database, in a read-only service.
    @Sendable static func refuseToWrite(_ request: HTTPRequest) async throws -> HTTPResponse {
        throw APIError(.readOnly, "this service only reads", hint: "send the request to the service of the primary")
    }

    /// Seconds after which a client that was refused for want of space tries again. One minute.
    private static let roomRetrySeconds = 60

    /// Checks that the database's disk has room for more data.
    ///
    /// - Throws: `APIError` (507).
    func checkDisk() throws {
        guard let disk, disk.isShort else { return }
        throw APIError(
            .storageLow, "the disk of the database has less than \(disk.bytes) bytes free, so nothing is stored",
            hint: "make room on the disk; the service stores data again by itself",
            retryAfter: HealthService.roomRetrySeconds)
    }
}
