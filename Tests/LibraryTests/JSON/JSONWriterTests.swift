import JSON
import Testing

/// The text that `body` writes.
private func written(_ body: (inout JSONWriter) throws -> Void) rethrows -> String {
    var writer = JSONWriter(capacity: 0)
    try body(&writer)
    return String(decoding: writer.bytes, as: UTF8.self)
}

@Suite struct JSONWriterTests {
    @Test("commas separate elements and members at each level, and appear nowhere else")
    func commas() {
        let text = written { writer in
            writer.object { root in
                root.key("empty")
                root.object { _ in }
                root.key("list")
                root.array { list in
                    list.value(1)
                    list.array { _ in }
                    list.object { $0.member("a", true) }
                    list.null()
                    list.raw(Array("{\"raw\":1}".utf8))
                    list.value("s")
                }
                root.key("last" + "Key")
                root.value(2.5)
            }
        }
        #expect(text == #"{"empty":{},"list":[1,[],{"a":true},null,{"raw":1},"s"],"lastKey":2.5}"#)
    }

    @Test("an array ends before the text exceeds its limit, and has at least one element")
    func boundedArray() {
        let elements = ["aa", "bbbb", "c", "d"]
        for (bytesMax, expected) in [
            (0, #"{"a":["aa"],"z":1}"#), (16, #"{"a":["aa"],"z":1}"#), (17, #"{"a":["aa","bbbb"],"z":2}"#),
            (21, #"{"a":["aa","bbbb","c"],"z":3}"#), (1_000, #"{"a":["aa","bbbb","c","d"],"z":4}"#),
        ] {
            let text = written { writer in
                writer.object { writer in
                    writer.key("a")
                    let count = writer.array(of: elements, bytesMax: bytesMax) { $1.value($0) }
                    writer.member("z", count)
                }
            }
            #expect(text == expected, "\(bytesMax)")
        }
        #expect(written { _ = $0.array(of: [Int](), bytesMax: 0) { $1.value($0) } } == "[]")
    }

    @Test(
        "strings have only the escapes that RFC 8259 requires",
        arguments: [
            ("", #""""#), ("plain", #""plain""#), ("\"", #""\"""#), ("\\", #""\\""#), ("a\"b\\c", #""a\"b\\c""#),
            ("\n\r\t\u{8}\u{C}", #""\n\r\t\b\f""#), ("\u{0}\u{B}\u{10}\u{1F}", #""\u0000\u000b\u0010\u001f""#),
            ("/ä€😀\u{7F}\u{2028}", "\"/ä€😀\u{7F}\u{2028}\""),
        ])
    func escapes(string: String, expected: String) throws {
        #expect(written { $0.value(string) } == expected)
        #expect(
            written {
                $0.object {
                    $0.key(string); $0.null()
                }
            } == "{\(expected):null}")
        #expect(try parse(expected) { $0.string } == string)
    }

    @Test("every control character is escaped and reads back")
    func controlCharacters() throws {
        for code in UInt8(0)..<0x20 {
            let string = String(Unicode.Scalar(code))
            let text = written { $0.value(string) }
            #expect(text.utf8.allSatisfy { $0 >= 0x20 })
            #expect(try parse(text) { $0.string } == string)
        }
    }

    @Test("literal keys are escaped too, and may be empty or one character long")
    func literalKeys() {
        #expect(
            written {
                $0.object {
                    $0.key("a\"\n"); $0.null()
                }
            } == #"{"a\"\n":null}"#)
        #expect(
            written {
                $0.object {
                    $0.member("", 1); $0.member("ä", 2)
                }
            } == #"{"":1,"ä":2}"#)
    }

    @Test(
        "doubles are written in their shortest form",
        arguments: [
            (0, "0"), (-0.0, "-0.0"), (1, "1"), (-1, "-1"), (0.1, "0.1"), (72.5, "72.5"), (1e15, "1000000000000000"),
            (9_007_199_254_740_991, "9007199254740991"), (-9_007_199_254_740_991, "-9007199254740991"),
            (9_007_199_254_740_992, "9007199254740992.0"), (1e22, "1e+22"), (.leastNonzeroMagnitude, "5e-324"),
            (1e-7, "1e-07"),
            (.greatestFiniteMagnitude, "1.7976931348623157e+308"), (0.1 + 0.2, "0.30000000000000004"),
            (.nan, "null"), (.infinity, "null"), (-.infinity, "null"),
        ] as [(Double, String)])
    func doubles(double: Double, expected: String) throws {
        #expect(written { $0.value(double) } == expected)
        if double.isFinite {
            #expect(try parse(expected) { $0.double }?.bitPattern == double.bitPattern)
        }
    }

    @Test("decimals of every length are written as Swift describes them")
    func decimals() {
        var doubles: [Double] = [1e-4, 0.000_099, 0.000_1, 123_456_789.123_456, 999_999_999.999_999, 1e9 + 0.1, 0.5]
        for digits in 0..<9 {
            let scale = (0..<digits).reduce(1.0) { scale, _ in scale * 10 }
            for exponent in 0..<17 {
                let limit = (0..<exponent).reduce(1) { limit, _ in limit * 10 }
                doubles += (0..<40).map { _ in Double(Int.random(in: 0...limit)) / scale }
            }
        }
        doubles += doubles.flatMap { [$0.nextUp, $0.nextDown, -$0] }
        for double in doubles where double != double.rounded() {
            #expect(written { $0.value(double) } == double.description)
        }
    }

    @Test("a long string has its escapes wherever they stand")
    func longStrings() throws {
        for length in [0, 1, 255, 256, 257, 511, 512, 1_000] {
            for end in ["\"", "\n", "\u{1F}", "é"] {
                let string = String(repeating: "a", count: length) + end + String(repeating: "\\", count: 300)
                let text = written { $0.value(string) }
                #expect(try parse(text) { $0.string } == string)
            }
        }
    }

    @Test(
        "times have the form of RFC 3339",
        arguments: [
            (2024, 2, 29, 86_399, 0, 0, "2024-02-29T23:59:59Z"),
            (9_999, 12, 31, 3_661, 1, 0, "9999-12-31T01:01:01.000001Z"),
            (0, 1, 1, 0, 120_000, 330, "0000-01-01T00:00:00.12+05:30"),
            (1970, 1, 1, 0, 999_999, -90, "1970-01-01T00:00:00.999999-01:30"),
        ])
    func times(year: Int, month: Int, day: Int, second: Int, micros: Int, offset: Int, expected: String) {
        let text = written {
            $0.time(
                year: year, month: month, day: day, secondOfDay: second, microsecond: micros, offsetMinutes: offset)
        }
        #expect(text == "\"\(expected)\"")
    }

    @Test("a line ends with a line feed, and the next line has no comma before it")
    func lines() {
        var writer = JSONWriter(capacity: 0)
        for number in 1...2 {
            writer.array { $0.value(number) }
            writer.endLine()
        }
        #expect(writer.bytes == Array("[1]\n[2]\n".utf8))
        let copy = writer
        writer.removeAll()
        writer.value("a")
        #expect(writer.line() == Array("\"a\"\n".utf8))
        #expect(copy.bytes == Array("[1]\n[2]\n".utf8))
    }

    @Test("integers are written in full")
    func integers() {
        #expect(written { $0.value(Int64.min) } == "-9223372036854775808")
        #expect(written { $0.value(Int64.max) } == "9223372036854775807")
        #expect(written { $0.value(0) } == "0")
    }

    @Test("members that are nil are written as null")
    func members() {
        let text = written { writer in
            writer.object { object in
                object.member("string", "s")
                object.member("noString", nil as String?)
                object.member("double", 1.5)
                object.member("noDouble", nil as Double?)
                object.member("int", 3)
                object.member("noInt", nil as Int?)
                object.member("int64", Int64.max)
                object.member("noInt64", nil as Int64?)
                object.member("bool", false)
                object.member("noBool", nil as Bool?)
            }
        }
        #expect(
            text == #"{"string":"s","noString":null,"double":1.5,"noDouble":null,"int":3,"noInt":null,"#
                + #""int64":9223372036854775807,"noInt64":null,"bool":false,"noBool":null}"#)
    }

    @Test("a parsed value is written among others unchanged")
    func parsedValues() throws {
        let text = try parse(#"{"a":[1,{"b":"x"}],"c":2}"#) { root in
            written { writer in
                writer.array { array in
                    array.value(0)
                    if let list = root["a"] { array.value(list) }
                    if let number = root["c"] { array.value(number) }
                    array.value(root)
                }
            }
        }
        #expect(text == #"[0,[1,{"b":"x"}],2,{"a":[1,{"b":"x"}],"c":2}]"#)
    }

    @Test("an error thrown while writing passes through")
    func throwing() {
        struct Stop: Error {}
        #expect(throws: Stop.self) { try written { try $0.object { _ in throw Stop() } } }
    }
}
