import Foundation
import HealthCore
import HealthDatabase
import Postgres
import TestSupport
import Testing

/// A file that is imported by several programs, each of which is interrupted.
struct InterruptedFile {
    var records: [ImportedRecord] = []
    var references = SampleReferences()
    var refusals: [Int: ImportRefusal] = [:]

    /// Creates records of every kind at the top level and inside containers. Many of them are equal
    /// to other records.
    init(_ count: Int, seed: UInt64) throws {
        var random = SeededGenerator(seed)
        var maker = SampleMaker()
        for number in 0..<count {
            let index = Int.random(in: 0..<count, using: &random)
            let uuid = InterruptedFile.uuid(index)
            let made: SampleMaker.Made = index % 2 == 0 ? .quantity(Double(index)) : .category(Int32(index % 5))
            let metadata = index % 5 == 0 ? #"{"n": \#(index), "HKTimeZone": "Europe/Paris"}"# : ""
            let source = index % 3 == 0 ? SampleMaker.watch : SampleMaker.scale
            switch number % 50 {
            case 0:
                let container = try maker.add(
                    InterruptedFile.uuid(count + number), number % 100 == 0 ? .workout() : .correlation(),
                    at: Double(number))
                for _ in 0..<2 {
                    try maker.add(uuid, made, at: Double(index), from: source, metadata: metadata, in: container)
                }
            case 1: maker.addElement("Me", InterruptedFile.uuid(-1 - index % 7), json: #"{"n": \#(index)}"#)
            default: try maker.add(uuid, made, at: Double(index), from: source, metadata: metadata)
            }
            if number % 97 == 0 {
                refusals[maker.records.count - 1] = ImportRefusal(
                    Refusal(.malformedDate, field: "startDate", "no date"), path: "export.xml", line: number,
                    element: "Record")
            }
        }
        records = maker.records
        references = maker.references
    }

    static func uuid(_ number: Int) -> UUID {
        let high = UInt64(truncatingIfNeeded: number &+ 1) &* 0x9E37_79B9_7F4A_7C15
        let bytes = (0..<8).map { UInt8(truncatingIfNeeded: high >> (8 * $0)) }
        return UUID(
            uuid: (
                bytes[0], bytes[1], bytes[2], bytes[3], bytes[4], bytes[5], 0x50, 0, 0x80, 0, bytes[6], bytes[7],
                bytes[0],
                bytes[3], bytes[5], bytes[1]
            ))
    }

    struct Interruption: Error {}

    /// Imports the file from the position at which the last import stopped.
    ///
    /// - Parameters:
    ///   - reads: the number of pieces of 40 records after which `stop` is thrown. nil reads all
    ///     pieces.
    ///   - betweenPieces: called before each piece with the index of its first record.
    func importing(
        _ store: TestStore, fingerprint: String? = "file", checkpoint: Int = 200, reads: Int? = nil,
        stop: any Error = ImportCancelled(isDiscarding: false), isRestarting: Bool = false,
        progress: (Int64, Int64) throws -> Void = { _, _ in }, betweenPieces: (Int) throws -> Void = { _ in }
    ) throws -> ImportWriter.Report {
        let writer = try ImportWriter(
            person: store.person, session: store.session,
            file: ImportFile(name: "f", bytes: 1, fingerprint: fingerprint),
            isRestarting: isRestarting, checkpointRecords: checkpoint)
        var index = writer.position.flatMap { Int($0) } ?? 0
        var left = reads ?? Int.max
        return try writer.write(progress: progress) {
            guard left > 0 else { throw stop }
            left -= 1
            guard index < records.count else { return nil }
            try betweenPieces(index)
            let end = min(index + 40, records.count)
            defer { index = end }
            return ImportBatch(
                records: Array(records[index..<end]), references: references,
                refusals: (index..<end).compactMap { refusals[$0] }, position: { "\(end)" }, bytesRead: Int64(end))
        }
    }
}

@Suite struct ImportResumeTests {
    private let store: TestStore

