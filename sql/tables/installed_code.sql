-- What is created again when the program's copy of it changes.
create table health.installed_code (
    -- tables, code (functions and views), rights, the path of a file of sql/access, shard_policies
    -- (on a cluster), catalogue or time_zone_offset.
    name text not null,
    -- SHA-256 of all its texts, or of what they are made of, in hexadecimal digits.
    sha256 text not null,
    -- How to drop what is installed, in order.
    drop_statements text not null,
    constraint installed_code_pkey primary key (name)
);
