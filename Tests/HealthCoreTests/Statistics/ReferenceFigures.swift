import Foundation
import TestSupport

@testable import HealthCore

/// Computes the figures slowly, by the contract alone. It compares every sample with every other,
/// between all boundaries of samples.
struct ReferenceFigures {
    var samples: [StatisticsSample]
    var style: AggregationStyle
    var range: SampleRange

    private var isStrict: Bool { range.strictStart || range.strictEnd }

    private var selected: [StatisticsSample] { samples.filter(isSelected) }

    func isSelected(_ sample: StatisticsSample) -> Bool {
        let (from, to) = (range.from.microseconds, range.to.microseconds)
        let startsInside = from <= sample.start && sample.start < to
        let endsInside = from <= sample.end && sample.end < to
        if isStrict { return (!range.strictStart || startsInside) && (!range.strictEnd || endsInside) }
        return sample.start == sample.end ? startsInside : max(sample.start, from) < min(sample.end, to)
    }

    /// Returns the part of a bucket in which samples count.
    func window(_ bucket: Range<Int64>) -> Range<Int64> {
        isStrict ? bucket : bucket.clamped(to: range.from.microseconds..<range.to.microseconds)
    }

    private func overlap(_ start: Int64, _ end: Int64, _ window: Range<Int64>) -> Int64 {
        max(0, min(end, window.upperBound) - max(start, window.lowerBound))
    }

    private func members(_ window: Range<Int64>) -> [StatisticsSample] {
        selected.filter { sample in
            sample.start == sample.end
                ? window.contains(sample.start) : overlap(sample.start, sample.end, window) > 0
        }
    }

    // MARK: Figures

    func statistics(in bucket: Range<Int64>) -> Statistics? {
        let window = window(bucket)
        // Extremes of an aggregate are no members. An aggregate without an average is a member
        // without a value.
        let elements = members(window)
        let members = elements.filter { ![-1, -2].contains($0.ordinal) }
        let valued = members.filter { $0.ordinal >= 0 }
        guard let start = members.map(\.start).min() else { return nil }
        let latest = valued.max(by: ReferenceFigures.isLess)
        var statistics = Statistics(
            count: members.count, durationMicroseconds: covered(members, window),
            mostRecent: latest.map { latest in
                .init(
                    value: latest.value, start: Instant(microseconds: latest.start),
                    end: Instant(microseconds: latest.end))
            },
            earliestStart: Instant(microseconds: start), sourceRanks: Set(members.map(\.sourceRank)).sorted())
        guard style != .cumulative else {
            let (sum, credited) = sum(window)
            statistics.sum = sum
            statistics.sourceRanks = credited.sorted()
            return statistics
        }
        statistics.minimum = elements.filter { ![-2, -4].contains($0.ordinal) }.map(\.value).min()
        statistics.maximum = elements.filter { ![-1, -3].contains($0.ordinal) }.map(\.value).max()
        statistics.average = average(valued, window)
        return statistics
    }

    /// Returns the figures of each source that has members, from its samples only.
    func bySource(in bucket: Range<Int64>) -> [Int: Statistics] {
        var bySource: [Int: Statistics] = [:]
        for rank in Set(samples.map(\.sourceRank)) {
            var alone = self
            alone.samples = samples.filter { $0.sourceRank == rank }
            bySource[rank] = alone.statistics(in: bucket)
        }
        return bySource
    }

    private static func isLess(_ one: StatisticsSample, _ other: StatisticsSample) -> Bool {
        (one.end, one.start, one.uuid.highNumber, one.uuid.number)
            < (other.end, other.start, other.uuid.highNumber, other.uuid.number)
    }

    /// Returns the elementary intervals of a window. No sample begins or ends inside an interval.
    private func pieces(_ window: Range<Int64>) -> [Range<Int64>] {
        guard !window.isEmpty else { return [] }
        let inside = samples.flatMap { [$0.start, $0.end] }.filter(window.contains)
        let boundaries = Set(inside + [window.lowerBound, window.upperBound]).sorted()
        return zip(boundaries, boundaries.dropFirst()).map { $0..<$1 }
    }

