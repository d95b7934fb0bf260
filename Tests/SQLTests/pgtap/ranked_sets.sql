begin;
select plan(3);

select is(
    health_code.ranked_sets('{3, 1, 2, 3, 1, 2, 2, 1, 3}', '{3, 1, 2}'), '{3, 3, 1, 2, 1, 2, 2, 3, 1}'::integer[],
    'the ids of each set are in order of rank');
select is(
    health_code.ranked_sets('{3, 1, 2, 7}', '{2}'), '{3, 2, 1, 7}'::integer[], 'ids without a rank come last');
select is(health_code.ranked_sets('{}', '{1}'), '{}'::integer[], 'no sets');

select * from finish();
rollback;
