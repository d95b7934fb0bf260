import Foundation
import Postgres

/// Makes a backup of the private server's cluster while it is in use.
public struct BackupMaker {
    private let server: EmbeddedServer
    private let folder: BackupFolder
    private let session: Session

    /// - Parameter session: a session of the server's owner.
    public init(server: EmbeddedServer, folder: BackupFolder, session: Session) {
        self.server = server
        self.folder = folder
        self.session = session
    }

    /// What a backup did.
    public struct Report: Sendable {
        public var backup: BaseBackup
        /// The names of older backups that were removed.
        public var removed: [String]
    }

    /// The position and time of a backup's point, and the contents of its file `people.json`, which
    /// belong to the point.
    public typealias People = (position: String, time: Date, file: [UInt8])

    /// Copies the cluster and the log that its recovery needs, and then removes older backups.
    ///
    /// The folder gets its name when the disk has all files. Programs that write to the store go on
    /// meanwhile. If root makes the backup, the server's user gets the files, because the service
    /// archives to the same folder.
    ///
    /// - Parameters:
    ///   - program: the version of this program.
    ///   - migration: the newest migration of the schema.
    ///   - keep: the number of backups of this cluster that are kept, from 1; nil for all.
    ///   - isCancelled: polled. If it returns true, the backup ends.
    ///   - people: makes a point of the log after the copy. Its argument is the point's name.
    /// - Throws: `EmbeddedPostgresError`, `PostgresError`, the error of `people`, or
    ///   `CancellationError` if cancelled. Nothing is left in the folder then.
    public func make(
        program: String, migration: String, keep: Int?, isCancelled: @escaping @Sendable () -> Bool = { false },
        people: (String) throws -> People
    ) throws -> Report {
        let isNew = !FileManager.default.fileExists(atPath: folder.path)
        for path in folder.ownFolders { try DurableFile.makeFolder(path) }
        let lock = try folder.lock()
        defer { lock.unlock() }
        folder.removeDrafts()
        let begin = Date()
        let name = try unusedName(begin)
        let backup: BaseBackup
        do {
            // A folder that the operator made keeps its owner.
            for path in (isNew ? [folder.path] : []) + folder.ownPaths { try server.user.takeOver(tree: path) }
            backup = try copy(
                name, begin, program: program, migration: migration,
                try server.packing(isCancelled: isCancelled), people: people)
            try complete(backup)
        } catch {
            folder.remove(failed: name, isNew: isNew)
            throw error
        }
        let removed = try keep.map { try folder.rotate(keeping: $0, of: backup.systemIdentifier) } ?? []
        return Report(backup: backup, removed: removed)
    }

    /// Writes the files of a backup to its draft.
    private func copy(
        _ name: String, _ begin: Date, program: String, migration: String, _ packing: Packing,
        people: (String) throws -> People
    ) throws -> BaseBackup {
        let draft = folder.draft(of: name)
        try DurableFile.makeFolder(draft)
        try DurableFile.makeFolder(draft + "/wal")
        // Keeps the segments that this backup needs until the session ends.
        let slot = "healthstore_backup_\(getpid())"
        _ = try session.execute("select pg_create_physical_replication_slot($1, true, true)", [.text(slot)])
        defer { _ = try? session.execute("select pg_drop_replication_slot($1)", [.text(slot)]) }
        let copied = try copyCluster(to: draft + "/" + BaseBackup.File.cluster.rawValue, packing)
        let people = try people("healthstore \(name)")
        let point = BaseBackup.RecoveryPoint(
            name: "healthstore \(name)", position: try position(people.position), time: people.time)
        let state = try copyLog(from: copied.end, to: point.position, copied.timeline, draft + "/wal", packing)
        try packing.pack(people.file, to: draft + "/" + BaseBackup.File.people.rawValue)
        let erased = (try? Data(contentsOf: URL(fileURLWithPath: server.dataDirectory + "/erased-people"))) ?? Data()
        try packing.pack(Array(erased), to: draft + "/" + BaseBackup.File.erased.rawValue)
        let backup = BaseBackup(
            format: BaseBackup.formatNow, name: name, program: program, migration: migration,
            postgresVersion: session.serverVersionText, postgresMajor: session.serverVersion / 10_000,
            systemIdentifier: state.systemIdentifier, timeline: copied.timeline, start: copied.start,
            end: copied.end, startedAt: begin, point: point, bytes: BackupFolder.bytes(in: draft),
            recipients: try server.recipients())
        try DurableFile.create(
            draft + "/" + BackupFolder.descriptionName, bytes: Array(try BaseBackup.coder.0.encode(backup)))
        try DurableFile.synchronize(draft + "/wal")
        return backup
    }

    /// Gives a backup its name, when the disk has all files.
    private func complete(_ backup: BaseBackup) throws {
        let draft = folder.draft(of: backup.name)
        guard rename(draft, folder.path(of: backup.name)) == 0 else { throw DurableFile.failure("create", draft) }
        try DurableFile.synchronize(folder.basePath)
        let archive = folder.archive(of: backup.systemIdentifier)
        let isFirst = !archive.exists
        try DurableFile.makeFolder(archive.path)
        do { try server.write(BackupTime.rfc3339(backup.point.time) + "\n", named: LastBackup.fileName) } catch {
            if isFirst { rmdir(archive.path) }
            throw error
        }
        ArchiveFault.write(nil, .gap, dataDirectory: server.dataDirectory)
    }

