"""The view of one metric."""

import re

import pytest
from playwright.sync_api import expect

from figures import beats, clock, count, day, days_after, duration, half_up

BERLIN = {"timeZone": "Europe/Berlin"}


def collection(service, person, type_, start, end, interval, **parameters):
    return service.get("/v1/statistics-collection", person, type=type_, from_=start, to=end, interval=interval,
                       **{**BERLIN, **parameters})["buckets"]


def shown_sum(bucket):
    return count(bucket["statistics"]["sum"]) if bucket["statistics"] else "No data"


@pytest.mark.parametrize(("person", "zone", "last"), [
    ("Ben", "Asia/Jerusalem", "2017-10-20"),
    pytest.param("Alex", "Europe/Berlin", "2026-02-28", marks=pytest.mark.long),
    pytest.param("Cleo", "Europe/Berlin", "2020-03-30", marks=pytest.mark.long)])
def test_the_bars_of_a_week_equal_the_figures_of_the_api(open_page, service, person, zone, last):
    tab = open_page(f"/metric/stepCount?range=W&date={last}", person)
    start, end = days_after(last, -6), days_after(last, 1)
    buckets = collection(service, person, "stepCount", start, end, "day", timeZone=zone)
    tab.page.get_by_role("button", name="Table").click()
    assert tab.rows() == [[day(bucket["startDate"]), shown_sum(bucket)] for bucket in buckets]
    sums = [bucket["statistics"]["sum"] for bucket in buckets if bucket["statistics"]]
    expect(tab.fact("Total")).to_have_text(count(sum(sums)))
    expect(tab.fact("Average per day")).to_have_text(count(sum(sums) / len(sums)))
    expect(tab.fact("Days with data")).to_have_text(f"{len(sums)} of 7")


def test_a_sample_of_a_night_has_the_date_of_the_night(open_page, service, newcomer):
    service.ask("POST", "/v1/batches", newcomer, {"samples": [
        {"uuid": f"00000000-0000-4000-8000-{number:012}", "type": "appleSleepingWristTemperature", "unit": "degC", "value": value,
         "startDate": f"2026-02-{number - 1}T22:00:00+01:00", "endDate": f"2026-02-{number}T06:00:00+01:00", "source": {"name": "Watch"}}
        for number, value in [(25, 35.4), (26, 35.1)]]})
    tab = open_page("/metric/appleSleepingWristTemperature?range=W&date=2026-02-28", newcomer)
    expect(tab.fact("Samples")).to_have_text("2")
    tab.page.get_by_role("button", name="Table").click()
    assert [row[1] for row in tab.rows()] == ["No data"] * 3 + ["35.4 °C", "35.1 °C"] + ["No data"] * 2
    tab.show("/metric/appleSleepingWristTemperature?range=D&date=2026-02-25")
    expect(tab.fact("Samples")).to_have_text("1")
    expect(tab.fact("Average")).to_have_text("35.4 °C")


def test_the_hours_of_a_day_equal_the_figures_of_the_api(open_page, service):
    tab = open_page("/metric/heartRate?range=D&date=2026-02-28")
    buckets = collection(service, "Alex", "heartRate", "2026-02-28", "2026-03-01", "hour")
    tab.page.get_by_role("button", name="Table").click()
    expected = []
    for bucket in buckets:
        figures = bucket["statistics"]
        words = "No data"
        if figures:
            least, most = half_up(figures["minimum"]), half_up(figures["maximum"])
            words = f"{least} bpm" if least == most else f"{least}–{most} bpm"
            if figures["minimum"] != figures["maximum"]:
                words += f", average {beats(figures['average'])}"
        start, end = bucket["startDate"], bucket["endDate"]
        expected.append([f"{day(start)[:-5].replace(',', '')}, {clock(start)}–{clock(end)}", words])
    assert tab.rows() == expected
    whole = service.get("/v1/statistics", "Alex", type="heartRate", from_="2026-02-28", to="2026-03-01", **BERLIN)
    expect(tab.fact("Average")).to_have_text(beats(whole["statistics"]["average"]))
    expect(tab.fact("Samples")).to_have_text(count(whole["statistics"]["count"]))


