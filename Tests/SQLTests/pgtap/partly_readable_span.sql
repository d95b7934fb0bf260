\ir include/holders.sql
select plan(4);

set local session authorization pgtap_anna;
select is(health.partly_readable_span(true), 'empty', 'no time is readable of all types, because own samples count');
select is(
    health.partly_readable_span(false), '["2024-01-01 00:00+00","2024-02-01 00:00+00")',
    'the shortest range with all readable times');
reset session authorization;
update health.access_grant set revoked_at = now() where holder_id = 101 and may_write;
set local session authorization pgtap_anna;
select is(health.partly_readable_span(true), '["2024-01-01 00:00+00","2024-02-01 00:00+00")', 'one time for all types');
reset session authorization;
insert into health.access_grant (person_id, grant_id, holder_id, may_read, sample_type_ids, from_time, to_time)
values (1, gen_random_uuid(), 101, true, array[:mass], '2025-01-01 00:00+00', '2025-02-01 00:00+00');
set local session authorization pgtap_anna;
select is(health.partly_readable_span(true), 'empty', 'two times are not one');
