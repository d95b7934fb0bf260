-- Grants and revokes the rights of roles. The statements run when this file has changed, when
-- functions and views have been created again, and when the role of analysts lacks the right to use
-- the schema. They apply rules to all tables of
-- PostgreSQL's catalogue, so that a new table is never left out.

-- The planner must not use statistics of person_id. Migration 0019 gives the reason.
do $$
declare
    personal regclass;
begin
    for personal in
        select pg_class.oid
        from pg_class
        join pg_attribute on attrelid = pg_class.oid and attname = 'person_id' and not attisdropped
        where relnamespace = 'health'::regnamespace and relkind in ('r', 'p') and relname <> 'person'
            -- From PostgreSQL 17 on, the default is null.
            and attstattarget is distinct from 0
        order by relname
    loop
        execute format('alter table %s alter column person_id set statistics 0', personal);
    end loop;
end;
$$;

-- PostgreSQL ignores this setting without Citus.
set local citus.enable_ddl_propagation = off;

-- Row-level security decides which rows of personal tables a role may read. It does not apply to
-- the owner of the tables. The service writes as the owner, and also reads as the owner for holders
-- that may read everything.
--
-- Most conditions of a policy are uncorrelated subqueries, which a statement evaluates once. In a
-- correlated subquery, "offset 0" keeps the planner from reading a whole table.
--
-- On a cluster of Citus, correlated subqueries are replaced by functions, because a shard has
-- another name than its table. Citus enforces other subqueries, but refuses to create policies with
-- them. So this creates policies only on the coordinator, and the program creates them on the other
-- servers.
do $$
declare
    is_distributed boolean := false;
    -- True if the person granted something to the reader. The planner estimates by the length of
    -- the array; see migration 0019.
    granted constant text := 'person_id = any (health.granted_person_ids())';
    -- The same, evaluated once for a statement. These tables have only one index, by which their
    -- rows are looked up, so the estimate of the planner does not matter.
    granted_once constant text := 'person_id = any ((select health.granted_person_ids())::integer[])';
    looked_up constant text[] := array[
        'health.device', 'health.quantity_series', 'health.sample_detail', 'health.sample_holder', 'health.source',
        'health.source_kind'];
    -- True if the reader may read everything of the person. For most readers the first part is true
    -- and decides alone. It has no column, so a statement evaluates it once.
    everything constant text :=
        '(select health.reads_everything()) or person_id = any ((select health.fully_readable_person_ids())::integer[])';
    always constant text :=
        '(person_id, sample_type_id) in (select types.person_id, types.sample_type_id from health.readable_types() types)';
    -- True if the reader may read samples of the type at some times, or saved samples of the type.
    sometimes constant text :=
        '(person_id, sample_type_id) in (select types.person_id, types.sample_type_id from health.partly_readable_types() types)';
    -- True if the reader may read the row because of its times, or if an analyst saved it. For the
    -- service, the policy saved_samples below decides about saved rows. The two ranges decide for
    -- nearly all rows, because the types of most grants have the same times. Functions read the
    -- spans: a correlated subquery would keep PostgreSQL from reading the table with several
    -- processes. The parameter of format is the table.
    partly constant text := sometimes || ' and (
            (select health.partly_readable_span(false)) @> %1$s.start_time
                and (
                    (select health.partly_readable_span(true)) @> %1$s.start_time
                        and (select health.partly_readable_span(true)) @> tstzrange(%1$s.start_time, %1$s.end_time)
                    or health.is_covered(
                        (select array_agg(spans) from health.partly_readable_spans() spans), %1$s.person_id, %1$s.sample_type_id,
                        %1$s.start_time, %1$s.end_time))
            or (select current_setting(''role'') <> ''healthstore_reader'' and session_user <> ''healthstore_reader'')
                and (select health.saved_span()) @> %1$s.start_time
                and health.is_covered_and_saved(
                    (select array_agg(spans) from health.partly_readable_spans() spans), %1$s.person_id, %1$s.sample_type_id,
                    %1$s.start_time, %1$s.end_time, %1$s.uuid))';
    -- A row that belongs to a sample is visible if the sample is visible, which the policy of
    -- health.sample decides. The parameters of format are the table and its column with the uuid of
    -- the sample.
    of_sample text :=
        'exists (select from health.sample where sample.person_id = %1$s.person_id and sample.uuid = %1$s.%2$s offset 0)';
    of_source constant text :=
        '(person_id, source_id) in (select types.person_id, types.source_id from health.readable_source_types() types where types.source_id is not null)';
    of_device constant text :=
        '(person_id, device_id) in (select types.person_id, types.device_id from health.readable_source_types() types where types.device_id is not null)';
    -- The parts of a workout may have figures that were recorded with it. A row is hidden if its
    -- figures name a type that may not be read during the workout. The parameters of format are the
    -- table and its column with the uuid of the sample. Only the parts of workouts are read.
    of_figures text :=
        'exists (
            select from health.sample
            where sample.person_id = %1$s.person_id and sample.uuid = %1$s.%2$s
                and (
                    sample.sample_type_id is distinct from (
                        select workouts.sample_type_id from health.sample_type workouts
                        where workouts.identifier = ''HKWorkoutTypeIdentifier'')
                    or not exists (
                        select
                        from health.recorded_type_names(%1$s.parts) as recorded (name)
                        where not exists (
                            select from health.sample_type
                            where recorded.name in (sample_type.identifier, sample_type.short_name)
                                and (
                                    (%1$s.person_id, sample_type.sample_type_id) in (
                                        select types.person_id, types.sample_type_id from health.readable_types() types)
                                    or exists (
                                        select from health.partly_readable_spans() spans
                                        where spans.person_id = %1$s.person_id
                                            and sample_type.sample_type_id = any (spans.sample_type_ids)
                                            and (
                                                spans.reads @> sample.start_time
                                                    and spans.reads @> tstzrange(sample.start_time, sample.end_time)
                                                or spans.writes @> sample.start_time
                                                    and spans.writes @> tstzrange(sample.start_time, sample.end_time)
                                                    and health.is_saved_by(sample.person_id, sample.uuid, spans.holder_id)))))))
            offset 0)';
    named constant text := 'person_id = any ((select health.named_person_ids())::integer[])';
    personal regclass;
    condition text;
