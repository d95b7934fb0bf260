-- Shows the service which figures are stale. A mark tells only when something changed.
drop policy if exists stale_figures on health.mark;
create policy stale_figures on health.mark for select to healthstore_reader using (
    person_id = any (health.granted_person_ids())
    and (person_id, sample_type_id) in (select * from health.partly_readable_types()));
