create function health_code.own_clock(
    for_person_id integer, time_zone text default null, out from_times timestamptz[], out utc_offsets interval[],
    out time_zones text[])
language plpgsql stable parallel safe
as $$
begin
    select
        array_agg(piece.from_time order by piece.from_time),
        array_agg(make_interval(secs => piece.utc_offset) order by piece.from_time),
        array_agg(piece.zone order by piece.from_time)
    into from_times, utc_offsets, time_zones
    from health_code.clock(for_person_id, time_zone) piece;
end;
$$;

comment on function health_code.own_clock(integer, text) is
    'The pieces of health_code.clock as arrays, for width_bucket: when each piece begins, its offset from UTC, and its '
    'zone. Without time_zone, it is the person''s own clock. If the zones of the person are not known, one piece is '
    'UTC, and its zone is null.';
