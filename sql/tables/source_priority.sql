-- The order of sources that the person set for a type (Data Sources & Access). Sources without a
-- row follow in the default order.
create table health.source_priority (
    -- Whose order.
    person_id integer not null,
    -- For which type.
    sample_type_id integer not null,
    -- The source.
    source_id integer not null,
    -- 0 is believed first.
    rank integer not null,
    constraint source_priority_pkey primary key (person_id, sample_type_id, source_id),
    constraint source_priority_rank_key unique (person_id, sample_type_id, rank),
    constraint source_priority_sample_type_fkey foreign key (sample_type_id)
        references health.sample_type (sample_type_id),
    constraint source_priority_source_fkey foreign key (person_id, source_id)
        references health.source (person_id, source_id) on delete cascade
);
alter table health.source_priority alter column person_id set statistics 0;
