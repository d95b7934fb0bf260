-- Access: holders, their grants, and tokens that narrow the grants.
--
-- health.access_of computes what a holder may do with a person's samples. The service and the
-- policies of all personal tables use this function, so HTTP and SQL cannot differ.

-- MARK: Holders

create sequence health.holder_holder_id_seq as integer;
comment on sequence health.holder_holder_id_seq is 'The ids of holders.';

create table health.holder (
    holder_id integer not null default nextval('health.holder_holder_id_seq'),
    person_id integer,
    name text,
    role text,
    created_at timestamptz not null default now(),
    constraint holder_pkey primary key (holder_id),
    constraint holder_person_key unique (person_id),
    constraint holder_name_key unique (name),
    constraint holder_role_key unique (role),
    constraint holder_person_fkey foreign key (person_id) references health.person (person_id) on delete cascade,
    constraint holder_name_check check (
        case when person_id is null then name <> '' and octet_length(name) <= 200 else name is null and role is null end)
);
alter sequence health.holder_holder_id_seq owned by health.holder.holder_id;

comment on table health.holder is
    'The people, apps, devices and analysts to whom access may be granted. '
    'Each person has an own holder.';
comment on column health.holder.holder_id is 'Identifies the holder. An id is not used again after the holder was removed.';
comment on column health.holder.person_id is 'The person whose own holder this is; null for any other holder.';
comment on column health.holder.name is 'The name that the operator chose; null for a person''s own holder, which has the person''s name.';
comment on column health.holder.role is 'The SQL role that reads with the grants of this holder; null if there is none.';
comment on column health.holder.created_at is 'The time of creation.';

insert into health.holder (person_id) select person_id from health.person order by person_id;
-- A name belongs to one person or holder, so an analyst with a person's name gets another name.
insert into health.holder (name, role)
select analyst || case when exists (select from health.person where name = analyst) then ' (analyst)' else '' end, analyst
from (select distinct analyst::text from health.analyst_grant) analysts
order by analyst;

-- MARK: Grants

create table health.access_grant (
    person_id integer not null,
    grant_id uuid not null,
    holder_id integer not null,
    preset text,
    may_read boolean not null default false,
    may_write boolean not null default false,
    may_manage boolean not null default false,
    all_groups boolean not null default false,
    groups text[] not null default '{}',
    sample_type_ids integer[] not null default '{}',
    from_time timestamptz,
    to_time timestamptz,
    shows_names boolean not null default true,
    granted_by integer,
    granted_at timestamptz not null default now(),
    expires_at timestamptz,
    revoked_at timestamptz,
    constraint access_grant_pkey primary key (person_id, grant_id),
    constraint access_grant_person_fkey foreign key (person_id) references health.person (person_id) on delete cascade,
    constraint access_grant_holder_fkey foreign key (holder_id) references health.holder (holder_id) on delete cascade,
    constraint access_grant_time_check check (from_time < to_time),
    constraint access_grant_rights_check check (may_read or may_write or may_manage)
);
create index access_grant_holder_idx on health.access_grant (holder_id, person_id);

comment on table health.access_grant is
    'What a holder may do with the samples of a person. Several grants of one holder add up. Only a revocation changes a row.';
comment on column health.access_grant.person_id is 'The person to whom the samples belong.';
comment on column health.access_grant.grant_id is 'Identifies the grant.';
comment on column health.access_grant.holder_id is 'The holder that receives the rights.';
comment on column health.access_grant.preset is 'The preset that wrote the grant, such as family; null if no preset was used.';
comment on column health.access_grant.may_read is 'True if the holder may read the samples.';
comment on column health.access_grant.may_write is
    'True if the holder may save and delete samples. A holder that may only write reads the samples that it saved.';
comment on column health.access_grant.may_manage is 'True if the holder may grant access to others and change the person''s settings.';
comment on column health.access_grant.all_groups is
    'True if the grant covers the types of every access group except reproductive, clinical and routes.';
comment on column health.access_grant.groups is 'Access groups that the grant also covers. It covers reproductive, clinical and routes only if this list has them.';
comment on column health.access_grant.sample_type_ids is 'Types that the grant also covers.';
comment on column health.access_grant.from_time is 'Covered samples start at or after this instant; null for no limit.';
comment on column health.access_grant.to_time is 'Covered samples end at or before this instant; null for no limit.';
comment on column health.access_grant.shows_names is 'True if the holder may read the names of sources and devices.';
comment on column health.access_grant.granted_by is 'The holder that made the grant; null for the operator.';
comment on column health.access_grant.granted_at is 'The time at which the grant was made.';
comment on column health.access_grant.expires_at is 'The instant at which the grant ends; null if it has no end.';
comment on column health.access_grant.revoked_at is 'The time of the revocation; null if the grant was not revoked.';
comment on index health.access_grant_holder_idx is 'Finds the people who granted something to a holder.';

-- Each token and each analyst of an older version keeps its rights.
insert into health.access_grant (person_id, grant_id, holder_id, may_read, may_write, may_manage, all_groups, groups)
select person_id, gen_random_uuid(), holder_id, true, true, true, true, '{clinical,reproductive,routes}'
from health.holder
where person_id is not null;

insert into health.access_grant (person_id, grant_id, holder_id, preset, may_read, all_groups, groups, granted_at)
select analyst_grant.person_id, gen_random_uuid(), holder.holder_id, 'analyst', true, true, '{clinical,reproductive,routes}', granted_at
from health.analyst_grant
join health.holder on holder.role = analyst_grant.analyst;

-- MARK: Tokens

alter table health.token
    add column holder_id integer,
    add column kind text not null default 'token',
    add column may_read boolean not null default true,
    add column may_write boolean not null default true,
    add column may_manage boolean not null default true,
    add column all_groups boolean,
    add column groups text[] not null default '{}',
    add column sample_type_ids integer[] not null default '{}',
    add column from_time timestamptz,
    add column to_time timestamptz,
    add column shows_names boolean not null default true,
    add column expires_at timestamptz,
    add constraint token_kind_check check (kind in ('token', 'login', 'session')),
    add constraint token_time_check check (from_time < to_time),
    add constraint token_holder_fkey foreign key (holder_id) references health.holder (holder_id) on delete cascade;
update health.token set holder_id = holder.holder_id from health.holder where holder.person_id = token.person_id;
alter table health.token alter column holder_id set not null;
create index token_holder_idx on health.token (holder_id);

comment on table health.token is
    'Tokens, sessions and login links. Each belongs to one holder, is about one person, and can only narrow the grants of the holder.';
comment on column health.token.person_id is 'The person whom the token is about.';
comment on column health.token.holder_id is 'The holder to which the token belongs.';
comment on column health.token.kind is
    'token (sent in the header Authorization), session (sent in a cookie of the page) or login (sent once, to make a session).';
comment on column health.token.may_read is 'False if the token does not allow reading.';
comment on column health.token.may_write is 'False if the token does not allow writing.';
comment on column health.token.may_manage is 'False if the token does not allow managing.';
comment on column health.token.all_groups is
    'Null if the token does not narrow the types of the grants. Otherwise the token covers only the types that the columns '
    'all_groups, groups and sample_type_ids name, as in health.access_grant.';