    /// Returns the name of a backup that starts now. Waits if one started in the same second.
    private func unusedName(_ date: Date) throws -> String {
        var date = date
        while true {
            let name = BackupTime.rfc3339(date).prefix(19).filter { !"-:".contains($0) } + "Z"
            if !FileManager.default.fileExists(atPath: folder.path(of: name)) { return name }
            sleep(1)
            date = Date()
        }
    }

    private func position(_ text: String) throws -> LogPosition {
        guard let position = LogPosition(text) else {
            throw EmbeddedPostgresError(.backupFailed, "\(text) is no position of a log")
        }
        return position
    }

    private func copyCluster(
        to path: String, _ packing: Packing
    ) throws -> (start: LogPosition, end: LogPosition, timeline: UInt32) {
        let programs = try server.programs()
        let messages = try naming(server.log) {
            try packing.pack(
                outputOf: [
                    programs.directory + "/pg_basebackup", "--dbname", server.conninfo, "--no-password", "--pgdata",
                    "-",
                    "--format", "tar", "--wal-method", "fetch", "--checkpoint", "fast", "--verbose",
                ], to: path)
        }
        guard let begin = messages.firstMatch(of: /start point: ([0-9A-F]+\/[0-9A-F]+) on timeline ([0-9]+)/),
            let end = messages.firstMatch(of: /end point: ([0-9A-F]+\/[0-9A-F]+)/), let start = LogPosition(begin.1),
            let timeline = UInt32(begin.2), let stop = LogPosition(end.1)
        else {
            throw EmbeddedPostgresError(
                .programFailed, "pg_basebackup does not name its points: \(ProgramFailure.reason(in: messages))")
        }
        return (start, stop, timeline)
    }

    /// Adds where the server says why pg_basebackup failed.
    private func naming<Value>(_ log: ServerLog, _ body: () throws -> Value) throws -> Value {
        do { return try body() } catch var error as EmbeddedPostgresError {
            if error.hint == nil {
                error.hint =
                    "the server's log \(log.path) may say why; if it removed a segment of its log, make the backup while less is "
                    + "written, or raise max_slot_wal_keep_size"
            }
            throw error
        }
    }

    /// Copies the log between two positions.
    ///
    /// - Returns: the state of the log, which goes at least to `end`.
    private func copyLog(
        from start: LogPosition, to end: LogPosition, _ timeline: UInt32, _ path: String, _ packing: Packing
    ) throws -> LogReader.State {
        let reader = LogReader(session: session)
        var state = try reader.state()
        // The server's log writer flushes several times a second.
        let deadline = Deadline(seconds: EmbeddedServer.stopSeconds)
        while state.end < end {
            guard !deadline.hasPassed else {
                throw EmbeddedPostgresError(.backupFailed, "the server does not write its log to the disk")
            }
            Deadline.pause()
            state = try reader.state()
        }
        var segment = LogSegment(timeline: timeline, at: start)
        while segment.start < end {
            let isOpen = segment.number >= state.segment.number
            guard let bytes = try reader.bytes(of: segment, end: isOpen ? state.end : nil) else {
                throw EmbeddedPostgresError(
                    .backupFailed, "the server removed the segment \(segment.name) of its log during the backup",
                    hint: "raise max_slot_wal_keep_size by ALTER SYSTEM, or make the backup while less is written")
            }
            try packing.pack(bytes, size: Int(LogSegment.byteCount), to: path + "/" + segment.name)
            segment = segment.next
        }
        return state
    }
}

extension EmbeddedServer {
    /// The file of the public keys for which backups are encrypted.
    var recipientsPath: String { dataDirectory + "/" + EmbeddedServer.recipientsName }

    static let recipientsName = "backup-recipients"

    /// Returns the public keys for which backups are encrypted. Empty if they are not encrypted.
    ///
    /// - Throws: `EmbeddedPostgresError` (`backupFailed`) if the file of the keys cannot be read.
    public func recipients() throws -> [String] {
        guard FileManager.default.fileExists(atPath: recipientsPath) else { return [] }
        guard let text = try? String(contentsOfFile: recipientsPath, encoding: .utf8) else {
            throw EmbeddedPostgresError(
                .backupFailed, "cannot read \(recipientsPath), which says for whom backups are encrypted",
                hint: "run this command as the user that owns the file")
        }
        return text.split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) }
            .filter { !$0.isEmpty && !$0.hasPrefix("#") }
    }

    /// - Throws: `EmbeddedPostgresError` (`backupFailed`) if age is needed and not installed, or
    ///   the file of the keys cannot be read.
    func packing(isCancelled: (@Sendable () -> Bool)? = nil) throws -> Packing {
        try Packing(recipients: try recipients().isEmpty ? nil : recipientsPath, isCancelled: isCancelled)
    }

    /// Writes a file of the data directory.
    func write(_ text: String, named name: String) throws {
        try DurableFile.create(dataDirectory + "/" + name, bytes: Array(text.utf8))
    }

    /// Encrypts later backups and the archive of the log for these keys.
    ///
    /// - Parameter keys: age's public keys, such as `age1…`, or public keys of SSH.
    /// - Throws: `EmbeddedPostgresError` (`backupFailed`) if age refuses a key or is not installed.
    public func setRecipients(_ keys: [String]) throws {
        try Packing.requireAge()
        let nothing = try MemoryFile()
        do {
            try Pipeline.run([["age", "--encrypt"] + keys.flatMap { ["-r", $0] }], output: nothing.descriptor)
        } catch let error as EmbeddedPostgresError {
            throw EmbeddedPostgresError(
                .backupFailed, "age refuses a recipient: \(error.message)",
                hint: "a recipient is a public key, such as the one that age-keygen prints")
        }
        try write(keys.joined(separator: "\n") + "\n", named: EmbeddedServer.recipientsName)
    }
}
