create function health_code.given_range(
    for_person_id integer, for_sample_type_id integer, time_zone text, given_from text, given_to text,
    out from_time timestamptz, out to_time timestamptz)
language plpgsql stable parallel safe
as $$
#variable_conflict use_variable
begin
    from_time := health_code.given_time(for_person_id, time_zone, 'from_time', given_from);
    to_time := health_code.given_time(for_person_id, time_zone, 'to_time', given_to);
    if from_time is null or to_time is null then
        select coalesce(from_time, range.from_time), coalesce(to_time, range.to_time) into from_time, to_time
        from health_code.sample_range(for_person_id, for_sample_type_id) range;
        if (from_time < to_time) is not true then
            from_time := null;
            to_time := null;
        end if;
    elsif from_time >= to_time then
        raise exception 'to_time must be later than from_time' using errcode = 'invalid_parameter_value';
    end if;
end;
$$;

comment on function health_code.given_range(integer, integer, text, text, text) is
    'Returns the instants of given_from and given_to, as health_code.given_time reads them. Instead of null it returns the limits of '
    'health_code.sample_range: from the first sample, until the latest that has begun. Nulls if no sample is in such a range.';
