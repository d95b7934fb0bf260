-- Lets the tables be divided by person over several servers with Citus. Functions read personal
-- tables only with a condition on one person, and use no correlated subquery over people. Functions
-- that have force_generic_plan look up one row of a divided table in a statement of its own, because
-- Citus plans other statements anew for each person.

create table health.dropped_foreign_key (
    table_name text not null,
    constraint_name text not null,
    definition text not null,
    constraint dropped_foreign_key_pkey primary key (table_name, constraint_name)
);
comment on table health.dropped_foreign_key is
    'The foreign keys that healthstore distribute has dropped and adds again at its end. The table has rows only while it runs, or if '
    'it was interrupted.';
comment on column health.dropped_foreign_key.table_name is 'The table of schema health that had the foreign key.';
comment on column health.dropped_foreign_key.constraint_name is 'The name of the foreign key.';
comment on column health.dropped_foreign_key.definition is 'The foreign key, as ALTER TABLE takes it.';

create or replace function health.access_spans(for_person_id integer, for_holder_id integer, for_token_id uuid)
returns table (sample_type_id integer, reads tstzmultirange, writes tstzmultirange)
language plpgsql stable parallel safe
set search_path = pg_catalog, pg_temp
set plan_cache_mode = force_generic_plan
as $$
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
            -- Analysts call functions that return these rows. A group must not tell them which types
            -- other people have.
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

-- On the other servers of a cluster, the service's sessions log in as healthstore_reader and do not
-- set the role.
create or replace function health.asker()
returns table (person_id integer, holder_id integer, is_own boolean, reads_all boolean, shows_names boolean, spans jsonb)
language plpgsql stable parallel safe security definer rows 5
set search_path = pg_catalog, pg_temp
set plan_cache_mode = force_generic_plan
as $$
declare
    only_id constant integer := nullif(current_setting('healthstore.person_id', true), '');
    access jsonb;
begin
    if current_setting('role') = 'healthstore_reader' or session_user = 'healthstore_reader' then
        access := nullif(current_setting('healthstore.access', true), '');
        if access is not null then
            return query select
                (access ->> 'person')::integer, (access ->> 'holder')::integer, (access ->> 'isOwn')::boolean,
                (access ->> 'readsAll')::boolean,
                (access ->> 'showsNames')::boolean, access -> 'spans';
        end if;
    elsif pg_has_role(session_user, current_user, 'usage') then
        return query
        select person.person_id, null::integer, false, true, true, '[]'::jsonb
        from health.person
        where (only_id is null or person.person_id = only_id) and person.erasing_since is null;
    else
        return query
        select
            granted.person_id, granted.holder_id, (effective.access ->> 'isOwn')::boolean,
            (effective.access ->> 'readsAll')::boolean,
            (effective.access ->> 'showsNames')::boolean, effective.access -> 'spans'
        from (
            select distinct access_grant.person_id, holder.holder_id
            from health.holder
            join health.access_grant on access_grant.holder_id = holder.holder_id
            where holder.role = session_user and (only_id is null or access_grant.person_id = only_id)
        ) granted
        -- "offset 0" keeps the planner from calling the function for each use of its result.
        cross join lateral (
            select health.access_of(granted.person_id, granted.holder_id, null) offset 0
        ) effective (access)
        where (effective.access ->> 'mayRead')::boolean or (effective.access ->> 'mayWrite')::boolean;
    end if;
end;
$$;

create or replace function health.granted_person_ids() returns integer[]
language plpgsql stable parallel safe security definer cost 1000
set search_path = pg_catalog, pg_temp
set plan_cache_mode = force_generic_plan
as $$
declare
    only_id constant integer := nullif(current_setting('healthstore.person_id', true), '');
    ids integer[];
