import Foundation
import TestSupport
import Testing

@testable import HealthCore

@Suite struct ZoneOffsetTests {
    @Test("every zone has Foundation's offset at any time, also around its changes, before 1900 and after 2100")
    func offsets() throws {
        var random = SeededGenerator(11)
        for name in Zone.identifiers.sorted() {
            let (zone, expected) = (try #require(Zone(identifier: name)), try #require(Zone.timeZone(name)))
            var seconds = zone.offsetChanges.map(\.start.wholeSeconds).flatMap { [$0 - 1, $0, $0 + 1] }
            // From 1800 to 2150.
            for _ in 0..<40 { seconds.append(Int64(random.below(11_045_000_000)) - 5_364_662_400) }
            for second in seconds {
                let date = Date(timeIntervalSince1970: Double(second))
                let offset = zone.offsetSeconds(at: Instant(seconds: second))
                #expect(offset == expected.secondsFromGMT(for: date), "\(name) at \(second)")
            }
        }
    }

    @Test("a zone equals another of the same name only")
    func equality() throws {
        #expect(Zone(identifier: "UTC") == .utc)
        #expect(Zone(identifier: "Asia/Kolkata") != Zone(identifier: "Asia/Calcutta"))
        for name in [
            "PST", "GMT+5", "GMT+05:30", "GMT+0531", "GMT+1415", "GMT-1215", "GMT+0000", "Mars/Olympus", "", "+01:00",
            "Europe/" + String(repeating: "x", count: 99),
        ] {
            #expect(Zone(identifier: name) == nil)
        }
    }

    @Test("the identifiers of TimeZone(secondsFromGMT:) are fixed offsets")
    func fixedOffsets() throws {
        for (name, seconds) in [
            ("GMT", 0), ("GMT+0530", 19_800), ("GMT-0330", -12_600), ("GMT+1400", 50_400), ("GMT-1200", -43_200),
            ("GMT+0015", 900),
        ] {
            let zone = try #require(Zone(identifier: name))
            #expect(zone.offsetChanges.map(\.offsetSeconds) == [seconds])
            #expect(try zone == #require(Zone(offsetSeconds: seconds)))
            #expect(try #require(TimeZone(secondsFromGMT: seconds)).identifier == name)
        }
        #expect(Zone(offsetSeconds: 3_601) == nil && Zone(offsetSeconds: 15 * 3_600) == nil)
    }

    @Test("of each offset and day of UTC, the earliest time is reported, in any order of the times")
    func clockOffsets() throws {
        func instant(_ text: String) throws -> Instant { try #require(Instant(rfc3339: text)) }
        let texts = [
            ("2026-03-02 00:00:00 +0100", "2026-03-01T23:00:00Z"), ("+01:00", "2026-03-02T09:00:00Z"),
            ("2026-03-02 09:30:00 +0100", "2026-03-02T08:30:00Z"), ("-0330", "2026-03-02T10:00:00Z"),
            ("2026-03-02T10:00:00+00:00", "2026-03-02T10:00:00Z"), ("2026-03-02T07:00:00Z", "2026-03-02T07:00:00Z"),
            ("2026-03-02", "2026-03-02T00:00:00Z"), ("+0107", "2026-03-02T01:00:00Z"), ("", "2026-03-02T01:00:00Z"),
        ]
        for order in [texts, texts.reversed()] {
            var offsets = SentOffsets()
            for (text, time) in order { offsets.note(text, at: try instant(time)) }
            let reports = offsets.reports.map { "\($0.key.rfc3339) \($0.value.identifier)" }
            #expect(
                reports.sorted() == [
                    "2026-03-01T23:00:00Z GMT+0100", "2026-03-02T08:30:00Z GMT+0100", "2026-03-02T10:00:00Z GMT",
                ])
        }
    }
}
