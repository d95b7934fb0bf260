import Foundation
import TestSupport

@testable import HealthstoreClient

/// An engine between a simulated phone and a scripted service.
struct SyncBench {
    let phone = SimulatedPhone()
    let directory: URL
    let events = Recorder<SyncEvent>()
    let delays = Recorder<TimeInterval>()
    /// Without complete ranges, a plan and regular comparisons, the requests are those of changes.
    var configuration = {
        var configuration = SyncConfiguration()
        configuration.statesCompleteRanges = false
        configuration.device = nil
        configuration.comparisonInterval = nil
        return configuration
    }()

    func engine(
        _ transport: some HTTPTransport, address: URL? = nil, token: String = "t",
        types: [String] = SimulatedPhone.types, sleep: (@Sendable (TimeInterval) async throws -> Void)? = nil,
        now: @escaping @Sendable () -> Date = { Date() }, timeZone: @escaping @Sendable () -> String? = { nil },
        onSamples: (@Sendable ([SampleRecord]) -> Void)? = nil
    ) -> SyncEngine {
        let (directory, limits) = (directory, configuration.outbox)
        return SyncEngine(
            store: phone,
            client: HealthstoreClient(address: address ?? directory, token: token, transport: transport),
            types: types, configuration: configuration, onEvent: { [events] in events.add($0) },
            onSamples: onSamples,
            openOutbox: { try Outbox(directory, limits: limits) },
            sleep: sleep ?? { [delays] delay in
                delays.add(delay)
                try Task.checkCancellation()
            }, now: now, timeZone: timeZone)
    }

    mutating func setRecordsPerBatch(_ count: Int) {
        (configuration.recordsPerBatch, configuration.recordsPerFirstBatch) = (count, count)
    }

    func outbox() throws -> Outbox { try Outbox(directory) }

    /// The samples that the service or JSON has refused.
    var rejected: [RejectedSample] {
        events.all.compactMap { if case .rejected(let sample) = $0 { sample } else { nil } }
    }

    /// Step samples of one day, without overlaps.
    @discardableResult func save(_ count: Int, from slot: Int = 0) -> [SampleRecord] {
        var generator = SeededGenerator(UInt64(slot))
        let samples = (slot..<slot + count).map { SimulatedPhone.sample(slot: $0, &generator) }
        phone.save(samples)
        return samples
    }

    /// Runs a test of a phone and the built service.
    static func live(_ body: (inout SyncBench, LiveService) async throws -> Void) async throws {
        try await LiveService.with { service in
            try await with { bench in try await body(&bench, service) }
        }
    }

    static func with<Value>(_ body: (inout SyncBench) async throws -> Value) async throws -> Value {
        try await withTemporaryDirectory { path in
            var bench = SyncBench(directory: URL(fileURLWithPath: path))
            return try await body(&bench)
        }
    }
}
