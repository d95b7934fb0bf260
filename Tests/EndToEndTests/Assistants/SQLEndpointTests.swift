import HealthCore
import HealthDatabase
import Postgres
import TestSupport
import Testing

/// Statements of callers: what they read, and that they read nothing else.
@Suite struct SQLEndpointTests {
    private static let sample = """
        {"samples": [
            {"uuid": "00000000-0000-4000-8000-00000000000a", "type": "stepCount", "startDate": "2024-05-01T10:00:00Z",
             "endDate": "2024-05-01T10:10:00Z", "value": 700, "unit": "count", "source": {"name": "NAME’s phone"}},
            {"uuid": "00000000-0000-4000-8000-00000000000b", "type": "heartRate", "startDate": "2024-05-01T11:00:00Z",
             "endDate": "2024-05-01T11:00:00Z", "value": 61, "unit": "count/min", "source": {"name": "NAME’s phone"}}
        ]}
        """

    /// A store in which Ada and Ben have a sample of steps and one of heart rate each. The token
    /// reads the steps of Ada, without names.
    private static func with(
        _ body: (_ world: TwoPeople, _ own: String, _ narrowed: String) async throws -> Void
    ) async throws {
        try await TwoPeople.own { world in
            let own = try world.token().text
            let others = try TokenStore.create(for: world.ben, name: "test", world.session).text
            for (name, token) in [("Ada", own), ("Ben", others)] {
                try await world.store.service.send(
                    "POST", "/v1/batches", token: token, body: sample.replacing("NAME", with: name)
                ).expect(200)
            }
            let terms = AccessTerms(
                rights: .read, scope: AccessScope(groups: [.activity]), showsNames: false)
            try await body(world, own, try world.token(terms).text)
        }
    }

    private static func ask(
        _ world: TwoPeople, _ token: String, _ statement: String, limit: Int = 100
    ) async throws -> RunningService.Answer {
        try await world.store.get(
            "/v1/sql", [("statement", statement), ("limit", String(limit))], token: token)
    }

    private static func rows(_ answer: RunningService.Answer) throws -> [[String: Any]] {
        answer.expect(200)
        return try #require(try answer.object["rows"] as? [[String: Any]])
    }

    @Test("a statement reads what the token may read, and a wrong one is refused with PostgreSQL's sentence")
    func reading() async throws {
        try await Self.with { world, own, narrowed in
            let samples = "select type, quantity, unit, source from quantity_sample order by type;"
            let all = try Self.rows(try await Self.ask(world, own, samples))
            #expect(all.map { $0["type"] as? String } == ["heartRate", "stepCount"])
            #expect(all.map { $0["quantity"] as? Int } == [61, 700] && all[0]["source"] as? String == "Ada’s phone")
            let steps = try Self.rows(try await Self.ask(world, narrowed, samples))
            #expect(steps.map { $0["type"] as? String } == ["stepCount"])
            #expect((steps[0]["source"] as? String)?.contains("phone") == false)
            let days = try await Self.ask(world, narrowed, "select date, steps from daily_steps -- all")
            #expect(try Self.rows(days).map { $0["steps"] as? Int } == [700])
            let figures = "select sum from statistics('Ada', 'stepCount', 'UTC', '2024-05-01', '2024-05-02')"
            #expect(try Self.rows(try await Self.ask(world, narrowed, figures)).map { $0["sum"] as? Int } == [700])
            let cut = try await Self.ask(world, own, "select n from generate_series(1, 3) n", limit: 2)
            #expect(try Self.rows(cut).count == 2 && cut.object["partial"] as? Bool == true)
            let wrong = [
                "selct 1": "syntax error", "select nothing from daily_steps": "does not exist", "": "is missing",
                "select 1; select 2": "syntax error", "select 1) healthstore_row; reset role; select (1": "syntax",
                "delete from health.sample returning 1": "syntax error",
                "with gone as (delete from health.sample returning 1) select 1": "must be at the top level",
                "select repeat('a', 20000)": "longer than", "explain select 1": "syntax error",
                "copy health.sample to stdout": "syntax error", "set role healthstore_reader": "syntax error",
            ]
            for (statement, part) in wrong {
                let answer = try await Self.ask(world, own, statement)
                #expect(answer.status == 400 && answer.parameter == "statement", "\(statement): \(answer.body)")
                #expect(answer.body.contains(part), "\(statement): \(answer.body)")
            }
            let result = try await AssistantClient(service: world.store.service, token: narrowed)
                .answer("sql", ["statement": "select date, steps from daily_steps"])
            #expect((result["rows"] as? [[String: Any]])?.count == 1)
        }
    }

