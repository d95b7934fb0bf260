import Foundation
import HealthCore
import HealthDatabase
import Postgres
import TestSupport
import Testing

/// Checks that SQL and Swift compute the same buckets.
@Suite struct BucketEdgeSQLTests {
    private let store: TestStore

    init() throws { store = try TestStore() }

    /// A request, with the API's parameter names.
    private struct Question: CustomStringConvertible {
        var clock: WallClock
        var interval: BucketInterval
        var from: Instant
        var to: Instant
        var anchor: LocalDateTime?
        var firstWeekday = 1
        var dayStart: Int64 = 0

        var grid: BucketGrid {
            let anchor =
                anchor
                ?? BucketGrid.defaultAnchor(for: interval, firstWeekday: firstWeekday, dayStart: dayStart)
            return BucketGrid(anchor: anchor, interval: interval, clock: clock)
        }

        var anchorText: String? {
            anchor.map { Instant(microseconds: $0.microsecondsSinceEpoch).rfc3339 }
        }

        var description: String {
            "\(interval.description) \(clock.name) \(from.rfc3339) \(to.rfc3339) \(anchorText ?? "-") \(firstWeekday) \(dayStart)"
        }
    }

    /// Returns the edges that SQL computes.
    private func edges(_ question: Question, _ store: TestStore) throws -> [Int64] {
        let anchor = question.anchorText
        let rows = try store.session.execute(
            """
            select edge.time
            from unnest(health_code.bucket_plan(
                $1, $2, $3, $4, $5, $6::timestamptz at time zone 'UTC', $7, time '00:00' + $8 * interval '1 microsecond'))
                with ordinality edge (time, number)
            order by edge.number
            """,
            [
                .int32(store.person.id), .text(question.interval.description), .text(question.clock.name),
                .timestamptz(question.from.microseconds), .timestamptz(question.to.microseconds), .text(anchor),
                .int32(anchor == nil ? Int32(question.firstWeekday) : 1),
                .int64(anchor == nil ? question.dayStart : 0),
            ])
        return try rows.map { try $0.timestamptz(0) }
    }

    /// - Returns: false if the request is about times for which SQL has no offsets.
    private func compare(_ question: Question, _ store: TestStore) throws -> Bool {
        let plan = try BucketPlan(grid: question.grid, from: question.from, to: question.to)
        let edges = plan.edges.map(\.microseconds)
        // The date is 2099-12-30.
        guard let last = edges.last, last < 4_102_272_000_000_000 else { return false }
        #expect(try self.edges(question, store) == edges, "\(question)")
        return true
    }

    private func question(_ clock: WallClock, near: Instant?, _ random: inout SeededGenerator) throws -> Question {
        let units = BucketInterval.Unit.allCases
        let unit = units[random.below(units.count)]
        let multiple = random.chance(50) ? 1 : 1 + random.below(unit == .minute ? 200 : random.chance(90) ? 12 : 90)
        let interval = try #require(BucketInterval(unit, count: multiple))
        // Most times are since 1970. All are exact to the microsecond.
        let microseconds =
            near.map { $0.microseconds + Int64(random.below(8 * 86_400_000_000)) - 4 * 86_400_000_000 }
            ?? (random.chance(90)
                ? Int64(random.below(4_000_000_000_000_000)) : -Int64(random.below(5_000_000_000_000_000)))
        let from = Instant(
            microseconds: random.chance(50) ? microseconds : microseconds / 3_600_000_000 * 3_600_000_000)
        let length = min(interval.longestMicroseconds * Int64(1 + random.below(40)), 3_000_000_000_000_000)
        let to = Instant(microseconds: from.microseconds + 1 + Int64(random.below(Int(length))))
        var question = Question(clock: clock, interval: interval, from: from, to: to)
        question.firstWeekday = 1 + random.below(7)
        // Clocks change in the first hours of the day.
        if random.chance(60) {
            question.dayStart = Int64(random.chance(70) ? random.below(5) * 60 : random.below(1_440)) * 60_000_000
        }
        if random.chance(40) {
            let days = CivilDate(daysSinceEpoch: random.below(40_000) - 5_000)
            let day = CivilDate(year: days.year, month: days.month, day: random.chance(50) ? 31 : days.day) ?? days
            question.anchor = LocalDateTime(
                date: day, microsecondOfDay: random.chance(50) ? 0 : Int64(random.below(86_400_000_000)))
        }
        return question
    }

    @Test("SQL makes the buckets of the program for any interval, anchor, zone and range")
    func zones() throws {
        var random = SeededGenerator(6_001)
        let names = Zone.identifiers.sorted()
        let odd = [
            "Australia/Lord_Howe", "Pacific/Apia", "Asia/Kathmandu", "Antarctica/Troll", "Africa/El_Aaiun",
            "Africa/Casablanca", "Africa/Monrovia", "America/Cambridge_Bay", "Asia/Gaza", "America/Sao_Paulo",
            "Pacific/Kwajalein", "Europe/Dublin", "Asia/Kolkata",
        ]
        var compared = 0
        for _ in 0..<Rounds.count(400, short: 100) {
            let name = random.chance(50) ? odd[random.below(odd.count)] : names[random.below(names.count)]
            let zone = try #require(Zone(identifier: name))
            // Half of the times are near a change of the clock.
            let changes = zone.offsetChanges.dropFirst()
            let near = random.chance(50) ? changes.randomElement(using: &random)?.start : nil
            if try compare(question(WallClock(zone), near: near, &random), store) { compared += 1 }
        }
        #expect(compared > Rounds.count(350, short: 75))
    }

