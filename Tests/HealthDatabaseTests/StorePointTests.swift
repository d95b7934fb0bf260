import Postgres
import TestSupport
import Testing

@testable import HealthDatabase

/// Tests of the digests that a backup keeps of each person.
@Suite(.disabled(if: TestServer.isCluster, "healthstore backup copies a private server, which is no cluster"))
struct StorePointTests {
    private let store: TestStore

    init() throws { store = try TestStore() }

    @Test("a digest does not depend on the order of rows, and a lost row changes it")
    func digests() throws {
        for hour in 0..<5 {
            try store.post { try $0.add(at: Double(hour) * 3_600) }
        }
        let before = try StoreDigest.read(store.session)
        #expect(before.people.map(\.samples) == [5])
        // Updates move each row to another place of the table.
        _ = try store.session.execute("update health.sample set uuid = uuid where person_id = \(store.person.id)")
        #expect(try StoreDigest.read(store.session) == before)
        _ = try store.session.execute(
            "delete from health.sample where ctid = (select min(ctid) from health.sample)")
        let after = try StoreDigest.read(store.session)
        #expect(
            before.differences(in: after)
                == [.changed(store.person.uuid, figures: "samples 4 instead of 5")])
        #expect(
            before.differences(in: StoreDigest(exportFormat: before.exportFormat, people: []))
                == [.missing(store.person.uuid)])
    }

    @Test("a person who is being written is marked as busy, and a later position of the person is no difference")
    func busy() throws {
        let (reader, writer) = (try Session(conninfo: store.conninfo), try Session(conninfo: store.conninfo))
        let point = try writer.transaction {
            _ = try ChangeCounter.lock(store.person, writer)
            let point = try StorePoint.make(name: "test", reader, locking: store.session, attempts: 1)
            #expect(point.digest.people.map(\.isBusy) == [true])
            try ChangeCounter.set(1, of: store.person, writer)
            return point
        }
        let later = try StorePoint.make(name: "later", reader, locking: store.session)
        #expect(later.digest.people.map(\.isBusy) == [false])
        #expect(point.digest.differences(in: later.digest) == [.written(store.person.uuid)])
        // Only a later position is excused.
        #expect(
            later.digest.differences(in: point.digest)
                == [.changed(store.person.uuid, figures: "last change 0 instead of 1")])
    }
}
