"""Frames as tables of Arrow and frames of polars."""

import json
from typing import TYPE_CHECKING, Any

import pandas as pd

if TYPE_CHECKING:
    import polars
    import pyarrow


def to_arrow(frame: pd.DataFrame) -> "pyarrow.Table":
    """Returns a frame of this module as a table of pyarrow, with start as the first column.

    metadata is a text of JSON, and by_value a list of structs. The metadata of the schema has the
    unit, the type and the time zone as JSON, under the key healthstore.
    """
    import pyarrow as pa

    frame = frame.reset_index()
    columns: dict[str, Any] = {}
    for name in frame.columns:
        values: Any = frame[name]
        if name == "metadata":
            values = pa.array([None if value is None else json.dumps(value) for value in values], pa.string())
        elif name == "by_value":
            values = pa.array(list(values), by_value_type())
        elif name == "objects":
            values = pa.array(list(values), pa.list_(pa.string()))
        elif values.dtype == object or values.dtype == "str":
            values = pa.array(values, pa.string(), from_pandas=True)
        else:
            values = pa.Array.from_pandas(values)
        columns[str(name)] = values
    return pa.table(columns).replace_schema_metadata({"healthstore": json.dumps(frame.attrs)})


def to_polars(frame: pd.DataFrame) -> "polars.DataFrame":
    """Returns a frame of this module as a frame of polars, with the columns of `to_arrow`."""
    import polars

    converted = polars.from_arrow(to_arrow(frame))
    assert isinstance(converted, polars.DataFrame)
    return converted


def by_value_type() -> Any:
    """Returns the type of the column by_value."""
    import pyarrow as pa

    return pa.list_(pa.struct({
        "value": pa.int32(), "value_name": pa.string(), "count": pa.int64(), "duration": pa.float64()}))
