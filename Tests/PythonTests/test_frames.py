"""Compares the frames that the package reads over HTTP with those that it reads in SQL."""

import datetime
import json
import os
import socket
import threading

import healthstore
import pandas as pd
import pytest

# scripts/test.d/python sets these variables.
ADDRESS = os.environ["HEALTHSTORE_ADDRESS"]
TOKEN = os.environ["HEALTHSTORE_TOKEN"]
CONNINFO = os.environ["ANALYST_CONNINFO"]


def assert_equal(stores, call):
    """Returns the frame of a call, which both stores answer equally."""
    over_http, in_sql = (call(store) for store in stores)
    pd.testing.assert_frame_equal(over_http, in_sql, rtol=1e-9, atol=0)
    assert over_http.attrs == in_sql.attrs
    return over_http


ZONES = ["Europe/Berlin", "America/New_York", "Asia/Kathmandu", "UTC", "person"]


@pytest.mark.parametrize("zone", ZONES)
@pytest.mark.parametrize("type", ["stepCount", "heartRate", "bodyMass", "environmentalAudioExposure", "headache"])
def test_statistics_are_equal_over_changes_of_the_clock(edge, type, zone):
    for interval in ["hour", "day", "week", "month"]:
        frame = assert_equal(edge, lambda store: store.statistics(type, interval, zone, "2024-03-29", "2024-04-02T12:00"))
        assert frame["count"].sum() > 0 and frame.index.is_monotonic_increasing
        assert str(frame.index.tz) == ("UTC" if zone == "person" else zone)
        # What was not measured is not zero.
        assert frame.loc[frame["count"] == 0, ["sum", "average", "minimum", "maximum", "duration", "most_recent"]].isna().all(axis=None)
        if type == "headache":
            values = [value for values in frame["by_value"].dropna() for value in values]
            assert {value["value_name"] for value in values} == {"mild", "moderate", "severe"}
        assert ("by_value" in frame) == (type == "headache")


def test_a_day_of_23_hours_is_a_row_and_a_cut_bucket_is_partial(edge):
    frame = assert_equal(edge, lambda store: store.statistics("stepCount", "day", "Europe/Berlin", "2024-03-30", "2024-04-01T12:00"))
    assert list(frame["end"] - frame.index) == [pd.Timedelta(hours=hours) for hours in [24, 23, 24]]
    assert list(frame["partial"]) == [False, False, True]
    assert frame.attrs == {"type": "stepCount", "unit": "count", "time_zone": "Europe/Berlin"}


@pytest.mark.parametrize("type, counted", [("stepCount", {"=1+1", "Ring"}), ("heartRate", {"=1+1", "Ring"}), ("height", set())])
def test_figures_of_single_sources_follow_those_of_all(edge, type, counted):
    def call(store, separate):
        return store.statistics(type, "6hour", "Europe/Berlin", "2024-03-29", "2024-04-02", separate_by_source=separate)

    frame = assert_equal(edge, lambda store: call(store, True))
    all_ = frame[frame["source"].isna()]
    pd.testing.assert_frame_equal(
        all_.drop(columns=["source", "source_id"]), assert_equal(edge, lambda store: call(store, False)))
    single = frame.dropna(subset=["source"])
    assert set(single["source"]) == counted and single["source_id"].notna().all() and all_["source_id"].isna().all()
    # Each bucket has the row of all sources first.
    assert not frame["source"].notna()[~frame.index.duplicated()].any()
    if type == "stepCount":
        assert single[single["source"] == "Ring"]["sum"].sum() == pytest.approx(700)


@pytest.mark.parametrize("type, interval", [
    ("stepCount", "day"), ("activeEnergyBurned", "6hour"), ("heartRate", "day"), ("restingHeartRate", "week"),
    ("environmentalAudioExposure", "day"), ("oxygenSaturation", "2day"), ("distanceSwimming", "day"), ("height", "day"),
    ("HKQuantityTypeIdentifierBodyMass", "month")])
def test_statistics_of_an_export_are_equal(robin, type, interval):
    frame = assert_equal(robin, lambda store: store.statistics(type, interval, "Europe/Berlin", "2026-02-08", "2026-03-05"))
    assert len(frame) > 0 and (type == "height") == (frame["count"].sum() == 0)


@pytest.mark.parametrize("type", [
    "stepCount", "heartRate", "bodyMass", "sleepAnalysis", "org.example.florps", "environmentalAudioExposure", "height"])
