-- A sample may name its workout, also before the workout arrives. The index finds the samples that wait for a workout.

create index sample_detail_workout_idx on health.sample_detail (person_id, left(lower(parts ->> 'workout'), 36))
    where parts ? 'workout';
comment on index health.sample_detail_workout_idx is
    'Finds the samples that named a workout before the store had it. Only samples that name a workout have an entry.';
