import Postgres
import TestSupport
import Testing

@Suite struct TransactionTests {
    private func with(_ body: (Session) async throws -> Void) async throws {
        try await TestServer.shared().withSession { session in
            try session.executeScript("create table t (n integer primary key)")
            try await body(session)
        }
    }

    private func numbers(_ session: Session) throws -> [Int32] {
        try session.execute("select n from t order by n").map { try $0.int32(0) }
    }

    private func insertion(_ number: Int32) -> Statement {
        Statement("insert into t values ($1) returning n", [.int32(number)])
    }

    @Test("statements that are sent together run in their order, and each has its rows")
    func pipeline() async throws {
        try await with { session in
            let answers = try session.transaction {
                try session.execute([
                    insertion(1), Statement("select count(*)::integer from t"), insertion(2),
                    Statement("select count(*)::integer from t"),
                ])
            }
            #expect(try answers.map { try $0[0].int32(0) } == [1, 1, 2, 2])
            #expect(try numbers(session) == [1, 2])
        }
    }

    @Test("the first of these statements that fails is reported, and so is a missing transaction; nothing changes")
    func pipelineFailure() async throws {
        try await with { session in
            func fail(_ statements: [Statement]) throws {
                _ = try session.transaction { try session.execute(statements) }
            }
            let error = try #require(throws: PostgresError.self) {
                try fail([insertion(1), insertion(1), Statement("select 1 / 0")])
            }
            #expect(error.sqlState == "23505")
            #expect(session.isIdle)
            #expect(try numbers(session) == [])
            // The statement is refused while it is prepared, before anything is sent.
            let refused = try #require(throws: PostgresError.self) {
                try fail([insertion(1), Statement("select no_such_column")])
            }
            #expect(refused.sqlState == "42703")
            let outside = try #require(throws: PostgresError.self) { try session.execute([insertion(1)]) }
            #expect(outside.sqlState == "08P01")
            #expect(try numbers(session) == [])
        }
    }

    @Test("a transaction that reads sees one snapshot, and cannot write")
    func reading() async throws {
        try await TestServer.shared().withDatabase { conninfo in
            let session = try Session(conninfo: conninfo)
            let other = try Session(conninfo: conninfo)
            try session.executeScript("create table t (n integer primary key)")
            try session.reading {
                #expect(try numbers(session) == [])
                _ = try other.execute("insert into t values (1)")
                #expect(try numbers(session) == [])
            }
            #expect(try numbers(session) == [1])
            func write() throws { _ = try session.reading { try session.execute([insertion(2)]) } }
            let error = try #require(throws: PostgresError.self) { try write() }
            #expect(error.sqlState == "25006")
            #expect(session.isIdle)
        }
    }

    @Test("after a transaction that read, the session takes every kind of call", arguments: 0..<5)
    func afterReading(_ kind: Int) async throws {
        try await with { session in
            _ = try session.reading { try session.execute("select 1") }
            #expect(session.isIdle)
            switch kind {
            case 0: _ = try session.execute("insert into t values (1)")
            case 1: try session.executeScript("insert into t values (1)")
            case 2: _ = try session.executeUnprepared("insert into t values (1)")
            case 3:
                var bytes: [UInt8]? = Array("1\n".utf8)
                _ = try session.copyIn("copy t from stdin") {
                    defer { bytes = nil }
                    return bytes
                }
            default: try session.transaction { _ = try session.execute([insertion(1)]) }
            }
            #expect(try numbers(session) == [1])
        }
    }

    @Test("settings of a transaction that reads end with it, and apply inside another transaction, too")
    func settings() async throws {
        try await with { session in
            func zone() throws -> String { try session.execute("show timezone")[0].text(0) }
            func zoneInside() throws -> String {
                try session.reading(settings: ["set local timezone = 'Asia/Kathmandu'"]) { try zone() }
            }
            let inside = try zoneInside()
            let after = try zone()
            let nested = try session.reading { [try zone(), try zoneInside()] }
            #expect(
                [inside, after] + nested + [try zone()] == ["Asia/Kathmandu", "UTC", "UTC", "Asia/Kathmandu", "UTC"])
        }
    }

    @Test("transactions that read or write a batch keep plans, and others do not")
    func plans() async throws {
        try await with { session in
            func generic(_ run: (() throws -> Void) throws -> Void, _ statement: String) throws -> Int64 {
                for _ in 0..<10 { try run { _ = try session.execute(statement, [.int32(1)]) } }
                return try session.execute(
                    "select generic_plans from pg_prepared_statements where statement = $1", [.text(statement)])[0]
                    .int64(0)
            }
            let read = try generic({ try session.reading($0) }, "select n from t where n = $1")
            let written = try generic({ try session.writing($0) }, "delete from t where n = $1")
            let others = try generic({ try session.transaction($0) }, "update t set n = n where n = $1")
            #expect(read > 0 && written > 0 && others == 0)
            let unprepared = "select n from t where n < $1"
            _ = try session.executeUnprepared(unprepared, [.int32(1)])
            let kept = try session.execute(
                "select 1 from pg_prepared_statements where statement = $1", [.text(unprepared)])
            #expect(kept.rowCount == 0)
        }
    }
}
