import HealthCore
import HealthDatabase
import Postgres
import TestSupport
import Testing

@Suite struct AnalystStoreTests {
    @Test("a grant and its end take effect with the next statement of an open session, also a prepared one")
    func grantAndRevoke() async throws {
        try await AnalystWorld.with { world in
            // The text is always the same, so that the session keeps the statement prepared.
            func seen() throws -> [String] {
                try world.analyst.execute("select name from health.person order by name").map { try $0.text(0) }
            }
            for _ in 0..<8 { #expect(try seen() == ["Ada"]) }
            try AnalystStore.grant(world.name, world.bea.person, world.ada.session)
            try AnalystStore.grant(world.name, world.bea.person, world.ada.session)
            #expect(try seen() == ["Ada", "Bea"])
            let listed = try AnalystStore.list(world.ada.session).first { $0.name == world.name }
            #expect(listed?.people == ["Ada", "Bea"])
            try AnalystStore.revoke(world.name, world.ada.person, world.ada.session)
            try AnalystStore.revoke(world.name, world.ada.person, world.ada.session)
            #expect(try seen() == ["Bea"])
            try PersonEraser.erase(world.bea.person, world.ada.session)
            #expect(try seen() == [])
            let left = try world.ada.texts(
                """
                select access_grant.person_id::text from health.access_grant join health.holder using (holder_id)
                where role is not null and revoked_at is null
                """)
            #expect(left == [])
        }
    }

    @Test("a removed analyst loses access at once, and the name can be used again")
    func remove() async throws {
        try await AnalystWorld.with { world in
            try AnalystStore.remove(world.name, world.ada.session)
            let ended = #expect(throws: PostgresError.self) { try world.analyst.execute("select 1") }
            #expect(ended?.isConnectionLost == true)
            #expect(try world.ada.texts("select role from health.holder where role is not null") == [])
            #expect(throws: HealthDatabaseError.self) { try AnalystStore.remove(world.name, world.ada.session) }
            let password = try AnalystStore.create(name: world.name, world.ada.session)
            let again = try AnalystWorld.login(world.name, password, world.ada.conninfo)
            #expect(try again.execute("select count(*) from health.sample")[0].int64(0) == 0)
        }
    }

    @Test("the server receives and stores only a verifier")
    func password() async throws {
        try await AnalystWorld.with { world in
            let kept = try world.ada.texts(
                "select rolpassword from pg_authid where rolname = $1", [.text(world.name)])
            #expect(kept.count == 1 && kept[0].hasPrefix("SCRAM-SHA-256$") && !kept[0].contains(world.password))
            #expect(world.password.count == 48)
        }
    }

    @Test("a malformed or used name is refused")
    func names() async throws {
        try await AnalystWorld.with { world in
            for name in [
                "", "pg_x", "healthstore_x", "1a", "a b", "A", "a;drop", "é", String(repeating: "a", count: 64),
            ] {
                #expect(refusal { try AnalystStore.create(name: name, world.ada.session) } == .malformedName, "\(name)")
            }
            #expect(refusal { try AnalystStore.create(name: world.name, world.ada.session) } == .analystExists)
            #expect(
                refusal { try AnalystStore.grant("nobody", world.ada.person, world.ada.session) } == .unknownAnalyst)
        }
    }

    @Test(
        "the stream of a type is read in the order of its index, and the grants are read once, not for each row",
        .disabled(if: TestServer.isCluster, "EXPLAIN shows another plan for shards"))
    func once() async throws {
        try await AnalystWorld.with { world in
            try world.ada.session.executeScript(
                """
                insert into health.sample (person_id, sample_type_id, uuid, start_time, end_time, quantity, source_revision_id,
                    change_position)
                select person_id, 1, gen_random_uuid(), '2020-01-01'::timestamptz + n * interval '1 minute',
                    '2020-01-01'::timestamptz + n * interval '1 minute', n, 1, 1000 + n
                from health.person cross join generate_series(1, 20000) n;
                """)
            try world.ada.session.executeScript("vacuum analyze health.sample")
            let query = """
                select start_time, end_time, quantity from health.sample
                where person_id = \(world.ada.person.id) and sample_type_id = 1
                    and start_time >= '2011-01-01' and start_time < '2020-01-10' order by start_time
                """
            let plan = try world.analyst.execute("explain \(query)").map { try $0.text(0) }.joined(separator: "\n")
            #expect(plan.contains("Index Cond: ((person_id = ANY (health.granted_person_ids()))"), "\(plan)")
            #expect(!plan.contains("Sort"), "\(plan)")
            #expect(try calls(of: "granted_person_ids", whileAsking: query, of: world) <= 3)
            #expect(try calls(of: "fully_readable_person_ids", whileAsking: query, of: world) == 1)
            #expect(try calls(of: "readable_types", whileAsking: query, of: world) == 0)
            let count = "select count(*) from health.sample"
            #expect(try calls(of: "granted_person_ids", whileAsking: count, of: world) <= 6)
        }
    }

