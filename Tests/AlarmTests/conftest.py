"""What the tests of the alarms share: Prometheus with the rules of the package, and stores."""

import json
import os
import pathlib
import re
import socket
import subprocess
import time
import urllib.error
import urllib.request

import pytest

PROGRAM = os.environ["HEALTHSTORE_PROGRAM"]
PROMETHEUS = os.environ["HEALTHSTORE_PROMETHEUS"]
ROOT = pathlib.Path(__file__).parents[2]
RULES = ROOT / "packaging/prometheus/healthstore.yml"
PATIENCE = float(os.environ.get("HEALTHSTORE_TEST_PATIENCE", "1"))


def wait(what, happened):
    """Returns the first true value of a function."""
    deadline = time.monotonic() + 60 * PATIENCE
    while time.monotonic() < deadline:
        if value := happened():
            return value
        time.sleep(0.1)
    raise AssertionError(f"this did not happen: {what}")


class Prometheus:
    """A server that reads each metric once a second. Alarms fire without the wait `for`."""

    def __init__(self, directory):
        self.targets, self.file = {}, directory / "targets.json"
        self.file.write_text("[]")
        # The rules are those of the package, but for the waits.
        (directory / "rules.yml").write_text(re.sub(r"^ +for: .*\n", "", RULES.read_text(), flags=re.MULTILINE))
        (directory / "prometheus.yml").write_text(json.dumps({
            "global": {"scrape_interval": "1s", "evaluation_interval": "1s"}, "rule_files": ["rules.yml"],
            "scrape_configs": [{"job_name": "healthstore", "file_sd_configs": [{"files": [str(self.file)]}]}]}))
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.address = f"127.0.0.1:{free.getsockname()[1]}"
        self.log = directory / "prometheus.log"
        self.process = subprocess.Popen(
            [PROMETHEUS, f"--config.file={directory}/prometheus.yml", f"--storage.tsdb.path={directory}/data",
             f"--web.listen-address={self.address}"], stdout=self.log.open("w"), stderr=subprocess.STDOUT)

    def stop(self):
        self.process.kill()
        self.process.wait()

    def ask(self, path):
        try:
            with urllib.request.urlopen(f"http://{self.address}/api/v1/{path}") as answer:
                return json.load(answer)["data"]
        except urllib.error.URLError:
            assert self.process.poll() is None, self.log.read_text()[-2000:]
            return {"alerts": [], "result": []}

    def watch(self, name, address):
        """Reads the metrics of a service, and waits for the first."""
        self.targets[name] = {"targets": [address.removeprefix("http://")], "labels": {"instance": name}}
        new = self.file.with_suffix(".new")
        new.write_text(json.dumps(list(self.targets.values())))
        new.rename(self.file)
        query = f"query?query=healthstore_build_info%7Binstance%3D%22{name}%22%7D"
        wait(f"the metrics of {name}", lambda: self.ask(query)["result"])

    def alarms(self, name):
        """The names of the alarms that fire for a service."""
        return {alert["labels"]["alertname"] for alert in self.ask("alerts")["alerts"]
                if alert["labels"].get("instance") == name and alert["state"] == "firing"}


class Store:
    """A private store and its service."""

    def __init__(self, prometheus, name, directory):
        self.prometheus, self.name, self.directory, self.process = prometheus, name, directory, None
        self.data = directory / "data"

    def command(self, *arguments):
        ran = subprocess.run([PROGRAM, *map(str, arguments), "--data-dir", self.data], capture_output=True, text=True)
        assert ran.returncode == 0, ran.stderr
        return ran.stdout.strip()

    def sql(self, statement):
        ran = subprocess.run([PROGRAM, "psql", "--owner", "--data-dir", self.data, "--", "-qtAc", statement],
                             capture_output=True, text=True)
        assert ran.returncode == 0, ran.stderr
        return ran.stdout.strip()

    def serve(self, *arguments, store=None):
        """Starts a service, and lets Prometheus read its metrics. `store` replaces the data directory."""
        output, self.log = (self.directory / f"{self.name}.{end}" for end in ("output", "log"))
        self.process = subprocess.Popen(
            [PROGRAM, "serve", "--port", "0", "--admin", "127.0.0.1:0", *map(str, arguments),
             *(store or ("--data-dir", self.data))], stdout=output.open("w"), stderr=self.log.open("w"))
        wait("the service listens", lambda: "listening on " in output.read_text() or self.process.poll())
        assert self.process.poll() is None, self.log.read_text()
        self.address = re.search(r"^listening on (\S+)", output.read_text(), re.MULTILINE)[1]
        self.prometheus.watch(self.name, re.search(r'"admin_started","address":"([^"]+)"', self.log.read_text())[1])
        return self

    def send(self, path, token="", body=None, content="application/json"):
        """Sends a request, and returns the status of its answer."""
        request = urllib.request.Request(
            self.address + path, data=body, headers={"Authorization": f"Bearer {token}", "Content-Type": content})
        try:
            with urllib.request.urlopen(request) as answer:
                return answer.status
        except urllib.error.HTTPError as error:
            return error.code

    def token(self):
        self.command("person", "add", "Ada")
        return self.command("token", "create", "--person", "Ada")

    @property
    def postmaster(self):
        """The lines of postmaster.pid: the process, the directory, the time, the port, the socket."""
        return (self.data / "postgres/postmaster.pid").read_text().split("\n")

    def kill_database(self):
        os.kill(int(self.postmaster[0]), 9)

    def fires(self, *alarms):
        wait(f"{alarms} fire; {self.prometheus.alarms(self.name)} do", lambda: self.firing.issuperset(alarms))

    def silent(self, *alarms):
        wait(f"{alarms} end", lambda: self.firing.isdisjoint(alarms))

    @property
    def firing(self):
        return self.prometheus.alarms(self.name)

    def stop(self):
        if self.process and self.process.poll() is None:
            self.process.terminate()
            self.process.wait(60 * PATIENCE)


@pytest.fixture(scope="session")
def prometheus(tmp_path_factory):
    server = Prometheus(tmp_path_factory.mktemp("prometheus"))
    yield server
    server.stop()


@pytest.fixture
def store(prometheus, request, tmp_path_factory):
    """A new store, whose service has the name of the test."""
    directory = pathlib.Path(tmp_path_factory.mktemp("store"))
    # PostgreSQL runs as another user than root, and must enter the directories.
    for folder in (directory, *directory.parents[:2]):
        folder.chmod(0o755)
    subprocess.run(["cp", "-a", os.environ["HEALTHSTORE_DATA"], directory / "data"], check=True)
    store = Store(prometheus, request.node.name, directory)
    yield store
    store.stop()