    init() throws { store = try TestStore() }

    /// Returns the person's rows, without positions and ids of names, which may differ.
    static func contents(_ store: TestStore) throws -> [String] {
        try store.texts(
            """
            select concat_ws('|', s.uuid, t.short_name, s.start_time, s.end_time, s.quantity, s.category_value, r.version,
                o.name, d.metadata, s.import_id is not null, z.time_zone, e.longest_duration,
                array(select c.uuid from health.contained_sample c
                    where c.person_id = s.person_id and c.container_uuid = s.uuid order by 1))
            from health.sample s join health.sample_type t using (sample_type_id)
            join health.source_revision r using (person_id, source_revision_id)
            join health.source o using (person_id, source_id)
            left join health.sample_detail d using (person_id, uuid)
            left join health.sample_time_zone z using (person_id, uuid)
            left join health.sample_extent e using (person_id, sample_type_id)
            where s.person_id = $1
            union all
            select concat_ws('|', uuid, name, element) from health.export_element where person_id = $1
            order by 1
            """,
            [.int32(store.person.id)])
    }

    static func counts(_ store: TestStore) throws -> [ImportCount] {
        let imports = ImportStore(person: store.person, session: store.session)
        let newest = try #require(try imports.list(limit: 1).first)
        return try imports.counts(of: newest.id)
    }

    static func expectSound(_ store: TestStore) throws {
        let staged = try store.texts("select tablename::text from pg_tables where schemaname = 'health_staging'")
        #expect(staged.isEmpty)
        let positions = try store.changePositions()
        let end = try store.lastPosition()
        #expect(Set(positions).count == positions.count && positions.allSatisfy { $0 <= end })
        let findings = try Doctor(session: store.session).examine().filter { !$0.isGood }
        #expect(findings.allSatisfy { $0.text.hasPrefix("fsync") || $0.text.contains(" is ") }, "\(findings)")
    }

    /// If the import is not the person's first, adds a sample of the person, so that the import is
    /// staged.
    private func prepare(_ store: TestStore, isFirst: Bool) throws {
        if !isFirst { try store.post { try $0.add(InterruptedFile.uuid(-1_000_000), .quantity(1), at: 1e6) } }
    }

    @Test(
        "interrupted anywhere and any number of times, an import ends as if nothing had been", arguments: [true, false])
    func interrupted(isFirst: Bool) async throws {
        let file = try InterruptedFile(LongRun.isOn ? 3_000 : 1_200, seed: 5)
        let (expected, counts, report) = try await TestStore.with { store in
            try prepare(store, isFirst: isFirst)
            let report = try file.importing(store)
            try ImportResumeTests.expectSound(store)
            return (try ImportResumeTests.contents(store), try ImportResumeTests.counts(store), report)
        }
        #expect(report.received == Int64(file.records.count) && report.refused == Int64(file.refusals.count))
        #expect(report.repeatedInside > 0 && report.stored > Int64(file.records.count / 3))
        for (sum, field) in [
            (report.received + report.refused, \ImportCount.read), (report.stored, \.stored),
            (report.alreadyKnown, \.alreadyKnown), (report.repeatedInside, \.repeatedInside),
            (report.refused, \.refused),
        ] {
            #expect(counts.reduce(0) { $0 + $1[keyPath: field] } == sum)
        }
        var random = SeededGenerator(17)
        for _ in 0..<Rounds.count(4) {
            try await TestStore.with { store in
                try prepare(store, isFirst: isFirst)
                var pieces = 0
                var stops = 0
                while true {
                    let reads = Int.random(in: 1..<40, using: &random)
                    do {
                        let resumed = try file.importing(store, reads: reads) { _, _ in
                            if stops < 6, Bool.random(using: &random) { throw ImportCancelled(isDiscarding: false) }
                        } betweenPieces: { _ in
                            pieces += 1
                        }
                        #expect(resumed == report)
                        break
                    } catch is ImportCancelled {
                        stops += 1
                        try #require(stops < 200)
                    }
                }
                // After a stop, at most the pieces between two checkpoints are read again.
                #expect(pieces <= (file.records.count + 39) / 40 + stops * 5)
                #expect(try ImportResumeTests.contents(store) == expected)
                #expect(try ImportResumeTests.counts(store) == counts)
                #expect(try ImportStore(person: store.person, session: store.session).list().count == 1)
                #expect(try store.count("import_refusal") == report.refused)
                try ImportResumeTests.expectSound(store)
                let again = try file.importing(store)
                #expect(again.stored == 0 && again.received == report.received)
                #expect(try ImportResumeTests.contents(store) == expected)
            }
        }
    }

