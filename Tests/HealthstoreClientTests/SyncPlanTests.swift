import Foundation
import TestSupport
import Testing

@testable import HealthstoreClient

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

@Suite("A phone and its sync plan") struct SyncPlanTests {
    private func live(_ body: (inout PlannedPhone) async throws -> Void) async throws {
        try await SyncBench.live { bench, service in
            var planned = try await PlannedPhone(bench, service)
            try await body(&planned)
        }
    }

    private func uuids(_ samples: some Sequence<SampleRecord>) -> Set<UUID> { Set(samples.map(\.uuid)) }

    @Test("sends the types, sources and times of the plan and nothing else, and tells the app the plan")
    func narrow() async throws {
        try await live { planned in
            var samples = planned.bench.save(6)
            for index in [1, 4] { samples[index].source?.bundleIdentifier = "org.example.scale" }
            planned.bench.phone.save(samples)
            var generator = SeededGenerator(7)
            planned.bench.phone.save([SimulatedPhone.sample(SimulatedPhone.types[1], slot: 3, &generator)])
            try await planned.plan { plan in
                plan.types = ["stepCount"]
                plan.startDate = samples[2].startDate
                plan.withoutSources = ["org.example.scale"]
            }
            try await planned.sync()
            #expect(try await planned.stored() == uuids([samples[2], samples[3], samples[5]]))
            #expect(try await planned.stored(SimulatedPhone.types[1]).isEmpty)
            let plan = await planned.engine.plan
            #expect(plan.allTypes == ["HKQuantityTypeIdentifierStepCount"] && plan.startDate == samples[2].startDate)
            let told = planned.bench.events.all.contains { if case .plan(plan) = $0 { true } else { false } }
            #expect(told)
            // A later sync of the same plan reads nothing again.
            #expect(try await planned.sync() == 0)
        }
    }

    @Test("a wider plan sends what is new, without the rest again, also after a restart in between")
    func wide() async throws {
        try await live { planned in
            planned.bench.configuration.statesCompleteRanges = true
            var samples = planned.bench.save(40)
            for index in 30..<40 { samples[index].source?.bundleIdentifier = "org.example.scale" }
            planned.bench.phone.save(samples)
            var generator = SeededGenerator(9)
            let weights = (0..<3).map { SimulatedPhone.sample(SimulatedPhone.types[1], slot: $0, &generator) }
            planned.bench.phone.save(weights)
            try await planned.plan { plan in
                plan.types = ["stepCount"]
                plan.startDate = samples[20].startDate
                plan.withoutSources = ["org.example.scale"]
            }
            #expect(try await planned.sync() == 10)
            try await planned.plan { plan in
                plan.types = ["stepCount"]
                plan.startDate = samples[12].startDate
                plan.withoutSources = ["org.example.scale"]
            }
            planned.restart()
            #expect(try await planned.sync() == 8)
            try await planned.plan { plan in
                plan.types = ["stepCount"]
                plan.startDate = samples[12].startDate
            }
            #expect(try await planned.sync() == 10)
            try await planned.plan { $0.types = ["stepCount"] }
            #expect(try await planned.sync() == 12)
            try await planned.plan { $0.types = ["stepCount", "bodyMass"] }
            #expect(try await planned.sync() == 3)
            #expect(try await planned.stored() == uuids(samples))
            #expect(try await planned.stored(SimulatedPhone.types[1]) == uuids(weights))
            // A type that was out of the plan for a while comes back with what was saved meanwhile.
            try await planned.plan { $0.types = ["bodyMass"] }
            let later = planned.bench.save(5, from: 60)
            #expect(try await planned.sync() == 0)
            try await planned.plan { _ in }
            #expect(try await planned.sync() == 5)
            #expect(try await planned.stored() == uuids(samples + later))
        }
    }

    @Test("off sends nothing and keeps anchors and batches; on goes on; the app's switch is remembered by the service")
    func switched() async throws {
        try await live { planned in
            let first = planned.bench.save(3)
            #expect(try await planned.sync() == 3)
            try await planned.engine.setOn(false)
            #expect(await planned.engine.pause == .off)
            let more = planned.bench.save(4, from: 20)
            #expect(try await planned.sync() == 0)
            planned.restart()
            #expect(try await planned.sync() == 0)
            #expect(try await !planned.client.syncPlan(of: "phone").isOn)
            _ = planned.transport.take()
            try await planned.engine.setOn(true)
            #expect(planned.transport.take().samples == 4)
            #expect(try await planned.stored() == uuids(first + more))
        }
    }

