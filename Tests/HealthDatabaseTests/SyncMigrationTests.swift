import Foundation
import HealthCore
import HealthDatabase
import Postgres
import SQLFiles
import TestSupport
import Testing

@Suite struct SyncMigrationTests {
    @Test("the migration learns the greatest version of each identifier that clients have sent, and takes nothing away")
    func migration() async throws {
        try await TestServer.shared().withDatabase { conninfo in
            let session = try Session(conninfo: conninfo)
            var before = try SQLFiles.load()
            before.migrations = Array(before.migrations.prefix { $0.name != "sync" })
            before.access = ""
            before.code = []
            _ = try Migrator(files: before).migrate(session)
            let store = TestStore(
                conninfo: conninfo, session: session, person: try TestStore.addPerson("Ada", session))
            let (key, version) = (SyncIdentity.identifierKey, SyncIdentity.versionKey)
            let metadata = [
                #"{"\#(key)": "x", "\#(version)": 9}"#, #"{"\#(key)": "x", "\#(version)": 10}"#,
                // These samples are from an import, have no version, have another kind of value,
                // have too long a value, or have no identity.
                #"{"\#(key)": "i", "\#(version)": "1"}"#, #"{"\#(key)": "a"}"#, #"{"\#(key)": 7, "\#(version)": 1}"#,
                #"{"\#(key)": "\#(String(repeating: "x", count: 1_001))", "\#(version)": 1}"#, #"{"a": 1}"#,
            ]
            let uuids = metadata.map { _ in UUID() }
            try session.executeScript(
                """
                insert into health.source (person_id, source_id, name, was_user_entered, source_class)
                select person_id, 4, 'Phone', false, 'phone' from health.person;
                insert into health.source_revision (person_id, source_revision_id, source_id)
                select person_id, 1, 4 from health.person
                """)
            for (uuid, metadata) in zip(uuids, metadata) {
                let parameters: [Parameter] = [.int32(store.person.id), .uuid(uuid)]
                _ = try session.execute(
                    """
                    insert into health.sample (
                        person_id, uuid, start_time, end_time, sample_type_id, source_revision_id, change_position)
                    values ($1, $2, now(), now(), 1, 1, 1)
                    """, parameters)
                _ = try session.execute(
                    "insert into health.sample_detail (person_id, uuid, metadata) values ($1, $2, $3)",
                    parameters + [.jsonb(Array(metadata.utf8))])
            }
            #expect(try Migrator().migrate(session).migrations.first == "sync")
            let rows = try store.texts(
                "select concat_ws(' ', source_id, sample_type_id, identifier, version, uuid) from health.sample_sync")
            #expect(rows == ["4 1 x 10 \(uuids[1].uuidString.lowercased())"])
            #expect(try store.count("sample") == Int64(uuids.count))
        }
    }
}
