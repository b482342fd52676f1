"""Clinical fidelity: what a policy leaves of the medicine in notes, and what it hides of the people."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import NamedTuple, TypedDict

from engine.catalog.names import LEARNED
from engine.text import Decision
from flows.compiling.compilation import compile_policy
from research.fidelity.notes import CLINICAL, IDENTIFYING, Mark, Note, read_notes
from research.shares import Share, share_of
from research.through_policy import inspected_texts

_WORD = re.compile(r"\w+(?:[.'’/-]\w+)*")
_YEAR = re.compile(r"(?:19|20)\d\d")
_NAMES = frozenset({*LEARNED, "minor"})


class Result(TypedDict):
    """What was measured; a wrong removal touches nothing that identifies."""

    policy: str
    notes: int
    refused: int
    name_removals_wrong: Share
    removals_wrong: Share
    hidden: dict[str, Share]
    kept: dict[str, Share]
    meaning_kept: Share


class Looked(NamedTuple):
    """A note and what a policy would do with it."""

    note: Note
    decisions: Sequence[Decision]
    is_refused: bool

    def changed(self, start: int, end: int) -> bool:
        """Whether anything of a place is changed."""
        return any(d.start < end and start < d.end for d in self.decisions)

    def is_wrong(self, decision: Decision) -> bool:
        """Whether a removal touches nothing that identifies."""
        touched = (m for m in self.note.marks if m.kind in IDENTIFYING)
        return not any(m.start < decision.end and decision.start < m.end for m in touched)

    def is_hidden(self, mark: Mark) -> bool:
        """Whether each word of a mark is changed; a year may stay."""
        return all(self.changed(*place) for place in _words(self.note.text, mark))


def looked_at(policy: str, notes: Sequence[Note]) -> list[Looked]:
    """What a release of the notes under a policy would do with each."""
    found = inspected_texts(compile_policy(policy), [note.text for note in notes])
    return [Looked(note, one.decisions, bool(one.faults)) for note, one in zip(notes, found, strict=True)]


def evaluate(paths: Sequence[Path], policy: str) -> Result:
    """Measure a policy on marked notes.

    Parameters
    ----------
    paths : sequence of Path
        Files of notes.
    policy : str
        Its name or file.

    Raises
    ------
    InvalidError
        ``EVA008`` for a file of another form; faults of the policy.
    """
    looked = looked_at(policy, [note for path in paths for note in read_notes(path)])
    return measured(looked, policy)


def measured(looked: Sequence[Looked], policy: str) -> Result:
    """The figures of notes that were looked at."""
    removals = [(d, one.is_wrong(d)) for one in looked for d in one.decisions]
    clinical = [(m.kind, not one.changed(m.start, m.end)) for one, m in _marks(looked, CLINICAL)]
    hidden = [(m.kind, one.is_hidden(m)) for one, m in _marks(looked, IDENTIFYING)]
    return Result(
        policy=policy,
        notes=len(looked),
        refused=sum(one.is_refused for one in looked),
        name_removals_wrong=share_of(wrong for d, wrong in removals if d.category in _NAMES),
        removals_wrong=share_of(wrong for _, wrong in removals),
        hidden=_by_kind(IDENTIFYING, hidden),
        kept=_by_kind(CLINICAL, clinical),
        meaning_kept=share_of(stays for _, stays in clinical),
    )


def _marks(looked: Sequence[Looked], kinds: Sequence[str]) -> Iterator[tuple[Looked, Mark]]:
    """Marks of `kinds`; a date that is a year alone is left out, since it may stay."""
    for one in looked:
        for mark in one.note.marks:
            if mark.kind in kinds and (mark.kind in CLINICAL or any(_words(one.note.text, mark))):
                yield one, mark


def _words(text: str, mark: Mark) -> Iterator[tuple[int, int]]:
    for word in _WORD.finditer(text, mark.start, mark.end):
        if mark.kind != "date" or not _YEAR.fullmatch(word[0]):
            yield word.span()


def _by_kind(kinds: Sequence[str], cases: Iterable[tuple[str, bool]]) -> dict[str, Share]:
    found = list(cases)
    return {kind: share_of(holds for other, holds in found if other == kind) for kind in kinds}
