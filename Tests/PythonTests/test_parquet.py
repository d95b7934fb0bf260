"""Compares the files of to_parquet, read by DuckDB, with the figures of the service."""

import healthstore
import pandas as pd
import pyarrow.parquet
import pytest

duckdb = pytest.importorskip("duckdb")

ZONE = "Europe/Berlin"
EDGE = ("2024-03-29", "2024-04-05")
ROBIN = ("2026-02-08", "2026-03-03")


def read(folder, statement):
    """Returns the rows of an SQL statement over the tables samples and days."""
    with duckdb.connect() as connection:
        for name in ["samples", "days"]:
            connection.execute(f"create view {name} as select * from read_parquet('{folder}/{name}.parquet')")
        return connection.execute(statement).fetchall()


@pytest.mark.parametrize("zone", [ZONE, "America/New_York", "person"])
def test_sums_of_two_overlapping_sources_are_those_of_the_service(edge, tmp_path, zone):
    for number, store in enumerate(edge):
        folder = tmp_path / str(number)
        healthstore.to_parquet(store, folder, zone, *EDGE)
        for interval in ["day", "month"]:
            frame = edge[0].statistics("stepCount", interval, zone, *EDGE)
            expected = frame.loc[frame["count"] > 0, "sum"].tolist()
            sums = read(folder, f"""
                select sum(sum) from days where type = 'stepCount' group by date_trunc('{interval}', date)
                order by date_trunc('{interval}', date)
                """)
            assert [row[0] for row in sums] == pytest.approx(expected, rel=1e-12)
        # The ring counted the same walk.
        whole, = read(folder, "select (select sum(value) from samples where type = 'stepCount'), sum(sum) from days")
        assert whole[0] > whole[1] + 1
        for type in ["heartRate", "bodyMass", "environmentalAudioExposure", "headache"]:
            frame = edge[0].statistics(type, "day", zone, *EDGE)
            frame = frame[frame["count"] > 0]
            rows = read(folder, f"""
                select date, count, average, minimum, maximum, duration, most_recent, unit, partial, start, "end", by_value
                from days where type = '{type}' order by date
                """)
            if zone != "person":
                assert [row[0] for row in rows] == [moment.date() for moment in frame.index]
            for place, name in enumerate(["count", "average", "minimum", "maximum", "duration", "most_recent"], start=1):
                values = [None if value != value else value for value in frame[name]]
                assert [row[place] for row in rows] == pytest.approx(values)
            assert {row[7] for row in rows} == {frame.attrs["unit"]}
            assert [row[8] for row in rows] == frame["partial"].tolist()
            assert [row[9] for row in rows] == list(frame.index) and [row[10] for row in rows] == list(frame["end"])
            if type == "headache":
                assert [row[11] for row in rows] == frame["by_value"].tolist()


def test_the_files_over_http_equal_those_in_sql(edge, robin, tmp_path):
    for name, stores, days in [("edge", edge, EDGE), ("robin", robin, ROBIN)]:
        for number, store in enumerate(stores):
            healthstore.to_parquet(store, tmp_path / name / str(number), ZONE, *days)
        for file, key in [("samples", ["type", "start", "uuid"]), ("days", ["type", "date"])]:
            over_http, in_sql = (
                pyarrow.parquet.read_table(tmp_path / name / str(number) / f"{file}.parquet") for number in [0, 1])
            assert over_http.schema.equals(in_sql.schema) and len(over_http) == len(in_sql) > 5
            frames = [table.to_pandas() for table in (over_http, in_sql)]
            for frame in frames:
                for column in frame.columns[frame.dtypes == "category"]:
                    frame[column] = frame[column].astype(object)
            pd.testing.assert_frame_equal(
                *(frame.sort_values(key).reset_index(drop=True) for frame in frames), rtol=1e-12)


def test_samples_are_those_of_the_frames_sorted_and_compressed(edge, robin, tmp_path, monkeypatch):
    monkeypatch.setattr("healthstore._parquet._ROWS", 1000)
    healthstore.to_parquet(robin[1], tmp_path, ZONE, *ROBIN)
    for type in ["heartRate", "bodyMass", "oxygenSaturation", "sleepAnalysis"]:
        frame = robin[1].samples(type, ZONE, *ROBIN)
        rows = read(tmp_path, f"""
            select start, "end", value, value_name, unit, source, source_version, cast(uuid as varchar) from samples
            where type = '{type}' order by start, uuid
            """)
        assert [row[0] for row in rows] == list(frame.index) and [row[1] for row in rows] == list(frame["end"])
        assert [row[2] for row in rows] == pytest.approx(frame["value"].tolist())
        for place, name in enumerate(["value_name", "unit", "source", "source_version"], start=3):
            assert [row[place] for row in rows] == [None if value != value else value for value in frame[name]]
    file = pyarrow.parquet.ParquetFile(tmp_path / "samples.parquet")
    assert file.num_row_groups > 3
    for group in range(file.num_row_groups):
        for name in ["start", "end"]:
            column = file.metadata.row_group(group).column(file.schema_arrow.get_field_index(name))
            assert column.compression == "ZSTD" and "DELTA_BINARY_PACKED" in column.encodings
    order = [(row["type"], row["start"]) for row in file.read(["type", "start"]).to_pylist()]
    assert order == sorted(order)
    # Types that are not in the catalogue have the unit as sent, and no days.
    healthstore.to_parquet(edge[1], tmp_path, ZONE, *EDGE, types=["org.example.florps", "HKQuantityTypeIdentifierHeartRate"])
    assert read(tmp_path, "select distinct type, unit from samples order by all") == [
        ("heartRate", "count/min"), ("org.example.florps", "florps"), ("org.example.florps", "wibbles")]
    assert read(tmp_path, "select distinct type from days") == [("heartRate",)]


def test_a_uuid_names_the_sample_of_the_service(edge, tmp_path):
    healthstore.to_parquet(edge[1], tmp_path, ZONE, *EDGE, types=["bodyMass"])
    uuids = pyarrow.parquet.read_table(tmp_path / "samples.parquet")["uuid"].to_pylist()
    assert [str(uuid) for uuid in uuids] == ["00000000-0000-4000-8000-00000000006b"]


def test_an_error_leaves_the_files_as_they_were(edge, tmp_path):
    for store in edge:
        healthstore.to_parquet(store, tmp_path, ZONE, *EDGE, types=["bodyMass"])
        for arguments, message in [
            ((ZONE, *EDGE, ["nothing"]), 'no samples of a quantity or category type "nothing"'),
            ((ZONE, *EDGE, ["workout"]), "workout"), (("Mars", *EDGE), "zone"), ((ZONE, *reversed(EDGE)), "later|before"),
            ((ZONE, "2024-03-29T10:00", EDGE[1]), "start_date must be a date"),
        ]:
            with pytest.raises(healthstore.Error, match=message):
                healthstore.to_parquet(store, tmp_path, *arguments)
        assert sorted(file.name for file in tmp_path.iterdir()) == ["days.parquet", "samples.parquet"]
        assert read(tmp_path, "select count(*) from samples") == [(1,)]


def test_days_without_samples_make_empty_files(edge, tmp_path):
    for store in edge:
        healthstore.to_parquet(store, tmp_path, "UTC", "2023-01-01", "2023-01-08")
        assert read(tmp_path, "select (select count(*) from samples), count(*) from days") == [(0, 0)]
