import Foundation
import Postgres

extension EmbeddedServer {
    /// One line of `healthstore doctor` about the private server.
    public struct Finding: Sendable {
        public var isGood: Bool
        public var text: String
        public var hint: String?
    }

    /// Checks versions, settings and authentication. Changes nothing.
    ///
    /// - Parameter session: a session of the server's owner.
    /// - Throws: `PostgresError`.
    public func findings(_ session: Session) throws -> [Finding] {
        try [versionFinding(), restartFinding(session), ownerFinding(session), fileFinding, backupFinding]
            + archiveFindings(session)
    }

    private func versionFinding() -> Finding {
        guard let upgrade = try? pendingUpgrade() else {
            return Finding(isGood: true, text: "PostgreSQL runs in the version that is installed")
        }
        return Finding(
            isGood: false, text: "PostgreSQL \(upgrade.running) runs, while \(upgrade.installed) is installed",
            hint: """
                functions may fail until the server is restarted; healthstore serve restarts it when it is idle, and its log gives \
                the reason for the wait
                """)
    }

    private func restartFinding(_ session: Session) throws -> Finding {
        let names = try session.execute("select name from pg_settings where pending_restart order by name").map {
            try $0.text(0)
        }
        return Finding(
            isGood: names.isEmpty,
            text: names.isEmpty
                ? "no setting needs a restart" : "settings need a restart: " + names.joined(separator: ", "),
            hint: "stop every process that uses the data directory, and start again")
    }

    /// Checks which users may log in as the owner's role without a password.
    private func ownerFinding(_ session: Session) throws -> Finding {
        let row = try session.execute(
            """
            select
                coalesce((
                    select string_agg(distinct sys_name, ', ' order by sys_name) from pg_ident_file_mappings
                    where pg_username = $1 and not sys_name = any($2)), ''),
                coalesce((
                    select string_agg(distinct auth_method, ', ' order by auth_method) from pg_hba_file_rules
                    where error is not null or auth_method not in ('peer', 'scram-sha-256', 'reject')), '')
            """, [.text(EmbeddedServer.roleName), .textArray(ownerNames)])[0]
        let names = ownerNames.joined(separator: ", ")
        let (others, methods) = (try row.text(0), try row.text(1))
        let text = "only these users of this machine log in as the owner of the data: \(names)"
        return Finding(
            isGood: others.isEmpty && methods.isEmpty,
            text: text + (others.isEmpty ? "" : ", and \(others)")
                + (methods.isEmpty ? "" : ", and all users by the method \(methods)"),
            hint: "check the settings hba_file and ident_file, and the files that they name")
    }

    /// The age of a backup that is a fault. Eight days, which a weekly backup does not reach.
    private static let backupSecondsMax = 8 * 86_400.0

    private var backupFinding: Finding {
        guard let last = LastBackup.read(dataDirectory: dataDirectory) else {
            return Finding(isGood: true, text: "healthstore backup has made no backup")
        }
        let seconds = max(Date().timeIntervalSince(last), 0)
        let age = seconds < 2 * 86_400 ? "\(Int(seconds / 3_600)) hours" : "\(Int(seconds / 86_400)) days"
        return Finding(
            isGood: seconds < EmbeddedServer.backupSecondsMax, text: "the last backup is \(age) old",
            hint: "run healthstore backup, and check why it did not run")
    }

    /// Checks the archive of the log. Returns no finding if nothing is archived.
    private func archiveFindings(_ session: Session) throws -> [Finding] {
        let faults = ArchiveFault.Kind.allCases.compactMap { kind in
            ArchiveFault.read(kind, dataDirectory: dataDirectory).map { fault in
                Finding(
                    isGood: false,
                    text: "the archive of the write-ahead log \(kind == .gap ? "has a gap" : "has failed") since "
                        + "\(BackupTime.rfc3339(fault.since)): \(fault.reason)",
                    hint: kind == .gap
                        ? "run healthstore backup; changes after it can then be restored"
                        : "check the disk of the folder of serve --wal-archive; the service tries again every few seconds"
                )
            }
        }
        return try faults
            + session.execute(
                """
                select pg_size_pretty(pg_wal_lsn_diff(pg_current_wal_lsn(), restart_lsn)),
                    coalesce(pg_wal_lsn_diff(pg_current_wal_lsn(), restart_lsn) > $2, wal_status = 'lost')
                from pg_replication_slots where slot_name = $1
                """, [.text(LogSlot.archiveName), .int64(EmbeddedServer.archiveLagBytesMax)]
            ).map { row in
                Finding(
                    isGood: try !row.bool(1),
                    text: "the archive of the write-ahead log lacks the last \(try row.optionalText(0) ?? "changes")",
                    hint: "healthstore serve --wal-archive archives it, and its log says why it cannot")
            }
    }

    /// The bytes of the log whose lack in the archive is a fault. 1 GiB is a quarter of what the
    /// slot keeps.
    private static let archiveLagBytesMax: Int64 = 1 << 30

    /// Checks that the files that the program makes belong to the server's user, who can read them,
    /// and that PostgreSQL accepts the mode of its directory. The server need not run.
    public var fileFinding: Finding {
        let files = FileManager.default
        let paths = (["postgres"] + ServerUser.names).map { dataDirectory + "/" + $0 }
        let inside = paths.flatMap { path in
            (files.enumerator(atPath: path)?.compactMap { $0 as? String } ?? []).map { path + "/" + $0 }
        }
        let wrong = ([dataDirectory] + paths + inside).filter(isUnusable)
        let more = wrong.count - EmbeddedServer.filesShown
        return Finding(
            isGood: wrong.isEmpty,
            text: "the files of the server belong to \(user.name)"
                + (wrong.isEmpty
                    ? "" : ", but for \(wrong.prefix(EmbeddedServer.filesShown).joined(separator: ", "))")
                + (more > 0 ? " and \(more) more" : ""),
            hint: "root gives them back: chown -R \(user.name) PATH, and chmod -R u+rwX,go= PATH")
    }

    /// The most files in a message.
    private static let filesShown = 5

    private func isUnusable(_ path: String) -> Bool {
        var file = stat()
        // A file of the running server may be removed meanwhile.
        guard lstat(path, &file) == 0, file.st_mode & S_IFMT != S_IFLNK else { return false }
        let needed: mode_t = file.st_mode & S_IFMT == S_IFDIR ? 0o700 : 0o400
        let isOpenToOthers = path == clusterDirectory && file.st_mode & 0o027 != 0
        return file.st_uid != user.id || file.st_mode & needed != needed || isOpenToOthers
    }
}
