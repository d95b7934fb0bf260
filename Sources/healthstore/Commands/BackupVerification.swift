import EmbeddedPostgres
import Foundation
import HealthDatabase
import Postgres
import ServiceProcess

/// `healthstore backup verify`
enum BackupVerification {
    /// - Throws: `ExitStatus` if a problem was found.
    @MainActor static func run(_ arguments: Arguments, _ folder: BackupFolder) throws {
        let backup = try folder.backup(named: arguments["--backup"])
        let parent = URL(fileURLWithPath: folder.path).deletingLastPathComponent().path
        let scratch =
            (arguments["--scratch-dir"].map { URL(fileURLWithPath: $0).standardizedFileURL.path } ?? parent)
            + "/healthstore-verify-\(getpid())"
        let signals = StopSignals(endsAtSecond: true)
        defer {
            do { try BackupCopy.remove(dataDirectory: scratch) } catch {
                StandardError.warn("cannot remove \(scratch)")
            }
        }
        var checks = Checks()
        print("backup \(backup.name), PostgreSQL \(backup.postgresVersion), migration \(backup.migration)")
        do {
            // The copy runs beside other servers, so it takes little memory.
            let copy = try BackupCopy(
                of: backup, in: folder, Unpacking(identity: arguments.identity), dataDirectory: scratch,
                settings: ServerSettings(memoryBytes: 1 << 30))
            try checks.run("the files of the cluster have their checksums") {
                try copy.unpack()
                try copy.verifyFiles()
            }
            try checks.run("recovered to the point of the backup") {
                try copy.recover(to: .point(backup.point)) { signals.hasCome }
            }
            try checkArchive(copy, backup, &checks)
            try checkStore(copy, &checks)
        } catch is CancellationError {
            StandardError.warn("cancelled")
            throw ExitStatus()
        } catch let failure as CommandFailure {
            checks.add(isGood: false, failure.message, hint: failure.hint)
        }
        print("\(checks.isGood ? "verified" : "found problems") in \(checks.watch.seconds) s")
        if !checks.isGood { throw ExitStatus() }
    }

    @MainActor private static func checkArchive(
        _ copy: BackupCopy, _ backup: BaseBackup, _ checks: inout Checks
    ) throws {
        let log = try checks.failing { try copy.addArchivedLog(checksOnly: true) }
        guard log.segments > 0 || log.gap != nil else {
            return checks.add(isGood: true, "nothing after the backup is archived; serve --wal-archive does that")
        }
        checks.add(
            isGood: log.gap == nil,
            log.gap.map { "the archive lacks the file \($0), so nothing after it can be restored from this backup" }
                ?? "the archive has the changes until \(BackupTime.rfc3339(log.time)), in \(log.segments) segments",
            hint: "make a new backup; changes after it can then be restored")
    }

    @MainActor private static func checkStore(_ copy: BackupCopy, _ checks: inout Checks) throws {
        let written = try checks.failing {
            try JSONDecoder().decode(StoreDigest.self, from: Data(try copy.people()))
        }
        try checks.failing { try copy.server.start() }
        let session = try Session(conninfo: copy.server.conninfo)
        // A newer program migrates the copy, as it would migrate the store.
        if try !Migrator().isCurrent(session) { _ = try Migrator().migrate(session) }
        for finding in try Doctor(session: session).examine(isCopy: true) {
            checks.add(isGood: finding.isGood, finding.text, hint: finding.hint)
        }
        let found = try StoreDigest.read(session)
        let names = Dictionary(try PersonStore.list(session).map { ($0.uuid, $0.name) }) { first, _ in first }
        func name(_ uuid: UUID) -> String { names[uuid] ?? uuid.uuidString.lowercased() }
        var hasDifference = false
        for difference in written.differences(in: found) {
            switch difference {
            case .written(let uuid):
                checks.add(isGood: true, "\(name(uuid)) was written at the time of the backup, and is not compared")
                continue
            case .missing(let uuid): checks.add(isGood: false, "the copy lacks the person \(name(uuid))")
            case .added(let uuid): checks.add(isGood: false, "the person \(name(uuid)) was not in the store")
            case .changed(let uuid, let figures):
                checks.add(isGood: false, "the copy of \(name(uuid)) differs from the store: \(figures)")
            }
            hasDifference = true
        }
        guard !hasDifference else { return }
        let samples = NumberText.grouped(found.people.reduce(0) { $0 + $1.samples })
        checks.add(
            isGood: true,
            "\(found.people.count) people with \(samples) samples have the counts"
                + (written.exportFormat == found.exportFormat ? " and digests" : "") + " of the time of the backup")
    }

    /// The lines that were printed, and whether all are good.
    struct Checks {
        private(set) var isGood = true
        let watch = Stopwatch()

        mutating func add(isGood: Bool, _ text: String, hint: String? = nil) {
            print((isGood ? "ok       " : "PROBLEM  ") + text)
            if !isGood, let hint { print("         hint: \(hint)") }
            self.isGood = self.isGood && isGood
        }

        mutating func run(_ text: String, _ body: () throws -> Void) throws {
            let watch = Stopwatch()
            try failing(body)
            add(isGood: true, "\(text) (\(watch.seconds) s)")
        }

        /// - Throws: `CommandFailure`, which ends the verification, for an error of the backup;
        ///   another error as it is.
        func failing<Value>(_ body: () throws -> Value) throws -> Value {
            do { return try body() } catch let error as EmbeddedPostgresError {
                throw CommandFailure(message: error.message, hint: error.hint)
            } catch is DecodingError {
                throw CommandFailure(message: "the file of people is damaged")
            }
        }
    }
}

extension Arguments {
    /// The absolute path of `--identity`, because programs run in another directory.
    var identity: String? { self["--identity"].map { URL(fileURLWithPath: $0).standardizedFileURL.path } }
}