begin
    if to_regclass('pg_catalog.pg_dist_partition') is not null then
        execute 'select exists (select 1 from pg_dist_partition where logicalrelid = ''health.sample''::regclass)'
        into is_distributed;
    end if;
    if is_distributed then
        of_sample := 'health.is_readable_sample(%1$s.person_id, %1$s.%2$s)';
        of_figures := 'health.shows_figures(%1$s.person_id, %1$s.%2$s, %1$s.parts)';
    end if;
    for personal in
        select pg_class.oid
        from pg_class
        join pg_attribute on attrelid = pg_class.oid and attname = 'person_id' and not attisdropped
        where relnamespace = 'health'::regnamespace and relkind in ('r', 'p')
        order by relname
    loop
        condition := case personal::text
            -- Facts about the person that are not of a type.
            when 'health.person' then 'true'
            when 'health.change_counter' then 'true'
            when 'health.time_zone_report' then 'true'
            -- Samples and deletions.
            when 'health.sample' then format('%s or %s or %s', everything, always, format(partly, 'sample'))
            when 'health.deleted_sample' then format('%s or %s or %s', everything, always, format(partly, 'deleted_sample'))
            -- Parts of samples, in tables that have a column of the type.
            when 'health.series_quantity' then
                format('%s or %s or %s', everything, always, format(of_sample, 'series_quantity', 'uuid'))
            when 'health.aggregate_extreme' then
                format('%s or %s or %s', everything, always, format(of_sample, 'aggregate_extreme', 'uuid'))
            when 'health.sample_sync' then format('%s or %s or %s', everything, always, format(of_sample, 'sample_sync', 'uuid'))
            -- Parts of samples, in tables without a column of the type.
            when 'health.quantity_series' then format('%s or %s', everything, format(of_sample, 'quantity_series', 'uuid'))
            when 'health.workout' then format('%s or %s', everything, format(of_sample, 'workout', 'uuid'))
            when 'health.sample_time_zone' then format('%s or %s', everything, format(of_sample, 'sample_time_zone', 'uuid'))
            when 'health.recognised_record' then
                format('%s or %s and %s', everything, named, format(of_figures, 'recognised_record', 'sample_uuid'))
            when 'health.contained_sample' then
                format('%s or %s and %s', everything, format(of_sample, 'contained_sample', 'container_uuid'),
                    format(of_sample, 'contained_sample', 'uuid'))
            -- Metadata may name the device.
            when 'health.sample_detail' then
                format('%s or (%s or metadata is null or not metadata ?| %L) and %s', everything, named,
                    '{HKDeviceName,HKDeviceManufacturerName,HKDeviceSerialNumber,HKUDIDeviceIdentifier,HKUDIProductionIdentifier}'::text[],
                    format(of_figures, 'sample_detail', 'uuid'))
            -- Figures of all samples of a type. If they are not visible, the service computes the
            -- figures from the visible samples.
            when 'health.slot_type' then format('%s or %s', everything, always)
            when 'health.slot_mark' then format('%s or %s', everything, always)
            when 'health.hour_slot' then format('%s or %s', everything, always)
            when 'health.day_slot' then format('%s or %s', everything, always)
            -- Facts about a type.
            when 'health.sample_extent' then format('%s or %s or %s', everything, always, sometimes)
            when 'health.source_type' then
                format('%s or %s or (person_id, source_id, sample_type_id) in ('
                    'select types.person_id, types.source_id, types.sample_type_id '
                    'from health.readable_source_types() types where types.source_id is not null)', everything, always)
            when 'health.device_type' then
                format('%s or %s or (person_id, device_id, sample_type_id) in ('
                    'select types.person_id, types.device_id, types.sample_type_id '
                    'from health.readable_source_types() types where types.device_id is not null)', everything, always)
            when 'health.source_priority' then format('%s or %s or %s', everything, always, sometimes)
            when 'health.person_sample_type' then format('%s or %s or %s', everything, always, sometimes)
            when 'health.preferred_unit' then format('%s or %s or %s', everything, always, sometimes)
            when 'health.preference_change' then format('%s or %s or %s', everything, always, sometimes)
            -- Sources and devices.
            when 'health.source' then format('%s or %s and %s', everything, named, of_source)
            when 'health.source_kind' then format('%s or %s', everything, of_source)
            when 'health.source_revision' then format('%s or %s', everything, of_source)
            when 'health.device' then format('%s or %s and %s', everything, named, of_device)
            -- The rings, and the characteristics of the person in an export.
            when 'health.export_element' then
                format('%s or (person_id, case name when ''ActivitySummary'' then ''activity'' when ''Me'' then ''other'' end) in ('
                    'select groups.person_id, groups.access_group from health.readable_groups() groups)', everything)
            -- All other tables need the right to read everything.
            else everything
        end;
        condition := format(
            '%s and (%s)',
            case when personal::text = any (looked_up) then granted_once else granted end,
            condition);
        -- A policy that has this condition is not replaced, because that would lock the table.
        continue when exists (
            select from pg_policy
            where polrelid = personal and polname = 'granted_people'
                and obj_description(pg_policy.oid, 'pg_policy') = md5(condition));
        execute format('alter table %s enable row level security', personal);
        execute format('drop policy if exists granted_people on %s', personal);
        -- The policy applies to every role, including roles that an administrator created.
        execute format('create policy granted_people on %s for select using (%s)', personal, condition);
        execute format('comment on policy granted_people on %s is %L', personal, md5(condition));
    end loop;
