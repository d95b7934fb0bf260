"""The languages of the page: their texts are complete and fit, and a reader's choice is kept."""

import csv
import itertools
import pathlib
import re
import subprocess

import pytest
from playwright.sync_api import expect

from conftest import Visitor
from service import PROGRAM
from test_views import FIRST, violations

# Locales of browsers for the languages beside English, with the tag of the document.
LOCALES = {"de": ("de-AT", "de"), "fr": ("fr-CH", "fr"), "es": ("es-MX", "es"), "ja": ("ja-JP", "ja"), "zh": ("zh-TW", "zh-Hans")}
PHONE = {"width": 360, "height": 740}
TABLES = pathlib.Path(__file__).parents[2] / "Sources/HealthCore/Catalogue/Tables"


@pytest.fixture(scope="module")
def page(browser, service):
    """A tab that all tests of files share."""
    visitor = Visitor(browser, service)
    visitor.log_in("Eve")
    yield visitor.tab().open("/").page
    visitor.context.close()
    assert not visitor.problems


def module(page, name):
    """Returns the data that a module exports."""
    return page.evaluate("""async name => {
        const script = document.querySelector('script[src$="/app.js"]').src
        return { ...await import(script.replace(/[^/]*$/, `${name}.js`)) }
    }""", name)


def is_plural(one):
    return isinstance(one, dict) and "other" in one and one.keys() <= {"zero", "one", "two", "few", "many", "other"}


def messages(texts, path=""):
    """Returns the texts of a language by their paths. A text that counts is one text with its forms."""
    if isinstance(texts, str) or is_plural(texts):
        return {path: texts}
    pairs = texts.items() if isinstance(texts, dict) else enumerate(texts)
    return dict(itertools.chain.from_iterable(messages(one, f"{path}/{key}").items() for key, one in pairs))


def forms(message):
    return [message] if isinstance(message, str) else list(message.values())


def values(message):
    return set(re.findall(r"\{(\w+)\}", " ".join(forms(message))))


def categories(page, language):
    return set(page.evaluate("tag => new Intl.PluralRules(tag).resolvedOptions().pluralCategories", language))


def test_every_language_of_the_page_is_tested(page):
    assert set(module(page, "core/language")["languages"]) == {"en", *LOCALES}


@pytest.mark.parametrize("language", ["en", *LOCALES])
def test_a_language_has_all_texts_with_their_values_and_plurals(page, language):
    english, own = (messages(module(page, f"text/{name}")["default"]) for name in ("en", language))
    assert own.keys() == english.keys()
    for path, message in own.items():
        assert values(message) == values(english[path]), path
        assert all(form.strip() == form and form for form in forms(message)), path
        assert isinstance(message, str) == isinstance(english[path], str), path
        if not isinstance(message, str):
            assert values(message["other"]) == values(message), path
            assert message.keys() == categories(page, language), path


@pytest.mark.parametrize("language", LOCALES)
def test_a_language_has_the_names_of_the_catalogue_and_the_same_errors_as_the_others(page, service, language):
    names = module(page, f"text/{language}")["names"]
    catalogue = service.get("/v1/types", "Eve")
    assert names["types"].keys() == {one["shortName"] for one in catalogue["types"]}
    assert names["groups"].keys() == {one["name"] for one in catalogue["groups"]}
    assert names["activities"].keys() == set(module(page, "core/activities")["activityTypes"])
    shown = {"category_value": "HK", "enum_value": "HKElectrocardiogram(Classification|SymptomsStatus),"}
    assert names["values"].keys() == {
        row["case_name"] for table, pattern in shown.items() for row in rows(table) if re.match(pattern, row["enum"] + ",")}
    assert names["errors"].keys() == module(page, "text/de")["names"]["errors"].keys()
    assert names["errors"].keys() <= set(re.findall(r"`([a-z_]+)`", error_article()))
    assert all(isinstance(one, str) and one for group in names.values() for one in group.values())


def error_article():
    return subprocess.run([PROGRAM, "help", "errors"], capture_output=True, text=True, check=True).stdout


def rows(table):
    lines = (line for line in (TABLES / f"{table}.csv").read_text().splitlines() if not line.startswith("#"))
    return csv.DictReader(lines)


@pytest.mark.parametrize("language", [
    language if language in ("de", "ja") else pytest.param(language, marks=pytest.mark.long) for language in LOCALES])
