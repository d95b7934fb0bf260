import Foundation
import HealthCore
import Testing

@Suite("The times of day at which day slots begin")
struct SlotPhaseTests {
    @Test("every midnight of every zone from 2014 to 2037 is one of them")
    func everyMidnight() throws {
        #expect(SlotPhase.all == SlotPhase.all.sorted() && Set(SlotPhase.all).count == SlotPhase.all.count)
        var zones = 0
        for identifier in TimeZone.knownTimeZoneIdentifiers {
            guard let zone = Zone(identifier: identifier) else { continue }
            zones += 1
            var missing: Set<String> = []
            // If a clock jumps over midnight, the day does not begin at midnight. Days of whole
            // hours are checked.
            for day in 16_071..<24_837 {
                let midnight = zone.instant(
                    of: LocalDateTime(date: CivilDate(daysSinceEpoch: day), microsecondOfDay: 0))
                if SlotPhase.phase(of: midnight) == nil { missing.insert(midnight.rfc3339) }
            }
            #expect(missing.isEmpty, "\(identifier)")
        }
        #expect(zones > 300)
    }
}
