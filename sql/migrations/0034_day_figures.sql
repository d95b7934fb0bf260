-- SQL reads the figures of days, too: their packed bytes become an array of numbers. The service computes all slots again
-- (SlotFormat); until then, figures come from samples.

truncate health.day_slot;
alter table health.day_slot alter column figures type double precision[] using '{}';

comment on table health.day_slot is
    'The figures of 24 hours each, beginning at every time of day at which days begin somewhere: hour slots put together, eight '
    'days in a row.';
comment on column health.day_slot.figures is
    'The eight days one after the other, then the sets of sources. A day has 8 numbers (cumulative types), 11, 13 (weighted '
    'averages) or 14 (sound levels), all 0 if nothing was measured: started_count * 65536 + the position of its set in the array, '
    'reaching_count, duration, most_recent_quantity, most_recent_start_time, most_recent_end_time, earliest_start_time, then sum, '
    'or value_sum, reaching_value_sum, minimum, maximum, weighted_sum, weight, weighted_maximum; all as in hour_slot, times in '
    'microseconds since 1970. At its position, a set has the number of its sources, then their ids.';
