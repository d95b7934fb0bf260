\ir include/holders.sql
select plan(2);

select is(health_code.ranked_sources(1, :steps), '{1,2}', 'the watch before the app');
insert into health.source_priority (person_id, sample_type_id, source_id, rank) values (1, :steps, 2, 0);
select is(health_code.ranked_sources(1, :steps), '{2,1}', 'the rank that the person chose before the class');
