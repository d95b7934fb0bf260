import Foundation
import HealthCore
import Postgres
import TestSupport
import Testing

@testable import HealthDatabase

/// Tests imports of known records. Only their uuids are staged.
@Suite struct KnownRecordTests {
    private let store: TestStore

    init() throws { store = try TestStore() }

    // MARK: Both ways of staging

    /// A store and the times at which it may take the short way.
    private struct Side {
        let store: TestStore
        /// False to stage all records whole.
        let skipsKnown: Bool

        /// Imports in pieces of 7 records. Stops after each number of pieces in `stops`, and
        /// resumes.
        func importing(_ maker: SampleMaker, stops: [Int] = []) throws -> ImportWriter.Report {
            let records = maker.records
            let time = "health.change_counter where person_id = \(store.person.id)"
            let until = try store.session.execute("select imported_until from \(time)")[0].optionalTimestamptz(0)
            func set(_ time: Int64?) throws {
                _ = try store.session.execute(
                    """
                    update health.change_counter set imported_until = greatest(imported_until, $2) where person_id = $1
                    """, [.int32(store.person.id), .timestamptz(time)])
            }
            var stops = stops[...]
            while true {
                if !skipsKnown {
                    try store.session.executeScript(
                        "update health.change_counter set imported_until = null where person_id = \(store.person.id)")
                }
                let writer = try ImportWriter(
                    person: store.person, session: store.session,
                    file: ImportFile(name: "f", bytes: 1, fingerprint: "f"), checkpointRecords: 7)
                try set(until)
                var index = writer.position.flatMap { Int($0) } ?? 0
                var left = stops.first ?? .max
                do {
                    return try writer.write {
                        if left == 0 { throw ImportCancelled(isDiscarding: false) }
                        left -= 1
                        guard index < records.count else { return nil }
                        let end = min(index + 7, records.count)
                        defer { index = end }
                        return ImportBatch(
                            records: Array(records[index..<end]), references: maker.references, position: { "\(end)" })
                    }
                } catch is ImportCancelled {
                    stops = stops.dropFirst()
                }
            }
        }

        /// Returns all rows that imports, batches and deletions write, with their feed positions.
        func rows() throws -> Set<String> {
            let rows = try [
                "sample", "sample_detail", "sample_time_zone", "workout", "contained_sample", "deleted_sample",
                "recognised_record", "export_element", "sample_extent", "source", "source_type",
            ].flatMap { table in
                try store.texts(
                    """
                    select '\(table) ' || (to_jsonb(stored) - '{person_id,holder_id,created_at,deleted_at}'::text[])::text
                    from health.\(table) stored where person_id = $1 order by 1
                    """, [.int32(store.person.id)])
            }
            return Set(rows + [try String(store.lastPosition())])
        }
    }