def test_samples_are_equal_in_every_form(edge, type):
    frame = assert_equal(edge, lambda store: store.samples(type, "Europe/Berlin", "2024-03-30", datetime.date(2024, 4, 4)))
    assert (type == "height") == frame.empty
    assert frame.attrs["unit"] == {
        "stepCount": "count", "heartRate": "count/min", "bodyMass": "kg", "environmentalAudioExposure": "dBASPL"}.get(type)
    if not frame.empty:
        assert set(frame["source"]) == {"=1+1"} | ({"Ring"} if type in ("stepCount", "heartRate") else set())


def test_workouts_are_samples_and_say_that_they_are_recorded(edge, robin):
    frame = assert_equal(edge, lambda store: store.samples("workout", "Europe/Berlin", "2024-03-31", "2024-04-01"))
    assert list(frame["activity"]) == ["running", "gnome throwing", "cycling"]
    assert list(frame["is_recording"]) == [False, False, True] and frame.attrs["unit"] is None
    run = frame.iloc[0]
    assert (run["duration"], run["energy"], run["distance"], run["source"]) == (3000.5, 312.25, 8451.84, "=1+1")
    assert frame["duration"].isna().sum() == 2 and run["metadata"] == {"HKIndoorWorkout": False}
    assert len(assert_equal(robin, lambda store: store.samples("HKWorkoutTypeIdentifier", "UTC", "2026-02-01", "2026-03-05"))) > 3
    assert assert_equal(edge, lambda store: store.samples("workout", "UTC", "2023-01-01", "2023-02-01")).empty


def test_correlations_are_samples_with_the_uuids_of_their_objects(edge, robin):
    frame = assert_equal(edge, lambda store: store.samples("bloodPressure", "person", "2024-03-31", "2024-04-01"))
    inside = [uuid for type in ["bloodPressureDiastolic", "bloodPressureSystolic"]
              for uuid in edge[0].samples(type, "UTC", "2024-03-31", "2024-04-01")["uuid"]]
    assert [list(objects) for objects in frame["objects"]] == [inside] and len(inside) == 2
    assert list(frame["metadata"]) == [{"arm": "left"}]
    assert_equal(robin, lambda store: store.samples("bloodPressure", "Europe/Berlin", "2026-02-01", "2026-03-05"))


def test_a_range_has_the_samples_that_overlap_it(edge):
    moments = [
        ("2024-03-31T00:00:00Z", "2024-03-31T00:30:00.25Z", 0), ("2024-03-31T00:35:00Z", "2024-03-31T00:36:00Z", 1),
        ("2024-03-31T00:40:00Z", "2024-03-31T01:30:00Z", 0), ("2024-03-31T00:30:00.250Z", "2024-03-31T00:30:00.251Z", 1)]
    for start, end, count in moments:
        assert len(assert_equal(edge, lambda store: store.samples("stepCount", "UTC", start, end))) == count
    aware = datetime.datetime(2024, 3, 31, 2, 59, 59, tzinfo=datetime.timezone(datetime.timedelta(hours=2)))
    point = assert_equal(edge, lambda store: store.samples("heartRate", "person", aware, aware + datetime.timedelta(seconds=1)))
    assert list(point["value"]) == [60] and point["metadata"].iloc[0]["list"] == [1, {"a": None}]


def test_samples_are_read_in_pages(edge, monkeypatch):
    call = ("stepCount", "Europe/Berlin", "2024-03-29", "2024-04-05")
    whole = assert_equal(edge, lambda store: store.samples(*call))
    monkeypatch.setattr("healthstore._store.PAGE", 16)
    for store in edge:
        pages = list(store.sample_pages(*call))
        assert [len(page) for page in pages if len(page)] == [16, 16, 16, 1]
        assert all(page.attrs == whole.attrs for page in pages if len(page))
    pd.testing.assert_frame_equal(assert_equal(edge, lambda store: store.samples(*call)), whole)
    assert len(whole) == 49 and whole["uuid"].is_unique


def test_several_types_are_one_frame_with_their_units(edge):
    call = ("day", "Europe/Berlin", "2024-03-29", "2024-04-02")
    frame = assert_equal(edge, lambda store: store.statistics(["stepCount", "heartRate", "headache"], *call))
    assert list(frame["type"].unique()) == ["stepCount", "heartRate", "headache"] and len(frame) == 12
    assert list(frame["unit"].dropna().unique()) == ["count", "count/min"] and frame.attrs["unit"] is None
    single = edge[0].statistics("heartRate", *call)
    pd.testing.assert_frame_equal(frame[frame["type"] == "heartRate"][single.columns], single, check_like=True)
    samples = assert_equal(edge, lambda store: store.samples(["bodyMass", "headache"], *call[1:]))
    assert list(samples["type"]) == ["bodyMass"] + 3 * ["headache"] and samples["value"].notna().all()
    for store in edge:
        with pytest.raises(healthstore.Error, match="type is empty"):
            store.samples([], *call[1:])


