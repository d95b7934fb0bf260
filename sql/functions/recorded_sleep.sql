create function health_code.recorded_sleep(for_person_id integer, out first timestamptz, out last timestamptz)
language plpgsql stable parallel safe
as $$
begin
    -- A sample with a date of another century is a mistake. It must not create all nights in
    -- between.
    select
        case when count(*) > 0 then greatest(min(sample.start_time), '1900-01-01 00:00+00') end,
        case
            when count(*) > 0 then
                least(max(sample.start_time) + max(sample_extent.longest_duration), '2099-12-01 00:00+00')
        end
    into first, last
    from health.sample
    join health.sample_extent
        on sample_extent.person_id = for_person_id and sample_extent.sample_type_id = sample.sample_type_id
    where sample.person_id = for_person_id
        and sample.sample_type_id = any (array(
            select sample_type.sample_type_id from health.sample_type
            where sample_type.identifier in ('HKCategoryTypeIdentifierSleepAnalysis', 'hae:sleep_analysis')));
end;
$$;

comment on function health_code.recorded_sleep(integer) is
    'The times between which a person''s records of sleep begin and end; nulls without records.';
