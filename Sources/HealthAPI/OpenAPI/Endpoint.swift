import HTTPServer

/// One endpoint: its route, and the parameters, bodies, answers and errors of it. A handler reads
/// exactly the query parameters that are listed here.
struct Endpoint: Sendable {
    let method: HTTPMethod
    /// As of `Route.template`.
    let template: String
    /// In one line, without a full stop.
    let summary: String
    /// What the summary does not say, in Markdown; may be empty.
    var notes = ""
    /// The group of the endpoint in the description.
    let tag: Tag
    var access = Access.bearer
    /// Those of the path, in its order, then those of the query, then header fields.
    var parameters: [Parameter] = []
    /// Nil for an endpoint that reads no body.
    var body: Body?
    /// Those without an error, the usual one first.
    let answers: [Answer]
    /// Codes that other endpoints do not have; those of many are added by `codes`.
    var errors: [ErrorCode] = []
    /// As of `Route.outlivesClient`.
    var outlivesClient = false
    /// The status of errors that have 429 at other endpoints.
    var tooManyStatus = HTTPStatus.tooManyRequests
    let handler: @Sendable (HealthService) -> @Sendable (HTTPRequest) async throws -> HTTPResponse

    enum Tag: String, CaseIterable, Sendable {
        case batches, imports, changes, anchors, reconciliation, clients, samples, statistics, summaries, sleep,
            workouts
        case activitySummaries = "activity summaries"
        case characteristics
        case timeZones = "time zones"
        case types, units, sources, access, people, service
    }

    /// Who may call an endpoint.
    enum Access: Equatable, Sendable {
        /// Every client, without a token.
        case open
        /// A person, by `Authorization: Bearer TOKEN`.
        case bearer
        /// The same, or the token in a header field that apps of other makers send.
        case bearerOrKey
        /// An operator, by `Authorization: Bearer TOKEN` with an operator's token.
        case operators
    }

    struct Body: Sendable {
        var contents: [Content]
        /// Longest body in bytes, as sent; nil where the notes say it.
        var bytesMax: Int? = HealthService.bodyBytesMax
    }

    /// A body of one media type.
    struct Content: Sendable {
        var mediaType: String
        /// Nil for a body that is not one JSON text.
        var schema: Schema?
        /// As it is sent or answered; empty for none.
        var example = ""

        static func json(_ schema: Schema, example: String = "") -> Content {
            Content(mediaType: "application/json", schema: schema, example: example)
        }
    }

    struct Answer: Sendable {
        var status: HTTPStatus
        /// One sentence.
        var meaning: String
        var contents: [Content] = []
        /// Header fields that clients read, beside those that many answers have.
        var headers: [Header] = []

        static func ok(_ meaning: String, _ contents: Content..., headers: [Header] = []) -> Answer {
            Answer(status: .ok, meaning: meaning, contents: contents, headers: headers)
        }
    }

    enum Header: String, Sendable {
        case eTag = "ETag"
        case location = "Location"
        case link = "Link"
        case idempotencyReplayed = "Idempotency-Replayed"
        case contentRange = "Content-Range"

        var meaning: String {
            switch self {
            case .eTag: "The version of the answer, for `If-None-Match`."
            case .location: "The path of the import."
            case .link: "The next page, as a query (`rel=\"next\"`); missing on the last page."
            case .idempotencyReplayed: "`true` where the answer is that of an earlier request with the same key."
            case .contentRange: "The length of the file, as `bytes */LENGTH`."
            }
        }
    }

    /// The route for a service.
    func route(of service: HealthService) -> Route {
        Route(
            method: method, template: template, body: body == nil ? .whole : .streamed,
            outlivesClient: outlivesClient,
            handler: handler(service))
    }

    /// Names of the query parameters.
    func queryNames(isRepeatable: Bool) -> Set<String> {
        Set(parameters.filter { $0.location == .query && $0.isRepeatable == isRepeatable }.map(\.name))
    }

    /// All codes of error answers, each once, in the order of `ErrorCode`.
    var codes: [ErrorCode] {
        var codes = Set(errors).union(Endpoint.codesOfAll)
        if access != .open { codes.formUnion(Endpoint.codesOfPeople) }
        codes.formUnion(access == .operators ? [.operatorTokenNeeded] : access == .open ? [] : [.operatorToken])
        if access != .open, parameters.contains(where: { $0.location == .query }) {
            codes.formUnion([.repeatedParameter, .malformedParameter])
        }
        if parameters.contains(where: { $0.location == .query && $0.isRequired }) { codes.insert(.missingParameter) }
        if body != nil { codes.formUnion(Endpoint.codesOfBodies) }
        for parameter in parameters { codes.formUnion(parameter.errors) }
        return ErrorCode.allCases.filter(codes.contains)
    }

    /// The statuses of error answers with a code.
    func statuses(of code: ErrorCode) -> [HTTPStatus] {
        let statuses = code.statuses.map { $0 == .tooManyRequests ? tooManyStatus : $0 }
        return statuses.enumerated().filter { statuses.firstIndex(of: $0.element) == $0.offset }.map(\.element)
    }

    private static let codesOfAll: [ErrorCode] = [
        .malformedRequest, .disconnected, .overloaded, .stopping, .internalError,
    ]
    private static let codesOfPeople: [ErrorCode] = [
        .missingToken, .invalidToken, .unknownPerson, .rateLimited, .tooManyRequests, .unknownParameter, .conflict,
        .lockTimeout, .timedOut, .databaseUnavailable,
    ]
    private static let codesOfBodies: [ErrorCode] = [
        .contentTooLarge, .unsupportedContentEncoding, .malformedBody,
    ]
}

extension Endpoint.Answer {
    static let notModified = Endpoint.Answer(
        status: .notModified, meaning: "The client has this answer already.", headers: [.eTag])

    static func noContent(_ meaning: String) -> Endpoint.Answer {
        Endpoint.Answer(status: .noContent, meaning: meaning)
    }
}
