-- An app or device that wrote samples of a person (HKSource). What the person typed into it is a
-- source of its own.
create table health.source (
    -- Whose source.
    person_id integer not null,
    -- Counts the person's sources in order of their first appearance, from 1.
    source_id integer not null,
    -- As sent; exports write U+00A0 and U+2019 into it.
    name text not null,
    -- Null if no client said it; export.xml never does.
    bundle_identifier text,
    -- True for what was entered by hand (HKWasUserEntered).
    was_user_entered boolean not null,
    -- watch (Apple Watch), phone (iPhone, iPad, iPod touch) or other; decides the default priority.
    -- aggregate: figures of whole buckets that a client made of several sources; they count only
    -- where nothing better is.
    source_class text not null,
    -- The earliest creation time of a sample that was sent, or the start of one without a creation
    -- time. Null before the first sample.
    first_creation_time timestamptz,
    -- How many samples that name a device were made by an Apple Watch, and say its system version.
    -- Only samples without a bundle identifier are counted: of others, 1 stands for any number.
    watch_count bigint not null default 0,
    -- The same of iPhone, iPad and iPod touch.
    phone_count bigint not null default 0,
    -- All other samples that name a device.
    other_count bigint not null default 0,
    -- When its first sample arrived here.
    created_at timestamptz not null default now(),
    -- The source that this one is another name of; null if it is none. Its samples then count as
    -- samples of that source.
    joined_source_id integer,
    -- The import that joined it; null if a person did.
    joined_import_id integer,
    constraint source_pkey primary key (person_id, source_id),
    constraint source_class_check check (source_class in ('watch', 'phone', 'other', 'aggregate')),
    constraint source_person_fkey foreign key (person_id)
        references health.person (person_id) on delete cascade
);
alter table health.source alter column person_id set statistics 0;
