import Foundation
import HealthCore
import HealthDatabase
import Postgres
import TestSupport
import Testing

/// Everything of a person as lines, and back.
@Suite struct BackupTests {
    @Test("an export that is restored is exported again to the same bytes, and every table holds the same")
    func everything() async throws {
        try await TestStore.with { store in
            try fill(store)
            let lines = try exported(store)
            let copy = store.of(try PersonStore.create(name: "Copy", store.session))
            let report = try restore(lines, into: copy)
            #expect(!report.hasSameUUID)
            #expect(report.counts.values.reduce(0, +) == Int64(lines.count - 2))
            for record in BackupRecord.allCases where record != .type {
                #expect(report.counts[record] ?? 0 > 0, "nothing of kind \(record) was tested")
            }
            let again = try exported(copy)
            #expect(again.dropFirst() == lines.dropFirst())
            let (original, restored) = (try store.withoutPlaces(), try copy.withoutPlaces())
            #expect(original == restored)
            #expect(try doctorsComplaints(copy.session) == [])
        }
    }

    @Test("every personal table is exported or left out for a reason")
    func tables() async throws {
        try await TestStore.with { store in
            let exported = BackupRecord.allCases.filter { $0 != .type }.flatMap(\.tables)
            let known = (exported + BackupRecord.leftOut.map(\.table)).sorted()
            #expect(try store.personalTables() == known)
        }
    }
}
