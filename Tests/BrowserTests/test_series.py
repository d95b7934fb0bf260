"""Arithmetic of charts with figures of days: averages, quartiles, axes, streaks, goals and the calendar."""

import math
import random
import statistics

import pytest

from test_modules import call, page  # noqa: F401  fixtures


@pytest.mark.parametrize("values, window, expected", [
    ([], 7, []), ([5], 7, [5]), ([None, None], 7, [None, None]), ([1, 2, 3, 4], 2, [1, 1.5, 2.5, 3.5]),
    ([10, None, None, 40], 2, [10, 10, None, 40]), ([0, None, 6], 7, [0, 0, 3])])
def test_a_moving_average_has_the_days_of_its_window(call, values, window, expected):
    assert call("core/series", "movingAverage", values, window) == expected


def test_a_moving_average_equals_the_mean_of_each_window(call):
    source = random.Random(1)
    values = [source.choice([None, source.uniform(50, 100)]) for _ in range(400)]
    for window in (1, 7, 28, 91):
        known = [[value for value in values[max(0, index - window + 1):index + 1] if value is not None] for index in range(len(values))]
        found = call("core/series", "movingAverage", values, window)
        assert found == [pytest.approx(statistics.mean(one)) if one else None for one in known]


@pytest.mark.parametrize("values, expected", [
    ([], None), ([7], [7, 7, 7]), ([1, 2], [1.25, 1.5, 1.75]), ([3, 1, 2], [1.5, 2, 2.5]), ([4, 1, 3, 2], [1.75, 2.5, 3.25]),
    ([0, 0, 0, 100], [0, 0, 25])])
def test_quartiles_lie_between_the_values(call, values, expected):
    assert call("core/series", "quartiles", values) == expected


def test_quartiles_equal_those_of_statistics(call):
    source = random.Random(2)
    for count in (2, 5, 31, 366):
        values = [source.gauss(60, 8) for _ in range(count)]
        assert call("core/series", "quartiles", values) == pytest.approx(statistics.quantiles(values, n=4, method="inclusive"))


@pytest.mark.parametrize("values, options, ticks, digits", [
    # The last of these once gave the labels 0, 1, 1, 2, 2.
    ([8_432], {"isFromZero": True}, [0, 2_500, 5_000, 7_500, 10_000], 0), ([], {"isFromZero": True, "isWhole": True}, [0, 1, 2], 0),
    ([0], {"isFromZero": True}, [0, 0.5, 1, 1.5], 1), ([1, 1], {"isFromZero": True, "isWhole": True}, [0, 1, 2], 0),
    ([2, 1], {"isFromZero": True, "isWhole": True}, [0, 1, 2, 3], 0),
    # A weight that hardly changes looks so: the axis shows 2 % of it.
    ([80.1, 80.2], {}, [79, 79.5, 80, 80.5, 81], 1), ([58], {"isWhole": True}, [57, 58, 59], 0),
    ([0.95, 0.99], {"factor": 100}, [0.94, 0.96, 0.98, 1], 0), ([-3, 4], {}, [-4, -2, 0, 2, 4, 6], 0), ([0.5, 1], {}, [0.4, 0.6, 0.8, 1, 1.2], 1)])
def test_an_axis_has_round_ticks(call, values, options, ticks, digits):
    found = call("charts/axis", "axisOf", values, options)
    assert (found["ticks"], found["digits"]) == (ticks, digits)


def test_the_ticks_of_any_axis_differ_as_texts_and_enclose_the_values(call):
    source = random.Random(3)
    for _ in range(150):
        size = 10 ** source.uniform(-3, 6)
        values = [source.uniform(0, size) for _ in range(source.randint(1, 5))]
        options = {"isFromZero": source.random() < 0.5, "count": source.randint(3, 7), "factor": source.choice([1, 100])}
        axis = call("charts/axis", "axisOf", values, options)
        labels = [f"{tick * options['factor']:.{axis['digits']}f}" for tick in axis["ticks"]]
        assert len(set(labels)) == len(labels) >= 2, (values, options, axis)
        assert axis["least"] <= min(values) and axis["greatest"] >= max(values)
        assert not options["isFromZero"] or axis["least"] == 0
        assert all(math.isclose(float(label), tick * options["factor"], abs_tol=1e-9 * size) for label, tick in zip(labels, axis["ticks"]))


