import Foundation

/// The figures of the bucket that the sweep is in, before they are final.
struct BucketFigures {
    private var count = 0
    private var duration: Int64 = 0
    /// The part of the bucket before this is covered as far as samples seen so far cover it.
    private var coveredUntil = Int64.min
    private var latest: StatisticsSample?
    private var earliestStart = Int64.max
    /// By rank: whether the source's samples made the figures.
    private var isUsed: [Bool]
    private var minimum = Double.infinity
    private var maximum = -Double.infinity
    /// Σ value over members.
    private var plainSum = CompensatedSum()
    /// The parts of cumulative values that won.
    private var wonSum = CompensatedSum()
    /// Σ weight · value (or energy), and Σ weight.
    private var weightedSum = CompensatedSum()
    private var weight = CompensatedSum()
    /// Σ 10^(L/10) over members, for a bucket in which nothing has a length.
    private var energySum = CompensatedSum()

    let style: AggregationStyle
    /// Written along if somebody asked for it.
    var explanation: BucketExplanation?

    /// - Parameter sourceCount: ranks are `0 ..< sourceCount`.
    init(style: AggregationStyle, sourceCount: Int) {
        self.style = style
        isUsed = Array(repeating: false, count: sourceCount)
    }

    var isEmpty: Bool { count == 0 }

    /// Takes `sample` in as a member whose part of the bucket is `start ..< end`; equal for a point.
    mutating func join(_ sample: StatisticsSample, partStart: Int64, partEnd: Int64) {
        count += 1
        explanation?.join(sample, partStart: partStart, partEnd: partEnd)
        let uncovered = max(partStart, coveredUntil)
        if partEnd > uncovered {
            duration += partEnd - uncovered
            coveredUntil = partEnd
        }
        if latest.map({ sample.isMoreRecent(than: $0) }) ?? true { latest = sample }
        earliestStart = min(earliestStart, sample.start)
        guard style != .cumulative else { return }
        isUsed[sample.sourceRank] = true
        minimum = min(minimum, sample.value)
        maximum = max(maximum, sample.value)
        plainSum.add(sample.value)
        switch style {
        case .cumulative, .discreteArithmetic: break
        case .discreteTemporallyWeighted:
            stand(sample, microseconds: partEnd - partStart)
        case .discreteEquivalentContinuousLevel:
            let energy = pow(10, sample.value / 10)
            energySum.add(energy)
            weightedSum.add(energy * Double(partEnd - partStart))
            weight.add(Double(partEnd - partStart))
            explanation?.weigh(sample, microseconds: partEnd - partStart)
        }
    }

    /// Adds what the stand of a sample weighs in the bucket.
    mutating func stand(_ sample: StatisticsSample, microseconds: Int64) {
        guard microseconds > 0 else { return }
        weightedSum.add(sample.value * Double(microseconds))
        weight.add(Double(microseconds))
        explanation?.weigh(sample, microseconds: microseconds)
    }

    /// Credits the part of a sample during which its source won, `won` long.
    mutating func credit(_ sample: StatisticsSample, won: Int64) {
        guard won > 0 else { return }
        isUsed[sample.sourceRank] = true
        let length = sample.end - sample.start
        let contribution = won == length ? sample.value : sample.value * (Double(won) / Double(length))
        wonSum.add(contribution)
        explanation?.credit(sample, contribution: contribution, won: won)
    }

    /// Credits a point.
    mutating func credit(_ point: StatisticsSample) {
        isUsed[point.sourceRank] = true
        wonSum.add(point.value)
        explanation?.credit(point, contribution: point.value, won: 0)
    }

    /// The explanation, complete; nil if nobody asked for it.
    func finishedExplanation() -> BucketExplanation? {
        guard var explanation else { return nil }
        explanation.totalWeight = Int64(weight.value)
        explanation.finish()
        return explanation
    }

    /// Nil for a bucket without members, whatever stands into it.
    var statistics: Statistics? {
        guard let latest else { return nil }
        var result = Statistics(
            count: count, durationMicroseconds: duration,
            mostRecent: .init(
                value: latest.value, start: Instant(microseconds: latest.start), end: Instant(microseconds: latest.end)),
            earliestStart: Instant(microseconds: earliestStart),
            sourceRanks: isUsed.indices.filter { isUsed[$0] })
        guard style != .cumulative else {
            result.sum = wonSum.value
            return result
        }
        result.minimum = minimum
        result.maximum = maximum
        result.average = average
        return result
    }

    private var average: Double {
        switch style {
        case .cumulative, .discreteArithmetic:
            plainSum.value / Double(count)
        case .discreteTemporallyWeighted:
            weight.value > 0 ? weightedSum.value / weight.value : plainSum.value / Double(count)
        case .discreteEquivalentContinuousLevel:
            10 * log10(weight.value > 0 ? weightedSum.value / weight.value : energySum.value / Double(count))
        }
    }
}

extension StatisticsSample {
    /// The latest end, then the latest start, then the greatest uuid, then the last of its series.
    func isMoreRecent(than other: StatisticsSample) -> Bool {
        (end, start, uuidHigh, uuidLow, ordinal)
            > (other.end, other.start, other.uuidHigh, other.uuidLow, other.ordinal)
    }
}
