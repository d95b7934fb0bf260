-- The change feed is no log: each sample, deletion, element and preference has the position of its
-- latest change, and the feed lists them in this order.

-- The end of each person's change feed. A writer locks the row until it commits, so that positions
-- become visible in order and no reader can skip one.
create table health.change_counter (
    -- Whose feed.
    person_id integer not null,
    -- The position of the latest change; 0 before the first.
    last_position bigint not null default 0,
    -- Which feed the anchors that clients hold belong to. Renewed (set feed_uuid =
    -- gen_random_uuid()) after the database was restored from a backup, it makes all of them
    -- expire, since positions are then given a second time.
    feed_uuid uuid not null default gen_random_uuid(),
    -- No imported sample of the person starts later; null where none was ever imported. What starts
    -- later need not be compared.
    imported_until timestamptz,
    -- Grows when figures change and the feed does not: with each piece of a first import, when the
    -- person chooses units, and when all figures of a type are rebuilt.
    figures_version bigint not null default 0,
    constraint change_counter_pkey primary key (person_id),
    constraint change_counter_person_fkey foreign key (person_id)
        references health.person (person_id) on delete cascade
);
alter table health.change_counter alter column person_id set statistics 0;
