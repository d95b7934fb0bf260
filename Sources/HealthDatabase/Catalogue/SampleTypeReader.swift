import HealthCore
import Postgres

/// Reads the sample types of the store: those of the catalogue, and others that samples have named.
public enum SampleTypeReader {
    /// Returns the id of a type; nil if the store does not have the type.
    ///
    /// - Throws: `PostgresError`.
    public static func id(of identifier: String, _ session: Session) throws -> Int32? {
        try session.first(
            "select sample_type_id from health.sample_type where identifier = $1", identifier, as: Int32.self)
    }

    /// Returns the id of a type of the catalogue; nil if the store does not have the type. Asks the
    /// server once for each type and session, because ids never change.
    ///
    /// - Throws: `PostgresError`.
    static func lastingID(of identifier: String, _ session: Session) throws -> Int32? {
        if let id = session.lastingIDs[identifier] { return id }
        let id = try id(of: identifier, session)
        // A transaction that writes may have added the type, and roll back.
        if session.isReading { session.lastingIDs[identifier] = id }
        return id
    }

    /// A type as it is stored.
    public struct Stored: Sendable {
        public var id: Int32
        public var identifier: String
        public var kind: SampleType.Kind
        /// The canonical unit of a quantity type of the catalogue; nil for other types.
        public var canonicalUnit: String?
        /// The enumeration of a category type of the catalogue; nil for other types.
        public var valueEnum: String?
    }

    /// Returns the type with this identifier or short name. A type that is not in the catalogue is
    /// found only if the person has samples of it, because the names of other people's types are
    /// personal.
    ///
    /// - Throws: `PostgresError`.
    public static func find(_ name: String, of person: Person, _ session: Session) throws -> Stored? {
        let identifier = Catalogue.sampleType(named: name)?.identifier ?? name
        return try session.first(
            "\(stored) where identifier = $2 and (in_catalogue or \(isKnown))", person, identifier, as: Stored.init)
    }

    /// Returns the types with these identifiers or short names, in their order.
    ///
    /// - Parameter parameter: the parameter that names them, for errors.
    /// - Throws: `ParameterError` if a name is unknown or names a type twice, `PostgresError`.
    public static func find(
        _ names: [String], _ parameter: String, of person: Person, _ session: Session
    ) throws -> [Stored] {
        var types: [Stored] = []
        for name in names {
            guard let type = try find(name, of: person, session) else {
                throw ParameterError(unknownType: name, parameter)
            }
            guard !types.contains(where: { $0.id == type.id }) else {
                throw ParameterError(.repeated, parameter, "\(name) is given more than once")
            }
            types.append(type)
        }
        return types
    }

    /// Returns the type with this identifier or short name; nil if the store does not have it. Only
    /// for the operator, because it finds the types of all people.
    ///
    /// - Throws: `PostgresError`.
    public static func find(_ name: String, _ session: Session) throws -> Stored? {
        try session.first(
            "\(stored) where identifier = $1", Catalogue.sampleType(named: name)?.identifier ?? name, as: Stored.init)
    }

    private static let stored =
        "select sample_type_id, identifier, kind, canonical_unit, value_enum from health.sample_type"

    /// SQL that is true if a readable sample or deletion of the person $1 has the type of
    /// `sample_type`.
    static let isKnown = """
        exists (
            select 1 from health.person_sample_type
            where person_sample_type.person_id = $1 and person_sample_type.sample_type_id = sample_type.sample_type_id
                and \(SampleExtent.isSeen("person_sample_type")))
        """

    /// SQL that is true if the person $1 has a readable sample of the type of `sample_type`. A type
    /// keeps its extent after its last sample, so the extent alone does not tell. The order makes
    /// PostgreSQL look up one row of an index.
    private static let hasSamples = """
        exists (
            select 1 from health.sample_extent
            where sample_extent.person_id = $1 and sample_extent.sample_type_id = sample_type.sample_type_id
                and coalesce(
                    (
                        select true from health.sample
                        where sample.person_id = $1 and sample.sample_type_id = sample_extent.sample_type_id
                        order by sample.start_time limit 1
                    ), false))
        """

    /// Returns the types with these ids. The key of each is its id.
    static func find(ids: Set<Int32>, _ session: Session) throws -> [Int32: Stored] {
        guard !ids.isEmpty else { return [:] }
        let types = try session.all("\(stored) where sample_type_id = any($1)", ids.sorted(), as: Stored.init)
        return Dictionary(uniqueKeysWithValues: types.map { ($0.id, $0) })
    }

    /// Returns the start of the person's latest sample of a type that has begun by `now`; nil if
    /// there is none.
    ///
    /// - Throws: `PostgresError`.
    public static func newestStart(
        of name: String, for person: Person, now: Instant, _ session: Session
    ) throws -> Instant? {
        guard let type = try find(name, of: person, session) else { return nil }
        let bound = min(max(now, .earliest), .latest)
        return try session.first(
            """
            select start_time from health.sample
            where person_id = $1 and sample_type_id = $2 and start_time <= $3
            order by start_time desc limit 1
            """, person, type.id, bound, as: Instant.self)
    }

    /// A type, and a flag that tells if a person has samples of the type.
    public struct Listed: Sendable {
        public var identifier: String
        public var shortName: String
        public var kind: String
        /// The name of `SampleType.figureStyle`.
        public var aggregationStyle: String?
        public var canonicalUnit: String?
        /// True if the person has samples of the type.
        public var hasSamples: Bool
    }

    /// The types of the catalogue by identifier. `hasSamples` is false for all of them. Needs no
    /// database.
    public static var catalogue: [Listed] {
        Catalogue.sampleTypes.sorted { $0.identifier < $1.identifier }.map { type in
            Listed(
                identifier: type.identifier, shortName: type.shortName, kind: type.kind.rawValue,
                aggregationStyle: type.figureStyle?.name, canonicalUnit: type.canonicalUnit?.unitString,
                hasSamples: false)
        }
    }

    /// Returns every type of the catalogue and every other type of samples of the person, by
    /// identifier.
    ///
    /// - Throws: `PostgresError`.
    public static func list(for person: Person, _ session: Session) throws -> [Listed] {
        try session.all(
            """
            select identifier, short_name, kind, canonical_unit, has_samples
            from (select sample_type.*, \(hasSamples) as has_samples from health.sample_type) sample_type
            where in_catalogue or \(isKnown)
            order by identifier
            """, person
        ) { row in
            let identifier = try row.text()
            return Listed(
                identifier: identifier, shortName: try row.text(), kind: try row.text(),
                aggregationStyle: Catalogue.sampleType(named: identifier)?.figureStyle?.name,
                canonicalUnit: try row.optionalText(), hasSamples: try row.bool())
        }
    }
}
