"""The service under test, and questions to its API."""

import contextlib
import json
import os
import re
import subprocess
import time
import urllib.error
import urllib.parse
import urllib.request

PROGRAM = os.environ["HEALTHSTORE_PROGRAM"]
DATA = os.environ["HEALTHSTORE_DATA"]

# A slow machine waits longer, as in scripts/test.
PATIENCE = float(os.environ.get("HEALTHSTORE_TEST_PATIENCE", "1"))


class Service:
    """`healthstore serve` on a store that scripts/test.d/page has filled."""

    def __init__(self, *arguments):
        self.arguments = arguments
        self.process = None
        self.port = 0
        self.address = None
        self.tokens = {}

    def start(self):
        """Starts the service. It always gets the port of its first start."""
        output = open(f"{DATA}.output", "w+")
        log = open(f"{DATA}.log", "a")
        self.process = subprocess.Popen(
            [PROGRAM, "serve", "--port", str(self.port), "--rate-limit", "100000", "--data-dir", DATA,
             *self.arguments],
            stdout=output, stderr=log)
        deadline = time.monotonic() + 60 * PATIENCE
        while time.monotonic() < deadline and self.process.poll() is None:
            found = re.search(r"^listening on (http://\S+:(\d+))$", open(output.name).read(), re.MULTILINE)
            if found:
                self.address, self.port = found[1], int(found[2])
                return
            time.sleep(0.05)
        raise AssertionError(f"the service did not start: {open(log.name).read()[-2000:]}")

    def stop(self):
        self.process.terminate()
        self.process.wait(60 * PATIENCE)

    @contextlib.contextmanager
    def gone(self):
        """Stops the service, and starts it again at the end."""
        self.stop()
        try:
            yield
        finally:
            self.start()

    def command(self, *arguments):
        """Runs a command of healthstore on the store, and returns what it prints."""
        ran = subprocess.run([PROGRAM, *arguments, "--data-dir", DATA], capture_output=True, text=True)
        assert ran.returncode == 0, ran.stderr
        return ran.stdout.strip()

    def login_link(self, person):
        return self.command("login-link", "--person", person, "--url", self.address)

    def token(self, person):
        """Returns a token that may do everything with the data of a person."""
        if person not in self.tokens:
            self.tokens[person] = self.command("token", "create", "--person", person)
        return self.tokens[person]

    def ask(self, method, path, person, body=None, **parameters):
        """Sends a request to the API, and returns the JSON of its answer."""
        query = urllib.parse.urlencode({name.rstrip("_"): value for name, value in parameters.items()}, doseq=True)
        request = urllib.request.Request(
            f"{self.address}{path}?{query}", method=method,
            data=None if body is None else json.dumps(body).encode(),
            headers={"Authorization": f"Bearer {self.token(person)}", "Content-Type": "application/json"})
        try:
            with urllib.request.urlopen(request) as response:
                content = response.read()
        except urllib.error.HTTPError as error:
            raise AssertionError(f"{method} {path}: {error.code} {error.read().decode()}") from None
        return json.loads(content) if content else None

    def get(self, path, person, **parameters):
        return self.ask("GET", path, person, **parameters)

    def post_samples(self, person, *samples):
        return self.ask("POST", "/v1/batches", person, {"samples": list(samples)})
