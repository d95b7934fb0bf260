import Foundation
import TestSupport
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
        let named = #/`((?:Sources|Tests|Examples|sql|scripts)/[^` ]+)/#
        for path in article.lines.joined(separator: "\n").matches(of: named) {
            // A contributor chooses this name.
            guard !path.output.1.contains("NNNN") else { continue }
            let file = Article.root.appendingPathComponent(String(path.output.1))
            #expect(FileManager.default.fileExists(atPath: file.path), "\(path.output.1)")
        }
    }

    @Test("the picture has every target")
    func targets() throws {
        let text = try #require(Self.architecture).lines.joined(separator: "\n")
        for target in try Self.folders(in: "Sources") { #expect(text.contains(target), "\(target)") }
    }

    /// Returns the Swift files that declare or extend a type, by the type's name. A file has also its
    /// own name, which an article may give.
    private static func declarations() async throws -> [String: Set<String>] {
        let found = try await Command.run(
            "/usr/bin/env",
            [
                "grep", "-rHoE", "--include=*.swift", "\\b(struct|enum|class|actor|protocol|extension) +[A-Za-z0-9_]+",
                Article.root.appendingPathComponent("Sources").path, Article.root.appendingPathComponent("Tests").path,
            ])
        #expect(found.status == 0, "\(found.errors)")
        var files: [String: Set<String>] = [:]
        for line in found.output.split(separator: "\n") {
            guard let colon = line.firstIndex(of: ":"), let space = line.lastIndex(of: " ") else { continue }
            let path = String(line[..<colon])
            for name in [String(line[line.index(after: space)...]), URL(fileURLWithPath: path).lastPathComponent] {
                files[name, default: []].insert(path)
            }
        }
        return files
    }

    @Test(
        "every type and constant that an article names is declared",
        arguments: Article.all.filter { ["Architecture", "Hours", "Contributing", "Errors"].contains($0.name) })
    func declarations(_ article: Article) async throws {
        let declarations = try await Self.declarations()
        for word in article.lines.joined(separator: "\n").matches(of: #/`([A-Z]\w*[a-z]\w*)(?:\.(\w+))?`/#) {
            let (type, member) = (String(word.output.1), word.output.2.map(String.init))
            guard !Self.foreign.contains(type), member != "swift" || declarations[type + ".swift"] == nil else {
                continue
            }
            let files = declarations[type] ?? []
            let isTarget = ["Sources", "Tests"].contains { Self.isDirectory("\($0)/\(type)") }
            #expect(!files.isEmpty || isTarget, "\(type)")
            guard let member else { continue }
            let declaration = "\\b(let|var|func|case|struct|enum) `?\(member)\\b"
            let texts = files.compactMap { try? String(contentsOfFile: $0, encoding: .utf8) }
            #expect(
                texts.contains { $0.range(of: declaration, options: .regularExpression) != nil }, "\(type).\(member)")
        }
    }

    /// Names of HTTP's header fields, and of the manifest.
    private static let foreign: Set<String> = ["Accept", "Allow", "Host", "Package"]
}
