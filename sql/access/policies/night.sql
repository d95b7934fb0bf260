-- Nights of all samples of sleep, and of all nights that apps send as wholes. For other readers,
-- the service computes nights from the samples that they may read.
alter table health.night enable row level security;
drop policy if exists granted_people on health.night;
create policy granted_people on health.night for select using (
    person_id = any (health.granted_person_ids())
    and (
        person_id = any ((select health.fully_readable_person_ids())::integer[])
        or (person_id, sample_type_id) in (select * from health.readable_types())
        and (not is_aggregate or person_id = any ((select health.aggregate_night_person_ids())::integer[]))));
