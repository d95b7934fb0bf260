-- The row has no name.
alter table health.source_kind enable row level security;
drop policy if exists granted_people on health.source_kind;
create policy granted_people on health.source_kind for select using (
    person_id = any ((select health.granted_person_ids())::integer[])
    and (
        person_id = any ((select health.fully_readable_person_ids())::integer[])
        or (person_id, source_id) in (
            select types.person_id, types.source_id
            from health.readable_source_types() types
            where types.source_id is not null)));
