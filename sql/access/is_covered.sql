create or replace function health.is_covered(
    spans health.readable_span[], of_person_id integer, of_sample_type_id integer, row_start_time timestamptz, row_end_time timestamptz
) returns boolean
language plpgsql stable parallel safe cost 1000
set search_path = pg_catalog, pg_temp
as $$
declare
    span health.readable_span;
begin
    foreach span in array coalesce(spans, '{}') loop
        if span.person_id = of_person_id and of_sample_type_id = any (span.sample_type_ids)
            and span.reads @> row_start_time and span.reads @> tstzrange(row_start_time, row_end_time)
        then
            return true;
        end if;
    end loop;
    return false;
end;
$$;

comment on function health.is_covered(health.readable_span[], integer, integer, timestamptz, timestamptz) is
    'True if the times of the sample may be read in one of the spans. The spans are an argument, because a statement computes them '
    'once. A subquery in the place of this function would keep PostgreSQL from reading samples with several processes.';
