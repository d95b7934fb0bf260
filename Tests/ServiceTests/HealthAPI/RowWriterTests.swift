import HTTPServer
import HealthCore
import Testing

@testable import HealthAPI

@Suite("Rows")
struct RowWriterTests {
    private func text(_ format: AnswerFormat, _ rows: [[RowWriter.Cell]]) -> String {
        var writer = RowWriter(format, columns: ["source", "sum", "count", "partial"], hasTimes: false)
        for row in rows { writer.append(row) }
        return String(decoding: writer.bytes, as: UTF8.self)
    }

    @Test("CSV has a head, ends its lines as RFC 4180 says, and leaves what is missing empty")
    func csv() {
        let text = text(
            .csv,
            [
                [.text("Phone"), .number(0.1), .integer(3), .flag(true)],
                [.text(nil), .number(nil), .integer(nil), .flag(false)],
                [.text(""), .number(-5), .integer(-1), .flag(false)],
                [.text("é"), .number(1e300), .integer(0), .flag(false)],
            ])
        #expect(
            text
                == "source,sum,count,partial\r\nPhone,0.1,3,true\r\n,,,false\r\n,-5,-1,false\r\né,1e+300,0,false\r\n")
    }

    @Test("CSV has times as a spreadsheet reads them, and the date and offset of the first one")
    func times() throws {
        let clock = WallClock(try #require(Zone(identifier: "Europe/Berlin")))
        let autumn = try #require(Instant(rfc3339: "2025-10-26T00:30:00.25Z"))
        let rows: [[RowWriter.Cell]] = [
            [.time(nil), .time(autumn), .timeText("2026-01-01T00:00:00Z")],
            [.time(autumn), .time(nil), .timeText("2026-01-01T05:00:00-03:30")],
            [.time(nil), .time(nil), .timeText(nil)],
        ]
        func text(_ format: AnswerFormat, _ columns: [String]) -> [Substring] {
            var writer = RowWriter(format, columns: columns, clock: clock, hasTimes: true)
            for row in rows { writer.append(row) }
            return String(decoding: writer.bytes, as: UTF8.self).split(whereSeparator: \.isNewline)
        }
        #expect(
            text(.csv, ["a", "b", "c"]) == [
                "date,a,b,c,utcOffset", "2025-10-26,,2025-10-26 02:30:00.25,2026-01-01 00:00:00,+02:00",
                "2025-10-26,2025-10-26 02:30:00.25,,2026-01-01 05:00:00,+02:00", ",,,,",
            ])
        #expect(text(.csv, ["a", "b", "date"])[0] == "a,b,date,utcOffset")
        #expect(
            text(.lines, ["a", "b", "c"])[1]
                == #"{"a":"2025-10-26T02:30:00.25+02:00","b":null,"c":"2026-01-01T05:00:00-03:30"}"#)
    }

    @Test(
        "What would separate is quoted, and what a spreadsheet would run begins with an apostrophe",
        arguments: [
            ("a,b", "\"a,b\""), ("a\"b", "\"a\"\"b\""), ("a\nb", "\"a\nb\""), ("a\rb", "\"a\rb\""), ("\"", "\"\"\"\""),
            ("\"\u{301}", "\"\"\"\u{301}\""), ("a=b", "a=b"), ("'a", "'a"), ("a;b c", "a;b c"),
            ("=1+1", "\"'=1+1\""), ("+1", "\"'+1\""), ("-1", "\"'-1\""), ("@a", "\"'@a\""), ("\ta", "\"'\ta\""),
            ("\ra", "\"'\ra\""), ("=a\"b,", "\"'=a\"\"b,\""),
            ("＝1+1", "\"'＝1+1\""), ("＋1", "\"'＋1\""), ("－1", "\"'－1\""), ("＠a", "\"'＠a\""), ("Ｏ", "Ｏ"),
        ])
    func quoting(name: String, cell: String) {
        #expect(
            text(.csv, [[.text(name), .number(nil), .integer(nil), .flag(true)]])
                == "source,sum,count,partial\r\n\(cell),,,true\r\n")
    }

    @Test("A line of JSON is one object with every column, whatever a name holds")
    func lines() {
        let text = text(
            .lines,
            [
                [.text("=a\"\n"), .number(0.5), .integer(1), .flag(true)],
                [.text(nil), .number(.nan), .integer(nil), .flag(false)],
            ])
        #expect(
            text == #"{"source":"=a\"\n","sum":0.5,"count":1,"partial":true}"# + "\n"
                + #"{"source":null,"sum":null,"count":null,"partial":false}"# + "\n")
        #expect(self.text(.lines, []) == "")
    }

    @Test("A format that is not offered is refused, and the answer names those that are")
    func notAcceptable() throws {
        let request = HTTPRequest(path: "/", headers: ["Accept": "text/csv"])
        let error = #expect(throws: APIError.self) { try AnswerFormat(acceptedBy: request, among: [.json, .lines]) }
        #expect(error?.status == .notAcceptable)
        #expect(error?.code == .notAcceptable)
        #expect(
            String(decoding: error?.details ?? [], as: UTF8.self)
                == #"{"header":"Accept","offered":["application/json","application/x-ndjson"]}"#)
        #expect(try AnswerFormat(acceptedBy: request) == .csv)
    }
}
