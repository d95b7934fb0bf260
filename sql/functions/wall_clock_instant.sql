create function health_code.wall_clock_instant(for_person_id integer, time_zone text, wall_clock timestamp)
returns timestamptz
language sql stable parallel safe
begin atomic
    select greatest(piece.from_time, (wall_clock at time zone 'UTC') - make_interval(secs => piece.utc_offset))
    from health_code.clock(for_person_id, time_zone) piece
    where (piece.until_time at time zone 'UTC') + make_interval(secs => piece.utc_offset) > wall_clock
    order by piece.from_time
    limit 1;
end;

comment on function health_code.wall_clock_instant(integer, text, timestamp) is
    'Returns the first instant at which the clock shows this wall clock or a later one: for a wall clock that occurs twice the first '
    'occurrence, for one that does not exist the instant of the transition. time_zone is that of health_code.clock.';
