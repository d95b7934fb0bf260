create function health_code.device_labels(for_person_id integer)
returns jsonb
language plpgsql stable parallel safe
as $$
begin
    return (select jsonb_object_agg(device.device_id, device.name) from health.device where device.person_id = for_person_id);
end;
$$;

comment on function health_code.device_labels(integer) is
    'The names of a person''s devices: {"DEVICE_ID": name, …}. Null without devices whose names may be read.';
