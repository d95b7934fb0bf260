import Foundation
import HealthCore
import HealthDatabase
import Postgres
import TestSupport
import Testing

/// Tests correlations that are posted after their deletion.
@Suite struct LateCorrelationTests {
    private let container = UUID()
    private let one = UUID()
    private let two = UUID()

    private func add(to maker: inout SampleMaker) throws {
        let ordinal = try maker.add(container, .correlation())
        try maker.add(one, .quantity(1), metadata: #"{"a": 1}"#, in: ordinal)
        try maker.add(two, .quantity(2, unit: "kg", type: "bodyMass"), in: ordinal)
    }

    @Test("a correlation and its deletion leave the same in either order and in one batch")
    func orders() async throws {
        try await TestStore.with { store in
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
    }

    @Test(
        "what was here or comes on its own goes with the deleted correlation that it is in", arguments: [true, false])
    func alone(_ isOneBatch: Bool) async throws {
        try await TestStore.with { store in
            try store.delete(container)
            if !isOneBatch { try store.post { try $0.add(one, .quantity(1)) } }
            let before = try store.lastPosition()
            let receipt = try store.post { maker in
                if isOneBatch { try maker.add(one, .quantity(1)) }
                try add(to: &maker)
                try maker.add(UUID(), .quantity(3))
            }
            #expect(receipt.samples.values.filter { $0 == .inserted }.count == 1)
            #expect(try store.samples().map(\.quantity) == [3])
            #expect(try store.tombstones() == [container, one, two])
            #expect(try store.changePositions().filter { $0 > before }.count == 3)
            #expect(try store.post { try $0.add(one, .quantity(1)) }.samples == [0: .superseded])
        }
    }

    @Test(
        "what a living correlation or workout contains stays, here or in the batch, before or behind",
        arguments: [true, false], 0..<3)
    func held(_ isWorkout: Bool, _ place: Int) async throws {
        try await TestStore.with { store in
            let holder = UUID()
            func addHolder(to maker: inout SampleMaker) throws {
                let ordinal = try maker.add(holder, isWorkout ? .workout() : .correlation())
                try maker.add(one, .quantity(1), metadata: #"{"a": 1}"#, in: ordinal)
            }
            try store.delete(container)
            if place == 0 { try store.post(addHolder) }
            try store.post { maker in
                if place == 1 { try addHolder(to: &maker) }
                try add(to: &maker)
                if place == 2 { try addHolder(to: &maker) }
            }
            #expect(try store.stored() == [holder, one])
            #expect(try store.contained(in: holder) == [one])
            #expect(try store.tombstones() == [container, two])
        }
    }

    @Test("a workout that was deleted before it came lets its samples in")
    func workout() async throws {
        try await TestStore.with { store in
            try store.delete(container)
            let receipt = try store.post { maker in
                let ordinal = try maker.add(container, .workout())
                try maker.add(one, .quantity(1), in: ordinal)
            }
            #expect(receipt.samples == [0: .superseded, 1: .inserted])
            #expect(try store.stored() == [one] && store.count("contained_sample") == 0)
        }
    }

    @Test("resurrection brings the correlation back with all of it")
    func resurrected() async throws {
        try await TestStore.with { store in
            try store.delete(container)
            try store.post(add)
            let receipt = try store.post { maker in
                maker.isResurrecting = true
                try add(to: &maker)
            }
            #expect(receipt.samples == [0: .inserted, 1: .inserted, 2: .inserted])
            #expect(try store.contained(in: container) == [one, two] && store.tombstones() == [])
        }
    }

    @Test("a version of a sample inside takes the older one along, as it does when the deletion is last")
    func versions() async throws {
        try await TestStore.with { store in
            let other = store.of(try PersonStore.create(name: "Bea", store.session))
            let (old, workout) = (UUID(), UUID())
            for (each, isDeletedFirst) in [(store, true), (other, false)] {
                if isDeletedFirst { try each.delete(container) }
                try each.post { try $0.add(old, .quantity(1), sync: SyncIdentityTests.sync(1)) }
                try each.post { maker in
                    let ordinal = try maker.add(workout, .workout())
                    try maker.add(two, .quantity(1), sync: SyncIdentityTests.sync(1, "y"))
                    try maker.add(old, .quantity(1), in: ordinal, sync: SyncIdentityTests.sync(1))
                }
                try each.post { maker in
                    let ordinal = try maker.add(container, .correlation())
                    try maker.add(one, .quantity(2), in: ordinal, sync: SyncIdentityTests.sync(2))
                    try maker.add(UUID(), .quantity(2), in: ordinal, sync: SyncIdentityTests.sync(2, "y"))
                }
                if !isDeletedFirst { try each.delete(container) }
                #expect(try each.stored() == [workout, one])
                #expect(try each.contained(in: workout) == [one])
                #expect(try each.tombstones().isSuperset(of: [container, old, two]))
                #expect(try each.count("deleted_sample") == 4)
            }
        }
    }

    @Test(
        "an import keeps out what is in a deleted correlation, also where the file repeats it, and takes nothing away")
    func imported() async throws {
        try await TestStore.with { store in
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

    @Test("deletions from an import that stores nothing are in the change feed")
    func importedNothing() async throws {
        try await TestStore.with { store in
            try store.delete(container)
            let before = try store.lastPosition()
            try store.importing(add)
            #expect(try store.stored() == [] && store.tombstones() == [container, one, two])
            #expect(try store.lastPosition() >= before + 2)
            #expect(try (store.changePositions().last ?? .max) <= store.lastPosition())
        }
    }

    @Test(
        "the same deliveries end in the same store in every order and in batches of every size",
        arguments: 1...UInt64(Rounds.count(8, short: 2)))
    func random(_ seed: UInt64) async throws {
        try await TestStore.with { store in
            var random = SeededGenerator(seed)
            let deliveries = Delivery.some(&random)
            var pictures: [[String]] = []
            for order in 0..<4 {
                let each = store.of(try PersonStore.create(name: "\(order)", store.session))
                var rest = deliveries.shuffled(using: &random)[...]
                while !rest.isEmpty {
                    let count = 1 + random.below(order == 0 ? deliveries.count : 5)
                    try each.post { maker in for delivery in rest.prefix(count) { try delivery.add(to: &maker) } }
                    rest = rest.dropFirst(count)
                }
                pictures.append(try each.picture())
            }
            for picture in pictures.dropFirst() { #expect(picture == pictures[0], "\(deliveries)") }
        }
    }
}

/// A record that is posted.
private enum Delivery {
    case sample(UUID)
    case container(UUID, isWorkout: Bool, contents: [UUID])
    case deletion(UUID)

    /// Returns correlations, half of which are deleted. Some of their samples are also posted or
    /// deleted separately. Deleted correlations may share samples. A sample of a stored correlation
    /// is in no deleted correlation, because the outcome would depend on which came first.
    static func some(_ random: inout SeededGenerator) -> [Delivery] {
        let samples = (0..<8).map { _ in random.uuid() }
        var deliveries = (0..<3).map { _ in Delivery.sample(samples[random.below(8)]) }
        for number in 0..<6 {
            let (uuid, isDeleted) = (random.uuid(), number % 2 == 0)
            let half = isDeleted ? samples[..<5] : samples[5...]
            let contents = half.shuffled(using: &random).prefix(random.below(4))
            deliveries.append(.container(uuid, isWorkout: number == 5, contents: Array(contents)))
            if isDeleted { deliveries.append(.deletion(uuid)) }
        }
        if random.chance(50) { deliveries.append(.deletion(samples[random.below(8)])) }
        for _ in 0..<random.below(6) { deliveries.append(deliveries[random.below(deliveries.count)]) }
        return deliveries
    }

    func add(to maker: inout SampleMaker) throws {
        switch self {
        case .sample(let uuid): try maker.add(uuid, .quantity(1))
        case .container(let uuid, let isWorkout, let contents):
            let ordinal = try maker.add(uuid, isWorkout ? .workout() : .correlation())
            for uuid in contents { try maker.add(uuid, .quantity(1), in: ordinal) }
        case .deletion(let uuid): try maker.delete(uuid)
        }
    }
}

extension TestStore {
    /// Returns the stored samples and the tombstones, without positions and times.
    fileprivate func picture() throws -> [String] {
        try [
            "select concat_ws(' ', uuid, quantity) from health.sample where person_id = $1 order by 1",
            "select uuid::text from health.deleted_sample where person_id = $1 order by 1",
            "select concat_ws(' ', container_uuid, uuid) from health.contained_sample where person_id = $1 order by 1",
        ].flatMap { try texts($0, [.int32(person.id)]) + ["-"] }
    }
}
