-- The rings belong to the group activity, and the characteristics of the person to the group other.
alter table health.export_element enable row level security;
drop policy if exists granted_people on health.export_element;
create policy granted_people on health.export_element for select using (
    person_id = any (health.granted_person_ids())
    and (
        person_id = any ((select health.fully_readable_person_ids())::integer[])
        or (person_id, case name when 'ActivitySummary' then 'activity' when 'Me' then 'other' end) in (
            select groups.person_id, groups.access_group from health.readable_groups() groups)));
