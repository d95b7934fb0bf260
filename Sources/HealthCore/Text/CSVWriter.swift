/// Writes CSV (RFC 4180: commas, double quotes, CRLF; UTF-8). No other code of the program writes
/// CSV.
///
/// A missing value is an empty cell. Names of sources and devices and values of metadata are
/// arbitrary text. If a spreadsheet would read such a text as a formula, the writer puts an
/// apostrophe before it. Numbers keep their sign.
public struct CSVWriter: Sendable {
    public private(set) var bytes: [UInt8] = []
    private var isInRow = false

    /// - Parameter capacity: bytes to reserve.
    public init(capacity: Int = 1024) {
        bytes.reserveCapacity(capacity)
    }

    /// Writes the names of the columns. They need no quotes.
    public mutating func appendHeader(_ columns: [String]) {
        for column in columns { append(raw: column.utf8) }
        endRow()
    }

    /// Writes a cell without quotes: a number, a time, a uuid or `true`. Empty bytes are written as
    /// an empty cell.
    public mutating func append(raw cell: some Sequence<UInt8>) {
        beginCell()
        bytes.append(contentsOf: cell)
    }

    /// Writes an empty cell.
    public mutating func appendNull() { beginCell() }

    /// Writes a text, in quotes if it needs them. Nil is an empty cell.
    public mutating func append(_ text: String?) {
        guard let text else { return appendNull() }
        append(text: Array(text.utf8))
    }

    /// Writes a text given as UTF-8, in quotes if it needs them.
    public mutating func append(text: [UInt8]) {
        beginCell()
        let isFormula = CSVWriter.isFormula(text)
        guard isFormula || text.contains(where: { CSVWriter.quotedBytes.contains($0) }) else {
            bytes += text
            return
        }
        let quote = UInt8(ascii: "\"")
        bytes.append(quote)
        if isFormula { bytes.append(UInt8(ascii: "'")) }
        for byte in text {
            if byte == quote { bytes.append(quote) }
            bytes.append(byte)
        }
        bytes.append(quote)
    }

    public mutating func endRow() {
        bytes += [UInt8(ascii: "\r"), UInt8(ascii: "\n")]
        isInRow = false
    }

    /// Discards the bytes written so far and keeps the capacity.
    public mutating func removeAll() { bytes.removeAll(keepingCapacity: true) }

    private mutating func beginCell() {
        if isInRow { bytes.append(UInt8(ascii: ",")) }
        isInRow = true
    }

    /// Returns true if a text begins with a character with which a formula begins in at least one
    /// spreadsheet program, also in full width.
    /// https://owasp.org/www-community/attacks/CSV_Injection
    private static func isFormula(_ text: [UInt8]) -> Bool {
        guard let first = text.first else { return false }
        return formulaStarts.contains(first) || first == 0xef && wideFormulaStarts.contains(Array(text.prefix(3)))
    }

    private static let formulaStarts: Set<UInt8> = Set("=+-@\t\r\n".utf8)
    /// `=`, `+`, `-` and `@` in full width.
    private static let wideFormulaStarts = ["\u{ff1d}", "\u{ff0b}", "\u{ff0d}", "\u{ff20}"].map { Array($0.utf8) }
    private static let quotedBytes: Set<UInt8> = Set(",\"\r\n".utf8)
}
