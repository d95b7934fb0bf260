create function health_code.day_figures(
    for_person_id integer, person text, type text, time_zone text, from_date date, to_date date,
    inout unit text,
    out figure text,
    out dates date[],
    out figures double precision[]
)
language plpgsql stable
as $$
#variable_conflict use_variable
declare
    for_sample_type_id integer;
begin
    if type in ('sleepAnalysis', 'HKCategoryTypeIdentifierSleepAnalysis') then
        if coalesce(time_zone, 'person') <> 'person' or coalesce(unit, 's') <> 's' then
            raise exception 'nights are on the person''s own clock, in seconds' using errcode = 'invalid_parameter_value',
                hint = 'leave time_zone and unit out, or ask GET /v1/trends or GET /v1/correlation';
        end if;
        unit := 's';
        figure := 'asleep';
        perform set_config('healthstore.asked_person_id', for_person_id::text, true);
        select array_agg(night.date order by night.date), array_agg(night.asleep order by night.date)
        into dates, figures
        from health.sleep_night night
        where night.person_id = for_person_id and night.date >= coalesce(from_date, '-infinity')
            and night.date < to_date and night.asleep is not null;
        perform set_config('healthstore.asked_person_id', '', true);
    else
        for_sample_type_id := health_code.known_quantity_type(type);
        select case when rule.style = 'cumulative' then 'sum' else 'average' end
        into figure
        from health_code.statistics_rule(for_person_id, for_sample_type_id) rule;
        select array_agg(day.date order by day.date), array_agg(coalesce(day.sum, day.average) order by day.date)
        into dates, figures
        from health_code.daily_statistics(person, type, time_zone, from_date, to_date, unit) day
        where coalesce(day.sum, day.average) is not null;
        select shown.unit_string into unit from health_code.unit_of(for_person_id, for_sample_type_id, unit) shown;
    end if;
end;
$$;

comment on function health_code.day_figures(integer, text, text, text, date, date, text) is
    'Returns the figure of each measured day from from_date to to_date, exclusive, or from the first: the sum of a cumulative type, the '
    'average of a discrete type, or the seconds asleep in the night that ends on the day. dates and figures are null if '
    'no day has one.';
