import Foundation
import Testing

/// Checks the names of files, and the names of files in texts.
@Suite struct RepositoryTests {
    /// What belongs beside the folders of the package, except what git ignores.
    private static let root: Set = [
        ".build", ".ci", ".git", ".gitignore", ".swift-format", ".swiftpm", "CHANGELOG.md", "Examples",
        "Package.resolved", "Package.swift", "README.md", "Sources", "Tests", "packaging", "python", "scripts", "sql",
    ]

    @Test("the root has only known entries")
    func entries() throws {
        let entries = try FileManager.default.contentsOfDirectory(atPath: SourceTree.root.path)
        let unknown = Set(entries.filter { !$0.hasSuffix(".swp") }).subtracting(Self.root)
        #expect(unknown == [])
    }

    @Test("no file name has a control character")
    func names() throws {
        let wrong = SourceTree.files.map(\.path).filter { path in
            path.unicodeScalars.contains { $0.properties.generalCategory == .control }
        }
        #expect(wrong == [])
    }

    @Test("a file that a comment or an article names exists")
    func named() throws {
        let name = #/(?m)(?:^|[ `("])((?:Sources|Tests|Examples|sql|scripts|packaging)/[\w/+.-]*\w)/#
        var missing: Set<String> = []
        for file in SourceTree.checkedFiles where file.path != "CHANGELOG.md" {
            for match in file.text.matches(of: name) {
                let named = String(match.1)
                let path = SourceTree.root.appendingPathComponent(named).path
                // NNNN stands for the number of a migration.
                guard !named.contains("NNNN"), !FileManager.default.fileExists(atPath: path) else { continue }
                missing.insert("\(file.path): \(named)")
            }
        }
        #expect(missing == [])
    }
}
