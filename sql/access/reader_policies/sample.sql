-- Shows the service the rows that the holder saved. The policy begins with the same condition as
-- granted_people, so that the planner can use it for an index search. It reads the column holder_id
-- of each row, which would take too long for analysts, because their counts read only the index.
drop policy if exists saved_samples on health.sample;
create policy saved_samples on health.sample for select to healthstore_reader using (
    person_id = any (health.granted_person_ids())
    and (select health.saved_span()) @> start_time
    and (coalesce(holder_id, 0) = any ((select health.saving_holder_ids())::integer[])) is not false
    and (person_id, sample_type_id) in (select * from health.partly_readable_types())
    and (
        coalesce(holder_id, 0) = any ((select health.saving_holder_ids())::integer[])
            and (select health.writable_span()) @> start_time
            and (select health.writable_span()) @> tstzrange(start_time, end_time)
        or health.is_saved_row(
            (select array_agg(spans) from health.partly_readable_spans() spans), person_id, sample_type_id,
            start_time, end_time, uuid, holder_id)));

-- Limits the index searches of the service to the times that the holder may read. It does not apply
-- to analysts, because the planner would estimate too few rows for them.
drop policy if exists readable_times on health.sample;
create policy readable_times on health.sample as restrictive for select to healthstore_reader using (
    start_time >= nullif(current_setting('healthstore.first_time', true), '')::timestamptz
    and start_time <= nullif(current_setting('healthstore.last_time', true), '')::timestamptz);
