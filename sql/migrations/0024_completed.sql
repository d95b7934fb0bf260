-- A later file of an export adds what it has more to the records that the store knows.

alter table health.import add column completed bigint not null default 0;

comment on column health.import.completed is
    'Of already_known, records to which the file added what it has more: the points of a route, the statistics of a workout.';

comment on table health.recognised_record is
    'Records of exports that are the same as a sample with another uuid: the one that the phone sent, as a rule. They stand for '
    'it, also after it was deleted, and are not stored as samples. Device, creation time, metadata and parts are kept here where '
    'the sample itself has none, the parts of a workout always. Metadata and parts go when the sample is deleted.';
comment on column health.recognised_record.parts is
    'As in health.sample_detail; null where the sample has its own. Of a workout the record''s own parts: the phone sends it '
    'without the statistics and zones that an export has.';

comment on column health.import.file_name is 'Name of the file, or of the directory of an unzipped export, without its folder.';
comment on column health.import.file_bytes is 'Its size; of a directory that of all its files.';
comment on column health.import.fingerprint is
    'SHA-256, in hexadecimal digits, that tells the same file again: of its size, beginning, end and places between; of a directory '
    'of the paths, sizes and times of the last change of its files. Null where unknown: such an import cannot go on.';
