import HealthCore
import Postgres

/// A source of a person's samples, as it is stored.
public struct Source: Hashable, Sendable {
    public var id: Int32
    /// The id in answers. It is `id`, or a random number for a caller who may not read everything,
    /// because ids count all sources of the person.
    public var publicID: Int32
    /// The name, or the label of `health.source_kind` for a caller who may not read names.
    public var name: String
    public var bundleIdentifier: String?
    public var wasUserEntered: Bool
    public var sourceClass: SourceClass
    /// The id of the source that this one is another name of, as `id`; nil if it is none.
    public var joinedTo: Int32?
    /// The import that joined it; nil if a person did.
    public var joinedByImport: Int32?
}

/// Reads the sources of a person, and reads and sets their order of priority.
public final class SourceReader: PersonQueries {
    /// The columns that `source(_:)` reads, from `source_kind` and `source`. The row of `source` is
    /// null if the name may not be read.
    static let columns = """
        coalesce(source.source_id, source_kind.source_id), coalesce(source.name, source_kind.label),
        source.bundle_identifier, coalesce(source.was_user_entered, source_kind.was_user_entered),
        coalesce(source.source_class, source_kind.source_class), \(publicID)
        """

    /// For a caller who may not read everything, the id is the number of the label's random
    /// hexadecimal digits.
    private static let publicID = """
        case when \(Access.isLimited) then ('x' || right(source_kind.label, 6))::bit(24)::integer
            else source.source_id end
        """

    /// Returns every source with samples that may be read, in order of first appearance. For a
    /// caller who may not read everything, the order is that of `publicID`. Only who may read
    /// everything gets sources that are joined to others.
    ///
    /// - Throws: `PostgresError`.
    public func sources() throws -> [Source] {
        var sources = try session.all(
            """
            select \(SourceReader.columns), source.joined_source_id, source.joined_import_id
            from health.source_kind
            left join health.source on source.person_id = $1 and source.source_id = source_kind.source_id
            where source_kind.person_id = $1 and (not \(Access.isLimited) or \(SourceReader.isSeen))
            order by \(SourceReader.publicID), source_kind.source_id
            """, person
        ) { row in
            var source = try Source(reading: &row)
            source.joinedTo = try row.optionalInt32()
            source.joinedByImport = try row.optionalInt32()
            return source
        }
        let roots = RegisteredSource.roots(sources.map { ($0.id, $0.joinedTo) })
        for index in sources.indices { sources[index].joinedTo = roots[sources[index].id] }
        return sources
    }

    /// Returns the sources that an import joined to their new names.
    ///
    /// - Throws: `PostgresError`.
    public func joined(by importID: Int32) throws -> [Source] {
        try sources().filter { $0.joinedByImport == importID }
    }

    /// SQL that is true if the source has a sample that may be read. If a type may be read only at
    /// some times, the rows of `health.source_type` are not enough.
    private static let isSeen = """
        exists (
            select 1 from health.source_type
            where source_type.person_id = $1 and source_type.source_id = source_kind.source_id
                and (
                    source_type.sample_type_id in (select sample_type_id from health.readable_types())
                    or exists (
                        select 1 from health.sample
                        where sample.person_id = $1 and sample.sample_type_id = source_type.sample_type_id
                            and sample.source_revision_id = any(array(
                                select source_revision_id from health.source_revision
                                where source_revision.person_id = $1
                                    and source_revision.source_id = source_type.source_id))
                        offset 0)))
        """

    /// Returns every source in the order of priority for a type, highest first. `isExplicit` is
    /// true if the person ranked the source. For a caller who may not read everything, some of
    /// these sources may have no sample that may be read.
    ///
    /// - Throws: `PostgresError`.
    public func order(sampleTypeID: Int32) throws -> [(source: Source, isExplicit: Bool)] {
        try SourceReader.order(
            reading: session.execute(SourceReader.orderStatement(person, sampleTypeID: sampleTypeID)))
    }

