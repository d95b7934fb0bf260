-- Who may read and write what: holders, their grants, and tokens that narrow them.
--
-- health.access_of computes what a holder may do with a person's samples. The service and the
-- policies of all personal tables take their answer from it, so that HTTP and SQL cannot differ.

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
    'Somebody or something that may be granted access: a person, an app, a device, or the SQL role of an analyst. '
    'Each person has a holder of their own.';
comment on column health.holder.holder_id is 'Never given to another holder.';
comment on column health.holder.person_id is 'The person whose own holder this is; null for any other holder.';
comment on column health.holder.name is 'The operator''s name of the holder; null for a person''s own holder, which has the person''s name.';
comment on column health.holder.role is 'The SQL role that reads with the grants of this holder; null if there is none.';
comment on column health.holder.created_at is 'The time of creation.';

insert into health.holder (person_id) select person_id from health.person order by person_id;
-- A name belongs to one person or holder, so an analyst with a person's name gets another one.
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
    'What a holder may do with the samples of a person. Several grants of one holder add up. A row is never changed except by '
    'its revocation.';
comment on column health.access_grant.person_id is 'The person whose samples the grant is about.';
comment on column health.access_grant.grant_id is 'Identifies the grant.';
comment on column health.access_grant.holder_id is 'The holder who receives the rights.';
comment on column health.access_grant.preset is 'The preset by which the grant was written, such as family; null if there is none.';
comment on column health.access_grant.may_read is 'Whether the holder may read the samples.';
comment on column health.access_grant.may_write is
    'Whether the holder may save and delete samples. A holder that may only write reads the samples that it wrote.';
comment on column health.access_grant.may_manage is 'Whether the holder may grant access to others and change the person''s settings.';
comment on column health.access_grant.all_groups is
    'Whether the grant covers the types of every access group except reproductive, clinical and routes.';
comment on column health.access_grant.groups is 'Access groups that the grant covers besides; reproductive, clinical and routes only if they are listed here.';
comment on column health.access_grant.sample_type_ids is 'Types that the grant covers besides.';
comment on column health.access_grant.from_time is 'Covered samples start at or after this instant; null for no limit.';
comment on column health.access_grant.to_time is 'Covered samples end at or before this instant; null for no limit.';
comment on column health.access_grant.shows_names is 'Whether the names of sources and devices may be read.';
comment on column health.access_grant.granted_by is 'The holder who granted it; null for the operator.';
comment on column health.access_grant.granted_at is 'The time of the grant.';
comment on column health.access_grant.expires_at is 'The instant at which the grant ends; null if it has no end.';
comment on column health.access_grant.revoked_at is 'The time of the revocation; null if it was not revoked.';
comment on index health.access_grant_holder_idx is 'Finds the people who granted a holder something.';

-- Every present token and analyst keeps its rights.
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
    'Credentials of holders. Each speaks for one holder about one person and can only narrow the grants of the holder.';
comment on column health.token.person_id is 'The person whose samples the token is about.';
comment on column health.token.holder_id is 'The holder who presents the token.';
comment on column health.token.kind is
    'token (an Authorization header), session (a cookie of the page) or login (a link that makes one session).';
comment on column health.token.may_read is 'False if the token may not read what the grants let the holder read.';
comment on column health.token.may_write is 'False if the token may not write.';
comment on column health.token.may_manage is 'False if the token may not manage.';
comment on column health.token.all_groups is
    'Null if the token does not narrow the types of the grants. Otherwise the token covers only the types that this column, '
    'groups and sample_type_ids name, as in health.access_grant.';
comment on column health.token.groups is 'Access groups that the token covers; see all_groups.';
comment on column health.token.sample_type_ids is 'Types that the token covers; see all_groups.';
comment on column health.token.from_time is 'The token covers samples that start at or after this instant; null for no limit.';
comment on column health.token.to_time is 'The token covers samples that end at or before this instant; null for no limit.';
comment on column health.token.shows_names is 'False if the token may not read the names of sources and devices.';
comment on column health.token.expires_at is 'The instant at which the token ends; null if it has no end.';
comment on index health.token_holder_idx is 'Finds the tokens of a holder.';

-- MARK: Facts that policies need

