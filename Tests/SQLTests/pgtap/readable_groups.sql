\ir include/holders.sql
select plan(3);

set local session authorization pgtap_anna;
select is_empty('select * from health.readable_groups()', 'one type is not its group');
reset session authorization;
update health.access_grant set groups = '{activity,heart}' where holder_id = 101 and sample_type_ids = array[:steps];
update health.access_grant set groups = '{sleep}' where holder_id = 101 and sample_type_ids = array[:mass];
set local session authorization pgtap_anna;
select set_eq('select * from health.readable_groups()', $$values (1, 'activity'), (1, 'heart')$$, 'groups at all times');
set local session authorization pgtap_ben;
select is_empty('select * from health.readable_groups()', 'without people of whom everything is readable');
