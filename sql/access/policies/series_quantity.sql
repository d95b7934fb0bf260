-- A part of a sample is visible if the sample is.
alter table health.series_quantity enable row level security;
drop policy if exists granted_people on health.series_quantity;
create policy granted_people on health.series_quantity for select using (
    person_id = any (health.granted_person_ids())
    and (
        person_id = any ((select health.fully_readable_person_ids())::integer[])
        or (person_id, sample_type_id) in (select * from health.readable_types())
        or health.is_readable_sample((select health.sealed_spans()), person_id, uuid)));
