import Foundation
import HealthCore
import Postgres

extension SampleReader {
    /// A sample and its type.
    public struct Typed: Sendable {
        public let sample: StoredSample
        public let type: SampleTypeReader.Stored
    }

    /// Returns a sample with its quantities and its arrival; nil if there is none that may be read.
    ///
    /// - Throws: `PostgresError`.
    public func sample(_ uuid: UUID) throws -> Typed? {
        try session.reading {
            guard let found = try samples(with: [uuid]).first else { return nil }
            var samples = [found.sample]
            try addQuantities(to: &samples)
            try addArrivals(to: &samples)
            return Typed(sample: samples[0], type: found.type)
        }
    }

    /// The maximum number of samples in the correlations of one page. Every single correlation
    /// fits.
    public static let membersMax = SampleQuery.limitMax

    /// Returns the samples in the first correlations, in order of type, start and uuid, by the uuid
    /// of the correlation. There are as many correlations as contain `max` samples, but at
    /// least one.
    ///
    /// - Returns: the number of these correlations, too.
    /// - Throws: `PostgresError`.
    public func members(ofCorrelations all: [UUID], max: Int = membersMax) throws -> (
        count: Int, members: [UUID: [Typed]]
    ) {
        try session.reading {
            let sizes: [UUID: Int64] = try session.dictionary(
                """
                select contained.container_uuid, count(*) from health.contained_sample contained
                where contained.person_id = $1 and contained.container_uuid = any($2)
                group by contained.container_uuid
                """, person, all)
            var size: Int64 = 0
            let uuids = all.enumerated().prefix { index, uuid in
                size += sizes[uuid] ?? 0
                return index == 0 || size <= max
            }.map(\.element)
            let contents = try session.all(
                """
                select contained.container_uuid, contained.uuid from health.contained_sample contained
                where contained.person_id = $1 and contained.container_uuid = any($2)
                    and not exists (
                        select 1 from health.workout
                        where workout.person_id = $1 and workout.uuid = contained.container_uuid)
                """, person, uuids, as: { (container: UUID, uuid: UUID) in (container, uuid) })
            let samples = try samples(with: Set(contents.map(\.1)).sorted { $0.uuidString < $1.uuidString })
            let containers = Dictionary(grouping: contents, by: \.1).mapValues { $0.map(\.0) }
            var members: [UUID: [Typed]] = [:]
            for typed in samples {
                for container in containers[typed.sample.uuid] ?? [] { members[container, default: []].append(typed) }
            }
            return (uuids.count, members)
        }
    }

    private func samples(with uuids: [UUID]) throws -> [Typed] {
        let rows = "(select * from health.sample where person_id = $1 and uuid = any($2))"
        let order = "sample.sample_type_id, sample.start_time, sample.uuid"
        var read = SampleRows()
        let found = try session.run(SampleReader.select(from: rows, order), person, uuids)
            .compactMap { try read.sample($0) }
        let types = try SampleTypeReader.find(ids: Set(found.map(\.typeID)), session)
        return found.compactMap { found in types[found.typeID].map { Typed(sample: found.sample, type: $0) } }
    }
}
