import Foundation
import TestSupport
import Testing

/// Runs the commands of the articles and compares their output with the articles.
///
/// `HEALTHSTORE_REWRITE_DOCUMENTATION=1` writes the real output into the articles.
@Suite struct ArticleTests {
    private static let isRewriting = ProcessInfo.processInfo.environment["HEALTHSTORE_REWRITE_DOCUMENTATION"] == "1"

    /// These articles begin with an empty store, because they show how to fill it. All others begin
    /// with the store that `GettingStarted` makes.
    private static let articlesThatFill = ["README", "GettingStarted"]

    /// The address of the service in the articles.
    private static let address = "http://127.0.0.1:8484"

    /// In a short run, the articles that fill a store, that send requests, and that ask in SQL.
    private static let articlesThatRun = Article.all.filter {
        LongRun.isOn || isRewriting || (articlesThatFill + ["HTTP", "SQL"]).contains($0.name)
    }

    @Test(
        "every command, request and statement of an article prints what the article shows", arguments: articlesThatRun)
    func examples(_ article: Article) async throws {
        let run = ArticleRun(article)
        guard !run.isEmpty else { return }
        try await withStore(isFilled: !Self.articlesThatFill.contains(article.name)) { conninfo, token in
            let service = try await RunningService.start(["--database-url", conninfo, "--figure-refresh", "off"])
            defer { service.process.kill() }
            try await withTemporaryDirectory { directory in
                let environment = try prepare(directory, conninfo, token, service)
                let differences = try await run.differences(
                    in: directory, environment: environment,
                    replacements: [(service.address, Self.address), (directory, "/home/alex")])
                if Self.isRewriting { try rewrite(article, differences) }
                for difference in differences { Issue.record("\(article.url.lastPathComponent), \(difference)") }
            }
            #expect(await service.process.stop() == 0)
        }
    }

    /// Calls `body` with a migrated database. A filled database has the person Alex, the invented
    /// export and a token.
    private func withStore(isFilled: Bool, _ body: (_ conninfo: String, _ token: String) async throws -> Void)
        async throws
    {
        let server = try TestServer.shared()
        guard isFilled else { return try await server.withMigratedDatabase { try await body($0, "") } }
        let template = try server.template(named: "documented", copying: server.migratedTemplate()) { conninfo in
            let commands = """
                set -eu
                program='\(try Command.product())'
                export HEALTHSTORE_DATABASE_URL='\(conninfo)'
                '\(Article.root.path)/scripts/demo-export' --until 2026-03-01 >"$TMPDIR/export.xml"
                "$program" person add Alex
                "$program" import "$TMPDIR/export.xml" --person Alex
                """
            let folder = try makeTemporaryDirectory()
            defer { try? FileManager.default.removeItem(atPath: folder) }
            let shell = Process()
            shell.executableURL = URL(fileURLWithPath: "/bin/sh")
            shell.arguments = ["-c", commands]
            shell.environment = ProcessInfo.processInfo.environment.merging(["TMPDIR": folder]) { $1 }
            (shell.standardOutput, shell.standardError) = (FileHandle.nullDevice, FileHandle.nullDevice)
            try shell.run()
            shell.waitUntilExit()
            guard shell.terminationStatus == 0 else { throw NotFilled() }
        }
        try await server.withDatabase(template: template) { conninfo in
            let token = try await Command.healthstore(["token", "create", "--person", "Alex"], database: conninfo)
            try await body(conninfo, token.output.trimmingCharacters(in: .newlines))
        }
    }

    private struct NotFilled: Error {}

    /// Makes the folder and the environment in which an article's commands run.
    private func prepare(_ directory: String, _ conninfo: String, _ token: String, _ service: RunningService) throws
        -> [String: String]
    {
        let files = FileManager.default
        try files.createDirectory(atPath: directory + "/bin", withIntermediateDirectories: false)
        try files.createSymbolicLink(
            atPath: directory + "/bin/healthstore", withDestinationPath: try Command.product())
        for folder in ["scripts", "Tests"] {
            try files.createSymbolicLink(
                atPath: directory + "/" + folder,
                withDestinationPath: Article.root.appendingPathComponent(folder).path)
        }
        let path = ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin"
        return [
            "PATH": directory + "/bin:" + path, "HOME": directory, "TZ": "Europe/Berlin", "LC_ALL": "C.UTF-8",
            "HEALTHSTORE_DATABASE_URL": conninfo, "ADDRESS": service.address, "TOKEN": token,
        ]
    }

    private func rewrite(_ article: Article, _ differences: [ArticleRun.Difference]) throws {
        var lines = article.lines
        for difference in differences.sorted(by: { $0.lines.lowerBound > $1.lines.lowerBound }) {
            lines.replaceSubrange(difference.lines, with: difference.actual)
        }
        try lines.joined(separator: "\n").write(to: article.url, atomically: true, encoding: .utf8)
    }

    // MARK: Blocks that are not run

    @Test("every block of an article says what it is", arguments: Article.all)
    func languages(_ article: Article) {
        let known = ["console", "sh", "sql", "json", "swift", "python", "yaml", "text", "mermaid"]
        for block in article.blocks {
            #expect(known.contains(block.language), "line \(block.range.lowerBound)")
        }
    }

    @Test("shell lines that no test runs are right as far as the shell can tell", arguments: Article.all)
    func shell(_ article: Article) async throws {
        for block in article.blocks where block.language == "sh" {
            let text = article.lines[block.range].joined(separator: "\n")
            let checked = try await Command.run("/bin/sh", ["-n"], input: text)
            #expect(checked.status == 0, "line \(block.range.lowerBound): \(checked.errors)")
            for script in text.matches(of: #/scripts/[-a-z]+/#) {
                let file = Article.root.appendingPathComponent(String(script.output))
                #expect(FileManager.default.fileExists(atPath: file.path), "\(script.output)")
            }
        }
    }

