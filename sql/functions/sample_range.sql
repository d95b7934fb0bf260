create function health_code.sample_range(
    for_person_id integer, for_sample_type_id integer, out from_time timestamptz, out to_time timestamptz)
language plpgsql stable parallel safe
as $$
#variable_conflict use_column
declare
    -- A sample with a date of another century is a mistake. It must not create figures for all days
    -- in between.
    earliest constant timestamptz := '1900-01-01 00:00+00';
    latest constant timestamptz := least('2099-12-01 00:00+00', now());
begin
    select greatest(sample.start_time, earliest)
    into sample_range.from_time
    from health.sample
    where sample.person_id = for_person_id and sample.sample_type_id = for_sample_type_id
    order by sample.start_time
    limit 1;
    select sample.start_time + rule.reach + interval '1 microsecond'
    into sample_range.to_time
    from health.sample
    cross join health_code.statistics_rule(for_person_id, for_sample_type_id) rule
    where sample.person_id = for_person_id and sample.sample_type_id = for_sample_type_id
        and sample.start_time <= latest
    order by sample.start_time desc
    limit 1;
end;
$$;

comment on function health_code.sample_range(integer, integer) is
    'Returns a range in which the samples of a type that have begun count: from the start of the first one, or 1900, '
    'until none of them counts any more. Nulls if there are none.';
