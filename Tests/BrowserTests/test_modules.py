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
    found = call("core/workouts", "heartZones", workout((55, 60)), call("core/workouts", "standing", buckets), "1985-03-01")
    assert [zone["minimum"] for zone in found["zones"]] == [None, 108, 126, 144, 162]
    assert [zone["duration"] for zone in found["zones"]] == [600, 600, 600, 600, 900]
    assert found["unknown"] == 0


def test_a_heart_rate_applies_until_the_next_one_for_ten_minutes_at_most(call):
    buckets = [{"startDate": at(minute), "endDate": at(minute + 1), "statistics": {"average": average} if average else None}
               for minute, average in [(4, 100), (8, 170), (9, None), (22, 130), (30, 90), (58, 80)]]
    standing = call("core/workouts", "standing", buckets)
    assert [(one["from"], one["to"]) for one in standing] == [
        (milliseconds(start), milliseconds(end)) for start, end in [(4, 8), (8, 18), (22, 30), (30, 40), (58, 68)]]
    found = call("core/workouts", "heartZones", workout(), standing, "1985-03-01")
    assert [zone["duration"] / 60 for zone in found["zones"]] == [16, 0, 8, 0, 10]
    assert found["unknown"] == 26 * 60
    assert call("core/workouts", "averageOver", standing, milliseconds(6), milliseconds(12)) == pytest.approx(440 / 3)


def test_a_split_has_the_time_without_pauses(call):
    points = [{"meters": meters, "time": milliseconds(minute), "active": active, "altitude": altitude}
              for meters, minute, active, altitude in [(0, 0, 0, 5), (1_000, 10, 300, 15), (1_500, 13, 480, 10)]]
    splits = call("core/track", "splitsOf", {"points": points, "meters": 1_500}, 1_000)
    assert [(split["meters"], split["isWhole"], split["seconds"], split["climb"]) for split in splits] == [
        (1_000, True, 300, 10), (500, False, 180, -5)]


def test_a_distance_across_a_pause_is_spread_over_the_time_outside_of_it(call):
    def distance(uuid, start, end, meters, source=1):
        return {"uuid": uuid, "startDate": at(start), "endDate": at(end), "value": meters, "source": {"id": source}}

    made = {**workout((7, 9)), "endDate": at(17), "totalDistance": None, "source": {"id": 1}}
    per_minute = [200] * 5 + [160] * 10 + [200] * 2
    collection = {"type": "distance", "buckets": [
        {"startDate": at(minute), "endDate": at(minute + 1), "statistics": {"sum": meters}}
        for minute, meters in enumerate(per_minute)]}
    samples = [distance("a", 0, 5, 1_000), distance("b", 5, 15, 1_600), distance("b", 5, 15, 1_600),
               distance("c", 15, 17, 400), distance("d", 5, 15, 900, source=2)]
    paused = call("core/track", "pausedSamples", made, samples)
    assert paused == [{"from": milliseconds(5), "to": milliseconds(15), "meters": 1_600}]
    parts = {**distance("b", 5, 15, 1_600), "quantities": [distance("b", 5, 8, 480), distance("b", 8, 15, 1_120)]}
    assert [one["meters"] for one in call("core/track", "pausedSamples", made, [parts])] == [480, 1_120]
    track = call("core/track", "trackOf", made, [], [collection], paused)
    assert (track["meters"], track["origin"], track["type"]) == (3_000, "samples", "distance")
    splits = call("core/track", "splitsOf", track, 1_000)
    assert [round(split["seconds"], 6) for split in splits] == [300, 300, 300]


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
