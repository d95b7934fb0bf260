import Foundation
import HealthCore
import HealthDatabase
import Postgres
import TestSupport
import Testing

/// Tests samples that deleted and stored correlations share, in each order of arrival.
@Suite struct ArrivalOrderTests {
    private let store: TestStore

    init() throws { store = try TestStore() }

    private let gone = UUID()
    private let living = UUID()
    private let shared = UUID()
    private let own = UUID()

    private func addGone(to maker: inout SampleMaker) throws {
        let ordinal = try maker.add(gone, .correlation(), at: 1)
        for (uuid, at) in [(shared, 2.0), (own, 3.0)] { try maker.add(uuid, .quantity(at), at: at, in: ordinal) }
    }

    private func sync(_ version: Int64) -> SyncIdentity { SyncIdentityTests.sync(version) }

    @Test("an older version of a workout lets its samples in")
    func olderWorkout() throws {
        try store.post { try $0.add(living, .workout(), sync: sync(2)) }
        try store.post { maker in
            let ordinal = try maker.add(UUID(), .workout(), sync: sync(1))
            try maker.add(own, .quantity(1), in: ordinal)
        }
        #expect(try store.stored() == [living, own] && store.tombstones() == [])
    }

    @Test("an older version inside a living correlation does not bring the newer one back, which went along")
    func successor() throws {
        try store.delete(gone)
        try store.post { maker in
            let ordinal = try maker.add(gone, .correlation())
            try maker.add(own, .quantity(2), in: ordinal, sync: sync(2))
        }
        let receipt = try store.post { maker in
            let ordinal = try maker.add(living, .correlation())
            try maker.add(UUID(), .quantity(1), in: ordinal, sync: sync(1))
        }
        #expect(receipt.samples == [0: .inserted, 1: .superseded])
        #expect(try store.stored() == [living] && store.contained(in: living) == [])
        #expect(try store.tombstones() == [gone, own])
    }

    @Test("an import keeps out what is inside a correlation of which a client has sent a newer version")
    func importedVersion() throws {
        let kept = UUID()
        try store.post { maker in
            try maker.add(living, .correlation(), sync: sync(2))
            try maker.add(kept, .quantity(5), at: 5)
        }
        var replica = FeedReplica()
        try replica.readToEnd(store)
        func export(_ maker: inout SampleMaker) throws {
            let ordinal = try maker.add(gone, .correlation(), at: 1, sync: sync(1))
            try maker.add(own, .quantity(3), at: 3, in: ordinal)
            try maker.add(kept, .quantity(5), at: 5, in: ordinal)
            try maker.add(UUID(), .quantity(6), at: 6)
        }
        let report = try store.importing(export)
        #expect(report.received == 4 && report.stored == 1 && report.deletedBefore == 1)
        #expect(report.alreadyKnown == 2)
        #expect(try store.tombstones() == [own] && store.stored().isSuperset(of: [living, kept]))
        #expect(Set(try store.changePositions()).count == 4)
        try replica.readToEnd(store)
        #expect(try replica.differences(from: store) == [])
        try store.importing { try addLivingOwn(to: &$0) }
        #expect(try store.tombstones() == [] && store.stored().contains(own))
    }

    private func addLivingOwn(to maker: inout SampleMaker) throws {
        let ordinal = try maker.add(UUID(), .correlation(), at: 9)
        try maker.add(own, .quantity(3), at: 3, in: ordinal)
    }

    @Test("two records of an import that stand for one sample that went along do not bring it back twice")
    func ambiguous() throws {
        try store.post(addGone)
        let records = [UUID(), UUID()]
        for record in records {
            _ = try store.session.execute(
                "insert into health.recognised_record (person_id, imported_uuid, sample_uuid) values ($1, $2, $3)",
                [.int32(store.person.id), .uuid(record), .uuid(shared)])
        }
        try store.delete(gone)
        let report = try store.importing { maker in
            let ordinal = try maker.add(living, .correlation(), at: 4)
            for record in records { try maker.add(record, .quantity(2), at: 2, in: ordinal) }
        }
        #expect(report.stored == 1 && report.deletedBefore == 2)
        #expect(try store.stored() == [living] && store.tombstones() == [gone, shared, own])
    }

    @Test(
        "what is delivered decides what is there, not in which order, pieces and repetitions",
        arguments: 1...UInt64(Rounds.count(12)))
    func random(_ seed: UInt64) throws {
        var random = SeededGenerator(seed)
        let plan = ArrivalPlan(&random)
        let (end, outdone) = (plan.end, plan.outdone)
        for order in 0..<4 {
            let each = store.of(try PersonStore.create(name: "\(order)", store.session))
            var replica = FeedReplica()
            let again = (0..<random.below(8)).map { _ in plan.deliveries[random.below(plan.deliveries.count)] }
            var rest = (plan.deliveries + again).shuffled(using: &random)[...]
            while !rest.isEmpty {
                if random.chance(20) { try each.importing(plan, withVersions: false, &random) }
                let count = 1 + random.below(order == 0 ? plan.deliveries.count : 5)
                try each.post { maker in for delivery in rest.prefix(count) { try plan.add(delivery, to: &maker) } }
                rest = rest.dropFirst(count)
                if random.chance(30) { try replica.readToEnd(each) }
            }
            #expect(try each.arrivals(outdone: outdone).symmetricDifference(end).sorted() == [], "\(order)")
            #expect(try each.tombstones().isSuperset(of: plan.deletedByName))
            try each.importing(plan, withVersions: true, &random)
            #expect(
                try each.arrivals(outdone: outdone).symmetricDifference(end).sorted() == [], "\(order), imported")
            try replica.readToEnd(each)
            #expect(try replica.differences(from: each) == [])
        }
        try expectNoComplaints(store.session)
    }
}

extension TestStore {
    fileprivate func importing(_ plan: ArrivalPlan, withVersions: Bool, _ random: inout SeededGenerator) throws {
        try importing { maker in
            for delivery in plan.importable(&random, withVersions: withVersions) { try plan.add(delivery, to: &maker) }
        }
    }
}