def test_ten_years_are_months_and_their_total_equals_the_api(open_page, service):
    tab = open_page("/metric/stepCount?range=All", "Cleo")
    whole = service.get("/v1/statistics", "Cleo", type="stepCount", from_="2016-01-01", to="2027-01-01", **BERLIN)
    expect(tab.fact("Total")).to_have_text(count(whole["statistics"]["sum"]))
    tab.page.get_by_role("button", name="Table").click()
    rows = tab.rows()
    assert len(rows) == 121 and rows[0][0] == "March 2016" and rows[-1][0] == "March 2026"
    days = [bucket["statistics"]["sum"] for bucket in
            collection(service, "Cleo", "stepCount", "2020-02-01", "2020-03-01", "day") if bucket["statistics"]]
    [february] = [row[1] for row in rows if row[0] == "February 2020"]
    assert february == f"{count(sum(days) / len(days))} a day, {count(sum(days))} in total"


def test_every_range_can_be_chosen_and_the_range_before_and_after(open_page):
    tab = open_page("/metric/stepCount?range=W", "Cleo")
    dates = tab.main.locator(".range-dates")
    for name, words in [("Day", "Sun, 1 Mar 2026"), ("Month", "2 Feb – 1 Mar 2026"), ("6 months", "1 Sept 2025 – 1 Mar 2026"),
                        ("Year", "Apr 2025 – Mar 2026"), ("All", "1 Mar 2016 – 31 Mar 2026"), ("Week", "23 Feb – 1 Mar 2026")]:
        tab.main.get_by_role("link", name=name, exact=True).click()
        expect(dates).to_have_text(words)
        tab.settle()
    tab.main.get_by_role("link", name="Previous week").click()
    expect(dates).to_have_text("16 – 22 Feb 2026")
    tab.main.get_by_role("link", name="Next week").click()
    expect(dates).to_have_text("23 Feb – 1 Mar 2026")
    tab.page.go_back()
    expect(dates).to_have_text("16 – 22 Feb 2026")


def test_a_view_is_ready_when_its_chart_is_drawn(reader):
    tab = reader("Cleo").tab()
    waiting = []
    tab.page.route("**/chart.js", lambda route: waiting.append(route))
    tab.page.goto("/metric/stepCount?range=W")
    expect(tab.fact("Total")).to_be_visible()
    expect(tab.page.locator("main .view.busy")).to_be_visible()
    for route in waiting:
        route.continue_()
    tab.settle()
    assert tab.point(0.5).startswith("Thu, 26 Feb 2026: ")


def test_dragging_over_the_chart_shows_exactly_the_days_under_the_pointer(open_page, service):
    tab = open_page("/metric/stepCount?range=M", "Cleo")
    first = tab.point(0.3).partition(":")[0]
    tab.page.mouse.down()
    last = tab.point(0.6).partition(":")[0]
    tab.page.mouse.up()
    tab.page.wait_for_url("**from=*")
    tab.settle()
    start, end = re.search(r"from=([\d-]+)&to=([\d-]+)", tab.path).groups()
    assert day(start) == first and day(days_after(end, -1)) == last
    buckets = collection(service, "Cleo", "stepCount", start, end, "day")
    expect(tab.fact("Total")).to_have_text(count(sum(bucket["statistics"]["sum"] for bucket in buckets)))


def test_a_click_on_a_bar_explains_its_figure(open_page, service):
    tab = open_page("/metric/stepCount?range=W")
    label = tab.point(0.35).partition(":")[0]
    box = tab.chart.bounding_box()
    tab.page.mouse.click(box["x"] + 0.35 * box["width"], box["y"] + box["height"] * 0.6)
    tab.page.get_by_role("button", name="Why this number?").click()
    panel = tab.page.get_by_role("region", name="Why this number?")
    expect(panel).to_contain_text(label)
    start = re.search(r"why=([\d-]+)", tab.path)[1]
    assert day(start) == label
    answer = service.get("/v1/explain", "Alex", type="stepCount", interval="day", from_=start, to=days_after(start, 1),
                         bucket=start, limit=1000, **BERLIN)
    expect(panel.locator(".figure")).to_have_text(count(answer["statistics"]["sum"]))
    assert tab.rows(panel.get_by_role("table")) == [
        [source["name"], count(source["count"]), count(source["sum"])] for source in answer["sources"]]
    expect(panel.get_by_role("listitem")).to_have_count(min(len(answer["samples"]), 100))
    assert any(sample["reason"] for sample in answer["samples"])
    expect(panel.get_by_role("listitem").filter(has_text="overruled").first).to_be_visible()
    tab.page.reload()
    tab.settle()
    expect(panel.locator(".figure")).to_have_text(count(answer["statistics"]["sum"]))
    panel.get_by_role("button", name="Close").click()
    expect(panel).to_have_count(0)


