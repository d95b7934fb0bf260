import Foundation
import HealthCore
import HealthDatabase
import Testing

@Suite struct SyncIdentityTests {
    private let store: TestStore

    init() throws { store = try TestStore() }

    static func sync(_ version: Int64, _ identifier: String = "x") -> SyncIdentity {
        SyncIdentity(identifier: identifier, version: SyncVersion(version))
    }

    @Test("an equal or lower version with another uuid is superseded and not stored")
    func lower() throws {
        let holder = UUID()
        try store.post { try $0.add(holder, .quantity(5), sync: Self.sync(5)) }
        let before = try store.everything()
        for version: Int64 in [5, 4, 0, -7] {
            let receipt = try store.post { try $0.add(UUID(), .quantity(1), sync: Self.sync(version)) }
            #expect(receipt.samples == [0: .superseded])
        }
        #expect(try store.everything() == before)
    }

    @Test("the same uuid again is compared as usual, whatever its version, and the greatest version stays known")
    func sameUUID() throws {
        let uuid = UUID()
        func post(_ value: Double, _ version: Int64, _ uuid: UUID) throws -> RecordOutcome? {
            try store.post { try $0.add(uuid, .quantity(value), sync: Self.sync(version)) }.samples[0]
        }
        let first = try post(1, 3, uuid)
        #expect(first == .inserted)
        #expect(try post(1, 3, uuid) == .unchanged)
        #expect(try post(2, 3, uuid) == .updated)
        #expect(try post(2, 6, uuid) == .updated)
        #expect(try post(2, 4, uuid) == .updated)
        #expect(try post(3, 6, UUID()) == .superseded)
        #expect(try store.stored() == [uuid] && store.tombstones() == [])
    }

