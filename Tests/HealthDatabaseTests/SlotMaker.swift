import HealthCore
import HealthDatabase
import Postgres
import Testing

/// The slots of a type, and its figures from slots and from samples.
struct SlotMaker {
    let store: TestStore
    let type: SampleType
    let style: AggregationStyle

    /// Makes all slots of the type. Leaves no mark.
    func make() throws {
        var refresher = SlotRefresher(
            person: store.person, sampleTypeID: try store.sampleTypeID(type.identifier), session: store.session,
            policy: .everything)
        #expect(try refresher.refresh())
    }

    func buckets(
        _ plan: BucketPlan, _ range: SampleRange, _ slots: StatisticsReader.Slots, separateBySource: Bool = true
    ) throws -> [StatisticsBucket] {
        try StatisticsReader(person: store.person, session: store.session, slots: slots).collection(
            type, style: style, plan: plan, range: range, separateBySource: separateBySource
        ).buckets
    }

    /// Returns the differences between the figures of slots and those of samples.
    func differences(_ plan: BucketPlan, _ range: SampleRange, separateBySource: Bool) throws -> [String] {
        let slots = try buckets(plan, range, .preferred, separateBySource: separateBySource)
        let samples = try buckets(plan, range, .ignored, separateBySource: separateBySource)
        guard slots.count == samples.count else { return ["\(slots.count) buckets of \(samples.count)"] }
        return zip(slots, samples).flatMap { bucket, expected -> [String] in
            let place = bucket.start.rfc3339
            var found = SlotMaker.differences(bucket.statistics, expected.statistics).map { "\(place): \($0)" }
            if bucket.bySource.map(\.rank) != expected.bySource.map(\.rank) { found.append("\(place): sources") }
            for (alone, other) in zip(bucket.bySource, expected.bySource) {
                found += SlotMaker.differences(alone.statistics, other.statistics)
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
