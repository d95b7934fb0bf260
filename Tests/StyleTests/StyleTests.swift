import Testing

/// Checks rules that neither the compiler nor the formatter checks.
@Suite struct StyleTests {
    @Test("the source tree is found")
    func tree() {
        let paths = Set(SourceTree.files.map(\.path))
        #expect(paths.isSuperset(of: ["Package.swift", "Sources/Postgres/Pool.swift", "scripts/check"]))
        #expect(SourceTree.swiftFiles.count > 100)
    }

    @Test("a line rule holds in every file", arguments: LineRule.all)
    func lines(rule: LineRule) throws {
        let violations = try SourceTree.checkedFiles.flatMap(rule.violations(in:))
        #expect(violations == [])
    }

    @Test("a line rule finds what it forbids", arguments: LineRule.all)
    func examples(rule: LineRule) throws {
        let file = SourceTree.File(path: "Sources/healthstore/Example.swift", text: "let a = 1\n    \(rule.example)\n")
        let violations = try rule.violations(in: file)
        #expect(violations == ["Sources/healthstore/Example.swift:2"])
    }

    /// A longer file has more than one subject.
    private static let linesMax = 400

    @Test("no file of code is longer than 400 lines")
    func length() {
        let endings = [".swift", ".c", ".h", ".cpp", ".awk"]
        let long = SourceTree.files.filter { file in
            endings.contains { file.path.hasSuffix($0) } && file.lines.count > StyleTests.linesMax + 1
        }.map(\.path)
        #expect(long == [])
    }

    @Test("every @unchecked Sendable says why it is one")
    func unchecked() {
        var silent: [String] = []
        // The stubs repeat the conformances of Apple's classes.
        for file in SourceTree.swiftFiles where !file.isIn(["Tests/AppleStubs"]) {
            for line in StyleTests.silentUnchecked(file.lines) { silent.append("\(file.path):\(line)") }
        }
        #expect(silent == [])
    }

    @Test(
        "an @unchecked Sendable without a comment near it is found",
        arguments: [
            ("// @unchecked Sendable\nlet a = 1", []),
            ("let a = 1\nfinal class A: @unchecked Sendable {}", [2]),
            ("/// Under a lock.\nfinal class A: @unchecked Sendable {}", []),
            ("/// Far away.\n\n\n\nfinal class A: @unchecked Sendable {}", [5]),
            ("final class A: @unchecked Sendable {}  // under a lock", []),
        ])
    func uncheckedExamples(text: String, lines: [Int]) {
        #expect(StyleTests.silentUnchecked(text.split(separator: "\n", omittingEmptySubsequences: false)) == lines)
    }

    /// Returns the lines, from 1, that have `@unchecked Sendable` but no comment on the line or on
    /// the three lines before.
    private static func silentUnchecked(_ lines: [Substring]) -> [Int] {
        lines.indices.filter { index in
            guard let code = lines[index].firstRange(of: "@unchecked Sendable") else { return false }
            let comment = lines[index].firstRange(of: "//")
            if let comment, comment.lowerBound < code.lowerBound { return false }
            return !lines[max(0, index - 3)...index].contains { $0.contains("//") }
        }.map { $0 + 1 }
    }
}
