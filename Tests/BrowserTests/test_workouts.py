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
