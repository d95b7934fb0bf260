/// Writes ASCII text to memory that has room for it. The caller has checked the room.
struct TextCursor {
    /// The address of the next byte.
    private(set) var next: UnsafeMutablePointer<UInt8>

    init(_ start: UnsafeMutablePointer<UInt8>) {
        next = start
    }

    mutating func append(_ byte: UInt8) {
        next.pointee = byte
        next += 1
    }

    mutating func append(_ scalar: Unicode.Scalar) { append(UInt8(ascii: scalar)) }

    mutating func append(_ text: UnsafeBufferPointer<UInt8>) {
        guard let start = text.baseAddress else { return }
        next.update(from: start, count: text.count)
        next += text.count
    }

    /// Appends the decimal digits of a number, which are at most 20.
    mutating func append(digitsOf number: UInt64) {
        var (count, rest) = (1, number / 10)
        while rest > 0 {
            count += 1
            rest /= 10
        }
        append(digitsOf: number, count: count)
    }

    /// Appends the last `count` decimal digits of a number, with zeros before a shorter number.
    mutating func append(digitsOf number: UInt64, count: Int) {
        var rest = number
        for index in stride(from: count - 1, through: 0, by: -1) {
            next[index] = UInt8(ascii: "0") + UInt8(truncatingIfNeeded: rest % 10)
            rest /= 10
        }
        next += count
    }

    /// Appends a point and a number of millionths from 1 to 999,999, without zeros at its end.
    mutating func append(millionths: UInt64) {
        append(".")
        append(digitsOf: millionths, count: 6)
        while next[-1] == UInt8(ascii: "0") { next -= 1 }
    }

    /// The length of the longest escape, such as `\u001f`.
    static let escapeBytesMax = 6

    /// Appends a character of ASCII as JSON escapes it.
    mutating func append(escaped byte: UInt8) {
        append("\\")
        switch byte {
        case 0x08: append("b")
        case 0x09: append("t")
        case 0x0A: append("n")
        case 0x0C: append("f")
        case 0x0D: append("r")
        case 0x00..<0x20:
            append("u")
            append(digitsOf: 0, count: 2)
            append(byte < 0x10 ? "0" : "1")
            let digit = byte & 0x0F
            append(digit < 10 ? UInt8(ascii: "0") + digit : UInt8(ascii: "a") + digit - 10)
        default: append(byte)
        }
    }

    /// Appends two decimal digits of a number from 0 to 99.
    mutating func append(two number: Int) {
        append(UInt8(truncatingIfNeeded: 48 + number / 10))
        append(UInt8(truncatingIfNeeded: 48 + number % 10))
    }
}