alter table health.sample_type add column access_group text not null default 'other';
comment on column health.sample_type.access_group is
    'The group by which access is granted: activity, heart, sleep, body, nutrition, respiratory, mobility, hearing, mind, '
    'reproductive, clinical, routes or other. A type that is not in the catalogue is in other.';

alter table health.sample add column holder_id integer;
comment on column health.sample.holder_id is
    'The holder who saved the sample; null for the person''s own holder, and for samples of versions that did not record it.';

-- Of the few samples that other holders saved: what each of them saved, without reading the samples between.
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
comment on column health.deleted_sample.holder_id is 'The holder who had saved the sample, as in health.sample.';

create index deleted_sample_holder_idx on health.deleted_sample (person_id, holder_id, sample_type_id) where holder_id is not null;
comment on index health.deleted_sample_holder_idx is 'Finds the types of the deleted samples that a holder had saved.';

create table health.source_type (
    person_id integer not null,
    source_id integer not null,
    sample_type_id integer not null,
    constraint source_type_pkey primary key (person_id, source_id, sample_type_id)
);
comment on table health.source_type is
    'The types of which each source has or had samples. Who may read none of the types is not shown the source.';
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
    'The types of which each device has or had samples. Who may read none of the types is not shown the device.';
comment on column health.device_type.person_id is 'The person to whom the device belongs.';
comment on column health.device_type.device_id is 'The device, in health.device.';
comment on column health.device_type.sample_type_id is 'The type, in health.sample_type.';

-- Reads every sample once: 10 million samples take about 5 seconds.
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

-- Names of types and units that are in no catalogue are personal: health.person_sample_type and health.person_unit say
-- who has them.
insert into health.person_sample_type (person_id, sample_type_id)
select distinct person_id, sample_type_id
from health.deleted_sample
join health.sample_type using (sample_type_id)
where not in_catalogue
on conflict do nothing;

insert into health.person_unit (person_id, unit_id)
select distinct person_id, sent_unit_id from health.sample where sent_unit_id is not null
on conflict do nothing;

alter table health.unit add column in_catalogue boolean not null default false;
comment on column health.unit.in_catalogue is
    'Whether HealthKit''s grammar of units has the unit. Any other unit is shown only to those who may read samples in it.';

create table health.source_kind (
    person_id integer not null,
    source_id integer not null,
    was_user_entered boolean not null,
    source_class text not null,
    label text not null,
    constraint source_kind_pkey primary key (person_id, source_id)
);
comment on table health.source_kind is
    'What is shown of a source where its name is hidden. health.source has the same columns and the name.';
comment on column health.source_kind.person_id is 'The person to whom the source belongs.';
comment on column health.source_kind.source_id is 'The source, in health.source.';
comment on column health.source_kind.was_user_entered is 'As in health.source.';
comment on column health.source_kind.source_class is 'As in health.source.';
comment on column health.source_kind.label is 'Shown in place of the name: Source and six random hexadecimal digits.';

insert into health.source_kind (person_id, source_id, was_user_entered, source_class, label)
select person_id, source_id, was_user_entered, source_class, 'Source ' || left(md5(gen_random_uuid()::text), 6)
from health.source;

-- MARK: Name spaces

create table health.sample_holder (
    person_id integer not null,
    uuid uuid not null,
    holder_id integer not null,
    constraint sample_holder_pkey primary key (person_id, uuid, holder_id)
);
comment on table health.sample_holder is
    'Further holders who saved a sample, with the same content: those whom health.sample and health.deleted_sample do not name. '
    'Only holders who may not read everything have rows, so that they read the sample as their own.';
comment on column health.sample_holder.person_id is 'The person to whom the sample belongs.';
comment on column health.sample_holder.uuid is 'The sample, in health.sample or health.deleted_sample.';
comment on column health.sample_holder.holder_id is 'The holder, also if it is the person''s own.';

-- Each holder has keys, anchors, runs and uploads of its own. What exists belongs to the person's
-- own holder.
alter table health.idempotency_key add column holder_id integer;
update health.idempotency_key set holder_id = holder.holder_id
from health.holder where holder.person_id = idempotency_key.person_id;
alter table health.idempotency_key
    alter column holder_id set not null,
    drop constraint idempotency_key_pkey,
    add constraint idempotency_key_pkey primary key (person_id, holder_id, key),
    add constraint idempotency_key_holder_fkey foreign key (holder_id) references health.holder (holder_id) on delete cascade;