def days(values, start=1):
    return [{"date": f"2026-02-{start + index:02}", "value": value, "isOver": True} for index, value in enumerate(values)]


def run(length, first, last):
    return {"days": length, "from": f"2026-02-{first:02}", "to": f"2026-02-{last:02}"}


@pytest.mark.parametrize("values, today, longest, current", [
    ([], 3, None, None), ([None, None], 2, None, None), ([9, 9, 1, 9], 4, run(2, 1, 2), run(1, 4, 4)),
    # Today is not over, so the streak until yesterday lasts.
    ([9, 9, 1], 3, run(2, 1, 2), run(2, 1, 2)), ([9, 9, 1, 1], 4, run(2, 1, 2), None),
    # A day without data ends a streak, and the first of equal streaks is named.
    ([9, None, 9], 9, run(1, 1, 1), None), ([9, 9, None, 9, 9, 9], 6, run(3, 4, 6), run(3, 4, 6))])
def test_a_streak_lasts_until_a_day_is_missed(page, call, values, today, longest, current):
    found = page.evaluate("""async ([days, today]) => {
        const script = document.querySelector('script[src$="/app.js"]').src
        const { streaks } = await import(script.replace(/[^/]*$/, 'core/series.js'))
        return streaks(days, day => day.value >= 9, today)
    }""", [days(values), f"2026-02-{today:02}"])
    assert (found["longest"], found["current"]) == (longest, current)


@pytest.mark.parametrize("values, last_is_over, reached, of", [
    ([], True, 0, 0), ([None, None], True, 0, 2), ([9, 10, 11], True, 2, 3), ([None, 10, None, 12], True, 2, 3),
    # Today counts only if its goal is reached.
    ([10, 1], False, 1, 1), ([10, 10], False, 2, 2), ([10, None], False, 1, 1)])
def test_days_with_a_goal_are_counted_since_the_first_day_with_data(call, values, last_is_over, reached, of):
    asked = days(values)
    if asked:
        asked[-1]["isOver"] = last_is_over
    assert call("core/series", "goalDays", asked, 10) == {"reached": reached, "of": of}


@pytest.mark.parametrize("values, sign, date", [
    ([], 1, None), ([None], 1, None), ([1, 5, 5, 2], 1, "2026-02-02"), ([3, None, 1, 1], -1, "2026-02-03"), ([0, -1], 1, "2026-02-01")])
def test_a_record_is_the_first_of_the_greatest_days(call, values, sign, date):
    found = call("core/series", "greatest", days(values), sign)
    assert (found and found["date"]) == date


def test_days_without_figures_fill_the_gaps(call):
    found = call("core/series", "withoutGaps", [days([1])[0], days([2], 4)[0]])
    assert [(day["date"][-2:], day["value"]) for day in found] == [("01", 1), ("02", None), ("03", None), ("04", 2)]


@pytest.mark.parametrize("values, limits, depths", [
    ([], [], []), ([5], [], [100]), ([5, 5, 5], [], [100] * 3), ([1, 2], [2], [78, 100]),
    ([1, 2, 3, 4, 5], [2, 3, 4, 5], [16, 36, 56, 78, 100]), ([1, 1, 1, 1, 9], [9], [78] * 4 + [100]),
    # One great day does not make all others pale.
    ([1, 2, 3, 4, 1_000], [2, 3, 4, 1_000], [16, 36, 56, 78, 100])])
def test_the_depths_of_a_calendar_part_its_days_into_fifths(call, values, limits, depths):
    assert call("charts/calendar", "depthLimits", values) == limits
    assert [call("charts/calendar", "depthOf", value, limits) for value in values] == depths


@pytest.mark.parametrize("content, factor, goal", [
    ("9000", 1, 9_000), ("7.5", 1, 7.5), ("95", 100, 0.95), ("0", 1, None), ("-1", 1, None), ("", 1, None), (" ", 1, None), ("many", 1, None),
    ("1e9", 1, 1e9), ("1000000001", 1, None), ("Infinity", 1, None)])
