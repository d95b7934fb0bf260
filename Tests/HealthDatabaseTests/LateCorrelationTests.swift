import Foundation
import HealthCore
import HealthDatabase
import Postgres
import Testing

/// Tests correlations that are posted after their deletion.
@Suite struct LateCorrelationTests {
    private let store: TestStore

    init() throws { store = try TestStore() }

    private let container = UUID()
    private let one = UUID()
    private let two = UUID()

    private func add(to maker: inout SampleMaker) throws {
        let ordinal = try maker.add(container, .correlation())
        try maker.add(one, .quantity(1), metadata: #"{"a": 1}"#, in: ordinal)
        try maker.add(two, .quantity(2, unit: "kg", type: "bodyMass"), in: ordinal)
    }

    @Test("a correlation and its deletion leave the same in either order and in one batch")
    func orders() throws {
        let together = store.of(try PersonStore.create(name: "Bea", store.session))
        let after = store.of(try PersonStore.create(name: "Cem", store.session))
        try store.post(add)
        try store.delete(container)
        let receipt = try together.post { maker in
            try add(to: &maker)
            try maker.delete(container)
        }
        #expect(receipt.samples == [0: .superseded, 1: .superseded, 2: .superseded])
        #expect(receipt.deletions == [.deleted])
        try after.delete(container)
        #expect(try after.post(add).samples == [0: .superseded, 1: .superseded, 2: .superseded])
        for each in [store, together, after] {
            #expect(try each.stored() == [])
            #expect(try each.tombstones() == [container, one, two])
            for table in ["sample_detail", "contained_sample"] { #expect(try each.count(table) == 0, "\(table)") }
            let types = try each.texts(
                """
                select short_name from health.deleted_sample join health.sample_type using (sample_type_id)
                where person_id = $1 and uuid <> $2 order by 1
                """, [.int32(each.person.id), .uuid(container)])
            #expect(types == ["bodyMass", "stepCount"])
            #expect(Set(try each.changePositions()).count == 3)
            #expect(try each.changePositions().last == each.lastPosition())
            let before = try each.everything()
            #expect(try each.post(add).samples == [0: .superseded, 1: .superseded, 2: .superseded])
            #expect(try each.everything() == before)
        }
    }

    @Test(
        "an import keeps out what is in a deleted correlation, also where the file repeats it, and takes nothing away")
    func imported() throws {
        let (kept, workout, measured) = (UUID(), UUID(), UUID())
        try store.post { try $0.add(kept, .quantity(5)) }
        try store.delete(container)
        func export(_ maker: inout SampleMaker) throws {
            let ordinal = try maker.add(container, .correlation())
            for uuid in [one, two, kept] { try maker.add(uuid, .quantity(1), in: ordinal) }
            try maker.add(one, .quantity(1))
            let inside = try maker.add(workout, .workout())
            try maker.add(measured, .quantity(7), in: inside)
        }
        let before = try store.lastPosition()
        let report = try store.importing(export)
        #expect(try store.stored() == [kept, workout, measured])
        #expect(try store.tombstones() == [container, one, two])
        #expect(report.deletedBefore == 3 && report.repeatedInside == 1 && report.alreadyKnown == 1)
        #expect(report.received == 7 && report.stored == 2)
        #expect(try store.changePositions().filter { $0 > before }.count == 4)
        #expect(try (store.changePositions().last ?? .max) <= store.lastPosition())
        let picture = try store.everything()
        #expect(try store.importing(export).stored == 0)
        #expect(try store.everything() == picture)
    }
}
