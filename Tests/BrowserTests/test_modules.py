"""Figures that modules of the page compute, with their inputs."""

import pytest

from conftest import Visitor


@pytest.fixture(scope="module")
def page(browser, service):
    """A tab that all tests of modules share, because they change only its address."""
    visitor = Visitor(browser, service)
    visitor.log_in("Eve")
    yield visitor.tab().open("/").page
    visitor.context.close()
    assert not visitor.problems


@pytest.fixture
def call(page):
    """Calls a function of a module of the page, such as `core/sleep`, and returns its result."""

    def run(module, function, *arguments):
        return page.evaluate(
            """async ([module, name, values]) => {
                const script = document.querySelector('script[src$="/app.js"]').src
                const functions = await import(script.replace(/[^/]*$/, `${module}.js`))
                return functions[name](...values)
            }""", [module, function, arguments])

    return run


def at(minutes, seconds=0):
    return f"2026-02-01T{10 + minutes // 60:02}:{minutes % 60:02}:{seconds:02}Z"


def milliseconds(minutes):
    return 1_769_940_000_000 + minutes * 60_000


def test_the_way_between_two_routes_is_not_counted(call):
    routes = [{"startDate": at(start), "parts": {"locations": [
        {"timestamp": at(start + minute), "latitude": 0, "longitude": longitude + minute / 1_000} for minute in (0, 1)]}}
        for start, longitude in [(10, 1), (0, 0)]]
    points = call("core/track", "routePoints", routes)
    assert [round(point["meters"]) for point in points] == [0, 111, 111, 222]
    assert [point["isStart"] for point in points] == [True, False, True, False]


def splits(*figures, unit="km", length=1, **more):
    return {"unit": unit, "splitLength": length, "repeatedDistance": 0, "splits": [
        {"startDate": at(place), "endDate": at(place + 1), "distance": distance, "duration": seconds}
        for place, (distance, seconds) in enumerate(figures)], **more}


def test_splits_say_the_way_and_the_time_up_to_their_ends(call):
    found = call("core/workouts", "piecesOf", splits((1, 300), (1, 360), (0.5, 150)), "splits")
    assert [(one["meters"], one["toMeters"], one["toSeconds"], one["isWhole"]) for one in found] == [
        (1_000, 1_000, 300, True), (1_000, 2_000, 660, True), (500, 2_500, 810, False)]
    miles = call("core/workouts", "piecesOf", splits((2, 900), unit="mi", length=2), "splits")
    assert [(one["toMeters"], one["isWhole"]) for one in miles] == [(3_218.688, True)]
    assert call("core/workouts", "piecesOf", None, "splits") == []


@pytest.mark.parametrize("distance, recorded, repeated, words", [
    (10.98, 10.98, 0, None), (10.9, 10.98, 0, None), (10.98, None, 0, None), (10.98, 0, 0, None),
    (16.06, 10.98, 5.08, "The splits add up to 16.06 km. The workout was recorded with 10.98 km. "
     "Samples of one device overlap and all count, as in every sum. This adds 5.08 km."),
    (9, 10, 0.05, "The splits add up to 9.00 km. The workout was recorded with 10.00 km."),
])
def test_another_distance_than_the_recorded_one_is_explained(call, distance, recorded, repeated, words):
    found = {"unit": "km", "distance": distance, "recordedDistance": recorded, "repeatedDistance": repeated}
    assert call("core/workouts", "differenceText", found) == words


@pytest.mark.parametrize("name, value, meters, altitude", [
    ("meters", 500, 500, 10), ("time", 150, 1_000, 15), ("time", 90, 900, 14), ("time", 999, 1_500, 10), ("time", -1, 0, 5)])
def test_a_point_of_a_route_is_between_its_neighbours(call, name, value, meters, altitude):
    points = [{"meters": meters, "time": time, "altitude": altitude, "latitude": 0, "longitude": 0}
              for meters, time, altitude in [(0, 0, 5), (1_000, 100, 15), (1_000, 200, 15), (1_500, 300, 10)]]
    found = call("core/track", "pointAt", points, name, value)
    assert (round(found["meters"]), round(found["altitude"])) == (meters, altitude)