end;
$$;

-- Names of types and units that are not in the catalogue are personal. All people share the two
-- tables, which have no column person_id.
do $$
declare
    shared record;
begin
    for shared in
        select *
        from (
            values
                ('health.sample_type'::regclass, 'sample_type_id', false),
                ('health.unit'::regclass, 'unit_id', true)
        ) as shared (relation, id, is_unit)
    loop
        continue when exists (select from pg_policy where polrelid = shared.relation and polname = 'readable_names');
        execute format('alter table %s enable row level security', shared.relation);
        execute format(
            'create policy readable_names on %s for select using ('
                'in_catalogue or %I = any ((select health.readable_name_ids(%L))::integer[]))',
            shared.relation, shared.id, shared.is_unit);
        execute format(
            'comment on policy readable_names on %s is %L', shared.relation,
            'Shows names of the catalogue, and names of samples that the user may read.');
    end loop;
end;
$$;

set local citus.enable_ddl_propagation = on;

-- Creates two roles. All analysts are members of healthstore_analyst. The service takes the role
-- healthstore_reader when it reads for a holder that may not read everything. This role has no
-- login, and only the owner is a member.
--
-- Roles belong to the whole server. The migration of another database may therefore create a role
-- at the same time.
do $$
declare
    role_name text;
begin
    foreach role_name in array array['healthstore_analyst', 'healthstore_reader'] loop
        begin
            if not exists (select from pg_roles where rolname = role_name) then
                execute format('create role %I nologin', role_name);
                execute format(
                    'comment on role %I is %L', role_name,
                    case role_name
                        when 'healthstore_analyst' then 'Reads health data in SQL: healthstore analyst.'
                        else 'healthstore reads with this role for holders that may not read everything.'
                    end);
                -- In PostgreSQL 16 and later the creator of a role may administer it, but may not
                -- use its rights.
                if not (select rolsuper from pg_roles where rolname = current_user) then
                    execute format('grant %I to %I', role_name, current_user);
                end if;
            end if;
        exception
            when duplicate_object or unique_violation then null;
            when insufficient_privilege then
                raise warning '%', format(
                    'the role %1$s does not exist and this user may not create it; an administrator must run '
                    '"create role %1$s nologin; grant %1$s to %2$I", then run healthstore migrate',
                    role_name, current_user);
        end;
    end loop;
