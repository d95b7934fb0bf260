import Foundation
import HealthCore
import TestSupport
import Testing

@Suite struct ZoneOffsetTests {
    @Test("every zone has Foundation's offset at any time, also around its changes, before 1900 and after 2100")
    func offsets() throws {
        var random = SeededGenerator(11)
        for name in Zone.identifiers.sorted() {
            let (zone, expected) = (try #require(Zone(identifier: name)), try #require(TimeZone(identifier: name)))
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
        for name in ["PST", "GMT+5", "Mars/Olympus", "", "+01:00", "Europe/" + String(repeating: "x", count: 99)] {
            #expect(Zone(identifier: name) == nil)
        }
    }
}
