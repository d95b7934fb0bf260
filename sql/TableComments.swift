/// The comments of a file of tables or types, as statements that store them in the database.
///
/// A block of lines that begin with `--` describes the object or column on the next line. A block
/// before an empty line, a constraint or another statement is only for readers of the file.
public enum TableComments {
    /// Returns a `comment on` statement for each description in a script.
    public static func statements(of script: String) -> [String] {
        var statements: [String] = []
        var block: [Substring] = []
        /// The kind and name of the table or type whose columns follow.
        var open: String?
        for line in script.split(separator: "\n", omittingEmptySubsequences: false) {
            let words = line.split(whereSeparator: { " (;".contains($0) })
            if words.first == "--" {
                block.append(line.drop { $0 == " " }.dropFirst(2).drop { $0 == " " })
                continue
            }
            var target: String?
            if line.hasPrefix("create "), let object = object(words) {
                target = "\(object.kind) \(object.name)"
                if object.kind == "table" || object.kind == "type" { open = object.name }
            } else if line.hasPrefix(")") {
                open = nil
            } else if let open, let column = words.first, column != "constraint" {
                target = "column \(open).\(column)"
            }
            if let target, !block.isEmpty {
                let text = block.joined(separator: " ").split(separator: "'", omittingEmptySubsequences: false)
                statements.append("comment on \(target) is '\(text.joined(separator: "''"))'")
            }
            block = []
        }
        return statements
    }

    /// The object that a statement creates. An index is in the schema of its table.
    private static func object(_ words: [Substring]) -> (kind: Substring, name: String)? {
        guard let position = words.firstIndex(where: { ["table", "type", "sequence", "index"].contains($0) }),
            position + 1 < words.count
        else { return nil }
        let name = String(words[position + 1])
        return (words[position], words[position] == "index" ? "health." + name : name)
    }
}
