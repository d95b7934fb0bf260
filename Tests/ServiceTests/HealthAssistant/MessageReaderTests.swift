import Testing

@testable import HealthAssistant

@Suite struct MessageReaderTests {
    private typealias Line = MessageReader.Line

    private static func message(_ text: String) -> Line { .message(Array(text.utf8)) }

    @Test("lines are messages, however the input is divided, and white space is none")
    func lines() {
        let text = Array("{\"a\":1}\r\n\n  \n{\"b\":\"ü\"}\n{}".utf8)
        for size in 1...text.count {
            var reader = MessageReader()
            var lines: [Line] = []
            for start in stride(from: 0, to: text.count, by: size) {
                lines += reader.read(Array(text[start..<min(start + size, text.count)]))
            }
            lines += reader.readEnd()
            #expect(lines == [Self.message("{\"a\":1}\r"), Self.message("{\"b\":\"ü\"}"), Self.message("{}")])
        }
    }

    @Test("a line over the limit is reported once and skipped, and the next line is read")
    func longLine() {
        var reader = MessageReader()
        let longest = [UInt8](repeating: UInt8(ascii: "x"), count: MessageReader.bytesMax)
        #expect(reader.read(longest + Array("\n".utf8)) == [.message(longest)])
        #expect(reader.read(longest) == [])
        #expect(reader.read([UInt8(ascii: "x")]) == [.tooLong])
        #expect(reader.read(longest) == [])
        #expect(reader.read(Array("x\n{}\n".utf8)) == [Self.message("{}")])
        #expect(reader.readEnd() == [])
    }
}
