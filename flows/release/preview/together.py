"""Documents looked at as one release, nothing written: what one of them loses, the others lose too."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import dataclass, replace
from pathlib import PurePosixPath

from adapters.documents.opening.sources import Source
from adapters.documents.registry import format_for
from engine.plan.plan import Plan
from engine.record.everywhere import Everywhere, direct_value
from engine.record.fingerprints import Value
from engine.text import SensitiveText
from flows.document.document import DocumentPipeline
from flows.document.results import Inspected, Refusing
from flows.release.other_documents.elsewhere import Spelt
from flows.release.other_documents.everywhere import standing_fault, standing_in
from flows.release.running import ROUNDS


@dataclass(frozen=True)
class Look:
    """One document of a release that is only looked at.

    Parameters
    ----------
    source : Source
    read : callable
        Its bytes; read once more when another document's values stand in it.
    found : Inspected
        What a release of this document alone would do.
    """

    source: Source
    read: Callable[[], bytes]
    found: Inspected


def looked_at(pipeline: DocumentPipeline, source: Source, read: Callable[[], bytes]) -> Look:
    """One document by itself."""
    return Look(source, read, pipeline.inspected(source, read()))


def together(pipeline: DocumentPipeline, plan: Plan, looks: Sequence[Look]) -> list[Inspected]:
    """What a release of all these documents would do with each.

    Notes
    -----
    The plain form, in one process, of what `flows.release.running` does with worker processes and
    encrypted files: every document by itself; those that hold a value of another once more, without
    it, and again if what they lost then stands in others; one that holds it even then is refused.
    """
    values: list[set[Spelt]] = [set() for _ in looks]
    standing, removed = _standing(plan, looks)
    for _ in range(ROUNDS):
        if not any(standing):
            break
        for held, found in zip(values, standing, strict=True):
            held |= {removed[value] for value in found}
        looks = [
            replace(look, found=pipeline.inspected(look.source, look.read(), sorted(held))) if found else look
            for look, found, held in zip(looks, standing, values, strict=True)
        ]
        standing, removed = _standing(plan, looks)
    return [_judged(look, found, looks) for look, found in zip(looks, standing, strict=True)]


def _standing(plan: Plan, looks: Sequence[Look]) -> tuple[list[set[Value]], dict[Value, Spelt]]:
    """Values of other documents that stand in each, and every value that was removed."""
    lost = [_lost(look.found) for look in looks]
    removed: dict[Value, Spelt] = {}
    for values in lost:
        for value, spelt in values.items():
            removed.setdefault(value, spelt)
    everywhere, n_losers = Everywhere(removed), Counter(value for values in lost for value in values)
    standing = [
        _found(everywhere, plan, look) - {value for value in own if n_losers[value] == 1}
        if removed and not look.found.faults
        else set()
        for look, own in zip(looks, lost, strict=True)
    ]
    return standing, removed


def _lost(found: Inspected) -> dict[Value, Spelt]:
    """Direct identifiers that a document loses; one that would be refused tells of none."""
    text = found.text.reveal()
    gone = ((d.category, text[d.start : d.end]) for d in found.decisions if d.stage == "identifiers")
    valued = ((direct_value(*spelt), spelt) for spelt in gone) if not found.faults else ()
    return {value: spelt for value, spelt in valued if value is not None}


def _found(everywhere: Everywhere, plan: Plan, look: Look) -> set[Value]:
    suffix = PurePosixPath(look.source.relative).suffix
    texts = [text.reveal() for text in look.found.released]
    return standing_in(everywhere, texts, plan, format_for(suffix).name)


def _judged(look: Look, standing: Collection[Value], looks: Sequence[Look]) -> Inspected:
    if not standing:
        return look.found
    told = standing_fault(look.source.id)
    left = [one for other in looks if other is not look for one in _lost_by(other, standing)]
    once = {one.words.reveal(): one for one in reversed(left)}
    return replace(look.found, faults=[*look.found.faults, told], left=[*look.found.left, *once.values()])


def _lost_by(look: Look, standing: Collection[Value]) -> Iterable[Refusing]:
    """Of values that stand elsewhere, those that a document loses, with the clause by which it does."""
    text = look.found.text.reveal()
    for one in look.found.decisions if not look.found.faults else ():
        words = text[one.start : one.end]
        if one.stage == "identifiers" and direct_value(one.category, words) in standing:
            yield Refusing(SensitiveText(words), "VER004", one.category, one.clause, look.source.relative)
