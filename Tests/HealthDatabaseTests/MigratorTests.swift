import Foundation
import HealthCore
import HealthDatabase
import Postgres
import SQLFiles
import TestSupport
import Testing

@Suite struct MigratorTests {
    @Test("of many processes that start at the same time, one migrates, and the others change nothing")
    func concurrent() async throws {
        try await TestServer.shared().withDatabase { conninfo in
            let reports = try await withThrowingTaskGroup(of: Migrator.Report.self) { group in
                for _ in 0..<4 {
                    group.addTask { try Migrator().migrate(try Session(conninfo: conninfo)) }
                }
                return try await group.reduce(into: []) { $0.append($1) }
            }
            let changed = reports.filter(\.changedAnything)
            let first = try #require(changed.first)
            #expect(changed.count == 1 && first.codeChanged && first.catalogueChanged)
            #expect(try first.migrations.count == SQLFiles.load().migrations.count)
            try Migrator().verify(try Session(conninfo: conninfo))
        }
    }

    @Test("a database without a schema, or of another program, is refused with its error code")
    func refused() async throws {
        try await TestServer.shared().withSession { session in
            _ = #expect(throws: HealthDatabaseError.self) { try Migrator().verify(session) }
        }
        try await TestStore.with { store in
            let session = store.session
            try session.executeScript("insert into health.migration (number, name, sha256) values (9999, 'future', '')")
            #expect(refusal { try Migrator().migrate(session) } == .databaseTooNew)
            try session.executeScript(
                "delete from health.migration where number = 9999; update health.migration set sha256 = 'x' where number = 1"
            )
            #expect(refusal { try Migrator().migrate(session) } == .migrationChanged)
        }
    }

    @Test("a database that a program before 1.0 created is refused with what to do, and not changed")
    func otherTables() async throws {
        try await TestServer.shared().withSession { session in
            // The tables of version 0.14 in which a program recorded what it had installed.
            try session.executeScript(
                """
                create schema health;
                create table health.migration (number integer not null, name text not null, sha256 text not null);
                create table health.installed_code (name text not null, sha256 text not null, drop_statements text not null);
                create table health.person (person_id integer not null);
                insert into health.migration values (39, 'writing_tokens', '')
                """)
            func error(of action: () throws -> Void) -> HealthDatabaseError? {
                #expect(throws: HealthDatabaseError.self) { try action() }
            }
            for action in [{ _ = try Migrator().migrate(session) }, { try Migrator().verify(session) }] {
                let error = error(of: action)
                #expect(error?.code == .databaseTooOld)
                #expect(error?.hint?.contains("export --person") == true)
            }
            let tables = try session.execute("select count(*) from pg_tables where schemaname ~ '^health'")
            #expect(try tables[0].int64(0) == 3)
        }
    }

    @Test("a dump of another version is refused")
    func otherDump() throws {
        let store = try TestStore()
        let tables = try store.session.execute(
            "select name || E'\\t' || sha256 from health.installed_code where name = 'tables'")[0].text(0)
        let migrations = try store.session.execute(
            "select number || E'\\t' || name from health.migration order by number"
        ).map { try $0.text(0) }
        func code(_ rows: [String]) -> HealthDatabaseError.Code? {
            refusal { try Migrator().verifyDump(rows: rows.joined(separator: "\n")) }
        }
        #expect(code([tables] + migrations) == nil)
        #expect(code([tables] + migrations.dropLast()) == .databaseTooOld)
        #expect(code([tables] + migrations + ["9999\tfuture"]) == .databaseTooNew)
        #expect(code([tables + "0"] + migrations) == .databaseTooNew)
        #expect(code(migrations) == .malformedBackup)
    }

