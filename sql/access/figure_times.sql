-- On a cluster, Citus makes generic plans only for look-ups in one table.
create or replace function health.figure_times(of_person_id integer, of_sample_type_id integer) returns tstzmultirange
language plpgsql stable parallel safe security definer cost 1000
set search_path = pg_catalog, pg_temp
as $$
declare
    piece tstzrange;
    first_time timestamptz;
    last_time timestamptz;
    times tstzmultirange := '{}';
begin
    if health.reads_type(of_person_id, of_sample_type_id) then return '{(,)}'; end if;
    for piece in
        select unnest(span.reads)
        from health.figure_spans() span
        where span.person_id = of_person_id and span.sample_type_ids = array[of_sample_type_id]
    loop
        -- The days in which the times begin and end. A date differs from that of UTC by at most
        -- one.
        first_time := greatest(lower(piece), (
            select day.end_time from health.day
            where day.person_id = of_person_id and day.sample_type_id = of_sample_type_id and day.source_id = 0
                and day.date <= (lower(piece) at time zone 'UTC')::date + 1 and day.start_time < lower(piece)
            order by day.date desc
            limit 1));
        last_time := least(upper(piece), (
            select day.start_time from health.day
            where day.person_id = of_person_id and day.sample_type_id = of_sample_type_id and day.source_id = 0
                and day.date >= (upper(piece) at time zone 'UTC')::date - 1 and day.end_time > upper(piece)
            order by day.date
            limit 1));
        if (first_time < last_time) is not false then times := times + tstzmultirange(tstzrange(first_time, last_time)); end if;
    end loop;
    return times;
end;
$$;

comment on function health.figure_times(integer, integer) is
    'The times in which the rows of health.hour and health.day are those of a person who has only the samples that the user of this '
    'session may read. No day extends past them: a time inside them without a day has no samples, unless a mark is there.';
