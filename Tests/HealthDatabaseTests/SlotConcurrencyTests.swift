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
            try world.fill(200)
            var steps = try SlotRefresherWorld(store, type: 0, seed: 2)
            try steps.fill(50)
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

    @Test("many refreshers at once make every slot once, and right")
    func many() async throws {
        try await TestStore.with { store in
            var world = try SlotRefresherWorld(store, type: 3, seed: 4)
            try world.fill(400)
            try world.markEverything()
            let conninfo = store.conninfo
            let (person, typeID) = (store.person, world.typeID)
            _ = try await concurrently(4) { _ in
                let session = try Session(conninfo: conninfo)
                let refresher = SlotRefresher(
                    person: person, sampleTypeID: typeID, session: session, policy: .everything)
                try refresher.finishAll()
            }
            #expect(try store.count("slot_mark") == 0)
            #expect(try world.differences() == [])
        }
    }

    @Test(
        "a refresher that is killed at any time leaves slots that are right or marked", arguments: 0..<Rounds.count(3))
    func killed(seed: Int) async throws {
        try await TestStore.with { store in
            var world = try SlotRefresherWorld(store, type: 1, seed: UInt64(20 + seed))
            try world.fill(300)
            try world.markEverything()
            var random = SeededGenerator(UInt64(seed))
            var killed = 0
            for round in 0..<8 {
                let session = try Session(conninfo: store.conninfo)
                let pid = try session.execute("select pg_backend_pid()")[0].int32(0)
                let until = random.below(2) == 0 ? 0 : random.below(60_000)
                let conninfo = store.conninfo
                @Sendable func end() throws {
                    _ = try Session(conninfo: conninfo).execute("select pg_terminate_backend($1)", [.int32(pid)])
                }
                async let killing: Void = {
                    try await Task.sleep(for: .microseconds(until))
                    try end()
                }()
                // In one round the refresher itself is at work when it is killed, whatever else the
                // machine does.
                let refresher = world.refresher(session) {
                    if round == 4 { try? end() }
                    return false
                }
                do { try refresher.finishAll() } catch is PostgresError { killed += 1 }
                try await killing
                let report = try SlotVerifier(session: store.session).verify(.percent(100))
                #expect(report.differenceCount == 0)
                _ = try world.change(isForgetting: false)
                if random.chance(50) { try world.markEverything() }
            }
            #expect(killed > 0)
            try world.markEverything()
            try world.refresher().finishAll()
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
