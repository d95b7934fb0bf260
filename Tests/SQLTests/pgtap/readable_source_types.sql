\ir include/holders.sql
select plan(3);

set local session authorization pgtap_anna;
select set_eq(
    'select * from health.readable_source_types()',
    format(
        'values (1, 1, null::integer, %1$s), (1, 1, null, %2$s), (1, null, 1, %1$s), (1, 2, 0, %3$s)', :steps, :mass, :heart),
    'sources and devices of readable types, and those of the samples that the holder saved');
reset session authorization;
insert into health.sample_holder (person_id, uuid, holder_id, sample_type_id, source_revision_id, device_id)
select person_id, uuid, 101, sample_type_id, source_revision_id, device_id from health.sample where uuid = :'beat';
set local session authorization pgtap_anna;
select set_has(
    'select * from health.readable_source_types()', format('values (1, 1, 1, %s)', :heart),
    'also of the samples that the holder saved after others');
set local session authorization pgtap_ben;
select is_empty('select * from health.readable_source_types()', 'without people of whom everything is readable');
