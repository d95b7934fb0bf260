\ir include/holders.sql
insert into health.holder (holder_id, person_id) values (100, 1);
select plan(5);

create function pg_temp.saved_types(holder_id integer, types integer[], is_own boolean default false) returns integer[]
language sql as $$
    select health.saved_type_ids(row (1, types, '{}', saved_types.holder_id, is_own, '{(,)}')::health.readable_span)
$$;

select is(pg_temp.saved_types(102, array[:steps, :mass, :heart]), '{}', 'a holder that saved nothing');
insert into health.sample_holder (person_id, uuid, holder_id, sample_type_id) values (1, :'step', 101, :steps);
insert into health.deleted_sample (person_id, uuid, sample_type_id, start_time, end_time, holder_id, change_position)
values (1, gen_random_uuid(), :mass, '2024-01-01 00:00+00', '2024-01-01 00:00+00', 101, 9);
select bag_eq(
    format('select unnest(pg_temp.saved_types(101, array[%s, %s, %s]))', :steps, :mass, :heart),
    format('values (%s), (%s), (%s)', :steps, :mass, :heart), 'a sample first saved, one saved by others before, and a deleted one');
select is(pg_temp.saved_types(101, array[:mass]), array[:mass], 'only types of the span');
select is(pg_temp.saved_types(100, array[:steps]), '{}', 'another holder, which is the person''s own');
select is(pg_temp.saved_types(100, array[:steps, :mass], true), array[:steps, :mass], 'samples of the own holder are not compared with a holder');
