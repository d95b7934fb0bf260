import Testing
import XMLStream

@Suite("A well-formed document")
struct WellFormedTests {
    @Test("is reported as elements, attributes and text, with lines and depths")
    func tellsEvents() throws {
        let reading = try Reading(
            """
            <?xml version="1.0" encoding="ISO-8859-1"?>
            <!-- a <comment> & more -->
            <root>
             <Record value="1" other='a "b"'/>
             <text>
               one <![CDATA[<two> &nbsp; ]] ]]>three
             </text>
            </root>
            """)
        #expect(
            reading.events == [
                "3: <root#0 1", "4: <Record#1 2 value#4=[1] other#-1=[a \"b\"]", "4: >1", "5: <text#5 2",
                "6: one <two> &nbsp; ]] three", "7: >5", "8: >0",
            ])
        #expect(reading.error == nil)
        #expect(reading.repairs.total == 0)
    }

    @Test("has its references expanded and white space in values converted to spaces")
    func expandsReferences() throws {
        let reading = try Reading(
            "<root value=\"&lt;&lt;HKDevice: 0x1&gt;, &amp;&quot;&apos; mL&#183;kg&#xB7;&#x1F600;\n\tz\">&#183;&amp;</root>"
        )
        #expect(
            reading.events == ["1: <root#0 1 value#4=[<<HKDevice: 0x1>, &\"' mL·kg·😀  z]", "2: ·&", "2: >0"])
        #expect(reading.repairs.total == 0)
    }

    @Test("gives values as ranges of one buffer and finds attributes by index")
    func givesRanges() throws {
        final class Reader: XMLHandler {
            var found: [Int?] = []
            var value: [UInt8] = []
            func startElement(_ element: XMLElement) throws {
                found = [element.index(of: 2), element.index(of: 4), element.index(of: 3)]
                value = [UInt8](element.bytes(1))
            }
            func endElement(_ name: Int, line: Int) throws {}
        }
        let reader = Reader()
        let stream = XMLStream(vocabulary: Recorder.vocabulary)
        let document = [UInt8]("<x value='12' startDate='é'/>and more".utf8)
        try stream.parse(document, count: document.count - 8).send(to: reader)
        try stream.finish().send(to: reader)
        #expect(reader.found == [1, 0, nil])
        #expect(reader.value == [0xC3, 0xA9])
    }

    @Test("finds names in a vocabulary of any size")
    func findsNames() throws {
        final class Reader: XMLHandler {
            var indexes: [Int] = []
            func startElement(_ element: XMLElement) throws { indexes.append(element.name) }
            func endElement(_ name: Int, line: Int) throws { indexes.append(name) }
        }
        let words = (0..<500).map { "HKSomethingLong\($0 % 490)" }
        let reader = Reader()
        let stream = XMLStream(vocabulary: words)
        let document = [UInt8](
            ("<HKSomethingLong>" + words.map { "<\($0)/>" }.joined() + "</HKSomethingLong>").utf8)
        try stream.parse(document, count: document.count).send(to: reader)
        try stream.finish().send(to: reader)
        let inner: [Int] = (0..<500).flatMap { [$0 % 490, $0 % 490] }
        #expect(reader.indexes == [-1] + inner + [-1])
    }

    @Test("may begin with a byte order mark of UTF-8")
    func acceptsByteOrderMark() throws {
        let reading = try Reading([0xEF, 0xBB, 0xBF] + [UInt8]("<root/>".utf8), pieces: 1)
        #expect(reading.events == ["1: <root#0 1", "1: >0"])
        #expect(reading.error == nil)
    }
}

@Suite("Where a document is cut into pieces")
struct PieceTests {
    /// Every defect and every kind of markup.
    static let document: [UInt8] =
        [UInt8](
            """
            <?xml version="1.0"?>\r
            <!DOCTYPE root [\r
            <!-- it's "here" ]> -->
            <!ENTITY a "]>">
            <!ATTLIST x y CDATA #IMPLIED <!ATTLIST z >>
            ] >
            <!--> A & <b c=<d> -->
            <root value = 'x' >\u{1}
            <Record startDate="2017-09-17 15:38:05 +0300"
              startDate="2017-09-17 &nbsp;" value="a > b"
              value="dropped
              over lines" text=""/>
            <text>&#11;A & B &copy; &#xD800; &amp;amp; &#0000000000000000000000000000000000065; ’ 😀 \u{FFFF}<![CDATA[ ]] &x ]]]></text>\r\r
            &#x0b;&
            <?pi a > ? b?><text>a
            """.utf8) + [0xE2, 0x80, 0x20, 0xFF, 0xC3]
        + [UInt8]("</text>\n</root>\n<!-- end -->\n\0\n".utf8)

    static let whole = try? Reading(document)

    @Test("makes no difference, whatever their size", arguments: 1...40)
    func ignoresSizes(_ size: Int) throws {
        let whole = try #require(Self.whole)
        #expect(whole.error == nil)
        #expect(whole.events.count == 11)
        #expect(try Reading(Self.document, pieces: size) == whole)
    }

    @Test("makes no difference at any position")
    func ignoresPositions() throws {
        let whole = try #require(Self.whole)
        for position in 1..<Self.document.count {
            let recorder = Recorder()
            let stream = XMLStream(vocabulary: Recorder.vocabulary, repair: Recorder.rule)
            try stream.parse(Self.document, count: position).send(to: recorder)
            try stream.parse([], count: 0).send(to: recorder)
            try stream.parse([UInt8](Self.document[position...]), count: Self.document.count - position).send(
                to: recorder)
            try stream.finish().send(to: recorder)
            #expect(Reading(events: recorder.events, repairs: stream.repairs) == whole, "cut at \(position)")
        }
    }

    @Test("makes no difference to a document larger than the slices it is filtered in")
    func readsMany() throws {
        let record = "<Record startDate='1' startDate='2' value='&nbsp;’\u{1}'/>\n"
        let document = [UInt8](("<root>\n" + String(repeating: record, count: 20_000) + "</root>").utf8)
        let reading = try Reading(document)
        #expect(reading.error == nil)
        #expect(reading.events.count == 40_002)
        #expect(reading.repairs.renamedAttributes == 20_000)
        #expect(reading.events[39_999] == "20001: <Record#1 2 startDate#2=[1] endDate#3=[2] value#4=[&nbsp;’]")
        #expect(try Reading(document, pieces: 4_099) == reading)
    }

    @Test(
        "makes no difference to its error",
        arguments: [
            "<root>text]]>", "<root/>\r\n\r\n more", "\r\n\r\n<root>\r\n<a b='", "text <b c='", "<root>]<a/><b c='<'",
            "-\r\n<b c='", "text'<b c='</a>'", "<root/><!--", "<root>\n<text>abc</text>\n<a b='\n<c/></root>",
        ])
    func tellsSameFault(_ document: String) throws {
        let bytes = [UInt8](document.utf8)
        let whole = try Reading(bytes)
        #expect(whole.error != nil)
        for size in 1...4 { #expect(try Reading(bytes, pieces: size) == whole) }
    }
}
