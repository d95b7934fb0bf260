import Foundation

/// The bare word or number at which a text stops being JSON, such as `NaN`, `Infinity` or `1e999`.
///
/// Only refused texts are searched, so the search may be slow.
struct JSONFault {
    /// The offset of the first byte of the word or number.
    var offset: Int
    /// The key of the member whose value is wrong. It is nil if the value does not belong to a
    /// member, or if the key is longer than 64 bytes.
    var member: String?

    private static let memberBytesMax = 64

    /// Returns the first word that is neither `true`, `false`, `null` nor a number within the range
    /// of a double. Returns nil if the text has no such word.
    static func first(in bytes: [UInt8]) -> JSONFault? {
        var index = 0
        var text: Range<Int>?
        var member: Range<Int>?
        while index < bytes.count {
            switch bytes[index] {
            case UInt8(ascii: "\""):
                let end = endOfString(bytes, from: index)
                text = index + 1..<end
                index = end + 1
            case UInt8(ascii: ":"):
                member = text
                index += 1
            case UInt8(ascii: ","), UInt8(ascii: "{"), UInt8(ascii: "}"):
                member = nil
                index += 1
            case UInt8(ascii: "["), UInt8(ascii: "]"), 0x20, 0x09, 0x0a, 0x0d: index += 1
            default:
                let end = bytes[index...].firstIndex { !isWordByte($0) } ?? bytes.count
                guard end > index, isScalar(bytes[index..<end]) else {
                    return JSONFault(offset: index, member: member.flatMap { name(bytes[$0]) })
                }
                index = end
            }
        }
        return nil
    }

    /// Returns the index of the closing quote, or of the end of the text.
    private static func endOfString(_ bytes: [UInt8], from start: Int) -> Int {
        var index = start + 1
        while index < bytes.count, bytes[index] != UInt8(ascii: "\"") {
            index += bytes[index] == UInt8(ascii: "\\") ? 2 : 1
        }
        return min(index, bytes.count)
    }

    private static func isWordByte(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "a")...UInt8(ascii: "z"),
            UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "+"), UInt8(ascii: "-"), UInt8(ascii: "."):
            true
        default: false
        }
    }

    private static func isScalar(_ word: ArraySlice<UInt8>) -> Bool {
        let text = String(decoding: word, as: UTF8.self)
        if ["true", "false", "null"].contains(text) { return true }
        guard text.first.map({ $0 == "-" || $0.isNumber }) ?? false, let number = Double(text) else { return false }
        return number.isFinite
    }

    private static func name(_ bytes: ArraySlice<UInt8>) -> String? {
        bytes.count <= memberBytesMax ? String(validating: bytes, as: UTF8.self) : nil
    }
}
