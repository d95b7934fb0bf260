import HealthCore
import Postgres

/// The line of a sample: `{"sample": …, "stored": …}`.
///
/// `sample` can be posted to `POST /v1/batches`. It has the value and the unit as sent. An
/// aggregate without an average has no value. `stored` has all other data of the sample:
/// - `kind`: the kind of the columns;
/// - `sourceRevision`, `device`: their ids;
/// - `quantity`: the value in the canonical unit, if it was sent in another unit or is a series;
/// - `quantities`, `digest`: the values of a series in the canonical unit, if some were sent in
///   another unit, and its digest;
/// - `categoryValue`, `activityType`: the number, if a text was sent;
/// - `objects`: the uuids of the samples in a correlation or workout;
/// - `extremes`: `minimum` and `maximum` of an aggregate, in the canonical unit;
/// - `parts`: the parts, if they cannot be members of `sample`;
/// - `import`: the import that brought the sample from an export; 0 if the store does not know it.
///   Format 2 has `isImported` instead.
enum SampleLine {
    /// The members that have columns in samples of every kind.
    static let commonMembers =
        ["uuid", "type", "startDate", "endDate", "source", "device", "metadata"] + SampleMembers.all.map(\.name)

    /// Further members that have columns in samples of each kind. All other members are parts.
    static let membersOfKind: KeyValuePairs = [
        "quantity": ["value", "unit"],
        "series": ["value", "unit", "quantities"],
        "category": ["value"],
        "workout": ["workoutActivityType", "duration", "totalEnergyBurned", "totalDistance"],
        "correlation": ["objects"],
        "other": [],
    ]

    /// SQL of the members that have columns in a sample of the kind `expression`, as text[].
    static func members(ofKind expression: String) -> String {
        let cases = membersOfKind.map { kind, members in
            "when '\(kind)' then array[\((commonMembers + members).map { "'\($0)'" }.joined(separator: ", "))]"
        }
        return "case \(expression) \(cases.joined(separator: " ")) end"
    }
}

/// The query of the lines of one type, in order of start and uuid.
///
/// Side tables are looked up row by row, because a join could change the order. Instead of unit,
/// source and device, the query returns their ids. The program replaces these ids by names.
struct SampleLineQuery {
    let personID: Int32
    let sampleTypeID: Int32
    /// True if the type may have workouts. The next three properties tell the same about series,
    /// containers and aggregates with extremes.
    var mayBeWorkout = true
    var mayBeSeries = true
    var mayContain = true
    var mayHaveExtremes = true
    /// The kind of a sample that has no value in any of the columns that determine a kind.
    var emptyKind = "other"
    /// True for the samples in a correlation, whose types differ from the type of the query.
    private(set) var isInside = false

    /// The COPY statement. Its columns are:
    /// - the beginning of the line up to the unit,
    /// - the ids of the unit, the source revision and the device (0 for no unit or no device),
    /// - the rest of the line.
    var copy: String {
        """
        copy (
            select concat('{"sample":', \(head)), coalesce(sample.sent_unit_id, 0), sample.source_revision_id,
                coalesce(sample.device_id, 0), concat(\(tail), ',"stored":{', \(stored), '}}')
            from (
                select * from health.sample
                where person_id = \(personID) and sample_type_id = \(sampleTypeID)
                order by start_time, uuid offset 0
            ) sample
            \(joins)
        ) to stdout (format binary)
        """
    }

    /// Joins of the side tables, which look up the rows of each `sample`.
    private var joins: String {
        let isOfSample = "person_id = \(personID) and uuid = sample.uuid"
        return [
            LookUp.any("sample_detail", as: "detail", where: isOfSample),
            mayBeWorkout ? LookUp.any("workout", where: isOfSample) : "",
            mayBeSeries ? LookUp.any("quantity_series", as: "series", where: isOfSample) : "",
            "cross join lateral (select \(kind) as kind offset 0) content",
            // The objects are samples, too, so inside their query the name `sample` hides the
            // container.
            mayContain ? "cross join lateral (select sample.uuid offset 0) container" : "",
        ].joined(separator: "\n")
    }

    private var kind: String {
        """
        case
            \(mayBeWorkout ? "when workout.uuid is not null then 'workout'" : "")
            \(mayBeSeries ? "when series.uuid is not null then 'series'" : "")
            when sample.quantity is not null or sample.sent_unit_id is not null then 'quantity'
            when sample.category_value is not null or sample.sent_category_value is not null then 'category'
            else '\(emptyKind)'
        end
        """
    }

    /// The beginning of the line, up to the members that the ids replace.
    private var head: String {
        """
        '{"uuid":"', sample.uuid, '","type":',
        (select to_json(identifier)::text from health.sample_type type where type.sample_type_id = \(isInside ? "sample.sample_type_id" : String(sampleTypeID))),
        ',"startDate":', to_json(sample.start_time), ',"endDate":', to_json(sample.end_time),
        \(SampleMembers.all.map { "',\"\($0.name)\":' || to_json(sample.\($0.column))::text," }.joined(separator: "\n"))
        case content.kind
            when 'quantity' then ',"value":' || coalesce(sample.sent_quantity, sample.quantity)
            when 'category' then
                ',"value":' || coalesce(to_json(sample.sent_category_value)::text, sample.category_value::text)
            \(mayBeWorkout ? SampleLineQuery.workout : "")
            \(mayBeSeries ? quantities : "")
            \(mayContain && emptyKind == "correlation" ? "when 'correlation' then ',\"objects\":[' || \(objects) || ']'" : "")
        end
        """
    }

