/// What the samples of a source say about its age and its class.
///
/// The facts of several batches add up to the same whatever the order of the batches.
public struct SourceFacts: Hashable, Sendable {
    /// The earliest creation time of a sample, or the start of one without a creation time. Nil if
    /// there is no sample.
    public var firstCreation: Instant?
    /// The samples that name a device, by the class of the device (`SourceClass`). Of samples with
    /// a bundle identifier, 1 stands for any number, so that a phone's batches seldom change it.
    public var watchCount: Int64 = 0
    public var phoneCount: Int64 = 0
    public var otherCount: Int64 = 0

    public init() {}

    /// The facts of `count` samples of a revision and a device.
    public init(_ revision: SourceRevision, device: Device?, firstCreation: Instant, count: Int64) {
        self.firstCreation = firstCreation
        let counted = revision.bundleIdentifier == nil ? count : 1
        switch SourceClass(revision, device: device) {
        case .watch: watchCount = counted
        case .phone: phoneCount = counted
        case .other: otherCount = counted
        case .aggregate, nil: break
        }
    }

    /// - Parameter isCounted: false if the samples have a bundle identifier.
    public mutating func add(_ other: SourceFacts, isCounted: Bool) {
        firstCreation = [firstCreation, other.firstCreation].compactMap(\.self).min()
        func add(_ count: Int64, _ more: Int64) -> Int64 { isCounted ? count + more : max(count, more) }
        watchCount = add(watchCount, other.watchCount)
        phoneCount = add(phoneCount, other.phoneCount)
        otherCount = add(otherCount, other.otherCount)
    }
}
