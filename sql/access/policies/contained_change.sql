-- Visible if the type may be read at the start or at the end. The samples themselves may be gone.
alter table health.contained_change enable row level security;
drop policy if exists granted_people on health.contained_change;
create policy granted_people on health.contained_change for select using (
    person_id = any (health.granted_person_ids())
    and (
        person_id = any ((select health.fully_readable_person_ids())::integer[])
        or (person_id, sample_type_id) in (select * from health.readable_types())
        or (person_id, sample_type_id) in (select * from health.partly_readable_types()) and (
            health.is_covered(
                (select array_agg(spans) from health.partly_readable_spans() spans), person_id, sample_type_id,
                start_time, start_time)
            or health.is_covered(
                (select array_agg(spans) from health.partly_readable_spans() spans), person_id, sample_type_id,
                end_time, end_time)
            or health.is_saved_row(
                (select array_agg(spans) from health.partly_readable_spans() spans), person_id, sample_type_id,
                start_time, start_time, null, nullif(holder_id, 0)))));
