-- Facts about the person that are not of a type.
alter table health.time_zone_report enable row level security;
drop policy if exists granted_people on health.time_zone_report;
create policy granted_people on health.time_zone_report for select using (
    person_id = any (health.granted_person_ids()));
