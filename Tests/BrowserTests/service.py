"""The service under test, and questions to its API."""

import concurrent.futures
import contextlib
import http.cookies
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
# The exports that the service imports, by person; null for a person without data. The store of
# scripts/test.d/clients already has its data.
EXPORTS = json.loads(os.environ.get("HEALTHSTORE_EXPORTS", "{}"))

# A slow machine waits longer, as in scripts/test.
PATIENCE = float(os.environ.get("HEALTHSTORE_TEST_PATIENCE", "1"))


class Service:
    """`healthstore serve` on the store of scripts/test.d/page."""

    def __init__(self, *arguments):
        self.arguments = arguments
        self.process = None
        self.port = 0
        self.address = None
        self.operator = None
        self.cookies = {}
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

    def fill(self):
        """Imports the exports, all at the same time."""
        self.operator = self.command("token", "create", "--operator")
        for person in EXPORTS:
            self.add_person(person)
        with concurrent.futures.ThreadPoolExecutor() as executor:
            for imported in [executor.submit(self.command, "import", path, "--person", person)
                             for person, path in EXPORTS.items() if path]:
                imported.result()

    def add_person(self, name):
        self.send("POST", "/v1/people", {"name": name}, Authorization=f"Bearer {self.operator}")

    def command(self, *arguments):
        """Runs a command of healthstore on the store, and returns what it prints."""
        ran = subprocess.run([PROGRAM, *arguments, "--data-dir", DATA], capture_output=True, text=True)
        assert ran.returncode == 0, ran.stderr
        return ran.stdout.strip()

    def login_link(self, person):
        return self.command("login-link", "--person", person, "--url", self.address)

    def cookie(self, person):
        """Returns the cookie of a session of a person, as Playwright takes it. It is always the same session."""
        if person not in self.cookies:
            token = self.login_link(person).partition("#login=")[2]
            _, headers = self.send("POST", "/v1/sessions", {"token": token}, Origin=self.address)
            [cookie] = http.cookies.SimpleCookie(headers["Set-Cookie"]).values()
            self.cookies[person] = {"name": cookie.key, "value": cookie.value, "url": self.address,
                                    "httpOnly": bool(cookie["httponly"]), "sameSite": cookie["samesite"]}
        return self.cookies[person]

    def token(self, person):
        """Returns a token that may do everything with the data of a person."""
        if person not in self.tokens:
            cookie = self.cookie(person)
            answer, _ = self.send("POST", "/v1/tokens", {"name": "tests"}, Origin=self.address,
                                  Cookie=f"{cookie['name']}={cookie['value']}")
            self.tokens[person] = answer["token"]
        return self.tokens[person]

    def send(self, method, path, body=None, **headers):
        """Sends a request, and returns the JSON of its answer and the answer's headers."""
        request = urllib.request.Request(
            self.address + path, method=method, data=None if body is None else json.dumps(body).encode(),
            headers={"Content-Type": "application/json", **headers})
        try:
            with urllib.request.urlopen(request) as response:
                content = response.read()
                return json.loads(content) if content else None, response.headers
        except urllib.error.HTTPError as error:
            raise AssertionError(f"{method} {path}: {error.code} {error.read().decode()}") from None

    def ask(self, method, path, person, body=None, **parameters):
        """Sends a request about a person, and returns the JSON of its answer."""
        query = urllib.parse.urlencode({name.rstrip("_"): value for name, value in parameters.items()}, doseq=True)
        answer, _ = self.send(method, f"{path}?{query}", body, Authorization=f"Bearer {self.token(person)}")
        return answer

    def get(self, path, person, **parameters):
        return self.ask("GET", path, person, **parameters)

    def post_samples(self, person, *samples):
        return self.ask("POST", "/v1/batches", person, {"samples": list(samples)})
