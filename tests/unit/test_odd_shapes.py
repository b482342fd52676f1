"""Shapes that no usual text has: a word, a list of findings or a name of thousands costs its length."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest

from engine.checks.identifiers import residual_identifiers
from engine.methods.disguises import letters
from engine.methods.disguises.stretch import Stretch
from engine.methods.identifiers.resolve import carve_postal_codes
from engine.stages.identifiers.disguises import disguised
from engine.text import Document, Span


class Watched(Span):
    """A finding that counts how often somebody asks where it begins."""

    __slots__ = ()
    asked = 0

    def __getattribute__(self, name: str) -> object:
        if name == "start":
            Watched.asked += 1
        return super().__getattribute__(name)


def asked(work: Callable[[int], object], n: int) -> int:
    Watched.asked = 0
    work(n)
    return Watched.asked


def in_a_row(n: int, category: str, length: int) -> list[Span]:
    return [Watched(10 * i, 10 * i + length, category) for i in range(n)]


def judged(n: int) -> list[Span]:
    """A mail address in disguise on each of `n` lines, and one finding in each."""
    text = "\n\n".join(["write to r.keller (at) example (dot) org"] * n)

    def find(document: Document) -> list[Span]:
        plain = document.text.reveal()
        return [Watched(m.start(), m.end(), "email") for m in re.finditer(r"[\w.]+@[\w.]+", plain)]

    return disguised(text, find, lambda document: [])


def carved(n: int) -> list[Span]:
    addresses, codes = (
        in_a_row(n, "street-address", 10),
        [Watched(10 * i + 6, 10 * i + 9, "zip") for i in range(n)],
    )
    return carve_postal_codes([*addresses, *codes], "1 A St 123" * n)


@pytest.mark.parametrize("work", [judged, carved])
def test_each_finding_is_compared_with_few_others(work: Callable[[int], object]) -> None:
    assert asked(work, 400) < 5 * asked(work, 100)


def test_what_is_found_beside_each_stays_the_same() -> None:
    assert [span.start for span in judged(3)] == [9, 51, 93]
    assert {span.end - span.start for span in carved(3) if span.category == "street-address"} == {6}


class _Reading:
    """A pattern that counts the places from which it is tried."""

    def __init__(self, pattern: re.Pattern[str]) -> None:
        self._pattern = pattern
        self.tried = 0

    def match(self, text: str, at: int) -> re.Match[str] | None:
        self.tried += 1
        return self._pattern.match(text, at)


def test_a_long_word_is_read_once(monkeypatch: pytest.MonkeyPatch) -> None:
    reading = _Reading(letters._UNSEEN_INSIDE)
    monkeypatch.setattr(letters, "_UNSEEN_INSIDE", reading)
    text = "l\u2019d\u2019" * 5000 + " Kel\u200bler"
    assert list(letters._nothing_inside(text)) == [Stretch(20001, 20008, "Keller")]
    assert reading.tried == 1


@pytest.mark.parametrize(
    "text",
    [
        "ab\uff1acd\uff1aef gh",
        "Kel\u200bler An\u00adna\u200b x\u200b",
        "\u200b",
        "a\u200b b\u200b c\u200b d\u200b e\u200b f\u200b g\u200b h\u200b",
        "\uff2a\uff4f\uff48\uff4e\u3000\uff33\uff4d\uff49\uff54\uff48, J\u200b.S",
        "x,\u200b,y \u200b\u200b z \uff01\uff3f",
        "plain words alone",
    ],
)
def test_words_with_unseen_signs_are_those_of_the_plain_search(text: str) -> None:
    plain = [found.span() for found in letters._UNSEEN_INSIDE.finditer(text)]
    assert [found.span() for found in letters._unseen_inside(text)] == plain


def test_a_value_in_many_spellings_is_named_once_in_each_place() -> None:
    spelt = {("person", sign.join("Keller")) for sign in ("", "\u200b", "\u2060", "\u00ad")}
    assert len(residual_identifiers("So Keller left.", (), spelt)) == 1