comment on column health.token.groups is 'Access groups that the token covers; see all_groups.';
comment on column health.token.sample_type_ids is 'Types that the token covers; see all_groups.';
comment on column health.token.from_time is 'The token covers samples that start at or after this instant; null for no limit.';
comment on column health.token.to_time is 'The token covers samples that end at or before this instant; null for no limit.';
comment on column health.token.shows_names is 'False if the token hides the names of sources and devices.';
comment on column health.token.expires_at is 'The instant at which the token ends; null if it has no end.';
comment on index health.token_holder_idx is 'Finds the tokens of a holder.';

-- MARK: Facts that policies need

alter table health.sample_type add column access_group text not null default 'other';
comment on column health.sample_type.access_group is
    'The group by which access is granted: activity, heart, sleep, body, nutrition, respiratory, mobility, hearing, mind, '
    'reproductive, clinical, routes or other. A type that is not in the catalogue is in other.';

alter table health.sample add column holder_id integer;
comment on column health.sample.holder_id is
    'The holder that saved the sample. Null for the person''s own holder, and for samples that an older version saved.';

-- Has only samples that holders other than the person's own saved. A reader finds the types,
-- sources and devices of one holder's samples in it without reading every sample.
create index sample_holder_idx
    on health.sample (person_id, holder_id, sample_type_id, source_revision_id, (coalesce(device_id, 0)))
    where holder_id is not null;
comment on index health.sample_holder_idx is 'Finds the types, sources and devices of the samples that a holder saved.';

alter table health.deleted_sample
    add column start_time timestamptz,
    add column end_time timestamptz,
    add column holder_id integer;
comment on column health.deleted_sample.start_time is 'Start of the deleted sample; null if it is not known.';
comment on column health.deleted_sample.end_time is 'End of the deleted sample; null if it is not known.';
comment on column health.deleted_sample.holder_id is 'The holder that saved the sample, as in health.sample.';

create index deleted_sample_holder_idx on health.deleted_sample (person_id, holder_id, sample_type_id) where holder_id is not null;
comment on index health.deleted_sample_holder_idx is 'Finds the types of the deleted samples that a holder had saved.';

create table health.source_type (
    person_id integer not null,
    source_id integer not null,
    sample_type_id integer not null,
    constraint source_type_pkey primary key (person_id, source_id, sample_type_id)
);
comment on table health.source_type is
    'The types of the samples that each source has or had. A holder that may read none of these types may not read the source.';
comment on column health.source_type.person_id is 'The person to whom the source belongs.';
comment on column health.source_type.source_id is 'The source, in health.source.';
comment on column health.source_type.sample_type_id is 'The type, in health.sample_type.';

create table health.device_type (
    person_id integer not null,
    device_id integer not null,
    sample_type_id integer not null,
    constraint device_type_pkey primary key (person_id, device_id, sample_type_id)
);
comment on table health.device_type is
    'The types of the samples that each device has or had. A holder that may read none of these types may not read the device.';
comment on column health.device_type.person_id is 'The person to whom the device belongs.';
comment on column health.device_type.device_id is 'The device, in health.device.';
comment on column health.device_type.sample_type_id is 'The type, in health.sample_type.';

-- This statement reads every sample once, which takes about 5 seconds for 10 million samples.
with noted as materialized (
    select distinct person_id, source_revision_id, device_id, sample_type_id from health.sample
), sources as (
    insert into health.source_type (person_id, source_id, sample_type_id)
    select distinct noted.person_id, source_revision.source_id, noted.sample_type_id
    from noted
    join health.source_revision using (person_id, source_revision_id)
)
insert into health.device_type (person_id, device_id, sample_type_id)
select distinct person_id, device_id, sample_type_id from noted where device_id is not null;

-- Names of types and units that are not in the catalogue are personal. The tables
-- health.person_sample_type and health.person_unit have the people whose samples have such a name.
insert into health.person_sample_type (person_id, sample_type_id)
select distinct person_id, sample_type_id
from health.deleted_sample
join health.sample_type using (sample_type_id)
where not in_catalogue
on conflict do nothing;

create table health.unit_type (
    person_id integer not null,
    unit_id integer not null,
    sample_type_id integer not null,
    constraint unit_type_pkey primary key (person_id, unit_id, sample_type_id)
);
comment on table health.unit_type is
    'The types of the samples that were sent in each unit that is not in the catalogue. A holder that may read none of these types may '
    'not read the unit.';
comment on column health.unit_type.person_id is 'The person to whom the samples belong.';
comment on column health.unit_type.unit_id is 'The unit, in health.unit.';
comment on column health.unit_type.sample_type_id is 'The type, in health.sample_type.';

-- The column in_catalogue of health.unit is added later, so the statement stores all units.
with noted as (
    insert into health.unit_type (person_id, unit_id, sample_type_id)
    select distinct person_id, sent_unit_id, sample_type_id from health.sample where sent_unit_id is not null
    returning person_id, unit_id
)
insert into health.person_unit (person_id, unit_id)
select distinct person_id, unit_id from noted
on conflict do nothing;

alter table health.unit add column in_catalogue boolean not null default false;
comment on column health.unit.in_catalogue is
    'True if HealthKit''s grammar of units has the unit. Any other unit is visible only to holders that may read samples in this unit.';

create table health.source_kind (
    person_id integer not null,
    source_id integer not null,
    was_user_entered boolean not null,
    source_class text not null,
    label text not null,
    constraint source_kind_pkey primary key (person_id, source_id)
);
comment on table health.source_kind is
    'The facts about a source that a holder may read if names are hidden. The table health.source has the same facts and the name.';
comment on column health.source_kind.person_id is 'The person to whom the source belongs.';
comment on column health.source_kind.source_id is 'The source, in health.source.';
comment on column health.source_kind.was_user_entered is 'As in health.source.';
comment on column health.source_kind.source_class is 'As in health.source.';
comment on column health.source_kind.label is 'The text that replaces a hidden name: Source and six random hexadecimal digits.';

insert into health.source_kind (person_id, source_id, was_user_entered, source_class, label)
select person_id, source_id, was_user_entered, source_class, 'Source ' || left(md5(gen_random_uuid()::text), 6)
from health.source;

-- MARK: Holders of samples, keys, anchors and imports

create table health.sample_holder (
    person_id integer not null,
    uuid uuid not null,
    holder_id integer not null,
    sample_type_id integer,
    source_revision_id integer,
    device_id integer,
    constraint sample_holder_pkey primary key (person_id, uuid, holder_id)
);
create index sample_holder_type_idx
    on health.sample_holder (person_id, holder_id, sample_type_id, source_revision_id, (coalesce(device_id, 0)));
comment on table health.sample_holder is
    'The holders that saved a sample with the same content after another holder had saved it. They may read the sample as their '
    'own. Holders that may read everything have no rows.';
