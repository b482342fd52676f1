"""docs/release-checks.md: where each check stands, and where each of its refusals is produced."""

from __future__ import annotations

import re

from flows.compiling.compilation import compile_policy
from flows.document.document import DocumentPipeline, Source
from tests.conftest import ROOT
from tests.mutants.changes import mutants
from tests.mutants.run import TARGETS

PAGE = (ROOT / "docs" / "release-checks.md").read_text(encoding="utf-8")
ROWS = re.findall(r"^- ([A-Z]{3}\d{3}): .* \(`([^`]+)`\)$", PAGE, flags=re.MULTILINE)


def test_every_refusal_is_produced_where_the_page_says() -> None:
    assert len(ROWS) == 15
    [elsewhere] = re.findall(r"produces each refusal end to end \((.*?) in `tests/e2e`\)", PAGE)
    for code, path in ROWS:
        assert (ROOT / path).is_file()
        folder = "e2e" if code in elsewhere else "guards"
        tests = (test.read_text(encoding="utf-8") for test in (ROOT / "tests" / folder).glob("test_*.py"))
        assert any(code in test for test in tests), code


def test_a_code_that_no_module_of_checks_raises_stands_in_its_file() -> None:
    for code, path in ROWS:
        if not path.startswith("engine/checks"):
            assert code in (ROOT / path).read_text(encoding="utf-8"), code


def test_a_surname_goes_where_no_disease_is_meant() -> None:
    pipeline = DocumentPipeline(compile_policy("hipaa-safe-harbor"), b"k" * 32, 2026)
    text = b"Dr. Parkinson examined him. He has Parkinson's disease. Parkinson called later."
    released = pipeline.release(Source("000001", "", "a.txt"), text).content.decode()
    assert (released.count("[PERSON]"), "Parkinson's disease" in released) == (2, True)


def test_what_the_two_readers_share_is_named() -> None:
    imported = {
        name
        for path in (ROOT / "engine" / "checks").glob("*.py")
        for name in re.findall(r"^from engine\.catalog\.(\w+) import", path.read_text(), flags=re.MULTILINE)
    }
    [said] = re.findall(r"\(([^()]*) in `engine/catalog`\)", PAGE)
    assert imported == set(re.findall(r"`(\w+)`", said))


def test_the_guards_can_be_changed_in_as_many_ways_as_the_page_says() -> None:
    files = [ROOT / f"{target.replace('.', '/')}.py" for target in TARGETS]
    n = sum(sum(1 for _ in mutants(path.read_text(encoding="utf-8"))) for path in files if path.is_file())
    [said] = re.findall(r"in some ([\d,]+) small ways", PAGE)
    assert abs(int(said.replace(",", "")) - n) < n / 20
