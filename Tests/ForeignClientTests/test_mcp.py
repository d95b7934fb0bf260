"""Asks `POST /mcp` and `healthstore mcp` with the official SDK of the Model Context Protocol.

`legacy` begins with initialize, as clients did until 2025-11-25. `auto` asks server/discover.
"""

import asyncio
import contextlib
import datetime
import urllib.parse

import httpx2
import pytest
from mcp import Client, MCPError, StdioServerParameters
from mcp.client.auth import OAuthClientProvider
from mcp.client.streamable_http import streamable_http_client
from mcp.shared.auth import AuthorizationCodeResult, OAuthClientMetadata

from service import PROGRAM

ZONE = "Europe/Berlin"
TODAY = datetime.datetime.now(datetime.timezone.utc).date()
TOOLS = ["access", "correlation", "explain", "freshness", "latest", "patterns", "rings", "samples", "sleep", "sql",
         "statistics", "trends", "types", "workouts"]


def days_ago(days):
    return str(TODAY - datetime.timedelta(days=days))


@contextlib.asynccontextmanager
async def connected(service, token, mode="auto", transport="stdio"):
    if transport == "http":
        async with httpx2.AsyncClient(headers={"Authorization": f"Bearer {token}"}, timeout=60) as http:
            address = f"{service.address}/mcp?timeZone={ZONE}"
            async with Client(streamable_http_client(address, http_client=http), mode=mode) as client:
                yield client
        return
    parameters = StdioServerParameters(
        command=PROGRAM, args=["mcp", "--service", service.address, "--time-zone", ZONE],
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


@pytest.mark.parametrize("transport", ["http", "stdio"])
@pytest.mark.parametrize("mode, version", [("auto", "2026-07-28"), ("legacy", "2025-11-25")])
def test_a_client_of_each_era_asks_over_each_transport(service, mode, version, transport):
    range_ = {"from": days_ago(7), "to": days_ago(0)}

    async def ask():
        async with connected(service, service.token("Alex"), mode, transport) as client:
            assert client.session.protocol_version == version
            assert "null means" in client.session.instructions
            tools = (await client.list_tools()).tools
            assert sorted(tool.name for tool in tools) == TOOLS
            for tool in tools:
                assert tool.annotations.read_only_hint and tool.description, tool.name
                assert all(member["description"] for member in tool.input_schema["properties"].values()), tool.name
            prompts = (await client.list_prompts()).prompts
            prompt = await client.get_prompt(prompts[0].name, {prompts[0].arguments[0].name: "last week"})
            assert "last week" in prompt.messages[0].content.text
            for resource in (await client.list_resources()).resources:
                assert (await client.read_resource(resource.uri)).contents[0].text
            with pytest.raises(MCPError, match="unknown tool: delete_everything"):
                await client.call_tool("delete_everything", {})
            wrong = await client.call_tool("statistics", {"type": "stepz", **range_})
            assert "the nearest are stepCount" in failure(wrong)
            return answer(await client.call_tool("statistics", {"type": "steps", "interval": "day", **range_}))

    days = asyncio.run(ask())
    api = service.ask(
        "GET", "/v1/statistics-collection", "Alex", type="stepCount", timeZone=ZONE, interval="day",
        from_=range_["from"], to=range_["to"])
    assert [bucket["statistics"]["sum"] for bucket in days["buckets"]] == [
        bucket["statistics"]["sum"] for bucket in api["buckets"]]
    assert (days["unit"], days["timeZone"], days["partial"], days["notes"]) == ("count", ZONE, False, [])


def test_the_sdk_gets_a_token_by_oauth_for_what_the_person_chose(service):
    """The SDK registers itself, and sends the person to a page. The test says yes in place of the page."""
    stored, came_back = {}, []

    class Storage:
        async def get_tokens(self):
            return stored.get("tokens")

        async def set_tokens(self, tokens):
            stored["tokens"] = tokens

        async def get_client_info(self):
            return stored.get("client")

        async def set_client_info(self, client):
            stored["client"] = client

    async def say_yes(address):
        page = urllib.parse.urlsplit(address)
        assert page.path == "/authorize"
        location = service.ask(
            "POST", "/v1/authorizations", "Alex", {"groups": ["activity"]}, request=page.query)["location"]
        came_back.append(dict(urllib.parse.parse_qsl(urllib.parse.urlsplit(location).query)))

    async def code():
        return AuthorizationCodeResult(**came_back[-1])

    async def ask():
        metadata = OAuthClientMetadata(client_name="SDK", redirect_uris=["http://localhost:3030/callback"])
        provider = OAuthClientProvider(f"{service.address}/mcp", metadata, Storage(), say_yes, code)
        async with httpx2.AsyncClient(auth=provider, timeout=60) as http:
            async with Client(streamable_http_client(f"{service.address}/mcp", http_client=http)) as client:
                access = await client.call_tool("access", {})
                # The access token has ended, so the SDK refreshes it.
                provider.context.token_expiry_time = 1
                return access, await client.call_tool("access", {})

    first, second = asyncio.run(ask())
    assert len(came_back) == 1
    for result in [first, second]:
        assert [(terms["rights"], terms["groups"]) for terms in answer(result)["access"]] == [(["read"], ["activity"])]


def test_a_long_range_is_answered_in_a_coarser_interval_with_a_note(service):
    hours, nights = map(answer, asking(service, [
        ("statistics", {"type": "stepCount", "from": days_ago(700), "to": days_ago(0), "interval": "hour"}),
        ("sleep", {"from": days_ago(300), "to": days_ago(0)})]))
    assert "too long" in hours["notes"][0] and "buckets of " + hours["interval"] in hours["notes"][0]
    api = service.ask(
        "GET", "/v1/statistics-collection", "Alex", type="stepCount", interval=hours["interval"], timeZone=ZONE,
        from_=days_ago(700), to=days_ago(0))
    assert [bucket["startDate"] for bucket in hours["buckets"]] == [bucket["startDate"] for bucket in api["buckets"]]
    assert "months" in nights["notes"][0]
    api = service.ask("GET", "/v1/sleep", "Alex", timeZone=ZONE, from_=days_ago(300), to=days_ago(0))["nights"]
    for month in nights["nights"]:
        asleep = [night["asleep"] for night in api if night["date"].startswith(month["month"])]
        measured = [seconds for seconds in asleep if seconds is not None]
        assert month["days"] == len(asleep)
        if measured:
            assert month["asleep"]["days"] == len(measured)
            assert month["asleep"]["average"] == pytest.approx(sum(measured) / len(measured))


def test_a_workout_that_is_recorded_live_says_so(service):
    service.command("person", "add", "Live")
    now = datetime.datetime.now(datetime.timezone.utc).isoformat(timespec="seconds")
    service.ask(
        "PUT", "/v1/workouts/00000000-0000-4000-8000-000000000901/recording", "Live",
        {"workoutActivityType": "running", "startDate": now, "source": {"name": "Watch"}})
    [workouts] = map(answer, asking(service, [("workouts", {})], token=service.token("Live")))
    assert [workout["recordingState"] for workout in workouts["workouts"]] == ["running"]


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


def test_a_service_that_is_gone_is_named_and_is_asked_again(service):
    async def ask():
        async with connected(service, service.token("Alex")) as client:
            with service.gone():
                gone = await client.call_tool("access", {})
            return gone, await client.call_tool("access", {})

    gone, back = asyncio.run(ask())
    assert service.address in failure(gone) and "cannot be reached" in failure(gone)
    assert answer(back)["person"]["name"] == "Alex"


@pytest.mark.parametrize("transport", ["http", "stdio"])
def test_many_questions_at_once_are_all_answered(service, transport):
    async def ask():
        async with connected(service, service.token("Alex"), transport=transport) as client:
            return await asyncio.gather(*(
                client.call_tool("statistics", {"type": "stepCount", "from": days_ago(days + 1), "to": days_ago(days)})
                for days in range(30)))

    for days, result in enumerate(map(answer, asyncio.run(ask()))):
        assert result["from"].startswith(days_ago(days + 1))
