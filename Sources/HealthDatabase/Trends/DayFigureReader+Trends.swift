import HealthCore
import Postgres

/// The measured days of a period, and the median of their figures.
public struct TrendPeriod: Sendable {
    public let from: CivilDate
    /// The day after the last one.
    public let to: CivilDate
    public let measuredCount: Int
    /// Nil if too few days are measured.
    public let median: Double?
}

/// The change of the figures of days. `health_code.trend_of_figures` says what each means.
public struct Trend: Sendable {
    /// The change a day, and its confidence interval.
    public struct Slope: Sendable {
        public let perDay: Double
        public let lower: Double
        public let upper: Double
    }

    public enum Direction: String, CaseIterable, Sendable {
        case rising, falling, steady
    }

    public let recent: TrendPeriod
    public let usual: TrendPeriod
    public let difference: Double?
    public let thisYear: TrendPeriod
    public let lastYear: TrendPeriod
    public let yearDifference: Double?
    /// Nil without `difference`, like `slope`.
    public let direction: Direction?
    /// Nil unless `direction` is rising or falling.
    public let since: CivilDate?
    public let slope: Slope?
    /// The number of days that were compared with the days before them.
    public let comparedCount: Int
    /// The compared days with unusual figures, in order.
    public let unusualDays: [UnusualDay]
}

/// A day whose figure is outside of the range that the days before it make expected.
public struct UnusualDay: Sendable {
    public let date: CivilDate
    public let value: Double
    public let usual: Double
    public let lower: Double
    public let upper: Double
}

extension DayFigureReader {
    /// Answers `request`, one type after the other, from one snapshot.
    ///
    /// - Throws: `ParameterError` (`rangeTooLong`) if there are too many samples of sleep;
    ///   `PostgresError`.
    public func trends(_ request: TrendRequest) throws -> [Trend] {
        try session.reading {
            try request.quantities.map { quantity in
                let figures = try figures(quantity, request.readDays, on: request.clock)
                return try trend(figures, quantity.dayFigure, request.days)
            }
        }
    }

    private func trend(_ figures: DayFigures, _ figure: DayFigure, _ days: Range<Int>) throws -> Trend {
        // At least one row, for the number of compared days.
        let compared = try session.run(
            """
            with day as materialized (
                select *
                from health_code.unusual_figures($1::text[]::date[], $2::text[]::double precision[], $3, $4::date)
            )
            select all_days.count, day.date::text, day.value, day.usual, day.lower, day.upper
            from (select count(*) from day) all_days
            left join day on day.is_unusual
            order by day.date
            """, figures.parameters, figure.rawValue, CivilDate(daysSinceEpoch: days.lowerBound))
        let comparedCount = Int(try compared[0].int64(0))
        let unusualDays = try compared.compactMap { row -> UnusualDay? in
            guard let date = try row.optionalText(1).flatMap(CivilDate.init(iso8601:)) else { return nil }
            return UnusualDay(
                date: date, value: try row.double(2), usual: try row.double(3), lower: try row.double(4),
                upper: try row.double(5))
        }
        return try session.run(
            """
            select
                recent_from::text, $3, recent_count, recent_median,
                usual_from::text, recent_from::text, usual_count, usual_median, difference,
                this_year_from::text, $3, this_year_count, this_year_median,
                last_year_from::text, last_year_to::text, last_year_count, last_year_median, year_difference,
                direction, since::text, slope, slope_lower, slope_upper
            from health_code.trend_of_figures($1::text[]::date[], $2::text[]::double precision[], $3::text::date)
            """, figures.parameters, CivilDate(daysSinceEpoch: days.upperBound)
        ).all { row in
            Trend(
                recent: try TrendPeriod(reading: &row), usual: try TrendPeriod(reading: &row),
                difference: try row.optionalDouble(), thisYear: try TrendPeriod(reading: &row),
                lastYear: try TrendPeriod(reading: &row), yearDifference: try row.optionalDouble(),
                direction: try row.optionalText().flatMap(Trend.Direction.init), since: try CivilDate?(reading: &row),
                slope: try row.optionalDouble().map {
                    Trend.Slope(perDay: $0, lower: try row.double(), upper: try row.double())
                },
                comparedCount: comparedCount, unusualDays: unusualDays)
        }[0]
    }
}

extension TrendPeriod: ColumnValue {
    public init(reading row: inout Row) throws {
        from = try CivilDate(reading: &row)
        to = try CivilDate(reading: &row)
        measuredCount = try Int(reading: &row)
        median = try row.optionalDouble()
    }
}
