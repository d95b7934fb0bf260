-- Ada with a phone (1), a watch (2), which is believed before it, and a client of hourly figures
-- (3), Bea with nothing, and a way to measure on 2024-01-01 (UTC): \ir include/measured.sql
\set QUIET on

insert into health.person (person_id, name) overriding system value values (1, 'Ada'), (2, 'Bea');
insert into health.source (person_id, source_id, name, was_user_entered, source_class)
values (1, 1, 'Phone', false, 'phone'), (1, 2, 'Watch', false, 'watch'), (1, 3, 'Hours', false, 'aggregate');
insert into health.source_kind
select person_id, source_id, was_user_entered, source_class, 'Source ' || source_id from health.source on conflict do nothing;
-- Citus 13.2.2 crashes at an UPDATE with an element of an array.
update health.source_kind set default_rank = case source_id when 1 then 1 when 2 then 0 else 2 end;
insert into health.source_revision (person_id, source_revision_id, source_id) select 1, source_id, source_id from health.source;

create function pg_temp.type_id(named text) returns integer
language sql as $$
    select sample_type_id from health.sample_type where short_name = named and kind = 'quantity'
$$;

create function pg_temp.instant(clock text) returns timestamptz
language sql as $$
    select (date '2024-01-01' + clock::interval) at time zone 'UTC'
$$;

-- A point where until is null.
create procedure pg_temp.measure(type text, source_id integer, quantity double precision, since text, until text default null)
language plpgsql as $$
#variable_conflict use_column
declare
    typed constant integer := pg_temp.type_id(type);
    begun constant timestamptz := pg_temp.instant(since);
    ended constant timestamptz := pg_temp.instant(coalesce(until, since));
begin
    insert into health.sample (
        person_id, sample_type_id, uuid, start_time, end_time, quantity, source_revision_id, change_position)
    values (1, typed, gen_random_uuid(), begun, ended, measure.quantity, measure.source_id, 1);
    insert into health.sample_extent values (1, typed, ended - begun)
    on conflict (person_id, sample_type_id) do update
    set longest_duration = greatest(sample_extent.longest_duration, excluded.longest_duration);
    -- Without rows of hours and days, figures come from samples only where a mark is.
    insert into health.mark (person_id, sample_type_id, from_time, to_time)
    select 1, typed, '0001-01-01 00:00+00', '9999-01-01 00:00+00'
    where not exists (select from health.mark where person_id = 1 and sample_type_id = typed);
end
$$;
