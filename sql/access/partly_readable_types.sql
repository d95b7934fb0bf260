create or replace function health.partly_readable_types() returns table (person_id integer, sample_type_id integer)
language plpgsql stable parallel safe security definer cost 1000 rows 50
set search_path = pg_catalog, pg_temp
set plan_cache_mode = force_generic_plan
as $$
declare
    span health.readable_span;
    type_id integer;
begin
    for span in select * from health.partly_readable_spans() loop
        person_id := span.person_id;
        foreach type_id in array case when span.reads = '{}' then health.saved_type_ids(span) else span.sample_type_ids end loop
            if span.reads <> '{}' or health.has_saved_sample(span, type_id) then
                sample_type_id := type_id;
                return next;
            end if;
        end loop;
    end loop;
end;
$$;

comment on function health.partly_readable_types() is
    'Types of which the user of this session may read only some samples: those of some times, or those that it saved.';
