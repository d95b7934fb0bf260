import HealthCore

/// The times before and after a changed sample within which figures may change, in microseconds.
///
/// SQL computes the same values in `health_code.statistics_rule`. `SQLEqualsAPITests` compares the
/// two.
struct ChangeReach: Hashable {
    var before: Int64 = 0
    var after: Int64 = 0

    /// - Parameter aggregateLength: the length of the type's longest sample if the person has an
    ///   aggregate source, else nil. A sample of a source with higher priority that touches an
    ///   aggregate, or the margin around it, removes the whole aggregate from the figures.
    init(style: AggregationStyle, aggregateLength: Int64?) {
        // A point's value counts until the next sample of its source begins, for at most this time.
        // A changed sample therefore changes how long an earlier point counts.
        if style == .discreteTemporallyWeighted { after = SampleRange.pointStandMicroseconds }
        guard let aggregateLength else { return }
        before = aggregateLength + AggregateFilter.marginMax
        after += aggregateLength + AggregateFilter.marginMax
    }

    /// Returns nil if samples of the type are too long for slots.
    ///
    /// - Parameter longest: the length of the longest sample, in microseconds.
    init?(style: AggregationStyle, sources: [Source], longest: Int64) {
        let hasAggregates = sources.contains { $0.sourceClass == .aggregate }
        let daysMax = hasAggregates ? SlotPolicy.aggregateDaysMax : SlotPolicy.sampleDaysMax
        guard longest <= daysMax * SlotBuilder.day else { return nil }
        self.init(style: style, aggregateLength: hasAggregates ? longest : nil)
    }

    /// An SQL interval. A mark that is further than this from a range makes no slot of the range
    /// stale.
    ///
    /// It is an upper bound for every style. It covers the time within which a change has effects,
    /// the same time again for strict predicates, which widen the range, and the rounding to whole
    /// hours.
    ///
    /// - Parameter longest: an SQL expression for the length of the longest sample.
    static func searchMargin(longest: String) -> String { "2 * \(longest) + interval '2 hours'" }
}
