-- The clock of each person on which the days of health.day were computed. A writer that changes the
-- person's time zones compares them with this clock, and marks the days that begin or end at other
-- times now.
create table health.day_clock (
    -- Whose clock. Without a row, days are those of UTC.
    person_id integer not null,
    -- From when on the clock shows the zone of the same position: ascending.
    start_times timestamptz[] not null,
    -- Names of the IANA database.
    time_zones text[] not null,
    constraint day_clock_pkey primary key (person_id)
);
alter table health.day_clock alter column person_id set statistics 0;
-- Without a policy, only the owner reads the table.
alter table health.day_clock enable row level security;
