create function health_code.heart_rate_zone_bounds(maximum_heart_rate double precision)
returns double precision[]
language plpgsql immutable parallel safe
as $$
begin
    if maximum_heart_rate is null or not maximum_heart_rate between 60 and 260 then
        raise exception 'maximum_heart_rate must be from 60 to 260 beats per minute' using errcode = 'invalid_parameter_value',
            hint = 'give the greatest heart rate that the person reaches; the store does not guess it from the age';
    end if;
    return array[
        maximum_heart_rate * 5 / 10, maximum_heart_rate * 6 / 10, maximum_heart_rate * 7 / 10, maximum_heart_rate * 8 / 10,
        maximum_heart_rate * 9 / 10];
end;
$$;

comment on function health_code.heart_rate_zone_bounds(double precision) is
    'Returns the lower bounds of five heart-rate zones: 50, 60, 70, 80 and 90 percent of a maximum heart rate in beats per minute. '
    'These are the zones of Polar (https://www.polar.com/blog/running-heart-rate-zones-basics/). Apple Watch divides the heart rate '
    'reserve instead; give its bounds to workout_heart_rate_zones.';
