\ir include/holders.sql
insert into health.holder (holder_id, person_id) values (100, 1);
select plan(7);

create function pg_temp.has_saved(holder_id integer, writes tstzmultirange, is_own boolean default false) returns boolean
language sql as $$
    select health.has_saved_sample(
        row (1, array[sample_type_id], '{}', has_saved.holder_id, is_own, writes)::health.readable_span, sample_type_id)
    from health.sample_type
    where short_name = 'heartRate'
$$;

select ok(pg_temp.has_saved(101, '{(,)}'), 'the holder saved a sample of the type');
select ok(not pg_temp.has_saved(101, '{[2030-01-01,)}'), 'not at a time at which it may write');
select ok(not pg_temp.has_saved(102, '{(,)}'), 'another holder saved none');
insert into health.sample_holder (person_id, uuid, holder_id, sample_type_id) values (1, :'beat', 102, :heart);
select ok(pg_temp.has_saved(102, '{(,)}'), 'it saved one after another holder');
insert into health.deleted_sample (person_id, uuid, sample_type_id, start_time, end_time, holder_id, change_position)
values (1, gen_random_uuid(), :heart, '2024-01-01 00:00+00', '2024-01-01 00:00+00', 103, 9);
select ok(pg_temp.has_saved(103, '{(,)}'), 'it saved one that was deleted');
select ok(not pg_temp.has_saved(100, '{(,)}'), 'the person''s own holder without samples of the type');
insert into health.sample_extent (person_id, sample_type_id, longest_duration) values (1, :heart, '0');
select ok(pg_temp.has_saved(100, '{(,)}'), 'any sample of the type counts for the person''s own holder');
