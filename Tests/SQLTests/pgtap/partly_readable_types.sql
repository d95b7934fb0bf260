\ir include/holders.sql
select plan(4);

set local session authorization pgtap_anna;
select set_eq(
    'select * from health.partly_readable_types()', format('values (1, %s), (1, %s)', :mass, :heart),
    'types that are readable at some times, or of which the holder saved samples');
reset session authorization;
update health.sample set holder_id = null where uuid = :'saved';
set local session authorization pgtap_anna;
select set_eq(
    'select * from health.partly_readable_types()', format('values (1, %s)', :mass),
    'not types of which others saved all samples');
reset session authorization;
insert into health.sample_holder (person_id, uuid, holder_id, sample_type_id) values (1, :'saved', 101, :heart);
set local session authorization pgtap_anna;
select set_eq(
    'select * from health.partly_readable_types()', format('values (1, %s), (1, %s)', :mass, :heart),
    'types of which the holder saved samples after others');
reset session authorization;
update health.access_grant set from_time = (select start_time + interval '1 second' from health.sample where uuid = :'saved')
where holder_id = 101 and sample_type_ids = array[:heart] and not may_read;
set local session authorization pgtap_anna;
select set_eq(
    'select * from health.partly_readable_types()', format('values (1, %s)', :mass),
    'not types of which the holder saved samples outside the times that it may write');
