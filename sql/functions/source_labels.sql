create function health_code.source_labels(for_person_id integer)
returns jsonb
language plpgsql stable parallel safe
as $$
begin
    return (
        select jsonb_object_agg(
            source_revision.source_revision_id,
            jsonb_build_array(
                source_revision.source_id, coalesce(source.name, source_kind.label), source_kind.was_user_entered,
                source_revision.version, source_kind.source_class))
        from health.source_revision
        join health.source_kind
            on source_kind.person_id = for_person_id and source_kind.source_id = source_revision.source_id
        left join health.source
            on source.person_id = for_person_id and source.source_id = source_revision.source_id
        where source_revision.person_id = for_person_id);
end;
$$;

comment on function health_code.source_labels(integer) is
    'The sources of a person: {"SOURCE_REVISION_ID": [source_id, name, was_user_entered, version, source_class], …}. '
    'The name is a label if it is hidden. Null without sources.';
