import Foundation
import HealthCore
import HealthDatabase
import Postgres
import Testing

@Suite struct ContainerDeletionTests {
    @Test("a deleted correlation takes the samples that it contains, each with a tombstone and a position of its own")
    func correlation() async throws {
        try await TestStore.with { store in
            let (container, one, two, other) = (UUID(), UUID(), UUID(), UUID())
            try store.post { maker in
                let ordinal = try maker.add(container, .correlation())
                try maker.add(one, .quantity(1), metadata: #"{"a": 1}"#, in: ordinal)
                try maker.add(two, .quantity(2, unit: "kg", type: "bodyMass"), in: ordinal)
                try maker.add(other, .quantity(3))
            }
            let before = try store.lastPosition()
            let receipt = try store.delete(container)
            #expect(receipt.deletions == [.deleted])
            #expect(receipt.changePosition == before + 3)
            #expect(try store.stored() == [other])
            #expect(try store.tombstones() == [container, one, two])
            #expect(try store.contained(in: container) == [])
            #expect(try store.count("sample_detail") == 0)
            #expect(Set(try store.changePositions()).count == 4)
            let types = try store.texts(
                """
                select short_name from health.deleted_sample join health.sample_type using (sample_type_id) order by 1
                """)
            #expect(types == ["bloodPressure", "bodyMass", "stepCount"])
            // The sample `one` was deleted with its container. So its deletion by uuid is new, but
            // gets no position.
            #expect(try store.delete(container, one).deletions == [.unchanged, .deleted])
            #expect(try store.lastPosition() == before + 3)
            #expect(try store.delete(container, one).deletions == [.unchanged, .unchanged])
        }
    }
}

@Suite struct ResurrectionTests {
    private let store: TestStore

    init() throws { store = try TestStore() }

    @Test("a deleted sample comes back only when the batch asks for it, and can be deleted again")
    func comesBack() throws {
        let (uuid, never) = (UUID(), UUID())
        try store.post { try $0.add(uuid, .quantity(1), metadata: #"{"a": 1}"#) }
        try store.delete(uuid, never)
        #expect(try store.post { try $0.add(uuid, .quantity(1)) }.samples == [0: .superseded])
        let before = try store.lastPosition()
        let receipt = try store.post { maker in
            maker.isResurrecting = true
            try maker.add(uuid, .quantity(2), metadata: #"{"a": 2}"#)
            try maker.add(UUID(), .quantity(3), at: 1)
        }
        #expect(receipt.samples == [0: .inserted, 1: .inserted])
        #expect(try store.samples().map(\.quantity) == [2, 3])
        #expect(try store.samples().map { TestStore.text($0.metadata) }.first == #"{"a": 2}"#)
        // The other tombstone is kept.
        #expect(try store.tombstones() == [never])
        #expect(try store.changePositions().filter { $0 > before }.count == 2)
        #expect(try store.delete(uuid).deletions == [.deleted])
        #expect(try store.post { try $0.add(uuid, .quantity(1)) }.samples == [0: .superseded])
    }

    @Test("with resurrection, deletions of the batch come first, and what it holds comes back")
    func ownDeletions() throws {
        let (known, fresh, gone) = (UUID(), UUID(), UUID())
        try store.post { maker in for uuid in [known, gone] { try maker.add(uuid, .quantity(1)) } }
        let receipt = try store.post { maker in
            maker.isResurrecting = true
            for uuid in [known, fresh] { try maker.add(uuid, .quantity(2)) }
            for uuid in [known, fresh, gone] { try maker.delete(uuid) }
        }
        #expect(receipt.samples == [0: .inserted, 1: .inserted])
        #expect(receipt.deletions == [.deleted, .deleted, .deleted])
        #expect(try store.stored() == [known, fresh] && store.tombstones() == [gone])
        #expect(try store.samples().map(\.quantity) == [2, 2])
    }

    @Test("a deleted correlation comes back with what it names, and without asking nothing of it does")
    func correlation() throws {
        let (container, one) = (UUID(), UUID())
        func post(isResurrecting: Bool) throws -> BatchReceipt {
            try store.post { maker in
                maker.isResurrecting = isResurrecting
                let ordinal = try maker.add(container, .correlation())
                try maker.add(one, .quantity(1), in: ordinal)
            }
        }
        _ = try post(isResurrecting: false)
        try store.delete(container)
        #expect(try post(isResurrecting: false).samples == [0: .superseded, 1: .superseded])
        #expect(try post(isResurrecting: true).samples == [0: .inserted, 1: .inserted])
        #expect(try store.contained(in: container) == [one])
        #expect(try store.tombstones() == [])
        #expect(try post(isResurrecting: true).samples == [0: .unchanged, 1: .unchanged])
    }

    @Test("an import brings nothing back that was deleted, and what was resurrected it knows")
    func imported() throws {
        let uuid = UUID()
        try store.importing { try $0.add(uuid, .quantity(1)) }
        try store.delete(uuid)
        let again = try store.importing { try $0.add(uuid, .quantity(1)) }
        #expect(again.deletedBefore == 1 && again.stored == 0)
        try store.post { maker in
            maker.isResurrecting = true
            try maker.add(uuid, .quantity(1))
        }
        let third = try store.importing { try $0.add(uuid, .quantity(1)) }
        #expect(third.alreadyKnown == 1 && third.deletedBefore == 0)
        #expect(try store.stored() == [uuid])
    }
}

extension TestStore {
    /// Returns the uuids of all stored samples.
    func stored() throws -> Set<UUID> { try uuids(in: "sample") }

    /// Returns the uuids of all deleted samples.
    func tombstones() throws -> Set<UUID> { try uuids(in: "deleted_sample") }

    private func uuids(in table: String) throws -> Set<UUID> {
        Set(
            try session.execute("select uuid from health.\(table) where person_id = $1", [.int32(person.id)])
                .map { try $0.uuid(0) })
    }
}
