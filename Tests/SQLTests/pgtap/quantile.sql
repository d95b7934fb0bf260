select plan(4);

select is(health_code.quantile('{1,2,3,10}', 0.5), 2.5::float8, 'between two elements');
select is(health_code.quantile('{1,2,3,10}', 0.75), 4.75::float8, 'nearer to one of them');
select is(health_code.quantile('{4}', 0.25), 4::float8, 'one element');
select is(health_code.quantile('{}', 0.5), null, 'none');
