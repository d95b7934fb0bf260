import HealthCore
import Testing

/// Tests that sleep counts once if a source wrote it several times.
@Suite struct SleepWritingTests {
    private func night(_ make: (inout SleepMaker) throws -> Void) throws -> SleepNight {
        var maker = SleepMaker()
        try make(&maker)
        return try maker.night()
    }

    @Test(
        "of overlapping stages that a source saved within a minute, the finer one counts, in any order of saving",
        arguments: [[0, 0], [0, 20], [20, 0], [0, 60], [nil, nil]] as [[Int64?]])
    func finerStage(_ saved: [Int64?]) throws {
        let night = try night {
            try $0.add(.asleepDeep, "23:30", "00:15", saved: saved[0])
            try $0.add(.asleepREM, "02:00", "02:50", saved: saved[0])
            try $0.add(.awake, "04:00", "04:20", saved: saved[0])
            try $0.add(.asleepCore, "22:30", "06:00", saved: saved[1])
            try $0.add(.asleepCore, "02:00", "02:10", saved: saved[1])
        }
        let main = try #require(night.main)
        #expect(main.span == "22:30-06:00" && night.asleep == minutes(430))
        #expect([.asleepCore, .asleepDeep, .asleepREM, .awake].map { main.minutes($0) } == [335, 45, 50, 20])
    }

    @Test("samples saved 60 seconds apart are one writing, samples saved later are another")
    func step() throws {
        // If all four were one writing, nothing would be superseded and 02:00 to 05:00 would be
        // covered.
        for (step, expected) in [(60, ["23:00-06:00"]), (61, ["23:00-02:00", "05:00-06:00"])] as [(Int64, [String])] {
            let night = try night {
                try $0.add(.asleepCore, "02:00", "03:00", saved: 0)
                try $0.add(.asleepCore, "03:00", "05:00", saved: 60)
                try $0.add(.asleepREM, "23:00", "02:00", saved: 60 + step)
                try $0.add(.asleepREM, "05:00", "06:00", saved: 120 + step)
            }
            #expect(night.sessions.map(\.span).sorted() == expected.sorted())
        }
    }
}
