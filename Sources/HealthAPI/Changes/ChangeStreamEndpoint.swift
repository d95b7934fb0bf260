import HTTPServer
import HealthCore
import HealthDatabase
import JSONReader
import Postgres

extension HealthService {
    /// `GET /v1/changes/stream`: server-sent events that tell when something changed (HealthKit's
    /// `HKObserverQuery`) or, with `changes=true`, that carry the changes (an
    /// `HKAnchoredObjectQuery` with an update handler).
    @Sendable func getChangeStream(_ request: HTTPRequest) async throws -> HTTPResponse {
        let token = try bearerToken(of: request)
        let query = try QueryParameters(request, of: .getChangeStream)
        let types = try ChangeResponse.types(query["types"])
        let areChangesWanted = try ParameterText.flag(query["changes"], "changes")
        // A reconnecting client sends its position in the header and repeats the query of its first
        // request.
        let lastID = request.headers["Last-Event-ID"].flatMap { $0.isEmpty ? nil : $0 } ?? query["anchor"]
        let person: Person
        let feed: any LiveFeed
        if areChangesWanted {
            _ = try lastID.map { try ChangeAnchor($0) }
            person = try await caller(of: token).person
            feed = ChangeFeed(pool: pool, person: person, token: token.credential, types: types)
        } else {
            _ = try TypeFeed.position(lastID)
            person = try await caller(of: token).person
            feed = TypeFeed(pool: pool, person: person, token: token.credential, types: types)
        }
        // The permit is taken before the first read of the feed. Otherwise other requests could
        // exceed the limit during that read.
        let permit = try live.admission.admit(person)
        // The feed is read once before the head of the answer is sent, so that an error can still
        // set the status.
        let first = try await live.look(for: person) { try await feed.events(after: lastID) }
        return stream(feed, first, to: person, token.credential, permit)
    }

    private func stream(
        _ feed: any LiveFeed, _ first: LiveEvents, to person: Person, _ token: Credential,
        _ permit: StreamAdmission.Permit
    ) -> HTTPResponse {
        var response = HTTPResponse(status: .ok, contentType: "text/event-stream")
        response.headers.append("Cache-Control", "no-store")
        // nginx would keep events until its buffer is full.
        response.headers.append("X-Accel-Buffering", "no")
        response.stream = HTTPStream { [live] writer in
            defer { permit.release() }
            try await live.withSubscription(to: person, token: token) { subscription in
                try await writer.write(ServerSentEvent.retry + first.bytes)
                try await follow(feed, of: person, from: first.id, subscription, writer)
            }
        }
        return response
    }

    /// Sends events until the client leaves or the server stops.
    private func follow(
        _ feed: any LiveFeed, of person: Person, from start: String, _ subscription: ChangeSubscription,
        _ writer: HTTPStreamWriter
    ) async throws {
        var id = start
        var isBehind = false
        while true {
            switch await subscription.next() {
            case .ended: return
            case .heartbeat: try await writer.write(ServerSentEvent.heartbeat)
            case .change: isBehind = true
            }
            while isBehind, !Task.isCancelled {
                do {
                    let events = try await live.look(for: person) { [id] in try await feed.events(after: id) }
                    try await writer.write(events.bytes)
                    id = events.id
                    isBehind = events.hasMore
                } catch let error as HTTPStreamClosed {
                    throw error
                } catch {
                    // An error of the service is tried again; any other error is sent to the
                    // client.
                    let known = ErrorTable.error(for: error)
                    guard known.status.rawValue < 500 else {
                        live.lookAgain(subscription)
                        break
                    }
                    return try await writer.write(ServerSentEvent.event("error", data: known.json))
                }
            }
        }
    }
}

/// Sends events named `types`. Each lists the types that may have changed. An event's `id` is a
/// position in the feed.
struct TypeFeed: LiveFeed {
    let pool: Pool
    let person: Person
    let token: Credential
    let types: [String]?

    func events(after id: String?) async throws -> LiveEvents {
        let start = try TypeFeed.position(id)
        let observation = try await pool.withSession(for: person) { [person] session in
            _ = try HealthService.caller(of: token, session)
            return try ChangeObserver(person: person, session: session).changes(after: start, types: types)
        }
        let end = String(observation.position)
        guard observation.position != start else { return LiveEvents(bytes: [], id: end, hasMore: false) }
        guard observation.isWanted else {
            return LiveEvents(bytes: ServerSentEvent.id(end), id: end, hasMore: false)
        }
        var writer = JSONWriter()
        writer.object { writer in
            writer.key("types")
            if let types = observation.types {
                writer.array { for type in types { $0.value(type) } }
            } else {
                writer.null()
            }
            writer.member("position", observation.position)
        }
        return LiveEvents(
            bytes: ServerSentEvent.event("types", data: writer.bytes, id: end), id: end, hasMore: false)
    }

    /// Reads the `id` of an event.
    ///
    /// - Throws: `ParameterError` if the text is not the `id` of an event.
    static func position(_ id: String?) throws(ParameterError) -> Int64? {
        guard let id else { return nil }
        guard let position = Int64(id), position >= 0 else {
            throw ParameterError(
                .malformed, "Last-Event-ID", "Last-Event-ID must be the id of an event of this stream",
                hint: "leave it out to receive changes from now on")
        }
        return position
    }
}

/// Events `change`: the changes, as `GET /v1/changes` lists them. An event's `id` is an anchor.
struct ChangeFeed: LiveFeed {
    let pool: Pool
    let person: Person
    let token: Credential
    let types: [String]?

    /// Most changes, and most bytes of their JSON, that are kept for one stream at a time.
    static let pageLimit = 500
    static let pageBytesMax = 1 << 20

    func events(after id: String?) async throws -> LiveEvents {
        let anchor = try id.map { try ChangeAnchor($0) }
        return try await pool.withSession(for: person) { [person] session in
            _ = try HealthService.caller(of: token, session)
            let page = try ChangeReader(person: person, session: session, bytesMax: ChangeFeed.pageBytesMax)
                .page(after: anchor, types: types, limit: ChangeFeed.pageLimit)
            var bytes: [UInt8] = []
            var last = anchor
            for change in page.changes {
                var here = page.anchor
                here.position = change.position
                var writer = JSONWriter()
                ChangeResponse.append(change, to: &writer)
                bytes += ServerSentEvent.event("change", data: writer.bytes, id: here.text)
                last = here
            }
            if page.anchor != last { bytes += ServerSentEvent.id(page.anchor.text) }
            return LiveEvents(bytes: bytes, id: page.anchor.text, hasMore: page.hasMore)
        }
    }
}
