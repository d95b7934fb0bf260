import Foundation

/// How the private server is run.
public struct ServerSettings: Sendable {
    /// Gives up durability for speed; for tests, whose data nobody needs.
    public var isThrowaway: Bool
    /// Bytes of memory of this machine.
    public var memoryBytes: UInt64
    /// Where PostgreSQL's programs are, one folder for each major version. `/usr/lib/postgresql`, or what `HEALTHSTORE_POSTGRESQL_DIR`
    /// in the environment says.
    public var programsDirectory: String

    public init(
        isThrowaway: Bool = false, memoryBytes: UInt64 = ProcessInfo.processInfo.physicalMemory,
        programsDirectory: String? = nil
    ) {
        self.isThrowaway = isThrowaway
        self.memoryBytes = memoryBytes
        self.programsDirectory = programsDirectory ?? Programs.versionsDirectory
    }

    /// The server's configuration file.
    ///
    /// No TCP; no statement, parameter or row in its log, because they hold health values; an acknowledged write
    /// survives a power cut.
    func text(clusterDirectory: String, socketDirectory: String, port: Int) -> String {
        let durability = isThrowaway ? "off" : "on"
        let sharedBuffersMB = isThrowaway ? 64 : min(max(memoryBytes / 8 / 1_048_576, 128), 2_048)
        let socket = socketDirectory.replacingOccurrences(of: "'", with: "''")
        let cluster = clusterDirectory.replacingOccurrences(of: "'", with: "''")
        return """
            # Written by healthstore at every start. What you put into postgresql.auto.conf (ALTER SYSTEM) wins.
            listen_addresses = ''
            unix_socket_directories = '\(socket)'
            # Who may open it is said by the permissions of the directory that it is in.
            unix_socket_permissions = 0777
            hba_file = '\(cluster)/healthstore_hba.conf'
            ident_file = '\(cluster)/healthstore_ident.conf'
            password_encryption = 'scram-sha-256'
            port = \(port)
            max_connections = 64
            # For the service and its owner: analysts cannot take these.
            superuser_reserved_connections = 20
            fsync = \(durability)
            full_page_writes = \(durability)
            synchronous_commit = \(durability)
            shared_buffers = \(sharedBuffersMB)MB
            work_mem = 32MB
            maintenance_work_mem = 128MB
            max_wal_size = 4GB
            min_wal_size = 256MB
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

    /// Who may log in how: as the role `role` only the owner of the data directory, analysts with a password, others not at all. There is no
    /// TCP, but if `listen_addresses` is set (ALTER SYSTEM), it is for analysts.
    ///
    /// https://www.postgresql.org/docs/15/auth-pg-hba-conf.html
    func hostBasedAuthentication(role: String) -> String {
        """
        # Written by healthstore at every start. For rules of your own: ALTER SYSTEM SET hba_file.
        local all \(role) peer map=\(ServerSettings.userNameMap)
        local replication \(role) peer map=\(ServerSettings.userNameMap)
        local all +healthstore_analyst scram-sha-256
        host all +healthstore_analyst all scram-sha-256

        """
    }

    /// - Parameters:
    ///   - owners: the users of this machine who are taken for `role`.
    ///   - reader: the user that the server runs as, to whom its files belong.
    ///
    /// https://www.postgresql.org/docs/15/auth-username-maps.html
    func userNameMap(role: String, owners: [String], reader: String) -> String {
        let lines = owners.map { name in
            "\(ServerSettings.userNameMap) \"\(name.replacingOccurrences(of: "\"", with: "\"\""))\" \(role)\n"
        }
        return """
            # Written by healthstore at every start. No other user of this machine is taken for the role \(role).
            # The user \(reader) runs the server and can read its files without a session; root can, too.
            \(lines.joined())
            """
    }
}
