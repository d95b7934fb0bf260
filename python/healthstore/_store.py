"""What both ways to read have in common: arguments and frames."""

import abc
import datetime
import re
import types
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any, Self

import pandas as pd

# The values of a row of an answer, the start first.
Row = tuple[Any, ...]
Moment = str | datetime.date

# The greatest number of samples of a page.
PAGE = 10_000
_FIGURES = [
    "count", "sum", "average", "minimum", "maximum", "duration", "most_recent", "most_recent_start", "most_recent_end", "partial",
]
# The columns of figures after the start of the bucket.
STATISTICS = ["end", "source", "source_id"] + _FIGURES + ["by_value"]
_VALUES = ["value", "value_name", "unit", "source", "source_version", "created", "uuid", "metadata"]
# The columns of samples by their kind, after start and end.
SAMPLES = {
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

    def __init__(self, message: str, code: str | None = None, hint: str | None = None) -> None:
        super().__init__(message if hint is None else f"{message} ({hint})")
        self.code = code
        self.hint = hint


class Store(abc.ABC):
    """The methods of `Service` and `Database`."""

    def statistics(
        self, type: str | Sequence[str], interval: str, time_zone: str, start: Moment, end: Moment, unit: str | None = None,
        separate_by_source: bool = False,
    ) -> pd.DataFrame:
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

        A list of types returns the rows of each type in the order of the list, with the further columns
        type and unit.
        """
        if not isinstance(type, str):
            return _several(type, time_zone, lambda one: self.statistics(
                one, interval, time_zone, start, end, unit, separate_by_source))
        rows, unit = self._statistics(
            type, interval, time_zone, _text(start, "start"), _text(end, "end"), unit, bool(separate_by_source))
        frame = _frame(rows, STATISTICS, time_zone, ["end", "most_recent_start", "most_recent_end"])
        if separate_by_source:
            frame["source_id"] = frame["source_id"].astype("Int64")
            frame = frame.sort_values(["start", "source_id"], na_position="first")
        else:
            frame = frame.drop(columns=["source", "source_id"])
        if unit is not None:
            frame = frame.drop(columns="by_value")
        frame["count"] = frame["count"].fillna(0).astype("int64")
        _set_types(frame, "float64", ["sum", "average", "minimum", "maximum", "duration", "most_recent"])
        frame["partial"] = frame["partial"].astype("bool")
        frame.attrs = {"type": type, "unit": unit, "time_zone": time_zone}
        return frame

    def samples(
        self, type: str | Sequence[str], time_zone: str, start: Moment, end: Moment, unit: str | None = None,
    ) -> pd.DataFrame:
        """Returns the samples of a type that overlap [start, end), by start.

        Columns of a quantity or category type: end, value (of a category: its number; of a series: its
        summary), value_name (of a category), unit, source, source_version, created, uuid and metadata,
        which is a dict.

        Columns of the type workout: end, activity, duration (seconds without pauses, as sent), energy
        (kilocalories), distance (metres), is_recording, source, created, uuid and metadata. is_recording
        is true for a workout that is recorded live and not finished, whose end is that so far.

        Columns of a correlation such as bloodPressure: end, objects (a list of the uuids of its samples,
        which are samples of their own types), source, uuid and metadata.

        A list of types returns the samples of each type in the order of the list, with the further
        column type. The frame is held in memory; `sample_pages` holds one page at a time.
        """
        if not isinstance(type, str):
            return _several(type, time_zone, lambda one: self.samples(one, time_zone, start, end, unit))
        pages = list(self.sample_pages(type, time_zone, start, end, unit))
        frame = pd.concat(pages) if len(pages) > 1 else pages[0]
        frame.attrs = {**pages[0].attrs, "unit": _unit(frame)}
        return frame

    def sample_pages(
        self, type: str, time_zone: str, start: Moment, end: Moment, unit: str | None = None,
    ) -> Iterator[pd.DataFrame]:
        """Yields the frames of `samples` page by page, of at most 10,000 samples each. Yields one empty
        frame if there are no samples. `attrs["unit"]` is None if the rows of a page have several units.
        """
        is_empty = True
        for kind, rows in self._sample_pages(type, time_zone, _text(start, "start"), _text(end, "end"), unit):
            if rows or is_empty:
                yield _sample_frame(kind, rows, type, time_zone)
            is_empty = False

    def sleep(self, time_zone: str, start_date: Moment, end_date: Moment) -> pd.DataFrame:
        """Returns the nights that end on the days from start_date to end_date, exclusive.

        Columns: date, end, asleep (main sleep and naps), main_start, main_end, main_asleep, the stages
        of the main sleep unspecified, core, deep, rem and awake, in_bed, efficiency (0 to 1), nap_count
        and aggregate, which is true for a night whose figures an app sent. Times of sleep are in
        seconds. `attrs["unit"]` is s. A database has nights on the person's own clock alone; the service
        has nights on every clock.
        """
        rows = self._nights(time_zone, date_text(start_date, "start_date"), date_text(end_date, "end_date"))
        frame = _frame(rows, _NIGHTS, time_zone, ["end", "main_start", "main_end"])
        _set_types(frame, "float64", [
            "asleep", "main_asleep", "unspecified", "core", "deep", "rem", "awake", "in_bed", "efficiency"])
        frame["date"] = pd.to_datetime(frame["date"])
        frame["nap_count"] = frame["nap_count"].astype("int64")
        frame["aggregate"] = frame["aggregate"].astype("bool")
        frame.attrs = {"type": "sleepAnalysis", "unit": "s", "time_zone": time_zone}
        return frame

    def close(self) -> None:
        """Closes the connection, if there is one."""

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: types.TracebackType | None,
    ) -> None:
        self.close()

    @abc.abstractmethod
    def _statistics(
        self, type: str, interval: str, time_zone: str, start: str, end: str, unit: str | None, separate_by_source: bool,
    ) -> tuple[list[Row], str | None]:
        """Returns the start and `STATISTICS` of each row, and the unit."""

    @abc.abstractmethod
    def _sample_pages(
        self, type: str, time_zone: str, start: str, end: str, unit: str | None,
    ) -> Iterator[tuple[str, list[Row]]]:
        """Yields the kind of the type and the start, end and `SAMPLES` of a page."""

    @abc.abstractmethod
    def _nights(self, time_zone: str, start_date: str, end_date: str) -> list[Row]: ...

    @abc.abstractmethod
    def _recorded_types(self) -> dict[str, bool]:
        """Returns the short names of the quantity and category types that have samples, and whether the
        type has figures of days."""

    @abc.abstractmethod
    def _days(self, type: str, time_zone: str, start_date: str, end_date: str) -> list[Row]:
        """Returns the values of days.parquet after the type, of each day with samples."""

    @abc.abstractmethod
    def _sample_tables(self, types: Iterable[str], time_zone: str, start: str, end: str) -> Iterator[Any]:
        """Yields tables of pyarrow with the columns of samples.parquet, type by type, by start."""


def check_kind(kind: str, type: str) -> None:
    """Raises an error if samples of the kind cannot be read."""
    if kind not in SAMPLES:
        raise Error(f"{type} is a {kind} type; samples are those of {', '.join(SAMPLES)} types", "22023")


def _sample_frame(kind: str, rows: list[Row], type: str, time_zone: str) -> pd.DataFrame:
    columns = SAMPLES[kind]
    frame = _frame(rows, ["end"] + columns, time_zone, ["end", "created"] if "created" in columns else ["end"])
    _set_types(frame, "float64", [name for name in ["value", "duration", "energy", "distance"] if name in columns])
    if "is_recording" in columns:
        frame["is_recording"] = frame["is_recording"].astype("bool")
    frame.attrs = {"type": type, "unit": _unit(frame), "time_zone": time_zone}
    return frame


def _several(types: Sequence[str], time_zone: str, read: Callable[[str], pd.DataFrame]) -> pd.DataFrame:
    """Returns the frames of several types one below the other."""
    if not types:
        raise Error("type is empty; give the name of a type, or a list of names")
    frames = []
    for type in types:
        frame = read(type)
        frame.insert(1, "type", type)
        if "unit" not in frame:
            frame.insert(2, "unit", frame.attrs["unit"])
        frames.append(frame)
    whole = pd.concat(frames)
    whole.attrs = {"type": list(types), "unit": None, "time_zone": time_zone}
    return whole


def _set_types(frame: pd.DataFrame, type: str, columns: list[str]) -> None:
    for name in columns:
        frame[name] = frame[name].astype(type)    # type: ignore[call-overload]


def _unit(frame: pd.DataFrame) -> str | None:
    """Returns the unit of all rows of samples, or None if there are several or none."""
    units = set(frame["unit"].dropna()) if "unit" in frame else set()
    return str(units.pop()) if len(units) == 1 else None


def _text(moment: object, name: str) -> str:
    """Returns a time in the form of the API: local without an offset, else an instant."""
    if isinstance(moment, datetime.date):
        return moment.isoformat()
    if isinstance(moment, str) and moment:
        return moment
    raise Error(f"{name} must be a datetime, a date or a text such as 2026-02-01")


def date_text(date: object, name: str) -> str:
    """Returns a date in the form of the API."""
    text = date.isoformat() if isinstance(date, datetime.date) else date
    if not isinstance(text, str) or not re.fullmatch(r"\d{4}-\d{2}-\d{2}", text):
        raise Error(f"{name} must be a date such as 2026-02-01")
    return text


def instant(moment: Any) -> datetime.datetime | None:
    """Returns an instant, of a text of the API or of the database, or None."""
    if isinstance(moment, str):
        return datetime.datetime.fromisoformat(moment)
    return moment if pd.notna(moment) else None


def _frame(rows: list[Row], columns: list[str], time_zone: str, times: list[str]) -> pd.DataFrame:
    """Returns the frame of rows, whose first value is the start. `times` names the columns of times."""
    frame = pd.DataFrame(rows, columns=["start"] + columns)
    zone = "UTC" if time_zone == "person" else time_zone
    try:
        for name in ["start"] + times:
            moments: Any = [instant(moment) for moment in frame[name]]
            frame[name] = pd.to_datetime(moments, utc=True).tz_convert(zone)
    except pd.errors.OutOfBoundsDatetime:
        raise Error("a time is outside the years 1678 to 2261, which pandas cannot hold") from None
    except Exception as error:
        raise Error(f'pandas does not know the time zone "{zone}": {error}') from None
    return frame.set_index("start")