comment on column health.sample_holder.person_id is 'The person to whom the sample belongs.';
comment on column health.sample_holder.uuid is 'The sample, in health.sample or health.deleted_sample.';
comment on column health.sample_holder.holder_id is 'The holder that saved the same sample. It may be the person''s own.';
comment on column health.sample_holder.sample_type_id is 'The type of the sample; null if it was deleted and its type is not known.';
comment on column health.sample_holder.source_revision_id is 'The source of the sample when the holder saved it; null if it was deleted before.';
comment on column health.sample_holder.device_id is 'The device of the sample when the holder saved it; null if there is none.';
comment on index health.sample_holder_type_idx is 'Finds the types, sources and devices of the samples that a further holder saved.';

-- Keys, anchors, runs of automations and uploads belong to a holder. Rows of an older version
-- belong to the person's own holder.
alter table health.idempotency_key add column holder_id integer;
update health.idempotency_key set holder_id = holder.holder_id
from health.holder where holder.person_id = idempotency_key.person_id;
alter table health.idempotency_key
    alter column holder_id set not null,
    drop constraint idempotency_key_pkey,
    add constraint idempotency_key_pkey primary key (person_id, holder_id, key),
    add constraint idempotency_key_holder_fkey foreign key (holder_id) references health.holder (holder_id) on delete cascade;
comment on column health.idempotency_key.holder_id is 'The holder that sent the batch. Two holders may use the same key for different batches.';

alter table health.client_anchor add column holder_id integer;
update health.client_anchor set holder_id = holder.holder_id
from health.holder where holder.person_id = client_anchor.person_id;
alter table health.client_anchor
    alter column holder_id set not null,
    drop constraint client_anchor_pkey,
    add constraint client_anchor_pkey primary key (person_id, holder_id, device, types_sha256),
    add constraint client_anchor_holder_fkey foreign key (holder_id) references health.holder (holder_id) on delete cascade;
comment on column health.client_anchor.holder_id is 'The holder that stored the anchor. Other holders cannot read it.';

alter table health.client_session add column holder_id integer;
update health.client_session set holder_id = holder.holder_id
from health.holder where holder.person_id = client_session.person_id;
alter table health.client_session
    alter column holder_id set not null,
    drop constraint client_session_pkey,
    drop constraint client_session_arrival_key,
    add constraint client_session_pkey primary key (person_id, holder_id, automation, session),
    add constraint client_session_arrival_key unique (person_id, holder_id, automation, arrival),
    add constraint client_session_holder_fkey foreign key (holder_id) references health.holder (holder_id) on delete cascade;
comment on column health.client_session.holder_id is 'The holder to which the automation belongs. Each holder has separate runs.';

alter table health.import add column holder_id integer, add column token_id uuid;
update health.import set holder_id = holder.holder_id from health.holder where holder.person_id = import.person_id;
alter table health.import alter column holder_id set not null;
comment on column health.import.holder_id is 'The holder that imports; the person''s own for an import of the command line.';
comment on column health.import.token_id is
    'The token with which the file was uploaded. It limits what is imported. Null for an import of the command line or of a session.';

alter table health.import_upload add column holder_id integer;
update health.import_upload set holder_id = holder.holder_id from health.holder where holder.person_id = import_upload.person_id;
alter table health.import_upload alter column holder_id set not null;
drop index health.import_upload_key_idx;
create unique index import_upload_key_idx on health.import_upload (person_id, holder_id, idempotency_key);
comment on column health.import_upload.holder_id is 'The holder that uploads, as in health.import.';
comment on index health.import_upload_key_idx is 'Finds the upload that a holder began with an idempotency key.';

-- MARK: The secret of the store

create table health.store_secret (
    is_only boolean not null default true,
    secret bytea not null,
    constraint store_secret_pkey primary key (is_only),
    constraint store_secret_only_check check (is_only),
    constraint store_secret_length_check check (octet_length(secret) = 32)
);
comment on table health.store_secret is
    'The key with which the service encrypts the anchors of holders that may not read everything. The table has one row.';
comment on column health.store_secret.is_only is 'Always true, so that a second row is impossible.';
comment on column health.store_secret.secret is '32 random bytes. If they change, the anchors of these holders become invalid.';

-- PostgreSQL has no random bytes without an extension. Each uuid has 122 random bits.
insert into health.store_secret (secret)
select sha256(uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid()));

-- MARK: Access log

create table health.access_log (
    person_id integer not null,
    requested_at timestamptz not null,
    entry_id uuid not null default gen_random_uuid(),
    holder_id integer not null,
    credential_kind text not null,
    credential_id uuid,
    method text not null,
    route text,
    sample_types text[] not null default '{}',
    asked_from text,
    asked_to text,
    status smallint,
    row_count integer,
    answer_bytes bigint not null,
    constraint access_log_pkey primary key (person_id, requested_at, entry_id)
);

comment on table health.access_log is
    'The requests about each person, without values. The service writes an entry about a second after its answer, and deletes it '
    'after the days of healthstore serve --access-log-days.';
comment on column health.access_log.person_id is 'The person about whom the request was.';
comment on column health.access_log.requested_at is 'The time at which the request arrived.';
comment on column health.access_log.entry_id is 'Distinguishes entries of the same time. It is random, because a sequence would count the requests about other people.';
comment on column health.access_log.holder_id is 'The holder that sent the request.';
comment on column health.access_log.credential_kind is 'token, session, or proxy if a trusted proxy named the person.';
comment on column health.access_log.credential_id is 'The id of the token or session, in health.token; null for a request of a proxy''s user.';
comment on column health.access_log.method is 'The HTTP method.';
comment on column health.access_log.route is 'The pattern of the path, such as /v1/workouts/{uuid}; null if no endpoint has the path.';
comment on column health.access_log.sample_types is 'The identifiers of the types that the query names.';
comment on column health.access_log.asked_from is 'The parameter from of the query, as it was sent; null if it is missing or malformed.';
comment on column health.access_log.asked_to is 'The parameter to of the query, as it was sent; null if it is missing or malformed.';
comment on column health.access_log.status is 'The status of the answer; null if the client disconnected before the answer.';
comment on column health.access_log.row_count is
    'The number of samples, buckets, nights or other rows of data in the answer; null if the route does not count them.';
comment on column health.access_log.answer_bytes is 'The size of the body of the answer, in bytes.';

-- MARK: Erased people

alter table health.person add column erasing_since timestamptz;
comment on column health.person.erasing_since is
    'The time at which the erasing of the person began; null for any other person. A person who is being erased can neither be read '
    'nor written. The row is deleted after all other rows of the person.';

create table health.erased_person (
    uuid uuid not null,
    erased_at timestamptz not null default now(),
    constraint erased_person_pkey primary key (uuid)
);
comment on table health.erased_person is
    'The uuids of erased people, without their names. The program keeps the same list in a file outside the database. It erases '
    'these people again after an older backup of the database was restored.';
comment on column health.erased_person.uuid is 'The uuid that the person had in health.person.';
comment on column health.erased_person.erased_at is 'The time at which the erasing began.';

-- MARK: Operators

