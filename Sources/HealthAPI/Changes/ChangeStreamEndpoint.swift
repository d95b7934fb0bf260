import HTTPServer
import HealthCore
import HealthDatabase
import JSON
import Postgres

extension Endpoint {
    static let getChangeStream = Endpoint(
        .get, "/v1/changes/stream", "Tells of changes as they happen",
        notes: """
            Server-sent events: `types` with the types that may have changed (HealthKit's `HKObserverQuery`), or with \
            `changes=true` an event `change` for each change (an `HKAnchoredObjectQuery` with an update handler). An event \
            `error` has an error object and ends the stream.
            """,
        tag: .changes,
        parameters: [
            changedTypes,
            EndpointParameter(
                name: "changes", schema: .flag, meaning: "Whether events carry the changes themselves.", example: "true"
            ),
            EndpointParameter(
                name: "anchor", schema: .string,
                meaning:
                    "Where to begin: an anchor with `changes=true`, else the position of an event. Without it, now or the beginning.",
                example: "", errors: [.malformedAnchor, .foreignAnchor, .anchorExpired]),
            EndpointParameter(
                name: "Last-Event-ID", location: .header, schema: .string,
                meaning: "The `id` of the last event that the client has; it goes before `anchor`.", example: ""),
        ],
        takes: .parameters { try LiveQuestion($0) },
        gives: .response(.ok("Events until the client leaves.", .events)), errors: [.tooManyStreams]
    ) { call in
        let (service, person, token, asked) = (call.service, call.person, call.caller.credential, call.taken)
        let feed: any LiveFeed = asked.wantsChanges ? ChangeFeed(types: asked.types) : TypeFeed(types: asked.types)
        let reader = LiveReader(feed: feed, pool: service.pool, person: person, token: token)
        // The permit is taken before the first read of the feed. Otherwise other requests could
        // exceed the limit during that read.
        let permit = try service.live.admission.admit(person)
        // The feed is read once before the head of the answer is sent, because an error can then
        // still set the status.
        let first = try await service.live.look(for: person) { try await reader.events(after: asked.lastID) }
        return HTTPResponse(
            events: HTTPStream { writer in
                defer { permit.release() }
                try await service.live.withSubscription(to: person, token: token) { subscription in
                    subscription.wake(at: first.accessEnds)
                    try await writer.write(ServerSentEvent.retry + first.bytes)
                    try await service.follow(reader, from: first.id, subscription, writer)
                }
            })
    }
}

/// The parameters of a stream of changes.
private struct LiveQuestion: Sendable {
    let types: [String]?
    let wantsChanges: Bool
    let lastID: String?

    init(_ parameters: RequestParameters) throws {
        types = try ChangeResponse.types(parameters["types"])
        wantsChanges = try ParameterText.flag(parameters["changes"], "changes")
        // A reconnecting client sends its position in the header and repeats the query of its first
        // request.
        let header = try parameters.request.single("Last-Event-ID").flatMap { $0.isEmpty ? nil : $0 }
        lastID = header ?? parameters["anchor"]
        guard let lastID else { return }
        if wantsChanges { try ChangeAnchor.checked(lastID) } else { try TypeFeed.check(lastID) }
    }
}

/// Reads a feed for a stream, each time with the access that the holder of the token has then.
struct LiveReader: Sendable {
    let feed: any LiveFeed
    let pool: Pool
    let person: Person
    let token: Credential

    func events(after id: String?) async throws -> LiveEvents {
        try await pool.withSession(for: person) { session in
            let caller = try HealthService.caller(of: token, session)
            let accessEnds = try CallerStore.accessEnds(caller, session)
            return try HealthService.readFeed(caller, session) { seal in
                var events = try feed.events(after: id, of: person, seal, session)
                events.accessEnds = accessEnds
                return events
            }
        }
    }
}

extension HealthService {
    /// Sends events until the client disconnects or the server stops.
    fileprivate func follow(
        _ reader: LiveReader, from start: String, _ subscription: ChangeSubscription, _ writer: HTTPStreamWriter
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
                    let events = try await live.look(for: reader.person) { [id] in
                        try await reader.events(after: id)
                    }
                    try await writer.write(events.bytes)
                    id = events.id
                    subscription.wake(at: events.accessEnds)
                    isBehind = events.hasMore
                } catch {
                    if try await writer.end(after: error) { return }
                    live.lookAgain(subscription)
                    break
                }
            }
        }
    }
}

