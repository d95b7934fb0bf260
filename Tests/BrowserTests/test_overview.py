"""The overview."""

from playwright.sync_api import expect

import figures


def test_the_overview_shows_data_and_its_figures_equal_those_of_the_api(open_page, service):
    tab = open_page("/")
    day = service.get("/v1/statistics", "Alex", type="stepCount", from_="2026-03-01", to="2026-03-02",
                      timeZone="Europe/Berlin")
    steps = f"{round(day['statistics']['sum']):,}"
    expect(tab.card("Steps").locator(".figure")).to_have_text(f"{steps} today so far")
    # The seven days before today, which is not over.
    week = service.get("/v1/statistics", "Alex", type="stepCount", from_="2026-02-22", to="2026-03-01", timeZone="Europe/Berlin")
    expect(tab.card("Steps")).to_contain_text(f"7 days: {figures.count(week['statistics']['sum'] / 7)} a day")
    latest = service.get("/v1/samples", "Alex", type="restingHeartRate", order="descending", limit=1)["samples"][0]
    expect(tab.card("Resting Heart Rate").locator(".figure")).to_have_text(f"{round(latest['value'])} bpm")
    [night] = service.get("/v1/sleep", "Alex", from_="2026-03-01", to="2026-03-02", timeZone="Europe/Berlin")["nights"]
    hours, minutes = divmod(round(night["main"]["asleep"] / 60), 60)
    expect(tab.card("Last night").locator(".figure")).to_have_text(f"{hours} h {minutes} min asleep")


def test_the_rings_name_value_and_goal(open_page, service):
    tab = open_page("/")
    [today] = service.get("/v1/activity-summaries", "Alex", from_="2026-03-01", to="2026-03-02")["activitySummaries"]
    move = f"Move: {round(today['activeEnergyBurned'])} of {round(today['activeEnergyBurnedGoal'])} kcal"
    expect(tab.page.get_by_role("img", name=move)).to_be_visible()


def test_the_ring_of_a_person_who_moves_by_the_minute_has_minutes(open_page, service, newcomer):
    service.post_samples(newcomer, {
        "uuid": "00000000-0000-4000-8000-000000000001", "type": "stepCount", "startDate": "2026-03-01T10:00:00+01:00",
        "endDate": "2026-03-01T10:05:00+01:00", "value": 300, "unit": "count", "source": {"name": "Watch"}})
    service.ask("PUT", "/v1/activity-summaries/2026-03-01", newcomer, {
        "activeEnergyBurned": 0, "activeEnergyBurnedGoal": 0, "appleMoveTime": 62, "appleMoveTimeGoal": 90})
    tab = open_page("/", newcomer)
    expect(tab.page.get_by_role("img", name="Move: 62 of 90 min", exact=True)).to_be_visible()


def test_an_old_export_shows_its_last_days_and_says_so(open_page):
    tab = open_page("/", "Ben")
    expect(tab.page.get_by_role("note")).to_contain_text("The newest data are of")
    expect(tab.card("Steps").locator(".figure")).not_to_have_text("nothing yet today")


def test_a_card_that_is_pinned_stays_and_the_second_tab_shows_it(reader):
    visitor = reader("Cleo")
    first, second = visitor.tab().open("/"), visitor.tab().open("/")
    first.page.get_by_role("button", name="Edit cards").click()
    first.page.get_by_role("button", name="Remove the card Steps").click()
    expect(first.card("Steps")).to_have_count(0)
    expect(second.card("Steps")).to_have_count(0)
    first.page.get_by_role("button", name="Show Steps as a card").click()
    expect(first.card("Steps")).to_be_visible()
    expect(second.card("Steps")).to_be_visible()
    first.page.reload()
    first.settle()
    expect(first.card("Steps")).to_be_visible()


def test_a_person_without_data_is_told_what_to_do(open_page):
    tab = open_page("/", "Eve")
    expect(tab.page.get_by_role("heading", name="There are no data yet.")).to_be_visible()
    tab.page.get_by_role("link", name="Add data").click()
    expect(tab.page.get_by_role("heading", name="Data", level=1)).to_be_visible()
