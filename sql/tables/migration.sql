-- The migrations that ran here.
create table health.migration (
    -- Their order.
    number integer not null,
    -- Name of the file.
    name text not null,
    -- SHA-256 of the file's text, in hexadecimal digits.
    sha256 text not null,
    -- When it ran.
    applied_at timestamptz not null default now(),
    constraint migration_pkey primary key (number)
);
