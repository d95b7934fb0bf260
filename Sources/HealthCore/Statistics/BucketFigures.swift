import Foundation

/// The figures of the bucket that the sweep is in, before they are final.
///
/// A member is a sample that counts in the bucket's `count`. A source wins at an instant if it has
/// the highest priority among the sources with an open sample (`SourceMerge`).
struct BucketFigures {
    /// The figures that are not sums of doubles, which are in the sums below until the end.
    private var figures = AdditiveFigures()
    /// No sample so far covers any part of the bucket after this time.
    private var coveredUntil = Int64.min
    private var latest: StatisticsSample?
    private var earliestStart = Int64.max
    /// The sum of the values of the members that start in the bucket, and of the members that reach
    /// into it. For sound levels, the sum of energies relative to `valueMaximum`.
    private var startedSum = CompensatedSum()
    private var reachingSum = CompensatedSum()
    /// The sum of the parts of cumulative values during which their source won.
    private var wonSum = CompensatedSum()
    /// The sum of weight · value, and the sum of weights. For sound levels, energies relative to
    /// `weightedMaximum` replace the values.
    private var weightedSum = CompensatedSum()
    private var weight = CompensatedSum()

    /// What each source counted for; empty unless the question separates sources of a cumulative
    /// type. Few sources have samples in one bucket.
    private(set) var credits: [SourceCredit] = []
    private let hasCredits: Bool

    let style: AggregationStyle
    /// The start of the bucket, or of the range if the range starts inside the bucket.
    let start: Int64
    /// Nil unless the question asks for an explanation.
    var explanation: BucketExplanation?

    init(style: AggregationStyle, start: Int64, hasCredits: Bool) {
        self.style = style
        self.start = start
        self.hasCredits = hasCredits
    }

    /// Adds `sample` as a member. Its part of the bucket is `partStart ..< partEnd`; these are
    /// equal for a point. If the sample is an extreme and its aggregate is the member, adds only
    /// the minimum or maximum.
    mutating func join(_ sample: StatisticsSample, partStart: Int64, partEnd: Int64) {
        if sample.ordinal < 0 {
            if sample.countsInMinimum { figures.minimum = min(figures.minimum, sample.value) }
            if sample.countsInMaximum { figures.maximum = max(figures.maximum, sample.value) }
            explanation?.noteExtreme(sample)
            guard sample.isMember else { return }
        }
        let isReaching = sample.start < start
        // Of a category type, only samples count whose source wins (`count`).
        if style != .category { countMember(isReaching: isReaching) }
        explanation?.join(sample, partStart: partStart, partEnd: partEnd)
        let uncovered = max(partStart, coveredUntil)
        if partEnd > uncovered {
            figures.durationMicroseconds += partEnd - uncovered
            coveredUntil = partEnd
        }
        earliestStart = min(earliestStart, sample.start)
        guard sample.hasValue else {
            figures.sources.insert(sample.sourceRank)
            if isReaching { figures.reachingWithoutValue += 1 } else { figures.startedWithoutValue += 1 }
            return
        }
        if latest.map({ sample.isMoreRecent(than: $0) }) ?? true { latest = sample }
        guard style.isDiscrete else { return }
        figures.sources.insert(sample.sourceRank)
        figures.minimum = min(figures.minimum, sample.value)
        figures.maximum = max(figures.maximum, sample.value)
        let term = style == .discreteEquivalentContinuousLevel ? energy(of: sample.value) : sample.value
        if isReaching { reachingSum.add(term) } else { startedSum.add(term) }
        switch style {
        case .cumulative, .discreteArithmetic, .category: break
        case .discreteTemporallyWeighted: stand(sample, microseconds: partEnd - partStart)
        case .discreteEquivalentContinuousLevel: weigh(sample, microseconds: partEnd - partStart)
        }
    }

    private mutating func countMember(isReaching: Bool) {
        if isReaching { figures.reachingCount += 1 } else { figures.startedCount += 1 }
    }

    /// Returns the energy of a sound level relative to the greatest level of all members with
    /// values. A greater level becomes the new reference.
    private mutating func energy(of level: Double) -> Double {
        if level > figures.valueMaximum {
            let factor = SoundLevel.energy(of: figures.valueMaximum, relativeTo: level)
            startedSum.scale(by: factor)
            reachingSum.scale(by: factor)
            figures.valueMaximum = level
        }
        return SoundLevel.energy(of: level, relativeTo: figures.valueMaximum)
    }

