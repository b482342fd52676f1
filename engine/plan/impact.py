"""Two policies compared by what they do to documents, in counts."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal, Protocol

from engine.text import Decision, Document

Kind = Literal["same", "more", "less", "mixed", "otherwise"]


class Place(Protocol):
    """What is changed: from where to where, as what, and what stands there then."""

    @property
    def start(self) -> int: ...
    @property
    def end(self) -> int: ...
    @property
    def category(self) -> str: ...
    @property
    def replacement(self) -> str: ...


Pair = tuple[Sequence[Place], Sequence[Place]]
"""The changes of a document by the old policy and by the new one."""


@dataclass(frozen=True, slots=True)
class Impact:
    """What changes in documents when one policy takes another's place, in counts.

    Parameters
    ----------
    documents : int
        Documents compared.
    same, more, less, mixed, otherwise : int
        Documents in which the new policy changes the same characters in the same way; more
        characters; fewer; some more and some fewer; the same ones, but puts something else there.
    characters_more, characters_less : int
        Characters that only the new policy changes, and only the old one.
    clauses : mapping of str to (int, int)
        Number of changes by the old and by the new policy, per category or concept.
    """

    documents: int
    same: int
    more: int
    less: int
    mixed: int
    otherwise: int
    characters_more: int
    characters_less: int
    clauses: Mapping[str, tuple[int, int]]


def _characters(decisions: Iterable[Place]) -> set[int]:
    return {offset for decision in decisions for offset in range(decision.start, decision.end)}


def kind_of(old: Sequence[Place], new: Sequence[Place]) -> Kind:
    """How a document differs under two policies: the fields of `Impact` say what each word means."""
    before, after = _characters(old), _characters(new)
    if before == after:
        return "same" if _replacements(old) == _replacements(new) else "otherwise"
    return "more" if before < after else "less" if before > after else "mixed"


def _replacements(decisions: Iterable[Place]) -> list[tuple[int, int, str]]:
    return sorted((decision.start, decision.end, decision.replacement) for decision in decisions)


Decide = Callable[[Document], Sequence[Decision]]


def impact(documents: Iterable[Document], old: Decide, new: Decide) -> Impact:
    """Run two policies over the same documents and count what differs.

    Parameters
    ----------
    documents : iterable of Document
        Cases of the policies (to confirm a verdict), or documents at hand.
    old, new : callable
        Decisions of the compiled policies.

    Returns
    -------
    Impact
        Counts only; no text, no offsets.
    """
    return counted((old(document), new(document)) for document in documents)


def counted(pairs: Iterable[Pair]) -> Impact:
    """The same for decisions that were made already: of each document those before and those after."""
    kinds = dict.fromkeys(("same", "more", "less", "mixed", "otherwise"), 0)
    characters = [0, 0]
    clauses: dict[str, list[int]] = {}
    n_documents = 0
    for decided in pairs:
        n_documents += 1
        for side, decisions in enumerate(decided):
            for decision in decisions:
                clauses.setdefault(decision.category, [0, 0])[side] += 1
        before, after = map(_characters, decided)
        characters[0] += len(after - before)
        characters[1] += len(before - after)
        kinds[kind_of(*decided)] += 1
    return Impact(
        documents=n_documents,
        **kinds,
        characters_more=characters[0],
        characters_less=characters[1],
        clauses={name: (pair[0], pair[1]) for name, pair in sorted(clauses.items())},
    )
