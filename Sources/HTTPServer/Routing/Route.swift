/// An operation of the application. It has a method, a path and a handler.
public struct Route: Sendable {
    public let method: HTTPMethod

    /// The path, for example `/v1/samples/{uuid}`.
    ///
    /// A part in braces matches one non-empty part of a path and becomes a path parameter. Other
    /// parts are compared after percent-decoding. A slash at the end is significant.
    public let template: String

    /// The way in which the body of a request is read.
    public let body: RouteBody

    /// True if the handler continues when the client disconnects before its response is ready. If
    /// false, the handler's task is cancelled.
    public let outlivesClient: Bool

    /// Answers a request. Runs on Swift's cooperative threads, so it must not block.
    public let handler: @Sendable (HTTPRequest) async throws -> HTTPResponse

    /// The parsed template.
    let segments: [Segment]

    struct Segment: Sendable {
        /// The part of a path, or the name of a parameter.
        var text: String
        var isParameter: Bool
    }

    public init(
        method: HTTPMethod, template: String, body: RouteBody = .whole, outlivesClient: Bool = false,
        handler: @escaping @Sendable (HTTPRequest) async throws -> HTTPResponse
    ) {
        self.method = method
        self.template = template
        self.body = body
        self.outlivesClient = outlivesClient
        self.handler = handler
        segments = RequestTarget.segments(template).map { part in
            let isParameter = part.hasPrefix("{") && part.hasSuffix("}") && part.count > 2
            return Segment(text: isParameter ? String(part.dropFirst().dropLast()) : part, isParameter: isParameter)
        }
    }

    /// The path parameters if the template matches the path, else nil.
    func parameters(of path: [String]) -> [String: String]? {
        guard path.count == segments.count else { return nil }
        var parameters: [String: String] = [:]
        for (segment, part) in zip(segments, path) {
            guard segment.isParameter ? !part.isEmpty : segment.text == part else { return nil }
            if segment.isParameter { parameters[segment.text] = part }
        }
        return parameters
    }

    /// True if this template is more specific than another template with equally many parts. The
    /// more specific template has a literal at the first position where one has a literal and the
    /// other a parameter.
    func isMoreSpecific(than other: Route) -> Bool {
        guard segments.count == other.segments.count else { return false }
        let difference = zip(segments, other.segments).first { $0.isParameter != $1.isParameter }
        return difference?.1.isParameter ?? false
    }
}
