create function health_code.bucket_index(anchor timestamp, step_days integer, step_months integer, wall timestamp)
returns bigint
language sql immutable parallel safe
return case
    when step_days is not null then floor(extract(epoch from wall - anchor) / (86400 * step_days::bigint))::bigint
    else (
        select guess.index - (anchor + guess.index * make_interval(months => step_months) > wall)::integer
        from (
            select floor(
                ((extract(year from wall) - extract(year from anchor)) * 12 + extract(month from wall) - extract(month from anchor))
                / step_months)::bigint as index
        ) guess)
end;

comment on function health_code.bucket_index(timestamp, integer, integer, timestamp) is
    'The number of the last edge that is not after a wall clock: edge k lies k steps of days, or else of months, after anchor, where a '
    'day that a month lacks becomes its last one.';
