create function health_code.seconds(length interval)
returns double precision
language sql immutable strict parallel safe
return extract(epoch from length)::double precision;

comment on function health_code.seconds(interval) is 'Returns the seconds of an interval; a day counts as 24 hours.';
