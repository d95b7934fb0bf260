"""Writes samples and figures of days as Parquet."""

import concurrent.futures
import os
import pathlib
from collections.abc import Sequence
from typing import Any

from ._convert import by_value_type
from ._store import Error, Moment, Store, date_text

# Greater row groups need more memory, and smaller ones more bytes.
_ROWS = 262_144


def to_parquet(
    store: Store, directory: str | os.PathLike[str], time_zone: str, start_date: Moment, end_date: Moment,
    types: Sequence[str] | None = None,
) -> None:
    """Writes samples.parquet and days.parquet to a directory.

    They have the days from start_date to end_date, exclusive, in the time zone. types names quantity
    and category types; without it, all of these types with samples are written. Existing files are
    replaced when both are complete. Memory does not grow with the number of samples. If samples
    arrive meanwhile, days.parquet may lack them.

    samples.parquet has the samples that overlap the days, sorted by type and start: type, start, end,
    value (of a category: its number; of a series: its summary), value_name (of a category), unit,
    source, source_version and uuid. It has the samples of all sources, so its sums count the same
    time twice where sources overlap.

    days.parquet has the figures of `statistics` for each day with samples, which count once: type,
    date, start, end, count, sum, average, minimum, maximum, duration, most_recent, partial, unit and
    by_value. Sums of days add up to those of weeks and months. sleepAnalysis, which has nights, and
    types that are not in the catalogue have no days.
    """
    start, end = date_text(start_date, "start_date"), date_text(end_date, "end_date")
    recorded = store._recorded_types()
    names = sorted(recorded if types is None else {_known(type, recorded) for type in types})
    folder = pathlib.Path(directory)
    folder.mkdir(parents=True, exist_ok=True)
    parts = {name: folder / f"{name}.parquet.part" for name in ["days", "samples"]}
    try:
        tables = store._sample_tables(names, time_zone, start, end)
        with concurrent.futures.ThreadPoolExecutor(1) as executor:
            # The days are read beside the samples.
            days = executor.submit(
                _write_days, store, parts["days"], [name for name in names if recorded[name]], time_zone, start, end)
            texts = ["type", "value_name", "unit", "source", "source_version"]
            with _Writer(parts["samples"], sample_schema(), texts, ["start", "end"]) as writer:
                for table in tables:
                    writer.write(table)
            days.result()
        for name, part in parts.items():
            part.replace(folder / f"{name}.parquet")
    finally:
        for part in parts.values():
            part.unlink(missing_ok=True)


def _write_days(
    store: Store, path: pathlib.Path, types: list[str], time_zone: str, start: str, end: str,
) -> None:
    import pyarrow as pa

    with _Writer(path, _day_schema(), ["type", "unit"], []) as writer:
        for type in types:
            rows = [(type, *row) for row in store._days(type, time_zone, start, end)]
            columns = zip(*rows) if rows else [()] * len(writer.schema)
            writer.write(pa.Table.from_arrays(
                [pa.array(column, field.type) for column, field in zip(columns, writer.schema)],
                schema=writer.schema))


def _known(type: str, recorded: dict[str, bool]) -> str:
    """Returns the short name of a type with samples."""
    name = type.removeprefix("HKQuantityTypeIdentifier").removeprefix("HKCategoryTypeIdentifier")
    for known in (type, name, name[:1].lower() + name[1:]):
        if known in recorded:
            return known
    raise Error(f'there are no samples of a quantity or category type "{type}"')


def sample_schema() -> Any:
    """Returns the columns of samples.parquet."""
    import pyarrow as pa

    time, text = pa.timestamp("us", "UTC"), pa.string()
    return pa.schema({
        "type": text, "start": time, "end": time, "value": pa.float64(), "value_name": text, "unit": text,
        "source": text, "source_version": text, "uuid": pa.uuid()})


def _day_schema() -> Any:
    import pyarrow as pa

    time, number = pa.timestamp("us", "UTC"), pa.float64()
    return pa.schema({
        "type": pa.string(), "date": pa.date32(), "start": time, "end": time, "count": pa.int64(), "sum": number,
        "average": number, "minimum": number, "maximum": number, "duration": number, "most_recent": number,
        "partial": pa.bool_(), "unit": pa.string(), "by_value": by_value_type()})


def sample_table(type: str, columns: Sequence[Any]) -> Any:
    """Returns a table of samples of one type. columns are those of `sample_schema` after the type; a
    text stands for a column with equal values.
    """
    import pyarrow as pa

    schema = sample_schema()
    count = len(columns[0])
    return pa.Table.from_arrays([
        pa.repeat(pa.scalar(values, field.type), count) if isinstance(values, str) or values is None
        else values.cast(field.type) if isinstance(values, pa.Array) else pa.array(values, field.type)
        for values, field in zip([type, *columns], schema)], schema=schema)


class _Writer:
    """Writes tables to a file in groups of `_ROWS` rows.

    Times are written as differences. The columns `names` are dictionaries in the file and for its
    readers. A thread compresses a group while the next is read.
    """

    def __init__(self, path: pathlib.Path, schema: Any, names: list[str], times: list[str]) -> None:
        import pyarrow as pa
        import pyarrow.parquet

        self.schema = schema
        self._pa = pa
        self._names = names
        self._tables: list[Any] = []
        self._count = 0
        self._executor = concurrent.futures.ThreadPoolExecutor(1)
        self._pending: concurrent.futures.Future[None] | None = None
        for name in names:
            index = schema.get_field_index(name)
            schema = schema.set(index, pa.field(name, pa.dictionary(pa.int32(), pa.string())))
        self._writer = pa.parquet.ParquetWriter(
            path, schema, compression="zstd", compression_level=6, use_dictionary=[*names, "value"],
            column_encoding={name: "DELTA_BINARY_PACKED" for name in times})

    def write(self, table: Any) -> None:
        self._tables.append(table)
        self._count += len(table)
        if self._count >= _ROWS:
            self._flush()

    def _flush(self) -> None:
        self._wait()
        if self._tables:
            self._pending = self._executor.submit(self._write_group, self._tables)
        self._tables = []
        self._count = 0

    def _write_group(self, tables: list[Any]) -> None:
        table = self._pa.concat_tables(tables).combine_chunks()
        for name in self._names:
            index = table.schema.get_field_index(name)
            table = table.set_column(index, name, table.column(name).dictionary_encode())
        self._writer.write_table(table, row_group_size=2 * _ROWS)

    def _wait(self) -> None:
        pending, self._pending = self._pending, None
        if pending is not None:
            pending.result()

    def __enter__(self) -> "_Writer":
        return self

    def __exit__(self, kind: object, *_: object) -> None:
        try:
            if kind is None:
                self._flush()
                self._wait()
        finally:
            self._executor.shutdown()
            self._writer.close()
