"""Reads over HTTP."""

import datetime
import http.client
import json
import os
import re
import urllib.error
import urllib.parse
import urllib.request
import uuid
from collections.abc import Iterable, Iterator
from typing import Any

from . import _store
from ._store import Error, Row, Store, check_kind, instant


class Service(Store):
    """Reads over HTTP the data of the person that a token is about.

    address is that of the service. The token is `token`, or the first line of the file `token_file`.
    Without address or token, the variables HEALTHSTORE_ADDRESS and HEALTHSTORE_TOKEN of the environment
    are used. timeout_seconds limits the wait for each answer.
    """

    def __init__(
        self, address: str | None = None, token: str | None = None, token_file: str | os.PathLike[str] | None = None,
        timeout_seconds: float = 120,
    ) -> None:
        self._address = (address or os.environ.get("HEALTHSTORE_ADDRESS") or "").rstrip("/")
        if not re.match("https?://", self._address):
            raise Error("address must begin with http:// or https://", hint="give address, or set HEALTHSTORE_ADDRESS")
        if token_file is not None:
            try:
                with open(token_file, encoding="ascii") as file:
                    token = file.readline()
            except (OSError, UnicodeDecodeError) as error:
                raise Error(f"token_file {token_file} cannot be read: {error}") from None
        token = (token or os.environ.get("HEALTHSTORE_TOKEN") or "").strip()
        if not re.fullmatch("[!-~]+", token):
            raise Error("there is no token", hint="give token or token_file, or set HEALTHSTORE_TOKEN")
        self._token = token
        self._timeout_seconds = timeout_seconds
        self._opener = urllib.request.build_opener(_NoRedirects)

    def _statistics(
        self, type: str, interval: str, time_zone: str, start: str, end: str, unit: str | None, separate_by_source: bool,
    ) -> tuple[list[Row], str | None]:
        query = {
            "type": type, "interval": interval, "timeZone": time_zone, "from": start, "to": end, "unit": unit,
            "separateBySource": "true" if separate_by_source else None}
        body = self._get("/v1/statistics-collection", query, "application/x-ndjson")
        rows = [json.loads(line) for line in body.split(b"\n") if line]
        columns = [
            "startDate", "endDate", "source", "sourceId", "count", "sum", "average", "minimum", "maximum", "duration",
            "mostRecent", "mostRecentStartDate", "mostRecentEndDate", "partial"]
        return [(*(row[name] for name in columns), _by_value(row.get("byValue"))) for row in rows], rows[0]["unit"]

    def _sample_pages(
        self, type: str, time_zone: str, start: str, end: str, unit: str | None,
    ) -> Iterator[tuple[str, list[Row]]]:
        query: dict[str, Any] = {"type": type, "timeZone": time_zone, "from": start, "to": end, "unit": unit, "limit": _store.PAGE}
        while True:
            page = json.loads(self._get("/v1/samples", query, "application/json"))
            check_kind(page["kind"], type)
            yield page["kind"], [self._sample(page["kind"], sample) for sample in page["samples"]]
            if page["cursor"] is None:
                return
            query["cursor"] = page["cursor"]

    @staticmethod
    def _sample(kind: str, sample: dict[str, Any]) -> Row:
        times = (sample["startDate"], sample["endDate"])
        source = sample.get("source") or {}
        rest = (sample["uuid"], sample.get("metadata"))
        if kind == "correlation":
            return (*times, sample.get("objects") or [], source.get("name"), *rest)
        if kind == "workout":
            return (
                *times, sample.get("workoutActivityTypeName") or sample.get("sentWorkoutActivityType"), sample.get("duration"),
                sample.get("totalEnergyBurned"), sample.get("totalDistance"),
                (sample.get("parts") or {}).get("isRecording") is True, source.get("name"), sample.get("creationDate"), *rest)
        return (
            *times, sample.get("value"), sample.get("valueName"), sample.get("unit"), source.get("name"), source.get("version"),
            sample.get("creationDate"), *rest)

    def _nights(self, time_zone: str, start_date: str, end_date: str) -> list[Row]:
        query = {"timeZone": time_zone, "from": start_date, "to": end_date}
        nights = json.loads(self._get("/v1/sleep", query, "application/json"))["nights"]
        rows: list[Row] = []
        for night in nights:
            main = night["main"] or {}
            stages = main.get("stages") or {}
            rows.append((
                night["startDate"], datetime.date.fromisoformat(night["date"]), night["endDate"], night["asleep"],
                main.get("startDate"), main.get("endDate"), main.get("asleep"),
                *(stages.get(name) for name in ["unspecified", "core", "deep", "rem", "awake"]),
                main.get("inBed"), main.get("efficiency"), len(night["naps"]), night["aggregate"]))
        return rows

    def _recorded_types(self) -> dict[str, bool]:
        answer = json.loads(self._get("/v1/types", {"hasSamples": "true"}, "application/json"))
        return {
            type["shortName"]: type["aggregationStyle"] is not None
            for type in answer["types"] if type["kind"] in ("quantity", "category")}

    def _days(self, type: str, time_zone: str, start_date: str, end_date: str) -> list[Row]:
        query = {
            "type": type, "interval": "day", "timeZone": time_zone, "from": start_date, "to": end_date, "fill": "omit"}
        body = self._get("/v1/statistics-collection", query, "application/x-ndjson")
        names = ["count", "sum", "average", "minimum", "maximum", "duration", "mostRecent", "partial", "unit"]
        return [
            (datetime.date.fromisoformat(row["startDate"][:10]), instant(row["startDate"]), instant(row["endDate"]),
             *(row[name] for name in names), _by_value(row.get("byValue")))
            for row in map(json.loads, body.splitlines())]

    def _sample_tables(self, types: Iterable[str], time_zone: str, start: str, end: str) -> Iterator[Any]:
        from ._parquet import sample_table

        for type in types:
            for kind, rows in self._sample_pages(type, time_zone, start, end, None):
                # start, end, value, value_name, unit, source, source_version and uuid
                if kind in ("quantity", "category") and rows:
                    yield sample_table(type, list(zip(*(
                        (instant(row[0]), instant(row[1]), *row[2:7], uuid.UUID(row[8]).bytes) for row in rows))))

    def _get(self, path: str, query: dict[str, Any], accept: str) -> bytes:
        """Returns the body of an answer."""
        query = {name: value for name, value in query.items() if value is not None}
        url = self._address + path + "?" + urllib.parse.urlencode(query)
        request = urllib.request.Request(url, headers={"Authorization": "Bearer " + self._token, "Accept": accept})
        try:
            with self._opener.open(request, timeout=self._timeout_seconds) as answer:
                # Only a read of the whole body notices that the connection broke before its end.
                return bytes(answer.read())
        except urllib.error.HTTPError as error:
            with error:
                text = error.read(1_000_000)
            try:
                answer = json.loads(text)
                raise Error(answer["message"], answer["code"], answer.get("hint")) from None
            except (ValueError, KeyError, TypeError):
                raise Error(f"the service answered with status {error.code}") from None
        except (urllib.error.URLError, http.client.HTTPException, OSError) as error:
            reason = getattr(error, "reason", error)
            raise Error(f"the service {self._address} does not answer: {reason}") from None


class _NoRedirects(urllib.request.HTTPRedirectHandler):
    """Refuses redirects, which would send the token to another address."""

    def redirect_request(self, *_: object) -> None:
        return None


def _by_value(values: list[dict[str, Any]] | None) -> list[dict[str, Any]] | None:
    """Returns the figures of values of an answer with the names of SQL."""
    names = {"value": "value", "valueName": "value_name", "count": "count", "duration": "duration"}
    return values and [{names[name]: value for name, value in one.items()} for one in values]
