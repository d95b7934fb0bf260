-- Which sample types that are in no catalogue a person's samples and deletions have named. It is
-- counted against the limit of a person.
create table health.person_sample_type (
    -- Whose samples.
    person_id integer not null,
    -- The type.
    sample_type_id integer not null,
    constraint person_sample_type_pkey primary key (person_id, sample_type_id),
    constraint person_sample_type_person_fkey foreign key (person_id)
        references health.person (person_id) on delete cascade,
    constraint person_sample_type_type_fkey foreign key (sample_type_id)
        references health.sample_type (sample_type_id)
);
alter table health.person_sample_type alter column person_id set statistics 0;
