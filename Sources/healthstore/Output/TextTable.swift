/// A table of text. Numbers are aligned to the right.
struct TextTable {
    private let header: [String]
    private let isNumber: [Bool]
    private var rows: [[String]] = []

    /// A column, and what it shows of a row.
    struct Column<Row> {
        fileprivate var title: String
        fileprivate var isNumber: Bool
        fileprivate var cell: (Row) -> String

        static func text(_ title: String, _ cell: @escaping (Row) -> String) -> Column {
            Column(title: title, isNumber: false, cell: cell)
        }

        static func number(_ title: String, _ cell: @escaping (Row) -> String) -> Column {
            Column(title: title, isNumber: true, cell: cell)
        }
    }

    init(_ columns: [(title: String, isNumber: Bool)]) {
        header = columns.map(\.title)
        isNumber = columns.map(\.isNumber)
    }

    init<Row>(of rows: some Sequence<Row>, _ columns: [Column<Row>]) {
        self.init(columns.map { ($0.title, $0.isNumber) })
        for row in rows { append(columns.map { $0.cell(row) }) }
    }

    /// Replaces characters of cells that could command the terminal or break the line by U+FFFD.
    /// Names of sources, for example, come from apps.
    mutating func append(_ row: [String]) { rows.append(row.map(TextTable.printable)) }

    private static func printable(_ text: String) -> String {
        guard text.unicodeScalars.contains(where: isControl) else { return text }
        return String(String.UnicodeScalarView(text.unicodeScalars.map { isControl($0) ? "\u{fffd}" : $0 }))
    }

    private static func isControl(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .control, .lineSeparator, .paragraphSeparator: true
        default: false
        }
    }

    var text: String {
        let widths = header.indices.map { column in
            ([header] + rows).map { $0[column].count }.max() ?? 0
        }
        let rule = widths.map { String(repeating: "─", count: $0) }
        return ([header, rule] + rows).map { line($0, widths) }.joined(separator: "\n") + "\n"
    }

    private func line(_ cells: [String], _ widths: [Int]) -> String {
        let padded = cells.indices.map { column in
            let padding = String(repeating: " ", count: widths[column] - cells[column].count)
            return isNumber[column] ? padding + cells[column] : cells[column] + padding
        }
        var line = padded.joined(separator: "  ")
        while line.hasSuffix(" ") { line.removeLast() }
        return line
    }
}

extension TextTable {
    /// Returns a line for each pair, with the second texts one below the other.
    ///
    /// - Parameter width: the width of the first texts; nil for that of the longest.
    static func lines(_ pairs: [(String, String)], width: Int? = nil, indent: String = "  ") -> String {
        let width = width ?? pairs.map(\.0.count).max() ?? 0
        return pairs.map { indent + $0 + String(repeating: " ", count: width + 2 - $0.count) + $1 + "\n" }.joined()
    }
}

/// Formats numbers for people.
enum NumberText {
    /// Returns a text such as `10,939`.
    static func grouped(_ number: Int64) -> String {
        let digits = String(number.magnitude)
        var text = ""
        for (index, digit) in digits.enumerated() {
            if index > 0, (digits.count - index).isMultiple(of: 3) { text.append(",") }
            text.append(digit)
        }
        return (number < 0 ? "-" : "") + text
    }

    /// Returns a text such as `4.2 MB`. Its units are powers of 1,000.
    static func bytes(_ count: Int64) -> String {
        var (number, unit) = (Double(count), 0)
        while number >= 999.95, unit < units.count - 1 { (number, unit) = (number / 1_000, unit + 1) }
        return unit == 0 ? "\(count) B" : "\((number * 10).rounded() / 10) \(units[unit])"
    }

    private static let units = ["B", "kB", "MB", "GB", "TB", "PB"]

    /// Returns a text with at most three decimal places, without trailing zeros.
    static func rounded(_ number: Double) -> String {
        let rounded = (number * 1_000).rounded() / 1_000
        guard rounded.magnitude < 1e15 else { return "\(number)" }
        return rounded == rounded.rounded() ? String(Int64(rounded)) : "\(rounded)"
    }
}