def test_a_frame_is_a_table_of_arrow_and_a_frame_of_polars(edge):
    call = ("Europe/Berlin", "2024-03-29", "2024-04-05")
    for frame in [
        edge[0].samples("heartRate", *call), edge[0].samples("headache", *call), edge[0].samples("workout", *call),
        edge[0].samples("bloodPressure", *call), edge[0].sleep(*call), edge[0].samples("height", *call),
        edge[0].statistics("headache", "day", *call), edge[0].statistics("stepCount", "day", *call, separate_by_source=True),
    ]:
        table = healthstore.to_arrow(frame)
        assert table.column_names == ["start", *frame.columns] and len(table) == len(frame)
        assert json.loads(table.schema.metadata[b"healthstore"]) == frame.attrs
        polars = healthstore.to_polars(frame)
        assert polars.columns == table.column_names and polars.height == len(frame)
        assert polars["start"].to_list() == [moment.to_pydatetime() for moment in frame.index]
    metadata = healthstore.to_arrow(edge[0].samples("heartRate", *call))["metadata"].to_pylist()
    assert json.loads(metadata[0])["list"] == [1, {"a": None}] and metadata[1] is None
    days = healthstore.to_polars(edge[0].statistics("headache", "day", *call))["by_value"].drop_nulls()
    assert {value["value_name"] for values in days for value in values} == {"mild", "moderate", "severe"}


def test_a_unit_of_the_call_is_that_of_the_values(robin):
    for unit in ["lb", "kg", "lbs"]:
        frame = assert_equal(robin, lambda store: store.samples("bodyMass", "UTC", "2026-02-01", "2026-03-05", unit=unit))
        assert frame.attrs["unit"] == unit.rstrip("s") and len(frame) > 5
        assert_equal(robin, lambda store: store.statistics("bodyMass", "week", "UTC", "2026-02-01", "2026-03-05", unit=unit))
    assert_equal(robin, lambda store: store.samples("bodyTemperature", "UTC", "2026-02-01", "2026-03-05", unit="degF"))


@pytest.mark.parametrize("zone", ZONES)
def test_nights_are_equal_on_the_own_clock_and_a_night_without_sleep_is_not_zero(edge, robin, zone):
    for stores, start, end, count in [(edge, "2024-03-29", "2024-04-05", 7), (robin, "2026-02-01", datetime.date(2026, 3, 5), 32)]:
        frame = stores[0].sleep(zone, start, end)
        assert len(frame) == count and frame["asleep"].isna().any()
        if zone == "person":
            assert_equal(stores, lambda store: store.sleep(zone, start, end))
        elif zone not in ["Europe/Berlin", "UTC"]:
            with pytest.raises(healthstore.Error, match="on the person's own clock"):
                stores[1].sleep(zone, start, end)
    assert zone != "Europe/Berlin" or edge[0].sleep(zone, "2024-03-29", "2024-04-05")["nap_count"].max() == 1


@pytest.mark.parametrize("call", [
    lambda store: store.statistics("stepCount", "dy", "UTC", "2026-02-01", "2026-03-01"),
    lambda store: store.statistics("stepCount", "day", "Mars", "2026-02-01", "2026-03-01"),
    lambda store: store.statistics("nothing", "day", "UTC", "2026-02-01", "2026-03-01"),
    lambda store: store.statistics("sleepAnalysis", "day", "UTC", "2026-02-01", "2026-03-01"),
    lambda store: store.statistics("stepCount", "minute", "UTC", "0001-01-01", "2026-03-01"),
    lambda store: store.statistics("stepCount", "day", "UTC", None, "2026-03-01"),
    lambda store: store.samples("stepCount", "UTC", "2026-03-01", "2026-02-01"),
    lambda store: store.samples("stepCount", "UTC", "2026-03-01", "later"),
    lambda store: store.samples("stepCount", "UTC", "2026-02-01", "2026-03-01", unit="kg"),
    lambda store: store.samples("workoutRoute", "UTC", "2024-03-01", "2024-04-01"),
    lambda store: store.samples("workout", "UTC", "2024-03-01", "2024-04-01", unit="kg"),
    lambda store: store.samples("nothing", "UTC", "2026-02-01", "2026-03-01"),
    lambda store: store.sleep("UTC", "2026-02-01T10:00", "2026-03-01"),
    lambda store: store.sleep("Mars", "2026-02-01", "2026-03-01"),
    lambda store: store.sleep("UTC", "2026-03-01", "2026-02-01"),
])
def test_a_refused_question_is_an_error_in_both(edge, call):
    for store in edge:
        with pytest.raises(healthstore.Error) as raised:
            call(store)
        assert len(str(raised.value)) > 10


