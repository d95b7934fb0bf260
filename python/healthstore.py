"""Reads figures, samples and nights of a healthstore as data frames of pandas.

    import healthstore

    store = healthstore.Service("http://127.0.0.1:8484", token="…")    # over HTTP
    store = healthstore.Database("dbname=healthstore user=anna", person="Alex")    # in SQL
    steps = store.statistics("stepCount", "day", "Europe/Berlin", "2026-02-01", "2026-03-01")

Both classes have the same methods, and the same call returns equal frames. The index of a frame has
the start of each row, in the time zone of the call (UTC for the zone `person`). The other times of a
frame have the same zone. `frame.attrs` has the unit of the values, the type and the time zone. A
value that is not known is NaN, NaT or None, never zero.

A time is a `datetime`, a `date` or a text such as 2026-02-01, 2026-02-01T10:00 or
2026-02-01T10:00:00+01:00. Without an offset it is a local time of the time zone of the call. The end
of a range is exclusive.

Every method raises `healthstore.Error` with the message of the service or the database.

Needs pandas 1.5 or newer. `Database` also needs psycopg 3.
"""

import datetime
import http.client
import json
import os
import re
import urllib.error
import urllib.parse
import urllib.request

import pandas as pd

__all__ = ["Database", "Error", "Service"]

# The greatest number of samples of a page.
_PAGE = 10_000
_FIGURES = [
    "count", "sum", "average", "minimum", "maximum", "duration", "most_recent", "most_recent_start", "most_recent_end", "partial",
]
_VALUES = ["value", "value_name", "unit", "source", "source_version", "created", "uuid", "metadata"]
# The columns of samples by their kind, after start and end.
_SAMPLES = {
    "quantity": _VALUES, "category": _VALUES,
    "workout": ["activity", "duration", "energy", "distance", "is_recording", "source", "created", "uuid", "metadata"],
    "correlation": ["objects", "source", "uuid", "metadata"],
}
_NIGHTS = [
    "date", "end", "asleep", "main_start", "main_end", "main_asleep", "unspecified", "core", "deep", "rem", "awake", "in_bed",
    "efficiency", "nap_count", "aggregate",
]


class Error(Exception):
    """A refused question, or a service or database that does not answer.

    `code` is an error code of the service (`healthstore help errors`) or an SQLSTATE of PostgreSQL, or
    None if there was no answer. `hint` says what to do, or is None.
    """

    def __init__(self, message, code=None, hint=None):
        super().__init__(message if hint is None else f"{message} ({hint})")
        self.code = code
        self.hint = hint


