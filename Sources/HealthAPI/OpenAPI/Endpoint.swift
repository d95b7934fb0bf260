import HTTPServer

/// The description of one endpoint: its route, parameters, bodies, answers and errors. A handler
/// reads exactly the query parameters that are listed here.
struct Endpoint: Sendable {
    let method: HTTPMethod
    /// The path, in the form of `Route.template`.
    let template: String
    /// One line without a full stop.
    let summary: String
    /// Facts that the summary omits, in Markdown. May be empty.
    let notes: String
    /// The group of the endpoint in the description.
    let tag: Tag
    let access: Access
    /// The parameters of the path in its order, followed by those of the query and by header
    /// fields.
    let parameters: [EndpointParameter]
    /// Nil for an endpoint that reads no body.
    let body: Body?
    /// The answers without an error, the usual answer first.
    let answers: [Answer]
    /// The codes that are specific to this endpoint. `codes` adds those that many endpoints have.
    let errors: [ErrorCode]
    /// Has the meaning of `Route.outlivesClient`.
    let outlivesClient: Bool
    /// True if requests change the database. A read-only service refuses them.
    let writes: Bool
    /// The status of errors for which other endpoints answer 429.
    let tooManyStatus: HTTPStatus
    let handler: @Sendable (HealthService) -> @Sendable (HTTPRequest) async throws -> HTTPResponse
    /// Nil if assistants cannot ask the endpoint.
    private(set) var tool: Tool?

    /// - Parameters:
    ///   - parameters: the parameters without `person`, which is added if the endpoint takes a
    ///     session, and without `Read-After`, which is added if it also reads.
    ///   - writes: nil for what the method means.
    init(
        _ method: HTTPMethod, _ template: String, _ summary: String, notes: String = "", tag: Tag,
        access: Access = .bearer, parameters: [EndpointParameter] = [], body: Body? = nil, answers: [Answer],
        errors: [ErrorCode] = [], outlivesClient: Bool = false, writes: Bool? = nil,
        tooManyStatus: HTTPStatus = .tooManyRequests,
        handler: @escaping @Sendable (HealthService) -> @Sendable (HTTPRequest) async throws -> HTTPResponse
    ) {
        self.method = method
        self.template = template
        self.summary = summary
        self.notes = notes
        self.tag = tag
        self.access = access
        self.parameters = access == .bearer ? Endpoint.parametersAboutPerson(parameters, method) : parameters
        self.body = body
        self.answers = answers
        self.errors = errors
        self.outlivesClient = outlivesClient
        self.writes = writes ?? (method != .get)
        self.tooManyStatus = tooManyStatus
        self.handler = handler
    }

    /// Makes an endpoint for callers with a token or session. It checks, in this order, the form of
    /// the credential, the parameters, the credential, the right and the body. Then it answers.
    ///
    /// - Parameters:
    ///   - right: the right without which the caller is refused.
    ///   - gives: the answer without an error.
    ///   - errors: the codes that do not follow from the other parameters.
    init<Taken, Given>(
        _ method: HTTPMethod, _ template: String, _ summary: String, notes: String = "", tag: Tag,
        parameters: [EndpointParameter] = [], takes: Taking<Taken>, right: Right? = nil, gives: Giving<Given>,
        errors: [ErrorCode] = [], outlivesClient: Bool = false, writes: Bool? = nil,
        answer: @escaping @Sendable (Call<Taken>) async throws -> Given
    ) {
        let isKept = gives.isTagged && method == .get
        let parameters = parameters + (isKept ? [.ifNoneMatch] : [])
        let known = Endpoint.parametersAboutPerson(parameters, method)
        self.init(
            method, template, summary, notes: notes, tag: tag, parameters: parameters, body: takes.body,
            answers: gives.answers + (isKept ? [.notModified] : []),
            errors: errors + (right.map { [$0.error] } ?? []) + takes.errors + gives.errors,
            outlivesClient: outlivesClient, writes: writes
        ) { service in
            { request in
                let presented = try service.presentedCredential(of: request)
                let format = try gives.format(for: request)
                let readBody = try takes.prepare(RequestParameters(request, known))
                let caller = try await service.caller(of: presented)
                if let right { try caller.require(right) }
                let taken = try await readBody(request)
                let given = try await answer(Call(service: service, request: request, caller: caller, taken: taken))
                return try gives.response(given, format, for: request)
            }
        }
    }

    /// Returns this endpoint as a tool of assistants.
    func asTool(_ tool: Tool) -> Endpoint {
        var endpoint = self
        endpoint.tool = tool
        return endpoint
    }

    /// Adds `person`, and `Read-After` if the endpoint reads.
    static func parametersAboutPerson(_ parameters: [EndpointParameter], _ method: HTTPMethod) -> [EndpointParameter] {
        let index = parameters.lastIndex { $0.location != .header }.map { $0 + 1 } ?? 0
        return parameters[..<index] + [.person] + parameters[index...] + (method == .get ? [.readAfter] : [])
    }

