"""The page as an app on a home screen, and what a browser gets for a wrong path."""

import json
import urllib.error
import urllib.request

import pytest
from playwright.sync_api import expect

BROWSER = "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8"


def fetch(service, path, method="GET", accept=BROWSER):
    """Returns the status, the media type and the body of an answer."""
    request = urllib.request.Request(service.address + path, method=method, headers={"Accept": accept})
    try:
        with urllib.request.urlopen(request) as response:
            return response.status, response.headers["Content-Type"], response.read()
    except urllib.error.HTTPError as error:
        return error.code, error.headers["Content-Type"], error.read()


def test_the_manifest_and_its_icons_load_under_the_policy_of_the_page(open_page, service):
    page = open_page("/").page
    address = page.locator("link[rel=manifest]").get_attribute("href")
    status, kind, body = fetch(service, address)
    manifest = json.loads(body)
    assert status == 200 and kind == "application/manifest+json"
    assert (manifest["name"], manifest["start_url"], manifest["display"]) == ("healthstore", "/", "standalone")
    touch = page.locator("link[rel=apple-touch-icon]").get_attribute("href")
    sizes = page.evaluate(
        """paths => Promise.all(paths.map(path => new Promise((done, fail) => {
            const image = new Image()
            image.onload = () => done([image.naturalWidth, image.naturalHeight])
            image.onerror = fail
            image.src = path
        })))""", [one["src"] for one in manifest["icons"] if one["type"] == "image/png"] + [touch])
    assert sizes == [[192, 192], [512, 512], [180, 180]]
    assert any(one["purpose"] == "any" for one in manifest["icons"])
    assert [one["purpose"] for one in manifest["icons"] if one["type"] == "image/png"] == ["maskable", "maskable"]


def test_the_session_outlives_the_browser(reader):
    visitor = reader()
    visitor.tab().open("/")
    [cookie] = visitor.context.cookies()
    assert cookie["httpOnly"]
    # The test sets the cookie itself. The service says for how long it lasts.
    _, headers = visitor.service.send(
        "POST", "/v1/sessions", {"token": visitor.service.login_link("Alex").partition("#login=")[2]}, Origin=visitor.service.address)
    assert int(headers["Set-Cookie"].partition("Max-Age=")[2].partition(";")[0]) > 300 * 86_400


@pytest.mark.parametrize(("path", "status"), [
    ("/nowhere", 404), ("/foo/bar", 404), ("/sleep/2026", 404), ("/metric/", 404), ("/metric/nope", 200), ("/sleep/", 200),
    ("/workouts/", 200), ("/report", 200)])
def test_a_browser_gets_a_page_for_every_path_outside_the_api(service, path, status):
    assert fetch(service, path)[:2] == (status, "text/html; charset=utf-8")
    found, kind, body = fetch(service, path, method="HEAD")
    assert (found, kind, body) == (status, "text/html; charset=utf-8", b"")


@pytest.mark.parametrize("path", ["/v1/nope", "/v1/metric/stepCount", "/api/v1/nope"])
def test_a_wrong_path_of_the_api_is_an_error_in_json(service, path):
    status, kind, body = fetch(service, path)
    assert status == 404 and kind.startswith("application/json") and json.loads(body)["code"]


def test_a_program_gets_json_for_a_wrong_path(service):
    status, kind, _ = fetch(service, "/foo/bar", accept="*/*")
    assert status == 404 and kind.startswith("application/json")


@pytest.mark.parametrize(("path", "heading"), [("/sleep/", "Sleep"), ("/workouts/", "Workouts"), ("/data/?section=settings", "Data")])
def test_a_slash_at_the_end_shows_the_same_view(open_page, path, heading):
    expect(open_page(path).page.get_by_role("heading", name=heading, level=1)).to_be_visible()


def test_the_first_view_asks_each_question_once_and_loads_few_files(visitor, service):
    made = visitor("Alex", viewport={"width": 1280, "height": 900})
    page = made.context.new_page()
    asked = []
    page.on("request", lambda request: asked.append(request.url.removeprefix(service.address)))
    page.goto("/")
    expect(page.locator("main .figure").first).to_be_visible()
    questions = [path for path in asked if path.startswith("/v1/")]
    assert len(questions) == len(set(questions))
    assert len([path for path in asked if path.startswith("/page/")]) <= 8
    assert len(asked) <= 24