@pytest.mark.parametrize("range, anchor", [
    ({"from": "2026-02-02", "to": "2026-02-09", "interval": "day"}, "2026-02-01T18:00:00"),
    ({"from": "2026-02-04", "to": "2026-02-18", "interval": "week"}, "2026-02-01T18:00:00"),
    ({"from": "2026-02-01", "to": "2026-03-01", "interval": "month"}, "1999-12-31T18:00:00"),
    ({"from": "2026-02-02", "to": "2026-02-03", "interval": "hour"}, None),
    ({"from": "2026-02-02T10:00:00", "to": "2026-02-02T12:00:00", "interval": "10minute"}, None)])
def test_buckets_of_nights_begin_on_the_evening_before(call, range, anchor):
    assert call("core/nights", "nightAnchor", range, 1) == anchor


def test_a_night_has_one_date(call):
    assert call("core/nights", "nightRange", {"from": "2026-03-01", "to": "2026-03-02"}) == {
        "from": "2026-02-28T18:00:00", "to": "2026-03-01T18:00:00"}
    bucket = {"startDate": "2026-02-28T18:00:00+01:00", "endDate": "2026-03-01T18:00:00+01:00"}
    assert call("core/nights", "datedByNight", [bucket]) == [{
        "startDate": "2026-03-01T00:00:00+01:00", "endDate": "2026-03-02T00:00:00+01:00", "asked": bucket["startDate"]}]


def test_the_stages_of_a_night_are_those_of_the_main_sleep_and_its_naps(call):
    naps = [{"stages": {"deep": 600, "rem": 30}}, {}]
    night = {"main": {"stages": {"deep": 3_600, "rem": None, "core": 60}}, "naps": naps}
    assert call("core/sleep", "stagesOf", night) == {"deep": 4_200, "core": 60, "rem": 30}


@pytest.mark.parametrize("first, start", [(1, "2026-03-02"), (2, "2026-02-24"), (6, "2026-02-28"), (7, "2026-03-01")])
def test_a_week_begins_on_the_last_first_weekday(call, first, start):
    assert call("core/time", "startOfWeek", "2026-03-02", first) == start


@pytest.mark.parametrize("date, before, after", [
    ("2026-03-15", "2026-02-15", "2026-04-15"), ("2026-03-30", "2026-02-27", "2026-04-29"),
    ("2026-02-28", "2026-01-31", "2026-03-31")])
def test_the_months_before_and_after_begin_where_the_shown_one_ends(call, date, before, after):
    assert (call("core/ranges", "stepDate", "M", date, -1), call("core/ranges", "stepDate", "M", date, 1)) == (before, after)
    assert call("core/ranges", "rangeOf", "M", before)["to"] == call("core/ranges", "rangeOf", "M", date)["from"]


def test_a_week_has_the_average_of_its_days_with_samples(call):
    days = [{"startDate": f"2026-02-{day:02}T00:00:00+01:00", "endDate": f"2026-02-{day + 1:02}T00:00:00+01:00",
             "partial": False, "statistics": {"sum": steps} if steps else None}
            for day, steps in zip(range(2, 11), [4_000, None, 6_000, None, None, None, None, 500, None])]
    weeks = call("views/metric/model", "totalItems", days, {"interval": "week", "days": 14, "to": "2026-02-16"}, "count", 1)
    assert [(week["value"], week["total"], week["days"]) for week in weeks] == [(5_000, 10_000, 2), (500, 500, 1)]


@pytest.mark.parametrize("path, view, item", [
    ("/", "overview", None), ("/metric/stepCount?range=W", "metric", "stepCount"), ("/sleep", "sleep", None),
    ("/workouts", "workouts", None), ("/workouts/a%20b", "workouts", "a b"),
    ("/nowhere", None, None), ("/sleep/2026", None, "2026"), ("/metric/", None, None), ("/metric/a/b", None, "a"),
    ("/workouts/%", None, None)])
def test_an_address_names_a_view_only_if_all_of_its_parts_do(page, call, path, view, item):
    page.evaluate("path => history.replaceState(null, '', path)", path)
    found = call("core/router", "route")
    assert (found["view"], found["item"]) == (view, item)


