/// One request of an automation, which is an app's scheduled upload. It contains points, which are
/// figures of buckets or samples without uuids, and samples that are not points.
///
/// Each run of an automation sends the same points again. A point has a key: its type, the grouping
/// of its buckets, its start and, if the app sends the ends of points, its end. Points of a
/// category type also have their value in the key. A request lists all points of the keys that it
/// has, from all sources. So it replaces the stored points of these keys.
public struct AutomationRequest: Sendable {
    public var batch = SampleBatch()
    /// The ordinals of those samples of `batch` that are points. The uuid of such a sample is used
    /// only if the point is new.
    public var points: Range<Int64> = 0..<0
    /// For each type, by its index, the range for which the request lists all points of the
    /// automation. Stored points of the automation that start in the range but are not listed are
    /// deleted.
    public var windows: [Int32: ClosedRange<Instant>] = [:]
    /// The prefix of the bundle identifiers of the automation's sources. No other source has this
    /// prefix.
    public var automation: String
    /// The run to which the request belongs. Nil if the client does not name the run. A request
    /// without a run is treated as the newest.
    public var session: String?

    /// The word after `automation` in the bundle identifiers of sources whose points are samples
    /// of one app or device. These sources are not aggregate.
    public static let samplesWord = "samples"
    /// The same of sources whose points contain their own end, but are not samples of one source.
    public static let spansWord = "spans"

    /// Returns the part of a key that the bundle identifier of a point's source tells, and true if
    /// the key has an end.
    public static func kind(ofBundle bundle: String) -> (name: String, hasEnd: Bool) {
        let isSample = bundle.hasSuffix(":" + samplesWord)
        let name = isSample ? bundle.dropLast(samplesWord.count) + spansWord : bundle
        return (name, isSample || bundle.hasSuffix(":" + spansWord))
    }

    /// The greatest length of a run's name in UTF-8 bytes.
    public static let sessionBytesMax = 200

    public init(automation: String, session: String?) {
        self.automation = automation
        self.session = session
    }
}
