/// Divides a script into its statements.
///
/// Citus refuses several statements that change the schema in one message:
/// https://docs.citusdata.com/en/stable/reference/common_errors.html
public enum SQLStatements {
    /// Returns the statements of a script, without the semicolons between them.
    ///
    /// Follows the lexical rules of PostgreSQL: a semicolon in a constant, a quoted identifier, a
    /// comment, parentheses or the body of a function does not end a statement. A script must not
    /// contain constants with backslash escapes (`E'…'`).
    ///
    /// https://www.postgresql.org/docs/15/sql-syntax-lexical.html
    public static func split(_ script: String) -> [String] {
        var reader = Reader(bytes: Array(script.utf8))
        return reader.statements()
    }

    private struct Reader {
        let bytes: [UInt8]
        private var position = 0
        /// The number of open parentheses.
        private var parentheses = 0
        /// The number of `begin` and `case` in a body that began with `begin atomic` and that `end`
        /// has not closed.
        private var blocks = 0
        private var isEmpty = true

        init(bytes: [UInt8]) {
            self.bytes = bytes
        }

        mutating func statements() -> [String] {
            var statements: [String] = []
            var start = 0
            while position < bytes.count {
                guard bytes[position] == UInt8(ascii: ";"), parentheses == 0, blocks == 0 else {
                    skipToken()
                    continue
                }
                if !isEmpty { statements.append(text(start..<position)) }
                position += 1
                start = position
                isEmpty = true
            }
            if !isEmpty { statements.append(text(start..<position)) }
            return statements
        }

        private func text(_ range: Range<Int>) -> String { String(decoding: bytes[range], as: UTF8.self) }

        private mutating func skipToken() {
            let byte = bytes[position]
            switch byte {
            case UInt8(ascii: " "), UInt8(ascii: "\n"), UInt8(ascii: "\t"), UInt8(ascii: "\r"):
                position += 1
                return
            case UInt8(ascii: "-") where has("--"): return skip(past: "\n")
            case UInt8(ascii: "/") where has("/*"): return skipComment()
            case UInt8(ascii: "'"), UInt8(ascii: "\""):
                position += 1
                skip(past: String(UnicodeScalar(byte)))
            case UInt8(ascii: "$"): skipDollarQuote()
            case UInt8(ascii: "("):
                parentheses += 1
                position += 1
            case UInt8(ascii: ")"):
                parentheses -= 1
                position += 1
            default:
                if Reader.isLetter(byte) { readWord() } else { position += 1 }
            }
            isEmpty = false
        }

        private mutating func readWord() {
            let start = position
            while position < bytes.count, Reader.isLetter(bytes[position]) || Reader.isDigit(bytes[position]) {
                position += 1
            }
            switch text(start..<position).lowercased() {
            case "atomic": blocks += 1
            case "begin", "case": if blocks > 0 { blocks += 1 }
            case "end": if blocks > 0 { blocks -= 1 }
            default: break
            }
        }

        /// Skips a constant in dollar quotes, or the dollar sign of a parameter.
        private mutating func skipDollarQuote() {
            let start = position
            position += 1
            while position < bytes.count, Reader.isLetter(bytes[position]) || Reader.isDigit(bytes[position]) {
                position += 1
            }
            guard position < bytes.count, bytes[position] == UInt8(ascii: "$") else { return }
            position += 1
            skip(past: text(start..<position))
        }

        private mutating func skipComment() {
            var depth = 0
            repeat {
                if has("/*") {
                    depth += 1
                    position += 2
                } else if has("*/") {
                    depth -= 1
                    position += 2
                } else {
                    position += 1
                }
            } while depth > 0 && position < bytes.count
        }

        private mutating func skip(past end: String) {
            while position < bytes.count, !has(end) { position += 1 }
            position = min(position + end.utf8.count, bytes.count)
        }

        private func has(_ text: String) -> Bool { bytes[position...].starts(with: text.utf8) }

        private static func isLetter(_ byte: UInt8) -> Bool {
            byte >= 0x80 || byte == UInt8(ascii: "_")
                || (byte | 0x20 >= UInt8(ascii: "a") && byte | 0x20 <= UInt8(ascii: "z"))
        }

        private static func isDigit(_ byte: UInt8) -> Bool { byte >= UInt8(ascii: "0") && byte <= UInt8(ascii: "9") }
    }
}
