\ir include/people.sql
select plan(1);

select pg_temp.add_sample(
    'HKDataTypeStateOfMind', '{"kind": 2, "valence": -0.25, "valenceClassification": 3, "labels": [29, 7, 99], "associations": [17]}') as mood
\gset
select pg_temp.add_sample(
    'HKDataTypeStateOfMind', '{"kind": "daily_mood", "valence": 0.4, "valenceClassification": "pleasant", "labels": 1}') as app
\gset
select results_eq(
    'select uuid, kind, valence, valence_classification, labels, associations, source from health.state_of_mind order by valence',
    format(
        $$values (%L::uuid, 'dailyMood', -0.25::float8, 'slightlyUnpleasant', '{stressed,calm,99}'::text[], '{work}'::text[], 'Watch'),
            (%L, 'dailyMood', 0.4, 'pleasant', null, null, 'Watch')$$, :'mood', :'app'),
    'names instead of the numbers of HealthKit and of the words of an app');
