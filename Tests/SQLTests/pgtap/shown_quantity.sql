\ir include/measured.sql
select plan(6);

select is_empty(
    $$select number from generate_series(1, 300) number where health_code.shown_quantity(number::float8 / 60, 60, 0) <> number$$,
    'a whole number of count/min, which is stored in count/s, is shown as it was sent');
select is(health_code.shown_quantity(37, 1.8, 32), 98.6::float8, 'a decimal that differs by one double');
select is(health_code.shown_quantity(1::float8 / 7, 60, 0), 60 * (1::float8 / 7), 'another number is not rounded');
select is(
    health_code.shown_quantity(0.1::float8 + 0.2::float8, 1, 0), 0.1::float8 + 0.2::float8,
    'a value in the canonical unit is not rounded');
select results_eq(
    $$select health_code.shown_quantity(given.quantity, 60, 0)
    from unnest(array[null, 'infinity', '-infinity', 'nan', 0, 1e150]::float8[]) given (quantity)$$,
    $$select unnest(array[null, 'infinity', '-infinity', 'nan', 0, 6e151]::float8[])$$, 'no number, and the largest values');

call pg_temp.measure('heartRate', 1, 62 / 60.0::float8, '10:00');
call pg_temp.measure('heartRate', 1, 125 / 60.0::float8, '11:00');
select results_eq(
    $$select minimum, maximum, most_recent from health_code.statistics_collection(
        'Ada', 'heartRate', 'day', 'UTC', '2024-01-01', '2024-01-02')
    union all
    select minimum, maximum, most_recent from health_code.statistics('Ada', 'heartRate', 'UTC', '2024-01-01', '2024-01-02')$$,
    $$values (62::float8, 125::float8, 125::float8), (62, 125, 125)$$, 'the functions of statistics show values so');
