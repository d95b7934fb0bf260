import Foundation
import HealthCore
import TestSupport

/// A question about statistics that both the API and SQL can answer.
struct WorldQuestion: CustomStringConvertible {
    var person: String
    var type: String
    /// The interval. If it is nil, the whole range is one bucket.
    var interval: String?
    var timeZone: String
    var from: Bound
    var to: Bound
    var anchor: String?
    var firstWeekday: Int?
    var dayStart: String?
    var isStrictStart = false
    var isStrictEnd = false
    var isSeparate = false
    /// The unit as a person types it. If it is nil, the person's unit of the type or the preferred
    /// unit applies.
    var unit: String?
    /// The settings of the SQL session, which must not affect the answer.
    var session = SessionSettings()

    struct SessionSettings {
        var timeZone = "UTC"
        var dateStyle = "ISO, MDY"

        var sql: String { "set local timezone = '\(timeZone)'; set local datestyle = '\(dateStyle)'" }
    }

    /// An end of the range. The API and SQL parse its text themselves.
    struct Bound {
        var time: Int64
        /// True for a wall clock in the time zone of the question, false for an instant.
        var isWall: Bool
        /// True if SQL gets the text as a constant of its type, false if it gets the text without a
        /// type.
        var isTyped: Bool

        private static let day: Int64 = 86_400_000_000
        private static let minute: Int64 = 60_000_000

        /// The shortest text that a person types. It is a date, a date with hours and minutes, or a
        /// full time.
        var text: String {
            let full = Instant(microseconds: time).rfc3339
            guard isWall else { return full }
            return String(full.prefix(time % Self.day == 0 ? 10 : time % Self.minute == 0 ? 16 : full.count - 1))
        }

        var sql: String {
            guard isTyped else { return "'\(text.replacing("T", with: isWall ? " " : "T"))'" }
            return (!isWall ? "timestamptz" : time % Self.day == 0 ? "date" : "timestamp") + " '\(text)'"
        }
    }

    // MARK: The API

    var path: String { interval == nil ? "/v1/statistics" : "/v1/statistics-collection" }

    var query: [(String, String)] {
        let given: [(String, String?)] = [
            ("type", type), ("interval", interval), ("timeZone", timeZone), ("from", from.text), ("to", to.text),
            ("anchor", anchor), ("firstWeekday", firstWeekday.map { "\($0)" }), ("dayStart", dayStart),
            ("strictStartDate", isStrictStart ? "true" : nil), ("strictEndDate", isStrictEnd ? "true" : nil),
            ("separateBySource", isSeparate ? "true" : nil), ("unit", unit),
        ]
        return given.compactMap { name, value in value.map { (name, $0) } }
    }

    // MARK: SQL

    private static let columns = """
        start_time, end_time, source_id, count, sum, average, minimum, maximum, duration, most_recent, \
        most_recent_start_time, most_recent_end_time, array_to_string(sources, ','), unit, partial, \
        to_jsonb(by_value)::text
        """

    var sql: String {
        let range = "\(from.sql), \(to.sql)"
        let flags =
            "separate_by_source => \(isSeparate), strict_start => \(isStrictStart), strict_end => \(isStrictEnd)"
            + (unit.map { ", unit => '\($0)'" } ?? "")
        guard let interval else {
            return """
                select \(WorldQuestion.columns)
                from health_code.statistics('\(person)', '\(type)', '\(timeZone)', \(range), \(flags))
                """
        }
        let grid = [
            anchor.map { "anchor => '\($0)'" }, firstWeekday.map { "first_weekday => \($0)" },
            dayStart.map { "day_start => '\($0)'" },
        ].compactMap(\.self).map { ", " + $0 }.joined()
        return """
            select \(WorldQuestion.columns) from health_code.statistics_collection(
                '\(person)', '\(type)', '\(interval)', '\(timeZone)', \(range), \(flags)\(grid))
            """
    }

    var description: String {
        "\(person): \(path)?" + query.map { "\($0.0)=\($0.1)" }.joined(separator: "&") + "\n\(session.sql); \(sql)"
    }
}

// MARK: Chance

extension WorldQuestion {
    private static let minute: Int64 = 60_000_000
    private static let hour = 60 * minute
    private static let day = 24 * hour
    private static let zones = [
        "UTC", "Europe/Berlin", "America/New_York", "Asia/Kolkata", "Asia/Kathmandu", "Australia/Lord_Howe",
        "Pacific/Apia", "person",
    ]
    /// On a cluster only ISO, because Citus sends times between servers as texts.
    private static let dateStyles =
        TestServer.isCluster
        ? ["ISO, DMY", "ISO, MDY", "ISO, YMD", "ISO"] : ["ISO, DMY", "SQL, DMY", "Postgres, MDY", "German, YMD"]