comment on column health.idempotency_key.holder_id is 'The holder who sent the batch; a key means nothing to other holders.';

alter table health.client_anchor add column holder_id integer;
update health.client_anchor set holder_id = holder.holder_id
from health.holder where holder.person_id = client_anchor.person_id;
alter table health.client_anchor
    alter column holder_id set not null,
    drop constraint client_anchor_pkey,
    add constraint client_anchor_pkey primary key (person_id, holder_id, device, types_sha256),
    add constraint client_anchor_holder_fkey foreign key (holder_id) references health.holder (holder_id) on delete cascade;
comment on column health.client_anchor.holder_id is 'The holder who stored the anchor; other holders do not see it.';

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
comment on column health.client_session.holder_id is 'The holder whose automation it is; other holders have runs of their own.';

alter table health.import add column holder_id integer, add column token_id uuid;
update health.import set holder_id = holder.holder_id from health.holder where holder.person_id = import.person_id;
alter table health.import alter column holder_id set not null;
comment on column health.import.holder_id is 'The holder who imports; the person''s own for an import of the command line.';
comment on column health.import.token_id is
    'The token with which the file was uploaded, which limits what is imported; null for an import of the command line.';

alter table health.import_upload add column holder_id integer;
update health.import_upload set holder_id = holder.holder_id from health.holder where holder.person_id = import_upload.person_id;
alter table health.import_upload alter column holder_id set not null;
drop index health.import_upload_key_idx;
create unique index import_upload_key_idx on health.import_upload (person_id, holder_id, idempotency_key);
comment on column health.import_upload.holder_id is 'As health.import.holder_id.';
comment on index health.import_upload_key_idx is 'A key of a holder is the name of one upload.';

-- MARK: The secret of the store

create table health.store_secret (
    is_only boolean not null default true,
    secret bytea not null,
    constraint store_secret_pkey primary key (is_only),
    constraint store_secret_only_check check (is_only),
    constraint store_secret_length_check check (octet_length(secret) = 32)
);
comment on table health.store_secret is
    'The key with which the service encrypts the anchors of holders who may not read everything. One row.';
comment on column health.store_secret.is_only is 'Always true, so that a second row is impossible.';
comment on column health.store_secret.secret is '32 random bytes. Without them, anchors of such holders are invalid.';

-- PostgreSQL has no random bytes without an extension. Each uuid has 122 random bits.
insert into health.store_secret (secret)
select sha256(uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid()));

-- MARK: Access log

create sequence health.access_log_entry_id_seq as bigint;
comment on sequence health.access_log_entry_id_seq is 'The ids of entries of the access log.';

create table health.access_log (
    person_id integer not null,
    requested_at timestamptz not null,
    entry_id bigint not null default nextval('health.access_log_entry_id_seq'),
    holder_id integer not null,
    credential_kind text not null,
    credential_id uuid,
    method text not null,
    route text,
    sample_types text[] not null default '{}',
    asked_from text,
    asked_to text,
    status smallint,
    answer_bytes bigint not null,
    constraint access_log_pkey primary key (person_id, requested_at, entry_id)
);
alter sequence health.access_log_entry_id_seq owned by health.access_log.entry_id;

comment on table health.access_log is
    'The requests about each person: who asked what, and no values. Entries are written up to some seconds after the answer, and deleted '
    'after the days that healthstore serve --access-log-days says.';
comment on column health.access_log.person_id is 'The person about whom the request was.';
comment on column health.access_log.requested_at is 'The time at which the request came.';
comment on column health.access_log.entry_id is 'Distinguishes entries of the same time.';
comment on column health.access_log.holder_id is 'The holder who sent the request.';
comment on column health.access_log.credential_kind is 'token, session, or proxy for a holder that a trusted proxy named.';
comment on column health.access_log.credential_id is 'The id of the token or session, in health.token; null if there is none.';
comment on column health.access_log.method is 'The method of HTTP.';
comment on column health.access_log.route is 'The pattern of the path, such as /v1/workouts/{uuid}; null if the path has none.';
comment on column health.access_log.sample_types is 'The identifiers of the types that the query names.';
comment on column health.access_log.asked_from is 'The parameter from of the query, as it was sent; null if it is missing or malformed.';
comment on column health.access_log.asked_to is 'The parameter to of the query, as it was sent; null if it is missing or malformed.';
comment on column health.access_log.status is 'The status of the answer; null if the client left before it was sent.';
comment on column health.access_log.answer_bytes is 'The bytes of the body of the answer.';

