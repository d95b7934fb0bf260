-- The units in which people read values, and how the Health app names and groups types. Stored values stay in the canonical unit.

alter table health.quantity_type
    add column display_name text,
    add column display_group text,
    add column preferred_unit text,
    add column other_units text;
alter table health.category_type add column display_name text, add column display_group text;
alter table health.correlation_type add column display_name text, add column display_group text;
alter table health.other_sample_type add column display_name text, add column display_group text;

comment on column health.quantity_type.display_name is 'The Health app''s name of the type.';
comment on column health.quantity_type.display_group is 'The Health app''s group, a row of health.type_group.';
comment on column health.quantity_type.preferred_unit is
    'The unit that an export of a phone with metric settings prints; people read values in it unless they choose another.';
comment on column health.quantity_type.other_units is 'Other units that people choose, separated by "; ".';
comment on column health.category_type.display_name is 'The Health app''s name of the type.';
comment on column health.category_type.display_group is 'The Health app''s group, a row of health.type_group.';
comment on column health.correlation_type.display_name is 'The Health app''s name of the type.';
comment on column health.correlation_type.display_group is 'The Health app''s group, a row of health.type_group.';
comment on column health.other_sample_type.display_name is 'The Health app''s name of the type.';
comment on column health.other_sample_type.display_group is 'The Health app''s group, a row of health.type_group.';

create table health.type_group (
    name text not null,
    display_name text not null,
    color text not null,
    constraint type_group_pkey primary key (name)
);

comment on table health.type_group is 'The groups in which the Health app shows types.';
comment on column health.type_group.name is 'What display_group of types names, such as heart.';
comment on column health.type_group.display_name is 'The Health app''s name of the group.';
comment on column health.type_group.color is 'The colour of the group, sRGB as #RRGGBB.';

create table health.unit_spelling (
    spelling text not null,
    unit_string text not null,
    constraint unit_spelling_pkey primary key (spelling)
);

comment on table health.unit_spelling is
    'Usual spellings of units, understood on input where HealthKit''s grammar does not read a unit of the type''s dimension.';
comment on column health.unit_spelling.spelling is 'The spelling, in lower case.';
comment on column health.unit_spelling.unit_string is 'The unit in HealthKit''s spelling.';

create table health.type_unit (
    identifier text not null,
    unit_string text not null,
    factor double precision not null,
    shift double precision not null,
    is_preferred boolean not null,
    is_canonical boolean not null,
    constraint type_unit_pkey primary key (identifier, unit_string)
);

comment on table health.type_unit is
    'The units in which people read quantity types. A value in the unit is the canonical value * factor + shift.';
comment on column health.type_unit.identifier is 'The type, as health.sample_type.identifier.';
comment on column health.type_unit.unit_string is 'The unit in HealthKit''s spelling.';
comment on column health.type_unit.factor is 'By which a canonical value is multiplied.';
comment on column health.type_unit.shift is 'What is added to the product; 0 but for temperatures.';
comment on column health.type_unit.is_preferred is 'True for the type''s preferred unit, one for each type.';
comment on column health.type_unit.is_canonical is 'True for the unit of stored values, one for each type.';

alter table health.sample_type
    add column preferred_unit text,
    add column display_name text,
    add column display_group text;

comment on column health.sample_type.preferred_unit is
    'The unit in which people read values unless they choose another (health.preferred_unit); null where canonical_unit is.';
comment on column health.sample_type.display_name is
    'The Health app''s name, such as Resting Heart Rate; null for types that are not in the catalogue.';
comment on column health.sample_type.display_group is
    'The Health app''s group, a row of health.type_group; null for types that are not in the catalogue.';

create table health.preferred_unit (
    person_id integer not null,
    sample_type_id integer not null,
    unit_string text not null,
    factor double precision not null,
    shift double precision not null,
    constraint preferred_unit_pkey primary key (person_id, sample_type_id),
    constraint preferred_unit_person_fkey foreign key (person_id) references health.person (person_id) on delete cascade,
    constraint preferred_unit_sample_type_fkey foreign key (sample_type_id) references health.sample_type (sample_type_id),
    constraint preferred_unit_unit_string_check check (octet_length(unit_string) <= 200)
);

comment on table health.preferred_unit is
    'The units that people chose for types. A type without a row is read in health.sample_type.preferred_unit.';
comment on column health.preferred_unit.person_id is 'Who chose it.';
comment on column health.preferred_unit.sample_type_id is 'A quantity type of the catalogue.';
comment on column health.preferred_unit.unit_string is 'The unit in HealthKit''s spelling.';
comment on column health.preferred_unit.factor is 'A value in the unit is the canonical value * factor + shift.';
comment on column health.preferred_unit.shift is 'What is added to the product.';
