import Foundation
import TestSupport
import Testing

@testable import HealthstoreClient

/// Simulates a phone, a network and a service, with all kinds of failures.
@Suite struct SimulationTests {
    private static let stepCount = LongRun.isOn ? 40 : 12

    @Test("after any failures, the service has the phone's samples", arguments: seeds)
    func simulation(seed: UInt64) async throws {
        try await LiveService.own { service in
            try await withTemporaryDirectory { directory in
                var world = try await World(service, URL(fileURLWithPath: directory), seed: seed)
                for _ in 0..<SimulationTests.stepCount { try await world.step() }
                try await world.settle()
                try world.trace?.write(seed: seed)
                let (phone, seedText) = (world.phone, "seed \(seed)")
                for type in SimulatedPhone.types {
                    let there = try await service.samples(type)
                    let here = phone.samples.filter { $0.type == type }
                    #expect(Set(there.map(\.uuid)).count == there.count, "doubled, \(seedText)")
                    let difference = SimulationTests.contents(there).symmetricDifference(SimulationTests.contents(here))
                    #expect(difference.count == 0, "\(type), \(seedText)")
                }
                let steps = phone.samples.filter { $0.type == SimulatedPhone.types[0] }
                let sum = steps.reduce(0) { $0 + SimulationTests.number($1) }
                #expect(try await service.sum(SimulatedPhone.types[0]) ?? 0 == sum, "\(seedText)")
                // A run without failures would prove nothing. A short run may have none by chance.
                let hasFailures = world.kills > 0 && world.transport.faultCount > 0
                #expect(!steps.isEmpty && (hasFailures || !LongRun.isOn), "\(seedText)")
            }
        }
    }

    @Test("whatever plans come, the service has what the last plan sends, and nothing early", arguments: seeds)
    func plans(seed: UInt64) async throws {
        try await LiveService.own { service in
            try await withTemporaryDirectory { directory in
                var world = try await World(service, URL(fileURLWithPath: directory), seed: seed, hasPlans: true)
                for _ in 0..<SimulationTests.stepCount { try await world.step() }
                try await world.setPlan { $0.isOn = true }
                try await world.settle()
                try await world.expectNothingEarly()
                let samples = world.phone.samples
                for type in SimulatedPhone.types where world.plan.includes(type) {
                    let there = try await service.samples(type)
                    #expect(Set(there.map(\.uuid)).count == there.count, "doubled, seed \(seed)")
                    let here = samples.filter { $0.type == type }
                    let planned = here.filter { sample in
                        world.plan.includes(startDate: sample.startDate, source: sample.source?.bundleIdentifier)
                    }
                    let stored = SimulationTests.contents(there)
                    #expect(SimulationTests.contents(planned).subtracting(stored).isEmpty, "lost, seed \(seed)")
                    // A sample of an earlier plan stays.
                    #expect(stored.subtracting(SimulationTests.contents(here)).isEmpty, "not deleted, seed \(seed)")
                }
            }
        }
    }

    /// A seed from the environment repeats a failed run.
    private static let seeds: [UInt64] =
        ProcessInfo.processInfo.environment["HEALTHSTORE_SEED"].flatMap { UInt64($0) }.map { [$0] }
        ?? (LongRun.isOn ? [2] : []) + (0..<runCount).map { _ in UInt64.random(in: 0...UInt64.max) | 1 }

    /// `scripts/model` records many runs.
    private static let runCount =
        ProcessInfo.processInfo.environment["HEALTHSTORE_SIMULATION_RUNS"].flatMap { Int($0) } ?? 1

    private struct Content: Hashable {
        var uuid: UUID
        var startDate: String?
        var endDate: String?
        var value: Double
    }

    private static func contents(_ samples: [SampleRecord]) -> Set<Content> {
        Set(
            samples.map {
                Content(
                    uuid: $0.uuid, startDate: TimeText.text(of: $0.startDate), endDate: TimeText.text(of: $0.endDate),
                    value: number($0))
            })
    }

    private static func number(_ sample: SampleRecord) -> Double {
        guard case .number(let number) = sample.value else { return .nan }
        return number
    }
}

private struct World {
    /// Nil unless the run is recorded. Seeds with lost anchors are not recorded.
    let trace: SimulationTrace?
    let phone: SimulatedPhone
    let transport: FaultyTransport
    private let hasPlans: Bool
    private(set) var plan = SyncPlan()
    /// The end of the feed when the plan began.
    private var planPosition: Int64 = 0
    private(set) var kills = 0
    private var generator: SeededGenerator
    /// True if the phone sometimes reads all samples again, which would hide errors of the engine.
    /// It is false for odd seeds.
    private let readsAgain: Bool
    private let service: LiveService
    private let directory: URL
    private var engine: SyncEngine?
    private var killSwitch: KillSwitch?

    init(_ service: LiveService, _ directory: URL, seed: UInt64, hasPlans: Bool = false) async throws {
        self.hasPlans = hasPlans
        self.service = service
        self.directory = directory
        generator = SeededGenerator(seed)
        readsAgain = seed % 2 == 0
        trace = SimulationTrace.folder != nil && !readsAgain ? SimulationTrace() : nil
        phone = SimulatedPhone(trace: trace)
        transport = FaultyTransport(address: try await service.address, seed: seed &+ 1, trace: trace)
    }

