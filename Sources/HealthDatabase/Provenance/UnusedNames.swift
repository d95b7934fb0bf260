import HealthCore
import Postgres

/// Deletes the names that only deleted samples had, and what is noted of them: types, sources,
/// devices and units.
///
/// Client deletions keep these names. An import that is discarded or undone should never have
/// brought them.
enum UnusedNames {
    /// Also derives the facts of the remaining sources from the remaining samples. The caller holds
    /// the person's lock.
    ///
    /// - Parameter position: the end of the change feed. If the order of sources changed, that
    ///   change gets the next position.
    /// - Throws: `PostgresError`
    static func delete(of person: Person, after position: inout Int64, _ session: Session) throws {
        var used: [[Int32?]] = []
        for row in try session.run(inUse, person) {
            used.append(try (0..<4).map { try row.optionalInt32($0) })
        }
        let parameters: [Parameter] =
            [.int32(person.id)] + (0..<4).map { column in .optionalInt32Array(used.map { $0[column] }) }
        for statement in deletions { try session.run(statement, parameters) }
        var sources = SourceRegistry(person: person, session: session, isBounded: false)
        try sources.recount()
        if sources.changedSources {
            position = try PreferenceChange.sources.note(after: position, of: person, session)
        }
    }

    /// The names of samples, of replaced samples that may come back, and of deletions that
    /// recognise records of exports.
    private static let inUse = """
        select sample_type_id, source_revision_id, device_id, sent_unit_id
        from health.sample where person_id = $1
        union
        select old.sample_type_id, old.source_revision_id, old.device_id, old.sent_unit_id
        from health.replaced_sample replaced
        cross join lateral jsonb_populate_record(null::health.sample, replaced.rows -> 0) old
        where replaced.person_id = $1 and replaced.relation = 'sample'
        union
        select sample_type_id, source_revision_id, null, null
        from health.deleted_sample where person_id = $1 and source_revision_id is not null
        union
        select sample_type_id, source_revision_id, device_id, null
        from health.sample_holder where person_id = $1 and source_revision_id is not null
        union
        select null, null, device_id, null
        from health.recognised_record where person_id = $1 and device_id is not null
        """

    private static let used = "unnest($2, $3, $4, $5) as used (sample_type_id, source_revision_id, device_id, unit_id)"

    /// SQL that is true if no name in use equals the row `known`.
    private static func isUnused(_ columns: String...) -> String {
        let conditions = columns.map { "used.\($0) = known.\($0)" }.joined(separator: " and ")
        return "not exists (select 1 from \(used) where \(conditions))"
    }

    /// SQL that is true if no revision of the source `known` is in use, also under another name.
    private static func isUnusedSource(_ condition: String = "or revision.sent_source_id = known.source_id") -> String {
        """
        not exists (
            select 1 from \(used)
            join health.source_revision revision
                on revision.person_id = $1 and revision.source_revision_id = used.source_revision_id
            where revision.source_id = known.source_id \(condition))
        """
    }

    /// SQL that is true if the source `known` has no version of a sample, no rank that the person
    /// chose, and no other name.
    private static let isUnnamed = """
        not exists (
            select 1 from health.sample_sync held where held.person_id = $1 and held.source_id = known.source_id)
        and not exists (
            select 1 from health.source_priority chosen
            where chosen.person_id = $1 and chosen.source_id = known.source_id)
        and not exists (
            select 1 from health.source name
            where name.person_id = $1 and name.joined_source_id = known.source_id)
        """

    /// $1 is the person. $2 to $5 are the names in use, one row after the other.
    private static let deletions = [
        "delete from health.sample_extent known where known.person_id = $1 and \(isUnused("sample_type_id"))",
        """
        delete from health.person_sample_type known
        where known.person_id = $1 and \(isUnused("sample_type_id")) and not exists (
            select 1 from health.deleted_sample deleted
            where deleted.person_id = $1 and deleted.sample_type_id = known.sample_type_id)
        """,
        """
        delete from health.source_type known
        where known.person_id = $1 and \(isUnusedSource("and used.sample_type_id = known.sample_type_id"))
        """,
        "delete from health.device_type known where known.person_id = $1 and \(isUnused("sample_type_id", "device_id"))",
        "delete from health.unit_type known where known.person_id = $1 and \(isUnused("sample_type_id", "unit_id"))",
        "delete from health.person_unit known where known.person_id = $1 and \(isUnused("unit_id"))",
        "delete from health.device known where known.person_id = $1 and \(isUnused("device_id"))",
        "delete from health.source_kind known where known.person_id = $1 and \(isUnusedSource()) and \(isUnnamed)",
        // The key of revisions deletes those of the source.
        "delete from health.source known where known.person_id = $1 and \(isUnusedSource()) and \(isUnnamed)",
        """
        delete from health.source_revision known
        where known.person_id = $1 and \(isUnused("source_revision_id"))
        """,
    ]
}
