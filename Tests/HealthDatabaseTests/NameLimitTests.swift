import Foundation
import HealthCore
import Postgres
import Testing

@testable import HealthDatabase

/// The limits of sources, devices, unknown types and units of a person.
@Suite struct NameLimitTests {
    private let store: TestStore

    init() throws { store = try TestStore() }

    /// Fills the names of a kind up to the limit, less `room` names.
    static func fill(_ store: TestStore, _ name: PersonName, room: Int) throws {
        let count = Int64(name.countMax - room)
        let statements: [String] =
            switch name {
            case .source:
                [
                    """
                    insert into health.source (person_id, source_id, name, was_user_entered, source_class)
                    select $1, n, 'Source ' || n, false, 'other' from generate_series(1, $2) n
                    """
                ]
            case .sourceRevision:
                [
                    """
                    insert into health.source (person_id, source_id, name, was_user_entered, source_class)
                    select $1, n, 'Source ' || n, false, 'other' from generate_series(1, 1 + 0 * $2) n
                    """,
                    """
                    insert into health.source_revision (person_id, source_revision_id, source_id, version)
                    select $1, n, 1, 'v' || n from generate_series(1, $2) n
                    """,
                ]
            case .device:
                [
                    """
                    insert into health.device (person_id, device_id, name)
                    select $1, n, 'Device ' || n from generate_series(1, $2) n
                    """
                ]
            case .unknownType:
                [
                    """
                    with made as (
                        insert into health.sample_type (identifier, short_name, kind, in_catalogue)
                        select 'type ' || n, 'type ' || n, 'quantity', false from generate_series(1, $2) n
                        returning sample_type_id
                    )
                    insert into health.person_sample_type select $1, sample_type_id from made
                    """
                ]
            case .unit:
                [
                    """
                    with made as (
                        insert into health.unit (unit_string) select 'unit ' || n from generate_series(1, $2) n
                        returning unit_id
                    )
                    insert into health.person_unit select $1, unit_id from made
                    """
                ]
            }
        for statement in statements {
            _ = try store.session.execute(statement, [.int32(store.person.id), .int64(count)])
        }
    }

    /// Adds a sample that uses the name with this number. Number 1 is among the names of `fill`.
    private func add(_ number: Int, _ name: PersonName, to maker: inout SampleMaker, in container: Int64? = nil) throws
    {
        let at = Double(number)
        switch name {
        case .source: try maker.add(at: at, from: SourceRevision(name: "Source \(number)"), in: container)
        case .sourceRevision:
            try maker.add(at: at, from: SourceRevision(name: "Source 1", version: "v\(number)"), in: container)
        case .device:
            var device = Device()
            device.name = "Device \(number)"
            try maker.add(at: at, on: device, in: container)
        case .unknownType:
            try maker.add(UUID(), .quantity(1, type: "type \(number)"), at: at, in: container)
        case .unit:
            try maker.add(UUID(), .quantity(1, unit: "unit \(number)", type: "type of units"), at: at, in: container)
        }
    }

    private static let tables: [PersonName: String] = [
        .source: "source", .sourceRevision: "source_revision", .device: "device", .unknownType: "person_sample_type",
        .unit: "person_unit",
    ]

    /// Calls `body` for each kind with a new person, who has names of the kind up to the limit,
    /// less two. One store is enough. A store with other types is not used for the next test.
    private func forEachName(_ body: (PersonName, TestStore) throws -> Void) async throws {
        try await TestStore.with { all in
            for name in PersonName.allCases {
                let store = all.of(try PersonStore.create(name: "\(name)", all.session))
                try NameLimitTests.fill(store, name, room: 2)
                try body(name, store)
            }
        }
    }

    @Test("a batch keeps records with a known name or one within the limit, and refuses the others one by one")
    func batch() async throws {
        try await forEachName { name, store in
            func post() throws -> BatchReceipt {
                try store.post { maker in
                    for number in [1, 100_001, 100_002, 100_003, 1, 100_001] {
                        try add(number, name, to: &maker)
                    }
                }
            }
            // The samples may use further names of kinds that `fill` does not add.
            let receipt = try post()
            #expect(receipt.refused == [3: name.refusal], "\(name)")
            #expect(receipt.samples.keys.sorted() == [0, 1, 2, 4, 5])
            #expect(receipt.samples.values.allSatisfy { $0 == .inserted })
            #expect(try store.count("sample") == 5)
            let table = try #require(NameLimitTests.tables[name])
            #expect(try store.count(table) == Int64(name.countMax))
            // The next batch has the same outcome.
            #expect(try post().refused == [3: name.refusal])
            #expect(try store.count(table) == Int64(name.countMax))
            #expect(name.refusal.code == .tooManyNames && name.refusal.message.contains("\(name.countMax)"))
            // Another person has limits of their own.
            let bea = store.of(try PersonStore.create(name: "Bea \(name)", store.session))
            #expect(try bea.post { try add(100_003, name, to: &$0) }.refused.isEmpty)
        }
    }

