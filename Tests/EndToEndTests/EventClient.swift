import Foundation
import TestSupport

/// A curl process that follows a stream of server-sent events.
struct EventClient: Sendable {
    let process: BackgroundProcess

    struct Event {
        var id: String?
        var name: String?
        var data: String?

        var object: [String: Any] {
            (try? JSONSerialization.jsonObject(with: Data((data ?? "").utf8))) as? [String: Any] ?? [:]
        }
    }

    init(
        _ store: ServedStore, path: String = "/v1/changes/stream", query: String = "", token: String,
        lastEventID: String? = nil
    ) throws {
        try self.init(
            store, path: path, query: query, headers: ["Authorization: Bearer \(token)"], lastEventID: lastEventID)
    }

    /// - Parameter headers: with the credential.
    init(
        _ store: ServedStore, path: String = "/v1/changes/stream", query: String = "", headers: [String],
        lastEventID: String? = nil
    ) throws {
        var arguments = ["-sSN", store.service.address + path + query]
        for header in headers { arguments += ["-H", header] }
        if let lastEventID { arguments += ["-H", "Last-Event-ID: \(lastEventID)"] }
        process = BackgroundProcess("/usr/bin/curl", arguments)
        try process.start()
    }

    /// The bytes received so far, up to the last empty line.
    var blocks: [Event] {
        process.output.components(separatedBy: "\n\n").dropLast().map { block in
            var event = Event()
            for line in block.split(separator: "\n") {
                if line.hasPrefix("id: ") { event.id = String(line.dropFirst(4)) }
                if line.hasPrefix("event: ") { event.name = String(line.dropFirst(7)) }
                if line.hasPrefix("data: ") { event.data = String(line.dropFirst(6)) }
            }
            return event
        }
    }

    /// Blocks that are events.
    var events: [Event] { blocks.filter { $0.name != nil } }

    /// The id that the client would send as `Last-Event-ID`.
    var lastEventID: String? { blocks.last { $0.id != nil }?.id }

    /// Waits until the head of the response has arrived.
    func opened() async -> Bool { await eventually { process.output.contains("retry:") } }

    func close() async {
        await process.killAndWait()
    }
}
