-- How readers want to see a person's data on the page.

create table health.reader_preference (
    person_id integer not null,
    holder_id integer not null,
    pinned text[],
    hidden text[] not null default '{}',
    units jsonb not null default '{}',
    first_weekday smallint,
    time_zone text,
    constraint reader_preference_pkey primary key (person_id, holder_id),
    constraint reader_preference_person_fkey foreign key (person_id) references health.person (person_id) on delete cascade,
    constraint reader_preference_holder_fkey foreign key (holder_id) references health.holder (holder_id) on delete cascade,
    constraint reader_preference_pinned_check check (cardinality(pinned) <= 100),
    constraint reader_preference_hidden_check check (cardinality(hidden) <= 500),
    constraint reader_preference_units_check check (jsonb_typeof(units) = 'object'),
    constraint reader_preference_first_weekday_check check (first_weekday between 1 and 7)
);

comment on table health.reader_preference is
    'How a holder wants to see the data of a person. The answers of other requests do not depend on it.';
comment on column health.reader_preference.person_id is 'The person whose data the holder sees.';
comment on column health.reader_preference.holder_id is 'The holder whose preferences these are. Other holders cannot read them.';
comment on column health.reader_preference.pinned is
    'The types of the cards in their order, as health.sample_type.identifier; null for the default selection.';
comment on column health.reader_preference.hidden is 'The types that are not listed, as health.sample_type.identifier.';
comment on column health.reader_preference.units is 'The unit in which the holder reads each type: {TYPE: UNIT, …}.';
comment on column health.reader_preference.first_weekday is '1 = Monday … 7 = Sunday; null for the first weekday of the reader''s locale.';
comment on column health.reader_preference.time_zone is
    'A name of the IANA database, or person for the zones in which the person was; null if none was chosen.';
