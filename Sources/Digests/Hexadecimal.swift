/// Returns two lower-case hexadecimal digits for each byte.
public func hexadecimal(_ bytes: [UInt8]) -> String {
    String(unsafeUninitializedCapacity: bytes.count * 2) { digits in
        for (index, byte) in bytes.enumerated() {
            digits[2 * index] = digit(byte >> 4)
            digits[2 * index + 1] = digit(byte & 0x0f)
        }
        return bytes.count * 2
    }
}

/// Returns the bytes of hexadecimal digits in upper or lower case.
///
/// - Returns: nil for an odd number of digits or any other character, including a prefix `0x` and
///   white space.
public func bytes(hexadecimal: String) -> [UInt8]? {
    let digits = hexadecimal.utf8
    guard digits.count.isMultiple(of: 2) else { return nil }
    var bytes: [UInt8] = []
    bytes.reserveCapacity(digits.count / 2)
    var high: UInt8?
    for digit in digits {
        guard let value = value(ofDigit: digit) else { return nil }
        if let first = high {
            bytes.append(first << 4 | value)
            high = nil
        } else {
            high = value
        }
    }
    return bytes
}

private func digit(_ value: UInt8) -> UInt8 {
    value < 10 ? UInt8(ascii: "0") + value : UInt8(ascii: "a") + value - 10
}

private func value(ofDigit digit: UInt8) -> UInt8? {
    switch digit {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): digit - UInt8(ascii: "0")
    case UInt8(ascii: "a")...UInt8(ascii: "f"): digit - UInt8(ascii: "a") + 10
    case UInt8(ascii: "A")...UInt8(ascii: "F"): digit - UInt8(ascii: "A") + 10
    default: nil
    }
}
