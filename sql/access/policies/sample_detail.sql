-- Metadata may name the device, and the parts of a workout may have figures of hidden types.
alter table health.sample_detail enable row level security;
drop policy if exists granted_people on health.sample_detail;
create policy granted_people on health.sample_detail for select using (
    person_id = any ((select health.granted_person_ids())::integer[])
    and (
        person_id = any ((select health.fully_readable_person_ids())::integer[])
        or (
            person_id = any ((select health.named_person_ids())::integer[])
                or metadata is null
                or not metadata ?| '{HKDeviceName,HKDeviceManufacturerName,HKDeviceSerialNumber,HKUDIDeviceIdentifier,HKUDIProductionIdentifier}')
            and health.shows_figures((select health.sealed_spans()), person_id, uuid, parts)));
