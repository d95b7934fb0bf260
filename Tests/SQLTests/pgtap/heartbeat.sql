begin;
\ir include/people.sql
select plan(1);

select pg_temp.add_sample(
    'HKDataTypeIdentifierHeartbeatSeries',
    '{"heartbeats": [{"timeSinceSeriesStart": 1.5, "precededByGap": true}, {"timeSinceSeriesStart": 2}]}') as beats
\gset
select results_eq(
    'select person, uuid, ordinal, time, time_since_series_start, preceded_by_gap from health.heartbeat order by ordinal',
    format(
        $$values ('Ada', %1$L::uuid, 0, '2024-01-01 00:00:01.5+00'::timestamptz, 1.5::float8, true),
            ('Ada', %1$L, 1, '2024-01-01 00:00:02+00', 2, null)$$, :'beats'),
    'single heartbeats with their times');

select * from finish();
rollback;
