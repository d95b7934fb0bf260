import Foundation

/// A folder of backups.
///
/// | path | what it has |
/// |---|---|
/// | `base/NAME/backup.json` | `BaseBackup` |
/// | `base/NAME/base.tar` | the cluster, as pg_basebackup writes it, with the log to its end |
/// | `base/NAME/wal/SEGMENT` | the log from that end to the point of the backup |
/// | `base/NAME/people.json`, `erased-people` | counts and digests; the list of erased people |
/// | `wal/IDENTIFIER/SEGMENT` | the log of the cluster with this identifier (`LogArchive`) |
///
/// All files except `backup.json` and `archived.json` are packed (`Packing`), so their names have a
/// further end.
public struct BackupFolder: Sendable {
    public let path: String

    /// The end of the name of a backup that is not complete.
    static let draftSuffix = ".part"
    static let descriptionName = "backup.json"

    /// - Parameter path: relative to the working directory, or absolute.
    public init(path: String) { self.path = URL(fileURLWithPath: path).standardizedFileURL.path }

    var basePath: String { path + "/base" }

    /// The folders that the program makes in the folder.
    var ownFolders: [String] { [basePath, archivePath] }

    /// These folders and the lock.
    var ownPaths: [String] { ownFolders + [lockPath] }

    /// The folder of the archived log, to which the service writes.
    public var archivePath: String { path + "/wal" }

    private var lockPath: String { path + "/backup.lock" }

    func path(of name: String) -> String { basePath + "/" + name }

    /// Returns the path of a backup that is not complete.
    func draft(of name: String) -> String { path(of: name) + BackupFolder.draftSuffix }

    /// Returns the packed file of a backup without the end of its name.
    func path(of file: BaseBackup.File, in backup: BaseBackup) -> String {
        path(of: backup.name) + "/" + file.rawValue
    }

    func archive(of systemIdentifier: String) -> LogArchive {
        LogArchive(path: archivePath + "/" + systemIdentifier)
    }

    /// Returns the complete backups, the oldest first.
    ///
    /// - Throws: `EmbeddedPostgresError` (`backupFailed`) if the folder or a description cannot be
    ///   read, or a newer program wrote it.
    public func backups() throws -> [BaseBackup] {
        guard FileManager.default.fileExists(atPath: path) else {
            throw EmbeddedPostgresError(
                .backupFailed, "there is no folder \(path)", hint: "check the path, and that its disk is mounted")
        }
        guard FileManager.default.fileExists(atPath: basePath) else { return [] }
        let names: [String]
        do { names = try FileManager.default.contentsOfDirectory(atPath: basePath) } catch {
            throw EmbeddedPostgresError(.backupFailed, "cannot read the folder \(basePath)")
        }
        return try names.filter { !$0.hasSuffix(BackupFolder.draftSuffix) }.sorted().map(description)
    }

    private func description(_ name: String) throws -> BaseBackup {
        let file = path(of: name) + "/" + BackupFolder.descriptionName
        do {
            let backup = try BaseBackup.coder.1.decode(
                BaseBackup.self, from: try Data(contentsOf: URL(fileURLWithPath: file)))
            guard backup.format <= BaseBackup.formatNow else {
                throw EmbeddedPostgresError(
                    .backupFailed, "a newer program wrote \(file)", hint: "use the healthstore of that version or newer"
                )
            }
            return backup
        } catch let error as EmbeddedPostgresError { throw error } catch {
            throw EmbeddedPostgresError(
                .backupFailed, "cannot read \(file)", hint: "remove the folder \(path(of: name)) if it is no backup")
        }
    }

