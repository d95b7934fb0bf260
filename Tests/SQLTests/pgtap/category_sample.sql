\ir include/people.sql
select plan(2);

select pg_temp.add_sample('HKCategoryTypeIdentifierSleepAnalysis', category_value => 3) as sleep
\gset
select pg_temp.add_sample('HKQuantityTypeIdentifierStepCount', quantity => 1) as walk
\gset
select results_eq(
    'select person, type, value, value_name, source, device from health.category_sample',
    $$values ('Ada', 'sleepAnalysis', 3, 'asleepCore', 'Watch', 'Apple Watch')$$,
    'a category sample with readable names, and no other kind');
update health.sample set category_value = null, sent_category_value = 'Unheard' where uuid = :'sleep';
select results_eq(
    'select value, value_name from health.category_sample', $$values (null::integer, 'Unheard')$$,
    'an unknown value is shown as sent');
