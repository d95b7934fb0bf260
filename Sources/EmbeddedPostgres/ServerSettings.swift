import Foundation

/// The settings of the private server.
public struct ServerSettings: Sendable {
    /// True to trade durability for speed. Only for tests.
    public var isThrowaway: Bool
    /// The memory of this machine in bytes.
    public var memoryBytes: UInt64
    /// The folder of PostgreSQL's programs, which has one folder for each major version. The
    /// default is the environment variable `HEALTHSTORE_POSTGRESQL_DIR`, or `/usr/lib/postgresql`
    /// without it.
    public var programsDirectory: String
    /// The seconds in which PostgreSQL must write everything and stop (mode fast).
    public var stopSeconds: Int

    public init(
        isThrowaway: Bool = false, memoryBytes: UInt64 = ProcessInfo.processInfo.physicalMemory,
        programsDirectory: String? = nil, stopSeconds: Int = EmbeddedServer.stopSeconds
    ) {
        self.isThrowaway = isThrowaway
        self.memoryBytes = memoryBytes
        self.stopSeconds = stopSeconds
        self.programsDirectory = programsDirectory ?? Programs.versionsDirectory
    }

    /// Returns the text of the server's configuration file.
    ///
    /// The server listens on TCP only on the loopback address, and only if there is a port. Its log
    /// contains no statements, parameters or rows, because they are health data. An acknowledged
    /// write survives a power cut unless `isThrowaway` is true.
    func text(clusterDirectory: String, socketDirectory: String, tcpPort: Int?) -> String {
        let durability = isThrowaway ? "off" : "on"
        let sharedBuffersMB = isThrowaway ? 64 : min(max(memoryBytes / 8 / 1_048_576, 128), 2_048)
        let socket = socketDirectory.replacingOccurrences(of: "'", with: "''")
        let cluster = clusterDirectory.replacingOccurrences(of: "'", with: "''")
        return """
            # Written by healthstore at every start. Settings in postgresql.auto.conf (ALTER SYSTEM) override it.
            listen_addresses = '\(tcpPort == nil ? "" : "localhost")'
            unix_socket_directories = '\(socket)'
            # The permissions of its directory decide who may open it.
            unix_socket_permissions = 0777
            hba_file = '\(cluster)/healthstore_hba.conf'
            ident_file = '\(cluster)/healthstore_ident.conf'
            password_encryption = 'scram-sha-256'
            port = \(tcpPort ?? EmbeddedServer.portDefault)
            max_connections = 64
            # Reserved for the service and its owner: analysts cannot use them.
            superuser_reserved_connections = 20
            fsync = \(durability)
            full_page_writes = \(durability)
            synchronous_commit = \(durability)
            shared_buffers = \(sharedBuffersMB)MB
            work_mem = 32MB
            maintenance_work_mem = 128MB
            max_wal_size = 4GB
            min_wal_size = 256MB
            # A replica or an archive that is away longer than this needs a new copy. Without a limit, it
            # would fill the disk.
            max_slot_wal_keep_size = 4GB
            wal_compression = lz4
            checkpoint_timeout = 15min
            random_page_cost = 1.1
            effective_io_concurrency = 100
            jit = off
            timezone = 'UTC'
            log_timezone = 'UTC'
            log_min_messages = warning
            log_min_error_statement = panic
            log_error_verbosity = terse
            log_parameter_max_length = 0
            log_parameter_max_length_on_error = 0
            log_checkpoints = off

            """
    }

    private static let userNameMap = "owner"

    /// Returns the authentication rules. Only the owner of the data directory and root log in as
    /// the role `role`. Analysts log in with a password, also over TCP. All others are refused.
    ///
    /// Source: https://www.postgresql.org/docs/15/auth-pg-hba-conf.html
    func hostBasedAuthentication(role: String) -> String {
        """
        # Written by healthstore at every start. To use other rules: ALTER SYSTEM SET hba_file.
        local all \(role) peer map=\(ServerSettings.userNameMap)
        local replication \(role) peer map=\(ServerSettings.userNameMap)
        local all +healthstore_analyst scram-sha-256
        host all +healthstore_analyst all scram-sha-256

        """
    }

    /// Returns the map from users of this machine to roles.
    ///
    /// - Parameter owners: the users that may log in as `role`.
    ///
    /// Source: https://www.postgresql.org/docs/15/auth-username-maps.html
    func userNameMap(role: String, owners: [String]) -> String {
        let lines = owners.map { name in
            "\(ServerSettings.userNameMap) \"\(name.replacingOccurrences(of: "\"", with: "\"\""))\" \(role)\n"
        }
        return """
            # Written by healthstore at every start. Only these users of this machine may log in as \(role).
            \(lines.joined())
            """
    }
}
