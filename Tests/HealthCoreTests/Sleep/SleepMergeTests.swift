import HealthCore
import Testing

/// Tests the stage of each instant.
@Suite struct SleepMergeTests {
    private func main(_ make: (inout SleepMaker) throws -> Void) throws -> SleepSession {
        var maker = SleepMaker()
        try make(&maker)
        return try #require(try maker.night().main)
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
