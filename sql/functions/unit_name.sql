create function health_code.unit_name(sent_unit text)
returns text
language sql immutable parallel safe
return case sent_unit when '%' then 'fraction' else sent_unit end;

comment on function health_code.unit_name(text) is
    'Returns the name of a unit that a sample was sent in: fraction for HealthKit''s %, whose values are from 0 to 1; any other text as '
    'sent.';