class _Store:
    """What both ways to read have in common: arguments and frames."""

    def statistics(self, type, interval, time_zone, start, end, unit=None, separate_by_source=False):
        """Returns the figures of a quantity or category type in each bucket of [start, end).

        interval is that of `GET /v1/statistics-collection`, such as hour, day, week or 2month. unit is
        a unit of the type; without it, the person's choice or the type's preferred unit. Types in percent
        have the unit fraction, in which 1 is the whole.

        Columns: end, count, sum (cumulative types), average, minimum and maximum (other types),
        duration (seconds that samples cover), most_recent with its start and end, and partial, which is
        true if the range or the present cuts the bucket. A bucket without samples has the count 0, and
        no other figures. A category type has count, duration and most_recent (the number of the value),
        and the column by_value: a list of dicts with value, value_name, count and duration, or None.

        separate_by_source adds the columns source and source_id, and after the row of each bucket, whose
        source is None, one row for each source that has samples in the bucket.
        """
        rows, unit = self._statistics(
            type, interval, time_zone, _text(start, "start"), _text(end, "end"), unit, bool(separate_by_source))
        columns = ["end", "source", "source_id"] + _FIGURES + ["by_value"]
        frame = _frame(rows, columns, time_zone, ["end", "most_recent_start", "most_recent_end"])
        if separate_by_source:
            frame["source_id"] = frame["source_id"].astype("Int64")
            frame = frame.sort_values(["start", "source_id"], na_position="first")
        else:
            frame = frame.drop(columns=["source", "source_id"])
        if unit is not None:
            frame = frame.drop(columns="by_value")
        frame["count"] = frame["count"].fillna(0).astype("int64")
        for name in ["sum", "average", "minimum", "maximum", "duration", "most_recent"]:
            frame[name] = frame[name].astype("float64")
        frame["partial"] = frame["partial"].astype("bool")
        frame.attrs = {"type": type, "unit": unit, "time_zone": time_zone}
        return frame

    def samples(self, type, time_zone, start, end, unit=None):
        """Returns the samples of a type that overlap [start, end), by start.

        Columns of a quantity or category type: end, value (of a category: its number; of a series: its
        summary), value_name (of a category), unit, source, source_version, created, uuid and metadata,
        which is a dict.

        Columns of the type workout: end, activity, duration (seconds without pauses, as sent), energy
        (kilocalories), distance (metres), is_recording, source, created, uuid and metadata. is_recording
        is true for a workout that is recorded live and not finished, whose end is that so far.

        Columns of a correlation such as bloodPressure: end, objects (a list of the uuids of its samples,
        which are samples of their own types), source, uuid and metadata.

        The frame is held in memory; `sample_pages` holds one page at a time.
        """
        pages = list(self.sample_pages(type, time_zone, start, end, unit))
        frame = pd.concat(pages) if len(pages) > 1 else pages[0]
        frame.attrs = {**pages[0].attrs, "unit": _unit(frame)}
        return frame

    def sample_pages(self, type, time_zone, start, end, unit=None):
        """Yields the frames of `samples` page by page, of at most 10,000 samples each. Yields one empty
        frame if there are no samples. `attrs["unit"]` is None if the rows of a page have several units.
        """
        is_empty = True
        for kind, rows in self._sample_pages(type, time_zone, _text(start, "start"), _text(end, "end"), unit):
            if rows or is_empty:
                yield self._sample_frame(kind, rows, type, time_zone)
            is_empty = False

    def sleep(self, time_zone, start_date, end_date):
        """Returns the nights that end on the days from start_date to end_date, exclusive.

        Columns: date, end, asleep (main sleep and naps), main_start, main_end, main_asleep, the stages
        of the main sleep unspecified, core, deep, rem and awake, in_bed, efficiency (0 to 1), nap_count
        and aggregate, which is true for a night whose figures an app sent. Times of sleep are in
        seconds. `attrs["unit"]` is s. A database has nights on the person's own clock alone; the service
        has nights on every clock.
        """
        rows = self._nights(time_zone, _date_text(start_date, "start_date"), _date_text(end_date, "end_date"))
        frame = _frame(rows, _NIGHTS, time_zone, ["end", "main_start", "main_end"])
        for name in ["asleep", "main_asleep", "unspecified", "core", "deep", "rem", "awake", "in_bed", "efficiency"]:
            frame[name] = frame[name].astype("float64")
        frame["date"] = pd.to_datetime(frame["date"])
        frame["nap_count"] = frame["nap_count"].astype("int64")
        frame["aggregate"] = frame["aggregate"].astype("bool")
        frame.attrs = {"type": "sleepAnalysis", "unit": "s", "time_zone": time_zone}
        return frame

    @staticmethod
    def _sample_frame(kind, rows, type, time_zone):
        columns = _SAMPLES[kind]
        frame = _frame(rows, ["end"] + columns, time_zone, ["end", "created"] if "created" in columns else ["end"])
        for name in ["value", "duration", "energy", "distance"]:
            if name in columns:
                frame[name] = frame[name].astype("float64")
        if "is_recording" in columns:
            frame["is_recording"] = frame["is_recording"].astype("bool")
        frame.attrs = {"type": type, "unit": _unit(frame), "time_zone": time_zone}
        return frame

    @staticmethod
    def _check_kind(kind, type):
        if kind not in _SAMPLES:
            raise Error(f"{type} is a {kind} type; samples are those of {', '.join(_SAMPLES)} types", "22023")

    def close(self):
        """Closes the connection, if there is one."""

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()


