import JSON
import Testing

/// Parses `text` with a fresh parser.
func parse<R>(_ text: String, depthMax: Int = 64, _ body: (JSONValue) throws -> R) throws -> R {
    try JSONParser(bytesMax: 1 << 26, depthMax: depthMax).parse(Array(text.utf8), body)
}

/// The error that refuses `bytes`, or nil if they are accepted.
func refusal(_ bytes: [UInt8], bytesMax: Int = 1 << 20, depthMax: Int = 64) -> JSONError? {
    do {
        try JSONParser(bytesMax: bytesMax, depthMax: depthMax).parse(bytes) { _ in }
        return nil
    } catch {
        return error as? JSONError
    }
}

func refusal(_ text: String, bytesMax: Int = 1 << 20, depthMax: Int = 64) -> JSONError? {
    refusal(Array(text.utf8), bytesMax: bytesMax, depthMax: depthMax)
}

@Suite struct JSONParserTests {
    @Test(
        "the error locates a refused number or bare word and names its member",
        arguments: [
            (#"{"a": [{"value": NaN}]}"#, 17, "value"), (#"{"a": "NaN", "value": -Infinity}"#, 22, "value"),
            (#"{"a": 1e999}"#, 6, "a"), (#"{"a:\"b": tru}"#, 10, #"a:\"b"#), (#"{"a": 1, nan}"#, 9, nil),
            (#"[1, 2, inf]"#, 7, nil), (#"{"a": 1.5 $}"#, 10, "a"), (#"{"a": 'b'}"#, 6, "a"),
        ] as [(String, Int, String?)])
    func located(text: String, offset: Int, member: String?) {
        let error = refusal(text)
        #expect(error?.offset == offset)
        #expect(error?.member == member)
    }

    @Test(
        "a text that is not JSON has the code of its fault",
        arguments: [
            (.empty, ["", " ", "\n\t\r "]),
            (
                .malformed,
                [
                    "{", "[", "]", "[1,]", "[1 2]", "{\"a\"}", "{\"a\":}", "{\"a\":1,}", "{1:2}", "{} {}", "[] x",
                    "1 2",
                    "tru", "nul", "True", "\"open", "\"\u{1}\"", "\"\\x\"", "\"\\u12\"", "'a'", "\u{FEFF}{}", "[}",
                    "{]", "// c", "\"\\ud800\"", "\"\\udc00\"", "\"\\ud800\\u0041\"", "[\"\\", "\u{0}", "NaN",
                    "Infinity", ",", ":", "+1", ".5", "e5",
                ]
            ),
            (
                .invalidNumber,
                [
                    "01", "-", "-a", "1.", "1.e1", "1e", "1e+", "--1", "1-", "-01", "1e400", "-1e400", "[1e309]",
                    "1.0.0", "0x1", "1" + String(repeating: "0", count: 400), "0123456789012345678901234567890",
                ]
            ),
        ] as [(JSONError.Code, [String])])
    func faults(code: JSONError.Code, texts: [String]) {
        for text in texts { #expect(refusal(text)?.code == code, "\(text)") }
    }

    @Test(
        "bytes that are not UTF-8 are refused with their offset",
        arguments: [
            ([0xFF], 1), ([0xC0, 0x80], 1), ([0xED, 0xA0, 0x80], 1), ([0xF4, 0x90, 0x80, 0x80], 1),
            ([0x61, 0xC3, 0xA4, 0xC3], 4), ([0xE2, 0x82], 1),
        ] as [([UInt8], Int)])
    func invalidUTF8(bytes: [UInt8], offset: Int) {
        let quote = UInt8(ascii: "\"")
        let error = refusal([quote] + bytes + [quote])
        #expect(error?.code == .invalidUTF8)
        #expect(error?.offset == offset)
    }

    @Test("a text of bytesMax bytes is accepted, and one byte more is too large")
    func tooLarge() {
        #expect(refusal("[1,2,3]", bytesMax: 7) == nil)
        #expect(refusal("[1,2,3]", bytesMax: 6)?.code == .tooLarge)
        #expect(refusal("1", bytesMax: 0)?.code == .tooLarge)
        #expect(refusal("", bytesMax: 0)?.code == .empty)
    }

    @Test("nesting up to depthMax is accepted, and one level more is too deep", arguments: [1, 2, 3, 64, 100])
    func depth(depthMax: Int) {
        func arrays(_ depth: Int) -> String {
            String(repeating: "[", count: depth) + "1" + String(repeating: "]", count: depth)
        }
        func objects(_ depth: Int) -> String {
            String(repeating: "{\"a\":", count: depth) + "1" + String(repeating: "}", count: depth)
        }
        #expect(refusal(arrays(depthMax), depthMax: depthMax) == nil)
        #expect(refusal(objects(depthMax), depthMax: depthMax) == nil)
        #expect(refusal(arrays(depthMax + 1), depthMax: depthMax)?.code == .tooDeep)
        #expect(refusal(objects(depthMax + 1), depthMax: depthMax)?.code == .tooDeep)
        #expect(refusal(arrays(200_000), depthMax: depthMax)?.code == .tooDeep)
        #expect(refusal(String(repeating: "[", count: 200_000), depthMax: depthMax) != nil)
    }

    @Test("a depthMax of 0 accepts scalars and empty containers only")
    func depthZero() {
        #expect(refusal("1", depthMax: 0) == nil)
        #expect(refusal("[]", depthMax: 0) == nil)
        #expect(refusal("[1]", depthMax: 0)?.code == .tooDeep)
    }

    @Test("messages contain the limit and never the content")
    func messages() {
        #expect(refusal("[1,2,3]", bytesMax: 6)?.message == "JSON text exceeds the limit of 6 bytes")
        #expect(refusal("[[1]]", depthMax: 1)?.message == "JSON text exceeds the nesting limit of 1")
        #expect(refusal("{\"secret\": 71.5 x}")?.message == "JSON text is malformed")
    }

    @Test("a parser reads small, large and refused texts in sequence, each independently")
    func reuse() throws {
        let parser = JSONParser(bytesMax: 1 << 24)
        for size in [1, 40_000, 3, 500_000, 2] {
            let text = "[" + (0..<size).map(String.init).joined(separator: ",") + "]"
            let sum = try parser.parse(Array(text.utf8)) { root in
                var sum: Int64 = 0
                root.forEachElement { position, element in
                    #expect(element.int64 == Int64(position))
                    sum += element.int64 ?? 0
                }
                #expect(root.count == size)
                return sum
            }
            #expect(sum == Int64(size * (size - 1) / 2))
            #expect(throws: JSONError.self) { try parser.parse(Array("[1".utf8)) { _ in } }
        }
    }

    @Test("an error thrown by the body passes through and leaves the parser usable")
    func bodyThrows() throws {
        struct Stop: Error {}
        let parser = JSONParser(bytesMax: 100)
        #expect(throws: Stop.self) { try parser.parse(Array("[1]".utf8)) { _ in throw Stop() } }
        #expect(try parser.parse(Array("[2]".utf8)) { $0.count } == 1)
    }

    @Test("a value used after its parse stops the program")
    func escapedValue() async {
        await #expect(processExitsWith: .failure) {
            let value = try JSONParser(bytesMax: 100).parse(Array("[1]".utf8)) { $0 }
            _ = value.count
        }
    }

    @Test("a parser used from within its own parse stops the program")
    func nestedParse() async {
        await #expect(processExitsWith: .failure) {
            let parser = JSONParser(bytesMax: 100)
            try? parser.parse(Array("[1]".utf8)) { _ in try? parser.parse(Array("[2]".utf8)) { _ in } }
        }
    }
}
