-- Two people of whom the first has a watch, and a way to add samples of it: \ir include/people.sql
\set QUIET on

insert into health.person (person_id, name) overriding system value values (1, 'Ada'), (2, 'Bea');
insert into health.source (person_id, source_id, name, was_user_entered, source_class)
values (1, 1, 'Watch', false, 'watch'), (2, 1, 'Phone', false, 'phone');
insert into health.source_kind
select person_id, source_id, was_user_entered, source_class, 'Source ' || source_id from health.source on conflict do nothing;
insert into health.source_revision (person_id, source_revision_id, source_id, version) values (1, 1, 1, '10.1'), (2, 1, 1, '17.0');
insert into health.device (person_id, device_id, name) values (1, 1, 'Apple Watch');

-- A minute from the first instant of 2024 (UTC) on.
create function pg_temp.add_sample(
    identifier text, parts jsonb default null, metadata jsonb default null, quantity double precision default null,
    category_value integer default null, of_person integer default 1
) returns uuid
language plpgsql as $$
#variable_conflict use_column
declare
    added constant uuid := gen_random_uuid();
begin
    insert into health.sample (
        person_id, sample_type_id, uuid, start_time, end_time, quantity, category_value, source_revision_id, device_id,
        change_position)
    select
        of_person, sample_type_id, added, '2024-01-01 00:00+00', '2024-01-01 00:01+00', add_sample.quantity,
        add_sample.category_value, 1, case of_person when 1 then 1 end, 1
    from health.sample_type
    where sample_type.identifier = add_sample.identifier;
    if add_sample.metadata is not null or add_sample.parts is not null then
        insert into health.sample_detail (person_id, uuid, metadata, parts)
        values (of_person, added, add_sample.metadata, add_sample.parts);
    end if;
    return added;
end
$$;