-- MARK: Erased people

alter table health.person add column erasing_since timestamptz;
comment on column health.person.erasing_since is
    'Null, or when the erasing of the person began. Such a person can neither be read nor written, and is gone when all rows are deleted.';

create table health.erased_person (
    uuid uuid not null,
    erased_at timestamptz not null default now(),
    constraint erased_person_pkey primary key (uuid)
);
comment on table health.erased_person is
    'The uuids of erased people, without their names. The program keeps the same list in a file beside the database, and erases these '
    'people again after an older backup of the database was restored.';
comment on column health.erased_person.uuid is 'The uuid that the person had in health.person.';
comment on column health.erased_person.erased_at is 'When the erasing began.';

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
    'Credentials of operators, who add, rename, list and erase people over HTTP. They never read health data.';
comment on column health.operator_token.token_id is 'The part of the token that finds its row.';
comment on column health.operator_token.secret_sha256 is 'SHA-256 of the secret. The secret itself is stored nowhere.';
comment on column health.operator_token.name is 'The operator''s name of the token.';
comment on column health.operator_token.created_at is 'The time of creation.';
comment on column health.operator_token.expires_at is 'The instant at which the token ends; null if it has no end.';
comment on column health.operator_token.last_used_at is 'The time of the last request with the token, to within a minute; null if there was none.';
comment on column health.operator_token.revoked_at is 'The time of the revocation; null if it was not revoked.';

-- MARK: The rule

-- The functions below run with the rights of the owner. Their bodies are text, which depends on no
-- table, so that tables whose policies call them can be distributed over machines.

create function health.special_access_groups() returns text[]
language sql immutable parallel safe
return '{clinical,reproductive,routes}'::text[];

comment on function health.special_access_groups() is
    'The access groups that no grant covers unless it names them.';

create function health.access_spans(for_person_id integer, for_holder_id integer, for_token_id uuid)
returns table (sample_type_id integer, reads tstzmultirange, writes tstzmultirange)
language plpgsql stable parallel safe
set search_path = pg_catalog, pg_temp
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
        -- A token is valid for its own person and holder alone.
        where for_token_id is null or narrowing.token_id is not null
    )
    select
        covered.sample_type_id,
        coalesce(range_agg(covered.span) filter (where covered.may_read), '{}'),
        coalesce(range_agg(covered.span) filter (where covered.may_write), '{}')
    from covered
    where covered.may_read or covered.may_write
    group by covered.sample_type_id;
end;
$$;

comment on function health.access_spans(integer, integer, uuid) is
    'What a holder may do with the samples of a person, by type: the times that may be read and those that may be written. A sample '
    'is covered if it lies in them as a whole. A token id leaves what that token covers; an unknown, revoked or expired one leaves nothing.';

create function health.group_spans(for_person_id integer, for_holder_id integer, for_token_id uuid)
returns table (access_group text, reads tstzmultirange, writes tstzmultirange)
language plpgsql stable parallel safe
set search_path = pg_catalog, pg_temp
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
    where covered.may_read or covered.may_write
    group by covered.access_group;
end;
$$;

comment on function health.group_spans(integer, integer, uuid) is
    'As health.access_spans, for whole access groups: what holds for types of a group that the store does not have yet, and for '
    'elements of exports that count as part of a group.';

create function health.access_of(for_person_id integer, for_holder_id integer, for_token_id uuid) returns jsonb
language plpgsql stable parallel safe
set search_path = pg_catalog, pg_temp
as $$
declare
    access record;
    spans jsonb;
