create or replace function health.special_access_groups() returns text[]
language sql immutable parallel safe
return '{clinical,reproductive,routes}'::text[];

comment on function health.special_access_groups() is
    'The access groups that a grant covers only if it names them.';
