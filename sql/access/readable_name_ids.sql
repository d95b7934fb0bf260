create or replace function health.readable_name_ids(of_units boolean) returns integer[]
language plpgsql stable parallel safe security definer cost 1000
set search_path = pg_catalog, pg_temp
as $$
declare
    reader record;
    type_ids integer[];
    ids integer[] := '{}';
begin
    for reader in select asker.person_id, asker.reads_all from health.asker() loop
        if not reader.reads_all then
            type_ids := array(
                select readable.sample_type_id from health.readable_types() readable
                where readable.person_id = reader.person_id
                union all
                select partly.sample_type_id from health.partly_readable_types() partly
                where partly.person_id = reader.person_id);
        end if;
        if of_units then
            ids := ids || array(
                select person_unit.unit_id
                from health.person_unit
                join health.unit on unit.unit_id = person_unit.unit_id
                where person_unit.person_id = reader.person_id and not unit.in_catalogue
                    and (
                        reader.reads_all
                        or exists (
                            select 1 from health.unit_type
                            where unit_type.person_id = reader.person_id and unit_type.unit_id = person_unit.unit_id
                                and unit_type.sample_type_id = any (type_ids))));
        else
            ids := ids || array(
                select person_sample_type.sample_type_id
                from health.person_sample_type
                where person_sample_type.person_id = reader.person_id
                    and (reader.reads_all or person_sample_type.sample_type_id = any (type_ids)));
        end if;
    end loop;
    return ids;
end;
$$;

comment on function health.readable_name_ids(boolean) is
    'The types, or the units, that are not in the catalogue and have samples that the user of this session may read.';
