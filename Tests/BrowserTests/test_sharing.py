"""The form that shares data."""

import urllib.parse

from playwright.sync_api import expect


def test_the_whole_form_becomes_a_grant_which_is_listed_until_it_ends_and_then_as_ended(open_page, service, newcomer):
    tab = open_page("/access?section=sharing", newcomer)
    form = tab.main.locator("form")
    form.get_by_label("Share with").fill("Ben")
    form.get_by_role("radio").last.check()
    form.get_by_label("Write: add, change and delete samples").check()
    for name in ("Heart", "Sleep", "Routes"):
        form.get_by_role("checkbox", name=name).check()
    form.get_by_label("Single types").select_option(label="Steps")
    form.get_by_label("Samples from").fill("2025-01-01")
    form.get_by_label("Samples before").fill("2026-01-01")
    form.get_by_label("Ends at").fill("2031-05-01")
    form.get_by_label("Hide the names of sources and devices").check()
    form.get_by_role("button", name="Share", exact=True).click()
    expect(tab.page.get_by_role("button", name="Revoke the grant of Ben")).to_be_visible()
    [grant] = [one for one in service.get("/v1/grants", newcomer)["grants"] if one["holder"]["name"] == "Ben"]
    assert sorted(grant["rights"]) == ["read", "write"] and grant["showsNames"] is False
    assert sorted(grant["groups"]) == ["heart", "routes", "sleep"]
    assert [name.removeprefix("HKQuantityTypeIdentifier") for name in grant["types"]] in (["StepCount"], ["stepCount"])
    assert [grant[name][:10] for name in ("from", "to", "expiresAt")] == ["2025-01-01", "2026-01-01", "2031-05-01"]
    later = open_page("/access?section=sharing", newcomer, now="2031-05-02T12:00:00Z")
    expect(later.main.locator("summary")).to_have_text("Ended (1)")
    expect(later.page.get_by_role("button", name="Revoke the grant of Ben")).to_have_count(0)


def test_a_grant_of_all_groups_has_the_sensitive_ones_only_if_they_are_ticked(open_page, service, newcomer):
    form = open_page("/access?section=sharing", newcomer).main.locator("form")
    for holder, ticked in [("Ben", []), ("Cleo", ["Reproductive", "Clinical", "Routes"])]:
        form.get_by_label("Share with").fill(holder)
        form.get_by_role("radio").last.check()
        form.get_by_label("All groups except the three below").check()
        for name in ("Reproductive", "Clinical", "Routes"):
            form.get_by_role("checkbox", name=name).set_checked(name in ticked)
        form.get_by_label("Ends at").fill("2031-05-01")
        form.get_by_label("Hide the names of sources and devices").check()
        form.get_by_role("button", name="Share", exact=True).click()
        expect(form.page.get_by_role("button", name=f"Revoke the grant of {holder}")).to_be_visible()
        [grant] = [one for one in service.get("/v1/grants", newcomer)["grants"] if one["holder"]["name"] == holder]
        assert grant["rights"] == ["read"] and grant["showsNames"] is False and grant["expiresAt"][:10] == "2031-05-01"
        assert (grant["from"], grant["to"], grant["types"]) in [(None, None, None), (None, None, [])]
        assert sorted(grant["groups"]) == sorted(["all", *(name.lower() for name in ticked)])


def test_an_app_that_asks_for_access_is_named_and_gets_a_code_for_what_the_person_chose(open_page, service, newcomer):
    back = "https://assistant.example/callback"
    app, _ = service.send("POST", "/oauth/register", {"client_name": "Helper", "redirect_uris": [back]})
    request = urllib.parse.urlencode({
        "response_type": "code", "client_id": app["client_id"], "redirect_uri": back, "state": "1",
        "code_challenge": "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM", "code_challenge_method": "S256"})
    tab = open_page(f"/authorize?{request}", newcomer)
    expect(tab.main.get_by_role("heading")).to_have_text(f"May “Helper” read the data of {newcomer}?")
    expect(tab.main).to_contain_text("assistant.example")
    tab.main.get_by_label("All groups except the three below").uncheck()
    tab.main.get_by_role("checkbox", name="Sleep").check()
    tab.page.route(f"{back}*", lambda route: route.fulfill(body="back"))
    with tab.page.expect_navigation(url=f"{back}*"):
        tab.main.get_by_role("button", name="Allow").click()
    came_back = dict(urllib.parse.parse_qsl(urllib.parse.urlsplit(tab.page.url).query))
    assert came_back["state"] == "1" and came_back["code"] and came_back["iss"] == service.address
    denying = open_page(f"/authorize?{request}", newcomer)
    denying.page.route(f"{back}*", lambda route: route.fulfill(body="back"))
    with denying.page.expect_navigation(url=f"{back}*error=access_denied*"):
        denying.main.get_by_role("button", name="Say no").click()
