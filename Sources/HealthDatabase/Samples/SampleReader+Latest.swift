import HealthCore
import Postgres

extension SampleReader {
    /// A type and its newest sample.
    public struct Latest: Sendable {
        public var type: SampleTypeReader.Stored
        /// The newest sample, without metadata, parts and objects. Nil if no sample has begun yet.
        public var sample: StoredSample?
    }

    /// Returns the newest sample of each type, which is the sample that begins last among those
    /// that have begun by `now`. If several begin together, it is the sample that ends last, then
    /// the sample with the greatest uuid.
    ///
    /// Reads the index once for each type. Samples of the future are skipped.
    ///
    /// - Parameter names: identifiers or short names. Nil for all types with a sample of the person
    ///   that has begun, in order of identifier.
    /// - Returns: one element for each name, in their order.
    /// - Throws: `ParameterError` if a name is unknown or names a type twice, `PostgresError`
    public func latest(of names: [String]?, now: Instant) throws -> [Latest] {
        try session.reading {
            guard let names else {
                let found = try newest(among: SampleReader.everyType, now, [])
                let types = try SampleTypeReader.find(ids: Set(found.keys), session)
                return types.values.sorted { $0.identifier < $1.identifier }
                    .map { Latest(type: $0, sample: found[$0.id]) }
            }
            let types = try SampleTypeReader.find(names, "types", of: person, session)
            let found = try newest(among: "unnest($3::integer[]) as wanted (sample_type_id)", now, types.map(\.id))
            return types.map { Latest(type: $0, sample: found[$0.id]) }
        }
    }

    /// The types with samples that the person has or had.
    private static let everyType =
        "(select sample_type_id from health.sample_extent where person_id = $1 and $3::integer[] is not null) wanted"

    /// - Returns: the newest samples by the id of their type.
    private func newest(among types: String, _ now: Instant, _ ids: [Int32]) throws -> [Int32: StoredSample] {
        let rows = """
            (
                select latest.* from \(types)
                cross join lateral (
                    select * from (
                        select * from health.sample
                        where sample.person_id = $1 and sample.sample_type_id = wanted.sample_type_id
                            and sample.start_time <= $2
                        order by sample.start_time desc fetch first 1 row with ties
                    ) newest
                    order by newest.end_time desc, newest.uuid desc limit 1
                ) latest)
            """
        let bound = min(max(now, .earliest), .latest)
        var found: [Int32: StoredSample] = [:]
        var read = SampleRows()
        let statement = SampleReader.select(from: rows, "sample.source_revision_id, sample.uuid", parts: .none)
        for row in try session.run(statement, person, bound, ids) {
            if let (sample, _, typeID) = try read.sample(row) { found[typeID] = sample }
        }
        return found
    }
}
