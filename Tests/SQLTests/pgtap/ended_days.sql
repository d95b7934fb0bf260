\ir include/people.sql
select plan(4);

select is(health_code.ended_days(1, 'UTC', '2024-05-01'), date '2024-05-01', 'a day that has ended');
select is(health_code.ended_days(1, 'UTC', null), (now() at time zone 'UTC')::date, 'today by default');
select is(
    health_code.ended_days(1, 'Asia/Tokyo', '2999-01-01'), (now() at time zone 'Asia/Tokyo')::date, 'today at the latest, on the clock');
select throws_ok($$select health_code.ended_days(1, 'UTC', 'infinity')$$, '22023', 'to_date must be a date', 'no date');
