import Foundation
import HealthCore
import HealthDatabase
import Postgres
import TestSupport
import Testing

/// Two people with rows in every table, and a logged-in analyst who may read the first person's
/// data.
struct AnalystWorld {
    let ada: TestStore
    let bea: TestStore
    let name: String
    let password: String
    let analyst: Session

    static func with<Value>(
        statementTimeoutSeconds: Int = 60, _ body: (AnalystWorld) async throws -> Value
    ) async throws -> Value {
        try await TestStore.with { ada in
            let bea = ada.of(try PersonStore.create(name: "Bea", ada.session))
            for store in [ada, bea] {
                try fill(store)
                try store.post { maker in
                    try maker.add(
                        UUID(), .other(type: AggregateNight.typeIdentifier), at: -10 * 3_600, lasting: 7 * 3_600,
                        from: SourceRevision(name: "App", bundleIdentifier: "health-auto-export:A:nights"),
                        parts: #"{"night": {"asleep": 21600}}"#)
                }
                try AnalystWorld.fillFigures(store)
            }
            // Roles belong to the server, which other tests share.
            let name = "a" + UUID().uuidString.lowercased().filter { $0 != "-" }
            let password = try AnalystStore.create(
                name: name, people: [ada.person], statementTimeoutSeconds: statementTimeoutSeconds, ada.session)
            defer { try? AnalystStore.remove(name, ada.session) }
            let analyst = try login(name, password, ada.conninfo)
            return try await body(
                AnalystWorld(ada: ada, bea: bea, name: name, password: password, analyst: analyst))
        }
    }

    /// A connection of the analyst, with the password.
    static func login(_ name: String, _ password: String, _ conninfo: String) throws -> Session {
        var string = try ConnectionString(conninfo)
        string["user"] = name
        string["password"] = password
        return try Session(conninfo: string.text)
    }

    private static func fillFigures(_ store: TestStore) throws {
        for statement in [
            "insert into health.mark values ($1, 1, nextval('health.mark_id'), '2024-01-01', '2024-01-02')",
            """
            insert into health.hour (person_id, sample_type_id, source_id, start_time, count, reaching_count, valueless_count, reaching_valueless_count, duration, source_ids)
            values ($1, 1, 0, '2001-01-01', 1, 0, 0, 0, 0, '{}') on conflict do nothing
            """,
            """
            insert into health.day (person_id, sample_type_id, source_id, date, start_time, end_time, count, reaching_count, valueless_count, reaching_valueless_count, duration, source_ids)
            values ($1, 1, 0, '2001-01-01', '2001-01-01', '2001-01-02', 1, 0, 0, 0, 0, '{}') on conflict do nothing
            """,
            """
            insert into health.night (person_id, sample_type_id, date, start_time, end_time, session_count, nap_count,
                source_ids, is_aggregate)
            values ($1, 1, '2001-01-01', '2001-01-01', '2001-01-02', 1, 0, '{}', false) on conflict do nothing
            """,
        ] {
            _ = try store.session.execute(statement, [.int32(store.person.id)])
        }
    }

    /// Tables and views of the schema health, and whether the analyst may read them.
    func relations() throws -> [(name: String, isReadable: Bool, isPersonal: Bool)] {
        try ada.session.execute(
            """
            select relname::text, has_any_column_privilege($1, oid, 'select'),
                exists (
                    select from pg_attribute
                    where attrelid = pg_class.oid and attname = 'person_id' and not attisdropped)
            from pg_class where relnamespace = 'health'::regnamespace and relkind in ('r', 'p', 'v', 'm')
            order by relname
            """, [.text(name)]
        ).map { (name: try $0.text(0), isReadable: try $0.bool(1), isPersonal: try $0.bool(2)) }
    }
}

@Suite struct AnalystTests {
    @Test("an analyst may read health data and the catalogue, but no table of the service")
    func readable() async throws {
        let service: Set = [
            // Who else may read, and who asked. Over HTTP this needs the right to manage.
            "access_grant", "access_log", "holder",
            // How other readers want to see the data.
            "reader_preference",
            // Secrets.
            "operator_token", "passkey", "store_secret", "token", "token_use", "webhook",
            "arrival", "change_counter", "contained_change", "client_anchor", "client_session", "sync_plan",
            "day_clock",
            "dropped_foreign_key",
            "erased_person",
            "idempotency_key", "complete_range", "import_upload",
            "installed_code", "migration", "replaced_sample", "used_challenge",
        ]
        let catalogue: Set = [
            "category_type", "category_value", "characteristic_type", "correlation_type", "enum_value", "metadata_key",
            "other_sample_type", "quantity_type", "sample_type", "time_zone_offset", "type_group", "type_unit", "unit",
            "unit_prefix", "unit_printed_form", "unit_spelling", "unit_symbol", "workout_activity_type",
            "workout_event_type",
        ]
        try await AnalystWorld.with { world in
            let relations = try world.relations()
            #expect(Set(relations.filter { !$0.isReadable }.map(\.name)) == service)
            // A new table must be listed in sql/access/grants.sql or in this test.
            let others = relations.filter { $0.isReadable && !$0.isPersonal && !catalogue.contains($0.name) }
            #expect(others.map(\.name) == [])
            for name in service {
                #expect(sqlState { try world.analyst.execute("select * from health.\(name)") } == "42501", "\(name)")
            }
        }
    }

