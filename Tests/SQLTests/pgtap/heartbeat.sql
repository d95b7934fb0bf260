\ir include/people.sql
select plan(2);

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

select pg_temp.add_sample(
    'HKQuantityTypeIdentifierHeartRateVariabilitySDNN', quantity => 0.025, parts =>
    '{"heartbeats": [{"beatsPerMinute": 78, "time": "8:00:05.67 AM", "timeSinceSeriesStart": 5.67},
        {"beatsPerMinute": 79, "time": "soon"}]}') as variability
\gset
select results_eq(
    format(
        $$select ordinal, time, beats_per_minute, sent_time from health.heartbeat where uuid = %L order by ordinal$$, :'variability'),
    $$values (0, '2024-01-01 00:00:05.67+00'::timestamptz, 78::float8, '8:00:05.67 AM'), (1, null, 79, 'soon')$$,
    'heartbeats of an export, with the time as sent');
