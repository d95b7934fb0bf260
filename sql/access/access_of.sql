create or replace function health.access_of(
    for_person_id integer, for_holder_id integer, for_token_id uuid, with_spans boolean default true
) returns jsonb
language plpgsql stable parallel safe
set search_path = pg_catalog, pg_temp
set plan_cache_mode = force_generic_plan
set datestyle = 'ISO, YMD'
set timezone = 'UTC'
as $$
declare
    access record;
    spans health.readable_span[] := '{}';
    is_own constant boolean := exists (
        select from health.holder where holder.holder_id = for_holder_id and holder.person_id = for_person_id);
    -- All samples that may be read start between these times.
    first_time timestamptz := '-infinity';
    last_time timestamptz := 'infinity';
begin
    select
        coalesce(bool_or(granted.may_read), false) and coalesce(bool_and(narrowing.may_read), true) as may_read,
        coalesce(bool_or(granted.may_write), false) and coalesce(bool_and(narrowing.may_write), true) as may_write,
        coalesce(bool_or(granted.may_manage), false) and coalesce(bool_and(narrowing.may_manage), true) as may_manage,
        -- If one grant hides names, all names are hidden, because a source has samples of several
        -- types.
        coalesce(bool_and(granted.shows_names) filter (where granted.may_read or granted.may_write), false)
            and coalesce(bool_and(narrowing.shows_names), true) as shows_names,
        coalesce(bool_or(granted.may_read and granted.covers_all), false)
            and coalesce(bool_and(narrowing.may_read and narrowing.covers_all), true) as reads_all,
        coalesce(bool_or(granted.may_write and granted.covers_all), false)
            and coalesce(bool_and(narrowing.may_write and narrowing.covers_all), true) as writes_all,
        coalesce(bool_and(narrowing.may_read), true) as token_reads
    into access
    from (
        select
            access_grant.*,
            access_grant.all_groups and access_grant.groups @> health.special_access_groups()
                and access_grant.from_time is null and access_grant.to_time is null as covers_all
        from health.access_grant
        where access_grant.person_id = for_person_id and access_grant.holder_id = for_holder_id
            and access_grant.revoked_at is null
            and (access_grant.expires_at is null or access_grant.expires_at > now())
    ) granted
    left join (
        select
            token.*,
            (token.all_groups is null or token.all_groups and token.groups @> health.special_access_groups())
                and token.from_time is null and token.to_time is null as covers_all
        from health.token
        where token.person_id = for_person_id and token.token_id = for_token_id and token.holder_id = for_holder_id
            and token.revoked_at is null and (token.expires_at is null or token.expires_at > now())
    ) narrowing on true
    where for_token_id is null or narrowing.token_id is not null;
    -- The policies also apply to a holder that may read everything without names, so it needs
    -- spans. A token that may not read has none.
    if with_spans and access.token_reads and not (access.reads_all and access.shows_names and (access.writes_all or not access.may_write)) then
        with readable as materialized (
            select * from health.access_spans(for_person_id, for_holder_id, for_token_id)
        ), same as (
            select array_agg(readable.sample_type_id order by readable.sample_type_id) as types, readable.reads, readable.writes
            from readable
            group by readable.reads, readable.writes
        )
        select
            coalesce(
                array_agg(
                    (for_person_id, same.types, same.reads, for_holder_id, is_own, same.writes)::health.readable_span
                    order by same.types), '{}'),
            coalesce(min(coalesce(lower(same.reads + same.writes), '-infinity')), first_time),
            coalesce(max(coalesce(upper(same.reads + same.writes), 'infinity')), last_time)
        into spans, first_time, last_time
        from same;
    end if;
    return jsonb_build_object(
        'person', for_person_id, 'holder', for_holder_id, 'isOwn', is_own, 'mayRead', access.may_read, 'mayWrite', access.may_write,
        'mayManage', access.may_manage, 'showsNames', access.shows_names, 'readsAll', access.reads_all and access.shows_names,
        'writesAll', access.writes_all, 'firstTime', first_time::text, 'lastTime', last_time::text, 'spans', spans::text);
end;
$$;

comment on function health.access_of(integer, integer, uuid, boolean) is
    'What a holder may do with the samples of a person. mayRead, mayWrite and mayManage are the rights. isOwn is true for the '
    'person''s own holder. readsAll and writesAll are true if neither types nor times are limited, and readsAll also needs names. If '
    'something is limited, spans has the types with the times that may be read and written, as in health.access_spans. A token '
    'without the right to read has no spans. Of samples that may be written, the policies show those that the holder saved. '
    'All samples that may be read start between firstTime and lastTime. Without with_spans, spans is empty, which takes half the time.';
-- With this function, a user could ask about the access of any holder.
revoke execute on function health.access_of(integer, integer, uuid, boolean) from public;
