-- Only for readers of everything.
alter table health.import_refusal enable row level security;
drop policy if exists granted_people on health.import_refusal;
create policy granted_people on health.import_refusal for select using (
    person_id = any (health.granted_person_ids())
    and person_id = any ((select health.fully_readable_person_ids())::integer[]));