create table health.operator_token (
    token_id uuid not null,
    secret_sha256 bytea not null,
    name text not null,
    created_at timestamptz not null default now(),
    expires_at timestamptz,
    last_used_at timestamptz,
    revoked_at timestamptz,
    constraint operator_token_pkey primary key (token_id),
    constraint operator_token_secret_sha256_check check (octet_length(secret_sha256) = 32)
);
comment on table health.operator_token is
    'The tokens with which operators add, rename, list and erase people over HTTP. These tokens read no health data.';
comment on column health.operator_token.token_id is 'The id of the token, which is a part of its text.';
comment on column health.operator_token.secret_sha256 is 'SHA-256 of the secret. The store does not keep the secret.';
comment on column health.operator_token.name is 'The name that the operator chose.';
comment on column health.operator_token.created_at is 'The time of creation.';
comment on column health.operator_token.expires_at is 'The instant at which the token ends; null if it has no end.';
comment on column health.operator_token.last_used_at is 'The time of the last request with the token, to within a minute; null if no request had it.';
comment on column health.operator_token.revoked_at is 'The time of the revocation; null if the token was not revoked.';

-- MARK: The rule

-- The functions from health.asker on run with the rights of the owner. The bodies are texts and not
-- SQL-standard bodies, so they do not depend on tables. A table whose policy calls such a function
-- can be distributed over several machines.
--
-- The service plans its statements for each execution. The plans of the statements in these
-- functions do not depend on the arguments, and planning takes longer than running them, so they
-- have force_generic_plan.

create function health.special_access_groups() returns text[]
language sql immutable parallel safe
return '{clinical,reproductive,routes}'::text[];

comment on function health.special_access_groups() is
    'The access groups that a grant covers only if it names them.';

create function health.access_spans(for_person_id integer, for_holder_id integer, for_token_id uuid)
returns table (sample_type_id integer, reads tstzmultirange, writes tstzmultirange)
language plpgsql stable parallel safe
set search_path = pg_catalog, pg_temp
set plan_cache_mode = force_generic_plan
as $$
#variable_conflict use_column
begin
    return query
    with narrowing as (
        select token.*, tstzrange(token.from_time, token.to_time, '[)') as span
        from health.token
        where token.person_id = for_person_id and token.token_id = for_token_id and token.holder_id = for_holder_id
            and token.revoked_at is null and (token.expires_at is null or token.expires_at > now())
    ), granted as (
        select access_grant.*, tstzrange(access_grant.from_time, access_grant.to_time, '[)') as span
        from health.access_grant
        where access_grant.person_id = for_person_id and access_grant.holder_id = for_holder_id
            and access_grant.revoked_at is null
            and (access_grant.expires_at is null or access_grant.expires_at > now())
    ), covered as (
        select
            sample_type.sample_type_id,
            granted.span * coalesce(narrowing.span, tstzrange(null, null)) as span,
            granted.may_read and coalesce(narrowing.may_read, true) as may_read,
            granted.may_write and coalesce(narrowing.may_write, true) as may_write
        from granted
        left join narrowing on true
        join health.sample_type
            on (
                granted.all_groups and sample_type.access_group <> all (health.special_access_groups())
                or sample_type.access_group = any (granted.groups)
                or sample_type.sample_type_id = any (granted.sample_type_ids))
            and (
                narrowing.all_groups is null
                or narrowing.all_groups and sample_type.access_group <> all (health.special_access_groups())
                or sample_type.access_group = any (narrowing.groups)
                or sample_type.sample_type_id = any (narrowing.sample_type_ids))
            -- Analysts call functions that return these rows. A group must not tell them which types
            -- other people have.
            and (
                sample_type.in_catalogue
                or sample_type.sample_type_id = any (granted.sample_type_ids || coalesce(narrowing.sample_type_ids, '{}'))
                or exists (
                    select from health.person_sample_type
                    where person_sample_type.person_id = for_person_id
                        and person_sample_type.sample_type_id = sample_type.sample_type_id))
        -- A token is valid only for its person and holder.
        where for_token_id is null or narrowing.token_id is not null
    )
    select
        covered.sample_type_id,
        coalesce(range_agg(covered.span) filter (where covered.may_read), '{}'),
        coalesce(range_agg(covered.span) filter (where covered.may_write), '{}')
    from covered
    where (covered.may_read or covered.may_write) and not isempty(covered.span)
    group by covered.sample_type_id;
end;
$$;

comment on function health.access_spans(integer, integer, uuid) is
    'The times at which a holder may read and write the samples of a person, by type. A sample is covered if its start and its end '
    'are in the same range. If a token id is given, only what the token also covers is returned. That is nothing for an unknown, '
    'revoked or expired token.';

create function health.group_spans(for_person_id integer, for_holder_id integer, for_token_id uuid)
returns table (access_group text, reads tstzmultirange, writes tstzmultirange)
language plpgsql stable parallel safe
set search_path = pg_catalog, pg_temp
set plan_cache_mode = force_generic_plan
as $$
#variable_conflict use_column
begin
    return query
    with narrowing as (
        select token.*, tstzrange(token.from_time, token.to_time, '[)') as span
        from health.token
        where token.person_id = for_person_id and token.token_id = for_token_id
    ), covered as (
        select
            listed.access_group,
            tstzrange(access_grant.from_time, access_grant.to_time, '[)')
                * coalesce(narrowing.span, tstzrange(null, null)) as span,
            access_grant.may_read and coalesce(narrowing.may_read, true) as may_read,
            access_grant.may_write and coalesce(narrowing.may_write, true) as may_write
        from health.access_grant
        left join narrowing on true
        cross join (select distinct sample_type.access_group from health.sample_type union select 'other') listed
        where access_grant.person_id = for_person_id and access_grant.holder_id = for_holder_id
            and access_grant.revoked_at is null
            and (access_grant.expires_at is null or access_grant.expires_at > now())
            and (
                access_grant.all_groups and listed.access_group <> all (health.special_access_groups())
                or listed.access_group = any (access_grant.groups))
            and (
                narrowing.all_groups is null
                or narrowing.all_groups and listed.access_group <> all (health.special_access_groups())
                or listed.access_group = any (narrowing.groups))
            and (for_token_id is null or narrowing.holder_id = for_holder_id)
    )
    select
        covered.access_group,
        coalesce(range_agg(covered.span) filter (where covered.may_read), '{}'),
        coalesce(range_agg(covered.span) filter (where covered.may_write), '{}')
    from covered
    where (covered.may_read or covered.may_write) and not isempty(covered.span)
    group by covered.access_group;
end;
$$;

comment on function health.group_spans(integer, integer, uuid) is
    'The times at which a holder may read and write a whole access group, as health.access_spans returns them for types. They apply to '
    'types that the store does not have yet, and to elements of exports that are part of a group.';

create function health.access_of(for_person_id integer, for_holder_id integer, for_token_id uuid) returns jsonb
language plpgsql stable parallel safe
set search_path = pg_catalog, pg_temp
set plan_cache_mode = force_generic_plan
as $$
declare
    access record;
    spans jsonb;
    -- All samples that may be read start between these times.
    first_time timestamptz := '-infinity';
    last_time timestamptz := 'infinity';
