select plan(5);

select is(health_code.relative_energy(80, 90), 0.1::float8, 'ten decibels less are a tenth of the energy');
select is(health_code.relative_energy(90, 80), 10::float8, 'ten decibels more are ten times the energy');
select is(health_code.relative_energy(1e150, 1e150), 1::float8, 'equal levels have the same energy, of any size');
select is(health_code.relative_energy(-400, 1e6), 0::float8, 'a level far below the reference has no energy');
select is(health_code.relative_energy(null, 80), null, 'null for null');
