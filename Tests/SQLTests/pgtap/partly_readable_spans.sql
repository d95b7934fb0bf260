\ir include/holders.sql
select plan(3);

set local session authorization pgtap_anna;
select set_eq(
    'select * from health.partly_readable_spans()',
    format(
        $$values (1, array[%s], '{["2024-01-01 00:00+00","2024-02-01 00:00+00")}'::tstzmultirange, 101, false, '{}'::tstzmultirange),
            (1, array[%s], '{}', 101, false, '{(,)}')$$, :mass, :heart),
    'types that are readable at some times, and types of which only own samples are readable');
set local datestyle = 'SQL, DMY';
set local timezone = 'EST-160';
select set_has(
    'select reads from health.partly_readable_spans()',
    $$values ('{["2024-01-01 00:00+00","2024-02-01 00:00+00")}'::tstzmultirange)$$,
    'at the same times in every style and zone, also in one whose abbreviation is that of another');
reset datestyle;
reset timezone;
set local session authorization pgtap_ben;
select is_empty('select * from health.partly_readable_spans()', 'without people of whom everything is readable');