begin
    select
        coalesce(bool_or(granted.may_read), false) and coalesce(bool_and(narrowing.may_read), true) as may_read,
        coalesce(bool_or(granted.may_write), false) and coalesce(bool_and(narrowing.may_write), true) as may_write,
        coalesce(bool_or(granted.may_manage), false) and coalesce(bool_and(narrowing.may_manage), true) as may_manage,
        -- If one grant hides names, all names are hidden, because a source has samples of several
        -- types.
        coalesce(bool_and(granted.shows_names) filter (where granted.may_read or granted.may_write), false)
            and coalesce(bool_and(narrowing.shows_names), true) as shows_names,
        coalesce(bool_or(granted.may_read and granted.covers_all), false)
            and coalesce(bool_and(narrowing.may_read and narrowing.covers_all), true) as reads_all,
        coalesce(bool_or(granted.may_write and granted.covers_all), false)
            and coalesce(bool_and(narrowing.may_write and narrowing.covers_all), true) as writes_all
    into access
    from (
        select
            access_grant.*,
            access_grant.all_groups and access_grant.groups @> health.special_access_groups()
                and access_grant.from_time is null and access_grant.to_time is null as covers_all
        from health.access_grant
        where access_grant.person_id = for_person_id and access_grant.holder_id = for_holder_id
            and access_grant.revoked_at is null
            and (access_grant.expires_at is null or access_grant.expires_at > now())
    ) granted
    left join (
        select
            token.*,
            (token.all_groups is null or token.all_groups and token.groups @> health.special_access_groups())
                and token.from_time is null and token.to_time is null as covers_all
        from health.token
        where token.person_id = for_person_id and token.token_id = for_token_id and token.holder_id = for_holder_id
            and token.revoked_at is null and (token.expires_at is null or token.expires_at > now())
    ) narrowing on true
    where for_token_id is null or narrowing.token_id is not null;
    -- The policies also apply to a holder that may read everything without names, so it needs
    -- spans.
    if not (access.reads_all and access.shows_names and (access.writes_all or not access.may_write)) then
        with readable as materialized (
            select * from health.access_spans(for_person_id, for_holder_id, for_token_id)
        ), same as (
            select jsonb_agg(readable.sample_type_id order by readable.sample_type_id) as types, readable.reads, readable.writes
            from readable
            group by readable.reads, readable.writes
        )
        select
            coalesce(jsonb_agg(jsonb_build_object('types', same.types, 'reads', same.reads::text, 'writes', same.writes::text)), '[]'),
            coalesce(min(coalesce(lower(same.reads + same.writes), '-infinity')), first_time),
            coalesce(max(coalesce(upper(same.reads + same.writes), 'infinity')), last_time)
        into spans, first_time, last_time
        from same;
    end if;
    return jsonb_build_object(
        'person', for_person_id, 'holder', for_holder_id,
        'isOwn', exists (select from health.holder where holder.holder_id = for_holder_id and holder.person_id = for_person_id),
        'mayRead', access.may_read, 'mayWrite', access.may_write,
        'mayManage', access.may_manage, 'showsNames', access.shows_names, 'readsAll', access.reads_all and access.shows_names,
        'writesAll', access.writes_all, 'firstTime', first_time::text, 'lastTime', last_time::text, 'spans', coalesce(spans, '[]'));
end;
$$;

comment on function health.access_of(integer, integer, uuid) is
    'What a holder may do with the samples of a person. mayRead, mayWrite and mayManage are the rights. isOwn is true for the '
    'person''s own holder. readsAll and writesAll are true if neither types nor times are limited, and readsAll also needs names. If '
    'something is limited, spans has the types with the times that may be read and written, as in health.access_spans. '
    'All samples that may be read start between firstTime and lastTime.';

create function health.access_basis(for_person_id integer, for_holder_id integer, for_token_id uuid) returns uuid
language plpgsql stable parallel safe
set search_path = pg_catalog, pg_temp
set plan_cache_mode = force_generic_plan
as $$
begin
    return md5(
        (
            select coalesce(string_agg(access_grant.grant_id::text, ',' order by access_grant.grant_id), '')
            from health.access_grant
            where access_grant.person_id = for_person_id and access_grant.holder_id = for_holder_id
                and access_grant.revoked_at is null
                and (access_grant.expires_at is null or access_grant.expires_at > now())
        ) || (
            select coalesce(
                max(jsonb_build_array(
                    token.may_read, token.all_groups, token.groups, token.sample_type_ids, token.from_time, token.to_time,
                    token.shows_names)::text), '')
            from health.token
            where token.person_id = for_person_id and token.token_id = for_token_id
        ) || (
            select coalesce(
                string_agg(
                    sample_type.identifier || ' ' || sample_type.access_group, ',' order by sample_type.sample_type_id), '')
            from health.sample_type
            where sample_type.in_catalogue
        ))::uuid;
end;
$$;

comment on function health.access_basis(integer, integer, uuid) is
    'A digest of the inputs of health.access_of: the grants, the limits of the token, and the groups of the types of the catalogue. '
    'It does not change if a type appears that is not in the catalogue. Anchors contain it, so that they expire when the access changes.';

-- The policies call this function to find out who reads. It is one of these:
-- - the service, for a holder. It sets the role healthstore_reader and the setting
--   healthstore.access together.
-- - the owner of the store, who may read everything,
-- - the role of an analyst.
create function health.asker()
returns table (person_id integer, holder_id integer, is_own boolean, reads_all boolean, shows_names boolean, spans jsonb)
language plpgsql stable parallel safe security definer rows 5
set search_path = pg_catalog, pg_temp
set plan_cache_mode = force_generic_plan
as $$
declare
    only_id constant integer := nullif(current_setting('healthstore.person_id', true), '');
    access jsonb;
begin
    -- In this function current_user is the owner of the store, but the setting role is that of the
    -- session.
    if current_setting('role') = 'healthstore_reader' then
        access := nullif(current_setting('healthstore.access', true), '');
        if access is not null then
            return query select
                (access ->> 'person')::integer, (access ->> 'holder')::integer, (access ->> 'isOwn')::boolean,
                (access ->> 'readsAll')::boolean,
                (access ->> 'showsNames')::boolean, access -> 'spans';
        end if;
    elsif pg_has_role(session_user, current_user, 'usage') then
        return query
        select person.person_id, null::integer, false, true, true, '[]'::jsonb
        from health.person
        where (only_id is null or person.person_id = only_id) and person.erasing_since is null;
    else
        return query
        select
            granted.person_id, granted.holder_id, (effective.access ->> 'isOwn')::boolean,
            (effective.access ->> 'readsAll')::boolean,
            (effective.access ->> 'showsNames')::boolean, effective.access -> 'spans'
        from (
            select distinct access_grant.person_id, holder.holder_id
            from health.holder
            join health.access_grant on access_grant.holder_id = holder.holder_id
            where holder.role = session_user and (only_id is null or access_grant.person_id = only_id)
        ) granted
        -- "offset 0" keeps the planner from calling the function for each use of its result.
        cross join lateral (
            select health.access_of(granted.person_id, granted.holder_id, null) offset 0
        ) effective (access)
        where (effective.access ->> 'mayRead')::boolean or (effective.access ->> 'mayWrite')::boolean;
    end if;
