create or replace function health.is_saved_row(
    spans health.readable_span[], of_person_id integer, of_sample_type_id integer, row_start_time timestamptz,
    row_end_time timestamptz, row_uuid uuid, row_holder_id integer
) returns boolean
language plpgsql stable parallel safe security definer cost 1000
set search_path = pg_catalog, pg_temp
set plan_cache_mode = force_generic_plan
as $$
declare
    span health.readable_span;
begin
    foreach span in array coalesce(spans, '{}') loop
        if span.person_id = of_person_id and of_sample_type_id = any (span.sample_type_ids)
            and span.writes @> row_start_time and span.writes @> tstzrange(row_start_time, row_end_time)
            and health.is_of_holder(of_person_id, row_uuid, row_holder_id, span.holder_id)
        then
            return true;
        end if;
    end loop;
    return false;
end;
$$;

comment on function health.is_saved_row(
    health.readable_span[], integer, integer, timestamptz, timestamptz, uuid, integer) is
    'True if the holder of one of the spans saved the row, and may write at its times.';
