import Foundation
import Postgres
import TestSupport
import Testing

@Suite struct SessionTests {
    @Test("every kind of parameter is read back unchanged")
    func parametersComeBack() async throws {
        try await TestServer.shared().withSession { session in
            let uuid = UUID()
            let row = try session.execute(
                """
                select $1, $2, $3, $4, $5, $6, $7, $8, $9, $10::integer[] = '{1,null,-3}',
                    $11::text[] = array['a', '', 'ü"'], $12::uuid[], $13::bigint[] = '{}'
                """,
                [
                    .bool(true), .int32(.min), .int64(.max), .double(-0.1), .text("ü\n"), .bytea([0, 255]), .uuid(uuid),
                    .timestamptz(-1), .jsonb(Array(#"{"a": 1}"#.utf8)), .optionalInt32Array([1, nil, -3]),
                    .textArray(["a", "", "ü\""]), .uuidArray([uuid]), .int64Array([]),
                ])[0]
            #expect(try row.bool(0))
            #expect(try row.int32(1) == .min)
            #expect(try row.int64(2) == .max)
            #expect(try row.double(3) == -0.1)
            #expect(try row.text(4) == "ü\n")
            #expect(try row.bytea(5) == [0, 255])
            #expect(try row.uuid(6) == uuid)
            #expect(try row.timestamptz(7) == -1)
            #expect(try row.optionalJSONB(8) == Array(#"{"a": 1}"#.utf8))
            #expect(try row.bool(9))
            #expect(try row.bool(10))
            #expect(try row.bool(12))
        }
    }

    @Test("null is nil, an empty text is not, and a required null is an error")
    func nulls() async throws {
        try await TestServer.shared().withSession { session in
            let row = try session.execute("select $1, $2, $3", [.text(nil), .text(""), .int32(nil)])[0]
            #expect(try row.optionalText(0) == nil)
            #expect(try row.text(1).isEmpty)
            #expect(try row.optionalInt32(2) == nil)
            #expect(throws: PostgresError.self) { try row.int32(2) }
            #expect(throws: PostgresError.self) { try row.text(2) }
            #expect(throws: PostgresError.self) { try row.text(3) }
        }
    }

    @Test("an error names the SQLSTATE and the constraint and never quotes the row")
    func errorsQuoteNoRow() async throws {
        try await TestServer.shared().withSession { session in
            try session.executeScript("create table t (n integer constraint small check (n < 10))")
            let error = #expect(throws: PostgresError.self) {
                try session.execute("insert into t values ($1)", [.int32(7_654_321)])
            }
            #expect(error?.sqlState == "23514")
            #expect(error?.constraint == "small")
            #expect(error.map { "\($0)" }?.contains("7654321") == false)
            #expect(session.isIdle)
        }
    }

    @Test("a log does not get the message of an error that quotes a value, and gets every other message")
    func loggedMessages() async throws {
        try await TestServer.shared().withSession { session in
            func error(of sql: String) throws -> PostgresError? {
                #expect(throws: PostgresError.self) { try session.execute(sql) }
            }
            let quoting = try #require(try error(of: "select 'glucose 5.4'::text::double precision"))
            #expect(quoting.message.contains("glucose 5.4") && !quoting.loggedMessage.contains("glucose"))
            #expect(try error(of: "do 'begin raise data_corrupted; end'")?.hint == PostgresError.damageHint)
            // Citus gives this warning, and then says that the commit succeeded.
            let worker = try error(of: "do $$ begin raise warning 'failed to commit transaction on w:1'; end $$")
            #expect(worker?.isUnknownCommit == true)
            let other = try #require(try error(of: "select * from missing_table"))
            #expect(other.loggedMessage == other.message && other.message.contains("missing_table"))
        }
    }

    @Test("a transaction that throws leaves no changes, and one with a failed statement cannot commit")
    func transactions() async throws {
        struct Stop: Error {}
        try await TestServer.shared().withSession { session in
            try session.executeScript("create table t (n integer)")
            #expect(throws: Stop.self) {
                try session.transaction {
                    _ = try session.execute("insert into t values (1)")
                    throw Stop()
                }
            }
            #expect(throws: PostgresError.self) {
                try session.transaction { _ = try? session.execute("select 1/0 from t group by no_such_column") }
            }
            try session.transaction {
                try session.transaction { _ = try session.execute("insert into t values (2)") }
            }
            let kept = try session.execute("select n from t").map { try $0.int32(0) }
            #expect(kept == [2])
        }
    }

    @Test("a failed attempt alone is undone, and the transaction continues")
    func attempts() async throws {
        struct Stop: Error {}
        try await TestServer.shared().withSession { session in
            try session.executeScript("create table t (n integer primary key)")
            try session.transaction {
                let inserted = try session.attempt { try session.execute("insert into t values (1)").affectedRows }
                #expect(inserted == 1)
                #expect(throws: Stop.self) {
                    try session.attempt {
                        _ = try session.execute("insert into t values (3)")
                        throw Stop()
                    }
                }
                #expect(throws: PostgresError.self) {
                    try session.attempt { _ = try session.execute("insert into t values (1)") }
                }
            }
            let kept = try session.execute("select n from t").map { try $0.int32(0) }
            #expect(kept == [1])
        }
    }

    @Test("statements beyond the limit of prepared ones still run")
    func manyStatements() async throws {
        try await TestServer.shared().withSession { session throws in
            for n in 0..<(Session.preparedStatementsMax + 20) {
                #expect(try session.execute("select \(n) + $1", [.int32(1)])[0].int32(0) == Int32(n + 1))
            }
        }
    }

    @Test("identifiers are quoted")
    func identifiers() async throws {
        try await TestServer.shared().withSession { session in
            let name = #"a "b"; drop"#
            let result = try session.execute("select 1 as \(session.quoteIdentifier(name))")
            #expect(result.rowCount == 1)
        }
    }
}
