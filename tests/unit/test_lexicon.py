"""The lexicon: words of a kind stand in one file, and a new one reaches every part that asks."""

from __future__ import annotations

import ast
import importlib.util
import re
from collections.abc import Iterator
from functools import cache

import pytest

from engine.catalog import lexicon
from tests.conftest import ROOT

KINDS = {"month": 4, "weekday": 6, "title": 4, "relative": 5}
"""So many words of a kind in one string, or in a set or list, are a list of them."""
OWN_WORDS = {
    "month": set(),
    "weekday": set(),
    "title": {
        "engine/checks/people.py",
        "engine/methods/names/tagger/features.py",
        "engine/methods/overlaps/rows.py",
    },
    "relative": {
        "engine/checks/attributes.py",
        "engine/methods/attributes/sexes.py",
    },
}
"""Checks share no words with what they check, a trained model keeps its features, and attributes sort
relatives by what they tell."""


@cache
def modules() -> dict[str, list[set[str]]]:
    """The words of these kinds in each string and collection of each module of the engine, read once."""
    known = set[str]().union(*map(lexicon.words, KINDS))
    paths = (path.relative_to(ROOT).as_posix() for path in (ROOT / "engine").rglob("*.py"))
    return {path: [words & known for words in written(path) if words & known] for path in paths}


def written(path: str) -> Iterator[set[str]]:
    """The words of each string of a module, and of the strings of each collection."""
    for node in ast.walk(ast.parse((ROOT / path).read_text(encoding="utf-8"))):
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            yield set(re.findall(r"[^\W\d_]+", node.value.lower()))
        elif isinstance(node, ast.Set | ast.List | ast.Tuple):
            yield {
                e.value.lower() for e in node.elts if isinstance(e, ast.Constant) and isinstance(e.value, str)
            }


@pytest.mark.parametrize("kind", KINDS)
def test_no_module_of_the_engine_lists_words_of_the_lexicon(kind: str) -> None:
    known = set(lexicon.words(kind)) - {"may", "march"}
    listing = {
        path for path, found in modules().items() if any(len(known & words) >= KINDS[kind] for words in found)
    }
    assert listing == OWN_WORDS[kind]


@pytest.mark.parametrize(
    ("module", "name", "kind"),
    [
        ("methods/identifiers/patterns/days/dates", "_MONTH", "month"),
        ("methods/identifiers/patterns/days/partial_dates", "_MONTH_NAME", "month"),
        ("methods/c_sanitized/persons", "_TITLE", "title"),
        ("methods/columns/forms", "_TITLE", "title"),
        ("methods/columns/vocabulary", "WHOSE", "relative"),
        ("methods/names/medicine/word_lists", "RELATIVES", "relative"),
        ("language/word_lists/form_words", "FORM_WORDS", "weekday"),
        ("language/word_lists/addresses", "BESIDE_NAMES", "title"),
    ],
)
def test_a_new_word_reaches_the_parts_that_ask(
    module: str, name: str, kind: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    lines = lexicon._lines
    monkeypatch.setattr(
        lexicon, "_lines", lambda of, language: [*lines(of, language), *["zedday"] * (of == kind)]
    )
    lexicon.words.cache_clear()
    spec = importlib.util.spec_from_file_location("again", ROOT / "engine" / f"{module}.py")
    assert spec is not None and spec.loader is not None
    again = importlib.util.module_from_spec(spec)
    try:
        spec.loader.exec_module(again)
    finally:
        lexicon.words.cache_clear()
    assert "zedday" in str(getattr(again, name)).lower()


def test_a_language_without_a_file_is_an_error() -> None:
    with pytest.raises(OSError, match="weekday"):
        lexicon.words("weekday", "fi")
