/// The figures of the samples of one type in one piece of time. The figures of consecutive pieces
/// can be added without the samples. `health.hour` and `health.day` store them. The figures of
/// every bucket are made from them.
///
/// A sample that counts in a piece is a member of the piece. The figures are additive because each
/// member is counted in the piece where it starts (`startedCount`). In every further piece into
/// which it reaches, it is counted separately (`reachingCount`). A bucket uses the reaching members
/// of its first piece only.
public struct AdditiveFigures: Hashable, Sendable {
    /// Members that start in the piece.
    public var startedCount = 0
    /// Members that start before the piece and have a part of positive length in it.
    public var reachingCount = 0
    /// The members in `startedCount` that have only a minimum or a maximum and no value.
    public var startedWithoutValue = 0
    /// The members in `reachingCount` without a value.
    public var reachingWithoutValue = 0
    /// The sum of the members' parts in the canonical unit; 0 unless the type is cumulative.
    public var sum = 0.0
    /// The sum of the values of members that start in the piece; 0 for cumulative types. For sound
    /// levels, the sum of their energies relative to `valueMaximum` (`SoundLevel.energy`).
    public var valueSum = 0.0
    /// The same sum for the members that reach into the piece.
    public var reachingValueSum = 0.0
    /// +∞ if there are no members or the type is cumulative.
    public var minimum = Double.infinity
    /// -∞ if there are no members or the type is cumulative.
    public var maximum = -Double.infinity
    /// For sound levels, the greatest value of a member, or -∞ if there is none. For other styles,
    /// equal to `maximum`. It is less than `maximum` if an aggregate's maximum is greater than its
    /// average.
    public var valueMaximum = -Double.infinity
    /// The sum of value · microseconds for which the value applies in the piece. For sound levels,
    /// energies relative to `weightedMaximum` replace the values. For a single source of a
    /// cumulative type, the source's part of the sum of all sources. Else 0.
    public var weightedSum = 0.0
    /// The sum of these microseconds. For a single source of a cumulative type, the microseconds
    /// during which its samples counted in the sum of all sources, added up over its samples. Else
    /// 0.
    public var weight = 0.0
    /// The greatest sound level among samples with a positive duration in the piece; -∞ if there is
    /// none, and for all other styles.
    public var weightedMaximum = -Double.infinity
    /// Length of the union of the members' parts.
    public var durationMicroseconds: Int64 = 0
    /// The figures of each value of a category type; empty for other types. In order of the values.
    public var values: [ValueFigures] = []
    /// The member with a value that has the latest end; nil if no member has a value.
    public var mostRecent: Statistics.MostRecent?
    /// The earliest start of a member, which may lie before the piece; nil without members.
    public var earliestStart: Instant?
    /// The sources whose samples contributed to the figures.
    public var sources = SourceSet()

    public init() {}

    public var count: Int { startedCount + reachingCount }

    /// True if the piece has no member and no value of an earlier point applies in it.
    public var isEmpty: Bool { count == 0 && weight == 0 }

