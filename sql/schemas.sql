create schema if not exists health;
create schema if not exists health_code;
create schema if not exists health_analysis;
create schema if not exists health_staging;
comment on schema health is 'HealthKit data: people, their samples, and the catalogue.';
comment on schema health_code is 'Functions over schema health.';
comment on schema health_analysis is 'The views of schema health and the functions of health_code that are for analysts.';
comment on schema health_staging is
    'What unfinished imports have read and not stored yet: a table for each, import_PERSON_IMPORT, dropped when it ends.';
