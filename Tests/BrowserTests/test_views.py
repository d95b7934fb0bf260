"""What holds for every view: it is accessible, fits a phone, and is shown again by its address."""

import pytest
from axe_playwright_python.base import AXE_SCRIPT
from playwright.sync_api import expect

PHONE = {"width": 320, "height": 640}

# Alex: made-up data of two weeks, with rings, routes and electrocardiograms. Ben: the export of a real person of
# 2014 to 2017. Cleo: ten made-up years.
VIEWS = {
    "Alex": [
        "/", "/metric/heartRate?range=D&date=2026-02-28", "/metric/stepCount?range=W&compare=before",
        "/metric/stepCount?range=W&why=2026-02-25T00:00:00%2B01:00", "/metric/bodyMass?show=data&range=M",
        "/metric/mindfulSession?range=M", "/metric/bodyMass?range=Y", "/metric/stepCount?show=calendar",
        "/sleep?range=D&date=2026-02-28", "/sleep?range=M", "/workouts", "/workouts/running", "/trends", "/report",
        "/data",
        "/data?section=sources", "/data?section=connect", "/data?section=ecg", "/data?section=settings", "/access",
        "/access?section=tokens", "/access?section=login", "/access?section=sessions", "/access?section=log",
    ],
    "Ben": ["/", "/metric/stepCount?range=W&date=2017-10-20", "/metric/bodyMass?range=All", "/workouts"],
    "Cleo": ["/metric/stepCount?range=All", "/metric/restingHeartRate?range=6M", "/metric/stepCount?show=calendar",
             "/sleep?range=Y", "/workouts", "/report?range=year", "/trends"],
}
# One address of each view. The others are long tests.
FIRST = ["/", "/metric/stepCount?range=W&why=2026-02-25T00:00:00%2B01:00", "/sleep?range=D&date=2026-02-28",
         "/workouts/running", "/report", "/data", "/access"]
ADDRESSES = [pytest.param(person, address, marks=() if person == "Alex" and address in FIRST else pytest.mark.long)
             for person in VIEWS for address in VIEWS[person]]


def violations(tab, **options):
    """Returns what axe finds. The page keeps axe until it is loaded again."""
    if not tab.page.evaluate("'axe' in window"):
        tab.page.evaluate(AXE_SCRIPT)
    found = tab.page.evaluate(
        "async options => (await axe.run(options)).violations", {"resultTypes": ["violations"], **options})
    return [f"{one['id']}: {node['html']} {node['failureSummary']}" for one in found for node in one["nodes"]]


def words(tab):
    """Returns the texts of the view without those of pictures, which depend on the width of the screen."""
    return tab.main.evaluate("""main => {
        const copy = main.cloneNode(true)
        for (const picture of copy.querySelectorAll('svg')) picture.remove()
        return copy.textContent
    }""")


@pytest.fixture
def open_view(reader, service):
    """Opens an address in a new tab, which the test may change."""

    def open_view(person, address):
        if address == "/workouts/running":
            [workout] = service.get("/v1/workouts", person, activityType="running", limit=1)["workouts"]
            address = f"/workouts/{workout['uuid']}"
        return reader(person).tab().open(address)

    return open_view


@pytest.mark.parametrize(("person", "address"), ADDRESSES)
def test_a_view_is_accessible_fits_a_phone_and_is_shown_again_by_its_address(open_view, person, address):
    tab = open_view(person, address)
    expect(tab.page.get_by_role("heading", level=1)).to_have_count(1)
    assert violations(tab) == []
    tab.page.emulate_media(color_scheme="dark", reduced_motion="reduce")
    assert violations(tab, runOnly=["color-contrast"]) == []
    shown = words(tab)
    tab.page.set_viewport_size(PHONE)
    tab.page.reload()
    tab.settle()
    assert tab.page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]
    assert words(tab) == shown


