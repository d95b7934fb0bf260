"""Checks every statement that a run of the tests has sent against the rule in rule.py.

check.py DIRECTORY [--short | --part] [--list]

Breaches that are allowed are lines "FILE<tab>BREACH<tab>REASON" in allowed_breaches.tsv. With
--short, for a short run, and with --part, for some tests, a line of that file that no statement needs is
no error. A breach "*: …" allows the breach for every table.
--list prints all statements of the program."""

import json
import pathlib
import re
import sys

import pglast

from rule import breaches
from schema import Sources, personal_tables

# A run of all tests has more, and so has a short run.
STATEMENTS_MIN = 3_000
SHORT_STATEMENTS_MIN = 1_500


def with_constants(text):
    """Puts constants where the grammar wants them and pg_stat_statements wrote parameters."""
    text = re.sub(r"\b(interval|timestamptz|timestamp|date|time)\s+\$\d+", r"\1 '1'", text, flags=re.IGNORECASE)
    return re.sub(r"\bextract\s*\(\s*\$\d+\s+from", "extract(epoch from", text, flags=re.IGNORECASE)


def main(directory, options):
    sources, personal = Sources(), personal_tables()
    texts = set()
    for path in pathlib.Path(directory).glob("*.jsonl"):
        texts.update(json.loads(line) for line in path.read_text().splitlines())
    allowed, used = {}, set()
    for line in (pathlib.Path(__file__).parent / "allowed_breaches.tsv").read_text().splitlines():
        if line and not line.startswith("#"):
            file, breach, reason = line.split("\t")
            allowed[file, breach] = reason
    found, count = {}, 0
    for text in sorted(texts):
        file = sources.file(text)
        if file is None:
            continue
        try:
            broken = breaches(with_constants(text), personal)
        except pglast.parser.ParseError as error:
            broken = [f"cannot be parsed: {error}"]
        count += 1
        if "--list" in options:
            print(f"-- {file}: {'; '.join(broken) or 'ok'}\n{text}\n")
        for breach in broken:
            keys = {(file, breach), (file, re.sub(r"^\w+: ", "*: ", breach))} & allowed.keys()
            used |= keys
            if not keys:
                found.setdefault((file, breach), text)
    for (file, breach), text in sorted(found.items()):
        print(f"{file}\t{breach}\n    " + " ".join(text.split())[:400])
    if not {"--part", "--short"} & set(options):
        for file, breach in sorted(allowed.keys() - used):
            print(f"{file}\t{breach}\n    no statement needs this line of allowed_breaches.tsv")
            found[file, breach] = ""
    least = 0 if "--part" in options else SHORT_STATEMENTS_MIN if "--short" in options else STATEMENTS_MIN
    if count < least:
        print(f"only {count} statements were found in {directory}")
        return 1
    print(f"{count} passed, {len(found)} failed")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1], sys.argv[2:]))
