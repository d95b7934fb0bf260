import Foundation
import Postgres
import TestSupport
import Testing

/// Reads the schema in SQL. It reads as the owner of the store, who names the person. In a long
/// run, it also reads as analysts who may read only this person. HealthDatabaseTests always test
/// what analysts read.
extension IsolatedStore {
    /// Columns that contain times at which the store did something, or random values.
    private static let normalisedColumns: [String: Set<String>] = [
        "access_grant": ["granted_at"], "arrival": ["arrived_at"], "sample_arrival": ["arrived_at", "late_by"],
        "activity_summary": ["exported_at"],
        "characteristic": ["exported_at"],
        "client_anchor": ["updated_at"],
        "client_session": ["first_arrived_at"],
        "deleted_sample": ["deleted_at"], "export_element": ["exported_at", "uuid"], "freshness": ["age"],
        "holder": ["created_at"],
        "idempotency_key": ["created_at"], "import": ["started_at", "updated_at", "finished_at"],
        "import_refusal": ["file_path"], "import_upload": ["spool_name", "taken_at", "folder"],
        "person": ["created_at"],
        "replaced_sample": ["replaced_at"],
        // The names of the analysts are random.
        "own_grant": ["holder"], "preference_change": ["changed_at"],
        "mark": ["mark_id", "marked_at"], "source": ["created_at"],
        "sync_plan": ["updated_at"], "token": ["created_at", "revoked_at", "secret_sha256"], "token_use": ["used_at"],
        // The twins' receivers do not exist, and the attempts are made beside the requests.
        "webhook": [
            "webhook_id", "secret", "created_at", "position", "event_id", "event_end", "event_access", "event_types",
            "event_body", "attempts", "next_attempt_at", "failure", "disabled_at",
        ],
    ]

    /// Calls of functions about a person. ID stands for the id, NAME for the name, and TYPE for the
    /// id of `stepCount`.
    static let calls = [
        "source_order(ID, TYPE)", "time_zone_names(ID)",
        "time_zone_runs(ID, array['Europe/Berlin', 'Asia/Tokyo', 'Europe/Lisbon', 'Asia/Kathmandu'], 100)",
        "time_zone_history(ID)", "clock(ID, 'person')", "wall_clock_instant(ID, 'person', '2024-05-03 12:00')",
        "given_time(ID, 'person', 'from_time', '2024-05-03 12:00')",
        "given_range(ID, TYPE, 'person', '2024-05-01', null)",
        "bucket_plan(ID, 'day', 'person', timestamptz '2024-05-01 00:00Z', timestamptz '2024-05-08 00:00Z')",
        "bucket_edges(ID, 'day', 'person', '2024-05-01', '2024-05-08')",
        "unit_of(ID, (select sample_type_id from health.sample_type where short_name = 'bodyMass'))",
        "statistics_rule(ID, TYPE)",
        """
        candidate_samples(ID, TYPE, array[timestamptz '2024-05-01 00:00Z'], array[timestamptz '2024-05-08 00:00Z'])
        """,
        """
        sample_figures(ID, TYPE, array[timestamptz '2024-05-01 00:00Z'], array[timestamptz '2024-05-08 00:00Z'], true)
        """,
        """
        category_figures(ID, TYPE, array[timestamptz '2024-05-01 00:00Z'], array[timestamptz '2024-05-08 00:00Z'])
        """,
        """
        bucket_spans(ID, TYPE, array[timestamptz '2024-05-01 00:00Z'], array[timestamptz '2024-05-08 00:00Z'], true)
        """,
        """
        bucket_statistics(
            ID, TYPE, array[timestamptz '2024-05-01 00:00Z'], array[timestamptz '2024-05-08 00:00Z'], '2024-05-01 00:00Z',
            '2024-05-08 00:00Z', true)
        """,
        "sample_range(ID, TYPE)", "stale_days(ID, TYPE)", "marked_days(ID, TYPE)",
        "marked_categories(ID, TYPE)", "marked_times(ID, TYPE)", "own_clock(ID)", "ranked_sources(ID, TYPE)",
        "clock_days(ID, 'person', '2024-05-01 00:00Z', '2024-05-08 00:00Z')",
        "known_person('NAME')",
        "statistics('NAME', 'stepCount', '2024-05-01 00:00Z', '2024-05-08 00:00Z', separate_by_source => true)",
        """
        statistics_collection(
            'NAME', 'stepCount', 'hour', 'person', '2024-05-01 00:00Z', '2024-05-08 00:00Z', separate_by_source => true)
        """,
        "statistics_collection('NAME', 'heartRate', 'day', 'UTC', '2024-05-01 00:00Z', '2024-05-08 00:00Z')",
        "daily_statistics('NAME', 'stepCount')",
        "daily_statistics('NAME', 'heartRate', 'UTC', '2024-05-01', '2024-05-08')",
        "latest_samples(ID)", "sample_count(ID, TYPE)",
        "day_range(ID, null, '2024-05-01', '2024-05-08')", "workout_times(ID, null, null)",
        "workout_statistics('NAME', 'heartRate')", "workout_heart_rate_zones('NAME', '{60, 70, 80}')",
        "heart_rate_zones(ID, null, null, null)", "distance_splits(ID, null, null)", "workout_splits('NAME')",
        """
        workout_distance(
            ID, (select min(workout.uuid::text)::uuid from health.workout where person_id = ID), '2024-05-01 00:00Z',
            '2024-05-02 00:00Z', '{}', null)
        """,
        "ended_days(ID, 'person', '2024-05-08')",
        "day_figures(ID, 'NAME', 'stepCount', null, null, '2024-05-08', null)",
        "trends('NAME', 'sleepAnalysis', to_date => '2024-05-08')",
        "unusual_days('NAME', 'stepCount', to_date => '2024-05-08') day natural right join (select 1 as one)",
        "day_correlation('NAME', 'stepCount', 'heartRate', to_date => '2024-05-08')",
        "weekday_statistics('NAME', 'stepCount', 'person', '2024-04-29', '2024-05-06')",
        "gaps('NAME', 'heartRate', '20 minutes', 'person', '2024-05-01', '2024-05-08')",
        """
        chosen_units(ID) units
        cross join lateral (select units ->> sample_type_id::text from health.sample_type where short_name = 'bodyMass')
        """,
        "source_labels(ID) labels cross join lateral (select labels)",
        "device_labels(ID) labels cross join lateral (select labels)",
    ]

