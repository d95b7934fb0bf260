/// What an extreme of an aggregate is. The raw value is its ordinal, where a sample has 0 and a quantity of a series its place.
///
/// An aggregate is a sample with an average, or without one. Its extremes are further elements of the stream of samples, with the same
/// interval, source and uuid. They count in the minimum or the maximum of every bucket in which the sample is a member.
public enum AggregateExtreme: Int32, CaseIterable, Sendable {
    /// The least value that the aggregate was made of; another element of the stream is the member.
    case minimum = -1
    /// The greatest one.
    case maximum = -2
    /// The minimum of an aggregate without an average. This element is the member: it counts in `count` and `duration`, and has no
    /// value for the average and for `mostRecent`.
    case minimumOfMember = -3
    /// The same of the maximum, where no minimum is known.
    case maximumOfMember = -4
}

extension StatisticsSample {
    /// Whether it counts in `count` and `duration`.
    var isMember: Bool { ordinal >= 0 || ordinal <= AggregateExtreme.minimumOfMember.rawValue }
    /// Whether its value counts in the average and as the most recent one.
    var hasValue: Bool { ordinal >= 0 }
    var countsInMinimum: Bool {
        ordinal >= 0 || ordinal == AggregateExtreme.minimum.rawValue
            || ordinal == AggregateExtreme.minimumOfMember.rawValue
    }
    var countsInMaximum: Bool {
        ordinal >= 0 || ordinal == AggregateExtreme.maximum.rawValue
            || ordinal == AggregateExtreme.maximumOfMember.rawValue
    }
}
