"""What stands right behind a finding, under a compiled policy: read in the lines as they are written."""

from __future__ import annotations

from pathlib import Path

import pytest

from adapters.documents.registry import format_for
from flows.compiling.compilation import compile_policy
from flows.document.document import DocumentPipeline

LINES = """Delivered to the home of Mr. Jedediah Applegarth, 5507 Heron Slough Drive, Port Lavaca 77979
and from there to his twin, Mrs. Clotilde Marchbanks (97) who lives with the family of Anselm Pohl, 102
and eats well with help from the nurse of the ward in the afternoon.
"""


def removed(policy: str) -> set[str]:
    pipeline = DocumentPipeline(compile_policy(policy), b"k" * 32, 2026)
    document = format_for(".txt", LINES.encode()).open("", LINES.encode()).document
    return {LINES[one.start : one.end] for one in pipeline.decide(document)}


def test_a_line_that_goes_on_ends_an_address_and_an_age() -> None:
    assert {"77979", "97", "102"} <= removed("hipaa-safe-harbor")


@pytest.mark.parametrize(("kinds", "gone"), [("person", set()), ("person, age-over-89", {"97", "102"})])
def test_an_age_goes_only_where_a_policy_asks_for_it(tmp_path: Path, kinds: str, gone: set[str]) -> None:
    policy = tmp_path / "own.yaml"
    policy.write_text(
        "policy: own\nversion: 1.0.0\ntitle: Own\nidentifiers:\n"
        f"  - {{find: [{kinds}], law: '45 CFR 164.514(b)(2)(i)'}}\n"
    )
    assert removed(str(policy)) & {"97", "102"} == gone
