create function health_code.statistics_rule(for_person_id integer, for_sample_type_id integer)
returns table (style text, unit text, point_stand interval, margin interval, reach interval, touch interval)
language plpgsql stable parallel safe
rows 1
as $$
#variable_conflict use_column
begin
    return query
    select
        case when sample_type.kind = 'category' then 'category' else sample_type.aggregation_style end,
        sample_type.canonical_unit, constant.point_stand, constant.margin, extent.reach,
        case when exists (
            select 1
            from health.source_kind
            where source_kind.person_id = for_person_id and source_kind.source_class = 'aggregate')
        then extent.reach + constant.margin else interval '0' end
    from health.sample_type
    -- The constants SampleRange.pointStandMicroseconds and AggregateFilter.marginMax of the
    -- program.
    cross join lateral (
        select
            case when sample_type.aggregation_style = 'discreteTemporallyWeighted' then interval '10 minutes'
                else '0'
            end,
            case when sample_type.aggregation_style like 'discrete%' then interval '1 minute' else '0' end
    ) constant (point_stand, margin)
    left join lateral (
        -- The length is in seconds, because the days of an interval are not always 24 hours long.
        -- It is limited to the span of PostgreSQL's timestamps.
        select greatest(
            make_interval(secs => least(date_part('epoch', sample_extent.longest_duration), 2100 * 366 * 86400.0)),
            constant.point_stand) as reach
        from health.sample_extent
        where sample_extent.person_id = for_person_id and sample_extent.sample_type_id = sample_type.sample_type_id
    ) extent on true
    where sample_type.sample_type_id = for_sample_type_id;
end;
$$;

comment on function health_code.statistics_rule(integer, integer) is
    'Returns the rules by which figures of a type of a person are made; no row for an unknown type. The value of a '
    'point stands until the next sample of its source begins, for point_stand at most. An aggregate counts as longer '
    'on both sides by its own length, by margin at most. A sample that counts at an instant begins at most reach '
    'before it; null without samples. A sample that decides whether an aggregate counts at an instant ends at most '
    'touch before it, and begins at most touch after it.';
