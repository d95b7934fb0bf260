/// One request of an automation: points of aggregates, and samples that are no points.
///
/// On each run an automation sends the figures of whole buckets again. They have no uuids, so the
/// store recognises a point by its type, source and start. Several points of a category may start
/// together; they are told apart by end and value, too.
public struct AutomationStatement: Sendable {
    public var batch = SampleBatch()
    /// Ordinals of the samples of `batch` that are points. The uuid of such a sample is used only
    /// if the point is new.
    public var points: Range<Int64> = 0..<0
    /// By the index of the type, the range in which the statement lists all points of the
    /// automation. Stored points of the automation that start in the range and are not listed are
    /// deleted.
    public var windows: [Int32: ClosedRange<Instant>] = [:]
    /// The prefix of the bundle identifiers of the automation's sources. No other source has it.
    public var automation: String
    /// The run to which the request belongs; nil if the client does not name it. A request without
    /// a run counts as the newest.
    public var session: String?

    /// Longest name of a run in UTF-8 bytes.
    public static let sessionBytesMax = 200

    public init(automation: String, session: String?) {
        self.automation = automation
        self.session = session
    }
}
