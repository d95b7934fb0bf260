import Digests
import Foundation
import HealthCore
import HealthDatabase
import Postgres
import TestSupport
import Testing

/// What a later export no longer lists, and what an earlier one brings after it.
@Suite struct ExportStatementTests {
    private let store: TestStore

    init() throws { store = try TestStore() }

    /// A record of an export. Its uuid follows from its content.
    struct Record: Hashable {
        var type = "stepCount"
        var source = "Watch"
        /// Minutes after `SampleMaker.zero`.
        var start: Int
        var end: Int
        var value: Double
        /// Minutes after `SampleMaker.zero`.
        var created: Int

        var uuid: UUID {
            NameBasedUUID(namespace: UUID(uuid: (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0)))
                .uuid(name: Array("\(type) \(source) \(start) \(end) \(value) \(created)".utf8))
        }
    }

    static func minute(_ minute: Int) -> Instant {
        Instant(microseconds: (SampleMaker.zero + Int64(minute) * 60) * 1_000_000)
    }

    static func add(_ records: [Record], _ maker: inout SampleMaker) throws {
        for record in records {
            try maker.add(
                record.uuid, .quantity(record.value, type: record.type), at: Double(record.start * 60),
                lasting: Double((record.end - record.start) * 60), from: SourceRevision(name: record.source),
                created: minute(record.created))
        }
    }

    @discardableResult
    private func importing(
        _ records: [Record], at date: Int, _ store: TestStore, missing: MissingSamples = .evident
    ) throws -> ImportWriter.Report {
        try store.importing(exportedAt: ExportStatementTests.minute(date), missing: missing) {
            try ExportStatementTests.add(records, &$0)
        }
    }

    private func uuids(_ records: [Record]) -> Set<UUID> { Set(records.map(\.uuid)) }

    static let hours = (0..<40).map {
        Record(start: $0 * 60, end: $0 * 60 + 60, value: 10, created: $0 * 60 + 61)
    }

    @Test(
        "a missing sample is replaced if a sample of its source covers it, or began with it and was created later",
        arguments: [true, false])
    func explained(isInOrder: Bool) throws {
        let fine = [
            Record(start: 0, end: 10, value: 1, created: 11), Record(start: 10, end: 20, value: 2, created: 21),
            Record(start: 30, end: 50, value: 3, created: 51), Record(start: 60, end: 60, value: 4, created: 61),
        ]
        let later = [
            Record(start: 0, end: 20, value: 3, created: 100), Record(start: 30, end: 40, value: 2, created: 100),
            Record(start: 60, end: 60, value: 5, created: 59),
        ]
        let exports = [(fine, 90), (later, 200)]
        var reports: [ImportWriter.Report] = []
        for (records, date) in isInOrder ? exports : exports.reversed() {
            reports.append(try importing(records, at: date, store))
        }
        #expect(try store.stored() == uuids(later))
        #expect(reports.map(\.replaced) == (isInOrder ? [0, 4] : [0, 0]))
        #expect(reports.map(\.deletedBefore) == (isInOrder ? [0, 0] : [0, 4]))
        #expect(reports.map(\.stored) == (isInOrder ? [4, 3] : [3, 0]))
        // Both files again change nothing.
        for (records, date) in exports { try importing(records, at: date, store) }
        #expect(try store.stored() == uuids(later))
    }

    @Test("another source, another type or another time explains nothing")
    func unexplained() throws {
        let fine = Record(start: 10, end: 20, value: 2, created: 21)
        let others = [
            Record(source: "Phone", start: 0, end: 30, value: 2, created: 100),
            Record(type: "flightsClimbed", start: 0, end: 30, value: 2, created: 100),
            Record(start: 11, end: 30, value: 2, created: 100), Record(start: 0, end: 19, value: 2, created: 100),
            Record(start: 5, end: 5, value: 2, created: 100),
        ]
        try importing([fine], at: 50, store)
        let report = try importing(others, at: 200, store)
        #expect(try store.stored() == uuids([fine] + others))
        #expect(report.missing == 1 && report.replaced == 0)
    }