@pytest.mark.parametrize("address", [
    "/metric/stepCount?range=Y", "/metric/restingHeartRate?range=6M",
    pytest.param("/metric/stepCount?range=6M", marks=pytest.mark.long)])
def test_the_explanation_of_a_week_or_month_has_the_figure_of_the_bar(open_page, address):
    tab = open_page(address, "Cleo")
    words = tab.point(0.5).partition(": ")[2]
    box = tab.chart.bounding_box()
    tab.page.mouse.click(box["x"] + 0.5 * box["width"], box["y"] + box["height"] * 0.6)
    tab.page.get_by_role("button", name="Why this number?").click()
    figure = tab.page.get_by_role("region", name="Why this number?").locator(".figure")
    expect(figure).to_be_visible()
    assert figure.inner_text() in words


def test_the_keyboard_reads_explains_and_chooses_a_range(open_page):
    tab = open_page("/metric/stepCount?range=W", "Cleo")
    tab.chart.focus()
    tab.page.keyboard.press("ArrowRight")
    expect(tab.spoken).to_have_text(re.compile(r"^Mon, 23 Feb 2026: [\d,]+"))
    tab.page.keyboard.press("ArrowRight")
    expect(tab.spoken).to_have_text(re.compile(r"^Tue, 24 Feb 2026: [\d,]+"))
    tab.page.keyboard.press("Enter")
    panel = tab.page.get_by_role("region", name="Why this number?")
    expect(panel).to_contain_text("Tue, 24 Feb 2026")
    expect(panel).to_be_focused()
    tab.chart.focus()
    tab.page.keyboard.press("End")
    tab.page.keyboard.press("Shift+ArrowLeft")
    tab.page.keyboard.press("Shift+ArrowLeft")
    expect(tab.spoken).to_have_text("Chosen: Fri, 27 Feb 2026 to Sun, 1 Mar 2026")
    tab.page.keyboard.press("Enter")
    tab.page.wait_for_url("**from=2026-02-27&to=2026-03-02*")


def test_a_week_is_compared_with_the_week_before_and_a_year_ago(open_page, service):
    tab = open_page("/metric/stepCount?range=W", "Cleo")

    def per_day(start):
        # Today is not over, so it and the same day of the other weeks are left out.
        sums = [bucket["statistics"]["sum"] for bucket in
                collection(service, "Cleo", "stepCount", start, days_after(start, 6), "day") if bucket["statistics"]]
        return sum(sums) / len(sums)

    now = per_day("2026-02-23")
    for name, start in [("the period before", "2026-02-16"), ("a year ago", "2025-02-24")]:
        tab.page.get_by_role("combobox", name="Compare").select_option(name)
        change = half_up((now / per_day(start) - 1) * 100 + 1000) - 1000
        expect(tab.main.locator(".metric-figures .hint").first).to_contain_text(f"{change:+d}% · {count(per_day(start))} in")
    tab.page.reload()
    tab.settle()
    expect(tab.page.get_by_role("combobox", name="Compare")).to_have_value("year")


def test_today_is_compared_with_the_same_hours_of_the_day_before(open_page, service):
    tab = open_page("/metric/stepCount?range=D&compare=before", "Cleo")

    def total(date):
        answer = service.get("/v1/statistics", "Cleo", type="stepCount", from_=date, to=f"{date}T17:00:00", **BERLIN)
        return answer["statistics"]["sum"]

    before = total("2026-02-28")
    whole = collection(service, "Cleo", "stepCount", "2026-02-28", "2026-03-01", "day")[0]["statistics"]["sum"]
    assert before != whole
    shown = tab.main.locator(".metric-figures .hint").first
    expect(shown).to_contain_text(f"{count(before)} in 28 Feb 2026, 00:00–17:00")
    [today] = collection(service, "Cleo", "stepCount", "2026-03-01", "2026-03-02", "day")
    change = half_up((today["statistics"]["sum"] / before - 1) * 100 + 1000) - 1000
    expect(shown).to_contain_text(f"{change:+d}%")
    tab.main.get_by_role("link", name="Previous day").click()
    expect(shown).to_contain_text("in 27 Feb 2026")
    expect(shown).not_to_contain_text("17:00")


