import Foundation
import Postgres
import TestSupport
import Testing

/// Runs the command line as scripts and people do, on databases of a real server.
@Suite struct CommandLineTests {
    private func run(_ arguments: [String], on conninfo: String? = nil) async throws -> Command {
        try await Command.healthstore(arguments, database: conninfo)
    }

    /// Calls `body` with a migrated database that has a person Ada.
    private func withAda(_ body: (String) async throws -> Void) async throws {
        try await TestServer.shared().withMigratedDatabase { conninfo in
            #expect(try await run(["person", "add", "Ada"], on: conninfo).status == 0)
            try await body(conninfo)
        }
    }

    /// Returns an export of Ada's that has steps of two overlapping sources.
    private func export(_ records: String) -> String {
        """
        <?xml version="1.0" encoding="UTF-8"?>
        <!DOCTYPE HealthData [ <!ELEMENT HealthData (Record*)> ]>
        <HealthData locale="en_US"><ExportDate value="2024-05-02 10:00:00 +0200"/>
        \(records)
        </HealthData>
        """
    }

    private func steps(_ source: String, _ start: String, _ end: String, _ value: String) -> String {
        """
        <Record type="HKQuantityTypeIdentifierStepCount" sourceName="\(source)" unit="count" \
        startDate="2024-05-01 \(start):00 +0200" endDate="2024-05-01 \(end):00 +0200" value="\(value)"/>
        """
    }

    @Test("a wrong call is one clear line, a hint and status 64")
    func usage() async throws {
        let calls = [
            [], ["fly"], ["import"], ["import", "a", "b"], ["import", "a"], ["serve", "--port", "x"],
            ["serve", "--port"],
            ["serve", "--prot", "1"], ["serve", "--port=1", "--port=2"], ["person"], ["person", "sing"],
            ["person", "erase", "Ada"],
            ["token", "create"], ["statistics", "stepCount"],
            ["statistics", "stepCount", "--person", "A", "--format", "xml"],
            ["statistics", "stepCount", "--person", "A", "--last", "3", "--from", "2024-01-01"],
            ["migrate", "--database-url", "x", "--data-dir", "y"], ["analyst"], ["analyst", "add"],
            ["analyst", "promote", "anna"], ["analyst", "grant", "anna"],
            ["analyst", "add", "anna", "--statement-timeout", "0"], ["serve", "--cors-origin", "grafana.example.org"],
        ]
        for call in calls {
            let answer = try await run(call)
            #expect(answer.status == 64, "\(call): \(answer.errors)")
            if !call.isEmpty { #expect(answer.errors.hasPrefix("healthstore: "), "\(call)") }
        }
    }

    @Test("feeds are renewed of the person who is named, and of everybody without a name")
    func renewingFeeds() async throws {
        try await withAda { conninfo in
            #expect(try await run(["person", "add", "Bea"], on: conninfo).status == 0)
            let session = try Session(conninfo: conninfo)
            func feeds() throws -> [String] {
                try session.execute("select feed_uuid::text from health.change_counter order by person_id").map {
                    try $0.text(0)
                }
            }
            let before = try feeds()
            let one = try await run(["person", "renew-feeds", "Bea"], on: conninfo)
            #expect(one.status == 0 && one.output == "renewed the feed of Bea\n", "\(one.errors)")
            let between = try feeds()
            #expect(before.count == 2 && between[0] == before[0] && between[1] != before[1])
            #expect(try await run(["person", "renew-feeds"], on: conninfo).output == "renewed 2 feeds\n")
            #expect(Set(try feeds()).isDisjoint(with: between))
            #expect(try await run(["person", "renew-feeds", "Cleo"], on: conninfo).status == 1)
        }
    }

    @Test("what cannot be done is one clear line and status 1")
    func failures() async throws {
        try await withAda { conninfo in
            let calls = [
                ["person", "add", "Ada"], ["token", "create", "--person", "Bob"],
                ["import", "/nonexistent", "--person", "Ada"],
                ["import", URL(fileURLWithPath: #filePath).deletingLastPathComponent().path, "--person", "Ada"],
                ["statistics", "stepCount", "--person", "Bob", "--from", "2024-01-01", "--to", "2024-01-02"],
            ]
            for call in calls {
                let answer = try await run(call, on: conninfo)
                #expect(answer.status == 1, "\(call): \(answer.output)")
                #expect(answer.errors.hasPrefix("healthstore: "), "\(call)")
            }
            let wrong = ["steps", "sleepAnalysis"].map {
                ["statistics", $0, "--person", "Ada", "--from", "2024-01-01", "--to", "2024-01-02"]
            }
            for call in wrong + [["statistics", "stepCount", "--person", "Ada"]] {
                #expect(try await run(call, on: conninfo).status == 1, "\(call)")
            }
        }
        let unmigrated = try await TestServer.shared().withDatabase { try await run(["person", "list"], on: $0) }
        #expect(unmigrated.status == 1 && unmigrated.errors.contains("healthstore migrate"))
        let unreachable = try await run(["person", "list"], on: "host=/nonexistent")
        #expect(unreachable.status == 1)
    }

    @Test("an import reports what it read, adds nothing the second time, and names what it refused by line")
    func importing() async throws {
        try await withAda { conninfo in
            try await withTemporaryDirectory { directory in
                let file = directory + "/export.xml"
                let records = [
                    steps("Watch", "08:00", "09:00", "600"), steps("Phone", "08:30", "09:30", "600"),
                    steps("Phone", "10:00", "09:00", "1"),
                ]
                try export(records.joined(separator: "\n")).write(toFile: file, atomically: true, encoding: .utf8)
                let first = try await run(["import", file, "--person", "Ada"], on: conninfo).succeeded()
                #expect(first.contains("line 6: Record refused: endDate is before startDate (end_before_start)"))
                let numbers = try figures(first)
                #expect(
                    numbers == [
                        "read": 3, "stored": 2, "already known": 0, "repeated inside a correlation or workout": 0,
                        "deleted before": 0, "refused": 1,
                    ])
                let second = try figures(try await run(["import", file, "--person", "Ada"], on: conninfo).output)
                #expect(second["stored"] == 0 && second["already known"] == 2)
            }
        }
    }

    /// Returns the counts of a report by their names.
    private func figures(_ report: String) throws -> [String: Int] {
        var figures: [String: Int] = [:]
        for line in report.split(separator: "\n").drop(while: { !$0.hasPrefix("──") }).dropFirst() {
            guard let match = line.firstMatch(of: /^ *([a-z].*?)  +([0-9,]+)$/) else { break }
            figures[String(match.1)] = Int(match.2.replacing(",", with: ""))
        }
        return figures
    }
}
