create function health_code.time_text(moment anyelement)
returns text
language plpgsql stable parallel safe
as $$
begin
    -- PL/pgSQL plans an expression when it first runs it, so each branch may use another type.
    if pg_typeof(moment) not in ('date'::regtype, 'timestamp'::regtype, 'timestamptz'::regtype) then
        return moment::text;
    elsif not isfinite(moment) or extract(year from moment) < 1 then
        return moment::text;
    elsif pg_typeof(moment) = 'date'::regtype then
        return to_char(moment, 'YYYY-MM-DD');
    elsif pg_typeof(moment) = 'timestamp'::regtype then
        return to_char(moment, 'YYYY-MM-DD"T"HH24:MI:SS.US');
    end if;
    return to_char(moment at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"');
end;
$$;

comment on function health_code.time_text(anyelement) is
    'Returns a time as text for health_code.given_time, independently of the session''s settings: for a timestamptz the instant in '
    'UTC, for a date or a timestamp the wall clock, for any other type its text.';
