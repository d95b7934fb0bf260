create or replace function health.access_basis(for_person_id integer, for_holder_id integer, for_token_id uuid) returns uuid
language plpgsql stable parallel safe
set search_path = pg_catalog, pg_temp
set plan_cache_mode = force_generic_plan
as $$
begin
    return md5(
        (
            select coalesce(string_agg(access_grant.grant_id::text, ',' order by access_grant.grant_id), '')
            from health.access_grant
            where access_grant.person_id = for_person_id and access_grant.holder_id = for_holder_id
                and access_grant.revoked_at is null
                and (access_grant.expires_at is null or access_grant.expires_at > now())
        ) || (
            select coalesce(
                max(jsonb_build_array(
                    token.may_read, token.all_groups, token.groups, token.sample_type_ids, token.from_time, token.to_time,
                    token.shows_names)::text), '')
            from health.token
            where token.person_id = for_person_id and token.token_id = for_token_id
        ) || (
            select coalesce(
                string_agg(
                    sample_type.identifier || ' ' || sample_type.access_group, ',' order by sample_type.sample_type_id), '')
            from health.sample_type
            where sample_type.in_catalogue
        ))::uuid;
end;
$$;

comment on function health.access_basis(integer, integer, uuid) is
    'A digest of the inputs of health.access_of: the grants, the limits of the token, and the groups of the types of the catalogue. '
    'It does not change if a type appears that is not in the catalogue. Anchors contain it, so that they expire when the access changes.';
-- With this function, a user could ask about the access of any holder.
revoke execute on function health.access_basis(integer, integer, uuid) from public;
