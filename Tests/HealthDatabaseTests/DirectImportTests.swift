import Foundation
import HealthCore
import Postgres
import Testing

/// Tests that a first import, which is copied directly, stores the same rows as any other import,
/// which is staged.
@Suite struct DirectImportTests {
    /// Returns records of every kind. Some are repeated at the top level and inside containers,
    /// before and after them.
    private func records() throws -> SampleMaker {
        var maker = SampleMaker()
        for round in 0..<3 {
            for number in 1...40 where number % (round + 1) == 0 {
                let uuid = ImportWriterTests.uuid(UInt8(number))
                let metadata = number.isMultiple(of: 3) ? #"{"n": \#(number)}"# : ""
                try maker.add(
                    uuid, number.isMultiple(of: 2) ? .quantity(Double(number)) : .category(1), metadata: metadata)
            }
            let container = try maker.add(ImportWriterTests.uuid(UInt8(200 + round)), .correlation())
            try maker.add(ImportWriterTests.uuid(7), .category(1), in: container)
            try maker.add(ImportWriterTests.uuid(UInt8(100 + round)), .quantity(3), in: container)
            maker.addElement("Me", ImportWriterTests.uuid(250), json: "{}")
        }
        return maker
    }

    @Test("a first import stores the same as one that is staged whole, whatever the size of its pieces")
    func same() async throws {
        let maker = try records()
        let staged = try await TestStore.with { store in
            // This person already has a sample, so the import is staged.
            try store.post { try $0.add(ImportWriterTests.uuid(255), .quantity(1)) }
            let report = try store.importing(maker)
            #expect(report.sum == report.received && report.received == Int64(maker.records.count))
            let first = ImportWriterTests.uuid(255).uuidString.lowercased()
            return (try ImportResumeTests.contents(store).filter { !$0.hasPrefix(first) }, report)
        }
        for piece in [1, 5, 1_000] {
            try await TestStore.with { store in
                let report = try store.importing(maker, piece: piece)
                #expect(report == staged.1)
                #expect(try ImportResumeTests.contents(store) == staged.0)
                let again = try store.importing(maker, piece: piece)
                #expect(again.stored == 0 && again.sum == again.received)
                #expect(try ImportResumeTests.contents(store) == staged.0)
            }
        }
    }
}
