/// One operation of the application: a method and a path, and what answers them.
public struct Route: Sendable {
    public let method: HTTPMethod

    /// The path, `/v1/samples/{uuid}` for example. A part in braces stands for exactly one part of a path that is
    /// not empty and becomes a path parameter; every other part stands for itself, compared after percent-decoding.
    /// A slash at the end is significant.
    public let template: String

    /// How the body of a request is taken.
    public let body: RouteBody

    /// Whether the handler goes on when the client leaves before its answer is made. Else its task is cancelled.
    public let outlivesClient: Bool

    /// Answers a request; runs on Swift's cooperative threads and so must not block.
    public let handler: @Sendable (HTTPRequest) async throws -> HTTPResponse

    /// The template taken apart.
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

    /// The path parameters where the template matches the path, else `nil`.
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

    /// Whether this template says more than one of as many parts: the first part in which they differ in kind is
    /// literal here.
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
