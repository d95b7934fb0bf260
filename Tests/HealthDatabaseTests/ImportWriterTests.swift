import Foundation
import HealthCore
import HealthDatabase
import Postgres
import Testing

@Suite struct ImportWriterTests {
    private let store: TestStore

    init() throws { store = try TestStore() }

    static let record = uuid(1)

    static func uuid(_ number: UInt8) -> UUID {
        UUID(uuid: (0, 0, 0, 0, 0, 0, 0x50, 0, 0x80, 0, 0, 0, 0, 0, 0, number))
    }

    @Test("identical rows of one file stay as many as they are, in any further import too")
    func multiset() throws {
        func importing(_ copies: Int) throws -> [Int64] {
            let report = try store.importing { maker in
                try maker.add(ImportWriterTests.uuid(9), .quantity(1))
                for _ in 0..<copies { try maker.add(ImportWriterTests.record, .quantity(5)) }
                try maker.add(ImportWriterTests.uuid(8), .category(3))
            }
            #expect(report.sum == report.received)
            return [report.received, report.stored, report.alreadyKnown]
        }
        let reports = [try importing(3), try importing(3), try importing(4), try importing(1), try importing(4)]
        #expect(reports == [[5, 5, 0], [5, 0, 5], [6, 1, 5], [3, 0, 3], [6, 0, 6]])
        #expect(try store.samples().compactMap(\.quantity).sorted() == [1, 5, 5, 5, 5])
        #expect(try Set(store.changePositions()).count == 6)
    }

    @Test(
        "a record inside a correlation that is repeated at the top level counts once, in either order",
        arguments: [true, false])
    func nestedCopies(isInsideFirst: Bool) throws {
        func importing() throws -> ImportWriter.Report {
            try store.importing { maker in
                if !isInsideFirst { try maker.add(ImportWriterTests.record, .quantity(5)) }
                let container = try maker.add(ImportWriterTests.uuid(2), .correlation())
                try maker.add(ImportWriterTests.record, .quantity(5), in: container)
                try maker.add(ImportWriterTests.uuid(3), .quantity(6), in: container)
                if isInsideFirst { try maker.add(ImportWriterTests.record, .quantity(5)) }
            }
        }
        let first = try importing()
        #expect(first.received == 4 && first.stored == 3 && first.repeatedInside == 1 && first.sum == 4)
        #expect(
            try store.contained(in: ImportWriterTests.uuid(2)) == [
                ImportWriterTests.record, ImportWriterTests.uuid(3),
            ])
        let before = try store.everything()
        let second = try importing()
        #expect(second.stored == 0 && second.alreadyKnown == 3 && second.repeatedInside == 1)
        #expect(try store.everything() == before)
    }

    @Test(
        "of more records inside than at the top level, and of more at the top level, the greater number is kept",
        arguments: [(3, 1), (1, 3), (2, 2)])
    func nestedMultiset(inside: Int, outside: Int) throws {
        let report = try store.importing { maker in
            let container = try maker.add(ImportWriterTests.uuid(2), .correlation())
            for _ in 0..<inside { try maker.add(ImportWriterTests.record, .quantity(5), in: container) }
            for _ in 0..<outside { try maker.add(ImportWriterTests.record, .quantity(5)) }
        }
        #expect(try store.samples().count == max(inside, outside))
        #expect(report.repeatedInside == Int64(min(inside, outside)) && report.sum == report.received)
        #expect(try store.contained(in: ImportWriterTests.uuid(2)).count == inside)
    }

    @Test("two identical correlations are two, each with its own records")
    func identicalCorrelations() throws {
        let report = try store.importing { maker in
            for _ in 0..<2 {
                let container = try maker.add(ImportWriterTests.uuid(2), .correlation())
                try maker.add(ImportWriterTests.record, .quantity(5), in: container)
            }
        }
        #expect(report.stored == 4)
        let relations = try store.session.execute(
            "select count(distinct container_uuid), count(distinct uuid), count(*) from health.contained_sample")[0]
        #expect(try relations.int64(0) == 2)
        #expect(try relations.int64(1) == 2)
        #expect(try relations.int64(2) == 2)
    }

    @Test("elements are stored once, however often they come, each with a position of its own")
    func elements() throws {
        func importing(_ numbers: [UInt8]) throws -> ImportWriter.Report {
            try store.importing { maker in
                for number in numbers {
                    maker.addElement("Me", ImportWriterTests.uuid(number), json: #"{"n": \#(number)}"#)
                }
            }
        }
        let first = try importing([1, 2, 2, 3])
        #expect(first.received == 4 && first.stored == 3 && first.alreadyKnown == 1)
        let second = try importing([1, 2, 3, 4])
        #expect(second.stored == 1 && second.alreadyKnown == 3)
        let positions = try store.changePositions()
        #expect(Set(positions).count == 4)
        let lastPosition = try store.lastPosition()
        #expect(positions.allSatisfy { $0 <= lastPosition })
    }

    @Test("an import of nothing stores nothing")
    func empty() throws {
        let before = try store.everything()
        let report = try store.importing { _ in }
        #expect(report.received == 0 && report.sum == 0)
        #expect(try store.everything() == before)
    }

    @Test("an import of which PostgreSQL refuses a record leaves nothing")
    func refused() throws {
        let before = try store.everything()
        for isOrder in [true, false] {
            var maker = SampleMaker()
            try maker.add()
            if isOrder { try maker.add(lasting: -1) } else { try maker.add(metadata: #"{"a": "\u0000"}"#) }
            let refused = maker
            #expect(throws: PostgresError.self) { try store.importing(refused) }
            #expect(try store.everything() == before)
        }
    }
}

extension ImportWriter.Report {
    /// The sum of the outcomes, which must equal the number of staged records.
    var sum: Int64 { stored + alreadyKnown + repeatedInside + deletedBefore }
}
