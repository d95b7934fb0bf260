import HealthCore
import Postgres

/// A source of a person, as stored.
public struct Source: Hashable, Sendable {
    public var id: Int32
    /// A label, such as Source 3f0c2a, if the reader may not read the name.
    public var name: String
    public var bundleIdentifier: String?
    public var wasUserEntered: Bool
    public var sourceClass: SourceClass
}

/// Reads and sets the sources of a person and their order of priority.
public struct SourceReader {
    private let person: Person
    private let session: Session

    public init(person: Person, session: Session) {
        self.person = person
        self.session = session
    }

    /// Returns every source, in order of first appearance.
    ///
    /// - Throws: `PostgresError`.
    public func sources() throws -> [Source] {
        try session.execute(
            """
            select kind.source_id, coalesce(source.name, kind.label), source.bundle_identifier, kind.was_user_entered,
                kind.source_class
            from health.source_kind kind
            left join health.source on source.person_id = $1 and source.source_id = kind.source_id
            where kind.person_id = $1 order by kind.source_id
            """,
            [.int32(person.id)]
        ).map { row in
            var row = row
            return try SourceReader.source(&row)
        }
    }

    /// Returns every source in the order for a type, highest priority first, and whether the person
    /// ranked it.
    ///
    /// - Throws: `PostgresError`.
    public func order(sampleTypeID: Int32) throws -> [(source: Source, isExplicit: Bool)] {
        try session.execute(
            """
            select kind.source_id, coalesce(source.name, kind.label), source.bundle_identifier, kind.was_user_entered,
                kind.source_class, source_priority.rank is not null
            from health_code.source_order($1, $2) ordered
            join health.source_kind kind on kind.person_id = $1 and kind.source_id = ordered.source_id
            left join health.source on source.person_id = $1 and source.source_id = ordered.source_id
            left join health.source_priority on source_priority.person_id = $1
                and source_priority.sample_type_id = $2 and source_priority.source_id = ordered.source_id
            order by ordered.rank
            """,
            [.int32(person.id), .int32(sampleTypeID)]
        ).map { row in
            var row = row
            return (try SourceReader.source(&row), try row.bool())
        }
    }

    /// Sets the order for a type: these sources first, the others after them in the default order.
    /// If a source is repeated, its first position counts. Setting the order that already holds
    /// adds no change to the feed.
    ///
    /// - Throws: `HealthDatabaseError` (`unknownSource`) if one is not a source of the person;
    ///   `PostgresError`.
    public func setOrder(_ ids: [Int32], sampleTypeID: Int32) throws {
        try session.transaction {
            let position = try ChangeCounter.lock(person, session)
            let known = Set(try sources().map(\.id))
            for id in ids where !known.contains(id) {
                throw HealthDatabaseError(.unknownSource, "the person has no source \(id)")
            }
            var seen: Set<Int32> = []
            let ranked = ids.filter { seen.insert($0).inserted }
            guard try ranked != explicitOrder(sampleTypeID: sampleTypeID) else { return }
            _ = try session.execute(
                "delete from health.source_priority where person_id = $1 and sample_type_id = $2",
                [.int32(person.id), .int32(sampleTypeID)])
            _ = try session.execute(
                """
                insert into health.source_priority (person_id, sample_type_id, source_id, rank)
                select $1, $2, source_id, ordinal - 1
                from unnest($3::integer[]) with ordinality as ranked (source_id, ordinal)
                """,
                [.int32(person.id), .int32(sampleTypeID), .int32Array(ranked)])
            try SlotMarkTable.addForAllTime(sampleTypeID: sampleTypeID, of: person, session)
            try PreferenceChange.sourcePriority.note(
                after: position, sampleTypeID: sampleTypeID, of: person, session)
        }
    }

    /// Returns the rank of each source revision, indexed by its id; -1 for an unused id.
    func ranksByRevision(_ sources: [Source]) throws -> [Int] {
        var rankOfSource: [Int32: Int] = [:]
        for (rank, source) in sources.enumerated() { rankOfSource[source.id] = rank }
        var ranks: [Int] = []
        for row in try session.execute(
            "select source_revision_id, source_id from health.source_revision where person_id = $1 order by 1",
            [.int32(person.id)])
        {
            let revision = Int(try row.int32(0))
            while ranks.count <= revision { ranks.append(-1) }
            ranks[revision] = rankOfSource[try row.int32(1)] ?? -1
        }
        return ranks
    }

    /// Returns the sources that the person ranked for a type, highest priority first.
    private func explicitOrder(sampleTypeID: Int32) throws -> [Int32] {
        try session.execute(
            "select source_id from health.source_priority where person_id = $1 and sample_type_id = $2 order by rank",
            [.int32(person.id), .int32(sampleTypeID)]
        ).map { try $0.int32(0) }
    }

    private static func source(_ row: inout Row) throws -> Source {
        Source(
            id: try row.int32(), name: try row.text(), bundleIdentifier: try row.optionalText(),
            wasUserEntered: try row.bool(), sourceClass: SourceClass(rawValue: try row.text()) ?? .other)
    }
}
