import Foundation
import Postgres
import TestSupport
import Testing

@testable import EmbeddedPostgres

@Suite struct BackupFolderTests {
    @Test("an archive fails since its first failure, also after a restart of the service, until its next success")
    func archiveFailure() async throws {
        try await withTemporaryDirectory { data in
            try PreparedStore.copy(to: data)
            let server = try EmbeddedServer(dataDirectory: data, settings: ServerSettings(isThrowaway: true))
            try server.start()
            defer { try? server.stop() }
            let session = try Session(conninfo: server.conninfo)
            let before = ArchiveFault(since: Date(timeIntervalSinceNow: -7_200), reason: "before")
            ArchiveFault.write(before, .failure, dataDirectory: data)
            var policy = LogArchiver.Policy()
            policy.pollInterval = .milliseconds(20)
            let folder = BackupFolder(path: data + "/backups")
            let archiver = LogArchiver(server: server, folder: folder, policy: policy) { _ in }
            let task = Task { await archiver.run() }
            func faults() throws -> [String] { try server.findings(session).filter { !$0.isGood }.map(\.text) }
            try await wait(for: "it fails") { try faults().contains { $0.contains("there is no folder") } }
            #expect(archiver.failingSeconds > 7_100)
            let cluster = try LogReader(session: session).state().systemIdentifier
            try DurableFile.makeFolder(folder.archive(of: cluster).path)
            try await wait(for: "it works") { try archiver.failingSeconds == 0 && faults() == [] }
            task.cancel()
            await task.value
        }
    }

    /// Writes the description of a backup of one segment, which ended as many seconds after 1970.
    /// Also makes the folder of its archive.
    @discardableResult
    private func write(
        _ name: String, segment: UInt64, of cluster: String = "7", in folder: BackupFolder
    ) throws -> BaseBackup {
        let time = Date(timeIntervalSince1970: Double(segment))
        let first = LogSegment(timeline: 1, number: segment)
        let end = first.next.start
        let backup = BaseBackup(
            format: BaseBackup.formatNow, name: name, program: "1", migration: "1", postgresVersion: "15",
            postgresMajor: 15, systemIdentifier: cluster, timeline: 1, start: first.start, end: end, startedAt: time,
            point: .init(name: name, position: end, time: time), bytes: 0, recipients: [])
        for path in [folder.path(of: name), folder.archive(of: cluster).path] {
            try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
        }
        try BaseBackup.coder.0.encode(backup)
            .write(to: URL(fileURLWithPath: folder.path(of: name) + "/" + BackupFolder.descriptionName))
        return backup
    }

    @Test("pruning keeps the log from the oldest backup that is kept, from which each of them reaches a later time")
    func rotation() async throws {
        try await withTemporaryDirectory { path in
            let folder = BackupFolder(path: path)
            for (name, segment) in [("a", 1), ("b", 3), ("c", 5)] as [(String, UInt64)] {
                try write(name, segment: segment, in: folder)
            }
            try write("0", segment: 9, of: "8", in: folder)
            let archive = folder.archive(of: "7")
            let numbers = 0...6 as ClosedRange<UInt64>
            let names = numbers.map { LogSegment(timeline: 1, number: $0).name } + ["00000002.history"]
            for name in names {
                #expect(FileManager.default.createFile(atPath: "\(archive.path)/\(name).gz", contents: nil))
            }
            #expect(try folder.rotate(keeping: 2, of: "7") == ["a"])
            #expect(try folder.backups().map(\.name) == ["0", "b", "c"])
            #expect(archive.names().sorted() == Array(names[3...]))
            for (seconds, name) in [(3, "b"), (4, "b"), (5, "c")] {
                let date = Date(timeIntervalSince1970: Double(seconds))
                #expect(try folder.backup(named: nil, before: date).name == name)
            }
            #expect(throws: EmbeddedPostgresError.self) {
                try folder.backup(named: nil, before: Date(timeIntervalSince1970: 2))
            }
        }
    }

    @Test("after a promotion, the log goes on with the timeline that came from the backup; what is lost is found")
    func promotion() async throws {
        try await withTemporaryDirectory { path in
            let folder = BackupFolder(path: path + "/backups")
            let backup = try write("a", segment: 1, in: folder)
            let archive = folder.archive(of: "7")
            let packing = try Packing(recipients: nil)
            // The second timeline begins inside the segment 3. The third one begins before the end
            // of the backup.
            try archive.add("00000002.history", Array("1\t0/3000148\tno recovery target\n".utf8), packing)
            try archive.add("00000003.history", Array("1\t0/1000100\tbefore\n".utf8), packing)
            let numbers: [(timeline: UInt32, number: UInt64)] = [(1, 2), (1, 3), (2, 3), (2, 4), (2, 5), (1, 9)]
            for (index, (timeline, number)) in numbers.enumerated() {
                let segment = LogSegment(timeline: timeline, number: number)
                let isPartial = index == 1 || index == 4
                // The first page has the position of the segment.
                let page = [UInt8](repeating: 0, count: 11) + [UInt8(number), 0, 0, 0, 0]
                try archive.add(segment, page, isPartial: isPartial, packing)
            }
            let time = Date(timeIntervalSince1970: 100)
            try archive.write(.init(timeline: 2, end: LogSegment(timeline: 2, number: 6).start, time: time))
            let copy = try BackupCopy(
                of: backup, in: folder, Unpacking(identity: nil), dataDirectory: path + "/copy")
            func expectLog(_ count: Int, gap: String?, _ time: Date) throws {
                let log = try copy.addArchivedLog(checksOnly: true)
                #expect(log.segments == count && log.gap == gap && log.time == time, "\(log)")
            }
            try expectLog(4, gap: nil, time)
            let lost = [
                (0, "000000010000000000000002"), (1, "000000020000000000000003"), (2, "000000020000000000000004"),
                (3, "000000020000000000000005"), (2, "00000002.history"),
            ]
            for (count, name) in lost {
                let file = try #require(
                    [name, name + ".partial"].lazy.compactMap { Unpacking.file(archive.path + "/" + $0) }.first)
                #expect(rename(file, path + "/kept") == 0)
                try expectLog(count, gap: name, backup.point.time)
                #expect(rename(path + "/kept", file) == 0)
            }
            // The file of a segment in the middle is cut off, or what it has is short.
            let middle = archive.path + "/000000020000000000000004"
            #expect(try truncate(#require(Unpacking.file(middle)), 40) == 0)
            #expect(throws: EmbeddedPostgresError.self) { try copy.addArchivedLog(checksOnly: true) }
            try packing.pack([UInt8](repeating: 0, count: 11) + [4, 0, 0, 0, 0], to: middle)
            #expect(throws: EmbeddedPostgresError.self) { try copy.addArchivedLog(checksOnly: true) }
        }
    }
}
