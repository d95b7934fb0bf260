-- A fact about a type.
alter table health.device_type enable row level security;
drop policy if exists granted_people on health.device_type;
create policy granted_people on health.device_type for select using (
    person_id = any (health.granted_person_ids())
    and (
        person_id = any ((select health.fully_readable_person_ids())::integer[])
        or (person_id, sample_type_id) in (select * from health.readable_types())
        or (person_id, device_id, sample_type_id) in (
            select types.person_id, types.device_id, types.sample_type_id
            from health.readable_source_types() types
            where types.device_id is not null)));
