/// One operation of the application: a method, a path and the handler that answers them.
public struct Route: Sendable {
    public let method: HTTPMethod

    /// The path, such as `/v1/samples/{uuid}`. A part in braces matches one part of a path that is not empty, and becomes a
    /// path parameter; any other part matches itself, after percent-decoding. A slash at the end is significant.
    public let template: String

    /// When the handler is called: before the body of the request or after it.
    public let body: RouteBody

    /// Whether the handler goes on when the client leaves before the answer. If not, its task is cancelled.
    public let outlivesClient: Bool

    /// Answers a request. It runs on Swift's cooperative threads, so it must not block.
    public let handler: @Sendable (HTTPRequest) async throws -> HTTPResponse

    /// The parts of the template.
    let segments: [Segment]

    enum Segment: Equatable, Sendable {
        case literal(String)
        case parameter(String)
    }

    public init(
        method: HTTPMethod, template: String, body: RouteBody = .whole(), outlivesClient: Bool = false,
        handler: @escaping @Sendable (HTTPRequest) async throws -> HTTPResponse
    ) {
        self.method = method
        self.template = template
        self.body = body
        self.outlivesClient = outlivesClient
        self.handler = handler
        segments = RequestTarget.segments(template).map { part in
            part.hasPrefix("{") && part.hasSuffix("}") && part.count > 2
                ? .parameter(String(part.dropFirst().dropLast())) : .literal(part)
        }
    }

    /// The path parameters if the template matches the path, else `nil`.
    func parameters(of path: [String]) -> [String: String]? {
        guard path.count == segments.count else { return nil }
        var parameters: [String: String] = [:]
        for (segment, part) in zip(segments, path) {
            switch segment {
            case .literal(let text):
                guard text == part else { return nil }
            case .parameter(let name):
                guard !part.isEmpty else { return nil }
                parameters[name] = part
            }
        }
        return parameters
    }

    /// Whether this template is more specific than another with as many parts: the first part in which their kinds differ is
    /// literal in this one.
    func isMoreSpecific(than other: Route) -> Bool {
        guard segments.count == other.segments.count else { return false }
        for (mine, theirs) in zip(segments, other.segments) {
            switch (mine, theirs) {
            case (.literal, .parameter): return true
            case (.parameter, .literal): return false
            default: continue
            }
        }
        return false
    }
}
