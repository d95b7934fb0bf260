-- A fact about a type.
alter table health.person_sample_type enable row level security;
drop policy if exists granted_people on health.person_sample_type;
create policy granted_people on health.person_sample_type for select using (
    person_id = any (health.granted_person_ids())
    and (
        person_id = any ((select health.fully_readable_person_ids())::integer[])
        or (person_id, sample_type_id) in (select * from health.readable_types())
        or (person_id, sample_type_id) in (select * from health.partly_readable_types())));
