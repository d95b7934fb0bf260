create or replace function health.is_covered_and_saved(
    spans health.readable_span[], of_person_id integer, of_sample_type_id integer, row_start_time timestamptz, row_end_time timestamptz,
    row_uuid uuid
) returns boolean
language plpgsql stable parallel safe cost 1000
set search_path = pg_catalog, pg_temp
as $$
declare
    span health.readable_span;
begin
    foreach span in array coalesce(spans, '{}') loop
        if span.person_id = of_person_id and of_sample_type_id = any (span.sample_type_ids)
            and span.writes @> row_start_time and span.writes @> tstzrange(row_start_time, row_end_time)
            and health.is_saved_by(of_person_id, row_uuid, span.holder_id)
        then
            return true;
        end if;
    end loop;
    return false;
end;
$$;

comment on function health.is_covered_and_saved(health.readable_span[], integer, integer, timestamptz, timestamptz, uuid) is
    'True if the times of the sample may be written in one of the spans, and the holder of the span saved the sample.';
