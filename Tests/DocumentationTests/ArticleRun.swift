import Foundation
import TestSupport

/// Runs all examples of one article, in order and in one shell.
struct ArticleRun {
    private let article: Article
    private var script: String
    /// The commands, and the lines of the article that show their output.
    private var commands: [(text: String, output: Range<Int>)] = []

    /// A command whose output differs from the article.
    struct Difference: Error, CustomStringConvertible {
        var command: String
        var lines: Range<Int>
        var actual: [String]
        var description: String {
            "line \(lines.lowerBound): \(command)\nprinted:\n" + actual.joined(separator: "\n")
        }
    }

    init(_ article: Article) {
        self.article = article
        script = "exec 2>&1\n"
        let blocks = article.blocks
        for (index, block) in blocks.enumerated() {
            switch block.language {
            case "json" where !block.note.isEmpty: write(block, to: block.note)
            case "console":
                for example in article.examples(in: block) { run(example.command, output: example.output) }
            // Such blocks change settings of the whole server, so they run only on a server that
            // the tests started.
            case "sql" where block.note == "owner" && ArticleRun.isServerGiven: break
            case "sql":
                let file = "block-\(index).sql"
                write(block, to: file)
                let user = block.note == "owner" ? "--owner " : ""
                let psql = "healthstore psql \(user)-- -qX -P pager=off -v ON_ERROR_STOP=1 -f \(file)"
                if index + 1 < blocks.count, blocks[index + 1].language == "text", blocks[index + 1].followsBlock {
                    run(psql, output: blocks[index + 1].range)
                } else {
                    // The output is printed only if the command fails.
                    run(
                        "\(psql) >\(file).out 2>&1 || cat \(file).out",
                        output: block.range.upperBound..<block.range.upperBound)
                }
            default: break
            }
        }
    }

    var isEmpty: Bool { commands.isEmpty }

    private mutating func write(_ block: Article.Block, to file: String) {
        let text = article.lines[block.range].joined(separator: "\n")
        script += "cat >'\(file)' <<'END OF BLOCK'\n\(text)\nEND OF BLOCK\n"
    }

    private mutating func run(_ command: String, output: Range<Int>) {
        script += "printf '\(ArticleRun.separator)'\n" + command + "\n"
        commands.append((command, output))
    }

    private static let isServerGiven = ProcessInfo.processInfo.environment["HEALTHSTORE_TEST_CONNINFO"] != nil

    private static let separator = "\u{1e}"

    /// Runs the examples.
    ///
    /// - Parameters:
    ///   - directory: the shell's first working directory, in which the examples may write.
    ///   - replacements: the replacements of `Output`. In commands, the text of the article is
    ///     replaced by the text of this run.
    /// - Returns: the commands whose output differs from the article.
    func differences(
        in directory: String, environment: [String: String], replacements: [(own: String, shown: String)]
    ) async throws -> [Difference] {
        var script = script
        for (own, shown) in replacements { script = script.replacingOccurrences(of: shown, with: own) }
        let answer = try await Command.run(
            "/bin/bash", ["-c", "cd \(directory)\n" + script], environment: environment, seconds: 120)
        let outputs = answer.output.components(separatedBy: ArticleRun.separator).dropFirst()
        guard outputs.count == commands.count else {
            throw Difference(command: "the whole article", lines: 0..<0, actual: [answer.output, answer.errors])
        }
        return zip(commands, outputs).compactMap { command, text in
            let output = Output(text, replacing: replacements.map { ($0.own, $0.shown) })
            guard !output.matches(Array(article.lines[command.output])) else { return nil }
            return Difference(command: command.text, lines: command.output, actual: output.folded)
        }
    }
}
