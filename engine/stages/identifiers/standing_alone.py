"""Names in what stands alone, a cell or a header: no sentence helps a recogniser, so they need support."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Sequence

from engine.catalog.names import LEARNED
from engine.catalog.rules import always, rule
from engine.methods.columns.typing import ListsOf
from engine.methods.columns.values import HALF, MOST
from engine.methods.intervals import Intervals
from engine.stages.identifiers.listed_names import NAMES, NO_NAMES
from engine.text import Part, Span

_MOST_WORDS = 5
_SENTENCE = re.compile(r"[.!?;] |[!?;]\s*\Z")
_WORDS = re.compile(r"[^\W\d_][\w'’\-]*")


def stands_alone(part: Part, text: str) -> bool:
    """Whether a part is a few words and no sentence.

    Examples
    --------
    >>> [stands_alone(Part("cell", 0, len(t)), t) for t in ("Gait belt", "Seen by Dr. Breck; he will call.")]
    [True, False]
    """
    written = text[part.start : part.end]
    return len(_WORDS.findall(written)) <= _MOST_WORDS and not _SENTENCE.search(written)


def is_supported(
    text: str, spans: Sequence[Span], alone: Sequence[Part], lists_of: ListsOf | None
) -> Callable[[Span], bool]:
    """Which findings in parts that stand alone count.

    Parameters
    ----------
    text : str
    spans : sequence of Span
        All findings of the document.
    alone : sequence of Part
        What stands alone.
    lists_of : callable, optional
        Names of the lists of names that hold a word, given in small letters.

    Returns
    -------
    callable
        A finding of no model counts; of those of a model a name if the document tells it elsewhere, if the
        model is sure of it, or if lists of names bear it out, and anything else if it is likely.
    """
    inside = Intervals({(part.start, part.end) for part in alone})
    told = {
        text[span.start : span.end].casefold()
        for span in spans
        if span.category in LEARNED and not inside.cover(span.start, span.end)
    }
    return lambda span: _counts(span, text, told, lists_of)


@rule("standing-alone", without=always)
def _counts(span: Span, text: str, told: Collection[str], lists_of: ListsOf | None) -> bool:
    if "pattern" in span.why or span.score >= MOST:
        return True
    if span.category not in LEARNED:
        return "mentions" not in span.why or span.score >= HALF
    name = text[span.start : span.end]
    if name.casefold() in told:
        return True
    return span.score >= HALF and lists_of is not None and _is_listed(name, span.category, lists_of)


def _is_listed(name: str, category: str, lists_of: ListsOf) -> bool:
    """Whether each word begins with a capital, none means something else, and lists bear the category out.

    A single last name bears out nothing: most everyday words are one.
    """
    words = _WORDS.findall(name)
    lists = [frozenset(lists_of(word.lower())) for word in words]
    borne_out = _BORNE_OUT_BY.get(category, frozenset()) | (NAMES if len(words) > 1 else frozenset())
    known = any(not borne_out.isdisjoint(each) for each in lists)
    return known and all(word[:1].isupper() for word in words) and all(map(NO_NAMES.isdisjoint, lists))


_BORNE_OUT_BY = {"person": frozenset({"first"}), "location": frozenset({"city"})}