    /// The statement whose rows `order(reading:)` reads. Its order is that of
    /// `health_code.source_order`.
    static func orderStatement(_ person: Person, sampleTypeID: Int32) -> Statement {
        Statement(
            """
            select \(columns), source_priority.rank is not null
            from health.source_kind
            left join health.source on source.person_id = $1 and source.source_id = source_kind.source_id
            left join health.source_priority on source_priority.person_id = $1
                and source_priority.sample_type_id = $2 and source_priority.source_id = source_kind.source_id
            where source_kind.person_id = $1
            order by source_kind.source_class = 'aggregate', source_priority.rank nulls last, source_kind.default_rank,
                source_kind.source_id desc
            """, person, sampleTypeID)
    }

    static func order(reading rows: Rows) throws -> [(source: Source, isExplicit: Bool)] {
        try rows.all { row in (source: try Source(reading: &row), isExplicit: try row.bool()) }
    }

    /// Sets the order of priority for a type. The sources `ids` come first, and all others follow
    /// in the default order. If an id is repeated, its first position counts. If the order does not
    /// change, the feed gets no change.
    ///
    /// - Throws: `HealthDatabaseError` (`unknownSource`) if an id is not that of a source of the
    ///   person; `PostgresError`.
    public func setOrder(_ ids: [Int32], sampleTypeID: Int32) throws {
        try session.transaction {
            let position = try ChangeCounter.lock(person, session)
            let known = Set(try sources().filter { $0.joinedTo == nil }.map(\.id))
            for id in ids where !known.contains(id) {
                throw HealthDatabaseError(.unknownSource, "the person has no source \(id)")
            }
            var seen: Set<Int32> = []
            let ranked = ids.filter { seen.insert($0).inserted }
            guard try ranked != explicitOrder(sampleTypeID: sampleTypeID) else { return }
            try session.run(
                "delete from health.source_priority where person_id = $1 and sample_type_id = $2", person, sampleTypeID)
            try session.run(
                """
                insert into health.source_priority (person_id, sample_type_id, source_id, rank)
                select $1, $2, source_id, ordinal - 1
                from unnest($3::integer[]) with ordinality as ranked (source_id, ordinal)
                """, person, sampleTypeID, ranked)
            try MarkTable.addForOrder(sampleTypeID: sampleTypeID, of: person, session)
            try PreferenceChange.sourcePriority.note(
                after: position, sampleTypeID: sampleTypeID, of: person, session)
        }
    }

    /// Returns the rank of each source revision, indexed by the revision's id; -1 for an unused id.
    func ranksByRevision(_ sources: [Source]) throws -> [Int] {
        try SourceReader.ranks(sources, reading: session.execute(SourceReader.revisionStatement(person)))
    }

    /// The statement whose rows `ranks(_:reading:)` reads.
    static func revisionStatement(_ person: Person) -> Statement {
        Statement(
            "select source_revision_id, source_id from health.source_revision where person_id = $1 order by 1", person)
    }

    static func ranks(_ sources: [Source], reading revisions: Rows) throws -> [Int] {
        var rankOfSource: [Int32: Int] = [:]
        for (rank, source) in sources.enumerated() { rankOfSource[source.id] = rank }
        var ranks: [Int] = []
        for row in revisions {
            let revision = Int(try row.int32(0))
            while ranks.count <= revision { ranks.append(-1) }
            ranks[revision] = rankOfSource[try row.int32(1)] ?? -1
        }
        return ranks
    }

    /// Returns the sources that the person ranked for a type, highest priority first.
    private func explicitOrder(sampleTypeID: Int32) throws -> [Int32] {
        try session.all(
            "select source_id from health.source_priority where person_id = $1 and sample_type_id = $2 order by rank",
            person, sampleTypeID, as: Int32.self)
    }
}

/// Reads `SourceReader.columns`.
extension Source: ColumnValue {
    public init(reading row: inout Row) throws {
        let (id, name, bundleIdentifier) = (try row.int32(), try row.text(), try row.optionalText())
        let (wasUserEntered, sourceClass) = (try row.bool(), try SourceClass(reading: &row))
        self.init(
            id: id, publicID: try row.int32(), name: name, bundleIdentifier: bundleIdentifier,
            wasUserEntered: wasUserEntered, sourceClass: sourceClass)
    }
}
