"""The stores that the tests of frames and of files read."""

import json
import os
import time
import urllib.request

import healthstore
import pytest

# scripts/test.d/python sets these variables and imports the data of Robin.
ADDRESS = os.environ["HEALTHSTORE_ADDRESS"]
EDGE_TOKEN = os.environ["EDGE_TOKEN"]
CONNINFO = os.environ["ANALYST_CONNINFO"]


def send(method, path, body):
    """Sends a request about the person Edge."""
    request = urllib.request.Request(
        ADDRESS + path, json.dumps(body).encode(),
        {"Authorization": "Bearer " + EDGE_TOKEN, "Content-Type": "application/json"}, method=method)
    with urllib.request.urlopen(request) as answer:
        return json.load(answer)


def post(samples):
    """Sends samples of the person Edge."""
    assert send("POST", "/v1/batches", {"samples": samples})["rejected"] == []


def sample(number, type, start, end, **fields):
    return {
        "uuid": f"00000000-0000-4000-8000-{number:012x}", "type": type, "startDate": start, "endDate": end,
        "source": {"name": "=1+1"}, **fields}


@pytest.fixture(scope="session")
def edge():
    """The stores of a person with samples at changes of the clock and in unusual forms."""
    spring = [
        sample(number, "stepCount", f"2024-03-{30 + number // 24:02}T{number % 24:02}:30:00.25Z",
               f"2024-03-{30 + number // 24:02}T{number % 24:02}:40:00Z", value=number + 0.1, unit="count")
        for number in range(48)]
    others = [
        sample(100, "heartRate", "2024-03-31T00:59:59Z", "2024-03-31T00:59:59Z", value=60, unit="count/min",
               metadata={"HKTimeZone": "Asia/Tokyo", "list": [1, {"a": None}]}),
        sample(101, "heartRate", "2024-03-31T02:00:00Z", "2024-03-31T02:00:05Z", unit="count/min",
               quantities=[{"startDate": "2024-03-31T02:00:00Z", "value": 90}, {"startDate": "2024-03-31T02:00:04Z", "value": 99}]),
        sample(102, "org.example.florps", "2024-03-31T02:00:00Z", "2024-03-31T02:00:00Z", value=7, unit="florps"),
        sample(103, "org.example.florps", "2024-03-31T03:00:00Z", "2024-03-31T03:00:00Z", value=8, unit="wibbles"),
        sample(104, "sleepAnalysis", "2024-03-30T23:00:00Z", "2024-03-31T05:00:00Z", value="HKCategoryValueSleepAnalysisAsleepREM"),
        sample(105, "sleepAnalysis", "2024-04-01T12:00:00Z", "2024-04-01T13:00:00Z", value=3),
        sample(106, "sleepAnalysis", "2024-04-02T22:00:00Z", "2024-04-03T05:00:00Z", value=0),
        sample(107, "bodyMass", "2024-03-31T06:00:00Z", "2024-03-31T06:00:00Z", value=70.123456789, unit="kg"),
        sample(108, "workout", "2024-03-31T06:00:00Z", "2024-03-31T07:00:00Z", workoutActivityType="running", duration=3000.5,
               totalEnergyBurned=312.25, totalDistance=8451.84, creationDate="2024-03-31T07:00:09Z", metadata={"HKIndoorWorkout": False}),
        sample(110, "workout", "2024-03-31T12:00:00Z", "2024-03-31T12:10:00Z", workoutActivityType="gnome throwing"),
        sample(111, "bloodPressure", "2024-03-31T06:00:00Z", "2024-03-31T06:00:00Z", metadata={"arm": "left"}, objects=[
            sample(112, "bloodPressureDiastolic", "2024-03-31T06:00:00Z", "2024-03-31T06:00:00Z", value=80, unit="mmHg"),
            sample(113, "bloodPressureSystolic", "2024-03-31T06:00:00Z", "2024-03-31T06:00:00Z", value=120, unit="mmHg")]),
        # A second source, in some of the buckets.
        {**sample(114, "stepCount", "2024-03-30T09:35:00Z", "2024-03-30T10:35:00Z", value=700, unit="count"), "source": {"name": "Ring"}},
        {**sample(115, "heartRate", "2024-03-31T02:30:00Z", "2024-03-31T02:30:00Z", value=77, unit="count/min"),
         "source": {"name": "Ring"}},
        sample(120, "headache", "2024-03-31T00:30:00Z", "2024-03-31T02:30:00Z", value=2),
        sample(121, "headache", "2024-03-31T02:00:00Z", "2024-03-31T02:00:00Z", value=3),
        {**sample(122, "headache", "2024-03-30T22:00:00Z", "2024-03-31T01:00:00Z", value=4), "source": {"name": "Ring"}},
        sample(109, "environmentalAudioExposure", "2024-03-31T06:00:00Z", "2024-03-31T07:00:00Z", value=61.5, unit="dBASPL"),
    ]
    post(spring + others)
    send("PUT", "/v1/workouts/00000000-0000-4000-8000-000000000074/recording", {
        "workoutActivityType": "cycling", "startDate": "2024-03-31T13:00:00Z", "source": {"name": "=1+1"}})
    database = healthstore.Database(CONNINFO, person="Edge")
    # The service computes nights soon after samples changed.
    for _ in range(600):
        if len(database._rows("select 1 from health.sleep_night where person = %s and is_fresh", ["Edge"])) == 3:
            break
        time.sleep(0.1)
    return healthstore.Service(token=EDGE_TOKEN), database


@pytest.fixture(scope="session")
def robin():
    return healthstore.Service(), healthstore.Database(CONNINFO, person="Robin")