    @Test("a running engine is switched off in the middle of its work, and on again")
    func switchedWhileRunning() async throws {
        try await live { planned in
            planned.bench.setRecordsPerBatch(1)
            planned.restart()
            let samples = planned.bench.save(40)
            let (engine, service) = (planned.engine, planned.service)
            let running = Task { try await engine.run() }
            try await TestSupport.wait(for: "the first sample") {
                try await !service.samples(SimulatedPhone.types[0]).isEmpty
            }
            try await engine.setOn(false)
            #expect(await engine.pause == .off)
            let later = planned.bench.save(1, from: 60)
            try await engine.syncNow()
            #expect(try await planned.stored().isDisjoint(with: uuids(later)))
            try await engine.setOn(true)
            #expect(try await planned.stored() == uuids(samples + later))
            running.cancel()
            await #expect(throws: CancellationError.self) { try await running.value }
        }
    }

    /// A connection on which plans do not arrive.
    private struct WithoutPlans: HTTPTransport {
        let usual: CountingTransport

        func send(_ request: URLRequest) async throws -> HTTPAnswer {
            if request.url?.path.contains("sync-plans") == true { throw URLError(.timedOut) }
            return try await usual.send(request)
        }
    }

    @Test("samples that a plan refused are sent under the next one, although the phone never read the plan")
    func unreadPlan() async throws {
        try await live { planned in
            try await planned.sync()
            try await planned.plan { $0.startDate = Date(timeIntervalSince1970: 1_764_000_000) }
            let samples = planned.bench.save(5)
            let engine = planned.bench.engine(
                WithoutPlans(usual: planned.transport), address: planned.transport.address, token: planned.service.token
            )
            try await engine.syncNow()
            try await engine.syncNow()
            #expect(try await planned.stored().isEmpty)
            try await planned.plan { _ in }
            try await planned.sync()
            #expect(try await planned.stored() == uuids(samples))
            #expect(try planned.bench.outbox().state.widened.isEmpty)
        }
    }

    @Test("what a plan leaves out is read once and not at each sync")
    func fromNow() async throws {
        try await live { planned in
            let samples = planned.bench.save(30)
            try await planned.plan { $0.startDate = Date(timeIntervalSince1970: 1_764_000_000) }
            try await planned.sync()
            let anchor = try planned.bench.outbox().anchors[SimulatedPhone.types[0]]
            #expect(anchor == planned.bench.phone.latestAnchor)
            try await planned.plan { _ in }
            #expect(try await planned.sync() == 30)
            #expect(try await planned.stored() == uuids(samples))
        }
    }

