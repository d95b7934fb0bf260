import Foundation
import Testing

/// Checks the rules of plain language that a test can check, in the finished folders.
@Suite struct LanguageTests {
    @Test("every finished folder exists")
    func folders() {
        let missing = CommentRule.finishedFolders.filter { folder in
            !SourceTree.files.contains { $0.isIn([folder]) }
        }
        #expect(missing == [])
    }

    @Test("a comment rule holds in every finished folder", arguments: CommentRule.all)
    func comments(rule: CommentRule) throws {
        let violations = try CommentRule.finishedFiles.flatMap(rule.violations(in:))
        #expect(violations == [])
    }

    @Test("a comment rule finds what it forbids, in comments only", arguments: CommentRule.all)
    func examples(rule: CommentRule) throws {
        for (path, text, lines) in [
            ("a.swift", "let a = 1\n    /// \(rule.example)\n", [2]),
            ("a.swift", "let a = 1  // \(rule.example)\n", [1]),
            ("a.sql", "select 1\n-- \(rule.example)\n", [2]),
            ("scripts/a", "# \(rule.example)\n", [1]),
            ("a.swift", "let a = \"\(rule.example)\"\n", []),
        ] {
            let violations = try rule.violations(in: SourceTree.File(path: path, text: text))
            #expect(violations == lines.map { "\(path):\($0)" }, "\(text)")
        }
    }

    /// Longer lines are hard to read beside code. Links and tables may be longer, because they
    /// cannot be wrapped.
    private static let columnsMax = 100

    @Test("a comment of a finished folder ends at column 100")
    func columns() {
        let long = CommentRule.finishedFiles.flatMap { file in
            let lines = file.lines
            return file.comments.filter { comment in
                // Counting bytes is faster, and no line has fewer bytes than columns.
                guard lines[comment.line - 1].utf8.count > LanguageTests.columnsMax else { return false }
                let isWrapped = !comment.text.contains("://") && !comment.text.contains(/^\/\/+ \|/)
                let isWhole = lines[comment.line - 1].drop { $0 == " " }.startIndex == comment.text.startIndex
                return isWhole && isWrapped && lines[comment.line - 1].count > LanguageTests.columnsMax
            }.map { "\(file.path):\($0.line)" }
        }
        #expect(long == [])
    }

    @Test("every public throwing function of a finished folder documents its errors")
    func errors() {
        let declarations = CommentRule.finishedFiles
            .filter { $0.path.hasPrefix("Sources/") && $0.path.hasSuffix(".swift") }
            .flatMap { file in ThrowingDeclaration.all(in: file).map { (file: file.path, declaration: $0) } }
        #expect(declarations.count > 50)
        let silent = declarations.filter { !$0.declaration.isDocumented }.map { "\($0.file):\($0.declaration.line)" }
        #expect(silent == [])
    }

    @Test(
        "a public throwing function without documented errors is found",
        arguments: [
            ("/// Reads.\npublic func read() throws -> Int {}", [2]),
            ("/// - Throws: `E`.\n@inline(__always)\npublic func read() throws(E) -> Int {}", []),
            ("public func read(_ body: () throws -> Void) rethrows {}", []),
            ("public func read(\n    _ body: () throws -> Void\n) async throws {}", [1]),
            ("func read() throws {}", []),
            ("/// - Throws: `E`.\nextension A {\n    public init() throws {}\n}", []),
            ("/// A.\nextension A {\n    public init?() throws {}\n}", [3]),
            ("public protocol A {\n    func read() throws\n    func write()\n}", [2]),
            ("public func read() -> Int { try a() }\nfunc b() throws {}", []),
        ])
    func errorExamples(text: String, lines: [Int]) {
        let declarations = ThrowingDeclaration.all(in: SourceTree.File(path: "a.swift", text: text))
        #expect(declarations.filter { !$0.isDocumented }.map(\.line) == lines)
    }

    @Test(
        "no name has place for an index, and no Boolean begins with have",
        arguments: [#"\b(place|places|\w+Places?)\b"#, #"\bplace[A-Z(]"#, #"\bhave[A-Z]"#])
    func names(forbidden: String) throws {
        let regex = try Regex(forbidden)
        // A line whose code has the form has it itself, and Foundation's search in whole files is
        // faster than Swift's expressions.
        let violations = CommentRule.finishedFiles.filter {
            $0.path.hasSuffix(".swift") && $0.text.range(of: forbidden, options: .regularExpression) != nil
        }.flatMap { file in
            file.lines.enumerated().compactMap { index, line in
                line.contains(regex) && LanguageTests.code(of: line).contains(regex) ? "\(file.path):\(index + 1)" : nil
            }
        }
        #expect(violations == [])
        #expect(["places", "haveRows", "placeOf(", "firstPlace"].contains { $0.contains(regex) })
    }

    /// Returns a line without its comment and without the contents of its strings.
    private static func code(of line: Substring) -> String {
        let text = line.replacing(/"([^"\\]|\\.)*"/, with: "\"\"")
        return String(text.firstRange(of: "//").map { text[..<$0.lowerBound] } ?? text[...])
    }
}
