/// Finds the route of a request and runs its handler. Answers requests that need no handler.
///
/// It is a value and needs no server, so tests can call it directly.
public struct Router: Sendable {
    /// The routes in their original order.
    public let routes: [Route]

    /// The origins whose pages may read the responses.
    public let crossOrigin: CrossOriginPolicy

    private let failure: @Sendable (any Error, HTTPRequest) -> HTTPResponse

    /// The routes in order of precedence. A literal part of a template precedes a parameter at the
    /// same position.
    private let routesBySpecificity: [Route]

    /// - Parameters:
    ///   - routes: if two routes with the same method match a path, the router uses the one with
    ///     the earlier literal part. If they are equal in this respect, it uses the first of them.
    ///   - crossOrigin: applied to every response, including responses to the server's own
    ///     failures.
    ///   - failure: makes the response to an `HTTPFailure`, and to every other error of a handler,
    ///     such as `CancellationError` when a stopping server cancels it. It is called on any
    ///     thread and must not block. For the server's own errors it is called on network threads,
    ///     and the request has no body.
    public init(
        routes: [Route], crossOrigin: CrossOriginPolicy = .none,
        failure: @escaping @Sendable (any Error, HTTPRequest) -> HTTPResponse
    ) {
        self.routes = routes
        self.crossOrigin = crossOrigin
        self.failure = failure
        // The routes are inserted one by one, because `sort` may change the order of equal
        // elements.
        var ordered: [Route] = []
        for route in routes {
            let index = ordered.firstIndex { route.isMoreSpecific(than: $0) }
            ordered.insert(route, at: index ?? ordered.endIndex)
        }
        routesBySpecificity = ordered
    }

    /// Answers a request. Never throws, because the failure closure converts errors to responses.
    ///
    /// - An unknown path is `.notFound`.
    /// - A known path with another method is `.methodNotAllowed`, with the field `Allow`.
    /// - HEAD without its own route gets the response of GET with its `Content-Length` but without
    ///   the body.
    /// - OPTIONS without its own route gets 204 with `Allow`.
    ///
    /// The client's header fields decide if the response is compressed or 304.
    public func respond(to request: HTTPRequest) async -> HTTPResponse {
        await respond(to: request, by: match(request))
    }

    /// The result of matching a request.
    enum Match: Sendable {
        case route(Route, parameters: [String: String])
        case options(allowed: [HTTPMethod])
        case failure(HTTPFailure)

        /// The route whose handler answers. Nil if the server answers itself.
        var route: Route? { if case .route(let route, _) = self { route } else { nil } }
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
            } catch is CancellationError where request.exchange?.hasClientLeft == true {
                response = failureResponse(HTTPFailure.disconnected, request)
            } catch {
                response = failureResponse(error, request)
            }
        }
        do { response = try await response.selected(for: request) } catch {
            response = failureResponse(error, request)
        }
        if request.method == .head, !response.status.forbidsBody, response.stream == nil {
            // A route for HEAD may set the length without producing the body.
            if !response.body.isEmpty || response.headers["Content-Length"] == nil {
                response.headers["Content-Length"] = String(response.body.count)
            }
            response.body = []
        }
        return response
    }

    /// Returns the application's response to an error, and adds the fields that HTTP requires.
    func failureResponse(_ error: any Error, _ request: HTTPRequest) -> HTTPResponse {
        var response = failure(error, request)
        switch error as? HTTPFailure {
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

    /// The seconds that a refused client should wait. One is enough, because requests are short.
    static let retryAfterSeconds = 1

    /// The methods of these routes without duplicates. The router adds HEAD to GET, and OPTIONS to
    /// every path.
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
