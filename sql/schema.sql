-- What the files of this folder create, as PostgreSQL 15 prints it. scripts/schema writes this file.

CREATE SCHEMA health;

COMMENT ON SCHEMA health IS 'HealthKit data: people, their samples, and the catalogue.';

CREATE SCHEMA health_code;

COMMENT ON SCHEMA health_code IS 'Functions over schema health.';

CREATE TYPE health.readable_span AS (
	person_id integer,
	sample_type_ids integer[],
	reads tstzmultirange,
	holder_id integer,
	is_own boolean,
	writes tstzmultirange
);

COMMENT ON TYPE health.readable_span IS 'A row of health.readable_spans.';

CREATE TYPE health.sealed_spans AS (
	spans health.readable_span[],
	seal bytea
);

COMMENT ON TYPE health.sealed_spans IS 'What health.sealed_spans returns.';

CREATE TYPE health.staged_quantity AS (
	ordinal bigint,
	part_index integer,
	start_time timestamp with time zone,
	end_time timestamp with time zone,
	quantity double precision,
	sent_quantity double precision
);

COMMENT ON TYPE health.staged_quantity IS 'A quantity of a series of a batch, before it is stored.';

COMMENT ON COLUMN health.staged_quantity.ordinal IS 'The ordinal of the record of its series.';

COMMENT ON COLUMN health.staged_quantity.part_index IS 'Its position in the series, from 0.';

COMMENT ON COLUMN health.staged_quantity.start_time IS 'The start of the quantity.';

COMMENT ON COLUMN health.staged_quantity.end_time IS 'The end of the quantity.';

COMMENT ON COLUMN health.staged_quantity.quantity IS 'The value in the canonical unit.';

COMMENT ON COLUMN health.staged_quantity.sent_quantity IS 'The value as sent; null if it equals quantity.';

CREATE TYPE health.staged_record AS (
	ordinal bigint,
	container bigint,
	is_skipped boolean,
	kind smallint,
	uuid uuid,
	sample_type integer,
	source_revision integer,
	device integer,
	start_time timestamp with time zone,
	end_time timestamp with time zone,
	quantity double precision,
	sent_quantity double precision,
	sent_unit integer,
	category_value integer,
	sent_text text,
	duration double precision,
	total_energy_burned double precision,
	total_distance double precision,
	metadata jsonb,
	parts jsonb,
	file text,
	minimum double precision,
	maximum double precision,
	creation_time timestamp with time zone
);

COMMENT ON TYPE health.staged_record IS 'A record of a batch or an import before it is stored. Names are given by their index among the names of the batch or import.';

COMMENT ON COLUMN health.staged_record.ordinal IS 'The position of the record in the batch or file, from 0.';

COMMENT ON COLUMN health.staged_record.container IS 'The ordinal of the correlation or workout that contains the sample; null for none.';

COMMENT ON COLUMN health.staged_record.is_skipped IS 'True if the record is compared, but not stored.';

COMMENT ON COLUMN health.staged_record.kind IS '0 quantity, 1 category, 2 correlation, 3 workout, 4 another sample, 5 element that is not a sample, 6 sample whose newer version is stored (the uuid is that of the version), 7 file of an archive, 8 as 6 for a correlation.';

COMMENT ON COLUMN health.staged_record.uuid IS 'The uuid of the sample or element.';

COMMENT ON COLUMN health.staged_record.sample_type IS 'The index of the type.';

COMMENT ON COLUMN health.staged_record.source_revision IS 'The index of the source revision.';

COMMENT ON COLUMN health.staged_record.device IS 'The index of the device; null for none.';

COMMENT ON COLUMN health.staged_record.start_time IS 'The start of the sample, or the time at which the element was exported.';

COMMENT ON COLUMN health.staged_record.end_time IS 'The end of the sample.';

COMMENT ON COLUMN health.staged_record.quantity IS 'The quantity in the canonical unit; null for series and other kinds.';

COMMENT ON COLUMN health.staged_record.sent_quantity IS 'The quantity as sent; null if it equals quantity.';

COMMENT ON COLUMN health.staged_record.sent_unit IS 'The index of the unit as sent.';

COMMENT ON COLUMN health.staged_record.category_value IS 'The value of a category sample, or the activity type of a workout.';

COMMENT ON COLUMN health.staged_record.sent_text IS 'The value or activity type as sent, if it has no known number, or the name of an element.';

COMMENT ON COLUMN health.staged_record.duration IS 'The duration of a workout in seconds.';

COMMENT ON COLUMN health.staged_record.total_energy_burned IS 'The energy of a workout in kilocalories.';

COMMENT ON COLUMN health.staged_record.total_distance IS 'The distance of a workout in metres.';

COMMENT ON COLUMN health.staged_record.metadata IS 'The metadata of the sample.';

COMMENT ON COLUMN health.staged_record.parts IS 'The parts of the sample, the element, or the content of the file.';

COMMENT ON COLUMN health.staged_record.file IS 'The path of a file, the path that a sample names, or the key of an element.';

COMMENT ON COLUMN health.staged_record.minimum IS 'The minimum of an aggregate.';

COMMENT ON COLUMN health.staged_record.maximum IS 'The maximum of an aggregate.';

COMMENT ON COLUMN health.staged_record.creation_time IS 'As in health.sample.';

CREATE TYPE health.staged_series AS (
	ordinal bigint,
	count integer,
	quantity double precision,
	digest bytea
);

COMMENT ON TYPE health.staged_series IS 'The summary of a series of a batch, before it is stored.';

COMMENT ON COLUMN health.staged_series.ordinal IS 'The ordinal of its record.';

COMMENT ON COLUMN health.staged_series.count IS 'As in health.quantity_series.';

COMMENT ON COLUMN health.staged_series.quantity IS 'As in health.quantity_series.';

COMMENT ON COLUMN health.staged_series.digest IS 'As in health.quantity_series.';

CREATE TYPE health.value_statistics AS (
	value integer,
	value_name text,
	count bigint,
	duration double precision
);

COMMENT ON TYPE health.value_statistics IS 'The figures of a value of a category type: an element of by_value. value and value_name are those of health.category_sample, and null for all texts that are not in the catalogue. duration is in seconds.';

CREATE TYPE health.statistics_row AS (
	start_time timestamp with time zone,
	end_time timestamp with time zone,
	source text,
	source_id integer,
	count bigint,
	sum double precision,
	average double precision,
	minimum double precision,
	maximum double precision,
	duration double precision,
	most_recent double precision,
	most_recent_start_time timestamp with time zone,
	most_recent_end_time timestamp with time zone,
	sources integer[],
	unit text,
	partial boolean,
	by_value health.value_statistics[]
);

COMMENT ON TYPE health.statistics_row IS 'A row of statistics and statistics_collection. duration is in seconds, all other figures are in unit. by_value is null unless the type is a category type.';

CREATE FUNCTION health.access_basis(for_person_id integer, for_holder_id integer, for_token_id uuid) RETURNS uuid
    LANGUAGE plpgsql STABLE PARALLEL SAFE
    SET search_path TO 'pg_catalog', 'pg_temp'
    SET plan_cache_mode TO 'force_generic_plan'
    AS $$
begin
    return md5(
        (
            select coalesce(string_agg(access_grant.grant_id::text, ',' order by access_grant.grant_id), '')
            from health.access_grant
            where access_grant.person_id = for_person_id and access_grant.holder_id = for_holder_id
                and access_grant.revoked_at is null
                and (access_grant.expires_at is null or access_grant.expires_at > now())
        ) || (
            select coalesce(
                max(jsonb_build_array(
                    token.may_read, token.all_groups, token.groups, token.sample_type_ids, token.from_time, token.to_time,
                    token.shows_names)::text), '')
            from health.token
            where token.person_id = for_person_id and token.token_id = for_token_id
        ) || (
            select coalesce(
                string_agg(
                    sample_type.identifier || ' ' || sample_type.access_group, ',' order by sample_type.sample_type_id), '')
            from health.sample_type
            where sample_type.in_catalogue
        ))::uuid;
end;
$$;

COMMENT ON FUNCTION health.access_basis(for_person_id integer, for_holder_id integer, for_token_id uuid) IS 'A digest of the inputs of health.access_of: the grants, the limits of the token, and the groups of the types of the catalogue. It does not change if a type appears that is not in the catalogue. Anchors contain it, so that they expire when the access changes.';

CREATE FUNCTION health.access_of(for_person_id integer, for_holder_id integer, for_token_id uuid, with_spans boolean DEFAULT true) RETURNS jsonb
    LANGUAGE plpgsql STABLE PARALLEL SAFE
    SET search_path TO 'pg_catalog', 'pg_temp'
    SET plan_cache_mode TO 'force_generic_plan'
    SET "DateStyle" TO 'ISO, YMD'
    SET "TimeZone" TO 'UTC'
    AS $$
declare
    access record;
    spans health.readable_span[] := '{}';
    is_own constant boolean := exists (
        select from health.holder where holder.holder_id = for_holder_id and holder.person_id = for_person_id);
    -- All samples that may be read start between these times.
    first_time timestamptz := '-infinity';
    last_time timestamptz := 'infinity';
begin
    select
        coalesce(bool_or(granted.may_read), false) and coalesce(bool_and(narrowing.may_read), true) as may_read,
        coalesce(bool_or(granted.may_write), false) and coalesce(bool_and(narrowing.may_write), true) as may_write,
        coalesce(bool_or(granted.may_manage), false) and coalesce(bool_and(narrowing.may_manage), true) as may_manage,
        -- If one grant hides names, all names are hidden, because a source has samples of several
        -- types.
        coalesce(bool_and(granted.shows_names) filter (where granted.may_read or granted.may_write), false)
            and coalesce(bool_and(narrowing.shows_names), true) as shows_names,
        coalesce(bool_or(granted.may_read and granted.covers_all), false)
            and coalesce(bool_and(narrowing.may_read and narrowing.covers_all), true) as reads_all,
        coalesce(bool_or(granted.may_write and granted.covers_all), false)
            and coalesce(bool_and(narrowing.may_write and narrowing.covers_all), true) as writes_all,
        coalesce(bool_and(narrowing.may_read), true) as token_reads
    into access
    from (
        select
            access_grant.*,
            access_grant.all_groups and access_grant.groups @> health.special_access_groups()
                and access_grant.from_time is null and access_grant.to_time is null as covers_all
        from health.access_grant
        where access_grant.person_id = for_person_id and access_grant.holder_id = for_holder_id
            and access_grant.revoked_at is null
            and (access_grant.expires_at is null or access_grant.expires_at > now())
    ) granted
    left join (
        select
            token.*,
            (token.all_groups is null or token.all_groups and token.groups @> health.special_access_groups())
                and token.from_time is null and token.to_time is null as covers_all
        from health.token
        where token.person_id = for_person_id and token.token_id = for_token_id and token.holder_id = for_holder_id
            and token.revoked_at is null and (token.expires_at is null or token.expires_at > now())
    ) narrowing on true
    where for_token_id is null or narrowing.token_id is not null;
    -- The policies also apply to a holder that may read everything without names, so it needs
    -- spans. A token that may not read has none.
    if with_spans and access.token_reads and not (access.reads_all and access.shows_names and (access.writes_all or not access.may_write)) then
        with readable as materialized (
            select * from health.access_spans(for_person_id, for_holder_id, for_token_id)
        ), same as (
            select array_agg(readable.sample_type_id order by readable.sample_type_id) as types, readable.reads, readable.writes
            from readable
            group by readable.reads, readable.writes
        )
        select
            coalesce(
                array_agg(
                    (for_person_id, same.types, same.reads, for_holder_id, is_own, same.writes)::health.readable_span
                    order by same.types), '{}'),
            coalesce(min(coalesce(lower(same.reads + same.writes), '-infinity')), first_time),
            coalesce(max(coalesce(upper(same.reads + same.writes), 'infinity')), last_time)
        into spans, first_time, last_time
        from same;
    end if;
    return jsonb_build_object(
        'person', for_person_id, 'holder', for_holder_id, 'isOwn', is_own, 'mayRead', access.may_read, 'mayWrite', access.may_write,
        'mayManage', access.may_manage, 'showsNames', access.shows_names, 'readsAll', access.reads_all and access.shows_names,
        'writesAll', access.writes_all, 'firstTime', first_time::text, 'lastTime', last_time::text, 'spans', spans::text);
end;
$$;

COMMENT ON FUNCTION health.access_of(for_person_id integer, for_holder_id integer, for_token_id uuid, with_spans boolean) IS 'What a holder may do with the samples of a person. mayRead, mayWrite and mayManage are the rights. isOwn is true for the person''s own holder. readsAll and writesAll are true if neither types nor times are limited, and readsAll also needs names. If something is limited, spans has the types with the times that may be read and written, as in health.access_spans. A token without the right to read has no spans. Of samples that may be written, the policies show those that the holder saved. All samples that may be read start between firstTime and lastTime. Without with_spans, spans is empty, which takes half the time.';

CREATE FUNCTION health.access_spans(for_person_id integer, for_holder_id integer, for_token_id uuid) RETURNS TABLE(sample_type_id integer, reads tstzmultirange, writes tstzmultirange)
    LANGUAGE plpgsql STABLE PARALLEL SAFE
    SET search_path TO 'pg_catalog', 'pg_temp'
    SET plan_cache_mode TO 'force_generic_plan'
    AS $$
#variable_conflict use_column
declare
    own_type_ids integer[];
begin
    select array_agg(person_sample_type.sample_type_id)
    into own_type_ids
    from health.person_sample_type
    where person_sample_type.person_id = for_person_id;
    return query
    with narrowing as (
        select token.*, tstzrange(token.from_time, token.to_time, '[)') as span
        from health.token
        where token.person_id = for_person_id and token.token_id = for_token_id and token.holder_id = for_holder_id
            and token.revoked_at is null and (token.expires_at is null or token.expires_at > now())
    ), granted as (
        select access_grant.*, tstzrange(access_grant.from_time, access_grant.to_time, '[)') as span
        from health.access_grant
        where access_grant.person_id = for_person_id and access_grant.holder_id = for_holder_id
            and access_grant.revoked_at is null
            and (access_grant.expires_at is null or access_grant.expires_at > now())
    ), covered as (
        select
            sample_type.sample_type_id,
            granted.span * coalesce(narrowing.span, tstzrange(null, null)) as span,
            granted.may_read and coalesce(narrowing.may_read, true) as may_read,
            granted.may_write and coalesce(narrowing.may_write, true) as may_write
        from granted
        left join narrowing on true
        join health.sample_type
            on (
                granted.all_groups and sample_type.access_group <> all (health.special_access_groups())
                or sample_type.access_group = any (granted.groups)
                or sample_type.sample_type_id = any (granted.sample_type_ids))
            and (
                narrowing.all_groups is null
                or narrowing.all_groups and sample_type.access_group <> all (health.special_access_groups())
                or sample_type.access_group = any (narrowing.groups)
                or sample_type.sample_type_id = any (narrowing.sample_type_ids))
            -- Analysts call functions that return these rows. A group must not tell them which
            -- types other people have.
            and (
                sample_type.in_catalogue
                or sample_type.sample_type_id = any (granted.sample_type_ids || coalesce(narrowing.sample_type_ids, '{}'))
                or sample_type.sample_type_id = any (own_type_ids))
        -- A token is valid only for its person and holder.
        where for_token_id is null or narrowing.token_id is not null
    )
    select
        covered.sample_type_id,
        coalesce(range_agg(covered.span) filter (where covered.may_read), '{}'),
        coalesce(range_agg(covered.span) filter (where covered.may_write), '{}')
    from covered
    where (covered.may_read or covered.may_write) and not isempty(covered.span)
    group by covered.sample_type_id;
end;
$$;

COMMENT ON FUNCTION health.access_spans(for_person_id integer, for_holder_id integer, for_token_id uuid) IS 'The times at which a holder may read and write the samples of a person, by type. A sample is covered if its start and its end are in the same range. If a token id is given, only what the token also covers is returned. That is nothing for an unknown, revoked or expired token.';

CREATE FUNCTION health.aggregate_night_person_ids() RETURNS integer[]
    LANGUAGE plpgsql STABLE SECURITY DEFINER COST 1000 PARALLEL SAFE
    SET search_path TO 'pg_catalog', 'pg_temp'
    SET plan_cache_mode TO 'force_generic_plan'
    AS $$
begin
    return array(
        select types.person_id
        from health.readable_types() types
        join health.sample_type on sample_type.sample_type_id = types.sample_type_id
        where sample_type.identifier = 'hae:sleep_analysis');
end;
$$;

COMMENT ON FUNCTION health.aggregate_night_person_ids() IS 'The people of whom the user of this session may read all nights that apps send as wholes. People of whom everything may be read are left out.';

CREATE FUNCTION health.arrived_at(sealed health.sealed_spans, of_person_id integer, of_uuid uuid) RETURNS timestamp with time zone
    LANGUAGE plpgsql STABLE SECURITY DEFINER COST 1000 PARALLEL SAFE
    SET search_path TO 'pg_catalog', 'pg_temp'
    SET plan_cache_mode TO 'force_generic_plan'
    AS $$
declare
    of_position bigint;
    found_time timestamptz;
begin
    -- The owner of the store, who is current_user here, reads everything without another role.
    if not (current_setting('role') = 'none' and pg_has_role(session_user, current_user, 'usage'))
        and not health.is_readable_sample(sealed, of_person_id, of_uuid)
        and of_person_id <> all (health.fully_readable_person_ids())
    then
        return null;
    end if;
    -- Citus makes generic plans only for look-ups in one table.
    select sample.change_position
    into of_position
    from health.sample
    where sample.person_id = of_person_id and sample.uuid = of_uuid;
    select arrival.arrived_at
    into found_time
    from health.arrival
    where arrival.person_id = of_person_id and arrival.first_position <= of_position
    order by arrival.first_position desc
    limit 1;
    return found_time;
end;
$$;

COMMENT ON FUNCTION health.arrived_at(sealed health.sealed_spans, of_person_id integer, of_uuid uuid) IS 'When the sample''s present content arrived, or up to an hour earlier, by health.arrival. Null for a sample that the user of this session may not read, as health.is_readable_sample decides.';

CREATE FUNCTION health.asker(with_spans boolean DEFAULT true) RETURNS TABLE(person_id integer, holder_id integer, is_own boolean, reads_all boolean, shows_names boolean, spans health.readable_span[])
    LANGUAGE plpgsql STABLE SECURITY DEFINER ROWS 5 PARALLEL SAFE
    SET search_path TO 'pg_catalog', 'pg_temp'
    SET plan_cache_mode TO 'force_generic_plan'
    AS $$
declare
    -- healthstore psql sets the first. Functions about a person set the second, so that their cost
    -- does not grow with the number of people who granted something. They are not parallel safe,
    -- because PostgreSQL changes no settings during a parallel query.
    only_ids constant integer[] := array_remove(array[
        nullif(current_setting('healthstore.person_id', true), ''),
        nullif(current_setting('healthstore.asked_person_id', true), '')]::integer[], null);
    access jsonb;
begin
    if starts_with(session_user::text, 'healthstore_sql_')
        or current_setting('role') = 'healthstore_reader' or session_user = 'healthstore_reader'
    then
        access := case
            when starts_with(session_user::text, 'healthstore_sql_') then health.sealed_access()
            else nullif(current_setting('healthstore.access', true), '')::jsonb
        end;
        -- Statements of callers read no samples that the caller only saved.
        if access is not null
            and ((access ->> 'mayRead')::boolean or not starts_with(session_user::text, 'healthstore_sql_'))
        then
            return query select
                (access ->> 'person')::integer, (access ->> 'holder')::integer, (access ->> 'isOwn')::boolean,
                (access ->> 'readsAll')::boolean,
                (access ->> 'showsNames')::boolean, (access ->> 'spans')::health.readable_span[];
        end if;
    elsif pg_has_role(session_user, current_user, 'usage') then
        return query
        select person.person_id, null::integer, false, true, true, '{}'::health.readable_span[]
        from health.person
        where person.person_id = all (only_ids) and person.erasing_since is null;
    else
        return query
        select
            granted.person_id, granted.holder_id, (effective.access ->> 'isOwn')::boolean,
            (effective.access ->> 'readsAll')::boolean,
            (effective.access ->> 'showsNames')::boolean, (effective.access ->> 'spans')::health.readable_span[]
        from (
            select distinct access_grant.person_id, holder.holder_id
            from health.holder
            join health.access_grant on access_grant.holder_id = holder.holder_id
            where holder.role = session_user and access_grant.person_id = all (only_ids)
        ) granted
        -- "offset 0" keeps the planner from calling the function for each use of its result.
        cross join lateral (
            select health.access_of(granted.person_id, granted.holder_id, null, with_spans) offset 0
        ) effective (access)
        where (effective.access ->> 'mayRead')::boolean or (effective.access ->> 'mayWrite')::boolean;
    end if;
end;
$$;

COMMENT ON FUNCTION health.asker(with_spans boolean) IS 'What the user of this session may read: a row for each person of whom something may be read. with_spans is that of health.access_of.';

CREATE FUNCTION health.figure_spans() RETURNS SETOF health.readable_span
    LANGUAGE plpgsql STABLE SECURITY DEFINER COST 1000 ROWS 20 PARALLEL SAFE
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
declare
    span health.readable_span;
begin
    -- Analysts read the figures only of types that they may read at all times.
    if current_setting('role') <> 'healthstore_reader' and session_user <> 'healthstore_reader' then return; end if;
    for span in select * from health.partly_readable_spans() spans where spans.reads <> '{}' loop
        return query
        select span.person_id, array[extent.sample_type_id], inside.reads, span.holder_id, span.is_own, '{}'::tstzmultirange
        from (
            select
                sample_extent.sample_type_id,
                make_interval(secs => 3 * date_part('epoch', sample_extent.longest_duration)) + interval '12 minutes' as margin
            from health.sample_extent
            where sample_extent.person_id = span.person_id and sample_extent.sample_type_id = any (span.sample_type_ids)
                -- The times minus the margin must stay in the range of PostgreSQL.
                and sample_extent.longest_duration < interval '366 days'
        ) extent
        cross join lateral (
            select range_agg(tstzrange(lower(piece) + extent.margin, upper(piece) - extent.margin)) as reads
            from unnest(span.reads) piece
            where (lower(piece) + extent.margin < upper(piece) - extent.margin) is not false
        ) inside
        where inside.reads is not null;
    end loop;
end;
$$;

COMMENT ON FUNCTION health.figure_spans() IS 'For each of health.partly_readable_types, the times in which figures come only from samples that the service may read for its caller: those of the grants without a margin at both ends. The margin is longer than the time between an instant and a sample that changes a figure there: 10 minutes for which a value stands, and for samples beside aggregates (health_code.statistics_rule) three times the length of the longest sample and two minutes.';

CREATE FUNCTION health.figure_times(of_person_id integer, of_sample_type_id integer) RETURNS tstzmultirange
    LANGUAGE plpgsql STABLE SECURITY DEFINER COST 1000 PARALLEL SAFE
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
declare
    piece tstzrange;
    first_time timestamptz;
    last_time timestamptz;
    times tstzmultirange := '{}';
begin
    if health.reads_type(of_person_id, of_sample_type_id) then return '{(,)}'; end if;
    for piece in
        select unnest(span.reads)
        from health.figure_spans() span
        where span.person_id = of_person_id and span.sample_type_ids = array[of_sample_type_id]
    loop
        -- The days in which the times begin and end. A date differs from that of UTC by at most
        -- one.
        first_time := greatest(lower(piece), (
            select day.end_time from health.day
            where day.person_id = of_person_id and day.sample_type_id = of_sample_type_id and day.source_id = 0
                and day.date <= (lower(piece) at time zone 'UTC')::date + 1 and day.start_time < lower(piece)
            order by day.date desc
            limit 1));
        last_time := least(upper(piece), (
            select day.start_time from health.day
            where day.person_id = of_person_id and day.sample_type_id = of_sample_type_id and day.source_id = 0
                and day.date >= (upper(piece) at time zone 'UTC')::date - 1 and day.end_time > upper(piece)
            order by day.date
            limit 1));
        if (first_time < last_time) is not false then times := times + tstzmultirange(tstzrange(first_time, last_time)); end if;
    end loop;
    return times;
end;
$$;

COMMENT ON FUNCTION health.figure_times(of_person_id integer, of_sample_type_id integer) IS 'The times in which the rows of health.hour and health.day are those of a person who has only the samples that the user of this session may read. No day extends past them: a time inside them without a day has no samples, unless a mark is there.';

CREATE FUNCTION health.fully_readable_person_ids() RETURNS integer[]
    LANGUAGE plpgsql STABLE SECURITY DEFINER COST 1000 PARALLEL SAFE
    SET search_path TO 'pg_catalog', 'pg_temp'
    SET plan_cache_mode TO 'force_generic_plan'
    AS $$
begin
    -- The service takes this role only for holders that may not read everything.
    if current_setting('role') = 'healthstore_reader' or session_user = 'healthstore_reader' then return '{}'; end if;
    return array(select asker.person_id from health.asker(false) where asker.reads_all);
end;
$$;

COMMENT ON FUNCTION health.fully_readable_person_ids() IS 'The people of whom the user of this session may read everything.';

CREATE FUNCTION health.granted_person_ids() RETURNS integer[]
    LANGUAGE plpgsql STABLE SECURITY DEFINER COST 1000 PARALLEL SAFE
    SET search_path TO 'pg_catalog', 'pg_temp'
    SET plan_cache_mode TO 'force_generic_plan'
    AS $$
declare
    -- The settings are those of health.asker.
    only_ids constant integer[] := array_remove(array[
        nullif(current_setting('healthstore.person_id', true), ''),
        nullif(current_setting('healthstore.asked_person_id', true), '')]::integer[], null);
    ids integer[];
begin
    -- The cases are those of health.asker.
    if starts_with(session_user::text, 'healthstore_sql_') then
        ids := array(select asker.person_id from health.asker(false));
    elsif current_setting('role') = 'healthstore_reader' or session_user = 'healthstore_reader' then
        ids := array_remove(array[nullif(current_setting('healthstore.reader', true), '')::integer], null);
    elsif pg_has_role(session_user, current_user, 'usage') then
        ids := array(
            select person.person_id
            from health.person
            where person.person_id = all (only_ids) and person.erasing_since is null);
    else
        ids := array(
            select access_grant.person_id
            from health.access_grant
            where access_grant.holder_id = (select holder.holder_id from health.holder where holder.role = session_user)
                and access_grant.person_id = all (only_ids)
                and (access_grant.may_read or access_grant.may_write) and access_grant.revoked_at is null
                and (access_grant.expires_at is null or access_grant.expires_at > now()));
    end if;
    -- The planner estimates the selectivity of a policy by the length of this array. For one id, it
    -- estimates a 200th of the rows, beside the 200th of the statement's own condition, and prefers
    -- an index scan by person alone. For 200 equal ids, it estimates that the policy filters
    -- nothing, so that an analyst's plan equals the owner's. An index scan looks up equal ids once.
    if cardinality(ids) between 1 and 199 then
        return ids || array_fill(ids[1], array[200 - cardinality(ids)]);
    end if;
    return ids;
end;
$$;

COMMENT ON FUNCTION health.granted_person_ids() IS 'The people of whom the user of this session may read something. If there are fewer than 200, the first id is repeated, so that the array has 200 elements.';

CREATE FUNCTION health.group_spans(for_person_id integer, for_holder_id integer, for_token_id uuid) RETURNS TABLE(access_group text, reads tstzmultirange, writes tstzmultirange)
    LANGUAGE plpgsql STABLE PARALLEL SAFE
    SET search_path TO 'pg_catalog', 'pg_temp'
    SET plan_cache_mode TO 'force_generic_plan'
    AS $$
#variable_conflict use_column
begin
    return query
    with narrowing as (
        select token.*, tstzrange(token.from_time, token.to_time, '[)') as span
        from health.token
        where token.person_id = for_person_id and token.token_id = for_token_id
    ), covered as (
        select
            listed.access_group,
            tstzrange(access_grant.from_time, access_grant.to_time, '[)')
                * coalesce(narrowing.span, tstzrange(null, null)) as span,
            access_grant.may_read and coalesce(narrowing.may_read, true) as may_read,
            access_grant.may_write and coalesce(narrowing.may_write, true) as may_write
        from health.access_grant
        left join narrowing on true
        cross join (select distinct sample_type.access_group from health.sample_type union select 'other') listed
        where access_grant.person_id = for_person_id and access_grant.holder_id = for_holder_id
            and access_grant.revoked_at is null
            and (access_grant.expires_at is null or access_grant.expires_at > now())
            and (
                access_grant.all_groups and listed.access_group <> all (health.special_access_groups())
                or listed.access_group = any (access_grant.groups))
            and (
                narrowing.all_groups is null
                or narrowing.all_groups and listed.access_group <> all (health.special_access_groups())
                or listed.access_group = any (narrowing.groups))
            and (for_token_id is null or narrowing.holder_id = for_holder_id)
    )
    select
        covered.access_group,
        coalesce(range_agg(covered.span) filter (where covered.may_read), '{}'),
        coalesce(range_agg(covered.span) filter (where covered.may_write), '{}')
    from covered
    where (covered.may_read or covered.may_write) and not isempty(covered.span)
    group by covered.access_group;
end;
$$;

COMMENT ON FUNCTION health.group_spans(for_person_id integer, for_holder_id integer, for_token_id uuid) IS 'The times at which a holder may read and write a whole access group, as health.access_spans returns them for types. They apply to types that the store does not have yet, and to elements of exports that are part of a group.';

CREATE FUNCTION health.has_saved_sample(span health.readable_span, of_sample_type_id integer) RETURNS boolean
    LANGUAGE plpgsql STABLE PARALLEL SAFE
    SET search_path TO 'pg_catalog', 'pg_temp'
    SET plan_cache_mode TO 'auto'
    SET "DateStyle" TO 'ISO, YMD'
    AS $$
declare
    of_person_id constant integer := span.person_id;
    of_holder_id constant integer := span.holder_id;
begin
    if exists (
            select 1 from health.sample
            where sample.person_id = of_person_id and sample.holder_id = of_holder_id
                and sample.sample_type_id = of_sample_type_id
                and span.writes @> sample.start_time and span.writes @> tstzrange(sample.start_time, sample.end_time)
            offset 0)
        or exists (
            select 1 from health.sample_holder
            cross join lateral (
                select sample.start_time, sample.end_time from health.sample
                where sample.person_id = of_person_id and sample.uuid = sample_holder.uuid
                union all
                select deleted.start_time, deleted.end_time from health.deleted_sample deleted
                where deleted.person_id = of_person_id and deleted.uuid = sample_holder.uuid
                offset 0
            ) known
            where sample_holder.person_id = of_person_id and sample_holder.holder_id = of_holder_id
                and sample_holder.sample_type_id = of_sample_type_id
                and span.writes @> known.start_time and span.writes @> tstzrange(known.start_time, known.end_time)
            offset 0)
        or exists (
            select 1 from health.deleted_sample
            where deleted_sample.person_id = of_person_id and deleted_sample.holder_id = of_holder_id
                and deleted_sample.sample_type_id = of_sample_type_id
                and span.writes @> deleted_sample.start_time
                and span.writes @> tstzrange(deleted_sample.start_time, deleted_sample.end_time)
            offset 0)
    then
        return true;
    end if;
    -- The column holder_id of the own holder's samples is null. So any sample of the type counts
    -- here.
    if not exists (
        select 1 from health.holder where holder.holder_id = of_holder_id and holder.person_id = of_person_id)
    then
        return false;
    end if;
    return
        exists (
            select 1 from health.sample_extent
            where sample_extent.person_id = of_person_id and sample_extent.sample_type_id = of_sample_type_id
            offset 0)
        or exists (
            select 1 from health.deleted_sample
            where deleted_sample.person_id = of_person_id and deleted_sample.holder_id is null
                and deleted_sample.sample_type_id = of_sample_type_id
            offset 0);
end;
$$;

COMMENT ON FUNCTION health.has_saved_sample(span health.readable_span, of_sample_type_id integer) IS 'True if the holder of the span saved a sample of the type, which may be deleted, at a time at which it may write.';

CREATE FUNCTION health.is_covered(spans health.readable_span[], of_person_id integer, of_sample_type_id integer, row_start_time timestamp with time zone, row_end_time timestamp with time zone) RETURNS boolean
    LANGUAGE plpgsql STABLE COST 1000 PARALLEL SAFE
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
declare
    span health.readable_span;
begin
    foreach span in array coalesce(spans, '{}') loop
        if span.person_id = of_person_id and of_sample_type_id = any (span.sample_type_ids)
            and span.reads @> row_start_time and span.reads @> tstzrange(row_start_time, row_end_time)
        then
            return true;
        end if;
    end loop;
    return false;
end;
$$;

COMMENT ON FUNCTION health.is_covered(spans health.readable_span[], of_person_id integer, of_sample_type_id integer, row_start_time timestamp with time zone, row_end_time timestamp with time zone) IS 'True if the times of the sample may be read in one of the spans. The spans are an argument, because a statement computes them once. A subquery in the place of this function would keep PostgreSQL from reading samples with several processes.';

CREATE FUNCTION health.is_covered_and_saved(spans health.readable_span[], of_person_id integer, of_sample_type_id integer, row_start_time timestamp with time zone, row_end_time timestamp with time zone, row_uuid uuid) RETURNS boolean
    LANGUAGE plpgsql STABLE COST 1000 PARALLEL SAFE
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
declare
    span health.readable_span;
begin
    foreach span in array coalesce(spans, '{}') loop
        if span.person_id = of_person_id and of_sample_type_id = any (span.sample_type_ids)
            and span.writes @> row_start_time and span.writes @> tstzrange(row_start_time, row_end_time)
            and health.is_saved_by(of_person_id, row_uuid, span.holder_id)
        then
            return true;
        end if;
    end loop;
    return false;
end;
$$;

COMMENT ON FUNCTION health.is_covered_and_saved(spans health.readable_span[], of_person_id integer, of_sample_type_id integer, row_start_time timestamp with time zone, row_end_time timestamp with time zone, row_uuid uuid) IS 'True if the times of the sample may be written in one of the spans, and the holder of the span saved the sample.';

CREATE FUNCTION health.is_of_holder(of_person_id integer, row_uuid uuid, row_holder_id integer, by_holder_id integer) RETURNS boolean
    LANGUAGE plpgsql STABLE SECURITY DEFINER COST 1000 PARALLEL SAFE
    SET search_path TO 'pg_catalog', 'pg_temp'
    SET plan_cache_mode TO 'force_generic_plan'
    AS $$
begin
    -- The service may ask about any holder. An analyst may ask only about the analyst's holder and
    -- granted people.
    if current_setting('role') <> 'healthstore_reader' and session_user <> 'healthstore_reader'
        and not exists (
            select 1 from health.holder
            join health.access_grant on access_grant.holder_id = holder.holder_id
            where holder.holder_id = by_holder_id and holder.role = session_user
                and access_grant.person_id = of_person_id and (access_grant.may_read or access_grant.may_write)
                and access_grant.revoked_at is null
                and (access_grant.expires_at is null or access_grant.expires_at > now()))
    then
        return false;
    end if;
    if coalesce(row_holder_id = by_holder_id, exists (
        select 1 from health.holder where holder.holder_id = by_holder_id and holder.person_id = of_person_id))
    then
        return true;
    end if;
    perform 1
    from health.sample_holder
    where sample_holder.person_id = of_person_id and sample_holder.uuid = row_uuid and sample_holder.holder_id = by_holder_id;
    return found;
end;
$$;

COMMENT ON FUNCTION health.is_of_holder(of_person_id integer, row_uuid uuid, row_holder_id integer, by_holder_id integer) IS 'True if the holder of the last argument saved the row of the person with this uuid and holder_id. False for an analyst who asks about another holder.';

CREATE FUNCTION health.is_readable_sample(sealed health.sealed_spans, of_person_id integer, of_uuid uuid) RETURNS boolean
    LANGUAGE plpgsql STABLE SECURITY DEFINER COST 1000 PARALLEL SAFE
    SET search_path TO 'pg_catalog', 'pg_temp'
    SET plan_cache_mode TO 'force_generic_plan'
    AS $$
declare
    found record;
begin
    if cardinality(sealed.spans) = 0 then return false; end if;
    -- Only the service takes the role healthstore_reader.
    if current_setting('role') <> 'healthstore_reader' and session_user <> 'healthstore_reader'
        and sealed.seal is distinct from health.seal_of_spans(sealed.spans)
    then
        return false;
    end if;
    select sample.sample_type_id, sample.start_time, sample.end_time, sample.holder_id
    into found
    from health.sample
    where sample.person_id = of_person_id and sample.uuid = of_uuid;
    return health.is_covered(sealed.spans, of_person_id, found.sample_type_id, found.start_time, found.end_time)
        or health.is_saved_row(
            sealed.spans, of_person_id, found.sample_type_id, found.start_time, found.end_time, of_uuid, found.holder_id);
end;
$$;

COMMENT ON FUNCTION health.is_readable_sample(sealed health.sealed_spans, of_person_id integer, of_uuid uuid) IS 'True if the user of this session may read the sample, as the policies of health.sample decide. Only spans of the same statement are accepted.';

CREATE FUNCTION health.is_saved_by(of_person_id integer, row_uuid uuid, by_holder_id integer) RETURNS boolean
    LANGUAGE plpgsql STABLE SECURITY DEFINER COST 1000 PARALLEL SAFE
    SET search_path TO 'pg_catalog', 'pg_temp'
    SET plan_cache_mode TO 'force_generic_plan'
    AS $$
declare
    row_holder_id integer;
begin
    select sample.holder_id into row_holder_id
    from health.sample
    where sample.person_id = of_person_id and sample.uuid = row_uuid;
    if not found then
        select deleted.holder_id into row_holder_id
        from health.deleted_sample deleted
        where deleted.person_id = of_person_id and deleted.uuid = row_uuid;
        if not found then return false; end if;
    end if;
    return health.is_of_holder(of_person_id, row_uuid, row_holder_id, by_holder_id);
end;
$$;

COMMENT ON FUNCTION health.is_saved_by(of_person_id integer, row_uuid uuid, by_holder_id integer) IS 'True if the holder saved the sample, which may be deleted, as health.is_of_holder decides.';

CREATE FUNCTION health.is_saved_row(spans health.readable_span[], of_person_id integer, of_sample_type_id integer, row_start_time timestamp with time zone, row_end_time timestamp with time zone, row_uuid uuid, row_holder_id integer) RETURNS boolean
    LANGUAGE plpgsql STABLE SECURITY DEFINER COST 1000 PARALLEL SAFE
    SET search_path TO 'pg_catalog', 'pg_temp'
    SET plan_cache_mode TO 'force_generic_plan'
    AS $$
declare
    span health.readable_span;
begin
    foreach span in array coalesce(spans, '{}') loop
        if span.person_id = of_person_id and of_sample_type_id = any (span.sample_type_ids)
            and span.writes @> row_start_time and span.writes @> tstzrange(row_start_time, row_end_time)
            and health.is_of_holder(of_person_id, row_uuid, row_holder_id, span.holder_id)
        then
            return true;
        end if;
    end loop;
    return false;
end;
$$;

COMMENT ON FUNCTION health.is_saved_row(spans health.readable_span[], of_person_id integer, of_sample_type_id integer, row_start_time timestamp with time zone, row_end_time timestamp with time zone, row_uuid uuid, row_holder_id integer) IS 'True if the holder of one of the spans saved the row, and may write at its times.';

CREATE FUNCTION health.named_person_ids() RETURNS integer[]
    LANGUAGE plpgsql STABLE SECURITY DEFINER COST 1000 PARALLEL SAFE
    SET search_path TO 'pg_catalog', 'pg_temp'
    SET plan_cache_mode TO 'force_generic_plan'
    AS $$
begin
    return array(select asker.person_id from health.asker(false) where asker.shows_names);
end;
$$;

COMMENT ON FUNCTION health.named_person_ids() IS 'The people whose names of sources and devices the user of this session may read.';

CREATE FUNCTION health.own_grants() RETURNS TABLE(person_id integer, holder text, may_read boolean, may_write boolean, groups text[], sample_type_ids integer[], from_time timestamp with time zone, to_time timestamp with time zone, shows_names boolean, expires_at timestamp with time zone)
    LANGUAGE plpgsql STABLE SECURITY DEFINER ROWS 5 PARALLEL SAFE
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
#variable_conflict use_column
begin
    return query
    select
        access_grant.person_id, coalesce(holder.name, own.name), access_grant.may_read, access_grant.may_write,
        case when access_grant.all_groups then array['all'] || access_grant.groups else access_grant.groups end,
        access_grant.sample_type_ids, access_grant.from_time, access_grant.to_time, access_grant.shows_names,
        access_grant.expires_at
    from health.holder
    join health.access_grant on access_grant.holder_id = holder.holder_id
    left join health.person own on own.person_id = holder.person_id
    -- The three cases are those of health.asker. The service asks health.access_of about holders.
    where current_setting('role') <> 'healthstore_reader' and session_user <> 'healthstore_reader'
        and (holder.role = session_user or pg_has_role(session_user, current_user, 'usage'))
        and access_grant.revoked_at is null
        and (access_grant.expires_at is null or access_grant.expires_at > now());
end;
$$;

COMMENT ON FUNCTION health.own_grants() IS 'The valid grants that the user of this session received; to the owner of the store, those of all holders.';

CREATE FUNCTION health.partly_readable_span(of_all_types boolean) RETURNS tstzrange
    LANGUAGE plpgsql STABLE SECURITY DEFINER COST 1000 PARALLEL SAFE
    SET search_path TO 'pg_catalog', 'pg_temp'
    SET plan_cache_mode TO 'force_generic_plan'
    AS $$
begin
    if of_all_types then
        return coalesce((
            select range_merge(range_intersect_agg(span.reads))
            from health.partly_readable_spans() span
            -- If the types have several ranges, or none, in common, the policy uses
            -- health.is_covered.
            having range_intersect_agg(span.reads) <> '{}'
                and tstzmultirange(range_merge(range_intersect_agg(span.reads))) = range_intersect_agg(span.reads)), 'empty');
    end if;
    return coalesce((select range_merge(range_agg(span.reads)) from health.partly_readable_spans() span), 'empty');
end;
$$;

COMMENT ON FUNCTION health.partly_readable_span(of_all_types boolean) IS 'With true: a range of time in which the user of this session may read all types of health.partly_readable_types. With false: the shortest range that contains all times at which one of these types may be read.';

CREATE FUNCTION health.partly_readable_spans() RETURNS SETOF health.readable_span
    LANGUAGE plpgsql STABLE SECURITY DEFINER COST 1000 ROWS 2 PARALLEL SAFE
    SET search_path TO 'pg_catalog', 'pg_temp'
    SET plan_cache_mode TO 'force_generic_plan'
    AS $$
begin
    return query select * from health.readable_spans() spans where spans.reads <> '{(,)}';
end;
$$;

COMMENT ON FUNCTION health.partly_readable_spans() IS 'The rows of health.readable_spans of types whose samples the user of this session may not read at all times.';

CREATE FUNCTION health.partly_readable_types() RETURNS TABLE(person_id integer, sample_type_id integer)
    LANGUAGE plpgsql STABLE SECURITY DEFINER COST 1000 ROWS 50 PARALLEL SAFE
    SET search_path TO 'pg_catalog', 'pg_temp'
    SET plan_cache_mode TO 'force_generic_plan'
    AS $$
declare
    span health.readable_span;
    type_id integer;
begin
    for span in select * from health.partly_readable_spans() loop
        person_id := span.person_id;
        foreach type_id in array case when span.reads = '{}' then health.saved_type_ids(span) else span.sample_type_ids end loop
            if span.reads <> '{}' or health.has_saved_sample(span, type_id) then
                sample_type_id := type_id;
                return next;
            end if;
        end loop;
    end loop;
end;
$$;

COMMENT ON FUNCTION health.partly_readable_types() IS 'Types of which the user of this session may read only some samples: those of some times, or those that it saved.';

CREATE FUNCTION health.readable_groups() RETURNS TABLE(person_id integer, access_group text)
    LANGUAGE plpgsql STABLE SECURITY DEFINER COST 1000 ROWS 13 PARALLEL SAFE
    SET search_path TO 'pg_catalog', 'pg_temp'
    SET plan_cache_mode TO 'force_generic_plan'
    AS $$
begin
    return query
    select readable.person_id, sample_type.access_group
    from health.readable_types() readable
    join health.sample_type on sample_type.sample_type_id = readable.sample_type_id
    where sample_type.in_catalogue
    group by 1, 2
    having count(*) = (
        select count(*) from health.sample_type other
        where other.in_catalogue and other.access_group = sample_type.access_group);
end;
$$;

COMMENT ON FUNCTION health.readable_groups() IS 'The access groups in which the user of this session may read every type of the catalogue at all times.';

CREATE FUNCTION health.readable_name_ids(of_units boolean) RETURNS integer[]
    LANGUAGE plpgsql STABLE SECURITY DEFINER COST 1000 PARALLEL SAFE
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
declare
    reader record;
    type_ids integer[];
    ids integer[] := '{}';
begin
    for reader in select asker.person_id, asker.reads_all from health.asker() loop
        if not reader.reads_all then
            type_ids := array(
                select readable.sample_type_id from health.readable_types() readable
                where readable.person_id = reader.person_id
                union all
                select partly.sample_type_id from health.partly_readable_types() partly
                where partly.person_id = reader.person_id);
        end if;
        if of_units then
            ids := ids || array(
                select person_unit.unit_id
                from health.person_unit
                join health.unit on unit.unit_id = person_unit.unit_id
                where person_unit.person_id = reader.person_id and not unit.in_catalogue
                    and (
                        reader.reads_all
                        or exists (
                            select 1 from health.unit_type
                            where unit_type.person_id = reader.person_id and unit_type.unit_id = person_unit.unit_id
                                and unit_type.sample_type_id = any (type_ids))));
        else
            ids := ids || array(
                select person_sample_type.sample_type_id
                from health.person_sample_type
                where person_sample_type.person_id = reader.person_id
                    and (reader.reads_all or person_sample_type.sample_type_id = any (type_ids)));
        end if;
    end loop;
    return ids;
end;
$$;

COMMENT ON FUNCTION health.readable_name_ids(of_units boolean) IS 'The types, or the units, that are not in the catalogue and have samples that the user of this session may read.';

CREATE FUNCTION health.readable_source_types() RETURNS TABLE(person_id integer, source_id integer, device_id integer, sample_type_id integer)
    LANGUAGE plpgsql STABLE SECURITY DEFINER COST 1000 ROWS 100 PARALLEL SAFE
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
declare
    spans constant health.readable_span[] := array(select spans from health.readable_spans() spans);
    reader record;
begin
    for reader in
        select span.person_id, array_agg(distinct listed.sample_type_id) as type_ids
        from unnest(spans) span
        cross join unnest(span.sample_type_ids) as listed (sample_type_id)
        -- For the person's own holder, samples are not compared with a holder; see
        -- health.has_saved_sample.
        where span.reads <> '{}' or span.is_own
        group by span.person_id
    loop
        return query
        select reader.person_id, source_type.source_id, null::integer, source_type.sample_type_id
        from health.source_type
        where source_type.person_id = reader.person_id and source_type.sample_type_id = any (reader.type_ids)
        union all
        select reader.person_id, null, device_type.device_id, device_type.sample_type_id
        from health.device_type
        where device_type.person_id = reader.person_id and device_type.sample_type_id = any (reader.type_ids);
    end loop;
    for reader in
        select span.person_id, span.holder_id, array_agg(distinct listed.sample_type_id) as type_ids
        from unnest(spans) span
        cross join unnest(span.sample_type_ids) as listed (sample_type_id)
        where span.reads = '{}'
        group by span.person_id, span.holder_id
    loop
        return query
        -- The recursion finds each type, revision and device of the holder's samples by one look-up
        -- in the index of each table. It begins before all of them.
        with recursive saved (sample_type_id, source_revision_id, device_id) as (
            select 0, 0, 0
            union all
            select next.*
            from saved
            cross join lateral (
                (
                    select sample.sample_type_id, sample.source_revision_id, coalesce(sample.device_id, 0)
                    from health.sample
                    where sample.person_id = reader.person_id and sample.holder_id = reader.holder_id
                        and (sample.sample_type_id, sample.source_revision_id, coalesce(sample.device_id, 0))
                            > (saved.sample_type_id, saved.source_revision_id, saved.device_id)
                    order by sample.sample_type_id, sample.source_revision_id, coalesce(sample.device_id, 0)
                    limit 1
                )
                union all
                (
                    select held.sample_type_id, held.source_revision_id, coalesce(held.device_id, 0)
                    from health.sample_holder held
                    where held.person_id = reader.person_id and held.holder_id = reader.holder_id
                        and held.source_revision_id is not null
                        and (held.sample_type_id, held.source_revision_id, coalesce(held.device_id, 0))
                            > (saved.sample_type_id, saved.source_revision_id, saved.device_id)
                    order by held.sample_type_id, held.source_revision_id, coalesce(held.device_id, 0)
                    limit 1
                )
                order by 1, 2, 3
                limit 1
            ) next
        )
        select reader.person_id, revision.source_id, saved.device_id, saved.sample_type_id
        from saved
        cross join lateral (
            select source_revision.source_id
            from health.source_revision
            where source_revision.person_id = reader.person_id
                and source_revision.source_revision_id = saved.source_revision_id
            offset 0
        ) revision
        where saved.sample_type_id = any (reader.type_ids);
    end loop;
end;
$$;

COMMENT ON FUNCTION health.readable_source_types() IS 'The sources and devices that have samples which the user of this session may read, and the types of these samples. It leaves out people of whom the user may read everything.';

CREATE FUNCTION health.readable_spans() RETURNS SETOF health.readable_span
    LANGUAGE plpgsql STABLE SECURITY DEFINER COST 1000 ROWS 2 PARALLEL SAFE
    SET search_path TO 'pg_catalog', 'pg_temp'
    SET plan_cache_mode TO 'force_generic_plan'
    AS $$
begin
    return query
    select span.*
    from health.asker()
    cross join unnest(asker.spans) span
    where not asker.reads_all;
end;
$$;

COMMENT ON FUNCTION health.readable_spans() IS 'The types whose samples the user of this session may read. Samples in reads may be read, and samples in writes if holder_id saved them. is_own is true if this is the person''s own holder. People of whom everything may be read are left out.';

CREATE FUNCTION health.readable_types() RETURNS TABLE(person_id integer, sample_type_id integer)
    LANGUAGE plpgsql STABLE SECURITY DEFINER COST 1000 ROWS 250 PARALLEL SAFE
    SET search_path TO 'pg_catalog', 'pg_temp'
    SET plan_cache_mode TO 'force_generic_plan'
    AS $$
begin
    return query
    select span.person_id, unnest(span.sample_type_ids)
    from health.readable_spans() span
    where span.reads = '{(,)}';
end;
$$;

COMMENT ON FUNCTION health.readable_types() IS 'The types whose samples the user of this session may read at all times. People of whom everything may be read are left out.';

CREATE FUNCTION health.reads_type(of_person_id integer, of_sample_type_id integer) RETURNS boolean
    LANGUAGE plpgsql STABLE SECURITY DEFINER COST 1000 PARALLEL SAFE
    SET search_path TO 'pg_catalog', 'pg_temp'
    SET plan_cache_mode TO 'force_generic_plan'
    AS $$
begin
    return of_person_id = any (health.fully_readable_person_ids()) or exists (
        select 1 from health.readable_types() types
        where types.person_id = of_person_id and types.sample_type_id = of_sample_type_id);
end;
$$;

COMMENT ON FUNCTION health.reads_type(of_person_id integer, of_sample_type_id integer) IS 'True if the user of this session may read all samples of the type, at all times. Only then are figures of health.hour and health.day visible to it.';

CREATE FUNCTION health.recorded_type_names(parts jsonb) RETURNS SETOF text
    LANGUAGE sql IMMUTABLE ROWS 10 PARALLEL SAFE
    BEGIN ATOMIC
 SELECT (recorded.type #>> '{}'::text[])
    FROM (( VALUES ('$."workoutStatistics"[*]."type"'::jsonpath), ('$."workoutZoneGroups"[*]."type"'::jsonpath), ('$."workoutActivities"[*]."workoutStatistics"[*]."type"'::jsonpath), ('$."workoutActivities"[*]."workoutZoneGroups"[*]."type"'::jsonpath)) place(path)
      CROSS JOIN LATERAL jsonb_path_query(recorded_type_names.parts, place.path) recorded(type));
END;

COMMENT ON FUNCTION health.recorded_type_names(parts jsonb) IS 'The names of the types whose figures are in the parts of a workout, as the client sent them.';

CREATE FUNCTION health.saved_span() RETURNS tstzrange
    LANGUAGE plpgsql STABLE SECURITY DEFINER COST 1000 PARALLEL SAFE
    SET search_path TO 'pg_catalog', 'pg_temp'
    SET plan_cache_mode TO 'force_generic_plan'
    AS $$
begin
    return coalesce((
        select range_merge(range_agg(span.writes))
        from health.partly_readable_spans() span
        where not span.reads @> span.writes), 'empty');
end;
$$;

COMMENT ON FUNCTION health.saved_span() IS 'The shortest range that contains all times at which the user of this session may read samples only because it saved them.';

CREATE FUNCTION health.saved_type_ids(span health.readable_span) RETURNS integer[]
    LANGUAGE plpgsql STABLE PARALLEL SAFE
    SET search_path TO 'pg_catalog', 'pg_temp'
    SET plan_cache_mode TO 'auto'
    AS $$
declare
    of_person_id constant integer := span.person_id;
    of_holder_id constant integer := span.holder_id;
begin
    if span.is_own then return span.sample_type_ids; end if;
    return array(
        -- The recursion finds each type by one look-up in the index of each table.
        with recursive saved (sample_type_id) as (
            select 0
            union all
            select next.sample_type_id
            from saved
            cross join lateral (
                (
                    select sample.sample_type_id
                    from health.sample
                    where sample.person_id = of_person_id and sample.holder_id = of_holder_id
                        and sample.sample_type_id > saved.sample_type_id
                    order by sample.sample_type_id
                    limit 1
                )
                union all
                (
                    select held.sample_type_id
                    from health.sample_holder held
                    where held.person_id = of_person_id and held.holder_id = of_holder_id
                        and held.sample_type_id > saved.sample_type_id
                    order by held.sample_type_id
                    limit 1
                )
                union all
                (
                    select deleted.sample_type_id
                    from health.deleted_sample deleted
                    where deleted.person_id = of_person_id and deleted.holder_id = of_holder_id
                        and deleted.sample_type_id > saved.sample_type_id
                    order by deleted.sample_type_id
                    limit 1
                )
                order by 1
                limit 1
            ) next
        )
        select saved.sample_type_id from saved where saved.sample_type_id = any (span.sample_type_ids));
end;
$$;

COMMENT ON FUNCTION health.saved_type_ids(span health.readable_span) IS 'The types of the span that have samples or deleted samples of the holder. For the person''s own holder, all types of the span.';

CREATE FUNCTION health.saving_holder_ids() RETURNS integer[]
    LANGUAGE plpgsql STABLE SECURITY DEFINER COST 1000 PARALLEL SAFE
    SET search_path TO 'pg_catalog', 'pg_temp'
    SET plan_cache_mode TO 'force_generic_plan'
    AS $$
declare
    span health.readable_span;
    ids integer[] := '{}';
begin
    for span in select distinct on (spans.person_id) * from health.partly_readable_spans() spans loop
        if ids <> '{}' or exists (
            select 1 from health.sample_holder
            where sample_holder.person_id = span.person_id and sample_holder.holder_id = span.holder_id)
        then
            return null;
        end if;
        ids := array[case when span.is_own then 0 else span.holder_id end];
    end loop;
    return ids;
end;
$$;

COMMENT ON FUNCTION health.saving_holder_ids() IS 'The value of holder_id in the samples that the user of this session saved, 0 for null. Null if this value does not decide: another holder had saved one of the samples before (health.sample_holder), or there are several people.';

CREATE FUNCTION health.seal_of_access(access text) RETURNS bytea
    LANGUAGE plpgsql STABLE PARALLEL SAFE
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
begin
    return sha256(
        (select store_secret.secret from health.store_secret)
        || sha256(timestamptz_send(transaction_timestamp()) || convert_to(access, 'UTF8')));
end;
$$;

COMMENT ON FUNCTION health.seal_of_access(access text) IS 'A digest of what a caller may read that only the owner of the store can compute. It is valid during one transaction.';

CREATE FUNCTION health.seal_of_spans(spans health.readable_span[]) RETURNS bytea
    LANGUAGE plpgsql STABLE PARALLEL SAFE
    AS $$
begin
    return sha256(
        (select store_secret.secret from health.store_secret)
        || sha256(array_send(spans) || timestamptz_send(statement_timestamp()) || textsend(session_user::text)));
end;
$$;

COMMENT ON FUNCTION health.seal_of_spans(spans health.readable_span[]) IS 'A digest of the spans that only the owner of the store can compute. It is valid for the user of this session during one statement.';

CREATE FUNCTION health.sealed_access() RETURNS jsonb
    LANGUAGE plpgsql STABLE SECURITY DEFINER COST 1000 PARALLEL SAFE
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
declare
    access constant text := nullif(current_setting('healthstore.access', true), '');
begin
    return case
        when starts_with(session_user::text, 'healthstore_sql_')
            and current_setting('healthstore.access_seal', true) = encode(health.seal_of_access(access), 'hex')
        then access::jsonb end;
end;
$$;

COMMENT ON FUNCTION health.sealed_access() IS 'The access of the caller whose statement the service runs (health.access_of); null in any other session.';

CREATE FUNCTION health.sealed_spans() RETURNS health.sealed_spans
    LANGUAGE plpgsql STABLE SECURITY DEFINER COST 1000 PARALLEL SAFE
    SET search_path TO 'pg_catalog', 'pg_temp'
    SET plan_cache_mode TO 'force_generic_plan'
    AS $$
declare
    spans constant health.readable_span[] := array(
        select span from health.readable_spans() span where span.reads <> '{}' or health.saved_type_ids(span) <> '{}');
begin
    return (spans, health.seal_of_spans(spans))::health.sealed_spans;
end;
$$;

COMMENT ON FUNCTION health.sealed_spans() IS 'The rows of health.readable_spans that may show a sample, with a seal. health.is_readable_sample and health.shows_figures require the seal.';

CREATE FUNCTION health.shows_figures(sealed health.sealed_spans, of_person_id integer, of_uuid uuid, parts jsonb) RETURNS boolean
    LANGUAGE plpgsql STABLE SECURITY DEFINER COST 1000 PARALLEL SAFE
    SET search_path TO 'pg_catalog', 'pg_temp'
    SET plan_cache_mode TO 'force_generic_plan'
    AS $$
declare
    found record;
begin
    if not health.is_readable_sample(sealed, of_person_id, of_uuid) then return false; end if;
    if parts is null then return true; end if;
    select sample.sample_type_id, sample.start_time, sample.end_time
    into found
    from health.sample
    where sample.person_id = of_person_id and sample.uuid = of_uuid;
    return found.sample_type_id is distinct from (
            select workouts.sample_type_id from health.sample_type workouts
            where workouts.identifier = 'HKWorkoutTypeIdentifier')
        or not exists (
            select 1
            from health.recorded_type_names(parts) recorded (name)
            where not exists (
                select 1
                from health.sample_type
                where recorded.name in (sample_type.identifier, sample_type.short_name)
                    and (
                        health.is_covered(
                            sealed.spans, of_person_id, sample_type.sample_type_id, found.start_time, found.end_time)
                        or health.is_covered_and_saved(
                            sealed.spans, of_person_id, sample_type.sample_type_id, found.start_time, found.end_time, of_uuid))
                -- Only the type with this name is compared with the spans. As a join, PostgreSQL
                -- would compare all types.
                offset 0));
end;
$$;

COMMENT ON FUNCTION health.shows_figures(sealed health.sealed_spans, of_person_id integer, of_uuid uuid, parts jsonb) IS 'True if the user of this session may read the sample and, during a workout, the types of all figures in its parts.';

CREATE FUNCTION health.special_access_groups() RETURNS text[]
    LANGUAGE sql IMMUTABLE PARALLEL SAFE
    RETURN '{clinical,reproductive,routes}'::text[];

COMMENT ON FUNCTION health.special_access_groups() IS 'The access groups that a grant covers only if it names them.';

CREATE FUNCTION health.writable_span() RETURNS tstzrange
    LANGUAGE plpgsql STABLE SECURITY DEFINER COST 1000 PARALLEL SAFE
    SET search_path TO 'pg_catalog', 'pg_temp'
    SET plan_cache_mode TO 'force_generic_plan'
    AS $$
begin
    return coalesce((
        select range_merge(range_intersect_agg(span.writes))
        from health.partly_readable_spans() span
        -- If the types have several ranges, or none, in common, the policy uses
        -- health.is_saved_row.
        having range_intersect_agg(span.writes) <> '{}'
            and tstzmultirange(range_merge(range_intersect_agg(span.writes))) = range_intersect_agg(span.writes)), 'empty');
end;
$$;

COMMENT ON FUNCTION health.writable_span() IS 'A range of time in which the user of this session may write all types of health.partly_readable_types.';

CREATE FUNCTION health_code.bucket_edges(for_person_id integer, "interval" text, time_zone text, from_time anyelement, to_time anycompatible, anchor text DEFAULT NULL::text, first_weekday integer DEFAULT 1, day_start time without time zone DEFAULT '00:00:00'::time without time zone) RETURNS TABLE(start_time timestamp with time zone, end_time timestamp with time zone)
    LANGUAGE sql STABLE PARALLEL SAFE
    AS $$
    select bucket.start_time, bucket.end_time
    from health_code.bucket_edges(
        for_person_id, "interval", time_zone, health_code.time_text(from_time), health_code.time_text(to_time), anchor,
        first_weekday, day_start) bucket
$$;

COMMENT ON FUNCTION health_code.bucket_edges(for_person_id integer, "interval" text, time_zone text, from_time anyelement, to_time anycompatible, anchor text, first_weekday integer, day_start time without time zone) IS 'The same for dates and timestamps, which are wall clocks in time_zone, and for timestamptz.';

CREATE FUNCTION health_code.bucket_edges(for_person_id integer, "interval" text, time_zone text, from_time text, to_time anyelement, anchor text DEFAULT NULL::text, first_weekday integer DEFAULT 1, day_start time without time zone DEFAULT '00:00:00'::time without time zone) RETURNS TABLE(start_time timestamp with time zone, end_time timestamp with time zone)
    LANGUAGE sql STABLE PARALLEL SAFE
    AS $$
    select bucket.start_time, bucket.end_time
    from health_code.bucket_edges(
        for_person_id, "interval", time_zone, health_code.time_text(from_time), health_code.time_text(to_time), anchor,
        first_weekday, day_start) bucket
$$;

COMMENT ON FUNCTION health_code.bucket_edges(for_person_id integer, "interval" text, time_zone text, from_time text, to_time anyelement, anchor text, first_weekday integer, day_start time without time zone) IS 'The same for dates and timestamps, which are wall clocks in time_zone, and for timestamptz.';

CREATE FUNCTION health_code.bucket_plan(for_person_id integer, "interval" text, time_zone text, from_time timestamp with time zone, to_time timestamp with time zone, anchor timestamp without time zone DEFAULT NULL::timestamp without time zone, first_weekday integer DEFAULT 1, day_start time without time zone DEFAULT '00:00:00'::time without time zone) RETURNS timestamp with time zone[]
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
        raise exception 'the offsets of time zone "%" are not known from % on', coalesce(time_zone, 'person'),
                to_char(known_until, 'YYYY-MM-DD')
            using errcode = 'invalid_parameter_value', hint = 'use the time zone UTC';
    end if;

    if step_elapsed is not null then
        return array(
            select anchor_time + index * (step_elapsed * interval '1 microsecond')
            from generate_series(first_index, last_index) as index
            order by index);
    end if;
    return array(
        -- A day that the clock skips begins and ends at the same instant. DISTINCT removes it.
        select distinct greatest(piece.since, (local.time at time zone 'UTC') - piece.shift) as time
        from (
            select
                piece.*, make_interval(secs => piece.utc_offset) as shift,
                health_code.bucket_index(begins, step_days, step_months, greatest(piece.reached_from, begins + first_index * step))
                    as first,
                health_code.bucket_index(begins, step_days, step_months, least(piece.reached_until, latest)) as last
            from unnest(reached_from, reached_until, since, utc_offset) as piece (reached_from, reached_until, since, utc_offset)
            where piece.reached_until > begins + first_index * step and piece.reached_from <= latest
            -- "offset 0" makes PostgreSQL compute these columns once.
            offset 0
        ) piece
        cross join lateral (
            select begins + index * step as time from generate_series(piece.first, piece.last) as index offset 0
        ) local
        where piece.reached_from <= local.time and local.time < piece.reached_until
        order by time);
end;
$_$;

COMMENT ON FUNCTION health_code.bucket_plan(for_person_id integer, "interval" text, time_zone text, from_time timestamp with time zone, to_time timestamp with time zone, anchor timestamp without time zone, first_weekday integer, day_start time without time zone) IS 'Returns the edges of the buckets of health_code.bucket_edges, for instants instead of texts: the start of each bucket and the end of the last.';

CREATE FUNCTION health_code.given_time(for_person_id integer, time_zone text, parameter text, given text) RETURNS timestamp with time zone
    LANGUAGE plpgsql STABLE PARALLEL SAFE
    AS $$
declare
    parts constant record := health_code.time_parts(given);
    time timestamptz;
    -- health.time_zone_offset has the changes of offsets up to this date.
    known_until constant timestamp := '2100-01-01';
begin
    if given is null then
        return null;
    elsif given = '' then
        raise exception '% is missing', parameter using errcode = 'invalid_parameter_value';
    elsif parts.utc_offset is not null then
        time := (parts.wall_clock at time zone 'UTC') - parts.utc_offset;
        if time < '0001-01-01 00:00+00' or time >= '10000-01-01 00:00+00' then
            time := null;
        end if;
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
        raise exception 'the offsets of time zone "%" are not known from % on', coalesce(given_time.time_zone, 'person'),
                to_char(known_until, 'YYYY-MM-DD')
            using errcode = 'invalid_parameter_value', hint = 'give ' || parameter || ' with an offset, as in 2024-05-01T10:00:00+02:00';
    end if;
    return time;
end;
$$;

COMMENT ON FUNCTION health_code.given_time(for_person_id integer, time_zone text, parameter text, given text) IS 'Returns the instant of a parameter: a time of RFC 3339, or a date or wall clock in time_zone, never in the session''s time zone. Null for null. Any other text is an error that names the parameter. time_zone is that of health_code.clock.';

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

COMMENT ON FUNCTION health_code.given_wall_clock(parameter text, given text) IS 'Returns the wall clock of a parameter, null for null. Any other text is an error that names the parameter.';

CREATE FUNCTION health_code.bucket_edges(for_person_id integer, "interval" text, time_zone text, from_time text, to_time text, anchor text DEFAULT NULL::text, first_weekday integer DEFAULT 1, day_start time without time zone DEFAULT '00:00:00'::time without time zone) RETURNS TABLE(start_time timestamp with time zone, end_time timestamp with time zone)
    LANGUAGE sql STABLE PARALLEL SAFE
    BEGIN ATOMIC
 SELECT bucket.start_time,
     bucket.end_time
    FROM (( SELECT health_code.bucket_plan(bucket_edges.for_person_id, bucket_edges."interval", bucket_edges.time_zone, health_code.given_time(bucket_edges.for_person_id, bucket_edges.time_zone, 'from_time'::text, bucket_edges.from_time), health_code.given_time(bucket_edges.for_person_id, bucket_edges.time_zone, 'to_time'::text, bucket_edges.to_time), health_code.given_wall_clock('anchor'::text, bucket_edges.anchor), bucket_edges.first_weekday, bucket_edges.day_start) AS edges) plan
      CROSS JOIN LATERAL UNNEST(plan.edges[:(cardinality(plan.edges) - 1)], plan.edges[2:]) bucket(start_time, end_time));
END;

COMMENT ON FUNCTION health_code.bucket_edges(for_person_id integer, "interval" text, time_zone text, from_time text, to_time text, anchor text, first_weekday integer, day_start time without time zone) IS 'Returns the whole buckets that overlap [from_time, to_time), as in the statistics of the HTTP API. interval is minute, hour, day, week, month, quarter or year, optionally after a number: 15minute, 2week. anchor is a wall clock at which a bucket begins. From it, minutes and hours count elapsed time, and days and longer intervals count steps of the wall clock. Without anchor, days begin at day_start, weeks on first_weekday (1 = Monday … 7 = Sunday), and months and longer intervals with the first month of the year. time_zone is that of health_code.clock. A day that the clock skipped has no bucket. from_time and to_time are dates or wall clocks in time_zone, or times with an offset.';

CREATE FUNCTION health_code.bucket_index(anchor timestamp without time zone, step_days integer, step_months integer, wall timestamp without time zone) RETURNS bigint
    LANGUAGE sql IMMUTABLE PARALLEL SAFE
    RETURN CASE WHEN (step_days IS NOT NULL) THEN (floor((EXTRACT(epoch FROM (wall - anchor)) / ((86400 * (step_days)::bigint))::numeric)))::bigint ELSE (SELECT (guess.index - (((bucket_index.anchor + ((guess.index)::double precision * make_interval(months => bucket_index.step_months))) > bucket_index.wall))::integer) FROM (SELECT (floor((((((EXTRACT(year FROM bucket_index.wall) - EXTRACT(year FROM bucket_index.anchor)) * (12)::numeric) + EXTRACT(month FROM bucket_index.wall)) - EXTRACT(month FROM bucket_index.anchor)) / (bucket_index.step_months)::numeric)))::bigint AS index) guess) END;

COMMENT ON FUNCTION health_code.bucket_index(anchor timestamp without time zone, step_days integer, step_months integer, wall timestamp without time zone) IS 'Returns the index of the last edge that is not after the wall clock. Edge k is k steps after anchor; a step is step_days days, or step_months months if step_days is null. A day that a month lacks becomes the last day of the month.';

CREATE FUNCTION health_code.bucket_spans(for_person_id integer, for_sample_type_id integer, start_times timestamp with time zone[], end_times timestamp with time zone[], uses_rows boolean, OUT days tstzmultirange, OUT hours tstzmultirange, OUT from_times timestamp with time zone[], OUT to_times timestamp with time zone[]) RETURNS record
    LANGUAGE plpgsql STABLE PARALLEL SAFE
    AS $$
#variable_conflict use_column
declare
    -- The times of the buckets that no row answers so far.
    rest tstzmultirange;
    stale tstzmultirange;
    -- The times in which a row is stale, or a bucket begins or ends inside of a row.
    other tstzmultirange;
begin
    days := '{}';
    hours := '{}';
    select coalesce(range_agg(tstzrange(bucket.start_time, bucket.end_time)), '{}')
    into rest
    from unnest(start_times, end_times) bucket (start_time, end_time)
    where bucket.start_time < bucket.end_time;
    -- Rows are not visible to a caller who may read only a part of the samples.
    if uses_rows and not isempty(rest) and health.reads_type(for_person_id, for_sample_type_id) then
        select coalesce(range_agg(tstzrange(mark.from_time, mark.to_time)), '{}')
        into stale
        from health.mark
        where mark.person_id = for_person_id and mark.sample_type_id = for_sample_type_id;
        -- Shorter buckets contain no day.
        if exists (
            select 1
            from unnest(start_times, end_times) bucket (start_time, end_time)
            where bucket.end_time - bucket.start_time > interval '20 hours')
        then
            with edge as materialized (
                -- width_bucket would copy an array for each row if it were a parameter.
                select start_times, end_times
            )
            select coalesce(range_agg(day.period), '{}') + stale
            into other
            from (
                select
                    day.start_time, day.end_time, tstzrange(day.start_time, day.end_time) as period,
                    width_bucket(day.start_time, (select edge.start_times from edge)) as number
                from health.day
                where day.person_id = for_person_id and day.sample_type_id = for_sample_type_id and day.source_id = 0
                    -- A day begins and ends at most two days before or after its date in UTC.
                    and day.date >= (lower(rest) at time zone 'UTC')::date - 2
                    and day.date <= (upper(rest) at time zone 'UTC')::date + 2
                offset 0
            ) day
            where (day.start_time >= (select edge.start_times from edge)[day.number]
                and day.end_time <= (select edge.end_times from edge)[day.number]
                and not stale && day.period) is not true;
            days := rest - other;
            rest := rest * other;
            if isempty(rest) then return; end if;
        end if;
        select coalesce(range_agg(tstzrange(
            date_trunc('hour', cut.from_time, 'UTC'), date_trunc('hour', cut.to_time, 'UTC'))), '{}')
        into other
        from (
            select lower(span.period), upper(span.period) + interval '00:59:59.999999' from unnest(stale) span (period)
            union all
            select edge.time, edge.time + interval '1 hour'
            from (
                select unnest(start_times || end_times)
                union all
                select unnest(array[lower(span.period), upper(span.period)]) from unnest(rest) span (period)
            ) edge (time)
            where edge.time <> date_trunc('hour', edge.time, 'UTC')
        ) cut (from_time, to_time);
        hours := rest - other;
        rest := rest * other;
    end if;
    with edge as materialized (
        select start_times, end_times
    ), piece as (
        select
            greatest(near.from_time, (select edge.start_times from edge)[near.number]) as from_time,
            least(near.to_time, (select edge.end_times from edge)[near.number]) as to_time
        from (
            select
                lower(span.period) as from_time, upper(span.period) as to_time,
                generate_series(
                    greatest(width_bucket(lower(span.period), (select edge.start_times from edge)), 1),
                    width_bucket(upper(span.period), (select edge.start_times from edge))) as number
            from unnest(rest) span (period)
        ) near
    )
    select array_agg(piece.from_time order by piece.from_time), array_agg(piece.to_time order by piece.from_time)
    into bucket_spans.from_times, bucket_spans.to_times
    from piece
    where piece.from_time < piece.to_time;
end;
$$;

COMMENT ON FUNCTION health_code.bucket_spans(for_person_id integer, for_sample_type_id integer, start_times timestamp with time zone[], end_times timestamp with time zone[], uses_rows boolean, OUT days tstzmultirange, OUT hours tstzmultirange, OUT from_times timestamp with time zone[], OUT to_times timestamp with time zone[]) IS 'Divides the times of buckets: days come from rows of health.day, and hours from rows of health.hour, which are fresh and lie in one bucket, or have no samples. The pieces from from_times to to_times come from samples. Without uses_rows, all times come from samples.';

CREATE FUNCTION health_code.bucket_statistics(for_person_id integer, for_sample_type_id integer, start_times timestamp with time zone[], end_times timestamp with time zone[], from_time timestamp with time zone, to_time timestamp with time zone, separate_by_source boolean DEFAULT false, strict_start boolean DEFAULT false, strict_end boolean DEFAULT false, uuids uuid[] DEFAULT NULL::uuid[]) RETURNS TABLE(start_time timestamp with time zone, end_time timestamp with time zone, source text, source_id integer, count bigint, sum double precision, average double precision, minimum double precision, maximum double precision, duration double precision, most_recent double precision, most_recent_start_time timestamp with time zone, most_recent_end_time timestamp with time zone, earliest_start_time timestamp with time zone, sources integer[], unit text, by_value health.value_statistics[])
    LANGUAGE plpgsql STABLE PARALLEL SAFE
    SET jit TO 'off'
    SET enable_nestloop TO 'off'
    SET enable_mergejoin TO 'off'
    SET enable_sort TO 'off'
    SET plan_cache_mode TO 'force_generic_plan'
    SET "DateStyle" TO 'ISO, YMD'
    AS $$
#variable_conflict use_column
declare
    -- A strict predicate selects whole samples, and rows have parts of samples.
    is_strict constant boolean := strict_start or strict_end;
    rule record;
    spans record;
    -- The times of each bucket in which samples count.
    from_times timestamptz[];
    to_times timestamptz[];
begin
    select * into rule from health_code.statistics_rule(for_person_id, for_sample_type_id);
    select
        array_agg(greatest(bucket.start_time, from_time - beyond.reach) order by bucket.number),
        array_agg(least(bucket.end_time, to_time + beyond.reach) order by bucket.number)
    into from_times, to_times
    from unnest(start_times, end_times) with ordinality bucket (start_time, end_time, number)
    cross join (select case when is_strict then rule.reach else '0' end as reach) beyond;
    select *
    into spans
    from health_code.bucket_spans(for_person_id, for_sample_type_id, from_times, to_times, not is_strict and uuids is null);
    return query
    with edge as materialized (
        -- width_bucket would copy an array for each row if it were a parameter.
        select from_times as times
    ), ranked as materialized (
        select kind.source_id, coalesce(source.name, kind.label) as name, source_order.rank
        from health_code.source_order(for_person_id, for_sample_type_id)
        join health.source_kind kind on kind.person_id = for_person_id and kind.source_id = source_order.source_id
        -- The name may be hidden.
        left join health.source on source.person_id = for_person_id and source.source_id = source_order.source_id
    ), single as materialized (
        select true as is_days, day.start_time
        from health.day
        where separate_by_source and day.person_id = for_person_id and day.sample_type_id = for_sample_type_id
            and day.source_id > 0
            and day.date >= (from_times[1] at time zone 'UTC')::date - 2 and day.start_time < to_times[cardinality(to_times)]
        union all
        select false, hour.start_time
        from health.hour
        where separate_by_source and hour.person_id = for_person_id and hour.sample_type_id = for_sample_type_id
            and hour.source_id > 0
            and hour.start_time >= from_times[1] and hour.start_time < to_times[cardinality(to_times)]
    ), wanted as materialized (
        -- One source at a time, because PostgreSQL may compare a list of them with every entry of
        -- the index. If a row of all sources has no rows of single ones, it is also the row of its
        -- only source.
        select scope.source_id, scope.is_only, span.*
        from (
            select 0 as source_id, false as is_only
            union all
            select 0, true where separate_by_source
            union all
            select ranked.source_id, false from ranked where separate_by_source
        ) scope
        cross join (
            select true as is_days, false as is_hours, lower(days.period) as since, upper(days.period) as until
            from unnest(spans.days) days (period)
            union all
            select false, true, lower(hours.period), upper(hours.period) from unnest(spans.hours) hours (period)
        ) span
        union all
        select null, false, false, false, null, null where spans.from_times is not null
    ), folded as materialized (
        -- The first of two steps of addition keeps sets of sources apart, and sound levels, whose
        -- energies are relative to the greatest level. scope_id is 0 for all sources together. A
        -- member that begins before a part counts only in the first part of a bucket.
        select part.*
        from wanted
        cross join lateral (
            select
                numbered.number, numbered.scope_id, numbered.source_ids,
                sum(numbered.count - later.is_later * numbered.reaching_count) as count,
                sum(numbered.valueless_count - later.is_later * numbered.reaching_valueless_count) as valueless_count,
                sum(numbered.sum) as sum,
                sum(numbered.value_sum + case when later.is_later = 0 then numbered.reaching_value_sum else 0 end)
                    as value_sum,
                min(numbered.minimum) as minimum, max(numbered.maximum) as maximum,
                max(numbered.value_maximum) as value_maximum, sum(numbered.weighted_sum) as weighted_sum,
                sum(numbered.weight) as weight, max(numbered.weighted_maximum) as weighted_maximum,
                sum(numbered.duration::double precision) as duration,
                max(numbered.most_recent_start_time) as most_recent_start_time,
                max(numbered.most_recent_end_time) as most_recent_end_time,
                max(array[date_part('epoch', numbered.start_time), numbered.most_recent])
                    filter (where numbered.most_recent_end_time is not null) as latest,
                min(numbered.earliest_start_time) as earliest_start_time,
                -- PostgreSQL adds up numbers, and no arrays.
                jsonb_agg(jsonb_build_object(
                    'values', numbered.category_values, 'counts', numbered.value_counts,
                    'reaching_counts', numbered.value_reaching_counts, 'durations', numbered.value_durations,
                    'is_later', later.is_later)) filter (where numbered.category_values is not null) as value_rows
            from (
                select
                    case when wanted.is_only then day.source_ids[1] else wanted.source_id end as scope_id,
                    width_bucket(day.start_time, (select edge.times from edge)) as number,
                    day.person_id, day.sample_type_id, day.source_id, day.start_time, day.count, day.reaching_count,
                    day.valueless_count, day.reaching_valueless_count, day.sum, day.value_sum, day.reaching_value_sum,
                    day.minimum, day.maximum, day.value_maximum, day.weighted_sum, day.weight, day.weighted_maximum,
                    day.duration, day.most_recent, day.most_recent_start_time, day.most_recent_end_time,
                    day.earliest_start_time, day.source_ids, day.category_values, day.value_counts, day.value_reaching_counts,
                    day.value_durations
                from health.day
                where wanted.is_days and day.person_id = for_person_id and day.sample_type_id = for_sample_type_id
                    and day.source_id = wanted.source_id
                    -- A day begins and ends at most two days before or after its date in UTC.
                    and day.date >= (wanted.since at time zone 'UTC')::date - 2
                    and day.date <= (wanted.until at time zone 'UTC')::date + 2
                    and day.start_time >= wanted.since and day.end_time <= wanted.until
                    and (not wanted.is_only or (true, day.start_time) not in (select * from single))
                union all
                select
                    case when wanted.is_only then hour.source_ids[1] else wanted.source_id end,
                    width_bucket(hour.start_time, (select edge.times from edge)), hour.*
                from health.hour
                where wanted.is_hours and hour.person_id = for_person_id and hour.sample_type_id = for_sample_type_id
                    and hour.source_id = wanted.source_id
                    and hour.start_time >= wanted.since and hour.start_time < wanted.until
                    and (not wanted.is_only or (false, hour.start_time) not in (select * from single))
                union all
                select figures.source_id, width_bucket(figures.start_time, (select edge.times from edge)), figures.*
                from health_code.sample_figures(
                    for_person_id, for_sample_type_id, spans.from_times, spans.to_times, separate_by_source,
                    strict_start, strict_end, from_time, to_time, uuids) figures
                where wanted.source_id is null
                offset 0
            ) numbered
            cross join lateral (
                select (numbered.start_time > (select edge.times from edge)[numbered.number])::integer as is_later
            ) later
            where numbered.scope_id is not null
            group by
                numbered.number, numbered.scope_id, numbered.source_ids,
                case when rule.style = 'discreteEquivalentContinuousLevel' then numbered.start_time end
        ) part
    ), loudest as materialized (
        select
            folded.number, folded.scope_id, max(folded.value_maximum) as value_maximum,
            max(folded.weighted_maximum) as weighted_maximum
        from folded
        where rule.style = 'discreteEquivalentContinuousLevel'
        group by folded.number, folded.scope_id
    ), total as (
        select
            folded.number, folded.scope_id, sum(folded.count)::bigint as count,
            sum(folded.valueless_count) as valueless_count, sum(folded.sum) as sum,
            sum(coalesce(health_code.relative_energy(folded.value_maximum, loudest.value_maximum), 1) * folded.value_sum)
                as value_sum,
            min(folded.minimum) as minimum, max(folded.maximum) as maximum,
            sum(coalesce(health_code.relative_energy(folded.weighted_maximum, loudest.weighted_maximum), 1)
                * folded.weighted_sum) as weighted_sum,
            sum(folded.weight) as weight, sum(folded.duration) as duration,
            (max(folded.latest))[2] as most_recent, max(folded.most_recent_start_time) as most_recent_start_time,
            max(folded.most_recent_end_time) as most_recent_end_time,
            min(folded.earliest_start_time) as earliest_start_time, array_agg(folded.source_ids::text) as source_sets,
            max(loudest.value_maximum) as value_maximum, max(loudest.weighted_maximum) as weighted_maximum
        from folded
        left join loudest on loudest.number = folded.number and loudest.scope_id = folded.scope_id
        group by folded.number, folded.scope_id
    ), valued as materialized (
        select
            part.number, part.scope_id,
            array_agg(row(
                nullif(part.value, -1), category_value.case_name, part.count, part.duration / 1e6
            )::health.value_statistics order by part.value) as by_value
        from (
            select
                folded.number, folded.scope_id, figure.value,
                sum(figure.count - entry.is_later * figure.reaching_count) as count,
                sum(figure.duration)::double precision as duration
            from folded
            cross join lateral jsonb_to_recordset(folded.value_rows) entry (
                values integer[], counts integer[], reaching_counts integer[], durations bigint[], is_later integer)
            cross join lateral unnest(entry.values, entry.counts, entry.reaching_counts, entry.durations)
                figure (value, count, reaching_count, duration)
            where rule.style = 'category'
            group by folded.number, folded.scope_id, figure.value
        ) part
        left join lateral (
            select category_value.case_name
            from health.sample_type
            join health.category_value on category_value.enum = sample_type.value_enum
            where sample_type.sample_type_id = for_sample_type_id and category_value.raw_value = part.value
            order by category_value.deprecated is not null
            limit 1
        ) category_value on true
        group by part.number, part.scope_id
    ), used as (
        -- Most buckets have the same few sets of sources.
        select
            together.source_sets,
            (
                select array_agg(ranked.source_id order by ranked.rank)
                from ranked
                where ranked.source_id in (
                    select unnest(source_set::integer[]) from unnest(together.source_sets) source_set)
            ) as sources
        from (select distinct total.source_sets from total) together
    )
    select
        bucket.start_time, bucket.end_time, ranked.name, coalesce(total.scope_id, 0), total.count, total.sum,
        case
            when rule.style = 'discreteEquivalentContinuousLevel' then 10 * log(nullif(mean.mean, 0))
                + case when total.weight > 0 then total.weighted_maximum else total.value_maximum end
            when rule.style <> 'cumulative' then mean.mean
        end,
        total.minimum, total.maximum, total.duration / 1e6,
        case when rule.style = 'category' then nullif(total.most_recent, -1) else total.most_recent end, total.most_recent_start_time,
        total.most_recent_end_time, total.earliest_start_time, used.sources, rule.unit, valued.by_value
    from unnest(start_times, end_times) with ordinality bucket (start_time, end_time, number)
    left join total on total.number = bucket.number and total.count > 0
    left join valued on valued.number = total.number and valued.scope_id = total.scope_id
    left join used on used.source_sets = total.source_sets
    left join ranked on ranked.source_id = total.scope_id
    cross join lateral (
        select
            case when total.weight > 0 then total.weighted_sum / total.weight
                else total.value_sum / nullif(total.count - total.valueless_count, 0)
            end as mean
    ) mean
    where rule.style is not null
    order by bucket.number, ranked.rank nulls first;
end;
$$;

COMMENT ON FUNCTION health_code.bucket_statistics(for_person_id integer, for_sample_type_id integer, start_times timestamp with time zone[], end_times timestamp with time zone[], from_time timestamp with time zone, to_time timestamp with time zone, separate_by_source boolean, strict_start boolean, strict_end boolean, uuids uuid[]) IS 'Returns the figures of statistics_collection for given buckets, which must be in order and not overlap. Rows of health.day and health.hour, and figures of samples where there are none, are added up. source_id is 0 for all sources together. With uuids, only samples of these uuids count, and no stored rows are used.';

CREATE FUNCTION health_code.candidate_samples(for_person_id integer, for_sample_type_id integer, from_times timestamp with time zone[], to_times timestamp with time zone[], strict_start boolean DEFAULT false, strict_end boolean DEFAULT false, range_from timestamp with time zone DEFAULT NULL::timestamp with time zone, range_to timestamp with time zone DEFAULT NULL::timestamp with time zone, with_extremes boolean DEFAULT true, uuids uuid[] DEFAULT NULL::uuid[]) RETURNS TABLE(source_id integer, rank integer, start_time timestamp with time zone, end_time timestamp with time zone, stands_until timestamp with time zone, quantity double precision, uuid uuid, ordinal integer)
    LANGUAGE plpgsql STABLE PARALLEL SAFE
    AS $$
#variable_conflict use_column
declare
    rule record;
begin
    select * into rule from health_code.statistics_rule(for_person_id, for_sample_type_id) where reach is not null;
    if not found then return; end if;
    return query
    with run as materialized (
        -- The times in which samples begin that may count, so that each sample is read once.
        select lower(span.period) as from_time, upper(span.period) as to_time
        from (
            select
                range_agg(tstzrange(piece.from_time - rule.touch - rule.reach, piece.to_time + rule.touch)) as periods
            from unnest(from_times, to_times) piece (from_time, to_time)
            where piece.from_time < piece.to_time
        ) wanted
        cross join lateral unnest(wanted.periods) span (period)
    ), revision as materialized (
        select
            source_revision.source_revision_id, kind.source_id, source_order.rank,
            kind.source_class = 'aggregate' as is_aggregate
        from health_code.source_order(for_person_id, for_sample_type_id)
        join health.source_kind kind on kind.person_id = for_person_id and kind.source_id = source_order.source_id
        join health.source_revision
            on source_revision.person_id = for_person_id and source_revision.source_id = kind.source_id
    ), reading as materialized (
        select
            revision.source_id, revision.rank, revision.is_aggregate, stream.*,
            -- A point covers the microsecond after its instant.
            greatest(stream.end_time, stream.start_time + interval '1 us') as covers_until
        from run
        cross join lateral (
            select
                sample.start_time, sample.end_time,
                case when rule.style = 'category' then coalesce(sample.category_value, -1) else sample.quantity end as quantity,
                sample.uuid, 0 as ordinal,
                sample.source_revision_id
            from health.sample
            where sample.person_id = for_person_id and sample.sample_type_id = for_sample_type_id
                and sample.start_time >= run.from_time and sample.start_time < run.to_time
                and (sample.quantity is not null or rule.style = 'category')
            union all
            -- The quantities of a series count instead of the series.
            select part.start_time, part.end_time, part.quantity, part.uuid, part.ordinal, part.source_revision_id
            from health.series_quantity part
            where part.person_id = for_person_id and part.sample_type_id = for_sample_type_id
                and part.start_time >= run.from_time and part.start_time < run.to_time
            union all
            select bound.start_time, bound.end_time, bound.quantity, bound.uuid, bound.ordinal, bound.source_revision_id
            from health.aggregate_extreme bound
            where bound.person_id = for_person_id and bound.sample_type_id = for_sample_type_id
                and with_extremes and rule.style like 'discrete%'
                and bound.start_time >= run.from_time and bound.start_time < run.to_time
        ) stream
        join revision on revision.source_revision_id = stream.source_revision_id
        where stream.end_time >= run.from_time + rule.reach - rule.point_stand
            and (uuids is null or stream.uuid in (select unnest(uuids)))
    ), covered as materialized (
        -- The time that samples of higher priority than an aggregate source cover.
        select aggregate.rank, range_agg(tstzrange(higher.start_time, higher.covers_until)) as times
        from (select distinct reading.rank from reading where reading.is_aggregate) aggregate
        join reading higher on higher.rank < aggregate.rank
        group by aggregate.rank
    )
    select
        reading.source_id, reading.rank, reading.start_time, reading.end_time,
        case when reading.start_time < reading.end_time or reading.ordinal < 0 then reading.end_time
            else least(reading.start_time + rule.point_stand, first_value(reading.start_time) over later)
        end,
        reading.quantity, reading.uuid, reading.ordinal
    from reading
    left join covered on reading.is_aggregate and covered.rank = reading.rank
    cross join lateral (select least(reading.end_time - reading.start_time, rule.margin) as length) margin
    where (covered.rank is null
            or not covered.times && tstzrange(reading.start_time - margin.length, reading.covers_until + margin.length))
        and (not strict_start or reading.start_time >= range_from and reading.start_time < range_to)
        and (not strict_end or reading.end_time >= range_from and reading.end_time < range_to)
    window later as (
        partition by reading.rank order by reading.start_time groups between 1 following and 1 following);
end;
$$;

COMMENT ON FUNCTION health_code.candidate_samples(for_person_id integer, for_sample_type_id integer, from_times timestamp with time zone[], to_times timestamp with time zone[], strict_start boolean, strict_end boolean, range_from timestamp with time zone, range_to timestamp with time zone, with_extremes boolean, uuids uuid[]) IS 'Returns the samples of a type that may count in pieces of time, and the samples near them. An aggregate is left out if a sample of higher priority touches it. A strict predicate selects samples that start or end in the range. With uuids, other samples do not exist. For a series, the quantities inside it are returned. ordinal is -1 for the minimum and -2 for the maximum of an aggregate; if an aggregate has no average, its extreme with the ordinal -3 (minimum) or -4 (maximum) counts as the sample, without a value. Without with_extremes, no row has such an ordinal. quantity is the raw value of a category sample, -1 for a text that is not in the catalogue. The value of a sample applies until stands_until: its end, and for a point of a temporally weighted type the next start of a sample of its source, 10 minutes later at most.';

CREATE FUNCTION health_code.category_figures(for_person_id integer, for_sample_type_id integer, from_times timestamp with time zone[], to_times timestamp with time zone[], per_source boolean DEFAULT false, strict_start boolean DEFAULT false, strict_end boolean DEFAULT false, range_from timestamp with time zone DEFAULT NULL::timestamp with time zone, range_to timestamp with time zone DEFAULT NULL::timestamp with time zone) RETURNS TABLE(source_id integer, start_time timestamp with time zone, count integer, reaching_count integer, duration bigint, most_recent double precision, most_recent_start_time timestamp with time zone, most_recent_end_time timestamp with time zone, earliest_start_time timestamp with time zone, source_ids integer[], category_values integer[], value_counts integer[], value_reaching_counts integer[], value_durations bigint[])
    LANGUAGE plpgsql STABLE PARALLEL SAFE
    AS $$
#variable_conflict use_column
begin
    return query
    select
        figures.source_id, figures.start_time, figures.count, figures.reaching_count, figures.duration,
        figures.most_recent, figures.most_recent_start_time, figures.most_recent_end_time,
        figures.earliest_start_time, figures.source_ids, figures.category_values, figures.value_counts,
        figures.value_reaching_counts, figures.value_durations
    from health_code.sample_figures(
        for_person_id, for_sample_type_id, from_times, to_times, per_source, strict_start, strict_end, range_from,
        range_to) figures
    order by figures.start_time;
end;
$$;

COMMENT ON FUNCTION health_code.category_figures(for_person_id integer, for_sample_type_id integer, from_times timestamp with time zone[], to_times timestamp with time zone[], per_source boolean, strict_start boolean, strict_end boolean, range_from timestamp with time zone, range_to timestamp with time zone) IS 'Returns the figures of sample_figures that a category type has, in the order of the pieces.';

CREATE FUNCTION health_code.chosen_units(for_person_id integer) RETURNS jsonb
    LANGUAGE plpgsql STABLE PARALLEL SAFE
    AS $$
begin
    return (
        select jsonb_object_agg(
            preferred_unit.sample_type_id,
            jsonb_build_array(preferred_unit.unit_string, preferred_unit.factor, preferred_unit.shift))
        from health.preferred_unit
        where preferred_unit.person_id = for_person_id);
end;
$$;

COMMENT ON FUNCTION health_code.chosen_units(for_person_id integer) IS 'The units that a person chose: {"SAMPLE_TYPE_ID": [unit, factor, shift], …}; null if the person chose none.';

CREATE FUNCTION health_code.clock(for_person_id integer, time_zone text) RETURNS TABLE(from_time timestamp with time zone, until_time timestamp with time zone, utc_offset integer, zone text)
    LANGUAGE plpgsql STABLE ROWS 500 PARALLEL SAFE
    AS $$
#variable_conflict use_column
begin
    if coalesce(clock.time_zone, 'person') = 'person' then
        return query
        with run as (
            select
                case when row_number() over (order by known.start_time) = 1 then '-infinity' else known.start_time end
                    as from_time,
                lead(known.start_time, 1, 'infinity') over (order by known.start_time) as until_time,
                known.time_zone
            from health_code.time_zone_history(clock.for_person_id) known
        ), segment as (
            select greatest(change.from_time, run.from_time) as from_time, change.utc_offset, run.time_zone
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
            segment.utc_offset,
            segment.time_zone
        from segment
        order by segment.from_time;
        if not found and clock.time_zone is null then
            return query values ('-infinity'::timestamptz, 'infinity'::timestamptz, 0, null::text);
        elsif not found then
            raise exception 'the time zones of the person are not known'
                using errcode = 'invalid_parameter_value', hint = 'set them with PUT /v1/time-zones';
        end if;
    else
        return query
        select
            zone.from_time,
            lead(zone.from_time, 1, 'infinity') over (order by zone.from_time),
            zone.utc_offset,
            zone.time_zone
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

COMMENT ON FUNCTION health_code.clock(for_person_id integer, time_zone text) IS 'Returns the offsets of a clock: seconds ahead of UTC, one row from each change to the next, over all of time. time_zone is a name of the IANA database, or person for the clock that the person carried from zone to zone. Null is the same clock, or UTC if the person''s zones are not known. zone is the name of the zone, null if it is not known. Offsets are known until the year 2100; later times have the last known offset.';

CREATE FUNCTION health_code.clock_days(for_person_id integer, time_zone text, from_time timestamp with time zone, to_time timestamp with time zone) RETURNS TABLE(date date, start_time timestamp with time zone, end_time timestamp with time zone)
    LANGUAGE plpgsql STABLE PARALLEL SAFE
    AS $$
#variable_conflict use_column
declare
    edges constant timestamptz[] := health_code.bucket_plan(
        for_person_id, 'day', clock_days.time_zone, clock_days.from_time, clock_days.to_time);
begin
    return query
    select
        ((day.start_time at time zone 'UTC') + clock.utc_offsets[width_bucket(day.start_time, clock.from_times)])::date,
        day.start_time, day.end_time
    from unnest(edges[:cardinality(edges) - 1], edges[2:]) day (start_time, end_time)
    cross join health_code.own_clock(for_person_id, clock_days.time_zone) clock;
end;
$$;

COMMENT ON FUNCTION health_code.clock_days(for_person_id integer, time_zone text, from_time timestamp with time zone, to_time timestamp with time zone) IS 'Returns the days that overlap [from_time, to_time), in order, on the clock of health_code.clock. A day that the clock skipped has no row.';

CREATE FUNCTION health_code.correlation_of_figures(x_dates date[], x_figures double precision[], y_dates date[], y_figures double precision[], lag integer, OUT pair_count bigint, OUT correlation double precision, OUT lower double precision, OUT upper double precision) RETURNS record
    LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE
    AS $$
declare
    likeness double precision;
    error double precision;
begin
    with pair as materialized (
        select
            x.date,
            rank() over (order by x.figure) + (count(*) over (partition by x.figure) - 1) / 2::double precision as x,
            rank() over (order by y.figure) + (count(*) over (partition by y.figure) - 1) / 2::double precision as y
        from unnest(x_dates, x_figures) x (date, figure)
        join unnest(y_dates, y_figures) y (date, figure) on y.date = x.date + correlation_of_figures.lag
    ), near as (
        select
            pair.*, lag(pair.x) over (order by pair.date) as x_before, lag(pair.y) over (order by pair.date) as y_before
        from pair
    )
    select
        count(*), corr(near.x, near.y),
        least(greatest(coalesce(corr(near.x, near.x_before) * corr(near.y, near.y_before), 0), 0), 0.9)
    into pair_count, correlation, likeness
    from near;
    correlation := case when pair_count >= 30 then correlation end;
    -- Neighbouring days that resemble each other count for fewer days (Bartlett). The standard
    -- error is that of Bonett and Wright.
    error := sqrt(
        (1 + correlation ^ 2 / 2) / greatest(pair_count * (1 - likeness) / (1 + likeness) - 3, 1));
    lower := tanh(atanh(correlation) - 1.9599639845400545 * error);
    upper := tanh(atanh(correlation) + 1.9599639845400545 * error);
end;
$$;

COMMENT ON FUNCTION health_code.correlation_of_figures(x_dates date[], x_figures double precision[], y_dates date[], y_figures double precision[], lag integer, OUT pair_count bigint, OUT correlation double precision, OUT lower double precision, OUT upper double precision) IS 'Returns Spearman''s rank correlation of the figures of days: of x on a day and y on the day lag days later. pair_count is the number of days that have both. correlation is null for less than 30 pairs, or if x or y is the same on all days. lower and upper are its confidence interval of 95 %.';

CREATE FUNCTION health_code.daily_statistics(person text, type text, time_zone text DEFAULT NULL::text, from_date date DEFAULT NULL::date, to_date date DEFAULT NULL::date, OUT date date, OUT start_time timestamp with time zone, OUT end_time timestamp with time zone, OUT count bigint, OUT sum double precision, OUT average double precision, OUT minimum double precision, OUT maximum double precision, OUT duration double precision, OUT most_recent double precision, OUT most_recent_start_time timestamp with time zone, OUT most_recent_end_time timestamp with time zone, OUT sources integer[], INOUT unit text DEFAULT NULL::text, OUT partial boolean, OUT by_value health.value_statistics[]) RETURNS SETOF record
    LANGUAGE plpgsql STABLE
    AS $$
#variable_conflict use_variable
declare
    for_person_id constant integer := health_code.known_person(person);
    for_sample_type_id constant integer := health_code.known_quantity_type(type, or_category => true);
    range record;
    dates date[];
    starts timestamptz[];
    ends timestamptz[];
begin
    perform set_config('healthstore.asked_person_id', for_person_id::text, true);
    select
        asked.time_zone, coalesce(asked.from_time, recorded.from_time) as from_time,
        coalesce(asked.to_time, recorded.to_time) as to_time
    into range
    from health_code.day_range(for_person_id, time_zone, from_date, to_date) asked
    cross join health_code.sample_range(for_person_id, for_sample_type_id) recorded;
    if range.from_time < range.to_time then
        select
            array_agg(day.date order by day.start_time), array_agg(day.start_time order by day.start_time),
            array_agg(day.end_time order by day.start_time)
        into dates, starts, ends
        from health_code.clock_days(for_person_id, range.time_zone, range.from_time, range.to_time) day;
        return query
        select
            dates[day.ordinality], day.start_time, day.end_time, day.count,
            health_code.shown_quantity(day.sum, shown.factor, shown.shift),
            health_code.shown_quantity(day.average, shown.factor, shown.shift),
            health_code.shown_quantity(day.minimum, shown.factor, shown.shift),
            health_code.shown_quantity(day.maximum, shown.factor, shown.shift), day.duration,
            health_code.shown_quantity(day.most_recent, shown.factor, shown.shift), day.most_recent_start_time,
            day.most_recent_end_time, day.sources, shown.unit_string, day.end_time > now(), day.by_value
        from health_code.bucket_statistics(
            for_person_id, for_sample_type_id, starts, ends, range.from_time, range.to_time) with ordinality day
        cross join health_code.unit_of(for_person_id, for_sample_type_id, unit) shown
        where day.count > 0 or from_date is not null and to_date is not null
        order by day.ordinality;
    end if;
    perform set_config('healthstore.asked_person_id', '', true);
end;
$$;

COMMENT ON FUNCTION health_code.daily_statistics(person text, type text, time_zone text, from_date date, to_date date, OUT date date, OUT start_time timestamp with time zone, OUT end_time timestamp with time zone, OUT count bigint, OUT sum double precision, OUT average double precision, OUT minimum double precision, OUT maximum double precision, OUT duration double precision, OUT most_recent double precision, OUT most_recent_start_time timestamp with time zone, OUT most_recent_end_time timestamp with time zone, OUT sources integer[], INOUT unit text, OUT partial boolean, OUT by_value health.value_statistics[]) IS 'Returns the figures of each day from from_date to to_date, exclusive: those of statistics_collection with the interval day. With both dates, a day without measurements is a row of nulls. Without from_date the days begin with the first sample, without to_date they end with the latest sample that has begun; days without measurements then have no row. Without time_zone, days are those of the person''s own clock, or of UTC if the person''s zones are not known. person is a name, type a short name or an identifier. Values are in unit: the requested one, else the person''s choice, else the type''s preferred unit. partial is true if the day has not ended yet. by_value has the figures of each value of a category type.';

CREATE FUNCTION health_code.day_correlation(person text, x text, y text, lag integer DEFAULT 0, time_zone text DEFAULT NULL::text, from_date date DEFAULT NULL::date, to_date date DEFAULT NULL::date, OUT pair_count bigint, OUT correlation double precision, OUT lower double precision, OUT upper double precision) RETURNS SETOF record
    LANGUAGE plpgsql STABLE ROWS 1
    AS $$
#variable_conflict use_variable
declare
    for_person_id constant integer := health_code.known_person(person);
    end_date constant date := health_code.ended_days(for_person_id, time_zone, to_date);
    x_days record;
    y_days record;
begin
    if lag is null or lag not between -7 and 7 then
        raise exception 'lag must be from -7 to 7' using errcode = 'invalid_parameter_value';
    end if;
    select * into x_days
    from health_code.day_figures(for_person_id, person, x, time_zone, from_date, end_date, null);
    select * into y_days
    from health_code.day_figures(for_person_id, person, y, time_zone, from_date, end_date, null);
    return query
    select *
    from health_code.correlation_of_figures(x_days.dates, x_days.figures, y_days.dates, y_days.figures, lag);
end;
$$;

COMMENT ON FUNCTION health_code.day_correlation(person text, x text, y text, lag integer, time_zone text, from_date date, to_date date, OUT pair_count bigint, OUT correlation double precision, OUT lower double precision, OUT upper double precision) IS 'Returns one row with the correlation of GET /v1/correlation: that of the figures of health_code.trends of the types x on a day and y on the day lag days later, from -7 to 7. Both days are from from_date (by default the first) to to_date (by default today), exclusive. pair_count is the number of days that have both figures, and correlation Spearman''s rank correlation, null for less than 30 pairs or if one figure never changes. lower and upper are its confidence interval of 95 %. A correlation shows no cause. A night has the date on which it ends.';

CREATE FUNCTION health_code.day_figures(for_person_id integer, person text, type text, time_zone text, from_date date, to_date date, INOUT unit text, OUT figure text, OUT dates date[], OUT figures double precision[]) RETURNS record
    LANGUAGE plpgsql STABLE
    AS $$
#variable_conflict use_variable
declare
    for_sample_type_id integer;
begin
    if type in ('sleepAnalysis', 'HKCategoryTypeIdentifierSleepAnalysis') then
        if coalesce(time_zone, 'person') <> 'person' or coalesce(unit, 's') <> 's' then
            raise exception 'nights are on the person''s own clock, in seconds' using errcode = 'invalid_parameter_value',
                hint = 'leave time_zone and unit out, or ask GET /v1/trends or GET /v1/correlation';
        end if;
        unit := 's';
        figure := 'asleep';
        perform set_config('healthstore.asked_person_id', for_person_id::text, true);
        select array_agg(night.date order by night.date), array_agg(night.asleep order by night.date)
        into dates, figures
        from health.sleep_night night
        where night.person_id = for_person_id and night.date >= coalesce(from_date, '-infinity')
            and night.date < to_date and night.asleep is not null;
        perform set_config('healthstore.asked_person_id', '', true);
    else
        for_sample_type_id := health_code.known_quantity_type(type);
        select case when rule.style = 'cumulative' then 'sum' else 'average' end
        into figure
        from health_code.statistics_rule(for_person_id, for_sample_type_id) rule;
        select array_agg(day.date order by day.date), array_agg(coalesce(day.sum, day.average) order by day.date)
        into dates, figures
        from health_code.daily_statistics(person, type, time_zone, from_date, to_date, unit) day
        where coalesce(day.sum, day.average) is not null;
        select shown.unit_string into unit from health_code.unit_of(for_person_id, for_sample_type_id, unit) shown;
    end if;
end;
$$;

COMMENT ON FUNCTION health_code.day_figures(for_person_id integer, person text, type text, time_zone text, from_date date, to_date date, INOUT unit text, OUT figure text, OUT dates date[], OUT figures double precision[]) IS 'Returns the figure of each measured day from from_date to to_date, exclusive, or from the first: the sum of a cumulative type, the average of a discrete type, or the seconds asleep in the night that ends on the day. dates and figures are null if no day has one.';

CREATE FUNCTION health_code.day_range(for_person_id integer, INOUT time_zone text, from_date date, to_date date, OUT from_time timestamp with time zone, OUT to_time timestamp with time zone) RETURNS record
    LANGUAGE plpgsql STABLE PARALLEL SAFE
    AS $$
#variable_conflict use_variable
begin
    if not isfinite(from_date) or not isfinite(to_date) then
        raise exception 'from_date and to_date must be dates' using errcode = 'invalid_parameter_value',
            hint = 'leave from_date or to_date out, or give null, for a range without a beginning or an end';
    elsif from_date >= to_date then
        raise exception 'to_date must be later than from_date' using errcode = 'invalid_parameter_value';
    end if;
    from_time := health_code.wall_clock_instant(for_person_id, time_zone, from_date);
    to_time := health_code.wall_clock_instant(for_person_id, time_zone, to_date);
end;
$$;

COMMENT ON FUNCTION health_code.day_range(for_person_id integer, INOUT time_zone text, from_date date, to_date date, OUT from_time timestamp with time zone, OUT to_time timestamp with time zone) IS 'Returns the instants at which the days from_date and to_date begin on a clock; null for a date that is null. The column time_zone is the parameter, which is that of health_code.clock.';

CREATE FUNCTION health_code.device_labels(for_person_id integer) RETURNS jsonb
    LANGUAGE plpgsql STABLE PARALLEL SAFE
    AS $$
begin
    return (select jsonb_object_agg(device.device_id, device.name) from health.device where device.person_id = for_person_id);
end;
$$;

COMMENT ON FUNCTION health_code.device_labels(for_person_id integer) IS 'The names of a person''s devices: {"DEVICE_ID": name, …}. Null without devices whose names may be read.';

CREATE FUNCTION health_code.distance_cells(start_time timestamp with time zone, end_time timestamp with time zone, pauses tstzmultirange, from_times timestamp with time zone[], to_times timestamp with time zone[], distances double precision[], ranks integer[], knows_pauses boolean[]) RETURNS TABLE(from_time timestamp with time zone, to_time timestamp with time zone, meters double precision, repeated_meters double precision)
    LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE
    SET jit TO 'off'
    SET enable_nestloop TO 'off'
    SET enable_mergejoin TO 'off'
    SET plan_cache_mode TO 'force_generic_plan'
    AS $$
#variable_conflict use_column
begin
    return query
    with piece as materialized (
        -- The time in microseconds over which the distance is spread. A point covers the
        -- microsecond after its instant.
        select
            given.distance, given.rank, given.from_time = given.to_time as is_point,
            greatest(given.from_time, distance_cells.start_time) as part_from,
            least(
                case when given.from_time = given.to_time then given.to_time + interval '1 us' else given.to_time end,
                distance_cells.end_time) as part_to,
            round(1e6 * date_part('epoch', given.to_time - given.from_time)) - case when given.knows_pauses then coalesce(
                (
                    select sum(round(1e6 * date_part('epoch', upper(pause.period) - lower(pause.period))))
                    from unnest(pauses * tstzmultirange(tstzrange(given.from_time, given.to_time))) pause (period)
                ), 0) else 0
            end as spread
        from unnest(from_times, to_times, distances, ranks, knows_pauses)
            given (from_time, to_time, distance, rank, knows_pauses)
    ), cut as materialized (
        -- The starts and ends of all pieces and pauses cut the workout into cells.
        select array_agg(bound.time order by bound.time) as times
        from (
            select unnest(array[distance_cells.start_time, distance_cells.end_time]) as time
            union select piece.part_from from piece where piece.part_from < piece.part_to
            union select piece.part_to from piece where piece.part_from < piece.part_to
            union select unnest(array[lower(pause.period), upper(pause.period)]) from unnest(pauses) pause (period)
        ) bound
        where bound.time between distance_cells.start_time and distance_cells.end_time
    ), cell as materialized (
        select
            edge.number, edge.time as from_time, edge.next_time as to_time,
            round(1e6 * date_part('epoch', edge.next_time - edge.time)) as length
        from (
            select bound.number, bound.time, lead(bound.time) over (order by bound.number) as next_time
            from cut
            cross join lateral unnest(cut.times) with ordinality bound (time, number)
        ) edge
        where edge.next_time is not null and not pauses @> edge.time
    ), share as (
        -- At each instant the source with the highest priority counts, with all of its pieces.
        select
            cell.number, near.rank, near.is_point,
            case when near.is_point then near.distance else near.distance * (cell.length / near.spread) end as meters,
            min(near.rank) over each_cell as winner,
            min(near.rank) filter (where not near.is_point) over each_cell as cover
        from (
            select
                piece.*, generate_series(
                    width_bucket(piece.part_from, (select cut.times from cut)),
                    width_bucket(piece.part_to - interval '1 us', (select cut.times from cut))) as number
            from piece
            where piece.part_from < piece.part_to and (piece.is_point or piece.spread > 0)
        ) near
        join cell on cell.number = near.number
        window each_cell as (partition by cell.number)
    ), counted as (
        select share.number, sum(share.meters) as meters, sum(share.meters) - max(share.meters) as repeated_meters
        from share
        where share.rank = case when share.is_point then share.winner else share.cover end
        group by share.number
    )
    select cell.from_time, cell.to_time, coalesce(counted.meters, 0), coalesce(counted.repeated_meters, 0)
    from cell
    left join counted on counted.number = cell.number
    order by cell.number;
end;
$$;

COMMENT ON FUNCTION health_code.distance_cells(start_time timestamp with time zone, end_time timestamp with time zone, pauses tstzmultirange, from_times timestamp with time zone[], to_times timestamp with time zone[], distances double precision[], ranks integer[], knows_pauses boolean[]) IS 'Returns how far a workout was from each time to the next, without its pauses, in order of time. The arrays have the start, end, metres and rank of source of each sample of distance. At each instant the source with the least rank counts, as in sums; samples of one source that overlap all count, and repeated_meters is what they add to the longest of them. A sample is spread over its length, and one that knows the pauses over its length without them. What lies in pauses is left out.';

CREATE FUNCTION health_code.distance_splits(for_person_id integer, from_time timestamp with time zone, to_time timestamp with time zone, split_length double precision DEFAULT NULL::double precision, unit text DEFAULT NULL::text, heart_rate_unit text DEFAULT NULL::text, with_steps boolean DEFAULT false) RETURNS TABLE(workout_uuid uuid, activity text, start_time timestamp with time zone, end_time timestamp with time zone, is_step boolean, split integer, split_start_time timestamp with time zone, split_end_time timestamp with time zone, distance double precision, seconds double precision, heart_rate double precision, length double precision, total_distance double precision, recorded_distance double precision, repeated_distance double precision, identifier text, unit_string text)
    LANGUAGE plpgsql STABLE ROWS 200
    AS $$
#variable_conflict use_column
declare
    -- A rest that is shorter than this share of a split is part of the last split.
    rest_min constant double precision := 0.02;
    splits_max constant integer := 60;
    steps_max constant integer := 160;
    step_meters_min constant double precision := 60;
    step_seconds_min constant double precision := 20;
    distance_id constant integer := health_code.known_quantity_type('HKQuantityTypeIdentifierDistanceWalkingRunning');
    heart_rate_id constant integer := health_code.known_quantity_type('HKQuantityTypeIdentifierHeartRate');
    shown record;
    heart_unit record;
    unit_meters double precision;
    workout record;
    known record;
    track record;
begin
    select * into shown from health_code.unit_of(for_person_id, distance_id, unit);
    select * into heart_unit from health_code.unit_of(for_person_id, heart_rate_id, heart_rate_unit);
    unit_meters := case when shown.unit_string in ('mi', 'yd', 'ft', 'in') then 1609.344 else 1000 end;
    for workout in
        select times.*
        from health_code.workout_times(for_person_id, distance_splits.from_time, distance_splits.to_time, true) times
        where times.layer is not null
    loop
        select
            recorded.total_distance,
            (
                select count(distinct coalesce(
                    part.value -> 'workoutActivityType', part.value -> 'activityType'))
                from jsonb_array_elements(
                    case when jsonb_typeof(detail.parts -> 'workoutActivities') = 'array'
                        then detail.parts -> 'workoutActivities' end) part (value)
            ) as activities
        into known
        from health.workout recorded
        left join health.sample_detail detail on detail.person_id = for_person_id and detail.uuid = workout.uuid
        where recorded.person_id = for_person_id and recorded.uuid = workout.uuid;
        -- A workout of several activities has a pace in each of them, and none as a whole. An
        -- export does not have their types.
        continue when known.activities > 1 or workout.activity = 'swimBikeRun';
        with cell as (
            select
                cell.*, sum(cell.meters) over until as to_meters, sum(length.seconds) over until as to_seconds, length.seconds
            from health_code.workout_distance(
                for_person_id, workout.uuid, workout.start_time, workout.end_time, workout.pauses, known.total_distance) cell
            cross join lateral (select date_part('epoch', cell.to_time - cell.from_time) as seconds) length
            window until as (order by cell.from_time rows unbounded preceding)
        )
        select
            array_agg(cell.from_time order by cell.from_time) filter (where cell.meters > 0) as from_times,
            array_agg(cell.meters order by cell.from_time) filter (where cell.meters > 0) as meters,
            array_agg(cell.seconds order by cell.from_time) filter (where cell.meters > 0) as seconds,
            array_agg(cell.to_meters order by cell.from_time) filter (where cell.meters > 0) as to_meters,
            array_agg(cell.to_seconds order by cell.from_time) filter (where cell.meters > 0) as to_seconds,
            max(cell.to_meters) as total, max(cell.to_seconds) as total_seconds, sum(cell.repeated_meters) as repeated,
            min(cell.sample_type_id) as sample_type_id
        into track
        from cell;
        continue when track.total is null or not track.total > 0;
        return query
        with size as (
            select
                false as is_step, sized.meters,
                greatest(1, floor(track.total / sized.meters + 1 - rest_min))::integer as count
            from (
                select coalesce(
                    split_length / shown.factor,
                    (
                        select unit_meters * many from unnest('{1,2,5,10,20,50}'::integer[]) many
                        where track.total / unit_meters / many <= splits_max order by many limit 1
                    ), 100 * unit_meters) as meters
            ) sized
            union all
            select true, sized.meters, greatest(1, round(track.total / sized.meters))::integer
            from (
                select greatest(
                    track.total / steps_max, step_meters_min, track.total / track.total_seconds * step_seconds_min) as meters
            ) sized
            where with_steps
        ), mark as (
            select
                size.is_step, size.meters as size_meters, place.number,
                case when place.number = size.count then track.total else place.number * size.meters end as meters
            from size
            cross join lateral generate_series(1, size.count) place (number)
        ), reached as (
            -- The time at which each mark was first reached.
            select
                mark.*, cell.share, track.from_times[cell.number]
                    + make_interval(secs => cell.share * track.seconds[cell.number]) as time,
                track.to_seconds[cell.number] - (1 - cell.share) * track.seconds[cell.number] as seconds
            from (
                select mark.*, width_bucket(mark.meters, track.to_meters) as before from mark
            ) mark
            cross join lateral (
                select case when track.to_meters[mark.before] = mark.meters then mark.before else mark.before + 1 end as number
            ) found
            cross join lateral (
                select
                    found.number,
                    1 - (track.to_meters[found.number] - mark.meters) / track.meters[found.number] as share
            ) cell
        ), made as materialized (
            select
                reached.is_step, reached.number, reached.size_meters,
                lag(reached.time, 1, workout.start_time) over one as start_time, reached.time as end_time,
                reached.meters - lag(reached.meters, 1, 0::double precision) over one as meters,
                reached.seconds - lag(reached.seconds, 1, 0::double precision) over one as seconds
            from reached
            window one as (partition by reached.is_step order by reached.number)
        ), heart as materialized (
            -- The values apply as in averages of heart rate, but not in pauses.
            select near.number, sum(near.quantity * near.weight) / sum(near.weight) as average
            from (
                select
                    made.number, sample.quantity,
                    (
                        select sum(date_part('epoch', upper(part.period) - lower(part.period)))
                        from unnest(
                            tstzmultirange(tstzrange(
                                greatest(sample.start_time, made.start_time), least(sample.stands_until, made.end_time)))
                            - workout.pauses) part (period)
                    ) as weight
                from made
                join health_code.candidate_samples(
                    for_person_id, heart_rate_id, array[workout.start_time], array[workout.end_time], with_extremes => false
                ) sample on sample.start_time < made.end_time and sample.stands_until > made.start_time
                where not made.is_step
            ) near
            group by near.number
            having sum(near.weight) > 0
        )
        select
            workout.uuid, workout.activity, workout.start_time, workout.end_time, made.is_step, made.number,
            made.start_time, made.end_time, health_code.shown_quantity(made.meters, shown.factor, 0), made.seconds,
            health_code.shown_quantity(heart.average, heart_unit.factor, heart_unit.shift),
            health_code.shown_quantity(made.size_meters, shown.factor, 0), health_code.shown_quantity(track.total, shown.factor, 0),
            health_code.shown_quantity(known.total_distance, shown.factor, 0),
            health_code.shown_quantity(track.repeated, shown.factor, 0),
            (
                select sample_type.identifier from health.sample_type
                where sample_type.sample_type_id = track.sample_type_id
            ), shown.unit_string
        from made
        left join heart on heart.number = made.number and not made.is_step
        order by made.is_step, made.number;
    end loop;
end;
$$;

COMMENT ON FUNCTION health_code.distance_splits(for_person_id integer, from_time timestamp with time zone, to_time timestamp with time zone, split_length double precision, unit text, heart_rate_unit text, with_steps boolean) IS 'Returns the rows of health_code.workout_splits for the workouts that begin in [from_time, to_time). length is that of a whole split. With with_steps, rows with is_step follow: up to 160 shorter pieces without a heart rate, for the pace along the way.';

CREATE FUNCTION health_code.ended_days(for_person_id integer, time_zone text, to_date date) RETURNS date
    LANGUAGE plpgsql STABLE PARALLEL SAFE
    AS $$
#variable_conflict use_variable
begin
    if not isfinite(to_date) then
        raise exception 'to_date must be a date' using errcode = 'invalid_parameter_value',
            hint = 'leave to_date out, or give null, for the days until today';
    end if;
    return (
        select least(
            to_date, ((now() at time zone 'UTC') + clock.utc_offsets[width_bucket(now(), clock.from_times)])::date)
        from health_code.own_clock(for_person_id, time_zone) clock);
end;
$$;

COMMENT ON FUNCTION health_code.ended_days(for_person_id integer, time_zone text, to_date date) IS 'Returns to_date, or the day that has not ended yet on the clock of health_code.clock if to_date is later or null.';

CREATE FUNCTION health_code.enum_name(of_enum text, sent jsonb) RETURNS text
    LANGUAGE plpgsql STABLE PARALLEL SAFE
    AS $$
begin
    return coalesce((
        select enum_value.case_name
        from health.enum_value
        where enum_value.enum = of_enum
            and (enum_value.raw_value = health_code.json_number(sent)
                or lower(enum_value.case_name) = lower(translate(sent #>> '{}', '_ ', '')))
        -- Several names may have the same number.
        order by enum_value.deprecated is not null, enum_value.case_name
        limit 1
    ), sent #>> '{}');
end;
$$;

COMMENT ON FUNCTION health_code.enum_name(of_enum text, sent jsonb) IS 'Returns the name in Swift of a value of an enum of HealthKit, which senders give as its number or as its name in any case, with or without _ between words; the text as sent if the catalogue does not have it. Null for null.';

CREATE FUNCTION health_code.gaps(person text, type text, longer_than interval, time_zone text DEFAULT NULL::text, from_date date DEFAULT NULL::date, to_date date DEFAULT NULL::date, OUT start_time timestamp with time zone, OUT end_time timestamp with time zone, OUT seconds double precision, OUT partial boolean) RETURNS SETOF record
    LANGUAGE plpgsql STABLE ROWS 100
    SET jit TO 'off'
    AS $$
#variable_conflict use_variable
declare
    for_person_id constant integer := health_code.known_person(person);
    for_sample_type_id constant integer := health_code.known_sample_type(type);
    range_from timestamptz;
    range_to timestamptz;
    longest interval;
begin
    perform set_config('healthstore.asked_person_id', for_person_id::text, true);
    if longer_than is null or longer_than <= interval '0' then
        raise exception 'longer_than must be an interval such as 2 hours' using errcode = 'invalid_parameter_value';
    end if;
    select range.from_time, least(range.to_time, now()) into range_from, range_to
    from health_code.day_range(for_person_id, time_zone, from_date, to_date) range;
    -- In seconds, because the days of an interval are not always 24 hours long.
    select make_interval(secs => least(date_part('epoch', sample_extent.longest_duration), 2100 * 366 * 86400.0)) into longest
    from health.sample_extent
    where sample_extent.person_id = for_person_id and sample_extent.sample_type_id = for_sample_type_id;
    -- Without from_date, the range begins with the first sample.
    if range_from is null then
        select min(sample.start_time) into range_from
        from health.sample
        where sample.person_id = for_person_id and sample.sample_type_id = for_sample_type_id;
    end if;
    return query
    with covered as (
        select sample.start_time, sample.end_time
        from health.sample
        where sample.person_id = for_person_id and sample.sample_type_id = for_sample_type_id
            and sample.start_time >= coalesce(range_from - longest, '-infinity') and sample.start_time < range_to
            and sample.end_time >= range_from
        union all
        select range_to, range_to
    )
    select
        gap.start_time, gap.end_time, date_part('epoch', gap.end_time - gap.start_time), gap.is_first or gap.end_time = range_to
    from (
        select
            greatest(max(covered.end_time) over before, range_from) as start_time,
            -- The range cuts the gap if no sample is before it.
            count(*) over before = 0 as is_first,
            covered.start_time as end_time
        from covered
        where range_from < range_to
        window before as (order by covered.start_time rows between unbounded preceding and 1 preceding)
    ) gap
    where gap.end_time - gap.start_time > longer_than
    order by gap.start_time;
    perform set_config('healthstore.asked_person_id', '', true);
end;
$$;

COMMENT ON FUNCTION health_code.gaps(person text, type text, longer_than interval, time_zone text, from_date date, to_date date, OUT start_time timestamp with time zone, OUT end_time timestamp with time zone, OUT seconds double precision, OUT partial boolean) IS 'Returns the spans of time that are longer than longer_than and in which the person has no sample of the type, of any kind and from any source. The range is from from_date to to_date, exclusive, on the clock of time_zone, and ends now at the latest. Without from_date it begins with the first sample. partial is true if the range or the present cuts the gap, which may then be longer. seconds is its length in the range. A sample covers the time from its start to its end. No row if there is no gap, or, without from_date, if the type has no samples. Without time_zone, days are those of the person''s own clock, or of UTC if the person''s zones are not known.';

CREATE FUNCTION health_code.given_range(for_person_id integer, for_sample_type_id integer, time_zone text, given_from text, given_to text, OUT from_time timestamp with time zone, OUT to_time timestamp with time zone) RETURNS record
    LANGUAGE plpgsql STABLE PARALLEL SAFE
    AS $$
#variable_conflict use_variable
begin
    from_time := health_code.given_time(for_person_id, time_zone, 'from_time', given_from);
    to_time := health_code.given_time(for_person_id, time_zone, 'to_time', given_to);
    if from_time is null or to_time is null then
        select coalesce(from_time, range.from_time), coalesce(to_time, range.to_time) into from_time, to_time
        from health_code.sample_range(for_person_id, for_sample_type_id) range;
        if (from_time < to_time) is not true then
            from_time := null;
            to_time := null;
        end if;
    elsif from_time >= to_time then
        raise exception 'to_time must be later than from_time' using errcode = 'invalid_parameter_value';
    end if;
end;
$$;

COMMENT ON FUNCTION health_code.given_range(for_person_id integer, for_sample_type_id integer, time_zone text, given_from text, given_to text, OUT from_time timestamp with time zone, OUT to_time timestamp with time zone) IS 'Returns the instants of given_from and given_to, as health_code.given_time reads them. Instead of null it returns the limits of health_code.sample_range: from the first sample, until the latest that has begun. Nulls if no sample is in such a range.';

CREATE FUNCTION health_code.heart_rate_zone_bounds(maximum_heart_rate double precision) RETURNS double precision[]
    LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE
    AS $$
begin
    if maximum_heart_rate is null or not maximum_heart_rate between 60 and 260 then
        raise exception 'maximum_heart_rate must be from 60 to 260 beats per minute' using errcode = 'invalid_parameter_value',
            hint = 'give the greatest heart rate that the person reaches; the store does not guess it from the age';
    end if;
    return array[
        maximum_heart_rate * 5 / 10, maximum_heart_rate * 6 / 10, maximum_heart_rate * 7 / 10, maximum_heart_rate * 8 / 10,
        maximum_heart_rate * 9 / 10];
end;
$$;

COMMENT ON FUNCTION health_code.heart_rate_zone_bounds(maximum_heart_rate double precision) IS 'Returns the lower bounds of five heart-rate zones: 50, 60, 70, 80 and 90 percent of a maximum heart rate in beats per minute. These are the zones of Polar (https://www.polar.com/blog/running-heart-rate-zones-basics/). Apple Watch divides the heart rate reserve instead; give its bounds to workout_heart_rate_zones.';

CREATE FUNCTION health_code.heart_rate_zones(for_person_id integer, from_time timestamp with time zone, to_time timestamp with time zone, bounds double precision[], unit text DEFAULT NULL::text) RETURNS TABLE(workout_uuid uuid, activity text, start_time timestamp with time zone, end_time timestamp with time zone, zone integer, lower_bound double precision, upper_bound double precision, seconds double precision, measured_seconds double precision, unmeasured_seconds double precision, maximum_heart_rate double precision, age integer, unit_string text)
    LANGUAGE plpgsql STABLE ROWS 600
    SET jit TO 'off'
    SET enable_nestloop TO 'off'
    SET enable_mergejoin TO 'off'
    SET plan_cache_mode TO 'force_generic_plan'
    SET "DateStyle" TO 'ISO, YMD'
    AS $$
#variable_conflict use_column
declare
    for_sample_type_id constant integer := health_code.known_quantity_type('HKQuantityTypeIdentifierHeartRate');
    birth_date text;
begin
    if bounds is null then
        select substring(characteristic.value from '^[0-9]{4}-[0-9]{2}-[0-9]{2}') into birth_date
        from health.characteristic
        where characteristic.person_id = for_person_id
            and characteristic.identifier = 'HKCharacteristicTypeIdentifierDateOfBirth';
    end if;
    return query
    with shown as materialized (
        select * from health_code.unit_of(for_person_id, for_sample_type_id, heart_rate_zones.unit)
    ), minute as materialized (
        select * from health_code.unit_of(for_person_id, for_sample_type_id, 'count/min')
    ), workout as materialized (
        select
            times.*, date_part('epoch', times.end_time - times.start_time) - coalesce(
                (
                    select sum(date_part('epoch', upper(pause.period) - lower(pause.period)))
                    from unnest(times.pauses) pause (period)
                ), 0) as active_seconds,
            date_part('year', times.start_time at time zone 'UTC')::integer - left(birth_date, 4)::integer
                - (to_char(times.start_time at time zone 'UTC', 'MM-DD') < right(birth_date, 5))::integer as age
        from health_code.workout_times(for_person_id, heart_rate_zones.from_time, heart_rate_zones.to_time, true)
            with ordinality as times (uuid, activity, start_time, end_time, layer, pauses, number)
    ),
    -- The samples whose value may apply during each workout. One sample of a source at each start:
    -- the one that ends last.
    kept as (
        select distinct on (near.number, near.rank, near.start_time) near.*
        from (
            select
                sample.*,
                unnest(layer.numbers[
                    width_bucket(sample.start_time, layer.start_times):
                    width_bucket(
                        greatest(sample.end_time, sample.start_time + rule.point_stand) + rule.touch, layer.start_times)
                ]) as number
            from health_code.statistics_rule(for_person_id, for_sample_type_id) rule
            cross join (
                select
                    array_agg(workout.number order by workout.number) as numbers,
                    array_agg(workout.start_time order by workout.number) as start_times,
                    array_agg(workout.end_time order by workout.number) as end_times
                from workout
                where workout.layer is not null
                group by workout.layer
            ) layer
            cross join lateral health_code.candidate_samples(
                for_person_id, for_sample_type_id, layer.start_times, layer.end_times, with_extremes => false) sample
        ) near
        order by near.number, near.rank, near.start_time, near.end_time desc, near.uuid desc, near.ordinal desc
    ),
    -- The time for which the value of each sample applies. A source has one value at each instant.
    standing as (
        select
            kept.number, kept.rank, kept.quantity, greatest(kept.start_time, workout.start_time) as from_time,
            least(
                kept.stands_until,
                lead(kept.start_time) over (partition by kept.number, kept.rank order by kept.start_time),
                workout.end_time) as to_time
        from kept
        join workout on workout.number = kept.number
    ),
    -- The zones of each workout: the given ones, or those of the age of the person, or those of the
    -- greatest heart rate of the workout.
    zoned as materialized (
        select
            workout.number, greatest_rate.age, greatest_rate.value as maximum_heart_rate,
            case when heart_rate_zones.bounds is not null then heart_rate_zones.bounds
                when greatest_rate.value is null then '{}' else array(
                    select (bound.value - minute.shift) / minute.factor * shown.factor + shown.shift
                    from unnest(health_code.heart_rate_zone_bounds(greatest_rate.value)) with ordinality bound (value, number)
                    order by bound.number)
            end as bounds
        from workout
        cross join shown
        cross join minute
        left join (
            select standing.number, max(standing.quantity) as quantity
            from standing
            where standing.from_time < standing.to_time
            group by standing.number
        ) measured on measured.number = workout.number
        cross join lateral (
            select
                case when workout.age between 1 and 129 then workout.age end as age,
                round(case when workout.age between 1 and 129 then 208 - 0.7 * workout.age
                    when measured.quantity is not null
                    then least(greatest(measured.quantity * minute.factor + minute.shift, 60), 260) end) as value
        ) greatest_rate
    ),
    -- The times of each zone and source. The rounding takes away the error of the conversion, so
    -- that a value that equals a bound is in the zone above it.
    timed as materialized (
        select
            standing.number, standing.rank,
            width_bucket(round((standing.quantity * shown.factor + shown.shift) * 1e6) / 1e6, zoned.bounds) as zone,
            range_agg(tstzrange(standing.from_time, standing.to_time)) as times
        from standing
        join zoned on zoned.number = standing.number
        cross join shown
        where standing.from_time < standing.to_time
        group by 1, 2, 3
    ),
    -- At each instant the source with the highest priority decides.
    counted as materialized (
        select won.number, won.zone, sum(date_part('epoch', upper(span.period) - lower(span.period))) as seconds
        from (
            select
                timed.number, timed.zone,
                timed.times - workout.pauses - coalesce(
                    (
                        select range_agg(higher.times)
                        from timed higher
                        where higher.number = timed.number and higher.rank < timed.rank
                    ), '{}') as times
            from timed
            join workout on workout.number = timed.number
        ) won
        cross join lateral unnest(won.times) span (period)
        group by won.number, won.zone
    )
    select
        workout.uuid, workout.activity, workout.start_time, workout.end_time, zone.zone,
        zoned.bounds[array_lower(zoned.bounds, 1) + zone.zone - 1], zoned.bounds[array_lower(zoned.bounds, 1) + zone.zone],
        coalesce(counted.seconds, 0), measured.seconds, workout.active_seconds - measured.seconds,
        case when heart_rate_zones.bounds is null then zoned.maximum_heart_rate end,
        case when heart_rate_zones.bounds is null then zoned.age end, shown.unit_string
    from workout
    join zoned on zoned.number = workout.number
    cross join shown
    cross join lateral generate_series(0, cardinality(zoned.bounds)) zone (zone)
    left join counted on counted.number = workout.number and counted.zone = zone.zone
    cross join lateral (
        select coalesce((select sum(all_zones.seconds) from counted all_zones where all_zones.number = workout.number), 0) as seconds
    ) measured
    order by workout.number, zone.zone;
end;
$$;

COMMENT ON FUNCTION health_code.heart_rate_zones(for_person_id integer, from_time timestamp with time zone, to_time timestamp with time zone, bounds double precision[], unit text) IS 'Returns the rows of health_code.workout_heart_rate_zones for the workouts that begin in [from_time, to_time); null is no limit. Default bounds are shares of maximum_heart_rate, and age is the age on the day of the workout (UTC) that gave it; both are null for given bounds.';

CREATE FUNCTION health_code.json_number(value jsonb) RETURNS double precision
    LANGUAGE sql IMMUTABLE PARALLEL SAFE
    RETURN CASE WHEN ((jsonb_typeof(value) = 'number'::text) AND (length((value #>> '{}'::text[])) <= 305)) THEN (value)::double precision ELSE NULL::double precision END;

COMMENT ON FUNCTION health_code.json_number(value jsonb) IS 'Returns a JSON number; null for any other value and for a number that double precision cannot hold.';

CREATE FUNCTION health_code.json_time(value jsonb) RETURNS timestamp with time zone
    LANGUAGE plpgsql IMMUTABLE PARALLEL RESTRICTED
    AS $_$
begin
    if jsonb_typeof(value) = 'string'
        and value #>> '{}' ~ '^[0-9]{4}-[0-9]{2}-[0-9]{2}[T ][0-9]{2}:[0-9]{2}:[0-9]{2}([.][0-9]+)?(Z| ?[+-][0-9]{2}:?[0-9]{2})$'
    then
        return (value #>> '{}')::timestamptz;
    end if;
    return null;
exception
    when datetime_field_overflow or invalid_datetime_format then return null;
end;
$_$;

COMMENT ON FUNCTION health_code.json_time(value jsonb) IS 'Returns a time of RFC 3339, or in the date format of an export, in a JSON string; null for any other value. The result does not depend on settings, because the text has an offset.';

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

COMMENT ON FUNCTION health_code.known_person(named text) IS 'Returns the person_id of the person with this name. Raises an error if the caller can see no such person.';

CREATE FUNCTION health_code.known_quantity_type(named text, or_category boolean DEFAULT false) RETURNS integer
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
    elsif found_type.identifier = 'HKCategoryTypeIdentifierSleepAnalysis' then
        raise exception '% has nights and no statistics', found_type.short_name
            using errcode = 'invalid_parameter_value', hint = 'health.sleep_night has the figures of nights';
    elsif (found_type.kind <> 'quantity' or found_type.aggregation_style is null)
        and not (or_category and found_type.kind = 'category')
    then
        raise exception '% is %; statistics need one', found_type.short_name,
            case when or_category then 'neither a quantity type nor a category type' else 'not a quantity type' end
            using errcode = 'invalid_parameter_value', hint = 'select short_name from health.sample_type lists them';
    end if;
    return found_type.sample_type_id;
end;
$$;

COMMENT ON FUNCTION health_code.known_quantity_type(named text, or_category boolean) IS 'Returns the sample_type_id of the quantity type with this short name or identifier; with or_category, also that of a category type other than sleep. Raises an error if there is none.';

CREATE FUNCTION health_code.known_sample_type(named text) RETURNS integer
    LANGUAGE plpgsql STABLE PARALLEL SAFE
    AS $$
declare
    found_id integer;
begin
    -- An identifier is never the short name of another type. Two types of different kinds may have
    -- the same short name.
    select sample_type.sample_type_id into found_id
    from health.sample_type
    where sample_type.identifier = named or sample_type.short_name = named
    order by sample_type.kind = 'quantity' desc, sample_type.in_catalogue desc, sample_type.sample_type_id
    limit 1;
    if found_id is null then
        raise exception 'there is no sample type "%"', named
            using errcode = 'invalid_parameter_value', hint = 'select short_name from health.sample_type lists them';
    end if;
    return found_id;
end;
$$;

COMMENT ON FUNCTION health_code.known_sample_type(named text) IS 'Returns the sample_type_id of the type of any kind with this short name or identifier. If a quantity type and another type have the same short name, returns the quantity type. Raises an error if there is none.';

CREATE FUNCTION health_code.latest_samples(for_person_id integer) RETURNS TABLE(sample_type_id integer, first_start_time timestamp with time zone, latest_start_time timestamp with time zone, latest_end_time timestamp with time zone, latest_creation_time timestamp with time zone, latest_source text)
    LANGUAGE plpgsql STABLE ROWS 50 PARALLEL SAFE
    AS $$
#variable_conflict use_column
declare
    sources constant jsonb := health_code.source_labels(for_person_id);
begin
    return query
    select
        sample_extent.sample_type_id,
        first.start_time,
        latest.start_time,
        latest.end_time,
        latest.creation_time,
        sources -> latest.source_revision_id::text ->> 1
    -- The first and the latest sample are each found with one probe of an index.
    from health.sample_extent
    cross join lateral (
        select sample.start_time
        from health.sample
        where sample.person_id = for_person_id and sample.sample_type_id = sample_extent.sample_type_id
        order by sample.start_time
        limit 1
    ) first
    cross join lateral (
        select newest.*
        from (
            select sample.start_time, sample.end_time, sample.creation_time, sample.uuid, sample.source_revision_id
            from health.sample
            where sample.person_id = for_person_id and sample.sample_type_id = sample_extent.sample_type_id
                and sample.start_time <= now()
            order by sample.start_time desc
            fetch first 1 row with ties
        ) newest
        order by newest.end_time desc, newest.uuid desc
        limit 1
    ) latest
    where sample_extent.person_id = for_person_id;
end;
$$;

COMMENT ON FUNCTION health_code.latest_samples(for_person_id integer) IS 'Returns the first and the latest sample of each type of a person that has a sample which has begun: what health.freshness shows.';

CREATE FUNCTION health_code.marked_categories(for_person_id integer, for_sample_type_id integer) RETURNS TABLE(date date, start_time timestamp with time zone, end_time timestamp with time zone, count integer, duration bigint, source_ids integer[], category_values integer[], value_counts integer[], value_durations bigint[])
    LANGUAGE plpgsql STABLE COST 100000 PARALLEL SAFE
    AS $$
#variable_conflict use_column
begin
    return query
    select
        marked.date, marked.start_time, marked.end_time, figures.count, figures.duration, figures.source_ids,
        figures.category_values, figures.value_counts, figures.value_durations
    from health_code.stale_days(for_person_id, for_sample_type_id) days
    cross join health_code.category_figures(
        for_person_id, for_sample_type_id, days.start_times, days.end_times) figures
    join lateral unnest(days.dates, days.start_times, days.end_times) marked (date, start_time, end_time)
        on marked.start_time = figures.start_time;
end;
$$;

COMMENT ON FUNCTION health_code.marked_categories(for_person_id integer, for_sample_type_id integer) IS 'Returns the figures of health_code.stale_days for a category type. Days without samples have no row.';

CREATE FUNCTION health_code.marked_days(for_person_id integer, for_sample_type_id integer) RETURNS TABLE(date date, start_time timestamp with time zone, end_time timestamp with time zone, count bigint, sum double precision, average double precision, minimum double precision, maximum double precision, duration double precision, most_recent double precision, most_recent_end_time timestamp with time zone, sources integer[])
    LANGUAGE plpgsql STABLE COST 100000 PARALLEL SAFE
    AS $$
#variable_conflict use_column
begin
    return query
    select
        stale.dates[day.ordinality], day.start_time, day.end_time, day.count, day.sum, day.average, day.minimum,
        day.maximum, day.duration, day.most_recent, day.most_recent_end_time, day.sources
    from health_code.stale_days(for_person_id, for_sample_type_id) stale
    cross join health_code.bucket_statistics(
        for_person_id, for_sample_type_id, stale.start_times, stale.end_times, stale.start_times[1],
        stale.end_times[cardinality(stale.end_times)]) with ordinality day
    where stale.dates is not null and day.count > 0
    order by day.ordinality;
end;
$$;

COMMENT ON FUNCTION health_code.marked_days(for_person_id integer, for_sample_type_id integer) IS 'Returns the figures of health_code.stale_days. Values are in the canonical unit. Days without samples have no row.';

CREATE FUNCTION health_code.marked_times(for_person_id integer, for_sample_type_id integer) RETURNS tstzmultirange
    LANGUAGE plpgsql STABLE PARALLEL SAFE
    AS $$
begin
    return (
        select range_agg(tstzrange(mark.from_time, mark.to_time))
        from health.mark
        where mark.person_id = for_person_id and mark.sample_type_id = for_sample_type_id);
end;
$$;

COMMENT ON FUNCTION health_code.marked_times(for_person_id integer, for_sample_type_id integer) IS 'The times in which figures of the type are stale; null without marks.';

CREATE FUNCTION health_code.own_clock(for_person_id integer, time_zone text DEFAULT NULL::text, OUT from_times timestamp with time zone[], OUT utc_offsets interval[], OUT time_zones text[]) RETURNS record
    LANGUAGE plpgsql STABLE PARALLEL SAFE
    AS $$
begin
    select
        array_agg(piece.from_time order by piece.from_time),
        array_agg(make_interval(secs => piece.utc_offset) order by piece.from_time),
        array_agg(piece.zone order by piece.from_time)
    into from_times, utc_offsets, time_zones
    from health_code.clock(for_person_id, time_zone) piece;
end;
$$;

COMMENT ON FUNCTION health_code.own_clock(for_person_id integer, time_zone text, OUT from_times timestamp with time zone[], OUT utc_offsets interval[], OUT time_zones text[]) IS 'The pieces of health_code.clock as arrays, for width_bucket: when each piece begins, its offset from UTC, and its zone. Without time_zone, it is the person''s own clock. If the zones of the person are not known, one piece is UTC, and its zone is null.';

CREATE FUNCTION health_code.quantile(sorted double precision[], fraction double precision) RETURNS double precision
    LANGUAGE sql IMMUTABLE PARALLEL SAFE
    RETURN ((sorted)[((floor((fraction * ((cardinality(sorted) - 1))::double precision)))::integer + 1)] + (((fraction * ((cardinality(sorted) - 1))::double precision) - floor((fraction * ((cardinality(sorted) - 1))::double precision))) * ((sorted)[((ceil((fraction * ((cardinality(sorted) - 1))::double precision)))::integer + 1)] - (sorted)[((floor((fraction * ((cardinality(sorted) - 1))::double precision)))::integer + 1)])));

COMMENT ON FUNCTION health_code.quantile(sorted double precision[], fraction double precision) IS 'Returns what percentile_cont(fraction) returns for the elements of an array, which ascend. Null if there are none.';

CREATE FUNCTION health_code.ranked_sources(for_person_id integer, for_sample_type_id integer) RETURNS integer[]
    LANGUAGE plpgsql STABLE PARALLEL SAFE
    AS $$
begin
    return array(
        select source_order.source_id
        from health_code.source_order(for_person_id, for_sample_type_id)
        order by source_order.rank);
end;
$$;

COMMENT ON FUNCTION health_code.ranked_sources(for_person_id integer, for_sample_type_id integer) IS 'The sources of health_code.source_order, highest priority first.';

CREATE FUNCTION health_code.recording_state(parts jsonb, end_time timestamp with time zone) RETURNS text
    LANGUAGE plpgsql STABLE PARALLEL RESTRICTED
    AS $$
#variable_conflict use_variable
declare
    after timestamptz;
begin
    if parts -> 'isRecording' is distinct from 'true'::jsonb then
        return null;
    end if;
    if end_time not between now() - interval '4 hours' and now() + interval '4 hours' then
        return 'ended';
    end if;
    -- A pause that begins at the end has no length up to the end.
    after := end_time + interval '1 us';
    return case when upper(health_code.workout_pauses(parts, '-infinity', after)) = after then 'paused' else 'running' end;
end;
$$;

COMMENT ON FUNCTION health_code.recording_state(parts jsonb, end_time timestamp with time zone) IS 'Returns the recordingState of GET /v1/workouts for a workout that is recorded live and not finished: ended if its newest data are more than 4 hours away from now, paused if the last event that begins or ends a pause began one, else running. Null for any other workout. parts and end_time are those of health.workout_sample.';

CREATE FUNCTION health_code.relative_energy(level double precision, reference double precision) RETURNS double precision
    LANGUAGE sql IMMUTABLE PARALLEL SAFE
    RETURN CASE WHEN (((level / (10)::double precision) - (reference / (10)::double precision)) < ('-300'::integer)::double precision) THEN (0)::double precision ELSE power((10)::double precision, ((level / (10)::double precision) - (reference / (10)::double precision))) END;

COMMENT ON FUNCTION health_code.relative_energy(level double precision, reference double precision) IS 'Returns the energy of a sound level, relative to the energy of reference; both are in decibels. Sound levels are averaged by energy. Energies relative to the greatest level fit into double precision for every level.';

CREATE FUNCTION health_code.running_quantiles(dates date[], figures double precision[], least_count integer) RETURNS SETOF double precision[]
    LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE
    AS $$
declare
    -- The figures of the days before, in order. Keeping them sorted takes 5 µs for each day. A
    -- query that sorts them for each day takes 50 µs.
    sorted double precision[] := '{}';
    last_index integer := -1;
    first integer := 1;
    index integer;
begin
    for number in 1..coalesce(cardinality(dates), 0) loop
        while dates[first] < dates[number] - 91 loop
            index := width_bucket(figures[first], sorted);
            sorted := sorted[:index - 1] || sorted[index + 1:];
            last_index := last_index - 1;
            first := first + 1;
        end loop;
        -- The quartiles are those of percentile_cont.
        return next case when last_index + 1 >= least_count then array[
            sorted[1], sorted[5],
            sorted[last_index / 4 + 1]
                + last_index % 4 / 4e0::double precision * (sorted[(last_index + 3) / 4 + 1] - sorted[last_index / 4 + 1]),
            sorted[last_index / 2 + 1]
                + last_index % 2 / 2e0::double precision * (sorted[(last_index + 1) / 2 + 1] - sorted[last_index / 2 + 1]),
            sorted[3 * last_index / 4 + 1] + 3 * last_index % 4 / 4e0::double precision
                * (sorted[(3 * last_index + 3) / 4 + 1] - sorted[3 * last_index / 4 + 1]),
            sorted[last_index - 3], sorted[last_index + 1]] end;
        index := width_bucket(figures[number], sorted);
        sorted := sorted[:index] || figures[number] || sorted[index + 1:];
        last_index := last_index + 1;
    end loop;
end;
$$;

COMMENT ON FUNCTION health_code.running_quantiles(dates date[], figures double precision[], least_count integer) IS 'Returns for each of the dates, which ascend, seven numbers about the figures of the 91 days before it: the least, the fifth least, the first quartile, the median, the third quartile, the fifth greatest and the greatest. Null if these days have less than least_count figures.';

CREATE FUNCTION health_code.sample_count(for_person_id integer, for_sample_type_id integer) RETURNS bigint
    LANGUAGE plpgsql STABLE PARALLEL SAFE
    AS $$
begin
    return (
        select count(*)
        from health.sample
        where sample.person_id = for_person_id and sample.sample_type_id = for_sample_type_id and sample.start_time <= now());
end;
$$;

COMMENT ON FUNCTION health_code.sample_count(for_person_id integer, for_sample_type_id integer) IS 'The number of a person''s samples of a type, without samples that begin in the future.';

CREATE TABLE health.hour (
    person_id integer NOT NULL,
    sample_type_id integer NOT NULL,
    source_id integer NOT NULL,
    start_time timestamp with time zone NOT NULL,
    count integer NOT NULL,
    reaching_count integer NOT NULL,
    valueless_count integer NOT NULL,
    reaching_valueless_count integer NOT NULL,
    sum double precision,
    value_sum double precision,
    reaching_value_sum double precision,
    minimum double precision,
    maximum double precision,
    value_maximum double precision,
    weighted_sum double precision,
    weight double precision,
    weighted_maximum double precision,
    duration bigint NOT NULL,
    most_recent double precision,
    most_recent_start_time timestamp with time zone,
    most_recent_end_time timestamp with time zone,
    earliest_start_time timestamp with time zone,
    source_ids integer[] NOT NULL,
    category_values integer[],
    value_counts integer[],
    value_reaching_counts integer[],
    value_durations bigint[]
);
ALTER TABLE ONLY health.hour ALTER COLUMN person_id SET STATISTICS 0;

COMMENT ON TABLE health.hour IS 'The figures of each type in each hour of UTC: what the program found in the samples. The rows of consecutive hours add up to the figures of any longer time, without the samples. health.mark says which rows are stale. healthstore rebuild computes them again.';

COMMENT ON COLUMN health.hour.person_id IS 'Whose samples.';

COMMENT ON COLUMN health.hour.sample_type_id IS 'The type, in health.sample_type.';

COMMENT ON COLUMN health.hour.source_id IS 'The source, in health.source. 0 for all sources together, in whose figures no instant counts twice. If an hour has no row of a single source, it has one source, whose figures are those of source 0.';

COMMENT ON COLUMN health.hour.start_time IS 'A whole hour of UTC. An hour in which nothing counts has no row.';

COMMENT ON COLUMN health.hour.count IS 'How many samples have a part in it (members): those of positive length there, and points. Of a category type, how many win in it: no source of higher priority has an open sample at the start of the sample, or of the row if the sample begins before it.';

COMMENT ON COLUMN health.hour.reaching_count IS 'How many of them begin before it.';

COMMENT ON COLUMN health.hour.valueless_count IS 'How many of count have a minimum or a maximum and no value: aggregates without an average.';

COMMENT ON COLUMN health.hour.reaching_valueless_count IS 'How many of reaching_count have no value.';

COMMENT ON COLUMN health.hour.sum IS 'What the samples count for, in the canonical unit; null unless the type is cumulative.';

COMMENT ON COLUMN health.hour.value_sum IS 'Sum of the values of members that begin in it. Of sound levels, sum of their energies relative to value_maximum: 10^((L - value_maximum) / 10). Null if cumulative.';

COMMENT ON COLUMN health.hour.reaching_value_sum IS 'The same of members that begin before it.';

COMMENT ON COLUMN health.hour.minimum IS 'Least value. Null for a cumulative type, and where members have neither value nor minimum.';

COMMENT ON COLUMN health.hour.maximum IS 'Greatest value. Null for a cumulative type, and where members have neither value nor maximum.';

COMMENT ON COLUMN health.hour.value_maximum IS 'Of sound levels the greatest value of a member, which differs from maximum if an aggregate has a maximum. Null for other types, and without such a member.';

COMMENT ON COLUMN health.hour.weighted_sum IS 'For averages that are weighted by time, the sum of value times microseconds for which it applies (sound levels: energies relative to weighted_maximum). In a row of a single source of a cumulative type, its part of the sum of all sources. Else null.';

COMMENT ON COLUMN health.hour.weight IS 'The sum of these microseconds. In a row of a single source of a cumulative type, the microseconds for which its samples counted in the sum of all sources. Else null.';

COMMENT ON COLUMN health.hour.weighted_maximum IS 'Of sound levels the greatest that has a weight; null for other types, and where none has.';

COMMENT ON COLUMN health.hour.duration IS 'Microseconds that members cover. Where several overlap, the time counts once.';

COMMENT ON COLUMN health.hour.most_recent IS 'Value of the member with the latest end; null without one.';

COMMENT ON COLUMN health.hour.most_recent_start_time IS 'Its start.';

COMMENT ON COLUMN health.hour.most_recent_end_time IS 'Its end, which may be later than the end of the row.';

COMMENT ON COLUMN health.hour.earliest_start_time IS 'The earliest start of a member, which may be earlier than the row; null without members.';

COMMENT ON COLUMN health.hour.source_ids IS 'The sources whose samples made the figures, in order of their numbers.';

COMMENT ON COLUMN health.hour.category_values IS 'Of a category type, the raw values of the samples that count, ascending; -1 for a text that is not in the catalogue. Null for other types, like the next three columns.';

COMMENT ON COLUMN health.hour.value_counts IS 'The part of count of each value.';

COMMENT ON COLUMN health.hour.value_reaching_counts IS 'The part of reaching_count of each value.';

COMMENT ON COLUMN health.hour.value_durations IS 'For each value the microseconds in which the source of the highest priority that has an open sample has one of the value.';

CREATE FUNCTION health_code.sample_figures(for_person_id integer, for_sample_type_id integer, from_times timestamp with time zone[], to_times timestamp with time zone[], per_source boolean DEFAULT false, strict_start boolean DEFAULT false, strict_end boolean DEFAULT false, range_from timestamp with time zone DEFAULT NULL::timestamp with time zone, range_to timestamp with time zone DEFAULT NULL::timestamp with time zone, uuids uuid[] DEFAULT NULL::uuid[]) RETURNS SETOF health.hour
    LANGUAGE plpgsql STABLE PARALLEL SAFE
    SET jit TO 'off'
    SET enable_nestloop TO 'off'
    SET enable_mergejoin TO 'off'
    SET plan_cache_mode TO 'force_generic_plan'
    SET "DateStyle" TO 'ISO, YMD'
    AS $$
#variable_conflict use_column
declare
    style constant text := (select style from health_code.statistics_rule(for_person_id, for_sample_type_id));
    is_category constant boolean := style = 'category';
    is_cumulative constant boolean := style = 'cumulative';
    is_discrete constant boolean := style like 'discrete%';
    is_level constant boolean := style = 'discreteEquivalentContinuousLevel';
    is_weighted constant boolean := is_level or style = 'discreteTemporallyWeighted';
    no_value_sum constant double precision := case when is_discrete then 0 end;
    no_weight constant double precision := case when is_weighted then 0 end;
begin
    return query
    with given as materialized (
        -- width_bucket would copy an array for each sample if it were a parameter.
        select from_times, to_times
    ), part as materialized (
        -- A row for each sample, each piece in which it or its stand has a part, and each scope: 0
        -- for all sources together, or one source alone. weight is in microseconds.
        select
            met.*, scope.scope_id, inside.is_inside, met.start_time < met.piece_from as is_reaching,
            inside.is_inside and met.ordinal >= 0 as has_value, inside.is_inside and met.ordinal < -2 as is_valueless,
            greatest(met.start_time, met.piece_from) as part_from, least(met.end_time, met.piece_to) as part_to,
            least(met.covers_until, met.piece_to) - interval '1 us' as last_time,
            case when is_weighted and met.ordinal >= 0 then greatest(0, round(1e6 * date_part(
                'epoch', least(met.stands_until, met.piece_to) - greatest(met.start_time, met.piece_from))))
            end as weight,
            -- A sum of finite numbers that overflows is an error. In the program it is infinite.
            case when abs(met.quantity) > 1e280 then sign(met.quantity) * 'infinity' else met.quantity end as term
        from (
            select
                near.*, unnest((select given.from_times from given)[near.first:near.last]) as piece_from,
                unnest((select given.to_times from given)[near.first:near.last]) as piece_to
            from (
                select
                    -- A point covers the microsecond after its instant.
                    sample.*, greatest(sample.end_time, sample.start_time + interval '1 us') as covers_until,
                    width_bucket(sample.start_time, (select given.from_times from given)) as first,
                    width_bucket(sample.stands_until, (select given.from_times from given)) as last
                from health_code.candidate_samples(
                    for_person_id, for_sample_type_id, from_times, to_times, strict_start, strict_end, range_from,
                    range_to, uuids => uuids) sample
                -- "offset 0" makes PostgreSQL compute these columns once.
                offset 0
            ) near
        ) met
        cross join lateral (select met.covers_until > met.piece_from as is_inside) inside
        cross join lateral unnest(case when per_source then array[0, met.source_id] else '{0}' end) scope (scope_id)
        where met.start_time < met.piece_to and (inside.is_inside or met.stands_until > met.piece_from)
    ), cut as materialized (
        -- The starts and ends of all samples cut time into cells, with lengths in microseconds.
        select array_agg(cell.time order by cell.time) as times, array_agg(cell.length order by cell.time) as lengths
        from (
            select
                bound.time, round(1e6 * date_part(
                    'epoch', lead(bound.time, 1, bound.time) over (order by bound.time) - bound.time)) as length
            from (select part.part_from as time from part union select part.part_to from part) bound
        ) cell
        where not is_discrete
    ), cell as not materialized (
        -- A point is in the cell that begins with it. winner is the highest source that has a
        -- sample at the instant with which the cell begins, and cover the highest that has one for
        -- the whole cell.
        select
            share.*, min(share.rank) over each_cell as winner,
            min(share.rank) filter (where share.start_time < share.end_time) over each_cell as cover
        from (
            select
                near.*, unnest((select cut.times from cut)[near.first_cell:near.last_cell]) as time,
                unnest((select cut.lengths from cut)[near.first_cell:near.last_cell]) as length
            from (
                select
                    part.*, width_bucket(part.part_from, (select cut.times from cut)) as first_cell,
                    width_bucket(part.last_time, (select cut.times from cut)) as last_cell
                from part
                where not is_discrete
                offset 0
            ) near
        ) share
        window each_cell as (partition by share.scope_id, share.time)
    ), won as (
        -- The microseconds for which a sample counts.
        select cell.piece_from, cell.scope_id, cell.uuid, cell.ordinal, sum(cell.length) as length
        from cell
        where cell.rank = case when cell.start_time < cell.end_time then cell.cover else cell.winner end
        group by cell.piece_from, cell.scope_id, cell.uuid, cell.ordinal
    ), valued as (
        -- Of a category type, the counts and durations of each value. A sample counts at its start,
        -- and a value applies in each cell once.
        select
            figure.piece_from, figure.scope_id, sum(figure.count) as count,
            sum(figure.reaching_count) as reaching_count,
            array_agg(figure.value order by figure.value) as category_values,
            array_agg(figure.count order by figure.value) as value_counts,
            array_agg(figure.reaching_count order by figure.value) as value_reaching_counts,
            array_agg(figure.duration order by figure.value) as value_durations
        from (
            select
                moment.piece_from, moment.scope_id, moment.value, sum(moment.count)::integer as count,
                sum(moment.reaching_count)::integer as reaching_count,
                coalesce(sum(moment.length), 0)::bigint as duration
            from (
                select
                    cell.piece_from, cell.scope_id, cell.quantity::integer as value,
                    count(*) filter (where counts.at_start) as count,
                    count(*) filter (where counts.at_start and cell.is_reaching) as reaching_count,
                    max(cell.length) filter (where cell.start_time < cell.end_time and cell.rank = cell.cover) as length
                from cell
                cross join lateral (select cell.time = cell.part_from and cell.rank = cell.winner as at_start) counts
                where is_category
                group by cell.piece_from, cell.scope_id, cell.time, cell.quantity
            ) moment
            where moment.count > 0 or moment.length is not null
            group by moment.piece_from, moment.scope_id, moment.value
        ) figure
        group by figure.piece_from, figure.scope_id
    ), seen as (
        select
            part.*, won.length as won_length, won.uuid is not null or is_discrete and part.is_inside as is_used,
            max(part.quantity) filter (where part.has_value) over each_piece as value_maximum,
            max(part.quantity) filter (where part.weight > 0) over each_piece as weighted_maximum,
            greatest(part.part_from, max(part.part_to) filter (where part.is_inside) over (
                each_piece order by part.part_from rows between unbounded preceding and 1 preceding)) as new_from,
            part.has_value and 1 = row_number() over (each_piece order by
                part.has_value desc, part.end_time desc, part.start_time desc, part.uuid desc, part.ordinal desc
            ) as is_latest
        from part
        left join won using (piece_from, scope_id, uuid, ordinal)
        window each_piece as (partition by part.piece_from, part.scope_id)
    ), figure as (
        select
            seen.*,
            case when seen.start_time = seen.end_time then seen.term
                else seen.term * (seen.won_length / round(1e6 * date_part('epoch', seen.end_time - seen.start_time)))
            end as credit,
            case when not seen.has_value or not is_discrete then null when is_level
                then health_code.relative_energy(seen.quantity, seen.value_maximum) else seen.term end as value,
            case when seen.weight > 0 then seen.weight * case when is_level
                then health_code.relative_energy(seen.quantity, seen.weighted_maximum) else seen.term end
            end as weighted_value,
            round(1e6 * date_part('epoch', seen.part_to - seen.new_from)) as new_length
        from seen
    )
    select
        for_person_id, for_sample_type_id, figure.scope_id, figure.piece_from,
        coalesce(max(valued.count), count(*) filter (where figure.has_value or figure.is_valueless))::integer,
        coalesce(
            max(valued.reaching_count),
            count(*) filter (where (figure.has_value or figure.is_valueless) and figure.is_reaching))::integer,
        (count(*) filter (where figure.is_valueless))::integer,
        (count(*) filter (where figure.is_valueless and figure.is_reaching))::integer,
        sum(figure.credit) filter (where figure.is_used and is_cumulative),
        coalesce(sum(figure.value) filter (where not figure.is_reaching), no_value_sum),
        coalesce(sum(figure.value) filter (where figure.is_reaching), no_value_sum),
        min(figure.quantity) filter (where figure.is_inside and figure.ordinal not in (-2, -4) and is_discrete),
        max(figure.quantity) filter (where figure.is_inside and figure.ordinal not in (-1, -3) and is_discrete),
        max(figure.value_maximum) filter (where is_level),
        coalesce(sum(figure.weighted_value), no_weight), coalesce(sum(figure.weight), no_weight),
        max(figure.weighted_maximum) filter (where is_level),
        coalesce(sum(figure.new_length) filter (where figure.is_inside and figure.new_length > 0), 0)::bigint,
        max(figure.quantity) filter (where figure.is_latest), max(figure.start_time) filter (where figure.is_latest),
        max(figure.end_time) filter (where figure.is_latest), min(figure.start_time) filter (where figure.is_inside),
        coalesce(array_agg(distinct figure.source_id) filter (where figure.is_used), '{}'),
        max(valued.category_values), max(valued.value_counts), max(valued.value_reaching_counts),
        max(valued.value_durations)
    from figure
    left join valued on valued.piece_from = figure.piece_from and valued.scope_id = figure.scope_id
    group by figure.piece_from, figure.scope_id;
end;
$$;

COMMENT ON FUNCTION health_code.sample_figures(for_person_id integer, for_sample_type_id integer, from_times timestamp with time zone[], to_times timestamp with time zone[], per_source boolean, strict_start boolean, strict_end boolean, range_from timestamp with time zone, range_to timestamp with time zone, uuids uuid[]) IS 'Returns rows of health.hour for any intervals of time, called pieces, from samples. It defines the figures in SQL. Pieces are half-open, disjoint and in order; start_time is the start of the piece. A piece without samples has no row. If only the value of an earlier point applies in a piece, count is 0. source_id is 0 for all sources together; per_source adds a row for each source, without its part of the sum of all sources. With strict_start or strict_end, only samples count that start or end in the range; with uuids, only samples of these uuids.';

CREATE FUNCTION health_code.sample_range(for_person_id integer, for_sample_type_id integer, OUT from_time timestamp with time zone, OUT to_time timestamp with time zone) RETURNS record
    LANGUAGE plpgsql STABLE PARALLEL SAFE
    AS $$
#variable_conflict use_column
declare
    -- A sample with a date of another century is a mistake. It must not create figures for all days
    -- in between.
    earliest constant timestamptz := '1900-01-01 00:00+00';
    latest constant timestamptz := least('2099-12-01 00:00+00', now());
begin
    select greatest(sample.start_time, earliest)
    into sample_range.from_time
    from health.sample
    where sample.person_id = for_person_id and sample.sample_type_id = for_sample_type_id
    order by sample.start_time
    limit 1;
    select sample.start_time + rule.reach + interval '1 microsecond'
    into sample_range.to_time
    from health.sample
    cross join health_code.statistics_rule(for_person_id, for_sample_type_id) rule
    where sample.person_id = for_person_id and sample.sample_type_id = for_sample_type_id
        and sample.start_time <= latest
    order by sample.start_time desc
    limit 1;
end;
$$;

COMMENT ON FUNCTION health_code.sample_range(for_person_id integer, for_sample_type_id integer, OUT from_time timestamp with time zone, OUT to_time timestamp with time zone) IS 'Returns a range in which the samples of a type that have begun count: from the start of the first one, or 1900, until none of them counts any more. Nulls if there are none.';

CREATE FUNCTION health_code.seconds(length interval) RETURNS double precision
    LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
    RETURN (EXTRACT(epoch FROM length))::double precision;

COMMENT ON FUNCTION health_code.seconds(length interval) IS 'Returns the seconds of an interval; a day counts as 24 hours.';

CREATE FUNCTION health_code.shown_quantity(quantity double precision, factor double precision, shift double precision) RETURNS double precision
    LANGUAGE sql IMMUTABLE PARALLEL SAFE
    RETURN CASE WHEN ((factor = (1)::double precision) AND (shift = (0)::double precision)) THEN quantity WHEN ((abs(((quantity * factor) + shift)) < (9007199254.740992)::double precision) AND (abs(((round((((quantity * factor) + shift) * ('1000000'::numeric)::double precision)) / ('1000000'::numeric)::double precision) - ((quantity * factor) + shift))) <= (abs(((quantity * factor) + shift)) * (0.0000000000000002220446049250313)::double precision))) THEN (round((((quantity * factor) + shift) * ('1000000'::numeric)::double precision)) / ('1000000'::numeric)::double precision) ELSE ((quantity * factor) + shift) END;

COMMENT ON FUNCTION health_code.shown_quantity(quantity double precision, factor double precision, shift double precision) IS 'Returns a canonical value in the unit with this factor and shift, as the HTTP API prints it: rounded to six digits after the point if the result is this decimal or a double next to it. 62 count/min is stored as 1.0333333333333334 count/s, and converts back to 62.00000000000001.';

CREATE FUNCTION health_code.source_labels(for_person_id integer) RETURNS jsonb
    LANGUAGE plpgsql STABLE PARALLEL SAFE
    AS $$
begin
    return (
        select jsonb_object_agg(
            source_revision.source_revision_id,
            jsonb_build_array(
                source_revision.source_id, coalesce(source.name, source_kind.label), source_kind.was_user_entered,
                source_revision.version, source_kind.source_class))
        from health.source_revision
        join health.source_kind
            on source_kind.person_id = for_person_id and source_kind.source_id = source_revision.source_id
        left join health.source
            on source.person_id = for_person_id and source.source_id = source_revision.source_id
        where source_revision.person_id = for_person_id);
end;
$$;

COMMENT ON FUNCTION health_code.source_labels(for_person_id integer) IS 'The sources of a person: {"SOURCE_REVISION_ID": [source_id, name, was_user_entered, version, source_class], …}. The name is a label if it is hidden. Null without sources.';

CREATE FUNCTION health_code.source_order(for_person_id integer, for_sample_type_id integer) RETURNS TABLE(source_id integer, rank integer)
    LANGUAGE plpgsql STABLE ROWS 20 PARALLEL SAFE
    AS $$
#variable_conflict use_column
begin
    return query
    select
        source_kind.source_id,
        (row_number() over (
            order by
                source_kind.source_class = 'aggregate',
                source_priority.rank nulls last,
                source_kind.default_rank,
                source_kind.source_id desc
        ) - 1)::integer
    from health.source_kind
    left join health.source_priority
        on source_priority.person_id = source_kind.person_id
        and source_priority.source_id = source_kind.source_id
        and source_priority.sample_type_id = for_sample_type_id
    where source_kind.person_id = for_person_id;
end;
$$;

COMMENT ON FUNCTION health_code.source_order(for_person_id integer, for_sample_type_id integer) IS 'Returns the person''s sources in their order of priority for a type; rank 0 is the highest. The sources that the person ranked come first. The others follow in the default order: entered by hand, Apple Watch, iPhone and iPad, everything else; within each group the newest source first. Aggregate sources come last, even if the person ranked them.';

CREATE FUNCTION health_code.stale_days(for_person_id integer, for_sample_type_id integer, OUT dates date[], OUT start_times timestamp with time zone[], OUT end_times timestamp with time zone[]) RETURNS record
    LANGUAGE plpgsql STABLE COST 100000 PARALLEL SAFE
    AS $$
#variable_conflict use_column
declare
    marked tstzmultirange := '{(,)}';
begin
    if health.reads_type(for_person_id, for_sample_type_id) then
        marked := health_code.marked_times(for_person_id, for_sample_type_id);
    end if;
    -- A mark may be of all times. The days near the range contain all days with samples.
    select marked * tstzmultirange(tstzrange(range.from_time - interval '2 days', range.to_time + interval '2 days'))
    into marked
    from health_code.sample_range(for_person_id, for_sample_type_id) range
    where range.from_time < range.to_time;
    if marked is null or isempty(marked) then return; end if;
    select
        array_agg(day.date order by day.start_time), array_agg(day.start_time order by day.start_time),
        array_agg(day.end_time order by day.start_time)
    into stale_days.dates, stale_days.start_times, stale_days.end_times
    from health_code.clock_days(for_person_id, null, lower(marked), upper(marked)) day
    where marked && tstzrange(day.start_time, day.end_time) and day.start_time <= now();
end;
$$;

COMMENT ON FUNCTION health_code.stale_days(for_person_id integer, for_sample_type_id integer, OUT dates date[], OUT start_times timestamp with time zone[], OUT end_times timestamp with time zone[]) IS 'Returns the days that come from samples: days that a mark overlaps. If the caller may read only some samples of the type, returns all days with samples. Days are those of the person''s own clock, or of UTC if the person''s zones are not known. Nulls if there are none.';

CREATE FUNCTION health_code.statistics(person text, type text, from_time anyelement, to_time anycompatible, strict_start boolean DEFAULT false, strict_end boolean DEFAULT false, separate_by_source boolean DEFAULT false, unit text DEFAULT NULL::text, uuids uuid[] DEFAULT NULL::uuid[]) RETURNS SETOF health.statistics_row
    LANGUAGE sql STABLE ROWS 1
    AS $$
    select *
    from health_code.statistics(
        person, type, null::text, health_code.time_text(from_time), health_code.time_text(to_time), strict_start, strict_end,
        separate_by_source, unit, uuids)
$$;

COMMENT ON FUNCTION health_code.statistics(person text, type text, from_time anyelement, to_time anycompatible, strict_start boolean, strict_end boolean, separate_by_source boolean, unit text, uuids uuid[]) IS 'The same for dates and timestamps, which are wall clocks in time_zone, and for timestamptz. Without time_zone the clock is the person''s own.';

CREATE FUNCTION health_code.statistics(person text, type text, from_time text, to_time text, strict_start boolean DEFAULT false, strict_end boolean DEFAULT false, separate_by_source boolean DEFAULT false, unit text DEFAULT NULL::text, uuids uuid[] DEFAULT NULL::uuid[]) RETURNS SETOF health.statistics_row
    LANGUAGE sql STABLE ROWS 1
    AS $$
    select *
    from health_code.statistics(
        person, type, null::text, health_code.time_text(from_time), health_code.time_text(to_time), strict_start, strict_end,
        separate_by_source, unit, uuids)
$$;

COMMENT ON FUNCTION health_code.statistics(person text, type text, from_time text, to_time text, strict_start boolean, strict_end boolean, separate_by_source boolean, unit text, uuids uuid[]) IS 'The same for dates and timestamps, which are wall clocks in time_zone, and for timestamptz. Without time_zone the clock is the person''s own.';

CREATE FUNCTION health_code.statistics(person text, type text, time_zone text, from_time anyelement, to_time anycompatible, strict_start boolean DEFAULT false, strict_end boolean DEFAULT false, separate_by_source boolean DEFAULT false, unit text DEFAULT NULL::text, uuids uuid[] DEFAULT NULL::uuid[]) RETURNS SETOF health.statistics_row
    LANGUAGE sql STABLE ROWS 1
    AS $$
    select *
    from health_code.statistics(
        person, type, time_zone, health_code.time_text(from_time), health_code.time_text(to_time), strict_start, strict_end,
        separate_by_source, unit, uuids)
$$;

COMMENT ON FUNCTION health_code.statistics(person text, type text, time_zone text, from_time anyelement, to_time anycompatible, strict_start boolean, strict_end boolean, separate_by_source boolean, unit text, uuids uuid[]) IS 'The same for dates and timestamps, which are wall clocks in time_zone, and for timestamptz. Without time_zone the clock is the person''s own.';

CREATE FUNCTION health_code.statistics(person text, type text, time_zone text, from_time text, to_time anyelement, strict_start boolean DEFAULT false, strict_end boolean DEFAULT false, separate_by_source boolean DEFAULT false, unit text DEFAULT NULL::text, uuids uuid[] DEFAULT NULL::uuid[]) RETURNS SETOF health.statistics_row
    LANGUAGE sql STABLE ROWS 1
    AS $$
    select *
    from health_code.statistics(
        person, type, time_zone, health_code.time_text(from_time), health_code.time_text(to_time), strict_start, strict_end,
        separate_by_source, unit, uuids)
$$;

COMMENT ON FUNCTION health_code.statistics(person text, type text, time_zone text, from_time text, to_time anyelement, strict_start boolean, strict_end boolean, separate_by_source boolean, unit text, uuids uuid[]) IS 'The same for dates and timestamps, which are wall clocks in time_zone, and for timestamptz. Without time_zone the clock is the person''s own.';

CREATE FUNCTION health_code.statistics(person text, type text, time_zone text, from_time text, to_time text, strict_start boolean DEFAULT false, strict_end boolean DEFAULT false, separate_by_source boolean DEFAULT false, unit text DEFAULT NULL::text, uuids uuid[] DEFAULT NULL::uuid[]) RETURNS SETOF health.statistics_row
    LANGUAGE plpgsql STABLE ROWS 1
    AS $$
#variable_conflict use_variable
declare
    for_person_id constant integer := health_code.known_person(person);
    for_sample_type_id constant integer := health_code.known_quantity_type(type, or_category => true);
    range record;
    -- With a strict predicate whole samples count, including their parts outside the range.
    is_strict constant boolean := coalesce(strict_start, false) or coalesce(strict_end, false);
begin
    perform set_config('healthstore.asked_person_id', for_person_id::text, true);
    select * into range
    from health_code.given_range(for_person_id, for_sample_type_id, time_zone, from_time, to_time);
    if range.from_time is not null then
        return query
        select
            figures.earliest_start_time, figures.most_recent_end_time, figures.source, figures.source_id, figures.count,
            health_code.shown_quantity(figures.sum, shown.factor, shown.shift),
            health_code.shown_quantity(figures.average, shown.factor, shown.shift),
            health_code.shown_quantity(figures.minimum, shown.factor, shown.shift),
            health_code.shown_quantity(figures.maximum, shown.factor, shown.shift), figures.duration,
            health_code.shown_quantity(figures.most_recent, shown.factor, shown.shift), figures.most_recent_start_time,
            figures.most_recent_end_time, figures.sources, shown.unit_string,
            range.to_time > now(), figures.by_value
        from health_code.unit_of(for_person_id, for_sample_type_id, unit) shown
        cross join health_code.bucket_statistics(
            for_person_id, for_sample_type_id,
            array[case when is_strict then '-infinity' else range.from_time end],
            array[case when is_strict then 'infinity' else range.to_time end],
            range.from_time, range.to_time, coalesce(separate_by_source, false), coalesce(strict_start, false), coalesce(strict_end, false),
            uuids) with ordinality figures
        order by figures.ordinality;
    end if;
    perform set_config('healthstore.asked_person_id', '', true);
end;
$$;

COMMENT ON FUNCTION health_code.statistics(person text, type text, time_zone text, from_time text, to_time text, strict_start boolean, strict_end boolean, separate_by_source boolean, unit text, uuids uuid[]) IS 'Returns the figures of GET /v1/statistics: one row for [from_time, to_time), with nulls if nothing was measured. Columns and parameters are those of statistics_collection, with two differences: start_time is the earliest start and end_time the latest end of a sample that counts, and partial is true if the range ends in the future.';

CREATE FUNCTION health_code.statistics_collection(person text, type text, "interval" text, time_zone text, from_time anyelement, to_time anycompatible, anchor text DEFAULT NULL::text, separate_by_source boolean DEFAULT false, strict_start boolean DEFAULT false, strict_end boolean DEFAULT false, first_weekday integer DEFAULT 1, day_start time without time zone DEFAULT '00:00:00'::time without time zone, unit text DEFAULT NULL::text, uuids uuid[] DEFAULT NULL::uuid[]) RETURNS SETOF health.statistics_row
    LANGUAGE sql STABLE
    AS $$
    select *
    from health_code.statistics_collection(
        person, type, "interval", time_zone, health_code.time_text(from_time), health_code.time_text(to_time), anchor,
        separate_by_source, strict_start, strict_end, first_weekday, day_start, unit, uuids)
$$;

COMMENT ON FUNCTION health_code.statistics_collection(person text, type text, "interval" text, time_zone text, from_time anyelement, to_time anycompatible, anchor text, separate_by_source boolean, strict_start boolean, strict_end boolean, first_weekday integer, day_start time without time zone, unit text, uuids uuid[]) IS 'The same for dates and timestamps, which are wall clocks in time_zone, and for timestamptz.';

CREATE FUNCTION health_code.statistics_collection(person text, type text, "interval" text, time_zone text, from_time text, to_time anyelement, anchor text DEFAULT NULL::text, separate_by_source boolean DEFAULT false, strict_start boolean DEFAULT false, strict_end boolean DEFAULT false, first_weekday integer DEFAULT 1, day_start time without time zone DEFAULT '00:00:00'::time without time zone, unit text DEFAULT NULL::text, uuids uuid[] DEFAULT NULL::uuid[]) RETURNS SETOF health.statistics_row
    LANGUAGE sql STABLE
    AS $$
    select *
    from health_code.statistics_collection(
        person, type, "interval", time_zone, health_code.time_text(from_time), health_code.time_text(to_time), anchor,
        separate_by_source, strict_start, strict_end, first_weekday, day_start, unit, uuids)
$$;

COMMENT ON FUNCTION health_code.statistics_collection(person text, type text, "interval" text, time_zone text, from_time text, to_time anyelement, anchor text, separate_by_source boolean, strict_start boolean, strict_end boolean, first_weekday integer, day_start time without time zone, unit text, uuids uuid[]) IS 'The same for dates and timestamps, which are wall clocks in time_zone, and for timestamptz.';

CREATE FUNCTION health_code.statistics_collection(person text, type text, "interval" text, time_zone text, from_time text, to_time text, anchor text DEFAULT NULL::text, separate_by_source boolean DEFAULT false, strict_start boolean DEFAULT false, strict_end boolean DEFAULT false, first_weekday integer DEFAULT 1, day_start time without time zone DEFAULT '00:00:00'::time without time zone, unit text DEFAULT NULL::text, uuids uuid[] DEFAULT NULL::uuid[]) RETURNS SETOF health.statistics_row
    LANGUAGE plpgsql STABLE
    AS $$
#variable_conflict use_variable
declare
    for_person_id constant integer := health_code.known_person(person);
    for_sample_type_id constant integer := health_code.known_quantity_type(type, or_category => true);
    range record;
    edges timestamptz[];
    shown record;
begin
    perform set_config('healthstore.asked_person_id', for_person_id::text, true);
    select * into range
    from health_code.given_range(for_person_id, for_sample_type_id, time_zone, from_time, to_time);
    if range.from_time is not null then
        edges := health_code.bucket_plan(
            for_person_id, "interval", time_zone, range.from_time, range.to_time, health_code.given_wall_clock('anchor', anchor),
            first_weekday, day_start);
        select chosen.unit_string, chosen.factor, chosen.shift into shown
        from health_code.unit_of(for_person_id, for_sample_type_id, unit) chosen;
        -- A scan of one function keeps the order of its rows.
        return query
        select
            figures.start_time, figures.end_time, figures.source, figures.source_id, figures.count,
            health_code.shown_quantity(figures.sum, shown.factor, shown.shift),
            health_code.shown_quantity(figures.average, shown.factor, shown.shift),
            health_code.shown_quantity(figures.minimum, shown.factor, shown.shift),
            health_code.shown_quantity(figures.maximum, shown.factor, shown.shift), figures.duration,
            health_code.shown_quantity(figures.most_recent, shown.factor, shown.shift), figures.most_recent_start_time,
            figures.most_recent_end_time, figures.sources, shown.unit_string,
            figures.start_time < range.from_time or figures.end_time > least(range.to_time, now()), figures.by_value
        from health_code.bucket_statistics(
            for_person_id, for_sample_type_id, edges[:cardinality(edges) - 1], edges[2:], range.from_time, range.to_time,
            coalesce(separate_by_source, false), coalesce(strict_start, false), coalesce(strict_end, false), uuids) figures;
    end if;
    perform set_config('healthstore.asked_person_id', '', true);
end;
$$;

COMMENT ON FUNCTION health_code.statistics_collection(person text, type text, "interval" text, time_zone text, from_time text, to_time text, anchor text, separate_by_source boolean, strict_start boolean, strict_end boolean, first_weekday integer, day_start time without time zone, unit text, uuids uuid[]) IS 'Returns the figures of GET /v1/statistics-collection: one row for each bucket that overlaps [from_time, to_time), with nulls if nothing was measured. separate_by_source adds a row for each source with samples in the bucket. Of a category type, count is how many samples have no sample of a source of higher priority at their start, or at the start of the bucket if they begin before it, and by_value has the count and the duration of each value. person is a name, type a short name or an identifier; interval, time_zone, from_time, to_time, anchor, first_weekday and day_start are those of bucket_edges. duration is in seconds. sources lists the sources whose samples made the figures, highest priority first. Values are in unit: the requested one, else the person''s choice, else the type''s preferred unit. partial is true if the range or the present cuts the bucket. Only the part of a sample inside the range counts, unless strict_start or strict_end select whole samples that start or end in the range. Without from_time the range begins with the first sample. Without to_time it ends with the latest sample that has begun. If such a range has no sample, there is no row. With uuids, only samples of these uuids count, which a query of quantity_sample or category_sample selects by any condition.';

CREATE FUNCTION health_code.statistics_rule(for_person_id integer, for_sample_type_id integer) RETURNS TABLE(style text, unit text, point_stand interval, margin interval, reach interval, touch interval)
    LANGUAGE plpgsql STABLE ROWS 1 PARALLEL SAFE
    AS $$
#variable_conflict use_column
begin
    return query
    select
        case when sample_type.kind = 'category' then 'category' else sample_type.aggregation_style end,
        sample_type.canonical_unit, constant.point_stand, constant.margin, extent.reach,
        case when exists (
            select 1
            from health.source_kind
            where source_kind.person_id = for_person_id and source_kind.source_class = 'aggregate')
        then extent.reach + constant.margin else interval '0' end
    from health.sample_type
    -- The constants SampleRange.pointStandMicroseconds and AggregateFilter.marginMax of the
    -- program.
    cross join lateral (
        select
            case when sample_type.aggregation_style = 'discreteTemporallyWeighted' then interval '10 minutes'
                else '0'
            end,
            case when sample_type.aggregation_style like 'discrete%' then interval '1 minute' else '0' end
    ) constant (point_stand, margin)
    left join lateral (
        -- The length is in seconds, because the days of an interval are not always 24 hours long.
        -- It is limited to the span of PostgreSQL's timestamps.
        select greatest(
            make_interval(secs => least(date_part('epoch', sample_extent.longest_duration), 2100 * 366 * 86400.0)),
            constant.point_stand) as reach
        from health.sample_extent
        where sample_extent.person_id = for_person_id and sample_extent.sample_type_id = sample_type.sample_type_id
    ) extent on true
    where sample_type.sample_type_id = for_sample_type_id;
end;
$$;

COMMENT ON FUNCTION health_code.statistics_rule(for_person_id integer, for_sample_type_id integer) IS 'Returns the rules by which figures of a type of a person are made; no row for an unknown type. The value of a point stands until the next sample of its source begins, for point_stand at most. An aggregate counts as longer on both sides by its own length, by margin at most. A sample that counts at an instant begins at most reach before it; null without samples. A sample that decides whether an aggregate counts at an instant ends at most touch before it, and begins at most touch after it.';

CREATE FUNCTION health_code.text_number(value text) RETURNS double precision
    LANGUAGE sql IMMUTABLE PARALLEL SAFE
    RETURN CASE WHEN ((length(value) <= 40) AND (value ~ '^[-+]?[0-9]+([.][0-9]+)?([eE][-+]?[0-9]{1,2})?$'::text)) THEN (value)::double precision ELSE NULL::double precision END;

COMMENT ON FUNCTION health_code.text_number(value text) IS 'Returns a decimal number in an attribute of an export; null for any other text.';

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

COMMENT ON FUNCTION health_code.time_parts(given text, OUT wall_clock timestamp without time zone, OUT utc_offset interval) IS 'Reads a date, a wall clock or a time of RFC 3339, independently of the session''s settings: 2024-05-01, 2024-05-01T10:00, 2024-05-01 10:00:00.123, 2024-05-01T10:00:00+02:00. wall_clock is null for any other text; utc_offset is null if the text has no offset. Digits beyond microseconds are cut off.';

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

COMMENT ON FUNCTION health_code.time_text(moment anyelement) IS 'Returns a time as text for health_code.given_time, independently of the session''s settings: for a timestamptz the instant in UTC, for a date or a timestamp the wall clock, for any other type its text.';

CREATE FUNCTION health_code.time_zone_history(for_person_id integer) RETURNS TABLE(start_time timestamp with time zone, time_zone text, origin text)
    LANGUAGE plpgsql STABLE ROWS 10 PARALLEL SAFE
    SET jit TO 'off'
    AS $_$
#variable_conflict use_column
declare
    -- A person who changes the zone every day reaches the limit after 27 years.
    runs_max constant integer := 10000;
    -- Fixed offsets such as GMT+0530 count only if no other zone is known.
    names text[] := array(
        select ranked.time_zone
        from (
            select named.time_zone, rank() over (order by named.time_zone ~ '^GMT([+-][0-9]{4})?$') as position
            from health_code.time_zone_names(time_zone_history.for_person_id) named
            where exists (select from health.time_zone_offset zone where zone.time_zone = named.time_zone)
        ) ranked
        where ranked.position = 1
        order by ranked.time_zone);
    last_manual_start timestamptz;
    observed_starts timestamptz[];
    observed_zones text[];
    observed_origins text[];
    counted bigint;
begin
    select
        array_agg(run.start_time order by run.start_time), array_agg(run.time_zone order by run.start_time),
        array_agg(run.origin order by run.start_time)
    into observed_starts, observed_zones, observed_origins
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
            max(said.origin) as origin,
            max(said.manual) as manual,
            case when bool_or(said.manual is not null) then true when bool_or(said.is_end) then false end as begins
        from (
            select observation.start_time, observation.time_zone, observation.origin, null, false
            from unnest(observed_starts[:runs_max], observed_zones[:runs_max], observed_origins[:runs_max])
                as observation (start_time, time_zone, origin)
            union all
            select manual.start_time, null, null, manual.time_zone, false from manual
            union all
            select manual.end_time, null, null, null, true from manual where manual.end_time is not null
        ) as said (start_time, observed, origin, manual, is_end)
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
            max(numbered.origin) over (partition by numbered.observation) as origin,
            max(numbered.manual) over (partition by numbered.interval_number) as manual
        from numbered
    ), zone as (
        -- If an interval set by hand ends before the first observation, its time zone continues.
        select
            held.start_time,
            case when held.is_manual then held.manual else coalesce(held.observed, held.manual) end as time_zone,
            case when held.is_manual or held.observed is null then 'manual' else held.origin end as origin
        from held
    ), run as (
        select
            zone.*,
            (lag(zone.time_zone) over upwards, lag(zone.origin = 'manual') over upwards)
                is distinct from (zone.time_zone, zone.origin = 'manual') as begins
        from zone
        window upwards as (order by zone.start_time)
    )
    select run.start_time, run.time_zone, run.origin from run where run.begins order by run.start_time;
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
$_$;

COMMENT ON FUNCTION health_code.time_zone_history(for_person_id integer) IS 'Returns the zones in which the person was. Each row holds from its start_time until the next row. An observed zone (health_code.time_zone_runs) holds until another is observed. Inside an interval that was set by hand, only the zone of that interval holds. Names that are not in health.time_zone_offset are ignored. Fixed offsets from UTC, such as GMT+0530, are ignored if any other zone was observed. origin is manual for a zone that was set by hand, else metadata or client. Raises an error if the person changed the zone more than 10,000 times.';

CREATE FUNCTION health_code.time_zone_names(for_person_id integer) RETURNS TABLE(time_zone text)
    LANGUAGE plpgsql STABLE ROWS 10 PARALLEL SAFE
    SET enable_sort TO 'off'
    AS $$
#variable_conflict use_column
begin
    -- Each name takes one probe of the index, however many samples there are.
    return query
    with recursive name (time_zone) as (
        select (
            select sample_time_zone.time_zone
            from health.sample_time_zone
            where sample_time_zone.person_id = for_person_id
            order by sample_time_zone.time_zone
            limit 1)
        union all
        select (
            select sample_time_zone.time_zone
            from health.sample_time_zone
            where sample_time_zone.person_id = for_person_id and sample_time_zone.time_zone > name.time_zone
            order by sample_time_zone.time_zone
            limit 1)
        from name
        where name.time_zone is not null
    )
    select name.time_zone from name where name.time_zone is not null
    union
    select time_zone_report.time_zone
    from health.time_zone_report
    where time_zone_report.person_id = for_person_id and time_zone_report.origin = 'client';
end;
$$;

COMMENT ON FUNCTION health_code.time_zone_names(for_person_id integer) IS 'Returns the distinct names of zones in the metadata of the person''s samples and in the reports of clients. A name may be unknown to the time zone database.';

CREATE FUNCTION health_code.time_zone_runs(for_person_id integer, zones text[], runs_max integer) RETURNS TABLE(start_time timestamp with time zone, time_zone text, origin text)
    LANGUAGE plpgsql STABLE ROWS 10 PARALLEL SAFE
    SET enable_sort TO 'off'
    AS $$
#variable_conflict use_column
begin
    -- A step goes to the next instant at which a report or a sample has another zone than the
    -- current zone. At the same instant, a report, or a name that sorts first, may have the current
    -- zone. The run then continues.
    return query
    with recursive step (run, start_time, time_zone, origin) as (
        select 0, '-infinity'::timestamptz, null::text, null::text
        union all
        select
            step.run + (said.time_zone is distinct from step.time_zone)::integer,
            next.start_time,
            said.time_zone,
            said.origin
        from step
        cross join lateral (
            select min(first.start_time) as start_time
            from unnest(zones) as named (time_zone)
            cross join lateral (
                select sample_time_zone.start_time
                from health.sample_time_zone
                where sample_time_zone.person_id = for_person_id
                    and sample_time_zone.time_zone = named.time_zone
                    and sample_time_zone.start_time > step.start_time
                order by sample_time_zone.start_time
                limit 1
            ) first
            where named.time_zone is distinct from step.time_zone
        ) sample
        cross join lateral (
            -- Searches reports only up to the start of this sample, so that no report is read in
            -- two steps.
            select least(
                sample.start_time, (
                    select time_zone_report.start_time
                    from health.time_zone_report
                    where time_zone_report.person_id = for_person_id
                        and time_zone_report.origin = 'client'
                        and time_zone_report.start_time > step.start_time
                        and time_zone_report.start_time <= coalesce(sample.start_time, 'infinity')
                        and time_zone_report.time_zone = any(zones)
                        and time_zone_report.time_zone is distinct from step.time_zone
                    order by time_zone_report.start_time
                    limit 1
                )) as start_time
        ) next
        cross join lateral (
            select candidate.time_zone, candidate.origin
            from (
                select time_zone_report.time_zone, 'client'
                from health.time_zone_report
                where time_zone_report.person_id = for_person_id
                    and time_zone_report.origin = 'client'
                    and time_zone_report.start_time = next.start_time
                    and time_zone_report.time_zone = any(zones)
                union all
                select named.time_zone, 'metadata'
                from unnest(zones) as named (time_zone)
                cross join lateral (
                    -- ORDER BY makes the planner use the index in order of start_time.
                    select sample_time_zone.start_time
                    from health.sample_time_zone
                    where sample_time_zone.person_id = for_person_id
                        and sample_time_zone.time_zone = named.time_zone
                        and sample_time_zone.start_time >= next.start_time
                    order by sample_time_zone.start_time
                    limit 1
                ) held
                where held.start_time = next.start_time
            ) candidate (time_zone, origin)
            order by candidate.origin, candidate.time_zone collate "C"
            limit 1
        ) said
        where step.run < runs_max
    )
    select distinct on (step.run) step.start_time, step.time_zone, step.origin
    from step
    where step.run > 0
    order by step.run, step.start_time;
end;
$$;

COMMENT ON FUNCTION health_code.time_zone_runs(for_person_id integer, zones text[], runs_max integer) IS 'Returns the zones in which the person was according to the metadata of samples and the reports of clients, without those set by hand. Each row holds from its start_time until the next row. At one instant a report takes precedence over metadata, then the name that sorts first. Only names in zones count; health_code.time_zone_names lists the names in use. At most runs_max rows are returned, the earliest first.';

CREATE FUNCTION health_code.trend_of_figures(dates date[], figures double precision[], to_date date, OUT recent_from date, OUT recent_count bigint, OUT recent_median double precision, OUT usual_from date, OUT usual_count bigint, OUT usual_median double precision, OUT difference double precision, OUT this_year_from date, OUT this_year_count bigint, OUT this_year_median double precision, OUT last_year_from date, OUT last_year_to date, OUT last_year_count bigint, OUT last_year_median double precision, OUT year_difference double precision, OUT slope double precision, OUT slope_lower double precision, OUT slope_upper double precision, OUT direction text, OUT since date) RETURNS record
    LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE
    AS $$
#variable_conflict use_variable
declare
    day_count bigint;
    split_date date;
    -- 1 if the figures are higher after the split, -1 if they are lower.
    way integer;
    likeness double precision;
    slopes double precision[];
    -- Kendall's statistic: the number of pairs of days that rise less that of those that fall.
    kendall double precision;
    half double precision;
begin
    recent_from := to_date - 28;
    usual_from := to_date - 118;
    this_year_from := make_date(extract(year from to_date - 1)::integer, 1, 1);
    last_year_from := make_date(extract(year from to_date - 1)::integer - 1, 1, 1);
    last_year_to := (to_date - interval '1 year')::date;
    select
        count(*) filter (where day.date >= recent_from),
        percentile_cont(0.5) within group (order by day.figure) filter (where day.date >= recent_from),
        count(*) filter (where day.date >= usual_from and day.date < recent_from),
        percentile_cont(0.5) within group (order by day.figure)
            filter (where day.date >= usual_from and day.date < recent_from),
        count(*) filter (where day.date >= this_year_from),
        percentile_cont(0.5) within group (order by day.figure) filter (where day.date >= this_year_from),
        count(*) filter (where day.date >= last_year_from and day.date < last_year_to),
        percentile_cont(0.5) within group (order by day.figure)
            filter (where day.date >= last_year_from and day.date < last_year_to)
    into
        recent_count, recent_median, usual_count, usual_median, this_year_count, this_year_median, last_year_count,
        last_year_median
    from unnest(dates, figures) day (date, figure)
    where day.date < to_date;
    recent_median := case when recent_count >= 14 then recent_median end;
    usual_median := case when usual_count >= 30 then usual_median end;
    this_year_median := case
        when this_year_count >= greatest(30, (to_date - this_year_from) / 3.0) then this_year_median end;
    last_year_median := case
        when last_year_count >= greatest(30, (last_year_to - last_year_from) / 3.0) then last_year_median end;
    difference := recent_median - usual_median;
    year_difference := this_year_median - last_year_median;
    if difference is null then
        return;
    end if;
    -- The split that leaves the least sum of squares of ranks is that whose parts differ most.
    with day as materialized (
        select
            given.date, given.figure,
            count(*) over () as day_count,
            row_number() over (order by given.date) as number,
            rank() over (order by given.figure) + (count(*) over (partition by given.figure) - 1) / 2.0
                - (count(*) over () + 1) / 2.0 as rank
        from unnest(dates, figures) given (date, figure)
        where given.date >= usual_from and given.date < to_date
    ), split as (
        select
            day.day_count, lead(day.date) over (order by day.date) as date, day.number,
            - sum(day.rank) over (order by day.date) as change
        from day
    )
    select split.day_count, split.date, sign(split.change)
    into day_count, split_date, way
    from split
    where split.number between 7 and split.day_count - 7
    order by round(split.change * split.change / (split.number * (split.day_count - split.number)), 6) desc, split.date
    limit 1;
    -- Days that resemble their neighbours count for fewer days, apart from the change.
    with day as materialized (
        select given.date, given.figure, given.date >= split_date as is_late
        from unnest(dates, figures) given (date, figure)
        where given.date >= usual_from and given.date < to_date
    ), part as (
        select day.is_late, percentile_cont(0.5) within group (order by day.figure) as median
        from day
        group by day.is_late
    ), rest as (
        select
            day.figure - part.median as figure, lag(day.figure - part.median) over (order by day.date) as before
        from day
        join part on part.is_late = day.is_late
    )
    select least(greatest(coalesce(corr(rest.figure, rest.before), 0), 0), 0.9) into likeness from rest;
    -- Theil and Sen: the median of the slopes of all pairs of days.
    with day as materialized (
        select given.date, given.figure
        from unnest(dates, figures) given (date, figure)
        where given.date >= usual_from and given.date < to_date
    )
    select array_agg(pair.slope order by pair.slope), sum(sign(pair.slope))
    into slopes, kendall
    from (
        select (late.figure - early.figure) / (late.date - early.date) as slope
        from day early
        join day late on late.date > early.date
    ) pair;
    slope := health_code.quantile(slopes, 0.5);
    -- Sen's interval: the variance of Kendall's statistic says how many slopes lie inside it. Many
    -- equal figures make 0 a bound of it, so the direction follows from the statistic itself.
    half := 2.5758293035489004 * sqrt(
        day_count * (day_count - 1) * (2 * day_count + 5) / 18.0 * (1 + likeness) / (1 - likeness));
    slope_lower := slopes[greatest(floor((cardinality(slopes) - half) / 2)::integer, 1)];
    slope_upper := slopes[least(ceil((cardinality(slopes) + half) / 2)::integer + 1, cardinality(slopes))];
    direction := case
        when kendall > half and difference > 0 and way > 0 then 'rising'
        when kendall < - half and difference < 0 and way < 0 then 'falling'
        else 'steady' end;
    since := case when direction <> 'steady' then split_date end;
end;
$$;

COMMENT ON FUNCTION health_code.trend_of_figures(dates date[], figures double precision[], to_date date, OUT recent_from date, OUT recent_count bigint, OUT recent_median double precision, OUT usual_from date, OUT usual_count bigint, OUT usual_median double precision, OUT difference double precision, OUT this_year_from date, OUT this_year_count bigint, OUT this_year_median double precision, OUT last_year_from date, OUT last_year_to date, OUT last_year_count bigint, OUT last_year_median double precision, OUT year_difference double precision, OUT slope double precision, OUT slope_lower double precision, OUT slope_upper double precision, OUT direction text, OUT since date) IS 'Returns the trend of the figures of days, whose dates ascend. recent are the 28 days before to_date, usual the 90 days before these, this_year the days of the year of the last day, and last_year the same part of the year before. Each has its number of figures and their median, null if there are less than 14 (recent) or 30 figures, or for years less than a third of the days. difference is recent - usual, and year_difference this_year - last_year. The rest is about recent and usual. The split divides them into two parts of 7 days at least, whose ranks have the least sum of squares. slope is that of Theil and Sen, a day, with its confidence interval of 99 %, which is wider where neighbouring days, less the median of their part, resemble each other. direction is rising or falling if Kendall''s rank test, with the same correction, says so at 99 %, and difference and the split have the same sign, else steady. since is the first day after the split, null if steady. All of these are null if recent or usual has no median.';

CREATE FUNCTION health_code.trends(person text, type text, time_zone text DEFAULT NULL::text, to_date date DEFAULT NULL::date, OUT figure text, INOUT unit text DEFAULT NULL::text, OUT recent_from date, OUT recent_count bigint, OUT recent_median double precision, OUT usual_from date, OUT usual_count bigint, OUT usual_median double precision, OUT difference double precision, OUT this_year_from date, OUT this_year_count bigint, OUT this_year_median double precision, OUT last_year_from date, OUT last_year_to date, OUT last_year_count bigint, OUT last_year_median double precision, OUT year_difference double precision, OUT slope double precision, OUT slope_lower double precision, OUT slope_upper double precision, OUT direction text, OUT since date) RETURNS SETOF record
    LANGUAGE plpgsql STABLE ROWS 1
    AS $$
#variable_conflict use_variable
declare
    for_person_id constant integer := health_code.known_person(person);
    end_date constant date := health_code.ended_days(for_person_id, time_zone, to_date);
    days record;
begin
    select * into days
    from health_code.day_figures(
        for_person_id, person, type, time_zone, make_date(extract(year from end_date - 1)::integer - 1, 1, 1), end_date,
        unit);
    return query
    select days.figure, days.unit, trend.*
    from health_code.trend_of_figures(days.dates, days.figures, end_date) trend;
end;
$$;

COMMENT ON FUNCTION health_code.trends(person text, type text, time_zone text, to_date date, OUT figure text, INOUT unit text, OUT recent_from date, OUT recent_count bigint, OUT recent_median double precision, OUT usual_from date, OUT usual_count bigint, OUT usual_median double precision, OUT difference double precision, OUT this_year_from date, OUT this_year_count bigint, OUT this_year_median double precision, OUT last_year_from date, OUT last_year_to date, OUT last_year_count bigint, OUT last_year_median double precision, OUT year_difference double precision, OUT slope double precision, OUT slope_lower double precision, OUT slope_upper double precision, OUT direction text, OUT since date) IS 'Returns one row with the trend of GET /v1/trends: that of the days until to_date, exclusive, or until today. The figure of a day is its sum (cumulative types), its average (discrete types), or for sleepAnalysis the seconds asleep in the night that ends on the day (asleep; only on the person''s own clock). recent are the last 28 days, usual the 90 days before these, this_year the days of the year so far, last_year the same part of the year before; each has its number of measured days and the median of their figures. difference is recent - usual, year_difference this_year - last_year. slope is the change a day over recent and usual, with its confidence interval of 99 %. direction is rising, falling or steady, and since is the day on which the change began. A figure of too few days is null. If time_zone is null, days are those of the person''s own clock, or of UTC if the person''s zones are not known. Values are in unit, as in daily_statistics.';

CREATE FUNCTION health_code.unit_name(sent_unit text) RETURNS text
    LANGUAGE sql IMMUTABLE PARALLEL SAFE
    RETURN CASE sent_unit WHEN '%'::text THEN 'fraction'::text ELSE sent_unit END;

COMMENT ON FUNCTION health_code.unit_name(sent_unit text) IS 'Returns the name of a unit that a sample was sent in: fraction for HealthKit''s %, whose values are from 0 to 1; any other text as sent.';

CREATE FUNCTION health_code.unit_of(for_person_id integer, for_sample_type_id integer, unit text DEFAULT NULL::text) RETURNS TABLE(unit_string text, factor double precision, shift double precision)
    LANGUAGE plpgsql STABLE ROWS 1 PARALLEL SAFE
    AS $$
#variable_conflict use_column
declare
    known health.sample_type;
    wanted_spelling constant text := lower(trim(unit_of.unit));
begin
    select * into known
    from health.sample_type
    where sample_type.sample_type_id = for_sample_type_id;
    if unit_of.unit is null then
        return query
        select chosen.unit_string, chosen.factor, chosen.shift
        from health.preferred_unit chosen
        where chosen.person_id = for_person_id and chosen.sample_type_id = for_sample_type_id;
        if not found then
            return query
            select known.preferred_unit, coalesce(known.preferred_factor, 1), coalesce(known.preferred_shift, 0);
        end if;
    else
        -- HealthKit's spelling has the highest priority. Other usual spellings follow, and then
        -- spellings that differ only in case.
        return query
        select type_unit.unit_string, type_unit.factor, type_unit.shift
        from health.type_unit
        left join health.unit_spelling
            on unit_spelling.unit_string = type_unit.unit_string and unit_spelling.spelling = wanted_spelling
        left join health.unit_symbol on unit_symbol.symbol = type_unit.unit_string
        where type_unit.identifier = known.identifier
            and (type_unit.unit_string = trim(unit_of.unit) or unit_spelling.spelling is not null
                or lower(type_unit.unit_string) = wanted_spelling or unit_symbol.alternate_symbol = trim(unit_of.unit))
        order by type_unit.unit_string = trim(unit_of.unit) desc, unit_spelling.spelling
        limit 1;
        if not found then
            raise exception 'unit "%" is no unit of %; %', unit_of.unit, known.short_name,
                coalesce('its units are ' || (
                    select string_agg(type_unit.unit_string, ', ' order by type_unit.is_preferred desc, type_unit.unit_string)
                    from health.type_unit
                    where type_unit.identifier = known.identifier), 'it has none')
                using errcode = 'invalid_parameter_value', hint = 'health.type_unit lists the units of all types';
        end if;
    end if;
end;
$$;

COMMENT ON FUNCTION health_code.unit_of(for_person_id integer, for_sample_type_id integer, unit text) IS 'Returns the unit in which a person reads the values of a type: the given unit, in HealthKit''s or a usual spelling; without one the person''s choice, else the type''s preferred unit. A value in this unit is the canonical value * factor + shift. Any other unit is an error that lists the units of the type. For a type without units, unit_string is null and the factor is 1.';

CREATE FUNCTION health_code.unusual_days(person text, type text, time_zone text DEFAULT NULL::text, from_date date DEFAULT NULL::date, to_date date DEFAULT NULL::date, OUT date date, OUT value double precision, OUT usual double precision, OUT lower double precision, OUT upper double precision, INOUT unit text DEFAULT NULL::text) RETURNS SETOF record
    LANGUAGE plpgsql STABLE ROWS 10
    AS $$
#variable_conflict use_variable
declare
    for_person_id constant integer := health_code.known_person(person);
    end_date constant date := health_code.ended_days(for_person_id, time_zone, to_date);
    start_date constant date := coalesce(from_date, end_date - 28);
    days record;
begin
    if start_date < end_date then
        select * into days
        from health_code.day_figures(for_person_id, person, type, time_zone, start_date - 182, end_date, unit);
        return query
        select day.date, day.value, day.usual, day.lower, day.upper, days.unit
        from health_code.unusual_figures(days.dates, days.figures, days.figure, start_date) day
        where day.is_unusual
        order by day.date;
    end if;
end;
$$;

COMMENT ON FUNCTION health_code.unusual_days(person text, type text, time_zone text, from_date date, to_date date, OUT date date, OUT value double precision, OUT usual double precision, OUT lower double precision, OUT upper double precision, INOUT unit text) IS 'Returns the unusual days of GET /v1/trends from from_date (by default the last 28 days) to to_date (by default today), exclusive: those whose value, the figure of health_code.trends, is not from lower to upper. usual and the bounds follow from the 91 days before the day and from its weekday. Days that have too few days before them have no row. time_zone and unit are those of health_code.trends.';

CREATE FUNCTION health_code.unusual_figures(dates date[], figures double precision[], figure text, from_date date) RETURNS TABLE(date date, value double precision, usual double precision, lower double precision, upper double precision, is_unusual boolean)
    LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE
    AS $$
#variable_conflict use_column
begin
    return query
    with day as materialized (
        -- Sums are skewed, and weekdays change them by a factor. Their logarithms are even.
        select
            given.date, given.value,
            case when unusual_figures.figure = 'sum' then ln(given.value) else given.value end as level
        from unnest(unusual_figures.dates, unusual_figures.figures) given (date, value)
        where unusual_figures.figure <> 'sum' or given.value > 0
    ), weekday as materialized (
        select
            array_agg(day.date order by day.date) as dates, array_agg(day.value order by day.date) as figures,
            array_agg(day.level order by day.date) as levels
        from day
        group by extract(isodow from day.date)
    ), levelled as materialized (
        select
            array_agg(part.date order by part.date) as dates, array_agg(part.value order by part.date) as figures,
            array_agg(part.quantiles[4] order by part.date) as usual,
            array_agg(part.level - part.quantiles[4] order by part.date) as rest
        from weekday
        cross join lateral rows from (
            unnest(weekday.dates, weekday.figures, weekday.levels),
            health_code.running_quantiles(weekday.dates, weekday.levels, 4)) part (date, value, level, quantiles)
        where part.quantiles is not null
    ), compared as (
        -- 1.4826 median absolute deviations are one standard deviation of normal figures.
        select
            part.date, part.value, part.usual, part.quantiles,
            part.quantiles[4] - 3.5 * 1.4826
                * greatest(part.quantiles[4] - part.quantiles[3], (part.quantiles[5] - part.quantiles[3]) / 4) as lower,
            part.quantiles[4] + 3.5 * 1.4826
                * greatest(part.quantiles[5] - part.quantiles[4], (part.quantiles[5] - part.quantiles[3]) / 4) as upper
        from levelled
        cross join lateral rows from (
            unnest(levelled.dates, levelled.figures, levelled.usual),
            health_code.running_quantiles(levelled.dates, levelled.rest, 30)) part (date, value, usual, quantiles)
        where part.date >= unusual_figures.from_date and part.quantiles[3] < part.quantiles[5]
    ), bound as (
        -- What happens every third week, such as a workout, is not unusual.
        select
            compared.date, compared.value, compared.usual + compared.quantiles[4] as usual,
            compared.usual + case
                when compared.quantiles[2] < compared.lower then compared.quantiles[1] else compared.lower end as lower,
            compared.usual + case
                when compared.quantiles[6] > compared.upper then compared.quantiles[7] else compared.upper end as upper
        from compared
    ), shown as (
        select bound.date, bound.value, bound.usual, bound.lower, bound.upper
        from bound
        where unusual_figures.figure <> 'sum'
        union all
        -- exp raises an error for numbers beyond 700.
        select
            bound.date, bound.value, exp(bound.usual), exp(greatest(bound.lower, -700)), exp(least(bound.upper, 700))
        from bound
        where unusual_figures.figure = 'sum'
    )
    select
        shown.date, shown.value, shown.usual, shown.lower, shown.upper,
        shown.value < shown.lower or shown.value > shown.upper
    from shown
    order by shown.date;
end;
$$;

COMMENT ON FUNCTION health_code.unusual_figures(dates date[], figures double precision[], figure text, from_date date) IS 'Compares the figure of each day from from_date on with those of the 91 days before it. dates ascend, and figure is sum, average or asleep. The figures are first compared with the median of their own weekday, which needs 4 figures, and sums as logarithms. usual is this median plus the median of the differences. lower and upper are 3.5 * 1.4826 times the distance of each quartile of the differences from their median away from usual. Where more than 4 differences are beyond a bound, the bound is the one that is farthest. A day has no row if it has less than 30 differences, if their quartiles are equal, or if it has a sum of 0.';

CREATE FUNCTION health_code.wall_clock_instant(for_person_id integer, time_zone text, wall_clock timestamp without time zone) RETURNS timestamp with time zone
    LANGUAGE sql STABLE PARALLEL SAFE
    BEGIN ATOMIC
 SELECT GREATEST(piece.from_time, ((wall_clock_instant.wall_clock AT TIME ZONE 'UTC'::text) - make_interval(secs => (piece.utc_offset)::double precision))) AS "greatest"
    FROM health_code.clock(wall_clock_instant.for_person_id, wall_clock_instant.time_zone) piece(from_time, until_time, utc_offset, zone)
   WHERE (((piece.until_time AT TIME ZONE 'UTC'::text) + make_interval(secs => (piece.utc_offset)::double precision)) > wall_clock_instant.wall_clock)
   ORDER BY piece.from_time
  LIMIT 1;
END;

COMMENT ON FUNCTION health_code.wall_clock_instant(for_person_id integer, time_zone text, wall_clock timestamp without time zone) IS 'Returns the first instant at which the clock shows this wall clock or a later one: for a wall clock that occurs twice the first occurrence, for one that does not exist the instant of the transition. time_zone is that of health_code.clock.';

CREATE FUNCTION health_code.weekday_statistics(person text, type text, time_zone text, from_date date, to_date date, first_weekday integer DEFAULT 1, OUT weekday integer, OUT bucket_count bigint, OUT measured_count bigint, OUT average double precision, OUT minimum double precision, OUT maximum double precision, INOUT unit text DEFAULT NULL::text) RETURNS SETOF record
    LANGUAGE plpgsql STABLE ROWS 7
    AS $$
#variable_conflict use_variable
declare
    for_person_id constant integer := health_code.known_person(person);
    for_sample_type_id constant integer := health_code.known_quantity_type(type);
    is_level constant boolean := (
        select rule.style = 'discreteEquivalentContinuousLevel'
        from health_code.statistics_rule(for_person_id, for_sample_type_id) rule);
begin
    perform set_config('healthstore.asked_person_id', for_person_id::text, true);
    if first_weekday is null or first_weekday not between 1 and 7 then
        raise exception 'first_weekday must be from 1 (Monday) to 7 (Sunday)' using errcode = 'invalid_parameter_value';
    end if;
    if from_date is null or to_date is null then
        -- With two dates, days without measurements have rows, and are counted.
        select coalesce(from_date, least(min(day.date), to_date - 1)), coalesce(to_date, greatest(max(day.date), from_date) + 1)
        into from_date, to_date
        from health_code.sample_range(for_person_id, for_sample_type_id) range
        cross join lateral health_code.clock_days(for_person_id, time_zone, range.from_time, range.to_time) day
        where range.from_time is not null;
    end if;
    return query
    with day as materialized (
        select
            extract(isodow from days.date)::integer as weekday, coalesce(days.sum, days.average) as value, days.unit
        from health_code.daily_statistics(person, type, time_zone, from_date, to_date, unit) days
        where not days.partial
    ), levelled as materialized (
        select day.*, max(day.value) over (partition by day.weekday) as greatest from day
    )
    select
        part.weekday, count(levelled.weekday), count(levelled.value),
        case when is_level
            then max(levelled.greatest) + 10 * log(avg(health_code.relative_energy(levelled.value, levelled.greatest)))
            else avg(levelled.value)
        end,
        min(levelled.value), max(levelled.value), shown.unit_string
    from health_code.unit_of(for_person_id, for_sample_type_id, unit) shown
    cross join generate_series(0, 6) number
    cross join lateral (select (first_weekday - 1 + number) % 7 + 1 as weekday) part
    left join levelled on levelled.weekday = part.weekday
    group by number, part.weekday, shown.unit_string
    order by number;
    perform set_config('healthstore.asked_person_id', '', true);
end;
$$;

COMMENT ON FUNCTION health_code.weekday_statistics(person text, type text, time_zone text, from_date date, to_date date, first_weekday integer, OUT weekday integer, OUT bucket_count bigint, OUT measured_count bigint, OUT average double precision, OUT minimum double precision, OUT maximum double precision, INOUT unit text) IS 'Returns the figures of GET /v1/statistics-pattern?by=dayOfWeek: one row for each weekday of the days from from_date to to_date, exclusive, that have ended, beginning with first_weekday. Without from_date the days begin with the first sample, without to_date they end with the latest that has begun. weekday is 1 (Monday) to 7 (Sunday). Each day has one figure: its sum (cumulative types) or average (discrete types). bucket_count is the number of days, and measured_count that of days with a figure; a day without samples does not count as zero. average is the mean of the figures (of the energies, for sound levels), null without measured days, like minimum and maximum. If time_zone is null, days are those of the person''s own clock, or of UTC if the person''s zones are not known. Values are in unit: the requested one, else the person''s choice, else the type''s preferred unit.';

CREATE FUNCTION health_code.workout_distance(for_person_id integer, for_uuid uuid, start_time timestamp with time zone, end_time timestamp with time zone, pauses tstzmultirange, recorded_meters double precision) RETURNS TABLE(sample_type_id integer, from_time timestamp with time zone, to_time timestamp with time zone, meters double precision, repeated_meters double precision)
    LANGUAGE plpgsql STABLE
    AS $$
#variable_conflict use_column
declare
    -- The largest difference from the recorded distance at which no route is read.
    difference_max constant double precision := 0.01 * recorded_meters;
    -- A point with a greater radius of uncertainty, in metres, does not count.
    accuracy_max constant double precision := 60;
    earth_radius constant double precision := 6371000;
    route_type_id constant integer := (
        select sample_type.sample_type_id from health.sample_type where sample_type.identifier = 'HKWorkoutRouteTypeIdentifier');
    own_source_id integer;
    candidate record;
    best record;
    found_meters double precision;
    best_meters double precision;
begin
    -- Only the source of the workout knows its pauses.
    select source_revision.source_id into own_source_id
    from health.sample
    join health.source_revision
        on source_revision.person_id = for_person_id and source_revision.source_revision_id = sample.source_revision_id
    where sample.person_id = for_person_id and sample.uuid = for_uuid;
    for candidate in
        select type.sample_type_id, cells.*
        from (
            -- Types that the person has no samples of are skipped.
            select sample_type.sample_type_id
            from health.sample_extent
            join health.sample_type on sample_type.sample_type_id = sample_extent.sample_type_id
            where sample_extent.person_id = for_person_id
                and sample_type.identifier like 'HKQuantityTypeIdentifierDistance%'
            order by sample_type.sample_type_id
        ) type
        cross join lateral (
            select
                array_agg(sample.start_time) as from_times, array_agg(sample.end_time) as to_times,
                array_agg(sample.quantity) as distances, array_agg(sample.rank) as ranks,
                array_agg(coalesce(sample.source_id = own_source_id, false)) as knows_pauses
            from health_code.candidate_samples(
                for_person_id, type.sample_type_id, array[workout_distance.start_time], array[workout_distance.end_time],
                with_extremes => false) sample
        ) piece
        cross join lateral (
            select
                array_agg(cell.from_time) as from_times, array_agg(cell.to_time) as to_times,
                array_agg(cell.meters) as meters, array_agg(cell.repeated_meters) as repeated, sum(cell.meters) as total
            from health_code.distance_cells(
                workout_distance.start_time, workout_distance.end_time, pauses, piece.from_times, piece.to_times,
                piece.distances, piece.ranks, piece.knows_pauses) cell
            where piece.from_times is not null
        ) cells
        where cells.total > 0
    loop
        -- A phone counts steps as distance during a ride. Types are never added up: the one that is
        -- nearest to the recorded distance counts, or the longest.
        if best_meters is null or recorded_meters is null and candidate.total > best_meters
            or abs(candidate.total - recorded_meters) < abs(best_meters - recorded_meters)
        then
            best := candidate;
            best_meters := candidate.total;
        end if;
    end loop;
    if best_meters is null or abs(best_meters - recorded_meters) > difference_max then
        for candidate in
            with route as materialized (
                select sample.uuid
                from health.contained_sample contained
                join health.sample on sample.person_id = for_person_id and sample.uuid = contained.uuid
                where contained.person_id = for_person_id and contained.container_uuid = for_uuid
                    and sample.sample_type_id = route_type_id
            ), chosen as materialized (
                select route.uuid from route
                union all
                -- An app may send a route that names no workout.
                select sample.uuid
                from health.sample
                join health.source_revision
                    on source_revision.person_id = for_person_id
                    and source_revision.source_revision_id = sample.source_revision_id
                where sample.person_id = for_person_id and sample.sample_type_id = route_type_id
                    and sample.start_time >= workout_distance.start_time and sample.start_time < workout_distance.end_time
                    and source_revision.source_id = own_source_id and not exists (select from route)
            ), point as (
                select detail.uuid, location.number, given.*
                from chosen
                join health.sample_detail detail on detail.person_id = for_person_id and detail.uuid = chosen.uuid
                cross join lateral jsonb_array_elements(
                    case when jsonb_typeof(detail.parts -> 'locations') = 'array' then detail.parts -> 'locations' end
                ) with ordinality location (value, number)
                cross join lateral (
                    select
                        health_code.json_time(location.value -> 'timestamp') as time,
                        radians(health_code.json_number(location.value -> 'latitude')) as latitude,
                        radians(health_code.json_number(location.value -> 'longitude')) as longitude,
                        coalesce(health_code.json_number(location.value -> 'horizontalAccuracy'), 0) as accuracy
                ) given
                where given.time is not null and abs(given.latitude) <= pi() / 2 and abs(given.longitude) <= pi()
                    and given.accuracy between 0 and accuracy_max
            ), way as (
                select
                    lag(point.time) over track as from_time, point.time as to_time, point.latitude, point.longitude,
                    lag(point.latitude) over track as from_latitude, lag(point.longitude) over track as from_longitude
                from point
                window track as (partition by point.uuid order by point.time, point.number)
            ), piece as (
                select
                    array_agg(way.from_time) as from_times, array_agg(way.to_time) as to_times,
                    array_agg(2 * earth_radius * asin(least(1, sqrt(
                        sin((way.latitude - way.from_latitude) / 2) ^ 2
                        + cos(way.latitude) * cos(way.from_latitude) * sin((way.longitude - way.from_longitude) / 2) ^ 2)))
                    ) as distances,
                    array_agg(1) as ranks, array_agg(true) as knows_pauses
                from way
                where way.from_time is not null
            )
            select
                route_type_id as sample_type_id, array_agg(cell.from_time) as from_times, array_agg(cell.to_time) as to_times,
                array_agg(cell.meters) as meters, array_agg(cell.repeated_meters) as repeated, sum(cell.meters) as total
            from piece
            cross join lateral health_code.distance_cells(
                workout_distance.start_time, workout_distance.end_time, pauses, piece.from_times, piece.to_times,
                piece.distances, piece.ranks, piece.knows_pauses) cell
            where piece.from_times is not null
            having sum(cell.meters) > 0
        loop
            if best_meters is null or abs(candidate.total - recorded_meters) < abs(best_meters - recorded_meters) then
                best := candidate;
                best_meters := candidate.total;
            end if;
        end loop;
    end if;
    if best_meters is null then return; end if;
    return query
    select best.sample_type_id, cell.*
    from unnest(best.from_times, best.to_times, best.meters, best.repeated) cell;
end;
$$;

COMMENT ON FUNCTION health_code.workout_distance(for_person_id integer, for_uuid uuid, start_time timestamp with time zone, end_time timestamp with time zone, pauses tstzmultirange, recorded_meters double precision) IS 'Returns how far a workout was from each time to the next: rows of health_code.distance_cells of one type of distance, the one whose sum is nearest to the recorded distance, or the longest if none was recorded. The points of its routes count instead if there are no samples of distance, or if the sum differs from the recorded distance by more than a hundredth and the routes by less. sample_type_id says which.';

CREATE FUNCTION health_code.workout_heart_rate_zones(person text, bounds double precision[] DEFAULT NULL::double precision[], time_zone text DEFAULT NULL::text, from_date date DEFAULT NULL::date, to_date date DEFAULT NULL::date, OUT workout_uuid uuid, OUT activity text, OUT start_time timestamp with time zone, OUT end_time timestamp with time zone, OUT zone integer, OUT lower_bound double precision, OUT upper_bound double precision, OUT seconds double precision, OUT share double precision, OUT measured_seconds double precision, OUT unmeasured_seconds double precision, INOUT unit text DEFAULT NULL::text) RETURNS SETOF record
    LANGUAGE plpgsql STABLE ROWS 600
    AS $$
#variable_conflict use_variable
declare
    bounds_max constant integer := 20;
    for_person_id constant integer := health_code.known_person(person);
begin
    perform set_config('healthstore.asked_person_id', for_person_id::text, true);
    if bounds is not null and (
        array_ndims(bounds) is distinct from 1 or cardinality(bounds) > bounds_max or array_position(bounds, null) is not null
        or exists (
            select
            from unnest(bounds) with ordinality as bound (value, number)
            where not bound.value between 0 and 1e6 or bound.value <= bounds[array_lower(bounds, 1) + bound.number::integer - 2]))
    then
        raise exception 'bounds must be 1 to % heart rates in ascending order', bounds_max
            using errcode = 'invalid_parameter_value',
                hint = 'for example array[100, 120, 140, 160], or health_code.heart_rate_zone_bounds(190)';
    end if;
    return query
    select
        found.workout_uuid, found.activity, found.start_time, found.end_time, found.zone, found.lower_bound, found.upper_bound,
        found.seconds, found.seconds / nullif(found.measured_seconds, 0), found.measured_seconds, found.unmeasured_seconds,
        found.unit_string
    from health_code.day_range(for_person_id, time_zone, from_date, to_date) range
    cross join lateral health_code.heart_rate_zones(for_person_id, range.from_time, range.to_time, bounds, unit) found;
    perform set_config('healthstore.asked_person_id', '', true);
end;
$$;

COMMENT ON FUNCTION health_code.workout_heart_rate_zones(person text, bounds double precision[], time_zone text, from_date date, to_date date, OUT workout_uuid uuid, OUT activity text, OUT start_time timestamp with time zone, OUT end_time timestamp with time zone, OUT zone integer, OUT lower_bound double precision, OUT upper_bound double precision, OUT seconds double precision, OUT share double precision, OUT measured_seconds double precision, OUT unmeasured_seconds double precision, INOUT unit text) IS 'Returns the time in each heart-rate zone of each workout that begins on the days from from_date to to_date, exclusive, of time_zone; without a date there is no limit. bounds has the lower bounds of the zones 1, 2, … in ascending order, in unit; zone 0 is below the first bound, and a value that equals a bound is in the zone above it. Without bounds, they are those of heart_rate_zone_bounds for 208 - 0.7 * age beats per minute, or for the greatest heart rate of the workout if the date of birth is not known. Each workout has a row for each zone; pauses are left out. The value of a sample with a length applies for its length, and that of a point until the next sample of its source begins, for ten minutes at most, as in averages of heart rate. Of two samples of one source, the one that began later decides; of several sources, the one with the highest priority. An aggregate counts only where no sample of higher priority touches it. seconds is 0 if the zone was not reached. measured_seconds is the time of the workout with a heart rate, unmeasured_seconds the time without one, both without pauses; share is seconds / measured_seconds, null if nothing was measured. Without time_zone, days are those of the person''s own clock, or of UTC if the person''s zones are not known. unit is the requested one, else the person''s choice, else count/min.';

CREATE FUNCTION health_code.workout_pauses(parts jsonb, start_time timestamp with time zone, end_time timestamp with time zone) RETURNS tstzmultirange
    LANGUAGE plpgsql STABLE PARALLEL RESTRICTED
    AS $$
#variable_conflict use_variable
declare
    event record;
    paused timestamptz;
    motion_paused timestamptz;
    pauses tstzmultirange := '{}';
begin
    for event in
        select type.case_name as type, began.start_time, ended.end_time
        from jsonb_array_elements(
            case when jsonb_typeof(parts -> 'workoutEvents') = 'array' then parts -> 'workoutEvents' end
        ) with ordinality as element (value, number)
        join health.workout_event_type type
            on type.raw_value = health_code.json_number(element.value -> 'type')
            or element.value ->> 'type' in (type.case_name, type.export_xml_string)
        cross join lateral (
            select coalesce(
                health_code.json_time(element.value -> 'startDate'), health_code.json_time(element.value -> 'date'))
        ) began (start_time)
        cross join lateral (
            select case
                when element.value ->> 'endDate' is not null then health_code.json_time(element.value -> 'endDate')
                when element.value ->> 'duration' is null then began.start_time
                else began.start_time + make_interval(secs => health_code.json_number(element.value -> 'duration'))
            end
        ) ended (end_time)
        where began.start_time <= ended.end_time
        order by began.start_time, element.number
    loop
        if event.type in ('pause', 'motionPaused') and event.end_time > event.start_time then
            -- A pause with a length ends by itself.
            pauses := pauses + tstzmultirange(tstzrange(event.start_time, event.end_time));
        elsif event.type = 'pause' then
            paused := coalesce(paused, event.start_time);
        elsif event.type = 'motionPaused' then
            motion_paused := coalesce(motion_paused, event.start_time);
        elsif event.type in ('resume', 'motionResumed') then
            if motion_paused is not null then
                pauses := pauses + tstzmultirange(tstzrange(motion_paused, event.start_time));
                motion_paused := null;
            end if;
            if event.type = 'resume' and paused is not null then
                pauses := pauses + tstzmultirange(tstzrange(paused, event.start_time));
                paused := null;
            end if;
        end if;
    end loop;
    paused := least(paused, motion_paused);
    if paused < end_time then
        pauses := pauses + tstzmultirange(tstzrange(paused, end_time));
    end if;
    return pauses * tstzmultirange(tstzrange(start_time, end_time));
end;
$$;

COMMENT ON FUNCTION health_code.workout_pauses(parts jsonb, start_time timestamp with time zone, end_time timestamp with time zone) IS 'Returns the pauses of a workout: those of GET /v1/workouts. A pause lasts from its event to the next resume, or to end_time. motionResumed ends only a pause that motion detection began. A pause event with a length is a complete pause. Events that cannot be read do not count. parts, start_time and end_time are those of health.workout_sample.';

CREATE FUNCTION health_code.workout_splits(person text, split_length double precision DEFAULT NULL::double precision, time_zone text DEFAULT NULL::text, from_date date DEFAULT NULL::date, to_date date DEFAULT NULL::date, OUT workout_uuid uuid, OUT activity text, OUT start_time timestamp with time zone, OUT end_time timestamp with time zone, OUT split integer, OUT split_start_time timestamp with time zone, OUT split_end_time timestamp with time zone, OUT distance double precision, OUT seconds double precision, OUT heart_rate double precision, OUT total_distance double precision, OUT recorded_distance double precision, OUT repeated_distance double precision, OUT type text, INOUT unit text DEFAULT NULL::text) RETURNS SETOF record
    LANGUAGE plpgsql STABLE
    AS $$
#variable_conflict use_variable
declare
    for_person_id constant integer := health_code.known_person(person);
begin
    perform set_config('healthstore.asked_person_id', for_person_id::text, true);
    if split_length <= 0 or not split_length between 0 and 1e9 then
        raise exception 'split_length must be positive' using errcode = 'invalid_parameter_value',
            hint = 'for example 1 for splits of a kilometre, if the unit is km';
    end if;
    return query
    select
        found.workout_uuid, found.activity, found.start_time, found.end_time, found.split, found.split_start_time,
        found.split_end_time, found.distance, found.seconds, found.heart_rate, found.total_distance, found.recorded_distance,
        found.repeated_distance,
        (select sample_type.short_name from health.sample_type where sample_type.identifier = found.identifier), found.unit_string
    from health_code.day_range(for_person_id, time_zone, from_date, to_date) range
    cross join lateral health_code.distance_splits(for_person_id, range.from_time, range.to_time, split_length, unit) found;
    perform set_config('healthstore.asked_person_id', '', true);
end;
$$;

COMMENT ON FUNCTION health_code.workout_splits(person text, split_length double precision, time_zone text, from_date date, to_date date, OUT workout_uuid uuid, OUT activity text, OUT start_time timestamp with time zone, OUT end_time timestamp with time zone, OUT split integer, OUT split_start_time timestamp with time zone, OUT split_end_time timestamp with time zone, OUT distance double precision, OUT seconds double precision, OUT heart_rate double precision, OUT total_distance double precision, OUT recorded_distance double precision, OUT repeated_distance double precision, OUT type text, INOUT unit text) IS 'Returns the splits of each workout that begins on the days from from_date to to_date, exclusive, of time_zone: those of GET /v1/workouts/{uuid}. split_length is in unit. Without it a split is a kilometre, or a mile if unit is mi, yd, ft or in; of a distance with more than 60 of them, 2, 5, 10, 20, 50 or 100 of them are one. A split ends when its distance was first reached. What is left is a split, too; less than 2 percent of one is part of the last. distance is that of the split, and seconds its time without pauses. heart_rate is the average of the values that apply in the split, without pauses, in the person''s unit. total_distance is the sum of the splits, without pauses; recorded_distance was sent with the workout, and is null if it was not. repeated_distance is what overlapping samples of one source add to total_distance. type is the type of the samples, or workoutRoute for the points of routes: see health_code.workout_distance. Without time_zone, days are those of the person''s own clock, or of UTC if the person''s zones are not known. unit is the requested one, else the person''s choice for distanceWalkingRunning, else km. A workout without a distance, and one of several activities, has no row.';

CREATE FUNCTION health_code.workout_statistics(person text, type text, time_zone text DEFAULT NULL::text, from_date date DEFAULT NULL::date, to_date date DEFAULT NULL::date, OUT workout_uuid uuid, OUT activity text, OUT start_time timestamp with time zone, OUT end_time timestamp with time zone, OUT count bigint, OUT sum double precision, OUT average double precision, OUT minimum double precision, OUT maximum double precision, OUT duration double precision, OUT sources integer[], INOUT unit text DEFAULT NULL::text) RETURNS SETOF record
    LANGUAGE plpgsql STABLE ROWS 100
    AS $$
#variable_conflict use_variable
declare
    for_person_id constant integer := health_code.known_person(person);
    for_sample_type_id constant integer := health_code.known_quantity_type(type);
begin
    perform set_config('healthstore.asked_person_id', for_person_id::text, true);
    return query
    with workout as materialized (
        select times.*, row_number() over (partition by times.layer order by times.number) as bucket_number
        from health_code.day_range(for_person_id, time_zone, from_date, to_date) range
        cross join health_code.workout_times(for_person_id, range.from_time, range.to_time) with ordinality
            as times (uuid, activity, start_time, end_time, layer, pauses, number)
    ), figure as materialized (
        select bucket.layer, figures.*
        from (
            select
                workout.layer,
                array_agg(workout.start_time order by workout.number) as start_times,
                array_agg(workout.end_time order by workout.number) as end_times
            from workout
            where workout.layer is not null
            group by workout.layer
        ) bucket
        cross join lateral health_code.bucket_statistics(
            for_person_id, for_sample_type_id, bucket.start_times, bucket.end_times,
            bucket.start_times[1], bucket.end_times[cardinality(bucket.end_times)]
        ) with ordinality figures
    )
    select
        workout.uuid, workout.activity, workout.start_time, workout.end_time,
        coalesce(figure.count, 0), health_code.shown_quantity(figure.sum, shown.factor, shown.shift),
        health_code.shown_quantity(figure.average, shown.factor, shown.shift),
        health_code.shown_quantity(figure.minimum, shown.factor, shown.shift),
        health_code.shown_quantity(figure.maximum, shown.factor, shown.shift),
        figure.duration, coalesce(figure.sources, '{}'), shown.unit_string
    from workout
    cross join health_code.unit_of(for_person_id, for_sample_type_id, unit) shown
    left join figure on figure.layer = workout.layer and figure.ordinality = workout.bucket_number
    order by workout.number;
    perform set_config('healthstore.asked_person_id', '', true);
end;
$$;

COMMENT ON FUNCTION health_code.workout_statistics(person text, type text, time_zone text, from_date date, to_date date, OUT workout_uuid uuid, OUT activity text, OUT start_time timestamp with time zone, OUT end_time timestamp with time zone, OUT count bigint, OUT sum double precision, OUT average double precision, OUT minimum double precision, OUT maximum double precision, OUT duration double precision, OUT sources integer[], INOUT unit text) IS 'Returns the figures of a quantity type during each workout: those of GET /v1/statistics from the start to the end of the workout, pauses included, of all sources and not only of the samples that the workout contains. There is one row for each workout that begins on the days from from_date to to_date, exclusive, of time_zone; without a date there is no limit. Without time_zone, days are those of the person''s own clock, or of UTC if the person''s zones are not known. count is 0, and the figures are null, if nothing was measured. duration is the time that samples cover, in seconds. sources lists the sources whose samples made the figures (source_id in health.source), highest priority first. Values are in unit: the requested one, else the person''s choice, else the type''s preferred unit.';

CREATE FUNCTION health_code.workout_times(for_person_id integer, from_time timestamp with time zone, to_time timestamp with time zone, with_pauses boolean DEFAULT false) RETURNS TABLE(uuid uuid, activity text, start_time timestamp with time zone, end_time timestamp with time zone, layer integer, pauses tstzmultirange)
    LANGUAGE plpgsql STABLE ROWS 100 PARALLEL SAFE
    AS $$
#variable_conflict use_column
declare
    layer_ends timestamptz[] := '{}';
begin
    for uuid, activity, start_time, end_time, pauses in
        select
            sample.uuid, coalesce(workout_activity_type.case_name, workout.sent_activity_type), sample.start_time,
            sample.end_time,
            case when with_pauses then health_code.workout_pauses(
                (
                    select detail.parts from health.sample_detail detail
                    where detail.person_id = for_person_id and detail.uuid = sample.uuid
                ), sample.start_time, sample.end_time)
            end
        from health.sample
        join health.workout on workout.person_id = for_person_id and workout.uuid = sample.uuid
        left join health.workout_activity_type on workout_activity_type.raw_value = workout.activity_type
        where sample.person_id = for_person_id
            and sample.sample_type_id = (
                select sample_type.sample_type_id from health.sample_type
                where sample_type.identifier = 'HKWorkoutTypeIdentifier')
            and sample.start_time >= coalesce(from_time, '-infinity')
            and sample.start_time < coalesce(to_time, 'infinity')
        order by sample.start_time, sample.end_time, sample.uuid
    loop
        layer := null;
        if start_time < end_time then
            layer := 1;
            while layer_ends[layer] > start_time loop layer := layer + 1; end loop;
            layer_ends[layer] := end_time;
        end if;
        return next;
    end loop;
end;
$$;

COMMENT ON FUNCTION health_code.workout_times(for_person_id integer, from_time timestamp with time zone, to_time timestamp with time zone, with_pauses boolean) IS 'Returns the workouts of a person that begin in [from_time, to_time), in order of their start. A null is no limit. Pieces of time must not overlap, but workouts of two apps may. Each workout is in the first layer, from 1, in which all earlier workouts have ended. A workout without a length has no figures and no layer. pauses is null unless with_pauses.';

CREATE TABLE health.access_grant (
    person_id integer NOT NULL,
    grant_id uuid NOT NULL,
    holder_id integer NOT NULL,
    preset text,
    may_read boolean DEFAULT false NOT NULL,
    may_write boolean DEFAULT false NOT NULL,
    may_manage boolean DEFAULT false NOT NULL,
    all_groups boolean DEFAULT false NOT NULL,
    groups text[] DEFAULT '{}'::text[] NOT NULL,
    sample_type_ids integer[] DEFAULT '{}'::integer[] NOT NULL,
    from_time timestamp with time zone,
    to_time timestamp with time zone,
    shows_names boolean DEFAULT true NOT NULL,
    granted_by integer,
    granted_at timestamp with time zone DEFAULT now() NOT NULL,
    expires_at timestamp with time zone,
    revoked_at timestamp with time zone,
    CONSTRAINT access_grant_rights_check CHECK ((may_read OR may_write OR may_manage)),
    CONSTRAINT access_grant_time_check CHECK ((from_time < to_time))
);
ALTER TABLE ONLY health.access_grant ALTER COLUMN person_id SET STATISTICS 0;

COMMENT ON TABLE health.access_grant IS 'What a holder may do with the samples of a person. Several grants of one holder add up. Only a revocation changes a row.';

COMMENT ON COLUMN health.access_grant.person_id IS 'The person to whom the samples belong.';

COMMENT ON COLUMN health.access_grant.grant_id IS 'Identifies the grant.';

COMMENT ON COLUMN health.access_grant.holder_id IS 'The holder that receives the rights.';

COMMENT ON COLUMN health.access_grant.preset IS 'The preset that wrote the grant, such as family; null if no preset was used.';

COMMENT ON COLUMN health.access_grant.may_read IS 'True if the holder may read the samples.';

COMMENT ON COLUMN health.access_grant.may_write IS 'True if the holder may save and delete samples. A holder that may only write reads the samples that it saved.';

COMMENT ON COLUMN health.access_grant.may_manage IS 'True if the holder may grant access to others and change the person''s settings.';

COMMENT ON COLUMN health.access_grant.all_groups IS 'True if the grant covers the types of every access group except reproductive, clinical and routes.';

COMMENT ON COLUMN health.access_grant.groups IS 'Access groups that the grant also covers. It covers reproductive, clinical and routes only if this list has them.';

COMMENT ON COLUMN health.access_grant.sample_type_ids IS 'Types that the grant also covers.';

COMMENT ON COLUMN health.access_grant.from_time IS 'Covered samples start at or after this instant; null for no limit.';

COMMENT ON COLUMN health.access_grant.to_time IS 'Covered samples end at or before this instant; null for no limit.';

COMMENT ON COLUMN health.access_grant.shows_names IS 'True if the holder may read the names of sources and devices.';

COMMENT ON COLUMN health.access_grant.granted_by IS 'The holder that made the grant; null for the operator.';

COMMENT ON COLUMN health.access_grant.granted_at IS 'The time at which the grant was made.';

COMMENT ON COLUMN health.access_grant.expires_at IS 'The instant at which the grant ends; null if it has no end.';

COMMENT ON COLUMN health.access_grant.revoked_at IS 'The time of the revocation; null if the grant was not revoked.';

CREATE TABLE health.access_log (
    person_id integer NOT NULL,
    requested_at timestamp with time zone NOT NULL,
    entry_id uuid DEFAULT gen_random_uuid() NOT NULL,
    holder_id integer NOT NULL,
    credential_kind text NOT NULL,
    credential_id uuid,
    method text NOT NULL,
    route text,
    sample_types text[] DEFAULT '{}'::text[] NOT NULL,
    asked_from text,
    asked_to text,
    status smallint,
    row_count integer,
    answer_bytes bigint NOT NULL
);
ALTER TABLE ONLY health.access_log ALTER COLUMN person_id SET STATISTICS 0;

COMMENT ON TABLE health.access_log IS 'The requests about each person, without values. The service writes an entry about a second after its answer, and deletes it after the days of healthstore serve --access-log-days.';

COMMENT ON COLUMN health.access_log.person_id IS 'The person about whom the request was.';

COMMENT ON COLUMN health.access_log.requested_at IS 'The time at which the request arrived.';

COMMENT ON COLUMN health.access_log.entry_id IS 'Distinguishes entries of the same time. It is random, because a sequence would count the requests about other people.';

COMMENT ON COLUMN health.access_log.holder_id IS 'The holder that sent the request.';

COMMENT ON COLUMN health.access_log.credential_kind IS 'token, session, proxy if a trusted proxy named the person, or webhook for an event that the service sent to the holder.';

COMMENT ON COLUMN health.access_log.credential_id IS 'The id of the token or session, in health.token, or of the webhook; null for a request of a proxy''s user.';

COMMENT ON COLUMN health.access_log.method IS 'The HTTP method.';

COMMENT ON COLUMN health.access_log.route IS 'The pattern of the path, such as /v1/workouts/{uuid}; null if no endpoint has the path.';

COMMENT ON COLUMN health.access_log.sample_types IS 'The identifiers of the types that the query names.';

COMMENT ON COLUMN health.access_log.asked_from IS 'The parameter from of the query, as it was sent; null if it is missing or malformed.';

COMMENT ON COLUMN health.access_log.asked_to IS 'The parameter to of the query, as it was sent; null if it is missing or malformed.';

COMMENT ON COLUMN health.access_log.status IS 'The status of the answer; null if the client disconnected before the answer.';

COMMENT ON COLUMN health.access_log.row_count IS 'The number of samples, buckets, nights or other rows of data in the answer; null if the route does not count them.';

COMMENT ON COLUMN health.access_log.answer_bytes IS 'The size of the body of the answer, in bytes.';

CREATE TABLE health.export_element (
    person_id integer NOT NULL,
    uuid uuid NOT NULL,
    name text NOT NULL,
    element jsonb NOT NULL,
    change_position bigint NOT NULL,
    key text COLLATE pg_catalog."C",
    import_id integer,
    exported_at timestamp with time zone
);
ALTER TABLE ONLY health.export_element ALTER COLUMN person_id SET STATISTICS 0;

COMMENT ON TABLE health.export_element IS 'Elements of export.xml that are not samples, as the export says them: Me, ActivitySummary and elements that this program does not know. The views activity_summary and characteristic read them.';

COMMENT ON COLUMN health.export_element.person_id IS 'Whose export.';

COMMENT ON COLUMN health.export_element.uuid IS 'A version 5 uuid made from the name and the key, or from the element where it has none; it stays when the element is replaced.';

COMMENT ON COLUMN health.export_element.name IS 'Name of the element.';

COMMENT ON COLUMN health.export_element.element IS 'name, attributes, children and text, in the export''s order.';

COMMENT ON COLUMN health.export_element.change_position IS 'Its position in the person''s change feed.';

COMMENT ON COLUMN health.export_element.key IS 'What it is about, where later exports say it again: the day (yyyy-MM-dd) of an ActivitySummary, empty for Me. Null for what stands for itself, and for what was superseded before there were keys.';

COMMENT ON COLUMN health.export_element.import_id IS 'The import that brought it, in health.import; null for an element that an app sent or a backup brought.';

COMMENT ON COLUMN health.export_element.exported_at IS 'When the export was made that said it last, or when an app sent it; null where unknown. An older export does not replace it.';

CREATE TABLE health.person (
    person_id integer NOT NULL,
    uuid uuid DEFAULT gen_random_uuid() NOT NULL,
    name text NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    erasing_since timestamp with time zone,
    CONSTRAINT person_name_check CHECK (((name <> ''::text) AND (octet_length(name) <= 200)))
);

COMMENT ON TABLE health.person IS 'A person whose samples are kept.';

COMMENT ON COLUMN health.person.person_id IS 'Leads the key of every personal table.';

COMMENT ON COLUMN health.person.uuid IS 'Name space of the deterministic uuids of imported samples; never changes.';

COMMENT ON COLUMN health.person.name IS 'How the operator calls the person; 1 to 200 bytes.';

COMMENT ON COLUMN health.person.created_at IS 'When the person was added.';

COMMENT ON COLUMN health.person.erasing_since IS 'The time at which the erasing of the person began; null for any other person. A person who is being erased can neither be read nor written. The row is deleted after all other rows of the person.';

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

COMMENT ON VIEW health.activity_summary IS 'The activity rings of each day (HKActivitySummary), from the newest export or the last app that sent them. The phone computes them; they are not sums of samples.';

COMMENT ON COLUMN health.activity_summary.person_id IS 'The person to whom the rings belong.';

COMMENT ON COLUMN health.activity_summary.person IS 'The person''s name.';

COMMENT ON COLUMN health.activity_summary.date IS 'The day, on the person''s calendar.';

COMMENT ON COLUMN health.activity_summary.active_energy_burned IS 'Move ring: kilocalories; null if not sent or in an unknown unit.';

COMMENT ON COLUMN health.activity_summary.active_energy_burned_goal IS 'Goal of the ring: kilocalories.';

COMMENT ON COLUMN health.activity_summary.apple_move_time IS 'Move ring, for people whose move ring counts time: minutes; null if not sent.';

COMMENT ON COLUMN health.activity_summary.apple_move_time_goal IS 'Goal of the ring: minutes.';

COMMENT ON COLUMN health.activity_summary.apple_exercise_time IS 'Exercise ring: minutes; null if not sent.';

COMMENT ON COLUMN health.activity_summary.apple_exercise_time_goal IS 'Goal of the ring: minutes.';

COMMENT ON COLUMN health.activity_summary.apple_stand_hours IS 'Stand ring: hours; null if not sent.';

COMMENT ON COLUMN health.activity_summary.apple_stand_hours_goal IS 'Goal of the ring: hours.';

COMMENT ON COLUMN health.activity_summary.exported_at IS 'When the export was made that said it last, or when an app sent it; null where unknown. An older export does not replace it.';

COMMENT ON COLUMN health.activity_summary.key IS 'The day as text; the index is on this text.';

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

COMMENT ON TABLE health.aggregate_extreme IS 'Minimum and maximum of an aggregate of a discrete type, such as the heart rate of an hour. Both count in statistics as those of the sample. A sample without an average has no quantity in health.sample.';

COMMENT ON COLUMN health.aggregate_extreme.person_id IS 'Whose sample.';

COMMENT ON COLUMN health.aggregate_extreme.sample_type_id IS 'The type of the sample, in health.sample_type.';

COMMENT ON COLUMN health.aggregate_extreme.uuid IS 'The sample, in health.sample.';

COMMENT ON COLUMN health.aggregate_extreme.ordinal IS '-1 for a minimum, -2 for a maximum. If a sample has no average, statistics use one of its extremes as its value. The ordinal of that row is -3 for a minimum and -4 for a maximum.';

COMMENT ON COLUMN health.aggregate_extreme.start_time IS 'Start of the sample.';

COMMENT ON COLUMN health.aggregate_extreme.end_time IS 'End of the sample, exclusive; equal to the start for a point.';

COMMENT ON COLUMN health.aggregate_extreme.quantity IS 'The extreme in the type''s canonical unit.';

COMMENT ON COLUMN health.aggregate_extreme.source_revision_id IS 'Who wrote the sample, in health.source_revision.';

CREATE TABLE health.arrival (
    person_id integer NOT NULL,
    first_position bigint NOT NULL,
    arrived_at timestamp with time zone NOT NULL
);
ALTER TABLE ONLY health.arrival ALTER COLUMN person_id SET STATISTICS 0;

COMMENT ON TABLE health.arrival IS 'When samples arrived: runs of positions of the person''s change feed. A run is about 80 bytes with its entry in the index. So a run that is younger than an hour takes further changes until it has 100, which is less than a byte a sample.';

COMMENT ON COLUMN health.arrival.person_id IS 'Whose feed.';

COMMENT ON COLUMN health.arrival.first_position IS 'The first position of the run. The next run ends it.';

COMMENT ON COLUMN health.arrival.arrived_at IS 'When the first change of the run arrived. The others arrived within an hour.';

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
    import_id integer,
    holder_id integer,
    CONSTRAINT sample_time_check CHECK ((start_time <= end_time))
);
ALTER TABLE ONLY health.sample ALTER COLUMN person_id SET STATISTICS 0;

COMMENT ON TABLE health.sample IS 'Every sample of every person (HKSample). The views quantity_sample, category_sample, correlation and workout show it with readable names.';

COMMENT ON COLUMN health.sample.person_id IS 'Whose sample.';

COMMENT ON COLUMN health.sample.sample_type_id IS 'Its type, in health.sample_type.';

COMMENT ON COLUMN health.sample.uuid IS 'HealthKit''s uuid. Where the sender had none, a uuid made from the content and its occurrence number; that of a record of an export begins with its start in seconds.';

COMMENT ON COLUMN health.sample.start_time IS 'Start, to the microsecond where it was sent so.';

COMMENT ON COLUMN health.sample.end_time IS 'End, exclusive; equal to the start for a point.';

COMMENT ON COLUMN health.sample.quantity IS 'Value of a quantity sample in the type''s canonical unit (as sent, for a type that is not in the catalogue); null for other kinds, and for a series, whose quantities are in health.series_quantity.';

COMMENT ON COLUMN health.sample.source_revision_id IS 'Who wrote it, in health.source_revision.';

COMMENT ON COLUMN health.sample.device_id IS 'What made it, in health.device; null where not sent.';

COMMENT ON COLUMN health.sample.creation_time IS 'When it was saved on the phone; null where not sent.';

COMMENT ON COLUMN health.sample.change_position IS 'Its position in the person''s change feed.';

COMMENT ON COLUMN health.sample.sent_unit_id IS 'The unit as sent, in health.unit; null for other kinds than quantity.';

COMMENT ON COLUMN health.sample.category_value IS 'Raw value of a category sample (health.category_value); null for other kinds and for values in no catalogue.';

COMMENT ON COLUMN health.sample.sent_quantity IS 'The value as sent; null where it equals quantity, and for a series whose summary was not sent.';

COMMENT ON COLUMN health.sample.sent_category_value IS 'The category value as sent; null where it is the catalogue''s own text of category_value.';

COMMENT ON COLUMN health.sample.import_id IS 'The import that brought a record of an export, in health.import; 0 if a backup brought it. Its uuid is not HealthKit''s, which export.xml does not say. Null for all other samples.';

COMMENT ON COLUMN health.sample.holder_id IS 'The holder that saved the sample. Null for the person''s own holder.';

CREATE TABLE health.sample_detail (
    person_id integer NOT NULL,
    uuid uuid NOT NULL,
    metadata jsonb,
    parts jsonb
);
ALTER TABLE ONLY health.sample_detail ALTER COLUMN person_id SET STATISTICS 0;

COMMENT ON TABLE health.sample_detail IS 'What hangs on a sample beside its columns. Most samples have no row here.';

COMMENT ON COLUMN health.sample_detail.person_id IS 'Whose sample.';

COMMENT ON COLUMN health.sample_detail.uuid IS 'The sample.';

COMMENT ON COLUMN health.sample_detail.metadata IS 'HKMetadata as one object; a key that an export repeats with other values holds an array of them.';

COMMENT ON COLUMN health.sample_detail.parts IS 'What belongs to the sample and has no column, in the words of HealthKit: locations, heartbeats, voltages and others, as the views workout_route_location, heartbeat and electrocardiogram_voltage show them, and the events, activities, statistics and zones of a workout. Unknown elements are in the words and order of their sender.';

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
    access_group text DEFAULT 'other'::text NOT NULL,
    CONSTRAINT sample_type_kind_check CHECK ((kind = ANY (ARRAY['quantity'::text, 'category'::text, 'correlation'::text, 'workout'::text, 'other'::text])))
);

COMMENT ON TABLE health.sample_type IS 'Every sample type that HealthKit''s catalogue or a sample has named; health.quantity_type and its like say more about those of the catalogue.';

COMMENT ON COLUMN health.sample_type.sample_type_id IS 'The number that samples hold; differs between databases.';

COMMENT ON COLUMN health.sample_type.identifier IS 'HealthKit''s identifier, or the text as sent.';

COMMENT ON COLUMN health.sample_type.short_name IS 'HealthKit''s name in Swift, such as stepCount; the identifier if it has none.';

COMMENT ON COLUMN health.sample_type.kind IS 'quantity, category, correlation, workout or other.';

COMMENT ON COLUMN health.sample_type.aggregation_style IS 'HKQuantityAggregationStyle''s name; null for other kinds, and if it is not known.';

COMMENT ON COLUMN health.sample_type.canonical_unit IS 'The unit of health.sample.quantity; null for other kinds, and for types that are not in the catalogue, whose quantities are in the unit as sent.';

COMMENT ON COLUMN health.sample_type.value_enum IS 'Of category types: the enum of their values in health.category_value; null for those that are not in the catalogue.';

COMMENT ON COLUMN health.sample_type.in_catalogue IS 'False for a type that only a sample has named.';

COMMENT ON COLUMN health.sample_type.preferred_unit IS 'The unit in which people read values unless they choose another (health.preferred_unit); null where canonical_unit is.';

COMMENT ON COLUMN health.sample_type.display_name IS 'The Health app''s name, such as Resting Heart Rate; null for types that are not in the catalogue.';

COMMENT ON COLUMN health.sample_type.display_group IS 'The Health app''s group, a row of health.type_group; null for types that are not in the catalogue.';

COMMENT ON COLUMN health.sample_type.preferred_factor IS 'A value in preferred_unit is the canonical value * preferred_factor + preferred_shift; null where preferred_unit is.';

COMMENT ON COLUMN health.sample_type.preferred_shift IS 'As preferred_factor.';

COMMENT ON COLUMN health.sample_type.access_group IS 'The group by which access is granted: activity, heart, sleep, body, nutrition, respiratory, mobility, hearing, mind, reproductive, clinical, routes or other. A type that is not in the catalogue is in other.';

CREATE TABLE health.unit (
    unit_id integer NOT NULL,
    unit_string text NOT NULL,
    in_catalogue boolean DEFAULT false NOT NULL,
    CONSTRAINT unit_unit_string_check CHECK ((octet_length(unit_string) <= 200))
);

COMMENT ON TABLE health.unit IS 'Every unit string that a sample was sent in.';

COMMENT ON COLUMN health.unit.unit_id IS 'The number that samples hold; differs between databases.';

COMMENT ON COLUMN health.unit.unit_string IS 'The unit as sent, in HealthKit''s grammar.';

COMMENT ON COLUMN health.unit.in_catalogue IS 'True if HealthKit''s grammar of units has the unit. Any other unit is visible only to holders that may read samples in this unit.';

CREATE VIEW health.named_sample WITH (security_invoker='true') AS
 SELECT sample.person_id,
    person.name AS person,
    sample.uuid,
    sample_type.short_name AS type,
    sample.start_time,
    sample.end_time,
    ((sample.start_time AT TIME ZONE 'UTC'::text) + (person.clock).utc_offsets[width_bucket(sample.start_time, (person.clock).from_times)]) AS local_start,
    (person.clock).time_zones[width_bucket(sample.start_time, (person.clock).from_times)] AS time_zone,
    (((person.sources -> (sample.source_revision_id)::text) -> 0))::integer AS source_id,
    ((person.sources -> (sample.source_revision_id)::text) ->> 1) AS source,
    (((person.sources -> (sample.source_revision_id)::text) -> 2))::boolean AS was_user_entered,
    ((person.sources -> (sample.source_revision_id)::text) ->> 3) AS source_version,
    ((person.sources -> (sample.source_revision_id)::text) ->> 4) AS source_class,
    sample.device_id,
    (person.devices ->> (sample.device_id)::text) AS device,
    sample.creation_time,
    ( SELECT sample_detail.metadata
           FROM health.sample_detail
          WHERE ((sample_detail.person_id = sample.person_id) AND (sample_detail.uuid = sample.uuid))) AS metadata,
    sample_type.kind,
    sample_type.identifier,
    sample.sample_type_id,
    COALESCE(((person.units -> (sample.sample_type_id)::text) ->> 0), sample_type.preferred_unit, health_code.unit_name(unit.unit_string)) AS unit,
    COALESCE((((person.units -> (sample.sample_type_id)::text) -> 1))::double precision, sample_type.preferred_factor, (1)::double precision) AS unit_factor,
    COALESCE((((person.units -> (sample.sample_type_id)::text) -> 2))::double precision, sample_type.preferred_shift, (0)::double precision) AS unit_shift,
    sample.quantity AS canonical_quantity,
    sample.sent_quantity,
    unit.unit_string AS sent_unit,
    sample.category_value,
    sample.sent_category_value,
    sample_type.value_enum
   FROM (((( SELECT person_1.person_id,
            person_1.name,
            health_code.own_clock(person_1.person_id) AS clock,
            health_code.source_labels(person_1.person_id) AS sources,
            health_code.device_labels(person_1.person_id) AS devices,
            health_code.chosen_units(person_1.person_id) AS units
           FROM health.person person_1
          GROUP BY person_1.person_id, person_1.name) person
     JOIN health.sample ON ((sample.person_id = person.person_id)))
     JOIN health.sample_type ON ((sample_type.sample_type_id = sample.sample_type_id)))
     LEFT JOIN health.unit ON ((unit.unit_id = sample.sent_unit_id)));

COMMENT ON VIEW health.named_sample IS 'Samples of every kind with readable names (HKSample). The views of each kind add its own columns.';

COMMENT ON COLUMN health.named_sample.person_id IS 'The person to whom the sample belongs.';

COMMENT ON COLUMN health.named_sample.person IS 'The person''s name.';

COMMENT ON COLUMN health.named_sample.uuid IS 'HealthKit''s uuid, or one computed from the content.';

COMMENT ON COLUMN health.named_sample.type IS 'Short name of the type, such as stepCount.';

COMMENT ON COLUMN health.named_sample.start_time IS 'Start.';

COMMENT ON COLUMN health.named_sample.end_time IS 'End, exclusive; equal to the start for a point.';

COMMENT ON COLUMN health.named_sample.local_start IS 'Start on the clock of time_zone, else of UTC.';

COMMENT ON COLUMN health.named_sample.time_zone IS 'The zone in which the person was at the start, by the person''s own clock; null if unknown.';

COMMENT ON COLUMN health.named_sample.source_id IS 'The source, in health.source.';

COMMENT ON COLUMN health.named_sample.source IS 'Name of the source; a label if the name is hidden.';

COMMENT ON COLUMN health.named_sample.was_user_entered IS 'Whether the sample was entered by hand.';

COMMENT ON COLUMN health.named_sample.source_version IS 'Version of the source; null if not sent.';

COMMENT ON COLUMN health.named_sample.source_class IS 'watch, phone, other or aggregate, as in health.source.';

COMMENT ON COLUMN health.named_sample.device_id IS 'The device, in health.device; null if not sent.';

COMMENT ON COLUMN health.named_sample.device IS 'Name of the device; null if not sent.';

COMMENT ON COLUMN health.named_sample.creation_time IS 'When the sample was saved on the phone; null if not sent.';

COMMENT ON COLUMN health.named_sample.metadata IS 'HKMetadata; null if there is none.';

COMMENT ON COLUMN health.named_sample.kind IS 'quantity, category, correlation, workout or another kind of sample.';

COMMENT ON COLUMN health.named_sample.identifier IS 'HealthKit''s identifier of the type.';

COMMENT ON COLUMN health.named_sample.sample_type_id IS 'The type, in health.sample_type.';

COMMENT ON COLUMN health.named_sample.unit IS 'Of quantities: the person''s choice for the type, else the type''s preferred unit; the unit as sent if the type is not in the catalogue. HealthKit''s % is fraction.';

COMMENT ON COLUMN health.named_sample.unit_factor IS 'A value in unit is the canonical value * unit_factor + unit_shift.';

COMMENT ON COLUMN health.named_sample.unit_shift IS 'As unit_factor.';

COMMENT ON COLUMN health.named_sample.canonical_quantity IS 'Value in the canonical unit of the type; null for a series.';

COMMENT ON COLUMN health.named_sample.sent_quantity IS 'Value as sent, if it differs from canonical_quantity.';

COMMENT ON COLUMN health.named_sample.sent_unit IS 'Unit of a quantity as sent.';

COMMENT ON COLUMN health.named_sample.category_value IS 'Raw value of a category sample.';

COMMENT ON COLUMN health.named_sample.sent_category_value IS 'Value of a category sample as sent, if it is not that of the catalogue.';

COMMENT ON COLUMN health.named_sample.value_enum IS 'The enumeration of category_value, in health.category_value.';

CREATE VIEW health.audiogram_point WITH (security_invoker='true') AS
 SELECT sample.person_id,
    sample.person,
    sample.uuid,
    sample.start_time,
    sample.local_start,
    sample.time_zone,
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
    sample.source_id,
    sample.source
   FROM ((health.named_sample sample
     JOIN health.sample_detail ON (((sample_detail.person_id = sample.person_id) AND (sample_detail.uuid = sample.uuid))))
     CROSS JOIN LATERAL jsonb_array_elements(
        CASE
            WHEN (jsonb_typeof((sample_detail.parts -> 'sensitivityPoints'::text)) = 'array'::text) THEN (sample_detail.parts -> 'sensitivityPoints'::text)
            ELSE NULL::jsonb
        END) WITH ORDINALITY point(value, ordinal))
  WHERE (sample.identifier = 'HKDataTypeIdentifierAudiogram'::text);

COMMENT ON VIEW health.audiogram_point IS 'The points of audiograms (HKAudiogramSensitivityPoint). Columns are null if not sent.';

COMMENT ON COLUMN health.audiogram_point.person_id IS 'The person to whom the sample belongs.';

COMMENT ON COLUMN health.audiogram_point.person IS 'The person''s name.';

COMMENT ON COLUMN health.audiogram_point.uuid IS 'The audiogram, in health.sample.';

COMMENT ON COLUMN health.audiogram_point.start_time IS 'When the test began.';

COMMENT ON COLUMN health.audiogram_point.local_start IS 'Start on the clock of time_zone, else of UTC.';

COMMENT ON COLUMN health.audiogram_point.time_zone IS 'The zone in which the person was at the start, by the person''s own clock; null if unknown.';

COMMENT ON COLUMN health.audiogram_point.ordinal IS 'Position in the audiogram as sent, from 0.';

COMMENT ON COLUMN health.audiogram_point.frequency IS 'Frequency of the tone in Hz.';

COMMENT ON COLUMN health.audiogram_point.left_ear_sensitivity IS 'dBHL; 0 is normal hearing, greater is worse.';

COMMENT ON COLUMN health.audiogram_point.right_ear_sensitivity IS 'dBHL; 0 is normal hearing, greater is worse.';

COMMENT ON COLUMN health.audiogram_point.left_ear_masked IS 'Whether the other ear heard masking noise during the test.';

COMMENT ON COLUMN health.audiogram_point.right_ear_masked IS 'Whether the other ear heard masking noise during the test.';

COMMENT ON COLUMN health.audiogram_point.left_ear_clamping_lower_bound IS 'dBHL; the test could not measure a lower sensitivity.';

COMMENT ON COLUMN health.audiogram_point.left_ear_clamping_upper_bound IS 'dBHL; the test could not measure a greater sensitivity.';

COMMENT ON COLUMN health.audiogram_point.right_ear_clamping_lower_bound IS 'dBHL; the test could not measure a lower sensitivity.';

COMMENT ON COLUMN health.audiogram_point.right_ear_clamping_upper_bound IS 'dBHL; the test could not measure a greater sensitivity.';

COMMENT ON COLUMN health.audiogram_point.source_id IS 'The source, in health.source.';

COMMENT ON COLUMN health.audiogram_point.source IS 'Name of the source; a label if the name is hidden.';

CREATE TABLE health.contained_sample (
    person_id integer NOT NULL,
    container_uuid uuid NOT NULL,
    uuid uuid NOT NULL
);
ALTER TABLE ONLY health.contained_sample ALTER COLUMN person_id SET STATISTICS 0;

COMMENT ON TABLE health.contained_sample IS 'Which samples a correlation or workout contains. They are samples on their own, too.';

COMMENT ON COLUMN health.contained_sample.person_id IS 'Whose samples.';

COMMENT ON COLUMN health.contained_sample.container_uuid IS 'The correlation or workout.';

COMMENT ON COLUMN health.contained_sample.uuid IS 'The sample in it.';

CREATE TABLE health.preferred_unit (
    person_id integer NOT NULL,
    sample_type_id integer NOT NULL,
    unit_string text NOT NULL,
    factor double precision NOT NULL,
    shift double precision NOT NULL,
    CONSTRAINT preferred_unit_unit_string_check CHECK ((octet_length(unit_string) <= 200))
);
ALTER TABLE ONLY health.preferred_unit ALTER COLUMN person_id SET STATISTICS 0;

COMMENT ON TABLE health.preferred_unit IS 'The units that people chose for types. A type without a row is read in health.sample_type.preferred_unit.';

COMMENT ON COLUMN health.preferred_unit.person_id IS 'Who chose it.';

COMMENT ON COLUMN health.preferred_unit.sample_type_id IS 'A quantity type of the catalogue.';

COMMENT ON COLUMN health.preferred_unit.unit_string IS 'The unit as answers print it, such as count/min or fraction.';

COMMENT ON COLUMN health.preferred_unit.factor IS 'A value in the unit is the canonical value * factor + shift.';

COMMENT ON COLUMN health.preferred_unit.shift IS 'What is added to the product.';

CREATE TABLE health.source_revision (
    person_id integer NOT NULL,
    source_revision_id integer NOT NULL,
    source_id integer NOT NULL,
    sent_source_id integer,
    version text,
    product_type text,
    operating_system_version text
);
ALTER TABLE ONLY health.source_revision ALTER COLUMN person_id SET STATISTICS 0;

COMMENT ON TABLE health.source_revision IS 'A source at one version (HKSourceRevision).';

COMMENT ON COLUMN health.source_revision.person_id IS 'Whose source.';

COMMENT ON COLUMN health.source_revision.source_revision_id IS 'Counts the person''s revisions, from 1.';

COMMENT ON COLUMN health.source_revision.source_id IS 'The source.';

COMMENT ON COLUMN health.source_revision.sent_source_id IS 'The source whose name the samples have, if it is joined to source_id; otherwise null.';

COMMENT ON COLUMN health.source_revision.version IS 'Version of the app, as sent; null where not sent.';

COMMENT ON COLUMN health.source_revision.product_type IS 'Such as iPhone15,2 or Watch6,1; null where not sent.';

COMMENT ON COLUMN health.source_revision.operating_system_version IS 'As sent; null where not sent.';

CREATE VIEW health.blood_pressure WITH (security_invoker='true') AS
 SELECT sample.person_id,
    sample.person,
        CASE
            WHEN (sample.kind = 'correlation'::text) THEN sample.uuid
            ELSE NULL::uuid
        END AS uuid,
    sample.start_time,
    sample.end_time,
    sample.local_start,
    sample.time_zone,
    health_code.shown_quantity(pair.systolic_values[1], COALESCE(chosen.factor, systolic_type.preferred_factor, (1)::double precision), COALESCE(chosen.shift, systolic_type.preferred_shift, (0)::double precision)) AS systolic,
    health_code.shown_quantity(pair.diastolic_values[1], COALESCE(chosen.factor, systolic_type.preferred_factor, (1)::double precision), COALESCE(chosen.shift, systolic_type.preferred_shift, (0)::double precision)) AS diastolic,
    COALESCE(chosen.unit_string, systolic_type.preferred_unit) AS unit,
    sample.source_id,
    sample.source,
    sample.was_user_entered,
    pair.systolic_uuids[1] AS systolic_uuid,
    pair.diastolic_uuids[1] AS diastolic_uuid
   FROM (((((health.named_sample sample
     JOIN health.sample_type systolic_type ON ((systolic_type.identifier = 'HKQuantityTypeIdentifierBloodPressureSystolic'::text)))
     JOIN health.sample_type diastolic_type ON ((diastolic_type.identifier = 'HKQuantityTypeIdentifierBloodPressureDiastolic'::text)))
     JOIN health.sample_type pair_type ON ((pair_type.identifier = 'HKCorrelationTypeIdentifierBloodPressure'::text)))
     LEFT JOIN health.preferred_unit chosen ON (((chosen.person_id = sample.person_id) AND (chosen.sample_type_id = systolic_type.sample_type_id))))
     CROSS JOIN LATERAL ( SELECT array_agg(part.uuid ORDER BY part.uuid) FILTER (WHERE (part.sample_type_id = systolic_type.sample_type_id)) AS systolic_uuids,
            array_agg(part.quantity ORDER BY part.uuid) FILTER (WHERE (part.sample_type_id = systolic_type.sample_type_id)) AS systolic_values,
            array_agg(part.uuid ORDER BY part.uuid) FILTER (WHERE (part.sample_type_id = diastolic_type.sample_type_id)) AS diastolic_uuids,
            array_agg(part.quantity ORDER BY part.uuid) FILTER (WHERE (part.sample_type_id = diastolic_type.sample_type_id)) AS diastolic_values
           FROM ( SELECT inside.person_id,
                    inside.sample_type_id,
                    inside.uuid,
                    inside.quantity
                   FROM (health.contained_sample
                     JOIN health.sample inside ON (((inside.person_id = contained_sample.person_id) AND (inside.uuid = contained_sample.uuid))))
                  WHERE ((sample.kind = 'correlation'::text) AND (contained_sample.person_id = sample.person_id) AND (contained_sample.container_uuid = sample.uuid))
                UNION ALL
                 SELECT beside.person_id,
                    beside.sample_type_id,
                    beside.uuid,
                    beside.quantity
                   FROM (health.sample beside
                     JOIN health.source_revision revision ON (((revision.person_id = beside.person_id) AND (revision.source_revision_id = beside.source_revision_id))))
                  WHERE ((sample.kind = 'quantity'::text) AND (beside.person_id = sample.person_id) AND (beside.sample_type_id = ANY (ARRAY[systolic_type.sample_type_id, diastolic_type.sample_type_id])) AND (beside.start_time = sample.start_time) AND (revision.source_id = sample.source_id) AND (NOT (EXISTS ( SELECT
                           FROM (health.contained_sample
                             JOIN health.sample container ON (((container.person_id = contained_sample.person_id) AND (container.uuid = contained_sample.container_uuid))))
                          WHERE ((contained_sample.person_id = beside.person_id) AND (contained_sample.uuid = beside.uuid) AND (container.sample_type_id = pair_type.sample_type_id))))))) part
          GROUP BY part.person_id) pair)
  WHERE ((sample.sample_type_id = ANY (ARRAY[pair_type.sample_type_id, systolic_type.sample_type_id])) AND (((sample.kind = 'correlation'::text) AND (COALESCE(pair.systolic_uuids, pair.diastolic_uuids) IS NOT NULL)) OR ((pair.systolic_uuids = ARRAY[sample.uuid]) AND (cardinality(pair.diastolic_uuids) = 1))));

COMMENT ON VIEW health.blood_pressure IS 'Blood pressures, a row for each measurement: the pairs of correlations (HKCorrelationTypeIdentifierBloodPressure), and pairs of a systolic and a diastolic sample without a correlation that begin at the same instant and have the same source. If a source has several of these at one instant, the pairs are not known and not shown; quantity_sample shows the samples. Every source has its own rows.';

COMMENT ON COLUMN health.blood_pressure.person_id IS 'The person to whom the sample belongs.';

COMMENT ON COLUMN health.blood_pressure.person IS 'The person''s name.';

COMMENT ON COLUMN health.blood_pressure.uuid IS 'The correlation; null for two samples without a correlation.';

COMMENT ON COLUMN health.blood_pressure.start_time IS 'Start.';

COMMENT ON COLUMN health.blood_pressure.end_time IS 'End, exclusive; equal to the start for a point.';

COMMENT ON COLUMN health.blood_pressure.local_start IS 'Start on the clock of time_zone, else of UTC.';

COMMENT ON COLUMN health.blood_pressure.time_zone IS 'The zone in which the person was at the start, by the person''s own clock; null if unknown.';

COMMENT ON COLUMN health.blood_pressure.systolic IS 'Systolic blood pressure in unit; null if the correlation has none that you may read.';

COMMENT ON COLUMN health.blood_pressure.diastolic IS 'Diastolic blood pressure in unit; null if the correlation has none that you may read.';

COMMENT ON COLUMN health.blood_pressure.unit IS 'Unit of both values: the person''s choice for bloodPressureSystolic, else the type''s preferred unit, mmHg.';

COMMENT ON COLUMN health.blood_pressure.source_id IS 'The source, in health.source.';

COMMENT ON COLUMN health.blood_pressure.source IS 'Name of the source; a label if the name is hidden.';

COMMENT ON COLUMN health.blood_pressure.was_user_entered IS 'Whether the sample was entered by hand.';

COMMENT ON COLUMN health.blood_pressure.systolic_uuid IS 'The systolic sample, in health.sample.';

COMMENT ON COLUMN health.blood_pressure.diastolic_uuid IS 'The diastolic sample, in health.sample.';

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

CREATE VIEW health.category_sample WITH (security_invoker='true') AS
 SELECT sample.person_id,
    sample.person,
    sample.uuid,
    sample.type,
    sample.start_time,
    sample.end_time,
    sample.local_start,
    sample.time_zone,
    sample.category_value AS value,
    COALESCE(category_value.case_name, sample.sent_category_value) AS value_name,
    sample.source_id,
    sample.source,
    sample.was_user_entered,
    sample.source_version,
    sample.device_id,
    sample.device,
    sample.creation_time,
    sample.metadata
   FROM (health.named_sample sample
     LEFT JOIN LATERAL ( SELECT category_value_1.case_name
           FROM health.category_value category_value_1
          WHERE ((category_value_1.enum = sample.value_enum) AND (category_value_1.raw_value = sample.category_value))
          ORDER BY (category_value_1.deprecated IS NOT NULL)
         LIMIT 1) category_value ON (true))
  WHERE (sample.kind = 'category'::text);

COMMENT ON VIEW health.category_sample IS 'Category samples with readable names (HKCategorySample).';

COMMENT ON COLUMN health.category_sample.person_id IS 'The person to whom the sample belongs.';

COMMENT ON COLUMN health.category_sample.person IS 'The person''s name.';

COMMENT ON COLUMN health.category_sample.uuid IS 'HealthKit''s uuid, or one computed from the content.';

COMMENT ON COLUMN health.category_sample.type IS 'Short name of the type, such as sleepAnalysis.';

COMMENT ON COLUMN health.category_sample.start_time IS 'Start.';

COMMENT ON COLUMN health.category_sample.end_time IS 'End, exclusive; equal to the start for a point.';

COMMENT ON COLUMN health.category_sample.local_start IS 'Start on the clock of time_zone, else of UTC.';

COMMENT ON COLUMN health.category_sample.time_zone IS 'The zone in which the person was at the start, by the person''s own clock; null if unknown.';

COMMENT ON COLUMN health.category_sample.value IS 'Raw value of the type''s enumeration; null for a text that is not in the catalogue.';

COMMENT ON COLUMN health.category_sample.value_name IS 'Name of the value, or the text as sent.';

COMMENT ON COLUMN health.category_sample.source_id IS 'The source, in health.source.';

COMMENT ON COLUMN health.category_sample.source IS 'Name of the source; a label if the name is hidden.';

COMMENT ON COLUMN health.category_sample.was_user_entered IS 'Whether the sample was entered by hand.';

COMMENT ON COLUMN health.category_sample.source_version IS 'Version of the source; null if not sent.';

COMMENT ON COLUMN health.category_sample.device_id IS 'The device, in health.device; null if not sent.';

COMMENT ON COLUMN health.category_sample.device IS 'Name of the device; null if not sent.';

COMMENT ON COLUMN health.category_sample.creation_time IS 'When the sample was saved on the phone; null if not sent.';

COMMENT ON COLUMN health.category_sample.metadata IS 'HKMetadata; null if there is none.';

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

COMMENT ON TABLE health.category_type IS 'HealthKit''s category types (HKCategoryTypeIdentifier).';

COMMENT ON COLUMN health.category_type.identifier IS 'Name of HealthKit''s constant.';

COMMENT ON COLUMN health.category_type.raw_string IS 'The identifier as apps send it and exports print it.';

COMMENT ON COLUMN health.category_type.short_name IS 'HealthKit''s name in Swift, such as sleepAnalysis.';

COMMENT ON COLUMN health.category_type.ios_introduced IS 'The first iOS release with it.';

COMMENT ON COLUMN health.category_type.value_enum IS 'The enum of its values in health.category_value.';

COMMENT ON COLUMN health.category_type.app_read_only IS 'True where apps may only read it; null where unknown.';

COMMENT ON COLUMN health.category_type.deprecated IS 'Whether HealthKit has deprecated it.';

COMMENT ON COLUMN health.category_type.note IS 'What else is worth knowing.';

COMMENT ON COLUMN health.category_type.display_name IS 'The Health app''s name of the type.';

COMMENT ON COLUMN health.category_type.display_group IS 'The Health app''s group, a row of health.type_group.';

CREATE TABLE health.change_counter (
    person_id integer NOT NULL,
    last_position bigint DEFAULT 0 NOT NULL,
    feed_uuid uuid DEFAULT gen_random_uuid() NOT NULL,
    imported_until timestamp with time zone,
    figures_version bigint DEFAULT 0 NOT NULL
);
ALTER TABLE ONLY health.change_counter ALTER COLUMN person_id SET STATISTICS 0;

COMMENT ON TABLE health.change_counter IS 'The end of each person''s change feed. A writer locks the row until it commits, so that positions become visible in order and no reader can skip one.';

COMMENT ON COLUMN health.change_counter.person_id IS 'Whose feed.';

COMMENT ON COLUMN health.change_counter.last_position IS 'The position of the latest change; 0 before the first.';

COMMENT ON COLUMN health.change_counter.feed_uuid IS 'Which feed the anchors that clients hold belong to. Renewed (set feed_uuid = gen_random_uuid()) after the database was restored from a backup, it makes all of them expire, since positions are then given a second time.';

COMMENT ON COLUMN health.change_counter.imported_until IS 'No imported sample of the person starts later; null where none was ever imported. What starts later need not be compared.';

COMMENT ON COLUMN health.change_counter.figures_version IS 'Grows when figures change and the feed does not: with each piece of a first import, when the person chooses units, and when all figures of a type are rebuilt.';

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

COMMENT ON VIEW health.characteristic IS 'The person''s characteristics (HKCharacteristicType) from the newest export, one row each.';

COMMENT ON COLUMN health.characteristic.person_id IS 'The person to whom the characteristic belongs.';

COMMENT ON COLUMN health.characteristic.person IS 'The person''s name.';

COMMENT ON COLUMN health.characteristic.type IS 'Short name, such as dateOfBirth; the identifier if it is not in the catalogue.';

COMMENT ON COLUMN health.characteristic.value IS 'Text of the export: yyyy-MM-dd, or a constant such as HKBloodTypeAPositive; null if empty.';

COMMENT ON COLUMN health.characteristic.raw_value IS 'HealthKit''s raw value of the constant; null if there is none.';

COMMENT ON COLUMN health.characteristic.value_name IS 'Name of the constant in Swift, such as aPositive; null if there is none.';

COMMENT ON COLUMN health.characteristic.identifier IS 'HealthKit''s identifier.';

COMMENT ON COLUMN health.characteristic.exported_at IS 'When the export was made that said it last, or when an app sent it; null where unknown. An older export does not replace it.';

CREATE TABLE health.client_anchor (
    person_id integer NOT NULL,
    device text NOT NULL,
    types text[] NOT NULL,
    types_sha256 bytea NOT NULL,
    anchor bytea NOT NULL,
    updated_at timestamp with time zone DEFAULT now() NOT NULL,
    holder_id integer NOT NULL,
    CONSTRAINT client_anchor_anchor_check CHECK (((octet_length(anchor) >= 1) AND (octet_length(anchor) <= 65536))),
    CONSTRAINT client_anchor_device_check CHECK (((octet_length(device) >= 1) AND (octet_length(device) <= 200))),
    CONSTRAINT client_anchor_types_check CHECK ((cardinality(types) > 0))
);
ALTER TABLE ONLY health.client_anchor ALTER COLUMN person_id SET STATISTICS 0;

COMMENT ON TABLE health.client_anchor IS 'How far clients have sent their data (HKQueryAnchor): stored with the batch that brings the data, so that the two never disagree.';

COMMENT ON COLUMN health.client_anchor.person_id IS 'Whose client.';

COMMENT ON COLUMN health.client_anchor.device IS 'The client''s name for itself; 1 to 200 bytes.';

COMMENT ON COLUMN health.client_anchor.types IS 'The types that the anchor is for, by identifier, each once and in the order of their bytes.';

COMMENT ON COLUMN health.client_anchor.types_sha256 IS 'SHA-256 of the types with commas between: all types together are too long for an index.';

COMMENT ON COLUMN health.client_anchor.anchor IS 'The client''s bytes, which the service does not interpret; 1 to 65,536.';

COMMENT ON COLUMN health.client_anchor.updated_at IS 'When it was last stored.';

COMMENT ON COLUMN health.client_anchor.holder_id IS 'The holder that stored the anchor. Other holders cannot read it.';

CREATE TABLE health.client_session (
    person_id integer NOT NULL,
    automation text NOT NULL,
    session text NOT NULL,
    arrival bigint NOT NULL,
    first_arrived_at timestamp with time zone DEFAULT now() NOT NULL,
    holder_id integer NOT NULL,
    CONSTRAINT client_session_length_check CHECK (((octet_length(automation) <= 1000) AND (octet_length(session) <= 200)))
);
ALTER TABLE ONLY health.client_session ALTER COLUMN person_id SET STATISTICS 0;

COMMENT ON TABLE health.client_session IS 'The runs in which an automation of a client sent its windows. Requests of a run that is older than the newest run change and delete nothing.';

COMMENT ON COLUMN health.client_session.person_id IS 'Whose automation.';

COMMENT ON COLUMN health.client_session.automation IS 'Which one: what the bundle identifiers of its sources begin with.';

COMMENT ON COLUMN health.client_session.session IS 'The run, as the client names it; several requests may belong to it.';

COMMENT ON COLUMN health.client_session.arrival IS 'Counts the automation''s runs in order of their first request, from 1.';

COMMENT ON COLUMN health.client_session.first_arrived_at IS 'When its first request arrived.';

COMMENT ON COLUMN health.client_session.holder_id IS 'The holder to which the automation belongs. Each holder has separate runs.';

CREATE VIEW health.clinical_document WITH (security_invoker='true') AS
 SELECT sample.person_id,
    sample.person,
    sample.uuid,
    sample.start_time,
    sample.end_time,
    sample.local_start,
    sample.time_zone,
    (sample_detail.parts ->> 'title'::text) AS title,
    (sample_detail.parts ->> 'patientName'::text) AS patient_name,
    (sample_detail.parts ->> 'authorName'::text) AS author_name,
    (sample_detail.parts ->> 'custodianName'::text) AS custodian_name,
    (sample_detail.parts ->> 'documentData'::text) AS document_data,
    sample.source_id,
    sample.source
   FROM (health.named_sample sample
     LEFT JOIN health.sample_detail ON (((sample_detail.person_id = sample.person_id) AND (sample_detail.uuid = sample.uuid))))
  WHERE (sample.identifier = 'HKDocumentTypeIdentifierCDA'::text);

COMMENT ON VIEW health.clinical_document IS 'CDA documents (HKCDADocumentSample).';

COMMENT ON COLUMN health.clinical_document.person_id IS 'The person to whom the sample belongs.';

COMMENT ON COLUMN health.clinical_document.person IS 'The person''s name.';

COMMENT ON COLUMN health.clinical_document.uuid IS 'HealthKit''s uuid, or one computed from the content.';

COMMENT ON COLUMN health.clinical_document.start_time IS 'When the document begins to apply.';

COMMENT ON COLUMN health.clinical_document.end_time IS 'When the document ends to apply.';

COMMENT ON COLUMN health.clinical_document.local_start IS 'Start on the clock of time_zone, else of UTC.';

COMMENT ON COLUMN health.clinical_document.time_zone IS 'The zone in which the person was at the start, by the person''s own clock; null if unknown.';

COMMENT ON COLUMN health.clinical_document.title IS 'Title of the document.';

COMMENT ON COLUMN health.clinical_document.patient_name IS 'Name of the patient.';

COMMENT ON COLUMN health.clinical_document.author_name IS 'Name of the author.';

COMMENT ON COLUMN health.clinical_document.custodian_name IS 'Name of the organisation that keeps the document.';

COMMENT ON COLUMN health.clinical_document.document_data IS 'The XML as base64; convert_from(decode(document_data, ''base64''), ''UTF8'') decodes it. Null if it was not sent.';

COMMENT ON COLUMN health.clinical_document.source_id IS 'The source, in health.source.';

COMMENT ON COLUMN health.clinical_document.source IS 'Name of the source; a label if the name is hidden.';

CREATE VIEW health.clinical_record WITH (security_invoker='true') AS
 SELECT sample.person_id,
    sample.person,
    sample.uuid,
    sample.type,
    sample.start_time AS received_date,
    (sample_detail.parts ->> 'identifier'::text) AS identifier,
    (sample_detail.parts ->> 'sourceURL'::text) AS source_url,
    (sample_detail.parts ->> 'fhirVersion'::text) AS fhir_version,
    (sample_detail.parts #>> '{resource,resourceType}'::text[]) AS resource_type,
    (sample_detail.parts -> 'resource'::text) AS resource,
    sample.source_id,
    sample.source
   FROM (health.named_sample sample
     LEFT JOIN health.sample_detail ON (((sample_detail.person_id = sample.person_id) AND (sample_detail.uuid = sample.uuid))))
  WHERE ((sample.kind = 'other'::text) AND (sample.identifier ~~ 'HKClinicalTypeIdentifier%'::text));

COMMENT ON VIEW health.clinical_record IS 'Clinical records (HKClinicalRecord).';

COMMENT ON COLUMN health.clinical_record.person_id IS 'The person to whom the sample belongs.';

COMMENT ON COLUMN health.clinical_record.person IS 'The person''s name.';

COMMENT ON COLUMN health.clinical_record.uuid IS 'HealthKit''s uuid, or one computed from the content.';

COMMENT ON COLUMN health.clinical_record.type IS 'Short name of the type, such as labResultRecord.';

COMMENT ON COLUMN health.clinical_record.received_date IS 'When the phone received it.';

COMMENT ON COLUMN health.clinical_record.identifier IS 'Identifier of the FHIR resource, given by its source.';

COMMENT ON COLUMN health.clinical_record.source_url IS 'URL from which the phone got the record.';

COMMENT ON COLUMN health.clinical_record.fhir_version IS 'Version of FHIR.';

COMMENT ON COLUMN health.clinical_record.resource_type IS 'Type of the FHIR resource, such as Observation; null if the resource was not sent.';

COMMENT ON COLUMN health.clinical_record.resource IS 'The FHIR resource; null if it was not sent.';

COMMENT ON COLUMN health.clinical_record.source_id IS 'The source, in health.source.';

COMMENT ON COLUMN health.clinical_record.source IS 'Name of the source, an institution.';

CREATE TABLE health.complete_range (
    person_id integer NOT NULL,
    import_id integer NOT NULL,
    sample_type_id integer NOT NULL,
    from_time timestamp with time zone NOT NULL,
    to_time timestamp with time zone NOT NULL,
    unlisted uuid[]
);
ALTER TABLE ONLY health.complete_range ALTER COLUMN person_id SET STATISTICS 0;

COMMENT ON TABLE health.complete_range IS 'What an export or a client states: its Health store has no other samples of a type that start in a range. An export states it from its first sample until it was made. An imported sample that the range does not list was deleted on the phone, if both come from one Health store.';

COMMENT ON COLUMN health.complete_range.person_id IS 'Whose samples.';

COMMENT ON COLUMN health.complete_range.import_id IS 'The import, in health.import; 0 if a client stated it.';

COMMENT ON COLUMN health.complete_range.sample_type_id IS 'The type.';

COMMENT ON COLUMN health.complete_range.from_time IS 'The start of the range.';

COMMENT ON COLUMN health.complete_range.to_time IS 'The end of the range, and when it was stated: when the export was made (ExportDate), or until when the client has read its Health store.';

COMMENT ON COLUMN health.complete_range.unlisted IS 'The samples of earlier imports in the range that the export does not list and that stayed. Undoing the import that brought them removes them. Null without such samples, and if there are more than a million.';

CREATE TABLE health.contained_change (
    person_id integer NOT NULL,
    container_uuid uuid NOT NULL,
    sample_type_id integer NOT NULL,
    holder_id integer NOT NULL,
    start_time timestamp with time zone,
    end_time timestamp with time zone,
    change_position bigint NOT NULL
);
ALTER TABLE ONLY health.contained_change ALTER COLUMN person_id SET STATISTICS 0;

COMMENT ON TABLE health.contained_change IS 'Correlations and workouts that got a new position in the feed because a stored sample joined or left them. A caller who may not read everything finds such a container in the feed at its own position and at those of the samples that the caller may read. Containers that were sent again have no rows.';

COMMENT ON COLUMN health.contained_change.person_id IS 'Whose container.';

COMMENT ON COLUMN health.contained_change.container_uuid IS 'The correlation or workout.';

COMMENT ON COLUMN health.contained_change.sample_type_id IS 'The type of samples that joined or left it, or the container''s own type.';

COMMENT ON COLUMN health.contained_change.holder_id IS 'The holder that saved these samples or the container; 0 for the person''s own holder.';

COMMENT ON COLUMN health.contained_change.start_time IS 'The earliest start of these samples, and at least that of the container; null if not known.';

COMMENT ON COLUMN health.contained_change.end_time IS 'The latest end of these samples, and at most that of the container; null if not known.';

COMMENT ON COLUMN health.contained_change.change_position IS 'The position at which the last of them joined or left it, or the container''s own position.';

CREATE VIEW health.correlation WITH (security_invoker='true') AS
 SELECT sample.person_id,
    sample.person,
    sample.uuid,
    sample.type,
    sample.start_time,
    sample.end_time,
    sample.local_start,
    sample.time_zone,
    sample.source_id,
    sample.source,
    ARRAY( SELECT contained_sample.uuid
           FROM health.contained_sample
          WHERE ((contained_sample.person_id = sample.person_id) AND (contained_sample.container_uuid = sample.uuid))
          ORDER BY contained_sample.uuid) AS objects,
    sample.metadata
   FROM health.named_sample sample
  WHERE (sample.kind = 'correlation'::text);

COMMENT ON VIEW health.correlation IS 'Correlations with readable names (HKCorrelation).';

COMMENT ON COLUMN health.correlation.person_id IS 'The person to whom the sample belongs.';

COMMENT ON COLUMN health.correlation.person IS 'The person''s name.';

COMMENT ON COLUMN health.correlation.uuid IS 'HealthKit''s uuid, or one computed from the content.';

COMMENT ON COLUMN health.correlation.type IS 'Short name of the type, such as stepCount.';

COMMENT ON COLUMN health.correlation.start_time IS 'Start.';

COMMENT ON COLUMN health.correlation.end_time IS 'End, exclusive; equal to the start for a point.';

COMMENT ON COLUMN health.correlation.local_start IS 'Start on the clock of time_zone, else of UTC.';

COMMENT ON COLUMN health.correlation.time_zone IS 'The zone in which the person was at the start, by the person''s own clock; null if unknown.';

COMMENT ON COLUMN health.correlation.source_id IS 'The source, in health.source.';

COMMENT ON COLUMN health.correlation.source IS 'Name of the source; a label if the name is hidden.';

COMMENT ON COLUMN health.correlation.objects IS 'Uuids of the contained samples. Each of them is also a sample of its own.';

COMMENT ON COLUMN health.correlation.metadata IS 'HKMetadata; null if there is none.';

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

COMMENT ON TABLE health.correlation_type IS 'HealthKit''s correlation types (HKCorrelationTypeIdentifier).';

COMMENT ON COLUMN health.correlation_type.identifier IS 'The identifier as apps send it and exports print it.';

COMMENT ON COLUMN health.correlation_type.short_name IS 'HealthKit''s name in Swift, such as bloodPressure.';

COMMENT ON COLUMN health.correlation_type.ios_introduced IS 'The first iOS release with it.';

COMMENT ON COLUMN health.correlation_type.contained_types IS 'Which samples it contains.';

COMMENT ON COLUMN health.correlation_type.export_xml_element IS 'The element of exports that holds it.';

COMMENT ON COLUMN health.correlation_type.note IS 'What else is worth knowing.';

COMMENT ON COLUMN health.correlation_type.display_name IS 'The Health app''s name of the type.';

COMMENT ON COLUMN health.correlation_type.display_group IS 'The Health app''s group, a row of health.type_group.';

CREATE TABLE health.day (
    person_id integer NOT NULL,
    sample_type_id integer NOT NULL,
    source_id integer NOT NULL,
    date date NOT NULL,
    start_time timestamp with time zone NOT NULL,
    end_time timestamp with time zone NOT NULL,
    count integer NOT NULL,
    reaching_count integer NOT NULL,
    valueless_count integer NOT NULL,
    reaching_valueless_count integer NOT NULL,
    sum double precision,
    value_sum double precision,
    reaching_value_sum double precision,
    minimum double precision,
    maximum double precision,
    value_maximum double precision,
    weighted_sum double precision,
    weight double precision,
    weighted_maximum double precision,
    duration bigint NOT NULL,
    most_recent double precision,
    most_recent_start_time timestamp with time zone,
    most_recent_end_time timestamp with time zone,
    earliest_start_time timestamp with time zone,
    source_ids integer[] NOT NULL,
    category_values integer[],
    value_counts integer[],
    value_reaching_counts integer[],
    value_durations bigint[],
    average double precision
);
ALTER TABLE ONLY health.day ALTER COLUMN person_id SET STATISTICS 0;

COMMENT ON TABLE health.day IS 'The figures of each type on each day of the person''s own clock, or of UTC if the person''s zones are not known: what the program found in the samples. The columns are those of health.hour, and rows of consecutive days add up in the same way. Rows of one type and source never overlap. A time outside of all rows has no samples, unless a mark is there.';

COMMENT ON COLUMN health.day.person_id IS 'Whose samples.';

COMMENT ON COLUMN health.day.sample_type_id IS 'The type, in health.sample_type.';

COMMENT ON COLUMN health.day.source_id IS 'The source, in health.source, as in health.hour.';

COMMENT ON COLUMN health.day.date IS 'The day. A day on which nothing counts has no row.';

COMMENT ON COLUMN health.day.start_time IS 'When the day begins.';

COMMENT ON COLUMN health.day.end_time IS 'When the day ends, exclusive.';

COMMENT ON COLUMN health.day.count IS 'The number of samples that have a part in it (members): of positive length in it, or points. For a category type, the number of samples that win: at the later of the starts of the sample and of the row, no source of higher priority has an open sample.';

COMMENT ON COLUMN health.day.reaching_count IS 'How many of them begin before it.';

COMMENT ON COLUMN health.day.valueless_count IS 'How many of count have a minimum or a maximum and no value: aggregates without an average.';

COMMENT ON COLUMN health.day.reaching_valueless_count IS 'How many of reaching_count have no value.';

COMMENT ON COLUMN health.day.sum IS 'What the samples count for, in the canonical unit; null unless the type is cumulative.';

COMMENT ON COLUMN health.day.value_sum IS 'Sum of the values of members that begin in it. Of sound levels, sum of their energies relative to value_maximum: 10^((L - value_maximum) / 10). Null if cumulative.';

COMMENT ON COLUMN health.day.reaching_value_sum IS 'The same of members that begin before it.';

COMMENT ON COLUMN health.day.minimum IS 'Least value. Null for a cumulative type, and where members have neither value nor minimum.';

COMMENT ON COLUMN health.day.maximum IS 'Greatest value. Null for a cumulative type, and where members have neither value nor maximum.';

COMMENT ON COLUMN health.day.value_maximum IS 'Of sound levels the greatest value of a member, which differs from maximum if an aggregate has a maximum. Null for other types, and without such a member.';

COMMENT ON COLUMN health.day.weighted_sum IS 'For averages that are weighted by time, the sum of value times microseconds for which it applies (sound levels: energies relative to weighted_maximum). In a row of a single source of a cumulative type, its part of the sum of all sources. Else null.';

COMMENT ON COLUMN health.day.weight IS 'The sum of these microseconds. In a row of a single source of a cumulative type, the microseconds for which its samples counted in the sum of all sources. Else null.';

COMMENT ON COLUMN health.day.weighted_maximum IS 'Of sound levels the greatest that has a weight; null for other types, and where none has.';

COMMENT ON COLUMN health.day.duration IS 'Microseconds that members cover. Where several overlap, the time counts once.';

COMMENT ON COLUMN health.day.most_recent IS 'Value of the member with the latest end; null without one.';

COMMENT ON COLUMN health.day.most_recent_start_time IS 'Its start.';

COMMENT ON COLUMN health.day.most_recent_end_time IS 'Its end, which may be later than the end of the row.';

COMMENT ON COLUMN health.day.earliest_start_time IS 'The earliest start of a member, which may be earlier than the row; null without members.';

COMMENT ON COLUMN health.day.source_ids IS 'The sources whose samples made the figures, in order of their numbers.';

COMMENT ON COLUMN health.day.category_values IS 'Of a category type, the raw values of the samples that count, ascending; -1 for a text that is not in the catalogue. Null for other types, like the next three columns.';

COMMENT ON COLUMN health.day.value_counts IS 'The part of count of each value.';

COMMENT ON COLUMN health.day.value_reaching_counts IS 'The part of reaching_count of each value.';

COMMENT ON COLUMN health.day.value_durations IS 'For each value the microseconds in which the source of the highest priority that has an open sample has one of the value.';

COMMENT ON COLUMN health.day.average IS 'The average in the canonical unit, by the rule of the type; null if cumulative, and without values.';

CREATE TABLE health.sample_extent (
    person_id integer NOT NULL,
    sample_type_id integer NOT NULL,
    longest_duration interval NOT NULL
);
ALTER TABLE ONLY health.sample_extent ALTER COLUMN person_id SET STATISTICS 0;

COMMENT ON TABLE health.sample_extent IS 'How far before a range its samples may begin. An upper bound: deletions do not lower it.';

COMMENT ON COLUMN health.sample_extent.person_id IS 'Whose samples.';

COMMENT ON COLUMN health.sample_extent.sample_type_id IS 'The type, in health.sample_type.';

COMMENT ON COLUMN health.sample_extent.longest_duration IS 'No sample of the type is longer.';

CREATE VIEW health.daily_quantity WITH (security_invoker='true') AS
 WITH known AS NOT MATERIALIZED (
         SELECT sample_extent.person_id,
            person_1.name AS person,
            sample_extent.sample_type_id,
            sample_type.short_name AS type,
            sample_type.preferred_unit,
            sample_type.preferred_factor,
            sample_type.preferred_shift,
            (health_code.chosen_units(sample_extent.person_id) -> (sample_extent.sample_type_id)::text) AS chosen,
            health_code.marked_times(sample_extent.person_id, sample_extent.sample_type_id) AS stale,
            health_code.ranked_sources(sample_extent.person_id, sample_extent.sample_type_id) AS source_ids
           FROM ((health.person person_1
             JOIN health.sample_extent ON ((sample_extent.person_id = person_1.person_id)))
             JOIN health.sample_type ON ((sample_type.sample_type_id = sample_extent.sample_type_id)))
          WHERE ((sample_type.kind = 'quantity'::text) AND sample_type.in_catalogue AND (sample_type.aggregation_style IS NOT NULL))
          GROUP BY sample_extent.person_id, person_1.name, sample_extent.sample_type_id, sample_type.short_name, sample_type.preferred_unit, sample_type.preferred_factor, sample_type.preferred_shift
        )
 SELECT day.person_id,
    day.person,
    day.type,
    day.date,
    day.start_time,
    day.end_time,
    day.count,
    health_code.shown_quantity(day.sum, day.factor, day.shift) AS sum,
    health_code.shown_quantity(day.average, day.factor, day.shift) AS average,
    health_code.shown_quantity(day.minimum, day.factor, day.shift) AS minimum,
    health_code.shown_quantity(day.maximum, day.factor, day.shift) AS maximum,
    day.duration,
    health_code.shown_quantity(day.most_recent, day.factor, day.shift) AS most_recent,
    day.most_recent_end_time,
    day.sources,
    day.unit,
    (day.end_time > now()) AS partial,
    (person.clock).time_zones[width_bucket(day.start_time, (person.clock).from_times)] AS time_zone
   FROM (( SELECT known.person_id,
            known.person,
            known.type,
            COALESCE((known.chosen ->> 0), known.preferred_unit) AS unit,
            COALESCE(((known.chosen -> 1))::double precision, known.preferred_factor) AS factor,
            COALESCE(((known.chosen -> 2))::double precision, known.preferred_shift) AS shift,
            day_1.date,
            day_1.start_time,
            day_1.end_time,
            day_1.count,
            day_1.sum,
            day_1.average,
            day_1.minimum,
            day_1.maximum,
            ((day_1.duration)::numeric / '1000000'::numeric) AS duration,
            day_1.most_recent,
            day_1.most_recent_end_time,
            ARRAY( SELECT listed.source_id
                   FROM unnest(known.source_ids) WITH ORDINALITY listed(source_id, number)
                  WHERE (listed.source_id = ANY (day_1.source_ids))
                  ORDER BY listed.number) AS sources
           FROM (known
             JOIN health.day day_1 ON (((day_1.person_id = known.person_id) AND (day_1.sample_type_id = known.sample_type_id))))
          WHERE ((day_1.source_id = 0) AND (day_1.count > 0) AND (day_1.start_time <= now()) AND ((known.stale && tstzrange(day_1.start_time, day_1.end_time)) IS NOT TRUE))
        UNION ALL
         SELECT known.person_id,
            known.person,
            known.type,
            COALESCE((known.chosen ->> 0), known.preferred_unit) AS "coalesce",
            COALESCE(((known.chosen -> 1))::double precision, known.preferred_factor) AS "coalesce",
            COALESCE(((known.chosen -> 2))::double precision, known.preferred_shift) AS "coalesce",
            (known.day).date AS date,
            (known.day).start_time AS start_time,
            (known.day).end_time AS end_time,
            (known.day).count AS count,
            (known.day).sum AS sum,
            (known.day).average AS average,
            (known.day).minimum AS minimum,
            (known.day).maximum AS maximum,
            (known.day).duration AS duration,
            (known.day).most_recent AS most_recent,
            (known.day).most_recent_end_time AS most_recent_end_time,
            (known.day).sources AS sources
           FROM ( SELECT known_1.person_id,
                    known_1.person,
                    known_1.sample_type_id,
                    known_1.type,
                    known_1.preferred_unit,
                    known_1.preferred_factor,
                    known_1.preferred_shift,
                    known_1.chosen,
                    known_1.stale,
                    known_1.source_ids,
                    health_code.marked_days(known_1.person_id, known_1.sample_type_id) AS day
                   FROM known known_1
                  WHERE ((known_1.stale IS NOT NULL) OR ((known_1.person_id, known_1.sample_type_id) IN ( SELECT partly_readable_types.person_id,
                            partly_readable_types.sample_type_id
                           FROM health.partly_readable_types() partly_readable_types(person_id, sample_type_id))))) known) day
     JOIN ( SELECT person_1.person_id,
            person_1.name,
            health_code.own_clock(person_1.person_id) AS clock
           FROM health.person person_1
          GROUP BY person_1.person_id, person_1.name) person ON (((person.person_id = day.person_id) AND (person.name = day.person))));

COMMENT ON VIEW health.daily_quantity IS 'The figures of each quantity type and day on the person''s own clock, or of UTC if the person''s zones are not known. Days without samples have no row. The days are those of health.day. The days that are stale there are computed for the query, like all days of a type of which the reader may read only some samples.';

COMMENT ON COLUMN health.daily_quantity.person_id IS 'The person to whom the day belongs.';

COMMENT ON COLUMN health.daily_quantity.person IS 'The person''s name.';

COMMENT ON COLUMN health.daily_quantity.type IS 'Short name of the type, such as restingHeartRate.';

COMMENT ON COLUMN health.daily_quantity.date IS 'The day. A day without samples has no row.';

COMMENT ON COLUMN health.daily_quantity.start_time IS 'Start of the day in the zone in which the person was.';

COMMENT ON COLUMN health.daily_quantity.end_time IS 'End of the day, exclusive.';

COMMENT ON COLUMN health.daily_quantity.count IS 'Number of samples of all sources.';

COMMENT ON COLUMN health.daily_quantity.sum IS 'Sum in unit, all sources merged; null for types that are not cumulative.';

COMMENT ON COLUMN health.daily_quantity.average IS 'Average in unit, by the rule of the type; null for cumulative types.';

COMMENT ON COLUMN health.daily_quantity.minimum IS 'Least value in unit; null for cumulative types.';

COMMENT ON COLUMN health.daily_quantity.maximum IS 'Greatest value in unit; null for cumulative types.';

COMMENT ON COLUMN health.daily_quantity.duration IS 'Seconds that samples cover; overlaps count once.';

COMMENT ON COLUMN health.daily_quantity.most_recent IS 'Value of the sample that ends last, in unit.';

COMMENT ON COLUMN health.daily_quantity.most_recent_end_time IS 'End of that sample.';

COMMENT ON COLUMN health.daily_quantity.sources IS 'The sources whose samples made the figures (source_id in health.source), highest priority first.';

COMMENT ON COLUMN health.daily_quantity.unit IS 'The person''s choice for the type, else the type''s preferred unit.';

COMMENT ON COLUMN health.daily_quantity.partial IS 'Whether the day has not ended yet.';

COMMENT ON COLUMN health.daily_quantity.time_zone IS 'The zone in which the person was at the start; null if it is not known, and the day is then that of UTC.';

CREATE VIEW health.daily_active_energy WITH (security_invoker='true') AS
 SELECT day.person_id,
    day.person,
    day.date,
    day.start_time,
    day.end_time,
    day.sum AS active_energy,
    day.duration,
    day.sources,
    day.unit,
    day.partial,
    day.time_zone
   FROM health.daily_quantity day
  WHERE (day.type = 'activeEnergyBurned'::text);

COMMENT ON VIEW health.daily_active_energy IS 'Active energy of each day on the person''s own clock, as in health.daily_quantity. The move ring, as the phone computed it, is in health.activity_summary.';

COMMENT ON COLUMN health.daily_active_energy.person_id IS 'The person to whom the day belongs.';

COMMENT ON COLUMN health.daily_active_energy.person IS 'The person''s name.';

COMMENT ON COLUMN health.daily_active_energy.date IS 'The day. A day without samples has no row.';

COMMENT ON COLUMN health.daily_active_energy.start_time IS 'Start of the day in the zone in which the person was.';

COMMENT ON COLUMN health.daily_active_energy.end_time IS 'End of the day, exclusive.';

COMMENT ON COLUMN health.daily_active_energy.active_energy IS 'Active energy in unit.';

COMMENT ON COLUMN health.daily_active_energy.duration IS 'Seconds that samples cover; overlaps count once.';

COMMENT ON COLUMN health.daily_active_energy.sources IS 'The sources whose samples made the figures (source_id in health.source), highest priority first.';

COMMENT ON COLUMN health.daily_active_energy.unit IS 'Unit of active_energy: the person''s choice, else kcal.';

COMMENT ON COLUMN health.daily_active_energy.partial IS 'Whether the day has not ended yet.';

COMMENT ON COLUMN health.daily_active_energy.time_zone IS 'The zone in which the person was at the start; null if it is not known, and the day is then that of UTC.';

CREATE VIEW health.daily_category WITH (security_invoker='true') AS
 WITH known AS NOT MATERIALIZED (
         SELECT sample_extent.person_id,
            person_1.name AS person,
            sample_extent.sample_type_id,
            sample_type.short_name AS type,
            sample_type.value_enum,
            health_code.marked_times(sample_extent.person_id, sample_extent.sample_type_id) AS stale,
            health_code.ranked_sources(sample_extent.person_id, sample_extent.sample_type_id) AS ranked_sources
           FROM ((health.person person_1
             JOIN health.sample_extent ON ((sample_extent.person_id = person_1.person_id)))
             JOIN health.sample_type ON ((sample_type.sample_type_id = sample_extent.sample_type_id)))
          WHERE ((sample_type.kind = 'category'::text) AND sample_type.in_catalogue AND (sample_type.identifier <> 'HKCategoryTypeIdentifierSleepAnalysis'::text))
          GROUP BY sample_extent.person_id, person_1.name, sample_extent.sample_type_id, sample_type.short_name, sample_type.value_enum
        )
 SELECT day.person_id,
    day.person,
    day.type,
    day.date,
    day.start_time,
    day.end_time,
    NULLIF(part.value, '-1'::integer) AS value,
        CASE
            WHEN (part.value <> '-1'::integer) THEN COALESCE(category_value.case_name, (part.value)::text)
            ELSE NULL::text
        END AS value_name,
    (part.count)::bigint AS count,
    ((part.duration)::double precision / ('1000000'::numeric)::double precision) AS duration,
    (day.count)::bigint AS day_count,
    ((day.duration)::double precision / ('1000000'::numeric)::double precision) AS day_duration,
    ARRAY( SELECT listed.source_id
           FROM unnest(day.ranked_sources) WITH ORDINALITY listed(source_id, number)
          WHERE (listed.source_id = ANY (day.source_ids))
          ORDER BY listed.number) AS sources,
    (day.end_time > now()) AS partial,
    (person.clock).time_zones[width_bucket(day.start_time, (person.clock).from_times)] AS time_zone
   FROM (((( SELECT known.person_id,
            known.person,
            known.type,
            known.value_enum,
            known.ranked_sources,
            day_1.date,
            day_1.start_time,
            day_1.end_time,
            day_1.count,
            day_1.duration,
            day_1.source_ids,
            day_1.category_values,
            day_1.value_counts,
            day_1.value_durations
           FROM (known
             JOIN health.day day_1 ON (((day_1.person_id = known.person_id) AND (day_1.sample_type_id = known.sample_type_id))))
          WHERE ((day_1.source_id = 0) AND (day_1.start_time <= now()) AND ((known.stale && tstzrange(day_1.start_time, day_1.end_time)) IS NOT TRUE))
        UNION ALL
         SELECT known.person_id,
            known.person,
            known.type,
            known.value_enum,
            known.ranked_sources,
            (known.day).date AS date,
            (known.day).start_time AS start_time,
            (known.day).end_time AS end_time,
            (known.day).count AS count,
            (known.day).duration AS duration,
            (known.day).source_ids AS source_ids,
            (known.day).category_values AS category_values,
            (known.day).value_counts AS value_counts,
            (known.day).value_durations AS value_durations
           FROM ( SELECT known_1.person_id,
                    known_1.person,
                    known_1.sample_type_id,
                    known_1.type,
                    known_1.value_enum,
                    known_1.stale,
                    known_1.ranked_sources,
                    health_code.marked_categories(known_1.person_id, known_1.sample_type_id) AS day
                   FROM known known_1
                  WHERE ((known_1.stale IS NOT NULL) OR ((known_1.person_id, known_1.sample_type_id) IN ( SELECT partly_readable_types.person_id,
                            partly_readable_types.sample_type_id
                           FROM health.partly_readable_types() partly_readable_types(person_id, sample_type_id))))) known) day
     JOIN ( SELECT person_1.person_id,
            person_1.name,
            health_code.own_clock(person_1.person_id) AS clock
           FROM health.person person_1
          GROUP BY person_1.person_id, person_1.name) person ON (((person.person_id = day.person_id) AND (person.name = day.person))))
     CROSS JOIN LATERAL UNNEST(day.category_values, day.value_counts, day.value_durations) part(value, count, duration))
     LEFT JOIN LATERAL ( SELECT category_value_1.case_name
           FROM health.category_value category_value_1
          WHERE ((category_value_1.enum = day.value_enum) AND (category_value_1.raw_value = part.value))
          ORDER BY (category_value_1.deprecated IS NOT NULL)
         LIMIT 1) category_value ON (true));

COMMENT ON VIEW health.daily_category IS 'The figures of each category type, day and value on the person''s own clock, or of UTC if the person''s zones are not known: how often, and for how long. Of several sources with a sample at the same instant, the highest in the person''s order counts. Days without samples have no row. Sleep is in health.sleep_night.';

COMMENT ON COLUMN health.daily_category.person_id IS 'The person to whom the day belongs.';

COMMENT ON COLUMN health.daily_category.person IS 'The person''s name.';

COMMENT ON COLUMN health.daily_category.type IS 'Short name of the type, such as mindfulSession.';

COMMENT ON COLUMN health.daily_category.date IS 'The day. A day on which nothing counts has no row.';

COMMENT ON COLUMN health.daily_category.start_time IS 'When the day begins.';

COMMENT ON COLUMN health.daily_category.end_time IS 'When the day ends, exclusive.';

COMMENT ON COLUMN health.daily_category.value IS 'Raw value of the type''s enumeration, as in health.category_sample; null for a text that is not in the catalogue.';

COMMENT ON COLUMN health.daily_category.value_name IS 'Name of the value.';

COMMENT ON COLUMN health.daily_category.count IS 'Number of samples of the value. A sample does not count if a source of higher priority has one open at its start. A sample that begins before the day counts too.';

COMMENT ON COLUMN health.daily_category.duration IS 'Seconds of the day with the value; overlaps count once.';

COMMENT ON COLUMN health.daily_category.day_count IS 'Number of samples of all values.';

COMMENT ON COLUMN health.daily_category.day_duration IS 'Seconds of the day that samples cover.';

COMMENT ON COLUMN health.daily_category.sources IS 'The sources whose samples made the figures of the day (source_id in health.source), highest priority first.';

COMMENT ON COLUMN health.daily_category.partial IS 'Whether the day has not ended yet.';

COMMENT ON COLUMN health.daily_category.time_zone IS 'The zone in which the person was at the start; null if it is not known, and the day is then that of UTC.';

CREATE VIEW health.daily_heart_rate WITH (security_invoker='true') AS
 SELECT day.person_id,
    day.person,
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
    day.partial,
    day.time_zone
   FROM health.daily_quantity day
  WHERE (day.type = 'heartRate'::text);

COMMENT ON VIEW health.daily_heart_rate IS 'Heart rate of each day on the person''s own clock, as in health.daily_quantity.';

COMMENT ON COLUMN health.daily_heart_rate.person_id IS 'The person to whom the day belongs.';

COMMENT ON COLUMN health.daily_heart_rate.person IS 'The person''s name.';

COMMENT ON COLUMN health.daily_heart_rate.date IS 'The day. A day without samples has no row.';

COMMENT ON COLUMN health.daily_heart_rate.start_time IS 'Start of the day in the zone in which the person was.';

COMMENT ON COLUMN health.daily_heart_rate.end_time IS 'End of the day, exclusive.';

COMMENT ON COLUMN health.daily_heart_rate.count IS 'Number of samples of all sources.';

COMMENT ON COLUMN health.daily_heart_rate.average IS 'Average in unit; each measurement is weighted by the time for which it stands.';

COMMENT ON COLUMN health.daily_heart_rate.minimum IS 'Lowest heart rate, in unit.';

COMMENT ON COLUMN health.daily_heart_rate.maximum IS 'Highest heart rate, in unit.';

COMMENT ON COLUMN health.daily_heart_rate.most_recent IS 'Value of the sample that ends last, in unit.';

COMMENT ON COLUMN health.daily_heart_rate.most_recent_end_time IS 'End of that sample.';

COMMENT ON COLUMN health.daily_heart_rate.sources IS 'The sources whose samples made the figures (source_id in health.source), highest priority first.';

COMMENT ON COLUMN health.daily_heart_rate.unit IS 'Unit of the figures: the person''s choice, else count/min.';

COMMENT ON COLUMN health.daily_heart_rate.partial IS 'Whether the day has not ended yet.';

COMMENT ON COLUMN health.daily_heart_rate.time_zone IS 'The zone in which the person was at the start; null if it is not known, and the day is then that of UTC.';

CREATE VIEW health.daily_steps WITH (security_invoker='true') AS
 SELECT day.person_id,
    day.person,
    day.date,
    day.start_time,
    day.end_time,
    day.sum AS steps,
    day.duration,
    day.sources,
    day.unit,
    day.partial,
    day.time_zone
   FROM health.daily_quantity day
  WHERE (day.type = 'stepCount'::text);

COMMENT ON VIEW health.daily_steps IS 'Steps of each day on the person''s own clock (UTC if the person''s zones are not known), as in health.daily_quantity. No instant counts twice.';

COMMENT ON COLUMN health.daily_steps.person_id IS 'The person to whom the day belongs.';

COMMENT ON COLUMN health.daily_steps.person IS 'The person''s name.';

COMMENT ON COLUMN health.daily_steps.date IS 'The day. A day without samples has no row.';

COMMENT ON COLUMN health.daily_steps.start_time IS 'Start of the day in the zone in which the person was.';

COMMENT ON COLUMN health.daily_steps.end_time IS 'End of the day, exclusive.';

COMMENT ON COLUMN health.daily_steps.steps IS 'Number of steps, in unit.';

COMMENT ON COLUMN health.daily_steps.duration IS 'Seconds that samples cover; overlaps count once.';

COMMENT ON COLUMN health.daily_steps.sources IS 'The sources whose samples made the figures (source_id in health.source), highest priority first.';

COMMENT ON COLUMN health.daily_steps.unit IS 'Unit of steps: the person''s choice, else count.';

COMMENT ON COLUMN health.daily_steps.partial IS 'Whether the day has not ended yet.';

COMMENT ON COLUMN health.daily_steps.time_zone IS 'The zone in which the person was at the start; null if it is not known, and the day is then that of UTC.';

CREATE TABLE health.day_clock (
    person_id integer NOT NULL,
    start_times timestamp with time zone[] NOT NULL,
    time_zones text[] NOT NULL
);
ALTER TABLE ONLY health.day_clock ALTER COLUMN person_id SET STATISTICS 0;

COMMENT ON TABLE health.day_clock IS 'The clock of each person on which the days of health.day were computed. A writer that changes the person''s time zones compares them with this clock, and marks the days that begin or end at other times now.';

COMMENT ON COLUMN health.day_clock.person_id IS 'Whose clock. Without a row, days are those of UTC.';

COMMENT ON COLUMN health.day_clock.start_times IS 'From when on the clock shows the zone of the same position: ascending.';

COMMENT ON COLUMN health.day_clock.time_zones IS 'Names of the IANA database.';

CREATE TABLE health.deleted_sample (
    person_id integer NOT NULL,
    uuid uuid NOT NULL,
    sample_type_id integer,
    deleted_at timestamp with time zone DEFAULT now() NOT NULL,
    change_position bigint NOT NULL,
    went_with_correlation boolean DEFAULT false NOT NULL,
    start_time timestamp with time zone,
    end_time timestamp with time zone,
    stated_at timestamp with time zone,
    source_revision_id integer,
    quantity double precision,
    content text,
    holder_id integer
);
ALTER TABLE ONLY health.deleted_sample ALTER COLUMN person_id SET STATISTICS 0;

COMMENT ON TABLE health.deleted_sample IS 'Deletions (HKDeletedObject), kept permanently: a deleted sample does not come back, whichever arrives first.';

COMMENT ON COLUMN health.deleted_sample.person_id IS 'Whose sample.';

COMMENT ON COLUMN health.deleted_sample.uuid IS 'The deleted sample.';

COMMENT ON COLUMN health.deleted_sample.sample_type_id IS 'Its type; null if the sample was never stored and the client did not name it.';

COMMENT ON COLUMN health.deleted_sample.deleted_at IS 'When the deletion arrived here.';

COMMENT ON COLUMN health.deleted_sample.change_position IS 'Its position in the person''s change feed.';

COMMENT ON COLUMN health.deleted_sample.went_with_correlation IS 'True if the sample was deleted with a correlation that contained it. A further correlation or workout that contains the sample brings it back. False if the sample was deleted by its uuid.';

COMMENT ON COLUMN health.deleted_sample.start_time IS 'Start of the deleted sample; null if it is not known.';

COMMENT ON COLUMN health.deleted_sample.end_time IS 'End of the deleted sample; null if it is not known.';

COMMENT ON COLUMN health.deleted_sample.stated_at IS 'The end of the complete range that no longer has the sample: when the export was made, or until when the client has read its Health store. The sample is alive again if a newer export lists it. Null for a sample that a client deleted or a newer version replaced.';

COMMENT ON COLUMN health.deleted_sample.source_revision_id IS 'Who wrote the sample, in health.source_revision. With type, times and value it tells a record of an export that is the same sample. Null for a record of an export, whose uuid is the same.';

COMMENT ON COLUMN health.deleted_sample.quantity IS 'As in health.sample.';

COMMENT ON COLUMN health.deleted_sample.content IS 'The value of a category sample, the activity of a workout or the identifier of a clinical record, as text.';

COMMENT ON COLUMN health.deleted_sample.holder_id IS 'The holder that saved the sample, as in health.sample.';

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

CREATE TABLE health.device_type (
    person_id integer NOT NULL,
    device_id integer NOT NULL,
    sample_type_id integer NOT NULL
);
ALTER TABLE ONLY health.device_type ALTER COLUMN person_id SET STATISTICS 0;

COMMENT ON TABLE health.device_type IS 'The types of the samples that each device has or had. A holder that may read none of these types may not read the device.';

COMMENT ON COLUMN health.device_type.person_id IS 'The person to whom the device belongs.';

COMMENT ON COLUMN health.device_type.device_id IS 'The device, in health.device.';

COMMENT ON COLUMN health.device_type.sample_type_id IS 'The type, in health.sample_type.';

CREATE TABLE health.dropped_foreign_key (
    table_name text NOT NULL,
    constraint_name text NOT NULL,
    definition text NOT NULL
);

COMMENT ON TABLE health.dropped_foreign_key IS 'The foreign keys that healthstore distribute has dropped and adds again at its end. The table has rows only while it runs, or if it was interrupted.';

COMMENT ON COLUMN health.dropped_foreign_key.table_name IS 'The table of schema health that had the foreign key.';

COMMENT ON COLUMN health.dropped_foreign_key.constraint_name IS 'The name of the foreign key.';

COMMENT ON COLUMN health.dropped_foreign_key.definition IS 'The foreign key, as ALTER TABLE takes it.';

CREATE VIEW health.electrocardiogram WITH (security_invoker='true') AS
 SELECT sample.person_id,
    sample.person,
    sample.uuid,
    sample.start_time,
    sample.end_time,
    sample.local_start,
    sample.time_zone,
    (sample_detail.parts ->> 'classification'::text) AS classification,
    health_code.json_number((sample_detail.parts -> 'averageHeartRate'::text)) AS average_heart_rate,
    health_code.json_number((sample_detail.parts -> 'samplingFrequency'::text)) AS sampling_frequency,
    (sample_detail.parts ->> 'lead'::text) AS lead,
    (sample_detail.parts ->> 'symptoms'::text) AS symptoms,
        CASE
            WHEN (jsonb_typeof((sample_detail.parts -> 'voltages'::text)) = 'array'::text) THEN jsonb_array_length((sample_detail.parts -> 'voltages'::text))
            ELSE NULL::integer
        END AS voltage_count,
    sample.source_id,
    sample.source,
    sample.device_id,
    sample.device,
    sample.creation_time,
    sample_detail.metadata
   FROM (health.named_sample sample
     LEFT JOIN health.sample_detail ON (((sample_detail.person_id = sample.person_id) AND (sample_detail.uuid = sample.uuid))))
  WHERE (sample.identifier = 'HKDataTypeIdentifierElectrocardiogram'::text);

COMMENT ON VIEW health.electrocardiogram IS 'Electrocardiograms (HKElectrocardiogram). The voltages are in electrocardiogram_voltage.';

COMMENT ON COLUMN health.electrocardiogram.person_id IS 'The person to whom the sample belongs.';

COMMENT ON COLUMN health.electrocardiogram.person IS 'The person''s name.';

COMMENT ON COLUMN health.electrocardiogram.uuid IS 'HealthKit''s uuid, or one computed from the content.';

COMMENT ON COLUMN health.electrocardiogram.start_time IS 'Start.';

COMMENT ON COLUMN health.electrocardiogram.end_time IS 'End, exclusive; equal to the start for a point.';

COMMENT ON COLUMN health.electrocardiogram.local_start IS 'Start on the clock of time_zone, else of UTC.';

COMMENT ON COLUMN health.electrocardiogram.time_zone IS 'The zone in which the person was at the start, by the person''s own clock; null if unknown.';

COMMENT ON COLUMN health.electrocardiogram.classification IS 'As sent; in an export it is in the language of the phone. Null if not sent.';

COMMENT ON COLUMN health.electrocardiogram.average_heart_rate IS 'Beats per minute; null if not sent.';

COMMENT ON COLUMN health.electrocardiogram.sampling_frequency IS 'Voltages per second (Hz).';

COMMENT ON COLUMN health.electrocardiogram.lead IS 'As sent, such as Lead I.';

COMMENT ON COLUMN health.electrocardiogram.symptoms IS 'As sent; null if not sent.';

COMMENT ON COLUMN health.electrocardiogram.voltage_count IS 'Number of voltages; null if none were sent.';

COMMENT ON COLUMN health.electrocardiogram.source_id IS 'The source, in health.source.';

COMMENT ON COLUMN health.electrocardiogram.source IS 'Name of the source; a label if the name is hidden.';

COMMENT ON COLUMN health.electrocardiogram.device_id IS 'The device, in health.device; null if not sent.';

COMMENT ON COLUMN health.electrocardiogram.device IS 'Name of the device; null if not sent.';

COMMENT ON COLUMN health.electrocardiogram.creation_time IS 'When the sample was saved on the phone; null if not sent.';

COMMENT ON COLUMN health.electrocardiogram.metadata IS 'HKMetadata; null if there is none.';

CREATE VIEW health.electrocardiogram_voltage WITH (security_invoker='true') AS
 SELECT sample.person_id,
    sample.person,
    sample.uuid,
    ((voltage.ordinal - 1))::integer AS ordinal,
    (((voltage.ordinal - 1))::double precision / sampling.frequency) AS time_since_start,
    (health_code.json_number(voltage.value) * sampling.microvolts) AS microvolts
   FROM (((health.named_sample sample
     JOIN health.sample_detail ON (((sample_detail.person_id = sample.person_id) AND (sample_detail.uuid = sample.uuid))))
     CROSS JOIN LATERAL ( SELECT NULLIF(health_code.json_number((sample_detail.parts -> 'samplingFrequency'::text)), (0)::double precision) AS frequency,
                CASE translate(COALESCE((sample_detail.parts ->> 'unit'::text), 'uV'::text), 'µμ'::text, 'uu'::text)
                    WHEN 'uV'::text THEN (1)::double precision
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
  WHERE (sample.identifier = 'HKDataTypeIdentifierElectrocardiogram'::text);

COMMENT ON VIEW health.electrocardiogram_voltage IS 'The voltages of electrocardiograms. Select one electrocardiogram at a time: each has about 15,000 voltages.';

COMMENT ON COLUMN health.electrocardiogram_voltage.person_id IS 'The person to whom the sample belongs.';

COMMENT ON COLUMN health.electrocardiogram_voltage.person IS 'The person''s name.';

COMMENT ON COLUMN health.electrocardiogram_voltage.uuid IS 'The electrocardiogram.';

COMMENT ON COLUMN health.electrocardiogram_voltage.ordinal IS 'Position in the electrocardiogram, from 0.';

COMMENT ON COLUMN health.electrocardiogram_voltage.time_since_start IS 'Seconds since the start; null if the frequency is not known.';

COMMENT ON COLUMN health.electrocardiogram_voltage.microvolts IS 'Microvolts; null if the value is not a number or the unit is not known.';

CREATE TABLE health.erased_person (
    uuid uuid NOT NULL,
    erased_at timestamp with time zone DEFAULT now() NOT NULL
);

COMMENT ON TABLE health.erased_person IS 'The uuids of erased people, without their names. The program keeps the same list in a file outside the database. It erases these people again after an older backup of the database was restored.';

COMMENT ON COLUMN health.erased_person.uuid IS 'The uuid that the person had in health.person.';

COMMENT ON COLUMN health.erased_person.erased_at IS 'The time at which the erasing began.';

CREATE VIEW health.food WITH (security_invoker='true') AS
 SELECT sample.person_id,
    sample.person,
    sample.uuid,
    sample.start_time,
    sample.end_time,
    sample.local_start,
    sample.time_zone,
    (sample.metadata ->> 'HKFoodType'::text) AS name,
    ((content.nutrients -> 'dietaryEnergyConsumed'::text))::double precision AS energy,
    ((content.nutrients -> 'dietaryProtein'::text))::double precision AS protein,
    ((content.nutrients -> 'dietaryCarbohydrates'::text))::double precision AS carbohydrates,
    ((content.nutrients -> 'dietarySugar'::text))::double precision AS sugar,
    ((content.nutrients -> 'dietaryFiber'::text))::double precision AS fiber,
    ((content.nutrients -> 'dietaryFatTotal'::text))::double precision AS fat,
    ((content.nutrients -> 'dietaryFatSaturated'::text))::double precision AS saturated_fat,
    ((content.nutrients -> 'dietaryCholesterol'::text))::double precision AS cholesterol,
    ((content.nutrients -> 'dietarySodium'::text))::double precision AS sodium,
    ((content.nutrients -> 'dietaryPotassium'::text))::double precision AS potassium,
    ((content.nutrients -> 'dietaryCaffeine'::text))::double precision AS caffeine,
    ((content.nutrients -> 'dietaryWater'::text))::double precision AS water,
    content.nutrients,
    sample.source_id,
    sample.source,
    sample.was_user_entered,
    sample.metadata
   FROM ((health.named_sample sample
     JOIN health.sample_type food_type ON ((food_type.identifier = 'HKCorrelationTypeIdentifierFood'::text)))
     CROSS JOIN LATERAL ( SELECT jsonb_object_agg(nutrient.short_name, nutrient.quantity) AS nutrients
           FROM ( SELECT nutrient_type.short_name,
                    health_code.shown_quantity(sum(inside.quantity), nutrient_type.preferred_factor, nutrient_type.preferred_shift) AS quantity
                   FROM ((health.contained_sample
                     JOIN health.sample inside ON (((inside.person_id = contained_sample.person_id) AND (inside.uuid = contained_sample.uuid))))
                     JOIN health.sample_type nutrient_type ON (((nutrient_type.sample_type_id = inside.sample_type_id) AND (nutrient_type.short_name ~~ 'dietary%'::text))))
                  WHERE ((contained_sample.person_id = sample.person_id) AND (contained_sample.container_uuid = sample.uuid))
                  GROUP BY nutrient_type.sample_type_id, nutrient_type.short_name, nutrient_type.preferred_factor, nutrient_type.preferred_shift) nutrient) content)
  WHERE (sample.sample_type_id = food_type.sample_type_id);

COMMENT ON VIEW health.food IS 'Food and meals, a row for each correlation (HKCorrelationTypeIdentifierFood). Nutrients are in the catalogue''s preferred unit of their type, whatever the person chose: null where absent, and the sum where the correlation has several samples.';

COMMENT ON COLUMN health.food.person_id IS 'The person to whom the sample belongs.';

COMMENT ON COLUMN health.food.person IS 'The person''s name.';

COMMENT ON COLUMN health.food.uuid IS 'HealthKit''s uuid, or one computed from the content.';

COMMENT ON COLUMN health.food.start_time IS 'Start.';

COMMENT ON COLUMN health.food.end_time IS 'End, exclusive; equal to the start for a point.';

COMMENT ON COLUMN health.food.local_start IS 'Start on the clock of time_zone, else of UTC.';

COMMENT ON COLUMN health.food.time_zone IS 'The zone in which the person was at the start, by the person''s own clock; null if unknown.';

COMMENT ON COLUMN health.food.name IS 'HKFoodType of the metadata; null if not sent.';

COMMENT ON COLUMN health.food.energy IS 'Dietary energy in kcal.';

COMMENT ON COLUMN health.food.protein IS 'Protein in g.';

COMMENT ON COLUMN health.food.carbohydrates IS 'Carbohydrates in g, sugar and fiber included.';

COMMENT ON COLUMN health.food.sugar IS 'Sugar in g.';

COMMENT ON COLUMN health.food.fiber IS 'Fiber in g.';

COMMENT ON COLUMN health.food.fat IS 'Total fat in g.';

COMMENT ON COLUMN health.food.saturated_fat IS 'Saturated fat in g.';

COMMENT ON COLUMN health.food.cholesterol IS 'Cholesterol in mg.';

COMMENT ON COLUMN health.food.sodium IS 'Sodium in mg.';

COMMENT ON COLUMN health.food.potassium IS 'Potassium in mg.';

COMMENT ON COLUMN health.food.caffeine IS 'Caffeine in mg.';

COMMENT ON COLUMN health.food.water IS 'Water in mL.';

COMMENT ON COLUMN health.food.nutrients IS 'All nutrients by short name of their type, in its preferred unit; null without any.';

COMMENT ON COLUMN health.food.source_id IS 'The source, in health.source.';

COMMENT ON COLUMN health.food.source IS 'Name of the source; a label if the name is hidden.';

COMMENT ON COLUMN health.food.was_user_entered IS 'Whether the sample was entered by hand.';

COMMENT ON COLUMN health.food.metadata IS 'HKMetadata; null if there is none.';

CREATE VIEW health.freshness WITH (security_invoker='true') AS
 SELECT person.person_id,
    person.name AS person,
    sample_type.short_name AS type,
    sample_type.kind,
    health_code.sample_count(person.person_id, sample_type.sample_type_id) AS count,
    listed.first_start_time,
    listed.latest_start_time,
    listed.latest_end_time,
    listed.latest_creation_time,
    listed.latest_source,
    (now() - listed.latest_end_time) AS age,
    (
        CASE
            WHEN (listed.latest_end_time <= now()) THEN listed.latest_end_time
            ELSE listed.latest_start_time
        END < (now() - '2 days'::interval)) AS is_silent
   FROM ((health.person
     CROSS JOIN LATERAL health_code.latest_samples(person.person_id) listed(sample_type_id, first_start_time, latest_start_time, latest_end_time, latest_creation_time, latest_source))
     JOIN health.sample_type ON ((sample_type.sample_type_id = listed.sample_type_id)));

COMMENT ON VIEW health.freshness IS 'The number and the age of the samples of each person and type, without samples that begin in the future. A row takes a few index probes; the column count reads one index entry for each sample, if it is selected.';

COMMENT ON COLUMN health.freshness.person_id IS 'The person to whom the samples belong.';

COMMENT ON COLUMN health.freshness.person IS 'The person''s name.';

COMMENT ON COLUMN health.freshness.type IS 'Short name of the type, such as stepCount.';

COMMENT ON COLUMN health.freshness.kind IS 'quantity, category, correlation, workout or other.';

COMMENT ON COLUMN health.freshness.count IS 'Number of samples of all sources; a series is one sample.';

COMMENT ON COLUMN health.freshness.first_start_time IS 'Start of the first sample.';

COMMENT ON COLUMN health.freshness.latest_start_time IS 'Start of the latest sample: the one that starts last.';

COMMENT ON COLUMN health.freshness.latest_end_time IS 'End of the latest sample.';

COMMENT ON COLUMN health.freshness.latest_creation_time IS 'When the latest sample was saved on the phone; null if not sent.';

COMMENT ON COLUMN health.freshness.latest_source IS 'Name of the latest sample''s source; a label if the name is hidden.';

COMMENT ON COLUMN health.freshness.age IS 'Time since the end of the latest sample; negative if it has not ended yet.';

COMMENT ON COLUMN health.freshness.is_silent IS 'True if the latest sample ended more than two days ago. A sample that ends in the future counts with its start.';

CREATE VIEW health.heartbeat WITH (security_invoker='true') AS
 SELECT sample.person_id,
    sample.person,
    sample.uuid,
    sample.type,
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
   FROM ((health.named_sample sample
     JOIN health.sample_detail ON (((sample_detail.person_id = sample.person_id) AND (sample_detail.uuid = sample.uuid))))
     CROSS JOIN LATERAL jsonb_array_elements(
        CASE
            WHEN (jsonb_typeof((sample_detail.parts -> 'heartbeats'::text)) = 'array'::text) THEN (sample_detail.parts -> 'heartbeats'::text)
            ELSE NULL::jsonb
        END) WITH ORDINALITY beat(value, ordinal))
  WHERE (sample.identifier = ANY (ARRAY['HKQuantityTypeIdentifierHeartRateVariabilitySDNN'::text, 'HKDataTypeIdentifierHeartbeatSeries'::text]));

COMMENT ON VIEW health.heartbeat IS 'Single heartbeats: in an export those of a heart rate variability sample, from apps those of an HKHeartbeatSeriesSample.';

COMMENT ON COLUMN health.heartbeat.person_id IS 'The person to whom the sample belongs.';

COMMENT ON COLUMN health.heartbeat.person IS 'The person''s name.';

COMMENT ON COLUMN health.heartbeat.uuid IS 'The sample with the beats, in health.sample.';

COMMENT ON COLUMN health.heartbeat.type IS 'heartRateVariabilitySDNN or heartbeatSeries.';

COMMENT ON COLUMN health.heartbeat.ordinal IS 'Position among the beats of the sample as sent, from 0.';

COMMENT ON COLUMN health.heartbeat."time" IS 'When the heart beat; null if not known.';

COMMENT ON COLUMN health.heartbeat.time_since_series_start IS 'Seconds from the start of the sample; null if not known.';

COMMENT ON COLUMN health.heartbeat.beats_per_minute IS 'The heart rate at this beat; null if not sent.';

COMMENT ON COLUMN health.heartbeat.preceded_by_gap IS 'Whether beats before this one are missing; null if not sent.';

COMMENT ON COLUMN health.heartbeat.sent_time IS 'Time of day as the export prints it, on the phone''s clock and in the phone''s language.';

CREATE TABLE health.holder (
    holder_id integer NOT NULL,
    person_id integer,
    name text,
    role text,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    openid_sha256 bytea,
    CONSTRAINT holder_name_check CHECK (
CASE
    WHEN (person_id IS NULL) THEN ((name <> ''::text) AND (octet_length(name) <= 200))
    ELSE ((name IS NULL) AND (role IS NULL))
END),
    CONSTRAINT holder_openid_check CHECK (((openid_sha256 IS NULL) OR ((octet_length(openid_sha256) = 32) AND (person_id IS NOT NULL))))
);
ALTER TABLE ONLY health.holder ALTER COLUMN person_id SET STATISTICS 0;

COMMENT ON TABLE health.holder IS 'The people, apps, devices and analysts to whom access may be granted. Each person has an own holder.';

COMMENT ON COLUMN health.holder.holder_id IS 'Identifies the holder. An id is not used again after the holder was removed.';

COMMENT ON COLUMN health.holder.person_id IS 'The person whose own holder this is; null for any other holder.';

COMMENT ON COLUMN health.holder.name IS 'The name that the operator chose; null for a person''s own holder, which has the person''s name.';

COMMENT ON COLUMN health.holder.role IS 'The SQL role that reads with the grants of this holder; null if there is none.';

COMMENT ON COLUMN health.holder.created_at IS 'The time of creation.';

COMMENT ON COLUMN health.holder.openid_sha256 IS 'SHA-256 of the issuer and the subject of the account at a provider of OpenID Connect that logs in as the person, with a zero byte between them; null if no account is linked.';

CREATE SEQUENCE health.holder_holder_id_seq
    AS integer
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;

ALTER SEQUENCE health.holder_holder_id_seq OWNED BY health.holder.holder_id;

COMMENT ON SEQUENCE health.holder_holder_id_seq IS 'The ids of holders.';

CREATE TABLE health.idempotency_key (
    person_id integer NOT NULL,
    key text NOT NULL,
    body_sha256 bytea NOT NULL,
    status integer NOT NULL,
    response bytea,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    holder_id integer NOT NULL,
    CONSTRAINT idempotency_key_body_sha256_check CHECK ((octet_length(body_sha256) = 32)),
    CONSTRAINT idempotency_key_key_check CHECK ((key ~ '^[!-~]{1,200}$'::text))
);
ALTER TABLE ONLY health.idempotency_key ALTER COLUMN person_id SET STATISTICS 0;

COMMENT ON TABLE health.idempotency_key IS 'The receipts of batches that came with an Idempotency-Key, so that sending one again gives the same receipt. Rows are forgotten after some days.';

COMMENT ON COLUMN health.idempotency_key.person_id IS 'Whose batch.';

COMMENT ON COLUMN health.idempotency_key.key IS 'As sent; 1 to 200 visible ASCII characters.';

COMMENT ON COLUMN health.idempotency_key.body_sha256 IS 'SHA-256 of the batch: another batch must not use the key.';

COMMENT ON COLUMN health.idempotency_key.status IS 'HTTP status of the answer.';

COMMENT ON COLUMN health.idempotency_key.response IS 'The answer, byte for byte; null for one too long to be kept.';

COMMENT ON COLUMN health.idempotency_key.created_at IS 'When the batch was stored.';

COMMENT ON COLUMN health.idempotency_key.holder_id IS 'The holder that sent the batch. Two holders may use the same key for different batches.';

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
    replaced bigint DEFAULT 0 NOT NULL,
    missing_samples bigint DEFAULT 0 NOT NULL,
    missing text DEFAULT 'evident'::text NOT NULL,
    holder_id integer NOT NULL,
    token_id uuid,
    CONSTRAINT import_missing_check CHECK ((missing = ANY (ARRAY['evident'::text, 'replace'::text, 'keep'::text]))),
    CONSTRAINT import_state_check CHECK ((state = ANY (ARRAY['receiving'::text, 'queued'::text, 'running'::text, 'finished'::text, 'failed'::text, 'cancelled'::text, 'undone'::text])))
);
ALTER TABLE ONLY health.import ALTER COLUMN person_id SET STATISTICS 0;

COMMENT ON TABLE health.import IS 'Every import of a file. records_read = stored + already_known + repeated_inside + deleted_before + refused, once it is finished.';

COMMENT ON COLUMN health.import.person_id IS 'Whose data.';

COMMENT ON COLUMN health.import.import_id IS 'Counts the person''s imports from 1.';

COMMENT ON COLUMN health.import.state IS 'receiving (its file is being uploaded), queued, running (also when its program was killed: the same command goes on, and so does the service), finished, failed, cancelled or undone. Of the last three nothing is stored.';

COMMENT ON COLUMN health.import.file_name IS 'Name of the file, or of the directory of an unzipped export, without its folder.';

COMMENT ON COLUMN health.import.file_bytes IS 'Its size; of a directory that of all its files.';

COMMENT ON COLUMN health.import.fingerprint IS 'SHA-256, in hexadecimal digits, that tells the same file again: of its size, beginning, end and places between; of a directory of the paths, sizes and times of the last change of its files. Null where unknown: such an import cannot go on.';

COMMENT ON COLUMN health.import.started_at IS 'When it began first; of an upload, when that began.';

COMMENT ON COLUMN health.import.updated_at IS 'When something of it was last committed.';

COMMENT ON COLUMN health.import.finished_at IS 'When it ended, in whatever way.';

COMMENT ON COLUMN health.import.start_position IS 'The end of the person''s change feed when it began; null before.';

COMMENT ON COLUMN health.import.direct_position IS 'Set while records go into health.sample as they are read, which is so as long as the person has no other samples. They take the positions of the change feed behind this one, which the feed reaches when the import is finished.';

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

COMMENT ON COLUMN health.import.cancel_requested IS 'True if the import is to end. The process that runs it looks at this.';

COMMENT ON COLUMN health.import.error_code IS 'Stable name of the reason in error; null if it has none.';

COMMENT ON COLUMN health.import.completed IS 'Of already_known, records to which the file added what it has more: the points of a route, the statistics of a workout.';

COMMENT ON COLUMN health.import.replaced IS 'Samples of earlier exports that this one no longer lists, and that were deleted. They are no records of the file.';

COMMENT ON COLUMN health.import.missing_samples IS 'Samples of earlier exports that this one does not list, and that were kept.';

COMMENT ON COLUMN health.import.missing IS 'What becomes of samples that it does not list and nothing in it explains: evident (they are replaced if it is evidently an export of the same Health store), replace or keep.';

COMMENT ON COLUMN health.import.holder_id IS 'The holder that imports; the person''s own for an import of the command line.';

COMMENT ON COLUMN health.import.token_id IS 'The token with which the file was uploaded. It limits what is imported. Null for an import of the command line or of a session.';

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
    refused bigint NOT NULL,
    replaced bigint DEFAULT 0 NOT NULL,
    missing bigint DEFAULT 0 NOT NULL
);
ALTER TABLE ONLY health.import_count ALTER COLUMN person_id SET STATISTICS 0;

COMMENT ON TABLE health.import_count IS 'What became of a finished import''s records, per type and source. Their sums are those of health.import.';

COMMENT ON COLUMN health.import_count.person_id IS 'Whose data.';

COMMENT ON COLUMN health.import_count.import_id IS 'The import.';

COMMENT ON COLUMN health.import_count.item IS 'Identifier of the sample type, or name of the element where it is no sample or was refused.';

COMMENT ON COLUMN health.import_count.source IS 'Name of the source; empty if it has none.';

COMMENT ON COLUMN health.import_count.read IS 'As health.import.records_read.';

COMMENT ON COLUMN health.import_count.stored IS 'As health.import.stored.';

COMMENT ON COLUMN health.import_count.already_known IS 'As health.import.already_known.';

COMMENT ON COLUMN health.import_count.recognised IS 'As health.import.recognised.';

COMMENT ON COLUMN health.import_count.repeated_inside IS 'As health.import.repeated_inside.';

COMMENT ON COLUMN health.import_count.deleted_before IS 'As health.import.deleted_before.';

COMMENT ON COLUMN health.import_count.refused IS 'As health.import.refused.';

COMMENT ON COLUMN health.import_count.replaced IS 'As health.import.replaced.';

COMMENT ON COLUMN health.import_count.missing IS 'As health.import.missing_samples.';

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
    holder_id integer NOT NULL,
    folder text,
    CONSTRAINT import_upload_received_check CHECK (((received_bytes >= 0) AND (received_bytes <= expected_bytes)))
);
ALTER TABLE ONLY health.import_upload ALTER COLUMN person_id SET STATISTICS 0;

COMMENT ON TABLE health.import_upload IS 'What was uploaded for imports that came over HTTP. The file itself is in a folder of the service.';

COMMENT ON COLUMN health.import_upload.person_id IS 'Whose data.';

COMMENT ON COLUMN health.import_upload.import_id IS 'For which import.';

COMMENT ON COLUMN health.import_upload.spool_name IS 'Name of the file in the folder of the service, until the import has ended.';

COMMENT ON COLUMN health.import_upload.received_bytes IS 'How much of it is on the disk for good.';

COMMENT ON COLUMN health.import_upload.expected_bytes IS 'How long the whole file is; null while the client has not said.';

COMMENT ON COLUMN health.import_upload.sha256 IS 'Digest of the whole file, as the client announced it; null where it did not.';

COMMENT ON COLUMN health.import_upload.idempotency_key IS 'The client''s name for the upload, so that one whose answer was lost is found again; null where it gave none or it is forgotten.';

COMMENT ON COLUMN health.import_upload.taken_at IS 'When it was taken from the queue last; null before.';

COMMENT ON COLUMN health.import_upload.holder_id IS 'The holder that uploads, as in health.import.';

COMMENT ON COLUMN health.import_upload.folder IS 'Name of the folder that has the file: the host that made it, and a random number. Null before the first byte.';

CREATE TABLE health.installed_code (
    name text NOT NULL,
    sha256 text NOT NULL,
    drop_statements text NOT NULL
);

COMMENT ON TABLE health.installed_code IS 'What is created again when the program''s copy of it changes.';

COMMENT ON COLUMN health.installed_code.name IS 'tables, code (functions and views), rights, the path of a file of sql/access, shard_policies (on a cluster), catalogue or time_zone_offset.';

COMMENT ON COLUMN health.installed_code.sha256 IS 'SHA-256 of all its texts, or of what they are made of, in hexadecimal digits.';

COMMENT ON COLUMN health.installed_code.drop_statements IS 'How to drop what is installed, in order.';

CREATE SEQUENCE health.mark_id
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;

COMMENT ON SEQUENCE health.mark_id IS 'The numbers of marks.';

CREATE TABLE health.mark (
    person_id integer NOT NULL,
    sample_type_id integer NOT NULL,
    mark_id bigint DEFAULT nextval('health.mark_id'::regclass) NOT NULL,
    from_time timestamp with time zone NOT NULL,
    to_time timestamp with time zone NOT NULL,
    marked_at timestamp with time zone DEFAULT now() NOT NULL,
    CONSTRAINT mark_time_check CHECK ((from_time < to_time))
);
ALTER TABLE ONLY health.mark ALTER COLUMN person_id SET STATISTICS 0;

COMMENT ON TABLE health.mark IS 'Spans of time in which the rows of health.hour, health.day and health.night are stale, because samples, the order of sources or the person''s clock changed. A writer adds a mark in the same transaction. A reader of figures reads samples where a mark is. The refresher computes the figures again and deletes the mark.';

COMMENT ON COLUMN health.mark.person_id IS 'Whose figures.';

COMMENT ON COLUMN health.mark.sample_type_id IS 'The type, in health.sample_type.';

COMMENT ON COLUMN health.mark.mark_id IS 'A number of its own.';

COMMENT ON COLUMN health.mark.from_time IS 'The start of the span.';

COMMENT ON COLUMN health.mark.to_time IS 'The end of the span, exclusive.';

COMMENT ON COLUMN health.mark.marked_at IS 'When the transaction began that changed something. infinity if the refresher keeps no figures for the span, because a sample of the type is longer than a year.';

CREATE VIEW health.medication_dose WITH (security_invoker='true') AS
 SELECT sample.person_id,
    sample.person,
    sample.uuid,
    sample.start_time,
    sample.local_start,
    sample.time_zone,
    (sample_detail.parts #>> '{medication,displayText}'::text[]) AS medication,
    (sample_detail.parts #>> '{medication,nickname}'::text[]) AS nickname,
    (sample_detail.parts #>> '{medication,generalForm}'::text[]) AS general_form,
    (jsonb_path_query_first(sample_detail.parts, '$."medication"."relatedCodings"[*]?(@."system" == "http://www.nlm.nih.gov/research/umls/rxnorm")."code"'::jsonpath) #>> '{}'::text[]) AS rxnorm_code,
    health_code.enum_name('HKMedicationDoseEventLogStatus'::text, (sample_detail.parts -> 'logStatus'::text)) AS log_status,
    health_code.enum_name('HKMedicationDoseEventScheduleType'::text, (sample_detail.parts -> 'scheduleType'::text)) AS schedule_type,
    health_code.json_time((sample_detail.parts -> 'scheduledDate'::text)) AS scheduled_time,
    health_code.json_number((sample_detail.parts -> 'scheduledDoseQuantity'::text)) AS scheduled_dose_quantity,
    health_code.json_number((sample_detail.parts -> 'doseQuantity'::text)) AS dose_quantity,
    (sample_detail.parts ->> 'unit'::text) AS unit,
    (sample_detail.parts ->> 'medicationConceptIdentifier'::text) AS medication_concept_identifier,
    sample.source_id,
    sample.source
   FROM (health.named_sample sample
     LEFT JOIN health.sample_detail ON (((sample_detail.person_id = sample.person_id) AND (sample_detail.uuid = sample.uuid))))
  WHERE (sample.identifier = 'HKMedicationDoseEventTypeIdentifierMedicationDoseEvent'::text);

COMMENT ON VIEW health.medication_dose IS 'Doses of medications (HKMedicationDoseEvent). Columns are null if not sent.';

COMMENT ON COLUMN health.medication_dose.person_id IS 'The person to whom the sample belongs.';

COMMENT ON COLUMN health.medication_dose.person IS 'The person''s name.';

COMMENT ON COLUMN health.medication_dose.uuid IS 'HealthKit''s uuid, or one computed from the content.';

COMMENT ON COLUMN health.medication_dose.start_time IS 'When the person took, skipped or missed the dose.';

COMMENT ON COLUMN health.medication_dose.local_start IS 'Start on the clock of time_zone, else of UTC.';

COMMENT ON COLUMN health.medication_dose.time_zone IS 'The zone in which the person was at the start, by the person''s own clock; null if unknown.';

COMMENT ON COLUMN health.medication_dose.medication IS 'Name of the medication; null if the sender could not read it.';

COMMENT ON COLUMN health.medication_dose.nickname IS 'Name that the person gave to the medication.';

COMMENT ON COLUMN health.medication_dose.general_form IS 'Form of the medication, in the word of HealthKit.';

COMMENT ON COLUMN health.medication_dose.rxnorm_code IS 'Code of the medication in RxNorm; null if the medication has none.';

COMMENT ON COLUMN health.medication_dose.log_status IS 'HKMedicationDoseEvent.LogStatus, such as taken; the number as sent if it has no name.';

COMMENT ON COLUMN health.medication_dose.schedule_type IS 'asNeeded or schedule; the number as sent if it has no name.';

COMMENT ON COLUMN health.medication_dose.scheduled_time IS 'When the dose was due; null without a schedule.';

COMMENT ON COLUMN health.medication_dose.scheduled_dose_quantity IS 'Quantity of the schedule, in unit.';

COMMENT ON COLUMN health.medication_dose.dose_quantity IS 'Quantity that the person took, in unit.';

COMMENT ON COLUMN health.medication_dose.unit IS 'Unit of the quantities, as sent.';

COMMENT ON COLUMN health.medication_dose.medication_concept_identifier IS 'Identifier of the medication in HealthKit, archived; equal in all doses of one medication.';

COMMENT ON COLUMN health.medication_dose.source_id IS 'The source, in health.source.';

COMMENT ON COLUMN health.medication_dose.source IS 'Name of the source; a label if the name is hidden.';

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

CREATE TABLE health.night (
    person_id integer NOT NULL,
    sample_type_id integer NOT NULL,
    date date NOT NULL,
    start_time timestamp with time zone NOT NULL,
    end_time timestamp with time zone NOT NULL,
    asleep double precision,
    main_start_time timestamp with time zone,
    main_end_time timestamp with time zone,
    main_asleep double precision,
    unspecified double precision,
    core double precision,
    deep double precision,
    rem double precision,
    awake double precision,
    in_bed double precision,
    efficiency double precision,
    session_count integer NOT NULL,
    nap_count integer NOT NULL,
    source_ids integer[] NOT NULL,
    is_aggregate boolean NOT NULL
);
ALTER TABLE ONLY health.night ALTER COLUMN person_id SET STATISTICS 0;

COMMENT ON TABLE health.night IS 'The nights of each person on the person''s own clock, or on that of UTC if the person''s zones are not known: what the program found in the samples of sleep, with the default parameters of the API (a night begins at 18:00, its date is the day on which it ends, and a pause of more than an hour ends a session). health.mark says which nights are stale. healthstore rebuild computes them again.';

COMMENT ON COLUMN health.night.person_id IS 'Whose night.';

COMMENT ON COLUMN health.night.sample_type_id IS 'The type sleepAnalysis, in health.sample_type.';

COMMENT ON COLUMN health.night.date IS 'The day on which the night ends. A night without a record has no row.';

COMMENT ON COLUMN health.night.start_time IS 'When the night begins: 18:00 of the day before.';

COMMENT ON COLUMN health.night.end_time IS 'When the night ends, exclusive.';

COMMENT ON COLUMN health.night.asleep IS 'Seconds asleep in the main sleep and the naps; null without stages.';

COMMENT ON COLUMN health.night.main_start_time IS 'Start of the main sleep, the longest session; null if there are only naps.';

COMMENT ON COLUMN health.night.main_end_time IS 'End of the main sleep.';

COMMENT ON COLUMN health.night.main_asleep IS 'Seconds asleep in the main sleep; null without stages, like the stages below.';

COMMENT ON COLUMN health.night.unspecified IS 'Seconds asleep in an unspecified stage.';

COMMENT ON COLUMN health.night.core IS 'Seconds of core sleep.';

COMMENT ON COLUMN health.night.deep IS 'Seconds of deep sleep.';

COMMENT ON COLUMN health.night.rem IS 'Seconds of REM sleep.';

COMMENT ON COLUMN health.night.awake IS 'Seconds awake inside the main sleep.';

COMMENT ON COLUMN health.night.in_bed IS 'Seconds in bed; null if none were recorded.';

COMMENT ON COLUMN health.night.efficiency IS 'Share of sleep in the recorded time, 0 to 1; null without stages.';

COMMENT ON COLUMN health.night.session_count IS 'Number of sessions, the main sleep included.';

COMMENT ON COLUMN health.night.nap_count IS 'Number of sessions besides the main sleep.';

COMMENT ON COLUMN health.night.source_ids IS 'The sources that decided at least one instant, in health.source, highest priority first.';

COMMENT ON COLUMN health.night.is_aggregate IS 'Whether the figures are those that an app sent for the whole night; such a night has no samples.';

CREATE TABLE health.operator_token (
    token_id uuid NOT NULL,
    secret_sha256 bytea NOT NULL,
    name text NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    expires_at timestamp with time zone,
    last_used_at timestamp with time zone,
    revoked_at timestamp with time zone,
    CONSTRAINT operator_token_secret_sha256_check CHECK ((octet_length(secret_sha256) = 32))
);

COMMENT ON TABLE health.operator_token IS 'The tokens with which operators add, rename, list and erase people over HTTP. These tokens read no health data.';

COMMENT ON COLUMN health.operator_token.token_id IS 'The id of the token, which is a part of its text.';

COMMENT ON COLUMN health.operator_token.secret_sha256 IS 'SHA-256 of the secret. The store does not keep the secret.';

COMMENT ON COLUMN health.operator_token.name IS 'The name that the operator chose.';

COMMENT ON COLUMN health.operator_token.created_at IS 'The time of creation.';

COMMENT ON COLUMN health.operator_token.expires_at IS 'The instant at which the token ends; null if it has no end.';

COMMENT ON COLUMN health.operator_token.last_used_at IS 'The time of the last request with the token, to within a minute; null if no request had it.';

COMMENT ON COLUMN health.operator_token.revoked_at IS 'The time of the revocation; null if the token was not revoked.';

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

ALTER TABLE ONLY health.other_sample_type REPLICA IDENTITY FULL;

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

COMMENT ON COLUMN health.other_sample_type.display_name IS 'The Health app''s name of the type.';

COMMENT ON COLUMN health.other_sample_type.display_group IS 'The Health app''s group, a row of health.type_group.';

CREATE VIEW health.own_grant WITH (security_invoker='true') AS
 SELECT granted.person_id,
    person.name AS person,
    granted.holder,
    granted.may_read,
    granted.may_write,
    granted.groups,
    ARRAY( SELECT sample_type.short_name
           FROM health.sample_type
          WHERE (sample_type.sample_type_id = ANY (granted.sample_type_ids))
          ORDER BY sample_type.short_name) AS types,
    granted.from_time,
    granted.to_time,
    granted.shows_names,
    granted.expires_at
   FROM (health.own_grants() granted(person_id, holder, may_read, may_write, groups, sample_type_ids, from_time, to_time, shows_names, expires_at)
     JOIN health.person ON ((person.person_id = granted.person_id)));

COMMENT ON VIEW health.own_grant IS 'The valid grants that you received, which add up: what you may read, and of whom. The owner of the store sees those of all holders.';

COMMENT ON COLUMN health.own_grant.person_id IS 'The person who granted access.';

COMMENT ON COLUMN health.own_grant.person IS 'The person''s name.';

COMMENT ON COLUMN health.own_grant.holder IS 'Who received the grant.';

COMMENT ON COLUMN health.own_grant.may_read IS 'Whether samples that the grant covers may be read.';

COMMENT ON COLUMN health.own_grant.may_write IS 'Whether they may be written. Without may_read, only samples that the holder saved may be read.';

COMMENT ON COLUMN health.own_grant.groups IS 'Groups of types that the grant covers; all stands for every group except reproductive, clinical and routes.';

COMMENT ON COLUMN health.own_grant.types IS 'Short names of types that the grant also covers.';

COMMENT ON COLUMN health.own_grant.from_time IS 'Covered samples start at or after this instant; null for no limit.';

COMMENT ON COLUMN health.own_grant.to_time IS 'Covered samples end at or before this instant; null for no limit.';

COMMENT ON COLUMN health.own_grant.shows_names IS 'Whether names of sources and devices may be read.';

COMMENT ON COLUMN health.own_grant.expires_at IS 'When the grant ends; null if it has no end.';

CREATE TABLE health.passkey (
    passkey_id uuid NOT NULL,
    holder_id integer NOT NULL,
    name text NOT NULL,
    credential_id bytea NOT NULL,
    public_key bytea NOT NULL,
    sign_count bigint NOT NULL,
    user_handle bytea NOT NULL,
    relying_party text NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    last_used_at timestamp with time zone,
    CONSTRAINT passkey_credential_id_check CHECK (((octet_length(credential_id) >= 1) AND (octet_length(credential_id) <= 1023))),
    CONSTRAINT passkey_sign_count_check CHECK ((sign_count >= 0)),
    CONSTRAINT passkey_user_handle_check CHECK (((octet_length(user_handle) >= 1) AND (octet_length(user_handle) <= 64)))
);

COMMENT ON TABLE health.passkey IS 'The passkeys (WebAuthn) with which holders log in to the page. An authenticator keeps the private key.';

COMMENT ON COLUMN health.passkey.passkey_id IS 'Names the passkey in the API.';

COMMENT ON COLUMN health.passkey.holder_id IS 'The holder who logs in with it.';

COMMENT ON COLUMN health.passkey.name IS 'What the holder calls it, such as the name of the device.';

COMMENT ON COLUMN health.passkey.credential_id IS 'The authenticator''s name of the key.';

COMMENT ON COLUMN health.passkey.public_key IS 'The public key: SubjectPublicKeyInfo (RFC 5280) in DER.';

COMMENT ON COLUMN health.passkey.sign_count IS 'The highest signature counter that was received; 0 if the authenticator does not count.';

COMMENT ON COLUMN health.passkey.user_handle IS 'The random bytes by which the authenticator names the holder.';

COMMENT ON COLUMN health.passkey.relying_party IS 'The host of the page for which the key was made.';

COMMENT ON COLUMN health.passkey.created_at IS 'When the key was added.';

COMMENT ON COLUMN health.passkey.last_used_at IS 'The last login; null if there was none.';

ALTER TABLE health.person ALTER COLUMN person_id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME health.person_person_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

COMMENT ON SEQUENCE health.person_person_id_seq IS 'The numbers of people.';

CREATE TABLE health.person_sample_type (
    person_id integer NOT NULL,
    sample_type_id integer NOT NULL
);
ALTER TABLE ONLY health.person_sample_type ALTER COLUMN person_id SET STATISTICS 0;

COMMENT ON TABLE health.person_sample_type IS 'Which sample types that are in no catalogue a person''s samples and deletions have named. It is counted against the limit of a person.';

COMMENT ON COLUMN health.person_sample_type.person_id IS 'Whose samples.';

COMMENT ON COLUMN health.person_sample_type.sample_type_id IS 'The type.';

CREATE TABLE health.person_unit (
    person_id integer NOT NULL,
    unit_id integer NOT NULL
);
ALTER TABLE ONLY health.person_unit ALTER COLUMN person_id SET STATISTICS 0;

COMMENT ON TABLE health.person_unit IS 'In which units a person''s samples have been sent since this table exists. It is counted against the limit of a person.';

COMMENT ON COLUMN health.person_unit.person_id IS 'Whose samples.';

COMMENT ON COLUMN health.person_unit.unit_id IS 'The unit.';

CREATE TABLE health.preference_change (
    person_id integer NOT NULL,
    preference text NOT NULL,
    sample_type_id integer NOT NULL,
    change_position bigint NOT NULL,
    CONSTRAINT preference_change_preference_check CHECK ((preference = ANY (ARRAY['source_priority'::text, 'time_zones'::text, 'sources'::text])))
);
ALTER TABLE ONLY health.preference_change ALTER COLUMN person_id SET STATISTICS 0;

COMMENT ON TABLE health.preference_change IS 'Where in the person''s change feed it was last said how samples are to be read: figures that were made before are old.';

COMMENT ON COLUMN health.preference_change.person_id IS 'Whose preference.';

COMMENT ON COLUMN health.preference_change.preference IS 'source_priority (health.source_priority of one type), time_zones (health.time_zone_report), or sources (of one in health.source the bundle identifier became known, and with it the class).';

COMMENT ON COLUMN health.preference_change.sample_type_id IS 'The type; 0 if the preference is not about a type.';

COMMENT ON COLUMN health.preference_change.change_position IS 'The position of its latest change.';

CREATE TABLE health.quantity_series (
    person_id integer NOT NULL,
    uuid uuid NOT NULL,
    count integer NOT NULL,
    quantity double precision NOT NULL,
    digest bytea NOT NULL,
    CONSTRAINT quantity_series_count_check CHECK ((count > 0))
);
ALTER TABLE ONLY health.quantity_series ALTER COLUMN person_id SET STATISTICS 0;

COMMENT ON TABLE health.quantity_series IS 'What a quantity series has beside the columns of health.sample (HKQuantitySeriesSample).';

COMMENT ON COLUMN health.quantity_series.person_id IS 'Whose series.';

COMMENT ON COLUMN health.quantity_series.uuid IS 'The sample.';

COMMENT ON COLUMN health.quantity_series.count IS 'How many rows of health.series_quantity it has.';

COMMENT ON COLUMN health.quantity_series.quantity IS 'HealthKit''s summary in the type''s canonical unit: as sent, or the sum (of cumulative types) or plain average of the quantities. No statistics are made from it.';

COMMENT ON COLUMN health.quantity_series.digest IS 'SHA-256 of the quantities as sent: tells whether they changed.';

CREATE VIEW health.quantity_sample WITH (security_invoker='true') AS
 SELECT sample.person_id,
    sample.person,
    sample.uuid,
    sample.type,
    sample.start_time,
    sample.end_time,
    sample.local_start,
    sample.time_zone,
        CASE
            WHEN (sample.canonical_quantity IS NULL) THEN health_code.shown_quantity(( SELECT quantity_series.quantity
               FROM health.quantity_series
              WHERE ((quantity_series.person_id = sample.person_id) AND (quantity_series.uuid = sample.uuid))), sample.unit_factor, sample.unit_shift)
            ELSE health_code.shown_quantity(sample.canonical_quantity, sample.unit_factor, sample.unit_shift)
        END AS quantity,
    sample.unit,
    COALESCE(sample.sent_quantity, sample.canonical_quantity) AS sent_quantity,
    sample.sent_unit,
    sample.source_id,
    sample.source,
    sample.was_user_entered,
    sample.source_version,
    sample.device_id,
    sample.device,
    sample.creation_time,
    sample.metadata,
    ( SELECT quantity_series.count
           FROM health.quantity_series
          WHERE ((quantity_series.person_id = sample.person_id) AND (quantity_series.uuid = sample.uuid))) AS count,
        CASE
            WHEN (sample.source_class = 'aggregate'::text) THEN health_code.shown_quantity(( SELECT aggregate_extreme.quantity
               FROM health.aggregate_extreme
              WHERE ((aggregate_extreme.person_id = sample.person_id) AND (aggregate_extreme.uuid = sample.uuid) AND (aggregate_extreme.ordinal = ANY (ARRAY['-1'::integer, '-3'::integer])))), sample.unit_factor, sample.unit_shift)
            ELSE NULL::double precision
        END AS minimum,
        CASE
            WHEN (sample.source_class = 'aggregate'::text) THEN health_code.shown_quantity(( SELECT aggregate_extreme.quantity
               FROM health.aggregate_extreme
              WHERE ((aggregate_extreme.person_id = sample.person_id) AND (aggregate_extreme.uuid = sample.uuid) AND (aggregate_extreme.ordinal = ANY (ARRAY['-2'::integer, '-4'::integer])))), sample.unit_factor, sample.unit_shift)
            ELSE NULL::double precision
        END AS maximum
   FROM health.named_sample sample
  WHERE (sample.kind = 'quantity'::text);

COMMENT ON VIEW health.quantity_sample IS 'Quantity samples with readable names (HKQuantitySample).';

COMMENT ON COLUMN health.quantity_sample.person_id IS 'The person to whom the sample belongs.';

COMMENT ON COLUMN health.quantity_sample.person IS 'The person''s name.';

COMMENT ON COLUMN health.quantity_sample.uuid IS 'HealthKit''s uuid, or one computed from the content.';

COMMENT ON COLUMN health.quantity_sample.type IS 'Short name of the type, such as stepCount.';

COMMENT ON COLUMN health.quantity_sample.start_time IS 'Start.';

COMMENT ON COLUMN health.quantity_sample.end_time IS 'End, exclusive; equal to the start for a point.';

COMMENT ON COLUMN health.quantity_sample.local_start IS 'Start on the clock of time_zone, else of UTC.';

COMMENT ON COLUMN health.quantity_sample.time_zone IS 'The zone in which the person was at the start, by the person''s own clock; null if unknown.';

COMMENT ON COLUMN health.quantity_sample.quantity IS 'Value in unit, as the HTTP API prints it. For a series its summary; the parts are in series_quantity_part. Null for an aggregate without an average. A sum over several sources counts the same time twice.';

COMMENT ON COLUMN health.quantity_sample.unit IS 'Of quantities: the person''s choice for the type, else the type''s preferred unit; the unit as sent if the type is not in the catalogue. HealthKit''s % is fraction.';

COMMENT ON COLUMN health.quantity_sample.sent_quantity IS 'Value as sent; null for a series without one.';

COMMENT ON COLUMN health.quantity_sample.sent_unit IS 'Unit of a quantity as sent.';

COMMENT ON COLUMN health.quantity_sample.source_id IS 'The source, in health.source.';

COMMENT ON COLUMN health.quantity_sample.source IS 'Name of the source; a label if the name is hidden.';

COMMENT ON COLUMN health.quantity_sample.was_user_entered IS 'Whether the sample was entered by hand.';

COMMENT ON COLUMN health.quantity_sample.source_version IS 'Version of the source; null if not sent.';

COMMENT ON COLUMN health.quantity_sample.device_id IS 'The device, in health.device; null if not sent.';

COMMENT ON COLUMN health.quantity_sample.device IS 'Name of the device; null if not sent.';

COMMENT ON COLUMN health.quantity_sample.creation_time IS 'When the sample was saved on the phone; null if not sent.';

COMMENT ON COLUMN health.quantity_sample.metadata IS 'HKMetadata; null if there is none.';

COMMENT ON COLUMN health.quantity_sample.count IS 'Number of quantities of a series, in series_quantity_part; null if the sample is not a series.';

COMMENT ON COLUMN health.quantity_sample.minimum IS 'Minimum of an aggregate in unit; null if its client sent none.';

COMMENT ON COLUMN health.quantity_sample.maximum IS 'Maximum of an aggregate in unit; null if its client sent none.';

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

COMMENT ON TABLE health.quantity_type IS 'HealthKit''s quantity types (HKQuantityTypeIdentifier).';

COMMENT ON COLUMN health.quantity_type.identifier IS 'The identifier as apps send it and exports print it.';

COMMENT ON COLUMN health.quantity_type.short_name IS 'HealthKit''s name in Swift, such as stepCount.';

COMMENT ON COLUMN health.quantity_type.aggregation_style IS 'HKQuantityAggregationStyle: cumulative, discreteArithmetic, discreteTemporallyWeighted or discreteEquivalentContinuousLevel; null if it is not known.';

COMMENT ON COLUMN health.quantity_type.aggregation_style_before_ios_26_4 IS 'The style in older releases, where it was another.';

COMMENT ON COLUMN health.quantity_type.canonical_unit IS 'The unit of health.sample.quantity for this type.';

COMMENT ON COLUMN health.quantity_type.unit_dimension IS 'What the unit measures.';

COMMENT ON COLUMN health.quantity_type.percent_stored_as_fraction IS 'True where a value of 0.25 means 25 %.';

COMMENT ON COLUMN health.quantity_type.ios_introduced IS 'The first iOS release with it.';

COMMENT ON COLUMN health.quantity_type.app_read_only IS 'True where apps may only read it; null where unknown.';

COMMENT ON COLUMN health.quantity_type.export_xml_units_observed IS 'Units seen in exports, which follow the person''s settings.';

COMMENT ON COLUMN health.quantity_type.note IS 'What else is worth knowing.';

COMMENT ON COLUMN health.quantity_type.display_name IS 'The Health app''s name of the type.';

COMMENT ON COLUMN health.quantity_type.display_group IS 'The Health app''s group, a row of health.type_group.';

COMMENT ON COLUMN health.quantity_type.preferred_unit IS 'The unit that an export of a phone with metric settings prints; people read values in it unless they choose another.';

COMMENT ON COLUMN health.quantity_type.other_units IS 'Other units that people choose, separated by "; ".';

CREATE TABLE health.reader_preference (
    person_id integer NOT NULL,
    holder_id integer NOT NULL,
    pinned text[],
    hidden text[] DEFAULT '{}'::text[] NOT NULL,
    units jsonb DEFAULT '{}'::jsonb NOT NULL,
    goals jsonb DEFAULT '{}'::jsonb NOT NULL,
    first_weekday smallint,
    time_zone text,
    language text,
    CONSTRAINT reader_preference_first_weekday_check CHECK (((first_weekday >= 1) AND (first_weekday <= 7))),
    CONSTRAINT reader_preference_goals_check CHECK ((jsonb_typeof(goals) = 'object'::text)),
    CONSTRAINT reader_preference_hidden_check CHECK ((cardinality(hidden) <= 500)),
    CONSTRAINT reader_preference_language_check CHECK ((language ~ '^[a-z]{2,3}$'::text)),
    CONSTRAINT reader_preference_pinned_check CHECK ((cardinality(pinned) <= 100)),
    CONSTRAINT reader_preference_units_check CHECK ((jsonb_typeof(units) = 'object'::text))
);
ALTER TABLE ONLY health.reader_preference ALTER COLUMN person_id SET STATISTICS 0;

COMMENT ON TABLE health.reader_preference IS 'How a holder wants to see the data of a person. The answers of other requests do not depend on it.';

COMMENT ON COLUMN health.reader_preference.person_id IS 'The person whose data the holder sees.';

COMMENT ON COLUMN health.reader_preference.holder_id IS 'The holder whose preferences these are. Other holders cannot read them.';

COMMENT ON COLUMN health.reader_preference.pinned IS 'The types of the cards in their order, as health.sample_type.identifier; null for the default selection.';

COMMENT ON COLUMN health.reader_preference.hidden IS 'The types that are not listed, as health.sample_type.identifier.';

COMMENT ON COLUMN health.reader_preference.units IS 'The unit in which the holder reads each type: {TYPE: UNIT, …}.';

COMMENT ON COLUMN health.reader_preference.goals IS 'The goal of a day of each type: {TYPE: NUMBER, …}, in the type''s canonical unit. The goal of a category type has no unit.';

COMMENT ON COLUMN health.reader_preference.first_weekday IS '1 = Monday … 7 = Sunday; null for the first weekday of the reader''s locale.';

COMMENT ON COLUMN health.reader_preference.time_zone IS 'A name of the IANA database, or person for the zones in which the person was; null if none was chosen.';

COMMENT ON COLUMN health.reader_preference.language IS 'The ISO 639 code of the language of the page; null for the browser''s language.';

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

COMMENT ON TABLE health.recognised_record IS 'Records of exports that are equal to a sample with another uuid, which usually a phone sent. The sample is stored instead of them, and they do not come back after it was deleted. The table keeps the device, creation time, metadata and parts of a record that its sample lacks. It always keeps the parts of a workout. Deleting the sample deletes metadata and parts here.';

COMMENT ON COLUMN health.recognised_record.person_id IS 'Whose record.';

COMMENT ON COLUMN health.recognised_record.imported_uuid IS 'What the record''s uuid would be. If it was a sample before, it is in health.deleted_sample, so that readers of the change feed forget it.';

COMMENT ON COLUMN health.recognised_record.sample_uuid IS 'The sample, which may have been deleted since.';

COMMENT ON COLUMN health.recognised_record.device_id IS 'What made it, in health.device; null where the sample says it.';

COMMENT ON COLUMN health.recognised_record.creation_time IS 'When it was saved on the phone; null where the sample says it.';

COMMENT ON COLUMN health.recognised_record.metadata IS 'As in health.sample_detail; null where the sample has its own.';

COMMENT ON COLUMN health.recognised_record.parts IS 'As in health.sample_detail; null where the sample has its own. Of a workout the record''s own parts: the phone sends it without the statistics and zones that an export has.';

CREATE TABLE health.replaced_sample (
    person_id integer NOT NULL,
    import_id integer NOT NULL,
    uuid uuid NOT NULL,
    relation text NOT NULL,
    key text NOT NULL,
    rows jsonb NOT NULL,
    replaced_at timestamp with time zone DEFAULT now() NOT NULL
);
ALTER TABLE ONLY health.replaced_sample ALTER COLUMN person_id SET STATISTICS 0;

COMMENT ON TABLE health.replaced_sample IS 'Rows of samples that an import replaced or completed, and elements that it replaced, for 90 days at least: undoing the import brings them back. Also of samples that a complete range of a client replaced: undoing import 0 brings them back. Also of samples that both names of a joined source had: separating the names brings them back.';

COMMENT ON COLUMN health.replaced_sample.person_id IS 'Whose sample.';

COMMENT ON COLUMN health.replaced_sample.import_id IS 'The import that replaced it, in health.import. 0: a complete range of a client did. -N: it was removed when source N was joined.';

COMMENT ON COLUMN health.replaced_sample.uuid IS 'The sample or element. A replaced sample has a tombstone.';

COMMENT ON COLUMN health.replaced_sample.relation IS 'The table that had the rows.';

COMMENT ON COLUMN health.replaced_sample.key IS 'The column of the table that has the uuid: container_uuid for the contents of a container.';

COMMENT ON COLUMN health.replaced_sample.rows IS 'The rows.';

COMMENT ON COLUMN health.replaced_sample.replaced_at IS 'When it was replaced.';

CREATE VIEW health.sample_arrival WITH (security_invoker='true') AS
 SELECT sample.person_id,
    sample.person,
    sample.uuid,
    sample.type,
    sample.start_time,
    sample.end_time,
    sample.arrived_at,
    GREATEST((sample.arrived_at - sample.end_time), '00:00:00'::interval) AS late_by
   FROM ( SELECT named_sample.person_id,
            named_sample.person,
            named_sample.uuid,
            named_sample.type,
            named_sample.start_time,
            named_sample.end_time,
            health.arrived_at(( SELECT health.sealed_spans() AS sealed_spans), named_sample.person_id, named_sample.uuid) AS arrived_at
           FROM health.named_sample) sample;

COMMENT ON VIEW health.sample_arrival IS 'When samples arrived. The time is looked up for each row, so name the person and a type or a range.';

COMMENT ON COLUMN health.sample_arrival.person_id IS 'The person to whom the sample belongs.';

COMMENT ON COLUMN health.sample_arrival.person IS 'The person''s name.';

COMMENT ON COLUMN health.sample_arrival.uuid IS 'HealthKit''s uuid, or one computed from the content.';

COMMENT ON COLUMN health.sample_arrival.type IS 'Short name of the type, such as stepCount.';

COMMENT ON COLUMN health.sample_arrival.start_time IS 'Start.';

COMMENT ON COLUMN health.sample_arrival.end_time IS 'End, exclusive; equal to the start for a point.';

COMMENT ON COLUMN health.sample_arrival.arrived_at IS 'When the sample''s present content arrived, or up to an hour earlier: each hour and each hundred changes have one time.';

COMMENT ON COLUMN health.sample_arrival.late_by IS 'From the end of the sample to arrived_at; 0 if that is earlier.';

CREATE TABLE health.sample_holder (
    person_id integer NOT NULL,
    uuid uuid NOT NULL,
    holder_id integer NOT NULL,
    sample_type_id integer,
    source_revision_id integer,
    device_id integer
);
ALTER TABLE ONLY health.sample_holder ALTER COLUMN person_id SET STATISTICS 0;

COMMENT ON TABLE health.sample_holder IS 'The holders that saved a sample with the same content after another holder had saved it. They may read the sample as their own. Holders that may read everything have no rows.';

COMMENT ON COLUMN health.sample_holder.person_id IS 'The person to whom the sample belongs.';

COMMENT ON COLUMN health.sample_holder.uuid IS 'The sample, in health.sample or health.deleted_sample.';

COMMENT ON COLUMN health.sample_holder.holder_id IS 'The holder that saved the same sample. It may be the person''s own.';

COMMENT ON COLUMN health.sample_holder.sample_type_id IS 'The type of the sample; null if it was deleted and its type is not known.';

COMMENT ON COLUMN health.sample_holder.source_revision_id IS 'The source of the sample when the holder saved it; null if it was deleted before.';

COMMENT ON COLUMN health.sample_holder.device_id IS 'The device of the sample when the holder saved it; null if there is none.';

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

COMMENT ON TABLE health.sample_sync IS 'The greatest version seen of each identifier that apps gave their samples (HKMetadataKeySyncIdentifier), kept permanently: an older version that comes late is not stored, even if the newer one has been deleted.';

COMMENT ON COLUMN health.sample_sync.person_id IS 'Whose samples.';

COMMENT ON COLUMN health.sample_sync.sample_type_id IS 'Their type; the same identifier of another type is another.';

COMMENT ON COLUMN health.sample_sync.source_id IS 'Their source; the same identifier of another source is another.';

COMMENT ON COLUMN health.sample_sync.identifier IS 'HKMetadataKeySyncIdentifier; 1 to 1,000 bytes.';

COMMENT ON COLUMN health.sample_sync.version IS 'HKMetadataKeySyncVersion, the greatest that came.';

COMMENT ON COLUMN health.sample_sync.uuid IS 'The sample of this version, which may have been deleted.';

CREATE TABLE health.sample_time_zone (
    person_id integer NOT NULL,
    time_zone text NOT NULL,
    start_time timestamp with time zone NOT NULL,
    uuid uuid NOT NULL,
    CONSTRAINT sample_time_zone_time_zone_check CHECK ((time_zone ~ '^[A-Za-z][A-Za-z0-9_+/-]{0,63}$'::text))
);
ALTER TABLE ONLY health.sample_time_zone ALTER COLUMN person_id SET STATISTICS 0;

COMMENT ON TABLE health.sample_time_zone IS 'The samples whose metadata say in which zone the person was (HKTimeZone). Made from health.sample_detail, with it.';

COMMENT ON COLUMN health.sample_time_zone.person_id IS 'Whose sample.';

COMMENT ON COLUMN health.sample_time_zone.time_zone IS 'As sent, if it looks like a name of the IANA database; whether it is one is seen when it is read.';

COMMENT ON COLUMN health.sample_time_zone.start_time IS 'Start of the sample: when the person was there.';

COMMENT ON COLUMN health.sample_time_zone.uuid IS 'The sample.';

ALTER TABLE health.sample_type ALTER COLUMN sample_type_id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME health.sample_type_sample_type_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

COMMENT ON SEQUENCE health.sample_type_sample_type_id_seq IS 'The numbers of sample types.';

CREATE VIEW health.scored_assessment WITH (security_invoker='true') AS
 SELECT sample.person_id,
    sample.person,
    sample.uuid,
    sample.type,
    sample.start_time,
    sample.local_start,
    sample.time_zone,
    health_code.json_number((sample_detail.parts -> 'score'::text)) AS score,
    health_code.enum_name(
        CASE sample.type
            WHEN 'phq9'::text THEN 'HKPHQ9AssessmentRisk'::text
            ELSE 'HKGAD7AssessmentRisk'::text
        END, (sample_detail.parts -> 'risk'::text)) AS risk,
    (sample_detail.parts -> 'answers'::text) AS answers,
    sample.source_id,
    sample.source
   FROM (health.named_sample sample
     LEFT JOIN health.sample_detail ON (((sample_detail.person_id = sample.person_id) AND (sample_detail.uuid = sample.uuid))))
  WHERE (sample.identifier = ANY (ARRAY['HKScoredAssessmentTypeIdentifierGAD7'::text, 'HKScoredAssessmentTypeIdentifierPHQ9'::text]));

COMMENT ON VIEW health.scored_assessment IS 'GAD-7 and PHQ-9 assessments (HKScoredAssessment). Columns are null if not sent.';

COMMENT ON COLUMN health.scored_assessment.person_id IS 'The person to whom the sample belongs.';

COMMENT ON COLUMN health.scored_assessment.person IS 'The person''s name.';

COMMENT ON COLUMN health.scored_assessment.uuid IS 'HealthKit''s uuid, or one computed from the content.';

COMMENT ON COLUMN health.scored_assessment.type IS 'gad7 or phq9.';

COMMENT ON COLUMN health.scored_assessment.start_time IS 'When the person gave the answers.';

COMMENT ON COLUMN health.scored_assessment.local_start IS 'Start on the clock of time_zone, else of UTC.';

COMMENT ON COLUMN health.scored_assessment.time_zone IS 'The zone in which the person was at the start, by the person''s own clock; null if unknown.';

COMMENT ON COLUMN health.scored_assessment.score IS 'Sum of the answers.';

COMMENT ON COLUMN health.scored_assessment.risk IS 'Risk of anxiety (GAD-7) or depression (PHQ-9); the number as sent if it has no name.';

COMMENT ON COLUMN health.scored_assessment.answers IS 'Answers in the order of the questions: 0 not at all to 3 nearly every day, 4 not given.';

COMMENT ON COLUMN health.scored_assessment.source_id IS 'The source, in health.source.';

COMMENT ON COLUMN health.scored_assessment.source IS 'Name of the source; a label if the name is hidden.';

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

COMMENT ON TABLE health.series_quantity IS 'The quantities inside of quantity series (HKQuantitySeriesSampleQuery). Each counts as a sample in statistics. The view series_quantity_part shows them with readable names.';

COMMENT ON COLUMN health.series_quantity.person_id IS 'Whose series.';

COMMENT ON COLUMN health.series_quantity.sample_type_id IS 'The type of the series, in health.sample_type.';

COMMENT ON COLUMN health.series_quantity.uuid IS 'The series, in health.quantity_series and health.sample.';

COMMENT ON COLUMN health.series_quantity.start_time IS 'Start, not before the start of the series.';

COMMENT ON COLUMN health.series_quantity.end_time IS 'End, exclusive, not after the end of the series; equal to the start for a point.';

COMMENT ON COLUMN health.series_quantity.quantity IS 'Value in the type''s canonical unit (as sent, for a type that is not in the catalogue).';

COMMENT ON COLUMN health.series_quantity.source_revision_id IS 'Who wrote the series, in health.source_revision.';

COMMENT ON COLUMN health.series_quantity.ordinal IS 'Its position among the quantities of the series in order of start, from 0.';

COMMENT ON COLUMN health.series_quantity.sent_quantity IS 'The value as sent, in the sent unit of the series; null where it equals quantity.';

CREATE VIEW health.series_quantity_part WITH (security_invoker='true') AS
 SELECT part.person_id,
    sample.person,
    part.uuid,
    part.ordinal,
    sample.type,
    part.start_time,
    part.end_time,
    health_code.shown_quantity(part.quantity, sample.unit_factor, sample.unit_shift) AS quantity,
    sample.unit,
    COALESCE(part.sent_quantity, part.quantity) AS sent_quantity,
    sample.sent_unit,
    sample.source_id,
    sample.source,
    sample.was_user_entered
   FROM (health.series_quantity part
     JOIN health.named_sample sample ON (((sample.person_id = part.person_id) AND (sample.uuid = part.uuid) AND (sample.sample_type_id = part.sample_type_id))));

COMMENT ON VIEW health.series_quantity_part IS 'The quantities inside series, with readable names (HKQuantitySeriesSampleQuery). Statistics are computed from these and from the rows of quantity_sample whose count is null.';

COMMENT ON COLUMN health.series_quantity_part.person_id IS 'The person to whom the sample belongs.';

COMMENT ON COLUMN health.series_quantity_part.person IS 'The person''s name.';

COMMENT ON COLUMN health.series_quantity_part.uuid IS 'The series, in quantity_sample.';

COMMENT ON COLUMN health.series_quantity_part.ordinal IS 'Its position among the quantities of the series in order of start, from 0.';

COMMENT ON COLUMN health.series_quantity_part.type IS 'Short name of the type, such as stepCount.';

COMMENT ON COLUMN health.series_quantity_part.start_time IS 'Start, not before the start of the series.';

COMMENT ON COLUMN health.series_quantity_part.end_time IS 'End, exclusive, not after the end of the series; equal to the start for a point.';

COMMENT ON COLUMN health.series_quantity_part.quantity IS 'Value in unit, as the HTTP API prints it. A sum over several sources counts the same time twice.';

COMMENT ON COLUMN health.series_quantity_part.unit IS 'Of quantities: the person''s choice for the type, else the type''s preferred unit; the unit as sent if the type is not in the catalogue. HealthKit''s % is fraction.';

COMMENT ON COLUMN health.series_quantity_part.sent_quantity IS 'Value as sent.';

COMMENT ON COLUMN health.series_quantity_part.sent_unit IS 'Unit of a quantity as sent.';

COMMENT ON COLUMN health.series_quantity_part.source_id IS 'The source, in health.source.';

COMMENT ON COLUMN health.series_quantity_part.source IS 'Name of the source; a label if the name is hidden.';

COMMENT ON COLUMN health.series_quantity_part.was_user_entered IS 'Whether the sample was entered by hand.';

CREATE VIEW health.sleep_night WITH (security_invoker='true') AS
 SELECT night.person_id,
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
    night.session_count,
    night.nap_count,
    night.source_ids,
    night.is_aggregate,
    ((person.stale && tstzrange(night.start_time, night.end_time)) IS NOT TRUE) AS is_fresh,
    (person.clock).time_zones[width_bucket(night.start_time, (person.clock).from_times)] AS time_zone
   FROM (( SELECT person_1.person_id,
            person_1.name,
            health_code.marked_times(person_1.person_id, health_code.known_sample_type('HKCategoryTypeIdentifierSleepAnalysis'::text)) AS stale,
            health_code.own_clock(person_1.person_id) AS clock
           FROM health.person person_1
          GROUP BY person_1.person_id, person_1.name) person
     JOIN health.night ON ((night.person_id = person.person_id)));

COMMENT ON VIEW health.sleep_night IS 'Every night with a record, on the person''s own clock (UTC if the person''s zones are not known), as GET /v1/sleep finds it. GET /v1/sleep also finds nights on other clocks, with other hours or pauses, and nights of which a caller may read a part.';

COMMENT ON COLUMN health.sleep_night.person_id IS 'The person to whom the night belongs.';

COMMENT ON COLUMN health.sleep_night.person IS 'The person''s name.';

COMMENT ON COLUMN health.sleep_night.date IS 'The day on which the night ends. A night without a record has no row.';

COMMENT ON COLUMN health.sleep_night.start_time IS 'When the night begins: 18:00 of the day before.';

COMMENT ON COLUMN health.sleep_night.end_time IS 'When the night ends, exclusive.';

COMMENT ON COLUMN health.sleep_night.asleep IS 'Seconds asleep in the main sleep and the naps; null without stages.';

COMMENT ON COLUMN health.sleep_night.main_start_time IS 'Start of the main sleep, the longest session; null if there are only naps.';

COMMENT ON COLUMN health.sleep_night.main_end_time IS 'End of the main sleep.';

COMMENT ON COLUMN health.sleep_night.main_asleep IS 'Seconds asleep in the main sleep; null without stages, like the stages below.';

COMMENT ON COLUMN health.sleep_night.unspecified IS 'Seconds asleep in an unspecified stage.';

COMMENT ON COLUMN health.sleep_night.core IS 'Seconds of core sleep.';

COMMENT ON COLUMN health.sleep_night.deep IS 'Seconds of deep sleep.';

COMMENT ON COLUMN health.sleep_night.rem IS 'Seconds of REM sleep.';

COMMENT ON COLUMN health.sleep_night.awake IS 'Seconds awake inside the main sleep.';

COMMENT ON COLUMN health.sleep_night.in_bed IS 'Seconds in bed; null if none were recorded.';

COMMENT ON COLUMN health.sleep_night.efficiency IS 'Share of sleep in the recorded time, 0 to 1; null without stages.';

COMMENT ON COLUMN health.sleep_night.session_count IS 'Number of sessions, the main sleep included.';

COMMENT ON COLUMN health.sleep_night.nap_count IS 'Number of sessions besides the main sleep.';

COMMENT ON COLUMN health.sleep_night.source_ids IS 'The sources that decided at least one instant, in health.source, highest priority first.';

COMMENT ON COLUMN health.sleep_night.is_aggregate IS 'Whether the figures are those that an app sent for the whole night; such a night has no samples.';

COMMENT ON COLUMN health.sleep_night.is_fresh IS 'False if samples changed and the night is about to be computed again, which takes about a second.';

COMMENT ON COLUMN health.sleep_night.time_zone IS 'The zone in which the person was at the start; null if it is not known, and the night is then that of UTC.';

CREATE TABLE health.source (
    person_id integer NOT NULL,
    source_id integer NOT NULL,
    name text NOT NULL,
    bundle_identifier text,
    was_user_entered boolean NOT NULL,
    source_class text NOT NULL,
    first_creation_time timestamp with time zone,
    watch_count bigint DEFAULT 0 NOT NULL,
    phone_count bigint DEFAULT 0 NOT NULL,
    other_count bigint DEFAULT 0 NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    joined_source_id integer,
    joined_import_id integer,
    CONSTRAINT source_class_check CHECK ((source_class = ANY (ARRAY['watch'::text, 'phone'::text, 'other'::text, 'aggregate'::text])))
);
ALTER TABLE ONLY health.source ALTER COLUMN person_id SET STATISTICS 0;

COMMENT ON TABLE health.source IS 'An app or device that wrote samples of a person (HKSource). What the person typed into it is a source of its own.';

COMMENT ON COLUMN health.source.person_id IS 'Whose source.';

COMMENT ON COLUMN health.source.source_id IS 'Counts the person''s sources in order of their first appearance, from 1.';

COMMENT ON COLUMN health.source.name IS 'As sent; exports write U+00A0 and U+2019 into it.';

COMMENT ON COLUMN health.source.bundle_identifier IS 'Null if no client said it; export.xml never does.';

COMMENT ON COLUMN health.source.was_user_entered IS 'True for what was entered by hand (HKWasUserEntered).';

COMMENT ON COLUMN health.source.source_class IS 'watch (Apple Watch), phone (iPhone, iPad, iPod touch) or other; decides the default priority. aggregate: figures of whole buckets that a client made of several sources; they count only where nothing better is.';

COMMENT ON COLUMN health.source.first_creation_time IS 'The earliest creation time of a sample that was sent, or the start of one without a creation time. Null before the first sample.';

COMMENT ON COLUMN health.source.watch_count IS 'How many samples that name a device were made by an Apple Watch, and say its system version. Only samples without a bundle identifier are counted: of others, 1 stands for any number.';

COMMENT ON COLUMN health.source.phone_count IS 'The same of iPhone, iPad and iPod touch.';

COMMENT ON COLUMN health.source.other_count IS 'All other samples that name a device.';

COMMENT ON COLUMN health.source.created_at IS 'When its first sample arrived here.';

COMMENT ON COLUMN health.source.joined_source_id IS 'The source that this one is another name of; null if it is none. Its samples then count as samples of that source.';

COMMENT ON COLUMN health.source.joined_import_id IS 'The import that joined it; null if a person did.';

CREATE TABLE health.source_kind (
    person_id integer NOT NULL,
    source_id integer NOT NULL,
    was_user_entered boolean NOT NULL,
    source_class text NOT NULL,
    label text NOT NULL,
    default_rank integer DEFAULT 0 NOT NULL
);
ALTER TABLE ONLY health.source_kind ALTER COLUMN person_id SET STATISTICS 0;

COMMENT ON TABLE health.source_kind IS 'The facts about a source that a holder may read if names are hidden. The table health.source has the same facts and the name.';

COMMENT ON COLUMN health.source_kind.person_id IS 'The person to whom the source belongs.';

COMMENT ON COLUMN health.source_kind.source_id IS 'The source, in health.source.';

COMMENT ON COLUMN health.source_kind.was_user_entered IS 'As in health.source.';

COMMENT ON COLUMN health.source_kind.source_class IS 'As in health.source.';

COMMENT ON COLUMN health.source_kind.label IS 'The text that replaces a hidden name: Source and six random hexadecimal digits.';

COMMENT ON COLUMN health.source_kind.default_rank IS 'Its position in the default order of the person''s sources, from 0, the highest priority: entered by hand, watch, phone, everything else, aggregates; of each the newest source first.';

CREATE TABLE health.source_priority (
    person_id integer NOT NULL,
    sample_type_id integer NOT NULL,
    source_id integer NOT NULL,
    rank integer NOT NULL
);
ALTER TABLE ONLY health.source_priority ALTER COLUMN person_id SET STATISTICS 0;

COMMENT ON TABLE health.source_priority IS 'The order of sources that the person set for a type (Data Sources & Access). Sources without a row follow in the default order.';

COMMENT ON COLUMN health.source_priority.person_id IS 'Whose order.';

COMMENT ON COLUMN health.source_priority.sample_type_id IS 'For which type.';

COMMENT ON COLUMN health.source_priority.source_id IS 'The source.';

COMMENT ON COLUMN health.source_priority.rank IS '0 is believed first.';

CREATE TABLE health.source_type (
    person_id integer NOT NULL,
    source_id integer NOT NULL,
    sample_type_id integer NOT NULL
);
ALTER TABLE ONLY health.source_type ALTER COLUMN person_id SET STATISTICS 0;

COMMENT ON TABLE health.source_type IS 'The types of the samples that each source has or had. A holder that may read none of these types may not read the source.';

COMMENT ON COLUMN health.source_type.person_id IS 'The person to whom the source belongs.';

COMMENT ON COLUMN health.source_type.source_id IS 'The source, in health.source.';

COMMENT ON COLUMN health.source_type.sample_type_id IS 'The type, in health.sample_type.';

CREATE VIEW health.state_of_mind WITH (security_invoker='true') AS
 SELECT sample.person_id,
    sample.person,
    sample.uuid,
    sample.start_time,
    sample.local_start,
    sample.time_zone,
    health_code.enum_name('HKStateOfMindKind'::text, (sample_detail.parts -> 'kind'::text)) AS kind,
    health_code.json_number((sample_detail.parts -> 'valence'::text)) AS valence,
    health_code.enum_name('HKStateOfMindValenceClassification'::text, (sample_detail.parts -> 'valenceClassification'::text)) AS valence_classification,
    ( SELECT array_agg(health_code.enum_name('HKStateOfMindLabel'::text, label.value) ORDER BY label.ordinal) AS array_agg
           FROM jsonb_array_elements(
                CASE
                    WHEN (jsonb_typeof((sample_detail.parts -> 'labels'::text)) = 'array'::text) THEN (sample_detail.parts -> 'labels'::text)
                    ELSE NULL::jsonb
                END) WITH ORDINALITY label(value, ordinal)) AS labels,
    ( SELECT array_agg(health_code.enum_name('HKStateOfMindAssociation'::text, association.value) ORDER BY association.ordinal) AS array_agg
           FROM jsonb_array_elements(
                CASE
                    WHEN (jsonb_typeof((sample_detail.parts -> 'associations'::text)) = 'array'::text) THEN (sample_detail.parts -> 'associations'::text)
                    ELSE NULL::jsonb
                END) WITH ORDINALITY association(value, ordinal)) AS associations,
    sample.source_id,
    sample.source
   FROM (health.named_sample sample
     LEFT JOIN health.sample_detail ON (((sample_detail.person_id = sample.person_id) AND (sample_detail.uuid = sample.uuid))))
  WHERE (sample.identifier = 'HKDataTypeStateOfMind'::text);

COMMENT ON VIEW health.state_of_mind IS 'Emotions and moods (HKStateOfMind). Columns are null if not sent.';

COMMENT ON COLUMN health.state_of_mind.person_id IS 'The person to whom the sample belongs.';

COMMENT ON COLUMN health.state_of_mind.person IS 'The person''s name.';

COMMENT ON COLUMN health.state_of_mind.uuid IS 'HealthKit''s uuid, or one computed from the content.';

COMMENT ON COLUMN health.state_of_mind.start_time IS 'When the person felt it; for a daily mood a time of the day.';

COMMENT ON COLUMN health.state_of_mind.local_start IS 'Start on the clock of time_zone, else of UTC.';

COMMENT ON COLUMN health.state_of_mind.time_zone IS 'The zone in which the person was at the start, by the person''s own clock; null if unknown.';

COMMENT ON COLUMN health.state_of_mind.kind IS 'momentaryEmotion or dailyMood; as sent if it has no name.';

COMMENT ON COLUMN health.state_of_mind.valence IS 'From -1, very unpleasant, to 1, very pleasant.';

COMMENT ON COLUMN health.state_of_mind.valence_classification IS 'veryUnpleasant, unpleasant, slightlyUnpleasant, neutral, slightlyPleasant, pleasant or veryPleasant; as sent if it has no name.';

COMMENT ON COLUMN health.state_of_mind.labels IS 'Words for the feeling, such as calm (HKStateOfMind.Label); null without labels.';

COMMENT ON COLUMN health.state_of_mind.associations IS 'What the feeling is about, such as work (HKStateOfMind.Association); null without associations.';

COMMENT ON COLUMN health.state_of_mind.source_id IS 'The source, in health.source.';

COMMENT ON COLUMN health.state_of_mind.source IS 'Name of the source; a label if the name is hidden.';

CREATE TABLE health.store_secret (
    is_only boolean DEFAULT true NOT NULL,
    secret bytea NOT NULL,
    CONSTRAINT store_secret_length_check CHECK ((octet_length(secret) = 32)),
    CONSTRAINT store_secret_only_check CHECK (is_only)
);

COMMENT ON TABLE health.store_secret IS 'The key with which the service encrypts the anchors of holders that may not read everything. The table has one row.';

COMMENT ON COLUMN health.store_secret.is_only IS 'Always true, so that a second row is impossible.';

COMMENT ON COLUMN health.store_secret.secret IS '32 random bytes. If they change, the anchors of these holders become invalid.';

CREATE TABLE health.sync_plan (
    person_id integer NOT NULL,
    device text NOT NULL,
    plan jsonb,
    shared_since jsonb,
    updated_at timestamp with time zone DEFAULT now() NOT NULL,
    CONSTRAINT sync_plan_device_check CHECK (((octet_length(device) >= 1) AND (octet_length(device) <= 200)))
);
ALTER TABLE ONLY health.sync_plan ALTER COLUMN person_id SET STATISTICS 0;

COMMENT ON TABLE health.sync_plan IS 'What the phones of a person are to send. A phone reads its plan when it starts, and obeys it.';

COMMENT ON COLUMN health.sync_plan.person_id IS 'Whose samples.';

COMMENT ON COLUMN health.sync_plan.device IS 'The client''s name for the phone, as in client_anchor; 1 to 200 bytes. The plan named default is for every phone without one of its own.';

COMMENT ON COLUMN health.sync_plan.plan IS 'The plan as the program encodes it (SyncPlan). The service refuses samples that begin before its member start. Null for a phone that has only reported shared_since.';

COMMENT ON COLUMN health.sync_plan.shared_since IS 'Types, and the time since which the person shares their samples with the app, as the phone has reported. Null if it has reported nothing.';

COMMENT ON COLUMN health.sync_plan.updated_at IS 'When the plan was last changed.';

CREATE TABLE health.time_zone_offset (
    time_zone text NOT NULL,
    from_time timestamp with time zone NOT NULL,
    utc_offset integer NOT NULL
);

COMMENT ON TABLE health.time_zone_offset IS 'How far the clocks of the zones of the IANA database are ahead of UTC, from change to change until the year 2100. The program fills it whenever its knowledge of zones changed; health_code.clock reads it.';

COMMENT ON COLUMN health.time_zone_offset.time_zone IS 'A name that the program knows; other names of the same zone have rows of their own.';

COMMENT ON COLUMN health.time_zone_offset.from_time IS 'From when on, until the next row of the zone; -infinity in its first row.';

COMMENT ON COLUMN health.time_zone_offset.utc_offset IS 'Seconds that the clock is ahead of UTC.';

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

COMMENT ON TABLE health.time_zone_report IS 'Where the person was as clients reported it, and as it was set by hand. What was set by hand holds whatever else is known.';

COMMENT ON COLUMN health.time_zone_report.person_id IS 'Whose time zone.';

COMMENT ON COLUMN health.time_zone_report.origin IS 'client: from start_time on, until something newer is known. manual: set by hand for an interval; those of a person never overlap.';

COMMENT ON COLUMN health.time_zone_report.start_time IS 'From when on.';

COMMENT ON COLUMN health.time_zone_report.end_time IS 'Of what was set by hand: the end, exclusive, or null for good. Null for reports of clients.';

COMMENT ON COLUMN health.time_zone_report.time_zone IS 'Name of the IANA database.';

CREATE TABLE health.token (
    person_id integer NOT NULL,
    token_id uuid NOT NULL,
    secret_sha256 bytea NOT NULL,
    name text NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    revoked_at timestamp with time zone,
    holder_id integer NOT NULL,
    kind text DEFAULT 'token'::text NOT NULL,
    opened_by text,
    passkey_id uuid,
    may_read boolean DEFAULT true NOT NULL,
    may_write boolean DEFAULT true NOT NULL,
    may_manage boolean DEFAULT true NOT NULL,
    all_groups boolean,
    groups text[] DEFAULT '{}'::text[] NOT NULL,
    sample_type_ids integer[] DEFAULT '{}'::integer[] NOT NULL,
    from_time timestamp with time zone,
    to_time timestamp with time zone,
    shows_names boolean DEFAULT true NOT NULL,
    expires_at timestamp with time zone,
    refresh_sha256 bytea,
    used_refresh_sha256 bytea,
    secret_expires_at timestamp with time zone,
    CONSTRAINT token_kind_check CHECK ((kind = ANY (ARRAY['token'::text, 'login'::text, 'invitation'::text, 'session'::text, 'code'::text, 'pairing'::text]))),
    CONSTRAINT token_opened_by_check CHECK ((((kind = 'session'::text) = (opened_by IS NOT NULL)) AND (opened_by = ANY (ARRAY['login-link'::text, 'passkey'::text, 'invitation'::text, 'openid'::text])))),
    CONSTRAINT token_passkey_check CHECK (((passkey_id IS NULL) OR (opened_by = 'passkey'::text))),
    CONSTRAINT token_refresh_sha256_check CHECK (((octet_length(refresh_sha256) = 32) AND (octet_length(used_refresh_sha256) = 32))),
    CONSTRAINT token_secret_sha256_check CHECK ((octet_length(secret_sha256) = 32)),
    CONSTRAINT token_time_check CHECK ((from_time < to_time))
)
WITH (fillfactor='50');
ALTER TABLE ONLY health.token ALTER COLUMN person_id SET STATISTICS 0;

COMMENT ON TABLE health.token IS 'Tokens, sessions and login links. Each belongs to one holder, is about one person, and can only narrow the grants of the holder.';

COMMENT ON COLUMN health.token.person_id IS 'The person whom the token is about.';

COMMENT ON COLUMN health.token.token_id IS 'Names the token; the public half of what the client sends.';

COMMENT ON COLUMN health.token.secret_sha256 IS 'SHA-256 of the secret half, which is 256 random bits and is kept nowhere; of the code itself for pairing.';

COMMENT ON COLUMN health.token.name IS 'What the token is for, in the operator''s words; for an invitation, the name of the later holder.';

COMMENT ON COLUMN health.token.created_at IS 'When the token was made.';

COMMENT ON COLUMN health.token.revoked_at IS 'From when on the token is refused; null while it is good.';

COMMENT ON COLUMN health.token.holder_id IS 'The holder to which the token belongs; for an invitation, the holder who invites.';

COMMENT ON COLUMN health.token.kind IS 'token (sent in the header Authorization), session (sent in a cookie of the page), login (sent once, to make a session), invitation (sent once, to make a grant and a session), code (an authorization code of OAuth) or pairing (a code that a person types into an app). Codes become tokens.';

COMMENT ON COLUMN health.token.opened_by IS 'How a person opened the session: login-link (by a link of healthstore login-link), passkey, invitation (by a link of a person who shares data) or openid (at a provider of OpenID Connect). Null for every other kind.';

COMMENT ON COLUMN health.token.passkey_id IS 'The passkey with which the session was opened, also after it was removed; null for none.';

COMMENT ON COLUMN health.token.may_read IS 'False if the token does not allow reading.';

COMMENT ON COLUMN health.token.may_write IS 'False if the token does not allow writing.';

COMMENT ON COLUMN health.token.may_manage IS 'False if the token does not allow managing.';

COMMENT ON COLUMN health.token.all_groups IS 'Null if the token does not narrow the types of the grants. Otherwise the token covers only the types that the columns all_groups, groups and sample_type_ids name, as in health.access_grant.';

COMMENT ON COLUMN health.token.groups IS 'Access groups that the token covers; see all_groups.';

COMMENT ON COLUMN health.token.sample_type_ids IS 'Types that the token covers; see all_groups.';

COMMENT ON COLUMN health.token.from_time IS 'The token covers samples that start at or after this instant; null for no limit.';

COMMENT ON COLUMN health.token.to_time IS 'The token covers samples that end at or before this instant; null for no limit.';

COMMENT ON COLUMN health.token.shows_names IS 'False if the token hides the names of sources and devices.';

COMMENT ON COLUMN health.token.expires_at IS 'The instant at which the token, or the grant of an invitation, ends; null if it has no end.';

COMMENT ON COLUMN health.token.refresh_sha256 IS 'SHA-256 of the secret of the refresh token; null for a token that was not got by OAuth.';

COMMENT ON COLUMN health.token.used_refresh_sha256 IS 'SHA-256 of the secret of the refresh token that was used last; null if none was used.';

COMMENT ON COLUMN health.token.secret_expires_at IS 'From when on secret_sha256 is refused, until a refresh replaces it; null if it has no end. For an invitation, the end of its link.';

CREATE TABLE health.token_use (
    person_id integer NOT NULL,
    token_id uuid NOT NULL,
    used_at timestamp with time zone NOT NULL
)
WITH (fillfactor='50');
ALTER TABLE ONLY health.token_use ALTER COLUMN person_id SET STATISTICS 0;

COMMENT ON TABLE health.token_use IS 'When tokens and sessions were last used. A token that was not used has no row.';

COMMENT ON COLUMN health.token_use.person_id IS 'The person whom the token is about.';

COMMENT ON COLUMN health.token_use.token_id IS 'The token or session.';

COMMENT ON COLUMN health.token_use.used_at IS 'The time of the last request with the token, written at most once a minute.';

CREATE TABLE health.type_group (
    name text NOT NULL,
    display_name text NOT NULL,
    color text NOT NULL
);

COMMENT ON TABLE health.type_group IS 'The groups in which the Health app shows types.';

COMMENT ON COLUMN health.type_group.name IS 'What display_group of types names, such as heart.';

COMMENT ON COLUMN health.type_group.display_name IS 'The Health app''s name of the group.';

COMMENT ON COLUMN health.type_group.color IS 'The colour of the group, sRGB as #RRGGBB.';

CREATE TABLE health.type_unit (
    identifier text NOT NULL,
    unit_string text NOT NULL,
    factor double precision NOT NULL,
    shift double precision NOT NULL,
    is_preferred boolean NOT NULL,
    is_canonical boolean NOT NULL
);

COMMENT ON TABLE health.type_unit IS 'The units in which people read quantity types. A value in the unit is the canonical value * factor + shift.';

COMMENT ON COLUMN health.type_unit.identifier IS 'The type, as health.sample_type.identifier.';

COMMENT ON COLUMN health.type_unit.unit_string IS 'The unit as answers print it, such as count/min or fraction.';

COMMENT ON COLUMN health.type_unit.factor IS 'By which a canonical value is multiplied.';

COMMENT ON COLUMN health.type_unit.shift IS 'What is added to the product; 0 but for temperatures.';

COMMENT ON COLUMN health.type_unit.is_preferred IS 'True for the type''s preferred unit, one for each type.';

COMMENT ON COLUMN health.type_unit.is_canonical IS 'True for the unit of stored values, one for each type.';

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

CREATE TABLE health.unit_spelling (
    spelling text NOT NULL,
    unit_string text NOT NULL
);

COMMENT ON TABLE health.unit_spelling IS 'Usual spellings of units, understood on input where HealthKit''s grammar does not read a unit of the type''s dimension.';

COMMENT ON COLUMN health.unit_spelling.spelling IS 'The spelling, in lower case.';

COMMENT ON COLUMN health.unit_spelling.unit_string IS 'The unit as answers print it, such as count/min or fraction.';

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

COMMENT ON TABLE health.unit_symbol IS 'The symbols of HealthKit''s unit strings (HKUnit). Its % is fraction, because its values go from 0 to 1.';

COMMENT ON COLUMN health.unit_symbol.symbol IS 'As answers print it.';

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

CREATE TABLE health.unit_type (
    person_id integer NOT NULL,
    unit_id integer NOT NULL,
    sample_type_id integer NOT NULL
);
ALTER TABLE ONLY health.unit_type ALTER COLUMN person_id SET STATISTICS 0;

COMMENT ON TABLE health.unit_type IS 'The types of the samples that were sent in each unit that is not in the catalogue. A holder that may read none of these types may not read the unit.';

COMMENT ON COLUMN health.unit_type.person_id IS 'The person to whom the samples belong.';

COMMENT ON COLUMN health.unit_type.unit_id IS 'The unit, in health.unit.';

COMMENT ON COLUMN health.unit_type.sample_type_id IS 'The type, in health.sample_type.';

ALTER TABLE health.unit ALTER COLUMN unit_id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME health.unit_unit_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

COMMENT ON SEQUENCE health.unit_unit_id_seq IS 'The numbers of units.';

CREATE TABLE health.used_challenge (
    challenge_id uuid NOT NULL,
    used_at timestamp with time zone DEFAULT now() NOT NULL
);

COMMENT ON TABLE health.used_challenge IS 'The challenges of passkeys that were answered rightly, so that each works once. A challenge ends after some minutes, and its row is then deleted.';

COMMENT ON COLUMN health.used_challenge.challenge_id IS 'The random name inside the challenge.';

COMMENT ON COLUMN health.used_challenge.used_at IS 'When it was answered.';

CREATE VIEW health.vision_prescription WITH (security_invoker='true') AS
 SELECT sample.person_id,
    sample.person,
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
    sample.source_id,
    sample.source
   FROM ((health.named_sample sample
     LEFT JOIN health.sample_detail ON (((sample_detail.person_id = sample.person_id) AND (sample_detail.uuid = sample.uuid))))
     CROSS JOIN LATERAL ( VALUES ('right'::text,(sample_detail.parts -> 'rightEye'::text)), ('left'::text,(sample_detail.parts -> 'leftEye'::text))) eye(name, lens))
  WHERE (sample.identifier = 'HKVisionPrescriptionTypeIdentifier'::text);

COMMENT ON VIEW health.vision_prescription IS 'Prescriptions of glasses and contact lenses (HKVisionPrescription), two rows each: right and left. Columns are null if not sent.';

COMMENT ON COLUMN health.vision_prescription.person_id IS 'The person to whom the sample belongs.';

COMMENT ON COLUMN health.vision_prescription.person IS 'The person''s name.';

COMMENT ON COLUMN health.vision_prescription.uuid IS 'The prescription, in health.sample.';

COMMENT ON COLUMN health.vision_prescription.eye IS 'right or left.';

COMMENT ON COLUMN health.vision_prescription.prescription_type IS 'Glasses or contact lenses, as sent.';

COMMENT ON COLUMN health.vision_prescription.date_issued IS 'When it was issued.';

COMMENT ON COLUMN health.vision_prescription.expiration_date IS 'When the prescription expires.';

COMMENT ON COLUMN health.vision_prescription.brand IS 'Brand of contact lenses.';

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

COMMENT ON COLUMN health.vision_prescription.source_id IS 'The source, in health.source.';

COMMENT ON COLUMN health.vision_prescription.source IS 'Name of the source; a label if the name is hidden.';

CREATE TABLE health.webhook (
    person_id integer NOT NULL,
    webhook_id uuid NOT NULL,
    holder_id integer NOT NULL,
    token_id uuid,
    url text NOT NULL,
    secret bytea NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    "position" bigint NOT NULL,
    event_id uuid,
    event_end bigint,
    event_access uuid,
    event_types text,
    event_body text,
    attempts integer DEFAULT 0 NOT NULL,
    next_attempt_at timestamp with time zone DEFAULT now() NOT NULL,
    delivered_at timestamp with time zone,
    failure text,
    disabled_at timestamp with time zone,
    old_secret bytea,
    old_secret_until timestamp with time zone,
    CONSTRAINT webhook_event_check CHECK ((num_nulls(event_id, event_end, event_access, event_types, event_body) = ANY (ARRAY[0, 5]))),
    CONSTRAINT webhook_old_secret_check CHECK (((num_nulls(old_secret, old_secret_until) = ANY (ARRAY[0, 2])) AND ((octet_length(old_secret) >= 24) AND (octet_length(old_secret) <= 64)))),
    CONSTRAINT webhook_secret_check CHECK (((octet_length(secret) >= 24) AND (octet_length(secret) <= 64))),
    CONSTRAINT webhook_url_check CHECK (((octet_length(url) >= 1) AND (octet_length(url) <= 2048)))
);
ALTER TABLE ONLY health.webhook ALTER COLUMN person_id SET STATISTICS 0;

COMMENT ON TABLE health.webhook IS 'Addresses that the service tells which types and days of a person changed. Each has at most one event that waits.';

COMMENT ON COLUMN health.webhook.person_id IS 'The person whose changes are told.';

COMMENT ON COLUMN health.webhook.webhook_id IS 'Identifies the webhook.';

COMMENT ON COLUMN health.webhook.holder_id IS 'The holder that made the webhook. Events tell only what it may read.';

COMMENT ON COLUMN health.webhook.token_id IS 'The token that made the webhook and narrows what events tell; null if a session or a user of a proxy made it.';

COMMENT ON COLUMN health.webhook.url IS 'The address, which may contain secrets of the receiver.';

COMMENT ON COLUMN health.webhook.secret IS 'The key of the signatures. It is not a hash, because the service signs with it.';

COMMENT ON COLUMN health.webhook.created_at IS 'The time of creation.';

COMMENT ON COLUMN health.webhook."position" IS 'The position of the change feed up to which changes were told.';

COMMENT ON COLUMN health.webhook.event_id IS 'The id of the event that is not delivered yet; null if there is none.';

COMMENT ON COLUMN health.webhook.event_end IS 'The position of the change feed up to which that event tells changes.';

COMMENT ON COLUMN health.webhook.event_access IS 'health.access_basis when the event was made. If the access changes, another event replaces it.';

COMMENT ON COLUMN health.webhook.event_types IS 'The identifiers of the types that the event names, one a line.';

COMMENT ON COLUMN health.webhook.event_body IS 'The body of the event, so that each attempt sends the same bytes. It has no health values.';

COMMENT ON COLUMN health.webhook.attempts IS 'The attempts to deliver the event that failed.';

COMMENT ON COLUMN health.webhook.next_attempt_at IS 'The earliest time of the next attempt. A service that begins an attempt first moves the time, so that no other service begins one.';

COMMENT ON COLUMN health.webhook.delivered_at IS 'The time of the last delivery; null if there was none.';

COMMENT ON COLUMN health.webhook.failure IS 'The reason why the last attempt failed; null if it succeeded.';

COMMENT ON COLUMN health.webhook.disabled_at IS 'The time from which on no events are sent, for the reason in failure; null if they are.';

COMMENT ON COLUMN health.webhook.old_secret IS 'The secret before the last replacement, which signs, too; null if there is none. The first attempt after old_secret_until removes it.';

COMMENT ON COLUMN health.webhook.old_secret_until IS 'The time until which old_secret signs; null if there is no old secret.';

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

CREATE VIEW health.workout_heart_rate WITH (security_invoker='true') AS
 SELECT person.person_id,
    person.name AS person,
    workout.workout_uuid AS uuid,
    workout.activity,
    workout.start_time,
    workout.end_time,
    workout.count,
    workout.average,
    workout.minimum,
    workout.maximum,
    workout.sources,
    workout.unit
   FROM (health.person
     CROSS JOIN LATERAL health_code.workout_statistics(person.name, 'heartRate'::text) workout(workout_uuid, activity, start_time, end_time, count, sum, average, minimum, maximum, duration, sources, unit));

COMMENT ON VIEW health.workout_heart_rate IS 'The heart rate during each workout, pauses included, computed like GET /v1/statistics from the start to the end of the workout. A query computes all workouts of the selected people; health_code.workout_statistics computes those of a range of days, also of other types.';

COMMENT ON COLUMN health.workout_heart_rate.person_id IS 'The person to whom the workout belongs.';

COMMENT ON COLUMN health.workout_heart_rate.person IS 'The person''s name.';

COMMENT ON COLUMN health.workout_heart_rate.uuid IS 'The workout, in health.workout_sample.';

COMMENT ON COLUMN health.workout_heart_rate.activity IS 'Name of the activity, or the text as sent.';

COMMENT ON COLUMN health.workout_heart_rate.start_time IS 'Start of the workout.';

COMMENT ON COLUMN health.workout_heart_rate.end_time IS 'End of the workout.';

COMMENT ON COLUMN health.workout_heart_rate.count IS 'Number of heart rates of all sources; 0 if none was measured.';

COMMENT ON COLUMN health.workout_heart_rate.average IS 'Average in unit; each measurement is weighted by the time for which it stands. Null if count is 0.';

COMMENT ON COLUMN health.workout_heart_rate.minimum IS 'Minimum in unit; null if count is 0.';

COMMENT ON COLUMN health.workout_heart_rate.maximum IS 'Maximum in unit; null if count is 0.';

COMMENT ON COLUMN health.workout_heart_rate.sources IS 'The sources whose samples made the figures (source_id in health.source), highest priority first.';

COMMENT ON COLUMN health.workout_heart_rate.unit IS 'The person''s choice for heartRate, else count/min.';

CREATE VIEW health.workout_route_location WITH (security_invoker='true') AS
 SELECT sample.person_id,
    sample.person,
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
   FROM (((health.named_sample sample
     JOIN health.sample_detail ON (((sample_detail.person_id = sample.person_id) AND (sample_detail.uuid = sample.uuid))))
     LEFT JOIN health.contained_sample ON (((contained_sample.person_id = sample.person_id) AND (contained_sample.uuid = sample.uuid))))
     CROSS JOIN LATERAL jsonb_array_elements(
        CASE
            WHEN (jsonb_typeof((sample_detail.parts -> 'locations'::text)) = 'array'::text) THEN (sample_detail.parts -> 'locations'::text)
            ELSE NULL::jsonb
        END) WITH ORDINALITY location(value, ordinal))
  WHERE (sample.identifier = 'HKWorkoutRouteTypeIdentifier'::text);

COMMENT ON VIEW health.workout_route_location IS 'The points of workout routes (CLLocation of an HKWorkoutRoute). Select one route or workout at a time: a route of an hour has thousands of points.';

COMMENT ON COLUMN health.workout_route_location.person_id IS 'The person to whom the sample belongs.';

COMMENT ON COLUMN health.workout_route_location.person IS 'The person''s name.';

COMMENT ON COLUMN health.workout_route_location.uuid IS 'The route, in health.sample.';

COMMENT ON COLUMN health.workout_route_location.workout_uuid IS 'The workout to which the route belongs; null if not known.';

COMMENT ON COLUMN health.workout_route_location.ordinal IS 'Position in the route as sent, from 0.';

COMMENT ON COLUMN health.workout_route_location."time" IS 'Time of the location; null if the text sent is not a time.';

COMMENT ON COLUMN health.workout_route_location.latitude IS 'Degrees, north is positive.';

COMMENT ON COLUMN health.workout_route_location.longitude IS 'Degrees, east is positive.';

COMMENT ON COLUMN health.workout_route_location.altitude IS 'Metres above the sea.';

COMMENT ON COLUMN health.workout_route_location.horizontal_accuracy IS 'Radius of uncertainty in metres; negative if latitude and longitude are not valid.';

COMMENT ON COLUMN health.workout_route_location.vertical_accuracy IS 'Uncertainty of the altitude in metres; zero or negative if the altitude is not valid.';

COMMENT ON COLUMN health.workout_route_location.speed IS 'Metres per second; negative if not valid.';

COMMENT ON COLUMN health.workout_route_location.course IS 'Degrees clockwise from north; negative if not valid.';

CREATE VIEW health.workout_sample WITH (security_invoker='true') AS
 SELECT sample.person_id,
    sample.person,
    sample.uuid,
    COALESCE(workout_activity_type.case_name, workout.sent_activity_type) AS activity,
    sample.start_time,
    sample.end_time,
    sample.local_start,
    sample.time_zone,
    health_code.recording_state(sample_detail.parts, sample.end_time) AS recording_state,
    workout.duration,
    workout.total_energy_burned,
    workout.total_distance,
    sample.source_id,
    sample.source,
    sample.device_id,
    sample.device,
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
   FROM ((((health.named_sample sample
     JOIN health.workout ON (((workout.person_id = sample.person_id) AND (workout.uuid = sample.uuid))))
     LEFT JOIN health.workout_activity_type ON ((workout_activity_type.raw_value = workout.activity_type)))
     LEFT JOIN health.sample_detail ON (((sample_detail.person_id = sample.person_id) AND (sample_detail.uuid = sample.uuid))))
     CROSS JOIN LATERAL ( VALUES (regexp_match((sample_detail.metadata ->> 'HKWeatherTemperature'::text), '^([-0-9.]+) *(degC|degF|K)$'::text),COALESCE(health_code.json_number((sample_detail.metadata -> 'HKWeatherHumidity'::text)), health_code.text_number("substring"((sample_detail.metadata ->> 'HKWeatherHumidity'::text), '^([0-9.]+) *%$'::text))))) weather(temperature, humidity));

COMMENT ON VIEW health.workout_sample IS 'Workouts with readable names (HKWorkout). Columns are null if not sent.';

COMMENT ON COLUMN health.workout_sample.person_id IS 'The person to whom the sample belongs.';

COMMENT ON COLUMN health.workout_sample.person IS 'The person''s name.';

COMMENT ON COLUMN health.workout_sample.uuid IS 'HealthKit''s uuid, or one computed from the content.';

COMMENT ON COLUMN health.workout_sample.activity IS 'Name of the activity, or the text as sent.';

COMMENT ON COLUMN health.workout_sample.start_time IS 'Start.';

COMMENT ON COLUMN health.workout_sample.end_time IS 'End; the time of its newest data while it is recorded live.';

COMMENT ON COLUMN health.workout_sample.local_start IS 'Start on the clock of time_zone, else of UTC.';

COMMENT ON COLUMN health.workout_sample.time_zone IS 'The zone in which the person was at the start, by the person''s own clock; null if unknown.';

COMMENT ON COLUMN health.workout_sample.recording_state IS 'running, paused or ended while it is recorded live, as in GET /v1/workouts; null if it is finished.';

COMMENT ON COLUMN health.workout_sample.duration IS 'Seconds, without pauses.';

COMMENT ON COLUMN health.workout_sample.total_energy_burned IS 'Kilocalories.';

COMMENT ON COLUMN health.workout_sample.total_distance IS 'Metres.';

COMMENT ON COLUMN health.workout_sample.source_id IS 'The source, in health.source.';

COMMENT ON COLUMN health.workout_sample.source IS 'Name of the source; a label if the name is hidden.';

COMMENT ON COLUMN health.workout_sample.device_id IS 'The device, in health.device; null if not sent.';

COMMENT ON COLUMN health.workout_sample.device IS 'Name of the device; null if not sent.';

COMMENT ON COLUMN health.workout_sample.creation_time IS 'When the sample was saved on the phone; null if not sent.';

COMMENT ON COLUMN health.workout_sample.metadata IS 'HKMetadata; null if there is none.';

COMMENT ON COLUMN health.workout_sample.parts IS 'Events, activities, statistics and routes, in the words and order in which they were sent; with isRecording while it is recorded live.';

COMMENT ON COLUMN health.workout_sample.weather_temperature IS 'Degrees Celsius (HKWeatherTemperature); null if not sent.';

COMMENT ON COLUMN health.workout_sample.weather_humidity IS 'Per cent, 0 to 100, for every form in which systems write HKWeatherHumidity; null if not sent.';

ALTER TABLE ONLY health.holder ALTER COLUMN holder_id SET DEFAULT nextval('health.holder_holder_id_seq'::regclass);

ALTER TABLE ONLY health.access_grant
    ADD CONSTRAINT access_grant_pkey PRIMARY KEY (person_id, grant_id);

ALTER TABLE ONLY health.access_log
    ADD CONSTRAINT access_log_pkey PRIMARY KEY (person_id, requested_at, entry_id);

ALTER TABLE ONLY health.aggregate_extreme
    ADD CONSTRAINT aggregate_extreme_pkey PRIMARY KEY (person_id, uuid, ordinal);

ALTER TABLE ONLY health.arrival
    ADD CONSTRAINT arrival_pkey PRIMARY KEY (person_id, first_position);

ALTER TABLE ONLY health.category_type
    ADD CONSTRAINT category_type_pkey PRIMARY KEY (identifier);

ALTER TABLE ONLY health.category_value
    ADD CONSTRAINT category_value_pkey PRIMARY KEY (enum, case_name);

ALTER TABLE ONLY health.change_counter
    ADD CONSTRAINT change_counter_pkey PRIMARY KEY (person_id);

ALTER TABLE ONLY health.characteristic_type
    ADD CONSTRAINT characteristic_type_pkey PRIMARY KEY (identifier);

ALTER TABLE ONLY health.client_anchor
    ADD CONSTRAINT client_anchor_pkey PRIMARY KEY (person_id, holder_id, device, types_sha256);

ALTER TABLE ONLY health.client_session
    ADD CONSTRAINT client_session_arrival_key UNIQUE (person_id, holder_id, automation, arrival);

ALTER TABLE ONLY health.client_session
    ADD CONSTRAINT client_session_pkey PRIMARY KEY (person_id, holder_id, automation, session);

ALTER TABLE ONLY health.complete_range
    ADD CONSTRAINT complete_range_pkey PRIMARY KEY (person_id, import_id, sample_type_id, from_time);

ALTER TABLE ONLY health.contained_change
    ADD CONSTRAINT contained_change_pkey PRIMARY KEY (person_id, container_uuid, sample_type_id, holder_id);

ALTER TABLE ONLY health.contained_sample
    ADD CONSTRAINT contained_sample_pkey PRIMARY KEY (person_id, container_uuid, uuid);

ALTER TABLE ONLY health.correlation_type
    ADD CONSTRAINT correlation_type_pkey PRIMARY KEY (identifier);

ALTER TABLE ONLY health.day_clock
    ADD CONSTRAINT day_clock_pkey PRIMARY KEY (person_id);

ALTER TABLE ONLY health.day
    ADD CONSTRAINT day_pkey PRIMARY KEY (person_id, sample_type_id, source_id, date);

ALTER TABLE ONLY health.deleted_sample
    ADD CONSTRAINT deleted_sample_pkey PRIMARY KEY (person_id, uuid);

ALTER TABLE ONLY health.device
    ADD CONSTRAINT device_pkey PRIMARY KEY (person_id, device_id);

ALTER TABLE ONLY health.device_type
    ADD CONSTRAINT device_type_pkey PRIMARY KEY (person_id, device_id, sample_type_id);

ALTER TABLE ONLY health.dropped_foreign_key
    ADD CONSTRAINT dropped_foreign_key_pkey PRIMARY KEY (table_name, constraint_name);

ALTER TABLE ONLY health.enum_value
    ADD CONSTRAINT enum_value_pkey PRIMARY KEY (enum, case_name);

ALTER TABLE ONLY health.erased_person
    ADD CONSTRAINT erased_person_pkey PRIMARY KEY (uuid);

ALTER TABLE ONLY health.export_element
    ADD CONSTRAINT export_element_pkey PRIMARY KEY (person_id, uuid);

ALTER TABLE ONLY health.holder
    ADD CONSTRAINT holder_name_key UNIQUE (name);

ALTER TABLE ONLY health.holder
    ADD CONSTRAINT holder_openid_key UNIQUE (openid_sha256);

ALTER TABLE ONLY health.holder
    ADD CONSTRAINT holder_person_key UNIQUE (person_id);

ALTER TABLE ONLY health.holder
    ADD CONSTRAINT holder_pkey PRIMARY KEY (holder_id);

ALTER TABLE ONLY health.holder
    ADD CONSTRAINT holder_role_key UNIQUE (role);

ALTER TABLE ONLY health.hour
    ADD CONSTRAINT hour_pkey PRIMARY KEY (person_id, sample_type_id, source_id, start_time);

ALTER TABLE ONLY health.idempotency_key
    ADD CONSTRAINT idempotency_key_pkey PRIMARY KEY (person_id, holder_id, key);

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

ALTER TABLE ONLY health.mark
    ADD CONSTRAINT mark_pkey PRIMARY KEY (person_id, sample_type_id, mark_id);

ALTER TABLE ONLY health.metadata_key
    ADD CONSTRAINT metadata_key_pkey PRIMARY KEY (constant);

ALTER TABLE ONLY health.migration
    ADD CONSTRAINT migration_pkey PRIMARY KEY (number);

ALTER TABLE ONLY health.night
    ADD CONSTRAINT night_pkey PRIMARY KEY (person_id, sample_type_id, date);

ALTER TABLE ONLY health.operator_token
    ADD CONSTRAINT operator_token_pkey PRIMARY KEY (token_id);

ALTER TABLE ONLY health.passkey
    ADD CONSTRAINT passkey_credential_key UNIQUE (credential_id);

ALTER TABLE ONLY health.passkey
    ADD CONSTRAINT passkey_pkey PRIMARY KEY (passkey_id);

ALTER TABLE ONLY health.person
    ADD CONSTRAINT person_name_key UNIQUE (name);

ALTER TABLE ONLY health.person
    ADD CONSTRAINT person_pkey PRIMARY KEY (person_id);

ALTER TABLE ONLY health.person_sample_type
    ADD CONSTRAINT person_sample_type_pkey PRIMARY KEY (person_id, sample_type_id);

ALTER TABLE ONLY health.person_unit
    ADD CONSTRAINT person_unit_pkey PRIMARY KEY (person_id, unit_id);

ALTER TABLE ONLY health.person
    ADD CONSTRAINT person_uuid_key UNIQUE (uuid);

ALTER TABLE ONLY health.preference_change
    ADD CONSTRAINT preference_change_pkey PRIMARY KEY (person_id, preference, sample_type_id);

ALTER TABLE ONLY health.preferred_unit
    ADD CONSTRAINT preferred_unit_pkey PRIMARY KEY (person_id, sample_type_id);

ALTER TABLE ONLY health.quantity_series
    ADD CONSTRAINT quantity_series_pkey PRIMARY KEY (person_id, uuid);

ALTER TABLE ONLY health.quantity_type
    ADD CONSTRAINT quantity_type_pkey PRIMARY KEY (identifier);

ALTER TABLE ONLY health.reader_preference
    ADD CONSTRAINT reader_preference_pkey PRIMARY KEY (person_id, holder_id);

ALTER TABLE ONLY health.recognised_record
    ADD CONSTRAINT recognised_record_pkey PRIMARY KEY (person_id, imported_uuid);

ALTER TABLE ONLY health.replaced_sample
    ADD CONSTRAINT replaced_sample_pkey PRIMARY KEY (person_id, uuid, import_id, relation, key);

ALTER TABLE ONLY health.sample_detail
    ADD CONSTRAINT sample_detail_pkey PRIMARY KEY (person_id, uuid);

ALTER TABLE ONLY health.sample_extent
    ADD CONSTRAINT sample_extent_pkey PRIMARY KEY (person_id, sample_type_id);

ALTER TABLE ONLY health.sample_holder
    ADD CONSTRAINT sample_holder_pkey PRIMARY KEY (person_id, uuid, holder_id);

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

ALTER TABLE ONLY health.source_kind
    ADD CONSTRAINT source_kind_pkey PRIMARY KEY (person_id, source_id);

ALTER TABLE ONLY health.source
    ADD CONSTRAINT source_pkey PRIMARY KEY (person_id, source_id);

ALTER TABLE ONLY health.source_priority
    ADD CONSTRAINT source_priority_pkey PRIMARY KEY (person_id, sample_type_id, source_id);

ALTER TABLE ONLY health.source_priority
    ADD CONSTRAINT source_priority_rank_key UNIQUE (person_id, sample_type_id, rank);

ALTER TABLE ONLY health.source_revision
    ADD CONSTRAINT source_revision_pkey PRIMARY KEY (person_id, source_revision_id);

ALTER TABLE ONLY health.source_type
    ADD CONSTRAINT source_type_pkey PRIMARY KEY (person_id, source_id, sample_type_id);

ALTER TABLE ONLY health.store_secret
    ADD CONSTRAINT store_secret_pkey PRIMARY KEY (is_only);

ALTER TABLE ONLY health.sync_plan
    ADD CONSTRAINT sync_plan_pkey PRIMARY KEY (person_id, device);

ALTER TABLE ONLY health.time_zone_offset
    ADD CONSTRAINT time_zone_offset_pkey PRIMARY KEY (time_zone, from_time);

ALTER TABLE ONLY health.time_zone_report
    ADD CONSTRAINT time_zone_report_pkey PRIMARY KEY (person_id, origin, start_time);

ALTER TABLE ONLY health.token
    ADD CONSTRAINT token_pkey PRIMARY KEY (person_id, token_id);

ALTER TABLE ONLY health.token_use
    ADD CONSTRAINT token_use_pkey PRIMARY KEY (person_id, token_id);

ALTER TABLE ONLY health.type_group
    ADD CONSTRAINT type_group_pkey PRIMARY KEY (name);

ALTER TABLE ONLY health.type_unit
    ADD CONSTRAINT type_unit_pkey PRIMARY KEY (identifier, unit_string);

ALTER TABLE ONLY health.unit
    ADD CONSTRAINT unit_pkey PRIMARY KEY (unit_id);

ALTER TABLE ONLY health.unit_prefix
    ADD CONSTRAINT unit_prefix_pkey PRIMARY KEY (symbol);

ALTER TABLE ONLY health.unit_printed_form
    ADD CONSTRAINT unit_printed_form_pkey PRIMARY KEY (printed_form);

ALTER TABLE ONLY health.unit_spelling
    ADD CONSTRAINT unit_spelling_pkey PRIMARY KEY (spelling);

ALTER TABLE ONLY health.unit_symbol
    ADD CONSTRAINT unit_symbol_pkey PRIMARY KEY (symbol);

ALTER TABLE ONLY health.unit_type
    ADD CONSTRAINT unit_type_pkey PRIMARY KEY (person_id, unit_id, sample_type_id);

ALTER TABLE ONLY health.unit
    ADD CONSTRAINT unit_unit_string_key UNIQUE (unit_string);

ALTER TABLE ONLY health.used_challenge
    ADD CONSTRAINT used_challenge_pkey PRIMARY KEY (challenge_id);

ALTER TABLE ONLY health.webhook
    ADD CONSTRAINT webhook_pkey PRIMARY KEY (person_id, webhook_id);

ALTER TABLE ONLY health.workout_activity_type
    ADD CONSTRAINT workout_activity_type_pkey PRIMARY KEY (raw_value);

ALTER TABLE ONLY health.workout_event_type
    ADD CONSTRAINT workout_event_type_pkey PRIMARY KEY (raw_value);

ALTER TABLE ONLY health.workout
    ADD CONSTRAINT workout_pkey PRIMARY KEY (person_id, uuid);

CREATE INDEX access_grant_holder_idx ON health.access_grant USING btree (holder_id, person_id);

COMMENT ON INDEX health.access_grant_holder_idx IS 'Finds the people who granted something to a holder.';

CREATE INDEX aggregate_extreme_stream_idx ON health.aggregate_extreme USING btree (person_id, sample_type_id, start_time);

COMMENT ON INDEX health.aggregate_extreme_stream_idx IS 'The stream of one type in order of start: merged with that of health.sample.';

CREATE INDEX contained_change_position_idx ON health.contained_change USING btree (person_id, change_position);

COMMENT ON INDEX health.contained_change_position_idx IS 'The change feed in its order.';

CREATE INDEX contained_sample_uuid_idx ON health.contained_sample USING btree (person_id, uuid);

COMMENT ON INDEX health.contained_sample_uuid_idx IS 'Finds the containers of a sample that is deleted.';

CREATE INDEX deleted_sample_change_idx ON health.deleted_sample USING btree (person_id, change_position);

COMMENT ON INDEX health.deleted_sample_change_idx IS 'The change feed in its order.';

CREATE INDEX deleted_sample_holder_idx ON health.deleted_sample USING btree (person_id, holder_id, sample_type_id) WHERE (holder_id IS NOT NULL);

COMMENT ON INDEX health.deleted_sample_holder_idx IS 'Finds the types of the deleted samples that a holder had saved.';

CREATE INDEX deleted_sample_time_idx ON health.deleted_sample USING btree (person_id, sample_type_id, start_time) WHERE (source_revision_id IS NOT NULL);

COMMENT ON INDEX health.deleted_sample_time_idx IS 'Finds the deleted samples that a record of an export may be.';

CREATE INDEX export_element_change_idx ON health.export_element USING btree (person_id, change_position);

COMMENT ON INDEX health.export_element_change_idx IS 'The change feed in its order.';

CREATE UNIQUE INDEX export_element_key_idx ON health.export_element USING btree (person_id, name, key) WHERE (key IS NOT NULL);

COMMENT ON INDEX health.export_element_key_idx IS 'One row for each key: of several exports the newest holds.';

CREATE INDEX idempotency_key_created_at_idx ON health.idempotency_key USING btree (person_id, created_at);

COMMENT ON INDEX health.idempotency_key_created_at_idx IS 'Finds the keys that are to be forgotten.';

CREATE UNIQUE INDEX import_running_idx ON health.import USING btree (person_id) WHERE (state = 'running'::text);

COMMENT ON INDEX health.import_running_idx IS 'Of one person, one import runs at a time.';

CREATE UNIQUE INDEX import_upload_key_idx ON health.import_upload USING btree (person_id, holder_id, idempotency_key);

COMMENT ON INDEX health.import_upload_key_idx IS 'Finds the upload that a holder began with an idempotency key.';

CREATE INDEX import_waiting_idx ON health.import USING btree (person_id, state, updated_at) WHERE (state = ANY (ARRAY['receiving'::text, 'queued'::text, 'running'::text]));

COMMENT ON INDEX health.import_waiting_idx IS 'Finds what is to be done, and what was abandoned.';

CREATE INDEX passkey_holder_idx ON health.passkey USING btree (holder_id);

COMMENT ON INDEX health.passkey_holder_idx IS 'Finds the passkeys of a holder.';

CREATE INDEX recognised_record_sample_uuid_idx ON health.recognised_record USING btree (person_id, sample_uuid);

COMMENT ON INDEX health.recognised_record_sample_uuid_idx IS 'Finds the records that stand for a sample.';

CREATE INDEX replaced_sample_import_idx ON health.replaced_sample USING btree (person_id, import_id);

COMMENT ON INDEX health.replaced_sample_import_idx IS 'Finds what an import replaced.';

CREATE INDEX sample_change_idx ON health.sample USING btree (person_id, ((((sample_type_id)::bigint << 32) + (change_position >> 5))));

COMMENT ON INDEX health.sample_change_idx IS 'The change feed of each type in groups of 32 positions. A person''s positions only grow, so that every insertion goes to the end of the part of its type.';

CREATE INDEX sample_detail_workout_idx ON health.sample_detail USING btree (person_id, "left"(lower((parts ->> 'workout'::text)), 36)) WHERE (parts ? 'workout'::text);

COMMENT ON INDEX health.sample_detail_workout_idx IS 'Finds the samples that named a workout before the store had it. Only samples that name a workout have an entry.';

CREATE INDEX sample_holder_change_idx ON health.sample USING btree (person_id, holder_id, ((((sample_type_id)::bigint << 32) + (change_position >> 5)))) WHERE (holder_id IS NOT NULL);

COMMENT ON INDEX health.sample_holder_change_idx IS 'The change feed of the samples of one type that a holder saved, for callers who may read only these.';

CREATE INDEX sample_holder_idx ON health.sample USING btree (person_id, holder_id, sample_type_id, source_revision_id, COALESCE(device_id, 0)) WHERE (holder_id IS NOT NULL);

COMMENT ON INDEX health.sample_holder_idx IS 'Finds the types, sources and devices of the samples that a holder saved.';

CREATE INDEX sample_holder_type_idx ON health.sample_holder USING btree (person_id, holder_id, sample_type_id, source_revision_id, COALESCE(device_id, 0));

COMMENT ON INDEX health.sample_holder_type_idx IS 'Finds the types, sources and devices of the samples that a further holder saved.';

CREATE INDEX sample_stream_idx ON health.sample USING btree (person_id, sample_type_id, start_time);

COMMENT ON INDEX health.sample_stream_idx IS 'The stream of one type in order of start.';

CREATE INDEX sample_time_zone_run_idx ON health.sample_time_zone USING btree (person_id, time_zone, start_time);

COMMENT ON INDEX health.sample_time_zone_run_idx IS 'Finds when the zone changes without reading the samples between: health_code.time_zone_runs.';

CREATE INDEX series_quantity_stream_idx ON health.series_quantity USING btree (person_id, sample_type_id, start_time);

COMMENT ON INDEX health.series_quantity_stream_idx IS 'The stream of one type in order of start: merged with that of health.sample.';

CREATE INDEX source_revision_source_idx ON health.source_revision USING btree (person_id, source_id);

COMMENT ON INDEX health.source_revision_source_idx IS 'Finds the revisions of the few sources that a batch names.';

CREATE INDEX token_holder_idx ON health.token USING btree (holder_id);

COMMENT ON INDEX health.token_holder_idx IS 'Finds the tokens of a holder.';

CREATE UNIQUE INDEX token_pairing_idx ON health.token USING btree (secret_sha256) WHERE (kind = 'pairing'::text);

COMMENT ON INDEX health.token_pairing_idx IS 'Finds the person of a pairing code.';

ALTER TABLE ONLY health.access_grant
    ADD CONSTRAINT access_grant_holder_fkey FOREIGN KEY (holder_id) REFERENCES health.holder(holder_id) ON DELETE CASCADE;

ALTER TABLE ONLY health.access_grant
    ADD CONSTRAINT access_grant_person_fkey FOREIGN KEY (person_id) REFERENCES health.person(person_id) ON DELETE CASCADE;

ALTER TABLE ONLY health.change_counter
    ADD CONSTRAINT change_counter_person_fkey FOREIGN KEY (person_id) REFERENCES health.person(person_id) ON DELETE CASCADE;

ALTER TABLE ONLY health.client_anchor
    ADD CONSTRAINT client_anchor_holder_fkey FOREIGN KEY (holder_id) REFERENCES health.holder(holder_id) ON DELETE CASCADE;

ALTER TABLE ONLY health.client_anchor
    ADD CONSTRAINT client_anchor_person_fkey FOREIGN KEY (person_id) REFERENCES health.person(person_id) ON DELETE CASCADE;

ALTER TABLE ONLY health.client_session
    ADD CONSTRAINT client_session_holder_fkey FOREIGN KEY (holder_id) REFERENCES health.holder(holder_id) ON DELETE CASCADE;

ALTER TABLE ONLY health.client_session
    ADD CONSTRAINT client_session_person_fkey FOREIGN KEY (person_id) REFERENCES health.person(person_id) ON DELETE CASCADE;

ALTER TABLE ONLY health.device
    ADD CONSTRAINT device_person_fkey FOREIGN KEY (person_id) REFERENCES health.person(person_id) ON DELETE CASCADE;

ALTER TABLE ONLY health.holder
    ADD CONSTRAINT holder_person_fkey FOREIGN KEY (person_id) REFERENCES health.person(person_id) ON DELETE CASCADE;

ALTER TABLE ONLY health.idempotency_key
    ADD CONSTRAINT idempotency_key_holder_fkey FOREIGN KEY (holder_id) REFERENCES health.holder(holder_id) ON DELETE CASCADE;

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

ALTER TABLE ONLY health.passkey
    ADD CONSTRAINT passkey_holder_fkey FOREIGN KEY (holder_id) REFERENCES health.holder(holder_id) ON DELETE CASCADE;

ALTER TABLE ONLY health.person_sample_type
    ADD CONSTRAINT person_sample_type_person_fkey FOREIGN KEY (person_id) REFERENCES health.person(person_id) ON DELETE CASCADE;

ALTER TABLE ONLY health.person_sample_type
    ADD CONSTRAINT person_sample_type_type_fkey FOREIGN KEY (sample_type_id) REFERENCES health.sample_type(sample_type_id);

ALTER TABLE ONLY health.person_unit
    ADD CONSTRAINT person_unit_person_fkey FOREIGN KEY (person_id) REFERENCES health.person(person_id) ON DELETE CASCADE;

ALTER TABLE ONLY health.person_unit
    ADD CONSTRAINT person_unit_unit_fkey FOREIGN KEY (unit_id) REFERENCES health.unit(unit_id);

ALTER TABLE ONLY health.preference_change
    ADD CONSTRAINT preference_change_person_fkey FOREIGN KEY (person_id) REFERENCES health.person(person_id) ON DELETE CASCADE;

ALTER TABLE ONLY health.preferred_unit
    ADD CONSTRAINT preferred_unit_person_fkey FOREIGN KEY (person_id) REFERENCES health.person(person_id) ON DELETE CASCADE;

ALTER TABLE ONLY health.preferred_unit
    ADD CONSTRAINT preferred_unit_sample_type_fkey FOREIGN KEY (sample_type_id) REFERENCES health.sample_type(sample_type_id);

ALTER TABLE ONLY health.reader_preference
    ADD CONSTRAINT reader_preference_holder_fkey FOREIGN KEY (holder_id) REFERENCES health.holder(holder_id) ON DELETE CASCADE;

ALTER TABLE ONLY health.reader_preference
    ADD CONSTRAINT reader_preference_person_fkey FOREIGN KEY (person_id) REFERENCES health.person(person_id) ON DELETE CASCADE;

ALTER TABLE ONLY health.source
    ADD CONSTRAINT source_person_fkey FOREIGN KEY (person_id) REFERENCES health.person(person_id) ON DELETE CASCADE;

ALTER TABLE ONLY health.source_priority
    ADD CONSTRAINT source_priority_sample_type_fkey FOREIGN KEY (sample_type_id) REFERENCES health.sample_type(sample_type_id);

ALTER TABLE ONLY health.source_priority
    ADD CONSTRAINT source_priority_source_fkey FOREIGN KEY (person_id, source_id) REFERENCES health.source(person_id, source_id) ON DELETE CASCADE;

ALTER TABLE ONLY health.source_revision
    ADD CONSTRAINT source_revision_source_fkey FOREIGN KEY (person_id, source_id) REFERENCES health.source(person_id, source_id) ON DELETE CASCADE;

ALTER TABLE ONLY health.sync_plan
    ADD CONSTRAINT sync_plan_person_fkey FOREIGN KEY (person_id) REFERENCES health.person(person_id) ON DELETE CASCADE;

ALTER TABLE ONLY health.time_zone_report
    ADD CONSTRAINT time_zone_report_person_fkey FOREIGN KEY (person_id) REFERENCES health.person(person_id) ON DELETE CASCADE;

ALTER TABLE ONLY health.token
    ADD CONSTRAINT token_holder_fkey FOREIGN KEY (holder_id) REFERENCES health.holder(holder_id) ON DELETE CASCADE;

ALTER TABLE ONLY health.token
    ADD CONSTRAINT token_person_fkey FOREIGN KEY (person_id) REFERENCES health.person(person_id) ON DELETE CASCADE;

ALTER TABLE ONLY health.token_use
    ADD CONSTRAINT token_use_token_fkey FOREIGN KEY (person_id, token_id) REFERENCES health.token(person_id, token_id) ON DELETE CASCADE;

ALTER TABLE ONLY health.webhook
    ADD CONSTRAINT webhook_holder_fkey FOREIGN KEY (holder_id) REFERENCES health.holder(holder_id) ON DELETE CASCADE;

ALTER TABLE ONLY health.webhook
    ADD CONSTRAINT webhook_person_fkey FOREIGN KEY (person_id) REFERENCES health.person(person_id) ON DELETE CASCADE;

ALTER TABLE health.access_grant ENABLE ROW LEVEL SECURITY;

ALTER TABLE health.access_log ENABLE ROW LEVEL SECURITY;

ALTER TABLE health.aggregate_extreme ENABLE ROW LEVEL SECURITY;

ALTER TABLE health.arrival ENABLE ROW LEVEL SECURITY;

ALTER TABLE health.change_counter ENABLE ROW LEVEL SECURITY;

ALTER TABLE health.client_anchor ENABLE ROW LEVEL SECURITY;

ALTER TABLE health.client_session ENABLE ROW LEVEL SECURITY;

ALTER TABLE health.complete_range ENABLE ROW LEVEL SECURITY;

ALTER TABLE health.contained_change ENABLE ROW LEVEL SECURITY;

ALTER TABLE health.contained_sample ENABLE ROW LEVEL SECURITY;

ALTER TABLE health.day ENABLE ROW LEVEL SECURITY;

ALTER TABLE health.day_clock ENABLE ROW LEVEL SECURITY;

ALTER TABLE health.deleted_sample ENABLE ROW LEVEL SECURITY;

ALTER TABLE health.device ENABLE ROW LEVEL SECURITY;

ALTER TABLE health.device_type ENABLE ROW LEVEL SECURITY;

ALTER TABLE health.export_element ENABLE ROW LEVEL SECURITY;

CREATE POLICY granted_people ON health.aggregate_extreme FOR SELECT USING (((person_id = ANY (health.granted_person_ids())) AND ((person_id = ANY (( SELECT health.fully_readable_person_ids() AS fully_readable_person_ids)::integer[])) OR ((person_id, sample_type_id) IN ( SELECT readable_types.person_id,
    readable_types.sample_type_id
   FROM health.readable_types() readable_types(person_id, sample_type_id))) OR health.is_readable_sample(( SELECT health.sealed_spans() AS sealed_spans), person_id, uuid))));

CREATE POLICY granted_people ON health.change_counter FOR SELECT USING ((person_id = ANY (health.granted_person_ids())));

CREATE POLICY granted_people ON health.contained_change FOR SELECT USING (((person_id = ANY (health.granted_person_ids())) AND ((person_id = ANY (( SELECT health.fully_readable_person_ids() AS fully_readable_person_ids)::integer[])) OR ((person_id, sample_type_id) IN ( SELECT readable_types.person_id,
    readable_types.sample_type_id
   FROM health.readable_types() readable_types(person_id, sample_type_id))) OR (((person_id, sample_type_id) IN ( SELECT partly_readable_types.person_id,
    partly_readable_types.sample_type_id
   FROM health.partly_readable_types() partly_readable_types(person_id, sample_type_id))) AND (health.is_covered(( SELECT array_agg(spans.*) AS array_agg
   FROM health.partly_readable_spans() spans(person_id, sample_type_ids, reads, holder_id, is_own, writes)), person_id, sample_type_id, start_time, start_time) OR health.is_covered(( SELECT array_agg(spans.*) AS array_agg
   FROM health.partly_readable_spans() spans(person_id, sample_type_ids, reads, holder_id, is_own, writes)), person_id, sample_type_id, end_time, end_time) OR health.is_saved_row(( SELECT array_agg(spans.*) AS array_agg
   FROM health.partly_readable_spans() spans(person_id, sample_type_ids, reads, holder_id, is_own, writes)), person_id, sample_type_id, start_time, start_time, NULL::uuid, NULLIF(holder_id, 0)))))));

CREATE POLICY granted_people ON health.contained_sample FOR SELECT USING (((person_id = ANY (health.granted_person_ids())) AND ((person_id = ANY (( SELECT health.fully_readable_person_ids() AS fully_readable_person_ids)::integer[])) OR (health.is_readable_sample(( SELECT health.sealed_spans() AS sealed_spans), person_id, container_uuid) AND health.is_readable_sample(( SELECT health.sealed_spans() AS sealed_spans), person_id, uuid)))));

CREATE POLICY granted_people ON health.day FOR SELECT USING (((person_id = ANY (health.granted_person_ids())) AND ((person_id = ANY (( SELECT health.fully_readable_person_ids() AS fully_readable_person_ids)::integer[])) OR ((person_id, sample_type_id) IN ( SELECT readable_types.person_id,
    readable_types.sample_type_id
   FROM health.readable_types() readable_types(person_id, sample_type_id))))));

CREATE POLICY granted_people ON health.deleted_sample FOR SELECT USING (((person_id = ANY (health.granted_person_ids())) AND ((person_id = ANY (( SELECT health.fully_readable_person_ids() AS fully_readable_person_ids)::integer[])) OR ((person_id, sample_type_id) IN ( SELECT readable_types.person_id,
    readable_types.sample_type_id
   FROM health.readable_types() readable_types(person_id, sample_type_id))) OR (((person_id, sample_type_id) IN ( SELECT partly_readable_types.person_id,
    partly_readable_types.sample_type_id
   FROM health.partly_readable_types() partly_readable_types(person_id, sample_type_id))) AND (((( SELECT health.partly_readable_span(false) AS partly_readable_span) @> start_time) AND (((( SELECT health.partly_readable_span(true) AS partly_readable_span) @> start_time) AND (( SELECT health.partly_readable_span(true) AS partly_readable_span) @> tstzrange(start_time, end_time))) OR health.is_covered(( SELECT array_agg(spans.*) AS array_agg
   FROM health.partly_readable_spans() spans(person_id, sample_type_ids, reads, holder_id, is_own, writes)), person_id, sample_type_id, start_time, end_time))) OR (( SELECT ((current_setting('role'::text) <> 'healthstore_reader'::text) AND (SESSION_USER <> 'healthstore_reader'::name))) AND (( SELECT health.saved_span() AS saved_span) @> start_time) AND health.is_covered_and_saved(( SELECT array_agg(spans.*) AS array_agg
   FROM health.partly_readable_spans() spans(person_id, sample_type_ids, reads, holder_id, is_own, writes)), person_id, sample_type_id, start_time, end_time, uuid)))))));

CREATE POLICY granted_people ON health.device FOR SELECT USING (((person_id = ANY (( SELECT health.granted_person_ids() AS granted_person_ids)::integer[])) AND ((person_id = ANY (( SELECT health.fully_readable_person_ids() AS fully_readable_person_ids)::integer[])) OR ((person_id = ANY (( SELECT health.named_person_ids() AS named_person_ids)::integer[])) AND ((person_id, device_id) IN ( SELECT types.person_id,
    types.device_id
   FROM health.readable_source_types() types(person_id, source_id, device_id, sample_type_id)
  WHERE (types.device_id IS NOT NULL)))))));

CREATE POLICY granted_people ON health.device_type FOR SELECT USING (((person_id = ANY (health.granted_person_ids())) AND ((person_id = ANY (( SELECT health.fully_readable_person_ids() AS fully_readable_person_ids)::integer[])) OR ((person_id, sample_type_id) IN ( SELECT readable_types.person_id,
    readable_types.sample_type_id
   FROM health.readable_types() readable_types(person_id, sample_type_id))) OR ((person_id, device_id, sample_type_id) IN ( SELECT types.person_id,
    types.device_id,
    types.sample_type_id
   FROM health.readable_source_types() types(person_id, source_id, device_id, sample_type_id)
  WHERE (types.device_id IS NOT NULL))))));

CREATE POLICY granted_people ON health.export_element FOR SELECT USING (((person_id = ANY (health.granted_person_ids())) AND ((person_id = ANY (( SELECT health.fully_readable_person_ids() AS fully_readable_person_ids)::integer[])) OR ((person_id,
CASE name
    WHEN 'ActivitySummary'::text THEN 'activity'::text
    WHEN 'Me'::text THEN 'other'::text
    ELSE NULL::text
END) IN ( SELECT groups.person_id,
    groups.access_group
   FROM health.readable_groups() groups(person_id, access_group))))));

CREATE POLICY granted_people ON health.hour FOR SELECT USING (((person_id = ANY (health.granted_person_ids())) AND ((person_id = ANY (( SELECT health.fully_readable_person_ids() AS fully_readable_person_ids)::integer[])) OR ((person_id, sample_type_id) IN ( SELECT readable_types.person_id,
    readable_types.sample_type_id
   FROM health.readable_types() readable_types(person_id, sample_type_id))))));

CREATE POLICY granted_people ON health.import FOR SELECT USING (((person_id = ANY (health.granted_person_ids())) AND (person_id = ANY (( SELECT health.fully_readable_person_ids() AS fully_readable_person_ids)::integer[]))));

CREATE POLICY granted_people ON health.import_count FOR SELECT USING (((person_id = ANY (health.granted_person_ids())) AND (person_id = ANY (( SELECT health.fully_readable_person_ids() AS fully_readable_person_ids)::integer[]))));

CREATE POLICY granted_people ON health.import_refusal FOR SELECT USING (((person_id = ANY (health.granted_person_ids())) AND (person_id = ANY (( SELECT health.fully_readable_person_ids() AS fully_readable_person_ids)::integer[]))));

CREATE POLICY granted_people ON health.mark FOR SELECT USING (((person_id = ANY (health.granted_person_ids())) AND ((person_id = ANY (( SELECT health.fully_readable_person_ids() AS fully_readable_person_ids)::integer[])) OR ((person_id, sample_type_id) IN ( SELECT readable_types.person_id,
    readable_types.sample_type_id
   FROM health.readable_types() readable_types(person_id, sample_type_id))))));

CREATE POLICY granted_people ON health.night FOR SELECT USING (((person_id = ANY (health.granted_person_ids())) AND ((person_id = ANY (( SELECT health.fully_readable_person_ids() AS fully_readable_person_ids)::integer[])) OR (((person_id, sample_type_id) IN ( SELECT readable_types.person_id,
    readable_types.sample_type_id
   FROM health.readable_types() readable_types(person_id, sample_type_id))) AND ((NOT is_aggregate) OR (person_id = ANY (( SELECT health.aggregate_night_person_ids() AS aggregate_night_person_ids)::integer[])))))));

CREATE POLICY granted_people ON health.person FOR SELECT USING ((person_id = ANY (health.granted_person_ids())));

CREATE POLICY granted_people ON health.person_sample_type FOR SELECT USING (((person_id = ANY (health.granted_person_ids())) AND ((person_id = ANY (( SELECT health.fully_readable_person_ids() AS fully_readable_person_ids)::integer[])) OR ((person_id, sample_type_id) IN ( SELECT readable_types.person_id,
    readable_types.sample_type_id
   FROM health.readable_types() readable_types(person_id, sample_type_id))) OR ((person_id, sample_type_id) IN ( SELECT partly_readable_types.person_id,
    partly_readable_types.sample_type_id
   FROM health.partly_readable_types() partly_readable_types(person_id, sample_type_id))))));

CREATE POLICY granted_people ON health.person_unit FOR SELECT USING (((person_id = ANY (health.granted_person_ids())) AND (person_id = ANY (( SELECT health.fully_readable_person_ids() AS fully_readable_person_ids)::integer[]))));

CREATE POLICY granted_people ON health.preference_change FOR SELECT USING (((person_id = ANY (health.granted_person_ids())) AND ((person_id = ANY (( SELECT health.fully_readable_person_ids() AS fully_readable_person_ids)::integer[])) OR ((person_id, sample_type_id) IN ( SELECT readable_types.person_id,
    readable_types.sample_type_id
   FROM health.readable_types() readable_types(person_id, sample_type_id))) OR ((person_id, sample_type_id) IN ( SELECT partly_readable_types.person_id,
    partly_readable_types.sample_type_id
   FROM health.partly_readable_types() partly_readable_types(person_id, sample_type_id))))));

CREATE POLICY granted_people ON health.preferred_unit FOR SELECT USING (((person_id = ANY (( SELECT health.granted_person_ids() AS granted_person_ids)::integer[])) AND ((person_id = ANY (( SELECT health.fully_readable_person_ids() AS fully_readable_person_ids)::integer[])) OR ((person_id, sample_type_id) IN ( SELECT readable_types.person_id,
    readable_types.sample_type_id
   FROM health.readable_types() readable_types(person_id, sample_type_id))) OR ((person_id, sample_type_id) IN ( SELECT partly_readable_types.person_id,
    partly_readable_types.sample_type_id
   FROM health.partly_readable_types() partly_readable_types(person_id, sample_type_id))))));

CREATE POLICY granted_people ON health.quantity_series FOR SELECT USING (((person_id = ANY (( SELECT health.granted_person_ids() AS granted_person_ids)::integer[])) AND ((person_id = ANY (( SELECT health.fully_readable_person_ids() AS fully_readable_person_ids)::integer[])) OR health.is_readable_sample(( SELECT health.sealed_spans() AS sealed_spans), person_id, uuid))));

CREATE POLICY granted_people ON health.recognised_record FOR SELECT USING (((person_id = ANY (health.granted_person_ids())) AND ((person_id = ANY (( SELECT health.fully_readable_person_ids() AS fully_readable_person_ids)::integer[])) OR ((person_id = ANY (( SELECT health.named_person_ids() AS named_person_ids)::integer[])) AND health.shows_figures(( SELECT health.sealed_spans() AS sealed_spans), person_id, sample_uuid, parts)))));

CREATE POLICY granted_people ON health.sample FOR SELECT USING (((person_id = ANY (health.granted_person_ids())) AND ((person_id = ANY (( SELECT health.fully_readable_person_ids() AS fully_readable_person_ids)::integer[])) OR ((person_id, sample_type_id) IN ( SELECT readable_types.person_id,
    readable_types.sample_type_id
   FROM health.readable_types() readable_types(person_id, sample_type_id))) OR (((person_id, sample_type_id) IN ( SELECT partly_readable_types.person_id,
    partly_readable_types.sample_type_id
   FROM health.partly_readable_types() partly_readable_types(person_id, sample_type_id))) AND (((( SELECT health.partly_readable_span(false) AS partly_readable_span) @> start_time) AND (((( SELECT health.partly_readable_span(true) AS partly_readable_span) @> start_time) AND (( SELECT health.partly_readable_span(true) AS partly_readable_span) @> tstzrange(start_time, end_time))) OR health.is_covered(( SELECT array_agg(spans.*) AS array_agg
   FROM health.partly_readable_spans() spans(person_id, sample_type_ids, reads, holder_id, is_own, writes)), person_id, sample_type_id, start_time, end_time))) OR (( SELECT ((current_setting('role'::text) <> 'healthstore_reader'::text) AND (SESSION_USER <> 'healthstore_reader'::name))) AND (( SELECT health.saved_span() AS saved_span) @> start_time) AND health.is_covered_and_saved(( SELECT array_agg(spans.*) AS array_agg
   FROM health.partly_readable_spans() spans(person_id, sample_type_ids, reads, holder_id, is_own, writes)), person_id, sample_type_id, start_time, end_time, uuid)))))));

CREATE POLICY granted_people ON health.sample_detail FOR SELECT USING (((person_id = ANY (( SELECT health.granted_person_ids() AS granted_person_ids)::integer[])) AND ((person_id = ANY (( SELECT health.fully_readable_person_ids() AS fully_readable_person_ids)::integer[])) OR (((person_id = ANY (( SELECT health.named_person_ids() AS named_person_ids)::integer[])) OR (metadata IS NULL) OR (NOT (metadata ?| '{HKDeviceName,HKDeviceManufacturerName,HKDeviceSerialNumber,HKUDIDeviceIdentifier,HKUDIProductionIdentifier}'::text[]))) AND health.shows_figures(( SELECT health.sealed_spans() AS sealed_spans), person_id, uuid, parts)))));

CREATE POLICY granted_people ON health.sample_extent FOR SELECT USING (((person_id = ANY (health.granted_person_ids())) AND ((person_id = ANY (( SELECT health.fully_readable_person_ids() AS fully_readable_person_ids)::integer[])) OR ((person_id, sample_type_id) IN ( SELECT readable_types.person_id,
    readable_types.sample_type_id
   FROM health.readable_types() readable_types(person_id, sample_type_id))) OR ((person_id, sample_type_id) IN ( SELECT partly_readable_types.person_id,
    partly_readable_types.sample_type_id
   FROM health.partly_readable_types() partly_readable_types(person_id, sample_type_id))))));

CREATE POLICY granted_people ON health.sample_holder FOR SELECT USING (((person_id = ANY (( SELECT health.granted_person_ids() AS granted_person_ids)::integer[])) AND (person_id = ANY (( SELECT health.fully_readable_person_ids() AS fully_readable_person_ids)::integer[]))));

CREATE POLICY granted_people ON health.sample_sync FOR SELECT USING (((person_id = ANY (health.granted_person_ids())) AND ((person_id = ANY (( SELECT health.fully_readable_person_ids() AS fully_readable_person_ids)::integer[])) OR ((person_id, sample_type_id) IN ( SELECT readable_types.person_id,
    readable_types.sample_type_id
   FROM health.readable_types() readable_types(person_id, sample_type_id))) OR health.is_readable_sample(( SELECT health.sealed_spans() AS sealed_spans), person_id, uuid))));

CREATE POLICY granted_people ON health.sample_time_zone FOR SELECT USING (((person_id = ANY (health.granted_person_ids())) AND ((person_id = ANY (( SELECT health.fully_readable_person_ids() AS fully_readable_person_ids)::integer[])) OR health.is_readable_sample(( SELECT health.sealed_spans() AS sealed_spans), person_id, uuid))));

CREATE POLICY granted_people ON health.series_quantity FOR SELECT USING (((person_id = ANY (health.granted_person_ids())) AND ((person_id = ANY (( SELECT health.fully_readable_person_ids() AS fully_readable_person_ids)::integer[])) OR ((person_id, sample_type_id) IN ( SELECT readable_types.person_id,
    readable_types.sample_type_id
   FROM health.readable_types() readable_types(person_id, sample_type_id))) OR health.is_readable_sample(( SELECT health.sealed_spans() AS sealed_spans), person_id, uuid))));

CREATE POLICY granted_people ON health.source FOR SELECT USING (((person_id = ANY (( SELECT health.granted_person_ids() AS granted_person_ids)::integer[])) AND ((person_id = ANY (( SELECT health.fully_readable_person_ids() AS fully_readable_person_ids)::integer[])) OR ((person_id = ANY (( SELECT health.named_person_ids() AS named_person_ids)::integer[])) AND ((person_id, source_id) IN ( SELECT types.person_id,
    types.source_id
   FROM health.readable_source_types() types(person_id, source_id, device_id, sample_type_id)
  WHERE (types.source_id IS NOT NULL)))))));

CREATE POLICY granted_people ON health.source_kind FOR SELECT USING (((person_id = ANY (( SELECT health.granted_person_ids() AS granted_person_ids)::integer[])) AND ((person_id = ANY (( SELECT health.fully_readable_person_ids() AS fully_readable_person_ids)::integer[])) OR ((person_id, source_id) IN ( SELECT types.person_id,
    types.source_id
   FROM health.readable_source_types() types(person_id, source_id, device_id, sample_type_id)
  WHERE (types.source_id IS NOT NULL))))));

CREATE POLICY granted_people ON health.source_priority FOR SELECT USING (((person_id = ANY (health.granted_person_ids())) AND ((person_id = ANY (( SELECT health.fully_readable_person_ids() AS fully_readable_person_ids)::integer[])) OR ((person_id, sample_type_id) IN ( SELECT readable_types.person_id,
    readable_types.sample_type_id
   FROM health.readable_types() readable_types(person_id, sample_type_id))) OR ((person_id, sample_type_id) IN ( SELECT partly_readable_types.person_id,
    partly_readable_types.sample_type_id
   FROM health.partly_readable_types() partly_readable_types(person_id, sample_type_id))))));

CREATE POLICY granted_people ON health.source_revision FOR SELECT USING (((person_id = ANY (( SELECT health.granted_person_ids() AS granted_person_ids)::integer[])) AND ((person_id = ANY (( SELECT health.fully_readable_person_ids() AS fully_readable_person_ids)::integer[])) OR ((person_id, source_id) IN ( SELECT types.person_id,
    types.source_id
   FROM health.readable_source_types() types(person_id, source_id, device_id, sample_type_id)
  WHERE (types.source_id IS NOT NULL))))));

CREATE POLICY granted_people ON health.source_type FOR SELECT USING (((person_id = ANY (health.granted_person_ids())) AND ((person_id = ANY (( SELECT health.fully_readable_person_ids() AS fully_readable_person_ids)::integer[])) OR ((person_id, sample_type_id) IN ( SELECT readable_types.person_id,
    readable_types.sample_type_id
   FROM health.readable_types() readable_types(person_id, sample_type_id))) OR ((person_id, source_id, sample_type_id) IN ( SELECT types.person_id,
    types.source_id,
    types.sample_type_id
   FROM health.readable_source_types() types(person_id, source_id, device_id, sample_type_id)
  WHERE (types.source_id IS NOT NULL))))));

CREATE POLICY granted_people ON health.time_zone_report FOR SELECT USING ((person_id = ANY (health.granted_person_ids())));

CREATE POLICY granted_people ON health.unit_type FOR SELECT USING (((person_id = ANY (health.granted_person_ids())) AND (person_id = ANY (( SELECT health.fully_readable_person_ids() AS fully_readable_person_ids)::integer[]))));

CREATE POLICY granted_people ON health.workout FOR SELECT USING (((person_id = ANY (health.granted_person_ids())) AND ((person_id = ANY (( SELECT health.fully_readable_person_ids() AS fully_readable_person_ids)::integer[])) OR health.is_readable_sample(( SELECT health.sealed_spans() AS sealed_spans), person_id, uuid))));

ALTER TABLE health.holder ENABLE ROW LEVEL SECURITY;

ALTER TABLE health.hour ENABLE ROW LEVEL SECURITY;

ALTER TABLE health.idempotency_key ENABLE ROW LEVEL SECURITY;

ALTER TABLE health.import ENABLE ROW LEVEL SECURITY;

ALTER TABLE health.import_count ENABLE ROW LEVEL SECURITY;

ALTER TABLE health.import_refusal ENABLE ROW LEVEL SECURITY;

ALTER TABLE health.import_upload ENABLE ROW LEVEL SECURITY;

ALTER TABLE health.mark ENABLE ROW LEVEL SECURITY;

ALTER TABLE health.night ENABLE ROW LEVEL SECURITY;

CREATE POLICY own_rows ON health.sample_holder FOR SELECT TO healthstore_reader USING (((person_id = ANY (( SELECT health.granted_person_ids() AS granted_person_ids)::integer[])) AND ((person_id, holder_id) IN ( SELECT spans.person_id,
    spans.holder_id
   FROM health.partly_readable_spans() spans(person_id, sample_type_ids, reads, holder_id, is_own, writes)))));

ALTER TABLE health.person ENABLE ROW LEVEL SECURITY;

ALTER TABLE health.person_sample_type ENABLE ROW LEVEL SECURITY;

ALTER TABLE health.person_unit ENABLE ROW LEVEL SECURITY;

ALTER TABLE health.preference_change ENABLE ROW LEVEL SECURITY;

ALTER TABLE health.preferred_unit ENABLE ROW LEVEL SECURITY;

ALTER TABLE health.quantity_series ENABLE ROW LEVEL SECURITY;

CREATE POLICY readable_names ON health.sample_type FOR SELECT USING ((in_catalogue OR (sample_type_id = ANY (( SELECT health.readable_name_ids(false) AS readable_name_ids)::integer[]))));

CREATE POLICY readable_names ON health.unit FOR SELECT USING ((in_catalogue OR (unit_id = ANY (( SELECT health.readable_name_ids(true) AS readable_name_ids)::integer[]))));

CREATE POLICY readable_times ON health.day FOR SELECT TO healthstore_reader USING (((person_id = ANY (health.granted_person_ids())) AND ((person_id, sample_type_id) IN ( SELECT spans.person_id,
    spans.sample_type_ids[1] AS sample_type_ids
   FROM health.figure_spans() spans(person_id, sample_type_ids, reads, holder_id, is_own, writes))) AND ((( SELECT range_intersect_agg(spans.reads) AS range_intersect_agg
   FROM health.figure_spans() spans(person_id, sample_type_ids, reads, holder_id, is_own, writes)) @> tstzrange(start_time, end_time)) OR health.is_covered(( SELECT array_agg(spans.*) AS array_agg
   FROM health.figure_spans() spans(person_id, sample_type_ids, reads, holder_id, is_own, writes)), person_id, sample_type_id, start_time, end_time))));

CREATE POLICY readable_times ON health.hour FOR SELECT TO healthstore_reader USING (((person_id = ANY (health.granted_person_ids())) AND ((person_id, sample_type_id) IN ( SELECT spans.person_id,
    spans.sample_type_ids[1] AS sample_type_ids
   FROM health.figure_spans() spans(person_id, sample_type_ids, reads, holder_id, is_own, writes))) AND ((( SELECT range_intersect_agg(spans.reads) AS range_intersect_agg
   FROM health.figure_spans() spans(person_id, sample_type_ids, reads, holder_id, is_own, writes)) @> tstzrange(start_time, (start_time + '01:00:00'::interval))) OR health.is_covered(( SELECT array_agg(spans.*) AS array_agg
   FROM health.figure_spans() spans(person_id, sample_type_ids, reads, holder_id, is_own, writes)), person_id, sample_type_id, start_time, (start_time + '01:00:00'::interval)))));

CREATE POLICY readable_times ON health.sample AS RESTRICTIVE FOR SELECT TO healthstore_reader USING (((start_time >= (NULLIF(current_setting('healthstore.first_time'::text, true), ''::text))::timestamp with time zone) AND (start_time <= (NULLIF(current_setting('healthstore.last_time'::text, true), ''::text))::timestamp with time zone)));

ALTER TABLE health.reader_preference ENABLE ROW LEVEL SECURITY;

ALTER TABLE health.recognised_record ENABLE ROW LEVEL SECURITY;

ALTER TABLE health.replaced_sample ENABLE ROW LEVEL SECURITY;

ALTER TABLE health.sample ENABLE ROW LEVEL SECURITY;

ALTER TABLE health.sample_detail ENABLE ROW LEVEL SECURITY;

ALTER TABLE health.sample_extent ENABLE ROW LEVEL SECURITY;

ALTER TABLE health.sample_holder ENABLE ROW LEVEL SECURITY;

ALTER TABLE health.sample_sync ENABLE ROW LEVEL SECURITY;

ALTER TABLE health.sample_time_zone ENABLE ROW LEVEL SECURITY;

ALTER TABLE health.sample_type ENABLE ROW LEVEL SECURITY;

CREATE POLICY saved_samples ON health.deleted_sample FOR SELECT TO healthstore_reader USING (((person_id = ANY (health.granted_person_ids())) AND (( SELECT health.saved_span() AS saved_span) @> start_time) AND ((COALESCE(holder_id, 0) = ANY (( SELECT health.saving_holder_ids() AS saving_holder_ids)::integer[])) IS NOT FALSE) AND ((person_id, sample_type_id) IN ( SELECT partly_readable_types.person_id,
    partly_readable_types.sample_type_id
   FROM health.partly_readable_types() partly_readable_types(person_id, sample_type_id))) AND (((COALESCE(holder_id, 0) = ANY (( SELECT health.saving_holder_ids() AS saving_holder_ids)::integer[])) AND (( SELECT health.writable_span() AS writable_span) @> start_time) AND (( SELECT health.writable_span() AS writable_span) @> tstzrange(start_time, end_time))) OR health.is_saved_row(( SELECT array_agg(spans.*) AS array_agg
   FROM health.partly_readable_spans() spans(person_id, sample_type_ids, reads, holder_id, is_own, writes)), person_id, sample_type_id, start_time, end_time, uuid, holder_id))));

CREATE POLICY saved_samples ON health.sample FOR SELECT TO healthstore_reader USING (((person_id = ANY (health.granted_person_ids())) AND (( SELECT health.saved_span() AS saved_span) @> start_time) AND ((COALESCE(holder_id, 0) = ANY (( SELECT health.saving_holder_ids() AS saving_holder_ids)::integer[])) IS NOT FALSE) AND ((person_id, sample_type_id) IN ( SELECT partly_readable_types.person_id,
    partly_readable_types.sample_type_id
   FROM health.partly_readable_types() partly_readable_types(person_id, sample_type_id))) AND (((COALESCE(holder_id, 0) = ANY (( SELECT health.saving_holder_ids() AS saving_holder_ids)::integer[])) AND (( SELECT health.writable_span() AS writable_span) @> start_time) AND (( SELECT health.writable_span() AS writable_span) @> tstzrange(start_time, end_time))) OR health.is_saved_row(( SELECT array_agg(spans.*) AS array_agg
   FROM health.partly_readable_spans() spans(person_id, sample_type_ids, reads, holder_id, is_own, writes)), person_id, sample_type_id, start_time, end_time, uuid, holder_id))));

ALTER TABLE health.series_quantity ENABLE ROW LEVEL SECURITY;

ALTER TABLE health.source ENABLE ROW LEVEL SECURITY;

ALTER TABLE health.source_kind ENABLE ROW LEVEL SECURITY;

ALTER TABLE health.source_priority ENABLE ROW LEVEL SECURITY;

ALTER TABLE health.source_revision ENABLE ROW LEVEL SECURITY;

ALTER TABLE health.source_type ENABLE ROW LEVEL SECURITY;

CREATE POLICY stale_figures ON health.mark FOR SELECT TO healthstore_reader USING (((person_id = ANY (health.granted_person_ids())) AND ((person_id, sample_type_id) IN ( SELECT partly_readable_types.person_id,
    partly_readable_types.sample_type_id
   FROM health.partly_readable_types() partly_readable_types(person_id, sample_type_id)))));

ALTER TABLE health.sync_plan ENABLE ROW LEVEL SECURITY;

ALTER TABLE health.time_zone_report ENABLE ROW LEVEL SECURITY;

ALTER TABLE health.token ENABLE ROW LEVEL SECURITY;

ALTER TABLE health.token_use ENABLE ROW LEVEL SECURITY;

ALTER TABLE health.unit ENABLE ROW LEVEL SECURITY;

ALTER TABLE health.unit_type ENABLE ROW LEVEL SECURITY;

ALTER TABLE health.webhook ENABLE ROW LEVEL SECURITY;

ALTER TABLE health.workout ENABLE ROW LEVEL SECURITY;