    private func covered(_ members: [StatisticsSample], _ window: Range<Int64>) -> Int64 {
        var length: Int64 = 0
        for piece in pieces(window)
        where members.contains(where: { $0.start <= piece.lowerBound && piece.lowerBound < $0.end }) {
            length += piece.upperBound - piece.lowerBound
        }
        return length
    }

    // MARK: Cumulative

    private func sum(_ window: Range<Int64>) -> (sum: Double, credited: Set<Int>) {
        let selected = selected
        var won = Array(repeating: Int64(0), count: selected.count)
        var credited: Set<Int> = []
        for piece in pieces(window) {
            let instant = piece.lowerBound
            let open = selected.indices.filter { selected[$0].start <= instant && instant < selected[$0].end }
            guard let winner = open.map({ selected[$0].sourceRank }).min() else { continue }
            credited.insert(winner)
            for index in open where selected[index].sourceRank == winner {
                won[index] += piece.upperBound - piece.lowerBound
            }
        }
        var sum = 0.0
        for (sample, length) in zip(selected, won) where length > 0 {
            sum += sample.value * (Double(length) / Double(sample.end - sample.start))
        }
        for point in selected where point.start == point.end && window.contains(point.start) {
            let isCovered = selected.contains {
                $0.sourceRank < point.sourceRank && $0.start <= point.start
                    && ($0.start == $0.end ? point.start == $0.start : point.start < $0.end)
            }
            if isCovered { continue }
            sum += point.value
            credited.insert(point.sourceRank)
        }
        return (sum, credited)
    }

    // MARK: Discrete

    /// Returns the average, or nil if no member has a value.
    private func average(_ members: [StatisticsSample], _ window: Range<Int64>) -> Double? {
        let plainMean = members.isEmpty ? nil : members.map(\.value).reduce(0, +) / Double(members.count)
        switch style {
        case .discreteTemporallyWeighted:
            let weight = weight(window)
            if weight == 0 { return plainMean }
            return existing.reduce(0) { $0 + $1.value * Double(stand($1, in: window)) } / Double(weight)
        case .discreteEquivalentContinuousLevel:
            if members.isEmpty { return nil }
            var weights = members.map { Double(overlap($0.start, $0.end, window)) }
            if weights.allSatisfy({ $0 == 0 }) { weights = weights.map { _ in 1 } }
            return ReferenceFigures.meanLevel(members.map(\.value), weights)
        default: return plainMean
        }
    }

    /// Returns the level of the mean energy. A level that is 10 · log10(weight) greater has the
    /// same energy in one unit of time.
    static func meanLevel(_ levels: [Double], _ weights: [Double]) -> Double {
        let weighted = zip(levels, weights).filter { $1 > 0 }
        let loudest = weighted.map(\.0).max() ?? 0
        let energy = weighted.reduce(0) { $0 + $1.1 * exp(($1.0 - loudest) * log(10) / 10) }
        return loudest + 10 * log10(energy) - 10 * log10(weights.reduce(0, +))
    }

    /// Returns the weight of a bucket's average relative to its neighbours, for the two weighted
    /// styles.
    func weight(_ window: Range<Int64>) -> Int64 {
        existing.reduce(0) {
            $0
                + (style == .discreteTemporallyWeighted
                    ? stand($1, in: window) : overlap($1.start, $1.end, window))
        }
    }

    /// The samples that count. With a strict predicate, they are only the selected samples.
    private var existing: [StatisticsSample] { isStrict ? selected : samples }

    private func stand(_ sample: StatisticsSample, in window: Range<Int64>) -> Int64 {
        if sample.ordinal < 0 { return 0 }
        guard sample.start == sample.end else { return overlap(sample.start, sample.end, window) }
        let later = existing.filter { $0.sourceRank == sample.sourceRank && $0.start > sample.start }.map(\.start)
        let tenMinutes: Int64 = 600_000_000
        return overlap(sample.start, min(sample.start + tenMinutes, later.min() ?? .max), window)
    }
}
