select plan(4);

select is(health_code.json_number('1.5e3'), 1500::double precision, 'a JSON number');
select is(health_code.json_number('"1.5"'), null, 'null for a text');
select is(health_code.json_number(('1' || repeat('0', 305))::jsonb), null, 'null for a number too great for double precision');
select is(health_code.json_number(null), null, 'null for null');
