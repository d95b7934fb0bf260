set local timezone = 'UTC';
select plan(2);

insert into health.person (person_id, name) overriding system value values (1, 'Ada'), (2, 'Bea');
insert into health.time_zone_report (person_id, origin, start_time, end_time, time_zone)
values (1, 'client', '2024-01-01 12:00+00', null, 'Etc/GMT-1'), (1, 'client', '2024-02-01 12:00+00', null, 'Etc/GMT-9');

select results_eq(
    'select * from health_code.own_clock(1)',
    $$values (
        array['-infinity', timestamptz '2024-02-01 12:00+00'], array[interval '1 hour', '9 hours'], '{Etc/GMT-1,Etc/GMT-9}'::text[])$$,
    'each piece of the clock, in order');
select results_eq(
    'select * from health_code.own_clock(2)',
    $$values (array[timestamptz '-infinity'], array[interval '0'], array[null::text])$$, 'UTC, if no zones are known');
