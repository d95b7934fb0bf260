/// A migrated database and the built program, which serves it.
public struct ServedStore: Sendable {
    public let service: RunningService
    public let conninfo: String

    public init(service: RunningService, conninfo: String) {
        (self.service, self.conninfo) = (service, conninfo)
    }

    /// Runs a test on a store without people. Tests with the same arguments use the same service
    /// one after the other, because a service takes a third of a second to start.
    ///
    /// The log, the metrics and the memory of the service are also those of earlier tests. A test
    /// that reads them, that stops the service, or that changes more than rows, uses `own`.
    ///
    /// - Parameter arguments: further arguments of `serve`, without paths of temporary files.
    public static func with<Value>(
        _ arguments: [String] = [], _ body: (ServedStore) async throws -> Value
    ) async throws -> Value {
        guard !TestServer.isCluster else { return try await own(arguments, body) }
        let store = try await SharedStores.take(arguments)
        let value: Value
        do { value = try await body(store) } catch {
            await SharedStores.end(store)
            throw error
        }
        await SharedStores.giveBack(store, arguments)
        return value
    }

    /// Runs a test on a database and a service of its own.
    ///
    /// - Parameter arguments: further arguments of `serve`.
    public static func own<Value>(
        _ arguments: [String] = [], _ body: (ServedStore) async throws -> Value
    ) async throws -> Value {
        try await TestServer.shared().withMigratedDatabase { conninfo in
            let service = try await RunningService.start(["--database-url", conninfo] + arguments)
            let outcome: Result<Value, any Error>
            do { outcome = .success(try await body(ServedStore(service: service, conninfo: conninfo))) } catch {
                outcome = .failure(error)
            }
            // The database is dropped, so the service need not end in order.
            service.process.kill()
            _ = await service.process.waitForExit(seconds: 10)
            return try outcome.get()
        }
    }
}
