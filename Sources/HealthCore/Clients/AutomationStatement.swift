/// One request of an automation, which is an app's scheduled upload. It contains points of
/// aggregates, and samples that are not points.
///
/// Each run of an automation sends the figures of whole buckets again. These points have no uuids,
/// so the store recognises a point by its type, source and start. Several points of a category type
/// may start together. They are distinguished by end and value.
public struct AutomationStatement: Sendable {
    public var batch = SampleBatch()
    /// The ordinals of those samples of `batch` that are points. The uuid of such a sample is used
    /// only if the point is new.
    public var points: Range<Int64> = 0..<0
    /// For each type, by its index, the range for which the statement lists all points of the
    /// automation. Stored points of the automation that start in the range but are not listed are
    /// deleted.
    public var windows: [Int32: ClosedRange<Instant>] = [:]
    /// The prefix of the bundle identifiers of the automation's sources. No other source has this
    /// prefix.
    public var automation: String
    /// The run to which the request belongs. Nil if the client does not name the run. A request
    /// without a run is treated as the newest.
    public var session: String?

    /// The greatest length of a run's name in UTF-8 bytes.
    public static let sessionBytesMax = 200

    public init(automation: String, session: String?) {
        self.automation = automation
        self.session = session
    }
}
