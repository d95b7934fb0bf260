create view health.own_grant with (security_invoker = true) as
select
    granted.person_id,
    person.name as person,
    granted.holder,
    granted.may_read,
    granted.may_write,
    granted.groups,
    array(
        select sample_type.short_name
        from health.sample_type
        where sample_type.sample_type_id = any (granted.sample_type_ids)
        order by sample_type.short_name
    ) as types,
    granted.from_time,
    granted.to_time,
    granted.shows_names,
    granted.expires_at
from health.own_grants() granted
join health.person on person.person_id = granted.person_id;

comment on view health.own_grant is
    'The valid grants that you received, which add up: what you may read, and of whom. The owner of the store sees those of all '
    'holders.';
comment on column health.own_grant.person_id is 'The person who granted access.';
comment on column health.own_grant.person is 'The person''s name.';
comment on column health.own_grant.holder is 'Who received the grant.';
comment on column health.own_grant.may_read is 'Whether samples that the grant covers may be read.';
comment on column health.own_grant.may_write is
    'Whether they may be written. Without may_read, only samples that the holder saved may be read.';
comment on column health.own_grant.groups is
    'Groups of types that the grant covers; all stands for every group except reproductive, clinical and routes.';
comment on column health.own_grant.types is 'Short names of types that the grant also covers.';
comment on column health.own_grant.from_time is 'Covered samples start at or after this instant; null for no limit.';
comment on column health.own_grant.to_time is 'Covered samples end at or before this instant; null for no limit.';
comment on column health.own_grant.shows_names is 'Whether names of sources and devices may be read.';
comment on column health.own_grant.expires_at is 'When the grant ends; null if it has no end.';
