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
        try expect(records.first, has: ["index": index, "code": "too_many_names", "field": "source"])
        #expect(
            (records.first?["message"] as? String)?.contains("already has \(PersonName.source.countMax) sources")
                == true)
    }

    @Test(
        "a batch and lines say which records have a source too many, and keep the others")
    func clients() async throws {
        try await ServedStore.withAda { store, token in
            try fillSources(of: "Ada", store.conninfo)
            let samples = ["Source 7", "New", "Newer", "Source 8"].map { step(source: $0) }
            let answer = try await store.post(["samples": samples], token: token)
            try check(try answer.object["rejected"], index: 2)
            let records = try answer.object["records"] as? [String: [String]]
            #expect(records?["samples"] == ["inserted", "inserted", "rejected", "inserted"])

            let atomic = try await store.post(
                ["samples": [step(source: "New"), step(source: "Newest")], "atomic": true], token: token)
            atomic.expect(422, "batch_rejected")
            try check((try atomic.object["details"] as? [String: Any])?["rejected"], index: 1)

            func line(_ source: String) throws -> String {
                String(decoding: try JSONSerialization.data(withJSONObject: step(source: source)), as: UTF8.self)
            }
            let text = try line("New") + "\n\n" + line("Newest") + "\n" + line("Source 9") + "\n"
            let lines = try await store.postLines(text, token: token, query: "?records=true")
            let receipt = try #require(lines.receipts.first)
            #expect(receipt["records"] as? [String] == ["inserted", "rejected", "inserted"])
            let rejected = try #require((receipt["rejected"] as? [[String: Any]])?.first)
            try expect(rejected, has: ["line": 3, "code": "too_many_names"])
            let atomicLines = try await store.postLines(text, token: token, query: "?records=true&atomic=true")
            #expect(
                atomicLines.receipts.first?["records"] as? [String] == ["withheld", "rejected", "withheld"],
                "\(atomicLines.text)")
            #expect(
                try Session(conninfo: store.conninfo).execute("select count(*) from health.sample")[0].int64(0) == 5)
        }
    }
}