    /// Adds one of few records, which have the same content in each file but for their parts. So
    /// files repeat and complete each other's records. Some records are the same measurement.
    private func add(
        _ number: Int, to maker: inout SampleMaker, hasParts: Bool, in container: Int64? = nil
    ) throws {
        let metadata = [
            "", #"{"n": 1}"#, #"{"HKMetadataKeySyncIdentifier": "s\#(number)", "HKMetadataKeySyncVersion": "1"}"#, "",
        ]
        try maker.add(
            InterruptedFile.uuid(number), made(number), at: Double(number / 8), metadata: metadata[number % 4],
            parts: number % 4 == 3 && hasParts ? #"{"b": 1}"# : "", in: container)
    }

    private func made(_ number: Int) -> SampleMaker.Made {
        number % 2 == 0 ? .quantity(Double(number % 4 + 1)) : .category(Int32(number % 3 + 1))
    }

    private func file(_ random: inout SeededGenerator, _ count: Int) throws -> SampleMaker {
        var maker = SampleMaker()
        let hasParts = Bool.random(using: &random)
        // Files have nearly the same order, as exports do.
        var numbers = (0..<count).filter { _ in Int.random(in: 0..<4, using: &random) > 0 }
        for _ in 0..<4 { numbers.append(Int.random(in: 0..<count, using: &random)) }
        for (index, number) in numbers.enumerated() {
            try add(number, to: &maker, hasParts: hasParts)
            guard index % 9 == 0 else { continue }
            let kind = Int.random(in: 0..<4, using: &random)
            let container = try maker.add(
                InterruptedFile.uuid(1_000 + kind), kind == 0 ? .workout() : .correlation(), at: Double(kind))
            for _ in 0..<2 {
                try add(Int.random(in: 0..<count, using: &random), to: &maker, hasParts: hasParts, in: container)
            }
        }
        maker.addElement("Me", InterruptedFile.uuid(-1), json: #"{"n": \#(numbers.count)}"#)
        return maker
    }

    private func post(_ random: inout SeededGenerator, _ count: Int, to store: TestStore) throws {
        let numbers = (0..<4).map { _ in Int.random(in: 0..<count, using: &random) }
        let deleted = (0..<2).map { _ in Int.random(in: 0..<count, using: &random) }
        let action = Int.random(in: 0..<6, using: &random)
        try store.post { maker in
            switch action {
            case 0:
                for number in deleted {
                    try maker.delete(InterruptedFile.uuid(number))
                    try maker.delete(
                        ImportMerge.occurrenceUUID(of: InterruptedFile.uuid(number), number: 2))
                }
            case 1: try maker.delete(InterruptedFile.uuid(1_000 + deleted[0] % 4))
            case 2: for number in deleted { try maker.delete(InterruptedFile.uuid(2_000 + number)) }
            default:
                for number in numbers {
                    // A newer version may have moved away from the record's time.
                    let isMoved = number % 4 == 2 && action == 5
                    try maker.add(
                        InterruptedFile.uuid(2_000 + number), made(number),
                        at: Double(number / 8) + (isMoved ? 900 : 0.25),
                        sync: number % 4 == 2
                            ? SyncIdentity(identifier: "s\(number)", version: SyncVersion(2)) : nil)
                }
            }
        }
    }

    @Test(
        "whatever was imported, posted and deleted before, known records end as if they had been staged whole",
        arguments: 1...UInt64(Rounds.count(3)))
    func sameOutcome(seed: UInt64) async throws {
        try await TestStore.with { short in
            let whole = short.of(try PersonStore.create(name: "Bea", short.session))
            var random = SeededGenerator(seed)
            let sides = [Side(store: short, skipsKnown: true), Side(store: whole, skipsKnown: false)]
            var known = 0
            for step in 0..<(LongRun.isOn ? 14 : 8) {
                if step % 3 == 1 {
                    let draws = random
                    for side in sides {
                        random = draws
                        try post(&random, 60, to: side.store)
                    }
                    continue
                }
                let file = try file(&random, 60)
                let stops = (0..<Int.random(in: 0..<3, using: &random)).map { _ in
                    Int.random(in: 1..<4, using: &random)
                }
                let reports = try sides.map { try $0.importing(file, stops: stops) }
                #expect(reports[0] == reports[1], "step \(step)")
                #expect(reports[0].sum == reports[0].received)
                known += Int(reports[0].alreadyKnown)
                #expect(try ImportResumeTests.counts(short) == ImportResumeTests.counts(whole), "step \(step)")
                let differences = try sides[0].rows().symmetricDifference(sides[1].rows()).sorted()
                #expect(differences == [], "step \(step)")
            }
            #expect(known > (LongRun.isOn ? 100 : 30))
            try ImportResumeTests.expectSound(short)
        }
    }

    // MARK: What is staged

    /// The numbers of known records and of other records in the table of the running import.
    private func staged(_ store: TestStore) throws -> [Int64] {
        let table = try store.texts("select tablename::text from pg_tables where schemaname = 'health_staging'")[0]
        let row = try store.session.execute(
            """
            select count(*) filter (where kind = \(StagedKind.known.rawValue)),
                count(*) filter (where kind <> \(StagedKind.known.rawValue))
            from health_staging.\(table) where person_id = $1
            """, [.int32(store.person.id)])[0]
        return [try row.int64(0), try row.int64(1)]
    }

    @Test("of a second import only new records and records with parts are staged whole, in any order of the file")
    func stagedRows() throws {
        var maker = SampleMaker()
        for number in 0..<400 {
            try maker.add(
                InterruptedFile.uuid(number), .quantity(1), at: Double(number),
                parts: number % 100 == 0 ? #"{"b": 1}"# : "")
        }
        try store.importing(maker)
        for isReversed in [false, true] {
            var newer = SampleMaker()
            for number in isReversed ? Array((0..<410).reversed()) : Array(0..<410) {
                try newer.add(
                    InterruptedFile.uuid(number), .quantity(1), at: Double(number),
                    parts: number % 100 == 0 ? #"{"b": 1}"# : "")
            }
            let records = newer.records
            var (index, counts) = (0, [Int64]())
            let writer = try ImportWriter(
                person: store.person, session: store.session, checkpointRecords: 50)
            let report = try writer.write {
                guard index < records.count else {
                    counts = try staged(store)
                    return nil
                }
                defer { index += 10 }
                let end = index + 10
                return ImportBatch(
                    records: Array(records[index..<end]), references: newer.references, position: { "\(end)" })
            }
            // Four of the known records, and one of the new ones, have parts.
            #expect(counts == (isReversed ? [405, 5] : [396, 14]))
            #expect(report.stored == (isReversed ? 0 : 10) && report.sum == 410)
        }
    }

    // MARK: Other writers meanwhile

    @Test(
        "a known sample that goes with its correlation during the import comes back with another one, as in any order",
        arguments: [0, 1, 2])
    func deletedMeanwhile(order: Int) throws {
        let (shared, own, gone, living) = (UUID(), UUID(), UUID(), UUID())
        func add(_ container: UUID, _ contents: [UUID], to maker: inout SampleMaker) throws {
            let ordinal = try maker.add(container, .correlation(), at: container == gone ? 0 : 60)
            for uuid in contents { try maker.add(uuid, .quantity(uuid == own ? 1 : 2), in: ordinal) }
        }
        func addRecords(to maker: inout SampleMaker) throws {
            for uuid in [shared, own] { try maker.add(uuid, .quantity(uuid == own ? 1 : 2)) }
        }
        try store.importing { maker in
            try addRecords(to: &maker)
            try add(gone, [shared, own], to: &maker)
        }
        var newer = SampleMaker()
        try addRecords(to: &newer)
        try add(living, [shared], to: &newer)
        if order == 0 { try store.delete(gone) }
        var rest = newer.records[...]
        let writer = try ImportWriter(person: store.person, session: store.session, checkpointRecords: 2)
        let report = try writer.write {
            guard !rest.isEmpty else { return nil }
            if order == 1, rest.count == 2 {
                #expect(try staged(store)[0] == 2)
                try store.inNewSession().delete(gone)
            }
            defer { rest = rest.dropFirst(2) }
            return ImportBatch(
                records: Array(rest.prefix(2)), references: newer.references, position: { "" })
        }
        if order == 2 { try store.delete(gone) }
        #expect(report.sum == report.received)
        #expect(try store.stored() == [living, shared] && store.tombstones() == [gone, own])
        #expect(try store.contained(in: living) == [shared])
        try ImportResumeTests.expectSound(store)
    }

    @Test("a known sample that is deleted or replaced during the import stays so")
    func changedMeanwhile() throws {
        let deleted = InterruptedFile.uuid(1)
        var maker = SampleMaker()
        for number in 0..<9 {
            try maker.add(
                InterruptedFile.uuid(number), .quantity(Double(number + 1)), at: Double(number),
                from: SampleMaker.scale)
        }
        try store.importing(maker)
        // This record is the same measurement as a known one, which the phone's sample replaces.
        let twin = InterruptedFile.uuid(9)
        try maker.add(twin, .quantity(3), at: 2, from: SampleMaker.scale)
        let phone = UUID()
        var rest = maker.records[...]
        let writer = try ImportWriter(person: store.person, session: store.session, checkpointRecords: 3)
        let report = try writer.write {
            guard !rest.isEmpty else { return nil }
            if rest.count == 4 {
                let other = try store.inNewSession()
                try other.delete(deleted)
                try other.post {
                    try $0.add(phone, .quantity(3), at: 2.25, from: SampleMaker.scale)
                }
            }
            defer { rest = rest.dropFirst(3) }
            return ImportBatch(records: Array(rest.prefix(3)), references: maker.references, position: { "" })
        }
        #expect(report.stored == 1 && report.sum == 10)
        let expected = Set((0..<9).map { InterruptedFile.uuid($0) })
            .subtracting([deleted, InterruptedFile.uuid(2)]).union([phone, twin])
        #expect(try store.stored() == expected)
        let again = try store.importing(maker)
        #expect(again.stored == 0 && again.deletedBefore == 1 && again.recognised == 1)
        #expect(try store.stored() == expected)
        try ImportResumeTests.expectSound(store)
    }

    // MARK: Holders

    @Test("a holder that imports known records may read them as its own")
    func furtherHolder() throws {
        var maker = SampleMaker()
        for number in 0..<5 { try maker.add(InterruptedFile.uuid(number), .quantity(1), at: Double(number)) }
        try store.importing(maker)
        let caller = try store.caller(
            try store.holder("app", TestGrant(rights: ["write"], types: ["stepCount"])))
        let uploads = UploadStore(caller, session: store.session)
        let (begun, _) = try uploads.begin(
            UploadStore.Announcement(fileName: "f", bytes: 1, sha256: nil, key: nil))
        #expect(try uploads.enqueue(begun.id, bytes: 1))
        var batch: ImportBatch? = ImportBatch(records: maker.records, references: maker.references)
        let writer = try ImportWriter(
            person: store.person, session: store.session,
            file: ImportFile(name: "f", bytes: 1, fingerprint: "f", uploadID: begun.id))
        var counts: [Int64] = []
        let report = try writer.write {
            if batch == nil { counts = try staged(store) }
            defer { batch = nil }
            return batch
        }
        #expect(report.received == 5 && report.stored == 0 && counts == [5, 0])
        let holders = try store.session.execute(
            "select uuid from health.sample_holder where person_id = $1 and holder_id = $2",
            [.int32(store.person.id), .int32(caller.access.holderID)])
        #expect(try Set(holders.map { try $0.uuid(0) }) == Set(maker.samples.map(\.sample.uuid)))
    }
}
