import Foundation
import HealthCore
import Postgres
import TestSupport
import Testing

@testable import HealthDatabase

@Suite struct SlotRefresherTests {
    @Test(
        "slots are what the engine says; after changes only what they touch is made again, and all is as if made anew",
        arguments: LongRun.isOn ? Array(0..<4) : [1])
    func incremental(type: Int) async throws {
        try await TestStore.with { store in
            var world = try SlotRefresherWorld(
                store, type: type, seed: 10 + UInt64(type), hasAggregates: type % 2 == 1)
            try world.fill(LongRun.isOn ? 300 : 100)
            try world.unmark()
            try world.markEverything()
            try world.refresh()
            let sources = try SourceReader(person: store.person, session: store.session).sources()
            for _ in 0..<Rounds.count(3) {
                let before = try world.versions()
                let times = try world.change()
                // Slots under a mark are not compared, and no other slot has changed.
                #expect(try world.differences() == [])
                let longest = try #require(
                    try SampleExtent.longestMicroseconds(
                        person: store.person, sampleTypeID: world.typeID, store.session))
                let style = try #require(try SlotTypeTable.style(world.typeID, store.session))
                let reach = try #require(ChangeReach(style: style, sources: sources, longest: longest))
                let stale = StaleHours(
                    times.map { SlotMark(id: 0, from: $0.lowerBound, to: $0.upperBound, markedAt: 0) }, reach: reach)
                try world.refresh()
                #expect(try world.differences() == [])
                let after = try world.versions()
                var untouched = 0
                for (hour, rows) in before where !stale.overlap(hour..<hour + SlotRefresherWorld.hour) {
                    #expect(after[hour] == rows)
                    untouched += 1
                }
                #expect(untouched > 0)
            }
            let incremental = try world.slots()
            try SlotRefresher.drop(person: store.person, sampleTypeID: world.typeID, store.session)
            #expect(try store.count("hour_slot") == 0)
            try world.refresh()
            let anew = try world.slots()
            let isSame = incremental == anew
            #expect(isSame)
        }
    }

    @Test("slots of types with few samples, or few for the time, are not kept, and their marks are forgotten")
    func policy() async throws {
        try await TestStore.with { store in
            var world = try SlotRefresherWorld(store, type: 1, seed: 5)
            try world.fill(200)
            for (policy, isKept) in [
                (SlotPolicy.standard, false), (SlotPolicy(samplesMin: 1_000, samplesPerDayMin: 1), false),
                (SlotPolicy(samplesMin: 200, samplesPerDayMin: 14), false),
                (SlotPolicy(samplesMin: 200, samplesPerDayMin: 5), true),
            ] {
                try world.markEverything()
                var refresher = world.refresher(policy: policy)
                let isFree = try refresher.refresh()
                #expect(isFree)
                #expect(try store.count("slot_mark") == 0)
                #expect(try store.count("slot_type") == (isKept ? 1 : 0))
                #expect(try (store.count("hour_slot") > 0) == isKept)
            }
        }
    }

    @Test("a sample of more than a year takes the slots away, and rebuilding without it brings them back")
    func mistakenLength() async throws {
        try await TestStore.with { store in
            let typeID = try store.sampleTypeID("stepCount")
            let (kept, long) = (UUID(), UUID())
            try store.post { try $0.add(kept) }
            func refresh() throws -> Int64 {
                var refresher = SlotRefresher(
                    person: store.person, sampleTypeID: typeID, session: store.session, policy: .everything)
                #expect(try refresher.refresh())
                return try store.count("slot_type")
            }
            #expect(try refresh() == 1)
            try store.post { try $0.add(long, lasting: 3_999 * 366 * 86_400) }
            #expect(try refresh() == 0)
            #expect(try store.count("hour_slot") == 0)
            try store.delete(long)
            #expect(try refresh() == 0)
            try SlotRefresher.drop(person: store.person, sampleTypeID: typeID, store.session)
            #expect(try refresh() == 1)
            #expect(try store.count("hour_slot") > 0)
            #expect(
                try SampleExtent.longestMicroseconds(person: store.person, sampleTypeID: typeID, store.session)
                    == store.samples().map { $0.end.microseconds - $0.start.microseconds }.max())
        }
    }
}
