-- How far before a range its samples may begin. An upper bound: deletions do not lower it.
create table health.sample_extent (
    -- Whose samples.
    person_id integer not null,
    -- The type, in health.sample_type.
    sample_type_id integer not null,
    -- No sample of the type is longer.
    longest_duration interval not null,
    constraint sample_extent_pkey primary key (person_id, sample_type_id)
);
alter table health.sample_extent alter column person_id set statistics 0;
