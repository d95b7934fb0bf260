import Foundation
import Postgres

/// A copy of a cluster that is made from a backup, in a data directory of its own.
public struct BackupCopy {
    public let server: EmbeddedServer
    private let folder: BackupFolder
    private let backup: BaseBackup
    private let unpacking: Unpacking

    /// - Parameter dataDirectory: an empty directory, or one that does not exist.
    /// - Throws: `EmbeddedPostgresError` if the directory is not usable.
    public init(
        of backup: BaseBackup, in folder: BackupFolder, _ unpacking: Unpacking, dataDirectory: String,
        settings: ServerSettings = ServerSettings()
    ) throws {
        self.folder = folder
        self.backup = backup
        self.unpacking = unpacking
        server = try EmbeddedServer(dataDirectory: dataDirectory, settings: settings)
    }

    // MARK: Files

    /// Copies the files of the cluster, and the log of the backup.
    ///
    /// - Throws: `EmbeddedPostgresError` if a file is missing or damaged, or the version of
    ///   PostgreSQL is not installed.
    public func unpack() throws {
        let cluster = server.clusterDirectory
        try server.makeOwned(cluster)
        try unpacking.unpack(
            folder.path(of: .cluster, in: backup),
            into: server.user.command + [
                "tar", "--extract", "--directory", cluster, "--file", "-", "--no-same-owner", "--preserve-permissions",
            ])
        let names = (try? FileManager.default.contentsOfDirectory(atPath: logFolder)) ?? []
        var found: Set<LogSegment> = []
        for name in names.compactMap(Unpacking.name) {
            guard let segment = LogSegment(name: name) else { continue }
            try add(name, try unpacking.contents(logFolder + "/" + name))
            found.insert(segment)
        }
        // The archive of the cluster has the log before the end.
        var segment = LogSegment(timeline: backup.timeline, at: backup.end)
        while segment.start < backup.point.position {
            guard found.contains(segment) else { throw missing(segment, logFolder) }
            segment = segment.next
        }
    }

    private var logFolder: String { folder.path(of: backup.name) + "/wal" }

    private func missing(_ segment: LogSegment, _ path: String) -> EmbeddedPostgresError {
        EmbeddedPostgresError(.backupFailed, "the segment \(segment.name) of the log is missing in \(path)")
    }

    /// Writes a file of the log for the server.
    private func add(_ name: String, _ bytes: [UInt8]) throws {
        if let segment = LogSegment(name: name) {
            guard segment.fits(bytes) else {
                throw EmbeddedPostgresError(.backupFailed, "the segment \(name) of the log is damaged")
            }
        }
        try DurableFile.create(server.clusterDirectory + "/pg_wal/" + name, bytes: bytes)
    }

    /// Compares the files of the cluster with the checksums that pg_basebackup wrote, and parses
    /// the log that recovery needs. Call it before `recover`.
    ///
    /// - Throws: `EmbeddedPostgresError` if a file differs.
    public func verifyFiles() throws {
        let check = try server.programs().run("pg_verifybackup", ["--quiet", server.clusterDirectory], as: server.user)
        guard check.status == 0 else {
            let lines = check.output.split(whereSeparator: \.isNewline).prefix(BackupCopy.linesShown)
            throw EmbeddedPostgresError(.backupFailed, "pg_verifybackup: " + lines.joined(separator: "; "))
        }
    }

    /// The lines of pg_verifybackup in a message.
    private static let linesShown = 5

    /// Returns the contents of the file of people.
    ///
    /// - Throws: `EmbeddedPostgresError` if it is missing or damaged.
    public func people() throws -> [UInt8] { try unpacking.contents(folder.path(of: .people, in: backup)) }

    // MARK: Log

    /// What the archive has of the log after the backup.
    public struct ArchivedLog: Sendable {
        /// The number of segments from the start of the backup to the end or to the first gap.
        public var segments: Int
        /// The name of the first file that is missing before the end of the archive; nil if there
        /// is none.
        public var gap: String?
        /// Everything that was acknowledged before this time can be restored.
        public var time: Date
    }

