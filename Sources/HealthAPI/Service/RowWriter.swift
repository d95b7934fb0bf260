import HealthCore
import JSON

/// Writes rows with the same columns, as CSV or as lines of JSON.
///
/// In CSV, times have a form that spreadsheets read as times: `2026-02-28 00:56:47`, on the clock
/// of the answer. The first column is `date`, the date of the first time. The last one is
/// `utcOffset`, the offset of the first time from UTC.
struct RowWriter {
    /// A cell of a row. A missing value is null in JSON and an empty cell in CSV.
    enum Cell {
        case text(String?)
        case number(Double?)
        case integer(Int?)
        case flag(Bool)
        /// A time, which is written on the clock of the answer.
        case time(Instant?)
        /// A time as RFC 3339.
        case timeText(String?)
        /// JSON, which is a text in CSV.
        case json([UInt8]?)
    }

    private let columns: [String]
    private let clock: ClockText
    /// True if CSV has `date`, which no column gives.
    private let addsDate: Bool
    private let hasTimes: Bool
    private var csv: CSVWriter?
    private var lines: JSONWriter
    /// The number of rows so far.
    private(set) var count = 0

    /// - Parameters:
    ///   - format: CSV, or lines for any other.
    ///   - clock: the clock on which times are written.
    ///   - hasTimes: true if at least one column has times.
    init(_ format: AnswerFormat, columns: [String], clock: WallClock = .utc, hasTimes: Bool) {
        self.clock = ClockText(clock)
        self.columns = columns
        self.hasTimes = hasTimes
        addsDate = hasTimes && !columns.contains("date")
        lines = JSONWriter()
        if format == .csv {
            csv = CSVWriter()
            // A query in SQL without rows has no known columns.
            if columns.isEmpty { return }
            csv?.appendHeader((addsDate ? ["date"] : []) + columns + (hasTimes ? ["utcOffset"] : []))
        }
    }

    var bytes: [UInt8] { csv?.bytes ?? lines.bytes }

    /// - Parameter cells: one cell for each column, in the same order.
    mutating func append(_ cells: [Cell]) {
        count += 1
        guard csv != nil else { return appendJSON(cells) }
        let clock = clock
        let first = hasTimes ? cells.lazy.compactMap { RowWriter.time($0, clock) }.first : nil
        if addsDate { csv?.append(raw: first?.wall.prefix(10) ?? []) }
        for cell in cells { appendCSV(cell) }
        if hasTimes { csv?.append(raw: first?.offset ?? []) }
        csv?.endRow()
    }

    /// Appends a value as a line of JSON.
    mutating func append(line value: JSONValue) {
        count += 1
        lines.value(value)
        lines.endLine()
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
                case .time(let instant?):
                    writer.key(column)
                    clock.write(instant, to: &writer)
                case .timeText(let text): writer.member(column, text)
                case .json(let json?): writer.member(column, json: json)
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
        case .time, .timeText:
            let wall = RowWriter.time(cell, clock)?.wall
            csv?.append(raw: wall ?? [])
        }
    }

    /// Returns the time of a cell, as a spreadsheet reads it, and its offset from UTC, such as
    /// `+01:00`.
    private static func time(_ cell: Cell, _ clock: ClockText) -> (wall: [UInt8], offset: [UInt8])? {
        let text: [UInt8]
        switch cell {
        case .time(let instant?): text = Array(clock.plain(instant))
        case .timeText(let written?): text = Array(written.utf8)
        default: return nil
        }
        let isUTC = text.last == UInt8(ascii: "Z")
        let (wall, offset) = (text.dropLast(isUTC ? 1 : 6), isUTC ? Array("+00:00".utf8) : text.suffix(6))
        return (wall.map { $0 == UInt8(ascii: "T") ? UInt8(ascii: " ") : $0 }, Array(offset))
    }
}
