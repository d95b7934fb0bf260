import Foundation

/// How the private server is run.
public struct ServerSettings: Sendable {
    /// Gives up durability for speed; for tests, whose data nobody needs.
    public var isThrowaway: Bool
    /// Bytes of memory of this machine.
    public var memoryBytes: UInt64

    public init(isThrowaway: Bool = false, memoryBytes: UInt64 = ProcessInfo.processInfo.physicalMemory) {
        self.isThrowaway = isThrowaway
        self.memoryBytes = memoryBytes
    }

    /// The server's configuration file.
    ///
    /// No TCP; no statement, parameter or row in its log, because they hold health values; an acknowledged write
    /// survives a power cut.
    func text(socketDirectory: String, port: Int) -> String {
        let durability = isThrowaway ? "off" : "on"
        let sharedBuffersMB = isThrowaway ? 64 : min(max(memoryBytes / 8 / 1_048_576, 128), 2_048)
        let socket = socketDirectory.replacingOccurrences(of: "'", with: "''")
        return """
            # Written by healthstore at every start. What you put into postgresql.auto.conf (ALTER SYSTEM) wins.
            listen_addresses = ''
            unix_socket_directories = '\(socket)'
            unix_socket_permissions = 0700
            port = \(port)
            max_connections = 64
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
}
