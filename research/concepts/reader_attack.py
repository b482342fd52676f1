"""A reader's attack on C-sanitized: which of thirty concepts is a letter about, before and after its release?

Two readers try (`research.concepts.readers`). None saw a letter, a policy or a released text.
Letters on something else in the same words (a letter about weather, for depression) show how often the
guess would fall on the concept by chance.
"""

from __future__ import annotations

import json
import random
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from scipy.stats import binomtest

from adapters.knowledge.registry import open_knowledge
from adapters.machine.locations import kb_cache
from engine.errors import InvalidError, fault
from engine.language.terms import tokenize
from engine.policy.clauses.concepts import ConceptSettings
from engine.text import Decision, carried_out
from flows.compiling.compilation import compile_loaded
from flows.compiling.reference_corpora import open_corpus
from research.concepts.encyclopedia import articles
from research.concepts.readers import Classifier, Counting, Reader, Subjects
from research.through_policy import concept_policy, inspected_texts

MOST_PARAGRAPHS = 300
"""Paragraphs that the reader learns about each concept."""
_LEAST_WORDS = 40
_SEED = 0

Result = dict[str, Any]
"""JSON values."""
_Released = tuple[str, float]
"""A letter as it was released, and the share of its words that changed."""


@dataclass(frozen=True)
class Letter:
    """A letter, the concept that its policy protects, and whether it is about it."""

    text: str
    concept: ConceptSettings
    sensitive: bool


def read_letters(path: Path, alpha: float, combinations: float | None = None) -> list[Letter]:
    """Letters of a JSONL file: ``text``, ``concept``, ``sensitive`` (true or false), and ``also``, if any.

    Raises
    ------
    InvalidError
        ``EVA005`` when a line is none.
    """
    letters = []
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), start=1):
        try:
            row = json.loads(line)
            settings = ConceptSettings(
                protect=row["concept"],
                also=tuple(row.get("also", ())),
                alpha=alpha,
                combinations=combinations,
            )
            letters.append(Letter(str(row["text"]), settings, bool(row["sensitive"])))
        except (ValueError, KeyError, TypeError):
            must = "must be a JSON object with text, concept and sensitive"
            raise InvalidError(
                fault("EVA005", f"{path.name}:{number}", must, "", "Correct the line.")
            ) from None
    return letters


def evaluate_reader(
    letters: Sequence[Letter], encyclopedia: Path, counts: str, knowledge: Sequence[str]
) -> Result:
    """Attack letters before and after their release.

    Parameters
    ----------
    letters : sequence of Letter
    encyclopedia : Path
        Folder of JSONL files with ``text``, also ``.xz``.
    counts : str
        Corpus that the policies name.
    knowledge : sequence of str
        Knowledge bases that the policies name.

    Returns
    -------
    dict
        JSON values, by reader: shares of letters whose concept is guessed, sensitive and harmless ones,
        before and after, each with a 95 % interval; and the share of words that changed.

    Raises
    ------
    InvalidError
        ``EVA006`` when the encyclopedia teaches fewer than two concepts.
    """
    opened = [open_knowledge(name, kb_cache()) for name in knowledge]
    subjects = Subjects.of_letters((letter.concept for letter in letters), opened)
    readers: dict[str, Reader] = {
        "classifier": Classifier.taught(_lessons(subjects, encyclopedia)),
        "counts": Counting.of(subjects, open_corpus(counts)),
    }
    released = _released(letters, counts, knowledge)
    return {
        "concepts": len(subjects.concepts),
        "chance": round(1 / len(subjects.concepts), 4),
        "words_changed": {
            kind: _changed_words(letters, released, wanted)
            for kind, wanted in (("sensitive", True), ("harmless", False))
        },
        "readers": {name: _attacked(reader, letters, released) for name, reader in readers.items()},
    }


def _changed_words(letters: Sequence[Letter], released: Sequence[_Released], wanted: bool) -> float:
    shares = [
        share for letter, (_, share) in zip(letters, released, strict=True) if letter.sensitive is wanted
    ]
    return round(sum(shares) / len(shares), 4) if shares else 0.0


def _attacked(reader: Reader, letters: Sequence[Letter], released: Sequence[_Released]) -> Result:
    before = reader.guesses([letter.text for letter in letters])
    after = reader.guesses([text for text, _ in released])
    rows = list(zip(letters, before, after, strict=True))
    return {
        "sensitive": _summary([row for row in rows if row[0].sensitive]),
        "harmless": _summary([row for row in rows if not row[0].sensitive]),
        "by_concept": {
            concept: _counts([row for row in rows if row[0].concept.protect == concept])
            for concept in sorted({letter.concept.protect for letter in letters})
        },
    }


_Row = tuple[Letter, str, str]


def _summary(rows: Sequence[_Row]) -> Result:
    right = [sum(row[place] == row[0].concept.protect for row in rows) for place in (1, 2)]
    return {
        "letters": len(rows),
        **{when: _share(n, len(rows)) for when, n in zip(("before", "after"), right, strict=True)},
    }


def _share(right: int, n: int) -> Result:
    """A share with its exact 95 % interval."""
    interval = binomtest(right, n).proportion_ci() if n else (0.0, 1.0)
    return {
        "guessed": right,
        "share": round(right / n, 4) if n else 0.0,
        "interval": [round(float(end), 4) for end in interval],
    }


def _counts(rows: Sequence[_Row]) -> Result:
    return {
        kind: {
            "letters": len(found),
            "before": sum(row[1] == row[0].concept.protect for row in found),
            "after": sum(row[2] == row[0].concept.protect for row in found),
        }
        for kind, wanted in (("sensitive", True), ("harmless", False))
        for found in ([row for row in rows if row[0].sensitive is wanted],)
    }


def _released(letters: Sequence[Letter], counts: str, knowledge: Sequence[str]) -> list[_Released]:
    """Each letter as its policy releases it, "" when it is refused; and the share of words that changed."""
    released: dict[int, _Released] = {}
    for settings in dict.fromkeys(letter.concept for letter in letters):
        numbers = [n for n, letter in enumerate(letters) if letter.concept == settings]
        compiled = compile_loaded(concept_policy(settings, counts, knowledge))
        texts = [letters[n].text for n in numbers]
        for n, text, found in zip(numbers, texts, inspected_texts(compiled, texts), strict=True):
            released[n] = ("", 1.0) if found.left else _changed(text, found.decisions)
    return [released[n] for n in range(len(letters))]


def _changed(text: str, decisions: Sequence[Decision]) -> _Released:
    n_words = sum(len(tokenize(text[decision.start : decision.end])) for decision in decisions)
    return carried_out(text, decisions), n_words / max(1, len(tokenize(text)))


def _lessons(subjects: Subjects, encyclopedia: Path) -> dict[str, list[str]]:
    """Paragraphs of the encyclopedia that mention each concept and none of the others."""
    found: dict[str, list[str]] = {name: [] for name in subjects.concepts}
    for article in articles(encyclopedia):
        for paragraph in article["text"].split("\n\n"):
            if len(paragraph.split()) >= _LEAST_WORDS and (concept := subjects.of(paragraph)):
                found[concept].append(paragraph)
    draw = random.Random(_SEED)
    lessons = {name: draw.sample(of, min(MOST_PARAGRAPHS, len(of))) for name, of in found.items() if of}
    if len(lessons) < 2:
        must = "must hold paragraphs about at least two of the concepts"
        raise InvalidError(
            fault("EVA006", str(encyclopedia), must, str(len(lessons)), "Name a folder of articles in JSONL.")
        )
    return lessons