    @Test("the change feed reaches a first import when it is finished, and not before")
    func feed() throws {
        let file = try InterruptedFile(2_000, seed: 3)
        var seen: Set<Int> = []
        _ = try file.importing(
            store,
            betweenPieces: { _ in
                let other = try store.inNewSession()
                let page = try ChangeReader(person: store.person, session: other.session).page(limit: 10_000)
                #expect(page.changes.isEmpty && !page.hasMore)
                seen.insert(Int(try other.count("sample")))
            })
        #expect(seen.count > 3)
        var replica = 0
        var anchor: ChangeAnchor?
        var pages = 0
        while true {
            let page = try ChangeReader(person: store.person, session: store.session)
                .page(after: anchor, types: ["stepCount"], limit: 10_000)
            replica += page.changes.count
            anchor = page.anchor
            pages += 1
            guard page.hasMore else { break }
        }
        #expect(try replica == store.samples("stepCount").count && pages < 3)
    }

    @Test("what cannot be completed leaves nothing, however much was committed", arguments: [true, false])
    func failed(isFirst: Bool) throws {
        let file = try InterruptedFile(LongRun.isOn ? 2_000 : 1_300, seed: 8)
        try prepare(store, isFirst: isFirst)
        try store.refreshFigures()
        let before = try store.everything()
        for stop in [InterruptedFile.Interruption(), ImportCancelled(isDiscarding: true)] as [any Error] {
            #expect(throws: (any Error).self) { try file.importing(store, reads: 30, stop: stop) }
            try store.refreshFigures()
            #expect(try store.everything() == before)
            try ImportResumeTests.expectSound(store)
        }
        // This also applies to an import without a fault that is never resumed, because another
        // file is imported.
        #expect(throws: ImportCancelled.self) { try file.importing(store, reads: 30) }
        let doctor = try Doctor(session: store.session).examine().filter { $0.text.contains("interrupted") }
        #expect(doctor.count == 1)
        let other = try InterruptedFile(500, seed: 9)
        _ = try other.importing(store, fingerprint: "other")
        let expected = try ImportResumeTests.contents(store)
        let fresh = store.of(try PersonStore.create(name: "Bea", store.session))
        try prepare(fresh, isFirst: isFirst)
        _ = try other.importing(fresh)
        #expect(try ImportResumeTests.contents(fresh) == expected)
        let states = try ImportStore(person: store.person, session: store.session).list().map(\.state)
        #expect(states == [.finished, .cancelled, .cancelled, .failed])
        try ImportResumeTests.expectSound(store)
    }

