create view health.state_of_mind with (security_invoker = true) as
select
    sample.person_id,
    sample.person,
    sample.uuid,
    sample.start_time,
    sample.local_start,
    sample.time_zone,
    health_code.enum_name('HKStateOfMindKind', sample_detail.parts -> 'kind') as kind,
    health_code.json_number(sample_detail.parts -> 'valence') as valence,
    health_code.enum_name('HKStateOfMindValenceClassification', sample_detail.parts -> 'valenceClassification')
        as valence_classification,
    (
        select array_agg(health_code.enum_name('HKStateOfMindLabel', label.value) order by label.ordinal)
        from jsonb_array_elements(
            case when jsonb_typeof(sample_detail.parts -> 'labels') = 'array' then sample_detail.parts -> 'labels' end
        ) with ordinality as label (value, ordinal)
    ) as labels,
    (
        select array_agg(health_code.enum_name('HKStateOfMindAssociation', association.value) order by association.ordinal)
        from jsonb_array_elements(
            case when jsonb_typeof(sample_detail.parts -> 'associations') = 'array' then sample_detail.parts -> 'associations' end
        ) with ordinality as association (value, ordinal)
    ) as associations,
    sample.source_id,
    sample.source
from health.named_sample sample
left join health.sample_detail on sample_detail.person_id = sample.person_id and sample_detail.uuid = sample.uuid
where sample.identifier = 'HKDataTypeStateOfMind';

comment on view health.state_of_mind is
    'Emotions and moods (HKStateOfMind). Columns are null if not sent.';
comment on column health.state_of_mind.start_time is 'When the person felt it; for a daily mood a time of the day.';
comment on column health.state_of_mind.kind is 'momentaryEmotion or dailyMood; as sent if it has no name.';
comment on column health.state_of_mind.valence is 'From -1, very unpleasant, to 1, very pleasant.';
comment on column health.state_of_mind.valence_classification is
    'veryUnpleasant, unpleasant, slightlyUnpleasant, neutral, slightlyPleasant, pleasant or veryPleasant; as sent if it has no name.';
comment on column health.state_of_mind.labels is 'Words for the feeling, such as calm (HKStateOfMind.Label); null without labels.';
comment on column health.state_of_mind.associations is
    'What the feeling is about, such as work (HKStateOfMind.Association); null without associations.';
