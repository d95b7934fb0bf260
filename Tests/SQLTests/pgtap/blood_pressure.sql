\ir include/measured.sql
select plan(8);

create function pg_temp.press(part text, source_id integer, since text, mmhg double precision default null) returns uuid
language plpgsql as $$
declare
    typed constant integer := (select sample_type_id from health.sample_type where short_name = 'bloodPressure' || part);
    begun constant timestamptz := pg_temp.instant(since);
    added constant uuid := gen_random_uuid();
begin
    insert into health.sample (person_id, sample_type_id, uuid, start_time, end_time, quantity, source_revision_id, change_position)
    values (1, typed, added, begun, begun, mmhg, source_id, 1);
    return added;
end
$$;
select pg_temp.press('', 1, '08:00') as pair, pg_temp.press('Systolic', 1, '08:00', 120) as high,
    pg_temp.press('Diastolic', 1, '08:00', 80) as low
\gset
insert into health.contained_sample (person_id, container_uuid, uuid) values (1, :'pair', :'high'), (1, :'pair', :'low');
select results_eq(
    'select person, uuid, start_time, end_time, systolic, diastolic, unit, source, was_user_entered, systolic_uuid, diastolic_uuid
    from health.blood_pressure',
    format(
        $$values ('Ada', %L::uuid, pg_temp.instant('08:00'), pg_temp.instant('08:00'), 120::float8, 80::float8, 'mmHg', 'Phone', false,
            %L::uuid, %L::uuid)$$, :'pair', :'high', :'low'),
    'the samples of a correlation are one row');
-- The same time and another source, and another time.
select pg_temp.press('Systolic', 2, '08:00', 121), pg_temp.press('Diastolic', 2, '08:00', 81),
    pg_temp.press('Systolic', 2, '09:00', 130), pg_temp.press('Diastolic', 2, '09:01', 90)
\gset
select results_eq(
    'select uuid, systolic, diastolic, source from health.blood_pressure where uuid is null',
    $$values (null::uuid, 121::float8, 81::float8, 'Watch')$$,
    'two samples of one source that begin together are a row, and others are none');
select is((select count(*) from health.blood_pressure), 2::bigint, 'a sample in a correlation is in no second row');
select pg_temp.press('Diastolic', 2, '08:00', 82)
\gset
select is_empty('select * from health.blood_pressure where uuid is null', 'no row, if it is not known which samples belong together');
delete from health.sample where uuid = :'low';
delete from health.contained_sample where uuid = :'low';
select results_eq(
    'select systolic, diastolic from health.blood_pressure', 'values (120::float8, null::float8)', 'a correlation without a diastolic value');
delete from health.sample where uuid = :'high';
delete from health.contained_sample where uuid = :'high';
select is_empty('select * from health.blood_pressure', 'a correlation without values is no measurement');
select pg_temp.press('Systolic', 1, '10:00', 90), pg_temp.press('Diastolic', 1, '10:00', 60)
\gset
select pg_temp.press('Systolic', 1, '11:00', 100), pg_temp.press('Diastolic', 2, '11:00', 70)
\gset
select is_empty(
    $$select * from health.blood_pressure where start_time = pg_temp.instant('11:00')$$, 'two sources that measure together are no row');
insert into health.preferred_unit (person_id, sample_type_id, unit_string, factor, shift)
select 1, pg_temp.type_id('bloodPressureSystolic'), 'kPa', 0.1333, 0;
select results_eq(
    'select systolic, diastolic, unit from health.blood_pressure', $$values (90 * 0.1333::float8, 60 * 0.1333::float8, 'kPa')$$,
    'in the unit that the person chose');
