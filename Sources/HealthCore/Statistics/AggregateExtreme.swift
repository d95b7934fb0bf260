/// Names the minimum or maximum that a client sent with an aggregate.
///
/// An aggregate is a figure that a client computed before it was sent. It may have an average. Each
/// minimum or maximum is a further element of the stream of samples. The element has the
/// aggregate's interval, source and uuid. It counts in the minimum or the maximum of every bucket
/// in which the aggregate is a member.
///
/// The raw value is the element's ordinal. An ordinary sample has ordinal 0. A quantity of a series
/// has its position in the series as ordinal.
public enum AggregateExtreme: Int32, CaseIterable, Sendable {
    /// The minimum of an aggregate that has an average. The element with the average is the member.
    case minimum = -1
    /// The maximum of an aggregate that also has an average or a minimum. That other element is the
    /// member.
    case maximum = -2
    /// The minimum of an aggregate without an average. This element is the member. It counts in
    /// `count` and `duration`, but neither in the average nor in `mostRecent`.
    case minimumOfMember = -3
    /// The maximum of an aggregate without an average and without a minimum. This element is the
    /// member.
    case maximumOfMember = -4
}

extension StatisticsSample {
    /// True if the element counts in `count` and `duration`.
    var isMember: Bool { ordinal >= 0 || ordinal <= AggregateExtreme.minimumOfMember.rawValue }
    /// True if the value counts in the average and in `mostRecent`.
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
