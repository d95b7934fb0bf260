/// The quantities of a series: one quantity sample that holds several quantities. HealthKit
/// condenses the samples of old workouts into such samples (`HKQuantitySeriesSample`).
public struct QuantitySeries: Sendable, Hashable {
    /// In order of start, then end, then value. At least one.
    public let parts: [Part]
    /// HealthKit's summary as sent, in the unit of the sample; nil if it was not sent.
    public var sentSummary: Double?

    /// One quantity of a series.
    public struct Part: Sendable, Hashable {
        public var start: Instant
        /// Not before `start`. For a point it is equal to `start`.
        public var end: Instant
        /// In the canonical unit of the series' type. If the type is not in the catalogue, in the
        /// unit as sent.
        public var value: Double
        /// In the unit in which the series was sent.
        public var sentValue: Double

        public init(start: Instant, end: Instant, value: Double, sentValue: Double) {
            self.start = start
            self.end = end
            self.value = value
            self.sentValue = sentValue
        }
    }

    /// The greatest number of quantities in one series. HealthKit's series last some minutes; a day
    /// has 86,400 seconds.
    public static let partsMax = 100_000

    /// - Parameter parts: at least one, in any order; they may overlap.
    public init(parts: [Part], sentSummary: Double? = nil) {
        self.parts = parts.sorted {
            ($0.start.microseconds, $0.end.microseconds, $0.sentValue)
                < ($1.start.microseconds, $1.end.microseconds, $1.sentValue)
        }
        self.sentSummary = sentSummary
    }

    /// Returns the summary that HealthKit would compute, in the unit as sent. It is the sum for a
    /// cumulative type and the plain average for other types. Infinite if it is too large for a
    /// double.
    public func computedSummary(_ style: AggregationStyle?) -> Double {
        var sum = CompensatedSum()
        for part in parts { sum.add(part.sentValue) }
        return style == .cumulative ? sum.value : sum.value / Double(parts.count)
    }
}
