/// Finds the end of a document type declaration, byte by byte, even if the declaration is
/// malformed.
///
/// - A declaration without an internal subset ends at the first `>` outside quotes. A line end
///   closes an open quote.
/// - A declaration with an internal subset ends at `]`, optional white space and `>`, outside
///   comments and quotes.
/// - If `]` is the first character of a line except for white space, the subset ends there even
///   inside a quote. So an unclosed quote does not hide the rest of the document.
///
/// An unclosed comment hides all bytes after it, up to the filter's limit.
struct DoctypeSkipper {
    /// The number of bytes read. It includes `<!DOCTYPE`, after which the skipper starts.
    private(set) var count = Opening.doctypeBytes.count

    private var isInSubset = false
    private var isInComment = false
    private var quote: UInt8?

    /// The last four bytes. The newest byte is in the lowest bits.
    private var last: UInt32 = 0
    /// The number of bytes since a comment began. It includes the opening `<!--`, so that `<!-->`
    /// does not end the comment.
    private var commentCount = 0
    /// True if the current line has only white space so far.
    private var isLineBlank = false
    /// True if only white space has followed a `]` that may end the subset.
    private var isAfterBracket = false

    /// Reads a byte. Returns true if it is the last byte of the declaration.
    mutating func isEnd(_ byte: UInt8) -> Bool {
        count += 1
        last = last << 8 | UInt32(byte)
        if isInComment {
            skipComment(byte)
            return false
        }
        let isSpace = byte == Byte.space || byte == Byte.tab || byte == Byte.lineFeed || byte == Byte.carriageReturn
        defer { if !isSpace { isLineBlank = false } else if byte == Byte.lineFeed { isLineBlank = true } }
        if isAfterBracket {
            if byte == Byte.greater { return true }
            isAfterBracket = isSpace
        }
        return isInSubset ? isEndOfSubset(byte) : isEndOutsideSubset(byte)
    }

    private mutating func skipComment(_ byte: UInt8) {
        commentCount += 1
        if commentCount >= 7, last & 0xFF_FFFF == 0x2D_2D3E { isInComment = false }  // -->
    }

    private mutating func isEndOutsideSubset(_ byte: UInt8) -> Bool {
        if let quote {
            if byte == quote || byte == Byte.lineFeed { self.quote = nil }
            return false
        }
        switch byte {
        case Byte.quote, Byte.apostrophe: quote = byte
        case 0x5B: isInSubset = true  // [
        case Byte.greater: return true
        default: break
        }
        return false
    }

    private mutating func isEndOfSubset(_ byte: UInt8) -> Bool {
        if byte == 0x5D, quote == nil || isLineBlank {  // ]
            isAfterBracket = true
            return false
        }
        if let quote {
            if byte == quote { self.quote = nil }
            return false
        }
        if byte == Byte.quote || byte == Byte.apostrophe {
            quote = byte
        } else if last == 0x3C21_2D2D {  // <!--
            isInComment = true
            commentCount = 4
        }
        return false
    }
}
