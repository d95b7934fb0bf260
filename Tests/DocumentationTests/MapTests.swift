import Foundation
import Testing

/// Checks that files, folders and types that the articles name exist in the sources.
@Suite struct MapTests {
    private static func isDirectory(_ path: String) -> Bool {
        var isDirectory: ObjCBool = false
        let file = Article.root.appendingPathComponent(path).path
        return FileManager.default.fileExists(atPath: file, isDirectory: &isDirectory) && isDirectory.boolValue
    }

    private static func folders(in path: String) throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: Article.root.appendingPathComponent(path).path)
            .filter { isDirectory(path + "/" + $0) }.sorted()
    }

    private static let architecture = Article.all.first { $0.name == "Architecture" }

    @Test("every file and folder that an article names exists", arguments: Article.all)
    func paths(_ article: Article) {
        for path in article.lines.joined(separator: "\n").matches(of: #/`((?:Sources|Tests|sql|scripts)/[^` ]+)/#) {
            // A contributor chooses this name.
            guard !path.output.1.contains("NNNN") else { continue }
            let file = Article.root.appendingPathComponent(String(path.output.1))
            #expect(FileManager.default.fileExists(atPath: file.path), "\(path.output.1)")
        }
    }

    @Test("the table of folders is that of the targets, and no folder is left out")
    func folders() throws {
        let article = try #require(Self.architecture)
        let rows = article.lines.filter { $0.hasPrefix("|") }.map { line in
            line.split(separator: "|", omittingEmptySubsequences: false).dropFirst().dropLast()
                .map { $0.trimmingCharacters(in: .whitespaces) }
        }
        let header = try #require(rows.first { $0.first == "noun" })
        let targets = header.dropFirst()
        let nouns = rows.filter { $0.count == header.count && $0 != header && !$0[0].hasPrefix("-") }
        #expect(nouns.count > 15)
        for row in nouns {
            for (target, cell) in zip(targets, row.dropFirst()) {
                #expect((cell == "●") == Self.isDirectory("Sources/\(target)/\(row[0])"), "\(target)/\(row[0])")
            }
        }
        let paragraphs = article.lines.joined(separator: "\n").components(separatedBy: "\n\n")
        let others = try #require(paragraphs.first { $0.hasPrefix("Folders of one target alone: ") })
        for target in targets {
            for folder in try Self.folders(in: "Sources/\(target)") where !nouns.contains(where: { $0[0] == folder }) {
                #expect(others.contains(folder), "\(target)/\(folder)")
            }
        }
    }

    @Test("the picture has every target")
    func targets() throws {
        let text = try #require(Self.architecture).lines.joined(separator: "\n")
        for target in try Self.folders(in: "Sources") { #expect(text.contains(target), "\(target)") }
    }

    /// The Swift files that declare or extend a type, by the type's name.
    private static let declarations: [String: [String]] = {
        var files: [String: [String]] = [:]
        for folder in ["Sources", "Tests"] {
            let root = Article.root.appendingPathComponent(folder)
            let paths = FileManager.default.enumerator(atPath: root.path)?.compactMap { $0 as? String } ?? []
            for path in paths where path.hasSuffix(".swift") {
                guard let text = try? String(contentsOf: root.appendingPathComponent(path), encoding: .utf8) else {
                    continue
                }
                // An article may also give the name of the file itself.
                var names: Set = [URL(fileURLWithPath: path).lastPathComponent]
                for line in text.split(separator: "\n") {
                    let words = line.split { !$0.isLetter && !$0.isNumber && $0 != "_" }
                    for (keyword, name) in zip(words, words.dropFirst()) where keywords.contains(keyword) {
                        names.insert(String(name))
                    }
                }
                for name in names { files[name, default: []].append(text) }
            }
        }
        return files
    }()

    private static let keywords: Set<Substring> = ["struct", "enum", "class", "actor", "protocol", "extension"]

    @Test(
        "every type and constant that an article names is declared",
        arguments: Article.all.filter { ["Architecture", "Slots", "Contributing", "Errors"].contains($0.name) })
    func declarations(_ article: Article) throws {
        for word in article.lines.joined(separator: "\n").matches(of: #/`([A-Z]\w*[a-z]\w*)(?:\.(\w+))?`/#) {
            let (type, member) = (String(word.output.1), word.output.2.map(String.init))
            guard !Self.foreign.contains(type), member != "swift" || Self.declarations[type + ".swift"] == nil else {
                continue
            }
            let files = Self.declarations[type] ?? []
            let isTarget = ["Sources", "Tests"].contains { Self.isDirectory("\($0)/\(type)") }
            #expect(!files.isEmpty || isTarget, "\(type)")
            guard let member else { continue }
            let declaration = "\\b(let|var|func|case|struct|enum) `?\(member)\\b"
            #expect(
                files.contains { $0.range(of: declaration, options: .regularExpression) != nil }, "\(type).\(member)")
        }
    }

    /// Names of HTTP's header fields, and of the manifest.
    private static let foreign: Set<String> = ["Accept", "Allow", "Host", "Package"]
}
