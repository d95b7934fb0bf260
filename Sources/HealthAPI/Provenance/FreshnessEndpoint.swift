import HTTPServer
import HealthCore
import HealthDatabase

extension Endpoint {
    static let getFreshness = Endpoint(
        .get, "/v1/freshness", "The newest samples of each source",
        notes: """
            For each type, the sources of the last \(FreshnessReader.lookBackDays) days before its newest sample, and of at most \
            \(FreshnessReader.samplesMax) samples. Samples that begin in the future are left out. `clients` lists the devices that \
            store anchors, for callers with the right to manage and for the person's own token with the right to read everything. \
            Who manages only some types gets the devices that store anchors of these types alone. `isSilent` is true after \(Silence.days) days without a sample or contact.
            """,
        tag: .sources, takes: .nothing, gives: .json("The sources.", isTagged: true).rows("sources")
    ) { call in
        let now = Instant.now
        let sources = try await call.read { try FreshnessReader(person: call.person, session: $0).sources(now: now) }
        let clients = try await call.withSession { session in
            // The same callers may read the access log, which also shows who uses the store.
            try AccessLogStore.mayRead(call.caller, session)
                ? try ClientAnchorStore.clients(
                    of: call.person, types: AccessLogStore.types(for: call.caller, session), session) : nil
        }
        return Freshness(
            sources: sources.map { FreshSource(found: $0, now: now) },
            clients: clients?.map { FreshClient(client: $0, now: now) })
    }.asTool(
        Tool(
            name: "freshness", title: "How new the data are",
            text: """
                The newest sample of each source and type. Use it to see whether data still arrive, such as from a watch, before \
                a missing figure is explained otherwise. Times are in UTC.
                """))
}

private struct Freshness: Shaped {
    var sources: [FreshSource]
    var clients: [FreshClient]?

    static let shape = Shape<Self>([.member("sources", \.sources), .optional("clients", \.clients)]).named("Freshness")

    var rowCount: Int? { sources.count }
}

private struct FreshSource: Shaped {
    var found: SourceFreshness
    var now: Instant

    static let shape = Shape<Self>([
        .members(of: \.found.source, Source.names),
        .member(
            "lastSampleDate", \.found.lastSample,
            """
            The latest end of the samples. A sample that ends in the future counts with its start. Null if \
            the samples are older than the search.
            """),
        .member(
            "isSilent", { Silence.isSilent(since: $0.found.lastSample, at: $0.now) },
            "True if `lastSampleDate` is more than \(Silence.days) days ago. False if it is null."),
        .member("types", \.found.types),
    ])
}

extension SourceFreshness.TypeFreshness: Shaped {
    static let shape = Shape<Self>([.member("type", \.identifier), .member("lastSampleDate", \.lastSample)])
}

private struct FreshClient: Shaped {
    var client: ClientAnchorStore.Client
    var now: Instant

    static let shape = Shape<Self>([
        .member("device", \.client.device, "The client's name for the device."), .member("holder", \.client.holder),
        .member("lastContactDate", \.client.lastContact, "The last time at which the device stored an anchor."),
        .member(
            "isSilent", { Silence.isSilent(since: $0.client.lastContact, at: $0.now) },
            "True if the last contact was more than \(Silence.days) days ago."),
    ])
}
