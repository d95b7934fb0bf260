import Foundation
import HealthCore
import HealthDatabase
import Postgres
import Testing

/// Tests imports of many pieces, also while other sessions write.
@Suite struct LargeImportTests {
    /// A generated file. It has every record once, and three more copies of each tenth record. Each
    /// seventh record is inside a correlation, and half of these are at the top level, too.
    private struct File {
        var maker = SampleMaker()
        /// The uuids in the file, and how often each record must be stored.
        var expected: [UUID: Int] = [:]
        var copiesInside: Int64 = 0
        /// The number of stored samples with metadata.
        var details: Int64 = 0

        init(_ count: Int) throws {
            var container: Int64 = 0
            for number in 0..<count {
                let uuid = File.uuid(number)
                if number % 1000 == 0 {
                    let correlation = File.uuid(count + number)
                    container = try maker.add(correlation, .correlation(), at: Double(number))
                    expected[correlation] = 1
                }
                let made = SampleMaker.Made.quantity(Double(number))
                let metadata = number % 5 == 0 ? #"{"n": \#(number)}"# : ""
                let isInside = number % 7 == 0
                try maker.add(
                    uuid, made, at: Double(number), metadata: metadata, in: isInside ? container : nil)
                expected[uuid] = 1
                if isInside && number % 2 == 0 {
                    try maker.add(uuid, made, at: Double(number), metadata: metadata)
                    copiesInside += 1
                } else if !isInside && number % 10 == 0 {
                    for _ in 0..<3 { try maker.add(uuid, made, at: Double(number), metadata: metadata) }
                    expected[uuid] = 4
                }
                if number % 5 == 0 { details += Int64(expected[uuid] ?? 0) }
            }
        }

        static func uuid(_ number: Int) -> UUID {
            UUID(
                uuid: (
                    UInt8(truncatingIfNeeded: number &* 167), UInt8(truncatingIfNeeded: number >> 16),
                    UInt8(truncatingIfNeeded: number >> 8), UInt8(truncatingIfNeeded: number), 0, 0, 0x50, 0, 0x80, 0,
                    0,
                    0, 0, 0, 0, 0
                ))
        }

        var stored: Int64 { Int64(expected.values.reduce(0, +)) }
    }

    @Test("every row of a file of more than a hundred thousand is stored exactly once, and none by a second import")
    func large() async throws {
        try await TestStore.with { store in
            let file = try File(100_000)
            #expect(file.maker.samples.count > 100_000)
            // These samples were deleted before. The file repeats some of them.
            let gone = [File.uuid(10), File.uuid(14), File.uuid(99_999)]
            try store.post { maker in for uuid in gone { try maker.delete(uuid) } }
            var progress: [Int64] = []
            let writer = try ImportWriter(person: store.person, session: store.session)
            var rest = file.maker.records[...]
            let report = try writer.write { done, all in
                progress.append(done)
                #expect(all == Int64(file.maker.samples.count))
            } from: {
                guard !rest.isEmpty else { return nil }
                defer { rest = rest.dropFirst(500) }
                return ImportBatch(records: Array(rest.prefix(500)), references: file.maker.references)
            }
            #expect(report.received == Int64(file.maker.samples.count) && report.sum == report.received)
            #expect(report.stored == file.stored - 3)
            #expect(report.repeatedInside == file.copiesInside && report.deletedBefore == 3)
            #expect(progress == progress.sorted() && progress.last == report.received && progress.count > 2)
            #expect(try store.count("sample") == file.stored - 3)

            // The store must have each value as often as the file, except for deleted samples.
            let values = try store.session.execute(
                "select quantity, count(*)::integer from health.sample where quantity is not null group by 1 order by 1"
            )
            let wrong = try values.filter { row in
                let number = Int(try row.double(0))
                let deleted = gone.contains(File.uuid(number)) ? 1 : 0
                return Int(try row.int32(1)) != (file.expected[File.uuid(number)] ?? 0) - deleted
            }
            #expect(wrong.isEmpty && values.rowCount == 100_000 - 2)
            let details = try store.session.execute(
                "select count(*) from health.sample_detail d join health.sample s using (person_id, uuid)")[0].int64(0)
            #expect(try store.count("sample_detail") == details)
            #expect(details == file.details - 1)
            let positions = try store.changePositions()
            #expect(Set(positions).count == positions.count)
            let lastPosition = try store.lastPosition()
            #expect(positions.allSatisfy { $0 <= lastPosition })

            let again = try store.importing(file.maker, piece: 1000)
            #expect(again.stored == 0 && again.sum == again.received && again.deletedBefore == 3)
            #expect(try store.count("sample") == file.stored - 3)
        }
    }

    @Test("two imports of one file at the same time store it once")
    func twoAtOnce() async throws {
        try await TestStore.with { store in
            let file = try File(5_000)
            let (conninfo, person) = (store.conninfo, store.person)
            let reports = try await concurrently(2) { _ in
                let mine = TestStore(conninfo: conninfo, session: try Session(conninfo: conninfo), person: person)
                return try mine.importing(file.maker, piece: 100)
            }
            #expect(reports.map(\.stored).sorted() == [0, file.stored])
            #expect(reports.map(\.sum) == reports.map(\.received))
            #expect(try store.count("sample") == file.stored)
        }
    }

    @Test("batches are stored while an import is read and merged, and neither loses a record")
    func besideBatches() async throws {
        try await TestStore.with { store in
            let file = try File(20_000)
            let (conninfo, person) = (store.conninfo, store.person)
            let counts = try await concurrently(3) { index in
                let mine = TestStore(conninfo: conninfo, session: try Session(conninfo: conninfo), person: person)
                if index == 0 { return try mine.importing(file.maker, piece: 200).stored }
                var inserted: Int64 = 0
                for number in 0..<30 {
                    let receipt = try mine.post { maker in
                        // Each client posts one sample that the file contains, and one sample that
                        // it does not contain.
                        try maker.add(File.uuid(number * 14 + 1), .quantity(-1))
                        try maker.add(UUID(), .quantity(-2))
                    }
                    inserted += Int64(receipt.samples.values.count { $0 == .inserted })
                }
                return inserted
            }
            let fresh: Int64 = 60
            #expect(counts.reduce(0, +) == file.stored + fresh)
            #expect(try store.count("sample") == file.stored + fresh)
            let positions = try store.changePositions()
            #expect(Set(positions).count == positions.count)
            let lastPosition = try store.lastPosition()
            #expect(positions.allSatisfy { $0 <= lastPosition })
        }
    }
}