    @Test("the stored plan counts without a connection, and without any plan nothing is read")
    func offline() async throws {
        try await SyncBench.with { bench in
            bench.save(3)
            try await bench.engine(ScriptedTransport()).syncNow()
            bench.configuration.device = "phone"
            bench.configuration.retry.attemptsMax = 2
            bench.save(2, from: 10)
            let pageCount = bench.phone.pageCount
            let engine = bench.engine(OfflineTransport())
            await #expect { try await engine.syncNow() } throws: {
                ($0 as? HealthstoreError)?.code == .notReachable
            }
            #expect(bench.phone.pageCount == pageCount)
            var state = SyncState()
            state.plan = SyncPlan()
            try Outbox(bench.directory).store(state)
            await #expect(throws: HealthstoreError.self) { try await engine.syncNow() }
            #expect(try bench.phone.pageCount > pageCount && bench.outbox().entries.count == 1)
            let failed = bench.events.all.contains { if case .failed(.plan, _) = $0 { true } else { false } }
            #expect(failed)
        }
    }

    @Test("runs keep the least interval of the plan, and a running engine goes on when it has passed")
    func interval() async throws {
        try await live { planned in
            try await planned.plan { $0.leastInterval = 3_600 }
            let first = planned.bench.save(1)
            #expect(try await planned.sync() == 1)
            let second = planned.bench.save(2, from: 10)
            planned.pass(3_599)
            #expect(try await planned.sync() == 0)
            let next = planned.clock.now + 1
            #expect(await planned.engine.pause == .until(next))
            planned.pass(1)
            #expect(try await planned.sync() == 2)
            let third = planned.bench.save(1, from: 30)
            let engine = planned.bench.engine(
                planned.transport, address: planned.transport.address, token: planned.service.token,
                sleep: { [clock = planned.clock] in clock.pass($0) },
                now: { [clock = planned.clock] in clock.now })
            let running = Task { try await engine.run() }
            let service = planned.service
            try await TestSupport.wait(for: "the sample of the next run") {
                try await service.samples(SimulatedPhone.types[0]).count == 4
            }
            running.cancel()
            _ = await running.result
            #expect(try await planned.stored() == uuids(first + second + third))
        }
    }

    @Test("the app hears and the service shows since when a person shares, and a wider window sends what it shows")
    func sharing() async throws {
        try await live { planned in
            planned.bench.configuration.deletions = .guarded(DeletionGuards())
            planned.restart()
            let type = SimulatedPhone.types[0]
            let samples = planned.bench.save(100)
            try await planned.sync()
            planned.bench.phone.share(type, since: samples[40].startDate)
            #expect(try await planned.sync() == 0)
            let shared = try await planned.sharedSince()
            #expect(shared == [type: TimeText.text(of: samples[40].startDate)])
            // What the phone does not show any more is not deleted.
            try await planned.engine.reconcile()
            #expect(try await planned.stored() == uuids(samples))
            try await planned.service.forget(samples[..<40].map(\.uuid))
            planned.bench.phone.share(type, since: samples[10].startDate)
            #expect(try await planned.sync() == 30)
            planned.bench.phone.share(type, since: nil)
            #expect(try await planned.sync() == 10)
            #expect(try await planned.sharedSince() == [:])
            #expect(try await planned.stored() == uuids(samples))
            let dates = planned.bench.events.all.compactMap { event -> Date?? in
                if case .sharedSince(type, let date) = event { date } else { nil }
            }
            #expect(dates == [samples[40].startDate, samples[10].startDate, nil])
        }
    }

    @Test("all types are compared once a week, which finds what an anchor of a reset store leaves out")
    func weekly() async throws {
        try await live { planned in
            let samples = planned.bench.save(5)
            try await planned.sync()
            try await planned.service.forget([samples[1].uuid])
            planned.pass(7 * 86_400 - 1)
            #expect(try await planned.sync() == 0)
            planned.pass(1)
            #expect(try await planned.sync() == 1)
            #expect(try await planned.stored() == uuids(samples))
            try await planned.service.forget([samples[2].uuid])
            #expect(try await planned.sync() == 0)
        }
    }

    @Test("the app sees the samples that the service has stored, and no refused ones")
    func seen() async throws {
        try await live { planned in
            let seen = Recorder<SampleRecord>()
            planned.restart { samples in for sample in samples { seen.add(sample) } }
            var samples = planned.bench.save(4)
            samples[1].unit = "furlong"
            planned.bench.phone.save(samples)
            try await planned.sync()
            #expect(uuids(seen.all) == uuids([samples[0], samples[2], samples[3]]))
            #expect(seen.all.first { $0.uuid == samples[0].uuid }?.value == samples[0].value)
        }
    }

    @Test("a plan of all sources, of some and without some is wider than another where it sends more")
    func widening() {
        func plan(only: [String]? = nil, without: [String]? = nil) -> SyncPlan {
            var plan = SyncPlan()
            (plan.onlySources, plan.withoutSources) = (only, without)
            return plan
        }
        let plans = [
            plan(), plan(without: []), plan(only: []), plan(only: ["a"]), plan(only: ["a", "b"]),
            plan(without: ["a"]), plan(without: ["a", "b"]),
        ]
        let sources = [nil, "a", "b", "c"]
        for new in plans {
            for old in plans {
                let isWider = sources.contains { new.includes(source: $0) && !old.includes(source: $0) }
                #expect(new.widensSources(of: old) == isWider, "\(new) \(old)")
            }
        }
    }
}

extension Outbox {
    fileprivate func store(_ state: SyncState) throws {
        var outbox = self
        try outbox.setState(state)
    }
}
