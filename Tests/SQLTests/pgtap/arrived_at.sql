\ir include/holders.sql
select plan(6);

create function pg_temp.arrived(of_person_id integer, of_uuid uuid) returns timestamptz
language sql as $$ select health.arrived_at(health.sealed_spans(), of_person_id, of_uuid) $$;
select is(pg_temp.arrived(1, :'step'), null, 'null without runs');
insert into health.arrival (person_id, first_position, arrived_at) values
    (1, 1, '2024-01-01 01:00+00'), (1, 7, '2024-01-01 07:00+00'), (1, 8, '2024-01-01 08:00+00'), (2, 1, '2024-01-02 00:00+00');
update health.sample set change_position = 7 where person_id = 1;
select is(pg_temp.arrived(1, :'beat'), '2024-01-01 07:00+00', 'the arrival of the run that has the position');
select health.sealed_spans() as sealed
\gset
set local session authorization pgtap_anna;
select is(pg_temp.arrived(1, :'step'), '2024-01-01 07:00+00', 'of a sample that may be read');
select is(pg_temp.arrived(1, :'beat'), null, 'of no other');
select is(health.arrived_at(:'sealed'::health.sealed_spans, 1, :'step'), null, 'not with spans of another statement');
set local session authorization pgtap_ben;
select is(pg_temp.arrived(1, :'step'), null, 'of no other person');
