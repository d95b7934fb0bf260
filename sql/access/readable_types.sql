create or replace function health.readable_types() returns table (person_id integer, sample_type_id integer)
language plpgsql stable parallel safe security definer cost 1000 rows 250
set search_path = pg_catalog, pg_temp
set plan_cache_mode = force_generic_plan
as $$
begin
    return query
    select span.person_id, unnest(span.sample_type_ids)
    from health.readable_spans() span
    where span.reads = '{(,)}';
end;
$$;

comment on function health.readable_types() is
    'The types whose samples the user of this session may read at all times. People of whom everything may be read are left out.';
