-- All people share the table. Names that are not in the catalogue are personal.
alter table health.sample_type enable row level security;
drop policy if exists readable_names on health.sample_type;
create policy readable_names on health.sample_type for select using (
    in_catalogue or sample_type_id = any ((select health.readable_name_ids(false))::integer[]));
