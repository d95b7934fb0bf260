import Digests
import Foundation
import HealthCore
import HealthDatabase
import Postgres
import SQLFiles
import TestSupport
import Testing

@Suite struct AccessMigrationTests {
    /// A store of the previous version, with two people, their tokens and an analyst.
    private struct OldStore {
        let session: Session
        let ada: Person
        let bea: Person
        let token: BearerToken
        let revoked: BearerToken
        let analyst: String
        let files: SQLFiles

        static func with<Value>(_ body: (OldStore) async throws -> Value) async throws -> Value {
            try await TestServer.shared().withDatabase { conninfo in
                let session = try Session(conninfo: conninfo)
                var files = try SQLFiles.load()
                files.migrations = Array(files.migrations.prefix { $0.name != "access" })
                files.access = ""
                files.code = []
                _ = try Migrator(files: files).migrate(session)
                let ada = try TestStore.addPerson("Ada", session)
                let bea = try TestStore.addPerson("Bea", session)
                let analyst = "a" + UUID().uuidString.lowercased().filter { $0 != "-" }
                try session.executeScript(
                    """
                    create role \(analyst);
                    insert into health.analyst_grant (person_id, analyst)
                    values (\(ada.id), '\(analyst)'), (\(bea.id), 'gone');
                    """)
                defer { try? session.executeScript("drop owned by \(analyst); drop role \(analyst)") }
                let token = try addToken(ada, session)
                let revoked = try addToken(ada, session)
                _ = try session.execute(
                    "update health.token set revoked_at = now() where token_id = $1", [.uuid(revoked.tokenID)])
                for person in [ada, bea] {
                    try session.executeScript(samples.replacing("PERSON", with: "\(person.id)"))
                }
                return try await body(
                    OldStore(
                        session: session, ada: ada, bea: bea, token: token, revoked: revoked, analyst: analyst,
                        files: files))
            }
        }

        private static func addToken(_ person: Person, _ session: Session) throws -> BearerToken {
            let id = UUID().uuidString.lowercased().filter { $0 != "-" }
            let token = try #require(BearerToken("hs_\(person.id)_\(id)_" + String(repeating: "ab", count: 32)))
            _ = try session.execute(
                "insert into health.token (person_id, token_id, secret_sha256, name) values ($1, $2, $3, 'phone')",
                [.int32(person.id), .uuid(token.tokenID), .bytea(SHA256.hash(token.secret))])
            return token
        }

        /// Steps and a type that is not in the catalogue, of two sources and a device, and a
        /// deletion.
        private static let samples = """
            insert into health.source (person_id, source_id, name, was_user_entered, source_class)
            values (PERSON, 1, 'Watch', false, 'watch'), (PERSON, 2, 'By hand', true, 'other');
            insert into health.source_revision (person_id, source_revision_id, source_id)
            values (PERSON, 1, 1), (PERSON, 2, 2), (PERSON, 3, 1);
            insert into health.device (person_id, device_id, name) values (PERSON, 1, 'Watch of PERSON');
            insert into health.sample_type (identifier, short_name, kind, in_catalogue)
            values ('org.example.PERSON', 'org.example.PERSON', 'quantity', false), ('org.example.gone', 'gone', 'quantity', false)
            on conflict do nothing;
            insert into health.unit (unit_string) values ('count'), ('florps PERSON') on conflict do nothing;
            insert into health.sample (
                person_id, sample_type_id, uuid, start_time, end_time, quantity, source_revision_id, device_id, change_position,
                sent_unit_id)
            select PERSON, sample_type_id, gen_random_uuid(), '2024-01-01', '2024-01-01', 1, revision, device, number,
                (select unit_id from health.unit where unit_string = unit)
            from (
                values ('HKQuantityTypeIdentifierStepCount', 1, 1, 1, 'count'),
                    ('HKQuantityTypeIdentifierStepCount', 3, null, 2, 'count'),
                    ('org.example.PERSON', 2, null, 3, 'florps PERSON')
            ) as made (identifier, revision, device, number, unit)
            join health.sample_type using (identifier);
            insert into health.person_sample_type (person_id, sample_type_id)
            select PERSON, sample_type_id from health.sample_type where identifier = 'org.example.PERSON';
            insert into health.deleted_sample (person_id, uuid, sample_type_id, change_position)
            select PERSON, gen_random_uuid(), sample_type_id, 4 from health.sample_type where identifier = 'org.example.gone'
            """
    }

