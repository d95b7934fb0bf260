create or replace function health.own_grants()
returns table (
    person_id integer, holder text, may_read boolean, may_write boolean, groups text[], sample_type_ids integer[],
    from_time timestamptz, to_time timestamptz, shows_names boolean, expires_at timestamptz)
language plpgsql stable parallel safe security definer rows 5
set search_path = pg_catalog, pg_temp
as $$
#variable_conflict use_column
begin
    return query
    select
        access_grant.person_id, coalesce(holder.name, own.name), access_grant.may_read, access_grant.may_write,
        case when access_grant.all_groups then array['all'] || access_grant.groups else access_grant.groups end,
        access_grant.sample_type_ids, access_grant.from_time, access_grant.to_time, access_grant.shows_names,
        access_grant.expires_at
    from health.holder
    join health.access_grant on access_grant.holder_id = holder.holder_id
    left join health.person own on own.person_id = holder.person_id
    -- The three cases are those of health.asker. The service asks health.access_of about holders.
    where current_setting('role') <> 'healthstore_reader' and session_user <> 'healthstore_reader'
        and (holder.role = session_user or pg_has_role(session_user, current_user, 'usage'))
        and access_grant.revoked_at is null
        and (access_grant.expires_at is null or access_grant.expires_at > now());
end;
$$;

comment on function health.own_grants() is
    'The valid grants that the user of this session received; to the owner of the store, those of all holders.';
