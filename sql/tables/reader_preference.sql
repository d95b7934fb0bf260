-- How a holder wants to see the data of a person. The answers of other requests do not depend on
-- it.
create table health.reader_preference (
    -- The person whose data the holder sees.
    person_id integer not null,
    -- The holder whose preferences these are. Other holders cannot read them.
    holder_id integer not null,
    -- The types of the cards in their order, as health.sample_type.identifier; null for the default
    -- selection.
    pinned text[],
    -- The types that are not listed, as health.sample_type.identifier.
    hidden text[] not null default '{}',
    -- The unit in which the holder reads each type: {TYPE: UNIT, …}.
    units jsonb not null default '{}',
    -- The goal of a day of each type: {TYPE: NUMBER, …}, in the type's canonical unit. The goal of
    -- a category type has no unit.
    goals jsonb not null default '{}',
    -- 1 = Monday … 7 = Sunday; null for the first weekday of the reader's locale.
    first_weekday smallint,
    -- A name of the IANA database, or person for the zones in which the person was; null if none
    -- was chosen.
    time_zone text,
    -- The ISO 639 code of the language of the page; null for the browser's language.
    language text,
    constraint reader_preference_pkey primary key (person_id, holder_id),
    constraint reader_preference_first_weekday_check check (first_weekday between 1 and 7),
    constraint reader_preference_goals_check check (jsonb_typeof(goals) = 'object'),
    constraint reader_preference_hidden_check check (cardinality(hidden) <= 500),
    constraint reader_preference_language_check check (language ~ '^[a-z]{2,3}$'),
    constraint reader_preference_pinned_check check (cardinality(pinned) <= 100),
    constraint reader_preference_units_check check (jsonb_typeof(units) = 'object'),
    constraint reader_preference_holder_fkey foreign key (holder_id)
        references health.holder (holder_id) on delete cascade,
    constraint reader_preference_person_fkey foreign key (person_id)
        references health.person (person_id) on delete cascade
);
alter table health.reader_preference alter column person_id set statistics 0;
-- Without a policy, only the owner reads the table.
alter table health.reader_preference enable row level security;
