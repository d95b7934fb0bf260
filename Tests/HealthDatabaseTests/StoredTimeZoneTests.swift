import Foundation
import HealthCore
import HealthDatabase
import Postgres
import TestSupport
import Testing

/// Tests the history of zones as the database returns it.
@Suite struct StoredTimeZoneTests {
    private let store: TestStore

    init() throws { store = try TestStore() }

    private typealias Interval = TimeZoneHistory.Interval

    private func zone(_ name: String) throws -> Zone { try #require(Zone(identifier: name)) }

    /// Returns the instant `minute` minutes after `SampleMaker.zero`.
    private func instant(_ minute: Int) -> Instant { Instant(seconds: SampleMaker.zero + Int64(minute) * 60) }

    private func history(_ store: TestStore) throws -> [String] {
        try TimeZoneReader(person: store.person, session: store.session).history().runs.map(text)
    }

    private func text(_ run: TimeZoneHistory.Run) -> String {
        "\((run.start.wholeSeconds - SampleMaker.zero) / 60) \(run.zone.identifier) \(run.origin.rawValue)"
    }

    private func observe(_ store: TestStore, _ observations: [(minute: Int, zone: String)]) throws {
        try store.post { maker in
            for (minute, zone) in observations {
                try maker.add(at: Double(minute) * 60, metadata: SampleTimeZoneTests.zone(zone))
            }
        }
    }

    private func report(_ store: TestStore, _ minute: Int, _ name: String) throws {
        _ = try TimeZoneWriter(person: store.person, session: store.session).report(zone(name), from: instant(minute))
    }

    private func setManual(_ store: TestStore, _ intervals: [(Int, Int?, String)]) throws {
        _ = try TimeZoneWriter(person: store.person, session: store.session).setManual(
            try intervals.map { Interval(start: instant($0.0), end: $0.1.map(instant), zone: try zone($0.2)) })
    }

    @Test("names unknown to the time zone database are ignored; the zone before continues")
    func unknownNames() throws {
        try observe(store, [(0, "Mars/Olympus"), (9, "PST")])
        #expect(try history(store) == [])
        try observe(store, [(1, "Asia/Tokyo"), (2, "Mars/Olympus"), (3, "Asia/Tokyo")])
        #expect(try history(store) == ["1 Asia/Tokyo metadata"])
        // An unknown zone is ignored, even at an instant at which it sorts first.
        try observe(store, [(4, "America/Atlantis"), (4, "Europe/Paris")])
        #expect(try history(store) == ["1 Asia/Tokyo metadata", "4 Europe/Paris metadata"])
        // A later time zone database may lack a name.
        try store.session.executeScript(
            """
            insert into health.time_zone_report (person_id, origin, start_time, end_time, time_zone)
            select person_id, origin, '2024-05-01', end_time, 'Mars/Olympus' from health.person,
                (values ('client', null), ('manual', timestamptz '2025-01-01')) as said (origin, end_time)
            """)
        #expect(try history(store) == ["1 Asia/Tokyo metadata", "4 Europe/Paris metadata"])
    }

    @Test("the clock is that of the history, with intervals set by hand; an empty history has none")
    func clock() throws {
        let reader = WallClockReader(person: store.person, session: store.session)
        let error = #expect(throws: ParameterError.self) { try reader.clock() }
        #expect(error?.code == .noTimeZoneHistory && error?.parameter == "timeZone")
        try observe(store, [(0, "Asia/Tokyo")])
        try setManual(store, [(10, 20, "Europe/Paris")])
        let clock = try reader.clock()
        #expect(clock.segments.map(\.zone.identifier) == ["Asia/Tokyo", "Europe/Paris", "Asia/Tokyo"])
        #expect(clock.segments.map(\.start) == [instant(0), instant(10), instant(20)])
        // Another person has another history.
        let bea = WallClockReader(
            person: try PersonStore.create(name: "Bea", store.session), session: store.session)
        #expect(throws: ParameterError.self) { try bea.clock() }
    }

    @Test("offsets of clients are stored in any order and pieces, never replace a zone, and need all write access")
    func offsets() throws {
        var random = SystemRandomNumberGenerator()
        // Times on three days. Two offsets have the same time.
        let told: [(seconds: Int, minute: Int)] = [
            (3_600, 0), (3_600, 30), (3_600, 90), (-12_600, 60), (-12_600, 100), (3_600, 1_500), (7_200, 1_500),
            (7_200, 3_000), (7_200, 3_001),
        ]
        var expected: [String]?
        for round in 0..<12 {
            let person = store.of(try PersonStore.create(name: "O\(round)", store.session))
            var rest = told.shuffled(using: &random)[...]
            while !rest.isEmpty {
                let piece = rest.prefix(Int.random(in: 1...4, using: &random))
                rest = rest.dropFirst(piece.count)
                var batch = SampleBatch()
                // A client sends some times again.
                for (seconds, minute) in piece + [told[round % told.count]] {
                    batch.clockOffsets.note(seconds, at: instant(minute))
                }
                _ = try BatchWriter(person: person.person, session: person.session).write(batch)
            }
            let found = try history(person)
            expected = expected ?? found
            #expect(found == expected)
        }
        #expect(
            expected == [
                "0 GMT+0100 client", "60 GMT-0330 client", "1500 GMT+0100 client", "3000 GMT+0200 client",
            ])
        let person = store.of(try PersonStore.create(name: "Zed", store.session))
        var batch = SampleBatch()
        batch.clockOffsets.note(3_600, at: instant(5))
        try report(person, 5, "Asia/Tokyo")
        _ = try BatchWriter(person: person.person, session: person.session).write(batch)
        #expect(try history(person) == ["5 Asia/Tokyo client"])
    }

