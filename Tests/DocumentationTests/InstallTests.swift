import Foundation
import TestSupport
import Testing

/// Installs and runs the program as `Running.md` describes.
@Suite struct InstallTests {
    /// Runs the lines of `Running.md` that install the program. Replaces the prefix, and uses the
    /// program of the tests.
    private func install(into prefix: String) async throws {
        let article = try #require(Article.all.first { $0.name == "Running" })
        let block = try #require(
            article.blocks.first { block in
                block.language == "sh" && article.lines[block.range].contains { $0.hasPrefix("install ") }
            })
        let lines = article.lines[block.range].filter { !$0.hasPrefix("swift build ") }
        let script = lines.joined(separator: "\n").replacing("/usr/local", with: prefix)
            .replacing(".build/release/healthstore", with: try Command.product())
        let shell = try await Command.run("/bin/sh", ["-euc", "cd '\(Article.root.path)'\n" + script])
        try #require(shell.status == 0, "\(shell.errors)")
    }

    /// Runs the program by its name, which a shell finds in PATH.
    private func run(_ arguments: [String], in prefix: String) async throws -> Command {
        let build = URL(fileURLWithPath: try Command.product()).deletingLastPathComponent().path
        // The build folder is hidden from the program if this process may do that.
        let hiding = ["unshare", "--mount", "sh", "-c", "mount -t tmpfs none '\(build)' && exec \"$@\"", "sh"]
        let canHide = try await Command.run("/usr/bin/env", hiding + ["true"]).status == 0
        let path = ["env", "PATH=\(prefix)/bin:/usr/bin:/bin", "healthstore"]
        return try await Command.run("/usr/bin/env", (canHide ? hiding : []) + path + arguments)
    }

    @Test("an installed program takes its SQL and its articles from its prefix, and needs no build folder")
    func install() async throws {
        try await withTemporaryDirectory { prefix in
            try await install(into: prefix)
            let share = prefix + "/share/healthstore"
            let count = try FileManager.default.contentsOfDirectory(atPath: share + "/sql/migrations").count
            try "select 1;".write(
                toFile: share + "/sql/migrations/00\(count + 1)_installed.sql", atomically: true, encoding: .utf8)
            try "# Glossary\n\nWords of this prefix.\n".write(
                toFile: share + "/documentation/Glossary.md", atomically: true, encoding: .utf8)
            let version = try await run(["--version"], in: prefix)
            #expect(version.output.contains("migration \(count + 1) installed\n"), "\(version.errors)")
            let article = try await run(["help", "glossary"], in: prefix)
            #expect(article.output == "Glossary\n════════\n\nWords of this prefix.\n", "\(article.errors)")
            #expect(try await run(["help"], in: prefix).output.contains(#/glossary +Words of this prefix\n/#))
        }
    }

    @Test("a program without an article lists its topic all the same, and names the file that is missing")
    func missing() async throws {
        try await withTemporaryDirectory { prefix in
            try await install(into: prefix)
            try FileManager.default.removeItem(atPath: prefix + "/share/healthstore/documentation/Sleep.md")
            let list = try await run(["help"], in: prefix)
            #expect(list.status == 0 && list.output.contains(#/(?m)^  sleep *$/#), "\(list.errors)")
            let page = try await run(["help", "sleep"], in: prefix)
            #expect(page.status == 1 && page.errors.contains("article Sleep.md is neither in \(prefix)/share"))
        }
    }

    @Test("a program with a wrong line in its catalogue runs no command and names the line")
    func wrongCatalogue() async throws {
        try await withTemporaryDirectory { prefix in
            try await install(into: prefix)
            let good = try await run(["types"], in: prefix)
            #expect(good.status == 0 && good.output.contains("stepCount"), "\(good.errors)")
            let file = prefix + "/share/healthstore/catalogue/type_group.csv"
            try (String(contentsOfFile: file, encoding: .utf8) + "pets,Pets\n").write(
                toFile: file, atomically: true, encoding: .utf8)
            let wrong = try await run(["types"], in: prefix)
            let message = #/healthstore: the catalogue is wrong: type_group.csv, line \d+: 2 cells for 3 columns\n/#
            #expect(wrong.status == 1 && wrong.errors.contains(message), "\(wrong.errors)")
            #expect(try await run(["--version"], in: prefix).status == 0)
            try FileManager.default.removeItem(atPath: prefix + "/share/healthstore/catalogue")
            let missing = try await run(["types"], in: prefix)
            #expect(missing.errors.contains("the tables of the catalogue are neither in \(prefix)/share"))
        }
    }
}
