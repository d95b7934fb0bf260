-- Slots: figures of pieces of time, derived from the samples, so that long ranges need not read every sample. They can be
-- dropped and made again at any time: healthstore rebuild.

create table health.slot_type (
    person_id integer not null,
    sample_type_id integer not null,
    aggregation_style text not null,
    format integer not null,
    built_at timestamptz not null default now(),
    constraint slot_type_pkey primary key (person_id, sample_type_id)
);

comment on table health.slot_type is
    'Of which types of a person slots are kept: those with many samples. The figures of all others are made from samples alone.';
comment on column health.slot_type.person_id is 'Whose slots.';
comment on column health.slot_type.sample_type_id is 'Of which type.';
comment on column health.slot_type.aggregation_style is
    'For which style they were made; they are of no use once the type has another.';
comment on column health.slot_type.format is 'Which version of the program''s slots they are; of no use to another.';
comment on column health.slot_type.built_at is 'Since when slots are kept.';

create sequence health.slot_mark_id;

create table health.slot_mark (
    person_id integer not null,
    sample_type_id integer not null,
    mark_id bigint not null default nextval('health.slot_mark_id'),
    from_time timestamptz not null,
    to_time timestamptz not null,
    marked_at timestamptz not null default now(),
    constraint slot_mark_pkey primary key (person_id, sample_type_id, mark_id),
    constraint slot_mark_time_check check (from_time < to_time)
);

comment on table health.slot_mark is
    'Times in which samples changed since slots were made of them. Whoever changes samples adds a mark in the same transaction; '
    'whoever reads figures takes samples in place of marked slots; who makes the slots again deletes the mark.';
comment on column health.slot_mark.person_id is 'Whose samples.';
comment on column health.slot_mark.sample_type_id is 'Of which type.';
comment on column health.slot_mark.mark_id is 'A number of its own.';
comment on column health.slot_mark.from_time is 'The earliest start of a sample that changed.';
comment on column health.slot_mark.to_time is
    'Behind the latest end of a sample that changed; one microsecond behind a point. What the type''s aggregation style makes '
    'of a sample may reach further.';
comment on column health.slot_mark.marked_at is 'When the transaction began that changed them.';

create table health.hour_slot (
    person_id integer not null,
    sample_type_id integer not null,
    source_id integer not null,
    start_time timestamptz not null,
    started_count integer not null,
    reaching_count integer not null,
    sum double precision,
    value_sum double precision,
    reaching_value_sum double precision,
    minimum double precision,
    maximum double precision,
    weighted_sum double precision,
    weight double precision,
    duration bigint not null,
    most_recent_quantity double precision,
    most_recent_start_time timestamptz,
    most_recent_end_time timestamptz,
    earliest_start_time timestamptz,
    source_ids integer[] not null,
    sole_source_id integer,
    constraint hour_slot_pkey primary key (person_id, sample_type_id, source_id, start_time)
);

comment on table health.hour_slot is
    'Additive figures of the samples of one type in one hour. health_code.statistics_collection puts them together, and looks '
    'into slot_mark whether they are still right. An hour without samples has no row.';
comment on column health.hour_slot.person_id is 'Whose samples.';
comment on column health.hour_slot.sample_type_id is 'Of which type.';
comment on column health.hour_slot.source_id is
    'Of which source, in health.source; 0 for all of them together, of which no instant counts twice.';
comment on column health.hour_slot.start_time is 'A whole hour of UTC; the slot ends 60 minutes later.';
comment on column health.hour_slot.started_count is 'How many samples start in the hour.';
comment on column health.hour_slot.reaching_count is 'How many reach into it from before.';
comment on column health.hour_slot.sum is 'What the samples count for in the hour, in the canonical unit; null unless cumulative.';
comment on column health.hour_slot.value_sum is
    'Sum of the values that start in the hour, of sound levels that of their energies 10^(L/10); null if cumulative.';
comment on column health.hour_slot.reaching_value_sum is 'The same of those that reach into it; null if cumulative.';
comment on column health.hour_slot.minimum is 'Least value; null if cumulative or without samples.';
comment on column health.hour_slot.maximum is 'Greatest value; null if cumulative or without samples.';
comment on column health.hour_slot.weighted_sum is
    'Sum of values (energies) times the microseconds for which they stand in the hour; null unless averages are weighted.';
comment on column health.hour_slot.weight is 'Sum of these microseconds; null unless averages are weighted.';
comment on column health.hour_slot.duration is 'Microseconds of the hour that samples cover.';
comment on column health.hour_slot.most_recent_quantity is 'Value of the sample with the latest end; null without samples.';
comment on column health.hour_slot.most_recent_start_time is 'Its start.';
comment on column health.hour_slot.most_recent_end_time is 'Its end, which may lie behind the hour.';
comment on column health.hour_slot.earliest_start_time is
    'The earliest start of a sample in the hour, which may lie before it; null without samples.';
comment on column health.hour_slot.source_ids is 'The sources whose samples made the figures, in order of their numbers.';
comment on column health.hour_slot.sole_source_id is
    'The one source that has anything to do with the hour; null where several have: each has a row of its own then.';

create table health.day_slot (
    person_id integer not null,
    sample_type_id integer not null,
    phase smallint not null,
    first_day date not null,
    figures bytea not null,
    constraint day_slot_pkey primary key (person_id, sample_type_id, phase, first_day)
);

comment on table health.day_slot is
    'The figures of 24 hours each, beginning at every time of day at which days begin somewhere: hour slots put together, eight days '
    'packed into a row, for the program alone, which reads years of days from it at once.';
comment on column health.day_slot.person_id is 'Whose samples.';
comment on column health.day_slot.sample_type_id is 'Of which type.';
comment on column health.day_slot.phase is 'At how many minutes after midnight UTC the 24 hours begin.';
comment on column health.day_slot.first_day is
    'On which day of UTC the first of the eight begins: days since 1970-01-01 are a multiple of eight.';
comment on column health.day_slot.figures is 'What hour_slot has in columns, packed.';
