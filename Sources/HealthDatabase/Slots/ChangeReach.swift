import HealthCore

/// How far beyond the samples that changed figures may have changed, in microseconds.
///
/// SQL says the same in `health_code.statistics_rule`. `SQLEqualsAPITests` compare the two.
struct ChangeReach: Hashable {
    var before: Int64 = 0
    var after: Int64 = 0

    /// - Parameter aggregateLength: the length of the longest sample if the person has aggregates,
    ///   else nil. A better sample that touches an aggregate, or its margin, decides whether all of
    ///   the aggregate counts.
    init(style: AggregationStyle, aggregateLength: Int64?) {
        // A point stands until the next sample begins, so that a change reaches the value of the
        // point before it.
        if style == .discreteTemporallyWeighted { after = SampleRange.pointStandMicroseconds }
        guard let aggregateLength else { return }
        before = aggregateLength + AggregateFilter.marginMax
        after += aggregateLength + AggregateFilter.marginMax
    }

    /// Nil if samples of the type are too long for slots.
    ///
    /// - Parameter longest: the length of the longest sample.
    init?(style: AggregationStyle, sources: [Source], longest: Int64) {
        let hasAggregates = sources.contains { $0.sourceClass == .aggregate }
        let daysMax = hasAggregates ? SlotPolicy.aggregateDaysMax : SlotPolicy.sampleDaysMax
        guard longest <= daysMax * SlotBuilder.day else { return nil }
        self.init(style: style, aggregateLength: hasAggregates ? longest : nil)
    }

    /// An SQL interval: a mark further than this from a range makes no slot stale that the range
    /// uses. It is an upper bound for every style: the reach, the same again for strict predicates,
    /// which widen the range, and the rounding to whole hours.
    ///
    /// - Parameter longest: SQL for the length of the longest sample.
    static func searchMargin(longest: String) -> String { "2 * \(longest) + interval '2 hours'" }
}
