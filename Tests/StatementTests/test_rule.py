"""Examples of the rule: statements that keep it, and the breaches of those that do not."""

import pytest

from check import with_constants
from rule import breaches

PERSONAL = {"sample", "workout", "slot_mark"}

KEPT = [
    "select 1 from health.sample where person_id = $1 and uuid = $2",
    "select 1 from health.sample s join health.workout w on w.person_id = $1 and w.uuid = s.uuid where s.person_id = $1",
    "select 1 from health.sample join health.workout using (person_id, uuid) where person_id = $1",
    "select 1 from unnest($2::uuid[]) named (uuid), lateral (select * from health.sample where person_id = $1) s",
    "select 1 from (select person_id from health.sample union all select person_id from health.workout) x "
    "where x.person_id = $1",
    "select 1 from health.sample where person_id = $1::integer and exists "
    "(select 1 from health.workout where workout.person_id = $1 and workout.uuid = sample.uuid)",
    "insert into health.sample (uuid, person_id) select uuid, $1 from unnest($2::uuid[]) as named (uuid) "
    "on conflict do nothing returning uuid",
    "insert into health.sample (person_id, uuid) values ($1, $2)",
    "update health.sample set start_time = now() where sample.person_id = 7",
    "insert into health.sample (person_id, start_time) values ($1, now()) on conflict (start_time) do update "
    "set start_time = excluded.start_time",
    "with gone as (delete from health.sample where person_id = $1 returning uuid) select count(*) from gone",
    "with a as (select 1 from health_staging.import_1_1 where person_id = $1), b as "
    "(insert into health.sample (person_id) select $1 from a returning 1) select 1 from b",
    "select case when start_time > now() then 1 end from health.sample where person_id = $1",
    "select 1 from health.person where name = $1",
    "create table health_staging.import_1_1 (i integer)",
]

BROKEN = [
    ("select 1 from health.sample where uuid = $1", "sample: no constant person"),
    ("select 1 from health.sample where person_id = $1 or uuid = $2", "sample: no constant person"),
    ("select 1 from health.sample where person_id <> $1", "sample: no constant person"),
    ("select 1 from health.sample where person_id = any($1)", "sample: no constant person"),
    (
        "select 1 from health.sample s join health.workout w on w.person_id = s.person_id where s.person_id = $1",
        "workout: no constant person",
    ),
    ("select 1 from health.sample s, health.workout w where s.person_id = $1 and w.uuid = s.uuid", "workout: no constant person"),
    ("select 1 from health.person p where exists (select 1 from health.sample s where s.person_id = p.person_id)",
     "sample: no constant person"),
    ("update health.sample set quantity = 1 from health.workout w where sample.person_id = $1", "workout: no constant person"),
    ("delete from health.sample using health.workout w where w.person_id = $1", "sample: no constant person"),
    ("with a as (delete from health.sample where uuid = $1 returning uuid) select 1 from a", "sample: no constant person"),
    ("select 1 from health_staging.import_3_4 staged where ordinal = $1", "import_N: no constant person"),
    ("insert into health.sample (person_id) select person_id from unnest($1::integer[]) as x (person_id)",
     "sample: inserted person_id is not constant"),
    ("insert into health.sample (person_id) values ($1), (default)", "sample: inserted person_id is not constant"),
    ("insert into health.sample (uuid) values ($1)", "sample: inserted without the column person_id"),
    ("insert into health.person (name) values ($1) returning now()", "now() in RETURNING"),
    ("update health.sample set a = coalesce($2, now()) where person_id = $1", "now() in COALESCE"),
    ("update health.sample set a = case when b > now() then b end where person_id = $1", "now() in CASE"),
    ("delete from health.sample where person_id = $1 and case when a then b = current_date end", "current value in CASE"),
    ("insert into health.sample (person_id, a) values ($1, $2) on conflict (a) do update set b = now()",
     "now() in ON CONFLICT"),
    ("delete from health.person where person_id = $1 returning coalesce(name, current_user)", "current value in COALESCE"),
    ("select exists (select from health.sample where person_id = $1)", "empty SELECT list"),
    ("with a as (insert into health.sample (person_id) values ($1) returning 1) select 1 from a", "sample: inserted with WITH"),
    ("with a as (select 1 as b) insert into health.sample (person_id, c) select $1, b from a", "sample: inserted with WITH"),
    ("create temporary table staged (i integer)", "temporary table staged"),
    ("create temp table staged as select 1", "temporary table staged"),
]


@pytest.mark.parametrize("statement", KEPT)
def test_a_statement_that_keeps_the_rule_has_no_breach(statement):
    assert breaches(statement, PERSONAL) == []


@pytest.mark.parametrize("statement, breach", BROKEN)
def test_a_breach_is_found_and_named(statement, breach):
    assert breaches(statement, PERSONAL) == [breach]


def test_texts_of_pg_stat_statements_can_be_parsed():
    text = with_constants("select extract($1 from now() - interval $2), timestamptz $3")
    assert breaches(text, PERSONAL) == []
