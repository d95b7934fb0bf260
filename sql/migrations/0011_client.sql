-- What other makers' clients send: points that are already merged of several sources, and the runs in which they came.

alter table health.source drop constraint source_class_check;
alter table health.source add constraint source_class_check
    check (source_class in ('watch', 'phone', 'other', 'aggregate'));

comment on column health.source.source_class is
    'watch (Apple Watch), phone (iPhone, iPad, iPod touch) or other, by product type; decides the default priority. '
    'aggregate: figures of whole buckets that a client made of several sources; they count only where nothing better is.';

create table health.client_session (
    person_id integer not null,
    automation text not null,
    session text not null,
    arrival bigint not null,
    first_arrived_at timestamptz not null default now(),
    constraint client_session_pkey primary key (person_id, automation, session),
    constraint client_session_arrival_key unique (person_id, automation, arrival),
    constraint client_session_person_fkey foreign key (person_id) references health.person (person_id) on delete cascade,
    constraint client_session_length_check check (octet_length(automation) <= 1000 and octet_length(session) <= 200)
);

comment on table health.client_session is
    'The runs in which an automation of a client sent its windows. What belongs to an older run than the newest changes and '
    'deletes nothing.';
comment on column health.client_session.person_id is 'Whose automation.';
comment on column health.client_session.automation is 'Which one: what the bundle identifiers of its sources begin with.';
comment on column health.client_session.session is 'The run, as the client names it; several requests may belong to it.';
comment on column health.client_session.arrival is 'Counts the automation''s runs in order of their first request, from 1.';
comment on column health.client_session.first_arrived_at is 'When its first request arrived.';
