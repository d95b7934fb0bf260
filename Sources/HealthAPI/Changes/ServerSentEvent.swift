import HTTPServer
import JSONReader

/// Server-sent events: https://html.spec.whatwg.org/multipage/server-sent-events.html
enum ServerSentEvent {
    /// An event. No member may hold a line feed; JSON on one line and anchors do not.
    static func event(_ name: String, data: [UInt8], id: String? = nil) -> [UInt8] {
        var bytes: [UInt8] = []
        if let id { bytes += Array("id: \(id)\n".utf8) }
        return bytes + Array("event: \(name)\ndata: ".utf8) + data + Array("\n\n".utf8)
    }

    /// No event, but what the client sends as `Last-Event-ID` when it comes back.
    static func place(_ id: String) -> [UInt8] { Array("id: \(id)\n\n".utf8) }

    /// A comment, which tells both sides and everything between them that the connection is alive.
    static let heartbeat = Array(": heartbeat\n\n".utf8)

    /// How long a client should wait before it comes back, in milliseconds. 2 seconds.
    static let retry = Array("retry: 2000\n\n".utf8)
}

/// A source of events that begins at a place in the change feed.
protocol LiveFeed: Sendable {
    /// What there is behind a place, and where the next look begins.
    ///
    /// - Parameter place: the `id` of the last event, as text; nil for the start that the feed itself chooses.
    func events(after place: String?) async throws -> LiveEvents
}

struct LiveEvents: Sendable {
    /// As they are sent; may be empty.
    var bytes: [UInt8]
    var place: String
    /// Whether there is more to read at once.
    var hasMore: Bool
}
