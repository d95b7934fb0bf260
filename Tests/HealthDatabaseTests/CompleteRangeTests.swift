import Foundation
import HealthCore
import Postgres
import TestSupport
import Testing

@testable import HealthDatabase

/// What becomes of imported samples when a client states that it has sent all its samples of a
/// range.
@Suite struct CompleteRangeTests {
    private let store: TestStore

    init() throws { store = try TestStore() }

    private typealias Record = ExportStatementTests.Record

    private static let sources = [
        "Watch": SourceRevision(name: "Watch", bundleIdentifier: "com.apple.health.W", version: "10"),
        "Phone": SourceRevision(name: "Phone", bundleIdentifier: "com.apple.health.P", version: "17"),
    ]

    /// The uuid of the phone's sample. An export does not have it.
    private static func live(_ record: Record) -> UUID {
        var uuid = record.uuid.uuid
        uuid.0 ^= 0xFF
        return UUID(uuid: uuid)
    }

    private static func live(_ records: [Record]) -> Set<UUID> { Set(records.map { live($0) }) }

    /// Posts records as the phone has them: with parts of seconds, and without creation times.
    @discardableResult
    private static func post(
        _ records: [Record], complete ranges: [(type: String, from: Int, to: Int)] = [], _ store: TestStore
    ) throws -> BatchReceipt {
        try store.post { maker in
            for record in records {
                try maker.add(
                    live(record), .quantity(record.value, type: record.type), at: Double(record.start * 60) + 0.25,
                    lasting: Double((record.end - record.start) * 60) + 0.5,
                    from: sources[record.source] ?? SampleMaker.phone)
            }
            for range in ranges {
                try maker.complete(
                    range.type, from: ExportStatementTests.minute(range.from), to: ExportStatementTests.minute(range.to)
                )
            }
        }
    }

    private static func state(
        from: Int = 0, to: Int, type: String = "stepCount", _ store: TestStore
    ) throws -> RangeOutcome {
        try #require(try post([], complete: [(type, from, to)], store).complete.first)
    }

    private static func state(as token: BearerToken, _ store: TestStore) throws {
        try store.post(as: token) { maker in
            try maker.add()
            try maker.complete(from: ExportStatementTests.minute(0), to: ExportStatementTests.minute(9))
        }
    }

    @discardableResult
    private static func importing(_ records: [Record], at date: Int, _ store: TestStore) throws -> ImportWriter.Report {
        try store.importing(exportedAt: ExportStatementTests.minute(date)) {
            try ExportStatementTests.add(records, &$0)
        }
    }

    private static func rangeCount(_ store: TestStore) throws -> Int64 {
        try store.session.execute(
            "select count(*) from health.complete_range where person_id = $1 and import_id = 0",
            [.int32(store.person.id)])[0].int64(0)
    }

    private static func uuids(_ records: [Record]) -> Set<UUID> { Set(records.map(\.uuid)) }

    private static let hours = ExportStatementTests.hours

    @Test(
        "what the phone condensed or corrected replaces the imported samples, whichever comes first",
        arguments: [true, false])
    func explained(isInOrder: Bool) throws {
        let exported = [
            Record(start: 0, end: 10, value: 1, created: 11), Record(start: 10, end: 20, value: 2, created: 21),
            Record(start: 60, end: 60, value: 4, created: 61),
        ]
        let present = [
            Record(start: 0, end: 20, value: 3, created: 100), Record(start: 60, end: 60, value: 5, created: 59),
        ]
        if isInOrder { try Self.importing(exported, at: 90, store) }
        let receipt = try Self.post(present, complete: [("stepCount", 0, 200)], store)
        #expect(receipt.complete == [RangeOutcome(replaced: isInOrder ? 3 : 0, missing: 0)])
        #expect(try store.stored() == Self.live(present))
        // The feed lists what was replaced.
        #expect(try store.changePositions().last == receipt.changePosition)
        let report = try Self.importing(exported, at: 90, store)
        #expect(report.deletedBefore == 3 && report.stored == 0)
        #expect(try store.stored() == Self.live(present))
    }

