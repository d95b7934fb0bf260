-- When a token was last used, so that people can tell which ones they may revoke.
--
-- The column is in no index, and the table's pages keep room for new versions of rows: an update then writes one page.

alter table health.token add column last_used_at timestamptz;
alter table health.token set (fillfactor = 50);

comment on column health.token.last_used_at is
    'When a request last came with the token, written at most once a minute; null if none has come since the column exists.';
