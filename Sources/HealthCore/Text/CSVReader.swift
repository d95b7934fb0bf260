/// Reads the records of a CSV file (RFC 4180). `"` may enclose a cell and is doubled inside it. Any
/// line end is accepted.
public struct CSVReader {
    private let bytes: [UInt8]
    private let separators: [UInt8]
    private let recordBytesMax: Int
    private var position = 0
    private var line: Int
    /// The first of `separators` in the file. It is used for the whole file.
    public private(set) var separator: UInt8?

    /// The number of a record's first line, and its cells.
    public typealias Record = (line: Int, cells: [String])

    /// - Parameters:
    ///   - separators: the bytes that may separate cells.
    ///   - recordBytesMax: the most bytes of a record.
    ///   - firstLine: the number of the first line of `bytes`.
    public init(_ bytes: [UInt8], separators: String = ",", recordBytesMax: Int = .max, firstLine: Int = 1) {
        self.bytes = bytes
        self.separators = Array(separators.utf8)
        self.recordBytesMax = recordBytesMax
        line = firstLine
    }

    /// Returns the next record, which has one empty cell if its line is empty. Returns nil at the
    /// end.
    ///
    /// - Throws: `CSVFault` if a record is too long, has a NUL byte, or ends in an open quote.
    public mutating func next() throws(CSVFault) -> Record? {
        guard position < bytes.count else { return nil }
        let firstLine = line
        let limit = recordBytesMax < bytes.count - position ? position + recordBytesMax : bytes.count
        var cells: [[UInt8]] = [[]]
        var isQuoted = false
        scan: while position < bytes.count {
            guard position < limit else {
                throw CSVFault(line: firstLine, message: "the line is longer than \(recordBytesMax) bytes")
            }
            let byte = bytes[position]
            position += 1
            switch byte {
            case 0: throw CSVFault(line: line, message: "the file holds a NUL byte")
            case UInt8(ascii: "\""):
                if isQuoted, accept(byte) { cells[cells.count - 1].append(byte) } else { isQuoted.toggle() }
            case UInt8(ascii: "\r"), UInt8(ascii: "\n"):
                if byte == UInt8(ascii: "\r") { _ = accept(UInt8(ascii: "\n")) }
                line += 1
                guard isQuoted else { break scan }
                cells[cells.count - 1].append(UInt8(ascii: "\n"))
            case _ where !isQuoted && isSeparator(byte):
                separator = byte
                cells.append([])
            default: cells[cells.count - 1].append(byte)
            }
        }
        guard !isQuoted else { throw CSVFault(line: firstLine, message: "a quotation mark is not closed") }
        return (firstLine, cells.map { String(decoding: $0, as: UTF8.self) })
    }

    private func isSeparator(_ byte: UInt8) -> Bool {
        separator.map { byte == $0 } ?? separators.contains(byte)
    }

    private mutating func accept(_ byte: UInt8) -> Bool {
        guard position < bytes.count, bytes[position] == byte else { return false }
        position += 1
        return true
    }
}

/// The reason why a CSV file cannot be read.
public struct CSVFault: Error {
    public let line: Int
    public let message: String
}