    /// The functions of `health`, with which policies ask what the user of the session may read.
    static let questionsOfPolicies = [
        "asker()", "own_grants() own cross join lateral (select own.person_id, own.groups)", "granted_person_ids()",
        "fully_readable_person_ids()", "named_person_ids()", "aggregate_night_person_ids()",
        "readable_types()", "reads_type(ID, 1)",
        "figure_spans()", "figure_times(ID, 1)", "readable_groups()", "readable_source_types()",
        "readable_name_ids(true)",
        "readable_name_ids(false)", "partly_readable_types()", "partly_readable_spans()", "readable_spans()",
        "partly_readable_span(true)", "partly_readable_span(false)", "saved_span()",
        "writable_span()", "saving_holder_ids()",
        "is_of_holder(ID, 'UUID', null, HOLDER)",
        "is_of_holder(ID, 'UUID', APP, APP)", "is_readable_sample(health.sealed_spans(), ID, 'UUID')",
        "arrived_at(health.sealed_spans(), ID, 'UUID') is null",
        "shows_figures(health.sealed_spans(), ID, 'UUID', '{}')",
        """
        is_saved_row(
            (select array_agg(spans) from health.partly_readable_spans() spans), ID, 1, now(), now(), 'UUID', APP)
        """,
        "is_saved_by(ID, 'UUID', HOLDER)", "is_saved_by(ID, 'UUID', APP)",
        """
        is_covered_and_saved(
            (
                select array_agg(row (ID, array[sample_type_id], '{}', APP, false, '{(,)}')::health.readable_span)
                from health.sample_type
            ),
            ID, 1, now(), now(), 'UUID')
        """,
    ]

    /// The functions of `health` about a person and a holder. Only the owner of the store may call
    /// them.
    static let questionsOfService = [
        "access_of(ID, HOLDER, null)", "access_of(ID, APP, 'TOKEN')", "access_spans(ID, APP, 'TOKEN')",
        "group_spans(ID, APP, 'TOKEN')", "access_basis(ID, HOLDER, null)", "access_basis(ID, APP, 'TOKEN')",
        "has_saved_sample(row (ID, '{}', '{}', APP, false, '{(,)}')::health.readable_span, 1)",
        "saved_type_ids(row (ID, '{}', '{}', APP, false, '{(,)}')::health.readable_span)",
    ]

    /// Functions that read only their parameters, and those of seals, which differ in each
    /// statement.
    static let impersonalFunctions: Set = [
        "bucket_index", "correlation_of_figures", "distance_cells", "enum_name", "given_wall_clock",
        "heart_rate_zone_bounds", "is_covered",
        "json_number",
        "json_time",
        "known_quantity_type",
        "known_sample_type",
        "seal_of_access", "seal_of_spans", "sealed_access", "sealed_spans",
        "quantile", "recorded_type_names", "recording_state", "relative_energy", "running_quantiles", "seconds",
        "shown_quantity",
        "special_access_groups", "text_number", "unit_name",
        "time_parts",
        "time_text", "trend_of_figures", "unusual_figures", "workout_pauses",
    ]

    /// The names of views, of tables with a person, and of functions, as the database lists them.
    struct Catalogue {
        var views: [String]
        var tables: [String]
        var functions: [String]