    @Test("a correlation with a refused object is refused as a whole, and so is an atomic batch")
    func correlation() throws {
        try NameLimitTests.fill(store, .unknownType, room: 0)
        var maker = SampleMaker()
        let correlation = try maker.add(UUID(), .correlation())
        try maker.add(UUID(), .quantity(120, unit: "mmHg", type: "bloodPressureSystolic"), in: correlation)
        try add(100_000, .unknownType, to: &maker, in: correlation)
        let alone = try maker.add()
        let receipt = try BatchWriter(person: store.person, session: store.session).write(maker.batch)
        #expect(Set(receipt.refused.keys) == [0, 1, 2])
        #expect(receipt.samples == [alone: .inserted])
        var batch = maker.batch
        batch.samples[3].sample.uuid = UUID()
        batch.isAtomic = true
        let position = try store.lastPosition()
        let refused = #expect(throws: BatchRefused.self) {
            try BatchWriter(person: store.person, session: store.session).write(batch)
        }
        #expect(refused.map { Set($0.samples.keys) } == [0, 1, 2])
        #expect(try store.count("sample") == 1)
        #expect(try store.lastPosition() == position)
    }

    @Test("a deletion whose type exceeds the limit still deletes, and adds no type")
    func deletion() throws {
        try NameLimitTests.fill(store, .unknownType, room: 1)
        let before = try store.texts("select count(*)::text from health.sample_type")
        let (known, unknown) = (UUID(), UUID())
        let receipt = try store.post { maker in
            try maker.delete(known, type: "type of a deletion")
            try maker.delete(unknown, type: "type of another")
        }
        #expect(receipt.deletions == [.deleted, .deleted])
        #expect(
            try store.texts(
                """
                select uuid::text from health.deleted_sample join health.sample_type using (sample_type_id)
                where person_id = \(store.person.id)
                """) == [known.uuidString.lowercased()])
        #expect(try store.count("deleted_sample") == 2)
        let after = try store.texts("select count(*)::text from health.sample_type")
        #expect(after.compactMap { Int($0) } == before.compactMap { Int($0) }.map { $0 + 1 })
        #expect(try store.count("person_sample_type") == Int64(PersonName.unknownType.countMax))
    }

    @Test("an import refuses names beyond the limit while it reads, also after it resumes")
    func importing() async throws {
        try await forEachName { name, store in
            func names(_ references: SampleReferences) throws -> [Int] {
                var maker = SampleMaker()
                maker.references = references
                return try [1, 100_001, 100_002, 100_003, 1, 100_001].filter { number in
                    do { try add(number, name, to: &maker) } catch let refusal as Refusal {
                        #expect(refusal == name.refusal)
                        return false
                    }
                    return true
                }
            }
            let file = ImportFile(name: "export.xml", bytes: 1, fingerprint: "f")
            let writer = try ImportWriter(
                person: store.person, session: store.session, file: file, checkpointRecords: 1)
            #expect(try names(writer.references) == [1, 100_001, 100_002, 1, 100_001], "\(name)")
            // One name is used, and the import is interrupted.
            var maker = SampleMaker()
            maker.references = writer.references
            try add(100_001, name, to: &maker)
            var records: [ImportedRecord]? = maker.records
            #expect(throws: ImportCancelled.self) {
                _ = try writer.write {
                    guard let first = records else { throw ImportCancelled(isDiscarding: false) }
                    records = nil
                    return ImportBatch(records: first, references: maker.references, position: { "1" })
                }
            }
            let again = try ImportWriter(person: store.person, session: store.session, file: file, checkpointRecords: 1)
            #expect(again.position == "1")
            #expect(try names(again.references) == [1, 100_001, 100_002, 1, 100_001])
            again.close()
        }
    }

    @Test("names of a person's samples and deletions are counted again after a restore")
    func restored() throws {
        try store.post { maker in
            try maker.add(UUID(), .quantity(1, unit: "unit a", type: "type a"))
            try maker.delete(UUID(), type: "type b")
        }
        let bea = store.of(try PersonStore.create(name: "Bea", store.session))
        try restore(exported(store), into: bea)
        for table in ["person_sample_type", "person_unit"] {
            #expect(try bea.count(table) == store.count(table), "\(table)")
        }
        #expect(try bea.count("person_sample_type") == 2)
        #expect(try bea.count("person_unit") == 1)
    }

    @Test("a batch with hundreds of new names takes as many statements as a batch with one")
    func statements() throws {
        var number = 0
        func post(_ count: Int) throws {
            try store.post { maker in
                for name in PersonName.allCases {
                    for _ in 0..<count {
                        number += 1
                        try add(number, name, to: &maker)
                    }
                }
            }
        }
        func executions() throws -> Int64 {
            try store.session.execute(
                "select coalesce(sum(generic_plans + custom_plans), 0)::bigint from pg_prepared_statements")[0]
                .int64(0)
        }
        try post(1)
        let before = try executions()
        try post(1)
        let between = try executions()
        // Fewer samples than one statement inserts (`StagedBatch.pieceMax`).
        try post(190)
        #expect(between > before)
        #expect(try executions() - between == between - before)
        #expect(try store.count("sample") == 192 * 5)
    }
}
