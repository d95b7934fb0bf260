-- Packs the heart rates of the heavy person into segments, for the part cold.
create table floor.segment (
    first_start timestamptz primary key,
    last_start timestamptz not null,
    -- Times are microseconds after first_start, positions are counted from the first.
    starts bigint[] not null,
    lengths bigint[] not null,
    quantities double precision[] not null,
    revisions integer[] not null,
    uuids uuid[] not null,
    positions bigint[] not null
);
alter table floor.segment
    alter starts set compression lz4, alter lengths set compression lz4, alter quantities set compression lz4,
    alter revisions set compression lz4, alter uuids set compression lz4, alter positions set compression lz4;
insert into floor.segment
select
    min(start_time), max(start_time), array_agg(date_part('epoch', start_time - first_start)::bigint * 1000000 order by start_time),
    array_agg((date_part('epoch', end_time - start_time) * 1e6)::bigint order by start_time),
    array_agg(quantity order by start_time), array_agg(source_revision_id order by start_time),
    array_agg(uuid order by start_time), array_agg(change_position - first_position order by start_time)
from (
    select
        *, min(start_time) over (partition by segment) as first_start, min(change_position) over (partition by segment) as first_position
    from (
        select *, (row_number() over (order by start_time) - 1) / 1000 as segment
        from health.sample
        where person_id = :heavy and sample_type_id = :type
    ) sample
) sample
group by segment;
create view floor.unpacked as
select first_start, last_start, first_start + start * interval '1 microsecond' as start_time, quantity, revision, uuid
from floor.segment, unnest(starts, quantities, revisions, uuids) as sample (start, quantity, revision, uuid);

-- Finds the segment of a uuid by its first 64 bits.
create table floor.segment_of_uuid as
select ('x' || substr(replace(uuid::text, '-', ''), 1, 16))::bit(64)::bigint as prefix, first_start
from floor.segment, unnest(uuids) uuid;
create index on floor.segment_of_uuid (prefix);
create table floor.one_sample (like health.sample including all);
create table floor.late as
select * from health.sample where person_id = :heavy and sample_type_id = :type order by start_time limit 1;
vacuum (analyze) floor.segment, floor.segment_of_uuid;
