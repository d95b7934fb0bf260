create or replace function health.is_readable_sample(sealed health.sealed_spans, of_person_id integer, of_uuid uuid) returns boolean
language plpgsql stable parallel safe security definer cost 1000
set search_path = pg_catalog, pg_temp
set plan_cache_mode = force_generic_plan
as $$
declare
    found record;
begin
    if cardinality(sealed.spans) = 0 then return false; end if;
    -- Only the service takes the role healthstore_reader.
    if current_setting('role') <> 'healthstore_reader' and session_user <> 'healthstore_reader'
        and sealed.seal is distinct from health.seal_of_spans(sealed.spans)
    then
        return false;
    end if;
    select sample.sample_type_id, sample.start_time, sample.end_time, sample.holder_id
    into found
    from health.sample
    where sample.person_id = of_person_id and sample.uuid = of_uuid;
    return health.is_covered(sealed.spans, of_person_id, found.sample_type_id, found.start_time, found.end_time)
        or health.is_saved_row(
            sealed.spans, of_person_id, found.sample_type_id, found.start_time, found.end_time, of_uuid, found.holder_id);
end;
$$;

comment on function health.is_readable_sample(health.sealed_spans, integer, uuid) is
    'True if the user of this session may read the sample, as the policies of health.sample decide. Only spans of the same '
    'statement are accepted.';
