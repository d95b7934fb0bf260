import HTTPServer
import HealthCore
import HealthDatabase
import JSONReader

extension HealthService {
    /// `GET /v1/access-log`: the requests about the person, newest first.
    @Sendable func getAccessLog(_ request: HTTPRequest) async throws -> HTTPResponse {
        let presented = try presentedCredential(of: request)
        let parameters = try QueryParameters(request, of: .getAccessLog)
        var query = AccessLogStore.Query()
        query.from = try parameters["from"].map { try QuestionTime($0, "from").instant(on: .utc) }
        query.to = try parameters["to"].map { try QuestionTime($0, "to").instant(on: .utc) }
        if let from = query.from, let to = query.to, from >= to {
            throw ParameterError(.emptyRange, "to", "to must be after from")
        }
        query.holder = parameters["holder"]
        if let holder = query.holder, holder.isEmpty || !holder.isLabel(bytesMax: PersonStore.nameBytesMax) {
            throw ParameterError(.malformed, "holder", "holder must be the name of a holder")
        }
        query.limit =
            try ParameterText.integer(parameters["limit"], "limit", in: 1...AccessLogStore.pageMax)
            ?? AccessLogStore.pageDefault
        query.cursor = try parameters["cursor"].map { try AccessLogStore.Cursor($0) }
        let caller = try await caller(of: presented)
        let asked = query
        let page = try await pool.withSession(for: caller.person) { session in
            try session.reading {
                guard try AccessLogStore.mayRead(caller, session) else { return nil as AccessLogPage? }
                let (entries, next) = try AccessLogStore.page(of: caller.person, asked, session)
                return AccessLogPage(entries: entries, next: next, showsAllTypes: caller.access.readsAll)
            }
        }
        guard let page else {
            throw APIError(
                .manageNotGranted, "the access log needs the right to manage",
                hint: "the person's own token may read it, too, if it may read everything")
        }
        return HTTPResponse(json: page.json)
    }
}

/// A page of the access log.
private struct AccessLogPage: Sendable {
    var entries: [AccessLogStore.Listed]
    var next: AccessLogStore.Cursor?
    /// True if the page shows names of types that are not in the catalogue. These names are
    /// personal.
    var showsAllTypes: Bool

    var json: JSONWriter {
        var writer = JSONWriter(capacity: 256 + entries.count * 384)
        writer.object { writer in
            writer.key("entries")
            writer.array { writer in
                for entry in entries { append(entry, to: &writer) }
            }
            writer.member("cursor", next?.text)
        }
        return writer
    }

    private func append(_ entry: AccessLogStore.Listed, to writer: inout JSONWriter) {
        writer.object { writer in
            writer.member("time", entry.time.rfc3339)
            writer.member("holder", entry.holder)
            writer.key("credential")
            writer.object { writer in
                writer.member("kind", entry.credentialKind)
                writer.member("id", entry.credentialID?.uuidString.lowercased())
                writer.member("name", entry.credentialName)
            }
            writer.member("method", entry.method)
            writer.member("route", entry.route)
            writer.key("types")
            writer.array { writer in
                for type in entry.types where showsAllTypes || Catalogue.sampleType(named: type) != nil {
                    writer.value(type)
                }
            }
            writer.member("from", entry.from)
            writer.member("to", entry.to)
            writer.member("status", entry.status)
            writer.key("rowCount")
            if let count = entry.rowCount { writer.value(count) } else { writer.null() }
            writer.member("answerBytes", Int(entry.answerBytes))
        }
    }
}

extension Endpoint {
    static let getAccessLog = Endpoint(
        method: .get, template: "/v1/access-log", summary: "The requests about the person, newest first",
        notes: "Needs the right to manage, or the person's own token with the right to read everything. "
            + "Entries have no values. An entry appears about a second after the answer, or after the end of a stream.",
        tag: .access,
        parameters: [
            Parameter(
                name: "from", schema: .string, meaning: "Entries at or after this time: RFC 3339, or a date in UTC.",
                example: "2024-05-01", errors: [.emptyRange]),
            Parameter(
                name: "to", schema: .string, meaning: "Entries before this time, in the form of `from`.",
                example: "2024-05-03",
                errors: [.emptyRange]),
            Parameter(
                name: "holder", schema: .string(pattern: "^.+$"), meaning: "Entries of the holder with this name.",
                example: "Ben"),
            .limit(AccessLogStore.pageMax, default: AccessLogStore.pageDefault, of: "entries"), .cursor,
        ], answers: [.ok("A page of the log.", .json(.accessLog))], errors: [.manageNotGranted],
        handler: HealthService.getAccessLog)
}

extension Schema {
    fileprivate static let accessLog = Schema.object(required: [
        "entries": .array(
            of: .object(required: [
                "time": .time, "holder": Schema.string.orNull.described("Null for a holder that was removed."),
                "credential": .object(required: [
                    "kind": .choice(["token", "session", "proxy", "webhook"]), "id": Schema.uuid.orNull,
                    "name": Schema.string.orNull,
                ]),
                "method": .string,
                "route": Schema.string.orNull.described("The pattern of the path, such as `/v1/workouts/{uuid}`."),
                "types": .array(of: .string),
                "from": Schema.string.orNull.described("The parameter as it was sent."),
                "to": Schema.string.orNull.described("The parameter as it was sent."),
                "status": Schema.integer.orNull.described("Null if the client disconnected before the answer."),
                "rowCount": Schema.integer.orNull.described(
                    "The number of samples, buckets or other rows of data in the answer, or null."),
                "answerBytes": .count,
            ])), "cursor": .nextCursor,
    ])
}
