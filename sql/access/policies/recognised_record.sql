-- The row names its source and device, and the parts of a workout may have figures of hidden types.
alter table health.recognised_record enable row level security;
drop policy if exists granted_people on health.recognised_record;
create policy granted_people on health.recognised_record for select using (
    person_id = any (health.granted_person_ids())
    and (
        person_id = any ((select health.fully_readable_person_ids())::integer[])
        or person_id = any ((select health.named_person_ids())::integer[])
            and health.shows_figures((select health.sealed_spans()), person_id, sample_uuid, parts)));
