import HealthCore
import Postgres

/// A source of a person as the store knows it.
public struct Source: Hashable, Sendable {
    public var id: Int32
    public var name: String
    public var bundleIdentifier: String?
    public var wasUserEntered: Bool
    public var sourceClass: SourceClass
}

/// The sources of a person and the order in which they are believed.
public struct SourceReader {
    private let person: Person
    private let session: Session

    public init(person: Person, session: Session) {
        self.person = person
        self.session = session
    }

    /// Every source, in order of first appearance.
    public func sources() throws -> [Source] {
        try session.execute(
            """
            select source_id, name, bundle_identifier, was_user_entered, source_class
            from health.source where person_id = $1 order by source_id
            """,
            [.int32(person.id)]
        ).map(SourceReader.source)
    }

    /// Every source in the order for a type, highest first, and whether the person set its place.
    public func order(sampleTypeID: Int32) throws -> [(source: Source, isExplicit: Bool)] {
        try session.execute(
            """
            select source.source_id, source.name, source.bundle_identifier, source.was_user_entered, source.source_class,
                source_priority.rank is not null
            from health_code.source_order($1, $2) ordered
            join health.source on source.person_id = $1 and source.source_id = ordered.source_id
            left join health.source_priority on source_priority.person_id = $1
                and source_priority.sample_type_id = $2 and source_priority.source_id = ordered.source_id
            order by ordered.rank
            """,
            [.int32(person.id), .int32(sampleTypeID)]
        ).map { (try SourceReader.source($0), try $0.bool(5)) }
    }

    /// Sets the order for a type: these first, the others behind them in the default order. Of a source named twice the
    /// first place counts. An order that is set already takes no place in the change feed.
    ///
    /// - Throws: `HealthDatabaseError` (`unknownSource`) if one is not the person's.
    public func setOrder(_ ids: [Int32], sampleTypeID: Int32) throws {
        try session.transaction {
            let position = try ChangeCounter.lock(person, session)
            let known = Set(try sources().map(\.id))
            for id in ids where !known.contains(id) {
                throw HealthDatabaseError(.unknownSource, "there is no source \(id)")
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
                select $1, $2, source_id, place - 1
                from unnest($3::integer[]) with ordinality as ranked (source_id, place)
                """,
                [.int32(person.id), .int32(sampleTypeID), .int32Array(ranked)])
            try SlotMarkTable.addForAllTime(sampleTypeID: sampleTypeID, of: person, session)
            try PreferenceChange.sourcePriority.note(
                after: position, sampleTypeID: sampleTypeID, of: person, session)
        }
    }

    /// The rank of each source revision, at the place of its id; -1 where there is none.
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

    /// The sources that the person ranked for a type, highest first.
    private func explicitOrder(sampleTypeID: Int32) throws -> [Int32] {
        try session.execute(
            "select source_id from health.source_priority where person_id = $1 and sample_type_id = $2 order by rank",
            [.int32(person.id), .int32(sampleTypeID)]
        ).map { try $0.int32(0) }
    }

    private static func source(_ row: Row) throws -> Source {
        Source(
            id: try row.int32(0), name: try row.text(1), bundleIdentifier: try row.optionalText(2),
            wasUserEntered: try row.bool(3), sourceClass: SourceClass(rawValue: try row.text(4)) ?? .other)
    }
}
