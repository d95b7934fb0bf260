"""Asks `healthstore mcp` with the official SDK of the Model Context Protocol, in each of its two modes.

`legacy` opens a session with initialize, as clients did until 2025-11-25. `auto` asks server/discover.
The SDK checks each answer against the output schema of its tool.
"""

import asyncio
import contextlib
import datetime

import pytest
from mcp import Client, MCPError, StdioServerParameters

from service import PROGRAM

ZONE = "Europe/Berlin"
TODAY = datetime.datetime.now(datetime.timezone.utc).date()
TOOLS = ["list_types", "statistics", "compare_periods", "sleep", "workouts", "explain", "freshness", "access"]


def days_ago(days):
    return str(TODAY - datetime.timedelta(days=days))


@contextlib.asynccontextmanager
async def connected(service, token, mode="auto", address=None):
    parameters = StdioServerParameters(
        command=PROGRAM, args=["mcp", "--service", address or service.address, "--time-zone", ZONE],
        env={"HEALTHSTORE_TOKEN": token})
    async with Client(parameters, mode=mode, read_timeout_seconds=60) as client:
        yield client


def asking(service, calls, token=None, **options):
    """Calls the tools one after the other, and returns their results."""

    async def ask():
        async with connected(service, token or service.token("Alex"), **options) as client:
            return [await client.call_tool(name, arguments) for name, arguments in calls]

    return asyncio.run(ask())


def answer(result):
    assert not result.is_error, result.content[0].text
    return result.structured_content


def failure(result):
    assert result.is_error
    return result.content[0].text


@pytest.mark.parametrize("mode, version", [("auto", "2026-07-28"), ("legacy", "2025-11-25")])
def test_a_client_of_each_era_finds_read_only_tools_with_descriptions(service, mode, version):
    async def ask():
        async with connected(service, service.token("Alex"), mode) as client:
            assert client.session.protocol_version == version
            assert "null means" in client.session.instructions
            return (await client.list_tools()).tools

    tools = asyncio.run(ask())
    assert [tool.name for tool in tools] == TOOLS
    for tool in tools:
        assert tool.annotations.read_only_hint and tool.output_schema["properties"]["partial"], tool.name
        assert all(member["description"] for member in tool.input_schema["properties"].values()), tool.name


def test_figures_of_statistics_are_those_of_the_api(service):
    range_ = {"from": days_ago(7), "to": days_ago(0)}
    both = {"type": "stepCount", **range_}
    days, whole, heart = map(answer, asking(service, [
        ("statistics", {**both, "interval": "day"}), ("statistics", both),
        ("statistics", {"type": "heartRate", "interval": "week", "timeZone": "UTC", "unit": "bpm", **range_})]))
    query = {"type": "stepCount", "timeZone": ZONE, "from_": range_["from"], "to": range_["to"]}
    api = service.ask("GET", "/v1/statistics-collection", "Alex", interval="day", **query)
    assert days["buckets"] == api["buckets"] and len(days["buckets"]) == 7
    assert (days["unit"], days["timeZone"], days["partial"], days["notes"]) == ("count", ZONE, False, [])
    assert whole["statistics"] == service.ask("GET", "/v1/statistics", "Alex", **query)["statistics"]
    assert (heart["unit"], heart["timeZone"], heart["partial"]) == ("count/min", "UTC", True)


def test_a_long_range_is_answered_in_a_coarser_interval_with_a_note(service):
    hours, nights = map(answer, asking(service, [
        ("statistics", {"type": "stepCount", "from": days_ago(700), "to": days_ago(0), "interval": "hour"}),
        ("sleep", {"from": days_ago(300), "to": days_ago(0)})]))
    assert hours["interval"] == "week" and len(hours["buckets"]) <= 200
    assert "buckets of hour" in hours["notes"][0]
    api = service.ask(
        "GET", "/v1/statistics-collection", "Alex", type="stepCount", interval="week", timeZone=ZONE,
        from_=days_ago(700), to=days_ago(0))
    assert hours["buckets"] == api["buckets"]
    assert nights["interval"] == "month" and "nights" not in nights and "200 nights" in nights["notes"][0]
    api = service.ask("GET", "/v1/sleep", "Alex", timeZone=ZONE, from_=days_ago(300), to=days_ago(0))["nights"]
    for month in nights["months"]:
        asleep = [night["asleep"] for night in api if night["date"].startswith(month["month"])]
        measured = [seconds for seconds in asleep if seconds is not None]
        assert (month["nights"], month["nightsWithSleep"]) == (len(asleep), len(measured))
        assert month["averageAsleep"] == (pytest.approx(sum(measured) / len(measured)) if measured else None)


