"""What all tests of the page share: the service, the browser, and tabs that are logged in.

Every test fails if the page writes an error or a warning to the console, breaks its content security
policy, or sends a request to another origin. The marker `expected_console` names the messages that a
test provokes.
"""

import itertools
import os
import re

import pytest
from playwright.sync_api import expect, sync_playwright

from service import PATIENCE, Service

# The made-up data end at this time. The browser's clock shows it always.
NOW = "2026-03-01T16:00:00Z"
CONTEXT = {"locale": "en-GB", "timezone_id": "Europe/Berlin", "viewport": {"width": 1280, "height": 900}}

numbers = itertools.count(1)
expect.set_options(timeout=60_000 * PATIENCE)


def pytest_configure(config):
    config.addinivalue_line("markers", "expected_console(pattern): messages of the console that the test provokes")


@pytest.fixture(scope="session")
def service():
    service = Service()
    service.start()
    yield service
    service.stop()


@pytest.fixture(scope="session")
def browser():
    with sync_playwright() as playwright:
        # The sandbox of Chromium needs rights that root and containers do not have. The tests open no other page.
        browser = playwright.chromium.launch(
            executable_path=os.environ["HEALTHSTORE_BROWSER"], args=["--no-sandbox"])
        yield browser
        browser.close()


class Visitor:
    """One browser context: the cookies of one reader, with any number of tabs."""

    def __init__(self, browser, service, problems, now=NOW, **options):
        self.service = service
        self.context = browser.new_context(base_url=service.address, **{**CONTEXT, **options})
        self.context.set_default_timeout(60_000 * PATIENCE)
        if now:
            self.context.clock.set_fixed_time(now)
        self.context.on("console", lambda message: self.note(problems, message))
        self.context.on("weberror", lambda error: problems.append(f"error: {error.error}"))
        self.context.on("request", lambda request: self.check(problems, request))
        self.requests = []

    @staticmethod
    def note(problems, message):
        if message.type in ("error", "warning"):
            problems.append(f"{message.type}: {message.text} ({message.location.get('url', '')})")

    def check(self, problems, request):
        self.requests.append(request)
        if not request.url.startswith((self.service.address + "/", f"blob:{self.service.address}/")):
            problems.append(f"foreign request: {request.url}")

    def tab(self):
        return Tab(self.context.new_page())


class Tab:
    """A tab with the page."""

    def __init__(self, page):
        self.page = page
        self.main = page.get_by_role("main")

    def open(self, path):
        """Opens an address and waits until its view has its data."""
        self.page.goto(path)
        self.settle()
        return self

    def settle(self):
        expect(self.page.locator("main .view:not(.busy)").first).to_be_visible()

    def card(self, name):
        """Returns the card of the overview with this heading."""
        heading = self.page.get_by_role("heading", name=name, exact=True)
        return self.main.locator("section.card").filter(has=heading)

    @property
    def chart(self):
        """The first chart of the view, as the keyboard reaches it."""
        return self.main.locator("[aria-roledescription=Chart]").first

    @property
    def path(self):
        return re.sub(r"^https?://[^/]*", "", self.page.url)

    @property
    def spoken(self):
        """What a screen reader spoke last."""
        return self.page.locator("#announcer")

    def fact(self, name):
        """Returns the figure of a list of facts, such as "Total"."""
        term = self.page.get_by_role("term").filter(has_text=re.compile(f"^{re.escape(name)}$"))
        return self.main.locator("dl > div").filter(has=term).locator("dd").first

    def rows(self, table=None):
        """Returns the texts of the cells of a table, without the row of headings."""
        table = table or self.main.get_by_role("table")
        return table.locator("tbody").evaluate(
            "body => [...body.rows].map(row => [...row.cells].map(cell => cell.innerText))")

    def point(self, fraction):
        """Moves the pointer over the chart, and returns what the page says about the bar there."""
        box = self.chart.bounding_box()
        self.page.mouse.move(box["x"] + fraction * box["width"], box["y"] + box["height"] * 0.6)
        return self.main.locator(".metric-readout").inner_text()


@pytest.fixture
def visitor(request, browser, service):
    """Makes visitors without a session."""
    problems, visitors = [], []

    def make(**options):
        visitors.append(Visitor(browser, service, problems, **options))
        return visitors[-1]

    yield make
    for visitor in visitors:
        visitor.context.close()
    expected = [marker.args[0] for marker in request.node.iter_markers("expected_console")]
    unexpected = [one for one in problems if not any(re.search(pattern, one) for pattern in expected)]
    assert not unexpected, "\n".join(unexpected)


@pytest.fixture(scope="session")
def cookies(browser, service):
    """Returns the cookies of a session of a person. All tests that do not end it share one session."""
    sessions = {}

    def of(person):
        if person not in sessions:
            context = browser.new_context(**CONTEXT)
            page = context.new_page()
            page.goto(service.login_link(person))
            expect(page.locator("#navigation a").first).to_be_visible()
            sessions[person] = context.cookies()
            context.close()
        return sessions[person]

    return of


@pytest.fixture
def reader(visitor, cookies):
    """Makes visitors that are logged in as a person."""

    def make(person="Alex", **options):
        made = visitor(**options)
        made.context.add_cookies(cookies(person))
        return made

    return make


@pytest.fixture
def newcomer(service):
    """Makes a person without data whom no other test changes, and returns the name."""
    name = f"Person {next(numbers)}"
    service.command("person", "add", name)
    return name


@pytest.fixture
def open_page(reader):
    """Opens an address as a person, in a new browser context with one tab."""
    return lambda path, person="Alex", **options: reader(person, **options).tab().open(path)
