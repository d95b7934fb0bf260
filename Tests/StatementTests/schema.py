"""The tables of the schema, and which of them hold data of one person in each row."""

import pathlib
import re

import pglast
from pglast import ast

ROOT = pathlib.Path(__file__).resolve().parents[2]

# Tables with a column person_id that every node would have whole, because requests without a person
# use them.
REFERENCE_TABLES = {"person", "holder", "access_grant", "token", "operator_token"}


def personal_tables():
    """The tables of schema health whose rows belong to one person."""
    tables = set()
    text = (ROOT / "sql/schema.sql").read_text()
    for raw in pglast.parse_sql(text):
        statement = raw.stmt
        if not isinstance(statement, ast.CreateStmt) or statement.relation.schemaname != "health":
            continue
        columns = {element.colname for element in statement.tableElts if isinstance(element, ast.ColumnDef)}
        if "person_id" in columns:
            tables.add(statement.relation.relname)
    return tables - REFERENCE_TABLES


class Sources:
    """Finds the file of Sources whose text a statement is made of.

    The tests also send statements of their own, which are in Tests, and migrations, which change the
    rows of all people. Lines are compared without constants and parameters, because
    pg_stat_statements turns constants into parameters."""

    LINE_MIN = 16
    # The part of a statement's characters that must be in Sources. Lines with interpolations are not
    # found, and some statements are made of little else.
    PART_MIN = 0.15

    def __init__(self):
        # The files that have a line, and those that have a text between quotation marks or semicolons.
        self.lines, self.pieces = {}, {}
        paths = [path for folder in ("Sources", "Tests") for path in (ROOT / folder).rglob("*.swift")]
        for path in sorted([*paths, *(ROOT / "sql").rglob("*.sql")]):
            name, text = path.relative_to(ROOT).as_posix(), path.read_text()
            for piece in re.split('[";]', _without_constants(text)):
                self.pieces.setdefault(piece.strip(), set()).add(name)
            for line in text.splitlines():
                self.lines.setdefault(_without_constants(line), set()).add(name)

    def file(self, statement):
        """The file of Sources that has most of the statement; None for a statement that Tests or sql
        have more of."""
        lines = [line for line in map(_without_constants, statement.splitlines()) if len(line) >= self.LINE_MIN]
        votes, ours, others = {}, 0, 0
        for line in lines:
            names = (self.pieces if len(lines) == 1 else self.lines).get(line, ())
            ours_here = [name for name in names if name.startswith("Sources/")]
            ours += len(line) if ours_here else 0
            others += len(line) if len(ours_here) < len(names) else 0
            for name in ours_here:
                votes[name] = votes.get(name, 0) + len(line) / len(ours_here)
        is_of_others = others > ours or others == ours and len(lines) > 1
        if not votes or is_of_others or ours < self.PART_MIN * sum(map(len, lines)):
            return None
        return max(sorted(votes), key=votes.get).removeprefix("Sources/")


def _without_constants(text):
    return re.sub(r"'[^']*'|\$\d+|\b\d[\d_.]*\b", "?", " ".join(text.split()))