def test_every_view_is_in_the_language_of_the_browser_accessible_and_fits_a_phone(visitor, service, language):
    locale, tag = LOCALES[language]
    reader = visitor("Alex", locale=locale, viewport=PHONE)
    tab = reader.tab().open("/")
    english, own = (messages(module(tab.page, f"text/{name}")["default"]) for name in ("en", language))
    foreign = {form for text in english.values() for form in forms(text)} - {form for text in own.values() for form in forms(text)}
    assert tab.page.evaluate("document.documentElement.lang") == tag
    assert tab.page.locator(".skip").inner_text() == own["/skip"]
    [workout] = service.get("/v1/workouts", "Alex", activityType="running", limit=1)["workouts"]
    more = ["/data?section=sources", "/data?section=connect", "/data?section=ecg", "/data?section=settings",
            "/access?section=tokens", "/access?section=log", "/sleep?range=M", "/metric/bodyMass?show=data&range=M"]
    for address in [*FIRST, *more]:
        tab.show(address.replace("running", workout["uuid"]))
        assert tab.page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"], address
        shown = tab.page.evaluate("""() => {
            const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
            const found = []
            while (walker.nextNode()) found.push(walker.currentNode.data.trim())
            for (const one of document.querySelectorAll('[aria-label]')) found.push(one.getAttribute('aria-label'))
            return found
        }""")
        assert foreign.isdisjoint(shown), (address, foreign & set(shown))
        assert not [one for one in shown if re.search(r"undefined|NaN|\{\w+\}", one)], address
        if address in FIRST:
            assert violations(tab) == [], address


@pytest.mark.parametrize(("locale", "heading"), [
    ("de-CH", "Anmelden"), ("fr-CA", "Connexion"), ("es-AR", "Iniciar sesión"), ("ja-JP", "ログイン"), ("zh-CN", "登录"),
    ("en-US", "Log in"), ("it-IT", "Log in")])
@pytest.mark.expected_console("401")
def test_the_log_in_is_in_the_language_of_the_browser(visitor, locale, heading):
    page = visitor(locale=locale).context.new_page()
    page.goto("/")
    expect(page.get_by_role("heading", name=heading, level=1)).to_be_visible()


def choose(tab, name):
    tab.page.locator(".person-button").click()
    tab.page.locator("#person select").select_option(label=name)


@pytest.mark.expected_console("401")
def test_a_choice_is_kept_for_the_person_and_ends_in_this_browser_with_the_session(visitor, newcomer):
    tab = visitor(newcomer, locale="en-GB").tab().open("/")
    heading = tab.page.get_by_role("heading", level=1)
    expect(heading).to_have_text("Overview")
    choose(tab, "Français")
    expect(heading).to_have_text("Aperçu")
    expect(tab.page).to_have_title("Aperçu · healthstore")
    tab.page.reload()
    expect(heading).to_have_text("Aperçu")
    other = visitor(newcomer, locale="de-DE").tab().open("/sleep")
    expect(other.page.get_by_role("heading", level=1)).to_have_text("Sommeil")
    choose(other, "Celle du navigateur")
    expect(other.page.get_by_role("heading", level=1)).to_have_text("Schlaf")
    tab.page.reload()
    expect(heading).to_have_text("Overview")
    choose(tab, "日本語")
    expect(heading).to_have_text("概要")
    tab.page.locator(".person-button").click()
    tab.page.get_by_role("button", name="ログアウト").click()
    expect(heading).to_have_text("Log in")


def test_dates_and_numbers_are_those_of_the_language_in_the_region_of_the_browser(visitor):
    formats = """async () => {
        const script = document.querySelector('script[src$="/app.js"]').src
        const format = await import(script.replace(/[^/]*$/, 'core/format.js'))
        return [format.date('2026-01-04', 'month'), format.number(1234.5), format.duration(28_440), format.bytes(3_800_000)]
    }"""

    def of(locale):
        return [one.replace("\u202f", " ").replace("\u00a0", " ")
                for one in visitor("Eve", locale=locale).tab().open("/").page.evaluate(formats)]

    assert of("de-AT") == ["Jänner 2026", "1 235", "7 h 54 min", "3,8 MB"]
    assert of("de-DE") == ["Januar 2026", "1.235", "7 h 54 min", "3,8 MB"]
    assert of("fr-FR") == ["janvier 2026", "1 235", "7 h 54 min", "3,8 Mo"]
    assert of("zh-TW") == ["2026年1月", "1,235", "7 小时 54 分钟", "3.8 MB"]
    assert of("it-IT") == ["January 2026", "1,235", "7 h 54 min", "3.8 MB"]
