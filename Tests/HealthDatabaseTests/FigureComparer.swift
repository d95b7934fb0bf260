import HealthCore
import HealthDatabase
import Testing

/// The stored figures of a type, and its figures from these and from samples.
struct FigureComparer {
    let store: TestStore
    let type: SampleType
    let style: AggregationStyle

    /// Makes all figures of the type. Leaves no mark.
    func make() throws { try store.refreshFigures(of: type.identifier) }

    func buckets(
        _ plan: BucketPlan, _ range: SampleRange, _ origin: StatisticsReader.Origin, separateBySource: Bool = true
    ) throws -> [StatisticsBucket] {
        try StatisticsReader(person: store.person, session: store.session, origin: origin).collection(
            type, style: style, plan: plan, range: range, separateBySource: separateBySource
        ).buckets
    }

    /// Returns the differences between stored figures and those of samples.
    func differences(_ plan: BucketPlan, _ range: SampleRange, separateBySource: Bool) throws -> [String] {
        let stored = try buckets(plan, range, .stored, separateBySource: separateBySource)
        let samples = try buckets(plan, range, .samples, separateBySource: separateBySource)
        guard stored.count == samples.count else { return ["\(stored.count) buckets of \(samples.count)"] }
        return zip(stored, samples).flatMap { bucket, expected -> [String] in
            let place = bucket.start.rfc3339
            var found = FigureComparer.differences(bucket.statistics, expected.statistics).map { "\(place): \($0)" }
            if bucket.bySource.map(\.rank) != expected.bySource.map(\.rank) { found.append("\(place): sources") }
            for (alone, other) in zip(bucket.bySource, expected.bySource) {
                found += FigureComparer.differences(alone.statistics, other.statistics)
                    .map { "\(place), source \(alone.rank): \($0)" }
            }
            return found
        }
    }

    private static func differences(_ one: Statistics?, _ other: Statistics?) -> [String] {
        guard let one, let other else { return one == nil && other == nil ? [] : ["one has figures"] }
        var found: [String] = []
        func compare(_ name: String, _ one: Double?, _ other: Double?) {
            guard let one, let other else {
                if one != other { found.append("one has \(name)") }
                return
            }
            if abs(one - other) > 1e-9 * max(abs(one), abs(other), 1e-9) { found.append("\(name) \(one) not \(other)") }
        }
        compare("sum", one.sum, other.sum)
        compare("average", one.average, other.average)
        if one.count != other.count { found.append("count \(one.count) not \(other.count)") }
        if one.durationMicroseconds != other.durationMicroseconds { found.append("duration") }
        if one.minimum != other.minimum || one.maximum != other.maximum { found.append("extremes") }
        if one.mostRecent != other.mostRecent { found.append("most recent") }
        if one.earliestStart != other.earliestStart { found.append("earliest start") }
        if one.sourceRanks != other.sourceRanks { found.append("sources") }
        return found
    }
}

extension TestStore {
    /// Computes the stale figures of a type of the person.
    func refreshFigures(of type: String) throws {
        var refresher = FigureRefresher(person: person, sampleTypeID: try sampleTypeID(type), session: session)
        #expect(try refresher.refresh())
    }

    /// Computes the stale figures of all types and people.
    func refreshFigures() throws {
        for entry in try MarkBacklog.entries(session) {
            var refresher = FigureRefresher(person: entry.person, sampleTypeID: entry.sampleTypeID, session: session)
            #expect(try refresher.refresh())
        }
    }
}
