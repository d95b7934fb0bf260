"""Trends: what changes, unusual days, this year against the last one, and two types together."""

import csv
from datetime import date, timedelta
from uuid import uuid4

import pytest
from playwright.sync_api import expect

TODAY = date(2026, 3, 1)
# The last 28 days, without today, have a lower resting heart rate than the 90 before, and one of them an unusual one.
UNUSUAL = "2026-02-14"


@pytest.fixture(scope="module")
def runner(service):
    """A person whose resting heart rate falls, with steps that rise with it on the same days, and few weights."""
    name = "Runner"
    service.add_person(name)
    samples = []
    for ago in range(1, 200):
        day = (TODAY - timedelta(ago)).isoformat()
        beats = (55 if ago <= 28 else 60) + (ago * 7 % 5) - 2
        if day == UNUSUAL:
            beats = 85
        for kind, value, unit in (("restingHeartRate", beats, "count/min"), ("stepCount", 8_000 + 100 * (ago * 7 % 5), "count"),
                                  *((("bodyMass", 70, "kg"),) if ago % 30 == 0 else ())):
            samples.append({"uuid": str(uuid4()), "type": kind, "startDate": f"{day}T10:00:00Z", "endDate": f"{day}T10:00:00Z",
                            "value": value, "unit": unit, "source": {"name": "Watch"}})
    service.post_samples(name, *samples)
    return name


def trend(service, person, name):
    # The browser's zone, because no sample names one.
    return service.get("/v1/trends", person, type=name, timeZone="Europe/Berlin", to="2026-03-01")


def test_a_type_that_falls_is_a_sentence_with_its_chart(open_page, service, runner):
    tab = open_page("/trends", runner)
    found = trend(service, runner, "restingHeartRate")
    assert found["direction"] == "falling" and found["difference"] == -5
    card = tab.main.locator("li.trend").filter(has_text="Resting Heart Rate")
    expect(card).to_contain_text("55 bpm, 5 bpm below the usual 60 bpm, since ")
    day = date.fromisoformat(found["since"])
    expect(card).to_contain_text(f"{day.day} {day:%b}")
    expect(card.get_by_role("img", name="Resting Heart Rate by day")).to_be_visible()
    expect(card.locator(".small-band")).to_have_count(1)
    expect(card.locator(".small-mark")).to_have_count(1)


def test_steady_types_are_folded_and_too_few_days_are_said(open_page, runner):
    tab = open_page("/trends", runner)
    tab.main.get_by_text("1 type is steady").click()
    expect(tab.main.get_by_text("8,200 a day, usual 8,200 a day")).to_be_visible()
    tab.main.get_by_text("1 type has too few days").click()
    expect(tab.main.get_by_text("0 of the last 28 days measured, 14 are needed; 3 of the 90 days before, 30 are needed")).to_be_visible()


def test_an_unusual_day_leads_to_its_explanation(open_page, service, runner):
    tab = open_page("/trends", runner)
    days = [one["date"] for one in trend(service, runner, "restingHeartRate")["unusualDays"]]
    assert UNUSUAL in days
    row = tab.main.locator(".unusual-row").filter(has_text="Sat 14 Feb")
    expect(row).to_contain_text("Resting Heart Rate 85 bpm")
    row.get_by_role("link", name="Why: Resting Heart Rate, Sat 14 Feb").click()
    expect(tab.page.get_by_role("heading", name="Why this number?")).to_be_visible()
    assert tab.path == f"/metric/restingHeartRate?range=W&date={UNUSUAL}&why={UNUSUAL}"


def test_two_types_are_compared_with_a_warning_and_the_choice_is_part_of_the_address(open_page, service, runner):
    tab = open_page("/trends?x=stepCount&y=restingHeartRate", runner)
    asked = {"x": "stepCount", "y": "restingHeartRate", "timeZone": "Europe/Berlin", "from_": "2025-03-02", "to": "2026-03-02"}
    found = service.get("/v1/correlation", runner, **asked)
    card = tab.card("Two types together")
    sign = f"{found['correlation']:.2f}"
    expect(card).to_contain_text(f"Correlation {sign} (95 %: ")
    expect(card).to_contain_text(f"{found['pairCount']} days.")
    expect(card).to_contain_text("do not show that one is the cause of the other")
    charts = card.locator("[aria-roledescription=Chart]")
    expect(charts).to_have_count(2)
    charts.last.focus()
    tab.page.keyboard.press("End")
    expect(tab.spoken).to_contain_text("Sat, 28 Feb 2026: Steps ")
    card.get_by_label("Days of the second").select_option(label="the next day")
    tab.page.wait_for_url("**lag=1**")
    tab.page.reload()
    tab.settle()
    expect(card.get_by_label("Days of the second")).to_have_value("1")
    later = service.get("/v1/correlation", runner, lag=1, **asked)
    expect(card).to_contain_text(f"{later['pairCount']} days.")
    card.get_by_label("Second type").select_option(label="Weight")
    expect(card).to_contain_text("A correlation needs 30")


def test_the_overview_says_what_is_changing(open_page, runner):
    tab = open_page("/", runner)
    card = tab.card("What is changing")
    expect(card).to_contain_text("Resting Heart Rate 55 bpm, 5 bpm below the usual 60 bpm, since ")
    card.get_by_role("link", name="All trends").click()
    expect(tab.page.get_by_role("heading", name="Trends", level=1)).to_be_visible()


def test_the_report_says_what_is_changing_if_it_ends_today(open_page, runner):
    part = open_page("/report", runner).main.locator(".report-part").filter(has_text="Resting Heart Rate")
    expect(part).to_contain_text("Last 28 days: 55 bpm, 5 bpm below the usual 60 bpm, since ")
    part = open_page("/report?from=2025-12-01&to=2026-02-01", runner).main.locator(".report-part").filter(has_text="Resting Heart Rate")
    expect(part).to_contain_text("Average")
    expect(part).not_to_contain_text("Last 28 days")


def test_the_file_has_the_trends(open_page, service, runner):
    tab = open_page("/trends", runner)
    with tab.page.expect_download() as downloading:
        tab.page.get_by_role("button", name="CSV", exact=True).first.click()
    with open(downloading.value.path(), newline="") as content:
        rows = {row["type"]: row for row in csv.DictReader(content)}
    found = trend(service, runner, "restingHeartRate")
    row = rows[found["type"]]
    assert float(row["recentMedian"]) == found["recent"]["median"] and row["since"] == found["since"]
    assert row["unusualDates"].split() == [one["date"] for one in found["unusualDays"]]


def test_this_year_is_compared_with_the_last_one(open_page, service):
    tab = open_page("/trends", "Cleo")
    found = service.get("/v1/trends", "Cleo", type="stepCount", timeZone="person", to="2026-03-01")
    [row] = [row for row in tab.rows() if row[0] == "Steps"]
    assert row[1:3] == [f"{found[name]['median'] + 1e-9:,.0f} a day" for name in ("thisYear", "lastYear")]


def test_a_person_without_data_reads_that_nothing_changes(open_page):
    tab = open_page("/trends", "Eve")
    expect(tab.main).to_contain_text("No type rises or falls at present.")
    expect(tab.page.get_by_role("heading", name="Two types together")).to_be_hidden()
