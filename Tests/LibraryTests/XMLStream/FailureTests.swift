import Testing
import XMLStream

@Suite("A document that cannot be read")
struct FailureTests {
    @Test(
        "throws an error with a code and a line",
        arguments: [
            ("", .emptyInput, 1), (" \n\n ", .emptyInput, 3), ("<!-- -->\n<?xml?>", .malformed, 2),
            ("<?xml version='1.0'?>\n", .truncated, 2), ("<!DOCTYPE a [\n", .truncated, 2),
            ("hello", .malformed, 1), ("<root>\n<a>\n</root>", .malformed, 3),
            ("<root>\n<a b=c/></root>", .malformed, 2), ("<root>\n<a b='\n<c/></root>", .malformed, 3),
            ("<root a='<'/>", .malformed, 1), ("<root 'a'/>", .malformed, 1), ("<root a!='1'/>", .malformed, 1),
            ("<root/>\n\n<root/>", .contentAfterRoot, 3), ("<root/>\nmore", .contentAfterRoot, 2),
            ("<root/>\n&", .contentAfterRoot, 2), ("<root/>\n]]", .contentAfterRoot, 2),
            ("<root/>\n<?xml version='1.0'?>\n<root/>", .contentAfterRoot, 2),
            ("<root/>\n<!DOCTYPE root>\n<root/>", .contentAfterRoot, 2),
        ] as [(String, XMLStreamError.Code, Int)])
    func tells(_ document: String, _ code: XMLStreamError.Code, _ line: Int) throws {
        let error = try Reading(document).error
        #expect(error?.code == code)
        #expect(error?.line == line)
    }

    @Test("is truncated if it ends anywhere before its root element does")
    func tellsTruncation() throws {
        let document = [UInt8](
            "<!DOCTYPE a [\n]>\n<root a='é'>\n<!-- x --><a>&amp;<![CDATA[y]]></a>\n<?p q?></root>".utf8)
        for count in 1..<document.count {
            let reading = try Reading([UInt8](document[..<count]))
            #expect(reading.error?.code == .truncated, "after \(count) bytes")
            let lines = document[..<count].count { $0 == 0x0A }
            #expect(reading.error?.line == lines + 1, "after \(count) bytes")
        }
        #expect(try Reading(document).error == nil)
    }

    @Test(
        "is not UTF-8", arguments: [[0xFF, 0xFE, 0x3C, 0x00], [0xFE, 0xFF, 0x00, 0x3C], [0x3C, 0x00], [0x00, 0x3C]])
    func refusesOtherEncodings(_ bytes: [UInt8]) throws {
        #expect(try Reading(bytes).error?.code == .unsupportedEncoding)
        #expect(try Reading(bytes, pieces: 1).error?.code == .unsupportedEncoding)
    }

    @Test("is reported up to its defect")
    func tellsEventsBefore() throws {
        let reading = try Reading("<root><Record/><a b='<'/></root>")
        #expect(reading.events == ["1: <root#0 1", "1: <Record#1 2", "1: >1"])
    }
}

@Suite("A limit")
struct LimitTests {
    private func code(_ document: String, _ change: (inout XMLLimits) -> Void) throws -> XMLStreamError.Code? {
        var limits = XMLLimits()
        change(&limits)
        let whole = try Reading(document, limits: limits)
        #expect(try Reading([UInt8](document.utf8), pieces: 1, limits: limits).error?.code == whole.error?.code)
        return whole.error?.code
    }

    @Test("on depth allows it and no more")
    func limitsDepth() throws {
        let deep = { (depth: Int) in
            String(repeating: "<a>", count: depth) + String(repeating: "</a>", count: depth)
        }
        #expect(try code(deep(64)) { _ in } == nil)
        #expect(try code(deep(65)) { _ in } == .limitExceeded)
        let reading = try Reading(deep(3))
        #expect(reading.events.prefix(3) == ["1: <a#-1 1", "1: <a#-1 2", "1: <a#-1 3"])
    }

    @Test("on attributes allows it and no more")
    func limitsAttributes() throws {
        let tag = { (count: Int) in "<root " + (0..<count).map { "a\($0)=''" }.joined(separator: " ") + "/>" }
        #expect(try code(tag(200)) { _ in } == nil)
        #expect(try code(tag(201)) { _ in } == .limitExceeded)
    }

    @Test("on attribute bytes allows it and no more")
    func limitsAttributeBytes() throws {
        #expect(try code("<root a='&lt;234' b='5678'/>") { $0.attributeBytesMax = 8 } == nil)
        #expect(try code("<root a='&lt;234' b='56789'/>") { $0.attributeBytesMax = 8 } == .limitExceeded)
    }

