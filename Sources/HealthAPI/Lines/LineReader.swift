/// One line of a stream that is not empty.
struct StreamLine: Sendable, Hashable {
    /// Counts all lines of the stream from 1, empty ones included.
    var number: Int
    /// Without its end; empty for a line that is too long.
    var bytes: [UInt8]
    /// Whether it is longer than `LineReader.lineBytesMax`; its bytes are thrown away.
    var isTooLong = false
}

/// Takes lines out of a stream that comes in pieces, wherever those are cut.
///
/// A line ends with a line feed, a carriage return before it belongs to the end, and the last line needs no end. Lines of
/// nothing but spaces and tabs are empty and only counted. A byte order mark may stand before the first line.
struct LineReader {
    /// Longest line, in bytes: what a whole batch of JSON may be.
    static let lineBytesMax = HealthService.bodyBytesMax

    private let bytesMax: Int
    private var piece: [UInt8] = []
    /// Where in `piece` the next line begins or goes on.
    private var place = 0
    /// What earlier pieces hold of the line.
    private var beginning: [UInt8] = []
    private var isTooLong = false
    /// Lines that have ended.
    private(set) var lineCount = 0

    /// - Parameter bytesMax: of a line, without its end and the byte order mark.
    init(bytesMax: Int = LineReader.lineBytesMax) {
        self.bytesMax = bytesMax
    }

    /// Adds the next piece, which may be empty. All lines of the piece before must have been taken.
    mutating func append(_ piece: [UInt8]) {
        self.piece = piece
        place = 0
    }

    /// The next line that has ended; nil when another piece is needed.
    mutating func next() -> StreamLine? {
        while let end = piece[place...].firstIndex(of: LineReader.lineFeed) {
            keep(piece[place..<end])
            place = end + 1
            if let line = takeLine() { return line }
        }
        if place < piece.count { keep(piece[place...]) }
        place = piece.count
        return nil
    }

    /// The line behind the last line feed, once the stream has ended and `next` gives nothing more.
    mutating func last() -> StreamLine? {
        beginning.isEmpty && !isTooLong ? nil : takeLine()
    }

    private mutating func keep(_ part: ArraySlice<UInt8>) {
        guard !isTooLong else { return }
        // A byte order mark and a carriage return may yet come off.
        guard beginning.count + part.count <= bytesMax + LineReader.byteOrderMark.count + 1 else {
            isTooLong = true
            beginning = []
            return
        }
        beginning.append(contentsOf: part)
    }

    /// - Returns: nil for an empty line.
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