@pytest.mark.parametrize("zone, time", [
    ("Europe/Berlin", "2026-07-01T14:00:00"), ("GMT+0530", "2026-07-01T17:30:00"), ("GMT-0330", "2026-07-01T08:30:00"),
    ("GMT", "2026-07-01T12:00:00"), ("Etc/GMT+5", "2026-07-01T07:00:00")])
def test_a_local_time_is_on_the_clock_of_a_zone_or_of_a_fixed_offset(call, zone, time):
    assert call("core/time", "localText", "2026-07-01T12:00:00Z", zone) == time
    assert call("core/format", "instant", "2026-07-01T12:00:00Z", zone) != ""


def test_fractions_are_shown_as_per_cent(call):
    assert call("core/format", "quantity", 0.262, "fraction") == "26.2 %"
    assert call("core/format", "span", 0.57, 1, "fraction") == "57–100 %"
    assert call("core/format", "unitLabel", "fraction") == "%"


NIGHT = {"date": "2026-02-02", "asleep": 27_000, "naps": [{"stages": {"deep": 1_800}}], "main": {
    "startDate": "2026-02-01T23:00:00+01:00", "endDate": "2026-02-02T07:00:00+01:00", "asleep": 25_200, "inBed": 28_800,
    "efficiency": 0.9, "stages": {"deep": 3_600}}}
NAP_ONLY = {"date": "2026-02-03", "asleep": 1_800, "main": None, "naps": [{"stages": {"core": 1_800}}]}
EMPTY_NIGHT = {"date": "2026-02-04", "asleep": None, "main": None, "naps": []}


def test_an_average_of_nights_is_that_of_the_nights_that_have_the_figure(call):
    assert call("core/sleep", "averages", [NIGHT, NAP_ONLY, EMPTY_NIGHT]) == {
        "count": 2, "bed": 660, "wake": 1_140, "asleep": 14_400, "inBed": 28_800, "efficiency": 0.9,
        "stages": {"core": 1_800, "deep": 5_400}}


def test_a_session_is_asleep_from_its_first_to_its_last_sleep(call):
    stages = [("awake", 0), ("core", 10), ("deep", 20), ("awake", 40), ("rem", 45), ("awake", 50)]
    segments = [{"stage": stage, "startDate": at(minute), "endDate": at(minute + 5)} for stage, minute in stages]
    assert call("core/sleep", "asleepSpan", {"segments": segments}) == {"from": at(10), "to": at(50)}
    assert call("core/sleep", "asleepSpan", {"segments": segments[:1]}) is None


def buckets(*figures):
    return [{"startDate": at(10 * place), "endDate": at(10 * place + 10), "statistics": figure and {"average": figure}}
            for place, figure in enumerate(figures)]


def day(number, steps=None):
    return {"startDate": f"2026-{number}T00:00:00+01:00", "endDate": f"2026-{number}T23:00:00+01:00",
            "statistics": None if steps is None else {"sum": steps}}


def days_of(first, *figures):
    """Returns days of the API from a date in January on: an average with its number of samples, or a sum."""
    return [{"startDate": f"2026-01-{first + place:02}T00:00:00+01:00", "endDate": f"2026-01-{first + place + 1:02}T00:00:00+01:00",
             "statistics": figure and ({"average": figure[0], "count": figure[1]} if isinstance(figure, tuple)
                                       else {"sum": figure, "count": 1})}
            for place, figure in enumerate(figures)]


# 16:00 in Berlin on 10 January.
AFTERNOON = 1_768_057_200_000
NIGHT_UNTIL = {"partial": True, "main": {"endDate": "2026-01-10T15:00:00+01:00"}}
DAY = {"from": "2026-01-10", "to": "2026-01-11", "interval": "hour", "days": 1}
WEEK = {"from": "2026-01-04", "to": "2026-01-11", "interval": "day", "days": 7}
HOURS = {"from": "2026-01-10T08:00:00", "to": "2026-01-10T14:00:00", "interval": "5minute", "days": 0.25}


def before(start, end, interval="day", days=7):
    return {"from": start, "to": end, "interval": interval, "days": days}


