import HealthCore
import Postgres

/// Turns lines of an export into rows. The caller holds the person's lock in an open transaction.
///
/// PostgreSQL parses the JSON, because PostgreSQL wrote it. So no digit of a number is lost.
struct BackupRows {
    let person: Person
    let session: Session
    /// The feed position that line 0 would have. Line n has the position `basePosition + n`.
    var basePosition: Int64 = 0
    /// False for a file without lines of units. Its samples then bring them.
    var hasUnits = true

    /// Stores consecutive lines of one kind.
    ///
    /// - Parameter stored: called with a number of lines that were stored, also if a later line
    ///   fails.
    /// - Throws: `HealthDatabaseError` (`malformedBackup`) for the first line that cannot be
    ///   stored. The lines before it are stored.
    func store(
        _ lines: ArraySlice<[UInt8]>, of kind: BackupRecord, firstLine: Int64, stored: (Int64) -> Void
    ) throws {
        do {
            try session.attempt { try insert(lines, of: kind, firstLine: firstLine) }
            stored(Int64(lines.count))
        } catch let error as PostgresError where BackupRows.isFault(error) {
            guard lines.count > 1 else { throw refusal(of: firstLine, error) }
            let half = lines.count / 2
            try store(lines.prefix(half), of: kind, firstLine: firstLine, stored: stored)
            try store(lines.dropFirst(half), of: kind, firstLine: firstLine + Int64(half), stored: stored)
        }
    }

    /// Runs `body`, which reads one line.
    ///
    /// - Throws: what `body` throws. An error that the line causes is replaced by
    ///   `HealthDatabaseError` (`malformedBackup`).
    func reading<Value>(line: Int64, _ body: () throws -> Value) throws -> Value {
        do { return try body() } catch let error as PostgresError where BackupRows.isFault(error) {
            throw refusal(of: line, error)
        }
    }

    /// Returns true if the lines cause the error. These are the classes 22 (data exception), 23
    /// (integrity) and 54 (a limit is exceeded). Citus reports a violated key of another server as
    /// an internal error.
    private static func isFault(_ error: PostgresError) -> Bool {
        ["22", "23", "54"].contains(error.sqlState.prefix(2))
            || error.sqlState == "XX000" && error.message.hasPrefix("duplicate key value violates unique constraint")
    }

    /// Returns an error without PostgreSQL's message, which may quote the line.
    private func refusal(of line: Int64, _ error: PostgresError) -> HealthDatabaseError {
        HealthDatabaseError(
            .malformedBackup, "line \(line) cannot be restored (SQLSTATE \(error.sqlState))",
            hint: "--keep-part restores what comes before it")
    }

    private func insert(_ lines: ArraySlice<[UInt8]>, of kind: BackupRecord, firstLine: Int64) throws {
        let texts = try lines.map { line in
            guard let text = String(validating: line, as: UTF8.self) else {
                throw PostgresError(sqlState: "22021", message: "a line is not UTF-8")
            }
            return text
        }
        let position = basePosition + firstLine - 1
        let inserted: Int64
        if let statements = kind.statements {
            func execute(_ statement: String) throws -> Int64 {
                try session.affectedRows(
                    """
                    with item as (
                        select item.*, line_number
                        from \(BackupRows.lines),
                            json_to_record(line -> '\(kind.rawValue)') as item (\(statements.fields))
                        where $3::bigint is not null and $1::integer is not null and json_typeof(line -> '\(kind.rawValue)') = 'object'
                    )
                    \(statement)
                    """, person, texts, position)
            }
            if let preparation = statements.preparation { _ = try execute(preparation) }
            inserted = try execute(statements.insert)
        } else {
            inserted = try insertSamples(texts, position: position)
        }
        // A line names a type, unit, source or device that has no line.
        guard inserted == Int64(lines.count) || !kind.isPersonal else {
            throw PostgresError(sqlState: "23503", message: "a line names what is not there")
        }
    }

    /// The lines, as JSON, and their numbers from 1.
    private static let lines = "unnest($2::text[]::json[]) with ordinality as line (line, line_number)"

    // MARK: Samples

    private func insertSamples(_ lines: [String], position: Int64) throws -> Int64 {
        if !hasUnits { try session.run(BackupRows.insertUnits, person, lines) }
        let counts = try session.run(BackupRows.insertSamples, person, lines, position)[0]
        let count = try counts.int64(0)
        return try counts.int64(1) == count ? count : -1
    }

    /// Inserts the units of samples.
    private static let insertUnits = """
        insert into health.unit (unit_string)
        select distinct sample.unit
        from \(lines), json_to_record(line -> 'sample') as sample (unit text), json_to_record(line -> 'stored') as stored (kind text)
        where $1::integer is not null and line_number > 0 and stored.kind in ('quantity', 'series') and sample.unit is not null
        order by 1 on conflict (unit_string) do nothing
        """

