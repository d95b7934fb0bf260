import HealthCore
import Testing

/// Tests the sessions of nights, and the night of each session.
@Suite struct SleepNightTests {
    private func night(gap: Int64 = 60, _ make: (inout SleepMaker) throws -> Void) throws -> SleepNight {
        var maker = SleepMaker()
        try make(&maker)
        return try maker.night(gap: gap)
    }

    @Test("a pause as long as the session gap stays inside a session, a longer one ends it")
    func gap() throws {
        func sessions(_ minutes: Int64) throws -> [String] {
            try self.night(gap: minutes) {
                try $0.add(.asleepCore, "23:00", "01:00")
                try $0.add(.asleepCore, "02:00", "06:00")
            }.sessions.map(\.span)
        }
        #expect(try sessions(60) == ["23:00-06:00"])
        #expect(try sessions(59) == ["02:00-06:00", "23:00-01:00"])
        let night = try night {
            try $0.add(.asleepCore, "23:00", "01:00")
            try $0.add(.asleepCore, "02:00", "06:00")
        }
        #expect(night.main?.gaps.map(\.span) == ["01:00-02:00"])
        #expect(night.main?.asleep == minutes(360) && night.main?.efficiency == 1)
    }

    @Test(
        "a session belongs to the night in which it ends; one that ends on an edge belongs to the night before the edge"
    )
    func edges() throws {
        var edge = SleepMaker()
        try edge.add(.asleepCore, "14:00", "17:00")
        try edge.add(.asleepCore, "17:00", "+1 18:00")
        #expect(try edge.nights(2).map { $0.sessions.map(\.span) } == [["14:00-18:00"], []])
        var behind = SleepMaker()
        try behind.add(.asleepCore, "14:00", "17:00")
        try behind.add(.asleepCore, "17:00", "+1 18:01")
        #expect(try behind.nights(2).map { $0.sessions.map(\.span) } == [[], ["14:00-18:01"]])
    }

    @Test("an end on the last edge of a range is included, an end on the first edge is not")
    func windowEdges() throws {
        let first = SleepInterval(start: Instant(seconds: 0), end: Instant(seconds: 86_400))
        let second = SleepInterval(start: first.end, end: Instant(seconds: 2 * 86_400))
        let windows = [first, second].map {
            SleepWindow(
                date: CivilDate(daysSinceEpoch: Int($0.start.wholeSeconds / 86_400)), start: $0.start, end: $0.end,
                lateStart: $0.end)
        }
        func ends(_ seconds: Int64) -> [Int] {
            let sample = SleepSample(
                start: Instant(seconds: seconds - 60), end: Instant(seconds: seconds), value: .asleepCore,
                sourceRank: 0,
                uuidHigh: 0, uuidLow: 0)
            return SleepEngine.nights(windows, samples: [sample], longestGap: 0).map(\.sessions.count)
        }
        #expect(ends(0) == [0, 0])
        #expect(ends(1) == [1, 0])
        #expect(ends(86_400) == [1, 0])
        #expect(ends(86_401) == [0, 1])
        #expect(ends(2 * 86_400) == [0, 1])
        #expect(ends(2 * 86_400 + 1) == [0, 0])
    }

    @Test("the main sleep is the session with the most sleep, the earlier of equal ones; the others are naps in order")
    func main() throws {
        let night = try night {
            try $0.add(.asleepCore, "19:00", "20:00")
            // This session is longer in bed, but has less sleep.
            try $0.add(.inBed, "21:30", "03:00")
            try $0.add(.asleepCore, "21:30", "22:00")
            try $0.add(.asleepCore, "05:00", "07:00")
            try $0.add(.asleepCore, "08:30", "10:30")
        }
        #expect(night.main?.span == "05:00-07:00")
        #expect(night.naps.map(\.span) == ["19:00-20:00", "21:30-03:00", "08:30-10:30"])
        #expect(night.asleep == minutes(330))
    }

    @Test("a short sleep from 09:00 on is a nap even if it is alone; an earlier or longer one is not")
    func naps() throws {
        func isMain(_ start: String, _ end: String, _ value: SleepValue = .asleepREM) throws -> Bool {
            let night = try night { try $0.add(value, start, end) }
            #expect(night.sessions.count == 1)
            return night.main != nil
        }
        #expect(try isMain("08:59", "09:30"))
        #expect(try !isMain("09:00", "11:59"))
        #expect(try isMain("09:00", "12:00"))
        #expect(try !isMain("14:00", "15:00"))
        // If no sleep was measured, the time in bed decides.
        #expect(try !isMain("14:00", "15:00", .inBed))
        #expect(try isMain("09:00", "12:00", .inBed))
        #expect(try !isMain("09:00", "12:00", .awake))
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
        let beside = try night {
            try $0.add(.inBed, "22:00", "03:00")
            try $0.add(.asleepCore, "05:00", "05:30")
        }
        #expect(beside.main?.span == "05:00-05:30" && beside.naps.map(\.span) == ["22:00-03:00"])
        #expect(beside.asleep == minutes(30))
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