end;
$$;

set local citus.enable_ddl_propagation = off;

-- Further policies apply only to the service, when it reads for a holder.
--
-- saved_samples shows the rows that the holder saved. It begins with the same condition as
-- granted_people, so that the planner can use the condition for an index search. It reads the
-- column holder_id of each row. For analysts, that would take too long, because counts read only
-- the index. The policy reads health.sample_holder, whose policy own_rows shows it the rows of the
-- holder.
--
-- readable_times limits index searches to the times that the holder may read. It does not apply to
-- analysts, because the planner would estimate too few rows for them.
do $$
declare
    policy record;
    is_distributed boolean := false;
    saved constant text := 'person_id = any (health.granted_person_ids()) and (select health.saved_span()) @> %1$s.start_time
        and (person_id, sample_type_id) in (
            select types.person_id, types.sample_type_id from health.partly_readable_types() types)
        and ';
    saved_row text := 'exists (
            select from health.partly_readable_spans() spans
            where spans.person_id = %1$s.person_id and %1$s.sample_type_id = any (spans.sample_type_ids)
                and spans.writes @> %1$s.start_time and spans.writes @> tstzrange(%1$s.start_time, %1$s.end_time)
                and (
                    %1$s.holder_id = spans.holder_id
                    or %1$s.holder_id is null and spans.is_own
                    or exists (
                        select from health.sample_holder
                        where sample_holder.person_id = %1$s.person_id and sample_holder.uuid = %1$s.uuid
                            and sample_holder.holder_id = spans.holder_id))
            offset 0)';
    own constant text := 'person_id = any ((select health.granted_person_ids())::integer[])
        and (person_id, holder_id) in (
            select spans.person_id, spans.holder_id from health.partly_readable_spans() spans)';
    times constant text :=
        'start_time >= nullif(current_setting(''healthstore.first_time'', true), '''')::timestamptz '
        'and start_time <= nullif(current_setting(''healthstore.last_time'', true), '''')::timestamptz';
