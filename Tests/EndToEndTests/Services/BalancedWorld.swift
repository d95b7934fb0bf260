import Foundation
import Postgres
import Synchronization
import TestSupport
import Testing

/// Three services on one database, behind a proxy. Services can be restarted and killed.
final class BalancedWorld: Sendable {
    let conninfo: String
    private let directory: String
    private let ports: [UInt16]
    private let proxy: BackgroundProcess
    private let services: Mutex<[RunningService]>
    /// The services as clients reach them.
    let store: ServedStore

    static func with(_ balancer: Balancer, _ body: (BalancedWorld) async throws -> Void) async throws {
        try await TestServer.shared().withMigratedDatabase { conninfo in
            try await withTemporaryDirectory { directory in
                let world = try await BalancedWorld(balancer, conninfo, directory)
                let outcome: Result<Void, any Error>
                do { outcome = .success(try await body(world)) } catch { outcome = .failure(error) }
                if case .failure = outcome { print(world.proxy.errors.suffix(4_000)) }
                _ = await world.proxy.stop()
                for service in world.services.withLock(\.self) { await service.process.killAndWait() }
                try outcome.get()
            }
        }
    }

    private init(_ balancer: Balancer, _ conninfo: String, _ directory: String) async throws {
        (self.conninfo, self.directory) = (conninfo, directory)
        ports = try (0..<3).map { _ in try OpenSocket.freePort() }
        var started: [RunningService] = []
        for port in ports {
            started.append(
                try await RunningService.start(BalancedWorld.arguments(conninfo, directory), port: port))
        }
        services = Mutex(started)
        let port = try OpenSocket.freePort()
        proxy = try balancer.process(port: port, services: ports, in: directory)
        try proxy.start()
        store = ServedStore(service: started[0].through("http://127.0.0.1:\(port)"), conninfo: conninfo)
        try await wait(for: "the proxy answers") { try await store.get("/ready").status == 200 }
    }

    private static func arguments(_ conninfo: String, _ directory: String) -> [String] {
        [
            "--database-url", conninfo, "--import-dir", directory + "/uploads", "--trusted-proxy", "127.0.0.1",
            "--rate-limit", "0", "--drain", "3", "--webhooks-allow-private-addresses",
        ]
    }

    /// Starts a service that has ended, on its port, and waits until it is ready.
    private func start(_ index: Int) async throws {
        let service = try await RunningService.start(
            BalancedWorld.arguments(conninfo, directory), port: ports[index])
        services.withLock { $0[index] = service }
        try await wait(for: "service \(index) is ready") { try await service.send("GET", "/ready").status == 200 }
    }

    /// Restarts each service, one after the other.
    func restartAll() async throws {
        for index in ports.indices {
            let status = await services.withLock { $0[index] }.process.stop()
            #expect(status == 0)
            try await start(index)
        }
    }

    /// Kills a service and starts it again, as a supervisor does.
    func kill(_ index: Int) async throws {
        await services.withLock { $0[index] }.process.killAndWait()
        try await start(index)
    }
}
