create function health_code.relative_energy(level double precision, reference double precision)
returns double precision
language sql immutable parallel safe
return
    case
        -- Each level is divided before the subtraction, because the difference of the levels may
        -- overflow. An energy below 1e-300 is negligible, and power would raise an underflow error
        -- for it.
        when level / 10 - reference / 10 < -300 then 0
        else power(10::double precision, level / 10 - reference / 10)
    end;

comment on function health_code.relative_energy(double precision, double precision) is
    'Returns the energy of a sound level, relative to the energy of reference; both are in decibels. Sound levels are averaged by '
    'energy. Energies relative to the greatest level fit into double precision for every level.';