    /// Adds the figures of the following piece.
    ///
    /// The most recent member is that of the last piece with a member. A member that ends after
    /// that piece reaches into the piece, and is therefore one of its members. For the same reason,
    /// the earliest start is that of the first piece.
    public mutating func append(_ next: AdditiveFigures, _ style: AggregationStyle) {
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

    /// Converts the sums of energies to other reference levels.
    private mutating func relateEnergies(to level: Double, weighted weightedLevel: Double) {
        let energy = SoundLevel.energy(of: valueMaximum, relativeTo: level)
        valueSum *= energy
        reachingValueSum *= energy
        weightedSum *= SoundLevel.energy(of: weightedMaximum, relativeTo: weightedLevel)
        (valueMaximum, weightedMaximum) = (level, weightedLevel)
    }

    private mutating func add(_ next: AdditiveFigures) {
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
        if !next.values.isEmpty { values = ValueFigures.sum(values, next.values) }
        mostRecent = next.mostRecent ?? mostRecent
        earliestStart = earliestStart ?? next.earliestStart
        sources.formUnion(next.sources)
    }

    /// Makes the figures of all sources together those of their only source, whose samples do not
    /// overlap.
    public mutating func becomeSoleSource(_ style: AggregationStyle) {
        guard style == .cumulative else { return }
        weightedSum = sum
        weight = Double(durationMicroseconds)
    }

    /// Returns the statistics of a bucket with these figures; nil without members.
    ///
    /// - Parameter sourceRanks: the ranks of `sources`, if the caller has them.
    public func statistics(_ style: AggregationStyle, sourceRanks: [Int]? = nil) -> Statistics? {
        guard let earliestStart else { return nil }
        var result = Statistics(
            count: count, durationMicroseconds: durationMicroseconds, mostRecent: mostRecent,
            earliestStart: earliestStart, sourceRanks: sourceRanks ?? sources.ranks, byValue: values)
        if style == .cumulative { result.sum = sum }
        guard style.isDiscrete else { return result }
        result.minimum = minimum == .infinity ? nil : minimum
        result.maximum = maximum == -.infinity ? nil : maximum
        result.average = average(style)
        return result
    }

    /// Returns nil if no member has a value.
    private func average(_ style: AggregationStyle) -> Double? {
        let valueCount = count - startedWithoutValue - reachingWithoutValue
        guard valueCount > 0 || weight > 0 else { return nil }
        let plain = (valueSum + reachingValueSum) / Double(valueCount)
        switch style {
        case .cumulative, .discreteArithmetic, .category: return plain
        case .discreteTemporallyWeighted: return weight > 0 ? weightedSum / weight : plain
        case .discreteEquivalentContinuousLevel:
            return weight > 0
                ? SoundLevel.level(of: weightedSum / weight, relativeTo: weightedMaximum)
                : SoundLevel.level(of: plain, relativeTo: valueMaximum)
        }
    }
}

/// The figures of the samples of a category type that have one value, in one piece of time.
public struct ValueFigures: Hashable, Sendable {
    /// The raw value of the type's enumeration. `unknown` for a text that is not in the catalogue.
    public var value: Int32
    /// As in `AdditiveFigures`.
    public var startedCount = 0
    public var reachingCount = 0
    public var durationMicroseconds: Int64 = 0

    public var count: Int { startedCount + reachingCount }
    /// The length in seconds.
    public var duration: Double { Double(durationMicroseconds) / Double(Instant.microsecondsPerSecond) }

    /// Not a raw value of HealthKit.
    public static let unknown: Int32 = -1

    public init(value: Int32) { self.value = value }

    /// Returns the entry of a value, which is added if it is missing.
    static func index(of value: Int32, in list: inout [ValueFigures]) -> Int {
        let index = list.firstIndex { $0.value >= value } ?? list.count
        if index == list.count || list[index].value != value { list.insert(ValueFigures(value: value), at: index) }
        return index
    }

    /// Adds the figures of the following piece.
    fileprivate static func sum(_ list: [ValueFigures], _ next: [ValueFigures]) -> [ValueFigures] {
        next.reduce(into: list) { sum, figures in
            let index = ValueFigures.index(of: figures.value, in: &sum)
            sum[index].startedCount += figures.startedCount
            sum[index].durationMicroseconds += figures.durationMicroseconds
        }
    }
}

/// A set of ranks of sources. Each rank is one bit.
public struct SourceSet: Hashable, Sendable {
    /// Bit r is set if rank r is in the set.
    private var low: UInt64 = 0
    /// The ranks from 64 on, 64 in each word. The last word is never 0. Few people have so many
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

    /// The ranks, ascending.
    public var ranks: [Int] {
        var ranks: [Int] = []
        SourceSet.append(low, word: 0, to: &ranks)
        for (index, bits) in high.enumerated() { SourceSet.append(bits, word: index + 1, to: &ranks) }
        return ranks
    }

    private static func append(_ bits: UInt64, word: Int, to ranks: inout [Int]) {
        var rest = bits
        while rest != 0 {
            ranks.append(word * UInt64.bitWidth + rest.trailingZeroBitCount)
            rest &= rest - 1
        }
    }
}
