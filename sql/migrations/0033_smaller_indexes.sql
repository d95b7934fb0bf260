-- Three indexes of a sample took as many bytes as the sample itself, twice over.
--
-- Streams: statistics read slots, and samples only at the edges of a range or where a type has no slots. There the rows of the
-- heap are as good as copies of their columns in the index: 32 bytes a sample instead of 70 to 122.
--
-- Changes: PostgreSQL stores entries with equal keys as one key and a list of rows. Without their last 5 bits, 32 positions are
-- one key: 6.5 bytes a sample instead of 32. Readers name the same expression and sort at most 32 rows by their whole position.
--
-- Writers wait while the indexes are built: about a second for each million rows.

drop index health.sample_stream_idx;
create index sample_stream_idx on health.sample (person_id, sample_type_id, start_time);
comment on index health.sample_stream_idx is 'The stream of one type in order of start.';

drop index health.series_quantity_stream_idx;
create index series_quantity_stream_idx on health.series_quantity (person_id, sample_type_id, start_time);
comment on index health.series_quantity_stream_idx is
    'The stream of one type in order of start: merged with that of health.sample.';

drop index health.aggregate_extreme_stream_idx;
create index aggregate_extreme_stream_idx on health.aggregate_extreme (person_id, sample_type_id, start_time);
comment on index health.aggregate_extreme_stream_idx is
    'The stream of one type in order of start: merged with that of health.sample.';

drop index health.sample_change_idx;
create index sample_change_idx on health.sample (person_id, (change_position >> 5));
comment on index health.sample_change_idx is
    'The change feed in groups of 32 positions. A person''s positions only grow, so that every insertion goes to the end of their '
    'part.';
