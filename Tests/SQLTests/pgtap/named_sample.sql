\ir include/holders.sql
select plan(5);

select results_eq(
    $$select type, kind, local_start, time_zone, source_id, source, source_version, source_class, device_id, device, unit, canonical_quantity
    from health.named_sample where person = 'Ada' and type = 'stepCount'$$,
    $$values ('stepCount', 'quantity', timestamp '2024-01-01 00:00', null, 1, 'Watch', '10.1', 'watch', 1, 'Apple Watch', 'count', 1::float8)$$,
    'a sample with readable names; without known zones, its local time is that of UTC');
insert into health.time_zone_report (person_id, origin, start_time, time_zone)
values (1, 'client', '2023-01-01 00:00+00', 'Asia/Tokyo'), (1, 'client', '2024-02-01 00:00+00', 'Europe/Berlin');
select results_eq(
    $$select local_start, time_zone from health.named_sample where uuid = '$$ || :'step' || $$'$$,
    $$values (timestamp '2024-01-01 09:00', 'Asia/Tokyo')$$, 'the local time of the zone in which the person was');
insert into health.sample_time_zone (person_id, time_zone, start_time, uuid)
values (1, 'America/New_York', '2024-01-01 00:00+00', :'step');
select results_eq(
    $$select local_start, time_zone from health.named_sample where uuid = '$$ || :'step' || $$'$$,
    $$values (timestamp '2023-12-31 19:00', 'America/New_York')$$, 'the zone of its metadata');
create function pg_temp.plan_of(question text) returns setof text
language plpgsql as $$ begin return query execute 'explain (costs off) ' || question; end $$;
select is_empty(
    $$select * from pg_temp.plan_of('select count(uuid) from health.named_sample') line where line ~ 'clock|Result'$$,
    'clocks and names are not read for other columns');
set session authorization pgtap_anna;
select results_eq(
    $$select source_id, source, device from health.named_sample where type = 'stepCount'$$, $$values (1, 'Source 1', null)$$,
    'hidden names');
