select plan(2);

select is(health_code.seconds('1 day 00:00:01.5'), 86401.5::double precision, 'a day counts as 24 hours');
select is(health_code.seconds(null), null, 'null for null');
