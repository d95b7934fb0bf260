-- The change feed: GET /v1/changes. It is not a log: every sample, deletion, element and preference holds the position of its
-- latest change, and the feed lists them in the order of these positions.

alter table health.change_counter add column feed_uuid uuid not null default gen_random_uuid();

comment on column health.change_counter.feed_uuid is
    'Which feed the anchors that clients hold belong to. Renewed (set feed_uuid = gen_random_uuid()) after the database was '
    'restored from a backup, it makes all of them expire, since positions are then given a second time.';

create index sample_change_idx on health.sample (person_id, change_position);
create index deleted_sample_change_idx on health.deleted_sample (person_id, change_position);
create index export_element_change_idx on health.export_element (person_id, change_position);

comment on index health.sample_change_idx is
    'The change feed in its order. A person''s positions only grow, so that every insertion goes to the end of their part.';
comment on index health.deleted_sample_change_idx is 'The change feed in its order.';
comment on index health.export_element_change_idx is 'The change feed in its order.';

-- What is known of a source can change after samples of it were read.
alter table health.preference_change drop constraint preference_change_preference_check;
alter table health.preference_change add constraint preference_change_preference_check
    check (preference in ('source_priority', 'time_zones', 'sources'));

comment on column health.preference_change.preference is
    'source_priority (health.source_priority of one type), time_zones (health.time_zone_report), or sources (of one in '
    'health.source the bundle identifier became known, and with it the class).';