    @Test("a token of the older version keeps every right about its person, and a revoked token stays revoked")
    func tokens() async throws {
        try await OldStore.with { old in
            #expect(try Migrator().migrate(old.session).migrations.first == "access")
            let caller = try #require(try TokenStore.caller(for: old.token, old.session))
            #expect(caller.person == old.ada)
            let access = caller.access
            #expect(access.readsAll && access.writesAll && access.mayRead && access.mayWrite && access.mayManage)
            #expect(access.showsNames)
            #expect(try TokenStore.caller(for: old.revoked, old.session) == nil)
            let own = try old.session.execute(
                "select count(*), count(distinct holder.person_id) from health.access_grant join health.holder using (holder_id) where holder.person_id = access_grant.person_id"
            )[0]
            #expect(try own.int64(0) == 2 && own.int64(1) == 2)
        }
    }

    @Test("an analyst of the older version reads the same people, with all types and names")
    func analysts() async throws {
        try await OldStore.with { old in
            _ = try Migrator().migrate(old.session)
            try old.session.executeScript(
                "grant healthstore_analyst to \(old.analyst); set session authorization \(old.analyst)")
            defer { try? old.session.executeScript("reset session authorization") }
            func texts(_ sql: String) throws -> [String] { try old.session.execute(sql).map { try $0.text(0) } }
            #expect(try texts("select name from health.person") == ["Ada"])
            #expect(try texts("select count(*)::text from health.sample") == ["3"])
            #expect(
                try texts("select source || coalesce(' ' || device, '') from health.quantity_sample order by 1")
                    == ["By hand", "Watch", "Watch Watch of \(old.ada.id)"])
            #expect(
                try texts("select identifier from health.sample_type where not in_catalogue order by 1")
                    == ["org.example.\(old.ada.id)", "org.example.gone"])
            #expect(
                try texts("select unit_string from health.unit where not in_catalogue") == ["florps \(old.ada.id)"])
        }
    }

    @Test("the migration stores the types of sources and devices, and the names that are not in the catalogue")
    func facts() async throws {
        try await OldStore.with { old in
            _ = try Migrator().migrate(old.session)
            func texts(_ sql: String) throws -> [String] {
                try old.session.execute(sql, [.int32(old.bea.id)]).map { try $0.text(0) }
            }
            let type = "(select short_name from health.sample_type t where t.sample_type_id = noted.sample_type_id)"
            #expect(
                try texts(
                    "select source_id || ' ' || \(type) from health.source_type noted where person_id = $1 order by 1")
                    == ["1 stepCount", "2 org.example.\(old.bea.id)"])
            #expect(
                try texts("select device_id || ' ' || \(type) from health.device_type noted where person_id = $1")
                    == ["1 stepCount"])
            #expect(
                try texts("select \(type) from health.person_sample_type noted where person_id = $1 order by 1")
                    == ["gone", "org.example.\(old.bea.id)"])
            #expect(
                try texts(
                    "select unit_string from health.person_unit join health.unit using (unit_id) where person_id = $1 order by 1"
                ) == ["count", "florps \(old.bea.id)"])
            #expect(
                try texts(
                    """
                    select unit_string || ' ' || \(type) from health.unit_type noted join health.unit using (unit_id)
                    where person_id = $1 order by 1
                    """) == ["count stepCount", "florps \(old.bea.id) org.example.\(old.bea.id)"])
            #expect(
                try texts(
                    """
                    select source_class || ' ' || was_user_entered from health.source_kind
                    where person_id = $1 and label ~ '^Source [0-9a-f]{6}$' order by source_id
                    """) == ["watch false", "other true"])
        }
    }

    @Test("the older program refuses the newer store")
    func older() async throws {
        try await OldStore.with { old in
            try Migrator(files: old.files).verify(old.session)
            _ = try Migrator().migrate(old.session)
            let migrating = #expect(throws: HealthDatabaseError.self) {
                try Migrator(files: old.files).migrate(old.session)
            }
            #expect(migrating?.code == .databaseTooNew)
            let verifying = #expect(throws: HealthDatabaseError.self) {
                try Migrator(files: old.files).verify(old.session)
            }
            #expect(verifying?.code == .databaseTooNew)
        }
    }
}
