import HTTPServer

extension Endpoint {
    static let getHealth = Endpoint(
        .get, "/health", "Whether the process is alive", tag: .service, access: .open,
        answers: [.ok("It is.", .json(.status))], handler: HealthService.getHealth)

    static let getReady = Endpoint(
        .get, "/ready", "Whether requests can be answered",
        notes: """
            Asked in a new database session, through a function that analysts use. `standby` is there if the database is a \
            standby. Its lag is 0 if it has replayed all that it received, else the time since the last replayed transaction; \
            null if unknown.
            """, tag: .service,
        access: .open, answers: [.ok("They can.", .json(.readiness))],
        errors: [
            .databaseUnavailable, .databaseTooNew, .databaseTooOld, .databaseUpgradePending, .functionsUnusable,
            .standbyBehind, .databaseReadOnly, .notTheOwner, .migrationChanged, .sqlFilesMissing, .conflict,
            .lockTimeout,
            .timedOut,
        ], handler: HealthService.getReady)

    static let getOpenAPI = Endpoint(
        .get, "/openapi.json", "This description", tag: .service, access: .open,
        parameters: [.ifNoneMatch],
        answers: [.ok("The description as OpenAPI 3.1.", .json(.map(.any)), headers: [.eTag]), .notModified],
        handler: HealthService.getOpenAPI)
}

extension Schema {
    fileprivate static let status = Schema.object(required: ["status": .string])
    fileprivate static let readiness = Schema.object(
        required: ["status": .string],
        optional: ["standby": .object(required: ["isReceiving": .boolean, "lagSeconds": Schema.number.orNull])])
}

extension HealthService {
    /// `GET /openapi.json`: the description of all endpoints.
    @Sendable func getOpenAPI(_ request: HTTPRequest) async throws -> HTTPResponse { HealthService.description }

    /// The answer, which is computed once.
    private static let description = HTTPResponse(json: OpenAPIDocument().json).tagged
}
