create or replace function health.shows_figures(
    sealed health.sealed_spans, of_person_id integer, of_uuid uuid, parts jsonb
) returns boolean
language plpgsql stable parallel safe security definer cost 1000
set search_path = pg_catalog, pg_temp
set plan_cache_mode = force_generic_plan
as $$
declare
    found record;
begin
    if not health.is_readable_sample(sealed, of_person_id, of_uuid) then return false; end if;
    if parts is null then return true; end if;
    select sample.sample_type_id, sample.start_time, sample.end_time
    into found
    from health.sample
    where sample.person_id = of_person_id and sample.uuid = of_uuid;
    return found.sample_type_id is distinct from (
            select workouts.sample_type_id from health.sample_type workouts
            where workouts.identifier = 'HKWorkoutTypeIdentifier')
        or not exists (
            select 1
            from health.recorded_type_names(parts) recorded (name)
            where not exists (
                select 1
                from health.sample_type
                where recorded.name in (sample_type.identifier, sample_type.short_name)
                    and (
                        health.is_covered(
                            sealed.spans, of_person_id, sample_type.sample_type_id, found.start_time, found.end_time)
                        or health.is_covered_and_saved(
                            sealed.spans, of_person_id, sample_type.sample_type_id, found.start_time, found.end_time, of_uuid))
                -- Only the type with this name is compared with the spans. As a join, PostgreSQL
                -- would compare all types.
                offset 0));
end;
$$;

comment on function health.shows_figures(health.sealed_spans, integer, uuid, jsonb) is
    'True if the user of this session may read the sample and, during a workout, the types of all figures in its parts.';
