import HealthCore

/// The SQL of the kinds of lines that are rows of one table.
extension BackupRecord {
    /// SQL that tells whether the person has samples of the type in row `type`. The ORDER BY makes
    /// the planner use the index. Without it, the planner would read all samples for a type without
    /// samples.
    static func hasSamples(of person: String) -> String {
        """
        (
            select uuid from health.sample
            where person_id = \(person) and sample.sample_type_id = type.sample_type_id order by start_time limit 1
        ) is not null
        """
    }

    /// Nil for samples, which are in several tables.
    var statements: BackupStatements? { BackupRecord.statements[self] }

    private static let statements: [BackupRecord: BackupStatements] = [
        .type: BackupStatements(
            table: "sample_type",
            export: """
                select identifier, kind from health.sample_type type
                where \(hasSamples(of: "PERSON"))
                    or sample_type_id in (select sample_type_id from health.deleted_sample where person_id = PERSON)
                    or sample_type_id in (select sample_type_id from health.source_priority where person_id = PERSON)
                    or sample_type_id in (select sample_type_id from health.sample_sync where person_id = PERSON)
                    or sample_type_id in (select sample_type_id from health.complete_range where person_id = PERSON)
                    or sample_type_id in (select sample_type_id from health.preferred_unit where person_id = PERSON)
                order by identifier collate "C"
                """,
            fields: "identifier text, kind text",
            insert: """
                insert into health.sample_type (identifier, short_name, kind, in_catalogue)
                select identifier, identifier, kind, false from item order by 1 on conflict (identifier) do nothing
                """),
        .unit: BackupStatements(
            "person_unit", order: "\(unitString) collate \"C\"",
            preparation: """
                insert into health.unit (unit_string) select unit from item order by 1 on conflict (unit_string) do nothing
                """,
            [
                LineColumn(
                    "unit_id", "text", as: "unit",
                    exported: unitString,
                    restored: "(select unit_id from health.unit where unit_string = item.unit)")
            ]),
        .source: BackupStatements(
            "source", order: "source_id",
            [
                .integer("source_id", as: "id"), .text("name"), .text("bundle_identifier"), .bool("was_user_entered"),
                .text("source_class"), .time("first_creation_time"), .bigint("watch_count"), .bigint("phone_count"),
                .bigint("other_count"), .time("created_at"), .integer("joined_source_id", as: "joinedSource"),
                .integer("joined_import_id", as: "joinedImport"),
            ]),
        .sourceRevision: BackupStatements(
            "source_revision", order: "source_revision_id",
            [
                .integer("source_revision_id", as: "id"), .integer("source_id", as: "source"),
                .integer("sent_source_id", as: "sentSource"), .text("version"), .text("product_type"),
                .text("operating_system_version"),
            ]),
        .device: BackupStatements(
            "device", order: "device_id", [.integer("device_id", as: "id")] + deviceColumns),
        .sourcePriority: BackupStatements(
            "source_priority", order: "identifier collate \"C\", rank",
            [.sampleType, .integer("source_id", as: "source"), .integer("rank")]),
        .preferredUnit: BackupStatements(
            "preferred_unit", order: "identifier collate \"C\"",
            [.sampleType, .text("unit_string", as: "unit"), .double("factor"), .double("shift")]),
        .timeZone: BackupStatements(
            "time_zone_report", order: "origin, start_time",
            [
                .text("origin"), .time("start_time", as: "startDate"), .time("end_time", as: "endDate"),
                .text("time_zone"),
            ]),
        .deleted: BackupStatements(
            "deleted_sample", order: "uuid",
            [
                .uuid("uuid"), .sampleType, .time("start_time", as: "startDate"), .time("end_time", as: "endDate"),
                .time("deleted_at"), .bool("went_with_correlation"), .time("stated_at"),
                .integer("source_revision_id", as: "sourceRevision"), .double("quantity"), .text("content"), .position,
            ]),
        .import: BackupStatements(
            "import", where: "state in ('finished', 'undone')", order: "import_id",
            [
                .integer("import_id", as: "id"), .text("state"), .text("missing"), .text("file_name"),
                .bigint("file_bytes"), .time("started_at"), .time("updated_at"), .time("finished_at"),
                .bigint("bytes_read"), .bigint("records_read"), .bigint("stored"), .bigint("already_known"),
                .bigint("recognised"), .bigint("repeated_inside"), .bigint("deleted_before"), .bigint("refused"),
                .bigint("repaired"), .bigint("completed"), .bigint("replaced"), .bigint("missing_samples"), .ownHolder,
            ]),
        .completeRange: BackupStatements(
            "complete_range", order: "import_id, identifier collate \"C\", from_time",
            [
                .integer("import_id", as: "import"), .sampleType, .time("from_time", as: "startDate"),
                .time("to_time", as: "endDate"), LineColumn("unlisted", "uuid[]"),
            ]),
        // The rows have names instead of the ids of types and units.
        .replacedSample: BackupStatements(
            table: "replaced_sample",
            export: """
                select import_id as import, uuid, relation, key, replaced_at as "replacedAt", coalesce((
                        select jsonb_agg(
                            kept.content - '{person_id,change_position,sample_type_id,sent_unit_id,holder_id}'::text[]
                                || jsonb_strip_nulls(jsonb_build_object('type', type.identifier, 'unit', unit.unit_string))
                            order by kept.number)
                        from jsonb_array_elements(replaced.rows) with ordinality as kept (content, number)
                        left join health.sample_type type
                            on type.sample_type_id = (kept.content ->> 'sample_type_id')::integer
                        left join health.unit on unit.unit_id = (kept.content ->> 'sent_unit_id')::integer
                    ), '[]') as rows
                from health.replaced_sample replaced
                where person_id = PERSON order by uuid, import_id, relation collate "C", key collate "C"
                """,
            fields: """
                import integer, uuid uuid, relation text, key text, "replacedAt" timestamptz, rows jsonb
                """,
            insert: """
                insert into health.replaced_sample (person_id, import_id, uuid, relation, key, replaced_at, rows)
                select $1, import, uuid, relation, key, "replacedAt", coalesce((
                        select jsonb_agg(
                            kept.content - '{type,unit}'::text[] || jsonb_strip_nulls(jsonb_build_object(
                                'sample_type_id', type.sample_type_id, 'sent_unit_id', unit.unit_id))
                            order by kept.number)
                        from jsonb_array_elements(item.rows) with ordinality as kept (content, number)
                        left join health.sample_type type on type.identifier = kept.content ->> 'type'
                        left join health.unit on unit.unit_string = kept.content ->> 'unit'
                    ), '[]')
                from item
                """,
            preparation: """
                insert into health.unit (unit_string)
                select distinct kept.content ->> 'unit'
                from item cross join jsonb_array_elements(item.rows) as kept (content)
                where kept.content ->> 'unit' is not null
                order by 1 on conflict (unit_string) do nothing
                """),
        .element: BackupStatements(
            "export_element", order: "uuid",
            [
                .uuid("uuid"), .text("name"), .text("key"), .time("exported_at"), .jsonb("element"),
                LineColumn(
                    "import_id", "integer", as: "import",
                    restored: """
                        (select known.import_id from health.import known where known.person_id = $1 and known.import_id = import)
                        """),
                .position,
            ]),
        .syncIdentifier: BackupStatements(
            "sample_sync", order: "type.identifier collate \"C\", source_id, sample_sync.identifier collate \"C\"",
            [
                .sampleType, .integer("source_id", as: "source"), .text("identifier"), LineColumn("version", "numeric"),
                .uuid("uuid"),
            ]),
        .recognisedRecord: BackupStatements(
            "recognised_record", order: "imported_uuid",
            [
                .uuid("imported_uuid", as: "importedUUID"), .uuid("sample_uuid", as: "sampleUUID"),
                .integer("device_id", as: "device"), .jsonb("metadata"), .jsonb("parts"),
            ] + SampleMembers.all.map { LineColumn($0.column, $0.columnType, as: $0.name) }),
        .readerPreference: BackupStatements(
            "reader_preference", where: isOwn, order: "holder_id",
            onConflict: """
                on conflict (person_id, holder_id) do update
                set pinned = excluded.pinned, hidden = excluded.hidden, units = excluded.units,
                    goals = excluded.goals, first_weekday = excluded.first_weekday, time_zone = excluded.time_zone
                """,
            [
                .ownHolder, .texts("pinned"), .texts("hidden"), .jsonb("units"), .jsonb("goals"),
                LineColumn("first_weekday", "smallint"), .text("time_zone"),
            ]),
        .clientAnchor: BackupStatements(
            "client_anchor", where: isOwn, order: "holder_id, device collate \"C\", types_sha256",
            [
                .ownHolder, .text("device"), .texts("types"), .bytes("types_sha256", as: "typesSHA256"),
                .bytes("anchor"), .time("updated_at"),
            ]),
        .syncPlan: BackupStatements(
            "sync_plan", order: "device collate \"C\"", [.text("device"), .jsonb("plan"), .time("updated_at")]),
        .clientSession: BackupStatements(
            "client_session", where: isOwn, order: "holder_id, automation collate \"C\", arrival",
            [.ownHolder, .text("automation"), .text("session"), .bigint("arrival"), .time("first_arrived_at")]),
    ]

    private static let unitString = "(select unit_string from health.unit where unit.unit_id = person_unit.unit_id)"

    private static let deviceColumns: [LineColumn] = [
        .text("name"), .text("manufacturer"), .text("model"), .text("hardware_version"), .text("firmware_version"),
        .text("software_version"), .text("local_identifier"), .text("udi_device_identifier"), .text("creation_date"),
        .text("unparsed", as: "description"),
    ]

    /// The columns of a device, with the names of its members in batches.
    static let deviceMembers = deviceColumns.map { "\($0.name) as \"\($0.member)\"" }.joined(separator: ", ")

    /// The condition of rows of the person's own holder. A restored person does not have the other
    /// holders.
    private static let isOwn = "holder_id = (select own.holder_id from health.holder own where own.person_id = PERSON)"
}
