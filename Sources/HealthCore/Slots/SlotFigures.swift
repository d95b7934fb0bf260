/// The figures of the samples of one type in one piece of time, which can be added to those of the
/// next piece without the samples. Slots hold them, and every bucket is made of them.
///
/// They are additive because a member counts in the piece where it starts, and separately
/// (`reachingCount`) in every further piece into which it reaches: of a bucket only the reaching
/// members of the first piece count.
public struct SlotFigures: Hashable, Sendable {
    /// Members that start in the piece.
    public var startedCount = 0
    /// Members that start before the piece and have a part of positive length in it.
    public var reachingCount = 0
    /// Members of `startedCount` without a value, whose client states only a minimum or a maximum.
    /// 0 in every slot: a type with such members has no slots.
    public var startedWithoutValue = 0
    /// Members of `reachingCount` without a value.
    public var reachingWithoutValue = 0
    /// The sum of the members' parts in the canonical unit; 0 unless the type is cumulative.
    public var sum = 0.0
    /// Σ value of the members that start in the piece; of sound levels Σ of their energies relative
    /// to `valueMaximum` (`SoundLevel.energy`); 0 if cumulative.
    public var valueSum = 0.0
    /// The same sum over the members that reach into the piece.
    public var reachingValueSum = 0.0
    /// +∞ without members and if cumulative.
    public var minimum = Double.infinity
    /// -∞ without members and if cumulative.
    public var maximum = -Double.infinity
    /// Of sound levels the greatest value of a member, -∞ without one; of other styles `maximum`.
    /// It is less than `maximum` if an aggregate has a greater maximum than its average.
    public var valueMaximum = -Double.infinity
    /// Σ value · microseconds for which it stands in the piece; of sound levels Σ energy relative
    /// to `weightedMaximum` · microseconds; 0 unless averages are weighted.
    public var weightedSum = 0.0
    /// Σ of these microseconds.
    public var weight = 0.0
    /// The greatest sound level that lasts any time in the piece; -∞ without one, and for all other
    /// styles.
    public var weightedMaximum = -Double.infinity
    /// Length of the union of the members' parts.
    public var durationMicroseconds: Int64 = 0
    /// The member with the latest end, of those with values; nil without any.
    public var mostRecent: Statistics.MostRecent?
    /// Start of the member that started first, which may lie before the piece; nil without members.
    public var earliestStart: Instant?
    /// The sources whose samples made the figures.
    public var sources = SourceSet()

    public init() {}

    public var count: Int { startedCount + reachingCount }

    /// Whether the piece has no member, and no point before the piece stands into it.
    public var isEmpty: Bool { count == 0 && weight == 0 }

    /// Adds the figures of the following piece.
    ///
    /// The most recent member is that of the last piece with a member: a member that ends after all
    /// of that piece reaches into it and so is its member too. For the same reason the earliest
    /// start is that of the first piece.
    public mutating func append(_ next: SlotFigures, _ style: AggregationStyle) {
        guard !isEmpty else { return self = next }
        guard style == .discreteEquivalentContinuousLevel else { return add(next) }
        var next = next
        let (valueMaximum, weightedMaximum) = (
            max(valueMaximum, next.valueMaximum), max(weightedMaximum, next.weightedMaximum)
        )
        relateEnergies(to: valueMaximum, weighted: weightedMaximum)
        next.relateEnergies(to: valueMaximum, weighted: weightedMaximum)
        add(next)
    }

    /// Makes the sums of energies relative to other levels.
    private mutating func relateEnergies(to level: Double, weighted weightedLevel: Double) {
        let energy = SoundLevel.energy(of: valueMaximum, relativeTo: level)
        valueSum *= energy
        reachingValueSum *= energy
        weightedSum *= SoundLevel.energy(of: weightedMaximum, relativeTo: weightedLevel)
        (valueMaximum, weightedMaximum) = (level, weightedLevel)
    }

    private mutating func add(_ next: SlotFigures) {
        startedCount += next.startedCount
        startedWithoutValue += next.startedWithoutValue
        sum += next.sum
        valueSum += next.valueSum
        minimum = min(minimum, next.minimum)
        maximum = max(maximum, next.maximum)
        valueMaximum = max(valueMaximum, next.valueMaximum)
        weightedSum += next.weightedSum
        weight += next.weight
        durationMicroseconds += next.durationMicroseconds
        mostRecent = next.mostRecent ?? mostRecent
        earliestStart = earliestStart ?? next.earliestStart
        sources.formUnion(next.sources)
    }

    /// The statistics of a bucket with these figures; nil without members.
    public func statistics(_ style: AggregationStyle) -> Statistics? {
        guard let earliestStart else { return nil }
        var result = Statistics(
            count: count, durationMicroseconds: durationMicroseconds, mostRecent: mostRecent,
            earliestStart: earliestStart, sourceRanks: sources.ranks)
        guard style != .cumulative else {
            result.sum = sum
            return result
        }
        result.minimum = minimum == .infinity ? nil : minimum
        result.maximum = maximum == -.infinity ? nil : maximum
        result.average = average(style)
        return result
    }

    /// Nil if no member has a value.
    private func average(_ style: AggregationStyle) -> Double? {
        let valueCount = count - startedWithoutValue - reachingWithoutValue
        guard valueCount > 0 || weight > 0 else { return nil }
        let plain = (valueSum + reachingValueSum) / Double(valueCount)
        switch style {
        case .cumulative, .discreteArithmetic: return plain
        case .discreteTemporallyWeighted: return weight > 0 ? weightedSum / weight : plain
        case .discreteEquivalentContinuousLevel:
            return weight > 0
                ? SoundLevel.level(of: weightedSum / weight, relativeTo: weightedMaximum)
                : SoundLevel.level(of: plain, relativeTo: valueMaximum)
        }
    }
}

/// A set of ranks of sources, one bit for each rank up to the greatest.
public struct SourceSet: Hashable, Sendable {
    /// Bit r: whether rank r is in the set.
    private var low: UInt64 = 0
    /// The ranks from 64 on, 64 to a word; the last word is never 0. Few people have so many
    /// sources.
    private var high: [UInt64] = []

    public init() {}

    public init(_ ranks: some Sequence<Int>) {
        for rank in ranks { insert(rank) }
    }

    public var isEmpty: Bool { low == 0 && high.isEmpty }

    public mutating func insert(_ rank: Int) {
        let (word, bit) = (rank / UInt64.bitWidth - 1, UInt64(1) << UInt64(rank % UInt64.bitWidth))
        guard word >= 0 else { return low |= bit }
        while high.count <= word { high.append(0) }
        high[word] |= bit
    }

    public mutating func formUnion(_ other: SourceSet) {
        low |= other.low
        for (word, bits) in other.high.enumerated() {
            if word < high.count { high[word] |= bits } else { high.append(bits) }
        }
    }

    /// Ascending.
    public var ranks: [Int] {
        var ranks: [Int] = []
        for (word, bits) in ([low] + high).enumerated() {
            var rest = bits
            while rest != 0 {
                ranks.append(word * UInt64.bitWidth + rest.trailingZeroBitCount)
                rest &= rest - 1
            }
        }
        return ranks
    }
}
