--
-- PostgreSQL database dump
--


-- Dumped from database version 15.18 (Debian 15.18-0+deb12u1)
-- Dumped by pg_dump version 15.18 (Debian 15.18-0+deb12u1)

SET statement_timeout = 0;
SET lock_timeout = 0;
SET idle_in_transaction_session_timeout = 0;
SET client_encoding = 'UTF8';
SET standard_conforming_strings = on;
SELECT pg_catalog.set_config('search_path', '', false);
SET check_function_bodies = false;
SET xmloption = content;
SET client_min_messages = warning;
SET row_security = off;

--
-- Name: health; Type: SCHEMA; Schema: -; Owner: -
--

CREATE SCHEMA health;


--
-- Name: SCHEMA health; Type: COMMENT; Schema: -; Owner: -
--

COMMENT ON SCHEMA health IS 'HealthKit data: people, their samples, and the catalogue.';


--
-- Name: health_code; Type: SCHEMA; Schema: -; Owner: -
--

CREATE SCHEMA health_code;


--
-- Name: SCHEMA health_code; Type: COMMENT; Schema: -; Owner: -
--

COMMENT ON SCHEMA health_code IS 'Functions over schema health.';


--
-- Name: health_staging; Type: SCHEMA; Schema: -; Owner: -
--

CREATE SCHEMA health_staging;


--
-- Name: SCHEMA health_staging; Type: COMMENT; Schema: -; Owner: -
--

COMMENT ON SCHEMA health_staging IS 'What unfinished imports have read and not stored yet: a table for each, import_PERSON_IMPORT, dropped when it ends.';


--
-- Name: granted_person_ids(); Type: FUNCTION; Schema: health; Owner: -
--

CREATE FUNCTION health.granted_person_ids() RETURNS integer[]
    LANGUAGE plpgsql STABLE SECURITY DEFINER COST 1000 PARALLEL SAFE
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
declare
    only_id constant integer := nullif(current_setting('healthstore.person_id', true), '');
    ids integer[];
begin
    -- Inside, current_user is the owner of the store.
    if pg_has_role(session_user, current_user, 'usage') then
        ids := array(select person.person_id from health.person where only_id is null or person.person_id = only_id);
    else
        ids := array(
            select analyst_grant.person_id
            from health.analyst_grant
            where analyst_grant.analyst = session_user and (only_id is null or analyst_grant.person_id = only_id));
    end if;
    if cardinality(ids) between 1 and 199 then
        return ids || array_fill(ids[1], array[200 - cardinality(ids)]);
    end if;
    return ids;
end;
$$;


--
-- Name: FUNCTION granted_person_ids(); Type: COMMENT; Schema: health; Owner: -
--

COMMENT ON FUNCTION health.granted_person_ids() IS 'The people about whom the user who logged in may read: for an analyst those of health.analyst_grant, for the owner of the store everybody. The setting healthstore.person_id, if there is one, leaves only that person of them. The first is repeated until there are 200.';


--
-- Name: json_number(jsonb); Type: FUNCTION; Schema: health_code; Owner: -
--

CREATE FUNCTION health_code.json_number(value jsonb) RETURNS double precision
    LANGUAGE sql IMMUTABLE PARALLEL SAFE
    RETURN CASE WHEN ((jsonb_typeof(value) = 'number'::text) AND (length((value #>> '{}'::text[])) <= 305)) THEN (value)::double precision ELSE NULL::double precision END;


--
-- Name: FUNCTION json_number(value jsonb); Type: COMMENT; Schema: health_code; Owner: -
--

COMMENT ON FUNCTION health_code.json_number(value jsonb) IS 'Returns a JSON number; null for any other value and for a number that double precision cannot hold.';


SET default_tablespace = '';

SET default_table_access_method = heap;

--
-- Name: sample; Type: TABLE; Schema: health; Owner: -
--

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
ALTER TABLE ONLY health.sample ALTER COLUMN person_id SET STATISTICS 0;


--
-- Name: TABLE sample; Type: COMMENT; Schema: health; Owner: -
--

COMMENT ON TABLE health.sample IS 'Every sample of every person (HKSample). The views quantity_sample, category_sample, correlation and workout show it with readable names.';


--
-- Name: COLUMN sample.person_id; Type: COMMENT; Schema: health; Owner: -
--

COMMENT ON COLUMN health.sample.person_id IS 'Whose sample.';


--
-- Name: COLUMN sample.sample_type_id; Type: COMMENT; Schema: health; Owner: -
--

COMMENT ON COLUMN health.sample.sample_type_id IS 'Its type, in health.sample_type.';


--
-- Name: COLUMN sample.uuid; Type: COMMENT; Schema: health; Owner: -
--

COMMENT ON COLUMN health.sample.uuid IS 'HealthKit''s uuid; where the sender had none, a version 5 uuid made from the content and its occurrence number.';


--
-- Name: COLUMN sample.start_time; Type: COMMENT; Schema: health; Owner: -
--

COMMENT ON COLUMN health.sample.start_time IS 'Start, to the microsecond where it was sent so.';


--
-- Name: COLUMN sample.end_time; Type: COMMENT; Schema: health; Owner: -
--

COMMENT ON COLUMN health.sample.end_time IS 'End, exclusive; equal to the start for a point.';


--
-- Name: COLUMN sample.quantity; Type: COMMENT; Schema: health; Owner: -
--

COMMENT ON COLUMN health.sample.quantity IS 'Value of a quantity sample in the type''s canonical unit (as sent, for a type that is not in the catalogue); null for other kinds, and for a series, whose quantities are in health.series_quantity.';


--
-- Name: COLUMN sample.source_revision_id; Type: COMMENT; Schema: health; Owner: -
--

COMMENT ON COLUMN health.sample.source_revision_id IS 'Who wrote it, in health.source_revision.';


--
-- Name: COLUMN sample.device_id; Type: COMMENT; Schema: health; Owner: -
--

COMMENT ON COLUMN health.sample.device_id IS 'What made it, in health.device; null where not sent.';


--
-- Name: COLUMN sample.creation_time; Type: COMMENT; Schema: health; Owner: -
--

COMMENT ON COLUMN health.sample.creation_time IS 'When it was saved on the phone; null where not sent.';


--
-- Name: COLUMN sample.change_position; Type: COMMENT; Schema: health; Owner: -
--

COMMENT ON COLUMN health.sample.change_position IS 'Its place in the person''s change feed.';


--
-- Name: COLUMN sample.sent_unit_id; Type: COMMENT; Schema: health; Owner: -
--

COMMENT ON COLUMN health.sample.sent_unit_id IS 'The unit as sent, in health.unit; null for other kinds than quantity.';


--
-- Name: COLUMN sample.category_value; Type: COMMENT; Schema: health; Owner: -
--

COMMENT ON COLUMN health.sample.category_value IS 'Raw value of a category sample (health.category_value); null for other kinds and for values in no catalogue.';


--
-- Name: COLUMN sample.sent_quantity; Type: COMMENT; Schema: health; Owner: -
--

COMMENT ON COLUMN health.sample.sent_quantity IS 'The value as sent; null where it equals quantity, and for a series whose summary was not sent.';


--
-- Name: COLUMN sample.sent_category_value; Type: COMMENT; Schema: health; Owner: -
--

COMMENT ON COLUMN health.sample.sent_category_value IS 'The category value as sent; null where it is the catalogue''s own text of category_value.';


--
-- Name: COLUMN sample.is_imported; Type: COMMENT; Schema: health; Owner: -
--

COMMENT ON COLUMN health.sample.is_imported IS 'True for a record of an export: its uuid is not HealthKit''s, which export.xml does not say.';


--
-- Name: sample_detail; Type: TABLE; Schema: health; Owner: -
--

CREATE TABLE health.sample_detail (
    person_id integer NOT NULL,
    uuid uuid NOT NULL,
    metadata jsonb,
    parts jsonb
);
ALTER TABLE ONLY health.sample_detail ALTER COLUMN person_id SET STATISTICS 0;


--
-- Name: TABLE sample_detail; Type: COMMENT; Schema: health; Owner: -
--

COMMENT ON TABLE health.sample_detail IS 'What hangs on a sample beside its columns. Most samples have no row here.';


--
-- Name: COLUMN sample_detail.person_id; Type: COMMENT; Schema: health; Owner: -
--

COMMENT ON COLUMN health.sample_detail.person_id IS 'Whose sample.';


--
-- Name: COLUMN sample_detail.uuid; Type: COMMENT; Schema: health; Owner: -
--

COMMENT ON COLUMN health.sample_detail.uuid IS 'The sample.';


--
-- Name: COLUMN sample_detail.metadata; Type: COMMENT; Schema: health; Owner: -
--

COMMENT ON COLUMN health.sample_detail.metadata IS 'HKMetadata as one object; a key that an export repeats with other values holds an array of them.';


--
-- Name: COLUMN sample_detail.parts; Type: COMMENT; Schema: health; Owner: -
--

COMMENT ON COLUMN health.sample_detail.parts IS 'What belongs to the sample and has no column, in the words of HealthKit (locations, heartbeats, voltages, …), as the views workout_route_location, heartbeat, electrocardiogram_voltage and others show it; and in the words and order of its sender what has none: events, activities and statistics of a workout, elements that nobody knows yet.';


--
-- Name: sample_type; Type: TABLE; Schema: health; Owner: -
--

CREATE TABLE health.sample_type (
    sample_type_id integer NOT NULL,
    identifier text NOT NULL,
    short_name text NOT NULL,
    kind text NOT NULL,
    aggregation_style text,
    canonical_unit text,
    value_enum text,
    in_catalogue boolean NOT NULL,
    preferred_unit text,
    display_name text,
    display_group text,
    preferred_factor double precision,
    preferred_shift double precision,
    CONSTRAINT sample_type_kind_check CHECK ((kind = ANY (ARRAY['quantity'::text, 'category'::text, 'correlation'::text, 'workout'::text, 'other'::text])))
);


--
-- Name: TABLE sample_type; Type: COMMENT; Schema: health; Owner: -
--

COMMENT ON TABLE health.sample_type IS 'Every sample type that HealthKit''s catalogue or a sample has named; health.quantity_type and its like say more about those of the catalogue.';


--
-- Name: COLUMN sample_type.sample_type_id; Type: COMMENT; Schema: health; Owner: -
--

COMMENT ON COLUMN health.sample_type.sample_type_id IS 'The number that samples hold; differs between databases.';


--
-- Name: COLUMN sample_type.identifier; Type: COMMENT; Schema: health; Owner: -
--

COMMENT ON COLUMN health.sample_type.identifier IS 'HealthKit''s identifier, or the text as sent.';


--
-- Name: COLUMN sample_type.short_name; Type: COMMENT; Schema: health; Owner: -
--

COMMENT ON COLUMN health.sample_type.short_name IS 'HealthKit''s name in Swift, such as stepCount; the identifier where there is none.';


--
-- Name: COLUMN sample_type.kind; Type: COMMENT; Schema: health; Owner: -
--

COMMENT ON COLUMN health.sample_type.kind IS 'quantity, category, correlation, workout or other.';


--
-- Name: COLUMN sample_type.aggregation_style; Type: COMMENT; Schema: health; Owner: -
--

COMMENT ON COLUMN health.sample_type.aggregation_style IS 'HKQuantityAggregationStyle''s name; null for other kinds and where nobody knows it.';


--
-- Name: COLUMN sample_type.canonical_unit; Type: COMMENT; Schema: health; Owner: -
--

COMMENT ON COLUMN health.sample_type.canonical_unit IS 'The unit of health.sample.quantity; null for other kinds, and for types that are not in the catalogue, whose quantities are in the unit as sent.';


--
-- Name: COLUMN sample_type.value_enum; Type: COMMENT; Schema: health; Owner: -
--

COMMENT ON COLUMN health.sample_type.value_enum IS 'Of category types: the enum of their values in health.category_value; null for those that are not in the catalogue.';


--
-- Name: COLUMN sample_type.in_catalogue; Type: COMMENT; Schema: health; Owner: -
--

COMMENT ON COLUMN health.sample_type.in_catalogue IS 'False for a type that only a sample has named.';


--
-- Name: COLUMN sample_type.preferred_unit; Type: COMMENT; Schema: health; Owner: -
--

COMMENT ON COLUMN health.sample_type.preferred_unit IS 'The unit in which people read values unless they choose another (health.preferred_unit); null where canonical_unit is.';


--
-- Name: COLUMN sample_type.display_name; Type: COMMENT; Schema: health; Owner: -
--

COMMENT ON COLUMN health.sample_type.display_name IS 'The Health app''s name, such as Resting Heart Rate; null for types that are not in the catalogue.';


--
-- Name: COLUMN sample_type.display_group; Type: COMMENT; Schema: health; Owner: -
--

COMMENT ON COLUMN health.sample_type.display_group IS 'The Health app''s group, a row of health.type_group; null for types that are not in the catalogue.';


--
-- Name: COLUMN sample_type.preferred_factor; Type: COMMENT; Schema: health; Owner: -
--

COMMENT ON COLUMN health.sample_type.preferred_factor IS 'A value in preferred_unit is the canonical value * preferred_factor + preferred_shift; null where preferred_unit is.';


--
-- Name: COLUMN sample_type.preferred_shift; Type: COMMENT; Schema: health; Owner: -
--

COMMENT ON COLUMN health.sample_type.preferred_shift IS 'As preferred_factor.';


--
-- Name: source; Type: TABLE; Schema: health; Owner: -
--

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
ALTER TABLE ONLY health.source ALTER COLUMN person_id SET STATISTICS 0;


--
-- Name: TABLE source; Type: COMMENT; Schema: health; Owner: -
--

COMMENT ON TABLE health.source IS 'An app or device that wrote samples of a person (HKSource). What the person typed into it is a source of its own.';


--
-- Name: COLUMN source.person_id; Type: COMMENT; Schema: health; Owner: -
--

COMMENT ON COLUMN health.source.person_id IS 'Whose source.';


--
-- Name: COLUMN source.source_id; Type: COMMENT; Schema: health; Owner: -
--

COMMENT ON COLUMN health.source.source_id IS 'Counts the person''s sources in order of their first appearance, from 1.';


--
-- Name: COLUMN source.name; Type: COMMENT; Schema: health; Owner: -
--

COMMENT ON COLUMN health.source.name IS 'As sent; exports write U+00A0 and U+2019 into it.';


--
-- Name: COLUMN source.bundle_identifier; Type: COMMENT; Schema: health; Owner: -
--

COMMENT ON COLUMN health.source.bundle_identifier IS 'Null where nobody has said it; export.xml never does.';


--
-- Name: COLUMN source.was_user_entered; Type: COMMENT; Schema: health; Owner: -
--

COMMENT ON COLUMN health.source.was_user_entered IS 'True for what was entered by hand (HKWasUserEntered).';


--
-- Name: COLUMN source.source_class; Type: COMMENT; Schema: health; Owner: -
--

COMMENT ON COLUMN health.source.source_class IS 'watch (Apple Watch), phone (iPhone, iPad, iPod touch) or other, by product type; decides the default priority. aggregate: figures of whole buckets that a client made of several sources; they count only where nothing better is.';


--
-- Name: COLUMN source.created_at; Type: COMMENT; Schema: health; Owner: -
--

COMMENT ON COLUMN health.source.created_at IS 'When its first sample arrived here.';


--
-- Name: source_revision; Type: TABLE; Schema: health; Owner: -
--

CREATE TABLE health.source_revision (
    person_id integer NOT NULL,
    source_revision_id integer NOT NULL,
    source_id integer NOT NULL,
    version text,
    product_type text,
    operating_system_version text
);
ALTER TABLE ONLY health.source_revision ALTER COLUMN person_id SET STATISTICS 0;


--
-- Name: TABLE source_revision; Type: COMMENT; Schema: health; Owner: -
--

COMMENT ON TABLE health.source_revision IS 'A source at one version (HKSourceRevision).';


--
-- Name: COLUMN source_revision.person_id; Type: COMMENT; Schema: health; Owner: -
--

COMMENT ON COLUMN health.source_revision.person_id IS 'Whose source.';


--
-- Name: COLUMN source_revision.source_revision_id; Type: COMMENT; Schema: health; Owner: -
--

COMMENT ON COLUMN health.source_revision.source_revision_id IS 'Counts the person''s revisions, from 1.';


--
-- Name: COLUMN source_revision.source_id; Type: COMMENT; Schema: health; Owner: -
--

COMMENT ON COLUMN health.source_revision.source_id IS 'The source.';


--
-- Name: COLUMN source_revision.version; Type: COMMENT; Schema: health; Owner: -
--

COMMENT ON COLUMN health.source_revision.version IS 'Version of the app, as sent; null where not sent.';


--
-- Name: COLUMN source_revision.product_type; Type: COMMENT; Schema: health; Owner: -
--

COMMENT ON COLUMN health.source_revision.product_type IS 'Such as iPhone15,2 or Watch6,1; null where not sent.';


--
-- Name: COLUMN source_revision.operating_system_version; Type: COMMENT; Schema: health; Owner: -
--

COMMENT ON COLUMN health.source_revision.operating_system_version IS 'As sent; null where not sent.';


--
-- Name: aggregate_nights(integer, timestamp with time zone, timestamp with time zone); Type: FUNCTION; Schema: health_code; Owner: -
--

CREATE FUNCTION health_code.aggregate_nights(for_person_id integer, from_time timestamp with time zone, to_time timestamp with time zone) RETURNS TABLE(uuid uuid, start_time timestamp with time zone, end_time timestamp with time zone, source_id integer, asleep double precision, in_bed double precision, unspecified double precision, core double precision, deep double precision, rem double precision, awake double precision)
    LANGUAGE sql STABLE
    BEGIN ATOMIC
 SELECT sample.uuid,
     sample.start_time,
     sample.end_time,
     source.source_id,
     figures.asleep,
     figures.in_bed,
     figures.unspecified,
     figures.core,
     figures.deep,
     figures.rem,
     figures.awake
    FROM ((((health.sample
      JOIN health.source_revision revision ON (((revision.person_id = aggregate_nights.for_person_id) AND (revision.source_revision_id = sample.source_revision_id))))
      JOIN health.source ON (((source.person_id = aggregate_nights.for_person_id) AND (source.source_id = revision.source_id))))
      JOIN health.sample_detail detail ON (((detail.person_id = aggregate_nights.for_person_id) AND (detail.uuid = sample.uuid))))
      CROSS JOIN LATERAL ( SELECT health_code.json_number(((detail.parts -> 'night'::text) -> 'asleep'::text)) AS asleep,
             health_code.json_number(((detail.parts -> 'night'::text) -> 'inBed'::text)) AS in_bed,
             health_code.json_number(((detail.parts -> 'night'::text) -> 'unspecified'::text)) AS unspecified,
             health_code.json_number(((detail.parts -> 'night'::text) -> 'core'::text)) AS core,
             health_code.json_number(((detail.parts -> 'night'::text) -> 'deep'::text)) AS deep,
             health_code.json_number(((detail.parts -> 'night'::text) -> 'rem'::text)) AS rem,
             health_code.json_number(((detail.parts -> 'night'::text) -> 'awake'::text)) AS awake) figures)
   WHERE ((sample.person_id = aggregate_nights.for_person_id) AND (sample.sample_type_id = ( SELECT known.sample_type_id
            FROM health.sample_type known
           WHERE (known.identifier = 'hae:sleep_analysis'::text))) AND (sample.start_time > (aggregate_nights.from_time - '24:00:00'::interval)) AND (sample.start_time <= aggregate_nights.to_time) AND (sample.end_time > aggregate_nights.from_time) AND (sample.end_time <= aggregate_nights.to_time) AND ((sample.end_time - sample.start_time) <= '24:00:00'::interval) AND (source.source_class = 'aggregate'::text) AND (COALESCE(figures.asleep, figures.in_bed) IS NOT NULL) AND (LEAST(figures.asleep, figures.in_bed, figures.unspecified, figures.core, figures.deep, figures.rem, figures.awake) >= (0)::double precision) AND (GREATEST(figures.asleep, figures.in_bed, figures.unspecified, figures.core, figures.deep, figures.rem, figures.awake) <= (86460)::double precision));
END;


--
-- Name: FUNCTION aggregate_nights(for_person_id integer, from_time timestamp with time zone, to_time timestamp with time zone); Type: COMMENT; Schema: health_code; Owner: -
--

COMMENT ON FUNCTION health_code.aggregate_nights(for_person_id integer, from_time timestamp with time zone, to_time timestamp with time zone) IS 'Returns the figures that apps sent for whole nights that end after from_time and not after to_time: lengths in seconds, null if not sent. health_code.sleep_nights uses them for a night without samples.';


--
-- Name: bucket_edges(integer, text, text, anyelement, anycompatible, text, integer, time without time zone); Type: FUNCTION; Schema: health_code; Owner: -
--

CREATE FUNCTION health_code.bucket_edges(for_person_id integer, "interval" text, time_zone text, from_time anyelement, to_time anycompatible, anchor text DEFAULT NULL::text, first_weekday integer DEFAULT 1, day_start time without time zone DEFAULT '00:00:00'::time without time zone) RETURNS TABLE(start_time timestamp with time zone, end_time timestamp with time zone)
    LANGUAGE sql STABLE PARALLEL SAFE
    AS $$
                select bucket.start_time, bucket.end_time
                from health_code.bucket_edges(
                    for_person_id, "interval", time_zone, health_code.time_text(from_time), health_code.time_text(to_time), anchor,
                    first_weekday, day_start) bucket
            $$;


--
-- Name: FUNCTION bucket_edges(for_person_id integer, "interval" text, time_zone text, from_time anyelement, to_time anycompatible, anchor text, first_weekday integer, day_start time without time zone); Type: COMMENT; Schema: health_code; Owner: -
--

COMMENT ON FUNCTION health_code.bucket_edges(for_person_id integer, "interval" text, time_zone text, from_time anyelement, to_time anycompatible, anchor text, first_weekday integer, day_start time without time zone) IS 'The same for dates and timestamps, which are wall clocks in time_zone, and for timestamptz.';


--
-- Name: bucket_edges(integer, text, text, anyelement, text, text, integer, time without time zone); Type: FUNCTION; Schema: health_code; Owner: -
--

CREATE FUNCTION health_code.bucket_edges(for_person_id integer, "interval" text, time_zone text, from_time anyelement, to_time text, anchor text DEFAULT NULL::text, first_weekday integer DEFAULT 1, day_start time without time zone DEFAULT '00:00:00'::time without time zone) RETURNS TABLE(start_time timestamp with time zone, end_time timestamp with time zone)
    LANGUAGE sql STABLE PARALLEL SAFE
    AS $$
                select bucket.start_time, bucket.end_time
                from health_code.bucket_edges(
                    for_person_id, "interval", time_zone, health_code.time_text(from_time), health_code.time_text(to_time), anchor,
                    first_weekday, day_start) bucket
            $$;


--
-- Name: FUNCTION bucket_edges(for_person_id integer, "interval" text, time_zone text, from_time anyelement, to_time text, anchor text, first_weekday integer, day_start time without time zone); Type: COMMENT; Schema: health_code; Owner: -
--

COMMENT ON FUNCTION health_code.bucket_edges(for_person_id integer, "interval" text, time_zone text, from_time anyelement, to_time text, anchor text, first_weekday integer, day_start time without time zone) IS 'The same for dates and timestamps, which are wall clocks in time_zone, and for timestamptz.';


--
-- Name: bucket_edges(integer, text, text, text, anyelement, text, integer, time without time zone); Type: FUNCTION; Schema: health_code; Owner: -
--

CREATE FUNCTION health_code.bucket_edges(for_person_id integer, "interval" text, time_zone text, from_time text, to_time anyelement, anchor text DEFAULT NULL::text, first_weekday integer DEFAULT 1, day_start time without time zone DEFAULT '00:00:00'::time without time zone) RETURNS TABLE(start_time timestamp with time zone, end_time timestamp with time zone)
    LANGUAGE sql STABLE PARALLEL SAFE
    AS $$
                select bucket.start_time, bucket.end_time
                from health_code.bucket_edges(
                    for_person_id, "interval", time_zone, health_code.time_text(from_time), health_code.time_text(to_time), anchor,
                    first_weekday, day_start) bucket
            $$;


--
-- Name: FUNCTION bucket_edges(for_person_id integer, "interval" text, time_zone text, from_time text, to_time anyelement, anchor text, first_weekday integer, day_start time without time zone); Type: COMMENT; Schema: health_code; Owner: -
--

COMMENT ON FUNCTION health_code.bucket_edges(for_person_id integer, "interval" text, time_zone text, from_time text, to_time anyelement, anchor text, first_weekday integer, day_start time without time zone) IS 'The same for dates and timestamps, which are wall clocks in time_zone, and for timestamptz.';


--
-- Name: bucket_plan(integer, text, text, timestamp with time zone, timestamp with time zone, timestamp without time zone, integer, time without time zone); Type: FUNCTION; Schema: health_code; Owner: -
--

CREATE FUNCTION health_code.bucket_plan(for_person_id integer, "interval" text, time_zone text, from_time timestamp with time zone, to_time timestamp with time zone, anchor timestamp without time zone DEFAULT NULL::timestamp without time zone, first_weekday integer DEFAULT 1, day_start time without time zone DEFAULT '00:00:00'::time without time zone) RETURNS TABLE(start_time timestamp with time zone, end_time timestamp with time zone)
    LANGUAGE plpgsql STABLE PARALLEL SAFE
    AS $_$
#variable_conflict use_variable
declare
    -- The constants BucketPlan.bucketsMax and BucketInterval.countMax of the program.
    buckets_max constant integer := 100000;
    count_max constant integer := 10000;
    -- health.time_zone_offset has the changes of offsets up to this date.
    known_until constant timestamp := '2100-01-01';
    matched text[] := regexp_match(
        bucket_plan."interval", '^(?:0*([0-9]{1,5}) ?)?(minute|hour|day|week|month|quarter|year)s?$');
    multiple integer := coalesce(matched[1], '1')::integer;
    unit text := matched[2];
    -- The step of intervals of days and longer.
    step_days integer := case unit when 'day' then multiple when 'week' then 7 * multiple end;
    step_months integer := case unit
        when 'month' then multiple when 'quarter' then 3 * multiple when 'year' then 12 * multiple end;
    step interval := make_interval(days => coalesce(step_days, 0), months => coalesce(step_months, 0));
    -- The step of intervals of minutes and hours, in microseconds.
    step_elapsed bigint := case unit when 'minute' then 60000000 when 'hour' then 3600000000 end * multiple;
    begins timestamp := anchor;
    anchor_time timestamptz;
    indexes bigint[];
    first_index bigint;
    last_index bigint;
    latest timestamp;
    -- The pieces of the clock. The offset changes between two pieces. Each piece has the range of
    -- wall clock times that the clock shows for the first time, the instant at which the piece
    -- begins, and its offset from UTC in seconds.
    reached_from timestamp[];
    reached_until timestamp[];
    since timestamptz[];
    utc_offset integer[];
begin
    if from_time is null or to_time is null or not isfinite(from_time) or not isfinite(to_time) then
        raise exception 'from_time and to_time must be finite times' using errcode = 'invalid_parameter_value';
    elsif from_time >= to_time then
        raise exception 'to_time must be later than from_time' using errcode = 'invalid_parameter_value';
    elsif unit is null or multiple not between 1 and count_max then
        raise exception 'interval must be minute, hour, day, week, month, quarter or year, optionally after a number '
            'from 1 to %', count_max
            using errcode = 'invalid_parameter_value';
    elsif begins is null then
        if coalesce(first_weekday not between 1 and 7, true) then
            raise exception 'first_weekday must be from 1 (Monday) to 7 (Sunday)' using errcode = 'invalid_parameter_value';
        elsif coalesce(day_start = '24:00', true) then
            raise exception 'day_start must be a time of day before 24:00' using errcode = 'invalid_parameter_value';
        end if;
        -- 2001-01-01 is a Monday and the first day of a year.
        begins := date '2001-01-01' + case unit when 'week' then first_weekday - 1 else 0 end + day_start;
    elsif first_weekday is distinct from 1 or day_start is distinct from '00:00' then
        raise exception 'anchor excludes first_weekday and day_start' using errcode = 'invalid_parameter_value';
    elsif not isfinite(begins) then
        raise exception 'anchor must be finite' using errcode = 'invalid_parameter_value';
    end if;

    -- A wall clock time is reached at the first instant at which the clock shows it or a later
    -- time. When the clock goes back, it shows times that have been reached before.
    with shown as (
        select
            piece.from_time,
            piece.utc_offset,
            max((piece.until_time at time zone 'UTC') + make_interval(secs => piece.utc_offset))
                over (order by piece.from_time) as until
        from health_code.clock(for_person_id, time_zone) piece
    ), reached as (
        select *, lag(shown.until, 1, '-infinity') over (order by shown.from_time) as from from shown
    )
    select
        array_agg(reached.from order by reached.from_time),
        array_agg(reached.until order by reached.from_time),
        array_agg(reached.from_time order by reached.from_time),
        array_agg(reached.utc_offset order by reached.from_time)
    into reached_from, reached_until, since, utc_offset
    from reached;

    if step_elapsed is not null then
        select greatest(piece.since, (begins at time zone 'UTC') - make_interval(secs => piece.utc_offset))
        into anchor_time
        from unnest(reached_from, reached_until, since, utc_offset) as piece (reached_from, reached_until, since, utc_offset)
        where piece.reached_from <= begins and begins < piece.reached_until;
        latest := begins;
        first_index := floor((extract(epoch from from_time) - extract(epoch from anchor_time)) * 1000000 / step_elapsed);
        last_index := ceil((extract(epoch from to_time) - extract(epoch from anchor_time)) * 1000000 / step_elapsed);
    else
        -- The index of the last edge that is reached at from_time, immediately before to_time, and
        -- at to_time.
        select array_agg(last.index order by asked.time)
        into indexes
        from unnest(array[from_time, to_time - interval '1 microsecond', to_time]) as asked (time)
        cross join lateral (
            select greatest(
                (asked.time at time zone 'UTC') + make_interval(secs => piece.utc_offset),
                piece.reached_from - interval '1 microsecond') as wall
            from unnest(reached_from, since, utc_offset) as piece (reached_from, since, utc_offset)
            where piece.since <= asked.time
            order by piece.since desc
            limit 1
        ) clock
        cross join lateral health_code.bucket_index(begins, step_days, step_months, clock.wall) as last (index);
        first_index := indexes[1];
        last_index := indexes[3] + (indexes[2] = indexes[3])::integer;
        latest := begins + last_index * step;
    end if;

    if last_index - first_index > buckets_max then
        raise exception 'the range would need % buckets; at most % are allowed', last_index - first_index, buckets_max
            using errcode = 'program_limit_exceeded', hint = 'use a shorter range or a longer interval';
    elsif latest >= known_until and since[cardinality(since)] >= known_until - interval '1 year' then
        raise exception 'the offsets of time zone "%" are not known from % on', time_zone, to_char(known_until, 'YYYY-MM-DD')
            using errcode = 'invalid_parameter_value', hint = 'use the time zone UTC';
    end if;

    if step_elapsed is not null then
        return query
        select
            anchor_time + index * (step_elapsed * interval '1 microsecond'),
            anchor_time + (index + 1) * (step_elapsed * interval '1 microsecond')
        from generate_series(first_index, last_index - 1) as index;
        return;
    end if;
    return query
    with edge as (
        -- A day that the clock skips begins and ends at the same instant. DISTINCT removes it.
        select distinct
            greatest(piece.since, (local.time at time zone 'UTC') - make_interval(secs => piece.utc_offset)) as time
        from unnest(reached_from, reached_until, since, utc_offset) as piece (reached_from, reached_until, since, utc_offset)
        cross join lateral generate_series(
            health_code.bucket_index(begins, step_days, step_months, greatest(piece.reached_from, begins + first_index * step)),
            health_code.bucket_index(begins, step_days, step_months, least(piece.reached_until, latest))) as index
        cross join lateral (select begins + index * step) as local (time)
        where piece.reached_until > begins + first_index * step
            and piece.reached_from <= latest
            and piece.reached_from <= local.time
            and local.time < piece.reached_until
    ), bucket as (
        select edge.time, lead(edge.time) over (order by edge.time) as until from edge
    )
    select bucket.time, bucket.until from bucket where bucket.until is not null order by bucket.time;
end;
$_$;


--
-- Name: FUNCTION bucket_plan(for_person_id integer, "interval" text, time_zone text, from_time timestamp with time zone, to_time timestamp with time zone, anchor timestamp without time zone, first_weekday integer, day_start time without time zone); Type: COMMENT; Schema: health_code; Owner: -
--

COMMENT ON FUNCTION health_code.bucket_plan(for_person_id integer, "interval" text, time_zone text, from_time timestamp with time zone, to_time timestamp with time zone, anchor timestamp without time zone, first_weekday integer, day_start time without time zone) IS 'Returns the buckets of health_code.bucket_edges, for instants instead of texts.';


--
-- Name: given_time(integer, text, text, text); Type: FUNCTION; Schema: health_code; Owner: -
--

CREATE FUNCTION health_code.given_time(for_person_id integer, time_zone text, parameter text, given text) RETURNS timestamp with time zone
    LANGUAGE plpgsql STABLE PARALLEL SAFE
    AS $$
declare
    parts constant record := health_code.time_parts(given);
    time timestamptz;
    -- health.time_zone_offset has the changes of offsets up to this date.
    known_until constant timestamp := '2100-01-01';
begin
    if given is null or given = '' then
        raise exception '% is missing', parameter using errcode = 'invalid_parameter_value';
    elsif parts.utc_offset is not null then
        time := (parts.wall_clock at time zone 'UTC') - parts.utc_offset;
        if time < '0001-01-01 00:00+00' or time >= '10000-01-01 00:00+00' then
            time := null;
        end if;
    elsif parts.wall_clock is not null and given_time.time_zone is null then
        raise exception '% is a time without an offset, and no time zone is given', parameter
            using errcode = 'invalid_parameter_value', hint = 'give a time zone, or an offset as in 2024-05-01T10:00:00+02:00';
    elsif parts.wall_clock is not null then
        time := health_code.wall_clock_instant(for_person_id, given_time.time_zone, parts.wall_clock);
    end if;
    if time is null then
        raise exception '% must be a time such as 2024-05-01T10:00:00Z or 2024-05-01T10:00:00+02:00, or a local date', parameter
            using errcode = 'invalid_parameter_value',
                hint = 'examples of a local date or time: 2024-05-01, 2024-05-01T10:00, 2024-05-01 10:00:00';
    elsif parts.utc_offset is null and parts.wall_clock >= known_until and exists (
        select from health_code.clock(for_person_id, given_time.time_zone) piece
        where piece.from_time >= known_until - interval '1 year')
    then
        raise exception 'the offsets of time zone "%" are not known from % on', given_time.time_zone,
                to_char(known_until, 'YYYY-MM-DD')
            using errcode = 'invalid_parameter_value', hint = 'give ' || parameter || ' with an offset, as in 2024-05-01T10:00:00+02:00';
    end if;
    return time;
end;
$$;


--
-- Name: FUNCTION given_time(for_person_id integer, time_zone text, parameter text, given text); Type: COMMENT; Schema: health_code; Owner: -
--

COMMENT ON FUNCTION health_code.given_time(for_person_id integer, time_zone text, parameter text, given text) IS 'Returns the instant of a parameter: a time of RFC 3339, or a date or wall clock in time_zone, never in the session''s time zone. Any other text is an error that names the parameter. time_zone is that of health_code.clock, null if none is given.';


--
-- Name: given_wall_clock(text, text); Type: FUNCTION; Schema: health_code; Owner: -
--

CREATE FUNCTION health_code.given_wall_clock(parameter text, given text) RETURNS timestamp without time zone
    LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE
    AS $$
declare
    parts constant record := health_code.time_parts(given);
begin
    if given is not null and (parts.wall_clock is null or parts.utc_offset is not null) then
        raise exception '% must be a wall clock without an offset, such as 2024-01-01 or 2024-01-01T06:00', parameter
            using errcode = 'invalid_parameter_value';
    end if;
    return parts.wall_clock;
end;
$$;


--
-- Name: FUNCTION given_wall_clock(parameter text, given text); Type: COMMENT; Schema: health_code; Owner: -
--

COMMENT ON FUNCTION health_code.given_wall_clock(parameter text, given text) IS 'Returns the wall clock of a parameter, null for null. Any other text is an error that names the parameter.';


--
-- Name: bucket_edges(integer, text, text, text, text, text, integer, time without time zone); Type: FUNCTION; Schema: health_code; Owner: -
--

CREATE FUNCTION health_code.bucket_edges(for_person_id integer, "interval" text, time_zone text, from_time text, to_time text, anchor text DEFAULT NULL::text, first_weekday integer DEFAULT 1, day_start time without time zone DEFAULT '00:00:00'::time without time zone) RETURNS TABLE(start_time timestamp with time zone, end_time timestamp with time zone)
    LANGUAGE sql STABLE PARALLEL SAFE
    BEGIN ATOMIC
 SELECT bucket.start_time,
     bucket.end_time
    FROM health_code.bucket_plan(bucket_edges.for_person_id, bucket_edges."interval", bucket_edges.time_zone, health_code.given_time(bucket_edges.for_person_id, bucket_edges.time_zone, 'from_time'::text, bucket_edges.from_time), health_code.given_time(bucket_edges.for_person_id, bucket_edges.time_zone, 'to_time'::text, bucket_edges.to_time), health_code.given_wall_clock('anchor'::text, bucket_edges.anchor), bucket_edges.first_weekday, bucket_edges.day_start) bucket(start_time, end_time);
END;


--
-- Name: FUNCTION bucket_edges(for_person_id integer, "interval" text, time_zone text, from_time text, to_time text, anchor text, first_weekday integer, day_start time without time zone); Type: COMMENT; Schema: health_code; Owner: -
--

COMMENT ON FUNCTION health_code.bucket_edges(for_person_id integer, "interval" text, time_zone text, from_time text, to_time text, anchor text, first_weekday integer, day_start time without time zone) IS 'Returns the whole buckets that overlap [from_time, to_time), as in the statistics of the HTTP API. interval is minute, hour, day, week, month, quarter or year, optionally after a number: 15minute, 2week. anchor is a wall clock at which a bucket begins. From it, minutes and hours count elapsed time, and days and longer intervals count steps of the wall clock. Without anchor, days begin at day_start, weeks on first_weekday (1 = Monday … 7 = Sunday), and months and longer intervals with the first month of the year. time_zone is a name of the IANA database, or person for the person''s own clock. A day that the clock skipped has no bucket. from_time and to_time are dates or wall clocks in time_zone, or times with an offset.';


--
-- Name: bucket_index(timestamp without time zone, integer, integer, timestamp without time zone); Type: FUNCTION; Schema: health_code; Owner: -
--

CREATE FUNCTION health_code.bucket_index(anchor timestamp without time zone, step_days integer, step_months integer, wall timestamp without time zone) RETURNS bigint
    LANGUAGE sql IMMUTABLE PARALLEL SAFE
    RETURN CASE WHEN (step_days IS NOT NULL) THEN (floor((EXTRACT(epoch FROM (wall - anchor)) / ((86400 * (step_days)::bigint))::numeric)))::bigint ELSE (SELECT (guess.index - (((bucket_index.anchor + ((guess.index)::double precision * make_interval(months => bucket_index.step_months))) > bucket_index.wall))::integer) FROM (SELECT (floor((((((EXTRACT(year FROM bucket_index.wall) - EXTRACT(year FROM bucket_index.anchor)) * (12)::numeric) + EXTRACT(month FROM bucket_index.wall)) - EXTRACT(month FROM bucket_index.anchor)) / (bucket_index.step_months)::numeric)))::bigint AS index) guess) END;


--
-- Name: FUNCTION bucket_index(anchor timestamp without time zone, step_days integer, step_months integer, wall timestamp without time zone); Type: COMMENT; Schema: health_code; Owner: -
--

COMMENT ON FUNCTION health_code.bucket_index(anchor timestamp without time zone, step_days integer, step_months integer, wall timestamp without time zone) IS 'Returns the index of the last edge that is not after the wall clock. Edge k is k steps after anchor; a step is step_days days, or step_months months if step_days is null. A day that a month lacks becomes the last day of the month.';


--
-- Name: relative_energy(double precision, double precision); Type: FUNCTION; Schema: health_code; Owner: -
--

CREATE FUNCTION health_code.relative_energy(level double precision, reference double precision) RETURNS double precision
    LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
    RETURN CASE WHEN (((level / (10)::double precision) - (reference / (10)::double precision)) < ('-300'::integer)::double precision) THEN (0)::double precision ELSE power((10)::double precision, ((level / (10)::double precision) - (reference / (10)::double precision))) END;


--
-- Name: FUNCTION relative_energy(level double precision, reference double precision); Type: COMMENT; Schema: health_code; Owner: -
--

COMMENT ON FUNCTION health_code.relative_energy(level double precision, reference double precision) IS 'Returns the energy of a sound level, relative to the energy of reference; both are in decibels. Sound levels are averaged by energy. Energies relative to the greatest level fit into double precision for every level.';


--
-- Name: source_priority; Type: TABLE; Schema: health; Owner: -
--

CREATE TABLE health.source_priority (
    person_id integer NOT NULL,
    sample_type_id integer NOT NULL,
    source_id integer NOT NULL,
    rank integer NOT NULL
);
ALTER TABLE ONLY health.source_priority ALTER COLUMN person_id SET STATISTICS 0;


--
-- Name: TABLE source_priority; Type: COMMENT; Schema: health; Owner: -
--

COMMENT ON TABLE health.source_priority IS 'The order of sources that the person set for a type (Data Sources & Access). Sources without a row follow in the default order.';


--
-- Name: COLUMN source_priority.person_id; Type: COMMENT; Schema: health; Owner: -
--

COMMENT ON COLUMN health.source_priority.person_id IS 'Whose order.';


--
-- Name: COLUMN source_priority.sample_type_id; Type: COMMENT; Schema: health; Owner: -
--

COMMENT ON COLUMN health.source_priority.sample_type_id IS 'For which type.';


--
-- Name: COLUMN source_priority.source_id; Type: COMMENT; Schema: health; Owner: -
--

COMMENT ON COLUMN health.source_priority.source_id IS 'The source.';


--
-- Name: COLUMN source_priority.rank; Type: COMMENT; Schema: health; Owner: -
--

COMMENT ON COLUMN health.source_priority.rank IS '0 is believed first.';


--
-- Name: source_order(integer, integer); Type: FUNCTION; Schema: health_code; Owner: -
--

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


--
-- Name: FUNCTION source_order(for_person_id integer, for_sample_type_id integer); Type: COMMENT; Schema: health_code; Owner: -
--

COMMENT ON FUNCTION health_code.source_order(for_person_id integer, for_sample_type_id integer) IS 'Returns the person''s sources in their order of priority for a type; rank 0 is the highest. The sources that the person ranked come first. The others follow in the default order: entered by hand, Apple Watch, iPhone and iPad, everything else; within each group the newest source first. Aggregate sources come last, even if the person ranked them.';


--
-- Name: sample_extent; Type: TABLE; Schema: health; Owner: -
--

CREATE TABLE health.sample_extent (
    person_id integer NOT NULL,
    sample_type_id integer NOT NULL,
    longest_duration interval NOT NULL
);
ALTER TABLE ONLY health.sample_extent ALTER COLUMN person_id SET STATISTICS 0;


--
-- Name: TABLE sample_extent; Type: COMMENT; Schema: health; Owner: -
--

COMMENT ON TABLE health.sample_extent IS 'How far before a range its samples may begin. An upper bound: deletions do not lower it.';


--
-- Name: COLUMN sample_extent.person_id; Type: COMMENT; Schema: health; Owner: -
--

COMMENT ON COLUMN health.sample_extent.person_id IS 'Whose samples.';


--
-- Name: COLUMN sample_extent.sample_type_id; Type: COMMENT; Schema: health; Owner: -
--

COMMENT ON COLUMN health.sample_extent.sample_type_id IS 'Of which type.';


--
-- Name: COLUMN sample_extent.longest_duration; Type: COMMENT; Schema: health; Owner: -
--

COMMENT ON COLUMN health.sample_extent.longest_duration IS 'No sample of the type is longer.';


--
-- Name: slot_type; Type: TABLE; Schema: health; Owner: -
--

CREATE TABLE health.slot_type (
    person_id integer NOT NULL,
    sample_type_id integer NOT NULL,
    aggregation_style text NOT NULL,
    format integer NOT NULL,
    built_at timestamp with time zone DEFAULT now() NOT NULL
);
ALTER TABLE ONLY health.slot_type ALTER COLUMN person_id SET STATISTICS 0;


--
-- Name: TABLE slot_type; Type: COMMENT; Schema: health; Owner: -
--

COMMENT ON TABLE health.slot_type IS 'Of which types of a person slots are kept: those with many samples. The figures of all others are made from samples alone.';


--
-- Name: COLUMN slot_type.person_id; Type: COMMENT; Schema: health; Owner: -
--

COMMENT ON COLUMN health.slot_type.person_id IS 'Whose slots.';


--
-- Name: COLUMN slot_type.sample_type_id; Type: COMMENT; Schema: health; Owner: -
--

COMMENT ON COLUMN health.slot_type.sample_type_id IS 'Of which type.';


--
-- Name: COLUMN slot_type.aggregation_style; Type: COMMENT; Schema: health; Owner: -
--

COMMENT ON COLUMN health.slot_type.aggregation_style IS 'For which style they were made; they are of no use once the type has another.';


--
-- Name: COLUMN slot_type.format; Type: COMMENT; Schema: health; Owner: -
--

COMMENT ON COLUMN health.slot_type.format IS 'Which version of the program''s slots they are; of no use to another.';


--
-- Name: COLUMN slot_type.built_at; Type: COMMENT; Schema: health; Owner: -
--

COMMENT ON COLUMN health.slot_type.built_at IS 'Since when slots are kept.';


--
-- Name: statistics_rule(integer, integer); Type: FUNCTION; Schema: health_code; Owner: -
--

CREATE FUNCTION health_code.statistics_rule(for_person_id integer, for_sample_type_id integer) RETURNS TABLE(style text, unit text, is_weighted boolean, longest interval, points_stand boolean, point_stand interval, margin interval, has_aggregates boolean, change_before interval, change_after interval, has_slots boolean)
    LANGUAGE sql STABLE PARALLEL SAFE
    BEGIN ATOMIC
 SELECT sample_type.aggregation_style,
     sample_type.canonical_unit,
     (sample_type.aggregation_style = ANY (ARRAY['discreteTemporallyWeighted'::text, 'discreteEquivalentContinuousLevel'::text])),
     extent.longest,
     stand.is_standing,
     constant.point_stand,
     constant.margin,
     aggregate.is_present,
     reach.of_aggregates,
     (reach.of_aggregates +
         CASE
             WHEN stand.is_standing THEN constant.point_stand
             ELSE '00:00:00'::interval
         END),
     (slot_type.person_id IS NOT NULL)
    FROM ((((((health.sample_type
      CROSS JOIN ( VALUES ('00:10:00'::interval,'00:01:00'::interval,2)) constant(point_stand, margin, slot_format))
      CROSS JOIN LATERAL ( SELECT (sample_type.aggregation_style = 'discreteTemporallyWeighted'::text) AS is_standing) stand)
      LEFT JOIN LATERAL ( SELECT make_interval(secs => LEAST(date_part('epoch'::text, sample_extent.longest_duration), ((((2100 * 366))::numeric * 86400.0))::double precision)) AS longest
            FROM health.sample_extent
           WHERE ((sample_extent.person_id = statistics_rule.for_person_id) AND (sample_extent.sample_type_id = sample_type.sample_type_id))) extent ON (true))
      CROSS JOIN LATERAL ( SELECT (EXISTS ( SELECT
                    FROM health.source
                   WHERE ((source.person_id = statistics_rule.for_person_id) AND (source.source_class = 'aggregate'::text)))) AS is_present) aggregate)
      CROSS JOIN LATERAL ( SELECT
                 CASE
                     WHEN aggregate.is_present THEN (COALESCE(extent.longest, '00:00:00'::interval) + constant.margin)
                     ELSE '00:00:00'::interval
                 END AS of_aggregates) reach)
      LEFT JOIN health.slot_type ON (((slot_type.person_id = statistics_rule.for_person_id) AND (slot_type.sample_type_id = sample_type.sample_type_id) AND (slot_type.aggregation_style = sample_type.aggregation_style) AND (slot_type.format = constant.slot_format))))
   WHERE (sample_type.sample_type_id = statistics_rule.for_sample_type_id);
END;


--
-- Name: FUNCTION statistics_rule(for_person_id integer, for_sample_type_id integer); Type: COMMENT; Schema: health_code; Owner: -
--

COMMENT ON FUNCTION health_code.statistics_rule(for_person_id integer, for_sample_type_id integer) IS 'The rules by which figures of a type of a person are made; no row for an unknown type. longest is the length of the longest sample, null without samples. If points_stand, a point stands until the next sample of its source, for point_stand at most. The interval of an aggregate of a discrete type counts as longer on both sides, by margin at most. A change of samples changes figures from change_before before it to change_after after it. has_slots says whether hour slots in the format of the program are kept.';


--
-- Name: aggregate_extreme; Type: TABLE; Schema: health; Owner: -
--

CREATE TABLE health.aggregate_extreme (
    person_id integer NOT NULL,
    sample_type_id integer NOT NULL,
    uuid uuid NOT NULL,
    ordinal integer NOT NULL,
    start_time timestamp with time zone NOT NULL,
    end_time timestamp with time zone NOT NULL,
    quantity double precision NOT NULL,
    source_revision_id integer NOT NULL,
    CONSTRAINT aggregate_extreme_ordinal_check CHECK (((ordinal >= '-4'::integer) AND (ordinal <= '-1'::integer)))
);
ALTER TABLE ONLY health.aggregate_extreme ALTER COLUMN person_id SET STATISTICS 0;


--
-- Name: TABLE aggregate_extreme; Type: COMMENT; Schema: health; Owner: -
--

COMMENT ON TABLE health.aggregate_extreme IS 'Minimum and maximum of an aggregate of a discrete type, such as the heart rate of an hour. Both count in statistics as those of the sample. A sample without an average has no quantity in health.sample.';


--
-- Name: COLUMN aggregate_extreme.person_id; Type: COMMENT; Schema: health; Owner: -
--

COMMENT ON COLUMN health.aggregate_extreme.person_id IS 'Whose sample.';


--
-- Name: COLUMN aggregate_extreme.sample_type_id; Type: COMMENT; Schema: health; Owner: -
--

COMMENT ON COLUMN health.aggregate_extreme.sample_type_id IS 'The type of the sample, in health.sample_type.';


--
-- Name: COLUMN aggregate_extreme.uuid; Type: COMMENT; Schema: health; Owner: -
--

COMMENT ON COLUMN health.aggregate_extreme.uuid IS 'The sample, in health.sample.';


--
-- Name: COLUMN aggregate_extreme.ordinal; Type: COMMENT; Schema: health; Owner: -
--

COMMENT ON COLUMN health.aggregate_extreme.ordinal IS 'What it is: -1 the minimum, -2 the maximum; -3 the minimum, -4 the maximum of a sample without an average, of which this row is the member in statistics. A sample without an average has exactly one row of -3 or -4.';


--
-- Name: COLUMN aggregate_extreme.start_time; Type: COMMENT; Schema: health; Owner: -
--

COMMENT ON COLUMN health.aggregate_extreme.start_time IS 'Start of the sample.';


--
-- Name: COLUMN aggregate_extreme.end_time; Type: COMMENT; Schema: health; Owner: -
--

COMMENT ON COLUMN health.aggregate_extreme.end_time IS 'End of the sample, exclusive; equal to the start for a point.';


--
-- Name: COLUMN aggregate_extreme.quantity; Type: COMMENT; Schema: health; Owner: -
--

COMMENT ON COLUMN health.aggregate_extreme.quantity IS 'The extreme in the type''s canonical unit.';


--
-- Name: COLUMN aggregate_extreme.source_revision_id; Type: COMMENT; Schema: health; Owner: -
--

COMMENT ON COLUMN health.aggregate_extreme.source_revision_id IS 'Who wrote the sample, in health.source_revision.';


--
-- Name: series_quantity; Type: TABLE; Schema: health; Owner: -
--

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
ALTER TABLE ONLY health.series_quantity ALTER COLUMN person_id SET STATISTICS 0;


--
-- Name: TABLE series_quantity; Type: COMMENT; Schema: health; Owner: -
--

COMMENT ON TABLE health.series_quantity IS 'The quantities inside of quantity series (HKQuantitySeriesSampleQuery), each of which counts as a sample in statistics. The view series_quantity_part shows them with readable names.';


--
-- Name: COLUMN series_quantity.person_id; Type: COMMENT; Schema: health; Owner: -
--

COMMENT ON COLUMN health.series_quantity.person_id IS 'Whose series.';


--
-- Name: COLUMN series_quantity.sample_type_id; Type: COMMENT; Schema: health; Owner: -
--

COMMENT ON COLUMN health.series_quantity.sample_type_id IS 'The type of the series, in health.sample_type.';


--
-- Name: COLUMN series_quantity.uuid; Type: COMMENT; Schema: health; Owner: -
--

COMMENT ON COLUMN health.series_quantity.uuid IS 'The series, in health.quantity_series and health.sample.';


--
-- Name: COLUMN series_quantity.start_time; Type: COMMENT; Schema: health; Owner: -
--

COMMENT ON COLUMN health.series_quantity.start_time IS 'Start, not before the start of the series.';


--
-- Name: COLUMN series_quantity.end_time; Type: COMMENT; Schema: health; Owner: -
--

COMMENT ON COLUMN health.series_quantity.end_time IS 'End, exclusive, not after the end of the series; equal to the start for a point.';


--
-- Name: COLUMN series_quantity.quantity; Type: COMMENT; Schema: health; Owner: -
--

COMMENT ON COLUMN health.series_quantity.quantity IS 'Value in the type''s canonical unit (as sent, for a type that is not in the catalogue).';


--
-- Name: COLUMN series_quantity.source_revision_id; Type: COMMENT; Schema: health; Owner: -
--

COMMENT ON COLUMN health.series_quantity.source_revision_id IS 'Who wrote the series, in health.source_revision.';


--
-- Name: COLUMN series_quantity.ordinal; Type: COMMENT; Schema: health; Owner: -
--

COMMENT ON COLUMN health.series_quantity.ordinal IS 'Its place among the quantities of the series in order of start, from 0.';


--
-- Name: COLUMN series_quantity.sent_quantity; Type: COMMENT; Schema: health; Owner: -
--

COMMENT ON COLUMN health.series_quantity.sent_quantity IS 'The value as sent, in the sent unit of the series; null where it equals quantity.';


--
-- Name: piece_figures(integer, integer, timestamp with time zone[], timestamp with time zone[], boolean, boolean, boolean, timestamp with time zone, timestamp with time zone); Type: FUNCTION; Schema: health_code; Owner: -
--

CREATE FUNCTION health_code.piece_figures(for_person_id integer, for_sample_type_id integer, from_times timestamp with time zone[], to_times timestamp with time zone[], per_source boolean DEFAULT false, strict_start boolean DEFAULT false, strict_end boolean DEFAULT false, range_from timestamp with time zone DEFAULT NULL::timestamp with time zone, range_to timestamp with time zone DEFAULT NULL::timestamp with time zone) RETURNS TABLE(place integer, source_id integer, started_count integer, reaching_count integer, started_without_value integer, reaching_without_value integer, sum double precision, value_sum double precision, reaching_value_sum double precision, minimum double precision, maximum double precision, value_maximum double precision, weighted_sum double precision, weight double precision, weighted_maximum double precision, duration bigint, most_recent_quantity double precision, most_recent_start_time timestamp with time zone, most_recent_end_time timestamp with time zone, earliest_start_time timestamp with time zone, source_ids integer[])
    LANGUAGE sql STABLE PARALLEL SAFE
    SET jit TO 'off'
    SET enable_nestloop TO 'off'
    SET enable_mergejoin TO 'off'
    BEGIN ATOMIC
 WITH rule AS MATERIALIZED (
          SELECT rule_1.style,
             rule_1.longest,
             rule_1.is_weighted,
             rule_1.points_stand,
             rule_1.point_stand,
             rule_1.margin,
             rule_1.has_aggregates,
                 CASE
                     WHEN (piece_figures.strict_start OR piece_figures.strict_end) THEN (piece_figures.range_from - rule_1.longest)
                     ELSE NULL::timestamp with time zone
                 END AS first_time,
                 CASE
                     WHEN (piece_figures.strict_start OR piece_figures.strict_end) THEN (piece_figures.range_to + GREATEST(rule_1.longest, rule_1.point_stand))
                     ELSE NULL::timestamp with time zone
                 END AS last_time,
             GREATEST(rule_1.longest,
                 CASE
                     WHEN rule_1.points_stand THEN rule_1.point_stand
                     ELSE NULL::interval
                 END) AS reach
            FROM health_code.statistics_rule(piece_figures.for_person_id, piece_figures.for_sample_type_id) rule_1(style, unit, is_weighted, longest, points_stand, point_stand, margin, has_aggregates, change_before, change_after, has_slots)
           WHERE (rule_1.longest IS NOT NULL)
         ), revision AS MATERIALIZED (
          SELECT source_revision.source_revision_id,
             source.source_id,
             source_order.rank,
             (source.source_class = 'aggregate'::text) AS is_aggregate
            FROM ((health_code.source_order(piece_figures.for_person_id, piece_figures.for_sample_type_id) source_order(source_id, rank)
              JOIN health.source ON (((source.person_id = piece_figures.for_person_id) AND (source.source_id = source_order.source_id))))
              JOIN health.source_revision ON (((source_revision.person_id = source.person_id) AND (source_revision.source_id = source.source_id))))
         ), run AS MATERIALIZED (
          SELECT numbered.number,
             min(numbered.first_start) AS first_start,
             max(numbered.last_start) AS last_start,
             min(numbered.first_end) AS first_end,
             min(numbered.standing_start) AS standing_start
            FROM ( SELECT widened.piece_index,
                     widened.first_start,
                     widened.last_start,
                     widened.first_end,
                     widened.standing_start,
                     widened.is_first,
                     sum(widened.is_first) OVER (ORDER BY widened.piece_index) AS number
                    FROM ( SELECT wide.piece_index,
                             wide.first_start,
                             wide.last_start,
                             wide.first_end,
                             wide.standing_start,
                             (((wide.first_start <= lag(wide.last_start) OVER (ORDER BY wide.piece_index)) IS NOT TRUE))::integer AS is_first
                            FROM ( SELECT piece.piece_index,
CASE
 WHEN rule_1.has_aggregates THEN (((piece.from_time - rule_1.reach) - rule_1.margin) - rule_1.longest)
 ELSE (piece.from_time - rule_1.reach)
END AS first_start,
CASE
 WHEN rule_1.has_aggregates THEN ((piece.to_time + rule_1.longest) + rule_1.margin)
 ELSE piece.to_time
END AS last_start,
CASE
 WHEN rule_1.has_aggregates THEN ((piece.from_time - rule_1.reach) - rule_1.margin)
 ELSE piece.from_time
END AS first_end,
CASE
 WHEN rule_1.has_aggregates THEN ((piece.from_time - rule_1.reach) - rule_1.margin)
 ELSE (piece.from_time - rule_1.point_stand)
END AS standing_start
                                    FROM ((rule rule_1
                                      CROSS JOIN UNNEST(piece_figures.from_times, piece_figures.to_times) WITH ORDINALITY given(from_time, to_time, piece_index))
                                      CROSS JOIN LATERAL ( SELECT given.piece_index,
    GREATEST(given.from_time, rule_1.first_time) AS from_time,
    LEAST(given.to_time, rule_1.last_time) AS to_time) piece)
                                   WHERE (piece.from_time < piece.to_time)) wide) widened) numbered
           GROUP BY numbered.number
         ), reading AS MATERIALIZED (
          SELECT row_number() OVER () AS number,
             run.number AS run,
             stream.start_time,
             stream.end_time,
             stream.quantity,
             stream.uuid,
             stream.ordinal,
             revision.source_id,
             revision.rank,
             revision.is_aggregate
            FROM ((run
              CROSS JOIN LATERAL ( SELECT sample.start_time,
                     sample.end_time,
                     sample.quantity,
                     sample.uuid,
                     0 AS ordinal,
                     sample.source_revision_id
                    FROM health.sample
                   WHERE ((sample.person_id = piece_figures.for_person_id) AND (sample.sample_type_id = piece_figures.for_sample_type_id) AND (sample.start_time >= run.first_start) AND (sample.start_time < run.last_start) AND ((sample.end_time >= run.first_end) OR (sample.start_time >= run.standing_start)) AND (sample.quantity IS NOT NULL))
                 UNION ALL
                  SELECT part.start_time,
                     part.end_time,
                     part.quantity,
                     part.uuid,
                     part.ordinal,
                     part.source_revision_id
                    FROM health.series_quantity part
                   WHERE ((part.person_id = piece_figures.for_person_id) AND (part.sample_type_id = piece_figures.for_sample_type_id) AND (part.start_time >= run.first_start) AND (part.start_time < run.last_start) AND ((part.end_time >= run.first_end) OR (part.start_time >= run.standing_start)))
                 UNION ALL
                  SELECT extreme.start_time,
                     extreme.end_time,
                     extreme.quantity,
                     extreme.uuid,
                     extreme.ordinal,
                     extreme.source_revision_id
                    FROM health.aggregate_extreme extreme
                   WHERE ((extreme.person_id = piece_figures.for_person_id) AND (extreme.sample_type_id = piece_figures.for_sample_type_id) AND (extreme.start_time >= run.first_start) AND (extreme.start_time < run.last_start) AND ((extreme.end_time >= run.first_end) OR (extreme.start_time >= run.standing_start)) AND (( SELECT rule_1.style
                            FROM rule rule_1) <> 'cumulative'::text))) stream)
              JOIN revision USING (source_revision_id))
         ), left_out AS (
          SELECT judged.number
            FROM ( SELECT line.number,
                     line.start_time,
                     line.end_time,
                     line.margin,
                     max(line.reached) OVER (PARTITION BY line.run, line.rank ORDER BY line.start_time) AS reached,
                     min(line.began) OVER (PARTITION BY line.run, line.rank ORDER BY line.start_time DESC) AS began
                    FROM ( SELECT aggregate.run,
                             aggregate.rank,
                             higher.start_time,
                             NULL::timestamp with time zone AS end_time,
                             NULL::interval AS margin,
                             GREATEST(higher.end_time, (higher.start_time + '00:00:00.000001'::interval)) AS reached,
                             higher.start_time AS began,
                             NULL::bigint AS number
                            FROM (( SELECT DISTINCT reading.run,
                                     reading.rank
                                    FROM reading
                                   WHERE reading.is_aggregate) aggregate
                              JOIN reading higher ON (((higher.run = aggregate.run) AND (higher.rank < aggregate.rank))))
                         UNION ALL
                          SELECT reading.run,
                             reading.rank,
                             reading.start_time,
                             reading.end_time,
                                 CASE
                                     WHEN (rule_1.style = 'cumulative'::text) THEN '00:00:00'::interval
                                     ELSE LEAST(make_interval(secs => date_part('epoch'::text, (reading.end_time - reading.start_time))), rule_1.margin)
                                 END AS "least",
                             NULL::timestamp with time zone,
                             NULL::timestamp with time zone,
                             reading.number
                            FROM (reading
                              CROSS JOIN rule rule_1)
                           WHERE reading.is_aggregate) line) judged
           WHERE ((judged.number IS NOT NULL) AND ((judged.reached > (judged.start_time - judged.margin)) OR (judged.began < (GREATEST(judged.end_time, (judged.start_time + '00:00:00.000001'::interval)) + judged.margin))))
         ), kept AS NOT MATERIALIZED (
          SELECT reading.number,
             reading.run,
             reading.start_time,
             reading.end_time,
             reading.quantity,
             reading.uuid,
             reading.ordinal,
             reading.source_id,
             reading.rank,
             reading.is_aggregate
            FROM (reading
              LEFT JOIN left_out USING (number))
           WHERE ((left_out.number IS NULL) AND ((NOT piece_figures.strict_start) OR ((reading.start_time >= piece_figures.range_from) AND (reading.start_time < piece_figures.range_to))) AND ((NOT piece_figures.strict_end) OR ((reading.end_time >= piece_figures.range_from) AND (reading.end_time < piece_figures.range_to))))
         ), standing AS (
          SELECT kept.number,
             kept.run,
             kept.start_time,
             kept.end_time,
             kept.quantity,
             kept.uuid,
             kept.ordinal,
             kept.source_id,
             kept.rank,
             kept.is_aggregate,
             kept.end_time AS stand_end
            FROM kept
           WHERE (NOT ( SELECT rule_1.points_stand
                    FROM rule rule_1))
         UNION ALL
          SELECT kept.number,
             kept.run,
             kept.start_time,
             kept.end_time,
             kept.quantity,
             kept.uuid,
             kept.ordinal,
             kept.source_id,
             kept.rank,
             kept.is_aggregate,
                 CASE
                     WHEN (kept.start_time < kept.end_time) THEN kept.end_time
                     ELSE LEAST((kept.start_time + ( SELECT rule_1.point_stand
                        FROM rule rule_1)), first_value(kept.start_time) OVER later)
                 END AS "least"
            FROM kept
           WHERE ( SELECT rule_1.points_stand
                    FROM rule rule_1)
           WINDOW later AS (PARTITION BY kept.run, kept.source_id ORDER BY kept.start_time GROUPS BETWEEN 1 FOLLOWING AND 1 FOLLOWING)
         ), met AS MATERIALIZED (
          SELECT row_number() OVER () AS number,
             part.piece_index,
             part.source_id,
             part.rank,
             part.quantity,
             part.start_time,
             part.end_time,
             part.uuid,
             part.ordinal,
             part.from_time,
             part.is_member,
             (part.start_time = part.end_time) AS is_point,
                 CASE
                     WHEN part.is_member THEN round((date_part('epoch'::text, (GREATEST(part.start_time, part.from_time) - part.from_time)) * ('1000000'::numeric)::double precision))
                     ELSE NULL::double precision
                 END AS part_start,
                 CASE
                     WHEN part.is_member THEN round((date_part('epoch'::text, (LEAST(part.end_time, part.to_time) - part.from_time)) * ('1000000'::numeric)::double precision))
                     ELSE NULL::double precision
                 END AS part_end,
             (part.is_member AND (part.ordinal <> ALL (ARRAY['-1'::integer, '-2'::integer]))) AS is_counted,
             (part.is_member AND (part.ordinal >= 0)) AS has_value,
                 CASE
                     WHEN (part.ordinal < 0) THEN (0)::double precision
                     ELSE round((GREATEST((0)::double precision, date_part('epoch'::text, (LEAST(part.stand_end, part.to_time) - GREATEST(part.start_time, part.from_time)))) * ('1000000'::numeric)::double precision))
                 END AS stand
            FROM (( SELECT standing.number,
                     standing.run,
                     standing.start_time,
                     standing.end_time,
                     standing.quantity,
                     standing.uuid,
                     standing.ordinal,
                     standing.source_id,
                     standing.rank,
                     standing.is_aggregate,
                     standing.stand_end,
                     meeting.piece_index,
                     GREATEST((piece_figures.from_times)[meeting.piece_index], rule_1.first_time) AS from_time,
                     LEAST((piece_figures.to_times)[meeting.piece_index], rule_1.last_time) AS to_time
                    FROM ((standing
                      CROSS JOIN rule rule_1)
                      CROSS JOIN LATERAL generate_series(GREATEST(width_bucket(standing.start_time, piece_figures.from_times), 1), width_bucket(standing.stand_end, piece_figures.from_times)) meeting(piece_index))) bounded
              CROSS JOIN LATERAL ( SELECT bounded.number,
                     bounded.run,
                     bounded.start_time,
                     bounded.end_time,
                     bounded.quantity,
                     bounded.uuid,
                     bounded.ordinal,
                     bounded.source_id,
                     bounded.rank,
                     bounded.is_aggregate,
                     bounded.stand_end,
                     bounded.piece_index,
                     bounded.from_time,
                     bounded.to_time,
                     (
                         CASE
                             WHEN (bounded.start_time = bounded.end_time) THEN (bounded.start_time >= bounded.from_time)
                             ELSE (bounded.end_time > bounded.from_time)
                         END AND (bounded.start_time < bounded.to_time)) AS is_member) part)
           WHERE (part.is_member OR ((part.ordinal >= 0) AND (part.stand_end > part.from_time) AND (part.start_time < part.to_time)))
         ), contested AS (
          SELECT met.number,
             met.piece_index,
             met.rank,
             met.part_start,
             met.part_end,
             met.is_point
            FROM (met
              JOIN ( SELECT met_1.piece_index,
                     min(met_1.rank) AS rank
                    FROM met met_1
                   WHERE ((NOT met_1.is_point) AND (( SELECT rule_1.style
                            FROM rule rule_1) = 'cumulative'::text))
                   GROUP BY met_1.piece_index) highest ON (((highest.piece_index = met.piece_index) AND (highest.rank < met.rank))))
         ), covered AS (
          SELECT instant.number,
             (max(instant.covered) - min(instant.covered)) AS microseconds,
             bool_or((instant.reached > instant."time")) AS is_covered
            FROM ( SELECT added.number,
                     added."time",
                     added.reached,
                     (sum(added.microseconds) OVER (PARTITION BY added.piece_index, added.rank ORDER BY added."time", added.number NULLS FIRST ROWS UNBOUNDED PRECEDING) - GREATEST((0)::double precision, (added.reached - added."time"))) AS covered
                    FROM ( SELECT line.piece_index,
                             line.rank,
                             line."time",
                             line.part_end,
                             line.number,
                             GREATEST((0)::double precision, (line.part_end - GREATEST(line."time", max(line.part_end) OVER before))) AS microseconds,
                             max(line.part_end) OVER before AS reached
                            FROM ( SELECT contest.piece_index,
                                     contest.rank,
                                     met.part_start AS "time",
                                     met.part_end,
                                     NULL::bigint AS number
                                    FROM (( SELECT DISTINCT contested.piece_index,
    contested.rank
   FROM contested) contest
                                      JOIN met ON (((met.piece_index = contest.piece_index) AND (met.rank < contest.rank) AND (NOT met.is_point))))
                                 UNION ALL
                                  SELECT contested.piece_index,
                                     contested.rank,
                                     contested.part_start,
                                     NULL::double precision,
                                     contested.number
                                    FROM contested
                                 UNION ALL
                                  SELECT contested.piece_index,
                                     contested.rank,
                                     contested.part_end,
                                     NULL::double precision,
                                     contested.number
                                    FROM contested
                                   WHERE (NOT contested.is_point)) line
                           WINDOW before AS (PARTITION BY line.piece_index, line.rank ORDER BY line."time", line.number NULLS FIRST ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING)) added) instant
           WHERE (instant.number IS NOT NULL)
           GROUP BY instant.number
         ), credited AS (
          SELECT met.number,
             met.piece_index,
             met.source_id,
             met.rank,
             met.quantity,
             met.start_time,
             met.end_time,
             met.uuid,
             met.ordinal,
             met.from_time,
             met.is_member,
             met.is_point,
             met.part_start,
             met.part_end,
             met.is_counted,
             met.has_value,
             met.stand,
                 CASE
                     WHEN scope.is_alone THEN met.source_id
                     ELSE 0
                 END AS scope_id,
                 CASE
                     WHEN (scope.is_alone OR (covered.number IS NULL)) THEN (met.part_end - met.part_start)
                     ELSE ((met.part_end - met.part_start) - covered.microseconds)
                 END AS won,
             (covered.is_covered AND (NOT scope.is_alone)) AS is_overruled
            FROM ((met
              LEFT JOIN covered USING (number))
              CROSS JOIN ( VALUES (false), (true)) scope(is_alone))
           WHERE (piece_figures.per_source OR (NOT scope.is_alone))
         ), counted AS (
          SELECT credited.number,
             credited.piece_index,
             credited.source_id,
             credited.rank,
             credited.quantity,
             credited.start_time,
             credited.end_time,
             credited.uuid,
             credited.ordinal,
             credited.from_time,
             credited.is_member,
             credited.is_point,
             credited.part_start,
             credited.part_end,
             credited.is_counted,
             credited.has_value,
             credited.stand,
             credited.scope_id,
             credited.won,
             credited.is_overruled,
                 CASE
                     WHEN credited.is_point THEN
                     CASE
                         WHEN credited.is_overruled THEN NULL::double precision
                         ELSE bounded.quantity
                     END
                     WHEN (credited.won > (0)::double precision) THEN (bounded.quantity * (credited.won / round((date_part('epoch'::text, (credited.end_time - credited.start_time)) * ('1000000'::numeric)::double precision))))
                     ELSE NULL::double precision
                 END AS contribution,
             bounded.quantity AS bounded_quantity,
             GREATEST((0)::double precision, (credited.part_end - GREATEST(credited.part_start, max(credited.part_end) OVER (PARTITION BY credited.piece_index, credited.scope_id ORDER BY credited.part_start ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING)))) AS added,
             max(credited.end_time) FILTER (WHERE credited.has_value) OVER scope AS latest_end,
             max(credited.quantity) FILTER (WHERE credited.has_value) OVER scope AS value_maximum,
             max(credited.quantity) FILTER (WHERE (credited.stand > (0)::double precision)) OVER scope AS weighted_maximum
            FROM ((credited
              CROSS JOIN rule rule_1)
              CROSS JOIN LATERAL ( SELECT
                         CASE
                             WHEN (abs(credited.quantity) > ('10000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000'::numeric)::double precision) THEN (sign(credited.quantity) * 'Infinity'::double precision)
                             ELSE credited.quantity
                         END AS quantity) bounded(quantity))
           WINDOW scope AS (PARTITION BY credited.piece_index, credited.scope_id)
         ), termed AS (
          SELECT counted.number,
             counted.piece_index,
             counted.source_id,
             counted.rank,
             counted.quantity,
             counted.start_time,
             counted.end_time,
             counted.uuid,
             counted.ordinal,
             counted.from_time,
             counted.is_member,
             counted.is_point,
             counted.part_start,
             counted.part_end,
             counted.is_counted,
             counted.has_value,
             counted.stand,
             counted.scope_id,
             counted.won,
             counted.is_overruled,
             counted.contribution,
             counted.bounded_quantity,
             counted.added,
             counted.latest_end,
             counted.value_maximum,
             counted.weighted_maximum,
                 CASE
                     WHEN (rule_1.style = 'discreteEquivalentContinuousLevel'::text) THEN health_code.relative_energy(counted.quantity, counted.value_maximum)
                     ELSE counted.bounded_quantity
                 END AS term,
                 CASE
                     WHEN (rule_1.style = 'discreteEquivalentContinuousLevel'::text) THEN health_code.relative_energy(counted.quantity, counted.weighted_maximum)
                     ELSE counted.bounded_quantity
                 END AS weighted_term
            FROM (counted
              CROSS JOIN rule rule_1)
         )
  SELECT termed.piece_index,
     termed.scope_id,
     (count(*) FILTER (WHERE (termed.is_counted AND (termed.start_time >= termed.from_time))))::integer AS count,
     (count(*) FILTER (WHERE (termed.is_counted AND (termed.start_time < termed.from_time))))::integer AS count,
     (count(*) FILTER (WHERE (termed.is_counted AND (NOT termed.has_value) AND (termed.start_time >= termed.from_time))))::integer AS count,
     (count(*) FILTER (WHERE (termed.is_counted AND (NOT termed.has_value) AND (termed.start_time < termed.from_time))))::integer AS count,
         CASE
             WHEN (rule.style = 'cumulative'::text) THEN COALESCE(sum(termed.contribution), (0)::double precision)
             ELSE NULL::double precision
         END AS "case",
         CASE
             WHEN (rule.style <> 'cumulative'::text) THEN COALESCE(sum(termed.term) FILTER (WHERE (termed.has_value AND (termed.start_time >= termed.from_time))), (0)::double precision)
             ELSE NULL::double precision
         END AS "case",
         CASE
             WHEN (rule.style <> 'cumulative'::text) THEN COALESCE(sum(termed.term) FILTER (WHERE (termed.has_value AND (termed.start_time < termed.from_time))), (0)::double precision)
             ELSE NULL::double precision
         END AS "case",
         CASE
             WHEN (rule.style <> 'cumulative'::text) THEN min(termed.quantity) FILTER (WHERE (termed.is_member AND (termed.ordinal <> ALL (ARRAY['-2'::integer, '-4'::integer]))))
             ELSE NULL::double precision
         END AS "case",
         CASE
             WHEN (rule.style <> 'cumulative'::text) THEN max(termed.quantity) FILTER (WHERE (termed.is_member AND (termed.ordinal <> ALL (ARRAY['-1'::integer, '-3'::integer]))))
             ELSE NULL::double precision
         END AS "case",
         CASE
             WHEN (rule.style = 'discreteEquivalentContinuousLevel'::text) THEN max(termed.value_maximum)
             ELSE NULL::double precision
         END AS "case",
         CASE
             WHEN rule.is_weighted THEN sum(
             CASE
                 WHEN (termed.stand > (0)::double precision) THEN (termed.weighted_term * termed.stand)
                 ELSE (0)::double precision
             END)
             ELSE NULL::double precision
         END AS "case",
         CASE
             WHEN rule.is_weighted THEN sum(termed.stand)
             ELSE NULL::double precision
         END AS "case",
         CASE
             WHEN (rule.style = 'discreteEquivalentContinuousLevel'::text) THEN max(termed.weighted_maximum)
             ELSE NULL::double precision
         END AS "case",
     (COALESCE(sum(termed.added), (0)::double precision))::bigint AS "coalesce",
     (array_agg(termed.quantity ORDER BY termed.start_time DESC, termed.uuid DESC, termed.ordinal DESC) FILTER (WHERE (termed.has_value AND (termed.end_time = termed.latest_end))))[1] AS array_agg,
     max(termed.start_time) FILTER (WHERE (termed.has_value AND (termed.end_time = termed.latest_end))) AS max,
     max(termed.end_time) FILTER (WHERE termed.has_value) AS max,
     min(termed.start_time) FILTER (WHERE termed.is_member) AS min,
     COALESCE(array_agg(DISTINCT termed.source_id) FILTER (WHERE (termed.is_member AND ((rule.style <> 'cumulative'::text) OR (termed.contribution IS NOT NULL)))), '{}'::integer[]) AS "coalesce"
    FROM (termed
      CROSS JOIN rule)
   GROUP BY termed.piece_index, termed.scope_id, rule.style, rule.is_weighted
   ORDER BY termed.piece_index, termed.scope_id;
END;


--
-- Name: FUNCTION piece_figures(for_person_id integer, for_sample_type_id integer, from_times timestamp with time zone[], to_times timestamp with time zone[], per_source boolean, strict_start boolean, strict_end boolean, range_from timestamp with time zone, range_to timestamp with time zone); Type: COMMENT; Schema: health_code; Owner: -
--

COMMENT ON FUNCTION health_code.piece_figures(for_person_id integer, for_sample_type_id integer, from_times timestamp with time zone[], to_times timestamp with time zone[], per_source boolean, strict_start boolean, strict_end boolean, range_from timestamp with time zone, range_to timestamp with time zone) IS 'Returns the columns of health.hour_slot for any intervals of time, called pieces. Reads samples and no slots. Pieces are half-open, disjoint and in order; place is the position of the piece in the arrays, from 1. A piece without samples has no row. If only the stand of an earlier point extends into a piece, the piece has a row with counts of 0. source_id is 0 for all sources together; per_source adds a row for each source. With strict_start or strict_end only samples count that start or end in the range. started_without_value and reaching_without_value count aggregates that have a minimum or a maximum and no average; a type with such aggregates has no slots.';


--
-- Name: hour_slot; Type: TABLE; Schema: health; Owner: -
--

CREATE TABLE health.hour_slot (
    person_id integer NOT NULL,
    sample_type_id integer NOT NULL,
    source_id integer NOT NULL,
    start_time timestamp with time zone NOT NULL,
    started_count integer NOT NULL,
    reaching_count integer NOT NULL,
    sum double precision,
    value_sum double precision,
    reaching_value_sum double precision,
    minimum double precision,
    maximum double precision,
    weighted_sum double precision,
    weight double precision,
    duration bigint NOT NULL,
    most_recent_quantity double precision,
    most_recent_start_time timestamp with time zone,
    most_recent_end_time timestamp with time zone,
    earliest_start_time timestamp with time zone,
    source_ids integer[] NOT NULL,
    sole_source_id integer,
    weighted_maximum double precision
);
ALTER TABLE ONLY health.hour_slot ALTER COLUMN person_id SET STATISTICS 0;


--
-- Name: TABLE hour_slot; Type: COMMENT; Schema: health; Owner: -
--

COMMENT ON TABLE health.hour_slot IS 'Additive figures of the samples of one type in one hour. health_code.statistics_collection puts them together, and looks into slot_mark whether they are still right. An hour without samples has no row.';


--
-- Name: COLUMN hour_slot.person_id; Type: COMMENT; Schema: health; Owner: -
--

COMMENT ON COLUMN health.hour_slot.person_id IS 'Whose samples.';


--
-- Name: COLUMN hour_slot.sample_type_id; Type: COMMENT; Schema: health; Owner: -
--

COMMENT ON COLUMN health.hour_slot.sample_type_id IS 'Of which type.';


--
-- Name: COLUMN hour_slot.source_id; Type: COMMENT; Schema: health; Owner: -
--

COMMENT ON COLUMN health.hour_slot.source_id IS 'Of which source, in health.source; 0 for all of them together, of which no instant counts twice.';


--
-- Name: COLUMN hour_slot.start_time; Type: COMMENT; Schema: health; Owner: -
--

COMMENT ON COLUMN health.hour_slot.start_time IS 'A whole hour of UTC; the slot ends 60 minutes later.';


--
-- Name: COLUMN hour_slot.started_count; Type: COMMENT; Schema: health; Owner: -
--

COMMENT ON COLUMN health.hour_slot.started_count IS 'How many samples start in the hour.';


--
-- Name: COLUMN hour_slot.reaching_count; Type: COMMENT; Schema: health; Owner: -
--

COMMENT ON COLUMN health.hour_slot.reaching_count IS 'How many reach into it from before.';


--
-- Name: COLUMN hour_slot.sum; Type: COMMENT; Schema: health; Owner: -
--

COMMENT ON COLUMN health.hour_slot.sum IS 'What the samples count for in the hour, in the canonical unit; null unless cumulative.';


--
-- Name: COLUMN hour_slot.value_sum; Type: COMMENT; Schema: health; Owner: -
--

COMMENT ON COLUMN health.hour_slot.value_sum IS 'Sum of the values that start in the hour, of sound levels that of their energies relative to maximum, 10^((L - maximum) / 10); null if cumulative.';


--
-- Name: COLUMN hour_slot.reaching_value_sum; Type: COMMENT; Schema: health; Owner: -
--

COMMENT ON COLUMN health.hour_slot.reaching_value_sum IS 'The same of those that reach into it; null if cumulative.';


--
-- Name: COLUMN hour_slot.minimum; Type: COMMENT; Schema: health; Owner: -
--

COMMENT ON COLUMN health.hour_slot.minimum IS 'Least value; null if cumulative or without samples.';


--
-- Name: COLUMN hour_slot.maximum; Type: COMMENT; Schema: health; Owner: -
--

COMMENT ON COLUMN health.hour_slot.maximum IS 'Greatest value; null if cumulative or without samples.';


--
-- Name: COLUMN hour_slot.weighted_sum; Type: COMMENT; Schema: health; Owner: -
--

COMMENT ON COLUMN health.hour_slot.weighted_sum IS 'Sum of values times the microseconds for which they stand in the hour, of sound levels of their energies relative to weighted_maximum; null unless averages are weighted.';


--
-- Name: COLUMN hour_slot.weight; Type: COMMENT; Schema: health; Owner: -
--

COMMENT ON COLUMN health.hour_slot.weight IS 'Sum of these microseconds; null unless averages are weighted.';


--
-- Name: COLUMN hour_slot.duration; Type: COMMENT; Schema: health; Owner: -
--

COMMENT ON COLUMN health.hour_slot.duration IS 'Microseconds of the hour that samples cover.';


--
-- Name: COLUMN hour_slot.most_recent_quantity; Type: COMMENT; Schema: health; Owner: -
--

COMMENT ON COLUMN health.hour_slot.most_recent_quantity IS 'Value of the sample with the latest end; null without samples.';


--
-- Name: COLUMN hour_slot.most_recent_start_time; Type: COMMENT; Schema: health; Owner: -
--

COMMENT ON COLUMN health.hour_slot.most_recent_start_time IS 'Its start.';


--
-- Name: COLUMN hour_slot.most_recent_end_time; Type: COMMENT; Schema: health; Owner: -
--

COMMENT ON COLUMN health.hour_slot.most_recent_end_time IS 'Its end, which may lie behind the hour.';


--
-- Name: COLUMN hour_slot.earliest_start_time; Type: COMMENT; Schema: health; Owner: -
--

COMMENT ON COLUMN health.hour_slot.earliest_start_time IS 'The earliest start of a sample in the hour, which may lie before it; null without samples.';


--
-- Name: COLUMN hour_slot.source_ids; Type: COMMENT; Schema: health; Owner: -
--

COMMENT ON COLUMN health.hour_slot.source_ids IS 'The sources whose samples made the figures, in order of their numbers.';


--
-- Name: COLUMN hour_slot.sole_source_id; Type: COMMENT; Schema: health; Owner: -
--

COMMENT ON COLUMN health.hour_slot.sole_source_id IS 'The one source that has anything to do with the hour; null where several have: each has a row of its own then.';


--
-- Name: COLUMN hour_slot.weighted_maximum; Type: COMMENT; Schema: health; Owner: -
--

COMMENT ON COLUMN health.hour_slot.weighted_maximum IS 'Of sound levels the greatest that lasts any time in the hour; null for other types, and where none does.';


--
-- Name: slot_mark_id; Type: SEQUENCE; Schema: health; Owner: -
--

CREATE SEQUENCE health.slot_mark_id
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;


--
-- Name: SEQUENCE slot_mark_id; Type: COMMENT; Schema: health; Owner: -
--

COMMENT ON SEQUENCE health.slot_mark_id IS 'The numbers of marks.';


--
-- Name: slot_mark; Type: TABLE; Schema: health; Owner: -
--

CREATE TABLE health.slot_mark (
    person_id integer NOT NULL,
    sample_type_id integer NOT NULL,
    mark_id bigint DEFAULT nextval('health.slot_mark_id'::regclass) NOT NULL,
    from_time timestamp with time zone NOT NULL,
    to_time timestamp with time zone NOT NULL,
    marked_at timestamp with time zone DEFAULT now() NOT NULL,
    CONSTRAINT slot_mark_time_check CHECK ((from_time < to_time))
);
ALTER TABLE ONLY health.slot_mark ALTER COLUMN person_id SET STATISTICS 0;


--
-- Name: TABLE slot_mark; Type: COMMENT; Schema: health; Owner: -
--

COMMENT ON TABLE health.slot_mark IS 'Times in which samples changed since slots were made of them. Whoever changes samples adds a mark in the same transaction; whoever reads figures takes samples in place of marked slots; who makes the slots again deletes the mark.';


--
-- Name: COLUMN slot_mark.person_id; Type: COMMENT; Schema: health; Owner: -
--

COMMENT ON COLUMN health.slot_mark.person_id IS 'Whose samples.';


--
-- Name: COLUMN slot_mark.sample_type_id; Type: COMMENT; Schema: health; Owner: -
--

COMMENT ON COLUMN health.slot_mark.sample_type_id IS 'Of which type.';


--
-- Name: COLUMN slot_mark.mark_id; Type: COMMENT; Schema: health; Owner: -
--

COMMENT ON COLUMN health.slot_mark.mark_id IS 'A number of its own.';


--
-- Name: COLUMN slot_mark.from_time; Type: COMMENT; Schema: health; Owner: -
--

COMMENT ON COLUMN health.slot_mark.from_time IS 'The earliest start of a sample that changed.';


--
-- Name: COLUMN slot_mark.to_time; Type: COMMENT; Schema: health; Owner: -
--

COMMENT ON COLUMN health.slot_mark.to_time IS 'Behind the latest end of a sample that changed; one microsecond behind a point. What the type''s aggregation style makes of a sample may reach further.';


--
-- Name: COLUMN slot_mark.marked_at; Type: COMMENT; Schema: health; Owner: -
--

COMMENT ON COLUMN health.slot_mark.marked_at IS 'When the transaction began that changed them.';


--
-- Name: bucket_statistics(integer, integer, timestamp with time zone[], timestamp with time zone[], timestamp with time zone, timestamp with time zone, boolean, boolean, boolean); Type: FUNCTION; Schema: health_code; Owner: -
--

CREATE FUNCTION health_code.bucket_statistics(for_person_id integer, for_sample_type_id integer, start_times timestamp with time zone[], end_times timestamp with time zone[], from_time timestamp with time zone, to_time timestamp with time zone, separate_by_source boolean DEFAULT false, strict_start boolean DEFAULT false, strict_end boolean DEFAULT false) RETURNS TABLE(start_time timestamp with time zone, end_time timestamp with time zone, source text, source_id integer, count bigint, sum double precision, average double precision, minimum double precision, maximum double precision, duration double precision, most_recent double precision, most_recent_start_time timestamp with time zone, most_recent_end_time timestamp with time zone, earliest_start_time timestamp with time zone, sources integer[], unit text)
    LANGUAGE sql STABLE PARALLEL SAFE
    SET jit TO 'off'
    SET enable_nestloop TO 'off'
    SET enable_mergejoin TO 'off'
    BEGIN ATOMIC
 WITH rule AS MATERIALIZED (
          SELECT rule_1.style,
             rule_1.unit,
             rule_1.change_before,
             rule_1.change_after,
             (bucket_statistics.strict_start OR bucket_statistics.strict_end) AS is_strict,
             ((NOT (bucket_statistics.strict_start OR bucket_statistics.strict_end)) AND rule_1.has_slots) AS has_slots
            FROM health_code.statistics_rule(bucket_statistics.for_person_id, bucket_statistics.for_sample_type_id) rule_1(style, unit, is_weighted, longest, points_stand, point_stand, margin, has_aggregates, change_before, change_after, has_slots)
         ), ranked AS MATERIALIZED (
          SELECT source.source_id,
             source.name,
             source_order.rank
            FROM (health_code.source_order(bucket_statistics.for_person_id, bucket_statistics.for_sample_type_id) source_order(source_id, rank)
              JOIN health.source ON (((source.person_id = bucket_statistics.for_person_id) AND (source.source_id = source_order.source_id))))
         ), bucket AS MATERIALIZED (
          SELECT given.number,
             given.start_time,
             given.end_time,
             clipped.from_time,
             clipped.to_time,
                 CASE
                     WHEN rule_1.has_slots THEN date_trunc('hour'::text, (clipped.from_time + '00:59:59.999999'::interval), 'UTC'::text)
                     ELSE NULL::timestamp with time zone
                 END AS first_hour,
                 CASE
                     WHEN rule_1.has_slots THEN date_trunc('hour'::text, clipped.to_time, 'UTC'::text)
                     ELSE NULL::timestamp with time zone
                 END AS last_hour
            FROM ((rule rule_1
              CROSS JOIN UNNEST(bucket_statistics.start_times, bucket_statistics.end_times) WITH ORDINALITY given(start_time, end_time, number))
              CROSS JOIN LATERAL ( SELECT
                         CASE
                             WHEN rule_1.is_strict THEN given.start_time
                             ELSE GREATEST(given.start_time, bucket_statistics.from_time)
                         END AS from_time,
                         CASE
                             WHEN rule_1.is_strict THEN given.end_time
                             ELSE LEAST(given.end_time, bucket_statistics.to_time)
                         END AS to_time) clipped)
         ), stale AS MATERIALIZED (
          SELECT COALESCE(range_agg(tstzrange(date_trunc('hour'::text, (slot_mark.from_time - rule_1.change_before), 'UTC'::text), date_trunc('hour'::text, ((slot_mark.to_time + rule_1.change_after) + '00:59:59.999999'::interval), 'UTC'::text))), '{}'::tstzmultirange) AS hours
            FROM (rule rule_1
              JOIN health.slot_mark ON (rule_1.has_slots))
           WHERE ((slot_mark.person_id = bucket_statistics.for_person_id) AND (slot_mark.sample_type_id = bucket_statistics.for_sample_type_id))
         ), piece AS MATERIALIZED (
          SELECT row_number() OVER (ORDER BY bucket_1.number, (lower(raw.period))) AS piece_index,
             bucket_1.number,
             (lower(raw.period) = bucket_1.from_time) AS is_first,
             lower(raw.period) AS from_time,
             upper(raw.period) AS to_time
            FROM ((bucket bucket_1
              CROSS JOIN stale)
              CROSS JOIN LATERAL unnest(
                 CASE
                     WHEN (bucket_1.first_hour < bucket_1.last_hour) THEN
                     CASE
                         WHEN (stale.hours && tstzrange(bucket_1.first_hour, bucket_1.last_hour)) THEN (tstzmultirange(tstzrange(bucket_1.from_time, bucket_1.to_time)) - (tstzmultirange(tstzrange(bucket_1.first_hour, bucket_1.last_hour)) - stale.hours))
                         ELSE tstzmultirange(VARIADIC ARRAY[tstzrange(bucket_1.from_time, bucket_1.first_hour), tstzrange(bucket_1.last_hour, bucket_1.to_time)])
                     END
                     WHEN (bucket_1.from_time < bucket_1.to_time) THEN tstzmultirange(tstzrange(bucket_1.from_time, bucket_1.to_time))
                     ELSE '{}'::tstzmultirange
                 END) raw(period))
         ), slot AS NOT MATERIALIZED (
          SELECT timed.number,
             timed.person_id,
             timed.sample_type_id,
             timed.source_id,
             timed.start_time,
             timed.started_count,
             timed.reaching_count,
             timed.sum,
             timed.value_sum,
             timed.reaching_value_sum,
             timed.minimum,
             timed.maximum,
             timed.weighted_sum,
             timed.weight,
             timed.duration,
             timed.most_recent_quantity,
             timed.most_recent_start_time,
             timed.most_recent_end_time,
             timed.earliest_start_time,
             timed.source_ids,
             timed.sole_source_id,
             timed.weighted_maximum,
             (timed.start_time = GREATEST((bucket_statistics.start_times)[timed.number], bucket_statistics.from_time)) AS is_first
            FROM ( SELECT width_bucket(hour_slot.start_time, bucket_statistics.start_times) AS number,
                     hour_slot.person_id,
                     hour_slot.sample_type_id,
                     hour_slot.source_id,
                     hour_slot.start_time,
                     hour_slot.started_count,
                     hour_slot.reaching_count,
                     hour_slot.sum,
                     hour_slot.value_sum,
                     hour_slot.reaching_value_sum,
                     hour_slot.minimum,
                     hour_slot.maximum,
                     hour_slot.weighted_sum,
                     hour_slot.weight,
                     hour_slot.duration,
                     hour_slot.most_recent_quantity,
                     hour_slot.most_recent_start_time,
                     hour_slot.most_recent_end_time,
                     hour_slot.earliest_start_time,
                     hour_slot.source_ids,
                     hour_slot.sole_source_id,
                     hour_slot.weighted_maximum
                    FROM health.hour_slot
                   WHERE (( SELECT rule_1.has_slots
                            FROM rule rule_1) AND (hour_slot.person_id = bucket_statistics.for_person_id) AND (hour_slot.sample_type_id = bucket_statistics.for_sample_type_id) AND (hour_slot.source_id = ANY ((( SELECT array_agg(ranked_1.source_id) AS array_agg
                            FROM ranked ranked_1
                           WHERE bucket_statistics.separate_by_source) || 0))) AND (hour_slot.start_time >= ( SELECT min(bucket_1.first_hour) AS min
                            FROM bucket bucket_1)) AND (hour_slot.start_time < ( SELECT max(bucket_1.last_hour) AS max
                            FROM bucket bucket_1)) AND (NOT (( SELECT stale.hours
                            FROM stale) @> hour_slot.start_time)))) timed
           WHERE ((timed.start_time >= bucket_statistics.from_time) AND (timed.start_time >= (bucket_statistics.start_times)[timed.number]) AND ((timed.start_time + '01:00:00'::interval) <= LEAST((bucket_statistics.end_times)[timed.number], bucket_statistics.to_time)))
         ), part AS MATERIALIZED (
          SELECT piece.number,
             piece.from_time AS start_time,
             piece.is_first,
             figures.source_id,
             figures.started_count,
             figures.reaching_count,
             figures.started_without_value,
             figures.reaching_without_value,
             figures.sum,
             figures.value_sum,
             figures.reaching_value_sum,
             figures.minimum,
             figures.maximum,
             figures.value_maximum,
             figures.weighted_sum,
             figures.weight,
             figures.weighted_maximum,
             figures.duration,
             figures.most_recent_quantity,
             figures.most_recent_start_time,
             figures.most_recent_end_time,
             figures.earliest_start_time,
             figures.source_ids
            FROM (health_code.piece_figures(bucket_statistics.for_person_id, bucket_statistics.for_sample_type_id, ( SELECT array_agg(piece_1.from_time ORDER BY piece_1.piece_index) AS array_agg
                    FROM piece piece_1), ( SELECT array_agg(piece_1.to_time ORDER BY piece_1.piece_index) AS array_agg
                    FROM piece piece_1), bucket_statistics.separate_by_source, bucket_statistics.strict_start, bucket_statistics.strict_end, bucket_statistics.from_time, bucket_statistics.to_time) figures(place, source_id, started_count, reaching_count, started_without_value, reaching_without_value, sum, value_sum, reaching_value_sum, minimum, maximum, value_maximum, weighted_sum, weight, weighted_maximum, duration, most_recent_quantity, most_recent_start_time, most_recent_end_time, earliest_start_time, source_ids)
              JOIN piece ON ((piece.piece_index = figures.place)))
         UNION ALL
          SELECT slot.number,
             slot.start_time,
             slot.is_first,
             slot.source_id,
             slot.started_count,
             slot.reaching_count,
             0,
             0,
             slot.sum,
             slot.value_sum,
             slot.reaching_value_sum,
             slot.minimum,
             slot.maximum,
             slot.maximum,
             slot.weighted_sum,
             slot.weight,
             slot.weighted_maximum,
             slot.duration,
             slot.most_recent_quantity,
             slot.most_recent_start_time,
             slot.most_recent_end_time,
             slot.earliest_start_time,
             slot.source_ids
            FROM slot
         UNION ALL
          SELECT slot.number,
             slot.start_time,
             slot.is_first,
             slot.sole_source_id,
             slot.started_count,
             slot.reaching_count,
             0,
             0,
             slot.sum,
             slot.value_sum,
             slot.reaching_value_sum,
             slot.minimum,
             slot.maximum,
             slot.maximum,
             slot.weighted_sum,
             slot.weight,
             slot.weighted_maximum,
             slot.duration,
             slot.most_recent_quantity,
             slot.most_recent_start_time,
             slot.most_recent_end_time,
             slot.earliest_start_time,
             slot.source_ids
            FROM slot
           WHERE (bucket_statistics.separate_by_source AND (slot.source_id = 0) AND (slot.sole_source_id IS NOT NULL))
         ), loudest AS MATERIALIZED (
          SELECT part.number,
             part.source_id,
             max(part.value_maximum) AS value_maximum,
             max(part.weighted_maximum) AS weighted_maximum
            FROM part
           WHERE (( SELECT rule_1.style
                    FROM rule rule_1) = 'discreteEquivalentContinuousLevel'::text)
           GROUP BY part.number, part.source_id
         ), same AS MATERIALIZED (
          SELECT part.number,
             part.source_id,
             part.source_ids,
             max(part.start_time) FILTER (WHERE (part.most_recent_start_time IS NOT NULL)) AS last_time,
             sum((part.started_count +
                 CASE
                     WHEN part.is_first THEN part.reaching_count
                     ELSE 0
                 END)) AS count,
             sum((part.started_without_value +
                 CASE
                     WHEN part.is_first THEN part.reaching_without_value
                     ELSE 0
                 END)) AS without_value,
             sum(part.sum) AS sum,
             sum(((part.value_sum +
                 CASE
                     WHEN part.is_first THEN part.reaching_value_sum
                     ELSE (0)::double precision
                 END) * factor.of_values)) AS value_sum,
             min(part.minimum) AS minimum,
             max(part.maximum) AS maximum,
             sum((part.weighted_sum * factor.of_weighted)) AS weighted_sum,
             sum(part.weight) AS weight,
             sum(part.duration) AS duration,
             min(part.earliest_start_time) AS earliest_start_time
            FROM ((part
              LEFT JOIN loudest loudest_1 ON (((loudest_1.number = part.number) AND (loudest_1.source_id = part.source_id))))
              CROSS JOIN LATERAL ( SELECT
                         CASE
                             WHEN (loudest_1.number IS NULL) THEN (1)::double precision
                             ELSE health_code.relative_energy(part.value_maximum, loudest_1.value_maximum)
                         END AS relative_energy,
                         CASE
                             WHEN (loudest_1.number IS NULL) THEN (1)::double precision
                             ELSE health_code.relative_energy(part.weighted_maximum, loudest_1.weighted_maximum)
                         END AS relative_energy) factor(of_values, of_weighted))
           GROUP BY part.number, part.source_id, part.source_ids
         ), total AS MATERIALIZED (
          SELECT same.number,
             same.source_id,
             max(same.last_time) AS last_time,
             (sum(same.count))::bigint AS count,
             (sum(same.without_value))::bigint AS without_value,
             sum(same.sum) AS sum,
             sum(same.value_sum) AS value_sum,
             min(same.minimum) AS minimum,
             max(same.maximum) AS maximum,
             sum(same.weighted_sum) AS weighted_sum,
             sum(same.weight) AS weight,
             sum(same.duration) AS duration,
             min(same.earliest_start_time) AS earliest_start_time
            FROM same
           GROUP BY same.number, same.source_id
         ), used AS (
          SELECT named.number,
             named.source_id,
             array_agg(ranked_1.source_id ORDER BY ranked_1.rank) AS sources
            FROM (( SELECT DISTINCT same.number,
                     same.source_id,
                     unnest(same.source_ids) AS used_id
                    FROM same) named
              JOIN ranked ranked_1 ON ((ranked_1.source_id = named.used_id)))
           GROUP BY named.number, named.source_id
         )
  SELECT bucket.start_time,
     bucket.end_time,
     ranked.name,
     COALESCE(total.source_id, 0) AS "coalesce",
     total.count,
     total.sum,
         CASE
             WHEN ((rule.style = 'cumulative'::text) OR (total.number IS NULL)) THEN NULL::double precision
             WHEN (rule.style = 'discreteEquivalentContinuousLevel'::text) THEN (
             CASE
                 WHEN (total.weight > (0)::double precision) THEN loudest.weighted_maximum
                 ELSE loudest.value_maximum
             END + ((10)::double precision * log(NULLIF(mean.mean, (0)::double precision))))
             ELSE mean.mean
         END AS mean,
     total.minimum,
     total.maximum,
     ((total.duration)::double precision / ('1000000'::numeric)::double precision),
     latest.most_recent_quantity,
     latest.most_recent_start_time,
     latest.most_recent_end_time,
     total.earliest_start_time,
         CASE
             WHEN (total.number IS NOT NULL) THEN COALESCE(used.sources, '{}'::integer[])
             ELSE NULL::integer[]
         END AS "case",
     rule.unit
    FROM (((((((bucket
      CROSS JOIN rule)
      LEFT JOIN total ON (((total.number = bucket.number) AND (total.earliest_start_time IS NOT NULL))))
      LEFT JOIN loudest ON (((loudest.number = total.number) AND (loudest.source_id = total.source_id))))
      LEFT JOIN part latest ON (((latest.number = total.number) AND (latest.source_id = total.source_id) AND (latest.start_time = total.last_time))))
      LEFT JOIN used ON (((used.number = total.number) AND (used.source_id = total.source_id))))
      LEFT JOIN ranked ON ((ranked.source_id = total.source_id)))
      CROSS JOIN LATERAL ( SELECT
                 CASE
                     WHEN (total.weight > (0)::double precision) THEN (total.weighted_sum / total.weight)
                     ELSE (total.value_sum / (NULLIF((total.count - total.without_value), 0))::double precision)
                 END AS mean) mean)
   ORDER BY bucket.number, ranked.rank NULLS FIRST;
END;


--
-- Name: FUNCTION bucket_statistics(for_person_id integer, for_sample_type_id integer, start_times timestamp with time zone[], end_times timestamp with time zone[], from_time timestamp with time zone, to_time timestamp with time zone, separate_by_source boolean, strict_start boolean, strict_end boolean); Type: COMMENT; Schema: health_code; Owner: -
--

COMMENT ON FUNCTION health_code.bucket_statistics(for_person_id integer, for_sample_type_id integer, start_times timestamp with time zone[], end_times timestamp with time zone[], from_time timestamp with time zone, to_time timestamp with time zone, separate_by_source boolean, strict_start boolean, strict_end boolean) IS 'Returns the figures of statistics_collection for given buckets, which must be in order and not overlap. They are computed from hour slots where those are kept and not stale, else from samples. source_id is 0 for all sources together.';


--
-- Name: clock(integer, text); Type: FUNCTION; Schema: health_code; Owner: -
--

CREATE FUNCTION health_code.clock(for_person_id integer, time_zone text) RETURNS TABLE(from_time timestamp with time zone, until_time timestamp with time zone, utc_offset integer)
    LANGUAGE plpgsql STABLE ROWS 500 PARALLEL SAFE
    AS $$
#variable_conflict use_column
begin
    if clock.time_zone = 'person' then
        return query
        with run as (
            select
                case when row_number() over (order by known.start_time) = 1 then '-infinity' else known.start_time end
                    as from_time,
                lead(known.start_time, 1, 'infinity') over (order by known.start_time) as until_time,
                known.time_zone
            from health_code.time_zone_history(clock.for_person_id) known
        ), segment as (
            select greatest(change.from_time, run.from_time) as from_time, change.utc_offset
            from run
            cross join lateral (
                select zone.from_time, zone.utc_offset
                from health.time_zone_offset zone
                where zone.time_zone = run.time_zone
                    and zone.from_time < run.until_time
                    and zone.from_time >= (
                        select first.from_time
                        from health.time_zone_offset first
                        where first.time_zone = run.time_zone and first.from_time <= run.from_time
                        order by first.from_time desc
                        limit 1)
            ) change
        )
        select
            segment.from_time,
            lead(segment.from_time, 1, 'infinity') over (order by segment.from_time),
            segment.utc_offset
        from segment
        order by segment.from_time;
        if not found then
            raise exception 'the time zones of the person are not known'
                using errcode = 'invalid_parameter_value', hint = 'set them with PUT /v1/time-zones';
        end if;
    else
        return query
        select
            zone.from_time,
            lead(zone.from_time, 1, 'infinity') over (order by zone.from_time),
            zone.utc_offset
        from health.time_zone_offset zone
        where zone.time_zone = clock.time_zone
        order by zone.from_time;
        if not found then
            raise exception 'time zone "%" is not known', clock.time_zone
                using errcode = 'invalid_parameter_value',
                    hint = 'use a name of the IANA time zone database, such as Europe/Berlin, or person for the person''s own clock';
        end if;
    end if;
end;
$$;


--
-- Name: FUNCTION clock(for_person_id integer, time_zone text); Type: COMMENT; Schema: health_code; Owner: -
--

COMMENT ON FUNCTION health_code.clock(for_person_id integer, time_zone text) IS 'Returns the offsets of a clock: seconds ahead of UTC, one row from each change to the next, over all of time. time_zone is a name of the IANA database, or person for the clock that the person carried from zone to zone. Offsets are known until the year 2100; later times have the last known offset.';


--
-- Name: daily_statistics(text, text, text, date, date, text); Type: FUNCTION; Schema: health_code; Owner: -
--

CREATE FUNCTION health_code.daily_statistics(person text, type text, time_zone text DEFAULT NULL::text, from_date date DEFAULT NULL::date, to_date date DEFAULT NULL::date, OUT date date, OUT start_time timestamp with time zone, OUT end_time timestamp with time zone, OUT count bigint, OUT sum double precision, OUT average double precision, OUT minimum double precision, OUT maximum double precision, OUT duration double precision, OUT most_recent double precision, OUT most_recent_start_time timestamp with time zone, OUT most_recent_end_time timestamp with time zone, OUT sources integer[], INOUT unit text DEFAULT NULL::text, OUT partial boolean) RETURNS SETOF record
    LANGUAGE plpgsql STABLE PARALLEL SAFE
    AS $$
#variable_conflict use_variable
declare
    for_person_id constant integer := health_code.known_person(person);
    for_sample_type_id constant integer := health_code.known_quantity_type(type);
    -- A sample with a date of another century is a mistake. It must not create figures for all days
    -- in between.
    earliest constant timestamptz := '1900-01-01 00:00+00';
    latest constant timestamptz := least('2099-12-01 00:00+00', now());
    own_time_zone text := time_zone;
    from_time timestamptz;
    to_time timestamptz;
begin
    if own_time_zone is null then
        own_time_zone := case
            when exists (select from health_code.time_zone_history(for_person_id)) then 'person' else 'UTC'
        end;
    end if;
    if from_date is not null then
        from_time := health_code.wall_clock_instant(for_person_id, own_time_zone, from_date);
    else
        select greatest(sample.start_time, earliest)
        into from_time
        from health.sample
        where sample.person_id = for_person_id and sample.sample_type_id = for_sample_type_id
        order by sample.start_time
        limit 1;
    end if;
    if to_date is not null then
        to_time := health_code.wall_clock_instant(for_person_id, own_time_zone, to_date);
    else
        -- longest_duration is the length of the longest sample. It is converted to seconds, because
        -- a day of the session's time zone may be shorter than 24 hours.
        select
            sample.start_time + make_interval(secs => extract(epoch from sample_extent.longest_duration)::double precision)
                + interval '1 microsecond'
        into to_time
        from health.sample
        join health.sample_extent
            on sample_extent.person_id = for_person_id and sample_extent.sample_type_id = for_sample_type_id
        where sample.person_id = for_person_id and sample.sample_type_id = for_sample_type_id and sample.start_time <= latest
        order by sample.start_time desc
        limit 1;
    end if;
    if from_time is null or to_time is null
        or from_time >= to_time and (from_date is null or to_date is null)
    then
        return;
    end if;
    return query
    with day as materialized (
        select *
        from health_code.statistics_collection(
            person, type, 'day', own_time_zone, from_time, to_time, unit => unit) figures
        where figures.count > 0 or from_date is not null and to_date is not null
    ), piece as materialized (
        select clock.from_time, clock.utc_offset from health_code.clock(for_person_id, own_time_zone) clock
    ), utc as (
        select array_agg(piece.utc_offset order by piece.from_time) as offsets from piece
    ), numbered as (
        -- The piece of the clock in which each day begins. A piece is a span without a change of
        -- the offset.
        select
            moment.time,
            moment.is_day,
            count(*) filter (where not moment.is_day) over (order by moment.time, moment.is_day) as piece
        from (
            select day.start_time, true from day
            union all
            select piece.from_time, false from piece
        ) as moment (time, is_day)
    )
    select
        ((numbered.time at time zone 'UTC') + make_interval(secs => utc.offsets[numbered.piece]))::date,
        day.start_time, day.end_time, day.count, day.sum, day.average, day.minimum, day.maximum, day.duration,
        day.most_recent, day.most_recent_start_time, day.most_recent_end_time, day.sources, day.unit, day.end_time > now()
    from numbered
    cross join utc
    join day on day.start_time = numbered.time
    where numbered.is_day
    order by day.start_time;
end;
$$;


--
-- Name: FUNCTION daily_statistics(person text, type text, time_zone text, from_date date, to_date date, OUT date date, OUT start_time timestamp with time zone, OUT end_time timestamp with time zone, OUT count bigint, OUT sum double precision, OUT average double precision, OUT minimum double precision, OUT maximum double precision, OUT duration double precision, OUT most_recent double precision, OUT most_recent_start_time timestamp with time zone, OUT most_recent_end_time timestamp with time zone, OUT sources integer[], INOUT unit text, OUT partial boolean); Type: COMMENT; Schema: health_code; Owner: -
--

COMMENT ON FUNCTION health_code.daily_statistics(person text, type text, time_zone text, from_date date, to_date date, OUT date date, OUT start_time timestamp with time zone, OUT end_time timestamp with time zone, OUT count bigint, OUT sum double precision, OUT average double precision, OUT minimum double precision, OUT maximum double precision, OUT duration double precision, OUT most_recent double precision, OUT most_recent_start_time timestamp with time zone, OUT most_recent_end_time timestamp with time zone, OUT sources integer[], INOUT unit text, OUT partial boolean) IS 'Returns the figures of each day from from_date to to_date, exclusive: those of statistics_collection with the interval day. With both dates, a day without measurements is a row of nulls. Without from_date the days begin with the first sample, without to_date they end with the latest sample that has begun; days without measurements then have no row. Without time_zone, days are those of the person''s own clock, or of UTC if the person''s zones are not known. person is a name, type a short name or an identifier. Values are in unit: the requested one, else the person''s choice, else the type''s preferred unit. partial is true if the day has not ended yet.';


--
-- Name: json_time(jsonb); Type: FUNCTION; Schema: health_code; Owner: -
--

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


--
-- Name: FUNCTION json_time(value jsonb); Type: COMMENT; Schema: health_code; Owner: -
--

COMMENT ON FUNCTION health_code.json_time(value jsonb) IS 'Returns a time of RFC 3339 in a JSON string; null for any other value. The result does not depend on settings, because the text has an offset.';


--
-- Name: known_person(text); Type: FUNCTION; Schema: health_code; Owner: -
--

CREATE FUNCTION health_code.known_person(named text) RETURNS integer
    LANGUAGE plpgsql STABLE PARALLEL SAFE
    AS $$
declare
    found_id integer;
begin
    select person.person_id into found_id from health.person where person.name = named;
    if found_id is null then
        raise exception 'there is no person "%"', named
            using errcode = 'no_data_found', hint = 'select name from health.person lists the people whom you may see';
    end if;
    return found_id;
end;
$$;


--
-- Name: FUNCTION known_person(named text); Type: COMMENT; Schema: health_code; Owner: -
--

COMMENT ON FUNCTION health_code.known_person(named text) IS 'Returns the person_id of the person with this name. Raises an error if the caller can see no such person.';


--
-- Name: known_quantity_type(text); Type: FUNCTION; Schema: health_code; Owner: -
--

CREATE FUNCTION health_code.known_quantity_type(named text) RETURNS integer
    LANGUAGE plpgsql STABLE PARALLEL SAFE
    AS $$
declare
    found_type health.sample_type;
begin
    -- An identifier is never the short name of another type. Two types of different kinds may have
    -- the same short name.
    select sample_type.* into found_type
    from health.sample_type
    where sample_type.in_catalogue and (sample_type.identifier = named or sample_type.short_name = named)
    order by sample_type.kind = 'quantity' desc
    limit 1;
    if found_type.sample_type_id is null then
        raise exception 'there is no sample type "%"', named
            using errcode = 'invalid_parameter_value', hint = 'select short_name from health.quantity_type lists them';
    elsif found_type.kind <> 'quantity' or found_type.aggregation_style is null then
        raise exception '% is a % type; statistics need a quantity type', found_type.short_name, found_type.kind
            using errcode = 'invalid_parameter_value', hint = 'select short_name from health.quantity_type lists them';
    end if;
    return found_type.sample_type_id;
end;
$$;


--
-- Name: FUNCTION known_quantity_type(named text); Type: COMMENT; Schema: health_code; Owner: -
--

COMMENT ON FUNCTION health_code.known_quantity_type(named text) IS 'Returns the sample_type_id of the quantity type with this short name or identifier. Raises an error if there is none.';


--
-- Name: seconds(interval); Type: FUNCTION; Schema: health_code; Owner: -
--

CREATE FUNCTION health_code.seconds(length interval) RETURNS double precision
    LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
    RETURN (EXTRACT(epoch FROM length))::double precision;


--
-- Name: FUNCTION seconds(length interval); Type: COMMENT; Schema: health_code; Owner: -
--

COMMENT ON FUNCTION health_code.seconds(length interval) IS 'Returns the seconds of an interval; a day counts as 24 hours.';


--
-- Name: sleep_nights(text, text, date, date, time without time zone, text, interval); Type: FUNCTION; Schema: health_code; Owner: -
--

CREATE FUNCTION health_code.sleep_nights(person text, time_zone text, from_date date, to_date date, night_start time without time zone DEFAULT '18:00:00'::time without time zone, attribution text DEFAULT 'wakingDay'::text, session_gap interval DEFAULT '01:00:00'::interval) RETURNS TABLE(date date, start_time timestamp with time zone, end_time timestamp with time zone, asleep double precision, main_start_time timestamp with time zone, main_end_time timestamp with time zone, main_asleep double precision, unspecified double precision, core double precision, deep double precision, rem double precision, awake double precision, in_bed double precision, efficiency double precision, nap_count integer, source_ids integer[], is_aggregate boolean)
    LANGUAGE plpgsql STABLE ROWS 100
    SET enable_nestloop TO 'off'
    SET jit TO 'off'
    AS $$
#variable_conflict use_column
declare
    -- The constants of the program. SleepRequest, SleepEngine, SleepNight and SleepWritings give
    -- the reasons for them.
    late_after constant interval := '15 hours';
    nap_max constant interval := '3 hours';
    reach constant interval := '48 hours';
    longest_session constant interval := '24 hours';
    creation_step constant interval := '60 seconds';
    separation constant interval := '3 hours';
    -- This is more than the number of nights of a request.
    parts_per_island constant bigint := 1000000;
    instant constant interval := '1 microsecond';
    wanted_id integer := (select known.person_id from health.person known where known.name = sleep_nights.person);
    type_id integer := (
        select known.sample_type_id from health.sample_type known
        where known.identifier = 'HKCategoryTypeIdentifierSleepAnalysis');
    longest interval := (
        select extent.longest_duration from health.sample_extent extent
        where extent.person_id = wanted_id and extent.sample_type_id = type_id);
    dates date[];
    starts timestamptz[];
    ends timestamptz[];
    lates timestamptz[];
    span_from timestamptz;
    span_to timestamptz;
begin
    if wanted_id is null then
        raise exception 'there is no person "%"', sleep_nights.person
            using errcode = 'no_data_found', hint = 'select name from health.person lists the people whom you may see';
    elsif from_date is null or to_date is null or not isfinite(from_date) or not isfinite(to_date) or from_date >= to_date then
        raise exception 'to_date must be later than from_date' using errcode = 'invalid_parameter_value';
    elsif attribution is null or attribution not in ('wakingDay', 'startDay') then
        raise exception 'attribution must be wakingDay or startDay' using errcode = 'invalid_parameter_value';
    elsif night_start is null or night_start = '24:00' then
        raise exception 'night_start must be a time of day before 24:00' using errcode = 'invalid_parameter_value';
    elsif session_gap is null or session_gap not between '1 minute' and '12 hours' then
        raise exception 'session_gap must be from 1 minute to 12 hours' using errcode = 'invalid_parameter_value';
    end if;

    with piece as materialized (
        select
            known.from_time,
            known.utc_offset,
            max((known.until_time at time zone 'UTC') + make_interval(secs => known.utc_offset))
                over (order by known.from_time) as until
        from health_code.clock(wanted_id, sleep_nights.time_zone) known
    ), reached as materialized (
        -- After a clock went back, it repeats times until it shows a later time than ever before.
        select
            piece.from_time, piece.utc_offset, lag(piece.until, 1, '-infinity') over (order by piece.from_time) as from,
            piece.until
        from piece
    ), asked as (
        select
            from_date + number as date,
            from_date + number - (attribution = 'wakingDay')::integer + night_start as begins,
            from_date + number - (attribution = 'wakingDay')::integer + 1 + night_start as ends
        from generate_series(0, to_date - from_date - 1) as number
    ), clocked as (
        select asked.date, first.time as start_time, last.time as end_time, late.time as late_time
        from asked
        cross join lateral (
            select greatest(reached.from_time, (asked.begins at time zone 'UTC') - make_interval(secs => reached.utc_offset))
            from reached where reached.from <= asked.begins and asked.begins < reached.until
        ) first (time)
        cross join lateral (
            select greatest(reached.from_time, (asked.ends at time zone 'UTC') - make_interval(secs => reached.utc_offset))
            from reached where reached.from <= asked.ends and asked.ends < reached.until
        ) last (time)
        cross join lateral (
            select greatest(
                reached.from_time, ((asked.begins + late_after) at time zone 'UTC') - make_interval(secs => reached.utc_offset))
            from reached where reached.from <= asked.begins + late_after and asked.begins + late_after < reached.until
        ) late (time)
    )
    -- A day that the clock skips begins and ends at the same instant, so it has no night.
    select
        array_agg(clocked.date order by clocked.date), array_agg(clocked.start_time order by clocked.date),
        array_agg(clocked.end_time order by clocked.date), array_agg(clocked.late_time order by clocked.date),
        min(clocked.start_time) - reach, max(clocked.end_time) + reach
    into dates, starts, ends, lates, span_from, span_to
    from clocked
    where clocked.start_time < clocked.end_time;

    return query
    with night as materialized (
        select *
        from unnest(dates, starts, ends, lates) with ordinality as night (date, start_time, end_time, late_time, night_index)
    ), source as materialized (
        select known.source_id, known.rank from health_code.source_order(wanted_id, type_id) known
    ), carrying as materialized (
        select
            sample.start_time, sample.end_time, sample.category_value as value, sample.creation_time, sample.uuid,
            source.rank, source.source_id,
            sample.category_value <> 0 as is_stage,
            case sample.category_value when 0 then 0 when 2 then 0 when 1 then 1 else 2 end as detail
        from health.sample
        join health.source_revision revision
            on revision.person_id = sample.person_id and revision.source_revision_id = sample.source_revision_id
        join source on source.source_id = revision.source_id
        where sample.person_id = wanted_id and sample.sample_type_id = type_id
            and sample.start_time >= span_from - longest and sample.start_time < span_to
            and sample.end_time > span_from and sample.end_time > sample.start_time
            and sample.category_value between 0 and 5
    ), apart as (
        -- No rule connects samples across a longer pause. Such a pause separates two islands, which
        -- are groups of samples.
        select
            carrying.*,
            carrying.start_time - max(carrying.end_time) over (
                order by carrying.start_time, carrying.uuid rows between unbounded preceding and 1 preceding)
                > greatest(separation, session_gap) as is_apart
        from carrying
    ), islander as materialized (
        select
            apart.*, count(*) filter (where apart.is_apart) over (order by apart.start_time, apart.uuid) as island
        from apart
    ), island as materialized (
        select islander.island, min(islander.start_time) as start_time, max(islander.end_time) as end_time
        from islander
        group by islander.island
    ), sample as materialized (
        -- A short island is one part, which all of its nights share. A longer island has one part
        -- for each night. This part has the samples within the constant reach of the night.
        select islander.*, islander.island * parts_per_island as part
        from islander
        join island using (island)
        where island.end_time - island.start_time <= reach
        union all
        select islander.*, islander.island * parts_per_island + seen.night_index
        from islander
        join island using (island)
        cross join lateral generate_series(
            greatest(
                width_bucket(islander.start_time - reach, starts), width_bucket(island.start_time, starts), 1),
            least(
                width_bucket(islander.end_time + reach - instant, starts),
                width_bucket(island.end_time - instant, starts))) as seen (night_index)
        where island.end_time - island.start_time > reach
    ), parted as (
        select
            sample.*,
            sample.start_time - max(sample.end_time) over (
                partition by sample.part, sample.rank, sample.is_stage order by sample.start_time, sample.uuid
                rows between unbounded preceding and 1 preceding) > separation as is_distant
        from sample
    ), neighbour as (
        select
            parted.*,
            count(*) filter (where parted.is_distant) over (
                partition by parted.part, parted.rank, parted.is_stage order by parted.start_time, parted.uuid)
                as neighbourhood
        from parted
    ), saved as (
        select
            neighbour.*,
            neighbour.creation_time - lag(neighbour.creation_time) over (
                partition by neighbour.part, neighbour.rank, neighbour.is_stage, neighbour.neighbourhood
                order by neighbour.creation_time
            ) > creation_step as is_saved_apart
        from neighbour
        where neighbour.creation_time is not null
    ), written as (
        select
            saved.*,
            count(*) filter (where saved.is_saved_apart) over (
                partition by saved.part, saved.rank, saved.is_stage, saved.neighbourhood order by saved.creation_time)
                as writing
        from saved
    ), rewritten as (
        select
            written.*,
            max(written.writing) over (
                partition by written.part, written.rank, written.is_stage, written.neighbourhood) as last_writing
        from written
    ), stretching as (
        select
            rewritten.*,
            rewritten.start_time - max(rewritten.end_time) over (
                partition by rewritten.part, rewritten.rank, rewritten.is_stage, rewritten.neighbourhood, rewritten.writing
                order by rewritten.start_time, rewritten.uuid rows between unbounded preceding and 1 preceding)
                > separation as is_after_pause
        from rewritten
        where rewritten.last_writing > 0
    ), stretched as materialized (
        select
            stretching.*,
            count(*) filter (where stretching.is_after_pause) over (
                partition by
                    stretching.part, stretching.rank, stretching.is_stage, stretching.neighbourhood, stretching.writing
                order by stretching.start_time, stretching.uuid) as number
        from stretching
    ), stretch as materialized (
        select
            stretched.part, stretched.rank, stretched.is_stage, stretched.neighbourhood, stretched.writing,
            stretched.number, min(stretched.start_time) as start_time, max(stretched.end_time) as end_time,
            max(stretched.detail) as detail
        from stretched
        group by
            stretched.part, stretched.rank, stretched.is_stage, stretched.neighbourhood, stretched.writing,
            stretched.number
    ), superseded as materialized (
        select distinct older.part, older.uuid
        from stretched older
        join stretch own using (part, rank, is_stage, neighbourhood, writing, number)
        join stretch newer using (part, rank, is_stage, neighbourhood)
        where newer.writing > older.writing and newer.start_time <= older.start_time
            and newer.end_time >= older.end_time and newer.detail >= own.detail
    ), standing as materialized (
        select sample.*
        from sample
        where not exists (
            select from superseded where superseded.part = sample.part and superseded.uuid = sample.uuid)
    ), clustered as (
        select
            standing.*,
            standing.start_time >= max(standing.end_time) over (
                partition by standing.part order by standing.start_time, standing.uuid
                rows between unbounded preceding and 1 preceding) as is_first
        from standing
        where standing.is_stage
    ), stage as materialized (
        select
            clustered.*,
            count(*) filter (where clustered.is_first) over (
                partition by clustered.part order by clustered.start_time, clustered.uuid) as cluster
        from clustered
    ), bound as (
        select stage.part, stage.cluster, stage.start_time as time from stage
        union
        select stage.part, stage.cluster, stage.end_time from stage
    ), elementary as materialized (
        select
            bound.part, bound.cluster, bound.time,
            lead(bound.time) over (partition by bound.part, bound.cluster order by bound.time) as until
        from bound
    ), segment as (
        -- At each instant one sample decides the stage.
        select distinct on (elementary.part, elementary.cluster, elementary.time)
            elementary.part, elementary.time as start_time, elementary.until as end_time, stage.value, stage.source_id
        from elementary
        join stage
            on stage.part = elementary.part and stage.cluster = elementary.cluster
            and stage.start_time <= elementary.time and stage.end_time >= elementary.until
        where elementary.until is not null
        order by
            elementary.part, elementary.cluster, elementary.time, stage.rank, stage.value = 1,
            stage.creation_time desc nulls last, stage.start_time desc, stage.uuid desc
    ), item as (
        select segment.part, segment.start_time, segment.end_time, segment.value, segment.source_id from segment
        union all
        select standing.part, standing.start_time, standing.end_time, 0, standing.source_id
        from standing
        where not standing.is_stage
    ), gapped as (
        select
            item.*,
            item.start_time - max(item.end_time) over (
                partition by item.part order by item.start_time, item.end_time
                rows between unbounded preceding and 1 preceding) > session_gap as is_first
        from item
    ), recorded as materialized (
        select
            gapped.*,
            count(*) filter (where gapped.is_first) over (
                partition by gapped.part order by gapped.start_time, gapped.end_time) as number
        from gapped
    ), span as materialized (
        select
            recorded.part, recorded.number, min(recorded.start_time) as start_time, max(recorded.end_time) as end_time
        from recorded
        group by recorded.part, recorded.number
    ), assigned as (
        -- A session that ends exactly at the edge of two nights belongs to the earlier night.
        select recorded.*, width_bucket(span.end_time - instant, starts) as night_index
        from recorded
        join span using (part, number)
        where span.end_time - span.start_time <= longest_session
        union all
        -- A longer session is divided among the nights.
        select
            recorded.part, greatest(recorded.start_time, starts[night.night_index]), least(recorded.end_time, ends[night.night_index]),
            recorded.value, recorded.source_id, recorded.is_first, recorded.number, night.night_index
        from recorded
        join span using (part, number)
        cross join lateral generate_series(
            greatest(width_bucket(recorded.start_time, starts), 1), width_bucket(recorded.end_time - instant, starts)
        ) as night (night_index)
        where span.end_time - span.start_time > longest_session and recorded.start_time < ends[night.night_index]
    ), summed as (
        select
            assigned.night_index,
            min(assigned.start_time) as start_time,
            max(assigned.end_time) as end_time,
            sum(assigned.end_time - assigned.start_time) filter (where assigned.value in (1, 3, 4, 5)) as slept,
            sum(assigned.end_time - assigned.start_time) filter (where assigned.value = 1) as unspecified,
            sum(assigned.end_time - assigned.start_time) filter (where assigned.value = 3) as core,
            sum(assigned.end_time - assigned.start_time) filter (where assigned.value = 4) as deep,
            sum(assigned.end_time - assigned.start_time) filter (where assigned.value = 5) as rem,
            sum(assigned.end_time - assigned.start_time) filter (where assigned.value = 2) as awake,
            bool_or(assigned.value <> 0) as has_stages,
            range_agg(tstzrange(assigned.start_time, assigned.end_time)) filter (where assigned.value = 0) as in_bed,
            range_agg(tstzrange(assigned.start_time, assigned.end_time)) as covered,
            array_agg(distinct assigned.source_id) as source_ids
        from assigned
        -- A part of a longer island counts only in the night to which it belongs.
        where assigned.part % parts_per_island in (0, assigned.night_index)
        group by assigned.part, assigned.number, assigned.night_index
    ), session as (
        select
            summed.*,
            case when summed.has_stages then coalesce(summed.slept, '0') end as asleep_time,
            bed.length as bed_time,
            whole.length as recorded_time
        from summed
        cross join lateral (select sum(upper(part) - lower(part)) from unnest(summed.in_bed) as part) bed (length)
        cross join lateral (select sum(upper(part) - lower(part)) from unnest(summed.covered) as part) whole (length)
    ), ranked as (
        select
            night.date,
            session.*,
            row_number() over (
                partition by night.date
                order by
                    session.start_time >= night.late_time
                        and coalesce(session.asleep_time, session.bed_time, '0') < nap_max,
                    case when session.asleep_time is null then 1 when session.asleep_time > '0' then 2 else 0 end desc,
                    coalesce(session.asleep_time, session.bed_time, '0') desc,
                    session.start_time
            ) = 1 and not (
                session.start_time >= night.late_time
                and coalesce(session.asleep_time, session.bed_time, '0') < nap_max) as is_main
        from session
        join night using (night_index)
        where session.end_time <= night.end_time
    ), counted as (
        select
            ranked.date, sum(ranked.asleep_time) as asleep_time,
            (count(*) filter (where not ranked.is_main))::integer as nap_count
        from ranked
        group by ranked.date
    ), used as (
        select distinct ranked.date, named.source_id
        from ranked
        cross join lateral unnest(ranked.source_ids) as named (source_id)
    ), listed as (
        select used.date, array_agg(used.source_id order by source.rank) as source_ids
        from used
        join source using (source_id)
        group by used.date
    ), lone as materialized (
        select night.*
        from night
        where not exists (select from ranked where ranked.date = night.date)
    ), aggregate as (
        -- The figures that an app sent for a whole night. They are used, all together, if the night
        -- has no sleep session and no sample overlaps the time of the figures.
        select distinct on (lone.date) lone.date, figures.*
        from health_code.aggregate_nights(wanted_id, starts[1], ends[cardinality(ends)]) figures
        join source on source.source_id = figures.source_id
        join lone on lone.night_index = width_bucket(figures.end_time - instant, starts)
        where figures.end_time <= lone.end_time
            and (
                select count(*) from (
                    select
                    from health.sample
                    where sample.person_id = wanted_id and sample.sample_type_id = type_id
                        and sample.start_time > figures.start_time - longest and sample.start_time < figures.end_time
                        and sample.end_time > figures.start_time and sample.end_time > sample.start_time
                        and sample.category_value between 0 and 5
                    limit 1
                ) overlapping
            ) = 0
        order by lone.date, source.rank, figures.asleep desc nulls last, figures.end_time desc, figures.uuid desc
    )
    select
        night.date, night.start_time, night.end_time,
        coalesce(health_code.seconds(counted.asleep_time), aggregate.asleep),
        coalesce(main.start_time, aggregate.start_time), coalesce(main.end_time, aggregate.end_time),
        coalesce(health_code.seconds(main.asleep_time), aggregate.asleep),
        coalesce(
            health_code.seconds(case when main.has_stages then coalesce(main.unspecified, '0') end), aggregate.unspecified),
        coalesce(health_code.seconds(case when main.has_stages then coalesce(main.core, '0') end), aggregate.core),
        coalesce(health_code.seconds(case when main.has_stages then coalesce(main.deep, '0') end), aggregate.deep),
        coalesce(health_code.seconds(case when main.has_stages then coalesce(main.rem, '0') end), aggregate.rem),
        coalesce(health_code.seconds(case when main.has_stages then coalesce(main.awake, '0') end), aggregate.awake),
        coalesce(health_code.seconds(main.bed_time), aggregate.in_bed),
        coalesce(
            health_code.seconds(main.asleep_time) / health_code.seconds(main.recorded_time),
            -- The same figure as SleepLengths.efficiency.
            case
                when aggregate.awake is not null or aggregate.in_bed >= aggregate.asleep then
                    aggregate.asleep
                    / nullif(greatest(aggregate.in_bed, aggregate.asleep + coalesce(aggregate.awake, 0)), 0)
            end),
        coalesce(counted.nap_count, 0),
        coalesce(listed.source_ids, case when aggregate.date is not null then array[aggregate.source_id] end, '{}'),
        aggregate.date is not null
    from night
    left join ranked main on main.date = night.date and main.is_main
    left join counted on counted.date = night.date
    left join listed on listed.date = night.date
    left join aggregate on aggregate.date = night.date
    order by night.date;
end;
$$;


--
-- Name: FUNCTION sleep_nights(person text, time_zone text, from_date date, to_date date, night_start time without time zone, attribution text, session_gap interval); Type: COMMENT; Schema: health_code; Owner: -
--

COMMENT ON FUNCTION health_code.sleep_nights(person text, time_zone text, from_date date, to_date date, night_start time without time zone, attribution text, session_gap interval) IS 'Returns the nights of a person from from_date to to_date, exclusive, as GET /v1/sleep does. No instant counts twice, whether several sources recorded it or one source wrote it twice. A night begins at night_start on the clock of time_zone (a name of the IANA database, or person for the person''s own clock). Its date is the day on which it ends (attribution wakingDay) or begins (startDay). Samples without a pause longer than session_gap between them are one session; the main session is the one with the most sleep. Lengths are in seconds: asleep is the total of all sessions; main_asleep, the stages, in_bed and efficiency are those of the main session. Null means not measured; a night without samples is a row of nulls. A night depends only on the samples that overlap it or the 48 hours before and after it, so it is the same in every range. A sample is replaced by samples that its source saved later, if it lies inside a stretch of these (with pauses of at most 3 hours) and the stretch is at least as detailed (asleep or awake; better, stages). A session belongs to the night in which it ends; a session longer than 24 hours is cut at the edges of nights. For a night without samples, the figures count that an app sent for the whole night (is_aggregate); null then means that the app did not send the figure.';


--
-- Name: statistics(text, text, anyelement, anycompatible, boolean, boolean, boolean, text); Type: FUNCTION; Schema: health_code; Owner: -
--

CREATE FUNCTION health_code.statistics(person text, type text, from_time anyelement, to_time anycompatible, strict_start boolean DEFAULT false, strict_end boolean DEFAULT false, separate_by_source boolean DEFAULT false, OUT start_time timestamp with time zone, OUT end_time timestamp with time zone, OUT source text, OUT source_id integer, OUT count bigint, OUT sum double precision, OUT average double precision, OUT minimum double precision, OUT maximum double precision, OUT duration double precision, OUT most_recent double precision, OUT most_recent_start_time timestamp with time zone, OUT most_recent_end_time timestamp with time zone, OUT sources integer[], INOUT unit text DEFAULT NULL::text, OUT partial boolean) RETURNS SETOF record
    LANGUAGE sql STABLE ROWS 1 PARALLEL SAFE
    AS $$
                select *
                from health_code.statistics(
                    person, type, null::text, health_code.time_text(from_time), health_code.time_text(to_time), strict_start, strict_end,
                    separate_by_source, unit)
            $$;


--
-- Name: FUNCTION statistics(person text, type text, from_time anyelement, to_time anycompatible, strict_start boolean, strict_end boolean, separate_by_source boolean, OUT start_time timestamp with time zone, OUT end_time timestamp with time zone, OUT source text, OUT source_id integer, OUT count bigint, OUT sum double precision, OUT average double precision, OUT minimum double precision, OUT maximum double precision, OUT duration double precision, OUT most_recent double precision, OUT most_recent_start_time timestamp with time zone, OUT most_recent_end_time timestamp with time zone, OUT sources integer[], INOUT unit text, OUT partial boolean); Type: COMMENT; Schema: health_code; Owner: -
--

COMMENT ON FUNCTION health_code.statistics(person text, type text, from_time anyelement, to_time anycompatible, strict_start boolean, strict_end boolean, separate_by_source boolean, OUT start_time timestamp with time zone, OUT end_time timestamp with time zone, OUT source text, OUT source_id integer, OUT count bigint, OUT sum double precision, OUT average double precision, OUT minimum double precision, OUT maximum double precision, OUT duration double precision, OUT most_recent double precision, OUT most_recent_start_time timestamp with time zone, OUT most_recent_end_time timestamp with time zone, OUT sources integer[], INOUT unit text, OUT partial boolean) IS 'The same for dates and timestamps, which are wall clocks in time_zone, and for timestamptz. Without time_zone only times with an offset and timestamptz are accepted.';


--
-- Name: statistics(text, text, text, text, boolean, boolean, boolean, text); Type: FUNCTION; Schema: health_code; Owner: -
--

CREATE FUNCTION health_code.statistics(person text, type text, from_time text, to_time text, strict_start boolean DEFAULT false, strict_end boolean DEFAULT false, separate_by_source boolean DEFAULT false, OUT start_time timestamp with time zone, OUT end_time timestamp with time zone, OUT source text, OUT source_id integer, OUT count bigint, OUT sum double precision, OUT average double precision, OUT minimum double precision, OUT maximum double precision, OUT duration double precision, OUT most_recent double precision, OUT most_recent_start_time timestamp with time zone, OUT most_recent_end_time timestamp with time zone, OUT sources integer[], INOUT unit text DEFAULT NULL::text, OUT partial boolean) RETURNS SETOF record
    LANGUAGE sql STABLE ROWS 1 PARALLEL SAFE
    AS $$
                select *
                from health_code.statistics(
                    person, type, null::text, health_code.time_text(from_time), health_code.time_text(to_time), strict_start, strict_end,
                    separate_by_source, unit)
            $$;


--
-- Name: FUNCTION statistics(person text, type text, from_time text, to_time text, strict_start boolean, strict_end boolean, separate_by_source boolean, OUT start_time timestamp with time zone, OUT end_time timestamp with time zone, OUT source text, OUT source_id integer, OUT count bigint, OUT sum double precision, OUT average double precision, OUT minimum double precision, OUT maximum double precision, OUT duration double precision, OUT most_recent double precision, OUT most_recent_start_time timestamp with time zone, OUT most_recent_end_time timestamp with time zone, OUT sources integer[], INOUT unit text, OUT partial boolean); Type: COMMENT; Schema: health_code; Owner: -
--

COMMENT ON FUNCTION health_code.statistics(person text, type text, from_time text, to_time text, strict_start boolean, strict_end boolean, separate_by_source boolean, OUT start_time timestamp with time zone, OUT end_time timestamp with time zone, OUT source text, OUT source_id integer, OUT count bigint, OUT sum double precision, OUT average double precision, OUT minimum double precision, OUT maximum double precision, OUT duration double precision, OUT most_recent double precision, OUT most_recent_start_time timestamp with time zone, OUT most_recent_end_time timestamp with time zone, OUT sources integer[], INOUT unit text, OUT partial boolean) IS 'The same for dates and timestamps, which are wall clocks in time_zone, and for timestamptz. Without time_zone only times with an offset and timestamptz are accepted.';


--
-- Name: statistics(text, text, text, anyelement, anycompatible, boolean, boolean, boolean, text); Type: FUNCTION; Schema: health_code; Owner: -
--

CREATE FUNCTION health_code.statistics(person text, type text, time_zone text, from_time anyelement, to_time anycompatible, strict_start boolean DEFAULT false, strict_end boolean DEFAULT false, separate_by_source boolean DEFAULT false, OUT start_time timestamp with time zone, OUT end_time timestamp with time zone, OUT source text, OUT source_id integer, OUT count bigint, OUT sum double precision, OUT average double precision, OUT minimum double precision, OUT maximum double precision, OUT duration double precision, OUT most_recent double precision, OUT most_recent_start_time timestamp with time zone, OUT most_recent_end_time timestamp with time zone, OUT sources integer[], INOUT unit text DEFAULT NULL::text, OUT partial boolean) RETURNS SETOF record
    LANGUAGE sql STABLE ROWS 1 PARALLEL SAFE
    AS $$
                select *
                from health_code.statistics(
                    person, type, time_zone, health_code.time_text(from_time), health_code.time_text(to_time), strict_start, strict_end,
                    separate_by_source, unit)
            $$;


--
-- Name: FUNCTION statistics(person text, type text, time_zone text, from_time anyelement, to_time anycompatible, strict_start boolean, strict_end boolean, separate_by_source boolean, OUT start_time timestamp with time zone, OUT end_time timestamp with time zone, OUT source text, OUT source_id integer, OUT count bigint, OUT sum double precision, OUT average double precision, OUT minimum double precision, OUT maximum double precision, OUT duration double precision, OUT most_recent double precision, OUT most_recent_start_time timestamp with time zone, OUT most_recent_end_time timestamp with time zone, OUT sources integer[], INOUT unit text, OUT partial boolean); Type: COMMENT; Schema: health_code; Owner: -
--

COMMENT ON FUNCTION health_code.statistics(person text, type text, time_zone text, from_time anyelement, to_time anycompatible, strict_start boolean, strict_end boolean, separate_by_source boolean, OUT start_time timestamp with time zone, OUT end_time timestamp with time zone, OUT source text, OUT source_id integer, OUT count bigint, OUT sum double precision, OUT average double precision, OUT minimum double precision, OUT maximum double precision, OUT duration double precision, OUT most_recent double precision, OUT most_recent_start_time timestamp with time zone, OUT most_recent_end_time timestamp with time zone, OUT sources integer[], INOUT unit text, OUT partial boolean) IS 'The same for dates and timestamps, which are wall clocks in time_zone, and for timestamptz. Without time_zone only times with an offset and timestamptz are accepted.';


--
-- Name: statistics(text, text, text, anyelement, text, boolean, boolean, boolean, text); Type: FUNCTION; Schema: health_code; Owner: -
--

CREATE FUNCTION health_code.statistics(person text, type text, time_zone text, from_time anyelement, to_time text, strict_start boolean DEFAULT false, strict_end boolean DEFAULT false, separate_by_source boolean DEFAULT false, OUT start_time timestamp with time zone, OUT end_time timestamp with time zone, OUT source text, OUT source_id integer, OUT count bigint, OUT sum double precision, OUT average double precision, OUT minimum double precision, OUT maximum double precision, OUT duration double precision, OUT most_recent double precision, OUT most_recent_start_time timestamp with time zone, OUT most_recent_end_time timestamp with time zone, OUT sources integer[], INOUT unit text DEFAULT NULL::text, OUT partial boolean) RETURNS SETOF record
    LANGUAGE sql STABLE ROWS 1 PARALLEL SAFE
    AS $$
                select *
                from health_code.statistics(
                    person, type, time_zone, health_code.time_text(from_time), health_code.time_text(to_time), strict_start, strict_end,
                    separate_by_source, unit)
            $$;


--
-- Name: FUNCTION statistics(person text, type text, time_zone text, from_time anyelement, to_time text, strict_start boolean, strict_end boolean, separate_by_source boolean, OUT start_time timestamp with time zone, OUT end_time timestamp with time zone, OUT source text, OUT source_id integer, OUT count bigint, OUT sum double precision, OUT average double precision, OUT minimum double precision, OUT maximum double precision, OUT duration double precision, OUT most_recent double precision, OUT most_recent_start_time timestamp with time zone, OUT most_recent_end_time timestamp with time zone, OUT sources integer[], INOUT unit text, OUT partial boolean); Type: COMMENT; Schema: health_code; Owner: -
--

COMMENT ON FUNCTION health_code.statistics(person text, type text, time_zone text, from_time anyelement, to_time text, strict_start boolean, strict_end boolean, separate_by_source boolean, OUT start_time timestamp with time zone, OUT end_time timestamp with time zone, OUT source text, OUT source_id integer, OUT count bigint, OUT sum double precision, OUT average double precision, OUT minimum double precision, OUT maximum double precision, OUT duration double precision, OUT most_recent double precision, OUT most_recent_start_time timestamp with time zone, OUT most_recent_end_time timestamp with time zone, OUT sources integer[], INOUT unit text, OUT partial boolean) IS 'The same for dates and timestamps, which are wall clocks in time_zone, and for timestamptz. Without time_zone only times with an offset and timestamptz are accepted.';


--
-- Name: statistics(text, text, text, text, anyelement, boolean, boolean, boolean, text); Type: FUNCTION; Schema: health_code; Owner: -
--

CREATE FUNCTION health_code.statistics(person text, type text, time_zone text, from_time text, to_time anyelement, strict_start boolean DEFAULT false, strict_end boolean DEFAULT false, separate_by_source boolean DEFAULT false, OUT start_time timestamp with time zone, OUT end_time timestamp with time zone, OUT source text, OUT source_id integer, OUT count bigint, OUT sum double precision, OUT average double precision, OUT minimum double precision, OUT maximum double precision, OUT duration double precision, OUT most_recent double precision, OUT most_recent_start_time timestamp with time zone, OUT most_recent_end_time timestamp with time zone, OUT sources integer[], INOUT unit text DEFAULT NULL::text, OUT partial boolean) RETURNS SETOF record
    LANGUAGE sql STABLE ROWS 1 PARALLEL SAFE
    AS $$
                select *
                from health_code.statistics(
                    person, type, time_zone, health_code.time_text(from_time), health_code.time_text(to_time), strict_start, strict_end,
                    separate_by_source, unit)
            $$;


--
-- Name: FUNCTION statistics(person text, type text, time_zone text, from_time text, to_time anyelement, strict_start boolean, strict_end boolean, separate_by_source boolean, OUT start_time timestamp with time zone, OUT end_time timestamp with time zone, OUT source text, OUT source_id integer, OUT count bigint, OUT sum double precision, OUT average double precision, OUT minimum double precision, OUT maximum double precision, OUT duration double precision, OUT most_recent double precision, OUT most_recent_start_time timestamp with time zone, OUT most_recent_end_time timestamp with time zone, OUT sources integer[], INOUT unit text, OUT partial boolean); Type: COMMENT; Schema: health_code; Owner: -
--

COMMENT ON FUNCTION health_code.statistics(person text, type text, time_zone text, from_time text, to_time anyelement, strict_start boolean, strict_end boolean, separate_by_source boolean, OUT start_time timestamp with time zone, OUT end_time timestamp with time zone, OUT source text, OUT source_id integer, OUT count bigint, OUT sum double precision, OUT average double precision, OUT minimum double precision, OUT maximum double precision, OUT duration double precision, OUT most_recent double precision, OUT most_recent_start_time timestamp with time zone, OUT most_recent_end_time timestamp with time zone, OUT sources integer[], INOUT unit text, OUT partial boolean) IS 'The same for dates and timestamps, which are wall clocks in time_zone, and for timestamptz. Without time_zone only times with an offset and timestamptz are accepted.';


--
-- Name: statistics(text, text, text, text, text, boolean, boolean, boolean, text); Type: FUNCTION; Schema: health_code; Owner: -
--

CREATE FUNCTION health_code.statistics(person text, type text, time_zone text, from_time text, to_time text, strict_start boolean DEFAULT false, strict_end boolean DEFAULT false, separate_by_source boolean DEFAULT false, OUT start_time timestamp with time zone, OUT end_time timestamp with time zone, OUT source text, OUT source_id integer, OUT count bigint, OUT sum double precision, OUT average double precision, OUT minimum double precision, OUT maximum double precision, OUT duration double precision, OUT most_recent double precision, OUT most_recent_start_time timestamp with time zone, OUT most_recent_end_time timestamp with time zone, OUT sources integer[], INOUT unit text DEFAULT NULL::text, OUT partial boolean) RETURNS SETOF record
    LANGUAGE plpgsql STABLE ROWS 1 PARALLEL SAFE
    AS $$
#variable_conflict use_variable
declare
    for_person_id constant integer := health_code.known_person(person);
    for_sample_type_id constant integer := health_code.known_quantity_type(type);
    range_from constant timestamptz := health_code.given_time(for_person_id, time_zone, 'from_time', from_time);
    range_to constant timestamptz := health_code.given_time(for_person_id, time_zone, 'to_time', to_time);
    -- With a strict predicate whole samples count, including their parts outside the range.
    is_strict constant boolean := coalesce(strict_start, false) or coalesce(strict_end, false);
begin
    if range_from >= range_to then
        raise exception 'to_time must be later than from_time' using errcode = 'invalid_parameter_value';
    end if;
    return query
    select
        figures.earliest_start_time, figures.most_recent_end_time, figures.source, figures.source_id, figures.count,
        figures.sum * shown.factor + shown.shift, figures.average * shown.factor + shown.shift,
        figures.minimum * shown.factor + shown.shift, figures.maximum * shown.factor + shown.shift, figures.duration,
        figures.most_recent * shown.factor + shown.shift, figures.most_recent_start_time, figures.most_recent_end_time,
        figures.sources, shown.unit_string,
        range_to > now()
    from health_code.unit_of(for_person_id, for_sample_type_id, unit) shown
    cross join health_code.bucket_statistics(
        for_person_id, for_sample_type_id,
        array[case when is_strict then '-infinity' else range_from end],
        array[case when is_strict then 'infinity' else range_to end],
        range_from, range_to, coalesce(separate_by_source, false), coalesce(strict_start, false), coalesce(strict_end, false)
    ) with ordinality figures
    order by figures.ordinality;
end;
$$;


--
-- Name: FUNCTION statistics(person text, type text, time_zone text, from_time text, to_time text, strict_start boolean, strict_end boolean, separate_by_source boolean, OUT start_time timestamp with time zone, OUT end_time timestamp with time zone, OUT source text, OUT source_id integer, OUT count bigint, OUT sum double precision, OUT average double precision, OUT minimum double precision, OUT maximum double precision, OUT duration double precision, OUT most_recent double precision, OUT most_recent_start_time timestamp with time zone, OUT most_recent_end_time timestamp with time zone, OUT sources integer[], INOUT unit text, OUT partial boolean); Type: COMMENT; Schema: health_code; Owner: -
--

COMMENT ON FUNCTION health_code.statistics(person text, type text, time_zone text, from_time text, to_time text, strict_start boolean, strict_end boolean, separate_by_source boolean, OUT start_time timestamp with time zone, OUT end_time timestamp with time zone, OUT source text, OUT source_id integer, OUT count bigint, OUT sum double precision, OUT average double precision, OUT minimum double precision, OUT maximum double precision, OUT duration double precision, OUT most_recent double precision, OUT most_recent_start_time timestamp with time zone, OUT most_recent_end_time timestamp with time zone, OUT sources integer[], INOUT unit text, OUT partial boolean) IS 'Returns the figures of GET /v1/statistics: one row for [from_time, to_time), with nulls if nothing was measured. Columns and parameters are those of statistics_collection, with two differences: start_time is the earliest start and end_time the latest end of a sample that counts, and partial is true if the range ends in the future.';


--
-- Name: statistics_collection(text, text, text, text, anyelement, anycompatible, text, boolean, boolean, boolean, integer, time without time zone, text); Type: FUNCTION; Schema: health_code; Owner: -
--

CREATE FUNCTION health_code.statistics_collection(person text, type text, "interval" text, time_zone text, from_time anyelement, to_time anycompatible, anchor text DEFAULT NULL::text, separate_by_source boolean DEFAULT false, strict_start boolean DEFAULT false, strict_end boolean DEFAULT false, first_weekday integer DEFAULT 1, day_start time without time zone DEFAULT '00:00:00'::time without time zone, OUT start_time timestamp with time zone, OUT end_time timestamp with time zone, OUT source text, OUT source_id integer, OUT count bigint, OUT sum double precision, OUT average double precision, OUT minimum double precision, OUT maximum double precision, OUT duration double precision, OUT most_recent double precision, OUT most_recent_start_time timestamp with time zone, OUT most_recent_end_time timestamp with time zone, OUT sources integer[], INOUT unit text DEFAULT NULL::text, OUT partial boolean) RETURNS SETOF record
    LANGUAGE sql STABLE PARALLEL SAFE
    AS $$
                select *
                from health_code.statistics_collection(
                    person, type, "interval", time_zone, health_code.time_text(from_time), health_code.time_text(to_time), anchor,
                    separate_by_source, strict_start, strict_end, first_weekday, day_start, unit)
            $$;


--
-- Name: FUNCTION statistics_collection(person text, type text, "interval" text, time_zone text, from_time anyelement, to_time anycompatible, anchor text, separate_by_source boolean, strict_start boolean, strict_end boolean, first_weekday integer, day_start time without time zone, OUT start_time timestamp with time zone, OUT end_time timestamp with time zone, OUT source text, OUT source_id integer, OUT count bigint, OUT sum double precision, OUT average double precision, OUT minimum double precision, OUT maximum double precision, OUT duration double precision, OUT most_recent double precision, OUT most_recent_start_time timestamp with time zone, OUT most_recent_end_time timestamp with time zone, OUT sources integer[], INOUT unit text, OUT partial boolean); Type: COMMENT; Schema: health_code; Owner: -
--

COMMENT ON FUNCTION health_code.statistics_collection(person text, type text, "interval" text, time_zone text, from_time anyelement, to_time anycompatible, anchor text, separate_by_source boolean, strict_start boolean, strict_end boolean, first_weekday integer, day_start time without time zone, OUT start_time timestamp with time zone, OUT end_time timestamp with time zone, OUT source text, OUT source_id integer, OUT count bigint, OUT sum double precision, OUT average double precision, OUT minimum double precision, OUT maximum double precision, OUT duration double precision, OUT most_recent double precision, OUT most_recent_start_time timestamp with time zone, OUT most_recent_end_time timestamp with time zone, OUT sources integer[], INOUT unit text, OUT partial boolean) IS 'The same for dates and timestamps, which are wall clocks in time_zone, and for timestamptz.';


--
-- Name: statistics_collection(text, text, text, text, anyelement, text, text, boolean, boolean, boolean, integer, time without time zone, text); Type: FUNCTION; Schema: health_code; Owner: -
--

CREATE FUNCTION health_code.statistics_collection(person text, type text, "interval" text, time_zone text, from_time anyelement, to_time text, anchor text DEFAULT NULL::text, separate_by_source boolean DEFAULT false, strict_start boolean DEFAULT false, strict_end boolean DEFAULT false, first_weekday integer DEFAULT 1, day_start time without time zone DEFAULT '00:00:00'::time without time zone, OUT start_time timestamp with time zone, OUT end_time timestamp with time zone, OUT source text, OUT source_id integer, OUT count bigint, OUT sum double precision, OUT average double precision, OUT minimum double precision, OUT maximum double precision, OUT duration double precision, OUT most_recent double precision, OUT most_recent_start_time timestamp with time zone, OUT most_recent_end_time timestamp with time zone, OUT sources integer[], INOUT unit text DEFAULT NULL::text, OUT partial boolean) RETURNS SETOF record
    LANGUAGE sql STABLE PARALLEL SAFE
    AS $$
                select *
                from health_code.statistics_collection(
                    person, type, "interval", time_zone, health_code.time_text(from_time), health_code.time_text(to_time), anchor,
                    separate_by_source, strict_start, strict_end, first_weekday, day_start, unit)
            $$;


--
-- Name: FUNCTION statistics_collection(person text, type text, "interval" text, time_zone text, from_time anyelement, to_time text, anchor text, separate_by_source boolean, strict_start boolean, strict_end boolean, first_weekday integer, day_start time without time zone, OUT start_time timestamp with time zone, OUT end_time timestamp with time zone, OUT source text, OUT source_id integer, OUT count bigint, OUT sum double precision, OUT average double precision, OUT minimum double precision, OUT maximum double precision, OUT duration double precision, OUT most_recent double precision, OUT most_recent_start_time timestamp with time zone, OUT most_recent_end_time timestamp with time zone, OUT sources integer[], INOUT unit text, OUT partial boolean); Type: COMMENT; Schema: health_code; Owner: -
--

COMMENT ON FUNCTION health_code.statistics_collection(person text, type text, "interval" text, time_zone text, from_time anyelement, to_time text, anchor text, separate_by_source boolean, strict_start boolean, strict_end boolean, first_weekday integer, day_start time without time zone, OUT start_time timestamp with time zone, OUT end_time timestamp with time zone, OUT source text, OUT source_id integer, OUT count bigint, OUT sum double precision, OUT average double precision, OUT minimum double precision, OUT maximum double precision, OUT duration double precision, OUT most_recent double precision, OUT most_recent_start_time timestamp with time zone, OUT most_recent_end_time timestamp with time zone, OUT sources integer[], INOUT unit text, OUT partial boolean) IS 'The same for dates and timestamps, which are wall clocks in time_zone, and for timestamptz.';


--
-- Name: statistics_collection(text, text, text, text, text, anyelement, text, boolean, boolean, boolean, integer, time without time zone, text); Type: FUNCTION; Schema: health_code; Owner: -
--

CREATE FUNCTION health_code.statistics_collection(person text, type text, "interval" text, time_zone text, from_time text, to_time anyelement, anchor text DEFAULT NULL::text, separate_by_source boolean DEFAULT false, strict_start boolean DEFAULT false, strict_end boolean DEFAULT false, first_weekday integer DEFAULT 1, day_start time without time zone DEFAULT '00:00:00'::time without time zone, OUT start_time timestamp with time zone, OUT end_time timestamp with time zone, OUT source text, OUT source_id integer, OUT count bigint, OUT sum double precision, OUT average double precision, OUT minimum double precision, OUT maximum double precision, OUT duration double precision, OUT most_recent double precision, OUT most_recent_start_time timestamp with time zone, OUT most_recent_end_time timestamp with time zone, OUT sources integer[], INOUT unit text DEFAULT NULL::text, OUT partial boolean) RETURNS SETOF record
    LANGUAGE sql STABLE PARALLEL SAFE
    AS $$
                select *
                from health_code.statistics_collection(
                    person, type, "interval", time_zone, health_code.time_text(from_time), health_code.time_text(to_time), anchor,
                    separate_by_source, strict_start, strict_end, first_weekday, day_start, unit)
            $$;


--
-- Name: FUNCTION statistics_collection(person text, type text, "interval" text, time_zone text, from_time text, to_time anyelement, anchor text, separate_by_source boolean, strict_start boolean, strict_end boolean, first_weekday integer, day_start time without time zone, OUT start_time timestamp with time zone, OUT end_time timestamp with time zone, OUT source text, OUT source_id integer, OUT count bigint, OUT sum double precision, OUT average double precision, OUT minimum double precision, OUT maximum double precision, OUT duration double precision, OUT most_recent double precision, OUT most_recent_start_time timestamp with time zone, OUT most_recent_end_time timestamp with time zone, OUT sources integer[], INOUT unit text, OUT partial boolean); Type: COMMENT; Schema: health_code; Owner: -
--

COMMENT ON FUNCTION health_code.statistics_collection(person text, type text, "interval" text, time_zone text, from_time text, to_time anyelement, anchor text, separate_by_source boolean, strict_start boolean, strict_end boolean, first_weekday integer, day_start time without time zone, OUT start_time timestamp with time zone, OUT end_time timestamp with time zone, OUT source text, OUT source_id integer, OUT count bigint, OUT sum double precision, OUT average double precision, OUT minimum double precision, OUT maximum double precision, OUT duration double precision, OUT most_recent double precision, OUT most_recent_start_time timestamp with time zone, OUT most_recent_end_time timestamp with time zone, OUT sources integer[], INOUT unit text, OUT partial boolean) IS 'The same for dates and timestamps, which are wall clocks in time_zone, and for timestamptz.';


--
-- Name: statistics_collection(text, text, text, text, text, text, text, boolean, boolean, boolean, integer, time without time zone, text); Type: FUNCTION; Schema: health_code; Owner: -
--

CREATE FUNCTION health_code.statistics_collection(person text, type text, "interval" text, time_zone text, from_time text, to_time text, anchor text DEFAULT NULL::text, separate_by_source boolean DEFAULT false, strict_start boolean DEFAULT false, strict_end boolean DEFAULT false, first_weekday integer DEFAULT 1, day_start time without time zone DEFAULT '00:00:00'::time without time zone, OUT start_time timestamp with time zone, OUT end_time timestamp with time zone, OUT source text, OUT source_id integer, OUT count bigint, OUT sum double precision, OUT average double precision, OUT minimum double precision, OUT maximum double precision, OUT duration double precision, OUT most_recent double precision, OUT most_recent_start_time timestamp with time zone, OUT most_recent_end_time timestamp with time zone, OUT sources integer[], INOUT unit text DEFAULT NULL::text, OUT partial boolean) RETURNS SETOF record
    LANGUAGE plpgsql STABLE PARALLEL SAFE
    AS $$
#variable_conflict use_variable
declare
    for_person_id constant integer := health_code.known_person(person);
    for_sample_type_id constant integer := health_code.known_quantity_type(type);
    range_from constant timestamptz := health_code.given_time(for_person_id, time_zone, 'from_time', from_time);
    range_to constant timestamptz := health_code.given_time(for_person_id, time_zone, 'to_time', to_time);
begin
    return query
    with edge as materialized (
        select array_agg(bucket.start_time order by bucket.start_time) as start_times,
            array_agg(bucket.end_time order by bucket.start_time) as end_times
        from health_code.bucket_plan(
            for_person_id, "interval", time_zone, range_from, range_to, health_code.given_wall_clock('anchor', anchor),
            first_weekday, day_start) bucket
    )
    select
        figures.start_time, figures.end_time, figures.source, figures.source_id, figures.count,
        figures.sum * shown.factor + shown.shift, figures.average * shown.factor + shown.shift,
        figures.minimum * shown.factor + shown.shift, figures.maximum * shown.factor + shown.shift, figures.duration,
        figures.most_recent * shown.factor + shown.shift, figures.most_recent_start_time, figures.most_recent_end_time,
        figures.sources, shown.unit_string,
        figures.start_time < range_from or figures.end_time > least(range_to, now())
    from health_code.unit_of(for_person_id, for_sample_type_id, unit) shown
    cross join health_code.bucket_statistics(
        for_person_id, for_sample_type_id, (select edge.start_times from edge), (select edge.end_times from edge),
        range_from, range_to, coalesce(separate_by_source, false), coalesce(strict_start, false), coalesce(strict_end, false)
    ) with ordinality figures
    order by figures.ordinality;
end;
$$;


--
-- Name: FUNCTION statistics_collection(person text, type text, "interval" text, time_zone text, from_time text, to_time text, anchor text, separate_by_source boolean, strict_start boolean, strict_end boolean, first_weekday integer, day_start time without time zone, OUT start_time timestamp with time zone, OUT end_time timestamp with time zone, OUT source text, OUT source_id integer, OUT count bigint, OUT sum double precision, OUT average double precision, OUT minimum double precision, OUT maximum double precision, OUT duration double precision, OUT most_recent double precision, OUT most_recent_start_time timestamp with time zone, OUT most_recent_end_time timestamp with time zone, OUT sources integer[], INOUT unit text, OUT partial boolean); Type: COMMENT; Schema: health_code; Owner: -
--

COMMENT ON FUNCTION health_code.statistics_collection(person text, type text, "interval" text, time_zone text, from_time text, to_time text, anchor text, separate_by_source boolean, strict_start boolean, strict_end boolean, first_weekday integer, day_start time without time zone, OUT start_time timestamp with time zone, OUT end_time timestamp with time zone, OUT source text, OUT source_id integer, OUT count bigint, OUT sum double precision, OUT average double precision, OUT minimum double precision, OUT maximum double precision, OUT duration double precision, OUT most_recent double precision, OUT most_recent_start_time timestamp with time zone, OUT most_recent_end_time timestamp with time zone, OUT sources integer[], INOUT unit text, OUT partial boolean) IS 'Returns the figures of GET /v1/statistics-collection: one row for each bucket that overlaps [from_time, to_time), with nulls if nothing was measured. separate_by_source adds a row for each source with samples in the bucket. person is a name, type a short name or an identifier; interval, time_zone, from_time, to_time, anchor, first_weekday and day_start are those of bucket_edges. duration is in seconds. sources lists the sources whose samples made the figures, highest priority first. Values are in unit: the requested one, else the person''s choice, else the type''s preferred unit. partial is true if the range or the present cuts the bucket. Only the part of a sample inside the range counts, unless strict_start or strict_end select whole samples that start or end in the range.';


--
-- Name: text_number(text); Type: FUNCTION; Schema: health_code; Owner: -
--

CREATE FUNCTION health_code.text_number(value text) RETURNS double precision
    LANGUAGE sql IMMUTABLE PARALLEL SAFE
    RETURN CASE WHEN ((length(value) <= 40) AND (value ~ '^[-+]?[0-9]+([.][0-9]+)?([eE][-+]?[0-9]{1,2})?$'::text)) THEN (value)::double precision ELSE NULL::double precision END;


--
-- Name: FUNCTION text_number(value text); Type: COMMENT; Schema: health_code; Owner: -
--

COMMENT ON FUNCTION health_code.text_number(value text) IS 'Returns a decimal number in an attribute of an export; null for any other text.';


--
-- Name: time_parts(text); Type: FUNCTION; Schema: health_code; Owner: -
--

CREATE FUNCTION health_code.time_parts(given text, OUT wall_clock timestamp without time zone, OUT utc_offset interval) RETURNS record
    LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE
    AS $_$
declare
    matched constant text[] := regexp_match(
        given,
        '^([0-9]{4})-([0-9]{2})-([0-9]{2})(?:[Tt ]([0-9]{2}):([0-9]{2})(?::([0-9]{2})(?:[.,]([0-9]+))?)?)?'
            || '(?:(Z|z)|([+-])([0-9]{2})(?::?([0-9]{2}))?)?$');
    year constant integer := matched[1];
    month constant integer := matched[2];
    day constant integer := matched[3];
    hour constant integer := coalesce(matched[4], '0');
    minute constant integer := coalesce(matched[5], '0');
    -- A leap second (60) is treated as the first second of the next minute.
    second constant integer := coalesce(matched[6], '0');
    microsecond constant integer := rpad(left(coalesce(matched[7], '0'), 6), 6, '0');
    offset_hours constant integer := coalesce(matched[10], '0');
    offset_minutes constant integer := coalesce(matched[11], '0');
    has_offset constant boolean := matched[8] is not null or matched[9] is not null;
begin
    if matched is null or year < 1 or month not between 1 and 12 or day < 1 or hour > 23 or minute > 59 or second > 60
        or offset_hours > 23 or offset_minutes > 59
        -- A text with an offset must have a time of day.
        or has_offset and matched[4] is null
        or day > extract(day from make_date(year, month, 1) + interval '1 month' - interval '1 day')
    then
        return;
    end if;
    wall_clock := make_timestamp(year, month, day, hour, minute, 0)
        + make_interval(secs => second) + microsecond * interval '1 microsecond';
    if has_offset then
        utc_offset := make_interval(hours => offset_hours, mins => offset_minutes)
            * case matched[9] when '-' then -1 else 1 end;
    end if;
end;
$_$;


--
-- Name: FUNCTION time_parts(given text, OUT wall_clock timestamp without time zone, OUT utc_offset interval); Type: COMMENT; Schema: health_code; Owner: -
--

COMMENT ON FUNCTION health_code.time_parts(given text, OUT wall_clock timestamp without time zone, OUT utc_offset interval) IS 'Reads a date, a wall clock or a time of RFC 3339, independently of the session''s settings: 2024-05-01, 2024-05-01T10:00, 2024-05-01 10:00:00.123, 2024-05-01T10:00:00+02:00. wall_clock is null for any other text; utc_offset is null if the text has no offset. Digits beyond microseconds are cut off.';


--
-- Name: time_text(anyelement); Type: FUNCTION; Schema: health_code; Owner: -
--

CREATE FUNCTION health_code.time_text(moment anyelement) RETURNS text
    LANGUAGE plpgsql STABLE PARALLEL SAFE
    AS $$
begin
    -- PL/pgSQL plans an expression when it first runs it, so each branch may use another type.
    if pg_typeof(moment) not in ('date'::regtype, 'timestamp'::regtype, 'timestamptz'::regtype) then
        return moment::text;
    elsif not isfinite(moment) or extract(year from moment) < 1 then
        return moment::text;
    elsif pg_typeof(moment) = 'date'::regtype then
        return to_char(moment, 'YYYY-MM-DD');
    elsif pg_typeof(moment) = 'timestamp'::regtype then
        return to_char(moment, 'YYYY-MM-DD"T"HH24:MI:SS.US');
    end if;
    return to_char(moment at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"');
end;
$$;


--
-- Name: FUNCTION time_text(moment anyelement); Type: COMMENT; Schema: health_code; Owner: -
--

COMMENT ON FUNCTION health_code.time_text(moment anyelement) IS 'Returns a time as text for health_code.given_time, independently of the session''s settings: for a timestamptz the instant in UTC, for a date or a timestamp the wall clock, for any other type its text.';


--
-- Name: time_zone_history(integer); Type: FUNCTION; Schema: health_code; Owner: -
--

CREATE FUNCTION health_code.time_zone_history(for_person_id integer) RETURNS TABLE(start_time timestamp with time zone, time_zone text, is_manual boolean)
    LANGUAGE plpgsql STABLE ROWS 10 PARALLEL SAFE
    SET jit TO 'off'
    AS $$
#variable_conflict use_column
declare
    -- The constant TimeZoneHistory.runsMax of the program.
    runs_max constant integer := 10000;
    names text[] := array(
        select named.time_zone
        from health_code.time_zone_names(time_zone_history.for_person_id) named
        where exists (select from health.time_zone_offset zone where zone.time_zone = named.time_zone)
        order by named.time_zone);
    last_manual_start timestamptz;
    observed_starts timestamptz[];
    observed_zones text[];
    counted bigint;
begin
    select array_agg(run.start_time order by run.start_time), array_agg(run.time_zone order by run.start_time)
    into observed_starts, observed_zones
    from health_code.time_zone_runs(time_zone_history.for_person_id, names, runs_max + 1) run;
    if cardinality(observed_starts) > runs_max then
        -- Observations have no effect after the start of an interval without an end that was set by
        -- hand.
        select case when report.end_time is null then report.start_time end
        into last_manual_start
        from health.time_zone_report report
        where report.person_id = time_zone_history.for_person_id
            and report.origin = 'manual'
            and exists (select from health.time_zone_offset zone where zone.time_zone = report.time_zone)
        order by report.start_time desc
        limit 1;
    end if;
    return query
    with manual as materialized (
        select report.start_time, report.end_time, report.time_zone
        from health.time_zone_report report
        where report.person_id = time_zone_history.for_person_id
            and report.origin = 'manual'
            and exists (select from health.time_zone_offset zone where zone.time_zone = report.time_zone)
    ), event as (
        -- The observation and the intervals set by hand that begin or end at each instant. If an
        -- interval begins when another ends, the time zone of the new interval applies.
        select
            said.start_time,
            max(said.observed) as observed,
            max(said.manual) as manual,
            case when bool_or(said.manual is not null) then true when bool_or(said.is_end) then false end as begins
        from (
            select observation.start_time, observation.time_zone, null, false
            from unnest(observed_starts[:runs_max], observed_zones[:runs_max]) as observation (start_time, time_zone)
            union all
            select manual.start_time, null, manual.time_zone, false from manual
            union all
            select manual.end_time, null, null, true from manual where manual.end_time is not null
        ) as said (start_time, observed, manual, is_end)
        group by said.start_time
    ), numbered as (
        -- Each event with three counts up to it: of observations, of intervals set by hand that
        -- began, and of begins or ends of such intervals.
        select
            event.*,
            count(event.observed) over upwards as observation,
            count(event.manual) over upwards as interval_number,
            count(event.begins) over upwards as edge
        from event
        window upwards as (order by event.start_time)
    ), held as (
        select
            numbered.start_time,
            coalesce(bool_or(numbered.begins) over (partition by numbered.edge), false) as is_manual,
            max(numbered.observed) over (partition by numbered.observation) as observed,
            max(numbered.manual) over (partition by numbered.interval_number) as manual
        from numbered
    ), zone as (
        -- If an interval set by hand ends before the first observation, its time zone continues.
        select
            held.start_time,
            case when held.is_manual then held.manual else coalesce(held.observed, held.manual) end as time_zone,
            held.is_manual or held.observed is null as is_manual
        from held
    ), run as (
        select
            zone.*,
            (lag(zone.time_zone) over upwards, lag(zone.is_manual) over upwards)
                is distinct from (zone.time_zone, zone.is_manual) as begins
        from zone
        window upwards as (order by zone.start_time)
    )
    select run.start_time, run.time_zone, run.is_manual from run where run.begins order by run.start_time;
    get diagnostics counted = row_count;
    if counted > runs_max
        or cardinality(observed_starts) > runs_max
            and (last_manual_start is null or observed_starts[runs_max + 1] < last_manual_start)
    then
        raise exception 'the person changed the time zone more than % times', runs_max
            using errcode = 'program_limit_exceeded',
                hint = 'set a zone without an end by hand, from before the last changes (PUT /v1/time-zones), or use a zone of the '
                    'IANA database';
    end if;
end;
$$;


--
-- Name: FUNCTION time_zone_history(for_person_id integer); Type: COMMENT; Schema: health_code; Owner: -
--

COMMENT ON FUNCTION health_code.time_zone_history(for_person_id integer) IS 'Returns the zones in which the person was. Each row holds from its start_time until the next row. An observed zone (health_code.time_zone_runs) holds until another is observed. Inside an interval that was set by hand, only the zone of that interval holds. Names that are not in health.time_zone_offset are ignored.';


--
-- Name: sample_time_zone; Type: TABLE; Schema: health; Owner: -
--

CREATE TABLE health.sample_time_zone (
    person_id integer NOT NULL,
    time_zone text NOT NULL,
    start_time timestamp with time zone NOT NULL,
    uuid uuid NOT NULL,
    CONSTRAINT sample_time_zone_time_zone_check CHECK ((time_zone ~ '^[A-Za-z][A-Za-z0-9_+/-]{0,63}$'::text))
);
ALTER TABLE ONLY health.sample_time_zone ALTER COLUMN person_id SET STATISTICS 0;


--
-- Name: TABLE sample_time_zone; Type: COMMENT; Schema: health; Owner: -
--

COMMENT ON TABLE health.sample_time_zone IS 'The samples whose metadata say in which zone the person was (HKTimeZone). Made from health.sample_detail, with it.';


--
-- Name: COLUMN sample_time_zone.person_id; Type: COMMENT; Schema: health; Owner: -
--

COMMENT ON COLUMN health.sample_time_zone.person_id IS 'Whose sample.';


--
-- Name: COLUMN sample_time_zone.time_zone; Type: COMMENT; Schema: health; Owner: -
--

COMMENT ON COLUMN health.sample_time_zone.time_zone IS 'As sent, if it looks like a name of the IANA database; whether it is one is seen when it is read.';


--
-- Name: COLUMN sample_time_zone.start_time; Type: COMMENT; Schema: health; Owner: -
--

COMMENT ON COLUMN health.sample_time_zone.start_time IS 'Start of the sample: when the person was there.';


--
-- Name: COLUMN sample_time_zone.uuid; Type: COMMENT; Schema: health; Owner: -
--

COMMENT ON COLUMN health.sample_time_zone.uuid IS 'The sample.';


--
-- Name: time_zone_report; Type: TABLE; Schema: health; Owner: -
--

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
ALTER TABLE ONLY health.time_zone_report ALTER COLUMN person_id SET STATISTICS 0;


--
-- Name: TABLE time_zone_report; Type: COMMENT; Schema: health; Owner: -
--

COMMENT ON TABLE health.time_zone_report IS 'Where the person was as clients reported it, and as it was set by hand. What was set by hand holds whatever else is known.';


--
-- Name: COLUMN time_zone_report.person_id; Type: COMMENT; Schema: health; Owner: -
--

COMMENT ON COLUMN health.time_zone_report.person_id IS 'Whose time zone.';


--
-- Name: COLUMN time_zone_report.origin; Type: COMMENT; Schema: health; Owner: -
--

COMMENT ON COLUMN health.time_zone_report.origin IS 'client: from start_time on, until something newer is known. manual: set by hand for an interval; those of a person never overlap.';


--
-- Name: COLUMN time_zone_report.start_time; Type: COMMENT; Schema: health; Owner: -
--

COMMENT ON COLUMN health.time_zone_report.start_time IS 'From when on.';


--
-- Name: COLUMN time_zone_report.end_time; Type: COMMENT; Schema: health; Owner: -
--

COMMENT ON COLUMN health.time_zone_report.end_time IS 'Of what was set by hand: the end, exclusive, or null for good. Null for reports of clients.';


--
-- Name: COLUMN time_zone_report.time_zone; Type: COMMENT; Schema: health; Owner: -
--

COMMENT ON COLUMN health.time_zone_report.time_zone IS 'Name of the IANA database.';


--
-- Name: time_zone_names(integer); Type: FUNCTION; Schema: health_code; Owner: -
--

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


--
-- Name: FUNCTION time_zone_names(for_person_id integer); Type: COMMENT; Schema: health_code; Owner: -
--

COMMENT ON FUNCTION health_code.time_zone_names(for_person_id integer) IS 'Returns the distinct names of zones in the metadata of the person''s samples and in the reports of clients. A name may be unknown to the time zone database.';


--
-- Name: time_zone_runs(integer, text[], integer); Type: FUNCTION; Schema: health_code; Owner: -
--

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


--
-- Name: FUNCTION time_zone_runs(for_person_id integer, zones text[], runs_max integer); Type: COMMENT; Schema: health_code; Owner: -
--

COMMENT ON FUNCTION health_code.time_zone_runs(for_person_id integer, zones text[], runs_max integer) IS 'Returns the zones in which the person was according to the metadata of samples and the reports of clients, without those set by hand. Each row holds from its start_time until the next row. At one instant a report takes precedence over metadata, then the name that sorts first. Only names in zones count; health_code.time_zone_names lists the names in use. At most runs_max rows are returned, the earliest first.';


--
-- Name: unit_of(integer, integer, text); Type: FUNCTION; Schema: health_code; Owner: -
--

CREATE FUNCTION health_code.unit_of(for_person_id integer, for_sample_type_id integer, unit text DEFAULT NULL::text) RETURNS TABLE(unit_string text, factor double precision, shift double precision)
    LANGUAGE plpgsql STABLE ROWS 1 PARALLEL SAFE
    AS $$
#variable_conflict use_column
declare
    type_identifier text;
    type_name text;
    wanted_spelling constant text := lower(trim(unit_of.unit));
begin
    select sample_type.identifier, sample_type.short_name into type_identifier, type_name
    from health.sample_type
    where sample_type.sample_type_id = for_sample_type_id;
    if unit_of.unit is null then
        return query
        select known.unit_string, known.factor, known.shift
        from (
            select chosen.unit_string, chosen.factor, chosen.shift, 0 as rank
            from health.preferred_unit chosen
            where chosen.person_id = for_person_id and chosen.sample_type_id = for_sample_type_id
            union all
            select type_unit.unit_string, type_unit.factor, type_unit.shift, 1
            from health.type_unit
            where type_unit.identifier = type_identifier and type_unit.is_preferred
        ) known
        order by known.rank
        limit 1;
    else
        -- HealthKit's spelling has the highest priority. Other usual spellings follow, and then
        -- spellings that differ only in case.
        return query
        select type_unit.unit_string, type_unit.factor, type_unit.shift
        from health.type_unit
        left join health.unit_spelling
            on unit_spelling.unit_string = type_unit.unit_string and unit_spelling.spelling = wanted_spelling
        where type_unit.identifier = type_identifier
            and (type_unit.unit_string = trim(unit_of.unit) or unit_spelling.spelling is not null
                or lower(type_unit.unit_string) = wanted_spelling)
        order by type_unit.unit_string = trim(unit_of.unit) desc, unit_spelling.spelling
        limit 1;
        if not found then
            raise exception 'unit "%" is no unit of %; its units are %', unit_of.unit, type_name, (
                    select string_agg(type_unit.unit_string, ', ' order by type_unit.is_preferred desc, type_unit.unit_string)
                    from health.type_unit
                    where type_unit.identifier = type_identifier)
                using errcode = 'invalid_parameter_value', hint = 'health.type_unit lists the units of all types';
        end if;
    end if;
end;
$$;


--
-- Name: FUNCTION unit_of(for_person_id integer, for_sample_type_id integer, unit text); Type: COMMENT; Schema: health_code; Owner: -
--

COMMENT ON FUNCTION health_code.unit_of(for_person_id integer, for_sample_type_id integer, unit text) IS 'Returns the unit in which a person reads the values of a type: the given unit, in HealthKit''s or a usual spelling; without one the person''s choice, else the type''s preferred unit. A value in this unit is the canonical value * factor + shift. Any other unit is an error that lists the units of the type.';


--
-- Name: wall_clock_instant(integer, text, timestamp without time zone); Type: FUNCTION; Schema: health_code; Owner: -
--

CREATE FUNCTION health_code.wall_clock_instant(for_person_id integer, time_zone text, wall_clock timestamp without time zone) RETURNS timestamp with time zone
    LANGUAGE sql STABLE PARALLEL SAFE
    BEGIN ATOMIC
 SELECT GREATEST(piece.from_time, ((wall_clock_instant.wall_clock AT TIME ZONE 'UTC'::text) - make_interval(secs => (piece.utc_offset)::double precision))) AS "greatest"
    FROM health_code.clock(wall_clock_instant.for_person_id, wall_clock_instant.time_zone) piece(from_time, until_time, utc_offset)
   WHERE (((piece.until_time AT TIME ZONE 'UTC'::text) + make_interval(secs => (piece.utc_offset)::double precision)) > wall_clock_instant.wall_clock)
   ORDER BY piece.from_time
  LIMIT 1;
END;


--
-- Name: FUNCTION wall_clock_instant(for_person_id integer, time_zone text, wall_clock timestamp without time zone); Type: COMMENT; Schema: health_code; Owner: -
--

COMMENT ON FUNCTION health_code.wall_clock_instant(for_person_id integer, time_zone text, wall_clock timestamp without time zone) IS 'Returns the first instant at which the clock shows this wall clock or a later one: for a wall clock that occurs twice the first occurrence, for one that does not exist the instant of the transition. time_zone is that of health_code.clock.';


--
-- Name: export_element; Type: TABLE; Schema: health; Owner: -
--

CREATE TABLE health.export_element (
    person_id integer NOT NULL,
    uuid uuid NOT NULL,
    name text NOT NULL,
    element jsonb NOT NULL,
    change_position bigint NOT NULL,
    key text COLLATE pg_catalog."C",
    exported_at timestamp with time zone
);
ALTER TABLE ONLY health.export_element ALTER COLUMN person_id SET STATISTICS 0;


--
-- Name: TABLE export_element; Type: COMMENT; Schema: health; Owner: -
--

COMMENT ON TABLE health.export_element IS 'Elements of export.xml that are not samples, as the export says them: Me, ActivitySummary and those that nobody knows yet. The views activity_summary and characteristic read them. (Audiogram, VisionPrescription and ClinicalRecord are samples; earlier versions of this program kept them here.)';


--
-- Name: COLUMN export_element.person_id; Type: COMMENT; Schema: health; Owner: -
--

COMMENT ON COLUMN health.export_element.person_id IS 'Whose export.';


--
-- Name: COLUMN export_element.uuid; Type: COMMENT; Schema: health; Owner: -
--

COMMENT ON COLUMN health.export_element.uuid IS 'A version 5 uuid made from the name and the key, or from the element where it has none; it stays when the element is replaced.';


--
-- Name: COLUMN export_element.name; Type: COMMENT; Schema: health; Owner: -
--

COMMENT ON COLUMN health.export_element.name IS 'Name of the element.';


--
-- Name: COLUMN export_element.element; Type: COMMENT; Schema: health; Owner: -
--

COMMENT ON COLUMN health.export_element.element IS 'name, attributes, children and text, in the export''s order.';


--
-- Name: COLUMN export_element.change_position; Type: COMMENT; Schema: health; Owner: -
--

COMMENT ON COLUMN health.export_element.change_position IS 'Its place in the person''s change feed.';


--
-- Name: COLUMN export_element.key; Type: COMMENT; Schema: health; Owner: -
--

COMMENT ON COLUMN health.export_element.key IS 'What it is about, where later exports say it again: the day (yyyy-MM-dd) of an ActivitySummary, empty for Me. Null for what stands for itself, and for what was superseded before there were keys.';


--
-- Name: COLUMN export_element.exported_at; Type: COMMENT; Schema: health; Owner: -
--

COMMENT ON COLUMN health.export_element.exported_at IS 'When the export was made that said it last, or when an app sent it; null where unknown. An older export does not replace it.';


--
-- Name: person; Type: TABLE; Schema: health; Owner: -
--

CREATE TABLE health.person (
    person_id integer NOT NULL,
    uuid uuid DEFAULT gen_random_uuid() NOT NULL,
    name text NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    CONSTRAINT person_name_check CHECK (((name <> ''::text) AND (octet_length(name) <= 200)))
);


--
-- Name: TABLE person; Type: COMMENT; Schema: health; Owner: -
--

COMMENT ON TABLE health.person IS 'A person whose samples are kept.';


--
-- Name: COLUMN person.person_id; Type: COMMENT; Schema: health; Owner: -
--

COMMENT ON COLUMN health.person.person_id IS 'Leads the key of every personal table.';


--
-- Name: COLUMN person.uuid; Type: COMMENT; Schema: health; Owner: -
--

COMMENT ON COLUMN health.person.uuid IS 'Name space of the deterministic uuids of imported samples; never changes.';


--
-- Name: COLUMN person.name; Type: COMMENT; Schema: health; Owner: -
--

COMMENT ON COLUMN health.person.name IS 'How the operator calls the person; 1 to 200 bytes.';


--
-- Name: COLUMN person.created_at; Type: COMMENT; Schema: health; Owner: -
--

COMMENT ON COLUMN health.person.created_at IS 'When the person was added.';


--
-- Name: activity_summary; Type: VIEW; Schema: health; Owner: -
--

CREATE VIEW health.activity_summary WITH (security_invoker='true') AS
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


--
-- Name: VIEW activity_summary; Type: COMMENT; Schema: health; Owner: -
--

COMMENT ON VIEW health.activity_summary IS 'The activity rings of each day (HKActivitySummary), from the newest export or the last app that sent them. The phone computes them; they are not sums of samples.';


--
-- Name: COLUMN activity_summary.person_id; Type: COMMENT; Schema: health; Owner: -
--

COMMENT ON COLUMN health.activity_summary.person_id IS 'The person to whom the rings belong.';


--
-- Name: COLUMN activity_summary.person; Type: COMMENT; Schema: health; Owner: -
--

COMMENT ON COLUMN health.activity_summary.person IS 'The person''s name.';


--
-- Name: COLUMN activity_summary.date; Type: COMMENT; Schema: health; Owner: -
--

COMMENT ON COLUMN health.activity_summary.date IS 'The day, on the person''s calendar.';


--
-- Name: COLUMN activity_summary.active_energy_burned; Type: COMMENT; Schema: health; Owner: -
--

COMMENT ON COLUMN health.activity_summary.active_energy_burned IS 'Move ring: kilocalories; null if not sent or in an unknown unit.';


--
-- Name: COLUMN activity_summary.active_energy_burned_goal; Type: COMMENT; Schema: health; Owner: -
--

COMMENT ON COLUMN health.activity_summary.active_energy_burned_goal IS 'Goal of the ring: kilocalories.';


--
-- Name: COLUMN activity_summary.apple_move_time; Type: COMMENT; Schema: health; Owner: -
--

COMMENT ON COLUMN health.activity_summary.apple_move_time IS 'Move ring, for people whose move ring counts time: minutes; null if not sent.';


--
-- Name: COLUMN activity_summary.apple_move_time_goal; Type: COMMENT; Schema: health; Owner: -
--

COMMENT ON COLUMN health.activity_summary.apple_move_time_goal IS 'Goal of the ring: minutes.';


--
-- Name: COLUMN activity_summary.apple_exercise_time; Type: COMMENT; Schema: health; Owner: -
--

COMMENT ON COLUMN health.activity_summary.apple_exercise_time IS 'Exercise ring: minutes; null if not sent.';


--
-- Name: COLUMN activity_summary.apple_exercise_time_goal; Type: COMMENT; Schema: health; Owner: -
--

COMMENT ON COLUMN health.activity_summary.apple_exercise_time_goal IS 'Goal of the ring: minutes.';


--
-- Name: COLUMN activity_summary.apple_stand_hours; Type: COMMENT; Schema: health; Owner: -
--

COMMENT ON COLUMN health.activity_summary.apple_stand_hours IS 'Stand ring: hours; null if not sent.';


--
-- Name: COLUMN activity_summary.apple_stand_hours_goal; Type: COMMENT; Schema: health; Owner: -
--

COMMENT ON COLUMN health.activity_summary.apple_stand_hours_goal IS 'Goal of the ring: hours.';


--
-- Name: COLUMN activity_summary.exported_at; Type: COMMENT; Schema: health; Owner: -
--

COMMENT ON COLUMN health.activity_summary.exported_at IS 'When the export was made, or when an app sent the rings; null if unknown.';


--
-- Name: COLUMN activity_summary.key; Type: COMMENT; Schema: health; Owner: -
--

COMMENT ON COLUMN health.activity_summary.key IS 'The day as text; the index is on this text.';


--
-- Name: analyst_grant; Type: TABLE; Schema: health; Owner: -
--

CREATE TABLE health.analyst_grant (
    person_id integer NOT NULL,
    analyst text NOT NULL,
    granted_at timestamp with time zone DEFAULT now() NOT NULL
);
ALTER TABLE ONLY health.analyst_grant ALTER COLUMN person_id SET STATISTICS 0;


--
-- Name: TABLE analyst_grant; Type: COMMENT; Schema: health; Owner: -
--

COMMENT ON TABLE health.analyst_grant IS 'Which analyst may read about which person. The policies of all personal tables ask health.granted_person_ids, which reads it.';


--
-- Name: COLUMN analyst_grant.person_id; Type: COMMENT; Schema: health; Owner: -
--

COMMENT ON COLUMN health.analyst_grant.person_id IS 'About whom.';


--
-- Name: COLUMN analyst_grant.analyst; Type: COMMENT; Schema: health; Owner: -
--

COMMENT ON COLUMN health.analyst_grant.analyst IS 'Name of a role that can log in.';


--
-- Name: COLUMN analyst_grant.granted_at; Type: COMMENT; Schema: health; Owner: -
--

COMMENT ON COLUMN health.analyst_grant.granted_at IS 'Since when.';


--
-- Name: audiogram_point; Type: VIEW; Schema: health; Owner: -
--

CREATE VIEW health.audiogram_point WITH (security_invoker='true') AS
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


--
-- Name: VIEW audiogram_point; Type: COMMENT; Schema: health; Owner: -
--

COMMENT ON VIEW health.audiogram_point IS 'The points of audiograms (HKAudiogramSensitivityPoint). Columns are null if not sent.';


--
-- Name: COLUMN audiogram_point.person_id; Type: COMMENT; Schema: health; Owner: -
--

COMMENT ON COLUMN health.audiogram_point.person_id IS 'The person to whom the sample belongs.';


--
-- Name: COLUMN audiogram_point.person; Type: COMMENT; Schema: health; Owner: -
--

COMMENT ON COLUMN health.audiogram_point.person IS 'The person''s name.';


--
-- Name: COLUMN audiogram_point.uuid; Type: COMMENT; Schema: health; Owner: -
--

COMMENT ON COLUMN health.audiogram_point.uuid IS 'The audiogram, in health.sample.';


--
-- Name: COLUMN audiogram_point.start_time; Type: COMMENT; Schema: health; Owner: -
--

COMMENT ON COLUMN health.audiogram_point.start_time IS 'When the test began.';


--
-- Name: COLUMN audiogram_point.ordinal; Type: COMMENT; Schema: health; Owner: -
--

COMMENT ON COLUMN health.audiogram_point.ordinal IS 'Position in the audiogram as sent, from 0.';


--
-- Name: COLUMN audiogram_point.frequency; Type: COMMENT; Schema: health; Owner: -
--

COMMENT ON COLUMN health.audiogram_point.frequency IS 'Frequency of the tone in Hz.';


--
-- Name: COLUMN audiogram_point.left_ear_sensitivity; Type: COMMENT; Schema: health; Owner: -
--

COMMENT ON COLUMN health.audiogram_point.left_ear_sensitivity IS 'dBHL; 0 is normal hearing, greater is worse.';


--
-- Name: COLUMN audiogram_point.right_ear_sensitivity; Type: COMMENT; Schema: health; Owner: -
--

COMMENT ON COLUMN health.audiogram_point.right_ear_sensitivity IS 'dBHL; 0 is normal hearing, greater is worse.';


--
-- Name: COLUMN audiogram_point.left_ear_masked; Type: COMMENT; Schema: health; Owner: -
--

COMMENT ON COLUMN health.audiogram_point.left_ear_masked IS 'Whether the other ear heard masking noise during the test.';


--
-- Name: COLUMN audiogram_point.right_ear_masked; Type: COMMENT; Schema: health; Owner: -
--

COMMENT ON COLUMN health.audiogram_point.right_ear_masked IS 'Whether the other ear heard masking noise during the test.';


--
-- Name: COLUMN audiogram_point.left_ear_clamping_lower_bound; Type: COMMENT; Schema: health; Owner: -
--

COMMENT ON COLUMN health.audiogram_point.left_ear_clamping_lower_bound IS 'dBHL; the test could not measure a lower sensitivity.';


--
-- Name: COLUMN audiogram_point.left_ear_clamping_upper_bound; Type: COMMENT; Schema: health; Owner: -
--

COMMENT ON COLUMN health.audiogram_point.left_ear_clamping_upper_bound IS 'dBHL; the test could not measure a greater sensitivity.';


--
-- Name: COLUMN audiogram_point.right_ear_clamping_lower_bound; Type: COMMENT; Schema: health; Owner: -
--

COMMENT ON COLUMN health.audiogram_point.right_ear_clamping_lower_bound IS 'dBHL; the test could not measure a lower sensitivity.';


--
-- Name: COLUMN audiogram_point.right_ear_clamping_upper_bound; Type: COMMENT; Schema: health; Owner: -
--

COMMENT ON COLUMN health.audiogram_point.right_ear_clamping_upper_bound IS 'dBHL; the test could not measure a greater sensitivity.';


--
-- Name: COLUMN audiogram_point.source; Type: COMMENT; Schema: health; Owner: -
--

COMMENT ON COLUMN health.audiogram_point.source IS 'Name of the source.';


--
-- Name: category_value; Type: TABLE; Schema: health; Owner: -
--

CREATE TABLE health.category_value (
    enum text NOT NULL,
    raw_value integer NOT NULL,
    case_name text NOT NULL,
    export_xml_string text,
    enum_ios_introduced text,
    deprecated text,
    note text
);


--
-- Name: TABLE category_value; Type: COMMENT; Schema: health; Owner: -
--

COMMENT ON TABLE health.category_value IS 'The values of HealthKit''s category types.';


--
-- Name: COLUMN category_value.enum; Type: COMMENT; Schema: health; Owner: -
--

COMMENT ON COLUMN health.category_value.enum IS 'The enum, which health.category_type names.';


--
-- Name: COLUMN category_value.raw_value; Type: COMMENT; Schema: health; Owner: -
--

COMMENT ON COLUMN health.category_value.raw_value IS 'What health.sample.category_value holds; a renamed case has the number of the new one.';


--
-- Name: COLUMN category_value.case_name; Type: COMMENT; Schema: health; Owner: -
--

COMMENT ON COLUMN health.category_value.case_name IS 'The name in Swift, such as asleepREM.';


--
-- Name: COLUMN category_value.export_xml_string; Type: COMMENT; Schema: health; Owner: -
--

COMMENT ON COLUMN health.category_value.export_xml_string IS 'What exports print.';


--
-- Name: COLUMN category_value.enum_ios_introduced; Type: COMMENT; Schema: health; Owner: -
--

COMMENT ON COLUMN health.category_value.enum_ios_introduced IS 'The first iOS release with the enum.';


--
-- Name: COLUMN category_value.deprecated; Type: COMMENT; Schema: health; Owner: -
--

COMMENT ON COLUMN health.category_value.deprecated IS 'Whether HealthKit has deprecated it.';


--
-- Name: COLUMN category_value.note; Type: COMMENT; Schema: health; Owner: -
--

COMMENT ON COLUMN health.category_value.note IS 'What else is worth knowing.';


--
-- Name: device; Type: TABLE; Schema: health; Owner: -
--

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
ALTER TABLE ONLY health.device ALTER COLUMN person_id SET STATISTICS 0;


--
-- Name: TABLE device; Type: COMMENT; Schema: health; Owner: -
--

COMMENT ON TABLE health.device IS 'Hardware that made samples (HKDevice). A field is null where it was not sent.';


--
-- Name: COLUMN device.person_id; Type: COMMENT; Schema: health; Owner: -
--

COMMENT ON COLUMN health.device.person_id IS 'Whose device.';


--
-- Name: COLUMN device.device_id; Type: COMMENT; Schema: health; Owner: -
--

COMMENT ON COLUMN health.device.device_id IS 'Counts the person''s devices, from 1.';


--
-- Name: COLUMN device.name; Type: COMMENT; Schema: health; Owner: -
--

COMMENT ON COLUMN health.device.name IS 'Such as Apple Watch.';


--
-- Name: COLUMN device.manufacturer; Type: COMMENT; Schema: health; Owner: -
--

COMMENT ON COLUMN health.device.manufacturer IS 'Such as Apple Inc.';


--
-- Name: COLUMN device.model; Type: COMMENT; Schema: health; Owner: -
--

COMMENT ON COLUMN health.device.model IS 'Such as Watch.';


--
-- Name: COLUMN device.hardware_version; Type: COMMENT; Schema: health; Owner: -
--

COMMENT ON COLUMN health.device.hardware_version IS 'Such as Watch6,1.';


--
-- Name: COLUMN device.firmware_version; Type: COMMENT; Schema: health; Owner: -
--

COMMENT ON COLUMN health.device.firmware_version IS 'As sent.';


--
-- Name: COLUMN device.software_version; Type: COMMENT; Schema: health; Owner: -
--

COMMENT ON COLUMN health.device.software_version IS 'As sent.';


--
-- Name: COLUMN device.local_identifier; Type: COMMENT; Schema: health; Owner: -
--

COMMENT ON COLUMN health.device.local_identifier IS 'As sent.';


--
-- Name: COLUMN device.udi_device_identifier; Type: COMMENT; Schema: health; Owner: -
--

COMMENT ON COLUMN health.device.udi_device_identifier IS 'Unique device identifier of the FDA, as sent.';


--
-- Name: COLUMN device.creation_date; Type: COMMENT; Schema: health; Owner: -
--

COMMENT ON COLUMN health.device.creation_date IS 'As printed by newer exports.';


--
-- Name: COLUMN device.unparsed; Type: COMMENT; Schema: health; Owner: -
--

COMMENT ON COLUMN health.device.unparsed IS 'A description that could not be taken apart; every other field is then null.';


--
-- Name: category_sample; Type: VIEW; Schema: health; Owner: -
--

CREATE VIEW health.category_sample WITH (security_invoker='true') AS
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
    ( SELECT sample_detail.metadata
           FROM health.sample_detail
          WHERE ((sample_detail.person_id = sample.person_id) AND (sample_detail.uuid = sample.uuid))) AS metadata
   FROM ((((((health.sample
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
  WHERE (sample_type.kind = 'category'::text);


--
-- Name: VIEW category_sample; Type: COMMENT; Schema: health; Owner: -
--

COMMENT ON VIEW health.category_sample IS 'Category samples with readable names (HKCategorySample).';


--
-- Name: COLUMN category_sample.person_id; Type: COMMENT; Schema: health; Owner: -
--

COMMENT ON COLUMN health.category_sample.person_id IS 'The person to whom the sample belongs.';


--
-- Name: COLUMN category_sample.person; Type: COMMENT; Schema: health; Owner: -
--

COMMENT ON COLUMN health.category_sample.person IS 'The person''s name.';


--
-- Name: COLUMN category_sample.uuid; Type: COMMENT; Schema: health; Owner: -
--

COMMENT ON COLUMN health.category_sample.uuid IS 'HealthKit''s uuid, or one computed from the content.';


--
-- Name: COLUMN category_sample.type; Type: COMMENT; Schema: health; Owner: -
--

COMMENT ON COLUMN health.category_sample.type IS 'Short name of the type, such as sleepAnalysis.';


--
-- Name: COLUMN category_sample.start_time; Type: COMMENT; Schema: health; Owner: -
--

COMMENT ON COLUMN health.category_sample.start_time IS 'Start.';


--
-- Name: COLUMN category_sample.end_time; Type: COMMENT; Schema: health; Owner: -
--

COMMENT ON COLUMN health.category_sample.end_time IS 'End, exclusive; equal to the start for a point.';


--
-- Name: COLUMN category_sample.value; Type: COMMENT; Schema: health; Owner: -
--

COMMENT ON COLUMN health.category_sample.value IS 'Raw value of the type''s enumeration; null for a text that is not in the catalogue.';


--
-- Name: COLUMN category_sample.value_name; Type: COMMENT; Schema: health; Owner: -
--

COMMENT ON COLUMN health.category_sample.value_name IS 'Name of the value, or the text as sent.';


--
-- Name: COLUMN category_sample.source; Type: COMMENT; Schema: health; Owner: -
--

COMMENT ON COLUMN health.category_sample.source IS 'Name of the source.';


--
-- Name: COLUMN category_sample.was_user_entered; Type: COMMENT; Schema: health; Owner: -
--

COMMENT ON COLUMN health.category_sample.was_user_entered IS 'Whether the sample was entered by hand.';


--
-- Name: COLUMN category_sample.source_version; Type: COMMENT; Schema: health; Owner: -
--

COMMENT ON COLUMN health.category_sample.source_version IS 'Version of the source; null if not sent.';


--
-- Name: COLUMN category_sample.device; Type: COMMENT; Schema: health; Owner: -
--

COMMENT ON COLUMN health.category_sample.device IS 'Name of the device; null if not sent.';


--
-- Name: COLUMN category_sample.creation_time; Type: COMMENT; Schema: health; Owner: -
--

COMMENT ON COLUMN health.category_sample.creation_time IS 'When the sample was saved on the phone; null if not sent.';


--
-- Name: COLUMN category_sample.metadata; Type: COMMENT; Schema: health; Owner: -
--

COMMENT ON COLUMN health.category_sample.metadata IS 'HKMetadata; null if there is none.';


--
-- Name: category_type; Type: TABLE; Schema: health; Owner: -
--

CREATE TABLE health.category_type (
    identifier text NOT NULL,
    raw_string text NOT NULL,
    short_name text NOT NULL,
    ios_introduced text,
    value_enum text,
    app_read_only boolean,
    deprecated text,
    note text,
    display_name text,
    display_group text
);


--
-- Name: TABLE category_type; Type: COMMENT; Schema: health; Owner: -
--

COMMENT ON TABLE health.category_type IS 'HealthKit''s category types (HKCategoryTypeIdentifier).';


--
-- Name: COLUMN category_type.identifier; Type: COMMENT; Schema: health; Owner: -
--

COMMENT ON COLUMN health.category_type.identifier IS 'Name of HealthKit''s constant.';


--
-- Name: COLUMN category_type.raw_string; Type: COMMENT; Schema: health; Owner: -
--

COMMENT ON COLUMN health.category_type.raw_string IS 'The identifier as apps send it and exports print it.';


--
-- Name: COLUMN category_type.short_name; Type: COMMENT; Schema: health; Owner: -
--

COMMENT ON COLUMN health.category_type.short_name IS 'HealthKit''s name in Swift, such as sleepAnalysis.';


--
-- Name: COLUMN category_type.ios_introduced; Type: COMMENT; Schema: health; Owner: -
--

COMMENT ON COLUMN health.category_type.ios_introduced IS 'The first iOS release with it.';


--
-- Name: COLUMN category_type.value_enum; Type: COMMENT; Schema: health; Owner: -
--

COMMENT ON COLUMN health.category_type.value_enum IS 'The enum of its values in health.category_value.';


--
-- Name: COLUMN category_type.app_read_only; Type: COMMENT; Schema: health; Owner: -
--

COMMENT ON COLUMN health.category_type.app_read_only IS 'True where apps may only read it; null where unknown.';


--
-- Name: COLUMN category_type.deprecated; Type: COMMENT; Schema: health; Owner: -
--

COMMENT ON COLUMN health.category_type.deprecated IS 'Whether HealthKit has deprecated it.';


--
-- Name: COLUMN category_type.note; Type: COMMENT; Schema: health; Owner: -
--

COMMENT ON COLUMN health.category_type.note IS 'What else is worth knowing.';


--
-- Name: COLUMN category_type.display_name; Type: COMMENT; Schema: health; Owner: -
--

COMMENT ON COLUMN health.category_type.display_name IS 'The Health app''s name of the type.';


--
-- Name: COLUMN category_type.display_group; Type: COMMENT; Schema: health; Owner: -
--

COMMENT ON COLUMN health.category_type.display_group IS 'The Health app''s group, a row of health.type_group.';


--
-- Name: change_counter; Type: TABLE; Schema: health; Owner: -
--

CREATE TABLE health.change_counter (
    person_id integer NOT NULL,
    last_position bigint DEFAULT 0 NOT NULL,
    feed_uuid uuid DEFAULT gen_random_uuid() NOT NULL,
    imported_until timestamp with time zone
);
ALTER TABLE ONLY health.change_counter ALTER COLUMN person_id SET STATISTICS 0;


--
-- Name: TABLE change_counter; Type: COMMENT; Schema: health; Owner: -
--

COMMENT ON TABLE health.change_counter IS 'The end of each person''s change feed. A writer locks the row until it commits, so that positions become visible in order and no reader can skip one.';


--
-- Name: COLUMN change_counter.person_id; Type: COMMENT; Schema: health; Owner: -
--

COMMENT ON COLUMN health.change_counter.person_id IS 'Whose feed.';


--
-- Name: COLUMN change_counter.last_position; Type: COMMENT; Schema: health; Owner: -
--

COMMENT ON COLUMN health.change_counter.last_position IS 'The position of the latest change; 0 before the first.';


--
-- Name: COLUMN change_counter.feed_uuid; Type: COMMENT; Schema: health; Owner: -
--

COMMENT ON COLUMN health.change_counter.feed_uuid IS 'Which feed the anchors that clients hold belong to. Renewed (set feed_uuid = gen_random_uuid()) after the database was restored from a backup, it makes all of them expire, since positions are then given a second time.';


--
-- Name: COLUMN change_counter.imported_until; Type: COMMENT; Schema: health; Owner: -
--

COMMENT ON COLUMN health.change_counter.imported_until IS 'No imported sample of the person starts later; null where none was ever imported. What starts later need not be compared.';


--
-- Name: characteristic_type; Type: TABLE; Schema: health; Owner: -
--

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


--
-- Name: TABLE characteristic_type; Type: COMMENT; Schema: health; Owner: -
--

COMMENT ON TABLE health.characteristic_type IS 'What HealthKit knows of a person and does not sample (HKCharacteristicTypeIdentifier).';


--
-- Name: COLUMN characteristic_type.identifier; Type: COMMENT; Schema: health; Owner: -
--

COMMENT ON COLUMN health.characteristic_type.identifier IS 'HealthKit''s identifier.';


--
-- Name: COLUMN characteristic_type.short_name; Type: COMMENT; Schema: health; Owner: -
--

COMMENT ON COLUMN health.characteristic_type.short_name IS 'HealthKit''s name in Swift, such as dateOfBirth.';


--
-- Name: COLUMN characteristic_type.ios_introduced; Type: COMMENT; Schema: health; Owner: -
--

COMMENT ON COLUMN health.characteristic_type.ios_introduced IS 'The first iOS release with it.';


--
-- Name: COLUMN characteristic_type.value_type; Type: COMMENT; Schema: health; Owner: -
--

COMMENT ON COLUMN health.characteristic_type.value_type IS 'date or enum.';


--
-- Name: COLUMN characteristic_type.value_enum; Type: COMMENT; Schema: health; Owner: -
--

COMMENT ON COLUMN health.characteristic_type.value_enum IS 'The enum of its values in health.enum_value.';


--
-- Name: COLUMN characteristic_type.export_me_attribute; Type: COMMENT; Schema: health; Owner: -
--

COMMENT ON COLUMN health.characteristic_type.export_me_attribute IS 'The attribute of the export''s element Me that holds it.';


--
-- Name: COLUMN characteristic_type.is_public; Type: COMMENT; Schema: health; Owner: -
--

COMMENT ON COLUMN health.characteristic_type.is_public IS 'False for one that apps cannot read.';


--
-- Name: COLUMN characteristic_type.note; Type: COMMENT; Schema: health; Owner: -
--

COMMENT ON COLUMN health.characteristic_type.note IS 'What else is worth knowing.';


--
-- Name: enum_value; Type: TABLE; Schema: health; Owner: -
--

CREATE TABLE health.enum_value (
    enum text NOT NULL,
    raw_value integer,
    case_name text NOT NULL,
    objc_constant text,
    enum_ios_introduced text,
    deprecated text,
    note text
);


--
-- Name: TABLE enum_value; Type: COMMENT; Schema: health; Owner: -
--

COMMENT ON TABLE health.enum_value IS 'The values of HealthKit''s other enums, which metadata and special samples use.';


--
-- Name: COLUMN enum_value.enum; Type: COMMENT; Schema: health; Owner: -
--

COMMENT ON COLUMN health.enum_value.enum IS 'The enum.';


--
-- Name: COLUMN enum_value.raw_value; Type: COMMENT; Schema: health; Owner: -
--

COMMENT ON COLUMN health.enum_value.raw_value IS 'HealthKit''s number; null where unknown.';


--
-- Name: COLUMN enum_value.case_name; Type: COMMENT; Schema: health; Owner: -
--

COMMENT ON COLUMN health.enum_value.case_name IS 'The name in Swift.';


--
-- Name: COLUMN enum_value.objc_constant; Type: COMMENT; Schema: health; Owner: -
--

COMMENT ON COLUMN health.enum_value.objc_constant IS 'The name in Objective-C, which exports print.';


--
-- Name: COLUMN enum_value.enum_ios_introduced; Type: COMMENT; Schema: health; Owner: -
--

COMMENT ON COLUMN health.enum_value.enum_ios_introduced IS 'The first iOS release with the enum.';


--
-- Name: COLUMN enum_value.deprecated; Type: COMMENT; Schema: health; Owner: -
--

COMMENT ON COLUMN health.enum_value.deprecated IS 'Whether HealthKit has deprecated it.';


--
-- Name: COLUMN enum_value.note; Type: COMMENT; Schema: health; Owner: -
--

COMMENT ON COLUMN health.enum_value.note IS 'What else is worth knowing.';


--
-- Name: characteristic; Type: VIEW; Schema: health; Owner: -
--

CREATE VIEW health.characteristic WITH (security_invoker='true') AS
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


--
-- Name: VIEW characteristic; Type: COMMENT; Schema: health; Owner: -
--

COMMENT ON VIEW health.characteristic IS 'The person''s characteristics (HKCharacteristicType) from the newest export, one row each.';


--
-- Name: COLUMN characteristic.person_id; Type: COMMENT; Schema: health; Owner: -
--

COMMENT ON COLUMN health.characteristic.person_id IS 'The person to whom the characteristic belongs.';


--
-- Name: COLUMN characteristic.person; Type: COMMENT; Schema: health; Owner: -
--

COMMENT ON COLUMN health.characteristic.person IS 'The person''s name.';


--
-- Name: COLUMN characteristic.type; Type: COMMENT; Schema: health; Owner: -
--

COMMENT ON COLUMN health.characteristic.type IS 'Short name, such as dateOfBirth; the identifier if it is not in the catalogue.';


--
-- Name: COLUMN characteristic.value; Type: COMMENT; Schema: health; Owner: -
--

COMMENT ON COLUMN health.characteristic.value IS 'Text of the export: yyyy-MM-dd, or a constant such as HKBloodTypeAPositive; null if empty.';


--
-- Name: COLUMN characteristic.raw_value; Type: COMMENT; Schema: health; Owner: -
--

COMMENT ON COLUMN health.characteristic.raw_value IS 'HealthKit''s raw value of the constant; null if there is none.';


--
-- Name: COLUMN characteristic.value_name; Type: COMMENT; Schema: health; Owner: -
--

COMMENT ON COLUMN health.characteristic.value_name IS 'Name of the constant in Swift, such as aPositive; null if there is none.';


--
-- Name: COLUMN characteristic.identifier; Type: COMMENT; Schema: health; Owner: -
--

COMMENT ON COLUMN health.characteristic.identifier IS 'HealthKit''s identifier.';


--
-- Name: COLUMN characteristic.exported_at; Type: COMMENT; Schema: health; Owner: -
--

COMMENT ON COLUMN health.characteristic.exported_at IS 'When the export was made; null where unknown.';


--
-- Name: client_anchor; Type: TABLE; Schema: health; Owner: -
--

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
ALTER TABLE ONLY health.client_anchor ALTER COLUMN person_id SET STATISTICS 0;


--
-- Name: TABLE client_anchor; Type: COMMENT; Schema: health; Owner: -
--

COMMENT ON TABLE health.client_anchor IS 'How far clients have sent their data (HKQueryAnchor): stored with the batch that brings the data, so that the two never disagree.';


--
-- Name: COLUMN client_anchor.person_id; Type: COMMENT; Schema: health; Owner: -
--

COMMENT ON COLUMN health.client_anchor.person_id IS 'Whose client.';


--
-- Name: COLUMN client_anchor.device; Type: COMMENT; Schema: health; Owner: -
--

COMMENT ON COLUMN health.client_anchor.device IS 'The client''s name for itself; 1 to 200 bytes.';


--
-- Name: COLUMN client_anchor.types; Type: COMMENT; Schema: health; Owner: -
--

COMMENT ON COLUMN health.client_anchor.types IS 'The types that the anchor is for, by identifier, each once and in the order of their bytes.';


--
-- Name: COLUMN client_anchor.types_sha256; Type: COMMENT; Schema: health; Owner: -
--

COMMENT ON COLUMN health.client_anchor.types_sha256 IS 'SHA-256 of the types with commas between: all types together are too long for an index.';


--
-- Name: COLUMN client_anchor.anchor; Type: COMMENT; Schema: health; Owner: -
--

COMMENT ON COLUMN health.client_anchor.anchor IS 'The client''s bytes, which nobody here reads; 1 to 65,536.';


--
-- Name: COLUMN client_anchor.updated_at; Type: COMMENT; Schema: health; Owner: -
--

COMMENT ON COLUMN health.client_anchor.updated_at IS 'When it was last stored.';


--
-- Name: client_session; Type: TABLE; Schema: health; Owner: -
--

CREATE TABLE health.client_session (
    person_id integer NOT NULL,
    automation text NOT NULL,
    session text NOT NULL,
    arrival bigint NOT NULL,
    first_arrived_at timestamp with time zone DEFAULT now() NOT NULL,
    CONSTRAINT client_session_length_check CHECK (((octet_length(automation) <= 1000) AND (octet_length(session) <= 200)))
);
ALTER TABLE ONLY health.client_session ALTER COLUMN person_id SET STATISTICS 0;


--
-- Name: TABLE client_session; Type: COMMENT; Schema: health; Owner: -
--

COMMENT ON TABLE health.client_session IS 'The runs in which an automation of a client sent its windows. What belongs to an older run than the newest changes and deletes nothing.';


--
-- Name: COLUMN client_session.person_id; Type: COMMENT; Schema: health; Owner: -
--

COMMENT ON COLUMN health.client_session.person_id IS 'Whose automation.';


--
-- Name: COLUMN client_session.automation; Type: COMMENT; Schema: health; Owner: -
--

COMMENT ON COLUMN health.client_session.automation IS 'Which one: what the bundle identifiers of its sources begin with.';


--
-- Name: COLUMN client_session.session; Type: COMMENT; Schema: health; Owner: -
--

COMMENT ON COLUMN health.client_session.session IS 'The run, as the client names it; several requests may belong to it.';


--
-- Name: COLUMN client_session.arrival; Type: COMMENT; Schema: health; Owner: -
--

COMMENT ON COLUMN health.client_session.arrival IS 'Counts the automation''s runs in order of their first request, from 1.';


--
-- Name: COLUMN client_session.first_arrived_at; Type: COMMENT; Schema: health; Owner: -
--

COMMENT ON COLUMN health.client_session.first_arrived_at IS 'When its first request arrived.';


--
-- Name: clinical_record; Type: VIEW; Schema: health; Owner: -
--

CREATE VIEW health.clinical_record WITH (security_invoker='true') AS
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


--
-- Name: VIEW clinical_record; Type: COMMENT; Schema: health; Owner: -
--

COMMENT ON VIEW health.clinical_record IS 'Clinical records (HKClinicalRecord).';


--
-- Name: COLUMN clinical_record.person_id; Type: COMMENT; Schema: health; Owner: -
--

COMMENT ON COLUMN health.clinical_record.person_id IS 'The person to whom the sample belongs.';


--
-- Name: COLUMN clinical_record.person; Type: COMMENT; Schema: health; Owner: -
--

COMMENT ON COLUMN health.clinical_record.person IS 'The person''s name.';


--
-- Name: COLUMN clinical_record.uuid; Type: COMMENT; Schema: health; Owner: -
--

COMMENT ON COLUMN health.clinical_record.uuid IS 'HealthKit''s uuid, or one computed from the content.';


--
-- Name: COLUMN clinical_record.type; Type: COMMENT; Schema: health; Owner: -
--

COMMENT ON COLUMN health.clinical_record.type IS 'Short name of the type, such as labResultRecord.';


--
-- Name: COLUMN clinical_record.received_date; Type: COMMENT; Schema: health; Owner: -
--

COMMENT ON COLUMN health.clinical_record.received_date IS 'When the phone received it.';


--
-- Name: COLUMN clinical_record.identifier; Type: COMMENT; Schema: health; Owner: -
--

COMMENT ON COLUMN health.clinical_record.identifier IS 'Identifier of the FHIR resource, given by its source.';


--
-- Name: COLUMN clinical_record.source_url; Type: COMMENT; Schema: health; Owner: -
--

COMMENT ON COLUMN health.clinical_record.source_url IS 'URL from which the phone got the record.';


--
-- Name: COLUMN clinical_record.fhir_version; Type: COMMENT; Schema: health; Owner: -
--

COMMENT ON COLUMN health.clinical_record.fhir_version IS 'Version of FHIR.';


--
-- Name: COLUMN clinical_record.resource_type; Type: COMMENT; Schema: health; Owner: -
--

COMMENT ON COLUMN health.clinical_record.resource_type IS 'Type of the FHIR resource, such as Observation; null if the resource was not sent.';


--
-- Name: COLUMN clinical_record.resource; Type: COMMENT; Schema: health; Owner: -
--

COMMENT ON COLUMN health.clinical_record.resource IS 'The FHIR resource; null if it was not sent.';


--
-- Name: COLUMN clinical_record.source; Type: COMMENT; Schema: health; Owner: -
--

COMMENT ON COLUMN health.clinical_record.source IS 'Name of the source, an institution.';


--
-- Name: contained_sample; Type: TABLE; Schema: health; Owner: -
--

CREATE TABLE health.contained_sample (
    person_id integer NOT NULL,
    container_uuid uuid NOT NULL,
    uuid uuid NOT NULL
);
ALTER TABLE ONLY health.contained_sample ALTER COLUMN person_id SET STATISTICS 0;


--
-- Name: TABLE contained_sample; Type: COMMENT; Schema: health; Owner: -
--

COMMENT ON TABLE health.contained_sample IS 'Which samples a correlation or workout contains. They are samples on their own, too.';


--
-- Name: COLUMN contained_sample.person_id; Type: COMMENT; Schema: health; Owner: -
--

COMMENT ON COLUMN health.contained_sample.person_id IS 'Whose samples.';


--
-- Name: COLUMN contained_sample.container_uuid; Type: COMMENT; Schema: health; Owner: -
--

COMMENT ON COLUMN health.contained_sample.container_uuid IS 'The correlation or workout.';


--
-- Name: COLUMN contained_sample.uuid; Type: COMMENT; Schema: health; Owner: -
--

COMMENT ON COLUMN health.contained_sample.uuid IS 'The sample in it.';


--
-- Name: correlation; Type: VIEW; Schema: health; Owner: -
--

CREATE VIEW health.correlation WITH (security_invoker='true') AS
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


--
-- Name: VIEW correlation; Type: COMMENT; Schema: health; Owner: -
--

COMMENT ON VIEW health.correlation IS 'Correlations with readable names (HKCorrelation).';


--
-- Name: COLUMN correlation.person_id; Type: COMMENT; Schema: health; Owner: -
--

COMMENT ON COLUMN health.correlation.person_id IS 'The person to whom the correlation belongs.';


--
-- Name: COLUMN correlation.person; Type: COMMENT; Schema: health; Owner: -
--

COMMENT ON COLUMN health.correlation.person IS 'The person''s name.';


--
-- Name: COLUMN correlation.uuid; Type: COMMENT; Schema: health; Owner: -
--

COMMENT ON COLUMN health.correlation.uuid IS 'HealthKit''s uuid, or one computed from the content.';


--
-- Name: COLUMN correlation.type; Type: COMMENT; Schema: health; Owner: -
--

COMMENT ON COLUMN health.correlation.type IS 'Short name of the type, such as bloodPressure.';


--
-- Name: COLUMN correlation.start_time; Type: COMMENT; Schema: health; Owner: -
--

COMMENT ON COLUMN health.correlation.start_time IS 'Start.';


--
-- Name: COLUMN correlation.end_time; Type: COMMENT; Schema: health; Owner: -
--

COMMENT ON COLUMN health.correlation.end_time IS 'End.';


--
-- Name: COLUMN correlation.source; Type: COMMENT; Schema: health; Owner: -
--

COMMENT ON COLUMN health.correlation.source IS 'Name of the source.';


--
-- Name: COLUMN correlation.objects; Type: COMMENT; Schema: health; Owner: -
--

COMMENT ON COLUMN health.correlation.objects IS 'Uuids of the contained samples. Each of them is also a sample of its own.';


--
-- Name: COLUMN correlation.metadata; Type: COMMENT; Schema: health; Owner: -
--

COMMENT ON COLUMN health.correlation.metadata IS 'HKMetadata; null if there is none.';


--
-- Name: correlation_type; Type: TABLE; Schema: health; Owner: -
--

CREATE TABLE health.correlation_type (
    identifier text NOT NULL,
    short_name text NOT NULL,
    ios_introduced text,
    contained_types text,
    export_xml_element text,
    note text,
    display_name text,
    display_group text
);


--
-- Name: TABLE correlation_type; Type: COMMENT; Schema: health; Owner: -
--

COMMENT ON TABLE health.correlation_type IS 'HealthKit''s correlation types (HKCorrelationTypeIdentifier).';


--
-- Name: COLUMN correlation_type.identifier; Type: COMMENT; Schema: health; Owner: -
--

COMMENT ON COLUMN health.correlation_type.identifier IS 'The identifier as apps send it and exports print it.';


--
-- Name: COLUMN correlation_type.short_name; Type: COMMENT; Schema: health; Owner: -
--

COMMENT ON COLUMN health.correlation_type.short_name IS 'HealthKit''s name in Swift, such as bloodPressure.';


--
-- Name: COLUMN correlation_type.ios_introduced; Type: COMMENT; Schema: health; Owner: -
--

COMMENT ON COLUMN health.correlation_type.ios_introduced IS 'The first iOS release with it.';


--
-- Name: COLUMN correlation_type.contained_types; Type: COMMENT; Schema: health; Owner: -
--

COMMENT ON COLUMN health.correlation_type.contained_types IS 'Which samples it contains.';


--
-- Name: COLUMN correlation_type.export_xml_element; Type: COMMENT; Schema: health; Owner: -
--

COMMENT ON COLUMN health.correlation_type.export_xml_element IS 'The element of exports that holds it.';


--
-- Name: COLUMN correlation_type.note; Type: COMMENT; Schema: health; Owner: -
--

COMMENT ON COLUMN health.correlation_type.note IS 'What else is worth knowing.';


--
-- Name: COLUMN correlation_type.display_name; Type: COMMENT; Schema: health; Owner: -
--

COMMENT ON COLUMN health.correlation_type.display_name IS 'The Health app''s name of the type.';


--
-- Name: COLUMN correlation_type.display_group; Type: COMMENT; Schema: health; Owner: -
--

COMMENT ON COLUMN health.correlation_type.display_group IS 'The Health app''s group, a row of health.type_group.';


--
-- Name: daily_active_energy; Type: VIEW; Schema: health; Owner: -
--

CREATE VIEW health.daily_active_energy WITH (security_invoker='true') AS
 SELECT person.person_id,
    person.name AS person,
    day.date,
    day.start_time,
    day.end_time,
    day.sum AS active_energy,
    day.duration,
    day.sources,
    day.unit,
    day.partial
   FROM (health.person
     CROSS JOIN LATERAL health_code.daily_statistics(person.name, 'activeEnergyBurned'::text) day(date, start_time, end_time, count, sum, average, minimum, maximum, duration, most_recent, most_recent_start_time, most_recent_end_time, sources, unit, partial));


--
-- Name: VIEW daily_active_energy; Type: COMMENT; Schema: health; Owner: -
--

COMMENT ON VIEW health.daily_active_energy IS 'Active energy of each day on the person''s own clock, computed like health.daily_steps. The move ring, as the phone computed it, is in health.activity_summary.';


--
-- Name: COLUMN daily_active_energy.person_id; Type: COMMENT; Schema: health; Owner: -
--

COMMENT ON COLUMN health.daily_active_energy.person_id IS 'The person to whom the figures belong.';


--
-- Name: COLUMN daily_active_energy.person; Type: COMMENT; Schema: health; Owner: -
--

COMMENT ON COLUMN health.daily_active_energy.person IS 'The person''s name.';


--
-- Name: COLUMN daily_active_energy.date; Type: COMMENT; Schema: health; Owner: -
--

COMMENT ON COLUMN health.daily_active_energy.date IS 'The day. A day without measurements has no row.';


--
-- Name: COLUMN daily_active_energy.start_time; Type: COMMENT; Schema: health; Owner: -
--

COMMENT ON COLUMN health.daily_active_energy.start_time IS 'Start of the day in the zone in which the person was.';


--
-- Name: COLUMN daily_active_energy.end_time; Type: COMMENT; Schema: health; Owner: -
--

COMMENT ON COLUMN health.daily_active_energy.end_time IS 'End of the day, exclusive.';


--
-- Name: COLUMN daily_active_energy.active_energy; Type: COMMENT; Schema: health; Owner: -
--

COMMENT ON COLUMN health.daily_active_energy.active_energy IS 'Active energy in unit.';


--
-- Name: COLUMN daily_active_energy.duration; Type: COMMENT; Schema: health; Owner: -
--

COMMENT ON COLUMN health.daily_active_energy.duration IS 'Seconds of the day that samples cover.';


--
-- Name: COLUMN daily_active_energy.sources; Type: COMMENT; Schema: health; Owner: -
--

COMMENT ON COLUMN health.daily_active_energy.sources IS 'The sources whose samples made the figures (source_id in health.source), highest priority first.';


--
-- Name: COLUMN daily_active_energy.unit; Type: COMMENT; Schema: health; Owner: -
--

COMMENT ON COLUMN health.daily_active_energy.unit IS 'Unit of active_energy: the person''s choice, else kcal.';


--
-- Name: COLUMN daily_active_energy.partial; Type: COMMENT; Schema: health; Owner: -
--

COMMENT ON COLUMN health.daily_active_energy.partial IS 'Whether the day has not ended yet.';


--
-- Name: daily_heart_rate; Type: VIEW; Schema: health; Owner: -
--

CREATE VIEW health.daily_heart_rate WITH (security_invoker='true') AS
 SELECT person.person_id,
    person.name AS person,
    day.date,
    day.start_time,
    day.end_time,
    day.count,
    day.average,
    day.minimum,
    day.maximum,
    day.most_recent,
    day.most_recent_end_time,
    day.sources,
    day.unit,
    day.partial
   FROM (health.person
     CROSS JOIN LATERAL health_code.daily_statistics(person.name, 'heartRate'::text) day(date, start_time, end_time, count, sum, average, minimum, maximum, duration, most_recent, most_recent_start_time, most_recent_end_time, sources, unit, partial));


--
-- Name: VIEW daily_heart_rate; Type: COMMENT; Schema: health; Owner: -
--

COMMENT ON VIEW health.daily_heart_rate IS 'Heart rate of each day on the person''s own clock, computed like health.daily_steps.';


--
-- Name: COLUMN daily_heart_rate.person_id; Type: COMMENT; Schema: health; Owner: -
--

COMMENT ON COLUMN health.daily_heart_rate.person_id IS 'The person to whom the figures belong.';


--
-- Name: COLUMN daily_heart_rate.person; Type: COMMENT; Schema: health; Owner: -
--

COMMENT ON COLUMN health.daily_heart_rate.person IS 'The person''s name.';


--
-- Name: COLUMN daily_heart_rate.date; Type: COMMENT; Schema: health; Owner: -
--

COMMENT ON COLUMN health.daily_heart_rate.date IS 'The day. A day without measurements has no row.';


--
-- Name: COLUMN daily_heart_rate.start_time; Type: COMMENT; Schema: health; Owner: -
--

COMMENT ON COLUMN health.daily_heart_rate.start_time IS 'Start of the day in the zone in which the person was.';


--
-- Name: COLUMN daily_heart_rate.end_time; Type: COMMENT; Schema: health; Owner: -
--

COMMENT ON COLUMN health.daily_heart_rate.end_time IS 'End of the day, exclusive.';


--
-- Name: COLUMN daily_heart_rate.count; Type: COMMENT; Schema: health; Owner: -
--

COMMENT ON COLUMN health.daily_heart_rate.count IS 'Number of measurements of all sources.';


--
-- Name: COLUMN daily_heart_rate.average; Type: COMMENT; Schema: health; Owner: -
--

COMMENT ON COLUMN health.daily_heart_rate.average IS 'Average in unit; each measurement is weighted by the time for which it stands.';


--
-- Name: COLUMN daily_heart_rate.minimum; Type: COMMENT; Schema: health; Owner: -
--

COMMENT ON COLUMN health.daily_heart_rate.minimum IS 'Lowest heart rate, in unit.';


--
-- Name: COLUMN daily_heart_rate.maximum; Type: COMMENT; Schema: health; Owner: -
--

COMMENT ON COLUMN health.daily_heart_rate.maximum IS 'Highest heart rate, in unit.';


--
-- Name: COLUMN daily_heart_rate.most_recent; Type: COMMENT; Schema: health; Owner: -
--

COMMENT ON COLUMN health.daily_heart_rate.most_recent IS 'Last measurement of the day, in unit.';


--
-- Name: COLUMN daily_heart_rate.most_recent_end_time; Type: COMMENT; Schema: health; Owner: -
--

COMMENT ON COLUMN health.daily_heart_rate.most_recent_end_time IS 'End of the last measurement.';


--
-- Name: COLUMN daily_heart_rate.sources; Type: COMMENT; Schema: health; Owner: -
--

COMMENT ON COLUMN health.daily_heart_rate.sources IS 'The sources whose samples made the figures (source_id in health.source), highest priority first.';


--
-- Name: COLUMN daily_heart_rate.unit; Type: COMMENT; Schema: health; Owner: -
--

COMMENT ON COLUMN health.daily_heart_rate.unit IS 'Unit of the figures: the person''s choice, else count/min.';


--
-- Name: COLUMN daily_heart_rate.partial; Type: COMMENT; Schema: health; Owner: -
--

COMMENT ON COLUMN health.daily_heart_rate.partial IS 'Whether the day has not ended yet.';


--
-- Name: daily_steps; Type: VIEW; Schema: health; Owner: -
--

CREATE VIEW health.daily_steps WITH (security_invoker='true') AS
 SELECT person.person_id,
    person.name AS person,
    day.date,
    day.start_time,
    day.end_time,
    day.sum AS steps,
    day.duration,
    day.sources,
    day.unit,
    day.partial
   FROM (health.person
     CROSS JOIN LATERAL health_code.daily_statistics(person.name, 'stepCount'::text) day(date, start_time, end_time, count, sum, average, minimum, maximum, duration, most_recent, most_recent_start_time, most_recent_end_time, sources, unit, partial));


--
-- Name: VIEW daily_steps; Type: COMMENT; Schema: health; Owner: -
--

COMMENT ON VIEW health.daily_steps IS 'Steps of each day on the person''s own clock (UTC if the person''s zones are not known). No instant counts twice. A query computes all days of the selected people; health_code.daily_statistics computes a range of days.';


--
-- Name: COLUMN daily_steps.person_id; Type: COMMENT; Schema: health; Owner: -
--

COMMENT ON COLUMN health.daily_steps.person_id IS 'The person to whom the figures belong.';


--
-- Name: COLUMN daily_steps.person; Type: COMMENT; Schema: health; Owner: -
--

COMMENT ON COLUMN health.daily_steps.person IS 'The person''s name.';


--
-- Name: COLUMN daily_steps.date; Type: COMMENT; Schema: health; Owner: -
--

COMMENT ON COLUMN health.daily_steps.date IS 'The day. A day without measurements has no row.';


--
-- Name: COLUMN daily_steps.start_time; Type: COMMENT; Schema: health; Owner: -
--

COMMENT ON COLUMN health.daily_steps.start_time IS 'Start of the day in the zone in which the person was.';


--
-- Name: COLUMN daily_steps.end_time; Type: COMMENT; Schema: health; Owner: -
--

COMMENT ON COLUMN health.daily_steps.end_time IS 'End of the day, exclusive.';


--
-- Name: COLUMN daily_steps.steps; Type: COMMENT; Schema: health; Owner: -
--

COMMENT ON COLUMN health.daily_steps.steps IS 'Number of steps, in unit.';


--
-- Name: COLUMN daily_steps.duration; Type: COMMENT; Schema: health; Owner: -
--

COMMENT ON COLUMN health.daily_steps.duration IS 'Seconds of the day that samples cover.';


--
-- Name: COLUMN daily_steps.sources; Type: COMMENT; Schema: health; Owner: -
--

COMMENT ON COLUMN health.daily_steps.sources IS 'The sources whose samples made the figures (source_id in health.source), highest priority first.';


--
-- Name: COLUMN daily_steps.unit; Type: COMMENT; Schema: health; Owner: -
--

COMMENT ON COLUMN health.daily_steps.unit IS 'Unit of steps: the person''s choice, else count.';


--
-- Name: COLUMN daily_steps.partial; Type: COMMENT; Schema: health; Owner: -
--

COMMENT ON COLUMN health.daily_steps.partial IS 'Whether the day has not ended yet.';


--
-- Name: day_slot; Type: TABLE; Schema: health; Owner: -
--

CREATE TABLE health.day_slot (
    person_id integer NOT NULL,
    sample_type_id integer NOT NULL,
    phase smallint NOT NULL,
    first_day date NOT NULL,
    figures bytea NOT NULL
);
ALTER TABLE ONLY health.day_slot ALTER COLUMN person_id SET STATISTICS 0;


--
-- Name: TABLE day_slot; Type: COMMENT; Schema: health; Owner: -
--

COMMENT ON TABLE health.day_slot IS 'The figures of 24 hours each, beginning at every time of day at which days begin somewhere: hour slots put together, eight days packed into a row, for the program alone, which reads years of days from it at once.';


--
-- Name: COLUMN day_slot.person_id; Type: COMMENT; Schema: health; Owner: -
--

COMMENT ON COLUMN health.day_slot.person_id IS 'Whose samples.';


--
-- Name: COLUMN day_slot.sample_type_id; Type: COMMENT; Schema: health; Owner: -
--

COMMENT ON COLUMN health.day_slot.sample_type_id IS 'Of which type.';


--
-- Name: COLUMN day_slot.phase; Type: COMMENT; Schema: health; Owner: -
--

COMMENT ON COLUMN health.day_slot.phase IS 'At how many minutes after midnight UTC the 24 hours begin.';


--
-- Name: COLUMN day_slot.first_day; Type: COMMENT; Schema: health; Owner: -
--

COMMENT ON COLUMN health.day_slot.first_day IS 'On which day of UTC the first of the eight begins: days since 1970-01-01 are a multiple of eight.';


--
-- Name: COLUMN day_slot.figures; Type: COMMENT; Schema: health; Owner: -
--

COMMENT ON COLUMN health.day_slot.figures IS 'What hour_slot has in columns, packed.';


--
-- Name: deleted_sample; Type: TABLE; Schema: health; Owner: -
--

CREATE TABLE health.deleted_sample (
    person_id integer NOT NULL,
    uuid uuid NOT NULL,
    sample_type_id integer,
    deleted_at timestamp with time zone DEFAULT now() NOT NULL,
    change_position bigint NOT NULL,
    went_with_correlation boolean DEFAULT false NOT NULL
);
ALTER TABLE ONLY health.deleted_sample ALTER COLUMN person_id SET STATISTICS 0;


--
-- Name: TABLE deleted_sample; Type: COMMENT; Schema: health; Owner: -
--

COMMENT ON TABLE health.deleted_sample IS 'Deletions (HKDeletedObject), kept for ever: a deleted sample does not come back, whichever arrives first.';


--
-- Name: COLUMN deleted_sample.person_id; Type: COMMENT; Schema: health; Owner: -
--

COMMENT ON COLUMN health.deleted_sample.person_id IS 'Whose sample.';


--
-- Name: COLUMN deleted_sample.uuid; Type: COMMENT; Schema: health; Owner: -
--

COMMENT ON COLUMN health.deleted_sample.uuid IS 'The deleted sample.';


--
-- Name: COLUMN deleted_sample.sample_type_id; Type: COMMENT; Schema: health; Owner: -
--

COMMENT ON COLUMN health.deleted_sample.sample_type_id IS 'Its type; null where the sample was never here and nobody said.';


--
-- Name: COLUMN deleted_sample.deleted_at; Type: COMMENT; Schema: health; Owner: -
--

COMMENT ON COLUMN health.deleted_sample.deleted_at IS 'When the deletion arrived here.';


--
-- Name: COLUMN deleted_sample.change_position; Type: COMMENT; Schema: health; Owner: -
--

COMMENT ON COLUMN health.deleted_sample.change_position IS 'Its place in the person''s change feed.';


--
-- Name: COLUMN deleted_sample.went_with_correlation; Type: COMMENT; Schema: health; Owner: -
--

COMMENT ON COLUMN health.deleted_sample.went_with_correlation IS 'True where nobody deleted the sample by name: it went with a correlation that contained it. It is alive again in any other correlation or workout that contains it, as it would have stayed if that one had come first. Deleted by name, it is false.';


--
-- Name: electrocardiogram; Type: VIEW; Schema: health; Owner: -
--

CREATE VIEW health.electrocardiogram WITH (security_invoker='true') AS
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


--
-- Name: VIEW electrocardiogram; Type: COMMENT; Schema: health; Owner: -
--

COMMENT ON VIEW health.electrocardiogram IS 'Electrocardiograms (HKElectrocardiogram). The voltages are in electrocardiogram_voltage.';


--
-- Name: COLUMN electrocardiogram.person_id; Type: COMMENT; Schema: health; Owner: -
--

COMMENT ON COLUMN health.electrocardiogram.person_id IS 'The person to whom the sample belongs.';


--
-- Name: COLUMN electrocardiogram.person; Type: COMMENT; Schema: health; Owner: -
--

COMMENT ON COLUMN health.electrocardiogram.person IS 'The person''s name.';


--
-- Name: COLUMN electrocardiogram.uuid; Type: COMMENT; Schema: health; Owner: -
--

COMMENT ON COLUMN health.electrocardiogram.uuid IS 'HealthKit''s uuid, or one computed from the content.';


--
-- Name: COLUMN electrocardiogram.start_time; Type: COMMENT; Schema: health; Owner: -
--

COMMENT ON COLUMN health.electrocardiogram.start_time IS 'Start.';


--
-- Name: COLUMN electrocardiogram.end_time; Type: COMMENT; Schema: health; Owner: -
--

COMMENT ON COLUMN health.electrocardiogram.end_time IS 'End.';


--
-- Name: COLUMN electrocardiogram.classification; Type: COMMENT; Schema: health; Owner: -
--

COMMENT ON COLUMN health.electrocardiogram.classification IS 'As sent; in an export it is in the language of the phone. Null if not sent.';


--
-- Name: COLUMN electrocardiogram.average_heart_rate; Type: COMMENT; Schema: health; Owner: -
--

COMMENT ON COLUMN health.electrocardiogram.average_heart_rate IS 'Beats per minute; null if not sent.';


--
-- Name: COLUMN electrocardiogram.sampling_frequency; Type: COMMENT; Schema: health; Owner: -
--

COMMENT ON COLUMN health.electrocardiogram.sampling_frequency IS 'Voltages per second (Hz).';


--
-- Name: COLUMN electrocardiogram.lead; Type: COMMENT; Schema: health; Owner: -
--

COMMENT ON COLUMN health.electrocardiogram.lead IS 'As sent, such as Lead I.';


--
-- Name: COLUMN electrocardiogram.symptoms; Type: COMMENT; Schema: health; Owner: -
--

COMMENT ON COLUMN health.electrocardiogram.symptoms IS 'As sent; null if not sent.';


--
-- Name: COLUMN electrocardiogram.voltage_count; Type: COMMENT; Schema: health; Owner: -
--

COMMENT ON COLUMN health.electrocardiogram.voltage_count IS 'Number of voltages; null if none were sent.';


--
-- Name: COLUMN electrocardiogram.source; Type: COMMENT; Schema: health; Owner: -
--

COMMENT ON COLUMN health.electrocardiogram.source IS 'Name of the source.';


--
-- Name: COLUMN electrocardiogram.device; Type: COMMENT; Schema: health; Owner: -
--

COMMENT ON COLUMN health.electrocardiogram.device IS 'Name of the device; null if not sent.';


--
-- Name: COLUMN electrocardiogram.creation_time; Type: COMMENT; Schema: health; Owner: -
--

COMMENT ON COLUMN health.electrocardiogram.creation_time IS 'When the sample was saved on the phone; null if not sent.';


--
-- Name: COLUMN electrocardiogram.metadata; Type: COMMENT; Schema: health; Owner: -
--

COMMENT ON COLUMN health.electrocardiogram.metadata IS 'HKMetadata; null if there is none.';


--
-- Name: electrocardiogram_voltage; Type: VIEW; Schema: health; Owner: -
--

CREATE VIEW health.electrocardiogram_voltage WITH (security_invoker='true') AS
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


--
-- Name: VIEW electrocardiogram_voltage; Type: COMMENT; Schema: health; Owner: -
--

COMMENT ON VIEW health.electrocardiogram_voltage IS 'The voltages of electrocardiograms. Select one electrocardiogram at a time: each has about 15,000 voltages.';


--
-- Name: COLUMN electrocardiogram_voltage.person_id; Type: COMMENT; Schema: health; Owner: -
--

COMMENT ON COLUMN health.electrocardiogram_voltage.person_id IS 'The person to whom the sample belongs.';


--
-- Name: COLUMN electrocardiogram_voltage.person; Type: COMMENT; Schema: health; Owner: -
--

COMMENT ON COLUMN health.electrocardiogram_voltage.person IS 'The person''s name.';


--
-- Name: COLUMN electrocardiogram_voltage.uuid; Type: COMMENT; Schema: health; Owner: -
--

COMMENT ON COLUMN health.electrocardiogram_voltage.uuid IS 'The electrocardiogram.';


--
-- Name: COLUMN electrocardiogram_voltage.ordinal; Type: COMMENT; Schema: health; Owner: -
--

COMMENT ON COLUMN health.electrocardiogram_voltage.ordinal IS 'Position in the electrocardiogram, from 0.';


--
-- Name: COLUMN electrocardiogram_voltage.time_since_start; Type: COMMENT; Schema: health; Owner: -
--

COMMENT ON COLUMN health.electrocardiogram_voltage.time_since_start IS 'Seconds since the start; null if the frequency is not known.';


--
-- Name: COLUMN electrocardiogram_voltage.microvolts; Type: COMMENT; Schema: health; Owner: -
--

COMMENT ON COLUMN health.electrocardiogram_voltage.microvolts IS 'Microvolts; null if the value is not a number or the unit is not known.';


--
-- Name: freshness; Type: VIEW; Schema: health; Owner: -
--

CREATE VIEW health.freshness WITH (security_invoker='true') AS
 SELECT sample_extent.person_id,
    person.name AS person,
    sample_type.short_name AS type,
    sample_type.kind,
    ( SELECT count(*) AS count
           FROM health.sample
          WHERE ((sample.person_id = sample_extent.person_id) AND (sample.sample_type_id = sample_extent.sample_type_id) AND (sample.start_time <= now()))) AS count,
    first.start_time AS first_start_time,
    latest.start_time AS latest_start_time,
    latest.end_time AS latest_end_time,
    ( SELECT sample.creation_time
           FROM health.sample
          WHERE ((sample.person_id = sample_extent.person_id) AND (sample.uuid = latest.uuid))) AS latest_creation_time,
    ( SELECT source.name
           FROM (health.source_revision
             JOIN health.source ON (((source.person_id = source_revision.person_id) AND (source.source_id = source_revision.source_id))))
          WHERE ((source_revision.person_id = sample_extent.person_id) AND (source_revision.source_revision_id = latest.source_revision_id))) AS latest_source,
    (now() - latest.end_time) AS age
   FROM ((((health.sample_extent
     JOIN health.person ON ((person.person_id = sample_extent.person_id)))
     JOIN health.sample_type ON ((sample_type.sample_type_id = sample_extent.sample_type_id)))
     CROSS JOIN LATERAL ( SELECT sample.start_time
           FROM health.sample
          WHERE ((sample.person_id = sample_extent.person_id) AND (sample.sample_type_id = sample_extent.sample_type_id))
          ORDER BY sample.start_time
         LIMIT 1) first)
     CROSS JOIN LATERAL ( SELECT sample.start_time,
            sample.end_time,
            sample.uuid,
            sample.source_revision_id
           FROM health.sample
          WHERE ((sample.person_id = sample_extent.person_id) AND (sample.sample_type_id = sample_extent.sample_type_id) AND (sample.start_time <= now()))
          ORDER BY sample.start_time DESC
         LIMIT 1) latest);


--
-- Name: VIEW freshness; Type: COMMENT; Schema: health; Owner: -
--

COMMENT ON VIEW health.freshness IS 'The number and the age of the samples of each person and type, without samples that begin in the future. Each column except count takes a few index probes; count reads one index entry for each sample, if it is selected.';


--
-- Name: COLUMN freshness.person_id; Type: COMMENT; Schema: health; Owner: -
--

COMMENT ON COLUMN health.freshness.person_id IS 'The person to whom the samples belong.';


--
-- Name: COLUMN freshness.person; Type: COMMENT; Schema: health; Owner: -
--

COMMENT ON COLUMN health.freshness.person IS 'The person''s name.';


--
-- Name: COLUMN freshness.type; Type: COMMENT; Schema: health; Owner: -
--

COMMENT ON COLUMN health.freshness.type IS 'Short name of the type, such as stepCount.';


--
-- Name: COLUMN freshness.kind; Type: COMMENT; Schema: health; Owner: -
--

COMMENT ON COLUMN health.freshness.kind IS 'quantity, category, correlation, workout or another kind of sample.';


--
-- Name: COLUMN freshness.count; Type: COMMENT; Schema: health; Owner: -
--

COMMENT ON COLUMN health.freshness.count IS 'Number of samples of all sources; a series is one sample.';


--
-- Name: COLUMN freshness.first_start_time; Type: COMMENT; Schema: health; Owner: -
--

COMMENT ON COLUMN health.freshness.first_start_time IS 'Start of the first sample.';


--
-- Name: COLUMN freshness.latest_start_time; Type: COMMENT; Schema: health; Owner: -
--

COMMENT ON COLUMN health.freshness.latest_start_time IS 'Start of the latest sample: the one that starts last.';


--
-- Name: COLUMN freshness.latest_end_time; Type: COMMENT; Schema: health; Owner: -
--

COMMENT ON COLUMN health.freshness.latest_end_time IS 'End of the latest sample.';


--
-- Name: COLUMN freshness.latest_creation_time; Type: COMMENT; Schema: health; Owner: -
--

COMMENT ON COLUMN health.freshness.latest_creation_time IS 'When the latest sample was saved on the phone; null if not sent.';


--
-- Name: COLUMN freshness.latest_source; Type: COMMENT; Schema: health; Owner: -
--

COMMENT ON COLUMN health.freshness.latest_source IS 'Name of the latest sample''s source.';


--
-- Name: COLUMN freshness.age; Type: COMMENT; Schema: health; Owner: -
--

COMMENT ON COLUMN health.freshness.age IS 'Time since the end of the latest sample; negative if it has not ended yet.';


--
-- Name: heartbeat; Type: VIEW; Schema: health; Owner: -
--

CREATE VIEW health.heartbeat WITH (security_invoker='true') AS
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


--
-- Name: VIEW heartbeat; Type: COMMENT; Schema: health; Owner: -
--

COMMENT ON VIEW health.heartbeat IS 'Single heartbeats: in an export those of a heart rate variability sample, from apps those of an HKHeartbeatSeriesSample.';


--
-- Name: COLUMN heartbeat.person_id; Type: COMMENT; Schema: health; Owner: -
--

COMMENT ON COLUMN health.heartbeat.person_id IS 'The person to whom the sample belongs.';


--
-- Name: COLUMN heartbeat.person; Type: COMMENT; Schema: health; Owner: -
--

COMMENT ON COLUMN health.heartbeat.person IS 'The person''s name.';


--
-- Name: COLUMN heartbeat.uuid; Type: COMMENT; Schema: health; Owner: -
--

COMMENT ON COLUMN health.heartbeat.uuid IS 'The sample with the beats, in health.sample.';


--
-- Name: COLUMN heartbeat.type; Type: COMMENT; Schema: health; Owner: -
--

COMMENT ON COLUMN health.heartbeat.type IS 'heartRateVariabilitySDNN or heartbeatSeries.';


--
-- Name: COLUMN heartbeat.ordinal; Type: COMMENT; Schema: health; Owner: -
--

COMMENT ON COLUMN health.heartbeat.ordinal IS 'Position among the beats of the sample as sent, from 0.';


--
-- Name: COLUMN heartbeat."time"; Type: COMMENT; Schema: health; Owner: -
--

COMMENT ON COLUMN health.heartbeat."time" IS 'When the heart beat; null if not known.';


--
-- Name: COLUMN heartbeat.time_since_series_start; Type: COMMENT; Schema: health; Owner: -
--

COMMENT ON COLUMN health.heartbeat.time_since_series_start IS 'Seconds from the start of the sample; null if not known.';


--
-- Name: COLUMN heartbeat.beats_per_minute; Type: COMMENT; Schema: health; Owner: -
--

COMMENT ON COLUMN health.heartbeat.beats_per_minute IS 'The heart rate at this beat; null if not sent.';


--
-- Name: COLUMN heartbeat.preceded_by_gap; Type: COMMENT; Schema: health; Owner: -
--

COMMENT ON COLUMN health.heartbeat.preceded_by_gap IS 'Whether beats before this one are missing; null if not sent.';


--
-- Name: COLUMN heartbeat.sent_time; Type: COMMENT; Schema: health; Owner: -
--

COMMENT ON COLUMN health.heartbeat.sent_time IS 'Time of day as the export prints it, on the phone''s clock and in the phone''s language.';


--
-- Name: idempotency_key; Type: TABLE; Schema: health; Owner: -
--

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
ALTER TABLE ONLY health.idempotency_key ALTER COLUMN person_id SET STATISTICS 0;


--
-- Name: TABLE idempotency_key; Type: COMMENT; Schema: health; Owner: -
--

COMMENT ON TABLE health.idempotency_key IS 'The receipts of batches that came with an Idempotency-Key, so that sending one again gives the same receipt. Rows are forgotten after some days.';


--
-- Name: COLUMN idempotency_key.person_id; Type: COMMENT; Schema: health; Owner: -
--

COMMENT ON COLUMN health.idempotency_key.person_id IS 'Whose batch.';


--
-- Name: COLUMN idempotency_key.key; Type: COMMENT; Schema: health; Owner: -
--

COMMENT ON COLUMN health.idempotency_key.key IS 'As sent; 1 to 200 visible ASCII characters.';


--
-- Name: COLUMN idempotency_key.body_sha256; Type: COMMENT; Schema: health; Owner: -
--

COMMENT ON COLUMN health.idempotency_key.body_sha256 IS 'SHA-256 of the batch: another batch must not use the key.';


--
-- Name: COLUMN idempotency_key.status; Type: COMMENT; Schema: health; Owner: -
--

COMMENT ON COLUMN health.idempotency_key.status IS 'HTTP status of the answer.';


--
-- Name: COLUMN idempotency_key.response; Type: COMMENT; Schema: health; Owner: -
--

COMMENT ON COLUMN health.idempotency_key.response IS 'The answer, byte for byte; null for one too long to be kept.';


--
-- Name: COLUMN idempotency_key.created_at; Type: COMMENT; Schema: health; Owner: -
--

COMMENT ON COLUMN health.idempotency_key.created_at IS 'When the batch was stored.';


--
-- Name: import; Type: TABLE; Schema: health; Owner: -
--

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
    completed bigint DEFAULT 0 NOT NULL,
    CONSTRAINT import_state_check CHECK ((state = ANY (ARRAY['receiving'::text, 'queued'::text, 'running'::text, 'finished'::text, 'failed'::text, 'cancelled'::text])))
);
ALTER TABLE ONLY health.import ALTER COLUMN person_id SET STATISTICS 0;


--
-- Name: TABLE import; Type: COMMENT; Schema: health; Owner: -
--

COMMENT ON TABLE health.import IS 'Every import of a file. records_read = stored + already_known + repeated_inside + deleted_before + refused, once it is finished.';


--
-- Name: COLUMN import.person_id; Type: COMMENT; Schema: health; Owner: -
--

COMMENT ON COLUMN health.import.person_id IS 'Whose data.';


--
-- Name: COLUMN import.import_id; Type: COMMENT; Schema: health; Owner: -
--

COMMENT ON COLUMN health.import.import_id IS 'Counts the person''s imports from 1.';


--
-- Name: COLUMN import.state; Type: COMMENT; Schema: health; Owner: -
--

COMMENT ON COLUMN health.import.state IS 'receiving (its file is being uploaded), queued, running (also when its program was killed: the same command goes on, and so does the service), finished, failed or cancelled. Of the last two nothing is stored.';


--
-- Name: COLUMN import.file_name; Type: COMMENT; Schema: health; Owner: -
--

COMMENT ON COLUMN health.import.file_name IS 'Name of the file, or of the directory of an unzipped export, without its folder.';


--
-- Name: COLUMN import.file_bytes; Type: COMMENT; Schema: health; Owner: -
--

COMMENT ON COLUMN health.import.file_bytes IS 'Its size; of a directory that of all its files.';


--
-- Name: COLUMN import.fingerprint; Type: COMMENT; Schema: health; Owner: -
--

COMMENT ON COLUMN health.import.fingerprint IS 'SHA-256, in hexadecimal digits, that tells the same file again: of its size, beginning, end and places between; of a directory of the paths, sizes and times of the last change of its files. Null where unknown: such an import cannot go on.';


--
-- Name: COLUMN import.started_at; Type: COMMENT; Schema: health; Owner: -
--

COMMENT ON COLUMN health.import.started_at IS 'When it began first; of an upload, when that began.';


--
-- Name: COLUMN import.updated_at; Type: COMMENT; Schema: health; Owner: -
--

COMMENT ON COLUMN health.import.updated_at IS 'When something of it was last committed.';


--
-- Name: COLUMN import.finished_at; Type: COMMENT; Schema: health; Owner: -
--

COMMENT ON COLUMN health.import.finished_at IS 'When it ended, in whatever way.';


--
-- Name: COLUMN import.start_position; Type: COMMENT; Schema: health; Owner: -
--

COMMENT ON COLUMN health.import.start_position IS 'The end of the person''s change feed when it began; null before.';


--
-- Name: COLUMN import.direct_position; Type: COMMENT; Schema: health; Owner: -
--

COMMENT ON COLUMN health.import.direct_position IS 'Set while records go into health.sample as they are read, which is so as long as the person has no other samples. They take the places of the change feed behind this one, which the feed reaches when the import is finished.';


--
-- Name: COLUMN import.bytes_read; Type: COMMENT; Schema: health; Owner: -
--

COMMENT ON COLUMN health.import.bytes_read IS 'How far the file was read, compressed if it is.';


--
-- Name: COLUMN import.records_read; Type: COMMENT; Schema: health; Owner: -
--

COMMENT ON COLUMN health.import.records_read IS 'Records and other elements that were read, the refused ones included.';


--
-- Name: COLUMN import.stored; Type: COMMENT; Schema: health; Owner: -
--

COMMENT ON COLUMN health.import.stored IS 'New samples and elements.';


--
-- Name: COLUMN import.already_known; Type: COMMENT; Schema: health; Owner: -
--

COMMENT ON COLUMN health.import.already_known IS 'What the store held already.';


--
-- Name: COLUMN import.recognised; Type: COMMENT; Schema: health; Owner: -
--

COMMENT ON COLUMN health.import.recognised IS 'Of already_known, what the store held with other uuids: from the phone, as a rule.';


--
-- Name: COLUMN import.repeated_inside; Type: COMMENT; Schema: health; Owner: -
--

COMMENT ON COLUMN health.import.repeated_inside IS 'Records inside a correlation or workout that the file repeats at its top level.';


--
-- Name: COLUMN import.deleted_before; Type: COMMENT; Schema: health; Owner: -
--

COMMENT ON COLUMN health.import.deleted_before IS 'Records that the person had deleted.';


--
-- Name: COLUMN import.refused; Type: COMMENT; Schema: health; Owner: -
--

COMMENT ON COLUMN health.import.refused IS 'Records that could not be read, in health.import_refusal.';


--
-- Name: COLUMN import.repaired; Type: COMMENT; Schema: health; Owner: -
--

COMMENT ON COLUMN health.import.repaired IS 'Defects of the file that were repaired. Those between a checkpoint and the end of a killed program are counted twice.';


--
-- Name: COLUMN import.error; Type: COMMENT; Schema: health; Owner: -
--

COMMENT ON COLUMN health.import.error IS 'Why it failed; null if it did not.';


--
-- Name: COLUMN import.checkpoint; Type: COMMENT; Schema: health; Owner: -
--

COMMENT ON COLUMN health.import.checkpoint IS 'Where it goes on, with the names and counts until there; null before the first and after the end.';


--
-- Name: COLUMN import.cancel_requested; Type: COMMENT; Schema: health; Owner: -
--

COMMENT ON COLUMN health.import.cancel_requested IS 'Whether somebody wants it to end; whoever runs it sees that.';


--
-- Name: COLUMN import.error_code; Type: COMMENT; Schema: health; Owner: -
--

COMMENT ON COLUMN health.import.error_code IS 'Stable name of the reason in error; null where nobody gave one.';


--
-- Name: COLUMN import.completed; Type: COMMENT; Schema: health; Owner: -
--

COMMENT ON COLUMN health.import.completed IS 'Of already_known, records to which the file added what it has more: the points of a route, the statistics of a workout.';


--
-- Name: import_count; Type: TABLE; Schema: health; Owner: -
--

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
ALTER TABLE ONLY health.import_count ALTER COLUMN person_id SET STATISTICS 0;


--
-- Name: TABLE import_count; Type: COMMENT; Schema: health; Owner: -
--

COMMENT ON TABLE health.import_count IS 'What became of a finished import''s records, per type and source. Their sums are those of health.import.';


--
-- Name: COLUMN import_count.person_id; Type: COMMENT; Schema: health; Owner: -
--

COMMENT ON COLUMN health.import_count.person_id IS 'Whose data.';


--
-- Name: COLUMN import_count.import_id; Type: COMMENT; Schema: health; Owner: -
--

COMMENT ON COLUMN health.import_count.import_id IS 'Of which import.';


--
-- Name: COLUMN import_count.item; Type: COMMENT; Schema: health; Owner: -
--

COMMENT ON COLUMN health.import_count.item IS 'Identifier of the sample type, or name of the element where it is no sample or was refused.';


--
-- Name: COLUMN import_count.source; Type: COMMENT; Schema: health; Owner: -
--

COMMENT ON COLUMN health.import_count.source IS 'Name of the source; empty where there is none.';


--
-- Name: COLUMN import_count.read; Type: COMMENT; Schema: health; Owner: -
--

COMMENT ON COLUMN health.import_count.read IS 'As health.import.records_read.';


--
-- Name: COLUMN import_count.stored; Type: COMMENT; Schema: health; Owner: -
--

COMMENT ON COLUMN health.import_count.stored IS 'As health.import.stored.';


--
-- Name: COLUMN import_count.already_known; Type: COMMENT; Schema: health; Owner: -
--

COMMENT ON COLUMN health.import_count.already_known IS 'As health.import.already_known.';


--
-- Name: COLUMN import_count.recognised; Type: COMMENT; Schema: health; Owner: -
--

COMMENT ON COLUMN health.import_count.recognised IS 'As health.import.recognised.';


--
-- Name: COLUMN import_count.repeated_inside; Type: COMMENT; Schema: health; Owner: -
--

COMMENT ON COLUMN health.import_count.repeated_inside IS 'As health.import.repeated_inside.';


--
-- Name: COLUMN import_count.deleted_before; Type: COMMENT; Schema: health; Owner: -
--

COMMENT ON COLUMN health.import_count.deleted_before IS 'As health.import.deleted_before.';


--
-- Name: COLUMN import_count.refused; Type: COMMENT; Schema: health; Owner: -
--

COMMENT ON COLUMN health.import_count.refused IS 'As health.import.refused.';


--
-- Name: import_refusal; Type: TABLE; Schema: health; Owner: -
--

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
ALTER TABLE ONLY health.import_refusal ALTER COLUMN person_id SET STATISTICS 0;


--
-- Name: TABLE import_refusal; Type: COMMENT; Schema: health; Owner: -
--

COMMENT ON TABLE health.import_refusal IS 'What imports refused, and why; never a health value. Of one import the first 100000 are listed, health.import.refused counts all.';


--
-- Name: COLUMN import_refusal.person_id; Type: COMMENT; Schema: health; Owner: -
--

COMMENT ON COLUMN health.import_refusal.person_id IS 'Whose data.';


--
-- Name: COLUMN import_refusal.import_id; Type: COMMENT; Schema: health; Owner: -
--

COMMENT ON COLUMN health.import_refusal.import_id IS 'By which import.';


--
-- Name: COLUMN import_refusal.ordinal; Type: COMMENT; Schema: health; Owner: -
--

COMMENT ON COLUMN health.import_refusal.ordinal IS 'Counts the refusals of the import from 0, in the order of the file.';


--
-- Name: COLUMN import_refusal.file_path; Type: COMMENT; Schema: health; Owner: -
--

COMMENT ON COLUMN health.import_refusal.file_path IS 'Path inside the archive, or the file''s name.';


--
-- Name: COLUMN import_refusal.line; Type: COMMENT; Schema: health; Owner: -
--

COMMENT ON COLUMN health.import_refusal.line IS 'Line of its start tag, from 1; null for a whole file.';


--
-- Name: COLUMN import_refusal.element; Type: COMMENT; Schema: health; Owner: -
--

COMMENT ON COLUMN health.import_refusal.element IS 'Name of the element.';


--
-- Name: COLUMN import_refusal.code; Type: COMMENT; Schema: health; Owner: -
--

COMMENT ON COLUMN health.import_refusal.code IS 'Stable name of the reason.';


--
-- Name: COLUMN import_refusal.field; Type: COMMENT; Schema: health; Owner: -
--

COMMENT ON COLUMN health.import_refusal.field IS 'The attribute or element at fault; null if it is none.';


--
-- Name: COLUMN import_refusal.message; Type: COMMENT; Schema: health; Owner: -
--

COMMENT ON COLUMN health.import_refusal.message IS 'The reason in words.';


--
-- Name: import_upload; Type: TABLE; Schema: health; Owner: -
--

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
ALTER TABLE ONLY health.import_upload ALTER COLUMN person_id SET STATISTICS 0;


--
-- Name: TABLE import_upload; Type: COMMENT; Schema: health; Owner: -
--

COMMENT ON TABLE health.import_upload IS 'What was uploaded for imports that came over HTTP. The file itself is in a folder of the service.';


--
-- Name: COLUMN import_upload.person_id; Type: COMMENT; Schema: health; Owner: -
--

COMMENT ON COLUMN health.import_upload.person_id IS 'Whose data.';


--
-- Name: COLUMN import_upload.import_id; Type: COMMENT; Schema: health; Owner: -
--

COMMENT ON COLUMN health.import_upload.import_id IS 'For which import.';


--
-- Name: COLUMN import_upload.spool_name; Type: COMMENT; Schema: health; Owner: -
--

COMMENT ON COLUMN health.import_upload.spool_name IS 'Name of the file in the folder of the service, until the import has ended.';


--
-- Name: COLUMN import_upload.received_bytes; Type: COMMENT; Schema: health; Owner: -
--

COMMENT ON COLUMN health.import_upload.received_bytes IS 'How much of it is on the disk for good.';


--
-- Name: COLUMN import_upload.expected_bytes; Type: COMMENT; Schema: health; Owner: -
--

COMMENT ON COLUMN health.import_upload.expected_bytes IS 'How long the whole file is; null while the client has not said.';


--
-- Name: COLUMN import_upload.sha256; Type: COMMENT; Schema: health; Owner: -
--

COMMENT ON COLUMN health.import_upload.sha256 IS 'Digest of the whole file, as the client announced it; null where it did not.';


--
-- Name: COLUMN import_upload.idempotency_key; Type: COMMENT; Schema: health; Owner: -
--

COMMENT ON COLUMN health.import_upload.idempotency_key IS 'The client''s name for the upload, so that one whose answer was lost is found again; null where it gave none or it is forgotten.';


--
-- Name: COLUMN import_upload.taken_at; Type: COMMENT; Schema: health; Owner: -
--

COMMENT ON COLUMN health.import_upload.taken_at IS 'When it was taken from the queue last; null before.';


--
-- Name: installed_code; Type: TABLE; Schema: health; Owner: -
--

CREATE TABLE health.installed_code (
    name text NOT NULL,
    sha256 text NOT NULL,
    drop_statements text NOT NULL
);


--
-- Name: TABLE installed_code; Type: COMMENT; Schema: health; Owner: -
--

COMMENT ON TABLE health.installed_code IS 'What is created again when the program''s copy of it changes.';


--
-- Name: COLUMN installed_code.name; Type: COMMENT; Schema: health; Owner: -
--

COMMENT ON COLUMN health.installed_code.name IS 'code (functions and views), access, catalogue or time_zone_offset.';


--
-- Name: COLUMN installed_code.sha256; Type: COMMENT; Schema: health; Owner: -
--

COMMENT ON COLUMN health.installed_code.sha256 IS 'SHA-256 of all its texts, or of what they are made of, in hexadecimal digits.';


--
-- Name: COLUMN installed_code.drop_statements; Type: COMMENT; Schema: health; Owner: -
--

COMMENT ON COLUMN health.installed_code.drop_statements IS 'How to drop what is installed, in order.';


--
-- Name: metadata_key; Type: TABLE; Schema: health; Owner: -
--

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


--
-- Name: TABLE metadata_key; Type: COMMENT; Schema: health; Owner: -
--

COMMENT ON TABLE health.metadata_key IS 'The metadata keys that HealthKit defines (HKMetadataKey…); apps add keys of their own.';


--
-- Name: COLUMN metadata_key.constant; Type: COMMENT; Schema: health; Owner: -
--

COMMENT ON COLUMN health.metadata_key.constant IS 'Name of HealthKit''s constant.';


--
-- Name: COLUMN metadata_key.raw_key; Type: COMMENT; Schema: health; Owner: -
--

COMMENT ON COLUMN health.metadata_key.raw_key IS 'The key in health.sample_detail.metadata.';


--
-- Name: COLUMN metadata_key.ios_introduced; Type: COMMENT; Schema: health; Owner: -
--

COMMENT ON COLUMN health.metadata_key.ios_introduced IS 'The first iOS release with it.';


--
-- Name: COLUMN metadata_key.value_type; Type: COMMENT; Schema: health; Owner: -
--

COMMENT ON COLUMN health.metadata_key.value_type IS 'What kind of value it has.';


--
-- Name: COLUMN metadata_key.enum_or_unit; Type: COMMENT; Schema: health; Owner: -
--

COMMENT ON COLUMN health.metadata_key.enum_or_unit IS 'The enum of its values in health.enum_value, or their unit.';


--
-- Name: COLUMN metadata_key.applies_to; Type: COMMENT; Schema: health; Owner: -
--

COMMENT ON COLUMN health.metadata_key.applies_to IS 'Which samples have it.';


--
-- Name: COLUMN metadata_key.meaning; Type: COMMENT; Schema: health; Owner: -
--

COMMENT ON COLUMN health.metadata_key.meaning IS 'What it says.';


--
-- Name: COLUMN metadata_key.export_xml_value_example; Type: COMMENT; Schema: health; Owner: -
--

COMMENT ON COLUMN health.metadata_key.export_xml_value_example IS 'What an export prints.';


--
-- Name: migration; Type: TABLE; Schema: health; Owner: -
--

CREATE TABLE health.migration (
    number integer NOT NULL,
    name text NOT NULL,
    sha256 text NOT NULL,
    applied_at timestamp with time zone DEFAULT now() NOT NULL
);


--
-- Name: TABLE migration; Type: COMMENT; Schema: health; Owner: -
--

COMMENT ON TABLE health.migration IS 'The migrations that ran here.';


--
-- Name: COLUMN migration.number; Type: COMMENT; Schema: health; Owner: -
--

COMMENT ON COLUMN health.migration.number IS 'Their order.';


--
-- Name: COLUMN migration.name; Type: COMMENT; Schema: health; Owner: -
--

COMMENT ON COLUMN health.migration.name IS 'Name of the file.';


--
-- Name: COLUMN migration.sha256; Type: COMMENT; Schema: health; Owner: -
--

COMMENT ON COLUMN health.migration.sha256 IS 'SHA-256 of the file''s text, in hexadecimal digits.';


--
-- Name: COLUMN migration.applied_at; Type: COMMENT; Schema: health; Owner: -
--

COMMENT ON COLUMN health.migration.applied_at IS 'When it ran.';


--
-- Name: other_sample_type; Type: TABLE; Schema: health; Owner: -
--

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
    note text,
    display_name text,
    display_group text
);


--
-- Name: TABLE other_sample_type; Type: COMMENT; Schema: health; Owner: -
--

COMMENT ON TABLE health.other_sample_type IS 'HealthKit''s objects that are neither quantity, category nor correlation.';


--
-- Name: COLUMN other_sample_type.constant; Type: COMMENT; Schema: health; Owner: -
--

COMMENT ON COLUMN health.other_sample_type.constant IS 'Name of HealthKit''s constant.';


--
-- Name: COLUMN other_sample_type.raw_string; Type: COMMENT; Schema: health; Owner: -
--

COMMENT ON COLUMN health.other_sample_type.raw_string IS 'The identifier as apps send it; null for parts that have none.';


--
-- Name: COLUMN other_sample_type.short_name; Type: COMMENT; Schema: health; Owner: -
--

COMMENT ON COLUMN health.other_sample_type.short_name IS 'A name like those of the other types.';


--
-- Name: COLUMN other_sample_type.api_class; Type: COMMENT; Schema: health; Owner: -
--

COMMENT ON COLUMN health.other_sample_type.api_class IS 'HealthKit''s class.';


--
-- Name: COLUMN other_sample_type.category; Type: COMMENT; Schema: health; Owner: -
--

COMMENT ON COLUMN health.other_sample_type.category IS 'What it is about.';


--
-- Name: COLUMN other_sample_type.ios_introduced; Type: COMMENT; Schema: health; Owner: -
--

COMMENT ON COLUMN health.other_sample_type.ios_introduced IS 'The first iOS release with it.';


--
-- Name: COLUMN other_sample_type.is_sample; Type: COMMENT; Schema: health; Owner: -
--

COMMENT ON COLUMN health.other_sample_type.is_sample IS 'Whether it is an HKSample; null where unknown.';


--
-- Name: COLUMN other_sample_type.export_xml_representation; Type: COMMENT; Schema: health; Owner: -
--

COMMENT ON COLUMN health.other_sample_type.export_xml_representation IS 'How exports show it.';


--
-- Name: COLUMN other_sample_type.main_fields; Type: COMMENT; Schema: health; Owner: -
--

COMMENT ON COLUMN health.other_sample_type.main_fields IS 'What it holds.';


--
-- Name: COLUMN other_sample_type.note; Type: COMMENT; Schema: health; Owner: -
--

COMMENT ON COLUMN health.other_sample_type.note IS 'What else is worth knowing.';


--
-- Name: COLUMN other_sample_type.display_name; Type: COMMENT; Schema: health; Owner: -
--

COMMENT ON COLUMN health.other_sample_type.display_name IS 'The Health app''s name of the type.';


--
-- Name: COLUMN other_sample_type.display_group; Type: COMMENT; Schema: health; Owner: -
--

COMMENT ON COLUMN health.other_sample_type.display_group IS 'The Health app''s group, a row of health.type_group.';


--
-- Name: person_person_id_seq; Type: SEQUENCE; Schema: health; Owner: -
--

ALTER TABLE health.person ALTER COLUMN person_id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME health.person_person_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);


--
-- Name: SEQUENCE person_person_id_seq; Type: COMMENT; Schema: health; Owner: -
--

COMMENT ON SEQUENCE health.person_person_id_seq IS 'The numbers of people.';


--
-- Name: person_sample_type; Type: TABLE; Schema: health; Owner: -
--

CREATE TABLE health.person_sample_type (
    person_id integer NOT NULL,
    sample_type_id integer NOT NULL
);
ALTER TABLE ONLY health.person_sample_type ALTER COLUMN person_id SET STATISTICS 0;


--
-- Name: TABLE person_sample_type; Type: COMMENT; Schema: health; Owner: -
--

COMMENT ON TABLE health.person_sample_type IS 'Which sample types that are in no catalogue a person''s samples and deletions have named. It is counted against the limit of a person.';


--
-- Name: COLUMN person_sample_type.person_id; Type: COMMENT; Schema: health; Owner: -
--

COMMENT ON COLUMN health.person_sample_type.person_id IS 'Whose samples.';


--
-- Name: COLUMN person_sample_type.sample_type_id; Type: COMMENT; Schema: health; Owner: -
--

COMMENT ON COLUMN health.person_sample_type.sample_type_id IS 'The type.';


--
-- Name: person_unit; Type: TABLE; Schema: health; Owner: -
--

CREATE TABLE health.person_unit (
    person_id integer NOT NULL,
    unit_id integer NOT NULL
);
ALTER TABLE ONLY health.person_unit ALTER COLUMN person_id SET STATISTICS 0;


--
-- Name: TABLE person_unit; Type: COMMENT; Schema: health; Owner: -
--

COMMENT ON TABLE health.person_unit IS 'In which units a person''s samples have been sent since this table exists. It is counted against the limit of a person.';


--
-- Name: COLUMN person_unit.person_id; Type: COMMENT; Schema: health; Owner: -
--

COMMENT ON COLUMN health.person_unit.person_id IS 'Whose samples.';


--
-- Name: COLUMN person_unit.unit_id; Type: COMMENT; Schema: health; Owner: -
--

COMMENT ON COLUMN health.person_unit.unit_id IS 'The unit.';


--
-- Name: preference_change; Type: TABLE; Schema: health; Owner: -
--

CREATE TABLE health.preference_change (
    person_id integer NOT NULL,
    preference text NOT NULL,
    sample_type_id integer NOT NULL,
    change_position bigint NOT NULL,
    CONSTRAINT preference_change_preference_check CHECK ((preference = ANY (ARRAY['source_priority'::text, 'time_zones'::text, 'sources'::text])))
);
ALTER TABLE ONLY health.preference_change ALTER COLUMN person_id SET STATISTICS 0;


--
-- Name: TABLE preference_change; Type: COMMENT; Schema: health; Owner: -
--

COMMENT ON TABLE health.preference_change IS 'Where in the person''s change feed it was last said how samples are to be read: figures that were made before are old.';


--
-- Name: COLUMN preference_change.person_id; Type: COMMENT; Schema: health; Owner: -
--

COMMENT ON COLUMN health.preference_change.person_id IS 'Whose preference.';


--
-- Name: COLUMN preference_change.preference; Type: COMMENT; Schema: health; Owner: -
--

COMMENT ON COLUMN health.preference_change.preference IS 'source_priority (health.source_priority of one type), time_zones (health.time_zone_report), or sources (of one in health.source the bundle identifier became known, and with it the class).';


--
-- Name: COLUMN preference_change.sample_type_id; Type: COMMENT; Schema: health; Owner: -
--

COMMENT ON COLUMN health.preference_change.sample_type_id IS 'Of which type; 0 where it is of none.';


--
-- Name: COLUMN preference_change.change_position; Type: COMMENT; Schema: health; Owner: -
--

COMMENT ON COLUMN health.preference_change.change_position IS 'The place of its latest change.';


--
-- Name: preferred_unit; Type: TABLE; Schema: health; Owner: -
--

CREATE TABLE health.preferred_unit (
    person_id integer NOT NULL,
    sample_type_id integer NOT NULL,
    unit_string text NOT NULL,
    factor double precision NOT NULL,
    shift double precision NOT NULL,
    CONSTRAINT preferred_unit_unit_string_check CHECK ((octet_length(unit_string) <= 200))
);
ALTER TABLE ONLY health.preferred_unit ALTER COLUMN person_id SET STATISTICS 0;


--
-- Name: TABLE preferred_unit; Type: COMMENT; Schema: health; Owner: -
--

COMMENT ON TABLE health.preferred_unit IS 'The units that people chose for types. A type without a row is read in health.sample_type.preferred_unit.';


--
-- Name: COLUMN preferred_unit.person_id; Type: COMMENT; Schema: health; Owner: -
--

COMMENT ON COLUMN health.preferred_unit.person_id IS 'Who chose it.';


--
-- Name: COLUMN preferred_unit.sample_type_id; Type: COMMENT; Schema: health; Owner: -
--

COMMENT ON COLUMN health.preferred_unit.sample_type_id IS 'A quantity type of the catalogue.';


--
-- Name: COLUMN preferred_unit.unit_string; Type: COMMENT; Schema: health; Owner: -
--

COMMENT ON COLUMN health.preferred_unit.unit_string IS 'The unit in HealthKit''s spelling.';


--
-- Name: COLUMN preferred_unit.factor; Type: COMMENT; Schema: health; Owner: -
--

COMMENT ON COLUMN health.preferred_unit.factor IS 'A value in the unit is the canonical value * factor + shift.';


--
-- Name: COLUMN preferred_unit.shift; Type: COMMENT; Schema: health; Owner: -
--

COMMENT ON COLUMN health.preferred_unit.shift IS 'What is added to the product.';


--
-- Name: quantity_series; Type: TABLE; Schema: health; Owner: -
--

CREATE TABLE health.quantity_series (
    person_id integer NOT NULL,
    uuid uuid NOT NULL,
    count integer NOT NULL,
    quantity double precision NOT NULL,
    digest bytea NOT NULL,
    CONSTRAINT quantity_series_count_check CHECK ((count > 0))
);
ALTER TABLE ONLY health.quantity_series ALTER COLUMN person_id SET STATISTICS 0;


--
-- Name: TABLE quantity_series; Type: COMMENT; Schema: health; Owner: -
--

COMMENT ON TABLE health.quantity_series IS 'What a quantity series has beside the columns of health.sample (HKQuantitySeriesSample).';


--
-- Name: COLUMN quantity_series.person_id; Type: COMMENT; Schema: health; Owner: -
--

COMMENT ON COLUMN health.quantity_series.person_id IS 'Whose series.';


--
-- Name: COLUMN quantity_series.uuid; Type: COMMENT; Schema: health; Owner: -
--

COMMENT ON COLUMN health.quantity_series.uuid IS 'The sample.';


--
-- Name: COLUMN quantity_series.count; Type: COMMENT; Schema: health; Owner: -
--

COMMENT ON COLUMN health.quantity_series.count IS 'How many rows of health.series_quantity it has.';


--
-- Name: COLUMN quantity_series.quantity; Type: COMMENT; Schema: health; Owner: -
--

COMMENT ON COLUMN health.quantity_series.quantity IS 'HealthKit''s summary in the type''s canonical unit: as sent, or the sum (of cumulative types) or plain average of the quantities. No statistics are made from it.';


--
-- Name: COLUMN quantity_series.digest; Type: COMMENT; Schema: health; Owner: -
--

COMMENT ON COLUMN health.quantity_series.digest IS 'SHA-256 of the quantities as sent: tells whether they changed.';


--
-- Name: unit; Type: TABLE; Schema: health; Owner: -
--

CREATE TABLE health.unit (
    unit_id integer NOT NULL,
    unit_string text NOT NULL,
    CONSTRAINT unit_unit_string_check CHECK ((octet_length(unit_string) <= 200))
);


--
-- Name: TABLE unit; Type: COMMENT; Schema: health; Owner: -
--

COMMENT ON TABLE health.unit IS 'Every unit string that a sample was sent in.';


--
-- Name: COLUMN unit.unit_id; Type: COMMENT; Schema: health; Owner: -
--

COMMENT ON COLUMN health.unit.unit_id IS 'The number that samples hold; differs between databases.';


--
-- Name: COLUMN unit.unit_string; Type: COMMENT; Schema: health; Owner: -
--

COMMENT ON COLUMN health.unit.unit_string IS 'The unit as sent, in HealthKit''s grammar.';


--
-- Name: quantity_sample; Type: VIEW; Schema: health; Owner: -
--

CREATE VIEW health.quantity_sample WITH (security_invoker='true') AS
 SELECT sample.person_id,
    person.name AS person,
    sample.uuid,
    sample_type.short_name AS type,
    sample.start_time,
    sample.end_time,
    ((COALESCE(sample.quantity, ( SELECT quantity_series.quantity
           FROM health.quantity_series
          WHERE ((quantity_series.person_id = sample.person_id) AND (quantity_series.uuid = sample.uuid)))) * COALESCE(((chosen.unit -> 1))::double precision, sample_type.preferred_factor, (1)::double precision)) + COALESCE(((chosen.unit -> 2))::double precision, sample_type.preferred_shift, (0)::double precision)) AS quantity,
    COALESCE((chosen.unit ->> 0), sample_type.preferred_unit, unit.unit_string) AS unit,
    COALESCE(sample.sent_quantity, sample.quantity) AS sent_quantity,
    unit.unit_string AS sent_unit,
    source.name AS source,
    source.was_user_entered,
    source_revision.version AS source_version,
    device.name AS device,
    sample.creation_time,
    ( SELECT sample_detail.metadata
           FROM health.sample_detail
          WHERE ((sample_detail.person_id = sample.person_id) AND (sample_detail.uuid = sample.uuid))) AS metadata,
    ( SELECT quantity_series.count
           FROM health.quantity_series
          WHERE ((quantity_series.person_id = sample.person_id) AND (quantity_series.uuid = sample.uuid))) AS count,
        CASE
            WHEN (source.source_class = 'aggregate'::text) THEN ((( SELECT aggregate_extreme.quantity
               FROM health.aggregate_extreme
              WHERE ((aggregate_extreme.person_id = sample.person_id) AND (aggregate_extreme.uuid = sample.uuid) AND (aggregate_extreme.ordinal = ANY (ARRAY['-1'::integer, '-3'::integer])))) * COALESCE(((chosen.unit -> 1))::double precision, sample_type.preferred_factor, (1)::double precision)) + COALESCE(((chosen.unit -> 2))::double precision, sample_type.preferred_shift, (0)::double precision))
            ELSE NULL::double precision
        END AS minimum,
        CASE
            WHEN (source.source_class = 'aggregate'::text) THEN ((( SELECT aggregate_extreme.quantity
               FROM health.aggregate_extreme
              WHERE ((aggregate_extreme.person_id = sample.person_id) AND (aggregate_extreme.uuid = sample.uuid) AND (aggregate_extreme.ordinal = ANY (ARRAY['-2'::integer, '-4'::integer])))) * COALESCE(((chosen.unit -> 1))::double precision, sample_type.preferred_factor, (1)::double precision)) + COALESCE(((chosen.unit -> 2))::double precision, sample_type.preferred_shift, (0)::double precision))
            ELSE NULL::double precision
        END AS maximum
   FROM (((((((health.sample
     JOIN health.sample_type USING (sample_type_id))
     JOIN health.person ON ((person.person_id = sample.person_id)))
     LEFT JOIN health.unit ON ((unit.unit_id = sample.sent_unit_id)))
     LEFT JOIN health.source_revision ON (((source_revision.person_id = sample.person_id) AND (source_revision.source_revision_id = sample.source_revision_id))))
     LEFT JOIN health.source ON (((source.person_id = source_revision.person_id) AND (source.source_id = source_revision.source_id))))
     LEFT JOIN health.device ON (((device.person_id = sample.person_id) AND (device.device_id = sample.device_id))))
     CROSS JOIN LATERAL ( SELECT
                CASE
                    WHEN (EXISTS ( SELECT
                       FROM health.preferred_unit)) THEN (( SELECT jsonb_object_agg(((preferred_unit.person_id || ' '::text) || preferred_unit.sample_type_id), jsonb_build_array(preferred_unit.unit_string, preferred_unit.factor, preferred_unit.shift)) AS jsonb_object_agg
                       FROM health.preferred_unit) -> ((sample.person_id || ' '::text) || sample.sample_type_id))
                    ELSE NULL::jsonb
                END AS "case") chosen(unit))
  WHERE (sample_type.kind = 'quantity'::text);


--
-- Name: VIEW quantity_sample; Type: COMMENT; Schema: health; Owner: -
--

COMMENT ON VIEW health.quantity_sample IS 'Quantity samples with readable names (HKQuantitySample).';


--
-- Name: COLUMN quantity_sample.person_id; Type: COMMENT; Schema: health; Owner: -
--

COMMENT ON COLUMN health.quantity_sample.person_id IS 'The person to whom the sample belongs.';


--
-- Name: COLUMN quantity_sample.person; Type: COMMENT; Schema: health; Owner: -
--

COMMENT ON COLUMN health.quantity_sample.person IS 'The person''s name.';


--
-- Name: COLUMN quantity_sample.uuid; Type: COMMENT; Schema: health; Owner: -
--

COMMENT ON COLUMN health.quantity_sample.uuid IS 'HealthKit''s uuid, or one computed from the content.';


--
-- Name: COLUMN quantity_sample.type; Type: COMMENT; Schema: health; Owner: -
--

COMMENT ON COLUMN health.quantity_sample.type IS 'Short name of the type, such as stepCount.';


--
-- Name: COLUMN quantity_sample.start_time; Type: COMMENT; Schema: health; Owner: -
--

COMMENT ON COLUMN health.quantity_sample.start_time IS 'Start.';


--
-- Name: COLUMN quantity_sample.end_time; Type: COMMENT; Schema: health; Owner: -
--

COMMENT ON COLUMN health.quantity_sample.end_time IS 'End, exclusive; equal to the start for a point.';


--
-- Name: COLUMN quantity_sample.quantity; Type: COMMENT; Schema: health; Owner: -
--

COMMENT ON COLUMN health.quantity_sample.quantity IS 'Value in unit. For a series its summary; the parts are in series_quantity_part. Null for an aggregate without an average. A sum over several sources counts the same time twice.';


--
-- Name: COLUMN quantity_sample.unit; Type: COMMENT; Schema: health; Owner: -
--

COMMENT ON COLUMN health.quantity_sample.unit IS 'The person''s choice for the type, else the type''s preferred unit; the unit as sent if the type is not in the catalogue. health.sample has values in the canonical unit.';


--
-- Name: COLUMN quantity_sample.sent_quantity; Type: COMMENT; Schema: health; Owner: -
--

COMMENT ON COLUMN health.quantity_sample.sent_quantity IS 'Value as sent; null for a series without one.';


--
-- Name: COLUMN quantity_sample.sent_unit; Type: COMMENT; Schema: health; Owner: -
--

COMMENT ON COLUMN health.quantity_sample.sent_unit IS 'Unit as sent.';


--
-- Name: COLUMN quantity_sample.source; Type: COMMENT; Schema: health; Owner: -
--

COMMENT ON COLUMN health.quantity_sample.source IS 'Name of the source.';


--
-- Name: COLUMN quantity_sample.was_user_entered; Type: COMMENT; Schema: health; Owner: -
--

COMMENT ON COLUMN health.quantity_sample.was_user_entered IS 'Whether the sample was entered by hand.';


--
-- Name: COLUMN quantity_sample.source_version; Type: COMMENT; Schema: health; Owner: -
--

COMMENT ON COLUMN health.quantity_sample.source_version IS 'Version of the source; null if not sent.';


--
-- Name: COLUMN quantity_sample.device; Type: COMMENT; Schema: health; Owner: -
--

COMMENT ON COLUMN health.quantity_sample.device IS 'Name of the device; null if not sent.';


--
-- Name: COLUMN quantity_sample.creation_time; Type: COMMENT; Schema: health; Owner: -
--

COMMENT ON COLUMN health.quantity_sample.creation_time IS 'When the sample was saved on the phone; null if not sent.';


--
-- Name: COLUMN quantity_sample.metadata; Type: COMMENT; Schema: health; Owner: -
--

COMMENT ON COLUMN health.quantity_sample.metadata IS 'HKMetadata; null if there is none.';


--
-- Name: COLUMN quantity_sample.count; Type: COMMENT; Schema: health; Owner: -
--

COMMENT ON COLUMN health.quantity_sample.count IS 'Number of quantities of a series, in series_quantity_part; null if the sample is not a series.';


--
-- Name: COLUMN quantity_sample.minimum; Type: COMMENT; Schema: health; Owner: -
--

COMMENT ON COLUMN health.quantity_sample.minimum IS 'Minimum of an aggregate in unit; null if its client sent none.';


--
-- Name: COLUMN quantity_sample.maximum; Type: COMMENT; Schema: health; Owner: -
--

COMMENT ON COLUMN health.quantity_sample.maximum IS 'Maximum of an aggregate in unit; null if its client sent none.';


--
-- Name: quantity_type; Type: TABLE; Schema: health; Owner: -
--

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
    note text,
    display_name text,
    display_group text,
    preferred_unit text,
    other_units text
);


--
-- Name: TABLE quantity_type; Type: COMMENT; Schema: health; Owner: -
--

COMMENT ON TABLE health.quantity_type IS 'HealthKit''s quantity types (HKQuantityTypeIdentifier).';


--
-- Name: COLUMN quantity_type.identifier; Type: COMMENT; Schema: health; Owner: -
--

COMMENT ON COLUMN health.quantity_type.identifier IS 'The identifier as apps send it and exports print it.';


--
-- Name: COLUMN quantity_type.short_name; Type: COMMENT; Schema: health; Owner: -
--

COMMENT ON COLUMN health.quantity_type.short_name IS 'HealthKit''s name in Swift, such as stepCount.';


--
-- Name: COLUMN quantity_type.aggregation_style; Type: COMMENT; Schema: health; Owner: -
--

COMMENT ON COLUMN health.quantity_type.aggregation_style IS 'HKQuantityAggregationStyle: cumulative, discreteArithmetic, discreteTemporallyWeighted or discreteEquivalentContinuousLevel; null where nobody knows it.';


--
-- Name: COLUMN quantity_type.aggregation_style_before_ios_26_4; Type: COMMENT; Schema: health; Owner: -
--

COMMENT ON COLUMN health.quantity_type.aggregation_style_before_ios_26_4 IS 'The style in older releases, where it was another.';


--
-- Name: COLUMN quantity_type.canonical_unit; Type: COMMENT; Schema: health; Owner: -
--

COMMENT ON COLUMN health.quantity_type.canonical_unit IS 'The unit of health.sample.quantity for this type.';


--
-- Name: COLUMN quantity_type.unit_dimension; Type: COMMENT; Schema: health; Owner: -
--

COMMENT ON COLUMN health.quantity_type.unit_dimension IS 'What the unit measures.';


--
-- Name: COLUMN quantity_type.percent_stored_as_fraction; Type: COMMENT; Schema: health; Owner: -
--

COMMENT ON COLUMN health.quantity_type.percent_stored_as_fraction IS 'True where a value of 0.25 means 25 %.';


--
-- Name: COLUMN quantity_type.ios_introduced; Type: COMMENT; Schema: health; Owner: -
--

COMMENT ON COLUMN health.quantity_type.ios_introduced IS 'The first iOS release with it.';


--
-- Name: COLUMN quantity_type.app_read_only; Type: COMMENT; Schema: health; Owner: -
--

COMMENT ON COLUMN health.quantity_type.app_read_only IS 'True where apps may only read it; null where unknown.';


--
-- Name: COLUMN quantity_type.export_xml_units_observed; Type: COMMENT; Schema: health; Owner: -
--

COMMENT ON COLUMN health.quantity_type.export_xml_units_observed IS 'Units seen in exports, which follow the person''s settings.';


--
-- Name: COLUMN quantity_type.note; Type: COMMENT; Schema: health; Owner: -
--

COMMENT ON COLUMN health.quantity_type.note IS 'What else is worth knowing.';


--
-- Name: COLUMN quantity_type.display_name; Type: COMMENT; Schema: health; Owner: -
--

COMMENT ON COLUMN health.quantity_type.display_name IS 'The Health app''s name of the type.';


--
-- Name: COLUMN quantity_type.display_group; Type: COMMENT; Schema: health; Owner: -
--

COMMENT ON COLUMN health.quantity_type.display_group IS 'The Health app''s group, a row of health.type_group.';


--
-- Name: COLUMN quantity_type.preferred_unit; Type: COMMENT; Schema: health; Owner: -
--

COMMENT ON COLUMN health.quantity_type.preferred_unit IS 'The unit that an export of a phone with metric settings prints; people read values in it unless they choose another.';


--
-- Name: COLUMN quantity_type.other_units; Type: COMMENT; Schema: health; Owner: -
--

COMMENT ON COLUMN health.quantity_type.other_units IS 'Other units that people choose, separated by "; ".';


--
-- Name: recognised_record; Type: TABLE; Schema: health; Owner: -
--

CREATE TABLE health.recognised_record (
    person_id integer NOT NULL,
    imported_uuid uuid NOT NULL,
    sample_uuid uuid NOT NULL,
    device_id integer,
    creation_time timestamp with time zone,
    metadata jsonb,
    parts jsonb
);
ALTER TABLE ONLY health.recognised_record ALTER COLUMN person_id SET STATISTICS 0;


--
-- Name: TABLE recognised_record; Type: COMMENT; Schema: health; Owner: -
--

COMMENT ON TABLE health.recognised_record IS 'Records of exports that are the same as a sample with another uuid: the one that the phone sent, as a rule. They stand for it, also after it was deleted, and are not stored as samples. Device, creation time, metadata and parts are kept here where the sample itself has none, the parts of a workout always. Metadata and parts go when the sample is deleted.';


--
-- Name: COLUMN recognised_record.person_id; Type: COMMENT; Schema: health; Owner: -
--

COMMENT ON COLUMN health.recognised_record.person_id IS 'Whose record.';


--
-- Name: COLUMN recognised_record.imported_uuid; Type: COMMENT; Schema: health; Owner: -
--

COMMENT ON COLUMN health.recognised_record.imported_uuid IS 'What the record''s uuid would be. If it was a sample before, it is in health.deleted_sample, so that readers of the change feed forget it.';


--
-- Name: COLUMN recognised_record.sample_uuid; Type: COMMENT; Schema: health; Owner: -
--

COMMENT ON COLUMN health.recognised_record.sample_uuid IS 'The sample, which may have been deleted since.';


--
-- Name: COLUMN recognised_record.device_id; Type: COMMENT; Schema: health; Owner: -
--

COMMENT ON COLUMN health.recognised_record.device_id IS 'What made it, in health.device; null where the sample says it.';


--
-- Name: COLUMN recognised_record.creation_time; Type: COMMENT; Schema: health; Owner: -
--

COMMENT ON COLUMN health.recognised_record.creation_time IS 'When it was saved on the phone; null where the sample says it.';


--
-- Name: COLUMN recognised_record.metadata; Type: COMMENT; Schema: health; Owner: -
--

COMMENT ON COLUMN health.recognised_record.metadata IS 'As in health.sample_detail; null where the sample has its own.';


--
-- Name: COLUMN recognised_record.parts; Type: COMMENT; Schema: health; Owner: -
--

COMMENT ON COLUMN health.recognised_record.parts IS 'As in health.sample_detail; null where the sample has its own. Of a workout the record''s own parts: the phone sends it without the statistics and zones that an export has.';


--
-- Name: sample_sync; Type: TABLE; Schema: health; Owner: -
--

CREATE TABLE health.sample_sync (
    person_id integer NOT NULL,
    sample_type_id integer NOT NULL,
    source_id integer NOT NULL,
    identifier text NOT NULL,
    version numeric NOT NULL,
    uuid uuid NOT NULL,
    CONSTRAINT sample_sync_identifier_check CHECK (((octet_length(identifier) >= 1) AND (octet_length(identifier) <= 1000)))
);
ALTER TABLE ONLY health.sample_sync ALTER COLUMN person_id SET STATISTICS 0;


--
-- Name: TABLE sample_sync; Type: COMMENT; Schema: health; Owner: -
--

COMMENT ON TABLE health.sample_sync IS 'The greatest version seen of each identifier that apps gave their samples (HKMetadataKeySyncIdentifier), kept for ever: an older version that comes late is not stored, even if the newer one has been deleted. Imports write nothing here.';


--
-- Name: COLUMN sample_sync.person_id; Type: COMMENT; Schema: health; Owner: -
--

COMMENT ON COLUMN health.sample_sync.person_id IS 'Whose samples.';


--
-- Name: COLUMN sample_sync.sample_type_id; Type: COMMENT; Schema: health; Owner: -
--

COMMENT ON COLUMN health.sample_sync.sample_type_id IS 'Their type; the same identifier of another type is another.';


--
-- Name: COLUMN sample_sync.source_id; Type: COMMENT; Schema: health; Owner: -
--

COMMENT ON COLUMN health.sample_sync.source_id IS 'Their source; the same identifier of another source is another.';


--
-- Name: COLUMN sample_sync.identifier; Type: COMMENT; Schema: health; Owner: -
--

COMMENT ON COLUMN health.sample_sync.identifier IS 'HKMetadataKeySyncIdentifier; 1 to 1,000 bytes.';


--
-- Name: COLUMN sample_sync.version; Type: COMMENT; Schema: health; Owner: -
--

COMMENT ON COLUMN health.sample_sync.version IS 'HKMetadataKeySyncVersion, the greatest that came.';


--
-- Name: COLUMN sample_sync.uuid; Type: COMMENT; Schema: health; Owner: -
--

COMMENT ON COLUMN health.sample_sync.uuid IS 'The sample of this version, which may have been deleted.';


--
-- Name: sample_type_sample_type_id_seq; Type: SEQUENCE; Schema: health; Owner: -
--

ALTER TABLE health.sample_type ALTER COLUMN sample_type_id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME health.sample_type_sample_type_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);


--
-- Name: SEQUENCE sample_type_sample_type_id_seq; Type: COMMENT; Schema: health; Owner: -
--

COMMENT ON SEQUENCE health.sample_type_sample_type_id_seq IS 'The numbers of sample types.';


--
-- Name: series_quantity_part; Type: VIEW; Schema: health; Owner: -
--

CREATE VIEW health.series_quantity_part WITH (security_invoker='true') AS
 SELECT series_quantity.person_id,
    person.name AS person,
    series_quantity.uuid,
    series_quantity.ordinal,
    sample_type.short_name AS type,
    series_quantity.start_time,
    series_quantity.end_time,
    ((series_quantity.quantity * COALESCE(((chosen.unit -> 1))::double precision, sample_type.preferred_factor, (1)::double precision)) + COALESCE(((chosen.unit -> 2))::double precision, sample_type.preferred_shift, (0)::double precision)) AS quantity,
    COALESCE((chosen.unit ->> 0), sample_type.preferred_unit, unit.unit_string) AS unit,
    COALESCE(series_quantity.sent_quantity, series_quantity.quantity) AS sent_quantity,
    unit.unit_string AS sent_unit,
    source.name AS source,
    source.was_user_entered
   FROM (((((((health.series_quantity
     JOIN health.sample_type USING (sample_type_id))
     JOIN health.person ON ((person.person_id = series_quantity.person_id)))
     JOIN health.sample ON (((sample.person_id = series_quantity.person_id) AND (sample.uuid = series_quantity.uuid))))
     LEFT JOIN health.unit ON ((unit.unit_id = sample.sent_unit_id)))
     LEFT JOIN health.source_revision ON (((source_revision.person_id = series_quantity.person_id) AND (source_revision.source_revision_id = series_quantity.source_revision_id))))
     LEFT JOIN health.source ON (((source.person_id = source_revision.person_id) AND (source.source_id = source_revision.source_id))))
     CROSS JOIN LATERAL ( SELECT
                CASE
                    WHEN (EXISTS ( SELECT
                       FROM health.preferred_unit)) THEN (( SELECT jsonb_object_agg(((preferred_unit.person_id || ' '::text) || preferred_unit.sample_type_id), jsonb_build_array(preferred_unit.unit_string, preferred_unit.factor, preferred_unit.shift)) AS jsonb_object_agg
                       FROM health.preferred_unit) -> ((series_quantity.person_id || ' '::text) || series_quantity.sample_type_id))
                    ELSE NULL::jsonb
                END AS "case") chosen(unit));


--
-- Name: VIEW series_quantity_part; Type: COMMENT; Schema: health; Owner: -
--

COMMENT ON VIEW health.series_quantity_part IS 'The quantities inside series, with readable names (HKQuantitySeriesSampleQuery). Statistics are computed from these and from the rows of quantity_sample whose count is null.';


--
-- Name: COLUMN series_quantity_part.person_id; Type: COMMENT; Schema: health; Owner: -
--

COMMENT ON COLUMN health.series_quantity_part.person_id IS 'The person to whom the series belongs.';


--
-- Name: COLUMN series_quantity_part.person; Type: COMMENT; Schema: health; Owner: -
--

COMMENT ON COLUMN health.series_quantity_part.person IS 'The person''s name.';


--
-- Name: COLUMN series_quantity_part.uuid; Type: COMMENT; Schema: health; Owner: -
--

COMMENT ON COLUMN health.series_quantity_part.uuid IS 'The series, in quantity_sample.';


--
-- Name: COLUMN series_quantity_part.ordinal; Type: COMMENT; Schema: health; Owner: -
--

COMMENT ON COLUMN health.series_quantity_part.ordinal IS 'Position in the series in order of start, from 0.';


--
-- Name: COLUMN series_quantity_part.type; Type: COMMENT; Schema: health; Owner: -
--

COMMENT ON COLUMN health.series_quantity_part.type IS 'Short name of the type, such as heartRate.';


--
-- Name: COLUMN series_quantity_part.start_time; Type: COMMENT; Schema: health; Owner: -
--

COMMENT ON COLUMN health.series_quantity_part.start_time IS 'Start.';


--
-- Name: COLUMN series_quantity_part.end_time; Type: COMMENT; Schema: health; Owner: -
--

COMMENT ON COLUMN health.series_quantity_part.end_time IS 'End, exclusive; equal to the start for a point.';


--
-- Name: COLUMN series_quantity_part.quantity; Type: COMMENT; Schema: health; Owner: -
--

COMMENT ON COLUMN health.series_quantity_part.quantity IS 'Value in unit. A sum over several sources counts the same time twice.';


--
-- Name: COLUMN series_quantity_part.unit; Type: COMMENT; Schema: health; Owner: -
--

COMMENT ON COLUMN health.series_quantity_part.unit IS 'The person''s choice for the type, else the type''s preferred unit; the unit as sent if the type is not in the catalogue.';


--
-- Name: COLUMN series_quantity_part.sent_quantity; Type: COMMENT; Schema: health; Owner: -
--

COMMENT ON COLUMN health.series_quantity_part.sent_quantity IS 'Value as sent.';


--
-- Name: COLUMN series_quantity_part.sent_unit; Type: COMMENT; Schema: health; Owner: -
--

COMMENT ON COLUMN health.series_quantity_part.sent_unit IS 'Unit as sent.';


--
-- Name: COLUMN series_quantity_part.source; Type: COMMENT; Schema: health; Owner: -
--

COMMENT ON COLUMN health.series_quantity_part.source IS 'Name of the source.';


--
-- Name: COLUMN series_quantity_part.was_user_entered; Type: COMMENT; Schema: health; Owner: -
--

COMMENT ON COLUMN health.series_quantity_part.was_user_entered IS 'Whether the sample was entered by hand.';


--
-- Name: sleep_night; Type: VIEW; Schema: health; Owner: -
--

CREATE VIEW health.sleep_night WITH (security_invoker='true') AS
 SELECT person.person_id,
    person.name AS person,
    night.date,
    night.start_time,
    night.end_time,
    night.asleep,
    night.main_start_time,
    night.main_end_time,
    night.main_asleep,
    night.unspecified,
    night.core,
    night.deep,
    night.rem,
    night.awake,
    night.in_bed,
    night.efficiency,
    night.nap_count,
    night.source_ids,
    night.is_aggregate
   FROM (((health.person
     CROSS JOIN LATERAL ( SELECT
                CASE
                    WHEN (EXISTS ( SELECT
                       FROM health_code.time_zone_history(person.person_id) time_zone_history(start_time, time_zone, is_manual))) THEN 'person'::text
                    ELSE 'UTC'::text
                END AS time_zone) clock)
     CROSS JOIN LATERAL ( SELECT GREATEST(min(sample.start_time), '1900-01-01 00:00:00+00'::timestamp with time zone) AS first,
            LEAST((max(sample.start_time) + max(sample_extent.longest_duration)), '2099-12-01 00:00:00+00'::timestamp with time zone) AS last
           FROM (health.sample
             JOIN health.sample_extent USING (person_id, sample_type_id))
          WHERE ((sample.person_id = person.person_id) AND (sample.sample_type_id = ANY (ARRAY( SELECT sample_type.sample_type_id
                   FROM health.sample_type
                  WHERE (sample_type.identifier = ANY (ARRAY['HKCategoryTypeIdentifierSleepAnalysis'::text, 'hae:sleep_analysis'::text]))))))) recorded)
     CROSS JOIN LATERAL health_code.sleep_nights(person.name, clock.time_zone, (((recorded.first AT TIME ZONE 'UTC'::text))::date - 1), (((recorded.last AT TIME ZONE 'UTC'::text))::date + 3)) night(date, start_time, end_time, asleep, main_start_time, main_end_time, main_asleep, unspecified, core, deep, rem, awake, in_bed, efficiency, nap_count, source_ids, is_aggregate))
  WHERE ((recorded.first < (recorded.last + '1 day'::interval)) AND (night.source_ids <> '{}'::integer[]));


--
-- Name: VIEW sleep_night; Type: COMMENT; Schema: health; Owner: -
--

COMMENT ON VIEW health.sleep_night IS 'Every night with a record, on the person''s own clock (UTC if the person''s zones are not known). A query computes all nights of the selected people; health_code.sleep_nights computes a range of nights, on any clock.';


--
-- Name: COLUMN sleep_night.person_id; Type: COMMENT; Schema: health; Owner: -
--

COMMENT ON COLUMN health.sleep_night.person_id IS 'The person to whom the night belongs.';


--
-- Name: COLUMN sleep_night.person; Type: COMMENT; Schema: health; Owner: -
--

COMMENT ON COLUMN health.sleep_night.person IS 'The person''s name.';


--
-- Name: COLUMN sleep_night.date; Type: COMMENT; Schema: health; Owner: -
--

COMMENT ON COLUMN health.sleep_night.date IS 'The day on which the night ends.';


--
-- Name: COLUMN sleep_night.start_time; Type: COMMENT; Schema: health; Owner: -
--

COMMENT ON COLUMN health.sleep_night.start_time IS 'Start of the night: 18:00 of the day before.';


--
-- Name: COLUMN sleep_night.end_time; Type: COMMENT; Schema: health; Owner: -
--

COMMENT ON COLUMN health.sleep_night.end_time IS 'End of the night, exclusive.';


--
-- Name: COLUMN sleep_night.asleep; Type: COMMENT; Schema: health; Owner: -
--

COMMENT ON COLUMN health.sleep_night.asleep IS 'Seconds asleep in the main sleep and the naps; null without stages.';


--
-- Name: COLUMN sleep_night.main_start_time; Type: COMMENT; Schema: health; Owner: -
--

COMMENT ON COLUMN health.sleep_night.main_start_time IS 'Start of the main sleep; null if there are only naps.';


--
-- Name: COLUMN sleep_night.main_end_time; Type: COMMENT; Schema: health; Owner: -
--

COMMENT ON COLUMN health.sleep_night.main_end_time IS 'End of the main sleep.';


--
-- Name: COLUMN sleep_night.main_asleep; Type: COMMENT; Schema: health; Owner: -
--

COMMENT ON COLUMN health.sleep_night.main_asleep IS 'Seconds asleep in the main sleep; null without stages, like the stages below.';


--
-- Name: COLUMN sleep_night.unspecified; Type: COMMENT; Schema: health; Owner: -
--

COMMENT ON COLUMN health.sleep_night.unspecified IS 'Seconds asleep in an unspecified stage.';


--
-- Name: COLUMN sleep_night.core; Type: COMMENT; Schema: health; Owner: -
--

COMMENT ON COLUMN health.sleep_night.core IS 'Seconds of core sleep.';


--
-- Name: COLUMN sleep_night.deep; Type: COMMENT; Schema: health; Owner: -
--

COMMENT ON COLUMN health.sleep_night.deep IS 'Seconds of deep sleep.';


--
-- Name: COLUMN sleep_night.rem; Type: COMMENT; Schema: health; Owner: -
--

COMMENT ON COLUMN health.sleep_night.rem IS 'Seconds of REM sleep.';


--
-- Name: COLUMN sleep_night.awake; Type: COMMENT; Schema: health; Owner: -
--

COMMENT ON COLUMN health.sleep_night.awake IS 'Seconds awake inside the main sleep.';


--
-- Name: COLUMN sleep_night.in_bed; Type: COMMENT; Schema: health; Owner: -
--

COMMENT ON COLUMN health.sleep_night.in_bed IS 'Seconds in bed; null if none were recorded.';


--
-- Name: COLUMN sleep_night.efficiency; Type: COMMENT; Schema: health; Owner: -
--

COMMENT ON COLUMN health.sleep_night.efficiency IS 'Share of sleep in the recorded time, 0 to 1; null without stages.';


--
-- Name: COLUMN sleep_night.nap_count; Type: COMMENT; Schema: health; Owner: -
--

COMMENT ON COLUMN health.sleep_night.nap_count IS 'Number of sessions besides the main sleep.';


--
-- Name: COLUMN sleep_night.source_ids; Type: COMMENT; Schema: health; Owner: -
--

COMMENT ON COLUMN health.sleep_night.source_ids IS 'The sources that decided at least one instant (source_id in health.source), highest priority first.';


--
-- Name: COLUMN sleep_night.is_aggregate; Type: COMMENT; Schema: health; Owner: -
--

COMMENT ON COLUMN health.sleep_night.is_aggregate IS 'Whether the figures are those that an app sent for the whole night; such a night has no samples.';


--
-- Name: time_zone_offset; Type: TABLE; Schema: health; Owner: -
--

CREATE TABLE health.time_zone_offset (
    time_zone text NOT NULL,
    from_time timestamp with time zone NOT NULL,
    utc_offset integer NOT NULL
);


--
-- Name: TABLE time_zone_offset; Type: COMMENT; Schema: health; Owner: -
--

COMMENT ON TABLE health.time_zone_offset IS 'How far the clocks of the zones of the IANA database are ahead of UTC, from change to change until the year 2100. The program fills it whenever its knowledge of zones changed; health_code.clock reads it.';


--
-- Name: COLUMN time_zone_offset.time_zone; Type: COMMENT; Schema: health; Owner: -
--

COMMENT ON COLUMN health.time_zone_offset.time_zone IS 'A name that the program knows; other names of the same zone have rows of their own.';


--
-- Name: COLUMN time_zone_offset.from_time; Type: COMMENT; Schema: health; Owner: -
--

COMMENT ON COLUMN health.time_zone_offset.from_time IS 'From when on, until the next row of the zone; -infinity in its first row.';


--
-- Name: COLUMN time_zone_offset.utc_offset; Type: COMMENT; Schema: health; Owner: -
--

COMMENT ON COLUMN health.time_zone_offset.utc_offset IS 'Seconds that the clock is ahead of UTC.';


--
-- Name: token; Type: TABLE; Schema: health; Owner: -
--

CREATE TABLE health.token (
    person_id integer NOT NULL,
    token_id uuid NOT NULL,
    secret_sha256 bytea NOT NULL,
    name text NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    revoked_at timestamp with time zone,
    last_used_at timestamp with time zone,
    CONSTRAINT token_secret_sha256_check CHECK ((octet_length(secret_sha256) = 32))
)
WITH (fillfactor='50');
ALTER TABLE ONLY health.token ALTER COLUMN person_id SET STATISTICS 0;


--
-- Name: TABLE token; Type: COMMENT; Schema: health; Owner: -
--

COMMENT ON TABLE health.token IS 'Bearer tokens; each speaks for one person.';


--
-- Name: COLUMN token.person_id; Type: COMMENT; Schema: health; Owner: -
--

COMMENT ON COLUMN health.token.person_id IS 'The person for whom the token speaks.';


--
-- Name: COLUMN token.token_id; Type: COMMENT; Schema: health; Owner: -
--

COMMENT ON COLUMN health.token.token_id IS 'Names the token; the public half of what the client sends.';


--
-- Name: COLUMN token.secret_sha256; Type: COMMENT; Schema: health; Owner: -
--

COMMENT ON COLUMN health.token.secret_sha256 IS 'SHA-256 of the secret half, which is 256 random bits and is kept nowhere.';


--
-- Name: COLUMN token.name; Type: COMMENT; Schema: health; Owner: -
--

COMMENT ON COLUMN health.token.name IS 'What the token is for, in the operator''s words.';


--
-- Name: COLUMN token.created_at; Type: COMMENT; Schema: health; Owner: -
--

COMMENT ON COLUMN health.token.created_at IS 'When the token was made.';


--
-- Name: COLUMN token.revoked_at; Type: COMMENT; Schema: health; Owner: -
--

COMMENT ON COLUMN health.token.revoked_at IS 'From when on the token is refused; null while it is good.';


--
-- Name: COLUMN token.last_used_at; Type: COMMENT; Schema: health; Owner: -
--

COMMENT ON COLUMN health.token.last_used_at IS 'When a request last came with the token, written at most once a minute; null if none has come since the column exists.';


--
-- Name: type_group; Type: TABLE; Schema: health; Owner: -
--

CREATE TABLE health.type_group (
    name text NOT NULL,
    display_name text NOT NULL,
    color text NOT NULL
);


--
-- Name: TABLE type_group; Type: COMMENT; Schema: health; Owner: -
--

COMMENT ON TABLE health.type_group IS 'The groups in which the Health app shows types.';


--
-- Name: COLUMN type_group.name; Type: COMMENT; Schema: health; Owner: -
--

COMMENT ON COLUMN health.type_group.name IS 'What display_group of types names, such as heart.';


--
-- Name: COLUMN type_group.display_name; Type: COMMENT; Schema: health; Owner: -
--

COMMENT ON COLUMN health.type_group.display_name IS 'The Health app''s name of the group.';


--
-- Name: COLUMN type_group.color; Type: COMMENT; Schema: health; Owner: -
--

COMMENT ON COLUMN health.type_group.color IS 'The colour of the group, sRGB as #RRGGBB.';


--
-- Name: type_unit; Type: TABLE; Schema: health; Owner: -
--

CREATE TABLE health.type_unit (
    identifier text NOT NULL,
    unit_string text NOT NULL,
    factor double precision NOT NULL,
    shift double precision NOT NULL,
    is_preferred boolean NOT NULL,
    is_canonical boolean NOT NULL
);


--
-- Name: TABLE type_unit; Type: COMMENT; Schema: health; Owner: -
--

COMMENT ON TABLE health.type_unit IS 'The units in which people read quantity types. A value in the unit is the canonical value * factor + shift.';


--
-- Name: COLUMN type_unit.identifier; Type: COMMENT; Schema: health; Owner: -
--

COMMENT ON COLUMN health.type_unit.identifier IS 'The type, as health.sample_type.identifier.';


--
-- Name: COLUMN type_unit.unit_string; Type: COMMENT; Schema: health; Owner: -
--

COMMENT ON COLUMN health.type_unit.unit_string IS 'The unit in HealthKit''s spelling.';


--
-- Name: COLUMN type_unit.factor; Type: COMMENT; Schema: health; Owner: -
--

COMMENT ON COLUMN health.type_unit.factor IS 'By which a canonical value is multiplied.';


--
-- Name: COLUMN type_unit.shift; Type: COMMENT; Schema: health; Owner: -
--

COMMENT ON COLUMN health.type_unit.shift IS 'What is added to the product; 0 but for temperatures.';


--
-- Name: COLUMN type_unit.is_preferred; Type: COMMENT; Schema: health; Owner: -
--

COMMENT ON COLUMN health.type_unit.is_preferred IS 'True for the type''s preferred unit, one for each type.';


--
-- Name: COLUMN type_unit.is_canonical; Type: COMMENT; Schema: health; Owner: -
--

COMMENT ON COLUMN health.type_unit.is_canonical IS 'True for the unit of stored values, one for each type.';


--
-- Name: unit_prefix; Type: TABLE; Schema: health; Owner: -
--

CREATE TABLE health.unit_prefix (
    symbol text NOT NULL,
    name text,
    exponent_of_ten integer NOT NULL,
    raw_value integer,
    ios_introduced text,
    note text
);


--
-- Name: TABLE unit_prefix; Type: COMMENT; Schema: health; Owner: -
--

COMMENT ON TABLE health.unit_prefix IS 'The prefixes of HealthKit''s unit strings (HKMetricPrefix).';


--
-- Name: COLUMN unit_prefix.symbol; Type: COMMENT; Schema: health; Owner: -
--

COMMENT ON COLUMN health.unit_prefix.symbol IS 'As HealthKit prints it.';


--
-- Name: COLUMN unit_prefix.name; Type: COMMENT; Schema: health; Owner: -
--

COMMENT ON COLUMN health.unit_prefix.name IS 'What it is called.';


--
-- Name: COLUMN unit_prefix.exponent_of_ten; Type: COMMENT; Schema: health; Owner: -
--

COMMENT ON COLUMN health.unit_prefix.exponent_of_ten IS 'The power of ten by which it multiplies.';


--
-- Name: COLUMN unit_prefix.raw_value; Type: COMMENT; Schema: health; Owner: -
--

COMMENT ON COLUMN health.unit_prefix.raw_value IS 'HealthKit''s number.';


--
-- Name: COLUMN unit_prefix.ios_introduced; Type: COMMENT; Schema: health; Owner: -
--

COMMENT ON COLUMN health.unit_prefix.ios_introduced IS 'The first iOS release with it.';


--
-- Name: COLUMN unit_prefix.note; Type: COMMENT; Schema: health; Owner: -
--

COMMENT ON COLUMN health.unit_prefix.note IS 'What else is worth knowing.';


--
-- Name: unit_printed_form; Type: TABLE; Schema: health; Owner: -
--

CREATE TABLE health.unit_printed_form (
    printed_form text NOT NULL,
    accepted_inputs text,
    seen_for text
);


--
-- Name: TABLE unit_printed_form; Type: COMMENT; Schema: health; Owner: -
--

COMMENT ON TABLE health.unit_printed_form IS 'How HealthKit prints composed units, whatever the spelling.';


--
-- Name: COLUMN unit_printed_form.printed_form; Type: COMMENT; Schema: health; Owner: -
--

COMMENT ON COLUMN health.unit_printed_form.printed_form IS 'As HealthKit and exports print it.';


--
-- Name: COLUMN unit_printed_form.accepted_inputs; Type: COMMENT; Schema: health; Owner: -
--

COMMENT ON COLUMN health.unit_printed_form.accepted_inputs IS 'Spellings that mean the same.';


--
-- Name: COLUMN unit_printed_form.seen_for; Type: COMMENT; Schema: health; Owner: -
--

COMMENT ON COLUMN health.unit_printed_form.seen_for IS 'Where it was seen.';


--
-- Name: unit_spelling; Type: TABLE; Schema: health; Owner: -
--

CREATE TABLE health.unit_spelling (
    spelling text NOT NULL,
    unit_string text NOT NULL
);


--
-- Name: TABLE unit_spelling; Type: COMMENT; Schema: health; Owner: -
--

COMMENT ON TABLE health.unit_spelling IS 'Usual spellings of units, understood on input where HealthKit''s grammar does not read a unit of the type''s dimension.';


--
-- Name: COLUMN unit_spelling.spelling; Type: COMMENT; Schema: health; Owner: -
--

COMMENT ON COLUMN health.unit_spelling.spelling IS 'The spelling, in lower case.';


--
-- Name: COLUMN unit_spelling.unit_string; Type: COMMENT; Schema: health; Owner: -
--

COMMENT ON COLUMN health.unit_spelling.unit_string IS 'The unit in HealthKit''s spelling.';


--
-- Name: unit_symbol; Type: TABLE; Schema: health; Owner: -
--

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


--
-- Name: TABLE unit_symbol; Type: COMMENT; Schema: health; Owner: -
--

COMMENT ON TABLE health.unit_symbol IS 'The symbols of HealthKit''s unit strings (HKUnit).';


--
-- Name: COLUMN unit_symbol.symbol; Type: COMMENT; Schema: health; Owner: -
--

COMMENT ON COLUMN health.unit_symbol.symbol IS 'As HealthKit prints it.';


--
-- Name: COLUMN unit_symbol.alternate_symbol; Type: COMMENT; Schema: health; Owner: -
--

COMMENT ON COLUMN health.unit_symbol.alternate_symbol IS 'Another spelling that is read.';


--
-- Name: COLUMN unit_symbol.name; Type: COMMENT; Schema: health; Owner: -
--

COMMENT ON COLUMN health.unit_symbol.name IS 'What it is called.';


--
-- Name: COLUMN unit_symbol.dimension; Type: COMMENT; Schema: health; Owner: -
--

COMMENT ON COLUMN health.unit_symbol.dimension IS 'What it measures.';


--
-- Name: COLUMN unit_symbol.base_unit; Type: COMMENT; Schema: health; Owner: -
--

COMMENT ON COLUMN health.unit_symbol.base_unit IS 'Units of one base unit convert into each other.';


--
-- Name: COLUMN unit_symbol.factor_to_base; Type: COMMENT; Schema: health; Owner: -
--

COMMENT ON COLUMN health.unit_symbol.factor_to_base IS 'A value in the base unit is value × factor + offset; decimal, a fraction such as 5/9, or a formula of the molar mass M.';


--
-- Name: COLUMN unit_symbol.offset_to_base; Type: COMMENT; Schema: health; Owner: -
--

COMMENT ON COLUMN health.unit_symbol.offset_to_base IS 'See factor_to_base.';


--
-- Name: COLUMN unit_symbol.conversion; Type: COMMENT; Schema: health; Owner: -
--

COMMENT ON COLUMN health.unit_symbol.conversion IS 'linear, affine or logarithmic (note says how).';


--
-- Name: COLUMN unit_symbol.si_unit; Type: COMMENT; Schema: health; Owner: -
--

COMMENT ON COLUMN health.unit_symbol.si_unit IS 'The unit of the SI for it.';


--
-- Name: COLUMN unit_symbol.factor_to_si; Type: COMMENT; Schema: health; Owner: -
--

COMMENT ON COLUMN health.unit_symbol.factor_to_si IS 'Factor to that unit.';


--
-- Name: COLUMN unit_symbol.si_prefixable; Type: COMMENT; Schema: health; Owner: -
--

COMMENT ON COLUMN health.unit_symbol.si_prefixable IS 'Whether a prefix may stand before it.';


--
-- Name: COLUMN unit_symbol.ios_introduced; Type: COMMENT; Schema: health; Owner: -
--

COMMENT ON COLUMN health.unit_symbol.ios_introduced IS 'The first iOS release with it.';


--
-- Name: COLUMN unit_symbol.note; Type: COMMENT; Schema: health; Owner: -
--

COMMENT ON COLUMN health.unit_symbol.note IS 'What else is worth knowing.';


--
-- Name: unit_unit_id_seq; Type: SEQUENCE; Schema: health; Owner: -
--

ALTER TABLE health.unit ALTER COLUMN unit_id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME health.unit_unit_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);


--
-- Name: SEQUENCE unit_unit_id_seq; Type: COMMENT; Schema: health; Owner: -
--

COMMENT ON SEQUENCE health.unit_unit_id_seq IS 'The numbers of units.';


--
-- Name: vision_prescription; Type: VIEW; Schema: health; Owner: -
--

CREATE VIEW health.vision_prescription WITH (security_invoker='true') AS
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


--
-- Name: VIEW vision_prescription; Type: COMMENT; Schema: health; Owner: -
--

COMMENT ON VIEW health.vision_prescription IS 'Prescriptions of glasses and contact lenses (HKVisionPrescription), two rows each: right and left. Columns are null if not sent.';


--
-- Name: COLUMN vision_prescription.person_id; Type: COMMENT; Schema: health; Owner: -
--

COMMENT ON COLUMN health.vision_prescription.person_id IS 'The person to whom the sample belongs.';


--
-- Name: COLUMN vision_prescription.person; Type: COMMENT; Schema: health; Owner: -
--

COMMENT ON COLUMN health.vision_prescription.person IS 'The person''s name.';


--
-- Name: COLUMN vision_prescription.uuid; Type: COMMENT; Schema: health; Owner: -
--

COMMENT ON COLUMN health.vision_prescription.uuid IS 'The prescription, in health.sample.';


--
-- Name: COLUMN vision_prescription.eye; Type: COMMENT; Schema: health; Owner: -
--

COMMENT ON COLUMN health.vision_prescription.eye IS 'right or left.';


--
-- Name: COLUMN vision_prescription.prescription_type; Type: COMMENT; Schema: health; Owner: -
--

COMMENT ON COLUMN health.vision_prescription.prescription_type IS 'Glasses or contact lenses, as sent.';


--
-- Name: COLUMN vision_prescription.date_issued; Type: COMMENT; Schema: health; Owner: -
--

COMMENT ON COLUMN health.vision_prescription.date_issued IS 'When it was issued.';


--
-- Name: COLUMN vision_prescription.expiration_date; Type: COMMENT; Schema: health; Owner: -
--

COMMENT ON COLUMN health.vision_prescription.expiration_date IS 'When the prescription expires.';


--
-- Name: COLUMN vision_prescription.brand; Type: COMMENT; Schema: health; Owner: -
--

COMMENT ON COLUMN health.vision_prescription.brand IS 'Brand of contact lenses.';


--
-- Name: COLUMN vision_prescription.sphere; Type: COMMENT; Schema: health; Owner: -
--

COMMENT ON COLUMN health.vision_prescription.sphere IS 'Diopters.';


--
-- Name: COLUMN vision_prescription.cylinder; Type: COMMENT; Schema: health; Owner: -
--

COMMENT ON COLUMN health.vision_prescription.cylinder IS 'Diopters.';


--
-- Name: COLUMN vision_prescription.axis; Type: COMMENT; Schema: health; Owner: -
--

COMMENT ON COLUMN health.vision_prescription.axis IS 'Degrees.';


--
-- Name: COLUMN vision_prescription.add_power; Type: COMMENT; Schema: health; Owner: -
--

COMMENT ON COLUMN health.vision_prescription.add_power IS 'Diopters.';


--
-- Name: COLUMN vision_prescription.vertex_distance; Type: COMMENT; Schema: health; Owner: -
--

COMMENT ON COLUMN health.vision_prescription.vertex_distance IS 'Millimetres from the eye to the lens.';


--
-- Name: COLUMN vision_prescription.prism_amount; Type: COMMENT; Schema: health; Owner: -
--

COMMENT ON COLUMN health.vision_prescription.prism_amount IS 'Prism diopters.';


--
-- Name: COLUMN vision_prescription.prism_angle; Type: COMMENT; Schema: health; Owner: -
--

COMMENT ON COLUMN health.vision_prescription.prism_angle IS 'Degrees.';


--
-- Name: COLUMN vision_prescription.far_pupillary_distance; Type: COMMENT; Schema: health; Owner: -
--

COMMENT ON COLUMN health.vision_prescription.far_pupillary_distance IS 'Millimetres.';


--
-- Name: COLUMN vision_prescription.near_pupillary_distance; Type: COMMENT; Schema: health; Owner: -
--

COMMENT ON COLUMN health.vision_prescription.near_pupillary_distance IS 'Millimetres.';


--
-- Name: COLUMN vision_prescription.base_curve; Type: COMMENT; Schema: health; Owner: -
--

COMMENT ON COLUMN health.vision_prescription.base_curve IS 'Of a contact lens: millimetres.';


--
-- Name: COLUMN vision_prescription.diameter; Type: COMMENT; Schema: health; Owner: -
--

COMMENT ON COLUMN health.vision_prescription.diameter IS 'Of a contact lens: millimetres.';


--
-- Name: COLUMN vision_prescription.source; Type: COMMENT; Schema: health; Owner: -
--

COMMENT ON COLUMN health.vision_prescription.source IS 'Name of the source.';


--
-- Name: workout; Type: TABLE; Schema: health; Owner: -
--

CREATE TABLE health.workout (
    person_id integer NOT NULL,
    uuid uuid NOT NULL,
    activity_type integer,
    sent_activity_type text,
    duration double precision,
    total_energy_burned double precision,
    total_distance double precision
);
ALTER TABLE ONLY health.workout ALTER COLUMN person_id SET STATISTICS 0;


--
-- Name: TABLE workout; Type: COMMENT; Schema: health; Owner: -
--

COMMENT ON TABLE health.workout IS 'What a workout has beside the columns of health.sample (HKWorkout). A column is null where nothing was sent; values and units as sent are in health.sample_detail.parts.';


--
-- Name: COLUMN workout.person_id; Type: COMMENT; Schema: health; Owner: -
--

COMMENT ON COLUMN health.workout.person_id IS 'Whose workout.';


--
-- Name: COLUMN workout.uuid; Type: COMMENT; Schema: health; Owner: -
--

COMMENT ON COLUMN health.workout.uuid IS 'The sample.';


--
-- Name: COLUMN workout.activity_type; Type: COMMENT; Schema: health; Owner: -
--

COMMENT ON COLUMN health.workout.activity_type IS 'Raw value of HKWorkoutActivityType (health.workout_activity_type); null for one in no catalogue.';


--
-- Name: COLUMN workout.sent_activity_type; Type: COMMENT; Schema: health; Owner: -
--

COMMENT ON COLUMN health.workout.sent_activity_type IS 'The activity as sent; null where it is the catalogue''s own text of activity_type.';


--
-- Name: COLUMN workout.duration; Type: COMMENT; Schema: health; Owner: -
--

COMMENT ON COLUMN health.workout.duration IS 'Seconds, without pauses.';


--
-- Name: COLUMN workout.total_energy_burned; Type: COMMENT; Schema: health; Owner: -
--

COMMENT ON COLUMN health.workout.total_energy_burned IS 'Kilocalories.';


--
-- Name: COLUMN workout.total_distance; Type: COMMENT; Schema: health; Owner: -
--

COMMENT ON COLUMN health.workout.total_distance IS 'Metres.';


--
-- Name: workout_activity_type; Type: TABLE; Schema: health; Owner: -
--

CREATE TABLE health.workout_activity_type (
    raw_value integer NOT NULL,
    case_name text NOT NULL,
    export_xml_string text,
    ios_introduced text,
    deprecated text,
    deprecated_in_ios text,
    note text
);


--
-- Name: TABLE workout_activity_type; Type: COMMENT; Schema: health; Owner: -
--

COMMENT ON TABLE health.workout_activity_type IS 'HealthKit''s kinds of workouts (HKWorkoutActivityType).';


--
-- Name: COLUMN workout_activity_type.raw_value; Type: COMMENT; Schema: health; Owner: -
--

COMMENT ON COLUMN health.workout_activity_type.raw_value IS 'What health.workout.activity_type holds.';


--
-- Name: COLUMN workout_activity_type.case_name; Type: COMMENT; Schema: health; Owner: -
--

COMMENT ON COLUMN health.workout_activity_type.case_name IS 'The name in Swift, such as running.';


--
-- Name: COLUMN workout_activity_type.export_xml_string; Type: COMMENT; Schema: health; Owner: -
--

COMMENT ON COLUMN health.workout_activity_type.export_xml_string IS 'What exports print.';


--
-- Name: COLUMN workout_activity_type.ios_introduced; Type: COMMENT; Schema: health; Owner: -
--

COMMENT ON COLUMN health.workout_activity_type.ios_introduced IS 'The first iOS release with it.';


--
-- Name: COLUMN workout_activity_type.deprecated; Type: COMMENT; Schema: health; Owner: -
--

COMMENT ON COLUMN health.workout_activity_type.deprecated IS 'Whether HealthKit has deprecated it.';


--
-- Name: COLUMN workout_activity_type.deprecated_in_ios; Type: COMMENT; Schema: health; Owner: -
--

COMMENT ON COLUMN health.workout_activity_type.deprecated_in_ios IS 'The release that deprecated it.';


--
-- Name: COLUMN workout_activity_type.note; Type: COMMENT; Schema: health; Owner: -
--

COMMENT ON COLUMN health.workout_activity_type.note IS 'What else is worth knowing.';


--
-- Name: workout_event_type; Type: TABLE; Schema: health; Owner: -
--

CREATE TABLE health.workout_event_type (
    raw_value integer NOT NULL,
    case_name text NOT NULL,
    export_xml_string text,
    ios_introduced text,
    may_have_duration text,
    meaning text
);


--
-- Name: TABLE workout_event_type; Type: COMMENT; Schema: health; Owner: -
--

COMMENT ON TABLE health.workout_event_type IS 'What can happen in a workout (HKWorkoutEventType).';


--
-- Name: COLUMN workout_event_type.raw_value; Type: COMMENT; Schema: health; Owner: -
--

COMMENT ON COLUMN health.workout_event_type.raw_value IS 'HealthKit''s number.';


--
-- Name: COLUMN workout_event_type.case_name; Type: COMMENT; Schema: health; Owner: -
--

COMMENT ON COLUMN health.workout_event_type.case_name IS 'The name in Swift, such as pause.';


--
-- Name: COLUMN workout_event_type.export_xml_string; Type: COMMENT; Schema: health; Owner: -
--

COMMENT ON COLUMN health.workout_event_type.export_xml_string IS 'What exports print.';


--
-- Name: COLUMN workout_event_type.ios_introduced; Type: COMMENT; Schema: health; Owner: -
--

COMMENT ON COLUMN health.workout_event_type.ios_introduced IS 'The first iOS release with it.';


--
-- Name: COLUMN workout_event_type.may_have_duration; Type: COMMENT; Schema: health; Owner: -
--

COMMENT ON COLUMN health.workout_event_type.may_have_duration IS 'Whether it may last.';


--
-- Name: COLUMN workout_event_type.meaning; Type: COMMENT; Schema: health; Owner: -
--

COMMENT ON COLUMN health.workout_event_type.meaning IS 'What happened.';


--
-- Name: workout_route_location; Type: VIEW; Schema: health; Owner: -
--

CREATE VIEW health.workout_route_location WITH (security_invoker='true') AS
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


--
-- Name: VIEW workout_route_location; Type: COMMENT; Schema: health; Owner: -
--

COMMENT ON VIEW health.workout_route_location IS 'The points of workout routes (CLLocation of an HKWorkoutRoute). Select one route or workout at a time: a route of an hour has thousands of points.';


--
-- Name: COLUMN workout_route_location.person_id; Type: COMMENT; Schema: health; Owner: -
--

COMMENT ON COLUMN health.workout_route_location.person_id IS 'The person to whom the sample belongs.';


--
-- Name: COLUMN workout_route_location.person; Type: COMMENT; Schema: health; Owner: -
--

COMMENT ON COLUMN health.workout_route_location.person IS 'The person''s name.';


--
-- Name: COLUMN workout_route_location.uuid; Type: COMMENT; Schema: health; Owner: -
--

COMMENT ON COLUMN health.workout_route_location.uuid IS 'The route, in health.sample.';


--
-- Name: COLUMN workout_route_location.workout_uuid; Type: COMMENT; Schema: health; Owner: -
--

COMMENT ON COLUMN health.workout_route_location.workout_uuid IS 'The workout to which the route belongs; null if not known.';


--
-- Name: COLUMN workout_route_location.ordinal; Type: COMMENT; Schema: health; Owner: -
--

COMMENT ON COLUMN health.workout_route_location.ordinal IS 'Position in the route as sent, from 0.';


--
-- Name: COLUMN workout_route_location."time"; Type: COMMENT; Schema: health; Owner: -
--

COMMENT ON COLUMN health.workout_route_location."time" IS 'Time of the location; null if the text sent is not a time.';


--
-- Name: COLUMN workout_route_location.latitude; Type: COMMENT; Schema: health; Owner: -
--

COMMENT ON COLUMN health.workout_route_location.latitude IS 'Degrees, north is positive.';


--
-- Name: COLUMN workout_route_location.longitude; Type: COMMENT; Schema: health; Owner: -
--

COMMENT ON COLUMN health.workout_route_location.longitude IS 'Degrees, east is positive.';


--
-- Name: COLUMN workout_route_location.altitude; Type: COMMENT; Schema: health; Owner: -
--

COMMENT ON COLUMN health.workout_route_location.altitude IS 'Metres above the sea.';


--
-- Name: COLUMN workout_route_location.horizontal_accuracy; Type: COMMENT; Schema: health; Owner: -
--

COMMENT ON COLUMN health.workout_route_location.horizontal_accuracy IS 'Radius of uncertainty in metres; negative if latitude and longitude are not valid.';


--
-- Name: COLUMN workout_route_location.vertical_accuracy; Type: COMMENT; Schema: health; Owner: -
--

COMMENT ON COLUMN health.workout_route_location.vertical_accuracy IS 'Uncertainty of the altitude in metres; zero or negative if the altitude is not valid.';


--
-- Name: COLUMN workout_route_location.speed; Type: COMMENT; Schema: health; Owner: -
--

COMMENT ON COLUMN health.workout_route_location.speed IS 'Metres per second; negative if not valid.';


--
-- Name: COLUMN workout_route_location.course; Type: COMMENT; Schema: health; Owner: -
--

COMMENT ON COLUMN health.workout_route_location.course IS 'Degrees clockwise from north; negative if not valid.';


--
-- Name: workout_sample; Type: VIEW; Schema: health; Owner: -
--

CREATE VIEW health.workout_sample WITH (security_invoker='true') AS
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


--
-- Name: VIEW workout_sample; Type: COMMENT; Schema: health; Owner: -
--

COMMENT ON VIEW health.workout_sample IS 'Workouts with readable names (HKWorkout).';


--
-- Name: COLUMN workout_sample.person_id; Type: COMMENT; Schema: health; Owner: -
--

COMMENT ON COLUMN health.workout_sample.person_id IS 'The person to whom the workout belongs.';


--
-- Name: COLUMN workout_sample.person; Type: COMMENT; Schema: health; Owner: -
--

COMMENT ON COLUMN health.workout_sample.person IS 'The person''s name.';


--
-- Name: COLUMN workout_sample.uuid; Type: COMMENT; Schema: health; Owner: -
--

COMMENT ON COLUMN health.workout_sample.uuid IS 'HealthKit''s uuid, or one computed from the content.';


--
-- Name: COLUMN workout_sample.activity; Type: COMMENT; Schema: health; Owner: -
--

COMMENT ON COLUMN health.workout_sample.activity IS 'Name of the activity, or the text as sent.';


--
-- Name: COLUMN workout_sample.start_time; Type: COMMENT; Schema: health; Owner: -
--

COMMENT ON COLUMN health.workout_sample.start_time IS 'Start.';


--
-- Name: COLUMN workout_sample.end_time; Type: COMMENT; Schema: health; Owner: -
--

COMMENT ON COLUMN health.workout_sample.end_time IS 'End.';


--
-- Name: COLUMN workout_sample.duration; Type: COMMENT; Schema: health; Owner: -
--

COMMENT ON COLUMN health.workout_sample.duration IS 'Seconds, without pauses; null if not sent.';


--
-- Name: COLUMN workout_sample.total_energy_burned; Type: COMMENT; Schema: health; Owner: -
--

COMMENT ON COLUMN health.workout_sample.total_energy_burned IS 'Kilocalories; null if not sent.';


--
-- Name: COLUMN workout_sample.total_distance; Type: COMMENT; Schema: health; Owner: -
--

COMMENT ON COLUMN health.workout_sample.total_distance IS 'Metres; null if not sent.';


--
-- Name: COLUMN workout_sample.source; Type: COMMENT; Schema: health; Owner: -
--

COMMENT ON COLUMN health.workout_sample.source IS 'Name of the source.';


--
-- Name: COLUMN workout_sample.device; Type: COMMENT; Schema: health; Owner: -
--

COMMENT ON COLUMN health.workout_sample.device IS 'Name of the device; null if not sent.';


--
-- Name: COLUMN workout_sample.creation_time; Type: COMMENT; Schema: health; Owner: -
--

COMMENT ON COLUMN health.workout_sample.creation_time IS 'When the sample was saved on the phone; null if not sent.';


--
-- Name: COLUMN workout_sample.metadata; Type: COMMENT; Schema: health; Owner: -
--

COMMENT ON COLUMN health.workout_sample.metadata IS 'HKMetadata; null if there is none.';


--
-- Name: COLUMN workout_sample.parts; Type: COMMENT; Schema: health; Owner: -
--

COMMENT ON COLUMN health.workout_sample.parts IS 'Events, activities, statistics and routes, in the words and order in which they were sent.';


--
-- Name: COLUMN workout_sample.weather_temperature; Type: COMMENT; Schema: health; Owner: -
--

COMMENT ON COLUMN health.workout_sample.weather_temperature IS 'Degrees Celsius (HKWeatherTemperature); null if not sent.';


--
-- Name: COLUMN workout_sample.weather_humidity; Type: COMMENT; Schema: health; Owner: -
--

COMMENT ON COLUMN health.workout_sample.weather_humidity IS 'Per cent, 0 to 100, for every form in which systems write HKWeatherHumidity; null if not sent.';


--
-- Data for Name: aggregate_extreme; Type: TABLE DATA; Schema: health; Owner: -
--

COPY health.aggregate_extreme (person_id, sample_type_id, uuid, ordinal, start_time, end_time, quantity, source_revision_id) FROM stdin;
\.


--
-- Data for Name: analyst_grant; Type: TABLE DATA; Schema: health; Owner: -
--

COPY health.analyst_grant (person_id, analyst, granted_at) FROM stdin;
1	carla_of_before	2026-11-22 20:47:50.569045+00
1	dora_of_before	2026-11-22 20:47:51.374878+00
2	dora_of_before	2026-11-22 20:47:51.374878+00
\.


--
-- Data for Name: category_type; Type: TABLE DATA; Schema: health; Owner: -
--

COPY health.category_type (identifier, raw_string, short_name, ios_introduced, value_enum, app_read_only, deprecated, note, display_name, display_group) FROM stdin;
HKCategoryTypeIdentifierAbdominalCramps	HKCategoryTypeIdentifierAbdominalCramps	abdominalCramps	13.6	HKCategoryValueSeverity	\N	\N	\N	Abdominal Cramps	symptoms
HKCategoryTypeIdentifierAcne	HKCategoryTypeIdentifierAcne	acne	13.6	HKCategoryValueSeverity	\N	\N	\N	Acne	symptoms
HKCategoryTypeIdentifierAppetiteChanges	HKCategoryTypeIdentifierAppetiteChanges	appetiteChanges	13.6	HKCategoryValueAppetiteChanges	\N	\N	\N	Appetite Changes	symptoms
HKCategoryTypeIdentifierAppleStandHour	HKCategoryTypeIdentifierAppleStandHour	appleStandHour	9.0	HKCategoryValueAppleStandHour	t	\N	\N	Stand Hours	activity
HKCategoryTypeIdentifierAppleWalkingSteadinessEvent	HKCategoryTypeIdentifierAppleWalkingSteadinessEvent	appleWalkingSteadinessEvent	15.0	HKCategoryValueAppleWalkingSteadinessEvent	t	\N	\N	Walking Steadiness Notifications	mobility
HKCategoryTypeIdentifierAudioExposureEvent	HKCategoryTypeIdentifierAudioExposureEvent	audioExposureEvent	13.0	HKCategoryValueAudioExposureEvent	\N	true	deprecated constant; same raw string as EnvironmentalAudioExposureEvent	Noise Notifications	hearing
HKCategoryTypeIdentifierBladderIncontinence	HKCategoryTypeIdentifierBladderIncontinence	bladderIncontinence	14.0	HKCategoryValueSeverity	\N	\N	\N	Bladder Incontinence	symptoms
HKCategoryTypeIdentifierBleedingAfterMenopause	HKCategoryTypeIdentifierBleedingAfterMenopause	bleedingAfterMenopause	27.0	HKCategoryValueVaginalBleeding	\N	\N	\N	Bleeding After Menopause	cycleTracking
HKCategoryTypeIdentifierBleedingAfterPregnancy	HKCategoryTypeIdentifierBleedingAfterPregnancy	bleedingAfterPregnancy	18.0	HKCategoryValueVaginalBleeding	\N	\N	\N	Bleeding After Pregnancy	cycleTracking
HKCategoryTypeIdentifierBleedingDuringPregnancy	HKCategoryTypeIdentifierBleedingDuringPregnancy	bleedingDuringPregnancy	18.0	HKCategoryValueVaginalBleeding	\N	\N	\N	Bleeding During Pregnancy	cycleTracking
HKCategoryTypeIdentifierBloating	HKCategoryTypeIdentifierBloating	bloating	13.6	HKCategoryValueSeverity	\N	\N	\N	Bloating	symptoms
HKCategoryTypeIdentifierBreastPain	HKCategoryTypeIdentifierBreastPain	breastPain	13.6	HKCategoryValueSeverity	\N	\N	\N	Breast Pain	symptoms
HKCategoryTypeIdentifierCervicalMucusQuality	HKCategoryTypeIdentifierCervicalMucusQuality	cervicalMucusQuality	9.0	HKCategoryValueCervicalMucusQuality	\N	\N	\N	Cervical Mucus Quality	cycleTracking
HKCategoryTypeIdentifierChestTightnessOrPain	HKCategoryTypeIdentifierChestTightnessOrPain	chestTightnessOrPain	13.6	HKCategoryValueSeverity	\N	\N	\N	Chest Tightness or Pain	symptoms
HKCategoryTypeIdentifierChills	HKCategoryTypeIdentifierChills	chills	13.6	HKCategoryValueSeverity	\N	\N	\N	Chills	symptoms
HKCategoryTypeIdentifierConstipation	HKCategoryTypeIdentifierConstipation	constipation	13.6	HKCategoryValueSeverity	\N	\N	\N	Constipation	symptoms
HKCategoryTypeIdentifierContraceptive	HKCategoryTypeIdentifierContraceptive	contraceptive	14.3	HKCategoryValueContraceptive	\N	\N	\N	Contraceptives	cycleTracking
HKCategoryTypeIdentifierCoughing	HKCategoryTypeIdentifierCoughing	coughing	13.6	HKCategoryValueSeverity	\N	\N	\N	Coughing	symptoms
HKCategoryTypeIdentifierDiarrhea	HKCategoryTypeIdentifierDiarrhea	diarrhea	13.6	HKCategoryValueSeverity	\N	\N	\N	Diarrhea	symptoms
HKCategoryTypeIdentifierDizziness	HKCategoryTypeIdentifierDizziness	dizziness	13.6	HKCategoryValueSeverity	\N	\N	\N	Dizziness	symptoms
HKCategoryTypeIdentifierDrySkin	HKCategoryTypeIdentifierDrySkin	drySkin	14.0	HKCategoryValueSeverity	\N	\N	\N	Dry Skin	symptoms
HKCategoryTypeIdentifierEnvironmentalAudioExposureEvent	HKCategoryTypeIdentifierAudioExposureEvent	environmentalAudioExposureEvent	14.0	HKCategoryValueEnvironmentalAudioExposureEvent	t	\N	the constant's raw string is the old HKCategoryTypeIdentifierAudioExposureEvent, so exports and stored raw ids use that spelling	Noise Notifications	hearing
HKCategoryTypeIdentifierFainting	HKCategoryTypeIdentifierFainting	fainting	13.6	HKCategoryValueSeverity	\N	\N	\N	Fainting	symptoms
HKCategoryTypeIdentifierFatigue	HKCategoryTypeIdentifierFatigue	fatigue	13.6	HKCategoryValueSeverity	\N	\N	\N	Fatigue	symptoms
HKCategoryTypeIdentifierFever	HKCategoryTypeIdentifierFever	fever	13.6	HKCategoryValueSeverity	\N	\N	\N	Fever	symptoms
HKCategoryTypeIdentifierGeneralizedBodyAche	HKCategoryTypeIdentifierGeneralizedBodyAche	generalizedBodyAche	13.6	HKCategoryValueSeverity	\N	\N	\N	Body and Muscle Ache	symptoms
HKCategoryTypeIdentifierHairLoss	HKCategoryTypeIdentifierHairLoss	hairLoss	14.0	HKCategoryValueSeverity	\N	\N	\N	Hair Loss	symptoms
HKCategoryTypeIdentifierHandwashingEvent	HKCategoryTypeIdentifierHandwashingEvent	handwashingEvent	14.0	HKCategoryValue	\N	\N	\N	Handwashing	otherData
HKCategoryTypeIdentifierHeadache	HKCategoryTypeIdentifierHeadache	headache	13.6	HKCategoryValueSeverity	\N	\N	\N	Headache	symptoms
HKCategoryTypeIdentifierHeadphoneAudioExposureEvent	HKCategoryTypeIdentifierHeadphoneAudioExposureEvent	headphoneAudioExposureEvent	14.2	HKCategoryValueHeadphoneAudioExposureEvent	t	\N	\N	Headphone Notifications	hearing
HKCategoryTypeIdentifierHeartburn	HKCategoryTypeIdentifierHeartburn	heartburn	13.6	HKCategoryValueSeverity	\N	\N	\N	Heartburn	symptoms
HKCategoryTypeIdentifierHighHeartRateEvent	HKCategoryTypeIdentifierHighHeartRateEvent	highHeartRateEvent	12.2	HKCategoryValue	t	\N	\N	High Heart Rate Notifications	heart
HKCategoryTypeIdentifierHotFlashes	HKCategoryTypeIdentifierHotFlashes	hotFlashes	13.6	HKCategoryValueSeverity	\N	\N	\N	Hot Flashes	symptoms
HKCategoryTypeIdentifierHypertensionEvent	HKCategoryTypeIdentifierHypertensionEvent	hypertensionEvent	26.2	HKCategoryValue	t	\N	\N	Hypertension Notifications	heart
HKCategoryTypeIdentifierInfrequentMenstrualCycles	HKCategoryTypeIdentifierInfrequentMenstrualCycles	infrequentMenstrualCycles	16.0	HKCategoryValue	t	\N	\N	Infrequent Periods	cycleTracking
HKCategoryTypeIdentifierIntermenstrualBleeding	HKCategoryTypeIdentifierIntermenstrualBleeding	intermenstrualBleeding	9.0	HKCategoryValue	\N	\N	\N	Spotting	cycleTracking
HKCategoryTypeIdentifierIrregularHeartRhythmEvent	HKCategoryTypeIdentifierIrregularHeartRhythmEvent	irregularHeartRhythmEvent	12.2	HKCategoryValue	t	\N	\N	Irregular Rhythm Notifications	heart
HKCategoryTypeIdentifierIrregularMenstrualCycles	HKCategoryTypeIdentifierIrregularMenstrualCycles	irregularMenstrualCycles	16.0	HKCategoryValue	t	\N	\N	Irregular Periods	cycleTracking
HKCategoryTypeIdentifierLactation	HKCategoryTypeIdentifierLactation	lactation	14.3	HKCategoryValue	\N	\N	\N	Lactation	cycleTracking
HKCategoryTypeIdentifierLossOfSmell	HKCategoryTypeIdentifierLossOfSmell	lossOfSmell	13.6	HKCategoryValueSeverity	\N	\N	\N	Loss of Smell	symptoms
HKCategoryTypeIdentifierLossOfTaste	HKCategoryTypeIdentifierLossOfTaste	lossOfTaste	13.6	HKCategoryValueSeverity	\N	\N	\N	Loss of Taste	symptoms
HKCategoryTypeIdentifierLowCardioFitnessEvent	HKCategoryTypeIdentifierLowCardioFitnessEvent	lowCardioFitnessEvent	14.3	HKCategoryValueLowCardioFitnessEvent	t	\N	\N	Low Cardio Fitness Notifications	heart
HKCategoryTypeIdentifierLowHeartRateEvent	HKCategoryTypeIdentifierLowHeartRateEvent	lowHeartRateEvent	12.2	HKCategoryValue	t	\N	\N	Low Heart Rate Notifications	heart
HKCategoryTypeIdentifierLowerBackPain	HKCategoryTypeIdentifierLowerBackPain	lowerBackPain	13.6	HKCategoryValueSeverity	\N	\N	\N	Lower Back Pain	symptoms
HKCategoryTypeIdentifierMemoryLapse	HKCategoryTypeIdentifierMemoryLapse	memoryLapse	14.0	HKCategoryValueSeverity	\N	\N	\N	Memory Lapse	symptoms
HKCategoryTypeIdentifierMenopausalState	HKCategoryTypeIdentifierMenopausalState	menopausalState	27.0	HKCategoryValueMenopausalState	\N	\N	point-in-time samples (start = end)	Menopausal State	cycleTracking
HKCategoryTypeIdentifierMenstrualFlow	HKCategoryTypeIdentifierMenstrualFlow	menstrualFlow	9.0	HKCategoryValueMenstrualFlow	\N	\N	needs metadata HKMenstrualCycleStart; exports from iOS 18 print HKCategoryValueVaginalBleeding* instead of HKCategoryValueMenstrualFlow*	Menstruation	cycleTracking
HKCategoryTypeIdentifierMindfulSession	HKCategoryTypeIdentifierMindfulSession	mindfulSession	10.0	HKCategoryValue	\N	\N	\N	Mindful Minutes	mindfulness
HKCategoryTypeIdentifierMoodChanges	HKCategoryTypeIdentifierMoodChanges	moodChanges	13.6	HKCategoryValuePresence	\N	\N	\N	Mood Changes	symptoms
HKCategoryTypeIdentifierNausea	HKCategoryTypeIdentifierNausea	nausea	13.6	HKCategoryValueSeverity	\N	\N	\N	Nausea	symptoms
HKCategoryTypeIdentifierNightSweats	HKCategoryTypeIdentifierNightSweats	nightSweats	14.0	HKCategoryValueSeverity	\N	\N	\N	Night Sweats	symptoms
HKCategoryTypeIdentifierOvulationTestResult	HKCategoryTypeIdentifierOvulationTestResult	ovulationTestResult	9.0	HKCategoryValueOvulationTestResult	\N	\N	\N	Ovulation Test Result	cycleTracking
HKCategoryTypeIdentifierPelvicPain	HKCategoryTypeIdentifierPelvicPain	pelvicPain	13.6	HKCategoryValueSeverity	\N	\N	\N	Pelvic Pain	symptoms
HKCategoryTypeIdentifierPersistentIntermenstrualBleeding	HKCategoryTypeIdentifierPersistentIntermenstrualBleeding	persistentIntermenstrualBleeding	16.0	HKCategoryValue	t	\N	\N	Persistent Spotting	cycleTracking
HKCategoryTypeIdentifierPregnancy	HKCategoryTypeIdentifierPregnancy	pregnancy	14.3	HKCategoryValue	\N	\N	\N	Pregnancy	cycleTracking
HKCategoryTypeIdentifierPregnancyTestResult	HKCategoryTypeIdentifierPregnancyTestResult	pregnancyTestResult	15.0	HKCategoryValuePregnancyTestResult	\N	\N	\N	Pregnancy Test Result	cycleTracking
HKCategoryTypeIdentifierProgesteroneTestResult	HKCategoryTypeIdentifierProgesteroneTestResult	progesteroneTestResult	15.0	HKCategoryValueProgesteroneTestResult	\N	\N	\N	Progesterone Test Result	cycleTracking
HKCategoryTypeIdentifierProlongedMenstrualPeriods	HKCategoryTypeIdentifierProlongedMenstrualPeriods	prolongedMenstrualPeriods	16.0	HKCategoryValue	t	\N	\N	Prolonged Periods	cycleTracking
HKCategoryTypeIdentifierRapidPoundingOrFlutteringHeartbeat	HKCategoryTypeIdentifierRapidPoundingOrFlutteringHeartbeat	rapidPoundingOrFlutteringHeartbeat	13.6	HKCategoryValueSeverity	\N	\N	\N	Rapid, Pounding, or Fluttering Heartbeat	symptoms
HKCategoryTypeIdentifierRunnyNose	HKCategoryTypeIdentifierRunnyNose	runnyNose	13.6	HKCategoryValueSeverity	\N	\N	\N	Runny Nose	symptoms
HKCategoryTypeIdentifierSexualActivity	HKCategoryTypeIdentifierSexualActivity	sexualActivity	9.0	HKCategoryValue	\N	\N	optional metadata HKSexualActivityProtectionUsed	Sexual Activity	cycleTracking
HKCategoryTypeIdentifierShortnessOfBreath	HKCategoryTypeIdentifierShortnessOfBreath	shortnessOfBreath	13.6	HKCategoryValueSeverity	\N	\N	\N	Shortness of Breath	symptoms
HKCategoryTypeIdentifierSinusCongestion	HKCategoryTypeIdentifierSinusCongestion	sinusCongestion	13.6	HKCategoryValueSeverity	\N	\N	\N	Sinus Congestion	symptoms
HKCategoryTypeIdentifierSkippedHeartbeat	HKCategoryTypeIdentifierSkippedHeartbeat	skippedHeartbeat	13.6	HKCategoryValueSeverity	\N	\N	\N	Skipped Heartbeat	symptoms
HKCategoryTypeIdentifierSleepAnalysis	HKCategoryTypeIdentifierSleepAnalysis	sleepAnalysis	8.0	HKCategoryValueSleepAnalysis	\N	\N	raw value 1 is exported as ...Asleep before iOS 16 and ...AsleepUnspecified from iOS 16	Sleep	sleep
HKCategoryTypeIdentifierSleepApneaEvent	HKCategoryTypeIdentifierSleepApneaEvent	sleepApneaEvent	18.0	HKCategoryValue	\N	\N	\N	Sleep Apnea Notifications	respiratory
HKCategoryTypeIdentifierSleepChanges	HKCategoryTypeIdentifierSleepChanges	sleepChanges	13.6	HKCategoryValuePresence	\N	\N	\N	Sleep Changes	symptoms
HKCategoryTypeIdentifierSoreThroat	HKCategoryTypeIdentifierSoreThroat	soreThroat	13.6	HKCategoryValueSeverity	\N	\N	\N	Sore Throat	symptoms
HKCategoryTypeIdentifierToothbrushingEvent	HKCategoryTypeIdentifierToothbrushingEvent	toothbrushingEvent	13.0	HKCategoryValue	\N	\N	\N	Toothbrushing	otherData
HKCategoryTypeIdentifierVaginalDryness	HKCategoryTypeIdentifierVaginalDryness	vaginalDryness	14.0	HKCategoryValueSeverity	\N	\N	\N	Vaginal Dryness	symptoms
HKCategoryTypeIdentifierVomiting	HKCategoryTypeIdentifierVomiting	vomiting	13.6	HKCategoryValueSeverity	\N	\N	\N	Vomiting	symptoms
HKCategoryTypeIdentifierWheezing	HKCategoryTypeIdentifierWheezing	wheezing	13.6	HKCategoryValueSeverity	\N	\N	\N	Wheezing	symptoms
\.


--
-- Data for Name: category_value; Type: TABLE DATA; Schema: health; Owner: -
--

COPY health.category_value (enum, raw_value, case_name, export_xml_string, enum_ios_introduced, deprecated, note) FROM stdin;
HKCategoryValue	0	notApplicable	HKCategoryValueNotApplicable	9.0	\N	\N
HKCategoryValueAppetiteChanges	0	unspecified	HKCategoryValueAppetiteChangesUnspecified	13.6	\N	\N
HKCategoryValueAppetiteChanges	1	noChange	HKCategoryValueAppetiteChangesNoChange	13.6	\N	\N
HKCategoryValueAppetiteChanges	2	decreased	HKCategoryValueAppetiteChangesDecreased	13.6	\N	\N
HKCategoryValueAppetiteChanges	3	increased	HKCategoryValueAppetiteChangesIncreased	13.6	\N	\N
HKCategoryValueAppleStandHour	0	stood	HKCategoryValueAppleStandHourStood	9.0	\N	\N
HKCategoryValueAppleStandHour	1	idle	HKCategoryValueAppleStandHourIdle	9.0	\N	\N
HKCategoryValueAppleWalkingSteadinessEvent	1	initialLow	HKCategoryValueAppleWalkingSteadinessEventInitialLow	15.0	\N	\N
HKCategoryValueAppleWalkingSteadinessEvent	2	initialVeryLow	HKCategoryValueAppleWalkingSteadinessEventInitialVeryLow	15.0	\N	\N
HKCategoryValueAppleWalkingSteadinessEvent	3	repeatLow	HKCategoryValueAppleWalkingSteadinessEventRepeatLow	15.0	\N	\N
HKCategoryValueAppleWalkingSteadinessEvent	4	repeatVeryLow	HKCategoryValueAppleWalkingSteadinessEventRepeatVeryLow	15.0	\N	\N
HKCategoryValueAudioExposureEvent	1	loudEnvironment	HKCategoryValueAudioExposureEventLoudEnvironment	13.0	\N	\N
HKCategoryValueCervicalMucusQuality	1	dry	HKCategoryValueCervicalMucusQualityDry	9.0	\N	\N
HKCategoryValueCervicalMucusQuality	2	sticky	HKCategoryValueCervicalMucusQualitySticky	9.0	\N	\N
HKCategoryValueCervicalMucusQuality	3	creamy	HKCategoryValueCervicalMucusQualityCreamy	9.0	\N	\N
HKCategoryValueCervicalMucusQuality	4	watery	HKCategoryValueCervicalMucusQualityWatery	9.0	\N	\N
HKCategoryValueCervicalMucusQuality	5	eggWhite	HKCategoryValueCervicalMucusQualityEggWhite	9.0	\N	\N
HKCategoryValueContraceptive	1	unspecified	HKCategoryValueContraceptiveUnspecified	14.3	\N	\N
HKCategoryValueContraceptive	2	implant	HKCategoryValueContraceptiveImplant	14.3	\N	\N
HKCategoryValueContraceptive	3	injection	HKCategoryValueContraceptiveInjection	14.3	\N	\N
HKCategoryValueContraceptive	4	intrauterineDevice	HKCategoryValueContraceptiveIntrauterineDevice	14.3	\N	\N
HKCategoryValueContraceptive	5	intravaginalRing	HKCategoryValueContraceptiveIntravaginalRing	14.3	\N	\N
HKCategoryValueContraceptive	6	oral	HKCategoryValueContraceptiveOral	14.3	\N	\N
HKCategoryValueContraceptive	7	patch	HKCategoryValueContraceptivePatch	14.3	\N	\N
HKCategoryValueEnvironmentalAudioExposureEvent	1	momentaryLimit	HKCategoryValueEnvironmentalAudioExposureEventMomentaryLimit	14.0	\N	\N
HKCategoryValueHeadphoneAudioExposureEvent	1	sevenDayLimit	HKCategoryValueHeadphoneAudioExposureEventSevenDayLimit	14.2	\N	\N
HKCategoryValueLowCardioFitnessEvent	1	lowFitness	HKCategoryValueLowCardioFitnessEventLowFitness	14.3	\N	\N
HKCategoryValueMenopausalState	1	menopause	HKCategoryValueMenopausalStateMenopause	27.0	\N	\N
HKCategoryValueMenopausalState	2	perimenopause	HKCategoryValueMenopausalStatePerimenopause	27.0	\N	\N
HKCategoryValueMenopausalState	3	none	HKCategoryValueMenopausalStateNone	27.0	\N	\N
HKCategoryValueMenstrualFlow	1	unspecified	HKCategoryValueMenstrualFlowUnspecified	9.0	\N	\N
HKCategoryValueMenstrualFlow	2	light	HKCategoryValueMenstrualFlowLight	9.0	\N	\N
HKCategoryValueMenstrualFlow	3	medium	HKCategoryValueMenstrualFlowMedium	9.0	\N	\N
HKCategoryValueMenstrualFlow	4	heavy	HKCategoryValueMenstrualFlowHeavy	9.0	\N	\N
HKCategoryValueMenstrualFlow	5	none	HKCategoryValueMenstrualFlowNone	9.0	\N	\N
HKCategoryValueOvulationTestResult	1	negative	HKCategoryValueOvulationTestResultNegative	9.0	\N	\N
HKCategoryValueOvulationTestResult	2	luteinizingHormoneSurge	HKCategoryValueOvulationTestResultLuteinizingHormoneSurge	9.0	\N	\N
HKCategoryValueOvulationTestResult	2	positive	HKCategoryValueOvulationTestResultPositive	9.0	true	deprecated in iOS 13, same raw value as LuteinizingHormoneSurge
HKCategoryValueOvulationTestResult	3	indeterminate	HKCategoryValueOvulationTestResultIndeterminate	9.0	\N	\N
HKCategoryValueOvulationTestResult	4	estrogenSurge	HKCategoryValueOvulationTestResultEstrogenSurge	9.0	\N	\N
HKCategoryValuePregnancyTestResult	1	negative	HKCategoryValuePregnancyTestResultNegative	15.0	\N	\N
HKCategoryValuePregnancyTestResult	2	positive	HKCategoryValuePregnancyTestResultPositive	15.0	\N	\N
HKCategoryValuePregnancyTestResult	3	indeterminate	HKCategoryValuePregnancyTestResultIndeterminate	15.0	\N	\N
HKCategoryValuePresence	0	present	HKCategoryValuePresencePresent	13.6	\N	\N
HKCategoryValuePresence	1	notPresent	HKCategoryValuePresenceNotPresent	13.6	\N	\N
HKCategoryValueProgesteroneTestResult	1	negative	HKCategoryValueProgesteroneTestResultNegative	15.0	\N	\N
HKCategoryValueProgesteroneTestResult	2	positive	HKCategoryValueProgesteroneTestResultPositive	15.0	\N	\N
HKCategoryValueProgesteroneTestResult	3	indeterminate	HKCategoryValueProgesteroneTestResultIndeterminate	15.0	\N	\N
HKCategoryValueSeverity	0	unspecified	HKCategoryValueSeverityUnspecified	13.6	\N	\N
HKCategoryValueSeverity	1	notPresent	HKCategoryValueSeverityNotPresent	13.6	\N	\N
HKCategoryValueSeverity	2	mild	HKCategoryValueSeverityMild	13.6	\N	\N
HKCategoryValueSeverity	3	moderate	HKCategoryValueSeverityModerate	13.6	\N	\N
HKCategoryValueSeverity	4	severe	HKCategoryValueSeveritySevere	13.6	\N	\N
HKCategoryValueSleepAnalysis	0	inBed	HKCategoryValueSleepAnalysisInBed	8.0	\N	\N
HKCategoryValueSleepAnalysis	1	asleepUnspecified	HKCategoryValueSleepAnalysisAsleepUnspecified	8.0	\N	\N
HKCategoryValueSleepAnalysis	1	asleep	HKCategoryValueSleepAnalysisAsleep	8.0	true	deprecated in iOS 16, same raw value as AsleepUnspecified
HKCategoryValueSleepAnalysis	2	awake	HKCategoryValueSleepAnalysisAwake	8.0	\N	\N
HKCategoryValueSleepAnalysis	3	asleepCore	HKCategoryValueSleepAnalysisAsleepCore	8.0	\N	\N
HKCategoryValueSleepAnalysis	4	asleepDeep	HKCategoryValueSleepAnalysisAsleepDeep	8.0	\N	\N
HKCategoryValueSleepAnalysis	5	asleepREM	HKCategoryValueSleepAnalysisAsleepREM	8.0	\N	\N
HKCategoryValueVaginalBleeding	1	unspecified	HKCategoryValueVaginalBleedingUnspecified	18.0	\N	\N
HKCategoryValueVaginalBleeding	2	light	HKCategoryValueVaginalBleedingLight	18.0	\N	\N
HKCategoryValueVaginalBleeding	3	medium	HKCategoryValueVaginalBleedingMedium	18.0	\N	\N
HKCategoryValueVaginalBleeding	4	heavy	HKCategoryValueVaginalBleedingHeavy	18.0	\N	\N
HKCategoryValueVaginalBleeding	5	none	HKCategoryValueVaginalBleedingNone	18.0	\N	\N
\.


--
-- Data for Name: change_counter; Type: TABLE DATA; Schema: health; Owner: -
--

COPY health.change_counter (person_id, last_position, feed_uuid, imported_until) FROM stdin;
3	0	c7b90be5-4526-434a-a120-c49acb8efda4	\N
1	4294967616	dec2ae38-63b0-4a3d-a1e9-a116812f2c22	2024-05-10 14:34:15+00
2	12	ae060bf1-f9df-4fbf-9f5c-60da7b5dc32c	\N
\.


--
-- Data for Name: characteristic_type; Type: TABLE DATA; Schema: health; Owner: -
--

COPY health.characteristic_type (identifier, short_name, ios_introduced, value_type, value_enum, export_me_attribute, is_public, note) FROM stdin;
HKCharacteristicTypeIdentifierActivityMoveMode	activityMoveMode	14.0	enum	HKActivityMoveMode	\N	t	not an attribute of Me in DTD v11..v14
HKCharacteristicTypeIdentifierBiologicalSex	biologicalSex	8.0	enum	HKBiologicalSex	HKCharacteristicTypeIdentifierBiologicalSex	t	export prints the ObjC case name, e.g. HKBiologicalSexMale
HKCharacteristicTypeIdentifierBloodType	bloodType	8.0	enum	HKBloodType	HKCharacteristicTypeIdentifierBloodType	t	export prints e.g. HKBloodTypeAPositive, HKBloodTypeNotSet
HKCharacteristicTypeIdentifierDateOfBirth	dateOfBirth	8.0	date (year, month, day)	\N	HKCharacteristicTypeIdentifierDateOfBirth	t	export prints yyyy-MM-dd; may be empty
HKCharacteristicTypeIdentifierFitzpatrickSkinType	fitzpatrickSkinType	9.0	enum	HKFitzpatrickSkinType	HKCharacteristicTypeIdentifierFitzpatrickSkinType	t	export prints e.g. HKFitzpatrickSkinTypeNotSet
HKCharacteristicTypeIdentifierWheelchairUse	wheelchairUse	10.0	enum	HKWheelchairUse	\N	t	not an attribute of Me in DTD v11..v14
HKCharacteristicTypeIdentifierReferenceSex	referenceSex	27.3	enum	HKReferenceSex	\N	t	raw values not known
HKCharacteristicTypeIdentifierCardioFitnessMedicationsUse	cardioFitnessMedicationsUse	\N	string in exports	\N	HKCharacteristicTypeIdentifierCardioFitnessMedicationsUse	f	no public constant; emitted in Me since iOS 16 (declared in DTD from v13), value e.g. None
\.


--
-- Data for Name: client_anchor; Type: TABLE DATA; Schema: health; Owner: -
--

COPY health.client_anchor (person_id, device, types, types_sha256, anchor, updated_at) FROM stdin;
1	phone	{HKQuantityTypeIdentifierHeartRate}	\\xcbb2b53b128cc8ccd413cbd681c9b2f13d8063757f8336cb595a4410ad9ed4a4	\\x616e63686f72206f66207468652070686f6e65	2026-11-22 20:52:47.829104+00
2	phone	{HKQuantityTypeIdentifierHeartRate}	\\xcbb2b53b128cc8ccd413cbd681c9b2f13d8063757f8336cb595a4410ad9ed4a4	\\x616e63686f72206f66207468652070686f6e65	2026-11-22 20:52:49.426541+00
\.


--
-- Data for Name: client_session; Type: TABLE DATA; Schema: health; Owner: -
--

COPY health.client_session (person_id, automation, session, arrival, first_arrived_at) FROM stdin;
1	health-auto-export:Hourly:	run-1	1	2026-11-22 20:52:49.219514+00
2	health-auto-export:Hourly:	run-1	1	2026-11-22 20:52:50.554003+00
\.


--
-- Data for Name: contained_sample; Type: TABLE DATA; Schema: health; Owner: -
--

COPY health.contained_sample (person_id, container_uuid, uuid) FROM stdin;
1	cfb3a7a2-f3e4-51ec-b508-3b4df1d09739	678a5282-469e-5aa9-ab9d-a5293e82b3ff
\.


--
-- Data for Name: correlation_type; Type: TABLE DATA; Schema: health; Owner: -
--

COPY health.correlation_type (identifier, short_name, ios_introduced, contained_types, export_xml_element, note, display_name, display_group) FROM stdin;
HKCorrelationTypeIdentifierBloodPressure	bloodPressure	8.0	HKQuantityTypeIdentifierBloodPressureSystolic (1); HKQuantityTypeIdentifierBloodPressureDiastolic (1)	Correlation	children appear nested in Correlation; the DTD comment says they also appear top level, real files differ: dedupe by (type, source, dates, value)	Blood Pressure	heart
HKCorrelationTypeIdentifierFood	food	8.0	any HKQuantityTypeIdentifierDietary*	Correlation	food name in metadata HKFoodType	Food	nutrition
\.


--
-- Data for Name: day_slot; Type: TABLE DATA; Schema: health; Owner: -
--

COPY health.day_slot (person_id, sample_type_id, phase, first_day, figures) FROM stdin;
\.


--
-- Data for Name: deleted_sample; Type: TABLE DATA; Schema: health; Owner: -
--

COPY health.deleted_sample (person_id, uuid, sample_type_id, deleted_at, change_position, went_with_correlation) FROM stdin;
1	d4ec40ac-028b-550b-9dac-e67cbc6aa7c4	196	2026-11-22 20:48:14.287968+00	4294967609	f
2	5c5b6f9f-74e1-53da-ae37-8d8d8ecd4680	196	2026-11-22 20:48:17.644158+00	5	f
\.


--
-- Data for Name: device; Type: TABLE DATA; Schema: health; Owner: -
--

COPY health.device (person_id, device_id, name, manufacturer, model, hardware_version, firmware_version, software_version, local_identifier, udi_device_identifier, creation_date, unparsed) FROM stdin;
1	1	iPhone	Apple Inc.	iPhone	iPhone14,5	\N	18.1	\N	\N	\N	\N
1	2	Apple Watch	Apple Inc.	Watch	Watch6,2	\N	11.1	\N	\N	\N	\N
1	3	Cuff	Example Instruments	BP-2	1.0	\N	2.4.1	\N	\N	\N	\N
1	4	Watch of somebody	\N	\N	\N	\N	\N	\N	\N	\N	\N
2	1	Watch of somebody	\N	\N	\N	\N	\N	\N	\N	\N	\N
\.


--
-- Data for Name: enum_value; Type: TABLE DATA; Schema: health; Owner: -
--

COPY health.enum_value (enum, raw_value, case_name, objc_constant, enum_ios_introduced, deprecated, note) FROM stdin;
HKActivityMoveMode	1	activeEnergy	HKActivityMoveModeActiveEnergy	\N	\N	\N
HKActivityMoveMode	2	appleMoveTime	HKActivityMoveModeAppleMoveTime	\N	\N	\N
HKAppleECGAlgorithmVersion	1	version1	HKAppleECGAlgorithmVersion1	14.0	\N	\N
HKAppleECGAlgorithmVersion	2	version2	HKAppleECGAlgorithmVersion2	14.0	\N	\N
HKAppleSleepingBreathingDisturbancesClassification	0	notElevated	HKAppleSleepingBreathingDisturbancesClassificationNotElevated	\N	\N	\N
HKAppleSleepingBreathingDisturbancesClassification	1	elevated	HKAppleSleepingBreathingDisturbancesClassificationElevated	\N	\N	\N
HKAppleWalkingSteadinessClassification	1	ok	HKAppleWalkingSteadinessClassificationOK	\N	\N	\N
HKAppleWalkingSteadinessClassification	2	low	HKAppleWalkingSteadinessClassificationLow	\N	\N	\N
HKAppleWalkingSteadinessClassification	3	veryLow	HKAppleWalkingSteadinessClassificationVeryLow	\N	\N	\N
HKAudiogramConductionType	0	air	HKAudiogramConductionTypeAir	\N	\N	\N
HKAudiogramSensitivityTestSide	0	left	HKAudiogramSensitivityTestSideLeft	\N	\N	\N
HKAudiogramSensitivityTestSide	1	right	HKAudiogramSensitivityTestSideRight	\N	\N	\N
HKBiologicalSex	0	notSet	HKBiologicalSexNotSet	\N	\N	\N
HKBiologicalSex	1	female	HKBiologicalSexFemale	\N	\N	\N
HKBiologicalSex	2	male	HKBiologicalSexMale	\N	\N	\N
HKBiologicalSex	3	other	HKBiologicalSexOther	\N	\N	\N
HKBloodGlucoseMealTime	1	preprandial	HKBloodGlucoseMealTimePreprandial	11.0	\N	\N
HKBloodGlucoseMealTime	2	postprandial	HKBloodGlucoseMealTimePostprandial	11.0	\N	\N
HKBloodType	0	notSet	HKBloodTypeNotSet	\N	\N	\N
HKBloodType	1	aPositive	HKBloodTypeAPositive	\N	\N	\N
HKBloodType	2	aNegative	HKBloodTypeANegative	\N	\N	\N
HKBloodType	3	bPositive	HKBloodTypeBPositive	\N	\N	\N
HKBloodType	4	bNegative	HKBloodTypeBNegative	\N	\N	\N
HKBloodType	5	abPositive	HKBloodTypeABPositive	\N	\N	\N
HKBloodType	6	abNegative	HKBloodTypeABNegative	\N	\N	\N
HKBloodType	7	oPositive	HKBloodTypeOPositive	\N	\N	\N
HKBloodType	8	oNegative	HKBloodTypeONegative	\N	\N	\N
HKBodyTemperatureSensorLocation	0	other	HKBodyTemperatureSensorLocationOther	8.0	\N	\N
HKBodyTemperatureSensorLocation	1	armpit	HKBodyTemperatureSensorLocationArmpit	8.0	\N	\N
HKBodyTemperatureSensorLocation	2	body	HKBodyTemperatureSensorLocationBody	8.0	\N	\N
HKBodyTemperatureSensorLocation	3	ear	HKBodyTemperatureSensorLocationEar	8.0	\N	\N
HKBodyTemperatureSensorLocation	4	finger	HKBodyTemperatureSensorLocationFinger	8.0	\N	\N
HKBodyTemperatureSensorLocation	5	gastroIntestinal	HKBodyTemperatureSensorLocationGastroIntestinal	8.0	\N	\N
HKBodyTemperatureSensorLocation	6	mouth	HKBodyTemperatureSensorLocationMouth	8.0	\N	\N
HKBodyTemperatureSensorLocation	7	rectum	HKBodyTemperatureSensorLocationRectum	8.0	\N	\N
HKBodyTemperatureSensorLocation	8	toe	HKBodyTemperatureSensorLocationToe	8.0	\N	\N
HKBodyTemperatureSensorLocation	9	earDrum	HKBodyTemperatureSensorLocationEarDrum	8.0	\N	\N
HKBodyTemperatureSensorLocation	10	temporalArtery	HKBodyTemperatureSensorLocationTemporalArtery	8.0	\N	\N
HKBodyTemperatureSensorLocation	11	forehead	HKBodyTemperatureSensorLocationForehead	8.0	\N	\N
HKCyclingFunctionalThresholdPowerTestType	1	maxExercise60Minute	HKCyclingFunctionalThresholdPowerTestTypeMaxExercise60Minute	17.0	\N	\N
HKCyclingFunctionalThresholdPowerTestType	2	maxExercise20Minute	HKCyclingFunctionalThresholdPowerTestTypeMaxExercise20Minute	17.0	\N	\N
HKCyclingFunctionalThresholdPowerTestType	3	rampTest	HKCyclingFunctionalThresholdPowerTestTypeRampTest	17.0	\N	\N
HKCyclingFunctionalThresholdPowerTestType	4	predictionExercise	HKCyclingFunctionalThresholdPowerTestTypePredictionExercise	17.0	\N	\N
HKDevicePlacementSide	0	unknown	HKDevicePlacementSideUnknown	14.0	\N	\N
HKDevicePlacementSide	1	left	HKDevicePlacementSideLeft	14.0	\N	\N
HKDevicePlacementSide	2	right	HKDevicePlacementSideRight	14.0	\N	\N
HKDevicePlacementSide	3	central	HKDevicePlacementSideCentral	14.0	\N	\N
HKElectrocardiogramClassification	0	notSet	HKElectrocardiogramClassificationNotSet	\N	\N	\N
HKElectrocardiogramClassification	1	sinusRhythm	HKElectrocardiogramClassificationSinusRhythm	\N	\N	\N
HKElectrocardiogramClassification	2	atrialFibrillation	HKElectrocardiogramClassificationAtrialFibrillation	\N	\N	\N
HKElectrocardiogramClassification	3	inconclusiveLowHeartRate	HKElectrocardiogramClassificationInconclusiveLowHeartRate	\N	\N	\N
HKElectrocardiogramClassification	4	inconclusiveHighHeartRate	HKElectrocardiogramClassificationInconclusiveHighHeartRate	\N	\N	\N
HKElectrocardiogramClassification	5	inconclusivePoorReading	HKElectrocardiogramClassificationInconclusivePoorReading	\N	\N	\N
HKElectrocardiogramClassification	6	inconclusiveOther	HKElectrocardiogramClassificationInconclusiveOther	\N	\N	\N
HKElectrocardiogramClassification	100	unrecognized	HKElectrocardiogramClassificationUnrecognized	\N	\N	\N
HKElectrocardiogramLead	1	appleWatchSimilarToLeadI	HKElectrocardiogramLeadAppleWatchSimilarToLeadI	\N	\N	\N
HKElectrocardiogramSymptomsStatus	0	notSet	HKElectrocardiogramSymptomsStatusNotSet	\N	\N	\N
HKElectrocardiogramSymptomsStatus	1	none	HKElectrocardiogramSymptomsStatusNone	\N	\N	\N
HKElectrocardiogramSymptomsStatus	2	present	HKElectrocardiogramSymptomsStatusPresent	\N	\N	\N
HKFitzpatrickSkinType	0	notSet	HKFitzpatrickSkinTypeNotSet	\N	\N	\N
HKFitzpatrickSkinType	1	I	HKFitzpatrickSkinTypeI	\N	\N	\N
HKFitzpatrickSkinType	2	II	HKFitzpatrickSkinTypeII	\N	\N	\N
HKFitzpatrickSkinType	3	III	HKFitzpatrickSkinTypeIII	\N	\N	\N
HKFitzpatrickSkinType	4	IV	HKFitzpatrickSkinTypeIV	\N	\N	\N
HKFitzpatrickSkinType	5	V	HKFitzpatrickSkinTypeV	\N	\N	\N
HKFitzpatrickSkinType	6	VI	HKFitzpatrickSkinTypeVI	\N	\N	\N
HKGAD7AssessmentAnswer	0	notAtAll	HKGAD7AssessmentAnswerNotAtAll	\N	\N	\N
HKGAD7AssessmentAnswer	1	severalDays	HKGAD7AssessmentAnswerSeveralDays	\N	\N	\N
HKGAD7AssessmentAnswer	2	moreThanHalfTheDays	HKGAD7AssessmentAnswerMoreThanHalfTheDays	\N	\N	\N
HKGAD7AssessmentAnswer	3	nearlyEveryDay	HKGAD7AssessmentAnswerNearlyEveryDay	\N	\N	\N
HKGAD7AssessmentRisk	1	noneToMinimal	HKGAD7AssessmentRiskNoneToMinimal	\N	\N	\N
HKGAD7AssessmentRisk	2	mild	HKGAD7AssessmentRiskMild	\N	\N	\N
HKGAD7AssessmentRisk	3	moderate	HKGAD7AssessmentRiskModerate	\N	\N	\N
HKGAD7AssessmentRisk	4	severe	HKGAD7AssessmentRiskSevere	\N	\N	\N
HKHeartRateMotionContext	0	notSet	HKHeartRateMotionContextNotSet	11.0	\N	\N
HKHeartRateMotionContext	1	sedentary	HKHeartRateMotionContextSedentary	11.0	\N	\N
HKHeartRateMotionContext	2	active	HKHeartRateMotionContextActive	11.0	\N	\N
HKHeartRateRecoveryTestType	1	maxExercise	HKHeartRateRecoveryTestTypeMaxExercise	16.0	\N	\N
HKHeartRateRecoveryTestType	2	predictionSubMaxExercise	HKHeartRateRecoveryTestTypePredictionSubMaxExercise	16.0	\N	\N
HKHeartRateRecoveryTestType	3	predictionNonExercise	HKHeartRateRecoveryTestTypePredictionNonExercise	16.0	\N	\N
HKHeartRateSensorLocation	0	other	HKHeartRateSensorLocationOther	8.0	\N	\N
HKHeartRateSensorLocation	1	chest	HKHeartRateSensorLocationChest	8.0	\N	\N
HKHeartRateSensorLocation	2	wrist	HKHeartRateSensorLocationWrist	8.0	\N	\N
HKHeartRateSensorLocation	3	finger	HKHeartRateSensorLocationFinger	8.0	\N	\N
HKHeartRateSensorLocation	4	hand	HKHeartRateSensorLocationHand	8.0	\N	\N
HKHeartRateSensorLocation	5	earLobe	HKHeartRateSensorLocationEarLobe	8.0	\N	\N
HKHeartRateSensorLocation	6	foot	HKHeartRateSensorLocationFoot	8.0	\N	\N
HKInsulinDeliveryReason	1	basal	HKInsulinDeliveryReasonBasal	11.0	\N	\N
HKInsulinDeliveryReason	2	bolus	HKInsulinDeliveryReasonBolus	11.0	\N	\N
HKMedicationDoseEventLogStatus	1	notInteracted	HKMedicationDoseEventLogStatusNotInteracted	\N	\N	\N
HKMedicationDoseEventLogStatus	2	notificationNotSent	HKMedicationDoseEventLogStatusNotificationNotSent	\N	\N	\N
HKMedicationDoseEventLogStatus	3	snoozed	HKMedicationDoseEventLogStatusSnoozed	\N	\N	\N
HKMedicationDoseEventLogStatus	4	taken	HKMedicationDoseEventLogStatusTaken	\N	\N	\N
HKMedicationDoseEventLogStatus	5	skipped	HKMedicationDoseEventLogStatusSkipped	\N	\N	\N
HKMedicationDoseEventLogStatus	6	notLogged	HKMedicationDoseEventLogStatusNotLogged	\N	\N	\N
HKMedicationDoseEventScheduleType	1	asNeeded	HKMedicationDoseEventScheduleTypeAsNeeded	\N	\N	\N
HKMedicationDoseEventScheduleType	2	schedule	HKMedicationDoseEventScheduleTypeSchedule	\N	\N	\N
HKMetricPrefix	0	none	HKMetricPrefixNone	\N	\N	\N
HKMetricPrefix	1	pico	HKMetricPrefixPico	\N	\N	\N
HKMetricPrefix	2	nano	HKMetricPrefixNano	\N	\N	\N
HKMetricPrefix	3	micro	HKMetricPrefixMicro	\N	\N	\N
HKMetricPrefix	4	milli	HKMetricPrefixMilli	\N	\N	\N
HKMetricPrefix	5	centi	HKMetricPrefixCenti	\N	\N	\N
HKMetricPrefix	6	deci	HKMetricPrefixDeci	\N	\N	\N
HKMetricPrefix	7	deca	HKMetricPrefixDeca	\N	\N	\N
HKMetricPrefix	8	hecto	HKMetricPrefixHecto	\N	\N	\N
HKMetricPrefix	9	kilo	HKMetricPrefixKilo	\N	\N	\N
HKMetricPrefix	10	mega	HKMetricPrefixMega	\N	\N	\N
HKMetricPrefix	11	giga	HKMetricPrefixGiga	\N	\N	\N
HKMetricPrefix	12	tera	HKMetricPrefixTera	\N	\N	\N
HKMetricPrefix	13	femto	HKMetricPrefixFemto	\N	\N	\N
HKPHQ9AssessmentAnswer	0	notAtAll	HKPHQ9AssessmentAnswerNotAtAll	\N	\N	\N
HKPHQ9AssessmentAnswer	1	severalDays	HKPHQ9AssessmentAnswerSeveralDays	\N	\N	\N
HKPHQ9AssessmentAnswer	2	moreThanHalfTheDays	HKPHQ9AssessmentAnswerMoreThanHalfTheDays	\N	\N	\N
HKPHQ9AssessmentAnswer	3	nearlyEveryDay	HKPHQ9AssessmentAnswerNearlyEveryDay	\N	\N	\N
HKPHQ9AssessmentAnswer	4	preferNotToAnswer	HKPHQ9AssessmentAnswerPreferNotToAnswer	\N	\N	\N
HKPHQ9AssessmentRisk	1	noneToMinimal	HKPHQ9AssessmentRiskNoneToMinimal	\N	\N	\N
HKPHQ9AssessmentRisk	2	mild	HKPHQ9AssessmentRiskMild	\N	\N	\N
HKPHQ9AssessmentRisk	3	moderate	HKPHQ9AssessmentRiskModerate	\N	\N	\N
HKPHQ9AssessmentRisk	4	moderatelySevere	HKPHQ9AssessmentRiskModeratelySevere	\N	\N	\N
HKPHQ9AssessmentRisk	5	severe	HKPHQ9AssessmentRiskSevere	\N	\N	\N
HKPhysicalEffortEstimationType	1	activityLookup	HKPhysicalEffortEstimationTypeActivityLookup	17.0	\N	\N
HKPhysicalEffortEstimationType	2	deviceSensed	HKPhysicalEffortEstimationTypeDeviceSensed	17.0	\N	\N
HKPrismBase	0	none	HKPrismBaseNone	\N	\N	\N
HKPrismBase	1	up	HKPrismBaseUp	\N	\N	\N
HKPrismBase	2	down	HKPrismBaseDown	\N	\N	\N
HKPrismBase	3	in	HKPrismBaseIn	\N	\N	\N
HKPrismBase	4	out	HKPrismBaseOut	\N	\N	\N
HKQuantityAggregationStyle	0	cumulative	HKQuantityAggregationStyleCumulative	\N	\N	\N
HKQuantityAggregationStyle	1	discrete	HKQuantityAggregationStyleDiscrete	\N	true	old alias of DiscreteArithmetic
HKQuantityAggregationStyle	1	discreteArithmetic	HKQuantityAggregationStyleDiscreteArithmetic	\N	\N	\N
HKQuantityAggregationStyle	2	discreteTemporallyWeighted	HKQuantityAggregationStyleDiscreteTemporallyWeighted	\N	\N	\N
HKQuantityAggregationStyle	3	discreteEquivalentContinuousLevel	HKQuantityAggregationStyleDiscreteEquivalentContinuousLevel	\N	\N	\N
HKQueryOption	0	none	HKQueryOptionNone	\N	\N	\N
HKQueryOption	1	strictStartDate	HKQueryOptionStrictStartDate	\N	\N	\N
HKQueryOption	2	strictEndDate	HKQueryOptionStrictEndDate	\N	\N	\N
HKStateOfMindAssociation	1	community	HKStateOfMindAssociationCommunity	\N	\N	\N
HKStateOfMindAssociation	2	currentEvents	HKStateOfMindAssociationCurrentEvents	\N	\N	\N
HKStateOfMindAssociation	3	dating	HKStateOfMindAssociationDating	\N	\N	\N
HKStateOfMindAssociation	4	education	HKStateOfMindAssociationEducation	\N	\N	\N
HKStateOfMindAssociation	5	family	HKStateOfMindAssociationFamily	\N	\N	\N
HKStateOfMindAssociation	6	fitness	HKStateOfMindAssociationFitness	\N	\N	\N
HKStateOfMindAssociation	7	friends	HKStateOfMindAssociationFriends	\N	\N	\N
HKStateOfMindAssociation	8	health	HKStateOfMindAssociationHealth	\N	\N	\N
HKStateOfMindAssociation	9	hobbies	HKStateOfMindAssociationHobbies	\N	\N	\N
HKStateOfMindAssociation	10	identity	HKStateOfMindAssociationIdentity	\N	\N	\N
HKStateOfMindAssociation	11	money	HKStateOfMindAssociationMoney	\N	\N	\N
HKStateOfMindAssociation	12	partner	HKStateOfMindAssociationPartner	\N	\N	\N
HKStateOfMindAssociation	13	selfCare	HKStateOfMindAssociationSelfCare	\N	\N	\N
HKStateOfMindAssociation	14	spirituality	HKStateOfMindAssociationSpirituality	\N	\N	\N
HKStateOfMindAssociation	15	tasks	HKStateOfMindAssociationTasks	\N	\N	\N
HKStateOfMindAssociation	16	travel	HKStateOfMindAssociationTravel	\N	\N	\N
HKStateOfMindAssociation	17	work	HKStateOfMindAssociationWork	\N	\N	\N
HKStateOfMindAssociation	18	weather	HKStateOfMindAssociationWeather	\N	\N	\N
HKStateOfMindKind	1	momentaryEmotion	HKStateOfMindKindMomentaryEmotion	\N	\N	\N
HKStateOfMindKind	2	dailyMood	HKStateOfMindKindDailyMood	\N	\N	\N
HKStateOfMindLabel	1	amazed	HKStateOfMindLabelAmazed	\N	\N	\N
HKStateOfMindLabel	2	amused	HKStateOfMindLabelAmused	\N	\N	\N
HKStateOfMindLabel	3	angry	HKStateOfMindLabelAngry	\N	\N	\N
HKStateOfMindLabel	4	anxious	HKStateOfMindLabelAnxious	\N	\N	\N
HKStateOfMindLabel	5	ashamed	HKStateOfMindLabelAshamed	\N	\N	\N
HKStateOfMindLabel	6	brave	HKStateOfMindLabelBrave	\N	\N	\N
HKStateOfMindLabel	7	calm	HKStateOfMindLabelCalm	\N	\N	\N
HKStateOfMindLabel	8	content	HKStateOfMindLabelContent	\N	\N	\N
HKStateOfMindLabel	9	disappointed	HKStateOfMindLabelDisappointed	\N	\N	\N
HKStateOfMindLabel	10	discouraged	HKStateOfMindLabelDiscouraged	\N	\N	\N
HKStateOfMindLabel	11	disgusted	HKStateOfMindLabelDisgusted	\N	\N	\N
HKStateOfMindLabel	12	embarrassed	HKStateOfMindLabelEmbarrassed	\N	\N	\N
HKStateOfMindLabel	13	excited	HKStateOfMindLabelExcited	\N	\N	\N
HKStateOfMindLabel	14	frustrated	HKStateOfMindLabelFrustrated	\N	\N	\N
HKStateOfMindLabel	15	grateful	HKStateOfMindLabelGrateful	\N	\N	\N
HKStateOfMindLabel	16	guilty	HKStateOfMindLabelGuilty	\N	\N	\N
HKStateOfMindLabel	17	happy	HKStateOfMindLabelHappy	\N	\N	\N
HKStateOfMindLabel	18	hopeless	HKStateOfMindLabelHopeless	\N	\N	\N
HKStateOfMindLabel	19	irritated	HKStateOfMindLabelIrritated	\N	\N	\N
HKStateOfMindLabel	20	jealous	HKStateOfMindLabelJealous	\N	\N	\N
HKStateOfMindLabel	21	joyful	HKStateOfMindLabelJoyful	\N	\N	\N
HKStateOfMindLabel	22	lonely	HKStateOfMindLabelLonely	\N	\N	\N
HKStateOfMindLabel	23	passionate	HKStateOfMindLabelPassionate	\N	\N	\N
HKStateOfMindLabel	24	peaceful	HKStateOfMindLabelPeaceful	\N	\N	\N
HKStateOfMindLabel	25	proud	HKStateOfMindLabelProud	\N	\N	\N
HKStateOfMindLabel	26	relieved	HKStateOfMindLabelRelieved	\N	\N	\N
HKStateOfMindLabel	27	sad	HKStateOfMindLabelSad	\N	\N	\N
HKStateOfMindLabel	28	scared	HKStateOfMindLabelScared	\N	\N	\N
HKStateOfMindLabel	29	stressed	HKStateOfMindLabelStressed	\N	\N	\N
HKStateOfMindLabel	30	surprised	HKStateOfMindLabelSurprised	\N	\N	\N
HKStateOfMindLabel	31	worried	HKStateOfMindLabelWorried	\N	\N	\N
HKStateOfMindLabel	32	annoyed	HKStateOfMindLabelAnnoyed	\N	\N	\N
HKStateOfMindLabel	33	confident	HKStateOfMindLabelConfident	\N	\N	\N
HKStateOfMindLabel	34	drained	HKStateOfMindLabelDrained	\N	\N	\N
HKStateOfMindLabel	35	hopeful	HKStateOfMindLabelHopeful	\N	\N	\N
HKStateOfMindLabel	36	indifferent	HKStateOfMindLabelIndifferent	\N	\N	\N
HKStateOfMindLabel	37	overwhelmed	HKStateOfMindLabelOverwhelmed	\N	\N	\N
HKStateOfMindLabel	38	satisfied	HKStateOfMindLabelSatisfied	\N	\N	\N
HKStateOfMindValenceClassification	1	veryUnpleasant	HKStateOfMindValenceClassificationVeryUnpleasant	\N	\N	\N
HKStateOfMindValenceClassification	2	unpleasant	HKStateOfMindValenceClassificationUnpleasant	\N	\N	\N
HKStateOfMindValenceClassification	3	slightlyUnpleasant	HKStateOfMindValenceClassificationSlightlyUnpleasant	\N	\N	\N
HKStateOfMindValenceClassification	4	neutral	HKStateOfMindValenceClassificationNeutral	\N	\N	\N
HKStateOfMindValenceClassification	5	slightlyPleasant	HKStateOfMindValenceClassificationSlightlyPleasant	\N	\N	\N
HKStateOfMindValenceClassification	6	pleasant	HKStateOfMindValenceClassificationPleasant	\N	\N	\N
HKStateOfMindValenceClassification	7	veryPleasant	HKStateOfMindValenceClassificationVeryPleasant	\N	\N	\N
HKStatisticsOption	0	none	HKStatisticsOptionNone	\N	\N	\N
HKStatisticsOption	1	separateBySource	HKStatisticsOptionSeparateBySource	\N	\N	\N
HKStatisticsOption	2	discreteAverage	HKStatisticsOptionDiscreteAverage	\N	\N	\N
HKStatisticsOption	4	discreteMin	HKStatisticsOptionDiscreteMin	\N	\N	\N
HKStatisticsOption	8	discreteMax	HKStatisticsOptionDiscreteMax	\N	\N	\N
HKStatisticsOption	16	cumulativeSum	HKStatisticsOptionCumulativeSum	\N	\N	\N
HKStatisticsOption	32	discreteMostRecent	HKStatisticsOptionDiscreteMostRecent	\N	true	old alias of MostRecent
HKStatisticsOption	32	mostRecent	HKStatisticsOptionMostRecent	\N	\N	\N
HKStatisticsOption	64	duration	HKStatisticsOptionDuration	\N	\N	\N
HKSwimmingStrokeStyle	0	unknown	HKSwimmingStrokeStyleUnknown	10.0	\N	\N
HKSwimmingStrokeStyle	1	mixed	HKSwimmingStrokeStyleMixed	10.0	\N	\N
HKSwimmingStrokeStyle	2	freestyle	HKSwimmingStrokeStyleFreestyle	10.0	\N	\N
HKSwimmingStrokeStyle	3	backstroke	HKSwimmingStrokeStyleBackstroke	10.0	\N	\N
HKSwimmingStrokeStyle	4	breaststroke	HKSwimmingStrokeStyleBreaststroke	10.0	\N	\N
HKSwimmingStrokeStyle	5	butterfly	HKSwimmingStrokeStyleButterfly	10.0	\N	\N
HKSwimmingStrokeStyle	6	kickboard	HKSwimmingStrokeStyleKickboard	10.0	\N	\N
HKUpdateFrequency	1	immediate	HKUpdateFrequencyImmediate	\N	\N	\N
HKUpdateFrequency	2	hourly	HKUpdateFrequencyHourly	\N	\N	\N
HKUpdateFrequency	3	daily	HKUpdateFrequencyDaily	\N	\N	\N
HKUpdateFrequency	4	weekly	HKUpdateFrequencyWeekly	\N	\N	\N
HKUserMotionContext	0	notSet	HKUserMotionContextNotSet	16.0	\N	\N
HKUserMotionContext	1	stationary	HKUserMotionContextStationary	16.0	\N	\N
HKUserMotionContext	2	active	HKUserMotionContextActive	16.0	\N	\N
HKVO2MaxTestType	1	maxExercise	HKVO2MaxTestTypeMaxExercise	11.0	\N	\N
HKVO2MaxTestType	2	predictionSubMaxExercise	HKVO2MaxTestTypePredictionSubMaxExercise	11.0	\N	\N
HKVO2MaxTestType	3	predictionNonExercise	HKVO2MaxTestTypePredictionNonExercise	11.0	\N	\N
HKVO2MaxTestType	4	predictionStepTest	HKVO2MaxTestTypePredictionStepTest	11.0	\N	\N
HKVisionEye	1	left	HKVisionEyeLeft	\N	\N	\N
HKVisionEye	2	right	HKVisionEyeRight	\N	\N	\N
HKVisionPrescriptionType	1	glasses	HKVisionPrescriptionTypeGlasses	\N	\N	\N
HKVisionPrescriptionType	2	contacts	HKVisionPrescriptionTypeContacts	\N	\N	\N
HKWaterSalinity	1	freshWater	HKWaterSalinityFreshWater	17.0	\N	\N
HKWaterSalinity	2	saltWater	HKWaterSalinitySaltWater	17.0	\N	\N
HKWeatherCondition	0	none	HKWeatherConditionNone	10.0	\N	\N
HKWeatherCondition	1	clear	HKWeatherConditionClear	10.0	\N	\N
HKWeatherCondition	2	fair	HKWeatherConditionFair	10.0	\N	\N
HKWeatherCondition	3	partlyCloudy	HKWeatherConditionPartlyCloudy	10.0	\N	\N
HKWeatherCondition	4	mostlyCloudy	HKWeatherConditionMostlyCloudy	10.0	\N	\N
HKWeatherCondition	5	cloudy	HKWeatherConditionCloudy	10.0	\N	\N
HKWeatherCondition	6	foggy	HKWeatherConditionFoggy	10.0	\N	\N
HKWeatherCondition	7	haze	HKWeatherConditionHaze	10.0	\N	\N
HKWeatherCondition	8	windy	HKWeatherConditionWindy	10.0	\N	\N
HKWeatherCondition	9	blustery	HKWeatherConditionBlustery	10.0	\N	\N
HKWeatherCondition	10	smoky	HKWeatherConditionSmoky	10.0	\N	\N
HKWeatherCondition	11	dust	HKWeatherConditionDust	10.0	\N	\N
HKWeatherCondition	12	snow	HKWeatherConditionSnow	10.0	\N	\N
HKWeatherCondition	13	hail	HKWeatherConditionHail	10.0	\N	\N
HKWeatherCondition	14	sleet	HKWeatherConditionSleet	10.0	\N	\N
HKWeatherCondition	15	freezingDrizzle	HKWeatherConditionFreezingDrizzle	10.0	\N	\N
HKWeatherCondition	16	freezingRain	HKWeatherConditionFreezingRain	10.0	\N	\N
HKWeatherCondition	17	mixedRainAndHail	HKWeatherConditionMixedRainAndHail	10.0	\N	\N
HKWeatherCondition	18	mixedRainAndSnow	HKWeatherConditionMixedRainAndSnow	10.0	\N	\N
HKWeatherCondition	19	mixedRainAndSleet	HKWeatherConditionMixedRainAndSleet	10.0	\N	\N
HKWeatherCondition	20	mixedSnowAndSleet	HKWeatherConditionMixedSnowAndSleet	10.0	\N	\N
HKWeatherCondition	21	drizzle	HKWeatherConditionDrizzle	10.0	\N	\N
HKWeatherCondition	22	scatteredShowers	HKWeatherConditionScatteredShowers	10.0	\N	\N
HKWeatherCondition	23	showers	HKWeatherConditionShowers	10.0	\N	\N
HKWeatherCondition	24	thunderstorms	HKWeatherConditionThunderstorms	10.0	\N	\N
HKWeatherCondition	25	tropicalStorm	HKWeatherConditionTropicalStorm	10.0	\N	\N
HKWeatherCondition	26	hurricane	HKWeatherConditionHurricane	10.0	\N	\N
HKWeatherCondition	27	tornado	HKWeatherConditionTornado	10.0	\N	\N
HKWheelchairUse	0	notSet	HKWheelchairUseNotSet	\N	\N	\N
HKWheelchairUse	1	no	HKWheelchairUseNo	\N	\N	\N
HKWheelchairUse	2	yes	HKWheelchairUseYes	\N	\N	\N
HKWorkoutEffortRelationshipQueryOptions	0	default	HKWorkoutEffortRelationshipQueryOptionsDefault	\N	\N	\N
HKWorkoutEffortRelationshipQueryOptions	1	mostRelevant	HKWorkoutEffortRelationshipQueryOptionsMostRelevant	\N	\N	\N
HKWorkoutSessionLocationType	1	unknown	HKWorkoutSessionLocationTypeUnknown	\N	\N	\N
HKWorkoutSessionLocationType	2	indoor	HKWorkoutSessionLocationTypeIndoor	\N	\N	\N
HKWorkoutSessionLocationType	3	outdoor	HKWorkoutSessionLocationTypeOutdoor	\N	\N	\N
HKWorkoutSessionState	1	notStarted	HKWorkoutSessionStateNotStarted	\N	\N	\N
HKWorkoutSessionState	2	running	HKWorkoutSessionStateRunning	\N	\N	\N
HKWorkoutSessionState	3	ended	HKWorkoutSessionStateEnded	\N	\N	\N
HKWorkoutSessionState	4	paused	HKWorkoutSessionStatePaused	\N	\N	\N
HKWorkoutSessionState	5	prepared	HKWorkoutSessionStatePrepared	\N	\N	\N
HKWorkoutSessionState	6	stopped	HKWorkoutSessionStateStopped	\N	\N	\N
HKWorkoutSessionType	0	primary	HKWorkoutSessionTypePrimary	\N	\N	\N
HKWorkoutSessionType	1	mirrored	HKWorkoutSessionTypeMirrored	\N	\N	\N
HKWorkoutSwimmingLocationType	0	unknown	HKWorkoutSwimmingLocationTypeUnknown	10.0	\N	\N
HKWorkoutSwimmingLocationType	1	pool	HKWorkoutSwimmingLocationTypePool	10.0	\N	\N
HKWorkoutSwimmingLocationType	2	openWater	HKWorkoutSwimmingLocationTypeOpenWater	10.0	\N	\N
\.


--
-- Data for Name: export_element; Type: TABLE DATA; Schema: health; Owner: -
--

COPY health.export_element (person_id, uuid, name, element, change_position, key, exported_at) FROM stdin;
1	0873c4f9-6ce3-5a99-98fd-13adb3e9f395	ActivitySummary	{"name": "ActivitySummary", "attributes": {"appleMoveTime": "0", "dateComponents": "2024-04-08", "appleStandHours": "12", "appleExerciseTime": "55", "appleMoveTimeGoal": "0", "activeEnergyBurned": "327.671", "appleStandHoursGoal": "12", "appleExerciseTimeGoal": "30", "activeEnergyBurnedGoal": "450", "activeEnergyBurnedUnit": "kcal"}}	4294967572	2024-04-08	2024-05-10 22:00:00+00
1	09af298d-f6d4-5989-8528-2c89b5a32c63	ActivitySummary	{"name": "ActivitySummary", "attributes": {"appleMoveTime": "0", "dateComponents": "2024-03-25", "appleStandHours": "13", "appleExerciseTime": "55", "appleMoveTimeGoal": "0", "activeEnergyBurned": "510.428", "appleStandHoursGoal": "12", "appleExerciseTimeGoal": "30", "activeEnergyBurnedGoal": "450", "activeEnergyBurnedUnit": "kcal"}}	4294967558	2024-03-25	2024-05-10 22:00:00+00
1	0c174137-92a2-521d-ab1a-027dd3292142	ActivitySummary	{"name": "ActivitySummary", "attributes": {"appleMoveTime": "0", "dateComponents": "2024-04-04", "appleStandHours": "14", "appleExerciseTime": "55", "appleMoveTimeGoal": "0", "activeEnergyBurned": "608.459", "appleStandHoursGoal": "12", "appleExerciseTimeGoal": "30", "activeEnergyBurnedGoal": "450", "activeEnergyBurnedUnit": "kcal"}}	4294967568	2024-04-04	2024-05-10 22:00:00+00
1	162e56a1-2578-56d8-b7ca-3114cc123b31	ActivitySummary	{"name": "ActivitySummary", "attributes": {"appleMoveTime": "0", "dateComponents": "2024-05-01", "appleStandHours": "11", "appleExerciseTime": "24", "appleMoveTimeGoal": "0", "activeEnergyBurned": "313.142", "appleStandHoursGoal": "12", "appleExerciseTimeGoal": "30", "activeEnergyBurnedGoal": "450", "activeEnergyBurnedUnit": "kcal"}}	4294967595	2024-05-01	2024-05-10 22:00:00+00
1	16de5f2a-617e-54ce-966b-aac5c062bc98	ActivitySummary	{"name": "ActivitySummary", "attributes": {"appleMoveTime": "0", "dateComponents": "2024-03-22", "appleStandHours": "8", "appleExerciseTime": "23", "appleMoveTimeGoal": "0", "activeEnergyBurned": "321.019", "appleStandHoursGoal": "12", "appleExerciseTimeGoal": "30", "activeEnergyBurnedGoal": "450", "activeEnergyBurnedUnit": "kcal"}}	4294967555	2024-03-22	2024-05-10 22:00:00+00
1	1764c3e3-9ae2-5e63-b1d7-b07a9fcbb230	ActivitySummary	{"name": "ActivitySummary", "attributes": {"appleMoveTime": "0", "dateComponents": "2024-03-17", "appleStandHours": "8", "appleExerciseTime": "54", "appleMoveTimeGoal": "0", "activeEnergyBurned": "672.004", "appleStandHoursGoal": "12", "appleExerciseTimeGoal": "30", "activeEnergyBurnedGoal": "450", "activeEnergyBurnedUnit": "kcal"}}	4294967550	2024-03-17	2024-05-10 22:00:00+00
1	17775c3e-4c55-53f5-b8de-a85a3abb9f30	ActivitySummary	{"name": "ActivitySummary", "attributes": {"appleMoveTime": "0", "dateComponents": "2024-05-06", "appleStandHours": "11", "appleExerciseTime": "56", "appleMoveTimeGoal": "0", "activeEnergyBurned": "362.157", "appleStandHoursGoal": "12", "appleExerciseTimeGoal": "30", "activeEnergyBurnedGoal": "450", "activeEnergyBurnedUnit": "kcal"}}	4294967600	2024-05-06	2024-05-10 22:00:00+00
1	19749833-e81b-51e4-8166-b7e7123e3e0a	ActivitySummary	{"name": "ActivitySummary", "attributes": {"appleMoveTime": "0", "dateComponents": "2024-05-07", "appleStandHours": "13", "appleExerciseTime": "24", "appleMoveTimeGoal": "0", "activeEnergyBurned": "691.960", "appleStandHoursGoal": "12", "appleExerciseTimeGoal": "30", "activeEnergyBurnedGoal": "450", "activeEnergyBurnedUnit": "kcal"}}	4294967601	2024-05-07	2024-05-10 22:00:00+00
1	2140dc22-7571-59a4-bdd7-cd2cb9be1169	ActivitySummary	{"name": "ActivitySummary", "attributes": {"appleMoveTime": "0", "dateComponents": "2024-04-22", "appleStandHours": "12", "appleExerciseTime": "56", "appleMoveTimeGoal": "0", "activeEnergyBurned": "544.914", "appleStandHoursGoal": "12", "appleExerciseTimeGoal": "30", "activeEnergyBurnedGoal": "450", "activeEnergyBurnedUnit": "kcal"}}	4294967586	2024-04-22	2024-05-10 22:00:00+00
1	215b8960-e8d0-53ef-b21b-d129a238da44	ActivitySummary	{"name": "ActivitySummary", "attributes": {"appleMoveTime": "0", "dateComponents": "2024-04-02", "appleStandHours": "11", "appleExerciseTime": "55", "appleMoveTimeGoal": "0", "activeEnergyBurned": "348.853", "appleStandHoursGoal": "12", "appleExerciseTimeGoal": "30", "activeEnergyBurnedGoal": "450", "activeEnergyBurnedUnit": "kcal"}}	4294967566	2024-04-02	2024-05-10 22:00:00+00
1	2286c57b-2239-50c0-ad05-975cb58db2f1	ActivitySummary	{"name": "ActivitySummary", "attributes": {"appleMoveTime": "0", "dateComponents": "2024-04-16", "appleStandHours": "10", "appleExerciseTime": "55", "appleMoveTimeGoal": "0", "activeEnergyBurned": "566.096", "appleStandHoursGoal": "12", "appleExerciseTimeGoal": "30", "activeEnergyBurnedGoal": "450", "activeEnergyBurnedUnit": "kcal"}}	4294967580	2024-04-16	2024-05-10 22:00:00+00
1	283c5bca-3c9e-5beb-8ba5-d2e59c8f8eff	ActivitySummary	{"name": "ActivitySummary", "attributes": {"appleMoveTime": "0", "dateComponents": "2024-04-03", "appleStandHours": "12", "appleExerciseTime": "23", "appleMoveTimeGoal": "0", "activeEnergyBurned": "678.656", "appleStandHoursGoal": "12", "appleExerciseTimeGoal": "30", "activeEnergyBurnedGoal": "450", "activeEnergyBurnedUnit": "kcal"}}	4294967567	2024-04-03	2024-05-10 22:00:00+00
1	286a2431-7b9e-5f12-a9b7-d4211febe8b3	ActivitySummary	{"name": "ActivitySummary", "attributes": {"appleMoveTime": "0", "dateComponents": "2024-04-05", "appleStandHours": "15", "appleExerciseTime": "23", "appleMoveTimeGoal": "0", "activeEnergyBurned": "538.262", "appleStandHoursGoal": "12", "appleExerciseTimeGoal": "30", "activeEnergyBurnedGoal": "450", "activeEnergyBurnedUnit": "kcal"}}	4294967569	2024-04-05	2024-05-10 22:00:00+00
1	29296a22-b5bb-5dad-9fe5-8845f830b06d	ActivitySummary	{"name": "ActivitySummary", "attributes": {"appleMoveTime": "0", "dateComponents": "2024-05-08", "appleStandHours": "14", "appleExerciseTime": "56", "appleMoveTimeGoal": "0", "activeEnergyBurned": "621.763", "appleStandHoursGoal": "12", "appleExerciseTimeGoal": "30", "activeEnergyBurnedGoal": "450", "activeEnergyBurnedUnit": "kcal"}}	4294967602	2024-05-08	2024-05-10 22:00:00+00
1	2cac3867-57ac-5aff-8e5d-d14bf7e033ba	ActivitySummary	{"name": "ActivitySummary", "attributes": {"appleMoveTime": "0", "dateComponents": "2024-04-13", "appleStandHours": "13", "appleExerciseTime": "23", "appleMoveTimeGoal": "0", "activeEnergyBurned": "376.687", "appleStandHoursGoal": "12", "appleExerciseTimeGoal": "30", "activeEnergyBurnedGoal": "450", "activeEnergyBurnedUnit": "kcal"}}	4294967577	2024-04-13	2024-05-10 22:00:00+00
1	332e84e2-1ca1-5e16-bc4c-caa0b66dfb0d	ActivitySummary	{"name": "ActivitySummary", "attributes": {"appleMoveTime": "0", "dateComponents": "2024-04-10", "appleStandHours": "8", "appleExerciseTime": "55", "appleMoveTimeGoal": "0", "activeEnergyBurned": "587.277", "appleStandHoursGoal": "12", "appleExerciseTimeGoal": "30", "activeEnergyBurnedGoal": "450", "activeEnergyBurnedUnit": "kcal"}}	4294967574	2024-04-10	2024-05-10 22:00:00+00
1	36a6844a-4158-56b0-83f7-b6140800f2e6	ActivitySummary	{"name": "ActivitySummary", "attributes": {"appleMoveTime": "0", "dateComponents": "2024-04-12", "appleStandHours": "11", "appleExerciseTime": "55", "appleMoveTimeGoal": "0", "activeEnergyBurned": "446.884", "appleStandHoursGoal": "12", "appleExerciseTimeGoal": "30", "activeEnergyBurnedGoal": "450", "activeEnergyBurnedUnit": "kcal"}}	4294967576	2024-04-12	2024-05-10 22:00:00+00
1	37b86558-f06c-58cb-ab50-ffea1214d832	ActivitySummary	{"name": "ActivitySummary", "attributes": {"appleMoveTime": "0", "dateComponents": "2024-05-09", "appleStandHours": "8", "appleExerciseTime": "24", "appleMoveTimeGoal": "0", "activeEnergyBurned": "551.567", "appleStandHoursGoal": "12", "appleExerciseTimeGoal": "30", "activeEnergyBurnedGoal": "450", "activeEnergyBurnedUnit": "kcal"}}	4294967603	2024-05-09	2024-05-10 22:00:00+00
1	3b0d10dd-c37f-5249-acba-5e79a240feac	ActivitySummary	{"name": "ActivitySummary", "attributes": {"appleMoveTime": "0", "dateComponents": "2024-04-17", "appleStandHours": "11", "appleExerciseTime": "23", "appleMoveTimeGoal": "0", "activeEnergyBurned": "495.899", "appleStandHoursGoal": "12", "appleExerciseTimeGoal": "30", "activeEnergyBurnedGoal": "450", "activeEnergyBurnedUnit": "kcal"}}	4294967581	2024-04-17	2024-05-10 22:00:00+00
1	43a39f2f-b66c-5ee3-9080-3a20c57a536c	ActivitySummary	{"name": "ActivitySummary", "attributes": {"appleMoveTime": "0", "dateComponents": "2024-04-07", "appleStandHours": "11", "appleExerciseTime": "23", "appleMoveTimeGoal": "0", "activeEnergyBurned": "397.868", "appleStandHoursGoal": "12", "appleExerciseTimeGoal": "30", "activeEnergyBurnedGoal": "450", "activeEnergyBurnedUnit": "kcal"}}	4294967571	2024-04-07	2024-05-10 22:00:00+00
1	616bf887-b05c-5535-8cc1-33f5b91d0858	Me	{"name": "Me", "attributes": {"HKCharacteristicTypeIdentifierBloodType": "HKBloodTypeNotSet", "HKCharacteristicTypeIdentifierDateOfBirth": "1985-04-12", "HKCharacteristicTypeIdentifierBiologicalSex": "HKBiologicalSexFemale", "HKCharacteristicTypeIdentifierFitzpatrickSkinType": "HKFitzpatrickSkinTypeNotSet", "HKCharacteristicTypeIdentifierCardioFitnessMedicationsUse": "None"}}	4294967297		2024-05-10 22:00:00+00
1	6f7779d4-8cd5-5adb-aa51-f96bc915330b	ActivitySummary	{"name": "ActivitySummary", "attributes": {"appleMoveTime": "0", "dateComponents": "2024-04-14", "appleStandHours": "14", "appleExerciseTime": "55", "appleMoveTimeGoal": "0", "activeEnergyBurned": "306.490", "appleStandHoursGoal": "12", "appleExerciseTimeGoal": "30", "activeEnergyBurnedGoal": "450", "activeEnergyBurnedUnit": "kcal"}}	4294967578	2024-04-14	2024-05-10 22:00:00+00
1	76ae04d4-33a5-5788-afe2-ba336a823d45	ActivitySummary	{"name": "ActivitySummary", "attributes": {"appleMoveTime": "0", "dateComponents": "2024-04-27", "appleStandHours": "12", "appleExerciseTime": "24", "appleMoveTimeGoal": "0", "activeEnergyBurned": "593.930", "appleStandHoursGoal": "12", "appleExerciseTimeGoal": "30", "activeEnergyBurnedGoal": "450", "activeEnergyBurnedUnit": "kcal"}}	4294967591	2024-04-27	2024-05-10 22:00:00+00
1	78c557d5-370c-54e0-9865-2724bdc5f9b1	ActivitySummary	{"name": "ActivitySummary", "attributes": {"appleMoveTime": "0", "dateComponents": "2024-04-01", "appleStandHours": "9", "appleExerciseTime": "23", "appleMoveTimeGoal": "0", "activeEnergyBurned": "419.050", "appleStandHoursGoal": "12", "appleExerciseTimeGoal": "30", "activeEnergyBurnedGoal": "450", "activeEnergyBurnedUnit": "kcal"}}	4294967565	2024-04-01	2024-05-10 22:00:00+00
1	7cba66cc-d537-5e34-8e2c-bc89ad756b35	ActivitySummary	{"name": "ActivitySummary", "attributes": {"appleMoveTime": "0", "dateComponents": "2024-03-24", "appleStandHours": "12", "appleExerciseTime": "23", "appleMoveTimeGoal": "0", "activeEnergyBurned": "580.625", "appleStandHoursGoal": "12", "appleExerciseTimeGoal": "30", "activeEnergyBurnedGoal": "450", "activeEnergyBurnedUnit": "kcal"}}	4294967557	2024-03-24	2024-05-10 22:00:00+00
1	7cef0ef1-4d96-558f-82ca-220227322f00	ActivitySummary	{"name": "ActivitySummary", "attributes": {"appleMoveTime": "0", "dateComponents": "2024-04-30", "appleStandHours": "9", "appleExerciseTime": "56", "appleMoveTimeGoal": "0", "activeEnergyBurned": "383.339", "appleStandHoursGoal": "12", "appleExerciseTimeGoal": "30", "activeEnergyBurnedGoal": "450", "activeEnergyBurnedUnit": "kcal"}}	4294967594	2024-04-30	2024-05-10 22:00:00+00
1	849a8f61-1440-5503-bb49-9113857d1ec0	ActivitySummary	{"name": "ActivitySummary", "attributes": {"appleMoveTime": "0", "dateComponents": "2024-04-06", "appleStandHours": "9", "appleExerciseTime": "55", "appleMoveTimeGoal": "0", "activeEnergyBurned": "468.065", "appleStandHoursGoal": "12", "appleExerciseTimeGoal": "30", "activeEnergyBurnedGoal": "450", "activeEnergyBurnedUnit": "kcal"}}	4294967570	2024-04-06	2024-05-10 22:00:00+00
1	8771d827-db96-5d3b-bb37-37c7f6b5073b	ActivitySummary	{"name": "ActivitySummary", "attributes": {"appleMoveTime": "0", "dateComponents": "2024-05-10", "appleStandHours": "10", "appleExerciseTime": "56", "appleMoveTimeGoal": "0", "activeEnergyBurned": "481.370", "appleStandHoursGoal": "12", "appleExerciseTimeGoal": "30", "activeEnergyBurnedGoal": "450", "activeEnergyBurnedUnit": "kcal"}}	4294967604	2024-05-10	2024-05-10 22:00:00+00
1	8ab83ce5-e8a8-5b4d-ad09-14e475268342	ActivitySummary	{"name": "ActivitySummary", "attributes": {"appleMoveTime": "0", "dateComponents": "2024-05-02", "appleStandHours": "12", "appleExerciseTime": "56", "appleMoveTimeGoal": "0", "activeEnergyBurned": "642.945", "appleStandHoursGoal": "12", "appleExerciseTimeGoal": "30", "activeEnergyBurnedGoal": "450", "activeEnergyBurnedUnit": "kcal"}}	4294967596	2024-05-02	2024-05-10 22:00:00+00
1	8c03557f-90ee-5879-b76c-9485b08f7dac	ActivitySummary	{"name": "ActivitySummary", "attributes": {"appleMoveTime": "0", "dateComponents": "2024-04-24", "appleStandHours": "15", "appleExerciseTime": "56", "appleMoveTimeGoal": "0", "activeEnergyBurned": "404.520", "appleStandHoursGoal": "12", "appleExerciseTimeGoal": "30", "activeEnergyBurnedGoal": "450", "activeEnergyBurnedUnit": "kcal"}}	4294967588	2024-04-24	2024-05-10 22:00:00+00
1	8c77327b-cfa3-5a7d-b3ee-07ca1803b860	ActivitySummary	{"name": "ActivitySummary", "attributes": {"appleMoveTime": "0", "dateComponents": "2024-04-26", "appleStandHours": "10", "appleExerciseTime": "56", "appleMoveTimeGoal": "0", "activeEnergyBurned": "664.127", "appleStandHoursGoal": "12", "appleExerciseTimeGoal": "30", "activeEnergyBurnedGoal": "450", "activeEnergyBurnedUnit": "kcal"}}	4294967590	2024-04-26	2024-05-10 22:00:00+00
1	9411c619-1af9-566e-93b1-c7c859f7a27a	ActivitySummary	{"name": "ActivitySummary", "attributes": {"appleMoveTime": "0", "dateComponents": "2024-05-05", "appleStandHours": "9", "appleExerciseTime": "24", "appleMoveTimeGoal": "0", "activeEnergyBurned": "432.354", "appleStandHoursGoal": "12", "appleExerciseTimeGoal": "30", "activeEnergyBurnedGoal": "450", "activeEnergyBurnedUnit": "kcal"}}	4294967599	2024-05-05	2024-05-10 22:00:00+00
1	97f29d77-a02a-5951-99bf-09dd5d5d7c3c	ActivitySummary	{"name": "ActivitySummary", "attributes": {"appleMoveTime": "0", "dateComponents": "2024-03-23", "appleStandHours": "10", "appleExerciseTime": "55", "appleMoveTimeGoal": "0", "activeEnergyBurned": "650.822", "appleStandHoursGoal": "12", "appleExerciseTimeGoal": "30", "activeEnergyBurnedGoal": "450", "activeEnergyBurnedUnit": "kcal"}}	4294967556	2024-03-23	2024-05-10 22:00:00+00
1	9cf71237-8c6b-5cfa-a0bb-f0edec57b902	ActivitySummary	{"name": "ActivitySummary", "attributes": {"appleMoveTime": "0", "dateComponents": "2024-04-28", "appleStandHours": "14", "appleExerciseTime": "56", "appleMoveTimeGoal": "0", "activeEnergyBurned": "523.733", "appleStandHoursGoal": "12", "appleExerciseTimeGoal": "30", "activeEnergyBurnedGoal": "450", "activeEnergyBurnedUnit": "kcal"}}	4294967592	2024-04-28	2024-05-10 22:00:00+00
1	9d6e7e14-b63c-5d6e-a701-c7523e08c186	ActivitySummary	{"name": "ActivitySummary", "attributes": {"appleMoveTime": "0", "dateComponents": "2024-04-09", "appleStandHours": "14", "appleExerciseTime": "23", "appleMoveTimeGoal": "0", "activeEnergyBurned": "657.474", "appleStandHoursGoal": "12", "appleExerciseTimeGoal": "30", "activeEnergyBurnedGoal": "450", "activeEnergyBurnedUnit": "kcal"}}	4294967573	2024-04-09	2024-05-10 22:00:00+00
1	a2fce614-a461-5167-9517-72408060f0e2	ActivitySummary	{"name": "ActivitySummary", "attributes": {"appleMoveTime": "0", "dateComponents": "2024-03-15", "appleStandHours": "13", "appleExerciseTime": "54", "appleMoveTimeGoal": "0", "activeEnergyBurned": "412.398", "appleStandHoursGoal": "12", "appleExerciseTimeGoal": "30", "activeEnergyBurnedGoal": "450", "activeEnergyBurnedUnit": "kcal"}}	4294967548	2024-03-15	2024-05-10 22:00:00+00
1	ab39da44-d2d5-5132-b5f4-bd406ec7903c	ActivitySummary	{"name": "ActivitySummary", "attributes": {"appleMoveTime": "0", "dateComponents": "2024-03-19", "appleStandHours": "11", "appleExerciseTime": "54", "appleMoveTimeGoal": "0", "activeEnergyBurned": "531.610", "appleStandHoursGoal": "12", "appleExerciseTimeGoal": "30", "activeEnergyBurnedGoal": "450", "activeEnergyBurnedUnit": "kcal"}}	4294967552	2024-03-19	2024-05-10 22:00:00+00
1	ac1eab85-ae86-539b-83a6-340e8184ac34	ActivitySummary	{"name": "ActivitySummary", "attributes": {"appleMoveTime": "0", "dateComponents": "2024-03-31", "appleStandHours": "15", "appleExerciseTime": "55", "appleMoveTimeGoal": "0", "activeEnergyBurned": "489.247", "appleStandHoursGoal": "12", "appleExerciseTimeGoal": "30", "activeEnergyBurnedGoal": "450", "activeEnergyBurnedUnit": "kcal"}}	4294967564	2024-03-31	2024-05-10 22:00:00+00
1	b0d63420-1f37-5f21-9088-08f8ae736126	ActivitySummary	{"name": "ActivitySummary", "attributes": {"appleMoveTime": "0", "dateComponents": "2024-03-14", "appleStandHours": "11", "appleExerciseTime": "22", "appleMoveTimeGoal": "0", "activeEnergyBurned": "482.595", "appleStandHoursGoal": "12", "appleExerciseTimeGoal": "30", "activeEnergyBurnedGoal": "450", "activeEnergyBurnedUnit": "kcal"}}	4294967547	2024-03-14	2024-05-10 22:00:00+00
1	b689a6b7-00dc-582b-97fb-e5451ea40a84	ActivitySummary	{"name": "ActivitySummary", "attributes": {"appleMoveTime": "0", "dateComponents": "2024-03-29", "appleStandHours": "12", "appleExerciseTime": "55", "appleMoveTimeGoal": "0", "activeEnergyBurned": "629.641", "appleStandHoursGoal": "12", "appleExerciseTimeGoal": "30", "activeEnergyBurnedGoal": "450", "activeEnergyBurnedUnit": "kcal"}}	4294967562	2024-03-29	2024-05-10 22:00:00+00
1	b6d2cd6f-6b04-5a0d-a544-a0b1bb2e0d6b	ActivitySummary	{"name": "ActivitySummary", "attributes": {"appleMoveTime": "0", "dateComponents": "2024-04-29", "appleStandHours": "15", "appleExerciseTime": "24", "appleMoveTimeGoal": "0", "activeEnergyBurned": "453.536", "appleStandHoursGoal": "12", "appleExerciseTimeGoal": "30", "activeEnergyBurnedGoal": "450", "activeEnergyBurnedUnit": "kcal"}}	4294967593	2024-04-29	2024-05-10 22:00:00+00
1	ba0f83ce-3bd8-54b6-b88e-4108e5b62ff2	ActivitySummary	{"name": "ActivitySummary", "attributes": {"appleMoveTime": "0", "dateComponents": "2024-04-11", "appleStandHours": "9", "appleExerciseTime": "23", "appleMoveTimeGoal": "0", "activeEnergyBurned": "517.081", "appleStandHoursGoal": "12", "appleExerciseTimeGoal": "30", "activeEnergyBurnedGoal": "450", "activeEnergyBurnedUnit": "kcal"}}	4294967575	2024-04-11	2024-05-10 22:00:00+00
1	be6a6f3c-0ca3-5e75-96e9-256da78beac7	ActivitySummary	{"name": "ActivitySummary", "attributes": {"appleMoveTime": "0", "dateComponents": "2024-03-12", "appleStandHours": "8", "appleExerciseTime": "22", "appleMoveTimeGoal": "0", "activeEnergyBurned": "622.988", "appleStandHoursGoal": "12", "appleExerciseTimeGoal": "30", "activeEnergyBurnedGoal": "450", "activeEnergyBurnedUnit": "kcal"}}	4294967545	2024-03-12	2024-05-10 22:00:00+00
1	c9e97d56-3adc-51f8-af9d-8001fcd0bb61	ActivitySummary	{"name": "ActivitySummary", "attributes": {"appleMoveTime": "0", "dateComponents": "2024-04-20", "appleStandHours": "8", "appleExerciseTime": "55", "appleMoveTimeGoal": "0", "activeEnergyBurned": "685.308", "appleStandHoursGoal": "12", "appleExerciseTimeGoal": "30", "activeEnergyBurnedGoal": "450", "activeEnergyBurnedUnit": "kcal"}}	4294967584	2024-04-20	2024-05-10 22:00:00+00
1	cec506f6-93f5-545a-8b03-7758deaddcdc	ActivitySummary	{"name": "ActivitySummary", "attributes": {"appleMoveTime": "0", "dateComponents": "2024-05-03", "appleStandHours": "14", "appleExerciseTime": "24", "appleMoveTimeGoal": "0", "activeEnergyBurned": "572.748", "appleStandHoursGoal": "12", "appleExerciseTimeGoal": "30", "activeEnergyBurnedGoal": "450", "activeEnergyBurnedUnit": "kcal"}}	4294967597	2024-05-03	2024-05-10 22:00:00+00
1	ceff6846-521a-59d9-8e33-f387eef4b37c	ActivitySummary	{"name": "ActivitySummary", "attributes": {"appleMoveTime": "0", "dateComponents": "2024-03-30", "appleStandHours": "14", "appleExerciseTime": "23", "appleMoveTimeGoal": "0", "activeEnergyBurned": "559.444", "appleStandHoursGoal": "12", "appleExerciseTimeGoal": "30", "activeEnergyBurnedGoal": "450", "activeEnergyBurnedUnit": "kcal"}}	4294967563	2024-03-30	2024-05-10 22:00:00+00
1	cfe1a98f-bfcf-5bf9-b9aa-1ed432cd2b1b	ActivitySummary	{"name": "ActivitySummary", "attributes": {"appleMoveTime": "0", "dateComponents": "2024-04-19", "appleStandHours": "15", "appleExerciseTime": "23", "appleMoveTimeGoal": "0", "activeEnergyBurned": "355.505", "appleStandHoursGoal": "12", "appleExerciseTimeGoal": "30", "activeEnergyBurnedGoal": "450", "activeEnergyBurnedUnit": "kcal"}}	4294967583	2024-04-19	2024-05-10 22:00:00+00
1	d0ea0c44-9a63-5cb0-b116-295a34c79269	ActivitySummary	{"name": "ActivitySummary", "attributes": {"appleMoveTime": "0", "dateComponents": "2024-03-28", "appleStandHours": "10", "appleExerciseTime": "23", "appleMoveTimeGoal": "0", "activeEnergyBurned": "699.838", "appleStandHoursGoal": "12", "appleExerciseTimeGoal": "30", "activeEnergyBurnedGoal": "450", "activeEnergyBurnedUnit": "kcal"}}	4294967561	2024-03-28	2024-05-10 22:00:00+00
1	d148bf6e-5de0-5e8e-8afb-314b9080339b	ActivitySummary	{"name": "ActivitySummary", "attributes": {"appleMoveTime": "0", "dateComponents": "2024-03-26", "appleStandHours": "15", "appleExerciseTime": "23", "appleMoveTimeGoal": "0", "activeEnergyBurned": "440.231", "appleStandHoursGoal": "12", "appleExerciseTimeGoal": "30", "activeEnergyBurnedGoal": "450", "activeEnergyBurnedUnit": "kcal"}}	4294967559	2024-03-26	2024-05-10 22:00:00+00
1	db5de15b-0ca5-5940-ac5e-9242ef15066e	ActivitySummary	{"name": "ActivitySummary", "attributes": {"appleMoveTime": "0", "dateComponents": "2024-03-16", "appleStandHours": "14", "appleExerciseTime": "22", "appleMoveTimeGoal": "0", "activeEnergyBurned": "342.201", "appleStandHoursGoal": "12", "appleExerciseTimeGoal": "30", "activeEnergyBurnedGoal": "450", "activeEnergyBurnedUnit": "kcal"}}	4294967549	2024-03-16	2024-05-10 22:00:00+00
1	de6984c3-5eab-54e0-9033-05eb99245f11	ActivitySummary	{"name": "ActivitySummary", "attributes": {"appleMoveTime": "0", "dateComponents": "2024-03-21", "appleStandHours": "15", "appleExerciseTime": "54", "appleMoveTimeGoal": "0", "activeEnergyBurned": "391.216", "appleStandHoursGoal": "12", "appleExerciseTimeGoal": "30", "activeEnergyBurnedGoal": "450", "activeEnergyBurnedUnit": "kcal"}}	4294967554	2024-03-21	2024-05-10 22:00:00+00
1	e0664248-6100-5749-bc28-be9a2f79ee6e	ActivitySummary	{"name": "ActivitySummary", "attributes": {"appleMoveTime": "0", "dateComponents": "2024-05-04", "appleStandHours": "8", "appleExerciseTime": "56", "appleMoveTimeGoal": "0", "activeEnergyBurned": "502.551", "appleStandHoursGoal": "12", "appleExerciseTimeGoal": "30", "activeEnergyBurnedGoal": "450", "activeEnergyBurnedUnit": "kcal"}}	4294967598	2024-05-04	2024-05-10 22:00:00+00
1	e19bc214-95a8-55fa-8a2c-6d69efcd671a	ActivitySummary	{"name": "ActivitySummary", "attributes": {"appleMoveTime": "0", "dateComponents": "2024-03-20", "appleStandHours": "13", "appleExerciseTime": "22", "appleMoveTimeGoal": "0", "activeEnergyBurned": "461.413", "appleStandHoursGoal": "12", "appleExerciseTimeGoal": "30", "activeEnergyBurnedGoal": "450", "activeEnergyBurnedUnit": "kcal"}}	4294967553	2024-03-20	2024-05-10 22:00:00+00
1	e4053955-efa9-5522-bd37-2ad5a45e928e	ActivitySummary	{"name": "ActivitySummary", "attributes": {"appleMoveTime": "0", "dateComponents": "2024-04-21", "appleStandHours": "10", "appleExerciseTime": "24", "appleMoveTimeGoal": "0", "activeEnergyBurned": "615.111", "appleStandHoursGoal": "12", "appleExerciseTimeGoal": "30", "activeEnergyBurnedGoal": "450", "activeEnergyBurnedUnit": "kcal"}}	4294967585	2024-04-21	2024-05-10 22:00:00+00
1	e88241a0-64c3-5c9b-9802-bafa4c93780b	ActivitySummary	{"name": "ActivitySummary", "attributes": {"appleMoveTime": "0", "dateComponents": "2024-04-25", "appleStandHours": "9", "appleExerciseTime": "24", "appleMoveTimeGoal": "0", "activeEnergyBurned": "334.324", "appleStandHoursGoal": "12", "appleExerciseTimeGoal": "30", "activeEnergyBurnedGoal": "450", "activeEnergyBurnedUnit": "kcal"}}	4294967589	2024-04-25	2024-05-10 22:00:00+00
1	ea072894-ab25-535b-be7d-57b27afceab5	ActivitySummary	{"name": "ActivitySummary", "attributes": {"appleMoveTime": "0", "dateComponents": "2024-03-13", "appleStandHours": "9", "appleExerciseTime": "54", "appleMoveTimeGoal": "0", "activeEnergyBurned": "552.792", "appleStandHoursGoal": "12", "appleExerciseTimeGoal": "30", "activeEnergyBurnedGoal": "450", "activeEnergyBurnedUnit": "kcal"}}	4294967546	2024-03-13	2024-05-10 22:00:00+00
1	ece31d0e-ddf4-52c8-ad41-40dbf993206d	ActivitySummary	{"name": "ActivitySummary", "attributes": {"appleMoveTime": "0", "dateComponents": "2024-04-18", "appleStandHours": "13", "appleExerciseTime": "55", "appleMoveTimeGoal": "0", "activeEnergyBurned": "425.702", "appleStandHoursGoal": "12", "appleExerciseTimeGoal": "30", "activeEnergyBurnedGoal": "450", "activeEnergyBurnedUnit": "kcal"}}	4294967582	2024-04-18	2024-05-10 22:00:00+00
1	f1ea73fa-b9fc-5079-a2aa-7c37ab6a9289	ActivitySummary	{"name": "ActivitySummary", "attributes": {"appleMoveTime": "0", "dateComponents": "2024-03-27", "appleStandHours": "9", "appleExerciseTime": "55", "appleMoveTimeGoal": "0", "activeEnergyBurned": "370.035", "appleStandHoursGoal": "12", "appleExerciseTimeGoal": "30", "activeEnergyBurnedGoal": "450", "activeEnergyBurnedUnit": "kcal"}}	4294967560	2024-03-27	2024-05-10 22:00:00+00
1	f4b8ec10-8742-5e38-ba8e-4050d8dbc1fe	ActivitySummary	{"name": "ActivitySummary", "attributes": {"appleMoveTime": "0", "dateComponents": "2024-03-18", "appleStandHours": "10", "appleExerciseTime": "22", "appleMoveTimeGoal": "0", "activeEnergyBurned": "601.807", "appleStandHoursGoal": "12", "appleExerciseTimeGoal": "30", "activeEnergyBurnedGoal": "450", "activeEnergyBurnedUnit": "kcal"}}	4294967551	2024-03-18	2024-05-10 22:00:00+00
1	f6150927-a8ce-596e-906e-36b609a2fa81	ActivitySummary	{"name": "ActivitySummary", "attributes": {"appleMoveTime": "0", "dateComponents": "2024-04-15", "appleStandHours": "8", "appleExerciseTime": "23", "appleMoveTimeGoal": "0", "activeEnergyBurned": "636.293", "appleStandHoursGoal": "12", "appleExerciseTimeGoal": "30", "activeEnergyBurnedGoal": "450", "activeEnergyBurnedUnit": "kcal"}}	4294967579	2024-04-15	2024-05-10 22:00:00+00
1	ff0b5224-38a0-5375-b9c4-26b010522b12	ActivitySummary	{"name": "ActivitySummary", "attributes": {"appleMoveTime": "0", "dateComponents": "2024-04-23", "appleStandHours": "13", "appleExerciseTime": "24", "appleMoveTimeGoal": "0", "activeEnergyBurned": "474.717", "appleStandHoursGoal": "12", "appleExerciseTimeGoal": "30", "activeEnergyBurnedGoal": "450", "activeEnergyBurnedUnit": "kcal"}}	4294967587	2024-04-23	2024-05-10 22:00:00+00
\.


--
-- Data for Name: hour_slot; Type: TABLE DATA; Schema: health; Owner: -
--

COPY health.hour_slot (person_id, sample_type_id, source_id, start_time, started_count, reaching_count, sum, value_sum, reaching_value_sum, minimum, maximum, weighted_sum, weight, duration, most_recent_quantity, most_recent_start_time, most_recent_end_time, earliest_start_time, source_ids, sole_source_id, weighted_maximum) FROM stdin;
\.


--
-- Data for Name: idempotency_key; Type: TABLE DATA; Schema: health; Owner: -
--

COPY health.idempotency_key (person_id, key, body_sha256, status, response, created_at) FROM stdin;
1	key-1	\\xba3a6fec3c62347a901144d69712f54f53f6b2778805fcde5fc6206200bc8972	200	\\x7b22696e736572746564223a342c2275706461746564223a302c22756e6368616e676564223a302c2264656c65746564223a302c2273757065727365646564223a302c2272656a6563746564223a5b5d2c227265636f726473223a7b2273616d706c6573223a5b22696e736572746564222c22696e736572746564222c22696e736572746564222c22696e736572746564225d2c2264656c65746564223a5b5d7d2c226368616e6765506f736974696f6e223a343239343936373630387d0a	2026-11-22 20:48:13.699932+00
1	key-2	\\xb8e1683c001cd77d8da2cb2032d3774b8e6495e1dabe5803c69ffa5ac9035196	200	\\x7b22696e736572746564223a302c2275706461746564223a302c22756e6368616e676564223a302c2264656c65746564223a312c2273757065727365646564223a302c2272656a6563746564223a5b5d2c227265636f726473223a7b2273616d706c6573223a5b5d2c2264656c65746564223a5b2264656c65746564225d7d2c226368616e6765506f736974696f6e223a343239343936373630397d0a	2026-11-22 20:48:14.287968+00
2	key-1	\\x0f234f98e40a716019676a1e32c431097d18e7222bb71dd14cf74b845a18b009	200	\\x7b22696e736572746564223a342c2275706461746564223a302c22756e6368616e676564223a302c2264656c65746564223a302c2273757065727365646564223a302c2272656a6563746564223a5b5d2c227265636f726473223a7b2273616d706c6573223a5b22696e736572746564222c22696e736572746564222c22696e736572746564222c22696e736572746564225d2c2264656c65746564223a5b5d7d2c226368616e6765506f736974696f6e223a347d0a	2026-11-22 20:48:16.925475+00
2	key-2	\\x34a4e0a3732e1c826834324c53d16e78d66a6d7aaee4275bcb91262414de7fd2	200	\\x7b22696e736572746564223a302c2275706461746564223a302c22756e6368616e676564223a302c2264656c65746564223a312c2273757065727365646564223a302c2272656a6563746564223a5b5d2c227265636f726473223a7b2273616d706c6573223a5b5d2c2264656c65746564223a5b2264656c65746564225d7d2c226368616e6765506f736974696f6e223a357d0a	2026-11-22 20:48:17.644158+00
\.


--
-- Data for Name: import; Type: TABLE DATA; Schema: health; Owner: -
--

COPY health.import (person_id, import_id, state, file_name, file_bytes, fingerprint, started_at, updated_at, finished_at, start_position, direct_position, bytes_read, records_read, stored, already_known, recognised, repeated_inside, deleted_before, refused, repaired, error, checkpoint, cancel_requested, error_code, completed) FROM stdin;
1	1	finished	small.xml	148150	620ad005b22cf2c54c952ed23caabe640e14f91efc89b1d35fbecfbe7e6b30ab	2026-11-22 20:47:45.224873+00	2026-11-22 20:47:45.433562+00	2026-11-22 20:47:45.433562+00	0	4294967296	148150	308	308	0	0	0	0	0	0	\N	\N	f	\N	0
1	2	finished	upload	148150	620ad005b22cf2c54c952ed23caabe640e14f91efc89b1d35fbecfbe7e6b30ab	2026-11-22 20:48:17.831788+00	2026-11-22 20:48:17.928914+00	2026-11-22 20:48:17.928914+00	4294967609	\N	148150	308	0	308	0	0	0	0	0	\N	\N	f	\N	0
\.


--
-- Data for Name: import_count; Type: TABLE DATA; Schema: health; Owner: -
--

COPY health.import_count (person_id, import_id, item, source, read, stored, already_known, recognised, repeated_inside, deleted_before, refused) FROM stdin;
1	1	ActivitySummary		60	60	0	0	0	0	0
1	1	HKCategoryTypeIdentifierSleepAnalysis	Alex’s Apple Watch	29	29	0	0	0	0	0
1	1	HKCategoryTypeIdentifierSleepAnalysis	Alex’s iPhone	10	10	0	0	0	0	0
1	1	HKCorrelationTypeIdentifierBloodPressure	Cuff & Scale	8	8	0	0	0	0	0
1	1	HKQuantityTypeIdentifierActiveEnergyBurned	Alex’s Apple Watch	24	24	0	0	0	0	0
1	1	HKQuantityTypeIdentifierBasalEnergyBurned	Alex’s Apple Watch	18	18	0	0	0	0	0
1	1	HKQuantityTypeIdentifierBloodPressureDiastolic	Cuff & Scale	1	1	0	0	0	0	0
1	1	HKQuantityTypeIdentifierBloodPressureSystolic	Cuff & Scale	1	1	0	0	0	0	0
1	1	HKQuantityTypeIdentifierBodyMass	Health	2	2	0	0	0	0	0
1	1	HKQuantityTypeIdentifierDistanceWalkingRunning	Alex’s Apple Watch	22	22	0	0	0	0	0
1	1	HKQuantityTypeIdentifierDistanceWalkingRunning	Alex’s iPhone	21	21	0	0	0	0	0
1	1	HKQuantityTypeIdentifierHeartRate	Alex’s Apple Watch	36	36	0	0	0	0	0
1	1	HKQuantityTypeIdentifierHeartRateVariabilitySDNN	Alex’s Apple Watch	6	6	0	0	0	0	0
1	1	HKQuantityTypeIdentifierRestingHeartRate	Alex’s Apple Watch	6	6	0	0	0	0	0
1	1	HKQuantityTypeIdentifierStepCount	Alex’s Apple Watch	20	20	0	0	0	0	0
1	1	HKQuantityTypeIdentifierStepCount	Alex’s iPhone	23	23	0	0	0	0	0
1	1	HKWorkoutTypeIdentifier	Alex’s Apple Watch	20	20	0	0	0	0	0
1	1	Me		1	1	0	0	0	0	0
1	2	ActivitySummary		60	0	60	0	0	0	0
1	2	HKCategoryTypeIdentifierSleepAnalysis	Alex’s Apple Watch	29	0	29	0	0	0	0
1	2	HKCategoryTypeIdentifierSleepAnalysis	Alex’s iPhone	10	0	10	0	0	0	0
1	2	HKCorrelationTypeIdentifierBloodPressure	Cuff & Scale	8	0	8	0	0	0	0
1	2	HKQuantityTypeIdentifierActiveEnergyBurned	Alex’s Apple Watch	24	0	24	0	0	0	0
1	2	HKQuantityTypeIdentifierBasalEnergyBurned	Alex’s Apple Watch	18	0	18	0	0	0	0
1	2	HKQuantityTypeIdentifierBloodPressureDiastolic	Cuff & Scale	1	0	1	0	0	0	0
1	2	HKQuantityTypeIdentifierBloodPressureSystolic	Cuff & Scale	1	0	1	0	0	0	0
1	2	HKQuantityTypeIdentifierBodyMass	Health	2	0	2	0	0	0	0
1	2	HKQuantityTypeIdentifierDistanceWalkingRunning	Alex’s Apple Watch	22	0	22	0	0	0	0
1	2	HKQuantityTypeIdentifierDistanceWalkingRunning	Alex’s iPhone	21	0	21	0	0	0	0
1	2	HKQuantityTypeIdentifierHeartRate	Alex’s Apple Watch	36	0	36	0	0	0	0
1	2	HKQuantityTypeIdentifierHeartRateVariabilitySDNN	Alex’s Apple Watch	6	0	6	0	0	0	0
1	2	HKQuantityTypeIdentifierRestingHeartRate	Alex’s Apple Watch	6	0	6	0	0	0	0
1	2	HKQuantityTypeIdentifierStepCount	Alex’s Apple Watch	20	0	20	0	0	0	0
1	2	HKQuantityTypeIdentifierStepCount	Alex’s iPhone	23	0	23	0	0	0	0
1	2	HKWorkoutTypeIdentifier	Alex’s Apple Watch	20	0	20	0	0	0	0
1	2	Me		1	0	1	0	0	0	0
\.


--
-- Data for Name: import_refusal; Type: TABLE DATA; Schema: health; Owner: -
--

COPY health.import_refusal (person_id, import_id, ordinal, file_path, line, element, code, field, message) FROM stdin;
\.


--
-- Data for Name: import_upload; Type: TABLE DATA; Schema: health; Owner: -
--

COPY health.import_upload (person_id, import_id, spool_name, received_bytes, expected_bytes, sha256, idempotency_key, taken_at) FROM stdin;
1	2	066917e7-80c0-442e-b081-9f2b0c041f16	148150	148150	\N	\N	2026-11-22 20:48:17.884897+00
\.


--
-- Data for Name: installed_code; Type: TABLE DATA; Schema: health; Owner: -
--

COPY health.installed_code (name, sha256, drop_statements) FROM stdin;
code	75c9f10133f458279c06f892f00b1acb8d42e71e8061094054329e03eacf44c5	drop view health."sleep_night";\ndrop view health."daily_heart_rate";\ndrop view health."daily_active_energy";\ndrop view health."daily_steps";\ndrop function health_code.daily_statistics(text,text,text,date,date,text);\ndrop view health."freshness";\ndrop view health."characteristic";\ndrop view health."activity_summary";\ndrop view health."clinical_record";\ndrop view health."vision_prescription";\ndrop view health."audiogram_point";\ndrop view health."electrocardiogram_voltage";\ndrop view health."electrocardiogram";\ndrop view health."heartbeat";\ndrop view health."workout_route_location";\ndrop view health."workout_sample";\ndrop view health."correlation";\ndrop view health."category_sample";\ndrop view health."series_quantity_part";\ndrop view health."quantity_sample";\ndrop function health_code.sleep_nights(text,text,date,date,time without time zone,text,interval);\ndrop function health_code.aggregate_nights(integer,timestamp with time zone,timestamp with time zone);\ndrop function health_code.seconds(interval);\ndrop function health_code.statistics(text,text,anyelement,anycompatible,boolean,boolean,boolean,text);\ndrop function health_code.statistics(text,text,text,text,boolean,boolean,boolean,text);\ndrop function health_code.statistics(text,text,text,anyelement,anycompatible,boolean,boolean,boolean,text);\ndrop function health_code.statistics(text,text,text,anyelement,text,boolean,boolean,boolean,text);\ndrop function health_code.statistics(text,text,text,text,anyelement,boolean,boolean,boolean,text);\ndrop function health_code.statistics(text,text,text,text,text,boolean,boolean,boolean,text);\ndrop function health_code.statistics_collection(text,text,text,text,anyelement,anycompatible,text,boolean,boolean,boolean,integer,time without time zone,text);\ndrop function health_code.statistics_collection(text,text,text,text,anyelement,text,text,boolean,boolean,boolean,integer,time without time zone,text);\ndrop function health_code.statistics_collection(text,text,text,text,text,anyelement,text,boolean,boolean,boolean,integer,time without time zone,text);\ndrop function health_code.statistics_collection(text,text,text,text,text,text,text,boolean,boolean,boolean,integer,time without time zone,text);\ndrop function health_code.unit_of(integer,integer,text);\ndrop function health_code.known_quantity_type(text);\ndrop function health_code.known_person(text);\ndrop function health_code.bucket_statistics(integer,integer,timestamp with time zone[],timestamp with time zone[],timestamp with time zone,timestamp with time zone,boolean,boolean,boolean);\ndrop function health_code.piece_figures(integer,integer,timestamp with time zone[],timestamp with time zone[],boolean,boolean,boolean,timestamp with time zone,timestamp with time zone);\ndrop function health_code.statistics_rule(integer,integer);\ndrop function health_code.relative_energy(double precision,double precision);\ndrop function health_code.text_number(text);\ndrop function health_code.json_time(jsonb);\ndrop function health_code.json_number(jsonb);\ndrop function health_code.bucket_edges(integer,text,text,anyelement,anycompatible,text,integer,time without time zone);\ndrop function health_code.bucket_edges(integer,text,text,anyelement,text,text,integer,time without time zone);\ndrop function health_code.bucket_edges(integer,text,text,text,anyelement,text,integer,time without time zone);\ndrop function health_code.bucket_edges(integer,text,text,text,text,text,integer,time without time zone);\ndrop function health_code.bucket_plan(integer,text,text,timestamp with time zone,timestamp with time zone,timestamp without time zone,integer,time without time zone);\ndrop function health_code.given_wall_clock(text,text);\ndrop function health_code.given_time(integer,text,text,text);\ndrop function health_code.time_text(anyelement);\ndrop function health_code.time_parts(text);\ndrop function health_code.bucket_index(timestamp without time zone,integer,integer,timestamp without time zone);\ndrop function health_code.wall_clock_instant(integer,text,timestamp without time zone);\ndrop function health_code.clock(integer,text);\ndrop function health_code.time_zone_history(integer);\ndrop function health_code.time_zone_runs(integer,text[],integer);\ndrop function health_code.time_zone_names(integer);\ndrop function health_code.source_order(integer,integer);
access	b7068f4c8b8d3f4903e8420e30c54cff9b5c0436a3ed0e82f50ccb0c64865cfd	
catalogue	919ed7f19f7a2da05f1585f19722344fe39555039059d42afb4e901948f5b59a	
time_zone_offset	7f8c43c73010bc78ff71fcbf5f24fdd4e00ee6a44abbaf2877ed67124745aead	
\.


--
-- Data for Name: metadata_key; Type: TABLE DATA; Schema: health; Owner: -
--

COPY health.metadata_key (constant, raw_key, ios_introduced, value_type, enum_or_unit, applies_to, meaning, export_xml_value_example) FROM stdin;
HKMetadataKeyActivityType	HKActivityType	17.0	enum	HKWorkoutActivityType	sample	workout activity the user was doing when the sample was made	\N
HKMetadataKeyAlgorithmVersion	HKAlgorithmVersion	15.0	integer	\N	sample	version number of the algorithm that produced the sample	\N
HKMetadataKeyAlpineSlopeGrade	HKAlpineSlopeGrade	11.2	quantity	%	DistanceDownhillSnowSports; workout event (segment)	grade of a ski run; 100 % is a 45 degree slope	\N
HKMetadataKeyAppleDeviceCalibrated	HKMetadataKeyAppleDeviceCalibrated	14.0	boolean	\N	sample	whether the devices had enough calibration data for this value; system-written	1
HKMetadataKeyAppleECGAlgorithmVersion	HKMetadataKeyAppleECGAlgorithmVersion	14.0	enum	HKAppleECGAlgorithmVersion	electrocardiogram	version of the Apple ECG classification algorithm	\N
HKMetadataKeyAppleFitnessPlusCatalogIdentifier	HKMetadataKeyAppleFitnessPlusCatalogIdentifier	18.2	string	\N	workout	catalogue id of the Fitness+ session	\N
HKMetadataKeyAppleFitnessPlusSession	HKMetadataKeyAppleFitnessPlusSession	17.0	boolean	\N	workout	workout came from a Fitness+ session	\N
HKMetadataKeyAudioExposureDuration	HKMetadataKeyAudioExposureDuration	14.2	quantity	time	HeadphoneAudioExposureEvent	time actually exposed to headphone audio	71488.3 s
HKMetadataKeyAudioExposureLevel	HKMetadataKeyAudioExposureLevel	13.0	quantity	dBASPL	audio exposure event	sound level of the exposure	83.0485 dBASPL
HKMetadataKeyAverageMETs	HKAverageMETs	13.0	quantity	kcal/(kg*hr)	workout	mean metabolic equivalent over the workout	4.85 kcal/hr·kg
HKMetadataKeyAverageSpeed	HKAverageSpeed	11.2	quantity	length/time	workout; workout event	mean speed	\N
HKMetadataKeyBarometricPressure	HKMetadataKeyBarometricPressure	14.0	quantity	pressure	sample	ambient pressure when the sample was taken	\N
HKMetadataKeyBloodGlucoseMealTime	HKBloodGlucoseMealTime	11.0	enum	HKBloodGlucoseMealTime	BloodGlucose	before or after a meal	\N
HKMetadataKeyBodyTemperatureSensorLocation	HKBodyTemperatureSensorLocation	8.0	enum	HKBodyTemperatureSensorLocation	BodyTemperature; BasalBodyTemperature	body site of the thermometer	\N
HKMetadataKeyCoachedWorkout	HKCoachedWorkout	8.0	boolean	\N	workout	led by a coach or trainer	\N
HKMetadataKeyCrossTrainerDistance	HKCrossTrainerDistance	12.0	quantity	length	workout	distance on a cross trainer	\N
HKMetadataKeyCyclingFunctionalThresholdPowerTestType	HKCyclingCyclingFunctionalThresholdPowerTestType	17.0	enum	HKCyclingFunctionalThresholdPowerTestType	CyclingFunctionalThresholdPower	how the FTP was tested	\N
HKMetadataKeyDateOfEarliestDataUsedForEstimate	HKDateOfEarliestDataUsedForEstimate	15.0	date	\N	sample	how far back the estimate's input data goes	2021-11-30 23:00:00 +0000
HKMetadataKeyDeviceManufacturerName	HKDeviceManufacturerName	8.0	string	\N	any	maker of the recording device	\N
HKMetadataKeyDeviceName	HKDeviceName	8.0	string	\N	any	name of the recording device	\N
HKMetadataKeyDevicePlacementSide	HKMetadataKeyDevicePlacementSide	14.0	enum	HKDevicePlacementSide	WalkingAsymmetryPercentage	side of the body carrying the device	1
HKMetadataKeyDeviceSerialNumber	HKDeviceSerialNumber	8.0	string	\N	any	serial number of the recording device	\N
HKMetadataKeyDigitalSignature	HKDigitalSignature	8.0	string	\N	any	base64 CMS signed-data signature over the value	\N
HKMetadataKeyElevationAscended	HKElevationAscended	11.2	quantity	length	workout	climbed elevation	5348 cm
HKMetadataKeyElevationDescended	HKElevationDescended	11.2	quantity	length	workout	descended elevation	\N
HKMetadataKeyExternalUUID	HKExternalUUID	8.0	string	\N	any	id of the object in the app's own store; not deduplicated by HealthKit	\N
HKMetadataKeyFitnessMachineDuration	HKFitnessMachineDuration	12.0	quantity	time	workout	duration as counted by the fitness machine	\N
HKMetadataKeyFoodType	HKFoodType	8.0	string	\N	dietary sample; food correlation	food name	\N
HKMetadataKeyGlassesPrescriptionDescription	HKMetadataKeyGlassesPrescriptionDescription	16.0	string	\N	glasses prescription	purpose of the glasses	\N
HKMetadataKeyGroupFitness	HKGroupFitness	8.0	boolean	\N	workout	part of a group class	\N
HKMetadataKeyHeadphoneGain	HKMetadataKeyHeadphoneGain	16.4	quantity	dBASPL	headphone audio exposure event	headphone gain at the event	\N
HKMetadataKeyHeartRateEventThreshold	HKHeartRateEventThreshold	12.2	quantity	count/min	HighHeartRateEvent; LowHeartRateEvent	threshold that triggered the event	120 count/min
HKMetadataKeyHeartRateMotionContext	HKMetadataKeyHeartRateMotionContext	11.0	enum	HKHeartRateMotionContext	HeartRate	sedentary or active while measured	1
HKMetadataKeyHeartRateRecoveryActivityDuration	HKMetadataKeyHeartRateRecoveryActivityDuration	16.0	quantity	time	HeartRateRecoveryOneMinute	length of the exercise before recovery	\N
HKMetadataKeyHeartRateRecoveryActivityType	HKMetadataKeyHeartRateRecoveryActivityType	16.0	enum	HKWorkoutActivityType	HeartRateRecoveryOneMinute	exercise before recovery	\N
HKMetadataKeyHeartRateRecoveryMaxObservedRecoveryHeartRate	HKMetadataKeyHeartRateRecoveryMaxObservedRecoveryHeartRate	16.0	quantity	count/min	HeartRateRecoveryOneMinute	highest heart rate during recovery	\N
HKMetadataKeyHeartRateRecoveryTestType	HKMetadataKeyHeartRateRecoveryTestType	16.0	enum	HKHeartRateRecoveryTestType	HeartRateRecoveryOneMinute	how recovery was tested	\N
HKMetadataKeyHeartRateSensorLocation	HKHeartRateSensorLocation	8.0	enum	HKHeartRateSensorLocation	HeartRate	body site of the sensor	\N
HKMetadataKeyIndoorBikeDistance	HKIndoorBikeDistance	12.0	quantity	length	workout	distance on an indoor bike	\N
HKMetadataKeyIndoorWorkout	HKIndoorWorkout	8.0	boolean	\N	workout	performed indoors	0
HKMetadataKeyInsulinDeliveryReason	HKInsulinDeliveryReason	11.0	enum	HKInsulinDeliveryReason	InsulinDelivery (required)	basal or bolus	\N
HKMetadataKeyLapLength	HKLapLength	10.0	quantity	length	workout	length of one lap	\N
HKMetadataKeyLowCardioFitnessEventThreshold	HKLowCardioFitnessEventThreshold	14.3	quantity	mL/(kg*min)	LowCardioFitnessEvent	VO2max threshold of the event	\N
HKMetadataKeyMaximumLightIntensity	HKMetadataKeyMaximumLightIntensity	17.0	quantity	lx	TimeInDaylight	brightest light during the sample	\N
HKMetadataKeyMaximumSpeed	HKMaximumSpeed	11.2	quantity	length/time	workout; workout event	top speed	\N
HKMetadataKeyMenstrualCycleStart	HKMenstrualCycleStart	9.0	boolean	\N	MenstrualFlow (required)	sample starts a cycle	\N
HKMetadataKeyPhysicalEffortEstimationType	HKPhysicalEffortEstimationType	17.0	enum	HKPhysicalEffortEstimationType	PhysicalEffort	looked up by activity or sensed by device	\N
HKMetadataKeyQuantityClampedToLowerBound	HKMetadataKeyQuantityClampedToLowerBound	16.0	boolean	\N	quantity sample	value was raised to a lower bound	\N
HKMetadataKeyQuantityClampedToUpperBound	HKMetadataKeyQuantityClampedToUpperBound	16.0	boolean	\N	quantity sample	value was cut to an upper bound	\N
HKMetadataKeyReferenceRangeLowerLimit	HKReferenceRangeLowerLimit	8.0	number	\N	any (lab results)	lower end of the lab's reference range	\N
HKMetadataKeyReferenceRangeUpperLimit	HKReferenceRangeUpperLimit	8.0	number	\N	any (lab results)	upper end of the lab's reference range	\N
HKMetadataKeySWOLFScore	HKSWOLFScore	16.0	number	\N	workout; workout event (lap, segment)	strokes per length plus seconds per length	\N
HKMetadataKeySessionEstimate	HKMetadataKeySessionEstimate	16.0	quantity	same as the sample	quantity sample	single-session estimate before smoothing over sessions	\N
HKMetadataKeySexualActivityProtectionUsed	HKSexualActivityProtectionUsed	9.0	boolean	\N	SexualActivity	protection used	\N
HKMetadataKeySwimmingLocationType	HKSwimmingLocationType	10.0	enum	HKWorkoutSwimmingLocationType	workout	pool or open water	\N
HKMetadataKeySwimmingStrokeStyle	HKSwimmingStrokeStyle	10.0	enum	HKSwimmingStrokeStyle	workout event (lap, segment)	stroke style	\N
HKMetadataKeySyncIdentifier	HKMetadataKeySyncIdentifier	11.0	string	\N	any	app-chosen identity used with SyncVersion for replace-on-save	\N
HKMetadataKeySyncVersion	HKMetadataKeySyncVersion	11.0	integer	\N	any (required with SyncIdentifier)	version; greater replaces lower	1
HKMetadataKeyTimeZone	HKTimeZone	8.0	string	\N	any	IANA zone name of the user when the object was made	Europe/Paris
HKMetadataKeyUDIDeviceIdentifier	HKUDIDeviceIdentifier	8.0	string	\N	any	device identifier part of the UDI	\N
HKMetadataKeyUDIProductionIdentifier	HKUDIProductionIdentifier	8.0	string	\N	any	production identifier part of the UDI	\N
HKMetadataKeyUserMotionContext	HKMetadataKeyUserMotionContext	16.0	enum	HKUserMotionContext	sample	user still or moving	\N
HKMetadataKeyVO2MaxTestType	HKVO2MaxTestType	11.0	enum	HKVO2MaxTestType	VO2Max	how VO2max was tested	2
HKMetadataKeyVO2MaxValue	HKVO2MaxValue	14.3	quantity	mL/(kg*min)	LowCardioFitnessEvent	VO2max attached to an event	\N
HKMetadataKeyWasTakenInLab	HKWasTakenInLab	8.0	boolean	\N	any	measured in a lab	\N
HKMetadataKeyWasUserEntered	HKWasUserEntered	8.0	boolean	\N	any	typed in by the user; export prints 1 or 0	1
HKMetadataKeyWaterSalinity	HKMetadataKeyWaterSalinity	17.0	enum	HKWaterSalinity	\N	fresh or salt water	\N
HKMetadataKeyWeatherCondition	HKWeatherCondition	10.0	enum	HKWeatherCondition	workout; sample	weather	\N
HKMetadataKeyWeatherHumidity	HKWeatherHumidity	10.0	quantity	%	workout; sample	relative humidity; old exports print the percent figure (96 %), newer ones 100 times it (6400 % for 64 %)	6400 %
HKMetadataKeyWeatherTemperature	HKWeatherTemperature	10.0	quantity	temperature	workout; sample	air temperature	91.4 degF
HKMetadataKeyWorkoutBrandName	HKWorkoutBrandName	8.0	string	\N	workout	brand of the class or programme	\N
\.


--
-- Data for Name: migration; Type: TABLE DATA; Schema: health; Owner: -
--

COPY health.migration (number, name, sha256, applied_at) FROM stdin;
1	catalogue	2e0205f3dff5a89ee9b02f024ad95c02e29c5a7d469d10858a6d592aa520ad5b	2026-11-22 20:46:36.036387+00
2	person	15a6d65b2ee0f968a6f5653643ac26222c74ee65434c679b48cb9f75d52d4524	2026-11-22 20:46:36.036387+00
3	registry	087c4e8787dff678dca074548952e54e2c04f856c47a5898238976a3d2c7836d	2026-11-22 20:46:36.036387+00
4	source	273d09e8b6b13d111c1e708120c83ddcf64130081ed2bf3a31feb7ad10348a68	2026-11-22 20:46:36.036387+00
5	sample	9e9c476b44b9262157d4774a041a4a327a998b59b291faf483b74227a5ea2a4e	2026-11-22 20:46:36.036387+00
6	time_zone	95dec5079ab4f085e577ea313d7c8921f80999e603b2495e9bdc4e8f26be24a8	2026-11-22 20:46:36.036387+00
7	sync	5709cd44ad6a155b1d9293bb1754d84a50994188f64acfa6c1fa8b5c5fa437de	2026-11-22 20:46:36.036387+00
8	change_feed	0681a0551730e65d87c0d7784f535ed8f445e18eecdf300f5572fcf8f1c8f5ae	2026-11-22 20:46:36.036387+00
9	series	c7b4e0f1fbc118a611b92024b956b43780cb74baccc0bec642cc64db277601a1	2026-11-22 20:46:36.036387+00
10	recognition	c9f12060801a00b616df0713f5bb2ac0eeefbb37c142f520ae5e158e63e2827f	2026-11-22 20:46:36.036387+00
11	client	7bf3a0e5a20b6e95ee28f542dc2a9f983356b0d2dd64b61d0eec90c2330ea309	2026-11-22 20:46:36.036387+00
12	export_element_key	3a739ae85f5302c792bd471b3e6aa682d6ae9805adc7409e6bd6fd6b25a447ef	2026-11-22 20:46:36.036387+00
13	import	d9d6fb36966860535caa6714b2cf9e8c5147bcd7cc988daff0cbefa96be59a25	2026-11-22 20:46:36.036387+00
14	deleted_with_correlation	306fe6b76f38dd048bbeb570b2172529dcd38cdbc965670dbed01675e9f50c93	2026-11-22 20:46:36.036387+00
15	upload	e988fe1bdaf49777c3d40e1428f8c0a0fbadbe9644bfe92be6b6fdd9f9d54419	2026-11-22 20:46:36.036387+00
16	slot	a9bb0b12778f049fbdc5ea4dab7d77784b82d50011d18f3a44b8f3c6e5760d22	2026-11-22 20:46:36.036387+00
17	time_zone_offset	4ade5fc7cbe1d5a20329a6f58e91978f4d8674da58a5e9567f3ca5790f7fd995	2026-11-22 20:46:36.036387+00
18	analyst	935a739947170587c7a8763523db181c6ee873ff114f2e17f92eaa8437f00b85	2026-11-22 20:46:36.036387+00
19	plans	365da72760db88a7b063a9632cbb0763e5e3141c903cba3db4b0a2e1d59d7990	2026-11-22 20:46:36.036387+00
20	person_names	2b3a5efb109d7a855332cf457e9f53de73cd1e9bca30e3687c4fd6901fb64bfa	2026-11-22 20:46:36.036387+00
21	preferred_units	5e50d2b64033f73fdf5ba967daf009a408c00d3e53e252e984ac9fbcc19a73cc	2026-11-22 20:46:36.036387+00
22	levels_and_units	849dfa68dd2dc62833242cbf260db705406a909f5e79d23862b55adf9043c9c8	2026-11-22 20:46:36.036387+00
23	token_last_used	9cb483a506fef2655e1e001eb9c0c0d885b7ccd37a11f2884a34cb6d1b558768	2026-11-22 20:46:36.036387+00
24	completed	7194fe555ac2d1f894df6fc6ac95737e4dc8d18a52a19853670a09ec9364d3d2	2026-11-22 20:46:36.036387+00
25	aggregate_extreme	f5b9a3470bd4e3f3b914fd47bf762704b808dc5d43268bc8986d39fc684da051	2026-11-22 20:46:36.036387+00
\.


--
-- Data for Name: other_sample_type; Type: TABLE DATA; Schema: health; Owner: -
--

COPY health.other_sample_type (constant, raw_string, short_name, api_class, category, ios_introduced, is_sample, export_xml_representation, main_fields, note, display_name, display_group) FROM stdin;
HKWorkoutTypeIdentifier	HKWorkoutTypeIdentifier	workout	HKWorkout	workout	8.0	t	Workout element	workoutActivityType; duration; startDate; endDate; events; activities (iOS 16); per-type statistics	duration excludes pauses	Workouts	activity
\N	\N	\N	HKWorkoutActivity	workout part	16.0	f	WorkoutActivity element inside Workout	uuid; workoutConfiguration; startDate; endDate; duration; events; statistics	only export element carrying a uuid	\N	\N
HKWorkoutRouteTypeIdentifier	HKWorkoutRouteTypeIdentifier	workoutRoute	HKWorkoutRoute	series	11.0	t	WorkoutRoute with FileReference to workout-routes/*.gpx	CLLocation series: latitude; longitude; altitude; horizontalAccuracy; verticalAccuracy; course; speed; timestamp	before iOS 13 the points were inline Location elements	Workout Routes	activity
HKDataTypeIdentifierHeartbeatSeries	HKDataTypeIdentifierHeartbeatSeries	heartbeatSeries	HKHeartbeatSeriesSample	series	13.0	t	HeartRateVariabilityMetadataList under the SDNN Record	per beat: timeSinceSeriesStart (s); precededByGap	\N	Beat-to-Beat Measurements	heart
\N	HKDataTypeIdentifierAudiogram	audiogram	HKAudiogramSample	hearing	13.0	t	Audiogram element with SensitivityPoint children	per frequency (Hz): left/right ear sensitivity (dBHL); conduction, masked, clamping range in newer versions	\N	Audiogram	hearing
\N	HKDataTypeIdentifierElectrocardiogram	electrocardiogram	HKElectrocardiogram	heart	14.0	t	electrocardiograms/*.csv	classification; symptomsStatus; averageHeartRate; samplingFrequency; numberOfVoltageMeasurements; voltages (lead I)	absent from export.xml itself	Electrocardiograms (ECG)	heart
HKVisionPrescriptionTypeIdentifier	HKVisionPrescriptionTypeIdentifier	visionPrescription	HKVisionPrescription	vision	16.0	t	VisionPrescription element	prescriptionType; dateIssued; expirationDate; right/left lens: sphere, cylinder, axis, addPower, vertexDistance, prism, farPD, nearPD; contacts: baseCurve, diameter, brand	subclasses HKGlassesPrescription, HKContactsPrescription	Vision Prescriptions	otherData
HKDataTypeIdentifierStateOfMind	HKDataTypeStateOfMind	stateOfMind	HKStateOfMind	mind	18.0	t	\N	kind; valence (-1.0..1.0); valenceClassification; labels[]; associations[]	no element in DTD v14	State of Mind	mindfulness
HKScoredAssessmentTypeIdentifierGAD7	HKScoredAssessmentTypeIdentifierGAD7	gad7	HKGAD7Assessment	mind	18.0	t	\N	answers[7]; score; risk	no element in DTD v14	Anxiety Risk (GAD-7)	mindfulness
HKScoredAssessmentTypeIdentifierPHQ9	HKScoredAssessmentTypeIdentifierPHQ9	phq9	HKPHQ9Assessment	mind	18.0	t	\N	answers[9]; score; risk	ninth question may be left unanswered (PreferNotToAnswer); no element in DTD v14	Depression Risk (PHQ-9)	mindfulness
HKMedicationDoseEventTypeIdentifierMedicationDoseEvent	HKMedicationDoseEventTypeIdentifierMedicationDoseEvent	medicationDoseEvent	HKMedicationDoseEvent	medication	26.0	t	\N	logStatus; scheduleType; scheduledDate; scheduledDoseQuantity; doseQuantity; unit; medicationConceptIdentifier	per-object read authorisation; no element in DTD v14	Medication Doses	medications
HKDataTypeIdentifierUserAnnotatedMedicationConcept	HKDataTypeUserAnnotatedMedicationConcept	userAnnotatedMedicationConcept	HKUserAnnotatedMedication	medication	26.0	f	\N	nickname; isArchived; hasSchedule; medication concept (codings, general form)	not a sample; per-object read authorisation	Medications	medications
\N	HKActivitySummaryTypeIdentifier	activitySummary	HKActivitySummary	activity summary	9.3	f	ActivitySummary element	dateComponents; activeEnergyBurned(+goal); appleMoveTime(+goal); appleExerciseTime(+goal); appleStandHours(+goal)	computed by the system, cannot be saved	Activity	activity
HKDocumentTypeIdentifierCDA	HKDocumentTypeIdentifierCDA	cda	HKCDADocumentSample	document	10.0	t	export_cda.xml is a rendering of samples, not of these documents	title; patientName; authorName; custodianName; documentData	\N	Clinical Documents	otherData
HKClinicalTypeIdentifierAllergyRecord	HKClinicalTypeIdentifierAllergyRecord	allergyRecord	HKClinicalRecord	clinical record	12.0	t	ClinicalRecord element with resourceFilePath to clinical-records/*.json	clinicalType; displayName; fhirResource (resourceType, identifier, sourceURL, data, fhirVersion)	\N	Allergies	otherData
HKClinicalTypeIdentifierClinicalNoteRecord	HKClinicalTypeIdentifierClinicalNoteRecord	clinicalNoteRecord	HKClinicalRecord	clinical record	16.4	t	ClinicalRecord element with resourceFilePath to clinical-records/*.json	clinicalType; displayName; fhirResource (resourceType, identifier, sourceURL, data, fhirVersion)	\N	Clinical Notes	otherData
HKClinicalTypeIdentifierConditionRecord	HKClinicalTypeIdentifierConditionRecord	conditionRecord	HKClinicalRecord	clinical record	12.0	t	ClinicalRecord element with resourceFilePath to clinical-records/*.json	clinicalType; displayName; fhirResource (resourceType, identifier, sourceURL, data, fhirVersion)	\N	Conditions	otherData
HKClinicalTypeIdentifierCoverageRecord	HKClinicalTypeIdentifierCoverageRecord	coverageRecord	HKClinicalRecord	clinical record	14.0	t	ClinicalRecord element with resourceFilePath to clinical-records/*.json	clinicalType; displayName; fhirResource (resourceType, identifier, sourceURL, data, fhirVersion)	\N	Coverage	otherData
HKClinicalTypeIdentifierImmunizationRecord	HKClinicalTypeIdentifierImmunizationRecord	immunizationRecord	HKClinicalRecord	clinical record	12.0	t	ClinicalRecord element with resourceFilePath to clinical-records/*.json	clinicalType; displayName; fhirResource (resourceType, identifier, sourceURL, data, fhirVersion)	\N	Immunizations	otherData
HKClinicalTypeIdentifierLabResultRecord	HKClinicalTypeIdentifierLabResultRecord	labResultRecord	HKClinicalRecord	clinical record	12.0	t	ClinicalRecord element with resourceFilePath to clinical-records/*.json	clinicalType; displayName; fhirResource (resourceType, identifier, sourceURL, data, fhirVersion)	\N	Lab Results	otherData
HKClinicalTypeIdentifierMedicationRecord	HKClinicalTypeIdentifierMedicationRecord	medicationRecord	HKClinicalRecord	clinical record	12.0	t	ClinicalRecord element with resourceFilePath to clinical-records/*.json	clinicalType; displayName; fhirResource (resourceType, identifier, sourceURL, data, fhirVersion)	\N	Medications	otherData
HKClinicalTypeIdentifierProcedureRecord	HKClinicalTypeIdentifierProcedureRecord	procedureRecord	HKClinicalRecord	clinical record	12.0	t	ClinicalRecord element with resourceFilePath to clinical-records/*.json	clinicalType; displayName; fhirResource (resourceType, identifier, sourceURL, data, fhirVersion)	\N	Procedures	otherData
HKClinicalTypeIdentifierVitalSignRecord	HKClinicalTypeIdentifierVitalSignRecord	vitalSignRecord	HKClinicalRecord	clinical record	12.0	t	ClinicalRecord element with resourceFilePath to clinical-records/*.json	clinicalType; displayName; fhirResource (resourceType, identifier, sourceURL, data, fhirVersion)	\N	Clinical Vitals	otherData
\N	\N	\N	HKVerifiableClinicalRecord	clinical record	15.0	t	\N	recordTypes; issuerIdentifier; subject; issuedDate; relevantDate; expirationDate; itemNames; dataRepresentation	SMART Health Card / EU digital certificate; one-time query	\N	\N
\N	HKDataTypeSleepDurationGoal	sleepDurationGoal	\N	private	\N	\N	Record element, unit hr	goal value	no public constant; appears in real exports	Sleep Goal	sleep
\N	\N	\N	HKWorkoutZoneGroup	workout part	27.0	f	WorkoutZoneGroup / WorkoutZone elements inside Workout (iOS 27 exports)	zone boundaries and time in zone for heart rate or cycling power	\N	\N	\N
\.


--
-- Data for Name: person; Type: TABLE DATA; Schema: health; Owner: -
--

COPY health.person (person_id, uuid, name, created_at) FROM stdin;
1	ea14a50f-db96-40ba-b11f-e9eee3576a0a	Alex	2026-11-22 20:46:40.176348+00
2	18b22ac0-322a-4d2f-a46a-fbb415c67c64	Bea Müller	2026-11-22 20:46:43.458897+00
3	9f3b6d44-c983-4ab6-9796-036adced0288	Empty	2026-11-22 20:46:44.99163+00
\.


--
-- Data for Name: person_sample_type; Type: TABLE DATA; Schema: health; Owner: -
--

COPY health.person_sample_type (person_id, sample_type_id) FROM stdin;
1	215
2	216
1	217
2	217
\.


--
-- Data for Name: person_unit; Type: TABLE DATA; Schema: health; Owner: -
--

COPY health.person_unit (person_id, unit_id) FROM stdin;
1	28
1	32
1	18
1	16
1	7
1	25
1	8
1	35
2	16
2	28
2	35
1	31
2	25
2	31
\.


--
-- Data for Name: preference_change; Type: TABLE DATA; Schema: health; Owner: -
--

COPY health.preference_change (person_id, preference, sample_type_id, change_position) FROM stdin;
1	source_priority	168	4294967610
2	source_priority	168	6
\.


--
-- Data for Name: preferred_unit; Type: TABLE DATA; Schema: health; Owner: -
--

COPY health.preferred_unit (person_id, sample_type_id, unit_string, factor, shift) FROM stdin;
1	104	lb	2.2046226218487757	0
2	104	lb	2.2046226218487757	0
\.


--
-- Data for Name: quantity_series; Type: TABLE DATA; Schema: health; Owner: -
--

COPY health.quantity_series (person_id, uuid, count, quantity, digest) FROM stdin;
1	ceac9aac-1e49-5bce-b346-29905206966e	2	1.0333333333333334	\\x3adfcd83c4a84961fccfd72e898c8d523d2d2127ecc33995d5ed94fef1969ce5
2	29b21071-f40d-5f9d-ae8a-bb5869a81e49	2	1.0333333333333334	\\x3adfcd83c4a84961fccfd72e898c8d523d2d2127ecc33995d5ed94fef1969ce5
\.


--
-- Data for Name: quantity_type; Type: TABLE DATA; Schema: health; Owner: -
--

COPY health.quantity_type (identifier, short_name, aggregation_style, aggregation_style_before_ios_26_4, canonical_unit, unit_dimension, percent_stored_as_fraction, ios_introduced, app_read_only, export_xml_units_observed, note, display_name, display_group, preferred_unit, other_units) FROM stdin;
HKQuantityTypeIdentifierActiveEnergyBurned	activeEnergyBurned	cumulative	\N	kcal	energy	\N	8.0	\N	kJ; kcal; Cal	\N	Active Energy	activity	kcal	kJ; Cal
HKQuantityTypeIdentifierAppleExerciseTime	appleExerciseTime	cumulative	\N	min	time	\N	9.3	t	min	\N	Exercise Minutes	activity	min	hr; s
HKQuantityTypeIdentifierAppleMoveTime	appleMoveTime	cumulative	\N	min	time	\N	14.5	\N	\N	\N	Move Minutes	activity	min	hr; s
HKQuantityTypeIdentifierAppleSleepingBreathingDisturbances	appleSleepingBreathingDisturbances	discreteArithmetic	\N	count	count	\N	18.0	\N	count	\N	Breathing Disturbances	respiratory	count	\N
HKQuantityTypeIdentifierAppleSleepingWristTemperature	appleSleepingWristTemperature	discreteArithmetic	\N	degC	temperature	\N	16.0	t	degC; degF	\N	Wrist Temperature	bodyMeasurements	degC	degF; K
HKQuantityTypeIdentifierAppleStandTime	appleStandTime	cumulative	\N	min	time	\N	13.0	t	min	\N	Stand Minutes	activity	min	hr; s
HKQuantityTypeIdentifierAppleWalkingSteadiness	appleWalkingSteadiness	discreteArithmetic	\N	%	percent	t	15.0	t	%	\N	Walking Steadiness	mobility	%	\N
HKQuantityTypeIdentifierAtrialFibrillationBurden	atrialFibrillationBurden	discreteTemporallyWeighted	\N	%	percent	t	16.0	t	\N	\N	AFib History	heart	%	\N
HKQuantityTypeIdentifierBasalBodyTemperature	basalBodyTemperature	discreteArithmetic	\N	degC	temperature	\N	9.0	\N	\N	\N	Basal Body Temperature	cycleTracking	degC	degF; K
HKQuantityTypeIdentifierBasalEnergyBurned	basalEnergyBurned	cumulative	\N	kcal	energy	\N	8.0	\N	kJ; kcal; Cal	\N	Resting Energy	activity	kcal	kJ; Cal
HKQuantityTypeIdentifierBloodAlcoholContent	bloodAlcoholContent	discreteArithmetic	\N	%	percent	t	8.0	\N	\N	\N	Blood Alcohol Content	otherData	%	\N
HKQuantityTypeIdentifierBloodGlucose	bloodGlucose	discreteArithmetic	\N	mg/dL	mass/volume	\N	8.0	\N	mg/dL; mmol<180.1558800000541>/L	also accepts molar form mmol<180.15588000005408>/L (mol<M> is a mass unit)	Blood Glucose	vitals	mg/dL	mmol<180.1558800000541>/L
HKQuantityTypeIdentifierBloodPressureDiastolic	bloodPressureDiastolic	discreteArithmetic	\N	mmHg	pressure	\N	8.0	\N	mmHg	\N	Diastolic Blood Pressure	heart	mmHg	kPa
HKQuantityTypeIdentifierBloodPressureSystolic	bloodPressureSystolic	discreteArithmetic	\N	mmHg	pressure	\N	8.0	\N	mmHg	\N	Systolic Blood Pressure	heart	mmHg	kPa
HKQuantityTypeIdentifierBodyFatPercentage	bodyFatPercentage	discreteArithmetic	\N	%	percent	t	8.0	\N	%	percent stored as fraction, e.g. 0.161	Body Fat Percentage	bodyMeasurements	%	\N
HKQuantityTypeIdentifierBodyMass	bodyMass	discreteArithmetic	\N	kg	mass	\N	8.0	\N	kg; lb	\N	Weight	bodyMeasurements	kg	lb; st; g; oz
HKQuantityTypeIdentifierBodyMassIndex	bodyMassIndex	discreteArithmetic	\N	count	count	\N	8.0	\N	count	\N	Body Mass Index	bodyMeasurements	count	\N
HKQuantityTypeIdentifierBodyTemperature	bodyTemperature	discreteArithmetic	\N	degC	temperature	\N	8.0	\N	\N	\N	Body Temperature	vitals	degC	degF; K
HKQuantityTypeIdentifierCrossCountrySkiingSpeed	crossCountrySkiingSpeed	discreteArithmetic	\N	m/s	length/time	\N	18.0	\N	\N	\N	Cross Country Skiing Speed	activity	km/hr	mi/hr; ft/s; m/min
HKQuantityTypeIdentifierCyclingCadence	cyclingCadence	discreteTemporallyWeighted	discreteArithmetic	count/min	count/time	\N	17.0	\N	\N	aggregation style changed with iOS 26.4	Cycling Cadence	activity	count/min	count/s
HKQuantityTypeIdentifierCyclingFunctionalThresholdPower	cyclingFunctionalThresholdPower	discreteArithmetic	\N	W	power	\N	17.0	\N	\N	\N	Cycling Functional Threshold Power	activity	W	kW
HKQuantityTypeIdentifierCyclingPower	cyclingPower	discreteTemporallyWeighted	discreteArithmetic	W	power	\N	17.0	\N	\N	aggregation style changed with iOS 26.4	Cycling Power	activity	W	kW
HKQuantityTypeIdentifierCyclingSpeed	cyclingSpeed	discreteTemporallyWeighted	discreteArithmetic	m/s	length/time	\N	17.0	\N	\N	aggregation style changed with iOS 26.4	Cycling Speed	activity	km/hr	mi/hr; ft/s; m/min
HKQuantityTypeIdentifierDietaryBiotin	dietaryBiotin	cumulative	\N	g	mass	\N	8.0	\N	\N	\N	Biotin	nutrition	mcg	mg
HKQuantityTypeIdentifierDietaryCaffeine	dietaryCaffeine	cumulative	\N	g	mass	\N	8.0	\N	\N	\N	Caffeine	nutrition	mg	mcg
HKQuantityTypeIdentifierDietaryCalcium	dietaryCalcium	cumulative	\N	g	mass	\N	8.0	\N	\N	\N	Calcium	nutrition	mg	mcg
HKQuantityTypeIdentifierDietaryCarbohydrates	dietaryCarbohydrates	cumulative	\N	g	mass	\N	8.0	\N	\N	\N	Carbohydrates	nutrition	g	mg; oz
HKQuantityTypeIdentifierDietaryChloride	dietaryChloride	cumulative	\N	g	mass	\N	8.0	\N	\N	\N	Chloride	nutrition	mg	mcg
HKQuantityTypeIdentifierDietaryCholesterol	dietaryCholesterol	cumulative	\N	g	mass	\N	8.0	\N	\N	\N	Dietary Cholesterol	nutrition	mg	mcg
HKQuantityTypeIdentifierDietaryChromium	dietaryChromium	cumulative	\N	g	mass	\N	8.0	\N	\N	\N	Chromium	nutrition	mcg	mg
HKQuantityTypeIdentifierDietaryCopper	dietaryCopper	cumulative	\N	g	mass	\N	8.0	\N	\N	\N	Copper	nutrition	mg	mcg
HKQuantityTypeIdentifierDietaryEnergyConsumed	dietaryEnergyConsumed	cumulative	\N	kcal	energy	\N	8.0	\N	\N	\N	Dietary Energy	nutrition	kcal	kJ; Cal
HKQuantityTypeIdentifierDietaryFatMonounsaturated	dietaryFatMonounsaturated	cumulative	\N	g	mass	\N	8.0	\N	\N	\N	Monounsaturated Fat	nutrition	g	mg; oz
HKQuantityTypeIdentifierDietaryFatPolyunsaturated	dietaryFatPolyunsaturated	cumulative	\N	g	mass	\N	8.0	\N	\N	\N	Polyunsaturated Fat	nutrition	g	mg; oz
HKQuantityTypeIdentifierDietaryFatSaturated	dietaryFatSaturated	cumulative	\N	g	mass	\N	8.0	\N	\N	\N	Saturated Fat	nutrition	g	mg; oz
HKQuantityTypeIdentifierDietaryFatTotal	dietaryFatTotal	cumulative	\N	g	mass	\N	8.0	\N	\N	\N	Total Fat	nutrition	g	mg; oz
HKQuantityTypeIdentifierDietaryFiber	dietaryFiber	cumulative	\N	g	mass	\N	8.0	\N	\N	\N	Fiber	nutrition	g	mg; oz
HKQuantityTypeIdentifierDietaryFolate	dietaryFolate	cumulative	\N	g	mass	\N	8.0	\N	\N	\N	Folate	nutrition	mcg	mg
HKQuantityTypeIdentifierDietaryIodine	dietaryIodine	cumulative	\N	g	mass	\N	8.0	\N	\N	\N	Iodine	nutrition	mcg	mg
HKQuantityTypeIdentifierDietaryIron	dietaryIron	cumulative	\N	g	mass	\N	8.0	\N	\N	\N	Iron	nutrition	mg	mcg
HKQuantityTypeIdentifierDietaryMagnesium	dietaryMagnesium	cumulative	\N	g	mass	\N	8.0	\N	\N	\N	Magnesium	nutrition	mg	mcg
HKQuantityTypeIdentifierDietaryManganese	dietaryManganese	cumulative	\N	g	mass	\N	8.0	\N	\N	\N	Manganese	nutrition	mg	mcg
HKQuantityTypeIdentifierDietaryMolybdenum	dietaryMolybdenum	cumulative	\N	g	mass	\N	8.0	\N	\N	\N	Molybdenum	nutrition	mcg	mg
HKQuantityTypeIdentifierDietaryNiacin	dietaryNiacin	cumulative	\N	g	mass	\N	8.0	\N	\N	\N	Niacin	nutrition	mg	mcg
HKQuantityTypeIdentifierDietaryPantothenicAcid	dietaryPantothenicAcid	cumulative	\N	g	mass	\N	8.0	\N	\N	\N	Pantothenic Acid	nutrition	mg	mcg
HKQuantityTypeIdentifierDietaryPhosphorus	dietaryPhosphorus	cumulative	\N	g	mass	\N	8.0	\N	\N	\N	Phosphorus	nutrition	mg	mcg
HKQuantityTypeIdentifierDietaryPotassium	dietaryPotassium	cumulative	\N	g	mass	\N	8.0	\N	\N	\N	Potassium	nutrition	mg	mcg
HKQuantityTypeIdentifierDietaryProtein	dietaryProtein	cumulative	\N	g	mass	\N	8.0	\N	\N	\N	Protein	nutrition	g	mg; oz
HKQuantityTypeIdentifierDietaryRiboflavin	dietaryRiboflavin	cumulative	\N	g	mass	\N	8.0	\N	\N	\N	Riboflavin	nutrition	mg	mcg
HKQuantityTypeIdentifierDietarySelenium	dietarySelenium	cumulative	\N	g	mass	\N	8.0	\N	\N	\N	Selenium	nutrition	mcg	mg
HKQuantityTypeIdentifierDietarySodium	dietarySodium	cumulative	\N	g	mass	\N	8.0	\N	\N	\N	Sodium	nutrition	mg	mcg
HKQuantityTypeIdentifierDietarySugar	dietarySugar	cumulative	\N	g	mass	\N	8.0	\N	\N	\N	Dietary Sugar	nutrition	g	mg; oz
HKQuantityTypeIdentifierDietaryThiamin	dietaryThiamin	cumulative	\N	g	mass	\N	8.0	\N	\N	\N	Thiamin	nutrition	mg	mcg
HKQuantityTypeIdentifierDietaryVitaminA	dietaryVitaminA	cumulative	\N	g	mass	\N	8.0	\N	\N	\N	Vitamin A	nutrition	mcg	mg
HKQuantityTypeIdentifierDietaryVitaminB12	dietaryVitaminB12	cumulative	\N	g	mass	\N	8.0	\N	\N	\N	Vitamin B12	nutrition	mcg	mg
HKQuantityTypeIdentifierDietaryVitaminB6	dietaryVitaminB6	cumulative	\N	g	mass	\N	8.0	\N	\N	\N	Vitamin B6	nutrition	mg	mcg
HKQuantityTypeIdentifierDietaryVitaminC	dietaryVitaminC	cumulative	\N	g	mass	\N	8.0	\N	\N	\N	Vitamin C	nutrition	mg	mcg
HKQuantityTypeIdentifierDietaryVitaminD	dietaryVitaminD	cumulative	\N	g	mass	\N	8.0	\N	\N	\N	Vitamin D	nutrition	mcg	mg
HKQuantityTypeIdentifierDietaryVitaminE	dietaryVitaminE	cumulative	\N	g	mass	\N	8.0	\N	\N	\N	Vitamin E	nutrition	mg	mcg
HKQuantityTypeIdentifierDietaryVitaminK	dietaryVitaminK	cumulative	\N	g	mass	\N	8.0	\N	\N	\N	Vitamin K	nutrition	mcg	mg
HKQuantityTypeIdentifierDietaryWater	dietaryWater	cumulative	\N	mL	volume	\N	9.0	\N	\N	\N	Water	nutrition	mL	L; dL; fl_oz_us; fl_oz_imp; cup_us; cup_imp; pt_us; pt_imp
HKQuantityTypeIdentifierDietaryZinc	dietaryZinc	cumulative	\N	g	mass	\N	8.0	\N	\N	\N	Zinc	nutrition	mg	mcg
HKQuantityTypeIdentifierDistanceCrossCountrySkiing	distanceCrossCountrySkiing	cumulative	\N	m	length	\N	18.0	\N	\N	\N	Cross Country Skiing Distance	activity	km	mi; yd; ft
HKQuantityTypeIdentifierDistanceCycling	distanceCycling	cumulative	\N	m	length	\N	8.0	\N	km; mi	\N	Cycling Distance	activity	km	mi; yd; ft
HKQuantityTypeIdentifierDistanceDownhillSnowSports	distanceDownhillSnowSports	cumulative	\N	m	length	\N	11.2	\N	\N	\N	Downhill Snow Sports Distance	activity	km	mi; yd; ft
HKQuantityTypeIdentifierDistancePaddleSports	distancePaddleSports	cumulative	\N	m	length	\N	18.0	\N	\N	\N	Paddle Sports Distance	activity	km	mi; yd; ft
HKQuantityTypeIdentifierDistanceRowing	distanceRowing	cumulative	\N	m	length	\N	18.0	\N	\N	\N	Rowing Distance	activity	km	mi; yd; ft
HKQuantityTypeIdentifierDistanceSkatingSports	distanceSkatingSports	cumulative	\N	m	length	\N	18.0	\N	\N	\N	Skating Sports Distance	activity	km	mi; yd; ft
HKQuantityTypeIdentifierDistanceSwimming	distanceSwimming	cumulative	\N	m	length	\N	10.0	\N	\N	\N	Swimming Distance	activity	m	km; yd; mi; ft
HKQuantityTypeIdentifierDistanceWalkingRunning	distanceWalkingRunning	cumulative	\N	m	length	\N	8.0	\N	km; mi	\N	Walking + Running Distance	activity	km	mi; yd; ft
HKQuantityTypeIdentifierDistanceWheelchair	distanceWheelchair	cumulative	\N	m	length	\N	10.0	\N	\N	\N	Wheelchair Distance	activity	km	mi; yd; ft
HKQuantityTypeIdentifierElectrodermalActivity	electrodermalActivity	discreteArithmetic	\N	S	electricalConductance	\N	8.0	\N	\N	\N	Electrodermal Activity	bodyMeasurements	mcS	\N
HKQuantityTypeIdentifierEnvironmentalAudioExposure	environmentalAudioExposure	discreteEquivalentContinuousLevel	\N	dBASPL	soundPressureLevel	\N	13.0	\N	\N	dBASPL is logarithmic: average is an equivalent continuous level	Environmental Sound Levels	hearing	dBASPL	\N
HKQuantityTypeIdentifierEnvironmentalSoundReduction	environmentalSoundReduction	discreteEquivalentContinuousLevel	\N	dBASPL	soundPressureLevel	\N	16.0	\N	\N	dBASPL is logarithmic: average is an equivalent continuous level	Environmental Sound Reduction	hearing	dBASPL	\N
HKQuantityTypeIdentifierEstimatedWorkoutEffortScore	estimatedWorkoutEffortScore	discreteArithmetic	\N	appleEffortScore	effortScore	\N	18.0	\N	appleEffortScore	\N	Estimated Workout Effort	activity	appleEffortScore	\N
HKQuantityTypeIdentifierFlightsClimbed	flightsClimbed	cumulative	\N	count	count	\N	8.0	\N	count	\N	Flights Climbed	activity	count	\N
HKQuantityTypeIdentifierForcedExpiratoryVolume1	forcedExpiratoryVolume1	discreteArithmetic	\N	L	volume	\N	8.0	\N	\N	\N	Forced Expiratory Volume (1 sec)	respiratory	L	mL; dL
HKQuantityTypeIdentifierForcedVitalCapacity	forcedVitalCapacity	discreteArithmetic	\N	L	volume	\N	8.0	\N	\N	\N	Forced Vital Capacity	respiratory	L	mL; dL
HKQuantityTypeIdentifierHeadphoneAudioExposure	headphoneAudioExposure	discreteEquivalentContinuousLevel	\N	dBASPL	soundPressureLevel	\N	13.0	\N	dBASPL	dBASPL is logarithmic: average is an equivalent continuous level	Headphone Audio Levels	hearing	dBASPL	\N
HKQuantityTypeIdentifierHeartRate	heartRate	discreteTemporallyWeighted	\N	count/s	count/time	\N	8.0	\N	count/min	canonical unit is count/s while exports print count/min	Heart Rate	heart	count/min	\N
HKQuantityTypeIdentifierHeartRateRecoveryOneMinute	heartRateRecoveryOneMinute	discreteArithmetic	\N	count/min	count/time	\N	16.0	\N	\N	\N	Cardio Recovery	heart	count/min	count/s
HKQuantityTypeIdentifierHeartRateVariabilityRMSSD	heartRateVariabilityRMSSD	discreteArithmetic	\N	ms	time	\N	27.0	\N	\N	aggregation style not documented; discreteArithmetic as for heartRateVariabilitySDNN	Heart Rate Variability (RMSSD)	heart	ms	s
HKQuantityTypeIdentifierHeartRateVariabilitySDNN	heartRateVariabilitySDNN	discreteArithmetic	\N	ms	time	\N	11.0	\N	ms	\N	Heart Rate Variability	heart	ms	s
HKQuantityTypeIdentifierHeight	height	discreteArithmetic	\N	m	length	\N	8.0	\N	cm; ft	\N	Height	bodyMeasurements	cm	in; ft
HKQuantityTypeIdentifierInhalerUsage	inhalerUsage	cumulative	\N	count	count	\N	8.0	\N	\N	\N	Inhaler Usage	respiratory	count	\N
HKQuantityTypeIdentifierInsulinDelivery	insulinDelivery	cumulative	\N	IU	pharmacologicalActivity	\N	11.0	\N	\N	\N	Insulin Delivery	otherData	IU	\N
HKQuantityTypeIdentifierLeanBodyMass	leanBodyMass	discreteArithmetic	\N	kg	mass	\N	8.0	\N	\N	\N	Lean Body Mass	bodyMeasurements	kg	lb; st; g; oz
HKQuantityTypeIdentifierNikeFuel	nikeFuel	cumulative	\N	count	count	\N	8.0	\N	\N	\N	NikeFuel	activity	count	\N
HKQuantityTypeIdentifierNumberOfAlcoholicBeverages	numberOfAlcoholicBeverages	cumulative	\N	count	count	\N	15.0	\N	\N	\N	Alcohol Consumption	otherData	count	\N
HKQuantityTypeIdentifierNumberOfTimesFallen	numberOfTimesFallen	cumulative	\N	count	count	\N	8.0	\N	\N	\N	Number of Times Fallen	otherData	count	\N
HKQuantityTypeIdentifierOxygenSaturation	oxygenSaturation	discreteArithmetic	\N	%	percent	t	8.0	\N	\N	\N	Blood Oxygen	respiratory	%	\N
HKQuantityTypeIdentifierPaddleSportsSpeed	paddleSportsSpeed	discreteArithmetic	\N	m/s	length/time	\N	18.0	\N	\N	\N	Paddle Sports Speed	activity	km/hr	mi/hr; ft/s; m/min
HKQuantityTypeIdentifierPeakExpiratoryFlowRate	peakExpiratoryFlowRate	discreteArithmetic	\N	L/min	volume/time	\N	8.0	\N	\N	\N	Peak Expiratory Flow Rate	respiratory	L/min	L/s; mL/s
HKQuantityTypeIdentifierPeripheralPerfusionIndex	peripheralPerfusionIndex	discreteArithmetic	\N	%	percent	t	8.0	\N	\N	\N	Peripheral Perfusion Index	heart	%	\N
HKQuantityTypeIdentifierPhysicalEffort	physicalEffort	discreteArithmetic	\N	kcal/hr·kg	energy/(mass*time)	\N	17.0	\N	kcal/hr·kg	\N	Physical Effort	activity	kcal/hr·kg	\N
HKQuantityTypeIdentifierPushCount	pushCount	cumulative	\N	count	count	\N	10.0	\N	\N	\N	Pushes	activity	count	\N
HKQuantityTypeIdentifierRespiratoryRate	respiratoryRate	discreteArithmetic	\N	count/s	count/time	\N	8.0	\N	count/min	canonical unit is count/s while exports print count/min	Respiratory Rate	respiratory	count/min	\N
HKQuantityTypeIdentifierRestingHeartRate	restingHeartRate	discreteTemporallyWeighted	discreteArithmetic	count/min	count/time	\N	11.0	\N	count/min	aggregation style changed with iOS 26.4	Resting Heart Rate	heart	count/min	count/s
HKQuantityTypeIdentifierRowingSpeed	rowingSpeed	discreteArithmetic	\N	m/s	length/time	\N	18.0	\N	\N	\N	Rowing Speed	activity	km/hr	mi/hr; ft/s; m/min
HKQuantityTypeIdentifierRunningGroundContactTime	runningGroundContactTime	discreteArithmetic	\N	ms	time	\N	16.0	\N	\N	\N	Ground Contact Time	mobility	ms	s
HKQuantityTypeIdentifierRunningPower	runningPower	discreteArithmetic	\N	W	power	\N	16.0	\N	\N	\N	Running Power	activity	W	kW
HKQuantityTypeIdentifierRunningSpeed	runningSpeed	discreteArithmetic	\N	m/s	length/time	\N	16.0	\N	km/hr	\N	Running Speed	activity	km/hr	mi/hr; ft/s; m/min
HKQuantityTypeIdentifierRunningStrideLength	runningStrideLength	discreteArithmetic	\N	m	length	\N	16.0	\N	\N	\N	Running Stride Length	mobility	m	cm; ft; in
HKQuantityTypeIdentifierRunningVerticalOscillation	runningVerticalOscillation	discreteArithmetic	\N	cm	length	\N	16.0	\N	\N	\N	Vertical Oscillation	mobility	cm	m; in; mm
HKQuantityTypeIdentifierSixMinuteWalkTestDistance	sixMinuteWalkTestDistance	discreteArithmetic	\N	m	length	\N	14.0	\N	m	\N	Six-Minute Walk	mobility	m	km; yd; mi; ft
HKQuantityTypeIdentifierStairAscentSpeed	stairAscentSpeed	discreteArithmetic	\N	m/s	length/time	\N	14.0	\N	\N	\N	Stair Speed: Up	mobility	m/s	ft/s; km/hr; mi/hr
HKQuantityTypeIdentifierStairDescentSpeed	stairDescentSpeed	discreteArithmetic	\N	m/s	length/time	\N	14.0	\N	\N	\N	Stair Speed: Down	mobility	m/s	ft/s; km/hr; mi/hr
HKQuantityTypeIdentifierStepCount	stepCount	cumulative	\N	count	count	\N	8.0	\N	count	\N	Steps	activity	count	\N
HKQuantityTypeIdentifierSwimmingStrokeCount	swimmingStrokeCount	cumulative	\N	count	count	\N	10.0	\N	\N	\N	Swimming Strokes	activity	count	\N
HKQuantityTypeIdentifierTimeInDaylight	timeInDaylight	cumulative	\N	min	time	\N	17.0	\N	\N	\N	Time in Daylight	otherData	min	hr; s
HKQuantityTypeIdentifierUVExposure	uvExposure	discreteArithmetic	\N	count	count	\N	9.0	\N	\N	\N	UV Index	otherData	count	\N
HKQuantityTypeIdentifierUnderwaterDepth	underwaterDepth	discreteArithmetic	\N	m	length	\N	16.0	\N	\N	\N	Underwater Depth	activity	m	ft; yd
HKQuantityTypeIdentifierVO2Max	vo2Max	discreteArithmetic	\N	mL/min·kg	volume/(mass*time)	\N	11.0	\N	mL/min·kg	export.xml often writes the dot as &#183;	Cardio Fitness	heart	mL/min·kg	\N
HKQuantityTypeIdentifierWaistCircumference	waistCircumference	discreteArithmetic	\N	m	length	\N	11.0	\N	\N	\N	Waist Circumference	bodyMeasurements	cm	in; ft
HKQuantityTypeIdentifierWalkingAsymmetryPercentage	walkingAsymmetryPercentage	discreteArithmetic	\N	%	percent	t	14.0	\N	%	\N	Walking Asymmetry	mobility	%	\N
HKQuantityTypeIdentifierWalkingDoubleSupportPercentage	walkingDoubleSupportPercentage	discreteArithmetic	\N	%	percent	t	14.0	\N	%	\N	Double Support Time	mobility	%	\N
HKQuantityTypeIdentifierWalkingHeartRateAverage	walkingHeartRateAverage	discreteTemporallyWeighted	discreteArithmetic	count/min	count/time	\N	11.0	t	count/min	aggregation style changed with iOS 26.4	Walking Heart Rate Average	heart	count/min	count/s
HKQuantityTypeIdentifierWalkingSpeed	walkingSpeed	discreteArithmetic	\N	m/s	length/time	\N	14.0	\N	km/hr	\N	Walking Speed	mobility	km/hr	mi/hr; ft/s; m/min
HKQuantityTypeIdentifierWalkingStepLength	walkingStepLength	discreteArithmetic	\N	m	length	\N	14.0	\N	cm	\N	Walking Step Length	mobility	cm	in; ft
HKQuantityTypeIdentifierWaterTemperature	waterTemperature	discreteArithmetic	\N	degC	temperature	\N	16.0	\N	\N	\N	Water Temperature	otherData	degC	degF; K
HKQuantityTypeIdentifierWorkoutEffortScore	workoutEffortScore	discreteArithmetic	\N	appleEffortScore	effortScore	\N	18.0	\N	\N	\N	Workout Effort	activity	appleEffortScore	\N
\.


--
-- Data for Name: recognised_record; Type: TABLE DATA; Schema: health; Owner: -
--

COPY health.recognised_record (person_id, imported_uuid, sample_uuid, device_id, creation_time, metadata, parts) FROM stdin;
\.


--
-- Data for Name: sample; Type: TABLE DATA; Schema: health; Owner: -
--

COPY health.sample (person_id, sample_type_id, uuid, start_time, end_time, quantity, source_revision_id, device_id, creation_time, change_position, sent_unit_id, category_value, sent_quantity, sent_category_value, is_imported) FROM stdin;
1	196	2706885c-e779-584d-8ef5-a6d4ccbc3a85	2024-03-13 10:33:19+00	2024-03-13 12:26:12+00	736	1	1	2024-03-13 12:32:05+00	4294967298	28	\N	\N	\N	t
1	196	3c1e8bdf-f8d3-51fe-8ce9-cd8ca2cb2684	2024-03-14 18:38:23+00	2024-03-14 20:34:10+00	1702	2	2	2024-03-14 20:34:51+00	4294967299	28	\N	\N	\N	t
1	196	6ccd3d83-d2df-592b-9b94-837a8b8191c6	2024-03-16 06:13:47+00	2024-03-16 08:36:52+00	4918	2	2	2024-03-16 08:37:33+00	4294967300	28	\N	\N	\N	t
1	196	26173d20-a00d-5193-a834-f3bf96d9835d	2024-03-17 10:24:48+00	2024-03-17 12:20:36+00	1604	2	2	2024-03-17 12:21:17+00	4294967301	28	\N	\N	\N	t
1	196	35831239-30ed-5fcc-bf8d-e1b39e7c4fce	2024-03-18 14:00:17+00	2024-03-18 16:16:02+00	850	2	2	2024-03-18 16:16:43+00	4294967302	28	\N	\N	\N	t
1	196	24bd409d-daab-5392-928a-1ee7ff7bd09f	2024-03-19 19:00:27+00	2024-03-19 20:46:19+00	389	1	1	2024-03-19 20:52:12+00	4294967303	28	\N	\N	\N	t
1	196	3a2a5aa1-e94c-50f9-bce8-996fcfc0e379	2024-03-21 10:36:27+00	2024-03-21 12:34:27+00	1043	1	1	2024-03-21 12:40:20+00	4294967304	28	\N	\N	\N	t
1	196	6bd6fbe9-37a8-5451-a193-2f4e8aea7fb0	2024-03-22 18:33:29+00	2024-03-22 20:30:49+00	5845	2	2	2024-03-22 20:31:30+00	4294967305	28	\N	\N	\N	t
1	196	5f35f5d0-2812-5494-ae21-29a14b3a823d	2024-03-24 06:21:45+00	2024-03-24 08:29:20+00	3463	1	1	2024-03-24 08:35:13+00	4294967306	28	\N	\N	\N	t
1	196	7f8c905c-64b2-5566-bdd4-bf859605decc	2024-03-25 14:43:08+00	2024-03-25 16:53:04+00	1206	1	1	2024-03-25 16:58:57+00	4294967307	28	\N	\N	\N	t
1	196	bd1d1a1e-2830-569b-9849-9ca36a0fadc6	2024-03-27 06:21:50+00	2024-03-27 08:10:22+00	914	2	2	2024-03-27 08:11:03+00	4294967308	28	\N	\N	\N	t
1	196	d0ebf3f9-2cf7-5edd-990c-3ca6fe40ab96	2024-03-28 14:20:17+00	2024-03-28 16:15:20+00	973	2	2	2024-03-28 16:16:01+00	4294967309	28	\N	\N	\N	t
1	196	911ca938-5872-59e7-a619-52d4bca88833	2024-03-29 18:35:08+00	2024-03-29 20:12:53+00	1513	1	1	2024-03-29 20:18:46+00	4294967310	28	\N	\N	\N	t
1	196	cc479be7-7cd6-56a3-b5b8-e1c313b708cf	2024-03-31 10:56:33+00	2024-03-31 12:55:50+00	2103	1	1	2024-03-31 13:01:43+00	4294967311	28	\N	\N	\N	t
1	196	f3b6e480-7e28-58ac-af17-95ecfc528063	2024-04-01 18:03:21+00	2024-04-01 19:50:37+00	859	2	2	2024-04-01 19:51:18+00	4294967312	28	\N	\N	\N	t
1	196	6a8a147c-65f4-5eba-961e-c7a384a1532b	2024-04-03 06:09:36+00	2024-04-03 08:12:25+00	4348	1	1	2024-04-03 08:18:18+00	4294967313	28	\N	\N	\N	t
1	196	6e00586a-b4ae-5ead-89c7-6b8c3ea57022	2024-04-04 10:20:55+00	2024-04-04 12:44:03+00	3653	1	1	2024-04-04 12:49:56+00	4294967314	28	\N	\N	\N	t
1	196	8164fb1f-106f-5237-b3a2-f4f24e966f34	2024-04-05 14:43:43+00	2024-04-05 16:35:44+00	3531	1	1	2024-04-05 16:41:37+00	4294967315	28	\N	\N	\N	t
1	196	0169a6a3-d370-580a-9781-776da525ed80	2024-04-07 06:29:53+00	2024-04-07 08:31:53+00	2297	2	2	2024-04-07 08:32:34+00	4294967316	28	\N	\N	\N	t
1	196	35014e0e-3d08-54e5-b2f0-8ae50a026720	2024-04-08 10:11:41+00	2024-04-08 12:17:19+00	4750	1	1	2024-04-08 12:23:12+00	4294967317	28	\N	\N	\N	t
1	196	98f8324c-2490-51de-8dc2-a48719c208af	2024-04-09 18:54:34+00	2024-04-09 20:32:11+00	3964	1	1	2024-04-09 20:38:04+00	4294967318	28	\N	\N	\N	t
1	196	7fff467d-430a-5e03-abfb-560d991dac31	2024-04-11 06:13:47+00	2024-04-11 07:55:20+00	2841	1	1	2024-04-11 08:01:13+00	4294967319	28	\N	\N	\N	t
1	196	7fba641b-0e5e-5204-8f20-76e7aaaee573	2024-04-12 14:26:16+00	2024-04-12 16:14:16+00	523	2	2	2024-04-12 16:14:57+00	4294967320	28	\N	\N	\N	t
1	196	13dec509-8daa-5e66-9cce-8ed150687a43	2024-04-14 06:13:11+00	2024-04-14 08:36:51+00	2116	2	2	2024-04-14 08:37:32+00	4294967321	28	\N	\N	\N	t
1	196	a07eedba-c124-5470-a196-9b1d877b18a5	2024-04-15 14:29:51+00	2024-04-15 16:52:26+00	4214	1	1	2024-04-15 16:58:19+00	4294967322	28	\N	\N	\N	t
1	196	7ffb6733-35ba-540c-98de-783221cf57ae	2024-04-16 18:43:47+00	2024-04-16 20:46:47+00	561	1	1	2024-04-16 20:52:40+00	4294967323	28	\N	\N	\N	t
1	196	583341fc-e00a-57ea-b8a7-5d8d1f454f7f	2024-04-18 06:50:11+00	2024-04-18 09:05:20+00	1049	1	1	2024-04-18 09:11:13+00	4294967324	28	\N	\N	\N	t
1	196	164ad69b-2f86-5fff-8e36-531fcc1b501f	2024-04-19 14:16:16+00	2024-04-19 16:04:11+00	807	2	2	2024-04-19 16:04:52+00	4294967325	28	\N	\N	\N	t
1	196	8715be34-0e12-577e-a077-562738238686	2024-04-20 18:47:34+00	2024-04-20 20:23:52+00	1970	1	1	2024-04-20 20:29:45+00	4294967326	28	\N	\N	\N	t
1	196	9e27c002-7970-522c-908a-96148449b5fc	2024-04-22 10:44:09+00	2024-04-22 12:28:10+00	1329	1	1	2024-04-22 12:34:03+00	4294967327	28	\N	\N	\N	t
1	196	a4e1abc3-570c-5d46-a4fd-52b130dd498a	2024-04-23 18:13:53+00	2024-04-23 20:17:24+00	1278	2	2	2024-04-23 20:18:05+00	4294967328	28	\N	\N	\N	t
1	196	966d707b-bf17-5f6a-9fe3-873ec26aa4cd	2024-04-25 06:38:33+00	2024-04-25 08:06:11+00	4799	1	1	2024-04-25 08:12:04+00	4294967329	28	\N	\N	\N	t
1	196	bee5c6ae-4d0e-5855-9cf8-68066dd6a964	2024-04-26 10:34:54+00	2024-04-26 12:04:40+00	2052	1	1	2024-04-26 12:10:33+00	4294967330	28	\N	\N	\N	t
1	196	02cc5640-dc81-5066-90e4-42c479fcb23c	2024-04-27 14:44:53+00	2024-04-27 16:15:04+00	637	1	1	2024-04-27 16:20:57+00	4294967331	28	\N	\N	\N	t
1	196	7b4ce70e-d647-5c15-855f-3a757429aa88	2024-04-29 06:45:59+00	2024-04-29 08:26:55+00	2765	2	2	2024-04-29 08:27:36+00	4294967332	28	\N	\N	\N	t
1	196	01397160-a225-52e9-831a-8517612939ad	2024-04-30 10:47:16+00	2024-04-30 12:36:12+00	1167	1	1	2024-04-30 12:42:05+00	4294967333	28	\N	\N	\N	t
1	196	b24bcd54-fe9d-5751-8d3f-74dab51eb795	2024-05-01 18:08:59+00	2024-05-01 20:14:03+00	5132	2	2	2024-05-01 20:14:44+00	4294967334	28	\N	\N	\N	t
1	196	ce414a82-0f95-5a77-9414-b375a0fe066b	2024-05-03 14:44:15+00	2024-05-03 16:31:59+00	3075	2	2	2024-05-03 16:32:40+00	4294967335	28	\N	\N	\N	t
1	196	03efaf35-74c7-5301-a380-3492b0576973	2024-05-04 18:52:27+00	2024-05-04 21:15:11+00	3195	1	1	2024-05-04 21:21:04+00	4294967336	28	\N	\N	\N	t
1	196	756207b6-f971-574a-83e8-9e022b4b856e	2024-05-06 10:44:32+00	2024-05-06 12:58:48+00	1712	2	2	2024-05-06 12:59:29+00	4294967337	28	\N	\N	\N	t
1	196	5728c304-b214-5eda-8a28-82aa2db157cd	2024-05-07 14:04:15+00	2024-05-07 16:12:30+00	787	2	2	2024-05-07 16:13:11+00	4294967338	28	\N	\N	\N	t
1	196	f4977e03-d62f-5b6e-8521-ac7828890afe	2024-05-09 06:35:51+00	2024-05-09 08:20:18+00	3559	2	2	2024-05-09 08:20:59+00	4294967339	28	\N	\N	\N	t
1	196	6b9f0c98-8e76-59c8-9663-2123cdff42f9	2024-05-10 14:34:15+00	2024-05-10 16:21:54+00	3110	2	2	2024-05-10 16:22:35+00	4294967340	28	\N	\N	\N	t
1	158	2ff2d216-cac5-54c0-9d32-5f7e7b430a05	2024-03-13 06:07:13+00	2024-03-13 08:00:26+00	1119.6200000000001	2	2	2024-03-13 08:01:07+00	4294967341	32	\N	1.11962	\N	t
1	158	9b11b0c9-4fa2-524b-a3b9-1fa9ff41e36b	2024-03-14 10:55:01+00	2024-03-14 12:25:06+00	540.2	1	1	2024-03-14 12:30:59+00	4294967342	32	\N	0.5402	\N	t
1	158	13c14a09-f504-5edb-ab7f-3838d8f6775a	2024-03-15 14:30:36+00	2024-03-15 16:12:34+00	705.96	1	1	2024-03-15 16:18:27+00	4294967343	32	\N	0.70596	\N	t
1	158	90e8fb31-8a78-5ddb-adc2-147bb7dc48d2	2024-03-16 18:27:00+00	2024-03-16 20:03:00+00	606.0600000000001	1	1	2024-03-16 20:08:53+00	4294967344	32	\N	0.60606	\N	t
1	158	97db35f9-3258-59b8-baa8-20f8c9b88060	2024-03-18 06:22:48+00	2024-03-18 08:23:00+00	2723.2	1	1	2024-03-18 08:28:53+00	4294967345	32	\N	2.7232	\N	t
1	158	b02604b4-3b2f-5b99-84c2-9cf40060000b	2024-03-19 10:41:04+00	2024-03-19 12:51:35+00	931.6600000000001	1	1	2024-03-19 12:57:28+00	4294967346	32	\N	0.93166	\N	t
1	158	e1743c6d-9b7d-5d42-8928-ff2a745e7f5a	2024-03-20 18:30:47+00	2024-03-20 20:22:38+00	873.1999999999999	1	1	2024-03-20 20:28:31+00	4294967347	32	\N	0.8732	\N	t
1	158	247f110f-95c2-5756-b5af-ffce958cb461	2024-03-22 10:10:08+00	2024-03-22 11:44:49+00	1821.8799999999999	1	1	2024-03-22 11:50:42+00	4294967348	32	\N	1.82188	\N	t
1	158	7b1045b2-142e-56f8-925f-7ddfd8ed3138	2024-03-23 18:44:52+00	2024-03-23 21:00:24+00	1460.02	2	2	2024-03-23 21:01:05+00	4294967349	32	\N	1.46002	\N	t
1	158	da31c678-bbf1-5d02-9358-495025f182bb	2024-03-25 06:37:34+00	2024-03-25 08:33:48+00	825.84	1	1	2024-03-25 08:39:41+00	4294967350	32	\N	0.82584	\N	t
1	158	ccd4624f-786e-5b9a-aabf-1c2a76491e12	2024-03-26 14:31:11+00	2024-03-26 16:42:29+00	2077.92	1	1	2024-03-26 16:48:22+00	4294967351	32	\N	2.07792	\N	t
1	158	702c1879-577b-55f7-b33c-7dbd605f2f0d	2024-03-28 06:40:01+00	2024-03-28 08:38:30+00	3421.7599999999998	2	2	2024-03-28 08:39:11+00	4294967352	32	\N	3.42176	\N	t
1	158	ff103f7a-d03b-52ff-b5a3-6c9e199273a0	2024-03-29 11:01:10+00	2024-03-29 13:04:12+00	1812.26	1	1	2024-03-29 13:10:05+00	4294967353	32	\N	1.81226	\N	t
1	158	3df76657-7f15-57f6-a6ab-03f3d30ae491	2024-03-31 06:46:34+00	2024-03-31 08:26:55+00	984.1999999999999	2	2	2024-03-31 08:27:36+00	4294967354	32	\N	0.9842	\N	t
1	158	72690629-349a-5124-ac6d-a83849446938	2024-04-01 10:30:15+00	2024-04-01 12:43:32+00	1372.7	1	1	2024-04-01 12:49:25+00	4294967355	32	\N	1.3727	\N	t
1	158	ccd47bf1-2f62-5e86-a221-e7fd666eab5c	2024-04-02 18:14:45+00	2024-04-02 20:20:13+00	999.74	2	2	2024-04-02 20:20:54+00	4294967356	32	\N	0.99974	\N	t
1	158	24128548-b97b-5b5e-8a84-1e24e4035bb4	2024-04-04 06:23:19+00	2024-04-04 08:43:28+00	1295	2	2	2024-04-04 08:44:09+00	4294967357	32	\N	1.295	\N	t
1	158	96bf00d7-dfdf-52c9-984e-e734e467cf2b	2024-04-05 10:26:32+00	2024-04-05 12:32:14+00	2428.68	2	2	2024-04-05 12:32:55+00	4294967358	32	\N	2.42868	\N	t
1	158	7d2134ba-028e-5865-b61b-29a1458ac55a	2024-04-06 14:31:46+00	2024-04-06 16:22:54+00	1159.5800000000002	1	1	2024-04-06 16:28:47+00	4294967359	32	\N	1.15958	\N	t
1	158	57b4d51f-409c-5813-afce-d9392eab4166	2024-04-07 18:39:27+00	2024-04-07 20:48:49+00	400.34	1	1	2024-04-07 20:54:42+00	4294967360	32	\N	0.40034	\N	t
1	158	ae18c6d6-8199-5895-ad13-dfdb85090c45	2024-04-09 10:54:58+00	2024-04-09 12:36:14+00	3324.08	1	1	2024-04-09 12:42:07+00	4294967361	32	\N	3.32408	\N	t
1	158	0e2ec4c8-f8db-5f69-81f7-de8f925d8c36	2024-04-10 18:09:51+00	2024-04-10 20:16:51+00	657.86	2	2	2024-04-10 20:17:32+00	4294967362	32	\N	0.65786	\N	t
1	158	d07453ea-59a0-51da-af99-91cceeee52b5	2024-04-12 06:29:38+00	2024-04-12 08:37:51+00	838.4200000000001	1	1	2024-04-12 08:43:44+00	4294967363	32	\N	0.83842	\N	t
1	158	16351179-9729-5d11-be71-c9973dcadb88	2024-04-13 14:27:21+00	2024-04-13 16:01:23+00	1278.72	1	1	2024-04-13 16:07:16+00	4294967364	32	\N	1.27872	\N	t
1	158	c47ab4b6-04b0-5cc9-82aa-da402dea06fa	2024-04-15 06:31:22+00	2024-04-15 08:16:59+00	3088.76	2	2	2024-04-15 08:17:40+00	4294967365	32	\N	3.08876	\N	t
1	158	f5d899fe-e4be-5556-848b-940424517f67	2024-04-16 14:34:16+00	2024-04-16 16:42:47+00	1694.6000000000001	2	2	2024-04-16 16:43:28+00	4294967366	32	\N	1.6946	\N	t
1	158	ac9e0094-1e42-5e64-af8c-d54ca50fd0d8	2024-04-17 18:41:34+00	2024-04-17 20:31:55+00	1170.6799999999998	2	2	2024-04-17 20:32:36+00	4294967367	32	\N	1.17068	\N	t
1	158	67c363db-4879-5362-b98c-ec58a96e7d84	2024-04-19 06:18:00+00	2024-04-19 07:39:57+00	1444.48	1	1	2024-04-19 07:45:50+00	4294967368	32	\N	1.44448	\N	t
1	158	ae6c2956-f714-5d7d-8bad-0de9a1f21b96	2024-04-20 14:42:16+00	2024-04-20 16:23:18+00	3606.02	2	2	2024-04-20 16:23:59+00	4294967369	32	\N	3.60602	\N	t
1	158	7b59deab-e90c-537d-9558-ee339bc855c5	2024-04-21 18:39:07+00	2024-04-21 20:54:15+00	2468.6400000000003	2	2	2024-04-21 20:54:56+00	4294967370	32	\N	2.46864	\N	t
1	158	4b40c3c5-b44b-598b-82ae-39192733c411	2024-04-23 10:17:50+00	2024-04-23 11:40:00+00	922.04	1	1	2024-04-23 11:45:53+00	4294967371	32	\N	0.92204	\N	t
1	158	553f6e45-39b2-558a-a8c6-b4e8214aa709	2024-04-24 18:25:16+00	2024-04-24 20:46:59+00	1386.76	2	2	2024-04-24 20:47:40+00	4294967372	32	\N	1.38676	\N	t
1	158	3c1ab869-be05-5096-88b3-e868f1ba29a2	2024-04-26 06:39:25+00	2024-04-26 08:38:30+00	1478.52	2	2	2024-04-26 08:39:11+00	4294967373	32	\N	1.47852	\N	t
1	158	52613ebf-154b-5270-99ca-85c1826ae08c	2024-04-27 10:08:20+00	2024-04-27 11:47:36+00	1588.78	2	2	2024-04-27 11:48:17+00	4294967374	32	\N	1.58878	\N	t
1	158	5b677d37-08d7-5030-9e0b-ed87c90bcfcd	2024-04-28 14:10:15+00	2024-04-28 16:32:20+00	2049.06	2	2	2024-04-28 16:33:01+00	4294967375	32	\N	2.04906	\N	t
1	158	4e459b7e-4336-57d5-bbf7-18ecd73db14f	2024-04-30 06:16:10+00	2024-04-30 08:07:03+00	742.22	2	2	2024-04-30 08:07:44+00	4294967376	32	\N	0.74222	\N	t
1	158	4fa07ef4-b7bf-5cf7-a3f6-4f02868ca8e5	2024-05-01 10:20:57+00	2024-05-01 11:47:31+00	2047.58	1	1	2024-05-01 11:53:24+00	4294967377	32	\N	2.04758	\N	t
1	158	75ad0f4b-a28b-5b6b-a3db-da090db6c1b1	2024-05-03 06:22:43+00	2024-05-03 08:43:27+00	2749.1	2	2	2024-05-03 08:44:08+00	4294967378	32	\N	2.7491	\N	t
1	158	21e7d791-45d8-523d-8983-b2c15a8d961e	2024-05-04 14:22:15+00	2024-05-04 16:03:07+00	911.6800000000001	2	2	2024-05-04 16:03:48+00	4294967379	32	\N	0.91168	\N	t
1	158	50263ab2-c474-5ee9-9568-9d7e0d36ab14	2024-05-05 18:22:47+00	2024-05-05 20:04:11+00	452.14	1	1	2024-05-05 20:10:04+00	4294967380	32	\N	0.45214	\N	t
1	158	09b04650-d1eb-5daf-83da-8f4c3b65cfca	2024-05-07 06:58:02+00	2024-05-07 09:14:05+00	3199.02	1	1	2024-05-07 09:19:58+00	4294967381	32	\N	3.19902	\N	t
1	158	967e6670-aae8-5f2a-aa43-053aa573ba83	2024-05-08 14:30:15+00	2024-05-08 16:31:38+00	2498.98	2	2	2024-05-08 16:32:19+00	4294967382	32	\N	2.49898	\N	t
1	158	f75122bd-d3de-5b47-9bc1-5628ec3748b0	2024-05-10 06:06:02+00	2024-05-10 08:00:26+00	1013.8000000000001	2	2	2024-05-10 08:01:07+00	4294967383	32	\N	1.0138	\N	t
1	89	460aa1dc-f8c8-5d13-b0ec-ffb6a06e6ed0	2024-03-12 18:15:36+00	2024-03-12 20:23:00+00	161.171	2	2	2024-03-12 20:23:41+00	4294967384	18	\N	\N	\N	t
1	89	7f3aa363-be2d-5992-97ab-525b21f56f3d	2024-03-15 10:22:05+00	2024-03-15 12:42:06+00	29.438	2	2	2024-03-15 12:42:47+00	4294967385	18	\N	\N	\N	t
1	89	af6b9f1a-271d-5499-8dd8-74104c9789ab	2024-03-17 18:24:33+00	2024-03-17 20:26:55+00	97.785	2	2	2024-03-17 20:27:36+00	4294967386	18	\N	\N	\N	t
1	89	d58e9d37-e292-597b-b16e-351860c3791b	2024-03-20 10:04:51+00	2024-03-20 12:12:19+00	52.357	2	2	2024-03-20 12:13:00+00	4294967387	18	\N	\N	\N	t
1	89	5cd56f54-7522-5b3e-bb2b-c0e052672310	2024-03-22 18:33:29+00	2024-03-22 20:30:49+00	239.645	2	2	2024-03-22 20:31:30+00	4294967388	18	\N	\N	\N	t
1	89	ca9a9f91-7a3f-54d6-9b2a-19fc2f824ca6	2024-03-25 10:35:38+00	2024-03-25 12:30:33+00	80.278	2	2	2024-03-25 12:31:14+00	4294967389	18	\N	\N	\N	t
1	89	45118158-8f86-56cc-8267-11d45fd8fe6c	2024-03-27 18:42:25+00	2024-03-27 20:34:43+00	66.625	2	2	2024-03-27 20:35:24+00	4294967390	18	\N	\N	\N	t
1	89	6d1d6bed-22b4-5bf3-a4dc-6f5ca3c1c468	2024-03-30 10:18:24+00	2024-03-30 12:00:46+00	113.201	2	2	2024-03-30 12:01:27+00	4294967391	18	\N	\N	\N	t
1	89	6d19b60d-611a-5e36-bf52-402d01e8fd39	2024-04-01 18:03:21+00	2024-04-01 19:50:37+00	35.219	2	2	2024-04-01 19:51:18+00	4294967392	18	\N	\N	\N	t
1	89	73dcd985-18d5-5500-b293-3f77c1968c25	2024-04-04 10:01:11+00	2024-04-04 12:18:59+00	151.126	2	2	2024-04-04 12:19:40+00	4294967393	18	\N	\N	\N	t
1	89	5126a05f-176f-5b5b-9934-b035c4a9a8b9	2024-04-06 18:12:18+00	2024-04-06 19:54:32+00	119.474	2	2	2024-04-06 19:55:13+00	4294967394	18	\N	\N	\N	t
1	89	2af28590-8c78-5834-9318-3f02fe8437cf	2024-04-09 10:31:57+00	2024-04-09 12:37:12+00	194.053	2	2	2024-04-09 12:37:53+00	4294967395	18	\N	\N	\N	t
1	89	f290ac84-fec4-54b2-aaa8-5d8c1f0dc944	2024-04-11 18:21:14+00	2024-04-11 19:58:26+00	78.351	2	2	2024-04-11 19:59:07+00	4294967396	18	\N	\N	\N	t
1	89	0c3e9e18-b123-531d-9f06-1e78ce5cc64c	2024-04-14 10:14:43+00	2024-04-14 12:07:25+00	28.29	2	2	2024-04-14 12:08:06+00	4294967397	18	\N	\N	\N	t
1	89	892e9abb-aaaa-5717-82a7-8bcee5fb82c9	2024-04-16 18:30:10+00	2024-04-16 20:50:20+00	23.698	2	2	2024-04-16 20:51:01+00	4294967398	18	\N	\N	\N	t
1	89	27c5b317-a8c0-5a0e-ab9b-ae198a16171d	2024-04-19 10:45:30+00	2024-04-19 12:25:39+00	24.682	2	2	2024-04-19 12:26:20+00	4294967399	18	\N	\N	\N	t
1	89	44a534e3-8cd3-5bd7-b678-924713d352c6	2024-04-21 18:39:07+00	2024-04-21 20:54:15+00	136.776	2	2	2024-04-21 20:54:56+00	4294967400	18	\N	\N	\N	t
1	89	629e2d60-c464-5b19-84f8-25641c7e2d91	2024-04-24 10:28:16+00	2024-04-24 12:43:52+00	44.854	2	2	2024-04-24 12:44:33+00	4294967401	18	\N	\N	\N	t
1	89	80e2823f-3e49-5e19-8294-3de20260eeb4	2024-04-26 18:00:03+00	2024-04-26 20:10:09+00	72.365	2	2	2024-04-26 20:10:50+00	4294967402	18	\N	\N	\N	t
1	89	3367fecf-6ba1-5099-be0f-28650528c577	2024-04-29 10:11:03+00	2024-04-29 12:14:05+00	69.987	2	2	2024-04-29 12:14:46+00	4294967403	18	\N	\N	\N	t
1	89	3a566243-e8df-58ae-83a0-f6e6d4440901	2024-05-01 18:08:59+00	2024-05-01 20:14:03+00	210.412	2	2	2024-05-01 20:14:44+00	4294967404	18	\N	\N	\N	t
1	89	2991e0d7-2969-5976-b645-755722bd9719	2024-05-04 10:41:49+00	2024-05-04 12:32:18+00	100.122	2	2	2024-05-04 12:32:59+00	4294967405	18	\N	\N	\N	t
1	89	7c38f14c-1962-5657-8630-2b5318a8edfc	2024-05-06 18:17:55+00	2024-05-06 20:17:57+00	53.546	2	2	2024-05-06 20:18:38+00	4294967406	18	\N	\N	\N	t
1	89	87cef4cf-57ff-50a8-a913-571e8c971159	2024-05-09 10:24:35+00	2024-05-09 12:02:31+00	135.3	2	2	2024-05-09 12:03:12+00	4294967407	18	\N	\N	\N	t
1	98	ee54d4da-7b61-57d7-b5ce-9436dbaf1514	2024-03-12 23:00:00+00	2024-03-13 07:00:00+00	479.243	2	2	2024-03-13 07:00:30+00	4294967408	18	\N	\N	\N	t
1	98	fc980f65-123d-5a9b-9f3e-93230a1e0336	2024-03-16 07:00:00+00	2024-03-16 15:00:00+00	511.69	2	2	2024-03-16 15:00:30+00	4294967409	18	\N	\N	\N	t
1	98	c04cd810-5c8e-5dea-b92d-133e7c84e24e	2024-03-19 15:00:00+00	2024-03-19 23:00:00+00	500.296	2	2	2024-03-19 23:00:30+00	4294967410	18	\N	\N	\N	t
1	98	b3fd158b-a6c8-517b-b358-45ccba6ab1f5	2024-03-22 23:00:00+00	2024-03-23 07:00:00+00	491.399	2	2	2024-03-23 07:00:30+00	4294967411	18	\N	\N	\N	t
1	98	b746958f-2d37-5c41-bb4d-f4d283e24f5c	2024-03-26 07:00:00+00	2024-03-26 15:00:00+00	511.947	2	2	2024-03-26 15:00:30+00	4294967412	18	\N	\N	\N	t
1	98	f66df95a-a3f3-5153-ba0f-4f2b61b45485	2024-03-29 15:00:00+00	2024-03-29 23:00:00+00	503.926	2	2	2024-03-29 23:00:30+00	4294967413	18	\N	\N	\N	t
1	98	b6117bd5-8e25-54a4-a4d1-45f243cc561a	2024-04-01 23:00:00+00	2024-04-02 07:00:00+00	503.554	2	2	2024-04-02 07:00:30+00	4294967414	18	\N	\N	\N	t
1	98	604228eb-63c1-5c35-8982-8664f6222901	2024-04-05 07:00:00+00	2024-04-05 15:00:00+00	512.204	2	2	2024-04-05 15:00:30+00	4294967415	18	\N	\N	\N	t
1	98	4ea21712-7021-568f-8955-e10f37664d22	2024-04-08 15:00:00+00	2024-04-08 23:00:00+00	507.555	2	2	2024-04-08 23:00:30+00	4294967416	18	\N	\N	\N	t
1	98	e75ff0fb-8bf6-51f4-aecf-2ea3a82e23bf	2024-04-11 23:00:00+00	2024-04-12 07:00:00+00	515.71	2	2	2024-04-12 07:00:30+00	4294967417	18	\N	\N	\N	t
1	98	2da38580-ee4d-54fe-937e-87e1b7c13f89	2024-04-15 07:00:00+00	2024-04-15 15:00:00+00	512.461	2	2	2024-04-15 15:00:30+00	4294967418	18	\N	\N	\N	t
1	98	4b602abc-2960-5236-8b95-3e438703f72f	2024-04-18 15:00:00+00	2024-04-18 23:00:00+00	511.184	2	2	2024-04-18 23:00:30+00	4294967419	18	\N	\N	\N	t
1	98	53ae2198-6fb6-53b4-b58a-adc04c86594b	2024-04-21 23:00:00+00	2024-04-22 07:00:00+00	478.266	2	2	2024-04-22 07:00:30+00	4294967420	18	\N	\N	\N	t
1	98	ebfb79f7-425d-570b-8047-bc8e7e185240	2024-04-25 07:00:00+00	2024-04-25 15:00:00+00	512.718	2	2	2024-04-25 15:00:30+00	4294967421	18	\N	\N	\N	t
1	98	1a473692-64cf-5e7c-8356-4c40a187c514	2024-04-28 15:00:00+00	2024-04-28 23:00:00+00	514.814	2	2	2024-04-28 23:00:30+00	4294967422	18	\N	\N	\N	t
1	98	03c2208f-5964-592c-8692-3f71f2fc445c	2024-05-01 23:00:00+00	2024-05-02 07:00:00+00	490.422	2	2	2024-05-02 07:00:30+00	4294967423	18	\N	\N	\N	t
1	98	64c6e347-febe-552d-9682-67c744f2a859	2024-05-05 07:00:00+00	2024-05-05 15:00:00+00	512.975	2	2	2024-05-05 15:00:30+00	4294967424	18	\N	\N	\N	t
1	98	7b0c05df-adb9-502e-899f-6d7410e68db4	2024-05-08 15:00:00+00	2024-05-08 23:00:00+00	518.443	2	2	2024-05-08 23:00:30+00	4294967425	18	\N	\N	\N	t
1	168	4bf2b8fd-1023-513f-87d5-8ab76c682ace	2024-03-12 14:51:13+00	2024-03-12 14:51:13+00	1.6	2	2	2024-03-12 14:51:18+00	4294967426	16	\N	96	\N	t
1	168	c5a8ca35-9df9-5d41-a0ef-17d2ec8178ae	2024-03-14 04:37:12+00	2024-03-14 04:37:12+00	0.9	2	2	2024-03-14 04:37:17+00	4294967427	16	\N	54	\N	t
1	168	82053318-0dfd-5e45-ace5-7ce246f1ab5c	2024-03-15 19:00:49+00	2024-03-15 19:00:49+00	1.2333333333333334	2	2	2024-03-15 19:00:54+00	4294967428	16	\N	74	\N	t
1	168	0bb8474e-c16d-5060-9023-b8730f7438cb	2024-03-17 11:25:45+00	2024-03-17 11:25:45+00	1.3833333333333333	2	2	2024-03-17 11:25:50+00	4294967429	16	\N	83	\N	t
1	168	dd2f0681-3726-5dc3-928c-a900d7adfdf3	2024-03-19 04:11:52+00	2024-03-19 04:11:52+00	0.9166666666666666	2	2	2024-03-19 04:11:57+00	4294967430	16	\N	55	\N	t
1	168	ceac9aac-1e49-5bce-b346-29905206966e	2024-05-11 11:00:00+00	2024-05-11 11:02:00+00	\N	5	\N	\N	4294967611	16	\N	\N	\N	f
1	168	152403c4-4615-5bc6-9ca2-d01865e629e1	2024-03-20 20:03:07+00	2024-03-20 20:03:07+00	2.1166666666666667	2	2	2024-03-20 20:03:12+00	4294967431	16	\N	127	\N	t
1	168	f693bb6b-9cfa-5e5d-b159-4f6c91736721	2024-03-22 12:00:17+00	2024-03-22 12:00:17+00	1.1666666666666667	2	2	2024-03-22 12:00:22+00	4294967432	16	\N	70	\N	t
1	168	1c988bf7-f8a1-559a-b791-25611816fc59	2024-03-24 03:46:31+00	2024-03-24 03:46:31+00	0.9166666666666666	2	2	2024-03-24 03:46:36+00	4294967433	16	\N	55	\N	t
1	168	db6a3567-66ff-5adc-840b-ea8198b012d8	2024-03-25 21:05:25+00	2024-03-25 21:05:25+00	1.8833333333333333	2	2	2024-03-25 21:05:30+00	4294967434	16	\N	113	\N	t
1	168	375c3efb-7a3d-565f-a7de-c0a48ddbc1f9	2024-03-27 12:34:50+00	2024-03-27 12:34:50+00	2.05	2	2	2024-03-27 12:34:55+00	4294967435	16	\N	123	\N	t
1	168	e1640bdc-f6e2-58f1-ab02-15300ed654ac	2024-03-29 03:21:11+00	2024-03-29 03:21:11+00	0.9333333333333333	2	2	2024-03-29 03:21:16+00	4294967436	16	\N	56	\N	t
1	168	788b0ae9-cc37-5fa9-b48b-aad5a82b6b2e	2024-03-30 22:07:43+00	2024-03-30 22:07:43+00	1.65	2	2	2024-03-30 22:07:48+00	4294967437	16	\N	99	\N	t
1	168	116b28fb-dc18-590e-8769-95253d10e647	2024-04-01 13:09:22+00	2024-04-01 13:09:22+00	1.8333333333333333	2	2	2024-04-01 13:09:27+00	4294967438	16	\N	110	\N	t
1	168	5c470606-a094-58b2-9e35-e5594c3b959b	2024-04-03 06:55:50+00	2024-04-03 06:55:50+00	0.9333333333333333	2	2	2024-04-03 06:55:55+00	4294967439	16	\N	56	\N	t
1	168	814aaf23-9e44-5874-a69b-46271b9b96f7	2024-04-04 19:10:01+00	2024-04-04 19:10:01+00	1.4166666666666667	2	2	2024-04-04 19:10:06+00	4294967440	16	\N	85	\N	t
1	168	7de98942-9819-5180-84b9-235edb63fb54	2024-04-06 13:43:54+00	2024-04-06 13:43:54+00	1.6166666666666667	2	2	2024-04-06 13:43:59+00	4294967441	16	\N	97	\N	t
1	168	918b6104-fd12-5f76-bf77-9f82ed47bccd	2024-04-08 06:30:30+00	2024-04-08 06:30:30+00	0.95	2	2	2024-04-08 06:30:35+00	4294967442	16	\N	57	\N	t
1	168	b03e3cb3-7f3f-50cd-9ee3-ddadaec3f315	2024-04-09 20:12:19+00	2024-04-09 20:12:19+00	1.1833333333333333	2	2	2024-04-09 20:12:24+00	4294967443	16	\N	71	\N	t
1	168	627df111-a0e7-5a18-8033-ef9196a940a1	2024-04-11 14:18:27+00	2024-04-11 14:18:27+00	1.4	2	2	2024-04-11 14:18:32+00	4294967444	16	\N	84	\N	t
1	168	1047c3a9-15e3-5f79-8f24-833006b15123	2024-04-13 06:05:10+00	2024-04-13 06:05:10+00	0.95	2	2	2024-04-13 06:05:15+00	4294967445	16	\N	57	\N	t
1	168	e6b4fa43-cb2f-5cb5-94bb-95acb43769bc	2024-04-14 21:14:37+00	2024-04-14 21:14:37+00	2.066666666666667	2	2	2024-04-14 21:14:42+00	4294967446	16	\N	124	\N	t
1	168	9bd73651-8af1-552c-b644-20d97e74ed87	2024-04-16 14:52:59+00	2024-04-16 14:52:59+00	1.1833333333333333	2	2	2024-04-16 14:53:04+00	4294967447	16	\N	71	\N	t
1	168	ee38ba21-de46-57bd-963d-016ab24d90f8	2024-04-18 05:39:49+00	2024-04-18 05:39:49+00	0.9666666666666667	2	2	2024-04-18 05:39:54+00	4294967448	16	\N	58	\N	t
1	168	6479a436-2c5b-5df7-804f-25ded16598a7	2024-04-19 22:16:56+00	2024-04-19 22:16:56+00	1.8333333333333333	2	2	2024-04-19 22:17:01+00	4294967449	16	\N	110	\N	t
1	168	1bc9e3e9-3d9d-5cda-b705-deff72740200	2024-04-21 11:27:31+00	2024-04-21 11:27:31+00	2.0833333333333335	2	2	2024-04-21 11:27:36+00	4294967450	16	\N	125	\N	t
1	168	b9805e92-e6cb-5cdf-98b6-93d669b64881	2024-04-23 05:14:29+00	2024-04-23 05:14:29+00	0.9666666666666667	2	2	2024-04-23 05:14:34+00	4294967451	16	\N	58	\N	t
1	168	f9829c3c-d78d-53b9-ad73-d8c493f084e4	2024-04-24 19:19:14+00	2024-04-24 19:19:14+00	1.6	2	2	2024-04-24 19:19:19+00	4294967452	16	\N	96	\N	t
1	168	ba8a5e15-9650-5ed4-83f7-24563c00860f	2024-04-26 12:02:04+00	2024-04-26 12:02:04+00	1.8666666666666667	2	2	2024-04-26 12:02:09+00	4294967453	16	\N	112	\N	t
1	168	f37162ec-63a8-5703-a0fb-72fc94b87e39	2024-04-28 04:49:08+00	2024-04-28 04:49:08+00	0.9833333333333333	2	2	2024-04-28 04:49:13+00	4294967454	16	\N	59	\N	t
1	168	e8fc688f-2369-5dc6-a1df-442346471e11	2024-04-29 20:21:32+00	2024-04-29 20:21:32+00	1.35	2	2	2024-04-29 20:21:37+00	4294967455	16	\N	81	\N	t
1	168	76facc02-d301-5f80-b552-559c53b87486	2024-05-01 12:36:36+00	2024-05-01 12:36:36+00	1.6333333333333333	2	2	2024-05-01 12:36:41+00	4294967456	16	\N	98	\N	t
1	168	ce91250c-8b04-59f5-a85e-3cbb4711f300	2024-05-03 04:23:48+00	2024-05-03 04:23:48+00	0.9833333333333333	2	2	2024-05-03 04:23:53+00	4294967457	16	\N	59	\N	t
1	168	e388bfd4-3727-54b5-be44-378a26644382	2024-05-04 21:23:50+00	2024-05-04 21:23:50+00	1.1166666666666667	2	2	2024-05-04 21:23:55+00	4294967458	16	\N	67	\N	t
1	168	402e33b8-424a-5d31-8da7-f70ba84ef5bd	2024-05-06 13:11:08+00	2024-05-06 13:11:08+00	1.4166666666666667	2	2	2024-05-06 13:11:13+00	4294967459	16	\N	85	\N	t
1	168	7940db1e-3563-558c-a6e1-2abbeefca4c5	2024-05-08 03:58:27+00	2024-05-08 03:58:27+00	1	2	2	2024-05-08 03:58:32+00	4294967460	16	\N	60	\N	t
1	168	ff96f093-ed0a-578a-a53b-532ae82a497a	2024-05-09 22:26:08+00	2024-05-09 22:26:08+00	2	2	2	2024-05-09 22:26:13+00	4294967461	16	\N	120	\N	t
1	186	6f4e343c-32c8-5f10-92c4-a1583b131c7b	2024-03-14 23:01:00+00	2024-03-15 21:00:00+00	52	2	2	2024-03-15 21:00:09+00	4294967462	16	\N	\N	\N	t
1	186	92dbe0d7-e660-52a7-b634-0a074f751e9c	2024-03-24 23:01:00+00	2024-03-25 21:00:00+00	54	2	2	2024-03-25 21:00:09+00	4294967463	16	\N	\N	\N	t
1	186	28770c55-fb49-577c-91d0-b0e3f9b7bbc6	2024-04-03 23:01:00+00	2024-04-04 21:00:00+00	56	2	2	2024-04-04 21:00:09+00	4294967464	16	\N	\N	\N	t
1	186	3991ce78-3811-5ebf-a465-7b72ed7f83c8	2024-04-13 23:01:00+00	2024-04-14 21:00:00+00	57	2	2	2024-04-14 21:00:09+00	4294967465	16	\N	\N	\N	t
1	186	92946d13-383d-5713-9baa-06bb738ed29c	2024-04-23 23:01:00+00	2024-04-24 21:00:00+00	52	2	2	2024-04-24 21:00:09+00	4294967466	16	\N	\N	\N	t
1	186	c11cfdf7-43e3-5194-a92d-29e39ebced79	2024-05-03 23:01:00+00	2024-05-04 21:00:00+00	54	2	2	2024-05-04 21:00:09+00	4294967467	16	\N	\N	\N	t
1	171	3a95bf36-7d01-51eb-b93f-36d44f0b603f	2024-03-15 02:00:00+00	2024-03-15 02:01:05+00	37.6934	2	2	2024-03-15 02:01:06+00	4294967468	7	\N	\N	\N	t
1	171	3f0c27e0-6554-5f24-ab84-1c03f81bf48f	2024-03-25 02:00:00+00	2024-03-25 02:01:05+00	65.6446	2	2	2024-03-25 02:01:06+00	4294967469	7	\N	\N	\N	t
1	171	ce5e9a79-4f43-551e-9f2f-b55842df118d	2024-04-04 02:00:00+00	2024-04-04 02:01:05+00	33.5957	2	2	2024-04-04 02:01:06+00	4294967470	7	\N	\N	\N	t
1	171	3a909cb0-20a0-52d0-adc9-5c220c002270	2024-04-14 02:00:00+00	2024-04-14 02:01:05+00	61.5468	2	2	2024-04-14 02:01:06+00	4294967471	7	\N	\N	\N	t
1	171	1fb231d6-8c8d-5dc5-85ed-da7cb32d7717	2024-04-24 02:00:00+00	2024-04-24 02:01:05+00	89.498	2	2	2024-04-24 02:01:06+00	4294967472	7	\N	\N	\N	t
1	171	8ab1432d-ea08-5152-9944-100050304d0c	2024-05-04 02:00:00+00	2024-05-04 02:01:05+00	57.4491	2	2	2024-05-04 02:01:06+00	4294967473	7	\N	\N	\N	t
1	104	1e66419b-0452-5bac-9189-ed975be05c37	2024-03-25 06:24:18+00	2024-03-25 06:24:18+00	66.6	3	\N	2024-03-25 06:24:38+00	4294967474	25	\N	\N	\N	t
1	104	0c800bdc-14ec-59d8-a27e-56f22419b862	2024-04-29 06:20:45+00	2024-04-29 06:20:45+00	67.9	3	\N	2024-04-29 06:21:05+00	4294967475	25	\N	\N	\N	t
1	102	4a1a04a8-e2a1-5d02-8f4d-cbb5c16ad565	2024-04-06 07:12:37+00	2024-04-06 07:12:37+00	120	4	3	2024-04-06 07:12:39+00	4294967476	8	\N	\N	\N	t
1	64	c6cfa32b-852a-59e2-a3cb-ab4ee7e83339	2024-03-11 22:28:11+00	2024-03-12 05:03:18+00	\N	1	1	2024-03-12 05:04:18+00	4294967477	\N	0	\N	\N	t
1	64	aedb1e5f-dfbb-59d0-80ac-347130a24f38	2024-03-13 04:34:52+00	2024-03-13 04:46:52+00	\N	2	2	2024-03-13 05:29:50+00	4294967478	\N	2	\N	\N	t
1	64	e74f198f-f6d5-5ed3-bed2-3c039cb50509	2024-03-15 00:53:46+00	2024-03-15 02:20:50+00	\N	2	2	2024-03-15 05:29:53+00	4294967479	\N	4	\N	\N	t
1	64	8bdc2f31-2bde-5003-a2b3-f778e08b7ff6	2024-03-16 22:20:49+00	2024-03-17 05:28:27+00	\N	1	1	2024-03-17 05:29:27+00	4294967480	\N	0	\N	\N	t
1	64	91586f51-2886-529a-b573-7a69f2023390	2024-03-18 01:31:29+00	2024-03-18 02:55:15+00	\N	2	2	2024-03-18 05:04:58+00	4294967481	\N	3	\N	\N	t
1	64	1b256c5a-a93d-5c66-92a8-283b7b2a7859	2024-03-19 04:19:34+00	2024-03-19 05:28:30+00	\N	2	2	2024-03-19 05:30:00+00	4294967482	\N	3	\N	\N	t
1	64	90584e2c-950d-5601-a464-41a27233300a	2024-03-21 03:57:04+00	2024-03-21 05:28:33+00	\N	2	2	2024-03-21 05:30:03+00	4294967483	\N	5	\N	\N	t
1	64	9a0cac61-21f3-5471-b363-97725b0a638e	2024-03-23 00:11:20+00	2024-03-23 01:45:55+00	\N	2	2	2024-03-23 05:30:06+00	4294967484	\N	4	\N	\N	t
1	64	baa9996d-f7bf-5154-9998-9c98413c428a	2024-03-24 22:45:04+00	2024-03-25 05:28:39+00	\N	1	1	2024-03-25 05:29:39+00	4294967485	\N	0	\N	\N	t
1	64	a228b5e0-efb9-55a8-b699-1106f7b30f20	2024-03-26 02:21:35+00	2024-03-26 03:35:09+00	\N	2	2	2024-03-26 05:05:10+00	4294967486	\N	3	\N	\N	t
1	64	e2313809-3bf0-54aa-858a-19f8c0c9db61	2024-03-27 05:21:54+00	2024-03-27 05:28:42+00	\N	2	2	2024-03-27 05:30:12+00	4294967487	\N	4	\N	\N	t
1	64	e9b616b1-2b0a-5937-90fb-791ec406f7e4	2024-03-29 00:37:01+00	2024-03-29 02:32:14+00	\N	2	2	2024-03-29 05:30:15+00	4294967488	\N	4	\N	\N	t
1	64	139001b7-e970-59c7-b65f-a72010e89e67	2024-03-30 23:18:05+00	2024-03-31 00:53:55+00	\N	2	2	2024-03-31 05:30:18+00	4294967489	\N	3	\N	\N	t
1	64	e34106cb-c153-581c-928c-3721326cc202	2024-04-01 22:24:30+00	2024-04-01 23:45:47+00	\N	2	2	2024-04-02 05:30:21+00	4294967490	\N	3	\N	\N	t
1	64	1f18c16c-c553-5d55-b94d-6d0d6389989f	2024-04-03 02:50:00+00	2024-04-03 04:46:50+00	\N	2	2	2024-04-03 05:05:22+00	4294967491	\N	5	\N	\N	t
1	64	b01be7c6-1793-507b-a727-5d0c376550f0	2024-04-04 22:40:53+00	2024-04-05 05:03:56+00	\N	1	1	2024-04-05 05:04:56+00	4294967492	\N	0	\N	\N	t
1	64	8fc5090a-745d-517c-bf84-7c48955a62a2	2024-04-06 01:57:18+00	2024-04-06 03:26:50+00	\N	2	2	2024-04-06 05:30:28+00	4294967493	\N	3	\N	\N	t
1	64	45881368-9e7e-5fbf-b4a0-3e69fd8fa194	2024-04-07 22:12:28+00	2024-04-08 05:29:01+00	\N	1	1	2024-04-08 05:30:01+00	4294967494	\N	0	\N	\N	t
1	64	1c8a0b46-c5ad-5161-8df4-8a51f48da2d1	2024-04-09 01:32:58+00	2024-04-09 03:28:40+00	\N	2	2	2024-04-09 05:05:32+00	4294967495	\N	3	\N	\N	t
1	64	90e29fc0-5831-5a18-9f40-1499469fa4ce	2024-04-10 22:55:54+00	2024-04-11 00:41:47+00	\N	2	2	2024-04-11 05:05:35+00	4294967496	\N	3	\N	\N	t
1	64	18eb5f00-cf31-5487-9ac6-38e8c753001c	2024-04-12 05:05:25+00	2024-04-12 05:29:07+00	\N	2	2	2024-04-12 05:30:37+00	4294967497	\N	3	\N	\N	t
1	64	4ba20c18-75c7-5a2e-8e6e-a7ded8adbfbc	2024-04-14 00:37:08+00	2024-04-14 01:47:24+00	\N	2	2	2024-04-14 05:30:40+00	4294967498	\N	4	\N	\N	t
1	64	6e82e0e9-9457-5ee2-bcb9-09e38123df1c	2024-04-15 04:27:15+00	2024-04-15 04:39:15+00	\N	2	2	2024-04-15 05:05:41+00	4294967499	\N	2	\N	\N	t
1	64	0a192a3e-15c8-5e06-ad46-552903dfe64d	2024-04-16 23:05:11+00	2024-04-17 00:07:28+00	\N	2	2	2024-04-17 05:05:44+00	4294967500	\N	3	\N	\N	t
1	64	11fb1e72-eed3-5489-b272-a48f5be0f631	2024-04-18 22:08:18+00	2024-04-19 05:04:17+00	\N	1	1	2024-04-19 05:05:17+00	4294967501	\N	0	\N	\N	t
1	64	062d67f3-d3ee-5725-b9fd-c0fb96249af9	2024-04-20 01:08:42+00	2024-04-20 02:20:23+00	\N	2	2	2024-04-20 05:30:49+00	4294967502	\N	3	\N	\N	t
1	64	33ce4db7-41ec-5936-b276-e773ec88d58a	2024-04-21 22:39:53+00	2024-04-22 05:29:22+00	\N	1	1	2024-04-22 05:30:22+00	4294967503	\N	0	\N	\N	t
1	64	24c4cf0d-4098-5d57-9ad5-f27fbdbc1fab	2024-04-23 03:22:13+00	2024-04-23 04:39:13+00	\N	2	2	2024-04-23 05:05:54+00	4294967504	\N	5	\N	\N	t
1	64	a7c42433-82dc-5602-a8ac-0741401879c3	2024-04-24 22:11:28+00	2024-04-25 05:04:27+00	\N	1	1	2024-04-25 05:05:27+00	4294967505	\N	0	\N	\N	t
1	64	08b4890f-e776-59bd-a1ab-2df5da9f5822	2024-04-26 02:59:03+00	2024-04-26 04:13:05+00	\N	2	2	2024-04-26 05:30:59+00	4294967506	\N	5	\N	\N	t
1	64	1a454546-0be6-5dac-a504-a86059e5a92d	2024-04-28 00:20:22+00	2024-04-28 01:58:48+00	\N	2	2	2024-04-28 05:31:02+00	4294967507	\N	4	\N	\N	t
1	64	5af2fcc4-bc41-5444-ad97-f2e065ef73d9	2024-04-29 04:46:56+00	2024-04-29 04:58:56+00	\N	2	2	2024-04-29 05:06:03+00	4294967508	\N	2	\N	\N	t
1	64	8765b8c1-e13a-5b2c-ab58-bb6994d68fb9	2024-04-30 22:30:09+00	2024-04-30 23:50:42+00	\N	2	2	2024-05-01 05:06:06+00	4294967509	\N	3	\N	\N	t
1	64	dc01d6e3-cbd6-5d79-90a0-08537ba5f337	2024-05-02 03:37:43+00	2024-05-02 04:45:48+00	\N	2	2	2024-05-02 05:31:08+00	4294967510	\N	5	\N	\N	t
1	64	b6726027-36c4-518a-9e29-9faf865fb24f	2024-05-03 22:46:15+00	2024-05-04 05:29:41+00	\N	1	1	2024-05-04 05:30:41+00	4294967511	\N	0	\N	\N	t
1	64	8afefa59-baec-5b40-898c-7dce53b634cd	2024-05-05 22:07:18+00	2024-05-06 05:29:44+00	\N	1	1	2024-05-06 05:30:44+00	4294967512	\N	0	\N	\N	t
1	64	db951100-442b-5073-8105-8b0d1301dce8	2024-05-07 01:55:46+00	2024-05-07 03:15:46+00	\N	2	2	2024-05-07 05:06:15+00	4294967513	\N	3	\N	\N	t
1	64	943fc492-019e-567c-9144-40fde8078af2	2024-05-08 22:45:51+00	2024-05-09 00:08:16+00	\N	2	2	2024-05-09 05:06:18+00	4294967514	\N	3	\N	\N	t
1	64	cc6940e1-0ae1-5687-ae62-e651c67307bc	2024-05-10 03:52:38+00	2024-05-10 05:29:50+00	\N	2	2	2024-05-10 05:31:20+00	4294967515	\N	5	\N	\N	t
1	81	c59c748d-51fa-580f-92b5-08418a8e310f	2024-03-16 07:04:44+00	2024-03-16 07:04:44+00	\N	4	3	2024-03-16 07:04:46+00	4294967516	\N	\N	\N	\N	t
1	81	bbca1a12-023d-590c-bab7-1d118f347923	2024-03-23 07:24:03+00	2024-03-23 07:24:03+00	\N	4	3	2024-03-23 07:24:05+00	4294967517	\N	\N	\N	\N	t
1	81	f82a3e21-7e5f-5901-9a9f-a288324d2fbb	2024-03-30 07:18:20+00	2024-03-30 07:18:20+00	\N	4	3	2024-03-30 07:18:22+00	4294967518	\N	\N	\N	\N	t
1	81	1d803b33-a7e2-5096-9ae2-ae8d415ec894	2024-04-06 07:12:37+00	2024-04-06 07:12:37+00	\N	4	3	2024-04-06 07:12:39+00	4294967519	\N	\N	\N	\N	t
1	101	678a5282-469e-5aa9-ab9d-a5293e82b3ff	2024-04-13 07:06:54+00	2024-04-13 07:06:54+00	79	4	3	2024-04-13 07:06:56+00	4294967521	8	\N	\N	\N	t
1	81	cfb3a7a2-f3e4-51ec-b508-3b4df1d09739	2024-04-13 07:06:54+00	2024-04-13 07:06:54+00	\N	4	3	2024-04-13 07:06:56+00	4294967520	\N	\N	\N	\N	t
1	81	f3d83f8b-fb06-55dc-bb17-f7e0388c9867	2024-04-20 07:01:11+00	2024-04-20 07:01:11+00	\N	4	3	2024-04-20 07:01:13+00	4294967522	\N	\N	\N	\N	t
1	81	e7b127d4-9d27-5cd1-8aaa-9a17bc6f2272	2024-04-27 07:20:29+00	2024-04-27 07:20:29+00	\N	4	3	2024-04-27 07:20:31+00	4294967523	\N	\N	\N	\N	t
1	81	873c0ee6-06df-50d5-b75f-06cd7dc0529f	2024-05-04 07:14:46+00	2024-05-04 07:14:46+00	\N	4	3	2024-05-04 07:14:48+00	4294967524	\N	\N	\N	\N	t
1	214	13ca2483-1c36-518f-87b3-fee6467c9707	2024-03-12 17:05:04+00	2024-03-12 17:34:34+00	\N	2	2	2024-03-12 17:34:41+00	4294967525	\N	\N	\N	\N	t
1	214	9ea889f2-38a8-57c7-8976-802d63d7cd54	2024-03-15 17:19:17+00	2024-03-15 18:01:47+00	\N	2	2	2024-03-15 18:01:54+00	4294967526	\N	\N	\N	\N	t
1	214	b98210dd-a5dc-5b9f-ac10-c7bac831f7bb	2024-03-18 17:03:28+00	2024-03-18 17:32:58+00	\N	2	2	2024-03-18 17:33:05+00	4294967527	\N	\N	\N	\N	t
1	214	e38e622a-d546-593b-a0c4-7c0c6fc3d6ef	2024-03-21 17:17:41+00	2024-03-21 18:00:11+00	\N	2	2	2024-03-21 18:00:18+00	4294967528	\N	\N	\N	\N	t
1	214	5b0b0ae1-0dc2-53a3-a746-d60881e16506	2024-03-24 17:01:53+00	2024-03-24 17:31:23+00	\N	2	2	2024-03-24 17:31:30+00	4294967529	\N	\N	\N	\N	t
1	214	e7753cbe-a393-56ee-8076-00d4643d04a3	2024-03-27 17:16:06+00	2024-03-27 17:58:36+00	\N	2	2	2024-03-27 17:58:43+00	4294967530	\N	\N	\N	\N	t
1	214	a805ea6b-9359-5f7c-a739-06e3ece40b0f	2024-03-30 17:00:18+00	2024-03-30 17:29:48+00	\N	2	2	2024-03-30 17:29:55+00	4294967531	\N	\N	\N	\N	t
1	214	f23e60e2-e8ee-5c28-b852-4446d75ec05c	2024-04-02 17:14:30+00	2024-04-02 17:57:00+00	\N	2	2	2024-04-02 17:57:07+00	4294967532	\N	\N	\N	\N	t
1	214	5f2f120b-9989-5f13-a33d-7267a15bd1f8	2024-04-05 17:28:43+00	2024-04-05 17:58:13+00	\N	2	2	2024-04-05 17:58:20+00	4294967533	\N	\N	\N	\N	t
1	214	ad2867a6-aa1a-57d2-9018-d6e036da3a93	2024-04-08 17:12:55+00	2024-04-08 17:55:25+00	\N	2	2	2024-04-08 17:55:32+00	4294967534	\N	\N	\N	\N	t
1	214	bbbcf64f-b4c4-54a6-926e-b5b2afec5b62	2024-04-11 17:27:08+00	2024-04-11 17:56:38+00	\N	2	2	2024-04-11 17:56:45+00	4294967535	\N	\N	\N	\N	t
1	214	933b99f4-f414-5141-9fc6-6b3d1c32b9e7	2024-04-14 17:11:20+00	2024-04-14 17:53:50+00	\N	2	2	2024-04-14 17:53:57+00	4294967536	\N	\N	\N	\N	t
1	214	109e9625-f0f8-51a9-8672-e91955c57054	2024-04-17 17:25:33+00	2024-04-17 17:55:03+00	\N	2	2	2024-04-17 17:55:10+00	4294967537	\N	\N	\N	\N	t
1	214	2bc536a7-b892-5e4f-bd87-1fdccad91d51	2024-04-20 17:09:44+00	2024-04-20 17:52:14+00	\N	2	2	2024-04-20 17:52:21+00	4294967538	\N	\N	\N	\N	t
1	214	22cf8174-36bb-5f52-a045-124dbd10054b	2024-04-23 17:23:57+00	2024-04-23 17:53:27+00	\N	2	2	2024-04-23 17:53:34+00	4294967539	\N	\N	\N	\N	t
1	214	fed6922b-bea4-5b76-b8ae-a216f46c59d8	2024-04-26 17:08:09+00	2024-04-26 17:50:39+00	\N	2	2	2024-04-26 17:50:46+00	4294967540	\N	\N	\N	\N	t
1	214	379c70dc-90b3-5dd9-bc32-b6ec58ba7398	2024-04-29 17:22:22+00	2024-04-29 17:51:52+00	\N	2	2	2024-04-29 17:51:59+00	4294967541	\N	\N	\N	\N	t
1	214	3ba542c1-42c7-574b-ba9c-9217aa5719c1	2024-05-02 17:06:34+00	2024-05-02 17:49:04+00	\N	2	2	2024-05-02 17:49:11+00	4294967542	\N	\N	\N	\N	t
1	214	13d44b12-275d-5930-8617-3732b85469ad	2024-05-05 17:20:46+00	2024-05-05 17:50:16+00	\N	2	2	2024-05-05 17:50:23+00	4294967543	\N	\N	\N	\N	t
1	214	403dc7b6-2f35-5f2f-a3e1-ca20efe4b81c	2024-05-08 17:04:58+00	2024-05-08 17:47:28+00	\N	2	2	2024-05-08 17:47:35+00	4294967544	\N	\N	\N	\N	t
1	168	1d4e7c5c-5d44-5ebf-9d8b-4d7f41a192f7	2024-05-11 10:00:00+00	2024-05-11 10:00:00+00	1.0333333333333334	5	4	\N	4294967605	16	\N	62	\N	f
1	215	7929b5d0-d3c4-5f8c-85d8-361f74ec34ef	2024-05-11 10:00:00+00	2024-05-11 10:10:00+00	5	6	\N	\N	4294967607	35	\N	\N	\N	f
1	46	4cb51744-d468-524f-a2ff-3c160d88a524	2024-05-11 10:00:00+00	2024-05-11 10:10:00+00	\N	7	\N	\N	4294967608	\N	2	\N	\N	f
2	168	cbe48e2b-d53d-50c1-b9f8-423db3cfb6cb	2024-05-11 10:00:00+00	2024-05-11 10:00:00+00	1.0333333333333334	1	1	\N	1	16	\N	62	\N	f
2	216	4ba1beba-0bce-5bcd-a0ea-fba0fd3e0ea1	2024-05-11 10:00:00+00	2024-05-11 10:10:00+00	5	2	\N	\N	3	35	\N	\N	\N	f
2	46	ea9792f6-9e71-5e50-95b8-856decfaac0d	2024-05-11 10:00:00+00	2024-05-11 10:10:00+00	\N	3	\N	\N	4	\N	2	\N	\N	f
1	104	5ec8e369-3edd-549e-9ef8-970f3c87f128	2024-05-11 07:00:00+00	2024-05-11 07:00:00+00	70	8	\N	\N	4294967612	25	\N	\N	\N	f
1	89	b5d8e538-964f-54ba-ac2d-113e64072626	2021-12-23 16:04:00+00	2021-12-23 16:05:00+00	0.18369209936626463	9	\N	\N	4294967613	31	\N	0.7685677437484512	\N	f
1	89	df75ed12-1da7-547e-a31c-ebdd53405d86	2021-12-23 16:05:00+00	2021-12-23 16:06:00+00	0.09030790063373542	9	\N	\N	4294967614	31	\N	0.377848256251549	\N	f
1	217	4475c093-696f-5ff8-ad86-1303ea072d9f	2021-12-17 18:12:50+00	2021-12-18 01:04:45+00	\N	10	\N	\N	4294967615	\N	\N	\N	\N	f
1	214	69b69e42-4aea-54dc-b8a8-4ea2a6048dd9	2021-12-24 00:02:43+00	2021-12-24 00:21:53+00	\N	11	\N	\N	4294967616	\N	\N	\N	\N	f
2	168	29b21071-f40d-5f9d-ae8a-bb5869a81e49	2024-05-11 11:00:00+00	2024-05-11 11:02:00+00	\N	1	\N	\N	7	16	\N	\N	\N	f
2	104	84a41e00-6a2d-5abd-bb80-822ce864ec5c	2024-05-11 07:00:00+00	2024-05-11 07:00:00+00	70	4	\N	\N	8	25	\N	\N	\N	f
2	89	f52d4019-05e7-5fc9-bc9d-76c80a5894b3	2021-12-23 16:04:00+00	2021-12-23 16:05:00+00	0.18369209936626463	5	\N	\N	9	31	\N	0.7685677437484512	\N	f
2	89	c4e9ba28-f0ff-5ccd-8c46-e0dc101b358c	2021-12-23 16:05:00+00	2021-12-23 16:06:00+00	0.09030790063373542	5	\N	\N	10	31	\N	0.377848256251549	\N	f
2	217	fddcbb65-ed18-50a5-a561-60683dc28ba7	2021-12-17 18:12:50+00	2021-12-18 01:04:45+00	\N	6	\N	\N	11	\N	\N	\N	\N	f
2	214	c074f25c-9f8e-5351-b758-70549250e102	2021-12-24 00:02:43+00	2021-12-24 00:21:53+00	\N	7	\N	\N	12	\N	\N	\N	\N	f
\.


--
-- Data for Name: sample_detail; Type: TABLE DATA; Schema: health; Owner: -
--

COPY health.sample_detail (person_id, uuid, metadata, parts) FROM stdin;
1	4bf2b8fd-1023-513f-87d5-8ab76c682ace	{"HKMetadataKeyHeartRateMotionContext": "0"}	\N
1	c5a8ca35-9df9-5d41-a0ef-17d2ec8178ae	{"HKMetadataKeyHeartRateMotionContext": "1"}	\N
1	82053318-0dfd-5e45-ace5-7ce246f1ab5c	{"HKMetadataKeyHeartRateMotionContext": "0"}	\N
1	0bb8474e-c16d-5060-9023-b8730f7438cb	{"HKMetadataKeyHeartRateMotionContext": "2"}	\N
1	dd2f0681-3726-5dc3-928c-a900d7adfdf3	{"HKMetadataKeyHeartRateMotionContext": "1"}	\N
1	152403c4-4615-5bc6-9ca2-d01865e629e1	{"HKMetadataKeyHeartRateMotionContext": "0"}	\N
1	f693bb6b-9cfa-5e5d-b159-4f6c91736721	{"HKMetadataKeyHeartRateMotionContext": "2"}	\N
1	1c988bf7-f8a1-559a-b791-25611816fc59	{"HKMetadataKeyHeartRateMotionContext": "1"}	\N
1	db6a3567-66ff-5adc-840b-ea8198b012d8	{"HKMetadataKeyHeartRateMotionContext": "0"}	\N
1	375c3efb-7a3d-565f-a7de-c0a48ddbc1f9	{"HKMetadataKeyHeartRateMotionContext": "1"}	\N
1	e1640bdc-f6e2-58f1-ab02-15300ed654ac	{"HKMetadataKeyHeartRateMotionContext": "1"}	\N
1	788b0ae9-cc37-5fa9-b48b-aad5a82b6b2e	{"HKMetadataKeyHeartRateMotionContext": "0"}	\N
1	116b28fb-dc18-590e-8769-95253d10e647	{"HKMetadataKeyHeartRateMotionContext": "0"}	\N
1	5c470606-a094-58b2-9e35-e5594c3b959b	{"HKMetadataKeyHeartRateMotionContext": "1"}	\N
1	814aaf23-9e44-5874-a69b-46271b9b96f7	{"HKMetadataKeyHeartRateMotionContext": "0"}	\N
1	7de98942-9819-5180-84b9-235edb63fb54	{"HKMetadataKeyHeartRateMotionContext": "2"}	\N
1	918b6104-fd12-5f76-bf77-9f82ed47bccd	{"HKMetadataKeyHeartRateMotionContext": "1"}	\N
1	b03e3cb3-7f3f-50cd-9ee3-ddadaec3f315	{"HKMetadataKeyHeartRateMotionContext": "0"}	\N
1	627df111-a0e7-5a18-8033-ef9196a940a1	{"HKMetadataKeyHeartRateMotionContext": "1"}	\N
1	1047c3a9-15e3-5f79-8f24-833006b15123	{"HKMetadataKeyHeartRateMotionContext": "1"}	\N
1	e6b4fa43-cb2f-5cb5-94bb-95acb43769bc	{"HKMetadataKeyHeartRateMotionContext": "0"}	\N
1	9bd73651-8af1-552c-b644-20d97e74ed87	{"HKMetadataKeyHeartRateMotionContext": "1"}	\N
1	ee38ba21-de46-57bd-963d-016ab24d90f8	{"HKMetadataKeyHeartRateMotionContext": "1"}	\N
1	6479a436-2c5b-5df7-804f-25ded16598a7	{"HKMetadataKeyHeartRateMotionContext": "0"}	\N
1	1bc9e3e9-3d9d-5cda-b705-deff72740200	{"HKMetadataKeyHeartRateMotionContext": "0"}	\N
1	b9805e92-e6cb-5cdf-98b6-93d669b64881	{"HKMetadataKeyHeartRateMotionContext": "1"}	\N
1	f9829c3c-d78d-53b9-ad73-d8c493f084e4	{"HKMetadataKeyHeartRateMotionContext": "0"}	\N
1	ba8a5e15-9650-5ed4-83f7-24563c00860f	{"HKMetadataKeyHeartRateMotionContext": "2"}	\N
1	f37162ec-63a8-5703-a0fb-72fc94b87e39	{"HKMetadataKeyHeartRateMotionContext": "1"}	\N
1	e8fc688f-2369-5dc6-a1df-442346471e11	{"HKMetadataKeyHeartRateMotionContext": "0"}	\N
1	76facc02-d301-5f80-b552-559c53b87486	{"HKMetadataKeyHeartRateMotionContext": "1"}	\N
1	ce91250c-8b04-59f5-a85e-3cbb4711f300	{"HKMetadataKeyHeartRateMotionContext": "1"}	\N
1	e388bfd4-3727-54b5-be44-378a26644382	{"HKMetadataKeyHeartRateMotionContext": "0"}	\N
1	402e33b8-424a-5d31-8da7-f70ba84ef5bd	{"HKMetadataKeyHeartRateMotionContext": "0"}	\N
1	7940db1e-3563-558c-a6e1-2abbeefca4c5	{"HKMetadataKeyHeartRateMotionContext": "1"}	\N
1	ff96f093-ed0a-578a-a53b-532ae82a497a	{"HKMetadataKeyHeartRateMotionContext": "0"}	\N
1	3a95bf36-7d01-51eb-b93f-36d44f0b603f	\N	{"heartbeats": [{"time": "3:00:00,86", "beatsPerMinute": 69, "timeSinceSeriesStart": 0.86}, {"time": "3:00:01,79", "beatsPerMinute": 65, "timeSinceSeriesStart": 1.79}, {"time": "3:00:02,74", "beatsPerMinute": 63, "timeSinceSeriesStart": 2.74}, {"time": "3:00:03,79", "beatsPerMinute": 57, "timeSinceSeriesStart": 3.79}, {"time": "3:00:04,97", "beatsPerMinute": 51, "timeSinceSeriesStart": 4.97}, {"time": "3:00:05,89", "beatsPerMinute": 65, "timeSinceSeriesStart": 5.89}, {"time": "3:00:06,75", "beatsPerMinute": 70, "timeSinceSeriesStart": 6.75}, {"time": "3:00:07,95", "beatsPerMinute": 50, "timeSinceSeriesStart": 7.95}, {"time": "3:00:08,87", "beatsPerMinute": 65, "timeSinceSeriesStart": 8.87}, {"time": "3:00:09,96", "beatsPerMinute": 55, "timeSinceSeriesStart": 9.96}, {"time": "3:00:11,07", "beatsPerMinute": 54, "timeSinceSeriesStart": 11.07}, {"time": "3:00:12,21", "beatsPerMinute": 53, "timeSinceSeriesStart": 12.21}]}
1	3f0c27e0-6554-5f24-ab84-1c03f81bf48f	\N	{"heartbeats": [{"time": "3:00:01,13", "beatsPerMinute": 53, "timeSinceSeriesStart": 1.13}, {"time": "3:00:02,05", "beatsPerMinute": 65, "timeSinceSeriesStart": 2.05}, {"time": "3:00:02,99", "beatsPerMinute": 64, "timeSinceSeriesStart": 2.99}, {"time": "3:00:04,14", "beatsPerMinute": 52, "timeSinceSeriesStart": 4.14}, {"time": "3:00:05,00", "beatsPerMinute": 70, "timeSinceSeriesStart": 5.0}, {"time": "3:00:05,98", "beatsPerMinute": 61, "timeSinceSeriesStart": 5.98}, {"time": "3:00:07,14", "beatsPerMinute": 52, "timeSinceSeriesStart": 7.14}, {"time": "3:00:08,09", "beatsPerMinute": 63, "timeSinceSeriesStart": 8.09}, {"time": "3:00:09,29", "beatsPerMinute": 50, "timeSinceSeriesStart": 9.29}, {"time": "3:00:10,21", "beatsPerMinute": 65, "timeSinceSeriesStart": 10.21}, {"time": "3:00:11,23", "beatsPerMinute": 59, "timeSinceSeriesStart": 11.23}, {"time": "3:00:12,23", "beatsPerMinute": 60, "timeSinceSeriesStart": 12.23}]}
1	ce5e9a79-4f43-551e-9f2f-b55842df118d	\N	{"heartbeats": [{"time": "3:00:01,03", "beatsPerMinute": 58, "timeSinceSeriesStart": 1.03}, {"time": "3:00:01,95", "beatsPerMinute": 65, "timeSinceSeriesStart": 1.95}, {"time": "3:00:02,86", "beatsPerMinute": 66, "timeSinceSeriesStart": 2.86}, {"time": "3:00:03,73", "beatsPerMinute": 69, "timeSinceSeriesStart": 3.73}, {"time": "3:00:04,61", "beatsPerMinute": 68, "timeSinceSeriesStart": 4.61}, {"time": "3:00:05,68", "beatsPerMinute": 56, "timeSinceSeriesStart": 5.68}, {"time": "3:00:06,76", "beatsPerMinute": 56, "timeSinceSeriesStart": 6.76}, {"time": "3:00:07,85", "beatsPerMinute": 55, "timeSinceSeriesStart": 7.85}, {"time": "3:00:08,92", "beatsPerMinute": 56, "timeSinceSeriesStart": 8.92}, {"time": "3:00:10,03", "beatsPerMinute": 54, "timeSinceSeriesStart": 10.03}, {"time": "3:00:10,95", "beatsPerMinute": 65, "timeSinceSeriesStart": 10.95}, {"time": "3:00:11,86", "beatsPerMinute": 66, "timeSinceSeriesStart": 11.86}]}
1	1d4e7c5c-5d44-5ebf-9d8b-4d7f41a192f7	{"HKTimeZone": "Europe/Berlin", "HKMetadataKeyHeartRateMotionContext": 1}	\N
1	7929b5d0-d3c4-5f8c-85d8-361f74ec34ef	{"HKWasUserEntered": true}	\N
1	4cb51744-d468-524f-a2ff-3c160d88a524	{"HKMenstrualCycleStart": true}	\N
2	cbe48e2b-d53d-50c1-b9f8-423db3cfb6cb	{"HKTimeZone": "Europe/Berlin", "HKMetadataKeyHeartRateMotionContext": 1}	\N
2	4ba1beba-0bce-5bcd-a0ea-fba0fd3e0ea1	{"HKWasUserEntered": true}	\N
2	ea9792f6-9e71-5e50-95b8-856decfaac0d	{"HKMenstrualCycleStart": true}	\N
1	3a909cb0-20a0-52d0-adc9-5c220c002270	\N	{"heartbeats": [{"time": "3:00:00,95", "beatsPerMinute": 63, "timeSinceSeriesStart": 0.95}, {"time": "3:00:01,87", "beatsPerMinute": 65, "timeSinceSeriesStart": 1.87}, {"time": "3:00:02,77", "beatsPerMinute": 67, "timeSinceSeriesStart": 2.77}, {"time": "3:00:03,69", "beatsPerMinute": 65, "timeSinceSeriesStart": 3.69}, {"time": "3:00:04,58", "beatsPerMinute": 67, "timeSinceSeriesStart": 4.58}, {"time": "3:00:05,74", "beatsPerMinute": 52, "timeSinceSeriesStart": 5.74}, {"time": "3:00:06,74", "beatsPerMinute": 60, "timeSinceSeriesStart": 6.74}, {"time": "3:00:07,63", "beatsPerMinute": 67, "timeSinceSeriesStart": 7.63}, {"time": "3:00:08,60", "beatsPerMinute": 62, "timeSinceSeriesStart": 8.6}, {"time": "3:00:09,54", "beatsPerMinute": 64, "timeSinceSeriesStart": 9.54}, {"time": "3:00:10,74", "beatsPerMinute": 50, "timeSinceSeriesStart": 10.74}, {"time": "3:00:11,89", "beatsPerMinute": 52, "timeSinceSeriesStart": 11.89}]}
1	1fb231d6-8c8d-5dc5-85ed-da7cb32d7717	\N	{"heartbeats": [{"time": "3:00:00,88", "beatsPerMinute": 68, "timeSinceSeriesStart": 0.88}, {"time": "3:00:01,80", "beatsPerMinute": 65, "timeSinceSeriesStart": 1.8}, {"time": "3:00:02,67", "beatsPerMinute": 69, "timeSinceSeriesStart": 2.67}, {"time": "3:00:03,67", "beatsPerMinute": 60, "timeSinceSeriesStart": 3.67}, {"time": "3:00:04,59", "beatsPerMinute": 65, "timeSinceSeriesStart": 4.59}, {"time": "3:00:05,48", "beatsPerMinute": 68, "timeSinceSeriesStart": 5.48}, {"time": "3:00:06,43", "beatsPerMinute": 63, "timeSinceSeriesStart": 6.43}, {"time": "3:00:07,44", "beatsPerMinute": 59, "timeSinceSeriesStart": 7.44}, {"time": "3:00:08,33", "beatsPerMinute": 68, "timeSinceSeriesStart": 8.33}, {"time": "3:00:09,46", "beatsPerMinute": 53, "timeSinceSeriesStart": 9.46}, {"time": "3:00:10,53", "beatsPerMinute": 56, "timeSinceSeriesStart": 10.53}, {"time": "3:00:11,57", "beatsPerMinute": 58, "timeSinceSeriesStart": 11.57}]}
1	8ab1432d-ea08-5152-9944-100050304d0c	\N	{"heartbeats": [{"time": "3:00:01,13", "beatsPerMinute": 53, "timeSinceSeriesStart": 1.13}, {"time": "3:00:02,05", "beatsPerMinute": 65, "timeSinceSeriesStart": 2.05}, {"time": "3:00:02,91", "beatsPerMinute": 70, "timeSinceSeriesStart": 2.91}, {"time": "3:00:03,98", "beatsPerMinute": 56, "timeSinceSeriesStart": 3.98}, {"time": "3:00:04,93", "beatsPerMinute": 63, "timeSinceSeriesStart": 4.93}, {"time": "3:00:05,87", "beatsPerMinute": 64, "timeSinceSeriesStart": 5.87}, {"time": "3:00:06,76", "beatsPerMinute": 67, "timeSinceSeriesStart": 6.76}, {"time": "3:00:07,94", "beatsPerMinute": 51, "timeSinceSeriesStart": 7.94}, {"time": "3:00:09,07", "beatsPerMinute": 53, "timeSinceSeriesStart": 9.07}, {"time": "3:00:10,03", "beatsPerMinute": 63, "timeSinceSeriesStart": 10.03}, {"time": "3:00:10,99", "beatsPerMinute": 62, "timeSinceSeriesStart": 10.99}, {"time": "3:00:11,93", "beatsPerMinute": 64, "timeSinceSeriesStart": 11.93}]}
1	1e66419b-0452-5bac-9189-ed975be05c37	{"HKWasUserEntered": "1"}	\N
1	0c800bdc-14ec-59d8-a27e-56f22419b862	{"HKWasUserEntered": "1"}	\N
1	4a1a04a8-e2a1-5d02-8f4d-cbb5c16ad565	{"HKTimeZone": "Europe/Berlin"}	\N
1	c6cfa32b-852a-59e2-a3cb-ab4ee7e83339	{"HKTimeZone": "Europe/Berlin"}	\N
1	aedb1e5f-dfbb-59d0-80ac-347130a24f38	{"HKTimeZone": "Europe/Berlin"}	\N
1	e74f198f-f6d5-5ed3-bed2-3c039cb50509	{"HKTimeZone": "Europe/Berlin"}	\N
1	8bdc2f31-2bde-5003-a2b3-f778e08b7ff6	{"HKTimeZone": "Europe/Berlin"}	\N
1	91586f51-2886-529a-b573-7a69f2023390	{"HKTimeZone": "Europe/Berlin"}	\N
1	1b256c5a-a93d-5c66-92a8-283b7b2a7859	{"HKTimeZone": "Europe/Berlin"}	\N
1	90584e2c-950d-5601-a464-41a27233300a	{"HKTimeZone": "Europe/Berlin"}	\N
1	9a0cac61-21f3-5471-b363-97725b0a638e	{"HKTimeZone": "Europe/Berlin"}	\N
1	baa9996d-f7bf-5154-9998-9c98413c428a	{"HKTimeZone": "Europe/Berlin"}	\N
1	a228b5e0-efb9-55a8-b699-1106f7b30f20	{"HKTimeZone": "Europe/Berlin"}	\N
1	e2313809-3bf0-54aa-858a-19f8c0c9db61	{"HKTimeZone": "Europe/Berlin"}	\N
1	e9b616b1-2b0a-5937-90fb-791ec406f7e4	{"HKTimeZone": "Europe/Berlin"}	\N
1	139001b7-e970-59c7-b65f-a72010e89e67	{"HKTimeZone": "Europe/Berlin"}	\N
1	e34106cb-c153-581c-928c-3721326cc202	{"HKTimeZone": "Europe/Berlin"}	\N
1	1f18c16c-c553-5d55-b94d-6d0d6389989f	{"HKTimeZone": "Europe/Berlin"}	\N
1	b01be7c6-1793-507b-a727-5d0c376550f0	{"HKTimeZone": "Europe/Berlin"}	\N
1	8fc5090a-745d-517c-bf84-7c48955a62a2	{"HKTimeZone": "Europe/Berlin"}	\N
1	45881368-9e7e-5fbf-b4a0-3e69fd8fa194	{"HKTimeZone": "Europe/Berlin"}	\N
1	1c8a0b46-c5ad-5161-8df4-8a51f48da2d1	{"HKTimeZone": "Europe/Berlin"}	\N
1	90e29fc0-5831-5a18-9f40-1499469fa4ce	{"HKTimeZone": "Europe/Berlin"}	\N
1	18eb5f00-cf31-5487-9ac6-38e8c753001c	{"HKTimeZone": "Europe/Berlin"}	\N
1	4ba20c18-75c7-5a2e-8e6e-a7ded8adbfbc	{"HKTimeZone": "Europe/Berlin"}	\N
1	6e82e0e9-9457-5ee2-bcb9-09e38123df1c	{"HKTimeZone": "Europe/Berlin"}	\N
1	0a192a3e-15c8-5e06-ad46-552903dfe64d	{"HKTimeZone": "Europe/Berlin"}	\N
1	11fb1e72-eed3-5489-b272-a48f5be0f631	{"HKTimeZone": "Europe/Berlin"}	\N
1	062d67f3-d3ee-5725-b9fd-c0fb96249af9	{"HKTimeZone": "Europe/Berlin"}	\N
1	33ce4db7-41ec-5936-b276-e773ec88d58a	{"HKTimeZone": "Europe/Berlin"}	\N
1	24c4cf0d-4098-5d57-9ad5-f27fbdbc1fab	{"HKTimeZone": "Europe/Berlin"}	\N
1	a7c42433-82dc-5602-a8ac-0741401879c3	{"HKTimeZone": "Europe/Berlin"}	\N
1	08b4890f-e776-59bd-a1ab-2df5da9f5822	{"HKTimeZone": "Europe/Berlin"}	\N
1	1a454546-0be6-5dac-a504-a86059e5a92d	{"HKTimeZone": "Europe/Berlin"}	\N
1	5af2fcc4-bc41-5444-ad97-f2e065ef73d9	{"HKTimeZone": "Europe/Berlin"}	\N
1	8765b8c1-e13a-5b2c-ab58-bb6994d68fb9	{"HKTimeZone": "Europe/Berlin"}	\N
1	dc01d6e3-cbd6-5d79-90a0-08537ba5f337	{"HKTimeZone": "Europe/Berlin"}	\N
1	b6726027-36c4-518a-9e29-9faf865fb24f	{"HKTimeZone": "Europe/Berlin"}	\N
1	8afefa59-baec-5b40-898c-7dce53b634cd	{"HKTimeZone": "Europe/Berlin"}	\N
1	db951100-442b-5073-8105-8b0d1301dce8	{"HKTimeZone": "Europe/Berlin"}	\N
1	943fc492-019e-567c-9144-40fde8078af2	{"HKTimeZone": "Europe/Berlin"}	\N
1	cc6940e1-0ae1-5687-ae62-e651c67307bc	{"HKTimeZone": "Europe/Berlin"}	\N
1	c59c748d-51fa-580f-92b5-08418a8e310f	{"HKTimeZone": "Europe/Berlin"}	\N
1	bbca1a12-023d-590c-bab7-1d118f347923	{"HKTimeZone": "Europe/Berlin"}	\N
1	f82a3e21-7e5f-5901-9a9f-a288324d2fbb	{"HKTimeZone": "Europe/Berlin"}	\N
1	1d803b33-a7e2-5096-9ae2-ae8d415ec894	{"HKTimeZone": "Europe/Berlin"}	\N
1	678a5282-469e-5aa9-ab9d-a5293e82b3ff	{"HKTimeZone": "Europe/Berlin"}	\N
1	cfb3a7a2-f3e4-51ec-b508-3b4df1d09739	{"HKTimeZone": "Europe/Berlin"}	\N
1	f3d83f8b-fb06-55dc-bb17-f7e0388c9867	{"HKTimeZone": "Europe/Berlin"}	\N
1	e7b127d4-9d27-5cd1-8aaa-9a17bc6f2272	{"HKTimeZone": "Europe/Berlin"}	\N
1	873c0ee6-06df-50d5-b75f-06cd7dc0529f	{"HKTimeZone": "Europe/Berlin"}	\N
1	13ca2483-1c36-518f-87b3-fee6467c9707	{"HKTimeZone": "Europe/Berlin", "HKAverageMETs": "9.0087 kcal/hr·kg", "HKIndoorWorkout": "0"}	{"children": [{"name": "WorkoutEvent", "attributes": {"date": "2024-03-12 18:13:04 +0100", "type": "HKWorkoutEventTypePause"}}, {"name": "WorkoutEvent", "attributes": {"date": "2024-03-12 18:14:34 +0100", "type": "HKWorkoutEventTypeResume"}}, {"name": "WorkoutEvent", "attributes": {"date": "2024-03-12 18:05:04 +0100", "type": "HKWorkoutEventTypeSegment", "duration": "5.65097", "durationUnit": "min"}}, {"name": "WorkoutStatistics", "attributes": {"sum": "277.387", "type": "HKQuantityTypeIdentifierActiveEnergyBurned", "unit": "kcal", "endDate": "2024-03-12 18:34:34 +0100", "startDate": "2024-03-12 18:05:04 +0100"}}, {"name": "WorkoutStatistics", "attributes": {"sum": "4.56503", "type": "HKQuantityTypeIdentifierDistanceWalkingRunning", "unit": "km", "endDate": "2024-03-12 18:34:34 +0100", "startDate": "2024-03-12 18:05:04 +0100"}}, {"name": "WorkoutStatistics", "attributes": {"type": "HKQuantityTypeIdentifierHeartRate", "unit": "count/min", "average": "147.486", "endDate": "2024-03-12 18:34:34 +0100", "maximum": "173", "minimum": "100", "startDate": "2024-03-12 18:05:04 +0100"}}], "attributes": {"duration": "28", "durationUnit": "min"}}
1	9ea889f2-38a8-57c7-8976-802d63d7cd54	{"HKTimeZone": "Europe/Berlin", "HKAverageMETs": "9.4187 kcal/hr·kg", "HKIndoorWorkout": "0"}	{"children": [{"name": "WorkoutEvent", "attributes": {"date": "2024-03-15 18:32:17 +0100", "type": "HKWorkoutEventTypePause"}}, {"name": "WorkoutEvent", "attributes": {"date": "2024-03-15 18:33:47 +0100", "type": "HKWorkoutEventTypeResume"}}, {"name": "WorkoutEvent", "attributes": {"date": "2024-03-15 18:19:17 +0100", "type": "HKWorkoutEventTypeSegment", "duration": "6.99499", "durationUnit": "min"}}, {"name": "WorkoutStatistics", "attributes": {"sum": "441.946", "type": "HKQuantityTypeIdentifierActiveEnergyBurned", "unit": "kcal", "endDate": "2024-03-15 19:01:47 +0100", "startDate": "2024-03-15 18:19:17 +0100"}}, {"name": "WorkoutStatistics", "attributes": {"sum": "6.60319", "type": "HKQuantityTypeIdentifierDistanceWalkingRunning", "unit": "km", "endDate": "2024-03-15 19:01:47 +0100", "startDate": "2024-03-15 18:19:17 +0100"}}, {"name": "WorkoutStatistics", "attributes": {"type": "HKQuantityTypeIdentifierHeartRate", "unit": "count/min", "average": "143.039", "endDate": "2024-03-15 19:01:47 +0100", "maximum": "177", "minimum": "101", "startDate": "2024-03-15 18:19:17 +0100"}}], "attributes": {"duration": "41", "durationUnit": "min"}}
1	b98210dd-a5dc-5b9f-ac10-c7bac831f7bb	{"HKTimeZone": "Europe/Berlin", "HKAverageMETs": "9.8286 kcal/hr·kg", "HKIndoorWorkout": "0"}	{"children": [{"name": "WorkoutEvent", "attributes": {"date": "2024-03-18 18:13:28 +0100", "type": "HKWorkoutEventTypePause"}}, {"name": "WorkoutEvent", "attributes": {"date": "2024-03-18 18:14:58 +0100", "type": "HKWorkoutEventTypeResume"}}, {"name": "WorkoutEvent", "attributes": {"date": "2024-03-18 18:03:28 +0100", "type": "HKWorkoutEventTypeSegment", "duration": "6.33900", "durationUnit": "min"}}, {"name": "WorkoutStatistics", "attributes": {"sum": "270.246", "type": "HKQuantityTypeIdentifierActiveEnergyBurned", "unit": "kcal", "endDate": "2024-03-18 18:32:58 +0100", "startDate": "2024-03-18 18:03:28 +0100"}}, {"name": "WorkoutStatistics", "attributes": {"sum": "4.45396", "type": "HKQuantityTypeIdentifierDistanceWalkingRunning", "unit": "km", "endDate": "2024-03-18 18:32:58 +0100", "startDate": "2024-03-18 18:03:28 +0100"}}, {"name": "WorkoutStatistics", "attributes": {"type": "HKQuantityTypeIdentifierHeartRate", "unit": "count/min", "average": "138.591", "endDate": "2024-03-18 18:32:58 +0100", "maximum": "181", "minimum": "103", "startDate": "2024-03-18 18:03:28 +0100"}}], "attributes": {"duration": "28", "durationUnit": "min"}}
1	e38e622a-d546-593b-a0c4-7c0c6fc3d6ef	{"HKTimeZone": "Europe/Berlin", "HKAverageMETs": "10.2386 kcal/hr·kg", "HKIndoorWorkout": "0"}	{"children": [{"name": "WorkoutEvent", "attributes": {"date": "2024-03-21 18:32:41 +0100", "type": "HKWorkoutEventTypePause"}}, {"name": "WorkoutEvent", "attributes": {"date": "2024-03-21 18:34:11 +0100", "type": "HKWorkoutEventTypeResume"}}, {"name": "WorkoutEvent", "attributes": {"date": "2024-03-21 18:17:41 +0100", "type": "HKWorkoutEventTypeSegment", "duration": "5.68302", "durationUnit": "min"}}, {"name": "WorkoutStatistics", "attributes": {"sum": "431.490", "type": "HKQuantityTypeIdentifierActiveEnergyBurned", "unit": "kcal", "endDate": "2024-03-21 19:00:11 +0100", "startDate": "2024-03-21 18:17:41 +0100"}}, {"name": "WorkoutStatistics", "attributes": {"sum": "6.44056", "type": "HKQuantityTypeIdentifierDistanceWalkingRunning", "unit": "km", "endDate": "2024-03-21 19:00:11 +0100", "startDate": "2024-03-21 18:17:41 +0100"}}, {"name": "WorkoutStatistics", "attributes": {"type": "HKQuantityTypeIdentifierHeartRate", "unit": "count/min", "average": "148.144", "endDate": "2024-03-21 19:00:11 +0100", "maximum": "168", "minimum": "104", "startDate": "2024-03-21 18:17:41 +0100"}}], "attributes": {"duration": "41", "durationUnit": "min"}}
1	5b0b0ae1-0dc2-53a3-a746-d60881e16506	{"HKTimeZone": "Europe/Berlin", "HKAverageMETs": "10.6485 kcal/hr·kg", "HKIndoorWorkout": "0"}	{"children": [{"name": "WorkoutEvent", "attributes": {"date": "2024-03-24 18:13:53 +0100", "type": "HKWorkoutEventTypePause"}}, {"name": "WorkoutEvent", "attributes": {"date": "2024-03-24 18:15:23 +0100", "type": "HKWorkoutEventTypeResume"}}, {"name": "WorkoutEvent", "attributes": {"date": "2024-03-24 18:01:53 +0100", "type": "HKWorkoutEventTypeSegment", "duration": "5.02704", "durationUnit": "min"}}, {"name": "WorkoutStatistics", "attributes": {"sum": "263.106", "type": "HKQuantityTypeIdentifierActiveEnergyBurned", "unit": "kcal", "endDate": "2024-03-24 18:31:23 +0100", "startDate": "2024-03-24 18:01:53 +0100"}}, {"name": "WorkoutStatistics", "attributes": {"sum": "4.34290", "type": "HKQuantityTypeIdentifierDistanceWalkingRunning", "unit": "km", "endDate": "2024-03-24 18:31:23 +0100", "startDate": "2024-03-24 18:01:53 +0100"}}, {"name": "WorkoutStatistics", "attributes": {"type": "HKQuantityTypeIdentifierHeartRate", "unit": "count/min", "average": "143.697", "endDate": "2024-03-24 18:31:23 +0100", "maximum": "172", "minimum": "89", "startDate": "2024-03-24 18:01:53 +0100"}}], "attributes": {"duration": "28", "durationUnit": "min"}}
1	5ec8e369-3edd-549e-9ef8-970f3c87f128	{"HKMetadataKeySyncVersion": 1, "HKMetadataKeySyncIdentifier": "mass-1"}	\N
1	4475c093-696f-5ff8-ad86-1303ea072d9f	\N	{"night": {"inBed": 24515.023947, "asleep": 21990, "unspecified": 21990}, "HealthAutoExport": {"inBed": 6.809728874299261, "asleep": 6.108333333333333, "inBedEnd": "2021-12-18 09:04:45 +0800", "sleepEnd": "2021-12-18 08:57:06 +0800", "inBedStart": "2021-12-18 02:12:50 +0800", "sleepStart": "2021-12-18 02:21:06 +0800", "inBedSource": "iPhone", "sleepSource": "Irvin’s Apple Watch"}}
1	e7753cbe-a393-56ee-8076-00d4643d04a3	{"HKTimeZone": "Europe/Berlin", "HKAverageMETs": "8.0585 kcal/hr·kg", "HKIndoorWorkout": "0"}	{"children": [{"name": "WorkoutEvent", "attributes": {"date": "2024-03-27 18:25:06 +0100", "type": "HKWorkoutEventTypePause"}}, {"name": "WorkoutEvent", "attributes": {"date": "2024-03-27 18:26:36 +0100", "type": "HKWorkoutEventTypeResume"}}, {"name": "WorkoutEvent", "attributes": {"date": "2024-03-27 18:16:06 +0100", "type": "HKWorkoutEventTypeSegment", "duration": "6.37105", "durationUnit": "min"}}, {"name": "WorkoutStatistics", "attributes": {"sum": "421.034", "type": "HKQuantityTypeIdentifierActiveEnergyBurned", "unit": "kcal", "endDate": "2024-03-27 18:58:36 +0100", "startDate": "2024-03-27 18:16:06 +0100"}}, {"name": "WorkoutStatistics", "attributes": {"sum": "6.27793", "type": "HKQuantityTypeIdentifierDistanceWalkingRunning", "unit": "km", "endDate": "2024-03-27 18:58:36 +0100", "startDate": "2024-03-27 18:16:06 +0100"}}, {"name": "WorkoutStatistics", "attributes": {"type": "HKQuantityTypeIdentifierHeartRate", "unit": "count/min", "average": "139.250", "endDate": "2024-03-27 18:58:36 +0100", "maximum": "176", "minimum": "90", "startDate": "2024-03-27 18:16:06 +0100"}}], "attributes": {"duration": "41", "durationUnit": "min"}}
1	a805ea6b-9359-5f7c-a739-06e3ece40b0f	{"HKTimeZone": "Europe/Berlin", "HKAverageMETs": "8.4684 kcal/hr·kg", "HKIndoorWorkout": "0"}	{"children": [{"name": "WorkoutEvent", "attributes": {"date": "2024-03-30 18:14:18 +0100", "type": "HKWorkoutEventTypePause"}}, {"name": "WorkoutEvent", "attributes": {"date": "2024-03-30 18:15:48 +0100", "type": "HKWorkoutEventTypeResume"}}, {"name": "WorkoutEvent", "attributes": {"date": "2024-03-30 18:00:18 +0100", "type": "HKWorkoutEventTypeSegment", "duration": "5.71507", "durationUnit": "min"}}, {"name": "WorkoutStatistics", "attributes": {"sum": "255.965", "type": "HKQuantityTypeIdentifierActiveEnergyBurned", "unit": "kcal", "endDate": "2024-03-30 18:29:48 +0100", "startDate": "2024-03-30 18:00:18 +0100"}}, {"name": "WorkoutStatistics", "attributes": {"sum": "4.23184", "type": "HKQuantityTypeIdentifierDistanceWalkingRunning", "unit": "km", "endDate": "2024-03-30 18:29:48 +0100", "startDate": "2024-03-30 18:00:18 +0100"}}, {"name": "WorkoutStatistics", "attributes": {"type": "HKQuantityTypeIdentifierHeartRate", "unit": "count/min", "average": "148.802", "endDate": "2024-03-30 18:29:48 +0100", "maximum": "180", "minimum": "92", "startDate": "2024-03-30 18:00:18 +0100"}}], "attributes": {"duration": "28", "durationUnit": "min"}}
1	f23e60e2-e8ee-5c28-b852-4446d75ec05c	{"HKTimeZone": "Europe/Berlin", "HKAverageMETs": "8.8784 kcal/hr·kg", "HKIndoorWorkout": "0"}	{"children": [{"name": "WorkoutEvent", "attributes": {"date": "2024-04-02 18:25:30 +0100", "type": "HKWorkoutEventTypePause"}}, {"name": "WorkoutEvent", "attributes": {"date": "2024-04-02 18:27:00 +0100", "type": "HKWorkoutEventTypeResume"}}, {"name": "WorkoutEvent", "attributes": {"date": "2024-04-02 18:14:30 +0100", "type": "HKWorkoutEventTypeSegment", "duration": "5.05908", "durationUnit": "min"}}, {"name": "WorkoutStatistics", "attributes": {"sum": "410.578", "type": "HKQuantityTypeIdentifierActiveEnergyBurned", "unit": "kcal", "endDate": "2024-04-02 18:57:00 +0100", "startDate": "2024-04-02 18:14:30 +0100"}}, {"name": "WorkoutStatistics", "attributes": {"sum": "7.75531", "type": "HKQuantityTypeIdentifierDistanceWalkingRunning", "unit": "km", "endDate": "2024-04-02 18:57:00 +0100", "startDate": "2024-04-02 18:14:30 +0100"}}, {"name": "WorkoutStatistics", "attributes": {"type": "HKQuantityTypeIdentifierHeartRate", "unit": "count/min", "average": "144.355", "endDate": "2024-04-02 18:57:00 +0100", "maximum": "168", "minimum": "93", "startDate": "2024-04-02 18:14:30 +0100"}}], "attributes": {"duration": "41", "durationUnit": "min"}}
1	5f2f120b-9989-5f13-a33d-7267a15bd1f8	{"HKTimeZone": "Europe/Berlin", "HKAverageMETs": "9.2883 kcal/hr·kg", "HKIndoorWorkout": "0"}	{"children": [{"name": "WorkoutEvent", "attributes": {"date": "2024-04-05 18:36:43 +0100", "type": "HKWorkoutEventTypePause"}}, {"name": "WorkoutEvent", "attributes": {"date": "2024-04-05 18:38:13 +0100", "type": "HKWorkoutEventTypeResume"}}, {"name": "WorkoutEvent", "attributes": {"date": "2024-04-05 18:28:43 +0100", "type": "HKWorkoutEventTypeSegment", "duration": "6.40310", "durationUnit": "min"}}, {"name": "WorkoutStatistics", "attributes": {"sum": "304.824", "type": "HKQuantityTypeIdentifierActiveEnergyBurned", "unit": "kcal", "endDate": "2024-04-05 18:58:13 +0100", "startDate": "2024-04-05 18:28:43 +0100"}}, {"name": "WorkoutStatistics", "attributes": {"sum": "5.24078", "type": "HKQuantityTypeIdentifierDistanceWalkingRunning", "unit": "km", "endDate": "2024-04-05 18:58:13 +0100", "startDate": "2024-04-05 18:28:43 +0100"}}, {"name": "WorkoutStatistics", "attributes": {"type": "HKQuantityTypeIdentifierHeartRate", "unit": "count/min", "average": "139.908", "endDate": "2024-04-05 18:58:13 +0100", "maximum": "172", "minimum": "95", "startDate": "2024-04-05 18:28:43 +0100"}}], "attributes": {"duration": "28", "durationUnit": "min"}}
1	ad2867a6-aa1a-57d2-9018-d6e036da3a93	{"HKTimeZone": "Europe/Berlin", "HKAverageMETs": "9.6983 kcal/hr·kg", "HKIndoorWorkout": "0"}	{"children": [{"name": "WorkoutEvent", "attributes": {"date": "2024-04-08 18:25:55 +0100", "type": "HKWorkoutEventTypePause"}}, {"name": "WorkoutEvent", "attributes": {"date": "2024-04-08 18:27:25 +0100", "type": "HKWorkoutEventTypeResume"}}, {"name": "WorkoutEvent", "attributes": {"date": "2024-04-08 18:12:55 +0100", "type": "HKWorkoutEventTypeSegment", "duration": "5.74711", "durationUnit": "min"}}, {"name": "WorkoutStatistics", "attributes": {"sum": "400.122", "type": "HKQuantityTypeIdentifierActiveEnergyBurned", "unit": "kcal", "endDate": "2024-04-08 18:55:25 +0100", "startDate": "2024-04-08 18:12:55 +0100"}}, {"name": "WorkoutStatistics", "attributes": {"sum": "7.59268", "type": "HKQuantityTypeIdentifierDistanceWalkingRunning", "unit": "km", "endDate": "2024-04-08 18:55:25 +0100", "startDate": "2024-04-08 18:12:55 +0100"}}, {"name": "WorkoutStatistics", "attributes": {"type": "HKQuantityTypeIdentifierHeartRate", "unit": "count/min", "average": "149.461", "endDate": "2024-04-08 18:55:25 +0100", "maximum": "176", "minimum": "96", "startDate": "2024-04-08 18:12:55 +0100"}}], "attributes": {"duration": "41", "durationUnit": "min"}}
1	69b69e42-4aea-54dc-b8a8-4ea2a6048dd9	\N	{"HealthAutoExport": {"end": "2021-12-24 08:21:53 +0800", "name": "Walking", "route": [{"lat": 38.8951, "lon": -77.0364, "altitude": 8.02762222290039, "timestamp": "2021-12-24 08:04:45 +0800"}], "start": "2021-12-24 08:02:43 +0800", "elevation": {"units": "m", "ascent": 16.36, "descent": 0}, "stepCount": {"qty": 908, "units": "steps"}, "activeEnergy": {"qty": 226.21122641832523, "units": "kJ"}, "heartRateData": [{"qty": 108, "date": "2021-12-24 08:02:47 +0800", "units": "bpm"}]}}
1	bbbcf64f-b4c4-54a6-926e-b5b2afec5b62	{"HKTimeZone": "Europe/Berlin", "HKAverageMETs": "10.1082 kcal/hr·kg", "HKIndoorWorkout": "0"}	{"children": [{"name": "WorkoutEvent", "attributes": {"date": "2024-04-11 18:37:08 +0100", "type": "HKWorkoutEventTypePause"}}, {"name": "WorkoutEvent", "attributes": {"date": "2024-04-11 18:38:38 +0100", "type": "HKWorkoutEventTypeResume"}}, {"name": "WorkoutEvent", "attributes": {"date": "2024-04-11 18:27:08 +0100", "type": "HKWorkoutEventTypeSegment", "duration": "5.09113", "durationUnit": "min"}}, {"name": "WorkoutStatistics", "attributes": {"sum": "297.684", "type": "HKQuantityTypeIdentifierActiveEnergyBurned", "unit": "kcal", "endDate": "2024-04-11 18:56:38 +0100", "startDate": "2024-04-11 18:27:08 +0100"}}, {"name": "WorkoutStatistics", "attributes": {"sum": "5.12971", "type": "HKQuantityTypeIdentifierDistanceWalkingRunning", "unit": "km", "endDate": "2024-04-11 18:56:38 +0100", "startDate": "2024-04-11 18:27:08 +0100"}}, {"name": "WorkoutStatistics", "attributes": {"type": "HKQuantityTypeIdentifierHeartRate", "unit": "count/min", "average": "145.013", "endDate": "2024-04-11 18:56:38 +0100", "maximum": "180", "minimum": "98", "startDate": "2024-04-11 18:27:08 +0100"}}], "attributes": {"duration": "28", "durationUnit": "min"}}
1	933b99f4-f414-5141-9fc6-6b3d1c32b9e7	{"HKTimeZone": "Europe/Berlin", "HKAverageMETs": "10.5182 kcal/hr·kg", "HKIndoorWorkout": "0"}	{"children": [{"name": "WorkoutEvent", "attributes": {"date": "2024-04-14 18:26:20 +0100", "type": "HKWorkoutEventTypePause"}}, {"name": "WorkoutEvent", "attributes": {"date": "2024-04-14 18:27:50 +0100", "type": "HKWorkoutEventTypeResume"}}, {"name": "WorkoutEvent", "attributes": {"date": "2024-04-14 18:11:20 +0100", "type": "HKWorkoutEventTypeSegment", "duration": "6.43515", "durationUnit": "min"}}, {"name": "WorkoutStatistics", "attributes": {"sum": "389.666", "type": "HKQuantityTypeIdentifierActiveEnergyBurned", "unit": "kcal", "endDate": "2024-04-14 18:53:50 +0100", "startDate": "2024-04-14 18:11:20 +0100"}}, {"name": "WorkoutStatistics", "attributes": {"sum": "7.43005", "type": "HKQuantityTypeIdentifierDistanceWalkingRunning", "unit": "km", "endDate": "2024-04-14 18:53:50 +0100", "startDate": "2024-04-14 18:11:20 +0100"}}, {"name": "WorkoutStatistics", "attributes": {"type": "HKQuantityTypeIdentifierHeartRate", "unit": "count/min", "average": "140.566", "endDate": "2024-04-14 18:53:50 +0100", "maximum": "167", "minimum": "99", "startDate": "2024-04-14 18:11:20 +0100"}}], "attributes": {"duration": "41", "durationUnit": "min"}}
1	109e9625-f0f8-51a9-8672-e91955c57054	{"HKTimeZone": "Europe/Berlin", "HKAverageMETs": "10.9281 kcal/hr·kg", "HKIndoorWorkout": "0"}	{"children": [{"name": "WorkoutEvent", "attributes": {"date": "2024-04-17 18:37:33 +0100", "type": "HKWorkoutEventTypePause"}}, {"name": "WorkoutEvent", "attributes": {"date": "2024-04-17 18:39:03 +0100", "type": "HKWorkoutEventTypeResume"}}, {"name": "WorkoutEvent", "attributes": {"date": "2024-04-17 18:25:33 +0100", "type": "HKWorkoutEventTypeSegment", "duration": "5.77916", "durationUnit": "min"}}, {"name": "WorkoutStatistics", "attributes": {"sum": "290.543", "type": "HKQuantityTypeIdentifierActiveEnergyBurned", "unit": "kcal", "endDate": "2024-04-17 18:55:03 +0100", "startDate": "2024-04-17 18:25:33 +0100"}}, {"name": "WorkoutStatistics", "attributes": {"sum": "5.01865", "type": "HKQuantityTypeIdentifierDistanceWalkingRunning", "unit": "km", "endDate": "2024-04-17 18:55:03 +0100", "startDate": "2024-04-17 18:25:33 +0100"}}, {"name": "WorkoutStatistics", "attributes": {"type": "HKQuantityTypeIdentifierHeartRate", "unit": "count/min", "average": "150.119", "endDate": "2024-04-17 18:55:03 +0100", "maximum": "171", "minimum": "100", "startDate": "2024-04-17 18:25:33 +0100"}}], "attributes": {"duration": "28", "durationUnit": "min"}}
1	2bc536a7-b892-5e4f-bd87-1fdccad91d51	{"HKTimeZone": "Europe/Berlin", "HKAverageMETs": "8.3381 kcal/hr·kg", "HKIndoorWorkout": "0"}	{"children": [{"name": "WorkoutEvent", "attributes": {"date": "2024-04-20 18:17:44 +0100", "type": "HKWorkoutEventTypePause"}}, {"name": "WorkoutEvent", "attributes": {"date": "2024-04-20 18:19:14 +0100", "type": "HKWorkoutEventTypeResume"}}, {"name": "WorkoutEvent", "attributes": {"date": "2024-04-20 18:09:44 +0100", "type": "HKWorkoutEventTypeSegment", "duration": "5.12318", "durationUnit": "min"}}, {"name": "WorkoutStatistics", "attributes": {"sum": "379.210", "type": "HKQuantityTypeIdentifierActiveEnergyBurned", "unit": "kcal", "endDate": "2024-04-20 18:52:14 +0100", "startDate": "2024-04-20 18:09:44 +0100"}}, {"name": "WorkoutStatistics", "attributes": {"sum": "7.26742", "type": "HKQuantityTypeIdentifierDistanceWalkingRunning", "unit": "km", "endDate": "2024-04-20 18:52:14 +0100", "startDate": "2024-04-20 18:09:44 +0100"}}, {"name": "WorkoutStatistics", "attributes": {"type": "HKQuantityTypeIdentifierHeartRate", "unit": "count/min", "average": "145.672", "endDate": "2024-04-20 18:52:14 +0100", "maximum": "175", "minimum": "102", "startDate": "2024-04-20 18:09:44 +0100"}}], "attributes": {"duration": "41", "durationUnit": "min"}}
1	22cf8174-36bb-5f52-a045-124dbd10054b	{"HKTimeZone": "Europe/Berlin", "HKAverageMETs": "8.7480 kcal/hr·kg", "HKIndoorWorkout": "0"}	{"children": [{"name": "WorkoutEvent", "attributes": {"date": "2024-04-23 18:36:57 +0100", "type": "HKWorkoutEventTypePause"}}, {"name": "WorkoutEvent", "attributes": {"date": "2024-04-23 18:38:27 +0100", "type": "HKWorkoutEventTypeResume"}}, {"name": "WorkoutEvent", "attributes": {"date": "2024-04-23 18:23:57 +0100", "type": "HKWorkoutEventTypeSegment", "duration": "6.46719", "durationUnit": "min"}}, {"name": "WorkoutStatistics", "attributes": {"sum": "283.402", "type": "HKQuantityTypeIdentifierActiveEnergyBurned", "unit": "kcal", "endDate": "2024-04-23 18:53:27 +0100", "startDate": "2024-04-23 18:23:57 +0100"}}, {"name": "WorkoutStatistics", "attributes": {"sum": "4.90759", "type": "HKQuantityTypeIdentifierDistanceWalkingRunning", "unit": "km", "endDate": "2024-04-23 18:53:27 +0100", "startDate": "2024-04-23 18:23:57 +0100"}}, {"name": "WorkoutStatistics", "attributes": {"type": "HKQuantityTypeIdentifierHeartRate", "unit": "count/min", "average": "141.224", "endDate": "2024-04-23 18:53:27 +0100", "maximum": "180", "minimum": "103", "startDate": "2024-04-23 18:23:57 +0100"}}], "attributes": {"duration": "28", "durationUnit": "min"}}
2	84a41e00-6a2d-5abd-bb80-822ce864ec5c	{"HKMetadataKeySyncVersion": 1, "HKMetadataKeySyncIdentifier": "mass-1"}	\N
2	fddcbb65-ed18-50a5-a561-60683dc28ba7	\N	{"night": {"inBed": 24515.023947, "asleep": 21990, "unspecified": 21990}, "HealthAutoExport": {"inBed": 6.809728874299261, "asleep": 6.108333333333333, "inBedEnd": "2021-12-18 09:04:45 +0800", "sleepEnd": "2021-12-18 08:57:06 +0800", "inBedStart": "2021-12-18 02:12:50 +0800", "sleepStart": "2021-12-18 02:21:06 +0800", "inBedSource": "iPhone", "sleepSource": "Irvin’s Apple Watch"}}
1	fed6922b-bea4-5b76-b8ae-a216f46c59d8	{"HKTimeZone": "Europe/Berlin", "HKAverageMETs": "9.1580 kcal/hr·kg", "HKIndoorWorkout": "0"}	{"children": [{"name": "WorkoutEvent", "attributes": {"date": "2024-04-26 18:18:09 +0100", "type": "HKWorkoutEventTypePause"}}, {"name": "WorkoutEvent", "attributes": {"date": "2024-04-26 18:19:39 +0100", "type": "HKWorkoutEventTypeResume"}}, {"name": "WorkoutEvent", "attributes": {"date": "2024-04-26 18:08:09 +0100", "type": "HKWorkoutEventTypeSegment", "duration": "5.81121", "durationUnit": "min"}}, {"name": "WorkoutStatistics", "attributes": {"sum": "450.754", "type": "HKQuantityTypeIdentifierActiveEnergyBurned", "unit": "kcal", "endDate": "2024-04-26 18:50:39 +0100", "startDate": "2024-04-26 18:08:09 +0100"}}, {"name": "WorkoutStatistics", "attributes": {"sum": "7.10480", "type": "HKQuantityTypeIdentifierDistanceWalkingRunning", "unit": "km", "endDate": "2024-04-26 18:50:39 +0100", "startDate": "2024-04-26 18:08:09 +0100"}}, {"name": "WorkoutStatistics", "attributes": {"type": "HKQuantityTypeIdentifierHeartRate", "unit": "count/min", "average": "150.777", "endDate": "2024-04-26 18:50:39 +0100", "maximum": "167", "minimum": "88", "startDate": "2024-04-26 18:08:09 +0100"}}], "attributes": {"duration": "41", "durationUnit": "min"}}
1	379c70dc-90b3-5dd9-bc32-b6ec58ba7398	{"HKTimeZone": "Europe/Berlin", "HKAverageMETs": "9.5679 kcal/hr·kg", "HKIndoorWorkout": "0"}	{"children": [{"name": "WorkoutEvent", "attributes": {"date": "2024-04-29 18:37:22 +0100", "type": "HKWorkoutEventTypePause"}}, {"name": "WorkoutEvent", "attributes": {"date": "2024-04-29 18:38:52 +0100", "type": "HKWorkoutEventTypeResume"}}, {"name": "WorkoutEvent", "attributes": {"date": "2024-04-29 18:22:22 +0100", "type": "HKWorkoutEventTypeSegment", "duration": "5.15522", "durationUnit": "min"}}, {"name": "WorkoutStatistics", "attributes": {"sum": "276.262", "type": "HKQuantityTypeIdentifierActiveEnergyBurned", "unit": "kcal", "endDate": "2024-04-29 18:51:52 +0100", "startDate": "2024-04-29 18:22:22 +0100"}}, {"name": "WorkoutStatistics", "attributes": {"sum": "4.79652", "type": "HKQuantityTypeIdentifierDistanceWalkingRunning", "unit": "km", "endDate": "2024-04-29 18:51:52 +0100", "startDate": "2024-04-29 18:22:22 +0100"}}, {"name": "WorkoutStatistics", "attributes": {"type": "HKQuantityTypeIdentifierHeartRate", "unit": "count/min", "average": "146.330", "endDate": "2024-04-29 18:51:52 +0100", "maximum": "171", "minimum": "89", "startDate": "2024-04-29 18:22:22 +0100"}}], "attributes": {"duration": "28", "durationUnit": "min"}}
1	3ba542c1-42c7-574b-ba9c-9217aa5719c1	{"HKTimeZone": "Europe/Berlin", "HKAverageMETs": "9.9779 kcal/hr·kg", "HKIndoorWorkout": "0"}	{"children": [{"name": "WorkoutEvent", "attributes": {"date": "2024-05-02 18:18:34 +0100", "type": "HKWorkoutEventTypePause"}}, {"name": "WorkoutEvent", "attributes": {"date": "2024-05-02 18:20:04 +0100", "type": "HKWorkoutEventTypeResume"}}, {"name": "WorkoutEvent", "attributes": {"date": "2024-05-02 18:06:34 +0100", "type": "HKWorkoutEventTypeSegment", "duration": "6.49924", "durationUnit": "min"}}, {"name": "WorkoutStatistics", "attributes": {"sum": "440.298", "type": "HKQuantityTypeIdentifierActiveEnergyBurned", "unit": "kcal", "endDate": "2024-05-02 18:49:04 +0100", "startDate": "2024-05-02 18:06:34 +0100"}}, {"name": "WorkoutStatistics", "attributes": {"sum": "6.94217", "type": "HKQuantityTypeIdentifierDistanceWalkingRunning", "unit": "km", "endDate": "2024-05-02 18:49:04 +0100", "startDate": "2024-05-02 18:06:34 +0100"}}, {"name": "WorkoutStatistics", "attributes": {"type": "HKQuantityTypeIdentifierHeartRate", "unit": "count/min", "average": "141.883", "endDate": "2024-05-02 18:49:04 +0100", "maximum": "175", "minimum": "91", "startDate": "2024-05-02 18:06:34 +0100"}}], "attributes": {"duration": "41", "durationUnit": "min"}}
1	13d44b12-275d-5930-8617-3732b85469ad	{"HKTimeZone": "Europe/Berlin", "HKAverageMETs": "10.3878 kcal/hr·kg", "HKIndoorWorkout": "0"}	{"children": [{"name": "WorkoutEvent", "attributes": {"date": "2024-05-05 18:29:46 +0100", "type": "HKWorkoutEventTypePause"}}, {"name": "WorkoutEvent", "attributes": {"date": "2024-05-05 18:31:16 +0100", "type": "HKWorkoutEventTypeResume"}}, {"name": "WorkoutEvent", "attributes": {"date": "2024-05-05 18:20:46 +0100", "type": "HKWorkoutEventTypeSegment", "duration": "5.84326", "durationUnit": "min"}}, {"name": "WorkoutStatistics", "attributes": {"sum": "269.121", "type": "HKQuantityTypeIdentifierActiveEnergyBurned", "unit": "kcal", "endDate": "2024-05-05 18:50:16 +0100", "startDate": "2024-05-05 18:20:46 +0100"}}, {"name": "WorkoutStatistics", "attributes": {"sum": "4.68546", "type": "HKQuantityTypeIdentifierDistanceWalkingRunning", "unit": "km", "endDate": "2024-05-05 18:50:16 +0100", "startDate": "2024-05-05 18:20:46 +0100"}}, {"name": "WorkoutStatistics", "attributes": {"type": "HKQuantityTypeIdentifierHeartRate", "unit": "count/min", "average": "151.435", "endDate": "2024-05-05 18:50:16 +0100", "maximum": "179", "minimum": "92", "startDate": "2024-05-05 18:20:46 +0100"}}], "attributes": {"duration": "28", "durationUnit": "min"}}
1	403dc7b6-2f35-5f2f-a3e1-ca20efe4b81c	{"HKTimeZone": "Europe/Berlin", "HKAverageMETs": "10.7978 kcal/hr·kg", "HKIndoorWorkout": "0"}	{"children": [{"name": "WorkoutEvent", "attributes": {"date": "2024-05-08 18:18:58 +0100", "type": "HKWorkoutEventTypePause"}}, {"name": "WorkoutEvent", "attributes": {"date": "2024-05-08 18:20:28 +0100", "type": "HKWorkoutEventTypeResume"}}, {"name": "WorkoutEvent", "attributes": {"date": "2024-05-08 18:04:58 +0100", "type": "HKWorkoutEventTypeSegment", "duration": "5.18727", "durationUnit": "min"}}, {"name": "WorkoutStatistics", "attributes": {"sum": "429.842", "type": "HKQuantityTypeIdentifierActiveEnergyBurned", "unit": "kcal", "endDate": "2024-05-08 18:47:28 +0100", "startDate": "2024-05-08 18:04:58 +0100"}}, {"name": "WorkoutStatistics", "attributes": {"sum": "6.77954", "type": "HKQuantityTypeIdentifierDistanceWalkingRunning", "unit": "km", "endDate": "2024-05-08 18:47:28 +0100", "startDate": "2024-05-08 18:04:58 +0100"}}, {"name": "WorkoutStatistics", "attributes": {"type": "HKQuantityTypeIdentifierHeartRate", "unit": "count/min", "average": "146.988", "endDate": "2024-05-08 18:47:28 +0100", "maximum": "166", "minimum": "94", "startDate": "2024-05-08 18:04:58 +0100"}}], "attributes": {"duration": "41", "durationUnit": "min"}}
2	c074f25c-9f8e-5351-b758-70549250e102	\N	{"HealthAutoExport": {"end": "2021-12-24 08:21:53 +0800", "name": "Walking", "route": [{"lat": 38.8951, "lon": -77.0364, "altitude": 8.02762222290039, "timestamp": "2021-12-24 08:04:45 +0800"}], "start": "2021-12-24 08:02:43 +0800", "elevation": {"units": "m", "ascent": 16.36, "descent": 0}, "stepCount": {"qty": 908, "units": "steps"}, "activeEnergy": {"qty": 226.21122641832523, "units": "kJ"}, "heartRateData": [{"qty": 108, "date": "2021-12-24 08:02:47 +0800", "units": "bpm"}]}}
\.


--
-- Data for Name: sample_extent; Type: TABLE DATA; Schema: health; Owner: -
--

COPY health.sample_extent (person_id, sample_type_id, longest_duration) FROM stdin;
1	98	08:00:00
1	158	02:22:05
1	214	00:42:30
1	81	00:00:00
1	101	00:00:00
1	89	02:20:10
1	104	00:00:00
1	196	02:23:40
1	64	07:22:26
1	186	21:59:00
1	171	00:01:05
1	102	00:00:00
1	46	00:10:00
1	215	00:10:00
2	46	00:10:00
2	216	00:10:00
2	196	00:10:00
1	168	00:02:00
1	217	06:51:55
2	168	00:02:00
2	104	00:00:00
2	214	00:19:10
2	89	00:01:00
2	217	06:51:55
\.


--
-- Data for Name: sample_sync; Type: TABLE DATA; Schema: health; Owner: -
--

COPY health.sample_sync (person_id, sample_type_id, source_id, identifier, version, uuid) FROM stdin;
1	104	8	mass-1	1	5ec8e369-3edd-549e-9ef8-970f3c87f128
2	104	4	mass-1	1	84a41e00-6a2d-5abd-bb80-822ce864ec5c
\.


--
-- Data for Name: sample_time_zone; Type: TABLE DATA; Schema: health; Owner: -
--

COPY health.sample_time_zone (person_id, time_zone, start_time, uuid) FROM stdin;
1	Europe/Berlin	2024-04-06 07:12:37+00	4a1a04a8-e2a1-5d02-8f4d-cbb5c16ad565
1	Europe/Berlin	2024-03-11 22:28:11+00	c6cfa32b-852a-59e2-a3cb-ab4ee7e83339
1	Europe/Berlin	2024-03-13 04:34:52+00	aedb1e5f-dfbb-59d0-80ac-347130a24f38
1	Europe/Berlin	2024-03-15 00:53:46+00	e74f198f-f6d5-5ed3-bed2-3c039cb50509
1	Europe/Berlin	2024-03-16 22:20:49+00	8bdc2f31-2bde-5003-a2b3-f778e08b7ff6
1	Europe/Berlin	2024-03-18 01:31:29+00	91586f51-2886-529a-b573-7a69f2023390
1	Europe/Berlin	2024-03-19 04:19:34+00	1b256c5a-a93d-5c66-92a8-283b7b2a7859
1	Europe/Berlin	2024-03-21 03:57:04+00	90584e2c-950d-5601-a464-41a27233300a
1	Europe/Berlin	2024-03-23 00:11:20+00	9a0cac61-21f3-5471-b363-97725b0a638e
1	Europe/Berlin	2024-03-24 22:45:04+00	baa9996d-f7bf-5154-9998-9c98413c428a
1	Europe/Berlin	2024-03-26 02:21:35+00	a228b5e0-efb9-55a8-b699-1106f7b30f20
1	Europe/Berlin	2024-03-27 05:21:54+00	e2313809-3bf0-54aa-858a-19f8c0c9db61
1	Europe/Berlin	2024-03-29 00:37:01+00	e9b616b1-2b0a-5937-90fb-791ec406f7e4
1	Europe/Berlin	2024-03-30 23:18:05+00	139001b7-e970-59c7-b65f-a72010e89e67
1	Europe/Berlin	2024-04-01 22:24:30+00	e34106cb-c153-581c-928c-3721326cc202
1	Europe/Berlin	2024-04-03 02:50:00+00	1f18c16c-c553-5d55-b94d-6d0d6389989f
1	Europe/Berlin	2024-04-04 22:40:53+00	b01be7c6-1793-507b-a727-5d0c376550f0
1	Europe/Berlin	2024-04-06 01:57:18+00	8fc5090a-745d-517c-bf84-7c48955a62a2
1	Europe/Berlin	2024-04-07 22:12:28+00	45881368-9e7e-5fbf-b4a0-3e69fd8fa194
1	Europe/Berlin	2024-04-09 01:32:58+00	1c8a0b46-c5ad-5161-8df4-8a51f48da2d1
1	Europe/Berlin	2024-04-10 22:55:54+00	90e29fc0-5831-5a18-9f40-1499469fa4ce
1	Europe/Berlin	2024-04-12 05:05:25+00	18eb5f00-cf31-5487-9ac6-38e8c753001c
1	Europe/Berlin	2024-04-14 00:37:08+00	4ba20c18-75c7-5a2e-8e6e-a7ded8adbfbc
1	Europe/Berlin	2024-04-15 04:27:15+00	6e82e0e9-9457-5ee2-bcb9-09e38123df1c
1	Europe/Berlin	2024-04-16 23:05:11+00	0a192a3e-15c8-5e06-ad46-552903dfe64d
1	Europe/Berlin	2024-04-18 22:08:18+00	11fb1e72-eed3-5489-b272-a48f5be0f631
1	Europe/Berlin	2024-04-20 01:08:42+00	062d67f3-d3ee-5725-b9fd-c0fb96249af9
1	Europe/Berlin	2024-04-21 22:39:53+00	33ce4db7-41ec-5936-b276-e773ec88d58a
1	Europe/Berlin	2024-04-23 03:22:13+00	24c4cf0d-4098-5d57-9ad5-f27fbdbc1fab
1	Europe/Berlin	2024-04-24 22:11:28+00	a7c42433-82dc-5602-a8ac-0741401879c3
1	Europe/Berlin	2024-04-26 02:59:03+00	08b4890f-e776-59bd-a1ab-2df5da9f5822
1	Europe/Berlin	2024-04-28 00:20:22+00	1a454546-0be6-5dac-a504-a86059e5a92d
1	Europe/Berlin	2024-04-29 04:46:56+00	5af2fcc4-bc41-5444-ad97-f2e065ef73d9
1	Europe/Berlin	2024-04-30 22:30:09+00	8765b8c1-e13a-5b2c-ab58-bb6994d68fb9
1	Europe/Berlin	2024-05-02 03:37:43+00	dc01d6e3-cbd6-5d79-90a0-08537ba5f337
1	Europe/Berlin	2024-05-03 22:46:15+00	b6726027-36c4-518a-9e29-9faf865fb24f
1	Europe/Berlin	2024-05-05 22:07:18+00	8afefa59-baec-5b40-898c-7dce53b634cd
1	Europe/Berlin	2024-05-07 01:55:46+00	db951100-442b-5073-8105-8b0d1301dce8
1	Europe/Berlin	2024-05-08 22:45:51+00	943fc492-019e-567c-9144-40fde8078af2
1	Europe/Berlin	2024-05-10 03:52:38+00	cc6940e1-0ae1-5687-ae62-e651c67307bc
1	Europe/Berlin	2024-03-16 07:04:44+00	c59c748d-51fa-580f-92b5-08418a8e310f
1	Europe/Berlin	2024-03-23 07:24:03+00	bbca1a12-023d-590c-bab7-1d118f347923
1	Europe/Berlin	2024-03-30 07:18:20+00	f82a3e21-7e5f-5901-9a9f-a288324d2fbb
1	Europe/Berlin	2024-04-06 07:12:37+00	1d803b33-a7e2-5096-9ae2-ae8d415ec894
1	Europe/Berlin	2024-04-13 07:06:54+00	678a5282-469e-5aa9-ab9d-a5293e82b3ff
1	Europe/Berlin	2024-04-13 07:06:54+00	cfb3a7a2-f3e4-51ec-b508-3b4df1d09739
1	Europe/Berlin	2024-04-20 07:01:11+00	f3d83f8b-fb06-55dc-bb17-f7e0388c9867
1	Europe/Berlin	2024-04-27 07:20:29+00	e7b127d4-9d27-5cd1-8aaa-9a17bc6f2272
1	Europe/Berlin	2024-05-04 07:14:46+00	873c0ee6-06df-50d5-b75f-06cd7dc0529f
1	Europe/Berlin	2024-03-12 17:05:04+00	13ca2483-1c36-518f-87b3-fee6467c9707
1	Europe/Berlin	2024-03-15 17:19:17+00	9ea889f2-38a8-57c7-8976-802d63d7cd54
1	Europe/Berlin	2024-03-18 17:03:28+00	b98210dd-a5dc-5b9f-ac10-c7bac831f7bb
1	Europe/Berlin	2024-03-21 17:17:41+00	e38e622a-d546-593b-a0c4-7c0c6fc3d6ef
1	Europe/Berlin	2024-03-24 17:01:53+00	5b0b0ae1-0dc2-53a3-a746-d60881e16506
1	Europe/Berlin	2024-03-27 17:16:06+00	e7753cbe-a393-56ee-8076-00d4643d04a3
1	Europe/Berlin	2024-03-30 17:00:18+00	a805ea6b-9359-5f7c-a739-06e3ece40b0f
1	Europe/Berlin	2024-04-02 17:14:30+00	f23e60e2-e8ee-5c28-b852-4446d75ec05c
1	Europe/Berlin	2024-04-05 17:28:43+00	5f2f120b-9989-5f13-a33d-7267a15bd1f8
1	Europe/Berlin	2024-04-08 17:12:55+00	ad2867a6-aa1a-57d2-9018-d6e036da3a93
1	Europe/Berlin	2024-04-11 17:27:08+00	bbbcf64f-b4c4-54a6-926e-b5b2afec5b62
1	Europe/Berlin	2024-04-14 17:11:20+00	933b99f4-f414-5141-9fc6-6b3d1c32b9e7
1	Europe/Berlin	2024-04-17 17:25:33+00	109e9625-f0f8-51a9-8672-e91955c57054
1	Europe/Berlin	2024-04-20 17:09:44+00	2bc536a7-b892-5e4f-bd87-1fdccad91d51
1	Europe/Berlin	2024-04-23 17:23:57+00	22cf8174-36bb-5f52-a045-124dbd10054b
1	Europe/Berlin	2024-04-26 17:08:09+00	fed6922b-bea4-5b76-b8ae-a216f46c59d8
1	Europe/Berlin	2024-04-29 17:22:22+00	379c70dc-90b3-5dd9-bc32-b6ec58ba7398
1	Europe/Berlin	2024-05-02 17:06:34+00	3ba542c1-42c7-574b-ba9c-9217aa5719c1
1	Europe/Berlin	2024-05-05 17:20:46+00	13d44b12-275d-5930-8617-3732b85469ad
1	Europe/Berlin	2024-05-08 17:04:58+00	403dc7b6-2f35-5f2f-a3e1-ca20efe4b81c
1	Europe/Berlin	2024-05-11 10:00:00+00	1d4e7c5c-5d44-5ebf-9d8b-4d7f41a192f7
2	Europe/Berlin	2024-05-11 10:00:00+00	cbe48e2b-d53d-50c1-b9f8-423db3cfb6cb
\.


--
-- Data for Name: sample_type; Type: TABLE DATA; Schema: health; Owner: -
--

COPY health.sample_type (sample_type_id, identifier, short_name, kind, aggregation_style, canonical_unit, value_enum, in_catalogue, preferred_unit, display_name, display_group, preferred_factor, preferred_shift) FROM stdin;
1	HKCategoryTypeIdentifierAbdominalCramps	abdominalCramps	category	\N	\N	HKCategoryValueSeverity	t	\N	Abdominal Cramps	symptoms	\N	\N
2	HKCategoryTypeIdentifierAcne	acne	category	\N	\N	HKCategoryValueSeverity	t	\N	Acne	symptoms	\N	\N
3	HKCategoryTypeIdentifierAppetiteChanges	appetiteChanges	category	\N	\N	HKCategoryValueAppetiteChanges	t	\N	Appetite Changes	symptoms	\N	\N
4	HKCategoryTypeIdentifierAppleStandHour	appleStandHour	category	\N	\N	HKCategoryValueAppleStandHour	t	\N	Stand Hours	activity	\N	\N
5	HKCategoryTypeIdentifierAppleWalkingSteadinessEvent	appleWalkingSteadinessEvent	category	\N	\N	HKCategoryValueAppleWalkingSteadinessEvent	t	\N	Walking Steadiness Notifications	mobility	\N	\N
6	HKCategoryTypeIdentifierAudioExposureEvent	environmentalAudioExposureEvent	category	\N	\N	HKCategoryValueEnvironmentalAudioExposureEvent	t	\N	Noise Notifications	hearing	\N	\N
7	HKCategoryTypeIdentifierBladderIncontinence	bladderIncontinence	category	\N	\N	HKCategoryValueSeverity	t	\N	Bladder Incontinence	symptoms	\N	\N
8	HKCategoryTypeIdentifierBleedingAfterMenopause	bleedingAfterMenopause	category	\N	\N	HKCategoryValueVaginalBleeding	t	\N	Bleeding After Menopause	cycleTracking	\N	\N
9	HKCategoryTypeIdentifierBleedingAfterPregnancy	bleedingAfterPregnancy	category	\N	\N	HKCategoryValueVaginalBleeding	t	\N	Bleeding After Pregnancy	cycleTracking	\N	\N
10	HKCategoryTypeIdentifierBleedingDuringPregnancy	bleedingDuringPregnancy	category	\N	\N	HKCategoryValueVaginalBleeding	t	\N	Bleeding During Pregnancy	cycleTracking	\N	\N
11	HKCategoryTypeIdentifierBloating	bloating	category	\N	\N	HKCategoryValueSeverity	t	\N	Bloating	symptoms	\N	\N
12	HKCategoryTypeIdentifierBreastPain	breastPain	category	\N	\N	HKCategoryValueSeverity	t	\N	Breast Pain	symptoms	\N	\N
13	HKCategoryTypeIdentifierCervicalMucusQuality	cervicalMucusQuality	category	\N	\N	HKCategoryValueCervicalMucusQuality	t	\N	Cervical Mucus Quality	cycleTracking	\N	\N
14	HKCategoryTypeIdentifierChestTightnessOrPain	chestTightnessOrPain	category	\N	\N	HKCategoryValueSeverity	t	\N	Chest Tightness or Pain	symptoms	\N	\N
15	HKCategoryTypeIdentifierChills	chills	category	\N	\N	HKCategoryValueSeverity	t	\N	Chills	symptoms	\N	\N
16	HKCategoryTypeIdentifierConstipation	constipation	category	\N	\N	HKCategoryValueSeverity	t	\N	Constipation	symptoms	\N	\N
17	HKCategoryTypeIdentifierContraceptive	contraceptive	category	\N	\N	HKCategoryValueContraceptive	t	\N	Contraceptives	cycleTracking	\N	\N
18	HKCategoryTypeIdentifierCoughing	coughing	category	\N	\N	HKCategoryValueSeverity	t	\N	Coughing	symptoms	\N	\N
19	HKCategoryTypeIdentifierDiarrhea	diarrhea	category	\N	\N	HKCategoryValueSeverity	t	\N	Diarrhea	symptoms	\N	\N
20	HKCategoryTypeIdentifierDizziness	dizziness	category	\N	\N	HKCategoryValueSeverity	t	\N	Dizziness	symptoms	\N	\N
21	HKCategoryTypeIdentifierDrySkin	drySkin	category	\N	\N	HKCategoryValueSeverity	t	\N	Dry Skin	symptoms	\N	\N
22	HKCategoryTypeIdentifierFainting	fainting	category	\N	\N	HKCategoryValueSeverity	t	\N	Fainting	symptoms	\N	\N
23	HKCategoryTypeIdentifierFatigue	fatigue	category	\N	\N	HKCategoryValueSeverity	t	\N	Fatigue	symptoms	\N	\N
24	HKCategoryTypeIdentifierFever	fever	category	\N	\N	HKCategoryValueSeverity	t	\N	Fever	symptoms	\N	\N
25	HKCategoryTypeIdentifierGeneralizedBodyAche	generalizedBodyAche	category	\N	\N	HKCategoryValueSeverity	t	\N	Body and Muscle Ache	symptoms	\N	\N
26	HKCategoryTypeIdentifierHairLoss	hairLoss	category	\N	\N	HKCategoryValueSeverity	t	\N	Hair Loss	symptoms	\N	\N
27	HKCategoryTypeIdentifierHandwashingEvent	handwashingEvent	category	\N	\N	HKCategoryValue	t	\N	Handwashing	otherData	\N	\N
28	HKCategoryTypeIdentifierHeadache	headache	category	\N	\N	HKCategoryValueSeverity	t	\N	Headache	symptoms	\N	\N
29	HKCategoryTypeIdentifierHeadphoneAudioExposureEvent	headphoneAudioExposureEvent	category	\N	\N	HKCategoryValueHeadphoneAudioExposureEvent	t	\N	Headphone Notifications	hearing	\N	\N
30	HKCategoryTypeIdentifierHeartburn	heartburn	category	\N	\N	HKCategoryValueSeverity	t	\N	Heartburn	symptoms	\N	\N
31	HKCategoryTypeIdentifierHighHeartRateEvent	highHeartRateEvent	category	\N	\N	HKCategoryValue	t	\N	High Heart Rate Notifications	heart	\N	\N
32	HKCategoryTypeIdentifierHotFlashes	hotFlashes	category	\N	\N	HKCategoryValueSeverity	t	\N	Hot Flashes	symptoms	\N	\N
33	HKCategoryTypeIdentifierHypertensionEvent	hypertensionEvent	category	\N	\N	HKCategoryValue	t	\N	Hypertension Notifications	heart	\N	\N
34	HKCategoryTypeIdentifierInfrequentMenstrualCycles	infrequentMenstrualCycles	category	\N	\N	HKCategoryValue	t	\N	Infrequent Periods	cycleTracking	\N	\N
35	HKCategoryTypeIdentifierIntermenstrualBleeding	intermenstrualBleeding	category	\N	\N	HKCategoryValue	t	\N	Spotting	cycleTracking	\N	\N
36	HKCategoryTypeIdentifierIrregularHeartRhythmEvent	irregularHeartRhythmEvent	category	\N	\N	HKCategoryValue	t	\N	Irregular Rhythm Notifications	heart	\N	\N
37	HKCategoryTypeIdentifierIrregularMenstrualCycles	irregularMenstrualCycles	category	\N	\N	HKCategoryValue	t	\N	Irregular Periods	cycleTracking	\N	\N
38	HKCategoryTypeIdentifierLactation	lactation	category	\N	\N	HKCategoryValue	t	\N	Lactation	cycleTracking	\N	\N
39	HKCategoryTypeIdentifierLossOfSmell	lossOfSmell	category	\N	\N	HKCategoryValueSeverity	t	\N	Loss of Smell	symptoms	\N	\N
40	HKCategoryTypeIdentifierLossOfTaste	lossOfTaste	category	\N	\N	HKCategoryValueSeverity	t	\N	Loss of Taste	symptoms	\N	\N
41	HKCategoryTypeIdentifierLowCardioFitnessEvent	lowCardioFitnessEvent	category	\N	\N	HKCategoryValueLowCardioFitnessEvent	t	\N	Low Cardio Fitness Notifications	heart	\N	\N
42	HKCategoryTypeIdentifierLowHeartRateEvent	lowHeartRateEvent	category	\N	\N	HKCategoryValue	t	\N	Low Heart Rate Notifications	heart	\N	\N
43	HKCategoryTypeIdentifierLowerBackPain	lowerBackPain	category	\N	\N	HKCategoryValueSeverity	t	\N	Lower Back Pain	symptoms	\N	\N
44	HKCategoryTypeIdentifierMemoryLapse	memoryLapse	category	\N	\N	HKCategoryValueSeverity	t	\N	Memory Lapse	symptoms	\N	\N
45	HKCategoryTypeIdentifierMenopausalState	menopausalState	category	\N	\N	HKCategoryValueMenopausalState	t	\N	Menopausal State	cycleTracking	\N	\N
46	HKCategoryTypeIdentifierMenstrualFlow	menstrualFlow	category	\N	\N	HKCategoryValueMenstrualFlow	t	\N	Menstruation	cycleTracking	\N	\N
47	HKCategoryTypeIdentifierMindfulSession	mindfulSession	category	\N	\N	HKCategoryValue	t	\N	Mindful Minutes	mindfulness	\N	\N
48	HKCategoryTypeIdentifierMoodChanges	moodChanges	category	\N	\N	HKCategoryValuePresence	t	\N	Mood Changes	symptoms	\N	\N
49	HKCategoryTypeIdentifierNausea	nausea	category	\N	\N	HKCategoryValueSeverity	t	\N	Nausea	symptoms	\N	\N
50	HKCategoryTypeIdentifierNightSweats	nightSweats	category	\N	\N	HKCategoryValueSeverity	t	\N	Night Sweats	symptoms	\N	\N
150	HKQuantityTypeIdentifierDietaryZinc	dietaryZinc	quantity	cumulative	g	\N	t	mg	Zinc	nutrition	1000	0
51	HKCategoryTypeIdentifierOvulationTestResult	ovulationTestResult	category	\N	\N	HKCategoryValueOvulationTestResult	t	\N	Ovulation Test Result	cycleTracking	\N	\N
52	HKCategoryTypeIdentifierPelvicPain	pelvicPain	category	\N	\N	HKCategoryValueSeverity	t	\N	Pelvic Pain	symptoms	\N	\N
53	HKCategoryTypeIdentifierPersistentIntermenstrualBleeding	persistentIntermenstrualBleeding	category	\N	\N	HKCategoryValue	t	\N	Persistent Spotting	cycleTracking	\N	\N
54	HKCategoryTypeIdentifierPregnancy	pregnancy	category	\N	\N	HKCategoryValue	t	\N	Pregnancy	cycleTracking	\N	\N
55	HKCategoryTypeIdentifierPregnancyTestResult	pregnancyTestResult	category	\N	\N	HKCategoryValuePregnancyTestResult	t	\N	Pregnancy Test Result	cycleTracking	\N	\N
56	HKCategoryTypeIdentifierProgesteroneTestResult	progesteroneTestResult	category	\N	\N	HKCategoryValueProgesteroneTestResult	t	\N	Progesterone Test Result	cycleTracking	\N	\N
57	HKCategoryTypeIdentifierProlongedMenstrualPeriods	prolongedMenstrualPeriods	category	\N	\N	HKCategoryValue	t	\N	Prolonged Periods	cycleTracking	\N	\N
58	HKCategoryTypeIdentifierRapidPoundingOrFlutteringHeartbeat	rapidPoundingOrFlutteringHeartbeat	category	\N	\N	HKCategoryValueSeverity	t	\N	Rapid, Pounding, or Fluttering Heartbeat	symptoms	\N	\N
59	HKCategoryTypeIdentifierRunnyNose	runnyNose	category	\N	\N	HKCategoryValueSeverity	t	\N	Runny Nose	symptoms	\N	\N
60	HKCategoryTypeIdentifierSexualActivity	sexualActivity	category	\N	\N	HKCategoryValue	t	\N	Sexual Activity	cycleTracking	\N	\N
61	HKCategoryTypeIdentifierShortnessOfBreath	shortnessOfBreath	category	\N	\N	HKCategoryValueSeverity	t	\N	Shortness of Breath	symptoms	\N	\N
62	HKCategoryTypeIdentifierSinusCongestion	sinusCongestion	category	\N	\N	HKCategoryValueSeverity	t	\N	Sinus Congestion	symptoms	\N	\N
63	HKCategoryTypeIdentifierSkippedHeartbeat	skippedHeartbeat	category	\N	\N	HKCategoryValueSeverity	t	\N	Skipped Heartbeat	symptoms	\N	\N
64	HKCategoryTypeIdentifierSleepAnalysis	sleepAnalysis	category	\N	\N	HKCategoryValueSleepAnalysis	t	\N	Sleep	sleep	\N	\N
65	HKCategoryTypeIdentifierSleepApneaEvent	sleepApneaEvent	category	\N	\N	HKCategoryValue	t	\N	Sleep Apnea Notifications	respiratory	\N	\N
66	HKCategoryTypeIdentifierSleepChanges	sleepChanges	category	\N	\N	HKCategoryValuePresence	t	\N	Sleep Changes	symptoms	\N	\N
67	HKCategoryTypeIdentifierSoreThroat	soreThroat	category	\N	\N	HKCategoryValueSeverity	t	\N	Sore Throat	symptoms	\N	\N
68	HKCategoryTypeIdentifierToothbrushingEvent	toothbrushingEvent	category	\N	\N	HKCategoryValue	t	\N	Toothbrushing	otherData	\N	\N
69	HKCategoryTypeIdentifierVaginalDryness	vaginalDryness	category	\N	\N	HKCategoryValueSeverity	t	\N	Vaginal Dryness	symptoms	\N	\N
70	HKCategoryTypeIdentifierVomiting	vomiting	category	\N	\N	HKCategoryValueSeverity	t	\N	Vomiting	symptoms	\N	\N
71	HKCategoryTypeIdentifierWheezing	wheezing	category	\N	\N	HKCategoryValueSeverity	t	\N	Wheezing	symptoms	\N	\N
72	HKClinicalTypeIdentifierAllergyRecord	allergyRecord	other	\N	\N	\N	t	\N	Allergies	otherData	\N	\N
73	HKClinicalTypeIdentifierClinicalNoteRecord	clinicalNoteRecord	other	\N	\N	\N	t	\N	Clinical Notes	otherData	\N	\N
74	HKClinicalTypeIdentifierConditionRecord	conditionRecord	other	\N	\N	\N	t	\N	Conditions	otherData	\N	\N
75	HKClinicalTypeIdentifierCoverageRecord	coverageRecord	other	\N	\N	\N	t	\N	Coverage	otherData	\N	\N
76	HKClinicalTypeIdentifierImmunizationRecord	immunizationRecord	other	\N	\N	\N	t	\N	Immunizations	otherData	\N	\N
77	HKClinicalTypeIdentifierLabResultRecord	labResultRecord	other	\N	\N	\N	t	\N	Lab Results	otherData	\N	\N
78	HKClinicalTypeIdentifierMedicationRecord	medicationRecord	other	\N	\N	\N	t	\N	Medications	otherData	\N	\N
79	HKClinicalTypeIdentifierProcedureRecord	procedureRecord	other	\N	\N	\N	t	\N	Procedures	otherData	\N	\N
80	HKClinicalTypeIdentifierVitalSignRecord	vitalSignRecord	other	\N	\N	\N	t	\N	Clinical Vitals	otherData	\N	\N
81	HKCorrelationTypeIdentifierBloodPressure	bloodPressure	correlation	\N	\N	\N	t	\N	Blood Pressure	heart	\N	\N
82	HKCorrelationTypeIdentifierFood	food	correlation	\N	\N	\N	t	\N	Food	nutrition	\N	\N
83	HKDataTypeIdentifierAudiogram	audiogram	other	\N	\N	\N	t	\N	Audiogram	hearing	\N	\N
84	HKDataTypeIdentifierElectrocardiogram	electrocardiogram	other	\N	\N	\N	t	\N	Electrocardiograms (ECG)	heart	\N	\N
85	HKDataTypeIdentifierHeartbeatSeries	heartbeatSeries	other	\N	\N	\N	t	\N	Beat-to-Beat Measurements	heart	\N	\N
86	HKDataTypeStateOfMind	stateOfMind	other	\N	\N	\N	t	\N	State of Mind	mindfulness	\N	\N
87	HKDocumentTypeIdentifierCDA	cda	other	\N	\N	\N	t	\N	Clinical Documents	otherData	\N	\N
88	HKMedicationDoseEventTypeIdentifierMedicationDoseEvent	medicationDoseEvent	other	\N	\N	\N	t	\N	Medication Doses	medications	\N	\N
89	HKQuantityTypeIdentifierActiveEnergyBurned	activeEnergyBurned	quantity	cumulative	kcal	\N	t	kcal	Active Energy	activity	1	0
90	HKQuantityTypeIdentifierAppleExerciseTime	appleExerciseTime	quantity	cumulative	min	\N	t	min	Exercise Minutes	activity	1	0
91	HKQuantityTypeIdentifierAppleMoveTime	appleMoveTime	quantity	cumulative	min	\N	t	min	Move Minutes	activity	1	0
92	HKQuantityTypeIdentifierAppleSleepingBreathingDisturbances	appleSleepingBreathingDisturbances	quantity	discreteArithmetic	count	\N	t	count	Breathing Disturbances	respiratory	1	0
93	HKQuantityTypeIdentifierAppleSleepingWristTemperature	appleSleepingWristTemperature	quantity	discreteArithmetic	degC	\N	t	degC	Wrist Temperature	bodyMeasurements	1	0
94	HKQuantityTypeIdentifierAppleStandTime	appleStandTime	quantity	cumulative	min	\N	t	min	Stand Minutes	activity	1	0
95	HKQuantityTypeIdentifierAppleWalkingSteadiness	appleWalkingSteadiness	quantity	discreteArithmetic	%	\N	t	%	Walking Steadiness	mobility	1	0
96	HKQuantityTypeIdentifierAtrialFibrillationBurden	atrialFibrillationBurden	quantity	discreteTemporallyWeighted	%	\N	t	%	AFib History	heart	1	0
97	HKQuantityTypeIdentifierBasalBodyTemperature	basalBodyTemperature	quantity	discreteArithmetic	degC	\N	t	degC	Basal Body Temperature	cycleTracking	1	0
98	HKQuantityTypeIdentifierBasalEnergyBurned	basalEnergyBurned	quantity	cumulative	kcal	\N	t	kcal	Resting Energy	activity	1	0
99	HKQuantityTypeIdentifierBloodAlcoholContent	bloodAlcoholContent	quantity	discreteArithmetic	%	\N	t	%	Blood Alcohol Content	otherData	1	0
100	HKQuantityTypeIdentifierBloodGlucose	bloodGlucose	quantity	discreteArithmetic	mg/dL	\N	t	mg/dL	Blood Glucose	vitals	1	0
101	HKQuantityTypeIdentifierBloodPressureDiastolic	bloodPressureDiastolic	quantity	discreteArithmetic	mmHg	\N	t	mmHg	Diastolic Blood Pressure	heart	1	0
102	HKQuantityTypeIdentifierBloodPressureSystolic	bloodPressureSystolic	quantity	discreteArithmetic	mmHg	\N	t	mmHg	Systolic Blood Pressure	heart	1	0
103	HKQuantityTypeIdentifierBodyFatPercentage	bodyFatPercentage	quantity	discreteArithmetic	%	\N	t	%	Body Fat Percentage	bodyMeasurements	1	0
104	HKQuantityTypeIdentifierBodyMass	bodyMass	quantity	discreteArithmetic	kg	\N	t	kg	Weight	bodyMeasurements	1	0
105	HKQuantityTypeIdentifierBodyMassIndex	bodyMassIndex	quantity	discreteArithmetic	count	\N	t	count	Body Mass Index	bodyMeasurements	1	0
106	HKQuantityTypeIdentifierBodyTemperature	bodyTemperature	quantity	discreteArithmetic	degC	\N	t	degC	Body Temperature	vitals	1	0
107	HKQuantityTypeIdentifierCrossCountrySkiingSpeed	crossCountrySkiingSpeed	quantity	discreteArithmetic	m/s	\N	t	km/hr	Cross Country Skiing Speed	activity	3.6	0
108	HKQuantityTypeIdentifierCyclingCadence	cyclingCadence	quantity	discreteTemporallyWeighted	count/min	\N	t	count/min	Cycling Cadence	activity	1	0
109	HKQuantityTypeIdentifierCyclingFunctionalThresholdPower	cyclingFunctionalThresholdPower	quantity	discreteArithmetic	W	\N	t	W	Cycling Functional Threshold Power	activity	1	0
110	HKQuantityTypeIdentifierCyclingPower	cyclingPower	quantity	discreteTemporallyWeighted	W	\N	t	W	Cycling Power	activity	1	0
111	HKQuantityTypeIdentifierCyclingSpeed	cyclingSpeed	quantity	discreteTemporallyWeighted	m/s	\N	t	km/hr	Cycling Speed	activity	3.6	0
112	HKQuantityTypeIdentifierDietaryBiotin	dietaryBiotin	quantity	cumulative	g	\N	t	mcg	Biotin	nutrition	1000000	0
113	HKQuantityTypeIdentifierDietaryCaffeine	dietaryCaffeine	quantity	cumulative	g	\N	t	mg	Caffeine	nutrition	1000	0
114	HKQuantityTypeIdentifierDietaryCalcium	dietaryCalcium	quantity	cumulative	g	\N	t	mg	Calcium	nutrition	1000	0
115	HKQuantityTypeIdentifierDietaryCarbohydrates	dietaryCarbohydrates	quantity	cumulative	g	\N	t	g	Carbohydrates	nutrition	1	0
116	HKQuantityTypeIdentifierDietaryChloride	dietaryChloride	quantity	cumulative	g	\N	t	mg	Chloride	nutrition	1000	0
117	HKQuantityTypeIdentifierDietaryCholesterol	dietaryCholesterol	quantity	cumulative	g	\N	t	mg	Dietary Cholesterol	nutrition	1000	0
118	HKQuantityTypeIdentifierDietaryChromium	dietaryChromium	quantity	cumulative	g	\N	t	mcg	Chromium	nutrition	1000000	0
119	HKQuantityTypeIdentifierDietaryCopper	dietaryCopper	quantity	cumulative	g	\N	t	mg	Copper	nutrition	1000	0
120	HKQuantityTypeIdentifierDietaryEnergyConsumed	dietaryEnergyConsumed	quantity	cumulative	kcal	\N	t	kcal	Dietary Energy	nutrition	1	0
121	HKQuantityTypeIdentifierDietaryFatMonounsaturated	dietaryFatMonounsaturated	quantity	cumulative	g	\N	t	g	Monounsaturated Fat	nutrition	1	0
122	HKQuantityTypeIdentifierDietaryFatPolyunsaturated	dietaryFatPolyunsaturated	quantity	cumulative	g	\N	t	g	Polyunsaturated Fat	nutrition	1	0
123	HKQuantityTypeIdentifierDietaryFatSaturated	dietaryFatSaturated	quantity	cumulative	g	\N	t	g	Saturated Fat	nutrition	1	0
124	HKQuantityTypeIdentifierDietaryFatTotal	dietaryFatTotal	quantity	cumulative	g	\N	t	g	Total Fat	nutrition	1	0
125	HKQuantityTypeIdentifierDietaryFiber	dietaryFiber	quantity	cumulative	g	\N	t	g	Fiber	nutrition	1	0
126	HKQuantityTypeIdentifierDietaryFolate	dietaryFolate	quantity	cumulative	g	\N	t	mcg	Folate	nutrition	1000000	0
127	HKQuantityTypeIdentifierDietaryIodine	dietaryIodine	quantity	cumulative	g	\N	t	mcg	Iodine	nutrition	1000000	0
128	HKQuantityTypeIdentifierDietaryIron	dietaryIron	quantity	cumulative	g	\N	t	mg	Iron	nutrition	1000	0
129	HKQuantityTypeIdentifierDietaryMagnesium	dietaryMagnesium	quantity	cumulative	g	\N	t	mg	Magnesium	nutrition	1000	0
130	HKQuantityTypeIdentifierDietaryManganese	dietaryManganese	quantity	cumulative	g	\N	t	mg	Manganese	nutrition	1000	0
131	HKQuantityTypeIdentifierDietaryMolybdenum	dietaryMolybdenum	quantity	cumulative	g	\N	t	mcg	Molybdenum	nutrition	1000000	0
132	HKQuantityTypeIdentifierDietaryNiacin	dietaryNiacin	quantity	cumulative	g	\N	t	mg	Niacin	nutrition	1000	0
133	HKQuantityTypeIdentifierDietaryPantothenicAcid	dietaryPantothenicAcid	quantity	cumulative	g	\N	t	mg	Pantothenic Acid	nutrition	1000	0
134	HKQuantityTypeIdentifierDietaryPhosphorus	dietaryPhosphorus	quantity	cumulative	g	\N	t	mg	Phosphorus	nutrition	1000	0
135	HKQuantityTypeIdentifierDietaryPotassium	dietaryPotassium	quantity	cumulative	g	\N	t	mg	Potassium	nutrition	1000	0
136	HKQuantityTypeIdentifierDietaryProtein	dietaryProtein	quantity	cumulative	g	\N	t	g	Protein	nutrition	1	0
137	HKQuantityTypeIdentifierDietaryRiboflavin	dietaryRiboflavin	quantity	cumulative	g	\N	t	mg	Riboflavin	nutrition	1000	0
138	HKQuantityTypeIdentifierDietarySelenium	dietarySelenium	quantity	cumulative	g	\N	t	mcg	Selenium	nutrition	1000000	0
139	HKQuantityTypeIdentifierDietarySodium	dietarySodium	quantity	cumulative	g	\N	t	mg	Sodium	nutrition	1000	0
140	HKQuantityTypeIdentifierDietarySugar	dietarySugar	quantity	cumulative	g	\N	t	g	Dietary Sugar	nutrition	1	0
141	HKQuantityTypeIdentifierDietaryThiamin	dietaryThiamin	quantity	cumulative	g	\N	t	mg	Thiamin	nutrition	1000	0
142	HKQuantityTypeIdentifierDietaryVitaminA	dietaryVitaminA	quantity	cumulative	g	\N	t	mcg	Vitamin A	nutrition	1000000	0
143	HKQuantityTypeIdentifierDietaryVitaminB12	dietaryVitaminB12	quantity	cumulative	g	\N	t	mcg	Vitamin B12	nutrition	1000000	0
144	HKQuantityTypeIdentifierDietaryVitaminB6	dietaryVitaminB6	quantity	cumulative	g	\N	t	mg	Vitamin B6	nutrition	1000	0
145	HKQuantityTypeIdentifierDietaryVitaminC	dietaryVitaminC	quantity	cumulative	g	\N	t	mg	Vitamin C	nutrition	1000	0
146	HKQuantityTypeIdentifierDietaryVitaminD	dietaryVitaminD	quantity	cumulative	g	\N	t	mcg	Vitamin D	nutrition	1000000	0
147	HKQuantityTypeIdentifierDietaryVitaminE	dietaryVitaminE	quantity	cumulative	g	\N	t	mg	Vitamin E	nutrition	1000	0
148	HKQuantityTypeIdentifierDietaryVitaminK	dietaryVitaminK	quantity	cumulative	g	\N	t	mcg	Vitamin K	nutrition	1000000	0
149	HKQuantityTypeIdentifierDietaryWater	dietaryWater	quantity	cumulative	mL	\N	t	mL	Water	nutrition	1	0
151	HKQuantityTypeIdentifierDistanceCrossCountrySkiing	distanceCrossCountrySkiing	quantity	cumulative	m	\N	t	km	Cross Country Skiing Distance	activity	0.001	0
152	HKQuantityTypeIdentifierDistanceCycling	distanceCycling	quantity	cumulative	m	\N	t	km	Cycling Distance	activity	0.001	0
153	HKQuantityTypeIdentifierDistanceDownhillSnowSports	distanceDownhillSnowSports	quantity	cumulative	m	\N	t	km	Downhill Snow Sports Distance	activity	0.001	0
154	HKQuantityTypeIdentifierDistancePaddleSports	distancePaddleSports	quantity	cumulative	m	\N	t	km	Paddle Sports Distance	activity	0.001	0
155	HKQuantityTypeIdentifierDistanceRowing	distanceRowing	quantity	cumulative	m	\N	t	km	Rowing Distance	activity	0.001	0
156	HKQuantityTypeIdentifierDistanceSkatingSports	distanceSkatingSports	quantity	cumulative	m	\N	t	km	Skating Sports Distance	activity	0.001	0
157	HKQuantityTypeIdentifierDistanceSwimming	distanceSwimming	quantity	cumulative	m	\N	t	m	Swimming Distance	activity	1	0
158	HKQuantityTypeIdentifierDistanceWalkingRunning	distanceWalkingRunning	quantity	cumulative	m	\N	t	km	Walking + Running Distance	activity	0.001	0
159	HKQuantityTypeIdentifierDistanceWheelchair	distanceWheelchair	quantity	cumulative	m	\N	t	km	Wheelchair Distance	activity	0.001	0
160	HKQuantityTypeIdentifierElectrodermalActivity	electrodermalActivity	quantity	discreteArithmetic	S	\N	t	mcS	Electrodermal Activity	bodyMeasurements	1000000	0
161	HKQuantityTypeIdentifierEnvironmentalAudioExposure	environmentalAudioExposure	quantity	discreteEquivalentContinuousLevel	dBASPL	\N	t	dBASPL	Environmental Sound Levels	hearing	1	0
162	HKQuantityTypeIdentifierEnvironmentalSoundReduction	environmentalSoundReduction	quantity	discreteEquivalentContinuousLevel	dBASPL	\N	t	dBASPL	Environmental Sound Reduction	hearing	1	0
163	HKQuantityTypeIdentifierEstimatedWorkoutEffortScore	estimatedWorkoutEffortScore	quantity	discreteArithmetic	appleEffortScore	\N	t	appleEffortScore	Estimated Workout Effort	activity	1	0
164	HKQuantityTypeIdentifierFlightsClimbed	flightsClimbed	quantity	cumulative	count	\N	t	count	Flights Climbed	activity	1	0
165	HKQuantityTypeIdentifierForcedExpiratoryVolume1	forcedExpiratoryVolume1	quantity	discreteArithmetic	L	\N	t	L	Forced Expiratory Volume (1 sec)	respiratory	1	0
166	HKQuantityTypeIdentifierForcedVitalCapacity	forcedVitalCapacity	quantity	discreteArithmetic	L	\N	t	L	Forced Vital Capacity	respiratory	1	0
167	HKQuantityTypeIdentifierHeadphoneAudioExposure	headphoneAudioExposure	quantity	discreteEquivalentContinuousLevel	dBASPL	\N	t	dBASPL	Headphone Audio Levels	hearing	1	0
168	HKQuantityTypeIdentifierHeartRate	heartRate	quantity	discreteTemporallyWeighted	count/s	\N	t	count/min	Heart Rate	heart	60	0
169	HKQuantityTypeIdentifierHeartRateRecoveryOneMinute	heartRateRecoveryOneMinute	quantity	discreteArithmetic	count/min	\N	t	count/min	Cardio Recovery	heart	1	0
170	HKQuantityTypeIdentifierHeartRateVariabilityRMSSD	heartRateVariabilityRMSSD	quantity	discreteArithmetic	ms	\N	t	ms	Heart Rate Variability (RMSSD)	heart	1	0
171	HKQuantityTypeIdentifierHeartRateVariabilitySDNN	heartRateVariabilitySDNN	quantity	discreteArithmetic	ms	\N	t	ms	Heart Rate Variability	heart	1	0
172	HKQuantityTypeIdentifierHeight	height	quantity	discreteArithmetic	m	\N	t	cm	Height	bodyMeasurements	100	0
173	HKQuantityTypeIdentifierInhalerUsage	inhalerUsage	quantity	cumulative	count	\N	t	count	Inhaler Usage	respiratory	1	0
174	HKQuantityTypeIdentifierInsulinDelivery	insulinDelivery	quantity	cumulative	IU	\N	t	IU	Insulin Delivery	otherData	1	0
175	HKQuantityTypeIdentifierLeanBodyMass	leanBodyMass	quantity	discreteArithmetic	kg	\N	t	kg	Lean Body Mass	bodyMeasurements	1	0
176	HKQuantityTypeIdentifierNikeFuel	nikeFuel	quantity	cumulative	count	\N	t	count	NikeFuel	activity	1	0
177	HKQuantityTypeIdentifierNumberOfAlcoholicBeverages	numberOfAlcoholicBeverages	quantity	cumulative	count	\N	t	count	Alcohol Consumption	otherData	1	0
178	HKQuantityTypeIdentifierNumberOfTimesFallen	numberOfTimesFallen	quantity	cumulative	count	\N	t	count	Number of Times Fallen	otherData	1	0
179	HKQuantityTypeIdentifierOxygenSaturation	oxygenSaturation	quantity	discreteArithmetic	%	\N	t	%	Blood Oxygen	respiratory	1	0
180	HKQuantityTypeIdentifierPaddleSportsSpeed	paddleSportsSpeed	quantity	discreteArithmetic	m/s	\N	t	km/hr	Paddle Sports Speed	activity	3.6	0
181	HKQuantityTypeIdentifierPeakExpiratoryFlowRate	peakExpiratoryFlowRate	quantity	discreteArithmetic	L/min	\N	t	L/min	Peak Expiratory Flow Rate	respiratory	1	0
182	HKQuantityTypeIdentifierPeripheralPerfusionIndex	peripheralPerfusionIndex	quantity	discreteArithmetic	%	\N	t	%	Peripheral Perfusion Index	heart	1	0
183	HKQuantityTypeIdentifierPhysicalEffort	physicalEffort	quantity	discreteArithmetic	kcal/hr·kg	\N	t	kcal/hr·kg	Physical Effort	activity	1	0
184	HKQuantityTypeIdentifierPushCount	pushCount	quantity	cumulative	count	\N	t	count	Pushes	activity	1	0
185	HKQuantityTypeIdentifierRespiratoryRate	respiratoryRate	quantity	discreteArithmetic	count/s	\N	t	count/min	Respiratory Rate	respiratory	60	0
186	HKQuantityTypeIdentifierRestingHeartRate	restingHeartRate	quantity	discreteTemporallyWeighted	count/min	\N	t	count/min	Resting Heart Rate	heart	1	0
187	HKQuantityTypeIdentifierRowingSpeed	rowingSpeed	quantity	discreteArithmetic	m/s	\N	t	km/hr	Rowing Speed	activity	3.6	0
188	HKQuantityTypeIdentifierRunningGroundContactTime	runningGroundContactTime	quantity	discreteArithmetic	ms	\N	t	ms	Ground Contact Time	mobility	1	0
189	HKQuantityTypeIdentifierRunningPower	runningPower	quantity	discreteArithmetic	W	\N	t	W	Running Power	activity	1	0
190	HKQuantityTypeIdentifierRunningSpeed	runningSpeed	quantity	discreteArithmetic	m/s	\N	t	km/hr	Running Speed	activity	3.6	0
191	HKQuantityTypeIdentifierRunningStrideLength	runningStrideLength	quantity	discreteArithmetic	m	\N	t	m	Running Stride Length	mobility	1	0
192	HKQuantityTypeIdentifierRunningVerticalOscillation	runningVerticalOscillation	quantity	discreteArithmetic	cm	\N	t	cm	Vertical Oscillation	mobility	1	0
193	HKQuantityTypeIdentifierSixMinuteWalkTestDistance	sixMinuteWalkTestDistance	quantity	discreteArithmetic	m	\N	t	m	Six-Minute Walk	mobility	1	0
194	HKQuantityTypeIdentifierStairAscentSpeed	stairAscentSpeed	quantity	discreteArithmetic	m/s	\N	t	m/s	Stair Speed: Up	mobility	1	0
195	HKQuantityTypeIdentifierStairDescentSpeed	stairDescentSpeed	quantity	discreteArithmetic	m/s	\N	t	m/s	Stair Speed: Down	mobility	1	0
196	HKQuantityTypeIdentifierStepCount	stepCount	quantity	cumulative	count	\N	t	count	Steps	activity	1	0
197	HKQuantityTypeIdentifierSwimmingStrokeCount	swimmingStrokeCount	quantity	cumulative	count	\N	t	count	Swimming Strokes	activity	1	0
198	HKQuantityTypeIdentifierTimeInDaylight	timeInDaylight	quantity	cumulative	min	\N	t	min	Time in Daylight	otherData	1	0
199	HKQuantityTypeIdentifierUVExposure	uvExposure	quantity	discreteArithmetic	count	\N	t	count	UV Index	otherData	1	0
200	HKQuantityTypeIdentifierUnderwaterDepth	underwaterDepth	quantity	discreteArithmetic	m	\N	t	m	Underwater Depth	activity	1	0
201	HKQuantityTypeIdentifierVO2Max	vo2Max	quantity	discreteArithmetic	mL/min·kg	\N	t	mL/min·kg	Cardio Fitness	heart	1	0
202	HKQuantityTypeIdentifierWaistCircumference	waistCircumference	quantity	discreteArithmetic	m	\N	t	cm	Waist Circumference	bodyMeasurements	100	0
203	HKQuantityTypeIdentifierWalkingAsymmetryPercentage	walkingAsymmetryPercentage	quantity	discreteArithmetic	%	\N	t	%	Walking Asymmetry	mobility	1	0
204	HKQuantityTypeIdentifierWalkingDoubleSupportPercentage	walkingDoubleSupportPercentage	quantity	discreteArithmetic	%	\N	t	%	Double Support Time	mobility	1	0
205	HKQuantityTypeIdentifierWalkingHeartRateAverage	walkingHeartRateAverage	quantity	discreteTemporallyWeighted	count/min	\N	t	count/min	Walking Heart Rate Average	heart	1	0
206	HKQuantityTypeIdentifierWalkingSpeed	walkingSpeed	quantity	discreteArithmetic	m/s	\N	t	km/hr	Walking Speed	mobility	3.6	0
207	HKQuantityTypeIdentifierWalkingStepLength	walkingStepLength	quantity	discreteArithmetic	m	\N	t	cm	Walking Step Length	mobility	100	0
208	HKQuantityTypeIdentifierWaterTemperature	waterTemperature	quantity	discreteArithmetic	degC	\N	t	degC	Water Temperature	otherData	1	0
209	HKQuantityTypeIdentifierWorkoutEffortScore	workoutEffortScore	quantity	discreteArithmetic	appleEffortScore	\N	t	appleEffortScore	Workout Effort	activity	1	0
210	HKScoredAssessmentTypeIdentifierGAD7	gad7	other	\N	\N	\N	t	\N	Anxiety Risk (GAD-7)	mindfulness	\N	\N
211	HKScoredAssessmentTypeIdentifierPHQ9	phq9	other	\N	\N	\N	t	\N	Depression Risk (PHQ-9)	mindfulness	\N	\N
212	HKVisionPrescriptionTypeIdentifier	visionPrescription	other	\N	\N	\N	t	\N	Vision Prescriptions	otherData	\N	\N
213	HKWorkoutRouteTypeIdentifier	workoutRoute	other	\N	\N	\N	t	\N	Workout Routes	activity	\N	\N
214	HKWorkoutTypeIdentifier	workout	workout	\N	\N	\N	t	\N	Workouts	activity	\N	\N
215	org.example.mood.1	org.example.mood.1	quantity	\N	\N	\N	f	\N	\N	\N	\N	\N
216	org.example.mood.2	org.example.mood.2	quantity	\N	\N	\N	f	\N	\N	\N	\N	\N
217	hae:sleep_analysis	hae:sleep_analysis	other	\N	\N	\N	f	\N	\N	\N	\N	\N
\.


--
-- Data for Name: series_quantity; Type: TABLE DATA; Schema: health; Owner: -
--

COPY health.series_quantity (person_id, sample_type_id, uuid, start_time, end_time, quantity, source_revision_id, ordinal, sent_quantity) FROM stdin;
1	168	ceac9aac-1e49-5bce-b346-29905206966e	2024-05-11 11:00:00+00	2024-05-11 11:00:00+00	1	5	0	60
1	168	ceac9aac-1e49-5bce-b346-29905206966e	2024-05-11 11:01:00+00	2024-05-11 11:01:00+00	1.0666666666666667	5	1	64
2	168	29b21071-f40d-5f9d-ae8a-bb5869a81e49	2024-05-11 11:00:00+00	2024-05-11 11:00:00+00	1	1	0	60
2	168	29b21071-f40d-5f9d-ae8a-bb5869a81e49	2024-05-11 11:01:00+00	2024-05-11 11:01:00+00	1.0666666666666667	1	1	64
\.


--
-- Data for Name: slot_mark; Type: TABLE DATA; Schema: health; Owner: -
--

COPY health.slot_mark (person_id, sample_type_id, mark_id, from_time, to_time, marked_at) FROM stdin;
2	104	166	2024-05-11 07:00:00+00	2024-05-11 07:00:00.000001+00	2026-11-22 20:52:50.493466+00
2	168	167	2024-05-11 11:00:00+00	2024-05-11 11:02:00.000001+00	2026-11-22 20:52:50.493466+00
2	89	168	2021-12-23 16:04:00+00	2021-12-23 16:06:00+00	2026-11-22 20:52:50.554003+00
\.


--
-- Data for Name: slot_type; Type: TABLE DATA; Schema: health; Owner: -
--

COPY health.slot_type (person_id, sample_type_id, aggregation_style, format, built_at) FROM stdin;
\.


--
-- Data for Name: source; Type: TABLE DATA; Schema: health; Owner: -
--

COPY health.source (person_id, source_id, name, bundle_identifier, was_user_entered, source_class, created_at) FROM stdin;
1	1	Alex’s iPhone	\N	f	phone	2026-11-22 20:47:45.433562+00
1	2	Alex’s Apple Watch	\N	f	watch	2026-11-22 20:47:45.433562+00
1	3	Health	\N	t	other	2026-11-22 20:47:45.433562+00
1	4	Cuff & Scale	\N	f	other	2026-11-22 20:47:45.433562+00
1	5	Watch	com.apple.health.w	f	other	2026-11-22 20:48:13.699932+00
1	6	By hand	\N	t	other	2026-11-22 20:48:13.699932+00
1	7	By hand	\N	f	other	2026-11-22 20:48:13.699932+00
2	1	Watch	com.apple.health.w	f	other	2026-11-22 20:48:16.925475+00
2	2	By hand	\N	t	other	2026-11-22 20:48:16.925475+00
2	3	By hand	\N	f	other	2026-11-22 20:48:16.925475+00
1	8	Scale	\N	f	other	2026-11-22 20:52:49.060929+00
1	9	Health Auto Export	health-auto-export:Hourly:minute	f	aggregate	2026-11-22 20:52:49.219514+00
1	10	Health Auto Export: Irvin’s Apple Watch	health-auto-export:Hourly:nights	f	aggregate	2026-11-22 20:52:49.219514+00
1	11	Health Auto Export	health-auto-export:objects	f	aggregate	2026-11-22 20:52:49.219514+00
2	4	Scale	\N	f	other	2026-11-22 20:52:50.493466+00
2	5	Health Auto Export	health-auto-export:Hourly:minute	f	aggregate	2026-11-22 20:52:50.554003+00
2	6	Health Auto Export: Irvin’s Apple Watch	health-auto-export:Hourly:nights	f	aggregate	2026-11-22 20:52:50.554003+00
2	7	Health Auto Export	health-auto-export:objects	f	aggregate	2026-11-22 20:52:50.554003+00
\.


--
-- Data for Name: source_priority; Type: TABLE DATA; Schema: health; Owner: -
--

COPY health.source_priority (person_id, sample_type_id, source_id, rank) FROM stdin;
1	168	5	0
2	168	1	0
\.


--
-- Data for Name: source_revision; Type: TABLE DATA; Schema: health; Owner: -
--

COPY health.source_revision (person_id, source_revision_id, source_id, version, product_type, operating_system_version) FROM stdin;
1	1	1	18.1	\N	\N
1	2	2	11.1	\N	\N
1	3	3	18.1	\N	\N
1	4	4	2.4.1	\N	\N
1	5	5	10	\N	\N
1	6	6	\N	\N	\N
1	7	7	\N	\N	\N
2	1	1	10	\N	\N
2	2	2	\N	\N	\N
2	3	3	\N	\N	\N
1	8	8	\N	\N	\N
1	9	9	\N	\N	\N
1	10	10	\N	\N	\N
1	11	11	\N	\N	\N
2	4	4	\N	\N	\N
2	5	5	\N	\N	\N
2	6	6	\N	\N	\N
2	7	7	\N	\N	\N
\.


--
-- Data for Name: time_zone_report; Type: TABLE DATA; Schema: health; Owner: -
--

COPY health.time_zone_report (person_id, origin, start_time, end_time, time_zone) FROM stdin;
1	client	2026-11-22 20:52:47.760099+00	\N	Europe/Berlin
2	client	2026-11-22 20:52:49.391462+00	\N	Europe/Berlin
\.


--
-- Data for Name: token; Type: TABLE DATA; Schema: health; Owner: -
--

COPY health.token (person_id, token_id, secret_sha256, name, created_at, revoked_at, last_used_at) FROM stdin;
1	fe9df365-d8de-407c-8210-3c3580a68d74	\\xa8d9c3448a4e6be3a5b5539e2f43b97fd901f580838b42a674114aa9e1c440aa	lost	2026-11-22 20:47:48.754901+00	2026-11-22 20:48:10.112916+00	\N
1	c6b76abf-8fc2-4da3-8a22-5574930866e7	\\x85e3e9f4b1f1c636992787bdc9b4d1415aae0f76279ccfe5d179b9179644a297	phone	2026-11-22 20:47:47.499094+00	\N	2026-11-22 20:52:47.542713+00
2	f09e8348-3ce2-40f2-8af5-c22b73d83308	\\xafc407d7ad8341e8d718c15495476b1ed4f211aacbfea5f5e866527e5e9380ad	app	2026-11-22 20:47:49.595507+00	\N	2026-11-22 20:52:49.357437+00
\.


--
-- Data for Name: type_group; Type: TABLE DATA; Schema: health; Owner: -
--

COPY health.type_group (name, display_name, color) FROM stdin;
activity	Activity	#FF6B22
bodyMeasurements	Body Measurements	#AF52DE
cycleTracking	Cycle Tracking	#FF2D92
hearing	Hearing	#0A84FF
heart	Heart	#E0245E
medications	Medications	#00A3A1
mindfulness	Mental Wellbeing	#30B0C7
mobility	Mobility	#C98A00
nutrition	Nutrition	#34A853
respiratory	Respiratory	#3F9BD8
sleep	Sleep	#5E5CE6
symptoms	Symptoms	#7D6BB0
vitals	Vitals	#D9362B
otherData	Other Data	#8E8E93
\.


--
-- Data for Name: type_unit; Type: TABLE DATA; Schema: health; Owner: -
--

COPY health.type_unit (identifier, unit_string, factor, shift, is_preferred, is_canonical) FROM stdin;
HKQuantityTypeIdentifierActiveEnergyBurned	kcal	1	0	t	t
HKQuantityTypeIdentifierActiveEnergyBurned	kJ	4.184	0	f	f
HKQuantityTypeIdentifierActiveEnergyBurned	Cal	1	0	f	f
HKQuantityTypeIdentifierAppleExerciseTime	min	1	0	t	t
HKQuantityTypeIdentifierAppleExerciseTime	hr	0.016666666666666666	0	f	f
HKQuantityTypeIdentifierAppleExerciseTime	s	60	0	f	f
HKQuantityTypeIdentifierAppleMoveTime	min	1	0	t	t
HKQuantityTypeIdentifierAppleMoveTime	hr	0.016666666666666666	0	f	f
HKQuantityTypeIdentifierAppleMoveTime	s	60	0	f	f
HKQuantityTypeIdentifierAppleSleepingBreathingDisturbances	count	1	0	t	t
HKQuantityTypeIdentifierAppleSleepingWristTemperature	degC	1	0	t	t
HKQuantityTypeIdentifierAppleSleepingWristTemperature	degF	1.8	32	f	f
HKQuantityTypeIdentifierAppleSleepingWristTemperature	K	1	273.15	f	f
HKQuantityTypeIdentifierAppleStandTime	min	1	0	t	t
HKQuantityTypeIdentifierAppleStandTime	hr	0.016666666666666666	0	f	f
HKQuantityTypeIdentifierAppleStandTime	s	60	0	f	f
HKQuantityTypeIdentifierAppleWalkingSteadiness	%	1	0	t	t
HKQuantityTypeIdentifierAtrialFibrillationBurden	%	1	0	t	t
HKQuantityTypeIdentifierBasalBodyTemperature	degC	1	0	t	t
HKQuantityTypeIdentifierBasalBodyTemperature	degF	1.8	32	f	f
HKQuantityTypeIdentifierBasalBodyTemperature	K	1	273.15	f	f
HKQuantityTypeIdentifierBasalEnergyBurned	kcal	1	0	t	t
HKQuantityTypeIdentifierBasalEnergyBurned	kJ	4.184	0	f	f
HKQuantityTypeIdentifierBasalEnergyBurned	Cal	1	0	f	f
HKQuantityTypeIdentifierBloodAlcoholContent	%	1	0	t	t
HKQuantityTypeIdentifierBloodGlucose	mg/dL	1	0	t	t
HKQuantityTypeIdentifierBloodGlucose	mmol<180.1558800000541>/L	0.055507486072600004	0	f	f
HKQuantityTypeIdentifierBloodPressureDiastolic	mmHg	1	0	t	t
HKQuantityTypeIdentifierBloodPressureDiastolic	kPa	0.133322387415	0	f	f
HKQuantityTypeIdentifierBloodPressureSystolic	mmHg	1	0	t	t
HKQuantityTypeIdentifierBloodPressureSystolic	kPa	0.133322387415	0	f	f
HKQuantityTypeIdentifierBodyFatPercentage	%	1	0	t	t
HKQuantityTypeIdentifierBodyMass	kg	1	0	t	t
HKQuantityTypeIdentifierBodyMass	lb	2.2046226218487757	0	f	f
HKQuantityTypeIdentifierBodyMass	st	0.15747304441776971	0	f	f
HKQuantityTypeIdentifierBodyMass	g	1000	0	f	f
HKQuantityTypeIdentifierBodyMass	oz	35.27396194958041	0	f	f
HKQuantityTypeIdentifierBodyMassIndex	count	1	0	t	t
HKQuantityTypeIdentifierBodyTemperature	degC	1	0	t	t
HKQuantityTypeIdentifierBodyTemperature	degF	1.8	32	f	f
HKQuantityTypeIdentifierBodyTemperature	K	1	273.15	f	f
HKQuantityTypeIdentifierCrossCountrySkiingSpeed	km/hr	3.6	0	t	f
HKQuantityTypeIdentifierCrossCountrySkiingSpeed	m/s	1	0	f	t
HKQuantityTypeIdentifierCrossCountrySkiingSpeed	mi/hr	2.2369362920544025	0	f	f
HKQuantityTypeIdentifierCrossCountrySkiingSpeed	ft/s	3.2808398950131235	0	f	f
HKQuantityTypeIdentifierCrossCountrySkiingSpeed	m/min	60	0	f	f
HKQuantityTypeIdentifierCyclingCadence	count/min	1	0	t	t
HKQuantityTypeIdentifierCyclingCadence	count/s	0.016666666666666666	0	f	f
HKQuantityTypeIdentifierCyclingFunctionalThresholdPower	W	1	0	t	t
HKQuantityTypeIdentifierCyclingFunctionalThresholdPower	kW	0.001	0	f	f
HKQuantityTypeIdentifierCyclingPower	W	1	0	t	t
HKQuantityTypeIdentifierCyclingPower	kW	0.001	0	f	f
HKQuantityTypeIdentifierCyclingSpeed	km/hr	3.6	0	t	f
HKQuantityTypeIdentifierCyclingSpeed	m/s	1	0	f	t
HKQuantityTypeIdentifierCyclingSpeed	mi/hr	2.2369362920544025	0	f	f
HKQuantityTypeIdentifierCyclingSpeed	ft/s	3.2808398950131235	0	f	f
HKQuantityTypeIdentifierCyclingSpeed	m/min	60	0	f	f
HKQuantityTypeIdentifierDietaryBiotin	mcg	1000000	0	t	f
HKQuantityTypeIdentifierDietaryBiotin	g	1	0	f	t
HKQuantityTypeIdentifierDietaryBiotin	mg	1000	0	f	f
HKQuantityTypeIdentifierDietaryCaffeine	mg	1000	0	t	f
HKQuantityTypeIdentifierDietaryCaffeine	g	1	0	f	t
HKQuantityTypeIdentifierDietaryCaffeine	mcg	1000000	0	f	f
HKQuantityTypeIdentifierDietaryCalcium	mg	1000	0	t	f
HKQuantityTypeIdentifierDietaryCalcium	g	1	0	f	t
HKQuantityTypeIdentifierDietaryCalcium	mcg	1000000	0	f	f
HKQuantityTypeIdentifierDietaryCarbohydrates	g	1	0	t	t
HKQuantityTypeIdentifierDietaryCarbohydrates	mg	1000	0	f	f
HKQuantityTypeIdentifierDietaryCarbohydrates	oz	0.035273961949580414	0	f	f
HKQuantityTypeIdentifierDietaryChloride	mg	1000	0	t	f
HKQuantityTypeIdentifierDietaryChloride	g	1	0	f	t
HKQuantityTypeIdentifierDietaryChloride	mcg	1000000	0	f	f
HKQuantityTypeIdentifierDietaryCholesterol	mg	1000	0	t	f
HKQuantityTypeIdentifierDietaryCholesterol	g	1	0	f	t
HKQuantityTypeIdentifierDietaryCholesterol	mcg	1000000	0	f	f
HKQuantityTypeIdentifierDietaryChromium	mcg	1000000	0	t	f
HKQuantityTypeIdentifierDietaryChromium	g	1	0	f	t
HKQuantityTypeIdentifierDietaryChromium	mg	1000	0	f	f
HKQuantityTypeIdentifierDietaryCopper	mg	1000	0	t	f
HKQuantityTypeIdentifierDietaryCopper	g	1	0	f	t
HKQuantityTypeIdentifierDietaryCopper	mcg	1000000	0	f	f
HKQuantityTypeIdentifierDietaryEnergyConsumed	kcal	1	0	t	t
HKQuantityTypeIdentifierDietaryEnergyConsumed	kJ	4.184	0	f	f
HKQuantityTypeIdentifierDietaryEnergyConsumed	Cal	1	0	f	f
HKQuantityTypeIdentifierDietaryFatMonounsaturated	g	1	0	t	t
HKQuantityTypeIdentifierDietaryFatMonounsaturated	mg	1000	0	f	f
HKQuantityTypeIdentifierDietaryFatMonounsaturated	oz	0.035273961949580414	0	f	f
HKQuantityTypeIdentifierDietaryFatPolyunsaturated	g	1	0	t	t
HKQuantityTypeIdentifierDietaryFatPolyunsaturated	mg	1000	0	f	f
HKQuantityTypeIdentifierDietaryFatPolyunsaturated	oz	0.035273961949580414	0	f	f
HKQuantityTypeIdentifierDietaryFatSaturated	g	1	0	t	t
HKQuantityTypeIdentifierDietaryFatSaturated	mg	1000	0	f	f
HKQuantityTypeIdentifierDietaryFatSaturated	oz	0.035273961949580414	0	f	f
HKQuantityTypeIdentifierDietaryFatTotal	g	1	0	t	t
HKQuantityTypeIdentifierDietaryFatTotal	mg	1000	0	f	f
HKQuantityTypeIdentifierDietaryFatTotal	oz	0.035273961949580414	0	f	f
HKQuantityTypeIdentifierDietaryFiber	g	1	0	t	t
HKQuantityTypeIdentifierDietaryFiber	mg	1000	0	f	f
HKQuantityTypeIdentifierDietaryFiber	oz	0.035273961949580414	0	f	f
HKQuantityTypeIdentifierDietaryFolate	mcg	1000000	0	t	f
HKQuantityTypeIdentifierDietaryFolate	g	1	0	f	t
HKQuantityTypeIdentifierDietaryFolate	mg	1000	0	f	f
HKQuantityTypeIdentifierDietaryIodine	mcg	1000000	0	t	f
HKQuantityTypeIdentifierDietaryIodine	g	1	0	f	t
HKQuantityTypeIdentifierDietaryIodine	mg	1000	0	f	f
HKQuantityTypeIdentifierDietaryIron	mg	1000	0	t	f
HKQuantityTypeIdentifierDietaryIron	g	1	0	f	t
HKQuantityTypeIdentifierDietaryIron	mcg	1000000	0	f	f
HKQuantityTypeIdentifierDietaryMagnesium	mg	1000	0	t	f
HKQuantityTypeIdentifierDietaryMagnesium	g	1	0	f	t
HKQuantityTypeIdentifierDietaryMagnesium	mcg	1000000	0	f	f
HKQuantityTypeIdentifierDietaryManganese	mg	1000	0	t	f
HKQuantityTypeIdentifierDietaryManganese	g	1	0	f	t
HKQuantityTypeIdentifierDietaryManganese	mcg	1000000	0	f	f
HKQuantityTypeIdentifierDietaryMolybdenum	mcg	1000000	0	t	f
HKQuantityTypeIdentifierDietaryMolybdenum	g	1	0	f	t
HKQuantityTypeIdentifierDietaryMolybdenum	mg	1000	0	f	f
HKQuantityTypeIdentifierDietaryNiacin	mg	1000	0	t	f
HKQuantityTypeIdentifierDietaryNiacin	g	1	0	f	t
HKQuantityTypeIdentifierDietaryNiacin	mcg	1000000	0	f	f
HKQuantityTypeIdentifierDietaryPantothenicAcid	mg	1000	0	t	f
HKQuantityTypeIdentifierDietaryPantothenicAcid	g	1	0	f	t
HKQuantityTypeIdentifierDietaryPantothenicAcid	mcg	1000000	0	f	f
HKQuantityTypeIdentifierDietaryPhosphorus	mg	1000	0	t	f
HKQuantityTypeIdentifierDietaryPhosphorus	g	1	0	f	t
HKQuantityTypeIdentifierDietaryPhosphorus	mcg	1000000	0	f	f
HKQuantityTypeIdentifierDietaryPotassium	mg	1000	0	t	f
HKQuantityTypeIdentifierDietaryPotassium	g	1	0	f	t
HKQuantityTypeIdentifierDietaryPotassium	mcg	1000000	0	f	f
HKQuantityTypeIdentifierDietaryProtein	g	1	0	t	t
HKQuantityTypeIdentifierDietaryProtein	mg	1000	0	f	f
HKQuantityTypeIdentifierDietaryProtein	oz	0.035273961949580414	0	f	f
HKQuantityTypeIdentifierDietaryRiboflavin	mg	1000	0	t	f
HKQuantityTypeIdentifierDietaryRiboflavin	g	1	0	f	t
HKQuantityTypeIdentifierDietaryRiboflavin	mcg	1000000	0	f	f
HKQuantityTypeIdentifierDietarySelenium	mcg	1000000	0	t	f
HKQuantityTypeIdentifierDietarySelenium	g	1	0	f	t
HKQuantityTypeIdentifierDietarySelenium	mg	1000	0	f	f
HKQuantityTypeIdentifierDietarySodium	mg	1000	0	t	f
HKQuantityTypeIdentifierDietarySodium	g	1	0	f	t
HKQuantityTypeIdentifierDietarySodium	mcg	1000000	0	f	f
HKQuantityTypeIdentifierDietarySugar	g	1	0	t	t
HKQuantityTypeIdentifierDietarySugar	mg	1000	0	f	f
HKQuantityTypeIdentifierDietarySugar	oz	0.035273961949580414	0	f	f
HKQuantityTypeIdentifierDietaryThiamin	mg	1000	0	t	f
HKQuantityTypeIdentifierDietaryThiamin	g	1	0	f	t
HKQuantityTypeIdentifierDietaryThiamin	mcg	1000000	0	f	f
HKQuantityTypeIdentifierDietaryVitaminA	mcg	1000000	0	t	f
HKQuantityTypeIdentifierDietaryVitaminA	g	1	0	f	t
HKQuantityTypeIdentifierDietaryVitaminA	mg	1000	0	f	f
HKQuantityTypeIdentifierDietaryVitaminB12	mcg	1000000	0	t	f
HKQuantityTypeIdentifierDietaryVitaminB12	g	1	0	f	t
HKQuantityTypeIdentifierDietaryVitaminB12	mg	1000	0	f	f
HKQuantityTypeIdentifierDietaryVitaminB6	mg	1000	0	t	f
HKQuantityTypeIdentifierDietaryVitaminB6	g	1	0	f	t
HKQuantityTypeIdentifierDietaryVitaminB6	mcg	1000000	0	f	f
HKQuantityTypeIdentifierDietaryVitaminC	mg	1000	0	t	f
HKQuantityTypeIdentifierDietaryVitaminC	g	1	0	f	t
HKQuantityTypeIdentifierDietaryVitaminC	mcg	1000000	0	f	f
HKQuantityTypeIdentifierDietaryVitaminD	mcg	1000000	0	t	f
HKQuantityTypeIdentifierDietaryVitaminD	g	1	0	f	t
HKQuantityTypeIdentifierDietaryVitaminD	mg	1000	0	f	f
HKQuantityTypeIdentifierDietaryVitaminE	mg	1000	0	t	f
HKQuantityTypeIdentifierDietaryVitaminE	g	1	0	f	t
HKQuantityTypeIdentifierDietaryVitaminE	mcg	1000000	0	f	f
HKQuantityTypeIdentifierDietaryVitaminK	mcg	1000000	0	t	f
HKQuantityTypeIdentifierDietaryVitaminK	g	1	0	f	t
HKQuantityTypeIdentifierDietaryVitaminK	mg	1000	0	f	f
HKQuantityTypeIdentifierDietaryWater	mL	1	0	t	t
HKQuantityTypeIdentifierDietaryWater	L	0.001	0	f	f
HKQuantityTypeIdentifierDietaryWater	dL	0.01	0	f	f
HKQuantityTypeIdentifierDietaryWater	fl_oz_us	0.033814022701843	0	f	f
HKQuantityTypeIdentifierDietaryWater	fl_oz_imp	0.035195079727854045	0	f	f
HKQuantityTypeIdentifierDietaryWater	cup_us	0.004226752837730375	0	f	f
HKQuantityTypeIdentifierDietaryWater	cup_imp	0.0035195079727854046	0	f	f
HKQuantityTypeIdentifierDietaryWater	pt_us	0.0021133764188651875	0	f	f
HKQuantityTypeIdentifierDietaryWater	pt_imp	0.0017597539863927023	0	f	f
HKQuantityTypeIdentifierDietaryZinc	mg	1000	0	t	f
HKQuantityTypeIdentifierDietaryZinc	g	1	0	f	t
HKQuantityTypeIdentifierDietaryZinc	mcg	1000000	0	f	f
HKQuantityTypeIdentifierDistanceCrossCountrySkiing	km	0.001	0	t	f
HKQuantityTypeIdentifierDistanceCrossCountrySkiing	m	1	0	f	t
HKQuantityTypeIdentifierDistanceCrossCountrySkiing	mi	0.0006213711922373339	0	f	f
HKQuantityTypeIdentifierDistanceCrossCountrySkiing	yd	1.0936132983377078	0	f	f
HKQuantityTypeIdentifierDistanceCrossCountrySkiing	ft	3.2808398950131235	0	f	f
HKQuantityTypeIdentifierDistanceCycling	km	0.001	0	t	f
HKQuantityTypeIdentifierDistanceCycling	m	1	0	f	t
HKQuantityTypeIdentifierDistanceCycling	mi	0.0006213711922373339	0	f	f
HKQuantityTypeIdentifierDistanceCycling	yd	1.0936132983377078	0	f	f
HKQuantityTypeIdentifierDistanceCycling	ft	3.2808398950131235	0	f	f
HKQuantityTypeIdentifierDistanceDownhillSnowSports	km	0.001	0	t	f
HKQuantityTypeIdentifierDistanceDownhillSnowSports	m	1	0	f	t
HKQuantityTypeIdentifierDistanceDownhillSnowSports	mi	0.0006213711922373339	0	f	f
HKQuantityTypeIdentifierDistanceDownhillSnowSports	yd	1.0936132983377078	0	f	f
HKQuantityTypeIdentifierDistanceDownhillSnowSports	ft	3.2808398950131235	0	f	f
HKQuantityTypeIdentifierDistancePaddleSports	km	0.001	0	t	f
HKQuantityTypeIdentifierDistancePaddleSports	m	1	0	f	t
HKQuantityTypeIdentifierDistancePaddleSports	mi	0.0006213711922373339	0	f	f
HKQuantityTypeIdentifierDistancePaddleSports	yd	1.0936132983377078	0	f	f
HKQuantityTypeIdentifierDistancePaddleSports	ft	3.2808398950131235	0	f	f
HKQuantityTypeIdentifierDistanceRowing	km	0.001	0	t	f
HKQuantityTypeIdentifierDistanceRowing	m	1	0	f	t
HKQuantityTypeIdentifierDistanceRowing	mi	0.0006213711922373339	0	f	f
HKQuantityTypeIdentifierDistanceRowing	yd	1.0936132983377078	0	f	f
HKQuantityTypeIdentifierDistanceRowing	ft	3.2808398950131235	0	f	f
HKQuantityTypeIdentifierDistanceSkatingSports	km	0.001	0	t	f
HKQuantityTypeIdentifierDistanceSkatingSports	m	1	0	f	t
HKQuantityTypeIdentifierDistanceSkatingSports	mi	0.0006213711922373339	0	f	f
HKQuantityTypeIdentifierDistanceSkatingSports	yd	1.0936132983377078	0	f	f
HKQuantityTypeIdentifierDistanceSkatingSports	ft	3.2808398950131235	0	f	f
HKQuantityTypeIdentifierDistanceSwimming	m	1	0	t	t
HKQuantityTypeIdentifierDistanceSwimming	km	0.001	0	f	f
HKQuantityTypeIdentifierDistanceSwimming	yd	1.0936132983377078	0	f	f
HKQuantityTypeIdentifierDistanceSwimming	mi	0.0006213711922373339	0	f	f
HKQuantityTypeIdentifierDistanceSwimming	ft	3.2808398950131235	0	f	f
HKQuantityTypeIdentifierDistanceWalkingRunning	km	0.001	0	t	f
HKQuantityTypeIdentifierDistanceWalkingRunning	m	1	0	f	t
HKQuantityTypeIdentifierDistanceWalkingRunning	mi	0.0006213711922373339	0	f	f
HKQuantityTypeIdentifierDistanceWalkingRunning	yd	1.0936132983377078	0	f	f
HKQuantityTypeIdentifierDistanceWalkingRunning	ft	3.2808398950131235	0	f	f
HKQuantityTypeIdentifierDistanceWheelchair	km	0.001	0	t	f
HKQuantityTypeIdentifierDistanceWheelchair	m	1	0	f	t
HKQuantityTypeIdentifierDistanceWheelchair	mi	0.0006213711922373339	0	f	f
HKQuantityTypeIdentifierDistanceWheelchair	yd	1.0936132983377078	0	f	f
HKQuantityTypeIdentifierDistanceWheelchair	ft	3.2808398950131235	0	f	f
HKQuantityTypeIdentifierElectrodermalActivity	mcS	1000000	0	t	f
HKQuantityTypeIdentifierElectrodermalActivity	S	1	0	f	t
HKQuantityTypeIdentifierEnvironmentalAudioExposure	dBASPL	1	0	t	t
HKQuantityTypeIdentifierEnvironmentalSoundReduction	dBASPL	1	0	t	t
HKQuantityTypeIdentifierEstimatedWorkoutEffortScore	appleEffortScore	1	0	t	t
HKQuantityTypeIdentifierFlightsClimbed	count	1	0	t	t
HKQuantityTypeIdentifierForcedExpiratoryVolume1	L	1	0	t	t
HKQuantityTypeIdentifierForcedExpiratoryVolume1	mL	1000	0	f	f
HKQuantityTypeIdentifierForcedExpiratoryVolume1	dL	10	0	f	f
HKQuantityTypeIdentifierForcedVitalCapacity	L	1	0	t	t
HKQuantityTypeIdentifierForcedVitalCapacity	mL	1000	0	f	f
HKQuantityTypeIdentifierForcedVitalCapacity	dL	10	0	f	f
HKQuantityTypeIdentifierHeadphoneAudioExposure	dBASPL	1	0	t	t
HKQuantityTypeIdentifierHeartRate	count/min	60	0	t	f
HKQuantityTypeIdentifierHeartRate	count/s	1	0	f	t
HKQuantityTypeIdentifierHeartRateRecoveryOneMinute	count/min	1	0	t	t
HKQuantityTypeIdentifierHeartRateRecoveryOneMinute	count/s	0.016666666666666666	0	f	f
HKQuantityTypeIdentifierHeartRateVariabilityRMSSD	ms	1	0	t	t
HKQuantityTypeIdentifierHeartRateVariabilityRMSSD	s	0.001	0	f	f
HKQuantityTypeIdentifierHeartRateVariabilitySDNN	ms	1	0	t	t
HKQuantityTypeIdentifierHeartRateVariabilitySDNN	s	0.001	0	f	f
HKQuantityTypeIdentifierHeight	cm	100	0	t	f
HKQuantityTypeIdentifierHeight	m	1	0	f	t
HKQuantityTypeIdentifierHeight	in	39.37007874015748	0	f	f
HKQuantityTypeIdentifierHeight	ft	3.2808398950131235	0	f	f
HKQuantityTypeIdentifierInhalerUsage	count	1	0	t	t
HKQuantityTypeIdentifierInsulinDelivery	IU	1	0	t	t
HKQuantityTypeIdentifierLeanBodyMass	kg	1	0	t	t
HKQuantityTypeIdentifierLeanBodyMass	lb	2.2046226218487757	0	f	f
HKQuantityTypeIdentifierLeanBodyMass	st	0.15747304441776971	0	f	f
HKQuantityTypeIdentifierLeanBodyMass	g	1000	0	f	f
HKQuantityTypeIdentifierLeanBodyMass	oz	35.27396194958041	0	f	f
HKQuantityTypeIdentifierNikeFuel	count	1	0	t	t
HKQuantityTypeIdentifierNumberOfAlcoholicBeverages	count	1	0	t	t
HKQuantityTypeIdentifierNumberOfTimesFallen	count	1	0	t	t
HKQuantityTypeIdentifierOxygenSaturation	%	1	0	t	t
HKQuantityTypeIdentifierPaddleSportsSpeed	km/hr	3.6	0	t	f
HKQuantityTypeIdentifierPaddleSportsSpeed	m/s	1	0	f	t
HKQuantityTypeIdentifierPaddleSportsSpeed	mi/hr	2.2369362920544025	0	f	f
HKQuantityTypeIdentifierPaddleSportsSpeed	ft/s	3.2808398950131235	0	f	f
HKQuantityTypeIdentifierPaddleSportsSpeed	m/min	60	0	f	f
HKQuantityTypeIdentifierPeakExpiratoryFlowRate	L/min	1	0	t	t
HKQuantityTypeIdentifierPeakExpiratoryFlowRate	L/s	0.016666666666666666	0	f	f
HKQuantityTypeIdentifierPeakExpiratoryFlowRate	mL/s	16.666666666666668	0	f	f
HKQuantityTypeIdentifierPeripheralPerfusionIndex	%	1	0	t	t
HKQuantityTypeIdentifierPhysicalEffort	kcal/hr·kg	1	0	t	t
HKQuantityTypeIdentifierPushCount	count	1	0	t	t
HKQuantityTypeIdentifierRespiratoryRate	count/min	60	0	t	f
HKQuantityTypeIdentifierRespiratoryRate	count/s	1	0	f	t
HKQuantityTypeIdentifierRestingHeartRate	count/min	1	0	t	t
HKQuantityTypeIdentifierRestingHeartRate	count/s	0.016666666666666666	0	f	f
HKQuantityTypeIdentifierRowingSpeed	km/hr	3.6	0	t	f
HKQuantityTypeIdentifierRowingSpeed	m/s	1	0	f	t
HKQuantityTypeIdentifierRowingSpeed	mi/hr	2.2369362920544025	0	f	f
HKQuantityTypeIdentifierRowingSpeed	ft/s	3.2808398950131235	0	f	f
HKQuantityTypeIdentifierRowingSpeed	m/min	60	0	f	f
HKQuantityTypeIdentifierRunningGroundContactTime	ms	1	0	t	t
HKQuantityTypeIdentifierRunningGroundContactTime	s	0.001	0	f	f
HKQuantityTypeIdentifierRunningPower	W	1	0	t	t
HKQuantityTypeIdentifierRunningPower	kW	0.001	0	f	f
HKQuantityTypeIdentifierRunningSpeed	km/hr	3.6	0	t	f
HKQuantityTypeIdentifierRunningSpeed	m/s	1	0	f	t
HKQuantityTypeIdentifierRunningSpeed	mi/hr	2.2369362920544025	0	f	f
HKQuantityTypeIdentifierRunningSpeed	ft/s	3.2808398950131235	0	f	f
HKQuantityTypeIdentifierRunningSpeed	m/min	60	0	f	f
HKQuantityTypeIdentifierRunningStrideLength	m	1	0	t	t
HKQuantityTypeIdentifierRunningStrideLength	cm	100	0	f	f
HKQuantityTypeIdentifierRunningStrideLength	ft	3.2808398950131235	0	f	f
HKQuantityTypeIdentifierRunningStrideLength	in	39.37007874015748	0	f	f
HKQuantityTypeIdentifierRunningVerticalOscillation	cm	1	0	t	t
HKQuantityTypeIdentifierRunningVerticalOscillation	m	0.01	0	f	f
HKQuantityTypeIdentifierRunningVerticalOscillation	in	0.3937007874015748	0	f	f
HKQuantityTypeIdentifierRunningVerticalOscillation	mm	10	0	f	f
HKQuantityTypeIdentifierSixMinuteWalkTestDistance	m	1	0	t	t
HKQuantityTypeIdentifierSixMinuteWalkTestDistance	km	0.001	0	f	f
HKQuantityTypeIdentifierSixMinuteWalkTestDistance	yd	1.0936132983377078	0	f	f
HKQuantityTypeIdentifierSixMinuteWalkTestDistance	mi	0.0006213711922373339	0	f	f
HKQuantityTypeIdentifierSixMinuteWalkTestDistance	ft	3.2808398950131235	0	f	f
HKQuantityTypeIdentifierStairAscentSpeed	m/s	1	0	t	t
HKQuantityTypeIdentifierStairAscentSpeed	ft/s	3.2808398950131235	0	f	f
HKQuantityTypeIdentifierStairAscentSpeed	km/hr	3.6	0	f	f
HKQuantityTypeIdentifierStairAscentSpeed	mi/hr	2.2369362920544025	0	f	f
HKQuantityTypeIdentifierStairDescentSpeed	m/s	1	0	t	t
HKQuantityTypeIdentifierStairDescentSpeed	ft/s	3.2808398950131235	0	f	f
HKQuantityTypeIdentifierStairDescentSpeed	km/hr	3.6	0	f	f
HKQuantityTypeIdentifierStairDescentSpeed	mi/hr	2.2369362920544025	0	f	f
HKQuantityTypeIdentifierStepCount	count	1	0	t	t
HKQuantityTypeIdentifierSwimmingStrokeCount	count	1	0	t	t
HKQuantityTypeIdentifierTimeInDaylight	min	1	0	t	t
HKQuantityTypeIdentifierTimeInDaylight	hr	0.016666666666666666	0	f	f
HKQuantityTypeIdentifierTimeInDaylight	s	60	0	f	f
HKQuantityTypeIdentifierUVExposure	count	1	0	t	t
HKQuantityTypeIdentifierUnderwaterDepth	m	1	0	t	t
HKQuantityTypeIdentifierUnderwaterDepth	ft	3.2808398950131235	0	f	f
HKQuantityTypeIdentifierUnderwaterDepth	yd	1.0936132983377078	0	f	f
HKQuantityTypeIdentifierVO2Max	mL/min·kg	1	0	t	t
HKQuantityTypeIdentifierWaistCircumference	cm	100	0	t	f
HKQuantityTypeIdentifierWaistCircumference	m	1	0	f	t
HKQuantityTypeIdentifierWaistCircumference	in	39.37007874015748	0	f	f
HKQuantityTypeIdentifierWaistCircumference	ft	3.2808398950131235	0	f	f
HKQuantityTypeIdentifierWalkingAsymmetryPercentage	%	1	0	t	t
HKQuantityTypeIdentifierWalkingDoubleSupportPercentage	%	1	0	t	t
HKQuantityTypeIdentifierWalkingHeartRateAverage	count/min	1	0	t	t
HKQuantityTypeIdentifierWalkingHeartRateAverage	count/s	0.016666666666666666	0	f	f
HKQuantityTypeIdentifierWalkingSpeed	km/hr	3.6	0	t	f
HKQuantityTypeIdentifierWalkingSpeed	m/s	1	0	f	t
HKQuantityTypeIdentifierWalkingSpeed	mi/hr	2.2369362920544025	0	f	f
HKQuantityTypeIdentifierWalkingSpeed	ft/s	3.2808398950131235	0	f	f
HKQuantityTypeIdentifierWalkingSpeed	m/min	60	0	f	f
HKQuantityTypeIdentifierWalkingStepLength	cm	100	0	t	f
HKQuantityTypeIdentifierWalkingStepLength	m	1	0	f	t
HKQuantityTypeIdentifierWalkingStepLength	in	39.37007874015748	0	f	f
HKQuantityTypeIdentifierWalkingStepLength	ft	3.2808398950131235	0	f	f
HKQuantityTypeIdentifierWaterTemperature	degC	1	0	t	t
HKQuantityTypeIdentifierWaterTemperature	degF	1.8	32	f	f
HKQuantityTypeIdentifierWaterTemperature	K	1	273.15	f	f
HKQuantityTypeIdentifierWorkoutEffortScore	appleEffortScore	1	0	t	t
\.


--
-- Data for Name: unit; Type: TABLE DATA; Schema: health; Owner: -
--

COPY health.unit (unit_id, unit_string) FROM stdin;
1	S
2	degC
3	L/min
4	kcal/hr·kg
5	Cal
6	mL
7	ms
8	mmHg
9	dBASPL
10	cm
11	ft
12	mi
13	g
14	mmol<180.1558800000541>/L
15	appleEffortScore
16	count/min
17	IU
18	kcal
19	degF
20	lb
21	m/s
22	mL/min·kg
23	min
24	mg/dL
25	kg
26	count/s
27	W
28	count
29	L
30	m
31	kJ
32	km
33	km/hr
34	%
35	wibble
\.


--
-- Data for Name: unit_prefix; Type: TABLE DATA; Schema: health; Owner: -
--

COPY health.unit_prefix (symbol, name, exponent_of_ten, raw_value, ios_introduced, note) FROM stdin;
f	femto	-15	13	13.0	\N
p	pico	-12	1	8.0	\N
n	nano	-9	2	8.0	\N
mc	micro	-6	3	8.0	written mc, not u or the Greek letter
m	milli	-3	4	8.0	\N
c	centi	-2	5	8.0	\N
d	deci	-1	6	8.0	\N
da	deca	1	7	8.0	\N
h	hecto	2	8	8.0	\N
k	kilo	3	9	8.0	\N
M	mega	6	10	8.0	\N
G	giga	9	11	8.0	\N
T	tera	12	12	8.0	\N
\.


--
-- Data for Name: unit_printed_form; Type: TABLE DATA; Schema: health; Owner: -
--

COPY health.unit_printed_form (printed_form, accepted_inputs, seen_for) FROM stdin;
mL/min·kg	ml/(kg*min); mL/(kg*min); mL/kg*min	VO2Max
kcal/hr·kg	kcal/(kg*hr)	PhysicalEffort; HKAverageMETs metadata
count/min	count/min	HeartRate; RespiratoryRate; RestingHeartRate; WalkingHeartRateAverage
km/hr	km/hr	WalkingSpeed; RunningSpeed
mmol<180.1558800000541>/L	mmol<180.1558800000541>/L; mmol<180.15588000005408>/L	BloodGlucose
mg/dL	mg/dL	BloodGlucose
\.


--
-- Data for Name: unit_spelling; Type: TABLE DATA; Schema: health; Owner: -
--

COPY health.unit_spelling (spelling, unit_string) FROM stdin;
bpm	count/min
beats/min	count/min
beats/minute	count/min
beats per minute	count/min
breaths/min	count/min
breaths/minute	count/min
breaths per minute	count/min
brpm	count/min
rpm	count/min
rev/min	count/min
spm	count/min
steps/min	count/min
counts/min	count/min
count/minute	count/min
/min	count/min
min-1	count/min
counts/s	count/s
count/sec	count/s
count/second	count/s
counts	count
steps	count
step	count
flights	count
floors	count
strokes	count
pushes	count
times	count
drinks	count
meter	m
meters	m
metre	m
metres	m
kms	km
kilometer	km
kilometers	km
kilometre	km
kilometres	km
cms	cm
centimeter	cm
centimeters	cm
centimetre	cm
centimetres	cm
millimeters	mm
millimetres	mm
inch	in
inches	in
foot	ft
feet	ft
yard	yd
yards	yd
mile	mi
miles	mi
gram	g
grams	g
kgs	kg
kilo	kg
kilos	kg
kilogram	kg
kilograms	kg
milligram	mg
milligrams	mg
mgs	mg
ug	mcg
µg	mcg
μg	mcg
microgram	mcg
micrograms	mcg
lbs	lb
pound	lb
pounds	lb
ounce	oz
ounces	oz
stone	st
stones	st
liter	L
liters	L
litre	L
litres	L
milliliter	mL
milliliters	mL
millilitre	mL
millilitres	mL
fl oz	fl_oz_us
floz	fl_oz_us
fl_oz	fl_oz_us
fl. oz.	fl_oz_us
fluid ounce	fl_oz_us
fluid ounces	fl_oz_us
oz	fl_oz_us
cup	cup_us
cups	cup_us
pint	pt_us
pints	pt_us
pt	pt_us
kcals	kcal
kilocalorie	kcal
kilocalories	kcal
kilojoule	kJ
kilojoules	kJ
sec	s
secs	s
second	s
seconds	s
msec	ms
msecs	ms
millisecond	ms
milliseconds	ms
mins	min
minute	min
minutes	min
h	hr
hrs	hr
hour	hr
hours	hr
day	d
days	d
km/h	km/hr
kmh	km/hr
kph	km/hr
kmph	km/hr
km/hour	km/hr
mph	mi/hr
mi/h	mi/hr
mi/hour	mi/hr
miles/hr	mi/hr
miles/hour	mi/hr
m/sec	m/s
m/second	m/s
meters/second	m/s
metres/second	m/s
mps	m/s
ft/sec	ft/s
feet/sec	ft/s
feet/second	ft/s
fps	ft/s
°c	degC
ºc	degC
c	degC
celsius	degC
deg c	degC
degrees celsius	degC
°f	degF
ºf	degF
f	degF
fahrenheit	degF
deg f	degF
degrees fahrenheit	degF
kelvin	K
mmol/l	mmol<180.1558800000541>/L
mm hg	mmHg
millimeters of mercury	mmHg
torr	mmHg
in hg	inHg
ml/kg/min	mL/min·kg
ml/min/kg	mL/min·kg
met	kcal/hr·kg
mets	kcal/hr·kg
kcal/kg/hr	kcal/hr·kg
kcal/kg/h	kcal/hr·kg
kcal/(kg*h)	kcal/hr·kg
liters/min	L/min
litres/min	L/min
lpm	L/min
watt	W
watts	W
iu	IU
units	IU
db	dBASPL
dba	dBASPL
db(a)	dBASPL
db spl	dBASPL
dbspl	dBASPL
decibels	dBASPL
µs	mcS
μs	mcS
us	mcS
microsiemens	mcS
siemens	S
\.


--
-- Data for Name: unit_symbol; Type: TABLE DATA; Schema: health; Owner: -
--

COPY health.unit_symbol (symbol, alternate_symbol, name, dimension, base_unit, factor_to_base, offset_to_base, conversion, si_unit, factor_to_si, si_prefixable, ios_introduced, note) FROM stdin;
g	\N	gram	mass	g	1	0	linear	kg	0.001	t	8.0	\N
oz	\N	ounce	mass	g	28.349523125	0	linear	kg	0.028349523125	\N	8.0	\N
lb	\N	pound	mass	g	453.59237	0	linear	kg	0.45359237	\N	8.0	\N
st	\N	stone	mass	g	6350.29318	0	linear	kg	6.35029318	\N	8.0	\N
mol<M>	\N	mole with molar mass M g/mol	mass	g	M	0	linear	kg	M/1000	t	8.0	M is a positive decimal; HKUnitMolarMassBloodGlucose = 180.15588000005408 prints as 180.1558800000541
mol	\N	mole without molar mass	amountOfSubstance	mol	1	0	linear	mol	1	t	\N	not convertible to mass
m	\N	metre	length	m	1	0	linear	m	1	t	8.0	\N
in	\N	inch	length	m	0.0254	0	linear	m	0.0254	\N	8.0	\N
ft	\N	foot	length	m	0.3048	0	linear	m	0.3048	\N	8.0	\N
yd	\N	yard	length	m	0.9144	0	linear	m	0.9144	\N	9.0	\N
mi	\N	mile	length	m	1609.344	0	linear	m	1609.344	\N	8.0	\N
L	l	litre	volume	L	1	0	linear	m^3	0.001	t	8.0	prints as L
fl_oz_us	\N	US fluid ounce	volume	L	0.0295735295625	0	linear	m^3	0.0000295735295625	\N	8.0	\N
fl_oz_imp	\N	imperial fluid ounce	volume	L	0.0284130625	0	linear	m^3	0.0000284130625	\N	8.0	\N
cup_us	\N	US cup	volume	L	0.2365882365	0	linear	m^3	0.0002365882365	\N	9.0	\N
cup_imp	\N	imperial cup	volume	L	0.284130625	0	linear	m^3	0.000284130625	\N	9.0	\N
pt_us	\N	US pint	volume	L	0.473176473	0	linear	m^3	0.000473176473	\N	8.0	\N
pt_imp	\N	imperial pint	volume	L	0.56826125	0	linear	m^3	0.00056826125	\N	8.0	\N
Pa	\N	pascal	pressure	Pa	1	0	linear	Pa	1	t	8.0	\N
mmHg	\N	millimetre of mercury	pressure	Pa	133.322387415	0	linear	Pa	133.322387415	\N	8.0	\N
inHg	\N	inch of mercury	pressure	Pa	3386.38816	0	linear	Pa	3386.38816	\N	14.0	\N
cmAq	\N	centimetre of water	pressure	Pa	98.0665	0	linear	Pa	98.0665	\N	8.0	\N
atm	\N	standard atmosphere	pressure	Pa	101325	0	linear	Pa	101325	\N	8.0	\N
dBASPL	\N	A-weighted sound pressure level decibel	soundPressureLevel	Pa	\N	\N	logarithmic	Pa	\N	\N	13.0	Pa = 10^(x/20) * 2e-5; never sum or average linearly
dBHL	\N	decibel hearing level	hearingSensitivity	dBHL	1	0	linear	\N	\N	\N	13.0	used only in audiograms; no conversion
s	\N	second	time	s	1	0	linear	s	1	t	8.0	\N
min	\N	minute	time	s	60	0	linear	s	60	\N	8.0	\N
hr	\N	hour	time	s	3600	0	linear	s	3600	\N	8.0	\N
d	\N	day	time	s	86400	0	linear	s	86400	\N	8.0	\N
J	\N	joule	energy	J	1	0	linear	J	1	t	8.0	\N
cal	\N	small calorie	energy	J	4.184	0	linear	J	4.184	\N	8.0	takes no prefixes: kcal is its own unit
kcal	\N	kilocalorie	energy	J	4184	0	linear	J	4184	\N	8.0	\N
Cal	\N	large calorie	energy	J	4184	0	linear	J	4184	\N	11.0	same size as kcal; en_US exports may print Cal
K	\N	kelvin	temperature	K	1	0	linear	K	1	t	8.0	\N
degC	\N	degree Celsius	temperature	K	1	273.15	affine	K	1	\N	8.0	K = x + 273.15
degF	\N	degree Fahrenheit	temperature	K	5/9	459.67*5/9	affine	K	5/9	\N	8.0	K = (x + 459.67) * 5/9
S	\N	siemens	electricalConductance	S	1	0	linear	S	1	t	8.0	Swift helper is named siemen()
Hz	\N	hertz	frequency	Hz	1	0	linear	s^-1	1	t	13.0	not convertible to count/s
V	\N	volt	electricPotential	V	1	0	linear	V	1	t	14.0	\N
W	\N	watt	power	W	1	0	linear	W	1	t	16.0	not convertible to J/s
rad	\N	radian	angle	rad	1	0	linear	rad	1	t	16.0	\N
deg	\N	degree of angle	angle	rad	pi/180	0	linear	rad	pi/180	\N	16.0	\N
lx	\N	lux	illuminance	lx	1	0	linear	lx	1	t	17.0	\N
IU	\N	international unit	pharmacologicalActivity	IU	1	0	linear	\N	\N	\N	11.0	\N
count	\N	count	count	count	1	0	linear	1	1	\N	8.0	\N
%	\N	percent	percent	count	1	0	linear	1	1	\N	8.0	quantity types hold 0.0 to 1.0 under this unit; count converts to % with factor 1; the word percent is not accepted
D	\N	diopter	vergence	D	1	0	linear	m^-1	1	\N	16.0	not convertible to m^-1
pD	\N	prism diopter	prism	pD	1	0	linear	\N	\N	\N	16.0	\N
appleEffortScore	\N	Apple effort score	effortScore	appleEffortScore	1	0	linear	\N	\N	\N	18.0	\N
\.


--
-- Data for Name: workout; Type: TABLE DATA; Schema: health; Owner: -
--

COPY health.workout (person_id, uuid, activity_type, sent_activity_type, duration, total_energy_burned, total_distance) FROM stdin;
1	13ca2483-1c36-518f-87b3-fee6467c9707	37	\N	1680	277.387	4565.03
1	9ea889f2-38a8-57c7-8976-802d63d7cd54	37	\N	2460	441.946	6603.19
1	b98210dd-a5dc-5b9f-ac10-c7bac831f7bb	37	\N	1680	270.246	4453.96
1	e38e622a-d546-593b-a0c4-7c0c6fc3d6ef	37	\N	2460	431.49	6440.5599999999995
1	5b0b0ae1-0dc2-53a3-a746-d60881e16506	37	\N	1680	263.106	4342.900000000001
1	e7753cbe-a393-56ee-8076-00d4643d04a3	37	\N	2460	421.034	6277.929999999999
1	a805ea6b-9359-5f7c-a739-06e3ece40b0f	37	\N	1680	255.965	4231.84
1	f23e60e2-e8ee-5c28-b852-4446d75ec05c	37	\N	2460	410.578	7755.3099999999995
1	5f2f120b-9989-5f13-a33d-7267a15bd1f8	37	\N	1680	304.824	5240.78
1	ad2867a6-aa1a-57d2-9018-d6e036da3a93	37	\N	2460	400.122	7592.679999999999
1	bbbcf64f-b4c4-54a6-926e-b5b2afec5b62	37	\N	1680	297.684	5129.71
1	933b99f4-f414-5141-9fc6-6b3d1c32b9e7	37	\N	2460	389.666	7430.049999999999
1	109e9625-f0f8-51a9-8672-e91955c57054	37	\N	1680	290.543	5018.65
1	2bc536a7-b892-5e4f-bd87-1fdccad91d51	37	\N	2460	379.21	7267.42
1	22cf8174-36bb-5f52-a045-124dbd10054b	37	\N	1680	283.402	4907.59
1	fed6922b-bea4-5b76-b8ae-a216f46c59d8	37	\N	2460	450.754	7104.8
1	379c70dc-90b3-5dd9-bc32-b6ec58ba7398	37	\N	1680	276.262	4796.52
1	3ba542c1-42c7-574b-ba9c-9217aa5719c1	37	\N	2460	440.298	6942.17
1	13d44b12-275d-5930-8617-3732b85469ad	37	\N	1680	269.121	4685.46
1	403dc7b6-2f35-5f2f-a3e1-ca20efe4b81c	37	\N	2460	429.842	6779.54
1	69b69e42-4aea-54dc-b8a8-4ea2a6048dd9	52	\N	\N	54.06578069271635	\N
2	c074f25c-9f8e-5351-b758-70549250e102	52	\N	\N	54.06578069271635	\N
\.


--
-- Data for Name: workout_activity_type; Type: TABLE DATA; Schema: health; Owner: -
--

COPY health.workout_activity_type (raw_value, case_name, export_xml_string, ios_introduced, deprecated, deprecated_in_ios, note) FROM stdin;
1	americanFootball	HKWorkoutActivityTypeAmericanFootball	8.0	\N	\N	\N
2	archery	HKWorkoutActivityTypeArchery	8.0	\N	\N	\N
3	australianFootball	HKWorkoutActivityTypeAustralianFootball	8.0	\N	\N	\N
4	badminton	HKWorkoutActivityTypeBadminton	8.0	\N	\N	\N
5	baseball	HKWorkoutActivityTypeBaseball	8.0	\N	\N	\N
6	basketball	HKWorkoutActivityTypeBasketball	8.0	\N	\N	\N
7	bowling	HKWorkoutActivityTypeBowling	8.0	\N	\N	\N
8	boxing	HKWorkoutActivityTypeBoxing	8.0	\N	\N	\N
9	climbing	HKWorkoutActivityTypeClimbing	8.0	\N	\N	\N
10	cricket	HKWorkoutActivityTypeCricket	8.0	\N	\N	\N
11	crossTraining	HKWorkoutActivityTypeCrossTraining	8.0	\N	\N	\N
12	curling	HKWorkoutActivityTypeCurling	8.0	\N	\N	\N
13	cycling	HKWorkoutActivityTypeCycling	8.0	\N	\N	\N
14	dance	HKWorkoutActivityTypeDance	8.0	true	14.0	\N
15	danceInspiredTraining	HKWorkoutActivityTypeDanceInspiredTraining	8.0	true	10.0	\N
16	elliptical	HKWorkoutActivityTypeElliptical	8.0	\N	\N	\N
17	equestrianSports	HKWorkoutActivityTypeEquestrianSports	8.0	\N	\N	\N
18	fencing	HKWorkoutActivityTypeFencing	8.0	\N	\N	\N
19	fishing	HKWorkoutActivityTypeFishing	8.0	\N	\N	\N
20	functionalStrengthTraining	HKWorkoutActivityTypeFunctionalStrengthTraining	8.0	\N	\N	\N
21	golf	HKWorkoutActivityTypeGolf	8.0	\N	\N	\N
22	gymnastics	HKWorkoutActivityTypeGymnastics	8.0	\N	\N	\N
23	handball	HKWorkoutActivityTypeHandball	8.0	\N	\N	\N
24	hiking	HKWorkoutActivityTypeHiking	8.0	\N	\N	\N
25	hockey	HKWorkoutActivityTypeHockey	8.0	\N	\N	\N
26	hunting	HKWorkoutActivityTypeHunting	8.0	\N	\N	\N
27	lacrosse	HKWorkoutActivityTypeLacrosse	8.0	\N	\N	\N
28	martialArts	HKWorkoutActivityTypeMartialArts	8.0	\N	\N	\N
29	mindAndBody	HKWorkoutActivityTypeMindAndBody	8.0	\N	\N	\N
30	mixedMetabolicCardioTraining	HKWorkoutActivityTypeMixedMetabolicCardioTraining	8.0	true	11.0	\N
31	paddleSports	HKWorkoutActivityTypePaddleSports	8.0	\N	\N	\N
32	play	HKWorkoutActivityTypePlay	8.0	\N	\N	\N
33	preparationAndRecovery	HKWorkoutActivityTypePreparationAndRecovery	8.0	\N	\N	\N
34	racquetball	HKWorkoutActivityTypeRacquetball	8.0	\N	\N	\N
35	rowing	HKWorkoutActivityTypeRowing	8.0	\N	\N	\N
36	rugby	HKWorkoutActivityTypeRugby	8.0	\N	\N	\N
37	running	HKWorkoutActivityTypeRunning	8.0	\N	\N	\N
38	sailing	HKWorkoutActivityTypeSailing	8.0	\N	\N	\N
39	skatingSports	HKWorkoutActivityTypeSkatingSports	8.0	\N	\N	\N
40	snowSports	HKWorkoutActivityTypeSnowSports	8.0	\N	\N	\N
41	soccer	HKWorkoutActivityTypeSoccer	8.0	\N	\N	\N
42	softball	HKWorkoutActivityTypeSoftball	8.0	\N	\N	\N
43	squash	HKWorkoutActivityTypeSquash	8.0	\N	\N	\N
44	stairClimbing	HKWorkoutActivityTypeStairClimbing	8.0	\N	\N	\N
45	surfingSports	HKWorkoutActivityTypeSurfingSports	8.0	\N	\N	\N
46	swimming	HKWorkoutActivityTypeSwimming	8.0	\N	\N	\N
47	tableTennis	HKWorkoutActivityTypeTableTennis	8.0	\N	\N	\N
48	tennis	HKWorkoutActivityTypeTennis	8.0	\N	\N	\N
49	trackAndField	HKWorkoutActivityTypeTrackAndField	8.0	\N	\N	\N
50	traditionalStrengthTraining	HKWorkoutActivityTypeTraditionalStrengthTraining	8.0	\N	\N	\N
51	volleyball	HKWorkoutActivityTypeVolleyball	8.0	\N	\N	\N
52	walking	HKWorkoutActivityTypeWalking	8.0	\N	\N	\N
53	waterFitness	HKWorkoutActivityTypeWaterFitness	8.0	\N	\N	\N
54	waterPolo	HKWorkoutActivityTypeWaterPolo	8.0	\N	\N	\N
55	waterSports	HKWorkoutActivityTypeWaterSports	8.0	\N	\N	\N
56	wrestling	HKWorkoutActivityTypeWrestling	8.0	\N	\N	\N
57	yoga	HKWorkoutActivityTypeYoga	8.0	\N	\N	\N
58	barre	HKWorkoutActivityTypeBarre	10.0	\N	\N	\N
59	coreTraining	HKWorkoutActivityTypeCoreTraining	10.0	\N	\N	\N
60	crossCountrySkiing	HKWorkoutActivityTypeCrossCountrySkiing	10.0	\N	\N	\N
61	downhillSkiing	HKWorkoutActivityTypeDownhillSkiing	10.0	\N	\N	\N
62	flexibility	HKWorkoutActivityTypeFlexibility	10.0	\N	\N	\N
63	highIntensityIntervalTraining	HKWorkoutActivityTypeHighIntensityIntervalTraining	10.0	\N	\N	\N
64	jumpRope	HKWorkoutActivityTypeJumpRope	10.0	\N	\N	\N
65	kickboxing	HKWorkoutActivityTypeKickboxing	10.0	\N	\N	\N
66	pilates	HKWorkoutActivityTypePilates	10.0	\N	\N	\N
67	snowboarding	HKWorkoutActivityTypeSnowboarding	10.0	\N	\N	\N
68	stairs	HKWorkoutActivityTypeStairs	10.0	\N	\N	\N
69	stepTraining	HKWorkoutActivityTypeStepTraining	10.0	\N	\N	\N
70	wheelchairWalkPace	HKWorkoutActivityTypeWheelchairWalkPace	10.0	\N	\N	\N
71	wheelchairRunPace	HKWorkoutActivityTypeWheelchairRunPace	10.0	\N	\N	\N
72	taiChi	HKWorkoutActivityTypeTaiChi	11.0	\N	\N	\N
73	mixedCardio	HKWorkoutActivityTypeMixedCardio	11.0	\N	\N	\N
74	handCycling	HKWorkoutActivityTypeHandCycling	11.0	\N	\N	\N
75	discSports	HKWorkoutActivityTypeDiscSports	13.0	\N	\N	\N
76	fitnessGaming	HKWorkoutActivityTypeFitnessGaming	13.0	\N	\N	\N
77	cardioDance	HKWorkoutActivityTypeCardioDance	14.0	\N	\N	\N
78	socialDance	HKWorkoutActivityTypeSocialDance	14.0	\N	\N	\N
79	pickleball	HKWorkoutActivityTypePickleball	14.0	\N	\N	\N
80	cooldown	HKWorkoutActivityTypeCooldown	14.0	\N	\N	\N
82	swimBikeRun	HKWorkoutActivityTypeSwimBikeRun	16.0	\N	\N	\N
83	transition	HKWorkoutActivityTypeTransition	16.0	\N	\N	\N
84	underwaterDiving	HKWorkoutActivityTypeUnderwaterDiving	17.0	\N	\N	\N
2998	rest	HKWorkoutActivityTypeRest	\N	\N	\N	declared in the iOS 27 SDK but marked unavailable on every platform
2999	group	HKWorkoutActivityTypeGroup	\N	\N	\N	declared in the iOS 27 SDK but marked unavailable on every platform
3000	other	HKWorkoutActivityTypeOther	8.0	\N	\N	\N
\.


--
-- Data for Name: workout_event_type; Type: TABLE DATA; Schema: health; Owner: -
--

COPY health.workout_event_type (raw_value, case_name, export_xml_string, ios_introduced, may_have_duration, meaning) FROM stdin;
1	pause	HKWorkoutEventTypePause	8.0	false	workout paused by user
2	resume	HKWorkoutEventTypeResume	8.0	false	workout resumed
3	lap	HKWorkoutEventTypeLap	10.0	true	lap marker; may carry a duration
4	marker	HKWorkoutEventTypeMarker	10.0	false	point of interest marker
5	motionPaused	HKWorkoutEventTypeMotionPaused	10.0	false	automatic pause because motion stopped
6	motionResumed	HKWorkoutEventTypeMotionResumed	10.0	false	automatic resume
7	segment	HKWorkoutEventTypeSegment	11.0	true	segment of a workout; carries a duration
8	pauseOrResumeRequest	HKWorkoutEventTypePauseOrResumeRequest	11.0	false	user asked to toggle pause/resume
\.


--
-- Name: person_person_id_seq; Type: SEQUENCE SET; Schema: health; Owner: -
--

SELECT pg_catalog.setval('health.person_person_id_seq', 3, true);


--
-- Name: sample_type_sample_type_id_seq; Type: SEQUENCE SET; Schema: health; Owner: -
--

SELECT pg_catalog.setval('health.sample_type_sample_type_id_seq', 217, true);


--
-- Name: slot_mark_id; Type: SEQUENCE SET; Schema: health; Owner: -
--

SELECT pg_catalog.setval('health.slot_mark_id', 168, true);


--
-- Name: unit_unit_id_seq; Type: SEQUENCE SET; Schema: health; Owner: -
--

SELECT pg_catalog.setval('health.unit_unit_id_seq', 35, true);


--
-- Name: aggregate_extreme aggregate_extreme_pkey; Type: CONSTRAINT; Schema: health; Owner: -
--

ALTER TABLE ONLY health.aggregate_extreme
    ADD CONSTRAINT aggregate_extreme_pkey PRIMARY KEY (person_id, uuid, ordinal);


--
-- Name: analyst_grant analyst_grant_pkey; Type: CONSTRAINT; Schema: health; Owner: -
--

ALTER TABLE ONLY health.analyst_grant
    ADD CONSTRAINT analyst_grant_pkey PRIMARY KEY (person_id, analyst);


--
-- Name: category_type category_type_pkey; Type: CONSTRAINT; Schema: health; Owner: -
--

ALTER TABLE ONLY health.category_type
    ADD CONSTRAINT category_type_pkey PRIMARY KEY (identifier);


--
-- Name: category_value category_value_pkey; Type: CONSTRAINT; Schema: health; Owner: -
--

ALTER TABLE ONLY health.category_value
    ADD CONSTRAINT category_value_pkey PRIMARY KEY (enum, case_name);


--
-- Name: change_counter change_counter_pkey; Type: CONSTRAINT; Schema: health; Owner: -
--

ALTER TABLE ONLY health.change_counter
    ADD CONSTRAINT change_counter_pkey PRIMARY KEY (person_id);


--
-- Name: characteristic_type characteristic_type_pkey; Type: CONSTRAINT; Schema: health; Owner: -
--

ALTER TABLE ONLY health.characteristic_type
    ADD CONSTRAINT characteristic_type_pkey PRIMARY KEY (identifier);


--
-- Name: client_anchor client_anchor_pkey; Type: CONSTRAINT; Schema: health; Owner: -
--

ALTER TABLE ONLY health.client_anchor
    ADD CONSTRAINT client_anchor_pkey PRIMARY KEY (person_id, device, types_sha256);


--
-- Name: client_session client_session_arrival_key; Type: CONSTRAINT; Schema: health; Owner: -
--

ALTER TABLE ONLY health.client_session
    ADD CONSTRAINT client_session_arrival_key UNIQUE (person_id, automation, arrival);


--
-- Name: client_session client_session_pkey; Type: CONSTRAINT; Schema: health; Owner: -
--

ALTER TABLE ONLY health.client_session
    ADD CONSTRAINT client_session_pkey PRIMARY KEY (person_id, automation, session);


--
-- Name: contained_sample contained_sample_pkey; Type: CONSTRAINT; Schema: health; Owner: -
--

ALTER TABLE ONLY health.contained_sample
    ADD CONSTRAINT contained_sample_pkey PRIMARY KEY (person_id, container_uuid, uuid);


--
-- Name: correlation_type correlation_type_pkey; Type: CONSTRAINT; Schema: health; Owner: -
--

ALTER TABLE ONLY health.correlation_type
    ADD CONSTRAINT correlation_type_pkey PRIMARY KEY (identifier);


--
-- Name: day_slot day_slot_pkey; Type: CONSTRAINT; Schema: health; Owner: -
--

ALTER TABLE ONLY health.day_slot
    ADD CONSTRAINT day_slot_pkey PRIMARY KEY (person_id, sample_type_id, phase, first_day);


--
-- Name: deleted_sample deleted_sample_pkey; Type: CONSTRAINT; Schema: health; Owner: -
--

ALTER TABLE ONLY health.deleted_sample
    ADD CONSTRAINT deleted_sample_pkey PRIMARY KEY (person_id, uuid);


--
-- Name: device device_pkey; Type: CONSTRAINT; Schema: health; Owner: -
--

ALTER TABLE ONLY health.device
    ADD CONSTRAINT device_pkey PRIMARY KEY (person_id, device_id);


--
-- Name: enum_value enum_value_pkey; Type: CONSTRAINT; Schema: health; Owner: -
--

ALTER TABLE ONLY health.enum_value
    ADD CONSTRAINT enum_value_pkey PRIMARY KEY (enum, case_name);


--
-- Name: export_element export_element_pkey; Type: CONSTRAINT; Schema: health; Owner: -
--

ALTER TABLE ONLY health.export_element
    ADD CONSTRAINT export_element_pkey PRIMARY KEY (person_id, uuid);


--
-- Name: hour_slot hour_slot_pkey; Type: CONSTRAINT; Schema: health; Owner: -
--

ALTER TABLE ONLY health.hour_slot
    ADD CONSTRAINT hour_slot_pkey PRIMARY KEY (person_id, sample_type_id, source_id, start_time);


--
-- Name: idempotency_key idempotency_key_pkey; Type: CONSTRAINT; Schema: health; Owner: -
--

ALTER TABLE ONLY health.idempotency_key
    ADD CONSTRAINT idempotency_key_pkey PRIMARY KEY (person_id, key);


--
-- Name: import_count import_count_pkey; Type: CONSTRAINT; Schema: health; Owner: -
--

ALTER TABLE ONLY health.import_count
    ADD CONSTRAINT import_count_pkey PRIMARY KEY (person_id, import_id, item, source);


--
-- Name: import import_pkey; Type: CONSTRAINT; Schema: health; Owner: -
--

ALTER TABLE ONLY health.import
    ADD CONSTRAINT import_pkey PRIMARY KEY (person_id, import_id);


--
-- Name: import_refusal import_refusal_pkey; Type: CONSTRAINT; Schema: health; Owner: -
--

ALTER TABLE ONLY health.import_refusal
    ADD CONSTRAINT import_refusal_pkey PRIMARY KEY (person_id, import_id, ordinal);


--
-- Name: import_upload import_upload_pkey; Type: CONSTRAINT; Schema: health; Owner: -
--

ALTER TABLE ONLY health.import_upload
    ADD CONSTRAINT import_upload_pkey PRIMARY KEY (person_id, import_id);


--
-- Name: installed_code installed_code_pkey; Type: CONSTRAINT; Schema: health; Owner: -
--

ALTER TABLE ONLY health.installed_code
    ADD CONSTRAINT installed_code_pkey PRIMARY KEY (name);


--
-- Name: metadata_key metadata_key_pkey; Type: CONSTRAINT; Schema: health; Owner: -
--

ALTER TABLE ONLY health.metadata_key
    ADD CONSTRAINT metadata_key_pkey PRIMARY KEY (constant);


--
-- Name: migration migration_pkey; Type: CONSTRAINT; Schema: health; Owner: -
--

ALTER TABLE ONLY health.migration
    ADD CONSTRAINT migration_pkey PRIMARY KEY (number);


--
-- Name: person person_name_key; Type: CONSTRAINT; Schema: health; Owner: -
--

ALTER TABLE ONLY health.person
    ADD CONSTRAINT person_name_key UNIQUE (name);


--
-- Name: person person_pkey; Type: CONSTRAINT; Schema: health; Owner: -
--

ALTER TABLE ONLY health.person
    ADD CONSTRAINT person_pkey PRIMARY KEY (person_id);


--
-- Name: person_sample_type person_sample_type_pkey; Type: CONSTRAINT; Schema: health; Owner: -
--

ALTER TABLE ONLY health.person_sample_type
    ADD CONSTRAINT person_sample_type_pkey PRIMARY KEY (person_id, sample_type_id);


--
-- Name: person_unit person_unit_pkey; Type: CONSTRAINT; Schema: health; Owner: -
--

ALTER TABLE ONLY health.person_unit
    ADD CONSTRAINT person_unit_pkey PRIMARY KEY (person_id, unit_id);


--
-- Name: person person_uuid_key; Type: CONSTRAINT; Schema: health; Owner: -
--

ALTER TABLE ONLY health.person
    ADD CONSTRAINT person_uuid_key UNIQUE (uuid);


--
-- Name: preference_change preference_change_pkey; Type: CONSTRAINT; Schema: health; Owner: -
--

ALTER TABLE ONLY health.preference_change
    ADD CONSTRAINT preference_change_pkey PRIMARY KEY (person_id, preference, sample_type_id);


--
-- Name: preferred_unit preferred_unit_pkey; Type: CONSTRAINT; Schema: health; Owner: -
--

ALTER TABLE ONLY health.preferred_unit
    ADD CONSTRAINT preferred_unit_pkey PRIMARY KEY (person_id, sample_type_id);


--
-- Name: quantity_series quantity_series_pkey; Type: CONSTRAINT; Schema: health; Owner: -
--

ALTER TABLE ONLY health.quantity_series
    ADD CONSTRAINT quantity_series_pkey PRIMARY KEY (person_id, uuid);


--
-- Name: quantity_type quantity_type_pkey; Type: CONSTRAINT; Schema: health; Owner: -
--

ALTER TABLE ONLY health.quantity_type
    ADD CONSTRAINT quantity_type_pkey PRIMARY KEY (identifier);


--
-- Name: recognised_record recognised_record_pkey; Type: CONSTRAINT; Schema: health; Owner: -
--

ALTER TABLE ONLY health.recognised_record
    ADD CONSTRAINT recognised_record_pkey PRIMARY KEY (person_id, imported_uuid);


--
-- Name: sample_detail sample_detail_pkey; Type: CONSTRAINT; Schema: health; Owner: -
--

ALTER TABLE ONLY health.sample_detail
    ADD CONSTRAINT sample_detail_pkey PRIMARY KEY (person_id, uuid);


--
-- Name: sample_extent sample_extent_pkey; Type: CONSTRAINT; Schema: health; Owner: -
--

ALTER TABLE ONLY health.sample_extent
    ADD CONSTRAINT sample_extent_pkey PRIMARY KEY (person_id, sample_type_id);


--
-- Name: sample sample_pkey; Type: CONSTRAINT; Schema: health; Owner: -
--

ALTER TABLE ONLY health.sample
    ADD CONSTRAINT sample_pkey PRIMARY KEY (person_id, uuid);


--
-- Name: sample_sync sample_sync_pkey; Type: CONSTRAINT; Schema: health; Owner: -
--

ALTER TABLE ONLY health.sample_sync
    ADD CONSTRAINT sample_sync_pkey PRIMARY KEY (person_id, sample_type_id, source_id, identifier);


--
-- Name: sample_time_zone sample_time_zone_pkey; Type: CONSTRAINT; Schema: health; Owner: -
--

ALTER TABLE ONLY health.sample_time_zone
    ADD CONSTRAINT sample_time_zone_pkey PRIMARY KEY (person_id, uuid);


--
-- Name: sample_type sample_type_identifier_key; Type: CONSTRAINT; Schema: health; Owner: -
--

ALTER TABLE ONLY health.sample_type
    ADD CONSTRAINT sample_type_identifier_key UNIQUE (identifier);


--
-- Name: sample_type sample_type_pkey; Type: CONSTRAINT; Schema: health; Owner: -
--

ALTER TABLE ONLY health.sample_type
    ADD CONSTRAINT sample_type_pkey PRIMARY KEY (sample_type_id);


--
-- Name: series_quantity series_quantity_pkey; Type: CONSTRAINT; Schema: health; Owner: -
--

ALTER TABLE ONLY health.series_quantity
    ADD CONSTRAINT series_quantity_pkey PRIMARY KEY (person_id, uuid, ordinal);


--
-- Name: slot_mark slot_mark_pkey; Type: CONSTRAINT; Schema: health; Owner: -
--

ALTER TABLE ONLY health.slot_mark
    ADD CONSTRAINT slot_mark_pkey PRIMARY KEY (person_id, sample_type_id, mark_id);


--
-- Name: slot_type slot_type_pkey; Type: CONSTRAINT; Schema: health; Owner: -
--

ALTER TABLE ONLY health.slot_type
    ADD CONSTRAINT slot_type_pkey PRIMARY KEY (person_id, sample_type_id);


--
-- Name: source source_pkey; Type: CONSTRAINT; Schema: health; Owner: -
--

ALTER TABLE ONLY health.source
    ADD CONSTRAINT source_pkey PRIMARY KEY (person_id, source_id);


--
-- Name: source_priority source_priority_pkey; Type: CONSTRAINT; Schema: health; Owner: -
--

ALTER TABLE ONLY health.source_priority
    ADD CONSTRAINT source_priority_pkey PRIMARY KEY (person_id, sample_type_id, source_id);


--
-- Name: source_priority source_priority_rank_key; Type: CONSTRAINT; Schema: health; Owner: -
--

ALTER TABLE ONLY health.source_priority
    ADD CONSTRAINT source_priority_rank_key UNIQUE (person_id, sample_type_id, rank);


--
-- Name: source_revision source_revision_pkey; Type: CONSTRAINT; Schema: health; Owner: -
--

ALTER TABLE ONLY health.source_revision
    ADD CONSTRAINT source_revision_pkey PRIMARY KEY (person_id, source_revision_id);


--
-- Name: time_zone_offset time_zone_offset_pkey; Type: CONSTRAINT; Schema: health; Owner: -
--

ALTER TABLE ONLY health.time_zone_offset
    ADD CONSTRAINT time_zone_offset_pkey PRIMARY KEY (time_zone, from_time);


--
-- Name: time_zone_report time_zone_report_pkey; Type: CONSTRAINT; Schema: health; Owner: -
--

ALTER TABLE ONLY health.time_zone_report
    ADD CONSTRAINT time_zone_report_pkey PRIMARY KEY (person_id, origin, start_time);


--
-- Name: token token_pkey; Type: CONSTRAINT; Schema: health; Owner: -
--

ALTER TABLE ONLY health.token
    ADD CONSTRAINT token_pkey PRIMARY KEY (person_id, token_id);


--
-- Name: type_group type_group_pkey; Type: CONSTRAINT; Schema: health; Owner: -
--

ALTER TABLE ONLY health.type_group
    ADD CONSTRAINT type_group_pkey PRIMARY KEY (name);


--
-- Name: type_unit type_unit_pkey; Type: CONSTRAINT; Schema: health; Owner: -
--

ALTER TABLE ONLY health.type_unit
    ADD CONSTRAINT type_unit_pkey PRIMARY KEY (identifier, unit_string);


--
-- Name: unit unit_pkey; Type: CONSTRAINT; Schema: health; Owner: -
--

ALTER TABLE ONLY health.unit
    ADD CONSTRAINT unit_pkey PRIMARY KEY (unit_id);


--
-- Name: unit_prefix unit_prefix_pkey; Type: CONSTRAINT; Schema: health; Owner: -
--

ALTER TABLE ONLY health.unit_prefix
    ADD CONSTRAINT unit_prefix_pkey PRIMARY KEY (symbol);


--
-- Name: unit_printed_form unit_printed_form_pkey; Type: CONSTRAINT; Schema: health; Owner: -
--

ALTER TABLE ONLY health.unit_printed_form
    ADD CONSTRAINT unit_printed_form_pkey PRIMARY KEY (printed_form);


--
-- Name: unit_spelling unit_spelling_pkey; Type: CONSTRAINT; Schema: health; Owner: -
--

ALTER TABLE ONLY health.unit_spelling
    ADD CONSTRAINT unit_spelling_pkey PRIMARY KEY (spelling);


--
-- Name: unit_symbol unit_symbol_pkey; Type: CONSTRAINT; Schema: health; Owner: -
--

ALTER TABLE ONLY health.unit_symbol
    ADD CONSTRAINT unit_symbol_pkey PRIMARY KEY (symbol);


--
-- Name: unit unit_unit_string_key; Type: CONSTRAINT; Schema: health; Owner: -
--

ALTER TABLE ONLY health.unit
    ADD CONSTRAINT unit_unit_string_key UNIQUE (unit_string);


--
-- Name: workout_activity_type workout_activity_type_pkey; Type: CONSTRAINT; Schema: health; Owner: -
--

ALTER TABLE ONLY health.workout_activity_type
    ADD CONSTRAINT workout_activity_type_pkey PRIMARY KEY (raw_value);


--
-- Name: workout_event_type workout_event_type_pkey; Type: CONSTRAINT; Schema: health; Owner: -
--

ALTER TABLE ONLY health.workout_event_type
    ADD CONSTRAINT workout_event_type_pkey PRIMARY KEY (raw_value);


--
-- Name: workout workout_pkey; Type: CONSTRAINT; Schema: health; Owner: -
--

ALTER TABLE ONLY health.workout
    ADD CONSTRAINT workout_pkey PRIMARY KEY (person_id, uuid);


--
-- Name: aggregate_extreme_stream_idx; Type: INDEX; Schema: health; Owner: -
--

CREATE INDEX aggregate_extreme_stream_idx ON health.aggregate_extreme USING btree (person_id, sample_type_id, start_time) INCLUDE (end_time, quantity, source_revision_id, uuid, ordinal);


--
-- Name: INDEX aggregate_extreme_stream_idx; Type: COMMENT; Schema: health; Owner: -
--

COMMENT ON INDEX health.aggregate_extreme_stream_idx IS 'The stream of one type in order of start, without touching the heap: merged with that of health.sample.';


--
-- Name: contained_sample_uuid_idx; Type: INDEX; Schema: health; Owner: -
--

CREATE INDEX contained_sample_uuid_idx ON health.contained_sample USING btree (person_id, uuid);


--
-- Name: INDEX contained_sample_uuid_idx; Type: COMMENT; Schema: health; Owner: -
--

COMMENT ON INDEX health.contained_sample_uuid_idx IS 'Finds the containers of a sample that is deleted.';


--
-- Name: deleted_sample_change_idx; Type: INDEX; Schema: health; Owner: -
--

CREATE INDEX deleted_sample_change_idx ON health.deleted_sample USING btree (person_id, change_position);


--
-- Name: INDEX deleted_sample_change_idx; Type: COMMENT; Schema: health; Owner: -
--

COMMENT ON INDEX health.deleted_sample_change_idx IS 'The change feed in its order.';


--
-- Name: export_element_change_idx; Type: INDEX; Schema: health; Owner: -
--

CREATE INDEX export_element_change_idx ON health.export_element USING btree (person_id, change_position);


--
-- Name: INDEX export_element_change_idx; Type: COMMENT; Schema: health; Owner: -
--

COMMENT ON INDEX health.export_element_change_idx IS 'The change feed in its order.';


--
-- Name: export_element_key_idx; Type: INDEX; Schema: health; Owner: -
--

CREATE UNIQUE INDEX export_element_key_idx ON health.export_element USING btree (person_id, name, key) WHERE (key IS NOT NULL);


--
-- Name: INDEX export_element_key_idx; Type: COMMENT; Schema: health; Owner: -
--

COMMENT ON INDEX health.export_element_key_idx IS 'One row for each key: of several exports the newest holds.';


--
-- Name: idempotency_key_created_at_idx; Type: INDEX; Schema: health; Owner: -
--

CREATE INDEX idempotency_key_created_at_idx ON health.idempotency_key USING btree (person_id, created_at);


--
-- Name: INDEX idempotency_key_created_at_idx; Type: COMMENT; Schema: health; Owner: -
--

COMMENT ON INDEX health.idempotency_key_created_at_idx IS 'Finds the keys that are to be forgotten.';


--
-- Name: import_running_idx; Type: INDEX; Schema: health; Owner: -
--

CREATE UNIQUE INDEX import_running_idx ON health.import USING btree (person_id) WHERE (state = 'running'::text);


--
-- Name: INDEX import_running_idx; Type: COMMENT; Schema: health; Owner: -
--

COMMENT ON INDEX health.import_running_idx IS 'Of one person, one import runs at a time.';


--
-- Name: import_upload_key_idx; Type: INDEX; Schema: health; Owner: -
--

CREATE UNIQUE INDEX import_upload_key_idx ON health.import_upload USING btree (person_id, idempotency_key);


--
-- Name: INDEX import_upload_key_idx; Type: COMMENT; Schema: health; Owner: -
--

COMMENT ON INDEX health.import_upload_key_idx IS 'A key is the name of one upload.';


--
-- Name: import_waiting_idx; Type: INDEX; Schema: health; Owner: -
--

CREATE INDEX import_waiting_idx ON health.import USING btree (person_id, state, updated_at) WHERE (state = ANY (ARRAY['receiving'::text, 'queued'::text, 'running'::text]));


--
-- Name: INDEX import_waiting_idx; Type: COMMENT; Schema: health; Owner: -
--

COMMENT ON INDEX health.import_waiting_idx IS 'Finds what is to be done, and what was abandoned.';


--
-- Name: recognised_record_sample_uuid_idx; Type: INDEX; Schema: health; Owner: -
--

CREATE INDEX recognised_record_sample_uuid_idx ON health.recognised_record USING btree (person_id, sample_uuid);


--
-- Name: INDEX recognised_record_sample_uuid_idx; Type: COMMENT; Schema: health; Owner: -
--

COMMENT ON INDEX health.recognised_record_sample_uuid_idx IS 'Finds the records that stand for a sample.';


--
-- Name: sample_change_idx; Type: INDEX; Schema: health; Owner: -
--

CREATE INDEX sample_change_idx ON health.sample USING btree (person_id, change_position);


--
-- Name: INDEX sample_change_idx; Type: COMMENT; Schema: health; Owner: -
--

COMMENT ON INDEX health.sample_change_idx IS 'The change feed in its order. A person''s positions only grow, so that every insertion goes to the end of their part.';


--
-- Name: sample_stream_idx; Type: INDEX; Schema: health; Owner: -
--

CREATE INDEX sample_stream_idx ON health.sample USING btree (person_id, sample_type_id, start_time) INCLUDE (end_time, quantity, source_revision_id, uuid);


--
-- Name: INDEX sample_stream_idx; Type: COMMENT; Schema: health; Owner: -
--

COMMENT ON INDEX health.sample_stream_idx IS 'The stream of one type in order of start, without touching the heap: what statistics are computed from.';


--
-- Name: sample_time_zone_run_idx; Type: INDEX; Schema: health; Owner: -
--

CREATE INDEX sample_time_zone_run_idx ON health.sample_time_zone USING btree (person_id, time_zone, start_time);


--
-- Name: INDEX sample_time_zone_run_idx; Type: COMMENT; Schema: health; Owner: -
--

COMMENT ON INDEX health.sample_time_zone_run_idx IS 'Finds when the zone changes without reading the samples between: health_code.time_zone_runs.';


--
-- Name: series_quantity_stream_idx; Type: INDEX; Schema: health; Owner: -
--

CREATE INDEX series_quantity_stream_idx ON health.series_quantity USING btree (person_id, sample_type_id, start_time) INCLUDE (end_time, quantity, source_revision_id, uuid, ordinal);


--
-- Name: INDEX series_quantity_stream_idx; Type: COMMENT; Schema: health; Owner: -
--

COMMENT ON INDEX health.series_quantity_stream_idx IS 'The stream of one type in order of start, without touching the heap: merged with that of health.sample.';


--
-- Name: source_revision_source_idx; Type: INDEX; Schema: health; Owner: -
--

CREATE INDEX source_revision_source_idx ON health.source_revision USING btree (person_id, source_id);


--
-- Name: INDEX source_revision_source_idx; Type: COMMENT; Schema: health; Owner: -
--

COMMENT ON INDEX health.source_revision_source_idx IS 'Finds the revisions of the few sources that a batch names.';


--
-- Name: analyst_grant analyst_grant_person_fkey; Type: FK CONSTRAINT; Schema: health; Owner: -
--

ALTER TABLE ONLY health.analyst_grant
    ADD CONSTRAINT analyst_grant_person_fkey FOREIGN KEY (person_id) REFERENCES health.person(person_id) ON DELETE CASCADE;


--
-- Name: change_counter change_counter_person_fkey; Type: FK CONSTRAINT; Schema: health; Owner: -
--

ALTER TABLE ONLY health.change_counter
    ADD CONSTRAINT change_counter_person_fkey FOREIGN KEY (person_id) REFERENCES health.person(person_id) ON DELETE CASCADE;


--
-- Name: client_anchor client_anchor_person_fkey; Type: FK CONSTRAINT; Schema: health; Owner: -
--

ALTER TABLE ONLY health.client_anchor
    ADD CONSTRAINT client_anchor_person_fkey FOREIGN KEY (person_id) REFERENCES health.person(person_id) ON DELETE CASCADE;


--
-- Name: client_session client_session_person_fkey; Type: FK CONSTRAINT; Schema: health; Owner: -
--

ALTER TABLE ONLY health.client_session
    ADD CONSTRAINT client_session_person_fkey FOREIGN KEY (person_id) REFERENCES health.person(person_id) ON DELETE CASCADE;


--
-- Name: device device_person_fkey; Type: FK CONSTRAINT; Schema: health; Owner: -
--

ALTER TABLE ONLY health.device
    ADD CONSTRAINT device_person_fkey FOREIGN KEY (person_id) REFERENCES health.person(person_id) ON DELETE CASCADE;


--
-- Name: idempotency_key idempotency_key_person_fkey; Type: FK CONSTRAINT; Schema: health; Owner: -
--

ALTER TABLE ONLY health.idempotency_key
    ADD CONSTRAINT idempotency_key_person_fkey FOREIGN KEY (person_id) REFERENCES health.person(person_id) ON DELETE CASCADE;


--
-- Name: import_count import_count_import_fkey; Type: FK CONSTRAINT; Schema: health; Owner: -
--

ALTER TABLE ONLY health.import_count
    ADD CONSTRAINT import_count_import_fkey FOREIGN KEY (person_id, import_id) REFERENCES health.import(person_id, import_id) ON DELETE CASCADE;


--
-- Name: import import_person_fkey; Type: FK CONSTRAINT; Schema: health; Owner: -
--

ALTER TABLE ONLY health.import
    ADD CONSTRAINT import_person_fkey FOREIGN KEY (person_id) REFERENCES health.person(person_id) ON DELETE CASCADE;


--
-- Name: import_refusal import_refusal_import_fkey; Type: FK CONSTRAINT; Schema: health; Owner: -
--

ALTER TABLE ONLY health.import_refusal
    ADD CONSTRAINT import_refusal_import_fkey FOREIGN KEY (person_id, import_id) REFERENCES health.import(person_id, import_id) ON DELETE CASCADE;


--
-- Name: import_upload import_upload_import_fkey; Type: FK CONSTRAINT; Schema: health; Owner: -
--

ALTER TABLE ONLY health.import_upload
    ADD CONSTRAINT import_upload_import_fkey FOREIGN KEY (person_id, import_id) REFERENCES health.import(person_id, import_id) ON DELETE CASCADE;


--
-- Name: person_sample_type person_sample_type_person_fkey; Type: FK CONSTRAINT; Schema: health; Owner: -
--

ALTER TABLE ONLY health.person_sample_type
    ADD CONSTRAINT person_sample_type_person_fkey FOREIGN KEY (person_id) REFERENCES health.person(person_id) ON DELETE CASCADE;


--
-- Name: person_sample_type person_sample_type_type_fkey; Type: FK CONSTRAINT; Schema: health; Owner: -
--

ALTER TABLE ONLY health.person_sample_type
    ADD CONSTRAINT person_sample_type_type_fkey FOREIGN KEY (sample_type_id) REFERENCES health.sample_type(sample_type_id);


--
-- Name: person_unit person_unit_person_fkey; Type: FK CONSTRAINT; Schema: health; Owner: -
--

ALTER TABLE ONLY health.person_unit
    ADD CONSTRAINT person_unit_person_fkey FOREIGN KEY (person_id) REFERENCES health.person(person_id) ON DELETE CASCADE;


--
-- Name: person_unit person_unit_unit_fkey; Type: FK CONSTRAINT; Schema: health; Owner: -
--

ALTER TABLE ONLY health.person_unit
    ADD CONSTRAINT person_unit_unit_fkey FOREIGN KEY (unit_id) REFERENCES health.unit(unit_id);


--
-- Name: preference_change preference_change_person_fkey; Type: FK CONSTRAINT; Schema: health; Owner: -
--

ALTER TABLE ONLY health.preference_change
    ADD CONSTRAINT preference_change_person_fkey FOREIGN KEY (person_id) REFERENCES health.person(person_id) ON DELETE CASCADE;


--
-- Name: preferred_unit preferred_unit_person_fkey; Type: FK CONSTRAINT; Schema: health; Owner: -
--

ALTER TABLE ONLY health.preferred_unit
    ADD CONSTRAINT preferred_unit_person_fkey FOREIGN KEY (person_id) REFERENCES health.person(person_id) ON DELETE CASCADE;


--
-- Name: preferred_unit preferred_unit_sample_type_fkey; Type: FK CONSTRAINT; Schema: health; Owner: -
--

ALTER TABLE ONLY health.preferred_unit
    ADD CONSTRAINT preferred_unit_sample_type_fkey FOREIGN KEY (sample_type_id) REFERENCES health.sample_type(sample_type_id);


--
-- Name: source source_person_fkey; Type: FK CONSTRAINT; Schema: health; Owner: -
--

ALTER TABLE ONLY health.source
    ADD CONSTRAINT source_person_fkey FOREIGN KEY (person_id) REFERENCES health.person(person_id) ON DELETE CASCADE;


--
-- Name: source_priority source_priority_sample_type_fkey; Type: FK CONSTRAINT; Schema: health; Owner: -
--

ALTER TABLE ONLY health.source_priority
    ADD CONSTRAINT source_priority_sample_type_fkey FOREIGN KEY (sample_type_id) REFERENCES health.sample_type(sample_type_id);


--
-- Name: source_priority source_priority_source_fkey; Type: FK CONSTRAINT; Schema: health; Owner: -
--

ALTER TABLE ONLY health.source_priority
    ADD CONSTRAINT source_priority_source_fkey FOREIGN KEY (person_id, source_id) REFERENCES health.source(person_id, source_id) ON DELETE CASCADE;


--
-- Name: source_revision source_revision_source_fkey; Type: FK CONSTRAINT; Schema: health; Owner: -
--

ALTER TABLE ONLY health.source_revision
    ADD CONSTRAINT source_revision_source_fkey FOREIGN KEY (person_id, source_id) REFERENCES health.source(person_id, source_id) ON DELETE CASCADE;


--
-- Name: time_zone_report time_zone_report_person_fkey; Type: FK CONSTRAINT; Schema: health; Owner: -
--

ALTER TABLE ONLY health.time_zone_report
    ADD CONSTRAINT time_zone_report_person_fkey FOREIGN KEY (person_id) REFERENCES health.person(person_id) ON DELETE CASCADE;


--
-- Name: token token_person_fkey; Type: FK CONSTRAINT; Schema: health; Owner: -
--

ALTER TABLE ONLY health.token
    ADD CONSTRAINT token_person_fkey FOREIGN KEY (person_id) REFERENCES health.person(person_id) ON DELETE CASCADE;


--
-- Name: aggregate_extreme; Type: ROW SECURITY; Schema: health; Owner: -
--

ALTER TABLE health.aggregate_extreme ENABLE ROW LEVEL SECURITY;

--
-- Name: analyst_grant; Type: ROW SECURITY; Schema: health; Owner: -
--

ALTER TABLE health.analyst_grant ENABLE ROW LEVEL SECURITY;

--
-- Name: change_counter; Type: ROW SECURITY; Schema: health; Owner: -
--

ALTER TABLE health.change_counter ENABLE ROW LEVEL SECURITY;

--
-- Name: client_anchor; Type: ROW SECURITY; Schema: health; Owner: -
--

ALTER TABLE health.client_anchor ENABLE ROW LEVEL SECURITY;

--
-- Name: client_session; Type: ROW SECURITY; Schema: health; Owner: -
--

ALTER TABLE health.client_session ENABLE ROW LEVEL SECURITY;

--
-- Name: contained_sample; Type: ROW SECURITY; Schema: health; Owner: -
--

ALTER TABLE health.contained_sample ENABLE ROW LEVEL SECURITY;

--
-- Name: day_slot; Type: ROW SECURITY; Schema: health; Owner: -
--

ALTER TABLE health.day_slot ENABLE ROW LEVEL SECURITY;

--
-- Name: deleted_sample; Type: ROW SECURITY; Schema: health; Owner: -
--

ALTER TABLE health.deleted_sample ENABLE ROW LEVEL SECURITY;

--
-- Name: device; Type: ROW SECURITY; Schema: health; Owner: -
--

ALTER TABLE health.device ENABLE ROW LEVEL SECURITY;

--
-- Name: export_element; Type: ROW SECURITY; Schema: health; Owner: -
--

ALTER TABLE health.export_element ENABLE ROW LEVEL SECURITY;

--
-- Name: aggregate_extreme granted_people; Type: POLICY; Schema: health; Owner: -
--

CREATE POLICY granted_people ON health.aggregate_extreme FOR SELECT USING ((person_id = ANY (health.granted_person_ids())));


--
-- Name: analyst_grant granted_people; Type: POLICY; Schema: health; Owner: -
--

CREATE POLICY granted_people ON health.analyst_grant FOR SELECT USING ((person_id = ANY (health.granted_person_ids())));


--
-- Name: change_counter granted_people; Type: POLICY; Schema: health; Owner: -
--

CREATE POLICY granted_people ON health.change_counter FOR SELECT USING ((person_id = ANY (health.granted_person_ids())));


--
-- Name: client_anchor granted_people; Type: POLICY; Schema: health; Owner: -
--

CREATE POLICY granted_people ON health.client_anchor FOR SELECT USING ((person_id = ANY (health.granted_person_ids())));


--
-- Name: client_session granted_people; Type: POLICY; Schema: health; Owner: -
--

CREATE POLICY granted_people ON health.client_session FOR SELECT USING ((person_id = ANY (health.granted_person_ids())));


--
-- Name: contained_sample granted_people; Type: POLICY; Schema: health; Owner: -
--

CREATE POLICY granted_people ON health.contained_sample FOR SELECT USING ((person_id = ANY (health.granted_person_ids())));


--
-- Name: day_slot granted_people; Type: POLICY; Schema: health; Owner: -
--

CREATE POLICY granted_people ON health.day_slot FOR SELECT USING ((person_id = ANY (health.granted_person_ids())));


--
-- Name: deleted_sample granted_people; Type: POLICY; Schema: health; Owner: -
--

CREATE POLICY granted_people ON health.deleted_sample FOR SELECT USING ((person_id = ANY (health.granted_person_ids())));


--
-- Name: device granted_people; Type: POLICY; Schema: health; Owner: -
--

CREATE POLICY granted_people ON health.device FOR SELECT USING ((person_id = ANY (health.granted_person_ids())));


--
-- Name: export_element granted_people; Type: POLICY; Schema: health; Owner: -
--

CREATE POLICY granted_people ON health.export_element FOR SELECT USING ((person_id = ANY (health.granted_person_ids())));


--
-- Name: hour_slot granted_people; Type: POLICY; Schema: health; Owner: -
--

CREATE POLICY granted_people ON health.hour_slot FOR SELECT USING ((person_id = ANY (health.granted_person_ids())));


--
-- Name: idempotency_key granted_people; Type: POLICY; Schema: health; Owner: -
--

CREATE POLICY granted_people ON health.idempotency_key FOR SELECT USING ((person_id = ANY (health.granted_person_ids())));


--
-- Name: import granted_people; Type: POLICY; Schema: health; Owner: -
--

CREATE POLICY granted_people ON health.import FOR SELECT USING ((person_id = ANY (health.granted_person_ids())));


--
-- Name: import_count granted_people; Type: POLICY; Schema: health; Owner: -
--

CREATE POLICY granted_people ON health.import_count FOR SELECT USING ((person_id = ANY (health.granted_person_ids())));


--
-- Name: import_refusal granted_people; Type: POLICY; Schema: health; Owner: -
--

CREATE POLICY granted_people ON health.import_refusal FOR SELECT USING ((person_id = ANY (health.granted_person_ids())));


--
-- Name: import_upload granted_people; Type: POLICY; Schema: health; Owner: -
--

CREATE POLICY granted_people ON health.import_upload FOR SELECT USING ((person_id = ANY (health.granted_person_ids())));


--
-- Name: person granted_people; Type: POLICY; Schema: health; Owner: -
--

CREATE POLICY granted_people ON health.person FOR SELECT USING ((person_id = ANY (health.granted_person_ids())));


--
-- Name: person_sample_type granted_people; Type: POLICY; Schema: health; Owner: -
--

CREATE POLICY granted_people ON health.person_sample_type FOR SELECT USING ((person_id = ANY (health.granted_person_ids())));


--
-- Name: person_unit granted_people; Type: POLICY; Schema: health; Owner: -
--

CREATE POLICY granted_people ON health.person_unit FOR SELECT USING ((person_id = ANY (health.granted_person_ids())));


--
-- Name: preference_change granted_people; Type: POLICY; Schema: health; Owner: -
--

CREATE POLICY granted_people ON health.preference_change FOR SELECT USING ((person_id = ANY (health.granted_person_ids())));


--
-- Name: preferred_unit granted_people; Type: POLICY; Schema: health; Owner: -
--

CREATE POLICY granted_people ON health.preferred_unit FOR SELECT USING ((person_id = ANY (health.granted_person_ids())));


--
-- Name: quantity_series granted_people; Type: POLICY; Schema: health; Owner: -
--

CREATE POLICY granted_people ON health.quantity_series FOR SELECT USING ((person_id = ANY (health.granted_person_ids())));


--
-- Name: recognised_record granted_people; Type: POLICY; Schema: health; Owner: -
--

CREATE POLICY granted_people ON health.recognised_record FOR SELECT USING ((person_id = ANY (health.granted_person_ids())));


--
-- Name: sample granted_people; Type: POLICY; Schema: health; Owner: -
--

CREATE POLICY granted_people ON health.sample FOR SELECT USING ((person_id = ANY (health.granted_person_ids())));


--
-- Name: sample_detail granted_people; Type: POLICY; Schema: health; Owner: -
--

CREATE POLICY granted_people ON health.sample_detail FOR SELECT USING ((person_id = ANY (health.granted_person_ids())));


--
-- Name: sample_extent granted_people; Type: POLICY; Schema: health; Owner: -
--

CREATE POLICY granted_people ON health.sample_extent FOR SELECT USING ((person_id = ANY (health.granted_person_ids())));


--
-- Name: sample_sync granted_people; Type: POLICY; Schema: health; Owner: -
--

CREATE POLICY granted_people ON health.sample_sync FOR SELECT USING ((person_id = ANY (health.granted_person_ids())));


--
-- Name: sample_time_zone granted_people; Type: POLICY; Schema: health; Owner: -
--

CREATE POLICY granted_people ON health.sample_time_zone FOR SELECT USING ((person_id = ANY (health.granted_person_ids())));


--
-- Name: series_quantity granted_people; Type: POLICY; Schema: health; Owner: -
--

CREATE POLICY granted_people ON health.series_quantity FOR SELECT USING ((person_id = ANY (health.granted_person_ids())));


--
-- Name: slot_mark granted_people; Type: POLICY; Schema: health; Owner: -
--

CREATE POLICY granted_people ON health.slot_mark FOR SELECT USING ((person_id = ANY (health.granted_person_ids())));


--
-- Name: slot_type granted_people; Type: POLICY; Schema: health; Owner: -
--

CREATE POLICY granted_people ON health.slot_type FOR SELECT USING ((person_id = ANY (health.granted_person_ids())));


--
-- Name: source granted_people; Type: POLICY; Schema: health; Owner: -
--

CREATE POLICY granted_people ON health.source FOR SELECT USING ((person_id = ANY (health.granted_person_ids())));


--
-- Name: source_priority granted_people; Type: POLICY; Schema: health; Owner: -
--

CREATE POLICY granted_people ON health.source_priority FOR SELECT USING ((person_id = ANY (health.granted_person_ids())));


--
-- Name: source_revision granted_people; Type: POLICY; Schema: health; Owner: -
--

CREATE POLICY granted_people ON health.source_revision FOR SELECT USING ((person_id = ANY (health.granted_person_ids())));


--
-- Name: time_zone_report granted_people; Type: POLICY; Schema: health; Owner: -
--

CREATE POLICY granted_people ON health.time_zone_report FOR SELECT USING ((person_id = ANY (health.granted_person_ids())));


--
-- Name: token granted_people; Type: POLICY; Schema: health; Owner: -
--

CREATE POLICY granted_people ON health.token FOR SELECT USING ((person_id = ANY (health.granted_person_ids())));


--
-- Name: workout granted_people; Type: POLICY; Schema: health; Owner: -
--

CREATE POLICY granted_people ON health.workout FOR SELECT USING ((person_id = ANY (health.granted_person_ids())));


--
-- Name: hour_slot; Type: ROW SECURITY; Schema: health; Owner: -
--

ALTER TABLE health.hour_slot ENABLE ROW LEVEL SECURITY;

--
-- Name: idempotency_key; Type: ROW SECURITY; Schema: health; Owner: -
--

ALTER TABLE health.idempotency_key ENABLE ROW LEVEL SECURITY;

--
-- Name: import; Type: ROW SECURITY; Schema: health; Owner: -
--

ALTER TABLE health.import ENABLE ROW LEVEL SECURITY;

--
-- Name: import_count; Type: ROW SECURITY; Schema: health; Owner: -
--

ALTER TABLE health.import_count ENABLE ROW LEVEL SECURITY;

--
-- Name: import_refusal; Type: ROW SECURITY; Schema: health; Owner: -
--

ALTER TABLE health.import_refusal ENABLE ROW LEVEL SECURITY;

--
-- Name: import_upload; Type: ROW SECURITY; Schema: health; Owner: -
--

ALTER TABLE health.import_upload ENABLE ROW LEVEL SECURITY;

--
-- Name: person; Type: ROW SECURITY; Schema: health; Owner: -
--

ALTER TABLE health.person ENABLE ROW LEVEL SECURITY;

--
-- Name: person_sample_type; Type: ROW SECURITY; Schema: health; Owner: -
--

ALTER TABLE health.person_sample_type ENABLE ROW LEVEL SECURITY;

--
-- Name: person_unit; Type: ROW SECURITY; Schema: health; Owner: -
--

ALTER TABLE health.person_unit ENABLE ROW LEVEL SECURITY;

--
-- Name: preference_change; Type: ROW SECURITY; Schema: health; Owner: -
--

ALTER TABLE health.preference_change ENABLE ROW LEVEL SECURITY;

--
-- Name: preferred_unit; Type: ROW SECURITY; Schema: health; Owner: -
--

ALTER TABLE health.preferred_unit ENABLE ROW LEVEL SECURITY;

--
-- Name: quantity_series; Type: ROW SECURITY; Schema: health; Owner: -
--

ALTER TABLE health.quantity_series ENABLE ROW LEVEL SECURITY;

--
-- Name: recognised_record; Type: ROW SECURITY; Schema: health; Owner: -
--

ALTER TABLE health.recognised_record ENABLE ROW LEVEL SECURITY;

--
-- Name: sample; Type: ROW SECURITY; Schema: health; Owner: -
--

ALTER TABLE health.sample ENABLE ROW LEVEL SECURITY;

--
-- Name: sample_detail; Type: ROW SECURITY; Schema: health; Owner: -
--

ALTER TABLE health.sample_detail ENABLE ROW LEVEL SECURITY;

--
-- Name: sample_extent; Type: ROW SECURITY; Schema: health; Owner: -
--

ALTER TABLE health.sample_extent ENABLE ROW LEVEL SECURITY;

--
-- Name: sample_sync; Type: ROW SECURITY; Schema: health; Owner: -
--

ALTER TABLE health.sample_sync ENABLE ROW LEVEL SECURITY;

--
-- Name: sample_time_zone; Type: ROW SECURITY; Schema: health; Owner: -
--

ALTER TABLE health.sample_time_zone ENABLE ROW LEVEL SECURITY;

--
-- Name: series_quantity; Type: ROW SECURITY; Schema: health; Owner: -
--

ALTER TABLE health.series_quantity ENABLE ROW LEVEL SECURITY;

--
-- Name: slot_mark; Type: ROW SECURITY; Schema: health; Owner: -
--

ALTER TABLE health.slot_mark ENABLE ROW LEVEL SECURITY;

--
-- Name: slot_type; Type: ROW SECURITY; Schema: health; Owner: -
--

ALTER TABLE health.slot_type ENABLE ROW LEVEL SECURITY;

--
-- Name: source; Type: ROW SECURITY; Schema: health; Owner: -
--

ALTER TABLE health.source ENABLE ROW LEVEL SECURITY;

--
-- Name: source_priority; Type: ROW SECURITY; Schema: health; Owner: -
--

ALTER TABLE health.source_priority ENABLE ROW LEVEL SECURITY;

--
-- Name: source_revision; Type: ROW SECURITY; Schema: health; Owner: -
--

ALTER TABLE health.source_revision ENABLE ROW LEVEL SECURITY;

--
-- Name: time_zone_report; Type: ROW SECURITY; Schema: health; Owner: -
--

ALTER TABLE health.time_zone_report ENABLE ROW LEVEL SECURITY;

--
-- Name: token; Type: ROW SECURITY; Schema: health; Owner: -
--

ALTER TABLE health.token ENABLE ROW LEVEL SECURITY;

--
-- Name: workout; Type: ROW SECURITY; Schema: health; Owner: -
--

ALTER TABLE health.workout ENABLE ROW LEVEL SECURITY;

--
-- Name: SCHEMA health; Type: ACL; Schema: -; Owner: -
--

GRANT USAGE ON SCHEMA health TO healthstore_analyst;


--
-- Name: SCHEMA health_code; Type: ACL; Schema: -; Owner: -
--

GRANT USAGE ON SCHEMA health_code TO healthstore_analyst;


--
-- Name: FUNCTION json_number(value jsonb); Type: ACL; Schema: health_code; Owner: -
--

GRANT ALL ON FUNCTION health_code.json_number(value jsonb) TO healthstore_analyst;


--
-- Name: TABLE sample; Type: ACL; Schema: health; Owner: -
--

GRANT SELECT ON TABLE health.sample TO healthstore_analyst;


--
-- Name: TABLE sample_detail; Type: ACL; Schema: health; Owner: -
--

GRANT SELECT ON TABLE health.sample_detail TO healthstore_analyst;


--
-- Name: TABLE sample_type; Type: ACL; Schema: health; Owner: -
--

GRANT SELECT ON TABLE health.sample_type TO healthstore_analyst;


--
-- Name: TABLE source; Type: ACL; Schema: health; Owner: -
--

GRANT SELECT ON TABLE health.source TO healthstore_analyst;


--
-- Name: TABLE source_revision; Type: ACL; Schema: health; Owner: -
--

GRANT SELECT ON TABLE health.source_revision TO healthstore_analyst;


--
-- Name: FUNCTION aggregate_nights(for_person_id integer, from_time timestamp with time zone, to_time timestamp with time zone); Type: ACL; Schema: health_code; Owner: -
--

GRANT ALL ON FUNCTION health_code.aggregate_nights(for_person_id integer, from_time timestamp with time zone, to_time timestamp with time zone) TO healthstore_analyst;


--
-- Name: FUNCTION bucket_edges(for_person_id integer, "interval" text, time_zone text, from_time anyelement, to_time anycompatible, anchor text, first_weekday integer, day_start time without time zone); Type: ACL; Schema: health_code; Owner: -
--

GRANT ALL ON FUNCTION health_code.bucket_edges(for_person_id integer, "interval" text, time_zone text, from_time anyelement, to_time anycompatible, anchor text, first_weekday integer, day_start time without time zone) TO healthstore_analyst;


--
-- Name: FUNCTION bucket_edges(for_person_id integer, "interval" text, time_zone text, from_time anyelement, to_time text, anchor text, first_weekday integer, day_start time without time zone); Type: ACL; Schema: health_code; Owner: -
--

GRANT ALL ON FUNCTION health_code.bucket_edges(for_person_id integer, "interval" text, time_zone text, from_time anyelement, to_time text, anchor text, first_weekday integer, day_start time without time zone) TO healthstore_analyst;


--
-- Name: FUNCTION bucket_edges(for_person_id integer, "interval" text, time_zone text, from_time text, to_time anyelement, anchor text, first_weekday integer, day_start time without time zone); Type: ACL; Schema: health_code; Owner: -
--

GRANT ALL ON FUNCTION health_code.bucket_edges(for_person_id integer, "interval" text, time_zone text, from_time text, to_time anyelement, anchor text, first_weekday integer, day_start time without time zone) TO healthstore_analyst;


--
-- Name: FUNCTION bucket_plan(for_person_id integer, "interval" text, time_zone text, from_time timestamp with time zone, to_time timestamp with time zone, anchor timestamp without time zone, first_weekday integer, day_start time without time zone); Type: ACL; Schema: health_code; Owner: -
--

GRANT ALL ON FUNCTION health_code.bucket_plan(for_person_id integer, "interval" text, time_zone text, from_time timestamp with time zone, to_time timestamp with time zone, anchor timestamp without time zone, first_weekday integer, day_start time without time zone) TO healthstore_analyst;


--
-- Name: FUNCTION given_time(for_person_id integer, time_zone text, parameter text, given text); Type: ACL; Schema: health_code; Owner: -
--

GRANT ALL ON FUNCTION health_code.given_time(for_person_id integer, time_zone text, parameter text, given text) TO healthstore_analyst;


--
-- Name: FUNCTION given_wall_clock(parameter text, given text); Type: ACL; Schema: health_code; Owner: -
--

GRANT ALL ON FUNCTION health_code.given_wall_clock(parameter text, given text) TO healthstore_analyst;


--
-- Name: FUNCTION bucket_edges(for_person_id integer, "interval" text, time_zone text, from_time text, to_time text, anchor text, first_weekday integer, day_start time without time zone); Type: ACL; Schema: health_code; Owner: -
--

GRANT ALL ON FUNCTION health_code.bucket_edges(for_person_id integer, "interval" text, time_zone text, from_time text, to_time text, anchor text, first_weekday integer, day_start time without time zone) TO healthstore_analyst;


--
-- Name: FUNCTION bucket_index(anchor timestamp without time zone, step_days integer, step_months integer, wall timestamp without time zone); Type: ACL; Schema: health_code; Owner: -
--

GRANT ALL ON FUNCTION health_code.bucket_index(anchor timestamp without time zone, step_days integer, step_months integer, wall timestamp without time zone) TO healthstore_analyst;


--
-- Name: FUNCTION relative_energy(level double precision, reference double precision); Type: ACL; Schema: health_code; Owner: -
--

GRANT ALL ON FUNCTION health_code.relative_energy(level double precision, reference double precision) TO healthstore_analyst;


--
-- Name: TABLE source_priority; Type: ACL; Schema: health; Owner: -
--

GRANT SELECT ON TABLE health.source_priority TO healthstore_analyst;


--
-- Name: FUNCTION source_order(for_person_id integer, for_sample_type_id integer); Type: ACL; Schema: health_code; Owner: -
--

GRANT ALL ON FUNCTION health_code.source_order(for_person_id integer, for_sample_type_id integer) TO healthstore_analyst;


--
-- Name: TABLE sample_extent; Type: ACL; Schema: health; Owner: -
--

GRANT SELECT ON TABLE health.sample_extent TO healthstore_analyst;


--
-- Name: TABLE slot_type; Type: ACL; Schema: health; Owner: -
--

GRANT SELECT ON TABLE health.slot_type TO healthstore_analyst;


--
-- Name: FUNCTION statistics_rule(for_person_id integer, for_sample_type_id integer); Type: ACL; Schema: health_code; Owner: -
--

GRANT ALL ON FUNCTION health_code.statistics_rule(for_person_id integer, for_sample_type_id integer) TO healthstore_analyst;


--
-- Name: TABLE aggregate_extreme; Type: ACL; Schema: health; Owner: -
--

GRANT SELECT ON TABLE health.aggregate_extreme TO healthstore_analyst;


--
-- Name: TABLE series_quantity; Type: ACL; Schema: health; Owner: -
--

GRANT SELECT ON TABLE health.series_quantity TO healthstore_analyst;


--
-- Name: FUNCTION piece_figures(for_person_id integer, for_sample_type_id integer, from_times timestamp with time zone[], to_times timestamp with time zone[], per_source boolean, strict_start boolean, strict_end boolean, range_from timestamp with time zone, range_to timestamp with time zone); Type: ACL; Schema: health_code; Owner: -
--

GRANT ALL ON FUNCTION health_code.piece_figures(for_person_id integer, for_sample_type_id integer, from_times timestamp with time zone[], to_times timestamp with time zone[], per_source boolean, strict_start boolean, strict_end boolean, range_from timestamp with time zone, range_to timestamp with time zone) TO healthstore_analyst;


--
-- Name: TABLE hour_slot; Type: ACL; Schema: health; Owner: -
--

GRANT SELECT ON TABLE health.hour_slot TO healthstore_analyst;


--
-- Name: TABLE slot_mark; Type: ACL; Schema: health; Owner: -
--

GRANT SELECT ON TABLE health.slot_mark TO healthstore_analyst;


--
-- Name: FUNCTION bucket_statistics(for_person_id integer, for_sample_type_id integer, start_times timestamp with time zone[], end_times timestamp with time zone[], from_time timestamp with time zone, to_time timestamp with time zone, separate_by_source boolean, strict_start boolean, strict_end boolean); Type: ACL; Schema: health_code; Owner: -
--

GRANT ALL ON FUNCTION health_code.bucket_statistics(for_person_id integer, for_sample_type_id integer, start_times timestamp with time zone[], end_times timestamp with time zone[], from_time timestamp with time zone, to_time timestamp with time zone, separate_by_source boolean, strict_start boolean, strict_end boolean) TO healthstore_analyst;


--
-- Name: FUNCTION clock(for_person_id integer, time_zone text); Type: ACL; Schema: health_code; Owner: -
--

GRANT ALL ON FUNCTION health_code.clock(for_person_id integer, time_zone text) TO healthstore_analyst;


--
-- Name: FUNCTION daily_statistics(person text, type text, time_zone text, from_date date, to_date date, OUT date date, OUT start_time timestamp with time zone, OUT end_time timestamp with time zone, OUT count bigint, OUT sum double precision, OUT average double precision, OUT minimum double precision, OUT maximum double precision, OUT duration double precision, OUT most_recent double precision, OUT most_recent_start_time timestamp with time zone, OUT most_recent_end_time timestamp with time zone, OUT sources integer[], INOUT unit text, OUT partial boolean); Type: ACL; Schema: health_code; Owner: -
--

GRANT ALL ON FUNCTION health_code.daily_statistics(person text, type text, time_zone text, from_date date, to_date date, OUT date date, OUT start_time timestamp with time zone, OUT end_time timestamp with time zone, OUT count bigint, OUT sum double precision, OUT average double precision, OUT minimum double precision, OUT maximum double precision, OUT duration double precision, OUT most_recent double precision, OUT most_recent_start_time timestamp with time zone, OUT most_recent_end_time timestamp with time zone, OUT sources integer[], INOUT unit text, OUT partial boolean) TO healthstore_analyst;


--
-- Name: FUNCTION json_time(value jsonb); Type: ACL; Schema: health_code; Owner: -
--

GRANT ALL ON FUNCTION health_code.json_time(value jsonb) TO healthstore_analyst;


--
-- Name: FUNCTION known_person(named text); Type: ACL; Schema: health_code; Owner: -
--

GRANT ALL ON FUNCTION health_code.known_person(named text) TO healthstore_analyst;


--
-- Name: FUNCTION known_quantity_type(named text); Type: ACL; Schema: health_code; Owner: -
--

GRANT ALL ON FUNCTION health_code.known_quantity_type(named text) TO healthstore_analyst;


--
-- Name: FUNCTION seconds(length interval); Type: ACL; Schema: health_code; Owner: -
--

GRANT ALL ON FUNCTION health_code.seconds(length interval) TO healthstore_analyst;


--
-- Name: FUNCTION sleep_nights(person text, time_zone text, from_date date, to_date date, night_start time without time zone, attribution text, session_gap interval); Type: ACL; Schema: health_code; Owner: -
--

GRANT ALL ON FUNCTION health_code.sleep_nights(person text, time_zone text, from_date date, to_date date, night_start time without time zone, attribution text, session_gap interval) TO healthstore_analyst;


--
-- Name: FUNCTION statistics(person text, type text, from_time anyelement, to_time anycompatible, strict_start boolean, strict_end boolean, separate_by_source boolean, OUT start_time timestamp with time zone, OUT end_time timestamp with time zone, OUT source text, OUT source_id integer, OUT count bigint, OUT sum double precision, OUT average double precision, OUT minimum double precision, OUT maximum double precision, OUT duration double precision, OUT most_recent double precision, OUT most_recent_start_time timestamp with time zone, OUT most_recent_end_time timestamp with time zone, OUT sources integer[], INOUT unit text, OUT partial boolean); Type: ACL; Schema: health_code; Owner: -
--

GRANT ALL ON FUNCTION health_code.statistics(person text, type text, from_time anyelement, to_time anycompatible, strict_start boolean, strict_end boolean, separate_by_source boolean, OUT start_time timestamp with time zone, OUT end_time timestamp with time zone, OUT source text, OUT source_id integer, OUT count bigint, OUT sum double precision, OUT average double precision, OUT minimum double precision, OUT maximum double precision, OUT duration double precision, OUT most_recent double precision, OUT most_recent_start_time timestamp with time zone, OUT most_recent_end_time timestamp with time zone, OUT sources integer[], INOUT unit text, OUT partial boolean) TO healthstore_analyst;


--
-- Name: FUNCTION statistics(person text, type text, from_time text, to_time text, strict_start boolean, strict_end boolean, separate_by_source boolean, OUT start_time timestamp with time zone, OUT end_time timestamp with time zone, OUT source text, OUT source_id integer, OUT count bigint, OUT sum double precision, OUT average double precision, OUT minimum double precision, OUT maximum double precision, OUT duration double precision, OUT most_recent double precision, OUT most_recent_start_time timestamp with time zone, OUT most_recent_end_time timestamp with time zone, OUT sources integer[], INOUT unit text, OUT partial boolean); Type: ACL; Schema: health_code; Owner: -
--

GRANT ALL ON FUNCTION health_code.statistics(person text, type text, from_time text, to_time text, strict_start boolean, strict_end boolean, separate_by_source boolean, OUT start_time timestamp with time zone, OUT end_time timestamp with time zone, OUT source text, OUT source_id integer, OUT count bigint, OUT sum double precision, OUT average double precision, OUT minimum double precision, OUT maximum double precision, OUT duration double precision, OUT most_recent double precision, OUT most_recent_start_time timestamp with time zone, OUT most_recent_end_time timestamp with time zone, OUT sources integer[], INOUT unit text, OUT partial boolean) TO healthstore_analyst;


--
-- Name: FUNCTION statistics(person text, type text, time_zone text, from_time anyelement, to_time anycompatible, strict_start boolean, strict_end boolean, separate_by_source boolean, OUT start_time timestamp with time zone, OUT end_time timestamp with time zone, OUT source text, OUT source_id integer, OUT count bigint, OUT sum double precision, OUT average double precision, OUT minimum double precision, OUT maximum double precision, OUT duration double precision, OUT most_recent double precision, OUT most_recent_start_time timestamp with time zone, OUT most_recent_end_time timestamp with time zone, OUT sources integer[], INOUT unit text, OUT partial boolean); Type: ACL; Schema: health_code; Owner: -
--

GRANT ALL ON FUNCTION health_code.statistics(person text, type text, time_zone text, from_time anyelement, to_time anycompatible, strict_start boolean, strict_end boolean, separate_by_source boolean, OUT start_time timestamp with time zone, OUT end_time timestamp with time zone, OUT source text, OUT source_id integer, OUT count bigint, OUT sum double precision, OUT average double precision, OUT minimum double precision, OUT maximum double precision, OUT duration double precision, OUT most_recent double precision, OUT most_recent_start_time timestamp with time zone, OUT most_recent_end_time timestamp with time zone, OUT sources integer[], INOUT unit text, OUT partial boolean) TO healthstore_analyst;


--
-- Name: FUNCTION statistics(person text, type text, time_zone text, from_time anyelement, to_time text, strict_start boolean, strict_end boolean, separate_by_source boolean, OUT start_time timestamp with time zone, OUT end_time timestamp with time zone, OUT source text, OUT source_id integer, OUT count bigint, OUT sum double precision, OUT average double precision, OUT minimum double precision, OUT maximum double precision, OUT duration double precision, OUT most_recent double precision, OUT most_recent_start_time timestamp with time zone, OUT most_recent_end_time timestamp with time zone, OUT sources integer[], INOUT unit text, OUT partial boolean); Type: ACL; Schema: health_code; Owner: -
--

GRANT ALL ON FUNCTION health_code.statistics(person text, type text, time_zone text, from_time anyelement, to_time text, strict_start boolean, strict_end boolean, separate_by_source boolean, OUT start_time timestamp with time zone, OUT end_time timestamp with time zone, OUT source text, OUT source_id integer, OUT count bigint, OUT sum double precision, OUT average double precision, OUT minimum double precision, OUT maximum double precision, OUT duration double precision, OUT most_recent double precision, OUT most_recent_start_time timestamp with time zone, OUT most_recent_end_time timestamp with time zone, OUT sources integer[], INOUT unit text, OUT partial boolean) TO healthstore_analyst;


--
-- Name: FUNCTION statistics(person text, type text, time_zone text, from_time text, to_time anyelement, strict_start boolean, strict_end boolean, separate_by_source boolean, OUT start_time timestamp with time zone, OUT end_time timestamp with time zone, OUT source text, OUT source_id integer, OUT count bigint, OUT sum double precision, OUT average double precision, OUT minimum double precision, OUT maximum double precision, OUT duration double precision, OUT most_recent double precision, OUT most_recent_start_time timestamp with time zone, OUT most_recent_end_time timestamp with time zone, OUT sources integer[], INOUT unit text, OUT partial boolean); Type: ACL; Schema: health_code; Owner: -
--

GRANT ALL ON FUNCTION health_code.statistics(person text, type text, time_zone text, from_time text, to_time anyelement, strict_start boolean, strict_end boolean, separate_by_source boolean, OUT start_time timestamp with time zone, OUT end_time timestamp with time zone, OUT source text, OUT source_id integer, OUT count bigint, OUT sum double precision, OUT average double precision, OUT minimum double precision, OUT maximum double precision, OUT duration double precision, OUT most_recent double precision, OUT most_recent_start_time timestamp with time zone, OUT most_recent_end_time timestamp with time zone, OUT sources integer[], INOUT unit text, OUT partial boolean) TO healthstore_analyst;


--
-- Name: FUNCTION statistics(person text, type text, time_zone text, from_time text, to_time text, strict_start boolean, strict_end boolean, separate_by_source boolean, OUT start_time timestamp with time zone, OUT end_time timestamp with time zone, OUT source text, OUT source_id integer, OUT count bigint, OUT sum double precision, OUT average double precision, OUT minimum double precision, OUT maximum double precision, OUT duration double precision, OUT most_recent double precision, OUT most_recent_start_time timestamp with time zone, OUT most_recent_end_time timestamp with time zone, OUT sources integer[], INOUT unit text, OUT partial boolean); Type: ACL; Schema: health_code; Owner: -
--

GRANT ALL ON FUNCTION health_code.statistics(person text, type text, time_zone text, from_time text, to_time text, strict_start boolean, strict_end boolean, separate_by_source boolean, OUT start_time timestamp with time zone, OUT end_time timestamp with time zone, OUT source text, OUT source_id integer, OUT count bigint, OUT sum double precision, OUT average double precision, OUT minimum double precision, OUT maximum double precision, OUT duration double precision, OUT most_recent double precision, OUT most_recent_start_time timestamp with time zone, OUT most_recent_end_time timestamp with time zone, OUT sources integer[], INOUT unit text, OUT partial boolean) TO healthstore_analyst;


--
-- Name: FUNCTION statistics_collection(person text, type text, "interval" text, time_zone text, from_time anyelement, to_time anycompatible, anchor text, separate_by_source boolean, strict_start boolean, strict_end boolean, first_weekday integer, day_start time without time zone, OUT start_time timestamp with time zone, OUT end_time timestamp with time zone, OUT source text, OUT source_id integer, OUT count bigint, OUT sum double precision, OUT average double precision, OUT minimum double precision, OUT maximum double precision, OUT duration double precision, OUT most_recent double precision, OUT most_recent_start_time timestamp with time zone, OUT most_recent_end_time timestamp with time zone, OUT sources integer[], INOUT unit text, OUT partial boolean); Type: ACL; Schema: health_code; Owner: -
--

GRANT ALL ON FUNCTION health_code.statistics_collection(person text, type text, "interval" text, time_zone text, from_time anyelement, to_time anycompatible, anchor text, separate_by_source boolean, strict_start boolean, strict_end boolean, first_weekday integer, day_start time without time zone, OUT start_time timestamp with time zone, OUT end_time timestamp with time zone, OUT source text, OUT source_id integer, OUT count bigint, OUT sum double precision, OUT average double precision, OUT minimum double precision, OUT maximum double precision, OUT duration double precision, OUT most_recent double precision, OUT most_recent_start_time timestamp with time zone, OUT most_recent_end_time timestamp with time zone, OUT sources integer[], INOUT unit text, OUT partial boolean) TO healthstore_analyst;


--
-- Name: FUNCTION statistics_collection(person text, type text, "interval" text, time_zone text, from_time anyelement, to_time text, anchor text, separate_by_source boolean, strict_start boolean, strict_end boolean, first_weekday integer, day_start time without time zone, OUT start_time timestamp with time zone, OUT end_time timestamp with time zone, OUT source text, OUT source_id integer, OUT count bigint, OUT sum double precision, OUT average double precision, OUT minimum double precision, OUT maximum double precision, OUT duration double precision, OUT most_recent double precision, OUT most_recent_start_time timestamp with time zone, OUT most_recent_end_time timestamp with time zone, OUT sources integer[], INOUT unit text, OUT partial boolean); Type: ACL; Schema: health_code; Owner: -
--

GRANT ALL ON FUNCTION health_code.statistics_collection(person text, type text, "interval" text, time_zone text, from_time anyelement, to_time text, anchor text, separate_by_source boolean, strict_start boolean, strict_end boolean, first_weekday integer, day_start time without time zone, OUT start_time timestamp with time zone, OUT end_time timestamp with time zone, OUT source text, OUT source_id integer, OUT count bigint, OUT sum double precision, OUT average double precision, OUT minimum double precision, OUT maximum double precision, OUT duration double precision, OUT most_recent double precision, OUT most_recent_start_time timestamp with time zone, OUT most_recent_end_time timestamp with time zone, OUT sources integer[], INOUT unit text, OUT partial boolean) TO healthstore_analyst;


--
-- Name: FUNCTION statistics_collection(person text, type text, "interval" text, time_zone text, from_time text, to_time anyelement, anchor text, separate_by_source boolean, strict_start boolean, strict_end boolean, first_weekday integer, day_start time without time zone, OUT start_time timestamp with time zone, OUT end_time timestamp with time zone, OUT source text, OUT source_id integer, OUT count bigint, OUT sum double precision, OUT average double precision, OUT minimum double precision, OUT maximum double precision, OUT duration double precision, OUT most_recent double precision, OUT most_recent_start_time timestamp with time zone, OUT most_recent_end_time timestamp with time zone, OUT sources integer[], INOUT unit text, OUT partial boolean); Type: ACL; Schema: health_code; Owner: -
--

GRANT ALL ON FUNCTION health_code.statistics_collection(person text, type text, "interval" text, time_zone text, from_time text, to_time anyelement, anchor text, separate_by_source boolean, strict_start boolean, strict_end boolean, first_weekday integer, day_start time without time zone, OUT start_time timestamp with time zone, OUT end_time timestamp with time zone, OUT source text, OUT source_id integer, OUT count bigint, OUT sum double precision, OUT average double precision, OUT minimum double precision, OUT maximum double precision, OUT duration double precision, OUT most_recent double precision, OUT most_recent_start_time timestamp with time zone, OUT most_recent_end_time timestamp with time zone, OUT sources integer[], INOUT unit text, OUT partial boolean) TO healthstore_analyst;


--
-- Name: FUNCTION statistics_collection(person text, type text, "interval" text, time_zone text, from_time text, to_time text, anchor text, separate_by_source boolean, strict_start boolean, strict_end boolean, first_weekday integer, day_start time without time zone, OUT start_time timestamp with time zone, OUT end_time timestamp with time zone, OUT source text, OUT source_id integer, OUT count bigint, OUT sum double precision, OUT average double precision, OUT minimum double precision, OUT maximum double precision, OUT duration double precision, OUT most_recent double precision, OUT most_recent_start_time timestamp with time zone, OUT most_recent_end_time timestamp with time zone, OUT sources integer[], INOUT unit text, OUT partial boolean); Type: ACL; Schema: health_code; Owner: -
--

GRANT ALL ON FUNCTION health_code.statistics_collection(person text, type text, "interval" text, time_zone text, from_time text, to_time text, anchor text, separate_by_source boolean, strict_start boolean, strict_end boolean, first_weekday integer, day_start time without time zone, OUT start_time timestamp with time zone, OUT end_time timestamp with time zone, OUT source text, OUT source_id integer, OUT count bigint, OUT sum double precision, OUT average double precision, OUT minimum double precision, OUT maximum double precision, OUT duration double precision, OUT most_recent double precision, OUT most_recent_start_time timestamp with time zone, OUT most_recent_end_time timestamp with time zone, OUT sources integer[], INOUT unit text, OUT partial boolean) TO healthstore_analyst;


--
-- Name: FUNCTION text_number(value text); Type: ACL; Schema: health_code; Owner: -
--

GRANT ALL ON FUNCTION health_code.text_number(value text) TO healthstore_analyst;


--
-- Name: FUNCTION time_parts(given text, OUT wall_clock timestamp without time zone, OUT utc_offset interval); Type: ACL; Schema: health_code; Owner: -
--

GRANT ALL ON FUNCTION health_code.time_parts(given text, OUT wall_clock timestamp without time zone, OUT utc_offset interval) TO healthstore_analyst;


--
-- Name: FUNCTION time_text(moment anyelement); Type: ACL; Schema: health_code; Owner: -
--

GRANT ALL ON FUNCTION health_code.time_text(moment anyelement) TO healthstore_analyst;


--
-- Name: FUNCTION time_zone_history(for_person_id integer); Type: ACL; Schema: health_code; Owner: -
--

GRANT ALL ON FUNCTION health_code.time_zone_history(for_person_id integer) TO healthstore_analyst;


--
-- Name: TABLE sample_time_zone; Type: ACL; Schema: health; Owner: -
--

GRANT SELECT ON TABLE health.sample_time_zone TO healthstore_analyst;


--
-- Name: TABLE time_zone_report; Type: ACL; Schema: health; Owner: -
--

GRANT SELECT ON TABLE health.time_zone_report TO healthstore_analyst;


--
-- Name: FUNCTION time_zone_names(for_person_id integer); Type: ACL; Schema: health_code; Owner: -
--

GRANT ALL ON FUNCTION health_code.time_zone_names(for_person_id integer) TO healthstore_analyst;


--
-- Name: FUNCTION time_zone_runs(for_person_id integer, zones text[], runs_max integer); Type: ACL; Schema: health_code; Owner: -
--

GRANT ALL ON FUNCTION health_code.time_zone_runs(for_person_id integer, zones text[], runs_max integer) TO healthstore_analyst;


--
-- Name: FUNCTION unit_of(for_person_id integer, for_sample_type_id integer, unit text); Type: ACL; Schema: health_code; Owner: -
--

GRANT ALL ON FUNCTION health_code.unit_of(for_person_id integer, for_sample_type_id integer, unit text) TO healthstore_analyst;


--
-- Name: FUNCTION wall_clock_instant(for_person_id integer, time_zone text, wall_clock timestamp without time zone); Type: ACL; Schema: health_code; Owner: -
--

GRANT ALL ON FUNCTION health_code.wall_clock_instant(for_person_id integer, time_zone text, wall_clock timestamp without time zone) TO healthstore_analyst;


--
-- Name: FUNCTION lo_close(integer); Type: ACL; Schema: pg_catalog; Owner: -
--

REVOKE ALL ON FUNCTION pg_catalog.lo_close(integer) FROM PUBLIC;


--
-- Name: FUNCTION lo_creat(integer); Type: ACL; Schema: pg_catalog; Owner: -
--

REVOKE ALL ON FUNCTION pg_catalog.lo_creat(integer) FROM PUBLIC;


--
-- Name: FUNCTION lo_create(oid); Type: ACL; Schema: pg_catalog; Owner: -
--

REVOKE ALL ON FUNCTION pg_catalog.lo_create(oid) FROM PUBLIC;


--
-- Name: FUNCTION lo_from_bytea(oid, bytea); Type: ACL; Schema: pg_catalog; Owner: -
--

REVOKE ALL ON FUNCTION pg_catalog.lo_from_bytea(oid, bytea) FROM PUBLIC;


--
-- Name: FUNCTION lo_get(oid); Type: ACL; Schema: pg_catalog; Owner: -
--

REVOKE ALL ON FUNCTION pg_catalog.lo_get(oid) FROM PUBLIC;


--
-- Name: FUNCTION lo_get(oid, bigint, integer); Type: ACL; Schema: pg_catalog; Owner: -
--

REVOKE ALL ON FUNCTION pg_catalog.lo_get(oid, bigint, integer) FROM PUBLIC;


--
-- Name: FUNCTION lo_lseek(integer, integer, integer); Type: ACL; Schema: pg_catalog; Owner: -
--

REVOKE ALL ON FUNCTION pg_catalog.lo_lseek(integer, integer, integer) FROM PUBLIC;


--
-- Name: FUNCTION lo_lseek64(integer, bigint, integer); Type: ACL; Schema: pg_catalog; Owner: -
--

REVOKE ALL ON FUNCTION pg_catalog.lo_lseek64(integer, bigint, integer) FROM PUBLIC;


--
-- Name: FUNCTION lo_open(oid, integer); Type: ACL; Schema: pg_catalog; Owner: -
--

REVOKE ALL ON FUNCTION pg_catalog.lo_open(oid, integer) FROM PUBLIC;


--
-- Name: FUNCTION lo_put(oid, bigint, bytea); Type: ACL; Schema: pg_catalog; Owner: -
--

REVOKE ALL ON FUNCTION pg_catalog.lo_put(oid, bigint, bytea) FROM PUBLIC;


--
-- Name: FUNCTION lo_tell(integer); Type: ACL; Schema: pg_catalog; Owner: -
--

REVOKE ALL ON FUNCTION pg_catalog.lo_tell(integer) FROM PUBLIC;


--
-- Name: FUNCTION lo_tell64(integer); Type: ACL; Schema: pg_catalog; Owner: -
--

REVOKE ALL ON FUNCTION pg_catalog.lo_tell64(integer) FROM PUBLIC;


--
-- Name: FUNCTION lo_truncate(integer, integer); Type: ACL; Schema: pg_catalog; Owner: -
--

REVOKE ALL ON FUNCTION pg_catalog.lo_truncate(integer, integer) FROM PUBLIC;


--
-- Name: FUNCTION lo_truncate64(integer, bigint); Type: ACL; Schema: pg_catalog; Owner: -
--

REVOKE ALL ON FUNCTION pg_catalog.lo_truncate64(integer, bigint) FROM PUBLIC;


--
-- Name: FUNCTION lo_unlink(oid); Type: ACL; Schema: pg_catalog; Owner: -
--

REVOKE ALL ON FUNCTION pg_catalog.lo_unlink(oid) FROM PUBLIC;


--
-- Name: FUNCTION loread(integer, integer); Type: ACL; Schema: pg_catalog; Owner: -
--

REVOKE ALL ON FUNCTION pg_catalog.loread(integer, integer) FROM PUBLIC;


--
-- Name: FUNCTION lowrite(integer, bytea); Type: ACL; Schema: pg_catalog; Owner: -
--

REVOKE ALL ON FUNCTION pg_catalog.lowrite(integer, bytea) FROM PUBLIC;


--
-- Name: FUNCTION pg_advisory_lock(bigint); Type: ACL; Schema: pg_catalog; Owner: -
--

REVOKE ALL ON FUNCTION pg_catalog.pg_advisory_lock(bigint) FROM PUBLIC;


--
-- Name: FUNCTION pg_advisory_lock(integer, integer); Type: ACL; Schema: pg_catalog; Owner: -
--

REVOKE ALL ON FUNCTION pg_catalog.pg_advisory_lock(integer, integer) FROM PUBLIC;


--
-- Name: FUNCTION pg_advisory_lock_shared(bigint); Type: ACL; Schema: pg_catalog; Owner: -
--

REVOKE ALL ON FUNCTION pg_catalog.pg_advisory_lock_shared(bigint) FROM PUBLIC;


--
-- Name: FUNCTION pg_advisory_lock_shared(integer, integer); Type: ACL; Schema: pg_catalog; Owner: -
--

REVOKE ALL ON FUNCTION pg_catalog.pg_advisory_lock_shared(integer, integer) FROM PUBLIC;


--
-- Name: FUNCTION pg_advisory_unlock(bigint); Type: ACL; Schema: pg_catalog; Owner: -
--

REVOKE ALL ON FUNCTION pg_catalog.pg_advisory_unlock(bigint) FROM PUBLIC;


--
-- Name: FUNCTION pg_advisory_unlock(integer, integer); Type: ACL; Schema: pg_catalog; Owner: -
--

REVOKE ALL ON FUNCTION pg_catalog.pg_advisory_unlock(integer, integer) FROM PUBLIC;


--
-- Name: FUNCTION pg_advisory_unlock_all(); Type: ACL; Schema: pg_catalog; Owner: -
--

REVOKE ALL ON FUNCTION pg_catalog.pg_advisory_unlock_all() FROM PUBLIC;


--
-- Name: FUNCTION pg_advisory_unlock_shared(bigint); Type: ACL; Schema: pg_catalog; Owner: -
--

REVOKE ALL ON FUNCTION pg_catalog.pg_advisory_unlock_shared(bigint) FROM PUBLIC;


--
-- Name: FUNCTION pg_advisory_unlock_shared(integer, integer); Type: ACL; Schema: pg_catalog; Owner: -
--

REVOKE ALL ON FUNCTION pg_catalog.pg_advisory_unlock_shared(integer, integer) FROM PUBLIC;


--
-- Name: FUNCTION pg_advisory_xact_lock(bigint); Type: ACL; Schema: pg_catalog; Owner: -
--

REVOKE ALL ON FUNCTION pg_catalog.pg_advisory_xact_lock(bigint) FROM PUBLIC;


--
-- Name: FUNCTION pg_advisory_xact_lock(integer, integer); Type: ACL; Schema: pg_catalog; Owner: -
--

REVOKE ALL ON FUNCTION pg_catalog.pg_advisory_xact_lock(integer, integer) FROM PUBLIC;


--
-- Name: FUNCTION pg_advisory_xact_lock_shared(bigint); Type: ACL; Schema: pg_catalog; Owner: -
--

REVOKE ALL ON FUNCTION pg_catalog.pg_advisory_xact_lock_shared(bigint) FROM PUBLIC;


--
-- Name: FUNCTION pg_advisory_xact_lock_shared(integer, integer); Type: ACL; Schema: pg_catalog; Owner: -
--

REVOKE ALL ON FUNCTION pg_catalog.pg_advisory_xact_lock_shared(integer, integer) FROM PUBLIC;


--
-- Name: FUNCTION pg_notify(text, text); Type: ACL; Schema: pg_catalog; Owner: -
--

REVOKE ALL ON FUNCTION pg_catalog.pg_notify(text, text) FROM PUBLIC;


--
-- Name: FUNCTION pg_try_advisory_lock(bigint); Type: ACL; Schema: pg_catalog; Owner: -
--

REVOKE ALL ON FUNCTION pg_catalog.pg_try_advisory_lock(bigint) FROM PUBLIC;


--
-- Name: FUNCTION pg_try_advisory_lock(integer, integer); Type: ACL; Schema: pg_catalog; Owner: -
--

REVOKE ALL ON FUNCTION pg_catalog.pg_try_advisory_lock(integer, integer) FROM PUBLIC;


--
-- Name: FUNCTION pg_try_advisory_lock_shared(bigint); Type: ACL; Schema: pg_catalog; Owner: -
--

REVOKE ALL ON FUNCTION pg_catalog.pg_try_advisory_lock_shared(bigint) FROM PUBLIC;


--
-- Name: FUNCTION pg_try_advisory_lock_shared(integer, integer); Type: ACL; Schema: pg_catalog; Owner: -
--

REVOKE ALL ON FUNCTION pg_catalog.pg_try_advisory_lock_shared(integer, integer) FROM PUBLIC;


--
-- Name: FUNCTION pg_try_advisory_xact_lock(bigint); Type: ACL; Schema: pg_catalog; Owner: -
--

REVOKE ALL ON FUNCTION pg_catalog.pg_try_advisory_xact_lock(bigint) FROM PUBLIC;


--
-- Name: FUNCTION pg_try_advisory_xact_lock(integer, integer); Type: ACL; Schema: pg_catalog; Owner: -
--

REVOKE ALL ON FUNCTION pg_catalog.pg_try_advisory_xact_lock(integer, integer) FROM PUBLIC;


--
-- Name: FUNCTION pg_try_advisory_xact_lock_shared(bigint); Type: ACL; Schema: pg_catalog; Owner: -
--

REVOKE ALL ON FUNCTION pg_catalog.pg_try_advisory_xact_lock_shared(bigint) FROM PUBLIC;


--
-- Name: FUNCTION pg_try_advisory_xact_lock_shared(integer, integer); Type: ACL; Schema: pg_catalog; Owner: -
--

REVOKE ALL ON FUNCTION pg_catalog.pg_try_advisory_xact_lock_shared(integer, integer) FROM PUBLIC;


--
-- Name: TABLE export_element; Type: ACL; Schema: health; Owner: -
--

GRANT SELECT ON TABLE health.export_element TO healthstore_analyst;


--
-- Name: TABLE person; Type: ACL; Schema: health; Owner: -
--

GRANT SELECT ON TABLE health.person TO healthstore_analyst;


--
-- Name: TABLE activity_summary; Type: ACL; Schema: health; Owner: -
--

GRANT SELECT ON TABLE health.activity_summary TO healthstore_analyst;


--
-- Name: TABLE audiogram_point; Type: ACL; Schema: health; Owner: -
--

GRANT SELECT ON TABLE health.audiogram_point TO healthstore_analyst;


--
-- Name: TABLE category_value; Type: ACL; Schema: health; Owner: -
--

GRANT SELECT ON TABLE health.category_value TO healthstore_analyst;


--
-- Name: TABLE device; Type: ACL; Schema: health; Owner: -
--

GRANT SELECT ON TABLE health.device TO healthstore_analyst;


--
-- Name: TABLE category_sample; Type: ACL; Schema: health; Owner: -
--

GRANT SELECT ON TABLE health.category_sample TO healthstore_analyst;


--
-- Name: TABLE category_type; Type: ACL; Schema: health; Owner: -
--

GRANT SELECT ON TABLE health.category_type TO healthstore_analyst;


--
-- Name: TABLE characteristic_type; Type: ACL; Schema: health; Owner: -
--

GRANT SELECT ON TABLE health.characteristic_type TO healthstore_analyst;


--
-- Name: TABLE enum_value; Type: ACL; Schema: health; Owner: -
--

GRANT SELECT ON TABLE health.enum_value TO healthstore_analyst;


--
-- Name: TABLE characteristic; Type: ACL; Schema: health; Owner: -
--

GRANT SELECT ON TABLE health.characteristic TO healthstore_analyst;


--
-- Name: TABLE clinical_record; Type: ACL; Schema: health; Owner: -
--

GRANT SELECT ON TABLE health.clinical_record TO healthstore_analyst;


--
-- Name: TABLE contained_sample; Type: ACL; Schema: health; Owner: -
--

GRANT SELECT ON TABLE health.contained_sample TO healthstore_analyst;


--
-- Name: TABLE correlation; Type: ACL; Schema: health; Owner: -
--

GRANT SELECT ON TABLE health.correlation TO healthstore_analyst;


--
-- Name: TABLE correlation_type; Type: ACL; Schema: health; Owner: -
--

GRANT SELECT ON TABLE health.correlation_type TO healthstore_analyst;


--
-- Name: TABLE daily_active_energy; Type: ACL; Schema: health; Owner: -
--

GRANT SELECT ON TABLE health.daily_active_energy TO healthstore_analyst;


--
-- Name: TABLE daily_heart_rate; Type: ACL; Schema: health; Owner: -
--

GRANT SELECT ON TABLE health.daily_heart_rate TO healthstore_analyst;


--
-- Name: TABLE daily_steps; Type: ACL; Schema: health; Owner: -
--

GRANT SELECT ON TABLE health.daily_steps TO healthstore_analyst;


--
-- Name: TABLE day_slot; Type: ACL; Schema: health; Owner: -
--

GRANT SELECT ON TABLE health.day_slot TO healthstore_analyst;


--
-- Name: TABLE deleted_sample; Type: ACL; Schema: health; Owner: -
--

GRANT SELECT ON TABLE health.deleted_sample TO healthstore_analyst;


--
-- Name: TABLE electrocardiogram; Type: ACL; Schema: health; Owner: -
--

GRANT SELECT ON TABLE health.electrocardiogram TO healthstore_analyst;


--
-- Name: TABLE electrocardiogram_voltage; Type: ACL; Schema: health; Owner: -
--

GRANT SELECT ON TABLE health.electrocardiogram_voltage TO healthstore_analyst;


--
-- Name: TABLE freshness; Type: ACL; Schema: health; Owner: -
--

GRANT SELECT ON TABLE health.freshness TO healthstore_analyst;


--
-- Name: TABLE heartbeat; Type: ACL; Schema: health; Owner: -
--

GRANT SELECT ON TABLE health.heartbeat TO healthstore_analyst;


--
-- Name: TABLE import; Type: ACL; Schema: health; Owner: -
--

GRANT SELECT ON TABLE health.import TO healthstore_analyst;


--
-- Name: TABLE import_count; Type: ACL; Schema: health; Owner: -
--

GRANT SELECT ON TABLE health.import_count TO healthstore_analyst;


--
-- Name: TABLE import_refusal; Type: ACL; Schema: health; Owner: -
--

GRANT SELECT ON TABLE health.import_refusal TO healthstore_analyst;


--
-- Name: TABLE metadata_key; Type: ACL; Schema: health; Owner: -
--

GRANT SELECT ON TABLE health.metadata_key TO healthstore_analyst;


--
-- Name: TABLE other_sample_type; Type: ACL; Schema: health; Owner: -
--

GRANT SELECT ON TABLE health.other_sample_type TO healthstore_analyst;


--
-- Name: TABLE person_sample_type; Type: ACL; Schema: health; Owner: -
--

GRANT SELECT ON TABLE health.person_sample_type TO healthstore_analyst;


--
-- Name: TABLE person_unit; Type: ACL; Schema: health; Owner: -
--

GRANT SELECT ON TABLE health.person_unit TO healthstore_analyst;


--
-- Name: TABLE preference_change; Type: ACL; Schema: health; Owner: -
--

GRANT SELECT ON TABLE health.preference_change TO healthstore_analyst;


--
-- Name: TABLE preferred_unit; Type: ACL; Schema: health; Owner: -
--

GRANT SELECT ON TABLE health.preferred_unit TO healthstore_analyst;


--
-- Name: TABLE quantity_series; Type: ACL; Schema: health; Owner: -
--

GRANT SELECT ON TABLE health.quantity_series TO healthstore_analyst;


--
-- Name: TABLE unit; Type: ACL; Schema: health; Owner: -
--

GRANT SELECT ON TABLE health.unit TO healthstore_analyst;


--
-- Name: TABLE quantity_sample; Type: ACL; Schema: health; Owner: -
--

GRANT SELECT ON TABLE health.quantity_sample TO healthstore_analyst;


--
-- Name: TABLE quantity_type; Type: ACL; Schema: health; Owner: -
--

GRANT SELECT ON TABLE health.quantity_type TO healthstore_analyst;


--
-- Name: TABLE recognised_record; Type: ACL; Schema: health; Owner: -
--

GRANT SELECT ON TABLE health.recognised_record TO healthstore_analyst;


--
-- Name: TABLE sample_sync; Type: ACL; Schema: health; Owner: -
--

GRANT SELECT ON TABLE health.sample_sync TO healthstore_analyst;


--
-- Name: TABLE series_quantity_part; Type: ACL; Schema: health; Owner: -
--

GRANT SELECT ON TABLE health.series_quantity_part TO healthstore_analyst;


--
-- Name: TABLE sleep_night; Type: ACL; Schema: health; Owner: -
--

GRANT SELECT ON TABLE health.sleep_night TO healthstore_analyst;


--
-- Name: TABLE time_zone_offset; Type: ACL; Schema: health; Owner: -
--

GRANT SELECT ON TABLE health.time_zone_offset TO healthstore_analyst;


--
-- Name: TABLE type_group; Type: ACL; Schema: health; Owner: -
--

GRANT SELECT ON TABLE health.type_group TO healthstore_analyst;


--
-- Name: TABLE type_unit; Type: ACL; Schema: health; Owner: -
--

GRANT SELECT ON TABLE health.type_unit TO healthstore_analyst;


--
-- Name: TABLE unit_prefix; Type: ACL; Schema: health; Owner: -
--

GRANT SELECT ON TABLE health.unit_prefix TO healthstore_analyst;


--
-- Name: TABLE unit_printed_form; Type: ACL; Schema: health; Owner: -
--

GRANT SELECT ON TABLE health.unit_printed_form TO healthstore_analyst;


--
-- Name: TABLE unit_spelling; Type: ACL; Schema: health; Owner: -
--

GRANT SELECT ON TABLE health.unit_spelling TO healthstore_analyst;


--
-- Name: TABLE unit_symbol; Type: ACL; Schema: health; Owner: -
--

GRANT SELECT ON TABLE health.unit_symbol TO healthstore_analyst;


--
-- Name: TABLE vision_prescription; Type: ACL; Schema: health; Owner: -
--

GRANT SELECT ON TABLE health.vision_prescription TO healthstore_analyst;


--
-- Name: TABLE workout; Type: ACL; Schema: health; Owner: -
--

GRANT SELECT ON TABLE health.workout TO healthstore_analyst;


--
-- Name: TABLE workout_activity_type; Type: ACL; Schema: health; Owner: -
--

GRANT SELECT ON TABLE health.workout_activity_type TO healthstore_analyst;


--
-- Name: TABLE workout_event_type; Type: ACL; Schema: health; Owner: -
--

GRANT SELECT ON TABLE health.workout_event_type TO healthstore_analyst;


--
-- Name: TABLE workout_route_location; Type: ACL; Schema: health; Owner: -
--

GRANT SELECT ON TABLE health.workout_route_location TO healthstore_analyst;


--
-- Name: TABLE workout_sample; Type: ACL; Schema: health; Owner: -
--

GRANT SELECT ON TABLE health.workout_sample TO healthstore_analyst;


--
-- PostgreSQL database dump complete
--


