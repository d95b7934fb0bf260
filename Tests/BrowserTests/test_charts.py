"""What a reader does with the chart of a metric: goals, the calendar, touch, explanations, and the way back."""

import re
from datetime import date, timedelta

import pytest
from playwright.sync_api import expect

from figures import count, day, days_after

STEPS = "HKQuantityTypeIdentifierStepCount"


def post_steps(service, person, first, *figures):
    """Posts one sample of steps for each day; None for a day without."""
    service.post_samples(person, *(
        {"uuid": f"00000000-0000-4000-8000-{number:012}", "type": "stepCount", "value": value, "unit": "count",
         "startDate": f"{days_after(first, number)}T12:00:00+01:00", "endDate": f"{days_after(first, number)}T13:00:00+01:00",
         "source": {"name": "Phone"}} for number, value in enumerate(figures) if value))


def datasets(tab):
    return tab.page.evaluate("Chart.getChart(document.querySelector('main canvas')).data.datasets.map(set => set.data.map(one => one.y))")


def scrolled(tab, position):
    """Waits until the page is scrolled to a position."""
    tab.page.evaluate("""position => new Promise(done => {
        const check = () => scrollY === position ? done() : requestAnimationFrame(check)
        check()
    })""", position)


def click_bar(tab, fraction):
    box = tab.chart.bounding_box()
    tab.page.mouse.click(box["x"] + fraction * box["width"], box["y"] + box["height"] * 0.6)


def test_a_goal_is_kept_counted_and_removed(open_page, service, newcomer):
    post_steps(service, newcomer, "2026-02-23", 9_000, 8_999, None, 12_000)
    tab = open_page("/metric/stepCount?range=W", newcomer)
    goal = tab.page.get_by_role("spinbutton", name="Each day at least (Steps)")
    for wrong in ("", "0", "-5", "1000000001"):
        goal.fill(wrong)
        tab.page.get_by_role("button", name="Save").click()
        expect(tab.page.get_by_role("alert")).to_have_text("The goal must be a number greater than 0 and at most 1,000,000,000.")
        expect(goal).to_be_focused()
        expect(goal).to_have_attribute("aria-invalid", "true")
    assert service.get("/v1/preferences", newcomer)["goals"] == {}
    goal.fill("9000")
    goal.press("Enter")
    expect(tab.fact("Days with the goal")).to_have_text("2 of 6")
    assert service.get("/v1/preferences", newcomer)["goals"] == {STEPS: 9_000}
    expect(goal).to_be_focused()
    expect(tab.chart).to_have_attribute("aria-label", re.compile("goal of 9,000 reached on 2 of 6 days"))
    tab.page.reload()
    tab.settle()
    expect(goal).to_have_value("9000")
    tab.page.get_by_role("button", name="Remove").click()
    expect(tab.fact("Days with the goal")).to_have_count(0)
    assert service.get("/v1/preferences", newcomer)["goals"] == {}


def test_a_symptom_and_a_pair_have_no_goal(open_page):
    tab = open_page("/metric/bloodPressure?range=M")
    expect(tab.page.get_by_role("heading", name="Goal", exact=True)).to_have_count(0)


def test_the_calendar_reads_days_and_names_the_records(open_page, service, newcomer):
    post_steps(service, newcomer, "2026-02-23", 9_000, 8_000, None, 12_000, 11_000, 10_000)
    service.ask("PUT", "/v1/preferences", newcomer, {"goals": {"stepCount": 9_000}})
    tab = open_page("/metric/stepCount?show=calendar", newcomer)
    expect(tab.fact("Days with the goal")).to_have_text("4 of 6")
    records = {row.locator("dt").inner_text(): " ".join(row.locator("dd").inner_text().split())
               for row in tab.main.locator(".record-list > div").all()}
    assert records == {
        "Greatest day": "12,000 Thu, 26 Feb 2026", "Greatest week": "50,000 23 Feb – 1 Mar 2026",
        "Longest streak with the goal": "3 days 26 – 28 Feb 2026",
        "Current streak with the goal": "3 days 26 – 28 Feb 2026"}
    tab.main.locator(".calendar [aria-roledescription=Chart]").focus()
    keyboard = tab.page.keyboard
    keyboard.press("End")
    expect(tab.spoken).to_have_text("Sun, 1 Mar 2026: No data")
    keyboard.press("ArrowUp")
    expect(tab.spoken).to_have_text("Sat, 28 Feb 2026: 10,000, goal reached")
    keyboard.press("ArrowLeft")
    expect(tab.spoken).to_have_text("Sat, 21 Feb 2026: No data")
    keyboard.press("ArrowRight")
    for _ in range(4):
        keyboard.press("ArrowUp")
    expect(tab.spoken).to_have_text("Tue, 24 Feb 2026: 8,000")
    keyboard.press("Enter")
    tab.page.wait_for_url("**/metric/stepCount?range=D&date=2026-02-24")


