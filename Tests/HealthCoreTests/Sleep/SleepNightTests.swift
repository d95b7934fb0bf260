import HealthCore
import Testing

/// Tests the sessions of nights, and the night of each session.
@Suite struct SleepNightTests {
    private func night(gap: Int64 = 60, _ make: (inout SleepMaker) throws -> Void) throws -> SleepNight {
        var maker = SleepMaker()
        try make(&maker)
        return try maker.night(gap: gap)
    }

    @Test("time in bed alone is the main sleep if no other session has sleep, and its sleep is unknown, not 0")
    func inBedOnly() throws {
        let alone = try night {
            try $0.add(.inBed, "22:00", "23:00")
            try $0.add(.inBed, "01:00", "06:00")
            try $0.add(.awake, "08:00", "08:30")
        }
        #expect(alone.main?.span == "01:00-06:00")
        #expect(alone.main?.asleep == nil)
        #expect(alone.asleep == 0)
        let never = try night { try $0.add(.inBed, "22:00", "03:00") }
        #expect(never.asleep == nil)
        // The nap in the afternoon is not the main sleep, so the night in bed remains the main
        // session.
        let nap = try night {
            try $0.add(.inBed, "22:00", "06:00")
            try $0.add(.asleepCore, "14:00", "15:00")
        }
        #expect(nap.main?.span == "22:00-06:00" && nap.asleep == minutes(60))
    }

    @Test("a night without records has no session and no sleep")
    func empty() throws {
        let nights = try SleepMaker().nights(3)
        #expect(nights.count == 3)
        #expect(nights.allSatisfy { $0.main == nil && $0.naps.isEmpty && $0.asleep == nil })
    }
}