    @Test(
        "on the bytes of one tag or section allows it and no more",
        arguments: ["<root       />", "<root a='123'/>", "<!--2345678-->", "<?p 45678901?>"])
    func limitsTokens(_ markup: String) throws {
        let document = markup.hasPrefix("<root") ? markup : markup + "<a/>"
        #expect(try code(document) { $0.tokenBytesMax = markup.utf8.count } == nil)
        #expect(try code(document) { $0.tokenBytesMax = markup.utf8.count - 1 } == .limitExceeded)
    }

    @Test("on markup holds for markup without an end")
    func limitsUnfinished() throws {
        #expect(
            try code("<root><![CDATA[" + String(repeating: "x", count: 50)) { $0.tokenBytesMax = 40 } == .limitExceeded)
        #expect(try code("<root a='" + String(repeating: "x", count: 50)) { $0.tokenBytesMax = 40 } == .limitExceeded)
    }

    @Test("on text allows it and no more")
    func limitsText() throws {
        #expect(try code("<root> \n 1234<!-- -->&lt;678</root>") { $0.textBytesMax = 8 } == nil)
        #expect(try code("<root> \n 1234<!-- -->&lt;6789</root>") { $0.textBytesMax = 8 } == .limitExceeded)
    }
}

@Suite("A handler")
struct HandlerTests {
    @Test(
        "ends the sending of events with its own error, and gets no further events",
        arguments: ["2: <Record", "2: >1", "3: text", "4: >0"])
    func stopsEvents(_ refused: String) throws {
        let recorder = Recorder()
        recorder.refused = refused
        let stream = XMLStream(vocabulary: Recorder.vocabulary)
        let document = [UInt8]("<root>\n<Record/>\ntext\n</root>\nmore".utf8)
        let events = stream.parse(document, count: document.count)
        #expect { try events.send(to: recorder) } throws: {
            ($0 as? Recorder.Refusal)?.event.hasPrefix(refused) == true
        }
        #expect(recorder.events.last?.hasPrefix(refused) == true)
    }

    @Test("may keep an element and a text after the stream is gone")
    func keepsElement() throws {
        final class Keeper: XMLHandler {
            var element: XMLElement?
            var text: XMLCharacters?
            func startElement(_ element: XMLElement) throws { self.element = element }
            func characters(_ characters: XMLCharacters) throws { text = characters }
            func endElement(_ name: Int, line: Int) throws {}
        }
        let keeper = Keeper()
        let document = [UInt8]("<a b='c' d='e'>f</a>".utf8)
        for bytes in [document, [UInt8]("<x/>".utf8)] {
            let stream = XMLStream(vocabulary: ["d"])
            let events = stream.parse(bytes, count: bytes.count)
            if bytes == document { try events.send(to: keeper) }
        }
        let element = try #require(keeper.element)
        #expect(element.nameText == "a" && element.attributeNameText(0) == "b" && element.attributeName(1) == 0)
        #expect([UInt8](element.bytes(1)) == [UInt8(ascii: "e")] && element.byteCount == 4)
        #expect(keeper.text?.text == "f")
    }
}

@Suite("A block of events")
struct BlockTests {
    @Test("has all events before a defect, and the stream returns the defect again")
    func tellsDefect() throws {
        let stream = XMLStream(vocabulary: Recorder.vocabulary)
        let document = [UInt8](("<root>" + String(repeating: "<Record/>", count: 100) + "<a b='<'/></root>").utf8)
        let recorder = Recorder()
        let events = stream.parse(document, count: document.count)
        #expect(events.failure?.code == .malformed)
        #expect(throws: XMLStreamError.self) { try events.send(to: recorder) }
        #expect(events.count == 201 && recorder.events.count == 201)
        for again in [stream.parse(document, count: document.count), stream.finish()] {
            #expect(again.count == 0 && again.failure == events.failure)
        }
    }

    @Test("has the line that the document was read to, and a finished stream refuses more")
    func endsOnce() throws {
        let stream = XMLStream(vocabulary: [])
        let document = [UInt8]("\n<a>\n<b/>\n</a>\n\n".utf8)
        #expect(stream.parse(document, count: document.count).count == 4)
        #expect(stream.line == 6)
        #expect(stream.finish().failure == nil)
        #expect(stream.finish().failure?.code == .misuse)
    }

    @Test(
        "takes no more memory for a byte of the document than the limit",
        arguments: ["<a/>", "<a/>x", "<a b=''/>", "<root/>", "<b>x</b>", "\u{1}", "\u{FFFF}", "<a b=' ' c d=''/>", "x"])
    func limitsMemory(_ content: String) throws {
        let document = [UInt8](("<r>" + String(repeating: content, count: 1_000) + "</r>").utf8)
        let stream = XMLStream(vocabulary: Recorder.vocabulary)
        let events = stream.parse(document, count: document.count)
        #expect(events.failure == nil)
        #expect(events.byteCount <= XMLStream.eventBytesMax * document.count)
    }
}
