select plan(5);

select is(health_code.enum_name('HKStateOfMindKind', '2'), 'dailyMood', 'the name of a number');
select is(health_code.enum_name('HKStateOfMindKind', '"daily_mood"'), 'dailyMood', 'a name in another spelling');
select is(
    array[health_code.enum_name('HKStateOfMindKind', '9'), health_code.enum_name('HKStateOfMindKind', '"weekly"')],
    array['9', 'weekly'], 'as sent if the catalogue does not have it');
select is(
    health_code.enum_name('HKQuantityAggregationStyle', '1'), 'discreteArithmetic',
    'of several names of a number, one that is not deprecated');
select is(health_code.enum_name('HKStateOfMindKind', null), null, 'null for null');