    /// The number of calls of a function of the policies for a query of the analyst, planning
    /// included.
    private func calls(of function: String, whileAsking query: String, of world: AnalystWorld) throws -> Int64 {
        let session = try world.ada.inNewSession().session
        try session.executeScript(
            """
            set track_functions = 'all'; set max_parallel_workers_per_gather = 0;
            set session authorization \(world.name); begin; \(query)
            """)
        let calls = try session.execute(
            "select coalesce(pg_stat_get_xact_function_calls('health.\(function)'::regproc), 0)")[0].int64(0)
        try session.executeScript("rollback")
        return calls
    }

    @Test("a user other than the owner gets an error instead of a part of the data")
    func notTheOwner() async throws {
        try await AnalystWorld.with { world in
            #expect(refusal { try Migrator().verify(world.analyst) } == .notTheOwner)
        }
    }

    @Test(
        "the owner's session reads like an analyst of all people, or of one person",
        .disabled(if: TestServer.isCluster, "on a cluster a session of the owner reads as the owner"))
    func readOnlySettings() async throws {
        try await AnalystWorld.with { world in
            for (person, people) in [(nil, ["Ada", "Bea"]), (world.bea.person, ["Bea"])] {
                var string = try ConnectionString(world.ada.conninfo)
                for (name, value) in try AnalystStore.readOnlySettings(person: person, world.ada.session) {
                    string.set(name, to: value)
                }
                let session = try Session(conninfo: string.text)
                #expect(
                    try session.execute("select name from health.person order by name").map { try $0.text(0) } == people
                )
                #expect(throws: PostgresError.self) { try session.execute("select * from health.token") }
                #expect(throws: PostgresError.self) { try session.execute("delete from health.sample") }
            }
        }
    }

    @Test(
        "on a cluster, the owner's session only reads and cannot be restricted to one person",
        .enabled(if: TestServer.isCluster))
    func readOnlySettingsOnCluster() async throws {
        try await AnalystWorld.with { world in
            let settings = try AnalystStore.readOnlySettings(person: nil, world.ada.session)
            #expect(settings.contains { $0 == ("default_transaction_read_only", "on") })
            let code = refusal {
                try AnalystStore.readOnlySettings(person: world.bea.person, world.ada.session)
            }
            #expect(code == .rolesRefused)
        }
    }

    @Test(
        "doctor finds a table and a view that everybody can read, and a grant for an unknown role",
        arguments: LongRun.isOn ? faults : [faults[0], faults[2], faults[5]])
    func doctor(fault: String, found: String) async throws {
        try await TestStore.with { store in
            try expectNoComplaints(store.session)
            try store.session.executeScript(fault)
            let complaints = try doctorsComplaints(store.session).filter { !$0.contains("on every server") }
            #expect(complaints.count == 1 && complaints[0].hasSuffix(found), "\(complaints)")
        }
    }

    private static let faults = [
        ("alter table health.sample disable row level security", "but for health.sample"),
        ("drop policy granted_people on health.workout", "but for health.workout"),
        ("alter view health.heartbeat reset (security_invoker)", "but for health.heartbeat"),
        ("alter view health_analysis.sleep_night reset (security_invoker)", "but for health_analysis.sleep_night"),
        ("alter table health.unit disable row level security", "but for health.unit"),
        (
            """
            with gone as (insert into health.holder (name, role) values ('gone', 'gone') returning holder_id)
            insert into health.access_grant (person_id, grant_id, holder_id, may_read)
            select person_id, gen_random_uuid(), holder_id, true from health.person, gone
            """, "but for those of gone"
        ),
    ]
}
