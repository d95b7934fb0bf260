import EmbeddedPostgres
import Foundation
import HealthCore
import HealthDatabase
import Postgres
import ServiceProcess

/// `healthstore restore`
enum RestoreCommand: Command {
    static let description = CommandDescription(
        "restore", "Brings the whole private store back from a folder of healthstore backup.",
        positionals: ["DIR"],
        options: [
            Option("--backup", "NAME", "start from this backup (the newest before TIME)"),
            Option("--to", "TIME", "restore the state at this time, such as 2024-05-01T12:00:00Z (the latest state)"),
            Option("--replace", nil, "keep the store in the data directory under another name, and take its place"),
            Option("--accept-gap", nil, "restore only what is before a gap of the archive"),
            Option("--identity", "FILE", "the file of age's secret key, for an encrypted backup"),
        ],
        notes: """
            Stop the service first. A TIME after the backup needs the archive of serve --wal-archive. After a restore the change \
            feeds of all people are new, so clients read them from the start, and people who were erased since are erased again. \
            Files that waited for import are not in a backup. Send them again.
            """)

    static func run(_ arguments: Arguments) async throws {
        guard !DatabaseAddress.store.isArgument(arguments) else {
            throw arguments.usage("restore makes a private store, so it takes --data-dir and no --database-url")
        }
        let folder = BackupFolder(path: try arguments.positional(0, "DIR"))
        let date = try date(arguments)
        let backup = try folder.backup(named: arguments["--backup"], before: date)
        if let date {
            let latest = folder.latestTime(of: backup)
            guard date >= backup.point.time, date <= latest else { throw outside(date, backup, until: latest) }
        }
        let directory = URL(fileURLWithPath: arguments.dataDirectory).standardizedFileURL.path
        try checkTarget(directory, isReplacing: arguments.has("--replace"))
        let target = try EmbeddedServer(dataDirectory: directory)
        let work = BackupCopy.workDirectory(of: directory)
        // An interrupted restore left it.
        try BackupCopy.remove(dataDirectory: work)
        try await Cancellable.run(outcome: "the data directory is as before") { signals in
            defer { try? BackupCopy.remove(dataDirectory: work) }
            try BackupCopy.makeDirectory(work)
            let watch = Stopwatch()
            let copy = try BackupCopy(
                of: backup, in: folder, Unpacking(identity: arguments.identity), dataDirectory: work)
            let log = try recover(copy, backup, to: date, arguments) { signals.hasCome }
            let list = ErasedList(path: arguments["--erased-list"] ?? directory + "/" + ErasedList.fileName)
            try list.add(copies: try copy.erasedLists())
            let notes = try complete(copy, list)
            let suffix = ".replaced-" + BackupTime.rfc3339(watch.start).prefix(19)
            let kept = try copy.move(to: directory, keepingOldAs: suffix)
            if !backup.recipients.isEmpty, try target.recipients().isEmpty {
                try target.setRecipients(backup.recipients)
            }
            let end = date.map { BackupTime.rfc3339($0) } ?? (log.gap == nil ? BackupTime.rfc3339(log.time) : "the gap")
            print("restored the state at \(end) from backup \(backup.name) in \(watch.seconds) s")
            for note in notes { print(note) }
            if let kept { print("the store that was there is kept in \(kept)") }
        }
    }

    private static func date(_ arguments: Arguments) throws -> Date? {
        guard let text = arguments["--to"] else { return nil }
        guard let instant = Instant(rfc3339: text) else {
            throw arguments.usage("--to must be a time with an offset, such as 2024-05-01T12:00:00Z")
        }
        return Date(timeIntervalSince1970: Double(instant.microseconds) / 1_000_000)
    }

    private static func outside(_ date: Date, _ backup: BaseBackup, until end: Date) -> CommandFailure {
        CommandFailure(
            message: "--to is \(BackupTime.rfc3339(date)), and backup \(backup.name) has the states from "
                + "\(BackupTime.rfc3339(backup.point.time)) to \(BackupTime.rfc3339(end))",
            hint: "choose a time in this range, or an earlier --backup; without --to, the latest state is restored")
    }

    private static func checkTarget(_ directory: String, isReplacing: Bool) throws {
        guard FileManager.default.fileExists(atPath: directory + "/postgres") else { return }
        guard isReplacing else {
            throw CommandFailure(
                message: "there is a store in the directory \(directory)",
                hint: "--replace keeps it under another name; or choose a --data-dir without a store")
        }
        // This fails early. The move at the end checks again.
        try EmbeddedServer(dataDirectory: directory, isCreating: false).whileUnused {}
    }

    /// Makes the copy and recovers it.
    private static func recover(
        _ copy: BackupCopy, _ backup: BaseBackup, to date: Date?, _ arguments: Arguments,
        isCancelled: @escaping () -> Bool
    ) throws -> BackupCopy.ArchivedLog {
        try copy.unpack()
        try copy.verifyFiles()
        let log = try copy.addArchivedLog()
        if let gap = log.gap, date == nil, !arguments.has("--accept-gap") {
            throw CommandFailure(
                message: "the archive lacks the file \(gap) of the log, so nothing after it can be restored",
                hint: "--accept-gap restores what is before it; a newer --backup may need no such file")
        }
        // The archive may have gone on from another timeline than that of the backup.
        if let date, log.gap == nil, date > log.time { throw outside(date, backup, until: log.time) }
        try copy.recover(to: date.map { .time($0) } ?? .end, log: log, isCancelled: isCancelled)
        return log
    }

    /// Migrates the copy, begins to erase people again, and makes the anchors of clients invalid.
    private static func complete(_ copy: BackupCopy, _ list: ErasedList) throws -> [String] {
        try copy.server.start()
        let notes: [String]
        do { notes = try renew(copy, list) } catch {
            try? copy.server.stop()
            throw error
        }
        try copy.server.stop()
        return notes
    }

    private static func renew(_ copy: BackupCopy, _ list: ErasedList) throws -> [String] {
        let session = try Session(conninfo: copy.server.conninfo)
        if try !Migrator().isCurrent(session) { _ = try Migrator().migrate(session) }
        var notes = ["renewed \(try ChangeReader.renewFeeds(session)) feeds"]
        let erased = try ErasedList.reconcile(list, session)
        if !erased.isEmpty {
            notes.append(
                "\(erased.count) people of the list of erased people are unreadable; healthstore serve or healthstore migrate "
                    + "deletes their rows")
        }
        return notes
    }
}
