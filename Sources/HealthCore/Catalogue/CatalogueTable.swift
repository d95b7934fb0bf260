/// One table of the catalogue as text. Swift reads it for lookups, and the program fills the
/// database from it.
public struct CatalogueTable: Sendable {
    /// The name of the SQL table: snake case, singular.
    public let name: String
    /// The names of the SQL columns.
    public let columns: [String]
    /// The rows. Each row has one cell for each column. An empty cell is nil, which means unknown
    /// or not applicable.
    public let rows: [[String?]]
    /// The number of each row's first line in the file.
    private let lines: [Int]
    private let indices: [String: Int]

    /// Parses CSV with a header (RFC 4180: commas, cells in double quotes where needed, `""` for a
    /// quote). Lines before the header that begin with `#` are comments.
    ///
    /// - Throws: `InstallationError` if a column has no name or the name of another one, a row has
    ///   not one cell for each column, or an open quote ends with the text.
    init(name: String, csv: String) throws {
        var records = try CatalogueTable.records(csv, of: name)
        let header = records.isEmpty ? (line: 1, cells: []) : records.removeFirst()
        let columns = header.cells.compactMap(\.self)
        guard !columns.isEmpty, Set(columns).count == header.cells.count else {
            throw InstallationError(name, header.line, "the header must name each column once")
        }
        for record in records where record.cells.count != columns.count {
            throw InstallationError(name, record.line, "\(record.cells.count) cells for \(columns.count) columns")
        }
        self.init(name: name, columns: columns, rows: records.map(\.cells), lines: records.map(\.line))
    }

    /// Returns the records and the numbers of their first lines. An empty line is not a record.
    private static func records(_ csv: String, of table: String) throws -> [(line: Int, cells: [String?])] {
        let comments = csv.split(separator: "\n", omittingEmptySubsequences: false).prefix { $0.hasPrefix("#") }
        let commentBytes = comments.reduce(0) { $0 + $1.utf8.count + 1 }
        var reader = CSVReader(Array(csv.utf8.dropFirst(commentBytes)), firstLine: comments.count + 1)
        var records: [(line: Int, cells: [String?])] = []
        do throws(CSVFault) {
            while let (line, cells) = try reader.next() {
                if cells != [""] { records.append((line, cells.map { $0.isEmpty ? nil : $0 })) }
            }
        } catch {
            throw InstallationError(table, error.line, error.message)
        }
        return records
    }

    init(name: String, columns: [String], rows: [[String?]], lines: [Int] = []) {
        self.name = name
        self.columns = columns
        self.rows = rows
        self.lines = lines
        indices = Dictionary(uniqueKeysWithValues: zip(columns, columns.indices))
    }

    /// A row and what it means.
    typealias Line<Value> = (row: Row, value: Value)

    var namedRows: [Row] { rows.indices.map { Row(table: self, index: $0) } }

    /// A row whose cells are found by column name.
    struct Row {
        fileprivate let table: CatalogueTable
        fileprivate let index: Int

        /// Returns nil if the cell is empty or the column does not exist.
        subscript(column: String) -> String? { table.indices[column].flatMap { table.rows[index][$0] } }

        /// - Throws: `InstallationError` if the cell is empty.
        func text(_ column: String) throws -> String {
            guard let text = self[column] else { throw wrong("\(column) is empty") }
            return text
        }

        /// Returns true if the text of the cell is `true`.
        ///
        /// - Throws: `InstallationError` if the cell has any other text than `true` and `false`.
        func flag(_ column: String) throws -> Bool {
            switch self[column] {
            case "true": true
            case "false", nil: false
            default: throw wrong("\(column) is neither true nor false")
            }
        }

        /// - Throws: `InstallationError` if the cell has no integer.
        func integer(_ column: String) throws -> Int32 {
            guard let number = Int32(try text(column)) else { throw wrong("\(column) is no integer") }
            return number
        }

        /// - Throws: `InstallationError` if the cell has no unit in the spelling of answers.
        func unit(_ column: String) throws -> Unit { try unit(column, text(column)) }

        /// Returns the units of a cell, which are separated by `; `.
        ///
        /// - Throws: `InstallationError` as `unit`.
        func units(_ column: String) throws -> [Unit] {
            try (self[column] ?? "").split(separator: "; ").map { try unit(column, String($0)) }
        }

        private func unit(_ column: String, _ text: String) throws -> Unit {
            guard let unit = try? Unit(parsing: text), unit.unitString == text else {
                throw wrong("\(column) has \"\(text)\", which is no unit as answers print it")
            }
            return unit
        }

        func repeats(_ name: String) -> InstallationError { wrong("an earlier line has the name \"\(name)\", too") }

        func wrong(_ reason: String) -> InstallationError { InstallationError(table.name, table.lines[index], reason) }
    }
}

extension InstallationError {
    /// - Parameters:
    ///   - table: the name of the file without `.csv`.
    ///   - line: counted from 1.
    fileprivate init(_ table: String, _ line: Int, _ reason: String) {
        self.init("the catalogue is wrong: \(table).csv, line \(line): \(reason)")
    }
}
