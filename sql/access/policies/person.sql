-- Facts about the person that are not of a type.
alter table health.person enable row level security;
drop policy if exists granted_people on health.person;
create policy granted_people on health.person for select using (
    person_id = any (health.granted_person_ids()));
