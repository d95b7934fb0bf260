-- Services on several machines may have folders of their own, and only one of them has the file.
alter table health.import_upload add column folder text;
comment on column health.import_upload.folder is
    'Name of the folder that has the file: the host that made it, and a random number. Null before the first byte.';