COMPARISONS = [
    # The day that goes on has only two hours of steps.
    ("core/comparison", "averageOfDays", (days_of(8, 6_000, 8_000, 500), AFTERNOON), {"value": 7_000, "days": 2, "samples": 1}),
    ("core/comparison", "averageOfDays", (days_of(8, None, 8_000, 500), AFTERNOON), {"value": 8_000, "days": 1, "samples": 1}),
    ("core/comparison", "averageOfDays", (days_of(8, None, None, 500), AFTERNOON), None),
    ("core/comparison", "averageOfDays", ([], AFTERNOON), None),
    # Days weigh the same, however many samples they have.
    ("core/comparison", "averageOfDays", (days_of(7, (60, 900), (90, 100)), AFTERNOON), {"value": 75, "days": 2, "samples": 500}),
    ("core/comparison", "differsInDensity", (10, 20), False), ("core/comparison", "differsInDensity", (10, 21), True),
    ("core/comparison", "differsInDensity", (21, 10), True), ("core/comparison", "differsInDensity", (1, 1.5), False),
    ("views/metric/range", "samePart", (DAY, before("2026-01-09", "2026-01-10", "hour", 1), "2026-01-10T16:00:00"),
     before("2026-01-09", "2026-01-09T16:00:00", "hour", 1)),
    ("views/metric/range", "samePart", (DAY, before("2026-01-09", "2026-01-10", "hour", 1), "2026-01-11T00:00:00"),
     before("2026-01-09", "2026-01-10", "hour", 1)),
    ("views/metric/range", "samePart", (WEEK, before("2025-12-28", "2026-01-04"), "2026-01-10T16:00:00"),
     before("2025-12-28", "2026-01-03T16:00:00")),
    ("views/metric/range", "samePart", (HOURS, before("2026-01-09T08:00:00", "2026-01-09T14:00:00"), "2026-01-10T09:30:00"),
     before("2026-01-09T08:00:00", "2026-01-09T09:30:00")),
    # A month is compared with a shorter one, which ends first.
    ("views/metric/range", "samePart", (before("2026-03-01", "2026-04-01"), before("2026-02-01", "2026-03-01"), "2026-03-31T10:00:00"),
     before("2026-02-01", "2026-03-01")),
    ("views/metric/range", "comparedRange", ({"name": None, "date": "2026-01-10", "range": HOURS, "parameters": {"compare": "before"}},),
     {"from": "2026-01-09T08:00:00", "to": "2026-01-09T14:00:00", "interval": "5minute", "days": 0.25}),
    ("views/metric/range", "comparedRange", ({"name": "D", "date": "2026-01-10", "range": DAY, "parameters": {"compare": "year"}},),
     {"from": "2025-01-11", "to": "2025-01-12", "interval": "hour", "isDays": False, "days": 1}),
    ("core/sleep", "isAsleep", (NIGHT_UNTIL, AFTERNOON), True), ("core/sleep", "isAsleep", (NIGHT_UNTIL, AFTERNOON + 60_000), False),
    ("core/sleep", "isAsleep", ({**NIGHT_UNTIL, "partial": False}, AFTERNOON), False),
    ("core/sleep", "isAsleep", ({**NIGHT_UNTIL, "main": None}, AFTERNOON), False),
]

