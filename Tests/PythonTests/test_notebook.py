"""Runs the Python of the article Notebook and compares what it prints with the article.

HEALTHSTORE_REWRITE_DOCUMENTATION=1 writes the real output into the article.
"""

import ast
import contextlib
import io
import os
import pathlib
import re

import pandas as pd

ARTICLE = pathlib.Path(__file__).parents[2] / "Sources/healthstore/Documentation.docc/Notebook.md"


def run(cell, names):
    """Runs a cell and returns what it prints. The value of a last expression is printed, as notebooks do."""
    tree = ast.parse(cell)
    last = tree.body.pop() if isinstance(tree.body[-1], ast.Expr) else None
    with contextlib.redirect_stdout(io.StringIO()) as printed:
        exec(compile(tree, "cell", "exec"), names)
        if last is not None:
            value = eval(compile(ast.Expression(last.value), "cell", "eval"), names)
            if value is not None:
                print(value)
    return "".join(line.rstrip() + "\n" for line in printed.getvalue().splitlines())


def test_the_cells_of_the_article_print_what_it_shows(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    names = {}
    article = ARTICLE.read_text()
    with pd.option_context("display.width", 100, "display.max_columns", 20):
        written = re.sub(
            r"```python\n(.*?)```\n(?:\n```text\n(.*?)```\n)?",
            lambda block: "```python\n" + block[1] + "```\n" + output(run(block[1], names)), article, flags=re.S)
    if os.environ.get("HEALTHSTORE_REWRITE_DOCUMENTATION") == "1":
        ARTICLE.write_text(written)
    assert len(re.findall("```python", article)) > 5
    assert written == article


def output(text):
    return f"\n```text\n{text}```\n" if text else ""
