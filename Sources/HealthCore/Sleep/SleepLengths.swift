/// The figures of a whole night that an app sends instead of segments, in microseconds. A figure
/// that was not sent is nil.
public struct SleepLengths: Hashable, Sendable {
    public var asleep: Int64?
    public var inBed: Int64?
    /// Sleep whose stage was not sent; equal to `asleep` if no stage was sent.
    public var unspecified: Int64?
    public var core: Int64?
    public var deep: Int64?
    public var rem: Int64?
    public var awake: Int64?

    /// The amount by which a figure may exceed the length of the night, because apps round: 1
    /// minute, in microseconds.
    public static let tolerance: Int64 = 60 * Instant.microsecondsPerSecond

    public init(
        asleep: Int64? = nil, inBed: Int64? = nil, unspecified: Int64? = nil, core: Int64? = nil, deep: Int64? = nil,
        rem: Int64? = nil, awake: Int64? = nil
    ) {
        self.asleep = asleep
        self.inBed = inBed
        self.unspecified = unspecified
        self.core = core
        self.deep = deep
        self.rem = rem
        self.awake = awake
    }

    /// Derives the total sleep and the unspecified sleep from the figures as sent.
    ///
    /// Apps use `asleep` for all sleep, or only for the sleep without a known stage. This function
    /// treats it as sleep without a known stage in two cases: it is shorter than the stages
    /// together, or `total` is the sum of `asleep` and the stages. Otherwise `asleep` is all sleep.
    /// Both comparisons allow for `tolerance`. If `asleep` is missing, `total` is used.
    ///
    /// - Parameters:
    ///   - sent: the figures as sent. Its `unspecified` is ignored.
    ///   - total: all sleep, if the app sends this figure in addition to `asleep`.
    public init(sent: SleepLengths, total: Int64?) {
        self = sent
        let stages = [sent.core, sent.deep, sent.rem].compactMap { $0 }
        let known = stages.reduce(0, +)
        if let part = sent.asleep {
            let isPart =
                !stages.isEmpty
                && (part < known - SleepLengths.tolerance
                    || total.map { abs($0 - known - part) <= SleepLengths.tolerance } ?? false)
            asleep = isPart ? known + part : max(part, known)
        } else {
            asleep = total.map { max($0, known) } ?? (stages.isEmpty ? nil : known)
        }
        unspecified = asleep.map { $0 - known }
    }

    /// Returns true if the figures are possible for a night of `length` microseconds. No figure may
    /// be negative. No figure, and not the sum of asleep and awake, may exceed the night by more
    /// than `tolerance`.
    public func fit(_ length: Int64) -> Bool {
        let longest = length + SleepLengths.tolerance
        let figures = [asleep, inBed, unspecified, core, deep, rem, awake].compactMap { $0 }
        return figures.allSatisfy { (0...longest).contains($0) } && (asleep ?? 0) + (awake ?? 0) <= longest
    }

    /// Returns the duration of a stage in microseconds; nil if it was not sent.
    public func duration(of stage: SleepValue) -> Int64? {
        switch stage {
        case .inBed: inBed
        case .asleepUnspecified: unspecified
        case .awake: awake
        case .asleepCore: core
        case .asleepDeep: deep
        case .asleepREM: rem
        }
    }

    /// Time asleep divided by the time in bed, asleep or awake, 0…1. Nil unless the app sent the
    /// awake time, or a time in bed that is at least as long as the sleep.
    public var efficiency: Double? {
        guard let asleep, awake != nil || (inBed ?? 0) >= asleep else { return nil }
        let recorded = max(inBed ?? 0, asleep + (awake ?? 0))
        return recorded > 0 ? Double(asleep) / Double(recorded) : nil
    }
}
