import JSON
import TestSupport
import Testing

@Suite struct JSONValueTests {
    @Test(
        "each value has its kind",
        arguments: [
            ("null", .null), ("true", .bool), ("false", .bool), ("1", .number), ("1.5", .number),
            ("18446744073709551615", .number), ("\"a\"", .string), ("[]", .array), ("{}", .object),
        ] as [(String, JSONKind)])
    func kinds(text: String, kind: JSONKind) throws {
        try parse(" \n" + text + "\t ") { value in
            #expect(value.kind == kind)
            #expect(value.isNull == (kind == .null))
            #expect((value.bool != nil) == (kind == .bool))
            #expect((value.double != nil) == (kind == .number))
            #expect((value.string != nil) == (kind == .string))
            #expect(value.count == 0)
            #expect(value["a"] == nil)
        }
    }

    @Test("true is true and false is false")
    func bools() throws {
        #expect(try parse("true") { $0.bool } == true)
        #expect(try parse("false") { $0.bool } == false)
    }

    @Test(
        "numbers read as the nearest double",
        arguments: [
            ("0", 0), ("-0", 0), ("-0.0", 0), ("1.5", 1.5), ("-2.5e-3", -0.0025), ("1E3", 1000), ("0.1", 0.1),
            ("9007199254740993", 9_007_199_254_740_992), ("5e-324", .leastNonzeroMagnitude), ("1e-400", 0),
            ("1.7976931348623157e308", .greatestFiniteMagnitude), ("18446744073709551615", 0x1p64),
            ("18446744073709551616", 0x1p64),
            ("123456789012345678901234567890", 1.2345678901234568e29),
            ("-9223372036854775809", -9_223_372_036_854_775_808), ("0.30000000000000004", 0.30000000000000004),
        ] as [(String, Double)])
    func doubles(text: String, double: Double) throws {
        #expect(try parse(text) { $0.double } == double)
        #expect(try parse("[\(text)]") { $0.count } == 1)
    }

    @Test(
        "integral numbers in range read as Int64",
        arguments: [
            ("0", 0), ("-0", 0), ("-0.0", 0), ("1.0", 1), ("1e3", 1000), ("-5", -5),
            ("9007199254740993", 9_007_199_254_740_993), ("9223372036854775807", .max), ("-9223372036854775808", .min),
            ("9223372036854775808", nil), ("18446744073709551615", nil), ("18446744073709551616", nil),
            ("-9223372036854775809", -9_223_372_036_854_775_808), ("1.5", nil), ("1e19", nil), ("\"1\"", nil),
            ("true", nil),
        ] as [(String, Int64?)])
    func integers(text: String, integer: Int64?) throws {
        #expect(try parse(text) { $0.int64 } == integer)
    }

