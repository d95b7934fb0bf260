import Foundation
import HealthCore
import HealthDatabase
import Postgres
import TestSupport
import Testing

@Suite("Figures from slots and figures from samples")
struct SlotReaderTests {
    @Test("are the same for random questions, also while samples change", arguments: 0..<Rounds.count(6))
    func randomQuestions(_ number: Int) async throws {
        try await TestStore.with { store in
            var world = try SlotRefresherWorld(
                store, type: number % 4, seed: UInt64(number), hasAggregates: number % 2 == 0)
            try world.fill()
            try world.refresh()
            for round in 0..<(LongRun.isOn ? 4 : 2) {
                for question in 0..<45 {
                    let (plan, range, separate, words) = try world.question()
                    let differences = try world.maker.differences(plan, range, separateBySource: separate)
                    #expect(differences == [], "\(number), \(round), \(question): \(words)")
                }
                _ = try world.change(isForgetting: false)
            }
            #expect(try store.count("hour_slot") > 50 && store.count("day_slot") > 38)
        }
    }

    @Test("come from samples where there are no slots of this style and format")
    func otherFormat() async throws {
        try await TestStore.with { store in
            var world = try SlotRefresherWorld(store, type: 1, seed: 5)
            try world.fill()
            try world.refresh()
            let (plan, range, _, _) = try world.question()
            let expected = try world.maker.buckets(plan, range, .ignored)
            _ = try store.session.execute("update health.hour_slot set duration = duration + 1")
            _ = try store.session.execute("delete from health.day_slot")
            for change in ["format = format + 1", "format = 1, aggregation_style = 'another'"] {
                _ = try store.session.execute("update health.slot_type set \(change)")
                let isSame = try world.maker.buckets(plan, range, .preferred) == expected
                #expect(isSame, "\(change)")
            }
            _ = try store.session.execute("delete from health.slot_type")
            let isSame = try world.maker.buckets(plan, range, .preferred) == expected
            #expect(isSame)
        }
    }
}
