import Postgres

/// A PostgreSQL server and its hot standby, for one test.
public final class StandbyPair: Sendable {
    private let primary: ReplicatedNode
    private let standby: ReplicatedNode

    /// Calls `body` with two running servers and removes them afterwards.
    ///
    /// - Parameter prepare: fills the primary before it is copied.
    public static func with<Value>(
        prepare: (String) async throws -> Void, _ body: (StandbyPair) async throws -> Value
    ) async throws -> Value {
        try await withTemporaryDirectory { directory in
            let pair = try StandbyPair(directory)
            let value: Value
            do {
                try await pair.primary.create()
                try await prepare(pair.primaryConninfo)
                try await pair.standby.copy(from: pair.primary.directory)
                value = try await body(pair)
            } catch {
                try? await pair.stop()
                throw error
            }
            try await pair.stop()
            return value
        }
    }

    private init(_ directory: String) throws {
        primary = try ReplicatedNode(directory: directory + "/primary")
        standby = try ReplicatedNode(directory: directory + "/standby")
    }

    public var primaryConninfo: String { primary.conninfo }
    public var standbyConninfo: String { standby.conninfo }

    /// Waits until the standby has everything that the primary has committed.
    public func waitForReplay() async throws { try await standby.waitForReplay(of: primary) }

    public func pauseReplay() throws {
        try Session(conninfo: standbyConninfo).executeScript("select pg_wal_replay_pause()")
    }

    public func resumeReplay() throws {
        try Session(conninfo: standbyConninfo).executeScript("select pg_wal_replay_resume()")
    }

    public func stopPrimary() async throws { try await primary.stop() }

    public func promote() async throws { try await standby.promote() }

    private func stop() async throws {
        try await standby.stop()
        try await primary.stop()
    }
}
