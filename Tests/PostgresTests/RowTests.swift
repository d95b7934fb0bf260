import Postgres
import TestSupport
import Testing

/// Tests rows that are read one at a time.
@Suite struct RowTests {
    private func withSession(_ body: (Session) throws -> Void) async throws {
        try await TestServer.shared().withSession { session in
            try session.executeScript("create sequence produced")
            try body(session)
            #expect(session.isIdle)
        }
    }

    /// The number of rows of `rows` that the server has produced.
    private func produced(_ session: Session) throws -> Int64 {
        try session.execute("select case when is_called then last_value else 0 end from produced")[0].int64(0)
    }

    /// Rows of a megabyte each, which the server counts.
    private static let rows = "select n, repeat('x', 1000000), nextval('produced') from generate_series(1, $1) n"

    @Test("every row is read once and in order, of none, one and many", arguments: [0, 1, 2, 500])
    func all(count: Int32) async throws {
        try await withSession { session in
            var read: [Int32] = []
            for _ in 0..<2 {
                read = []
                try session.transaction {
                    try session.forEachRow(of: "select n from generate_series(1, $1) n", [.int32(count)]) { row in
                        read.append(try row.int32(0))
                        return true
                    }
                }
            }
            #expect(read == Array(1..<1 + count))
        }
    }

    @Test("after stopping early, few further rows were produced, and the transaction continues in its snapshot")
    func stopping() async throws {
        try await withSession { session in
            try session.transaction(isolation: .repeatableRead) {
                _ = try session.execute("select 1")
                for rest in 1...3 {
                    let before = try produced(session)
                    var read: [Int32] = []
                    try session.forEachRow(of: Self.rows, [.int32(4_000)]) { row in
                        read.append(try row.int32(0))
                        #expect(try row.text(1).utf8.count == 1_000_000)
                        return read.count < rest
                    }
                    #expect(read == Array(1...Int32(rest)))
                    // Of 4,000 rows, only a few were in flight, because the sockets hold less than
                    // two rows.
                    #expect(try produced(session) - before < Int64(rest) + 20)
                }
                #expect(try session.execute("select 2")[0].int32(0) == 2)
            }
        }
    }

    @Test("a cancellation that comes too late does not affect the next statement")
    func lateCancel() async throws {
        try await withSession { session in
            try session.transaction {
                for number in 0..<90 {
                    var read = 0
                    try session.forEachRow(of: "select n from generate_series(1, 3) n") { _ in
                        read += 1
                        return read <= number % 3
                    }
                    #expect(read == number % 3 + 1)
                    #expect(try session.execute("select count(*) from generate_series(1, 1000)")[0].int64(0) == 1_000)
                }
            }
        }
    }

    @Test(
        "errors of the body and of the server are thrown, after the rows before them; outside a transaction no row is read"
    )
    func failing() async throws {
        struct Enough: Error {}
        try await withSession { session in
            #expect(throws: Enough.self) {
                try session.transaction {
                    try session.forEachRow(of: Self.rows, [.int32(4_000)]) { _ in throw Enough() }
                }
            }
            var read = 0
            let error = #expect(throws: PostgresError.self) {
                try session.transaction {
                    try session.forEachRow(of: "select 1 / (3 - n) from generate_series(1, 5) n") { _ in
                        read += 1
                        return true
                    }
                }
            }
            #expect(error?.sqlState == "22012" && read == 2 && session.isIdle)
            #expect(throws: PostgresError.self) { try session.forEachRow(of: "select 1") { _ in true } }
        }
    }
}
