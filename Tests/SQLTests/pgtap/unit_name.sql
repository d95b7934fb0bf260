select plan(1);

select results_eq(
    $$select health_code.unit_name(sent) from unnest(array['%', '%/min', 'kg', null]) sent$$,
    $$values ('fraction'), ('%/min'), ('kg'), (null)$$, 'only % has another name');
