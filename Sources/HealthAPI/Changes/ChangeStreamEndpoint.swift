import HTTPServer
import HealthCore
import HealthDatabase
import JSONReader
import Postgres

extension HealthService {
    /// `GET /v1/changes/stream`: server-sent events that say when something changed, HealthKit's `HKObserverQuery`, and with
    /// `changes=true` what, an `HKAnchoredObjectQuery` with an update handler.
    @Sendable func getChangeStream(_ request: HTTPRequest) async throws -> HTTPResponse {
        let token = try bearerToken(of: request)
        let query = try QueryParameters(request, of: .getChangeStream)
        let types = try ChangeResponse.types(query["types"])
        let areChangesWanted = try ParameterText.flag(query["changes"], "changes")
        // A client that comes back says in the header where it was; the query it began with stays as it is.
        let position = request.headers["Last-Event-ID"].flatMap { $0.isEmpty ? nil : $0 } ?? query["anchor"]
        let person: Person
        let feed: any LiveFeed
        if areChangesWanted {
            _ = try position.map { try ChangeAnchor($0) }
            person = try await self.person(of: token)
            feed = ChangeFeed(pool: pool, person: person, token: token.token, types: types)
        } else {
            _ = try TypeFeed.position(position)
            person = try await self.person(of: token)
            feed = TypeFeed(pool: pool, person: person, token: token.token, types: types)
        }
        // Before the look, during which others come.
        let place = try live.places.take(for: person)
        // The first look is before the head, so that what is wrong with the question has an answer of its own.
        let first = try await live.look(for: person) { try await feed.events(after: position) }
        return stream(feed, first, to: person, token.token, place)
    }

    private func stream(
        _ feed: any LiveFeed, _ first: LiveEvents, to person: Person, _ token: BearerToken,
        _ place: StreamPlaces.Place
    ) -> HTTPResponse {
        var response = HTTPResponse(status: .ok, contentType: "text/event-stream")
        response.headers.append("Cache-Control", "no-store")
        // nginx would keep events until its buffer is full.
        response.headers.append("X-Accel-Buffering", "no")
        response.stream = HTTPStream { [live] writer in
            defer { place.giveBack() }
            try await live.withSubscription(to: person, token: token) { subscription in
                try await writer.write(ServerSentEvent.retry + first.bytes)
                try await follow(feed, of: person, from: first.place, subscription, writer)
            }
        }
        return response
    }

    /// Sends events until the client leaves or the server stops.
    private func follow(
        _ feed: any LiveFeed, of person: Person, from start: String, _ subscription: ChangeSubscription,
        _ writer: HTTPStreamWriter
    ) async throws {
        var place = start
        var isBehind = false
        while true {
            switch await subscription.next() {
            case .ended: return
            case .heartbeat: try await writer.write(ServerSentEvent.heartbeat)
            case .change: isBehind = true
            }
            while isBehind, !Task.isCancelled {
                do {
                    let events = try await live.look(for: person) { [place] in try await feed.events(after: place) }
                    try await writer.write(events.bytes)
                    place = events.place
                    isBehind = events.hasMore
                } catch let error as HTTPStreamClosed {
                    throw error
                } catch {
                    // What cannot be read now is tried again; what cannot be mended is told.
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

/// Events `types`: which types may have changed. Places are positions in the feed.
struct TypeFeed: LiveFeed {
    let pool: Pool
    let person: Person
    let token: BearerToken
    let types: [String]?

    func events(after place: String?) async throws -> LiveEvents {
        let start = try TypeFeed.position(place)
        let observation = try await pool.withSession(for: person) { [person] session in
            _ = try HealthService.person(of: token, session)
            return try ChangeObserver(person: person, session: session).changes(after: start, types: types)
        }
        let id = String(observation.position)
        guard observation.position != start else { return LiveEvents(bytes: [], place: id, hasMore: false) }
        guard observation.isWanted else {
            return LiveEvents(bytes: ServerSentEvent.place(id), place: id, hasMore: false)
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
            bytes: ServerSentEvent.event("types", data: writer.bytes, id: id), place: id, hasMore: false)
    }

    /// - Throws: `ParameterError` for what was no event's `id`.
    static func position(_ place: String?) throws(ParameterError) -> Int64? {
        guard let place else { return nil }
        guard let position = Int64(place), position >= 0 else {
            throw ParameterError(
                .malformed, "Last-Event-ID", "Last-Event-ID must be the id of an event of this stream",
                hint: "leave it out to be told of what changes from now on")
        }
        return position
    }
}

/// Events `change`: the changes themselves, as `GET /v1/changes` lists them. Places are anchors.
struct ChangeFeed: LiveFeed {
    let pool: Pool
    let person: Person
    let token: BearerToken
    let types: [String]?

    /// Changes that are read, and bytes of their JSON that are kept, at once for one stream.
    static let pageLimit = 500
    static let pageBytesMax = 1 << 20

    func events(after place: String?) async throws -> LiveEvents {
        let anchor = try place.map { try ChangeAnchor($0) }
        return try await pool.withSession(for: person) { [person] session in
            _ = try HealthService.person(of: token, session)
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
            if page.anchor != last { bytes += ServerSentEvent.place(page.anchor.text) }
            return LiveEvents(bytes: bytes, place: page.anchor.text, hasMore: page.hasMore)
        }
    }
}
