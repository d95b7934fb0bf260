-- The foreign keys that healthstore distribute has dropped and adds again at its end. The table has
-- rows only while it runs, or if it was interrupted.
create table health.dropped_foreign_key (
    -- The table of schema health that had the foreign key.
    table_name text not null,
    -- The name of the foreign key.
    constraint_name text not null,
    -- The foreign key, as ALTER TABLE takes it.
    definition text not null,
    constraint dropped_foreign_key_pkey primary key (table_name, constraint_name)
);
