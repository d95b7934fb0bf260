import Foundation
import Synchronization
import TestSupport
import Testing

@testable import HealthstoreClient

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// Tests phones that lost their anchors, and services that lost their data, against the real
/// service.
@Suite struct ReconciliationTests {
    struct World {
        let service: LiveService
        let phone = SimulatedPhone()
        let directory: URL
        let transport: CountingTransport
        let events = Recorder<SyncEvent>()
        var deletions = DeletionRule.never
        var states = true

        func engine(
            types: [String] = [SimulatedPhone.types[0]], killSwitch: KillSwitch? = nil, attemptsMax: Int = 3,
            token: String? = nil, transport other: (any HTTPTransport)? = nil
        ) -> SyncEngine {
            var configuration = SyncConfiguration()
            configuration.recordsPerBatch = 100
            configuration.recordsPerFirstBatch = 100
            configuration.device = nil
            configuration.retry.attemptsMax = attemptsMax
            configuration.deletions = deletions
            configuration.statesCompleteRanges = states
            transport.obey(killSwitch)
            let (directory, limits) = (directory, configuration.outbox)
            return SyncEngine(
                store: phone,
                client: HealthstoreClient(
                    address: directory, token: token ?? service.token, transport: other ?? transport),
                types: types, configuration: configuration, onEvent: { [events] in events.add($0) },
                openOutbox: { try Outbox(directory, limits: limits) { try killSwitch?.step($0) } },
                sleep: { _ in try killSwitch?.step() }, now: { Date(timeIntervalSince1970: 1_730_000_000) })
        }

        /// A phone on which the app was reinstalled.
        func reinstall() throws {
            for name in try FileManager.default.contentsOfDirectory(atPath: directory.path) {
                try FileManager.default.removeItem(at: directory.appendingPathComponent(name))
            }
        }

        /// Samples of the first type over some hundred days.
        @discardableResult func save(_ count: Int, seed: UInt64, days: Range<Int> = 0..<400) -> [SampleRecord] {
            var generator = SeededGenerator(seed)
            let samples = (0..<count).map { _ in
                SimulatedPhone.sample(
                    day: Int.random(in: days, using: &generator) - 600,
                    slot: Int.random(in: 0..<144, using: &generator),
                    &generator)
            }
            phone.save(samples)
            return samples
        }

        var reports: [ReconciliationReport] {
            events.all.compactMap { if case .reconciled(let report) = $0 { report } else { nil } }
        }

        /// Returns true if both sides have the same samples of the first type.
        func isEqual() async throws -> Bool {
            let there = Set(try await service.samples(SimulatedPhone.types[0]).map(\.uuid))
            return there == Set(phone.samples.filter { $0.type == SimulatedPhone.types[0] }.map(\.uuid))
        }

        func uuidsThere() async throws -> Set<UUID> {
            Set(try await service.samples(SimulatedPhone.types[0]).map(\.uuid))
        }
    }

    static func withWorld(_ body: (inout World) async throws -> Void) async throws {
        try await LiveService.with { service in
            let address = try await service.address
            try await withTemporaryDirectory { path in
                var world = World(
                    service: service, directory: URL(fileURLWithPath: path),
                    transport: CountingTransport(address: address))
                try await body(&world)
            }
        }
    }

    private static let type = SimulatedPhone.types[0]

