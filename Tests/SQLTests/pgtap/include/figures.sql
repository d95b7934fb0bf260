-- The people and sources of measured.sql, and rows of hours and days that say what no sample says, so
-- that answers show where they come from: \ir include/figures.sql
\ir measured.sql

-- Each member lasts a minute. The most recent one began when the row begins, and has the value of count.
create procedure pg_temp.add_hour(
    type text, since text, count integer, reaching_count integer, sum double precision, source_id integer default 0,
    source_ids integer[] default '{1}')
language sql as $$
    insert into health.hour (
        person_id, sample_type_id, source_id, start_time, count, reaching_count, valueless_count, reaching_valueless_count, sum,
        duration, most_recent, most_recent_start_time, most_recent_end_time, earliest_start_time, source_ids)
    values (
        1, pg_temp.type_id(add_hour.type), add_hour.source_id, pg_temp.instant(since), add_hour.count, add_hour.reaching_count, 0, 0,
        add_hour.sum, add_hour.count * 60e6, add_hour.count, pg_temp.instant(since), pg_temp.instant(since) + interval '1 min',
        pg_temp.instant(since), add_hour.source_ids)
$$;

create procedure pg_temp.add_day(
    type text, date date, since text, until text, count integer, reaching_count integer, sum double precision,
    source_id integer default 0, source_ids integer[] default '{1}')
language sql as $$
    insert into health.day (
        person_id, sample_type_id, source_id, date, start_time, end_time, count, reaching_count, valueless_count,
        reaching_valueless_count, sum, duration, most_recent, most_recent_start_time, most_recent_end_time, earliest_start_time,
        source_ids)
    values (
        1, pg_temp.type_id(add_day.type), add_day.source_id, add_day.date, pg_temp.instant(since), pg_temp.instant(until),
        add_day.count, add_day.reaching_count, 0, 0, add_day.sum, add_day.count * 60e6, add_day.count, pg_temp.instant(since),
        pg_temp.instant(since) + interval '1 min', pg_temp.instant(since), add_day.source_ids)
$$;

create procedure pg_temp.mark(type text, since text, until text)
language sql as $$
    insert into health.mark (person_id, sample_type_id, from_time, to_time)
    values (1, pg_temp.type_id(mark.type), pg_temp.instant(since), pg_temp.instant(until))
$$;
