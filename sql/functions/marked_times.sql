create function health_code.marked_times(for_person_id integer, for_sample_type_id integer)
returns tstzmultirange
language plpgsql stable parallel safe
as $$
begin
    return (
        select range_agg(tstzrange(mark.from_time, mark.to_time))
        from health.mark
        where mark.person_id = for_person_id and mark.sample_type_id = for_sample_type_id);
end;
$$;

comment on function health_code.marked_times(integer, integer) is
    'The times in which figures of the type are stale; null without marks.';
