-- A function, because Citus sends a query about one person to one server, but refuses such a query
-- for each row of a table.
create function health_code.latest_samples(for_person_id integer)
returns table (
    sample_type_id integer, first_start_time timestamptz, latest_start_time timestamptz, latest_end_time timestamptz,
    latest_creation_time timestamptz, latest_source text)
language plpgsql stable parallel safe
rows 50
as $$
#variable_conflict use_column
declare
    sources constant jsonb := health_code.source_labels(for_person_id);
begin
    return query
    select
        sample_extent.sample_type_id,
        first.start_time,
        latest.start_time,
        latest.end_time,
        latest.creation_time,
        sources -> latest.source_revision_id::text ->> 1
    -- The first and the latest sample are each found with one probe of an index.
    from health.sample_extent
    cross join lateral (
        select sample.start_time
        from health.sample
        where sample.person_id = for_person_id and sample.sample_type_id = sample_extent.sample_type_id
        order by sample.start_time
        limit 1
    ) first
    cross join lateral (
        select newest.*
        from (
            select sample.start_time, sample.end_time, sample.creation_time, sample.uuid, sample.source_revision_id
            from health.sample
            where sample.person_id = for_person_id and sample.sample_type_id = sample_extent.sample_type_id
                and sample.start_time <= now()
            order by sample.start_time desc
            fetch first 1 row with ties
        ) newest
        order by newest.end_time desc, newest.uuid desc
        limit 1
    ) latest
    where sample_extent.person_id = for_person_id;
end;
$$;

comment on function health_code.latest_samples(integer) is
    'Returns the first and the latest sample of each type of a person that has a sample which has begun: what health.freshness shows.';
