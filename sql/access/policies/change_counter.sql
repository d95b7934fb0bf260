-- Facts about the person that are not of a type.
alter table health.change_counter enable row level security;
drop policy if exists granted_people on health.change_counter;
create policy granted_people on health.change_counter for select using (
    person_id = any (health.granted_person_ids()));
