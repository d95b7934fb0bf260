/// Builds JSON text byte by byte. The caller writes brackets and commas.
struct JSONText {
    var bytes: [UInt8] = []

    private static let hexDigits = Array("0123456789abcdef".utf8)

    mutating func raw(_ text: String) {
        bytes.append(contentsOf: text.utf8)
    }

    mutating func string(_ text: String) {
        string(Array(text.utf8)[...])
    }

    /// Appends a JSON string. `utf8` must be valid UTF-8, which the XML reader guarantees.
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

    /// Appends a number. It keeps the digits of `text` if they are valid JSON, and otherwise writes
    /// the same number in valid JSON.
    ///
    /// - Returns: false if the text is not a finite number, or if it is longer than
    ///   `numberBytesMax`. Nothing is written then.
    mutating func number(_ text: ArraySlice<UInt8>) -> Bool {
        guard text.count <= JSONText.numberBytesMax, let value = DecimalNumber.parse(text) else { return false }
        if JSONText.isNumber(text) { bytes.append(contentsOf: text) } else { raw("\(value)") }
        return true
    }

    /// Longest text that counts as a number, in bytes. PostgreSQL refuses numbers with thousands of
    /// digits after the point. An exponent could cause as many digits, so a number with an exponent
    /// is rewritten as a `Double`.
    private static let numberBytesMax = 100

    /// Returns true for JSON's grammar without exponents: `-?(0|[1-9][0-9]*)(\.[0-9]+)?`
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
