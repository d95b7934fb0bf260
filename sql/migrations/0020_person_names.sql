-- Names that a person's samples brought into tables that all people share, counted for each person, so that they are bounded.

create table health.person_sample_type (
    person_id integer not null,
    sample_type_id integer not null,
    constraint person_sample_type_pkey primary key (person_id, sample_type_id),
    constraint person_sample_type_person_fkey foreign key (person_id) references health.person (person_id) on delete cascade,
    constraint person_sample_type_type_fkey foreign key (sample_type_id) references health.sample_type (sample_type_id)
);

comment on table health.person_sample_type is
    'Which sample types that are in no catalogue a person''s samples and deletions have named. It is counted against the limit of a person.';
comment on column health.person_sample_type.person_id is 'Whose samples.';
comment on column health.person_sample_type.sample_type_id is 'The type.';

insert into health.person_sample_type (person_id, sample_type_id)
select person_id, sample_type_id
from health.sample_extent
join health.sample_type using (sample_type_id)
where not in_catalogue;

create table health.person_unit (
    person_id integer not null,
    unit_id integer not null,
    constraint person_unit_pkey primary key (person_id, unit_id),
    constraint person_unit_person_fkey foreign key (person_id) references health.person (person_id) on delete cascade,
    constraint person_unit_unit_fkey foreign key (unit_id) references health.unit (unit_id)
);

comment on table health.person_unit is
    'In which units a person''s samples have been sent since this table exists. It is counted against the limit of a person.';
comment on column health.person_unit.person_id is 'Whose samples.';
comment on column health.person_unit.unit_id is 'The unit.';

create index source_revision_source_idx on health.source_revision (person_id, source_id);

comment on index health.source_revision_source_idx is 'Finds the revisions of the few sources that a batch names.';
