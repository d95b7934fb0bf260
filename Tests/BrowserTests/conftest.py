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

from service import EXPORTS, PATIENCE, Service

# The made-up data end at this time. The browser's clock shows it always.
NOW = "2026-03-01T16:00:00Z"
CONTEXT = {"locale": "en-GB", "timezone_id": "Europe/Berlin", "viewport": {"width": 1280, "height": 900}}

ARGUMENTS = [
    # The sandbox of Chromium needs rights that root and containers do not have. The tests open no other page.
    "--no-sandbox",
    # A request to another origin fails, which is an error on the console.
    "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1, EXCLUDE localhost",
    # Tabs share a process, because its start takes as long as a page.
    "--renderer-process-limit=1",
]
numbers = itertools.count(1)
expect.set_options(timeout=60_000 * PATIENCE)


def pytest_configure(config):
    config.addinivalue_line("markers", "expected_console(pattern): messages of the console that the test provokes")
    config.addinivalue_line("markers", "long: a repetition, which runs only with HEALTHSTORE_TEST_LONG=1")


def pytest_collection_modifyitems(config, items):
    if os.environ.get("HEALTHSTORE_TEST_LONG") == "1":
        return
    config.hook.pytest_deselected(items=[item for item in items if item.get_closest_marker("long")])
    items[:] = [item for item in items if not item.get_closest_marker("long")]


@pytest.fixture(scope="session")
def service():
    service = Service()
    service.start()
    service.fill()
    yield service
    service.stop()


@pytest.fixture(scope="session")
def browser():
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=os.environ["HEALTHSTORE_BROWSER"], args=ARGUMENTS)
        yield browser
        browser.close()


class Visitor:
    """One browser context: the cookies of one reader, with any number of tabs."""

    def __init__(self, browser, service, now=NOW, **options):
        self.service = service
        self.context = browser.new_context(**{"base_url": service.address, **CONTEXT, **options})
        self.context.set_default_timeout(60_000 * PATIENCE)
        if now:
            self.context.clock.set_fixed_time(now)
        self.context.on("console", self.note)
        self.context.on("weberror", lambda error: self.problems.append(f"error: {error.error}"))
        self.problems = []
        self.person = None
        # A tab that shows the page, which an earlier test left.
        self.left = None

    def note(self, message):
        if message.type in ("error", "warning"):
            self.problems.append(f"{message.type}: {message.text} ({message.location.get('url', '')})")

    def log_in(self, person):
        self.person = person
        self.context.add_cookies([self.service.cookie(person)])

    def close_tabs(self):
        self.left = None
        for page in self.context.pages:
            page.close()

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

    def show(self, path):
        """Shows an address in a new view, in a tab that already has the page. This takes a third of `open`."""
        self.page.evaluate("""path => {
            document.activeElement.blur()
            for (const address of ['/nowhere', path]) {
                history.pushState(null, '', address)
                dispatchEvent(new PopStateEvent('popstate'))
            }
            for (const id of ['main', 'announcer', 'notices']) document.getElementById(id).replaceChildren()
        }""", path)
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


@pytest.fixture(scope="session")
def idle(browser, service):
    """Visitors of earlier tests. Their browser contexts have the files of the page, which new ones would load again."""
    visitors = []
    yield visitors
    for visitor in visitors:
        visitor.context.close()


@pytest.fixture
def alone(idle):
    """Closes the tabs that earlier tests left."""
    for visitor in idle:
        visitor.close_tabs()


@pytest.fixture
def visitor(request, browser, service, idle):
    """Makes visitors, without a session if no person is named. With options, they get a new browser context."""
    visitors = []
    failed = request.session.testsfailed

    def make(person=None, **options):
        found = next((one for name in (person, None) for one in idle if one.person == name and not options), None)
        if found:
            idle.remove(found)
        made = found or Visitor(browser, service, **options)
        visitors.append((made, not options))
        if person and not made.person:
            made.log_in(person)
        return made

    yield make
    expected = [marker.args[0] for marker in request.node.iter_markers("expected_console")]
    problems = []
    for one, is_kept in visitors:
        problems += one.problems
        one.problems = []
        if not is_kept:
            one.context.close()
            continue
        if expected or problems or request.session.testsfailed > failed or one.person not in EXPORTS:
            one.left = None
        if not one.left:
            one.close_tabs()
        if one.person not in EXPORTS:
            one.context.clear_cookies()
            one.person = None
        idle.append(one)
    unexpected = [one for one in problems if not any(re.search(pattern, one) for pattern in expected)]
    assert not unexpected, "\n".join(unexpected)


@pytest.fixture
def reader(visitor):
    """Makes visitors that are logged in as a person. All tests that do not end the session share it."""

    def make(person="Alex", **options):
        made = visitor(person, **options)
        made.close_tabs()
        return made

    return make


@pytest.fixture
def newcomer(service):
    """Makes a person without data whom no other test changes, and returns the name."""
    name = f"Person {next(numbers)}"
    service.add_person(name)
    return name


@pytest.fixture
def open_page(visitor):
    """Opens an address as a person, in the tab that an earlier test left, or else in a new one."""

    def open_page(path, person="Alex", **options):
        made = visitor(person, **options)
        if made.left:
            return made.left.show(path)
        made.left = made.tab()
        return made.left.open(path)

    return open_page
