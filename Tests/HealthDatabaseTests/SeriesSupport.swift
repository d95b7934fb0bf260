import Foundation
import HealthCore
import HealthDatabase
import Testing

/// A sample of a workout, from which a phone makes a series when it condenses the workout. Times
/// are seconds after `SampleMaker.zero`.
struct Measured {
    var uuid = UUID()
    var type: String
    var unit: String
    var at: Double
    var lasting: Double
    var value: Double
    var source: SourceRevision
}

extension SampleMaker {
    mutating func add(_ measured: Measured) throws {
        try add(
            measured.uuid, .quantity(measured.value, unit: measured.unit, type: measured.type), at: measured.at,
            lasting: measured.lasting, from: measured.source)
    }

    /// Adds a series of `inside`. Its type, unit and source are those of the first element.
    ///
    /// - Parameter summary: the figures that the client sends, or nil.
    @discardableResult
    mutating func addSeries(
        _ uuid: UUID = UUID(), of inside: [Measured], summary: Double? = nil, metadata: String = "",
        in container: Int64? = nil
    ) throws -> Int64 {
        let first = try #require(inside.first)
        let type = try references.type(first.type, unknownAs: .quantity)
        let unit = try references.unit(first.unit)
        let parts = try inside.map { measured in
            let (start, end) = SampleMaker.dates(measured)
            return QuantitySeries.Part(
                start: start, end: end,
                value: try references.quantity(type: type, unit: unit, value: measured.value).value,
                sentValue: measured.value)
        }
        let made = QuantitySeries(parts: parts, sentSummary: summary)
        let start = parts.map(\.start.microseconds).min() ?? 0
        let end = parts.map(\.end.microseconds).max() ?? 0
        return try add(
            uuid, .series(made, unit: first.unit, type: first.type), start: Instant(microseconds: start),
            end: Instant(microseconds: end), from: first.source, metadata: metadata, in: container)
    }

    static func dates(_ measured: Measured) -> (start: Instant, end: Instant) {
        let start = zero * 1_000_000 + Int64((measured.at * 1_000_000).rounded())
        return (
            Instant(microseconds: start),
            Instant(microseconds: start + Int64((measured.lasting * 1_000_000).rounded()))
        )
    }
}

/// Returns the groups of samples of which phones make series. A group has samples of one type and
/// source, in order of start.
func pieces(of samples: [Measured], most: Int) -> [[Measured]] {
    struct Key: Hashable {
        var type: String
        var source: SourceRevision
    }
    let groups = Dictionary(grouping: samples) { Key(type: $0.type, source: $0.source) }
    return groups.values.flatMap { group in
        let ordered = group.sorted { $0.at < $1.at }
        return stride(from: 0, to: ordered.count, by: most).map { Array(ordered[$0..<min($0 + most, ordered.count)]) }
    }
}

extension TestStore {
    /// Returns every bucket of a type over `range`, with the length `interval`.
    func buckets(
        _ name: String, _ range: SampleRange, every interval: BucketInterval
    ) throws -> StatisticsCollection {
        let type = try #require(Catalogue.sampleType(named: name))
        let zone = try #require(Zone(identifier: "Europe/Berlin"))
        let plan = try BucketPlan(
            grid: BucketGrid(
                anchor: BucketGrid.defaultAnchor(for: interval), interval: interval, clock: WallClock(zone)),
            from: range.from, to: range.to)
        return try StatisticsReader(person: person, session: session).collection(
            type, style: try #require(type.aggregationStyle), plan: plan, range: range, separateBySource: true)
    }
}

/// Returns true if the figures differ only by rounding, which depends on the order of samples that
/// start together.
func isSame(_ left: Statistics?, _ right: Statistics?) -> Bool {
    guard let left, let right else { return left == nil && right == nil }
    func isClose(_ left: Double?, _ right: Double?) -> Bool {
        guard let left, let right else { return left == nil && right == nil }
        return abs(left - right) <= 1e-12 * max(1, abs(left), abs(right))
    }
    return left.count == right.count && left.durationMicroseconds == right.durationMicroseconds
        && left.earliestStart == right.earliestStart && left.sourceRanks == right.sourceRanks
        && left.mostRecent?.start == right.mostRecent?.start && left.mostRecent?.end == right.mostRecent?.end
        && left.minimum == right.minimum && left.maximum == right.maximum && isClose(left.sum, right.sum)
        && isClose(left.average, right.average)
}

func isSame(_ left: [StatisticsBucket], _ right: [StatisticsBucket]) -> Bool {
    left.count == right.count
        && zip(left, right).allSatisfy { left, right in
            left.start == right.start && isSame(left.statistics, right.statistics)
                && left.bySource.map(\.rank) == right.bySource.map(\.rank)
                && zip(left.bySource, right.bySource).allSatisfy { isSame($0.statistics, $1.statistics) }
        }
}
