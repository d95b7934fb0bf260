import HealthCore
import Postgres

/// The rows of samples that imports replaced or completed: `health.replaced_sample`.
enum ReplacedSamples {
    /// The days for which they are kept at least.
    static let days = 90

    /// The tables of a sample, with the column that has its uuid. The links between samples and
    /// containers come last.
    private static let tables: [(name: String, key: String)] =
        [("sample", "uuid"), ("sample_sync", "uuid")] + SideTable.allCases.map { ($0.rawValue, $0.key) }
        + [("contained_sample", "uuid")]

    /// SQL of the row `name` as it is kept.
    static func row(_ name: String) -> String { "to_jsonb(\(name)) - '{person_id,change_position}'::text[]" }

    /// Copies the rows of samples that the caller deletes.
    ///
    /// - Throws: `PostgresError`
    static func keep(_ uuids: Parameter, for importID: Int32, of person: Person, _ session: Session) throws {
        for (name, key) in tables {
            try session.run(
                """
                insert into health.replaced_sample (person_id, import_id, uuid, relation, key, rows)
                select $1::integer, $3::integer, kept.\(key), '\(name)', '\(key)', jsonb_agg(\(row("kept")))
                from health.\(name) kept
                where kept.person_id = $1 and kept.\(key) = any($2)
                group by kept.\(key)
                on conflict do nothing
                """, person, uuids, importID)
        }
    }

    /// Deletes the rows of samples that do not come back.
    ///
    /// - Throws: `PostgresError`
    static func forget(_ uuids: Parameter, of person: Person, _ session: Session) throws {
        try session.run("delete from health.replaced_sample where person_id = $1 and uuid = any($2)", person, uuids)
    }

    /// Deletes what has been kept for long enough.
    ///
    /// - Throws: `PostgresError`
    static func forgetOld(of person: Person, _ session: Session) throws {
        try session.run(
            """
            delete from health.replaced_sample
            where person_id = $1 and replaced_at < now() - interval '\(days) days'
            """, person)
    }

    /// Stores what an import replaced, as it was before.
    ///
    /// A sample that a statement of another export excludes stays replaced, and is then kept for
    /// that export.
    ///
    /// - Parameter position: the end of the change feed. Each sample gets a further position.
    /// - Returns: the number of samples.
    /// - Throws: `PostgresError`
    static func restore(
        from importID: Int32, after position: inout Int64, of person: Person, _ session: Session
    ) throws -> Int64 {
        let parameters: [Parameter] = [.int32(person.id), .int32(importID)]
        try session.run(
            """
            update health.replaced_sample replaced set import_id = other.import_id
            from (
                select deleted.uuid, (
                        select stated.import_id from health.complete_range stated
                        where stated.person_id = $1 and stated.import_id <> $2
                            and stated.sample_type_id = deleted.sample_type_id
                            and stated.from_time <= deleted.start_time and stated.to_time > deleted.stated_at
                        order by stated.to_time desc limit 1
                    ) as import_id
                from health.deleted_sample deleted
                where deleted.person_id = $1 and deleted.stated_at is not null
            ) other
            where replaced.person_id = $1 and replaced.import_id = $2 and replaced.uuid = other.uuid
                and other.import_id is not null
            """, parameters)
        // A completed sample had no row before.
        try session.run(
            """
            delete from health.sample_detail detail using health.replaced_sample replaced
            where replaced.person_id = $1 and replaced.import_id = $2 and replaced.relation = 'sample_detail'
                and replaced.rows = '[]' and detail.person_id = $1 and detail.uuid = replaced.uuid
            """, parameters)
        for (name, key) in [("export_element", "uuid")] + tables {
            let columns = try session.all(
                """
                select quote_ident(attname) from pg_attribute
                where attrelid = 'health.\(name)'::regclass and attnum > 0 and not attisdropped
                    and attname not in ('person_id', 'change_position')
                order by attnum
                """, as: String.self)
            let source = Source(table: name, key: key, columns: columns)
            switch name {
            case "sample", "export_element":
                try restoreMoving(source, after: &position, of: person, parameters, session)
            default: try session.run(source.insertion, parameters)
            }
        }
        return try session.value(
            """
            with gone as (
                delete from health.replaced_sample where person_id = $1 and import_id = $2 returning relation
            )
            select count(*) filter (where relation = 'sample') from gone
            """, parameters, as: Int64.self)
    }

    /// The rows of one table.
    private struct Source {
        var table: String
        var key: String
        var columns: [String]

        var names: String { columns.joined(separator: ", ") }
        var values: String { columns.map { "old.\($0)" }.joined(separator: ", ") }

        /// SQL of the FROM items `replaced` and `old`, the row. $1 is the person, $2 the import.
        var rows: String {
            """
            from health.replaced_sample replaced
            cross join lateral jsonb_array_elements(replaced.rows) as kept (kept)
            cross join lateral jsonb_populate_record(null::health.\(table), kept.kept) old
            where replaced.person_id = $1 and replaced.import_id = $2 and replaced.relation = '\(table)'
                and replaced.key = '\(key)'
            """
        }

        /// A completed sample has a row that the kept one replaces.
        var insertion: String {
            """
            insert into health.\(table) (person_id, \(names)) select $1, \(values) \(rows)
            on conflict \(table == "sample_detail"
                ? "(person_id, uuid) do update set metadata = excluded.metadata, parts = excluded.parts" : "do nothing")
            """
        }
    }

    /// Stores samples or elements, with new positions in the change feed. If the import that had
    /// brought them was undone, they are not stored.
    private static func restoreMoving(
        _ source: Source, after position: inout Int64, of person: Person, _ parameters: [Parameter], _ session: Session
    ) throws {
        let isSample = source.table == "sample"
        let restored = try session.run(
            """
            insert into health.\(source.table) (person_id, change_position, \(source.names))
            select $1, $3::bigint + row_number() over (order by old.uuid), \(source.values)
            from (select old.* \(source.rows)) old
            left join health.import on import.person_id = $1 and import.import_id = old.import_id
            where import.state is distinct from 'undone'
            on conflict do nothing
            returning \(isSample ? MarkTable.columns : "1")
            """, parameters, position)
        position += Int64(restored.rowCount)
        guard isSample else { return }
        try MarkTable.mark(MarkRanges(restored), of: person, session)
        _ = try session.execute(
            """
            delete from health.deleted_sample deleted using health.sample
            where deleted.person_id = $1 and sample.person_id = $1 and sample.uuid = deleted.uuid
                and sample.change_position > $2
            """, [parameters[0], .int64(position - Int64(restored.rowCount))])
        // What was not stored leaves no rows beside, and any export brings it back.
        try session.run(
            """
            with gone as (
                delete from health.replaced_sample replaced
                where replaced.person_id = $1 and replaced.import_id = $2
                    and exists (
                        select 1 from health.deleted_sample deleted
                        where deleted.person_id = $1 and deleted.uuid = replaced.uuid)
                returning replaced.uuid
            ), versions as (
                delete from health.sample_sync held
                where held.person_id = $1 and held.uuid in (select uuid from gone)
            )
            update health.deleted_sample deleted set stated_at = $3
            where deleted.person_id = $1 and deleted.uuid in (select uuid from gone)
            """, parameters, Instant.earliest)
    }
}
