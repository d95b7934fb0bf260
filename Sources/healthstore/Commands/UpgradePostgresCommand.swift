import EmbeddedPostgres
import Foundation
import HealthDatabase
import Postgres

/// `healthstore upgrade-postgres`
enum UpgradePostgresCommand: Command {
    static let description = CommandDescription(
        "upgrade-postgres", "Moves the private store to the newest installed major version of PostgreSQL.",
        options: [
            Option("--link", nil, "link the files instead of copying them; the older cluster is then unusable"),
            Option("--import-dir", "DIR", "the folder of uploads (imports in the data directory)"),
        ],
        notes: """
            Stop the service and make a backup first. Both versions must be installed. The cluster of the older version is \
            kept as postgres.version-N in the data directory; remove it when you are sure. Without --link the upgrade needs \
            room for a second copy. After it, make a new backup, because older ones have the older version.
            """)

    static func run(_ arguments: Arguments) async throws {
        guard !DatabaseAddress.store.isArgument(arguments) else {
            throw arguments.usage("upgrade-postgres is for the private store, and --database-url names another server")
        }
        let directory = arguments.dataDirectory
        let server = try EmbeddedServer(dataDirectory: directory, isCreating: false)
        let watch = Stopwatch()
        let uploads = try uploads(arguments, server)
        let upgrade = try server.upgradeMajor(
            isLinking: arguments.has("--link"), keepingOldAs: ".version-\(try server.majorVersion())")
        // The name of the folder has the identifier of the cluster. The new cluster has another.
        let moved = try self.uploads(arguments, server)
        if FileManager.default.fileExists(atPath: uploads) {
            try FileManager.default.moveItem(atPath: uploads, toPath: moved)
        }
        try server.start()
        defer { try? server.stop() }
        // pg_upgrade moves no statistics of the planner.
        _ = try Session(conninfo: server.conninfo).execute("analyze")
        print("moved the store from PostgreSQL \(upgrade.before) to \(upgrade.now) in \(watch.seconds) s")
        print("the older cluster is kept in \(upgrade.kept)")
        print("run healthstore backup: older backups have PostgreSQL \(upgrade.before)")
    }

    /// Returns the path of the folder of the store's uploads.
    private static func uploads(_ arguments: Arguments, _ server: EmbeddedServer) throws -> String {
        try server.start()
        defer { try? server.stop() }
        let name = try ImportQueue.folderName(try Session(conninfo: server.conninfo))
        return ServeCommand.importDirectory(arguments) + "/" + name
    }
}
