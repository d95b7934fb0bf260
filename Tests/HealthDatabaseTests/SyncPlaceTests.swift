import Foundation
import HealthCore
import HealthDatabase
import Postgres
import TestSupport
import Testing

@Suite struct SyncPlaceTests {
    private let store: TestStore

    init() throws { store = try TestStore() }

    private func sync(_ version: Int64, _ identifier: String = "x") -> SyncIdentity {
        SyncIdentityTests.sync(version, identifier)
    }

    @Test("the newer version takes the older one's place in correlations and workouts")
    func places() throws {
        let (correlation, workout, old, new, other) = (UUID(), UUID(), UUID(), UUID(), UUID())
        try store.post { maker in
            let first = try maker.add(correlation, .correlation())
            try maker.add(old, .quantity(1), in: first, sync: sync(1))
            try maker.add(other, .quantity(1), in: first)
            let second = try maker.add(workout, .workout())
            try maker.add(old, .quantity(1), in: second, sync: sync(1))
        }
        try store.post { try $0.add(new, .quantity(2), sync: sync(2)) }
        #expect(try store.contained(in: correlation) == [new, other])
        #expect(try store.contained(in: workout) == [new])
        #expect(try store.stored() == [correlation, workout, new, other])
    }

    @Test("an old correlation that comes again changes nothing and holds the newer version")
    func oldCorrelation() throws {
        let (correlation, old, new) = (UUID(), UUID(), UUID())
        func postOld() throws -> BatchReceipt {
            try store.post { maker in
                let ordinal = try maker.add(correlation, .correlation())
                try maker.add(old, .quantity(1), in: ordinal, sync: sync(1))
            }
        }
        _ = try postOld()
        try store.post { try $0.add(new, .quantity(2), sync: sync(2)) }
        let before = try store.everything()
        #expect(try postOld().samples == [0: .unchanged, 1: .superseded])
        #expect(try store.everything() == before)
        #expect(try store.contained(in: correlation) == [new])
    }

    @Test("an old correlation that comes first after the newer version holds that version")
    func lateCorrelation() throws {
        let (correlation, new) = (UUID(), UUID())
        try store.post { try $0.add(new, .quantity(2), sync: sync(2)) }
        let receipt = try store.post { maker in
            let ordinal = try maker.add(correlation, .correlation())
            try maker.add(UUID(), .quantity(1), in: ordinal, sync: sync(1))
        }
        #expect(receipt.samples == [0: .inserted, 1: .superseded])
        #expect(try store.contained(in: correlation) == [new])
    }

    @Test("a newer version of a workout keeps the samples of the older one")
    func workouts() throws {
        let (old, new, inside) = (UUID(), UUID(), UUID())
        try store.post { maker in
            let ordinal = try maker.add(old, .workout(), sync: sync(1))
            try maker.add(inside, .quantity(1), in: ordinal)
        }
        try store.post { try $0.add(new, .workout(), sync: sync(2)) }
        #expect(try store.stored() == [new, inside])
        #expect(try store.contained(in: new) == [inside] && store.contained(in: old) == [])
        #expect(try store.count("workout") == 1)
    }

    @Test("of objects of one correlation with one identifier, the greatest version counts", arguments: [true, false])
    func insideOne(_ isAscending: Bool) throws {
        let (correlation, low, high) = (UUID(), UUID(), UUID())
        func post() throws -> BatchReceipt {
            try store.post { maker in
                let ordinal = try maker.add(correlation, .correlation())
                for isHigh in isAscending ? [false, true] : [true, false] {
                    try maker.add(isHigh ? high : low, .quantity(1), in: ordinal, sync: sync(isHigh ? 2 : 1))
                }
            }
        }
        let outcomes = try post().samples.sorted { $0.key < $1.key }.map(\.value)
        #expect(outcomes == [.inserted] + (isAscending ? [.superseded, .inserted] : [.inserted, .superseded]))
        #expect(try store.contained(in: correlation) == [high])
        #expect(try store.stored() == [correlation, high])
        #expect(Set(try post().samples.values) == [.unchanged, .superseded])
        #expect(try store.contained(in: correlation) == [high])
    }

