\ir include/holders.sql
select plan(7);

select ok(health.reads_type(1, :steps), 'the owner reads every type');
set local session authorization pgtap_anna;
select ok(health.reads_type(1, :steps), 'a type that the holder may read at all times');
select ok(not health.reads_type(1, :mass), 'not a type that is readable at some times');
select ok(not health.reads_type(1, :heart), 'not a type of which the holder reads what it saved');
select ok(not health.reads_type(2, :steps), 'not a type of another person');
set local session authorization pgtap_ben;
select ok(health.reads_type(2, :heart), 'every type of a person of whom everything is readable');
set local session authorization pgtap_cleo;
select ok(not health.reads_type(2, :heart), 'nothing without a grant');