    enum Tag: String, CaseIterable, Sendable {
        case batches, imports, changes, anchors
        case syncPlans = "sync plans"
        case reconciliation, clients, samples, statistics, summaries, sleep,
            workouts
        case activitySummaries = "activity summaries"
        case characteristics
        case timeZones = "time zones"
        case types, units, preferences, sources, assistants, access, webhooks, people, service
    }

    /// The clients that may call an endpoint.
    enum Access: Equatable, Sendable {
        /// Every client, without a token.
        case open
        /// A holder, by `Authorization: Bearer TOKEN`, the cookie of a session, or the sign-in of a
        /// trusted proxy.
        case bearer
        /// A holder, by a token in `Authorization` or in a header field that apps of other makers
        /// send. The cookie of a session is not accepted.
        case bearerOrKey
        /// An operator, by `Authorization: Bearer TOKEN` with an operator's token.
        case operators
    }

    struct Body: Sendable {
        var contents: [Content]
        /// Longest body in bytes, as sent. Nil if the notes give the limit.
        var bytesMax: Int? = HealthService.bodyBytesMax
    }

    /// A body of one media type.
    struct Content: Sendable {
        var mediaType: String
        /// Nil for a body that is not one JSON text.
        var schema: Schema?
        /// An example of a request or answer. Empty if there is none.
        var example = ""

        static func json(_ schema: Schema, example: String = "") -> Content {
            Content(mediaType: "application/json", schema: schema, example: example)
        }
    }

    struct Answer: Sendable {
        var status: HTTPStatus
        /// The meaning, in one sentence.
        var meaning: String
        var contents: [Content] = []
        /// Header fields that clients read. Header fields that many answers have are left out.
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
        case setCookie = "Set-Cookie"

        var meaning: String {
            switch self {
            case .eTag: "The version of the answer, for `If-None-Match`."
            case .location: "The path of the import."
            case .link: "The next page, as a query (`rel=\"next\"`); missing on the last page."
            case .idempotencyReplayed: "`true` where the answer is that of an earlier request with the same key."
            case .setCookie: "The cookie of the session, or an empty cookie, which removes it."
            case .contentRange: "The length of the file, as `bytes */LENGTH`."
            }
        }
    }

    /// Returns the route of this endpoint in a service.
    func route(of service: HealthService) -> Route {
        let isRefused = service.isReadOnly && writes
        let answer = isRefused ? HealthService.refuseToWrite : handler(service)
        let needsRoom = storesHealthData
        // Every handler authenticates the request before the body is received, also one that
        // ignores the body.
        return Route(method: method, template: template, body: .streamed, outlivesClient: outlivesClient) { request in
            if needsRoom { try service.checkDisk() }
            return try await answer(request)
        }
    }

    /// True if requests store health data or files, so that they need room on the disk.
    private var storesHealthData: Bool {
        let tags: Set<Tag> = [.batches, .imports, .clients, .workouts, .activitySummaries, .characteristics]
        return writes && method != .delete && tags.contains(tag)
    }

    /// All codes of error answers, without repetition, in the order of `ErrorCode`.
    var codes: [ErrorCode] {
        var codes = Set(errors).union(Endpoint.codesOfAll)
        if access != .open { codes.formUnion(Endpoint.codesOfPeople) }
        if access == .bearer { codes.formUnion(Endpoint.codesOfCookies) }
        codes.formUnion(access == .operators ? [.operatorTokenNeeded] : access == .open ? [] : [.operatorToken])
        if access != .open, parameters.contains(where: { $0.location == .query }) {
            codes.formUnion([.repeatedParameter, .malformedParameter])
        }
        if parameters.contains(where: { $0.location == .query && $0.isRequired }) { codes.insert(.missingParameter) }
        if body != nil { codes.formUnion(Endpoint.codesOfBodies) }
        if writes { codes.formUnion([.readOnly, .commitUnknown]) }
        if storesHealthData { codes.insert(.storageLow) }
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
        .missingToken, .invalidToken, .unknownPerson, .tooManyWrongTokens, .rateLimited, .tooManyRequests,
        .malformedHeader, .unknownParameter, .conflict,
        .lockTimeout, .timedOut, .databaseUnavailable,
    ]
    private static let codesOfCookies: [ErrorCode] = [.crossSiteRequest, .unknownUser]
    private static let codesOfBodies: [ErrorCode] = [
        .contentTooLarge, .unsupportedContentEncoding, .malformedBody,
    ]
}

extension Endpoint.Answer {
    static let notModified = Endpoint.Answer(
        status: .notModified, meaning: "The client has this answer already.", headers: [.eTag])

    static func created(
        _ meaning: String, _ contents: Endpoint.Content..., headers: [Endpoint.Header] = []
    ) -> Endpoint.Answer {
        Endpoint.Answer(status: .created, meaning: meaning, contents: contents, headers: headers)
    }

    static func noContent(_ meaning: String) -> Endpoint.Answer {
        Endpoint.Answer(status: .noContent, meaning: meaning)
    }
}