def test_the_calendar_of_ten_years_equals_the_api(open_page, service):
    tab = open_page("/metric/stepCount?show=calendar&date=2020-06-15", "Cleo")
    buckets = service.get("/v1/statistics-collection", "Cleo", type="stepCount", interval="day", from_="2019-07-01", to="2020-07-01",
                          timeZone="Europe/Berlin")["buckets"]
    tab.page.get_by_role("button", name="Table").click()
    assert tab.rows() == [[day(bucket["startDate"]), count(bucket["statistics"]["sum"])] for bucket in buckets if bucket["statistics"]]
    whole = service.get("/v1/statistics-collection", "Cleo", type="stepCount", interval="day", from_="2016-01-01", to="2026-03-02",
                        timeZone="Europe/Berlin")["buckets"]
    best = max((bucket for bucket in whole if bucket["statistics"]), key=lambda bucket: bucket["statistics"]["sum"])
    expect(tab.main.locator(".record-list dd").first).to_have_text(f"{count(best['statistics']['sum'])} {day(best['startDate'])}")


def test_the_explanation_does_not_move_the_chart_and_gives_the_focus_back(open_page):
    tab = open_page("/metric/stepCount?range=W", "Cleo")
    before = tab.chart.bounding_box()
    click_bar(tab, 0.35)
    why = tab.page.get_by_role("button", name="Why this number?")
    assert "why" not in tab.path
    why.click()
    panel = tab.page.get_by_role("region", name="Why this number?")
    expect(panel).to_be_focused()
    assert tab.chart.bounding_box() == before
    tab.page.keyboard.press("Escape")
    expect(panel).to_have_count(0)
    expect(why).to_be_focused()
    tab.chart.focus()
    tab.page.keyboard.press("ArrowRight")
    tab.page.keyboard.press("Enter")
    expect(panel).to_be_focused()
    tab.page.keyboard.press("Escape")
    expect(tab.chart).to_be_focused()
    assert tab.chart.bounding_box() == before


def test_a_finger_that_slides_reads_values_and_chooses_the_last(reader):
    visitor = reader("Cleo", has_touch=True, viewport={"width": 360, "height": 780})
    tab = visitor.tab().open("/metric/stepCount?range=M")
    tab.chart.scroll_into_view_if_needed()
    box = tab.chart.bounding_box()
    session = visitor.context.new_cdp_session(tab.page)

    def touch(kind, fraction=None):
        points = [] if fraction is None else [{"x": box["x"] + fraction * box["width"], "y": box["y"] + box["height"] / 2}]
        session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})

    readout = tab.main.locator(".metric-readout strong")
    touch("touchStart", 0.2)
    first = readout.inner_text()
    read = []
    for fraction in (0.4, 0.6):
        touch("touchMove", fraction)
        expect(readout).not_to_have_text(read[-1] if read else first)
        read.append(readout.inner_text())
    touch("touchEnd")
    expect(readout).to_have_text(read[-1])
    assert "from=" not in tab.path
    top = tab.chart.bounding_box()["y"]
    # A slow machine takes a tap for a long press, which is no click.
    tab.page.get_by_role("button", name="Why this number?").click()
    panel = tab.page.get_by_role("region", name="Why this number?")
    expect(panel).to_be_in_viewport()
    expect(panel).to_contain_text(read[-1])
    assert tab.chart.bounding_box()["y"] == top


@pytest.mark.parametrize("start, link", [("/", ".type-row a"), ("/workouts", ".workout-list a")])
def test_going_back_finds_the_scroll_position(reader, start, link):
    tab = reader("Ben").tab().open(start)
    tab.main.locator(link).nth(7).scroll_into_view_if_needed()
    tab.page.evaluate("scrollBy(0, 150)")
    position = tab.page.evaluate("scrollY")
    assert position > 0
    tab.main.locator(link).nth(7).evaluate("link => link.click()")
    tab.page.wait_for_url(re.compile(r"/(metric|workouts)/"))
    tab.settle()
    scrolled(tab, 0)
    tab.page.go_back()
    tab.settle()
    scrolled(tab, position)
    tab.page.reload()
    tab.settle()
    scrolled(tab, position)