    mutating func step() async throws {
        for _ in 0..<Int.random(in: 1...8, using: &generator) { phone.live(&generator) }
        if hasPlans, generator.chance(40) { try await changePlan() }
        switch Int.random(in: 0..<20, using: &generator) {
        case 0: try await restartService()
        case 1: try await killServiceWhileItWorks()
        case 2 where readsAgain: loseAnchors()
        case 3 where readsAgain: try await currentEngine().syncFromBeginningIgnoringFailures()
        case 4..<7: try await damageBatch()
        case 7..<13:
            // The engine is stopped at some step, and a new one continues.
            killSwitch = KillSwitch(after: Int.random(in: 0..<60, using: &generator))
            engine = nil
            await sync()
            if killSwitch?.hasHappened == true { kills += 1 }
            killSwitch = nil
            engine = nil
        default:
            transport.setFaults(percent: Int.random(in: 0...60, using: &generator))
            await sync()
            transport.setFaults(percent: 0)
        }
    }

    /// Goes online and syncs until everything has arrived.
    mutating func settle() async throws {
        engine = nil
        transport.setFaults(percent: 0)
        try await currentEngine().syncNow()
    }

    // MARK: Plans

    private mutating func changePlan() async throws {
        var generator = generator
        try await setPlan { plan in
            plan.types = generator.chance(50) ? nil : SimulatedPhone.types.filter { _ in generator.chance(60) }
            plan.startDate =
                generator.chance(40)
                ? nil
                : SimulatedPhone.start(
                    day: Int.random(in: 0..<5, using: &generator), slot: Int.random(in: 0..<144, using: &generator))
            let sources = SimulatedPhone.sources.filter { _ in generator.chance(50) }
            plan.withoutSources = generator.chance(40) ? sources : nil
            plan.onlySources = plan.withoutSources == nil && generator.chance(30) ? sources : nil
            plan.isOn = generator.chance(80)
        }
        self.generator = generator
    }

    mutating func setPlan(_ body: (inout SyncPlan) -> Void) async throws {
        try await expectNothingEarly()
        var changed = plan
        body(&changed)
        let client = HealthstoreClient(address: try await service.address, token: service.token)
        try await client.put(changed, of: "phone")
        plan = try await client.syncPlan(of: "phone")
        planPosition = try await service.changePosition
    }

    /// Expects that no sample has arrived under the present plan that starts before its start.
    func expectNothingEarly() async throws {
        guard let start = plan.startDate else { return }
        #expect(try await service.countEarly(before: start, after: planPosition) == 0)
    }

    private mutating func sync() async {
        try? await currentEngine().syncNow()
    }

    private mutating func currentEngine() -> SyncEngine {
        if let engine { return engine }
        transport.obey(killSwitch)
        var configuration = SyncConfiguration()
        configuration.device = hasPlans ? "phone" : nil
        configuration.recordsPerBatch = Int.random(in: 8...80, using: &generator)
        configuration.recordsPerFirstBatch = Int.random(in: 8...200, using: &generator)
        configuration.retry.attemptsMax = 3
        configuration.outbox.batchesMax = Int.random(in: 1...20, using: &generator)
        let (killSwitch, directory, limits, trace) = (killSwitch, directory, configuration.outbox, trace)
        trace?.note("started")
        let made = SyncEngine(
            store: phone,
            client: HealthstoreClient(address: directory, token: service.token, transport: transport),
            types: SimulatedPhone.types, configuration: configuration, onEvent: { _ in },
            openOutbox: {
                try Outbox(directory, limits: limits) { step in
                    try killSwitch?.step(step)
                    trace?.note(step)
                }
            },
            sleep: { _ in try killSwitch?.step() })
        engine = made
        return made
    }

    private func restartService() async throws {
        await service.kill()
        try await service.start()
        transport.move(to: try await service.address)
    }

    /// Kills the service during requests.
    private mutating func killServiceWhileItWorks() async throws {
        let engine = currentEngine()
        async let syncing: Void? = try? engine.syncNow()
        try await Task.sleep(for: .milliseconds(Int.random(in: 0...40, using: &generator)))
        await service.kill()
        _ = await syncing
        try await service.start()
        transport.move(to: try await service.address)
    }

    /// Truncates one of several waiting batches.
    private mutating func damageBatch() async throws {
        engine = nil
        transport.setFaults(percent: 100)
        await sync()
        transport.setFaults(percent: 0)
        engine = nil
        let queue = directory.appendingPathComponent("queue")
        guard let names = try? FileManager.default.contentsOfDirectory(atPath: queue.path).sorted(),
            let name = names.randomElement(using: &generator)
        else { return }
        let file = queue.appendingPathComponent(name)
        var data = try Data(contentsOf: file)
        if generator.chance(50) { data.removeLast(2) } else { data[data.count - 2] ^= 1 }
        try data.write(to: file)
        trace?.noteDamage(name)
    }

    private mutating func loseAnchors() {
        engine = nil
        try? FileManager.default.removeItem(at: directory.appendingPathComponent("anchors"))
    }
}

extension SyncEngine {
    fileprivate func syncFromBeginningIgnoringFailures() async throws {
        try? await syncFromBeginning()
    }
}
