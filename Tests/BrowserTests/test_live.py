"""Changes that come while the page is open, and a service that is gone for a while."""

import re

import pytest
from playwright.sync_api import expect

STEPS = {"uuid": "00000000-0000-4000-8000-000000000001", "type": "stepCount", "startDate": "2026-03-01T09:00:00+01:00",
         "endDate": "2026-03-01T09:10:00+01:00", "value": 120, "unit": "count", "source": {"name": "Phone"}}


def test_samples_that_are_posted_and_deleted_change_what_is_shown(reader, service, newcomer):
    visitor = reader(newcomer)
    overview, metric = visitor.tab().open("/"), visitor.tab().open("/metric/stepCount?range=D")
    expect(overview.page.get_by_role("heading", name="There are no data yet.")).to_be_visible()
    second = {**STEPS, "uuid": STEPS["uuid"][:-1] + "2", "startDate": "2026-03-01T10:00:00+01:00",
              "endDate": "2026-03-01T10:10:00+01:00", "value": 80}
    service.post_samples(newcomer, STEPS, second)
    expect(overview.card("Steps").locator(".figure")).to_have_text("200 today so far")
    expect(metric.fact("Total")).to_have_text("200")
    service.ask("POST", "/v1/batches", newcomer, {"deleted": [STEPS["uuid"]]})
    expect(overview.card("Steps").locator(".figure")).to_have_text("80 today so far")
    expect(metric.fact("Total")).to_have_text("80")


def test_a_running_hour_is_so_far(open_page, service, newcomer):
    # The clock of the browser is right here, because the service says which buckets are not over.
    tab = open_page("/metric/stepCount?range=M", newcomer, now=None)
    start = tab.page.evaluate("new Date(Date.now() - 1000).toISOString()")
    service.post_samples(newcomer, {**STEPS, "startDate": start, "endDate": start})
    expect(tab.fact("Total")).to_have_text("120 so far")


@pytest.mark.expected_console("ERR_CONNECTION_REFUSED|ERR_INCOMPLETE_CHUNKED_ENCODING|ERR_EMPTY_RESPONSE|503")
def test_a_lost_connection_is_shown_and_mended(alone, open_page, service):
    tab = open_page("/metric/stepCount?range=W", "Cleo")
    status = tab.page.locator("#connection")
    expect(status).to_be_hidden()
    with service.gone():
        expect(status).to_have_text("The service cannot be reached. The page tries again by itself.")
        tab.main.get_by_role("link", name="Month", exact=True).click()
    expect(status).to_be_hidden()
    expect(tab.main.locator(".range-dates")).to_have_text("2 Feb – 1 Mar 2026")
    expect(tab.fact("Total")).to_have_text(re.compile(r"\d"))


@pytest.mark.expected_console("ERR_FAILED")
def test_changes_that_came_before_the_first_stream_are_shown(reader, service, newcomer):
    service.post_samples(newcomer, STEPS)
    tab = reader(newcomer).tab()
    tab.page.route("**/v1/changes/stream**", lambda route: route.abort())
    tab.open("/metric/stepCount?range=D")
    expect(tab.fact("Total")).to_have_text("120")
    service.post_samples(newcomer, {**STEPS, "uuid": STEPS["uuid"][:-1] + "4", "value": 7})
    tab.page.unroute("**/v1/changes/stream**")
    expect(tab.fact("Total")).to_have_text("127")


@pytest.mark.expected_console("ERR_CONNECTION_REFUSED|ERR_INCOMPLETE_CHUNKED_ENCODING|ERR_EMPTY_RESPONSE|503")
def test_changes_are_followed_again_after_the_service_was_gone(alone, open_page, service, newcomer):
    service.post_samples(newcomer, STEPS)
    tab = open_page("/metric/stepCount?range=D", newcomer)
    with service.gone():
        pass
    service.post_samples(newcomer, {**STEPS, "uuid": STEPS["uuid"][:-1] + "3", "startDate": "2026-03-01T11:00:00+01:00",
                                    "endDate": "2026-03-01T11:10:00+01:00", "value": 7})
    expect(tab.fact("Total")).to_have_text("127")
