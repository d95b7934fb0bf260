create or replace function health.group_spans(for_person_id integer, for_holder_id integer, for_token_id uuid)
returns table (access_group text, reads tstzmultirange, writes tstzmultirange)
language plpgsql stable parallel safe
set search_path = pg_catalog, pg_temp
set plan_cache_mode = force_generic_plan
as $$
#variable_conflict use_column
begin
    return query
    with narrowing as (
        select token.*, tstzrange(token.from_time, token.to_time, '[)') as span
        from health.token
        where token.person_id = for_person_id and token.token_id = for_token_id
    ), covered as (
        select
            listed.access_group,
            tstzrange(access_grant.from_time, access_grant.to_time, '[)')
                * coalesce(narrowing.span, tstzrange(null, null)) as span,
            access_grant.may_read and coalesce(narrowing.may_read, true) as may_read,
            access_grant.may_write and coalesce(narrowing.may_write, true) as may_write
        from health.access_grant
        left join narrowing on true
        cross join (select distinct sample_type.access_group from health.sample_type union select 'other') listed
        where access_grant.person_id = for_person_id and access_grant.holder_id = for_holder_id
            and access_grant.revoked_at is null
            and (access_grant.expires_at is null or access_grant.expires_at > now())
            and (
                access_grant.all_groups and listed.access_group <> all (health.special_access_groups())
                or listed.access_group = any (access_grant.groups))
            and (
                narrowing.all_groups is null
                or narrowing.all_groups and listed.access_group <> all (health.special_access_groups())
                or listed.access_group = any (narrowing.groups))
            and (for_token_id is null or narrowing.holder_id = for_holder_id)
    )
    select
        covered.access_group,
        coalesce(range_agg(covered.span) filter (where covered.may_read), '{}'),
        coalesce(range_agg(covered.span) filter (where covered.may_write), '{}')
    from covered
    where (covered.may_read or covered.may_write) and not isempty(covered.span)
    group by covered.access_group;
end;
$$;

comment on function health.group_spans(integer, integer, uuid) is
    'The times at which a holder may read and write a whole access group, as health.access_spans returns them for types. They apply to '
    'types that the store does not have yet, and to elements of exports that are part of a group.';
-- With this function, a user could ask about the access of any holder.
revoke execute on function health.group_spans(integer, integer, uuid) from public;
