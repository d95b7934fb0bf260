create function health_code.ranked_sets(sets double precision[], ranked integer[])
returns integer[]
language plpgsql immutable parallel safe
as $$
declare
    result integer[] := '{}';
    ids integer[];
    position integer := 1;
begin
    while position <= cardinality(sets) loop
        ids := sets[position + 1:position + sets[position]::integer];
        if cardinality(ids) > 1 then
            ids := array(
                select given.id from unnest(ids) given (id) order by array_position(ranked, given.id), given.id);
        end if;
        result := result || cardinality(ids) || ids;
        position := position + 1 + cardinality(ids);
    end loop;
    return result;
end;
$$;

comment on function health_code.ranked_sets(double precision[], integer[]) is
    'Returns the source sets of a row of health.day_slot with the ids of each set in their order in ranked; ids that ranked lacks '
    'come last. Each set is the number of its sources, and then their ids, so all positions stay the same.';
