"""Changes that scripts/test.d/openapi makes to schemathesis.

Responses may have only the members of the description. Clients must accept further members, but
tests must not.

Most valid requests get values that fit together. Random texts are no types, time zones or dates, so
most requests would be refused before the database is read. A quarter of the valid requests, and all
invalid requests, are sent as they were generated.
"""

import random

import schemathesis

TYPES = ["stepCount", "heartRate", "activeEnergyBurned", "HKQuantityTypeIdentifierDistanceWalkingRunning", "bodyMass"]
DATES = ["2024-05-%02d" % day for day in range(1, 32)]
OPTIONS = ["cumulativeSum", "duration", "mostRecent", "separateBySource", "cumulativeSum,duration"]
INTERVALS = ["hour", "day", "15minute", "week", "month", "2day", "quarter", "year"]

VALUES = {
    "type": TYPES + ["sleepAnalysis"],
    "types": TYPES + ["stepCount,heartRate", ",".join(TYPES)],
    "timeZone": ["Europe/Berlin", "America/New_York", "UTC", "person", "Asia/Kolkata", "Pacific/Apia"],
    "options": OPTIONS,
    "interval": INTERVALS,
    "activityType": ["running", "37", "walking"],
    "nightStart": ["18:00", "00:00", "12:30"],
    "dayStart": ["00:00", "04:00", "23:59"],
}

# A request may have only one parameter of each pair. A unit fits only a few types.
EXCLUSIVE = [("type", "types"), ("anchor", "dayStart"), ("anchor", "firstWeekday")]
RARE = ["unit", "cursor", "source", "anchor", "chunk", "atomic", "resurrect", "records"]


def close(schema):
    if isinstance(schema, dict):
        if schema.get("type") == "object":
            schema.setdefault("additionalProperties", False)
        for value in schema.values():
            close(value)
    elif isinstance(schema, list):
        for value in schema:
            close(value)


@schemathesis.hook
def before_load_schema(context, raw_schema):
    close(raw_schema["components"]["schemas"])
    for methods in raw_schema["paths"].values():
        for operation in methods.values():
            close(operation["responses"])


@schemathesis.hook
def before_call(context, case, kwargs):
    if case.meta is None or not case.meta.generation.mode.is_positive or random.random() < 0.25:
        return
    query = dict(case.query or {})
    for name in RARE:
        # Pages and streams continue at anchors, which stateful tests take from responses.
        if name in query and len(str(query[name])) < 40 and random.random() < 0.9:
            del query[name]
    for one, other in EXCLUSIVE:
        if one in query and other in query:
            del query[random.choice([one, other])]
    if "/statistics" in case.path and "type" not in query and "types" not in query:
        query["type"] = random.choice(TYPES)
    for name in query:
        if name in VALUES:
            query[name] = random.choice(VALUES[name])
    if "from" in query or "to" in query:
        start, end = sorted(random.sample(DATES, 2))
        query["from"], query["to"] = start, end
    if "/explain" in case.path:
        query["interval"] = random.choice(INTERVALS)
        query["bucket"] = query.setdefault("from", "2024-05-10")
        query.setdefault("to", "2024-06-01")
    case.query = query
    if "date" in (case.path_parameters or {}):
        case.path_parameters = {**case.path_parameters, "date": random.choice(DATES)}