def test_a_time_that_pandas_cannot_hold_is_an_error(edge):
    # From version 3 on, pandas holds all times of the service.
    for store in edge:
        if int(pd.__version__.split(".")[0]) < 3:
            with pytest.raises(healthstore.Error, match="1678"):
                store.statistics("stepCount", "year", "UTC", "1500-01-01", "1600-01-01")
        else:
            assert store.statistics("stepCount", "year", "UTC", "1500-01-01", "1600-01-01").index[0].year == 1500


def test_an_error_has_the_message_code_and_hint_of_the_service(robin):
    with pytest.raises(healthstore.Error) as raised:
        robin[0].statistics("nothing", "day", "UTC", "2026-02-01", "2026-03-01")
    assert raised.value.code == "unknown_type" and "GET /v1/types" in raised.value.hint
    with pytest.raises(healthstore.Error) as raised:
        robin[1].statistics("nothing", "day", "UTC", "2026-02-01", "2026-03-01")
    assert raised.value.code == "22023" and 'there is no sample type "nothing"' in str(raised.value)
    # The connection is of use after an error.
    assert len(robin[1].query("select 1 as one where %s", [True])) == 1


def test_a_wrong_address_token_or_login_is_an_error_that_shows_no_secret(tmp_path, monkeypatch):
    file = tmp_path / "token"
    file.write_text(TOKEN + "\n")
    assert len(healthstore.Service(ADDRESS, token_file=file).sleep("UTC", "2026-02-01", "2026-02-02")) == 1
    wrong = "hs_2_" + 32 * "0" + "_" + 64 * "0"
    with pytest.raises(healthstore.Error, match="token") as raised:
        healthstore.Service(ADDRESS, token=wrong).sleep("UTC", "2026-02-01", "2026-02-02")
    assert raised.value.code == "invalid_token" and wrong not in str(raised.value)
    with pytest.raises(healthstore.Error, match="does not answer"):
        healthstore.Service("http://127.0.0.1:1", token=wrong).sleep("UTC", "2026-02-01", "2026-02-02")
    with pytest.raises(healthstore.Error, match="cannot be read"):
        healthstore.Service(ADDRESS, token_file=tmp_path / "none")
    with pytest.raises(healthstore.Error, match="http"):
        healthstore.Service("127.0.0.1:8484", token=wrong)
    with pytest.raises(healthstore.Error, match="whom you may see"):
        healthstore.Database(CONNINFO, person="Nobody")
    with pytest.raises(healthstore.Error, match="person"):
        healthstore.Database(CONNINFO)
    with pytest.raises(healthstore.Error) as raised:
        healthstore.Database(CONNINFO + " password=wrong", person="Robin")
    assert "wrong" not in str(raised.value)
    monkeypatch.delenv("HEALTHSTORE_TOKEN")
    with pytest.raises(healthstore.Error, match="there is no token"):
        healthstore.Service()


def test_an_answer_that_breaks_at_the_end_of_a_line_is_an_error():
    line = b'{"uuid":"u","startDate":"2026-02-01T00:00:00Z","endDate":"2026-02-01T00:00:00Z","value":1}\n'
    head = b"HTTP/1.1 200 OK\r\nContent-Type: application/x-ndjson\r\nContent-Length: 1000\r\n\r\n"
    with socket.create_server(("127.0.0.1", 0)) as server:

        def answer():
            connection, _ = server.accept()
            with connection:
                connection.recv(65_536)
                connection.sendall(head + line)

        thread = threading.Thread(target=answer)
        thread.start()
        service = healthstore.Service(f"http://127.0.0.1:{server.getsockname()[1]}", token="token")
        with pytest.raises(healthstore.Error, match="does not answer"):
            service.samples("heartRate", "UTC", "2026-02-01", "2026-02-02")
        thread.join()