    /// Adds the archive of the log to the server's folder, as far as it has no gap.
    ///
    /// - Parameter checksOnly: true to read each file and write none.
    /// - Throws: `EmbeddedPostgresError` if a file is damaged.
    @discardableResult
    public func addArchivedLog(checksOnly: Bool = false) throws -> ArchivedLog {
        let archive = folder.archive(of: backup.systemIdentifier)
        // The state is read before the names, because a service may archive meanwhile.
        let state = archive.state()
        let names = archive.names()
        let route = try archive.route(from: backup.timeline, at: backup.point.position, unpacking)
        for timeline in route.timelines.dropFirst() {
            let name = LogArchive.historyName(timeline.number)
            let bytes = try unpacking.contents(archive.path + "/" + name)
            if !checksOnly { try add(name, bytes) }
        }
        var log = ArchivedLog(segments: 0, gap: nil, time: backup.point.time)
        let newest = state?.timeline ?? backup.timeline
        let isOnRoute = route.timelines.last?.number == newest
        // Without the history, recovery would end silently with the older timeline.
        if newest > backup.timeline, !isOnRoute, !names.contains(LogArchive.historyName(newest)) {
            log.gap = LogArchive.historyName(newest)
        }
        let first = LogSegment(timeline: backup.timeline, at: backup.start).number
        let lastOfBackup = LogSegment(timeline: backup.timeline, at: backup.point.position).number
        let archived = names.compactMap { LogSegment(name: $0.prefix(24)) }
            .filter { route.segments($0.number).contains($0) }.map(\.number)
        let stated = isOnRoute ? state?.lastSegment : nil
        guard let last = (archived + [stated].compactMap(\.self)).max(), last >= first else { return log }
        for number in first...last {
            let segments = route.segments(number)
            let found = try segments.filter { try add(archived: $0, archive, checksOnly: checksOnly) }
            // The newest timeline may begin in the last segment, and not be archived yet.
            let isThere = found.contains { $0 == segments.last || (!isOnRoute && number == last) }
            // The segments of the backup itself are there already, and the last one is in part.
            guard isThere || number < lastOfBackup else {
                log.gap = log.gap ?? segments.last?.name
                break
            }
            if isThere { log.segments += 1 }
        }
        if log.gap == nil, isOnRoute, let state, state.end >= backup.point.position { log.time = state.time }
        return log
    }

    /// Reads a segment of the archive, and adds it to the server's folder.
    ///
    /// - Returns: false if the archive does not have it.
    private func add(archived segment: LogSegment, _ archive: LogArchive, checksOnly: Bool) throws -> Bool {
        // The service may complete a segment meanwhile.
        let names = [segment.name, LogArchive.partialName(segment), segment.name]
        guard let name = names.first(where: { Unpacking.file(archive.path + "/" + $0) != nil }) else { return false }
        let bytes = try unpacking.contents(archive.path + "/" + name)
        guard segment.fits(bytes) else {
            throw EmbeddedPostgresError(.backupFailed, "the file \(name) of \(archive.path) is damaged")
        }
        if !checksOnly { try add(segment.name, bytes) }
        return true
    }

    /// The lists of erased people in the folder: that of the backup, and the newer one of the
    /// archive.
    ///
    /// - Throws: `EmbeddedPostgresError` if a file is damaged.
    public func erasedLists() throws -> [String] {
        let archive = folder.archive(of: backup.systemIdentifier).path + "/" + BaseBackup.File.erased.rawValue
        return try [folder.path(of: .erased, in: backup), archive].filter { Unpacking.file($0) != nil }
            .map { String(decoding: try unpacking.contents($0), as: UTF8.self) }
    }

    // MARK: Recovery

