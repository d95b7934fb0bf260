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
                const script = document.querySelector('script[src*="/page/"]').src
                const functions = await import(script.replace(/[^/]*$/, `${module}.js`))
                return functions[name](...values)
            }""", [module, function, arguments])

    return run


def at(minutes, seconds=0):
    return f"2026-02-01T{10 + minutes // 60:02}:{minutes % 60:02}:{seconds:02}Z"


def milliseconds(minutes):
    return 1_769_940_000_000 + minutes * 60_000


def workout(*pauses):
    return {"startDate": at(0), "endDate": at(60),
            "pauses": [{"startDate": at(start), "endDate": at(end)} for start, end in pauses]}


@pytest.mark.parametrize("start, end, minutes", [
    (0, 30, 20), (15, 30, 10), (30, 40, 10), (0, 10, 10), (12, 18, 0), (0, 60, 45)])
def test_active_time_leaves_out_the_pauses_inside_of_a_span(call, start, end, minutes):
    made = workout((10, 20), (45, 50))
    assert call("core/workouts", "activeSeconds", made, milliseconds(start), milliseconds(end)) == minutes * 60


def test_a_heart_rate_on_a_bound_is_in_the_zone_above_it(call):
    # At 40 years, the greatest heart rate is 180, and the zones begin at 108, 126, 144 and 162.
    buckets = [{"startDate": at(10 * place), "endDate": at(10 * place + 10), "statistics": {"average": average}}
               for place, average in enumerate([107.9, 108, 143.9, 144, 162, 180])]
    found = call("core/workouts", "heartZones", workout((55, 60)), buckets, "1985-03-01")
    assert [zone["minimum"] for zone in found["zones"]] == [None, 108, 126, 144, 162]
    assert [zone["duration"] for zone in found["zones"]] == [600, 600, 600, 600, 900]


def test_a_split_has_the_time_without_pauses(call):
    points = [{"meters": meters, "time": milliseconds(minute), "active": active, "altitude": altitude}
              for meters, minute, active, altitude in [(0, 0, 0, 5), (1_000, 10, 300, 15), (1_500, 13, 480, 10)]]
    splits = call("core/track", "splitsOf", {"points": points, "meters": 1_500}, 1_000)
    assert [(split["meters"], split["isWhole"], split["seconds"], split["climb"]) for split in splits] == [
        (1_000, True, 300, 10), (500, False, 180, -5)]


def test_the_stages_of_a_night_are_those_of_the_main_sleep_and_its_naps(call):
    naps = [{"stages": {"deep": 600, "rem": 30}}, {}]
    night = {"main": {"stages": {"deep": 3_600, "rem": None, "core": 60}}, "naps": naps}
    assert call("core/sleep", "stagesOf", night) == {"deep": 4_200, "core": 60, "rem": 30}


@pytest.mark.parametrize("first, start", [(1, "2026-03-02"), (2, "2026-02-24"), (6, "2026-02-28"), (7, "2026-03-01")])
def test_a_week_begins_on_the_last_first_weekday(call, first, start):
    assert call("core/time", "startOfWeek", "2026-03-02", first) == start


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
