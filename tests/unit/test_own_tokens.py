"""What a release wrote is not changed by another one; what only looks like it is searched."""

from __future__ import annotations

import pytest

from engine.stages.identifiers.own_tokens import OwnTokens
from engine.text import Span


def _left(text: str, *names: str) -> list[str]:
    spans = [Span(text.index(name), text.index(name) + len(name), "person", 0.9) for name in names]
    return [text[span.start : span.end] for span in OwnTokens(["house-rule"]).outside(spans, text)]


@pytest.mark.parametrize(
    "token",
    [
        "[PERSON]",
        "[STREET-ADDRESS]",
        "[MRN-BCDFG-HJKLM-NPQRS]",
        "[SSN XXX-XX-6789]",
        "[REDACTED]",
        "[HOUSE-RULE]",
    ],
)
def test_no_name_is_found_inside_a_token(token: str) -> None:
    assert _left(f"My name is {token}.", token[1:-1]) == []
    assert _left(f"My name is {token}.", token) == []


@pytest.mark.parametrize(
    "text", ["[VANCE]", "[PERSON VANCE]", "[PERSON-VANCE]", "[PERSON: VANCE]", "PERSON VANCE"]
)
def test_what_only_looks_like_a_token_is_searched(text: str) -> None:
    assert _left(f"seen by {text}", "VANCE") == ["VANCE"]


def test_names_beside_a_token_stay_found() -> None:
    text = "Harold [PERSON] Vance and [LOCATION], [PERSON]"
    assert _left(text, "Harold [PERSON] Vance", "[LOCATION], [PERSON]") == ["Harold", "Vance"]
