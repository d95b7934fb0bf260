select plan(4);

insert into health.person (person_id, name) overriding system value values (1, 'Ada');
insert into health.time_zone_report (person_id, origin, start_time, time_zone)
values (1, 'client', '2024-01-01 00:00+00', 'Asia/Tokyo'), (1, 'client', '2024-01-02 12:00+00', 'Europe/Berlin');

select results_eq(
    $$select * from health_code.clock_days(1, 'Europe/Berlin', '2024-03-30 23:00+00', '2024-03-31 22:00:00.000001+00')$$,
    $$values (date '2024-03-31', timestamptz '2024-03-30 23:00+00', timestamptz '2024-03-31 22:00+00'),
        ('2024-04-01', '2024-03-31 22:00+00', '2024-04-01 22:00+00')$$,
    'the days that overlap a range, also short ones');
select results_eq(
    $$select * from health_code.clock_days(1, 'person', '2024-01-02 00:00+00', '2024-01-03 00:00+00')$$,
    $$values (date '2024-01-02', timestamptz '2024-01-01 15:00+00', timestamptz '2024-01-02 23:00+00'),
        ('2024-01-03', '2024-01-02 23:00+00', '2024-01-03 23:00+00')$$,
    'the days of a person who travels');
select results_eq(
    $$select date from health_code.clock_days(1, 'Pacific/Apia', '2011-12-29 12:00+00', '2011-12-30 12:00+00')$$,
    $$values (date '2011-12-29'), ('2011-12-31')$$, 'a day that the clock skipped has no row');
select throws_ok(
    $$select health_code.clock_days(1, 'UTC', '2024-01-02 00:00+00', '2024-01-02 00:00+00')$$, '22023', null, 'an empty range');
