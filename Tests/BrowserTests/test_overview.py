"""The overview."""

import re

from playwright.sync_api import expect

import figures


def test_the_overview_shows_data_and_its_figures_equal_those_of_the_api(open_page, service):
    tab = open_page("/")
    day = service.get("/v1/statistics", "Alex", type="stepCount", from_="2026-03-01", to="2026-03-02",
                      timeZone="Europe/Berlin")
    steps = f"{round(day['statistics']['sum']):,}"
    expect(tab.card("Steps").locator(".figure")).to_have_text(f"{steps} today so far")
    # Today is not over.
    week = service.get("/v1/statistics", "Alex", type="stepCount", from_="2026-02-23", to="2026-03-01", timeZone="Europe/Berlin")
    average = figures.count(week["statistics"]["sum"] / 6)
    expect(tab.card("Steps")).to_contain_text(f"6 days before today: {average} a day")
    latest = service.get("/v1/samples", "Alex", type="restingHeartRate", order="descending", limit=1)["samples"][0]
    expect(tab.card("Resting Heart Rate").locator(".figure")).to_have_text(f"{round(latest['value'])} bpm")
    [night] = service.get("/v1/sleep", "Alex", from_="2026-03-01", to="2026-03-02", timeZone="Europe/Berlin")["nights"]
    hours, minutes = divmod(round(night["main"]["asleep"] / 60), 60)
    expect(tab.card("Last night").locator(".figure")).to_have_text(f"{hours} h {minutes} min asleep")
    # The view of the type has the same average of the same days.
    metric = open_page("/metric/stepCount?range=W")
    expect(metric.fact("Average per day")).to_have_text(f"{average} without today")


def quantity(number, type_, start, end, value, unit):
    return {"uuid": f"00000000-0000-4000-8000-{number:012}", "type": type_, "startDate": f"{start}:00+01:00", "endDate": f"{end}:00+01:00",
            "value": value, "unit": unit, "source": {"name": "Watch"}}


def category(number, type_, start, end, value):
    return {name: content for name, content in quantity(number, type_, start, end, value, None).items() if name != "unit"}


def row_of(tab, name):
    """Returns the figure and its time in the list of types."""
    row = tab.main.locator(".type-row", has=tab.page.get_by_role("link", name=name, exact=True))
    return row.locator("span").all_inner_texts()


def test_a_list_has_the_figure_of_the_day_and_not_the_newest_sample_of_a_sum(open_page, service, newcomer):
    service.post_samples(
        newcomer,
        quantity(1, "basalEnergyBurned", "2026-03-01T08:00", "2026-03-01T09:00", 80, "kcal"),
        quantity(2, "basalEnergyBurned", "2026-03-01T09:00", "2026-03-01T09:10", 12, "kcal"),
        quantity(3, "dietaryProtein", "2025-11-03T08:00", "2025-11-03T08:00", 20, "g"),
        quantity(4, "dietaryProtein", "2025-11-03T19:00", "2025-11-03T19:00", 30, "g"),
        quantity(5, "bodyFatPercentage", "2026-02-27T08:00", "2026-02-27T08:00", 0.2, "fraction"),
        category(6, "sleepAnalysis", "2026-02-28T23:00", "2026-03-01T05:00", "HKCategoryValueSleepAnalysisAsleepCore"),
        category(7, "sleepAnalysis", "2026-03-01T05:00", "2026-03-01T05:12", "HKCategoryValueSleepAnalysisAsleepREM"),
        # A nap is no part of the figure of the card, either.
        category(40, "sleepAnalysis", "2026-03-01T14:00", "2026-03-01T14:30", "HKCategoryValueSleepAnalysisAsleepCore"),
        *(category(8 + hour, "appleStandHour", f"2026-02-28T{10 + hour}:00", f"2026-02-28T{11 + hour}:00",
                   f"HKCategoryValueAppleStandHour{value}") for hour, value in enumerate(["Stood", "Idle", "Stood"])),
        *(category(20 + hour, "mindfulSession", f"2026-02-28T{10 + hour}:00", f"2026-02-28T{10 + hour}:04", "HKCategoryValueNotApplicable")
          for hour in range(2)),
        category(30, "headache", "2026-02-20T10:00", "2026-02-20T11:00", "HKCategoryValueSeverityMild"))
    tab = open_page("/", newcomer)
    assert row_of(tab, "Resting Energy") == ["92 kcal", "today so far"]
    assert row_of(tab, "Protein") == ["50 g", "3 Nov 2025"]
    assert row_of(tab, "Sleep")[0] == "6 h 12 min asleep"
    expect(tab.card("Last night").locator(".figure")).to_have_text("6 h 12 min asleep")
    assert row_of(tab, "Mindful Minutes") == ["8 min", "yesterday"]
    assert row_of(tab, "Headache") == ["Mild", "9 days ago"]
    stood = [row for row in tab.main.locator(".type-row").all_inner_texts() if "Stand" in row]
    assert "2 times" in stood[0] and "yesterday" in stood[0]


