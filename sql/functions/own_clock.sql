create function health_code.own_clock(
    for_person_id integer, out from_times timestamptz[], out utc_offsets interval[], out time_zones text[])
language plpgsql stable parallel safe
as $$
begin
    select
        array_agg(piece.from_time order by piece.from_time),
        array_agg(make_interval(secs => piece.utc_offset) order by piece.from_time),
        array_agg(piece.zone order by piece.from_time)
    into from_times, utc_offsets, time_zones
    from health_code.clock(for_person_id, null) piece;
end;
$$;

comment on function health_code.own_clock(integer) is
    'The person''s own clock as arrays, for width_bucket: when each piece begins, its offset from UTC, and its zone. '
    'If the zones of the person are not known, one piece is UTC, and its zone is null.';
