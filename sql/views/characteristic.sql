create view health.characteristic with (security_invoker = true) as
select
    me.person_id,
    person.name as person,
    coalesce(characteristic_type.short_name, attribute.key) as type,
    nullif(attribute.value, '') as value,
    enum_value.raw_value,
    enum_value.case_name as value_name,
    attribute.key as identifier,
    me.exported_at
from health.export_element me
join health.person on person.person_id = me.person_id
cross join lateral jsonb_each_text(
    case when jsonb_typeof(me.element -> 'attributes') = 'object' then me.element -> 'attributes' end
) as attribute (key, value)
left join health.characteristic_type on characteristic_type.identifier = attribute.key
left join health.enum_value
    on enum_value.enum = characteristic_type.value_enum and enum_value.objc_constant = attribute.value
where me.name = 'Me' and me.key is not null;

comment on view health.characteristic is
    'The person''s characteristics (HKCharacteristicType) from the newest export, one row each.';
comment on column health.characteristic.person_id is 'The person to whom the characteristic belongs.';
comment on column health.characteristic.person is 'The person''s name.';
comment on column health.characteristic.type is 'Short name, such as dateOfBirth; the identifier if it is not in the catalogue.';
comment on column health.characteristic.value is
    'Text of the export: yyyy-MM-dd, or a constant such as HKBloodTypeAPositive; null if empty.';
comment on column health.characteristic.raw_value is 'HealthKit''s raw value of the constant; null if there is none.';
comment on column health.characteristic.value_name is 'Name of the constant in Swift, such as aPositive; null if there is none.';
