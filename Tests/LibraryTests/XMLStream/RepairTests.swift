import Testing

@testable import XMLStream

@Suite("A defect")
struct RepairTests {
    private func expect(
        _ document: [UInt8], gives event: String, rule: XMLRepairRule? = Recorder.rule,
        sourceLocation: SourceLocation = #_sourceLocation, _ change: (inout XMLRepairs) -> Void
    ) throws {
        let reading = try Reading(document, rule: rule)
        var expected = XMLRepairs()
        change(&expected)
        #expect(reading.error == nil, sourceLocation: sourceLocation)
        #expect(reading.events.first == event, sourceLocation: sourceLocation)
        #expect(reading.repairs == expected, sourceLocation: sourceLocation)
    }

    private func root(_ value: [UInt8]) -> [UInt8] { [UInt8]("<root value='".utf8) + value + [UInt8]("'/>".utf8) }

    @Test("of control characters is dropped, in values, tags and text; tab and line ends stay")
    func dropsControlCharacters() throws {
        for byte: UInt8 in 0..<0x20 where ![0x09, 0x0A, 0x0D].contains(byte) {
            try expect(root([0x61, byte, 0x62]), gives: "1: <root#0 1 value#4=[ab]") { $0.controlCharacters = 1 }
        }
        try expect(root([0x61, 0x09, 0x62]), gives: "1: <root#0 1 value#4=[a b]") { _ in }
        try expect([UInt8]("<ro\u{1}ot \u{2}><a>\u{3}</a><!-- \u{4} --></root>".utf8), gives: "1: <root#0 1") {
            $0.controlCharacters = 4
        }
    }

    @Test("of a reference to a control character is dropped; one to no character is replaced")
    func dropsControlReferences() throws {
        let value = [UInt8]("a&#11;&#x0B;&#0;&#x1f;&#31;b&#9;&#xA;c".utf8)
        try expect(root(value), gives: "1: <root#0 1 value#4=[ab\t\nc]") { $0.controlReferences = 5 }
        let none = [UInt8]("&#xD800;&#xDFFF;&#xFFFE;&#65535;&#x110000;&#99999999999999999999;".utf8)
        try expect(root(none), gives: "1: <root#0 1 value#4=[\(String(repeating: "\u{FFFD}", count: 6))]") {
            $0.invalidCharacters = 6
        }
    }

    @Test(
        "of invalid UTF-8 becomes U+FFFD, one for each maximal part",
        arguments: [
            ([0x80], 1), ([0xC0, 0xAF], 2), ([0xE2, 0x80], 1), ([0xF0, 0x9F, 0x98], 1), ([0xED, 0xA0, 0x80], 3),
            ([0xF5], 1), ([0xE0, 0x9F], 2), ([0xEF, 0xBF, 0xBF], 1), ([0xF4, 0x90, 0x80, 0x80], 4), ([0xFF, 0xFE], 2),
        ] as [([UInt8], Int)])
    func replacesInvalidSequences(_ bytes: [UInt8], _ count: Int) throws {
        let mark = String(repeating: "\u{FFFD}", count: count)
        try expect(root([0x61] + bytes + [0x62]), gives: "1: <root#0 1 value#4=[a\(mark)b]") {
            $0.invalidCharacters = count
        }
    }

    @Test("of a second startDate without endDate makes it endDate")
    func renames() throws {
        let gives = "1: <root#0 1 startDate#2=[1] endDate#3=[2] value#4=[3]"
        try expect([UInt8]("<root startDate='1' startDate='2' value='3'/>".utf8), gives: gives) {
            $0.renamedAttributes = 1
        }
        try expect([UInt8]("<root startDate='1'\n startDate = \"2\" startDate='4' value='3'/>".utf8), gives: gives) {
            $0.renamedAttributes = 1
            $0.droppedAttributes = 1
        }
        try expect([UInt8]("<root startDate='1' startDate='4' endDate='2' value='3'/>".utf8), gives: gives) {
            $0.droppedAttributes = 1
        }
    }

    @Test("of blanks in an attribute's name encodes them in the name")
    func blanksInNames() throws {
        try expect(
            [UInt8]("<root App Version='1' value = '2' A  b\tc ='3'\nModified Date='4' Creation Date='5'/>".utf8),
            gives: "1: <root#0 1 App Version#-1=[1] value#4=[2] A  b c#-1=[3] Modified Date#-1=[4] Creation Date#-1=[5]"
        ) { $0.renamedAttributes = 4 }
        try expect(
            [UInt8]("<root A b='1' A b='2' value='3'></root >".utf8), gives: "1: <root#0 1 A b#-1=[1] value#4=[3]"
        ) {
            $0.renamedAttributes = 1
            $0.droppedAttributes = 1
        }
        // Words separated by a line end, or without a value, are not a name.
        for text in ["<root a\nb='1'/>", "<root a='1' b/>", "<root b ='1' c =/>", "<root a='1' 2b c='3'/>"] {
            #expect(try Reading([UInt8](text.utf8), rule: Recorder.rule).error?.code == .malformed, "\(text)")
        }
    }

    @Test("of a repeated attribute drops all but the first, and every one without a rule")
    func dropsRepeated() throws {
        let document = [UInt8]("<root\tvalue='1' x='5' value='2' größe='3' value='4' größe='6'></root>".utf8)
        try expect(document, gives: "1: <root#0 1 value#4=[1] x#-1=[5] größe#-1=[3]") { $0.droppedAttributes = 3 }
        try expect(
            [UInt8]("<root startDate='1' startDate='2'/>".utf8), gives: "1: <root#0 1 startDate#2=[1]", rule: nil
        ) { $0.droppedAttributes = 1 }
    }

