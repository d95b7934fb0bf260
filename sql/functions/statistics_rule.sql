create function health_code.statistics_rule(for_person_id integer, for_sample_type_id integer)
returns table (
    style text,
    unit text,
    is_weighted boolean,
    longest interval,
    points_stand boolean,
    point_stand interval,
    margin interval,
    has_aggregates boolean,
    change_before interval,
    change_after interval,
    has_slots boolean
)
language plpgsql stable parallel safe
rows 1
as $$
#variable_conflict use_column
begin
    return query
    select
        sample_type.aggregation_style,
        sample_type.canonical_unit,
        sample_type.aggregation_style in ('discreteTemporallyWeighted', 'discreteEquivalentContinuousLevel'),
        extent.longest,
        stand.is_standing,
        constant.point_stand,
        constant.margin,
        aggregate.is_present,
        reach.of_aggregates,
        reach.of_aggregates + case when stand.is_standing then constant.point_stand else interval '0' end,
        slot_type.person_id is not null
    from health.sample_type
    -- The constants SampleRange.pointStandMicroseconds, AggregateFilter.marginMax and
    -- SlotFormat.current of the program.
    cross join (values (interval '10 minutes', interval '1 minute', 4)) constant (point_stand, margin, slot_format)
    cross join lateral (select sample_type.aggregation_style = 'discreteTemporallyWeighted' as is_standing) stand
    left join lateral (
        -- The length is in seconds, because the days of an interval are not always 24 hours long.
        -- It is limited to the span of PostgreSQL's timestamps.
        select make_interval(secs => least(date_part('epoch', sample_extent.longest_duration), 2100 * 366 * 86400.0)) as longest
        from health.sample_extent
        where sample_extent.person_id = for_person_id and sample_extent.sample_type_id = sample_type.sample_type_id
    ) extent on true
    cross join lateral (
        select exists (
            select from health.source_kind where source_kind.person_id = for_person_id and source_kind.source_class = 'aggregate'
        ) as is_present
    ) aggregate
    cross join lateral (
        select
            case when aggregate.is_present then coalesce(extent.longest, interval '0') + constant.margin else interval '0'
            end as of_aggregates
    ) reach
    left join health.slot_type
        on slot_type.person_id = for_person_id and slot_type.sample_type_id = sample_type.sample_type_id
        and slot_type.aggregation_style = sample_type.aggregation_style and slot_type.format = constant.slot_format
    where sample_type.sample_type_id = for_sample_type_id;
end;
$$;

comment on function health_code.statistics_rule(integer, integer) is
    'The rules by which figures of a type of a person are made; no row for an unknown type. longest is the length of the '
    'longest sample, null without samples. If points_stand, a point stands until the next sample of its source, for point_stand at '
    'most. The interval of an aggregate of a discrete type counts as longer on both sides, by margin at most. A change of samples '
    'changes figures from change_before before it to change_after after it. has_slots says whether hour slots in the format of '
    'the program are kept.';
