\ir include/holders.sql
select plan(6);

insert into health.sample_extent (person_id, sample_type_id, longest_duration) values (1, :mass, '1 hour');
select is(health.figure_times(1, :steps), '{(,)}', 'the owner reads every type');
set local session authorization pgtap_anna;
select is(health.figure_times(1, :steps), '{(,)}', 'a type that the holder may read at all times');
select is(health.figure_times(1, :mass), '{}', 'an analyst reads no figures of a type that is readable at some times');
reset session authorization;
select health.access_of(1, 101, null) as access
\gset
set local healthstore.reader = 1;
set local healthstore.access = :'access';
set local role healthstore_reader;
select is(
    health.figure_times(1, :mass), '{["2024-01-01 03:12+00","2024-01-31 20:48+00")}', 'the service reads figures inside of these times');
select is(health.figure_times(1, :heart), '{}', 'but not of a type of which the holder reads what it saved');
reset role;
insert into health.day (
    person_id, sample_type_id, source_id, date, start_time, end_time, count, reaching_count, valueless_count,
    reaching_valueless_count, duration, source_ids)
select 1, :mass, 0, day::date, day, day + interval '1 day', 1, 0, 0, 0, 0, '{1}'
from generate_series('2024-01-01 00:00+00'::timestamptz, '2024-02-02 00:00+00', '1 day') day;
set local role healthstore_reader;
select is(
    health.figure_times(1, :mass), '{["2024-01-02 00:00+00","2024-01-31 00:00+00")}', 'they begin and end with whole days');
