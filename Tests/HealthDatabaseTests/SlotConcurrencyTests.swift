import Foundation
import HealthCore
import Postgres
import TestSupport
import Testing

@testable import HealthDatabase

/// Tests that each slot is right or marked, whatever happens during a refresh.
@Suite struct SlotConcurrencyTests {
    @Test("a mark that another transaction adds during a refresh stays")
    func markBeside() async throws {
        try await TestStore.with { store in
            var world = try SlotRefresherWorld(store, type: 1, seed: 1)
            try world.fill(200)
            try world.markEverything()
            try world.refresh()
            let hour = SampleMaker.zero * 1_000_000 + 5 * SlotRefresherWorld.hour
            try world.mark(hour..<hour + SlotRefresherWorld.hour)
            let other = try store.inNewSession()
            var beside = 0
            var refresher = world.refresher {
                guard beside == 0 else { return false }
                beside += 1
                // This batch is committed after the refresher's snapshot.
                _ = try? other.post {
                    try $0.add(UUID(), .quantity(9_000, unit: "count/min", type: "heartRate"), at: 5 * 3_600 + 60)
                }
                _ = try? SlotMarkTable(
                    personID: store.person.id, sampleTypeID: world.typeID, session: other.session
                ).add(SlotMark(id: 0, from: hour, to: hour + SlotRefresherWorld.hour, markedAt: .min))
                return false
            }
            let step = try refresher.refreshPiece()
            #expect(beside == 1)
            guard case .done = step else { return #expect(Bool(false), "\(step)") }
            #expect(try store.count("slot_mark") > 0)
            #expect(try world.differences() == [])
            // The slot was computed without the sample, so a mark must cover it.
            let known = "select count(*) from health.hour_slot where source_id = 0 and maximum = 9000.0 / 60"
            #expect(try store.session.execute(known)[0].int64(0) == 0)
            try world.refresh()
            #expect(try store.session.execute(known)[0].int64(0) == 1)
            #expect(try world.differences() == [])
        }
    }

    @Test("who finds another making slots of the type passes it over, and others may be made")
    func busy() async throws {
        try await TestStore.with { store in
            var world = try SlotRefresherWorld(store, type: 1, seed: 2)
            try world.fill(60)
            var steps = try SlotRefresherWorld(store, type: 0, seed: 2)
            try steps.fill(20)
            try world.unmark()
            try world.markEverything()
            try steps.markEverything()
            var first = world.refresher()
            _ = try first.refreshPiece()
            let other = try Session(conninfo: store.conninfo)
            var seen: [SlotRefresher.Step] = []
            first = world.refresher {
                guard seen.isEmpty else { return false }
                var second = world.refresher(other)
                var third = steps.refresher(other)
                if let step = try? second.refreshPiece() { seen.append(step) }
                if let step = try? third.refreshPiece() { seen.append(step) }
                return false
            }
            _ = try first.refreshPiece()
            #expect(seen == [.busy, .done(.init())])
            try world.refresher().finishAll()
            try steps.refresher().finishAll()
            #expect(try world.differences() == [])
        }
    }

    @Test("a refresh that is cancelled leaves its marks")
    func cancelled() async throws {
        try await TestStore.with { store in
            var world = try SlotRefresherWorld(store, type: 1, seed: 31)
            try world.fill(100)
            try world.unmark()
            try world.markEverything()
            try world.refresher().finishAll(pieces: 1)
            #expect(throws: SlotRefresher.Cancelled.self) { try world.refresher(isCancelled: { true }).finishAll() }
            #expect(try store.count("slot_mark") == 1)
            try world.refresh()
            #expect(try world.differences() == [])
        }
    }
}

extension SlotRefresher {
    /// Refreshes until no mark exists, also while other refreshers run.
    func finishAll(pieces: Int = .max) throws {
        var refresher = self
        var left = pieces
        while left > 0, try refresher.refreshPiece() != .finished { left -= 1 }
    }
}
