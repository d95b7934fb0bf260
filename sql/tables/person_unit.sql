-- In which units a person's samples have been sent since this table exists. It is counted against
-- the limit of a person.
create table health.person_unit (
    -- Whose samples.
    person_id integer not null,
    -- The unit.
    unit_id integer not null,
    constraint person_unit_pkey primary key (person_id, unit_id),
    constraint person_unit_person_fkey foreign key (person_id)
        references health.person (person_id) on delete cascade,
    constraint person_unit_unit_fkey foreign key (unit_id) references health.unit (unit_id)
);
alter table health.person_unit alter column person_id set statistics 0;
