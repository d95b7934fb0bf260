import Foundation
import HealthCore
import HealthDatabase
import Postgres
import TestSupport
import Testing

/// Compares the nights of SQL with those of the API.
@Suite struct SleepNightSQLTests {
    private func expectEqual(_ store: TestStore, _ question: NightQuestion) throws {
        let (expected, found) = (try question.ofAPI(store), try question.ofSQL(store))
        #expect(found.count == expected.count)
        for (one, other) in zip(found, expected) { #expect(one == other, "\(question)") }
    }

    /// Writes nights with stages of several sources, naps, time in bed, and nights that were
    /// written again.
    private func write(_ count: Int, _ random: inout SeededGenerator, into store: TestStore) throws {
        let sources = [SampleMaker.phone, SampleMaker.watch, SampleMaker.scale]
        var made: [(UUID, Int32, Double, Double, Int, Instant?)] = []
        for _ in 0..<count {
            let start = Double(random.below(14 * 24 * 12)) * 300
            var (at, saved) = (start, Int64(random.below(40)) * 45)
            let (source, isKnown) = (random.below(3), random.chance(80))
            for _ in 0...random.below(6) {
                let length = Double(random.below(18)) * 600
                made.append(
                    (
                        random.uuid(), Int32(random.below(6)), at, length, source,
                        isKnown ? Instant(seconds: SampleMaker.zero + saved) : nil
                    ))
                if random.chance(30) { saved += Int64(random.below(200)) }
                at += random.chance(20) ? length / 2 : length + (random.chance(20) ? 1_800 : 0)
            }
        }
        try store.post { maker in
            for (uuid, value, at, length, source, created) in made {
                try maker.add(
                    uuid, .category(value), at: at, lasting: length, from: sources[source], created: created)
            }
        }
    }

    @Test("random nights equal those of the API, on every clock, with every parameter", arguments: [3, 17, 91])
    func random(seed: Int) async throws {
        try await TestStore.with { store in
            var random = SeededGenerator(UInt64(seed))
            try write(120, &random, into: store)
            let zones = ["UTC", "Europe/Berlin", "Asia/Kathmandu", "America/St_Johns", "Pacific/Apia"]
            for _ in 0..<25 {
                let first = 25 + random.below(6)
                var question = NightQuestion(from: "2024-04-\(first)", to: "2024-05-\(10 + random.below(10))")
                question.timeZone = zones[random.below(zones.count)]
                question.nightStart = ["18:00", "12:00", "06:30", "00:00"][random.below(4)]
                question.attribution = random.chance(50) ? "wakingDay" : "startDay"
                question.sessionGap = [1, 10, 60, 300, 720][random.below(5)]
                try expectEqual(store, question)
            }
        }
    }

    /// Writes samples of a watch. `value` lasts between the given hours after 10:00 on 1 May 2024,
    /// and is saved `saved` seconds after that time.
    private func write(
        _ store: TestStore, _ stages: [(value: Int32, from: Double, to: Double)], saved: Int64
    ) throws {
        try store.post { maker in
            for (value, from, to) in stages {
                try maker.add(
                    UUID(), .category(value), at: from * 3_600, lasting: (to - from) * 3_600, from: SampleMaker.watch,
                    created: Instant(seconds: SampleMaker.zero + saved))
            }
        }
    }

    @Test("a night that is written again supersedes the first writing unless it is less detailed, as in the API")
    func coarser() async throws {
        let stages: [(Int32, Double, Double)] = [(3, 13, 16), (4, 16, 17), (5, 17, 20)]
        for (value, supersedes) in [(Int32(1), false), (2, false), (3, true)] {
            try await TestStore.with { store in
                try write(store, stages, saved: 40_000)
                // The samples are longer at both ends, have a pause at the stages, and are saved an
                // hour later.
                try write(store, [(value, 12.5, 15), (value, 18, 20.5)], saved: 43_600)
                let question = NightQuestion(from: "2024-05-02", to: "2024-05-03", sessionGap: 720)
                try expectEqual(store, question)
                let deep = try question.ofSQL(store)[0].split(separator: " ")[9]
                #expect(deep == (supersedes ? "0.000000" : "3600.000000"), "\(value)")
            }
        }
    }

    @Test("each night has its part of a sample of days, as in the API")
    func longSample() async throws {
        try await TestStore.with { store in
            // The sample lasts until 18:00 on 4 May.
            try write(store, [(1, 0, 80)], saved: 300_000)
            try write(store, [(3, 82, 84)], saved: 310_000)
            for (from, to) in [
                ("2024-05-04", "2024-05-05"), ("2024-05-05", "2024-05-06"), ("2024-05-01", "2024-05-07"),
            ] {
                try expectEqual(store, NightQuestion(from: from, to: to))
            }
            let night = try NightQuestion(from: "2024-05-04", to: "2024-05-05").ofSQL(store)[0].split(separator: " ")
            #expect(night[3] == "86400.000000" && night[4] == "2024-05-03T18:00:00Z")
        }
    }

    @Test("the view lists the nights with records, on the person's own clock once it is known")
    func view() async throws {
        try await TestStore.with { store in
            var random = SeededGenerator(5)
            try write(20, &random, into: store)
            func listed() throws -> [String] {
                try store.texts(
                    "select date || ' ' || start_time || ' ' || coalesce(main_asleep::text, '-') from health.sleep_night order by date"
                )
            }
            func asked(_ timeZone: String) throws -> [String] {
                try store.texts(
                    """
                    select date || ' ' || start_time || ' ' || coalesce(main_asleep::text, '-')
                    from health_code.sleep_nights('Ada', $1, '2024-04-25', '2024-05-25')
                    where source_ids <> '{}' order by date
                    """, [.text(timeZone)])
            }
            #expect(try listed() == asked("UTC"))
            #expect(try listed().count > 5)
            _ = try TimeZoneWriter(person: store.person, session: store.session).setManual([
                .init(
                    start: .earliest, end: nil, zone: try #require(Zone(identifier: "Asia/Tokyo")))
            ])
            #expect(try listed() == asked("Asia/Tokyo"))
            #expect(try asked("Asia/Tokyo") != asked("UTC"))
        }
    }

    @Test("errors name what was expected")
    func mistakes() async throws {
        try await TestStore.with { store in
            for (call, message) in [
                ("'Bea', 'UTC', '2024-01-01', '2024-01-02'", "there is no person \"Bea\""),
                ("'Ada', 'UTC', '2024-01-02', '2024-01-02'", "to_date must be later than from_date"),
                ("'Ada', 'Europe/Nowhere', '2024-01-01', '2024-01-02'", "time zone \"Europe/Nowhere\" is not known"),
                (
                    "'Ada', 'UTC', '2024-01-01', '2024-01-02', attribution => 'noon'",
                    "attribution must be wakingDay or startDay"
                ),
                (
                    "'Ada', 'UTC', '2024-01-01', '2024-01-02', session_gap => '13 hours'",
                    "session_gap must be from 1 minute to 12 hours"
                ),
            ] {
                let error = #expect(throws: PostgresError.self) {
                    try store.session.execute("select * from health_code.sleep_nights(\(call))")
                }
                #expect(error?.message == message)
            }
        }
    }
}
