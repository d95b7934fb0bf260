-- The people of people.sql, and a way to add nights that an app sent as figures for Ada:
-- \ir include/nights.sql
\ir people.sql

create function pg_temp.add_night(start_time timestamptz, end_time timestamptz, figures jsonb) returns uuid
language plpgsql as $$
#variable_conflict use_column
declare
    added constant uuid := gen_random_uuid();
begin
    insert into health.sample_type (identifier, short_name, kind, in_catalogue)
    values ('hae:sleep_analysis', 'hae:sleep_analysis', 'other', false) on conflict do nothing;
    insert into health.source (person_id, source_id, name, was_user_entered, source_class)
    values (1, 9, 'App', false, 'aggregate') on conflict do nothing;
    insert into health.source_kind
    select person_id, source_id, was_user_entered, source_class, 'Source ' || source_id from health.source on conflict do nothing;
    insert into health.source_revision (person_id, source_revision_id, source_id) values (1, 9, 9) on conflict do nothing;
    insert into health.sample_extent (person_id, sample_type_id, longest_duration)
    select 1, sample_type_id, '1 day' from health.sample_type where identifier = 'hae:sleep_analysis'
    on conflict do nothing;
    insert into health.sample (
        person_id, sample_type_id, uuid, start_time, end_time, source_revision_id, change_position)
    select 1, sample_type_id, added, add_night.start_time, add_night.end_time, 9, 1
    from health.sample_type
    where identifier = 'hae:sleep_analysis';
    insert into health.sample_detail (person_id, uuid, parts) values (1, added, jsonb_build_object('night', figures));
    return added;
end
$$;
