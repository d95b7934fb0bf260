import Foundation
import HealthCore
import Postgres
import Testing

@testable import HealthDatabase

@Suite("Writing with limited access")
struct WriteAccessTests {
    private let store: TestStore

    init() throws { store = try TestStore() }

    private static let steps = TestGrant(rights: ["write"], types: ["stepCount"])
    private static let rate = SampleMaker.Made.quantity(60, unit: "count/min", type: "heartRate")

    private func holderIDs(_ store: TestStore) throws -> [UUID: Int32?] {
        var ids: [UUID: Int32?] = [:]
        for row in try store.session.execute(
            "select uuid, holder_id from health.sample where person_id = $1", [.int32(store.person.id)])
        {
            ids[try row.uuid(0)] = try row.optionalInt32(1)
        }
        return ids
    }

    @Test("a sample outside the granted types or times is refused and named; the others are stored")
    func refusals() throws {
        let token = try store.holder(
            "app", Self.steps, TestGrant(rights: ["write"], types: ["heartRate"], from: 0, to: 100))
        let receipt = try store.post(as: token) { maker in
            try maker.add(.init(), .quantity(1), at: -1_000_000)
            try maker.add(.init(), .quantity(70, unit: "kg", type: "bodyMass"))
            try maker.add(.init(), Self.rate, at: 0, lasting: 100)
            try maker.add(.init(), Self.rate, at: -1, lasting: 10)
            try maker.add(.init(), Self.rate, at: 99, lasting: 2)
            try maker.add(.init(), Self.rate, at: 100, lasting: 0)
            try maker.add(.init(), .category(1, type: "neverHeardOf"))
        }
        #expect(receipt.samples == [0: .inserted, 2: .inserted])
        #expect(Set(receipt.refused.keys) == [1, 3, 4, 5, 6])
        #expect(receipt.refused.values.allSatisfy { $0.code == .writeNotGranted })
        #expect(receipt.refused[1]?.message == "samples of HKQuantityTypeIdentifierBodyMass may not be written")
        #expect(receipt.refused[3]?.field == "startDate")
        #expect(try store.count("sample") == 2)
        // Neither a refused sample nor its names are stored.
        let names = try store.texts("select identifier from health.sample_type where identifier = 'neverHeardOf'")
        #expect(names == [])
        #expect(throws: BatchRefused.self) {
            var maker = SampleMaker()
            try maker.add()
            try maker.add(.init(), Self.rate, at: 1_000)
            var batch = maker.batch
            batch.isAtomic = true
            let access = try WriteAccess(try store.caller(token), store.session)
            _ = try BatchWriter(person: store.person, session: store.session, access: access).write(batch)
        }
        #expect(try store.count("sample") == 2)
    }

    @Test("an unknown type is in the group other, before the store has it and after, unless a token names other types")
    func unknownTypes() throws {
        let other = try store.holder("other", TestGrant(rights: ["write"], groups: ["other"]))
        let heart = try store.holder("heart", TestGrant(rights: ["write"], groups: ["heart"]))
        for _ in 0..<2 {
            #expect(try store.post(as: heart) { try $0.add(.init(), .category(1, type: "new")) }.refused.count == 1)
            #expect(try store.post(as: other) { try $0.add(.init(), .category(1, type: "new")) }.refused == [:])
            #expect(try store.post(as: other) { try $0.add(.init(), Self.rate) }.refused.count == 1)
        }
        let narrow = try TokenStore.create(
            for: store.person, name: "", holder: HolderStore.find(name: "other", store.session),
            terms: AccessTerms(rights: .write, scope: AccessScope(types: ["new"])), store.session)
        #expect(try store.post(as: narrow) { try $0.add(.init(), .category(1, type: "new")) }.refused == [:])
        #expect(try store.post(as: narrow) { try $0.add(.init(), .category(1, type: "newer")) }.refused.count == 1)
    }

    @Test("a refused sample of a correlation refuses the correlation and all of its samples")
    func correlations() throws {
        let token = try store.holder(
            "cuff", TestGrant(rights: ["write"], types: ["bloodPressure", "bloodPressureSystolic", "stepCount"]))
        let receipt = try store.post(as: token) { maker in
            let pressure = try maker.add(.init(), .correlation())
            for type in ["bloodPressureSystolic", "bloodPressureDiastolic"] {
                try maker.add(.init(), .quantity(80, unit: "mmHg", type: type), in: pressure)
            }
            try maker.add()
        }
        #expect(receipt.samples == [3: .inserted])
        #expect(Set(receipt.refused.keys) == [0, 1, 2])
    }

    @Test("a holder that may not read gets one receipt whether or not the store had a sample, and reads what it saved")
    func receiptsOfWriters() throws {
        let token = try store.holder("app", TestGrant(rights: ["write"], types: ["stepCount", "heartRate"]))
        let uuids = (0..<7).map { _ in UUID() }
        // Stored before by the person: the same, other content, of a type that is not granted,
        // and one that was deleted.
        try store.post { maker in
            try maker.add(uuids[0])
            try maker.add(uuids[1], .quantity(1))
            try maker.add(uuids[2], .quantity(70, unit: "kg", type: "bodyMass"))
            try maker.add(uuids[3])
            try maker.add(uuids[6])
        }
        try store.delete(uuids[3])
        let receipt = try store.post(as: token) { maker in
            for uuid in uuids.prefix(5) { try maker.add(uuid) }
            for uuid in [uuids[5], uuids[2], uuids[6]] { try maker.delete(uuid) }
        }
        #expect(Set(receipt.samples.values) == [.inserted] && receipt.samples.count == 5)
        #expect(receipt.deletions == [.deleted, .deleted, .deleted])
        #expect(receipt.refused == [:] && receipt.refusedDeletions == [:] && receipt.changePosition == nil)
        // The holder reads only its own samples.
        #expect(try Set(store.read(as: token)) == [uuids[0], uuids[1], uuids[4]])
        let holderID = try store.caller(token).access.holderID
        #expect(
            try holderIDs(store) == [
                uuids[0]: nil, uuids[1]: holderID, uuids[2]: nil, uuids[4]: holderID, uuids[6]: nil,
            ])
        #expect(try store.samples("bodyMass").map(\.quantity) == [70])
        // The unknown uuid has no tombstone, so the person can still save it.
        #expect(try store.post { try $0.add(uuids[5]) }.samples == [0: .inserted])
        // The person changes the sample that both saved. It then belongs only to the person.
        try store.post { try $0.add(uuids[0], .quantity(12)) }
        #expect(try Set(store.read(as: token)) == [uuids[1], uuids[4]])
        // The holder may delete what the person saved before only if it saved this, too.
        try store.post(as: token) { try $0.add(uuids[6]) }
        #expect(try store.samples().contains { $0.uuid == uuids[6] })
        try store.post(as: token) { try $0.delete(uuids[6]) }
        #expect(try !store.samples().contains { $0.uuid == uuids[6] })
    }

    @Test("a token that may only write reads nothing, and a holder that may only write reads what it saved")
    func writingTokens() throws {
        let (own, ownWriting) = (try store.token(of: nil), try store.token(of: nil))
        let writer = try store.holder("writer", Self.steps)
        let holder = try HolderStore.find(name: "writer", store.session)
        let narrow = try TokenStore.create(
            for: store.person, name: "", holder: holder, terms: AccessTerms(rights: .write, scope: .everything),
            store.session)
        _ = try store.session.execute(
            "update health.token set may_read = false where token_id = $1", [.uuid(ownWriting.tokenID)])
        let uuids = (0..<4).map { _ in UUID() }
        for (token, uuid) in zip([own, ownWriting, writer, narrow], uuids) {
            #expect(try store.post(as: token) { try $0.add(uuid) }.samples == [0: .inserted])
        }
        #expect(try Set(store.read(as: own)) == Set(uuids))
        #expect(try Set(store.read(as: writer)) == [uuids[2], uuids[3]])
        #expect(try store.read(as: ownWriting) == [] && store.read(as: narrow) == [])
    }

    @Test("a holder deletes its own samples in its grant; a reader gets the reason why another sample is not deleted")
    func deletions() throws {
        let writer = try store.holder("writer", Self.steps)
        let reader = try store.holder(
            "reader", TestGrant(rights: ["read"], types: ["stepCount", "heartRate"]),
            TestGrant(rights: ["write"], types: ["stepCount"], from: 0, to: 1_000))
        let (own, theirs, late, rate) = (UUID(), UUID(), UUID(), UUID())
        try store.post(as: writer) { try $0.add(own) }
        try store.post { maker in
            try maker.add(theirs)
            try maker.add(late, at: 2_000)
            try maker.add(rate, Self.rate)
        }
        let blind = try store.post(as: writer) { maker in
            for uuid in [own, theirs, late, rate] { try maker.delete(uuid) }
        }
        #expect(blind.deletions.allSatisfy { $0 == .deleted } && blind.refusedDeletions == [:])
        #expect(try Set(holderIDs(store).keys) == [theirs, late, rate])
        let seeing = try store.post(as: reader) { maker in
            for uuid in [theirs, late, rate, UUID()] { try maker.delete(uuid) }
        }
        #expect(Set(seeing.refusedDeletions.keys) == [1, 2])
        #expect(seeing.refusedDeletions[1]?.code == .writeNotGranted)
        #expect(try Set(holderIDs(store).keys) == [late, rate])
        // The tombstone has the type and times of the sample, so that its holder can read the
        // deletion.
        let tombstones = "select uuid from health.deleted_sample"
        #expect(try store.read(as: writer, tombstones) == [own])
        #expect(try Set(store.read(as: reader, tombstones)) == [own, theirs])
    }

    @Test("a correlation is deleted only if all of its samples may be deleted")
    func deletedCorrelations() throws {
        let types = ["bloodPressure", "bloodPressureSystolic"]
        let token = try store.holder("cuff", TestGrant(rights: ["read", "write"], types: types))
        let uuid = UUID()
        try store.post { maker in
            let pressure = try maker.add(uuid, .correlation())
            for type in ["bloodPressureSystolic", "bloodPressureDiastolic"] {
                try maker.add(.init(), .quantity(80, unit: "mmHg", type: type), in: pressure)
            }
        }
        #expect(try store.post(as: token) { try $0.delete(uuid) }.refusedDeletions.count == 1)
        #expect(try store.count("sample") == 3)
    }

    @Test("a sync version or a resurrection never replaces a sample that the holder may not write")
    func versionsAndResurrections() throws {
        let token = try store.holder("app", TestGrant(rights: ["write"], types: ["stepCount"], from: 0, to: 1_000))
        func sync(_ version: Int) throws -> SyncIdentity {
            SyncIdentity(identifier: "a", version: try #require(SyncVersion(text: "\(version)")))
        }
        let (old, gone) = (UUID(), UUID())
        try store.post { maker in
            try maker.add(old, at: 5_000, sync: try sync(1))
            try maker.add(gone, at: 5_000)
        }
        try store.delete(gone)
        let receipt = try store.post(as: token) { maker in
            maker.isResurrecting = true
            try maker.add(.init(), sync: try sync(2))
            try maker.add(gone)
        }
        #expect(receipt.samples == [0: .inserted, 1: .inserted])
        #expect(try Array(holderIDs(store).keys) == [old])
        #expect(try store.count("deleted_sample") == 1)
    }

    @Test("keys, anchors and runs belong to a holder: another holder neither reads nor changes them")
    func nameSpaces() throws {
        let (first, second) = (try store.holder("first", .everything), try store.holder("second", .everything))
        let key = try #require(IdempotencyKey("key"))
        let scope = try ClientAnchor.Scope(device: "phone", types: ["stepCount"])
        for (index, token) in [first, second].enumerated() {
            let id = try store.caller(token).access.holderID
            let keys = IdempotencyStore(person: store.person, session: store.session, holderID: id)
            let body = [UInt8](repeating: UInt8(index), count: 32)
            let answer = try keys.answer(key, bodySHA256: body) { .init(status: 200, body: [UInt8(index)]) }
            #expect(answer.body == [UInt8(index)] && !answer.isReplayed)
            #expect(try keys.answer(key, bodySHA256: body) { .init(status: 500, body: []) }.isReplayed)
            let anchors = ClientAnchorStore(person: store.person, session: store.session, holderID: id)
            #expect(try anchors.find(scope) == nil)
            try anchors.write(try #require(ClientAnchor(scope: scope, bytes: [UInt8(index)])))
        }
        for (index, token) in [first, second].enumerated() {
            let id = try store.caller(token).access.holderID
            let anchors = ClientAnchorStore(person: store.person, session: store.session, holderID: id)
            #expect(try anchors.find(scope) == [UInt8(index)])
        }
        let own = ClientAnchorStore(person: store.person, session: store.session)
        #expect(try own.find(scope) == nil)
    }
}
