import Foundation
import HealthDatabase
import Postgres
import TestSupport
import Testing

/// An analyst, who can change every setting of their own session, cannot stop the service.
@Suite struct AnalystGuardTests {
    /// A copy of a template database has the privileges of functions, but not those of the
    /// database.
    private static func withGuards(_ body: (AnalystWorld) async throws -> Void) async throws {
        try await AnalystWorld.with { world in
            #expect(try !Migrator().isCurrent(world.ada.session))
            _ = try Migrator().migrate(world.ada.session)
            #expect(try Migrator().isCurrent(world.ada.session))
            #expect(try world.analyst.execute("show default_transaction_read_only")[0].text(0) == "on")
            try world.analyst.executeScript("set default_transaction_read_only = off")
            try await body(world)
        }
    }

    @Test("an analyst takes no advisory lock, writes no large object and no temporary table, and sends no notification")
    func refused() async throws {
        try await AnalystGuardTests.withGuards { world in
            for statement in [
                "select pg_advisory_lock(1)", "select pg_try_advisory_lock(1, 2)",
                "select pg_advisory_xact_lock_shared(1)", "select pg_try_advisory_xact_lock(1)",
                "select pg_advisory_unlock_all()", "select lo_create(0)", "select lo_creat(-1)",
                "select lo_from_bytea(0, 'x')", "select lo_put(1, 0, 'x')", "select lo_unlink(1)",
                "select lo_import('/etc/hostname')", "select lo_export(1, '/tmp/x')", "select lo_open(1, 131072)",
                "select loread(1, 1)", "select lowrite(1, 'x')", "select pg_notify('health_change', '1')",
                "create temporary table t (n integer)", "select 1 as n into temporary t",
            ] {
                #expect(sqlState { try world.analyst.execute(statement) } == "42501", "\(statement)")
            }
            let left = try world.analyst.execute(
                """
                select oid::regprocedure::text from pg_proc
                where proname ~ '(advisory|^lo_|^lo(read|write)$|^lowrite$|notify$)'
                    and pronamespace = 'pg_catalog'::regnamespace and has_function_privilege(oid, 'execute')
                """
            ).map { try $0.text(0) }
            #expect(left.isEmpty, "\(left)")
            // Reading and the service still work.
            #expect(try world.analyst.execute("select count(*) from health.person")[0].int64(0) == 1)
            try world.ada.post { try $0.add() }
        }
    }

    @Test(
        "an analyst of another store of the server cannot connect or be removed, unless it is one of this store, too",
        .disabled(if: TestServer.isCluster, "a cluster has one store, and all roles may connect"))
    func otherStore() async throws {
        try await AnalystGuardTests.withGuards { world in
            try await TestStore.with { other in
                _ = try Migrator().migrate(other.session)
                func login(_ store: TestStore) -> Session? {
                    try? AnalystWorld.login(world.name, world.password, store.conninfo)
                }
                #expect(login(other) == nil)
                #expect(try !AnalystStore.list(other.session).contains { $0.name == world.name })
                #expect(throws: HealthDatabaseError.self) { try AnalystStore.remove(world.name, other.session) }
                try AnalystStore.grant(world.name, other.person, other.session)
                #expect(login(other) != nil)
                try AnalystStore.remove(world.name, other.session)
                #expect(login(other) == nil && login(world.ada) != nil)
            }
        }
    }

    @Test("the store's owner keeps the revoked rights, also if it is not a superuser or changes later")
    func owner() async throws {
        let name = "o" + UUID().uuidString.lowercased().filter { $0 != "-" }
        try await TestStore.with { store in
            try store.session.executeScript("create role \(name) login")
            let database = try store.texts("select current_database()::text")[0]
            func setOwner(_ owner: String) throws {
                try store.session.executeScript("alter database \(database) owner to \(owner)")
                try store.session.executeScript("alter schema health owner to \(owner)")
            }
            defer {
                try? setOwner("current_user")
                try? store.session.executeScript("drop owned by \(name)")
                try? store.session.executeScript("drop role \(name)")
            }
            try setOwner(name)
            _ = try store.session.execute("update health.installed_code set sha256 = '' where name = 'rights'")
            _ = try Migrator().migrate(store.session)
            let row = try store.session.execute(
                """
                select has_function_privilege($1, 'pg_advisory_lock(bigint)', 'execute'),
                    has_function_privilege($1, 'pg_notify(text, text)', 'execute'),
                    has_database_privilege($1, current_database(), 'temporary')
                """, [.text(name)])[0]
            for column in 0..<3 { #expect(try row.bool(column), "\(column)") }
        }
    }

    @Test("an analyst's idle sessions end, and the analyst cannot lift the limit of temporary files")
    func settings() async throws {
        try await AnalystGuardTests.withGuards { world in
            func shown(_ name: String) throws -> String { try world.analyst.execute("show \(name)")[0].text(0) }
            #expect(try shown("idle_session_timeout") == "1h")
            #expect(try shown("idle_in_transaction_session_timeout") == "10min")
            #expect(try shown("temp_file_limit") == "\(AnalystStore.temporaryFileGigabytesMax)GB")
            #expect(sqlState { try world.analyst.executeScript("set temp_file_limit = -1") } == "42501")
            let state = sqlState {
                try world.analyst.executeScript("alter role \(world.name) set temp_file_limit = -1")
            }
            #expect(state == "42501")
            // An analyst added by an older program without these limits gets them with the next
            // change of access.
            try world.ada.session.executeScript(
                """
                alter role \(world.name) reset idle_session_timeout;
                alter role \(world.name) reset temp_file_limit;
                update health.installed_code set sha256 = '' where name = 'rights'
                """)
            _ = try Migrator().migrate(world.ada.session)
            let settings = try world.ada.texts(
                "select unnest(rolconfig) from pg_roles where rolname = $1", [.text(world.name)])
            #expect(
                settings.contains("idle_session_timeout=3600s") && settings.contains("temp_file_limit=2GB"),
                "\(settings)")
        }
    }

    @Test("migrating waits for a limited time, and the error names the holder of the lock and what to do")
    func lockHolders() async throws {
        try await TestStore.with { store in
            let other = try Session(conninfo: store.conninfo, applicationName: "a notebook")
            let process = try other.execute("select pg_backend_pid()")[0].int32(0)
            func expectLocked(_ statement: String) throws {
                try other.executeScript("begin; \(statement)")
                let error = #expect(throws: HealthDatabaseError.self, "\(statement)") {
                    try Migrator().migrate(store.session, lockSeconds: 1)
                }
                #expect(error?.code == .lockTimeout)
                let message = error?.message ?? ""
                #expect(message.contains("process \(process) (application a notebook"), "\(message)")
                #expect(message.contains("idle in transaction, since 20"), "\(message)")
                #expect(error?.hint?.contains("pg_terminate_backend(\(process))") == true)
                try other.executeScript("rollback")
            }
            if LongRun.isOn { try expectLocked("select pg_advisory_xact_lock(\(0x6865_616c_7468))") }
            // A reader of a view that is to be created again.
            _ = try store.session.execute("update health.installed_code set sha256 = '' where name = 'code'")
            try expectLocked("select from health.daily_steps limit 0")
            #expect(try Migrator().migrate(store.session, lockSeconds: 1).codeChanged)
        }
    }
}
