"""Reads figures, samples and nights of a healthstore as data frames of pandas.

    import healthstore

    store = healthstore.Service("http://127.0.0.1:8484", token="…")    # over HTTP
    store = healthstore.Database("dbname=healthstore user=anna", person="Alex")    # in SQL
    steps = store.statistics("stepCount", "day", "Europe/Berlin", "2026-02-01", "2026-03-01")

Both classes have the same methods, and the same call returns equal frames. The index of a frame has
the start of each row, in the time zone of the call (UTC for the zone `person`). The other times of a
frame have the same zone. `frame.attrs` has the unit of the values, the type and the time zone. A
value that is not known is NaN, NaT or None, never zero. `to_arrow` and `to_polars` convert a frame,
and `to_parquet` writes files.

A time is a `datetime`, a `date` or a text such as 2026-02-01, 2026-02-01T10:00 or
2026-02-01T10:00:00+01:00. Without an offset it is a local time of the time zone of the call. The end
of a range is exclusive.

Every method raises `healthstore.Error` with the message of the service or the database.

Needs pandas 1.5 or newer. `Database` also needs psycopg 3, `to_arrow` pyarrow 19 or newer, `to_polars`
also polars, and `to_parquet` of a `Database` also adbc-driver-postgresql.
"""

from ._convert import to_arrow, to_polars
from ._database import Database
from ._parquet import to_parquet
from ._service import Service
from ._store import Error, Store

__all__ = ["Database", "Error", "Service", "Store", "to_arrow", "to_parquet", "to_polars"]
