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

extension TestStore {
    /// Returns every bucket of a type over `range`, with the length `interval`.
    func buckets(
        _ name: String, _ range: SampleRange, every interval: BucketInterval, predicates: [SamplePredicate]? = nil
    ) throws -> StatisticsCollection {
        let type = try #require(Catalogue.sampleType(named: name))
        let zone = try #require(Zone(identifier: "Europe/Berlin"))
        let plan = try BucketPlan(
            grid: BucketGrid(
                anchor: BucketGrid.defaultAnchor(for: interval), interval: interval, clock: WallClock(zone)),
            from: range.from, to: range.to)
        let chosen = predicates.map { [type.identifier: $0] } ?? [:]
        return try StatisticsReader(person: person, session: session, predicates: chosen).collection(
            type, style: try #require(type.aggregationStyle), plan: plan, range: range, separateBySource: true)
    }
}