class Service(_Store):
    """Reads over HTTP the data of the person that a token is about.

    address is that of the service. The token is `token`, or the first line of the file `token_file`.
    Without address or token, the variables HEALTHSTORE_ADDRESS and HEALTHSTORE_TOKEN of the environment
    are used. timeout_seconds limits the wait for each answer.
    """

    def __init__(self, address=None, token=None, token_file=None, timeout_seconds=120):
        self._address = (address or os.environ.get("HEALTHSTORE_ADDRESS") or "").rstrip("/")
        if not re.match("https?://", self._address):
            raise Error("address must begin with http:// or https://", hint="give address, or set HEALTHSTORE_ADDRESS")
        if token_file is not None:
            try:
                with open(token_file, encoding="ascii") as file:
                    token = file.readline()
            except (OSError, UnicodeDecodeError) as error:
                raise Error(f"token_file {token_file} cannot be read: {error}") from None
        token = (token or os.environ.get("HEALTHSTORE_TOKEN") or "").strip()
        if not re.fullmatch("[!-~]+", token):
            raise Error("there is no token", hint="give token or token_file, or set HEALTHSTORE_TOKEN")
        self._token = token
        self._timeout_seconds = timeout_seconds
        self._opener = urllib.request.build_opener(_NoRedirects)

    def _statistics(self, type, interval, time_zone, start, end, unit, separate_by_source):
        query = {
            "type": type, "interval": interval, "timeZone": time_zone, "from": start, "to": end, "unit": unit,
            "separateBySource": "true" if separate_by_source else None}
        body = self._get("/v1/statistics-collection", query, "application/x-ndjson")
        rows = [json.loads(line) for line in body.split(b"\n") if line]
        columns = [
            "startDate", "endDate", "source", "sourceId", "count", "sum", "average", "minimum", "maximum", "duration",
            "mostRecent", "mostRecentStartDate", "mostRecentEndDate", "partial"]
        return [(*(row[name] for name in columns), _by_value(row.get("byValue"))) for row in rows], rows[0]["unit"]

    def _sample_pages(self, type, time_zone, start, end, unit):
        query = {"type": type, "timeZone": time_zone, "from": start, "to": end, "unit": unit, "limit": _PAGE}
        while True:
            page = json.loads(self._get("/v1/samples", query, "application/json"))
            self._check_kind(page["kind"], type)
            yield page["kind"], [self._sample(page["kind"], sample) for sample in page["samples"]]
            if page["cursor"] is None:
                return
            query["cursor"] = page["cursor"]

    @staticmethod
    def _sample(kind, sample):
        times = (sample["startDate"], sample["endDate"])
        source = sample.get("source") or {}
        rest = (sample["uuid"], sample.get("metadata"))
        if kind == "correlation":
            return (*times, sample.get("objects") or [], source.get("name"), *rest)
        if kind == "workout":
            return (
                *times, sample.get("workoutActivityTypeName") or sample.get("sentWorkoutActivityType"), sample.get("duration"),
                sample.get("totalEnergyBurned"), sample.get("totalDistance"),
                (sample.get("parts") or {}).get("isRecording") is True, source.get("name"), sample.get("creationDate"), *rest)
        return (
            *times, sample.get("value"), sample.get("valueName"), sample.get("unit"), source.get("name"), source.get("version"),
            sample.get("creationDate"), *rest)

    def _nights(self, time_zone, start_date, end_date):
        query = {"timeZone": time_zone, "from": start_date, "to": end_date}
        nights = json.loads(self._get("/v1/sleep", query, "application/json"))["nights"]
        rows = []
        for night in nights:
            main = night["main"] or {}
            stages = main.get("stages") or {}
            rows.append((
                night["startDate"], night["date"], night["endDate"], night["asleep"], main.get("startDate"), main.get("endDate"),
                main.get("asleep"), *(stages.get(name) for name in ["unspecified", "core", "deep", "rem", "awake"]),
                main.get("inBed"), main.get("efficiency"), len(night["naps"]), night["aggregate"]))
        return rows

    def _get(self, path, query, accept):
        """Returns the body of an answer."""
        query = {name: value for name, value in query.items() if value is not None}
        url = self._address + path + "?" + urllib.parse.urlencode(query)
        request = urllib.request.Request(url, headers={"Authorization": "Bearer " + self._token, "Accept": accept})
        try:
            with self._opener.open(request, timeout=self._timeout_seconds) as answer:
                # Only a read of the whole body notices that the connection broke before its end.
                return answer.read()
        except urllib.error.HTTPError as error:
            with error:
                text = error.read(1_000_000)
            try:
                answer = json.loads(text)
                raise Error(answer["message"], answer["code"], answer.get("hint")) from None
            except (ValueError, KeyError, TypeError):
                raise Error(f"the service answered with status {error.code}") from None
        except (urllib.error.URLError, http.client.HTTPException, OSError) as error:
            reason = getattr(error, "reason", error)
            raise Error(f"the service {self._address} does not answer: {reason}") from None


