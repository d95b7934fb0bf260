import Foundation
import TestSupport
import Testing

@testable import HealthstoreClient

/// Tests which samples a comparison may delete at the service. The phone stores no deletions in
/// these tests.
@Suite struct DeletionRuleTests {
    private typealias World = ReconciliationTests.World

    private static let type = SimulatedPhone.types[0]

    private static func guarded(_ share: Double = 0.1) -> DeletionRule {
        var guards = DeletionGuards()
        guards.shareMax = share
        return .guarded(guards)
    }

    /// Two hundred samples on both sides. The phone then loses some without remembering a deletion.
    private static func withLosses(
        _ isLost: (SampleRecord, Int) -> Bool, _ body: (World, SyncEngine, [SampleRecord]) async throws -> Void
    ) async throws {
        try await ReconciliationTests.withWorld { world in
            let samples = world.save(200, seed: 1).sorted { $0.startDate < $1.startDate }
            let engine = world.engine()
            try await engine.syncNow()
            let lost = samples.enumerated().filter { isLost($1, $0) }.map(\.element)
            world.phone.delete(lost)
            world.phone.forgetDeletions()
            try await body(world, engine, lost)
        }
    }

    @Test("samples that the phone does not show are deleted only if the rule says so")
    func askedOnly() async throws {
        try await DeletionRuleTests.withLosses({ $1 % 20 == 7 }) { world, engine, lost in
            let kept = try await engine.reconcile()
            #expect(kept.map(\.kept) == [[.notAsked: 10]] && kept.map(\.deleted) == [0])
            #expect(try await world.uuidsThere().count == 200)
            let asked = try await engine.reconcile(deletions: DeletionRuleTests.guarded())
            #expect(asked.map(\.kept) == [[:]] && asked.map(\.deleted) == [10])
            #expect(try await world.isEqual() && lost.count == 10)
            #expect(try await engine.reconcile(deletions: DeletionRuleTests.guarded()).map(\.deleted) == [0])
        }
    }

    @Test("a type that looks empty loses no samples at any share: its authorisation was withdrawn")
    func emptyType() async throws {
        try await DeletionRuleTests.withLosses({ _, _ in false }) { world, engine, _ in
            world.phone.hide(DeletionRuleTests.type)
            let reports = try await engine.reconcile(deletions: DeletionRuleTests.guarded(1))
            #expect(reports.map(\.kept) == [[.typeIsEmpty: 200]] && reports.map(\.deleted) == [0])
            world.phone.hide(DeletionRuleTests.type, false)
            #expect(try await world.isEqual())
        }
    }

    @Test("if more than the share is not shown, none is deleted")
    func share() async throws {
        try await DeletionRuleTests.withLosses({ $1 % 9 == 4 }) { world, engine, lost in
            #expect(lost.count == 22)
            let held = try await engine.reconcile(deletions: DeletionRuleTests.guarded())
            #expect(held.map(\.kept) == [[.tooMany: 22]] && held.map(\.deleted) == [0])
            #expect(try await world.uuidsThere().count == 200)
            let agreed = try await engine.reconcile(deletions: DeletionRuleTests.guarded(0.11))
            #expect(agreed.map(\.deleted) == [22])
            #expect(try await world.isEqual())
        }
    }

    @Test("samples before the phone's first one, and of recent days, are kept")
    func times() async throws {
        try await ReconciliationTests.withWorld { world in
            var generator = SeededGenerator(3)
            // The engine's clock shows 2024-10-27, day 179.
            let days = [0, 10, 100, 171, 172, 178, 179]
            let pairs = days.map { day in
                (0..<2).map { SimulatedPhone.sample(day: day, slot: 10 + $0, &generator) }
            }
            world.phone.save(pairs.flatMap { $0 })
            let engine = world.engine()
            try await engine.syncNow()
            // Both samples of the first day, and one of each other day.
            let lost = pairs[0] + pairs.dropFirst().map { $0[0] }
            world.phone.delete(lost)
            world.phone.forgetDeletions()
            let report = try #require(try await engine.reconcile(deletions: DeletionRuleTests.guarded(1)).first)
            #expect(report.kept == [.beforeFirst: 2, .tooRecent: 3] && report.deleted == 3)
            let there = try await world.uuidsThere()
            #expect(Set(lost.map(\.uuid)).intersection(there) == Set((lost[0...1] + lost[5...7]).map(\.uuid)))
        }
    }

    @Test("samples with uuids computed from content are kept, and so are another device's by default")
    func others() async throws {
        try await ReconciliationTests.withWorld { world in
            world.save(50, seed: 4)
            let engine = world.engine()
            try await engine.syncNow()
            var generator = SeededGenerator(5)
            var imported = (0..<2).map { SimulatedPhone.sample(day: -300, slot: $0, &generator) }
            for index in imported.indices {
                var bytes = imported[index].uuid.uuid
                bytes.6 = bytes.6 & 0x0F | 0x50
                imported[index].uuid = UUID(uuid: bytes)
            }
            let watch = SimulatedPhone.sample(day: -299, slot: 0, &generator)
            let other = HealthstoreClient(address: try await world.service.address, token: world.service.token)
            _ = try await other.post(imported + [watch])
            world.phone.forgetDeletions()
            #expect(try await engine.reconcile().map(\.kept) == [[.notAsked: 3]])
            #expect(try await world.uuidsThere().count == 53)
            let asked = try await engine.reconcile(deletions: DeletionRuleTests.guarded())
            #expect(asked.map(\.kept) == [[.fromElsewhere: 2]] && asked.map(\.deleted) == [1])
            #expect(try await world.uuidsThere().isSuperset(of: imported.map(\.uuid)))
        }
    }

    @Test("a sample that the store shows in the last query is kept")
    func lastLook() async throws {
        try await DeletionRuleTests.withLosses({ $1 == 50 }) { world, engine, lost in
            // The sample reappears while the two sides are compared.
            world.transport.onUUIDs { [phone = world.phone] in phone.save(lost) }
            let reports = try await engine.reconcile(deletions: DeletionRuleTests.guarded())
            #expect(reports.map(\.deleted) == [0])
            #expect(try await world.uuidsThere().count == 200)
        }
    }

    @Test("samples deleted at the service are reported and not sent again")
    func deletedAtService() async throws {
        try await ReconciliationTests.withWorld { world in
            let samples = world.save(50, seed: 6)
            let engine = world.engine()
            try await engine.syncNow()
            let other = HealthstoreClient(address: try await world.service.address, token: world.service.token)
            _ = try await other.post([], deleted: samples[..<4].map(\.uuid))
            _ = world.transport.take()
            let reports = try await engine.reconcile(deletions: DeletionRuleTests.guarded())
            #expect(reports.map(\.deletedAtService) == [4] && reports.map(\.sent) == [0])
            #expect(world.transport.take().samples == 0)
        }
    }
}