    @Test("the greatest version that came is known even after its sample was deleted")
    func deletedHolder() throws {
        let holder = UUID()
        try store.post { try $0.add(holder, .quantity(1), sync: Self.sync(2)) }
        try store.delete(holder)
        for version: Int64 in [1, 2] {
            #expect(
                try store.post { try $0.add(UUID(), sync: Self.sync(version)) }.samples == [0: .superseded])
            let asked = try store.post { maker in
                maker.isResurrecting = true
                try maker.add(UUID(), sync: Self.sync(version))
            }
            #expect(asked.samples == [0: .superseded])
        }
        let next = UUID()
        #expect(try store.post { try $0.add(next, sync: Self.sync(3)) }.samples == [0: .inserted])
        #expect(try store.stored() == [next] && store.tombstones() == [holder])
    }

    @Test("a sample that a version replaced does not come back, not even resurrected; a deleted holder does")
    func resurrection() throws {
        let (old, new) = (UUID(), UUID())
        try store.post { try $0.add(old, sync: Self.sync(1)) }
        try store.post { try $0.add(new, sync: Self.sync(2)) }
        func resurrect(_ uuid: UUID, _ version: Int64) throws -> RecordOutcome? {
            try store.post { maker in
                maker.isResurrecting = true
                try maker.add(uuid, sync: Self.sync(version))
            }.samples[0]
        }
        #expect(try resurrect(old, 1) == .superseded)
        #expect(try store.tombstones() == [old])
        try store.delete(new)
        #expect(try resurrect(new, 2) == .inserted)
        #expect(try store.stored() == [new] && store.tombstones() == [old])
    }

    @Test("person, source, type and identifier each make another sample; a revision of the source does not")
    func scope() throws {
        try store.post { try $0.add(sync: Self.sync(1)) }
        try store.post { maker in
            try maker.add(from: SampleMaker.watch, sync: Self.sync(1))
            try maker.add(UUID(), .quantity(1, type: "flightsClimbed"), sync: Self.sync(1))
            try maker.add(sync: Self.sync(1, "X"))
            try maker.add(sync: Self.sync(1, "é"))
            try maker.add(sync: Self.sync(1, "e\u{301}"))
        }
        #expect(try store.count("sample") == 6 && store.count("deleted_sample") == 0)
        let bea = store.of(try PersonStore.create(name: "Bea", store.session))
        try bea.post { try $0.add(sync: Self.sync(2)) }
        #expect(try store.count("sample") == 6)
        var revised = SampleMaker.phone
        revised.version = "18"
        #expect(try store.post { try $0.add(from: revised, sync: Self.sync(1)) }.samples == [0: .superseded])
        #expect(try store.post { try $0.add(from: revised, sync: Self.sync(2)) }.samples == [0: .inserted])
        #expect(try store.count("sample") == 6 && store.count("deleted_sample") == 1)
    }

    @Test("versions are numbers: 10 is greater than 9, 1.5 than 1, and whole ones count beyond 2^53")
    func numbers() throws {
        let ascending: [SyncVersion] = [
            try #require(SyncVersion(-1e300)), SyncVersion(.min), SyncVersion(-1), SyncVersion(0),
            try #require(SyncVersion(0.5)), SyncVersion(9), SyncVersion(10), SyncVersion(1 << 53),
            SyncVersion(1 << 53 + 1), SyncVersion(.max - 1), SyncVersion(.max), try #require(SyncVersion(1e300)),
        ]
        for version in ascending { #expect(SyncVersion(text: version.text) == version) }
        #expect(SyncVersion(.infinity) == nil && SyncVersion(.nan) == nil && SyncVersion(text: "x") == nil)
        for version in ascending {
            let identity = SyncIdentity(identifier: "x", version: version)
            let receipt = try store.post { try $0.add(sync: identity) }
            #expect(receipt.samples == [0: .inserted], "\(version.text)")
            #expect(try store.post { try $0.add(sync: identity) }.samples == [0: .superseded])
        }
        #expect(try store.count("sample") == 1)
    }

    @Test("an identifier of the longest kind fits")
    func longIdentifier() throws {
        // The characters are random, because the index would compress repeated text.
        let characters = (0..<SyncIdentity.identifierBytesMax).map { _ in
            Character(Unicode.Scalar(UInt8.random(in: 97...122)))
        }
        let identifier = String(characters)
        try store.post { try $0.add(sync: Self.sync(1, identifier)) }
        let again = try store.post { try $0.add(sync: Self.sync(1, identifier)) }
        #expect(again.samples == [0: .superseded])
    }

    @Test("a sample that was updated to something without the identifier is no older version any more")
    func identifierDropped() throws {
        let (first, second) = (UUID(), UUID())
        try store.post { try $0.add(first, sync: Self.sync(1)) }
        try store.post { try $0.add(first, metadata: #"{"a": 1}"#) }
        let outcome = try store.post { try $0.add(second, sync: Self.sync(2)) }
        #expect(outcome.samples == [0: .inserted])
        #expect(try store.stored() == [first, second])
    }

    @Test("of two sessions that post versions of one identifier at once, the greatest wins", .timeLimit(.minutes(2)))
    func concurrent() async throws {
        let rounds = 20
        let uuids = (0..<2).map { _ in (0..<rounds).map { _ in UUID() } }
        let stores = [try store.inNewSession(), try store.inNewSession()].map { UncheckedStore(store: $0) }
        let outcomes = try await concurrently(2) { writer in
            try (0..<rounds).map { round in
                let version = Int64(2 * round + writer)
                return try stores[writer].store.post {
                    try $0.add(uuids[writer][round], .quantity(Double(version)), sync: Self.sync(version))
                }.samples[0]
            }
        }
        #expect(try store.stored() == [uuids[1][rounds - 1]])
        let inserted = outcomes.joined().filter { $0 == .inserted }.count
        #expect(try store.tombstones().count == inserted - 1)
        let others = outcomes.joined().filter { $0 != .inserted }
        #expect(Set(others).isSubset(of: [.superseded]))
        let positions = try store.changePositions()
        #expect(Set(positions).count == positions.count)
    }

    /// @unchecked: each is used on one thread alone.
    private struct UncheckedStore: @unchecked Sendable {
        let store: TestStore
    }
}
