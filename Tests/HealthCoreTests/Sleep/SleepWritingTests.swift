import HealthCore
import Testing

/// Tests that sleep counts once if a source wrote it several times.
@Suite struct SleepWritingTests {
    private func night(_ make: (inout SleepMaker) throws -> Void) throws -> SleepNight {
        var maker = SleepMaker()
        try make(&maker)
        return try maker.night()
    }

    @Test("a night that was written six times, longer each time, counts once, as in the last writing")
    func growing() throws {
        let night = try night { maker in
            for (round, end) in ["01:00", "02:00", "03:00", "04:00", "05:00", "06:00"].enumerated() {
                let saved = Int64(round) * 3_600
                // Each writing has the awakening a little later, and only the last writing is
                // right.
                try maker.add(.asleepCore, "23:00", "00:0\(round)", saved: saved)
                try maker.add(.awake, "00:0\(round)", "00:1\(round)", saved: saved + 30)
                try maker.add(.asleepDeep, "00:1\(round)", end, saved: saved + 60)
            }
        }
        #expect(night.main?.pieces == ["23:00-00:05 core 0", "00:05-00:15 awake 0", "00:15-06:00 deep 0"])
        #expect(night.asleep == minutes(410))
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
