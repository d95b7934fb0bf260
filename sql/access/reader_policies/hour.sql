-- Shows the service the figures of times in which its caller may read all samples.
drop policy if exists readable_times on health.hour;
create policy readable_times on health.hour for select to healthstore_reader using (
    person_id = any (health.granted_person_ids())
    and (person_id, sample_type_id) in (
        select spans.person_id, spans.sample_type_ids[1] from health.figure_spans() spans)
    and (
        (select range_intersect_agg(spans.reads) from health.figure_spans() spans) @> tstzrange(start_time, start_time + interval '1 hour')
        or health.is_covered(
            (select array_agg(spans) from health.figure_spans() spans), person_id, sample_type_id, start_time, start_time + interval '1 hour')));
