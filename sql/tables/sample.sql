-- No personal table has statistics of person_id. With statistics, the planner estimates no rows for
-- a person whose rows are newer than them. An index scan by "person_id = 7" alone then seems to
-- cost no more than one by the whole key, and a page of samples took minutes. Without them, the
-- planner estimates a 200th of the table for each person, and the whole key is always cheaper.
--
-- The raw samples: the truth from which everything else can be computed again.
--
-- Samples have no foreign keys, which would cost more than an index: four look-ups for each row.
-- The writer resolves every number under the lock of the person's row of health.change_counter, and
-- healthstore doctor finds numbers without a row.
--
-- The stream index has no copies of columns: statistics read stored figures, and samples only at
-- the edges of a range. It takes 32 bytes a sample; with copies it took 70 to 122.
--
-- PostgreSQL stores equal keys of an index once, with a list of rows. So the index of changes has
-- positions without their last 5 bits: 6.5 bytes a sample instead of 32. Readers name the same
-- expression and sort at most 32 rows by the whole position.

-- Every sample of every person (HKSample). The views quantity_sample, category_sample, correlation
-- and workout show it with readable names.
create table health.sample (
    -- Whose sample.
    person_id integer not null,
    -- Its type, in health.sample_type.
    sample_type_id integer not null,
    -- HealthKit's uuid. Where the sender had none, a uuid made from the content and its occurrence
    -- number; that of a record of an export begins with its start in seconds.
    uuid uuid not null,
    -- Start, to the microsecond where it was sent so.
    start_time timestamptz not null,
    -- End, exclusive; equal to the start for a point.
    end_time timestamptz not null,
    -- Value of a quantity sample in the type's canonical unit (as sent, for a type that is not in
    -- the catalogue); null for other kinds, and for a series, whose quantities are in
    -- health.series_quantity.
    quantity double precision,
    -- Who wrote it, in health.source_revision.
    source_revision_id integer not null,
    -- What made it, in health.device; null where not sent.
    device_id integer,
    -- When it was saved on the phone; null where not sent.
    creation_time timestamptz,
    -- Its position in the person's change feed.
    change_position bigint not null,
    -- The unit as sent, in health.unit; null for other kinds than quantity.
    sent_unit_id integer,
    -- Raw value of a category sample (health.category_value); null for other kinds and for values
    -- in no catalogue.
    category_value integer,
    -- The value as sent; null where it equals quantity, and for a series whose summary was not
    -- sent.
    sent_quantity double precision,
    -- The category value as sent; null where it is the catalogue's own text of category_value.
    sent_category_value text,
    -- The import that brought a record of an export, in health.import; 0 if a backup brought it.
    -- Its uuid is not HealthKit's, which export.xml does not say. Null for all other samples.
    import_id integer,
    -- The holder that saved the sample. Null for the person's own holder.
    holder_id integer,
    constraint sample_pkey primary key (person_id, uuid),
    constraint sample_time_check check (start_time <= end_time)
);
alter table health.sample alter column person_id set statistics 0;

-- Finds the types, sources and devices of the samples that a holder saved.
create index sample_holder_idx on health.sample (person_id, holder_id, sample_type_id, source_revision_id, (coalesce(device_id, 0)))
    where holder_id is not null;

-- The stream of one type in order of start.
create index sample_stream_idx on health.sample (person_id, sample_type_id, start_time);

-- The change feed of each type in groups of 32 positions. A person's positions only grow, so that
-- every insertion goes to the end of the part of its type.
create index sample_change_idx on health.sample (person_id, ((sample_type_id::bigint << 32) + (change_position >> 5)));

-- The change feed of the samples of one type that a holder saved, for callers who may read only
-- these.
create index sample_holder_change_idx on health.sample (person_id, holder_id, ((sample_type_id::bigint << 32) + (change_position >> 5)))
    where holder_id is not null;
