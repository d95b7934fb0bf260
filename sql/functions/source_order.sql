create function health_code.source_order(for_person_id integer, for_sample_type_id integer)
returns table (source_id integer, rank integer)
language plpgsql stable parallel safe
rows 20
as $$
#variable_conflict use_column
begin
    return query
    select
        source_kind.source_id,
        (row_number() over (
            order by
                source_kind.source_class = 'aggregate',
                source_priority.rank nulls last,
                source_kind.default_rank,
                source_kind.source_id desc
        ) - 1)::integer
    from health.source_kind
    left join health.source_priority
        on source_priority.person_id = source_kind.person_id
        and source_priority.source_id = source_kind.source_id
        and source_priority.sample_type_id = for_sample_type_id
    where source_kind.person_id = for_person_id;
end;
$$;

comment on function health_code.source_order(integer, integer) is
    'Returns the person''s sources in their order of priority for a type; rank 0 is the highest. The sources that the person ranked '
    'come first. The others follow in the default order: entered by hand, Apple Watch, iPhone and iPad, everything else; within '
    'each group the newest source first. Aggregate sources come last, even if the person ranked them.';
