\ir include/holders.sql
select plan(4);

insert into health.sample_type (identifier, short_name, kind, in_catalogue)
values ('hae:sleep_analysis', 'hae:sleep_analysis', 'other', false)
on conflict do nothing;
insert into health.access_grant (person_id, grant_id, holder_id, may_read, may_write, sample_type_ids, from_time)
select person_id, gen_random_uuid(), holder_id, true, false, array[sample_type_id], from_time
from health.sample_type
cross join (values (1, 101, null), (2, 103, '2024-01-01 00:00+00'::timestamptz)) granted (person_id, holder_id, from_time)
where identifier = 'hae:sleep_analysis';

select is(health.aggregate_night_person_ids(), '{}', 'the owner reads everything');
set local session authorization pgtap_anna;
select is(health.aggregate_night_person_ids(), '{1}', 'a person of whom all nights of apps are readable');
set local session authorization pgtap_ben;
select is(health.aggregate_night_person_ids(), '{}', 'not a person of whom everything is readable');
set local session authorization pgtap_cleo;
select is(health.aggregate_night_person_ids(), '{}', 'not a person of whom some nights are readable');
