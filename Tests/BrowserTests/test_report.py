"""The report for a doctor, on the screen and on paper."""

import re
from datetime import date, timedelta
from uuid import uuid4

import pytest
from playwright.sync_api import expect

from figures import beats, count

RANGE = {"timeZone": "person", "from_": "2025-12-02", "to": "2026-03-02"}


def part(tab, name):
    """Returns the part of a report with a heading."""
    return tab.main.locator(".report-part").filter(has=tab.page.get_by_role("heading", name=name, exact=True))


def figures(part):
    """Returns the figures of a part by their names."""
    return part.locator("dl > div").evaluate_all(
        "rows => Object.fromEntries(rows.map(row => [row.querySelector('dt').innerText, row.querySelector('dd').innerText]))")


def pages(pdf):
    """Returns the number of pages of a PDF of the browser."""
    return len(re.findall(rb"/Type /Page\b", pdf))


def pressure(person_day, time, systolic, diastolic):
    """Returns a blood pressure as a correlation of two samples."""
    moment = f"{person_day}T{time}Z"
    common = {"startDate": moment, "endDate": moment, "source": {"name": "Cuff"}}
    parts = [{"uuid": str(uuid4()), "type": name, "value": value, "unit": "mmHg", **common}
             for name, value in (("bloodPressureSystolic", systolic), ("bloodPressureDiastolic", diastolic))]
    return {"uuid": str(uuid4()), "type": "HKCorrelationTypeIdentifierBloodPressure", "objects": parts, **common}


def test_the_report_of_a_reader_who_has_chosen_nothing_has_the_figures_of_the_api(open_page, service):
    tab = open_page("/report")
    [resting] = service.get("/v1/statistics", "Alex", types="restingHeartRate", **RANGE)["statistics"]
    shown = figures(part(tab, "Resting Heart Rate"))
    figure = resting["statistics"]
    assert shown["Average"] == beats(figure["average"])
    assert shown["Lowest to highest"] == f"{count(figure['minimum'])}–{beats(figure['maximum'])}"
    [steps] = service.get("/v1/statistics-collection", "Alex", types="stepCount", interval="day", **RANGE)["collections"]
    sums = [bucket["statistics"]["sum"] for bucket in steps["buckets"] if bucket["statistics"]]
    # Today is not over.
    over = sums[:-1]
    shown = figures(part(tab, "Steps"))
    assert shown["Average per day"] == count(sum(over) / len(over))
    assert shown["Lowest to highest day"] == f"{count(min(over))}–{count(max(over))}"
    assert shown["Days with data"] == f"{len(sums)} of 90"
    nights = service.get("/v1/sleep", "Alex", **RANGE)["nights"]
    assert figures(part(tab, "Sleep"))["Nights with data"] == f"{sum(1 for night in nights if night['main'])} of 90"
    workouts = service.get("/v1/workouts", "Alex", limit=1000, **RANGE)["workouts"]
    expect(part(tab, "Workouts")).to_contain_text(f"{len(workouts)} workouts")
    head = tab.main.locator(".report-head")
    for words in ("Alex", "2 Dec 2025 – 1 Mar 2026, Europe/Berlin", "1 Mar 2026, 17:00", "Date of birth"):
        expect(head).to_contain_text(words)
    expect(part(tab, "Steps")).to_contain_text("Sources: Alex’s Apple Watch and Alex’s iPhone")
    expect(tab.main).to_contain_text("only the first in the order of the sources counts")


def test_dates_and_types_are_chosen_and_are_part_of_the_address(open_page):
    tab = open_page("/report")
    form = tab.page.get_by_role("form", name="Report for a doctor")
    form.get_by_label("From").fill("2026-02-20")
    form.get_by_label("To", exact=True).fill("2026-02-26")
    tab.page.wait_for_url("**from=2026-02-20&to=2026-02-27**")
    expect(part(tab, "Steps")).to_contain_text("7 of 7")
    form.get_by_role("checkbox", name="Steps").uncheck()
    expect(part(tab, "Steps")).to_have_count(0)
    form.get_by_text("More types").click()
    form.get_by_role("checkbox", name="Flights Climbed").check()
    expect(part(tab, "Flights Climbed")).to_be_visible()
    tab.page.reload()
    tab.settle()
    expect(part(tab, "Flights Climbed")).to_contain_text("of 7")
    expect(part(tab, "Steps")).to_have_count(0)
    expect(form.get_by_label("From")).to_have_value("2026-02-20")
    chosen = form.get_by_role("checkbox", checked=True)
    while chosen.count():
        chosen.first.uncheck()
    expect(tab.page.get_by_role("alert")).to_have_text("Choose at least one type.")
    expect(tab.page.get_by_role("button", name="Print")).to_be_disabled()
    form.get_by_role("link", name="Last 30 days").click()
    tab.page.wait_for_url("**range=30**")


@pytest.mark.parametrize("query", [
    "from=2026-02-10&to=2026-02-10", "from=2026-02-31&to=2026-03-01", "from=2026-02-10", "from=x&to=y", "from=1990-01-01&to=2026-01-01"])
def test_dates_that_are_none_are_refused_in_the_form(open_page, query):
    tab = open_page(f"/report?{query}")
    expect(tab.page.get_by_role("alert")).to_contain_text("Choose a first day that is not after the last day.")
    expect(tab.main.locator(".report-part")).to_have_count(0)


def test_a_person_without_data_reads_that_there_is_nothing_to_report(open_page):
    tab = open_page("/report", "Eve")
    expect(tab.page.get_by_role("alert")).to_have_text("There are no data here for a report.")


