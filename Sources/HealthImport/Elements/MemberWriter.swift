import HealthCore

/// Writes the members of one JSON object: what an export says in attributes, in HealthKit's words
/// and units.
struct MemberWriter {
    private var text = JSONText()
    /// Quantities in other units than HealthKit's, as the export wrote them.
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

    /// The digits as they are; what is no number stays a text.
    mutating func number(_ name: String, _ value: ArraySlice<UInt8>) {
        MemberWriter.key(name, &text)
        if !text.number(value) { text.string(value) }
    }

    mutating func number(_ name: String, _ value: Double) {
        MemberWriter.key(name, &text)
        text.raw("\(value)")
    }

    /// `1`, `true`, `YES`, and what says the opposite; anything else stays a text.
    mutating func flag(_ name: String, _ value: ArraySlice<UInt8>) {
        MemberWriter.key(name, &text)
        switch String(decoding: value, as: UTF8.self).lowercased() {
        case "1", "true", "yes": text.raw("true")
        case "0", "false", "no": text.raw("false")
        default: text.string(value)
        }
    }

    /// RFC 3339 in UTC; what is no time stays a text.
    mutating func time(_ name: String, _ value: ArraySlice<UInt8>) {
        MemberWriter.key(name, &text)
        if let instant = Instant(exportDate: value) { text.string(instant.rfc3339) } else { text.string(value) }
    }

    /// A number in HealthKit's unit. Out of another unit it is converted, and the member `sent`
    /// holds what was written (`"1.4 cm"`); what cannot be converted is there only.
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
    /// A decimal number in `unit`, out of `sentUnit`; nil if it is none, the units do not fit, or
    /// it would be infinite.
    static func convert(_ value: ArraySlice<UInt8>, from sentUnit: String, to unit: String) -> Double? {
        guard let number = DecimalNumber.parse(value), let sent = try? Unit(parsing: sentUnit),
            let wanted = try? Unit(parsing: unit), let conversion = try? sent.conversion(to: wanted)
        else { return nil }
        let converted = conversion(number)
        return converted.isFinite ? converted : nil
    }
}

extension Instant {
    /// A date as exports print it: `2024-05-01 10:00:00 +0200`, in iOS 8 `20150616071916-0700` or
    /// `201506160719-0700`.
    init?(exportDate text: ArraySlice<UInt8>) {
        if let instant = Instant(exportText: Array(text), in: 0..<text.count) {
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
        self.init(exportText: spread, in: spread.indices)
    }
}
