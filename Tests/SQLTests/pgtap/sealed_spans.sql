\ir include/holders.sql
select plan(4);

create function pg_temp.seal_as(role_name text) returns bytea
language plpgsql as $$
begin
    execute format('set local session authorization %I', role_name);
    return (health.sealed_spans()).seal;
end;
$$;
select isnt(pg_temp.seal_as('pgtap_cleo'), pg_temp.seal_as('pgtap_ben'), 'the seals of two users differ for the same spans');
reset session authorization;

set local session authorization pgtap_anna;
select set_eq(
    'select unnest((health.sealed_spans()).spans)', 'select spans from health.readable_spans() spans',
    'what the user of this session may read');
select isnt((health.sealed_spans()).seal, null, 'with a seal');
reset session authorization;
update health.sample set holder_id = null where uuid = :'saved';
set local session authorization pgtap_anna;
select set_eq(
    'select unnest((health.sealed_spans()).spans)', $$select spans from health.readable_spans() spans where spans.reads <> '{}'$$,
    'without spans of which only saved samples may be read, and none was saved');
