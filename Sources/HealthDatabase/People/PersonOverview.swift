import Foundation
import HealthCore
import Postgres

/// An overview of the data of one person.
public struct PersonOverview: Sendable {
    /// The time at which the person was added.
    public var created: Instant
    public var types: [TypeCount]
    /// The number of deleted samples. Their uuids are kept as tombstones.
    public var deleted: Int64
    public var sources: [SourceCount]
    public var tokens: [TokenStore.Listed]
    /// The devices of clients that store anchors in this store, by name.
    public var devices: [DeviceContact]
    /// The names of the holders with a valid grant, without the person's own holder.
    public var holders: [String]
    /// The bytes of the tables and indexes of samples, in proportion to the person's part of all
    /// samples.
    public var bytes: Int64

    /// The number and times of the samples of one type.
    public struct TypeCount: Sendable {
        public var identifier: String
        public var shortName: String
        public var count: Int64
        /// The start of the first sample.
        public var first: Instant
        /// The start of the latest sample that has begun; nil if all samples begin in the future.
        public var latest: Instant?
    }

    /// The number of the samples of one source.
    public struct SourceCount: Sendable {
        public var name: String
        public var bundleIdentifier: String?
        public var count: Int64
    }

    /// A device of a client that stores its anchors in this store.
    public struct DeviceContact: Sendable {
        public var name: String
        /// The time at which the device last stored an anchor.
        public var last: Instant
    }

    /// The number of samples of all types.
    public var count: Int64 { types.reduce(0) { $0 + $1.count } }

    /// Reads all samples of the person. This takes a second for some millions of samples.
    ///
    /// - Throws: `PostgresError`.
    public init(of person: Person, now: Instant, _ session: Session) throws {
        self = try session.transaction(isolation: .repeatableRead, readOnly: true) {
            try PersonOverview(person, min(max(now, .earliest), .latest), session)
        }
    }

    private init(_ person: Person, _ now: Instant, _ session: Session) throws {
        created = try session.value("select created_at from health.person where person_id = $1", person)
        types = try session.all(
            """
            select sample_type.identifier, sample_type.short_name, counted.count, counted.first, counted.latest
            from (
                select sample_type_id, count(*) as count, min(start_time) as first,
                    max(start_time) filter (where start_time <= $2) as latest
                from health.sample where person_id = $1 group by sample_type_id
            ) counted
            join health.sample_type using (sample_type_id)
            order by sample_type.identifier collate "C"
            """, person, now, as: TypeCount.init)
        deleted = try session.value("select count(*) from health.deleted_sample where person_id = $1", person)
        sources = try session.all(
            """
            select source.name, source.bundle_identifier, coalesce(sum(counted.count), 0)::bigint
            from health.source
            left join health.source_revision revision on revision.person_id = $1 and revision.source_id = source.source_id
            left join (
                select source_revision_id, count(*) as count from health.sample where person_id = $1
                group by source_revision_id
            ) counted on counted.source_revision_id = revision.source_revision_id
            where source.person_id = $1
            group by source.source_id, source.name, source.bundle_identifier
            order by source.source_id
            """, person, as: SourceCount.init)
        tokens = try TokenStore.list(for: person, session)
        devices = try session.all(
            "select device, max(updated_at) from health.client_anchor where person_id = $1 group by device order by 1",
            person, as: DeviceContact.init)
        holders = try session.all(
            """
            select distinct coalesce(holder.name, own.name)
            from health.access_grant
            join health.holder using (holder_id)
            left join health.person own on own.person_id = holder.person_id
            where access_grant.person_id = $1 and holder.person_id is distinct from $1
                and revoked_at is null and (expires_at is null or expires_at > now())
            order by 1
            """, person, as: String.self)
        bytes = try PersonOverview.bytes(ofSamples: types.reduce(0) { $0 + $1.count }, session)
    }

    /// Returns the bytes of `count` samples, in proportion to the server's estimate of the number
    /// of all samples.
    private static func bytes(ofSamples count: Int64, _ session: Session) throws -> Int64 {
        let bytes = try Cluster.bytes(
            of: ["sample", "sample_detail", "quantity_series", "series_quantity", "workout", "contained_sample"],
            session)
        // A table that was never analysed has no estimate of its rows.
        let all = max(try Cluster.rows(of: "sample", session), count)
        return all > 0 ? Int64(Double(bytes) * Double(count) / Double(all)) : 0
    }
}
