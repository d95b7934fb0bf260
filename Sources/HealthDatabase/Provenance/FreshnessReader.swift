import HealthCore
import Postgres

/// A source and the times of its newest samples.
public struct SourceFreshness: Sendable {
    public var source: Source
    /// The types with a recent sample of the source, by identifier.
    public var types: [TypeFreshness]

    public struct TypeFreshness: Sendable {
        public var identifier: String
        /// The latest end of the samples that have begun. A sample that ends in the future counts
        /// with its start, so that it does not hide that a source is silent.
        public var lastSample: Instant
    }

    /// The latest time of all types; nil if the source has no recent sample.
    public var lastSample: Instant? { types.map(\.lastSample).max() }
}

/// Finds how recent the samples of each source are.
///
/// PostgreSQL finds the newest sample of a type with one probe of an index, but the newest sample
/// of a source only by reading the samples after it. So the search goes back from the newest sample
/// of each type for a limited time, and a limited number of samples.
public final class FreshnessReader: PersonQueries {
    /// The days before the newest sample of a type in which its sources are searched. Thirty days
    /// of a person with 5 million samples in ten years are 41,000 samples.
    public static let lookBackDays = 30
    /// The most samples of one type that are read. More are read only if several begin at the same
    /// time.
    public static let samplesMax = 20_000

    /// Returns the sources that `SourceReader.sources()` returns, in the same order, without those
    /// that are joined to others. Samples that begin after `now` are left out.
    ///
    /// - Throws: `PostgresError`.
    public func sources(now: Instant) throws -> [SourceFreshness] {
        try session.reading {
            let reader = SourceReader(person: person, session: session)
            let sources = try reader.sources().filter { $0.joinedTo == nil }
            let ranks = try reader.ranksByRevision(sources)
            var ends: [[Int32: Int64]] = sources.map { _ in [:] }
            let bound = min(max(now, .earliest), .latest)
            for row in try session.run(FreshnessReader.statement, person, bound) {
                let (type, revision, end) = (try row.int32(0), Int(try row.int32(1)), try row.timestamptz(2))
                guard ranks.indices.contains(revision), ranks[revision] >= 0 else { continue }
                ends[ranks[revision]][type] = max(ends[ranks[revision]][type] ?? end, end)
            }
            let types = try SampleTypeReader.find(ids: Set(ends.flatMap(\.keys)), session)
            return zip(sources, ends).map { source, ends in
                let found = ends.compactMap { type, end in
                    types[type].map {
                        SourceFreshness.TypeFreshness(
                            identifier: $0.identifier, lastSample: Instant(microseconds: end))
                    }
                }
                return SourceFreshness(source: source, types: found.sorted { $0.identifier < $1.identifier })
            }
        }
    }

    /// ORDER BY with a limit makes PostgreSQL read the index from its end.
    private static let statement = """
        select wanted.sample_type_id, recent.source_revision_id,
            max(case when recent.end_time <= $2 then recent.end_time else recent.start_time end)
        from (select sample_type_id from health.sample_extent where person_id = $1 offset 0) wanted
        cross join lateral (
            select start_time from health.sample
            where sample.person_id = $1 and sample.sample_type_id = wanted.sample_type_id and sample.start_time <= $2
            order by sample.start_time desc limit 1
        ) newest
        cross join lateral (
            select source_revision_id, start_time, end_time from health.sample
            where sample.person_id = $1 and sample.sample_type_id = wanted.sample_type_id and sample.start_time <= $2
                and sample.start_time >= newest.start_time - make_interval(days => \(lookBackDays))
            order by sample.start_time desc fetch first \(samplesMax) rows with ties
        ) recent
        group by wanted.sample_type_id, recent.source_revision_id
        """
}
