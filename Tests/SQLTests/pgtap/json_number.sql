begin;
select plan(4);

select is(health_code.json_number('1.5e3'), 1500::double precision, 'a number of JSON is one');
select is(health_code.json_number('"1.5"'), null, 'a text is none, whatever is in it');
select is(health_code.json_number(('1' || repeat('0', 305))::jsonb), null, 'what no double precision can hold is none');
select is(health_code.json_number(null), null, 'nothing is none');

select * from finish();
rollback;
