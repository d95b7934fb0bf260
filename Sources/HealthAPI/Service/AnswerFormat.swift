import HTTPServer
import HealthCore
import JSONReader

/// How an endpoint that makes rows can write them.
enum AnswerFormat: String, CaseIterable {
    case json = "application/json"
    /// JSON of one row on each line. https://github.com/ndjson/ndjson-spec
    case lines = "application/x-ndjson"
    /// RFC 4180.
    case csv = "text/csv"

    /// For the field `Content-Type`.
    var contentType: String { self == .csv ? "text/csv; charset=utf-8; header=present" : rawValue }

    /// The format that the client likes best; JSON where it does not care.
    ///
    /// - Throws: `APIError` (406) where it wants none of them.
    init(acceptedBy request: HTTPRequest, among offered: [AnswerFormat] = AnswerFormat.allCases) throws(APIError) {
        guard let place = request.preferredMediaType(among: offered.map(\.rawValue)) else {
            var writer = JSONWriter()
            writer.object { writer in
                writer.member("header", "Accept")
                writer.key("offered")
                writer.array { writer in
                    for format in offered { writer.value(format.rawValue) }
                }
            }
            throw APIError(
                .notAcceptable, "not_acceptable", "Accept names no media type that this endpoint can answer with",
                details: writer.bytes, hint: "it answers with " + offered.map(\.rawValue).joined(separator: ", "))
        }
        self = offered[place]
    }
}

/// Writes rows with the same columns, as CSV or as lines of JSON.
struct RowWriter {
    /// Of a row. A missing value is null in JSON and an empty cell in CSV.
    enum Cell {
        case text(String?)
        case number(Double?)
        case integer(Int?)
        case flag(Bool)
        /// On the clock of the answer.
        case time(Instant?)
    }

    private let columns: [StaticString]
    private let format: AnswerFormat
    private let clock: ClockText
    private(set) var bytes: [UInt8] = []

    /// - Parameters:
    ///   - format: CSV, or lines for any other.
    ///   - clock: on which times are written.
    ///   - capacity: bytes to make room for at once.
    init(_ format: AnswerFormat, columns: [StaticString], clock: WallClock, capacity: Int = 1024) {
        self.format = format
        self.clock = ClockText(clock)
        self.columns = columns
        bytes.reserveCapacity(capacity)
        guard format == .csv else { return }
        bytes += columns.map(\.description).joined(separator: ",").utf8
        endLine()
    }

    /// - Parameter cells: one for each column, in their order.
    mutating func append(_ cells: [Cell]) {
        if format == .csv { appendCSV(cells) } else { appendJSON(cells) }
    }

    private mutating func appendJSON(_ cells: [Cell]) {
        var writer = JSONWriter(capacity: 512)
        writer.object { writer in
            for (column, cell) in zip(columns, cells) {
                switch cell {
                case .text(let text): writer.member(column, text)
                case .number(let number): writer.member(column, number)
                case .integer(let integer): writer.member(column, integer)
                case .flag(let flag): writer.member(column, flag)
                case .time(let instant?): writer.member(column, instant, clock)
                case .time(nil): writer.member(column, nil as String?)
                }
            }
        }
        bytes += writer.bytes
        bytes.append(UInt8(ascii: "\n"))
    }

    private mutating func appendCSV(_ cells: [Cell]) {
        for (place, cell) in cells.enumerated() {
            if place > 0 { bytes.append(UInt8(ascii: ",")) }
            switch cell {
            case .text(let text): if let text { appendQuoted(text) }
            case .number(let number):
                // As JSON has it, so that both formats hold the same number; what is not finite is null.
                guard let number, number.isFinite else { continue }
                var writer = JSONWriter(capacity: 32)
                writer.value(number)
                bytes += writer.bytes
            case .integer(let integer): if let integer { bytes += String(integer).utf8 }
            case .flag(let flag): bytes += (flag ? "true" : "false").utf8
            case .time(let instant): if let instant { bytes += clock.plain(instant) }
            }
        }
        endLine()
    }

    /// A text that a spreadsheet would take for a formula gets an apostrophe in front of it, as in the CSV that
    /// `healthstore export` writes, for it may be a name that anyone chose. A number is no text and keeps its sign.
    private mutating func appendQuoted(_ text: String) {
        let isFormula = text.utf8.first.map { RowWriter.formulaStarts.contains($0) } ?? false
        let needsQuotes = text.utf8.contains { RowWriter.quotedBytes.contains($0) }
        guard needsQuotes || isFormula else {
            bytes += text.utf8
            return
        }
        let quote = UInt8(ascii: "\"")
        bytes.append(quote)
        if isFormula { bytes.append(UInt8(ascii: "'")) }
        for byte in text.utf8 {
            if byte == quote { bytes.append(quote) }
            bytes.append(byte)
        }
        bytes.append(quote)
    }

    private mutating func endLine() { bytes += [UInt8(ascii: "\r"), UInt8(ascii: "\n")] }

    /// With which a formula begins in some spreadsheet. https://owasp.org/www-community/attacks/CSV_Injection
    private static let formulaStarts: Set<UInt8> = Set("=+-@\t\r\n".utf8)
    private static let quotedBytes: Set<UInt8> = Set(",\"\r\n".utf8)
}

extension HTTPResponse {
    init(_ rows: RowWriter, as format: AnswerFormat) {
        self.init(status: .ok, contentType: format.contentType, body: rows.bytes)
        // As of JSON.
        headers.append("Cache-Control", "no-store")
    }
}
