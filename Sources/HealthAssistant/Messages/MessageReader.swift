/// Divides the input into messages. Each line is a message.
struct MessageReader {
    /// The longest message, in bytes: 1 MiB.
    static let bytesMax = 1 << 20

    enum Line: Equatable {
        case message([UInt8])
        /// The line is longer than `bytesMax`. The reader skips it.
        case tooLong
    }

    /// The bytes of the line that has not ended. Empty while a line is skipped.
    private var line: [UInt8] = []
    private var isSkipping = false

    /// Reads further bytes.
    ///
    /// - Returns: the lines that end in them. Lines with only white space are left out.
    mutating func read(_ bytes: [UInt8]) -> [Line] {
        var lines: [Line] = []
        var rest = bytes[...]
        while let end = rest.firstIndex(of: UInt8(ascii: "\n")) {
            append(rest[..<end], to: &lines)
            finish(&lines)
            rest = rest[(end + 1)...]
        }
        append(rest, to: &lines)
        return lines
    }

    /// Returns the last line if the input ends without a line feed.
    mutating func readEnd() -> [Line] {
        var lines: [Line] = []
        finish(&lines)
        return lines
    }

    private mutating func append(_ bytes: ArraySlice<UInt8>, to lines: inout [Line]) {
        guard !isSkipping else { return }
        guard bytes.count <= MessageReader.bytesMax - line.count else {
            lines.append(.tooLong)
            (line, isSkipping) = ([], true)
            return
        }
        line.append(contentsOf: bytes)
    }

    private mutating func finish(_ lines: inout [Line]) {
        if !line.allSatisfy({ [0x20, 0x09, 0x0D].contains($0) }) { lines.append(.message(line)) }
        (line, isSkipping) = ([], false)
    }
}