    @Test(
        "every personal table has row-level security, each that the owner does not read alone has a policy, and every view has security_invoker"
    )
    func guarded() async throws {
        try await TestStore.with { store in
            let policies = try store.texts(
                """
                select tablename::text from pg_policies
                where schemaname = 'health' and permissive = 'PERMISSIVE' and roles = '{public}' order by 1
                """)
            // The names of types and units are shared. Names that are not in the catalogue are
            // personal.
            let owners: Set = [
                "access_grant", "access_log", "arrival", "client_anchor", "client_session", "day_clock", "holder",
                "idempotency_key",
                "complete_range", "import_upload", "reader_preference", "replaced_sample", "sync_plan", "token",
                "token_use", "webhook",
            ]
            let personal = try store.personalTables().filter { !owners.contains($0) }
            #expect(policies == (personal + ["sample_type", "unit"]).sorted())
            // An analyst cannot take this role.
            let further = try store.texts(
                "select distinct roles::text from pg_policies where schemaname = 'health' and roles <> '{public}'")
            #expect(further == ["{healthstore_reader}"])
            // Citus cannot plan the policy of a shard that names another table.
            let foreign = try store.texts(
                """
                select policy.polrelid::regclass || ' names ' || named.oid::regclass
                from pg_policy policy
                join pg_depend on classid = 'pg_policy'::regclass and objid = policy.oid
                join pg_class named on refclassid = 'pg_class'::regclass and named.oid = refobjid
                where named.relkind <> 'c' and named.oid <> policy.polrelid
                """)
            #expect(foreign == [])
            let unguarded = try store.texts(
                """
                select relname::text from pg_class where relnamespace = 'health'::regnamespace
                    and (relkind = 'v' and not 'security_invoker=true' = any (coalesce(reloptions, '{}'))
                        or relkind in ('r', 'p') and not relrowsecurity and oid in (
                            select attrelid from pg_attribute where attname = 'person_id' and not attisdropped))
                """)
            #expect(unguarded == [])
            let definers = try store.texts(
                "select oid::regprocedure::text from pg_proc where prosecdef and pronamespace::regnamespace::text ~ '^health'"
            )
            // They answer about the caller alone; SQLTests have a file for each.
            #expect(
                Set(definers) == [
                    "health.aggregate_night_person_ids()",
                    "health.arrived_at(health.sealed_spans,integer,uuid)", "health.asker(boolean)",
                    "health.figure_spans()", "health.figure_times(integer,integer)",
                    "health.fully_readable_person_ids()", "health.granted_person_ids()",
                    "health.is_of_holder(integer,uuid,integer,integer)",
                    "health.is_readable_sample(health.sealed_spans,integer,uuid)",
                    "health.is_saved_by(integer,uuid,integer)",
                    "health.is_saved_row(health.readable_span[],integer,integer,timestamp with time zone,timestamp with time zone,uuid,integer)",
                    "health.named_person_ids()", "health.own_grants()",
                    "health.partly_readable_span(boolean)", "health.partly_readable_spans()",
                    "health.partly_readable_types()", "health.readable_groups()", "health.readable_name_ids(boolean)",
                    "health.readable_source_types()", "health.readable_spans()", "health.readable_types()",
                    "health.reads_type(integer,integer)", "health.sealed_access()", "health.sealed_spans()",
                    "health.saved_span()", "health.saving_holder_ids()", "health.writable_span()",
                    "health.shows_figures(health.sealed_spans,integer,uuid,jsonb)",
                ])
            #expect(try !store.session.execute("select row_security_active('health.sample')")[0].bool(0))
        }
    }

