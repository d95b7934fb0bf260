-- Days have the figures of single sources, too, and so do explanations of long ranges. The service computes all slots again
-- (SlotFormat); until then, figures come from samples.

truncate health.day_slot;
alter table health.day_slot add column source_id integer not null default 0;
alter table health.day_slot alter column source_id drop default;
alter table health.day_slot drop constraint day_slot_pkey;
alter table health.day_slot add constraint day_slot_pkey primary key (person_id, sample_type_id, source_id, phase, first_day);

comment on column health.day_slot.source_id is
    'The source of the figures; 0 for all sources together. -1 in a row without figures, which says that the rows of these days '
    'lack single sources because there are too many. If there is neither, each of the days has one source at most, whose figures '
    'are those of all sources.';
comment on column health.day_slot.figures is
    'The eight days one after the other, then the sets of sources. A day has 8 numbers (cumulative types; 10 in rows of single '
    'sources), 11, 13 (weighted averages) or 14 (sound levels), all 0 if nothing was measured: started_count * 65536 + the position '
    'of its set in the array, reaching_count, duration, most_recent_quantity, most_recent_start_time, most_recent_end_time, '
    'earliest_start_time, then sum (and weighted_sum, weight), or value_sum, reaching_value_sum, minimum, maximum, weighted_sum, '
    'weight, weighted_maximum; all as in hour_slot, times in microseconds since 1970. At its position, a set has the number of its '
    'sources, then their ids.';
comment on column health.hour_slot.weighted_sum is
    'For weighted averages, the sum of value times microseconds for which it applies (sound levels: energies relative to '
    'weighted_maximum). In a row of a single source of a cumulative type, its part of the sum of all sources. Else null.';
comment on column health.hour_slot.weight is
    'For weighted averages, the sum of these microseconds. In a row of a single source of a cumulative type, the microseconds for '
    'which its samples counted in the sum of all sources. Else null.';
comment on column health.hour_slot.sole_source_id is
    'In a row of all sources, the only source with samples in the hour, whose figures are those of the row. Null if the sources '
    'have rows of their own.';
