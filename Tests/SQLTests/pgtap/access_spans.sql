\ir include/holders.sql
select plan(7);

select set_eq(
    'select sample_type_id, reads, writes from health.access_spans(1, 101, null)',
    format(
        $$values (%s, '{(,)}'::tstzmultirange, '{}'::tstzmultirange),
            (%s, '{["2024-01-01 00:00+00","2024-02-01 00:00+00")}', '{}'), (%s, '{}', '{(,)}')$$, :steps, :mass, :heart),
    'the readable and writable times of each type; expired grants give nothing');
select is_empty('select * from health.access_spans(2, 101, null)', 'revoked grants give nothing');
insert into health.token (token_id, person_id, holder_id, secret_sha256, name, all_groups, sample_type_ids, from_time)
values ('00000000-0000-4000-8000-000000000001', 1, 101, sha256('a'), 'narrow', false, array[:mass, :steps], '2024-01-15 00:00+00');
select set_eq(
    $$select sample_type_id, reads from health.access_spans(1, 101, '00000000-0000-4000-8000-000000000001')$$,
    format(
        $$values (%s, '{["2024-01-15 00:00+00",)}'::tstzmultirange), (%s, '{["2024-01-15 00:00+00","2024-02-01 00:00+00")}')$$,
        :steps, :mass),
    'a token narrows the grants');
select is_empty($$select * from health.access_spans(1, 101, gen_random_uuid())$$, 'an unknown token gives nothing');
select is_empty(
    $$select * from health.access_spans(1, 102, '00000000-0000-4000-8000-000000000001')$$, 'a token of another holder gives nothing');
select is(
    (select count(*) from health.access_spans(2, 102, null)), (select count(*) from health.sample_type),
    'all groups and the three special ones are all types');
update health.token set sample_type_ids = array[:mass], from_time = '2024-03-01 00:00+00' where person_id = 1 and holder_id = 101;
select is_empty(
    $$select * from health.access_spans(1, 101, '00000000-0000-4000-8000-000000000001')$$,
    'a token without a time in common with the grant leaves no type');
