import Foundation
import HealthCore

/// Combines the figures of adjacent buckets into those of the bucket that they form together.
struct Recombination {
    var random: RandomStatistics

    /// Returns the figures of `whole` that differ, merged and of each source.
    func differences(_ parts: [StatisticsBucket], whole: StatisticsBucket) -> [String] {
        var found = differences(
            parts.map { ($0, $0.statistics) }, whole, whole.statistics, of: random.reference)
        let ranks = Set(parts.flatMap { $0.bySource.map(\.rank) } + whole.bySource.map(\.rank))
        for rank in ranks.sorted() {
            var alone = random.reference
            alone.samples = random.samples.filter { $0.sourceRank == rank }
            func figures(_ bucket: StatisticsBucket) -> Statistics? {
                bucket.bySource.first { $0.rank == rank }?.statistics
            }
            found += differences(parts.map { ($0, figures($0)) }, whole, figures(whole), of: alone)
                .map { "source \(rank): \($0)" }
        }
        return found
    }

    private func differences(
        _ parts: [(bucket: StatisticsBucket, statistics: Statistics?)], _ whole: StatisticsBucket,
        _ expected: Statistics?, of reference: ReferenceFigures
    ) -> [String] {
        let figures = parts.compactMap(\.statistics)
        let latest = figures.compactMap(\.mostRecent).max { ($0.end, $0.start) < ($1.end, $1.start) }
        guard let expected, let latest, let earliest = figures.map(\.earliestStart).min() else {
            return figures.isEmpty && expected == nil ? [] : ["some figures where there should be none"]
        }
        var together = Statistics(
            count: figures.reduce(0) { $0 + $1.count } - spans(parts.map(\.bucket), whole, reference),
            durationMicroseconds: figures.reduce(0) { $0 + $1.durationMicroseconds }, mostRecent: latest,
            earliestStart: earliest, sourceRanks: Set(figures.flatMap(\.sourceRanks)).sorted(),
            minimum: figures.compactMap(\.minimum).min(), maximum: figures.compactMap(\.maximum).max())
        if random.style == .cumulative { together.sum = figures.compactMap(\.sum).reduce(0, +) }
        together.average = average(parts, together.count, reference) ?? expected.average
        // Two samples of one interval differ only in the uuid, which the figures do not contain.
        if latest.start == expected.mostRecent?.start, latest.end == expected.mostRecent?.end {
            together.mostRecent = expected.mostRecent
        }
        return together.differences(from: expected, tolerance: random.tolerance)
    }

    /// Returns the number of times that a sample continues over an edge between two buckets, and so
    /// is a member of both.
    private func spans(
        _ buckets: [StatisticsBucket], _ whole: StatisticsBucket, _ reference: ReferenceFigures
    ) -> Int {
        let window = reference.window(whole.start.microseconds..<whole.end.microseconds)
        let edges = buckets.dropFirst().map(\.start.microseconds).filter {
            window.lowerBound < $0 && $0 < window.upperBound
        }
        return reference.samples.filter(reference.isSelected).reduce(0) { spans, sample in
            let start = max(sample.start, window.lowerBound)
            let end = min(sample.end, window.upperBound)
            return spans + edges.count { start < $0 && $0 < end }
        }
    }

    /// Returns the weighted average, or nil if the parts do not determine it. This is the case if a
    /// sample is a member of several parts and counts once in each. It is also the case if a sample
    /// lasts into a part that has no member and so no figures.
    private func average(
        _ parts: [(bucket: StatisticsBucket, statistics: Statistics?)], _ count: Int, _ reference: ReferenceFigures
    ) -> Double? {
        guard random.style != .cumulative else { return nil }
        let isWeighted = random.style != .discreteArithmetic
        let isLevel = random.style == .discreteEquivalentContinuousLevel
        var weights = parts.map { part in
            let window = reference.window(part.bucket.start.microseconds..<part.bucket.end.microseconds)
            return isWeighted ? Double(reference.weight(window)) : 0
        }
        if zip(parts, weights).contains(where: { $0.statistics == nil && $1 > 0 }) { return nil }
        if weights.allSatisfy({ $0 == 0 }) { weights = parts.map { Double($0.statistics?.count ?? 0) } }
        guard isWeighted || Int(weights.reduce(0, +)) == count else { return nil }
        if isLevel {
            let known = zip(parts, weights).compactMap { part, weight in
                part.statistics?.average.map { (level: $0, weight: weight) }
            }
            return ReferenceFigures.meanLevel(known.map(\.level), known.map(\.weight))
        }
        let sum = zip(parts, weights).reduce(0) { sum, part in
            guard let average = part.0.statistics?.average else { return sum }
            return sum + part.1 * average
        }
        return sum / weights.reduce(0, +)
    }
}
