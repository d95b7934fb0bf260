import Postgres
import TestSupport
import Testing

@Suite("Fields of a binary COPY") struct BinaryFieldTests {
    @Test("nulls, dates, arrays and bytes are the same after a COPY in and out")
    func roundTrip() async throws {
        try await TestServer.shared().withSession { session in
            try session.executeScript(
                "create table t (n integer, d date, a integer[], b bytea, v double precision, at timestamptz, s smallint)"
            )
            let arrays: [[Int32]] = [[], [7], [-1, .max, .min]]
            var writer = BinaryCopyWriter()
            for (n, array) in arrays.enumerated() {
                writer.beginRow(7)
                writer.int32(n == 0 ? nil : Int32(n))
                writer.date(Int32(n) * 9_000 - 10)
                writer.int32Array(array)
                writer.bytea([UInt8(n), 0, 255])
                writer.double(n == 1 ? nil : 0.1)
                writer.timestamptz(n == 2 ? nil : -1)
                writer.int16(-3)
            }
            writer.trailer()
            var bytes: [UInt8]? = writer.take()
            _ = try session.copyIn("copy t from stdin (format binary)") {
                defer { bytes = nil }
                return bytes
            }
            let texts = try session.execute("select d::text || a::text || b::text from t order by d").map {
                try $0.text(0)
            }
            #expect(texts[0] == "1969-12-22{}\\x0000ff" && texts[2].contains("{-1,2147483647,-2147483648}"))
            var n = 0
            var array: [Int32] = [9]
            let rows = try session.execute("select a from t order by d")
            try session.copyOut("copy (select n, d, a, v, at, s from t order by d) to stdout (format binary)") {
                row in
                #expect(try row.optionalInt32() == (n == 0 ? nil : Int32(n)))
                #expect(try row.date() == Int32(n) * 9_000 - 10)
                try row.int32Array(into: &array)
                #expect(array == arrays[n])
                try rows[n].int32Array(0, into: &array)
                #expect(array == arrays[n])
                #expect(try row.optionalDouble() == (n == 1 ? nil : 0.1))
                #expect(try row.optionalTimestamptz() == (n == 2 ? nil : -1))
                #expect(try row.int16() == -3)
                n += 1
            }
            #expect(n == 3)
        }
    }

    @Test("arrays of two dimensions or with nulls are refused")
    func oddArrays() async throws {
        try await TestServer.shared().withSession { session throws in
            for array in ["array[[1,2],[3,4]]", "array[1,null]"] {
                var elements: [Int32] = []
                let rows = try session.execute("select \(array), null::integer[], array['1']")
                for column in 0..<3 {
                    #expect(throws: PostgresError.self) { try rows[0].int32Array(column, into: &elements) }
                }
                #expect(throws: PostgresError.self) {
                    try session.copyOut("copy (select \(array)) to stdout (format binary)") {
                        try $0.int32Array(into: &elements)
                    }
                }
            }
        }
    }
}