    /// Adds the weight of a sound level for the time that it lasts in the bucket.
    private mutating func weigh(_ sample: StatisticsSample, microseconds: Int64) {
        explanation?.weigh(sample, microseconds: microseconds)
        guard microseconds > 0 else { return }
        if sample.value > figures.weightedMaximum {
            weightedSum.scale(by: SoundLevel.energy(of: figures.weightedMaximum, relativeTo: sample.value))
            figures.weightedMaximum = sample.value
        }
        let energy = SoundLevel.energy(of: sample.value, relativeTo: figures.weightedMaximum)
        weightedSum.add(energy * Double(microseconds))
        weight.add(Double(microseconds))
    }

    /// Adds the weight of a point for the time during which its value applies in the bucket.
    mutating func stand(_ sample: StatisticsSample, microseconds: Int64) {
        guard microseconds > 0 else { return }
        weightedSum.add(sample.value * Double(microseconds))
        weight.add(Double(microseconds))
        explanation?.weigh(sample, microseconds: microseconds)
    }

    /// Counts a sample of a category type whose source wins at its start or, if it starts before
    /// the bucket, at the start of the bucket.
    mutating func count(_ sample: StatisticsSample) {
        figures.sources.insert(sample.sourceRank)
        let index = ValueFigures.index(of: sample.categoryValue, in: &figures.values)
        let isReaching = sample.start < start
        countMember(isReaching: isReaching)
        explanation?.count(sample)
        if isReaching { figures.values[index].reachingCount += 1 } else { figures.values[index].startedCount += 1 }
    }

    /// Adds time in which the winning source has an open sample with a value.
    mutating func cover(_ value: Int32, rank: Int, microseconds: Int64) {
        figures.sources.insert(rank)
        figures.values[ValueFigures.index(of: value, in: &figures.values)].durationMicroseconds += microseconds
    }

    /// Adds the part of a sample during which its source won. The part is `won` microseconds long.
    mutating func credit(_ sample: StatisticsSample, won: Int64) {
        guard won > 0 else { return }
        figures.sources.insert(sample.sourceRank)
        let length = sample.end - sample.start
        let contribution = won == length ? sample.value : sample.value * (Double(won) / Double(length))
        if style == .cumulative { wonSum.add(contribution) }
        if hasCredits { credit(sample.sourceRank, contribution, won: won) }
        explanation?.credit(sample, contribution: contribution, won: won)
    }

    /// Adds the value of a point whose source won at its instant.
    mutating func credit(_ point: StatisticsSample) {
        figures.sources.insert(point.sourceRank)
        wonSum.add(point.value)
        if hasCredits { credit(point.sourceRank, point.value, won: 0) }
        explanation?.credit(point, contribution: point.value, won: 0)
    }

    private mutating func credit(_ rank: Int, _ contribution: Double, won: Int64) {
        let index = credits.firstIndex { $0.rank == rank } ?? credits.count
        if index == credits.count { credits.append(SourceCredit(rank: rank)) }
        credits[index].add(contribution, won: won)
    }

    /// Returns the complete explanation; nil unless the question asks for an explanation.
    func finishedExplanation() -> BucketExplanation? {
        guard var explanation else { return nil }
        explanation.finish(weight: Int64(weight.value))
        return explanation
    }

    /// The final figures, after the sweep has passed the bucket.
    var additiveFigures: AdditiveFigures {
        var result = figures
        result.sum = wonSum.value
        result.valueSum = startedSum.value
        result.reachingValueSum = reachingSum.value
        if style != .discreteEquivalentContinuousLevel { result.valueMaximum = result.maximum }
        result.weightedSum = weightedSum.value
        result.weight = weight.value
        if earliestStart < .max { result.earliestStart = Instant(microseconds: earliestStart) }
        guard let latest else { return result }
        result.mostRecent = .init(
            value: latest.value, start: Instant(microseconds: latest.start), end: Instant(microseconds: latest.end))
        return result
    }
}

/// What the samples of one source counted for in the figures of all sources together.
struct SourceCredit {
    let rank: Int
    /// The source's part of the sum.
    private(set) var sum = CompensatedSum()
    /// The time during which the source won, in microseconds, once for each of its samples that was
    /// open.
    private(set) var won: Int64 = 0

    init(rank: Int) { self.rank = rank }

    mutating func add(_ contribution: Double, won microseconds: Int64) {
        sum.add(contribution)
        won += microseconds
    }
}

extension StatisticsSample {
    /// Compares by end, then start, then uuid, then ordinal.
    func isMoreRecent(than other: StatisticsSample) -> Bool {
        (end, start, uuid, ordinal) > (other.end, other.start, other.uuid, other.ordinal)
    }
}