def test_a_blood_pressure_is_a_pair_in_the_chart_the_table_and_the_file(open_page, service):
    tab = open_page("/metric/bloodPressure?range=M")
    pair = ("bloodPressureSystolic", "bloodPressureDiastolic")
    whole = [service.get("/v1/statistics", "Alex", type=name, from_="2026-02-02", to="2026-03-02", **BERLIN)["statistics"] for name in pair]
    expect(tab.fact("Average")).to_have_text("/".join(str(half_up(one["average"])) for one in whole) + " mmHg")
    expect(tab.fact("Systolic, lowest to highest")).to_have_text(f"{half_up(whole[0]['minimum'])}–{half_up(whole[0]['maximum'])} mmHg")
    expect(tab.fact("Diastolic, lowest to highest")).to_have_text(f"{half_up(whole[1]['minimum'])}–{half_up(whole[1]['maximum'])} mmHg")
    days = [[bucket["statistics"] for bucket in collection(service, "Alex", name, "2026-02-02", "2026-03-02", "day")] for name in pair]
    tab.page.get_by_role("button", name="Table").click()
    assert [row[1:3] for row in tab.rows() if row[1] != "–"] == [
        [f"{half_up(side['minimum'])} mmHg" if side["minimum"] == side["maximum"] else
         f"{half_up(side['minimum'])}–{half_up(side['maximum'])} mmHg" for side in sides] for sides in zip(*days) if sides[0]]
    tab.main.get_by_role("button", name="Chart").click()
    expect(tab.main.locator(".chart-legend")).to_have_text(re.compile("Systolic.*Diastolic"))
    samples = service.get("/v1/samples", "Alex", type="bloodPressure", from_="2026-02-02", to="2026-03-02", order="descending",
                          members="true", **BERLIN)["samples"]
    values = [[next(half_up(part["value"]) for part in sample["members"] if part["type"].endswith(side)) for side in
               ("Systolic", "Diastolic")] for sample in samples]
    assert samples and all(high > low for high, low in values)
    tab.chart.focus()
    tab.page.keyboard.press("End")
    for _ in range(30):
        if "mmHg" in tab.spoken.inner_text():
            break
        tab.page.keyboard.press("ArrowLeft")
    assert re.search(r"\d+/\d+", tab.spoken.inner_text())
    tab.main.get_by_role("link", name="All data").click()
    expect(tab.main.get_by_role("table")).to_contain_text("mmHg")
    assert [row[2] for row in tab.rows()] == [f"{high}/{low} mmHg" for high, low in values]
    with tab.page.expect_download() as download:
        tab.page.get_by_role("button", name="Download as CSV").click()
    head, *lines = open(download.value.path()).read().splitlines()
    assert head == "uuid,startDate,endDate,bloodPressureSystolic (mmHg),bloodPressureDiastolic (mmHg),source"
    assert [line.split(",")[3:5] for line in lines] == [[str(high), str(low)] for high, low in reversed(values)]


def test_the_pressures_of_a_day_are_a_point_and_a_span_for_each_value(open_page, service, newcomer):
    service.post_samples(newcomer, *(
        {"uuid": f"00000000-0000-4000-8000-{number:012}", "type": f"bloodPressure{name}", "startDate": f"2026-02-27T{hour}:00:00+01:00",
         "endDate": f"2026-02-27T{hour}:00:00+01:00", "value": value, "unit": "mmHg", "source": {"name": "Cuff"}}
        for number, (name, hour, value) in enumerate([("Systolic", "08", 118), ("Diastolic", "08", 76), ("Systolic", "20", 131),
                                                      ("Diastolic", "20", 85)])))
    tab = open_page("/metric/bloodPressure?range=W", newcomer)
    expect(tab.fact("Average")).to_have_text("125/81 mmHg")
    drawn = tab.page.evaluate("Chart.getChart(document.querySelector('main canvas')).data.datasets.map(set => set.data.map(one => one.y))")
    # A moving average, a point and a span of each value.
    assert [[one for one in side if one] for side in drawn] == [
        [124.5] * 3, [124.5], [[118, 131]], [80.5] * 3, [80.5], [[76, 85]]]
    tab.chart.focus()
    for _ in range(5):
        tab.page.keyboard.press("ArrowRight")
    expect(tab.spoken).to_have_text("Fri, 27 Feb 2026: 118–131 / 76–85 mmHg, average 125/81")


