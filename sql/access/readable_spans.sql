-- Types with the same times are in one row, because health.is_covered reads all rows for a sample.
create or replace function health.readable_spans() returns setof health.readable_span
language plpgsql stable parallel safe security definer cost 1000 rows 2
set search_path = pg_catalog, pg_temp
set plan_cache_mode = force_generic_plan
as $$
begin
    return query
    select span.*
    from health.asker()
    cross join unnest(asker.spans) span
    where not asker.reads_all;
end;
$$;

comment on function health.readable_spans() is
    'The types whose samples the user of this session may read. Samples in reads may be read, and samples in writes if holder_id '
    'saved them. is_own is true if this is the person''s own holder. People of whom everything may be read are left out.';