    @Test("SQL makes the buckets of a person who travels, with zones observed and set by hand")
    func flights() throws {
        var random = SeededGenerator(6_002)
        let names = [
            "Asia/Tokyo", "Pacific/Apia", "Pacific/Honolulu", "Europe/London", "Asia/Kathmandu", "Mars/Olympus",
        ]
        for round in 0..<Rounds.count(25, short: 3) {
            let person = store.of(try PersonStore.create(name: "P\(round)", store.session))
            func instant() -> Instant {
                // The time is around 2011-12-30, which Apia skipped. The same time often occurs
                // again.
                Instant(microseconds: 1_325_203_200_000_000 + Int64(random.below(60) - 30) * 21_600_000_000)
            }
            var starts: Set<Instant> = []
            for _ in 0..<random.below(12) {
                let zone = try #require(Zone(identifier: names[random.below(5)]))
                _ = try TimeZoneWriter(person: person.person, session: person.session).report(zone, from: instant())
            }
            try person.post { maker in
                for _ in 0..<(1 + random.below(12)) {
                    let start = Instant(microseconds: instant().microseconds + Int64(random.below(2) * 1_234_567))
                    try maker.add(
                        start: start, end: start, metadata: #"{"HKTimeZone": "\#(names[random.below(6)])"}"#)
                }
                let start = instant()
                try maker.add(start: start, end: start, metadata: #"{"HKTimeZone": "Europe/Paris"}"#)
            }
            for _ in 0..<(2 * random.below(5)) { starts.insert(instant()) }
            let ends = starts.sorted()
            var manual: [TimeZoneHistory.Interval] = []
            for index in stride(from: 0, to: ends.count - 1, by: 2) {
                let next = index + 2 < ends.count ? ends[index + 2] : nil
                let end = random.chance(20) && next != nil ? next : ends[index + 1]
                manual.append(
                    .init(
                        start: ends[index], end: end, zone: try #require(Zone(identifier: names[random.below(5)]))))
            }
            _ = try TimeZoneWriter(person: person.person, session: person.session).setManual(manual)
            let reader = WallClockReader(person: person.person, session: person.session)
            let clock = try reader.clock()
            for _ in 0..<12 {
                _ = try compare(question(clock, near: random.chance(80) ? instant() : nil, &random), person)
            }
        }
    }

    @Test("SQL has the offsets of every zone that the program accepts")
    func offsets() throws {
        var random = SeededGenerator(6_003)
        var changes: [String: [(start: Int64, offset: Int)]] = [:]
        for row in try store.session.execute(
            """
            select time_zone, coalesce(nullif(from_time, '-infinity'), '0001-01-01Z'), utc_offset
            from health.time_zone_offset order by time_zone, from_time
            """)
        {
            changes[try row.text(0), default: []].append((try row.timestamptz(1), Int(try row.int32(2))))
        }
        #expect(Set(changes.keys) == Zone.identifiers)
        #expect(Zone.identifiers.isSuperset(of: TimeZone.knownTimeZoneIdentifiers))
        for (name, changes) in changes {
            let zone = try #require(Zone(identifier: name))
            for change in changes {
                #expect(zone.offsetSeconds(at: Instant(microseconds: change.start)) == change.offset)
            }
            for (change, before) in zip(changes.dropFirst(), changes) {
                #expect(change.offset != before.offset && change.start > before.start)
                #expect(zone.offsetSeconds(at: Instant(microseconds: change.start - 1)) == before.offset)
            }
            // Most instants are since 1970, and some are before.
            for _ in 0..<(LongRun.isOn ? 300 : 50) {
                let instant = Instant(seconds: Int64(random.below(5_000_000_000)) - 898_000_000)
                let offset = changes.last { $0.start <= instant.microseconds }?.offset
                #expect(zone.offsetSeconds(at: instant) == offset, "\(name) \(instant.rfc3339)")
            }
        }
    }

    @Test("the offsets are written once, and again when the program's data change")
    func loadedOnce() throws {
        #expect(try Migrator().migrate(store.session).timeZonesChanged == false)
        try store.session.executeScript(
            """
            update health.installed_code set sha256 = 'old' where name = 'time_zone_offset';
            update health.time_zone_offset set utc_offset = 0 where time_zone = 'Asia/Tokyo';
            """)
        let report = try Migrator().migrate(store.session)
        #expect(report.timeZonesChanged && report.changedAnything && !report.codeChanged)
        let tokyo = try store.session.execute(
            "select utc_offset from health_code.clock(0, 'Asia/Tokyo') where until_time = 'infinity'")
        #expect(try tokyo[0].int32(0) == 9 * 3_600)
    }
}
