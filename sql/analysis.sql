-- Creates the views and functions of schema health_analysis, which is the first schema in the
-- search path of analysts. Each stands for the view, table or function of the same name in health
-- or health_code, and has its comments. So psql's \d and \df list what analysts need and nothing
-- else.
--
-- A column of a view in health that has no comment gets the comment of the column of the same name
-- that the view reads, from a view rather than from a table.
--
-- The program drops them before it drops the functions and views of health and health_code.
do $$
declare
    -- Tables that explain the ids and units in views.
    tables constant text[] := array['person', 'sample_type', 'source', 'type_unit'];
    -- The functions that SQL.md describes, with all their overloads.
    functions constant text[] := array[
        'daily_statistics', 'day_correlation', 'gaps', 'heart_rate_zone_bounds', 'statistics', 'statistics_collection',
        'trends', 'unusual_days', 'weekday_statistics', 'workout_heart_rate_zones', 'workout_splits', 'workout_statistics'];
    relation record;
    part record;
begin
    for relation in
        select pg_class.oid, relname, obj_description(pg_class.oid, 'pg_class') as comment
        from pg_class
        where relnamespace = 'health'::regnamespace and (relkind = 'v' or relname = any (tables))
        order by relname
    loop
        execute format(
            'create view health_analysis.%1$I with (security_invoker = true) as select * from health.%1$I', relation.relname);
        execute format('comment on view health_analysis.%I is %L', relation.relname, relation.comment);
        for part in
            select
                own.attname, passed.comment is not null as is_passed,
                coalesce(col_description(own.attrelid, own.attnum), passed.comment) as comment
            from pg_attribute own
            left join lateral (
                select col_description(given.attrelid, given.attnum) as comment
                from pg_depend
                join pg_rewrite on pg_rewrite.oid = pg_depend.objid and pg_rewrite.ev_class = own.attrelid
                join pg_attribute given on given.attrelid = pg_depend.refobjid and given.attnum = pg_depend.refobjsubid
                join pg_class on pg_class.oid = given.attrelid
                where pg_depend.classid = 'pg_rewrite'::regclass and given.attname = own.attname
                    and given.attrelid <> own.attrelid and col_description(own.attrelid, own.attnum) is null
                order by pg_class.relkind = 'v' desc, pg_class.relname
                limit 1
            ) passed on true
            where own.attrelid = relation.oid and own.attnum > 0 and not own.attisdropped
            order by own.attnum
        loop
            if part.is_passed then
                execute format('comment on column health.%I.%I is %L', relation.relname, part.attname, part.comment);
            end if;
            execute format('comment on column health_analysis.%I.%I is %L', relation.relname, part.attname, part.comment);
        end loop;
    end loop;
    for part in
        select
            proname, pg_get_function_arguments(pg_proc.oid) as arguments, pg_get_function_result(pg_proc.oid) as result,
            pg_get_function_identity_arguments(pg_proc.oid) as signature,
            case provolatile when 'i' then 'immutable' else 'stable' end as volatility,
            case proparallel when 's' then 'parallel safe' else '' end as parallel,
            (select string_agg('$' || number, ', ' order by number) from generate_series(1, pronargs) number) as passed,
            case when proretset then 'rows ' || prorows else '' end as rows, obj_description(pg_proc.oid, 'pg_proc') as comment
        from pg_proc
        where pronamespace = 'health_code'::regnamespace and proname = any (functions)
        order by proname, pg_proc.oid
    loop
        execute format(
            'create function health_analysis.%1$I(%2$s) returns %3$s language sql %4$s %5$s %6$s as %7$L',
            part.proname, part.arguments, part.result, part.volatility, part.parallel, part.rows,
            format('select * from health_code.%I(%s)', part.proname, part.passed));
        execute format('comment on function health_analysis.%I(%s) is %L', part.proname, part.signature, part.comment);
    end loop;
end;
$$;
