import Foundation
import HealthCore
import TestSupport
import Testing

@testable import HealthDatabase

@Suite struct FigureRefresherTests {
    private let store: TestStore

    init() throws { store = try TestStore() }

    @Test(
        "figures are what the engine says; after changes only what they touch is made again, and all is as if made anew",
        arguments: LongRun.isOn ? Array(0..<4) : [1])
    func incremental(type: Int) throws {
        var world = try FigureWorld(
            store, type: type, seed: 10 + UInt64(type), hasAggregates: type % 2 == 1)
        try world.fill(LongRun.isOn ? 300 : 100)
        try world.unmark()
        try world.markEverything()
        try world.refresh()
        for _ in 0..<Rounds.count(3) {
            let before = try world.versions()
            try world.change()
            // Stale figures are not compared, and no other figure has changed.
            #expect(try world.differences() == [])
            let stale = try world.staleHours()
            try world.refresh()
            #expect(try world.differences() == [])
            let after = try world.versions()
            var untouched = 0
            for (hour, rows) in before where !stale.contains(where: { $0.contains(hour) }) {
                #expect(after[hour] == rows)
                untouched += 1
            }
            #expect(untouched > 0)
        }
        let incremental = try world.rows()
        try FigureRefresher.drop(person: store.person, sampleTypeID: world.typeID, store.session)
        #expect(try store.count("hour") == 0)
        try world.refresh()
        let anew = try world.rows()
        let isSame = incremental == anew
        #expect(isSame)
    }

    @Test("days are those of the person's own clock, and days that a change of the clock moves are marked")
    func clockChanges() throws {
        var world = try FigureWorld(store, type: 0, seed: 9)
        try world.fill(60)
        try world.refresh()
        let zero = SampleMaker.zero
        func days() throws -> [String] {
            try store.texts(
                """
                select distinct date || ' ' || to_char(start_time at time zone 'UTC', 'DD HH24:MI') || ' '
                    || extract(epoch from end_time - start_time)::integer / 3600
                from health.day where source_id = 0 order by 1
                """)
        }
        #expect(try days().allSatisfy { $0.hasSuffix("00:00 24") })
        let writer = TimeZoneWriter(person: store.person, session: store.session)
        let (berlin, kolkata) = (
            try #require(Zone(identifier: "Europe/Berlin")), try #require(Zone(identifier: "Asia/Kolkata"))
        )
        _ = try writer.report(berlin, from: Instant(seconds: zero))
        #expect(try store.count("mark") == 1)
        try world.refresh()
        #expect(try days().allSatisfy { $0.hasSuffix("22:00 24") })
        // The first zone also holds before its report, so an earlier report changes nothing.
        _ = try writer.report(berlin, from: Instant(seconds: zero - 86_400))
        #expect(try store.count("mark") == 0)
        // A trip marks the days of the trip and those around it.
        _ = try writer.setManual([
            .init(
                start: Instant(seconds: zero + 5 * 86_400), end: Instant(seconds: zero + 7 * 86_400), zone: kolkata)
        ])
        let marks = try store.texts(
            """
            select extract(epoch from from_time)::bigint - \(zero) || ' ' || extract(epoch from to_time)::bigint - \(zero)
            from health.mark order by mark_id
            """)
        #expect(marks == ["\(3 * 86_400) \(9 * 86_400)"])
        try world.refresh()
        #expect(try world.differences() == [])
        let travelled = try days()
        #expect(travelled.contains { $0.hasSuffix("18:30 24") })
        // Metadata of samples tell the zone, too, and no longer when the sample is deleted.
        let audiogram = UUID()
        try store.post { maker in
            try maker.add(
                audiogram, .other(), at: Double(12 * 86_400),
                metadata: #"{"HKTimeZone": "Asia/Kolkata"}"#)
        }
        #expect(try store.count("mark") == 1)
        try world.refresh()
        #expect(try days() != travelled)
        try store.delete(audiogram)
        #expect(try store.count("mark") == 1)
        try world.refresh()
        #expect(try days() == travelled)
        #expect(try world.differences() == [])
    }

    @Test("a sample of more than a year takes the figures away, and rebuilding without it brings them back")
    func mistakenLength() throws {
        let typeID = try store.sampleTypeID("stepCount")
        let (kept, long) = (UUID(), UUID())
        try store.post { try $0.add(kept) }
        func refresh() throws -> Bool {
            var refresher = FigureRefresher(person: store.person, sampleTypeID: typeID, session: store.session)
            #expect(try refresher.refresh() && refresher.refreshPiece() == .finished)
            #expect(try MarkBacklog.entries(store.session) == [])
            return try store.count("hour") > 0 && store.count("day") > 0
        }
        #expect(try refresh())
        try store.post { try $0.add(long, lasting: 3_999 * 366 * 86_400) }
        #expect(try !refresh())
        #expect(try store.count("mark") == 1)
        try store.delete(long)
        #expect(try !refresh())
        try FigureRefresher.drop(person: store.person, sampleTypeID: typeID, store.session)
        #expect(try refresh())
        #expect(try store.count("mark") == 0)
        #expect(
            try SampleExtent.longestMicroseconds(person: store.person, sampleTypeID: typeID, store.session)
                == store.samples().map { $0.end.microseconds - $0.start.microseconds }.max())
    }
}
