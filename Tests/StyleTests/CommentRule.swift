import Foundation

/// A form that no comment of a finished folder may have, because readers must read it twice.
struct CommentRule: Sendable, CustomStringConvertible {
    /// The recommended replacement.
    var description: String
    /// A regular expression, which ignores case.
    var forbidden: String
    /// A comment that breaks the rule.
    var example: String

    /// The folders whose comments follow the rules. A folder is added when it is finished.
    static let finishedFolders =
        ["Sources", "Examples", "sql/access", "sql/functions", "sql/tables", "sql/types", "sql/views"]
        + [
            "EmbeddedPostgresTests", "HTTPServerTests", "HealthstoreClientTests", "LibraryTests", "PostgresTests",
            "ServiceTests/HealthJobs", "TestSupport",
        ].map { "Tests/\($0)" }

    static let finishedFiles = SourceTree.checkedFiles.filter { $0.isIn(finishedFolders) }

    static let all: [CommentRule] = [
        CommentRule(
            description: "name the person or the caller: no nobody, whoever or those who",
            forbidden: #"\b(nobody|somebody|anybody|everybody|whoever|whomever|those who|who wants?)\b"#,
            example: "Nobody reads it, but those who ask get it."),
        CommentRule(
            description: "subject, verb, object: no inversions with of which and of whom",
            forbidden: #"\b(of which|of whom|of those of)\b"#,
            example: "An upload of which nothing can become."),
        CommentRule(
            description: "the common word: again, permanent, need, check, create, after",
            forbidden:
                #"\b(anew|for ever|deserves?|sees? to (it|that)|wants? to know|be had|all the same|as (it|they) likes?)\b"#,
            example: "It is computed anew."),
        CommentRule(
            description: "name what it is: no thing and things", forbidden: #"\b(things?)\b"#,
            example: "Two things are counted."),
        CommentRule(
            description: "an explicit subject: no “where there is” and “what there is”",
            forbidden: #"\b(where|what|whether|as many as) there (is|are|was|were)\b"#,
            example: "Empty where there is none."),
        CommentRule(
            description: "index, ordinal, offset or position instead of place",
            forbidden: #"\b(the|its|a|their|this|that|which|another) places?\b"#,
            example: "The place in the vocabulary."),
    ]

    /// The lines that break the rule, as `path:line`.
    func violations(in file: SourceTree.File) throws -> [String] {
        // Most files do not have the form, and Foundation's search is faster than Swift's
        // expressions.
        let options: String.CompareOptions = [.regularExpression, .caseInsensitive]
        guard file.text.range(of: forbidden, options: options) != nil else { return [] }
        let regex = try Regex(forbidden).ignoresCase()
        return file.comments.filter { $0.text.contains(regex) }.map { "\(file.path):\($0.line)" }
    }
}

extension SourceTree.File {
    /// The start of a comment in this kind of file.
    private var commentMark: String {
        if path.hasSuffix(".sql") { return "--" }
        return [".swift", ".c", ".h", ".cpp"].contains { path.hasSuffix($0) } ? "//" : "#"
    }

    /// The comments with their lines, from 1. A comment after code follows two spaces.
    var comments: [(line: Int, text: Substring)] {
        lines.enumerated().compactMap { index, line in
            let isWhole = line.drop { $0 == " " }.hasPrefix(commentMark)
            guard let start = line.firstRange(of: isWhole ? commentMark : "  " + commentMark + " ") else { return nil }
            return (index + 1, line[start.lowerBound...])
        }
    }
}
