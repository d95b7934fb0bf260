-- Analysts ask in SQL, and only about the people that they were granted.
--
-- What they may read is said in sql/code/access.sql, which is run again whenever functions and views are created again.

create table health.analyst_grant (
    person_id integer not null,
    analyst text not null,
    granted_at timestamptz not null default now(),
    constraint analyst_grant_pkey primary key (person_id, analyst),
    constraint analyst_grant_person_fkey foreign key (person_id) references health.person (person_id) on delete cascade
);

comment on table health.analyst_grant is
    'Which analyst may read about which person. The policies of all personal tables ask health.granted_person_ids, which reads it.';
comment on column health.analyst_grant.person_id is 'About whom.';
comment on column health.analyst_grant.analyst is 'Name of a role that can log in.';
comment on column health.analyst_grant.granted_at is 'Since when.';

-- The policies stand on this function, so it stays where it is, unlike the functions of health_code.
--
-- It reads what its caller may not: the grants, and everybody's numbers. What it says goes by session_user, which SET ROLE does
-- not change. The body was parsed here, so that nobody's search_path or temporary objects get into it. Cost: as measured, some 20
-- microseconds, so that the planner makes it a condition of an index, which calls it once a scan, wherever there are many rows.
create function health.granted_person_ids() returns integer[]
language sql stable parallel safe security definer cost 1000
begin atomic
    select
        case
            -- Inside, current_user is the owner of the store.
            when pg_has_role(session_user, current_user, 'usage') then
                array(
                    select person.person_id
                    from health.person
                    where coalesce(
                        person.person_id = nullif(current_setting('healthstore.person_id', true), '')::integer, true))
            else
                array(
                    select analyst_grant.person_id
                    from health.analyst_grant
                    where analyst_grant.analyst = session_user
                        and coalesce(
                            analyst_grant.person_id = nullif(current_setting('healthstore.person_id', true), '')::integer, true))
        end;
end;

comment on function health.granted_person_ids() is
    'The people about whom the user who logged in may read: for an analyst those of health.analyst_grant, for the owner of the '
    'store everybody. The setting healthstore.person_id, if there is one, leaves only that person of them.';

-- What earlier migrations left without a word.
comment on sequence health.person_person_id_seq is 'The numbers of people.';
comment on sequence health.sample_type_sample_type_id_seq is 'The numbers of sample types.';
comment on sequence health.unit_unit_id_seq is 'The numbers of units.';
comment on sequence health.slot_mark_id is 'The numbers of marks.';
