import HealthCore
import HealthDatabase
import Postgres
import TestSupport
import Testing

/// Tests the newest samples of each source, and who sees the devices of clients.
@Suite struct FreshnessEndpointTests {
    private typealias Object = [String: Any]

    private static func sample(_ type: String, _ start: String, _ end: String? = nil, source: String) -> Object {
        let unit = type == "stepCount" ? "count" : "count/min"
        return clientSample(type, ["value": 100, "unit": unit], start: start, end: end, source: source)
    }

    /// Each source as its name, its date, and the dates of its types.
    private static func lines(_ answer: Object) -> [String] {
        (answer["sources"] as? [Object] ?? []).map { source in
            let types = (source["types"] as? [Object] ?? []).map {
                "\($0["type"] as? String ?? "")".replacing("HKQuantityTypeIdentifier", with: "") + " "
                    + ($0["lastSampleDate"] as? String ?? "none")
            }
            return ([source["name"] as? String ?? "", source["lastSampleDate"] as? String ?? "none"] + types)
                .joined(separator: " ")
        }
    }

    @Test("a source has the latest ends of its samples, searched back from the newest sample of each type")
    func sources() async throws {
        try await TwoPeople.with { world in
            let owner = try world.token().text
            func ask(_ token: String) async throws -> RunningService.Answer {
                let answer = try await world.store.get("/v1/freshness", token: token)
                answer.expect(200)
                return answer
            }
            let posted = try await world.store.post(
                [
                    "samples": [
                        Self.sample("stepCount", "2024-05-31T10:00:00Z", "2024-05-31T10:10:00Z", source: "Phone"),
                        // Samples of the future are left out.
                        Self.sample("stepCount", "2999-05-31T10:00:00Z", source: "Phone"),
                        Self.sample("stepCount", "2024-05-01T10:05:00Z", "2024-05-01T10:06:00Z", source: "Watch"),
                        // This sample begins earlier and ends later. The search includes its start.
                        Self.sample("stepCount", "2024-05-01T10:00:00Z", "2024-05-01T12:00:00Z", source: "Watch"),
                        // This sample is older than the search for steps.
                        Self.sample("stepCount", "2024-05-01T09:59:59Z", "2024-05-02T09:59:59Z", source: "Band"),
                        // The newest sample of its type is found in any year.
                        Self.sample("heartRate", "2015-05-01T09:00:00Z", source: "Old watch"),
                        Self.sample("stepCount", "2015-05-01T09:00:00Z", source: "Old watch"),
                        Self.sample("heartRate", "2999-05-01T09:00:00Z", source: "Clock"),
                    ]
                ], token: owner)
            posted.expect(200)
            let answer = try await ask(owner)
            #expect(
                Self.lines(try answer.object) == [
                    "Phone 2024-05-31T10:10:00Z StepCount 2024-05-31T10:10:00Z",
                    "Watch 2024-05-01T12:00:00Z StepCount 2024-05-01T12:00:00Z",
                    "Band none", "Old watch 2015-05-01T09:00:00Z HeartRate 2015-05-01T09:00:00Z", "Clock none",
                ])
            let tag = try #require(answer.header("ETag"))
            let again = try await world.store.get("/v1/freshness", token: owner, headers: ["If-None-Match: \(tag)"])
            again.expect(304)
            // A caller who may not read steps sees the sources of heart rates only.
            let narrow = try world.token(AccessTerms(rights: .read, scope: AccessScope(groups: [.heart]))).text
            let narrowed = try await ask(narrow)
            #expect(
                Set(Self.lines(try narrowed.object)) == [
                    "Old watch 2015-05-01T09:00:00Z HeartRate 2015-05-01T09:00:00Z", "Clock none",
                ])
            #expect(try narrowed.object["clients"] == nil)
        }
    }

    @Test("a source and a device are silent after two days, and a sample that ends in the future hides nothing")
    func silence() async throws {
        try await TwoPeople.with { world in
            let owner = try world.token().text
            func hoursAgo(_ hours: Int64) -> String {
                Instant(microseconds: Instant.now.microseconds - hours * 3_600 * Instant.microsecondsPerSecond).rfc3339
            }
            let last = hoursAgo(49)
            let samples = [
                Self.sample("stepCount", hoursAgo(47), source: "Phone"),
                Self.sample("stepCount", hoursAgo(50), source: "Watch"),
                Self.sample("heartRate", last, "2999-01-01T00:00:00Z", source: "Watch"),
                Self.sample("stepCount", "2999-01-01T00:00:00Z", source: "Watch"),
                Self.sample("stepCount", "2999-01-01T00:00:00Z", source: "Clock"),
            ]
            #expect(try await world.store.post(["samples": samples], token: owner).status == 200)
            for device in ["phone", "tablet"] {
                try await world.store.service.send(
                    "PUT", "/v1/anchors/\(device)/stepCount", token: owner, body: "anchor"
                ).expect(204)
            }
            let session = try Session(conninfo: world.store.conninfo)
            // The use of a token is written after the answer.
            try await wait(for: "the use of the token") {
                try session.execute("select count(*) from health.token_use")[0].int64(0) > 0
            }
            try session.executeScript(
                """
                update health.client_anchor set updated_at = now() - interval '49 hours' where device = 'tablet';
                update health.token_use set used_at = now() - interval '49 hours'
                """)
            func silent(_ target: String, _ list: String, _ name: String) async throws -> [String: Bool] {
                let answer = try await world.store.get(target, token: owner)
                return Dictionary(
                    (try answer.object[list] as? [Object] ?? []).map {
                        ($0[name] as? String ?? "", $0["isSilent"] as? Bool ?? false)
                    }
                ) { $0 || $1 }
            }
            #expect(
                try await silent("/v1/freshness", "sources", "name")
                    == ["Phone": false, "Watch": true, "Clock": false])
            let answer = try await world.store.get("/v1/freshness", token: owner)
            #expect(Self.lines(try answer.object).contains { $0.hasPrefix("Watch \(last) HeartRate \(last) ") })
            #expect(try await silent("/v1/freshness", "clients", "device") == ["phone": false, "tablet": true])
            #expect(try await silent("/v1/tokens", "tokens", "name").values.contains(true))
        }
    }

    @Test("callers who may read the access log see the devices of clients with their last contact")
    func clients() async throws {
        try await TwoPeople.with { world in
            let owner = try world.token().text
            try await world.store.service.send(
                "PUT", "/v1/anchors/phone/stepCount", token: owner, body: "anchor"
            ).expect(204)
            func clients(_ terms: AccessTerms) async throws -> [Object]? {
                let token = try world.token(terms).text
                return try await world.store.object("/v1/freshness", token: token)["clients"] as? [Object]
            }
            let found = try #require(try await clients(.everything))
            #expect(found.count == 1)
            try expect(found.first, has: ["device": "phone", "holder": "Ada"])
            let contact = try #require(found.first?["lastContactDate"] as? String)
            let first = try #require(Instant(rfc3339: contact))
            #expect(abs(first.microseconds - Instant.now.microseconds) < 3_600 * Instant.microsecondsPerSecond)
            try await world.store.service.send(
                "PUT", "/v1/anchors/phone/heartRate", token: owner, body: "anchor"
            ).expect(204)
            let later = try await clients(AccessTerms(rights: .manage, scope: .everything))
            #expect(later?.count == 1)
            #expect((later?.first?["lastContactDate"] as? String).flatMap(Instant.init(rfc3339:)) ?? .earliest > first)
            #expect(try await clients(AccessTerms(rights: .read, scope: .everything))?.count == 1)
            for terms in [
                AccessTerms(rights: .read, scope: .allGroups),
                AccessTerms(rights: [.read, .write], scope: .everything, showsNames: false),
                AccessTerms(rights: .write, scope: .everything),
            ] { #expect(try await clients(terms) == nil, "\(terms)") }
            let bea = try await world.store.object("/v1/freshness", token: try world.store.token(for: "Bea"))
            try expect(bea, has: ["sources": [String](), "clients": [String]()])
        }
    }
}
