-- health.access_of writes the times of spans as texts, in the style of the session, and the
-- policies read them again. Other styles than ISO name a zone by its abbreviation, which PostgreSQL
-- may read as another zone. So an analyst could choose settings that moved the spans by days, and
-- read samples beyond the granted times. On a cluster, Citus sends times to other servers as texts,
-- too.

alter function health.access_of(integer, integer, uuid) set datestyle = 'ISO, YMD';
alter function health.access_of(integer, integer, uuid) set timezone = 'UTC';
alter function health.has_saved_sample(health.readable_span, integer) set datestyle = 'ISO, YMD';
