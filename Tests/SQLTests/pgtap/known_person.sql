\ir include/measured.sql
select plan(2);

select is(health_code.known_person('Ada'), 1, 'by name');
select throws_ok(
    $$select health_code.known_person('Cleo')$$, 'P0002', 'there is no person "Cleo"', 'an error for an unknown person');