begin
    select
        coalesce(bool_or(granted.may_read), false) and coalesce(bool_and(narrowing.may_read), true) as may_read,
        coalesce(bool_or(granted.may_write), false) and coalesce(bool_and(narrowing.may_write), true) as may_write,
        coalesce(bool_or(granted.may_manage), false) and coalesce(bool_and(narrowing.may_manage), true) as may_manage,
        -- One grant that hides names hides them, because a source has samples of several types.
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
    -- A holder who reads everything without names reads through the policies, too.
    if not (access.reads_all and access.shows_names and (access.writes_all or not access.may_write)) then
        select coalesce(jsonb_agg(jsonb_build_object('types', types, 'reads', reads::text, 'writes', writes::text)), '[]')
        into spans
        from (
            select jsonb_agg(spans.sample_type_id order by spans.sample_type_id) as types, spans.reads, spans.writes
            from health.access_spans(for_person_id, for_holder_id, for_token_id) spans
            group by spans.reads, spans.writes
        ) same;
    end if;
    return jsonb_build_object(
        'person', for_person_id, 'holder', for_holder_id,
        'isOwn', exists (select from health.holder where holder.holder_id = for_holder_id and holder.person_id = for_person_id),
        'mayRead', access.may_read, 'mayWrite', access.may_write,
        'mayManage', access.may_manage, 'showsNames', access.shows_names, 'readsAll', access.reads_all and access.shows_names,
        'writesAll', access.writes_all, 'spans', coalesce(spans, '[]'));
end;
$$;

comment on function health.access_of(integer, integer, uuid) is
    'What a holder may do with the samples of a person: the rights; isOwn for the person''s own holder; readsAll and writesAll for '
    'no limit of types and times; otherwise spans, a list of types with the times that may be read and written, as in health.access_spans.';

create function health.access_basis(for_person_id integer, for_holder_id integer, for_token_id uuid) returns uuid
language plpgsql stable parallel safe
set search_path = pg_catalog, pg_temp
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
    'Identifies what health.access_of follows from: the grants, what the token narrows, and the groups of the types of the '
    'catalogue. A type of no catalogue that appears later leaves it as it is.';

-- Who asks: the service for a holder (the role healthstore_reader and the setting healthstore.access, which the service sets
-- together); the owner of the store, who may read everything; or the role of an analyst.
create function health.asker()
returns table (person_id integer, holder_id integer, is_own boolean, reads_all boolean, shows_names boolean, spans jsonb)
language plpgsql stable parallel safe security definer rows 5
set search_path = pg_catalog, pg_temp
as $$
declare
    only_id constant integer := nullif(current_setting('healthstore.person_id', true), '');
    access jsonb;
begin
    -- Inside, current_user is the owner of the store; the setting role is the caller's.
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
    'What the user of this session may read: a row for each person.';

-- An index scan calls it at each of its starts, for example once for each sample of which it looks up the metadata. So it
-- does not compute what is granted, only whether something is.
create or replace function health.granted_person_ids() returns integer[]
language plpgsql stable parallel safe security definer cost 1000
set search_path = pg_catalog, pg_temp
as $$
declare
    only_id constant integer := nullif(current_setting('healthstore.person_id', true), '');
    ids integer[];
begin
    -- As in health.asker.
    if current_setting('role') = 'healthstore_reader' then
        ids := array_remove(array[nullif(current_setting('healthstore.reader', true), '')::integer], null);
    elsif pg_has_role(session_user, current_user, 'usage') then
        ids := array(select person.person_id from health.person where only_id is null or person.person_id = only_id);
    else
        ids := array(
            select access_grant.person_id
            from health.access_grant
            where access_grant.holder_id = (select holder.holder_id from health.holder where holder.role = session_user)
                and (only_id is null or access_grant.person_id = only_id)
                and (access_grant.may_read or access_grant.may_write) and access_grant.revoked_at is null
                and (access_grant.expires_at is null or access_grant.expires_at > now()));
    end if;
    -- The planner estimates the selectivity of a policy by the length of this array; see migration 0019.
    if cardinality(ids) between 1 and 199 then
        return ids || array_fill(ids[1], array[200 - cardinality(ids)]);
    end if;
    return ids;
end;
$$;

comment on function health.granted_person_ids() is
    'The people of whom the user of this session may read something; the first is repeated until there are 200.';

create function health.reads_everything() returns boolean
language plpgsql stable parallel safe security definer cost 1000
set search_path = pg_catalog, pg_temp
as $$
begin
    return coalesce((select bool_and(asker.reads_all) from health.asker()), false);
end;
$$;

comment on function health.reads_everything() is
    'Whether the user of this session may read everything of all people of whom the user may read something.';

