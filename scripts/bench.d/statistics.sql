-- Creates a heavy person with ten years of samples, two hundred light people with one year each,
-- and a token for each person. The rows are the same as after posting. The variable scale is a
-- percentage. It applies to the number of the heavy person's samples and to the number of light
-- people. All people have the zone Europe/Berlin. Only uuids are random, so every run measures the
-- same data.

create table floor.stream (
    short_name text primary key,
    heavy_count integer not null, -- of each source, in ten years
    light_count integer not null, -- in one year
    source_count integer not null,
    duration double precision not null, -- seconds; 0 for points
    sent_unit text not null,
    factor double precision not null, -- sent units per canonical unit
    least double precision not null, -- sent values are least plus 0 to span - 1 steps
    step double precision not null,
    span integer not null
);
insert into floor.stream values
    ('heartRate', 5000000, 2000, 1, 0, 'count/min', 60, 48, 1, 97),
    ('activeEnergyBurned', 2000000, 2000, 1, 120, 'kcal', 1, 0.05, 0.01, 400),
    ('stepCount', 300000, 1000, 2, 600, 'count', 1, 20, 1, 180),
    ('distanceWalkingRunning', 0, 2000, 1, 600, 'm', 1, 12, 0.5, 1000),
    ('restingHeartRate', 0, 2000, 1, 0, 'count/min', 1, 44, 1, 30);

insert into health.person (name)
select 'heavy' union all select 'light-' || n from generate_series(1, greatest(200 * :scale / 100, 2)) n;

-- The samples of each person, with positions in the change feed from first_position on.
create table floor.share as
with share as (
    select person_id, name, stream.*, sample_type_id, unit_id,
        case name when 'heavy' then (heavy_count::bigint * :scale / 100)::integer else light_count end as count,
        case name when 'heavy' then timestamptz '2013-12-31 00:00+00' else '2022-12-31 00:00+00' end as from_time,
        case name when 'heavy' then 3655 else 368 end * 86400.0 as seconds
    from health.person
    cross join floor.stream
    join health.sample_type using (short_name)
    join health.unit on unit_string = sent_unit
    where name = 'heavy' or name like 'light-%'
)
select *, sum(count * source_count) over (partition by person_id order by short_name) - count * source_count as first_position
from share
where count > 0;

create table floor.person as
select person_id, name, sum(count * source_count) as last_position from floor.share group by person_id, name;

insert into health.change_counter (person_id, last_position) select person_id, last_position from floor.person;
insert into health.source (person_id, source_id, name, bundle_identifier, was_user_entered, source_class)
select person_id, 1, 'Watch', 'com.apple.health.1', false, 'watch' from floor.person
union all
select person_id, 2, 'Phone', 'com.apple.health.2', false, 'phone' from floor.person;
insert into health.source_kind (person_id, source_id, was_user_entered, source_class, label, default_rank)
select person_id, source_id, was_user_entered, source_class, 'Source ' || left(md5(source.name), 6), source_id - 1
from health.source join floor.person using (person_id);
insert into health.source_type (person_id, source_id, sample_type_id)
select person_id, source_id, sample_type_id from floor.share cross join generate_series(1, source_count) source_id;
-- Each person's own holder with a grant of everything.
insert into health.holder (person_id) select person_id from floor.person;
insert into health.access_grant (person_id, grant_id, holder_id, may_read, may_write, may_manage, all_groups, groups)
select person_id, gen_random_uuid(), holder_id, true, true, true, true, health.special_access_groups()
from health.holder join floor.person using (person_id);
insert into health.source_revision (person_id, source_revision_id, source_id, version, product_type)
select person_id, 1, 1, '10.1', 'Watch6,1' from floor.person
union all
select person_id, 2, 2, '17.2', 'iPhone15,2' from floor.person;
insert into health.device (person_id, device_id, name, hardware_version)
select person_id, 1, 'Apple Watch', 'Watch6,1' from floor.person;
insert into health.sample_extent (person_id, sample_type_id, longest_duration)
select person_id, sample_type_id, make_interval(secs => duration) from floor.share;
-- The zone of all people, and the clock on which their days are computed, as the program stores it.
insert into health.time_zone_report (person_id, origin, start_time, time_zone)
select person_id, 'manual', '2000-01-01 00:00+00', 'Europe/Berlin' from floor.person;
insert into health.day_clock (person_id, start_times, time_zones)
select person_id, '{0001-01-01 00:00+00}', '{Europe/Berlin}' from floor.person;

-- Indexes are dropped and created again, because creating an index takes less time than adding rows
-- to it.
create table floor.index_definition as
select relname, conname,
    case when conname is null then pg_get_indexdef(indexrelid)
        else format('alter table health.sample add constraint %I %s', conname, pg_get_constraintdef(constraint_.oid))
    end as definition
from pg_index join pg_class index on index.oid = indexrelid
left join pg_constraint constraint_ on constraint_.conindid = indexrelid and constraint_.conrelid = indrelid
where indrelid = 'health.sample'::regclass;
select case
    when conname is null then format('drop index health.%I', relname)
    else format('alter table health.sample drop constraint %I', conname)
end
from floor.index_definition \gexec

insert into health.sample (
    person_id, sample_type_id, uuid, start_time, end_time, quantity, source_revision_id, device_id, creation_time, change_position,
    sent_unit_id, sent_quantity)
select person_id, sample_type_id, gen_random_uuid(), start_time, start_time + make_interval(secs => duration),
    value / factor, source, case source when 1 then 1 end,
    start_time + make_interval(secs => duration + 20), first_position + n * source_count + source, unit_id,
    case when factor <> 1 then value end
from floor.share
cross join generate_series(0, count - 1) n
cross join generate_series(1, source_count) source
cross join lateral (
    -- Samples of one source do not overlap. Samples of the second source begin in the middle of
    -- samples of the first.
    select from_time + make_interval(secs => trunc(
        n * (seconds / count) + (seconds / count - duration) * 0.9 * ((n * 48271::bigint) % 65537) / 65537.0 + (source - 1) * 200))
            as start_time,
        least + step * ((n * 7907::bigint + source * 31 + n / 97) % span) as value
) made
order by person_id, first_position, n;

select definition from floor.index_definition \gexec

create table floor.token as
select person_id, name, gen_random_uuid() as token_id, sha256(name::bytea) as secret from floor.person;
insert into health.token (person_id, token_id, secret_sha256, name, holder_id)
select person_id, token_id, sha256(secret), 'bench', holder_id from floor.token join health.holder using (person_id);

vacuum (analyze) health.sample;
analyze;
checkpoint;
