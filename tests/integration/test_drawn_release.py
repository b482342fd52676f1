"""A policy that draws replacements, from its file to what the report says of the draws."""

from __future__ import annotations

from pathlib import Path

import pytest

from adapters.documents.opening.sources import Source
from adapters.reports.html import render_report
from engine.record.report import DocumentRecord, ReleaseReport, summarize
from flows.compiling.compilation import Compiled, compile_policy
from flows.document.document import DocumentPipeline
from flows.document.results import Released
from tests.guards.policy_key_trials import HIV
from tests.guards.policy_keys import with_value, write

TEXT = b"He has syphilis and hepatitis. He has had tuberculosis.\n\nThe syphilis is treated.\n"
CHOICE = {"mechanism": "exponential", "epsilon": 2.0}


@pytest.fixture(scope="module")
def policy(tmp_path_factory: pytest.TempPathFactory) -> Compiled:
    """Of HIV, with replacements that are drawn."""
    path = write(tmp_path_factory.mktemp("drawn"), with_value(HIV, ("concepts", 0, "choice"), CHOICE))
    return compile_policy(str(path))


def released(policy: Compiled, key: bytes, number: str = "000001") -> Released:
    return DocumentPipeline(policy, key, 2024).release(Source(number, "", f"{number}.txt"), TEXT)


def report(policy: Compiled, documents: list[DocumentRecord]) -> ReleaseReport:
    created = "2026-01-01T00:00:00+00:00"
    return summarize(release_id="r", created=created, tool="t", plan=policy.plan, documents=documents)


def test_the_key_of_a_release_alone_decides_what_is_drawn(policy: Compiled) -> None:
    first = released(policy, b"a" * 32)
    again = released(policy, b"a" * 32, "000002")
    assert again.content == first.content
    assert any(released(policy, bytes([n]) * 32).content != first.content for n in range(3))


def test_the_report_says_what_the_draws_cost_at_most_and_recipients_see_no_count(policy: Compiled) -> None:
    documents = [released(policy, b"a" * 32, number).record for number in ("000001", "000002")]
    assert documents[0].choice is not None
    assert documents[0].choice.drawn == 4
    assert documents[0].choice.epsilon_at_most == 8.0
    made = report(policy, documents)
    assert made.choice is not None
    assert (made.choice.drawn, made.choice.documents, made.choice.most) == (8, 2, 4)
    page = render_report(made)
    assert "Draws: 8 in 2 documents." in page
    assert "has 4, and so together an epsilon of at most 8." in page
    shown = render_report(made.for_recipients())
    assert "Draws:" not in shown
    for each in (page, shown):
        assert "epsilon 2 for each draw" in each
        assert "It is not differential privacy of the documents." in each


def test_a_policy_without_a_draw_says_nothing_of_draws(tmp_path: Path) -> None:
    plain = compile_policy(str(write(tmp_path, HIV)))
    made = report(plain, [released(plain, b"a" * 32).record])
    assert made.choice is None
    assert "drawn by chance" not in render_report(made)
