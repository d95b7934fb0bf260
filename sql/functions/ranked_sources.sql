create function health_code.ranked_sources(for_person_id integer, for_sample_type_id integer)
returns integer[]
language plpgsql stable parallel safe
as $$
begin
    return array(
        select source_order.source_id
        from health_code.source_order(for_person_id, for_sample_type_id)
        order by source_order.rank);
end;
$$;

comment on function health_code.ranked_sources(integer, integer) is
    'The sources of health_code.source_order, highest priority first.';
