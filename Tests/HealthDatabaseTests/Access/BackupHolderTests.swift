import Foundation
import HealthCore
import HealthDatabase
import Postgres
import Testing

@Suite struct BackupHolderTests {
    @Test("a restored person has all samples, one holder of their own, and nothing of other holders")
    func restored() async throws {
        try await TestStore.with { store in
            let session = store.session
            let everything = TestGrant.everything
            _ = try store.holder("Ben", everything)
            let ben = try HolderStore.find(name: "Ben", session)
            let (kept, gone) = (UUID(), UUID())
            try store.post { maker in
                try maker.add(kept, .quantity(1))
                try maker.add(gone, .quantity(2), at: 60)
            }
            try store.delete(gone)
            for change in [
                "update health.sample set holder_id = $2 where person_id = $1",
                "update health.deleted_sample set holder_id = $2 where person_id = $1",
                """
                insert into health.sample_holder (person_id, uuid, holder_id)
                select person_id, uuid, $2 from health.sample where person_id = $1
                """,
                // Two holders may use the same names.
                """
                insert into health.client_anchor (person_id, holder_id, device, types, types_sha256, anchor)
                select $1, holder_id, 'phone', '{a}', '\\x01', case holder_id when $2 then 'ben' else 'ada' end::bytea
                from health.holder
                """,
                """
                insert into health.reader_preference (person_id, holder_id, first_weekday)
                select $1, holder_id, case holder_id when $2 then 6 else 7 end from health.holder
                """,
                """
                insert into health.client_session (person_id, holder_id, automation, session, arrival)
                select $1, holder_id, 'daily', '1', 1 from health.holder
                """,
            ] {
                _ = try session.execute(change, [.int32(store.person.id), .int32(ben.id)])
            }
            let lines = try exported(store)
            let copy = store.of(try PersonStore.create(name: "Copy", session))
            // Preferences that were chosen before the restore are replaced.
            _ = try session.execute(
                """
                insert into health.reader_preference (person_id, holder_id, first_weekday)
                select $1, holder_id, 1 from health.holder where person_id = $1
                """, [.int32(copy.person.id)])
            try restore(lines, into: copy)
            #expect(
                try session.execute(
                    "select first_weekday::integer from health.reader_preference where person_id = $1",
                    [.int32(copy.person.id)]
                ).map { try $0.int32(0) } == [7])

            let own = try HolderStore.own(of: copy.person, session)
            #expect(try copy.count("sample") == 1 && copy.count("deleted_sample") == 1)
            for table in ["sample", "deleted_sample"] {
                let holders = try session.execute(
                    "select from health.\(table) where person_id = $1 and holder_id is not null",
                    [.int32(copy.person.id)])
                #expect(holders.rowCount == 0, "\(table)")
            }
            for table in ["sample_holder", "token", "access_log"] { #expect(try copy.count(table) == 0, "\(table)") }
            for table in ["access_grant", "client_anchor", "client_session", "reader_preference"] {
                let holders = try session.execute(
                    "select holder_id from health.\(table) where person_id = $1", [.int32(copy.person.id)])
                #expect(try holders.map { try $0.int32(0) } == [own.id], "\(table)")
            }
            #expect(
                try session.execute(
                    "select convert_from(anchor, 'UTF8') from health.client_anchor where person_id = $1",
                    [.int32(copy.person.id)])[0].text(0) == "ada")
            #expect(try GrantStore.list(about: copy.person, session).map(\.isOwn) == [true])
            // Only the person's own token reads and writes everything.
            let token = try TokenStore.create(for: copy.person, name: "app", session)
            let access = try #require(try TokenStore.caller(for: token, session)).access
            #expect(access.isOwn && access.readsAll && access.writesAll)
        }
    }
}
