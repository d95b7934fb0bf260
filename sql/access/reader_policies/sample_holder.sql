-- Shows the service the rows of the holder for which it reads.
drop policy if exists own_rows on health.sample_holder;
create policy own_rows on health.sample_holder for select to healthstore_reader using (
    person_id = any ((select health.granted_person_ids())::integer[])
    and (person_id, holder_id) in (
        select spans.person_id, spans.holder_id from health.partly_readable_spans() spans));
