-- Correlations and workouts that got a new position in the feed because a stored sample joined or
-- left them. A caller who may not read everything finds such a container in the feed at its own
-- position and at those of the samples that the caller may read. Containers that were sent again
-- have no rows.
create table health.contained_change (
    -- Whose container.
    person_id integer not null,
    -- The correlation or workout.
    container_uuid uuid not null,
    -- The type of samples that joined or left it, or the container's own type.
    sample_type_id integer not null,
    -- The holder that saved these samples or the container; 0 for the person's own holder.
    holder_id integer not null,
    -- The earliest start of these samples, and at least that of the container; null if not known.
    start_time timestamptz,
    -- The latest end of these samples, and at most that of the container; null if not known.
    end_time timestamptz,
    -- The position at which the last of them joined or left it, or the container's own position.
    change_position bigint not null,
    constraint contained_change_pkey primary key (person_id, container_uuid, sample_type_id, holder_id)
);
alter table health.contained_change alter column person_id set statistics 0;

-- The change feed in its order.
create index contained_change_position_idx on health.contained_change (person_id, change_position);
