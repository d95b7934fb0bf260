create function health_code.candidate_samples(
    for_person_id integer, for_sample_type_id integer, from_times timestamptz[], to_times timestamptz[],
    strict_start boolean default false, strict_end boolean default false,
    range_from timestamptz default null, range_to timestamptz default null, with_extremes boolean default true,
    uuids uuid[] default null)
returns table (
    source_id integer, rank integer, start_time timestamptz, end_time timestamptz, stands_until timestamptz,
    quantity double precision, uuid uuid, ordinal integer)
language plpgsql stable parallel safe
-- The settings are those of the functions that call it, such as health_code.sample_figures.
as $$
#variable_conflict use_column
declare
    rule record;
begin
    select * into rule from health_code.statistics_rule(for_person_id, for_sample_type_id) where reach is not null;
    if not found then return; end if;
    return query
    with run as materialized (
        -- The times in which samples begin that may count, so that each sample is read once.
        select lower(span.period) as from_time, upper(span.period) as to_time
        from (
            select
                range_agg(tstzrange(piece.from_time - rule.touch - rule.reach, piece.to_time + rule.touch)) as periods
            from unnest(from_times, to_times) piece (from_time, to_time)
            where piece.from_time < piece.to_time
        ) wanted
        cross join lateral unnest(wanted.periods) span (period)
    ), revision as materialized (
        select
            source_revision.source_revision_id, kind.source_id, source_order.rank,
            kind.source_class = 'aggregate' as is_aggregate
        from health_code.source_order(for_person_id, for_sample_type_id)
        join health.source_kind kind on kind.person_id = for_person_id and kind.source_id = source_order.source_id
        join health.source_revision
            on source_revision.person_id = for_person_id and source_revision.source_id = kind.source_id
    ), reading as materialized (
        select
            revision.source_id, revision.rank, revision.is_aggregate, stream.*,
            -- A point covers the microsecond after its instant.
            greatest(stream.end_time, stream.start_time + interval '1 us') as covers_until
        from run
        cross join lateral (
            select
                sample.start_time, sample.end_time,
                case when rule.style = 'category' then coalesce(sample.category_value, -1) else sample.quantity end as quantity,
                sample.uuid, 0 as ordinal,
                sample.source_revision_id
            from health.sample
            where sample.person_id = for_person_id and sample.sample_type_id = for_sample_type_id
                and sample.start_time >= run.from_time and sample.start_time < run.to_time
                and (sample.quantity is not null or rule.style = 'category')
            union all
            -- The quantities of a series count instead of the series.
            select part.start_time, part.end_time, part.quantity, part.uuid, part.ordinal, part.source_revision_id
            from health.series_quantity part
            where part.person_id = for_person_id and part.sample_type_id = for_sample_type_id
                and part.start_time >= run.from_time and part.start_time < run.to_time
            union all
            select bound.start_time, bound.end_time, bound.quantity, bound.uuid, bound.ordinal, bound.source_revision_id
            from health.aggregate_extreme bound
            where bound.person_id = for_person_id and bound.sample_type_id = for_sample_type_id
                and with_extremes and rule.style like 'discrete%'
                and bound.start_time >= run.from_time and bound.start_time < run.to_time
        ) stream
        join revision on revision.source_revision_id = stream.source_revision_id
        where stream.end_time >= run.from_time + rule.reach - rule.point_stand
            and (uuids is null or stream.uuid in (select unnest(uuids)))
    ), covered as materialized (
        -- The time that samples of higher priority than an aggregate source cover.
        select aggregate.rank, range_agg(tstzrange(higher.start_time, higher.covers_until)) as times
        from (select distinct reading.rank from reading where reading.is_aggregate) aggregate
        join reading higher on higher.rank < aggregate.rank
        group by aggregate.rank
    )
    select
        reading.source_id, reading.rank, reading.start_time, reading.end_time,
        case when reading.start_time < reading.end_time or reading.ordinal < 0 then reading.end_time
            else least(reading.start_time + rule.point_stand, first_value(reading.start_time) over later)
        end,
        reading.quantity, reading.uuid, reading.ordinal
    from reading
    left join covered on reading.is_aggregate and covered.rank = reading.rank
    cross join lateral (select least(reading.end_time - reading.start_time, rule.margin) as length) margin
    where (covered.rank is null
            or not covered.times && tstzrange(reading.start_time - margin.length, reading.covers_until + margin.length))
        and (not strict_start or reading.start_time >= range_from and reading.start_time < range_to)
        and (not strict_end or reading.end_time >= range_from and reading.end_time < range_to)
    window later as (
        partition by reading.rank order by reading.start_time groups between 1 following and 1 following);
end;
$$;

comment on function health_code.candidate_samples(
    integer, integer, timestamptz[], timestamptz[], boolean, boolean, timestamptz, timestamptz, boolean, uuid[]) is
    'Returns the samples of a type that may count in pieces of time, and the samples near them. An aggregate is '
    'left out if a sample of higher priority touches it. A strict predicate selects samples that start or end in '
    'the range. With uuids, other samples do not exist. For a series, the quantities inside it are returned. '
    'ordinal is -1 for the minimum and -2 for the '
    'maximum of an aggregate; if an aggregate has no average, its extreme with the ordinal -3 (minimum) or -4 '
    '(maximum) counts as the sample, without a value. Without with_extremes, no row has such an ordinal. quantity '
    'is the raw value of a category sample, -1 for a text that is not in the catalogue. The value of a sample '
    'applies until stands_until: its end, and for a point of a temporally weighted type the next start of a '
    'sample of its source, 10 minutes later at most.';
