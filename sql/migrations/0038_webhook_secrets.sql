-- A webhook whose secret was replaced signs with both secrets for some time, so that its receiver loses no event.

alter table health.webhook
    add column old_secret bytea,
    add column old_secret_until timestamptz;
alter table health.webhook add constraint webhook_old_secret_check
    check (num_nulls(old_secret, old_secret_until) in (0, 2) and octet_length(old_secret) between 24 and 64);

comment on column health.webhook.old_secret is
    'The secret before the last replacement, which signs, too; null if there is none. The first attempt after old_secret_until '
    'removes it.';
comment on column health.webhook.old_secret_until is 'The time until which old_secret signs; null if there is no old secret.';
