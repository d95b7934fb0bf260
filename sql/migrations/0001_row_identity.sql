-- Citus moves a table to a new server only if its rows have an identity. This table has no key,
-- because parts of samples have no names.
alter table health.other_sample_type replica identity full;
