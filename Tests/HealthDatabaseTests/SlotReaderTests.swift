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
            var world = try SlotWorld(seed: UInt64(number), store)
            try world.fill()
            try world.slots.make()
            for round in 0..<(LongRun.isOn ? 4 : 2) {
                for question in 0..<45 {
                    let (plan, range, separate, words) = try world.question()
                    let differences = try world.slots.differences(plan, range, separateBySource: separate)
                    #expect(differences == [], "\(number), \(round), \(question): \(words)")
                }
                try world.change()
            }
            #expect(try store.count("hour_slot") > 50 && store.count("day_slot") > 38)
        }
    }

    @Test("come from samples where there are no slots of this style and format")
    func otherFormat() async throws {
        try await TestStore.with { store in
            var world = try SlotWorld(seed: 5, store)
            try world.fill()
            try world.slots.make()
            let (plan, range, _, _) = try world.question()
            let expected = try world.slots.buckets(plan, range, .ignored)
            _ = try store.session.execute("update health.hour_slot set duration = duration + 1")
            _ = try store.session.execute("delete from health.day_slot")
            for change in ["format = format + 1", "format = 1, aggregation_style = 'another'"] {
                _ = try store.session.execute("update health.slot_type set \(change)")
                let isSame = try world.slots.buckets(plan, range, .preferred) == expected
                #expect(isSame, "\(change)")
            }
            _ = try store.session.execute("delete from health.slot_type")
            let isSame = try world.slots.buckets(plan, range, .preferred) == expected
            #expect(isSame)
        }
    }
}
