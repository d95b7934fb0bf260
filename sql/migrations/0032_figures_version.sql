-- Answers with figures can be confirmed without computing them: their entity tag stays right while
-- neither the feed nor this number changes.

alter table health.change_counter add column figures_version bigint not null default 0;

comment on column health.change_counter.figures_version is
    'Grows when figures change and the feed does not: with each piece of a first import, when the person chooses units, and when '
    'all slots of a type are rebuilt.';
