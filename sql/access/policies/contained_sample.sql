-- Visible if the container and the sample are.
alter table health.contained_sample enable row level security;
drop policy if exists granted_people on health.contained_sample;
create policy granted_people on health.contained_sample for select using (
    person_id = any (health.granted_person_ids())
    and (
        person_id = any ((select health.fully_readable_person_ids())::integer[])
        or health.is_readable_sample((select health.sealed_spans()), person_id, container_uuid)
            and health.is_readable_sample((select health.sealed_spans()), person_id, uuid)));