begin
    if not exists (select from pg_roles where rolname = 'healthstore_reader') then return; end if;
    if to_regclass('pg_catalog.pg_dist_partition') is not null then
        execute 'select exists (select 1 from pg_dist_partition where logicalrelid = ''health.sample''::regclass)'
        into is_distributed;
    end if;
    if is_distributed then
        saved_row := 'health.is_saved_row(
            %1$s.person_id, %1$s.sample_type_id, %1$s.start_time, %1$s.end_time, %1$s.uuid, %1$s.holder_id)';
    end if;
    for policy in
        select *
        from (
            values
                ('health.sample'::regclass, 'saved_samples', 'permissive', format(saved || saved_row, 'sample')),
                ('health.deleted_sample'::regclass, 'saved_samples', 'permissive', format(saved || saved_row, 'deleted_sample')),
                ('health.sample_holder'::regclass, 'own_rows', 'permissive', own),
                ('health.sample'::regclass, 'readable_times', 'restrictive', times)
        ) as policy (relation, name, kind, condition)
    loop
        continue when exists (
            select from pg_policy
            where polrelid = policy.relation and polname = policy.name
                and obj_description(pg_policy.oid, 'pg_policy') = md5(policy.condition));
        execute format('drop policy if exists %I on %s', policy.name, policy.relation);
        execute format(
            'create policy %I on %s as %s for select to healthstore_reader using (%s)',
            policy.name, policy.relation, policy.kind, policy.condition);
        execute format('comment on policy %I on %s is %L', policy.name, policy.relation, md5(policy.condition));
    end loop;
end;
$$;

set local citus.enable_ddl_propagation = on;

do $$
declare
    -- Tables that only the service reads. Some contain secrets, and none contains health data.
    service constant text[] := array[
        'access_grant', 'access_log', 'client_anchor', 'client_session', 'dropped_foreign_key', 'erased_person', 'holder', 'idempotency_key',
        'import_upload', 'installed_code', 'migration', 'operator_token', 'reader_preference', 'store_secret', 'token',
        'token_use', 'webhook'];
    -- Tables that the service reads for holders, and analysts do not.
    feed constant text[] := array['change_counter'];
    role_name text;
    relation pg_class;
begin
    foreach role_name in array array['healthstore_analyst', 'healthstore_reader'] loop
        continue when not exists (select from pg_roles where rolname = role_name);
        -- The owner must be a member to take a role: healthstore psql takes healthstore_analyst,
        -- and the service takes healthstore_reader.
        begin
            if not pg_has_role(role_name, 'member') then execute format('grant %I to %I', role_name, current_user); end if;
        exception
            when unique_violation then null;
            when insufficient_privilege then
                raise warning '%', format(
                    'this user is no member of %1$s, so %2$s; an administrator must run "grant %1$s to %3$I"',
                    role_name,
                    case role_name
                        when 'healthstore_analyst' then 'healthstore psql works only with --owner'
                        else 'only holders who may read everything can read'
                    end,
                    current_user);
        end;
        execute format('grant usage on schema health, health_code to %I', role_name);
        execute format('revoke all on all tables in schema health from %I', role_name);
        for relation in
            select *
            from pg_class
            where relnamespace = 'health'::regnamespace
                and relname <> all (service)
                and (role_name = 'healthstore_reader' or relname <> all (feed))
                -- A view without security_invoker would bypass the policies.
                and (relkind in ('r', 'p') or relkind = 'v' and reloptions::text ~ 'security_invoker=(true|on|1|yes)')
        loop
            execute format('grant select on %s to %I', relation.oid::regclass, role_name);
        end loop;
        execute format('grant execute on all functions in schema health_code to %I', role_name);
        if role_name = 'healthstore_analyst' then
            execute format('grant usage on schema health_analysis to %I', role_name);
            execute format('grant select on all tables in schema health_analysis to %I', role_name);
        end if;
    end loop;
end;
$$;
