begin;
select plan(4);

select is(health_code.text_number('-12.50e1'), '-125'::double precision, 'a decimal number is one');
select is(health_code.text_number('12,5'), null, 'a comma makes none');
select is(health_code.text_number('NaN'), null, 'a word is none, also where PostgreSQL takes it');
select is(health_code.text_number(repeat('1', 41)), null, 'more than 40 digits are none');

select * from finish();
rollback;
