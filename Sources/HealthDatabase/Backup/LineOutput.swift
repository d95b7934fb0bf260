import Postgres

/// Gathers lines of an export and passes them on in blocks, which may end inside a line.
struct LineOutput {
    private var bytes: [UInt8] = []
    private let write: ([UInt8]) throws -> Void

    init(_ write: @escaping ([UInt8]) throws -> Void) {
        self.write = write
        bytes.reserveCapacity(PersonExport.pieceBytes * 2)
    }

    mutating func append(_ text: String) throws { bytes.append(contentsOf: text.utf8) }

    /// Appends a line. `body` appends its bytes without the line feed.
    mutating func line(_ body: (inout [UInt8]) throws -> Void) throws {
        try body(&bytes)
        bytes.append(UInt8(ascii: "\n"))
        if bytes.count >= PersonExport.pieceBytes { try flush() }
    }

    /// Appends the lines of one kind.
    ///
    /// - Returns: the number of lines; nil if the kind has no statements.
    /// - Throws: `PostgresError`, or the error of the function that takes the blocks.
    mutating func copy(_ kind: LineKind, of person: Person, _ session: Session) throws -> Int64? {
        guard let select = kind.statements?.export.replacing("PERSON", with: String(person.id)) else { return nil }
        var count: Int64 = 0
        try session.copyOut(
            """
            copy (select concat('{"\(kind.name)":', row_to_json(item), '}') from (\(select)) item)
            to stdout (format binary)
            """
        ) { row in
            try line { try row.append(to: &$0) }
            count += 1
        }
        return count
    }

    mutating func flush() throws {
        try write(bytes)
        bytes.removeAll(keepingCapacity: true)
    }
}