    @Test("a cancelled first import leaves what clients sent meanwhile, and none of its names and details")
    func clientsMeanwhile() async throws {
        var maker = SampleMaker()
        var watch = Device()
        watch.name = "Apple Watch"
        // The client sends this one, too, without the device.
        try maker.add(
            InterruptedFile.uuid(200), .quantity(7), at: 500, from: SourceRevision(name: SampleMaker.phone.name),
            on: watch, metadata: #"{"HKTimeZone": "Europe/Paris"}"#)
        for number in 0..<100 {
            try maker.add(
                InterruptedFile.uuid(number), .quantity(1, unit: "sips", type: "Sips"), at: Double(number),
                from: SampleMaker.watch, on: watch)
        }
        var file = try InterruptedFile(0, seed: 1)
        (file.records, file.references) = (maker.records, maker.references)
        func post(_ store: TestStore) throws {
            try store.post { try $0.add(InterruptedFile.uuid(300), .quantity(7), at: 500) }
        }
        func facts(_ store: TestStore) throws -> [String] {
            try store.refreshFigures()
            return try ImportResumeTests.contents(store)
                + store.personalTables()
                .filter { !$0.hasPrefix("import") && !["arrival", "preference_change"].contains($0) }
                .map { "\($0) \(try store.count($0))" }
        }
        let expected = try await TestStore.with { store in
            try post(store)
            return try facts(store)
        }
        #expect(throws: ImportCancelled.self) { try file.importing(store, checkpoint: 40, reads: 2) }
        #expect(try store.count("source") == 2 && store.count("person_unit") == 2)
        try post(store)
        #expect(try store.count("recognised_record") == 1)
        #expect(throws: ImportCancelled.self) {
            try file.importing(store, checkpoint: 40, reads: 1, stop: ImportCancelled(isDiscarding: true))
        }
        #expect(try facts(store) == expected)
        try ImportResumeTests.expectSound(store)
    }

    @Test("whoever begins anew forgets what was imported before")
    func restarted() throws {
        let file = try InterruptedFile(1_000, seed: 2)
        #expect(throws: ImportCancelled.self) { try file.importing(store, reads: 20) }
        var starts: [Int] = []
        let report = try file.importing(store, isRestarting: true, betweenPieces: { starts.append($0) })
        #expect(starts.first == 0 && report.received == Int64(file.records.count))
        try ImportResumeTests.expectSound(store)
    }

    @Test("a person who is deleted takes an unfinished import along")
    func deletedPerson() throws {
        let file = try InterruptedFile(1_000, seed: 2)
        #expect(throws: ImportCancelled.self) { try file.importing(store, reads: 20) }
        try PersonEraser.erase(store.person, store.session)
        #expect(
            try store.texts("select tablename::text from pg_tables where schemaname = 'health_staging'").isEmpty)
        #expect(throws: HealthDatabaseError.self) { try file.importing(store) }
    }

    @Test("apps post between the pieces of a first import, and nothing is lost or doubled")
    func besidePosts() async throws {
        let file = try InterruptedFile(LongRun.isOn ? 3_000 : 1_500, seed: 21)
        let alone = try await TestStore.with { store in
            _ = try file.importing(store)
            return try ImportResumeTests.contents(store).count
        }
        for reads in LongRun.isOn ? [9, 17] : [9] {
            try await TestStore.with { store in
                var posted = 0
                // The writer is interrupted, a client posts, and the import is resumed.
                while true {
                    do {
                        _ = try file.importing(store, reads: reads)
                        break
                    } catch is ImportCancelled {
                        posted += 1
                        try #require(posted < 200)
                        try store.post { try $0.add(UUID(), .quantity(0.5), at: 5e6 + Double(posted)) }
                    }
                }
                #expect(posted > 2)
                #expect(try ImportResumeTests.contents(store).count == alone + posted)
                try ImportResumeTests.expectSound(store)
                let again = try file.importing(store)
                #expect(again.stored == 0)
            }
        }
    }

    @Test("two that import one file at the same time store it once, and one after the other")
    func twoAtOnce() async throws {
        let file = try InterruptedFile(2_000, seed: 6)
        let (conninfo, person) = (store.conninfo, store.person)
        let reports = try await concurrently(2) { _ in
            try file.importing(
                TestStore(conninfo: conninfo, session: try Session(conninfo: conninfo), person: person))
        }
        #expect(reports.contains { $0.stored == 0 } && reports.contains { $0.stored > 1_000 })
        try ImportResumeTests.expectSound(store)
    }
}