    @Test("of an unknown entity or a bare ampersand becomes literal text")
    func escapesAmpersands() throws {
        let value = [UInt8]("&nbsp;&Amp;&a-b.c: & &;&#;&#x;&#12a;&amp &a b;&\u{22}".utf8)
        try expect(root(value), gives: "1: <root#0 1 value#4=[&nbsp;&Amp;&a-b.c: & &;&#;&#x;&#12a;&amp &a b;&\"]") {
            $0.undefinedEntities = 2
            $0.bareAmpersands = 9
        }
    }

    @Test("of a name that is only similar to another one is not repaired")
    func keepsOthers() throws {
        let attributes = (0..<150).map { "a\($0)='\($0)'" }.joined(separator: " ")
        let reading = try Reading("<root \(attributes) x=\"a='1' a='1'\"/>")
        #expect(reading.error == nil)
        #expect(reading.repairs.total == 0)
    }
}

@Suite("A document type declaration")
struct DoctypeTests {
    @Test(
        "is skipped to its end, and line numbers continue",
        arguments: [
            "<!DOCTYPE root>", "<!DOCTYPE root SYSTEM \"a>b[\">", "<!DOCTYPE root SYSTEM 'a\n>",
            "<!DOCTYPE root []>", "<!DOCTYPE root [ ] \n >", "<!DOCTYPE root [\n<!ENTITY a ']>'>\n]>",
            "<!DOCTYPE root [<!-- ]> it's -->]>", "<!DOCTYPE root [<!--> ]> -->]>",
            "<!DOCTYPE root [\n<!ATTLIST a b CDATA \"open>\n  ]>",
            "<!DOCTYPE root [\n<!ELEMENT a (b)>>\n<!ATTLIST c\n]>",
            "<!DOCTYPE root [\r\n<!ENTITY a 'x'>\r\n\r]>",
        ])
    func isSkipped(_ declaration: String) throws {
        let reading = try Reading(declaration + "\n<root value='&a;'/>")
        let line = 2 + declaration.replacing("\r\n", with: "\n").count { $0.isNewline }
        #expect(reading.error == nil)
        #expect(reading.events == ["\(line): <root#0 1 value#4=[&a;]", "\(line): >0"])
    }

    @Test("of an export, which is malformed, is skipped")
    func skipsRealOne() throws {
        let reading = try Reading(
            """
            <?xml version="1.0" encoding="UTF-8"?>
            <!DOCTYPE HealthData [
            <!-- HealthKit Export Version: 12 -->
            <!ELEMENT HealthData (ExportDate,Me,(Record|Correlation|Workout|ActivitySummary|ClinicalRecord)*)>
            <!ATTLIST HealthData
              locale CDATA #REQUIRED
            >
            <!-- Note: Any Records that appear as children of a correlation also appear as top-level records; it's so. -->
            <!ELEMENT Record ((MetadataEntry|HeartRateVariabilityMetadataList)*)>
            <!ATTLIST Record
              type          CDATA #REQUIRED
              device        CDATA #IMPLIED
              startDate     CDATA #REQUIRED
            <!ELEMENT WorkoutEvent EMPTY>
              device CDATA #IMPLIED
            >>
            ]>
            <root>
            </root>
            """)
        #expect(reading.events == ["18: <root#0 1", "19: >0"])
        #expect(reading.error == nil)
    }

    @Test("declares no entity, so that none can expand")
    func ignoresEntities() throws {
        let lines = (1...9).map { "<!ENTITY l\($0) \"\(String(repeating: "&l\($0 - 1);", count: 10))\">" }
        let reading = try Reading(
            "<!DOCTYPE root [<!ENTITY l0 \"lol\"><!ENTITY x SYSTEM \"file:///etc/passwd\">\n"
                + lines.joined(separator: "\n") + "]>\n<root>&l9;&x;</root>")
        #expect(reading.events == ["11: <root#0 1", "11: &l9;&x;", "11: >0"])
        #expect(reading.repairs.undefinedEntities == 2)
    }

    @Test(
        "never reaches the parser, even in disguise or at a wrong position",
        arguments: [
            "<\u{1}!DOCTYPE root [<!ENTITY a 'b'>]><root>&a;</root>", "<!\u{1}DOCTYPE root [<!ENTITY a 'b'>]><root/>",
            "<!doctype root><root/>", "<root><!DOCTYPE root [<!ENTITY a 'b'>]></root>",
            "<root><a <!DOCTYPE x>/></root>",
        ])
    func isRefused(_ document: String) throws {
        let reading = try Reading(document)
        #expect(reading.error?.code == .malformed)
        #expect(!reading.events.contains { $0.contains("b") })
    }

    @Test("has a limit, also without an end")
    func isLimited() throws {
        var limits = XMLLimits()
        limits.doctypeBytesMax = 100
        let declaration = "<!DOCTYPE root [\n" + String(repeating: " ", count: 81)
        #expect(try Reading(declaration + "]><root/>", limits: limits).error == nil)
        let reading = try Reading(declaration + "    ]><root/>", limits: limits)
        #expect(reading.error?.code == .limitExceeded)
        #expect(reading.error?.line == 2)
    }
}