create function health.fully_readable_person_ids() returns integer[]
language plpgsql stable parallel safe security definer cost 1000
set search_path = pg_catalog, pg_temp
as $$
begin
    return array(select asker.person_id from health.asker() where asker.reads_all);
end;
$$;

comment on function health.fully_readable_person_ids() is
    'The people of whom the user of this session may read everything.';

create function health.named_person_ids() returns integer[]
language plpgsql stable parallel safe security definer cost 1000
set search_path = pg_catalog, pg_temp
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
    'The types whose samples the user of this session may read at all times; without the people of whom everything may be read.';

create function health.readable_groups() returns table (person_id integer, access_group text)
language plpgsql stable parallel safe security definer cost 1000 rows 13
set search_path = pg_catalog, pg_temp
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
    'The access groups of which the user of this session may read all types of the catalogue at all times.';

-- Types with the same times are one row, because the policy of health.sample reads the rows for each sample.
create function health.partly_readable_spans()
returns table (person_id integer, sample_type_ids integer[], reads tstzmultirange, holder_id integer, writes tstzmultirange)
language plpgsql stable parallel safe security definer cost 1000 rows 2
set search_path = pg_catalog, pg_temp
as $$
begin
    return query
    select
        asker.person_id, translate(span.types::text, '[] ', '{}')::integer[], span.reads::tstzmultirange, asker.holder_id,
        span.writes::tstzmultirange
    from health.asker()
    cross join jsonb_to_recordset(asker.spans) as span (types jsonb, reads text, writes text)
    where not asker.reads_all and span.reads <> '{(,)}';
end;
$$;

comment on function health.partly_readable_spans() is
    'The types whose samples the user of this session may read at some times (reads), or only those that holder_id saved (within writes).';

create function health.partly_readable_span(of_all_types boolean) returns tstzrange
language plpgsql stable parallel safe security definer cost 1000
set search_path = pg_catalog, pg_temp
as $$
begin
    if of_all_types then
        return coalesce((
            select range_merge(range_intersect_agg(span.reads))
            from health.partly_readable_spans() span
            -- Several ranges, or none, leave the question to partly_readable_spans.
            having range_intersect_agg(span.reads) <> '{}'
                and tstzmultirange(range_merge(range_intersect_agg(span.reads))) = range_intersect_agg(span.reads)), 'empty');
    end if;
    return coalesce((
        select range_merge(range_agg(part))
        from health.partly_readable_spans() span
        cross join unnest(span.reads + span.writes) as part), 'empty');
end;
$$;

comment on function health.partly_readable_span(boolean) is
    'With true a time in which the user of this session may read all types of health.partly_readable_types, with false the shortest '
    'time that contains all that may be read of them.';

create function health.partly_readable_types() returns table (person_id integer, sample_type_id integer)
language plpgsql stable parallel safe security definer cost 1000 rows 50
set search_path = pg_catalog, pg_temp
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
            offset 0)
        or exists (
            select from health.deleted_sample
            where deleted_sample.person_id = span.person_id and deleted_sample.holder_id = span.holder_id
                and deleted_sample.sample_type_id = listed.sample_type_id
            offset 0);
end;
$$;

comment on function health.partly_readable_types() is
    'The types whose samples the user of this session may read at some times, or of which the user has saved samples.';

-- A holder saved a row if the row names the holder, or names none and the holder is the person's own, or if health.sample_holder
-- names the holder, too.
create function health.is_of_holder(of_person_id integer, row_uuid uuid, row_holder_id integer, by_holder_id integer) returns boolean
language plpgsql stable parallel safe security definer cost 1000
set search_path = pg_catalog, pg_temp
as $$
begin
    -- The service sets the holder itself. Any other user asks about the own holder alone.
    if current_setting('role') <> 'healthstore_reader'
        and not exists (select from health.holder where holder.holder_id = by_holder_id and holder.role = session_user)
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
    'Whether the user of this session, who is the last holder, saved the row of the person with this uuid and holder_id.';

-- A column of health.sample in a policy would be read for every sample, and the index of the stream does not have it.
create function health.is_saved_by(of_person_id integer, sample_uuid uuid, by_holder_id integer) returns boolean
language plpgsql stable parallel safe security definer cost 1000
set search_path = pg_catalog, pg_temp
as $$
begin
    return coalesce((
        select health.is_of_holder(of_person_id, sample_uuid, sample.holder_id, by_holder_id)
        from health.sample
        where sample.person_id = of_person_id and sample.uuid = sample_uuid), false);
