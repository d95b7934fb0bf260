\ir include/people.sql
select sample_type_id as steps from health.sample_type where short_name = 'stepCount'
\gset
select pg_temp.add_sample('HKQuantityTypeIdentifierStepCount', quantity => 1) as step,
    pg_temp.add_sample('HKQuantityTypeIdentifierStepCount', quantity => 2) as future,
    pg_temp.add_sample('HKQuantityTypeIdentifierHeartRate', quantity => 60) as beat
\gset
select plan(3);

select is(health_code.sample_count(1, :steps), 2::bigint, 'the samples of the type');
update health.sample set start_time = now() + interval '1 minute', end_time = now() + interval '1 hour' where uuid = :'future';
select is(health_code.sample_count(1, :steps), 1::bigint, 'without samples that begin in the future');
select is(health_code.sample_count(2, :steps), 0::bigint, 'not those of another person');
