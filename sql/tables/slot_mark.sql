-- The numbers of marks.
create sequence health.slot_mark_id;

-- Times in which samples changed after slots were computed from them. A writer of samples adds a
-- mark in the same transaction. A reader of figures reads samples instead of marked slots. The
-- refresher computes the slots again and deletes the mark.
create table health.slot_mark (
    -- Whose samples.
    person_id integer not null,
    -- The type, in health.sample_type.
    sample_type_id integer not null,
    -- A number of its own.
    mark_id bigint not null default nextval('health.slot_mark_id'),
    -- The earliest start of a sample that changed.
    from_time timestamptz not null,
    -- Behind the latest end of a sample that changed; one microsecond behind a point. What the
    -- type's aggregation style makes of a sample may reach further.
    to_time timestamptz not null,
    -- When the transaction began that changed them.
    marked_at timestamptz not null default now(),
    constraint slot_mark_pkey primary key (person_id, sample_type_id, mark_id),
    constraint slot_mark_time_check check (from_time < to_time)
);
alter table health.slot_mark alter column person_id set statistics 0;
