import Foundation
import HealthCore
import TestSupport
import Testing

/// The export that `scripts/demo-export` invents, at different times of the day.
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
}

extension Sequence {
    fileprivate func asyncMap<Value>(_ body: (Element) async throws -> Value) async rethrows -> [Value] {
        var values: [Value] = []
        for element in self { values.append(try await body(element)) }
        return values
    }
}
