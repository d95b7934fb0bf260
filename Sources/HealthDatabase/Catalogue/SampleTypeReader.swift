import HealthCore
import Postgres

/// The sample types that the store knows.
public enum SampleTypeReader {
    /// The number of a type; nil for one that the store has never seen.
    public static func id(of identifier: String, _ session: Session) throws -> Int32? {
        let result = try session.execute(
            "select sample_type_id from health.sample_type where identifier = $1", [.text(identifier)])
        return result.rowCount == 1 ? try result[0].int32(0) : nil
    }

    /// A type as the store holds it.
    public struct Stored: Sendable {
        public var id: Int32
        public var identifier: String
        public var kind: SampleType.Kind
        /// Of quantity types of the catalogue.
        public var canonicalUnit: String?
        /// Of category types of the catalogue.
        public var valueEnum: String?
    }

    /// The type of this identifier or short name; nil for one that the store has never seen.
    public static func find(_ name: String, _ session: Session) throws -> Stored? {
        let identifier = Catalogue.sampleType(named: name)?.identifier ?? name
        return try session.execute(
            """
            select sample_type_id, identifier, kind, canonical_unit, value_enum
            from health.sample_type where identifier = $1
            """,
            [.text(identifier)]
        ).first.map(stored)
    }

    private static func stored(_ row: Row) throws -> Stored {
        Stored(
            id: try row.int32(0), identifier: try row.text(1),
            kind: SampleType.Kind(rawValue: try row.text(2)) ?? .other,
            canonicalUnit: try row.optionalText(3), valueEnum: try row.optionalText(4))
    }

    /// The types of these numbers, by number.
    static func find(ids: Set<Int32>, _ session: Session) throws -> [Int32: Stored] {
        guard !ids.isEmpty else { return [:] }
        let types = try session.execute(
            """
            select sample_type_id, identifier, kind, canonical_unit, value_enum
            from health.sample_type where sample_type_id = any($1)
            """,
            [.int32Array(ids.sorted())]
        ).map(stored)
        return Dictionary(uniqueKeysWithValues: types.map { ($0.id, $0) })
    }

    /// When the person's newest sample of a type starts among those that have begun by `now`; nil if there is none.
    public static func newestStart(
        of name: String, for person: Person, now: Instant, _ session: Session
    ) throws -> Instant? {
        guard let type = try find(name, session) else { return nil }
        let bound = min(max(now, .earliest), .latest)
        return try session.execute(
            """
            select start_time from health.sample
            where person_id = $1 and sample_type_id = $2 and start_time <= $3
            order by start_time desc limit 1
            """,
            [.int32(person.id), .int32(type.id), .timestamptz(bound.microseconds)]
        ).first.map { Instant(microseconds: try $0.timestamptz(0)) }
    }

    /// A type and how far a person's samples of it reach.
    public struct Listed: Sendable {
        public var identifier: String
        public var shortName: String
        public var kind: String
        public var aggregationStyle: String?
        public var canonicalUnit: String?
        /// Whether the person has samples of it (or had some).
        public var hasSamples: Bool
    }

    /// The types of the catalogue, by identifier, without a database: no person has samples of them.
    public static var catalogue: [Listed] {
        Catalogue.sampleTypes.sorted { $0.identifier < $1.identifier }.map { type in
            Listed(
                identifier: type.identifier, shortName: type.shortName, kind: type.kind.rawValue,
                aggregationStyle: type.aggregationStyle?.name, canonicalUnit: type.canonicalUnit?.unitString,
                hasSamples: false)
        }
    }

    /// Every type of the catalogue, and every other that a sample has named.
    public static func list(for person: Person, _ session: Session) throws -> [Listed] {
        try session.execute(
            """
            select identifier, short_name, kind, aggregation_style, canonical_unit, sample_extent.person_id is not null
            from health.sample_type
            left join health.sample_extent
                on sample_extent.person_id = $1 and sample_extent.sample_type_id = sample_type.sample_type_id
            order by identifier
            """,
            [.int32(person.id)]
        ).map {
            Listed(
                identifier: try $0.text(0), shortName: try $0.text(1), kind: try $0.text(2),
                aggregationStyle: try $0.optionalText(3), canonicalUnit: try $0.optionalText(4),
                hasSamples: try $0.bool(5))
        }
    }
}
