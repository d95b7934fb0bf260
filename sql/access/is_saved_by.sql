-- The policy of health.sample calls this function instead of reading holder_id. Otherwise it would
-- read the column for every sample, and sample_stream_idx does not have this column.
create or replace function health.is_saved_by(of_person_id integer, row_uuid uuid, by_holder_id integer) returns boolean
language plpgsql stable parallel safe security definer cost 1000
set search_path = pg_catalog, pg_temp
set plan_cache_mode = force_generic_plan
as $$
declare
    row_holder_id integer;
begin
    select sample.holder_id into row_holder_id
    from health.sample
    where sample.person_id = of_person_id and sample.uuid = row_uuid;
    if not found then
        select deleted.holder_id into row_holder_id
        from health.deleted_sample deleted
        where deleted.person_id = of_person_id and deleted.uuid = row_uuid;
        if not found then return false; end if;
    end if;
    return health.is_of_holder(of_person_id, row_uuid, row_holder_id, by_holder_id);
end;
$$;

comment on function health.is_saved_by(integer, uuid, integer) is
    'True if the holder saved the sample, which may be deleted, as health.is_of_holder decides.';
