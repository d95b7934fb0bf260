import Foundation

/// The files of this package as they are on disk.
enum SourceTree {
    struct File: Sendable {
        /// From the package's folder on: `Sources/Postgres/Pool.swift`.
        var path: String
        var text: String

        var lines: [Substring] { text.split(separator: "\n", omittingEmptySubsequences: false) }

        /// Whether it is in one of the folders.
        func isIn(_ folders: [String]) -> Bool {
            folders.contains { path.hasPrefix($0 + "/") }
        }
    }

    static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent()

    /// Every file with text, except what the package manager and git keep for themselves.
    static let files: [File] = {
        guard let paths = FileManager.default.enumerator(atPath: root.path) else { return [] }
        var files: [File] = []
        while let path = paths.nextObject() as? String {
            if [".build", ".git", ".swiftpm"].contains(path) {
                paths.skipDescendants()
            } else if let text = try? String(contentsOf: root.appendingPathComponent(path), encoding: .utf8) {
                files.append(File(path: path, text: text))
            }
        }
        return files
    }()

    /// These tests name what they forbid, and fixtures in JSON are data that no person wrote; neither is looked at.
    static let checkedFiles = files.filter { !$0.isIn(["Tests/StyleTests"]) && !$0.path.hasSuffix(".json") }

    static let swiftFiles = checkedFiles.filter { $0.path.hasSuffix(".swift") }
}
