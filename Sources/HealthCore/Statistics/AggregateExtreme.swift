/// A minimum or maximum of an aggregate. The raw value is its ordinal; a sample has ordinal 0, and
/// a quantity of a series its position.
///
/// An aggregate is a sample with or without an average. Its extremes are further elements of the
/// stream of samples, with the same interval, source and uuid. They count in the minimum or the
/// maximum of every bucket in which the sample is a member.
public enum AggregateExtreme: Int32, CaseIterable, Sendable {
    /// The minimum of an aggregate with an average; the element with the average is the member.
    case minimum = -1
    /// The maximum of an aggregate whose member is another element: the average or the minimum.
    case maximum = -2
    /// The minimum of an aggregate without an average. This element is the member: it counts in
    /// `count` and `duration`, and has no value for the average and for `mostRecent`.
    case minimumOfMember = -3
    /// The maximum of an aggregate without an average and without a minimum; this element is the
    /// member.
    case maximumOfMember = -4
}

extension StatisticsSample {
    /// Whether the element counts in `count` and `duration`.
    var isMember: Bool { ordinal >= 0 || ordinal <= AggregateExtreme.minimumOfMember.rawValue }
    /// Whether the value counts in the average and as the most recent value.
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