begin
    -- The three cases are those of health.asker.
    if current_setting('role') = 'healthstore_reader' or session_user = 'healthstore_reader' then
        ids := array_remove(array[nullif(current_setting('healthstore.reader', true), '')::integer], null);
    elsif pg_has_role(session_user, current_user, 'usage') then
        ids := array(
            select person.person_id
            from health.person
            where (only_id is null or person.person_id = only_id) and person.erasing_since is null);
    else
        ids := array(
            select access_grant.person_id
            from health.access_grant
            where access_grant.holder_id = (select holder.holder_id from health.holder where holder.role = session_user)
                and (only_id is null or access_grant.person_id = only_id)
                and (access_grant.may_read or access_grant.may_write) and access_grant.revoked_at is null
                and (access_grant.expires_at is null or access_grant.expires_at > now()));
    end if;
    -- The planner estimates the selectivity of a policy by the length of this array; see migration
    -- 0019.
    if cardinality(ids) between 1 and 199 then
        return ids || array_fill(ids[1], array[200 - cardinality(ids)]);
    end if;
    return ids;
end;
$$;

create or replace function health.reads_everything() returns boolean
language plpgsql stable parallel safe security definer cost 1000
set search_path = pg_catalog, pg_temp
set plan_cache_mode = force_generic_plan
as $$
begin
    -- The service takes this role only for holders that may not read everything.
    if current_setting('role') = 'healthstore_reader' or session_user = 'healthstore_reader' then return false; end if;
    return coalesce((select bool_and(asker.reads_all) from health.asker()), false);
end;
$$;

create or replace function health.fully_readable_person_ids() returns integer[]
language plpgsql stable parallel safe security definer cost 1000
set search_path = pg_catalog, pg_temp
set plan_cache_mode = force_generic_plan
as $$
begin
    -- As in health.reads_everything.
    if current_setting('role') = 'healthstore_reader' or session_user = 'healthstore_reader' then return '{}'; end if;
    return array(select asker.person_id from health.asker() where asker.reads_all);
end;
$$;

create or replace function health.is_of_holder(of_person_id integer, row_uuid uuid, row_holder_id integer, by_holder_id integer) returns boolean
language plpgsql stable parallel safe security definer cost 1000
set search_path = pg_catalog, pg_temp
set plan_cache_mode = force_generic_plan
as $$
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

create or replace function health.is_saved_by(of_person_id integer, row_uuid uuid, by_holder_id integer) returns boolean
language plpgsql stable parallel safe security definer cost 1000
set search_path = pg_catalog, pg_temp
set plan_cache_mode = force_generic_plan
as $$
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

create or replace function health.partly_readable_types() returns table (person_id integer, sample_type_id integer)
language plpgsql stable parallel safe security definer cost 1000 rows 50
set search_path = pg_catalog, pg_temp
set plan_cache_mode = force_generic_plan
as $$
declare
    span health.readable_span;
    type_id integer;
begin
    for span in select * from health.partly_readable_spans() loop
        foreach type_id in array span.sample_type_ids loop
            if span.reads <> '{}' or health.has_saved_sample(span, type_id) then
                person_id := span.person_id;
                sample_type_id := type_id;
                return next;
            end if;
        end loop;
    end loop;
end;
$$;

