select plan(3);

insert into health.person (person_id, name) overriding system value values (1, 'Ada'), (2, 'Bea');
insert into health.source (person_id, source_id, name, was_user_entered, source_class)
values
    (1, 1, 'iPhone', false, 'phone'), (1, 2, 'Watch', false, 'watch'), (1, 3, 'Hand', true, 'other'),
    (1, 4, 'Scale', false, 'other'), (1, 5, 'Figures', false, 'aggregate'), (1, 6, 'iPad', false, 'phone'),
    (2, 1, 'Other', false, 'other');
insert into health.source_kind
select person_id, source_id, was_user_entered, source_class, 'Source ' || source_id from health.source on conflict do nothing;
update health.source_kind set default_rank = case source_id when 2 then 1 when 3 then 0 when 4 then 4 when 5 then 5 else 2 end;
insert into health.sample_type (sample_type_id, identifier, short_name, kind, in_catalogue) overriding system value
values
    (90001, 'org.example.a', 'org.example.a', 'quantity', false),
    (90002, 'org.example.b', 'org.example.b', 'quantity', false);

select results_eq(
    'select source_id, rank from health_code.source_order(1, 90001) order by rank',
    'values (3, 0), (2, 1), (6, 2), (1, 3), (4, 4), (5, 5)',
    'the default order; of one rank the source that came last is first');
insert into health.source_priority (person_id, sample_type_id, source_id, rank) values (1, 90001, 5, 0), (1, 90001, 4, 1);
select results_eq(
    'select source_id, rank from health_code.source_order(1, 90001) order by rank',
    'values (4, 0), (3, 1), (2, 2), (6, 3), (1, 4), (5, 5)',
    'ranked sources come first, except aggregate sources');
select results_eq(
    'select source_id from health_code.source_order(1, 90002) order by rank limit 1', 'values (3)',
    'another type keeps the default');
