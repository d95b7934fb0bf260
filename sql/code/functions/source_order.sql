create function health_code.source_order(for_person_id integer, for_sample_type_id integer)
returns table (source_id integer, rank integer)
language sql stable parallel safe
begin atomic
    select
        source.source_id,
        (row_number() over (
            order by
                source.source_class = 'aggregate',
                source_priority.rank nulls last,
                case
                    when source.was_user_entered then 0
                    when source.source_class = 'watch' then 1
                    when source.source_class = 'phone' then 2
                    else 3
                end,
                source.source_id desc
        ) - 1)::integer
    from health.source
    left join health.source_priority
        on source_priority.person_id = source.person_id
        and source_priority.source_id = source.source_id
        and source_priority.sample_type_id = for_sample_type_id
    where source.person_id = for_person_id;
end;

comment on function health_code.source_order(integer, integer) is
    'The person''s sources for a type, rank 0 believed first: those that the person ranked in that order, then the rest by '
    'the default: entered by hand, Apple Watch, iPhone and iPad, everything else, of each the newest to appear first. '
    'Aggregates come behind all others, whatever the person ranked.';