def test_a_category_type_has_bars_that_say_how_often_and_how_long(open_page, service):
    tab = open_page("/metric/appleStandHour?range=W&date=2026-02-28")
    box = tab.chart.bounding_box()
    tab.page.mouse.click(box["x"] + 0.5 * box["width"], box["y"] + box["height"] * 0.6)
    tab.page.get_by_role("button", name="Why this number?").click()
    panel = tab.page.get_by_role("region", name="Why this number?")
    expect(panel.get_by_role("listitem").first).to_contain_text("Stood")
    expect(panel.locator(".figure")).to_contain_text("times")
    panel.get_by_role("button", name="Close").click()
    expect(tab.page.get_by_text("Usual week")).to_be_hidden()
    range_ = ("2026-02-22", "2026-03-01")
    buckets = collection(service, "Alex", "appleStandHour", *range_, "day")
    whole = service.get("/v1/statistics", "Alex", type="appleStandHour", from_=range_[0], to=range_[1], **BERLIN)["statistics"]

    def times(figures):
        return f"{sum(value['count'] for value in figures['byValue'] if value['valueName'] == 'stood')} times"

    def words(figures):
        if figures is None:
            return "No data"
        return " · ".join([times(figures), *(f"{value['valueName'].capitalize()}: {value['count']}" for value in figures["byValue"])])

    tab.page.get_by_role("button", name="Table").click()
    assert tab.rows() == [[day(bucket["startDate"]), words(bucket["statistics"])] for bucket in buckets]
    assert any(value["valueName"] == "idle" for value in whole["byValue"])
    expect(tab.fact("Times")).to_have_text(times(whole).partition(" ")[0])
    expect(tab.fact("Stood")).to_have_text(f"{times(whole)} · {duration(whole['byValue'][0]['duration'])}")


def test_a_source_that_is_switched_off_does_not_count(open_page, service):
    tab = open_page("/metric/stepCount?range=W")
    tab.page.get_by_role("checkbox", name="Alex’s iPhone").uncheck()
    [watch] = [source["id"] for source in service.get("/v1/statistics-collection", "Alex", type="stepCount", interval="day",
               from_="2026-02-23", to="2026-03-02", **BERLIN)["sources"] if source["class"] == "watch"]
    buckets = collection(service, "Alex", "stepCount", "2026-02-23", "2026-03-02", "day", source=watch)
    expect(tab.fact("Total")).to_have_text(count(sum(bucket["statistics"]["sum"] for bucket in buckets)))


def test_all_data_lists_the_samples_and_offers_them_as_csv(open_page, service):
    tab = open_page("/metric/restingHeartRate?range=M")
    tab.main.get_by_role("link", name="All data").click()
    rows = tab.main.get_by_role("row")
    samples = service.get("/v1/samples", "Alex", type="restingHeartRate", from_="2026-02-02", to="2026-03-02", **BERLIN)
    expect(rows).to_have_count(len(samples["samples"]) + 1)
    expect(rows.nth(1)).to_contain_text(beats(samples["samples"][-1]["value"]))
    with tab.page.expect_download() as download:
        tab.page.get_by_role("button", name="Download as CSV").click()
    lines = open(download.value.path()).read().splitlines()
    assert download.value.suggested_filename == "restingHeartRate.csv" and len(lines) == len(samples["samples"]) + 1


def test_another_unit_is_remembered(reader):
    visitor = reader("Cleo")
    tab = visitor.tab().open("/metric/bodyMass?range=M")
    expect(tab.fact("Average")).to_contain_text("kg")
    tab.page.get_by_role("combobox", name="Unit").select_option("lb")
    expect(tab.fact("Average")).to_contain_text("lb")
    overview = visitor.tab().open("/")
    expect(overview.card("Weight")).to_contain_text("lb")
    tab.page.get_by_role("combobox", name="Unit").select_option("kg")
    expect(tab.fact("Average")).to_contain_text("kg")
    expect(overview.card("Weight")).to_contain_text("kg")


def test_the_usual_week_has_a_table(open_page):
    tab = open_page("/metric/stepCount?range=W")
    tab.page.get_by_role("heading", name="Usual week").click()
    expect(tab.main.get_by_text("Average of each hour in the last 84 days", exact=False)).to_be_visible()


def test_an_unknown_type_is_a_sentence(open_page):
    tab = open_page("/metric/nonsense?range=W")
    expect(tab.page.get_by_role("alert")).to_contain_text("There is no type “nonsense”.")
    tab.page.get_by_role("link", name="Open the overview").click()
    expect(tab.page.get_by_role("heading", name="Overview", level=1)).to_be_visible()
