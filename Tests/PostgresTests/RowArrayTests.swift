import Foundation
import Postgres
import TestSupport
import Testing

@Suite struct RowArrayTests {
    private func session(_ conninfo: String) throws -> Session {
        let session = try Session(conninfo: conninfo)
        try session.executeScript(
            """
            create type one_of_each as (
                yes boolean, small smallint, number integer, large bigint, value double precision, at timestamptz, id uuid,
                word text, object jsonb, data bytea, list integer[])
            """)
        return session
    }

    private func unnest(_ rows: RowArray, _ session: Session) throws -> [[String?]] {
        try session.execute(
            """
            select yes::text, small::text, number::text, large::text, value::text, at::text, id::text, word, object::text,
                data::text, list::text
            from unnest($1::one_of_each[]) with ordinality order by ordinality
            """, [.rows(rows)]
        ).map { row in try (0..<11).map { try row.optionalText($0) } }
    }

    @Test("a statement reads every value of an array of rows as it was written, nulls included")
    func values() async throws {
        try await TestServer.shared().withDatabase { conninfo in
            let session = try session(conninfo)
            let id = UUID(uuid: (0, 17, 34, 51, 68, 85, 102, 119, 136, 153, 170, 187, 204, 221, 238, 255))
            let rows = RowArray(try session.rowType("one_of_each")) { writer in
                writer.beginRow(11)
                writer.bool(true)
                writer.int16(-2)
                writer.int32(.min)
                writer.int64(.max)
                writer.double(0.1)
                writer.timestamptz(-1)
                writer.uuid(id)
                writer.text("é, \"(,)\" and \\ ")
                writer.jsonb(Array(#"{"a": [1, null]}"#.utf8))
                writer.bytea([0, 255])
                writer.int32Array([3, -4])
                writer.beginRow(11)
                for _ in 0..<11 { writer.null() }
                writer.beginRow(11)
                for _ in 0..<7 { writer.null() }
                writer.text("")
                for _ in 0..<2 { writer.null() }
                writer.int32Array([])
            }
            let nothing = [String?](repeating: nil, count: 11)
            var empty = nothing
            empty[7] = ""
            empty[10] = "{}"
            #expect(
                try unnest(rows, session) == [
                    [
                        "true", "-2", "-2147483648", "9223372036854775807", "0.1", "1969-12-31 23:59:59.999999+00",
                        "00112233-4455-6677-8899-aabbccddeeff", "é, \"(,)\" and \\ ", #"{"a": [1, null]}"#, "\\x00ff",
                        "{3,-4}",
                    ], nothing, empty,
                ])
        }
    }

    @Test("an array without rows has no rows, and one of 70,000 rows has all of them in their order")
    func sizes() async throws {
        try await TestServer.shared().withDatabase { conninfo in
            let session = try session(conninfo)
            let type = try session.rowType("one_of_each")
            let none = RowArray(type) { _ in }
            #expect(try unnest(none, session).isEmpty)
            let many = RowArray(type) { writer in
                for number in 0..<70_000 {
                    writer.beginRow(11)
                    for column in 0..<11 { if column == 2 { writer.int32(Int32(number)) } else { writer.null() } }
                }
            }
            let counted = try session.execute(
                """
                select count(*), bool_and(number = ordinality - 1)
                from unnest($1::one_of_each[]) with ordinality
                """, [.rows(many)])
            #expect(try counted[0].int64(0) == 70_000)
            #expect(try counted[0].bool(1))
        }
    }

    @Test("a name that is no row type is an error, also if a scalar type has it")
    func wrongNames() async throws {
        try await TestServer.shared().withSession { session throws in
            for name in ["missing_type", "integer"] {
                let error = #expect(throws: PostgresError.self) { try session.rowType(name) }
                #expect(error?.sqlState == "42704", "\(name)")
            }
        }
    }
}
