/// Bytes with a meaning in XML.
enum Byte {
    static let tab: UInt8 = 0x09
    static let lineFeed: UInt8 = 0x0A
    static let carriageReturn: UInt8 = 0x0D
    static let space: UInt8 = 0x20
    static let exclamation: UInt8 = 0x21
    static let quote: UInt8 = 0x22
    static let hash: UInt8 = 0x23
    static let ampersand: UInt8 = 0x26
    static let apostrophe: UInt8 = 0x27
    static let semicolon: UInt8 = 0x3B
    static let less: UInt8 = 0x3C
    static let equals: UInt8 = 0x3D
    static let greater: UInt8 = 0x3E
    static let question: UInt8 = 0x3F
}

/// Markup that is neither a tag nor a document type declaration.
struct Section {
    let opening: [UInt8]
    /// The bytes before the `>` that ends the section.
    let ending: [UInt8]

    /// A comment, character data and a processing instruction.
    static let all = [("<!--", "--"), ("<![CDATA[", "]]"), ("<?", "?")].map { opening, ending in
        Section(opening: Array(opening.utf8), ending: Array(ending.utf8))
    }
}

/// The kind of markup that a `<` begins.
enum Opening {
    case tag
    case section(Section)
    case doctype
    /// More input is needed.
    case undecided

    static let doctypeBytes = [UInt8]("<!DOCTYPE".utf8)
}

/// The bytes to filter. They are valid during one call of `feed`.
struct FilterInput {
    let base: UnsafePointer<UInt8>
    let count: Int
    /// True if these are the last bytes of the document, so that every decision is possible.
    let isFinal: Bool
    /// The byte before the first one.
    let previous: UInt8

    subscript(position: Int) -> UInt8 {
        @inline(__always) get { base[position] }
    }

    /// Returns the position of the first `stop`, `&`, `<`, control byte (including line ends and
    /// tab) or byte outside ASCII. Returns `count` if none exists.
    ///
    /// Tests eight bytes at once. `(x - 01…) & ~x & 80…` sets the high bit of each zero byte of x.
    /// With n instead of 1, it sets the high bit of each byte below n. A false bit can be set only
    /// above a correct bit, so the lowest bit is always correct.
    @inline(__always)
    func firstSpecial(from start: Int, stop: UInt8) -> Int {
        let ones: UInt64 = 0x0101_0101_0101_0101
        let highs = ones &* 0x80
        let stops = ones &* UInt64(stop)
        let ampersands = ones &* UInt64(Byte.ampersand)
        let lesses = ones &* UInt64(Byte.less)
        let spaces = ones &* UInt64(Byte.space)
        var position = start
        while position &+ 8 <= count {
            let word = UInt64(littleEndian: UnsafeRawPointer(base + position).loadUnaligned(as: UInt64.self))
            let a = word ^ stops
            let b = word ^ ampersands
            let c = word ^ lesses
            let marks =
                (((a &- ones) & ~a) | ((b &- ones) & ~b) | ((c &- ones) & ~c) | ((word &- spaces) & ~word) | word)
                & highs
            if marks != 0 { return position &+ marks.trailingZeroBitCount / 8 }
            position &+= 8
        }
        while position < count {
            let byte = base[position]
            if byte == stop || byte < Byte.space || byte >= 0x80 || byte == Byte.ampersand || byte == Byte.less {
                return position
            }
            position &+= 1
        }
        return count
    }

    /// Returns the kind of markup that begins with the `<` at `position`.
    func opening(at position: Int) -> Opening {
        guard position + 1 < count else { return .undecided }
        let second = base[position + 1]
        guard second == Byte.exclamation || second == Byte.question else { return .tag }
        var mayBecomeOne = false
        for section in Section.all {
            switch begins(with: section.opening, at: position) {
            case true?: return .section(section)
            case false?: break
            case nil: mayBecomeOne = true
            }
        }
        switch begins(with: Opening.doctypeBytes, at: position) {
        case true?: return .doctype
        case false?: return mayBecomeOne ? .undecided : .tag
        case nil: return .undecided
        }
    }

    /// Returns true if the input continues with `word`. Returns nil if the input ends too early to
    /// decide.
    private func begins(with word: [UInt8], at position: Int) -> Bool? {
        let available = min(word.count, count - position)
        for index in 0..<available where base[position + index] != word[index] { return false }
        return available == word.count ? true : nil
    }
}
