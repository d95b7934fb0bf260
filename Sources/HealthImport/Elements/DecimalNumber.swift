/// Reads the numbers of an export.
enum DecimalNumber {
    /// 10⁰ … 10²², which `Double` represents exactly.
    private static let powersOfTen: [Double] = (0...22).map { exponent in
        (0..<exponent).reduce(1) { power, _ in power * 10 }
    }

    /// Returns the double nearest to a decimal number, which may have a point and an exponent.
    /// Returns nil for any other text, including infinity and NaN.
    static func parse(_ bytes: ArraySlice<UInt8>) -> Double? {
        var mantissa: UInt64 = 0
        var digits = 0
        var fraction = 0
        var sawPoint = false
        var index = bytes.startIndex
        let isNegative = bytes.first == UInt8(ascii: "-")
        if isNegative { index += 1 }
        while index < bytes.endIndex {
            let byte = bytes[index]
            if byte == UInt8(ascii: "."), !sawPoint {
                sawPoint = true
            } else if byte >= 48, byte <= 57 {
                guard digits < 15 else { return slow(bytes) }
                mantissa = mantissa * 10 + UInt64(byte - 48)
                digits += 1
                if sawPoint { fraction += 1 }
            } else {
                return slow(bytes)
            }
            index += 1
        }
        guard digits > 0 else { return nil }
        // Both operands are exact, so the quotient is rounded once.
        let magnitude = Double(mantissa) / powersOfTen[fraction]
        return isNegative ? -magnitude : magnitude
    }

    private static func slow(_ bytes: ArraySlice<UInt8>) -> Double? {
        guard bytes.allSatisfy({ ($0 >= 48 && $0 <= 57) || "+-.eE".utf8.contains($0) }),
            let value = Double(String(decoding: bytes, as: UTF8.self)), value.isFinite
        else { return nil }
        return value
    }
}