end;
$$;

comment on function health.asker() is
    'What the user of this session may read: a row for each person of whom something may be read.';

-- A statement may call this function often: each start of an index scan calls it, such as each
-- look-up of a sample's metadata. So the function only finds the people who granted something, and
-- does not compute the access.
create or replace function health.granted_person_ids() returns integer[]
language plpgsql stable parallel safe security definer cost 1000
set search_path = pg_catalog, pg_temp
set plan_cache_mode = force_generic_plan
as $$
declare
    only_id constant integer := nullif(current_setting('healthstore.person_id', true), '');
    ids integer[];
begin
    -- The three cases are those of health.asker.
    if current_setting('role') = 'healthstore_reader' then
        ids := array_remove(array[nullif(current_setting('healthstore.reader', true), '')::integer], null);
    elsif pg_has_role(session_user, current_user, 'usage') then
        ids := array(
            select person.person_id
            from health.person
            where (only_id is null or person.person_id = only_id) and person.erasing_since is null);
    else
        ids := array(
            select access_grant.person_id
            from health.access_grant
            where access_grant.holder_id = (select holder.holder_id from health.holder where holder.role = session_user)
                and (only_id is null or access_grant.person_id = only_id)
                and (access_grant.may_read or access_grant.may_write) and access_grant.revoked_at is null
                and (access_grant.expires_at is null or access_grant.expires_at > now()));
    end if;
    -- The planner estimates the selectivity of a policy by the length of this array; see migration
    -- 0019.
    if cardinality(ids) between 1 and 199 then
        return ids || array_fill(ids[1], array[200 - cardinality(ids)]);
    end if;
    return ids;
end;
$$;

comment on function health.granted_person_ids() is
    'The people of whom the user of this session may read something. If there are fewer than 200, the first id is repeated, so that '
    'the array has 200 elements.';

create function health.reads_everything() returns boolean
language plpgsql stable parallel safe security definer cost 1000
set search_path = pg_catalog, pg_temp
set plan_cache_mode = force_generic_plan
as $$
begin
    -- The service takes this role only for holders that may not read everything.
    if current_setting('role') = 'healthstore_reader' then return false; end if;
    return coalesce((select bool_and(asker.reads_all) from health.asker()), false);
end;
$$;

comment on function health.reads_everything() is
    'True if the user of this session may read something of a person, and everything of each such person.';

create function health.fully_readable_person_ids() returns integer[]
language plpgsql stable parallel safe security definer cost 1000
set search_path = pg_catalog, pg_temp
set plan_cache_mode = force_generic_plan
as $$
begin
    -- As in health.reads_everything.
    if current_setting('role') = 'healthstore_reader' then return '{}'; end if;
    return array(select asker.person_id from health.asker() where asker.reads_all);
end;
$$;

comment on function health.fully_readable_person_ids() is
    'The people of whom the user of this session may read everything.';

create function health.named_person_ids() returns integer[]
language plpgsql stable parallel safe security definer cost 1000
set search_path = pg_catalog, pg_temp
set plan_cache_mode = force_generic_plan
as $$
begin
    return array(select asker.person_id from health.asker() where asker.shows_names);
end;
$$;

comment on function health.named_person_ids() is
    'The people whose names of sources and devices the user of this session may read.';

create function health.readable_types() returns table (person_id integer, sample_type_id integer)
language plpgsql stable parallel safe security definer cost 1000 rows 250
set search_path = pg_catalog, pg_temp
set plan_cache_mode = force_generic_plan
as $$
begin
    return query
    select asker.person_id, listed.sample_type_id
    from health.asker()
    cross join jsonb_to_recordset(asker.spans) as span (types jsonb, reads text)
    cross join unnest(translate(span.types::text, '[] ', '{}')::integer[]) as listed (sample_type_id)
    where not asker.reads_all and span.reads = '{(,)}';
end;
$$;

comment on function health.readable_types() is
    'The types whose samples the user of this session may read at all times. People of whom everything may be read are left out.';

create function health.readable_groups() returns table (person_id integer, access_group text)
language plpgsql stable parallel safe security definer cost 1000 rows 13
set search_path = pg_catalog, pg_temp
set plan_cache_mode = force_generic_plan
as $$
begin
    return query
    select readable.person_id, sample_type.access_group
    from health.readable_types() readable
    join health.sample_type on sample_type.sample_type_id = readable.sample_type_id
    where sample_type.in_catalogue
    group by 1, 2
    having count(*) = (
        select count(*) from health.sample_type other
        where other.in_catalogue and other.access_group = sample_type.access_group);
end;
$$;

comment on function health.readable_groups() is
    'The access groups all of whose types in the catalogue the user of this session may read at all times.';

create type health.readable_span as (
    person_id integer,
    sample_type_ids integer[],
    reads tstzmultirange,
    holder_id integer,
    is_own boolean,
    writes tstzmultirange
);
comment on type health.readable_span is 'A row of health.partly_readable_spans.';

-- Types with the same times are in one row, because health.is_covered reads all rows for a sample.
create function health.partly_readable_spans() returns setof health.readable_span
language plpgsql stable parallel safe security definer cost 1000 rows 2
set search_path = pg_catalog, pg_temp
set plan_cache_mode = force_generic_plan
as $$
begin
    return query
    select
        asker.person_id, translate(span.types::text, '[] ', '{}')::integer[], span.reads::tstzmultirange, asker.holder_id,
        asker.is_own, span.writes::tstzmultirange
    from health.asker()
    cross join jsonb_to_recordset(asker.spans) as span (types jsonb, reads text, writes text)
    where not asker.reads_all and span.reads <> '{(,)}';
end;
$$;

comment on function health.partly_readable_spans() is
    'The types whose samples the user of this session may not read at all times. Samples in reads may be read, and samples in writes '
    'if holder_id saved them. is_own is true if this is the person''s own holder.';

create function health.partly_readable_span(of_all_types boolean) returns tstzrange
language plpgsql stable parallel safe security definer cost 1000
set search_path = pg_catalog, pg_temp
set plan_cache_mode = force_generic_plan
as $$
begin
    if of_all_types then
        return coalesce((
            select range_merge(range_intersect_agg(span.reads))
            from health.partly_readable_spans() span
            -- If the types have several ranges, or none, in common, the policy uses
            -- health.is_covered.
            having range_intersect_agg(span.reads) <> '{}'
                and tstzmultirange(range_merge(range_intersect_agg(span.reads))) = range_intersect_agg(span.reads)), 'empty');
    end if;
    return coalesce((select range_merge(range_agg(span.reads)) from health.partly_readable_spans() span), 'empty');
end;
$$;

comment on function health.partly_readable_span(boolean) is
    'With true: a range of time in which the user of this session may read all types of health.partly_readable_types. With false: the '
    'shortest range that contains all times at which one of these types may be read.';

