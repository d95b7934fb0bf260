/// The quantities of a series sample. HealthKit condenses the samples of old workouts into such
/// samples (`HKQuantitySeriesSample`).
public struct QuantitySeries: Sendable, Hashable {
    /// In order of start, then end, then value, in whatever order they were sent; at least one.
    public let parts: [Part]
    /// HealthKit's summary as sent, in the unit of the sample; nil where none was sent.
    public var sentSummary: Double?

    /// One quantity of a series.
    public struct Part: Sendable, Hashable {
        public var start: Instant
        /// Not before `start`. Equal to it: a point.
        public var end: Instant
        /// In the canonical unit of the series' type; in the unit as sent where the type is not in
        /// the catalogue.
        public var value: Double
        /// In the unit as sent of the series.
        public var sentValue: Double

        public init(start: Instant, end: Instant, value: Double, sentValue: Double) {
            self.start = start
            self.end = end
            self.value = value
            self.sentValue = sentValue
        }
    }

    /// Most quantities of one series. HealthKit's are some minutes long; a day has 86,400 seconds.
    public static let partsMax = 100_000

    /// - Parameter parts: at least one, in any order; they may overlap.
    public init(parts: [Part], sentSummary: Double? = nil) {
        self.parts = parts.sorted {
            ($0.start.microseconds, $0.end.microseconds, $0.sentValue)
                < ($1.start.microseconds, $1.end.microseconds, $1.sentValue)
        }
        self.sentSummary = sentSummary
    }

    /// What HealthKit's summary would be, in the unit as sent: the sum of a cumulative type, else
    /// the plain average. Infinite where it is too large.
    public func computedSummary(_ style: AggregationStyle?) -> Double {
        var sum = CompensatedSum()
        for part in parts { sum.add(part.sentValue) }
        return style == .cumulative ? sum.value : sum.value / Double(parts.count)
    }
}
