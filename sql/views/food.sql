create view health.food with (security_invoker = true) as
select
    sample.person_id,
    sample.person,
    sample.uuid,
    sample.start_time,
    sample.end_time,
    sample.local_start,
    sample.time_zone,
    sample.metadata ->> 'HKFoodType' as name,
    (content.nutrients -> 'dietaryEnergyConsumed')::double precision as energy,
    (content.nutrients -> 'dietaryProtein')::double precision as protein,
    (content.nutrients -> 'dietaryCarbohydrates')::double precision as carbohydrates,
    (content.nutrients -> 'dietarySugar')::double precision as sugar,
    (content.nutrients -> 'dietaryFiber')::double precision as fiber,
    (content.nutrients -> 'dietaryFatTotal')::double precision as fat,
    (content.nutrients -> 'dietaryFatSaturated')::double precision as saturated_fat,
    (content.nutrients -> 'dietaryCholesterol')::double precision as cholesterol,
    (content.nutrients -> 'dietarySodium')::double precision as sodium,
    (content.nutrients -> 'dietaryPotassium')::double precision as potassium,
    (content.nutrients -> 'dietaryCaffeine')::double precision as caffeine,
    (content.nutrients -> 'dietaryWater')::double precision as water,
    content.nutrients,
    sample.source_id,
    sample.source,
    sample.was_user_entered,
    sample.metadata
from health.named_sample sample
join health.sample_type food_type on food_type.identifier = 'HKCorrelationTypeIdentifierFood'
-- The aggregates keep PostgreSQL from joining whole tables: it looks the samples up for each row.
cross join lateral (
    select jsonb_object_agg(nutrient.short_name, nutrient.quantity) as nutrients
    from (
        select
            nutrient_type.short_name,
            health_code.shown_quantity(
                sum(inside.quantity), nutrient_type.preferred_factor, nutrient_type.preferred_shift) as quantity
        from health.contained_sample
        join health.sample inside
            on inside.person_id = contained_sample.person_id and inside.uuid = contained_sample.uuid
        join health.sample_type nutrient_type
            on nutrient_type.sample_type_id = inside.sample_type_id and nutrient_type.short_name like 'dietary%'
        where contained_sample.person_id = sample.person_id and contained_sample.container_uuid = sample.uuid
        -- Citus passes on no view that depends on a primary key.
        group by
            nutrient_type.sample_type_id, nutrient_type.short_name, nutrient_type.preferred_factor,
            nutrient_type.preferred_shift
    ) nutrient
) content
where sample.sample_type_id = food_type.sample_type_id;

comment on view health.food is
    'Food and meals, a row for each correlation (HKCorrelationTypeIdentifierFood). Nutrients are in the catalogue''s preferred unit '
    'of their type, whatever the person chose: null where absent, and the sum where the correlation has several samples.';
comment on column health.food.name is 'HKFoodType of the metadata; null if not sent.';
comment on column health.food.energy is 'Dietary energy in kcal.';
comment on column health.food.protein is 'Protein in g.';
comment on column health.food.carbohydrates is 'Carbohydrates in g, sugar and fiber included.';
comment on column health.food.sugar is 'Sugar in g.';
comment on column health.food.fiber is 'Fiber in g.';
comment on column health.food.fat is 'Total fat in g.';
comment on column health.food.saturated_fat is 'Saturated fat in g.';
comment on column health.food.cholesterol is 'Cholesterol in mg.';
comment on column health.food.sodium is 'Sodium in mg.';
comment on column health.food.potassium is 'Potassium in mg.';
comment on column health.food.caffeine is 'Caffeine in mg.';
comment on column health.food.water is 'Water in mL.';
comment on column health.food.nutrients is 'All nutrients by short name of their type, in its preferred unit; null without any.';
