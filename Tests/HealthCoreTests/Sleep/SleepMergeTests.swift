import HealthCore
import Testing

/// Tests the stage of each instant.
@Suite struct SleepMergeTests {
    private func main(_ make: (inout SleepMaker) throws -> Void) throws -> SleepSession {
        var maker = SleepMaker()
        try make(&maker)
        return try #require(try maker.night().main)
    }

    @Test("time in bed is the union of all sources, and efficiency counts all recorded time")
    func inBed() throws {
        let main = try main {
            try $0.add(.inBed, "22:00", "23:30", source: 1)
            try $0.add(.inBed, "23:00", "05:00", source: 2)
            try $0.add(.asleepCore, "23:00", "06:00", source: 0)
            try $0.add(.inBed, "06:15", "06:30", source: 2)
        }
        #expect(main.inBed.map(\.span) == ["22:00-05:00", "06:15-06:30"])
        #expect(main.timeInBed == minutes(435))
        #expect(main.sourceRanks == [0, 1, 2])
        #expect(main.gaps.map(\.span) == ["06:00-06:15"])
        // 7 h of the 8.5 h from 22:00 to 06:30 are sleep. The quarter of an hour without a known
        // stage is left out.
        #expect(main.efficiency == 420.0 / 495.0)
    }

    @Test("figures are nil if nothing was measured, and 0 for a stage without samples")
    func unmeasured() throws {
        let bed = try main { try $0.add(.inBed, "23:00", "06:00") }
        #expect(bed.asleep == nil && bed.efficiency == nil && bed.timeInBed == minutes(420))
        #expect(SleepValue.stages.allSatisfy { bed.duration(of: $0) == nil })
        let stages = try main { try $0.add(.asleepDeep, "23:00", "06:00") }
        #expect(stages.timeInBed == nil && stages.efficiency == 1)
        #expect(SleepValue.stages.map { stages.minutes($0) } == [0, 0, 420, 0, 0])
        let awake = try main { try $0.add(.awake, "23:00", "00:00") }
        #expect(awake.asleep == 0 && awake.efficiency == 0 && awake.minutes(.awake) == 60)
    }
}
