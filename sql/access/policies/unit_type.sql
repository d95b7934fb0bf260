-- Only for readers of everything.
alter table health.unit_type enable row level security;
drop policy if exists granted_people on health.unit_type;
create policy granted_people on health.unit_type for select using (
    person_id = any (health.granted_person_ids())
    and person_id = any ((select health.fully_readable_person_ids())::integer[]));
