import Foundation
import Postgres

/// The move of the cluster to a newer major version of PostgreSQL.
///
/// Source: https://www.postgresql.org/docs/15/pgupgrade.html
extension EmbeddedServer {
    /// What an upgrade did.
    public struct MajorUpgrade: Sendable {
        public var before: Int
        public var now: Int
        /// The path of the cluster of the older version. It is kept.
        public var kept: String
    }

    /// The major version of the cluster.
    ///
    /// - Throws: `EmbeddedPostgresError` if the directory has no cluster.
    public func majorVersion() throws -> Int { try clusterVersion() }

    /// Moves the cluster to the newest installed major version with pg_upgrade. The cluster of the
    /// older version gets another name.
    ///
    /// - Parameters:
    ///   - isLinking: true to link files instead of copying them. This is faster and needs no room,
    ///     but the older cluster cannot be used again.
    ///   - suffix: the end of the name of the older cluster.
    /// - Throws: `EmbeddedPostgresError` if no newer version is installed, another process uses the
    ///   data directory, or pg_upgrade fails. The cluster is then as before.
    public func upgradeMajor(isLinking: Bool, keepingOldAs suffix: String) throws -> MajorUpgrade {
        let before = try clusterVersion()
        let old = try programs()
        let new = try Programs.find(majorVersion: nil, in: settings.programsDirectory)
        guard new.major > before else {
            throw EmbeddedPostgresError(
                .programsMissing, "the store has PostgreSQL \(before), and no newer version is installed",
                hint:
                    "install the package postgresql-\(before + 1) or newer beside postgresql-\(before), and run this again"
            )
        }
        // A server that was killed must recover first. Then it is stopped in order.
        try start()
        try stop()
        return try whileUnused {
            let draft = dataDirectory + "/postgres.upgrade"
            try? FileManager.default.removeItem(atPath: draft)
            let kept = clusterDirectory + suffix
            do {
                try initialize(draft, new)
                try runUpgrade(old, new, to: draft, isLinking: isLinking)
                try include(in: draft)
                try keepSettings(in: draft)
                guard rename(clusterDirectory, kept) == 0 else { throw DurableFile.failure("rename", clusterDirectory) }
                guard rename(draft, clusterDirectory) == 0 else {
                    _ = rename(kept, clusterDirectory)
                    throw DurableFile.failure("rename", draft)
                }
            } catch {
                // The messages of pg_upgrade name files in the draft.
                if !(error is UpgradeFailed) { try? FileManager.default.removeItem(atPath: draft) }
                throw (error as? UpgradeFailed)?.error ?? error
            }
            return MajorUpgrade(before: before, now: try clusterVersion(), kept: kept)
        }
    }

    private struct UpgradeFailed: Error {
        var error: EmbeddedPostgresError
    }

    private func runUpgrade(_ old: Programs, _ new: Programs, to draft: String, isLinking: Bool) throws {
        // pg_upgrade runs as the server's user, which may not log in with the rules of the cluster.
        // Only this user can enter the directory of the socket.
        try makeOwned(socketDirectory)
        let rules = draft + "/upgrade_hba.conf"
        try write("local all \(EmbeddedServer.roleName) trust\n", to: rules)
        defer { unlink(rules) }
        let options = EmbeddedServer.quotedForShell("hba_file=\(rules)")
        let upgrade = try Programs.run(
            user.command + [
                "sh", "-c", "cd \"$1\" && shift && exec \"$@\"", "sh", draft, new.directory + "/pg_upgrade",
                "--old-bindir", old.directory, "--new-bindir", new.directory, "--old-datadir", clusterDirectory,
                "--new-datadir", draft, "--username", EmbeddedServer.roleName, "--socketdir", socketDirectory,
                "--old-port", "\(EmbeddedServer.portDefault)", "--new-port", "\(EmbeddedServer.portDefault + 1)",
                "--old-options", "-c \(options)", "--new-options", "-c \(options)",
            ] + (isLinking ? ["--link"] : []))
        guard upgrade.status == 0 else {
            throw UpgradeFailed(
                error: EmbeddedPostgresError(
                    .programFailed, "pg_upgrade failed: \(EmbeddedServer.reasonOfUpgrade(upgrade.output))",
                    hint: (isLinking
                        ? "if \(clusterDirectory)/global/pg_control.old exists, restore a backup"
                        : "the store is as before") + "; the logs of pg_upgrade are in \(draft)/pg_upgrade_output.d"))
        }
        for script in ["analyze_new_cluster.sh", "delete_old_cluster.sh"] { unlink(draft + "/" + script) }
    }

    /// Returns the reason why pg_upgrade failed: what follows a check that ends with `fatal`, the
    /// reason in the log that it names, or else a line of its output.
    static func reasonOfUpgrade(_ output: String) -> String {
        if let check = output.firstMatch(of: /\ +fatal\n+((?s).+?)\n+Failure, exiting/)?.1 {
            return check.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        }
        let log = output.firstMatch(of: /Consult the last few lines of "(.+?)"/)?.1
        let text = log.flatMap { try? String(contentsOfFile: String($0), encoding: .utf8) }
        return ProgramFailure.reason(in: text ?? output)
    }

    /// Copies the settings of ALTER SYSTEM, which pg_upgrade leaves behind.
    private func keepSettings(in draft: String) throws {
        let name = "/postgresql.auto.conf"
        guard let text = try? String(contentsOfFile: clusterDirectory + name, encoding: .utf8) else { return }
        try write(text, to: draft + name)
    }
}
