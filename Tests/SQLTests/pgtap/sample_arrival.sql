\ir include/holders.sql
select plan(2);

insert into health.arrival (person_id, first_position, arrived_at) values (1, 1, '2024-01-01 01:01+00'), (1, 2, '2024-01-01 00:00+00');
update health.sample set change_position = 2 where uuid = :'weight';
select results_eq(
    $$select person, type, arrived_at, late_by from health.sample_arrival where type in ('stepCount', 'bodyMass') order by type$$,
    $$values ('Ada', 'bodyMass', '2024-01-01 00:00+00'::timestamptz, interval '0'),
        ('Ada', 'stepCount', '2024-01-01 01:01+00', interval '1 hour')$$,
    'the arrival of each sample, and how late it was');
set local session authorization pgtap_anna;
select results_eq(
    $$select uuid, late_by from health.sample_arrival where type = 'stepCount'$$,
    format($$values (%L::uuid, interval '1 hour')$$, :'step'), 'of samples that may be read');