create function health.saved_span() returns tstzrange
language plpgsql stable parallel safe security definer cost 1000
set search_path = pg_catalog, pg_temp
set plan_cache_mode = force_generic_plan
as $$
begin
    return coalesce((
        select range_merge(range_agg(span.writes))
        from health.partly_readable_spans() span
        where not span.reads @> span.writes), 'empty');
end;
$$;

comment on function health.saved_span() is
    'The shortest range that contains all times at which the user of this session may read samples only because it saved them.';

create function health.is_covered(
    spans health.readable_span[], of_person_id integer, of_sample_type_id integer, row_start_time timestamptz, row_end_time timestamptz
) returns boolean
language plpgsql stable parallel safe cost 1000
set search_path = pg_catalog, pg_temp
as $$
declare
    span health.readable_span;
begin
    foreach span in array coalesce(spans, '{}') loop
        if span.person_id = of_person_id and of_sample_type_id = any (span.sample_type_ids)
            and span.reads @> row_start_time and span.reads @> tstzrange(row_start_time, row_end_time)
        then
            return true;
        end if;
    end loop;
    return false;
end;
$$;

comment on function health.is_covered(health.readable_span[], integer, integer, timestamptz, timestamptz) is
    'True if the times of the sample may be read in one of the spans. The spans are an argument, because a statement computes them '
    'once. A subquery in the place of this function would keep PostgreSQL from reading samples with several processes.';

create function health.is_covered_and_saved(
    spans health.readable_span[], of_person_id integer, of_sample_type_id integer, row_start_time timestamptz, row_end_time timestamptz,
    row_uuid uuid
) returns boolean
language plpgsql stable parallel safe cost 1000
set search_path = pg_catalog, pg_temp
as $$
declare
    span health.readable_span;
begin
    foreach span in array coalesce(spans, '{}') loop
        if span.person_id = of_person_id and of_sample_type_id = any (span.sample_type_ids)
            and span.writes @> row_start_time and span.writes @> tstzrange(row_start_time, row_end_time)
            and health.is_saved_by(of_person_id, row_uuid, span.holder_id)
        then
            return true;
        end if;
    end loop;
    return false;
end;
$$;

comment on function health.is_covered_and_saved(health.readable_span[], integer, integer, timestamptz, timestamptz, uuid) is
    'True if the times of the sample may be written in one of the spans, and the holder of the span saved the sample.';

create function health.partly_readable_types() returns table (person_id integer, sample_type_id integer)
language plpgsql stable parallel safe security definer cost 1000 rows 50
set search_path = pg_catalog, pg_temp
set plan_cache_mode = force_generic_plan
as $$
begin
    return query
    select span.person_id, listed.sample_type_id
    from health.partly_readable_spans() span
    cross join unnest(span.sample_type_ids) as listed (sample_type_id)
    where span.reads <> '{}'
        or exists (
            select from health.sample
            where sample.person_id = span.person_id and sample.holder_id = span.holder_id
                and sample.sample_type_id = listed.sample_type_id
                and span.writes @> sample.start_time and span.writes @> tstzrange(sample.start_time, sample.end_time)
            offset 0)
        or exists (
            select from health.sample_holder
            cross join lateral (
                select sample.start_time, sample.end_time from health.sample
                where sample.person_id = sample_holder.person_id and sample.uuid = sample_holder.uuid
                union all
                select deleted.start_time, deleted.end_time from health.deleted_sample deleted
                where deleted.person_id = sample_holder.person_id and deleted.uuid = sample_holder.uuid
                offset 0
            ) known
            where sample_holder.person_id = span.person_id and sample_holder.holder_id = span.holder_id
                and sample_holder.sample_type_id = listed.sample_type_id
                and span.writes @> known.start_time and span.writes @> tstzrange(known.start_time, known.end_time)
            offset 0)
        or exists (
            select from health.deleted_sample
            where deleted_sample.person_id = span.person_id and deleted_sample.holder_id = span.holder_id
                and deleted_sample.sample_type_id = listed.sample_type_id
                and span.writes @> deleted_sample.start_time
                and span.writes @> tstzrange(deleted_sample.start_time, deleted_sample.end_time)
            offset 0)
        -- The column holder_id of the own holder's samples is null. So any sample of the type
        -- counts here.
        or exists (
            select from health.holder where holder.holder_id = span.holder_id and holder.person_id = span.person_id
        ) and (
            exists (
                select from health.sample_extent
                where sample_extent.person_id = span.person_id and sample_extent.sample_type_id = listed.sample_type_id
                offset 0)
            or exists (
                select from health.deleted_sample
                where deleted_sample.person_id = span.person_id and deleted_sample.holder_id is null
                    and deleted_sample.sample_type_id = listed.sample_type_id
                offset 0));
end;
$$;

comment on function health.partly_readable_types() is
    'Types of which the user of this session may read only some samples: those of some times, or those that it saved.';

-- A holder saved a row if one of these is true:
-- - the column holder_id of the row is this holder,
-- - the column is null, and the holder is the person's own,
-- - health.sample_holder has a row with the holder and the sample.
create function health.is_of_holder(of_person_id integer, row_uuid uuid, row_holder_id integer, by_holder_id integer) returns boolean
language plpgsql stable parallel safe security definer cost 1000
set search_path = pg_catalog, pg_temp
set plan_cache_mode = force_generic_plan
as $$
begin
    -- The service may ask about any holder. An analyst may ask only about the analyst's holder and
    -- granted people.
    if current_setting('role') <> 'healthstore_reader'
        and not exists (
            select from health.holder
            join health.access_grant on access_grant.holder_id = holder.holder_id
            where holder.holder_id = by_holder_id and holder.role = session_user
                and access_grant.person_id = of_person_id and (access_grant.may_read or access_grant.may_write)
                and access_grant.revoked_at is null
                and (access_grant.expires_at is null or access_grant.expires_at > now()))
    then
        return false;
    end if;
    return coalesce(row_holder_id = by_holder_id, exists (
            select from health.holder where holder.holder_id = by_holder_id and holder.person_id = of_person_id))
        or exists (
            select from health.sample_holder
            where sample_holder.person_id = of_person_id and sample_holder.uuid = row_uuid
                and sample_holder.holder_id = by_holder_id);
end;
$$;

comment on function health.is_of_holder(integer, uuid, integer, integer) is
    'True if the holder of the last argument saved the row of the person with this uuid and holder_id. False for an analyst who asks '
    'about another holder.';

-- The policy of health.sample calls this function instead of reading holder_id. Otherwise it would
-- read the column for every sample, and sample_stream_idx does not have this column.
create function health.is_saved_by(of_person_id integer, row_uuid uuid, by_holder_id integer) returns boolean
language plpgsql stable parallel safe security definer cost 1000
set search_path = pg_catalog, pg_temp
set plan_cache_mode = force_generic_plan
as $$
begin
    return coalesce((
        select bool_or(health.is_of_holder(of_person_id, row_uuid, known.holder_id, by_holder_id))
        from (
            select sample.holder_id from health.sample where sample.person_id = of_person_id and sample.uuid = row_uuid
            union all
            select deleted.holder_id from health.deleted_sample deleted
            where deleted.person_id = of_person_id and deleted.uuid = row_uuid
        ) known), false);
