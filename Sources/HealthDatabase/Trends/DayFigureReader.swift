import HealthCore
import Postgres

/// The figures of the measured days of a type.
public struct DayFigures: Sendable {
    /// The dates in order, as days since 1970.
    public var days: [Int] = []
    /// The figure of each of the dates.
    public var values: [Double] = []

    mutating func append(_ day: Int, _ value: Double) {
        days.append(day)
        values.append(value)
    }

    /// The dates and the values as parameters of the types `text[]::date[]` and
    /// `text[]::double precision[]`.
    var parameters: [Parameter] {
        [
            .textArray(days.map { CivilDate(daysSinceEpoch: $0).iso8601 }),
            .textArray(values.map(\.description)),
        ]
    }
}

/// Reads the figures of days, and asks the functions of SQL for trends and correlations, so that
/// these have one rule for analysts and for the API.
public final class DayFigureReader: PersonQueries {
    /// Returns the figures of the measured days of a type, in the unit of the request.
    ///
    /// - Parameter days: the days since 1970. They have ended on the clock.
    /// - Throws: `ParameterError` (`rangeTooLong`) if there are too many samples of sleep;
    ///   `PostgresError`.
    func figures(_ quantity: QuantityRequest, _ days: Range<Int>, on clock: WallClock) throws -> DayFigures {
        var figures = DayFigures()
        guard !days.isEmpty else { return figures }
        guard !quantity.type.isSleep else {
            let request = try SleepQuestion.request(days, on: clock)
            for night in try SleepReader(person: person, session: session).nights(request).nights {
                guard let asleep = night.asleep else { continue }
                figures.append(
                    night.window.date.daysSinceEpoch, Double(asleep) / Double(Instant.microsecondsPerSecond))
            }
            return figures
        }
        // The clock may have skipped the only day.
        guard let plan = try? BucketPlan(days: days, on: clock) else { return figures }
        let range = SampleRange(from: plan.edges[0], to: plan.edges[plan.bucketCount])
        let buckets = try StatisticsReader(person: person, session: session).collection(
            quantity.type, style: quantity.style, plan: plan, range: range, separateBySource: false
        ).buckets
        for bucket in buckets {
            guard let value = quantity.figure(ofDay: bucket.statistics) else { continue }
            figures.append(clock.localDateTime(at: bucket.start).date.daysSinceEpoch, value)
        }
        return figures
    }
}