    /// Recovers the cluster to a target and stops its server. `server` can then be started.
    ///
    /// - Parameter log: the archived log that was added, or nil.
    /// - Throws: `EmbeddedPostgresError`, or `CancellationError` if cancelled.
    public func recover(
        to target: RecoveryTarget, log: ArchivedLog? = nil, isCancelled: @escaping () -> Bool = { false }
    ) throws {
        try server.write("", to: server.clusterDirectory + "/recovery.signal")
        do { try server.recover(to: target, isCancelled: isCancelled) } catch let error as EmbeddedPostgresError {
            // PostgreSQL stops at the first change after the time. If the log has none, its end is
            // the state at that time, because the archive has everything before `log.time`.
            guard case .time(let date) = target, let log, date <= log.time,
                error.message.contains("recovery ended before configured recovery target")
            else { throw error }
            try server.recover(to: .end, isCancelled: isCancelled)
        }
    }
}

extension BackupCopy {
    /// The directory in which a restore to a data directory makes its copy.
    public static func workDirectory(of dataDirectory: String) -> String { dataDirectory + "/restore.part" }

    /// Stops the server of a copy that an interrupted process left, and removes the copy.
    ///
    /// - Throws: `EmbeddedPostgresError` if the server does not stop, or the directory cannot be
    ///   removed.
    public static func remove(dataDirectory: String) throws {
        guard FileManager.default.fileExists(atPath: dataDirectory) else { return }
        if FileManager.default.fileExists(atPath: dataDirectory + "/postgres/PG_VERSION") {
            let server = try EmbeddedServer(dataDirectory: dataDirectory, isCreating: false)
            try server.stopServer(try server.programs())
        }
        do { try FileManager.default.removeItem(atPath: dataDirectory) } catch {
            throw EmbeddedPostgresError(.backupFailed, "cannot remove the directory \(dataDirectory)")
        }
    }

    /// Makes the directory of a copy, for the owner of the data directory that will get the copy.
    ///
    /// - Throws: `EmbeddedPostgresError`.
    public static func makeDirectory(_ path: String) throws {
        try EmbeddedServer.makeDirectory(path, mode: 0o700)
        FileOwner.inherit(path)
    }

    /// Moves the cluster of the copy to a data directory. A cluster that is there gets another name
    /// and is kept.
    ///
    /// - Parameter suffix: the end of that name.
    /// - Returns: the path of the cluster that was there; nil if there was none.
    /// - Throws: `EmbeddedPostgresError` if another process uses the data directory, or a directory
    ///   cannot be renamed.
    public func move(to dataDirectory: String, keepingOldAs suffix: String) throws -> String? {
        let target = dataDirectory + "/postgres"
        guard FileManager.default.fileExists(atPath: target) else {
            try BackupCopy.rename(server.clusterDirectory, target)
            return nil
        }
        let old = try EmbeddedServer(dataDirectory: dataDirectory, isCreating: false)
        return try old.whileUnused {
            let kept = target + suffix
            try BackupCopy.rename(target, kept)
            do { try BackupCopy.rename(server.clusterDirectory, target) } catch {
                try? BackupCopy.rename(kept, target)
                throw error
            }
            return kept
        }
    }

    private static func rename(_ old: String, _ new: String) throws {
        guard Foundation.rename(old, new) == 0 else { throw DurableFile.failure("rename", old) }
        try DurableFile.synchronize(URL(fileURLWithPath: new).deletingLastPathComponent().path)
    }
}

extension EmbeddedServer {
    /// Runs `body` while no process uses the data directory and no server runs in it.
    ///
    /// - Throws: `EmbeddedPostgresError` if the directory is in use; the error of `body`.
    public func whileUnused<Value>(_ body: () throws -> Value) throws -> Value {
        try operation.withLock { _ in
            try takeTurn(seconds: EmbeddedServer.stopSeconds) { false }
            defer { turn.unlock() }
            guard use.tryLockExclusive() else {
                throw EmbeddedPostgresError(
                    .directoryUnusable, "another process uses the data directory \(dataDirectory)",
                    hint: "stop the service and every other command, and try again")
            }
            defer { use.unlock() }
            // A process that was killed leaves its server running.
            try stopServer(try programs())
            return try body()
        }
    }
}
