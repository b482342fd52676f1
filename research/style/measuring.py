"""How often attackers name the author of a text, with and without the style that a policy writes."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from importlib.metadata import version
from pathlib import Path
from typing import NamedTuple, TypedDict

import numpy as np

from adapters.machine.extras import require
from adapters.tables.labelled import read_folders, read_labelled
from engine.errors import InvalidError, fault
from engine.text import Decision, carried_out, without_style
from flows.compiling.compilation import compile_policy
from flows.compiling.labelled_documents import document_text
from research.shares import Share, share
from research.style.attackers import ATTACKERS, right_guesses
from research.through_policy import inspected_texts

DIVISIONS = 3
"""How often the texts of each author are divided anew, by the seeds 0, 1 and 2."""
_LEAST_TEXTS = 4


class Attacked(TypedDict):
    """How often an attacker names the author of a text that it did not learn from."""

    without_style: Share
    plain_taught_by_others: Share
    plain_taught_alike: Share


class MeasuredWith(TypedDict):
    """What a figure is of: it holds for no other plan, and for no other version."""

    version: str
    plan_id: str
    policy_sha256: str


class Result(TypedDict):
    """What was measured."""

    policy: str
    measured_with: MeasuredWith
    authors: int
    texts: int
    refused: int
    chance: float
    attacks: dict[str, Attacked]
    changes_by_habit: dict[str, float]
    words_changed: Share


class _Text(NamedTuple):
    author: str
    original: str
    decisions: Sequence[Decision]

    @property
    def plain(self) -> str:
        return carried_out(self.original, self.decisions)

    @property
    def without_style(self) -> str:
        return carried_out(self.original, without_style(self.decisions))

    @property
    def of_style(self) -> list[Decision]:
        return [one for one in self.decisions if one.stage == "style"]


def evaluate(texts: Path, policy: str) -> Result:
    """Measure what a policy's `style` hides of who wrote a text.

    Parameters
    ----------
    texts : Path
        A folder ``AUTHOR/text.txt``, or a CSV, JSONL or Parquet file with the columns text and author.
    policy : str
        Its name or file.

    Raises
    ------
    InvalidError
        ``EVA009`` too few authors or texts; ``EVA010`` the policy has no `style`; ``LAB001``-``LAB004``.
    """
    require("learning", "evaluate style")
    compiled = compile_policy(policy)
    plan = compiled.plan
    if not plan.style:
        raise InvalidError(fault("EVA010", policy, "must have the key style", "none"))
    read = (
        read_folders(texts, read=document_text) if texts.is_dir() else read_labelled(texts, "text", "author")
    )
    labelled = list(read)
    _require_enough([one.sensitive for one in labelled])
    originals = [one.text.reveal() for one in labelled]
    looked = inspected_texts(compiled, originals)
    pairs = [
        _Text(one.sensitive, text, found.decisions)
        for one, text, found in zip(labelled, originals, looked, strict=True)
        if not found.faults
    ]
    _require_enough([one.author for one in pairs])
    return Result(
        policy=policy,
        measured_with=MeasuredWith(
            version=version("saferelease"), plan_id=plan.plan_id, policy_sha256=plan.policy_sha256
        ),
        authors=len({one.author for one in pairs}),
        texts=len(pairs),
        refused=len(labelled) - len(pairs),
        chance=round(max(Counter(one.author for one in pairs).values()) / len(pairs), 4),
        attacks={name: _attacked(name, pairs) for name in ATTACKERS},
        changes_by_habit=_changes_by_habit(pairs),
        words_changed=_words_changed(pairs),
    )


def _require_enough(authors: Sequence[str]) -> None:
    counted = Counter(authors)
    if len(counted) < 2 or min(counted.values()) < _LEAST_TEXTS:
        must = f"must hold texts of two authors, {_LEAST_TEXTS} of each, that the policy releases"
        got = f"{len(counted)} authors, {min(counted.values(), default=0)} texts"
        raise InvalidError(fault("EVA009", "texts", must, got, "Add texts."))


def _attacked(name: str, texts: Sequence[_Text]) -> Attacked:
    """The mean over several divisions; each text is attacked in about half of them."""
    right, n = np.zeros(3), 0
    for seed in range(DIVISIONS):
        lessons, attacked = _divided(texts, seed)
        authors, own = [one.author for one in lessons], [one.author for one in attacked]
        forms = [one.without_style for one in attacked], [one.plain for one in attacked]
        before, after = right_guesses(name, [one.without_style for one in lessons], authors, forms, own)
        (alike,) = right_guesses(name, [one.plain for one in lessons], authors, forms[1:], own)
        right += [before.sum(), after.sum(), alike.sum()]
        n += len(own)
    shares = [share(round(each / DIVISIONS), round(n / DIVISIONS)) for each in right]
    return Attacked(without_style=shares[0], plain_taught_by_others=shares[1], plain_taught_alike=shares[2])


def _divided(texts: Sequence[_Text], seed: int) -> tuple[list[_Text], list[_Text]]:
    """Half of each author's texts to learn from, the others to attack."""
    order = np.random.default_rng(seed).permutation(len(texts))
    seen, halves = Counter[str](), (list[_Text](), list[_Text]())
    for place in order.tolist():
        author = texts[place].author
        halves[seen[author] % 2].append(texts[place])
        seen[author] += 1
    return halves


def _changes_by_habit(texts: Sequence[_Text]) -> dict[str, float]:
    """Changes in a thousand words, by habit."""
    made = Counter(one.category for text in texts for one in text.of_style)
    n_words = _n_words(texts)
    return {habit: round(1000 * n / max(1, n_words), 2) for habit, n in made.most_common()}


def _words_changed(texts: Sequence[_Text]) -> Share:
    """Words of which a letter changed; blanks and signs around them do not count."""
    changed = (
        _letters(text.original[one.start : one.end]) != _letters(one.replacement)
        for text in texts
        for one in text.of_style
    )
    return share(sum(changed), _n_words(texts))


def _n_words(texts: Sequence[_Text]) -> int:
    return sum(len(text.original.split()) for text in texts)


def _letters(text: str) -> str:
    return "".join(letter for letter in text if letter.isalpha())
