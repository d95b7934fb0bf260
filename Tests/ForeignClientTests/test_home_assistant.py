"""Renders the templates for Home Assistant that the article Dashboards prints, on real answers.

Home Assistant renders templates with Jinja in an immutable sandbox and adds functions and filters to it:
https://www.home-assistant.io/docs/configuration/templating/. These tests add those that the article uses.
"""

import datetime
import json
import pathlib
import urllib.parse
import urllib.request
import zoneinfo

import jinja2
import pytest
import yaml
from jinja2.sandbox import ImmutableSandboxedEnvironment

ARTICLE = pathlib.Path(__file__).parents[2] / "Sources/healthstore/Documentation.docc/Dashboards.md"
BERLIN = zoneinfo.ZoneInfo("Europe/Berlin")


class Loader(yaml.SafeLoader):
    """Reads `!secret NAME` as the text of the secret."""

    secrets = {}


Loader.add_constructor("!secret", lambda loader, node: Loader.secrets[loader.construct_scalar(node)])


def environment(now):
    environment = ImmutableSandboxedEnvironment()
    environment.globals.update(now=lambda: now, timedelta=datetime.timedelta)
    environment.filters.update(as_datetime=datetime.datetime.fromisoformat, round=rounded)
    return environment


def rounded(value, precision=0):
    """The filter of Home Assistant: a whole number without a precision."""
    return round(float(value), precision) if precision else int(round(float(value)))


class Home:
    """The sensors of the article, as Home Assistant evaluates them."""

    def __init__(self, service, token, now):
        blocks = ARTICLE.read_text().split("```yaml\n")[1:]
        text = next(block.split("```")[0] for block in blocks if block.startswith("rest:"))
        Loader.secrets = {"healthstore": f"Bearer {token}"}
        self.environment = environment(now)
        self.states = {}
        self.sensors = []
        for source in yaml.load(text, Loader)["rest"]:
            answer = self.ask(service, source)
            self.sensors += source.get("sensor", [])
            for sensor in source.get("sensor", []) + source.get("binary_sensor", []):
                self.states[sensor["name"]] = self.render(sensor["value_template"], value_json=answer)

    def ask(self, service, source):
        query = {name: self.render(value) for name, value in source.get("params", {}).items()}
        url = source["resource"].replace("https://health.example", service.address)
        request = urllib.request.Request(f"{url}?{urllib.parse.urlencode(query)}", headers=source["headers"])
        with urllib.request.urlopen(request) as answer:
            return json.load(answer)

    def render(self, template, **variables):
        """Returns None, which Home Assistant shows as unknown, if the template has no value."""
        try:
            return self.environment.from_string(template).render(variables).strip()
        except jinja2.TemplateError:
            return None


@pytest.fixture(scope="module")
def token(service):
    """A token with the grant that the article gives."""
    service.command("holder", "add", "home")
    service.command("share", "Alex", "--with", "home", "--preset", "dashboard", "--groups", "activity,heart,sleep")
    return service.command("token", "create", "--person", "Alex", "--holder", "home", "--read-only")


def test_the_sensors_of_home_assistant_show_the_figures_of_the_api(service, token):
    # At this time the made-up data of the day before are complete.
    now = datetime.datetime.now(BERLIN) - datetime.timedelta(days=1)
    home = Home(service, token, now)
    day, next_day = now.date(), now.date() + datetime.timedelta(days=1)
    range_ = {"timeZone": "Europe/Berlin", "from_": str(day), "to": str(next_day)}
    for name, type_ in [("Steps today", "stepCount"), ("Active energy today", "activeEnergyBurned")]:
        figures = service.ask("GET", "/v1/statistics", "Alex", type=type_, **range_)["statistics"]
        assert home.states[name] == str(round(figures["sum"])), name
        assert int(home.states[name]) > 0, name
    night = service.ask("GET", "/v1/sleep", "Alex", **range_)["nights"][0]
    assert float(home.states["Sleep last night"]) == round(night["asleep"] / 3600, 1) > 1
    latest = service.ask("GET", "/v1/latest", "Alex", types="restingHeartRate")["latest"][0]
    assert home.states["Resting heart rate"] == str(round(latest["sample"]["value"]))
    assert home.states["Watch data"] == "True"


# The units and state classes of a device class, which Home Assistant checks:
# https://developers.home-assistant.io/docs/core/entity/sensor/. A class that is not listed here is not in the article.
RULES = {
    None: ({"steps", "bpm"}, {"measurement", "total", "total_increasing"}),
    "energy": ({"J", "kJ", "Wh", "kWh", "cal", "kcal", "Mcal"}, {"total", "total_increasing"}),
    "duration": ({"d", "h", "min", "s", "ms"}, {"measurement", "total", "total_increasing"}),
}


def test_units_and_state_classes_follow_the_rules_of_home_assistant(service, token):
    home = Home(service, token, datetime.datetime.now(BERLIN) - datetime.timedelta(days=1))
    assert len(home.sensors) == 4
    for sensor in home.sensors:
        units, classes = RULES[sensor.get("device_class")]
        assert sensor["unit_of_measurement"] in units and sensor["state_class"] in classes, sensor["name"]
        # Sums of a day begin again at midnight; other values are measured.
        assert (sensor["state_class"] == "total_increasing") == sensor["name"].endswith("today")
        # A sensor with a unit must have a number.
        float(home.states[sensor["name"]])
    assert len({sensor["unique_id"] for sensor in home.sensors}) == 4


def test_without_samples_the_sensors_of_home_assistant_are_unknown_and_the_binary_sensor_is_off(service, token):
    home = Home(service, token, datetime.datetime.now(BERLIN) + datetime.timedelta(days=400))
    assert home.states.pop("Watch data") == "False"
    assert home.states.pop("Resting heart rate") is not None
    assert home.states == {"Steps today": None, "Active energy today": None, "Sleep last night": None}
