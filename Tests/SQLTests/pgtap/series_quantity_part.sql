\ir include/people.sql
select plan(1);

select pg_temp.add_sample('HKQuantityTypeIdentifierStepCount') as walk
\gset
insert into health.series_quantity (
    person_id, sample_type_id, uuid, start_time, end_time, quantity, source_revision_id, ordinal)
select 1, sample_type_id, uuid, start_time, end_time, part.quantity, 1, part.ordinal
from health.sample
cross join (values (0, 10::float8), (1, 20)) as part (ordinal, quantity)
where sample.uuid = :'walk';
select results_eq(
    'select person, uuid, ordinal, type, quantity, unit, source from health.series_quantity_part order by ordinal',
    format(
        $$values ('Ada', %1$L::uuid, 0, 'stepCount', 10::float8, 'count', 'Watch'),
            ('Ada', %1$L, 1, 'stepCount', 20, 'count', 'Watch')$$, :'walk'),
    'the quantities of a series with readable names');