def test_periods_are_compared_by_the_figures_of_the_api(service):
    periods = {"firstFrom": days_ago(21), "firstTo": days_ago(14), "secondFrom": days_ago(3), "secondTo": days_ago(-3)}
    [compared] = map(answer, asking(service, [("compare_periods", {"type": "stepCount", **periods})]))
    first, second = (
        service.ask("GET", "/v1/statistics", "Alex", type="stepCount", timeZone=ZONE, from_=from_, to=to)["statistics"]
        for from_, to in [(days_ago(21), days_ago(14)), (days_ago(3), days_ago(-3))])
    assert (compared["first"]["statistics"], compared["second"]["statistics"]) == (first, second)
    total, daily = compared["comparison"]["sum"], compared["comparison"]["sumPerDay"]
    assert (total["first"], total["second"]) == (first["sum"], second["sum"])
    assert total["difference"] == pytest.approx(second["sum"] - first["sum"])
    assert (compared["first"]["days"], compared["first"]["daysWithSamples"]) == (7, 7)
    assert daily["first"] == pytest.approx(first["sum"] / 7)
    assert compared["partial"] and not compared["first"]["partial"] and compared["second"]["partial"]
    assert any("has not ended" in note for note in compared["notes"])
    assert any("sumPerDay" in note for note in compared["notes"])


def test_sleep_workouts_and_explanations_are_those_of_the_api(service):
    nights, workouts, page, explained = map(answer, asking(service, [
        ("sleep", {"from": days_ago(5), "to": days_ago(0)}),
        ("workouts", {"from": days_ago(60), "to": days_ago(0), "types": "heartRate"}), ("workouts", {"limit": 1}),
        ("explain", {"type": "stepCount", "interval": "day", "bucket": days_ago(2), "limit": 2})]))
    range_ = {"timeZone": ZONE, "from_": days_ago(5), "to": days_ago(0)}
    assert nights["nights"] == service.ask("GET", "/v1/sleep", "Alex", **range_)["nights"]
    assert (nights["unit"], nights["timeZone"], nights["interval"]) == ("s", ZONE, "night")
    api = service.ask(
        "GET", "/v1/workouts", "Alex", timeZone=ZONE, from_=days_ago(60), to=days_ago(0), types="heartRate")["workouts"]
    assert len(api) == len(workouts["workouts"]) > 0
    for mine, its in zip(workouts["workouts"], api):
        for name in ["uuid", "startDate", "duration", "totalDistance", "totalDistanceUnit", "statistics"]:
            assert mine[name] == its[name]
        assert "recordingState" not in mine
    assert page["partial"] and page["cursor"] and len(page["workouts"]) == 1 and "cursor" in page["notes"][0]
    api = service.ask(
        "GET", "/v1/explain", "Alex", type="stepCount", timeZone=ZONE, interval="day", bucket=days_ago(2), limit=2)
    assert all(explained[name] == api[name] for name in ["statistics", "sources", "samples"])
    assert explained["partial"] and len(explained["samples"]) == 2


def test_a_workout_that_is_recorded_live_says_so(service):
    service.command("person", "add", "Live")
    now = datetime.datetime.now(datetime.timezone.utc).isoformat(timespec="seconds")
    service.ask(
        "PUT", "/v1/workouts/00000000-0000-4000-8000-000000000901/recording", "Live",
        {"workoutActivityType": "running", "startDate": now, "source": {"name": "Watch"}})
    [workouts] = map(answer, asking(service, [("workouts", {})], token=service.token("Live")))
    assert [workout["recordingState"] for workout in workouts["workouts"]] == ["running"]


def test_an_assistant_learns_what_it_may_read_and_how_new_the_data_are(service):
    types, heart, freshness, access = map(answer, asking(service, [
        ("list_types", {}), ("list_types", {"search": "Heart Rate", "withoutSamples": True}), ("freshness", {}),
        ("access", {})]))
    steps = next(type_ for type_ in types["types"] if type_["shortName"] == "stepCount")
    assert (steps["unit"], steps["kind"], steps["aggregationStyle"]) == ("count", "quantity", "cumulative")
    assert all(type_["hasSamples"] for type_ in types["types"]) and len(types["types"]) < 200
    assert {"heartRate", "restingHeartRate"} <= {type_["shortName"] for type_ in heart["types"]}
    api = service.ask("GET", "/v1/freshness", "Alex")["sources"]
    assert len(freshness["newestSamples"]) == sum(len(source["types"]) for source in api)
    dates = [row["lastSampleDate"] for row in freshness["newestSamples"]]
    assert dates == sorted(dates, reverse=True) and freshness["now"] > dates[-1]
    assert access["person"]["name"] == "Alex" and access["questionTimeZone"] == ZONE
    assert access["rights"] == ["read", "write", "manage"] and access["now"].startswith(str(TODAY)[:8])


