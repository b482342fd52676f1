"""Everything in a text that tells of a personal attribute, as disjoint findings."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache

from engine.catalog import lexicon
from engine.catalog.attributes import Level
from engine.methods.attributes.ages import find_ages
from engine.methods.attributes.cues import Cue, CueFinder, Kind, Token, read_table, tokens_of
from engine.methods.attributes.findings import LABELS, Finding, Form, disjoint
from engine.methods.attributes.phrases import Phrases
from engine.methods.attributes.places import find_names
from engine.methods.attributes.rare import RareWords
from engine.methods.attributes.sexes import find_sexes
from engine.methods.attributes.sums import find_amounts, find_sums

_TABLES = ("people", "schooling", "wealth", "occupations", "local-names", "surroundings", "trades")
_NATURAL = frozenset(
    [
        *(
            "partner",
            "former partner",
            "late partner",
            "in some relationship",
            "child",
            "children",
            "childcare",
        ),
        *("relative", "relatives", "person", "worker", "workplace", "school", "animal", "long ago"),
        *("as old as I am", "in some condition"),
    ]
)
"""Words of tables that read well in the place of most of their cues; a label stands for the others."""
_GROUP_LEVELS: dict[str, Level] = {"occupation": "major-group", "education": "level"}


@cache
def _shipped() -> CueFinder:
    tables = [entry for table in _TABLES for entry in read_table(lexicon.text(f"attributes/{table}"))]
    countries = [
        (Kind(("place", "birthplace"), "place", name), name) for name in lexicon.words("attributes/countries")
    ]
    return CueFinder([*tables, *countries])


class AttributeFinder:
    """Finds what tells of personal attributes.

    Parameters
    ----------
    rare : RareWords or None
        Finds rare words; None: no word counts as rare.
    phrases : Phrases or None
        Widens what was found to its phrase; None: nothing is widened.
    """

    def __init__(self, rare: RareWords | None = None, phrases: Phrases | None = None) -> None:
        self._cues = _shipped()
        self._rare = rare
        self._phrases = phrases

    def find(self, text: str) -> list[Finding]:
        """Disjoint findings of all attributes, in order."""
        tokens = tokens_of(text)
        found = disjoint(self._all(text, tokens))
        return self._phrases.widen(text, tokens, found) if self._phrases else found

    def _all(self, text: str, tokens: Sequence[Token]) -> Iterator[Finding]:
        yield from find_ages(text)
        yield from find_sums(text)
        yield from find_sexes(text)
        if self._rare is not None:
            yield from find_amounts(text)
        yield from (_of_cue(cue, text) for cue in self._cues.find(tokens))
        yield from find_names(text, tokens)
        if self._rare is not None:
            yield from self._rare.find(tokens)


def _of_cue(cue: Cue, text: str) -> Finding:
    kind = cue.kind
    reads_well = kind.words in _NATURAL
    words: dict[Level, str] = {"nothing": kind.words if reads_well else LABELS[kind.attributes[0]]}
    if kind.group:
        words[_GROUP_LEVELS.get(kind.attributes[0], "country")] = kind.group
    form: Form = "plain" if not kind.is_noun else "name" if text[cue.start].isupper() else "noun"
    return Finding(cue.start, cue.end, kind.attributes, words, form, "table")
