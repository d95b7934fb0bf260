-- Whether a living correlation may bring a deleted sample back must not depend on which came first.

alter table health.deleted_sample add column went_with_correlation boolean not null default false;

comment on column health.deleted_sample.went_with_correlation is
    'True where nobody deleted the sample by name: it went with a correlation that contained it. It is alive again in any other '
    'correlation or workout that contains it, as it would have stayed if that one had come first. Deleted by name, it is false.';
