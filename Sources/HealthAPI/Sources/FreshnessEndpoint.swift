import HTTPServer
import HealthCore
import HealthDatabase
import JSONReader

extension HealthService {
    /// `GET /v1/freshness`: the newest samples of each source, and the last contact of clients.
    @Sendable func getFreshness(_ request: HTTPRequest) async throws -> HTTPResponse {
        let presented = try presentedCredential(of: request)
        _ = try QueryParameters(request, of: .getFreshness)
        let caller = try await caller(of: presented)
        let person = caller.person
        let now = Instant.now
        let sources = try await read(caller) { try FreshnessReader(person: person, session: $0).sources(now: now) }
        let clients = try await pool.withSession(for: person) { session in
            // The same callers may read the access log, which also shows who uses the store.
            try AccessLogStore.mayRead(caller, session) ? try ClientAnchorStore.clients(of: person, session) : nil
        }
        return HTTPResponse(json: HealthService.json(sources, clients, at: now)).tagged
    }

    private static func json(
        _ sources: [SourceFreshness], _ clients: [ClientAnchorStore.Client]?, at now: Instant
    ) -> JSONWriter {
        var writer = JSONWriter(capacity: 256 + sources.count * 512)
        writer.object { writer in
            writer.key("sources")
            writer.array { writer in
                for found in sources { append(found, at: now, to: &writer) }
            }
            guard let clients else { return }
            writer.key("clients")
            writer.array { writer in
                for client in clients {
                    writer.object { writer in
                        writer.member("device", client.device)
                        writer.member("holder", client.holder)
                        writer.member("lastContactDate", client.lastContact.rfc3339)
                        writer.member("isSilent", Silence.isSilent(since: client.lastContact, at: now))
                    }
                }
            }
        }
        writer.rowCount = sources.count
        return writer
    }

    private static func append(_ found: SourceFreshness, at now: Instant, to writer: inout JSONWriter) {
        writer.object { writer in
            found.source.appendMembers(to: &writer)
            writer.member("lastSampleDate", found.lastSample?.rfc3339)
            writer.member("isSilent", Silence.isSilent(since: found.lastSample, at: now))
            writer.key("types")
            writer.array { writer in
                for type in found.types {
                    writer.object { writer in
                        writer.member("type", type.identifier)
                        writer.member("lastSampleDate", type.lastSample.rfc3339)
                    }
                }
            }
        }
    }
}

extension Endpoint {
    static let getFreshness = Endpoint(
        method: .get, template: "/v1/freshness", summary: "The newest samples of each source",
        notes: """
            For each type, the sources of the last \(FreshnessReader.lookBackDays) days before its newest sample, and of at most \
            \(FreshnessReader.samplesMax) samples. Samples that begin in the future are left out. `clients` lists the devices that \
            store anchors, for callers with the right to manage and for the person's own token with the right to read everything. \
            `isSilent` is true after \(Silence.days) days without a sample or contact.
            """,
        tag: .sources, parameters: [.ifNoneMatch],
        answers: [.ok("The sources.", .json(.freshness), headers: [.eTag]), .notModified],
        handler: HealthService.getFreshness)
}

extension Schema {
    fileprivate static let freshness = Schema.named(
        "Freshness",
        .object(
            required: [
                "sources": .array(
                    of: .object(required: [
                        "id": sourceID, "name": .string, "bundleIdentifier": Schema.string.orNull,
                        "wasUserEntered": .boolean, "class": .choice(SourceClass.allCases.map(\.rawValue)),
                        "lastSampleDate": Schema.time.orNull.described(
                            """
                            The latest end of the samples. A sample that ends in the future counts with its start. Null if \
                            the samples are older than the search.
                            """),
                        "isSilent": Schema.boolean.described(
                            """
                            True if `lastSampleDate` is more than \(Silence.days) days ago. False if it is null.
                            """),
                        "types": .array(of: .object(required: ["type": .string, "lastSampleDate": .time])),
                    ]))
            ],
            optional: [
                "clients": .array(
                    of: .object(required: [
                        "device": .string.described("The client's name for the device."), "holder": .string,
                        "lastContactDate": .time.described("The last time at which the device stored an anchor."),
                        "isSilent": Schema.boolean.described(
                            "True if the last contact was more than \(Silence.days) days ago."),
                    ]))
            ]))
}
