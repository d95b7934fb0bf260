select plan(4);

select is(health_code.text_number('-12.50e1'), '-125'::double precision, 'a decimal number');
select is(health_code.text_number('12,5'), null, 'null with a comma');
select is(health_code.text_number('NaN'), null, 'null for a word, even one that PostgreSQL accepts');
select is(health_code.text_number(repeat('1', 41)), null, 'null for more than 40 digits');
