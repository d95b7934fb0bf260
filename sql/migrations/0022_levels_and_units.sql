-- Energies of sound levels overflow a double precision. Slots now hold them relative to the greatest level of each sum; those that
-- were made before have an older format, and are made again when the service starts.

alter table health.hour_slot add column weighted_maximum double precision;

comment on column health.hour_slot.weighted_maximum is
    'Of sound levels the greatest that lasts any time in the hour; null for other types, and where none does.';
comment on column health.hour_slot.value_sum is
    'Sum of the values that start in the hour, of sound levels that of their energies relative to maximum, '
    '10^((L - maximum) / 10); null if cumulative.';
comment on column health.hour_slot.weighted_sum is
    'Sum of values times the microseconds for which they stand in the hour, of sound levels of their energies relative to '
    'weighted_maximum; null unless averages are weighted.';

-- Views convert each row: beside the type, because a look into health.type_unit for each makes them five times as slow.

alter table health.sample_type
    add column preferred_factor double precision,
    add column preferred_shift double precision;

comment on column health.sample_type.preferred_factor is
    'A value in preferred_unit is the canonical value * preferred_factor + preferred_shift; null where preferred_unit is.';
comment on column health.sample_type.preferred_shift is 'As preferred_factor.';
