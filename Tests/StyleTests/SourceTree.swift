import Foundation

/// The files of this package as they are on disk.
enum SourceTree {
    struct File: Sendable {
        /// The path from the package's folder, such as `Sources/Postgres/Pool.swift`.
        var path: String
        var text: String

        var lines: [Substring] { text.split(separator: "\n", omittingEmptySubsequences: false) }

        /// Returns true if the file is in one of the folders.
        func isIn(_ folders: [String]) -> Bool {
            folders.contains { path.hasPrefix($0 + "/") }
        }
    }

    static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent()

    /// Every text file, except the files of the package manager and of git.
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

    /// The checked files. The tests in this folder name the forbidden forms, and JSON fixtures are
    /// data that no person wrote, so they are left out.
    static let checkedFiles = files.filter { !$0.isIn(["Tests/StyleTests"]) && !$0.path.hasSuffix(".json") }

    static let swiftFiles = checkedFiles.filter { $0.path.hasSuffix(".swift") }
}