def test_a_goal_is_a_number_greater_than_zero(call, content, factor, goal):
    assert call("views/metric/goal", "goalOf", content, factor) == goal


def buckets(averages, count=1, start="2026-02-01"):
    from datetime import date, timedelta
    first = date.fromisoformat(start)
    return [{"startDate": f"{first + timedelta(days=index)}T00:00:00+01:00", "endDate": f"{first + timedelta(days=index + 1)}T00:00:00+01:00",
             "partial": False, "statistics": None if average is None else
             {"average": average, "minimum": average - 1, "maximum": average + 1, "count": count}} for index, average in enumerate(averages)]


def test_few_samples_a_day_are_points_and_many_are_medians_of_days(call):
    asked = {"from": "2026-02-02", "to": "2026-03-02", "interval": "week", "days": 28}
    sparse = call("views/metric/model", "discreteItems", buckets([60, 62, 64, None, 66]), asked, "bpm", 1)
    assert (sparse["kind"], sparse["interval"]) == ("points", "day")
    # The day before the range counts in the moving average and is no item.
    assert [(item["average"], item["smooth"]) for item in sparse["items"]] == [(62, 61), (64, 62), (None, 62), (66, 63)]
    dense = call("views/metric/model", "discreteItems", buckets([60, 62, 64, None, 66, 68, 70, 72, 74], 100), asked, "bpm", 1)
    [week, rest] = dense["items"]
    assert (dense["kind"], week["low"], week["median"], week["high"]) == ("band", 64.5, 67, 69.5)
    assert (week["minimum"], week["maximum"], week["days"]) == (61, 73, 6)
    # Fewer than four days have no middle half.
    assert (rest["low"], rest["median"], rest["high"], rest["days"]) == (None, 74, None, 1)
    spans = call("views/metric/model", "discreteItems", buckets([60, 62], 100), {**asked, "interval": "day"}, "bpm", 1)
    assert spans["kind"] == "capsules"


@pytest.mark.parametrize("length, sides, interval, items", [(300, 1, "day", 300), (300, 2, "week", 43), (3_700, 1, "week", 529)])
def test_a_chart_of_points_has_at_most_750_marks(page, call, length, sides, interval, items):
    asked = {"from": "2016-02-01", "to": "2026-03-02", "interval": "month", "days": length}
    found = call("views/metric/model", "discreteItems", buckets([60] * length, start="2016-02-01"), asked, "bpm", 1, sides)
    assert (found["interval"], len(found["items"])) == (interval, items)
    model = {"kind": "points", "color": "#f00", "items": [{**item, "before": 60, **({"second": item} if sides == 2 else {})} for item in found["items"]]}
    marks = page.evaluate("""async model => {
        const script = document.querySelector('script[src$="/app.js"]').src
        const { datasets } = await import(script.replace(/[^/]*$/, 'charts/datasets.js'))
        return datasets(model, () => null).reduce((sum, set) => sum + set.data.length, 0)
    }""", model)
    assert 300 < marks + 300 * (sides - 1) and marks <= 750


def test_workouts_are_put_into_whole_periods(call):
    workouts = [{"startDate": f"{date}T10:00:00+01:00"} for date in ("2026-03-01", "2026-02-23", "2026-02-22", "2025-12-31")]
    count = lambda by, start, first=1: [
        (period["from"], period["to"], len(period["workouts"])) for period in
        call("views/workouts/totals", "periodsOf", workouts, by, start, "2026-03-01", first)]
    assert count("week", "2026-02-18") == [("2026-02-16", "2026-02-23", 1), ("2026-02-23", "2026-03-02", 2)]
    assert count("month", "2026-01-15") == [("2026-01-01", "2026-02-01", 0), ("2026-02-01", "2026-03-01", 2), ("2026-03-01", "2026-04-01", 1)]
    assert count("year", "2025-12-31") == [("2025-01-01", "2026-01-01", 1), ("2026-01-01", "2027-01-01", 3)]
