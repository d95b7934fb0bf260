import Foundation
import HealthCore
import HealthDatabase
import Postgres
import Testing

@Suite("The start of a sync plan") struct SyncPlanTests {
    private let store: TestStore
    private let start = Instant(seconds: Int64(SampleMaker.zero))

    init() throws { store = try TestStore() }

    private var plans: SyncPlanStore { SyncPlanStore(person: store.person, session: store.session) }

    private func plan(from start: Instant?) -> SyncPlan {
        var plan = SyncPlan()
        plan.start = start
        return plan
    }

    private func post(
        _ times: [Double], from device: String? = nil, isAtomic: Bool = false
    ) throws -> [Refusal.Code?] {
        var maker = SampleMaker()
        let ordinals = try times.map { try maker.add(at: $0) }
        var batch = maker.batch
        batch.isAtomic = isAtomic
        if let device {
            let scope = try ClientAnchor.Scope(device: device, types: ["stepCount"])
            batch.anchor = ClientAnchor(scope: scope, bytes: [1])
        }
        let receipt = try BatchWriter(person: store.person, session: store.session).write(batch)
        return ordinals.map { receipt.refused[$0]?.code }
    }

    @Test("samples that begin before it are refused for a device by its plan, for others by the default plan")
    func starts() throws {
        #expect(try post([-1, 0]) == [nil, nil])
        try plans.set(plan(from: start), forDevice: SyncPlan.defaultDevice)
        let later = Instant(microseconds: start.microseconds + 10_000_000)
        try plans.set(plan(from: later), forDevice: "phone")
        try plans.set(plan(from: nil), forDevice: "watch")
        #expect(try post([-1, -0.000001, 0, 10]) == [.beforeStart, .beforeStart, nil, nil])
        #expect(try post([0, 9, 10], from: "phone") == [.beforeStart, .beforeStart, nil])
        #expect(try post([-1], from: "watch") == [nil])
        #expect(try post([-1], from: "tablet") == [.beforeStart])
        #expect(try plans.delete(device: "phone"))
        #expect(try post([-1, 0], from: "phone") == [.beforeStart, nil])
        let bea = store.of(try PersonStore.create(name: "Bea", store.session))
        #expect(try bea.post { try $0.add(at: -1) }.refused.isEmpty)
    }

    @Test("an atomic batch with an early sample is refused whole, and an early correlation with its samples")
    func wholes() throws {
        try plans.set(plan(from: start), forDevice: SyncPlan.defaultDevice)
        #expect(throws: BatchRefused.self) { try post([-1, 0], isAtomic: true) }
        #expect(try store.samples().isEmpty)
        let receipt = try store.post { maker in
            let container = try maker.add(UUID(), .correlation(type: "food"), at: 0)
            try maker.add(UUID(), .quantity(1), at: -1, in: container)
        }
        #expect(receipt.refused.count == 2 && receipt.samples.isEmpty)
    }

    @Test("a plan keeps every member, and its person has at most so many plans")
    func members() throws {
        var plan = plan(from: Instant(microseconds: -1))
        plan.types = ["a", "b,\"c"]
        plan.groups = [.heart]
        plan.sources = ["org.example"]
        plan.leavesOutSources = true
        plan.isOn = false
        plan.leastInterval = 60
        plan.frequency = .weekly
        for number in 1..<SyncPlanStore.plansMax { try plans.set(SyncPlan(), forDevice: "\(number)") }
        try plans.set(plan, forDevice: "Ada's phone ü")
        #expect(try plans.plan(ofDevice: "Ada's phone ü")?.plan == plan)
        try plans.set(plan, forDevice: "1")
        #expect(try plans.plans().count == SyncPlanStore.plansMax)
        let error = #expect(throws: HealthDatabaseError.self) { try plans.set(plan, forDevice: "one more") }
        #expect(error?.code == .tooManyPlans)
        let types = try #require(plan.allTypes)
        #expect(types.contains("a") && types.contains("HKQuantityTypeIdentifierHeartRate"))
        #expect(!types.contains("HKQuantityTypeIdentifierStepCount") && SyncPlan().allTypes == nil)
    }
}
