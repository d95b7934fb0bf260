/// Finds the route of a request and runs its handler; makes the answers that need no handler.
///
/// A value without a server behind it, so tests can ask it directly.
public struct Router: Sendable {
    /// The routes in the order in which they were given.
    public let routes: [Route]

    /// What pages of other origins may have of the answers.
    public let crossOrigin: CrossOriginPolicy

    private let failure: @Sendable (HTTPFailure, HTTPRequest) -> HTTPResponse

    /// The routes, a literal part of a template before a parameter in the same place.
    private let routesBySpecificity: [Route]

    /// - Parameters:
    ///   - routes: where two of the same method match a path, the one with the earlier literal part answers, and of
    ///     two alike the one that stands first.
    ///   - crossOrigin: applied to every answer, those of the server's own failures too.
    ///   - failure: makes every error response. Called on any thread, for the server's own errors on its network
    ///     threads; must not block. For errors of the server itself the request has no body.
    public init(
        routes: [Route], crossOrigin: CrossOriginPolicy = .none,
        failure: @escaping @Sendable (HTTPFailure, HTTPRequest) -> HTTPResponse
    ) {
        self.routes = routes
        self.crossOrigin = crossOrigin
        self.failure = failure
        // Insertion instead of `sort`, which does not promise to keep the order of equals.
        var ordered: [Route] = []
        for route in routes {
            let place = ordered.firstIndex { route.isMoreSpecific(than: $0) }
            ordered.insert(route, at: place ?? ordered.endIndex)
        }
        routesBySpecificity = ordered
    }

    /// Answers a request; never throws, for errors become the response that the failure closure makes.
    ///
    /// An unknown path is `.notFound`, a known path with another method `.methodNotAllowed` with the field `Allow`.
    /// HEAD without a route of its own is answered by GET without the body, with the `Content-Length` of GET. OPTIONS
    /// without a route of its own is answered by 204 and `Allow`. The answer is compressed, or 304, as the client asks.
    public func respond(to request: HTTPRequest) async -> HTTPResponse {
        await respond(to: request, by: match(request))
    }

    /// What answers a request.
    enum Match: Sendable {
        case route(Route, parameters: [String: String])
        case options(allowed: [HTTPMethod])
        case failure(HTTPFailure)

        /// The template of the route, for the log.
        var template: String? {
            if case .route(let route, _) = self { route.template } else { nil }
        }

        /// How the route takes the body; nil where there is no route.
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
            // A route for HEAD itself may give the length without making the body.
            if !response.body.isEmpty || response.headers["Content-Length"] == nil {
                response.headers["Content-Length"] = String(response.body.count)
            }
            response.body = []
        }
        return response
    }

    /// The application's response to a failure, with the fields that HTTP asks for.
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

    /// How long a client that was turned away should wait: one second, as requests are short.
    static let retryAfterSeconds = 1

    /// The methods of these routes without repeats, and those the router adds: HEAD beside GET, and OPTIONS.
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
