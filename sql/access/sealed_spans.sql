-- Policies look up the sample of each row with the rights of the owner, and compare it with spans
-- that a statement computes once. Users can call the same functions with spans of their own making.
-- The seal shows that health.readable_spans made the spans for this user and statement.
create or replace function health.sealed_spans() returns health.sealed_spans
language plpgsql stable parallel safe security definer cost 1000
set search_path = pg_catalog, pg_temp
set plan_cache_mode = force_generic_plan
as $$
declare
    spans constant health.readable_span[] := array(
        select span from health.readable_spans() span where span.reads <> '{}' or health.saved_type_ids(span) <> '{}');
begin
    return (spans, health.seal_of_spans(spans))::health.sealed_spans;
end;
$$;

comment on function health.sealed_spans() is
    'The rows of health.readable_spans that may show a sample, with a seal. health.is_readable_sample and health.shows_figures require '
    'the seal.';
