create function health_code.seconds(length interval)
returns double precision
language sql immutable strict parallel safe
return extract(epoch from length)::double precision;

comment on function health_code.seconds(interval) is 'How many seconds an interval has, a day counting as 24 hours.';
