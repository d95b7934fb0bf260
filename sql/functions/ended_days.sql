create function health_code.ended_days(for_person_id integer, time_zone text, to_date date)
returns date
language plpgsql stable parallel safe
as $$
#variable_conflict use_variable
begin
    if not isfinite(to_date) then
        raise exception 'to_date must be a date' using errcode = 'invalid_parameter_value',
            hint = 'leave to_date out, or give null, for the days until today';
    end if;
    return (
        select least(
            to_date, ((now() at time zone 'UTC') + clock.utc_offsets[width_bucket(now(), clock.from_times)])::date)
        from health_code.own_clock(for_person_id, time_zone) clock);
end;
$$;

comment on function health_code.ended_days(integer, text, date) is
    'Returns to_date, or the day that has not ended yet on the clock of health_code.clock if to_date is later or null.';
