-- What sql/migrations and sql/code make, as PostgreSQL 15 prints it. scripts/schema writes this file.

CREATE SCHEMA health;

COMMENT ON SCHEMA health IS 'HealthKit data: people, their samples, and the catalogue.';

CREATE SCHEMA health_code;

COMMENT ON SCHEMA health_code IS 'Functions over schema health.';

CREATE FUNCTION health_code.json_number(value jsonb) RETURNS double precision
    LANGUAGE sql IMMUTABLE PARALLEL SAFE
    RETURN CASE WHEN ((jsonb_typeof(value) = 'number'::text) AND (length((value #>> '{}'::text[])) <= 305)) THEN (value)::double precision ELSE NULL::double precision END;

COMMENT ON FUNCTION health_code.json_number(value jsonb) IS 'A number that somebody sent in JSON; null for anything else and for what no double precision can hold.';

CREATE FUNCTION health_code.json_time(value jsonb) RETURNS timestamp with time zone
    LANGUAGE plpgsql IMMUTABLE PARALLEL RESTRICTED
    AS $_$
begin
    if jsonb_typeof(value) = 'string'
        and value #>> '{}' ~ '^[0-9]{4}-[0-9]{2}-[0-9]{2}[T ][0-9]{2}:[0-9]{2}:[0-9]{2}([.][0-9]+)?(Z|[+-][0-9]{2}:?[0-9]{2})$'
    then
        return (value #>> '{}')::timestamptz;
    end if;
    return null;
exception
    when datetime_field_overflow or invalid_datetime_format then return null;
end;
$_$;

COMMENT ON FUNCTION health_code.json_time(value jsonb) IS 'A time of RFC 3339 that somebody sent in JSON; null for anything else. It does not depend on settings, since the offset is in it.';

CREATE TABLE health.source (
    person_id integer NOT NULL,
    source_id integer NOT NULL,
    name text NOT NULL,
    bundle_identifier text,
    was_user_entered boolean NOT NULL,
    source_class text NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    CONSTRAINT source_class_check CHECK ((source_class = ANY (ARRAY['watch'::text, 'phone'::text, 'other'::text, 'aggregate'::text])))
);

COMMENT ON TABLE health.source IS 'An app or device that wrote samples of a person (HKSource). What the person typed into it is a source of its own.';

COMMENT ON COLUMN health.source.person_id IS 'Whose source.';

COMMENT ON COLUMN health.source.source_id IS 'Counts the person''s sources in order of their first appearance, from 1.';

COMMENT ON COLUMN health.source.name IS 'As sent; exports write U+00A0 and U+2019 into it.';

COMMENT ON COLUMN health.source.bundle_identifier IS 'Null where nobody has said it; export.xml never does.';

COMMENT ON COLUMN health.source.was_user_entered IS 'True for what was entered by hand (HKWasUserEntered).';

COMMENT ON COLUMN health.source.source_class IS 'watch (Apple Watch), phone (iPhone, iPad, iPod touch) or other, by product type; decides the default priority. aggregate: figures of whole buckets that a client made of several sources; they count only where nothing better is.';

COMMENT ON COLUMN health.source.created_at IS 'When its first sample arrived here.';

CREATE TABLE health.source_priority (
    person_id integer NOT NULL,
    sample_type_id integer NOT NULL,
    source_id integer NOT NULL,
    rank integer NOT NULL
);

COMMENT ON TABLE health.source_priority IS 'The order of sources that the person set for a type (Data Sources & Access). Sources without a row follow in the default order.';

COMMENT ON COLUMN health.source_priority.person_id IS 'Whose order.';

COMMENT ON COLUMN health.source_priority.sample_type_id IS 'For which type.';

COMMENT ON COLUMN health.source_priority.source_id IS 'The source.';

COMMENT ON COLUMN health.source_priority.rank IS '0 is believed first.';

CREATE FUNCTION health_code.source_order(for_person_id integer, for_sample_type_id integer) RETURNS TABLE(source_id integer, rank integer)
    LANGUAGE sql STABLE PARALLEL SAFE
    BEGIN ATOMIC
 SELECT source.source_id,
     ((row_number() OVER (ORDER BY (source.source_class = 'aggregate'::text), source_priority.rank,
         CASE
             WHEN source.was_user_entered THEN 0
             WHEN (source.source_class = 'watch'::text) THEN 1
             WHEN (source.source_class = 'phone'::text) THEN 2
             ELSE 3
         END, source.source_id DESC) - 1))::integer AS int4
    FROM (health.source
      LEFT JOIN health.source_priority ON (((source_priority.person_id = source.person_id) AND (source_priority.source_id = source.source_id) AND (source_priority.sample_type_id = source_order.for_sample_type_id))))
   WHERE (source.person_id = source_order.for_person_id);
END;

COMMENT ON FUNCTION health_code.source_order(for_person_id integer, for_sample_type_id integer) IS 'The person''s sources for a type, rank 0 believed first: those that the person ranked in that order, then the rest by the default: entered by hand, Apple Watch, iPhone and iPad, everything else, of each the newest to appear first. Aggregates come behind all others, whatever the person ranked.';

CREATE FUNCTION health_code.text_number(value text) RETURNS double precision
    LANGUAGE sql IMMUTABLE PARALLEL SAFE
    RETURN CASE WHEN ((length(value) <= 40) AND (value ~ '^[-+]?[0-9]+([.][0-9]+)?([eE][-+]?[0-9]{1,2})?$'::text)) THEN (value)::double precision ELSE NULL::double precision END;

COMMENT ON FUNCTION health_code.text_number(value text) IS 'A decimal number in an attribute of an export; null for anything else.';

CREATE TABLE health.sample_time_zone (
    person_id integer NOT NULL,
    time_zone text NOT NULL,
    start_time timestamp with time zone NOT NULL,
    uuid uuid NOT NULL,
    CONSTRAINT sample_time_zone_time_zone_check CHECK ((time_zone ~ '^[A-Za-z][A-Za-z0-9_+/-]{0,63}$'::text))
);

COMMENT ON TABLE health.sample_time_zone IS 'The samples whose metadata say in which zone the person was (HKTimeZone). Made from health.sample_detail, with it.';

COMMENT ON COLUMN health.sample_time_zone.person_id IS 'Whose sample.';

COMMENT ON COLUMN health.sample_time_zone.time_zone IS 'As sent, if it looks like a name of the IANA database; whether it is one is seen when it is read.';

COMMENT ON COLUMN health.sample_time_zone.start_time IS 'Start of the sample: when the person was there.';

COMMENT ON COLUMN health.sample_time_zone.uuid IS 'The sample.';

CREATE TABLE health.time_zone_report (
    person_id integer NOT NULL,
    origin text NOT NULL,
    start_time timestamp with time zone NOT NULL,
    end_time timestamp with time zone,
    time_zone text NOT NULL,
    CONSTRAINT time_zone_report_client_check CHECK (((origin = 'manual'::text) OR (end_time IS NULL))),
    CONSTRAINT time_zone_report_origin_check CHECK ((origin = ANY (ARRAY['client'::text, 'manual'::text]))),
    CONSTRAINT time_zone_report_time_check CHECK ((start_time < end_time)),
    CONSTRAINT time_zone_report_time_zone_check CHECK (((octet_length(time_zone) >= 1) AND (octet_length(time_zone) <= 64)))
);

COMMENT ON TABLE health.time_zone_report IS 'Where the person was as clients reported it, and as it was set by hand. What was set by hand holds whatever else is known.';

COMMENT ON COLUMN health.time_zone_report.person_id IS 'Whose time zone.';

COMMENT ON COLUMN health.time_zone_report.origin IS 'client: from start_time on, until something newer is known. manual: set by hand for an interval; those of a person never overlap.';

COMMENT ON COLUMN health.time_zone_report.start_time IS 'From when on.';

COMMENT ON COLUMN health.time_zone_report.end_time IS 'Of what was set by hand: the end, exclusive, or null for good. Null for reports of clients.';

COMMENT ON COLUMN health.time_zone_report.time_zone IS 'Name of the IANA database.';

CREATE FUNCTION health_code.time_zone_names(for_person_id integer) RETURNS TABLE(time_zone text)
    LANGUAGE sql STABLE PARALLEL SAFE
    SET enable_sort TO 'off'
    BEGIN ATOMIC
 WITH RECURSIVE name(time_zone) AS (
          SELECT ( SELECT sample_time_zone.time_zone
                    FROM health.sample_time_zone
                   WHERE (sample_time_zone.person_id = time_zone_names.for_person_id)
                   ORDER BY sample_time_zone.time_zone
                  LIMIT 1) AS time_zone
         UNION ALL
          SELECT ( SELECT sample_time_zone.time_zone
                    FROM health.sample_time_zone
                   WHERE ((sample_time_zone.person_id = time_zone_names.for_person_id) AND (sample_time_zone.time_zone > name.time_zone))
                   ORDER BY sample_time_zone.time_zone
                  LIMIT 1) AS time_zone
            FROM name
           WHERE (name.time_zone IS NOT NULL)
         )
  SELECT name.time_zone
    FROM name
   WHERE (name.time_zone IS NOT NULL)
 UNION
  SELECT time_zone_report.time_zone
    FROM health.time_zone_report
   WHERE ((time_zone_report.person_id = time_zone_names.for_person_id) AND (time_zone_report.origin = 'client'::text));
END;

COMMENT ON FUNCTION health_code.time_zone_names(for_person_id integer) IS 'The names of zones in the metadata of the person''s samples and in the reports of clients, each once. Some may be in no time zone database.';

CREATE FUNCTION health_code.time_zone_runs(for_person_id integer, zones text[], runs_max integer) RETURNS TABLE(start_time timestamp with time zone, time_zone text, origin text)
    LANGUAGE sql STABLE PARALLEL SAFE
    SET enable_sort TO 'off'
    BEGIN ATOMIC
 WITH RECURSIVE step(run, start_time, time_zone, origin) AS (
          SELECT 0 AS "?column?",
             '-infinity'::timestamp with time zone AS timestamptz,
             NULL::text AS text,
             NULL::text AS text
         UNION ALL
          SELECT (step_1.run + ((said.time_zone IS DISTINCT FROM step_1.time_zone))::integer),
             next.start_time,
             said.time_zone,
             said.origin
            FROM (((step step_1
              CROSS JOIN LATERAL ( SELECT min(first.start_time) AS start_time
                    FROM (unnest(time_zone_runs.zones) named(time_zone)
                      CROSS JOIN LATERAL ( SELECT sample_time_zone.start_time
                            FROM health.sample_time_zone
                           WHERE ((sample_time_zone.person_id = time_zone_runs.for_person_id) AND (sample_time_zone.time_zone = named.time_zone) AND (sample_time_zone.start_time > step_1.start_time))
                           ORDER BY sample_time_zone.start_time
                          LIMIT 1) first)
                   WHERE (named.time_zone IS DISTINCT FROM step_1.time_zone)) sample)
              CROSS JOIN LATERAL ( SELECT LEAST(sample.start_time, ( SELECT time_zone_report.start_time
                            FROM health.time_zone_report
                           WHERE ((time_zone_report.person_id = time_zone_runs.for_person_id) AND (time_zone_report.origin = 'client'::text) AND (time_zone_report.start_time > step_1.start_time) AND (time_zone_report.start_time <= COALESCE(sample.start_time, 'infinity'::timestamp with time zone)) AND (time_zone_report.time_zone = ANY (time_zone_runs.zones)) AND (time_zone_report.time_zone IS DISTINCT FROM step_1.time_zone))
                           ORDER BY time_zone_report.start_time
                          LIMIT 1)) AS start_time) next)
              CROSS JOIN LATERAL ( SELECT candidate.time_zone,
                     candidate.origin
                    FROM ( SELECT time_zone_report.time_zone,
                             'client'::text AS "?column?"
                            FROM health.time_zone_report
                           WHERE ((time_zone_report.person_id = time_zone_runs.for_person_id) AND (time_zone_report.origin = 'client'::text) AND (time_zone_report.start_time = next.start_time) AND (time_zone_report.time_zone = ANY (time_zone_runs.zones)))
                         UNION ALL
                          SELECT named.time_zone,
                             'metadata'::text
                            FROM (unnest(time_zone_runs.zones) named(time_zone)
                              CROSS JOIN LATERAL ( SELECT sample_time_zone.start_time
                                    FROM health.sample_time_zone
                                   WHERE ((sample_time_zone.person_id = time_zone_runs.for_person_id) AND (sample_time_zone.time_zone = named.time_zone) AND (sample_time_zone.start_time >= next.start_time))
                                   ORDER BY sample_time_zone.start_time
                                  LIMIT 1) held)
                           WHERE (held.start_time = next.start_time)) candidate(time_zone, origin)
                   ORDER BY candidate.origin, (candidate.time_zone COLLATE "C")
                  LIMIT 1) said)
           WHERE (step_1.run < time_zone_runs.runs_max)
         )
  SELECT DISTINCT ON (step.run) step.start_time,
     step.time_zone,
     step.origin
    FROM step
   WHERE (step.run > 0)
   ORDER BY step.run, step.start_time;
END;

COMMENT ON FUNCTION health_code.time_zone_runs(for_person_id integer, zones text[], runs_max integer) IS 'Where the person was according to the metadata of samples and the reports of clients, without what was set by hand: each row says from when on a zone held, until the next. At one instant a report outdoes metadata, and the name that comes first in the alphabet the others. Only names in zones count (health_code.time_zone_names lists those in use); the first runs_max rows are given.';

CREATE TABLE health.export_element (
    person_id integer NOT NULL,
    uuid uuid NOT NULL,
    name text NOT NULL,
    element jsonb NOT NULL,
    change_position bigint NOT NULL,
    key text COLLATE pg_catalog."C",
    exported_at timestamp with time zone
);

COMMENT ON TABLE health.export_element IS 'Elements of export.xml that are not samples, as the export says them: Me, ActivitySummary and those that nobody knows yet. The views activity_summary and characteristic read them. (Audiogram, VisionPrescription and ClinicalRecord are samples; earlier versions of this program kept them here.)';

COMMENT ON COLUMN health.export_element.person_id IS 'Whose export.';

COMMENT ON COLUMN health.export_element.uuid IS 'A version 5 uuid made from the name and the key, or from the element where it has none; it stays when the element is replaced.';

COMMENT ON COLUMN health.export_element.name IS 'Name of the element.';

COMMENT ON COLUMN health.export_element.element IS 'name, attributes, children and text, in the export''s order.';

COMMENT ON COLUMN health.export_element.change_position IS 'Its place in the person''s change feed.';

COMMENT ON COLUMN health.export_element.key IS 'What it is about, where later exports say it again: the day (yyyy-MM-dd) of an ActivitySummary, empty for Me. Null for what stands for itself, and for what was superseded before there were keys.';

COMMENT ON COLUMN health.export_element.exported_at IS 'When the export was made that said it last, or when an app sent it; null where unknown. An older export does not replace it.';

CREATE TABLE health.person (
    person_id integer NOT NULL,
    uuid uuid DEFAULT gen_random_uuid() NOT NULL,
    name text NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    CONSTRAINT person_name_check CHECK (((name <> ''::text) AND (octet_length(name) <= 200)))
);

COMMENT ON TABLE health.person IS 'A person whose samples are kept.';

COMMENT ON COLUMN health.person.person_id IS 'Leads the key of every personal table.';

COMMENT ON COLUMN health.person.uuid IS 'Name space of the deterministic uuids of imported samples; never changes.';

COMMENT ON COLUMN health.person.name IS 'How the operator calls the person; 1 to 200 bytes.';

COMMENT ON COLUMN health.person.created_at IS 'When the person was added.';

CREATE VIEW health.activity_summary AS
 SELECT summary.person_id,
    person.name AS person,
    to_date(summary.key, 'YYYY-MM-DD'::text) AS date,
    (health_code.text_number((attribute.attributes ->> 'activeEnergyBurned'::text)) / energy.kilocalorie) AS active_energy_burned,
    (health_code.text_number((attribute.attributes ->> 'activeEnergyBurnedGoal'::text)) / energy.kilocalorie) AS active_energy_burned_goal,
    health_code.text_number(COALESCE((attribute.attributes ->> 'appleMoveTime'::text), (attribute.attributes ->> 'appleMoveMinutes'::text))) AS apple_move_time,
    health_code.text_number(COALESCE((attribute.attributes ->> 'appleMoveTimeGoal'::text), (attribute.attributes ->> 'appleMoveMinutesGoal'::text))) AS apple_move_time_goal,
    health_code.text_number((attribute.attributes ->> 'appleExerciseTime'::text)) AS apple_exercise_time,
    health_code.text_number((attribute.attributes ->> 'appleExerciseTimeGoal'::text)) AS apple_exercise_time_goal,
    health_code.text_number((attribute.attributes ->> 'appleStandHours'::text)) AS apple_stand_hours,
    health_code.text_number((attribute.attributes ->> 'appleStandHoursGoal'::text)) AS apple_stand_hours_goal,
    summary.exported_at,
    summary.key
   FROM (((health.export_element summary
     JOIN health.person ON ((person.person_id = summary.person_id)))
     CROSS JOIN LATERAL ( VALUES ((summary.element -> 'attributes'::text))) attribute(attributes))
     CROSS JOIN LATERAL ( VALUES (
                CASE COALESCE((attribute.attributes ->> 'activeEnergyBurnedUnit'::text), 'kcal'::text)
                    WHEN 'kcal'::text THEN (1)::double precision
                    WHEN 'Cal'::text THEN (1)::double precision
                    WHEN 'kJ'::text THEN (4.184)::double precision
                    WHEN 'J'::text THEN (4184)::double precision
                    WHEN 'cal'::text THEN (1000)::double precision
                    ELSE NULL::double precision
                END)) energy(kilocalorie))
  WHERE ((summary.name = 'ActivitySummary'::text) AND (summary.key IS NOT NULL));

COMMENT ON VIEW health.activity_summary IS 'The activity rings of each day (HKActivitySummary), as the newest export or the last app to send them says them. The system computes them; they are no sums of samples.';

COMMENT ON COLUMN health.activity_summary.person_id IS 'Whose rings.';

COMMENT ON COLUMN health.activity_summary.person IS 'The person''s name.';

COMMENT ON COLUMN health.activity_summary.date IS 'The day, on the person''s calendar.';

COMMENT ON COLUMN health.activity_summary.active_energy_burned IS 'Move ring: kilocalories; null where not sent or in an unknown unit.';

COMMENT ON COLUMN health.activity_summary.active_energy_burned_goal IS 'Its goal: kilocalories.';

COMMENT ON COLUMN health.activity_summary.apple_move_time IS 'Move ring of those who count minutes: minutes; null where not sent.';

COMMENT ON COLUMN health.activity_summary.apple_move_time_goal IS 'Its goal: minutes.';

COMMENT ON COLUMN health.activity_summary.apple_exercise_time IS 'Exercise ring: minutes; null where not sent.';

COMMENT ON COLUMN health.activity_summary.apple_exercise_time_goal IS 'Its goal: minutes.';

COMMENT ON COLUMN health.activity_summary.apple_stand_hours IS 'Stand ring: hours; null where not sent.';

COMMENT ON COLUMN health.activity_summary.apple_stand_hours_goal IS 'Its goal: hours.';

COMMENT ON COLUMN health.activity_summary.exported_at IS 'When the export was made, or when an app sent it; null where unknown.';

COMMENT ON COLUMN health.activity_summary.key IS 'The day as text, by which the index finds it.';

CREATE TABLE health.sample (
    person_id integer NOT NULL,
    sample_type_id integer NOT NULL,
    uuid uuid NOT NULL,
    start_time timestamp with time zone NOT NULL,
    end_time timestamp with time zone NOT NULL,
    quantity double precision,
    source_revision_id integer NOT NULL,
    device_id integer,
    creation_time timestamp with time zone,
    change_position bigint NOT NULL,
    sent_unit_id integer,
    category_value integer,
    sent_quantity double precision,
    sent_category_value text,
    is_imported boolean DEFAULT false NOT NULL,
    CONSTRAINT sample_time_check CHECK ((start_time <= end_time))
);

COMMENT ON TABLE health.sample IS 'Every sample of every person (HKSample). The views quantity_sample, category_sample, correlation and workout show it with readable names.';

COMMENT ON COLUMN health.sample.person_id IS 'Whose sample.';

COMMENT ON COLUMN health.sample.sample_type_id IS 'Its type, in health.sample_type.';

COMMENT ON COLUMN health.sample.uuid IS 'HealthKit''s uuid; where the sender had none, a version 5 uuid made from the content and its occurrence number.';

COMMENT ON COLUMN health.sample.start_time IS 'Start, to the microsecond where it was sent so.';

COMMENT ON COLUMN health.sample.end_time IS 'End, exclusive; equal to the start for a point.';

COMMENT ON COLUMN health.sample.quantity IS 'Value of a quantity sample in the type''s canonical unit (as sent, for a type that is not in the catalogue); null for other kinds, and for a series, whose quantities are in health.series_quantity.';

COMMENT ON COLUMN health.sample.source_revision_id IS 'Who wrote it, in health.source_revision.';

COMMENT ON COLUMN health.sample.device_id IS 'What made it, in health.device; null where not sent.';

COMMENT ON COLUMN health.sample.creation_time IS 'When it was saved on the phone; null where not sent.';

COMMENT ON COLUMN health.sample.change_position IS 'Its place in the person''s change feed.';

COMMENT ON COLUMN health.sample.sent_unit_id IS 'The unit as sent, in health.unit; null for other kinds than quantity.';

COMMENT ON COLUMN health.sample.category_value IS 'Raw value of a category sample (health.category_value); null for other kinds and for values in no catalogue.';

COMMENT ON COLUMN health.sample.sent_quantity IS 'The value as sent; null where it equals quantity, and for a series whose summary was not sent.';

COMMENT ON COLUMN health.sample.sent_category_value IS 'The category value as sent; null where it is the catalogue''s own text of category_value.';

COMMENT ON COLUMN health.sample.is_imported IS 'True for a record of an export: its uuid is not HealthKit''s, which export.xml does not say.';

CREATE TABLE health.sample_detail (
    person_id integer NOT NULL,
    uuid uuid NOT NULL,
    metadata jsonb,
    parts jsonb
);

COMMENT ON TABLE health.sample_detail IS 'What hangs on a sample beside its columns. Most samples have no row here.';

COMMENT ON COLUMN health.sample_detail.person_id IS 'Whose sample.';

COMMENT ON COLUMN health.sample_detail.uuid IS 'The sample.';

COMMENT ON COLUMN health.sample_detail.metadata IS 'HKMetadata as one object; a key that an export repeats with other values holds an array of them.';

COMMENT ON COLUMN health.sample_detail.parts IS 'What belongs to the sample and has no column, in the words of HealthKit (locations, heartbeats, voltages, …), as the views workout_route_location, heartbeat, electrocardiogram_voltage and others show it; and in the words and order of its sender what has none: events, activities and statistics of a workout, elements that nobody knows yet.';

CREATE TABLE health.sample_type (
    sample_type_id integer NOT NULL,
    identifier text NOT NULL,
    short_name text NOT NULL,
    kind text NOT NULL,
    aggregation_style text,
    canonical_unit text,
    value_enum text,
    in_catalogue boolean NOT NULL,
    CONSTRAINT sample_type_kind_check CHECK ((kind = ANY (ARRAY['quantity'::text, 'category'::text, 'correlation'::text, 'workout'::text, 'other'::text])))
);

COMMENT ON TABLE health.sample_type IS 'Every sample type that HealthKit''s catalogue or a sample has named; health.quantity_type and its like say more about those of the catalogue.';

COMMENT ON COLUMN health.sample_type.sample_type_id IS 'The number that samples hold; differs between databases.';

COMMENT ON COLUMN health.sample_type.identifier IS 'HealthKit''s identifier, or the text as sent.';

COMMENT ON COLUMN health.sample_type.short_name IS 'HealthKit''s name in Swift, such as stepCount; the identifier where there is none.';

COMMENT ON COLUMN health.sample_type.kind IS 'quantity, category, correlation, workout or other.';

COMMENT ON COLUMN health.sample_type.aggregation_style IS 'HKQuantityAggregationStyle''s name; null for other kinds and where nobody knows it.';

COMMENT ON COLUMN health.sample_type.canonical_unit IS 'The unit of health.sample.quantity; null for other kinds, and for types that are not in the catalogue, whose quantities are in the unit as sent.';

COMMENT ON COLUMN health.sample_type.value_enum IS 'Of category types: the enum of their values in health.category_value; null for those that are not in the catalogue.';

COMMENT ON COLUMN health.sample_type.in_catalogue IS 'False for a type that only a sample has named.';

CREATE TABLE health.source_revision (
    person_id integer NOT NULL,
    source_revision_id integer NOT NULL,
    source_id integer NOT NULL,
    version text,
    product_type text,
    operating_system_version text
);

COMMENT ON TABLE health.source_revision IS 'A source at one version (HKSourceRevision).';

COMMENT ON COLUMN health.source_revision.person_id IS 'Whose source.';

COMMENT ON COLUMN health.source_revision.source_revision_id IS 'Counts the person''s revisions, from 1.';

COMMENT ON COLUMN health.source_revision.source_id IS 'The source.';

COMMENT ON COLUMN health.source_revision.version IS 'Version of the app, as sent; null where not sent.';

COMMENT ON COLUMN health.source_revision.product_type IS 'Such as iPhone15,2 or Watch6,1; null where not sent.';

COMMENT ON COLUMN health.source_revision.operating_system_version IS 'As sent; null where not sent.';

CREATE VIEW health.audiogram_point AS
 SELECT sample.person_id,
    person.name AS person,
    sample.uuid,
    sample.start_time,
    ((point.ordinal - 1))::integer AS ordinal,
    health_code.json_number((point.value -> 'frequency'::text)) AS frequency,
    health_code.json_number((point.value -> 'leftEarSensitivity'::text)) AS left_ear_sensitivity,
    health_code.json_number((point.value -> 'rightEarSensitivity'::text)) AS right_ear_sensitivity,
        CASE (point.value -> 'leftEarMasked'::text)
            WHEN 'true'::jsonb THEN true
            WHEN 'false'::jsonb THEN false
            ELSE NULL::boolean
        END AS left_ear_masked,
        CASE (point.value -> 'rightEarMasked'::text)
            WHEN 'true'::jsonb THEN true
            WHEN 'false'::jsonb THEN false
            ELSE NULL::boolean
        END AS right_ear_masked,
    health_code.json_number((point.value #> '{leftEarClampingRange,lowerBound}'::text[])) AS left_ear_clamping_lower_bound,
    health_code.json_number((point.value #> '{leftEarClampingRange,upperBound}'::text[])) AS left_ear_clamping_upper_bound,
    health_code.json_number((point.value #> '{rightEarClampingRange,lowerBound}'::text[])) AS right_ear_clamping_lower_bound,
    health_code.json_number((point.value #> '{rightEarClampingRange,upperBound}'::text[])) AS right_ear_clamping_upper_bound,
    source.name AS source
   FROM ((((((health.sample
     JOIN health.sample_type USING (sample_type_id))
     JOIN health.person ON ((person.person_id = sample.person_id)))
     LEFT JOIN health.source_revision ON (((source_revision.person_id = sample.person_id) AND (source_revision.source_revision_id = sample.source_revision_id))))
     LEFT JOIN health.source ON (((source.person_id = source_revision.person_id) AND (source.source_id = source_revision.source_id))))
     JOIN health.sample_detail ON (((sample_detail.person_id = sample.person_id) AND (sample_detail.uuid = sample.uuid))))
     CROSS JOIN LATERAL jsonb_array_elements(
        CASE
            WHEN (jsonb_typeof((sample_detail.parts -> 'sensitivityPoints'::text)) = 'array'::text) THEN (sample_detail.parts -> 'sensitivityPoints'::text)
            ELSE NULL::jsonb
        END) WITH ORDINALITY point(value, ordinal))
  WHERE (sample_type.identifier = 'HKDataTypeIdentifierAudiogram'::text);

COMMENT ON VIEW health.audiogram_point IS 'The points of audiograms (HKAudiogramSensitivityPoint). Null where not sent.';

COMMENT ON COLUMN health.audiogram_point.person_id IS 'Whose sample.';

COMMENT ON COLUMN health.audiogram_point.person IS 'The person''s name.';

COMMENT ON COLUMN health.audiogram_point.uuid IS 'The audiogram, in health.sample.';

COMMENT ON COLUMN health.audiogram_point.start_time IS 'When the test began.';

COMMENT ON COLUMN health.audiogram_point.ordinal IS 'Its place in the audiogram as sent, from 0.';

COMMENT ON COLUMN health.audiogram_point.frequency IS 'Hz.';

COMMENT ON COLUMN health.audiogram_point.left_ear_sensitivity IS 'dBHL; 0 is normal hearing, greater is worse.';

COMMENT ON COLUMN health.audiogram_point.right_ear_sensitivity IS 'dBHL; 0 is normal hearing, greater is worse.';

COMMENT ON COLUMN health.audiogram_point.left_ear_masked IS 'Whether the other ear heard noise meanwhile.';

COMMENT ON COLUMN health.audiogram_point.right_ear_masked IS 'Whether the other ear heard noise meanwhile.';

COMMENT ON COLUMN health.audiogram_point.left_ear_clamping_lower_bound IS 'dBHL: the test could tell no lower sensitivity.';

COMMENT ON COLUMN health.audiogram_point.left_ear_clamping_upper_bound IS 'dBHL: the test could tell no greater sensitivity.';

COMMENT ON COLUMN health.audiogram_point.right_ear_clamping_lower_bound IS 'dBHL: the test could tell no lower sensitivity.';

COMMENT ON COLUMN health.audiogram_point.right_ear_clamping_upper_bound IS 'dBHL: the test could tell no greater sensitivity.';

COMMENT ON COLUMN health.audiogram_point.source IS 'Name of the source.';

CREATE TABLE health.category_value (
    enum text NOT NULL,
    raw_value integer NOT NULL,
    case_name text NOT NULL,
    export_xml_string text,
    enum_ios_introduced text,
    deprecated text,
    note text
);

COMMENT ON TABLE health.category_value IS 'The values of HealthKit''s category types.';

COMMENT ON COLUMN health.category_value.enum IS 'The enum, which health.category_type names.';

COMMENT ON COLUMN health.category_value.raw_value IS 'What health.sample.category_value holds; a renamed case has the number of the new one.';

COMMENT ON COLUMN health.category_value.case_name IS 'The name in Swift, such as asleepREM.';

COMMENT ON COLUMN health.category_value.export_xml_string IS 'What exports print.';

COMMENT ON COLUMN health.category_value.enum_ios_introduced IS 'The first iOS release with the enum.';

COMMENT ON COLUMN health.category_value.deprecated IS 'Whether HealthKit has deprecated it.';

COMMENT ON COLUMN health.category_value.note IS 'What else is worth knowing.';

CREATE TABLE health.device (
    person_id integer NOT NULL,
    device_id integer NOT NULL,
    name text,
    manufacturer text,
    model text,
    hardware_version text,
    firmware_version text,
    software_version text,
    local_identifier text,
    udi_device_identifier text,
    creation_date text,
    unparsed text
);

COMMENT ON TABLE health.device IS 'Hardware that made samples (HKDevice). A field is null where it was not sent.';

COMMENT ON COLUMN health.device.person_id IS 'Whose device.';

COMMENT ON COLUMN health.device.device_id IS 'Counts the person''s devices, from 1.';

COMMENT ON COLUMN health.device.name IS 'Such as Apple Watch.';

COMMENT ON COLUMN health.device.manufacturer IS 'Such as Apple Inc.';

COMMENT ON COLUMN health.device.model IS 'Such as Watch.';

COMMENT ON COLUMN health.device.hardware_version IS 'Such as Watch6,1.';

COMMENT ON COLUMN health.device.firmware_version IS 'As sent.';

COMMENT ON COLUMN health.device.software_version IS 'As sent.';

COMMENT ON COLUMN health.device.local_identifier IS 'As sent.';

COMMENT ON COLUMN health.device.udi_device_identifier IS 'Unique device identifier of the FDA, as sent.';

COMMENT ON COLUMN health.device.creation_date IS 'As printed by newer exports.';

COMMENT ON COLUMN health.device.unparsed IS 'A description that could not be taken apart; every other field is then null.';

CREATE VIEW health.category_sample AS
 SELECT sample.person_id,
    person.name AS person,
    sample.uuid,
    sample_type.short_name AS type,
    sample.start_time,
    sample.end_time,
    sample.category_value AS value,
    COALESCE(category_value.case_name, sample.sent_category_value) AS value_name,
    source.name AS source,
    source.was_user_entered,
    source_revision.version AS source_version,
    device.name AS device,
    sample.creation_time,
    sample_detail.metadata
   FROM (((((((health.sample
     JOIN health.sample_type USING (sample_type_id))
     JOIN health.person ON ((person.person_id = sample.person_id)))
     LEFT JOIN LATERAL ( SELECT category_value_1.case_name
           FROM health.category_value category_value_1
          WHERE ((category_value_1.enum = sample_type.value_enum) AND (category_value_1.raw_value = sample.category_value))
          ORDER BY (category_value_1.deprecated IS NOT NULL)
         LIMIT 1) category_value ON (true))
     LEFT JOIN health.source_revision ON (((source_revision.person_id = sample.person_id) AND (source_revision.source_revision_id = sample.source_revision_id))))
     LEFT JOIN health.source ON (((source.person_id = source_revision.person_id) AND (source.source_id = source_revision.source_id))))
     LEFT JOIN health.device ON (((device.person_id = sample.person_id) AND (device.device_id = sample.device_id))))
     LEFT JOIN health.sample_detail ON (((sample_detail.person_id = sample.person_id) AND (sample_detail.uuid = sample.uuid))))
  WHERE (sample_type.kind = 'category'::text);

COMMENT ON VIEW health.category_sample IS 'Category samples with readable names (HKCategorySample).';

COMMENT ON COLUMN health.category_sample.person_id IS 'Whose sample.';

COMMENT ON COLUMN health.category_sample.person IS 'The person''s name.';

COMMENT ON COLUMN health.category_sample.uuid IS 'HealthKit''s uuid, or one made from the content.';

COMMENT ON COLUMN health.category_sample.type IS 'Short name of the type, such as sleepAnalysis.';

COMMENT ON COLUMN health.category_sample.start_time IS 'Start.';

COMMENT ON COLUMN health.category_sample.end_time IS 'End, exclusive; equal to the start for a point.';

COMMENT ON COLUMN health.category_sample.value IS 'Raw value of the type''s enum; null for a text in no catalogue.';

COMMENT ON COLUMN health.category_sample.value_name IS 'Name of the value, or the text as sent.';

COMMENT ON COLUMN health.category_sample.source IS 'Name of the source.';

COMMENT ON COLUMN health.category_sample.was_user_entered IS 'True if entered by hand.';

COMMENT ON COLUMN health.category_sample.source_version IS 'Version of the source; null where not sent.';

COMMENT ON COLUMN health.category_sample.device IS 'Name of the device; null where not sent.';

COMMENT ON COLUMN health.category_sample.creation_time IS 'When it was saved on the phone; null where not sent.';

COMMENT ON COLUMN health.category_sample.metadata IS 'HKMetadata; null for none.';

CREATE TABLE health.category_type (
    identifier text NOT NULL,
    raw_string text NOT NULL,
    short_name text NOT NULL,
    ios_introduced text,
    value_enum text,
    app_read_only boolean,
    deprecated text,
    note text
);

COMMENT ON TABLE health.category_type IS 'HealthKit''s category types (HKCategoryTypeIdentifier).';

COMMENT ON COLUMN health.category_type.identifier IS 'Name of HealthKit''s constant.';

COMMENT ON COLUMN health.category_type.raw_string IS 'The identifier as apps send it and exports print it.';

COMMENT ON COLUMN health.category_type.short_name IS 'HealthKit''s name in Swift, such as sleepAnalysis.';

COMMENT ON COLUMN health.category_type.ios_introduced IS 'The first iOS release with it.';

COMMENT ON COLUMN health.category_type.value_enum IS 'The enum of its values in health.category_value.';

COMMENT ON COLUMN health.category_type.app_read_only IS 'True where apps may only read it; null where unknown.';

COMMENT ON COLUMN health.category_type.deprecated IS 'Whether HealthKit has deprecated it.';

COMMENT ON COLUMN health.category_type.note IS 'What else is worth knowing.';

CREATE TABLE health.change_counter (
    person_id integer NOT NULL,
    last_position bigint DEFAULT 0 NOT NULL,
    feed_uuid uuid DEFAULT gen_random_uuid() NOT NULL,
    imported_until timestamp with time zone
);

COMMENT ON TABLE health.change_counter IS 'The end of each person''s change feed. A writer locks the row until it commits, so that positions become visible in order and no reader can skip one.';

COMMENT ON COLUMN health.change_counter.person_id IS 'Whose feed.';

COMMENT ON COLUMN health.change_counter.last_position IS 'The position of the latest change; 0 before the first.';

COMMENT ON COLUMN health.change_counter.feed_uuid IS 'Which feed the anchors that clients hold belong to. Renewed (set feed_uuid = gen_random_uuid()) after the database was restored from a backup, it makes all of them expire, since positions are then given a second time.';

COMMENT ON COLUMN health.change_counter.imported_until IS 'No imported sample of the person starts later; null where none was ever imported. What starts later need not be compared.';

CREATE TABLE health.characteristic_type (
    identifier text NOT NULL,
    short_name text NOT NULL,
    ios_introduced text,
    value_type text,
    value_enum text,
    export_me_attribute text,
    is_public boolean,
    note text
);

COMMENT ON TABLE health.characteristic_type IS 'What HealthKit knows of a person and does not sample (HKCharacteristicTypeIdentifier).';

COMMENT ON COLUMN health.characteristic_type.identifier IS 'HealthKit''s identifier.';

COMMENT ON COLUMN health.characteristic_type.short_name IS 'HealthKit''s name in Swift, such as dateOfBirth.';

COMMENT ON COLUMN health.characteristic_type.ios_introduced IS 'The first iOS release with it.';

COMMENT ON COLUMN health.characteristic_type.value_type IS 'date or enum.';

COMMENT ON COLUMN health.characteristic_type.value_enum IS 'The enum of its values in health.enum_value.';

COMMENT ON COLUMN health.characteristic_type.export_me_attribute IS 'The attribute of the export''s element Me that holds it.';

COMMENT ON COLUMN health.characteristic_type.is_public IS 'False for one that apps cannot read.';

COMMENT ON COLUMN health.characteristic_type.note IS 'What else is worth knowing.';

CREATE TABLE health.enum_value (
    enum text NOT NULL,
    raw_value integer,
    case_name text NOT NULL,
    objc_constant text,
    enum_ios_introduced text,
    deprecated text,
    note text
);

COMMENT ON TABLE health.enum_value IS 'The values of HealthKit''s other enums, which metadata and special samples use.';

COMMENT ON COLUMN health.enum_value.enum IS 'The enum.';

COMMENT ON COLUMN health.enum_value.raw_value IS 'HealthKit''s number; null where unknown.';

COMMENT ON COLUMN health.enum_value.case_name IS 'The name in Swift.';

COMMENT ON COLUMN health.enum_value.objc_constant IS 'The name in Objective-C, which exports print.';

COMMENT ON COLUMN health.enum_value.enum_ios_introduced IS 'The first iOS release with the enum.';

COMMENT ON COLUMN health.enum_value.deprecated IS 'Whether HealthKit has deprecated it.';

COMMENT ON COLUMN health.enum_value.note IS 'What else is worth knowing.';

CREATE VIEW health.characteristic AS
 SELECT me.person_id,
    person.name AS person,
    COALESCE(characteristic_type.short_name, attribute.key) AS type,
    NULLIF(attribute.value, ''::text) AS value,
    enum_value.raw_value,
    enum_value.case_name AS value_name,
    attribute.key AS identifier,
    me.exported_at
   FROM ((((health.export_element me
     JOIN health.person ON ((person.person_id = me.person_id)))
     CROSS JOIN LATERAL jsonb_each_text(
        CASE
            WHEN (jsonb_typeof((me.element -> 'attributes'::text)) = 'object'::text) THEN (me.element -> 'attributes'::text)
            ELSE NULL::jsonb
        END) attribute(key, value))
     LEFT JOIN health.characteristic_type ON ((characteristic_type.identifier = attribute.key)))
     LEFT JOIN health.enum_value ON (((enum_value.enum = characteristic_type.value_enum) AND (enum_value.objc_constant = attribute.value))))
  WHERE ((me.name = 'Me'::text) AND (me.key IS NOT NULL));

COMMENT ON VIEW health.characteristic IS 'What the newest export says of the person (HKCharacteristicType), one row for each characteristic.';

COMMENT ON COLUMN health.characteristic.person_id IS 'Whose.';

COMMENT ON COLUMN health.characteristic.person IS 'The person''s name.';

COMMENT ON COLUMN health.characteristic.type IS 'Short name, such as dateOfBirth; the identifier where it is in no catalogue.';

COMMENT ON COLUMN health.characteristic.value IS 'As the export says it: yyyy-MM-dd, or a constant such as HKBloodTypeAPositive; null where it is empty.';

COMMENT ON COLUMN health.characteristic.raw_value IS 'HealthKit''s number of the constant; null where it has none.';

COMMENT ON COLUMN health.characteristic.value_name IS 'Its name in Swift, such as aPositive; null where it has none.';

COMMENT ON COLUMN health.characteristic.identifier IS 'HealthKit''s identifier.';

COMMENT ON COLUMN health.characteristic.exported_at IS 'When the export was made; null where unknown.';

CREATE TABLE health.client_anchor (
    person_id integer NOT NULL,
    device text NOT NULL,
    types text[] NOT NULL,
    types_sha256 bytea NOT NULL,
    anchor bytea NOT NULL,
    updated_at timestamp with time zone DEFAULT now() NOT NULL,
    CONSTRAINT client_anchor_anchor_check CHECK (((octet_length(anchor) >= 1) AND (octet_length(anchor) <= 65536))),
    CONSTRAINT client_anchor_device_check CHECK (((octet_length(device) >= 1) AND (octet_length(device) <= 200))),
    CONSTRAINT client_anchor_types_check CHECK ((cardinality(types) > 0))
);

COMMENT ON TABLE health.client_anchor IS 'How far clients have sent their data (HKQueryAnchor): stored with the batch that brings the data, so that the two never disagree.';

COMMENT ON COLUMN health.client_anchor.person_id IS 'Whose client.';

COMMENT ON COLUMN health.client_anchor.device IS 'The client''s name for itself; 1 to 200 bytes.';

COMMENT ON COLUMN health.client_anchor.types IS 'The types that the anchor is for, by identifier, each once and in the order of their bytes.';

COMMENT ON COLUMN health.client_anchor.types_sha256 IS 'SHA-256 of the types with commas between: all types together are too long for an index.';

COMMENT ON COLUMN health.client_anchor.anchor IS 'The client''s bytes, which nobody here reads; 1 to 65,536.';

COMMENT ON COLUMN health.client_anchor.updated_at IS 'When it was last stored.';

CREATE TABLE health.client_session (
    person_id integer NOT NULL,
    automation text NOT NULL,
    session text NOT NULL,
    arrival bigint NOT NULL,
    first_arrived_at timestamp with time zone DEFAULT now() NOT NULL,
    CONSTRAINT client_session_length_check CHECK (((octet_length(automation) <= 1000) AND (octet_length(session) <= 200)))
);

COMMENT ON TABLE health.client_session IS 'The runs in which an automation of a client sent its windows. What belongs to an older run than the newest changes and deletes nothing.';

COMMENT ON COLUMN health.client_session.person_id IS 'Whose automation.';

COMMENT ON COLUMN health.client_session.automation IS 'Which one: what the bundle identifiers of its sources begin with.';

COMMENT ON COLUMN health.client_session.session IS 'The run, as the client names it; several requests may belong to it.';

COMMENT ON COLUMN health.client_session.arrival IS 'Counts the automation''s runs in order of their first request, from 1.';

COMMENT ON COLUMN health.client_session.first_arrived_at IS 'When its first request arrived.';

CREATE VIEW health.clinical_record AS
 SELECT sample.person_id,
    person.name AS person,
    sample.uuid,
    sample_type.short_name AS type,
    sample.start_time AS received_date,
    (sample_detail.parts ->> 'identifier'::text) AS identifier,
    (sample_detail.parts ->> 'sourceURL'::text) AS source_url,
    (sample_detail.parts ->> 'fhirVersion'::text) AS fhir_version,
    (sample_detail.parts #>> '{resource,resourceType}'::text[]) AS resource_type,
    (sample_detail.parts -> 'resource'::text) AS resource,
    source.name AS source
   FROM (((((health.sample
     JOIN health.sample_type USING (sample_type_id))
     JOIN health.person ON ((person.person_id = sample.person_id)))
     LEFT JOIN health.source_revision ON (((source_revision.person_id = sample.person_id) AND (source_revision.source_revision_id = sample.source_revision_id))))
     LEFT JOIN health.source ON (((source.person_id = source_revision.person_id) AND (source.source_id = source_revision.source_id))))
     LEFT JOIN health.sample_detail ON (((sample_detail.person_id = sample.person_id) AND (sample_detail.uuid = sample.uuid))))
  WHERE ((sample_type.kind = 'other'::text) AND (sample_type.identifier ~~ 'HKClinicalTypeIdentifier%'::text));

COMMENT ON VIEW health.clinical_record IS 'Clinical records (HKClinicalRecord).';

COMMENT ON COLUMN health.clinical_record.person_id IS 'Whose sample.';

COMMENT ON COLUMN health.clinical_record.person IS 'The person''s name.';

COMMENT ON COLUMN health.clinical_record.uuid IS 'HealthKit''s uuid, or one made from the content.';

COMMENT ON COLUMN health.clinical_record.type IS 'Short name of the type, such as labResultRecord.';

COMMENT ON COLUMN health.clinical_record.received_date IS 'When the phone received it.';

COMMENT ON COLUMN health.clinical_record.identifier IS 'The identifier of the FHIR resource, which its source gave it.';

COMMENT ON COLUMN health.clinical_record.source_url IS 'Where the phone got it.';

COMMENT ON COLUMN health.clinical_record.fhir_version IS 'The version of FHIR.';

COMMENT ON COLUMN health.clinical_record.resource_type IS 'What it is in FHIR, such as Observation; null where the resource is not here.';

COMMENT ON COLUMN health.clinical_record.resource IS 'The FHIR resource; null where it is not here.';

COMMENT ON COLUMN health.clinical_record.source IS 'Name of the source, an institution.';

CREATE TABLE health.contained_sample (
    person_id integer NOT NULL,
    container_uuid uuid NOT NULL,
    uuid uuid NOT NULL
);

COMMENT ON TABLE health.contained_sample IS 'Which samples a correlation or workout contains. They are samples on their own, too.';

COMMENT ON COLUMN health.contained_sample.person_id IS 'Whose samples.';

COMMENT ON COLUMN health.contained_sample.container_uuid IS 'The correlation or workout.';

COMMENT ON COLUMN health.contained_sample.uuid IS 'The sample in it.';

CREATE VIEW health.correlation AS
 SELECT sample.person_id,
    person.name AS person,
    sample.uuid,
    sample_type.short_name AS type,
    sample.start_time,
    sample.end_time,
    source.name AS source,
    ARRAY( SELECT contained_sample.uuid
           FROM health.contained_sample
          WHERE ((contained_sample.person_id = sample.person_id) AND (contained_sample.container_uuid = sample.uuid))
          ORDER BY contained_sample.uuid) AS objects,
    sample_detail.metadata
   FROM (((((health.sample
     JOIN health.sample_type USING (sample_type_id))
     JOIN health.person ON ((person.person_id = sample.person_id)))
     LEFT JOIN health.source_revision ON (((source_revision.person_id = sample.person_id) AND (source_revision.source_revision_id = sample.source_revision_id))))
     LEFT JOIN health.source ON (((source.person_id = source_revision.person_id) AND (source.source_id = source_revision.source_id))))
     LEFT JOIN health.sample_detail ON (((sample_detail.person_id = sample.person_id) AND (sample_detail.uuid = sample.uuid))))
  WHERE (sample_type.kind = 'correlation'::text);

COMMENT ON VIEW health.correlation IS 'Correlations with readable names (HKCorrelation).';

COMMENT ON COLUMN health.correlation.person_id IS 'Whose correlation.';

COMMENT ON COLUMN health.correlation.person IS 'The person''s name.';

COMMENT ON COLUMN health.correlation.uuid IS 'HealthKit''s uuid, or one made from the content.';

COMMENT ON COLUMN health.correlation.type IS 'Short name of the type, such as bloodPressure.';

COMMENT ON COLUMN health.correlation.start_time IS 'Start.';

COMMENT ON COLUMN health.correlation.end_time IS 'End.';

COMMENT ON COLUMN health.correlation.source IS 'Name of the source.';

COMMENT ON COLUMN health.correlation.objects IS 'The uuids of the samples in it, which are samples on their own, too.';

COMMENT ON COLUMN health.correlation.metadata IS 'HKMetadata; null for none.';

CREATE TABLE health.correlation_type (
    identifier text NOT NULL,
    short_name text NOT NULL,
    ios_introduced text,
    contained_types text,
    export_xml_element text,
    note text
);

COMMENT ON TABLE health.correlation_type IS 'HealthKit''s correlation types (HKCorrelationTypeIdentifier).';

COMMENT ON COLUMN health.correlation_type.identifier IS 'The identifier as apps send it and exports print it.';

COMMENT ON COLUMN health.correlation_type.short_name IS 'HealthKit''s name in Swift, such as bloodPressure.';

COMMENT ON COLUMN health.correlation_type.ios_introduced IS 'The first iOS release with it.';

COMMENT ON COLUMN health.correlation_type.contained_types IS 'Which samples it contains.';

COMMENT ON COLUMN health.correlation_type.export_xml_element IS 'The element of exports that holds it.';

COMMENT ON COLUMN health.correlation_type.note IS 'What else is worth knowing.';

CREATE TABLE health.deleted_sample (
    person_id integer NOT NULL,
    uuid uuid NOT NULL,
    sample_type_id integer,
    deleted_at timestamp with time zone DEFAULT now() NOT NULL,
    change_position bigint NOT NULL,
    went_with_correlation boolean DEFAULT false NOT NULL
);

COMMENT ON TABLE health.deleted_sample IS 'Deletions (HKDeletedObject), kept for ever: a deleted sample does not come back, whichever arrives first.';

COMMENT ON COLUMN health.deleted_sample.person_id IS 'Whose sample.';

COMMENT ON COLUMN health.deleted_sample.uuid IS 'The deleted sample.';

COMMENT ON COLUMN health.deleted_sample.sample_type_id IS 'Its type; null where the sample was never here and nobody said.';

COMMENT ON COLUMN health.deleted_sample.deleted_at IS 'When the deletion arrived here.';

COMMENT ON COLUMN health.deleted_sample.change_position IS 'Its place in the person''s change feed.';

COMMENT ON COLUMN health.deleted_sample.went_with_correlation IS 'True where nobody deleted the sample by name: it went with a correlation that contained it. It is alive again in any other correlation or workout that contains it, as it would have stayed if that one had come first. Deleted by name, it is false.';

CREATE VIEW health.electrocardiogram AS
 SELECT sample.person_id,
    person.name AS person,
    sample.uuid,
    sample.start_time,
    sample.end_time,
    (sample_detail.parts ->> 'classification'::text) AS classification,
    health_code.json_number((sample_detail.parts -> 'averageHeartRate'::text)) AS average_heart_rate,
    health_code.json_number((sample_detail.parts -> 'samplingFrequency'::text)) AS sampling_frequency,
    (sample_detail.parts ->> 'lead'::text) AS lead,
    (sample_detail.parts ->> 'symptoms'::text) AS symptoms,
        CASE
            WHEN (jsonb_typeof((sample_detail.parts -> 'voltages'::text)) = 'array'::text) THEN jsonb_array_length((sample_detail.parts -> 'voltages'::text))
            ELSE NULL::integer
        END AS voltage_count,
    source.name AS source,
    device.name AS device,
    sample.creation_time,
    sample_detail.metadata
   FROM ((((((health.sample
     JOIN health.sample_type USING (sample_type_id))
     JOIN health.person ON ((person.person_id = sample.person_id)))
     LEFT JOIN health.source_revision ON (((source_revision.person_id = sample.person_id) AND (source_revision.source_revision_id = sample.source_revision_id))))
     LEFT JOIN health.source ON (((source.person_id = source_revision.person_id) AND (source.source_id = source_revision.source_id))))
     LEFT JOIN health.device ON (((device.person_id = sample.person_id) AND (device.device_id = sample.device_id))))
     LEFT JOIN health.sample_detail ON (((sample_detail.person_id = sample.person_id) AND (sample_detail.uuid = sample.uuid))))
  WHERE (sample_type.identifier = 'HKDataTypeIdentifierElectrocardiogram'::text);

COMMENT ON VIEW health.electrocardiogram IS 'Electrocardiograms (HKElectrocardiogram). What was measured is in electrocardiogram_voltage.';

COMMENT ON COLUMN health.electrocardiogram.person_id IS 'Whose sample.';

COMMENT ON COLUMN health.electrocardiogram.person IS 'The person''s name.';

COMMENT ON COLUMN health.electrocardiogram.uuid IS 'HealthKit''s uuid, or one made from the content.';

COMMENT ON COLUMN health.electrocardiogram.start_time IS 'Start.';

COMMENT ON COLUMN health.electrocardiogram.end_time IS 'End.';

COMMENT ON COLUMN health.electrocardiogram.classification IS 'As sent, of an export in the language of the phone; null where not sent.';

COMMENT ON COLUMN health.electrocardiogram.average_heart_rate IS 'Beats per minute; null where not sent.';

COMMENT ON COLUMN health.electrocardiogram.sampling_frequency IS 'Voltages per second (Hz).';

COMMENT ON COLUMN health.electrocardiogram.lead IS 'As sent: Lead I.';

COMMENT ON COLUMN health.electrocardiogram.symptoms IS 'As sent; null where not sent.';

COMMENT ON COLUMN health.electrocardiogram.voltage_count IS 'How many voltages there are; null where none were sent.';

COMMENT ON COLUMN health.electrocardiogram.source IS 'Name of the source.';

COMMENT ON COLUMN health.electrocardiogram.device IS 'Name of the device; null where not sent.';

COMMENT ON COLUMN health.electrocardiogram.creation_time IS 'When it was saved on the phone; null where not sent.';

COMMENT ON COLUMN health.electrocardiogram.metadata IS 'HKMetadata; null for none.';

CREATE VIEW health.electrocardiogram_voltage AS
 SELECT sample.person_id,
    person.name AS person,
    sample.uuid,
    ((voltage.ordinal - 1))::integer AS ordinal,
    (((voltage.ordinal - 1))::double precision / sampling.frequency) AS time_since_start,
    (health_code.json_number(voltage.value) * sampling.microvolts) AS microvolts
   FROM (((((health.sample
     JOIN health.sample_type USING (sample_type_id))
     JOIN health.person ON ((person.person_id = sample.person_id)))
     JOIN health.sample_detail ON (((sample_detail.person_id = sample.person_id) AND (sample_detail.uuid = sample.uuid))))
     CROSS JOIN LATERAL ( SELECT NULLIF(health_code.json_number((sample_detail.parts -> 'samplingFrequency'::text)), (0)::double precision) AS frequency,
                CASE COALESCE((sample_detail.parts ->> 'unit'::text), 'uV'::text)
                    WHEN 'uV'::text THEN (1)::double precision
                    WHEN 'µV'::text THEN (1)::double precision
                    WHEN 'μV'::text THEN (1)::double precision
                    WHEN 'mcV'::text THEN (1)::double precision
                    WHEN 'mV'::text THEN ('1000'::numeric)::double precision
                    WHEN 'V'::text THEN ('1000000'::numeric)::double precision
                    ELSE NULL::double precision
                END AS microvolts
         OFFSET 0) sampling)
     CROSS JOIN LATERAL jsonb_array_elements(
        CASE
            WHEN (jsonb_typeof((sample_detail.parts -> 'voltages'::text)) = 'array'::text) THEN (sample_detail.parts -> 'voltages'::text)
            ELSE NULL::jsonb
        END) WITH ORDINALITY voltage(value, ordinal))
  WHERE (sample_type.identifier = 'HKDataTypeIdentifierElectrocardiogram'::text);

COMMENT ON VIEW health.electrocardiogram_voltage IS 'The voltages of electrocardiograms. Ask for one at a time: each has some 15,000.';

COMMENT ON COLUMN health.electrocardiogram_voltage.person_id IS 'Whose sample.';

COMMENT ON COLUMN health.electrocardiogram_voltage.person IS 'The person''s name.';

COMMENT ON COLUMN health.electrocardiogram_voltage.uuid IS 'The electrocardiogram.';

COMMENT ON COLUMN health.electrocardiogram_voltage.ordinal IS 'Its place, from 0.';

COMMENT ON COLUMN health.electrocardiogram_voltage.time_since_start IS 'Seconds since the start; null where the frequency is not known.';

COMMENT ON COLUMN health.electrocardiogram_voltage.microvolts IS 'Microvolts; null where it is no number or the unit is not known.';

CREATE VIEW health.heartbeat AS
 SELECT sample.person_id,
    person.name AS person,
    sample.uuid,
    sample_type.short_name AS type,
    ((beat.ordinal - 1))::integer AS ordinal,
        CASE
            WHEN (abs(health_code.json_number((beat.value -> 'timeSinceSeriesStart'::text))) < ('100000000'::numeric)::double precision) THEN (sample.start_time + (health_code.json_number((beat.value -> 'timeSinceSeriesStart'::text)) * '00:00:01'::interval))
            ELSE NULL::timestamp with time zone
        END AS "time",
    health_code.json_number((beat.value -> 'timeSinceSeriesStart'::text)) AS time_since_series_start,
    health_code.json_number((beat.value -> 'beatsPerMinute'::text)) AS beats_per_minute,
        CASE (beat.value -> 'precededByGap'::text)
            WHEN 'true'::jsonb THEN true
            WHEN 'false'::jsonb THEN false
            ELSE NULL::boolean
        END AS preceded_by_gap,
    (beat.value ->> 'time'::text) AS sent_time
   FROM ((((health.sample
     JOIN health.sample_type USING (sample_type_id))
     JOIN health.person ON ((person.person_id = sample.person_id)))
     JOIN health.sample_detail ON (((sample_detail.person_id = sample.person_id) AND (sample_detail.uuid = sample.uuid))))
     CROSS JOIN LATERAL jsonb_array_elements(
        CASE
            WHEN (jsonb_typeof((sample_detail.parts -> 'heartbeats'::text)) = 'array'::text) THEN (sample_detail.parts -> 'heartbeats'::text)
            ELSE NULL::jsonb
        END) WITH ORDINALITY beat(value, ordinal))
  WHERE (sample_type.identifier = ANY (ARRAY['HKQuantityTypeIdentifierHeartRateVariabilitySDNN'::text, 'HKDataTypeIdentifierHeartbeatSeries'::text]));

COMMENT ON VIEW health.heartbeat IS 'Single heartbeats: of an export those behind a heart rate variability, from apps those of an HKHeartbeatSeriesSample.';

COMMENT ON COLUMN health.heartbeat.person_id IS 'Whose sample.';

COMMENT ON COLUMN health.heartbeat.person IS 'The person''s name.';

COMMENT ON COLUMN health.heartbeat.uuid IS 'The sample with the beats, in health.sample.';

COMMENT ON COLUMN health.heartbeat.type IS 'heartRateVariabilitySDNN or heartbeatSeries.';

COMMENT ON COLUMN health.heartbeat.ordinal IS 'Its place among the beats of the sample as sent, from 0.';

COMMENT ON COLUMN health.heartbeat."time" IS 'When the heart beat; null where that is not known.';

COMMENT ON COLUMN health.heartbeat.time_since_series_start IS 'Seconds from the start of the sample; null where that is not known.';

COMMENT ON COLUMN health.heartbeat.beats_per_minute IS 'The heart rate at this beat; null where not sent.';

COMMENT ON COLUMN health.heartbeat.preceded_by_gap IS 'Whether beats before it are missing; null where not sent.';

COMMENT ON COLUMN health.heartbeat.sent_time IS 'The time of day as an export prints it, on the phone''s clock and in its language.';

CREATE TABLE health.idempotency_key (
    person_id integer NOT NULL,
    key text NOT NULL,
    body_sha256 bytea NOT NULL,
    status integer NOT NULL,
    response bytea,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    CONSTRAINT idempotency_key_body_sha256_check CHECK ((octet_length(body_sha256) = 32)),
    CONSTRAINT idempotency_key_key_check CHECK ((key ~ '^[!-~]{1,200}$'::text))
);

COMMENT ON TABLE health.idempotency_key IS 'The receipts of batches that came with an Idempotency-Key, so that sending one again gives the same receipt. Rows are forgotten after some days.';

COMMENT ON COLUMN health.idempotency_key.person_id IS 'Whose batch.';

COMMENT ON COLUMN health.idempotency_key.key IS 'As sent; 1 to 200 visible ASCII characters.';

COMMENT ON COLUMN health.idempotency_key.body_sha256 IS 'SHA-256 of the batch: another batch must not use the key.';

COMMENT ON COLUMN health.idempotency_key.status IS 'HTTP status of the answer.';

COMMENT ON COLUMN health.idempotency_key.response IS 'The answer, byte for byte; null for one too long to be kept.';

COMMENT ON COLUMN health.idempotency_key.created_at IS 'When the batch was stored.';

CREATE TABLE health.import (
    person_id integer NOT NULL,
    import_id integer NOT NULL,
    state text DEFAULT 'running'::text NOT NULL,
    file_name text NOT NULL,
    file_bytes bigint NOT NULL,
    fingerprint text,
    started_at timestamp with time zone DEFAULT now() NOT NULL,
    updated_at timestamp with time zone DEFAULT now() NOT NULL,
    finished_at timestamp with time zone,
    start_position bigint,
    direct_position bigint,
    bytes_read bigint DEFAULT 0 NOT NULL,
    records_read bigint DEFAULT 0 NOT NULL,
    stored bigint DEFAULT 0 NOT NULL,
    already_known bigint DEFAULT 0 NOT NULL,
    recognised bigint DEFAULT 0 NOT NULL,
    repeated_inside bigint DEFAULT 0 NOT NULL,
    deleted_before bigint DEFAULT 0 NOT NULL,
    refused bigint DEFAULT 0 NOT NULL,
    repaired bigint DEFAULT 0 NOT NULL,
    error text,
    checkpoint jsonb,
    cancel_requested boolean DEFAULT false NOT NULL,
    error_code text,
    CONSTRAINT import_state_check CHECK ((state = ANY (ARRAY['receiving'::text, 'queued'::text, 'running'::text, 'finished'::text, 'failed'::text, 'cancelled'::text])))
);

COMMENT ON TABLE health.import IS 'Every import of a file. records_read = stored + already_known + repeated_inside + deleted_before + refused, once it is finished.';

COMMENT ON COLUMN health.import.person_id IS 'Whose data.';

COMMENT ON COLUMN health.import.import_id IS 'Counts the person''s imports from 1.';

COMMENT ON COLUMN health.import.state IS 'receiving (its file is being uploaded), queued, running (also when its program was killed: the same command goes on, and so does the service), finished, failed or cancelled. Of the last two nothing is stored.';

COMMENT ON COLUMN health.import.file_name IS 'Name of the file without its folder.';

COMMENT ON COLUMN health.import.file_bytes IS 'Its size.';

COMMENT ON COLUMN health.import.fingerprint IS 'SHA-256 of its size, beginning, end and places between, in hexadecimal digits: tells the same file again. Null where unknown: such an import cannot go on.';

COMMENT ON COLUMN health.import.started_at IS 'When it began first; of an upload, when that began.';

COMMENT ON COLUMN health.import.updated_at IS 'When something of it was last committed.';

COMMENT ON COLUMN health.import.finished_at IS 'When it ended, in whatever way.';

COMMENT ON COLUMN health.import.start_position IS 'The end of the person''s change feed when it began; null before.';

COMMENT ON COLUMN health.import.direct_position IS 'Set while records go into health.sample as they are read, which is so as long as the person has no other samples. They take the places of the change feed behind this one, which the feed reaches when the import is finished.';

COMMENT ON COLUMN health.import.bytes_read IS 'How far the file was read, compressed if it is.';

COMMENT ON COLUMN health.import.records_read IS 'Records and other elements that were read, the refused ones included.';

COMMENT ON COLUMN health.import.stored IS 'New samples and elements.';

COMMENT ON COLUMN health.import.already_known IS 'What the store held already.';

COMMENT ON COLUMN health.import.recognised IS 'Of already_known, what the store held with other uuids: from the phone, as a rule.';

COMMENT ON COLUMN health.import.repeated_inside IS 'Records inside a correlation or workout that the file repeats at its top level.';

COMMENT ON COLUMN health.import.deleted_before IS 'Records that the person had deleted.';

COMMENT ON COLUMN health.import.refused IS 'Records that could not be read, in health.import_refusal.';

COMMENT ON COLUMN health.import.repaired IS 'Defects of the file that were repaired. Those between a checkpoint and the end of a killed program are counted twice.';

COMMENT ON COLUMN health.import.error IS 'Why it failed; null if it did not.';

COMMENT ON COLUMN health.import.checkpoint IS 'Where it goes on, with the names and counts until there; null before the first and after the end.';

COMMENT ON COLUMN health.import.cancel_requested IS 'Whether somebody wants it to end; whoever runs it sees that.';

COMMENT ON COLUMN health.import.error_code IS 'Stable name of the reason in error; null where nobody gave one.';

CREATE TABLE health.import_count (
    person_id integer NOT NULL,
    import_id integer NOT NULL,
    item text NOT NULL,
    source text NOT NULL,
    read bigint NOT NULL,
    stored bigint NOT NULL,
    already_known bigint NOT NULL,
    recognised bigint NOT NULL,
    repeated_inside bigint NOT NULL,
    deleted_before bigint NOT NULL,
    refused bigint NOT NULL
);

COMMENT ON TABLE health.import_count IS 'What became of a finished import''s records, per type and source. Their sums are those of health.import.';

COMMENT ON COLUMN health.import_count.person_id IS 'Whose data.';

COMMENT ON COLUMN health.import_count.import_id IS 'Of which import.';

COMMENT ON COLUMN health.import_count.item IS 'Identifier of the sample type, or name of the element where it is no sample or was refused.';

COMMENT ON COLUMN health.import_count.source IS 'Name of the source; empty where there is none.';

COMMENT ON COLUMN health.import_count.read IS 'As health.import.records_read.';

COMMENT ON COLUMN health.import_count.stored IS 'As health.import.stored.';

COMMENT ON COLUMN health.import_count.already_known IS 'As health.import.already_known.';

COMMENT ON COLUMN health.import_count.recognised IS 'As health.import.recognised.';

COMMENT ON COLUMN health.import_count.repeated_inside IS 'As health.import.repeated_inside.';

COMMENT ON COLUMN health.import_count.deleted_before IS 'As health.import.deleted_before.';

COMMENT ON COLUMN health.import_count.refused IS 'As health.import.refused.';

CREATE TABLE health.import_refusal (
    person_id integer NOT NULL,
    import_id integer NOT NULL,
    ordinal bigint NOT NULL,
    file_path text NOT NULL,
    line integer,
    element text NOT NULL,
    code text NOT NULL,
    field text,
    message text NOT NULL
);

COMMENT ON TABLE health.import_refusal IS 'What imports refused, and why; never a health value. Of one import the first 100000 are listed, health.import.refused counts all.';

COMMENT ON COLUMN health.import_refusal.person_id IS 'Whose data.';

COMMENT ON COLUMN health.import_refusal.import_id IS 'By which import.';

COMMENT ON COLUMN health.import_refusal.ordinal IS 'Counts the refusals of the import from 0, in the order of the file.';

COMMENT ON COLUMN health.import_refusal.file_path IS 'Path inside the archive, or the file''s name.';

COMMENT ON COLUMN health.import_refusal.line IS 'Line of its start tag, from 1; null for a whole file.';

COMMENT ON COLUMN health.import_refusal.element IS 'Name of the element.';

COMMENT ON COLUMN health.import_refusal.code IS 'Stable name of the reason.';

COMMENT ON COLUMN health.import_refusal.field IS 'The attribute or element at fault; null if it is none.';

COMMENT ON COLUMN health.import_refusal.message IS 'The reason in words.';

CREATE TABLE health.import_upload (
    person_id integer NOT NULL,
    import_id integer NOT NULL,
    spool_name uuid NOT NULL,
    received_bytes bigint DEFAULT 0 NOT NULL,
    expected_bytes bigint,
    sha256 bytea,
    idempotency_key text,
    taken_at timestamp with time zone,
    CONSTRAINT import_upload_received_check CHECK (((received_bytes >= 0) AND (received_bytes <= expected_bytes)))
);

COMMENT ON TABLE health.import_upload IS 'What was uploaded for imports that came over HTTP. The file itself is in a folder of the service.';

COMMENT ON COLUMN health.import_upload.person_id IS 'Whose data.';

COMMENT ON COLUMN health.import_upload.import_id IS 'For which import.';

COMMENT ON COLUMN health.import_upload.spool_name IS 'Name of the file in the folder of the service, until the import has ended.';

COMMENT ON COLUMN health.import_upload.received_bytes IS 'How much of it is on the disk for good.';

COMMENT ON COLUMN health.import_upload.expected_bytes IS 'How long the whole file is; null while the client has not said.';

COMMENT ON COLUMN health.import_upload.sha256 IS 'Digest of the whole file, as the client announced it; null where it did not.';

COMMENT ON COLUMN health.import_upload.idempotency_key IS 'The client''s name for the upload, so that one whose answer was lost is found again; null where it gave none or it is forgotten.';

COMMENT ON COLUMN health.import_upload.taken_at IS 'When it was taken from the queue last; null before.';

CREATE TABLE health.installed_code (
    name text NOT NULL,
    sha256 text NOT NULL,
    drop_statements text NOT NULL
);

COMMENT ON TABLE health.installed_code IS 'What is created again when the program''s copy of it changes.';

COMMENT ON COLUMN health.installed_code.name IS 'code (functions and views) or catalogue.';

COMMENT ON COLUMN health.installed_code.sha256 IS 'SHA-256 of all its texts, in hexadecimal digits.';

COMMENT ON COLUMN health.installed_code.drop_statements IS 'How to drop what is installed, in order.';

CREATE TABLE health.metadata_key (
    constant text NOT NULL,
    raw_key text,
    ios_introduced text,
    value_type text,
    enum_or_unit text,
    applies_to text,
    meaning text,
    export_xml_value_example text
);

COMMENT ON TABLE health.metadata_key IS 'The metadata keys that HealthKit defines (HKMetadataKey…); apps add keys of their own.';

COMMENT ON COLUMN health.metadata_key.constant IS 'Name of HealthKit''s constant.';

COMMENT ON COLUMN health.metadata_key.raw_key IS 'The key in health.sample_detail.metadata.';

COMMENT ON COLUMN health.metadata_key.ios_introduced IS 'The first iOS release with it.';

COMMENT ON COLUMN health.metadata_key.value_type IS 'What kind of value it has.';

COMMENT ON COLUMN health.metadata_key.enum_or_unit IS 'The enum of its values in health.enum_value, or their unit.';

COMMENT ON COLUMN health.metadata_key.applies_to IS 'Which samples have it.';

COMMENT ON COLUMN health.metadata_key.meaning IS 'What it says.';

COMMENT ON COLUMN health.metadata_key.export_xml_value_example IS 'What an export prints.';

CREATE TABLE health.migration (
    number integer NOT NULL,
    name text NOT NULL,
    sha256 text NOT NULL,
    applied_at timestamp with time zone DEFAULT now() NOT NULL
);

COMMENT ON TABLE health.migration IS 'The migrations that ran here.';

COMMENT ON COLUMN health.migration.number IS 'Their order.';

COMMENT ON COLUMN health.migration.name IS 'Name of the file.';

COMMENT ON COLUMN health.migration.sha256 IS 'SHA-256 of the file''s text, in hexadecimal digits.';

COMMENT ON COLUMN health.migration.applied_at IS 'When it ran.';

CREATE TABLE health.other_sample_type (
    constant text,
    raw_string text,
    short_name text,
    api_class text,
    category text,
    ios_introduced text,
    is_sample boolean,
    export_xml_representation text,
    main_fields text,
    note text
);

COMMENT ON TABLE health.other_sample_type IS 'HealthKit''s objects that are neither quantity, category nor correlation.';

COMMENT ON COLUMN health.other_sample_type.constant IS 'Name of HealthKit''s constant.';

COMMENT ON COLUMN health.other_sample_type.raw_string IS 'The identifier as apps send it; null for parts that have none.';

COMMENT ON COLUMN health.other_sample_type.short_name IS 'A name like those of the other types.';

COMMENT ON COLUMN health.other_sample_type.api_class IS 'HealthKit''s class.';

COMMENT ON COLUMN health.other_sample_type.category IS 'What it is about.';

COMMENT ON COLUMN health.other_sample_type.ios_introduced IS 'The first iOS release with it.';

COMMENT ON COLUMN health.other_sample_type.is_sample IS 'Whether it is an HKSample; null where unknown.';

COMMENT ON COLUMN health.other_sample_type.export_xml_representation IS 'How exports show it.';

COMMENT ON COLUMN health.other_sample_type.main_fields IS 'What it holds.';

COMMENT ON COLUMN health.other_sample_type.note IS 'What else is worth knowing.';

ALTER TABLE health.person ALTER COLUMN person_id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME health.person_person_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE health.preference_change (
    person_id integer NOT NULL,
    preference text NOT NULL,
    sample_type_id integer NOT NULL,
    change_position bigint NOT NULL,
    CONSTRAINT preference_change_preference_check CHECK ((preference = ANY (ARRAY['source_priority'::text, 'time_zones'::text, 'sources'::text])))
);

COMMENT ON TABLE health.preference_change IS 'Where in the person''s change feed it was last said how samples are to be read: figures that were made before are old.';

COMMENT ON COLUMN health.preference_change.person_id IS 'Whose preference.';

COMMENT ON COLUMN health.preference_change.preference IS 'source_priority (health.source_priority of one type), time_zones (health.time_zone_report), or sources (of one in health.source the bundle identifier became known, and with it the class).';

COMMENT ON COLUMN health.preference_change.sample_type_id IS 'Of which type; 0 where it is of none.';

COMMENT ON COLUMN health.preference_change.change_position IS 'The place of its latest change.';

CREATE TABLE health.quantity_series (
    person_id integer NOT NULL,
    uuid uuid NOT NULL,
    count integer NOT NULL,
    quantity double precision NOT NULL,
    digest bytea NOT NULL,
    CONSTRAINT quantity_series_count_check CHECK ((count > 0))
);

COMMENT ON TABLE health.quantity_series IS 'What a quantity series has beside the columns of health.sample (HKQuantitySeriesSample).';

COMMENT ON COLUMN health.quantity_series.person_id IS 'Whose series.';

COMMENT ON COLUMN health.quantity_series.uuid IS 'The sample.';

COMMENT ON COLUMN health.quantity_series.count IS 'How many rows of health.series_quantity it has.';

COMMENT ON COLUMN health.quantity_series.quantity IS 'HealthKit''s summary in the type''s canonical unit: as sent, or the sum (of cumulative types) or plain average of the quantities. No statistics are made from it.';

COMMENT ON COLUMN health.quantity_series.digest IS 'SHA-256 of the quantities as sent: tells whether they changed.';

CREATE TABLE health.unit (
    unit_id integer NOT NULL,
    unit_string text NOT NULL,
    CONSTRAINT unit_unit_string_check CHECK ((octet_length(unit_string) <= 200))
);

COMMENT ON TABLE health.unit IS 'Every unit string that a sample was sent in.';

COMMENT ON COLUMN health.unit.unit_id IS 'The number that samples hold; differs between databases.';

COMMENT ON COLUMN health.unit.unit_string IS 'The unit as sent, in HealthKit''s grammar.';

CREATE VIEW health.quantity_sample AS
 SELECT sample.person_id,
    person.name AS person,
    sample.uuid,
    sample_type.short_name AS type,
    sample.start_time,
    sample.end_time,
    COALESCE(sample.quantity, quantity_series.quantity) AS quantity,
    COALESCE(sample_type.canonical_unit, unit.unit_string) AS unit,
    COALESCE(sample.sent_quantity, sample.quantity) AS sent_quantity,
    unit.unit_string AS sent_unit,
    source.name AS source,
    source.was_user_entered,
    source_revision.version AS source_version,
    device.name AS device,
    sample.creation_time,
    sample_detail.metadata,
    quantity_series.count
   FROM ((((((((health.sample
     JOIN health.sample_type USING (sample_type_id))
     JOIN health.person ON ((person.person_id = sample.person_id)))
     LEFT JOIN health.unit ON ((unit.unit_id = sample.sent_unit_id)))
     LEFT JOIN health.source_revision ON (((source_revision.person_id = sample.person_id) AND (source_revision.source_revision_id = sample.source_revision_id))))
     LEFT JOIN health.source ON (((source.person_id = source_revision.person_id) AND (source.source_id = source_revision.source_id))))
     LEFT JOIN health.device ON (((device.person_id = sample.person_id) AND (device.device_id = sample.device_id))))
     LEFT JOIN health.sample_detail ON (((sample_detail.person_id = sample.person_id) AND (sample_detail.uuid = sample.uuid))))
     LEFT JOIN health.quantity_series ON (((quantity_series.person_id = sample.person_id) AND (quantity_series.uuid = sample.uuid))))
  WHERE (sample_type.kind = 'quantity'::text);

COMMENT ON VIEW health.quantity_sample IS 'Quantity samples with readable names (HKQuantitySample).';

COMMENT ON COLUMN health.quantity_sample.person_id IS 'Whose sample.';

COMMENT ON COLUMN health.quantity_sample.person IS 'The person''s name.';

COMMENT ON COLUMN health.quantity_sample.uuid IS 'HealthKit''s uuid, or one made from the content.';

COMMENT ON COLUMN health.quantity_sample.type IS 'Short name of the type, such as stepCount.';

COMMENT ON COLUMN health.quantity_sample.start_time IS 'Start.';

COMMENT ON COLUMN health.quantity_sample.end_time IS 'End, exclusive; equal to the start for a point.';

COMMENT ON COLUMN health.quantity_sample.quantity IS 'Value in the canonical unit; of a series its summary, the parts being in series_quantity_part. Adding up over sources counts twice.';

COMMENT ON COLUMN health.quantity_sample.unit IS 'The canonical unit.';

COMMENT ON COLUMN health.quantity_sample.sent_quantity IS 'Value as sent; null for a series without one.';

COMMENT ON COLUMN health.quantity_sample.sent_unit IS 'Unit as sent.';

COMMENT ON COLUMN health.quantity_sample.source IS 'Name of the source.';

COMMENT ON COLUMN health.quantity_sample.was_user_entered IS 'True if entered by hand.';

COMMENT ON COLUMN health.quantity_sample.source_version IS 'Version of the source; null where not sent.';

COMMENT ON COLUMN health.quantity_sample.device IS 'Name of the device; null where not sent.';

COMMENT ON COLUMN health.quantity_sample.creation_time IS 'When it was saved on the phone; null where not sent.';

COMMENT ON COLUMN health.quantity_sample.metadata IS 'HKMetadata; null for none.';

COMMENT ON COLUMN health.quantity_sample.count IS 'How many quantities a series has, in series_quantity_part; null for a sample that is no series.';

CREATE TABLE health.quantity_type (
    identifier text NOT NULL,
    short_name text NOT NULL,
    aggregation_style text,
    aggregation_style_before_ios_26_4 text,
    canonical_unit text,
    unit_dimension text,
    percent_stored_as_fraction boolean,
    ios_introduced text,
    app_read_only boolean,
    export_xml_units_observed text,
    note text
);

COMMENT ON TABLE health.quantity_type IS 'HealthKit''s quantity types (HKQuantityTypeIdentifier).';

COMMENT ON COLUMN health.quantity_type.identifier IS 'The identifier as apps send it and exports print it.';

COMMENT ON COLUMN health.quantity_type.short_name IS 'HealthKit''s name in Swift, such as stepCount.';

COMMENT ON COLUMN health.quantity_type.aggregation_style IS 'HKQuantityAggregationStyle: cumulative, discreteArithmetic, discreteTemporallyWeighted or discreteEquivalentContinuousLevel; null where nobody knows it.';

COMMENT ON COLUMN health.quantity_type.aggregation_style_before_ios_26_4 IS 'The style in older releases, where it was another.';

COMMENT ON COLUMN health.quantity_type.canonical_unit IS 'The unit of health.sample.quantity for this type.';

COMMENT ON COLUMN health.quantity_type.unit_dimension IS 'What the unit measures.';

COMMENT ON COLUMN health.quantity_type.percent_stored_as_fraction IS 'True where a value of 0.25 means 25 %.';

COMMENT ON COLUMN health.quantity_type.ios_introduced IS 'The first iOS release with it.';

COMMENT ON COLUMN health.quantity_type.app_read_only IS 'True where apps may only read it; null where unknown.';

COMMENT ON COLUMN health.quantity_type.export_xml_units_observed IS 'Units seen in exports, which follow the person''s settings.';

COMMENT ON COLUMN health.quantity_type.note IS 'What else is worth knowing.';

CREATE TABLE health.recognised_record (
    person_id integer NOT NULL,
    imported_uuid uuid NOT NULL,
    sample_uuid uuid NOT NULL,
    device_id integer,
    creation_time timestamp with time zone,
    metadata jsonb,
    parts jsonb
);

COMMENT ON TABLE health.recognised_record IS 'Records of exports that are the same as a sample with another uuid: the one that the phone sent, as a rule. They stand for it for ever, also when it was deleted, and are not stored as samples. Device, creation time, metadata and parts are kept here where the sample itself has none.';

COMMENT ON COLUMN health.recognised_record.person_id IS 'Whose record.';

COMMENT ON COLUMN health.recognised_record.imported_uuid IS 'What the record''s uuid would be. If it was a sample before, it is in health.deleted_sample, so that readers of the change feed forget it.';

COMMENT ON COLUMN health.recognised_record.sample_uuid IS 'The sample, which may have been deleted since.';

COMMENT ON COLUMN health.recognised_record.device_id IS 'What made it, in health.device; null where the sample says it.';

COMMENT ON COLUMN health.recognised_record.creation_time IS 'When it was saved on the phone; null where the sample says it.';

COMMENT ON COLUMN health.recognised_record.metadata IS 'As in health.sample_detail; null where the sample has its own.';

COMMENT ON COLUMN health.recognised_record.parts IS 'As in health.sample_detail; null where the sample has its own.';

CREATE TABLE health.sample_extent (
    person_id integer NOT NULL,
    sample_type_id integer NOT NULL,
    longest_duration interval NOT NULL
);

COMMENT ON TABLE health.sample_extent IS 'How far before a range its samples may begin. An upper bound: deletions do not lower it.';

COMMENT ON COLUMN health.sample_extent.person_id IS 'Whose samples.';

COMMENT ON COLUMN health.sample_extent.sample_type_id IS 'Of which type.';

COMMENT ON COLUMN health.sample_extent.longest_duration IS 'No sample of the type is longer.';

CREATE TABLE health.sample_sync (
    person_id integer NOT NULL,
    sample_type_id integer NOT NULL,
    source_id integer NOT NULL,
    identifier text NOT NULL,
    version numeric NOT NULL,
    uuid uuid NOT NULL,
    CONSTRAINT sample_sync_identifier_check CHECK (((octet_length(identifier) >= 1) AND (octet_length(identifier) <= 1000)))
);

COMMENT ON TABLE health.sample_sync IS 'The greatest version seen of each identifier that apps gave their samples (HKMetadataKeySyncIdentifier), kept for ever: an older version that comes late is not stored, even if the newer one has been deleted. Imports write nothing here.';

COMMENT ON COLUMN health.sample_sync.person_id IS 'Whose samples.';

COMMENT ON COLUMN health.sample_sync.sample_type_id IS 'Their type; the same identifier of another type is another.';

COMMENT ON COLUMN health.sample_sync.source_id IS 'Their source; the same identifier of another source is another.';

COMMENT ON COLUMN health.sample_sync.identifier IS 'HKMetadataKeySyncIdentifier; 1 to 1,000 bytes.';

COMMENT ON COLUMN health.sample_sync.version IS 'HKMetadataKeySyncVersion, the greatest that came.';

COMMENT ON COLUMN health.sample_sync.uuid IS 'The sample of this version, which may have been deleted.';

ALTER TABLE health.sample_type ALTER COLUMN sample_type_id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME health.sample_type_sample_type_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE health.series_quantity (
    person_id integer NOT NULL,
    sample_type_id integer NOT NULL,
    uuid uuid NOT NULL,
    start_time timestamp with time zone NOT NULL,
    end_time timestamp with time zone NOT NULL,
    quantity double precision NOT NULL,
    source_revision_id integer NOT NULL,
    ordinal integer NOT NULL,
    sent_quantity double precision,
    CONSTRAINT series_quantity_time_check CHECK ((start_time <= end_time))
);

COMMENT ON TABLE health.series_quantity IS 'The quantities inside of quantity series (HKQuantitySeriesSampleQuery), each of which counts as a sample in statistics. The view series_quantity_part shows them with readable names.';

COMMENT ON COLUMN health.series_quantity.person_id IS 'Whose series.';

COMMENT ON COLUMN health.series_quantity.sample_type_id IS 'The type of the series, in health.sample_type.';

COMMENT ON COLUMN health.series_quantity.uuid IS 'The series, in health.quantity_series and health.sample.';

COMMENT ON COLUMN health.series_quantity.start_time IS 'Start, not before the start of the series.';

COMMENT ON COLUMN health.series_quantity.end_time IS 'End, exclusive, not after the end of the series; equal to the start for a point.';

COMMENT ON COLUMN health.series_quantity.quantity IS 'Value in the type''s canonical unit (as sent, for a type that is not in the catalogue).';

COMMENT ON COLUMN health.series_quantity.source_revision_id IS 'Who wrote the series, in health.source_revision.';

COMMENT ON COLUMN health.series_quantity.ordinal IS 'Its place among the quantities of the series in order of start, from 0.';

COMMENT ON COLUMN health.series_quantity.sent_quantity IS 'The value as sent, in the sent unit of the series; null where it equals quantity.';

CREATE VIEW health.series_quantity_part AS
 SELECT series_quantity.person_id,
    person.name AS person,
    series_quantity.uuid,
    series_quantity.ordinal,
    sample_type.short_name AS type,
    series_quantity.start_time,
    series_quantity.end_time,
    series_quantity.quantity,
    COALESCE(sample_type.canonical_unit, unit.unit_string) AS unit,
    COALESCE(series_quantity.sent_quantity, series_quantity.quantity) AS sent_quantity,
    unit.unit_string AS sent_unit,
    source.name AS source,
    source.was_user_entered
   FROM ((((((health.series_quantity
     JOIN health.sample_type USING (sample_type_id))
     JOIN health.person ON ((person.person_id = series_quantity.person_id)))
     JOIN health.sample ON (((sample.person_id = series_quantity.person_id) AND (sample.uuid = series_quantity.uuid))))
     LEFT JOIN health.unit ON ((unit.unit_id = sample.sent_unit_id)))
     LEFT JOIN health.source_revision ON (((source_revision.person_id = series_quantity.person_id) AND (source_revision.source_revision_id = series_quantity.source_revision_id))))
     LEFT JOIN health.source ON (((source.person_id = source_revision.person_id) AND (source.source_id = source_revision.source_id))));

COMMENT ON VIEW health.series_quantity_part IS 'The quantities inside of series, with readable names (HKQuantitySeriesSampleQuery). Statistics are made from these and from those rows of quantity_sample whose count is null.';

COMMENT ON COLUMN health.series_quantity_part.person_id IS 'Whose series.';

COMMENT ON COLUMN health.series_quantity_part.person IS 'The person''s name.';

COMMENT ON COLUMN health.series_quantity_part.uuid IS 'The series, in quantity_sample.';

COMMENT ON COLUMN health.series_quantity_part.ordinal IS 'Its place in the series in order of start, from 0.';

COMMENT ON COLUMN health.series_quantity_part.type IS 'Short name of the type, such as heartRate.';

COMMENT ON COLUMN health.series_quantity_part.start_time IS 'Start.';

COMMENT ON COLUMN health.series_quantity_part.end_time IS 'End, exclusive; equal to the start for a point.';

COMMENT ON COLUMN health.series_quantity_part.quantity IS 'Value in the canonical unit. Adding up over sources counts twice.';

COMMENT ON COLUMN health.series_quantity_part.unit IS 'The canonical unit.';

COMMENT ON COLUMN health.series_quantity_part.sent_quantity IS 'Value as sent.';

COMMENT ON COLUMN health.series_quantity_part.sent_unit IS 'Unit as sent.';

COMMENT ON COLUMN health.series_quantity_part.source IS 'Name of the source.';

COMMENT ON COLUMN health.series_quantity_part.was_user_entered IS 'True if entered by hand.';

CREATE TABLE health.token (
    person_id integer NOT NULL,
    token_id uuid NOT NULL,
    secret_sha256 bytea NOT NULL,
    name text NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    revoked_at timestamp with time zone,
    CONSTRAINT token_secret_sha256_check CHECK ((octet_length(secret_sha256) = 32))
);

COMMENT ON TABLE health.token IS 'Bearer tokens; each speaks for one person.';

COMMENT ON COLUMN health.token.person_id IS 'The person for whom the token speaks.';

COMMENT ON COLUMN health.token.token_id IS 'Names the token; the public half of what the client sends.';

COMMENT ON COLUMN health.token.secret_sha256 IS 'SHA-256 of the secret half, which is 256 random bits and is kept nowhere.';

COMMENT ON COLUMN health.token.name IS 'What the token is for, in the operator''s words.';

COMMENT ON COLUMN health.token.created_at IS 'When the token was made.';

COMMENT ON COLUMN health.token.revoked_at IS 'From when on the token is refused; null while it is good.';

CREATE TABLE health.unit_prefix (
    symbol text NOT NULL,
    name text,
    exponent_of_ten integer NOT NULL,
    raw_value integer,
    ios_introduced text,
    note text
);

COMMENT ON TABLE health.unit_prefix IS 'The prefixes of HealthKit''s unit strings (HKMetricPrefix).';

COMMENT ON COLUMN health.unit_prefix.symbol IS 'As HealthKit prints it.';

COMMENT ON COLUMN health.unit_prefix.name IS 'What it is called.';

COMMENT ON COLUMN health.unit_prefix.exponent_of_ten IS 'The power of ten by which it multiplies.';

COMMENT ON COLUMN health.unit_prefix.raw_value IS 'HealthKit''s number.';

COMMENT ON COLUMN health.unit_prefix.ios_introduced IS 'The first iOS release with it.';

COMMENT ON COLUMN health.unit_prefix.note IS 'What else is worth knowing.';

CREATE TABLE health.unit_printed_form (
    printed_form text NOT NULL,
    accepted_inputs text,
    seen_for text
);

COMMENT ON TABLE health.unit_printed_form IS 'How HealthKit prints composed units, whatever the spelling.';

COMMENT ON COLUMN health.unit_printed_form.printed_form IS 'As HealthKit and exports print it.';

COMMENT ON COLUMN health.unit_printed_form.accepted_inputs IS 'Spellings that mean the same.';

COMMENT ON COLUMN health.unit_printed_form.seen_for IS 'Where it was seen.';

CREATE TABLE health.unit_symbol (
    symbol text NOT NULL,
    alternate_symbol text,
    name text,
    dimension text,
    base_unit text,
    factor_to_base text,
    offset_to_base text,
    conversion text,
    si_unit text,
    factor_to_si text,
    si_prefixable boolean,
    ios_introduced text,
    note text
);

COMMENT ON TABLE health.unit_symbol IS 'The symbols of HealthKit''s unit strings (HKUnit).';

COMMENT ON COLUMN health.unit_symbol.symbol IS 'As HealthKit prints it.';

COMMENT ON COLUMN health.unit_symbol.alternate_symbol IS 'Another spelling that is read.';

COMMENT ON COLUMN health.unit_symbol.name IS 'What it is called.';

COMMENT ON COLUMN health.unit_symbol.dimension IS 'What it measures.';

COMMENT ON COLUMN health.unit_symbol.base_unit IS 'Units of one base unit convert into each other.';

COMMENT ON COLUMN health.unit_symbol.factor_to_base IS 'A value in the base unit is value × factor + offset; decimal, a fraction such as 5/9, or a formula of the molar mass M.';

COMMENT ON COLUMN health.unit_symbol.offset_to_base IS 'See factor_to_base.';

COMMENT ON COLUMN health.unit_symbol.conversion IS 'linear, affine or logarithmic (note says how).';

COMMENT ON COLUMN health.unit_symbol.si_unit IS 'The unit of the SI for it.';

COMMENT ON COLUMN health.unit_symbol.factor_to_si IS 'Factor to that unit.';

COMMENT ON COLUMN health.unit_symbol.si_prefixable IS 'Whether a prefix may stand before it.';

COMMENT ON COLUMN health.unit_symbol.ios_introduced IS 'The first iOS release with it.';

COMMENT ON COLUMN health.unit_symbol.note IS 'What else is worth knowing.';

ALTER TABLE health.unit ALTER COLUMN unit_id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME health.unit_unit_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE VIEW health.vision_prescription AS
 SELECT sample.person_id,
    person.name AS person,
    sample.uuid,
    eye.name AS eye,
    (sample_detail.parts ->> 'prescriptionType'::text) AS prescription_type,
    sample.start_time AS date_issued,
    health_code.json_time((sample_detail.parts -> 'expirationDate'::text)) AS expiration_date,
    (sample_detail.parts ->> 'brand'::text) AS brand,
    health_code.json_number((eye.lens -> 'sphere'::text)) AS sphere,
    health_code.json_number((eye.lens -> 'cylinder'::text)) AS cylinder,
    health_code.json_number((eye.lens -> 'axis'::text)) AS axis,
    health_code.json_number((eye.lens -> 'addPower'::text)) AS add_power,
    health_code.json_number((eye.lens -> 'vertexDistance'::text)) AS vertex_distance,
    health_code.json_number((eye.lens #> '{prism,amount}'::text[])) AS prism_amount,
    health_code.json_number((eye.lens #> '{prism,angle}'::text[])) AS prism_angle,
    health_code.json_number((eye.lens -> 'farPupillaryDistance'::text)) AS far_pupillary_distance,
    health_code.json_number((eye.lens -> 'nearPupillaryDistance'::text)) AS near_pupillary_distance,
    health_code.json_number((eye.lens -> 'baseCurve'::text)) AS base_curve,
    health_code.json_number((eye.lens -> 'diameter'::text)) AS diameter,
    source.name AS source
   FROM ((((((health.sample
     JOIN health.sample_type USING (sample_type_id))
     JOIN health.person ON ((person.person_id = sample.person_id)))
     LEFT JOIN health.source_revision ON (((source_revision.person_id = sample.person_id) AND (source_revision.source_revision_id = sample.source_revision_id))))
     LEFT JOIN health.source ON (((source.person_id = source_revision.person_id) AND (source.source_id = source_revision.source_id))))
     LEFT JOIN health.sample_detail ON (((sample_detail.person_id = sample.person_id) AND (sample_detail.uuid = sample.uuid))))
     CROSS JOIN LATERAL ( VALUES ('right'::text,(sample_detail.parts -> 'rightEye'::text)), ('left'::text,(sample_detail.parts -> 'leftEye'::text))) eye(name, lens))
  WHERE (sample_type.identifier = 'HKVisionPrescriptionTypeIdentifier'::text);

COMMENT ON VIEW health.vision_prescription IS 'Prescriptions of glasses and contact lenses (HKVisionPrescription), two rows each: right and left. Null where not sent.';

COMMENT ON COLUMN health.vision_prescription.person_id IS 'Whose sample.';

COMMENT ON COLUMN health.vision_prescription.person IS 'The person''s name.';

COMMENT ON COLUMN health.vision_prescription.uuid IS 'The prescription, in health.sample.';

COMMENT ON COLUMN health.vision_prescription.eye IS 'right or left.';

COMMENT ON COLUMN health.vision_prescription.prescription_type IS 'Glasses or contact lenses, as sent.';

COMMENT ON COLUMN health.vision_prescription.date_issued IS 'When it was issued.';

COMMENT ON COLUMN health.vision_prescription.expiration_date IS 'Until when it holds.';

COMMENT ON COLUMN health.vision_prescription.brand IS 'Of contact lenses.';

COMMENT ON COLUMN health.vision_prescription.sphere IS 'Diopters.';

COMMENT ON COLUMN health.vision_prescription.cylinder IS 'Diopters.';

COMMENT ON COLUMN health.vision_prescription.axis IS 'Degrees.';

COMMENT ON COLUMN health.vision_prescription.add_power IS 'Diopters.';

COMMENT ON COLUMN health.vision_prescription.vertex_distance IS 'Millimetres from the eye to the lens.';

COMMENT ON COLUMN health.vision_prescription.prism_amount IS 'Prism diopters.';

COMMENT ON COLUMN health.vision_prescription.prism_angle IS 'Degrees.';

COMMENT ON COLUMN health.vision_prescription.far_pupillary_distance IS 'Millimetres.';

COMMENT ON COLUMN health.vision_prescription.near_pupillary_distance IS 'Millimetres.';

COMMENT ON COLUMN health.vision_prescription.base_curve IS 'Of a contact lens: millimetres.';

COMMENT ON COLUMN health.vision_prescription.diameter IS 'Of a contact lens: millimetres.';

COMMENT ON COLUMN health.vision_prescription.source IS 'Name of the source.';

CREATE TABLE health.workout (
    person_id integer NOT NULL,
    uuid uuid NOT NULL,
    activity_type integer,
    sent_activity_type text,
    duration double precision,
    total_energy_burned double precision,
    total_distance double precision
);

COMMENT ON TABLE health.workout IS 'What a workout has beside the columns of health.sample (HKWorkout). A column is null where nothing was sent; values and units as sent are in health.sample_detail.parts.';

COMMENT ON COLUMN health.workout.person_id IS 'Whose workout.';

COMMENT ON COLUMN health.workout.uuid IS 'The sample.';

COMMENT ON COLUMN health.workout.activity_type IS 'Raw value of HKWorkoutActivityType (health.workout_activity_type); null for one in no catalogue.';

COMMENT ON COLUMN health.workout.sent_activity_type IS 'The activity as sent; null where it is the catalogue''s own text of activity_type.';

COMMENT ON COLUMN health.workout.duration IS 'Seconds, without pauses.';

COMMENT ON COLUMN health.workout.total_energy_burned IS 'Kilocalories.';

COMMENT ON COLUMN health.workout.total_distance IS 'Metres.';

CREATE TABLE health.workout_activity_type (
    raw_value integer NOT NULL,
    case_name text NOT NULL,
    export_xml_string text,
    ios_introduced text,
    deprecated text,
    deprecated_in_ios text,
    note text
);

COMMENT ON TABLE health.workout_activity_type IS 'HealthKit''s kinds of workouts (HKWorkoutActivityType).';

COMMENT ON COLUMN health.workout_activity_type.raw_value IS 'What health.workout.activity_type holds.';

COMMENT ON COLUMN health.workout_activity_type.case_name IS 'The name in Swift, such as running.';

COMMENT ON COLUMN health.workout_activity_type.export_xml_string IS 'What exports print.';

COMMENT ON COLUMN health.workout_activity_type.ios_introduced IS 'The first iOS release with it.';

COMMENT ON COLUMN health.workout_activity_type.deprecated IS 'Whether HealthKit has deprecated it.';

COMMENT ON COLUMN health.workout_activity_type.deprecated_in_ios IS 'The release that deprecated it.';

COMMENT ON COLUMN health.workout_activity_type.note IS 'What else is worth knowing.';

CREATE TABLE health.workout_event_type (
    raw_value integer NOT NULL,
    case_name text NOT NULL,
    export_xml_string text,
    ios_introduced text,
    may_have_duration text,
    meaning text
);

COMMENT ON TABLE health.workout_event_type IS 'What can happen in a workout (HKWorkoutEventType).';

COMMENT ON COLUMN health.workout_event_type.raw_value IS 'HealthKit''s number.';

COMMENT ON COLUMN health.workout_event_type.case_name IS 'The name in Swift, such as pause.';

COMMENT ON COLUMN health.workout_event_type.export_xml_string IS 'What exports print.';

COMMENT ON COLUMN health.workout_event_type.ios_introduced IS 'The first iOS release with it.';

COMMENT ON COLUMN health.workout_event_type.may_have_duration IS 'Whether it may last.';

COMMENT ON COLUMN health.workout_event_type.meaning IS 'What happened.';

CREATE VIEW health.workout_route_location AS
 SELECT sample.person_id,
    person.name AS person,
    sample.uuid,
    contained_sample.container_uuid AS workout_uuid,
    ((location.ordinal - 1))::integer AS ordinal,
    health_code.json_time((location.value -> 'timestamp'::text)) AS "time",
    health_code.json_number((location.value -> 'latitude'::text)) AS latitude,
    health_code.json_number((location.value -> 'longitude'::text)) AS longitude,
    health_code.json_number((location.value -> 'altitude'::text)) AS altitude,
    health_code.json_number((location.value -> 'horizontalAccuracy'::text)) AS horizontal_accuracy,
    health_code.json_number((location.value -> 'verticalAccuracy'::text)) AS vertical_accuracy,
    health_code.json_number((location.value -> 'speed'::text)) AS speed,
    health_code.json_number((location.value -> 'course'::text)) AS course
   FROM (((((health.sample
     JOIN health.sample_type USING (sample_type_id))
     JOIN health.person ON ((person.person_id = sample.person_id)))
     JOIN health.sample_detail ON (((sample_detail.person_id = sample.person_id) AND (sample_detail.uuid = sample.uuid))))
     LEFT JOIN health.contained_sample ON (((contained_sample.person_id = sample.person_id) AND (contained_sample.uuid = sample.uuid))))
     CROSS JOIN LATERAL jsonb_array_elements(
        CASE
            WHEN (jsonb_typeof((sample_detail.parts -> 'locations'::text)) = 'array'::text) THEN (sample_detail.parts -> 'locations'::text)
            ELSE NULL::jsonb
        END) WITH ORDINALITY location(value, ordinal))
  WHERE (sample_type.identifier = 'HKWorkoutRouteTypeIdentifier'::text);

COMMENT ON VIEW health.workout_route_location IS 'The points of workout routes (CLLocation of an HKWorkoutRoute). Ask for one route or workout at a time: a route of an hour has thousands.';

COMMENT ON COLUMN health.workout_route_location.person_id IS 'Whose sample.';

COMMENT ON COLUMN health.workout_route_location.person IS 'The person''s name.';

COMMENT ON COLUMN health.workout_route_location.uuid IS 'The route, in health.sample.';

COMMENT ON COLUMN health.workout_route_location.workout_uuid IS 'The workout that the route belongs to; null where none is known.';

COMMENT ON COLUMN health.workout_route_location.ordinal IS 'Its place in the route as sent, from 0.';

COMMENT ON COLUMN health.workout_route_location."time" IS 'When the person was there; null where it cannot be read.';

COMMENT ON COLUMN health.workout_route_location.latitude IS 'Degrees, north is positive.';

COMMENT ON COLUMN health.workout_route_location.longitude IS 'Degrees, east is positive.';

COMMENT ON COLUMN health.workout_route_location.altitude IS 'Metres above the sea.';

COMMENT ON COLUMN health.workout_route_location.horizontal_accuracy IS 'Radius of uncertainty in metres; negative: the place is not valid.';

COMMENT ON COLUMN health.workout_route_location.vertical_accuracy IS 'Metres; not positive: the altitude is not valid.';

COMMENT ON COLUMN health.workout_route_location.speed IS 'Metres per second; negative: not valid.';

COMMENT ON COLUMN health.workout_route_location.course IS 'Degrees from north, clockwise; negative: not valid.';

CREATE VIEW health.workout_sample AS
 SELECT sample.person_id,
    person.name AS person,
    sample.uuid,
    COALESCE(workout_activity_type.case_name, workout.sent_activity_type) AS activity,
    sample.start_time,
    sample.end_time,
    workout.duration,
    workout.total_energy_burned,
    workout.total_distance,
    source.name AS source,
    device.name AS device,
    sample.creation_time,
    sample_detail.metadata,
    sample_detail.parts,
        CASE weather.temperature[2]
            WHEN 'degC'::text THEN health_code.text_number(weather.temperature[1])
            WHEN 'degF'::text THEN ((health_code.text_number(weather.temperature[1]) - (32)::double precision) / (1.8)::double precision)
            WHEN 'K'::text THEN (health_code.text_number(weather.temperature[1]) - (273.15)::double precision)
            ELSE NULL::double precision
        END AS weather_temperature,
        CASE
            WHEN ((weather.humidity >= (0)::double precision) AND (weather.humidity <= (1)::double precision)) THEN (weather.humidity * (100)::double precision)
            WHEN ((weather.humidity >= (1)::double precision) AND (weather.humidity <= (100)::double precision)) THEN weather.humidity
            WHEN ((weather.humidity >= (100)::double precision) AND (weather.humidity <= (10000)::double precision)) THEN (weather.humidity / (100)::double precision)
            ELSE NULL::double precision
        END AS weather_humidity
   FROM ((((((((health.sample
     JOIN health.workout ON (((workout.person_id = sample.person_id) AND (workout.uuid = sample.uuid))))
     JOIN health.person ON ((person.person_id = sample.person_id)))
     LEFT JOIN health.workout_activity_type ON ((workout_activity_type.raw_value = workout.activity_type)))
     LEFT JOIN health.source_revision ON (((source_revision.person_id = sample.person_id) AND (source_revision.source_revision_id = sample.source_revision_id))))
     LEFT JOIN health.source ON (((source.person_id = source_revision.person_id) AND (source.source_id = source_revision.source_id))))
     LEFT JOIN health.device ON (((device.person_id = sample.person_id) AND (device.device_id = sample.device_id))))
     LEFT JOIN health.sample_detail ON (((sample_detail.person_id = sample.person_id) AND (sample_detail.uuid = sample.uuid))))
     CROSS JOIN LATERAL ( VALUES (regexp_match((sample_detail.metadata ->> 'HKWeatherTemperature'::text), '^([-0-9.]+) *(degC|degF|K)$'::text),COALESCE(health_code.json_number((sample_detail.metadata -> 'HKWeatherHumidity'::text)), health_code.text_number("substring"((sample_detail.metadata ->> 'HKWeatherHumidity'::text), '^([0-9.]+) *%$'::text))))) weather(temperature, humidity));

COMMENT ON VIEW health.workout_sample IS 'Workouts with readable names (HKWorkout).';

COMMENT ON COLUMN health.workout_sample.person_id IS 'Whose workout.';

COMMENT ON COLUMN health.workout_sample.person IS 'The person''s name.';

COMMENT ON COLUMN health.workout_sample.uuid IS 'HealthKit''s uuid, or one made from the content.';

COMMENT ON COLUMN health.workout_sample.activity IS 'Name of the activity, or the text as sent.';

COMMENT ON COLUMN health.workout_sample.start_time IS 'Start.';

COMMENT ON COLUMN health.workout_sample.end_time IS 'End.';

COMMENT ON COLUMN health.workout_sample.duration IS 'Seconds, without pauses; null where not sent.';

COMMENT ON COLUMN health.workout_sample.total_energy_burned IS 'Kilocalories; null where not sent.';

COMMENT ON COLUMN health.workout_sample.total_distance IS 'Metres; null where not sent.';

COMMENT ON COLUMN health.workout_sample.source IS 'Name of the source.';

COMMENT ON COLUMN health.workout_sample.device IS 'Name of the device; null where not sent.';

COMMENT ON COLUMN health.workout_sample.creation_time IS 'When it was saved on the phone; null where not sent.';

COMMENT ON COLUMN health.workout_sample.metadata IS 'HKMetadata; null for none.';

COMMENT ON COLUMN health.workout_sample.parts IS 'Events, activities, statistics and routes in the sender''s words and order.';

COMMENT ON COLUMN health.workout_sample.weather_temperature IS 'Degrees Celsius (HKWeatherTemperature); null where not sent.';

COMMENT ON COLUMN health.workout_sample.weather_humidity IS 'Per cent, 0 to 100, whichever way the system wrote it (HKWeatherHumidity); null where not sent.';

ALTER TABLE ONLY health.category_type
    ADD CONSTRAINT category_type_pkey PRIMARY KEY (identifier);

ALTER TABLE ONLY health.category_value
    ADD CONSTRAINT category_value_pkey PRIMARY KEY (enum, case_name);

ALTER TABLE ONLY health.change_counter
    ADD CONSTRAINT change_counter_pkey PRIMARY KEY (person_id);

ALTER TABLE ONLY health.characteristic_type
    ADD CONSTRAINT characteristic_type_pkey PRIMARY KEY (identifier);

ALTER TABLE ONLY health.client_anchor
    ADD CONSTRAINT client_anchor_pkey PRIMARY KEY (person_id, device, types_sha256);

ALTER TABLE ONLY health.client_session
    ADD CONSTRAINT client_session_arrival_key UNIQUE (person_id, automation, arrival);

ALTER TABLE ONLY health.client_session
    ADD CONSTRAINT client_session_pkey PRIMARY KEY (person_id, automation, session);

ALTER TABLE ONLY health.contained_sample
    ADD CONSTRAINT contained_sample_pkey PRIMARY KEY (person_id, container_uuid, uuid);

ALTER TABLE ONLY health.correlation_type
    ADD CONSTRAINT correlation_type_pkey PRIMARY KEY (identifier);

ALTER TABLE ONLY health.deleted_sample
    ADD CONSTRAINT deleted_sample_pkey PRIMARY KEY (person_id, uuid);

ALTER TABLE ONLY health.device
    ADD CONSTRAINT device_pkey PRIMARY KEY (person_id, device_id);

ALTER TABLE ONLY health.enum_value
    ADD CONSTRAINT enum_value_pkey PRIMARY KEY (enum, case_name);

ALTER TABLE ONLY health.export_element
    ADD CONSTRAINT export_element_pkey PRIMARY KEY (person_id, uuid);

ALTER TABLE ONLY health.idempotency_key
    ADD CONSTRAINT idempotency_key_pkey PRIMARY KEY (person_id, key);

ALTER TABLE ONLY health.import_count
    ADD CONSTRAINT import_count_pkey PRIMARY KEY (person_id, import_id, item, source);

ALTER TABLE ONLY health.import
    ADD CONSTRAINT import_pkey PRIMARY KEY (person_id, import_id);

ALTER TABLE ONLY health.import_refusal
    ADD CONSTRAINT import_refusal_pkey PRIMARY KEY (person_id, import_id, ordinal);

ALTER TABLE ONLY health.import_upload
    ADD CONSTRAINT import_upload_pkey PRIMARY KEY (person_id, import_id);

ALTER TABLE ONLY health.installed_code
    ADD CONSTRAINT installed_code_pkey PRIMARY KEY (name);

ALTER TABLE ONLY health.metadata_key
    ADD CONSTRAINT metadata_key_pkey PRIMARY KEY (constant);

ALTER TABLE ONLY health.migration
    ADD CONSTRAINT migration_pkey PRIMARY KEY (number);

ALTER TABLE ONLY health.person
    ADD CONSTRAINT person_name_key UNIQUE (name);

ALTER TABLE ONLY health.person
    ADD CONSTRAINT person_pkey PRIMARY KEY (person_id);

ALTER TABLE ONLY health.person
    ADD CONSTRAINT person_uuid_key UNIQUE (uuid);

ALTER TABLE ONLY health.preference_change
    ADD CONSTRAINT preference_change_pkey PRIMARY KEY (person_id, preference, sample_type_id);

ALTER TABLE ONLY health.quantity_series
    ADD CONSTRAINT quantity_series_pkey PRIMARY KEY (person_id, uuid);

ALTER TABLE ONLY health.quantity_type
    ADD CONSTRAINT quantity_type_pkey PRIMARY KEY (identifier);

ALTER TABLE ONLY health.recognised_record
    ADD CONSTRAINT recognised_record_pkey PRIMARY KEY (person_id, imported_uuid);

ALTER TABLE ONLY health.sample_detail
    ADD CONSTRAINT sample_detail_pkey PRIMARY KEY (person_id, uuid);

ALTER TABLE ONLY health.sample_extent
    ADD CONSTRAINT sample_extent_pkey PRIMARY KEY (person_id, sample_type_id);

ALTER TABLE ONLY health.sample
    ADD CONSTRAINT sample_pkey PRIMARY KEY (person_id, uuid);

ALTER TABLE ONLY health.sample_sync
    ADD CONSTRAINT sample_sync_pkey PRIMARY KEY (person_id, sample_type_id, source_id, identifier);

ALTER TABLE ONLY health.sample_time_zone
    ADD CONSTRAINT sample_time_zone_pkey PRIMARY KEY (person_id, uuid);

ALTER TABLE ONLY health.sample_type
    ADD CONSTRAINT sample_type_identifier_key UNIQUE (identifier);

ALTER TABLE ONLY health.sample_type
    ADD CONSTRAINT sample_type_pkey PRIMARY KEY (sample_type_id);

ALTER TABLE ONLY health.series_quantity
    ADD CONSTRAINT series_quantity_pkey PRIMARY KEY (person_id, uuid, ordinal);

ALTER TABLE ONLY health.source
    ADD CONSTRAINT source_pkey PRIMARY KEY (person_id, source_id);

ALTER TABLE ONLY health.source_priority
    ADD CONSTRAINT source_priority_pkey PRIMARY KEY (person_id, sample_type_id, source_id);

ALTER TABLE ONLY health.source_priority
    ADD CONSTRAINT source_priority_rank_key UNIQUE (person_id, sample_type_id, rank);

ALTER TABLE ONLY health.source_revision
    ADD CONSTRAINT source_revision_pkey PRIMARY KEY (person_id, source_revision_id);

ALTER TABLE ONLY health.time_zone_report
    ADD CONSTRAINT time_zone_report_pkey PRIMARY KEY (person_id, origin, start_time);

ALTER TABLE ONLY health.token
    ADD CONSTRAINT token_pkey PRIMARY KEY (person_id, token_id);

ALTER TABLE ONLY health.unit
    ADD CONSTRAINT unit_pkey PRIMARY KEY (unit_id);

ALTER TABLE ONLY health.unit_prefix
    ADD CONSTRAINT unit_prefix_pkey PRIMARY KEY (symbol);

ALTER TABLE ONLY health.unit_printed_form
    ADD CONSTRAINT unit_printed_form_pkey PRIMARY KEY (printed_form);

ALTER TABLE ONLY health.unit_symbol
    ADD CONSTRAINT unit_symbol_pkey PRIMARY KEY (symbol);

ALTER TABLE ONLY health.unit
    ADD CONSTRAINT unit_unit_string_key UNIQUE (unit_string);

ALTER TABLE ONLY health.workout_activity_type
    ADD CONSTRAINT workout_activity_type_pkey PRIMARY KEY (raw_value);

ALTER TABLE ONLY health.workout_event_type
    ADD CONSTRAINT workout_event_type_pkey PRIMARY KEY (raw_value);

ALTER TABLE ONLY health.workout
    ADD CONSTRAINT workout_pkey PRIMARY KEY (person_id, uuid);

CREATE INDEX contained_sample_uuid_idx ON health.contained_sample USING btree (person_id, uuid);

COMMENT ON INDEX health.contained_sample_uuid_idx IS 'Finds the containers of a sample that is deleted.';

CREATE INDEX deleted_sample_change_idx ON health.deleted_sample USING btree (person_id, change_position);

COMMENT ON INDEX health.deleted_sample_change_idx IS 'The change feed in its order.';

CREATE INDEX export_element_change_idx ON health.export_element USING btree (person_id, change_position);

COMMENT ON INDEX health.export_element_change_idx IS 'The change feed in its order.';

CREATE UNIQUE INDEX export_element_key_idx ON health.export_element USING btree (person_id, name, key) WHERE (key IS NOT NULL);

COMMENT ON INDEX health.export_element_key_idx IS 'One row for each key: of several exports the newest holds.';

CREATE INDEX idempotency_key_created_at_idx ON health.idempotency_key USING btree (person_id, created_at);

COMMENT ON INDEX health.idempotency_key_created_at_idx IS 'Finds the keys that are to be forgotten.';

CREATE UNIQUE INDEX import_running_idx ON health.import USING btree (person_id) WHERE (state = 'running'::text);

COMMENT ON INDEX health.import_running_idx IS 'Of one person, one import runs at a time.';

CREATE UNIQUE INDEX import_upload_key_idx ON health.import_upload USING btree (person_id, idempotency_key);

COMMENT ON INDEX health.import_upload_key_idx IS 'A key is the name of one upload.';

CREATE INDEX import_waiting_idx ON health.import USING btree (person_id, state, updated_at) WHERE (state = ANY (ARRAY['receiving'::text, 'queued'::text, 'running'::text]));

COMMENT ON INDEX health.import_waiting_idx IS 'Finds what is to be done, and what was abandoned.';

CREATE INDEX recognised_record_sample_uuid_idx ON health.recognised_record USING btree (person_id, sample_uuid);

COMMENT ON INDEX health.recognised_record_sample_uuid_idx IS 'Finds the records that stand for a sample.';

CREATE INDEX sample_change_idx ON health.sample USING btree (person_id, change_position);

COMMENT ON INDEX health.sample_change_idx IS 'The change feed in its order. A person''s positions only grow, so that every insertion goes to the end of their part.';

CREATE INDEX sample_stream_idx ON health.sample USING btree (person_id, sample_type_id, start_time) INCLUDE (end_time, quantity, source_revision_id, uuid);

COMMENT ON INDEX health.sample_stream_idx IS 'The stream of one type in order of start, without touching the heap: what statistics are computed from.';

CREATE INDEX sample_time_zone_run_idx ON health.sample_time_zone USING btree (person_id, time_zone, start_time);

COMMENT ON INDEX health.sample_time_zone_run_idx IS 'Finds when the zone changes without reading the samples between: health_code.time_zone_runs.';

CREATE INDEX series_quantity_stream_idx ON health.series_quantity USING btree (person_id, sample_type_id, start_time) INCLUDE (end_time, quantity, source_revision_id, uuid, ordinal);

COMMENT ON INDEX health.series_quantity_stream_idx IS 'The stream of one type in order of start, without touching the heap: merged with that of health.sample.';

ALTER TABLE ONLY health.change_counter
    ADD CONSTRAINT change_counter_person_fkey FOREIGN KEY (person_id) REFERENCES health.person(person_id) ON DELETE CASCADE;

ALTER TABLE ONLY health.client_anchor
    ADD CONSTRAINT client_anchor_person_fkey FOREIGN KEY (person_id) REFERENCES health.person(person_id) ON DELETE CASCADE;

ALTER TABLE ONLY health.client_session
    ADD CONSTRAINT client_session_person_fkey FOREIGN KEY (person_id) REFERENCES health.person(person_id) ON DELETE CASCADE;

ALTER TABLE ONLY health.device
    ADD CONSTRAINT device_person_fkey FOREIGN KEY (person_id) REFERENCES health.person(person_id) ON DELETE CASCADE;

ALTER TABLE ONLY health.idempotency_key
    ADD CONSTRAINT idempotency_key_person_fkey FOREIGN KEY (person_id) REFERENCES health.person(person_id) ON DELETE CASCADE;

ALTER TABLE ONLY health.import_count
    ADD CONSTRAINT import_count_import_fkey FOREIGN KEY (person_id, import_id) REFERENCES health.import(person_id, import_id) ON DELETE CASCADE;

ALTER TABLE ONLY health.import
    ADD CONSTRAINT import_person_fkey FOREIGN KEY (person_id) REFERENCES health.person(person_id) ON DELETE CASCADE;

ALTER TABLE ONLY health.import_refusal
    ADD CONSTRAINT import_refusal_import_fkey FOREIGN KEY (person_id, import_id) REFERENCES health.import(person_id, import_id) ON DELETE CASCADE;

ALTER TABLE ONLY health.import_upload
    ADD CONSTRAINT import_upload_import_fkey FOREIGN KEY (person_id, import_id) REFERENCES health.import(person_id, import_id) ON DELETE CASCADE;

ALTER TABLE ONLY health.preference_change
    ADD CONSTRAINT preference_change_person_fkey FOREIGN KEY (person_id) REFERENCES health.person(person_id) ON DELETE CASCADE;

ALTER TABLE ONLY health.source
    ADD CONSTRAINT source_person_fkey FOREIGN KEY (person_id) REFERENCES health.person(person_id) ON DELETE CASCADE;

ALTER TABLE ONLY health.source_priority
    ADD CONSTRAINT source_priority_sample_type_fkey FOREIGN KEY (sample_type_id) REFERENCES health.sample_type(sample_type_id);

ALTER TABLE ONLY health.source_priority
    ADD CONSTRAINT source_priority_source_fkey FOREIGN KEY (person_id, source_id) REFERENCES health.source(person_id, source_id) ON DELETE CASCADE;

ALTER TABLE ONLY health.source_revision
    ADD CONSTRAINT source_revision_source_fkey FOREIGN KEY (person_id, source_id) REFERENCES health.source(person_id, source_id) ON DELETE CASCADE;

ALTER TABLE ONLY health.time_zone_report
    ADD CONSTRAINT time_zone_report_person_fkey FOREIGN KEY (person_id) REFERENCES health.person(person_id) ON DELETE CASCADE;

ALTER TABLE ONLY health.token
    ADD CONSTRAINT token_person_fkey FOREIGN KEY (person_id) REFERENCES health.person(person_id) ON DELETE CASCADE;