    @Test("big integers become doubles at any position, and strings that look like them are unchanged")
    func bigIntegers() throws {
        let big = "100000000000000000000"
        let text = "{\"\(big)\":[\(big),-\(big) ,1,\"\\\"\(big)\",\(big).5,18446744073709551615],\"b\":\(big)}"
        try parse(text) { root in
            #expect(root["b"]?.double == 1e20)
            let minified = root["100000000000000000000"]?.minified ?? []
            #expect(
                String(decoding: minified, as: UTF8.self)
                    == "[1e+20,-1e+20,1,\"\\\"\(big)\",1e+20,18446744073709551615]")
        }
    }

    @Test(
        "escapes are decoded",
        arguments: [
            (#""""#, ""), (#""a""#, "a"), (#""\"\\\/\b\f\n\r\t""#, "\"\\/\u{8}\u{C}\n\r\t"), (#""\u00e4\u20AC""#, "ä€"),
            (#""\ud83d\ude00""#, "😀"), (#""a\u0000b""#, "a\u{0}b"), ("\"ä😀\"", "ä😀"),
            ("\"\u{7F}\u{2028}\"", "\u{7F}\u{2028}"),
        ])
    func strings(text: String, string: String) throws {
        #expect(try parse(text) { $0.string }.map { Array($0.utf8) } == Array(string.utf8))
    }

    @Test("members are found by key after members of any kind")
    func members() throws {
        let text = #"{"skip":{"a":[1,{"b":2}],"c":1.5},"list":[1,2.5,[]],"n":-7,"":0,"ä":"x","ab":1,"a":2,"z":null}"#
        try parse(text) { root in
            #expect(root.count == 8)
            #expect(root["a"]?.int64 == 2)
            #expect(root["ab"]?.int64 == 1)
            #expect(root["n"]?.int64 == -7)
            #expect(root[""]?.int64 == 0)
            #expect(root["ä"]?.string == "x")
            #expect(root["z"]?.isNull == true)
            #expect(root["skip"]?["c"]?.double == 1.5)
            #expect(root["b"] == nil)
            #expect(root["c"] == nil)
            #expect(root["list"]?["a"] == nil)
            for key in ["a", "ab", "n", "", "ä"] { #expect(root[key] != nil) }
            let absent = "abc"
            #expect(root[absent] == nil)
        }
    }

    @Test("keys compare byte by byte, not by canonical equivalence")
    func keyBytes() throws {
        let key = "\u{E9}"
        #expect(try parse("{\"e\u{301}\":1}") { $0[key] == nil })
        #expect(try parse("{\"\u{E9}\":1,\"e\u{301}\":1}") { $0.hasRepeatedKey } == false)
    }

    @Test("the first of repeated keys is used, and repetition is detected", arguments: [0, 1, 30, 31, 32, 100])
    func repeatedKeys(others: Int) throws {
        let middle = (0..<others).map { "\"k\($0)\":{\"a\":\($0)}," }.joined()
        try parse("{\"a\":1,\(middle)\"\\u0061\":2}") { root in
            #expect(root["a"]?.int64 == 1)
            #expect(root.count == others + 2)
            #expect(root.hasRepeatedKey)
        }
        #expect(try parse("{\"a\":1,\(middle)\"b\":2}") { $0.hasRepeatedKey } == false)
    }

    @Test("repeated keys are detected in this object only")
    func repeatedKeysBelow() throws {
        #expect(try parse(#"{"a":{"b":1,"b":2}}"#) { $0.hasRepeatedKey } == false)
        #expect(try parse(#"{"a":{"b":1,"b":2}}"#) { $0["a"]?.hasRepeatedKey } == true)
        #expect(try parse(#"["a","a"]"#) { $0.hasRepeatedKey } == false)
        #expect(try parse("{}") { $0.hasRepeatedKey } == false)
    }

    @Test("elements and members are visited in order with all their values")
    func iteration() throws {
        try parse(#"{"b":[1,[2,3],{"x":4},"s",5.5],"a":true,"b":null}"#) { root in
            var keys: [String] = []
            var texts: [String] = []
            root.forEachMember { key, value in
                keys.append(key)
                value.forEachElement { position, element in
                    texts.append("\(position):" + String(decoding: element.minified, as: UTF8.self))
                }
                value.forEachMember { _, _ in Issue.record("no object here") }
            }
            #expect(keys == ["b", "a", "b"])
            #expect(texts == ["0:1", "1:[2,3]", "2:{\"x\":4}", "3:\"s\"", "4:5.5"])
            root.forEachElement { _, _ in Issue.record("no array here") }
        }
    }

    @Test("an error thrown while iterating stops the iteration")
    func iterationThrows() throws {
        struct Stop: Error {}
        var visited = 0
        #expect(throws: Stop.self) {
            try parse("[1,2,3]") { root in
                try root.forEachElement { position, _ in
                    visited += 1
                    if position == 1 { throw Stop() }
                }
            }
        }
        #expect(visited == 2)
    }

    @Test("count is exact beyond the 24 bits of simdjson's own count")
    func manyElements() throws {
        let count = (1 << 24) + 5
        let text = "[1" + String(repeating: ",1", count: count - 1) + "]"
        #expect(try JSONParser(bytesMax: 1 << 26).parse(Array(text.utf8)) { $0.count } == count)
    }

    @Test(
        "U+0000 is found in strings and keys at any depth",
        arguments: [
            (#""a\u0000""#, true), (#"{"a\u0000":1}"#, true), (#"[1,[{"x":["\u0000"]}]]"#, true),
            (#""\\u0000""#, false),
            ("[0,0.0,{},[],\"\",\"0\",null]", false), (#""\u0001""#, false),
        ])
    func nullCharacter(text: String, isFound: Bool) throws {
        #expect(try parse(text) { $0.hasNullCharacter } == isFound)
    }

    @Test("U+0000 beside a value is not found in it")
    func nullCharacterBeside() throws {
        try parse(#"{"a":"\u0000","b":[1,2],"c":"\u0000"}"#) { root in
            #expect(root["a"]?.hasNullCharacter == true)
            #expect(root["b"]?.hasNullCharacter == false)
            #expect(root["c"]?.hasNullCharacter == true)
        }
    }

    @Test(
        "minified text keeps values, order and repeated keys",
        arguments: [
            (" [ ] ", "[]"), ("{ }", "{}"), ("[ [ ] , { } , [ [ ] ] ]", "[[],{},[[]]]"),
            (
                "{ \"b\" : 1 , \"a\" : { \"x\" : [ 1 , 2 ] , \"y\" : { } } , \"b\" : null }",
                #"{"b":1,"a":{"x":[1,2],"y":{}},"b":null}"#
            ),
            ("[true,false,null]", "[true,false,null]"), ("[1.0,1.50,1e2,-0.0,-0]", "[1,1.5,100,-0.0,0]"),
            (
                "[9223372036854775807,-9223372036854775808,18446744073709551615,9007199254740993]",
                "[9223372036854775807,-9223372036854775808,18446744073709551615,9007199254740993]"
            ),
            (#"["\u0000\u001f\n\"\\\/ä\ud83d\ude00"]"#, "[\"\\u0000\\u001f\\n\\\"\\\\/ä😀\"]"),
            ("{\"k\\n\":\"v\"}", #"{"k\n":"v"}"#), ("0.1", "0.1"), ("1e22", "1e+22"), ("5e-324", "5e-324"),
        ])
    func minified(text: String, expected: String) throws {
        #expect(try parse(text) { String(decoding: $0.minified, as: UTF8.self) } == expected)
    }

    @Test("minified text of arbitrary values reads back as the same values")
    func minifiedRoundTrip() throws {
        var generator = SeededGenerator(42)
        for _ in 0..<500 {
            var writer = JSONWriter()
            writeRandom(to: &writer, depth: 0, using: &generator)
            let parser = JSONParser(bytesMax: 1 << 24)
            let (minified, value) = try parser.parse(writer.bytes) { ($0.minified, try snapshot($0)) }
            let again = try parser.parse(minified) { ($0.minified, try snapshot($0)) }
            #expect(minified == writer.bytes)
            #expect(again.0 == minified)
            #expect(again.1 == value)
        }
    }
}

/// All properties of a value in the public API, except its minified text.
private func snapshot(_ value: JSONValue) throws -> [String] {
    var lines = ["\(value.kind)", "\(value.count)"]
    if let double = value.double { lines.append("\(double.bitPattern) \(value.int64 as Int64?)") }
    if let string = value.string { lines.append("\(Array(string.utf8))") }
    if let bool = value.bool { lines.append("\(bool)") }
    try value.forEachElement { lines += ["\($0)"] + (try snapshot($1)) }
    try value.forEachMember { lines += ["\(Array($0.utf8))"] + (try snapshot($1)) }
    return lines
}

private func randomString(using generator: inout SeededGenerator) -> String {
    let scalars: [Unicode.Scalar] = ["a", "\"", "\\", "/", "\u{0}", "\u{1F}", "\n", "ä", "€", "😀", "\u{7F}", " "]
    var string = ""
    for _ in 0..<Int.random(in: 0..<12, using: &generator) {
        string.unicodeScalars.append(scalars.randomElement(using: &generator) ?? "a")
    }
    return string
}

private func writeRandom(to writer: inout JSONWriter, depth: Int, using generator: inout SeededGenerator) {
    switch Int.random(in: 0..<(depth < 6 ? 9 : 6), using: &generator) {
    case 0: writer.null()
    case 1: writer.value(Bool.random(using: &generator))
    case 2: writer.value(Int64.random(in: .min ... .max, using: &generator))
    case 3: writer.value(Double(bitPattern: UInt64.random(in: .min ... .max, using: &generator)))
    case 4: writer.value(Double.random(in: -1000...1000, using: &generator))
    case 5: writer.value(randomString(using: &generator))
    case 6, 7:
        writer.object { object in
            for _ in 0..<Int.random(in: 0..<6, using: &generator) {
                object.key(randomString(using: &generator))
                writeRandom(to: &object, depth: depth + 1, using: &generator)
            }
        }
    default:
        writer.array { array in
            for _ in 0..<Int.random(in: 0..<6, using: &generator) {
                writeRandom(to: &array, depth: depth + 1, using: &generator)
            }
        }
    }
}
