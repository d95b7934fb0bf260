import HTTPServer
import HealthDatabase

extension Endpoint {
    static let getHealth = Endpoint(
        .get, "/health", "Whether the process is alive", tag: .service, access: .open,
        answers: [.ok("It is.", .json(.object(required: ["status": .string])))], handler: HealthService.getHealth)

    static let getReady = Endpoint(
        .get, "/ready", "Whether requests can be answered",
        notes: """
            Asked in a new database session, through a function that analysts use. `standby` is there if the database is a \
            standby. Its lag is 0 if it has replayed all that it received, else the time since the last replayed transaction; \
            null if unknown.
            """, tag: .service,
        access: .open, answers: [.ok("They can.", .json(Ready.schema))],
        errors: [
            .databaseUnavailable, .databaseTooNew, .databaseTooOld, .databaseUpgradePending, .archiveFailing,
            .functionsUnusable, .standbyBehind, .databaseReadOnly, .notTheOwner, .migrationChanged, .sqlFilesMissing,
            .conflict,
            .lockTimeout,
            .timedOut,
        ], handler: HealthService.getReady)

    static let getOpenAPI = Endpoint(
        .get, "/openapi.json", "This description", tag: .service, access: .open,
        parameters: [.ifNoneMatch],
        answers: [.ok("The description as OpenAPI 3.1.", .json(.map(.any)), headers: [.eTag]), .notModified],
        handler: HealthService.getOpenAPI)
}

/// The answer of a service that can answer requests.
struct Ready: Shaped {
    /// Nil if the database is no standby.
    var standby: StandbyState?

    static let shape = Shape<Self>([.member("status") { _ in "ready" }, .optional("standby", \.standby)])
}

extension StandbyState: Shaped {
    static let shape = Shape<Self>([.member("isReceiving", \.isReceiving), .member("lagSeconds", \.lagSeconds)])
}

extension HealthService {
    /// `GET /openapi.json`: the description of all endpoints.
    @Sendable func getOpenAPI(_ request: HTTPRequest) async throws -> HTTPResponse { HealthService.description }

    /// The answer, which is computed once.
    private static let description = HTTPResponse(json: OpenAPIDocument().json).tagged
}