    @Test("a random history has at each minute the zone that reading everything minute by minute finds")
    func random() throws {
        var random = SystemRandomNumberGenerator()
        let names = ["Asia/Tokyo", "Europe/Paris", "America/Denver", "Africa/Nowhere"]
        for round in 0..<40 {
            let person = store.of(try PersonStore.create(name: "P\(round)", store.session))
            var observations: [(minute: Int, zone: String)] = []
            for _ in 0..<Int.random(in: 0...40, using: &random) {
                observations.append(
                    (Int.random(in: 0..<25, using: &random), try #require(names.randomElement(using: &random))))
            }
            try observe(person, observations)
            var reports: [Int: String] = [:]
            for _ in 0..<Int.random(in: 0...8, using: &random) {
                let minute = Int.random(in: 0..<25, using: &random)
                reports[minute] = names[Int.random(in: 0..<3, using: &random)]
                try report(person, minute, try #require(reports[minute]))
            }
            var manual: [(start: Int, end: Int?, zone: String)] = []
            var minute = Int.random(in: 0..<20, using: &random)
            while minute < 25, round % 4 > 0 {
                let end = minute + Int.random(in: 1..<8, using: &random)
                manual.append((minute, end > 23 ? nil : end, names[Int.random(in: 0..<3, using: &random)]))
                // Intervals may touch.
                minute = end > 23 ? 99 : end + Int.random(in: 0..<6, using: &random)
            }
            try setManual(person, manual.shuffled(using: &random))
            var expected: [String] = []
            var (observed, current): ((zone: String, origin: String)?, (zone: String, isManual: Bool)?)
            for minute in 0..<30 {
                let seen = observations.filter { $0.minute == minute && $0.zone != names[3] }.map(\.zone).min()
                if let said = reports[minute] ?? seen, said != observed?.zone {
                    observed = (said, reports[minute] == nil ? "metadata" : "client")
                }
                let inside = manual.first { $0.start <= minute && minute < $0.end ?? .max }
                // If nothing has been observed yet, the zone set by hand continues.
                let rest = observed == nil ? manual.last { $0.start <= minute } : nil
                guard let zone = (inside ?? rest)?.zone ?? observed?.zone else { continue }
                let isManual = inside != nil || rest != nil
                if zone != current?.zone || isManual != current?.isManual {
                    expected.append("\(minute) \(zone) \(isManual ? "manual" : observed?.origin ?? "")")
                }
                current = (zone, isManual)
            }
            #expect(try history(person) == expected, "\(observations) \(reports) \(manual)")
        }
    }

    @Test(
        "a long history is read from change to change, not from sample to sample",
        arguments: [false, true])
    func skipScan(isUnknownToPlanner: Bool) throws {
        if isUnknownToPlanner {
            // The planner knows only empty tables, so every index looks equally good.
            try store.session.executeScript(
                """
                insert into health.sample_time_zone values (1, 'GMT', now(), gen_random_uuid());
                delete from health.sample_time_zone;
                analyze health.sample_time_zone
                """)
        }
        _ = try store.session.execute(
            """
            insert into health.sample_time_zone (person_id, time_zone, start_time, uuid)
            select $1, case when n < 10000 or n >= 20000 then 'Europe/Paris' else 'Asia/Tokyo' end,
                timestamptz '2024-01-01' + n * interval '1 minute', gen_random_uuid()
            from generate_series(0, 29999) n
            """, [.int32(store.person.id)])
        try store.session.transaction {
            // Returns the number of blocks of the table and its indexes that were read.
            func read() throws -> Int64 {
                try store.session.execute(
                    """
                    select (pg_stat_get_xact_blocks_fetched('health.sample_time_zone'::regclass)
                        + sum(pg_stat_get_xact_blocks_fetched(indexrelid)))::bigint
                    from pg_index where indrelid = 'health.sample_time_zone'::regclass
                    """)[0].int64(0)
            }
            let before = try read()
            let runs = try TimeZoneReader(person: store.person, session: store.session).history().runs
            #expect(runs.map(\.zone.identifier) == ["Europe/Paris", "Asia/Tokyo", "Europe/Paris"])
            let count = try read() - before
            #expect(count > 0 && count < 150, "\(count) blocks")
        }
    }

    @Test("a history with more runs than the limit is an error that names the remedy")
    func tooLong() throws {
        func add(_ numbers: ClosedRange<Int32>) throws {
            _ = try store.session.execute(
                """
                insert into health.sample_time_zone (person_id, time_zone, start_time, uuid)
                select $1, case n % 2 when 0 then 'Europe/Paris' else 'Asia/Tokyo' end,
                    timestamptz '2024-01-01' + n * interval '1 minute', gen_random_uuid()
                from generate_series($2, $3) n
                """,
                [.int32(store.person.id), .int32(numbers.lowerBound), .int32(numbers.upperBound)])
        }
        let most: Int32 = 10_000
        try add(2...most)
        // Each reading of so many runs takes a second.
        if LongRun.isOn {
            try setManual(store, [(-999_999, -999_998, "UTC")])
            let byHand = refusal {
                try setManual(store, [(-999_999, -999_998, "UTC"), (-999_998, -999_997, "Zulu")])
            }
            #expect(byHand == .tooManyTimeZones)
            #expect(try history(store).count == most)
            // After one more observation, intervals set by hand can still be removed.
            try add(1...1)
            #expect(refusal { try history(store) } == .tooManyTimeZones)
            try setManual(store, [])
            #expect(try history(store).count == most)
        } else {
            try add(1...1)
        }
        try add((most + 1)...(most + 1))
        let asked = #expect(throws: ParameterError.self) {
            try WallClockReader(person: store.person, session: store.session).clock()
        }
        #expect(asked?.code == .tooManyTimeZones && asked?.parameter == "timeZone")
        // One zone without an end, set by hand, solves the problem.
        let zone = try #require(Zone(identifier: "Europe/Paris"))
        let runs = try TimeZoneWriter(person: store.person, session: store.session)
            .setManual([.init(start: Instant(seconds: 1_600_000_000), end: nil, zone: zone)]).runs
        #expect(runs.map(\.origin) == [.manual])
    }
}
