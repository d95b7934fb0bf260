create or replace function health.figure_times(of_person_id integer, of_sample_type_id integer) returns tstzmultirange
language plpgsql stable parallel safe security definer cost 1000
set search_path = pg_catalog, pg_temp
set plan_cache_mode = force_generic_plan
as $$
begin
    if health.reads_type(of_person_id, of_sample_type_id) then return '{(,)}'; end if;
    return coalesce((
        select range_agg(tstzrange(greatest(lower(piece), first_day.end_time), least(upper(piece), last_day.start_time)))
        from health.figure_spans() span
        cross join lateral unnest(span.reads) piece
        -- The days in which the times begin and end. A date differs from that of UTC by one at most.
        left join lateral (
            select day.end_time from health.day
            where day.person_id = of_person_id and day.sample_type_id = of_sample_type_id and day.source_id = 0
                and day.date <= (lower(piece) at time zone 'UTC')::date + 1 and day.start_time < lower(piece)
            order by day.date desc
            limit 1
        ) first_day on true
        left join lateral (
            select day.start_time from health.day
            where day.person_id = of_person_id and day.sample_type_id = of_sample_type_id and day.source_id = 0
                and day.date >= (upper(piece) at time zone 'UTC')::date - 1 and day.end_time > upper(piece)
            order by day.date
            limit 1
        ) last_day on true
        where span.person_id = of_person_id and span.sample_type_ids = array[of_sample_type_id]
            and (greatest(lower(piece), first_day.end_time) < least(upper(piece), last_day.start_time)) is not false
        ), '{}');
end;
$$;

comment on function health.figure_times(integer, integer) is
    'The times in which the rows of health.hour and health.day are those of a person who has only the samples that the user of this '
    'session may read. No day extends past them: a time inside them without a day has no samples, unless a mark is there.';
