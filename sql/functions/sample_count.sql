create function health_code.sample_count(for_person_id integer, for_sample_type_id integer)
returns bigint
language plpgsql stable parallel safe
as $$
begin
    return (
        select count(*)
        from health.sample
        where sample.person_id = for_person_id and sample.sample_type_id = for_sample_type_id and sample.start_time <= now());
end;
$$;

comment on function health_code.sample_count(integer, integer) is
    'The number of a person''s samples of a type, without samples that begin in the future.';