    /// Returns the backup with this name, or the newest one if `name` is nil.
    ///
    /// - Parameter date: a time after the end of the backup, or nil.
    /// - Throws: `EmbeddedPostgresError` (`backupFailed`) if there is none.
    public func backup(named name: String?, before date: Date? = nil) throws -> BaseBackup {
        let all = try backups()
        let names = all.map(\.name).joined(separator: ", ")
        guard let newest = all.last, let oldest = all.first else {
            throw EmbeddedPostgresError(.backupFailed, "the folder \(path) has no backup")
        }
        if let name {
            guard let backup = all.first(where: { $0.name == name }) else {
                throw EmbeddedPostgresError(
                    .backupFailed, "the folder \(path) has no backup \(name)", hint: "it has \(names)")
            }
            return backup
        }
        guard let date else { return newest }
        guard let backup = all.last(where: { $0.point.time <= date }) else {
            throw EmbeddedPostgresError(
                .backupFailed,
                "the oldest backup ended at \(BackupTime.rfc3339(oldest.point.time)), after \(BackupTime.rfc3339(date))",
                hint: "choose a later time")
        }
        return backup
    }

    /// The latest state that can be restored from a backup, if the archive has no gap.
    public func latestTime(of backup: BaseBackup) -> Date {
        guard let state = archive(of: backup.systemIdentifier).state(), state.end >= backup.point.position else {
            return backup.point.time
        }
        return state.time
    }

    // MARK: Writing

    /// Locks the folder against other processes that write backups to it.
    ///
    /// - Throws: `EmbeddedPostgresError` (`backupFailed`) if another process holds the lock.
    func lock() throws -> FileLock {
        let lock = try FileLock(path: lockPath)
        guard lock.tryLockExclusive() else {
            throw EmbeddedPostgresError(
                .backupFailed, "another process makes a backup in \(path)", hint: "wait until it has ended")
        }
        return lock
    }

    /// Removes what interrupted backups left. The caller holds the lock.
    func removeDrafts() {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: basePath)) ?? []
        for name in names where name.hasSuffix(BackupFolder.draftSuffix) {
            try? FileManager.default.removeItem(atPath: path(of: name))
        }
    }

    /// Removes what a backup left that failed, and the folders that were made for it. The caller
    /// holds the lock.
    ///
    /// - Parameter isNew: true if the backup made this folder.
    func remove(failed name: String, isNew: Bool) {
        for path in [draft(of: name), path(of: name)] { try? FileManager.default.removeItem(atPath: path) }
        // Only empty folders are removed. With older backups, the lock stays.
        guard rmdir(basePath) == 0 else { return }
        unlink(lockPath)
        rmdir(archivePath)
        if isNew { rmdir(path) }
    }

    /// Removes all backups of a cluster but the newest `count`, and the log that only they need.
    /// The caller holds the lock.
    ///
    /// - Returns: the names of the removed backups.
    /// - Throws: `EmbeddedPostgresError` (`backupFailed`).
    func rotate(keeping count: Int, of systemIdentifier: String) throws -> [String] {
        let all = try backups().filter { $0.systemIdentifier == systemIdentifier }
        let old = all.dropLast(max(count, 1))
        for backup in old {
            // A folder that is removed in part must not look complete.
            let folder = path(of: backup.name)
            guard rename(folder, draft(of: backup.name)) == 0 else { throw DurableFile.failure("remove", folder) }
            try DurableFile.synchronize(basePath)
            try? FileManager.default.removeItem(atPath: draft(of: backup.name))
        }
        guard !old.isEmpty, let first = all.dropFirst(old.count).map(\.start).min() else { return [] }
        archive(of: systemIdentifier).removeSegments(before: first)
        return old.map(\.name)
    }

    /// Returns the bytes of all files in a folder.
    static func bytes(in folder: String) -> Int64 {
        let names = FileManager.default.enumerator(atPath: folder)?.compactMap { $0 as? String } ?? []
        return names.reduce(0) { total, name in
            let size = (try? FileManager.default.attributesOfItem(atPath: folder + "/" + name)[.size]) as? NSNumber
            return total + (size?.int64Value ?? 0)
        }
    }
}

extension BaseBackup {
    /// The packed files of a backup.
    enum File: String {
        case cluster = "base.tar"
        case people = "people.json"
        case erased = "erased-people"
    }
}
