create function health_code.shown_quantity(quantity double precision, factor double precision, shift double precision)
returns double precision
language sql immutable parallel safe
return
    case
        when factor = 1 and shift = 0 then quantity
        -- From 2^53 on, a number times 1e6 has no digits to round.
        when abs(quantity * factor + shift) < 9007199254.740992::double precision
            -- At most two doubles further: 2^-52 of the value.
            and abs(round((quantity * factor + shift) * 1e6) / 1e6 - (quantity * factor + shift))
                <= abs(quantity * factor + shift) * 2.220446049250313e-16::double precision
        then round((quantity * factor + shift) * 1e6) / 1e6
        else quantity * factor + shift
    end;

comment on function health_code.shown_quantity(double precision, double precision, double precision) is
    'Returns a canonical value in the unit with this factor and shift, as the HTTP API prints it: rounded to six digits after the '
    'point if the result is this decimal or a double next to it. 62 count/min is stored as 1.0333333333333334 count/s, and converts '
    'back to 62.00000000000001.';
