import HealthCore
import Postgres

/// The correlation of the figures of days of two types.
public struct DayCorrelation: Sendable {
    public let lag: Int
    /// The number of days that have both figures.
    public let pairCount: Int
    /// Nil if there are too few pairs, or one figure never changes. The bounds are then nil, too.
    public let correlation: Double?
    public let lower: Double?
    public let upper: Double?
}

/// The answer to a `CorrelationRequest`.
public struct CorrelatedDays: Sendable {
    public struct Point: Sendable {
        /// The day of x.
        public let date: CivilDate
        public let x: Double
        public let y: Double
    }

    public let asked: DayCorrelation
    /// The correlation of each lag, in order. Nil unless the request lists lags.
    public let lags: [DayCorrelation]?
    /// The newest pairs, in order of their dates.
    public let points: [Point]

    /// The lag with the greatest absolute correlation, the least of equal ones. Nil if no lag has
    /// a correlation.
    public var strongestLag: Int? {
        (lags ?? []).filter { $0.correlation != nil }.max { abs($0.correlation ?? 0) < abs($1.correlation ?? 0) }?.lag
    }
}

extension DayFigureReader {
    /// Answers `request` from one snapshot.
    ///
    /// - Throws: `ParameterError` (`rangeTooLong`) if there are too many samples of sleep;
    ///   `PostgresError`.
    public func correlation(_ request: CorrelationRequest) throws -> CorrelatedDays {
        let (x, y) = try session.reading {
            (
                try figures(request.x, request.endedDays, on: request.clock),
                try figures(request.y, request.endedDays, on: request.clock)
            )
        }
        let lags = request.listsLags ? Array(CorrelationRequest.lags) : [request.lag]
        let found = try session.all(
            """
            select lag, pair_count, correlation, lower, upper
            from unnest($1::integer[]) lag
            cross join lateral health_code.correlation_of_figures(
                $2::text[]::date[], $3::text[]::double precision[], $4::text[]::date[], $5::text[]::double precision[], lag)
            order by lag
            """, lags.map { Int32($0) }, x.parameters, y.parameters,
            as: { DayCorrelation(lag: Int($0 as Int32), pairCount: $1, correlation: $2, lower: $3, upper: $4) })
        let values = Dictionary(uniqueKeysWithValues: zip(y.days, y.values))
        let points = zip(x.days, x.values).compactMap { day, x in
            values[day + request.lag].map {
                CorrelatedDays.Point(date: CivilDate(daysSinceEpoch: day), x: x, y: $0)
            }
        }
        return CorrelatedDays(
            asked: found.first { $0.lag == request.lag } ?? found[0], lags: request.listsLags ? found : nil,
            points: points.suffix(request.limit))
    }
}
