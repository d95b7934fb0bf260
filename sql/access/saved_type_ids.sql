-- The caller forces generic plans, which Citus makes only for look-ups in one table.
create or replace function health.saved_type_ids(span health.readable_span) returns integer[]
language plpgsql stable parallel safe
set search_path = pg_catalog, pg_temp
set plan_cache_mode = auto
as $$
declare
    of_person_id constant integer := span.person_id;
    of_holder_id constant integer := span.holder_id;
begin
    if span.is_own then return span.sample_type_ids; end if;
    return array(
        -- The recursion finds each type by one look-up in the index of each table.
        with recursive saved (sample_type_id) as (
            select 0
            union all
            select next.sample_type_id
            from saved
            cross join lateral (
                (
                    select sample.sample_type_id
                    from health.sample
                    where sample.person_id = of_person_id and sample.holder_id = of_holder_id
                        and sample.sample_type_id > saved.sample_type_id
                    order by sample.sample_type_id
                    limit 1
                )
                union all
                (
                    select held.sample_type_id
                    from health.sample_holder held
                    where held.person_id = of_person_id and held.holder_id = of_holder_id
                        and held.sample_type_id > saved.sample_type_id
                    order by held.sample_type_id
                    limit 1
                )
                union all
                (
                    select deleted.sample_type_id
                    from health.deleted_sample deleted
                    where deleted.person_id = of_person_id and deleted.holder_id = of_holder_id
                        and deleted.sample_type_id > saved.sample_type_id
                    order by deleted.sample_type_id
                    limit 1
                )
                order by 1
                limit 1
            ) next
        )
        select saved.sample_type_id from saved where saved.sample_type_id = any (span.sample_type_ids));
end;
$$;

comment on function health.saved_type_ids(health.readable_span) is
    'The types of the span that have samples or deleted samples of the holder. For the person''s own holder, all types of the span.';
revoke execute on function health.saved_type_ids(health.readable_span) from public;
