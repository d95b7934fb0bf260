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

    /// Parses CSV with a header (RFC 4180: commas, cells in double quotes where needed, `""` for a
    /// quote).
    ///
    /// No text is refused. A row may have any number of cells, and an open quote ends with the
    /// text. The tables are part of the program, so the catalogue's tests find mistakes in them.
    init(name: String, csv: String) {
        var records = CatalogueTable.records(of: csv)
        self.name = name
        self.columns = records.isEmpty ? [] : records.removeFirst().map { $0 ?? "" }
        self.rows = records
    }

    init(name: String, columns: [String], rows: [[String?]]) {
        self.name = name
        self.columns = columns
        self.rows = rows
    }

    private static func records(of csv: String) -> [[String?]] {
        var records: [[String?]] = []
        var record: [String?] = []
        var cell: [UInt8] = []
        var isQuoted = false

        func endCell() {
            record.append(cell.isEmpty ? nil : String(decoding: cell, as: UTF8.self))
            cell.removeAll(keepingCapacity: true)
        }
        func endRecord() {
            // An empty line is not a record.
            guard !record.isEmpty || !cell.isEmpty else { return }
            endCell()
            records.append(record)
            record.removeAll(keepingCapacity: true)
        }

        var bytes = csv.utf8.makeIterator()
        var pending = bytes.next()
        while let byte = pending {
            pending = bytes.next()
            switch byte {
            case UInt8(ascii: "\"") where isQuoted && pending == UInt8(ascii: "\""):
                cell.append(byte)
                pending = bytes.next()
            case UInt8(ascii: "\""):
                isQuoted.toggle()
            case UInt8(ascii: ",") where !isQuoted:
                endCell()
            case UInt8(ascii: "\n") where !isQuoted:
                endRecord()
            default:
                cell.append(byte)
            }
        }
        endRecord()
        return records
    }
}

extension CatalogueTable {
    /// A row whose cells are found by column name.
    struct Row {
        fileprivate let indices: [String: Int]
        fileprivate let cells: [String?]

        /// Returns nil if the cell is empty or the column does not exist.
        subscript(column: String) -> String? {
            guard let index = indices[column], cells.indices.contains(index) else { return nil }
            return cells[index]
        }

        /// Returns true if the text of the cell is `true`.
        func flag(_ column: String) -> Bool { self[column] == "true" }

        func integer(_ column: String) -> Int32? { self[column].flatMap { Int32($0) } }
    }

    var namedRows: [Row] {
        let indices = Dictionary(zip(columns, columns.indices), uniquingKeysWith: { first, _ in first })
        return rows.map { Row(indices: indices, cells: $0) }
    }
}
