"""Nights and their averages."""

import re

from playwright.sync_api import expect

from figures import beats, clock, day, duration, half_up

STAGES = {"awake": "Awake", "rem": "REM", "core": "Core", "deep": "Deep"}


def night(service, person, date, **parameters):
    [found] = service.get("/v1/sleep", person, from_=date, to=date.replace("-27", "-28"), timeZone="Europe/Berlin",
                          **parameters)["nights"]
    return found


def test_a_night_has_its_times_stages_and_efficiency(open_page, service):
    tab = open_page("/sleep?range=D&date=2026-02-27")
    main = night(service, "Alex", "2026-02-27")["main"]
    expect(tab.main.locator(".figure").first).to_have_text(f"{duration(main['asleep'])} asleep")
    expect(tab.fact("Bed time")).to_have_text(clock(main["startDate"]))
    expect(tab.fact("Wake time")).to_have_text(clock(main["endDate"]))
    expect(tab.fact("Efficiency")).to_have_text(f"{half_up(main['efficiency'] * 100)}%")
    for stage, name in STAGES.items():
        item = tab.main.get_by_role("listitem").filter(has_text=re.compile(f"^{name}"))
        expect(item.first).to_contain_text(duration(main["stages"][stage]))


def test_the_hypnogram_has_the_heart_rate_of_each_stage(open_page, service):
    tab = open_page("/sleep?range=D&date=2026-02-27")
    segments = night(service, "Alex", "2026-02-27", segments="true")["main"]["segments"]
    tab.page.get_by_role("button", name="Table").first.click()
    rows = tab.rows()
    assert [(row[0], row[1], row[2]) for row in rows if row[0] in STAGES.values()] == [
        (STAGES[one["stage"]], clock(one["startDate"]), clock(one["endDate"])) for one in segments if one["stage"] in STAGES]
    assert sum("bpm" in row[4] or "/min" in row[4] for row in rows) > len(rows) / 2


def test_the_keyboard_walks_through_the_night_even_before_its_first_layout(open_page):
    tab = open_page("/sleep")
    tab.page.evaluate("() => { observe = ResizeObserver.prototype.observe; ResizeObserver.prototype.observe = () => {} }")
    tab.show("/sleep?range=D&date=2026-02-27")
    tab.page.evaluate("() => { ResizeObserver.prototype.observe = observe }")
    tab.chart.focus()
    tab.page.keyboard.press("ArrowRight")
    expect(tab.spoken).to_have_text(re.compile("heart rate"))
    first = tab.spoken.inner_text()
    tab.page.keyboard.press("ArrowRight")
    expect(tab.spoken).not_to_have_text(first)


def test_a_week_opens_the_night_that_is_chosen(open_page, service):
    tab = open_page("/sleep?range=W")
    nights = service.get("/v1/sleep", "Alex", from_="2026-02-23", to="2026-03-02", timeZone="Europe/Berlin")["nights"]
    mean = sum(one["asleep"] for one in nights) / len(nights)
    expect(tab.fact("Time asleep")).to_have_text(duration(mean))
    tab.chart.focus()
    tab.page.keyboard.press("ArrowRight")
    expect(tab.spoken).to_contain_text(day("2026-02-23")[:-5].replace(",", ""))
    tab.page.keyboard.press("Enter")
    tab.page.wait_for_url("**/sleep?range=D&date=2026-02-23")
    expect(tab.main.get_by_role("heading", name="Night to Monday, 23 February 2026")).to_be_visible()


def test_ten_years_of_nights_are_averages_of_weeks(open_page):
    tab = open_page("/sleep?range=Y&date=2020-06-30", "Cleo")
    expect(tab.main.get_by_text(re.compile(r"^\d+ of 36\d nights recorded"))).to_be_visible()
    tab.page.get_by_role("button", name="Table").first.click()
    assert 50 <= len(tab.rows()) <= 54


def test_a_date_without_sleep_says_so(open_page):
    tab = open_page("/sleep?range=D&date=2015-01-01", "Cleo")
    expect(tab.main).to_contain_text("No sleep was recorded for Thursday, 1 January 2015.")


def test_a_source_that_rewrites_its_night_changes_what_is_shown(open_page, service, newcomer):
    def sample(number, hours):
        return {"uuid": f"00000000-0000-4000-8000-00000000000{number}", "type": "sleepAnalysis",
                "startDate": "2026-02-27T22:00:00+01:00", "endDate": f"2026-02-28T0{hours - 2}:00:00+01:00",
                "value": "HKCategoryValueSleepAnalysisAsleepCore", "source": {"name": "Ring"}}

    service.post_samples(newcomer, sample(1, 6))
    tab = open_page("/sleep?range=D&date=2026-02-28", newcomer)
    expect(tab.main.locator(".figure").first).to_have_text("6 h asleep")
    service.ask("POST", "/v1/batches", newcomer, {"samples": [sample(2, 7)], "deleted": [sample(1, 6)["uuid"]]})
    expect(tab.main.locator(".figure").first).to_have_text("7 h asleep")
    expect(tab.fact("Woke up")).to_have_text("5:00")
