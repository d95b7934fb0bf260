/// Finds the route of a request and runs its handler. Makes the answers that need no handler.
///
/// It is a value and needs no server, so tests call it directly.
public struct Router: Sendable {
    /// The routes, in the order of the initialiser.
    public let routes: [Route]

    /// Which pages of other origins may read the answers.
    public let crossOrigin: CrossOriginPolicy

    private let failure: @Sendable (HTTPFailure, HTTPRequest) -> HTTPResponse

    /// The routes, a literal part of a template before a parameter at the same position.
    private let routesBySpecificity: [Route]

    /// - Parameters:
    ///   - routes: if two routes of one method match a path, the one with the earlier literal part answers; of two that are
    ///     alike, the first one.
    ///   - crossOrigin: applied to every answer, including those to the server's own failures.
    ///   - failure: makes every error response. It is called on any thread, for the server's own errors on its network threads,
    ///     so it must not block. The request of a server's own error has no body.
    public init(
        routes: [Route], crossOrigin: CrossOriginPolicy = .none,
        failure: @escaping @Sendable (HTTPFailure, HTTPRequest) -> HTTPResponse
    ) {
        self.routes = routes
        self.crossOrigin = crossOrigin
        self.failure = failure
        // Insertion instead of `sort`, which may change the order of equal elements.
        var ordered: [Route] = []
        for route in routes {
            let index = ordered.firstIndex { route.isMoreSpecific(than: $0) }
            ordered.insert(route, at: index ?? ordered.endIndex)
        }
        routesBySpecificity = ordered
    }

    /// Answers a request. An error becomes the response that the failure closure makes.
    ///
    /// An unknown path is `.notFound`; a known path with another method is `.methodNotAllowed` with the field `Allow`.
    /// HEAD without a route of its own has the answer of GET without the body, with its `Content-Length`. OPTIONS without a
    /// route of its own has 204 and `Allow`. The answer is compressed, or 304, if the client asks for it.
    public func respond(to request: HTTPRequest) async -> HTTPResponse {
        await respond(to: request, by: match(request))
    }

    /// The route or the failure of a request.
    enum Match: Sendable {
        case route(Route, parameters: [String: String])
        case options(allowed: [HTTPMethod])
        case failure(HTTPFailure)

        /// The template of the route, for the log.
        var template: String? {
            if case .route(let route, _) = self { route.template } else { nil }
        }

        /// How the route takes the body; nil without a route.
        var body: RouteBody? {
            if case .route(let route, _) = self { route.body } else { nil }
        }

        /// Whether the handler goes on when the client leaves.
        var outlivesClient: Bool {
            if case .route(let route, _) = self { route.outlivesClient } else { false }
        }
    }

    func match(_ request: HTTPRequest) -> Match {
        if request.method == .options, request.path == "*" {
            return .options(allowed: Self.allowed(routes))
        }
        let matches = routesBySpecificity.compactMap { route in
            route.parameters(of: request.pathSegments).map { (route: route, parameters: $0) }
        }
        guard !matches.isEmpty else { return .failure(.notFound) }
        let exact = matches.first { $0.route.method == request.method }
        let stand = request.method == .head ? matches.first { $0.route.method == .get } : nil
        if let found = exact ?? stand {
            return .route(found.route, parameters: found.parameters)
        }
        let allowed = Self.allowed(matches.map(\.route))
        return request.method == .options ? .options(allowed: allowed) : .failure(.methodNotAllowed(allowed: allowed))
    }

    func respond(to request: HTTPRequest, by match: Match) async -> HTTPResponse {
        var response: HTTPResponse
        switch match {
        case .failure(let reason):
            response = failureResponse(reason, request)
        case .options(let allowed):
            response = HTTPResponse(status: .noContent, headers: ["Allow": Self.list(allowed)])
        case .route(let route, let parameters):
            var request = request
            request.pathParameters = parameters
            do {
                response = try await route.handler(request)
            } catch let error as HTTPBodyError {
                response = failureResponse(error.failure, request)
            } catch is HTTPOwnerOverloaded {
                response = failureResponse(.ownerOverloaded, request)
            } catch is CancellationError where request.exchange?.hasClientLeft == true {
                response = failureResponse(.disconnected, request)
            } catch {
                response = failureResponse(.thrown(error), request)
            }
        }
        response = await response.selected(for: request)
        if request.method == .head, !response.status.forbidsBody, response.stream == nil {
            // A route for HEAD may set the length without making the body.
            if !response.body.isEmpty || response.headers["Content-Length"] == nil {
                response.headers["Content-Length"] = String(response.body.count)
            }
            response.body = []
        }
        return response
    }

    /// The application's response to a failure, with the header fields that HTTP requires.
    func failureResponse(_ reason: HTTPFailure, _ request: HTTPRequest) -> HTTPResponse {
        var response = failure(reason, request)
        switch reason {
        case .methodNotAllowed(let allowed) where response.headers["Allow"] == nil:
            response.headers["Allow"] = Self.list(allowed)
        case .unsupportedContentCoding where response.headers["Accept-Encoding"] == nil:
            response.headers["Accept-Encoding"] = "gzip"
        case .contentTooLarge, .stopping, .malformedRequest:
            response.headers["Connection"] = "close"
        default: break
        }
        let isTemporary = response.status == .serviceUnavailable || response.status == .tooManyRequests
        if isTemporary, response.headers["Retry-After"] == nil {
            response.headers["Retry-After"] = String(Self.retryAfterSeconds)
        }
        return response
    }

    /// The seconds after which a refused client may try again: one, because requests are short.
    static let retryAfterSeconds = 1

    /// The methods of these routes, each once, with those that the router adds: HEAD for GET, and OPTIONS.
    private static func allowed(_ routes: [Route]) -> [HTTPMethod] {
        var methods: [HTTPMethod] = []
        let added = routes.flatMap { $0.method == .get ? [$0.method, .head] : [$0.method] } + [.options]
        for method in added where !methods.contains(method) { methods.append(method) }
        return methods
    }

    private static func list(_ methods: [HTTPMethod]) -> String {
        methods.map(\.rawValue).joined(separator: ", ")
    }
}
