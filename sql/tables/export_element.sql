-- Elements of export.xml that are not samples, as the export says them: Me, ActivitySummary and
-- elements that this program does not know. The views activity_summary and characteristic read
-- them.
create table health.export_element (
    -- Whose export.
    person_id integer not null,
    -- A version 5 uuid made from the name and the key, or from the element where it has none; it
    -- stays when the element is replaced.
    uuid uuid not null,
    -- Name of the element.
    name text not null,
    -- name, attributes, children and text, in the export's order.
    element jsonb not null,
    -- Its position in the person's change feed.
    change_position bigint not null,
    -- What it is about, where later exports say it again: the day (yyyy-MM-dd) of an
    -- ActivitySummary, empty for Me. Null for what stands for itself, and for what was superseded
    -- before there were keys.
    key text collate "C",
    -- The import that brought it, in health.import; null for an element that an app sent or a
    -- backup brought.
    import_id integer,
    -- When the export was made that said it last, or when an app sent it; null where unknown. An
    -- older export does not replace it.
    exported_at timestamptz,
    constraint export_element_pkey primary key (person_id, uuid)
);
alter table health.export_element alter column person_id set statistics 0;

-- The change feed in its order.
create index export_element_change_idx on health.export_element (person_id, change_position);

-- One row for each key: of several exports the newest holds.
create unique index export_element_key_idx on health.export_element (person_id, name, key)
    where key is not null;
