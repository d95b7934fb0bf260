/// Returns two lower-case hexadecimal digits for each byte.
public func hexadecimal(_ bytes: [UInt8]) -> String {
    let digits = Array("0123456789abcdef".utf8)
    return String(decoding: bytes.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 0x0f)]] }, as: UTF8.self)
}

/// Returns the bytes of hexadecimal digits in upper or lower case.
///
/// - Returns: nil for an odd number of digits or any other character, including a prefix `0x` and
///   white space.
public func bytes(hexadecimal: String) -> [UInt8]? {
    let digits = hexadecimal.utf8
    let values = digits.compactMap { Character(UnicodeScalar($0)).hexDigitValue }
    guard values.count == digits.count, values.count.isMultiple(of: 2) else { return nil }
    return stride(from: 0, to: values.count, by: 2).map { UInt8(values[$0] << 4 | values[$0 + 1]) }
}
