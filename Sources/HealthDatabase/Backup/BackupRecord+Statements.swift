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

    static let typeStatements = BackupStatements(
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
            """)

    static let sourceStatements = BackupStatements(
        table: "source",
        export: """
            select source_id as id, name, bundle_identifier as "bundleIdentifier", was_user_entered as "wasUserEntered",
                source_class as "sourceClass", first_creation_time as "firstCreationTime", watch_count as "watchCount",
                phone_count as "phoneCount", other_count as "otherCount", created_at as "createdAt",
                joined_source_id as "joinedSource", joined_import_id as "joinedImport"
            from health.source where person_id = PERSON order by source_id
            """,
        fields: """
            id integer, name text, "bundleIdentifier" text, "wasUserEntered" boolean, "sourceClass" text,
            "firstCreationTime" timestamptz, "watchCount" bigint, "phoneCount" bigint, "otherCount" bigint,
            "createdAt" timestamptz, "joinedSource" integer, "joinedImport" integer
            """,
        insert: """
            insert into health.source (
                person_id, source_id, name, bundle_identifier, was_user_entered, source_class, first_creation_time,
                watch_count, phone_count, other_count, created_at, joined_source_id, joined_import_id)
            select $1, id, name, "bundleIdentifier", "wasUserEntered", "sourceClass", "firstCreationTime",
                "watchCount", "phoneCount", "otherCount", "createdAt", "joinedSource", "joinedImport"
            from item
            """)

    static let revisionStatements = BackupStatements(
        table: "source_revision",
        export: """
            select source_revision_id as id, source_id as source, sent_source_id as "sentSource", version,
                product_type as "productType", operating_system_version as "operatingSystemVersion"
            from health.source_revision where person_id = PERSON order by source_revision_id
            """,
        fields: """
            id integer, source integer, "sentSource" integer, version text, "productType" text,
            "operatingSystemVersion" text
            """,
        insert: """
            insert into health.source_revision (
                person_id, source_revision_id, source_id, sent_source_id, version, product_type,
                operating_system_version)
            select $1, id, source, "sentSource", version, "productType", "operatingSystemVersion" from item
            """)

    static let deviceStatements = BackupStatements(
        table: "device",
        export: """
            select device_id as id, \(deviceMembers) from health.device where person_id = PERSON order by device_id
            """,
        fields: """
            id integer, name text, manufacturer text, model text, "hardwareVersion" text, "firmwareVersion" text,
            "softwareVersion" text, "localIdentifier" text, "udiDeviceIdentifier" text, "creationDate" text, description text
            """,
        insert: """
            insert into health.device (
                person_id, device_id, name, manufacturer, model, hardware_version, firmware_version, software_version,
                local_identifier, udi_device_identifier, creation_date, unparsed)
            select $1, id, name, manufacturer, model, "hardwareVersion", "firmwareVersion", "softwareVersion",
                "localIdentifier", "udiDeviceIdentifier", "creationDate", description
            from item
            """)

    /// The columns of a device, with the names of its members in batches.
    static let deviceMembers = """
        name, manufacturer, model, hardware_version as "hardwareVersion", firmware_version as "firmwareVersion",
        software_version as "softwareVersion", local_identifier as "localIdentifier",
        udi_device_identifier as "udiDeviceIdentifier", creation_date as "creationDate", unparsed as description
        """

    static let priorityStatements = BackupStatements(
        table: "source_priority",
        export: """
            select identifier as type, source_id as source, rank
            from health.source_priority join health.sample_type using (sample_type_id)
            where person_id = PERSON order by identifier collate "C", rank
            """,
        fields: "type text, source integer, rank integer",
        insert: """
            insert into health.source_priority (person_id, sample_type_id, source_id, rank)
            select $1, sample_type_id, source, rank from item join health.sample_type on identifier = type
            """)

    static let unitStatements = BackupStatements(
        table: "preferred_unit",
        export: """
            select identifier as type, unit_string as unit, factor, shift
            from health.preferred_unit join health.sample_type using (sample_type_id)
            where person_id = PERSON order by identifier collate "C"
            """,
        fields: "type text, unit text, factor double precision, shift double precision",
        insert: """
            insert into health.preferred_unit (person_id, sample_type_id, unit_string, factor, shift)
            select $1, sample_type_id, unit, factor, shift from item join health.sample_type on identifier = type
            """)

    static let timeZoneStatements = BackupStatements(
        table: "time_zone_report",
        export: """
            select origin, start_time as "startDate", end_time as "endDate", time_zone as "timeZone"
            from health.time_zone_report where person_id = PERSON order by origin, start_time
            """,
        fields: """
            origin text, "startDate" timestamptz, "endDate" timestamptz, "timeZone" text
            """,
        insert: """
            insert into health.time_zone_report (person_id, origin, start_time, end_time, time_zone)
            select $1, origin, "startDate", "endDate", "timeZone" from item
            """)

    /// - Parameter namesHolders: true for lines that name the holder that saved the sample.
    static func deletionStatements(namesHolders: Bool) -> BackupStatements {
        BackupStatements(
            table: "deleted_sample",
            export: """
                select uuid, identifier as type, start_time as "startDate", end_time as "endDate", deleted_at as "deletedAt",
                    went_with_correlation as "wentWithCorrelation", stated_at as "statedAt",
                    source_revision_id as "sourceRevision", quantity, content\(namesHolders ? ", holder_id as holder" : "")
                from health.deleted_sample left join health.sample_type using (sample_type_id)
                where person_id = PERSON order by uuid
                """,
            fields: """
                uuid uuid, type text, "startDate" timestamptz, "endDate" timestamptz, "deletedAt" timestamptz,
                "wentWithCorrelation" boolean, "statedAt" timestamptz, "sourceRevision" integer,
                quantity double precision, content text, holder integer
                """,
            insert: """
                insert into health.deleted_sample (
                    person_id, uuid, sample_type_id, start_time, end_time, deleted_at, went_with_correlation, stated_at,
                    source_revision_id, quantity, content, holder_id, change_position)
                select $1, uuid, sample_type_id, "startDate", "endDate", "deletedAt", "wentWithCorrelation", "statedAt",
                    "sourceRevision", quantity, content,
                    \(namesHolders ? "holder" : "null"), $3 + line_number
                from item left join health.sample_type on identifier = type
                where type is null or sample_type_id is not null
                """)
    }

    /// The columns of an import that move, with the names and types of their members.
    private static let importColumns = [
        ("import_id", "id", "integer"), ("state", "state", "text"), ("missing", "missing", "text"),
        ("file_name", "fileName", "text"), ("file_bytes", "fileBytes", "bigint"),
        ("started_at", "startedAt", "timestamptz"), ("updated_at", "updatedAt", "timestamptz"),
        ("finished_at", "finishedAt", "timestamptz"), ("bytes_read", "bytesRead", "bigint"),
        ("records_read", "recordsRead", "bigint"), ("stored", "stored", "bigint"),
        ("already_known", "alreadyKnown", "bigint"), ("recognised", "recognised", "bigint"),
        ("repeated_inside", "repeatedInside", "bigint"), ("deleted_before", "deletedBefore", "bigint"),
        ("refused", "refused", "bigint"), ("repaired", "repaired", "bigint"), ("completed", "completed", "bigint"),
        ("replaced", "replaced", "bigint"), ("missing_samples", "missingSamples", "bigint"),
    ]

    /// - Parameter namesHolders: true for lines that name the holder that imported.
    static func importStatements(namesHolders: Bool) -> BackupStatements {
        func list(_ text: ((String, String, String)) -> String) -> String {
            importColumns.map(text).joined(separator: ", ")
        }
        return BackupStatements(
            table: "import",
            export: """
                select \(list { "\($0.0) as \"\($0.1)\"" })\(namesHolders ? ", holder_id as holder" : "")
                from health.import where person_id = PERSON and state in ('finished', 'undone') order by import_id
                """,
            fields: "\(list { "\"\($0.1)\" \($0.2)" }), holder integer",
            insert: """
                insert into health.import (person_id, holder_id, \(list { $0.0 }))
                select $1, \(OwnHolder.or(namesHolders ? "holder" : "null")), \(list { "\"\($0.1)\"" }) from item
                """)
    }

    static let rangeStatements = BackupStatements(
        table: "complete_range",
        export: """
            select import_id as import, identifier as type, from_time as "startDate", to_time as "endDate"
            from health.complete_range join health.sample_type using (sample_type_id)
            where person_id = PERSON order by import_id, identifier collate "C", from_time
            """,
        fields: "import integer, type text, \"startDate\" timestamptz, \"endDate\" timestamptz",
        insert: """
            insert into health.complete_range (person_id, import_id, sample_type_id, from_time, to_time)
            select $1, import, sample_type_id, "startDate", "endDate"
            from item join health.sample_type on identifier = type
            """)

    /// The rows have names instead of the ids of types and units.
    ///
    /// - Parameter namesHolders: true for rows that name the holder that saved the sample.
    static func replacedStatements(namesHolders: Bool) -> BackupStatements {
        let ids =
            ["person_id", "change_position", "sample_type_id", "sent_unit_id"] + (namesHolders ? [] : ["holder_id"])
        return BackupStatements(
            table: "replaced_sample",
            export: """
                select import_id as import, uuid, relation, key, replaced_at as "replacedAt", coalesce((
                        select jsonb_agg(
                            kept.content - '{\(ids.joined(separator: ","))}'::text[]
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
                """)
    }

    static let elementStatements = BackupStatements(
        table: "export_element",
        export: """
            select uuid, name, key, exported_at as "exportedAt", element, import_id as import
            from health.export_element where person_id = PERSON order by uuid
            """,
        fields: """
            uuid uuid, name text, key text, "exportedAt" timestamptz, element jsonb, import integer
            """,
        insert: """
            insert into health.export_element (
                person_id, uuid, name, key, exported_at, element, import_id, change_position)
            select $1, uuid, name, key, "exportedAt", element,
                (select known.import_id from health.import known where known.person_id = $1 and known.import_id = import),
                $3 + line_number
            from item
            """)

    static let syncStatements = BackupStatements(
        table: "sample_sync",
        export: """
            select type.identifier as type, source_id as source, sync.identifier, version, uuid
            from health.sample_sync sync join health.sample_type type using (sample_type_id)
            where person_id = PERSON order by type.identifier collate "C", source_id, sync.identifier collate "C"
            """,
        fields: "type text, source integer, identifier text, version numeric, uuid uuid",
        insert: """
            insert into health.sample_sync (person_id, sample_type_id, source_id, identifier, version, uuid)
            select $1, sample_type_id, source, item.identifier, version, uuid
            from item join health.sample_type type on type.identifier = item.type
            """)

    static let recognisedStatements = BackupStatements(
        table: "recognised_record",
        export: """
            select imported_uuid as "importedUUID", sample_uuid as "sampleUUID", device_id as device, metadata, parts
                \(MemberColumn.list { "\($0.name) as \"\($0.member)\"" })
            from health.recognised_record where person_id = PERSON order by imported_uuid
            """,
        fields: """
            "importedUUID" uuid, "sampleUUID" uuid, device integer, metadata jsonb, parts jsonb
            \(MemberColumn.memberDefinitions)
            """,
        insert: """
            insert into health.recognised_record (
                person_id, imported_uuid, sample_uuid, device_id, metadata, parts\(MemberColumn.list(\.name)))
            select $1, "importedUUID", "sampleUUID", device, metadata, parts\(MemberColumn.list { "\"\($0.member)\"" })
            from item
            """)

    static func preferenceStatements(_ rows: HolderRows) -> BackupStatements {
        BackupStatements(
            table: "reader_preference",
            export: """
                select \(rows.column)pinned, hidden, units, first_weekday as "firstWeekday", time_zone as "timeZone"
                from health.reader_preference where person_id = PERSON and \(rows.condition)
                order by holder_id
                """,
            fields: """
                pinned text[], hidden text[], units jsonb, "firstWeekday" smallint, "timeZone" text\(rows.field)
                """,
            insert: """
                insert into health.reader_preference (person_id, holder_id, pinned, hidden, units, first_weekday, time_zone)
                select $1, \(rows.value), pinned, hidden, units, "firstWeekday", "timeZone" from item
                on conflict (person_id, holder_id) do update
                set pinned = excluded.pinned, hidden = excluded.hidden, units = excluded.units,
                    first_weekday = excluded.first_weekday, time_zone = excluded.time_zone
                """)
    }

    static func anchorStatements(_ rows: HolderRows) -> BackupStatements {
        BackupStatements(
            table: "client_anchor",
            export: """
                select \(rows.column)device, types, types_sha256 as "typesSHA256", anchor, updated_at as "updatedAt"
                from health.client_anchor where person_id = PERSON and \(rows.condition)
                order by holder_id, device collate "C", types_sha256
                """,
            fields: """
                device text, types text[], "typesSHA256" bytea, anchor bytea, "updatedAt" timestamptz\(rows.field)
                """,
            insert: """
                insert into health.client_anchor (person_id, holder_id, device, types, types_sha256, anchor, updated_at)
                select $1, \(rows.value), device, types, "typesSHA256", anchor, "updatedAt" from item
                """)
    }

    static func sessionStatements(_ rows: HolderRows) -> BackupStatements {
        BackupStatements(
            table: "client_session",
            export: """
                select \(rows.column)automation, session, arrival, first_arrived_at as "firstArrivedAt"
                from health.client_session where person_id = PERSON and \(rows.condition)
                order by holder_id, automation collate "C", arrival
                """,
            fields: """
                automation text, session text, arrival bigint, "firstArrivedAt" timestamptz\(rows.field)
                """,
            insert: """
                insert into health.client_session (person_id, holder_id, automation, session, arrival, first_arrived_at)
                select $1, \(rows.value), automation, session, arrival, "firstArrivedAt" from item
                """)
    }
}

/// The holders whose preferences, anchors and runs a file has, as parts of SQL.
struct HolderRows {
    /// The column of the holder, with a comma.
    var column: String
    /// The condition on the rows. The text `PERSON` is replaced by the person's id.
    var condition: String
    /// The field of the holder, after a comma.
    var field: String
    /// The id of the holder in the new row.
    var value: String

    static let ownHolder = "(select own.holder_id from health.holder own where own.person_id = PERSON)"

    /// The person's own holder. A restored person does not have the other holders.
    static let own = HolderRows(
        column: "", condition: "holder_id = \(ownHolder)", field: "", value: OwnHolder.or("null"))
    /// All other holders that move with the whole store.
    static let others = HolderRows(
        column: "holder_id as holder, ",
        condition: "holder_id in \(StoreRecord.movedHolders) and holder_id <> \(ownHolder)",
        field: ", holder integer", value: "holder")
}