    @Test("another type, source or time explains nothing, and what is outside the range and live stays")
    func untouched() throws {
        let exported = [
            Record(start: 10, end: 20, value: 2, created: 21), Record(start: 2, end: 3, value: 2, created: 4),
            Record(type: "flightsClimbed", start: 10, end: 20, value: 2, created: 21),
        ]
        let present = [
            Record(source: "Phone", start: 0, end: 30, value: 2, created: 100),
            Record(type: "flightsClimbed", start: 0, end: 30, value: 2, created: 100),
            Record(start: 11, end: 30, value: 2, created: 100), Record(start: 0, end: 19, value: 2, created: 100),
        ]
        try Self.importing(exported, at: 600, store)
        let receipt = try Self.post(present, complete: [("stepCount", 5, 700)], store)
        #expect(receipt.complete == [RangeOutcome(replaced: 0, missing: 1)])
        #expect(try store.stored() == Self.uuids(exported).union(Self.live(present)))
        // A later range explains the sample that the first did not contain.
        #expect(try Self.state(to: 700, store) == RangeOutcome(replaced: 1, missing: 1))
        #expect(try Self.state(to: 700, type: "flightsClimbed", store) == RangeOutcome(replaced: 1, missing: 0))
        #expect(try store.stored() == Self.uuids([exported[0]]).union(Self.live(present)))
        // The later range contains the first.
        #expect(try Self.rangeCount(store) == 2)
    }

    @Test(
        "in whatever order older exports and the range of a phone come, the phone decides",
        arguments: LongRun.isOn ? Array(1...60) : [1, 18])
    func order(seed: UInt64) async throws {
        var generator = SeededGenerator(seed)
        var phone = ExportStatementTests.Phone()
        let exports = (0..<3).map { _ in
            let date = phone.live(&generator)
            return (records: phone.records.shuffled(using: &generator), date: date)
        }
        let present = phone.records
        // 3 stands for the phone.
        for order in [[3, 0, 1, 2], [0, 3, 2, 1], [0, 1, 2, 3], [2, 3, 1, 0], [1, 0, 3, 2, 3, 0]] {
            try await TestStore.with { store in
                for number in order {
                    if number == 3 {
                        try Self.post(present, complete: [("stepCount", 0, exports[2].date + 5)], store)
                    } else {
                        try Self.importing(exports[number].records, at: exports[number].date, store)
                    }
                }
                #expect(try store.stored() == Self.live(present), "\(order)")
            }
        }
    }

    @Test("an export that is newer than the range brings back what it lists; an older one does not")
    func newerExport() throws {
        let present = Array(Self.hours.prefix(38))
        try Self.importing(Self.hours, at: 3_000, store)
        try Self.post(present, store)
        #expect(try Self.state(to: 4_000, store).replaced == 2)
        #expect(try Self.importing(Self.hours, at: 3_500, store).stored == 0)
        #expect(try store.stored() == Self.live(present))
        #expect(try Self.importing(Self.hours, at: 5_000, store).stored == 2)
        let all = Self.live(present).union(Self.uuids(Array(Self.hours.suffix(2))))
        #expect(try store.stored() == all)
        // A range that is older than the export does not decide about it.
        #expect(try Self.state(to: 4_500, store) == RangeOutcome())
        #expect(try store.stored() == all)
        #expect(try Self.state(to: 6_000, store).replaced == 2)
        #expect(try store.stored() == Self.live(present))
    }

    @Test("undoing import 0 brings back what ranges replaced, and forgets the ranges")
    func undo() throws {
        let present = Array(Self.hours.prefix(38))
        try Self.importing(Self.hours, at: 3_000, store)
        try Self.post(present, complete: [("stepCount", 0, 4_000)], store)
        #expect(try store.stored() == Self.live(present))
        let undo = ImportUndo(person: store.person, session: store.session)
        let report = try undo.run(ImportUndo.clientRanges)
        #expect(report.removed == 0 && report.restored == 2)
        #expect(try store.stored() == Self.live(present).union(Self.uuids(Array(Self.hours.suffix(2)))))
        #expect(try Self.rangeCount(store) == 0)
        #expect(try undo.run(ImportUndo.clientRanges) == ImportUndo.Report())
        // A range replaces them again. Undoing their import does not bring them back.
        #expect(try Self.state(to: 4_000, store).replaced == 2)
        _ = try undo.run(1)
        #expect(try undo.run(ImportUndo.clientRanges).restored == 0)
        #expect(try store.stored() == Self.live(present))
    }

    @Test("only who may read and write everything states ranges, and a range ends now at the latest")
    func rights() throws {
        try Self.importing(Self.hours, at: 3_000, store)
        for rights: Set in [["write"], ["read", "write"]] {
            let grant = TestGrant(rights: rights, types: ["stepCount"])
            let token = try store.holder(rights.sorted().joined(), grant)
            let error = #expect(throws: Refusal.self) { try Self.state(as: token, store) }
            #expect(error?.code == .writeNotGranted && error?.field == "complete")
        }
        #expect(try store.stored() == Self.uuids(Self.hours))
        try store.post { maker in
            try maker.complete(
                from: ExportStatementTests.minute(0),
                to: Instant(microseconds: Instant.now.microseconds + 600_000_000))
        }
        #expect(
            try store.texts(
                "select (to_time <= clock_timestamp())::text from health.complete_range where import_id = 0")
                == ["true"])
    }
}
