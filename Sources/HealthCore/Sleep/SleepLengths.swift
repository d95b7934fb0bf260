/// The figures of a whole night that an app sends instead of segments, in microseconds; nil if not
/// sent.
public struct SleepLengths: Hashable, Sendable {
    public var asleep: Int64?
    public var inBed: Int64?
    /// Asleep in a stage that was not sent; equal to `asleep` if no stage was sent.
    public var unspecified: Int64?
    public var core: Int64?
    public var deep: Int64?
    public var rem: Int64?
    public var awake: Int64?

    /// A figure may be this much longer than the night, because apps round: 1 minute, in
    /// microseconds.
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

    /// Derives the total and the unspecified sleep from the figures as sent.
    ///
    /// Apps use `asleep` in two meanings: all of the sleep, or the sleep in no known stage beside
    /// the stages. It is all of the sleep if it is as long as the stages together, unless `total`
    /// is the sum of both. `total` counts if `asleep` is missing.
    ///
    /// - Parameters:
    ///   - sent: the figures as sent; `unspecified` is not used.
    ///   - total: all of the sleep, if an app sends it beside `asleep`.
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

    /// Returns whether the figures are possible for a night of `length` microseconds: none is
    /// negative or longer than the night, and asleep and awake together are not longer.
    public func fit(_ length: Int64) -> Bool {
        let longest = length + SleepLengths.tolerance
        let figures = [asleep, inBed, unspecified, core, deep, rem, awake].compactMap { $0 }
        return figures.allSatisfy { (0...longest).contains($0) } && (asleep ?? 0) + (awake ?? 0) <= longest
    }

    /// Returns the microseconds of a stage; nil if it was not sent.
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

    /// The share of sleep in the time in bed, asleep or awake, 0…1; nil if the rest of that time
    /// was not sent.
    public var efficiency: Double? {
        guard let asleep, awake != nil || (inBed ?? 0) >= asleep else { return nil }
        let recorded = max(inBed ?? 0, asleep + (awake ?? 0))
        return recorded > 0 ? Double(asleep) / Double(recorded) : nil
    }
}
