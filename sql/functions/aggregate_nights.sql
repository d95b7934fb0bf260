create function health_code.aggregate_nights(for_person_id integer, from_time timestamptz, to_time timestamptz)
returns table (
    uuid uuid, start_time timestamptz, end_time timestamptz, source_id integer, asleep double precision,
    in_bed double precision, unspecified double precision, core double precision, deep double precision,
    rem double precision, awake double precision)
language plpgsql stable
rows 10
-- On a cluster, Citus sends times to other servers as texts in this style.
set datestyle = 'ISO, YMD'
as $$
#variable_conflict use_column
begin
    return query
    select
        sample.uuid, sample.start_time, sample.end_time, source_kind.source_id, figures.asleep, figures.in_bed,
        figures.unspecified, figures.core, figures.deep, figures.rem, figures.awake
    from health.sample
    join health.source_revision revision
        on revision.person_id = for_person_id and revision.source_revision_id = sample.source_revision_id
    join health.source_kind on source_kind.person_id = for_person_id and source_kind.source_id = revision.source_id
    join health.sample_detail detail on detail.person_id = for_person_id and detail.uuid = sample.uuid
    cross join lateral (
        select
            health_code.json_number(detail.parts -> 'night' -> 'asleep') as asleep,
            health_code.json_number(detail.parts -> 'night' -> 'inBed') as in_bed,
            health_code.json_number(detail.parts -> 'night' -> 'unspecified') as unspecified,
            health_code.json_number(detail.parts -> 'night' -> 'core') as core,
            health_code.json_number(detail.parts -> 'night' -> 'deep') as deep,
            health_code.json_number(detail.parts -> 'night' -> 'rem') as rem,
            health_code.json_number(detail.parts -> 'night' -> 'awake') as awake
    ) figures
    where sample.person_id = for_person_id
        and sample.sample_type_id = (
            select known.sample_type_id from health.sample_type known where known.identifier = 'hae:sleep_analysis')
        -- A sample of more than 24 hours is not treated as a night.
        and sample.start_time > from_time - interval '24 hours' and sample.start_time <= to_time
        and sample.end_time > from_time and sample.end_time <= to_time
        and sample.end_time - sample.start_time <= interval '24 hours'
        and source_kind.source_class = 'aggregate'
        and coalesce(figures.asleep, figures.in_bed) is not null
        and least(
            figures.asleep, figures.in_bed, figures.unspecified, figures.core, figures.deep, figures.rem, figures.awake
        ) >= 0
        and greatest(
            figures.asleep, figures.in_bed, figures.unspecified, figures.core, figures.deep, figures.rem, figures.awake
        ) <= 86460;
end;
$$;

comment on function health_code.aggregate_nights(integer, timestamptz, timestamptz) is
    'Returns the figures that apps sent for whole nights that end after from_time and not after to_time: lengths in seconds, null if '
    'not sent. health_code.sleep_nights uses them for a night without samples.';
