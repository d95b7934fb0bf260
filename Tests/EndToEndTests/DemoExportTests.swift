import Foundation
import HealthCore
import Postgres
import TestSupport
import Testing

/// The exports that `scripts/demo-export` invents.
@Suite struct DemoExportTests {
    private static let script = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        .appendingPathComponent("../../scripts/demo-export").path

    private func export(_ arguments: String...) async throws -> Command {
        try await Command.run("/bin/sh", [DemoExportTests.script] + arguments)
    }

    /// Returns every time in an export, in seconds since 1970.
    private func times(_ text: String) throws -> [Int] {
        text.matches(of: /"(\d{4}-\d\d-\d\d \d\d:\d\d:\d\d [+-]\d{4})"/).compactMap { match in
            Instant(exportText: Array(match.1.utf8)).map { Int($0.microseconds / 1_000_000) }
        }
    }

    @Test(
        "no record is later than the present, whatever the hour, and no day that has not begun everywhere",
        arguments: 0..<8)
    func present(_ step: Int) async throws {
        // These times are three hours apart and not on the hour.
        let now = 1_790_000_000 + step * 3 * 3_600
        let export = try await export("--now", "\(now)")
        #expect(export.status == 0)
        let times = try times(export.output)
        let latest = try #require(times.max())
        #expect(times.count > 1_000 && latest <= now)
        // The export extends to the present.
        #expect(latest > now - 6 * 3_600)
        let days = export.output.matches(of: /dateComponents="([\d-]+)"/).map { String($0.1) }
        let date = try #require(days.last)
        let begin = try #require(Instant(exportText: Array("\(date) 00:00:00 -1200".utf8)))
        #expect(begin.microseconds / 1_000_000 <= Int64(now))
        #expect(days.count >= 58)
    }

    @Test("an export until a past day does not depend on the present, and one of the future is refused")
    func past() async throws {
        let texts = try await [1_790_000_000, 1_795_000_000].asyncMap {
            try await export("--until", "2026-03-01", "--now", "\($0)").output
        }
        #expect(texts[0] == texts[1] && texts[0].contains("<ExportDate value=\"2026-03-01 23:00:00 +0100\"/>"))
        let future = try await export("--until", "2026-09-24", "--now", "1790000000")
        #expect(future.status == 2 && future.errors.contains("2026-09-24 is in the future"))
        #expect(try await export("--now", "soon").status == 2)
    }

    @Test("a whole export has the files that it names, ends at the present, and no record of it is refused")
    func directory() async throws {
        try await withTemporaryDirectory { parent in
            let now = 1_788_184_400
            for name in ["a", "b"] {
                // An electrocardiogram is recorded every 24 days, and one was on the day before.
                let export = try await export("--directory", "\(parent)/\(name)", "--days", "9", "--now", "\(now)")
                #expect(export.status == 0 && export.output.isEmpty, "\(export.errors)")
            }
            #expect(try await Command.run("/usr/bin/diff", ["-r", parent + "/a", parent + "/b"]).output == "")
            let routes = try routes(of: parent + "/a/apple_health_export")
            #expect(routes.files.count >= 3 && routes.files == routes.named)

            try await TestServer.shared().withMigratedDatabase { conninfo in
                func healthstore(_ arguments: String...) async throws -> Command {
                    try await Command.healthstore(arguments, database: conninfo)
                }
                #expect(try await healthstore("person", "add", "Ada").status == 0)
                let report = try await healthstore("import", parent + "/a", "--person", "Ada").output
                #expect(report.contains(/refused +0\n/), "\(report)")
                #expect(report.contains("routes: \(routes.files.count)\n"), "\(report)")
                #expect(report.contains("electrocardiograms: 1"), "\(report)")
                let session = try Session(conninfo: conninfo)
                let rows = try session.execute(
                    """
                    select count(distinct sample_type_id), count(*) filter (where end_time > to_timestamp(\(now))),
                        count(*) filter (where end_time > to_timestamp(\(now)) - interval '6 hours')
                    from health.sample
                    """)
                let (types, future, recent) = (try rows[0].int64(0), try rows[0].int64(1), try rows[0].int64(2))
                #expect(types >= 35 && future == 0 && recent > 0)
            }
        }
    }

    /// Returns the names of the files of routes, and those that export.xml names, in order.
    private func routes(of export: String) throws -> (files: [String], named: [String]) {
        let text = try String(contentsOfFile: export + "/export.xml", encoding: .utf8)
        let beginning = "<FileReference path=\"/workout-routes/"
        let named = text.split(separator: "\n").filter { $0.contains(beginning) }.compactMap { line in
            line.components(separatedBy: beginning)[1].split(separator: "\"").first.map(String.init)
        }
        let files = try FileManager.default.contentsOfDirectory(atPath: export + "/workout-routes")
        return (files.sorted(), named.sorted())
    }

    @Test("an older export is not overwritten, and options that exclude each other are refused")
    func refusals() async throws {
        try await withTemporaryDirectory { directory in
            let arguments = ["--directory", directory, "--days", "1", "--until", "2026-03-01"]
            #expect(try await Command.run("/bin/sh", [Self.script] + arguments).status == 0)
            let second = try await Command.run("/bin/sh", [Self.script] + arguments)
            #expect(second.status != 0 && second.errors.contains("apple_health_export"))
        }
        #expect(try await export("--days", "0").status == 2)
        #expect(try await export("--days", "4001").status == 2)
        #expect(try await export("--days", "2", "--megabytes", "1").status == 2)
        #expect(try await export("--directory", "/tmp", "--megabytes", "1").status == 2)
        let days = try await export("--days", "9", "--until", "2026-03-01").output
        #expect(days.components(separatedBy: "<ActivitySummary ").count == 10)
    }
}

extension Sequence {
    fileprivate func asyncMap<Value>(_ body: (Element) async throws -> Value) async rethrows -> [Value] {
        var values: [Value] = []
        for element in self { values.append(try await body(element)) }
        return values
    }
}