class Database(_Store):
    """Reads in SQL the data of a person, as an analyst or as the owner of the store.

    conninfo is a connection string of PostgreSQL, such as `healthstore analyst add` prints; the password
    can be in it, in PGPASSWORD or in ~/.pgpass.
    """

    def __init__(self, conninfo="", person=None):
        import psycopg

        self._psycopg = psycopg
        if not person:
            raise Error("person is missing", hint="give the name of the person whose data you read")
        self._person = person
        try:
            self._connection = psycopg.connect(conninfo, autocommit=True, application_name="healthstore.py")
            # In text form, times would depend on the settings of the session.
            self._connection.execute("set timezone = 'UTC'")
            # So that queries find names without a schema also as the owner.
            self._connection.execute("set search_path = health_analysis, public")
        except psycopg.Error as error:
            raise self._error(error) from None
        if self._rows("select from health.person where name = %s", [person]) == []:
            raise Error(f'there is no person "{person}" whom you may see', "P0002")

    def close(self):
        self._connection.close()

    def query(self, statement, parameters=None):
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

    def _statistics(self, type, interval, time_zone, start, end, unit, separate_by_source):
        rows = self._rows(
            """
            select start_time, end_time, source, nullif(source_id, 0), count, sum, average, minimum, maximum, duration,
                most_recent, most_recent_start_time, most_recent_end_time, partial, to_jsonb(by_value), unit
            from health_code.statistics_collection(
                %s, %s, %s, %s, %s::text, %s::text, unit => %s, separate_by_source => %s)
            """,
            [self._person, type, interval, time_zone, start, end, unit, separate_by_source])
        return [row[:-1] for row in rows], rows[0][-1]

    def _sample_pages(self, type, time_zone, start, end, unit):
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
                ), interval '0')
            from health.person
            cross join health.sample_type
            left join health_code.unit_of(person.person_id, sample_type_id) own on true
            left join health_code.unit_of(person.person_id, sample_type_id, %(unit)s) wanted on true
            where person.name = %(person)s and sample_type.sample_type_id = health_code.known_sample_type(%(type)s)
            """,
            {"zone": time_zone, "start": start, "end": end, "unit": unit, "person": self._person, "type": type})
        kind, name, from_time, to_time, unit, factor, shift, longest = known[0]
        if from_time >= to_time:
            raise Error("end must be later than start", "22023")
        self._check_kind(kind, type)
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
                    rows = cursor.fetchmany(_PAGE)
                    yield kind, rows
                    if len(rows) < _PAGE:
                        return
        except self._psycopg.Error as error:
            raise self._error(error) from None

    def _nights(self, time_zone, start_date, end_date):
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

    def _rows(self, statement, parameters):
        try:
            return self._connection.execute(statement, parameters).fetchall()
        except self._psycopg.Error as error:
            raise self._error(error) from None

    @staticmethod
    def _error(error):
        message = error.diag.message_primary or str(error).strip() or "the database does not answer"
        return Error(message, error.sqlstate, error.diag.message_hint)


class _NoRedirects(urllib.request.HTTPRedirectHandler):
    """Refuses redirects, which would send the token to another address."""

    def redirect_request(self, *_):
        return None


def _by_value(values):
    """Returns the figures of values of an answer with the names of SQL."""
    names = {"value": "value", "valueName": "value_name", "count": "count", "duration": "duration"}
    return values and [{names[name]: value for name, value in one.items()} for one in values]


def _unit(frame):
    """Returns the unit of all rows of samples, or None if there are several or none."""
    units = frame["unit"].dropna().unique() if "unit" in frame else []
    return units[0] if len(units) == 1 else None


def _text(moment, name):
    """Returns a time in the form of the API: local without an offset, else an instant."""
    if isinstance(moment, (datetime.date, datetime.datetime)):
        return moment.isoformat()
    if isinstance(moment, str) and moment:
        return moment
    raise Error(f"{name} must be a datetime, a date or a text such as 2026-02-01")


def _date_text(date, name):
    """Returns a date in the form of the API."""
    text = date.isoformat() if isinstance(date, datetime.date) else date
    if not isinstance(text, str) or not re.fullmatch(r"\d{4}-\d{2}-\d{2}", text):
        raise Error(f"{name} must be a date such as 2026-02-01")
    return text


def _time(moment):
    """Returns an instant, of a text of the API or of the database, or None."""
    return datetime.datetime.fromisoformat(moment) if isinstance(moment, str) else moment if pd.notna(moment) else None


def _frame(rows, columns, time_zone, times):
    """Returns the frame of rows, whose first value is the start. `times` names the columns of times."""
    frame = pd.DataFrame(rows, columns=["start"] + columns)
    zone = "UTC" if time_zone == "person" else time_zone
    try:
        for name in ["start"] + times:
            frame[name] = pd.to_datetime([_time(moment) for moment in frame[name]], utc=True).tz_convert(zone)
    except pd.errors.OutOfBoundsDatetime:
        raise Error("a time is outside the years 1678 to 2261, which pandas cannot hold") from None
    except Exception as error:
        raise Error(f'pandas does not know the time zone "{zone}": {error}') from None
    return frame.set_index("start")
