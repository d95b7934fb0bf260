"""Passkeys and invitations: how people log in without a shell. Chromium's virtual authenticator keeps the keys."""

import re

import pytest
from playwright.sync_api import expect


@pytest.fixture
def local(visitor, service):
    """Makes visitors at localhost, where Chromium has passkeys."""
    return lambda: visitor(base_url=service.address.replace("127.0.0.1", "localhost"))


def open_with_keys(visitor, path, **options):
    """Opens an address in a tab with an authenticator. Returns the tab, and a function that asks the authenticator."""
    tab = visitor.tab()
    devtools = visitor.context.new_cdp_session(tab.page)
    devtools.send("WebAuthn.enable")
    made = devtools.send("WebAuthn.addVirtualAuthenticator", {"options": {
        "protocol": "ctap2", "transport": "internal", "hasResidentKey": True, "hasUserVerification": True,
        "isUserVerified": True, "automaticPresenceSimulation": True, **options}})
    tab.open(path)
    return tab, lambda call, **more: devtools.send(f"WebAuthn.{call}", {"authenticatorId": made["authenticatorId"], **more})


def path_of(link):
    return "/#" + link.partition("/#")[2]


def add_passkey(tab, name):
    tab.page.get_by_role("link", name="Access").first.click()
    tab.page.get_by_role("link", name="Log in").click()
    tab.page.get_by_label("Name", exact=True).fill(name)
    tab.page.get_by_role("button", name="Add the passkey").click()
    expect(tab.page.get_by_role("heading", level=3, name=name)).to_be_visible()


def log_out(tab, shown):
    tab.page.get_by_role("button", name=f"You see the data of {shown}").click()
    tab.page.get_by_role("button", name="Log out").click()
    expect(tab.page.get_by_role("heading", name="Log in", level=1)).to_be_visible()


@pytest.mark.expected_console("401")
def test_a_person_adds_a_passkey_logs_in_with_it_and_removes_it(local, service, newcomer):
    tab, keys = open_with_keys(local(), path_of(service.login_link(newcomer)))
    add_passkey(tab, "Laptop")
    [key] = keys("getCredentials")["credentials"]
    assert key["rpId"] == "localhost" and key["isResidentCredential"]
    log_out(tab, newcomer)
    tab.page.get_by_role("button", name="Log in with a passkey").click()
    expect(tab.page.get_by_role("button", name=f"You see the data of {newcomer}")).to_be_visible()
    tab.open("/access?section=sessions")
    expect(tab.main).to_contain_text("with the passkey “Laptop”")
    tab.open("/access?section=login")
    expect(tab.main.get_by_text("never used")).to_have_count(0)
    # The device says that it has a passkey.
    tab.page.get_by_role("button", name="Add the passkey").click()
    expect(tab.page.get_by_role("alert")).to_have_text("This device already has a passkey of yours for this address.")
    tab.page.get_by_role("button", name="Remove the passkey Laptop").press("Enter")
    tab.page.get_by_role("dialog").get_by_role("button", name="Remove").press("Enter")
    expect(tab.main).to_contain_text("You have no passkey yet.")
    log_out(tab, newcomer)
    tab.page.get_by_role("button", name="Log in with a passkey").click()
    expect(tab.page.get_by_role("alert")).to_have_text("The passkey is unknown or was removed.")


@pytest.mark.expected_console("401|missing at least one of the default algorithm")
@pytest.mark.parametrize("algorithm", [-8, -257])
def test_chromium_logs_in_with_each_algorithm(local, service, newcomer, algorithm):
    visitor = local()
    # An empty page before the first address has no credentials.
    visitor.context.add_init_script(f"""if (navigator.credentials) {{
        const create = navigator.credentials.create.bind(navigator.credentials)
        navigator.credentials.create = options => {{
            options.publicKey.pubKeyCredParams = [{{ type: 'public-key', alg: {algorithm} }}]
            return create(options)
        }}
    }}""")
    tab, _ = open_with_keys(visitor, path_of(service.login_link(newcomer)))
    add_passkey(tab, "Key")
    visitor.context.clear_cookies()
    tab.open("/")
    tab.page.get_by_role("button", name="Log in with a passkey").click()
    expect(tab.page.get_by_role("button", name=f"You see the data of {newcomer}")).to_be_visible()


@pytest.mark.expected_console("401")
def test_a_browser_without_a_matching_passkey_says_so(local):
    tab, _ = open_with_keys(local(), "/")
    tab.page.get_by_role("button", name="Log in with a passkey").click()
    expect(tab.page.get_by_role("alert")).to_contain_text("has no passkey for this address")