SYMPTOMS = {"duration": 120, "byValue": [{"valueName": "notPresent", "count": 2}, {"valueName": "severe", "count": 3}]}
FIGURES = [
    ("core/workouts", "distanceText", (1_499.6, "swimming"), "1,500 m"),
    ("core/workouts", "distanceText", (10_550, "running"), "10.55 km"),
    ("core/workouts", "temperatureText", (98.6, "degF"), "37.0 °C"),
    ("core/workouts", "temperatureText", (-5, "degC"), "-5.0 °C"),
    ("core/catalogue", "categoryValue", (SYMPTOMS, "count"), 3),
    ("core/catalogue", "categoryValue", (SYMPTOMS, "min"), 2),
    ("core/catalogue", "categoryLength", (SYMPTOMS,), None),
    ("views/metric/model", "summaryOfTotals", (
        [day("02-27", 10), day("02-28"), day("03-01", 5), day("03-02")], {"interval": "day"}),
     {"total": 15, "days": 2, "begun": 3, "perDay": 10, "isWithoutToday": True}),
    ("views/metric/model", "pointsOf", (
        [{"startDate": at(13), "value": 7}, {"startDate": at(20), "value": 8}, {"startDate": at(5), "value": None}], buckets(1, 2)),
     [{"x": 0.8, "y": 7}]),
    ("charts/svgplot", "roundTicks", (0, 10, 4), [0, 5, 10]),
    ("charts/svgplot", "roundTicks", (0, 100, 4), [0, 25, 50, 75, 100]),
    ("charts/svgplot", "roundTicks", (3, 3, 4), [3]),
    ("charts/svgplot", "pathThrough", ([[0, 1], None, [2, 3], [4, 5]],), "M0.0 1.0M2.0 3.0L4.0 5.0"),
    ("charts/svgplot", "dots", ([[0, 1], None, [2, 3], [4, 5]],), "M0.0 1.0h0.01"),
    ("charts/svgplot", "bandThrough", ([[0, 1, 2], [3, 4, 5], None, [6, 7, 8]],), "M0.0 2.0L3.0 5.0L3.0 4.0L0.0 1.0Z"),
    ("charts/nights", "clockText", (0,), "12:00"), ("charts/nights", "clockText", (1_145,), "7:05"),
    ("core/format", "change", (110, 100), "+10%"), ("core/format", "change", (5, 0), None),
    ("core/format", "change", (None, 3), None), ("core/format", "change", (90, 100), "-10%"),
    ("core/format", "duration", (59.4,), "59 s"), ("core/format", "duration", (3_599,), "1 h"),
    ("core/format", "duration", (28_440,), "7 h 54 min"), ("core/format", "duration", (3_540,), "59 min"),
    ("core/format", "clock", (59.6,), "1:00"), ("core/format", "clock", (3_725,), "1:02:05"),
    ("core/format", "bytes", (999,), "999 B"), ("core/format", "bytes", (3_800_000,), "3.8 MB"),
    ("core/format", "bytes", (123_000_000,), "123 MB"),
    ("core/format", "number", (72.34, "kg"), "72.3"), ("core/format", "number", (9.876,), "9.88"),
    ("core/format", "number", (12.34,), "12.3"), ("core/format", "number", (123.4,), "123"), ("core/format", "number", (None,), "–"),
    ("core/format", "span", (60.4, 59.6, "bpm"), "60 bpm"),
    ("core/format", "ago", (at(0), milliseconds(3)), "3 minutes ago"),
    ("core/format", "ago", (at(0), milliseconds(3 * 60)), "3 hours ago"),
    ("core/format", "ago", (at(0), milliseconds(59 * 1_440)), "59 days ago"),
    ("core/format", "ago", (at(0), milliseconds(61 * 1_440)), "2 months ago"),
    ("core/time", "addMonths", ("2026-01-31", 1), "2026-02-28"), ("core/time", "addMonths", ("2024-02-29", -12), "2023-02-28"),
    ("core/time", "weekday", ("2026-03-01",), 7), ("core/time", "weekday", ("1969-12-29",), 1),
    ("core/time", "isDate", ("2026-02-30",), False), ("core/time", "isDate", ("2024-02-29",), True),
    ("core/time", "startOfDay", ("2026-03-29", "Europe/Berlin"), "2026-03-28T23:00:00.000Z"),
    ("core/time", "startOfDay", ("2026-03-30", "Europe/Berlin"), "2026-03-29T22:00:00.000Z"),
    ("core/ranges", "rangeOf", ("W", "2026-03-01"), {"from": "2026-02-23", "to": "2026-03-02", "interval": "day", "isDays": True}),
    ("core/ranges", "rangeOf", ("Y", "2026-03-15"), {"from": "2025-04-01", "to": "2026-04-01", "interval": "month", "isDays": False}),
    ("core/ranges", "stepDate", ("Y", "2024-02-29", 1), "2025-02-28"), ("core/ranges", "stepDate", ("6M", "2026-03-01", -1), "2025-08-31"),
]


