import Foundation
import HealthCore
import HealthDatabase
import Postgres
import TestSupport
import Testing

/// Tests the responses to clients and people whose new names exceed a limit.
@Suite struct NameLimitEndpointTests {
    /// Fills the person's sources up to one below the limit.
    private func fillSources(of name: String, _ conninfo: String) throws {
        _ = try Session(conninfo: conninfo).execute(
            """
            insert into health.source (person_id, source_id, name, was_user_entered, source_class)
            select person_id, n, 'Source ' || n, false, 'other'
            from health.person cross join generate_series(1, $2) n where name = $1
            """, [.text(name), .int64(Int64(PersonName.source.countMax - 1))])
    }

    private func check(_ rejected: Any?, index: Int) throws {
        let records = try #require(rejected as? [[String: Any]])
        #expect(records.count == 1)
        #expect(records.first?["index"] as? Int == index)
        #expect(records.first?["code"] as? String == "too_many_names")
        #expect(records.first?["field"] as? String == "source")
        #expect(
            (records.first?["message"] as? String)?.contains("already has \(PersonName.source.countMax) sources")
                == true)
    }

    @Test(
        "a batch, lines, and payloads of other makers' clients say which records have a source too many, and keep the others"
    )
    func clients() async throws {
        try await ServedStore.with { store in
            let token = try store.token()
            try fillSources(of: "Ada", store.conninfo)
            let samples = ["Source 7", "New", "Newer", "Source 8"].map { step(source: $0) }
            let answer = try await store.post(["samples": samples], token: token)
            try check(try answer.object["rejected"], index: 2)
            let records = try answer.object["records"] as? [String: [String]]
            #expect(records?["samples"] == ["inserted", "inserted", "rejected", "inserted"])

            let atomic = try await store.post(
                ["samples": [step(source: "New"), step(source: "Newest")], "atomic": true], token: token)
            #expect(atomic.status == 422 && atomic.code == "batch_rejected", "\(atomic.body)")
            try check((try atomic.object["details"] as? [String: Any])?["rejected"], index: 1)

            func line(_ source: String) throws -> String {
                String(decoding: try JSONSerialization.data(withJSONObject: step(source: source)), as: UTF8.self)
            }
            let text = try line("New") + "\n\n" + line("Newest") + "\n" + line("Source 9") + "\n"
            let lines = try await store.postLines(text, token: token, query: "?records=true")
            let receipt = try #require(lines.receipts.first)
            #expect(receipt["records"] as? [String] == ["inserted", "rejected", "inserted"])
            let rejected = try #require((receipt["rejected"] as? [[String: Any]])?.first)
            #expect(rejected["line"] as? Int == 3 && rejected["code"] as? String == "too_many_names")
            let atomicLines = try await store.postLines(text, token: token, query: "?records=true&atomic=true")
            #expect(
                atomicLines.receipts.first?["records"] as? [String] == ["withheld", "rejected", "withheld"],
                "\(atomicLines.text)")

            let openWearables = """
                {"provider": "apple", "data": {"records": [
                  {"id": "\(UUID().uuidString)", "type": "HKQuantityTypeIdentifierStepCount", "value": 12, "unit": "count",
                   "startDate": "2024-05-01T10:00:00Z", "endDate": "2024-05-01T10:01:00Z", "source": {"name": "Wearable"}}]}}
                """
            let sync = try await store.service.send(
                "POST", "/api/v1/sdk/users/Ada/sync", token: token, body: openWearables)
            #expect(try sync.object["rejected"] as? Int == 1, "\(sync.body)")
            let reasons = try sync.object["reasons"] as? [[String: Any]]
            #expect(reasons?.first?["path"] as? String == "data.records[0].source")
            #expect(try sync.object["records_forwarded"] as? Int == 0)

            let export = """
                {"data": {"metrics": [{"name": "step_count", "units": "count", "data": [
                  {"date": "2024-05-01 10:00:00 +0000", "qty": 1, "source": "Elsewhere"}]}]}}
                """
            let exported = try await store.service.send(
                "POST", "/v1/clients/health-auto-export", token: token, body: export,
                headers: ["automation-id: A", "automation-period: Default", "automation-aggregation: minutes"])
            let metric = try #require((try exported.object["metrics"] as? [[String: Any]])?.first, "\(exported.body)")
            #expect(metric["rejected"] as? Int == 1 && metric["inserted"] as? Int == 0)
            try check(metric["reasons"], index: 0)
            #expect(
                try Session(conninfo: store.conninfo).execute("select count(*) from health.sample")[0].int64(0) == 5)
        }
    }
}
