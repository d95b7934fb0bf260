\ir include/people.sql
select plan(1);

select pg_temp.add_sample('HKScoredAssessmentTypeIdentifierGAD7', '{"answers": [3, 3, 3, 3, 3, 3, 3], "score": 21, "risk": 4}') as gad
\gset
select pg_temp.add_sample('HKScoredAssessmentTypeIdentifierPHQ9', '{"answers": [0, 4], "score": 15, "risk": 4}') as phq
\gset
select pg_temp.add_sample('HKScoredAssessmentTypeIdentifierPHQ9', '{"risk": 6}') as unknown_risk
\gset
select results_eq(
    'select uuid, type, score, risk, answers from health.scored_assessment order by type, score',
    format(
        $$values (%L::uuid, 'gad7', 21::float8, 'severe', '[3, 3, 3, 3, 3, 3, 3]'::jsonb),
            (%L, 'phq9', 15, 'moderatelySevere', '[0, 4]'), (%L, 'phq9', null, '6', null)$$,
        :'gad', :'phq', :'unknown_risk'),
    'the risk has the name of its assessment, or its number');
