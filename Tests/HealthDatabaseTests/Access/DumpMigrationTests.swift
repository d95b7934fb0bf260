import Foundation
import HealthCore
import Postgres
import TestSupport
import Testing

@testable import HealthDatabase

/// Migrates a store that the version before filled: Fixtures/store-25.sql.
@Suite struct DumpMigrationTests {
    /// The restored store, before the migration.
    private struct Dump {
        let conninfo: String
        let session: Session
        let alex: Person
        let bea: Person
        /// Roles belong to the server, which other tests share.
        let suffix = "_" + UUID().uuidString.lowercased().filter { $0 != "-" }

        // The dump has hashes of them.
        static let phone =
            "hs_1_c6b76abf8fc24da38a225574930866e7_e884b20593206465d50dc22ac6ae6847b8cb161f29327abdbd53e1ec4fe35516"
        static let lost =
            "hs_1_fe9df365d8de407c82103c3580a68d74_6288d8c6743e772454005ea8acd82dcd148ac2fc6c9201eea6f765768f4e12e2"
        static let app =
            "hs_2_f09e83483ce240f28af5c22b73d83308_7242442bcfb1595a712d73e0397a614914a513100b5d37e92033046a521dfb7e"

        static func with<Value>(_ body: (Dump) async throws -> Value) async throws -> Value {
            try await TestServer.shared().withDatabase { conninfo in
                let session = try Session(conninfo: conninfo)
                try session.executeScript(
                    """
                    do $$ begin
                        create role healthstore_analyst nologin;
                    exception when duplicate_object or unique_violation then null;
                    end $$
                    """)
                let file = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
                    .appendingPathComponent("Fixtures/store-25.sql")
                let restored = try await Command.run(
                    SchemaFile.program("psql"),
                    ["--no-psqlrc", "--quiet", "--set=ON_ERROR_STOP=1", "--file=\(file.path)", "--dbname=\(conninfo)"])
                try #require(restored.status == 0, "\(restored.errors)")
                // The dump is without these rows.
                try session.executeScript("delete from health.installed_code where name = 'time_zone_offset'")
                func person(_ name: String) throws -> Person {
                    let row = try session.execute(
                        "select person_id, uuid from health.person where name = $1", [.text(name)])[0]
                    return Person(id: try row.int32(0), uuid: try row.uuid(1), name: name)
                }
                let dump = Dump(
                    conninfo: conninfo, session: session, alex: try person("Alex"), bea: try person("Bea Müller"))
                defer { for name in ["carla", "dora"] { try? dump.dropRole(dump.role(name)) } }
                for name in ["carla", "dora"] {
                    _ = try session.execute(
                        "update health.analyst_grant set analyst = $2 where analyst = $1",
                        [.text(name + "_of_before"), .text(dump.role(name))])
                    try session.executeScript(
                        "create role \(dump.role(name)) login; grant healthstore_analyst to \(dump.role(name))")
                }
                return try await body(dump)
            }
        }

        func role(_ name: String) -> String { name + suffix }

        func caller(_ token: String) throws -> Caller? {
            try TokenStore.caller(for: #require(BearerToken(token)), session)
        }

        private func dropRole(_ role: String) throws {
            try session.executeScript("reset session authorization; drop owned by \(role); drop role \(role)")
        }

        /// The columns of each table.
        func columns() throws -> [String: [String]] {
            var columns: [String: [String]] = [:]
            for row in try session.execute(
                """
                select relname::text, attname::text from pg_class join pg_attribute on attrelid = pg_class.oid
                where relnamespace = 'health'::regnamespace and relkind in ('r', 'p') and attnum > 0 and not attisdropped
                order by attnum
                """)
            {
                columns[try row.text(0), default: []].append(session.quoteIdentifier(try row.text(1)))
            }
            return columns
        }

        /// The rows of a table with these columns, in the order of their texts.
        func rows(_ table: String, _ columns: [String]) throws -> [String] {
            try session.execute(
                """
                select to_jsonb(listed)::text
                from (select \(columns.joined(separator: ", ")) from health.\(table)) listed
                order by 1
                """
            ).map { try $0.text(0) }
        }

        /// Computes all slots. The doctor complains of marks that are older than a day, as those of
        /// the dump are.
        func refreshSlots() throws {
            for person in [alex, bea] {
                let marked = try session.execute(
                    "select distinct sample_type_id from health.slot_mark where person_id = $1", [.int32(person.id)])
                for row in marked {
                    var refresher = SlotRefresher(person: person, sampleTypeID: try row.int32(0), session: session)
                    #expect(try refresher.refresh())
                }
            }
        }

        /// The rows of each table that an analyst may read and that has a column `person_id`.
        func rows(as analyst: String, _ columns: [String: [String]]) throws -> [String: [String]] {
            try session.executeScript("set session authorization \(role(analyst))")
            defer { try? session.executeScript("reset session authorization") }
            var all: [String: [String]] = [:]
            for (table, columns) in columns where columns.contains(session.quoteIdentifier("person_id")) {
                let isReadable = try session.execute(
                    "select coalesce(has_table_privilege(to_regclass($1), 'select'), false)", [.text("health.\(table)")]
                )[0].bool(
                    0)
                if isReadable { all[table] = try rows(table, columns) }
            }
            return all
        }
    }

