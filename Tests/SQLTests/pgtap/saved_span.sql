\ir include/holders.sql
select plan(3);

set local session authorization pgtap_anna;
select is(health.saved_span(), '(,)', 'own samples are readable at the times that the holder may write');
reset session authorization;
update health.access_grant set to_time = '2024-03-01 00:00+00' where holder_id = 101 and may_write;
set local session authorization pgtap_anna;
select is(health.saved_span(), '(,"2024-03-01 00:00+00")', 'not at later times');
reset session authorization;
update health.access_grant set revoked_at = now() where holder_id = 101 and may_write;
set local session authorization pgtap_anna;
select is(health.saved_span(), 'empty', 'own samples do not count without the right to write');