end;
$$;

comment on function health.is_saved_by(integer, uuid, integer) is
    'Whether the user of this session, who is this holder, saved the sample.';

create function health.readable_source_types()
returns table (person_id integer, source_id integer, device_id integer, sample_type_id integer)
language plpgsql stable parallel safe security definer cost 1000 rows 100
set search_path = pg_catalog, pg_temp
as $$
#variable_conflict use_column
begin
    return query
    with recursive span as materialized (
        select * from health.partly_readable_spans()
    ), type as materialized (
        select readable.person_id, readable.sample_type_id from health.readable_types() readable
        union all
        select span.person_id, unnest(span.sample_type_ids) from span where span.reads <> '{}'
    ), saved as (
        -- One probe of the index for each type, revision and device of the samples that the holder saved.
        select holder.person_id, holder.holder_id, first.*
        from (select distinct span.person_id, span.holder_id from span where span.reads = '{}') holder
        cross join lateral (
            select sample.sample_type_id, sample.source_revision_id, coalesce(sample.device_id, 0) as device_id
            from health.sample
            where sample.person_id = holder.person_id and sample.holder_id = holder.holder_id
            order by sample.sample_type_id, sample.source_revision_id, coalesce(sample.device_id, 0)
            limit 1
        ) first
        union all
        select saved.person_id, saved.holder_id, next.*
        from saved
        cross join lateral (
            select sample.sample_type_id, sample.source_revision_id, coalesce(sample.device_id, 0)
            from health.sample
            where sample.person_id = saved.person_id and sample.holder_id = saved.holder_id
                and (sample.sample_type_id, sample.source_revision_id, coalesce(sample.device_id, 0))
                    > (saved.sample_type_id, saved.source_revision_id, saved.device_id)
            order by sample.sample_type_id, sample.source_revision_id, coalesce(sample.device_id, 0)
            limit 1
        ) next
    )
    select source_type.person_id, source_type.source_id, null::integer, source_type.sample_type_id
    from health.source_type
    join type on type.person_id = source_type.person_id and type.sample_type_id = source_type.sample_type_id
    union all
    select device_type.person_id, null, device_type.device_id, device_type.sample_type_id
    from health.device_type
    join type on type.person_id = device_type.person_id and type.sample_type_id = device_type.sample_type_id
    union all
    select saved.person_id, source_revision.source_id, saved.device_id, saved.sample_type_id
    from saved
    join span on span.person_id = saved.person_id and span.reads = '{}' and saved.sample_type_id = any (span.sample_type_ids)
    join health.source_revision
        on source_revision.person_id = saved.person_id and source_revision.source_revision_id = saved.source_revision_id;
end;
$$;

comment on function health.readable_source_types() is
    'The types of the sources and devices of which the user of this session may read samples; without the people of whom everything '
    'may be read.';

-- The names of types and units that are in no catalogue.
create function health.readable_name_ids(of_units boolean) returns integer[]
language plpgsql stable parallel safe security definer cost 1000
set search_path = pg_catalog, pg_temp
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
                    -- Only types that are in no catalogue have samples in such units.
                    or exists (
                        select from health.person_sample_type
                        join health.sample on sample.person_id = person_sample_type.person_id
                            and sample.sample_type_id = person_sample_type.sample_type_id
                        where person_sample_type.person_id = asker.person_id and sample.sent_unit_id = person_unit.unit_id
                            and (
                                (person_sample_type.person_id, person_sample_type.sample_type_id) in (
                                    select readable.person_id, readable.sample_type_id from health.readable_types() readable)
                                or (person_sample_type.person_id, person_sample_type.sample_type_id) in (
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
    'The types, or the units, in no catalogue of which the user of this session may read samples.';

-- Only the owner asks about others.
revoke execute on function
    health.access_spans(integer, integer, uuid), health.group_spans(integer, integer, uuid),
    health.access_of(integer, integer, uuid), health.access_basis(integer, integer, uuid)
from public;

-- The policies that read it are gone with it; sql/code/access.sql creates the new ones.
drop table health.analyst_grant;
