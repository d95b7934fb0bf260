create or replace function health.readable_source_types()
returns table (person_id integer, source_id integer, device_id integer, sample_type_id integer)
language plpgsql stable parallel safe security definer cost 1000 rows 100
set search_path = pg_catalog, pg_temp
as $$
declare
    spans constant health.readable_span[] := array(select spans from health.readable_spans() spans);
    reader record;
begin
    for reader in
        select span.person_id, array_agg(distinct listed.sample_type_id) as type_ids
        from unnest(spans) span
        cross join unnest(span.sample_type_ids) as listed (sample_type_id)
        -- For the person's own holder, samples are not compared with a holder; see
        -- health.has_saved_sample.
        where span.reads <> '{}' or span.is_own
        group by span.person_id
    loop
        return query
        select reader.person_id, source_type.source_id, null::integer, source_type.sample_type_id
        from health.source_type
        where source_type.person_id = reader.person_id and source_type.sample_type_id = any (reader.type_ids)
        union all
        select reader.person_id, null, device_type.device_id, device_type.sample_type_id
        from health.device_type
        where device_type.person_id = reader.person_id and device_type.sample_type_id = any (reader.type_ids);
    end loop;
    for reader in
        select span.person_id, span.holder_id, array_agg(distinct listed.sample_type_id) as type_ids
        from unnest(spans) span
        cross join unnest(span.sample_type_ids) as listed (sample_type_id)
        where span.reads = '{}'
        group by span.person_id, span.holder_id
    loop
        return query
        -- The recursion finds each type, revision and device of the holder's samples by one look-up
        -- in the index of each table. It begins before all of them.
        with recursive saved (sample_type_id, source_revision_id, device_id) as (
            select 0, 0, 0
            union all
            select next.*
            from saved
            cross join lateral (
                (
                    select sample.sample_type_id, sample.source_revision_id, coalesce(sample.device_id, 0)
                    from health.sample
                    where sample.person_id = reader.person_id and sample.holder_id = reader.holder_id
                        and (sample.sample_type_id, sample.source_revision_id, coalesce(sample.device_id, 0))
                            > (saved.sample_type_id, saved.source_revision_id, saved.device_id)
                    order by sample.sample_type_id, sample.source_revision_id, coalesce(sample.device_id, 0)
                    limit 1
                )
                union all
                (
                    select held.sample_type_id, held.source_revision_id, coalesce(held.device_id, 0)
                    from health.sample_holder held
                    where held.person_id = reader.person_id and held.holder_id = reader.holder_id
                        and held.source_revision_id is not null
                        and (held.sample_type_id, held.source_revision_id, coalesce(held.device_id, 0))
                            > (saved.sample_type_id, saved.source_revision_id, saved.device_id)
                    order by held.sample_type_id, held.source_revision_id, coalesce(held.device_id, 0)
                    limit 1
                )
                order by 1, 2, 3
                limit 1
            ) next
        )
        select reader.person_id, revision.source_id, saved.device_id, saved.sample_type_id
        from saved
        cross join lateral (
            select source_revision.source_id
            from health.source_revision
            where source_revision.person_id = reader.person_id
                and source_revision.source_revision_id = saved.source_revision_id
            offset 0
        ) revision
        where saved.sample_type_id = any (reader.type_ids);
    end loop;
end;
$$;

comment on function health.readable_source_types() is
    'The sources and devices that have samples which the user of this session may read, and the types of these samples. It leaves '
    'out people of whom the user may read everything.';