    private static let forbidden = [
        "delete from health.sample", "update health.person set name = 'x'", "truncate health.hour",
        "insert into health.mark values (1, 1, 1, '2024-01-01', '2024-01-02')",
        "insert into health.holder (name, role) values ('x', session_user)",
        "update health.sample_type set kind = 'other'",
        "create table health.t ()", "create table health_code.t ()", "create table health_staging.t ()",
        "create view health.v as select 1", "create function health_code.f() returns int return 1",
        "create schema s", "create role r", "alter table health.sample disable row level security",
        "alter view health.quantity_sample set (security_invoker = false)",
        "drop policy granted_people on health.sample",
        "create policy p on health.sample using (true)", "set row_security = off; table health.sample",
        "copy health.sample to program 'cat'", "alter role current_user createrole",
        "select nextval('health.mark_id')", "select setval('health.mark_id', 1)",
        "lock table health.sample in access exclusive mode",
        "create or replace function health.granted_person_ids() returns integer[] return '{1,2}'::integer[]",
    ]

    @Test("an analyst changes nothing, creates nothing, and cannot take another role")
    func refused() async throws {
        try await AnalystWorld.with { world in
            let before = try world.ada.everything()
            for statement in AnalystTests.forbidden {
                let state = sqlState {
                    try world.analyst.executeScript("begin read write; \(statement)")
                }
                #expect(state == "42501", "\(statement)")
                try world.analyst.executeScript("rollback")
            }
            let owner = try world.ada.texts("select current_user::text")[0]
            for role in [owner, "healthstore_reader"] {
                for statement in ["set role", "set session authorization", "set local role"] {
                    let state = sqlState {
                        try world.analyst.executeScript("\(statement) \(world.analyst.quoteIdentifier(role))")
                    }
                    #expect(state == "42501", "\(statement) \(role)")
                }
            }
            #expect(try world.ada.everything() == before)
        }
    }

    @Test("neither a setting nor the role of all analysts nor objects with the same names extend a grant")
    func notWidened() async throws {
        try await AnalystWorld.with { world in
            let people = "select string_agg(name, ',') from health.person"
            func seen() throws -> String? {
                let row = try world.analyst.execute(people)[0]
                return try row.optionalText(0)
            }
            #expect(try seen() == "Ada")
            try world.analyst.executeScript("set healthstore.person_id = '\(world.bea.person.id)'")
            #expect(try seen() == nil)
            try world.analyst.executeScript(
                "reset healthstore.person_id; set healthstore.asked_person_id = '\(world.bea.person.id)'")
            #expect(try seen() == nil)
            try world.analyst.executeScript(
                """
                reset healthstore.asked_person_id;
                set healthstore.access = '{"person": \(world.bea.person.id), "holder": 1, "readsAll": true, "showsNames": true}'
                """)
            #expect(try seen() == "Ada")
            try world.analyst.executeScript("set role healthstore_analyst")
            #expect(try seen() == "Ada")
            try world.analyst.executeScript(
                """
                reset role; begin read write;
                create temporary table access_grant as
                    select generate_series(1, 9) as person_id, 1 as holder_id, true as may_read, true as may_write,
                        null::timestamptz as expires_at, null::timestamptz as revoked_at;
                create temporary table holder as select 1 as holder_id, session_user::text as role;
                create temporary table person as select person_id from access_grant;
                create function pg_temp.pg_has_role(name, name, text) returns boolean return true;
                set search_path = pg_temp, health, pg_catalog; commit
                """)
            #expect(try seen() == "Ada")
        }
    }

    @Test("an analyst's statement is cancelled after the set number of seconds")
    func timeout() async throws {
        try await AnalystWorld.with(statementTimeoutSeconds: 1) { world in
            let error = #expect(throws: PostgresError.self) { try world.analyst.execute("select pg_sleep(60)") }
            #expect(error?.isCancelled == true)
            let listed = try AnalystStore.list(world.ada.session).first { $0.name == world.name }
            #expect(listed?.statementTimeoutSeconds == 1)
        }
    }
}
