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
    'Returns the index of the last edge that is not after the wall clock. Edge k is k steps after anchor; a step is step_days days, '
    'or step_months months if step_days is null. A day that a month lacks becomes the last day of the month.';
