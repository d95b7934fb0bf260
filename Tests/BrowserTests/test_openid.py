"""Logging in at an OpenID provider, a mock of PyPI's that is another site than the page."""

import os
import urllib.parse

import pytest
from oidc_provider_mock import User, run_server_in_thread
from playwright.sync_api import expect

from service import Service

# The style sheet of the mock is at another site, and a reader without a session is refused once.
MESSAGES = "401|403|cdn|ERR_NAME_NOT_RESOLVED"


@pytest.fixture(scope="module")
def provider():
    """The issuer. The browser takes localhost and 127.0.0.1 for different sites."""
    users = [User(sub="u1", claims={"preferred_username": "Alex"}),
             User(sub="u2", claims={"preferred_username": "Mallory"})]
    with run_server_in_thread(user_claims=users) as server:
        yield f"http://localhost:{server.server_port}"


@pytest.fixture(scope="module")
def openid(service, provider, tmp_path_factory):
    """A second service of the same store, whose people log in at the provider."""
    secret = tmp_path_factory.mktemp("openid") / "secret"
    secret.touch(mode=0o600)
    secret.write_text("anything\n")
    second = Service("--openid-issuer", provider, "--openid-client-id", "healthstore",
                     "--openid-client-secret-file", os.fspath(secret))
    second.start()
    yield second
    second.stop()


@pytest.mark.expected_console(MESSAGES)
def test_a_login_at_the_provider_returns_to_the_view_that_was_opened(visitor, openid, provider):
    reader = visitor()
    tab = reader.tab().open(openid.address + "/sleep?range=M")
    tab.page.get_by_role("button", name="Log in with localhost").click()
    tab.page.wait_for_url(provider + "/**")
    tab.page.get_by_role("button", name="u1").click()
    expect(tab.page.get_by_role("heading", name="Sleep", level=1)).to_be_visible()
    tab.settle()
    assert tab.path == "/sleep?range=M"
    expect(tab.page.get_by_role("button", name="You see the data of Alex")).to_be_visible()
    # The cookie of the login is gone, and scripts do not see that of the session.
    [cookie] = reader.context.cookies(openid.address)
    assert cookie["name"] == "healthstore" and cookie["httpOnly"] and cookie["sameSite"] == "Strict"
    assert tab.page.evaluate("[document.cookie, localStorage.length, sessionStorage.length]") == ["", 0, 0]
    tab.page.reload()
    tab.settle()
    expect(tab.page.get_by_role("button", name="You see the data of Alex")).to_be_visible()
    tab.open(openid.address + "/access?section=sessions")
    expect(tab.main).to_contain_text("OpenID")


@pytest.mark.expected_console(MESSAGES)
def test_a_refused_login_says_why(visitor, openid, provider):
    tab = visitor().tab().open(openid.address)
    for button, sentence in (("u2", "The provider knows you as Mallory"), ("Deny", "The provider did not log you in.")):
        tab.page.get_by_role("button", name="Log in with localhost").click()
        tab.page.wait_for_url(provider + "/**")
        tab.page.get_by_role("button", name=button).click()
        expect(tab.page.get_by_role("alert")).to_contain_text(sentence)
        assert tab.path == "/"
        expect(tab.page.get_by_role("heading", name="Log in")).to_be_visible()


@pytest.mark.expected_console(MESSAGES)
def test_the_login_of_another_browser_is_refused(visitor, openid, provider):
    """An attacker logs in and has the victim open the address with which the provider sends the browser back."""
    attacker = visitor()
    tab = attacker.tab().open(openid.address)
    tab.page.get_by_role("button", name="Log in with localhost").click()
    tab.page.wait_for_url(provider + "/**")
    # The attacker keeps the answer.
    attacker.context.route("**/openid?*", lambda route: route.abort())
    with tab.page.expect_request("**/openid?*") as answer:
        tab.page.get_by_role("button", name="u1").click()
    attacker.context.unroute_all()
    victim = visitor().tab().open(openid.address)
    victim.page.goto(openid.address + "/openid?" + urllib.parse.urlsplit(answer.value.url).query)
    expect(victim.page.get_by_role("alert")).to_contain_text("This browser began no login")
    assert victim.path == "/"
