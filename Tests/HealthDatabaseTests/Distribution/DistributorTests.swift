import Postgres
import SQLFiles
import TestSupport
import Testing

@testable import HealthDatabase

/// Tests the distribution of a store. The tests of a cluster need one: they run if
/// `HEALTHSTORE_TEST_DISTRIBUTE` is 1, and so do all other tests of the store.
@Suite struct DistributorTests {
    private let store: TestStore

    init() throws { store = try TestStore() }

    @Test(
        "a database without Citus is refused and stays as it was", .disabled(if: TestServer.isCluster, "it has Citus"))
    func notACluster() throws {
        try store.post { try $0.add() }
        let error = #expect(throws: HealthDatabaseError.self) { try Distributor(session: store.session).run() }
        #expect(error?.code == .notACluster && error?.hint != nil)
        #expect(try store.samples().count == 1)
        try Migrator().verify(store.session)
    }

    @Test("a store whose distribution was interrupted is refused until the distribution goes on")
    func interrupted() throws {
        _ = try store.session.execute(
            """
            insert into health.dropped_foreign_key (table_name, constraint_name, definition)
            values ('token', 'token_again_fkey', 'foreign key (person_id) references health.person (person_id)')
            """)
        let error = #expect(throws: HealthDatabaseError.self) { try Migrator().verify(store.session) }
        #expect(error?.code == .databaseTooOld && error?.hint?.contains("healthstore distribute") == true)
        guard TestServer.isCluster else { return }
        try Distributor(session: store.session).run()
        try Migrator().verify(store.session)
        let keys = try store.texts("select conname::text from pg_constraint where conname = 'token_again_fkey'")
        #expect(keys.count == 1)
    }

}

@Suite(.enabled(if: TestServer.isCluster, "it needs a cluster")) struct DistributedStoreTests {
    private let store: TestStore

    init() throws { store = try TestStore() }

    @Test("distributing again changes nothing")
    func again() throws {
        try store.post { try $0.add() }
        try Distributor(session: store.session).run { _ in Issue.record("a table was distributed again") }
        #expect(try store.samples().count == 1)
        try expectNoComplaints(store.session)
    }

    @Test("the rows of a person are on one server, and other tables on all")
    func colocation() throws {
        #expect(try Cluster.localTables(store.session).map(\.name) == [])
        let groups = try store.texts(
            """
            select string_agg(distinct colocationid::text, ',') from pg_dist_partition where partmethod = 'h'
            """)
        #expect(groups.count == 1 && !groups[0].contains(","))
    }

    @Test("Citus can copy each table to a new server while its rows change")
    func rowIdentities() throws {
        let withoutIdentity = try store.texts(
            """
            select relname::text from pg_dist_partition join pg_class on pg_class.oid = logicalrelid
            where relreplident <> 'f'
                and not exists (select 1 from pg_index where indrelid = pg_class.oid and indisprimary)
            order by relname
            """)
        #expect(withoutIdentity == [])
    }

    @Test("a migration divides the tables that it creates, also those with a foreign key to a replicated table")
    func laterTable() throws {
        var files = try SQLFiles.load()
        var later = try #require(files.migrations.last)
        (later.number, later.name) = (later.number + 1, "later")
        later.text = """
            create table health.later (
                person_id integer not null,
                later_id integer not null,
                constraint later_pkey primary key (person_id, later_id),
                constraint later_fkey foreign key (person_id) references health.person (person_id) on delete cascade
            );
            """
        files.migrations.append(later)
        #expect(try Migrator(files: files).migrate(store.session).migrations == ["later"])
        let methods = try store.texts(
            "select partmethod::text from pg_dist_partition where logicalrelid = 'health.later'::regclass")
        #expect(methods == ["h"])
        // sql/tables/sample.sql tells why the planner must have no statistics of the person.
        let target = """
            select attstattarget from pg_attribute where attrelid = '%s'::regclass and attname = 'person_id'
            """
        let targets = try store.texts(
            "select distinct result from run_command_on_shards('health.later', $1)", [.text(target)])
        #expect(targets == ["0"])
        try ShardPolicies.verify(store.session)
        _ = try store.session.execute(
            "insert into health.later (person_id, later_id) values ($1, 1)", [.int32(store.person.id)])
        #expect(try store.count("later") == 1)
    }

    @Test(
        "doctor finds a shard that does not enforce a policy, and the next migration mends it",
        arguments: ["drop policy granted_people on %s", "alter table %s disable row level security"])
    func shardWithoutPolicy(fault: String) throws {
        let done = try store.texts(
            """
            select result from run_command_on_placements('health.workout', $1) limit 1
            """, [.text(fault)])
        #expect(done.count == 1)
        let complaints = try doctorsComplaints(store.session)
        #expect(complaints.count == 1 && complaints[0].contains("granted_people"), "\(complaints)")
        _ = try Migrator().migrate(store.session)
        let later = try doctorsComplaints(store.session)
        #expect(later == [])
    }

    @Test("the coordinator looks up a token alone, and a batch of known names asks one worker")
    func servers() throws {
        let credential = Credential(.token(try TokenStore.create(for: store.person, name: "app", store.session)))
        let known = try #require(try CallerStore.find(credential, readsVersion: true, store.session).known)
        try store.post { try $0.add() }
        let fresh = try store.inNewSession()
        try fresh.session.executeScript("set citus.enable_stat_counters = on")
        func connections() throws -> Int64 {
            try fresh.session.value(
                """
                select connection_establishment_succeeded from citus_stat_counters where name = current_database()
                """)
        }
        let before = try connections()
        _ = try CallerStore.find(credential, readsVersion: false, known: known, fresh.session)
        #expect(try connections() == before)
        try fresh.post { try $0.add(at: 600) }
        #expect(try connections() == before + 1)
    }

    @Test("an analyst reads the granted people alone, also when logged in on another server")
    func workers() async throws {
        try await AnalystWorld.with { world in
            // A copy of a template database does not have the privileges of the database.
            _ = try Migrator().migrate(world.ada.session)
            let servers = try world.ada.session.execute("select nodename, nodeport from pg_dist_node order by 2")
            #expect(servers.rowCount > 1)
            for server in servers {
                let analyst = try AnalystWorld.login(
                    world.name, world.password,
                    world.ada.conninfo + " host=\(try server.text(0)) port=\(try server.int32(1))")
                for relation in try world.relations() where relation.isReadable && relation.isPersonal {
                    let visible = try analyst.execute(
                        "select count(*), count(*) filter (where person_id <> $1) from health.\(relation.name)",
                        [.int32(world.ada.person.id)])[0]
                    let whole = try world.analyst.execute("select count(*) from health.\(relation.name)")[0].int64(0)
                    #expect(try visible.int64(0) == whole && visible.int64(1) == 0, "\(relation.name)")
                }
                #expect(sqlState { try analyst.execute("select * from health.token") } == "42501")
                #expect(
                    sqlState { try analyst.executeScript("begin read write; create temporary table t ()") } == "42501")
            }
        }
    }
}