        init(_ session: Session) throws {
            func names(_ sql: String) throws -> [String] { try session.execute(sql).map { try $0.text(0) } }
            views = try names(
                "select relname::text from pg_class where relnamespace = 'health'::regnamespace and relkind in ('v', 'm') order by 1"
            )
            tables = try names(
                """
                select relname::text from pg_class
                join pg_attribute on attrelid = pg_class.oid and attname = 'person_id' and not attisdropped
                where relnamespace = 'health'::regnamespace and relkind in ('r', 'p') order by 1
                """)
            functions = try names(
                """
                select distinct proname::text from pg_proc
                where pronamespace in ('health'::regnamespace, 'health_code'::regnamespace) order by 1
                """)
        }
    }

    /// Reads views and functions, as the owner and as both analysts.
    func readSchema(of twin: Twin, _ session: Session) throws {
        let analysts: [(String, Session)] =
            try LongRun.isOn
            ? [("the analyst", analyst(of: twin)), ("the narrowed analyst", narrowedAnalyst(of: twin))] : []
        for view in try Catalogue(session).views {
            let owned = try rows("\(row(view)) from health.\(view) r where person = '\(twin.name)'", session)
            note(twin, "view \(view)", owned)
            #expect(!owned.isEmpty, "the view \(view) shows nothing of \(twin.name)")
        }
        let type = try session.execute(
            "select sample_type_id from health.sample_type where short_name = 'stepCount'")[0].int32(0)
        for call in IsolatedStore.calls {
            let asked = call.replacing("TYPE", with: "\(type)")
            let owned = try rows(IsolatedStore.select("health_code." + asked, twin), session)
            #expect(!owned.isEmpty, "\(call)")
            note(twin, "function \(call)", owned)
            for (name, analyst) in analysts {
                let seen = try rows(IsolatedStore.select("health_code." + asked, twin), analyst)
                note(twin, "function \(call) for \(name)", seen)
            }
        }
        for call in IsolatedStore.questionsOfService {
            note(twin, "rule \(call)", try rows(IsolatedStore.select("health." + call, twin), session))
        }
        for (name, analyst) in analysts { try readSchema(of: twin, as: name, analyst, session) }
    }

    private func readSchema(
        of twin: Twin, as name: String, _ analyst: Session, _ session: Session
    ) throws {
        let catalogue = try Catalogue(session)
        for view in catalogue.views {
            note(twin, "view \(view) for \(name)", try rows("\(row(view)) from health.\(view) r", analyst))
        }
        for table in catalogue.tables {
            let columns = try analyst.execute(
                """
                select string_agg(quote_ident(attname), ', ') from pg_attribute
                where attrelid = 'health.\(table)'::regclass and attnum > 0 and not attisdropped
                    and has_column_privilege(attrelid, attnum, 'select')
                """)[0].optionalText(0)
            let seen = try columns.map { try rows("\(row(table)) from (select \($0) from health.\(table)) r", analyst) }
            note(twin, "table \(table) for \(name)", seen ?? "not readable")
        }
        for call in IsolatedStore.questionsOfPolicies {
            note(twin, "rule \(call) for \(name)", try rows(IsolatedStore.select("health." + call, twin), analyst))
        }
        for call in IsolatedStore.questionsOfService {
            let refused = #expect(throws: PostgresError.self) {
                try analyst.execute(IsolatedStore.select("health." + call, twin))
            }
            #expect(refused?.sqlState == "42501", "\(call)")
        }
    }

    /// A call with the ids of the twin, and of the holder whose samples nobody else may see.
    private static func select(_ call: String, _ twin: Twin) -> String {
        let asked = call.replacing("UUID", with: Twin.uuid(0x900)).replacing("TOKEN", with: Twin.uuid(9))
            .replacing("HOLDER", with: "\(twin.holderID + 2)").replacing("APP", with: "\(twin.holderID + 3)")
            .replacing("ID", with: "\(twin.id)").replacing("NAME", with: twin.name)
        return "select f::text from \(asked) f order by 1"
    }

    /// Reads every row of every table that has a person.
    func readTables(of twin: Twin, _ moment: String, _ session: Session) throws {
        // Entries of the access log appear some time after the answers.
        for table in try Catalogue(session).tables where table != "access_log" {
            let sql = "\(row(table)) from health.\(table) r where person_id = \(twin.id)"
            note(twin, "table \(table) \(moment)", try rows(sql, session))
        }
    }

    private func row(_ relation: String) -> String {
        let columns = IsolatedStore.normalisedColumns[relation, default: []].sorted()
        return "select (to_jsonb(r) - '{\(columns.joined(separator: ","))}'::text[])::text"
    }

    private func rows(_ sql: String, _ session: Session) throws -> String {
        try session.execute(sql + (sql.contains("order by") ? "" : " order by 1")).map { try $0.text(0) }
            .joined(separator: "\n")
    }
}
