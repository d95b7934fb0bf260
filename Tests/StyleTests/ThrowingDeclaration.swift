/// A public function or initializer that throws, and the doc comments that apply to it.
struct ThrowingDeclaration {
    /// The line of the declaration, from 1.
    var line: Int
    /// True if the declaration's comment, or the comment of a type around it, has `- Throws:`.
    var isDocumented: Bool

    /// The standard library and the protocol `ColumnValue` document these functions.
    private static let exempt = [
        "init(from decoder: any Decoder)", "func encode(to encoder: any Encoder)", "init(reading row: inout Row)",
        "static func read(_ row: inout Row)",
    ]

    /// Returns the throwing declarations of a file that are public, or that are requirements of a
    /// public protocol.
    static func all(in file: SourceTree.File) -> [ThrowingDeclaration] {
        let lines = file.lines
        let hasProtocols = file.text.contains("public protocol")
        return lines.indices.compactMap { index in
            let code = lines[index].drop { $0 == " " }
            // Most lines have neither word. Searching a text is faster than a regular expression.
            guard !code.hasPrefix("//"), code.contains("func") || code.contains("init"),
                signature(lines[index...]).contains(where: { $0.contains("throws") }),
                code.contains(/\b(func|init)\b/), hasProtocols || code.contains("public")
            else { return nil }
            let enclosing = self.enclosing(index, in: lines)
            let isPublic = code.contains(/\bpublic\b/) || enclosing.contains { lines[$0].contains("public protocol") }
            guard isPublic, !exempt.contains(where: code.contains), throwsError(lines[index...]) else { return nil }
            let isDocumented = ([index] + enclosing).contains { documentation(of: $0, in: lines).contains("- Throws:") }
            return ThrowingDeclaration(line: index + 1, isDocumented: isDocumented)
        }
    }

    /// Returns the lines that a signature has at most.
    private static func signature(_ lines: ArraySlice<Substring>) -> ArraySlice<Substring> { lines.prefix(12) }

    /// Returns true if the signature that begins at the first line throws. Closures among its
    /// parameters are ignored.
    private static func throwsError(_ lines: ArraySlice<Substring>) -> Bool {
        var depth = 0
        var isAfterParameters = false
        var end = ""
        for character in signature(lines).joined(separator: "\n") {
            if character == "(" { depth += 1 }
            if depth == 0, isAfterParameters {
                if character == "{" || character == "\n" && end.contains("throws") { break }
                if character == "\n", end.contains("->") || end.isEmpty { break }
                end.append(character)
            }
            if character == ")" {
                depth -= 1
                if depth == 0 { isAfterParameters = true }
            }
        }
        return end.contains(/\bthrows\b/)
    }

    /// Returns the lines of the types and extensions around a line, the innermost first.
    private static func enclosing(_ index: Int, in lines: [Substring]) -> [Int] {
        var indentation = lines[index].prefix { $0 == " " }.count
        return lines.indices[..<index].reversed().filter { candidate in
            let line = lines[candidate]
            let spaces = line.prefix { $0 == " " }.count
            guard spaces < indentation, line.contains(#/^ *(\w+ )*(extension|struct|class|enum|protocol|actor) /#)
            else {
                return false
            }
            indentation = spaces
            return true
        }
    }

    /// Returns the doc comment before a declaration and its attributes.
    private static func documentation(of index: Int, in lines: [Substring]) -> String {
        lines[..<index].reversed().lazy.map { $0.drop { $0 == " " } }.drop { $0.hasPrefix("@") }
            .prefix { $0.hasPrefix("///") }.joined(separator: "\n")
    }
}
