import Foundation
import TestSupport
import Testing

@testable import EmbeddedPostgres

@Suite struct BackupFolderTests {
    /// Writes the description of a backup that begins at the start of a segment.
    private func write(_ name: String, segment: UInt64, in folder: BackupFolder) throws {
        let start = try #require(LogPosition("0/\(segment)000000"))
        let backup = BaseBackup(
            format: BaseBackup.formatNow, name: name, program: "1", migration: "1", postgresVersion: "15",
            postgresMajor: 15, systemIdentifier: "7", timeline: 1, start: start, end: start,
            startedAt: Date(timeIntervalSince1970: 0),
            point: .init(name: name, position: start, time: Date(timeIntervalSince1970: 0)), bytes: 0, recipients: [])
        try FileManager.default.createDirectory(atPath: folder.path(of: name), withIntermediateDirectories: true)
        try BaseBackup.coder.0.encode(backup)
            .write(to: URL(fileURLWithPath: folder.path(of: name) + "/" + BackupFolder.descriptionName))
    }

    @Test("pruning keeps the log from the oldest backup that is kept, from which each of them reaches a later time")
    func rotation() async throws {
        try await withTemporaryDirectory { path in
            let folder = BackupFolder(path: path)
            for (name, segment) in [("a", 1), ("b", 3), ("c", 5)] as [(String, UInt64)] {
                try write(name, segment: segment, in: folder)
            }
            let archive = folder.archive(of: "7")
            try FileManager.default.createDirectory(atPath: archive.path, withIntermediateDirectories: true)
            let segments = try (0...6).map { number in
                LogSegment(timeline: 1, at: try #require(LogPosition("0/\(number)000000"))).name
            }
            for segment in segments {
                #expect(FileManager.default.createFile(atPath: "\(archive.path)/\(segment).gz", contents: nil))
            }
            #expect(try folder.rotate(keeping: 2, of: "7") == ["a"])
            #expect(try folder.backups().map(\.name) == ["b", "c"])
            #expect(archive.names().sorted() == Array(segments[3...]))
        }
    }
}
