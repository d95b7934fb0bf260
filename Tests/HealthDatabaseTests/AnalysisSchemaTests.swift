import Foundation
import HealthDatabase
import Postgres
import TestSupport
import Testing

/// Tests the schema `health_analysis`, in which analysts look first.
@Suite struct AnalysisSchemaTests {
    /// What `\d` and `\df` of psql list, without the views of Citus on a cluster:
    /// https://www.postgresql.org/docs/15/app-psql.html
    private static let visible = (
        relations: """
        select relnamespace::regnamespace || '.' || relname || ' ' || relkind::text from pg_class
        where pg_table_is_visible(oid) and relkind in ('r', 'p', 'v', 'm', 'S', 'f', '')
            and relnamespace not in ('pg_catalog'::regnamespace, 'information_schema'::regnamespace)
            and relnamespace::regnamespace::text !~ '^pg_t'
            and not exists (select 1 from pg_depend where classid = 'pg_class'::regclass and objid = pg_class.oid and deptype = 'e')
        order by 1
        """,
        functions: """
        select distinct pronamespace::regnamespace || '.' || proname from pg_proc
        where pg_function_is_visible(oid) and pronamespace <> 'pg_catalog'::regnamespace order by 1
        """
    )

    @Test("without a schema, an analyst finds the views and functions for analysts and nothing else")
    func visible() async throws {
        try await AnalystWorld.with { world in
            let views = try world.ada.texts(
                "select relname::text from pg_class where relnamespace = 'health'::regnamespace and relkind = 'v'")
            let expected = (views + ["person", "sample_type", "source", "type_unit"]).sorted()
            #expect(expected.count > 20)
            let seen = try world.analyst.execute(Self.visible.relations).map { try $0.text(0) }
            #expect(seen == expected.map { "health_analysis.\($0) v" })
            let functions = try world.analyst.execute(Self.visible.functions).map { try $0.text(0) }
            #expect(
                functions
                    == [
                        "daily_statistics", "day_correlation", "gaps", "heart_rate_zone_bounds", "statistics",
                        "statistics_collection", "trends", "unusual_days", "weekday_statistics",
                        "workout_heart_rate_zones",
                        "workout_splits", "workout_statistics",
                    ].map { "health_analysis.\($0)" })
        }
    }

    @Test("each view has the rows, columns and comments of the view of the same name in health")
    func views() async throws {
        try await AnalystWorld.with { world in
            let names = try world.ada.texts(
                "select relname::text from pg_class where relnamespace = 'health_analysis'::regnamespace order by 1")
            for (number, name) in names.enumerated() {
                func comments(_ schema: String) throws -> [String] {
                    try world.ada.texts(
                        """
                        select concat_ws('|', attname, atttypid::regtype, col_description(attrelid, attnum),
                            obj_description(attrelid, 'pg_class'))
                        from pg_attribute
                        where attrelid = '\(schema).\(name)'::regclass and attnum > 0 and not attisdropped order by attnum
                        """)
                }
                #expect(try comments("health_analysis") == comments("health"), "\(name)")
                guard LongRun.isOn || number % 4 == 0 else { continue }
                func rows(_ relation: String) throws -> [String] {
                    let row = "to_jsonb(r) - '{age}'::text[]"
                    return try world.analyst.execute("select (\(row))::text from \(relation) r order by 1")
                        .map { try $0.text(0) }
                }
                #expect(try rows(name) == rows("health.\(name)"), "\(name)")
            }
        }
    }

    @Test(
        "each function has the overloads, parameters and comments of the function of the same name in health_code")
    func functions() async throws {
        try await AnalystWorld.with { world in
            func signatures(_ schema: String) throws -> [String] {
                try world.ada.texts(
                    """
                    select concat_ws('|', proname, pg_get_function_arguments(oid), pg_get_function_result(oid), provolatile, prorows,
                        obj_description(oid, 'pg_proc'))
                    from pg_proc
                    where pronamespace = '\(schema)'::regnamespace
                        and proname in (select proname from pg_proc where pronamespace = 'health_analysis'::regnamespace)
                    order by 1
                    """)
            }
            #expect(try signatures("health_analysis") == signatures("health_code"))
            let calls = [
                "daily_statistics('Ada', 'stepCount')", "daily_statistics('Ada', 'stepCount', unit => 'count')",
                "statistics('Ada', 'heartRate', '2024-05-01 00:00Z', '2024-05-02 00:00Z')",
                "statistics('Ada', 'heartRate', 'UTC', date '2024-05-01', now(), separate_by_source => true)",
                "statistics_collection('Ada', 'stepCount', 'hour', 'UTC', '2024-05-01', timestamp '2024-05-02 00:00')",
                "workout_statistics('Ada', 'heartRate')", "heart_rate_zone_bounds(190)",
                "workout_heart_rate_zones('Ada', array[100, 120])", "gaps('Ada', 'heartRate', '1 minute')",
                "trends('Ada', 'sleepAnalysis', to_date => '2024-05-08')",
                "day_correlation('Ada', 'stepCount', 'heartRate', lag => 1)",
                "weekday_statistics('Ada', 'stepCount', 'UTC', '2024-05-01', '2024-05-08', first_weekday => 7)",
            ]
            for call in calls {
                // The two calls see the same present.
                let row = try world.analyst.execute(
                    """
                    select (select array_agg(f::text) from \(call) f) is not distinct from
                            (select array_agg(f::text) from health_code.\(call) f),
                        (select count(*) from \(call) f)
                    """)[0]
                #expect(try row.bool(0) && row.int64(1) > 0, "\(call)")
            }
        }
    }

    @Test("a role that became an analyst without a search path gets it when access is set again; another one stays")
    func completed() async throws {
        try await TestStore.with { store in
            let roles = (0..<2).map { "a\($0)" + UUID().uuidString.lowercased().filter { $0 != "-" } }
            defer { for role in roles { try? store.session.executeScript("drop role if exists \(role)") } }
            for role in roles {
                try store.session.executeScript("create role \(role) login in role healthstore_analyst")
                try AnalystStore.grant(role, store.person, store.session)
            }
            try store.session.executeScript("alter role \(roles[1]) set search_path = health")
            try store.session.executeScript("update health.installed_code set sha256 = 'old' where name = 'rights'")
            #expect(try Migrator().migrate(store.session).accessChanged)
            let settings = try store.texts(
                """
                select setting from pg_roles cross join unnest(rolconfig) setting
                where rolname in ('\(roles[0])', '\(roles[1])') and setting ~ 'search_path' order by rolname
                """)
            #expect(settings == ["search_path=\(AnalystStore.searchPath)", "search_path=health"])
        }
    }
}
