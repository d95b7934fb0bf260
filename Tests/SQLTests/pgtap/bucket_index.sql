select plan(6);

select is(health_code.bucket_index('2024-01-01', 7, null, '2024-01-14 23:59:59.999999'), 1::bigint, 'the week before its end');
select is(health_code.bucket_index('2024-01-01', 7, null, '2024-01-15'), 2::bigint, 'the week at its start');
select is(health_code.bucket_index('2024-01-01', 1, null, '2023-12-31 23:59'), -1::bigint, 'days before the anchor');
select is(health_code.bucket_index('2024-01-31', null, 1, '2024-02-28 23:59'), 0::bigint, 'the month before its clamped end');
select is(health_code.bucket_index('2024-01-31', null, 1, '2024-02-29'), 1::bigint, 'a day that February lacks is its last one');
select is(health_code.bucket_index('2024-01-31 06:00', null, 12, '2023-01-31 05:00'), -2::bigint, 'years before the anchor');
