create function health_code.relative_energy(level double precision, reference double precision)
returns double precision
language sql immutable strict parallel safe
return
    case
        -- Each is divided first: their difference may be no double. Less than this counts nothing, and raises an error.
        when level / 10 - reference / 10 < -300 then 0
        else power(10::double precision, level / 10 - reference / 10)
    end;

comment on function health_code.relative_energy(double precision, double precision) is
    'The energy of a sound level in decibels, where that of reference is 1: levels average by energy, and only relative to the '
    'greatest of them do the energies of all levels fit into a double precision.';
