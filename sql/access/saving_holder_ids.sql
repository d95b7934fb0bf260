create or replace function health.saving_holder_ids() returns integer[]
language plpgsql stable parallel safe security definer cost 1000
set search_path = pg_catalog, pg_temp
set plan_cache_mode = force_generic_plan
as $$
declare
    span health.readable_span;
    ids integer[] := '{}';
begin
    for span in select distinct on (spans.person_id) * from health.partly_readable_spans() spans loop
        if ids <> '{}' or exists (
            select 1 from health.sample_holder
            where sample_holder.person_id = span.person_id and sample_holder.holder_id = span.holder_id)
        then
            return null;
        end if;
        ids := array[case when span.is_own then 0 else span.holder_id end];
    end loop;
    return ids;
end;
$$;

comment on function health.saving_holder_ids() is
    'The value of holder_id in the samples that the user of this session saved, 0 for null. Null if this value does not decide: '
    'another holder had saved one of the samples before (health.sample_holder), or there are several people.';