    @Test("of versions of clients and exports the greatest is stored, and a client's sample instead of an equal record")
    func imported() throws {
        let (holder, newer, container) = (UUID(), UUID(), UUID())
        try store.post { try $0.add(holder, .quantity(1), sync: sync(2)) }
        func metadata(_ version: String, _ identifier: String = "x") -> String {
            """
            {"\(SyncIdentity.identifierKey)": "\(identifier)", "\(SyncIdentity.versionKey)": "\(version)"}
            """
        }
        let report = try store.importing { maker in
            try maker.add(UUID(), .quantity(2), metadata: metadata("1"))
            let ordinal = try maker.add(container, .workout())
            try maker.add(UUID(), .quantity(3), metadata: metadata("2"), in: ordinal)
            try maker.add(newer, .quantity(4), metadata: metadata("3"))
            try maker.add(UUID(), .quantity(5), metadata: metadata("1", "y"))
            try maker.add(UUID(), .quantity(6), metadata: metadata("one"))
        }
        #expect(report.received == 6 && report.alreadyKnown == 2 && report.stored == 4)
        #expect(try Set(store.samples().compactMap(\.quantity)) == [4, 5, 6])
        #expect(try store.contained(in: container) == [newer])
        #expect(try store.count("sample_sync") == 2 && store.tombstones() == [holder])
        let own = UUID()
        #expect(try store.post { try $0.add(own, .quantity(7), sync: sync(2)) }.samples == [0: .superseded])
        #expect(try store.post { try $0.add(own, .quantity(4), sync: sync(3)) }.samples == [0: .inserted])
        #expect(try store.tombstones() == [holder, newer])
        #expect(try store.contained(in: container) == [own])
        try store.post { try $0.delete(own) }
        #expect(try Set(store.samples().compactMap(\.quantity)) == [5, 6])
    }

    @Test("an import replaces a version only if its holder may delete it")
    func protected() async throws {
        for from in [0.0, 3_600] {
            try await TestStore.with { store in
                try store.post { try $0.add(UUID(), .quantity(1), sync: sync(1)) }
                let caller = try store.caller(
                    try store.holder("app", TestGrant(rights: ["write"], types: ["stepCount"], from: from)))
                let uploads = UploadStore(caller, session: store.session)
                let id = try uploads.begin(.init(fileName: "f", bytes: 1, sha256: nil, key: nil)).0.id
                #expect(try uploads.enqueue(id, bytes: 1))
                var maker = SampleMaker()
                try maker.add(
                    UUID(), .quantity(2), at: 7_200,
                    metadata: #"{"\#(SyncIdentity.identifierKey)": "x", "\#(SyncIdentity.versionKey)": "2"}"#)
                var batch: ImportBatch? = ImportBatch(records: maker.records, references: maker.references)
                let writer = try ImportWriter(
                    person: store.person, session: store.session,
                    file: ImportFile(name: "f", bytes: 1, fingerprint: "f", uploadID: id))
                let report = try writer.write {
                    defer { batch = nil }
                    return batch
                }
                let isAllowed = from == 0
                #expect(report.stored == (isAllowed ? 1 : 0))
                #expect(try store.samples().map(\.quantity) == [isAllowed ? 2 : 1])
                #expect(try store.tombstones().count == (isAllowed ? 1 : 0))
            }
        }
    }

    @Test("a batch may hold 200 versions of one identifier, and what has none may come as often as one likes")
    func manyVersions() throws {
        func post(_ versions: Int64) throws -> BatchReceipt {
            try store.post { maker in
                for version in 1...versions { try maker.add(sync: sync(version)) }
                let uuid = UUID()
                for value in 1...300 { try maker.add(uuid, .quantity(Double(value))) }
            }
        }
        #expect(refusal { try post(201) } == .tooManyVersions)
        #expect(try store.count("sample") == 0 && store.count("sample_sync") == 0)
        let outcomes = try post(200).samples.values
        #expect(outcomes.filter { $0 == .inserted }.count == 201)
        #expect(outcomes.filter { $0 == .updated }.count == 299)
        #expect(try store.count("sample") == 2 && store.count("deleted_sample") == 199)
    }

    @Test("a random batch gives what its records give one by one", arguments: 0..<UInt64(Rounds.count(12, short: 2)))
    func random(_ seed: UInt64) throws {
        var generator = SeededGenerator(seed)
        let bea = store.of(try PersonStore.create(name: "Bea", store.session))
        let uuids = (0..<6).map { _ in UUID() }
        let isResurrecting = Bool.random(using: &generator)
        for _ in 0..<3 {
            let records = (0..<9).map { _ in RandomRecord(uuids: uuids, &generator) }
            let whole = try bea.post { maker in
                maker.isResurrecting = isResurrecting
                for record in records { try record.add(to: &maker) }
            }
            var single: [RecordOutcome] = []
            for record in records {
                let receipt = try store.post { maker in
                    maker.isResurrecting = isResurrecting
                    try record.add(to: &maker)
                }
                single += receipt.samples.sorted { $0.key < $1.key }.map(\.value)
            }
            #expect(whole.samples.sorted { $0.key < $1.key }.map(\.value) == single, "\(records)")
            #expect(try bea.picture() == store.picture(), "\(records)")
            for uuid in uuids.prefix(2) {
                guard Int.random(in: 0..<4, using: &generator) == 0 else { continue }
                for each in [store, bea] { try each.delete(uuid) }
            }
        }
    }
}

/// A sample, or a correlation of one or two samples. It often shares uuids or identifiers with
/// other random records.
private struct RandomRecord: CustomStringConvertible {
    private struct Part {
        var uuid: Int
        var value: Double
        var sync: SyncIdentity?
    }