/// Sends events named `types`. Each lists the types that may have changed. An event's `id` is a
/// position in the feed. For a caller who may not read everything, the position is sealed (see
/// `AnchorSeal`), and changes that the caller may not read cause no event.
struct TypeFeed: LiveFeed {
    let types: [String]?

    func events(
        after id: String?, of person: Person, _ seal: AnchorSeal?, _ session: Session
    ) throws -> LiveEvents {
        let start = try id.map { try TypeFeed.position($0, seal) }
        let observation = try ChangeObserver(person: person, session: session).changes(after: start, types: types)
        let end = try ChangeAnchor.eventID(observation.position, of: person, seal)
        guard observation.position != start else { return LiveEvents(bytes: [], id: end, hasMore: false) }
        guard seal == nil || start != nil && observation.hasChanges else {
            // The first look tells the client where to begin when it reconnects.
            return LiveEvents(bytes: start == nil ? ServerSentEvent.id(end) : [], id: end, hasMore: false)
        }
        guard observation.isWanted else {
            return LiveEvents(bytes: seal == nil ? ServerSentEvent.id(end) : [], id: end, hasMore: false)
        }
        var writer = JSONWriter()
        writer.object { writer in
            writer.member("types", observation.types.map(Array.init))
            if seal == nil { writer.member("position", observation.position) }
        }
        return LiveEvents(
            bytes: ServerSentEvent.event("types", data: writer.bytes, id: end), id: end, hasMore: false)
    }

    /// Checks that a text has the form of an event's `id`.
    ///
    /// - Throws: `ParameterError`.
    static func check(_ id: String) throws(ParameterError) {
        guard ChangeAnchor.isEventID(id) else { throw malformed }
    }

    /// Reads the `id` of an event.
    ///
    /// - Throws: `ParameterError` if the text is not the `id` of an event; `HealthDatabaseError`
    ///   (`anchorExpired`, `foreignAnchor`).
    static func position(_ id: String, _ seal: AnchorSeal?) throws -> Int64 {
        do { return try ChangeAnchor.position(ofEvent: id, seal) } catch let error as HealthDatabaseError
            where error.code == .malformedAnchor
        {
            throw malformed
        }
    }

    private static let malformed = ParameterError(
        .malformed, "Last-Event-ID", "Last-Event-ID must be the id of an event of this stream",
        hint: "leave it out to receive changes from now on")
}

/// Sends events named `change`, which contain the changes as `GET /v1/changes` lists them. An
/// event's `id` is an anchor.
struct ChangeFeed: LiveFeed {
    let types: [String]?

    /// Most changes, and most bytes of their JSON, that one stream keeps in memory at a time.
    static let pageLimit = 500
    static let pageBytesMax = 1 << 20

    func events(
        after id: String?, of person: Person, _ seal: AnchorSeal?, _ session: Session
    ) throws -> LiveEvents {
        let anchor = try id.map { try ChangeAnchor($0, seal) }
        let page = try ChangeReader(
            person: person, session: session, bytesMax: ChangeFeed.pageBytesMax, positionsMax: .positionsMax(seal)
        ).page(after: anchor, types: types, limit: ChangeFeed.pageLimit)
        var bytes: [UInt8] = []
        var last = anchor
        for change in page.changes {
            var here = page.anchor
            here.position = change.position
            var writer = JSONWriter()
            ChangeResponse.append(change, showsPosition: seal == nil, to: &writer)
            bytes += ServerSentEvent.event("change", data: writer.bytes, id: try here.text(seal))
            last = here
        }
        let end = try page.anchor.text(seal)
        // A new id without a change would show that samples were written that the caller may not
        // read.
        if seal == nil || anchor == nil, page.anchor != last { bytes += ServerSentEvent.id(end) }
        return LiveEvents(bytes: bytes, id: end, hasMore: page.hasMore)
    }
}
