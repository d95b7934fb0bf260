"""The rule "one statement, one person, one shard" for one statement.

- Each personal table is restricted to one person: a condition of the same query compares its
  person_id with a parameter or constant, or the inserted row has such a person_id.
- No temporary table.
- No volatile function in RETURNING, COALESCE, CASE or ON CONFLICT of a statement that writes.
- No subquery with an empty SELECT list.
- A statement that inserts into a personal table has no WITH clause, and is not in one, unless it
  reads the table of an import. Citus sends the rows of such a clause to all servers, and commits on
  all of them.
"""

import pglast
from pglast import ast
from pglast.enums import A_Expr_Kind, BoolExprType
from pglast.visitors import Visitor

VOLATILE = {
    "now", "clock_timestamp", "statement_timestamp", "transaction_timestamp", "random", "gen_random_uuid", "nextval",
    "pg_notify", "set_config",
}
CLAUSES = {
    ast.CoalesceExpr: "COALESCE", ast.CaseExpr: "CASE", ast.OnConflictClause: "ON CONFLICT",
    ast.ReturningClause: "RETURNING",
}


def breaches(statement, personal):
    """The breaches of a statement, as texts."""
    found = []
    for raw in pglast.parse_sql(statement):
        tree = raw.stmt
        if isinstance(tree, ast.CreateStmt) and tree.relation.relpersistence == "t":
            found.append(f"temporary table {tree.relation.relname}")
        if isinstance(tree, ast.CreateTableAsStmt) and tree.into.rel.relpersistence == "t":
            found.append(f"temporary table {tree.into.rel.relname}")
        rule = _Rule(personal, found)
        rule(tree)
        if not rule.reads_import:
            found.extend(rule.inserted_with)
    return sorted(set(found))


class _Rule(Visitor):
    def __init__(self, personal, found):
        super().__init__()
        self.personal, self.found = personal, found
        # The subqueries in FROM whose person_id the query around them restricts.
        self.restricted = set()
        self.reads_import = False
        self.inserted_with = []

    # Queries

    def visit_SelectStmt(self, ancestors, node):
        if node.larg is not None:
            if id(node) in self.restricted:
                self.restricted.update({id(node.larg), id(node.rarg)})
            return
        if node.targetList is None and node.valuesLists is None:
            self.found.append("empty SELECT list")
        self._check(node.fromClause or (), node.whereClause, id(node) in self.restricted)

    def visit_UpdateStmt(self, ancestors, node):
        self._check((node.relation, *(node.fromClause or ())), node.whereClause)
        self._check_volatile(node)

    def visit_DeleteStmt(self, ancestors, node):
        self._check((node.relation, *(node.usingClause or ())), node.whereClause)
        self._check_volatile(node)

    def visit_InsertStmt(self, ancestors, node):
        self._check_volatile(node)
        table = self._personal_name(node.relation)
        if table is None:
            return
        if node.withClause is not None or _is_inside(ancestors, ast.CommonTableExpr):
            self.inserted_with.append(f"{table}: inserted with WITH")
        if node.selectStmt is None:
            return
        columns = [target.name for target in node.cols or ()]
        if "person_id" not in columns:
            self.found.append(f"{table}: inserted without the column person_id")
            return
        place = columns.index("person_id")
        for row in _rows(node.selectStmt):
            if place >= len(row) or not _is_constant(row[place]):
                self.found.append(f"{table}: inserted person_id is not constant")

    def visit_RangeVar(self, ancestors, node):
        self.reads_import |= node.schemaname == "health_staging"

    # Parts

    def _personal_name(self, relation):
        if not isinstance(relation, ast.RangeVar):
            return None
        if relation.schemaname == "health" and relation.relname in self.personal:
            return relation.relname
        if relation.schemaname == "health_staging":
            return "import_N"
        return None

    def _check(self, items, where, is_restricted=False):
        tables, subqueries, conditions = {}, {}, [where]
        for item in items:
            self._collect(item, tables, subqueries, conditions)
        restricted = {alias for condition in conditions for alias in _restricted(condition)}
        # A column without alias is that of the only table or subquery, or of all that USING joins.
        if None in restricted and (len(tables) + len(subqueries) == 1 or all(map(_is_using_person, items)) and len(items) == 1):
            restricted |= {*tables, *subqueries}
        for alias, subquery in subqueries.items():
            if is_restricted or alias in restricted:
                self.restricted.add(id(subquery))
        for alias, table in tables.items():
            if not is_restricted and alias not in restricted:
                self.found.append(f"{table}: no constant person")

    def _collect(self, item, tables, subqueries, conditions):
        if isinstance(item, ast.JoinExpr):
            self._collect(item.larg, tables, subqueries, conditions)
            self._collect(item.rarg, tables, subqueries, conditions)
            conditions.append(item.quals)
        elif isinstance(item, ast.RangeSubselect) and item.alias:
            subqueries[item.alias.aliasname] = item.subquery
        else:
            table = self._personal_name(item)
            if table is not None:
                tables[item.alias.aliasname if item.alias else item.relname] = table

    def _check_volatile(self, node):
        _Volatile(self.found)(node)


class _Volatile(Visitor):
    """Finds volatile functions in RETURNING, COALESCE, CASE and ON CONFLICT."""

    def __init__(self, found):
        super().__init__()
        self.found = found

    def visit_FuncCall(self, ancestors, node):
        name = node.funcname[-1].sval
        if name in VOLATILE:
            self._note(f"{name}()", ancestors)

    def visit_SQLValueFunction(self, ancestors, node):
        self._note("current value", ancestors)

    def _note(self, value, ancestors):
        """Adds a breach if the value is in one of these clauses, named after the innermost."""
        while ancestors is not None and ancestors.node is not None:
            if type(ancestors.node) in CLAUSES:
                return self.found.append(f"{value} in {CLAUSES[type(ancestors.node)]}")
            ancestors = ancestors.parent


def _is_using_person(item):
    """Whether every join of the FROM item is by USING with person_id."""
    if not isinstance(item, ast.JoinExpr):
        return True
    is_using = "person_id" in [name.sval for name in item.usingClause or ()]
    return is_using and _is_using_person(item.larg) and _is_using_person(item.rarg)


def _is_inside(ancestors, kind):
    while ancestors is not None and ancestors.node is not None:
        if isinstance(ancestors.node, kind):
            return True
        ancestors = ancestors.parent
    return False


def _rows(select):
    """The rows of values of VALUES, or the one SELECT list of each part of a query."""
    if select.larg is not None:
        return _rows(select.larg) + _rows(select.rarg)
    if select.valuesLists is not None:
        return [list(row) for row in select.valuesLists]
    return [[target.val for target in select.targetList or ()]]


def _is_constant(node):
    while isinstance(node, ast.TypeCast):
        node = node.arg
    return isinstance(node, (ast.ParamRef, ast.A_Const))


def _restricted(condition):
    """The aliases whose person_id the condition compares with a constant; None for a column without alias."""
    if isinstance(condition, ast.BoolExpr) and condition.boolop == BoolExprType.AND_EXPR:
        for part in condition.args:
            yield from _restricted(part)
    elif (
        isinstance(condition, ast.A_Expr)
        and condition.kind == A_Expr_Kind.AEXPR_OP
        and condition.name[-1].sval == "="
    ):
        for column, value in ((condition.lexpr, condition.rexpr), (condition.rexpr, condition.lexpr)):
            if isinstance(column, ast.ColumnRef) and _is_constant(value):
                fields = [getattr(field, "sval", "*") for field in column.fields]
                if fields[-1] == "person_id":
                    yield fields[-2] if len(fields) > 1 else None
