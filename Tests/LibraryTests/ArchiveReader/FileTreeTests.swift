import ArchiveReader
import Foundation
import TestSupport
import Testing

@Suite struct FileTreeTests {
    /// Creates files at the paths, each with its path as content.
    private func make(_ space: Workspace, _ paths: [String]) throws {
        for path in paths {
            let url = URL(fileURLWithPath: space.path(path))
            try FileManager.default.createDirectory(
                at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
            try Data(path.utf8).write(to: url)
        }
    }

    private func read(_ tree: FileTree) throws -> [String: String] {
        let reader = try ArchiveReader(tree: tree)
        #expect(reader.isArchive && reader.fileBytes == tree.bytes)
        var contents: [String: String] = [:]
        while let entry = try reader.nextEntry() {
            var text: [UInt8] = []
            var buffer = [UInt8](repeating: 0, count: 7)
            while case let count = try reader.read(into: &buffer), count > 0 { text += buffer[..<count] }
            contents[entry.path] = entry.kind == .file ? String(decoding: text, as: UTF8.self) : entry.kind.rawValue
        }
        #expect(reader.fileBytesRead == reader.fileBytes)
        return contents
    }

    @Test("the files of a directory are listed in the order of their paths and read with their own content")
    func files() throws {
        let space = try Workspace()
        let paths = ["root/b/c.gpx", "root/a.xml", "root/b/ü.csv", "root/b/d/e.json"]
        try make(space, paths + ["beside.xml"])
        try Data().write(to: URL(fileURLWithPath: space.path("root/empty")))
        let tree = try FileTree(root: space.path("root"))
        #expect(tree.files.map(\.path) == ["a.xml", "b/c.gpx", "b/d/e.json", "b/ü.csv", "empty"])
        let expected = paths.map { ($0.replacing("root/", with: ""), $0) } + [("empty", "")]
        #expect(try read(tree) == Dictionary(uniqueKeysWithValues: expected))
        #expect(try FileTree(root: space.path("root"), names: ["b"]).files.map(\.path).count == 3)
        #expect(try FileTree(root: space.path("root"), depthMax: 1).files.map(\.path) == ["a.xml", "empty"])
    }

    @Test("symbolic links to files and directories are listed and not followed")
    func links() throws {
        let space = try Workspace()
        try make(space, ["root/a.xml", "secret/b.xml"])
        let manager = FileManager.default
        try manager.createSymbolicLink(
            atPath: space.path("root/file"), withDestinationPath: space.path("secret/b.xml"))
        try manager.createSymbolicLink(atPath: space.path("root/folder"), withDestinationPath: space.path("secret"))
        try manager.createSymbolicLink(atPath: space.path("root/loop"), withDestinationPath: ".")
        let tree = try FileTree(root: space.path("root"))
        #expect(
            try read(tree) == [
                "a.xml": "root/a.xml", "file": "symbolicLink", "folder": "symbolicLink", "loop": "symbolicLink",
            ])
        // The path of the directory itself may be a link.
        #expect(try FileTree(root: space.path("root/folder")).files.map(\.path) == ["b.xml"])
    }

    @Test("a file or directory that has become a link since it was listed is not followed")
    func exchanged() throws {
        for exchanged in ["root/b", "root/b/c.gpx"] {
            let space = try Workspace()
            try make(space, ["root/b/c.gpx", "secret/c.gpx"])
            let tree = try FileTree(root: space.path("root"))
            let manager = FileManager.default
            try manager.removeItem(atPath: space.path(exchanged))
            try manager.createSymbolicLink(
                atPath: space.path(exchanged),
                withDestinationPath: space.path(exchanged == "root/b" ? "secret" : "secret/c.gpx"))
            let reader = try ArchiveReader(tree: tree)
            #expect(throws: ArchiveError.self) { try reader.nextEntry() }
        }
    }

    @Test("the limits of an archive apply")
    func limits() throws {
        let space = try Workspace()
        try make(space, ["root/a", "root/b/c"])
        var limits = ArchiveLimits()
        limits.entriesMax = 1
        #expect(throws: ArchiveError.self) { try FileTree(root: space.path("root"), limits: limits) }
        limits.entriesMax = 2
        #expect(try FileTree(root: space.path("root"), limits: limits).files.count == 2)
        limits.pathBytesMax = 2
        #expect(throws: ArchiveError.self) { try FileTree(root: space.path("root"), limits: limits) }
        #expect(throws: ArchiveError.self) { try FileTree(root: space.path("nothing")) }
        let deep = "root/" + String(repeating: "d/", count: FileTree.depthMax) + "e"
        try make(space, [deep])
        let error = #expect(throws: ArchiveError.self) { try FileTree(root: space.path("root")) }
        #expect(error?.code == .limitExceeded)
        limits = ArchiveLimits()
        limits.entryBytesMax = 5
        let reader = try ArchiveReader(tree: try FileTree(root: space.path("root"), names: ["a"]), limits: limits)
        _ = try reader.nextEntry()
        var buffer = [UInt8](repeating: 0, count: 64)
        #expect(throws: ArchiveError.self) { try reader.read(into: &buffer) }
    }
}
