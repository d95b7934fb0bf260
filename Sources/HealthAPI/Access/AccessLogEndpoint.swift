import HTTPServer
import HealthCore
import HealthDatabase
import JSON

extension Endpoint {
    static let getAccessLog = Endpoint(
        .get, "/v1/access-log", "The requests about the person, newest first",
        notes: "Needs the right to manage, or the person's own token with the right to read everything. "
            + "Entries have no values. Who manages only some types gets the entries that name these types alone. An entry appears about a second after the answer, or after the end of a stream.",
        tag: .access,
        parameters: [
            EndpointParameter(
                name: "from", schema: .string, meaning: "Entries at or after this time: RFC 3339, or a date in UTC.",
                example: "2024-05-01", errors: [.emptyRange]),
            EndpointParameter(
                name: "to", schema: .string, meaning: "Entries before this time, in the form of `from`.",
                example: "2024-05-03",
                errors: [.emptyRange]),
            EndpointParameter(
                name: "holder", schema: .string(pattern: "^.+$"), meaning: "Entries of the holder with this name.",
                example: "Ben"),
            .limit(AccessLogStore.pageMax, default: AccessLogStore.pageDefault, of: "entries"), .cursor,
        ], takes: .parameters { try AccessLogStore.Query($0) },
        gives: .page("entries", "A page of the log."), errors: [.manageNotGranted]
    ) { call in
        let page: (elements: [LoggedRequest], next: String?) = try await call.withSession { session in
            try session.reading {
                guard try AccessLogStore.mayRead(call.caller, session) else {
                    throw APIError(
                        .manageNotGranted, "the access log needs the right to manage",
                        hint: "the person's own token may read it, too, if it may read everything")
                }
                var query = call.taken
                query.types = try AccessLogStore.types(for: call.caller, session)
                let (entries, next) = try AccessLogStore.page(of: call.person, query, session)
                let showsAllTypes = call.caller.access.readsAll
                return (entries.map { LoggedRequest(listed: $0, showsAllTypes: showsAllTypes) }, next?.text)
            }
        }
        return page
    }
}

extension AccessLogStore.Query {
    fileprivate init(_ parameters: RequestParameters) throws {
        self.init()
        from = try parameters["from"].map { try QuestionTime($0, "from").instant(on: .utc) }
        to = try parameters["to"].map { try QuestionTime($0, "to").instant(on: .utc) }
        if let from, let to, from >= to {
            throw ParameterError(.emptyRange, "to", "to must be after from")
        }
        holder = parameters["holder"]
        if let holder, holder.isEmpty || !holder.isLabel(bytesMax: PersonStore.nameBytesMax) {
            throw ParameterError(.malformed, "holder", "holder must be the name of a holder")
        }
        limit = try parameters.limit(AccessLogStore.pageMax, default: AccessLogStore.pageDefault)
        cursor = try parameters["cursor"].map { try AccessLogStore.Cursor($0) }
    }
}

private struct LoggedRequest: Shaped {
    var listed: AccessLogStore.Listed
    /// True if the entry shows names of types that are not in the catalogue. These names are
    /// personal.
    var showsAllTypes: Bool

    private var types: [String] {
        listed.types.filter { showsAllTypes || Catalogue.sampleType(named: $0) != nil }
    }

    static let shape = Shape<Self>([
        .member("time", \.listed.time),
        .member("holder", \.listed.holder, "Null for a holder that was removed."),
        .member("credential", { LoggedCredential(listed: $0.listed) }),
        .member("method", \.listed.method),
        .member("route", \.listed.route, "The pattern of the path, such as `/v1/workouts/{uuid}`."),
        .member("types", \.types), .member("from", \.listed.from, "The parameter as it was sent."),
        .member("to", \.listed.to, "The parameter as it was sent."),
        .member("status", \.listed.status, "Null if the client disconnected before the answer."),
        .member(
            "rowCount", \.listed.rowCount,
            "The number of samples, buckets or other rows of data in the answer, or null."),
        .member("answerBytes", \.listed.answerBytes, as: .count),
    ])
}

private struct LoggedCredential: Shaped {
    var listed: AccessLogStore.Listed

    static let shape = Shape<Self>([
        .member("kind", \.listed.credentialKind, as: .choice(["token", "session", "proxy", "webhook"])),
        .member("id", \.listed.credentialID), .member("name", \.listed.credentialName),
    ])
}
