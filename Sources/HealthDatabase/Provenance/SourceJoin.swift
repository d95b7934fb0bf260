import Foundation
import HealthCore
import Postgres

/// Joins sources. A renamed app or device is one source under two names: its samples then count,
/// rank and are recognised as those of one source.
///
/// `health.source_revision` tells the source of a sample. Joining changes that, so that every
/// reader sees one source. The name that was sent stays, and separating the sources restores it.
///
/// A source that was renamed twice is joined to a source that is joined itself. Its samples count
/// as those of the last one.
public final class SourceJoin: PersonQueries {
    /// Joins source `id` to source `other`. Nothing happens if it is joined to it already.
    ///
    /// Of a sample that both names have, one stays: an imported sample goes. Of two versions of one
    /// sync identifier, the greater stays. Where the person ranked only source `id`, the rank is
    /// now that of `other`.
    ///
    /// - Throws: `HealthDatabaseError` (`unknownSource`; `sourceNotJoinable` if the source is
    ///   joined to another one, or has `other` as a name, or if only one of them was entered by
    ///   hand or is an aggregate), or `PostgresError`.
    public func join(_ id: Int32, to other: Int32) throws {
        try session.transaction {
            let position = try ChangeCounter.lock(person, session)
            let known = try SourceReader(person: person, session: session).sources()
            let (name, target) = (try SourceJoin.source(id, in: known), try SourceJoin.source(other, in: known))
            let root = target.joinedTo ?? other
            guard name.joinedTo != root else { return }
            guard name.joinedTo == nil, id != root else {
                throw HealthDatabaseError(
                    .sourceNotJoinable,
                    id == root ? "both are names of one source already" : "the source is joined to another one",
                    hint: "separate the sources first")
            }
            guard name.wasUserEntered == target.wasUserEntered,
                (name.sourceClass == .aggregate) == (target.sourceClass == .aggregate)
            else {
                throw HealthDatabaseError(
                    .sourceNotJoinable, "only sources of one kind are joined",
                    hint: "both are entered by hand, or aggregates, or neither")
            }
            var merge = try SampleMerge.removing(from: person, after: position, session)
            try removeDoubles(of: id, and: root, &merge)
            try apply([(id, other)], importID: nil)
            try PreferenceChange.sources.note(after: merge.position, of: person, session)
        }
    }

    /// Makes source `id` a source of its own again, and stores again what the joining removed.
    /// Nothing happens if it is not joined. It then has the default rank.
    ///
    /// - Throws: `HealthDatabaseError` (`unknownSource`), or `PostgresError`.
    public func separate(_ id: Int32) throws {
        try session.transaction {
            var position = try ChangeCounter.lock(person, session)
            let known = try SourceReader(person: person, session: session).sources()
            guard try SourceJoin.source(id, in: known).joinedTo != nil else { return }
            try apply([(id, nil)], importID: nil)
            let parameters: [Parameter] = [.int32(person.id), .int32(-id)]
            try session.run(
                """
                delete from health.recognised_record record using health.replaced_sample replaced
                where record.person_id = $1 and replaced.person_id = $1 and replaced.import_id = $2
                    and replaced.relation = 'sample' and replaced.uuid = record.imported_uuid
                """, parameters)
            _ = try ReplacedSamples.restore(from: -id, after: &position, of: person, session)
            try PreferenceChange.sources.note(after: position, of: person, session)
        }
    }

    private static func source(_ id: Int32, in known: [Source]) throws -> Source {
        guard let source = known.first(where: { $0.id == id }) else {
            throw HealthDatabaseError(.unknownSource, "the person has no source \(id)")
        }
        return source
    }

    // MARK: Changing sources

    /// Joins or separates sources in the caller's transaction, which has the person's lock.
    ///
    /// - Parameters:
    ///   - changes: the sources, each with the source to join it to; nil to separate it.
    ///   - importID: the import that joins them; nil if a person does.
    /// - Throws: `PostgresError`.
    func apply(_ changes: [(id: Int32, target: Int32?)], importID: Int32?) throws {
        try session.run(
            """
            update health.source set joined_source_id = nullif(changed.target, 0), joined_import_id = $4
            from unnest($2, $3) as changed (id, target)
            where source.person_id = $1 and source.source_id = changed.id
            """, person, changes.map(\.id), changes.map { $0.target ?? 0 }, importID)
        let known = try SourceReader(person: person, session: session).sources()
        let parameters: [Parameter] = [
            .int32(person.id), .int32Array(known.map(\.id)), .int32Array(known.map { $0.joinedTo ?? $0.id }),
        ]
        let moved = try session.all(SourceJoin.revisions, parameters, as: Int32.self)
        for statement in SourceJoin.statements { try session.run(statement, parameters) }
        // A source that is separated has the types of its samples.
        try session.run(
            """
            insert into health.source_type (person_id, source_id, sample_type_id)
            select distinct $1::integer, revision.source_id, sample.sample_type_id
            from health.sample
            join health.source_revision revision
                on revision.person_id = $1 and revision.source_revision_id = sample.source_revision_id
            where sample.person_id = $1 and sample.source_revision_id = any($2)
            on conflict (person_id, source_id, sample_type_id) do nothing
            """, person, moved)
        var registry = SourceRegistry(person: person, session: session, isBounded: false)
        try registry.rankAll()
        try MarkTable.addForAllTypes(of: person, session)
    }