    private var parts: [Part]
    private var isCorrelation: Bool
    private let uuids: [UUID]

    init(uuids: [UUID], _ generator: inout SeededGenerator) {
        self.uuids = uuids
        isCorrelation = Int.random(in: 0..<4, using: &generator) == 0
        // The last uuid is for correlations. The objects of a correlation have different uuids.
        var free = Array(0..<(uuids.count - 1)).shuffled(using: &generator)
        var identifiers = ["x", "y", "z"].shuffled(using: &generator)
        parts = (0..<(isCorrelation ? 2 : 1)).map { _ in
            let isSynced = Int.random(in: 0..<4, using: &generator) > 0
            let version = Int64.random(in: 1...3, using: &generator)
            return Part(
                uuid: free.removeLast(), value: Double(Int.random(in: 1...2, using: &generator)),
                sync: isSynced ? SyncIdentityTests.sync(version, identifiers.removeLast()) : nil)
        }
    }

    func add(to maker: inout SampleMaker) throws {
        let container = isCorrelation ? try maker.add(uuids[uuids.count - 1], .correlation()) : nil
        for part in parts {
            try maker.add(uuids[part.uuid], .quantity(part.value), in: container, sync: part.sync)
        }
    }

    var description: String {
        let texts = parts.map { part in
            "\(part.uuid)=\(part.value)" + (part.sync.map { " \($0.identifier)\($0.version.text)" } ?? "")
        }
        return isCorrelation ? "{\(texts.joined(separator: ", "))}" : texts.joined()
    }
}

extension TestStore {
    /// Returns the stored samples and tombstones, without positions and times.
    fileprivate func picture() throws -> [String] {
        try [
            "select concat_ws(' ', uuid, quantity) from health.sample where person_id = $1 order by 1",
            "select concat_ws(' ', uuid, metadata) from health.sample_detail where person_id = $1 order by 1",
            "select uuid::text from health.deleted_sample where person_id = $1 order by 1",
            "select concat_ws(' ', container_uuid, uuid) from health.contained_sample where person_id = $1 order by 1",
            "select concat_ws(' ', identifier, version, uuid) from health.sample_sync where person_id = $1 order by 1",
        ].flatMap { try texts($0, [.int32(person.id)]) + ["-"] }
    }
}
