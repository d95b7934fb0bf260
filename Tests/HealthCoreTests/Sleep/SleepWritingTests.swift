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

    @Test("a longer writing removes what it does not repeat; a shorter or shifted one does not")
    func contains() throws {
        let longer = try night {
            try $0.add(.asleepCore, "00:00", "05:00", saved: 0)
            try $0.add(.asleepCore, "23:00", "01:00", saved: 1_000)
            try $0.add(.asleepREM, "04:00", "05:30", saved: 1_010)
        }
        #expect(longer.sessions.map(\.span) == ["23:00-01:00", "04:00-05:30"])
        // A pause of more than three hours belongs to no stretch.
        let apart = try night {
            try $0.add(.asleepCore, "00:00", "05:00", saved: 0)
            try $0.add(.asleepREM, "23:00", "01:00", saved: 1_000)
            try $0.add(.asleepREM, "04:01", "05:30", saved: 1_010)
        }
        #expect(apart.main?.pieces == ["23:00-01:00 rem 0", "01:00-04:01 core 0", "04:01-05:30 rem 0"])
        let shorter = try night {
            try $0.add(.asleepCore, "00:00", "05:00", saved: 0)
            try $0.add(.asleepREM, "01:00", "04:00", saved: 1_000)
        }
        #expect(shorter.main?.pieces == ["00:00-01:00 core 0", "01:00-04:00 rem 0", "04:00-05:00 core 0"])
        let shifted = try night {
            try $0.add(.asleepCore, "00:00", "05:00", saved: 0)
            try $0.add(.asleepREM, "01:00", "06:00", saved: 1_000)
        }
        #expect(shifted.main?.pieces == ["00:00-01:00 core 0", "01:00-06:00 rem 0"])
    }

    @Test("of writings with the same span the newer one counts")
    func sameSpan() throws {
        let cases: [(first: Int64, second: Int64, pieces: [String])] = [
            (0, 1_000, ["00:00-02:00 rem 0", "03:00-05:00 rem 0"]), (1_000, 0, ["00:00-05:00 core 0"]),
        ]
        for (first, second, expected) in cases {
            let night = try night {
                try $0.add(.asleepCore, "00:00", "05:00", saved: first)
                try $0.add(.asleepREM, "00:00", "02:00", saved: second)
                try $0.add(.asleepREM, "03:00", "05:00", saved: second)
            }
            #expect(night.sessions.flatMap(\.pieces) == expected)
        }
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

    @Test(
        "a less detailed writing supersedes nothing: unspecified sleep does not supersede stages, awake does not supersede sleep"
    )
    func saysLess() throws {
        let stages = try night {
            try $0.add(.asleepREM, "00:00", "05:00", saved: 0)
            try $0.add(.asleepUnspecified, "23:00", "06:00", saved: 1_000)
        }
        #expect(stages.main?.pieces == ["23:00-00:00 unspecified 0", "00:00-05:00 rem 0", "05:00-06:00 unspecified 0"])
        let sleep = try night {
            try $0.add(.asleepUnspecified, "00:00", "05:00", saved: 0)
            try $0.add(.awake, "23:00", "00:00", saved: 1_000)
            try $0.add(.awake, "05:00", "06:00", saved: 1_000)
        }
        #expect(sleep.main?.minutes(.asleepUnspecified) == 300)
        let more = try night {
            try $0.add(.asleepUnspecified, "02:00", "05:00", saved: 0)
            try $0.add(.asleepREM, "23:00", "02:00", saved: 1_000)
            try $0.add(.asleepUnspecified, "05:00", "06:00", saved: 1_000)
        }
        #expect(more.sessions.map(\.span) == ["23:00-02:00", "05:00-06:00"])
    }

    @Test("stages do not supersede time in bed, nor does one source supersede another")
    func apart() throws {
        let night = try night {
            try $0.add(.inBed, "00:00", "05:00", saved: 0)
            try $0.add(.asleepUnspecified, "00:00", "01:00", source: 1, saved: 0)
            try $0.add(.asleepCore, "23:00", "00:00", saved: 1_000)
            try $0.add(.asleepCore, "05:00", "06:00", saved: 1_000)
        }
        #expect(night.main?.inBed.map(\.span) == ["00:00-05:00"])
        #expect(night.main?.pieces == ["23:00-00:00 core 0", "00:00-01:00 unspecified 1", "05:00-06:00 core 0"])
        var maker = SleepMaker()
        try maker.add(.inBed, "00:00", "05:00", saved: 0)
        try maker.add(.inBed, "23:00", "01:30", saved: 1_000)
        try maker.add(.inBed, "04:30", "05:00", saved: 1_000)
        #expect(try maker.night().sessions.map(\.span) == ["23:00-01:30", "04:30-05:00"])
    }

    @Test(
        "each sample of a rewriting replaces the earlier one, also the first and the last, whatever else is kept")
    func edges() throws {
        let night = try night {
            try $0.add(.asleepCore, "22:00", "00:00", saved: 0)
            try $0.add(.asleepREM, "00:00", "01:00", saved: 0)
            try $0.add(.asleepDeep, "01:00", "02:00", saved: 0)
            try $0.add(.asleepREM, "02:00", "03:00", saved: 0)
            try $0.add(.asleepCore, "03:00", "06:00", saved: 0)
            // The writing begins at midnight, has no deep sleep, and ends at 05:00.
            try $0.add(.awake, "00:00", "01:00", saved: 1_000)
            try $0.add(.asleepDeep, "02:30", "05:00", saved: 1_000)
        }
        #expect(night.sessions.map(\.span) == ["02:30-06:00", "22:00-01:00"])
        #expect(night.main?.pieces == ["02:30-05:00 deep 0", "05:00-06:00 core 0"])
        #expect(night.asleep == minutes(330))
    }

    @Test("a less detailed stretch keeps awake samples inside earlier stages, too")
    func saysLessAround() throws {
        let night = try night {
            try $0.add(.asleepCore, "23:00", "02:00", saved: 0)
            try $0.add(.awake, "02:00", "02:30", saved: 0)
            try $0.add(.asleepDeep, "02:30", "06:00", saved: 0)
            try $0.add(.asleepUnspecified, "22:30", "06:30", saved: 1_000)
        }
        #expect(night.main?.minutes(.awake) == 30 && night.main?.minutes(.asleepUnspecified) == 60)
    }

    @Test("a sample without creation time supersedes nothing and stays")
    func unknownCreation() throws {
        let night = try night {
            try $0.add(.asleepCore, "00:00", "05:00")
            try $0.add(.asleepREM, "23:00", "00:00", saved: 1_000)
            try $0.add(.asleepREM, "05:00", "06:00", saved: 1_000)
        }
        #expect(night.main?.span == "23:00-06:00")
    }

    @Test("nights that were sent together do not supersede the night between them, nor a nap far away")
    func bulk() throws {
        var maker = SleepMaker()
        try maker.add(.asleepCore, "18:30", "19:00", saved: 1_000)
        try maker.add(.asleepCore, "+1 01:00", "+1 05:00", saved: 1_000)
        // This sample is more than three hours from both naps.
        try maker.add(.asleepREM, "22:01", "05:00", saved: 0)
        let nights = try maker.nights(2)
        #expect(nights[0].main?.pieces == ["22:01-05:00 rem 0"])
        // A night near two naps that were sent together is not superseded by them.
        var near = SleepMaker()
        try near.add(.asleepCore, "18:30", "19:00", saved: 1_000)
        try near.add(.asleepREM, "22:00", "05:00", saved: 0)
        try near.add(.asleepCore, "08:00", "09:00", saved: 1_000)
        #expect(try near.night().sessions.map(\.span) == ["22:00-05:00", "18:30-19:00", "08:00-09:00"])
    }
}
