-- The people of people.sql, and three analysts: Anna reads steps, body mass of January 2024 and the heart rates that she saved
-- herself of Ada, without names; Ben reads everything of Bea; Cleo reads nothing: \ir include/holders.sql
\ir people.sql

-- The tests change the user of the session. Citus must not change it for the sessions that it already
-- has on other servers: in use, it logs in there as the user. PostgreSQL ignores the setting.
set local citus.propagate_set_commands = none;
-- On a cluster, PgTAP.swift has created the roles.
select not exists (select from pg_roles where rolname = 'pgtap_anna') as is_without_roles
\gset
\if :is_without_roles
create role pgtap_anna in role healthstore_analyst;
create role pgtap_ben in role healthstore_analyst;
create role pgtap_cleo in role healthstore_analyst;
\endif
grant usage on schema pgtap to healthstore_analyst, healthstore_reader;
insert into health.holder (holder_id, name, role)
values (101, 'Anna', 'pgtap_anna'), (102, 'Ben', 'pgtap_ben'), (103, 'Cleo', 'pgtap_cleo');
select sample_type_id as steps from health.sample_type where short_name = 'stepCount'
\gset
select sample_type_id as mass from health.sample_type where short_name = 'bodyMass'
\gset
select sample_type_id as heart from health.sample_type where short_name = 'heartRate'
\gset
insert into health.access_grant (
    person_id, grant_id, holder_id, may_read, may_write, sample_type_ids, from_time, to_time, shows_names, expires_at, revoked_at)
values
    (1, gen_random_uuid(), 101, true, false, array[:steps], null, null, false, null, null),
    (1, gen_random_uuid(), 101, true, false, array[:mass], '2024-01-01 00:00+00', '2024-02-01 00:00+00', true, now() + interval '1 day', null),
    (1, gen_random_uuid(), 101, false, true, array[:heart], null, null, true, null, null),
    (1, gen_random_uuid(), 101, true, true, array[:heart], null, null, true, now() - interval '1 day', null),
    (2, gen_random_uuid(), 101, true, true, array[:heart], null, null, true, null, now());
insert into health.access_grant (person_id, grant_id, holder_id, may_read, all_groups, groups)
values (2, gen_random_uuid(), 102, true, true, health.special_access_groups());
-- What sources and devices have: a watch that measured everything, and an app in which Anna saved a heart rate.
select pg_temp.add_sample('HKQuantityTypeIdentifierStepCount', quantity => 1) as step,
    pg_temp.add_sample('HKQuantityTypeIdentifierBodyMass', quantity => 70) as weight,
    pg_temp.add_sample('HKQuantityTypeIdentifierHeartRate', quantity => 60) as beat,
    pg_temp.add_sample('HKQuantityTypeIdentifierHeartRate', quantity => 61) as saved
\gset
insert into health.source (person_id, source_id, name, was_user_entered, source_class) values (1, 2, 'App', false, 'other');
insert into health.source_kind
select person_id, source_id, was_user_entered, source_class, 'Source ' || source_id from health.source on conflict do nothing;
update health.source_kind set default_rank = source_id - 1;
insert into health.source_revision (person_id, source_revision_id, source_id) values (1, 2, 2);
update health.sample set holder_id = 101, source_revision_id = 2, device_id = null where uuid = :'saved';
insert into health.source_type (person_id, source_id, sample_type_id)
values (1, 1, :steps), (1, 1, :mass), (1, 1, :heart), (1, 2, :heart);
insert into health.device_type (person_id, device_id, sample_type_id) values (1, 1, :steps), (1, 1, :heart);