    /// Returns units of a type, also in usual spellings. nil means no unit in the question.
    private static func units(of type: String) -> [String?] {
        // Categories have no unit.
        guard Catalogue.sampleType(named: type)?.kind == .quantity else { return [nil] }
        let typed: [String] =
            switch type {
            case "stepCount": ["count", "steps"]
            case "activeEnergyBurned": ["kJ", "kcal", "Cal"]
            case "bodyMass": ["lb", "lbs", "kg"]
            case "heartRate": ["bpm", "count/s", "count/min"]
            case "environmentalAudioExposure": ["dB", "dBASPL"]
            default: ["%"]
            }
        return typed + [nil, nil]
    }

    private static let anchors = [
        "2000-02-29T00:00:00", "2012-01-31T00:00:00", "2024-03-31T02:30:00", "2011-12-30T00:00:00",
        "2030-06-15T18:30:00", "2024-04-07T01:45:00", "1999-12-31T23:59:59.999999", "2011-11-06T01:30:00",
    ]
    /// For each unit, its multiples and the maximum number of days of a range. The maximum keeps
    /// the number of buckets in the hundreds.
    private static let units: [(name: String, counts: [Int], daysMax: Int)] = [
        ("minute", [1, 5, 7, 15, 30, 47, 90], 1), ("hour", [1, 1, 2, 3, 5, 6, 8, 12, 24], 15),
        ("day", [1, 1, 1, 2, 3, 10], 120), ("day", [1, 1, 1, 7, 30], 60), ("week", [1, 1, 2, 3], 150),
        ("month", [1, 1, 2, 5], 200), ("quarter", [1, 1, 2], 400), ("year", [1, 1, 4], 900),
    ]

    /// - Parameter times: the times of the samples. Ranges are inside them, around them, and
    ///   sometimes outside them.
    static func random(
        _ random: inout SeededGenerator, people: [String], types: [String], times: Range<Int64>
    ) -> WorldQuestion {
        let unit = units[random.below(units.count)]
        let zone = zones[random.below(zones.count)]
        let isSingle = random.chance(20)
        let length = Int64.random(in: 1...Int64(unit.daysMax) * day, using: &random)
        let slack = min(length, 20 * day)
        let from = Int64.random(in: times.lowerBound - slack..<times.upperBound, using: &random)
        let ends = bounds(from, max(length, random.chance(5) ? 1 : minute), &random)
        var question = WorldQuestion(
            person: people[random.chance(80) ? 0 : random.below(people.count)], type: types[random.below(types.count)],
            timeZone: zone, from: ends.from, to: ends.to)
        question.isStrictStart = random.chance(15)
        question.isStrictEnd = random.chance(15)
        question.isSeparate = random.chance(40)
        question.unit = units(of: question.type).randomElement(using: &random) ?? nil
        question.session.timeZone = zones[random.below(zones.count - 1)]
        question.session.dateStyle = dateStyles[random.below(dateStyles.count)]
        guard !isSingle else { return question }
        let count = unit.counts[random.below(unit.counts.count)]
        question.interval = count == 1 ? unit.name : "\(count)\(unit.name)"
        switch random.below(6) {
        case 0: question.anchor = anchors[random.below(anchors.count)]
        case 1: question.firstWeekday = 1 + random.below(7)
        case 2: question.dayStart = ["04:00", "02:30", "18:00", "23:59"][random.below(4)]
        case 3 where unit.name == "week":
            question.firstWeekday = 1 + random.below(7)
            question.dayStart = "04:00"
        default: break
        }
        return question
    }

    /// Returns the ends of a range. Wall clocks are further apart than any jump of a clock or
    /// change of zone, so that no range is empty.
    private static func bounds(_ from: Int64, _ length: Int64, _ random: inout SeededGenerator) -> (
        from: Bound, to: Bound
    ) {
        let to = from + length
        guard length > 3 * day, random.chance(60) else {
            let step = [1, 1, minute, hour][random.below(4)]
            let start = from - from % step
            let end = max(to - to % step, start + (length < minute ? 1 : step))
            return (
                Bound(time: start, isWall: false, isTyped: random.chance(30)),
                Bound(time: end, isWall: false, isTyped: random.chance(30))
            )
        }
        let step = [1, minute, hour, day, day, day][random.below(6)]
        func bound(_ time: Int64) -> Bound {
            let isWall = random.chance(80)
            return Bound(time: time - time % (isWall ? step : minute), isWall: isWall, isTyped: random.chance(30))
        }
        return (bound(from), bound(to))
    }
}
