/// Reads the numbers of an export.
enum DecimalNumber {
    /// Returns the double nearest to a decimal number, which may have a point and an exponent.
    /// Returns nil for any other text, including infinity and NaN.
    static func parse(_ bytes: ArraySlice<UInt8>) -> Double? {
        guard bytes.allSatisfy({ ($0 >= 48 && $0 <= 57) || "+-.eE".utf8.contains($0) }),
            let value = Double(String(decoding: bytes, as: UTF8.self)), value.isFinite
        else { return nil }
        return value
    }
}
