create or replace function health.readable_types() returns table (person_id integer, sample_type_id integer)
language plpgsql stable parallel safe security definer cost 1000 rows 250
set search_path = pg_catalog, pg_temp
set plan_cache_mode = force_generic_plan
as $$
begin
    return query
    select asker.person_id, listed.sample_type_id
    from health.asker()
    cross join jsonb_to_recordset(asker.spans) as span (types jsonb, reads text)
    cross join unnest(translate(span.types::text, '[] ', '{}')::integer[]) as listed (sample_type_id)
    where not asker.reads_all and span.reads = '{(,)}';
end;
$$;

comment on function health.readable_types() is
    'The types whose samples the user of this session may read at all times. People of whom everything may be read are left out.';
