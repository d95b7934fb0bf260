-- The caller forces generic plans, which Citus makes only for look-ups in one table.
create or replace function health.has_saved_sample(span health.readable_span, of_sample_type_id integer) returns boolean
language plpgsql stable parallel safe
set search_path = pg_catalog, pg_temp
set plan_cache_mode = auto
set datestyle = 'ISO, YMD'
as $$
declare
    of_person_id constant integer := span.person_id;
    of_holder_id constant integer := span.holder_id;
begin
    if exists (
            select 1 from health.sample
            where sample.person_id = of_person_id and sample.holder_id = of_holder_id
                and sample.sample_type_id = of_sample_type_id
                and span.writes @> sample.start_time and span.writes @> tstzrange(sample.start_time, sample.end_time)
            offset 0)
        or exists (
            select 1 from health.sample_holder
            cross join lateral (
                select sample.start_time, sample.end_time from health.sample
                where sample.person_id = of_person_id and sample.uuid = sample_holder.uuid
                union all
                select deleted.start_time, deleted.end_time from health.deleted_sample deleted
                where deleted.person_id = of_person_id and deleted.uuid = sample_holder.uuid
                offset 0
            ) known
            where sample_holder.person_id = of_person_id and sample_holder.holder_id = of_holder_id
                and sample_holder.sample_type_id = of_sample_type_id
                and span.writes @> known.start_time and span.writes @> tstzrange(known.start_time, known.end_time)
            offset 0)
        or exists (
            select 1 from health.deleted_sample
            where deleted_sample.person_id = of_person_id and deleted_sample.holder_id = of_holder_id
                and deleted_sample.sample_type_id = of_sample_type_id
                and span.writes @> deleted_sample.start_time
                and span.writes @> tstzrange(deleted_sample.start_time, deleted_sample.end_time)
            offset 0)
    then
        return true;
    end if;
    -- The column holder_id of the own holder's samples is null. So any sample of the type counts
    -- here.
    if not exists (
        select 1 from health.holder where holder.holder_id = of_holder_id and holder.person_id = of_person_id)
    then
        return false;
    end if;
    return
        exists (
            select 1 from health.sample_extent
            where sample_extent.person_id = of_person_id and sample_extent.sample_type_id = of_sample_type_id
            offset 0)
        or exists (
            select 1 from health.deleted_sample
            where deleted_sample.person_id = of_person_id and deleted_sample.holder_id is null
                and deleted_sample.sample_type_id = of_sample_type_id
            offset 0);
end;
$$;

comment on function health.has_saved_sample(health.readable_span, integer) is
    'True if the holder of the span saved a sample of the type, which may be deleted, at a time at which it may write.';
revoke execute on function health.has_saved_sample(health.readable_span, integer) from public;
