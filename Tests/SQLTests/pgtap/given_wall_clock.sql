select plan(4);

select is(health_code.given_wall_clock('anchor', '2024-01-01T06:00'), timestamp '2024-01-01 06:00', 'a wall clock');
select is(health_code.given_wall_clock('anchor', null), null, 'null for null');
select throws_ok(
    $$select health_code.given_wall_clock('anchor', '2024-01-01T06:00:00Z')$$, '22023',
    'anchor must be a wall clock without an offset, such as 2024-01-01 or 2024-01-01T06:00', 'an instant');
select throws_ok($$select health_code.given_wall_clock('anchor', 'dawn')$$, '22023', null, 'a text that is not a time');
