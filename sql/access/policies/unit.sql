-- All people share the table. Names that are not in the catalogue are personal.
alter table health.unit enable row level security;
drop policy if exists readable_names on health.unit;
create policy readable_names on health.unit for select using (
    in_catalogue or unit_id = any ((select health.readable_name_ids(true))::integer[]));
