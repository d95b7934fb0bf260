-- Only for readers of everything.
alter table health.sample_holder enable row level security;
drop policy if exists granted_people on health.sample_holder;
create policy granted_people on health.sample_holder for select using (
    person_id = any ((select health.granted_person_ids())::integer[])
    and person_id = any ((select health.fully_readable_person_ids())::integer[]));
