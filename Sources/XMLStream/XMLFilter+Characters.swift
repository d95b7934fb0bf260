/// The kind of reference that an `&` begins. Associated values are numbers of bytes.
private enum Reference {
    /// A reference that XML defines.
    case known(Int)
    /// A numeric reference to a control character. XML forbids such references, but real files
    /// contain them.
    case control(Int)
    /// A numeric reference to a code point that is not a character.
    case invalid(Int)
    /// A reference to an entity that XML does not define.
    case undefined
    /// Not a reference.
    case bare
    /// More input is needed.
    case undecided
}

/// A sequence of bytes that begins with a byte outside ASCII. Associated values are numbers of
/// bytes.
private enum EncodedCharacter {
    case whole(Int)
    /// Bytes that are not a character. They are the longest prefix of a character.
    case invalid(Int)
    case undecided
}

extension XMLFilter {
    /// The maximum length of a reference. A longer one is treated as a bare `&`.
    private static let referenceBytesMax = 32

    private static let replacement: [UInt8] = [0xEF, 0xBF, 0xBD]
    private static let escapedAmpersand = [UInt8]("&amp;".utf8)

    /// Skips an `&`, control byte or byte outside ASCII, and repairs it if necessary. Returns false
    /// if more input is needed.
    mutating func repair(_ input: FilterInput, _ next: inout Int) -> Bool {
        switch input[next] {
        case Byte.lineFeed, Byte.carriageReturn:
            countLineEnd(input, at: next)
            next += 1
        case Byte.tab:
            next += 1
        case ..<Byte.space:
            repairs.controlCharacters += 1
            replace(input, &next, count: 1, with: [])
        case Byte.ampersand:
            return repairReference(input, &next)
        default:
            switch Self.character(input, at: next) {
            case .whole(let count): next += count
            case .invalid(let count):
                repairs.invalidCharacters += 1
                replace(input, &next, count: count, with: Self.replacement)
            case .undecided: return false
            }
        }
        return true
    }

    private mutating func replace(_ input: FilterInput, _ next: inout Int, count: Int, with bytes: [UInt8]) {
        copy(input, upTo: next)
        output.append(contentsOf: bytes)
        next += count
        copied = next
    }

    private mutating func repairReference(_ input: FilterInput, _ next: inout Int) -> Bool {
        switch Self.reference(input, at: next) {
        case .known(let count): next += count
        case .control(let count):
            repairs.controlReferences += 1
            replace(input, &next, count: count, with: [])
        case .invalid(let count):
            repairs.invalidCharacters += 1
            replace(input, &next, count: count, with: Self.replacement)
        case .undefined:
            repairs.undefinedEntities += 1
            replace(input, &next, count: 1, with: Self.escapedAmpersand)
        case .bare:
            repairs.bareAmpersands += 1
            replace(input, &next, count: 1, with: Self.escapedAmpersand)
        case .undecided: return false
        }
        return true
    }

    private static func reference(_ input: FilterInput, at start: Int) -> Reference {
        let end = min(input.count, start + referenceBytesMax)
        var position = start + 1
        while position < end, isReferenceByte(input[position]) { position += 1 }
        if position == end {
            let mayGoOn = !input.isFinal && end - start < referenceBytesMax
            return mayGoOn ? .undecided : .bare
        }
        let name = UnsafeBufferPointer(start: input.base + start + 1, count: position - start - 1)
        guard input[position] == Byte.semicolon, let first = name.first else { return .bare }
        let count = position + 1 - start
        if first == Byte.hash { return numeric(name.dropFirst(), count: count) }
        guard !name.contains(Byte.hash), !(0x2D...0x39).contains(first) else { return .bare }
        return isPredefined(name) ? .known(count) : .undefined
    }

    /// Returns true for letters, digits, `#`, and the other characters of names.
    private static func isReferenceByte(_ byte: UInt8) -> Bool {
        switch byte {
        case 0x41...0x5A, 0x61...0x7A, 0x30...0x3A, 0x23, 0x2D, 0x2E, 0x5F, 0x80...: true
        default: false
        }
    }

    private static func isPredefined(_ name: UnsafeBufferPointer<UInt8>) -> Bool {
        switch name.count {
        case 2: name[1] == 0x74 && (name[0] == 0x6C || name[0] == 0x67)  // lt, gt
        case 3: name.elementsEqual("amp".utf8)
        case 4: name.elementsEqual("quot".utf8) || name.elementsEqual("apos".utf8)
        default: false
        }
    }

    /// - Parameter digits: the characters between `&#` and `;`.
    private static func numeric(_ digits: Slice<UnsafeBufferPointer<UInt8>>, count: Int) -> Reference {
        let isHexadecimal = digits.first == 0x78
        let radix: UInt32 = isHexadecimal ? 16 : 10
        let digits = isHexadecimal ? digits.dropFirst() : digits
        if digits.isEmpty { return .bare }
        var code: UInt32 = 0
        for byte in digits {
            guard let digit = Character(Unicode.Scalar(byte)).hexDigitValue.map(UInt32.init), digit < radix else {
                return .bare
            }
            // The code is capped above the largest character, so that no number of digits
            // overflows.
            code = min(code * radix + digit, 0x110000)
        }
        switch code {
        case 0x09, 0x0A, 0x0D, 0x20...0xD7FF, 0xE000...0xFFFD, 0x10000...0x10FFFF: return .known(count)
        case ..<0x20: return .control(count)
        default: return .invalid(count)
        }
    }

    /// Decodes a character by table 3-7 of the Unicode Standard, which lists the valid sequences of
    /// bytes.
    private static func character(_ input: FilterInput, at start: Int) -> EncodedCharacter {
        let second: ClosedRange<UInt8>
        let length: Int
        switch input[start] {
        case 0xC2...0xDF: (second, length) = (0x80...0xBF, 2)
        case 0xE0: (second, length) = (0xA0...0xBF, 3)
        case 0xED: (second, length) = (0x80...0x9F, 3)
        case 0xE1...0xEF: (second, length) = (0x80...0xBF, 3)
        case 0xF0: (second, length) = (0x90...0xBF, 4)
        case 0xF1...0xF3: (second, length) = (0x80...0xBF, 4)
        case 0xF4: (second, length) = (0x80...0x8F, 4)
        default: return .invalid(1)
        }
        for index in 1..<length {
            guard start + index < input.count else { return input.isFinal ? .invalid(index) : .undecided }
            let byte = input[start + index]
            guard index == 1 ? second.contains(byte) : (0x80...0xBF).contains(byte) else { return .invalid(index) }
        }
        // XML forbids U+FFFE and U+FFFF.
        if length == 3, input[start] == 0xEF, input[start + 1] == 0xBF, input[start + 2] >= 0xBE {
            return .invalid(3)
        }
        return .whole(length)
    }
}