PRESSURE = {"minimum": 112, "maximum": 131, "average": 121.5}
FIGURES += [
    ("core/sleep", "minutesSinceNoon", ("2026-01-09T23:30:00+01:00", "2026-01-10"), 690),
    ("core/sleep", "minutesSinceNoon", ("2026-01-10T00:15:00+01:00", "2026-01-10"), 735),
    ("core/sleep", "minutesSinceNoon", ("2026-01-10T14:00:00+01:00", "2026-01-10"), 1_560),
    ("core/sleep", "stagesOf", ({"main": None, "naps": []},), {}),
    ("core/sleep", "sessionsOf", ({"main": None, "naps": [{"asleep": 1}]},), [{"asleep": 1}]),
    ("core/time", "nightOf", ("2026-01-10T17:00:00Z", "Europe/Berlin"), "2026-01-10"),
    ("core/time", "nightOf", ("2026-01-10T17:01:00Z", "Europe/Berlin"), "2026-01-11"),
    ("core/time", "addMonths", ("2026-03-31", -1), "2026-02-28"), ("core/time", "addMonths", ("2025-12-31", 2), "2026-02-28"),
    ("core/time", "addMonths", ("2026-01-15", -1), "2025-12-15"),
    ("core/ranges", "rangeOf", ("6M", "2026-03-01"), {"from": "2025-09-01", "to": "2026-03-02", "interval": "week", "isDays": False}),
    ("charts/nights", "stackScale", ([{"stages": {"deep": 3_600, "awake": 1_800}}, {"stages": {"core": 27_000}}],), 8),
    ("charts/nights", "stackScale", ([{"stages": {}}, {}],), 1),
    ("charts/nights", "stackParts", ({"stages": {"awake": 900, "core": 1_800, "deep": 3_600}}, 2, 120), [
        {"stage": "deep", "bottom": 0, "height": 60}, {"stage": "core", "bottom": 60, "height": 30},
        {"stage": "awake", "bottom": 90, "height": 15}]),
    ("core/format", "quantity", (98.6, "degF"), "98.6 °F"), ("core/format", "quantity", (37, "degC"), "37.0 °C"),
    ("core/format", "span", (97.52, 98.96, "degF"), "97.5–99.0 °F"),
    ("core/format", "date", ("2026-02-28",), "Sat 28 Feb"), ("core/format", "date", ("2017-10-31",), "Tue, 31 Oct 2017"),
    ("core/format", "date", ("2017-10-31", "dayOfMonth"), "31 Oct 2017"), ("core/format", "date", ("2026-02-28", "dayOfMonth"), "28 Feb"),
    ("views/metric/model", "pairInWords", (PRESSURE, {"minimum": 72, "maximum": 84, "average": 78}, "mmHg"),
     "112–131 / 72–84 mmHg, average 122/78"),
    ("views/metric/model", "pairInWords", ({"minimum": 120, "maximum": 120, "average": 120}, {"minimum": 80, "maximum": 80, "average": 80},
                                           "mmHg"), "120/80 mmHg"),
    ("views/access/log", "credentialInWords", ({"kind": "session", "name": None},), "in a browser"),
    ("views/access/log", "credentialInWords", ({"kind": "session", "name": ""},), "in a browser"),
    ("views/access/log", "credentialInWords", ({"kind": "token", "name": "phone"},), "with the token “phone”"),
    ("views/access/log", "credentialInWords", ({"kind": "token", "name": None},), "with a token"),
    ("views/access/log", "credentialInWords", ({"kind": "webhook", "name": None},), "by a webhook"),
    ("views/access/log", "credentialInWords", ({"kind": "proxy", "name": None},), "signed in by the proxy"),
]


def dates(*values, first=1):
    """Returns days of core/days.js, one after the other in January 2026: a value, or a value with its span."""
    return [{"date": f"2026-01-{first + index:02}", "value": value if not isinstance(value, tuple) else value[0], "count": 2,
             **({"low": value[1], "high": value[2]} if isinstance(value, tuple) else {})} for index, value in enumerate(values)]


def dose(status, **medication):
    return {"parts": {"logStatus": status, "medication": medication}}


