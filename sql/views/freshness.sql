create view health.freshness with (security_invoker = true) as
select
    person.person_id,
    person.name as person,
    sample_type.short_name as type,
    sample_type.kind,
    health_code.sample_count(person.person_id, sample_type.sample_type_id) as count,
    listed.first_start_time,
    listed.latest_start_time,
    listed.latest_end_time,
    listed.latest_creation_time,
    listed.latest_source,
    now() - listed.latest_end_time as age,
    case when listed.latest_end_time <= now() then listed.latest_end_time else listed.latest_start_time end
        < now() - interval '2 days' as is_silent
from health.person
cross join lateral health_code.latest_samples(person.person_id) listed
join health.sample_type on sample_type.sample_type_id = listed.sample_type_id;

comment on view health.freshness is
    'The number and the age of the samples of each person and type, without samples that begin in the future. A row takes a few '
    'index probes; the column count reads one index entry for each sample, if it is selected.';
comment on column health.freshness.person_id is 'The person to whom the samples belong.';
comment on column health.freshness.person is 'The person''s name.';
comment on column health.freshness.type is 'Short name of the type, such as stepCount.';
comment on column health.freshness.count is 'Number of samples of all sources; a series is one sample.';
comment on column health.freshness.first_start_time is 'Start of the first sample.';
comment on column health.freshness.latest_start_time is 'Start of the latest sample: the one that starts last.';
comment on column health.freshness.latest_end_time is 'End of the latest sample.';
comment on column health.freshness.latest_creation_time is 'When the latest sample was saved on the phone; null if not sent.';
comment on column health.freshness.latest_source is 'Name of the latest sample''s source; a label if the name is hidden.';
comment on column health.freshness.age is 'Time since the end of the latest sample; negative if it has not ended yet.';
comment on column health.freshness.is_silent is
    'True if the latest sample ended more than two days ago. A sample that ends in the future counts with its start.';
