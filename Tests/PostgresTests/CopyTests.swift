import Foundation
import Postgres
import TestSupport
import Testing

@Suite struct CopyTests {
    struct Stop: Error {}

    private func table(_ conninfo: String) throws -> Session {
        let session = try Session(conninfo: conninfo)
        try session.executeScript(
            "create table t (n bigint not null, at timestamptz not null, v double precision not null, id uuid not null, i integer not null)"
        )
        return session
    }

    private func copy(_ count: Int, into session: Session, failAt: Int? = nil) throws -> Int64 {
        var writer = BinaryCopyWriter()
        var n = 0
        return try session.copyIn("copy t from stdin (format binary)") {
            guard n <= count else { return nil }
            for _ in 0..<1_000 where n < count {
                if n == failAt { throw Stop() }
                writer.beginRow(5)
                writer.int64(Int64(n))
                writer.timestamptz(Int64(n) * 1_000_003 - 5)
                writer.double(Double(n) / 3)
                writer.uuid(UUID(uuid: (0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, UInt8(n % 256))))
                writer.int32(Int32(n))
                n += 1
            }
            if n == count {
                n += 1
                writer.trailer()
            }
            return writer.take()
        }
    }

    @Test(
        "rows copied in are copied out with the same values in the same order, and none as none",
        arguments: [0, 25_000])
    func roundTrip(count: Int) async throws {
        try await TestServer.shared().withDatabase { conninfo in
            let session = try table(conninfo)
            #expect(try copy(count, into: session) == Int64(count))
            var n: Int64 = 0
            try session.copyOut("copy (select n, at, v, id, i from t order by n) to stdout (format binary)") { row in
                let values = (
                    try row.int64(), try row.timestamptz(), try row.double(), try row.uuidWords(), try row.int32()
                )
                #expect(values.0 == n && values.1 == n * 1_000_003 - 5 && values.2 == Double(n) / 3)
                #expect(values.3.high == 1 && values.3.low == UInt64(n % 256) && values.4 == Int32(n))
                n += 1
            }
            #expect(n == Int64(count))
        }
    }

    @Test("the error of a reader, a writer or the server ends the COPY, and the session stays usable")
    func givingUp() async throws {
        try await TestServer.shared().withDatabase { conninfo in
            let session = try table(conninfo)
            #expect(throws: Stop.self) { try copy(20_000, into: session, failAt: 15_000) }
            #expect(try session.execute("select count(*) from t")[0].int64(0) == 0)
            #expect(try copy(20_000, into: session) == 20_000)
            #expect(throws: Stop.self) {
                try session.copyOut("copy (select generate_series(1, 10000000)) to stdout (format binary)") { row in
                    if try row.int32() == 100 { throw Stop() }
                }
            }
            #expect(throws: PostgresError.self) {
                try session.copyOut("copy (select 1::bigint) to stdout (format binary)") { row in _ = try row.int32() }
            }
            var chunks = 200
            let error = #expect(throws: PostgresError.self) {
                try session.copyIn("copy t from stdin (format binary)") {
                    chunks -= 1
                    return chunks > 0 ? [UInt8](repeating: 7, count: 100_000) : nil
                }
            }
            #expect(error?.sqlState == "22P04")
            #expect(session.isIdle)
            #expect(try session.execute("select 1")[0].int32(0) == 1)
        }
    }
}
