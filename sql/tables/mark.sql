-- The numbers of marks.
create sequence health.mark_id;

-- Spans of time in which the rows of health.hour, health.day and health.night are stale, because
-- samples, the order of sources or the person's clock changed. A writer adds a mark in the same
-- transaction. A reader of figures reads samples where a mark is. The refresher computes the
-- figures again and deletes the mark.
create table health.mark (
    -- Whose figures.
    person_id integer not null,
    -- The type, in health.sample_type.
    sample_type_id integer not null,
    -- A number of its own.
    mark_id bigint not null default nextval('health.mark_id'),
    -- The start of the span.
    from_time timestamptz not null,
    -- The end of the span, exclusive.
    to_time timestamptz not null,
    -- When the transaction began that changed something. infinity if the refresher keeps no figures
    -- for the span, because a sample of the type is longer than a year.
    marked_at timestamptz not null default now(),
    constraint mark_pkey primary key (person_id, sample_type_id, mark_id),
    constraint mark_time_check check (from_time < to_time)
);
alter table health.mark alter column person_id set statistics 0;
