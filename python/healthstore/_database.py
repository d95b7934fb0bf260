"""Reads in SQL."""

from collections.abc import Iterable, Iterator
from typing import Any

import pandas as pd

from . import _store
from ._store import Error, Row, Store, check_kind


class Database(Store):
    """Reads in SQL the data of a person, as an analyst or as the owner of the store.

    conninfo is a connection string of PostgreSQL, such as `healthstore analyst add` prints; the password
    can be in it, in PGPASSWORD or in ~/.pgpass.
    """

    def __init__(self, conninfo: str = "", person: str | None = None) -> None:
        import psycopg

        self._psycopg = psycopg
        self._conninfo = conninfo
        if not person:
            raise Error("person is missing", hint="give the name of the person whose data you read")
        self._person: str = person
        try:
            self._connection = psycopg.connect(conninfo, autocommit=True, application_name="healthstore (Python)")
            # In text form, times would depend on the settings of the session.
            self._connection.execute("set timezone = 'UTC'")
            # So that queries find names without a schema also as the owner.
            self._connection.execute("set search_path = health_analysis, public")
        except psycopg.Error as error:
            raise self._error(error) from None
        if self._rows("select from health.person where name = %s", [person]) == []:
            raise Error(f'there is no person "{person}" whom you may see', "P0002")

    def close(self) -> None:
        self._connection.close()

    def query(self, statement: str, parameters: Any = None) -> pd.DataFrame:
        """Returns the rows of an SQL statement, with its columns. Times are in UTC.

        %s or %(name)s in the statement stands for a parameter.
        """
        try:
            cursor = self._connection.execute(statement, parameters)
            if cursor.description is None:
                raise Error("the statement returns no rows")
            return pd.DataFrame(cursor.fetchall(), columns=[column.name for column in cursor.description])
        except self._psycopg.Error as error:
            raise self._error(error) from None

    def _statistics(
        self, type: str, interval: str, time_zone: str, start: str, end: str, unit: str | None, separate_by_source: bool,
    ) -> tuple[list[Row], str | None]:
        rows = self._rows(
            """
            select start_time, end_time, source, nullif(source_id, 0), count, sum, average, minimum, maximum, duration,
                most_recent, most_recent_start_time, most_recent_end_time, partial, to_jsonb(by_value), unit
            from health_code.statistics_collection(
                %s, %s, %s, %s, %s::text, %s::text, unit => %s, separate_by_source => %s)
            """,
            [self._person, type, interval, time_zone, start, end, unit, separate_by_source])
        return [row[:-1] for row in rows], rows[0][-1]

    def _sample_pages(
        self, type: str, time_zone: str, start: str, end: str, unit: str | None,
    ) -> Iterator[tuple[str, list[Row]]]:
        kind, name, from_time, to_time, unit, factor, shift, longest, _, _ = self._known(type, time_zone, start, end, unit)
        check_kind(kind, type)
        view, columns = {
            "quantity": ("quantity_sample", "quantity * coalesce(%(factor)s::float8, 1) + coalesce(%(shift)s::float8, 0), null, "
                         "coalesce(%(unit)s::text, unit), source, source_version, creation_time"),
            "category": ("category_sample", "value, value_name, null, source, source_version, creation_time"),
            "workout": ("workout_sample", "activity, duration, total_energy_burned, total_distance, "
                        "coalesce(parts -> 'isRecording' = 'true', false), source, creation_time"),
            "correlation": ("correlation", "objects::text[], source"),
        }[kind]
        statement = f"""
            select start_time, end_time, {columns}, uuid::text, metadata
            from health.{view}
            where person = %(person)s {"" if kind == "workout" else "and type = %(name)s"}
                and start_time >= %(from)s::timestamptz - %(longest)s::interval
                and start_time < %(to)s and (end_time > %(from)s or start_time = end_time and start_time >= %(from)s)
            order by start_time, uuid
            """
        # A server-side cursor holds one page at a time in memory.
        try:
            with self._connection.transaction(), self._connection.cursor("healthstore") as cursor:
                cursor.execute(statement, {
                    "person": self._person, "name": name, "from": from_time, "to": to_time, "longest": longest, "unit": unit,
                    "factor": factor, "shift": shift})
                while True:
                    rows = cursor.fetchmany(_store.PAGE)
                    yield kind, rows
                    if len(rows) < _store.PAGE:
                        return
        except self._psycopg.Error as error:
            raise self._error(error) from None

    def _known(self, type: str, time_zone: str, start: str, end: str, unit: str | None = None) -> Row:
        """Returns kind and name of a type, the range, the unit with the conversion from that of the
        person, the longest duration of a sample, and the numbers of the person and the type.
        """
        known = self._rows(
            """
            select
                sample_type.kind, sample_type.short_name,
                health_code.given_time(person.person_id, %(zone)s, 'start', %(start)s),
                health_code.given_time(person.person_id, %(zone)s, 'end', %(end)s),
                wanted.unit_string, wanted.factor / own.factor, wanted.shift - own.shift / own.factor * wanted.factor,
                coalesce((
                    select make_interval(secs => date_part('epoch', extent.longest_duration))
                    from health.sample_extent extent
                    where extent.person_id = person.person_id and extent.sample_type_id = sample_type.sample_type_id
                ), interval '0'),
                person.person_id, sample_type.sample_type_id
            from health.person
            cross join health.sample_type
            left join health_code.unit_of(person.person_id, sample_type_id) own on true
            left join health_code.unit_of(person.person_id, sample_type_id, %(unit)s) wanted on true
            where person.name = %(person)s and sample_type.sample_type_id = health_code.known_sample_type(%(type)s)
            """,
            {"zone": time_zone, "start": start, "end": end, "unit": unit, "person": self._person, "type": type})[0]
        if known[2] >= known[3]:
            raise Error("end must be later than start", "22023")
        return known

    def _recorded_types(self) -> dict[str, bool]:
        return dict(self._rows(
            """
            select
                sample_type.short_name,
                sample_type.in_catalogue and case sample_type.kind
                    when 'quantity' then sample_type.aggregation_style is not null
                    else sample_type.short_name <> 'sleepAnalysis' end
            from health.sample_extent
            join health.person on person.person_id = sample_extent.person_id
            join health.sample_type on sample_type.sample_type_id = sample_extent.sample_type_id
            where person.name = %s and sample_type.kind in ('quantity', 'category')
            """, [self._person]))

    def _days(self, type: str, time_zone: str, start_date: str, end_date: str) -> list[Row]:
        return self._rows(
            """
            select date, start_time, end_time, count, sum, average, minimum, maximum, duration, most_recent, partial,
                unit, to_jsonb(by_value)
            from health_code.daily_statistics(%s, %s, nullif(%s, 'person'), %s::text::date, %s::text::date)
            where count > 0
            """, [self._person, type, time_zone, start_date, end_date])

    def _sample_tables(self, types: Iterable[str], time_zone: str, start: str, end: str) -> Iterator[Any]:
        return self._read_tables([self._sample_statement(type, time_zone, start, end) for type in types])

    def _sample_statement(self, type: str, time_zone: str, start: str, end: str) -> tuple[str, str | None, int, str]:
        """Returns the name and the unit of a type, the number of the person, and the statement of its samples."""
        known = self._known(type, time_zone, start, end)
        _, name, from_time, to_time, unit, _, _, longest, person_id, type_id = known
        factor, shift, value_name = self._conversion(person_id, type_id)
        # COPY, by which the driver reads, has no parameters.
        return name, unit, person_id, f"""
            select start_time, end_time,
                case when category_value is not null then category_value
                    when quantity is null then health_code.shown_quantity((
                        select quantity_series.quantity from health.quantity_series
                        where quantity_series.person_id = {person_id} and quantity_series.uuid = sample.uuid
                    ), {factor}, {shift})
                    else health_code.shown_quantity(quantity, {factor}, {shift}) end,
                {value_name}, sent_unit_id, source_revision_id, uuid
            from health.sample
            where person_id = {person_id} and sample_type_id = {type_id}
                and start_time >= timestamptz '{from_time - longest}'
                and start_time < timestamptz '{to_time}'
                and (end_time > timestamptz '{from_time}'
                    or start_time = end_time and start_time >= timestamptz '{from_time}')
            order by start_time, uuid
            """

    def _read_tables(self, statements: list[tuple[str, str | None, int, str]]) -> Iterator[Any]:
        import adbc_driver_manager
        import adbc_driver_postgresql.dbapi

        from ._parquet import sample_table

        names: list[Any] = []
        try:
            with adbc_driver_postgresql.dbapi.connect(self._conninfo) as connection, connection.cursor() as cursor:
                # All types are those of one moment.
                cursor.execute("set transaction isolation level repeatable read, read only")
                for type, unit, person_id, statement in statements:
                    cursor.execute(statement)
                    # The names are read after that moment, so none is missing.
                    names = names or [
                        *self._names("select unit_id, health_code.unit_name(unit_string) from health.unit", [], 1),
                        *self._names(
                            """
                            select key::integer, value ->> 1, value ->> 3
                            from jsonb_each(health_code.source_labels(%s))
                            """, [person_id], 2)]
                    units, sources, versions = names
                    for batch in cursor.fetch_record_batch():
                        begins, ends, values, value_names, sent_units, revisions, uuids = batch.columns
                        yield sample_table(type, [
                            begins, ends, values, value_names, unit or units.take(sent_units), sources.take(revisions),
                            versions.take(revisions), uuids])
        except adbc_driver_manager.Error as error:
            raise Error(str(error), error.sqlstate) from None

    def _conversion(self, person_id: int, type_id: int) -> Row:
        """Returns factor and shift of the unit of the person, and the expression of the name of a value."""
        return self._rows(
            """
            select own.factor, own.shift, coalesce((
                select format('case category_value %%s else sent_category_value end', string_agg(
                    format('when %%s then %%L', value.raw_value, value.case_name), ' '))
                from (
                    select distinct on (raw_value) raw_value, case_name from health.category_value
                    where category_value.enum = sample_type.value_enum order by raw_value, deprecated is not null
                ) value
                having count(*) > 0), 'sent_category_value')
            from health.sample_type
            cross join health_code.unit_of(%s, sample_type_id) own
            where sample_type_id = %s
            """, [person_id, type_id])[0]

    def _names(self, statement: str, parameters: Any, columns: int) -> list[Any]:
        """Returns arrays of pyarrow whose position is the number in the first column of the rows."""
        import pyarrow as pa

        rows = {row[0]: row[1:] for row in self._rows(statement, parameters)}
        nothing = (None,) * columns
        listed = [rows.get(number, nothing) for number in range(max(rows, default=0) + 1)]
        return [pa.array([row[column] for row in listed], pa.string()) for column in range(columns)]

    def _nights(self, time_zone: str, start_date: str, end_date: str) -> list[Row]:
        rows = self._rows(
            """
            with edge as materialized (
                select bucket.start_time, bucket.end_time,
                    case when %(zone)s = 'person'
                        then %(from)s::date + round(extract(epoch from bucket.end_time - min(bucket.end_time) over ()) / 86400)::integer
                        else (bucket.end_time at time zone nullif(%(zone)s, 'person'))::date end as date
                from health_code.bucket_edges(
                    health_code.known_person(%(person)s), 'day', %(zone)s, (%(from)s::date - 1) || 'T18:00',
                    (%(to)s::date - 1) || 'T18:00', day_start => '18:00') bucket
            ), night as materialized (
                select * from health.sleep_night where person = %(person)s and date >= %(from)s::date and date < %(to)s::date
            )
            select edge.start_time, coalesce(night.date, edge.date), edge.end_time, asleep, main_start_time, main_end_time,
                main_asleep, unspecified, core, deep, rem, awake, in_bed, efficiency, coalesce(nap_count, 0),
                coalesce(is_aggregate, false)
            from edge full join night on night.start_time = edge.start_time and night.end_time = edge.end_time
            order by coalesce(edge.start_time, night.start_time)
            """,
            {"person": self._person, "zone": time_zone, "from": start_date, "to": end_date})
        if any(row[0] is None for row in rows):
            raise Error(
                f"the nights in the database are on the person's own clock, which is not that of {time_zone}", "22023",
                "read nights on another clock from the service")
        return rows

    def _rows(self, statement: str, parameters: Any) -> list[Row]:
        try:
            return self._connection.execute(statement, parameters).fetchall()
        except self._psycopg.Error as error:
            raise self._error(error) from None

    @staticmethod
    def _error(error: Any) -> Error:
        message = error.diag.message_primary or str(error).strip() or "the database does not answer"
        return Error(message, error.sqlstate, error.diag.message_hint)
