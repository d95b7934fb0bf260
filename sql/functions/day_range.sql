create function health_code.day_range(
    for_person_id integer,
    inout time_zone text,
    from_date date,
    to_date date,
    out from_time timestamptz,
    out to_time timestamptz
)
language plpgsql stable parallel safe
as $$
#variable_conflict use_variable
begin
    if not isfinite(from_date) or not isfinite(to_date) then
        raise exception 'from_date and to_date must be dates' using errcode = 'invalid_parameter_value',
            hint = 'leave from_date or to_date out, or give null, for a range without a beginning or an end';
    elsif from_date >= to_date then
        raise exception 'to_date must be later than from_date' using errcode = 'invalid_parameter_value';
    end if;
    from_time := health_code.wall_clock_instant(for_person_id, time_zone, from_date);
    to_time := health_code.wall_clock_instant(for_person_id, time_zone, to_date);
end;
$$;

comment on function health_code.day_range(integer, text, date, date) is
    'Returns the instants at which the days from_date and to_date begin on a clock; null for a date that is null. The column '
    'time_zone is the parameter, which is that of health_code.clock.';
