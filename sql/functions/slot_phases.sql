create function health_code.slot_phases()
returns smallint[]
language sql immutable parallel safe
-- Every whole hour, and the UTC times of midnight in zones whose offset is not a whole hour: the
-- list SlotPhase.all of the program.
return (
    select array_agg((hour * 60)::smallint) from generate_series(0, 23) hour
) || '{150, 210, 270, 570, 615, 675, 750, 810, 870, 915, 930, 1050, 1095, 1110, 1170, 1230}'::smallint[];

comment on function health_code.slot_phases() is
    'The times of day at which day slots begin, in minutes after midnight UTC.';