    @Test(
        "a migrated store has the schema of a new one, and keeps its rows",
        .disabled(if: TestServer.isCluster, "functions of a distributed store have other settings"))
    func upgrade() async throws {
        try await TestServer.shared().withDatabase { conninfo in
            let session = try Session(conninfo: conninfo)
            var files = try SQLFiles.load()
            let migrations = files.migrations
            files.migrations = []
            _ = try Migrator(files: files).migrate(session)
            let rows = try session.execute("select count(*) from health.other_sample_type")[0].int64(0)
            _ = try PersonStore.create(name: "Ada", session)
            #expect(try Migrator().migrate(session).migrations == migrations.map(\.name))
            #expect(try session.execute("select count(*) from health.other_sample_type")[0].int64(0) == rows)
            #expect(try PersonStore.find(name: "Ada", session).name == "Ada")
            let upgraded = try await SchemaFile.dump(conninfo: conninfo)
            let new =
                SchemaFile.isComparable
                ? try String(contentsOf: SchemaFile.url, encoding: .utf8)
                : try await TestStore.with { try await SchemaFile.dump(conninfo: $0.conninfo) }
            let difference = SchemaFile.firstDifference(new, upgraded)
            #expect(difference == nil)
        }
    }

    @Test("a migration that fails changes nothing")
    func failed() async throws {
        try await TestStore.with { store in
            var files = try SQLFiles.load()
            var later = try #require(files.migrations.last)
            (later.number, later.name) = (later.number + 1, "later")
            later.text = "create table health.later (); select 1 / 0"
            files.migrations.append(later)
            #expect(throws: PostgresError.self) { try Migrator(files: files).migrate(store.session) }
            #expect(try store.texts("select coalesce(to_regclass('health.later')::text, 'none')") == ["none"])
            #expect(try !Migrator().migrate(store.session).changedAnything)
        }
    }

    @Test("every schema, table, column, view, sequence, index, type and function of the product has a comment")
    func everythingHasComments() async throws {
        try await TestStore.with { store in
            let silent = try store.session.execute(
                """
                select c.relname || coalesce('.' || a.attname, '')
                from pg_class c
                join pg_namespace n on n.oid = c.relnamespace and n.nspname in ('health', 'health_code')
                left join pg_attribute a
                    on a.attrelid = c.oid and c.relkind in ('r', 'p', 'v', 'm') and a.attnum > 0 and not a.attisdropped
                where not exists (select from pg_constraint where conindid = c.oid) and c.relkind <> 'c'
                    and (obj_description(c.oid, 'pg_class') is null or a.attnum is not null and col_description(c.oid, a.attnum) is null)
                union all
                select p.proname::text from pg_proc p
                join pg_namespace n on n.oid = p.pronamespace and n.nspname in ('health', 'health_code')
                where obj_description(p.oid, 'pg_proc') is null
                union all
                select c.relname from pg_class c
                join pg_namespace n on n.oid = c.relnamespace and n.nspname in ('health', 'health_code')
                where c.relkind = 'c' and obj_description(c.reltype, 'pg_type') is null
                union all
                select nspname::text from pg_namespace
                where nspname ~ '^health' and obj_description(oid, 'pg_namespace') is null
                """
            ).map { try $0.text(0) }
            #expect(silent == [])
        }
    }

    /// Holders are not personal data. Each may have grants and tokens about several people. A pairing
    /// code says nothing of its person.
    @Test("every key and index of a personal table begins with the person, except those of holders and codes")
    func personLeads() async throws {
        try await TestStore.with { store in
            let wrong = try store.session.execute(
                """
                select i.indexrelid::regclass::text
                from pg_index i
                join pg_class c on c.oid = i.indrelid
                join pg_namespace n on n.oid = c.relnamespace and n.nspname = 'health'
                join pg_attribute p on p.attrelid = c.oid and p.attname = 'person_id'
                where i.indkey[0] <> p.attnum and c.relname not in ('person', 'holder')
                    and i.indexrelid::regclass::text not in (
                        'health.access_grant_holder_idx', 'health.token_holder_idx', 'health.token_pairing_idx')
                """
            ).map { try $0.text(0) }
            #expect(wrong == [])
        }
    }

    @Test("the catalogue's tables have the rows of the catalogue, in the columns' types")
    func catalogue() async throws {
        try await TestStore.with { store in
            for table in Catalogue.tables {
                let count = try store.session.execute("select count(*) from health.\(table.name)")[0].int64(0)
                #expect(count == Int64(table.rows.count), "\(table.name)")
            }
            let row = try store.session.execute(
                "select kind, aggregation_style, canonical_unit from health.sample_type where short_name = 'stepCount'")[
                    0]
            #expect(try row.text(0) == "quantity")
            #expect(try row.text(1) == "cumulative")
            #expect(try row.text(2) == "count")
        }
    }
}
