create or replace function health.access_spans(for_person_id integer, for_holder_id integer, for_token_id uuid)
returns table (sample_type_id integer, reads tstzmultirange, writes tstzmultirange)
language plpgsql stable parallel safe
set search_path = pg_catalog, pg_temp
set plan_cache_mode = force_generic_plan
as $$
#variable_conflict use_column
declare
    own_type_ids integer[];
begin
    select array_agg(person_sample_type.sample_type_id)
    into own_type_ids
    from health.person_sample_type
    where person_sample_type.person_id = for_person_id;
    return query
    with narrowing as (
        select token.*, tstzrange(token.from_time, token.to_time, '[)') as span
        from health.token
        where token.person_id = for_person_id and token.token_id = for_token_id and token.holder_id = for_holder_id
            and token.revoked_at is null and (token.expires_at is null or token.expires_at > now())
    ), granted as (
        select access_grant.*, tstzrange(access_grant.from_time, access_grant.to_time, '[)') as span
        from health.access_grant
        where access_grant.person_id = for_person_id and access_grant.holder_id = for_holder_id
            and access_grant.revoked_at is null
            and (access_grant.expires_at is null or access_grant.expires_at > now())
    ), covered as (
        select
            sample_type.sample_type_id,
            granted.span * coalesce(narrowing.span, tstzrange(null, null)) as span,
            granted.may_read and coalesce(narrowing.may_read, true) as may_read,
            granted.may_write and coalesce(narrowing.may_write, true) as may_write
        from granted
        left join narrowing on true
        join health.sample_type
            on (
                granted.all_groups and sample_type.access_group <> all (health.special_access_groups())
                or sample_type.access_group = any (granted.groups)
                or sample_type.sample_type_id = any (granted.sample_type_ids))
            and (
                narrowing.all_groups is null
                or narrowing.all_groups and sample_type.access_group <> all (health.special_access_groups())
                or sample_type.access_group = any (narrowing.groups)
                or sample_type.sample_type_id = any (narrowing.sample_type_ids))
            -- Analysts call functions that return these rows. A group must not tell them which
            -- types other people have.
            and (
                sample_type.in_catalogue
                or sample_type.sample_type_id = any (granted.sample_type_ids || coalesce(narrowing.sample_type_ids, '{}'))
                or sample_type.sample_type_id = any (own_type_ids))
        -- A token is valid only for its person and holder.
        where for_token_id is null or narrowing.token_id is not null
    )
    select
        covered.sample_type_id,
        coalesce(range_agg(covered.span) filter (where covered.may_read), '{}'),
        coalesce(range_agg(covered.span) filter (where covered.may_write), '{}')
    from covered
    where (covered.may_read or covered.may_write) and not isempty(covered.span)
    group by covered.sample_type_id;
end;
$$;

comment on function health.access_spans(integer, integer, uuid) is
    'The times at which a holder may read and write the samples of a person, by type. A sample is covered if its start and its end '
    'are in the same range. If a token id is given, only what the token also covers is returned. That is nothing for an unknown, '
    'revoked or expired token.';
-- With this function, a user could ask about the access of any holder.
revoke execute on function health.access_spans(integer, integer, uuid) from public;
