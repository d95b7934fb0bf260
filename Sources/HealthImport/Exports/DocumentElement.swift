/// Recognises an XML document by the beginning of its text.
enum DocumentElement {
    /// Returns the local name of the document element, or the name in the DOCTYPE. Returns an empty
    /// text if the text is not XML, or if `head` is too short.
    static func name(in head: [UInt8]) -> String {
        var rest = head[...]
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

    /// Longest name that is recognised, in bytes.
    private static let nameBytesMax = 100

    /// Returns the name without its namespace prefix.
    static func localName(_ name: String) -> String {
        name.lastIndex(of: ":").map { String(name[name.index(after: $0)...]) } ?? name
    }
}