-- The caller forces generic plans, which Citus makes only for look-ups in one table.
create function health.has_saved_sample(span health.readable_span, of_sample_type_id integer) returns boolean
language plpgsql stable parallel safe
set search_path = pg_catalog, pg_temp
set plan_cache_mode = auto
as $$
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
    then
        return true;
    end if;
    if exists (
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
    then
        return true;
    end if;
    if exists (
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

comment on function health.has_saved_sample(health.readable_span, integer) is
    'True if the holder of the span saved a sample of the type, which may be deleted, at a time at which it may write.';
revoke execute on function health.has_saved_sample(health.readable_span, integer) from public;

create or replace function health.readable_source_types()
returns table (person_id integer, source_id integer, device_id integer, sample_type_id integer)
language plpgsql stable parallel safe security definer cost 1000 rows 100
set search_path = pg_catalog, pg_temp
as $$
declare
    span health.readable_span;
    reader record;
    type_ids integer[];
begin
    for reader in
        select listed.person_id, array_agg(distinct listed.sample_type_id) as type_ids
        from (
            select readable.person_id, readable.sample_type_id from health.readable_types() readable
            union all
            select partly.person_id, unnest(partly.sample_type_ids)
            from health.partly_readable_spans() partly
            -- For the person's own holder, samples are not compared with a holder; see
            -- health.has_saved_sample.
            where partly.reads <> '{}'
                or exists (
                    select 1 from health.holder
                    where holder.holder_id = partly.holder_id and holder.person_id = partly.person_id)
        ) listed
        group by listed.person_id
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
        select partly.person_id, partly.holder_id, array_agg(distinct listed.sample_type_id) as type_ids
        from health.partly_readable_spans() partly
        cross join unnest(partly.sample_type_ids) as listed (sample_type_id)
        where partly.reads = '{}'
        group by partly.person_id, partly.holder_id
    loop
        return query
        -- The recursion finds each type, revision and device of the holder's samples by one look-up
        -- in the index.
        with recursive alone (sample_type_id, source_revision_id, device_id) as (
            (
                select sample.sample_type_id, sample.source_revision_id, coalesce(sample.device_id, 0)
                from health.sample
                where sample.person_id = reader.person_id and sample.holder_id = reader.holder_id
                order by sample.sample_type_id, sample.source_revision_id, coalesce(sample.device_id, 0)
                limit 1
            )
            union all
            select next.*
            from alone
            cross join lateral (
                select sample.sample_type_id, sample.source_revision_id, coalesce(sample.device_id, 0)
                from health.sample
                where sample.person_id = reader.person_id and sample.holder_id = reader.holder_id
                    and (sample.sample_type_id, sample.source_revision_id, coalesce(sample.device_id, 0))
                        > (alone.sample_type_id, alone.source_revision_id, alone.device_id)
                order by sample.sample_type_id, sample.source_revision_id, coalesce(sample.device_id, 0)
                limit 1
            ) next
        ), shared (sample_type_id, source_revision_id, device_id) as (
            (
                select sample_holder.sample_type_id, sample_holder.source_revision_id, coalesce(sample_holder.device_id, 0)
                from health.sample_holder
                where sample_holder.person_id = reader.person_id and sample_holder.holder_id = reader.holder_id
                    and sample_holder.source_revision_id is not null
                order by sample_holder.sample_type_id, sample_holder.source_revision_id, coalesce(sample_holder.device_id, 0)
                limit 1
            )
            union all
            select next.*
            from shared
            cross join lateral (
                select sample_holder.sample_type_id, sample_holder.source_revision_id, coalesce(sample_holder.device_id, 0)
                from health.sample_holder
                where sample_holder.person_id = reader.person_id and sample_holder.holder_id = reader.holder_id
                    and sample_holder.source_revision_id is not null
                    and (sample_holder.sample_type_id, sample_holder.source_revision_id, coalesce(sample_holder.device_id, 0))
                        > (shared.sample_type_id, shared.source_revision_id, shared.device_id)
                order by sample_holder.sample_type_id, sample_holder.source_revision_id, coalesce(sample_holder.device_id, 0)
                limit 1
            ) next
        ), saved as (
            select * from alone union select * from shared
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

create or replace function health.readable_name_ids(of_units boolean) returns integer[]
language plpgsql stable parallel safe security definer cost 1000
set search_path = pg_catalog, pg_temp
as $$
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

-- Citus renames the table of a policy on each server, so that a subquery which names a column of the
-- table fails. With Citus, policies call these functions instead of such subqueries. Each call looks up
-- one sample.

create function health.is_readable_sample(of_person_id integer, of_uuid uuid) returns boolean
language plpgsql stable parallel safe security definer cost 1000
set search_path = pg_catalog, pg_temp
set plan_cache_mode = force_generic_plan
as $$
declare
    found record;
begin
    select sample.sample_type_id, sample.start_time, sample.end_time
    into found
    from health.sample
    where sample.person_id = of_person_id and sample.uuid = of_uuid;
    return found.sample_type_id is not null and exists (
        select 1
        from health.asker()
        where asker.person_id = of_person_id
            and (
                asker.reads_all
                or exists (
                    select 1
                    from jsonb_to_recordset(asker.spans) as span (types jsonb, reads tstzmultirange, writes tstzmultirange)
                    where span.types @> to_jsonb(found.sample_type_id)
                        and (
                            span.reads @> found.start_time and span.reads @> tstzrange(found.start_time, found.end_time)
                            or span.writes @> found.start_time and span.writes @> tstzrange(found.start_time, found.end_time)
                                and health.is_saved_by(of_person_id, of_uuid, asker.holder_id)))));
end;
$$;
comment on function health.is_readable_sample(integer, uuid) is
    'True if the user of this session may read the sample, as the policies of health.sample decide.';

create function health.recorded_type_names(parts jsonb) returns setof text
language sql immutable parallel safe rows 10
begin atomic
    select recorded.type #>> '{}'
    from (
        values
            ('$.workoutStatistics[*].type'::jsonpath), ('$.workoutZoneGroups[*].type'),
            ('$.workoutActivities[*].workoutStatistics[*].type'),
            ('$.workoutActivities[*].workoutZoneGroups[*].type'),
            ('$.children[*] ? (@.name == "WorkoutStatistics" || @.name == "WorkoutZoneGroup").attributes.type'),
            ('$.children[*] ? (@.name == "WorkoutActivity").children[*] ? (@.name == "WorkoutStatistics" || @.name == "WorkoutZoneGroup").attributes.type')
    ) as place (path)
    cross join lateral jsonb_path_query(parts, place.path) as recorded (type);
end;
comment on function health.recorded_type_names(jsonb) is
    'The names of the types whose figures are in the parts of a workout, as the client sent them.';

create function health.shows_figures(of_person_id integer, of_uuid uuid, parts jsonb) returns boolean
language plpgsql stable parallel safe security definer cost 1000
set search_path = pg_catalog, pg_temp
set plan_cache_mode = force_generic_plan
as $$
declare
    found record;
begin
    if not health.is_readable_sample(of_person_id, of_uuid) then return false; end if;
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
                cross join health.asker()
                where recorded.name in (sample_type.identifier, sample_type.short_name)
                    and asker.person_id = of_person_id
                    and (
                        asker.reads_all
                        or exists (
                            select 1
                            from jsonb_to_recordset(asker.spans)
                                as span (types jsonb, reads tstzmultirange, writes tstzmultirange)
                            where span.types @> to_jsonb(sample_type.sample_type_id)
                                and (
                                    span.reads @> found.start_time
                                        and span.reads @> tstzrange(found.start_time, found.end_time)
                                    or span.writes @> found.start_time
                                        and span.writes @> tstzrange(found.start_time, found.end_time)
                                        and health.is_saved_by(of_person_id, of_uuid, asker.holder_id))))));
end;
$$;
comment on function health.shows_figures(integer, uuid, jsonb) is
    'True if the user of this session may read the sample and, during a workout, the types of all figures in its parts.';

create function health.is_saved_row(
    of_person_id integer, of_sample_type_id integer, row_start_time timestamptz, row_end_time timestamptz, row_uuid uuid,
    row_holder_id integer
) returns boolean
language plpgsql stable parallel safe security definer cost 1000
set search_path = pg_catalog, pg_temp
set plan_cache_mode = force_generic_plan
as $$
begin
    return exists (
        select 1
        from health.partly_readable_spans() span
        where span.person_id = of_person_id and of_sample_type_id = any (span.sample_type_ids)
            and span.writes @> row_start_time and span.writes @> tstzrange(row_start_time, row_end_time)
            and health.is_of_holder(of_person_id, row_uuid, row_holder_id, span.holder_id));
end;
$$;
comment on function health.is_saved_row(integer, integer, timestamptz, timestamptz, uuid, integer) is
    'True if the user of this session saved the row, and may write at its times.';