    /// Moves revisions to the sources as which their samples count. The parameters are those of
    /// `statements`.
    private static let revisions = """
        update health.source_revision revision
        set source_id = name.root, sent_source_id = nullif(name.id, name.root)
        from unnest($2, $3) as name (id, root)
        where revision.person_id = $1 and coalesce(revision.sent_source_id, revision.source_id) = name.id
            and revision.source_id <> name.root
        returning revision.source_revision_id
        """

    /// Statements that follow the sources, with the ids of all sources, and the ids of the
    /// sources that they are names of.
    private static let statements = [
        """
        insert into health.source_type (person_id, source_id, sample_type_id)
        select distinct $1::integer, name.root, known.sample_type_id
        from unnest($2, $3) as name (id, root)
        join health.source_type known on known.person_id = $1 and known.source_id = name.id
        where name.id <> name.root
        on conflict (person_id, source_id, sample_type_id) do nothing
        """,
        """
        delete from health.source_type known using unnest($2, $3) as name (id, root)
        where known.person_id = $1 and known.source_id = name.id and name.id <> name.root
        """,
        """
        update health.sample_sync held set source_id = name.root
        from unnest($2, $3) as name (id, root)
        where held.person_id = $1 and held.source_id = name.id and name.id <> name.root
        """,
        """
        update health.sample_sync held set source_id = revision.source_id
        from health.sample
        join health.source_revision revision
            on revision.person_id = $1 and revision.source_revision_id = sample.source_revision_id
        where held.person_id = $1 and sample.person_id = $1 and sample.uuid = held.uuid
            and revision.source_id <> held.source_id
            and held.source_id = any($2) and revision.source_id = any($3)
        """,
        """
        update health.source_priority ranked set source_id = name.root
        from unnest($2, $3) as name (id, root)
        where ranked.person_id = $1 and ranked.source_id = name.id and name.id <> name.root
            and not exists (
                select 1 from health.source_priority other
                where other.person_id = $1 and other.sample_type_id = ranked.sample_type_id
                    and other.source_id = name.root)
        """,
    ]

    // MARK: Samples of both names

    /// Removes what would count twice, and keeps it for `separate`.
    private func removeDoubles(of id: Int32, and root: Int32, _ merge: inout SampleMerge) throws {
        let parameters: [Parameter] = [.int32(person.id), .int32(id), .int32(root)]
        let doubles = try session.all(SourceJoin.doubles, parameters, isPrepared: false) {
            (uuid: try $0.uuid(), stays: try $0.uuid())
        }
        let older = try session.all(
            """
            select case when own.version > other.version then other.uuid else own.uuid end
            from health.sample_sync own
            join health.sample_sync other
                on other.person_id = $1 and other.source_id = $3 and other.sample_type_id = own.sample_type_id
                and other.identifier = own.identifier
            where own.person_id = $1 and own.source_id = $2
            """, parameters, as: UUID.self)
        try merge.removeInPieces(
            Array(Set(doubles.map(\.uuid) + older)), for: Replacement(importID: -id), session)
        try session.run(
            """
            delete from health.sample_sync own using health.sample_sync other
            where own.person_id = $1 and own.source_id in ($2, $3) and other.person_id = $1
                and other.source_id in ($2, $3) and other.source_id <> own.source_id
                and other.sample_type_id = own.sample_type_id and other.identifier = own.identifier
                and (own.version < other.version or own.version = other.version and own.source_id = $2)
            """, parameters)
        // The export that had a removed sample may be imported again.
        try session.run(
            """
            insert into health.recognised_record (person_id, imported_uuid, sample_uuid)
            select $1, * from unnest($2, $3)
            on conflict do nothing
            """, person, doubles.map(\.uuid), doubles.map(\.stays))
    }

    /// SQL of the pairs of samples that are the same measurement under both names, by the rule of
    /// `Recognition`: the imported one, and the one that stays. $2 and $3 are the sources.
    private static let doubles = """
        with own as materialized (
            select sample.uuid, revision.source_id = $2 as is_name, sample.import_id is not null as is_imported,
                sample.sample_type_id, date_trunc('second', sample.start_time) as start_second,
                date_trunc('second', sample.end_time) as end_second, sample.quantity,
                coalesce(\(Recognition.content("sample")), '') as content
            from health.sample
            join health.source_revision revision
                on revision.person_id = $1 and revision.source_revision_id = sample.source_revision_id
                and revision.source_id in ($2, $3)
            where sample.person_id = $1 and (sample.quantity is not null or sample.sent_unit_id is null)
                and sample.sample_type_id in (
                    select sample_type_id from health.source_type where person_id = $1 and source_id = $2)
        ), numbered as (
            select *, row_number() over (
                partition by is_name, sample_type_id, start_second, end_second, content order by quantity, uuid
            ) as occurrence
            from own
        )
        select case when one.is_imported then one.uuid else other.uuid end,
            case when one.is_imported then other.uuid else one.uuid end
        from numbered one
        join numbered other using (sample_type_id, start_second, end_second, content, occurrence)
        where one.is_name and not other.is_name and (one.is_imported or other.is_imported)
            and coalesce(
                abs(one.quantity - other.quantity)
                    <= \(Recognition.tolerance) * greatest(abs(one.quantity), abs(other.quantity)), true)
        """
}
