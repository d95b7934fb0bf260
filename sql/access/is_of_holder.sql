-- A holder saved a row if one of these is true:
-- - the column holder_id of the row is this holder,
-- - the column is null, and the holder is the person's own,
-- - health.sample_holder has a row with the holder and the sample.
create or replace function health.is_of_holder(of_person_id integer, row_uuid uuid, row_holder_id integer, by_holder_id integer) returns boolean
language plpgsql stable parallel safe security definer cost 1000
set search_path = pg_catalog, pg_temp
set plan_cache_mode = force_generic_plan
as $$
begin
    -- The service may ask about any holder. An analyst may ask only about the analyst's holder and
    -- granted people.
    if current_setting('role') <> 'healthstore_reader' and session_user <> 'healthstore_reader'
        and not exists (
            select 1 from health.holder
            join health.access_grant on access_grant.holder_id = holder.holder_id
            where holder.holder_id = by_holder_id and holder.role = session_user
                and access_grant.person_id = of_person_id and (access_grant.may_read or access_grant.may_write)
                and access_grant.revoked_at is null
                and (access_grant.expires_at is null or access_grant.expires_at > now()))
    then
        return false;
    end if;
    if coalesce(row_holder_id = by_holder_id, exists (
        select 1 from health.holder where holder.holder_id = by_holder_id and holder.person_id = of_person_id))
    then
        return true;
    end if;
    perform 1
    from health.sample_holder
    where sample_holder.person_id = of_person_id and sample_holder.uuid = row_uuid and sample_holder.holder_id = by_holder_id;
    return found;
end;
$$;

comment on function health.is_of_holder(integer, uuid, integer, integer) is
    'True if the holder of the last argument saved the row of the person with this uuid and holder_id. False for an analyst who asks '
    'about another holder.';
