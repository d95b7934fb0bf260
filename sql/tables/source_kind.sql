-- The facts about a source that a holder may read if names are hidden. The table health.source has
-- the same facts and the name.
create table health.source_kind (
    -- The person to whom the source belongs.
    person_id integer not null,
    -- The source, in health.source.
    source_id integer not null,
    -- As in health.source.
    was_user_entered boolean not null,
    -- As in health.source.
    source_class text not null,
    -- The text that replaces a hidden name: Source and six random hexadecimal digits.
    label text not null,
    -- Its position in the default order of the person's sources, from 0, the highest priority:
    -- entered by hand, watch, phone, everything else, aggregates; of each the newest source first.
    default_rank integer not null default 0,
    constraint source_kind_pkey primary key (person_id, source_id)
);
alter table health.source_kind alter column person_id set statistics 0;
