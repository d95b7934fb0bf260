\ir include/holders.sql
select plan(4);

set local session authorization pgtap_anna;
select is(health.writable_span(), 'empty', 'no time is writable of all types');
reset session authorization;
update health.access_grant set revoked_at = now() where holder_id = 101 and from_time is not null;
set local session authorization pgtap_anna;
select is(health.writable_span(), '(,)', 'all times of the only type');
reset session authorization;
update health.access_grant set to_time = '2024-03-01 00:00+00' where holder_id = 101 and may_write;
set local session authorization pgtap_anna;
select is(health.writable_span(), '(,"2024-03-01 00:00+00")', 'one time for all types');
reset session authorization;
update health.access_grant set revoked_at = now() where holder_id = 101 and may_write;
set local session authorization pgtap_anna;
select is(health.writable_span(), 'empty', 'no type is left');