def test_a_reader_gets_only_what_is_shared(open_page, service, newcomer):
    doctor = f"Doctor of {newcomer}"
    service.add_person(doctor)
    service.ask("PATCH", "/v1/characteristics", newcomer, {
        "characteristics": [{"type": "HKCharacteristicTypeIdentifierDateOfBirth", "value": "1985-04-12"}]})
    service.post_samples(newcomer, *(
        {"uuid": str(uuid4()), "type": name, "startDate": f"2026-02-{day}T10:00:00Z", "endDate": f"2026-02-{day}T10:00:00Z",
         "value": value, "unit": unit, "source": {"name": "My watch"}}
        for day in (10, 20, 25) for name, value, unit in (("restingHeartRate", 40 + day, "count/min"), ("stepCount", 100, "count"))))
    service.ask("POST", "/v1/grants", newcomer, {
        "holder": doctor, "rights": ["read"], "groups": ["heart"], "from": "2026-02-15T00:00:00Z", "showsNames": False})
    [person] = [one for one in service.get("/v1/access", newcomer)["people"] if one["name"] == newcomer]
    tab = open_page(f"/report?person={person['uuid']}", doctor)
    assert figures(part(tab, "Resting Heart Rate"))["Lowest to highest"] == "60–65 bpm"
    expect(part(tab, "Steps")).to_have_count(0)
    head = tab.main.locator(".report-head")
    expect(head).to_contain_text(f"Shared with you by {newcomer}: heart, since 15 Feb 2026, without names of sources")
    expect(head).not_to_contain_text("Date of birth")
    expect(tab.main).not_to_contain_text("My watch")
    own = open_page("/report", newcomer)
    expect(own.main.locator(".report-head")).to_contain_text("12 Apr 1985 (age 40)")


def test_symptoms_and_medications_are_listed(open_page, service, newcomer):
    def at(day, more):
        moment = f"2026-02-{day:02}T09:00:00Z"
        return {"uuid": str(uuid4()), "startDate": moment, "endDate": moment, "source": {"name": "Health"}, **more}

    severity = "HKCategoryValueSeverity"
    service.post_samples(
        newcomer,
        *(at(day, {"type": "headache", "value": severity + value}) for day, value in [(3, "Mild"), (9, "Severe"), (12, "NotPresent")]),
        *(at(day, {"type": "medicationDoseEvent", "logStatus": status, "scheduleType": 1, "doseQuantity": 1, "unit": "count",
                   "medicationConceptIdentifier": "r", "medication": {"displayText": "Ramipril 5 mg"}})
          for day, status in [(1, 4), (2, 4), (3, 5), (4, 6)]))
    tab = open_page("/report", newcomer)
    assert tab.rows(part(tab, "Symptoms and other entries").get_by_role("table")) == [
        ["Headache", "2 times", "Not present: 1 · Mild: 1 · Severe: 1", "12 Feb"]]
    assert tab.rows(part(tab, "Medication Doses").get_by_role("table")) == [["Ramipril 5 mg", "2", "1", "1"]]


def test_a_report_is_printed_dark_on_white_without_the_form_on_two_pages(open_page):
    tab = open_page("/report", color_scheme="dark")
    assert pages(tab.page.pdf(prefer_css_page_size=True)) <= 2
    tab.page.emulate_media(media="print", color_scheme="dark")
    expect(tab.page.get_by_role("form", name="Report for a doctor")).to_be_hidden()
    expect(tab.page.get_by_role("navigation", name="Views")).to_be_hidden()
    colors = part(tab, "Steps").evaluate(
        "part => [getComputedStyle(part).backgroundColor, getComputedStyle(part).color, getComputedStyle(part.querySelector('.small-bar')).fill]")
    assert colors == ["rgb(255, 255, 255)", "rgb(0, 0, 0)", "rgb(51, 51, 51)"]


def test_measured_pairs_fill_several_pages_with_a_head_on_each(open_page, service, newcomer):
    days = [(date(2025, 12, 3) + timedelta(index)).isoformat() for index in range(88)]
    service.post_samples(newcomer, *(
        pressure(day, f"{hour:02}:30:00", 120 + hour, 70 + hour) for day in days for hour in range(6, 20)))
    tab = open_page("/report", newcomer)
    rows = tab.rows(part(tab, "Blood Pressure").get_by_role("table"))
    assert rows[0][0] == "3 Dec 2025" and rows[0][1].startswith("7:30 126/76, 8:30 127/77") and len(rows) == 30
    assert pages(tab.page.pdf(prefer_css_page_size=True)) >= 2
    tab.page.emulate_media(media="print")
    shown = part(tab, "Blood Pressure").evaluate(
        "part => [['thead', 'display'], ['tbody tr', 'breakInside']].map(([name, style]) => getComputedStyle(part.querySelector(name))[style])")
    assert shown == ["table-header-group", "avoid"]
    # A longer range has a row for each month.
    tab = open_page("/report?range=year", newcomer)
    rows = tab.rows(part(tab, "Blood Pressure").get_by_role("table"))
    assert [row[0] for row in rows] == ["December 2025", "January 2026", "February 2026"]
    assert rows[1] == ["January 2026", "133/83", "126–139", "76–89", "31"]


def test_the_menu_of_the_person_opens_the_report(open_page):
    tab = open_page("/")
    tab.page.get_by_role("button", name="You see the data of Alex").click()
    tab.page.get_by_role("link", name="Report for a doctor").click()
    expect(tab.page.get_by_role("heading", name="Health report of Alex", level=1)).to_be_visible()
