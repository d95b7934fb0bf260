create or replace function health.readable_groups() returns table (person_id integer, access_group text)
language plpgsql stable parallel safe security definer cost 1000 rows 13
set search_path = pg_catalog, pg_temp
set plan_cache_mode = force_generic_plan
as $$
begin
    return query
    select readable.person_id, sample_type.access_group
    from health.readable_types() readable
    join health.sample_type on sample_type.sample_type_id = readable.sample_type_id
    where sample_type.in_catalogue
    group by 1, 2
    having count(*) = (
        select count(*) from health.sample_type other
        where other.in_catalogue and other.access_group = sample_type.access_group);
end;
$$;

comment on function health.readable_groups() is
    'The access groups in which the user of this session may read every type of the catalogue at all times.';
