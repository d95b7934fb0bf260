import Foundation

/// The point of the log at which a recovery from a backup ends.
public enum RecoveryTarget: Sendable, Hashable {
    /// A point that a backup made.
    case point(BaseBackup.RecoveryPoint)
    /// The changes that were committed up to this time.
    case time(Date)
    /// The end of the log.
    case end

    /// The settings of the server that recovers.
    ///
    /// Source: https://www.postgresql.org/docs/15/runtime-config-wal.html#RUNTIME-CONFIG-WAL-RECOVERY-TARGET
    var parameters: [(name: String, value: String)] {
        let target: [(String, String)] =
            switch self {
            case .point(let point): [("recovery_target_name", point.name)]
            case .time(let date):
                // This setting takes no Z.
                [
                    (
                        "recovery_target_time",
                        BackupTime.rfc3339(date).replacing("T", with: " ").replacing("Z", with: "+00")
                    )
                ]
            case .end: []
            }
        return target + [
            // The segments are in the server's folder already.
            ("restore_command", "false"),
            ("recovery_target_action", "promote"),
            // The server accepts connections when it has reached the target, not before.
            ("hot_standby", "off"),
            // Flushing each file alone took four seconds for an empty store.
            ("recovery_init_sync_method", "syncfs"),
            // A setting of ALTER SYSTEM in the backup must not send the copy's log anywhere.
            ("archive_mode", "off"), ("primary_conninfo", ""),
        ]
    }
}

extension EmbeddedServer {
    /// Recovers a cluster that was copied from a backup, and stops its server.
    ///
    /// - Parameter isCancelled: polled during the wait.
    /// - Throws: `EmbeddedPostgresError` if the server fails or does not reach the target;
    ///   `CancellationError` if cancelled.
    func recover(to target: RecoveryTarget, isCancelled: () -> Bool) throws {
        try operation.withLock { _ in
            try takeTurn(isCancelled)
            defer { turn.unlock() }
            try makeOwned(socketDirectory)
            try checkTraversable()
            let programs = try programs()
            defer { try? stopServer(programs) }
            _ = try bringUp(programs, port: nil, recovery: target.parameters, isCancelled)
        }
    }
}