    @Test("without an explanation, nine tenths of the other samples must be listed, unless the importer decides")
    func evidence() async throws {
        let hours = ExportStatementTests.hours
        // The listed samples, the option, and whether the others are replaced.
        let cases: [(Int, MissingSamples, Bool)] = [
            (36, .evident, true), (35, .evident, false), (35, .replace, true), (1, .replace, true), (39, .keep, false),
        ]
        for (count, missing, isReplacing) in cases {
            for isInOrder in [true, false] {
                try await TestStore.with { store in
                    let listed = Array(hours.prefix(count))
                    var exports = [(hours, 3_000, MissingSamples.evident), (listed, 4_000, missing)]
                    if !isInOrder { exports.reverse() }
                    var reports: [ImportWriter.Report] = []
                    for (records, date, missing) in exports {
                        reports.append(try importing(records, at: date, store, missing: missing))
                    }
                    #expect(
                        try store.stored() == uuids(isReplacing ? listed : hours), "\(count) \(missing) \(isInOrder)")
                    let gone = Int64(hours.count - count)
                    if isInOrder {
                        #expect(reports[1].replaced == (isReplacing ? gone : 0))
                        #expect(reports[1].missing == (isReplacing ? 0 : gone))
                    }
                }
            }
        }
    }

    @Test("an export states nothing before its first sample, after its date, without a date, and of live samples")
    func range() throws {
        let hours = ExportStatementTests.hours
        try importing(hours, at: 3_000, store)
        try importing(Array(hours[20..<30]), at: 30 * 60, store, missing: .replace)
        #expect(try store.stored() == uuids(hours))
        try store.importing { try ExportStatementTests.add(Array(hours.prefix(1)), &$0) }
        #expect(try store.stored() == uuids(hours))
        let live = UUID()
        try store.post { try $0.add(live, .quantity(7), at: 25 * 3_600, from: SourceRevision(name: "Watch")) }
        try importing(Array(hours[20..<21]), at: 3_001, store, missing: .replace)
        #expect(try store.stored() == uuids(Array(hours.prefix(21))).union([live]))
    }

    @Test("a newer export brings back what an older one did not list; an older one does not")
    func revival() throws {
        let hours = ExportStatementTests.hours
        try importing(hours, at: 3_000, store)
        try importing(Array(hours.dropLast(2)), at: 4_000, store)
        #expect(try store.stored() == uuids(hours.dropLast(2)))
        try importing(hours, at: 3_500, store)
        #expect(try store.stored() == uuids(hours.dropLast(2)))
        let report = try importing(hours, at: 5_000, store)
        #expect(report.stored == 2)
        #expect(try store.stored() == uuids(hours))
        #expect(try store.count("deleted_sample") == 0)
    }

    // MARK: Undo

    private func undo(_ id: Int32, _ store: TestStore) throws -> ImportUndo.Report {
        try ImportUndo(person: store.person, session: store.session).run(id)
    }

    /// Everything that a reader sees of the person's samples and sources, without the feed.
    private func digest(_ store: TestStore) throws -> [String] {
        try store.texts(
            """
            select concat_ws(' ', sample.uuid, sample.sample_type_id, start_time, end_time, quantity, source_revision_id,
                device_id, creation_time, sample.import_id, detail.metadata, detail.parts, contained.container_uuid)
            from health.sample
            left join health.sample_detail detail using (person_id, uuid)
            left join health.contained_sample contained using (person_id, uuid)
            where person_id = $1
            union all
            select concat_ws(' ', name, key, element) from health.export_element where person_id = $1
            union all
            select concat_ws(' ', identifier, version, uuid) from health.sample_sync where person_id = $1
            union all
            select concat_ws(' ', source_id, source_class) from health.source_kind
            where person_id = $1 and source_id in (select source_id from health.source_type where person_id = $1)
            order by 1
            """, [.int32(store.person.id)])
    }

    @Test(
        "undoing an import removes what it brought and brings back what it replaced, and it can be imported again",
        arguments: [false, true])
    func undo(isLiveBetween: Bool) throws {
        let metadata = #"{"\#(SyncIdentity.identifierKey)": "x", "\#(SyncIdentity.versionKey)": "VERSION"}"#
        let workout = UUID()
        func make(_ maker: inout SampleMaker, isLater: Bool) throws {
            let hours = ExportStatementTests.hours
            try ExportStatementTests.add(isLater ? Array(hours[2...]) : hours, &maker)
            if isLater {
                // Condensed.
                try ExportStatementTests.add([Record(start: 0, end: 120, value: 20, created: 3_500)], &maker)
                // Another person's watch.
                try maker.add(.init(), .quantity(1), at: -1e6, from: SourceRevision(name: "Other"))
            }
            try maker.add(
                isLater ? UUID() : UUID(), .quantity(isLater ? 2 : 1), at: 3_000 * 60,
                from: SourceRevision(name: "Scale"),
                metadata: metadata.replacing("VERSION", with: isLater ? "2" : "1"))
            let ordinal = try maker.add(
                workout, .workout(), at: 60, from: SourceRevision(name: "Watch"),
                parts: isLater ? #"{"children": [], "b": 1}"# : #"{"children": []}"#)
            if isLater {
                try maker.add(.init(), .quantity(5), at: 61, from: SourceRevision(name: "Watch"), in: ordinal)
            }
            maker.addElement(
                "Me", UUID(uuidString: "00000000-0000-0000-0000-000000000001")!, key: "",
                exportedAt: ExportStatementTests.minute(isLater ? 4_000 : 3_100), json: isLater ? #"{"a": 2}"# : "{}")
        }
        try store.importing(exportedAt: ExportStatementTests.minute(3_100)) { try make(&$0, isLater: false) }
        if isLiveBetween { try store.post { try $0.add(UUID(), .quantity(3), at: 9_000 * 60) } }
        let before = try digest(store)
        let report = try store.importing(exportedAt: ExportStatementTests.minute(4_000)) {
            try make(&$0, isLater: true)
        }
        #expect(report.replaced == 2)
        let after = try digest(store)
        #expect(after != before)
        let undone = try undo(2, store)
        #expect(undone.removed == 4 && undone.restored == 3)
        #expect(try digest(store) == before)
        #expect(throws: HealthDatabaseError.self) { try undo(2, store) }
        #expect(throws: HealthDatabaseError.self) { try undo(9, store) }
        // The feed tells of both.
        #expect(try store.count("replaced_sample") == 0)
        // This one does not list the sample with versions.
        try importing(ExportStatementTests.hours, at: 3_200, store)
        #expect(try undo(3, store).restored == 1)
        #expect(try digest(store) == before)
        try importing(ExportStatementTests.hours, at: 3_200, store)
        #expect(try undo(1, store).removed > 0)
        #expect(try undo(4, store).removed == 40)
        for table in ["sample", "source", "source_kind", "source_revision", "source_type", "sample_extent"] {
            #expect(try store.count(table) == (isLiveBetween ? 1 : 0), "\(table)")
        }
        #expect(try store.count("sample_sync") == 0)
    }

    @Test("undoing either of two exports leaves what the other one alone brings, whichever was imported first")
    func undoEither() async throws {
        let hours = ExportStatementTests.hours
        let corrected = Record(start: 300, end: 360, value: 12, created: 9_000)
        let others = (0..<40).map {
            Record(source: "Other", start: $0 * 60, end: $0 * 60 + 60, value: 3, created: $0 * 60 + 61)
        }
        // A correction, a deletion, and an export of another Health store.
        let pairs = [
            (hours, hours.filter { $0.start != 300 } + [corrected]), (hours, Array(hours.dropLast())), (hours, others),
        ]
        for (number, (older, newer)) in pairs.enumerated() {
            for isInOrder in [true, false] {
                for undone in [Int32(1), 2] {
                    try await TestStore.with { store in
                        let exports = [(older, 8_000), (newer, 10_000)]
                        for (records, date) in isInOrder ? exports : exports.reversed() {
                            try importing(records, at: date, store)
                        }
                        _ = try undo(undone, store)
                        let left = (undone == 1) == isInOrder ? newer : older
                        #expect(
                            try store.stored() == uuids(left), "pair \(number), in order \(isInOrder), undo \(undone)")
                    }
                }
            }
        }
    }

    @Test("an element that a later export repeats is that of the earlier one again after the undoing")
    func repeatedElement() throws {
        for date in [100, 200] {
            let exportedAt = ExportStatementTests.minute(date)
            try store.importing(exportedAt: exportedAt) {
                $0.addElement("Me", UUID(), key: "", exportedAt: exportedAt, json: #"{"name": "Me"}"#)
            }
        }
        #expect(try undo(2, store).restored == 0)
        let elements = "select import_id || ' ' || exported_at from health.export_element where person_id = $1"
        #expect(try store.texts(elements, [.int32(store.person.id)]).map { $0.prefix(2) } == ["1 "])
    }

    @Test("what was undone can be imported again, also from a file without a date")
    func undoneAgain() throws {
        let hours = ExportStatementTests.hours
        for date in [ExportStatementTests.minute(3_000), nil] {
            let report = try store.importing(exportedAt: date) { try ExportStatementTests.add(hours, &$0) }
            #expect(report.stored == 40)
            #expect(try undo(date == nil ? 2 : 1, store).removed == 40)
        }
        #expect(try store.importing { try ExportStatementTests.add(hours, &$0) }.stored == 40)
    }

    @Test("what a client has deleted since does not come back, nor what a later export does not list either")
    func undoAfterwards() throws {
        let hours = ExportStatementTests.hours
        try importing(hours, at: 3_000, store)
        try importing(Array(hours.dropLast(2)), at: 4_000, store)
        try store.post { try $0.delete(hours[39].uuid) }
        #expect(try undo(2, store).restored == 1)
        #expect(try store.stored() == uuids(hours.dropLast()))
        try importing(Array(hours.dropLast(3)), at: 5_000, store)
        try importing(Array(hours.dropLast(3)), at: 6_000, store)
        #expect(try undo(3, store).restored == 0)
        #expect(try store.stored() == uuids(hours.dropLast(3)))
        #expect(try undo(4, store).restored == 2)
        #expect(try store.stored() == uuids(hours.dropLast()))
    }

    /// A phone that writes, rewrites, condenses and deletes samples between exports.
    struct Phone {
        var records: [Record] = []
        private var time = 0

        mutating func live(_ generator: inout SeededGenerator) -> Int {
            for _ in 0..<Int.random(in: 10...30, using: &generator) {
                let source = Bool.random(using: &generator) ? "Watch" : "Phone"
                let length = Int.random(in: 0...20, using: &generator)
                records.append(
                    Record(
                        source: source, start: time, end: time + length,
                        value: Double.random(in: 1...9, using: &generator),
                        created: time + length + 1))
                time += Int.random(in: 1...30, using: &generator)
            }
            for _ in 0..<Int.random(in: 0...6, using: &generator) {
                let index = Int.random(in: records.indices, using: &generator)
                records[index].value += 1
                records[index].created = time + 40
            }
            if Bool.random(using: &generator), records.count > 60 { records.remove(at: 30) }
            for source in ["Watch", "Phone"] where Bool.random(using: &generator) {
                let fine = records.filter { $0.source == source }.prefix(3)
                guard fine.count == 3 else { continue }
                records.removeAll { fine.contains($0) }
                let end = fine.map(\.end).reduce(0, max)
                records.append(
                    Record(source: source, start: fine[0].start, end: end, value: 12, created: time + 45))
            }
            time += 100
            return time - 20
        }
    }

    @Test(
        "in whatever order exports of one phone come, the newest decides",
        arguments: LongRun.isOn ? Array(1...200) : [1])
    func order(seed: UInt64) async throws {
        var generator = SeededGenerator(seed)
        var phone = Phone()
        let exports = (0..<3).map { _ in
            let date = phone.live(&generator)
            return (records: phone.records.shuffled(using: &generator), date: date)
        }
        let orders = [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0], [1, 2, 0, 1, 0, 2]]
        for order in orders {
            try await TestStore.with { store in
                for number in order { try importing(exports[number].records, at: exports[number].date, store) }
                #expect(try store.stored() == uuids(phone.records), "\(order)")
            }
        }
    }
}
