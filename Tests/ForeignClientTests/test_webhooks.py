"""Receives events of webhooks with the receiver that the article Webhooks prints, which verifies them with
the official package of Standard Webhooks."""

import http.server
import pathlib
import re
import threading
import time

import pytest
from standardwebhooks.webhooks import Webhook, WebhookVerificationError

from service import PATIENCE

ARTICLE = pathlib.Path(__file__).parents[2] / "Sources/healthstore/Documentation.docc/Webhooks.md"


def steps(day):
    return {
        "type": "HKQuantityTypeIdentifierStepCount", "startDate": f"{day}T10:00:00Z", "endDate": f"{day}T10:10:00Z",
        "value": 4711, "unit": "count", "source": {"name": "Phone"}}


def wait_for(what, holds):
    deadline = time.monotonic() + 60 * PATIENCE
    while time.monotonic() < deadline:
        if holds():
            return
        time.sleep(0.05)
    raise AssertionError(f"waited in vain for {what}")


def test_the_receiver_of_the_article_verifies_the_events(service, monkeypatch):
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), None)
    url = f"http://127.0.0.1:{server.server_port}/hook"
    webhook = service.ask("POST", "/v1/webhooks", "Alex", {"url": url})
    monkeypatch.setenv("WEBHOOK_SECRET", webhook["secret"])
    receiver = {}
    exec(re.search(r"```python\n(.*?)```", ARTICLE.read_text(), re.DOTALL)[1], receiver)
    receiver["Receiver"].log_message = lambda *arguments: None
    server.RequestHandlerClass = receiver["Receiver"]
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    try:
        events = receiver["events"]
        for count, day in enumerate(["2031-05-01", "2031-05-02", "2031-05-03"], 1):
            if count == 2:
                replaced = service.ask("POST", f"/v1/webhooks/{webhook['id']}/secret", "Alex")
                assert replaced["secret"] != webhook["secret"]
            if count == 3:
                # The receiver verified the event before with the old secret. It takes the new one at any time.
                receiver["webhook"] = Webhook(replaced["secret"])
            uuid = f"00000000-0000-4000-8000-0000000004{count}1"
            service.ask("POST", "/v1/batches", "Alex", {"samples": [{"uuid": uuid, **steps(day)}]})
            wait_for("the event", lambda: len(events) == count)
            event = list(events.values())[-1]
            assert event["type"] == "samples.changed"
            assert [(entry["type"], entry["days"]) for entry in event["data"]["types"]] == [
                ("HKQuantityTypeIdentifierStepCount", [day])]
            assert "4711" not in str(event)
        with pytest.raises(WebhookVerificationError):
            receiver["webhook"].verify(b"{}", {
                "webhook-id": "msg_1", "webhook-timestamp": str(int(time.time())), "webhook-signature": "v1,AAAA"})
    finally:
        server.shutdown()
        thread.join()
        service.ask("DELETE", f"/v1/webhooks/{webhook['id']}", "Alex")
