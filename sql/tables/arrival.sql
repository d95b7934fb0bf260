-- When samples arrived: runs of positions of the person's change feed. A run is about 80 bytes with
-- its entry in the index. So a run that is younger than an hour takes further changes until it has
-- 100, which is less than a byte a sample.
create table health.arrival (
    -- Whose feed.
    person_id integer not null,
    -- The first position of the run. The next run ends it.
    first_position bigint not null,
    -- When the first change of the run arrived. The others arrived within an hour.
    arrived_at timestamptz not null,
    constraint arrival_pkey primary key (person_id, first_position)
);
alter table health.arrival alter column person_id set statistics 0;
alter table health.arrival enable row level security;