    @Test("every row of the version before is there after the migration, and the schema is that of a new store")
    func rows() async throws {
        try await Dump.with { dump in
            // The first has hashes of this program's files, the second one row more. The third has
            // become grants.
            let other: Set = ["installed_code", "migration", "analyst_grant"]
            // Rows about deletions and units are added, and marks where slots are missing. The dump is
            // without the rows of time_zone_offset.
            let grown: Set = ["person_sample_type", "person_unit", "slot_mark", "time_zone_offset"]
            // The times at which tokens were used have become a table.
            try dump.session.executeScript("update health.token set last_used_at = '2026-01-01 10:00+00'")
            func uses(_ table: String, _ column: String) throws -> [String] {
                try dump.rows(table, ["person_id", "token_id", "\(column) as used_at"])
            }
            let used = try uses("token", "last_used_at")
            #expect(used.count > 2)
            var columns = try dump.columns()
            columns["token"]?.removeAll { $0.contains("last_used_at") }
            var before: [String: [String]] = [:]
            for (table, columns) in columns { before[table] = try dump.rows(table, columns) }
            // Otherwise the test would prove little.
            #expect(before["sample"]?.count ?? 0 > 200 && before.filter { !$0.value.isEmpty }.count > 45)
            #expect(try Migrator().migrate(dump.session).migrations.first == "access")
            for (table, rows) in before where !other.contains(table) {
                let after = try dump.rows(table, try #require(columns[table]))
                if grown.contains(table) {
                    #expect(Set(after).isSuperset(of: rows), "\(table)")
                } else {
                    #expect(after == rows, "\(table)")
                }
            }
            #expect(try uses("token_use", "used_at") == used)
            try dump.refreshSlots()
            let complaints = try doctorsComplaints(dump.session)
            #expect(complaints == [])
            if SchemaFile.isComparable {
                let new = try await TestServer.shared().withDatabase { conninfo in
                    _ = try Migrator().migrate(try Session(conninfo: conninfo))
                    return try await SchemaFile.dump(conninfo: conninfo)
                }
                let migrated = try await SchemaFile.dump(conninfo: dump.conninfo)
                #expect(SchemaFile.firstDifference(migrated, new) == nil)
            }
        }
    }

    @Test("tokens of the version before keep all rights about their person; the person can be written and erased")
    func tokens() async throws {
        try await Dump.with { dump in
            _ = try Migrator().migrate(dump.session)
            for (token, person) in [(Dump.phone, dump.alex), (Dump.app, dump.bea)] {
                let caller = try #require(try dump.caller(token))
                #expect(caller.person == person)
                let access = caller.access
                #expect(access.isOwn && access.readsAll && access.writesAll && access.mayManage && access.showsNames)
            }
            #expect(try dump.caller(Dump.lost) == nil)
            let store = TestStore(conninfo: dump.conninfo, session: dump.session, person: dump.alex)
            let samples = try store.count("sample")
            try store.post { try $0.add(UUID(), .quantity(1)) }
            #expect(try store.count("sample") == samples + 1)
            let others = try store.of(dump.bea).everything()
            try PersonEraser.erase(dump.alex, dump.session)
            for table in try store.personalTables() { #expect(try store.count(table) == 0, "\(table)") }
            #expect(try store.of(dump.bea).everything() == others)
        }
    }

    @Test("analysts of the version before read the same rows, and no longer other people's names of types and units")
    func analysts() async throws {
        try await Dump.with { dump in
            let columns = try dump.columns()
            let before = try ["carla", "dora"].map { try dump.rows(as: $0, columns) }
            #expect(before[0]["sample"]?.count ?? 0 > 200)
            #expect(before[1]["sample"]?.count ?? 0 > before[0]["sample"]?.count ?? 0)
            _ = try Migrator().migrate(dump.session)
            for (index, name) in ["carla", "dora"].enumerated() {
                let after = try dump.rows(as: name, columns)
                for (table, rows) in before[index] {
                    // See the test above.
                    let has =
                        (table.hasPrefix("person_") || table == "slot_mark")
                        ? Set(after[table] ?? []).isSuperset(of: rows) : after[table] == rows
                    #expect(has, "\(name) \(table)")
                }
                try dump.session.executeScript("set session authorization \(dump.role(name))")
                let types = try dump.session.execute(
                    "select identifier from health.sample_type where not in_catalogue order by 1"
                ).map { try $0.text(0) }
                try dump.session.executeScript("reset session authorization")
                let personal = ["hae:sleep_analysis", "org.example.mood.1", "org.example.mood.2"]
                #expect(types == (name == "carla" ? Array(personal.dropLast()) : personal))
            }
            let ben = try PersonStore.create(name: "Ben", dump.session)
            _ = try TestStore(conninfo: dump.conninfo, session: dump.session, person: ben).post {
                try $0.add(UUID(), .quantity(1))
            }
            #expect(
                try dump.rows(as: "dora", ["sample": columns["sample"] ?? []]) == ["sample": before[1]["sample"] ?? []])
        }
    }
}