def test_a_focused_field_is_not_under_the_header(reader):
    tab = reader("Alex", viewport={"width": 360, "height": 640}).tab().open("/data?section=settings")
    tab.page.keyboard.press("Tab")
    for key in ["Tab"] * 30 + ["Shift+Tab"] * 30:
        tab.page.keyboard.press(key)
        hidden = tab.page.evaluate("""() => {
            const focused = document.activeElement
            if (!focused.closest('main')) return null
            const box = focused.getBoundingClientRect()
            const [header, tabs] = ['.bar', '.tabs'].map(name => document.querySelector(name).getBoundingClientRect())
            return box.top < header.bottom - 1 || box.bottom > tabs.top + 1 && box.height < 300 ? focused.outerHTML.slice(0, 80) : null
        }""")
        assert hidden is None


def test_a_weight_has_points_and_a_moving_average(open_page, service, newcomer):
    first = date(2026, 2, 1)
    values = {0: 80, 7: 79, 14: 78.5, 21: 78, 28: 78}
    service.post_samples(newcomer, *(
        {"uuid": f"00000000-0000-4000-8000-{number:012}", "type": "bodyMass", "value": value, "unit": "kg",
         "startDate": f"{first + timedelta(number)}T08:00:00+01:00", "endDate": f"{first + timedelta(number)}T08:00:00+01:00",
         "source": {"name": "Scale"}} for number, value in values.items()))
    tab = open_page("/metric/bodyMass?range=M", newcomer)
    expect(tab.main.locator(".chart-legend")).to_have_text(re.compile("Each day.*Average of the last 7 days"))
    line, points = datasets(tab)[:2]
    assert [value for value in points if value is not None] == [79, 78.5, 78, 78]
    # The weight of 1 February counts in the average until the day before the next.
    assert line[:7] == [80, 80, 80, 80, 80, 80, 79]
    tab.page.get_by_role("button", name="Table").click()
    assert tab.rows()[6] == ["Sun, 8 Feb 2026", "79.0 kg", "average of 7 days 79.0 kg"]


def test_a_symptom_has_a_bar_for_each_severity(open_page, service, newcomer):
    service.post_samples(newcomer, *(
        {"uuid": f"00000000-0000-4000-8000-{number:012}", "type": "headache", "value": value,
         "startDate": f"2026-02-{dayOf}T08:00:00+01:00", "endDate": f"2026-02-{dayOf}T10:00:00+01:00", "source": {"name": "Health"}}
        for number, (dayOf, value) in enumerate([(24, 2), (24, 4), (25, 2), (26, 1)])))
    tab = open_page("/metric/headache?range=W", newcomer)
    expect(tab.main.locator(".chart-legend")).to_have_text(re.compile("Mild.*Severe"))
    tab.page.get_by_role("button", name="Table").click()
    assert tab.rows()[1:4] == [["Tue, 24 Feb 2026", "1", "1"], ["Wed, 25 Feb 2026", "1", "0"], ["Thu, 26 Feb 2026", "0", "0"]]


def test_the_totals_of_workouts_equal_those_of_the_list(open_page, service):
    tab = open_page("/workouts", "Ben")
    tab.main.get_by_text("Totals", exact=True).click()
    workouts = service.get("/v1/workouts", "Ben", limit=1000)["workouts"]
    years = {}
    for workout in workouts:
        years[workout["startDate"][:4]] = years.get(workout["startDate"][:4], 0) + 1
    tab.page.get_by_role("button", name="Years").click()
    panel = tab.main.locator("section.card").filter(has=tab.page.get_by_text("Totals", exact=True))
    panel.get_by_role("button", name="Table").click()
    expect(panel.get_by_role("rowheader").first).to_have_text(min(years))
    assert [row[1] for row in tab.rows(panel.get_by_role("table")) if row[1] != "0"] == [str(years[year]) for year in sorted(years)]


@pytest.mark.parametrize("address", ["stepCount?range=Y&compare=year", "bodyMass?range=All", "restingHeartRate?range=Y&compare=year"])
def test_a_chart_of_ten_years_has_at_most_750_marks(open_page, address):
    tab = open_page(f"/metric/{address}", "Cleo")
    assert 0 < sum(len(one) for one in datasets(tab)) <= 750
