import HealthCore

/// Writes the members of one JSON object from the attributes of an export, with HealthKit's names
/// and units.
struct MemberWriter {
    private var text = JSONText()
    /// Quantities whose unit is not HealthKit's, as the export wrote them.
    private var sent = JSONText()

    var isEmpty: Bool { text.bytes.isEmpty && sent.bytes.isEmpty }

    /// The members without the braces around them.
    var members: [UInt8] {
        guard !sent.bytes.isEmpty else { return text.bytes }
        return text.bytes + Array((text.bytes.isEmpty ? "" : ",").utf8) + Array("\"sent\":{".utf8) + sent.bytes
            + Array("}".utf8)
    }

    var object: [UInt8] { Array("{".utf8) + members + Array("}".utf8) }

    mutating func raw(_ name: String, _ json: [UInt8]) {
        MemberWriter.key(name, &text)
        text.bytes.append(contentsOf: json)
    }

    mutating func string(_ name: String, _ value: ArraySlice<UInt8>) {
        MemberWriter.key(name, &text)
        text.string(value)
    }

    /// Writes a number with the digits of the export. A value that is not a number is written as a
    /// text.
    mutating func number(_ name: String, _ value: ArraySlice<UInt8>) {
        MemberWriter.key(name, &text)
        if !text.number(value) { text.string(value) }
    }

    mutating func number(_ name: String, _ value: Double) {
        MemberWriter.key(name, &text)
        text.raw("\(value)")
    }

    /// Writes true for `1`, `true` and `yes`, and false for `0`, `false` and `no`, in any case of
    /// letters. Any other value is written as a text.
    mutating func flag(_ name: String, _ value: ArraySlice<UInt8>) {
        MemberWriter.key(name, &text)
        switch String(decoding: value, as: UTF8.self).lowercased() {
        case "1", "true", "yes": text.raw("true")
        case "0", "false", "no": text.raw("false")
        default: text.string(value)
        }
    }

    /// Writes a time in UTC as RFC 3339. A value that is not a time is written as a text.
    mutating func time(_ name: String, _ value: ArraySlice<UInt8>) {
        MemberWriter.key(name, &text)
        if let instant = Instant(exportDate: value) { text.string(instant.rfc3339) } else { text.string(value) }
    }

    /// Writes a number in HealthKit's unit. A value in another unit is converted, and the member
    /// `sent` holds it as the export wrote it (`"1.4 cm"`). A value that cannot be converted is
    /// only in `sent`.
    mutating func quantity(_ name: String, _ value: ArraySlice<UInt8>, sentUnit: String?, unit: String) {
        guard let sentUnit, !sentUnit.isEmpty, sentUnit != unit else { return number(name, value) }
        if let number = UnitConversion.convert(value, from: sentUnit, to: unit) { self.number(name, number) }
        MemberWriter.key(name, &sent)
        sent.string(String(decoding: value, as: UTF8.self) + " " + sentUnit)
    }

    private static func key(_ name: String, _ text: inout JSONText) {
        if !text.bytes.isEmpty { text.raw(",") }
        text.string(name)
        text.raw(":")
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
