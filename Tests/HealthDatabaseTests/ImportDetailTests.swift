import Foundation
import HealthCore
import HealthDatabase
import Postgres
import Testing

@Suite struct ImportDetailTests {
    @Test("batches of one transaction do not see each other's records again")
    func oneTransaction() async throws {
        try await TestStore.with { store in
            let receipts = try store.session.transaction {
                try (0..<3).map { number in
                    try store.post { maker in
                        try maker.add(UUID(), .quantity(Double(number)))
                        if number == 1 { try maker.add(UUID(), .category(3)) }
                    }
                }
            }
            #expect(receipts.map(\.samples.count) == [1, 2, 1])
            #expect(receipts.map(\.changePosition) == [1, 3, 4])
            #expect(try store.count("sample") == 4)
        }
    }
}
