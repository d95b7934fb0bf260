-- How HealthKit prints composed units, whatever the spelling.
create table health.unit_printed_form (
    -- As HealthKit and exports print it.
    printed_form text not null,
    -- Spellings that mean the same.
    accepted_inputs text,
    -- Where it was seen.
    seen_for text,
    constraint unit_printed_form_pkey primary key (printed_form)
);
