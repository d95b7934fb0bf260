select plan(3);

select is(health_code.heart_rate_zone_bounds(190), '{95,114,133,152,171}'::float8[], '50 to 90 percent');
select throws_ok(
    'select health_code.heart_rate_zone_bounds(1.9)', '22023', 'maximum_heart_rate must be from 60 to 260 beats per minute', 'no heart rate');
select throws_ok('select health_code.heart_rate_zone_bounds(null)', '22023', null, 'no maximum');