TODAY = "2026-03-01"
REPORTS = [
    ("core/comparison", "averageOfDates", (dates(6_000, 8_000, 500), "2026-01-03"), {"value": 7_000, "days": 2, "samples": 2}),
    ("core/comparison", "averageOfDates", (dates(None, None, 500), "2026-01-03"), None),
    ("core/days", "daysOf", ({"sum": [5, None], "count": [1, None]}, "2026-01-31"),
     [{"date": "2026-01-31", "value": 5, "count": 1}, {"date": "2026-02-01", "value": None, "count": None}]),
    ("core/days", "daysOf", ({"average": [5], "minimum": [4], "maximum": [7], "count": [3]}, "2026-01-31"),
     [{"date": "2026-01-31", "value": 5, "count": 3, "low": 4, "high": 7}]),
    ("core/csv", "csvOf", ([["a", "b"], [1.5, None], ['say "x"', "1,2\n3"]],), 'a,b\n1.5,\n"say ""x""","1,2\n3"\n'),
    ("views/report/model", "reportRange", ({}, TODAY), {"name": "90", "from": "2025-12-02", "to": "2026-03-02"}),
    ("views/report/model", "reportRange", ({"range": "century"}, TODAY), {"name": "90", "from": "2025-12-02", "to": "2026-03-02"}),
    ("views/report/model", "reportRange", ({"range": "year"}, TODAY), {"name": "year", "from": "2025-03-02", "to": "2026-03-02"}),
    ("views/report/model", "reportRange", ({"from": "2026-01-01", "to": "2026-01-02"}, TODAY),
     {"name": None, "from": "2026-01-01", "to": "2026-01-02"}),
    ("views/report/model", "reportRange", ({"from": "2016-02-22", "to": "2026-03-01"}, TODAY),
     {"name": None, "from": "2016-02-22", "to": "2026-03-01"}),
    ("views/report/model", "reportRange", ({"from": "2016-02-21", "to": "2026-03-01"}, TODAY), None),
    ("views/report/model", "reportRange", ({"from": "2026-01-02", "to": "2026-01-02"}, TODAY), None),
    ("views/report/model", "reportRange", ({"from": "2026-02-30", "to": "2026-03-02"}, TODAY), None),
    ("views/report/model", "reportRange", ({"to": "2026-03-02"}, TODAY), None),
    ("views/report/model", "intervalOf", ({"from": "2026-01-01", "to": "2026-04-11"},), "day"),
    ("views/report/model", "intervalOf", ({"from": "2026-01-01", "to": "2026-04-12"},), "week"),
    ("views/report/model", "intervalOf", ({"from": "2024-01-01", "to": "2026-03-01"},), "month"),
    # Today is not over. It counts only as a day with data.
    ("views/report/model", "figuresOfDays", (dates(10, None, 30, 1), "2026-01-04"), {"average": 20, "least": 10, "greatest": 30, "count": 3}),
    ("views/report/model", "figuresOfDays", (dates(5), "2026-01-01"), {"average": None, "least": None, "greatest": None, "count": 1}),
    # 1 January 2026 is a Thursday.
    ("views/report/model", "pointsOf", (dates(1, 3, None, None, 7, 9), "week", 1, "2026-01-06"),
     [{"date": "2025-12-29", "value": 2, "count": 2}, {"date": "2026-01-05", "value": 7, "count": 1}]),
    ("views/report/model", "pointsOf", (dates((50, 40, 60), (70, 65, 90)), "month", 1, TODAY),
     [{"date": "2026-01-01", "value": 60, "count": 2, "low": 40, "high": 90}]),
    ("views/report/model", "medications", ([dose(4, displayText="B"), dose(5, displayText="B"), dose(6, displayText="B", nickname="A"), {}],),
     [{"name": "", "taken": 0, "skipped": 0, "other": 1}, {"name": "A", "taken": 0, "skipped": 0, "other": 1},
      {"name": "B", "taken": 1, "skipped": 1, "other": 0}]),
    ("views/report/model", "workoutKinds", ([
        {"workoutActivityTypeName": "yoga", "duration": 60}, {"workoutActivityTypeName": "running", "duration": 100, "totalDistance": 5},
        {"workoutActivityTypeName": "running", "duration": 200, "totalDistance": None}],),
     [{"kind": "running", "count": 2, "duration": 300, "distance": 5}, {"kind": "yoga", "count": 1, "duration": 60, "distance": 0}]),
]


