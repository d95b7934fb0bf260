/// An article in Markdown, as a terminal shows it.
///
/// It understands what the articles use: headings, paragraphs, lists, tables, fenced blocks and links to other articles.
struct HelpArticle {
    private let lines: [Substring]

    init(_ markdown: String) {
        lines = markdown.split(separator: "\n", omittingEmptySubsequences: false)
    }

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

    /// A line outside blocks and tables: a heading is underlined, and a link to an article names its topic.
    private static func plain(_ line: Substring) -> String {
        let level = line.prefix { $0 == "#" }.count
        guard level > 0, line.dropFirst(level).first == " " else { return inline(line) }
        let title = inline(line.dropFirst(level + 1))
        return title + "\n" + String(repeating: level == 1 ? "═" : "─", count: title.count)
    }

    /// `[Errors](Errors.md)` becomes `Errors (healthstore help errors)`, `[Swift](https://…)` becomes `Swift (https://…)`.
    private static func inline(_ text: Substring) -> String {
        String(text).replacing(#/\[([^\]]+)\]\(([^)#]+)(?:#[^)]*)?\)/#) { link in
            let target = String(link.output.2)
            guard target.hasSuffix(".md") else { return "\(link.output.1) (\(target))" }
            let name = HelpTopic(rawValue: String(target.dropLast(3)))?.name ?? target
            return "\(link.output.1) (healthstore help \(name))"
        }
    }

    // MARK: Tables

    /// The cells of a line such as `| a | b |`. `\|` is a character of a cell.
    private static func cells(_ line: Substring) -> [String] {
        let cells = line.replacing("\\|", with: "\u{0}").dropFirst().split(
            separator: "|", omittingEmptySubsequences: false)
        return cells.dropLast().map { cell in
            inline(Substring(cell.replacing("\u{0}", with: "|").trimmingPrefix(while: \.isWhitespace))).trimmedAtEnd
        }
    }

    private static let columnsMax = 100

    /// Columns side by side where they fit; else each row's first cell, with the others wrapped under it.
    ///
    /// - Parameter rows: the header, the rule, and the rows below; or nothing.
    private static func table(_ rows: [[String]]) -> String {
        guard rows.count > 2 else { return "" }
        let body = [rows[0]] + rows.dropFirst(2)
        let widths = rows[0].indices.map { column in body.map { column < $0.count ? $0[column].count : 0 }.max() ?? 0 }
        guard widths.reduce(0, +) + 2 * (widths.count - 1) > columnsMax else {
            var table = TextTable(rows[0].map { ($0, false) })
            for row in rows.dropFirst(2) {
                table.append(row + Array(repeating: "", count: max(0, rows[0].count - row.count)))
            }
            return table.text
        }
        return rows.dropFirst(2).map { row in
            row[0] + "\n" + wrapped(row.dropFirst().filter { !$0.isEmpty }.joined(separator: " · "))
        }.joined()
    }

    /// `text` in lines that are indented by four columns.
    private static func wrapped(_ text: String) -> String {
        var lines: [String] = []
        for word in text.split(separator: " ") {
            if let last = lines.last, last.count + 1 + word.count <= columnsMax {
                lines[lines.count - 1] += " " + word
            } else {
                lines.append("    " + word)
            }
        }
        return lines.map { $0 + "\n" }.joined()
    }
}

extension String {
    fileprivate var trimmedAtEnd: String {
        var text = self
        while text.last?.isWhitespace == true { text.removeLast() }
        return text
    }
}
