-- The row has the names of the device.
alter table health.device enable row level security;
drop policy if exists granted_people on health.device;
create policy granted_people on health.device for select using (
    person_id = any ((select health.granted_person_ids())::integer[])
    and (
        person_id = any ((select health.fully_readable_person_ids())::integer[])
        or person_id = any ((select health.named_person_ids())::integer[])
            and (person_id, device_id) in (
            select types.person_id, types.device_id
            from health.readable_source_types() types
            where types.device_id is not null)));