def test_the_keyboard_alone_reaches_every_view(reader):
    tab = reader().tab().open("/workouts")
    keyboard = tab.page.keyboard
    keyboard.press("Tab")
    skip = tab.page.get_by_role("link", name="Skip to the content")
    expect(skip).to_be_focused()
    keyboard.press("Enter")
    expect(tab.main).to_be_focused()
    tab.open("/access")
    for name in ("Overview", "Trends", "Sleep", "Workouts", "Data", "Access"):
        link = tab.page.get_by_role("navigation", name="Views").get_by_role("link", name=name)
        for _ in range(12):
            if link.evaluate("link => link === document.activeElement"):
                break
            keyboard.press("Tab")
        expect(link).to_be_focused()
        keyboard.press("Enter")
        expect(tab.page.get_by_role("heading", name=name, level=1)).to_be_visible()


# Tests of metrics, sleep and workouts use the keyboard in the charts that are long tests here.
@pytest.mark.parametrize("address", [
    "/data?section=ecg", *(pytest.param(address, marks=pytest.mark.long) for address in [
        "/metric/stepCount?range=W", "/metric/heartRate?range=D&date=2026-02-28", "/sleep?range=D&date=2026-02-28",
        "/sleep?range=W", "/workouts/running"])])
def test_every_chart_speaks_its_values_and_has_a_table(open_view, address):
    tab = open_view("Alex", address)
    charts = tab.main.locator("[aria-roledescription=Chart]:visible")
    assert charts.count() > 0
    for index in range(charts.count()):
        chart = charts.nth(index)
        assert len(chart.get_attribute("aria-label")) > 10
        chart.focus()
        tab.page.keyboard.press("Home")
        expect(tab.spoken).not_to_be_empty()
        first = tab.spoken.inner_text()
        tab.page.keyboard.press("End")
        expect(tab.spoken).not_to_have_text(first)
    # A button has another name after it was pressed.
    toggle = tab.page.get_by_role("button", name="Table", exact=True).and_(tab.page.locator(":visible"))
    while toggle.count():
        toggle.first.click()
    expect(tab.main.get_by_role("table").first).to_be_visible()


def test_a_slow_connection_shows_that_the_page_loads(reader):
    visitor = reader("Cleo")
    page = visitor.context.new_page()
    network = visitor.context.new_cdp_session(page)
    network.send("Network.emulateNetworkConditions", {
        "offline": False, "latency": 100, "downloadThroughput": 100_000, "uploadThroughput": 20_000})
    page.goto("/metric/stepCount?range=Y", wait_until="commit")
    expect(page.locator(".loading")).to_be_visible()
    expect(page.get_by_role("heading", name="Steps", level=1)).to_be_visible()
    expect(page.locator("main .view:not(.busy)")).to_be_visible()
    # The figures come when the page has been seen without them.
    waiting = []
    page.route("**/v1/statistics-collection?**", lambda route: waiting.append(route))
    page.get_by_role("main").get_by_role("link", name="Week", exact=True).click()
    expect(page.locator("main .view.busy")).to_be_visible()
    page.route("**/v1/statistics-collection?**", lambda route: route.continue_())
    for route in waiting:
        route.continue_()
    expect(page.locator("main .view:not(.busy)")).to_be_visible()
    assert "23 Feb – 1 Mar 2026" in page.get_by_role("main").inner_text()


@pytest.mark.expected_console("404|400")
@pytest.mark.parametrize("path", [
    "/nowhere", *(pytest.param(path, marks=pytest.mark.long) for path in ["/sleep/2026", "/workouts/not-a-uuid", "/metric/"])])
def test_an_unknown_address_is_a_sentence_with_a_way_on(reader, path):
    tab = reader().tab()
    tab.page.goto(path)
    expect(tab.page.get_by_role("alert")).to_contain_text(".")
    tab.page.get_by_role("link", name="overview").first.click()
    expect(tab.page.get_by_role("heading", name="Overview", level=1)).to_be_visible()


def test_two_people_can_be_told_apart_at_a_glance(open_page):
    colors = {open_page("/", person).page.evaluate("getComputedStyle(document.documentElement).getPropertyValue('--person')")
              for person in ("Alex", "Ben", "Cleo")}
    assert len(colors) == 3
