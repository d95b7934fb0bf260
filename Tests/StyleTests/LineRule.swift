import Foundation

/// A form that no line of some files may have.
struct LineRule: Sendable, CustomStringConvertible {
    var description: String
    /// A regular expression.
    var forbidden: String
    /// The folders, and the endings of file names, that may have the form.
    var exceptions: [String] = []
    var isForSwiftOnly = true
    /// True if comments may have the form, because they only mention it.
    var isAllowedInComments = false
    /// A line that breaks the rule. A test checks that the rule finds it.
    var example: String

    func applies(to file: SourceTree.File) -> Bool {
        (!isForSwiftOnly || file.path.hasSuffix(".swift")) && !file.isIn(exceptions)
    }

    /// Returns the lines of `file` that break the rule, as `path:line`.
    func violations(in file: SourceTree.File) throws -> [String] {
        guard applies(to: file) else { return [] }
        // Most files do not have the form. One search by Foundation takes a hundredth of the time
        // of Swift's expressions.
        guard file.text.range(of: "(?m)" + forbidden, options: .regularExpression) != nil else { return [] }
        let regex = try Regex(forbidden).anchorsMatchLineEndings()
        return file.lines.enumerated().compactMap { index, line in
            if isAllowedInComments, line.drop(while: { $0 == " " }).hasPrefix("//") { return nil }
            return line.contains(regex) ? "\(file.path):\(index + 1)" : nil
        }
    }

    static let all: [LineRule] =
        [
            LineRule(
                description: "what is left to do is done, or is told elsewhere", forbidden: #"\b(TODO|FIXME)\b"#,
                isForSwiftOnly: false, example: "// FIXME: later"),
            LineRule(
                description: "a fault is thrown, not died of", forbidden: #"\bfatalError\("#,
                example: #"fatalError("oh")"#),
            LineRule(
                description: "pointers stay in the wrappers", forbidden: "[Uu]nsafe(?!Flags)",
                exceptions: wrappers.flatMap { ["Sources/\($0)", "Tests/\($0)Tests", "Tests/LibraryTests/\($0)"] } + [
                    "Tests/TestSupport", "Sources/ServiceProcess", "Tests/AppleStubs/Security",
                ], isAllowedInComments: true,
                example: "text.withUnsafeBytes { $0.count }"),
            LineRule(
                description: "SQL stays in HealthDatabase",
                forbidden: #"(?i)\b(from|into|update|join|table|view|schema)\s+(only\s+)?health(_code)?\."#,
                exceptions: ["Sources/HealthDatabase", "Sources/Benchmarks", "sql", "Tests"], isAllowedInComments: true,
                example: "select 1 from health.sample"),
            LineRule(
                description: "no file knows the machine it was written on", forbidden: #"(^|[^\w.])/(work|root)/"#,
                isForSwiftOnly: false, example: "cd /work/main"),
            LineRule(
                description: "package registries are left to their clients' settings",
                forbidden:
                    #"\b(pypi\.org|npmjs\.(org|com)|crates\.io|deb\.debian\.org|(archive|security)\.ubuntu\.com|apt\.postgresql\.org|docker\.io|ghcr\.io|proxy\.golang\.org|repo1?\.maven)"#,
                isForSwiftOnly: false, example: "https://deb.debian.org/debian"),
        ]
        + libraries.map { library, target in
            LineRule(
                description: "\(library) is imported by \(target) alone",
                forbidden: #"^\s*(\w+ )?import \#(library)\b"#,
                exceptions: ["Sources/\(target)"] + (furtherImports[library] ?? []),
                example: "internal import \(library)")
        }

    /// The Swift target that imports each C target.
    private static let libraries = [
        ("CLibPQ", "Postgres"), ("CMicroHTTPD", "HTTPServer"), ("CExpat", "XMLStream"), ("CArchive", "ArchiveReader"),
        ("CSimdJSON", "JSON"), ("CCrypto", "Digests"), ("CSpawn", "EmbeddedPostgres"), ("CZlib", "Compression"),
        ("CQREncode", "QRCodes"), ("CCurl", "HTTPClient"),
    ]

    /// A second target imports zlib only for `HealthstoreClient`, because apps' SDKs have a module
    /// named `Compression`.
    private static let zlibForApps = "GzipWriter"

    /// Other folders that import a C target. The tests of logins sign as other programs do.
    private static let furtherImports = ["CZlib": ["Sources/\(zlibForApps)"], "CCrypto": ["Tests/EndToEndTests"]]

    private static let wrappers = libraries.map { $0.1 } + [zlibForApps]
}
