\ir include/holders.sql
select plan(5);

insert into health.sample_extent (person_id, sample_type_id, longest_duration)
values (1, :steps, '1 hour'), (1, :mass, '1 hour'), (1, :heart, '1 hour');

set local session authorization pgtap_anna;
select is_empty('select * from health.figure_spans()', 'not for analysts');
reset session authorization;
select health.access_of(1, 101, null) as access
\gset
set local healthstore.reader = 1;
set local healthstore.access = :'access';
set local role healthstore_reader;
select results_eq(
    'select * from health.figure_spans()',
    format(
        'values (1, array[%s], ''{["2024-01-01 03:12+00","2024-01-31 20:48+00")}''::tstzmultirange, 101, false, ''{}''::tstzmultirange)',
        :mass),
    'the granted times without a margin, of types that are readable at some times');
reset role;
update health.sample_extent set longest_duration = '6 days' where sample_type_id = :mass;
set local role healthstore_reader;
select is_empty('select * from health.figure_spans()', 'no time is left if the samples are long');
reset role;
update health.sample_extent set longest_duration = '400 days' where sample_type_id = :mass;
set local role healthstore_reader;
select is_empty('select * from health.figure_spans()', 'nor if a sample is longer than a year');
reset role;
update health.sample_extent set longest_duration = '0' where sample_type_id = :mass;
update health.access_grant set to_time = null where from_time is not null;
select health.access_of(1, 101, null) as access
\gset
set local healthstore.access = :'access';
set local role healthstore_reader;
select is(array_agg(spans.reads), array['{["2024-01-01 00:12+00",)}'::tstzmultirange], 'times without an end')
from health.figure_spans() spans;
