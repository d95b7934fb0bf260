\ir include/holders.sql
select plan(4);

set local session authorization pgtap_anna;
select ok(health.is_saved_by(1, :'saved', 101), 'a sample that the holder saved');
select ok(not health.is_saved_by(1, :'beat', 101), 'not a sample that the person saved');
set local session authorization pgtap_ben;
select ok(not health.is_saved_by(1, :'saved', 101), 'an analyst cannot ask about another holder');
reset session authorization;
set local role healthstore_reader;
select ok(health.is_saved_by(1, :'saved', 101), 'the service does');
