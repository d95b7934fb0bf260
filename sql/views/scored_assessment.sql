create view health.scored_assessment with (security_invoker = true) as
select
    sample.person_id,
    sample.person,
    sample.uuid,
    sample.type,
    sample.start_time,
    sample.local_start,
    sample.time_zone,
    health_code.json_number(sample_detail.parts -> 'score') as score,
    health_code.enum_name(
        case sample.type when 'phq9' then 'HKPHQ9AssessmentRisk' else 'HKGAD7AssessmentRisk' end,
        sample_detail.parts -> 'risk') as risk,
    sample_detail.parts -> 'answers' as answers,
    sample.source_id,
    sample.source
from health.named_sample sample
left join health.sample_detail on sample_detail.person_id = sample.person_id and sample_detail.uuid = sample.uuid
where sample.identifier in ('HKScoredAssessmentTypeIdentifierGAD7', 'HKScoredAssessmentTypeIdentifierPHQ9');

comment on view health.scored_assessment is
    'GAD-7 and PHQ-9 assessments (HKScoredAssessment). Columns are null if not sent.';
comment on column health.scored_assessment.type is 'gad7 or phq9.';
comment on column health.scored_assessment.start_time is 'When the person gave the answers.';
comment on column health.scored_assessment.score is 'Sum of the answers.';
comment on column health.scored_assessment.risk is 'Risk of anxiety (GAD-7) or depression (PHQ-9); the number as sent if it has no name.';
comment on column health.scored_assessment.answers is 'Answers in the order of the questions: 0 not at all to 3 nearly every day, 4 not given.';
