-- A row is visible because of its type and times, or because the reader saved it. For the service,
-- the policy saved_samples decides about saved rows. The two ranges of health.partly_readable_span
-- decide for nearly all rows, because the types of most grants have the same times. Functions read
-- the spans: a correlated subquery would keep PostgreSQL from reading the table with several
-- processes.
alter table health.deleted_sample enable row level security;
drop policy if exists granted_people on health.deleted_sample;
create policy granted_people on health.deleted_sample for select using (
    person_id = any (health.granted_person_ids())
    and (
        person_id = any ((select health.fully_readable_person_ids())::integer[])
        or (person_id, sample_type_id) in (select * from health.readable_types())
        or (person_id, sample_type_id) in (select * from health.partly_readable_types()) and (
            (select health.partly_readable_span(false)) @> start_time
                and (
                    (select health.partly_readable_span(true)) @> start_time
                        and (select health.partly_readable_span(true)) @> tstzrange(start_time, end_time)
                    or health.is_covered(
                        (select array_agg(spans) from health.partly_readable_spans() spans), person_id, sample_type_id,
                        start_time, end_time))
            or (select current_setting('role') <> 'healthstore_reader' and session_user <> 'healthstore_reader')
                and (select health.saved_span()) @> start_time
                and health.is_covered_and_saved(
                    (select array_agg(spans) from health.partly_readable_spans() spans), person_id, sample_type_id,
                    start_time, end_time, uuid))));
