import HealthCore
import Testing

/// Tests that sleep counts once if a source wrote it several times.
@Suite struct SleepWritingTests {
    private func night(_ make: (inout SleepMaker) throws -> Void) throws -> SleepNight {
        var maker = SleepMaker()
        try make(&maker)
        return try maker.night()
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
