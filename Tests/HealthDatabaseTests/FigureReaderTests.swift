import TestSupport
import Testing

@Suite("Figures from the tables and figures from samples")
struct FigureReaderTests {
    @Test("are the same for random questions, also while samples change", arguments: 0..<Rounds.count(6))
    func randomQuestions(_ number: Int) async throws {
        try await TestStore.with { store in
            var world = try FigureWorld(
                store, type: number % 4, seed: UInt64(number), hasAggregates: number % 2 == 0)
            try world.fill()
            try world.refresh()
            for round in 0..<(LongRun.isOn ? 4 : 2) {
                let limited = try world.limitedAccess()
                for question in 0..<45 {
                    let (plan, range, separate, words) = try world.question()
                    let differences = try world.maker.differences(plan, range, separateBySource: separate)
                    #expect(differences == [], "\(number), \(round), \(question): \(words)")
                    let ofLimited = try store.session.reading(as: limited) {
                        try world.maker.differences(plan, range, separateBySource: separate)
                    }
                    #expect(ofLimited == [], "\(number), \(round), \(question): \(words)")
                }
                let rows = try store.session.reading(as: limited) {
                    (hours: try store.count("hour"), days: try store.count("day"))
                }
                #expect(rows.hours > 10 && rows.days > 1)
                try world.change()
            }
            #expect(try store.count("hour") > 50 && store.count("day") > 10)
        }
    }
}
