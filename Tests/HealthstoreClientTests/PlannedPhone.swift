import Foundation
import Synchronization
import TestSupport

@testable import HealthstoreClient

final class TestClock: Sendable {
    private let time = Mutex(Date(timeIntervalSince1970: 1_764_500_000))

    var now: Date { time.withLock { $0 } }
    func pass(_ seconds: TimeInterval) { time.withLock { $0 += seconds } }
}

/// A phone with its plan at a real service.
struct PlannedPhone {
    var bench: SyncBench
    let service: LiveService
    let transport: CountingTransport
    let clock = TestClock()
    private(set) var engine: SyncEngine

    init(_ bench: SyncBench, _ service: LiveService) async throws {
        self.bench = bench
        self.bench.configuration.device = "phone"
        self.bench.configuration.comparisonInterval = 7 * 86_400
        self.service = service
        transport = CountingTransport(address: try await service.address)
        engine = bench.engine(transport)
        restart()
    }

    /// Starts another process of the app.
    mutating func restart(onSamples: (@Sendable ([SampleRecord]) -> Void)? = nil) {
        engine = bench.engine(
            transport, address: transport.address, token: service.token, now: { [clock] in clock.now },
            onSamples: onSamples)
    }

    var client: HealthstoreClient {
        HealthstoreClient(address: transport.address, token: service.token)
    }

    func plan(_ body: (inout SyncPlan) -> Void) async throws {
        var plan = SyncPlan()
        body(&plan)
        try await client.put(plan, of: "phone")
    }

    /// Syncs. Returns the number of samples that were sent.
    @discardableResult func sync() async throws -> Int {
        _ = transport.take()
        try await engine.syncNow()
        return transport.take().samples
    }

    func stored(_ type: String = SimulatedPhone.types[0]) async throws -> Set<UUID> {
        Set(try await service.samples(type).map(\.uuid))
    }

    func pass(_ seconds: TimeInterval) { clock.pass(seconds) }
}

extension PlannedPhone {
    /// The report that the service has.
    func sharedSince() async throws -> [String: String] {
        struct Answer: Decodable {
            struct Shared: Decodable {
                var type: String
                var startDate: String
            }
            var sharedSince: [Shared]?
        }
        let json = try await service.get("/v1/sync-plans/phone", [])
        let list = try JSONDecoder().decode(Answer.self, from: json).sharedSince ?? []
        return Dictionary(uniqueKeysWithValues: list.map { ($0.type, $0.startDate) })
    }
}