    /// One statement parses the lines and inserts the rows of all tables. Returns the number of the
    /// lines and of the samples.
    private static let insertSamples = """
        with restored as materialized (
            \(readSamples)
        ), detail as (
            insert into health.sample_detail (person_id, uuid, \(SampleColumn.names(of: .detail)))
            select $1, restored.uuid, \(SampleColumn.restored(.detail)) from restored
            where \(SampleColumn.columns(of: .detail).map { "\($0.restored) is not null" }.joined(separator: " or "))
        ), time_zone as (
            insert into health.sample_time_zone (person_id, time_zone, start_time, uuid)
            select $1, \(SampleTimeZone.name(in: "metadata")), start_time, uuid from restored
            where \(SampleTimeZone.isNamed(in: "metadata"))
        ), workout as (
            insert into health.workout (person_id, uuid, \(SampleColumn.names(of: .workout)))
            select $1, restored.uuid, \(SampleColumn.restored(.workout)) from restored where kind = 'workout'
        ), series as (
            insert into health.quantity_series (person_id, uuid, count, quantity, digest)
            select $1, uuid, json_array_length(quantities), quantity, digest from restored where kind = 'series'
        ), part as (
            insert into health.series_quantity (
                person_id, sample_type_id, uuid, start_time, end_time, quantity, source_revision_id, ordinal, sent_quantity)
            select $1, sample_type_id, restored.uuid, part."startDate", part."endDate",
                coalesce(canonical.quantity, part.value), source_revision_id, part.ordinal - 1,
                case when canonical.quantity is not null then part.value end
            from restored
            join health.sample_type on identifier = restored.type,
            lateral rows from (
                json_to_recordset(restored.quantities) as ("startDate" timestamptz, "endDate" timestamptz, value double precision)
            ) with ordinality as part ("startDate", "endDate", value, ordinal)
            left join lateral (
                select quantity::double precision, ordinal
                from json_array_elements_text(restored.canonical_quantities) with ordinality as canonical (quantity, ordinal)
            ) canonical on canonical.ordinal = part.ordinal
            where restored.kind = 'series'
        ), extreme as (
            insert into health.aggregate_extreme (
                person_id, sample_type_id, uuid, ordinal, start_time, end_time, quantity, source_revision_id)
            select $1, sample_type_id, restored.uuid, extreme.ordinal, start_time, end_time, extreme.quantity, source_revision_id
            from restored
            join health.sample_type on identifier = restored.type
            cross join lateral (\(StoredExtremes.rows(
                minimum: "minimum", maximum: "maximum", hasAverage: "value is not null"))) extreme (ordinal, quantity)
            where restored.kind = 'quantity' and extreme.quantity is not null
        ), contained as (
            insert into health.contained_sample (person_id, container_uuid, uuid)
            select $1, restored.uuid, object::uuid
            from restored, json_array_elements_text(restored.objects) as object
        ), inserted as (
            insert into health.sample (person_id, change_position, import_id, \(SampleColumn.names(of: nil)))
            select $1, $3 + line_number, case when brought_by is not null then coalesce(imported.import_id, 0) end,
                \(SampleColumn.restored(nil))
            from restored
            cross join lateral (
                select case when json_typeof(value) = 'number' then (value #>> '{}')::double precision end as number,
                    case when json_typeof(value) = 'string' then value #>> '{}' end as text
                where restored.kind in ('quantity', 'series', 'category')
                union all select null, null where restored.kind not in ('quantity', 'series', 'category')
            ) sent
            join health.sample_type on identifier = restored.type
            join health.source_revision revision on revision.person_id = $1
                and revision.source_revision_id = restored.source_revision_id
            left join health.device on device.person_id = $1 and device.device_id = restored.device_id
            left join health.unit on unit_string = restored.unit and restored.kind in ('quantity', 'series')
            left join health.import imported on imported.person_id = $1 and imported.import_id = restored.brought_by
            where (restored.device_id is null or device.device_id is not null)
                and (restored.unit is null or unit.unit_id is not null or restored.kind not in ('quantity', 'series'))
                and (restored.kind <> 'quantity' or sent.number is not null
                    or value is null and (minimum is not null or maximum is not null))
            order by line_number
            returning 1
        )
        select (select count(*) from restored), (select count(*) from inserted)
        """

    /// The members of sample lines as columns.
    private static let readSamples = """
        select line_number, stored.kind, sample.uuid, sample.type, sample."startDate" as start_time,
            sample."endDate" as end_time, sample.value, sample.unit, stored.quantity,
            stored."sourceRevision" as source_revision_id, stored.device as device_id,
            stored."categoryValue" as category_value, coalesce(stored.import, case when stored."isImported" then 0 end) as brought_by,
            sample."workoutActivityType" as activity, stored."activityType" as activity_type,
            case when stored.kind = 'workout' then (sample.duration #>> '{}')::double precision end as duration,
            case when stored.kind = 'workout' then (sample."totalEnergyBurned" #>> '{}')::double precision end
                as total_energy_burned,
            case when stored.kind = 'workout' then (sample."totalDistance" #>> '{}')::double precision end
                as total_distance,
            sample.metadata,
            coalesce(stored.parts, nullif(part.sample::jsonb - \(SampleLine.members(ofKind: "stored.kind")), '{}'))
                as parts,
            decode(stored.digest, 'hex') as digest, sample.quantities, stored.quantities as canonical_quantities,
            stored.objects, (stored.extremes ->> 'minimum')::double precision as minimum,
            (stored.extremes ->> 'maximum')::double precision as maximum
            \(SampleMembers.all.list { "sample.\"\($0.name)\" as \($0.column)" })
        from \(lines),
            json_to_record(line) as part (sample json, stored json),
            json_to_record(part.sample) as sample (
                uuid uuid, type text, "startDate" timestamptz, "endDate" timestamptz, value json,
                unit text, "workoutActivityType" json, duration json, "totalEnergyBurned" json, "totalDistance" json,
                metadata jsonb, quantities json\(SampleMembers.all.list { "\"\($0.name)\" \($0.columnType)" })),
            json_to_record(part.stored) as stored (
                kind text, "sourceRevision" integer, device integer, quantity double precision, "categoryValue" integer,
                import integer, "isImported" boolean, "activityType" integer, parts jsonb, digest text, quantities json, objects json,
                extremes json)
        """
}
