-- What several exports of one person say of the same thing is one row: the day of an activity summary, and Me.

alter table health.export_element
    add column key text collate "C",
    add column exported_at timestamptz;

-- Until now every different content was a row of its own; the one that came last is what is known.
with named as (
    select person_id, name, uuid, change_position, element #>> '{attributes,dateComponents}' as day
    from health.export_element
    where name in ('Me', 'ActivitySummary')
), keyed as (
    select person_id, name, uuid, change_position,
        case
            when name = 'Me' then ''
            -- Nested, so that nothing is taken for a date that is none.
            when day ~ '^(?!0000)[0-9]{4}-(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])$' then
                case
                    when right(day, 2)::integer
                        <= extract(day from to_date(left(day, 7), 'YYYY-MM') + interval '1 month - 1 day')
                    then day
                end
        end as key
    from named
), latest as (
    select distinct on (person_id, name, key) person_id, uuid, key
    from keyed
    where key is not null
    order by person_id, name, key, change_position desc
)
update health.export_element set key = latest.key
from latest
where export_element.person_id = latest.person_id and export_element.uuid = latest.uuid;

create unique index export_element_key_idx on health.export_element (person_id, name, key) where key is not null;

comment on column health.export_element.key is
    'What it is about, where later exports say it again: the day (yyyy-MM-dd) of an ActivitySummary, empty for Me. Null for what '
    'stands for itself, and for what was superseded before there were keys.';
comment on column health.export_element.exported_at is
    'When the export was made that said it last, or when an app sent it; null where unknown. An older export does not replace it.';
comment on index health.export_element_key_idx is 'One row for each key: of several exports the newest holds.';

comment on table health.export_element is
    'Elements of export.xml that are not samples, as the export says them: Me, ActivitySummary and those that nobody knows yet. '
    'The views activity_summary and characteristic read them. (Audiogram, VisionPrescription and ClinicalRecord are samples; '
    'earlier versions of this program kept them here.)';
comment on column health.export_element.uuid is
    'A version 5 uuid made from the name and the key, or from the element where it has none; it stays when the element is replaced.';
comment on column health.sample_detail.parts is
    'What belongs to the sample and has no column, in the words of HealthKit (locations, heartbeats, voltages, …), as the views '
    'workout_route_location, heartbeat, electrocardiogram_voltage and others show it; and in the words and order of its sender '
    'what has none: events, activities and statistics of a workout, elements that nobody knows yet.';
