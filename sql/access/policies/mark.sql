-- Figures of all samples of a type. For other readers, the service computes figures from the
-- samples that they may read.
alter table health.mark enable row level security;
drop policy if exists granted_people on health.mark;
create policy granted_people on health.mark for select using (
    person_id = any (health.granted_person_ids())
    and (
        person_id = any ((select health.fully_readable_person_ids())::integer[])
        or (person_id, sample_type_id) in (select * from health.readable_types())));
