import HealthCore
import JSON

/// Writes rows with the same columns, as CSV or as lines of JSON.
struct RowWriter {
    /// A cell of a row. A missing value is null in JSON and an empty cell in CSV.
    enum Cell {
        case text(String?)
        case number(Double?)
        case integer(Int?)
        case flag(Bool)
        /// A time, which is written on the clock of the answer.
        case time(Instant?)
        /// JSON, which is a text in CSV.
        case json([UInt8]?)
    }

    private let columns: [StaticString]
    private let clock: ClockText
    private var csv: CSVWriter?
    private var lines: JSONWriter
    /// The number of rows so far.
    private(set) var count = 0

    /// - Parameters:
    ///   - format: CSV, or lines for any other.
    ///   - clock: the clock on which times are written.
    init(_ format: AnswerFormat, columns: [StaticString], clock: WallClock) {
        self.clock = ClockText(clock)
        self.columns = columns
        lines = JSONWriter()
        if format == .csv {
            csv = CSVWriter()
            csv?.appendHeader(columns.map(\.description))
        }
    }

    var bytes: [UInt8] { csv?.bytes ?? lines.bytes }

    /// - Parameter cells: one cell for each column, in the same order.
    mutating func append(_ cells: [Cell]) {
        count += 1
        guard csv != nil else { return appendJSON(cells) }
        for cell in cells { appendCSV(cell) }
        csv?.endRow()
    }

    /// Appends a row as a line of JSON.
    mutating func append(_ row: some JSONWritable) {
        count += 1
        row.write(to: &lines)
        lines.endLine()
    }

    /// Discards the rows so far.
    mutating func removeAll() {
        csv?.removeAll()
        lines.removeAll()
    }

    private mutating func appendJSON(_ cells: [Cell]) {
        lines.object { writer in
            for (column, cell) in zip(columns, cells) {
                switch cell {
                case .text(let text): writer.member(column, text)
                case .number(let number): writer.member(column, number)
                case .integer(let integer): writer.member(column, integer)
                case .flag(let flag): writer.member(column, flag)
                case .time(let instant?): writer.member(column, instant, clock)
                case .json(let json?): writer.member(column.description, json: json)
                case .time(nil), .json(nil): writer.member(column, nil as String?)
                }
            }
        }
        lines.endLine()
    }

    private mutating func appendCSV(_ cell: Cell) {
        switch cell {
        case .text(let text): csv?.append(text)
        // The number has the same text as in JSON. A number that is not finite is missing in both
        // formats.
        case .number(let number): csv?.append(raw: number.flatMap { $0.isFinite ? $0.json.bytes : nil } ?? [])
        case .integer(let integer): csv?.append(raw: (integer.map { String($0) } ?? "").utf8)
        case .flag(let flag): csv?.append(raw: (flag ? "true" : "false").utf8)
        case .json(let json): csv?.append(json.map { String(decoding: $0, as: UTF8.self) })
        case .time(let instant): csv?.append(raw: instant.map(clock.plain) ?? [])
        }
    }
}
