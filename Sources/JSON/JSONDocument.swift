internal import CSimdJSON

/// A parsed text in the form of simdjson's
/// [tape](https://github.com/simdjson/simdjson/blob/v3.0.1/doc/tape.md).
///
/// Each value begins with one 64-bit word. The upper 8 bits are the type, and the other bits are a
/// payload. A number has a second word, which contains the number. The payload of a string is the
/// string's offset in `strings`. The payload of a container is the index after its closing word (32
/// bits) and its count (24 bits).
final class JSONDocument {
    /// The index of the root value.
    static let root = 1

    private static let payloadMask: UInt64 = (1 << 56) - 1
    private static let countMax = (1 << 24) - 1

    private let words: UnsafePointer<UInt64>
    private let strings: UnsafePointer<UInt8>
    /// The number of readable words. It is 0 as soon as the parser may overwrite them.
    private var wordCount: Int

    init?(_ tape: json_tape) {
        guard let words = tape.words, let strings = tape.strings else { return nil }
        self.words = words
        self.strings = strings
        wordCount = tape.word_count
    }

    /// Ends access to the tape. A value that is used after its parse then stops the program instead
    /// of reading freed memory.
    func close() {
        wordCount = 0
    }

    private var tape: json_tape {
        json_tape(words: words, word_count: wordCount, strings: strings)
    }

    private func word(_ index: Int) -> UInt64 {
        precondition(index < wordCount, "a JSON value was used after its parse had ended")
        return words[index]
    }

    /// Returns the type of the word at `index`.
    func type(_ index: Int) -> JSONTapeType {
        JSONTapeType(rawValue: UInt8(truncatingIfNeeded: word(index) >> 56))
    }

    /// Returns the word that contains the number at `index`.
    func number(_ index: Int) -> UInt64 {
        word(index + 1)
    }

    /// Returns the index of the value after the value at `index`. After the last value of a
    /// container, returns the index of the closing word.
    func after(_ index: Int) -> Int {
        switch type(index) {
        case .object, .array: Int(UInt32(truncatingIfNeeded: word(index)))
        case .int64, .uint64, .double: index + 2
        default: index + 1
        }
    }

    /// Returns the number of members or elements of the container at `index`.
    func count(_ index: Int) -> Int {
        let count = Int((word(index) & JSONDocument.payloadMask) >> 32)
        // simdjson stores at most the maximum of 24 bits, so larger containers are counted here.
        if count < JSONDocument.countMax { return count }
        var values = 0
        var next = index + 1
        let end = after(index) - 1
        while next < end {
            values += 1
            next = after(next)
        }
        return type(index) == .object ? values / 2 : values
    }

    /// Calls `body` with the UTF-8 of the string at `index`.
    func withString<R>(_ index: Int, _ body: (UnsafeBufferPointer<UInt8>) throws -> R) rethrows -> R {
        let entry = strings + Int(word(index) & JSONDocument.payloadMask)
        let length = UnsafeRawPointer(entry).loadUnaligned(as: UInt32.self)
        return try body(UnsafeBufferPointer(start: entry + MemoryLayout<UInt32>.size, count: Int(length)))
    }

    func string(_ index: Int) -> String {
        withString(index) { String(decoding: $0, as: UTF8.self) }
    }

    /// Returns the index of the value of the first member named `key`. Returns nil if the member
    /// does not exist or the value at `index` is not an object.
    func member(_ key: UnsafeBufferPointer<UInt8>, of index: Int) -> Int? {
        precondition(index < wordCount, "a JSON value was used after its parse had ended")
        var tape = tape
        // An empty key may have no address, and memcmp does not accept a null pointer.
        let member = json_tape_member(&tape, index, key.baseAddress ?? strings, key.count)
        return member == 0 ? nil : member
    }

    /// Returns true if a string or key of the value at `index` contains U+0000.
    func hasNullCharacter(_ index: Int) -> Bool {
        let end = after(index)
        var tape = tape
        return json_tape_has_null_character(&tape, index, end)
    }
}

/// The type of a word on the tape, as the letter that simdjson uses.
struct JSONTapeType: RawRepresentable, Equatable {
    let rawValue: UInt8

    static let null = JSONTapeType(rawValue: UInt8(ascii: "n"))
    static let `true` = JSONTapeType(rawValue: UInt8(ascii: "t"))
    static let `false` = JSONTapeType(rawValue: UInt8(ascii: "f"))
    static let int64 = JSONTapeType(rawValue: UInt8(ascii: "l"))
    static let uint64 = JSONTapeType(rawValue: UInt8(ascii: "u"))
    static let double = JSONTapeType(rawValue: UInt8(ascii: "d"))
    static let string = JSONTapeType(rawValue: UInt8(ascii: "\""))
    static let array = JSONTapeType(rawValue: UInt8(ascii: "["))
    static let arrayEnd = JSONTapeType(rawValue: UInt8(ascii: "]"))
    static let object = JSONTapeType(rawValue: UInt8(ascii: "{"))
    static let objectEnd = JSONTapeType(rawValue: UInt8(ascii: "}"))
}
