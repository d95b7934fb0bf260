import HealthCore
import HealthDatabase
import Postgres
import Testing

@Suite struct PreferenceChangeTests {
    private let store: TestStore

    init() throws { store = try TestStore() }

    /// Returns each preference change of the person with its position in the feed.
    private func changes(_ store: TestStore) throws -> [String] {
        try store.texts(
            """
            select concat_ws(' ', preference, sample_type.short_name, change_position)
            from health.preference_change left join health.sample_type using (sample_type_id)
            where person_id = $1 order by 1
            """, [.int32(store.person.id)])
    }

    @Test("a new order of sources gets the next position of the feed; an order that already holds gets none")
    func sourcePriority() throws {
        try store.post { maker in
            for source in [SampleMaker.phone, SampleMaker.watch] { try maker.add(from: source) }
        }
        let reader = SourceReader(person: store.person, session: store.session)
        let steps = try store.sampleTypeID("stepCount")
        let pulse = try store.sampleTypeID("heartRate")
        // No order is set, and the request sets none.
        try reader.setOrder([], sampleTypeID: steps)
        #expect(try changes(store) == [] && (try store.lastPosition()) == 2)
        try reader.setOrder([1], sampleTypeID: steps)
        #expect(try changes(store) == ["source_priority stepCount 3"])
        for again in [[Int32(1)], [1, 1]] { try reader.setOrder(again, sampleTypeID: steps) }
        #expect(try changes(store) == ["source_priority stepCount 3"] && (try store.lastPosition()) == 3)
        try reader.setOrder([1], sampleTypeID: pulse)
        #expect(try changes(store) == ["source_priority heartRate 4", "source_priority stepCount 3"])
        for (order, position) in [([Int32(1), 2], 5), ([2, 1], 6), ([2], 7), ([], 8)] {
            try reader.setOrder(order, sampleTypeID: steps)
            #expect(try changes(store).last == "source_priority stepCount \(position)")
            #expect(try store.lastPosition() == Int64(position))
        }
    }

    @Test("a change of the time zones gets the next position of the feed; no change gets none")
    func timeZones() throws {
        let writer = TimeZoneWriter(person: store.person, session: store.session)
        let (tokyo, paris) = (
            try #require(Zone(identifier: "Asia/Tokyo")), try #require(Zone(identifier: "Europe/Paris"))
        )
        func at(_ hour: Int64) -> Instant { Instant(seconds: SampleMaker.zero + hour * 3_600) }
        func interval(_ start: Int64, _ end: Int64?, _ zone: Zone) -> TimeZoneHistory.Interval {
            TimeZoneHistory.Interval(start: at(start), end: end.map(at), zone: zone)
        }
        func isAt(_ position: Int64) throws {
            #expect(try changes(store) == (position == 0 ? [] : ["time_zones \(position)"]))
            #expect(try store.lastPosition() == position)
        }
        _ = try writer.setManual([])
        try isAt(0)
        _ = try writer.report(tokyo, from: at(1))
        try isAt(1)
        _ = try writer.report(tokyo, from: at(1))
        try isAt(1)
        // A report of the known zone is stored, because a sample may later name another zone
        // for the time before it.
        _ = try writer.report(tokyo, from: at(5))
        try isAt(1)
        #expect(try store.count("time_zone_report") == 2)
        try store.post { try $0.add(at: 3 * 3_600, metadata: SampleTimeZoneTests.zone("Europe/Paris")) }
        let runs = try writer.report(tokyo, from: at(5)).runs
        #expect(runs.map(\.zone) == [tokyo, paris, tokyo] && runs.last?.origin == .client)
        #expect(try store.lastPosition() == 2)
        _ = try writer.report(paris, from: at(1))
        try isAt(3)
        _ = try writer.setManual([interval(7, nil, paris), interval(2, 4, tokyo)])
        try isAt(4)
        _ = try writer.setManual([interval(2, 4, tokyo), interval(7, nil, paris)])
        try isAt(4)
        _ = try writer.setManual([interval(2, 4, tokyo), interval(7, 8, paris)])
        try isAt(5)
        _ = try writer.setManual([])
        try isAt(6)
    }

    @Test("a refused change changes nothing")
    func refused() throws {
        let utc = Zone.utc
        let writer = TimeZoneWriter(person: store.person, session: store.session, reportsMax: 2)
        func at(_ hour: Int64) -> Instant { Instant(seconds: hour * 3_600) }
        for hour in Int64(1)...2 { _ = try writer.report(utc, from: at(hour)) }
        _ = try writer.setManual([.init(start: .earliest, end: .latest, zone: utc)])
        let before = try store.everything()
        let full = refusal { try writer.report(utc, from: at(3)) }
        #expect(full == .tooManyTimeZones)
        let overlap = refusal {
            try writer.setManual([
                .init(start: at(1), end: nil, zone: utc), .init(start: at(2), end: at(3), zone: utc),
            ])
        }
        #expect(overlap == .overlappingTimeZones)
        #expect(try store.everything() == before)
        // A report of the same instant is not another report.
        _ = try writer.report(try #require(Zone(identifier: "Asia/Tokyo")), from: at(2))
        #expect(try store.count("time_zone_report") == 3)
    }

    @Test("of many who set time zones at the same time, the last one's hold, and each change has its own position")
    func concurrent() async throws {
        let (conninfo, person) = (store.conninfo, store.person)
        let names = ["Asia/Tokyo", "Europe/Paris", "America/Denver", "UTC"]
        _ = try await concurrently(4) { index in
            let writer = TimeZoneWriter(person: person, session: try Session(conninfo: conninfo))
            for round in 0..<10 {
                guard let zone = Zone(identifier: names[index]) else { return }
                // If the sets of intervals of two writers were stored together, they would
                // overlap.
                _ = try writer.setManual([.init(start: Instant(seconds: Int64(round)), end: nil, zone: zone)])
            }
        }
        let history = try TimeZoneReader(person: person, session: store.session).history()
        #expect(history.manual.count == 1)
        #expect(history.manual.first?.start == Instant(seconds: 9))
        #expect(try changes(store) == ["time_zones 40"] && (try store.lastPosition()) == 40)
    }
}
