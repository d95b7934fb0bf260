"""Several tabs, people and sessions in one browser, and data that others share."""

import re
import time

import pytest
from playwright.sync_api import expect

from test_live import STEPS


@pytest.mark.expected_console("401")
def test_a_session_that_another_browser_ends_is_over_in_every_tab(visitor, service, newcomer):
    tab = visitor().tab().open(service.login_link(newcomer))
    other = visitor().tab().open(service.login_link(newcomer)).open("/access?section=sessions")
    other.page.get_by_role("button", name=re.compile("^End the session of")).click()
    other.page.get_by_role("dialog").get_by_role("button", name="End", exact=True).click()
    expect(other.page.get_by_role("heading", level=3)).to_have_count(1)
    expect(tab.page.get_by_role("heading", name="Log in")).to_be_visible()
    expect(tab.main).to_contain_text("Your session has ended.")


@pytest.mark.expected_console("401|403|404")
def test_a_tab_shows_no_data_of_a_person_who_logged_out_in_another_tab(visitor, service):
    browser = visitor()
    first = browser.tab().open(service.login_link("Alex"))
    expect(first.card("Steps")).to_be_visible()
    second = browser.tab().open(service.login_link("Ben"))
    expect(second.page.get_by_role("button", name="You see the data of Ben")).to_be_visible()
    expect(first.main).to_contain_text("This browser is now logged in as Ben.")
    expect(first.card("Steps")).to_have_count(0)
    expect(first.page.get_by_role("button", name="You see the data of Alex")).to_have_count(0)
    first.page.get_by_role("button", name="Continue as Ben").click()
    expect(first.page.get_by_role("button", name="You see the data of Ben")).to_be_visible()


def share(service, owner, holder, **grant):
    service.ask("POST", "/v1/grants", owner, {"holder": holder, "rights": ["read"], **grant})
    [person] = [one for one in service.get("/v1/access", owner)["people"] if one["name"] == owner]
    return person["uuid"]


@pytest.mark.expected_console("403|404")
def test_a_reader_sees_only_what_is_shared_and_is_told_so(open_page, service):
    uuid = share(service, "Alex", "Ben", groups=["sleep"], **{"from": "2026-02-22"})
    tab = open_page(f"/?person={uuid}", "Ben")
    expect(tab.page.get_by_role("button", name="You see the data of Alex")).to_be_visible()
    expect(tab.page.locator("#sharing")).to_have_text("Shared with you by Alex: sleep, since 22 Feb 2026")
    expect(tab.card("Last night")).to_be_visible()
    expect(tab.card("Steps")).to_have_count(0)
    expect(tab.page.get_by_role("link", name="Heart Rate")).to_have_count(0)
    tab.page.get_by_role("link", name="Sleep").first.click()
    expect(tab.main.locator(".figure").first).to_contain_text("asleep")
    tab.open(f"/sleep?range=D&date=2026-02-20&person={uuid}")
    expect(tab.main).to_contain_text("No sleep was recorded")
    tab.open(f"/metric/stepCount?range=W&person={uuid}")
    expect(tab.main).not_to_contain_text("81,740")
    expect(tab.page.locator("#sharing")).to_be_visible()
    tab.open(f"/data?person={uuid}")
    expect(tab.page.get_by_role("link", name="Import", exact=True)).to_have_count(0)
    expect(tab.page.get_by_role("link", name="Connect a phone")).to_have_count(0)
    tab.page.get_by_role("button", name="You see the data of Alex").click()
    tab.page.locator("#person").get_by_role("link", name="Ben").click()
    expect(tab.page.locator("#sharing")).to_be_hidden()
    expect(tab.page.get_by_role("button", name="You see the data of Ben")).to_be_visible()


@pytest.mark.expected_console("403|404")
def test_a_grant_that_is_revoked_ends_while_the_page_is_open(open_page, service, newcomer):
    service.post_samples(newcomer, STEPS)
    uuid = share(service, newcomer, "Ben", groups=["activity"])
    tab = open_page(f"/metric/stepCount?range=D&person={uuid}", "Ben")
    expect(tab.fact("Total")).to_have_text("120")
    [grant] = [one for one in service.get("/v1/grants", newcomer)["grants"] if one["holder"]["name"] == "Ben"]
    service.ask("DELETE", f"/v1/grants/{grant['id']}", newcomer)
    expect(tab.main).not_to_contain_text("120")
    expect(tab.main).to_contain_text("You have no access to the data of this person.")


@pytest.mark.expected_console("403|404")
def test_a_person_who_shares_nothing_looks_like_one_who_does_not_exist(open_page, service, newcomer):
    hidden = service.get("/v1/access", newcomer)["person"]["uuid"]
    answers = []
    for uuid in (hidden, "00000000-0000-4000-8000-000000000000"):
        tab = open_page("/", "Ben")
        tab.page.goto(f"/?person={uuid}")
        expect(tab.page.get_by_role("alert")).to_contain_text("You have no access to the data of this person.")
        answers.append(tab.main.inner_text())
    assert answers[0] == answers[1]


def test_the_log_says_that_another_person_looked_in_a_browser(open_page, service, newcomer):
    service.post_samples(newcomer, STEPS)
    uuid = share(service, newcomer, "Ben", groups=["activity"])
    tab = open_page(f"/metric/stepCount?range=D&person={uuid}", "Ben")
    expect(tab.fact("Total")).to_have_text("120")
    # An entry appears about a second after the answer.
    while not service.get("/v1/access-log", newcomer, holder="Ben")["entries"]:
        time.sleep(0.2)
    table = open_page("/access?section=log", newcomer).main.get_by_role("table")
    expect(table).to_contain_text("Ben in a browser")
    expect(table).not_to_contain_text("proxy")