def test_the_grants_of_the_token_hold(service):
    service.command("holder", "add", "assistant")
    service.command(
        "share", "Alex", "--with", "assistant", "--rights", "read", "--groups", "activity", "--from", days_ago(10))
    token = service.command("token", "create", "--person", "Alex", "--holder", "assistant", "--read-only")
    range_ = {"from": days_ago(20), "to": days_ago(0)}
    steps, heart, types, access, nights = map(answer, asking(service, [
        ("statistics", {"type": "stepCount", "interval": "day", **range_}),
        ("statistics", {"type": "heartRate", **range_}), ("list_types", {}), ("access", {}), ("sleep", range_)],
        token=token))
    assert [bucket["statistics"] is None for bucket in steps["buckets"]] == [True] * 10 + [False] * 10
    assert heart["statistics"] is None and "not mean zero" in heart["notes"][0]
    assert {type_["group"] for type_ in types["types"]} == {"activity"}
    assert access["rights"] == ["read"] and access["access"][0]["groups"] == ["activity"]
    assert all(night["asleep"] is None for night in nights["nights"]) and nights["notes"]
    [entry] = service.ask("GET", "/v1/access-log", "Alex", limit=1)["entries"]
    assert entry["holder"] is not None

    # A holder that only writes reads what it wrote itself, which is nothing yet.
    service.command("holder", "add", "scale")
    service.command("share", "Alex", "--with", "scale", "--rights", "write", "--groups", "all")
    writing = service.command("token", "create", "--person", "Alex", "--holder", "scale")
    steps, access = map(answer, asking(service, [("statistics", {"type": "stepCount", **range_}), ("access", {})], token=writing))
    assert steps["statistics"] is None and "may not read" in access["notes"][0]


def test_a_revoked_token_fails_with_a_sentence_and_without_the_token(service):
    token = service.command("token", "create", "--person", "Alex", "--name", "revoked-soon")
    [row] = [line for line in service.command("token", "list", "--person", "Alex").splitlines() if "revoked-soon" in line]

    async def ask():
        async with connected(service, token) as client:
            first = await client.call_tool("access", {})
            service.command("token", "revoke", row.split()[0], "--person", "Alex")
            return first, await client.call_tool("access", {})

    first, second = asyncio.run(ask())
    assert answer(first)["person"]["name"] == "Alex"
    assert "does not accept the token" in failure(second) and token not in failure(second)


def test_wrong_questions_are_explained(service):
    range_ = {"from": days_ago(2), "to": days_ago(0)}
    wrong = [
        ("statistics", {"type": "stepCont", **range_}, "list_types"),
        ("statistics", {"type": "sleepAnalysis", **range_}, "wrong_kind"),
        ("statistics", {"type": "stepCount", "from": "yesterday", "to": days_ago(0)}, "from must be"),
        ("statistics", {"type": "stepCount", "from": days_ago(0), "to": days_ago(2)}, "empty_range"),
        ("statistics", {"type": "stepCount", "interval": "fortnight", **range_}, "interval"),
        ("statistics", {"type": "stepCount", "unit": "kg", **range_}, "incompatible_unit"),
        ("statistics", {"type": "stepCount", "timeZone": "Mars/Base", **range_}, "unknown_time_zone"),
        ("statistics", range_, "type is missing"), ("statistics", {"type": 7, **range_}, "type must be a text"),
        ("statistics", {"type": "x" * 1001, **range_}, "at most 1000 bytes"),
        ("statistics", {"type": "stepCount", "day": "today", **range_}, "no argument day"),
        ("sleep", {"from": "2020-01-01T10:00", "to": days_ago(0)}, "from must be a date"),
        ("sleep", {"from": "1990-01-01", "to": days_ago(0)}, "nights"),
        ("workouts", {"limit": 201}, "from 1 to 200"), ("workouts", {"cursor": "nonsense"}, "malformed_cursor"),
        ("explain", {"type": "stepCount", **range_, "bucket": days_ago(1)}, "interval"),
    ]
    for (name, arguments, expected), result in zip(wrong, asking(service, [call[:2] for call in wrong])):
        assert expected in failure(result), (name, arguments, failure(result))

    async def ask():
        async with connected(service, service.token("Alex")) as client:
            with pytest.raises(MCPError, match="unknown tool: delete_everything"):
                await client.call_tool("delete_everything", {})

    asyncio.run(ask())


def test_a_service_that_is_gone_is_named_and_is_asked_again(service):
    async def ask():
        async with connected(service, service.token("Alex")) as client:
            with service.gone():
                gone = await client.call_tool("access", {})
            return gone, await client.call_tool("access", {})

    gone, back = asyncio.run(ask())
    assert service.address in failure(gone) and "cannot be reached" in failure(gone)
    assert answer(back)["person"]["name"] == "Alex"


def test_many_questions_at_once_are_all_answered(service):
    async def ask():
        async with connected(service, service.token("Alex")) as client:
            return await asyncio.gather(*(
                client.call_tool("statistics", {"type": "stepCount", "from": days_ago(days + 1), "to": days_ago(days)})
                for days in range(30)))

    for days, result in enumerate(map(answer, asyncio.run(ask()))):
        assert result["from"].startswith(days_ago(days + 1))
