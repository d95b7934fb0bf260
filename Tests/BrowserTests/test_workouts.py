"""The list of workouts, and one workout."""

import re
from datetime import datetime, timedelta, timezone
from uuid import uuid4

import pytest
from playwright.sync_api import expect

from figures import duration


def test_the_list_has_all_workouts_with_their_totals(open_page, service):
    tab = open_page("/workouts")
    workouts = service.get("/v1/workouts", "Alex", limit=1000)["workouts"]
    seconds = sum(workout["duration"] for workout in workouts)
    expect(tab.main.get_by_role("status")).to_contain_text(f"{len(workouts)} workouts · {duration(seconds)} · ")
    expect(tab.main.locator(".workout-list > li")).to_have_count(len(workouts))


def test_real_workouts_are_listed(open_page, service):
    tab = open_page("/workouts", "Ben")
    assert len(service.get("/v1/workouts", "Ben", limit=1000)["workouts"]) == 61
    rows = tab.main.locator(".workout-list > li")
    expect(rows).to_have_count(50)
    tab.page.get_by_role("button", name="Show more").click()
    expect(rows).to_have_count(61)


def test_filters_are_part_of_the_address(open_page, service):
    tab = open_page("/workouts")
    tab.page.get_by_role("combobox", name="Kind").select_option(label="Running")
    tab.page.wait_for_url("**activityType=running")
    running = service.get("/v1/workouts", "Alex", activityType="running", limit=1000)["workouts"]
    rows = tab.main.locator(".workout-list > li")
    expect(rows).to_have_count(len(running))
    tab.page.reload()
    tab.settle()
    expect(rows).to_have_count(len(running))
    tab.page.get_by_label("From").fill("2026-03-01")
    expect(tab.main).to_contain_text("No workout matches these filters.")
    tab.page.get_by_role("link", name="Clear filters").first.click()
    expect(rows.nth(len(running))).to_be_visible()


def test_a_workout_has_its_heart_rate_zones_splits_and_route(open_page, service):
    tab = open_page("/workouts")
    tab.main.get_by_role("link", name="Running").first.click()
    expect(tab.main.get_by_role("heading", name="Running", level=1)).to_be_visible()
    tab.settle()
    workout = service.get(f"/v1/workouts/{tab.path.rpartition('/')[2]}", "Alex")
    expect(tab.fact("Duration")).to_have_text(str(timedelta(seconds=round(workout["duration"]))))
    expect(tab.fact("Distance")).to_have_text(f"{workout['totalDistance'] / 1000:.2f} km")
    for name in ("Heart rate", "Time in zones", "Splits", "Route"):
        expect(tab.main.get_by_role("heading", name=name, exact=True)).to_be_visible()
    chart = tab.main.get_by_role("figure", name=re.compile("^Heart rate over the workout")).locator("[tabindex]").first
    chart.focus()
    tab.page.keyboard.press("ArrowRight")
    expect(tab.spoken).to_have_text(re.compile(r"\d"))


def sample(number, kind, unit, value, since, until):
    """A sample of the watch; the times are minutes after 10:00 (UTC) on 1 March."""
    return {"uuid": f"00000000-0000-4000-8000-{number:012}", "type": kind, "unit": unit, "value": value, "startDate": clock(since),
            "endDate": clock(until), "source": {"name": "Watch"}}


def clock(minute):
    return f"2026-03-01T{10 + minute // 60:02}:{minute % 60:02}:00Z"


def run(number, since, until, meters, pauses=()):
    events = [{"type": kind, "startDate": clock(minute)} for pause in pauses for kind, minute in zip(("pause", "resume"), pause)]
    return {"uuid": f"00000000-0000-4000-8000-{number:012}", "type": "workout", "workoutActivityType": "running",
            "startDate": clock(since), "endDate": clock(until), "totalDistance": meters, "workoutEvents": events,
            "source": {"name": "Watch"}}


