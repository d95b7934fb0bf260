import Foundation
import HealthCore
import Postgres
import TestSupport
import Testing

@testable import HealthDatabase

/// Tests that each figure is right or stale, whatever happens during a refresh.
@Suite struct FigureConcurrencyTests {
    private let store: TestStore

    init() throws { store = try TestStore() }

    @Test("a mark that another transaction adds during a refresh stays")
    func markBeside() throws {
        var world = try FigureWorld(store, type: 1, seed: 1)
        try world.fill(200)
        try world.markEverything()
        try world.refresh()
        let hour = SampleMaker.zero * 1_000_000 + 5 * FigureWorld.hour
        try world.mark(hour..<hour + FigureWorld.hour)
        let other = try store.inNewSession()
        var beside = 0
        var refresher = world.refresher {
            guard beside == 0 else { return false }
            beside += 1
            // This batch is committed after the refresher's snapshot.
            _ = try? other.post {
                try $0.add(UUID(), .quantity(9_000, unit: "count/min", type: "heartRate"), at: 5 * 3_600 + 60)
            }
            _ = try? MarkTable(
                personID: store.person.id, sampleTypeID: world.typeID, session: other.session
            ).add(Mark(from: hour, to: hour + FigureWorld.hour))
            return false
        }
        let step = try refresher.refreshPiece()
        #expect(beside == 1)
        guard case .done = step else { return #expect(Bool(false), "\(step)") }
        #expect(try store.count("mark") > 0)
        #expect(try world.differences() == [])
        // The hour was computed without the sample, so a mark must cover it.
        let known = "select count(*) from health.hour where source_id = 0 and maximum = 9000.0 / 60"
        #expect(try store.session.execute(known)[0].int64(0) == 0)
        try world.refresh()
        #expect(try store.session.execute(known)[0].int64(0) == 1)
        #expect(try world.differences() == [])
    }

    @Test("who finds another making figures of the type passes it over, and others may be made")
    func busy() throws {
        var world = try FigureWorld(store, type: 1, seed: 2)
        try world.fill(60)
        var steps = try FigureWorld(store, type: 0, seed: 2)
        try steps.fill(20)
        try world.unmark()
        try world.markEverything()
        try steps.markEverything()
        let other = try Session(conninfo: store.conninfo)
        var seen: [FigureRefresher.Step] = []
        var first = world.refresher {
            guard seen.isEmpty else { return false }
            var second = world.refresher(other)
            var third = steps.refresher(other)
            if let step = try? second.refreshPiece() { seen.append(step) }
            if let step = try? third.refreshPiece() { seen.append(step) }
            return false
        }
        _ = try first.refreshPiece()
        #expect(seen.count == 2 && seen[0] == .busy && ![.busy, .finished].contains(seen[1]))
        try world.refresher().finishAll()
        try steps.refresher().finishAll()
        #expect(try world.differences() == [])
    }

    @Test("a refresh that is cancelled leaves its marks")
    func cancelled() throws {
        var world = try FigureWorld(store, type: 1, seed: 31)
        try world.fill(100)
        try world.unmark()
        try world.markEverything()
        #expect(throws: FigureRefresher.Cancelled.self) { try world.refresher(isCancelled: { true }).finishAll() }
        #expect(try store.count("mark") == 1)
        try world.refresh()
        #expect(try world.differences() == [])
    }
}

extension FigureRefresher {
    /// Refreshes until no mark exists, also while other refreshers run.
    func finishAll() throws {
        var refresher = self
        while try refresher.refreshPiece() != .finished {}
    }
}