    private static let workout = """
        when 'workout' then concat(
            ',"workoutActivityType":' || coalesce(to_json(workout.sent_activity_type)::text, workout.activity_type::text),
            ',"duration":' || workout.duration, ',"totalEnergyBurned":' || workout.total_energy_burned,
            ',"totalDistance":' || workout.total_distance)
        """

    private var quantities: String {
        """
        when 'series' then concat(',"value":' || sample.sent_quantity, ',"quantities":[', (
            select string_agg(
                concat('{"startDate":', to_json(start_time), ',"endDate":', to_json(end_time), ',"value":',
                    coalesce(sent_quantity, quantity), '}'), ',' order by ordinal)
            from health.series_quantity where person_id = \(personID) and uuid = sample.uuid), ']')
        """
    }

    private var tail: String {
        """
        ',"metadata":' || detail.metadata::text,
        case when \(hasPlainParts) then concat(',', substr(detail.parts::text, 2, length(detail.parts::text) - 2)) end,
        '}'
        """
    }

    /// SQL that tells whether all parts can be members of `sample`.
    private var hasPlainParts: String {
        """
        jsonb_typeof(detail.parts) = 'object' and detail.parts <> '{}'
        and not detail.parts ?| \(SampleLine.members(ofKind: "content.kind"))
        """
    }

    private var stored: String {
        """
        '"kind":"', content.kind, '","sourceRevision":', sample.source_revision_id, ',"device":' || sample.device_id,
        case content.kind
            when 'quantity' then
                case when sample.sent_quantity is not null then ',"quantity":' || sample.quantity end
            when 'category' then
                case when sample.sent_category_value is not null then ',"categoryValue":' || sample.category_value end
            \(mayBeWorkout ? SampleLineQuery.storedWorkout : "")
            \(mayBeSeries ? storedSeries : "")
        end,
        \(mayContain ? containedUUIDs + "," : "")
        \(mayHaveExtremes ? extremes + "," : "")
        ',"import":' || sample.import_id,
        case when detail.parts is not null and not (\(hasPlainParts)) then ',"parts":' || detail.parts::text end
        """
    }

    private static let storedWorkout = """
        when 'workout' then
            case when workout.sent_activity_type is not null then ',"activityType":' || workout.activity_type end
        """

    private var storedSeries: String {
        """
        when 'series' then concat(',"quantity":', series.quantity, ',"digest":"', encode(series.digest, 'hex'), '"', (
            select ',"quantities":[' || string_agg(
                case when sent_quantity is null then 'null' else quantity::text end, ',' order by ordinal) || ']'
            from health.series_quantity where person_id = \(personID) and uuid = sample.uuid
            having bool_or(sent_quantity is not null)))
        """
    }

    private var extremes: String {
        """
        (
            select ',"extremes":' || json_object_agg(
                case when ordinal in (\(AggregateExtreme.minimum.rawValue), \(AggregateExtreme.minimumOfMember.rawValue))
                    then 'minimum' else 'maximum' end, quantity order by ordinal desc)
            from health.aggregate_extreme where person_id = \(personID) and uuid = sample.uuid
            having count(*) > 0)
        """
    }

    private var containedUUIDs: String {
        """
        (
            select ',"objects":[' || string_agg('"' || uuid || '"', ',' order by uuid) || ']'
            from health.contained_sample where person_id = \(personID) and container_uuid = sample.uuid
            having count(*) > 0)
        """
    }

    /// The samples in a correlation. They also have lines of their own. They are repeated here so
    /// that the line of the correlation can be posted alone.
    private var objects: String {
        var inside = self
        inside.isInside = true
        inside.mayBeWorkout = false
        inside.mayContain = false
        inside.emptyKind = "other"
        return """
            coalesce((
                select string_agg(concat(\(inside.head), ',"unit":' || unit.json, ',"source":' || \(inside.source),
                    ',"device":' || \(inside.device), \(inside.tail)), ',' order by sample.start_time, sample.uuid)
                from health.contained_sample contained
                join health.sample on sample.person_id = \(personID) and sample.uuid = contained.uuid
                left join lateral (
                    select to_json(unit_string)::text as json from health.unit where unit_id = sample.sent_unit_id
                ) unit on true
                \(inside.joins)
                where contained.person_id = \(personID) and contained.container_uuid = container.uuid), '')
            """
    }

    private var source: String {
        "(\(SampleLineQuery.sources(of: personID, "source_revision_id = sample.source_revision_id", "json")))"
    }

    private var device: String { "(\(SampleLineQuery.devices(of: personID, "device_id = sample.device_id", "json")))" }

    // MARK: Names

    /// A query of the sources as JSON, as samples name them.
    static func sources(
        of personID: Int32, _ condition: String = "true", _ columns: String = "source_revision_id, json"
    )
        -> String
    {
        """
        select \(columns) from (
            select source_revision_id, json_strip_nulls(json_build_object(
                'name', name, 'bundleIdentifier', bundle_identifier, 'version', version, 'productType', product_type,
                'operatingSystemVersion', operating_system_version))::text as json
            from health.source_revision revision
            join health.source
                on source.person_id = \(personID)
                and source.source_id = coalesce(revision.sent_source_id, revision.source_id)
            where revision.person_id = \(personID)
        ) named where \(condition)
        """
    }

    /// A query of the devices as JSON, as samples name them.
    static func devices(of personID: Int32, _ condition: String = "true", _ columns: String = "device_id, json")
        -> String
    {
        """
        select \(columns) from (
            select device_id, (
                select json_strip_nulls(row_to_json(member))::text
                from (select \(BackupRecord.deviceMembers)) member) as json
            from health.device where person_id = \(personID)
        ) named where \(condition)
        """
    }
}
