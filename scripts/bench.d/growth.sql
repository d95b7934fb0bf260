-- A function that copies everything of a person to others, who are without data.
create or replace function floor.copy_person(template integer, copies integer[]) returns void language plpgsql as $$
declare
    copied record;
    copy integer;
begin
    -- Foreign keys are not checked, so the tables may come in any order.
    set local session_replication_role = replica;
    foreach copy in array copies loop
        for copied in
            select relation.relname as name, string_agg(quote_ident(attname), ', ') as columns,
                string_agg(
                    case when attname = 'holder_id' then '(select own.holder_id from health.holder own where own.person_id = $2)'
                        else quote_ident(attname) end, ', ') as values
            from pg_class relation
            join pg_attribute on attrelid = relation.oid and attnum > 0 and not attisdropped and attname <> 'person_id'
            where relation.relnamespace = 'health'::regnamespace and relation.relkind = 'r'
                and exists (
                    select 1 from pg_attribute where attrelid = relation.oid and attname = 'person_id' and not attisdropped)
                and relation.relname not in (
                    'person', 'holder', 'token', 'token_use', 'access_grant', 'access_log', 'change_counter', 'idempotency_key',
                    'webhook', 'import_upload')
            group by relation.relname
        loop
            execute format(
                'insert into health.%I (person_id, %s) overriding system value select $2, %s from health.%1$I where person_id = $1',
                copied.name, copied.columns, copied.values)
            using template, copy;
        end loop;
        update health.change_counter counter
        set (last_position, imported_until, figures_version) = (
            select last_position, imported_until, figures_version from health.change_counter where person_id = template)
        where counter.person_id = copy;
    end loop;
end
$$;
