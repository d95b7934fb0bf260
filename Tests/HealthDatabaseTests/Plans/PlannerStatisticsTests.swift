import HealthDatabase
import Postgres
import TestSupport
import Testing

@Suite(.disabled(if: TestServer.isCluster, "EXPLAIN on the coordinator does not show the plans of the shards"))
struct PlannerStatisticsTests {
    private let store: TestStore

    init() throws { store = try TestStore() }

    /// Prevents the server from analysing tables by itself.
    private func stopAutovacuum(_ store: TestStore) throws {
        for table in try store.personalTables() {
            try store.session.executeScript("alter table health.\(table) set (autovacuum_enabled = off)")
        }
    }

    /// Tables that only the service reads, row by row.
    private static let own = [
        "access_grant", "change_counter", "holder", "import", "person", "preference_change", "token",
    ]

    /// Returns the other tables that have rows of the person and of which the planner has no
    /// statistics.
    private func unknownTables(_ store: TestStore) throws -> [String] {
        try store.personalTables().filter { !Self.own.contains($0) }.filter { table in
            try store.count(table) > 0
                && store.session.execute(
                    "select reltuples < 1 from pg_class where oid = ('health.' || $1)::regclass", [.text(table)])[0]
                    .bool(0)
        }
    }

    @Test("the planner knows every table that an import or a restore has filled")
    func imports() throws {
        try stopAutovacuum(store)
        try fill(store)
        #expect(try unknownTables(store).contains("sample"))
        let writer = try ImportWriter(person: store.person, session: store.session)
        _ = try writer.write { nil }
        try PlannerStatistics.update(store.session)
        let unknown = try unknownTables(store)
        #expect(unknown == [])
    }

    @Test("a table is analysed once it has grown, and not again before it has doubled")
    func growth() throws {
        try stopAutovacuum(store)
        func fill(_ count: Int) throws {
            _ = try store.session.execute(
                """
                insert into health.sample_detail (person_id, uuid, metadata)
                select $1, gen_random_uuid(), to_jsonb(repeat('x', 1000)) from generate_series(1, $2)
                """, [.int32(store.person.id), .int32(Int32(count))])
        }
        #expect(try PlannerStatistics.refresh(store.session) == [])
        try fill(100)
        #expect(try PlannerStatistics.refresh(store.session) == [])
        try fill(2_000)
        #expect(try PlannerStatistics.refresh(store.session) == ["sample_detail"])
        try fill(500)
        #expect(try PlannerStatistics.refresh(store.session) == [])
        try fill(5_000)
        #expect(try PlannerStatistics.refresh(store.session) == ["sample_detail"])
    }

    @Test("it waits for nobody who works on the table")
    func locks() throws {
        try stopAutovacuum(store)
        _ = try store.session.execute(
            """
            insert into health.sample_detail (person_id, uuid, metadata)
            select $1, gen_random_uuid(), to_jsonb(repeat('x', 1000)) from generate_series(1, 2000)
            """, [.int32(store.person.id)])
        let other = try store.inNewSession().session
        try other.executeScript("begin; lock table health.sample_detail in share update exclusive mode")
        try PlannerStatistics.refresh(store.session)
        let unknown = try unknownTables(store)
        #expect(unknown == ["sample_detail"])
        // Sessions that write do not wait for ANALYZE either.
        try other.executeScript("rollback; begin; lock table health.sample_detail in row exclusive mode")
        try PlannerStatistics.refresh(store.session)
        let known = try unknownTables(store)
        #expect(known == [])
    }

    /// Returns the personal tables for which the planner has statistics of people.
    private func tablesWithPeople(_ session: Session) throws -> [String] {
        try session.execute(
            """
            select tablename::text from pg_stats
            where schemaname = 'health' and attname = 'person_id' and tablename <> 'person' order by 1
            """
        ).map { try $0.text(0) }
    }

    @Test("the planner keeps no statistics of whose a row is")
    func columns() throws {
        try fill(store)
        try store.session.executeScript("analyze")
        #expect(try tablesWithPeople(store.session) == [])
    }
}
