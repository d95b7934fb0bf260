/// An article in Markdown, as a terminal shows it.
///
/// It supports only the Markdown that the articles use. These are headings, paragraphs, lists,
/// tables, fenced blocks and links to other articles.
struct HelpArticle {
    private let lines: [Substring]

    init(_ markdown: String) {
        lines = markdown.split(separator: "\n", omittingEmptySubsequences: false)
    }

    /// The first line without its sign.
    var title: String { lines.first.map { String($0.drop { "# ".contains($0) }) } ?? "" }

    /// The paragraph under the title, without its full stop.
    var summary: String {
        let paragraph = lines.dropFirst().drop { $0.isEmpty }.prefix { !$0.isEmpty }.joined(separator: " ")
        return paragraph.hasSuffix(".") ? String(paragraph.dropLast()) : paragraph
    }

    /// The whole article for a terminal of 100 columns.
    var text: String {
        var text = ""
        var isCode = false
        var rows: [[String]] = []
        for line in lines {
            if line.hasPrefix("```") {
                isCode.toggle()
                continue
            }
            if isCode {
                text += line.isEmpty ? "\n" : "    " + line + "\n"
            } else if line.hasPrefix("|") {
                rows.append(HelpArticle.cells(line))
            } else {
                text += HelpArticle.table(rows)
                rows = []
                text += HelpArticle.plain(line) + "\n"
            }
        }
        text += HelpArticle.table(rows)
        while text.hasSuffix("\n\n") { text.removeLast() }
        return text
    }

    /// Returns a line outside fenced blocks and tables. A heading is underlined, and a link to an
    /// article names the article's help topic.
    private static func plain(_ line: Substring) -> String {
        let level = line.prefix { $0 == "#" }.count
        guard level > 0, line.dropFirst(level).first == " " else { return inline(line) }
        let title = inline(line.dropFirst(level + 1))
        return title + "\n" + String(repeating: level == 1 ? "═" : "─", count: title.count)
    }

    /// Returns a text with plain links. `[Errors](Errors.md)` becomes `Errors (healthstore help
    /// errors)`, and `[Swift](https://…)` becomes `Swift (https://…)`.
    private static func inline(_ text: Substring) -> String {
        String(text).replacing(#/\[([^\]]+)\]\(([^)#]+)(?:#[^)]*)?\)/#) { link in
            let target = String(link.output.2)
            guard target.hasSuffix(".md") else { return "\(link.output.1) (\(target))" }
            let name = HelpTopic.allCases.first { $0.file == target }?.name ?? target
            return "\(link.output.1) (healthstore help \(name))"
        }
    }

    // MARK: Tables

    /// Returns the cells of a line such as `| a | b |`. `\|` is a character of a cell.
    private static func cells(_ line: Substring) -> [String] {
        let cells = line.replacing("\\|", with: "\u{0}").dropFirst().split(
            separator: "|", omittingEmptySubsequences: false)
        return cells.dropLast().map { cell in
            inline(Substring(cell.replacing("\u{0}", with: "|").trimmingPrefix(while: \.isWhitespace))).trimmedAtEnd
        }
    }

    private static let columnsMax = 100
    /// The minimum width of a wrapped last column, in characters.
    private static let lastColumnMin = 40

    /// Returns a table with columns side by side. The last column is wrapped. If the other columns
    /// leave too little width for it, each row becomes a paragraph instead.
    ///
    /// - Parameter rows: the header, the line of dashes, and the rows below. It may be empty.
    private static func table(_ rows: [[String]]) -> String {
        guard let header = rows.first, rows.count > 2 else { return "" }
        let body = rows.dropFirst(2).map { $0 + Array(repeating: "", count: max(0, header.count - $0.count)) }
        let others = header.indices.dropLast().map { column in ([header] + body).map { $0[column].count }.max() ?? 0 }
        let room = columnsMax - others.reduce(0) { $0 + $1 + 2 }
        guard room >= lastColumnMin else {
            return ([header] + body).map { row in
                row[0] + "\n"
                    + wrapped(row.dropFirst().filter { !$0.isEmpty }.joined(separator: " · "), columnsMax - 4)
                    .map { "    " + $0 + "\n" }.joined()
            }.joined()
        }
        var table = TextTable(header.map { ($0, false) })
        for row in body {
            for (index, line) in wrapped(row[row.count - 1], room).enumerated() {
                table.append((index == 0 ? Array(row.dropLast()) : row.dropLast().map { _ in "" }) + [line])
            }
        }
        return table.text
    }

    /// Returns `text` in lines of at most `columns` characters. Returns at least one line.
    private static func wrapped(_ text: String, _ columns: Int) -> [String] {
        var lines = [""]
        for word in text.split(separator: " ") {
            let last = lines[lines.count - 1]
            if last.isEmpty || last.count + 1 + word.count <= columns {
                lines[lines.count - 1] += (last.isEmpty ? "" : " ") + word
            } else {
                lines.append(String(word))
            }
        }
        return lines
    }
}

extension String {
    fileprivate var trimmedAtEnd: String {
        var text = self
        while text.last?.isWhitespace == true { text.removeLast() }
        return text
    }
}