HEART = {"shortName": "restingHeartRate", "group": "heart"}
BEATS = {"unit": "count/min", "figure": "average"}


def trend(direction, difference, usual=60, since="2026-01-12", **more):
    return {**BEATS, "recent": {"median": usual + difference}, "usual": {"median": usual}, "difference": difference,
            "direction": direction, "since": since, **more}


RISING, FALLING, STEADY = trend("rising", 6), trend("falling", -12), trend("steady", -20, since=None)
SLEEP, STEPS = {"shortName": "sleepAnalysis"}, {"shortName": "stepCount"}
NAMED = [{"shortName": name} for name in ("bodyMass", "restingHeartRate", "sleepAnalysis")]
TRENDS = [
    ("core/trends", "trendSentence", (HEART, FALLING), "48 bpm, 12 bpm below the usual 60 bpm, since 12 Jan"),
    ("core/trends", "trendSentence", (HEART, STEADY), "40 bpm, usual 60 bpm"),
    ("core/trends", "trendSentence", (STEPS, trend("rising", 500, usual=8_000, unit="count", figure="sum")),
     "8,500 a day, 500 above the usual 8,000 a day, since 12 Jan"),
    ("core/trends", "trendSentence", (SLEEP, trend("falling", -1_790, usual=27_000, unit="s", figure="asleep")),
     "7 h, 30 min below the usual 7 h 30 min, since 12 Jan"),
    # The difference is that of the shown figures, unless they are shown alike.
    ("core/trends", "differenceText", (HEART, BEATS, 70.4, 71.6), "2 bpm"),
    ("core/trends", "differenceText", ({}, {"unit": "fraction"}, 0.966, 0.9663), "0.03 %"),
    ("core/trends", "changingFirst", ([RISING, STEADY, FALLING],), [FALLING, RISING]),
    ("core/trends", "middleHalf", ([],), None), ("core/trends", "middleHalf", ([7],), {"low": 7, "high": 7}),
    ("core/trends", "middleHalf", ([5, 1, 4, 2, 3],), {"low": 2, "high": 4}),
    ("core/trends", "middleHalf", ([1, 2, 3, 4],), {"low": 1.75, "high": 3.25}),
    ("views/trends/together", "togetherOf", ({}, NAMED), {"x": NAMED[2], "y": NAMED[1], "lag": 0, "days": 365}),
    ("views/trends/together", "togetherOf", ({"x": "bodyMass", "y": "bodyMass", "lag": "-7", "days": "90"}, NAMED),
     {"x": NAMED[0], "y": NAMED[2], "lag": -7, "days": 90}),
    ("views/trends/together", "togetherOf", ({"x": "none", "y": "sleepAnalysis", "lag": "8", "days": "12"}, NAMED),
     {"x": NAMED[1], "y": NAMED[2], "lag": 0, "days": 365}),
    ("views/trends/together", "togetherOf", ({}, NAMED[:1]), {"x": NAMED[0], "y": None, "lag": 0, "days": 365}),
]


@pytest.mark.parametrize("module, function, arguments, figure", FIGURES + COMPARISONS + REPORTS + TRENDS)
def test_a_module_gives_the_figure(call, module, function, arguments, figure):
    found = call(module, function, *arguments)
    assert found == (pytest.approx(figure) if isinstance(figure, float) else figure)


def test_changes_that_come_within_a_pause_are_told_together(page):
    assert page.evaluate(
        """async () => {
            const script = document.querySelector('script[src$="/app.js"]').src
            const { followChanges } = await import(script.replace(/[^/]*$/, 'core/live.js'))
            // Another tab leads.
            navigator.locks.request('healthstore changes somebody', () => new Promise(() => {}))
            const told = []
            followChanges('somebody', types => told.push(types))
            const channel = new BroadcastChannel('healthstore')
            for (const value of [['a'], ['b'], ['c', 'b']]) channel.postMessage({ kind: 'changes somebody', value })
            while (told.length < 2) await new Promise(done => setTimeout(done, 50))
            return told
        }""") == [["a"], ["b", "c"]]
