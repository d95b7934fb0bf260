import Foundation
import QRCodes
import TestSupport
import Testing

/// `healthstore token create --health-auto-export`
@Suite struct HealthAutoExportLinkTests {
    private static func run(_ arguments: [String], _ store: ServedStore) async throws -> Command {
        try await Command.healthstore(arguments, database: store.conninfo)
    }

    private static func parameters(of link: String) throws -> [String: String] {
        let parts = try #require(URLComponents(string: link))
        #expect(link.hasPrefix("com.HealthExport://automation?"), "\(link)")
        return Dictionary(
            uniqueKeysWithValues: (parts.queryItems ?? []).map { ($0.name, $0.value ?? "") })
    }

    @Test("each link has the address, the kind of data and a token that stores and reads nothing")
    func links() async throws {
        try await ServedStore.with { store in
            let own = try store.token()
            _ = try await store.post(["samples": [step()]], token: own)
            // Without --holder, the token belongs to the holder that has saved the steps.
            let made = try await Self.run(
                ["token", "create", "--person", "Ada", "--health-auto-export", "--url", "https://health.example/"],
                store)
            #expect(made.status == 0, "\(made.errors)")
            let links = made.output.split(separator: "\n").map(String.init)
            #expect(links.count == 2)
            // The codes are those of the links, as half blocks without colours.
            let codes = try links.map { try #require(QRCode($0)).text(hasColours: false) }
            #expect(made.errors == "health metrics:\n" + codes[0] + "workouts:\n" + codes[1])

            let (metrics, workouts) = (try Self.parameters(of: links[0]), try Self.parameters(of: links[1]))
            #expect(metrics["datatype"] == "healthmetrics" && workouts["datatype"] == "workouts")
            #expect(metrics["interval"] == "minutes" && workouts["interval"] == nil)
            for link in [metrics, workouts] {
                #expect(link["url"] == "https://health.example/v1/clients/health-auto-export")
                #expect(link["format"] == "json" && link["period"] == "previous7Days" && link["enabled"] == "true")
            }
            let header = try #require(metrics["headers"]).split(separator: ",").map(String.init)
            #expect(header.count == 2 && workouts["headers"] == metrics["headers"])
            let body = """
                {"data": {"metrics": [{"name": "heart_rate", "units": "count/min", "data": [
                  {"date": "2024-05-01 10:00:00 +0000", "Min": 60, "Avg": 66, "Max": 91, "source": "Watch"}]}]}}
                """
            let stored = try await store.service.send(
                "POST", "/v1/clients/health-auto-export", body: body, headers: [header.joined(separator: ": ")])
            stored.expect(200)
            for (type, token, isSeen) in [
                ("heartRate", own, true), ("stepCount", own, true), ("heartRate", header[1], false),
                ("stepCount", header[1], false),
            ] {
                let answer = try await store.get(
                    "/v1/statistics",
                    [("type", type), ("timeZone", "UTC"), ("from", "2024-05-01"), ("to", "2024-05-02")],
                    token: token)
                let figures = try answer.object["statistics"] as? [String: Any]
                #expect(answer.status == 200 && (figures != nil) == isSeen, "\(type): \(answer.body)")
            }
            let access = try await store.get("/v1/access", token: header[1])
            #expect(try access.object["rights"] as? [String] == ["write"])
        }
    }

    @Test("a link without an address that a phone reaches, or with another right, is refused by name")
    func refusals() async throws {
        try await ServedStore.with { store in
            _ = try store.token()
            let create = ["token", "create", "--person", "Ada"]
            let link = create + ["--health-auto-export", "--url", "https://health.example"]
            let wrong = [
                (create + ["--health-auto-export"], "--url is missing"),
                (create + ["--health-auto-export", "--url", "health.example"], "--url must be an address"),
                (
                    create + ["--health-auto-export", "--url", "http://localhost"],
                    "--url must be an address that the phone"
                ),
                (create + ["--url", "https://health.example"], "--url needs --health-auto-export"),
                (link + ["--read-only"], "--health-auto-export and --read-only exclude each other"),
                (link + ["--rights", "read,write"], "--health-auto-export and --rights exclude each other"),
                (["token", "create", "--operator"] + link.dropFirst(4), "--health-auto-export and --operator"),
            ]
            for (call, text) in wrong {
                let answer = try await Self.run(call, store)
                #expect(answer.status == 64 && answer.output.isEmpty, "\(call): \(answer.errors)")
                #expect(answer.errors.hasPrefix("healthstore: \(text)"), "\(call): \(answer.errors)")
            }
            let listed = try await Self.run(["token", "list", "--person", "Ada"], store).output
            #expect(!listed.contains("Health Auto Export"))
        }
    }
}