def test_a_card_compares_only_three_days_or_more_with_seven_or_more(open_page, service, newcomer):
    def weights(type_, first, *numbers):
        return [quantity(first + number, type_, f"{day}T08:00", f"{day}T08:00", 50 if number > 21 else 40, "count/min")
                for number in numbers for day in [figures.days_after("2026-02-01", number)]]

    service.post_samples(newcomer, *weights("restingHeartRate", 100, *range(0, 14, 2), 22, 24, 26),
                         *weights("walkingHeartRateAverage", 200, *range(0, 14, 2), 22, 24),
                         *weights("respiratoryRate", 300, *range(0, 12, 2), 22, 24, 26))
    tab = open_page("/", newcomer)
    expect(tab.card("Resting Heart Rate")).to_contain_text("6 days before today: 50 bpm on average, +25% on 7 earlier days")
    for name in ("Walking Heart Rate Average", "Respiratory Rate"):
        expect(tab.card(name)).to_contain_text("6 days before today: 50")
        expect(tab.card(name)).not_to_contain_text("%")


def test_a_card_compares_averages_only_if_the_days_have_about_as_many_samples(open_page, service, newcomer):
    days = [figures.days_after("2026-02-01", number) for number in range(28)]
    hearts = [quantity(1000 * number + sample, "heartRate", f"{day}T{10 + sample // 60}:{sample % 60:02}",
                       f"{day}T{10 + sample // 60}:{sample % 60:02}", 60 if number > 21 else 100, "count/min")
              for number, day in enumerate(days) for sample in range(40 if number > 21 else 10)]
    resting = [quantity(100_000 + number, "restingHeartRate", f"{day}T08:00", f"{day}T08:00", 55 if number > 21 else 50, "count/min")
               for number, day in enumerate(days)]
    hearts.append(quantity(90_000, "heartRate", "2026-03-01T10:00", "2026-03-01T10:00", 150, "count/min"))
    service.post_samples(newcomer, *hearts, *resting)
    tab = open_page("/", newcomer)
    expect(tab.card("Heart Rate")).to_contain_text("6 days before today: 60 bpm on average")
    expect(tab.card("Heart Rate")).not_to_contain_text("%")
    expect(tab.card("Resting Heart Rate")).to_contain_text("6 days before today: 55 bpm on average, +10% on 22 earlier days")
    metric = open_page("/metric/heartRate?range=W&compare=before", newcomer)
    expect(metric.fact("Average of the days")).to_have_text("60 bpm without today")
    expect(metric.main.locator(".metric-figures")).to_contain_text("Not compared: 40 samples a day, and 10 in 16 – 21 Feb 2026")


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
    expect(tab.card("Steps").locator(".figure")).to_contain_text("2017")
    expect(tab.main).not_to_contain_text("No data")
    dates = tab.main.get_by_text(re.compile(r"\b\d{1,2} (Sept|Oct|Nov)\b")).all_inner_texts()
    assert dates and all("2017" in date for date in dates)


def test_a_person_whose_samples_are_all_deleted_is_told_what_to_do(open_page, service, newcomer):
    sample = quantity(1, "stepCount", "2026-03-01T08:00", "2026-03-01T09:00", 80, "count")
    service.post_samples(newcomer, sample)
    service.ask("POST", "/v1/batches", newcomer, {"samples": [], "deleted": [sample["uuid"]]})
    assert [one["shortName"] for one in service.get("/v1/types", newcomer, hasSamples="true")["types"]] == []
    tab = open_page("/", newcomer)
    expect(tab.page.get_by_role("heading", name="There are no data yet.")).to_be_visible()


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