    @Test("after a lost anchor, traffic grows with the differences and not the history")
    func cost() async throws {
        try await ReconciliationTests.withWorld { world in
            let count = LongRun.isOn ? 10_000 : 1_500
            let samples = world.save(count, seed: 1)
            try await world.engine().syncNow()
            #expect(try await world.uuidsThere().count == count)
            let whole = world.transport.take().bytes
            var deletionCount = 0
            for differences in [0, 2, 10] {
                deletionCount += differences
                world.phone.delete(Array(samples[(10 * differences)..<(11 * differences)]))
                world.save(differences, seed: 100 + UInt64(differences))
                try world.reinstall()
                try await world.engine().syncNow()
                #expect(try await world.isEqual())
                let cost = world.transport.take()
                let report = try #require(world.reports.last)
                #expect(report.sent == differences && report.deletionsSent == deletionCount && report.kept.isEmpty)
                // The requests are one for the years. Each difference needs at most one for the
                // months of a year, one for the days of a month and one for the uuids of a day.
                let most = 2 * differences
                #expect(cost.requests <= 2 + 2 * most + 3, "\(cost)")
                #expect(
                    cost.bytes <= 1_000 + most * 6_000 && cost.bytes * 8 < whole * (1 + most), "\(cost) of \(whole)")
                #expect(cost.samples == differences && cost.deletions == deletionCount)
            }
        }
    }

    /// Loses the first batch, which arrives when `arrive` is called.
    private final class LateTransport: HTTPTransport {
        private let usual: CountingTransport
        private let late = Mutex<[URLRequest]>([])

        init(_ usual: CountingTransport) { self.usual = usual }

        func send(_ request: URLRequest) async throws -> HTTPAnswer {
            let isLost = late.withLock { late in
                guard late.isEmpty, request.url?.lastPathComponent == "batches" else { return false }
                late.append(request)
                return true
            }
            guard !isLost else { throw URLError(.timedOut) }
            return try await usual.send(request)
        }

        func arrive() async throws {
            for request in late.withLock({ $0 }) { _ = try await usual.send(request) }
        }
    }

    @Test("a deletion wins over a request that a comparison gave up and that arrives late")
    func lateRequest() async throws {
        try await ReconciliationTests.withWorld { world in
            world.save(3, seed: 4)
            try await world.engine().syncNow()
            let late = world.save(1, seed: 5)
            try world.reinstall()
            let transport = LateTransport(world.transport)
            await #expect(throws: HealthstoreError.self) {
                try await world.engine(attemptsMax: 1, transport: transport).syncNow()
            }
            world.phone.delete(late)
            try await world.engine(transport: transport).syncNow()
            try await transport.arrive()
            try await world.engine().syncNow()
            #expect(try await world.isEqual())
        }
    }

    @Test("a service that lost its newest samples and deletions gets them again")
    func restoredService() async throws {
        try await ReconciliationTests.withWorld { world in
            let samples = world.save(900, seed: 2)
            let engine = world.engine()
            try await engine.syncNow()
            // The store is as after restoring a backup. Later samples are missing, and samples that
            // were deleted later exist.
            let (later, deleted) = (world.save(40, seed: 3), Array(samples[..<30]))
            world.phone.delete(deleted)
            try await world.service.forget(later.map(\.uuid))
            try world.skipChanges()
            try await engine.syncNow()
            #expect(try await !world.isEqual())
            let reports = try await engine.reconcile()
            #expect(reports.map(\.sent) == [40] && reports.map(\.deletionsSent) == [30])
            #expect(try await world.isEqual())
            _ = world.transport.take()
            var unchanged = ReconciliationReport(type: ReconciliationTests.type)
            unchanged.deletionsSent = 30
            #expect(try await engine.reconcile() == [unchanged])
            // One sends deletions, one compares, one states that the service has everything.
            #expect(world.transport.take().requests == 3)
        }
    }

    @Test("an unusable anchor is replaced by one comparison")
    func unusableAnchor() async throws {
        try await ReconciliationTests.withWorld { world in
            world.save(500, seed: 4)
            let engine = world.engine()
            try await engine.syncNow()
            world.phone.invalidateAnchors()
            world.save(3, seed: 5)
            _ = world.transport.take()
            try await engine.syncNow()
            #expect(try await world.isEqual())
            #expect(world.transport.take().samples == 3 && world.reports.count == 1)
            world.save(2, seed: 6)
            try await engine.syncNow()
            #expect(try await world.isEqual())
            #expect(world.reports.count == 1)
        }
    }

    @Test("an engine with a token that only writes sends every change, and after a lost anchor everything")
    func writingToken() async throws {
        try await ReconciliationTests.withWorld { world in
            let samples = world.save(20, seed: 11)
            let program = try Command.product()
            let created = try await Command.run(
                program,
                ["token", "create", "--person", "Ada", "--rights", "write", "--database-url", world.service.conninfo])
            try #require(created.status == 0, "\(created.errors)")
            let engine = world.engine(token: String(created.output.prefix { $0 != "\n" }))
            try await engine.syncNow()
            world.phone.delete([samples[0]])
            try await engine.syncNow()
            #expect(try await world.isEqual())
            world.phone.invalidateAnchors()
            world.save(2, seed: 12)
            _ = world.transport.take()
            try await engine.syncNow()
            #expect(try await world.isEqual())
            let cost = world.transport.take()
            #expect(cost.samples == world.phone.samples.count && world.reports.isEmpty)
        }
    }

    @Test("an app that is killed anywhere in a comparison finally completes it", arguments: [UInt64(7)])
    func kills(seed: UInt64) async throws {
        try await ReconciliationTests.withWorld { world in
            let samples = world.save(LongRun.isOn ? 1_200 : 300, seed: seed)
            try await world.engine().syncNow()
            var kills = 0
            for steps in stride(from: 1, to: 61, by: LongRun.isOn ? 6 : 15) {
                world.phone.delete([samples[steps], samples[steps + 1]])
                world.save(LongRun.isOn ? 150 : 30, seed: seed + 1_000 + UInt64(steps), days: 0..<20)
                try world.reinstall()
                let killSwitch = KillSwitch(after: steps)
                try? await world.engine(killSwitch: killSwitch).syncNow()
                if killSwitch.hasHappened { kills += 1 }
            }
            #expect(kills > (LongRun.isOn ? 2 : 0))
            try await world.engine().syncNow()
            #expect(try await world.isEqual())
        }
    }
}

extension ReconciliationTests.World {
    /// Treats the phone's changes as sent.
    fileprivate func skipChanges() throws {
        var outbox = try Outbox(directory)
        try outbox.anchors.set(phone.latestAnchor, for: SimulatedPhone.types[0])
    }
}
