/// One line of a stream that is not empty.
struct StreamLine: Sendable, Hashable {
    /// Counts all lines of the stream from 1, empty lines included.
    var number: Int
    /// The line without its line end. Empty for a line that is too long.
    var bytes: [UInt8]
    /// True if the line is longer than `LineReader.lineBytesMax`. Its bytes are discarded.
    var isTooLong = false
}

/// Splits a stream into lines. The stream comes in pieces that may be cut at any byte.
///
/// A line ends with a line feed; a carriage return before it belongs to the line end. The last line
/// needs no line end. Lines with only spaces and tabs are counted and skipped. A byte order mark
/// may precede the first line.
struct LineReader {
    /// Longest line in bytes. A whole JSON batch has the same limit.
    static let lineBytesMax = BatchParser.bytesMax

    private let bytesMax: Int
    private var piece: [UInt8] = []
    /// Index in `piece` of the next byte to read.
    private var position = 0
    /// The part of the current line that earlier pieces contained.
    private var beginning: [UInt8] = []
    private var isTooLong = false
    /// The number of lines that have ended.
    private(set) var lineCount = 0

    /// - Parameter bytesMax: the longest line, without its line end and the byte order mark.
    init(bytesMax: Int = LineReader.lineBytesMax) {
        self.bytesMax = bytesMax
    }

    /// Adds the next piece, which may be empty. All lines of the previous piece must have been
    /// read.
    mutating func append(_ piece: [UInt8]) {
        self.piece = piece
        position = 0
    }

    /// Returns the next line that has ended. Returns nil if another piece is needed.
    mutating func next() -> StreamLine? {
        while let end = piece[position...].firstIndex(of: LineReader.lineFeed) {
            keep(piece[position..<end])
            position = end + 1
            if let line = takeLine() { return line }
        }
        if position < piece.count { keep(piece[position...]) }
        position = piece.count
        return nil
    }

    /// Returns the line after the last line feed. Call it at the end of the stream, after `next`
    /// returned nil.
    mutating func last() -> StreamLine? {
        beginning.isEmpty && !isTooLong ? nil : takeLine()
    }

    private mutating func keep(_ part: ArraySlice<UInt8>) {
        guard !isTooLong else { return }
        // A byte order mark and a carriage return may still be removed.
        guard beginning.count + part.count <= bytesMax + LineReader.byteOrderMark.count + 1 else {
            isTooLong = true
            beginning = []
            return
        }
        beginning.append(contentsOf: part)
    }

    /// Ends the line. Returns nil for an empty line.
    private mutating func takeLine() -> StreamLine? {
        lineCount += 1
        defer {
            beginning = []
            isTooLong = false
        }
        guard !isTooLong else { return StreamLine(number: lineCount, bytes: [], isTooLong: true) }
        if beginning.last == LineReader.carriageReturn { beginning.removeLast() }
        if lineCount == 1, beginning.starts(with: LineReader.byteOrderMark) { beginning.removeFirst(3) }
        guard beginning.count <= bytesMax else { return StreamLine(number: lineCount, bytes: [], isTooLong: true) }
        guard beginning.contains(where: { $0 != LineReader.space && $0 != LineReader.tab }) else { return nil }
        return StreamLine(number: lineCount, bytes: beginning)
    }

    private static let lineFeed = UInt8(ascii: "\n")
    private static let carriageReturn = UInt8(ascii: "\r")
    private static let space = UInt8(ascii: " ")
    private static let tab = UInt8(ascii: "\t")
    private static let byteOrderMark: [UInt8] = [0xEF, 0xBB, 0xBF]
}