@pytest.mark.expected_console("401")
def test_after_the_first_link_a_person_invites_another_who_logs_in_with_a_passkey(local, service):
    owner, _ = open_with_keys(local(), path_of(service.login_link("Alex")))
    add_passkey(owner, "Alex’s laptop")
    owner.open("/access?section=sharing")
    form = owner.main.locator("form")
    form.get_by_label("Share with").fill("Doctor Grey")
    form.get_by_label("Invite by a link").check()
    form.get_by_label("All groups except the three below").uncheck()
    form.get_by_role("checkbox", name="Sleep").check()
    form.get_by_label("Days until the link ends").fill("3")
    form.get_by_role("button", name="Make the invitation").click()
    link = form.get_by_role("textbox", name="Invitation link for Doctor Grey")
    expect(link).to_contain_text("#invitation=hs_")
    expect(form.get_by_role("img", name="Invitation link for Doctor Grey")).to_be_visible()
    expect(owner.page.get_by_role("button", name="Withdraw the invitation of Doctor Grey")).to_be_visible()

    guest, keys = open_with_keys(local(), path_of(link.inner_text()))
    assert guest.path == "/"
    guest.page.get_by_role("button", name="Accept and open").click()
    expect(guest.page.locator("#sharing")).to_have_text("Shared with you by Alex: sleep")
    expect(guest.card("Last night")).to_be_visible()
    expect(guest.card("Steps")).to_have_count(0)
    guest.page.locator("#notices").get_by_role("button", name="Add a passkey").click()
    guest.page.get_by_label("Name", exact=True).fill("Practice")
    guest.page.get_by_role("button", name="Add the passkey").click()
    expect(guest.page.get_by_role("heading", level=3, name="Practice")).to_be_visible()
    assert len(keys("getCredentials")["credentials"]) == 1
    log_out(guest, "Alex")
    guest.page.get_by_role("button", name="Log in with a passkey").click()
    expect(guest.page.locator("#sharing")).to_have_text("Shared with you by Alex: sleep")

    guest.page.close()
    owner.open("/access?section=sharing")
    expect(owner.page.get_by_role("button", name=re.compile("^Revoke the grant of Doctor Grey"))).to_be_visible()
    expect(owner.page.get_by_role("button", name="Withdraw the invitation of Doctor Grey")).to_have_count(0)
    owner.page.get_by_role("button", name=re.compile("^Revoke the grant of Doctor Grey")).click()
    owner.page.get_by_role("dialog").get_by_role("button", name="Revoke").click()
    expect(owner.page.get_by_role("button", name=re.compile("^Revoke the grant of Doctor Grey"))).to_have_count(0)


@pytest.mark.expected_console("401")
def test_a_withdrawn_invitation_says_so(visitor, open_page, service, newcomer):
    made = service.ask("POST", "/v1/invitations", newcomer, {"holder": "Aunt May", "rights": ["read"], "groups": ["sleep"]})
    tab = open_page("/access?section=sharing", newcomer)
    tab.page.get_by_role("button", name="Withdraw the invitation of Aunt May").click()
    tab.page.get_by_role("dialog").get_by_role("button", name="Withdraw").click()
    expect(tab.page.get_by_role("button", name="Withdraw the invitation of Aunt May")).to_have_count(0)
    guest = visitor().tab().open(f"/#invitation={made['token']}")
    guest.page.get_by_role("button", name="Accept and open").click()
    expect(guest.page.get_by_role("alert")).to_have_text(
        "This invitation was used, was withdrawn or has expired. Ask the person who invited you for another one.")
    expect(guest.page.get_by_role("button", name="Accept and open")).to_be_disabled()


@pytest.mark.expected_console("401")
def test_at_an_ip_address_the_page_says_why_there_are_no_passkeys_and_goes_on_at_localhost(visitor, service, newcomer):
    tab = visitor().tab().open("/")
    expect(tab.main).to_contain_text("only at an address with a name")
    expect(tab.page.get_by_role("button", name="Log in with a passkey")).to_have_count(0)
    expect(tab.page.get_by_role("link", name="Continue at http://localhost")).to_be_visible()
    tab.open(service.login_link(newcomer))
    expect(tab.page.get_by_role("button", name=f"You see the data of {newcomer}")).to_be_visible()
    tab.open("/access?section=login")
    tab.page.get_by_role("button", name="Continue at http://localhost").click()
    expect(tab.page.get_by_role("button", name="Add the passkey")).to_be_visible()
    assert tab.page.url == service.address.replace("127.0.0.1", "localhost") + "/access?section=login"
    expect(tab.page.get_by_role("button", name=f"You see the data of {newcomer}")).to_be_visible()
    tab.page.get_by_role("button", name="Make a link").click()
    expect(tab.page.get_by_role("textbox", name="Login link")).to_contain_text("/#login=hs_")
