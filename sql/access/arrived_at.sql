-- Positions in the feed count changes that an analyst may not read. So views ask for the time of a
-- sample, and neither for its position nor for the runs of health.arrival.
create or replace function health.arrived_at(sealed health.sealed_spans, of_person_id integer, of_uuid uuid) returns timestamptz
language plpgsql stable parallel safe security definer cost 1000
set search_path = pg_catalog, pg_temp
set plan_cache_mode = force_generic_plan
as $$
declare
    of_position bigint;
    found_time timestamptz;
begin
    -- The owner of the store, who is current_user here, reads everything without another role.
    if not (current_setting('role') = 'none' and pg_has_role(session_user, current_user, 'usage'))
        and not health.is_readable_sample(sealed, of_person_id, of_uuid)
        and of_person_id <> all (health.fully_readable_person_ids())
    then
        return null;
    end if;
    -- Citus makes generic plans only for look-ups in one table.
    select sample.change_position
    into of_position
    from health.sample
    where sample.person_id = of_person_id and sample.uuid = of_uuid;
    select arrival.arrived_at
    into found_time
    from health.arrival
    where arrival.person_id = of_person_id and arrival.first_position <= of_position
    order by arrival.first_position desc
    limit 1;
    return found_time;
end;
$$;

comment on function health.arrived_at(health.sealed_spans, integer, uuid) is
    'When the sample''s present content arrived, or up to an hour earlier, by health.arrival. Null for a sample that the user of this '
    'session may not read, as health.is_readable_sample decides.';
