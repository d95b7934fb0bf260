import Dispatch
import EmbeddedPostgres
import Foundation

/// A PostgreSQL server for one test, with full durability. It can be crashed and started again.
public final class CrashableServer: @unchecked Sendable {
    // @unchecked: `server` is accessed only on `queue`.
    private let queue = DispatchQueue(label: "healthstore.crashable-server")
    private var server: EmbeddedServer
    public let directory: String
    public let conninfo: String

    /// The server did not end within `Patience.seconds`.
    public struct StillRunning: Error {}

    private static let memoryBytes: UInt64 = 1 << 30

    /// Calls `body` with a running server and removes the server afterwards.
    ///
    /// - Parameter hasStore: true if its database is migrated.
    public static func with<Value>(
        hasStore: Bool = true, _ body: (CrashableServer) async throws -> Value
    ) async throws -> Value {
        try await withTemporaryDirectory { directory in
            let server = try CrashableServer(directory: directory, hasStore: hasStore)
            try await server.start()
            let value: Value
            do { value = try await body(server) } catch {
                try? await server.crash()
                throw error
            }
            try await server.crash()
            return value
        }
    }

    private init(directory: String, hasStore: Bool) throws {
        self.directory = directory
        if hasStore { try PreparedStore.copy(to: directory) }
        server = try CrashableServer.make(directory)
        conninfo = server.conninfo
    }

    private static func make(_ directory: String) throws -> EmbeddedServer {
        try EmbeddedServer(dataDirectory: directory, settings: ServerSettings(memoryBytes: memoryBytes))
    }

    /// Returns when the server has recovered and accepts sessions.
    public func start() async throws {
        try await onQueue { [self] in
            // A new object is needed, because the previous one still records that its server runs.
            server = try CrashableServer.make(directory)
            try server.start()
        }
    }

    /// Stops the server at once, without a checkpoint and without ending its sessions. Data that
    /// are not in the write-ahead log are lost.
    ///
    /// https://www.postgresql.org/docs/15/server-shutdown.html
    public func crash() async throws { try await end(SIGQUIT) }

    /// Stops the server like an administrator, which ends its sessions.
    public func stop() async throws { try await end(SIGINT) }

    private func end(_ signal: Int32) async throws {
        try await onQueue { [self] in
            let file = directory + "/postgres/postmaster.pid"
            guard let text = try? String(contentsOfFile: file, encoding: .utf8),
                let process = text.split(separator: "\n").first.flatMap({ Int32($0) })
            else { return }
            _ = kill(process, signal)
            // The file is removed last. The process may stay as a zombie if no process waits for
            // orphans.
            let deadline = Date(timeIntervalSinceNow: Patience.seconds)
            while FileManager.default.fileExists(atPath: file) {
                guard Date() < deadline else { throw StillRunning() }
                usleep(5_000)
            }
        }
    }

    private func onQueue(_ work: @escaping @Sendable () throws -> Void) async throws {
        try await withCheckedThrowingContinuation { continuation in
            queue.async { continuation.resume(with: Result { try work() }) }
        }
    }
}
