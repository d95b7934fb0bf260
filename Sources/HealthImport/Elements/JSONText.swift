/// Builds JSON text byte by byte; the caller sees to brackets and commas.
struct JSONText {
    var bytes: [UInt8] = []

    private static let hexDigits = Array("0123456789abcdef".utf8)

    mutating func raw(_ text: String) {
        bytes.append(contentsOf: text.utf8)
    }

    mutating func string(_ text: String) {
        string(Array(text.utf8)[...])
    }

    /// `utf8` must be valid, which the XML reader guarantees.
    mutating func string(_ utf8: ArraySlice<UInt8>) {
        bytes.append(UInt8(ascii: "\""))
        for byte in utf8 {
            switch byte {
            case UInt8(ascii: "\""), UInt8(ascii: "\\"):
                bytes.append(UInt8(ascii: "\\"))
                bytes.append(byte)
            case 0..<0x20:
                bytes.append(contentsOf: "\\u00".utf8)
                bytes.append(JSONText.hexDigits[Int(byte >> 4)])
                bytes.append(JSONText.hexDigits[Int(byte & 15)])
            default:
                bytes.append(byte)
            }
        }
        bytes.append(UInt8(ascii: "\""))
    }

    /// A number with the digits that are there, if they are one of JSON; else the same number
    /// written by JSON's rules.
    ///
    /// - Returns: false, and nothing is written, for what is no finite number.
    mutating func number(_ text: ArraySlice<UInt8>) -> Bool {
        guard text.count <= JSONText.numberBytesMax, let value = DecimalNumber.parse(text) else { return false }
        if JSONText.isNumber(text) { bytes.append(contentsOf: text) } else { raw("\(value)") }
        return true
    }

    /// Longest number whose digits are kept. PostgreSQL refuses numbers with thousands of digits
    /// behind the point, which an exponent could ask for; so numbers with one are rewritten.
    private static let numberBytesMax = 100

    /// JSON's grammar without exponents: `-?(0|[1-9][0-9]*)(\.[0-9]+)?`
    private static func isNumber(_ text: ArraySlice<UInt8>) -> Bool {
        var rest = text
        if rest.first == UInt8(ascii: "-") { rest.removeFirst() }
        let whole = rest.prefix { $0 >= 48 && $0 <= 57 }
        guard !whole.isEmpty, whole.count == 1 || whole.first != 48 else { return false }
        rest = rest[whole.endIndex...]
        guard !rest.isEmpty else { return true }
        let fraction = rest.dropFirst()
        return rest.first == UInt8(ascii: ".") && !fraction.isEmpty && fraction.allSatisfy { $0 >= 48 && $0 <= 57 }
    }
}