    @Test("no statement reads beyond the grant: whatever it sets, repeats or calls")
    func escapes() async throws {
        try await Self.with { world, own, narrowed in
            let settings =
                "select current_setting('healthstore.access') a, current_setting('healthstore.access_seal') s"
            let full = try Self.rows(try await Self.ask(world, own, settings))[0]
            let access = try #require(full["a"] as? String)
            let seal = try #require(full["s"] as? String)
            func set(_ name: String, _ value: String) -> String {
                "set_config('\(name)', '\(value.replacing("'", with: "''"))', true)"
            }
            // query_to_xml runs a statement after the settings were changed.
            let hidden = """
                query_to_xml('select sample.quantity from health.sample join health.sample_type using (sample_type_id)
                    where short_name = ''heartRate'' or person_id <> \(world.ada.id)', true, false, '')::text
                """
            let owner = try world.session.value("select current_user::text", as: String.self)
            let attempts = [
                "select \(hidden) as x",
                "select \(set("healthstore.access", access)), \(hidden) as x",
                "select \(set("healthstore.access", access)), \(set("healthstore.access_seal", seal)), \(hidden) as x",
                "select \(set("role", owner)), \(hidden) as x",
                "select \(set("role", "healthstore_reader")), \(hidden) as x",
                "select \(set("session_authorization", owner)), \(hidden) as x",
                "select \(set("row_security", "off")), \(hidden) as x",
                "select \(set("healthstore.person_id", "\(world.ben.id)")), \(hidden) as x",
                "select \(set("healthstore.reader", "\(world.ben.id)")), \(hidden) as x",
                "select * from health.token", "select * from health.store_secret", "select * from health.holder",
                "select * from health.access_grant", "select * from health.access_log",
                "select health.seal_of_access('{}')", "select health.access_of(1, 1, null)",
                "select pg_read_file('/etc/passwd')", "select pg_ls_dir('.')", "select lo_import('/etc/passwd')",
                "select pg_terminate_backend(pid) from pg_stat_activity", "select pg_advisory_lock(1)",
                "select pg_notify('health_change', '1')", "select pg_reload_conf()", "select pg_switch_wal()",
                "select * from pg_authid", "select * from pg_stats where tablename = 'sample'",
            ]
            // The owner's own token shows that the query finds something.
            let shown = try Self.rows(try await Self.ask(world, own, "select \(hidden) as x"))[0]["x"] as? String
            #expect(shown?.contains("quantity>") == true)
            for attempt in attempts {
                let answer = try await Self.ask(world, narrowed, attempt)
                guard answer.status == 200 else {
                    #expect(answer.status == 400, "\(attempt): \(answer.body)")
                    continue
                }
                let texts = try Self.rows(answer).compactMap { $0["x"] as? String }
                #expect(texts.allSatisfy { !$0.contains("quantity>") }, "\(attempt): \(answer.body)")
                if !attempt.hasPrefix("select set_config"), !attempt.contains(" as x") {
                    #expect(try Self.rows(answer).isEmpty, "\(attempt): \(answer.body)")
                }
            }
            let texts = "select query from pg_stat_activity where usename = current_user and query like '%pg_stat%'"
            #expect(try Self.rows(try await Self.ask(world, narrowed, texts)).isEmpty)
        }
    }

    @Test("nothing that a statement sets is left for the next caller, and a token without read asks nothing")
    func traces() async throws {
        try await Self.with { world, own, narrowed in
            for _ in 0..<3 {
                let set = "select set_config('healthstore.trace', 'left', false), set_config('search_path', 'x', false)"
                _ = try Self.rows(try await Self.ask(world, own, set))
            }
            for _ in 0..<3 {
                let seen = "select current_setting('healthstore.trace', true) as trace, count(*) from daily_steps"
                let row = try Self.rows(try await Self.ask(world, narrowed, seen))[0]
                #expect((row["trace"] as? String ?? "").isEmpty && row["count"] as? Int == 1)
            }
            let writer = try world.token(AccessTerms(rights: .write, scope: .everything)).text
            try await Self.ask(world, writer, "select 1").expect(403, "read_not_granted")
        }
    }
}