end;
$$;

comment on function health.is_saved_by(integer, uuid, integer) is
    'True if the holder saved the sample, which may be deleted, as health.is_of_holder decides.';

create function health.readable_source_types()
returns table (person_id integer, source_id integer, device_id integer, sample_type_id integer)
language plpgsql stable parallel safe security definer cost 1000 rows 100
set search_path = pg_catalog, pg_temp
set plan_cache_mode = force_generic_plan
as $$
#variable_conflict use_column
begin
    return query
    with recursive span as materialized (
        select * from health.partly_readable_spans()
    ), type as materialized (
        select readable.person_id, readable.sample_type_id from health.readable_types() readable
        union all
        select span.person_id, unnest(span.sample_type_ids)
        from span
        -- For the person's own holder, samples are not compared with a holder; see
        -- health.partly_readable_types.
        where span.reads <> '{}'
            or exists (
                select from health.holder where holder.holder_id = span.holder_id and holder.person_id = span.person_id)
    ), holder as (
        select distinct span.person_id, span.holder_id from span where span.reads = '{}'
    ), alone as (
        -- The recursion finds each type, revision and device of the holder's samples by one look-up
        -- in the index.
        select holder.person_id, holder.holder_id, first.*
        from holder
        cross join lateral (
            select sample.sample_type_id, sample.source_revision_id, coalesce(sample.device_id, 0) as device_id
            from health.sample
            where sample.person_id = holder.person_id and sample.holder_id = holder.holder_id
            order by sample.sample_type_id, sample.source_revision_id, coalesce(sample.device_id, 0)
            limit 1
        ) first
        union all
        select alone.person_id, alone.holder_id, next.*
        from alone
        cross join lateral (
            select sample.sample_type_id, sample.source_revision_id, coalesce(sample.device_id, 0)
            from health.sample
            where sample.person_id = alone.person_id and sample.holder_id = alone.holder_id
                and (sample.sample_type_id, sample.source_revision_id, coalesce(sample.device_id, 0))
                    > (alone.sample_type_id, alone.source_revision_id, alone.device_id)
            order by sample.sample_type_id, sample.source_revision_id, coalesce(sample.device_id, 0)
            limit 1
        ) next
    ), shared as (
        select holder.person_id, holder.holder_id, first.*
        from holder
        cross join lateral (
            select sample_holder.sample_type_id, sample_holder.source_revision_id, coalesce(sample_holder.device_id, 0) as device_id
            from health.sample_holder
            where sample_holder.person_id = holder.person_id and sample_holder.holder_id = holder.holder_id
                and sample_holder.source_revision_id is not null
            order by sample_holder.sample_type_id, sample_holder.source_revision_id, coalesce(sample_holder.device_id, 0)
            limit 1
        ) first
        union all
        select shared.person_id, shared.holder_id, next.*
        from shared
        cross join lateral (
            select sample_holder.sample_type_id, sample_holder.source_revision_id, coalesce(sample_holder.device_id, 0)
            from health.sample_holder
            where sample_holder.person_id = shared.person_id and sample_holder.holder_id = shared.holder_id
                and sample_holder.source_revision_id is not null
                and (sample_holder.sample_type_id, sample_holder.source_revision_id, coalesce(sample_holder.device_id, 0))
                    > (shared.sample_type_id, shared.source_revision_id, shared.device_id)
            order by sample_holder.sample_type_id, sample_holder.source_revision_id, coalesce(sample_holder.device_id, 0)
            limit 1
        ) next
    ), saved as (
        select * from alone union select * from shared
    ), owned as materialized (
        -- One search of an index for each person. A join could read the rows of all people.
        select person.person_id, listed.*
        from (select distinct type.person_id from type) person
        cross join lateral (
            select source_type.source_id, null::integer as device_id, source_type.sample_type_id
            from health.source_type
            where source_type.person_id = person.person_id
            union all
            select null, device_type.device_id, device_type.sample_type_id
            from health.device_type
            where device_type.person_id = person.person_id
            offset 0
        ) listed
    )
    select owned.person_id, owned.source_id, owned.device_id, owned.sample_type_id
    from owned
    where (owned.person_id, owned.sample_type_id) in (select type.person_id, type.sample_type_id from type)
    union all
    select saved.person_id, revision.source_id, saved.device_id, saved.sample_type_id
    from saved
    join span on span.person_id = saved.person_id and span.reads = '{}' and saved.sample_type_id = any (span.sample_type_ids)
    cross join lateral (
        select source_revision.source_id
        from health.source_revision
        where source_revision.person_id = saved.person_id and source_revision.source_revision_id = saved.source_revision_id
        offset 0
    ) revision;
end;
$$;

comment on function health.readable_source_types() is
    'The sources and devices that have samples which the user of this session may read, and the types of these samples. It leaves '
    'out people of whom the user may read everything.';

create function health.readable_name_ids(of_units boolean) returns integer[]
language plpgsql stable parallel safe security definer cost 1000
set search_path = pg_catalog, pg_temp
set plan_cache_mode = force_generic_plan
as $$
begin
    if of_units then
        return array(
            select person_unit.unit_id
            from health.asker()
            join health.person_unit on person_unit.person_id = asker.person_id
            join health.unit on unit.unit_id = person_unit.unit_id
            where not unit.in_catalogue
                and (
                    asker.reads_all
                    or exists (
                        select from health.unit_type
                        where unit_type.person_id = asker.person_id and unit_type.unit_id = person_unit.unit_id
                            and (
                                (unit_type.person_id, unit_type.sample_type_id) in (
                                    select readable.person_id, readable.sample_type_id from health.readable_types() readable)
                                or (unit_type.person_id, unit_type.sample_type_id) in (
                                    select partly.person_id, partly.sample_type_id from health.partly_readable_types() partly))
                        offset 0)));
    end if;
    return array(
        select person_sample_type.sample_type_id
        from health.asker()
        join health.person_sample_type on person_sample_type.person_id = asker.person_id
        where asker.reads_all
            or (person_sample_type.person_id, person_sample_type.sample_type_id) in (
                select readable.person_id, readable.sample_type_id from health.readable_types() readable)
            or (person_sample_type.person_id, person_sample_type.sample_type_id) in (
                select partly.person_id, partly.sample_type_id from health.partly_readable_types() partly));
end;
$$;

comment on function health.readable_name_ids(boolean) is
    'The types, or the units, that are not in the catalogue and have samples that the user of this session may read.';

-- With these functions, a user could ask about the access of any holder. Only the owner may call
-- them.
revoke execute on function
    health.access_spans(integer, integer, uuid), health.group_spans(integer, integer, uuid),
    health.access_of(integer, integer, uuid), health.access_basis(integer, integer, uuid)
from public;

-- No function reads this table any more.
drop table health.analyst_grant;
