"""Two policies compared by what they do to documents, in counts."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass

from engine.policy.combining.strictness import Verdict
from engine.text import Decision, Document


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

    def contradicts(self, verdict: Verdict) -> bool:
        """Whether the documents disprove a verdict that came from the plans."""
        if verdict == "stronger":
            return self.less + self.mixed > 0
        if verdict == "weaker":
            return self.more + self.mixed > 0
        return verdict == "equivalent" and self.same < self.documents


def _characters(decisions: Iterable[Decision]) -> set[int]:
    return {offset for decision in decisions for offset in range(decision.start, decision.end)}


def _kind(before: set[int], after: set[int], old: Sequence[Decision], new: Sequence[Decision]) -> str:
    if before == after:
        alike = _replacements(old) == _replacements(new)
        return "same" if alike else "otherwise"
    return "more" if before < after else "less" if before > after else "mixed"


def _replacements(decisions: Iterable[Decision]) -> list[tuple[int, int, str]]:
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
    kinds = dict.fromkeys(("same", "more", "less", "mixed", "otherwise"), 0)
    characters = [0, 0]
    clauses: dict[str, list[int]] = {}
    n_documents = 0
    for document in documents:
        n_documents += 1
        decided = (old(document), new(document))
        for side, decisions in enumerate(decided):
            for decision in decisions:
                clauses.setdefault(decision.category, [0, 0])[side] += 1
        before, after = map(_characters, decided)
        characters[0] += len(after - before)
        characters[1] += len(before - after)
        kinds[_kind(before, after, *decided)] += 1
    return Impact(
        documents=n_documents,
        **kinds,
        characters_more=characters[0],
        characters_less=characters[1],
        clauses={name: (pair[0], pair[1]) for name, pair in sorted(clauses.items())},
    )