def test_zones_and_splits_leave_out_pauses_and_say_what_they_lack(open_page, service, newcomer):
    distance, rate = "distanceWalkingRunning", "heartRate"
    service.ask("POST", "/v1/batches", newcomer, {"samples": [
        run(1, 0, 40, 7_600, [(7, 9)]),
        sample(2, distance, "m", 1_000, 0, 5), sample(3, distance, "m", 1_600, 5, 15), sample(4, distance, "m", 5_000, 15, 40),
        *[sample(10 + minute, rate, "count/min", value, minute, minute) for minute, value in [(0, 100), (5, 150), (10, 160), (35, 170)]],
        run(50, 60, 120, 10_980), sample(51, distance, "m", 10_980, 60, 120), sample(52, distance, "m", 5_080, 70, 100)]})
    tab = open_page(f"/workouts/{run(1, 0, 0, 0)['uuid']}", newcomer)
    card = tab.card("Splits")
    splits = tab.rows(card.get_by_role("table"))
    assert [split[:3] for split in splits] == [[str(one), "5:00", "5:00"] for one in range(1, 8)] + [["7.60", "3:00", "5:00"]]
    assert [split[3] for split in splits[:2]] == ["100", "154"]
    expect(card).not_to_contain_text("add up")
    zones = tab.main.locator(".zone-list > li")
    assert [zone.split() for zone in zones.locator("strong").all_inner_texts()] == [
        [time] for time in ("0:00", "5:00", "0:00", "0:00", "3:00", "15:00")]
    widths = [bar.get_attribute("style") for bar in zones.locator(".zone-bar").all()]
    assert [round(float(re.search(r"[\d.]+", width)[0])) for width in widths] == [0, 22, 0, 0, 13, 65]
    expect(tab.main).to_contain_text("For 15:00 of 38:00 the heart rate is not known.")
    tab.show(f"/workouts/{run(50, 0, 0, 0)['uuid']}")
    expect(tab.fact("Distance")).to_have_text("10.98 km")
    card = tab.card("Splits")
    splits = tab.rows(card.get_by_role("table"))
    assert splits[-1][0] == "16.06"
    expect(card).to_contain_text("The splits add up to 16.06 km. The workout was recorded with 10.98 km. Samples of one device "
                                 "overlap and all count, as in every sum. This adds 5.08 km.")


@pytest.mark.expected_console("404")
def test_a_workout_that_does_not_exist_is_a_sentence(open_page):
    tab = open_page("/workouts/00000000-0000-4000-8000-000000000000")
    expect(tab.page.get_by_role("alert")).to_contain_text(re.compile(r"[A-Z][a-z]+ \w+.*\."))


def test_a_workout_that_is_recorded_is_shown_while_it_runs(open_page, service, newcomer):
    begin = datetime.now(timezone.utc).replace(microsecond=0) - timedelta(minutes=30)
    path = f"/v1/workouts/{uuid4()}"

    def at(minutes):
        return (begin + timedelta(minutes=minutes)).isoformat()

    def add(kind, minutes):
        service.ask("POST", f"{path}/recording", newcomer, {"workoutEvents": [{"type": kind, "startDate": at(minutes)}]})

    start = {"workoutActivityType": "running", "startDate": at(0), "source": {"name": "Watch"}}
    service.ask("PUT", f"{path}/recording", newcomer, start)
    add("lap", 10)
    tab = open_page("/workouts", newcomer)
    row = tab.main.locator(".workout-list > li")
    expect(row.locator(".tag")).to_have_text("Running")
    tab.main.get_by_role("link", name="Running").click()
    heading = tab.main.get_by_role("heading", level=1)
    expect(heading).to_have_text("Running Running")
    expect(tab.fact("Duration")).to_have_text("10:00")
    add("pause", 20)
    expect(heading).to_have_text("Running Paused")
    expect(tab.fact("Duration")).to_have_text("20:00")
    service.ask("POST", f"{path}/recording/finish", newcomer, {"endDate": at(25)})
    expect(heading).to_have_text("Running")
    expect(tab.fact("Duration")).to_have_text("20:00")
