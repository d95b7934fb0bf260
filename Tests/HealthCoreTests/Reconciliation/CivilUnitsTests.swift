import HealthCore
import Testing

@Suite struct CivilUnitsTests {
    @Test("every instant is in one unit, which is named after its first day and ends when the next begins")
    func cover() throws {
        for zone in ["UTC", "Europe/Berlin", "America/St_Johns", "Pacific/Apia", "Africa/Casablanca"] {
            let clock = WallClock(try #require(Zone(identifier: zone)))
            for interval in CivilInterval.allCases {
                let units = CivilUnits(interval, clock: clock)
                for step in 0..<400 {
                    let instant = Instant(seconds: 1_290_000_000 + Int64(step) * 1_234_567)
                    let unit = units.unit(at: instant)
                    #expect(unit.contains(instant) && interval.begins(with: unit.date))
                    #expect(units.unit(unit.date) == unit)
                    #expect(!unit.contains(unit.end))
                    #expect(units.unit(at: unit.end).start == unit.end)
                }
            }
        }
    }

    @Test("a day that the zone skipped has no samples, and the day on which summer time begins has 23 hours")
    func edges() throws {
        let apia = CivilUnits(.day, clock: WallClock(try #require(Zone(identifier: "Pacific/Apia"))))
        let skipped = apia.unit(try #require(CivilDate(year: 2011, month: 12, day: 30)))
        #expect(skipped.start == skipped.end)
        #expect(apia.unit(at: skipped.start).date == CivilDate(year: 2011, month: 12, day: 31))
        let berlin = CivilUnits(.day, clock: WallClock(try #require(Zone(identifier: "Europe/Berlin"))))
        let short = berlin.unit(try #require(CivilDate(year: 2024, month: 3, day: 31)))
        #expect(short.end.microseconds - short.start.microseconds == 23 * 3_600 * 1_000_000)
    }

    @Test("units follow each other across the ends of months and years")
    func next() throws {
        let last = try #require(CivilDate(year: 2023, month: 12, day: 31))
        let first = try #require(CivilDate(year: 2024, month: 1, day: 1))
        #expect(CivilInterval.day.next(after: last) == first)
        #expect(CivilInterval.month.next(after: first) == CivilDate(year: 2024, month: 2, day: 1))
        #expect(CivilInterval.year.next(after: first) == CivilDate(year: 2025, month: 1, day: 1))
        #expect(!CivilInterval.month.begins(with: last) && CivilInterval.day.begins(with: last))
    }
}
