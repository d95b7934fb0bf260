import HealthDatabase
import Postgres
import SQLFiles
import TestSupport
import Testing

/// Migrates servers and databases in different states, and checks who may read what.
@Suite struct AccessTests {
    private let store: TestStore

    init() throws { store = try TestStore() }

    private static let isOpen = opens("healthstore_analyst")

    /// Asks whether a role exists and may read samples and call functions.
    private static func opens(_ role: String) -> String {
        """
        select exists (
            select from pg_roles where rolname = '\(role)'
                and has_any_column_privilege(oid, 'health.sample', 'select')
                and has_function_privilege(oid, 'health_code.source_order(integer, integer)', 'execute'))
        """
    }

    @Test("databases of one server that are migrated at the same time create the role once and grant access in all")
    func concurrent() async throws {
        try await CrashableServer.with(hasStore: false) { server in
            let names = LongRun.isOn ? ["one", "two", "three", "four"] : ["one", "two"]
            for name in names { try Session(conninfo: server.conninfo).executeScript("create database \(name)") }
            let open = try await concurrently(names.count) { index in
                let session = try Session(conninfo: server.conninfo + " dbname=\(names[index])")
                let report = try Migrator().migrate(session)
                #expect(report.accessChanged && report.warnings == [])
                return try session.execute(AccessTests.isOpen)[0].bool(0)
            }
            #expect(open.allSatisfy { $0 })
        }
    }

    @Test(
        "a user who may not create roles can migrate, gets a warning with the statement for an administrator, and that statement helps"
    )
    func withoutRoles() async throws {
        try await CrashableServer.with(hasStore: false) { server in
            let session = try Session(conninfo: server.conninfo)
            try session.executeScript(
                "create role limited; grant create on database healthstore to limited; set session authorization limited"
            )
            let first = try Migrator().migrate(session)
            #expect(!first.migrations.isEmpty)
            // One for the role of analysts, one for the role with which the service reads.
            let roles = ["healthstore_analyst", "healthstore_reader"]
            #expect(first.warnings.count == roles.count)
            for (warning, role) in zip(first.warnings, roles) {
                #expect(warning.contains("create role \(role) nologin"))
            }
            try Migrator().verify(session)
            let second = try Migrator().migrate(session)
            #expect(!second.changedAnything && second.warnings == first.warnings)
            #expect(throws: HealthDatabaseError.self) { try AnalystStore.create(name: "anna", session) }

            // These are the statements that the warnings name. The first alone leaves the second
            // warning.
            var remaining = first.warnings
            for role in roles {
                #expect(try session.execute(AccessTests.opens(role))[0].bool(0) == false)
                let statement = try #require(remaining.first?.split(separator: "\"").dropFirst().first)
                try session.executeScript(
                    "reset session authorization; \(statement); set session authorization limited")
                let next = try Migrator().migrate(session)
                remaining.removeFirst()
                #expect(next.warnings == remaining)
                #expect(try session.execute(AccessTests.opens(role))[0].bool(0))
            }
            // The service sets the role before it reads for a holder.
            try session.executeScript("begin; set local role healthstore_reader; table health.sample; rollback")
            #expect(try !Migrator().migrate(session).changedAnything)
            #expect(try !AnalystStore.readOnlySettings(person: nil, session).isEmpty)
            #expect(refusal { try AnalystStore.create(name: "anna", session) } == .rolesRefused)

            // Every migration prints what is still missing, until an administrator has done it.
            let membership = "grant healthstore_reader to limited"
            let guards = try SQLFiles.load().rights.guards
            for (change, missing, help) in [
                ("revoke healthstore_reader from limited", "\"\(membership)\"", membership),
                ("alter database healthstore owner to limited", "must run the file access/guards.sql", guards),
            ] {
                try session.executeScript("reset session authorization; \(change); set session authorization limited")
                for _ in 0..<2 {
                    let report = try Migrator().migrate(session)
                    #expect(report.warnings.count == 1 && !report.changedAnything)
                    #expect(report.warnings[0].contains(missing), "\(report.warnings)")
                }
                try session.executeScript("reset session authorization; \(help); set session authorization limited")
                #expect(try Migrator().migrate(session).warnings == [])
            }
        }
    }

    @Test("grants are restored when functions and views are created again")
    func again() throws {
        try store.session.executeScript("update health.installed_code set sha256 = 'old' where name = 'code'")
        let report = try Migrator().migrate(store.session)
        #expect(report.codeChanged && report.accessChanged)
        #expect(try store.session.execute(AccessTests.isOpen)[0].bool(0))
        let closed = try store.texts(
            """
            select relname::text from pg_class where relnamespace = 'health'::regnamespace and relkind = 'v'
                and not has_any_column_privilege('healthstore_analyst', oid, 'select')
            """)
        #expect(closed == [])
    }

    @Test("a view of the owner is closed to analysts unless it has security_invoker")
    func ownViews() throws {
        try store.session.executeScript(
            """
            create view health.plain as select * from health.person;
            create view health.off with (security_invoker = false) as select * from health.person;
            create view health.other with (security_barrier) as select * from health.person;
            create materialized view health.copied as select * from health.person;
            create view health.guarded with (security_invoker) as select * from health.person;
            grant select on health.plain, health.copied to healthstore_analyst;
            update health.installed_code set sha256 = 'old' where name = 'rights'
            """)
        _ = try Migrator().migrate(store.session)
        try store.session.executeScript("set healthstore.person_id = '-1'; set role healthstore_analyst")
        for view in ["plain", "off", "other", "copied"] {
            #expect(sqlState { try store.session.execute("select * from health.\(view)") } == "42501", "\(view)")
        }
        #expect(try store.session.execute("select * from health.guarded").rowCount == 0)
        try store.session.executeScript("reset role; reset healthstore.person_id")
        #expect(try store.session.execute("select * from health.plain").rowCount == 1)
    }

    @Test("a personal table can be read only if it has a policy, also one of a later migration")
    func withoutPolicy() throws {
        try store.session.executeScript(
            """
            create table health.later (person_id integer not null, note text);
            update health.installed_code set sha256 = 'old' where name = 'rights'
            """)
        _ = try Migrator().migrate(store.session)
        try store.session.executeScript("set role healthstore_analyst")
        #expect(sqlState { try store.session.execute("table health.later") } == "42501")
        try store.session.executeScript("reset role")
    }

    @Test("a policy whose file changed is created again, and no other")
    func changedPolicy() throws {
        func policies() throws -> [String] {
            try store.texts("select oid::text || polname || polrelid from pg_policy order by 1")
        }
        let before = Set(try policies())
        try store.session.executeScript(
            "update health.installed_code set sha256 = 'old' where name = 'access/policies/workout.sql'")
        #expect(try !Migrator().isCurrent(store.session))
        #expect(try Migrator().migrate(store.session).accessChanged)
        #expect(Set(try policies()).subtracting(before).count == 1)
        #expect(try !Migrator().migrate(store.session).changedAnything)
    }
}
