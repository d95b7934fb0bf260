/// Recognises an XML document by the beginning of its text.
enum DocumentElement {
    /// Returns the local name of the document element, or the name in the DOCTYPE. Returns an empty
    /// text if the text is not XML, or if `head` is too short.
    ///
    /// The text is UTF-8 or UTF-16, which editors on Windows write.
    static func name(in head: [UInt8]) -> String {
        var rest = (isUTF16(head) ? utf8(ofUTF16: head) : head)[...]
        func skip(_ text: String) -> Bool {
            guard rest.starts(with: text.utf8) else { return false }
            rest = rest.dropFirst(text.utf8.count)
            return true
        }
        func skipThrough(_ ending: String) {
            rest = rest.firstRange(of: Array(ending.utf8)).map { rest[$0.upperBound...] } ?? []
        }
        _ = skip("\u{feff}")
        while true {
            // The XML reader drops control characters.
            rest = rest.drop { $0 <= UInt8(ascii: " ") }
            if skip("<?") {
                skipThrough("?>")
            } else if skip("<!--") {
                skipThrough("-->")
            } else {
                break
            }
        }
        if skip("<!DOCTYPE") {
            rest = rest.drop { $0 <= UInt8(ascii: " ") }
        } else if !skip("<") {
            return ""
        }
        let name = rest.prefix { $0 > UInt8(ascii: " ") && !"[>/=\"'<".utf8.contains($0) }
        // A name that ends with the text may be cut off.
        guard name.count <= nameBytesMax, name.endIndex < rest.endIndex else { return "" }
        return localName(String(decoding: name, as: UTF8.self))
    }

    /// Returns true if the text is UTF-16. Without a byte order mark, it is recognised by two ASCII
    /// characters.
    static func isUTF16(_ head: [UInt8]) -> Bool {
        guard head.count >= 4 else { return false }
        if head.starts(with: [0xFF, 0xFE]) || head.starts(with: [0xFE, 0xFF]) { return true }
        let isZero = head.prefix(4).map { $0 == 0 }
        return isZero == [true, false, true, false] || isZero == [false, true, false, true]
    }

    private static func utf8(ofUTF16 head: [UInt8]) -> [UInt8] {
        let isBigEndian = head[0] == 0 || head[0] == 0xFE
        let units = stride(from: 0, to: head.count - 1, by: 2).map { index in
            UInt16(head[index]) << (isBigEndian ? 8 : 0) | UInt16(head[index + 1]) << (isBigEndian ? 0 : 8)
        }
        return Array(String(decoding: units, as: UTF16.self).utf8)
    }

    /// Longest name that is recognised, in bytes.
    private static let nameBytesMax = 100

    /// Returns the name without its namespace prefix.
    static func localName(_ name: String) -> String {
        name.lastIndex(of: ":").map { String(name[name.index(after: $0)...]) } ?? name
    }
}
