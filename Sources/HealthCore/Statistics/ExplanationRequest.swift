/// A request for the samples behind one bucket. `ExplanationQuestion` makes it.
public struct ExplanationRequest: Sendable {
    public let quantity: QuantityRequest
    public let clock: WallClock
    /// Contains one bucket.
    public let plan: BucketPlan
    public let range: SampleRange
    public let page: BucketExplanation.Page
    /// True if the bucket is all of time. This is so for a strict query for one range.
    public let isUnbounded: Bool

    public static let limitDefault = 1_000
    /// The greatest number of samples on one page.
    public static let limitMax = 10_000
}
