import Foundation
import HealthCore
import HealthDatabase
import Postgres

/// A question about nights, which the API's reader answers. The view `health.sleep_night` has the
/// nights of the default parameters. Each night of an answer is one text.
struct NightQuestion {
    var from: String
    var to: String
    var timeZone = "UTC"
    var nightStart = "18:00"
    var attribution = "wakingDay"
    var sessionGap = 60

    /// Returns the question for the night of one date, with the same settings.
    func alone(_ date: CivilDate) -> NightQuestion {
        var question = self
        question.from = date.iso8601
        question.to = CivilDate(daysSinceEpoch: date.daysSinceEpoch + 1).iso8601
        return question
    }

    private var parameters: QuestionParameters {
        var parameters: QuestionParameters = [:]
        (parameters[.from], parameters[.to], parameters[.timeZone]) = (from, to, timeZone)
        (parameters[.nightStart], parameters[.attribution]) = (nightStart, attribution)
        parameters[.sessionGap] = String(sessionGap)
        return parameters
    }

    func nights(_ store: TestStore) throws -> SleepNights {
        let request = try SleepQuestion(parameters).request(of: store.person, store.session)
        return try SleepReader(person: store.person, session: store.session).nights(request)
    }

    /// Returns the nights of the API's reader.
    func ofAPI(_ store: TestStore) throws -> [String] {
        let answer = try nights(store)
        return answer.nights.map { night in
            let (main, aggregate) = (night.main, night.aggregate)
            let lengths = aggregate?.lengths
            func seconds(_ microseconds: Int64?) -> String {
                microseconds.map { String(format: "%.6f", Double($0) / 1e6) } ?? "-"
            }
            let efficiency = main?.efficiency ?? lengths?.efficiency
            var parts: [String] = [
                night.window.date.iso8601, night.window.start.rfc3339, night.window.end.rfc3339,
                seconds(night.asleep), (main?.start ?? aggregate?.start)?.rfc3339 ?? "-",
                (main?.end ?? aggregate?.end)?.rfc3339 ?? "-", seconds(main?.asleep ?? lengths?.asleep),
            ]
            parts += SleepValue.stages.map { seconds(main?.duration(of: $0) ?? lengths?.duration(of: $0)) }
            parts += [
                seconds(main?.timeInBed ?? lengths?.inBed), efficiency.map { String(format: "%.9f", $0) } ?? "-",
                String(night.sessions.count + night.aggregates.count),
                String(night.naps.count + night.aggregateNaps.count), night.isAggregate ? "t" : "f",
                night.sourceRanks.map { String(answer.sources[Int($0)].id) }.joined(separator: ","),
            ]
            return parts.joined(separator: " ")
        }
    }

    /// Returns the nights of the API's reader that have records.
    func recorded(_ store: TestStore) throws -> [String] {
        // The text of a night without a record ends before the sources.
        try ofAPI(store).filter { !$0.hasSuffix(" ") }
    }

    /// Computes the stale nights, and returns all nights of the view.
    static func ofView(_ store: TestStore) throws -> [String] {
        try store.refreshFigures(of: "sleepAnalysis")
        return try store.session.execute(
            "select \(columns) from health.sleep_night where person = $1 order by date", [.text(store.person.name)]
        ).map(text)
    }

    private static let columns = """
        date::text, start_time, end_time, asleep, main_start_time, main_end_time, main_asleep, unspecified, core, deep, rem,
        awake, in_bed, efficiency, session_count, nap_count, is_aggregate, array_to_string(source_ids, ',')
        """

    private static func text(_ row: Row) throws -> String {
        func time(_ column: Int) throws -> String {
            try row.optionalTimestamptz(column).map { Instant(microseconds: $0).rfc3339 } ?? "-"
        }
        func number(_ column: Int, _ format: String = "%.6f") throws -> String {
            try row.optionalDouble(column).map { String(format: format, $0) } ?? "-"
        }
        var parts = [try row.text(0), try time(1), try time(2), try number(3), try time(4), try time(5)]
        // The API's order of stages: unspecified, core, deep, REM, awake.
        for column in 6...12 { parts.append(try number(column)) }
        parts += [
            try number(13, "%.9f"), String(try row.int32(14)), String(try row.int32(15)),
            try row.bool(16) ? "t" : "f", try row.text(17),
        ]
        return parts.joined(separator: " ")
    }
}
