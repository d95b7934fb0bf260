import HealthCore
import JSON

/// Writes the members of one JSON object from the attributes of an export, with HealthKit's names
/// and units.
struct MemberWriter {
    private var writer = JSONWriter(capacity: 0)
    /// Quantities whose unit is not HealthKit's, as the export wrote them.
    private var sent = JSONWriter(capacity: 0)

    var isEmpty: Bool { writer.bytes.isEmpty && sent.bytes.isEmpty }

    /// The members without the braces around them.
    var members: [UInt8] {
        guard !sent.bytes.isEmpty else { return writer.bytes }
        var all = writer
        all.object("sent") { $0.raw(sent.bytes) }
        return all.bytes
    }

    var object: [UInt8] { Array("{".utf8) + members + Array("}".utf8) }

    mutating func raw(_ name: String, _ json: [UInt8]) { writer.member(name, json: json) }

    mutating func string(_ name: String, _ value: ArraySlice<UInt8>) {
        writer.key(name)
        writer.value(String(decoding: value, as: UTF8.self))
    }

    /// Writes a number with the digits of the export if they are valid JSON, and otherwise the same
    /// number in valid JSON. A value that is not a number is written as a text.
    mutating func number(_ name: String, _ value: ArraySlice<UInt8>) {
        guard value.count <= MemberWriter.numberBytesMax, let number = DecimalNumber.parse(value) else {
            return string(name, value)
        }
        if MemberWriter.isNumber(value) { raw(name, Array(value)) } else { self.number(name, number) }
    }

    mutating func number(_ name: String, _ value: Double) { raw(name, Array("\(value)".utf8)) }

    /// Writes true for `1`, `true` and `yes`, and false for `0`, `false` and `no`, in any case of
    /// letters. Any other value is written as a text.
    mutating func flag(_ name: String, _ value: ArraySlice<UInt8>) {
        switch String(decoding: value, as: UTF8.self).lowercased() {
        case "1", "true", "yes": raw(name, Array("true".utf8))
        case "0", "false", "no": raw(name, Array("false".utf8))
        default: string(name, value)
        }
    }

    /// Writes a time in UTC as RFC 3339. A value that is not a time is written as a text.
    mutating func time(_ name: String, _ value: ArraySlice<UInt8>) {
        string(name, Instant(exportDate: value).map { Array($0.rfc3339.utf8)[...] } ?? value)
    }

    /// Writes a number in HealthKit's unit. A value in another unit is converted, and the member
    /// `sent` holds it as the export wrote it (`"1.4 cm"`). A value that cannot be converted is
    /// only in `sent`.
    mutating func quantity(_ name: String, _ value: ArraySlice<UInt8>, sentUnit: String?, unit: String) {
        guard let sentUnit, !sentUnit.isEmpty, sentUnit != unit else { return number(name, value) }
        if let number = UnitConversion.convert(value, from: sentUnit, to: unit) { self.number(name, number) }
        sent.key(name)
        sent.value(String(decoding: value, as: UTF8.self) + " " + sentUnit)
    }

    /// Longest text that counts as a number, in bytes. PostgreSQL refuses numbers with thousands of
    /// digits after the point. An exponent could cause as many digits, so a number with an exponent
    /// is rewritten as a `Double`.
    private static let numberBytesMax = 100

    /// Returns true for JSON's grammar without exponents.
    private static func isNumber(_ text: ArraySlice<UInt8>) -> Bool {
        func isDigit(_ byte: UInt8) -> Bool { byte >= 48 && byte <= 57 }
        let unsigned = text.first == UInt8(ascii: "-") ? text.dropFirst() : text
        let whole = unsigned.prefix(while: isDigit)
        let fraction = unsigned[whole.endIndex...]
        guard !whole.isEmpty, whole.count == 1 || whole.first != UInt8(ascii: "0") else { return false }
        return fraction.isEmpty
            || fraction.count > 1 && fraction.first == UInt8(ascii: ".") && fraction.dropFirst().allSatisfy(isDigit)
    }
}

extension UnitConversion {
    /// Converts a decimal number from `sentUnit` to `unit`. Returns nil if the text is not a
    /// number, if the units do not fit, or if the result would be infinite.
    static func convert(_ value: ArraySlice<UInt8>, from sentUnit: String, to unit: String) -> Double? {
        guard let number = DecimalNumber.parse(value), let sent = try? Unit(parsing: sentUnit),
            let wanted = try? Unit(parsing: unit), let conversion = try? sent.conversion(to: wanted)
        else { return nil }
        let converted = conversion(number)
        return converted.isFinite ? converted : nil
    }
}

extension Instant {
    /// Parses a date as exports print it: `2024-05-01 10:00:00 +0200`, in iOS 8
    /// `20150616071916-0700` or `201506160719-0700`.
    init?(exportDate text: ArraySlice<UInt8>) {
        if let instant = Instant(exportText: text) {
            self = instant
            return
        }
        let digits = text.prefix { $0 >= 48 && $0 <= 57 }
        guard digits.count == 14 || digits.count == 12 else { return nil }
        var spread: [UInt8] = []
        for (index, digit) in (digits + (digits.count == 12 ? [48, 48] : [])).enumerated() {
            switch index {
            case 4, 6: spread.append(UInt8(ascii: "-"))
            case 8: spread.append(UInt8(ascii: " "))
            case 10, 12: spread.append(UInt8(ascii: ":"))
            default: break
            }
            spread.append(digit)
        }
        spread.append(contentsOf: text[digits.endIndex...])
        self.init(exportText: spread[...])
    }
}
