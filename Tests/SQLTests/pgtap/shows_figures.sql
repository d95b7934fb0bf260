\ir include/holders.sql
select plan(6);

select sample_type_id as workouts from health.sample_type where identifier = 'HKWorkoutTypeIdentifier'
\gset
update health.sample set sample_type_id = :workouts where uuid = :'beat';
create function pg_temp.parts(type text) returns jsonb
language sql as $$ select jsonb_build_object('workoutStatistics', jsonb_build_array(jsonb_build_object('type', type))) $$;

set local session authorization pgtap_anna;
select ok(not health.shows_figures(health.sealed_spans(), 1, :'beat', null), 'not of a workout that may not be read');
select ok(health.shows_figures(health.sealed_spans(), 1, :'step', pg_temp.parts('heartRate')), 'parts of other samples are no figures');
reset session authorization;
update health.access_grant set sample_type_ids = sample_type_ids || :workouts where holder_id = 101 and sample_type_ids = array[:steps];
set local session authorization pgtap_anna;
select ok(health.shows_figures(health.sealed_spans(), 1, :'beat', null), 'a workout without figures');
select ok(health.shows_figures(health.sealed_spans(), 1, :'beat', pg_temp.parts('stepCount')), 'a workout with figures of a type that may be read');
select ok(not health.shows_figures(health.sealed_spans(), 1, :'beat', pg_temp.parts('bodyFatPercentage')), 'not with figures of another type');
select ok(not health.shows_figures(health.sealed_spans(), 1, :'beat', pg_temp.parts('org.example.unknown')), 'nor of an unknown type');
