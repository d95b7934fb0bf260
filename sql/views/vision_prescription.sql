create view health.vision_prescription with (security_invoker = true) as
select
    sample.person_id,
    sample.person,
    sample.uuid,
    eye.name as eye,
    sample_detail.parts ->> 'prescriptionType' as prescription_type,
    sample.start_time as date_issued,
    health_code.json_time(sample_detail.parts -> 'expirationDate') as expiration_date,
    sample_detail.parts ->> 'brand' as brand,
    health_code.json_number(eye.lens -> 'sphere') as sphere,
    health_code.json_number(eye.lens -> 'cylinder') as cylinder,
    health_code.json_number(eye.lens -> 'axis') as axis,
    health_code.json_number(eye.lens -> 'addPower') as add_power,
    health_code.json_number(eye.lens -> 'vertexDistance') as vertex_distance,
    health_code.json_number(eye.lens #> '{prism,amount}') as prism_amount,
    health_code.json_number(eye.lens #> '{prism,angle}') as prism_angle,
    health_code.json_number(eye.lens -> 'farPupillaryDistance') as far_pupillary_distance,
    health_code.json_number(eye.lens -> 'nearPupillaryDistance') as near_pupillary_distance,
    health_code.json_number(eye.lens -> 'baseCurve') as base_curve,
    health_code.json_number(eye.lens -> 'diameter') as diameter,
    sample.source_id,
    sample.source
from health.named_sample sample
left join health.sample_detail on sample_detail.person_id = sample.person_id and sample_detail.uuid = sample.uuid
cross join lateral (
    values ('right', sample_detail.parts -> 'rightEye'), ('left', sample_detail.parts -> 'leftEye')
) as eye (name, lens)
where sample.identifier = 'HKVisionPrescriptionTypeIdentifier';

comment on view health.vision_prescription is
    'Prescriptions of glasses and contact lenses (HKVisionPrescription), two rows each: right and left. Columns are null if not sent.';
comment on column health.vision_prescription.uuid is 'The prescription, in health.sample.';
comment on column health.vision_prescription.eye is 'right or left.';
comment on column health.vision_prescription.prescription_type is 'Glasses or contact lenses, as sent.';
comment on column health.vision_prescription.date_issued is 'When it was issued.';
comment on column health.vision_prescription.expiration_date is 'When the prescription expires.';
comment on column health.vision_prescription.brand is 'Brand of contact lenses.';
comment on column health.vision_prescription.sphere is 'Diopters.';
comment on column health.vision_prescription.cylinder is 'Diopters.';
comment on column health.vision_prescription.axis is 'Degrees.';
comment on column health.vision_prescription.add_power is 'Diopters.';
comment on column health.vision_prescription.vertex_distance is 'Millimetres from the eye to the lens.';
comment on column health.vision_prescription.prism_amount is 'Prism diopters.';
comment on column health.vision_prescription.prism_angle is 'Degrees.';
comment on column health.vision_prescription.far_pupillary_distance is 'Millimetres.';
comment on column health.vision_prescription.near_pupillary_distance is 'Millimetres.';
comment on column health.vision_prescription.base_curve is 'Of a contact lens: millimetres.';
comment on column health.vision_prescription.diameter is 'Of a contact lens: millimetres.';
