import Foundation

/// A Markdown file of the documentation and its fenced blocks.
struct Article: Sendable, CustomStringConvertible {
    /// The name of the file, such as `GettingStarted` or `README`.
    let name: String
    let url: URL
    var lines: [String]

    static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent()
    static let folder = root.appendingPathComponent("Sources/healthstore/Documentation.docc")

    /// Every article, including README.
    static let all: [Article] = {
        let files = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
        let articles = files.filter { $0.hasSuffix(".md") }.sorted().map { folder.appendingPathComponent($0) }
        return ([root.appendingPathComponent("README.md")] + articles).compactMap(Article.init)
    }()

    init?(_ url: URL) {
        guard let text = try? String(contentsOf: url, encoding: .utf8) else { return nil }
        self.url = url
        name = url.deletingPathExtension().lastPathComponent
        lines = text.components(separatedBy: "\n")
    }

    var description: String { name }

    /// Lines between two fences.
    struct Block: Sendable {
        /// The language, such as `console` or `json`. It is empty if the fence names none.
        var language: String
        /// The text after the language, such as a file's name.
        var note: String
        /// The lines between the fences, from 0.
        var range: Range<Int>
        /// True if only empty lines are between this block and the previous block.
        var followsBlock: Bool
    }

    var blocks: [Block] {
        var blocks: [Block] = []
        var open: (words: [Substring], start: Int)?
        for (index, line) in lines.enumerated() where line.hasPrefix("```") {
            guard let (words, start) = open else {
                open = (line.dropFirst(3).split(separator: " ", maxSplits: 1), index + 1)
                continue
            }
            let between = blocks.last.map { lines[($0.range.upperBound + 1)..<(start - 1)] }
            blocks.append(
                Block(
                    language: words.first.map(String.init) ?? "", note: words.count > 1 ? String(words[1]) : "",
                    range: start..<index, followsBlock: between?.allSatisfy(\.isEmpty) ?? false))
            open = nil
        }
        return blocks
    }

    /// A command in an article, and the output that the article shows below it.
    struct Example: Sendable {
        /// The command as bash receives it.
        var command: String
        /// The lines with the output, from 0. It is empty if the command prints nothing.
        var output: Range<Int>
    }

    /// Returns the commands of a block of language `console`. A command begins with `$ ` and
    /// continues after `\` at a line's end.
    func examples(in block: Block) -> [Example] {
        var examples: [Example] = []
        var index = block.range.lowerBound
        while index < block.range.upperBound {
            var command = String(lines[index].trimmingPrefix("$ "))
            while command.hasSuffix("\\"), index + 1 < block.range.upperBound {
                index += 1
                command += "\n" + lines[index]
            }
            let start = index + 1
            let end = lines[start..<block.range.upperBound].firstIndex { $0.hasPrefix("$ ") } ?? block.range.upperBound
            examples.append(Example(command: command, output: start..<end))
            index = end
        }
        return examples
    }
}
