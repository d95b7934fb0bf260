import HTTPServer
import HealthCore
import HealthDatabase
import JSON
import Postgres

/// Server-sent events: https://html.spec.whatwg.org/multipage/server-sent-events.html
enum ServerSentEvent {
    /// Returns an event. None of its parts may contain a line feed. JSON on one line and anchors
    /// contain none.
    static func event(_ name: String, data: [UInt8], id: String? = nil) -> [UInt8] {
        var bytes: [UInt8] = []
        if let id { bytes += Array("id: \(id)\n".utf8) }
        return bytes + Array("event: \(name)\ndata: ".utf8) + data + Array("\n\n".utf8)
    }

    /// Returns an `id` without an event. The client sends it as `Last-Event-ID` when it reconnects.
    static func id(_ id: String) -> [UInt8] { Array("id: \(id)\n\n".utf8) }

    /// A comment that keeps the connection open. It shows the client, the server and all proxies
    /// that the connection works.
    static let heartbeat = Array(": heartbeat\n\n".utf8)

    /// The time after which a client reconnects: 2 seconds, in milliseconds.
    static let retry = Array("retry: 2000\n\n".utf8)
}

extension HTTPStreamWriter {
    /// Sends an error as the last event of a stream. After an error of the service, the stream
    /// tries again.
    ///
    /// - Returns: false if the stream tries again.
    /// - Throws: `HTTPStreamClosed`.
    func end(after error: any Error) async throws(HTTPStreamClosed) -> Bool {
        if let closed = error as? HTTPStreamClosed { throw closed }
        let known = ErrorTable.error(for: error)
        guard known.status.rawValue < 500 else { return false }
        try await write(ServerSentEvent.event("error", data: known.json.bytes))
        return true
    }
}

/// A source of events that begins at a position in the change feed.
protocol LiveFeed: Sendable {
    /// Returns the events after an id.
    ///
    /// - Parameters:
    ///   - id: the `id` of the last event; nil to begin where the feed chooses.
    ///   - seal: the seal of the caller's anchors; nil for a caller who may read everything.
    func events(
        after id: String?, of person: Person, _ seal: AnchorSeal?, _ session: Session
    ) throws -> LiveEvents
}

struct LiveEvents: Sendable {
    /// The bytes to send, which may be empty.
    var bytes: [UInt8]
    /// The id after which the next read of the feed begins.
    var id: String
    /// True if more events can be read at once.
    var hasMore: Bool
    /// The earliest time at which a grant or the token of the caller expires; nil if none expires.
    var accessEnds: Instant?
}

extension HTTPResponse {
    /// Makes a response of server-sent events.
    init(events: HTTPStream) {
        self.init(unstored: [], contentType: "text/event-stream")
        // Without this header, nginx would keep events until its buffer is full.
        headers.append("X-Accel-Buffering", "no")
        stream = events
    }
}
