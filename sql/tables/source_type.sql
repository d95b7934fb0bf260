-- The types of the samples that each source has or had. A holder that may read none of these types
-- may not read the source.
create table health.source_type (
    -- The person to whom the source belongs.
    person_id integer not null,
    -- The source, in health.source.
    source_id integer not null,
    -- The type, in health.sample_type.
    sample_type_id integer not null,
    constraint source_type_pkey primary key (person_id, source_id, sample_type_id)
);
alter table health.source_type alter column person_id set statistics 0;
