"""Takes the screenshots for scripts/screenshots.

Arguments: a login link and a token of Alex, the program of the browser, and a directory or `--readme`.
"""

import base64
import json
import pathlib
import sys
import urllib.request
from urllib.parse import urlsplit

from playwright.sync_api import expect, sync_playwright

# The made-up data end at this time, which the browser's clock shows. The service and its list of logins have the real time.
NOW = "2026-03-01T16:00:00Z"
WIDTHS = {1440: 900, 768: 1024, 360: 780}
VIEWS = {
    "overview": "/",
    "metric-day": "/metric/heartRate?range=D&date=2026-02-28",
    "metric-week": "/metric/stepCount?range=W&compare=before",
    "metric-month": "/metric/stepCount?range=M&why=2026-02-21T00:00:00%2B01:00",
    "metric-weight": "/metric/bodyMass?range=Y",
    "metric-calendar": "/metric/stepCount?show=calendar",
    "metric-half-year": "/metric/restingHeartRate?range=6M",
    "metric-year": "/metric/heartRate?range=Y&compare=year",
    "metric-all": "/metric/stepCount?range=All",
    "metric-samples": "/metric/bodyMass?range=M&show=data",
    "sleep-night": "/sleep?range=D",
    "sleep-week": "/sleep?range=W",
    "sleep-year": "/sleep?range=Y",
    "workouts": "/workouts",
    "workout": "/workouts/{workout}",
    "trends": "/trends",
    "report": "/report",
    "data-import": "/data",
    "data-sources": "/data?section=sources",
    "data-connect": "/data?section=connect",
    "data-ecg": "/data?section=ecg",
    "data-settings": "/data?section=settings",
    "access": "/access",
    "access-login": "/access?section=login",
}
# Views with real times, such as that of the login.
REAL_TIME = {"access", "access-login"}
README = {
    "overview": ("overview", "light", 1200, 780),
    "metric": ("metric-month", "light", 1200, 780),
    "sleep": ("sleep-night", "dark", 1200, 780),
}
IMAGES = pathlib.Path(__file__).parents[2] / "Sources/healthstore/Documentation.docc/Images"


def running(address, token):
    """Returns the uuid of the newest run."""
    request = urllib.request.Request(
        f"{address}/v1/workouts?activityType=running&limit=1", headers={"Authorization": f"Bearer {token}"})
    with urllib.request.urlopen(request) as response:
        return json.load(response)["workouts"][0]["uuid"]


def speaking(route):
    """Answers that all sources are heard: the service has the real time, in which the made-up ones are silent."""
    answer = route.fetch()
    sources = [{**source, "isSilent": False} for source in answer.json()["sources"]]
    route.fulfill(response=answer, json={**answer.json(), "sources": sources})


def context(browser, cookies, name, scheme, width, height, scale=1):
    made = browser.new_context(
        viewport={"width": width, "height": height}, color_scheme=scheme, device_scale_factor=scale,
        locale="en-GB", timezone_id="Europe/Berlin", reduced_motion="reduce")
    made.add_cookies(cookies)
    if name not in REAL_TIME:
        made.clock.set_fixed_time(NOW)
        made.route("**/v1/freshness*", speaking)
    return made


def open_view(page, address):
    page.goto(address)
    expect(page.locator("main .view:not(.busy)").first).to_be_visible(timeout=30_000)
    page.wait_for_load_state("load")
    # Charts are drawn after their library was loaded, in the next frames.
    page.wait_for_timeout(500)
    # A panel that opens takes the focus and is scrolled to.
    page.evaluate("document.activeElement?.blur(); scrollTo(0, 0)")


def main(link, token, program, target):
    parts = urlsplit(link)
    address = f"{parts.scheme}://{parts.netloc}"
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=program, args=["--no-sandbox"])
        login = browser.new_context()
        page = login.new_page()
        page.goto(link)
        expect(page.locator("#navigation a").first).to_be_visible(timeout=30_000)
        cookies = login.cookies()
        paths = {name: path.format(workout=running(address, token)) for name, path in VIEWS.items()}

        if target == "--readme":
            IMAGES.mkdir(exist_ok=True)
            for file, (name, scheme, width, height) in README.items():
                made = context(browser, cookies, name, scheme, width, height, scale=1.5)
                page = made.new_page()
                open_view(page, address + paths[name])
                picture = made.new_cdp_session(page).send("Page.captureScreenshot", {"format": "webp", "quality": 80})
                (IMAGES / f"{file}.webp").write_bytes(base64.b64decode(picture["data"]))
                made.close()
            return
        directory = pathlib.Path(target)
        directory.mkdir(parents=True, exist_ok=True)
        for name, path in paths.items():
            for scheme in ("light", "dark"):
                for width, height in WIDTHS.items():
                    made = context(browser, cookies, name, scheme, width, height)
                    page = made.new_page()
                    open_view(page, address + path)
                    page.screenshot(path=directory / f"{name}-{scheme}-{width}.png", full_page=True)
                    made.close()


main(*sys.argv[1:])
