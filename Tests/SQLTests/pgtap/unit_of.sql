select plan(11);

insert into health.person (person_id, name) overriding system value values (1, 'Ada'), (2, 'Bea');
create function pg_temp.unit(for_person_id integer, type text, unit text default null)
returns table (unit_string text, factor double precision, shift double precision)
language sql as $$
    select known.*
    from health.sample_type
    cross join lateral health_code.unit_of(for_person_id, sample_type.sample_type_id, unit) known
    where sample_type.short_name = type
$$;
insert into health.preferred_unit (person_id, sample_type_id, unit_string, factor, shift)
select 1, sample_type_id, 'degF', 1.8, 32 from health.sample_type where short_name = 'bodyTemperature';

select results_eq(
    $$select * from pg_temp.unit(1, 'heartRate')$$, $$values ('count/min', 60::float8, 0::float8)$$, 'the preferred unit of the type');
select results_eq(
    $$select * from pg_temp.unit(1, 'bodyTemperature')$$, $$values ('degF', 1.8::float8, 32::float8)$$, 'the person''s own');
select results_eq(
    $$select unit_string from pg_temp.unit(2, 'bodyTemperature')$$, $$values ('degC')$$, 'another person reads the preferred unit');
select results_eq(
    $$select * from pg_temp.unit(1, 'bodyTemperature', 'K')$$, $$values ('K', 1::float8, 273.15::float8)$$, 'the given unit');
select results_eq(
    $$select unit_string from pg_temp.unit(1, 'heartRate', ' BPM ')$$, $$values ('count/min')$$, 'in a usual spelling');
select results_eq(
    $$select * from pg_temp.unit(1, 'oxygenSaturation')$$, $$values ('fraction', 1::float8, 0::float8)$$, 'a fraction');
select results_eq(
    $$select unit_string from pg_temp.unit(1, 'oxygenSaturation', '%')$$, $$values ('fraction')$$, 'in HealthKit''s spelling of a fraction');
select throws_ok(
    $$select * from pg_temp.unit(1, 'oxygenSaturation', 'percent')$$, '22023',
    'unit "percent" is no unit of oxygenSaturation; its units are fraction', 'percent, which people count to 100');
select throws_ok(
    $$select * from pg_temp.unit(1, 'heartRate', 'kg')$$, '22023',
    'unit "kg" is no unit of heartRate; its units are count/min, count/s', 'a unit of another dimension');
select results_eq(
    $$select * from pg_temp.unit(1, 'headache')$$, $$values (null, 1::float8, 0::float8)$$, 'no unit of a category type');
select throws_ok(
    $$select * from pg_temp.unit(1, 'headache', 'count')$$, '22023', 'unit "count" is no unit of headache; it has none',
    'a unit of a category type');
