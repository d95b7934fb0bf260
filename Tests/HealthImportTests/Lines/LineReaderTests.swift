import Testing

@testable import HealthImport

@Suite struct LineReaderTests {
    private static let bytesMax = 6

    /// A simple implementation that reads the whole stream at once.
    private func reference(_ bytes: [UInt8]) -> [StreamLine] {
        var parts = bytes.split(separator: 10, omittingEmptySubsequences: false).map(Array.init)
        if parts.last?.isEmpty == true { parts.removeLast() }
        return parts.enumerated().compactMap { index, part in
            var part = part
            if part.last == 13 { part.removeLast() }
            if index == 0, part.starts(with: [0xEF, 0xBB, 0xBF]) { part.removeFirst(3) }
            if part.count > LineReaderTests.bytesMax {
                return StreamLine(number: index + 1, bytes: [], isTooLong: true)
            }
            return part.allSatisfy { $0 == 32 || $0 == 9 } ? nil : StreamLine(number: index + 1, bytes: part)
        }
    }

    private func lines(_ pieces: [ArraySlice<UInt8>]) -> [StreamLine] {
        var reader = LineReader(bytesMax: LineReaderTests.bytesMax)
        var lines: [StreamLine] = []
        for piece in pieces {
            reader.append(Array(piece))
            while let line = reader.next() { lines.append(line) }
        }
        if let line = reader.last() { lines.append(line) }
        return lines
    }

    @Test(
        "lines do not depend on where the stream is cut into up to three pieces, or into single bytes",
        arguments: [
            "", "\n", "\r\n", "a", "a\n", "a\r\n", "\n\na\n\n", "a\nb", "a\r\nb\r\n", "a\rb\n", "\r", "\u{FEFF}a\nb\n",
            "\u{FEFF}\r\n\u{FEFF}a", "\u{FEFF}123456\r\n1", "123456\n1234567\n12\n", "123456\r\n1234567\r\n1",
            "12345678901234567890\nab\n12345678901", "  \n\t\r\n a \n", "       \n1", "ü\nö\r\n€", "a\n\u{FEFF}",
            "123456\r\r\n1", "12345\r\r\n1",
        ])
    func everyCut(_ text: String) {
        let bytes = Array(text.utf8)
        let expected = reference(bytes)
        for first in 0...bytes.count {
            for second in first...bytes.count {
                #expect(lines([bytes[..<first], bytes[first..<second], bytes[second...]]) == expected)
            }
        }
        #expect(lines(bytes.indices.map { bytes[$0...$0] }) == expected)
    }

    @Test("numbers count empty lines, and the longest allowed line is accepted")
    func boundaries() {
        let found = lines([Array("\n\u{20}\n123456\r\n1234567\n".utf8)[...]])
        #expect(
            found == [
                StreamLine(number: 3, bytes: Array("123456".utf8)), StreamLine(number: 4, bytes: [], isTooLong: true),
            ])
    }
}
