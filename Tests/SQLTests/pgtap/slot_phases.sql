begin;
select plan(2);

select ok(0 = any (health_code.slot_phases()) and 1110 = any (health_code.slot_phases()), 'midnight in Greenwich and in India');
select is(
    (select count(distinct phase) from unnest(health_code.slot_phases()) phase where phase between 0 and 1439), 40::bigint,
    'forty different times of day');

select * from finish();
rollback;
