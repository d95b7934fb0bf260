-- The groups in which the Health app shows types.
create table health.type_group (
    -- What display_group of types names, such as heart.
    name text not null,
    -- The Health app's name of the group.
    display_name text not null,
    -- The colour of the group, sRGB as #RRGGBB.
    color text not null,
    constraint type_group_pkey primary key (name)
);
