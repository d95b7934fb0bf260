import HealthCore
import Testing

/// Tests the stage of each instant.
@Suite struct SleepMergeTests {
    private func main(_ make: (inout SleepMaker) throws -> Void) throws -> SleepSession {
        var maker = SleepMaker()
        try make(&maker)
        return try #require(try maker.night().main)
    }

    @Test(
        "the source with the higher priority decides where it has a stage, the other fills the rest, and no instant counts twice"
    )
    func sources() throws {
        let main = try main {
            try $0.add(.asleepCore, "23:00", "02:00", source: 1)
            try $0.add(.asleepREM, "02:00", "04:00", source: 1)
            try $0.add(.awake, "04:00", "04:30", source: 1)
            try $0.add(.asleepDeep, "01:00", "03:00", source: 0)
            try $0.add(.asleepUnspecified, "22:30", "05:00", source: 2)
        }
        #expect(
            main.pieces == [
                "22:30-23:00 unspecified 2", "23:00-01:00 core 1", "01:00-03:00 deep 0", "03:00-04:00 rem 1",
                "04:00-04:30 awake 1", "04:30-05:00 unspecified 2",
            ])
        #expect(main.sourceRanks == [0, 1, 2])
        #expect(main.asleep == minutes(360))
    }

    @Test("a source with higher priority decides even with less detail: awake, or unspecified")
    func higherSaysLess() throws {
        let main = try main {
            try $0.add(.asleepDeep, "23:00", "03:00", source: 1)
            try $0.add(.awake, "00:00", "01:00", source: 0)
            try $0.add(.asleepUnspecified, "01:00", "02:00", source: 0)
        }
        #expect(
            main.pieces == [
                "23:00-00:00 deep 1", "00:00-01:00 awake 0", "01:00-02:00 unspecified 0", "02:00-03:00 deep 1",
            ])
    }

    @Test("awake and specific stages inside a source's own unspecified block decide, even if they were saved earlier")
    func insideUnspecified() throws {
        let main = try main {
            try $0.add(.asleepUnspecified, "23:00", "06:00", saved: 5_000)
            try $0.add(.awake, "01:00", "01:15", saved: 4_990)
            try $0.add(.asleepREM, "03:00", "04:00")
        }
        #expect(
            main.pieces == [
                "23:00-01:00 unspecified 0", "01:00-01:15 awake 0", "01:15-03:00 unspecified 0", "03:00-04:00 rem 0",
                "04:00-06:00 unspecified 0",
            ])
        #expect(main.minutes(.awake) == 15 && main.asleep == minutes(405))
    }

    @Test("of two stages of one source the one saved later decides")
    func savedLater() throws {
        let cases: [(awake: Int64, core: Int64, pieces: [String])] = [
            (0, 90, ["23:00-01:00 core 0", "01:00-02:00 awake 0"]),
            (90, 0, ["23:00-00:00 core 0", "00:00-02:00 awake 0"]),
        ]
        for (awake, core, expected) in cases {
            let main = try main {
                try $0.add(.asleepCore, "23:00", "01:00", saved: core)
                // This writing extends further, so neither writing supersedes the other.
                try $0.add(.awake, "00:00", "02:00", saved: awake)
            }
            #expect(main.pieces == expected)
        }
    }

    @Test("an unknown creation time is the earliest; then the later start decides, then the greater uuid")
    func ties() throws {
        let unknown = try main {
            try $0.add(.awake, "23:30", "01:00")
            try $0.add(.asleepCore, "23:00", "00:00", saved: 0)
        }
        #expect(unknown.pieces == ["23:00-00:00 core 0", "00:00-01:00 awake 0"])
        let later = try main {
            try $0.add(.awake, "23:30", "23:40", uuid: 1)
            try $0.add(.asleepCore, "23:00", "00:00", uuid: 2)
        }
        #expect(later.pieces == ["23:00-23:30 core 0", "23:30-23:40 awake 0", "23:40-00:00 core 0"])
        let uuid = try main {
            try $0.add(.asleepDeep, "23:00", "00:00", uuid: 1)
            try $0.add(.asleepCore, "23:00", "00:00", uuid: 2)
        }
        #expect(uuid.pieces == ["23:00-00:00 core 0"])
    }

    @Test("neighbouring segments of one stage are joined if they have the same source")
    func joined() throws {
        let main = try main {
            try $0.add(.asleepCore, "23:00", "00:00")
            try $0.add(.asleepCore, "00:00", "01:00")
            try $0.add(.asleepCore, "00:30", "02:00")
            try $0.add(.asleepCore, "02:00", "03:00", source: 1)
        }
        #expect(main.pieces == ["23:00-02:00 core 0", "02:00-03:00 core 1"])
    }

    @Test("a sample without length is ignored")
    func points() throws {
        var maker = SleepMaker()
        try maker.add(.asleepCore, "23:00", "23:00")
        try maker.add(.inBed, "23:00", "23:00")
        #expect(try maker.night().sessions.isEmpty)
        try maker.add(.asleepCore, "23:30", "00:00")
        #expect(try maker.night().main?.span == "23:30-00:00")
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
