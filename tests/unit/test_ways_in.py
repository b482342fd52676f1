"""The list of ways in: each line names a test that takes its very lines from the page and is there."""

from __future__ import annotations

import ast
import re

import pytest

from tests.conftest import ROOT
from tests.documented import blocks

PAGE = (ROOT / "docs" / "ways-in.md").read_text(encoding="utf-8")
ROWS = re.findall(r"^- ([^:]+): (.*?); (.*)$", PAGE.split("\n## ")[0], re.MULTILINE)
MOST = 18
"""Lines of a block: few enough to be read at once."""


def sections(cell: str) -> list[str]:
    """Where the lines of a row stand: sections of pages."""
    found = re.findall(r"\]\(([^)]*)\)", cell)
    return [f"ways-in.md{one}" if one.startswith("#") else one for one in found]


def takes(test: str, lines: list[str], file: str = "") -> bool:
    """Whether a test takes its lines from there, and from nowhere else."""
    path, _, name = test.partition("::")
    source = (ROOT / path).read_text(encoding="utf-8")
    (body,) = (
        one for one in ast.walk(ast.parse(source)) if isinstance(one, ast.FunctionDef) and one.name == name
    )
    asked = [
        node.args[0].value
        for node in ast.walk(body)
        if isinstance(node, ast.Call)
        and ast.unparse(node.func) == "blocks"
        and isinstance(node.args[0], ast.Constant)
    ]
    return asked == lines and all(part in source for part in file.split("/")[-1:])


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row[0])
def test_its_test_takes_the_lines_of_the_row(row: tuple[str, str, str]) -> None:
    _, lines, run_by = row
    if run_by.startswith("not run: "):
        (test,) = re.findall(r"`(tests/\S+\.py)`", run_by)
        assert len(run_by.split()) > 5 and (ROOT / test).is_file()
        return
    (test,) = re.findall(r"^`(tests/\S+::\w+)`$", run_by)
    (file,) = re.findall(r"^`(\S+)`$", lines) or [""]
    assert bool(sections(lines)) != bool(file) and (not file or (ROOT / file).is_file())
    assert takes(test, sections(lines), file)
    for block in (one for where in sections(lines) for one in blocks(where)):
        assert len([line for line in block.splitlines() if line.strip()]) <= MOST, block


def test_every_program_of_these_pages_is_in_the_table() -> None:
    run = {block for row in ROWS for where in sections(row[1]) for block in blocks(where)}
    for page in ("python.md", "ways-in.md"):
        text = (ROOT / "docs" / page).read_text(encoding="utf-8")
        shown = re.findall(r"^```python\n(.*?)^```$", text, re.DOTALL | re.MULTILINE)
        assert shown and set(shown) <= run


def test_no_way_is_lost() -> None:
    """A way that is dropped from the table is dropped on purpose."""
    assert len(ROWS) == 13 and len({row[0] for row in ROWS}) == 13


def test_a_test_with_other_lines_is_found_out() -> None:
    assert not takes("tests/e2e/test_ways_in.py::test_pandas", ["ways-in.md#airflow"])
    with pytest.raises(AssertionError):
        blocks("ways-in.md#fax")
