-- Which samples a correlation or workout contains. They are samples on their own, too.
create table health.contained_sample (
    -- Whose samples.
    person_id integer not null,
    -- The correlation or workout.
    container_uuid uuid not null,
    -- The sample in it.
    uuid uuid not null,
    constraint contained_sample_pkey primary key (person_id, container_uuid, uuid)
);
alter table health.contained_sample alter column person_id set statistics 0;

-- Finds the containers of a sample that is deleted.
create index contained_sample_uuid_idx on health.contained_sample (person_id, uuid);
