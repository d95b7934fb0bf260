import Foundation
import HealthCore
import HealthDatabase
import Postgres
import Testing

@Suite struct DeletionTests {
    private let store: TestStore

    init() throws { store = try TestStore() }

    @Test("a deletion takes the sample with all that hangs on it, of any kind", arguments: BatchWriterTests.kinds)
    func everyKind(_ kind: BatchWriterTests.Kind) throws {
        let uuid = UUID()
        try store.post { try $0.add(uuid, kind.made, metadata: #"{"a": 1}"#, parts: "[1]") }
        let receipt = try store.delete(uuid)
        #expect(receipt.deletions == [.deleted] && receipt.changePosition == 2)
        for table in ["sample", "sample_detail", "workout"] { #expect(try store.count(table) == 0, "\(table)") }
        #expect(try store.changePositions() == [2])
        let typed = try store.session.execute(
            "select sample_type_id is not null from health.deleted_sample where uuid = $1", [.uuid(uuid)])
        #expect(try typed[0].bool(0))
    }

    @Test("the same deletion twice in one batch is done once")
    func twiceInOneBatch() throws {
        let (one, two) = (UUID(), UUID())
        let receipt = try store.post { maker in
            try maker.delete(one)
            try maker.delete(two, type: "stepCount")
            try maker.delete(one, type: "heartRate")
        }
        #expect(receipt.deletions == [.deleted, .deleted, .unchanged] && receipt.changePosition == 2)
        #expect(try store.changePositions() == [1, 2])
        let types = try store.texts(
            """
            select t.short_name from health.deleted_sample join health.sample_type t using (sample_type_id)
            order by t.short_name
            """)
        #expect(types == ["heartRate", "stepCount"])
    }

    @Test("a sample that its own batch deletes is superseded, whether the store had it or not")
    func sameBatch() throws {
        let (fresh, old) = (UUID(), UUID())
        try store.post { try $0.add(old) }
        let receipt = try store.post { maker in
            try maker.add(fresh)
            try maker.add(old, .quantity(99))
            try maker.delete(fresh)
            try maker.delete(old)
        }
        #expect(receipt.samples == [0: .superseded, 1: .superseded])
        #expect(receipt.deletions == [.deleted, .deleted])
        #expect(try store.count("sample") == 0)
        #expect(try store.count("deleted_sample") == 2)
    }
}
