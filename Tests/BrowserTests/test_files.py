"""The CSV of what a view shows."""

import csv

import pytest

from figures import days_after


def download(tab):
    """Returns the name and the rows of the file of the view, as dictionaries."""
    with tab.page.expect_download() as downloading:
        tab.page.get_by_role("button", name="CSV", exact=True).first.click()
    file = downloading.value
    with open(file.path(), newline="") as content:
        return file.suggested_filename, list(csv.DictReader(content))


def shown(time):
    """Returns a time of an answer as a file has it."""
    return time[:19].replace("T", " ")


def number(cell):
    return float(cell) if cell else None


WEEK = {"from_": "2026-02-23", "to": "2026-03-02", "timeZone": "person"}


@pytest.mark.parametrize(("name", "columns"), [
    ("stepCount", {"value": "sum"}), ("heartRate", {"minimum": "minimum", "average": "average", "maximum": "maximum"})])
def test_the_file_of_a_metric_has_its_bars_without_rounding(open_page, service, name, columns):
    file, rows = download(open_page(f"/metric/{name}?range=W"))
    assert file == f"{name} 2026-02-23 2026-03-02.csv"
    buckets = service.get("/v1/statistics-collection", "Alex", type=name, interval="day", **WEEK)["buckets"]
    assert [(row["date"], row["startDate"], row["endDate"]) for row in rows] == [
        (one["startDate"][:10], shown(one["startDate"]), shown(one["endDate"])) for one in buckets]
    for row, bucket in zip(rows, buckets):
        for column, figure in columns.items():
            assert number(row[column]) == (bucket["statistics"] or {}).get(figure)


def test_the_file_of_weeks_has_averages_of_days_and_empty_cells_for_nothing(open_page):
    _, rows = download(open_page("/metric/stepCount?range=6M"))
    assert len(rows) == 26 and rows[0]["value"] == "" and rows[0]["days"] == "0"
    last = rows[-1]
    assert number(last["value"]) == pytest.approx(number(last["total"]) / number(last["days"]))


def test_the_file_of_a_blood_pressure_has_both_values(open_page):
    _, rows = download(open_page("/metric/bloodPressure?range=M"))
    measured = [row for row in rows if row["bloodPressureSystolic average"]]
    assert measured and all(row["bloodPressureDiastolic average"] and row["unit"] == "mmHg" for row in measured)


def test_the_file_of_nights_and_of_a_night(open_page, service):
    file, rows = download(open_page("/sleep?range=W"))
    assert file == "sleep 2026-02-23 2026-03-01.csv"
    nights = service.get("/v1/sleep", "Alex", **WEEK)["nights"]
    assert [row["firstNight"] for row in rows] == [night["date"] for night in nights]
    assert [number(row["asleep"]) for row in rows] == [night["asleep"] for night in nights]
    assert rows[0]["bedTime"] == nights[0]["main"]["startDate"][11:16]
    _, rows = download(open_page("/sleep?range=D&date=2026-02-28"))
    [night] = service.get(
        "/v1/sleep", "Alex", timeZone="person", from_="2026-02-28", to=days_after("2026-02-28", 1), segments="true")["nights"]
    assert [(row["stage"], row["startDate"]) for row in rows if row["stage"] != "inBed"] == [
        (one["stage"], shown(one["startDate"])) for one in night["main"]["segments"] if one["stage"] != "inBed"]


def test_the_file_of_workouts_has_those_that_are_shown(open_page, service):
    file, rows = download(open_page("/workouts?activityType=running"))
    workouts = service.get("/v1/workouts", "Alex", activityType="running", limit=1000, timeZone="person")["workouts"]
    assert file == "workouts.csv"
    assert [(row["uuid"], number(row["duration"]), number(row["totalDistance"])) for row in rows] == [
        (one["uuid"], one["duration"], one["totalDistance"]) for one in workouts]
    assert all(40 < number(row["averageHeartRate"]) < 220 for row in rows)
