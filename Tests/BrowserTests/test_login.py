"""Logging in, and what a reader without a session sees."""

import pytest
from playwright.sync_api import expect


@pytest.mark.expected_console("401")
def test_a_login_link_works_once_and_its_token_leaves_the_address(visitor, service):
    link = service.login_link("Alex")
    tab = visitor().tab()
    addresses = []
    tab.page.on("request", lambda request: addresses.append(request.url))
    tab.open(link)
    expect(tab.page.get_by_role("heading", name="Overview", level=1)).to_be_visible()
    assert tab.path == "/"
    secret = link.partition("#login=")[2]
    assert addresses and not any(secret in address for address in addresses)
    tab.page.reload()
    tab.settle()
    expect(tab.page.get_by_role("button", name="You see the data of Alex")).to_be_visible()

    second = visitor().tab().open(link)
    expect(second.page.get_by_role("alert")).to_have_text("This login link was used before or has expired.")
    expect(second.page.get_by_role("heading", name="Log in")).to_be_visible()


def test_scripts_cannot_read_the_cookie_and_nothing_is_stored_in_the_browser(reader):
    visitor = reader()
    tab = visitor.tab().open("/")
    [cookie] = visitor.context.cookies()
    assert cookie["httpOnly"] and cookie["sameSite"] in ("Strict", "Lax")
    stored = tab.page.evaluate("[document.cookie, localStorage.length, sessionStorage.length]")
    assert stored == ["", 0, 0]


@pytest.mark.expected_console("401")
def test_a_reader_without_a_session_sees_how_to_log_in(visitor):
    tab = visitor().tab().open("/sleep?range=W")
    expect(tab.page.get_by_role("heading", name="Log in")).to_be_visible()
    expect(tab.main).to_contain_text("healthstore login-link --person")


@pytest.mark.expected_console("401")
def test_logging_out_ends_the_session(visitor, service):
    first = visitor()
    tab = first.tab().open(service.login_link("Alex"))
    tab.page.get_by_role("button", name="You see the data of Alex").click()
    tab.page.get_by_role("button", name="Log out").click()
    expect(tab.page.get_by_role("heading", name="Log in")).to_be_visible()
    assert first.context.request.get("/v1/access").status == 401