    @Test("the Swift of an article is compiled with the tests", arguments: Article.all)
    func swift(_ article: Article) throws {
        let example = Article.root.appendingPathComponent("Examples/Phone")
        let files =
            try FileManager.default.subpathsOfDirectory(atPath: example.path).filter { $0.hasSuffix(".swift") }
            .map { example.appendingPathComponent($0) }
            + [Article.root.appendingPathComponent("Tests/HealthstoreClientTests/DocumentedExample.swift")]
        let text = try files.map { try String(contentsOf: $0, encoding: .utf8) }.joined()
        for block in article.blocks where block.language == "swift" {
            // The example may be indented further than in the article.
            let lines = article.lines[block.range].map { $0.trimmingCharacters(in: .whitespaces) }
            let source = text.components(separatedBy: "\n").map { $0.trimmingCharacters(in: .whitespaces) }
            #expect(source.joined(separator: "\n").contains(lines.joined(separator: "\n")), "\(block.range)")
        }
    }

    // MARK: Form

    @Test("lines of text have at most 100 columns, and paragraphs five lines", arguments: Article.all)
    func form(_ article: Article) {
        var isBlock = false
        var paragraph = 0
        for (index, line) in article.lines.enumerated() {
            if line.hasPrefix("```") { isBlock.toggle() }
            let isText = !isBlock && !line.isEmpty && !line.contains(#/^(\||#|```)/#)
            #expect(!isText || line.count <= 100, "line \(index + 1)")
            let beginsItem = line.contains(#/^ *(-|\d+\.) /#)
            paragraph = !isText ? 0 : beginsItem ? 1 : paragraph + 1
            #expect(paragraph <= 5, "line \(index + 1)")
        }
    }

    @Test("links lead to files that exist", arguments: Article.all)
    func links(_ article: Article) {
        let folder = article.url.deletingLastPathComponent()
        for link in article.lines.joined(separator: "\n").matches(of: #/\]\(([^)#]+)[^)]*\)/#) {
            let target = String(link.output.1)
            guard !target.hasPrefix("http") else { continue }
            #expect(FileManager.default.fileExists(atPath: folder.appendingPathComponent(target).path), "\(target)")
        }
    }

    @Test("README has at most 150 lines and names every article")
    func readme() throws {
        let readme = try #require(Article.all.first { $0.name == "README" })
        #expect(readme.lines.count <= 151)
        let text = readme.lines.joined(separator: "\n")
        for article in Article.all where article.name != "README" {
            #expect(text.contains("Documentation.docc/\(article.name).md"), "\(article.name)")
        }
    }

    @Test("healthstore help lists every article with its first sentence, and prints it")
    func help() async throws {
        let list = try await Command.healthstore(["help"]).output
        for article in Article.all where article.name != "README" { try await help(article, list) }
    }

    private func help(_ article: Article, _ list: String) async throws {
        let summary = article.lines.dropFirst(2).first.map { String($0.dropLast()) } ?? ""
        let line = try #require(list.split(separator: "\n").first { $0.hasSuffix("  " + summary) })
        let topic = try #require(line.split(separator: " ").first.map(String.init))
        let page = try await Command.healthstore(["help", topic])
        #expect(page.status == 0 && page.output.hasPrefix(article.lines[0].dropFirst(2) + "\n"))
        // The page has each line of the article, with other characters around tables, links and
        // blocks.
        let printed = page.output.filter { !$0.isWhitespace }
        for line in article.lines.dropFirst() where !line.contains(#/^(```|\|-|<!--)|\]\(/#) {
            let cells = line.replacing("\\|", with: "\0").split(separator: "|")
            for text in line.hasPrefix("|") ? cells : [line.drop { $0 == "#" }] {
                let text = text.replacing("\0", with: "|").filter { !$0.isWhitespace }
                // A search for characters takes seconds.
                let isPrinted = strstr(printed, text) != nil
                #expect(isPrinted, "\(line)")
            }
        }
    }

    @Test("the service answers each article as text, and llms.txt lists them")
    func served() async throws {
        try await ServedStore.with { store in
            let list = try await store.service.send("GET", "/llms.txt")
            #expect(list.body.hasPrefix("# healthstore\n\n> "))
            for article in Article.all where article.name != "README" {
                let path = "/documentation/\(article.name).md"
                let summary = article.lines.dropFirst(2).first.map { String($0.dropLast()) } ?? ""
                #expect(list.body.contains("- [\(article.lines[0].dropFirst(2))](\(path)): \(summary)\n"))
                let text = try await store.service.send("GET", path)
                #expect(text.status == 200 && text.header("Content-Type") == "text/markdown; charset=utf-8")
                let codes = text.body.contains("| `not_found` | 404 |")
                #expect(codes == (article.name == "Errors"), "\(article.name)")
                #expect(text.body.hasPrefix(article.lines.prefix(4).joined(separator: "\n")))
            }
        }
    }

    @Test("the table of commands is that of healthstore help")
    func commands() async throws {
        let article = try #require(Article.all.first { $0.name == "GettingStarted" })
        let rows = article.lines.compactMap { $0.firstMatch(of: #/^\| `([a-z-]+)/#).map { String($0.output.1) } }
        let list = try await Command.healthstore(["help"]).output.components(separatedBy: "help TOPIC")[
            0]
        #expect(rows == list.matches(of: #/(?m)^  ([a-z-]+)  /#).map { String($0.output.1) })
    }
}
