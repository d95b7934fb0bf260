"""Measures the page in a browser for scripts/bench.d/page.

Arguments: a login link, and the program of the browser. Prints a line `figure|value|goal` for each figure.
"""

import statistics
import sys
from urllib.parse import urlsplit

from playwright.sync_api import expect, sync_playwright

LOADS = 15
# Times that all ranges are shown, one after the other.
ROUNDS = 10
RANGES = ["Month", "6 months", "Year", "All", "Day", "Week"]
METRICS = [("steps", "/metric/stepCount?range=W"), ("heart rate", "/metric/heartRate?range=W")]

# Notes when the first figure of the overview was painted, in milliseconds since the navigation began.
PAINT = """
globalThis.painted = new Promise(resolve => addEventListener('DOMContentLoaded', () => {
    const observer = new MutationObserver(() => {
        if (!document.querySelector('main .metric-card .figure')) return
        observer.disconnect()
        requestAnimationFrame(() => setTimeout(() => resolve(performance.now())))
    })
    observer.observe(document.body, { childList: true, subtree: true })
}))
"""

# Chooses a range, and returns the milliseconds until its chart was painted.
CHOOSE = """
name => new Promise(resolve => {
    const view = document.querySelector('main .view')
    const link = view.querySelector(`.range-bar a[aria-label="${name}"]`)
    const observer = new MutationObserver(() => {
        if (view.classList.contains('busy')) return
        observer.disconnect()
        requestAnimationFrame(() => setTimeout(() => resolve(performance.now() - start)))
    })
    observer.observe(view, { attributeFilter: ['class'] })
    const start = performance.now()
    link.click()
})
"""


def figure(name, values, goal=""):
    print(f"{name}: median|{statistics.median(values):.0f} ms|{goal}")
    print(f"    greatest of {len(values)}|{max(values):.0f} ms|")


def first_paint(page, address):
    page.goto(address)
    return page.evaluate("painted")


def transfers(context, page, address):
    """Returns the paths that a first visit asks for, with the bytes of the compressed bodies."""
    network = context.new_cdp_session(page)
    network.send("Network.enable")
    paths, headers, sizes = {}, {}, []

    def received(event):
        paths[event["requestId"]] = urlsplit(event["response"]["url"]).path
        headers[event["requestId"]] = event["response"]["encodedDataLength"]

    network.on("Network.responseReceived", received)
    network.on("Network.loadingFinished", lambda event: sizes.append(
        (paths[event["requestId"]], event["encodedDataLength"] - headers[event["requestId"]])))
    page.goto(address)
    expect(page.locator("main .metric-card .figure").first).to_be_visible()
    # The page loads the modules of the other views when the browser is idle, and the chart library with the first chart.
    page.wait_for_timeout(2000)
    return sizes


def main(link, program):
    parts = urlsplit(link)
    address = f"{parts.scheme}://{parts.netloc}"
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=program, args=["--no-sandbox"])
        options = {"viewport": {"width": 1440, "height": 900}, "locale": "en-GB", "timezone_id": "Europe/Berlin"}
        context = browser.new_context(**options)
        page = context.new_page()
        page.goto(link)
        expect(page.locator("main .metric-card .figure").first).to_be_visible()
        cookies = context.cookies()

        first, again = [], []
        for _ in range(LOADS):
            fresh = browser.new_context(**options)
            fresh.add_cookies(cookies)
            fresh.add_init_script(PAINT)
            tab = fresh.new_page()
            first.append(first_paint(tab, address))
            again.append(first_paint(tab, address))
            fresh.close()
        figure("first figures of the overview, nothing cached", first, "1000 ms")
        figure("first figures of the overview, files cached", again)

        for name, path in METRICS:
            page.goto(address + path)
            expect(page.locator("main .view:not(.busy) canvas")).to_be_visible()
            times = {one: [] for one in RANGES}
            for _ in range(ROUNDS):
                for one in RANGES:
                    times[one].append(page.evaluate(CHOOSE, one))
            figure(f"change of range, {name}", [value for one in RANGES for value in times[one]], "150 ms")
            for one in RANGES:
                print(f"    to {one}: median|{statistics.median(times[one]):.0f} ms|")

        fresh = browser.new_context(**options)
        fresh.add_cookies(cookies)
        sizes = transfers(fresh, fresh.new_page(), address)
        files = [size for path, size in sizes if not path.startswith("/v1/") and not path.endswith("/chart.js")]
        questions = [size for path, size in sizes if path.startswith("/v1/")]
        print(f"files of the page without the chart library, compressed|{sum(files) / 1000:.0f} kB|100 kB")
        print(f"    requests for them|{len(files)}|")
        print(f"answers of the API for the overview, compressed|{sum(questions) / 1000:.0f} kB|")
        print(f"    requests for them|{len(questions)}|")
        browser.close()


main(*sys.argv[1:])
